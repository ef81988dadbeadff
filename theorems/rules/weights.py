"""Rules of learners with multiplicative weights: Winnow, Weighted Majority and Randomized Weighted Majority.

A weight is stored as its exponent, an integer power of the common factor, so the state is exact.
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.exact.decimals import apart
from learncheck.learners.arrays import Floats
from learncheck.theorems.rules.following import TIE
from learncheck.theorems.rules.labels import Score, SignRule, Stateful


class Powers(NamedTuple):
    """The weights factor ** exponents."""

    factor: float
    exponents: NDArray[np.int64]

    def weights(self) -> Floats:
        # No weight exceeds 2n. A weight below 2⁻¹⁰⁷⁴ underflows to 0, too small to affect any sum that is compared.
        return np.power(self.factor, self.exponents.astype(np.float64))


class Weighted(SignRule[Powers]):
    """Rules whose states are such weights, 1 at the start; the factor is 1 + ε, by default 2."""

    def start(self, n: int, epsilon: float = 1.0) -> Powers:
        return Powers(1.0 + epsilon, np.zeros(n, dtype=np.int64))

    def key(self, state: Powers) -> Hashable:
        return state.exponents.tobytes()


class WinnowRule(Weighted):
    """w = 1; predict + iff w·x ≥ n; on a mistake double the weights of the variables that are on, or halve them.

    With the factor 1 + ε it learns k out of r. Source: VEM 8.4.2.
    """

    quantity = "w·x − n"

    def score(self, state: Powers, x: ArrayLike) -> Score:
        total = float(state.weights().dot(np.asarray(x, dtype=np.float64)))
        n = len(state.exponents)
        return Score(total - n, total + n)

    def correct(self, state: Powers, x: ArrayLike, y: int) -> tuple[Powers, ...]:
        return (Powers(state.factor, state.exponents + y * np.asarray(x, dtype=np.int64)),)


class WeightedMajorityRule(Weighted):
    """w = 1; predict the weighted majority; on a mistake halve the weights of the experts that were wrong.

    Source: VEM 8.4.1.
    """

    quantity = "weight for +1 minus weight for −1"

    def score(self, state: Powers, advice: ArrayLike) -> Score:
        votes, w = np.asarray(advice, dtype=np.float64), state.weights()
        return Score(float(w.dot(votes)), float(w.dot(np.abs(votes))))

    def correct(self, state: Powers, advice: ArrayLike, y: int) -> tuple[Powers, ...]:
        exponents = state.exponents - (np.asarray(advice) != y)
        return (Powers(state.factor, exponents - exponents.max()),)  # only the ratios of the weights count


class RandomizedWeightedMajorityRule(Stateful[Powers]):
    """Follow expert i with probability w_i/Σw; in every round w_i ← (1−ε)w_i if expert i is wrong.

    The answer is the vector of probabilities. Each of them and their sum may be off by 1e-9.
    Source: VEM Algorithm 4.
    """

    def start(self, n: int, epsilon: float) -> Powers:
        """Start with equal weights. Raises ValueError unless 0 <= epsilon < 1, which keeps the weights positive."""
        if not 0 <= epsilon < 1:
            raise ValueError(f"epsilon = {epsilon}, but weights stay positive for 0 <= epsilon < 1: take one there")
        return Powers(1.0 - epsilon, np.zeros(n, dtype=np.int64))

    def probabilities(self, state: Powers) -> Floats:
        """Return the required probabilities, w/Σw."""
        w = state.weights()
        share: Floats = w / w.sum()
        return share

    def step(self, state: Powers, advice: ArrayLike, probabilities: ArrayLike, y: int) -> tuple[Powers, ...] | None:
        given = np.asarray(probabilities, dtype=np.float64)
        due = self.probabilities(state)
        if given.shape != due.shape:
            return None
        if not (np.abs(given - due).max() <= TIE and abs(given.sum() - 1) <= TIE):  # also where one is NaN
            return None
        exponents = state.exponents + (np.asarray(advice) != y)
        return (Powers(state.factor, exponents - exponents.min()),)

    def explain(self, state: Powers, advice: ArrayLike, probabilities: ArrayLike) -> str:
        given, due = np.asarray(probabilities, dtype=np.float64), self.probabilities(state)
        if given.shape != due.shape:
            return f"probabilities of shape {due.shape} were expected, not of shape {given.shape}"
        off = np.where(np.isnan(given), np.inf, np.abs(given - due))
        worst = int(off.argmax())
        if off[worst] > TIE:
            right, own = apart(due[worst], given[worst])
            return f"the probability {right} was expected for expert {worst}, not {own}"
        return f"the probabilities sum to {given.sum():.12g}, not to 1"
