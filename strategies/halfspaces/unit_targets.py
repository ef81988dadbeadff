"""Games for the Modified Perceptron: unit instances labelled by a unit w*, from a unit start; and the random start.

- `UnitTargetGame`: the labels are those of a given w*
- `BadStartGame`: an adversary that makes the learner update in every round, from any start with ⟨w*,w⁰⟩ < 0
- `RandomStart`: not a game but a uniformly random unit start in n dimensions, and its probabilities

Vectors are stored as integers, and the learner gets them divided by their length. If the length is a power of two, as
for (1, 1, 1, 1) or (3, 2, 1, 1, 1), floats hold the unit vector exactly. Source: VEM 8.3.2, Theorem 8.7.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from learncheck.exact.balls import ends, fraction
from learncheck.learners import sign
from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner as inner_product
from learncheck.strategies.halfspaces.families import signed_sequence
from learncheck.strategies.halfspaces.games import LABEL, NOISE, TargetLabel
from learncheck.strategies.halfspaces.vectors import Array, Vector, inner, length, lines, pythagorean, unit
from learncheck.strategies.play.case import Case, Coordinates, Label
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Environment, Game
from learncheck.strategies.samples.fitting import require_proper


class UnitTargetGame(Game, frozen=True, tag="unit-target-game"):
    """Instances x·stretch/(shrink·‖x‖) with the labels of ⟨w*,x⟩, w* = target/‖target‖, from w⁰ = start/‖start‖.

    A move is (instance, `LABEL` or `NOISE`). The game ends at an instance that is orthogonal to w*.
    """

    coordinates = Coordinates(vectors=("instances", "start", "target"))

    instances: tuple[Vector, ...]
    moves: tuple[tuple[int, int], ...]
    sigma: Fraction
    start: Vector
    target: Vector
    stretch: int = 1
    shrink: int = 1

    def __post_init__(self) -> None:
        require(
            all(map(any, (*self.instances, self.start, self.target))),
            f"the instances {self.instances}, the start {self.start} and the target {self.target}: give none that is 0",
        )

    @property
    def dimension(self) -> int:
        """n."""
        return len(self.start)

    def arguments(self) -> tuple[Any, ...]:
        return float(self.sigma), unit(self.start)

    def weights(self) -> tuple[Fraction, ...]:
        """w*. Raises ValueError for a target whose length is not an integer."""
        size = length(self.target)
        require(size is not None, f"the target {self.target} has no integer length: give one like (3, 4)")
        assert size is not None
        return tuple(Fraction(v, size) for v in self.target)

    def environment(self) -> Environment:
        arrays = [self.stretch * unit(x) / self.shrink for x in self.instances]
        return TargetLabel(arrays, [sign(inner(x, self.target)) for x in self.instances])


TOO_SHORT = 2.0**-40
"""A w of which so much has been removed points anywhere: what is left of it is rounding errors."""


class BadStartGame(Game, frozen=True, tag="bad-start-game"):
    """At most `rounds` rounds from w⁰ = start/‖start‖, where w* = e_1 and start[0] < 0; all labels are +1.

    The environment knows the algorithm and so its w. It presents x in the plane of w* and w, nearly orthogonal to w* on
    the side away from w, so that w errs by more than σ‖w‖. Removing the component of w along x leaves a w that again
    has ⟨w*,w⟩ < 0. In one dimension x = e_1 leaves w = 0. The game ends where w is so short that its direction depends
    on how a learner rounds.

    Facts: `beyond`, for each round whether w errs by more than σ‖w‖, so that a mistake causes an update.
    """

    start: Vector
    sigma: Fraction
    rounds: int

    def __post_init__(self) -> None:
        require(self.start[0] < 0, f"start[0] = {self.start[0]}: the adversary needs ⟨w*,w⁰⟩ < 0; give a negative one")
        require_proper(sigma=self.sigma)

    @property
    def dimension(self) -> int:
        """n."""
        return len(self.start)

    def arguments(self) -> tuple[Any, ...]:
        return float(self.sigma), unit(self.start)

    def script(self) -> Sequence[int]:
        return range(self.rounds)

    def environment(self) -> Environment:
        return KeepsItBehind(self)


class ErringTargets(NamedTuple):
    """For each round, whether the w that the environment expects errs on the instance by more than σ‖w‖."""

    beyond: list[bool]


class KeepsItBehind:
    """If w is at the angle θ > 90° from w* = e_1, presents x at the angle ψ − 90° with ψ = (1 − δ)(θ − 90°).

    The angle between w and x is θ + 90° − ψ, so |⟨w,x⟩| = sin(θ − ψ)‖w‖ = cos(δ(θ − 90°))‖w‖, which is more than σ‖w‖
    for a small δ. The next w is at 180° + ψ, again behind w*.
    """

    def __init__(self, game: BadStartGame) -> None:
        self.w = unit(game.start)
        self.sigma = float(game.sigma)
        self.delta = math.acos((1 + self.sigma) / 2) / (math.pi / 2)
        self.beyond: list[bool] = []

    def present(self, move: int) -> Array | None:
        w = self.w
        if 0 < float(inner_product(w, w)) < TOO_SHORT**2:
            return None
        x = self.beside(w) if len(w) > 1 else np.ones(1)
        along = float(inner_product(w, x))
        self.beyond.append(along * along > self.sigma**2 * float(inner_product(w, w)))
        self.w = w - along * x
        return x

    def beside(self, w: Array) -> Array:
        """The unit instance at the angle ψ − 90° from w*, on the side away from w."""
        across = w.copy()
        across[0] = 0.0
        size = math.sqrt(float(inner_product(across, across)))
        if size > 1e-12 * abs(float(w[0])):
            across /= size
        else:
            across = np.eye(len(w))[1]
        theta = math.atan2(size, float(w[0]))
        psi = (1 - self.delta) * (theta - math.pi / 2)
        x: Array = -math.cos(psi) * across
        x[0] = math.sin(psi)
        return x

    def answer(self, move: int, prediction: Any) -> Label:
        return 1

    def facts(self) -> ErringTargets:
        return ErringTargets(self.beyond)


# ---- the random start ----

BITS = 192
"""The working precision of the probabilities."""


class RandomStart(Case, frozen=True, tag="random-start"):
    """A uniformly random unit vector w⁰ in n dimensions. There is nothing to play."""

    n: int


@lru_cache(8192)
def cap(n: int) -> tuple[Fraction, Fraction]:
    """Tight rational bounds on P(⟨w*,w⁰⟩ ≥ 1/√n) for a uniformly random unit w⁰ in n dimensions.

    ⟨w*,w⁰⟩² has the Beta(½, (n−1)/2) distribution, so the cap is a share ½·I(1 − 1/n; (n−1)/2, ½) of the sphere, where
    I is the regularised incomplete beta function. In one dimension w⁰ = ±1.
    """
    if n == 1:
        return Fraction(1, 2), Fraction(1, 2)
    return _bounds(incomplete_beta(n))


def incomplete_beta(n: int) -> arb:
    """A ball around ½·I(1 − 1/n; (n−1)/2, ½)."""
    with ctx.workprec(BITS):
        return (1 - arb(1) / n).beta_lower(arb(n - 1) / 2, arb(1) / 2, regularized=True) / 2


@lru_cache(1)
def normal_tail() -> tuple[Fraction, Fraction]:
    """Rational bounds on P(Z ≥ 1) for a standard normal Z."""
    with ctx.workprec(BITS):
        return _bounds((1 / arb(2).sqrt()).erfc() / 2)


def _bounds(ball: arb) -> tuple[Fraction, Fraction]:
    with ctx.workprec(BITS):
        low, high = map(fraction, ends(ball))
    return low, high


# ---- families ----


STEPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(3, 8))
"""The sigmas that are drawn."""


def unit_target_games(
    choices: Choices,
    *,
    dimensions: int,
    pool: int,
    rounds: int,
    exact: bool = True,
    unit_instances: bool = False,
    unit_ball: bool = False,
    labels_of_target: bool = False,
    starts_well: bool = False,
) -> UnitTargetGame:
    """Games of at most 12 rounds on unit vectors with a rational unit w*, sigma = 1/2, 1/4, 1/8 or 3/8.

    exact:            floats hold all vectors exactly, and all weights that updates lead to.
    unit_instances:   instances are unit vectors.
    unit_ball:        instances may also have length 1/2; with neither of these they have length 4.
    labels_of_target: all labels are the target's; otherwise they may be wrong.
    starts_well:      the start is good; otherwise any start is drawn.

    Half of the games that do not satisfy all hypotheses are `alternating`. Shrinks to few dimensions, e_1, and few
    rounds.
    """
    bounded = unit_instances or unit_ball
    if not (bounded and labels_of_target and starts_well) and not choices.flag():
        return alternating(choices.integer(1, 32), bounded, labels_of_target, starts_well)
    dimension = choices.integer(2, dimensions)
    units = dyadic_units(dimension) if exact else pythagorean(dimension)
    sigma = choices.pick(STEPS)
    target = choices.pick(units)
    starts = tuple(s for s in units if good_start(s, target)) if starts_well else units
    start = choices.pick(starts)
    instances = choices.pool(lambda: choices.pick(units), most=pool)
    stretch, shrink = _lengths(choices, unit_instances, unit_ball)
    stances, most = 1 if labels_of_target else 2, min(rounds, 12 if shrink == 1 else 8)
    moves = choices.moves(len(instances), stances=stances, least=1, most=most)
    return UnitTargetGame(instances, moves, sigma, start, target, stretch, shrink)


def every_unit_target_game(
    choices: Choices,
    *,
    rounds: int,
    signed: int | None = None,
    unit_instances: bool = False,
    unit_ball: bool = False,
    labels_of_target: bool = False,
    starts_well: bool = False,
) -> UnitTargetGame:
    """Every sequence of ±e_1, ..., ±e_4 and (±1, ±1, ±1, ±1)/2, with few w*, starts and sigmas.

    With more than `signed` instances, sequences are up to the signs of these. In the unit ball all instances have
    length 1, or all have length 1/2. Without all hypotheses the games are `alternating`.
    """
    bounded = unit_instances or unit_ball
    if not (bounded and labels_of_target and starts_well):
        return alternating(choices.integer(1, 32), bounded, labels_of_target, starts_well)
    units = tuple(x for x in lines(4, 1) if sum(map(abs, x)) in (1, 4))
    target = choices.pick(((1, 0, 0, 0), (1, 1, 1, 1)))
    starts = [s for s in ((1, 1, 1, 1), (1, 0, 0, 0), (1, -1, -1, -1)) if good_start(s, target)]
    start = choices.pick(starts)
    sigma = choices.pick((Fraction(1, 2), Fraction(1, 4)))
    stretch, shrink = _lengths(choices, unit_instances, unit_ball)
    instances, moves = signed_sequence(choices, units, rounds, signed, stances=1)
    return UnitTargetGame(instances, moves, sigma, start, target, stretch, shrink)


def _lengths(choices: Choices, unit_instances: bool, unit_ball: bool) -> tuple[int, int]:
    """The factors by which instances are stretched and shrunk."""
    if unit_instances:
        return 1, 1
    return (1, choices.pick((1, 2))) if unit_ball else (4, 1)


def alternating(rounds: int, bounded: bool, labels_of_target: bool, starts_well: bool) -> UnitTargetGame:
    """(1, 1, 1, 1) and (1, −1, −1, −1) in turn, with w* = e_1: every round is an update.

    The game must violate a hypothesis of the theorem: unless it `starts_well`, w⁰ = −e_1; without `labels_of_target`,
    the labels are −1 and w⁰ = e_1; unless instances are `bounded`, the steps overshoot.
    """
    stance = LABEL if labels_of_target else NOISE
    start = (1, 1, 1, 1) if starts_well else (-1, 0, 0, 0)
    if stance == NOISE:
        start = (1, 0, 0, 0)
    pair = ((1, -1, -1, -1), (1, 1, 1, 1))
    moves = tuple((i % 2, stance) for i in range(rounds))
    stretch = 1 if bounded else 4
    return UnitTargetGame(pair, moves, Fraction(1, 4), start, (1, 0, 0, 0), stretch)


def bad_starts(choices: Choices, *, dimensions: int, reach: int, rounds: int, beside: bool = False) -> BadStartGame:
    """Games from any start with ⟨w*,w⁰⟩ < 0, with sigma = k/8; in at least two dimensions if `beside`.

    Shrinks to few dimensions, −e_1, and few rounds.
    """
    dimension = choices.integer(2 if beside else 1, dimensions)
    start = (-choices.integer(1, reach), *(choices.integer(-reach, reach) for _ in range(dimension - 1)))
    return BadStartGame(start, Fraction(choices.integer(1, 7), 8), choices.integer(1, rounds))


def every_bad_start(choices: Choices, *, reach: int, rounds: int, beside: bool = False) -> BadStartGame:
    """Every start (−a, b), 1 ≤ a ≤ reach, |b| ≤ reach, with every sigma = k/8; unless `beside`, also every (−a)."""
    plane = beside or choices.flag()
    start = (-choices.integer(1, reach), *(choices.integer(-reach, reach) for _ in range(plane)))
    return BadStartGame(start, Fraction(choices.integer(1, 7), 8), rounds)


def closing_spiral(n: int, sigma: Fraction) -> UnitTargetGame:
    """A sequence whose updates each remove barely more than a share σ² of ‖w‖², until w is nearly parallel to w* = e_1.

    The start has ⟨w*,w⁰⟩ barely above 1/√n, and each x is nearly orthogonal to w*.
    """
    fine, tilt, wanted = 2**34, 2.0**-24, float(sigma) * (1 + 1e-6)
    height = 1 / math.sqrt(n) * (1 + 1e-7)
    w = np.zeros(n)
    w[0], w[1] = height, math.sqrt(1 - height**2)
    start = tuple(round(v * fine) for v in w)
    w = unit(start)
    instances = []
    while True:
        size = math.sqrt(float(inner_product(w, w)))
        reach = math.sqrt(w[1] * w[1] + w[2] * w[2])
        cosine = -(wanted * size + tilt * w[0]) / (reach * math.sqrt(1 - tilt**2))
        if cosine <= -1:
            break
        sine = math.sqrt(1 - cosine * cosine)
        x = np.zeros(n)  # w turned by the angle
        x[0], x[1], x[2] = tilt, (w[1] * cosine - w[2] * sine) / reach, (w[2] * cosine + w[1] * sine) / reach
        instance = tuple(round(v * fine) for v in x)
        instances.append(instance)
        exact = unit(instance)
        w = w - float(inner_product(w, exact)) * exact
    moves = tuple((i, LABEL) for i in range(len(instances)))
    return UnitTargetGame(tuple(instances), moves, sigma, start, (1, *(0,) * (n - 1)))


def repeated(rounds: int) -> UnitTargetGame:
    """One misclassified positive example, again and again: fatal for an update that increases its error."""
    moves = ((0, LABEL),) * rounds
    return UnitTargetGame(((-1, 1, 1, 1),), moves, Fraction(3, 8), (1, 0, 0, 0), (1, 1, 1, 1))


# ---- vectors ----


def good_start(start: Vector, target: Vector) -> bool:
    """Whether ⟨w*,w⁰⟩ ≥ 1/√n, decided in integers."""
    along = inner(start, target)
    return along > 0 and len(start) * along**2 >= inner(start, start) * inner(target, target)


def turned(before: Array, after: Array) -> NDArray[np.bool_]:
    """Whether w, of shape (..., n), changed its direction or became 0; an update turns it by more than arcsin σ."""
    lengths = [np.sqrt(inner_product(w, w))[..., None] for w in (before, after)]
    with np.errstate(divide="ignore", invalid="ignore"):
        turns = np.abs(before / lengths[0] - after / lengths[1]).max(axis=-1) > 1e-6
    was, is_ = (length[..., 0] > 0 for length in lengths)
    return np.asarray(np.where(was & is_, turns, was))


@lru_cache(8)
def dyadic_units(dimension: int) -> tuple[Vector, ...]:
    """The primitive integer vectors with entries up to 3 and length 1, 2 or 4, short ones first: e_1, ..."""
    cube = product(range(-3, 4), repeat=dimension)
    found = [x for x in cube if sum(v * v for v in x) in (1, 4, 16) and math.gcd(*x) == 1]
    return tuple(sorted(found, key=lambda x: (sum(v * v for v in x), [-v for v in x])))
