"""The families of games of halfspaces: how random cases are drawn, and which are all of a size.

Each takes the choices and limits of a `Family`. Those called `every_…` enumerate.
"""

from learncheck.strategies.halfspaces.games import (
    FINE,
    FreeGame,
    GridGame,
    HalfspaceGame,
    Move,
)
from learncheck.strategies.halfspaces.vectors import (
    Vector,
    lines,
    nonzero_vector,
    with_negatives,
)
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import BALANCED


def free_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, least: int = 1) -> FreeGame:
    """Free games in `least` to `dimensions` dimensions, on a pool of at most `pool` instances that may recur.

    Instances are integer vectors over 1, 2 or 4. Shrinks to few dimensions, e_1, few rounds, and an
    environment that contradicts.
    """
    instances = drawn_instances(choices, choices.integer(least, dimensions), reach, pool)
    denominator = 2 ** choices.integer(0, 2)
    return FreeGame(instances, denominator, drawn_moves(choices, len(instances), rounds))


def every_free_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, signed: int | None = None
) -> FreeGame:
    """Every free game on {-reach, ..., reach}^d without 0; with more than `signed` rounds, only on its `lines`."""
    instances, moves = signed_sequence(choices, lines(dimension, reach), rounds, signed)
    return FreeGame(instances, 1, moves)


def grid_games(
    choices: Choices,
    *,
    dimensions: int,
    n: int,
    pool: int,
    rounds: int,
    realizable: bool = False,
    on_grid: bool = False,
) -> HalfspaceGame:
    """Games with instances and targets on G^d, G = {-1, −1+1/n, ..., 1}, d >= 2.

    Unless `realizable`, every label is legal. Without `on_grid`, instances are multiples of 1/FINE almost orthogonal to
    e_1. Shrinks to d = 2, n = 1, e_1, few rounds, and an environment that contradicts.
    """
    dimension = choices.integer(2, dimensions)
    n = choices.integer(1, n)
    if on_grid:
        denominator, instances = n, drawn_instances(choices, dimension, n, pool)
    else:
        denominator, instances = FINE, choices.pool(lambda: _fine(choices, dimension), most=pool)
    if not (realizable and on_grid):
        rounds *= 3  # only long games can break such a wide bound
    if not realizable:
        return FreeGame(instances, denominator, drawn_moves(choices, len(instances), rounds))
    return GridGame(instances, denominator, drawn_moves(choices, len(instances), rounds, least=BALANCED), n)


def every_grid_game(choices: Choices, *, dimension: int, n: int, rounds: int, signed: int | None = None) -> GridGame:
    """Every sequence of instances of G^d, each contradicted; with more than `signed` rounds, up to their signs."""
    instances, moves = signed_sequence(choices, lines(dimension, n), rounds, signed, stances=1)
    return GridGame(instances, n, moves, n)


# ---- what the families share ----


def drawn_instances(choices: Choices, dimension: int, reach: int, pool: int) -> tuple[Vector, ...]:
    """At most `pool` integer vectors other than 0."""
    return choices.pool(lambda: nonzero_vector(choices, dimension, reach), most=pool)


def _fine(choices: Choices, dimension: int) -> Vector:
    """A vector that, divided by FINE, is off any coarse grid and almost orthogonal to e_1."""
    return (1, *(choices.label() * FINE for _ in range(dimension - 1)))


def drawn_moves(choices: Choices, size: int, rounds: int, *, stances: int = 2, least: int = 0) -> tuple[Move, ...]:
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
