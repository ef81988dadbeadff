"""What the claims about experts, Winnow, disjunctions and thresholds say of themselves: remarks, hypotheses, errata."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from chosen import few

from learncheck.learners import ExpertsRestart, RandomizedWeightedMajority, ThresholdHalving, WeightedMajority, Winnow
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.records import REFUTATIONS
from learncheck.oracle.engine.run import attack
from learncheck.strategies.boolean.games import BooleanGame, winnow_attack, winnow_seesaw
from learncheck.strategies.play.case import decode
from learncheck.strategies.tables.experts import ExpertsGame, even_game
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.notes.experts import advice, perfect, randomized, tuned, weighted_majority
from learncheck.theorems.notes.experts.advice import RandomizedExpertsGame
from learncheck.theorems.notes.experts.perfect import A_PERFECT_EXPERT
from learncheck.theorems.notes.experts.randomized import SMALL_STEP, leader_game
from learncheck.theorems.notes.experts.tuned import TUNED_STEP
from learncheck.theorems.notes.finite import disjunctions, thresholds
from learncheck.theorems.notes.finite.disjunctions import A_MONOTONE_DISJUNCTION
from learncheck.theorems.notes.finite.thresholds import A_THRESHOLD, ThresholdGame
from learncheck.theorems.notes.winnow import disjunctions as winnow
from learncheck.theorems.notes.winnow.followed import DISJUNCTION, RELEVANT

AS_PRINTED = [
    (perfect.EXPERTS_RESTART_AS_PRINTED, ExpertsGame, ExpertsRestart),
    (randomized.RANDOMIZED_WEIGHTED_MAJORITY_AS_PRINTED, RandomizedExpertsGame, RandomizedWeightedMajority),
    (tuned.RANDOMIZED_WEIGHTED_MAJORITY_TUNED_AS_PRINTED, RandomizedExpertsGame, RandomizedWeightedMajority),
    (thresholds.THRESHOLD_HALVING_AS_PRINTED, ThresholdGame, ThresholdHalving),
]


@pytest.mark.parametrize(("claim", "kind", "learner"), AS_PRINTED, ids=lambda value: getattr(value, "id", None))
def test_the_repaired_statement_survives_it(claim: Claim, kind: type, learner: type) -> None:
    repaired = next(
        value
        for module in (perfect, randomized, tuned, thresholds)
        for value in vars(module).values()
        if isinstance(value, Claim) and value.repairs == claim.id
    )
    stored = json.loads((REFUTATIONS / str(claim.refuted_by)).read_text())
    assert judge(repaired, learner, decode(stored["case"], kind)).verdict == "stands"


@few(2)
@pytest.mark.parametrize(
    ("claim", "hypothesis"),
    [
        (perfect.EXPERTS_PERFECT, A_PERFECT_EXPERT),
        (randomized.RANDOMIZED_WEIGHTED_MAJORITY_MISTAKES, SMALL_STEP),
        (tuned.RANDOMIZED_WEIGHTED_MAJORITY_TUNED, SMALL_STEP),
        (tuned.RANDOMIZED_WEIGHTED_MAJORITY_TUNED, TUNED_STEP),
        (winnow.WINNOW, DISJUNCTION),
        (winnow.WINNOW_POSITIVE, DISJUNCTION),
        (winnow.WINNOW_POSITIVE, RELEVANT),
        (disjunctions.ELIMINATION, A_MONOTONE_DISJUNCTION),
        (thresholds.THRESHOLD_HALVING, A_THRESHOLD),
    ],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_the_bound_falls_without_the_hypothesis(claim: Claim, hypothesis: Premise) -> None:
    evidence = attack(claim.without(hypothesis), claim.learner, "reference", PROFILES["quick"], steps=False)
    assert evidence.verdict == "falsified"


@pytest.mark.slow
def test_winnows_bound_needs_no_relevant_variable() -> None:
    evidence = attack(winnow.WINNOW.without(RELEVANT), Winnow, "Winnow", PROFILES["quick"])
    assert evidence.verdict == "stands"


@pytest.mark.parametrize(
    ("claim", "case", "learner", "ratio"),
    [
        (weighted_majority.WEIGHTED_MAJORITY, even_game(16, 400, "halve"), WeightedMajority, 0.988),
        (
            randomized.RANDOMIZED_WEIGHTED_MAJORITY_MISTAKES,
            leader_game(2, Fraction(1, 4), 0, 33),
            RandomizedWeightedMajority,
            0.961,
        ),
        (
            tuned.RANDOMIZED_WEIGHTED_MAJORITY_TUNED,
            tuned.tuned(leader_game(2, Fraction(1), 200, 60)),
            RandomizedWeightedMajority,
            0.946,
        ),
        (winnow.WINNOW, winnow_attack(1025, 1), Winnow, 0.828),
        (winnow.WINNOW, winnow_attack(2049, 1), Winnow, 0.842),
        (winnow.WINNOW_POSITIVE, winnow_attack(1025, 1), Winnow, 0.9999),
        (winnow.WINNOW_NEGATIVE, winnow_seesaw(1024, 30), Winnow, 0.909),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_the_remarks_give_measured_ratios(claim: Claim, case: object, learner: type, ratio: float) -> None:
    outcome = judge(claim, learner, case)  # type: ignore[arg-type]
    assert outcome.verdict == "stands"
    assert outcome.ratio == pytest.approx(ratio, abs=0.0006)


def test_the_step_is_small_up_to_the_root() -> None:
    def small(epsilon: Fraction) -> bool:
        return randomized.SMALL_STEP.holds(leader_game(1, epsilon, 0).play(RandomizedWeightedMajority))

    assert small(Fraction(68379, 100000))
    assert not small(Fraction(68381, 100000))


def test_expected_mistakes_are_exact() -> None:
    trace = leader_game(2, Fraction(1, 2), 2).play(RandomizedWeightedMajority)
    assert [round_.mistake for round_ in trace.rounds] == [1 / 2, 2 / 3]
    assert trace.facts.errors.tolist() == [1, 1]
    values = randomized.measure_expectation(trace)
    assert values[advice.E] == Fraction(1, 2) + Fraction(2 / 3)


def test_expected_mistakes_need_a_distribution() -> None:
    class Short(RandomizedWeightedMajority):
        def probabilities(self) -> np.ndarray:
            return np.array([1.0])

    short = judge(randomized.RANDOMIZED_WEIGHTED_MAJORITY_CONFORMS, Short, leader_game(2, Fraction(1, 2), 1))
    assert short.verdict == "invalid"
    assert "one for each expert" in short.message


@pytest.mark.slow
def test_large_steps_break_the_printed_bound_by_as_much_as_they_like() -> None:
    claim = randomized.RANDOMIZED_WEIGHTED_MAJORITY_AS_PRINTED
    ratios = [
        judge(claim, RandomizedWeightedMajority, leader_game(64, Fraction(255, 256), 64 * laps), steps=False).ratio
        for laps in (1, 4, 16)
    ]
    assert ratios == sorted(ratios)
    assert ratios[-1] > 1.9
    assert all(ratio < math.log(64) for ratio in ratios)


def test_ties_broken_the_other_way_attain_the_strict_half_of_winnow() -> None:
    class TieIsMinus(Winnow):
        def predict(self, x: np.ndarray) -> int:
            return 1 if self.w @ x > self.n else -1

    game = BooleanGame(4, (0,), (((1, 0, 0, 0), 1),) * 3)
    assert judge(winnow.WINNOW_POSITIVE, TieIsMinus, game, steps=False).verdict == "falsified"
    assert judge(winnow.WINNOW, TieIsMinus, game, steps=False).verdict == "stands"


def test_updates_at_ties_break_the_negative_half_of_winnow() -> None:
    class UpdatesAtTies(Winnow):
        def update(self, x: np.ndarray, y: int) -> None:
            if y == 1 and self.w @ x == self.n:
                self.w = self.w * (1 + x)
            else:
                super().update(x, y)

    def on(*variables: int) -> tuple[int, ...]:
        return tuple(int(i in variables) for i in range(16))

    tie = (on(*range(16)), 1)
    game = BooleanGame(
        16,
        (0,),
        (
            tie,
            (on(*range(1, 9)), -1),
            (on(1, 2, *range(9, 16)), -1),
            tie,
            (on(*range(3, 11)), -1),
            (on(*range(3, 9), *range(11, 16)), -1),
        ),
    )
    trace = game.play(UpdatesAtTies)
    assert [round_.mistake for round_ in trace.rounds] == [False, True, True, False, True, True]
    assert judge(winnow.WINNOW_NEGATIVE, UpdatesAtTies, game, steps=False).verdict == "falsified"
    assert judge(winnow.WINNOW, UpdatesAtTies, game, steps=False).verdict == "stands"
