"""Partial credit for a claim that has fallen: the share of games, or of sizes, in which it holds."""

import itertools
import math

from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.grading.assignment import Credit
from learncheck.strategies.play.choices import BadFamily, at_random
from learncheck.theorems.language.claim import Claim

SIZES, GAMES = 5, 12
"""The number of sizes played, from small ones up to that of the usual games, and the games of each size."""


def held(claim: Claim, plays: Plays, seed: int, credit: Credit) -> float:
    """The share that holds, among games that depend only on the seed; below 1, because the refuting game counts."""
    if credit == "whole":
        return 0.0
    stood = [[False]]
    for size in range(1, SIZES + 1):
        usual = claim.cases.scout
        limits = usual | {
            name: max(1, math.ceil(usual[name] * size / SIZES)) for name in usual.beyond(claim.cases.search)
        }
        games = []
        try:
            for case, _ in itertools.islice(at_random(claim.build(limits), seed), GAMES):
                outcome = judge(claim, plays, case, steps=False)
                if outcome.verdict == "timed-out":
                    return 0.0
                if not outcome.outside:
                    games.append(outcome.verdict == "stands")
        except (BadFamily, ValueError):  # the family has no cases so small
            continue
        if games:
            stood.append(games)
    shares = list(itertools.chain(*stood)) if credit == "games" else list(map(all, stood))
    return sum(shares) / len(shares)
