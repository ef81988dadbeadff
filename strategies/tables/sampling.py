"""Games for a learner that draws an expert, or that predicts by the advice of one that it draws.

`SampledExpertsGame`   rounds of advice; in each the learner is handed every one of many equally likely draws
"""

import math
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import InvalidAnswer, answered_by, reals_of
from learncheck.exact.draws import drawn, evenly
from learncheck.strategies.play.case import Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables.experts import RandomizedExpertsGame

CELLS = 2
"""Draws for each unit of an expert's weight and each expert, so that the parts of [0, 1) need not be intervals."""


class Draws(NamedTuple):
    """Round by round the method that was asked, and how many draws are due to each expert."""

    asked: list[str]
    due: list[NDArray[Any]]


class SampledExpertsGame(RandomizedExpertsGame, frozen=True, tag="sampled-experts-game"):
    """Rounds in which the learner answers by `sample(rng)`, or by `predict(advice, rng)`, to K equally likely draws.

    K is a multiple of the total weight, so that each expert is due for a whole number of draws; the last draw's answer
    is the learner's own in this round. `labels` says which method is asked for first; the other is where that is not.
    A round's prediction is the answers to all draws, of both methods missing none.
    """

    labels: bool = False

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner = make(*self.arguments())
        rounds = Rounds(told=())
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
            said = advice[answers] if method == "sample" else answers
            rounds.add(advice, answers, label, float(np.mean(said != label)) if len(answers) else 0.0)
        return Trace(self, rounds, Draws(asked, due))

    def _answers(self, learner: Any, draws: list[float], advice: tuple[int, ...]) -> tuple[str, NDArray[Any]]:
        """Which method answered, and its experts or labels for all draws; none where the learner has neither."""
        for labels in (self.labels, not self.labels):
            ask = learner.drawn if hasattr(learner, "drawn") else lambda *given: drawn(learner, *given)
            with answered_by("sampling"):
                found = reals_of(ask(draws, advice if labels else None), None)
            if len(found):
                legal, words = ((-1, 1), "label: +1 or −1") if labels else (range(self.n), f"of {self.n} experts")
                for answer in found.tolist():
                    if answer not in legal:
                        raise InvalidAnswer(
                            f"{'predict' if labels else 'sample'} answers {answer:g}, which is no {words}"
                        )
                return "predict" if labels else "sample", found.astype(int)
        return "", np.zeros(0, dtype=int)


STEPS = (Fraction(1, 2), Fraction(3, 4))
"""Values of ε."""


def sampled_games(choices: Choices, *, experts: int, rounds: int) -> SampledExpertsGame:
    """Every advice and label of up to `experts` experts in up to `rounds` rounds. Shrinks to one expert, no round."""
    n = choices.integer(1, experts)
    epsilon = choices.pick(STEPS)
    moves = choices.several(lambda: (choices.labels(n), choices.label()), most=rounds)
    return SampledExpertsGame(n, epsilon, moves, choices.flag())
