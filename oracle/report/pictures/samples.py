"""A sample, a batch learner's answers on it, and what the right learner says everywhere."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, Self

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners import ConjunctionElimination, DecisionListLearner, IntervalERM, RectangleERM
from learncheck.learners.arrays import Array
from learncheck.oracle.engine.recorder import Recorder
from learncheck.oracle.judging.around import Around, axes_around, rows_of
from learncheck.oracle.judging.transcript import together
from learncheck.oracle.report.pictures.layers import (
    Axis,
    Layer,
    Line,
    Panel,
    Points,
    Region,
    Scene,
    Sheet,
    Text,
    border,
    plane,
)
from learncheck.oracle.report.pictures.rounds import MARKS, OURS, REFERENCE, YOURS, signed
from learncheck.strategies.play.case import Case, Make, Trace

MOST_EXAMPLES, MOST_FEATURES = 40, 16
MOST_ROWS = 24
HEIGHTS = (-1.7, 1.7)
"""On a line, the height is the label or the answer."""


@dataclass(frozen=True)
class SampleScene(Scene):
    """Examples with their labels and weights, and the answers on them (NaN if there are none).

    beyond, beyond_answers: further points that were asked, if there are any, with the answers.
    due:      beside a submission, the reference learner's answers on the examples and the further points, 0 at ties.
    region:   labels of the fitted hypothesis on the grid with the coordinates `grid`.
    fitted:   whose hypothesis that is; `formula` states it in words.
    w:        the weights of a submission that exposes them.
    own:      labels of a submission's hypothesis on the grid.
    """

    X: Array
    y: Array
    answers: Array
    beyond: Array
    beyond_answers: Array
    weights: Array | None = None
    due: Array | None = None
    region: Array | None = None
    grid: tuple[Array, ...] = ()
    whose: str = OURS
    fitted: str = OURS
    boolean: bool = False
    formula: str = ""
    w: Array | None = None
    own: Array | None = None

    def alone(self) -> Self:
        return replace(self, region=None, grid=() if self.own is None else self.grid, due=None, formula="")

    @property
    def telling(self) -> int:
        return len(self.y) if len(set(self.y.tolist())) > 1 else 1

    def with_own(self, around: Around) -> Self:
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
        given = np.concatenate((self.answers, self.beyond_answers))
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
        weight_of, instance = together([weights]), _instances(self.X, self.beyond)
        rows = [
            [instance(x), *[weight_of(weight)] * weighted, signed(y), _marked(answer, "✗" * bool(answer != y))]
            for x, weight, y, answer in zip(self.X, weights, self.y, self.answers, strict=True)
        ]
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

    def parts(self) -> Sequence[tuple[Sheet, str]]:
        return [] if self.as_table else super().parts()

    @property
    def flat(self) -> bool:
        """Whether the instances lie on a line, and the height of a mark is the label or the answer."""
        return len(self.X[0]) == 1

    @property
    def key(self) -> str:
        flat, further = self.flat, len(self.beyond) > 0
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

    def whole(self) -> Sheet:
        """Lay out the sample on the line or in the plane."""
        reach = 1.3 * float(np.abs(self.X).max()) or 1.0
        layers = [*self._hypotheses(), *self._examples()]
        layers += self._answers_by_height() if self.flat and self.whose == YOURS else self._answers()
        if self.w is not None:
            along = np.array([[0, 0], [-2, 2]]) if self.flat else border(self.w, 10 * reach)
            layers.append(Line(along, "green", f"⟨w,x⟩ = 0 of {self.whose}", width=1.8))
        x, y = plane(reach)
        if self.grid:
            x, y = (Axis(along[0], along[-1], axis.label) for along, axis in zip(self._grid, (x, y), strict=True))
        if self.flat:
            x, y = replace(x, label="x"), Axis(*HEIGHTS, ticks={-1: "−1", 1: "+1"})
        return Sheet([Panel(x, y, layers)], f"The sample: {self.errors}", 3.5, 1.5 if self.flat else 3.1)

    @property
    def _grid(self) -> tuple[Array, ...]:
        """The grid, in the plane of the picture."""
        return (self.grid[0], np.array(HEIGHTS)) if self.flat else self.grid

    def _at(self, X: Array, labels: Array) -> tuple[Array, Array]:
        """Return where instances are: in the plane, or above the line at the height of their labels."""
        return X[:, 0], labels if self.flat else X[:, 1]

    def _examples(self) -> Iterator[Layer]:
        """Yield the labels, sized by their weights, with a count where several examples are equal."""
        x, height = self._at(self.X, self.y)
        shares = None if self.weights is None else np.asarray(self.weights, float) / np.sum(self.weights)
        sizes = np.sqrt(np.full(len(self.y), 70) if shares is None else 20 + 300 * shares)
        for label, (mark, colour) in MARKS.items():
            here, name = self.y == label, f"label {signed(label)}"
            for size in np.unique(sizes[here]):
                of_size = here & (sizes == size)
                yield Points((x[of_size], height[of_size]), mark, colour, name, float(size), 2.4)
                name = ""
        alike, counts = np.unique(np.column_stack((x, height, self.y)), axis=0, return_counts=True)
        for (at, high, label), count in zip(alike, counts, strict=True):
            if count > 1:
                moved = (9, 5 if label == 1 else -12)
                yield Text(at, high, f"×{count}", align=("left", "bottom"), moved=moved)

    def _answers(self) -> Iterator[Layer]:
        """Yield rings around the examples that are answered wrongly, and the further answers as dots."""
        if self.wrong.any():
            at = self._at(self.X[self.wrong], self.y[self.wrong])
            yield Points(at, "o", name=f"{self.whose} does not give the label", size=14, hollow=True)
        yield from self._differing(self.y, np.zeros(len(self.beyond)))
        for label, (_, colour) in MARKS.items():
            here = self.beyond_answers == label
            if here.any():
                at = self._at(self.beyond[here], np.zeros(here.sum()))
                yield Points(at, "o", colour, f"asked as well, answer {signed(label)}", 3.7)

    def _differing(self, heights: Array, beyond: Array) -> Iterator[Layer]:
        """Yield marks where the reference learner answers otherwise; both may be right."""
        if self.differs.any():
            X, heights = np.vstack((self.X, self.beyond)), np.concatenate((heights, beyond))
            at = self._at(X[self.differs], heights[self.differs])
            yield Points(at, "D", name=f"{self.fitted} answers differently", size=16, hollow=True)

    def _answers_by_height(self) -> Iterator[Layer]:
        """Yield every answer as a circle at its height, large on the sample, and coloured if it is not the label."""
        further = np.zeros(len(self.beyond), dtype=bool)
        asked = [(self.X, self.answers, self.wrong, 14), (self.beyond, self.beyond_answers, further, 8)]
        for colour, amiss, meaning in (("ink", False, "answers"), ("orange", True, "does not give the label")):
            name = f"{self.whose} {meaning}"
            for instances, answers, wrong, size in asked:
                here = (wrong == amiss) & ~np.isnan(answers)
                if here.any():
                    at = self._at(instances[here], answers[here])
                    yield Points(at, "o", colour, name, size, 2.2 if amiss else 1.2, hollow=True)
                    name = ""
        yield from self._differing(self.answers, self.beyond_answers)

    def _hypotheses(self) -> Iterator[Layer]:
        """Yield where a submission says +1, or its answers along the line, and the fitted hypothesis or its border."""
        own, fitted = (None if labels is None else (labels > 0).astype(float) for labels in (self.own, self.region))
        if self.own is not None and self.flat:
            name = f"{self.whose}: the answer at each x"
            yield Line((self.grid[0], self.own), name=name, width=0.9)
        elif own is not None:
            yield Region(self._grid, own, 0.5, name=f"{self.whose} says +1" if own.any() else "")
        if fitted is None:
            return
        if own is not None and not self.flat:
            if 0 < fitted.mean() < 1:
                name = f"{self.fitted}: its border"
                yield Region(self._grid, fitted, 0.5, shaded=False, border="green", name=name)
            return
        meaning = f"{'the hypothesis' if self.whose != YOURS else self.fitted} says +1"
        if fitted.min() == fitted.max():
            meaning = f"{meaning} everywhere" if fitted.any() else meaning.replace("+1", "−1 everywhere")
        inside = np.repeat(fitted[:, None], 2, axis=1) if self.flat else fitted
        yield Region(self._grid, inside, 0.5, border="faint", name=meaning)


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
    beyond = asked[m:].astype(float) if len(own) == len(asked) > m and (asked[:m] == noted.X).all() else X[:0]
    region, grid = _region(noted, X, beyond)
    boolean = _boolean(noted.X)
    w = _w(trace, d) if whose == YOURS and not boolean else None
    fitted = REFERENCE if whose == YOURS else OURS
    due = _due(noted, asked[: m + len(beyond)]) if whose == YOURS else None
    return SampleScene(
        X, y, own[:m], beyond, own[m : m + len(beyond)], noted.weights, due, region, grid, whose, fitted, boolean,
        formula(noted.learner), w,
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


def _region(noted: _Fitted, X: Array, beyond: Array) -> tuple[Array | None, tuple[Array, ...]]:
    """Return the labels of the fitted hypothesis on a grid around the points, in one or two dimensions."""
    d = X.shape[1]
    if d > 2 or _boolean(noted.X):
        return None, ()
    axes = axes_around(np.vstack((X, beyond)))
    try:
        labels = noted.answers(rows_of(axes).astype(noted.X.dtype))
    except Exception:  # it found nothing, or answers only on few instances
        return None, ()
    return labels.reshape([len(axis) for axis in axes]), axes
