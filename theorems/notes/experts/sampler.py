"""What Randomized Weighted Majority draws, if a learner draws at all: decided exactly, over its generator's draws."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from sympy import Eq

from learncheck.learners import RandomizedWeightedMajority
from learncheck.strategies.play.case import Trace, once
from learncheck.strategies.tables.sampling import Draws, SampledExpertsGame, sampled_games
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, quantity
from learncheck.theorems.language.limits import Long, Wide

F = quantity("F", "the round in which an expert or a label is not drawn as often as is due, and 0 where there is none")

NO_SAMPLER = "neither sample(rng) nor predict(advice, rng) that takes one number of its generator"


@once
def wrong_round(trace: Trace[SampledExpertsGame, Draws]) -> tuple[int, str]:
    """Return the first round (from 1) whose draws are not distributed like the weights, with a description.

    Return 0 and "" if there is none. Raises NotExposed if the learner does not draw.
    """
    for t, (each, method, due) in enumerate(zip(trace.rounds, trace.facts.asked, trace.facts.due, strict=True)):
        answers, draws = np.asarray(each.prediction), int(due.sum())
        if not len(answers):
            raise NotExposed(NO_SAMPLER)
        if method == "sample":
            counts = np.bincount(answers, minlength=len(due))
            off = np.flatnonzero(counts != due)
            if len(off):
                i = int(off[0])
                return t + 1, f"of {draws} equally likely draws {counts[i]} give expert {i}, and {due[i]} should"
        elif (said := int(np.count_nonzero(answers == 1))) != (right := int(due[each.instance == 1].sum())):
            return t + 1, f"for {said} of {draws} equally likely draws it predicts +1, and for {right} it should"
    return 0, ""


def what_is_drawn(trace: Trace) -> str:
    """Say what is drawn, and what should be."""
    t, seen = wrong_round(trace)
    return f"round {t}: {seen}"


def some_games() -> Iterable[SampledExpertsGame]:
    """Yield games in which two experts, and three, get different weights."""
    for labels in (False, True):
        yield SampledExpertsGame(2, Fraction(1, 2), (((1, -1), 1), ((1, -1), 1), ((-1, 1), 1)), labels)
        yield SampledExpertsGame(3, Fraction(3, 4), (((1, -1, 1), -1), ((1, 1, -1), -1), ((-1, 1, 1), 1)), labels)


SAMPLES = Claim(
    "randomized-weighted-majority-samples",
    r"If a learner has `sample(rng)`, it returns expert $i$ with probability $w_i/W$; if it has `predict(advice, "
    r"rng)`, that returns $+1$ with the total probability of the experts who say so.",
    sources=(VEM("8.4.1, Algorithm 4"),),
    learner=RandomizedWeightedMajority,
    cases=Family(
        sampled_games,
        extent="all advice and labels of up to {experts:n ≤ _} experts in up to {rounds:≤ _ rounds} rounds, with ε = "
        "1/2 and 3/4",
        search=dict(experts=3, rounds=3),
        scout=dict(experts=4, rounds=3),
        quick=dict(experts=2, rounds=2),
        full=dict(experts=2, rounds=3),
        grows=dict(experts=Wide(8), rounds=Long(4)),
        beyond="with every round the draws that are counted become many times as many",
    ),
    measure=lambda trace: {F: wrong_round(trace)[0]},
    bound=Eq(F, 0),
    why=what_is_drawn,
    attained_by=some_games,
    reading="ours",
    remark="The generator gives each of $K$ equally likely numbers in turn, $K$ a multiple of the total weight, so "
    "the distribution is counted, not estimated. A learner that takes more than one number is not judged.",
)
