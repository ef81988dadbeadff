"""A misfit is one in whatever round it is, the first included."""

import math
from functools import partial
from typing import Any

import pytest
from catalogue import CLAIMS
from chosen import few

from learncheck.learners import LEARNERS, Ellipsoid
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import attack
from learncheck.strategies.halfspaces.games import FreeGame
from learncheck.strategies.play.games import CONTRADICT
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import select
from learncheck.theorems.recorded import recorded

ONLINE = [
    claim_id
    for claim_id in CLAIMS
    if claim_id.endswith("-conforms") and recorded()[claim_id]["listed"]["kind"] == "game"
]
BRISK = Profile("quick", scout=20, search=20, shrink=0)


def test_there_is_one_for_every_online_learner() -> None:
    online = {name for name, cls in LEARNERS.items() if hasattr(cls, "update")}
    assert {CLAIMS[claim_id].learner.__name__ for claim_id in ONLINE} == online  # type: ignore[union-attr]


AT_A_TIE = {"Perceptron", "KernelPerceptron", "Ellipsoid"}
"""Their w is 0 in round 1, where any answer will do."""


def wrong_in(number: int, claim: Claim) -> type:
    """The learner, but that its answer in this round is another one."""
    learner: Any = claim.learner

    class Wrong(learner):
        rounds = 0

        def predict(self, x: Any) -> Any:
            answer = super().predict(x)
            return -answer if self.rounds == number - 1 else answer

        def probabilities(self) -> Any:
            shares = super().probabilities()
            return shares * 0 + [1, *[0] * (len(shares) - 1)] if self.rounds == number - 1 else shares

        def update(self, x: Any, y: int) -> None:
            self.rounds += 1
            super().update(x, y)

    return Wrong


@few(5)
@pytest.mark.parametrize("claim_id", ONLINE)
def test_a_wrong_answer_is_a_misfit_as_soon_as_it_can_be(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    assert claim.learner is not None
    first = 1
    if claim.learner.__name__ in AT_A_TIE:
        assert attack(claim, wrong_in(1, claim), "wrong", BRISK, steps=False).verdict == "stands"
        first = 2
    evidence = attack(claim, wrong_in(first, claim), "wrong", BRISK, steps=False)
    assert evidence.verdict == "falsified"
    assert evidence.counterexample is not None
    smallest = evidence.counterexample.smallest
    assert f"round {first} " in smallest.message
    assert smallest.observed == first
    assert judge(claim, claim.learner, smallest.case, steps=False).observed == 0


def ends_in(number: int, error: Exception | None) -> type:
    """An Ellipsoid that has no number left after so many mistakes."""

    class Ends(Ellipsoid):
        mistakes = 0

        def predict(self, x: Any) -> Any:
            return math.nan if self.mistakes >= number else super().predict(x)

        def update(self, x: Any, y: int) -> None:
            self.mistakes += self.predict(x) != y
            if self.mistakes >= number and error is not None:
                raise error
            super().update(x, y)

    return Ends


@pytest.mark.parametrize(
    ("number", "error", "verdict"),
    [
        (60, None, "stands"),
        (60, ValueError("math domain error"), "stands"),
        (60, IndexError("list index out of range"), "crashed"),
        (10, None, "invalid"),
        (10, ValueError("math domain error"), "crashed"),
    ],
)
def test_nothing_is_owed_where_doubles_tell_no_longer_what_is_due(number: int, error: Any, verdict: str) -> None:
    """In two dimensions no ellipsoid is followed beyond some thirty mistakes: what A lacks in symmetry grows by √3."""
    game = FreeGame(((1, 2), (3, -1), (1, 1)), 1, tuple((t % 3, CONTRADICT) for t in range(90)))
    for claim in select(["ellipsoid-conforms", "ellipsoid-volume-shrinks"]):
        outcome = judge(claim, partial(LocalLearner, ends_in(number, error)), game, steps=False)
        assert outcome.verdict == verdict
        assert len(outcome.case.moves) == 90 or outcome.verdict == "stands"  # type: ignore[attr-defined]
