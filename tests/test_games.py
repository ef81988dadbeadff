"""How games are played: rounds kept by columns, given data, and learners asked in one message a round."""

import numpy as np
import pytest

from learners import Halving, Perceptron, Winnow
from oracle.judge import first_broken_step, judge
from strategies.boolean import winnow_attack
from strategies.case import Round, Rounds, Trace
from strategies.finite_class import bisection_game, cube
from strategies.games import dictate, finish, in_one_message, tally
from strategies.given import given
from theorems.finite_classes import HALVING
from theorems.winnow import WINNOW

EXAMPLES = [(np.array(x), y) for x, y in (((1, 0), 1), ((0, 1), -1), ((1, 1), 1), ((1, 0), 1))]


class Remote:
    """A learner that counts the messages it is sent."""

    def __init__(self, learner):
        self.learner, self.messages = learner, []

    def predict(self, x):
        self.messages.append("predict")
        return self.learner.predict(x)

    def update(self, x, y):
        self.messages.append("update")
        self.learner.update(x, y)

    def update_then_predict(self, x, y, next_x):
        self.messages.append("both")
        self.learner.update(x, y)
        return self.learner.predict(next_x)

    def state(self, names):
        return {name: getattr(self.learner, name) for name in names}


def test_rounds_are_what_was_played_and_stay_the_same_objects():
    trace = dictate(None, Perceptron(2), EXAMPLES, ("w",))
    assert [(each.prediction, each.label, each.mistake) for each in trace.rounds] == [
        (0, 1, True), (0, -1, True), (0, 1, True), (1, 1, False),
    ]  # fmt: skip
    assert [each.after["w"].tolist() for each in trace.rounds] == [[1, 0], [1, -1], [2, 0], [2, 0]]
    assert all(each.after is following.before for each, following in zip(trace.rounds, trace.rounds[1:], strict=False))
    assert trace.rounds[0] is next(iter(trace.rounds))
    assert trace.mistakes == 3 == sum(each.mistake for each in trace.rounds)
    assert len(trace.rounds) == 4


def test_a_round_more():
    rounds = Rounds([0], [1], [1], [])
    assert len(list(rounds)) == 1
    rounds.append(Round(1, -1, 1, True))
    assert [each.mistake for each in rounds] == [False, True]
    assert Trace(None, rounds).mistakes == 1


def test_given_data_are_played_as_the_game_was():
    game = bisection_game(cube(3), 5)
    data = given(game, Halving)
    ours, theirs = judge(HALVING, Halving, data), judge(HALVING, Halving, game)
    assert (ours.verdict, ours.ratio, ours.attained) == (theirs.verdict, theirs.ratio, theirs.attained)
    assert ours.attained
    shown = [[(each.instance, each.prediction, each.label) for each in by.trace.rounds] for by in (ours, theirs)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("number", [0, 1, 4])
def test_a_learner_elsewhere_is_asked_once_a_round(number):
    remote, here = Remote(Perceptron(2)), Perceptron(2)
    assert tally(remote, EXAMPLES[:number]) == tally(here, EXAMPLES[:number])
    assert remote.messages == (["predict", *["both"] * (number - 1), "update"] if number else [])
    assert (remote.learner.w == here.w).all()


def test_a_watched_learner_elsewhere_has_seen_its_label_when_it_is_looked_at():
    remote = Remote(Perceptron(2))
    trace = dictate(None, remote, EXAMPLES, ("w",))
    assert "both" not in remote.messages
    assert [each.after["w"].tolist() for each in trace.rounds] == [[1, 0], [1, -1], [2, 0], [2, 0]]


def test_nothing_is_due_to_a_learner_of_this_process():
    learner = Perceptron(2)
    assert in_one_message(learner) is learner
    finish(learner)


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
