"""How many mistakes the worst adversary gets out of a given learner, exactly, by search with memoisation.

Only rounds with a mistake change these learners for the worse, so that an adversary may leave the others out. A learner
that treats experts or variables alike is known by how many of them are of each kind: `Levels` are pairs (exponent,
count), ascending, of the experts or variables of weight 2^exponent.

- `halving_value`             Halving on a given class
- `restart_value`             ExpertsRestart: of n experts, the best errs m times
- `weighted_majority_value`   Weighted Majority: of n experts, the best errs m times
- `winnow_value`              Winnow: r of n variables are relevant
- `ellipsoid_value`           Ellipsoid in the plane, on the grid with n = 1, 2, 3
- `adaboost_form`             the next in closed form, for few rounds
- `adaboost_value`            AdaBoost's greatest training error, where every round errs on just ½ − γ

Each says what a sequence does that attains it: `weighted_majority_line` and `winnow_line` write it out.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from learncheck.learners import Ellipsoid
from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner
from learncheck.strategies.boolean.games import BooleanGame, Example
from learncheck.strategies.halfspaces.games import GridGame, Vector, directions, lines
from learncheck.strategies.play.games import CONTRADICT, PLUS
from learncheck.strategies.tables.experts import Advice, ExpertsGame

Levels = tuple[tuple[int, int], ...]
Pick = tuple[int, ...]
"""How many of each level."""


def picks(levels: Levels) -> Iterator[Pick]:
    """All ways to choose some, those of a level being alike."""
    return product(*(range(count + 1) for _, count in levels))


def weigh(levels: Levels, pick: Pick, unit: int) -> int:
    """What the chosen ones weigh, in units of 2^unit."""
    return sum(k << exponent - unit for (exponent, _), k in zip(levels, pick, strict=True))


def everything(levels: Levels) -> Pick:
    """All of them."""
    return tuple(count for _, count in levels)


def moved(levels: Levels, pick: Pick, by: int) -> Levels:
    """The levels once the exponents of the chosen ones have changed."""
    counts: dict[int, int] = {}
    for (exponent, count), k in zip(levels, pick, strict=True):
        counts[exponent] = counts.get(exponent, 0) + count - k
        counts[exponent + by] = counts.get(exponent + by, 0) + k
    return tuple(sorted((exponent, count) for exponent, count in counts.items() if count))


# ---- Halving, and majorities of experts ----


def halving_value(hypotheses: Sequence[Sequence[int]]) -> int:
    """The most mistakes of Halving on sequences that some row of the class labels."""
    positive = [sum(1 << i for i, label in enumerate(column) if label == 1) for column in zip(*hypotheses, strict=True)]

    @cache
    def value(left: int) -> int:
        best = 0
        for mask in positive:
            agree, differ = left & mask, left & ~mask
            fewer = min(agree, differ, key=int.bit_count)
            for after in (agree, differ) if agree.bit_count() == differ.bit_count() else (fewer,):
                if after:  # the majority errs, or either half at a tie
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
        groups = tuple((exponent, part) for exponent, part in _split(levels, trusted))
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

    def _trusted(groups: Sequence[tuple[int, int]]) -> list[bool]:
        return [i % 2 == 0 for i in range(len(groups))]

    def _after(groups: Sequence[tuple[int, int]], wrong: Pick, *, restart: bool) -> tuple[Levels, Pick]:
        counts: dict[int, list[int]] = {}
        for (exponent, size), w, is_trusted in zip(groups, wrong, _trusted(groups), strict=True):
            for at, number, keeps in ((exponent, size - w, is_trusted), (exponent - 1, w, False)):
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
    """The value, and who errs in the first round of a game that attains it."""
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
    """The most mistakes of Weighted Majority with n experts, the best of whom errs m times at most."""
    return _weighted_majority(((0, n),), m)[0]


def weighted_majority_line(n: int, m: int) -> ExpertsGame:
    """A game that attains the value: those who are to err say −1, and so does the learner, or it is undecided."""
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
    """The first of each level, as many as the pick says."""
    found: set[int] = set()
    for (exponent, _), k in zip(levels, pick, strict=True):
        found |= set([i for i, each in enumerate(exponents) if each == exponent][:k])
    return found


# ---- Winnow ----


Kinds = tuple[Levels, Levels]
"""The relevant variables and the irrelevant ones."""


def _winnow_examples(state: Kinds, n: int) -> Iterator[tuple[Kinds, tuple[int, Pick, Pick]]]:
    """What the state becomes by an example on which Winnow errs, with its label and the variables that are on."""
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
    """A bound on the mistakes that are left.

    A relevant variable doubles while it weighs less than n, so that D doublings are left, which gain G in all.
    The doubling of one of weight w adds less than n − w to what the irrelevant ones weigh, I, and every negative
    mistake takes n/2 at least, the last one of n: there are fewer than 2(I + Dn − G)/n − 1 of these, if D > 0.
    Doublings that are left out, or share a round, leave less.
    """
    relevant, irrelevant = state
    k = (n - 1).bit_length()
    unit = min(0, *(exponent for exponent, _ in relevant + irrelevant))
    threshold = n << -unit
    doublings = sum((k - exponent) * count for exponent, count in relevant)
    gain = sum(((1 << k - unit) - (1 << exponent - unit)) * count for exponent, count in relevant)
    weight = weigh(irrelevant, everything(irrelevant), unit)
    if doublings == 0:
        return max(0, 2 * weight // threshold - 1)
    return doublings + max(0, ceil(Fraction(2 * (weight + doublings * threshold - gain), threshold)) - 2)


def _winnow_start(n: int, r: int) -> Kinds:
    return ((0, r),), ((0, n - r),) if n > r else ()


class _WinnowGames:
    """Which numbers of mistakes the states of Winnow's games reach, as far as was asked."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.refuted: dict[Kinds, int] = {}
        """The least number that was found out of reach."""
        self.reached: dict[Kinds, tuple[int, tuple[int, Pick, Pick], Kinds]] = {}
        """The greatest that was reached, and the example that does it, with what the state becomes."""

    def reaches(self, state: Kinds, mistakes: int) -> bool:
        """Whether so many can be made from here; where the bound leaves most is tried first."""
        if mistakes <= 0:
            return True
        if mistakes > _winnow_at_most(state, self.n) or mistakes >= self.refuted.get(state, mistakes + 1):
            return False
        if state in self.reached and self.reached[state][0] >= mistakes:
            return True
        examples = dict(_winnow_examples(state, self.n))
        bounds = {after: _winnow_at_most(after, self.n) for after in examples}
        for after in sorted(examples, key=lambda each: -bounds[each]):
            if bounds[after] < mistakes - 1:
                break
            if self.reaches(after, mistakes - 1):
                self.reached[state] = mistakes, examples[after], after
                return True
        self.refuted[state] = mistakes
        return False


@lru_cache(128)
def _winnow(n: int, r: int) -> tuple[tuple[int, Pick, Pick], ...]:
    """The examples of a longest game in which Winnow errs in every round: the label, and who is on of each level."""
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
    """A sequence that attains the value; the first r variables are relevant."""
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
"""States that agree in so many decimals are taken for one."""


NEAR = 1e-9
"""What lies within this share of a tie is a tie, as everywhere."""


class Undecided(Ellipsoid):
    """Ellipsoid that predicts 0 wherever exact arithmetic may do so: no rounding decides for it."""

    def predict(self, x: NDArray[Any]) -> int:
        margin, scale = inner(self.w, x), inner(np.abs(self.w), np.abs(x))
        return 0 if abs(margin) <= NEAR * scale else super().predict(x)


@lru_cache(8)
def ellipsoid_line(n: int) -> tuple[Vector, ...]:
    """A longest sequence of instances of G² on which Ellipsoid errs in every round, whatever label of the allowed ones.

    At a tie both labels are mistakes. The state is w and A, on the learner's own floats, and the targets that are left.
    The first instances are tried up to the symmetries of the square.
    """
    pool = lines(2, n)
    targets = directions(2, n)
    signs = np.sign(np.array(pool) @ targets.T)
    masks = [{y: sum(1 << int(i) for i in np.flatnonzero(row == y)) for y in (1, -1)} for row in signs]
    known: dict[tuple[float, ...], tuple[Vector, ...]] = {}

    def longest(learner: Ellipsoid, alive: int) -> tuple[Vector, ...]:
        key = (*np.round(np.append(learner.w, learner.A), DIGITS).tolist(), alive)
        if key not in known:
            best: tuple[Vector, ...] = ()
            for x, mask in zip(pool, masks, strict=True):
                instance = np.array(x) / n
                prediction = learner.predict(instance)
                for y in (1, -1):
                    if y != prediction and alive & mask[y]:
                        after = _ellipsoid(learner, instance, y)
                        found = (tuple(y * v for v in x), *longest(after, alive & mask[y]))
                        best = max(best, found, key=len)
            known[key] = best
        return known[key]

    start = Undecided(2)
    best: tuple[Vector, ...] = ()
    for x, mask in zip(pool, masks, strict=True):
        if x[0] >= x[1] >= 0:  # up to the symmetries of the square, and the label + by that of x and −x
            after = _ellipsoid(start, np.array(x) / n, 1)
            best = max(best, (x, *longest(after, mask[1])), key=len)
    return best


def _ellipsoid(before: Ellipsoid, instance: NDArray[Any], y: int) -> Ellipsoid:
    after = Undecided(before.d)
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
    """The greatest training error of AdaBoost when every round errs on just ½ − γ of its distribution: what can be
    attained, and what cannot be exceeded, exactly.

    Then all hypotheses have the same weight, and an example that was erred on k times in t rounds weighs β^k, up to a
    common factor, for β = (½ + γ)/(½ − γ). So all that counts are the shares (t, k) and how much of each is erred on in
    the next round: a linear program. Ties of the vote are errors, as in the theorem. A sample attains its value only
    where the shares are whole numbers of examples; near it the ties of the vote break, as the errors of the rounds then
    differ.

    The program is solved in floats. From the solution is taken what share of each (t, k) is erred on, which is put
    right in rationals and shows what is attained; and how much the condition of each round is worth, a multiplier. With
    it in the place of the condition each share is erred on as a whole or not at all, whichever is worth more.
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
        right = [mass - each for mass, each in zip(masses, wrong, strict=True)]
        masses = [stay + come for stay, come in zip((*right, NOTHING), (NOTHING, *wrong), strict=True)]
    worth = [Fraction(int(2 * k >= rounds)) for k in range(rounds + 1)]
    attained = sum((mass for mass, lost in zip(masses, worth, strict=True) if lost), Fraction(0))
    for t in reversed(range(rounds)):
        price = [multipliers[t] * beta**k for k in range(t + 1)]
        worth = [price[k] * error + max(worth[k], worth[k + 1] - price[k]) for k in range(t + 1)]
    return attained, worth[0]


ADABOOST_FORMS: Mapping[int, tuple[Fraction, tuple[Fraction, ...]]] = {
    1: (Fraction(1, 2), (Fraction(1, 2), Fraction(-1))),
    2: (Fraction(1, 2), (Fraction(1), Fraction(-1), Fraction(-2))),
    3: (Fraction(3, 10), (Fraction(3, 4), Fraction(-3, 2), Fraction(-2), Fraction(2), Fraction(4))),
    4: (Fraction(2, 5), (Fraction(1), Fraction(-1), Fraction(-4), Fraction(-2), Fraction(8), Fraction(8))),
}
"""By the number of rounds: the γ up to which `adaboost_value` is this polynomial in γ, and its coefficients from the
constant on. They were read off values and are compared with more of them; for T = 3 and 4 that is no proof. Beyond, and
for more rounds, the value has several pieces."""


def adaboost_form(rounds: int, gamma: Fraction) -> Fraction | None:
    """The greatest training error by a closed form, where one is known."""
    most, coefficients = ADABOOST_FORMS.get(rounds, (NOTHING, ()))
    if not 0 < gamma <= most:
        return None
    return sum((c * gamma**power for power, c in enumerate(coefficients)), NOTHING)


NOTHING = Fraction(0)
FINE = 2**40
"""The denominator of what a solution in floats is taken for."""


def _adaboost_program(rounds: int, gamma: float) -> tuple[list[list[Fraction]], list[Fraction]]:
    """What share of each (t, k) is erred on, and what the condition of each round is worth; about."""
    share = {(t, k): i for i, (t, k) in enumerate((t, k) for t in range(rounds + 1) for k in range(t + 1))}
    errs = {key: len(share) + i for i, key in enumerate(key for key in share if key[0] < rounds)}
    size = len(share) + len(errs)
    error, beta = 0.5 - gamma, (0.5 + gamma) / (0.5 - gamma)
    equal, due, less = [], [], []

    def row(coefficients: dict[int, float]) -> NDArray[Any]:
        made = np.zeros(size)
        for column, value in coefficients.items():
            made[column] = value
        return made

    equal.append(row({share[0, 0]: 1}))
    due.append(1.0)
    for t, k in share:
        if t > 0:
            arriving = {share[t, k]: 1.0}
            if k < t:
                arriving |= {share[t - 1, k]: -1.0, errs[t - 1, k]: 1.0}
            if k > 0:
                arriving[errs[t - 1, k - 1]] = -1.0
            equal.append(row(arriving))
            due.append(0.0)
    for t in range(rounds):
        weights = {k: beta ** (k - t / 2) for k in range(t + 1)}
        equal.append(row({i: w * s for k, w in weights.items() for i, s in ((errs[t, k], 1), (share[t, k], -error))}))
        due.append(0.0)
    less = [row({errs[key]: 1, share[key]: -1}) for key in errs]
    lost = row({share[rounds, k]: -1 for k in range(rounds + 1) if 2 * k >= rounds})
    found = linprog(lost, A_ub=np.array(less), b_ub=np.zeros(len(less)), A_eq=np.array(equal), b_eq=due)
    require(found.success, f"no solution for {rounds} rounds and γ = {gamma}: {found.message}")
    erred = [
        [_nearly(min(found.x[errs[t, k]] / max(found.x[share[t, k]], 1e-300), 1.0)) for k in range(t + 1)]
        for t in range(rounds)
    ]
    prices = found.eqlin.marginals[-rounds:] if rounds else []
    return erred, [_nearly(-price * beta ** (-t / 2)) for t, price in enumerate(prices)]


def _nearly(value: float) -> Fraction:
    return Fraction(round(value * FINE), FINE)
