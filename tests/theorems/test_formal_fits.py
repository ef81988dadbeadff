"""The rounds of batch learners on formal quantities: what is refused."""

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


def correcting(old: str, new: str) -> type:
    """The Perceptron on a sample, with something else in its round."""
    return edited(BatchPerceptron.round, f"Wrong: {new}", (old, new))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (correcting("y[i] * X[i]", "y[wrong] * X[wrong] * y[y]"), "of which nothing is known"),
        (correcting("y * inner(X, self.w)", "inner(X, self.w)"), "compared otherwise"),
        (correcting("y * inner(X, self.w)", "y * inner(X, 2 * self.w)"), "not the w before the round"),
        (correcting("return True", "return self.n_updates"), "and not whether there was one"),
        (correcting("return False", "return True"), "goes on otherwise than while"),
        (correcting("not wrong.any()", "False"), "goes on otherwise than while"),
        (correcting("return True", "return False"), "changes w, and ends the loop"),
        (Pocket, "keeps self.max_updates, of which the proof knows nothing"),
    ],
)
def test_what_cannot_be_run_is_refused(wrong: type, message: str) -> None:
    with pytest.raises(NotFormal, match=message):
        list(CORRECTIONS.rounds(wrong))


@pytest.mark.parametrize(
    ("method", "old", "new"), [("start", "1 / len", "2 / len"), ("__init__", "= n_rounds", "= n_rounds + 1")]
)
def test_a_uniform_start_and_all_rounds_are_asked_for(method: str, old: str, new: str) -> None:
    other = edited(getattr(AdaBoost, method), "Starts otherwise.", (old, new))
    assert not any(start.holds for start in BOOSTING.starts(other))


COUNTS = "vote, number = 0, 0\n        for h, w in zip(self.hypotheses, self.estimator_weights, strict=True):\n"


@pytest.mark.parametrize(
    ("method", "old", "new"),
    [
        ("predict", "vote: float = 0\n", COUNTS + "            number = number + 1\n"),
        ("predict", "np.asarray(np.sign(vote)", "np.asarray(np.sign(vote * w)"),
        ("predict", "w * np.asarray(h(X))", "w * w * np.asarray(h(X))"),
        ("round", "epsilon == 0", "epsilon == 0 and self.hypotheses != []"),
    ],
)
def test_a_vote_is_a_sum_over_all_rounds_and_nothing_counts_them(method: str, old: str, new: str) -> None:
    """A run has one round before this one, whose hypothesis stands for the vote of any number of rounds."""
    assert list(BOOSTING.rounds(AdaBoost))
    with pytest.raises(NotFormal, match="not in the language"):
        list(BOOSTING.rounds(edited(getattr(AdaBoost, method), "Counts.", (old, new))))
