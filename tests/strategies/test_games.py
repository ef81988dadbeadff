"""How games are played: rounds kept by columns, given data, learners asked in one message a round, many at once."""

from itertools import islice, product

import numpy as np
import pytest
from cases import drawn
from catalogue import CLAIMS

from learncheck.learners import Halving, Perceptron, Winnow
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.judging.steps import first_broken_step
from learncheck.strategies.boolean.games import winnow_attack
from learncheck.strategies.play.case import Round, Trace
from learncheck.strategies.play.games import (
    AGREE,
    CONTRADICT,
    PLUS,
    Given,
    dictate,
    in_lockstep,
    legal_label,
    plays_by_rounds,
)
from learncheck.strategies.tables.finite_class import bisection_game, cube
from learncheck.theorems.notes.finite.mistakes import HALVING
from learncheck.theorems.notes.winnow.disjunctions import WINNOW

EXAMPLES = [(np.array(x), y) for x, y in (((1, 0), 1), ((0, 1), -1), ((1, 1), 1), ((1, 0), 1))]


class Remote:
    """A learner that is asked by messages."""

    def __init__(self, learner):
        self.learner = learner

    def predict(self, x):
        return self.learner.predict(x)

    def update(self, x, y):
        self.learner.update(x, y)

    def state(self, names):
        return {name: np.copy(getattr(self.learner, name)) for name in names}


def test_rounds_are_what_was_played_and_stay_the_same_objects():
    trace = dictate(None, Perceptron(2), EXAMPLES, ("w",))
    assert [(round_.prediction, round_.label, round_.mistake) for round_ in trace.rounds] == [
        (0, 1, True), (0, -1, True), (0, 1, True), (1, 1, False),
    ]  # fmt: skip
    assert [round_.after["w"].tolist() for round_ in trace.rounds] == [[1, 0], [1, -1], [2, 0], [2, 0]]
    assert all(
        round_.after is following.before for round_, following in zip(trace.rounds, trace.rounds[1:], strict=False)
    )
    assert trace.mistakes == 3 == sum(round_.mistake for round_ in trace.rounds)
    assert len(trace.rounds) == 4


def test_a_trace_takes_a_list_of_rounds() -> None:
    """As an author's `play` may make them, each with the watched attributes around it."""
    rounds = [Round(0, 1, -1, True, {"w": 0}, {"w": 1}), Round(1, 1, 1, False, {"w": 1}, {"w": 1})]
    trace: Trace = Trace(None, rounds)  # type: ignore[arg-type]
    assert [trace.rounds[0].before, trace.rounds[1].after] == [{"w": 0}, {"w": 1}]
    assert trace.mistakes == 1
    assert Trace(None, ()).rounds.snapshots == []  # type: ignore[arg-type]


def test_given_data_are_played_as_the_game_was():
    game = bisection_game(cube(3), 5)
    data = Given.again(game.play(Halving))
    ours, theirs = judge(HALVING, Halving, data), judge(HALVING, Halving, game)
    assert (ours.verdict, ours.ratio, ours.attained) == (theirs.verdict, theirs.ratio, theirs.attained)
    assert ours.attained
    shown = [
        [(round_.instance, round_.prediction, round_.label) for round_ in by.trace.rounds] for by in (ours, theirs)
    ]
    assert shown[0] == shown[1]


def test_a_watched_learner_elsewhere_has_seen_its_label_when_it_is_looked_at():
    trace = dictate(None, Remote(Perceptron(2)), EXAMPLES, ("w",))
    assert [round_.after["w"].tolist() for round_ in trace.rounds] == [[1, 0], [1, -1], [2, 0], [2, 0]]


def test_steps_are_checked_in_every_round_however_often_a_state_comes_again():
    class Forgetful(Winnow):
        """Loses weight on the last round, in which it does not err."""

        rounds = 0

        def update(self, x, y):
            super().update(x, y)
            self.rounds += 1
            if self.rounds == len(examples) + 30:
                self.w = self.w / 2

    game = winnow_attack(6, 2)
    examples = list(game.rounds)
    longer = type(game)(game.n, game.relevant, (*game.rounds, *[((0,) * 6, -1)] * 30))
    trace = longer.play(Forgetful, WINNOW.watch)
    broken = first_broken_step(WINNOW, trace, WINNOW.measure(trace))
    assert broken is not None
    assert broken.round == len(examples) + 30
    fine = longer.play(Winnow, WINNOW.watch)
    assert first_broken_step(WINNOW, fine, WINNOW.measure(fine)) is None


# ---- in lockstep ----


class Here:
    """Learners of this process that are asked all at once."""

    def __init__(self, learners, watch=()):
        self.learners, self.watch = learners, watch
        self.presented = {}

    def ask(self, games, labels, instances):
        return list(map(self._answer, games, labels, instances))

    def _answer(self, game, label, instance):
        learner = self.learners[game]
        assert (label is None) == (game not in self.presented), "every label is told once, after the prediction"
        if label is not None:
            learner.update(self.presented.pop(game), label)
        state = {name: np.copy(getattr(learner, name)) for name in self.watch}
        if instance is None:
            return None, state
        self.presented[game] = instance
        return learner.predict(instance), state


def comparable(trace):
    """All that a trace says, comparable."""
    columns = [
        (np.asarray(round_.instance).tolist(), round_.prediction, round_.label, bool(round_.mistake))
        for round_ in trace.rounds
    ]
    states = [
        {name: np.asarray(value).tolist() for name, value in snapshot.items()} for snapshot in trace.rounds.snapshots
    ]
    return trace.case, columns, states, [np.asarray(value).tolist() for value in trace.facts or ()]


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize(
    "claim_id",
    [
        "halving-mistakes",
        "threshold-halving-mistakes",
        "ellipsoid-mistakes",
        "perceptron-margin",
        "winnow-conforms",
        "weighted-majority-mistakes",
    ],
)
def test_games_in_lockstep_go_as_they_go_alone(claim_id, watched):
    claim = CLAIMS[claim_id]
    make, watch = claim.learner, claim.watch if watched else ()
    games = drawn(claim.build(claim.cases.scout), 12)
    games += [game for game in islice(claim.witnesses(), 3) if len(game.script()) < 100]
    assert all(map(plays_by_rounds, games))
    learners = Here([make(*game.arguments()) for game in games], watch)
    together = in_lockstep(games, learners, bool(watch))
    alone = [game.play(make, watch) for game in games]
    assert list(map(comparable, together)) == list(map(comparable, alone))
    assert not learners.presented, "the last labels are told too"


def test_a_game_again_presents_and_says_the_same_whatever_is_answered():
    game = bisection_game(cube(3), 5)
    played = game.play(Halving)

    class Contrary(Halving):
        def predict(self, x):
            return -1 if super().predict(x) == 1 else 1

    same, other = in_lockstep(
        [Given.again(played)] * 2, Here([Halving(*game.arguments()), Contrary(*game.arguments())])
    )
    assert comparable(same)[1] == comparable(played)[1]
    assert [(round_.instance, round_.label) for round_ in other.rounds] == list(played.examples())
    assert [round_.prediction for round_ in other.rounds] != [round_.prediction for round_ in played.rounds]


def test_a_case_that_plays_otherwise_is_no_game_by_rounds():
    class Backwards(type(bisection_game(cube(3), 5)), frozen=True, tag="backwards"):
        def play(self, make, watch=()):
            raise NotImplementedError

    game = bisection_game(cube(3), 5)
    assert plays_by_rounds(game)
    assert not plays_by_rounds(Backwards(*(getattr(game, field) for field in game.__struct_fields__)))
    assert not plays_by_rounds(Given.again(game.play(Halving)))


def test_a_label_is_what_the_stance_asks_for_wherever_that_is_legal() -> None:
    """By the words of it; and entry by entry as for each game."""
    cases = []
    for stance, prediction, (plus, minus) in product(
        (CONTRADICT, AGREE, PLUS), (1, 0, -1), ((True, True), (True, False), (False, True))
    ):
        wanted = {CONTRADICT: -prediction or 1, AGREE: prediction or -1, PLUS: 1}[stance]
        expected = wanted if (plus if wanted == 1 else minus) else -wanted
        assert legal_label(stance, prediction, plus, minus) == expected
        cases.append((stance, prediction, plus, minus, expected))
    *columns, expected = map(np.array, zip(*cases, strict=True))
    assert legal_label(*columns).tolist() == expected.tolist()
