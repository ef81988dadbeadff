"""The batches of the online games: each plays many games of one kind at once, random and adversarial ones.

finite_class_batch   learners of a class given as a table
threshold_batch      thresholds on a grid
experts_batch        experts' advice, of every trust
disjunction_batch    monotone disjunctions, against an environment that contradicts where it may
winnow_batch         examples of one disjunction, drawn or written by Winnow's adversary
target_batch         one halfspace labels a pool of instances; those come first that a Perceptron gets wrong
grid_batch           any halfspace of a grid that still agrees with the labels

Each takes a numpy generator, the number of games and the limits of its family's scout.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.boolean.games import NEGATIVE, POSITIVE, RELEVANT, BooleanGame, DisjunctionGame
from learncheck.strategies.halfspaces.games import (
    LABEL,
    GridGame,
    TargetGame,
    coarsest_fine_grid,
    directions,
    length,
    power_of_two_above,
    pythagorean,
)
from learncheck.strategies.play.batch import Array, Batch, Ints, legal_labels
from learncheck.strategies.play.games import Game
from learncheck.strategies.samples.thresholds import MIDDLE, ThresholdGame
from learncheck.strategies.tables.experts import ExpertsGame, Trust
from learncheck.strategies.tables.finite_class import BALANCED, FiniteClassGame, cube, thresholds

AGREES = 1 / 4
"""How often a drawn environment agrees with the learner, where it may contradict it."""


def stances(generator: np.random.Generator, rounds: int, games: int) -> Ints:
    """Half of the games are contradicted in every round, the others in most."""
    agree = generator.random((rounds, games)) < AGREES
    agree[:, ::2] = False
    return agree.astype(np.int64)


# ---- tables and thresholds ----


class FiniteClassBatch(Batch):
    """Games over one table: `asked` gives instances or BALANCED, `stances` how to answer, both (rounds, games)."""

    def __init__(self, table: Array, asked: Ints, answers: Ints) -> None:
        super().__init__(asked.shape[1], len(asked))
        self.table, self.asked, self.drawn = table, asked, answers
        self.alive = np.ones((self.games, len(table)), dtype=bool)

    def arguments(self) -> tuple[Any, ...]:
        return (self.table,)

    def present(self, t: int) -> Array:
        evenly = np.abs(self.alive @ self.table).argmin(axis=1)
        return np.asarray(np.where(self.asked[t] == BALANCED, evenly, self.asked[t]))

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        votes = self.table.T[presented]
        plus, minus = ((self.alive & (votes == y)).any(axis=1) for y in (1, -1))
        labels = legal_labels(self.drawn[t], predictions, plus, minus)
        self.alive &= votes == labels[:, None]
        return labels

    def game(self, index: int) -> Game:
        asked = [int(x[index]) for x in self.presented]
        rows = tuple(map(tuple, self.table.tolist()))
        return FiniteClassGame(rows, tuple(zip(asked, self.stances(index), strict=True)))


def finite_class_batch(
    generator: np.random.Generator, games: int, *, points: int, rows: int, rounds: int, given: frozenset[str]
) -> Batch:
    """A random class of at most `rows` hypotheses on at most `points` instances, or thresholds, or a cube."""
    size = int(generator.integers(1, points + 1))
    kind = generator.integers(4)
    if kind == 0:
        table = np.array(thresholds(size + 1))
    elif kind == 1:
        table = np.array(cube(min(size, rows.bit_length() - 1)))
    else:
        drawn = generator.integers(0, 2, (generator.integers(1, rows + 1), size)) * 2 - 1
        table = np.unique(drawn, axis=0)
    asked = generator.integers(BALANCED, table.shape[1], (rounds, games))
    asked[:, : games // 4] = BALANCED
    return FiniteClassBatch(table, asked, stances(generator, rounds, games))


class ThresholdBatch(Batch):
    """Games on the points 0, ..., n; `asked` gives a point or MIDDLE."""

    def __init__(self, n: int, asked: Ints, answers: Ints) -> None:
        super().__init__(asked.shape[1], len(asked))
        self.n, self.asked, self.drawn = n, asked, answers
        self.low, self.high = np.zeros(self.games, dtype=int), np.full(self.games, n + 1)

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def present(self, t: int) -> Array:
        middle = np.clip((self.low + self.high - 1) // 2, 0, self.n)
        return np.asarray(np.where(self.asked[t] == MIDDLE, middle, self.asked[t]))

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        labels = legal_labels(self.drawn[t], predictions, self.low <= presented, self.high > presented)
        self.high = np.where(labels == 1, np.minimum(self.high, presented), self.high)
        self.low = np.where(labels == -1, np.maximum(self.low, presented + 1), self.low)
        return labels

    def game(self, index: int) -> Game:
        asked = [int(k[index]) for k in self.presented]
        return ThresholdGame(self.n, tuple(zip(asked, self.stances(index), strict=True)))


def threshold_batch(
    generator: np.random.Generator, games: int, *, grid: int, rounds: int, given: frozenset[str]
) -> Batch:
    """A grid of up to `grid` steps; in a quarter of the games every point is the middle one."""
    n = int(generator.integers(1, grid + 1))
    asked = generator.integers(MIDDLE, n + 1, (rounds, games))
    asked[:, : games // 4] = MIDDLE
    return ThresholdBatch(n, asked, stances(generator, rounds, games))


# ---- experts ----


class ExpertsBatch(Batch):
    """Games with n experts; `advice` is (rounds, games, n), and where `even` holds it divides the trust evenly."""

    def __init__(self, trust: Trust, advice: Ints, even: Array, answers: Ints) -> None:
        super().__init__(advice.shape[1], len(advice))
        self.trust, self.advice, self.even, self.drawn = trust, advice, even, answers
        self.n = advice.shape[2]
        self.errors = np.zeros((self.games, self.n), dtype=int)
        self.halvings = np.zeros((self.games, self.n), dtype=int)
        self.trusted = np.ones((self.games, self.n), dtype=bool)

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def present(self, t: int) -> Array:
        advice: Ints = self.advice[t]
        even = self.even[t]
        advice[even] = even_advices(self.halvings[even], self.trusted[even])
        return advice

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        anything = np.full(self.games, self.trust != "perfect")
        plus, minus = (anything | (self.trusted & (presented == y)).any(axis=1) for y in (1, -1))
        labels = legal_labels(self.drawn[t], predictions, plus, minus)
        wrong = presented != labels[:, None]
        self.errors += wrong
        if self.trust == "halve":
            self.halvings += wrong & (predictions != labels)[:, None]
        else:
            left = self.trusted & ~wrong
            self.trusted = left | ~left.any(axis=1, keepdims=True)
        return labels

    def sizes(self) -> Sequence[Ints]:
        return (self.errors.min(axis=1),)

    def game(self, index: int) -> Game:
        advice = [tuple(each[index].tolist()) for each in self.presented]
        return ExpertsGame(self.n, self.trust, tuple(zip(advice, self.stances(index), strict=True)))


def even_advices(halvings: Ints, trusted: Array) -> Ints:
    """Advice that divides the weight (1/2)^halvings of the trusted experts about evenly, in every game.

    Heaviest first, each expert joins the lighter side. Sums of so few powers of two are exact in floats.
    """
    weights = np.where(trusted, 0.5**halvings, 0.0)
    order = np.argsort(-weights, axis=1, kind="stable")
    rows = np.arange(len(weights))
    advice = np.ones_like(halvings)
    lead = np.zeros(len(weights))
    for expert in order.T:
        side = np.where(lead > 0, -1, 1)
        advice[rows, expert] = side
        lead += side * weights[rows, expert]
    return advice


def experts_batch(
    generator: np.random.Generator,
    games: int,
    *,
    experts: int,
    rounds: int,
    trust: Trust,
    given: frozenset[str] = frozenset(),
) -> Batch:
    """Up to `experts` experts. In a third of the games all advice divides evenly, in another none of it does."""
    n = int(generator.integers(1, experts + 1))
    length = 2 * rounds
    advice = generator.integers(0, 2, (length, games, n)) * 2 - 1
    even = generator.random((length, games)) < np.linspace(-0.5, 1.5, games)
    return ExpertsBatch(trust, advice, even, stances(generator, length, games))


# ---- Boolean features ----


class DisjunctionBatch(Batch):
    """Games of monotone disjunctions; `asked` are the instances, (rounds, games, n)."""

    def __init__(self, asked: Ints, answers: Ints) -> None:
        super().__init__(asked.shape[1], len(asked))
        self.asked, self.drawn = asked, answers
        self.n = asked.shape[2]
        self.candidates = np.ones((self.games, self.n), dtype=bool)
        self.positives: list[tuple[Array, Array]] = []

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def present(self, t: int) -> Array:
        asked: Ints = self.asked[t]
        return asked

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        on = presented == 1
        left = self.candidates & ~on
        plus = (self.candidates & on).any(axis=1)
        minus = np.ones(self.games, dtype=bool)
        for was_positive, variables in self.positives:
            minus &= ~was_positive | (variables & left).any(axis=1)
        labels = legal_labels(self.drawn[t], predictions, plus, minus)
        self.positives.append((labels == 1, on))
        self.candidates = np.where((labels == 1)[:, None], self.candidates, left)
        return labels

    def game(self, index: int) -> Game:
        asked = [tuple(x[index].tolist()) for x in self.presented]
        return DisjunctionGame(self.n, tuple(zip(asked, self.stances(index), strict=True)))


def disjunction_batch(
    generator: np.random.Generator, games: int, *, variables: int, rounds: int, given: frozenset[str]
) -> Batch:
    """Up to `variables` variables; the games differ in how many of them are on, down to one at a time."""
    n = int(generator.integers(1, variables + 1))
    on = generator.random((rounds, games, n)) < np.linspace(0, 1 / 2, games)[:, None]
    single = generator.integers(0, n, (rounds, games))
    on[np.arange(rounds)[:, None], np.arange(games), single] = True
    return DisjunctionBatch(on.astype(np.int64), stances(generator, rounds, games))


class WinnowBatch(Batch):
    """Examples of the disjunction of the `relevant` variables; `kinds` says which are drawn, and which the adversary's.

    The adversary follows Winnow's weights by their exponents; their sums are exact in floats.
    """

    def __init__(self, relevant: Sequence[int], drawn: Ints, kinds: Ints) -> None:
        super().__init__(drawn.shape[1], len(drawn))
        self.relevant, self.drawn, self.kinds = list(relevant), drawn, kinds
        self.n = drawn.shape[2]
        self.irrelevant = np.setdiff1d(np.arange(self.n), relevant)
        self.exponents = np.zeros((self.games, self.n), dtype=int)

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def present(self, t: int) -> Array:
        x: Ints = self.drawn[t]
        for kind, costliest in ((POSITIVE, self.positive), (NEGATIVE, self.negative)):
            chosen = self.kinds[t] == kind
            x[chosen] = costliest(self.exponents[chosen])
        return x

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        labels = np.where(presented[:, self.relevant].any(axis=1), 1, -1)
        predicted = np.where((2.0**self.exponents * presented).sum(axis=1) >= self.n, 1, -1)
        self.exponents += np.where(predicted != labels, labels, 0)[:, None] * presented
        return labels

    def positive(self, exponents: Ints) -> Ints:
        """A lightest relevant variable, with as much of irrelevant ones as stays below n."""
        lightest = np.array(self.relevant)[exponents[:, self.relevant].argmin(axis=1)]
        x = np.zeros_like(exponents)
        x[np.arange(len(x)), lightest] = 1
        below = np.nextafter(self.n, 0)
        return self.heaped(exponents, x, below)

    def negative(self, exponents: Ints) -> Ints:
        """Irrelevant variables with a total as little as reaches n."""
        x = self.heaped(exponents, np.zeros_like(exponents), self.n)
        if len(self.irrelevant):
            weights = 2.0**exponents
            short = (weights * x).sum(axis=1) < self.n
            lightest = self.irrelevant[np.where(x == 1, np.inf, weights)[:, self.irrelevant].argmin(axis=1)]
            x[short, lightest[short]] = 1
        return x

    def heaped(self, exponents: Ints, x: Ints, most: float) -> Ints:
        """x with irrelevant variables switched on, the heaviest first, as long as their total is at most `most`."""
        weights, rows = 2.0**exponents, np.arange(len(x))
        total = (weights * x).sum(axis=1)
        order = self.irrelevant[np.argsort(-exponents[:, self.irrelevant], axis=1, kind="stable")]
        for variable in order.T:
            fits = total + weights[rows, variable] <= most
            x[rows, variable] |= fits
            total += np.where(fits, weights[rows, variable], 0.0)
        return x

    def game(self, index: int) -> Game:
        asked = [tuple(x[index].tolist()) for x in self.presented]
        labels = [int(y[index]) for y in self.labels]
        return BooleanGame(self.n, tuple(self.relevant), tuple(zip(asked, labels, strict=True)))


def winnow_batch(
    generator: np.random.Generator, games: int, *, variables: int, rounds: int, given: frozenset[str]
) -> Batch:
    """A disjunction of some of up to `variables` variables; the games go from drawn ones to the adversary's alone."""
    n = int(generator.integers(1, variables + 1))
    size = generator.integers(1 if RELEVANT in given else 0, n + 1)
    relevant = sorted(generator.choice(n, size, replace=False).tolist())
    drawn = (generator.random((rounds, games, n)) < np.linspace(1 / 8, 7 / 8, games)[:, None]).astype(np.int64)
    adversary = generator.random((rounds, games)) < generator.permutation(np.linspace(-0.5, 1.5, games))
    kinds = np.where(adversary, generator.integers(POSITIVE, NEGATIVE + 1, (rounds, games)), 0)
    return WinnowBatch(relevant, drawn, kinds if relevant else 0 * kinds)


# ---- halfspaces ----


class TargetBatch(Batch):
    """Instances of a pool in an order of each game's own, all of them at least once, labelled by one target.

    A Perceptron's weights are followed, and of the instances that are due the one comes first that it gets most wrong;
    `moods`, (rounds, games, instances), are added to that, so that the games differ.
    """

    def __init__(self, pool: Ints, denominator: int, target: Ints, size: int, moods: Array) -> None:
        super().__init__(moods.shape[1], len(moods))
        self.pool, self.denominator, self.target, self.length, self.moods = pool, denominator, target, size, moods
        self.pool_labels = np.sign(pool @ target)
        self.w = np.zeros((self.games, pool.shape[1]), dtype=int)
        self.due = np.ones((self.games, len(pool)), dtype=bool)

    def arguments(self) -> tuple[Any, ...]:
        return (self.pool.shape[1],)

    def present(self, t: int) -> Array:
        margins = self.pool_labels * (self.w @ self.pool.T)
        due = self.due | (t >= len(self.pool))
        chosen: Ints = np.where(due, margins + self.moods[t], np.inf).argmin(axis=1)
        self.due[self.everyone, chosen] = False
        return chosen

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.denominator

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        x = self.pool[presented]
        labels: Ints = self.pool_labels[presented]
        errs = labels * (self.w * x).sum(axis=1) <= 0
        self.w += (errs * labels)[:, None] * x
        return labels

    def game(self, index: int) -> Game:
        moves = tuple((int(each[index]), LABEL) for each in self.presented)
        rows = tuple(map(tuple, self.pool.tolist()))
        return TargetGame(rows, self.denominator, moves, tuple(self.target.tolist()), self.length)


def target_batch(
    generator: np.random.Generator,
    games: int,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    rounds: int,
    fine: int = 1,
    given: frozenset[str] = frozenset(),
    **others: Any,
) -> Batch:
    """One target and at most `pool` instances, as `halfspaces.games.target_games` draws them."""
    d = int(generator.integers(1, dimensions + 1))
    if "unit target" in given:
        lengths = pythagorean(d)
        target = np.array(lengths[generator.integers(len(lengths))])
    else:
        target = nonzero(generator.integers(-reach, reach + 1, (1, d)))[0]
    drawn = nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d)))
    drawn[drawn @ target == 0] = target  # where γ = 0 there is no label
    instances = np.unique(drawn, axis=0)
    rows = tuple(map(tuple, instances.tolist()))
    denominator = power_of_two_above(rows) if "unit ball" in given else int(generator.integers(1, fine + 1))
    size = length(tuple(target.tolist())) if "unit target" in given else 1
    moods = generator.random((max(rounds, len(rows)), games, len(rows))) * np.linspace(0, reach**2 * d, games)[:, None]
    return TargetBatch(instances, denominator, target, size or 1, moods)


class GridBatch(Batch):
    """Games on a grid, where any of the `targets` that agrees so far may be w*; `asked` are indices of the pool or
    BALANCED. An instance to which all targets that are left are orthogonal gives way to the most divisive one.
    """

    def __init__(self, pool: Ints, n: int, targets: Ints, asked: Ints, answers: Ints) -> None:
        super().__init__(asked.shape[1], len(asked))
        self.pool, self.n, self.asked, self.drawn = pool, n, asked, answers
        signs = np.sign(pool @ targets.T)
        self.says = {y: as_bits(signs == y) for y in (1, -1)}
        self.alive = np.full(self.games, as_bits(np.ones(len(targets), dtype=bool)))

    def arguments(self) -> tuple[Any, ...]:
        return (self.pool.shape[1],)

    def present(self, t: int) -> Array:
        plus, minus = (np.bitwise_count(self.alive[:, None] & self.says[y]).astype(int) for y in (1, -1))
        divisive = (2 * np.minimum(plus, minus) + (plus + minus > 0)).argmax(axis=1)
        asked = self.asked[t]
        legal = (asked != BALANCED) & ((plus + minus)[self.everyone, asked] > 0)
        return np.asarray(np.where(legal, asked, divisive))

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.n

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        plus, minus = (self.alive & self.says[y][presented] for y in (1, -1))
        labels = legal_labels(self.drawn[t], predictions, plus != 0, minus != 0)
        self.alive = np.where(labels == 1, plus, minus)
        return labels

    def game(self, index: int) -> Game:
        asked = [int(x[index]) for x in self.presented]
        rows = tuple(map(tuple, self.pool.tolist()))
        return GridGame(rows, self.n, tuple(zip(asked, self.stances(index), strict=True)), self.n)


def grid_batch(
    generator: np.random.Generator,
    games: int,
    *,
    dimensions: int,
    n: int,
    pool: int,
    rounds: int,
    given: frozenset[str],
) -> Batch:
    """Instances and targets on G^d, d >= 2, with the grid's n drawn as in `halfspaces.games.grid_games`.

    Of all targets at most FOLLOWED are followed. The pool has the d unit vectors besides: no target is orthogonal to
    all of them.
    """
    d = int(generator.integers(2, dimensions + 1))
    least = coarsest_fine_grid(d) if "fine grid" in given else 1
    size = int(generator.integers(least, max(n, least) + 1))
    drawn = nonzero(generator.integers(-size, size + 1, (generator.integers(1, pool + 1), d)))
    axes = size * np.eye(d, dtype=int)
    instances = np.unique(np.concatenate([drawn, axes]), axis=0)
    targets = generator.permutation(directions(d, size))[:FOLLOWED]
    asked = generator.integers(BALANCED, len(instances), (rounds, games))
    return GridBatch(instances, size, targets, asked, stances(generator, rounds, games))


FOLLOWED = 64
"""Targets of a batch, a bit each."""


def as_bits(truths: Array) -> NDArray[np.uint64]:
    """The last axis, at most 64 truths, as the bits of a number."""
    bits = truths.astype(np.uint64) << np.arange(truths.shape[-1], dtype=np.uint64)
    return np.asarray(bits.sum(axis=-1, dtype=np.uint64))


def nonzero(vectors: Ints) -> Ints:
    """The vectors, with e_1 in the place of 0."""
    vectors[~vectors.any(axis=1), 0] = 1
    return vectors
