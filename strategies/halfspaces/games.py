"""Games over halfspaces through the origin. Instances are integer vectors over a common denominator.

- `FreeGame`: every label is legal, so the sequence need not be separable
- `GridGame`: some w* with weights on a grid agrees with every label
- `TargetGame`: the labels are those of one given w*
- `ExactGame`, `KernelGame`: free games in exact arithmetic, and with a kernel
- `AxesGame`: the sequences on which the Perceptron's bound is attained
- `Dimension`: not a game but a dimension

If a theorem is decided exactly, denominators are powers of two, so that float arrays hold the instances exactly.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.strategies.halfspaces.vectors import Vector, directions
from learncheck.strategies.play.case import Case, Coordinates, Label, Snapshot, Trace
from learncheck.strategies.play.games import BALANCED, CONTRADICT, Environment, Game, Remembered, legal_label

Move = tuple[int, int]

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

    coordinates = Coordinates(vectors=("instances",))

    instances: tuple[Vector, ...]
    denominator: int
    moves: tuple[Move, ...]

    @property
    def dimension(self) -> int:
        """d, the length of an instance."""
        return len(self.instances[0])

    def arguments(self) -> tuple[object, ...]:
        return (self.dimension,)

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """w*, if one is given or was left at the end, and the parameters."""
        fields = {name: value for name, value in super().in_words(trace).items() if name not in ("target", "length")}
        weights = getattr(self, "weights", None)
        target = getattr(trace.facts, "target", None) if weights is None else weights()
        return fields if target is None else {"w*": target, **fields}

    def arrays(self) -> list[Array]:
        """The instances as the learner sees them: float arrays of shape (d,)."""
        return list(np.array(self.instances) / self.denominator)


class FreeGame(HalfspaceGame, frozen=True, tag="free-halfspace-game"):
    """Every sequence, separable or not: the environment contradicts or agrees as the script says."""

    endless = True

    def environment(self) -> Environment:
        return AnyLabel(self.arrays())


class GridGame(HalfspaceGame, frozen=True, tag="grid-halfspace-game"):
    """Some w* in {-n, ..., n}^d has y⟨w*,x⟩ > 0 in every round. (Only the direction of w* matters.)

    The game ends early at an instance that is orthogonal to every remaining target.
    """

    n: int

    def environment(self) -> Environment:
        targets = self.targets()
        return SomeTarget(np.sign(np.array(self.instances) @ targets.T), targets, self.arrays())

    def targets(self) -> Array:
        """The directions that w* may have, one a row."""
        return directions(self.dimension, self.n)


class TargetGame(HalfspaceGame, frozen=True, tag="target-halfspace-game"):
    """The label is that of ⟨w*,x⟩, for w* = target / length. A move is (instance, `LABEL` or `NOISE`).

    The game ends at an instance that is orthogonal to the target.
    """

    coordinates = Coordinates(vectors=("instances", "target"))

    target: Vector
    length: int

    def weights(self) -> tuple[int | Fraction, ...]:
        """w*."""
        return self.target if self.length == 1 else tuple(Fraction(v, self.length) for v in self.target)

    def environment(self) -> Environment:
        points = np.array(self.instances)
        labels = np.sign(points @ np.array(self.target)).tolist()
        return TargetLabel(list(points / self.denominator), labels, self.target)


class ExactGame(FreeGame, frozen=True, tag="exact-halfspace-game"):
    """A free game whose instances are arrays of Fractions, on which the learner's code is exact."""

    def arrays(self) -> list[Array]:
        return [np.array([Fraction(v, self.denominator) for v in x], dtype=object) for x in self.instances]


class KernelGame(FreeGame, frozen=True, tag="kernel-game"):
    """A free game for a learner that is constructed with a kernel."""

    kernel: Kernel

    def arguments(self) -> tuple[object, ...]:
        return (self.kernel,)


class AxesGame(Game, frozen=True, tag="axes-game"):
    """e_1, ..., e_m are presented and each prediction is contradicted; then all come again with the same labels.

    For any labels, w* = Σ y_i e_i has y_i⟨w*,e_i⟩ = 1 and ‖w*‖² = m. Source: UML Exercise 9.3.
    """

    size: int

    def arguments(self) -> tuple[object, ...]:
        return (self.size,)

    def script(self) -> Sequence[Move]:
        return [(i, CONTRADICT) for i in range(self.size)] * 2

    def environment(self) -> Environment:
        return Remembered(np.eye(self.size))


class Dimension(Case, frozen=True, tag="dimension"):
    """A dimension d, for statements about every dimension. There is nothing to play."""

    d: int


class TwoRuns(NamedTuple):
    """The second learner's predictions, round by round, and the final states of both."""

    other: list[int]
    states: tuple[Snapshot, Snapshot] = ({}, {})


# ---- the environments ----


class AnyLabel(Environment):
    """The environment of a `FreeGame`: every label is legal."""

    def __init__(self, arrays: list[Array]) -> None:
        self.arrays = arrays

    def present(self, move: Move) -> Array:
        return self.arrays[move[0]]

    def answer(self, move: Move, prediction: int) -> Label:
        label: Label = legal_label(move[1], prediction)
        return label


class SomeTarget(Environment):
    """Every label of some target consistent so far is legal. It certifies such a target.

    signs: the signs of the k targets on the instances of a pool, (instances, k); a sign of 0 allows no label.

    A move is (index of an instance, or BALANCED; stance). The game ends at an instance whose sign is 0 under every
    remaining target. Sets of targets are integers: the bits of their numbers.
    """

    def __init__(self, signs: Array, targets: Array, instances: Sequence[object]) -> None:
        self.targets, self.instances = targets, instances
        self.says = list(zip(bits(signs > 0), bits(signs < 0), strict=True))
        self.alive = (1 << len(targets)) - 1

    def present(self, move: Move) -> object:
        asked, _ = move
        if asked == BALANCED:
            asked = max(range(len(self.says)), key=lambda index: min(map(int.bit_count, self.legal(index))))
        self.plus, self.minus = self.legal(asked)
        return self.instances[asked] if self.plus | self.minus else None

    def legal(self, index: int) -> tuple[int, int]:
        """The remaining targets that say + on the instance, and those that say −."""
        plus, minus = self.says[index]
        return self.alive & plus, self.alive & minus

    def answer(self, move: Move, prediction: int) -> Label:
        label: Label = legal_label(move[1], prediction, self.plus > 0, self.minus > 0)
        self.alive = self.plus if label > 0 else self.minus
        return label

    def facts(self) -> Target:
        lowest = self.alive & -self.alive
        return Target(tuple(self.targets[lowest.bit_length() - 1].tolist()))


def bits(masks: Array) -> list[int]:
    """Each row of a mask as an integer: bit i is entry i."""
    return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(masks, axis=1, bitorder="little")]


class TargetLabel(Environment):
    """Gives the label of a target, or the other one if the script asks for noise; `labels` has a 0 where it has none.

    The game ends at an instance that has no label.
    """

    def __init__(self, arrays: Sequence[Array], labels: Sequence[int], target: Vector) -> None:
        self.arrays, self.labels, self.target = arrays, labels, target

    def facts(self) -> Target:
        return Target(self.target)

    def present(self, move: Move) -> Array | None:
        return self.arrays[move[0]] if self.labels[move[0]] else None

    def answer(self, move: Move, prediction: int) -> Label:
        index, stance = move
        return -self.labels[index] if stance == NOISE else self.labels[index]
