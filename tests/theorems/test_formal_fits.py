"""The loop inside of a learner's `fit`, cut out and run on formal quantities: what is refused, and what is seen."""

import pytest
import sympy
from changes import edited

from learncheck.learners import AdaBoost, BatchPerceptron, Pocket
from learncheck.theorems.formal.boosting import boosting_rounds
from learncheck.theorems.formal.corrections import correction_rounds, ends_where_separated
from learncheck.theorems.formal.numbers import HiddenState, NotFormal
from learncheck.theorems.notes.boosting.adaboost import NO_PERFECT_ROUND
from learncheck.theorems.notes.halfspaces.perceptron_batch import SEPARABLE

L, T, Z2, e, a, b, R2 = sympy.symbols("L T Z² ε a b R²", real=True)
BOOSTING = boosting_rounds(L, T, Z2, e, perfect=NO_PERFECT_ROUND)
CORRECTIONS = correction_rounds(a, b, T, R2, separable=SEPARABLE)


def test_the_loop_of_the_batch_perceptron_has_one_kind_of_round() -> None:
    paths = list(CORRECTIONS.rounds(BatchPerceptron))
    assert len(paths) == 2
    assert {path.rounds for path in paths} == {"an update"}
    assert all(path.quantities[sympy.Symbol("T′", real=True)] == T + 1 for path in paths)
    assert all(start.holds for start in CORRECTIONS.starts(BatchPerceptron))
    fact = ends_where_separated(BatchPerceptron, e)
    assert fact.shows is not None
    assert "2 paths end there" in str(fact.shows())


def fits(old: str, new: str) -> type:
    """The Perceptron on a sample, with something else in its own code."""
    return edited(BatchPerceptron.fit, new, (old, new))


ADDS, COUNTS = "w = w + y[i] * X[i]", "n_updates += 1"
IN_LOOP = "\n            "


@pytest.mark.parametrize(
    ("wrong", "refused", "told"),
    [
        (fits("n_updates = 0", "for _ in range(2):\n            n_updates = 0"), NotFormal, "2 loops"),
        (fits(COUNTS, f"{COUNTS}{IN_LOOP}return self"), NotFormal, "leaves its loop"),
        (fits(COUNTS, f"{COUNTS}{IN_LOOP}self.rounds = n_updates"), HiddenState, "keeps rounds"),
        (fits(COUNTS, f"{COUNTS}{IN_LOOP}KEPT['rounds'] = n_updates"), NotFormal, "KEPT"),
        (fits(ADDS, "w = w + y[-1] * X[-1]"), NotFormal, "of which nothing is known"),
        (fits("wrong.argmax()", "np.random.choice(np.flatnonzero(wrong))"), NotFormal, r"uses np\.random"),
        (fits(COUNTS, "n_updates += 2 if isinstance(n_updates, int) else 1"), NotFormal, "uses isinstance"),
        (fits(ADDS, f"try:{IN_LOOP}    {ADDS}{IN_LOOP}except TypeError:{IN_LOOP}    pass"), NotFormal, "catches exc"),
        (fits(COUNTS, "n_updates += 1 if w.__class__ else 2"), NotFormal, "asks for .__class__"),
        (fits("y: NDArray[Any])", "y: NDArray[Any], seen: Any = [])"), NotFormal, "could remember"),
        (fits("n_updates = 0", "n_updates = self.n_updates or 0"), HiddenState, "reads n_updates"),
        (Pocket, NotFormal, r"uses np\.random"),
    ],
)
def test_what_cannot_be_run_is_refused(wrong: type, refused: type[Exception], told: str) -> None:
    with pytest.raises(refused, match=told):
        list(CORRECTIONS.rounds(wrong))


@pytest.mark.slow
def test_adaboost_goes_on_unless_a_round_is_perfect() -> None:
    paths = list(BOOSTING.rounds(AdaBoost))
    assert len(paths) == 8
    perfect = [path for path in paths if "the training goes on" in path.due]
    assert len(perfect) == 4
    assert all(path.assuming.keys() == {NO_PERFECT_ROUND} for path in paths)
    starts = list(BOOSTING.starts(AdaBoost))
    assert all(start.holds and start.quantities == {T: 0, L: 1, Z2: 1} for start in starts)


def test_a_uniform_start_is_asked_for() -> None:
    tilted = edited(AdaBoost.fit, "Starts with a distribution that adds up to 2.", ("1 / m", "2 / m"))
    assert not any(start.holds for start in BOOSTING.starts(tilted))
