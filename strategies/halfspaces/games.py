"""Games over halfspaces through the origin. Instances are integer vectors over a common denominator.

- `FreeGame`: every label is legal, so the sequence need not be separable
- `GridGame`: some w* with weights on a grid agrees with every label
- `TargetGame`: the labels are those of one given w*
- `ComparedGame`: a free game and some w* that need not agree with it
- `ExactGame`, `KernelGame`, `UnitGame`: free games in exact arithmetic, with a kernel, on unit instances
- `AxesGame`, `SpiralGame`, `OrthogonalGame`: the sequences on which the Perceptron's bound is attained
- `Dimension`: not a game but a dimension
- `StepGame`: a labelled sequence that is played twice, the second time with another step size

If a theorem is decided exactly, denominators are powers of two, so that float arrays hold the instances exactly.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from learncheck.learners.arithmetic import exp, inner
from learncheck.strategies.halfspaces.vectors import (
    SPIRAL_UNIT,
    Array,
    Vector,
    coarsest_fine_grid,
    directions,
    length,
    lines,
    power_of_two_above,
    pythagorean,
    spiral,
    unit,
)
from learncheck.strategies.play.case import Case, Label, Make, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Alone, Environment, Game, exposed, legal_label, said, watcher

Move = tuple[int, int]

BALANCED = -1
"""Instead of an instance: the one that divides the remaining targets most evenly."""

LABEL = 0
"""The environment of a `TargetGame` gives the target's label."""
NOISE = 1
"""It gives the other label, so that the theorem does not apply to the game."""

FINE = 2**30
"""The denominator of instances off the grid."""


# ---- the games ----


class Target(NamedTuple):
    """A w* that gives all labels of the game."""

    target: Vector


class HalfspaceGame(Game, frozen=True):
    """A game on halfspaces. A move is (instance, stance): the index of the instance, and how to label it."""

    instances: tuple[Vector, ...]
    denominator: int
    moves: tuple[Move, ...]

    @property
    def dimension(self) -> int:
        """d, the length of an instance."""
        return len(self.instances[0])

    def arguments(self) -> tuple[Any, ...]:
        return (self.dimension,)

    def script(self) -> tuple[Move, ...]:
        return self.moves

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """w*, if one is given or was left at the end, and the parameters."""
        told = {name: value for name, value in super().in_words(trace).items() if name not in ("target", "length")}
        weights = getattr(self, "weights", None)
        target = getattr(trace.facts, "target", None) if weights is None else weights()
        return told if target is None else {"w*": target, **told}

    def arrays(self) -> list[Array]:
        """The instances as the learner sees them: float arrays of shape (d,)."""
        return list(np.array(self.instances) / self.denominator)


class FreeGame(HalfspaceGame, frozen=True, tag="free-halfspace-game"):
    """Any sequence, separable or not: the environment contradicts or agrees as the script says."""

    def environment(self) -> Environment:
        return AnyLabel(self.arrays())


class GridGame(HalfspaceGame, frozen=True, tag="grid-halfspace-game"):
    """Some w* in {-n, ..., n}^d has y⟨w*,x⟩ > 0 in every round. (Only the direction of w* matters.)

    The game ends early at an instance that is orthogonal to every remaining target.
    """

    n: int

    def environment(self) -> Environment:
        targets = directions(self.dimension, self.n)
        return Targets(np.sign(np.array(self.instances) @ targets.T), targets, alive=self.may_be(targets)).alone(
            self.arrays()
        )

    def may_be(self, targets: Array) -> Array | bool:
        """A mask of the directions that w* may have; True for all."""
        return True


class TargetGame(HalfspaceGame, frozen=True, tag="target-halfspace-game"):
    """The label is that of ⟨w*,x⟩, for w* = target / length. A move is (instance, `LABEL` or `NOISE`).

    The game ends at an instance that is orthogonal to the target.
    """

    target: Vector
    length: int

    def weights(self) -> tuple[Fraction, ...]:
        """w*."""
        return tuple(Fraction(v, self.length) for v in self.target)

    def environment(self) -> Environment:
        return TargetLabel(self)


class ComparedGame(FreeGame, frozen=True, tag="compared-halfspace-game"):
    """A free game, and a w* with which the learner is compared. It need not agree with any label."""

    target: Vector

    def weights(self) -> Vector:
        """w*."""
        return self.target


class ExactGame(FreeGame, frozen=True, tag="exact-halfspace-game"):
    """A free game whose instances are arrays of Fractions, on which the learner's code is exact."""

    def arrays(self) -> list[Array]:
        return [np.array([Fraction(v, self.denominator) for v in x], dtype=object) for x in self.instances]


def two_instances(x: Array, z: Array) -> tuple[Array, Array]:
    """Return both. Raises ValueError unless both have the same shape (d,): a column and a row would make a table."""
    if x.ndim != 1 or x.shape != z.shape:
        raise ValueError(f"the kernel was called with arrays of shapes {x.shape} and {z.shape}; it takes two instances")
    return x, z


class Kernel(msgspec.Struct, frozen=True):
    """A kernel by name: ⟨x,z⟩, polynomial (1+⟨x,z⟩)^degree, or gaussian e^(−‖x−z‖²). Source: VEM 8.3.1."""

    name: Literal["linear", "polynomial", "gaussian"]
    degree: int = 1

    def __call__(self, x: Any, z: Any) -> float:
        """K(x, z) for two arrays of shape (d,)."""
        x, z = two_instances(np.asarray(x, dtype=float), np.asarray(z, dtype=float))
        if self.name == "linear":
            return float(inner(x, z))
        if self.name == "polynomial":
            return float((1 + inner(x, z)) ** self.degree)
        return float(exp(-float(inner(x - z, x - z))))

    @property
    def as_python(self) -> str:
        """The kernel as a Python expression that needs only numpy."""
        return {
            "linear": "lambda x, z: float(x @ z)",
            "polynomial": f"lambda x, z: float((1 + x @ z) ** {self.degree})",
            "gaussian": "lambda x, z: float(np.exp(-(x - z) @ (x - z)))",
        }[self.name]


class KernelGame(FreeGame, frozen=True, tag="kernel-game"):
    """A free game for a learner that is constructed with a kernel."""

    kernel: Kernel

    def arguments(self) -> tuple[Any, ...]:
        return (self.kernel,)


class UnitGame(HalfspaceGame, frozen=True, tag="unit-halfspace-game"):
    """A free game on unit vectors for a learner that is constructed with (sigma, w0).

    `instances` and `start` are integer vectors of integer length, such as (3, 4) of length 5. The learner gets them
    divided by their length; `denominator` is 1.
    """

    sigma: Fraction
    start: Vector

    def arguments(self) -> tuple[Any, ...]:
        return float(self.sigma), unit(self.start)

    def arrays(self) -> list[Array]:
        return [unit(x) for x in self.instances]

    def environment(self) -> Environment:
        return AnyLabel(self.arrays())


class AxesGame(Game, frozen=True, tag="axes-game"):
    """e_1, ..., e_m are presented and each prediction is contradicted; then all come again with the same labels.

    For any labels, w* = Σ y_i e_i has y_i⟨w*,e_i⟩ = 1 and ‖w*‖² = m. Source: UML Exercise 9.3.
    """

    size: int

    def arguments(self) -> tuple[Any, ...]:
        return (self.size,)

    def script(self) -> Sequence[int]:
        return (*range(self.size), *range(self.size))

    def environment(self) -> Environment:
        return FirstContradicted(list(np.eye(self.size)))


class SpiralGame(Game, frozen=True, tag="spiral-game"):
    """m rounds in ℝ³ in each of which the Perceptron must err, although its bound allows exactly m mistakes.

    The first prediction is contradicted, and all later labels are the same as the first. See `spiral`. Source: UML
    Exercise 9.4.
    """

    size: int

    def arguments(self) -> tuple[Any, ...]:
        return (3,)

    def script(self) -> Sequence[int]:
        return range(self.size)

    def environment(self) -> Environment:
        return OneLabel(list(np.array(spiral(self.size)) / SPIRAL_UNIT))


class OrthogonalGame(Game, frozen=True, tag="orthogonal-game"):
    """m <= 4 instances in ℝ³ on which every update is orthogonal to w, all labelled +1.

    For m <= 3 they are the axes. Source: UML Exercise 9.4.
    """

    size: int

    def arguments(self) -> tuple[Any, ...]:
        return (3,)

    def script(self) -> Sequence[int]:
        return range(self.size)

    def environment(self) -> Environment:
        rows = FOUR if self.size == 4 else np.eye(3)
        return OneLabel(list(np.array(rows, dtype=float)), label=1)


FOUR = ((0, 1, 1), (0, 1, -1), (1, 0, 1), (1, 0, -1))


class Dimension(Case, frozen=True, tag="dimension"):
    """A dimension d >= 2, for statements about every dimension. There is nothing to play."""

    d: int


class TwoRuns(NamedTuple):
    """The second learner's predictions, round by round, and the final states of both."""

    other: list[Any]
    states: tuple[Snapshot, Snapshot] = ({}, {})


class StepGame(HalfspaceGame, frozen=True, tag="step-game"):
    """A labelled sequence, played by one learner unchanged and by another with the instances multiplied by `step`.

    A Perceptron that starts at 0 and adds y·ηx predicts the same on x as on ηx, so the second one is the Perceptron
    with step η. A move is (instance, 0 for the label +1 or 1 for −1). Source: UML Exercise 9.5.
    """

    step: Fraction

    def environment(self) -> Environment:
        raise NotImplementedError("both runs of a StepGame follow one script of labels; call play")

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner, scaled = make(*self.arguments()), make(*self.arguments())
        rounds, others = Rounds(), []
        arrays, step = self.arrays(), float(self.step)
        look = watcher(learner, watch, rounds.snapshots)
        for index, label in ((index, 1 - 2 * minus) for index, minus in self.moves):
            x, prediction = arrays[index], learner.predict(arrays[index])
            others.append(scaled.predict(step * x))
            learner.update(x, label)
            scaled.update(step * x, label)
            rounds.add(x, prediction, label)
            if look is not None:
                look()
        return Trace(self, rounds, TwoRuns(others, (exposed(learner, watch), exposed(scaled, watch))))


# ---- the environments ----


class AnyLabel:
    """The environment of a `FreeGame`: every label is legal."""

    def __init__(self, arrays: list[Array]) -> None:
        self.arrays = arrays

    def present(self, move: Move) -> Array:
        return self.arrays[move[0]]

    def answer(self, move: Move, prediction: Any) -> Label:
        label: Label = legal_label(move[1], said(prediction))
        return label

    def facts(self) -> None:
        return None


class Targets:
    """The environment that allows any label of some target consistent so far. It certifies such a target.

    signs: the signs of the k targets on the instances of a pool, (instances, k); a sign of 0 allows no label.
    alive: a mask of the targets to start with.

    Scripts ask for the index of an instance, or for BALANCED. −1 is presented instead of an instance whose sign is 0
    under every remaining target.
    """

    def __init__(self, signs: Array, targets: Array, games: int = 1, alive: Array | bool = True) -> None:
        self.targets = targets
        self.says = np.stack([signs > 0, signs < 0])
        self.alive = np.full((games, len(targets)), alive)
        self._counting = self.says.transpose(0, 2, 1).astype(np.float32)  # of small integers: exact

    def votes(self) -> tuple[Array, Array]:
        """The numbers of remaining targets that say + and − on each instance, (games, instances) each."""
        alive = self.alive.astype(np.float32)
        return alive @ self._counting[0], alive @ self._counting[1]

    def present(self, asked: Array) -> Array:
        balanced = asked == BALANCED
        if balanced.any():
            asked = np.where(balanced, np.minimum(*self.votes()).argmax(axis=1), asked)
        plus, minus = self.legal(asked)
        return np.asarray(np.where(plus | minus, asked, -1))

    def legal(self, presented: Array) -> tuple[Array, Array]:
        plus, minus = ((self.alive & says[presented]).any(axis=1) for says in self.says)
        return plus, minus

    def reveal(self, presented: Array, labels: Array, predictions: Array) -> None:
        self.alive &= self.says[(labels < 0).astype(int), presented]

    def facts(self, game: int) -> Target:
        return Target(tuple(self.targets[self.alive[game].argmax()].tolist()))

    def alone(self, arrays: Sequence[Array]) -> Environment:
        """The environment of a single game, which ends if no legal instance is left to present."""
        return Alone(self, lambda index: arrays[index] if index >= 0 else None)


class TargetLabel:
    """The environment of a `TargetGame`: gives the target's label, or the other one if the script asks for noise."""

    def __init__(self, game: TargetGame) -> None:
        self.arrays = game.arrays()
        self.labels = [int(v) for v in np.sign(np.array(game.instances) @ np.array(game.target))]

    def present(self, move: Move) -> Array | None:
        return self.arrays[move[0]] if self.labels[move[0]] else None

    def answer(self, move: Move, prediction: Any) -> Label:
        index, stance = move
        return -self.labels[index] if stance == NOISE else self.labels[index]

    def facts(self) -> None:
        return None


class FirstContradicted:
    """Contradicts the first prediction on each instance and repeats that label afterwards."""

    def __init__(self, arrays: list[Array]) -> None:
        self.arrays = arrays
        self.labels: dict[int, Label] = {}

    def present(self, move: int) -> Array:
        return self.arrays[move]

    def answer(self, move: int, prediction: Any) -> Label:
        if move not in self.labels:
            self.labels[move] = legal_label(CONTRADICT, said(prediction))
        return self.labels[move]

    def facts(self) -> None:
        return None


class OneLabel:
    """Gives one label in all rounds: the given one, or the one that contradicts the first prediction."""

    def __init__(self, arrays: list[Array], label: Label | None = None) -> None:
        self.arrays = arrays
        self.label = label

    def present(self, move: int) -> Array:
        return self.arrays[move]

    def answer(self, move: int, prediction: Any) -> Label:
        if self.label is None:
            self.label = legal_label(CONTRADICT, said(prediction))
        return self.label

    def facts(self) -> None:
        return None


# ---- families ----


def free_games(
    choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, least: int = 1, halvings: int = 2
) -> FreeGame:
    """Free games in `least` to `dimensions` dimensions, on a pool of at most `pool` instances that may recur.

    Instances are integer vectors over 2^k, k <= `halvings`. Shrinks to few dimensions, e_1, few rounds, and an
    environment that contradicts.
    """
    instances = _instances(choices, choices.integer(least, dimensions), reach, pool)
    denominator = 2 ** choices.integer(0, halvings)
    return FreeGame(instances, denominator, _moves(choices, len(instances), rounds))


def every_free_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, signed: int | None = None
) -> FreeGame:
    """Every free game on {-reach, ..., reach}^d without 0; with more than `signed` rounds, only on its `lines`."""
    instances, moves = signed_sequence(choices, lines(dimension, reach), rounds, signed)
    return FreeGame(instances, 1, moves)


def separable_games(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    rounds: int,
    n: int,
    halvings: int = 2,
    separable: bool = False,
) -> HalfspaceGame:
    """Grid games on at most `pool` instances, or free games unless `separable`.

    Instances are integer vectors over 2^k, k <= `halvings`. Shrinks to few dimensions, e_1, few rounds, and an
    environment that contradicts.
    """
    instances = _instances(choices, choices.integer(1, dimensions), reach, pool)
    denominator = 2 ** choices.integer(0, halvings)
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
        denominator, instances = FINE, choices.many(lambda: _fine(choices, dimension), least=1, most=pool)
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
    instances = tuple(x if _inner(x, target) else target for x in drawn)  # an instance with margin 0 has no label
    denominator = power_of_two_above(instances) if unit_ball else choices.integer(1, fine)
    noise = 1 if labels_of_target else 2
    moves = _moves(choices, len(instances), rounds, stances=noise)
    size = length(target) if unit_target else 1
    return TargetGame(instances, denominator, moves, target, size or 1)


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
    pool = tuple(x for x in lines(2, reach) if _inner(x, target))
    denominator = power_of_two_above(pool) if unit_ball else 1
    instances, moves = signed_sequence(choices, pool, rounds, signed, stances=1 if labels_of_target else 2)
    size = length(target) if unit_target else 1
    return TargetGame(instances, denominator, moves, target, size or 1)


def kernel_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, degree: int) -> KernelGame:
    """Free games with a named kernel. Shrinks to the linear one."""
    name: Literal["linear", "polynomial", "gaussian"] = choices.pick(("linear", "polynomial", "gaussian"))
    kernel = Kernel(name, choices.integer(1, degree)) if name == "polynomial" else Kernel(name)
    game = free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds)
    return KernelGame(game.instances, game.denominator, game.moves, kernel)


def every_kernel_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, signed: int | None = None
) -> KernelGame:
    """Every game of `every_free_game`, with each of the kernels."""
    kernel = choices.pick((Kernel("linear"), Kernel("polynomial", 2), Kernel("gaussian")))
    game = every_free_game(choices, dimension=dimension, reach=reach, rounds=rounds, signed=signed)
    return KernelGame(game.instances, game.denominator, game.moves, kernel)


def unit_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> UnitGame:
    """Free games on rational unit vectors with a rational unit start and sigma = 1/2, 1/4, 1/8 or 1/16."""
    dimension = choices.integer(2, dimensions)
    units = pythagorean(dimension, reach)
    sigma = Fraction(1, 2 ** choices.integer(1, 4))
    start = choices.pick(units)
    instances = choices.many(lambda: choices.pick(units), least=1, most=pool)
    return UnitGame(instances, 1, _moves(choices, len(instances), rounds), sigma, start)


def every_unit_game(choices: Choices, *, rounds: int, signed: int | None = None) -> UnitGame:
    """Every free game on e_1, e_2, (3/5, 4/5), (4/5, −3/5), with two starts and two sigmas.

    In games of up to `signed` rounds their negatives are also instances.
    """
    sigma = Fraction(1, choices.pick((2, 8)))
    start = choices.pick(((3, 4), (1, 0)))
    instances, moves = signed_sequence(choices, ((1, 0), (0, 1), (3, 4), (4, -3)), rounds, signed)
    return UnitGame(instances, 1, moves, sigma, start)


def step_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> StepGame:
    """Labelled sequences, with steps η = p/2^k."""
    instances = _instances(choices, choices.integer(1, dimensions), reach, pool)
    step = Fraction(choices.integer(1, 9), 2 ** choices.integer(0, 5))
    return StepGame(instances, 1, _moves(choices, len(instances), rounds), step)


def compared_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> ComparedGame:
    """Free games with any integer w*, including 0. Shrinks to w* = 0 and like `free_games`."""
    game = free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds)
    target = tuple(choices.integer(-reach, reach) for _ in range(game.dimension))
    return ComparedGame(game.instances, game.denominator, game.moves, target)


def every_compared_game(choices: Choices, *, reach: int, rounds: int, signed: int | None = None) -> ComparedGame:
    """Every game of `every_free_game` in the plane, for a few w*."""
    game = every_free_game(choices, dimension=2, reach=reach, rounds=rounds, signed=signed)
    return ComparedGame(game.instances, 1, game.moves, choices.pick(((0, 0), (1, 0), (1, 1), (2, -1))))


def exact_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> ExactGame:
    """Free games in exact arithmetic, d >= 2."""
    game = free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds, least=2)
    return ExactGame(game.instances, game.denominator, game.moves)


def axes_games(choices: Choices, *, size: int) -> AxesGame:
    """`AxesGame`s with the axes of ℝ^m, m <= `size`."""
    return AxesGame(choices.integer(1, size))


def spiral_games(choices: Choices, *, size: int) -> SpiralGame:
    """`SpiralGame`s of m <= `size` rounds."""
    return SpiralGame(choices.integer(1, size))


def orthogonal_games(choices: Choices, *, size: int) -> OrthogonalGame:
    """`OrthogonalGame`s of m <= `size` <= 4 rounds."""
    return OrthogonalGame(choices.integer(1, size))


def dimensions(choices: Choices, *, most: int) -> Dimension:
    """The dimensions 2, ..., `most`."""
    return Dimension(choices.integer(2, most))


def orthonormal_targets(roots: Sequence[int]) -> Iterator[TargetGame]:
    """For each k: e_1, ..., e_m with m = k² and the unit vector w* = (1, ..., 1)/k, for which γ = 1/k."""
    for root in roots:
        size = root * root
        axes = tuple(tuple(int(i == j) for j in range(size)) for i in range(size))
        yield TargetGame(axes, 1, tuple((i, LABEL) for i in range(size)), (1,) * size, root)


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
    return choices.many(lambda: _vector(choices, dimension, reach), least=1, most=pool)


def _vector(choices: Choices, dimension: int, reach: int) -> Vector:
    """A vector other than 0. Shrinks to e_1."""
    x = tuple(choices.integers(dimension, -reach, reach))
    return x if any(x) else (1,) + (0,) * (dimension - 1)


def _inner(u: Vector, v: Vector) -> int:
    return sum(p * q for p, q in zip(u, v, strict=True))


def _target(choices: Choices, dimension: int, reach: int, of_integer_length: bool) -> Vector:
    return choices.pick(pythagorean(dimension)) if of_integer_length else _vector(choices, dimension, reach)


def _fine(choices: Choices, dimension: int) -> Vector:
    """A vector that, divided by FINE, is off any coarse grid and almost orthogonal to e_1."""
    return (1, *(choices.label() * FINE for _ in range(dimension - 1)))


def _moves(choices: Choices, size: int, rounds: int, *, stances: int = 2, least: int = 0) -> tuple[Move, ...]:
    """At least one move. In half of the games all have the first stance."""
    stances = choices.integer(1, stances)
    return choices.many(
        lambda: (choices.integer(least, size - 1), choices.integer(0, stances - 1)), least=1, most=rounds
    )


def signed_sequence(
    choices: Choices, pool: tuple[Vector, ...], rounds: int, signed: int | None, *, stances: int = 2, least: int = 1
) -> tuple[tuple[Vector, ...], tuple[Move, ...]]:
    """Choose `least` to `rounds` moves on the pool. Returns the instances presented and the moves on these.

    Sequences of up to `signed` moves (None: all) also use the negatives of the pool.
    """
    count = choices.integer(least, rounds)
    if signed is None or count <= signed:
        pool += tuple(tuple(-v for v in x) for x in pool)
    played = [(choices.pick(pool), choices.integer(0, stances - 1)) for _ in range(count)]
    instances = tuple(dict.fromkeys(x for x, _ in played))
    return instances, tuple((instances.index(x), stance) for x, stance in played)
