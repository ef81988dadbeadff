"""Hints at what a wrong learner may have misunderstood: known mistakes (`learners.foils`) that give its answers."""

import itertools
from collections.abc import Iterable

import numpy as np

from learncheck.learners.foils import Foil, foils
from learncheck.oracle.boundary.failures import SubmissionError
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.notation import counted
from learncheck.strategies.play.case import Trace
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
    return (
        f"likely mistake: {told} (a learner with this mistake gives the same answers in {counted(len(games), 'game')})"
    )


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
