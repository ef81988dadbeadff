"""Games of our own learners are played once where they are remembered, and whenever they are asked for elsewhere."""

import pytest

from learncheck.learners import Perceptron
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.judging.played import Memory, played, remembering
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.games import CONTRADICT
from learncheck.theorems.language.registry import select
from learncheck.theorems.notes.halfspaces.perceptron_hinge import ComparedGame

CLAIM = select(["perceptron-mistakes"])[0]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(CLAIM.witnesses())[:3]


def test_a_game_is_remembered_by_learner_case_and_what_is_watched(cases: list[Case]) -> None:
    class Other(Perceptron):
        pass

    first, second, _ = cases
    with remembering(Memory()):
        trace = played(first, Perceptron, ("w",))
        assert played(first, Perceptron, ("w",)) is trace
        others = [played(first, Perceptron), played(first, Other, ("w",)), played(second, Perceptron, ("w",))]
    assert len({id(each) for each in [trace, *others]}) == 4


def test_nothing_is_remembered_outside(cases: list[Case]) -> None:
    case = cases[0]
    assert played(case, Perceptron) is not played(case, Perceptron)
    memory = Memory()
    with remembering(memory):
        trace = played(case, Perceptron)
        with remembering(Memory()):  # one claim of several, which share their games
            assert played(case, Perceptron) is trace
    assert played(case, Perceptron) is not trace
    with remembering(memory):
        assert played(case, Perceptron) is trace


def test_what_makes_learners_and_is_no_class_is_asked_again(cases: list[Case]) -> None:
    with remembering(Memory()):
        assert played(cases[0], lambda d: Perceptron(d)) is not played(cases[0], lambda d: Perceptron(d))


def test_a_case_without_a_learner_is_remembered() -> None:
    (case, *_) = select(["pac-bad-consistent"])[0].witnesses()
    with remembering(Memory()):
        assert played(case, None) is played(case, None)
    assert played(case, None) is not played(case, None)


def test_a_submission_plays_a_game_once_for_all_that_it_is_compared_with() -> None:
    made: list[int] = []

    def make(d: int) -> Perceptron:
        made.append(d)
        return Perceptron(d)

    plays = Plays(make)
    one, other = (ComparedGame(((1, 0), (0, 1)), 1, ((0, CONTRADICT), (1, CONTRADICT)), w) for w in ((1, 0), (2, -1)))
    traces = [plays.play(one), plays.play(other), plays.play(one)]
    assert [trace.case for trace in traces] == [one, other, one]
    assert traces[0] is traces[2]
    assert traces[0].rounds is traces[1].rounds
    assert made == [2]
