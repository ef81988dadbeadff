"""The online game: an environment presents an instance, the learner predicts, the environment reveals the label."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from strategies.case import Case, Label, Make, Round, Trace

CONTRADICT = 0
"""The environment gives the label that the learner did not predict, if some legal target allows it."""
AGREE = 1
"""The environment gives the label that the learner predicted, if some legal target allows it."""


class Environment(Protocol):
    """The other player. It holds what is still possible, so that whatever a script asks for, its game is legal."""

    def present(self, move: Any) -> Any:
        """The instance of this round, or None where nothing legal is left to ask."""

    def answer(self, move: Any, prediction: Any) -> Label:
        """The label of this round, +1 or -1, after the learner has committed to its prediction."""

    def facts(self) -> Mapping[str, Any]:
        """What the game certifies in the end: a consistent target, for example."""


class Game(Case, frozen=True):
    """A case that is an online game: a script of moves that an environment interprets."""

    def arguments(self) -> tuple[Any, ...]:
        """The learner's constructor arguments; none unless a game says otherwise."""
        return ()

    def environment(self) -> Environment:
        """The environment at the start of the game."""
        raise NotImplementedError

    def script(self) -> Sequence[Any]:
        """The environment's moves, one a round."""
        raise NotImplementedError

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner = make(*self.arguments())
        environment = self.environment()
        trace = Trace(self)
        state = exposed(learner, watch)
        for move in self.script():
            instance = environment.present(move)
            if instance is None:
                break
            prediction = learner.predict(instance)
            label = environment.answer(move, prediction)
            learner.update(instance, label)
            before, state = state, exposed(learner, watch)
            trace.rounds.append(Round(instance, prediction, label, bool(prediction != label), before, state))
        trace.facts.update(environment.facts())
        return trace


class Oblivious(Game, frozen=True):
    """A game whose examples do not depend on the learner."""

    def examples(self) -> Sequence[tuple[Any, Label]]:
        """The instances with their labels, in the order in which they are presented."""
        raise NotImplementedError

    def script(self) -> Sequence[Any]:
        return self.examples()

    def environment(self) -> Environment:
        return _Dictation()


class _Dictation:
    """The environment that plays the script to the letter."""

    def present(self, move: tuple[Any, Label]) -> Any:
        return move[0]

    def answer(self, move: tuple[Any, Label], prediction: Any) -> Label:
        return move[1]

    def facts(self) -> dict[str, Any]:
        return {}


def exposed(learner: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """The named attributes that the learner exposes; learners behind the process boundary are asked for them."""
    if not names:
        return {}
    if hasattr(learner, "state"):
        return dict(learner.state(names))
    return {name: getattr(learner, name) for name in names if hasattr(learner, name)}


def legal_label(stance: int, prediction: Any, allowed: Sequence[Label]) -> Label:
    """The label that the stance asks for, if it is among the allowed ones (not empty). Any label contradicts 0."""
    agreeing = stance == AGREE
    return next((label for label in allowed if (label == prediction) == agreeing), allowed[0])
