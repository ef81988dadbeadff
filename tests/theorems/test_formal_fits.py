"""The rounds of batch learners on formal quantities: what is refused."""

from collections.abc import Callable
from typing import Any

import pytest
import sympy
from changes import edited

from learncheck.learners import AdaBoost, BatchPerceptron, Pocket
from learncheck.theorems.formal.boosting import boosting_rounds
from learncheck.theorems.formal.corrections import correction_rounds
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.notes.boosting.adaboost import NO_PERFECT_ROUND
from learncheck.theorems.notes.halfspaces.perceptron_batch import SEPARABLE

L, T, Z2, e, a, b, R2 = sympy.symbols("L T Z² ε a b R²", real=True)
BOOSTING = boosting_rounds(L, T, Z2, e, perfect=NO_PERFECT_ROUND)
CORRECTIONS = correction_rounds(a, b, T, R2, separable=SEPARABLE)


def wrong(what: str, method: Callable[..., Any], old: str, new: str) -> type:
    return edited(method, what, (old, new))


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (wrong("Takes a zero margin for right.", BatchPerceptron.round, "<= 0", "< 0"), "round is not in the language"),
        (wrong("Keeps a number.", BatchPerceptron.correct, "self.w + y * x", "x @ x"), "'s w becomes"),
        (wrong("Turns x.", BatchPerceptron.correct, "self.w =", "x *= -1; self.w ="), "changes the example"),
        (Pocket, "keeps self.max_updates, of which the proof knows nothing"),
    ],
)
def test_what_cannot_be_run_is_refused(learner: type, message: str) -> None:
    with pytest.raises(NotFormal, match=message):
        list(CORRECTIONS.rounds(learner))


def test_a_uniform_start_and_all_rounds_are_asked_for() -> None:
    with pytest.raises(NotFormal, match="start is not in the language"):
        list(BOOSTING.starts(wrong("Starts otherwise.", AdaBoost.start, "1 / len", "2 / len")))
    more = wrong("Makes another round.", AdaBoost.__init__, "= n_rounds", "= n_rounds + 1")
    assert not any(start.holds for start in BOOSTING.starts(more))
