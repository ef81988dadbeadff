"""Sequences on which Perceptron and Winnow make very different numbers of mistakes.

- `SparseSequence`: few relevant variables, and many on: Perceptron pays for all of them, Winnow for their logarithm
- `DenseSequence`: all variables relevant, one on at a time: Winnow pays a logarithm for each, Perceptron one mistake
- `Doublings`: both kinds, over three doublings of the number of variables

Instances are 0/1 arrays; both learners see the same ones. Source: VEM, Winnow vs Perceptron.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from learncheck.learners import Winnow
from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import log
from learncheck.strategies.play.case import Case, Make, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import tally

Example = tuple[NDArray[Any], int]

DOUBLINGS = 3


class Mistakes(NamedTuple):
    """The mistakes of each learner on one sequence."""

    perceptron: int
    winnow: int


class Compared(Case, frozen=True):
    """A sequence that both the Perceptron and Winnow play."""

    @property
    def variables(self) -> int:
        """The number of variables."""
        raise NotImplementedError

    def examples(self) -> Sequence[Example]:
        """The instances, as 0/1 arrays, with their labels."""
        raise NotImplementedError

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Mistakes]:
        examples = self.examples()
        learners = make(self.variables), Winnow(self.variables)
        return Trace(self, facts=Mistakes(*(tally(each, examples) for each in learners)))


class SparseSequence(Compared, frozen=True, tag="sparse-sequence"):
    """A disjunction of k of n = 2kN variables, N = 2^power. Two passes over kN examples.

    There are k blocks of variables. An example belongs to one block: it encodes a row h of the N × N Hadamard matrix by
    the variables [h_j = 1] and [h_j = −1], of which N are on; all other blocks are off. Its label is h_column, and the
    labels alternate. Two rows of a block have N/2 variables in common, so w·x is N/2 times the sum of the labels so
    far, which is 0 or 1 and wrong. So the Perceptron errs on each row, though w* = Σ e_c − e_c' has margin 1. Column 0
    has one label only.
    """

    k: Positive
    power: Positive
    column: Positive

    def __post_init__(self) -> None:
        require(
            self.column < 2**self.power,
            f"column = {self.column}: name a column from 1 to {2**self.power - 1}",
        )

    @property
    def variables(self) -> int:
        return int(2 * self.k * 2**self.power)

    def examples(self) -> Sequence[Example]:
        return sparse_examples(self.k, self.power, self.column)


class DenseSequence(Compared, frozen=True, tag="dense-sequence"):
    """e_1, ..., e_n, all positive, repeated ⌈log₂ n⌉ + 1 times; w* = (1, ..., 1)/√n has margin γ = 1/√n.

    In the notes' setting, ‖x‖∞ = 1 and ‖x‖₂ ≤ 1, the only instances are ±e_i.
    """

    n: Positive

    @property
    def variables(self) -> int:
        return self.n

    def examples(self) -> Sequence[Example]:
        return [(x, 1) for x in np.eye(self.n)] * (math.ceil(math.log2(self.n)) + 1)


class MistakeGrowth(NamedTuple):
    """The mistakes on the sparse and on the dense sequences, by increasing n."""

    sparse: tuple[Mistakes, ...]
    dense: tuple[Mistakes, ...]


class Doublings(Case, frozen=True, tag="doublings"):
    """Sparse and dense sequences with n, 2n, 4n and 8n variables.

    The first sparse sequence has blocks of 2^power rows, the first dense one 2^power variables.
    """

    k: int
    power: int
    column: int = 1

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, MistakeGrowth]:
        powers = range(self.power, self.power + DOUBLINGS + 1)
        sparse = [counted(make, SparseSequence(self.k, power, self.column)) for power in powers]
        dense = [counted(make, DenseSequence(2**power)) for power in powers]
        return Trace(self, facts=MistakeGrowth(tuple(sparse), tuple(dense)))


@lru_cache(256)
def counted(make: Make, case: Compared) -> Mistakes:
    """The mistakes of both learners, cached, as nothing is random."""
    return case.play(make).facts


def exponent(counts: Sequence[int]) -> float:
    """The e for which counts ~ n^e fits best over three doublings of n, by least squares on logarithms."""
    first, second, third, fourth = counts
    return float((3 * log(fourth / first) + log(third / second)) / (10 * log(2.0)))


@lru_cache(32)
def sparse_examples(k: int, power: int, column: int) -> Sequence[Example]:
    """The examples of a `SparseSequence`, both passes."""
    from scipy.linalg import hadamard  # slow to import

    rows = hadamard(2**power)  # Sylvester's: the first row and column are all ones
    labels = rows[:, column]
    positive, negative = np.flatnonzero(labels == 1), np.flatnonzero(labels == -1)
    order = [i for pair in zip(positive, negative, strict=True) for i in pair]
    once = []
    for block in range(k):
        for i in order:
            x = np.zeros((k, 2, 2**power))
            x[block, 0], x[block, 1] = rows[i] == 1, rows[i] == -1
            once.append((x.reshape(-1), int(labels[i])))
    return once * 2


# ---- families ----


def sparse_sequences(choices: Choices, *, blocks: int, power: int) -> SparseSequence:
    """Sequences with k ≤ `blocks`, N = 2, 4, ..., 2^power, and any column. Shrinks to one block of two rows."""
    chosen = choices.integer(1, power)
    return SparseSequence(choices.integer(1, blocks), chosen, choices.integer(1, 2**chosen - 1))
