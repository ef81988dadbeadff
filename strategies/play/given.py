"""Given data: the rounds of a game written out as columns, to be played without an environment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from learncheck.strategies.play.case import Label, Make, Trace
from learncheck.strategies.play.games import Game, dictate


@dataclass(frozen=True)
class Given:
    """The instances and labels of a game, in the order of presentation.

    game:  the game to which they belong (with its class of hypotheses, its w*, …), which gives the learner's arguments.
           Traces have it as their case.
    facts: the facts that its environment would certify.
    """

    game: Game
    instances: Sequence[Any]
    labels: Sequence[Label]
    facts: Any = None

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        """Play them on the learner that `make` constructs, recording the watched attributes in every round."""
        learner = make(*self.game.arguments())
        trace = dictate(self.game, learner, zip(self.instances, self.labels, strict=True), watch)
        return Trace(self.game, trace.rounds, self.facts)


def given(game: Game, make: Make) -> Given:
    """Record what the game's environment presents to the learner that `make` constructs, to play it on any learner."""
    trace = game.play(make)
    return Given(game, trace.rounds.instances, trace.rounds.labels, trace.facts)
