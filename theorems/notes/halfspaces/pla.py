"""Cyclic PLA halts if the data are linearly separable, and only then: LIN, Practical Implementation of PLA."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

import numpy as np

from learncheck.learners import Perceptron
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats
from learncheck.strategies.halfspaces import ladders, linear_samples
from learncheck.strategies.halfspaces.vectors import Vector, axes, signed
from learncheck.strategies.play.case import Coordinates, Label, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Environment, Game
from learncheck.theorems.language.claim import LIN, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.notes.halfspaces.perceptron_margins import turns_by_distance
from learncheck.theorems.notes.halfspaces.separators import (
    R2,
    W2,
    M,
    least,
    radius_squared,
    rho2,
    separable,
    separator,
    towards_separator,
)


def corrections(trace: Trace) -> Values:
    """Measure T (as M), R², and ρ² of the w_f with the greatest ρ, scaled so that min y⟨w_f,x⟩ = 1."""
    square = Fraction(separator(trace)[1])
    return {M: trace.mistakes, R2: radius_squared(trace), rho2: 1 / square, W2: square, least: 1}


LINEAR_SEPARABLE = Premise("some homogeneous halfspace separates the sample", separable, least > 0)


class CyclicGame(Game, frozen=True, tag="cyclic-game"):
    """Cyclic PLA: the examples are presented in the order `cycle`, over and over, until N in a row are right.

    The Perceptron that plays corrects its mistakes along the way. A game is stopped after `cycles` cycles; None: after
    ⌊(RB)²⌋ + 2, more than PLA ever needs on a separable sample. Source: LIN, Practical Implementation of PLA.
    """

    coordinates = Coordinates(vectors=("points",))

    points: tuple[Vector, ...]
    denominator: int
    labels: tuple[Label, ...]
    cycle: tuple[int, ...]
    cycles: int | None = None

    def __post_init__(self) -> None:
        require(
            sorted(self.cycle) == list(range(len(self.points))) and len(self.labels) == len(self.points) > 0,
            f"the cycle {self.cycle} over {len(self.points)} examples: name each of them once",
        )

    def arguments(self) -> tuple[int]:
        return (len(self.points[0]),)

    def in_words(self, trace: Trace) -> dict[str, object]:
        """Return nothing, since the rounds show every example."""
        return {}

    @property
    def signed(self) -> tuple[Vector, ...]:
        """The vectors y_i·x_i, in units of the denominator."""
        return signed(self.points, self.labels)

    def script(self) -> Sequence[int]:
        if self.cycles is not None:
            return self.cycle * self.cycles
        bound = linear_samples.most_updates(self.signed)
        require(bound is not None, f"the sample {self.signed} is not separable: PLA need not halt; change a label")
        assert bound is not None
        return self.cycle * (floor(bound) + 2)

    def environment(self) -> Environment:
        return UntilACycleIsRight(self)


def cyclic_games(choices: Choices, *, dimensions: int, reach: int, examples: int) -> CyclicGame:
    """Separable samples in any order. Shrinks to one point, e_1, labelled +1, and to the naive cycle."""
    points, labels = linear_samples.labelled(choices, choices.integer(1, dimensions), reach, examples)
    denominator = 2 ** choices.integer(0, 1)
    return CyclicGame(points, denominator, labels, choices.permutation(len(points)))


def every_cyclic_game(
    choices: Choices, *, reach: int, examples: int, cycles: int | None = None, not_separable: bool = False
) -> CyclicGame:
    """Every sample of `linear_samples.every_labelled` that is separable, or every one that is not, in every order."""
    points, labels = linear_samples.every_labelled(choices, reach, examples, 0, separable=not not_separable)
    return CyclicGame(points, 1, labels, choices.permutation(len(points)), cycles)


PLA_HALTS = Claim(
    "pla-halts",
    r"On linearly separable data cyclic PLA, naive or with a precomputed random cycle, halts after $T \le R^2/\rho^2$ "
    r"corrections, where $R = \max\|x_n\|$ and $\rho = \min y_n\langle w_f,x_n\rangle/\|w_f\|$ for any $w_f$ that "
    "separates the data.",
    sources=(LIN("Practical Implementation of PLA"), LIN("Guarantee of PLA")),
    kind="batch",
    label="tight",
    learner=Perceptron,
    cases=Family(
        cyclic_games,
        exhaust=every_cyclic_game,
        extent="all separable samples of up to {examples:≤ _ examples} nonzero labelled points of the plane with "
        "integer coordinates up to ±{reach}, in every cycle",
        search=dict(dimensions=3, reach=2, examples=4),
        scout=dict(dimensions=4, reach=3, examples=6),
        quick=dict(reach=1, examples=2),
        full=dict(reach=1, examples=3),
        ladder=lambda: cyclic_ladder(),
    ),
    assuming=(LINEAR_SEPARABLE,),
    measure=corrections,
    bound=M <= R2 / rho2,
    watch=("w",),
    state=towards_separator,
    proof=turns_by_distance(
        LINEAR_SEPARABLE,
        best=lambda trace: separator(trace)[0],
        reading="$M$, the corrections, are the notes' $T$. A cycle without a correction ends the run, so it has "
        r"at most $\lfloor R^2/\rho^2\rfloor + 1$ cycles; whatever the cycle, the bound is the same.",
    ),
    attained_by=lambda: map(axes_cycle, (1, 2, 5, 20)),
    remark="The Perceptron plays the examples in a fixed cycle until one passes without a mistake; a game is broken "
    "off only beyond the bound, so that keeping the bound means halting. The $w_f$ taken is the one of the greatest "
    r"$\rho$, exactly.",
)


class UntilACycleIsRight(Environment):
    """Presents the examples that the script names, until as many answers in a row are right as there are examples."""

    def __init__(self, game: CyclicGame) -> None:
        self.arrays = list(np.array(game.points) / game.denominator)
        self.labels = game.labels
        self.right = 0

    def present(self, move: int) -> Floats | None:
        return None if self.right == len(self.arrays) else self.arrays[move]

    def answer(self, move: int, prediction: int) -> Label:
        label = self.labels[move]
        self.right = self.right + 1 if prediction == label else 0
        return label


def axes_cycle(size: int) -> CyclicGame:
    """e_1, ..., e_m labelled +1, in the naive cycle."""
    return CyclicGame(axes(size), 1, (1,) * size, tuple(range(size)))


def cyclic_ladder() -> Iterator[CyclicGame]:
    """Samples for cyclic PLA, small enough that (RB)² cycles can be played."""
    for k in (1, 2, 3):
        yield CyclicGame(ladders.narrow(k), 2**k, (1, -1), (0, 1))
    for d in ladders.FEW[:-1]:
        yield CyclicGame(linear_samples.steep_points(d), 1, (1,) * d, tuple(range(d)))


C = quantity("C", "the cycles")


@premise("no homogeneous halfspace separates the sample", option="not_separable")
def NOT_SEPARABLE(trace: Trace) -> bool:
    """Whether no w has y_n⟨w,x_n⟩ > 0 for all n."""
    return linear_samples.most_updates(trace.case.signed) is None


def hopeless_cycles(
    choices: Choices, *, dimensions: int, reach: int, examples: int, cycles: int, not_separable: bool = False
) -> CyclicGame:
    """Samples that no halfspace separates, in any order; any samples unless `not_separable`.

    Shrinks to e_1 with both labels and to the naive cycle.
    """
    d = choices.integer(1, dimensions)
    points, labels = linear_samples.labelled_any(choices, d, reach, examples)
    if not_separable and linear_samples.most_updates(signed(points, labels)) is not None:
        points, labels = (*points, points[0]), (*labels, -labels[0])
    return CyclicGame(points, 1, labels, choices.permutation(len(points)), choices.integer(1, cycles))


PLA_NEEDS = Claim(
    "pla-halts-only-if-separable",
    "PLA halts only if the data are linearly separable: on others every cycle through them has a mistake.",
    sources=(LIN("Linear Separability"),),
    kind="batch",
    label="lower",
    learner=Perceptron,
    cases=Family(
        hopeless_cycles,
        exhaust=every_cyclic_game,
        extent="all samples of up to {examples:≤ _ examples} nonzero labelled points of the plane with integer "
        "coordinates up to ±{reach} that no halfspace separates, in every cycle, {cycles} cycles",
        search=dict(dimensions=3, reach=2, examples=4, cycles=4),
        scout=dict(dimensions=3, reach=3, examples=6, cycles=8),
        quick=dict(reach=1, examples=2, cycles=4),
        full=dict(reach=1, examples=3, cycles=6),
    ),
    assuming=(NOT_SEPARABLE,),
    measure=lambda trace: {M: trace.mistakes, C: trace.case.cycles},
    bound=M >= C,
    attained_by=lambda: [CyclicGame(((1,), (-1,), (2,)), 1, (1, 1, 1), (0, 2, 1), 6)],
    remark="Without a mistake for a whole cycle $w$ would separate them. A learner that breaks its ties luckily "
    "may halt on data that some halfspace separates weakly, and at $w = 0$ on data of one label; so "
    "submissions are judged by perceptron-conforms.",
    judged=False,
)
