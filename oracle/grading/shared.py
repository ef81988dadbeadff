"""Whether a class keeps state outside of its objects: two of them are played interleaved.

One object is asked what it would answer. Then another one learns the same game, and the first is asked again: an object
of its own has learned nothing meanwhile. Who answers otherwise without the other one's game is random, which is no
sharing.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from learncheck.oracle.boundary.failures import SubmissionError
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.grading.plain_python import Call, Recorder
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.halfspaces.regression import LogisticSample
from learncheck.strategies.play.case import Case, Make, Trace
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.games import plays_by_rounds
from learncheck.theorems.language.claim import Claim

SHARES = "it keeps state outside of its objects: one answers otherwise once another one has learned"

ROUNDS = 12
"""Of the smallest game so many rounds are played by both, at most."""

ASKED = 3
"""How often an object is asked before another one learns."""

REPEATS = 2
"""It has to be shown so many times more: who answers otherwise once in fifty times does so now and then after another
object has learned.
"""

SURELY = 4
"""Where nothing else is wrong an object is asked, and it has to be shown, so many times more often."""

LOOKS = 4
"""Games of a claim that stands in which two objects are played, at most."""


def shares(make: Make, case: Case, trace: Trace | None, times: int = 1) -> list[Call]:
    """The calls of two interleaved objects that show it; none where nothing is shown."""
    first = Recorder(make)
    others = (Recorder(make) for _ in range(times * REPEATS))
    try:
        shown = all(_show(again, case, trace, times * ASKED) for again in (first, *others))
    except (SubmissionError, ValueError, TypeError, IndexError):
        return []
    return first.calls if shown else []


def shares_though_it_stands(claim: Claim, plays: Plays) -> tuple[Outcome, list[Call]] | None:
    """A game of the claim that no object loses, and the calls of two that show it; None where nothing is shown."""
    found = []
    for case, _ in islice(at_random(claim.build(claim.cases.search), 0), LOOKS):
        outcome = judge(claim, plays, case, steps=False)
        if not outcome.failed and shares(plays.make, case, outcome.trace, SURELY):
            shortest = Recorder(plays.make)
            _show(shortest, case, outcome.trace, 1)
            found.append((outcome, shortest.calls))
    return min(found, key=lambda each: len(each[1]), default=None)


def _show(make: Recorder, case: Case, trace: Trace | None, asked: int) -> bool:
    if trace is not None and plays_by_rounds(case):
        return _online(make, case, list(trace.examples())[:ROUNDS], asked)
    return hasattr(case, "sample") and hasattr(case, "arguments") and _batch(make, case, asked)


def _online(make: Recorder, case: Any, examples: Sequence[tuple[Any, Any]], asked: int) -> bool:
    first, other = make(*case.arguments()), make(*case.arguments())
    for x, y in examples:
        before = list(_asked(first, x, asked))
        if any(answer != before[0] for answer in before):
            return False
        for z, label in ((x, y), (x, -y)):
            other.predict(z)
            other.update(z, label)
        if next(_asked(first, x, 1)) != before[0]:
            return True
        first.update(x, y)
    return False


def _asked(learner: Any, x: Any, times: int) -> Iterator[Any]:
    for _ in range(times):
        yield np.ravel(learner.predict(x)).tolist()


def _batch(make: Recorder, case: Any, asked: int) -> bool:
    """One example is fitted at once, whatever the sample; logistic regression needs all of it, since none separates."""
    queries, labels = case.sample()
    X, y = (queries, labels) if isinstance(case, LogisticSample) else (np.sign(queries[:1]), labels[:1])
    first, other = make(*case.arguments()), make(*case.arguments())
    first.fit(X.copy(), y.copy())
    before = [_labels(first, queries) for _ in range(asked)]
    if any(answer != before[0] for answer in before):
        return False
    other.fit(X.copy(), -y)
    return _labels(first, queries) != before[0]


def _labels(learner: Any, X: Any) -> list[Any]:
    asked = learner.predict_many if hasattr(learner, "predict_many") else learner.predict
    answers: list[Any] = np.ravel(asked(X.copy())).tolist()
    return answers
