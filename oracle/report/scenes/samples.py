"""A sample, a batch learner's answers on it, and what the right learner says everywhere."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from learncheck.exact.decimals import decimal
from learncheck.learners import ConjunctionElimination, DecisionListLearner, IntervalERM, RectangleERM
from learncheck.oracle.engine.recorder import Recorder
from learncheck.oracle.judging.around import Around, axes_around, rows_of
from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS, Array, signed
from learncheck.strategies.play.case import Case, Trace

MOST_EXAMPLES, MOST_FEATURES = 40, 16
MOST_ROWS = 24


@dataclass(frozen=True)
class Sample:
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

    def with_own(self, around: Around) -> "Sample":
        """Return the scene with a submission's answers on the grid, if they are those of this grid."""
        same = len(around.axes) == len(self.grid) and all(map(np.array_equal, around.axes, self.grid))
        return replace(self, own=np.sign(around.answers)) if same else self

    @property
    def wrong(self) -> Array:
        """Which of the examples are answered wrongly."""
        found: Array = ~np.isnan(self.answers) & (self.answers != self.y)
        return found

    @property
    def differs(self) -> Array:
        """Which of the examples and the further points the reference learner answers otherwise."""
        given = self.answers if self.beyond_answers is None else np.concatenate((self.answers, self.beyond_answers))
        if self.due is None:
            return np.zeros(len(given), dtype=bool)
        found: Array = ~np.isnan(given) & (given != self.due) & (self.due != 0)
        return found

    @property
    def told(self) -> str:
        """How many of the examples are answered wrongly, in words."""
        if np.isnan(self.answers).all():
            return f"{self.whose} gave no answers"
        return f"{self.whose} answers {int(self.wrong.sum())} of {len(self.y)} examples wrongly"

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
        rows = [
            [_instance(x), *[f"{weight:.3g}"] * weighted, signed(y), _marked(answer, "✗" * bool(answer != y))]
            for x, weight, y, answer in zip(self.X, weights, self.y, self.answers, strict=True)
        ]
        if self.beyond is not None and self.beyond_answers is not None:
            rows += [
                [_instance(x), *[""] * weighted, "", _marked(answer, "")]
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
            told = "+ and − are the labels."
        elif flat and self.whose == YOURS:
            told = "The height of + and − is the label; that of a circle is the answer of your learner"
            told += ", small where it was asked beyond the sample." if further else "."
        else:
            marked = "; a circle marks the examples that are answered wrongly" * bool(self.wrong.any())
            told = f"+ and − are the labels{marked}." + " Small dots are further points that were asked." * further
        if self.own is not None:
            told += (
                " The thin line is your learner's answer at each x." if flat else " Blue is where your learner says +1."
            )
        if self.region is not None and self.own is not None and not flat:
            told += f" The dashed line is the border of the hypothesis of {self.fitted}."
        elif self.region is not None and (self.region > 0).any():
            told += f" Blue is where the hypothesis of {self.fitted} says +1."
        return told + f" The hypothesis of {self.fitted}: {self.formula}." * bool(self.formula)


def _instance(x: Array) -> str:
    numbers = ", ".join(decimal(each).replace("-", "−") for each in x)
    return numbers if len(x) == 1 else f"({numbers})"


def _marked(answer: float, mark: str) -> str:
    return "" if np.isnan(answer) else f"{signed(int(answer))} {mark}".rstrip()


class _Fitted:
    """How the right learner was fitted in a case: its last sample, and what it was asked.

    asked: the last rows that are not a single one, or else the first; None if it was asked nothing.
    """

    def __init__(self, make: Callable[..., Any], case: Case) -> None:
        self.learner: Any = None
        recorder = Recorder(partial(self._made, make))
        self.trace = case.play(recorder)
        fits = [call for call in recorder.calls if call.method == "fit"]
        self.X, self.y = fits[-1].arguments if fits else (None, None)
        self.weights = fits[-1].named.get("sample_weight") if fits else None
        asked = [call.arguments[0] for call in recorder.calls if call.method == "predict"]
        self.asked = next((X for X in reversed(asked) if len(X) != 1), asked[0] if asked else None)

    def _made(self, make: Callable[..., Any], *arguments: Any) -> Any:
        self.learner = make(*arguments)
        return self.learner

    def answers(self, X: Array) -> Array:
        """Return what the learner answers at these points. It raises if it found nothing, or answers only on few."""
        found: Array = np.sign(np.asarray(self.learner.predict(X.copy()), dtype=float))
        return found


def sample(learner: Any, trace: Trace, whose: str) -> Sample | None:
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
    return Sample(
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


def formula(learner: Any) -> str:
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
        sides = " × ".join(f"[{low:.4g}, {high:.4g}]" for low, high in zip(a, b, strict=True))
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
    first = [instances.index(each) for each in sampled]
    return [*first, *(k for k, each in enumerate(instances) if each not in sampled)]


def _answers(trace: Trace) -> Array | None:
    """Return the answers on everything that was asked."""
    facts = trace.facts
    told = getattr(facts, "predictions", getattr(facts, "answers", None))
    if told is None and len(trace.rounds) == 1:
        told = trace.rounds[0].prediction
    if told is None:
        return None
    return np.array([float(each) for each in (*np.ravel(told), *np.ravel(getattr(facts, "beyond", ())))])


def _region(noted: _Fitted, X: Array, beyond: Array | None) -> tuple[Array | None, tuple[Array, ...]]:
    """Return the labels of the fitted hypothesis on a grid around the points, in one or two dimensions."""
    d = X.shape[1]
    if d > 2 or _boolean(noted.X):
        return None, ()
    points = X if beyond is None else np.vstack((X, beyond))
    axes = axes_around(points)
    try:
        said = noted.answers(rows_of(axes).astype(noted.X.dtype))
    except Exception:  # it found nothing, or answers only on few instances
        return None, ()
    return said.reshape([len(each) for each in axes]), axes
