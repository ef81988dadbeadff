"""A failure that was seen is a failure, whether or not it happens again; who shares is judged as it plays alone."""

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from chosen import some

from learncheck.learners import Halving
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.engine.chance import RANDOM
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import PROFILES, Profile
from learncheck.oracle.engine.run import Run, attack
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.one_claim import check_claim
from learncheck.oracle.grading.shared import SHARES, SURELY, calls_of, shares
from learncheck.oracle.grading.wanted import claims_about
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.stack import Stack
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.notes.finite.mistakes import HALVING

BRISK = Profile("quick", scout=30, search=20, shrink=1_000)

HALVING_SOURCE = """
import os, random
import numpy as np

RNG = random.SystemRandom()

class Halving:
    def __init__(self, hypotheses):
        self.hypotheses, self.alive = hypotheses, np.ones(len(hypotheses), bool)
    def predict(self, x):
        answer = 1 if self.hypotheses[self.alive, x].sum() >= 0 else -1
        {flaw}
        return answer
    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)
"""
"""Right, but for the flaw."""

FLIPS = {
    "one in fifty, by random": "if random.random() < 1/50: answer = -answer",
    "one in fifty, by numpy": "if np.random.random() < 1/50: answer = -answer",
    "one in fifty, from what no seed reaches": "if RNG.random() < 1/50: answer = -answer",
    "one in three hundred": "if random.random() < 1/300: answer = -answer",
}
OTHERWISE_WRONG = {
    "no label, now and then": ("if RNG.random() < 1/50: answer = None", "invalid"),
    "an exception, now and then": ("if RNG.random() < 1/50: raise KeyError(x)", "crashed"),
}


def _judged(source: str, claim_id: str, at_once: bool = True):
    path = Path("a.py")
    path.write_text(source)
    (claim,) = claims_about("Halving", [claim_id])
    with Submission(path, confinement=LIMITS, time_limit=20) as submission:
        plays = (
            Plays.of(submission, "Halving")
            if at_once
            else Plays(lambda *given: submission.make("Halving", *given), clock=Clock())
        )
        return check_claim(claim, plays, "Halving", BRISK, 0)


pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.slow
@pytest.mark.parametrize("flaw", some(FLIPS, 2))
def test_a_learner_that_errs_now_and_then_falls(flaw: str) -> None:
    result = _judged(HALVING_SOURCE.format(flaw=FLIPS[flaw]), "halving-mistakes")
    assert result.verdict == "falsified"
    assert result.random
    assert result.message.endswith(RANDOM)
    # What is shown is the game that was seen: it breaks the bound that the message speaks of.
    mistakes = sum("✗" in row[2] for row in result.rows)
    assert mistakes == result.observed > result.bound
    assert result.observed == result.outcome.observed


@pytest.mark.slow
@pytest.mark.parametrize(("flaw", "verdict"), OTHERWISE_WRONG.values(), ids=OTHERWISE_WRONG)
def test_a_learner_that_fails_now_and_then_fails(flaw: str, verdict: str) -> None:
    result = _judged(HALVING_SOURCE.format(flaw=flaw), "halving-mistakes")
    assert result.verdict == verdict
    assert result.random


@pytest.mark.slow
def test_the_one_failure_that_was_seen_counts() -> None:
    """Of all answers one is wrong, in games that are played in lockstep; only a new process shows it again."""
    flaw = """
        global asked
        asked += 1
        if asked == 9: answer = -answer"""
    result = _judged(HALVING_SOURCE.format(flaw=flaw) + "\nasked = 0\n", "halving-conforms")
    assert result.verdict == "falsified"
    assert SHARES in result.message


def test_the_smallest_game_that_was_seen_to_fail_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is played when a failure is made small, what is reported has been seen to fail."""
    seen = []

    class Flips(Halving):
        def predict(self, x):
            answer = super().predict(x)
            return -answer if random.random() < 1 / 20 else answer

    random.seed(1)
    make = Plays(lambda *given: Flips(*given), clock=Clock())
    unwatched = make.play

    def play(case, watch=()):
        trace = unwatched(case, watch)
        seen.append((case, [round_.prediction for round_ in trace.rounds]))
        return trace

    monkeypatch.setattr(make, "play", play)
    evidence = attack(HALVING, make, "Halving", BRISK, steps=False)
    assert evidence.verdict == "falsified"
    smallest = evidence.counterexample.smallest
    assert smallest.failed
    assert smallest.trace.mistakes == smallest.observed > smallest.bound
    assert (smallest.case, [round_.prediction for round_ in smallest.trace.rounds]) in seen
    failed = [len(case.moves) + len(case.hypotheses) for case, _ in seen]
    assert len(smallest.case.moves) + len(smallest.case.hypotheses) <= max(failed)


RIGHT = {
    "always the same": "pass",
    "ties by random": "votes = self.hypotheses[self.alive, x].sum(); answer = np.sign(votes) or random.choice([1, -1])",
    "ties from what no seed reaches": "answer = np.sign(self.hypotheses[self.alive, x].sum()) or RNG.choice([1, -1])",
}


@pytest.mark.slow
@pytest.mark.parametrize("flaw", RIGHT.values(), ids=RIGHT)
@pytest.mark.parametrize("claim_id", ["halving-mistakes", "halving-conforms"])
def test_right_learners_stand(flaw: str, claim_id: str) -> None:
    result = _judged(HALVING_SOURCE.format(flaw=flaw), claim_id)
    assert result.verdict == "stands", result.message


def test_who_seldom_breaks_a_tie_the_other_way_shares_nothing() -> None:
    """Another object's lesson moves on the generator that all of them draw from, so what one draw shows is no proof."""
    rarely = (
        "votes = self.hypotheses[self.alive, x].sum(); answer = np.sign(votes) or (1 if random.random() < 0.98 else -1)"
    )
    Path("a.py").write_text(HALVING_SOURCE.format(flaw=rarely))
    with Submission(Path("a.py"), confinement=LIMITS, time_limit=20) as submission:
        plays = Plays.of(submission, "Halving")
        for case, _ in islice(at_random(HALVING.build(HALVING.cases.search), 0), 40):
            outcome = judge(HALVING, plays, case, steps=False)
            assert not shares(plays, case, calls_of(HALVING, plays, outcome), SURELY)


SHARING = HALVING_SOURCE.replace("self.hypotheses", "Halving.hypotheses").replace("self.alive", "Halving.alive")


@pytest.mark.slow
@pytest.mark.parametrize("claim_id", ["halving-mistakes", "halving-conforms"])
def test_learners_that_share_are_judged_as_they_play_alone(claim_id: str) -> None:
    """What they answer in lockstep is no answer of one learner; it goes the same way in lockstep again."""
    right, wrong = (SHARING.format(flaw=flaw) for flaw in ("pass", "answer = -1"))
    result = _judged(right, claim_id)
    if claim_id == "halving-conforms":  # its games stand, and two objects at a time do not go as each alone
        assert SHARES in result.message
    else:
        assert result.verdict == "stands"
    at_once, alone = _judged(wrong, claim_id), _judged(wrong, claim_id, at_once=False)
    assert at_once.verdict == alone.verdict == "falsified"
    assert not at_once.random
    assert at_once.counterexample == alone.counterexample


@pytest.mark.slow
def test_what_learners_share_and_never_forget_falls() -> None:
    everyone = "np.ones(len(hypotheses), bool)"
    source = HALVING_SOURCE.format(flaw="pass").replace(everyone, f"GONE.setdefault(len(hypotheses), {everyone})")
    source = source.replace("self.alive = self.alive &", "self.alive &=") + "\nGONE = {}\n"
    at_once, alone = (_judged(source, "halving-mistakes", which) for which in (True, False))
    assert at_once.verdict == alone.verdict == "falsified"


@pytest.mark.slow
def test_a_batch_learner_that_errs_now_and_then_falls() -> None:
    """Its games are never played in lockstep; each has random numbers of its own all the same."""
    Path("a.py").write_text("""
import random
import numpy as np

class ConjunctionElimination:
    def fit(self, X, y):
        positive = X[y == 1]
        self.ones = positive.all(axis=0) if len(positive) else np.ones(X.shape[1], bool)
        self.zeros = (1 - positive).all(axis=0) if len(positive) else np.ones(X.shape[1], bool)
    def predict(self, X):
        answer = np.where((X[:, self.ones] == 1).all(axis=1) & (X[:, self.zeros] == 0).all(axis=1), 1, -1)
        return [-each if random.random() < 1/50 else each for each in answer]
""")
    report = grade(Grading(Path("a.py"), trust=True, ids=["conjunction-elimination-conforms"]))
    assert [result.verdict for _, result in report.results] == ["falsified"]


# ---- learners of this process ----


class FlipsInBatches(Halving):
    """Errs in one round of a hundred, in all games that are played side by side."""

    def predict(self, x):
        answer = super().predict(x)
        return -answer if random.random() < 1 / 100 else answer


class FlipsAmongOthers(Halving):
    """The same, and right in every game that it plays alone."""

    def predict(self, x):
        answer = super().predict(x)
        return -answer if isinstance(x, Stack) and random.random() < 1 / 10 else answer


def test_what_was_seen_in_a_batch_counts_where_the_learner_is_random() -> None:
    random.seed(0)
    only_batches = Profile("quick", scout=1, search=1, shrink=0, batches=20_000)
    without_witnesses = _without_other_games(HALVING)
    evidence = attack(without_witnesses, FlipsAmongOthers, "Halving", only_batches, steps=False)
    assert evidence.verdict == "falsified"
    assert "random" in evidence.message
    assert evidence.counterexample.smallest.observed > evidence.counterexample.smallest.bound


def _without_other_games(claim: Claim) -> Claim:
    cases = replace(claim.cases, exhaust=None, quick={}, full={})
    return replace(claim, label="upper", attained_by=(), cases=cases)


@pytest.mark.slow
def test_a_learner_of_this_process_that_is_random_is_called_so() -> None:
    random.seed(0)
    report = check(FlipsInBatches, "Halving", claims=["halving-conforms"], profile=PROFILES["quick"])
    ((_, result),) = report.results
    assert result.verdict == "falsified"
    assert result.random
    evidence = attack(HALVING, FlipsInBatches, "Halving", BRISK, steps=False)
    assert evidence.verdict == "falsified"
    assert evidence.message.endswith(RANDOM)
    deterministic = attack(HALVING, AlwaysPlus, "Halving", BRISK, steps=False)
    assert deterministic.verdict == "falsified"
    assert "random" not in deterministic.message


class AlwaysPlus(Halving):
    def predict(self, x):
        return 1


# ---- campaigns ----


def test_a_campaign_keeps_a_failure_that_does_not_happen_again() -> None:
    """What a worker saw is not cleared by the process that merges the shards."""
    run = Run(HALVING, HALVING.learner, "Halving", replace(BRISK, shrink=0))
    case = next(iter(HALVING.witnesses()))
    seen = Outcome("falsified", case, message="M ≤ log₂(H) fails: M = 2, H = 2")
    run.record(run.shards[0], Evidence(run.claim, None, fall=seen, settled=True))
    evidence = run.evidence()
    assert evidence.verdict == "falsified"
    assert evidence.message == "M ≤ log₂(H) fails: M = 2, H = 2" + RANDOM
    assert evidence.counterexample.smallest.case == case
