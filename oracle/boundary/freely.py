"""A submission's learner for plays that authors write: any method and any attribute, as if the learner were local."""

from functools import partial
from typing import TYPE_CHECKING, Any

from learncheck.oracle.boundary.failures import Crashed
from learncheck.oracle.boundary.plain import ITSELF, METHOD, Plain
from learncheck.strategies.play.case import Case, Make
from learncheck.strategies.play.games import Oblivious, is_labelled

if TYPE_CHECKING:
    from learncheck.oracle.boundary.local import LocalLearner
    from learncheck.oracle.boundary.process import RemoteLearner

OURS = ("learncheck.strategies.", "learncheck.theorems.notes.")
"""Plays in these packages use only the contract's methods, and check the answers themselves."""


class Missing(Crashed, AttributeError):
    """The learner has no such attribute. A play may test for one (`hasattr`) without failing the learner."""


class Freely:
    """Stands for a learner behind the boundary. Raises what `RemoteLearner` raises, and `plain.Unpassable`."""

    def __init__(self, learner: "RemoteLearner | LocalLearner") -> None:
        self._learner = learner
        self._methods: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._methods:
            try:
                value = self._learner.attribute(name)
            except Crashed as error:
                if "AttributeError" in error.exception_names and not error.raised_in_submission:
                    raise Missing(error.message, error.exception_names) from None
                raise
            if value is not METHOD:
                return value
            self._methods.add(name)
        return partial(self._call, name)

    def _call(self, name: str, *arguments: object, **named: object) -> object:
        answer = self._learner.call(name, arguments, named)
        return self if answer is ITSELF else answer


def asks_freely(case: Case) -> bool:
    """Whether the case's author wrote its play, or what it reveals, rather than using a game of this package."""
    play = type(case).play
    return not play.__module__.startswith(OURS) or (play is Oblivious.play and not is_labelled(case))


def freely(make: Make) -> Make:
    """Turn `make`, which makes learners behind the boundary, into one whose learners can be asked anything."""

    return lambda *arguments: Freely(make(*map(Plain, arguments)))
