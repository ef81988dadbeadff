"""Ellipsoids in exact arithmetic: single cuts of any rational ellipsoid, factored matrices, and games with room.

- `HalfCut`: one round of a learner whose ellipsoid is the image of the unit ball under a given matrix
- `Factors`: M = UDVᵀ with rational orthogonal U and V, and two vectors
- `RoomyGame`: a grid game whose w* leaves room for a ball of radius 1/n² in the unit ball

Everything is rational: a cut takes the root of xᵀAx, and the instances are chosen so that the root is rational.
Source: LEC, The Ellipsoid Learner; Background: Balls and Ellipsoids.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, Self

import msgspec
import numpy as np
from flint import fmpq, fmpq_mat

from learncheck.exact.balls import fraction
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.families import signed_sequence
from learncheck.strategies.halfspaces.games import BALANCED, FreeGame, GridGame, HalfspaceGame
from learncheck.strategies.halfspaces.vectors import Vector, length, lines, pythagorean
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices

Array = Any
Matrix = tuple[Vector, ...]


# ---- exact numbers ----


class Exact(Fraction):
    """A Fraction whose root (** 0.5) is also a Fraction. Raises ValueError if there is no rational root."""

    __slots__ = ()

    def __pow__(self, exponent: Any, modulo: Any = None) -> Any:
        if exponent != 0.5:
            return Exact(Fraction(self) ** exponent)
        p, q = math.isqrt(self.numerator), math.isqrt(self.denominator)
        if p * p != self.numerator or q * q != self.denominator:
            raise ValueError(f"{self} has no rational root; choose an instance for which it has")
        return Exact(p, q)


def _exactly(name: str) -> Callable[[Exact, Any], Any]:
    plain = getattr(Fraction, name)

    def operation(self: Exact, other: Any) -> Any:
        found = plain(self, other)
        if type(found) is Fraction:
            found.__class__ = Exact  # it is a new object; making another would take as long as computing it
        return found

    return operation


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"):
    setattr(Exact, f"__{_name}__", _exactly(f"__{_name}__"))


def exact_array(rows: Any) -> Array:
    """The numbers as an object array of `Exact`, of the same shape."""
    values = np.array(rows, dtype=object)
    return np.array([Exact(v) for v in values.ravel()], dtype=object).reshape(values.shape)


def rationals(rows: Any) -> fmpq_mat:
    """A matrix of ints, Fractions or floats, converted exactly."""
    return fmpq_mat([[fmpq(*v.as_integer_ratio()) for v in row] for row in rows])


# ---- one cut ----


class Cut(NamedTuple):
    """The axes of the ellipsoid across the cut before the round, and ‖z‖ for the direction z of the cut."""

    axes: list[Array]
    length: int


class HalfCut(Case, frozen=True, tag="half-cut"):
    """One round of a learner whose ellipsoid is {Lu + w : ‖u‖ <= 1}, with L = root and w = centre/denominator.

    The instance is x = L⁻ᵀz for z = direction, an integer vector of integer length, so that √(xᵀAx) = ‖z‖ for A = LLᵀ.
    Facts: `axes`, the points L·u_2, ..., L·u_d for an orthonormal basis u_j of the space orthogonal to z; ‖z‖.
    """

    root: Matrix
    centre: Vector
    denominator: int
    direction: Vector
    label: Label

    def __post_init__(self) -> None:
        require(len(self.root) >= 2, f"the ellipsoid has {len(self.root)} dimensions: give at least 2")
        require(rationals(self.root).det() != 0, f"the root {self.root} is singular: give an invertible matrix")
        require(bool(length(self.direction)), f"{self.direction} has no positive integer length: take (1, 0) or (3, 4)")

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.root)

    def instance(self) -> Array:
        """x."""
        column = rationals(self.root).transpose().inv() * rationals([[v] for v in self.direction])
        return exact_array([fraction(v) for row in column.tolist() for v in row])

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Cut]:
        L, x, y = exact_array(self.root), self.instance(), self.label
        learner = make(self.dimension)
        learner.w, learner.A = exact_array(self.centre) / self.denominator, L @ L.T
        before = {"w": learner.w, "A": learner.A}
        prediction = learner.predict(x)
        learner.update(x, y)
        after = {"w": learner.w, "A": learner.A}
        rounds = Rounds([x], [prediction], [y], [before, after])
        axes = [L @ u for u in across(self.direction)]
        size = length(self.direction)
        assert size is not None
        return Trace(self, rounds, Cut(axes, size))


def across(z: Vector) -> list[Array]:
    """A rational orthonormal basis of the space orthogonal to z, which has an integer length.

    The reflection that takes e_1 to z/‖z‖ takes e_2, ..., e_d to it.
    """
    size = length(z)
    assert size is not None
    units = [exact_array([int(i == j) for i in range(len(z))]) for j in range(len(z))]
    mirror = units[0] - exact_array(z) / size
    squared = mirror @ mirror
    return [u - mirror * (2 * (mirror @ u) / squared) if squared else u for u in units[1:]]


def half_cuts(choices: Choices, *, dimensions: int, reach: int, mistaken: bool = False) -> HalfCut:
    """Cuts of ellipsoids in 2 to `dimensions` dimensions; if `mistaken`, with y⟨w,x⟩ <= 0.

    Shrinks to the unit ball, cut by e_1 through its centre.
    """
    size = choices.integer(2, dimensions)
    root = tuple(tuple(int(i == j) + choices.integer(-reach, reach) for j in range(size)) for i in range(size))
    if rationals(root).det() == 0:
        choices.reject()
    direction = choices.pick(pythagorean(size))
    centre = tuple(choices.integers(size, -reach, reach))
    case = HalfCut(root, centre, choices.integer(1, 4), direction, choices.label())
    inner = exact_array(centre) @ case.instance()
    if mistaken and case.label * inner > 0:
        return HalfCut(root, centre, case.denominator, direction, -case.label)
    return case


def unit_cuts(choices: Choices, *, dimensions: int) -> HalfCut:
    """Every cut of the unit ball through its centre, along short directions of integer length."""
    size = choices.integer(2, dimensions)
    root = tuple(tuple(int(i == j) for j in range(size)) for i in range(size))
    return HalfCut(root, (0,) * size, 1, choices.pick(pythagorean(size)), choices.label())


def worked_example(choices: Choices) -> HalfCut:
    """The first round of the notes' example: x = (1, 0), y = 1."""
    return HalfCut(((1, 0), (0, 1)), (0, 0), 1, (1, 0), 1)


# ---- factored matrices ----


class Factors(Case, frozen=True, tag="matrix-factors"):
    """A matrix M = UDVᵀ, and vectors u and v. There is nothing to play.

    D = diag(lengths)/denominator > 0. U and V are the Cayley transforms of skew matrices, which are given by their
    entries above the diagonal, row by row.
    """

    lengths: Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1)]
    denominator: Positive
    left: Vector
    right: Vector
    u: Vector
    v: Vector

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.lengths)

    def matrices(self) -> tuple[fmpq_mat, fmpq_mat, fmpq_mat]:
        """U, D and V."""
        size = self.dimension
        D = [[Fraction(self.lengths[i] if i == j else 0, self.denominator) for j in range(size)] for i in range(size)]
        return orthogonal(self.left, size), rationals(D), orthogonal(self.right, size)


def orthogonal(skew: Vector, size: int) -> fmpq_mat:
    """The rational orthogonal matrix (I − S)(I + S)⁻¹, for the skew matrix S with these entries above the diagonal."""
    entries = iter(skew)
    S = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            S[i][j] = next(entries)
            S[j][i] = -S[i][j]
    one = rationals([[int(i == j) for j in range(size)] for i in range(size)])
    return (one - rationals(S)) * (one + rationals(S)).inv()


def factors(choices: Choices, *, dimensions: int, reach: int) -> Factors:
    """Matrices with 1 to `dimensions` rows. Shrinks to the identity and zero vectors."""
    size = choices.integer(1, dimensions)
    pairs = size * (size - 1) // 2

    def vector(count: int) -> Vector:
        return tuple(choices.integers(count, -reach, reach))

    lengths = tuple(choices.integers(size, 1, reach + 1))
    return Factors(lengths, choices.integer(1, 3), vector(pairs), vector(pairs), vector(size), vector(size))


# ---- games with room ----


class RoomyGame(GridGame, frozen=True, tag="roomy-grid-game"):
    """A grid game in which some w* ∈ G^d with ‖w*‖ + 1/n² <= 1 agrees with every label."""

    def may_be(self, targets: Array) -> Array:
        room = np.array([has_room(w, self.n) for w in targets.tolist()])
        require(bool(room.any()), f"no w* of the grid with n = {self.n} leaves room: take n of at least 2")
        return room


def has_room(target: Any, n: int) -> bool:
    """‖w*‖ + 1/n² <= 1 for w* = target/n: ‖target‖·n <= n² − 1."""
    return bool(sum(v * v for v in target) * n**2 <= (n**2 - 1) ** 2)


def roomy_games(
    choices: Choices,
    *,
    dimensions: int,
    n: int,
    pool: int,
    rounds: int,
    unit_instances: bool = False,
    room: bool = False,
    on_grid: bool = False,
    realizable: bool = False,
) -> HalfspaceGame:
    """Games with instances and targets on G^d, d >= 2.

    unit_instances: ‖x‖ <= 1.
    room:           ‖w*‖ + 1/n² <= 1, so that there is room for the ball.
    on_grid:        instances are multiples of 1/n, otherwise of 1/(8n).
    realizable:     w* agrees with every label; otherwise every label is legal.

    Shrinks to d = 2, small n, e_1, few rounds, and an environment that contradicts.
    """
    size = choices.integer(2, dimensions)
    fine = choices.integer(2 if room else 1, n)
    denominator = fine if on_grid else 8 * fine
    instances = choices.pool(lambda: _instance(choices, size, fine, denominator, unit_instances), most=pool)
    moves = choices.moves(len(instances), first=BALANCED if realizable else 0, most=rounds)
    if not realizable:
        return FreeGame(instances, denominator, moves)
    return (RoomyGame if room else GridGame)(instances, denominator, moves, fine)


def every_roomy_game(choices: Choices, *, dimension: int, n: int, rounds: int, signed: int | None = None) -> RoomyGame:
    """Every sequence of instances of G^d of norm at most 1, contradicted whenever possible.

    With more than `signed` rounds, sequences are up to the signs of their instances.
    """
    pool = tuple(x for x in lines(dimension, n) if sum(v * v for v in x) <= n * n)
    instances, moves = signed_sequence(choices, pool, rounds, signed, stances=1, least=0)
    return RoomyGame(instances or (pool[0],), n, moves, n)


def _instance(choices: Choices, size: int, n: int, denominator: int, unit: bool) -> Vector:
    """A nonzero vector. If its norm must be at most 1, last coordinates are set to 0 until it is."""
    x = [choices.integer(-denominator, denominator) for _ in range(size)]
    last = size - 1
    while unit and sum(v * v for v in x) > denominator**2:
        x[last] = 0
        last -= 1
    return tuple(x) if any(x) else (denominator,) + (0,) * (size - 1)
