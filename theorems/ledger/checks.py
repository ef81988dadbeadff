"""The checks of the false lines of the notes that take more than a formula.

Each returns whether the printed line holds in a case. The formulas of the rows may use whatever is defined or imported
here.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, isqrt  # noqa: F401 (for the formulas of the rows)
from typing import TypeAlias

Vector: TypeAlias = Sequence[int | Fraction]
Labels: TypeAlias = Sequence[int]


def dot(u: Vector, v: Vector) -> Fraction:
    """⟨u,v⟩."""
    return sum((Fraction(a) * b for a, b in zip(u, v, strict=True)), Fraction(0))


def sign(z: Fraction) -> int:
    """-1, 0 or 1."""
    return (z > 0) - (z < 0)


def new_class_is_larger(n: int) -> bool:
    """Whether some conjunction of clauses of three literals over n ≤ 3 variables is not a 3-term DNF.

    Functions are the bits of their truth tables. The three literals of a clause, or of a term, may coincide.
    """
    points = range(1 << n)
    literals = [sum(1 << x for x in points if x >> i & 1 == sign) for i in range(n) for sign in (0, 1)]
    whole = (1 << len(points)) - 1
    terms, clauses = {whole, 0}, {a | b | c for a, b, c in product(literals, repeat=3)}
    for _ in range(n):
        terms |= {term & literal for term in terms for literal in literals}
    conjunctions = {whole}
    for clause in clauses:
        conjunctions |= {conjunction & clause for conjunction in conjunctions}
    return not conjunctions <= {a | b | c for a, b, c in product(terms, repeat=3)}


def learned_well(points: int, examples: int) -> bool:
    """Whether a learner may have an expected error below 1/4 for every labelling of equally likely points.

    On a point that the sample misses, every answer is wrong for half of the labellings.
    """
    samples = list(product(range(points), repeat=examples))
    missed = sum(points - len(set(sample)) for sample in samples)
    return Fraction(missed, 2 * points * len(samples)) < Fraction(1, 4)


def corrections_improve(customers: Sequence[Sequence[int]], labels: Labels, corrected: Sequence[int]) -> bool:
    """Whether each of these corrections of PLA leaves fewer mistakes than there were before it.

    Customers get the coordinate x_0 = 1. Raises ValueError if one that is corrected is no mistake.
    """
    examples = [((1, *x), y) for x, y in zip(customers, labels, strict=True)]
    w = [0] * len(examples[0][0])

    def mistakes() -> set[int]:
        return {i for i, (x, y) in enumerate(examples) if sign(dot(w, x)) != y}

    for i in corrected:
        before = mistakes()
        if i not in before:
            raise ValueError(f"customer {i} is no mistake")
        x, y = examples[i]
        w = [a + y * v for a, v in zip(w, x, strict=True)]
        if len(mistakes()) >= len(before):
            return False
    return True


def estimation_grows(small: Sequence[Labels], large: Sequence[Labels]) -> bool:
    """Whether the expected excess error of ERM is no smaller over the larger class than over the smaller one.

    There are two points with probabilities 2/3 and 1/3, all labels are +, and the sample is one example. Among the
    minimisers the best is taken.
    """
    weights = (Fraction(2, 3), Fraction(1, 3))

    def excess(hypotheses: Sequence[Labels]) -> Fraction:
        risks = [sum((p for p, label in zip(weights, h, strict=True) if label < 0), Fraction(0)) for h in hypotheses]
        chosen = Fraction(0)
        for point, p in enumerate(weights):
            fitting = [risk for risk, h in zip(risks, hypotheses, strict=True) if h[point] > 0]
            chosen += p * min(fitting or risks)
        return chosen - min(risks)

    return excess(small) <= excess(large)


def votes_add_functions(hypotheses: Sequence[Labels], votes: int) -> bool:
    """Whether a weighted vote of `votes` hypotheses gives a function that is not in the class.

    The weights are integers from −2 to 2.
    """
    members = {tuple(row) for row in hypotheses}
    for chosen in product(hypotheses, repeat=votes):
        for weights in product(range(-2, 3), repeat=votes):
            scores = [sum(w * h[i] for w, h in zip(weights, chosen, strict=True)) for i in range(len(chosen[0]))]
            if all(scores) and tuple(sign(Fraction(score)) for score in scores) not in members:
                return True
    return False


def is_representative(m: int, accuracy: Fraction, failure: Fraction, constant: int = 0) -> bool:
    """Whether the squared loss of a constant on m fair labels of 0 and 1 is as close to its risk as it should be.

    It is within `accuracy`, except with probability at most `failure`. That of the constant 0 is the zero-one loss.
    """
    steep = abs(1 - 2 * Fraction(constant))
    far = [k for k in range(m + 1) if steep * abs(Fraction(k, m) - Fraction(1, 2)) > Fraction(accuracy)]
    return Fraction(sum(comb(m, k) for k in far), 1 << m) <= Fraction(failure)
