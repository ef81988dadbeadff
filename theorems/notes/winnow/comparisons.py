"""Winnow against Perceptron: the sequences on which each makes many more mistakes than the other.

VEM compares bounds. With few relevant variables (k of n) and many that are on, Winnow has O(k² log n/γ²) and Perceptron
O(kn/γ²). With all variables relevant and ‖x‖₂ ≤ 1, Winnow has O(n log n/γ²) and Perceptron O(1/γ²). A comparison of
upper bounds says nothing about mistakes unless some sequences force them. This module has such sequences, with explicit
constants, and plays both learners on each.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise, starmap
from typing import NamedTuple, Self

import numpy as np
from sympy import And, Eq, Expr, Rational, Symbol, log
from sympy.logic.boolalg import Boolean

from learncheck.learners import Perceptron, Winnow
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats
from learncheck.strategies.play import games
from learncheck.strategies.play.case import Case, Make, Positive, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity

P = quantity("P", "the mistakes of Perceptron")
W = quantity("W", "the mistakes of Winnow")
n = quantity("n", "the variables")
k = quantity("k", "the relevant variables")
gamma2 = quantity("γ²", "the squared margin of the unit $w^*$")


Example = tuple[Floats, int]

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
        return Trace(self, facts=Mistakes(*(games.tally(learner, examples) for learner in learners)))


class SparseSequence(Compared, frozen=True, tag="sparse-sequence"):
    """A disjunction of k of n = 2kN variables, N = 2^power. Two passes over kN examples.

    There are k blocks of variables. An example belongs to one block: it encodes a row h of the N × N Hadamard matrix by
    the variables [h_j = 1] and [h_j = −1], of which N are on; all other blocks are off. Its label is h_column, and the
    labels alternate. Two rows of a block have N/2 variables in common, so w·x is N/2 times the sum of the labels so
    far, which is 0 or 1 and wrong. So the Perceptron errs on each row, though w* = Σ e_c − e_c' has margin 1. Column 0
    would give all of them one label.
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


def sparse_sequences(choices: Choices, *, blocks: int, power: int) -> SparseSequence:
    """Sequences with k ≤ `blocks`, N = 2, 4, ..., 2^power, and any column. Shrinks to one block of two rows."""
    chosen = choices.integer(1, power)
    return SparseSequence(choices.integer(1, blocks), chosen, choices.integer(1, 2**chosen - 1))


AS_LONG_AS_WIDE = "a sequence over n variables has n/2 rounds or more, so that the largest would have 2²⁹ entries"


def measure(trace: Trace[Compared, Mistakes]) -> Values:
    case = trace.case
    relevant = getattr(case, "k", case.variables)
    return {
        P: trace.facts.perceptron,
        W: trace.facts.winnow,
        n: case.variables,
        k: relevant,
        gamma2: Fraction(1, case.variables),
    }


comparison = partial(
    Claim, sources=(VEM("8.4.2, Winnow vs Perceptron"),), learner=Perceptron, reading="ours", judged=False
)
"""A claim about sequences on which both learners are played."""

SPARSE = comparison(
    "winnow-versus-perceptron-sparse",
    r"On a disjunction of $k$ of $n$ variables Winnow makes at most $2 + 3k(1 + \log_2 n)$ mistakes, and there are "
    "such sequences, with the margin 1, on which Perceptron makes $n/2$.",
    label="lower",
    cases=Family(
        sparse_sequences,
        extent="k ≤ {blocks:k ≤ _} blocks of N = 2, ..., 2^{power:N ≤ 2^_} rows, every column",
        search=dict(blocks=3, power=4),
        scout=dict(blocks=4, power=4),
        quick=dict(blocks=2, power=4),
        full=dict(blocks=4, power=6),
        beyond=AS_LONG_AS_WIDE,
    ),
    measure=measure,
    bound=And(P >= n / 2, W <= 2 + 3 * k * (1 + log(n, 2))),
    attained_by=lambda: starmap(SparseSequence, ((1, 1, 1), (1, 4, 1), (1, 8, 1), (4, 5, 3))),
    remark=r"$P = n/2$ exactly, half of Perceptron's own bound: $R^2 = n/(2k)$, $\|w^*\|^2 = 2k$ and $\gamma = 1$ "
    "give $n$. Half of its mistakes are ties, so that with lucky ties it makes $n/4$. Winnow makes 13 of "
    "at most 26 mistakes where Perceptron makes 64 $(k = 1, n = 128)$, and 18 where it makes 256.",
)

DENSE = comparison(
    "winnow-versus-perceptron-dense",
    r"With $\|x\|_\infty = 1$, $\|x\|_2 \le 1$ and $w^* = (1, \dots, 1)/\sqrt{n}$ Perceptron makes at most "
    r"$1/\gamma^2 = n$ mistakes, and there are such sequences on which Winnow makes $n\cdot \log_2 n$ or more.",
    label="tight",
    cases=Family(
        up_to(DenseSequence, n=(1, "most")),
        extent="n = 1, ..., {most:n ≤ _}",
        search=dict(most=16),
        scout=dict(most=24),
        quick=dict(most=24),
        full=dict(most=100),
        beyond=AS_LONG_AS_WIDE,
    ),
    measure=measure,
    bound=And(P <= 1 / gamma2, W >= n * log(n, 2)),
    attained_by=lambda: map(DenseSequence, (1, 2, 8, 64)),
    remark=r"Both attained, the second for $n = 2^j$. $\|x\|_\infty = 1$ and $\|x\|_2 \le 1$ leave only $x = \pm "
    r"e_i$, so that $1/\gamma^2$ is $n$ and the two bounds are $n$ and $O(n^2 \log n)$: in fact Winnow is worse by a "
    r"factor of $\log n$, not of $n \log n$.",
)


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
    """Return the mistakes of both learners, cached, as nothing is random."""
    return case.play(make).facts


# ---- growth ----


def counts(letter: str, learner: str, sequences: str) -> list[Symbol]:
    """Return the quantities of the learner's mistakes on the sequences of n, 2n, 4n and 8n variables."""
    return [
        quantity(
            f"{letter}{sub}", f"the mistakes of {learner} on {sequences} sequences of ${size}$ variables", positive=True
        )
        for sub, size in (("₁", "n"), ("₂", "2n"), ("₄", "4n"), ("₈", "8n"))
    ]


COUNTS = counts("P", "Perceptron", "sparse")
WINNOW = counts("W", "Winnow", "sparse")
DENSE_COUNTS = counts("p", "Perceptron", "dense")
DENSE_WINNOW = counts("w", "Winnow", "dense")


def fitted(mistakes: Sequence[Symbol]) -> Expr:
    """Fit the exponent e of mistakes ~ n^e over three doublings by least squares: (3·log₂(c₈/c₁) + log₂(c₄/c₂))/10."""
    first, second, third, fourth = mistakes
    return (3 * log(fourth / first, 2) + log(third / second, 2)) / 10


def linear(mistakes: Sequence[Symbol]) -> Boolean:
    """Return the condition that each doubling of n doubles the mistakes, so that the fitted exponent is 1."""
    return And(*(Eq(after, 2 * before) for before, after in pairwise(mistakes)))


GROWTH = comparison(
    "winnow-versus-perceptron",
    "Over three doublings of $n$, the mistakes of Perceptron on the sparse sequences grow as $n$ and those of Winnow "
    "with a fitted exponent of at most 2/3; on the dense ones Perceptron's grow as $n$, and Winnow's faster.",
    cases=Family(
        up_to(Doublings, k=(1, "blocks"), power=(3, "power"), column=(1, 7)),
        extent="k ≤ {blocks:k ≤ _}, seven columns, from blocks of 8, ..., 2^{power:N ≤ 2^_} rows on",
        search=dict(blocks=1, power=3),
        scout=dict(blocks=1, power=3),
        quick=dict(blocks=2, power=3),
        full=dict(blocks=3, power=5),
        beyond=AS_LONG_AS_WIDE,
    ),
    measure=lambda trace: {
        **dict(zip(COUNTS, (mistakes.perceptron for mistakes in trace.facts.sparse), strict=True)),
        **dict(zip(WINNOW, (mistakes.winnow for mistakes in trace.facts.sparse), strict=True)),
        **dict(zip(DENSE_COUNTS, (mistakes.perceptron for mistakes in trace.facts.dense), strict=True)),
        **dict(zip(DENSE_WINNOW, (mistakes.winnow for mistakes in trace.facts.dense), strict=True)),
    },
    bound=And(
        fitted(WINNOW) <= Rational(2, 3), linear(COUNTS), linear(DENSE_COUNTS), fitted(DENSE_WINNOW) >= Rational(11, 10)
    ),
    attained_by=lambda: [Doublings(1, 3), Doublings(1, 5), Doublings(2, 4)],
    remark="Perceptron's exponent is 1 on both families. Winnow's is 0.44 from $n = 16$ on and 0.22 from $n = "
    "128$ on $(k = 1)$, at most 0.63 $(k = 3)$, and falls, as that of a logarithm does; on the dense ones "
    r"it is 1.33 from $n = 8$ on and falls to 1 as that of $n\cdot\log n$ does.",
)
