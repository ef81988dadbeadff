"""The counterexamples on record that are called smallest: smaller games do not refute the printed statement."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, exp, log, sqrt

import numpy as np
import pytest

from learncheck.learners import Consistent, Halving, ModifiedPerceptron, RandomizedWeightedMajority
from learncheck.theorems.notes.finite.online_to_batch import RandomStopping
from learncheck.theorems.notes.halfspaces.random_starts import BadStartGame, failing, shown_to_fail
from learncheck.theorems.notes.pac.confidence import ChunkedTraining
from learncheck.theorems.notes.vc.consistent_halfspaces import free_arc
from learncheck_beyond.minimax import winnow_value


@cache
def _of_the_leaders(leaders: int, rounds: int) -> float:
    """The most mistakes in which all but one of equally heavy experts lose all their weight, in this many rounds."""
    if leaders == 1 or rounds == 0:
        return 0.0 if leaders == 1 else float("-inf")
    return max(err / leaders + _of_the_leaders(leaders - err, rounds - 1) for err in range(1, leaders))


def _beyond_the_bound(n: int, rounds: int) -> bool:
    """Whether Randomized Weighted Majority with ε → 1 exceeds log n/ε + m(1 + ε) in some game of so many rounds.

    Only experts with the fewest errors have weight. So a game is m laps, each ended by the last of them, and a part
    of another.
    """
    for m in range(rounds):
        for laps in combinations_with_replacement(range(rounds), m + 1):
            if sum(laps) == rounds - m and m + sum(_of_the_leaders(n, lap) for lap in laps) > 2 * m + log(n):
                return True
    return False


def test_with_steps_close_to_1_eight_rounds_and_seven_experts_are_the_fewest() -> None:
    assert not any(_beyond_the_bound(n, rounds) for rounds in range(8) for n in range(2, 61))
    assert [n for n in range(2, 10) if _beyond_the_bound(n, 8)] == [7, 8, 9]


def _most_beyond(n: int, rounds: int, epsilon: float) -> float:
    """The most by which a game of at most so many rounds exceeds log n/ε + m(1 + ε), whoever errs."""
    weight = [(1 - epsilon) ** errors for errors in range(rounds + 1)]

    @cache
    def most(counts: tuple[int, ...], left: int) -> float:
        greatest = -(1 + epsilon) * next(i for i, count in enumerate(counts) if count)
        total = sum(count * w for count, w in zip(counts, weight, strict=True))
        for err in product(*(range(count + 1) for count in counts[:rounds])) if left else ():
            if any(err):
                after = tuple(
                    count - gone + come for count, gone, come in zip(counts, (*err, 0), (0, *err), strict=True)
                )
                cost = sum(gone * w for gone, w in zip(err, weight, strict=False)) / total
                greatest = max(greatest, cost + most(after, left - 1))
        return greatest

    return most((n,) + (0,) * rounds, rounds) - log(n) / epsilon


@pytest.mark.slow
def test_seven_rounds_are_too_few_for_other_steps_and_whoever_errs() -> None:
    assert all(_most_beyond(n, 7, step) < -0.05 for n in range(2, 6) for step in (0.7, 0.8, 0.9, 0.95, 0.99, 0.999))


def _tuned(n: int, m: int, rounds: int) -> float:
    """The most mistakes with ε = √(log n/m) where only experts with the fewest errors err, the best of them m times."""
    weight = [(1 - sqrt(log(n) / m)) ** errors for errors in range(m + 2)]

    @cache
    def most(counts: tuple[int, ...], left: int) -> float:
        level = next(i for i, count in enumerate(counts) if count)
        if level > m or not left:
            return 0.0 if level == m else float("-inf")
        total = sum(count * w for count, w in zip(counts, weight, strict=True))
        greatest = float("-inf")
        for err in range(1, counts[level] + 1):
            after = list(counts)
            after[level], after[level + 1] = counts[level] - err, counts[level + 1] + err
            greatest = max(greatest, err * weight[level] / total + most(tuple(after), left - 1))
        return greatest

    return most((n,) + (0,) * (m + 1), rounds)


@pytest.mark.slow
def test_with_the_tuned_step_eleven_rounds_and_seven_experts_are_the_fewest() -> None:
    def beyond(n: int, rounds: int) -> bool:
        return any(_tuned(n, m, rounds) > m + 2 * sqrt(m * log(n)) for m in range(1, 6) if log(n) < m)

    assert not any(beyond(n, 10) for n in range(2, 21))
    assert [n for n in range(2, 9) if beyond(n, 11)] == [7]


def test_the_weaker_form_of_the_tuned_bound_falls_with_many_experts() -> None:
    """Of a lap 8 rounds leave a third of the leaders each, and one leaves one, who then errs, but for the last lap."""
    n, m = 22026, 10
    learner = RandomizedWeightedMajority(n, sqrt(log(n) / m))
    errors = np.zeros(n, dtype=int)
    expected, rounds = 0.0, 0
    for lap in range(m + 1):
        for turn in range(10):
            leaders = np.flatnonzero(errors == lap)
            err = len(leaders) - round(len(leaders) * n ** (-1 / 9)) if turn < 8 else len(leaders) - (turn == 8)
            if turn == 9 and lap == m:
                break
            advice = np.ones(n, dtype=int)
            advice[leaders[:err]] = -1
            expected += learner.probabilities()[advice == -1].sum()
            learner.update(advice, 1)
            errors += advice == -1
            rounds += 1
    assert (rounds, errors.min()) == (109, m)
    assert expected > 76.09 > 76.04 > m + 2 * sqrt(rounds * log(n))


def test_winnow_needs_nine_variables() -> None:
    assert all(winnow_value(n, 1) <= 4 * log(n) for n in range(2, 9))
    assert winnow_value(9, 1) == 9 > 4 * log(9) > 8


@pytest.mark.slow
@pytest.mark.parametrize("learner", [Halving, Consistent])
def test_random_stopping_needs_three_examples(learner: type) -> None:
    every = list(product((1, -1), repeat=2))
    classes = [rows for size in range(1, 5) for rows in combinations(every, size)]
    for rows, target, weights in product(classes, range(4), ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1))):
        if target < len(rows):
            for samples in (1, 2):
                case = RandomStopping(weights, rows, target, samples)
                facts = case.play(learner).facts
                assert facts.error_in_worst_order * samples <= facts.most_mistakes


def test_two_rounds_from_a_bad_start_are_the_fewest() -> None:
    assert log(3) > 1, "so one update is not above log(n)/σ² for any n ≥ 3 and σ < 1; for n ≤ 2, 1/2 is not above 1/n"
    for sixteenths in range(1, 16):
        case = BadStartGame((-1, 0, 0), Fraction(sixteenths, 16), 1)
        assert shown_to_fail(case.play(ModifiedPerceptron))[failing] == 0


def _free_arc(m: int, epsilon: Fraction) -> Fraction:
    """The probability that m uniform points leave an arc of more than ε of the circle free."""
    return -sum(
        (((-1) ** j * comb(m, j) * (1 - j * epsilon) ** (m - 1)) for j in range(1, m + 1) if j * epsilon < 1),
        Fraction(0),
    )


def test_ten_points_of_a_circle_are_the_fewest_for_a_reciprocal_and_nine_for_a_fraction() -> None:
    """The least δ for which m examples are as many as printed is e^(2 − mε)."""

    def falls(m: int, epsilon: Fraction) -> bool:
        return _free_arc(m, epsilon) > exp(2 - m * epsilon)

    assert _free_arc(10, Fraction(1, 4)) == free_arc(10, 4) > Fraction(5, 8) > exp(-1 / 2)
    assert _free_arc(9, Fraction(3, 11)) > Fraction(7, 11) > exp(2 - 27 / 11)
    assert not any(falls(m, Fraction(1, q)) for m in range(1, 10) for q in range(2, 40))
    assert not any(falls(m, Fraction(k, 500)) for m in range(1, 9) for k in range(1, 251))


def test_five_examples_to_choose_by_are_the_fewest() -> None:
    assert all(2 * log(4 * k) > 4 for k in range(2, 20)), "v ≥ 2·log(4k/δ)/ε² > 4 for ε, δ < 1 and two chunks or more"
    for delta0, delta in ((Fraction(a, 9), Fraction(b, 9)) for a in range(1, 9) for b in range(a, 9)):
        case = ChunkedTraining((0, 1, 0, 14), Fraction(0), delta0, delta, Fraction(14, 15), 1, 5)
        assert case.play(None).facts.above_epsilon == delta0 <= delta, "one chunk leaves no choice"


def test_a_rise_after_two_rounds_takes_nine_examples() -> None:
    """h_1 errs on a of m examples, which weigh 1/2 together in the next round, and h_2 on i of them and on j others."""

    def rises(m: int, a: int, i: int, j: int) -> bool:
        second = Fraction(i, 2 * a) + Fraction(j, 2 * (m - a))
        return i + j > a and second < Fraction(a, m)

    rising = {
        (m, a, i, j)
        for m in range(2, 10)
        for a in range(1, (m + 1) // 2)
        for i in range(a + 1)
        for j in range(m - a + 1)
        if rises(m, a, i, j)
    }
    assert rising == {(9, 2, 0, 3)}
