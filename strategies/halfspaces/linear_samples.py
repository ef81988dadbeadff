"""Samples for the Perceptron: with the labels of a halfspace through the origin, and with any labels.

Points are nonzero integer vectors over a power of two, so that floats hold them exactly. Only the signed points y·x
matter. Source: UML 9.1.2; LIN, PLA and Pocket.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from learncheck.exact.separation import Dependence, inner, separate
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.vectors import Vector, nonzero_vector, signed
from learncheck.strategies.play.case import Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import FLIPPED, Handed, PointSample

ExactVector = tuple[int | Fraction, ...]


@lru_cache(8192)
def least_norm(signed: tuple[ExactVector, ...]) -> tuple[ExactVector, int | Fraction] | None:
    """The w of least norm with ⟨w,yx⟩ >= 1 for all of these vectors yx, and ‖w‖²; None if there is no such w."""
    answer = separate(signed, (1,) * len(signed))
    return None if isinstance(answer, Dependence) else (answer.w, answer.norm_squared)


def most_updates(signed: tuple[Vector, ...]) -> int | Fraction | None:
    """(RB)², for any denominator; None if the signed points are not separable. Source: UML Theorem 9.1."""
    solution = least_norm(signed)
    return None if solution is None else max(sum(c * c for c in v) for v in signed) * solution[1]


def steep_points(d: int) -> tuple[Vector, ...]:
    """x_k = e_k − e_1 − … − e_(k-1) for k = 1, ..., d: labelled +1, every separator has w_k >= 2^(k-1)."""
    return tuple(tuple(int(j == k) - int(j < k) for j in range(d)) for k in range(d))


AROUND: tuple[Vector, ...] = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1))
"""Directions all around the plane, one of every pair x, −x."""


def labelled_any(
    choices: Choices, dimension: int, reach: int, examples: int
) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Points with any labels."""
    rows = choices.many(lambda: (nonzero_vector(choices, dimension, reach), choices.label()), least=1, most=examples)
    points, labels = zip(*rows, strict=True)
    return points, labels


def labelled(choices: Choices, dimension: int, reach: int, examples: int) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Points with the labels of one w*, which itself replaces points orthogonal to it."""
    target = nonzero_vector(choices, dimension, reach)
    drawn = choices.many(lambda: nonzero_vector(choices, dimension, reach), least=1, most=examples)
    margins = [inner(target, x) for x in drawn]
    points = tuple(x if margin else target for x, margin in zip(drawn, margins, strict=True))
    return points, tuple(-1 if margin < 0 else 1 for margin in margins)


def labelled_plane(reach: int) -> tuple[tuple[Vector, int], ...]:
    """The points of {-reach, ..., reach}² without 0, with both labels, short ones first."""
    grid = [(a, b) for a in range(-reach, reach + 1) for b in range(-reach, reach + 1) if a or b]
    ordered = sorted(grid, key=lambda x: (x[0] ** 2 + x[1] ** 2, -x[0], -x[1]))
    return tuple((x, y) for x in ordered for y in (1, -1))


def every_labelled(
    choices: Choices, reach: int, examples: int, ordered: int | None = None, *, separable: bool | None = None
) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Every sample of 1 to `examples` of the labelled points of {-reach, ..., reach}², separable or not as asked.

    Samples of more than `ordered` examples are only in ascending order; None: all samples are in every order.
    """
    pool = labelled_plane(reach)
    count = choices.integer(1, examples)
    chosen = choices.indices(count, len(pool), ascending=ordered is not None and count > ordered)
    points, labels = zip(*(pool[i] for i in chosen), strict=True)
    if separable is not None and separable == (most_updates(signed(points, labels)) is None):
        choices.reject()
    return points, labels


def turned(points: Sequence[Vector]) -> tuple[Vector, ...]:
    """The distinct vectors −x."""
    return tuple(dict.fromkeys(tuple(-v for v in x) for x in points))


def some_halfspace(vectors: Sequence[Sequence[int]], labels: Sequence[int]) -> bool:
    """Whether some w has y⟨w,x⟩ > 0 for all x whose label y is not 0."""
    labelled = [(x, y) for x, y in zip(vectors, labels, strict=True) if y]
    if not labelled:
        return True
    xs, ys = zip(*labelled, strict=True)
    return all(map(any, xs)) and not isinstance(separate(xs, ys), Dependence)


class LinearSample(PointSample, frozen=True):
    """A sample for a batch learner of halfspaces, whose coordinates are over a denominator.

    With `again`, the learner is first fitted to the same points with all labels flipped.
    """

    headings = ("examples", "answers", "labels", "errors")  # of one round, which is the whole fit
    earlier = FLIPPED

    denominator: int = 1

    def figures(self, trace: Trace) -> list[int]:
        """The examples that are answered wrongly, where the fit is a round."""
        return [trace.facts.errors for _ in trace.rounds]

    def __post_init__(self) -> None:
        super().__post_init__()
        require(all(map(any, self.points)), f"the points are {self.points}: give no point 0")
        require(
            self.denominator > 0 and self.denominator & (self.denominator - 1) == 0,
            f"denominator = {self.denominator}: give a power of two, so that floats hold the points exactly",
        )

    def handed(self) -> Handed:
        rows = np.array((*self.points, *self.queries)) / self.denominator
        y = np.array(self.labels)
        return Handed(rows[: len(y)], y, rows[len(y) :], self.earlier if self.again else None)

    @property
    def signed(self) -> tuple[Vector, ...]:
        """The vectors y_i·x_i, in units of the denominator."""
        return signed(self.points, self.labels)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """If the learner exposes its state, the whole fit is one round, for claims about the state."""
        trace = super().play(make, watch)
        facts = trace.facts
        if facts.state.keys() != set(watch) or not watch:
            return trace
        X = self.handed().X
        start = {"w": np.zeros(X.shape[1]), "n_updates": 0}
        before = {name: start[name] for name in watch}
        return Trace(self, Rounds.of_nobody([before, facts.state], [X], [facts.answers], [self.labels]), facts)


class SeparableSample(LinearSample, frozen=True, tag="separable-sample"):
    """A sample that some halfspace through the origin labels, with no point on its boundary.

    Raises ValueError if there is none, since a batch Perceptron would not halt.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            most_updates(self.signed) is not None,
            f"the sample {self.signed} is not separable: a batch Perceptron never halts on it; change a label",
        )
