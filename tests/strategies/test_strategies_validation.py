"""The probabilities behind validation, against enumeration; and cross validation, step by step."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from learncheck.learners.batch.cross_validation import KFold
from learncheck.strategies.tables import validation
from learncheck.theorems.notes.pac.confidence import ChunkedTraining
from learncheck.theorems.notes.validation.holdout import (
    HoldOut,
    PredictorsHoldOut,
)
from learncheck.theorems.notes.validation.srm import NestedClasses

HALF = Fraction(1, 2)


def test_distribution_of_sum() -> None:
    weights, m = (2, 0, 3), 3
    expected = [0] * 7
    for losses in product(range(3), repeat=m):
        expected[sum(losses)] += math.prod(weights[j] for j in losses)
    assert validation.distribution_of_sum(weights, m) == expected
    assert validation.distribution_of_sum((5, 0), 4) == [625, 0, 0, 0, 0]


def test_exceeds_and_beyond() -> None:
    assert validation.exceeds(Fraction(70, 100), Fraction(1), Fraction(2))
    assert not validation.exceeds(Fraction(69, 100), Fraction(1), Fraction(2))
    assert validation.exceeds(Fraction(12, 10), Fraction(1), Fraction(2), srm=True)
    assert not validation.exceeds(Fraction(11, 10), Fraction(1), Fraction(2), srm=True)
    for most, mean, odds in product(
        (1, 2, 7, 20), (Fraction(0), Fraction(1, 3), Fraction(1)), (Fraction(3), Fraction(40))
    ):
        factor = Fraction(1, 2 * most)
        far = [s for s in range(most + 1) if (s / most - mean) ** 2 > factor * math.log(odds)]
        low, high = validation.beyond(most, mean, factor, odds)
        assert [*range(low + 1), *range(high, most + 1)] == far


def test_hold_out_by_enumeration() -> None:
    weights, m, delta = (3, 1, 2), 4, Fraction(9, 10)
    mean = (0.5 * 1 + 1 * 2) / 6
    radius = math.sqrt(math.log(2 / delta) / (2 * m))
    far = sum(
        math.prod(weights[j] for j in losses)
        for losses in product(range(3), repeat=m)
        if abs(sum(losses) / (2 * m) - mean) > radius
    )
    assert HoldOut(weights, m, delta).play(None).facts.probability == Fraction(far, 6**m)


def test_predictors_by_enumeration() -> None:
    weights, losses, m, delta = (2, 1, 1), ((0,), (1, 2), ()), 3, HALF
    risks = [Fraction(sum(weights[i] for i in wrong), 4) for wrong in losses]
    radius = math.sqrt(math.log(2 * 3 / delta) / (2 * m))
    srm = [math.sqrt(math.log(2 * (d + 1) * (d + 1) ** 2 * math.pi**2 / 6 / delta) / (2 * m)) for d in range(3)]
    far = below = not_best = Fraction(0)
    for sample in product(range(3), repeat=m):
        p = Fraction(math.prod(weights[i] for i in sample), 4**m)
        errors = [Fraction(sum(i in wrong for i in sample), m) for wrong in losses]
        far += p * any(abs(a - b) > radius for a, b in zip(errors, risks, strict=True))
        below += p * any(risks[h] - errors[h] > srm[d] for d in range(3) for h in range(d + 1))
        worst = max(risk for risk, error in zip(risks, errors, strict=True) if error == min(errors))
        not_best += p * (worst > min(risks))
    facts = PredictorsHoldOut(weights, losses, m, delta).play(None).facts
    assert (facts.probability, facts.not_the_best) == (far, not_best)
    assert NestedClasses(weights, losses, m, delta, (1, 2, 3)).play(None).facts.probability == below


def test_chunked_training_by_enumeration() -> None:
    weights, k, v, delta0 = (2, 3, 1, 1), 2, 3, Fraction(1, 4)
    bad_errs, good_errs = (0, 1, 0, 1), (0, 0, 1, 1)
    fails = Fraction(0)
    for trained in product((True, False), repeat=k):
        p = math.prod(delta0 if bad else 1 - delta0 for bad in trained)
        for sample in product(range(4), repeat=v):
            q = Fraction(math.prod(weights[i] for i in sample), 7**v)
            chosen_bad = all(trained) or (any(trained) and sum(bad_errs[i] - good_errs[i] for i in sample) <= 0)
            fails += p * q * chosen_bad
    case = ChunkedTraining(weights, Fraction(0), delta0, HALF, Fraction(1, 3), k, v)
    assert case.excesses() == (Fraction(2, 7), Fraction(4, 7))
    assert case.play(None).facts.above_epsilon == fails
    assert case.play(None).facts.above_twice_epsilon == 0


def test_cross_validation_of_a_majority() -> None:
    asked: list[tuple[int, ...]] = []

    def algorithm(X: Any, y: Any, theta: int) -> Any:
        asked.append(tuple(X[:, 0].tolist()))
        label = 1 if y.sum() + theta > 0 else -1
        return lambda Z: np.full(len(Z), label)

    X, y = np.arange(4)[:, None], np.array([1, 1, -1, 1])
    fitted = KFold(algorithm, (-9, 0), 2).fit(X, y)
    assert asked == [(2, 3), (0, 1), (2, 3), (0, 1), (0, 1, 2, 3)]
    assert fitted.errors == [Fraction(3, 4), Fraction(3, 4)]
    assert fitted.theta == -9
    assert KFold(algorithm, (0,), 4).fit(X, y).errors == [Fraction(1, 4)]
    assert fitted.predict(X).tolist() == [-1] * 4
