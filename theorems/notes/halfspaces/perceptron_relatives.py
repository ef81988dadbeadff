"""The Kernel Perceptron and the Modified Perceptron conform to the algorithms of the notes: VEM 8.3.1 and 8.3.2."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import Any

from learncheck.learners import KernelPerceptron, ModifiedPerceptron
from learncheck.learners.arrays import Array
from learncheck.strategies.halfspaces import families, games, ladders, vectors
from learncheck.strategies.halfspaces.kernel_functions import Kernel, drawn_kernel
from learncheck.strategies.play.case import Coordinates, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import AGREE, CONTRADICT
from learncheck.strategies.play.ladders import AWKWARD, EVERY, SAMPLE_SIZES
from learncheck.theorems.language.claim import VEM, Family
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.rules.conformance import conforms

FEW_MISTAKES = 2**8 + 1
"""More than a byte holds. To make m mistakes a learner calls its kernel about m² times, so more would take long."""


def kernel_ladder() -> Iterator[games.KernelGame]:
    """Games for the Kernel Perceptron.

    Two games of short instances need double precision. Then one instance is contradicted again and again: a sum that
    counts it only once, or also after right answers, changes its sign too late. Then many orthogonal instances are
    presented twice: the learner must remember labels that it saw long ago. The last games have so many mistakes that
    they exceed a limit on their number or on a coefficient, and one late mistake.
    """
    power, turns = Kernel("power"), ((0, CONTRADICT), (1, CONTRADICT), (0, AGREE))
    yield games.KernelGame(ladders.narrow(ladders.SINGLE), 2**ladders.SHORT, turns, power)
    yield games.KernelGame(ladders.CROSSED, 2**ladders.SHORT, ((0, CONTRADICT), (1, AGREE)), power)
    for moves in (((0, CONTRADICT),) * 8, ((0, CONTRADICT), (0, AGREE), *((0, CONTRADICT),) * 6)):
        yield games.KernelGame(((1,),), 1, moves, power)
    for game in (*map(ladders.right_again, ladders.SCALES_OF_MARGINS), ladders.hardly_right()):
        yield with_kernel(game, power)
    yield games.KernelGame(vectors.axes(EVERY), 1, ladders.presented_twice(EVERY), power)
    yield with_kernel(ladders.wrong_again(FEW_MISTAKES), power)
    yield games.KernelGame(vectors.axes(2), 1, ladders.contradicted_late(SAMPLE_SIZES[-1]), power)


def with_kernel(game: games.FreeGame, kernel: Kernel) -> games.KernelGame:
    """Return the same game for a learner with this kernel."""
    return games.KernelGame(game.instances, game.denominator, game.moves, kernel)


class UnitGame(games.FreeGame, frozen=True, tag="unit-halfspace-game"):
    """A free game on unit vectors for a learner that is constructed with (sigma, w0).

    `instances` and `start` are integer vectors of integer length, such as (3, 4) of length 5. The learner gets them
    divided by their length; `denominator` is 1.
    """

    coordinates = Coordinates(vectors=("instances", "start"))

    sigma: Fraction
    start: vectors.Vector

    def arguments(self) -> tuple[Any, ...]:
        return float(self.sigma), vectors.unit(self.start)

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The same, with the start as the learner gets it."""
        return {**super().in_words(trace), "start": vectors.unit(self.start)}

    def arrays(self) -> list[Array]:
        return [vectors.unit(x) for x in self.instances]


def sigma_ladder() -> Iterator[UnitGame]:
    """Games in which an error of 7/25 is above or below σ, by much or by little, so that only some cause an update.

    Then an update to a w that instances on either side are nearly orthogonal to; a mistake after many right answers;
    more than a thousand updates, after which w is turned round; and errors just above and just below an awkward σ.
    """
    little = Fraction(1, 2 ** (ladders.SINGLE + 2))  # less than half of a step of single precision near 7/25
    for sigma in (Fraction(1, 4), Fraction(1, 2), Fraction(7, 25) - little, Fraction(7, 25) + little):
        moves = ((0, CONTRADICT), (1, AGREE), (0, CONTRADICT))  # an update turns w across the second instance
        yield UnitGame(((4, -3), (-20, 21)), 1, moves, sigma, (4, 3))
    across, near = flat(2 ** (ladders.SINGLE - 1))
    moves = ((0, CONTRADICT), (1, AGREE), (2, AGREE))
    yield UnitGame(((0, 1), (across, near), (across, -near)), 1, moves, Fraction(1, 4), (3, 4))
    late = (*((0, AGREE),) * SAMPLE_SIZES[-1], (1, CONTRADICT), (2, AGREE))
    yield UnitGame(((4, 3), (4, -3), (-1, 1)), 1, late, Fraction(1, 10), (4, 3))
    turn = ((1, 0), flat(16)[::-1], (4, 3), (3, 4), (0, 1), (-3, 4), (-4, 3), (-1, 0))
    often = ((1, CONTRADICT), (0, CONTRADICT)) * (SAMPLE_SIZES[-1] // 2)
    yield UnitGame(turn, 1, (*often, *((i, CONTRADICT) for i in range(1, len(turn)))), Fraction(1, 10), (0, 1))
    square = 11**2  # so that (1, ..., 1) has an integer length
    yield UnitGame(vectors.axes(square), 1, ladders.presented_twice(square), Fraction(1, 20), (1,) * square)
    for sigma in (*AWKWARD, Fraction(1, 2**10)):
        steps = floor(2 / sigma)
        yield UnitGame((flat(steps - 1), flat(2 * steps)), 1, ((0, CONTRADICT), (1, AGREE)), sigma, (1, 0))
        yield UnitGame((flat(steps + 1),), 1, ((0, CONTRADICT), (0, AGREE)), sigma, (1, 0))


def flat(m: int) -> tuple[int, int]:
    """A vector whose inner product with (1, 0) is 2m/(m² + 1) of its length, nearly 2/m."""
    return 2 * m, m * m - 1


def kernel_games(
    choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, degree: int
) -> games.KernelGame:
    """Free games with a named kernel. Shrinks to the linear one."""
    kernel = drawn_kernel(choices, degree)
    game = families.free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds)
    return with_kernel(game, kernel)


def every_kernel_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, signed: int | None = None
) -> games.KernelGame:
    """Every game of `families.every_free_game`, with each of the kernels."""
    kernel = choices.pick((Kernel("power"), Kernel("polynomial", 2), Kernel("gaussian")))
    game = families.every_free_game(choices, dimension=dimension, reach=reach, rounds=rounds, signed=signed)
    return with_kernel(game, kernel)


def unit_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> UnitGame:
    """Free games on rational unit vectors with a rational unit start and sigma = 1/2, 1/4, 1/8 or 1/16."""
    dimension = choices.integer(2, dimensions)
    units = vectors.pythagorean(dimension, reach)
    sigma = Fraction(1, 2 ** choices.integer(1, 4))
    start = choices.pick(units)
    instances = choices.pool(lambda: choices.pick(units), most=pool)
    return UnitGame(instances, 1, families.drawn_moves(choices, len(instances), rounds), sigma, start)


def every_unit_game(choices: Choices, *, rounds: int, signed: int | None = None) -> UnitGame:
    """Every free game on e_1, e_2, (3/5, 4/5), (4/5, −3/5), with two starts and two sigmas.

    In games of up to `signed` rounds their negatives are also instances.
    """
    sigma = Fraction(1, choices.pick((2, 8)))
    start = choices.pick(((3, 4), (1, 0)))
    instances, moves = families.signed_sequence(choices, ((1, 0), (0, 1), (3, 4), (4, -3)), rounds, signed)
    return UnitGame(instances, 1, moves, sigma, start)


KERNEL_CONFORMS = conforms(
    "kernel-perceptron-conforms",
    KernelPerceptron,
    Family(
        kernel_games,
        exhaust=every_kernel_game,
        extent="all sequences of up to {rounds} nonzero points with integer coordinates up to ±{reach} in dimension "
        "{dimension:d = _} (of x and −x only one if longer than {signed:≤ _ rounds}), with any labels, with each of "
        "three kernels",
        search=dict(dimensions=2, reach=2, pool=4, rounds=8, degree=3),
        scout=dict(dimensions=4, reach=3, pool=6, rounds=20, degree=4),
        quick=dict(dimension=2, reach=1, rounds=2, signed=2),
        full=dict(dimension=2, reach=1, rounds=4, signed=3),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long(256)),
        ladder=kernel_ladder,
    ),
    VEM("8.3.1"),
)

MODIFIED_CONFORMS = conforms(
    "modified-perceptron-conforms",
    ModifiedPerceptron,
    Family(
        unit_games,
        exhaust=every_unit_game,
        extent="all sequences of up to {rounds} instances out of four unit vectors in the plane and their negatives "
        "(the four alone if longer than {signed:≤ _ rounds}), with any labels, from two starts, with two σ",
        search=dict(dimensions=3, reach=4, pool=4, rounds=8),
        scout=dict(dimensions=4, reach=4, pool=6, rounds=20),
        quick=dict(rounds=2, signed=2),
        full=dict(rounds=4, signed=3),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
        ladder=sigma_ladder,
    ),
    VEM("8.3.2, Algorithm 2"),
)
