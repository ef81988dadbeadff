"""Batch cases for boosting by majority: the weak learners of `samples.stumps`, with JAI's weights.

The learner is given the edge γ. An example that has been misclassified c times has weight α^c, α = (½+γ)/(½−γ). The
weak learner errs on at most ½ − γ of the weight, which is known exactly. γ is dyadic, so floats represent it exactly.

Source: JAI, Boosting.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from learncheck.strategies.play.case import Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.boosting import (
    HEAVIEST,
    LIGHTEST,
    ROTATING,
    STUBBORN,
    Boosting,
    Distribution,
    GreedyBoosting,
    ScriptedBoosting,
    StumpBoosting,
    WeakLearner,
    fitting,
    in_turn,
)

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


def told(make: Make, gamma: Fraction) -> Make:
    """Make a constructor that passes the weak learner's edge to the learner."""
    return lambda weak_learner, rounds: make(weak_learner, float(gamma), rounds)


def with_weights(weak: WeakLearner, gamma: Fraction) -> WeakLearner:
    """Make the weak learner compare the weights it is given with JAI's weights."""
    weak.distribution = MajorityWeights(weak.copies, gamma)
    return weak


class ScriptedMajority(ScriptedBoosting, frozen=True, tag="scripted-majority-boosting"):
    """A weak learner that follows a script."""

    def below_half(self) -> bool:
        return True  # not a hypothesis for this algorithm

    def weak_learner(self) -> WeakLearner:
        return with_weights(super().weak_learner(), self.gamma)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        return super().play(told(make, self.gamma), watch)


class GreedyMajority(GreedyBoosting, frozen=True, tag="greedy-majority-boosting"):
    """A weak learner that errs on as much of the weight as its edge allows."""

    def weak_learner(self) -> WeakLearner:
        return with_weights(super().weak_learner(), self.gamma)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        return super().play(told(make, self.gamma), watch)


class StumpMajority(StumpBoosting, frozen=True, tag="stump-majority-boosting"):
    """A weak learner that returns a decision stump of least error."""

    def weak_learner(self) -> WeakLearner:
        return with_weights(super().weak_learner(), self.gamma)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        return super().play(told(make, self.gamma), watch)


GAMMAS = (Fraction(1, 4), Fraction(1, 8), Fraction(3, 8), Fraction(1, 16))
LARGE_GAMMAS = (Fraction(1, 4), Fraction(3, 8))
"""Edges for which few rounds are enough."""


def majority_cases(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, enough_rounds: bool = False
) -> Boosting:
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
        return three_pieces(choices, instances=instances, rounds=2 * rounds)
    return scripts(choices, instances=instances, rounds=rounds, edge=edge)


def scripts(choices: Choices, *, instances: int, rounds: int, edge: bool) -> ScriptedMajority:
    """Scripts of errors, each on at most ½ − γ of the weight if `edge`, else on at most 9/10; rounds may have none."""
    n = choices.integer(1, instances)
    beyond = choices.integer(0, 2)
    labels = choices.labels(n + beyond)
    copies = tuple(choices.integer(1, 3) for _ in range(n)) + (0,) * beyond
    gamma = choices.pick(GAMMAS)
    weights = MajorityWeights(copies, gamma)
    share = HALF - gamma if edge else Fraction(9, 10)

    def round_() -> tuple[int, ...]:
        wanted = [i for i in range(n + beyond) if not choices.flag()]
        errs = fitting(weights.masses, wanted, share)
        weights.reweight(errs)
        return tuple(i for i in wanted if errs[i] or not copies[i])

    return ScriptedMajority(labels, copies, choices.many(round_, least=1, most=rounds), gamma, choices.flag())


def small_scripts(choices: Choices, *, instances: int, rounds: int, edge: bool = False) -> ScriptedMajority:
    """Every script with edge 1/8 or 1/4 on at most `instances` examples; labels are all +1, or alternate."""
    n = choices.integer(1, instances)
    labels = in_turn(n) if choices.flag() else (1,) * n
    gamma = choices.pick((Fraction(1, 8), Fraction(1, 4)))
    weights = MajorityWeights((1,) * n, gamma)
    errors = []
    for _ in range(choices.integer(1, rounds)):
        mask = choices.integer(0, 2**n - 1)
        errs = [bool(mask >> i & 1) for i in range(n)]
        wrong = sum(mass for mass, err in zip(weights.masses, errs, strict=True) if err)
        if edge and wrong > (HALF - gamma) * sum(weights.masses):
            choices.reject()
        weights.reweight(errs)
        errors.append(tuple(i for i in range(n) if errs[i]))
    return ScriptedMajority(labels, (1,) * n, tuple(errors), gamma)


def greedy(choices: Choices, *, instances: int, rounds: int, enough_rounds: bool = False) -> GreedyMajority:
    """Greedy weak learners whose moves repeat a short cycle."""
    n = choices.integer(1, instances)
    beyond = choices.integer(0, 1)
    labels = choices.labels(n + beyond)
    copies = tuple(choices.integer(1, 3) for _ in range(n)) + (0,) * beyond
    gamma = choices.pick(LARGE_GAMMAS if enough_rounds else GAMMAS)
    cycle = choices.many(lambda: (choices.integer(LIGHTEST, HEAVIEST), choices.integer(0, 2)), least=1, most=3)
    length = least_rounds(sum(copies), gamma) if enough_rounds else choices.integer(1, rounds)
    moves = tuple(cycle[t % len(cycle)] for t in range(length))
    return GreedyMajority(labels, copies, moves, gamma, choices.flag())


def small_greedy(choices: Choices, *, instances: int, enough_rounds: bool = False) -> GreedyMajority:
    """Greedy weak learners with edge 1/4 and every cycle of at most two moves, on at most `instances` examples.

    They play as many rounds as the theorem requires if `enough_rounds`, else 1 or 2.
    """
    n = choices.integer(1, instances)
    labels = in_turn(n) if choices.flag() else (1,) * n
    gamma = Fraction(1, 4)
    cycle = tuple((choices.integer(LIGHTEST, HEAVIEST), choices.integer(0, 1)) for _ in range(choices.integer(1, 2)))
    length = least_rounds(n, gamma) if enough_rounds else choices.integer(1, 2)
    return GreedyMajority(labels, (1,) * n, tuple(cycle[t % len(cycle)] for t in range(length)), gamma)


def least_rounds(n: int, gamma: Fraction) -> int:
    """The least T with T > log(n)/(2γ²). Equality is possible only for n = 1."""
    return math.floor(math.log(n) / (2 * float(gamma) ** 2)) + 1


def three_pieces(choices: Choices, *, instances: int, rounds: int) -> StumpMajority:
    """Samples on the line labelled in three pieces: some stump errs on at most 1/3 of any weights; γ = 1/8."""
    sizes = [choices.integer(1, max(1, instances // 3)) for _ in range(3)]
    b = choices.label()
    labels = tuple(sign for size, sign in zip(sizes, (b, -b, b), strict=True) for _ in range(size))
    points = tuple((2 * i,) for i in range(len(labels)))
    queries = tuple((v,) for v in choices.many(lambda: choices.integer(-1, 2 * len(labels)), most=2))
    return StumpMajority(points, labels, queries, choices.integer(1, rounds), Fraction(1, 8), choices.flag())


# ---- witnesses ----


def disjoint_errors(gamma: Fraction) -> ScriptedMajority:
    """Two rounds that err on disjoint sets, each as much as the edge allows: a tie on all of them.

    The first errs on ½ − γ of the sample, whose total weight is then 1 + 2γ; the second on (½ − γ)(1 + 2γ) of it.
    """
    first, second = HALF - gamma, (HALF - gamma) * (1 + 2 * gamma)
    shares = (first, second, 1 - first - second)
    m = math.lcm(*(share.denominator for share in shares))
    return ScriptedMajority((1, -1, 1), tuple(int(share * m) for share in shares), ((0,), (1,)), gamma)


def always_the_first(n: int, gamma: Fraction) -> ScriptedMajority:
    """Not a weak learner: errs on the first example in every round, for as many rounds as the theorem requires."""
    return ScriptedMajority((1,) * n, (1,) * n, ((0,),) * least_rounds(n, gamma), gamma)


def relentless(n: int, gamma: Fraction, rounds: int, order: int = ROTATING) -> GreedyMajority:
    """Errs on as much as allowed in every round."""
    return GreedyMajority((1,) * n, (1,) * n, ((order, 0),) * rounds, gamma)


def stubborn(n: int, gamma: Fraction, rounds: int) -> GreedyMajority:
    """Errs on the first examples whenever allowed: fatal for a booster that does not reweight."""
    return relentless(n, gamma, rounds, STUBBORN)
