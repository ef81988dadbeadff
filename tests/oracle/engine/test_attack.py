"""The attacks find what they should, and make it as small as one would write it on a blackboard."""

from dataclasses import replace
from typing import Any

import hypothesis
import numpy as np
import pytest
from implementations import implementation

from learncheck.learners import Halving
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.oracle.report.evidence import grades
from learncheck.strategies.tables.finite_class import FiniteClassGame
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.notes.finite.mistakes import CONSISTENT, HALVING, REALIZABLE

COUNTS_THE_DEAD = implementation("Halving", "all vote")


class ForgetsLate(Halving):
    """Wrong only once three hypotheses are left."""

    def update(self, x: int, y: int) -> None:
        if self.alive.sum() != 3:
            super().update(x, y)


def test_what_the_scout_finds_is_shrunk_as_well() -> None:
    evidence = attack(HALVING, ForgetsLate, "Halving", PROFILES["quick"], steps=False)
    assert evidence.counterexample is not None
    case: Any = evidence.counterexample.smallest.case
    assert isinstance(case, FiniteClassGame)
    assert len(case.hypotheses) <= 4
    assert len(case.moves) <= 4


@pytest.mark.slow
def test_steps_fail_reference_learners_but_only_explain_others() -> None:
    wrong_state = attack(HALVING, Revives, "Halving", PROFILES["quick"])
    assert wrong_state.verdict == "falsified"
    assert "removes at least half" in wrong_state.message
    assert attack(HALVING, Revives, "Halving", PROFILES["quick"], steps=False).verdict == "stands"


class Revives(Halving):
    """Right predictions, but a state that tells another story."""

    def __init__(self, hypotheses: Any) -> None:
        super().__init__(hypotheses)
        self.really = self.alive

    def predict(self, x: int) -> int:
        return int(np.sign(self.hypotheses[self.really, x].sum()))

    def update(self, x: int, y: int) -> None:
        self.really = self.really & (self.hypotheses[:, x] == y)


def test_the_same_seed_gives_the_same_counterexample() -> None:
    first, second = (attack(HALVING, COUNTS_THE_DEAD, "Halving", PROFILES["quick"], steps=False) for _ in range(2))
    assert first.counterexample is not None
    assert second.counterexample is not None
    assert first.counterexample.smallest.case == second.counterexample.smallest.case
    assert first.games == second.games


@pytest.mark.slow
def test_what_hypothesis_draws_changes_no_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seed for what another version would draw."""
    profile = replace(PROFILES["quick"], scout=2, search=40, batches=0)
    claim, seed = replace(CONSISTENT, label="upper", attained_by=(), proof=None), hypothesis.seed
    first = attack(claim, claim.learner, "Consistent", profile)
    monkeypatch.setattr(hypothesis, "seed", lambda number: seed(number + 1))
    second = attack(claim, claim.learner, "Consistent", profile)
    rounds = [evidence.attacks[-1].rounds for evidence in (first, second)]
    assert rounds[0] != rounds[1], "they are different games"
    assert (grades(first), first.games) == (grades(second), second.games)
    assert [game.case for game in first.sizes.values()] == [game.case for game in second.sizes.values()]
    assert (first.closest and first.closest.case) == (second.closest and second.closest.case)


@pytest.mark.slow
def test_nothing_checked_is_no_success() -> None:
    never = CONSISTENT.without(REALIZABLE)
    never = replace(never, assuming=(Premise("never", lambda trace: False),))
    evidence = attack(never, CONSISTENT.learner, "Consistent", PROFILES["quick"])
    assert evidence.verdict == "vacuous"
    assert not evidence.expected
    assert "none met the hypotheses" in evidence.message
