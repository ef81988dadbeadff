"""Games of experts' advice: their symbols, and what they measure of the experts."""

from fractions import Fraction
from functools import partial

import numpy as np
import sympy

from learncheck.exact.answers import InvalidAnswer, answered_by, reals_of
from learncheck.learners.arithmetic import inner
from learncheck.learners.arrays import Floats
from learncheck.strategies.play.case import Coordinates, Make, Rounds, RoundsCase, Trace
from learncheck.strategies.play.games import watcher
from learncheck.strategies.tables import experts
from learncheck.theorems.language.at_once import States
from learncheck.theorems.language.claim import Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Wide


class RandomizedExpertsGame(RoundsCase, frozen=True, tag="randomized-experts-game"):
    """Rounds of (advice, label) for a learner that answers with the probability of every expert.

    Mistakes are counted in expectation, so nothing depends on what the learner does: the rounds are written out.
    A round's prediction is the vector of probabilities, and its mistake is the probability of a mistake.
    """

    coordinates = Coordinates(vectors=("rounds",), number="n")

    n: int
    epsilon: Fraction
    rounds: tuple[tuple[experts.Advice, int], ...]

    def arguments(self) -> tuple[int, float]:
        return (self.n, float(self.epsilon))

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner = make(*self.arguments())
        rounds = Rounds(mistakes=())
        look = watcher(learner, watch, rounds.snapshots)
        errors = np.zeros(self.n, dtype=int)
        for given, label in self.rounds:
            advice = np.array(given)
            probabilities = distribution(learner.probabilities(), self.n)
            learner.update(advice, label)
            wrong = advice != label
            errors += wrong
            rounds.add(advice, probabilities, label, float(inner(probabilities, wrong)))
            if look is not None:
                look()
        return Trace(self, rounds, experts.ExpertsFacts.of(errors))


def distribution(answer: object, n: int) -> Floats:
    """Return the answer as a probability for each of n experts, shape (n,). Raises InvalidAnswer unless it is one.

    The sum must be 1 up to 1e-9.
    """
    with answered_by("probabilities"):
        probabilities = reals_of(answer, None, non_negative=True)
    if probabilities.shape != (n,):
        raise InvalidAnswer(f"probabilities() has shape {probabilities.shape}, not ({n},): give one for each expert")
    total = float(probabilities.sum())
    if not abs(total - 1) <= 1e-9:
        raise InvalidAnswer(f"probabilities() gives {probabilities.tolist()}, whose sum is {total:.12g}, not 1")
    return probabilities


M = quantity("M", "the mistakes")
m = quantity("m", "the mistakes of the best expert")
n = quantity("n", "the experts")
V, W, b = sympy.symbols("V W b", nonnegative=True)
"""The number of experts that the learner trusts; the total weight of all experts; the weight of the best."""

right, p, M_t, m_t = sympy.symbols("right p M_t m_t", nonnegative=True)
"""The number of trusted experts who are right in this round. Up to this round: the number of restarts of the learner,
its mistakes, and the fewest mistakes of an expert."""

E = quantity("E", "the expected mistakes")
epsilon = quantity("epsilon", "the step")
T, f_t, s_t = sympy.symbols("T f_t s_t", nonnegative=True)
"""The number of rounds; the weighted fraction of the experts who err in this round; the sum of the probabilities."""


a = sympy.Symbol("a", real=True)

e, k = sympy.symbols("e k", nonnegative=True)
"""`a` is 1 while the learner trusts the best expert, else 0; `e` is 1 if the best expert errs in this round, else 0;
`k` is the number of mistakes of the best expert so far."""

P, Q, R, G, D, q, L = sympy.symbols("P Q R G D q L", nonnegative=True)
"""Abbreviations in the proofs: 2^M or (4/3)^M; 2^m or 2^p; n^p; e^(-εE); (1-ε)^m or (1-ε)^k; e^(-εf_t); log n."""

SOME_EXPERTS = {"there are experts": n >= 1}


def measure(trace: Trace[experts.ExpertsGame, experts.ExpertsFacts]) -> Values:
    case = trace.case
    return {M: trace.mistakes, m: int(trace.facts.errors.min()), n: case.n}


def per_expert(
    states: States, name: str, trace: Trace[experts.ExpertsGame | RandomizedExpertsGame, experts.ExpertsFacts]
) -> np.ndarray:
    """Return the attribute: one row per state, one entry per expert. Raises NotExposed if it has another shape."""
    values = states[name]
    if values.shape[1:] != (trace.case.n,):
        raise NotExposed(f"{name} has shape {values.shape[1:]}, not one entry for each of {trace.case.n} experts")
    return values


def any_games(trust: experts.Trust, *, agreeing: bool = False) -> Family:
    """Build the family of games without further hypotheses.

    In those that are enumerated each label contradicts the learner if the advice allows it. With `agreeing` there are
    also those in which labels before the last agree with it.
    """
    labels = "with any labels before the last, which contradicts" if agreeing else "each label contradicting"
    return Family(
        partial(experts.experts_games, trust=trust),
        exhaust=partial(experts.all_advice, trust=trust, stances=1 + agreeing),
        extent="all advice of up to {experts:n ≤ _} experts in up to {rounds:≤ _ rounds} rounds, "
        f"{labels} the learner if the advice allows it",
        search=dict(experts=5, rounds=8),
        scout=dict(experts=9, rounds=12),
        quick=dict(experts=3, rounds=3),
        full=dict(experts=3, rounds=4),
        grows=dict(experts=Wide(), rounds=Long(500 if trust == "halve" else None)),
    )
