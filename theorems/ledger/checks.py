"""What the false lines of the notes say of a case, decided exactly: each function is true where the printed line holds.

Numbers that are no integers come as strings, "1/3" for example.
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
    """There are 2^bits strings of at most so many bits."""
    return sum(1 << length for length in range(bits + 1)) == 1 << bits


def keys_are_few(length: int) -> bool:
    """At most 2^length keys have at most this length."""
    return sum(1 << each for each in range(length + 1)) <= 1 << length


def has_extremes(labels: Labels) -> bool:
    """The positive examples have a least and a greatest value."""
    return 1 in labels


def union_bound_fits(n: int, delta: Number) -> bool:
    """log(|H|/δ) ≤ n·log(3/δ) for |H| = 3^n + 1."""
    return (Fraction(3) ** n + 1) / Fraction(delta) <= (3 / Fraction(delta)) ** n


def hard_to_invert(function: Sequence[int], inverter: Sequence[int], polynomial: int) -> bool:
    """The inverter finds a preimage with a probability below 1/polynomial."""
    found = sum(function[inverter[value]] == value for value in function)
    return Fraction(found, len(function)) < Fraction(1, polynomial)


def sample_is_linear(vertices: int, constant: int) -> bool:
    """The sample of the complete graph has at most constant·n examples."""
    return vertices + comb(vertices, 2) <= constant * vertices


def learned_well(points: int, examples: int) -> bool:
    """On equally likely points somebody may have an expected error below 1/4 on each labelling.

    On the points that a sample misses every answer is wrong for half of the labellings.
    """
    samples = list(product(range(points), repeat=examples))
    missed = sum(points - len(set(sample)) for sample in samples)
    return Fraction(missed, 2 * points * len(samples)) < Fraction(1, 4)


def errors_are_none(size: int, accuracy: Number) -> bool:
    """Whoever errs on at most this share of the examples errs on none."""
    return all(Fraction(errors, size) > Fraction(accuracy) for errors in range(1, size + 1))


def rule_eliminates(examples: Sequence[Sequence[int]], variable: int, value: int, output: int) -> bool:
    """The consistent rule fires on an example; the last entry of an example is its label."""
    fired = [example[-1] for example in examples if example[variable] == value]
    if any(label != output for label in fired):
        raise ValueError("the rule is not consistent with the examples")
    return bool(fired)


# Linear predictors (UML 9, LIN, VEM 8.3, LEC)


def meets_axis(w: Vector, b: Number) -> bool:
    """The line ⟨w,x⟩ + b = 0 meets the vertical axis at (0, −b/w_2)."""
    return Fraction(w[1]) != 0 and _dot(w, (0, str(-Fraction(b) / Fraction(w[1])))) + Fraction(b) == 0


def acute_is_positive(w: Vector, b: Number, x: Vector) -> bool:
    """x is labelled by the sign of the cosine of its angle with w."""
    return _sign(_dot(w, x) + Fraction(b)) == _sign(_dot(w, x))


def positive_is_above(w: Vector, b: Number, x: Vector) -> bool:
    """x is positive just where it lies above the line."""
    height = -(Fraction(b) + Fraction(w[0]) * Fraction(x[0])) / Fraction(w[1])
    return (_dot(w, x) + Fraction(b) > 0) == (Fraction(x[1]) > height)


def logistic_has_minimum(samples: Sequence[Sequence[Number]]) -> bool:
    """The logistic loss of examples (x, y) of the line is least for some w."""
    margins = [_sign(Fraction(x) * Fraction(y)) for x, y in samples]
    return {-1, 1} <= set(margins) or not any(margins)


def is_a_line(w: Vector) -> bool:
    """w_0 + w_1x_1 + w_2x_2 = 0 is a line."""
    return any(Fraction(each) for each in w[1:])


def classify_differently(customers: Sequence[Vector], first: Vector, second: Vector) -> bool:
    """The two hypotheses differ on a customer."""
    return any(_sign(_dot(first, (1, *each))) != _sign(_dot(second, (1, *each))) for each in customers)


def boundary_spans(w: Vector, b: Number) -> bool:
    """The boundary ⟨w,x⟩ = b holds as many independent vectors as there are dimensions: it misses the origin."""
    return any(Fraction(each) for each in w) and Fraction(b) != 0


def has_direction(w: Vector) -> bool:
    """The cosine of w and another vector is defined."""
    return any(Fraction(each) for each in w)


def updates_where_unequal(w: Vector, x: Vector, label: int) -> bool:
    """⟨w,x⟩ ≠ label just where the sign is wrong."""
    return (_dot(w, x) != label) == (_sign(_dot(w, x)) != label)


def mistake_is_strict(w: Vector, x: Vector, label: int) -> bool:
    """On this mistake label·⟨w,x⟩ is negative."""
    if _sign(_dot(w, x)) == label:
        raise ValueError("this is no mistake")
    return label * _dot(w, x) < 0


def update_is_defined(dimension: int) -> bool:
    """d²/(d² − 1) exists."""
    return dimension**2 != 1


# Boosting (UML 10, JAI)


def estimation_grows(small: Sequence[Labels], large: Sequence[Labels]) -> bool:
    """ERM over the larger class is on average further above its best than ERM over the smaller one.

    Two points of probabilities 2/3 and 1/3, all labels +, one example; of the minimisers the best is taken.
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
    """No function agrees with all hypotheses, so that nobody is right without an example."""
    return len({tuple(each) for each in hypotheses}) > 1


def one_is_too_few(accuracy: Number, failure: Number) -> bool:
    """For some share of positive labels the label of one example, taken for all, errs on more than `accuracy` with a
    probability above `failure`. Shares of 64ths are tried."""
    epsilon = Fraction(accuracy)
    shares = [Fraction(each, 64) for each in range(65)]
    return any(p * (1 - p > epsilon) + (1 - p) * (p > epsilon) > Fraction(failure) for p in shares)


def stump_has_ends(ends: Labels) -> bool:
    """Some stump with a finite threshold has these labels far to the left and far to the right."""
    return tuple(ends) in {(-b, b) for b in (1, -1)}


def inversely_proportional(first: Number, second: Number) -> bool:
    """ε·½log(1/ε − 1) is the same for both errors: (1/ε_1 − 1)^(a_1·b_2) = (1/ε_2 − 1)^(a_2·b_1) for ε_i = a_i/b_i."""
    one, two = Fraction(first), Fraction(second)
    powers = one.numerator * two.denominator, two.numerator * one.denominator
    return (1 / one - 1) ** powers[0] == (1 / two - 1) ** powers[1]


def votes_add_functions(hypotheses: Sequence[Labels], votes: int) -> bool:
    """Votes of so many hypotheses, weights −2 to 2, give a function that is not among them."""
    known = {tuple(each) for each in hypotheses}
    for chosen in product(hypotheses, repeat=votes):
        for weights in product(range(-2, 3), repeat=votes):
            scores = [sum(w * h[i] for w, h in zip(weights, chosen, strict=True)) for i in range(len(chosen[0]))]
            if all(scores) and tuple(_sign(Fraction(each)) for each in scores) not in known:
                return True
    return False


def dichotomies_fit(m: int, T: int) -> bool:
    """Homogeneous halfspaces of R^T label m vectors in general position in at most (em/T)^T ways.

    They do it in 2·Σ_{i<T} C(m − 1, i) ways; e is rounded up, so that what does not fit does not fit for certain.
    """
    return 2 * sum(comb(m - 1, i) for i in range(T)) <= (Fraction(271829, 100000) * m / T) ** T


def next_error_is_half(weights: Vector, wrong: Sequence[int]) -> bool:
    """Under the next distribution h errs with weight 1/2; of an h without errors AdaBoost changes no weight."""
    error = sum((Fraction(weights[each]) for each in wrong), Fraction(0))
    return (Fraction(1, 2) if error else Fraction(0)) == Fraction(1, 2)


def hint_is_enough(votes: int, bits: int) -> bool:
    """(T/2)·k rows, T/2 rounded down, are at least 0.5·T·log₂ d for d = 2^k."""
    return 2 * (votes // 2) * bits >= votes * bits


def alpha_is_defined(gamma: Number) -> bool:
    """(1/2 + γ)/(1/2 − γ) exists."""
    return Fraction(gamma) != Fraction(1, 2)


def some_round_is_promised(examples: int) -> bool:
    """log n is positive, so that some constant times log(n)/γ² is a round."""
    return examples > 1


# Validation (UML 11)


def is_representative(m: int, accuracy: Number, failure: Number) -> bool:
    """The mean of m fair coins is within `accuracy` of 1/2, but with probability at most `failure`."""
    far = [k for k in range(m + 1) if abs(Fraction(k, m) - Fraction(1, 2)) > Fraction(accuracy)]
    return Fraction(sum(comb(m, k) for k in far), 1 << m) <= Fraction(failure)


def folds_have_others(examples: int, folds: int) -> bool:
    """Outside of each fold there is an example to train on."""
    return examples - examples // folds >= 1


# Experts and Winnow (VEM 8.4)


def falls_by_three_quarters(weights: Vector, wrong: Sequence[int], factor: Number) -> bool:
    """A mistake, on which the wrong experts' weights get the factor, takes 3/4 of the total weight or more."""
    left = [Fraction(w) * (Fraction(factor) if i in wrong else 1) for i, w in enumerate(weights)]
    return sum(left) <= sum(Fraction(w) for w in weights) / 4


def epsilon_is_defined(k: int) -> bool:
    """1/(2(k − 1)) exists."""
    return k != 1


def scales_to_integers(squares: Sequence[int]) -> bool:
    """One factor makes the weights whole, which are the roots of these squares: all ratios are rational."""
    ratios = [Fraction(each, squares[0]) for each in squares]
    return all(isqrt(part) ** 2 == part for each in ratios for part in (each.numerator, each.denominator))


def squares_add_to_n(x: Sequence[int]) -> bool:
    """‖x‖₂² = n."""
    return sum(each**2 for each in x) == len(x)
