"""Twists on games that a learner does not lose: it is now and then asked twice, or of one instance at a time.

No game of the attacks has these twists, and a learner may stand on all of them and yet count what it is asked. A game
that is lost so is stored as it was; `learncheck replay` tries the twists again.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Behind, Plays
from learncheck.oracle.engine.recorder import Call, Recorder
from learncheck.oracle.grading.results import IN_PARTS, TWICE
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case, Make
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.games import plays_by_rounds
from learncheck.theorems.language.claim import Claim

CASES = 24
"""So many games of a claim are drawn."""


class _AskedTwice:
    """A learner that is asked twice, whose second answer counts, and every third time only once: who does twice as much
    whenever it is asked twice only scales its weights.
    """

    def __init__(self, learner: object) -> None:
        self._learner, self._asked = learner, 0

    def __getattr__(self, name: str) -> Callable[..., object]:
        method: Callable[..., object] = getattr(self._learner, name)
        if not name.startswith("predict"):
            return method

        def asked_twice(*arguments: object) -> object:
            self._asked += 1
            if self._asked % 3:
                method(*arguments)
            return method(*arguments)

        return asked_twice


class _AskedInParts:
    """A batch learner that is asked of its sample alone, or of one instance `by_one`, in each call of `predict`."""

    def __init__(self, learner: Any, by_one: bool) -> None:
        self._learner, self._by_one, self._size = learner, by_one, 0

    def __getattr__(self, name: str) -> Callable[..., object]:
        method: Callable[..., Array] = getattr(self._learner, name)
        if name not in ("predict_many", "predict_reals"):
            return method

        def asked_in_parts(X: Array) -> object:
            parts = np.split(X, range(1, len(X)) if self._by_one else [self._size])
            return np.concatenate([method(part) for part in parts if len(part)] or [method(X)])

        return asked_in_parts

    def fit(self, X: Array, *arguments: object, **named: object) -> None:
        self._size = len(X)
        self._learner.fit(X, *arguments, **named)


def _twisted(case: object, make: Make) -> Iterator[tuple[str, Callable[..., object]]]:
    yield TWICE, lambda *arguments: _AskedTwice(make(*arguments))
    if not plays_by_rounds(case):
        yield IN_PARTS, lambda *arguments: _AskedInParts(make(*arguments), by_one=True)
        yield IN_PARTS, lambda *arguments: _AskedInParts(make(*arguments), by_one=False)


def lost_with_a_twist(claim: Claim, plays: Plays, cases: Sequence[Case] = ()) -> tuple[Outcome, str, list[Call]] | None:
    """One of these games, or of some of the claim, that is lost with a twist: how it went, in words, and the calls.

    Running out of time shows nothing: all games of a claim have one limit.
    """
    cases = cases or [case for case, _ in islice(at_random(claim.build(claim.cases.search), 0), CASES)]
    for case in cases:
        recorder = Recorder(plays.make)
        for words, make in _twisted(case, recorder):
            recorder.calls.clear()
            plays.draw_for(case)
            outcome = judge(claim, Behind(make), case, steps=False)
            if outcome.failed and outcome.verdict != "timed-out":
                return outcome, words, recorder.calls
    return None
