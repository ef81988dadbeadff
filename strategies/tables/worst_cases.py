"""An adversary of Weighted Majority for large sizes: keep all experts level, and let some get ahead at the very end."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.play.games import CONTRADICT, Alone, Environment
from learncheck.strategies.tables.experts import EVEN, Experts, ExpertsGame


class PatientGame(ExpertsGame, frozen=True, tag="patient-experts-game"):
    """An experts game in which, for the first `patience` of its even rounds, it is the heaviest experts who err.

    So all of them stay about level, and half of the weight is found almost exactly in every round. Only in the rounds
    after that some get ahead, and what the others weigh in the end is little.
    """

    patience: int

    def environment(self) -> Environment:
        return Alone(PatientExperts(self.n, self.patience))


class PatientExperts(Experts):
    """The environment: those who are to err say −1, and so does Weighted Majority, or it is undecided."""

    def __init__(self, n: int, patience: int) -> None:
        super().__init__(n, "halve")
        self.patience = patience

    def present(self, asked: NDArray[Any]) -> NDArray[Any]:
        if asked.any() or self.patience <= 0:
            return super().present(asked)
        self.patience -= 1
        return np.array([heaviest_err(halvings) for halvings in self.halvings])


def heaviest_err(halvings: NDArray[Any]) -> NDArray[Any]:
    """Advice on which the heaviest experts say −1 that make up half of the weight (1/2)^halvings, or just more."""
    levels, counts = np.unique(halvings, return_counts=True)
    top = int(levels[-1])
    weights = [1 << top - int(level) for level in levels]
    missing = Fraction(sum(w * int(k) for w, k in zip(weights, counts, strict=True)), 2)
    advice = np.ones(len(halvings), dtype=int)
    for level, weight, count in zip(levels, weights, counts, strict=True):
        last = weight == weights[-1]
        taken = min(int(count), -int(-missing // weight) if last else int(missing // weight))
        advice[np.flatnonzero(halvings == level)[:taken]] = -1
        missing -= taken * weight
    if missing > 0:  # the light ones do not fill the gap: one heavier expert more
        advice[np.flatnonzero(advice == 1)[0]] = -1
    return advice


def patient_game(n: int, patience: int, rounds: int) -> PatientGame:
    """So many rounds in which the heaviest err, and then so many with the even advice of `even_game`."""
    return PatientGame(n, "halve", ((EVEN, CONTRADICT),) * (patience + rounds), patience)
