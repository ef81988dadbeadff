"""Cases for AdaBoost: weak learners that follow a script, greedy ones, best stumps, and the hardest known to us."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from learncheck.strategies.play import ladders
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import boosting
from learncheck.strategies.samples.boosting import Boosting, GreedyBoosting, ScriptedBoosting
from learncheck.strategies.samples.weak_learners import Distribution

HALF = Fraction(1, 2)

LARGE = 2**12
"""The number of examples in each of two groups. With one more example the edge is 1/16386."""

LENGTHS = (32, 128, 256)
"""Numbers of rounds."""

HALVINGS = 24
"""Rounds that err on one example each, every time on another one, so that the mass of the rest is halved."""


def boosting_ladder() -> Iterator[Boosting]:
    """A second fit; weak learners with a small edge, which err on nearly half of the mass in every round; long runs."""
    yield GreedyBoosting((1, -1, 1), (1,) * 3, ((boosting.ROTATING, 0),) * 3, gamma=Fraction(1, 6), again=True)
    yield GreedyBoosting((1, -1, 1), (LARGE, LARGE, 1), ((boosting.HEAVIEST, 0),) * 2, gamma=Fraction(1, 4 * LARGE + 2))
    for k in range(2, 7):  # two groups of 2ᵏ examples each and one more example
        edge = Fraction(1, 2 ** (k + 2) + 2)
        yield GreedyBoosting((1, -1, 1), (2**k, 2**k, 1), ((boosting.HEAVIEST, 0),) * 2**k, gamma=edge)
    for rounds in LENGTHS:
        moves = ((boosting.ROTATING, 1), (boosting.LIGHTEST, 1)) * (rounds // 2)
        yield GreedyBoosting((1, -1, 1, -1), (1,) * 4, moves, gamma=Fraction(1, 8))
        yield boosting.StumpBoosting(((0,), (2,), (4,)), (1, -1, 1), ((1,), (3,)), rounds, gamma=Fraction(1, 6))


def perfect_ladder() -> Iterator[Boosting]:
    """A round without error; rounds that err on less and less of the distribution; an example on which no round errs,
    whose weight falls below the constants that boosters add to avoid a division by 0; and all of `boosting_ladder`.
    """
    yield ScriptedBoosting((1, -1, 1), (1,) * 3, ((0,), ()), gamma=Fraction(1, 6))
    in_turn = tuple((t % 3,) for t in range(LENGTHS[-1]))
    yield ScriptedBoosting((1, -1, 1, 1), (1,) * 4, in_turn, gamma=Fraction(1, 500))
    errors = tuple((i,) for i in range(HALVINGS))
    yield ScriptedBoosting((1, -1) * (HALVINGS // 2), (1,) * HALVINGS, errors, gamma=Fraction(1, 6))
    yield from turning(Fraction(1, 500))
    yield decided_by_the_lightest()
    yield from boosting_ladder()


def turning(gamma: Fraction, *, by_majority: bool = False) -> Iterator[ScriptedBoosting]:
    """Yield long trainings in which a part of the rounds decides the votes on three instances beyond the sample.

    The hypotheses err on the first of them in the first half of the rounds, on the second in the last half, and on the
    third outside of the middle: in each case in `LEAD` rounds fewer than they are right. They err on the examples in
    turn.
    """
    for rounds in ladders.SAMPLE_SIZES:
        few = (rounds - LEAD) // 2
        wrong = range(few), range(rounds - few, rounds), (*range(few // 2), *range(rounds - few + few // 2, rounds))
        errors = tuple((t % 3, *(3 + i for i in range(3) if t in wrong[i])) for t in range(rounds))
        labels, copies = (1, -1, 1, 1, -1, 1), (1, 1, 1, 0, 0, 0)
        yield ScriptedBoosting(labels, copies, errors, gamma=gamma, by_majority=by_majority)


def decided_by_the_lightest() -> ScriptedBoosting:
    """A training in which all rounds but the last nearly tie on two instances beyond the sample.

    The last round has an edge of 6.5·10⁻⁶, for its errors are those that the round before was right on, but for an
    example on which no round errs. Its vote is 8·10⁻⁶ times as heavy as the heaviest, and decides.
    """
    beyond = (4, 5)
    errors = tuple((i, *(beyond if t in NEARLY_TIED else ())) for t, i in enumerate(map(int, ERRING)))
    return ScriptedBoosting((1, -1, 1, 1, 1, -1), (1,) * 4 + (0,) * 2, (*errors, (1, 2)), gamma=Fraction(1, 200_000))


ERRING = "2121210121210202020102010210"
"""The example on which each round but the last errs."""

NEARLY_TIED = (4, 5, 6, 8, 9, 10, 14, 20, 21, 24, 25, 26, 27)
"""Rounds with nearly half of the weight of all but the last, which a search among all sets of rounds has yielded."""

LEAD = 9
"""The number of votes by which the right label wins."""

LEAST_EDGE = Fraction(1, 500)
"""How far the errors of scripts are from ½ and 0, where rounding decides what a correct learner does."""


def boosting_cases(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, positive_edge: bool = False
) -> Boosting:
    """Scripts, greedy weak learners and best stumps, on at most `instances` instances.

    Scripts have at most `rounds` rounds, the others at most twice as many. Shrinks to a script of one round.
    """
    kind = choices.integer(0, 3)
    if kind == 2:
        return greedy_weak_learners(choices, instances=instances, rounds=2 * rounds)
    if kind == 3:
        return boosting.three_pieces(choices, instances=instances, rounds=2 * rounds)
    return scripts(choices, instances=instances, rounds=rounds, edge=edge, positive_edge=positive_edge)


def all_boosting_cases(choices: Choices, *, instances: int, rounds: int) -> Boosting:
    """Like `boosting_cases`, with some scripts in which one round makes no error."""
    case = boosting_cases(choices, instances=instances, rounds=rounds, edge=True, positive_edge=True)
    if isinstance(case, ScriptedBoosting) and choices.integer(0, 9) == 9:
        perfect = choices.integer(0, len(case.errors) - 1)
        errors = tuple(wrong if t != perfect else () for t, wrong in enumerate(case.errors))
        return msgspec.structs.replace(case, errors=errors)
    return case


def scripts(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, positive_edge: bool = False
) -> ScriptedBoosting:
    """Scripts of errors with ε_t < ½ in every round, and the greatest gamma that they allow.

    Without `edge`, gamma is 9/20 for any errors; otherwise, without `positive_edge`, it is -1/2.
    """
    labels, copies = boosting.drawn_instances(choices, 3, instances, beyond=2)
    errors = boosting.drawn_errors(choices, Distribution(copies), HALF - LEAST_EDGE, rounds, least=LEAST_EDGE)
    gamma = stated_gamma(copies, errors, edge, positive_edge)
    return ScriptedBoosting(labels, copies, errors, gamma=gamma, again=choices.flag())


def small_scripts(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, positive_edge: bool = False
) -> ScriptedBoosting:
    """Every script of at most `rounds` rounds on at most `instances` examples; with ε_t < ½ if `positive_edge`.

    The labels are all +1, or alternate between +1 and −1.
    """
    least = 3 if positive_edge else 2
    n = choices.integer(least, instances)
    labels, copies = boosting.in_turn(n) if choices.flag() else (1,) * n, (1,) * n
    share = HALF - LEAST_EDGE if positive_edge else None
    errors = boosting.every_errors(choices, Distribution(copies), share, rounds, proper=True)
    gamma = stated_gamma(copies, errors, edge, positive_edge)
    return ScriptedBoosting(labels, copies, errors, gamma=gamma)


def stated_gamma(
    copies: Sequence[int], errors: Sequence[Sequence[int]], edge: bool = True, positive_edge: bool = True
) -> Fraction:
    """The edge that a script of these errors claims: exactly, or rounded down to thousandths."""
    if not edge:
        return Fraction(9, 20)
    if not positive_edge:
        return Fraction(-1, 2)
    gamma = HALF - max(Distribution(copies).played(errors))
    return gamma if gamma.denominator <= 10_000 else Fraction(math.floor(gamma * 1000), 1000)


def greedy_weak_learners(choices: Choices, *, instances: int, rounds: int) -> GreedyBoosting:
    """Greedy weak learners whose edge leaves room to err on the lightest of n instances in every round."""
    labels, copies = boosting.drawn_instances(choices, 3, instances, beyond=1)
    n = len(copies) - copies.count(0)
    gamma = Fraction(choices.integer(1, n - 2), 2 * n)
    moves = choices.many(lambda: boosting.drawn_move(choices), least=1, most=rounds)
    return GreedyBoosting(labels, copies, moves, gamma=gamma, again=choices.flag())


def independent_errors(p: int, q: int, rounds: int) -> ScriptedBoosting:
    """The product sample {1, ..., q}^T, where round t errs if coordinate t is at most p: ε_t = p/q in every round.

    An instance stands for all examples with errors in the same rounds. The training error is the probability of at
    least T/2 errors in T independent trials with error probability p/q.
    """
    patterns = range(2**rounds)
    copies = tuple(p ** code.bit_count() * (q - p) ** (rounds - code.bit_count()) for code in patterns)
    errors = tuple(tuple(code for code in patterns if code >> t & 1) for t in range(rounds))
    labels = tuple(1 - 2 * (code & 1) for code in patterns)
    return ScriptedBoosting(labels, copies, errors, gamma=HALF - Fraction(p, q))


def stubborn(n: int, rounds: int) -> GreedyBoosting:
    """Errors on the first of n examples whenever allowed: fatal for a booster that does not reweight."""
    gamma = HALF - Fraction(1, n)
    return GreedyBoosting((1, -1) * (n // 2), (1,) * n, ((boosting.STUBBORN, 0),) * rounds, gamma=gamma)


def sleight(rounds: int) -> ScriptedBoosting:
    """Errors on 28 of 58 examples and on a light one in turn: AdaBoost gives these rounds little and much weight.

    The errors are at most about ¼, although the 28 are wrong in half of the rounds: fatal for a uniform vote.
    """
    errors = tuple((0,) if t % 2 else (1 + t // 2 % 4,) for t in range(rounds))
    copies = (28, 1, 1, 1, 1, 26)
    return ScriptedBoosting((1, -1) * 3, copies, errors, gamma=stated_gamma(copies, errors))


def nearly_perfect(rounds: int) -> ScriptedBoosting:
    """Errors on three examples in turn, and finally on the fourth, whose share is then almost 0.

    The vote is right on it: fatal for a booster that treats a small error as 0 and lets the last hypothesis decide.
    """
    errors = (*((t % 3,) for t in range(rounds - 1)), (3,))
    return ScriptedBoosting((1, -1, 1, 1), (1,) * 4, errors, gamma=Fraction(1, 8))


def undoing(n: int, rounds: int) -> GreedyBoosting:
    """Errors on the lightest of n examples: fatal for a booster that overdoes its reweighting."""
    return GreedyBoosting(
        (1,) * n, (1,) * n, ((boosting.STUBBORN, 0), *((boosting.LIGHTEST, 0),) * (rounds - 1)), gamma=Fraction(1, 6)
    )


def hard_cases() -> Iterator[Boosting]:
    """Yield the cases closest to the bound on the training error, and cases that defeat boosters with other weights."""
    yield from (boosting.disjoint_errors(Fraction(1, k)) for k in (4, 10, 102))
    yield independent_errors(1, 3, 5)
    yield independent_errors(2, 5, 4)
    yield stubborn(4, 14)
    yield sleight(10)
    yield undoing(6, 24)
    yield nearly_perfect(60)
