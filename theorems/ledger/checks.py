"""Exact checks of the false lines of the notes: each function returns whether the printed line holds in a case.

Numbers that are not integers are given as strings, for example "1/3".
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, isqrt
from typing import TypeAlias

Number: TypeAlias = int | str
Vector: TypeAlias = Sequence[Number]
Labels: TypeAlias = Sequence[int]


def _dot(u: Vector, v: Vector) -> Fraction:
    return sum((Fraction(a) * Fraction(b) for a, b in zip(u, v, strict=True)), Fraction(0))


def _sign(z: Fraction) -> int:
    return (z > 0) - (z < 0)


# Runtime of learning (UML 8) and PAC learning (VEM 8.1)


def strings_number_power(bits: int) -> bool:
    """Whether there are 2^bits strings of at most `bits` bits."""
    return sum(1 << length for length in range(bits + 1)) == 1 << bits


def keys_are_few(length: int) -> bool:
    """Whether at most 2^length keys have at most this length."""
    return sum(1 << each for each in range(length + 1)) <= 1 << length


def has_extremes(labels: Labels) -> bool:
    """Whether the positive examples have a least and a greatest value."""
    return 1 in labels


def union_bound_fits(n: int, delta: Number) -> bool:
    """Whether log(|H|/δ) ≤ n·log(3/δ) for |H| = 3^n + 1."""
    return (Fraction(3) ** n + 1) / Fraction(delta) <= (3 / Fraction(delta)) ** n


def hard_to_invert(function: Sequence[int], inverter: Sequence[int], polynomial: int) -> bool:
    """Whether the inverter finds a preimage with probability below 1/polynomial."""
    found = sum(function[inverter[value]] == value for value in function)
    return Fraction(found, len(function)) < Fraction(1, polynomial)


def hides_nothing(ciphertexts: Sequence[Sequence[int]]) -> bool:
    """Whether the ciphertext tells of the message: row i lists the ciphertexts of message i under each key."""
    return len({tuple(sorted(row)) for row in ciphertexts}) > 1


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
        conjunctions |= {each & clause for each in conjunctions}
    return not conjunctions <= {a | b | c for a, b, c in product(terms, repeat=3)}


def sample_is_linear(vertices: int, constant: int) -> bool:
    """Whether the sample of the complete graph on n vertices has at most constant·n examples."""
    return vertices + comb(vertices, 2) <= constant * vertices


def learned_well(points: int, examples: int) -> bool:
    """Whether a learner may have an expected error below 1/4 for every labelling of equally likely points.

    On a point that the sample misses, every answer is wrong for half of the labellings.
    """
    samples = list(product(range(points), repeat=examples))
    missed = sum(points - len(set(sample)) for sample in samples)
    return Fraction(missed, 2 * points * len(samples)) < Fraction(1, 4)


def errors_are_none(size: int, accuracy: Number) -> bool:
    """Whether an error rate of at most `accuracy` on `size` examples means no error at all."""
    return all(Fraction(errors, size) > Fraction(accuracy) for errors in range(1, size + 1))


def rule_eliminates(examples: Sequence[Sequence[int]], variable: int, value: int, output: int) -> bool:
    """Whether the consistent rule fires on an example.

    The last entry of an example is its label. Raises ValueError if the rule is not consistent with the examples.
    """
    fired = [example[-1] for example in examples if example[variable] == value]
    if any(label != output for label in fired):
        raise ValueError("the rule is not consistent with the examples")
    return bool(fired)


# Linear predictors (UML 9, LIN, VEM 8.3, LEC)


def meets_axis(w: Vector, b: Number) -> bool:
    """Whether the line ⟨w,x⟩ + b = 0 meets the vertical axis at (0, −b/w_2)."""
    return Fraction(w[1]) != 0 and _dot(w, (0, str(-Fraction(b) / Fraction(w[1])))) + Fraction(b) == 0


def acute_is_positive(w: Vector, b: Number, x: Vector) -> bool:
    """Whether the label of x is the sign of the cosine of its angle with w."""
    return _sign(_dot(w, x) + Fraction(b)) == _sign(_dot(w, x))


def positive_is_above(w: Vector, b: Number, x: Vector) -> bool:
    """Whether x is positive exactly if it lies above the line."""
    height = -(Fraction(b) + Fraction(w[0]) * Fraction(x[0])) / Fraction(w[1])
    return (_dot(w, x) + Fraction(b) > 0) == (Fraction(x[1]) > height)


def logistic_has_minimum(samples: Sequence[Sequence[Number]]) -> bool:
    """Whether some w minimises the logistic loss of the examples (x, y) on the line."""
    margins = [_sign(Fraction(x) * Fraction(y)) for x, y in samples]
    return {-1, 1} <= set(margins) or not any(margins)


def is_a_line(w: Vector) -> bool:
    """Whether w_0 + w_1x_1 + w_2x_2 = 0 is a line."""
    return any(Fraction(each) for each in w[1:])


def classify_differently(customers: Sequence[Vector], first: Vector, second: Vector) -> bool:
    """Whether the two hypotheses differ on some customer."""
    return any(_sign(_dot(first, (1, *each))) != _sign(_dot(second, (1, *each))) for each in customers)


def boundary_spans(w: Vector, b: Number) -> bool:
    """Whether the boundary ⟨w,x⟩ = b contains d linearly independent vectors: it must miss the origin."""
    return any(Fraction(each) for each in w) and Fraction(b) != 0


def has_direction(w: Vector) -> bool:
    """Whether the cosine of the angle between w and another vector is defined."""
    return any(Fraction(each) for each in w)


def updates_where_unequal(w: Vector, x: Vector, label: int) -> bool:
    """Whether ⟨w,x⟩ ≠ label exactly if the sign is wrong."""
    return (_dot(w, x) != label) == (_sign(_dot(w, x)) != label)


def mistake_is_strict(w: Vector, x: Vector, label: int) -> bool:
    """Whether label·⟨w,x⟩ is negative on this mistake. Raises ValueError if it is not a mistake."""
    if _sign(_dot(w, x)) == label:
        raise ValueError("this is no mistake")
    return label * _dot(w, x) < 0


def corrections_improve(customers: Sequence[Sequence[int]], labels: Labels, corrected: Sequence[int]) -> bool:
    """Whether each of these corrections of PLA leaves fewer mistakes than there were before it.

    Customers get the coordinate x_0 = 1. Raises ValueError if one that is corrected is no mistake.
    """
    examples = [((1, *x), y) for x, y in zip(customers, labels, strict=True)]
    w = [0] * len(examples[0][0])

    def mistakes() -> set[int]:
        return {i for i, (x, y) in enumerate(examples) if _sign(_dot(w, x)) != y}

    for i in corrected:
        before = mistakes()
        if i not in before:
            raise ValueError(f"customer {i} is no mistake")
        x, y = examples[i]
        w = [a + y * v for a, v in zip(w, x, strict=True)]
        if len(mistakes()) >= len(before):
            return False
    return True


def update_is_defined(dimension: int) -> bool:
    """Whether d²/(d² − 1) is defined."""
    return dimension**2 != 1


# Boosting (UML 10, JAI)


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


def some_example_is_needed(hypotheses: Sequence[Labels]) -> bool:
    """Whether no function agrees with all hypotheses, so that a learner needs an example."""
    return len({tuple(each) for each in hypotheses}) > 1


def one_is_too_few(accuracy: Number, failure: Number) -> bool:
    """Whether predicting the label of one example everywhere fails for some share of positive labels.

    It fails if the error is above `accuracy` with probability above `failure`. Only multiples of 1/64 are tried.
    """
    epsilon = Fraction(accuracy)
    shares = [Fraction(each, 64) for each in range(65)]
    return any(p * (1 - p > epsilon) + (1 - p) * (p > epsilon) > Fraction(failure) for p in shares)


def stump_has_ends(ends: Labels) -> bool:
    """Whether some stump with a finite threshold has these labels far to the left and far to the right."""
    return tuple(ends) in {(-b, b) for b in (1, -1)}


def inversely_proportional(first: Number, second: Number) -> bool:
    """Whether ε·½log(1/ε − 1) is the same for both errors.

    For ε_i = a_i/b_i this means (1/ε_1 − 1)^(a_1·b_2) = (1/ε_2 − 1)^(a_2·b_1).
    """
    one, two = Fraction(first), Fraction(second)
    powers = one.numerator * two.denominator, two.numerator * one.denominator
    return (1 / one - 1) ** powers[0] == (1 / two - 1) ** powers[1]


def votes_add_functions(hypotheses: Sequence[Labels], votes: int) -> bool:
    """Whether a weighted vote of `votes` hypotheses gives a function that is not in the class.

    The weights are integers from −2 to 2.
    """
    known = {tuple(each) for each in hypotheses}
    for chosen in product(hypotheses, repeat=votes):
        for weights in product(range(-2, 3), repeat=votes):
            scores = [sum(w * h[i] for w, h in zip(weights, chosen, strict=True)) for i in range(len(chosen[0]))]
            if all(scores) and tuple(_sign(Fraction(each)) for each in scores) not in known:
                return True
    return False


def dichotomies_fit(m: int, T: int) -> bool:
    """Whether homogeneous halfspaces of R^T label m vectors in general position in at most (em/T)^T ways.

    The exact number is 2·Σ_{i<T} C(m − 1, i). As e is rounded up, the answer False is certain.
    """
    return 2 * sum(comb(m - 1, i) for i in range(T)) <= (Fraction(271829, 100000) * m / T) ** T


def next_error_is_half(weights: Vector, wrong: Sequence[int]) -> bool:
    """Whether h errs with weight 1/2 under the next distribution. If h makes no error, AdaBoost changes no weight."""
    error = sum((Fraction(weights[each]) for each in wrong), Fraction(0))
    return (Fraction(1, 2) if error else Fraction(0)) == Fraction(1, 2)


def hint_is_enough(votes: int, bits: int) -> bool:
    """Whether ⌊T/2⌋·k rows are at least 0.5·T·log₂ d for d = 2^k, with T = `votes` and k = `bits`."""
    return 2 * (votes // 2) * bits >= votes * bits


def alpha_is_defined(gamma: Number) -> bool:
    """Whether (1/2 + γ)/(1/2 − γ) is defined."""
    return Fraction(gamma) != Fraction(1, 2)


def some_round_is_promised(examples: int) -> bool:
    """Whether log n is positive, so that a large enough multiple of log(n)/γ² is at least one round."""
    return examples > 1


# Validation (UML 11)


def is_representative(m: int, accuracy: Number, failure: Number, constant: Number = 0) -> bool:
    """Whether the squared loss of a constant on m fair labels of 0 and 1 is as close to its risk as it should be.

    It is within `accuracy`, except with probability at most `failure`. That of the constant 0 is the zero-one loss.
    """
    steep = abs(1 - 2 * Fraction(constant))
    far = [k for k in range(m + 1) if steep * abs(Fraction(k, m) - Fraction(1, 2)) > Fraction(accuracy)]
    return Fraction(sum(comb(m, k) for k in far), 1 << m) <= Fraction(failure)


def folds_have_others(examples: int, folds: int) -> bool:
    """Whether there is an example to train on outside each fold."""
    return examples - examples // folds >= 1


# Experts and Winnow (VEM 8.4)


def falls_by_three_quarters(weights: Vector, wrong: Sequence[int], factor: Number) -> bool:
    """Whether a mistake, which multiplies the wrong experts' weights by `factor`, takes 3/4 or more of the total."""
    left = [Fraction(w) * (Fraction(factor) if i in wrong else 1) for i, w in enumerate(weights)]
    return sum(left) <= sum(Fraction(w) for w in weights) / 4


def epsilon_is_defined(k: int) -> bool:
    """Whether 1/(2(k − 1)) is defined."""
    return k != 1


def scales_to_integers(squares: Sequence[int]) -> bool:
    """Whether one factor makes all weights integers, where the weights are the square roots of `squares`.

    This holds if all their ratios are rational.
    """
    ratios = [Fraction(each, squares[0]) for each in squares]
    return all(isqrt(part) ** 2 == part for each in ratios for part in (each.numerator, each.denominator))


def squares_add_to_n(x: Sequence[int]) -> bool:
    """Whether ‖x‖₂² = n."""
    return sum(each**2 for each in x) == len(x)


def negative_at_zero(threshold: Number) -> bool:
    """Whether the instance 0 is negative for w·x ≥ threshold. Winnow predicts − there, whatever its weights are."""
    return Fraction(threshold) > 0
