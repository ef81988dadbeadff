"""The families of games of halfspaces: how random cases are drawn, and which are all of a size.

Each takes the choices and limits of a `Family`. Those called `every_…` enumerate.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from learncheck.exact.separation import inner
from learncheck.strategies.halfspaces.games import (
    BALANCED,
    FINE,
    LABEL,
    FreeGame,
    GridGame,
    HalfspaceGame,
    KernelGame,
    Move,
    TargetGame,
    UnitGame,
)
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.strategies.halfspaces.vectors import (
    Vector,
    axes,
    coarsest_fine_grid,
    length,
    lines,
    nonzero_vector,
    power_of_two_above,
    pythagorean,
    with_negatives,
)
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT


def free_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, least: int = 1) -> FreeGame:
    """Free games in `least` to `dimensions` dimensions, on a pool of at most `pool` instances that may recur.

    Instances are integer vectors over 1, 2 or 4. Shrinks to few dimensions, e_1, few rounds, and an
    environment that contradicts.
    """
    instances = _instances(choices, choices.integer(least, dimensions), reach, pool)
    denominator = 2 ** choices.integer(0, 2)
    return FreeGame(instances, denominator, _moves(choices, len(instances), rounds))


def every_free_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, signed: int | None = None
) -> FreeGame:
    """Every free game on {-reach, ..., reach}^d without 0; with more than `signed` rounds, only on its `lines`."""
    instances, moves = signed_sequence(choices, lines(dimension, reach), rounds, signed)
    return FreeGame(instances, 1, moves)


def separable_games(
    choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, n: int, separable: bool = False
) -> HalfspaceGame:
    """Grid games on at most `pool` instances, or free games unless `separable`.

    Instances are integer vectors over 1, 2 or 4. Shrinks to few dimensions, e_1, few rounds, and an
    environment that contradicts.
    """
    instances = _instances(choices, choices.integer(1, dimensions), reach, pool)
    denominator = 2 ** choices.integer(0, 2)
    if not separable:
        return FreeGame(instances, denominator, _moves(choices, len(instances), rounds))
    return GridGame(instances, denominator, _moves(choices, len(instances), rounds, least=BALANCED), n)


def every_separable_game(
    choices: Choices,
    *,
    dimension: int,
    reach: int,
    rounds: int,
    n: int,
    signed: int | None = None,
    separable: bool = False,
) -> HalfspaceGame:
    """Every sequence of instances as in `every_free_game`, against an environment that always contradicts."""
    instances, moves = signed_sequence(choices, lines(dimension, reach), rounds, signed, stances=1)
    return GridGame(instances, 1, moves, n) if separable else FreeGame(instances, 1, moves)


def grid_games(
    choices: Choices,
    *,
    dimensions: int,
    n: int,
    pool: int,
    rounds: int,
    realizable: bool = False,
    on_grid: bool = False,
    fine_grid: bool = False,
) -> HalfspaceGame:
    """Games with instances and targets on G^d, G = {-1, −1+1/n, ..., 1}, d >= 2.

    Unless `realizable`, every label is legal. Without `on_grid`, instances are multiples of 1/FINE almost orthogonal to
    e_1. With `fine_grid`, n is at least `coarsest_fine_grid`. Shrinks to d = 2, small n, e_1, few rounds, and an
    environment that contradicts.
    """
    dimension = choices.integer(2, dimensions)
    n = choices.integer(coarsest_fine_grid(dimension) if fine_grid else 1, n)
    if on_grid:
        denominator, instances = n, _instances(choices, dimension, n, pool)
    else:
        denominator, instances = FINE, choices.pool(lambda: _fine(choices, dimension), most=pool)
    if not (realizable and on_grid):
        rounds *= 3  # only long games can break such a wide bound
    if not realizable:
        return FreeGame(instances, denominator, _moves(choices, len(instances), rounds))
    return GridGame(instances, denominator, _moves(choices, len(instances), rounds, least=BALANCED), n)


def every_grid_game(choices: Choices, *, dimension: int, n: int, rounds: int, signed: int | None = None) -> GridGame:
    """Every sequence of instances of G^d, each contradicted; with more than `signed` rounds, up to their signs."""
    instances, moves = signed_sequence(choices, lines(dimension, n), rounds, signed, stances=1)
    return GridGame(instances, n, moves, n)


def target_games(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    rounds: int,
    fine: int = 1,
    unit_target: bool = False,
    unit_ball: bool = False,
    labels_of_target: bool = False,
) -> TargetGame:
    """Games with one target w*.

    unit_target:      ‖w*‖ = 1; otherwise w* is any integer vector.
    unit_ball:        ‖x‖ <= 1; otherwise the instances are integer vectors over a denominator of at most `fine`.
    labels_of_target: the labels are the target's; otherwise labels may be wrong.
    """
    dimension = choices.integer(1, dimensions)
    target = _target(choices, dimension, reach, unit_target)
    drawn = _instances(choices, dimension, reach, pool)
    instances = tuple(x if inner(x, target) else target for x in drawn)  # an instance with margin 0 has no label
    denominator = power_of_two_above(instances) if unit_ball else choices.integer(1, fine)
    moves = _moves(choices, len(instances), rounds, stances=1 if labels_of_target else 2)
    return TargetGame(instances, denominator, moves, target, (unit_target and length(target)) or 1)


def every_target_game(
    choices: Choices,
    *,
    reach: int,
    rounds: int,
    signed: int | None = None,
    unit_target: bool = False,
    unit_ball: bool = False,
    labels_of_target: bool = False,
) -> TargetGame:
    """Every sequence of instances as in `every_free_game` in the plane, for a few targets."""
    target = choices.pick(((1, 0), (3, 4)) if unit_target else ((1, 0), (2, 1), (3, 1)))
    pool = tuple(x for x in lines(2, reach) if inner(x, target))
    denominator = power_of_two_above(pool) if unit_ball else 1
    instances, moves = signed_sequence(choices, pool, rounds, signed, stances=1 if labels_of_target else 2)
    return TargetGame(instances, denominator, moves, target, (unit_target and length(target)) or 1)


def kernel_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, degree: int) -> KernelGame:
    """Free games with a named kernel. Shrinks to the linear one."""
    name: Literal["power", "polynomial", "gaussian"] = choices.pick(("power", "polynomial", "gaussian"))
    kernel = Kernel(name, choices.integer(1, degree)) if name == "polynomial" else Kernel(name)
    game = free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds)
    return KernelGame(game.instances, game.denominator, game.moves, kernel)


def every_kernel_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, signed: int | None = None
) -> KernelGame:
    """Every game of `every_free_game`, with each of the kernels."""
    kernel = choices.pick((Kernel("power"), Kernel("polynomial", 2), Kernel("gaussian")))
    game = every_free_game(choices, dimension=dimension, reach=reach, rounds=rounds, signed=signed)
    return KernelGame(game.instances, game.denominator, game.moves, kernel)


def unit_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> UnitGame:
    """Free games on rational unit vectors with a rational unit start and sigma = 1/2, 1/4, 1/8 or 1/16."""
    dimension = choices.integer(2, dimensions)
    units = pythagorean(dimension, reach)
    sigma = Fraction(1, 2 ** choices.integer(1, 4))
    start = choices.pick(units)
    instances = choices.pool(lambda: choices.pick(units), most=pool)
    return UnitGame(instances, 1, _moves(choices, len(instances), rounds), sigma, start)


def every_unit_game(choices: Choices, *, rounds: int, signed: int | None = None) -> UnitGame:
    """Every free game on e_1, e_2, (3/5, 4/5), (4/5, −3/5), with two starts and two sigmas.

    In games of up to `signed` rounds their negatives are also instances.
    """
    sigma = Fraction(1, choices.pick((2, 8)))
    start = choices.pick(((3, 4), (1, 0)))
    instances, moves = signed_sequence(choices, ((1, 0), (0, 1), (3, 4), (4, -3)), rounds, signed)
    return UnitGame(instances, 1, moves, sigma, start)


def orthonormal_targets(roots: Sequence[int]) -> Iterator[TargetGame]:
    """For each k: e_1, ..., e_m with m = k² and the unit vector w* = (1, ..., 1)/k, for which γ = 1/k."""
    for root in roots:
        size = root * root
        yield TargetGame(axes(size), 1, tuple((i, LABEL) for i in range(size)), (1,) * size, root)


def short_grid_games() -> Iterator[GridGame]:
    """x and −x on the line, ever shorter: a Perceptron errs once; one with a bias of 1 added errs on both."""
    for denominator in SHORT:
        yield GridGame(((1,), (-1,)), denominator, ((0, CONTRADICT), (1, CONTRADICT)), 1)


def short_targets() -> Iterator[TargetGame]:
    """The same with w* = 1."""
    for denominator in SHORT:
        yield TargetGame(((1,), (-1,)), denominator, ((0, LABEL), (1, LABEL)), (1,), 1)


SHORT = (8, 64, 1024)


# ---- what the families share ----


def _instances(choices: Choices, dimension: int, reach: int, pool: int) -> tuple[Vector, ...]:
    return choices.pool(lambda: nonzero_vector(choices, dimension, reach), most=pool)


def _target(choices: Choices, dimension: int, reach: int, of_integer_length: bool) -> Vector:
    return choices.pick(pythagorean(dimension)) if of_integer_length else nonzero_vector(choices, dimension, reach)


def _fine(choices: Choices, dimension: int) -> Vector:
    """A vector that, divided by FINE, is off any coarse grid and almost orthogonal to e_1."""
    return (1, *(choices.label() * FINE for _ in range(dimension - 1)))


def _moves(choices: Choices, size: int, rounds: int, *, stances: int = 2, least: int = 0) -> tuple[Move, ...]:
    """At least one move. In half of the games all have the first stance."""
    return choices.moves(size, first=least, stances=choices.integer(1, stances), least=1, most=rounds)


def signed_sequence(
    choices: Choices, pool: tuple[Vector, ...], rounds: int, signed: int | None, *, stances: int = 2, least: int = 1
) -> tuple[tuple[Vector, ...], tuple[Move, ...]]:
    """Choose `least` to `rounds` moves on the pool. Returns the instances presented and the moves on these.

    Sequences of up to `signed` moves (None: all) also use the negatives of the pool.
    """
    count = choices.integer(least, rounds)
    if signed is None or count <= signed:
        pool = with_negatives(pool)
    index: dict[Vector, int] = {}
    played = ((choices.pick(pool), choices.integer(0, stances - 1)) for _ in range(count))
    moves = tuple((index.setdefault(x, len(index)), stance) for x, stance in played)
    return tuple(index), moves
