"""The exact number of mistakes that the worst adversary forces from a given learner, by memoised search.

Rounds without a mistake never help the adversary against these learners, so it may leave them out. The state of a
learner that treats experts or variables alike is the number of them of each weight: `Levels` are ascending pairs
(exponent, count) for the experts or variables of weight 2^exponent.

- `halving_value`             Halving on a given class
- `restart_value`             ExpertsRestart with n experts, the best of whom errs m times
- `weighted_majority_value`   Weighted Majority with n experts, the best of whom errs at most m times
- `winnow_value`              Winnow with r relevant variables out of n
- `ellipsoid_value`           Ellipsoid in the plane, on the grid with n = 1, 2, 3
- `adaboost_value`            AdaBoost's greatest training error if every round errs on exactly ½ − γ; for up to six
                              rounds `adaboost_forms` has it in closed form

`weighted_majority_line`, `winnow_line` and `ellipsoid_game` return a game that attains the value.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from learncheck.learners import Ellipsoid
from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner
from learncheck.strategies.boolean.games import BooleanGame, Example
from learncheck.strategies.halfspaces.games import GridGame
from learncheck.strategies.halfspaces.vectors import Vector, directions, lines
from learncheck.strategies.play.games import CONTRADICT, PLUS
from learncheck.strategies.tables.experts import Advice, ExpertsGame

Levels = tuple[tuple[int, int], ...]
Pick = tuple[int, ...]
"""How many are chosen from each level."""


def picks(levels: Levels) -> Iterator[Pick]:
    """All ways to choose some of the members of the levels; members of one level are interchangeable."""
    return product(*(range(count + 1) for _, count in levels))


def weigh(levels: Levels, pick: Pick, unit: int) -> int:
    """The total weight of the chosen ones, in units of 2^unit."""
    return sum(k << exponent - unit for (exponent, _), k in zip(levels, pick, strict=True))


def everything(levels: Levels) -> Pick:
    """The pick of all members of every level."""
    return tuple(count for _, count in levels)


def moved(levels: Levels, pick: Pick, by: int) -> Levels:
    """The levels after the exponents of the chosen ones change by `by`."""
    counts: dict[int, int] = {}
    for (exponent, count), k in zip(levels, pick, strict=True):
        counts[exponent] = counts.get(exponent, 0) + count - k
        counts[exponent + by] = counts.get(exponent + by, 0) + k
    return tuple(sorted((exponent, count) for exponent, count in counts.items() if count))


# ---- Halving, and majorities of experts ----


def halving_value(hypotheses: Sequence[Sequence[int]]) -> int:
    """The most mistakes of Halving on sequences labelled by some row of the class."""
    positive = [sum(1 << i for i, label in enumerate(column) if label == 1) for column in zip(*hypotheses, strict=True)]

    @cache
    def value(left: int) -> int:
        best = 0
        for mask in positive:
            agree, differ = left & mask, left & ~mask
            fewer = min(agree, differ, key=int.bit_count)
            for after in (agree, differ) if agree.bit_count() == differ.bit_count() else (fewer,):
                if after:  # the majority errs; at a tie either label is a mistake
                    best = max(best, 1 + value(after))
            for after in (agree, differ):
                if after and after != left:
                    best = max(best, value(after))
        return best

    return value((1 << len(hypotheses)) - 1)


@cache
def restart_value(n: int, m: int) -> int:
    """The most mistakes of ExpertsRestart with n experts, the best of whom errs m times."""

    @cache
    def value(levels: Levels, trusted: Pick) -> int:
        # a level is (−errors, count); the first `trusted[i]` of level i are trusted
        best = 0
        groups = tuple(_split(levels, trusted))
        for wrong in product(*(range(size + 1) for _, size in groups)):
            erring, every = sum(wrong[::2]), sum(size for _, size in groups[::2])
            if 2 * erring < every:
                continue
            after, still = _after(groups, wrong, restart=erring == every)
            if -max(exponent for exponent, _ in after) <= m:
                best = max(best, 1 + value(after, still))
        return best

    def _split(levels: Levels, trusted: Pick) -> Iterator[tuple[int, int]]:
        for (exponent, count), k in zip(levels, trusted, strict=True):
            yield exponent, k
            yield exponent, count - k

    def _after(groups: Sequence[tuple[int, int]], wrong: Pick, *, restart: bool) -> tuple[Levels, Pick]:
        counts: dict[int, list[int]] = {}
        for i, ((exponent, size), w) in enumerate(zip(groups, wrong, strict=True)):
            for at, number, keeps in ((exponent, size - w, i % 2 == 0), (exponent - 1, w, False)):
                if number:
                    entry = counts.setdefault(at, [0, 0])
                    entry[0] += number
                    entry[1] += number if keeps or restart else 0
        ordered = sorted(counts.items())
        return tuple((at, entry[0]) for at, entry in ordered), tuple(entry[1] for _, entry in ordered)

    return value(((0, n),), (n,))


# ---- Weighted Majority ----


@cache
def _weighted_majority(levels: Levels, m: int) -> tuple[int, Pick]:
    """The value, and the experts who err in the first round of a game that attains it."""
    unit = levels[0][0]
    half = weigh(levels, everything(levels), unit)
    best = 0
    first: Pick = ()
    for pick in picks(levels):
        if 2 * weigh(levels, pick, unit) >= half:
            after = moved(levels, pick, -1)
            if -after[-1][0] <= m and (value := 1 + _weighted_majority(after, m)[0]) > best:
                best, first = value, pick
    return best, first


def weighted_majority_value(n: int, m: int) -> int:
    """The most mistakes of Weighted Majority with n experts, the best of whom errs at most m times."""
    return _weighted_majority(((0, n),), m)[0]


def weighted_majority_line(n: int, m: int) -> ExpertsGame:
    """A game that attains the value. The experts who err say −1, and so does the learner, or it predicts 0 at a tie."""
    exponents = [0] * n
    moves: list[tuple[Advice, int]] = []
    levels: Levels = ((0, n),)
    while pick := _weighted_majority(levels, m)[1]:
        wrong = chosen(exponents, levels, pick)
        moves.append((tuple(-1 if i in wrong else 1 for i in range(n)), CONTRADICT))
        for i in wrong:
            exponents[i] -= 1
        levels = moved(levels, pick, -1)
    return ExpertsGame(n, "halve", tuple(moves))


def chosen(exponents: Sequence[int], levels: Levels, pick: Pick) -> set[int]:
    """The indices of the chosen ones: the first of each level, as many as the pick says."""
    places: set[int] = set()
    for (exponent, _), k in zip(levels, pick, strict=True):
        places |= set([i for i, other in enumerate(exponents) if other == exponent][:k])
    return places


# ---- Winnow ----


Kinds = tuple[Levels, Levels]
"""The relevant variables and the irrelevant ones."""


def _winnow_examples(state: Kinds, n: int) -> Iterator[tuple[Kinds, tuple[int, Pick, Pick]]]:
    """Yield the state after each example on which Winnow errs, with its label and the variables that are on."""
    relevant, irrelevant = state
    unit = min(0, *(exponent for exponent, _ in relevant + irrelevant))
    threshold = n << -unit
    none = (0,) * len(relevant)
    for others in picks(irrelevant):
        weight = weigh(irrelevant, others, unit)
        if weight >= threshold:
            yield (relevant, moved(irrelevant, others, -1)), (-1, none, others)
            continue
        for pick in picks(relevant):
            if any(pick) and weigh(relevant, pick, unit) + weight < threshold:
                yield (moved(relevant, pick, 1), moved(irrelevant, others, 1)), (1, pick, others)


def _winnow_at_most(state: Kinds, n: int) -> int:
    """An upper bound on the number of mistakes left.

    A relevant variable doubles only while its weight is less than n, so D doublings are left, which gain G in total.
    Doubling one of weight w adds less than n − w to the total weight I of the irrelevant ones. Every negative mistake
    removes at least n/2 of that, and even the last one needs a weight of n. So there are fewer than
    2(I + Dn − G)/n − 1 negative mistakes if D > 0. Doublings that are left out or share a round leave room for fewer.
    """
    relevant, irrelevant = state
    k = (n - 1).bit_length()
    unit = min(0, *(exponent for exponent, _ in relevant + irrelevant))
    threshold = n << -unit
    doublings = sum((k - exponent) * count for exponent, count in relevant)
    gain = sum(((1 << k - unit) - (1 << exponent - unit)) * count for exponent, count in relevant)
    weight = sum(count << exponent - unit for exponent, count in irrelevant)
    if doublings == 0:
        return max(0, 2 * weight // threshold - 1)
    return doublings + max(0, -(-2 * (weight + doublings * threshold - gain) // threshold) - 2)  # rounded up


def _winnow_start(n: int, r: int) -> Kinds:
    return ((0, r),), ((0, n - r),) if n > r else ()


class _WinnowGames:
    """Caches how many mistakes can be reached from the states of Winnow's games."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.at_most = cache(partial(_winnow_at_most, n=n))
        self.refuted: dict[Kinds, int] = {}
        """By state, the least number of mistakes found to be out of reach."""
        self.reached: dict[Kinds, tuple[int, tuple[int, Pick, Pick], Kinds]] = {}
        """By state, the greatest number reached, the example that achieves it, and the state after it."""

    def reaches(self, state: Kinds, mistakes: int) -> bool:
        """Whether this many mistakes can be reached from the state. Successors with the largest bound come first."""
        if mistakes <= 0:
            return True
        if mistakes > self.at_most(state) or mistakes >= self.refuted.get(state, mistakes + 1):
            return False
        if state in self.reached and self.reached[state][0] >= mistakes:
            return True
        examples = dict(_winnow_examples(state, self.n))
        bounds = {after: self.at_most(after) for after in examples}
        for after in sorted(examples, key=lambda state: -bounds[state]):
            if bounds[after] < mistakes - 1:
                break
            if self.reaches(after, mistakes - 1):
                self.reached[state] = mistakes, examples[after], after
                return True
        self.refuted[state] = mistakes
        return False


@lru_cache(128)
def _winnow(n: int, r: int) -> tuple[tuple[int, Pick, Pick], ...]:
    """The examples of a longest game in which Winnow errs in every round: labels, and how many of each level are on."""
    start = state = _winnow_start(n, r)
    games = _WinnowGames(n)
    value = _winnow_at_most(start, n)
    while not games.reaches(start, value):
        value -= 1
    examples = []
    for _ in range(value):
        _, example, state = games.reached[state]
        examples.append(example)
    return tuple(examples)


def winnow_value(n: int, r: int) -> int:
    """The most mistakes of Winnow on a disjunction of r of n variables."""
    return len(_winnow(n, r))


def winnow_line(n: int, r: int) -> BooleanGame:
    """A game that attains the value; the first r variables are relevant."""
    relevant, irrelevant = _winnow_start(n, r)
    exponents = [0] * n
    examples: list[Example] = []
    for label, pick, others in _winnow(n, r):
        on = chosen(exponents[:r], relevant, pick) | {r + i for i in chosen(exponents[r:], irrelevant, others)}
        examples.append((tuple(int(i in on) for i in range(n)), label))
        for i in on:
            exponents[i] += label
        relevant, irrelevant = moved(relevant, pick, label), moved(irrelevant, others, label)
    return BooleanGame(n, tuple(range(r)), tuple(examples))


# ---- Ellipsoid in the plane ----

DIGITS = 9
"""States that agree to this many decimals are considered equal."""


NEAR = 1e-9
"""A margin within this relative distance of 0 is a tie."""


class UndecidedEllipsoid(Ellipsoid):
    """Ellipsoid that predicts 0 whenever exact arithmetic might, so that rounding does not decide."""

    def predict(self, x: NDArray[Any]) -> int:
        margin, scale = inner(self.w, x), inner(np.abs(self.w), np.abs(x))
        return 0 if abs(margin) <= NEAR * scale else super().predict(x)


@lru_cache(8)
def ellipsoid_line(n: int) -> tuple[Vector, ...]:
    """A longest sequence of instances of G², oriented to have label +1, on which Ellipsoid errs in every round.

    At a tie both labels are mistakes. The state consists of w and A, in the learner's own floats, and the targets left.
    First instances are tried up to the symmetries of the square.
    """
    pool = lines(2, n)
    targets = directions(2, n)
    signs = np.sign(np.array(pool) @ targets.T)
    masks = [{y: sum(1 << int(i) for i in np.flatnonzero(row == y)) for y in (1, -1)} for row in signs]
    longest_lines: dict[tuple[float, ...], tuple[Vector, ...]] = {}

    def longest(learner: Ellipsoid, alive: int) -> tuple[Vector, ...]:
        key = (*np.round(np.append(learner.w, learner.A), DIGITS).tolist(), alive)
        if key not in longest_lines:
            best: tuple[Vector, ...] = ()
            for x, mask in zip(pool, masks, strict=True):
                instance = np.array(x) / n
                prediction = learner.predict(instance)
                for y in (1, -1):
                    if y != prediction and alive & mask[y]:
                        after = _ellipsoid(learner, instance, y)
                        line = (tuple(y * v for v in x), *longest(after, alive & mask[y]))
                        best = max(best, line, key=len)
            longest_lines[key] = best
        return longest_lines[key]

    # The first instance is one up to the symmetries of the square; its label is +1 by the symmetry of x and −x.
    firsts = [(x, mask[1]) for x, mask in zip(pool, masks, strict=True) if x[0] >= x[1] >= 0]
    lines_ = ((x, *longest(_ellipsoid(UndecidedEllipsoid(2), np.array(x) / n, 1), alive)) for x, alive in firsts)
    return max(lines_, key=len)


def _ellipsoid(before: Ellipsoid, instance: NDArray[Any], y: int) -> Ellipsoid:
    after = UndecidedEllipsoid(before.d)
    after.w, after.A = before.w, before.A
    after.update(instance, y)
    return after


def ellipsoid_value(n: int) -> int:
    """The most mistakes of Ellipsoid with instances and w* in G², G = {−1, −1 + 1/n, ..., 1}."""
    return len(ellipsoid_line(n))


def ellipsoid_game(n: int) -> GridGame:
    """A game that attains the value."""
    line = ellipsoid_line(n)
    return GridGame(line, n, tuple((i, PLUS) for i in range(len(line))), n)


# ---- AdaBoost ----


def adaboost_value(rounds: int, gamma: Fraction) -> tuple[Fraction, Fraction]:
    """AdaBoost's greatest training error if every round errs on exactly ½ − γ of its distribution.

    Returns exact bounds on it: an error that can be attained, and one that cannot be exceeded.

    All hypotheses then have the same weight, and an example on which k of t rounds erred has weight β^k, up to a common
    factor, for β = (½ + γ)/(½ − γ). So only two things matter: the share of examples in each class (t, k), and how much
    of each class the next round errs on. That is a linear program. Ties of the vote are errors, as in the theorem. A
    sample attains the value only if the shares are whole numbers of examples; otherwise the errors of the rounds
    differ, which breaks the ties of the vote.

    The program is solved in floats. The primal solution gives the share of each (t, k) on which the next round errs;
    corrected in rationals, it shows what is attained. The dual solution gives a multiplier for the condition of each
    round. With the condition replaced by its multiplier, each class is erred on entirely or not at all, whichever is
    worth more; this gives the upper bound.
    """
    erred, multipliers = _adaboost_program(rounds, float(gamma))
    error, beta = Fraction(1, 2) - gamma, (Fraction(1, 2) + gamma) / (Fraction(1, 2) - gamma)
    masses = [Fraction(1)]
    for t in range(rounds):
        wrong = [mass * share for mass, share in zip(masses, erred[t], strict=True)]
        due = sum(beta**k * (error * masses[k] - wrong[k]) for k in range(t + 1))
        for k in sorted(range(t + 1), key=lambda k: -min(wrong[k], masses[k] - wrong[k])):
            more = min(max(due / beta**k, -wrong[k]), masses[k] - wrong[k])
            wrong[k], due = wrong[k] + more, due - more * beta**k
        right = [mass - share for mass, share in zip(masses, wrong, strict=True)]
        masses = [stay + come for stay, come in zip((*right, NOTHING), (NOTHING, *wrong), strict=True)]
    worth = [Fraction(int(2 * k >= rounds)) for k in range(rounds + 1)]
    attained = sum((mass for mass, lost in zip(masses, worth, strict=True) if lost), Fraction(0))
    for t in reversed(range(rounds)):
        price = [multipliers[t] * beta**k for k in range(t + 1)]
        worth = [price[k] * error + max(worth[k], worth[k + 1] - price[k]) for k in range(t + 1)]
    return attained, worth[0]


NOTHING = Fraction(0)
FINE = 2**40
"""The denominator to which solutions in floats are rounded."""


def _adaboost_program(rounds: int, gamma: float) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Approximately, the share of each (t, k) that is erred on, and the multiplier for the condition of each round.

    The unknowns are the masses that are erred on, class by class. Every mass is a sum of them and of a constant, the
    last coordinate.
    """
    error, beta = 0.5 - gamma, (0.5 + gamma) / (0.5 - gamma)
    unknowns = np.eye(rounds * (rounds + 1) // 2 + 1)
    wrong = np.split(unknowns[:-1], np.cumsum(range(1, rounds)))
    masses, nothing = [unknowns[-1:]], 0 * unknowns[:1]
    for errs in wrong:
        masses.append(np.vstack((masses[-1] - errs, nothing)) + np.vstack((nothing, errs)))
    *before, after = masses
    course = list(zip(wrong, before, strict=True))
    less = np.vstack([errs - mass for errs, mass in course])
    due = np.array([beta ** (np.arange(len(e)) - (len(e) - 1) / 2) @ (e - error * mass) for e, mass in course])
    lost = after[(rounds + 1) // 2 :].sum(axis=0)
    program = linprog(-lost[:-1], A_ub=less[:, :-1], b_ub=-less[:, -1], A_eq=due[:, :-1], b_eq=-due[:, -1])
    require(program.success, f"no solution for {rounds} rounds and γ = {gamma}: {program.message}")
    solution = np.append(program.x, 1.0)
    shares = [np.minimum(errs @ solution / np.maximum(mass @ solution, 1e-300), 1.0) for errs, mass in course]
    erred = [list(map(_nearly, share.tolist())) for share in shares]
    return erred, [_nearly(-price * beta ** (-t / 2)) for t, price in enumerate(program.eqlin.marginals)]


def _nearly(value: float) -> Fraction:
    return Fraction(round(value * FINE), FINE)
