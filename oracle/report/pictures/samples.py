"""A sample, a batch learner's answers on it, and what the right learner says everywhere."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners import ConjunctionElimination, DecisionListLearner, IntervalERM, RectangleERM
from learncheck.learners.arrays import Array
from learncheck.oracle.engine.recorder import Recorder
from learncheck.oracle.judging.around import Around, axes_around, rows_of
from learncheck.oracle.judging.transcript import together
from learncheck.oracle.report.pictures.inks import GREEN, INK, ORANGE, SKY, SMALL
from learncheck.oracle.report.pictures.layers import MARKS, border, in_key, ringed, shaded
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS, signed
from learncheck.oracle.report.pictures.sheet import few_ticks, key_below, sheet
from learncheck.oracle.report.pictures.svg import Axes, svg
from learncheck.strategies.play.case import Case, Make, Trace

MOST_EXAMPLES, MOST_FEATURES = 40, 16
MOST_ROWS = 24


@dataclass(frozen=True)
class SampleScene:
    """Examples with their labels and weights, and the answers on them (NaN if there are none).

    beyond, beyond_answers: further points that were asked, with the answers.
    due:      beside a submission, the reference learner's answers on the examples and the further points, 0 at ties.
    region:   labels of the fitted hypothesis on the grid with the coordinates `grid`.
    fitted:   whose hypothesis that is; `formula` states it in words.
    w:        the weights of a submission that exposes them.
    own:      labels of a submission's hypothesis on the grid.
    """

    X: Array
    y: Array
    answers: Array
    weights: Array | None = None
    beyond: Array | None = None
    beyond_answers: Array | None = None
    due: Array | None = None
    region: Array | None = None
    grid: tuple[Array, ...] = ()
    whose: str = OURS
    fitted: str = OURS
    boolean: bool = False
    formula: str = ""
    w: Array | None = None
    own: Array | None = None

    def with_own(self, around: Around) -> "SampleScene":
        """Return the scene with a submission's answers on the grid, if they are those of this grid."""
        same = len(around.axes) == len(self.grid) and all(map(np.array_equal, around.axes, self.grid))
        return replace(self, own=np.sign(around.answers)) if same else self

    @property
    def wrong(self) -> Array:
        """Which of the examples are answered wrongly."""
        wrong: Array = ~np.isnan(self.answers) & (self.answers != self.y)
        return wrong

    @property
    def differs(self) -> Array:
        """Which of the examples and the further points the reference learner answers otherwise."""
        given = self.answers if self.beyond_answers is None else np.concatenate((self.answers, self.beyond_answers))
        if self.due is None:
            return np.zeros(len(given), dtype=bool)
        differs: Array = ~np.isnan(given) & (given != self.due) & (self.due != 0)
        return differs

    @property
    def errors(self) -> str:
        """How many of the examples are answered wrongly, in words."""
        if np.isnan(self.answers).all():
            return f"{self.whose} gave no answers"
        return f"{self.whose} gets {int(self.wrong.sum())} of {len(self.y)} examples wrong"

    @property
    def table(self) -> tuple[list[str], list[list[str]]]:
        """The header and the rows of a table: the instances, weights, labels and answers.

        Instances that were asked besides come last, without a label; of Boolean ones, only those on which the
        submission and the reference learner differ. ✗ is an answer that is not the label, ≠ one of the reference
        learner that is not the submission's.
        """
        weighted, compared = self.weights is not None, self.due is not None
        whose = "answer" if self.whose != YOURS else "your answer"
        head = ["x", *["weight"] * weighted, "label", whose, *["reference"] * compared]
        weights = self.weights if self.weights is not None else np.ones(len(self.y))
        weight_of, instance = together([weights]), _instances(self.X, *([] if self.beyond is None else [self.beyond]))
        rows = [
            [instance(x), *[weight_of(weight)] * weighted, signed(y), _marked(answer, "✗" * bool(answer != y))]
            for x, weight, y, answer in zip(self.X, weights, self.y, self.answers, strict=True)
        ]
        if self.beyond is not None and self.beyond_answers is not None:
            rows += [
                [instance(x), *[""] * weighted, "", _marked(answer, "")]
                for x, answer in zip(self.beyond, self.beyond_answers, strict=True)
            ]
        if self.due is not None:
            for row, due, differs in zip(rows, self.due, self.differs, strict=True):
                row.append(_marked(due, "≠" * bool(differs)))
        if self.boolean:
            m = len(self.y)
            sampled = [row[0] for row in rows[:m]]
            further = zip(rows[m:], self.differs[m:], strict=True)
            rows = rows[:m] + [row for row, differs in further if differs and row[0] not in sampled]
        if len(rows) > MOST_ROWS:
            rows = [*rows[:MOST_ROWS], ["…", *[""] * (len(head) - 1)]]
        return head, rows

    @property
    def as_table(self) -> bool:
        """Whether the sample is shown as a table alone, because it cannot be drawn in a plane."""
        return self.boolean or self.X.shape[1] > 2

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        flat, further = self.X.shape[1] == 1, self.beyond is not None and len(self.beyond) > 0
        if np.isnan(self.answers).all():
            key = "+ and − are the labels."
        elif flat and self.whose == YOURS:
            key = "+ and − are at the height of the label, a circle at the height of your learner's answer"
            key += "; small circles are points outside the sample." if further else "."
        else:
            marked = "; circled examples are answered wrongly" * bool(self.wrong.any())
            key = f"+ and − are training labels{marked}." + " Small dots are other points we queried." * further
        if self.own is not None:
            key += (
                " The thin line is your learner's answer at each x." if flat else " Blue is where your learner says +1."
            )
        if self.region is not None and self.own is not None and not flat:
            key += f" The dashed line is the border of the hypothesis of {self.fitted}."
        elif self.region is not None and (self.region > 0).any():
            key += f" Blue is where the hypothesis of {self.fitted} says +1."
        return key + f" The hypothesis of {self.fitted}: {self.formula}." * bool(self.formula)


def _instances(*points: Array) -> Callable[[Array], str]:
    """Return what shows one of these points, in as many digits as tell them apart."""
    figure = together(points)

    def instance(x: Array) -> str:
        numbers = ", ".join(map(figure, x))
        return numbers if len(x) == 1 else f"({numbers})"

    return instance


def _marked(answer: float, mark: str) -> str:
    return "" if np.isnan(answer) else f"{signed(int(answer))} {mark}".rstrip()


class _Predicts(Protocol):
    def predict(self, X: Array) -> Array: ...


class _Fitted:
    """How the right learner was fitted in a case: its last sample, and what it was asked.

    asked: the last rows that are not a single one, or else the first; None if it was asked nothing.
    """

    def __init__(self, make: Make, case: Case) -> None:
        self.learner: _Predicts
        recorder = Recorder(partial(self._made, make))
        self.trace = case.play(recorder)
        fits = [call for call in recorder.calls if call.method == "fit"]
        self.X, self.y = fits[-1].arguments if fits else (None, None)
        self.weights = fits[-1].named.get("sample_weight") if fits else None
        asked = [call.arguments[0] for call in recorder.calls if call.method == "predict"]
        self.asked = next((X for X in reversed(asked) if len(X) != 1), asked[0] if asked else None)

    def _made(self, make: Make, *arguments: object) -> "_Predicts":
        self.learner = make(*arguments)
        return self.learner

    def answers(self, X: Array) -> Array:
        """Return what the learner answers at these points. It raises if it found nothing, or answers only on few."""
        answers: Array = np.sign(np.asarray(self.learner.predict(X.copy()), dtype=float))
        return answers


def sample(learner: Make, trace: Trace, whose: str) -> SampleScene | None:
    """Return the scene of a trace of a batch learner: its sample, which the right learner is fitted to as well."""
    noted = _Fitted(learner, trace.case)
    if noted.X is None or noted.X.ndim != 2:
        return None
    X, y = noted.X.astype(float), noted.y.astype(float)
    m, d = X.shape
    if not 0 < m <= MOST_EXAMPLES or not 0 < d <= MOST_FEATURES or not set(y.tolist()) <= {1.0, -1.0}:
        return None
    asked = noted.asked if noted.asked is not None else noted.X
    own = _answers(trace if whose == YOURS else noted.trace)
    order = _sample_first(noted.X, asked)
    asked, own = asked[order], own[order] if own is not None and len(own) == len(asked) else own
    if own is not None and len(own) < m:
        own = None
    if own is None and whose != YOURS and noted.asked is not None:
        own = noted.answers(noted.X)
    if own is None:
        own = np.full(m, np.nan)
    beyond = asked[m:].astype(float) if len(own) == len(asked) > m and (asked[:m] == noted.X).all() else None
    region, grid = _region(noted, X, beyond)
    boolean = _boolean(noted.X)
    w = _w(trace, d) if whose == YOURS and not boolean else None
    fitted = REFERENCE if whose == YOURS else OURS
    due = _due(noted, asked if beyond is not None else asked[:m]) if whose == YOURS else None
    return SampleScene(
        X, y, own[:m], noted.weights, beyond, None if beyond is None else own[m:],
        due, region, grid, whose, fitted, boolean, formula(noted.learner), w,
    )  # fmt: skip


def _due(noted: _Fitted, asked: Array) -> Array | None:
    """Return what the right learner answers at these points, or None if it cannot answer there."""
    with suppress(Exception):  # it found nothing, or answers only on few instances
        return noted.answers(asked)
    return None


def _w(trace: Trace, d: int) -> Array | None:
    """Return the weights that a submission exposes, if they can be drawn."""
    shown = getattr(trace.facts, "state", {}).get("w")
    w = None if shown is None else np.asarray(shown, dtype=float)
    return w if w is not None and w.shape == (d,) and np.isfinite(w).all() and w.any() else None


def formula(learner: object) -> str:
    """Return what a fitted learner has found, in words, or "" if the picture says it all."""
    if isinstance(learner, DecisionListLearner):
        rules = [f"if x{sub(i)} = {b} then {signed(o)}" for i, b, o in learner.rules]
        return "; ".join([*rules, "else −1"])
    if isinstance(learner, ConjunctionElimination):
        if (learner.plain & learner.negated).any():
            return "every literal, and so never true"
        plain = [f"x{sub(i)}" for i in np.flatnonzero(learner.plain).tolist()]
        return (
            " ∧ ".join([*plain, *(f"¬x{sub(i)}" for i in np.flatnonzero(learner.negated).tolist())])
            or "empty, always true"
        )
    if isinstance(learner, RectangleERM | IntervalERM):
        a, b = np.atleast_1d(learner.a), np.atleast_1d(learner.b)
        decimals = distinct([*a.tolist(), *b.tolist()], "{:.4g}".format)
        sides = " × ".join(
            f"[{decimals[low]}, {decimals[high]}]" for low, high in zip(a.tolist(), b.tolist(), strict=True)
        )
        return sides.replace("-", "−") if (a <= b).all() else "empty"
    return ""


def sub(index: int) -> str:
    """Format the index of a variable as a subscript, counted from 1."""
    return str(index + 1).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def _boolean(X: Array) -> bool:
    """Return whether the features are Boolean. Only Boolean features have an integer type."""
    return bool(X.dtype.kind in "ib" and set(np.unique(X).tolist()) <= {0, 1})


def _sample_first(X: Array, asked: Array) -> list[int]:
    """Return the order in which the instances that were asked are the sample's, an equal one for each, and then others.

    It is the order in which they were asked if that starts with the sample, or lacks some of it.
    """
    instances, sampled = list(map(tuple, asked.tolist())), list(map(tuple, X.tolist()))
    if instances[: len(X)] == sampled or not {*sampled} <= {*instances}:
        return list(range(len(asked)))
    first = [instances.index(instance) for instance in sampled]
    return [*first, *(k for k, instance in enumerate(instances) if instance not in sampled)]


def _answers(trace: Trace) -> Array | None:
    """Return the answers on everything that was asked."""
    facts = trace.facts
    given = getattr(facts, "predictions", getattr(facts, "answers", None))
    if given is None and len(trace.rounds) == 1:
        given = trace.rounds[0].prediction
    if given is None:
        return None
    return np.array([float(answer) for answer in (*np.ravel(given), *np.ravel(getattr(facts, "beyond", ())))])


def _region(noted: _Fitted, X: Array, beyond: Array | None) -> tuple[Array | None, tuple[Array, ...]]:
    """Return the labels of the fitted hypothesis on a grid around the points, in one or two dimensions."""
    d = X.shape[1]
    if d > 2 or _boolean(noted.X):
        return None, ()
    points = X if beyond is None else np.vstack((X, beyond))
    axes = axes_around(points)
    try:
        labels = noted.answers(rows_of(axes).astype(noted.X.dtype))
    except Exception:  # it found nothing, or answers only on few instances
        return None, ()
    return labels.reshape([len(axis) for axis in axes]), axes


def draw(scene: SampleScene) -> str:
    """Draw the sample on the line or in the plane."""
    flat = scene.X.shape[1] == 1
    body = 1.75 if flat else 3.35
    figure, axes = sheet(4.4, body + 0.6, (0.6, 0.55, 0.3, 0.1))
    if scene.own is not None:
        _draw_own(axes, scene, flat)
    if scene.region is not None and (flat or scene.own is None):
        _draw_region(axes, scene, flat)
    _draw_examples(axes, scene, flat)
    (_draw_answers_by_height if flat and scene.whose == YOURS else _draw_answers)(axes, scene, flat)
    reach = 1.3 * float(np.abs(scene.X).max()) or 1.0
    if scene.w is not None:
        along = np.array([[0, 0], [-2, 2]]) if flat else border(scene.w, 10 * reach)
        axes.plot(*along, color=GREEN, linewidth=1.8, label=f"⟨w,x⟩ = 0 of {scene.whose}")
    if scene.grid:
        axes.set_xlim(scene.grid[0][0], scene.grid[0][-1])
        axes.set_ylim(*(HEIGHTS if flat else scene.grid[1][[0, -1]]))
    else:
        axes.set(xlim=(-reach, reach), ylim=HEIGHTS if flat else (-reach, reach))
    axes.set_xlabel("x" if flat else "x₁")
    few_ticks(axes.xaxis)
    if flat:
        axes.set_yticks((-1, 1), ("−1", "+1"))
    else:
        axes.set_ylabel("x₂")
        few_ticks(axes.yaxis)
    key_below(figure, axes, body)
    return svg(figure, f"The sample: {scene.errors}")


HEIGHTS = (-1.7, 1.7)
"""On a line, the height is the label or the answer."""


def _at(X: Array, labels: Array, flat: bool) -> Array:
    """Return where to draw instances: in the plane, or above the line at the height of their labels."""
    return np.column_stack((X[:, 0], labels if flat else X[:, 1]))


def _draw_examples(axes: Axes, scene: SampleScene, flat: bool) -> None:
    """Draw the labels, sized by their weights, with a count where several examples are equal."""
    at = _at(scene.X, scene.y, flat)
    size = 70 if scene.weights is None else 20 + 300 * np.asarray(scene.weights, float) / np.sum(scene.weights)
    for label, (mark, colour) in MARKS.items():
        here = scene.y == label
        if here.any():
            sizes = size if np.isscalar(size) else np.asarray(size)[here]
            x1, x2 = at[here].T
            axes.scatter(x1, x2, s=sizes, marker=mark, color=colour, linewidth=2.4, zorder=3,
                         label=f"label {signed(label)}")  # fmt: skip
    alike, counts = np.unique(np.column_stack((at, scene.y)), axis=0, return_counts=True)
    for (x, height, label), count in zip(alike, counts, strict=True):
        if count > 1:
            axes.annotate(f"×{count}", (x, height), (9, 5 if label == 1 else -12), textcoords="offset points",
                          color=INK, fontsize=SMALL)  # fmt: skip


def _draw_answers(axes: Axes, scene: SampleScene, flat: bool) -> None:
    """Ring the examples that are answered wrongly, and draw the further answers as dots."""
    at = _at(scene.X, scene.y, flat)
    if scene.wrong.any():
        ringed(axes, at[scene.wrong], f"{scene.whose} does not give the label", 14)
    further = () if scene.beyond is None else _at(scene.beyond, np.zeros(len(scene.beyond)), flat)
    _mark_differing(axes, scene, [*at, *further])
    if scene.beyond is None or scene.beyond_answers is None:
        return
    where = _at(scene.beyond, np.zeros(len(scene.beyond)), flat)
    for label, (_, colour) in MARKS.items():
        here = scene.beyond_answers == label
        if here.any():
            x1, x2 = where[here].T
            axes.scatter(x1, x2, s=14, marker="o", color=colour, zorder=3,
                         label=f"asked as well, answer {signed(label)}")  # fmt: skip


def _mark_differing(axes: Axes, scene: SampleScene, places: Sequence[Array]) -> None:
    """Mark where the reference learner answers otherwise; both may be right."""
    if scene.differs.any():
        ringed(axes, np.array(places)[scene.differs], f"{scene.fitted} answers differently", 16, mark="D")


def _draw_answers_by_height(axes: Axes, scene: SampleScene, flat: bool) -> None:
    """Draw every answer as a circle at its height, those on the sample large; those that are not the label in another
    colour.
    """
    asked = [(scene.X, scene.answers, scene.wrong, 14)]
    if scene.beyond is not None and scene.beyond_answers is not None:
        asked.append((scene.beyond, scene.beyond_answers, np.zeros(len(scene.beyond), dtype=bool), 8))
    for colour, amiss, meaning in ((INK, False, "answers"), (ORANGE, True, "does not give the label")):
        name: str | None = f"{scene.whose} {meaning}"
        for X, answers, wrong, size in asked:
            here = (wrong == amiss) & ~np.isnan(answers)
            if here.any():
                ringed(axes, _at(X, answers, flat)[here], name, size, colour, width=2.2 if amiss else 1.2)
                name = None
    _mark_differing(axes, scene, [place for X, answers, _, _ in asked for place in _at(X, answers, flat)])


def _draw_region(axes: Axes, scene: SampleScene, flat: bool) -> None:
    """Draw where the fitted hypothesis says +1."""
    assert scene.region is not None
    inside = (scene.region > 0).astype(float)
    if flat:
        inside = np.repeat(inside[:, None], 2, axis=1)
    xs, ys = scene.grid[0], np.array(HEIGHTS) if flat else scene.grid[1]
    meaning = f"{'the hypothesis' if scene.whose != YOURS else scene.fitted} says +1"
    if inside.min() == inside.max():
        meaning = f"{meaning} everywhere" if inside.any() else meaning.replace("+1", "−1 everywhere")
    shaded(axes, xs, ys, inside, 0.5)
    in_key(axes, meaning, SKY, "s" if inside.any() else "", 0.5)


def _draw_own(axes: Axes, scene: SampleScene, flat: bool) -> None:
    """Draw a submission's hypothesis: its answer along the line, or where it says +1 in the plane.

    In the plane the border of the reference learner's hypothesis is drawn over it.
    """
    assert scene.own is not None
    if flat:
        axes.plot(scene.grid[0], scene.own, color=INK, linewidth=0.9, label=f"{scene.whose}: the answer at each x")
        return
    (xs, ys), inside = scene.grid, (scene.own > 0).astype(float)
    shaded(axes, xs, ys, inside, 0.5, bordered=False)
    if inside.any():
        in_key(axes, f"{scene.whose} says +1", SKY, "s", 0.5)
    if scene.region is not None and len(set((scene.region > 0).ravel().tolist())) > 1:
        due = (scene.region > 0).astype(float)
        axes.contour(xs, ys, due.T, levels=[0.5], colors=[GREEN], linestyles="dashed", linewidths=1.4)
        axes.plot([], [], color=GREEN, linestyle="dashed", label=f"{scene.fitted}: its border")
