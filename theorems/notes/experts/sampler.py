"""If a learner draws, Randomized Weighted Majority draws expert i with probability w_i/W: VEM 8.4.1, Algorithm 4.

The distribution is counted exactly, over all draws of the learner's generator.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from sympy import Eq

from learncheck.exact.answers import InvalidAnswer, answered_by, reals_of
from learncheck.exact.draws import drawn, evenly
from learncheck.learners import RandomizedWeightedMajority
from learncheck.learners.arrays import Ints
from learncheck.strategies.play.case import Make, Rounds, Trace, once
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.notes.experts.advice import RandomizedExpertsGame

CELLS = 2
"""Draws for each unit of an expert's weight and each expert, so that the parts of [0, 1) need not be intervals."""


class Draws(NamedTuple):
    """For each round, the method that was called, and how many draws should give each expert."""

    asked: list[str]
    due: list[Ints]


class SampledExpertsGame(RandomizedExpertsGame, frozen=True, tag="sampled-experts-game"):
    """Rounds in which the learner answers by `sample(rng)`, or by `predict(advice, rng)`, to K equally likely draws.

    K is a multiple of the total weight, so that an integer number of draws should give each expert; the answer to the
    last draw is the learner's own in this round. `labels` says which method is tried first; the other replaces it if it
    is missing. A round's prediction is the array of the answers to all draws, empty if the learner has neither method.
    """

    labels: bool = False

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner = make(*self.arguments())
        rounds = Rounds(mistakes=())
        weights = np.ones(self.n, dtype=object)
        asked, due = [], []
        factor = 1 - self.epsilon
        for given, label in self.rounds:
            advice = np.array(given)
            units = (weights * math.lcm(*(Fraction(w).denominator for w in weights))).astype(int)
            units = units // math.gcd(*units.tolist())
            draws = evenly(CELLS * self.n * int(units.sum()))
            method, answers = self._answers(learner, draws, given)
            learner.update(advice, label)
            weights = np.where(advice == label, weights, weights * factor)
            asked.append(method)
            due.append(CELLS * self.n * units)
            labels = advice[answers] if method == "sample" else answers
            rounds.add(advice, answers, label, float(np.mean(labels != label)) if len(answers) else 0.0)
        return Trace(self, rounds, Draws(asked, due))

    def _answers(self, learner: Any, draws: list[float], advice: tuple[int, ...]) -> tuple[str, Ints]:
        """Return the method that answers, and its experts or labels for all draws; empty if there is neither method."""
        for labels in (self.labels, not self.labels):
            ask = learner.drawn if hasattr(learner, "drawn") else lambda *given: drawn(learner, *given)
            with answered_by("sampling"):
                answers = reals_of(ask(draws, advice if labels else None), None)
            if len(answers):
                legal, words = ((-1, 1), "neither +1 nor −1") if labels else (range(self.n), f"no expert of {self.n}")
                for answer in answers.tolist():
                    if answer not in legal:
                        raise InvalidAnswer(f"{'predict' if labels else 'sample'} answers {answer:g}, which is {words}")
                return "predict" if labels else "sample", answers.astype(int)
        return "", np.zeros(0, dtype=int)


STEPS = (Fraction(1, 2), Fraction(3, 4))
"""Values of ε."""


def sampled_games(choices: Choices, *, experts: int, rounds: int) -> SampledExpertsGame:
    """Every advice and label of up to `experts` experts in up to `rounds` rounds. Shrinks to one expert, no round."""
    n = choices.integer(1, experts)
    epsilon = choices.pick(STEPS)
    moves = choices.several(lambda: (choices.labels(n), choices.label()), most=rounds)
    return SampledExpertsGame(n, epsilon, moves, choices.flag())


F = quantity("F", "the round in which an expert or a label is not drawn as often as is due, and 0 where there is none")

NO_SAMPLER = "neither sample(rng) nor predict(advice, rng) that takes one number of its generator"


@once
def wrong_round(trace: Trace[SampledExpertsGame, Draws]) -> tuple[int, str]:
    """Return the first round (from 1) whose draws are not distributed like the weights, with a description.

    Return 0 and "" if there is none. Raises NotExposed if the learner does not draw.
    """
    for t, (round, method, due) in enumerate(zip(trace.rounds, trace.facts.asked, trace.facts.due, strict=True)):
        answers, draws = np.asarray(round.prediction), int(due.sum())
        if not len(answers):
            raise NotExposed(NO_SAMPLER)
        if method == "sample":
            counts = np.bincount(answers, minlength=len(due))
            off = np.flatnonzero(counts != due)
            if len(off):
                i = int(off[0])
                return t + 1, f"of {draws} equally likely draws {counts[i]} give expert {i}, and {due[i]} should"
        elif (positives := int(np.count_nonzero(answers == 1))) != (right := int(due[round.instance == 1].sum())):
            return t + 1, f"for {positives} of {draws} equally likely draws it predicts +1, and for {right} it should"
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
        beyond="each round multiplies the number of draws that are counted",
    ),
    measure=lambda trace: {F: wrong_round(trace)[0]},
    bound=Eq(F, 0),
    why=what_is_drawn,
    attained_by=some_games,
    reading="ours",
    remark="The generator gives each of $K$ equally likely numbers in turn, $K$ a multiple of the total weight, so "
    "the distribution is counted, not estimated. A learner that takes more than one number is not judged.",
)
