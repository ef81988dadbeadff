"""The batches of the online games: each plays many games of one kind at once, random and adversarial ones.

finite_class_batch   learners of a class given as a table
threshold_batch      thresholds on a grid
experts_batch        experts' advice, of every trust
probability_batch    experts' advice, for a learner that answers with probabilities
disjunction_batch    monotone disjunctions, against an environment that contradicts where it may
winnow_batch         examples of one disjunction, drawn or written by Winnow's adversary
majority_batch       the same of k out of r variables, for Winnow with the factor 1 + ε
target_batch         one halfspace labels a pool of instances; those come first that a Perceptron gets wrong
feature_batch        the same in the feature space of a kernel
unit_target_batch    one unit vector labels unit instances, for Modified Perceptron
grid_batch           any halfspace of a grid that still agrees with the labels

Each takes a numpy generator, the number of games and the limits of its family's scout.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from learncheck.exact.arrays import totals
from learncheck.exact.balls import exact, fraction
from learncheck.learners.arithmetic import inner
from learncheck.strategies.boolean.games import DYADIC_STEPS, BooleanGame, DisjunctionGame, Disjunctions, Example
from learncheck.strategies.boolean.majorities import NOTES_SIZES, MajorityGame, notes_step
from learncheck.strategies.boolean.shadows import DRAWN, NEGATIVE, POSITIVE, Shadow, relevant_alone
from learncheck.strategies.halfspaces.games import (
    LABEL,
    GridGame,
    TargetGame,
    Targets,
    coarsest_fine_grid,
    directions,
    length,
    power_of_two_above,
    pythagorean,
    unit,
)
from learncheck.strategies.halfspaces.kernels import SHAPES, FeatureGame, LegalKernel, combinations
from learncheck.strategies.halfspaces.unit_targets import (
    STEPS,
    UnitTargetGame,
    dyadic_units,
    good_start,
    turned,
)
from learncheck.strategies.play.batch import Array, Batch, Ints
from learncheck.strategies.play.games import Game, ManyGames, legal_label
from learncheck.strategies.play.stack import Stack, Stacked, Unstackable
from learncheck.strategies.samples.thresholds import MIDDLE, ThresholdGame, ThresholdInterval
from learncheck.strategies.tables.experts import Experts, ExpertsGame, RandomizedExpertsGame, Trust, step_sizes
from learncheck.strategies.tables.finite_class import BALANCED, FiniteClassGame, VersionSpace, cube, thresholds

AGREES = 1 / 4
"""How often a drawn environment agrees with the learner, where it may contradict it."""


def stances(generator: np.random.Generator, rounds: int, games: int) -> Ints:
    """Half of the games are contradicted in every round, the others in most."""
    agree = generator.random((rounds, games)) < AGREES
    agree[:, ::2] = False
    return agree.astype(np.int64)


class Scripted(Batch):
    """Games of an environment that a script tells what to ask for, (rounds, games, ...), and which stance to take.

    `case` makes a case of the moves of one game; `sizes` are those of a `Signature`.
    """

    def __init__(
        self,
        arguments: tuple[Any, ...],
        environment: ManyGames,
        asked: Ints,
        answers: Ints,
        case: Callable[[Any], Game],
        sizes: Callable[[], Sequence[Ints]] = tuple,
    ) -> None:
        super().__init__(asked.shape[1], len(asked))
        self._arguments, self.environment, self.asked, self.drawn = arguments, environment, asked, answers
        self._case, self._sizes = case, sizes

    def arguments(self) -> tuple[Any, ...]:
        return self._arguments

    def present(self, t: int) -> Array:
        return np.asarray(self.environment.present(self.asked[t]))

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = legal_label(self.drawn[t], predictions, *self.environment.legal(presented))
        self.environment.reveal(presented, labels, predictions)
        return labels

    def sizes(self) -> Sequence[Ints]:
        return self._sizes()

    def game(self, index: int) -> Game:
        asked = [x[index].tolist() for x in self.presented]
        shown = [tuple(x) if isinstance(x, list) else x for x in asked]
        return self._case(tuple(zip(shown, self.stances(index), strict=True)))


# ---- tables and thresholds ----


def finite_class_batch(generator: np.random.Generator, games: int, *, points: int, rows: int, rounds: int) -> Batch:
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
    hypotheses = tuple(map(tuple, table.tolist()))
    return Scripted(
        (table,),
        VersionSpace(table, games),
        asked,
        stances(generator, rounds, games),
        lambda moves: FiniteClassGame(hypotheses, moves),
    )


def threshold_batch(generator: np.random.Generator, games: int, *, grid: int, rounds: int) -> Batch:
    """A grid of up to `grid` steps; in a quarter of the games every point is the middle one."""
    n = int(generator.integers(1, grid + 1))
    asked = generator.integers(MIDDLE, n + 1, (rounds, games))
    asked[:, : games // 4] = MIDDLE
    environment = ThresholdInterval(n, games=games)
    return Scripted((n,), environment, asked, stances(generator, rounds, games), lambda moves: ThresholdGame(n, moves))


# ---- experts ----


def experts_batch(
    generator: np.random.Generator,
    games: int,
    *,
    experts: int,
    rounds: int,
    trust: Trust,
) -> Batch:
    """Up to `experts` experts. In a third of the games all advice divides evenly, in another none of it does."""
    n = int(generator.integers(1, experts + 1))
    length = 2 * rounds
    advice = generator.integers(0, 2, (length, games, n)) * 2 - 1
    even = generator.random((length, games)) < np.linspace(-0.5, 1.5, games)
    advice[even] = 0
    environment = Experts(n, trust, games)
    return Scripted(
        (n,),
        environment,
        advice,
        stances(generator, length, games),
        lambda moves: ExpertsGame(n, trust, moves),
        sizes=lambda: (environment.errors.min(axis=1),),
    )


class ProbabilityBatch(Batch):
    """Games with n experts for a learner that answers with probabilities: `advice` is (rounds, games, n), `drawn` are
    the labels, and where `alone` holds the expert who has erred least errs alone."""

    def __init__(self, epsilon: Fraction, advice: Ints, drawn: Ints, alone: Array) -> None:
        super().__init__(advice.shape[1], len(advice))
        self.epsilon, self.advice, self.drawn, self.alone = epsilon, advice, drawn, alone
        self.n = advice.shape[2]
        self.errors = np.zeros((self.games, self.n), dtype=int)

    def arguments(self) -> tuple[Any, ...]:
        return (self.n, float(self.epsilon))

    def answers(self, learner: Stacked, instances: Stack) -> Array:
        return learner.probabilities()

    def present(self, t: int) -> Array:
        leads = np.arange(self.n) == self.errors.argmin(axis=1)[:, None]
        errs_alone = np.where(leads, -1, 1) * self.drawn[t][:, None]
        return np.asarray(np.where(self.alone[t][:, None], errs_alone, self.advice[t]))

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = self.drawn[t]
        self.errors += presented != labels[:, None]
        return labels

    def counts(self) -> Mapping[str, Sequence[Any] | Array]:
        """E: the probabilities of the experts who erred, added up exactly."""
        given = zip(self.predictions, self.presented, self.labels, strict=True)
        lost = [np.where(x != y[:, None], probabilities, 0.0) for probabilities, x, y in given]
        sums = totals(np.concatenate([*lost, np.zeros((self.games, 1))], axis=1))
        return {"E": [fraction(exact(each, "E")) for each in sums]}

    def sizes(self) -> Sequence[Ints]:
        return (self.errors.min(axis=1),)

    def game(self, index: int) -> RandomizedExpertsGame:
        rounds = zip(self.presented, self.labels, strict=True)
        moves = tuple((tuple(x[index].tolist()), int(y[index])) for x, y in rounds)
        return RandomizedExpertsGame(self.n, self.epsilon, moves)


def probability_batch(
    generator: np.random.Generator, games: int, *, experts: int, rounds: int, small_step: bool = False
) -> Batch:
    """Up to `experts` experts, with an ε as `randomized_games` takes it. The games go from drawn advice to that of a
    leader who errs alone in every round."""
    n = int(generator.integers(1, experts + 1))
    steps = step_sizes(small_step)
    epsilon = steps[generator.integers(len(steps))]
    advice = generator.integers(0, 2, (rounds, games, n)) * 2 - 1
    labels = generator.integers(0, 2, (rounds, games)) * 2 - 1
    alone = generator.random((rounds, games)) < np.linspace(-0.5, 1.5, games)
    return ProbabilityBatch(epsilon, advice, labels, alone)


# ---- Boolean features ----


def disjunction_batch(generator: np.random.Generator, games: int, *, variables: int, rounds: int) -> Batch:
    """Up to `variables` variables; the games differ in how many of them are on, down to one at a time."""
    n = int(generator.integers(1, variables + 1))
    on = generator.random((rounds, games, n)) < np.linspace(0, 1 / 2, games)[:, None]
    single = generator.integers(0, n, (rounds, games))
    on[np.arange(rounds)[:, None], np.arange(games), single] = True
    asked, environment = on.astype(np.int64), Disjunctions(n, games)
    return Scripted(
        (n,), environment, asked, stances(generator, rounds, games), lambda moves: DisjunctionGame(n, moves)
    )


class WinnowBatch(Batch):
    """Examples of a target, `drawn` ones (rounds, games, n) and the adversary's, as `kinds` says. The adversary follows
    Winnow's weights. `game` makes a case of one game's examples."""

    def __init__(self, shadow: Shadow, drawn: Ints, kinds: Ints) -> None:
        super().__init__(drawn.shape[1], len(drawn))
        self.shadow, self.drawn, self.kinds = shadow, drawn, kinds

    def present(self, t: int) -> Array:
        x: Ints = self.drawn[t]
        for kind, written in ((POSITIVE, self.shadow.positive()), (NEGATIVE, self.shadow.negative())):
            x = np.where((self.kinds[t] == kind)[:, None], written, x)
        return x

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels = np.where((presented * self.shadow.worth).sum(axis=1) >= self.shadow.high, 1, -1)
        self.shadow.update(presented, labels)
        return labels

    def examples(self, index: int) -> tuple[Example, ...]:
        """Those of one game."""
        rounds = zip(self.presented, self.labels, strict=True)
        return tuple((tuple(x[index].tolist()), int(y[index])) for x, y in rounds)


class DisjunctionExamples(WinnowBatch):
    """Examples of a disjunction, for Winnow."""

    def arguments(self) -> tuple[Any, ...]:
        return (len(self.shadow.worth),)

    def game(self, index: int) -> Game:
        relevant = tuple(self.shadow.relevant.tolist())
        return BooleanGame(len(self.shadow.worth), relevant, self.examples(index))


class MajorityExamples(WinnowBatch):
    """Examples of k out of r variables, for Winnow with the factor 1 + ε."""

    def __init__(self, n: int, r: int, k: int, epsilon: Fraction, drawn: Ints, kinds: Ints) -> None:
        worth, high, low = relevant_alone(n, range(r)), Fraction(k), Fraction(k - 1)
        super().__init__(Shadow(drawn.shape[1], worth, high=high, low=low, factor=1 + epsilon), drawn, kinds)
        self.n, self.r, self.k, self.epsilon = n, r, k, epsilon

    def arguments(self) -> tuple[Any, ...]:
        return (self.n, float(self.epsilon))

    def game(self, index: int) -> Game:
        return MajorityGame(self.n, tuple(range(self.r)), self.examples(index), self.epsilon, self.k)


def winnow_batch(
    generator: np.random.Generator, games: int, *, variables: int, rounds: int, some_relevant: bool = False
) -> Batch:
    """A disjunction of some of up to `variables` variables; the games go from drawn ones to the adversary's alone."""
    n = int(generator.integers(1, variables + 1))
    size = generator.integers(1 if some_relevant else 0, n + 1)
    relevant = sorted(generator.choice(n, size, replace=False).tolist())
    drawn, kinds = drawn_and_written(generator, games, n, rounds)
    shadow = Shadow(games, relevant_alone(n, relevant))
    return DisjunctionExamples(shadow, drawn, kinds if relevant else 0 * kinds)


def majority_batch(
    generator: np.random.Generator, games: int, *, variables: int, rounds: int, tuned_step: bool = False
) -> Batch:
    """A majority of k out of the first r of up to `variables` variables, with an ε as `majority_games` takes it; the
    games go from drawn ones to the adversary's alone."""
    n = int(generator.integers(1, variables + 1))
    r = int(generator.integers(1, n + 1))
    k = int(generator.choice([k for k in range(1, r + 1) if not tuned_step or k in NOTES_SIZES]))
    epsilon = notes_step(k) if tuned_step else DYADIC_STEPS[generator.integers(len(DYADIC_STEPS))]
    return MajorityExamples(n, r, k, epsilon, *drawn_and_written(generator, games, n, rounds))


def drawn_and_written(generator: np.random.Generator, games: int, n: int, rounds: int) -> tuple[Ints, Ints]:
    """Instances, and which of them the adversary's are to be put in the place of, in few games or in all rounds."""
    drawn = (generator.random((rounds, games, n)) < np.linspace(1 / 8, 7 / 8, games)[:, None]).astype(np.int64)
    adversary = generator.random((rounds, games)) < generator.permutation(np.linspace(-0.5, 1.5, games))
    kinds = np.where(adversary, generator.integers(POSITIVE, NEGATIVE + 1, (rounds, games)), DRAWN)
    return drawn, kinds


# ---- halfspaces ----


class PoolBatch(Batch):
    """Instances of a pool in an order of each game's own, all of them at least once, labelled by one target.

    A Perceptron is followed that meets `gram`, integers that are proportional to its kernel on the pool, and of the
    instances that are due the one comes first that it gets most wrong; `moods`, (rounds, games, instances), are added
    to that, so that the games differ.
    """

    def __init__(self, gram: Ints, pool_labels: Ints, moods: Array) -> None:
        super().__init__(moods.shape[1], len(moods))
        self.gram, self.pool_labels, self.moods = gram, pool_labels, moods
        self.scores = np.zeros((self.games, len(gram)), dtype=int)
        self.due = np.ones((self.games, len(gram)), dtype=bool)

    def present(self, t: int) -> Array:
        due = self.due | (t >= len(self.gram))
        chosen: Ints = np.where(due, self.pool_labels * self.scores + self.moods[t], np.inf).argmin(axis=1)
        self.due[self.everyone, chosen] = False
        return chosen

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = self.pool_labels[presented]
        errs = labels * self.scores[self.everyone, presented] <= 0
        self.scores += (errs * labels)[:, None] * self.gram[presented]
        return labels


class TargetBatch(PoolBatch):
    """The labels are those of a target, the learner is Perceptron."""

    def __init__(self, pool: Ints, denominator: int, target: Ints, size: int, moods: Array) -> None:
        super().__init__(pool @ pool.T, np.sign(pool @ target), moods)
        self.pool, self.denominator, self.target, self.length = pool, denominator, target, size

    def arguments(self) -> tuple[Any, ...]:
        return (self.pool.shape[1],)

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.denominator

    def game(self, index: int) -> Game:
        moves = tuple((int(each[index]), LABEL) for each in self.presented)
        rows = tuple(map(tuple, self.pool.tolist()))
        return TargetGame(rows, self.denominator, moves, tuple(self.target.tolist()), self.length)


class FeatureBatch(PoolBatch):
    """The labels are those of a combination of monomials, the learner is Kernel Perceptron."""

    def __init__(self, pool: Ints, denominator: int, kernel: LegalKernel, pool_labels: Ints, moods: Array) -> None:
        constant = denominator**2 if kernel.name == "polynomial" else 0
        super().__init__((constant + pool @ pool.T) ** kernel.degree, pool_labels, moods)
        self.pool, self.denominator, self.kernel = pool, denominator, kernel

    def arguments(self) -> tuple[Any, ...]:
        return (self.kernel,)

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.denominator

    def game(self, index: int) -> Game:
        asked = [int(each[index]) for each in self.presented]
        rows = tuple(map(tuple, self.pool.tolist()))
        return FeatureGame(rows, self.denominator, tuple(zip(asked, self.stances(index), strict=True)), self.kernel)


def feature_batch(generator: np.random.Generator, games: int, *, reach: int, pool: int, rounds: int) -> Batch:
    """A kernel, and at most `pool` instances on which one combination of monomials is not 0, as
    `kernels.feature_games` draws them."""
    name, d, degree = SHAPES[generator.integers(len(SHAPES))]
    kernel = LegalKernel("power" if name == "power" else "polynomial", degree)
    denominator = 2 ** int(generator.integers(2))
    drawn = np.unique(nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d))), axis=0)
    monomials = np.array([kernel.monomials(tuple(x), denominator) for x in drawn.tolist()])
    signs = np.sign(monomials @ combinations(monomials.shape[1]).T)
    labels = signs[:, generator.choice(np.flatnonzero(signs[0]))]
    instances, labels = drawn[labels != 0], labels[labels != 0]
    length = max(rounds, len(instances))
    greatest = int((instances**2).sum(axis=1).max() + denominator**2) ** degree
    moods = generator.random((length, games, len(instances))) * np.linspace(0, greatest, games)[:, None]
    return FeatureBatch(instances, denominator, kernel, labels, moods)


class UnitTargetBatch(Batch):
    """Unit instances of a pool, labelled by a unit target, from one start. Modified Perceptron is followed; where it
    errs by more than sigma the instance comes first on which an update takes the least of w, and `moods`,
    (rounds, games, instances), are added to that share."""

    watch = ("w",)

    def __init__(self, pool: Ints, sigma: Fraction, start: tuple[int, ...], target: Ints, moods: Array) -> None:
        super().__init__(moods.shape[1], len(moods))
        self.pool, self.sigma, self.start, self.target, self.moods = pool, sigma, start, target, moods
        self.units = np.array([unit(x) for x in pool.tolist()])
        self.pool_labels: Ints = np.sign(pool @ target)
        self.w = np.tile(unit(start), (self.games, 1))

    def arguments(self) -> tuple[Any, ...]:
        return float(self.sigma), unit(self.start)

    def present(self, t: int) -> Array:
        margins = inner(self.w[:, None], self.units)
        shares = margins**2 / np.maximum(inner(self.w, self.w), np.finfo(float).tiny)[:, None]
        errs = (self.pool_labels * margins <= 0) & (shares > float(self.sigma) ** 2)
        return np.asarray((np.where(errs, shares, 2.0) + self.moods[t]).argmin(axis=1))

    def instances(self, presented: Array) -> Array:
        return np.asarray(self.units[presented])

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        x, labels = self.units[presented], self.pool_labels[presented]
        margins = inner(self.w, x)
        errs = (labels * margins <= 0) & (margins**2 > float(self.sigma) ** 2 * inner(self.w, self.w))
        self.w = self.w - (errs * margins)[:, None] * x
        return np.asarray(labels)

    def counts(self) -> Mapping[str, Sequence[Any] | Array]:
        """m, the rounds in which the learner's w has turned."""
        states = np.array(self.states["w"], dtype=float)
        if states.shape != (self.rounds + 1, self.games, len(self.start)) or not np.isfinite(states).all():
            raise Unstackable("w is no vector of as many numbers as an instance")
        return {"m": turned(states[:-1], states[1:]).sum(axis=0)}

    def game(self, index: int) -> Game:
        moves = tuple((int(each[index]), LABEL) for each in self.presented)
        rows = tuple(map(tuple, self.pool.tolist()))
        return UnitTargetGame(rows, moves, self.sigma, self.start, tuple(self.target.tolist()))


def unit_target_batch(generator: np.random.Generator, games: int, *, dimensions: int, pool: int, rounds: int) -> Batch:
    """A target, a good start, and at most `pool` instances, all of which floats hold exactly, as
    `unit_targets.unit_target_games` draws them, in as many dimensions as have such vectors beside the axes. Where the
    start errs on any instance, half of the pool is of that kind."""
    units = dyadic_units(int(generator.integers(min(4, dimensions), dimensions + 1)))
    target = units[generator.integers(len(units))]
    starts = [start for start in units if good_start(start, target)]
    start = starts[generator.integers(len(starts))]
    sigma = STEPS[generator.integers(len(STEPS))]
    labelled = generator.permutation(np.array([x for x in units if np.dot(x, target)]))
    errs = np.sign(labelled @ target) != np.sign(labelled @ start)
    size = int(generator.integers(1, pool + 1))
    instances = np.unique(np.concatenate([labelled[errs][: (size + 1) // 2], labelled[: size // 2]]), axis=0)
    instances = instances if len(instances) else np.array([target])
    moods = generator.random((rounds, games, len(instances))) * np.linspace(0, 2, games)[:, None]
    return UnitTargetBatch(instances, sigma, start, np.array(target), moods)


def target_batch(
    generator: np.random.Generator,
    games: int,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    rounds: int,
    fine: int = 1,
    unit_target: bool = False,
    unit_ball: bool = False,
    **others: Any,
) -> Batch:
    """One target and at most `pool` instances, as `halfspaces.games.target_games` draws them."""
    d = int(generator.integers(1, dimensions + 1))
    if unit_target:
        lengths = pythagorean(d)
        target = np.array(lengths[generator.integers(len(lengths))])
    else:
        target = nonzero(generator.integers(-reach, reach + 1, (1, d)))[0]
    drawn = nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d)))
    drawn[drawn @ target == 0] = target  # where γ = 0 there is no label
    instances = np.unique(drawn, axis=0)
    rows = tuple(map(tuple, instances.tolist()))
    denominator = power_of_two_above(rows) if unit_ball else int(generator.integers(1, fine + 1))
    size = length(tuple(target.tolist())) if unit_target else 1
    moods = generator.random((max(rounds, len(rows)), games, len(rows))) * np.linspace(0, reach**2 * d, games)[:, None]
    return TargetBatch(instances, denominator, target, size or 1, moods)


class GridBatch(Batch):
    """Games on a grid, where any of the `targets` that agrees so far may be w*; `asked` are indices of the pool or
    BALANCED. An instance to which all targets that are left are orthogonal gives way to the most divisive one.
    """

    def __init__(self, pool: Ints, n: int, targets: Ints, asked: Ints, answers: Ints) -> None:
        super().__init__(asked.shape[1], len(asked))
        self.pool, self.n, self.asked, self.drawn = pool, n, asked, answers
        self.environment = Targets(np.sign(pool @ targets.T), targets, self.games)

    def arguments(self) -> tuple[Any, ...]:
        return (self.pool.shape[1],)

    def present(self, t: int) -> Array:
        plus, minus = self.environment.votes()
        divisive = (2 * np.minimum(plus, minus) + (plus + minus > 0)).argmax(axis=1)
        asked = self.asked[t]
        legal = (asked != BALANCED) & ((plus + minus)[self.everyone, asked] > 0)
        return np.asarray(np.where(legal, asked, divisive))

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.n

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = legal_label(self.drawn[t], predictions, *self.environment.legal(presented))
        self.environment.reveal(presented, labels, predictions)
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
    fine_grid: bool = False,
) -> Batch:
    """Instances and targets on G^d, d >= 2, with the grid's n drawn as in `halfspaces.games.grid_games`.

    Of all targets at most FOLLOWED are followed. The pool has the d unit vectors besides: no target is orthogonal to
    all of them.
    """
    d = int(generator.integers(2, dimensions + 1))
    least = coarsest_fine_grid(d) if fine_grid else 1
    size = int(generator.integers(least, max(n, least) + 1))
    drawn = nonzero(generator.integers(-size, size + 1, (generator.integers(1, pool + 1), d)))
    axes = size * np.eye(d, dtype=int)
    instances = np.unique(np.concatenate([drawn, axes]), axis=0)
    targets = generator.permutation(directions(d, size))[:FOLLOWED]
    asked = generator.integers(BALANCED, len(instances), (rounds, games))
    return GridBatch(instances, size, targets, asked, stances(generator, rounds, games))


FOLLOWED = 64
"""The most targets of a batch."""


def nonzero(vectors: Ints) -> Ints:
    """The vectors, with e_1 in the place of 0."""
    vectors[~vectors.any(axis=1), 0] = 1
    return vectors
