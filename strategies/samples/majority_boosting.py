"""Batch cases for boosting by majority: the weak learners of `samples.stumps`, with JAI's weights.

The learner is given the edge γ. An example that has been misclassified c times has weight α^c, α = (½+γ)/(½−γ). The
weak learner errs on at most ½ − γ of the weight, which is known exactly. γ is dyadic, so floats represent it exactly.

Source: JAI, Boosting.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import boosting
from learncheck.strategies.samples.weak_learners import Distribution

HALF = Fraction(1, 2)


def factor(gamma: Fraction) -> Fraction:
    """α = (½ + γ)/(½ − γ)."""
    return (HALF + gamma) / (HALF - gamma)


class MajorityWeights(Distribution):
    """JAI's weights, in integers up to a common factor, over instances that may occur several times each."""

    def __init__(self, copies: Sequence[int], gamma: Fraction) -> None:
        super().__init__(copies)
        self.alpha = factor(gamma)

    def reweight(self, errs: Sequence[bool]) -> None:
        """Update the weights after a round that erred on these instances."""
        up, down = self.alpha.numerator, self.alpha.denominator
        weights = [w * (up if err else down) for w, err in zip(self.weights, errs, strict=True)]
        common = math.gcd(*weights)
        self.weights = [w // common for w in weights]


class ByMajority(boosting.Boosting, frozen=True):
    """Boosting by majority: the learner is also given the edge γ, and weighs the examples as JAI does."""

    def below_half(self) -> bool:
        return True  # not a hypothesis for this algorithm

    def weights(self, copies: Sequence[int]) -> MajorityWeights:
        return MajorityWeights(copies, self.gamma)

    def arguments(self) -> tuple[Any, ...]:
        handed, rounds = super().arguments()
        return handed, float(self.gamma), rounds


class ScriptedMajority(ByMajority, boosting.ScriptedBoosting, frozen=True, tag="scripted-majority-boosting"):
    """A weak learner that follows a script."""


class GreedyMajority(ByMajority, boosting.GreedyBoosting, frozen=True, tag="greedy-majority-boosting"):
    """A weak learner that errs on as much of the weight as its edge allows."""


class StumpMajority(ByMajority, boosting.StumpBoosting, frozen=True, tag="stump-majority-boosting"):
    """A weak learner that returns a decision stump of least error."""


GAMMAS = (Fraction(1, 4), Fraction(1, 8), Fraction(3, 8), Fraction(1, 16))
LARGE_GAMMAS = (Fraction(1, 4), Fraction(3, 8))
"""Edges for which few rounds are enough."""


def majority_cases(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, enough_rounds: bool = False
) -> boosting.Boosting:
    """Scripts, greedy weak learners and best stumps on at most `instances` instances.

    Scripts have at most `rounds` rounds, the others at most twice as many. With `enough_rounds` there are only greedy
    weak learners, for as many rounds as the theorem requires. Without `edge`, scripts err on up to 9/10 of the weight,
    or, with `enough_rounds`, always on the first example. Shrinks to a script of one round.
    """
    if enough_rounds and not edge:
        return always_the_first(choices.integer(2, instances), choices.pick(LARGE_GAMMAS))
    if enough_rounds:
        return greedy(choices, instances=instances, rounds=0, enough_rounds=True)
    kind = choices.integer(0, 3)
    if kind == 2:
        return greedy(choices, instances=instances, rounds=2 * rounds)
    if kind == 3:
        return boosting.three_pieces(
            choices, instances=instances, rounds=2 * rounds, gamma=Fraction(1, 8), kind=StumpMajority
        )
    return scripts(choices, instances=instances, rounds=rounds, edge=edge)


def scripts(choices: Choices, *, instances: int, rounds: int, edge: bool) -> ScriptedMajority:
    """Scripts of errors, each on at most ½ − γ of the weight if `edge`, else on at most 9/10; rounds may have none."""
    labels, copies = boosting.drawn_instances(choices, 1, instances, beyond=2)
    gamma = choices.pick(GAMMAS)
    share = HALF - gamma if edge else Fraction(9, 10)
    errors = boosting.drawn_errors(choices, MajorityWeights(copies, gamma), share, rounds)
    return ScriptedMajority(labels, copies, errors, gamma=gamma, again=choices.flag())


def small_scripts(choices: Choices, *, instances: int, rounds: int, edge: bool = False) -> ScriptedMajority:
    """Every script with edge 1/8 or 1/4 on at most `instances` examples; labels are all +1, or alternate."""
    n = choices.integer(1, instances)
    labels = boosting.in_turn(n) if choices.flag() else (1,) * n
    gamma = choices.pick((Fraction(1, 8), Fraction(1, 4)))
    share = HALF - gamma if edge else None
    errors = boosting.every_errors(choices, MajorityWeights((1,) * n, gamma), share, rounds, proper=False)
    return ScriptedMajority(labels, (1,) * n, errors, gamma=gamma)


def greedy(choices: Choices, *, instances: int, rounds: int, enough_rounds: bool = False) -> GreedyMajority:
    """Greedy weak learners whose moves repeat a short cycle."""
    labels, copies = boosting.drawn_instances(choices, 1, instances, beyond=1)
    gamma = choices.pick(LARGE_GAMMAS if enough_rounds else GAMMAS)
    cycle = choices.many(lambda: boosting.drawn_move(choices), least=1, most=3)
    length = least_rounds(sum(copies), gamma) if enough_rounds else choices.integer(1, rounds)
    moves = tuple(cycle[t % len(cycle)] for t in range(length))
    return GreedyMajority(labels, copies, moves, gamma=gamma, again=choices.flag())


def small_greedy(choices: Choices, *, instances: int, enough_rounds: bool = False) -> GreedyMajority:
    """Greedy weak learners with edge 1/4 and every cycle of at most two moves, on at most `instances` examples.

    They play as many rounds as the theorem requires if `enough_rounds`, else 1 or 2.
    """
    n = choices.integer(1, instances)
    labels = boosting.in_turn(n) if choices.flag() else (1,) * n
    gamma = Fraction(1, 4)
    cycle = choices.several(
        lambda: (choices.integer(boosting.LIGHTEST, boosting.HEAVIEST), choices.integer(0, 1)), least=1, most=2
    )
    length = least_rounds(n, gamma) if enough_rounds else choices.integer(1, 2)
    return GreedyMajority(labels, (1,) * n, tuple(cycle[t % len(cycle)] for t in range(length)), gamma=gamma)


def least_rounds(n: int, gamma: Fraction) -> int:
    """The least T with T > log(n)/(2γ²). Equality is possible only for n = 1."""
    return math.floor(math.log(n) / (2 * float(gamma) ** 2)) + 1


# ---- witnesses ----


def always_the_first(n: int, gamma: Fraction) -> ScriptedMajority:
    """Not a weak learner: errs on the first example in every round, for as many rounds as the theorem requires."""
    return ScriptedMajority((1,) * n, (1,) * n, ((0,),) * least_rounds(n, gamma), gamma=gamma)


def relentless(n: int, gamma: Fraction, rounds: int, order: int = boosting.ROTATING) -> GreedyMajority:
    """Errs on as much as allowed in every round."""
    return GreedyMajority((1,) * n, (1,) * n, ((order, 0),) * rounds, gamma=gamma)


def stubborn(n: int, gamma: Fraction, rounds: int) -> GreedyMajority:
    """Errs on the first examples whenever allowed: fatal for a booster that does not reweight."""
    return relentless(n, gamma, rounds, boosting.STUBBORN)
