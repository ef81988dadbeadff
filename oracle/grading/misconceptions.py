"""Hints at what a wrong learner may have misunderstood: known mistakes (`learners.foils`) that give its answers."""

import itertools
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from learncheck.learners import LEARNERS
from learncheck.learners.foils import Foil, foils
from learncheck.oracle.boundary.conventions import ARGUMENTS
from learncheck.oracle.boundary.failures import SubmissionError
from learncheck.oracle.boundary.plain import METHOD
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.notation import counted
from learncheck.strategies.play.case import LearnerCase, Trace
from learncheck.strategies.play.choices import BadFamily, at_random
from learncheck.strategies.play.games import plays_by_rounds
from learncheck.theorems.language.claim import Claim

OTHERS = 12
"""The number of further games compared: in one small game many mistakes look alike."""


def hint(claim: Claim, plays: Plays, learner: str, found: Trace | None, seed: int) -> str:
    """The possible mistakes in a sentence; "" if no known mistake gives the learner's answers."""
    known = [each for each in foils() if each.reference.__name__ == learner and hasattr(each.learner, "predict")]
    if found is None or not plays_by_rounds(found.case) or not known:
        return ""
    games = [found]
    try:
        for case, _ in itertools.islice(at_random(claim.build(claim.cases.scout), seed), OTHERS):
            games.append(plays.play(case))
    except (SubmissionError, BadFamily):  # what could be played is compared
        pass
    alike = [each.wrong for each in known if any(answers_as(each, games, content) for content in (False, True))]
    if not alike:
        return ""
    told = " or ".join(f"{each[:1].lower()}{each[1:].rstrip('.')}" for each in alike)
    compared = f"in all {counted(len(games), 'game')} compared"
    return f"likely mistake: {told} (a learner with this bug answers exactly like yours {compared})"


def misfit(plays: Plays, learner: str, outcome: Outcome) -> str:
    """Return how a class that crashed has another interface than the learner, in a sentence; "" if it has the same."""
    if outcome.verdict != "crashed" or learner not in LEARNERS:
        return ""
    batch = hasattr(LEARNERS[learner], "fit")
    if re.search(r"TypeError: .*(__init__\(\)|takes no arguments)", outcome.message.splitlines()[-1]):
        told = f"{learner} is made with ({', '.join(ARGUMENTS.get(learner, ()))})"
    else:
        made = plays.make(*(outcome.case.arguments() if isinstance(outcome.case, LearnerCase) else ()))
        if _has(made, "fit" if batch else "update"):
            return ""
        way = "is given the whole sample: fit(X, y), then predict(X)"
        told = f"{learner} {way if batch else 'is asked for one label at a time: predict(x), then update(x, y)'}"
    other = f"Batch{learner}"
    if other in LEARNERS:
        told += f"; if yours has fit(X, y) and predict(X), judge it with --learner {other}={learner}"
    return told


def _has(made: Any, method: str) -> bool:
    """Return whether a submission's learner has a method of this name."""
    try:
        return made.attribute(method) is METHOD
    except SubmissionError:
        return False


def answers_as(foil: Foil, games: Iterable[Trace], content: bool) -> bool:
    """Whether the foil, given the same instances and labels, answers as the learner did. Ties may go either way, but
    always the same one. If `content`, the foil does not update where the learner was right at a tie.
    """
    at_ties = set()
    for game in games:
        learner = foil.learner(*game.case.arguments())
        for each in game.rounds:
            x = each.instance.copy() if isinstance(each.instance, np.ndarray) else each.instance
            answer = learner.predict(x)
            if answer == 0:
                at_ties.add(int(each.prediction))
            if (answer != each.prediction and answer != 0) or len(at_ties) > 1:
                return False
            if not (content and answer == 0 and each.prediction == each.label):
                learner.update(x, each.label)
    return True
