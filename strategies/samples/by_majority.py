"""Cases for boosting by majority: weak learners that follow a script, greedy ones, best stumps, and the hardest ones.

Source: JAI, Boosting.
"""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial

from learncheck.strategies.play import ladders
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import adaboost, boosting, weak_learners

HALF = Fraction(1, 2)


Scripted = partial(boosting.ScriptedBoosting, by_majority=True)
Greedy = partial(boosting.GreedyBoosting, by_majority=True)


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
        gamma = Fraction(1, 8)
        return boosting.three_pieces(choices, instances=instances, rounds=2 * rounds, gamma=gamma, by_majority=True)
    return scripts(choices, instances=instances, rounds=rounds, edge=edge)


def scripts(choices: Choices, *, instances: int, rounds: int, edge: bool) -> boosting.ScriptedBoosting:
    """Scripts of errors, each on at most ½ − γ of the weight if `edge`, else on at most 9/10; rounds may have none."""
    labels, copies = boosting.drawn_instances(choices, 1, instances, beyond=2)
    gamma = choices.pick(GAMMAS)
    share = HALF - gamma if edge else Fraction(9, 10)
    errors = boosting.drawn_errors(choices, weak_learners.MajorityWeights(copies, gamma), share, rounds)
    return Scripted(labels, copies, errors, gamma=gamma, again=choices.flag())


def small_scripts(choices: Choices, *, instances: int, rounds: int, edge: bool = False) -> boosting.ScriptedBoosting:
    """Every script with edge 1/8 or 1/4 on at most `instances` examples; labels are all +1, or alternate."""
    n = choices.integer(1, instances)
    labels = boosting.in_turn(n) if choices.flag() else (1,) * n
    gamma = choices.pick((Fraction(1, 8), Fraction(1, 4)))
    share = HALF - gamma if edge else None
    errors = boosting.every_errors(choices, weak_learners.MajorityWeights((1,) * n, gamma), share, rounds, proper=False)
    return Scripted(labels, (1,) * n, errors, gamma=gamma)


def greedy(choices: Choices, *, instances: int, rounds: int, enough_rounds: bool = False) -> boosting.GreedyBoosting:
    """Greedy weak learners whose moves repeat a short cycle."""
    labels, copies = boosting.drawn_instances(choices, 1, instances, beyond=1)
    gamma = choices.pick(LARGE_GAMMAS if enough_rounds else GAMMAS)
    cycle = choices.many(lambda: boosting.drawn_move(choices), least=1, most=3)
    length = least_rounds(sum(copies), gamma) if enough_rounds else choices.integer(1, rounds)
    moves = tuple(cycle[t % len(cycle)] for t in range(length))
    return Greedy(labels, copies, moves, gamma=gamma, again=choices.flag())


def small_greedy(choices: Choices, *, instances: int, enough_rounds: bool = False) -> boosting.GreedyBoosting:
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
    return Greedy(labels, (1,) * n, tuple(cycle[t % len(cycle)] for t in range(length)), gamma=gamma)


def least_rounds(n: int, gamma: Fraction) -> int:
    """The least T with T > log(n)/(2γ²). Equality is possible only for n = 1."""
    return math.floor(math.log(n) / (2 * float(gamma) ** 2)) + 1


def always_the_first(n: int, gamma: Fraction) -> boosting.ScriptedBoosting:
    """No weak learner: it errs on the first example in every round, for as many rounds as the theorem requires."""
    return Scripted((1,) * n, (1,) * n, ((0,),) * least_rounds(n, gamma), gamma=gamma)


def relentless(n: int, gamma: Fraction, rounds: int, order: int = boosting.ROTATING) -> boosting.GreedyBoosting:
    """A weak learner that errs on as much of the weight as it may in every round."""
    return Greedy((1,) * n, (1,) * n, ((order, 0),) * rounds, gamma=gamma)


AWKWARD = ((1 / 3, 7), (0.07, 3), (1e-3, 3), (0.45, 21), (0.49, 101), (2**-7 + 2**-20, 3))
"""Edges that are no short fractions, each with enough examples for a hypothesis to err on one."""


def majority_ladder() -> Iterator[boosting.Boosting]:
    """A second fit; a run so long that weights exceed a million and votes exceed 8 bits; votes that turn late; votes in
    which each round decides; and awkward edges.
    """
    yield Greedy((1, -1, 1), (1,) * 3, ((boosting.ROTATING, 0),) * 3, gamma=Fraction(1, 8), again=True)
    yield relentless(3, Fraction(1, 16), 512)
    yield from adaboost.turning(Fraction(1, 16), by_majority=True)
    votes = tuple(ladders.narrow_votes(ladders.EVERY))
    errors = tuple((t % 3, *(3 + i for i, vote in enumerate(votes) if vote[t] < 0)) for t in range(ladders.EVERY))
    yield Scripted((1, -1, *(1,) * (1 + len(votes))), (1,) * 3 + (0,) * len(votes), errors, gamma=Fraction(1, 16))
    for gamma, size in AWKWARD:
        yield relentless(size, Fraction(gamma), 9)


def attacks() -> Iterable[boosting.Boosting]:
    """Yield the cases closest to the bound, and one that defeats a booster that does not reweight."""
    yield from (
        boosting.disjoint_errors(gamma, by_majority=True) for gamma in (Fraction(3, 8), Fraction(1, 8), Fraction(1, 32))
    )
    yield from (relentless(size, Fraction(1, 8), rounds) for size, rounds in ((3, 9), (8, 4), (24, 6)))
    yield relentless(4, Fraction(1, 4), 12, boosting.STUBBORN)


def enough_attacks() -> Iterable[boosting.Boosting]:
    """Yield cases with the greatest error that the edge allows, for the least number of rounds in the theorem."""
    for size, gamma in ((1, Fraction(1, 4)), (3, Fraction(1, 8)), (6, Fraction(1, 4)), (30, Fraction(3, 8))):
        for order in (boosting.LIGHTEST, boosting.STUBBORN, boosting.ROTATING, boosting.HEAVIEST):
            yield relentless(size, gamma, least_rounds(size, gamma), order)
