"""Twists on games that a learner does not lose: it is asked twice, or of one instance at a time, or goes on and on.

No game of the attacks has these twists, and a learner may stand on all of them and yet count what it is asked, or
keep the last 256 rounds alone. A game that is lost so is stored as it was; `learncheck replay` tries the twists again.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Behind, Plays
from learncheck.oracle.engine.recorder import Call, Recorder
from learncheck.oracle.judging.decide import decide
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case, Label, Make
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.games import Environment, Game, plays_by_rounds
from learncheck.theorems.language.claim import Claim

TWICE = "asked twice in a round, it does not answer as it should the second time: predict must change nothing"
IN_PARTS = "asked of its sample alone, or of one instance at a time, it does not answer as it should"
ON_AND_ON = "its answers go wrong when the game goes on for a thousand rounds with instances that it knows"

TWISTS = (TWICE, IN_PARTS, ON_AND_ON)

CASES = 4
"""So many games of a claim are drawn."""

ROUNDS = 1200
"""More than Python's calls nest, and than a list that is cut at a thousand holds."""

MOST_AGAIN = 8
"""So many mistakes on an instance, and it does not come again: where nobody can be right, weights would shrink to 0."""


class _AskedTwice:
    """A learner that is asked everything twice, and whose second answer counts."""

    def __init__(self, learner: Any) -> None:
        self._learner = learner

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._learner, name)
        if not name.startswith("predict"):
            return method

        def asked_twice(*arguments: Any) -> Any:
            method(*arguments)
            return method(*arguments)

        return asked_twice


class _AskedInParts:
    """A batch learner that is asked of its sample alone, or of one instance `by_one`, in each call of `predict`."""

    def __init__(self, learner: Any, by_one: bool) -> None:
        self._learner, self._by_one, self._size = learner, by_one, 0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._learner, name)
        if name not in ("predict_many", "predict_reals"):
            return method

        def asked_in_parts(X: Any) -> Any:
            parts = np.split(X, range(1, len(X)) if self._by_one else [self._size])
            return np.concatenate([method(part) for part in parts if len(part)] or [method(X)])

        return asked_in_parts

    def fit(self, X: Any, *arguments: Any, **named: Any) -> None:
        self._size = len(X)
        self._learner.fit(X, *arguments, **named)


class Prolonged(Game, frozen=True):
    """A game whose instances then come again and again, each with the label that it had last, for ROUNDS in all."""

    game: Any

    def arguments(self) -> tuple[Any, ...]:
        return tuple(self.game.arguments())

    def environment(self) -> Environment:
        return _Repeating(self.game.environment())

    def script(self) -> Sequence[tuple[Any, ...]]:
        """The moves of the game, each in a tuple, and empty ones."""
        moves = [(move,) for move in self.game.script()]
        return [*moves, *[()] * (ROUNDS - len(moves))]


class _Repeating(Environment):
    def __init__(self, environment: Environment) -> None:
        self.inner, self.over = environment, False
        self.known: dict[bytes, tuple[Any, Label]] = {}
        self.mistakes: Counter[bytes] = Counter()
        self.turn = 0

    def present(self, move: tuple[Any, ...]) -> Any:
        instance = None if self.over or not move else self.inner.present(move[0])
        self.over = instance is None
        if not self.over:
            self.instance = instance
        elif not self.known:
            return None
        else:
            self.key = [*self.known][self.turn % len(self.known)]
            self.instance, self.label = self.known[self.key]
            self.turn += 1
        return self.instance

    def answer(self, move: tuple[Any, ...], prediction: Any) -> Label:
        if not self.over:
            self.label = self.inner.answer(move[0], prediction)
            self.known[np.asarray(self.instance).tobytes()] = self.instance, self.label
        else:
            self.mistakes[self.key] += int(prediction != self.label)
            if self.mistakes[self.key] == MOST_AGAIN:
                del self.known[self.key]
        return self.label

    def facts(self) -> Any:
        return self.inner.facts()


def _twisted(case: Any, make: Make) -> Iterator[tuple[str, Case, Callable[..., Any]]]:
    yield TWICE, case, lambda *arguments: _AskedTwice(make(*arguments))
    if plays_by_rounds(case):
        yield ON_AND_ON, Prolonged(case), make
    else:
        yield IN_PARTS, case, lambda *arguments: _AskedInParts(make(*arguments), by_one=True)
        yield IN_PARTS, case, lambda *arguments: _AskedInParts(make(*arguments), by_one=False)


def _goes_on(claim: Claim, plays: Plays, cases: Sequence[Any]) -> bool:
    """Whether no game is lost on and on when all are played side by side, which takes far fewer messages."""
    with suppress(Exception):  # whatever it is, playing the games one by one shows it
        traces = plays.at_once([Prolonged(case) for case in cases if plays_by_rounds(case)])
        return traces is not None and not any(decide(claim, trace, steps=False).failed for trace in traces)
    return False


def lost_with_a_twist(claim: Claim, plays: Plays, cases: Sequence[Case] = ()) -> tuple[Outcome, str, list[Call]] | None:
    """One of these games, or of some of the claim, that is lost with a twist: how it went, in words, and the calls.

    Running out of time shows nothing: all games of a claim have one limit.
    """
    cases = cases or [case for case, _ in islice(at_random(claim.build(claim.cases.search), 0), CASES)]
    goes_on = _goes_on(claim, plays, cases)
    for case in cases:
        recorder = Recorder(plays.make)
        for words, twisted, make in _twisted(case, recorder):
            if words == ON_AND_ON and goes_on:
                continue
            recorder.calls.clear()
            plays.draw_for(case)
            outcome = judge(claim, Behind(make), twisted, steps=False)
            if outcome.failed and outcome.verdict != "timed-out":
                calls = recorder.calls if twisted is case else []  # a thousand rounds are no program to read
                return replace(outcome, case=case), words, calls
    return None
