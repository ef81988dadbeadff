"""Given data: the rounds of a game written out as columns, so that no environment takes part in playing them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from learncheck.strategies.play.case import Label, Make, Trace
from learncheck.strategies.play.games import Game, dictate


@dataclass(frozen=True)
class Given:
    """The instances and labels of a game, in the order in which they are presented.

    `game` names what they are an instance of (its class of hypotheses, its w*, …) and gives the learner's arguments;
    `facts` are those that its environment would certify. The trace is one of the game.
    """

    game: Game
    instances: Sequence[Any]
    labels: Sequence[Label]
    facts: Any = None

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        """Play them against the learner that `make` makes, watching the named state attributes every round."""
        learner = make(*self.game.arguments())
        trace = dictate(self.game, learner, zip(self.instances, self.labels, strict=True), watch)
        return Trace(self.game, trace.rounds, self.facts)


def given(game: Game, make: Make) -> Given:
    """What the game's environment gives to the learner that `make` makes, for any learner to be played on."""
    trace = game.play(make)
    return Given(game, trace.rounds.instances, trace.rounds.labels, trace.facts)
