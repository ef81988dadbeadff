"""A learner that is false in a way that a formal round does not show by itself is not proved right."""

import re

import foils
import pytest
from catalogue import CLAIMS
from chosen import few, some

from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.judging.large import ALL_SIZES, FEW_SIZES, large, reached
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.formal.games import Differs
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.recorded import recorded

REFUSED = (ValueError, NotFormal, IndexError)  # the last is a foil's own, in the games from which a proof is derived


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim_id", "foil"),
    [pytest.param(name, foil, id=f"{name}: {foil.__name__}") for name, wrong in foils.FOILS.items() for foil in wrong],
)
def test_a_foil_is_not_proved(claim_id: str, foil: type) -> None:
    try:
        report = prove(CLAIMS[claim_id], learner=foil)
    except REFUSED:
        return
    assert report.open, f"{claim_id} is proved of {foil.__name__}"


@pytest.mark.parametrize(
    "claim_id",
    [
        "halving-mistakes",
        "threshold-halving-mistakes",
        "halving-programs",
        "weighted-majority-mistakes",
        "perceptron-mistakes",
        "kernel-perceptron-mistakes",
        "ellipsoid-volume-shrinks",
        "adaboost-training-error",
    ],
)
def test_nothing_is_proved_of_garbage(claim_id: str) -> None:
    """In none of the ways in which a learner is run on formal quantities."""
    try:
        report = prove(CLAIMS[claim_id], learner=foils.Garbage)
    except (*REFUSED, KeyError):  # it lacks the state that a claim reads
        return
    assert report.open, f"{claim_id} is proved of a class that does nothing"


# ---- each guard by itself ----


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the numbers that overflow
@pytest.mark.parametrize("foil", foils.BY_NUMBERS)
def test_real_games_show_what_numbers_of_a_machine_do(foil: type) -> None:
    games = CLAIMS["perceptron-mistakes"].proof.runs.games  # type: ignore[union-attr]
    with pytest.raises(Differs, match=r"round \d+ of a real game of size \d+"):
        games(foil)


@pytest.mark.parametrize(
    ("claim_id", "foil", "words"),
    [
        ("winnow-mistakes", foils.CapsItsThreshold, "n is 1000, where the proof takes 32768"),
        ("randomized-weighted-majority", foils.HalvesItsStep, "epsilon is .*, where the proof takes"),
        ("halving-programs", foils.SpoilsRows, "another table"),
        ("winnow-mistakes", foils.AnotherMethodWhenLarge, "it has n, update, w"),
    ],
)
def test_constants_are_compared_with_what_the_constructor_makes(claim_id: str, foil: type, words: str) -> None:
    starts = CLAIMS[claim_id].proof.runs.starts(foil)  # type: ignore[union-attr]
    wrong = [start.words for start in starts if not start.holds]
    assert wrong
    assert any(re.search(words, line) for line in wrong), wrong[-1]


@few(3)
@pytest.mark.parametrize(
    ("claim_id", "foil"),
    [
        ("halving-mistakes", foils.SpoilsRows),
        ("halving-conforms", foils.SpoilsRows),
        ("experts-perfect", foils.TrustsTheFirstHundred),
        ("experts-restart-conforms", foils.RestartsWrong),
        ("adaboost-conforms", foils.Frozen),
        ("ellipsoid-conforms", foils.NeverShrinksWhenLarge),
        ("perceptron-hinge", foils.AnotherClassWhenLarge),
        ("winnow-mistakes", foils.AnotherMethodWhenLarge),
    ],
)
def test_large_games_show_what_goes_wrong_at_a_size(claim_id: str, foil: type) -> None:
    claim = CLAIMS[claim_id]
    outcomes = []
    for case, *_ in large(claim, FEW_SIZES):
        try:
            outcomes.append(judge(claim, foil, case).verdict)
        except Exception as error:
            outcomes.append(type(error).__name__)
    assert set(outcomes) != {"stands"}


GAMES = [
    claim_id
    for claim_id in CLAIMS
    if recorded()[claim_id]["listed"]["kind"] == "game" and not recorded()[claim_id]["erratum"]
]


def test_there_are_large_games() -> None:
    """That the reference stands in them is seen where the claim is verified: the scout plays them."""
    assert FEW_SIZES == PROFILES["quick"].sizes
    for claim_id in GAMES:
        claim = CLAIMS[claim_id]
        assert any(large(claim, FEW_SIZES)) or not claim.cases.grows or claim_id == "grid-halfspaces-halving", claim_id


def test_every_game_is_raised_to_the_largest_size_or_says_why_not() -> None:
    for claim_id in GAMES:
        claim = CLAIMS[claim_id]
        largest = max(reached(claim).values(), default=0)
        assert (largest >= max(ALL_SIZES)) is (not claim.cases.beyond), (
            f"{claim_id} reaches {largest}: {claim.cases.beyond}"
        )


@pytest.mark.slow
@pytest.mark.parametrize("claim_id", some(GAMES, 4))
def test_the_reference_stands_in_the_largest_games(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    outcomes = [judge(claim, claim.learner, case) for case, *_ in large(claim, [max(ALL_SIZES)])]
    assert {outcome.verdict for outcome in outcomes} <= {"stands"}
    assert claim.cases.beyond or any(outcome.trace and len(outcome.trace.rounds) > 0 for outcome in outcomes)
