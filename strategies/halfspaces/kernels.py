"""Samples for the Gram matrices of kernels, and games in feature space.

- `KernelSample`: points and a kernel
- `FeatureGame`: a game for Kernel Perceptron in which some vector of the feature space labels every instance
- `TwinGame`: the same for two learners, Kernel Perceptron and Perceptron on the features

Source: VEM 8.3.1.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal, TypeVar

import numpy as np

from learncheck.learners import Perceptron
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.families import signed_sequence
from learncheck.strategies.halfspaces.games import ExactGame, HalfspaceGame, KernelGame, SomeTarget, TwoRuns
from learncheck.strategies.halfspaces.kernel_functions import Features, Kernel
from learncheck.strategies.halfspaces.vectors import Array, Vector, any_vector, axes, directions, lines, nonzero_vector
from learncheck.strategies.play.case import Case, Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, dictate

T = TypeVar("T")

# ---- samples ----


class KernelSample(Case, frozen=True, tag="kernel-sample"):
    """Points, integer vectors over a common denominator, and a kernel. There is nothing to play."""

    kernel: Kernel
    points: tuple[Vector, ...]
    denominator: int

    def __post_init__(self) -> None:
        require(len(self.points) > 0, "there are no points: give one at least")

    def rows(self) -> list[Features]:
        """The points."""
        return [tuple(Fraction(v, self.denominator) for v in x) for x in self.points]


def kernel_samples(choices: Choices, *, dimensions: int, reach: int, points: int, degree: int) -> KernelSample:
    """Samples of at most `points` points with each kernel. Shrinks to one point and the kernel ⟨x,z⟩."""
    kernel = _kernel(choices, degree)
    size = choices.integer(1, dimensions)
    rows = choices.many(lambda: any_vector(choices, size, reach), least=1, most=points)
    return KernelSample(kernel, rows, 2 ** choices.integer(0, 2))


def gaussian_samples(choices: Choices, *, dimensions: int, reach: int, points: int) -> KernelSample:
    """Samples of distinct points with the gaussian kernel."""
    size = choices.integer(1, dimensions)
    rows = choices.distinct(lambda: any_vector(choices, size, reach), most=points)
    return KernelSample(Kernel("gaussian"), rows, 2 ** choices.integer(0, 2))


def every_line_sample(choices: Choices, *, points: int, degree: int) -> KernelSample:
    """Every sample of at most `points` points −1, 0, 1 on the line, in ascending order, with each kernel."""
    kernel = _kernel(choices, degree)
    return KernelSample(kernel, choices.sequence(((-1,), (0,), (1,)), most=points, ascending=True), 1)


def _kernel(choices: Choices, degree: int) -> Kernel:
    name: Literal["power", "polynomial", "gaussian"] = choices.pick(("power", "polynomial", "gaussian"))
    return Kernel(name, 1 if name == "gaussian" else choices.integer(1, degree))


# ---- games in feature space ----

MOST_TARGETS = 800


class FeatureGame(HalfspaceGame, frozen=True, tag="feature-game"):
    """Some combination of monomials, with small integer coefficients, has the sign y on every instance.

    The game ends early at an instance that is 0 under every remaining combination. Fact: a consistent `target`.
    """

    kernel: Kernel

    def arguments(self) -> tuple[Any, ...]:
        return (self.kernel,)

    def environment(self) -> Environment:
        signs, targets = self.votes()
        return SomeTarget(signs, targets, self.arrays())

    def votes(self) -> tuple[Array, Array]:
        """The signs of the considered combinations on each instance, (instances, k), and their coefficients."""
        monomials = np.array([self.kernel.monomials(x, self.denominator) for x in self.instances])
        targets = combinations(monomials.shape[1])
        return np.sign(monomials @ targets.T), targets


@lru_cache(32)
def combinations(size: int) -> Array:
    """Coefficients of combinations of `size` monomials, on the finest grid that MOST_TARGETS allows."""
    n = max((n for n in range(1, 5) if (2 * n + 1) ** size <= MOST_TARGETS), default=1)
    return directions(size, n)


class TwinGame(ExactGame, frozen=True, tag="twin-game"):
    """Kernel Perceptron, and Perceptron on the features, on one sequence in exact arithmetic.

    The environment contradicts or agrees with the Kernel Perceptron.
    """

    kernel: Kernel

    def arguments(self) -> tuple[Any, ...]:
        return (self.kernel,)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        rounds = super().play(make).rounds
        images = [np.array(self.kernel.features(tuple(x)), dtype=object) for x in self.arrays()]
        examples = zip((images[index] for index, _ in self.moves), rounds.labels, strict=True)
        other = dictate(self, Perceptron(len(images[0])), examples)
        return Trace(self, rounds, TwoRuns(other.rounds.predictions))


# Kernel, dimension and degree, such that there are at most six monomials.
SHAPES: tuple[tuple[str, int, int], ...] = (
    ("power", 1, 1), ("power", 2, 1), ("power", 2, 2), ("power", 2, 3), ("power", 3, 2),
    ("polynomial", 1, 1), ("polynomial", 1, 2), ("polynomial", 2, 1), ("polynomial", 2, 2), ("polynomial", 1, 4),
)  # fmt: skip


def feature_games(choices: Choices, *, reach: int, pool: int, rounds: int, separable: bool = False) -> HalfspaceGame:
    """Games that are separable in feature space, or free games unless `separable`.

    Shrinks to one dimension, the kernel ⟨x,z⟩, few rounds, and an environment that contradicts.
    """
    return _drawn(choices, FeatureGame if separable else KernelGame, reach, pool, rounds)


def twin_games(choices: Choices, *, reach: int, pool: int, rounds: int) -> TwinGame:
    """Sequences for both learners, separable or not."""
    return _drawn(choices, TwinGame, reach, pool, rounds)


def _drawn(choices: Choices, kind: Callable[..., T], reach: int, pool: int, rounds: int) -> T:
    name, size, degree = choices.pick(SHAPES)
    kernel = Kernel("power" if name == "power" else "polynomial", degree)
    instances = choices.pool(lambda: nonzero_vector(choices, size, reach), most=pool)
    denominator = 2 ** choices.integer(0, 1)
    moves = choices.moves(len(instances), stances=choices.integer(1, 2), least=1, most=rounds)
    return kind(instances, denominator, moves, kernel)


def every_feature_game(choices: Choices, *, rounds: int, signed: int | None = None, separable: bool = False) -> Any:
    """Every sequence in {−1, 0, 1}² without 0, contradicted whenever possible, with three kernels.

    With more than `signed` instances, sequences are up to the signs of these.
    """
    return _listed(choices, FeatureGame if separable else KernelGame, rounds, signed, stances=1)


def every_twin_game(choices: Choices, *, rounds: int, signed: int | None = None) -> TwinGame:
    """Every sequence in {−1, 0, 1}² without 0, contradicted or not, with three kernels.

    With more than `signed` instances, sequences are up to the signs of these.
    """
    return _listed(choices, TwinGame, rounds, signed, stances=2)


def _listed(choices: Choices, kind: Callable[..., T], rounds: int, signed: int | None, stances: int) -> T:
    kernel = choices.pick((Kernel("power", 1), Kernel("power", 2), Kernel("polynomial", 2)))
    instances, moves = signed_sequence(choices, lines(2, 1), rounds, signed, stances=stances)
    return kind(instances, 1, moves, kernel)


def orthonormal_features(degrees: tuple[int, ...]) -> Iterator[FeatureGame]:
    """e_1, ..., e_d with the kernel ⟨x,z⟩^degree: their features are orthonormal, and each is contradicted once."""
    for degree, size in product(degrees, (1, 2, 3)):
        if degree < 3 or size < 3:  # six monomials at most
            moves = tuple((i, CONTRADICT) for i in range(size))
            yield FeatureGame(axes(size), 1, moves, Kernel("power", degree))
