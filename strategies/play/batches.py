"""Batches of the online games: each function draws many games of one kind, random and adversarial, to play at once.

finite_class_batch   a class given as a table
threshold_batch      thresholds on a grid
experts_batch        experts' advice, for every kind of trust
probability_batch    experts' advice, for a learner that answers with probabilities
disjunction_batch    monotone disjunctions, against an environment that contradicts whenever it may
winnow_batch         examples of one disjunction, drawn at random or chosen by Winnow's adversary
majority_batch       the same for k out of r variables and Winnow with the factor 1 + ε
target_batch         a pool of instances labelled by one halfspace; instances that a Perceptron gets wrong come first
feature_batch        the same in the feature space of a kernel
unit_target_batch    unit instances labelled by one unit vector, for the Modified Perceptron
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
from learncheck.strategies.halfspaces.games import LABEL, GridGame, TargetGame, Targets
from learncheck.strategies.halfspaces.kernels import SHAPES, FeatureGame, LegalKernel, combinations
from learncheck.strategies.halfspaces.unit_targets import (
    STEPS,
    UnitTargetGame,
    dyadic_units,
    good_start,
    turned,
)
from learncheck.strategies.halfspaces.vectors import (
    coarsest_fine_grid,
    directions,
    length,
    power_of_two_above,
    pythagorean,
    unit,
)
from learncheck.strategies.play.batch import Array, Batch, Ints
from learncheck.strategies.play.games import Game, ManyGames, legal_label
from learncheck.strategies.play.stack import Stack, Stacked, Unstackable
from learncheck.strategies.samples.thresholds import MIDDLE, ThresholdGame, ThresholdInterval
from learncheck.strategies.tables.experts import Experts, ExpertsGame, RandomizedExpertsGame, Trust, step_sizes
from learncheck.strategies.tables.finite_class import BALANCED, FiniteClassGame, VersionSpace, cube, thresholds

AGREES = 1 / 4
"""The probability that a drawn environment agrees with the learner when it could contradict it."""


def stances(generator: np.random.Generator, rounds: int, games: int) -> Ints:
    """Draw stances: half of the games contradict in every round, the others in most."""
    agree = generator.random((rounds, games)) < AGREES
    agree[:, ::2] = False
    return agree.astype(np.int64)


class Scripted(Batch):
    """Games of a scripted environment.

    asked:   what the script asks for, array (rounds, games, ...).
    answers: the stances that it takes, array (rounds, games).
    case:    makes a case of the moves of one game.
    sizes:   returns the sizes of the `Signature`.
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
    """Games on a random class with at most `rows` hypotheses and `points` instances, or on thresholds or a cube."""
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
    """Games on a grid of at most `grid` steps; in a quarter of them every point is the middle one."""
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
    """Games with at most `experts` experts.

    From the first game to the last, evenly dividing advice becomes more frequent: from never to always.
    """
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
    """Games with n experts for a learner that answers with probabilities.

    advice: the advice, array (rounds, games, n).
    drawn:  the labels, array (rounds, games).
    alone:  bool array (rounds, games); where it is true, only the expert with the fewest errors errs.
    """

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
        """E: the exact sum of the probabilities of the experts who erred."""
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
    """Games with at most `experts` experts, with ε drawn as in `randomized_games`.

    They range from random advice to a leader who errs alone in every round.
    """
    n = int(generator.integers(1, experts + 1))
    steps = step_sizes(small_step)
    epsilon = steps[generator.integers(len(steps))]
    advice = generator.integers(0, 2, (rounds, games, n)) * 2 - 1
    labels = generator.integers(0, 2, (rounds, games)) * 2 - 1
    alone = generator.random((rounds, games)) < np.linspace(-0.5, 1.5, games)
    return ProbabilityBatch(epsilon, advice, labels, alone)


# ---- Boolean features ----


def disjunction_batch(generator: np.random.Generator, games: int, *, variables: int, rounds: int) -> Batch:
    """Games with at most `variables` variables. They differ in how many are on at a time, from one to about half."""
    n = int(generator.integers(1, variables + 1))
    on = generator.random((rounds, games, n)) < np.linspace(0, 1 / 2, games)[:, None]
    single = generator.integers(0, n, (rounds, games))
    on[np.arange(rounds)[:, None], np.arange(games), single] = True
    asked, environment = on.astype(np.int64), Disjunctions(n, games)
    return Scripted(
        (n,), environment, asked, stances(generator, rounds, games), lambda moves: DisjunctionGame(n, moves)
    )


class WinnowBatch(Batch):
    """Examples of a target, drawn at random or chosen by an adversary that tracks Winnow's weights.

    drawn: the random instances, array (rounds, games, n).
    kinds: which instance each round presents, array (rounds, games): DRAWN, or the adversary's POSITIVE or NEGATIVE.
    """

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
        """The examples of one game."""
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
    """Games on a disjunction of some of at most `variables` variables.

    The examples are random, the adversary's, or both.
    """
    n = int(generator.integers(1, variables + 1))
    size = generator.integers(1 if some_relevant else 0, n + 1)
    relevant = sorted(generator.choice(n, size, replace=False).tolist())
    drawn, kinds = drawn_and_written(generator, games, n, rounds)
    shadow = Shadow(games, relevant_alone(n, relevant))
    return DisjunctionExamples(shadow, drawn, kinds if relevant else 0 * kinds)


def majority_batch(
    generator: np.random.Generator, games: int, *, variables: int, rounds: int, tuned_step: bool = False
) -> Batch:
    """Games on k out of the first r of at most `variables` variables, with ε drawn as in `majority_games`.

    The examples are random, the adversary's, or both.
    """
    n = int(generator.integers(1, variables + 1))
    r = int(generator.integers(1, n + 1))
    k = int(generator.choice([k for k in range(1, r + 1) if not tuned_step or k in NOTES_SIZES]))
    epsilon = notes_step(k) if tuned_step else DYADIC_STEPS[generator.integers(len(DYADIC_STEPS))]
    return MajorityExamples(n, r, k, epsilon, *drawn_and_written(generator, games, n, rounds))


def drawn_and_written(generator: np.random.Generator, games: int, n: int, rounds: int) -> tuple[Ints, Ints]:
    """Draw random instances and the `kinds` of a WinnowBatch; the adversary's share of a game is from none to all."""
    drawn = (generator.random((rounds, games, n)) < np.linspace(1 / 8, 7 / 8, games)[:, None]).astype(np.int64)
    adversary = generator.random((rounds, games)) < generator.permutation(np.linspace(-0.5, 1.5, games))
    kinds = np.where(adversary, generator.integers(POSITIVE, NEGATIVE + 1, (rounds, games)), DRAWN)
    return drawn, kinds


# ---- halfspaces ----


class PoolBatch(Batch):
    """Games on a pool of instances labelled by one target. Each game presents all of them in an order of its own.

    The environment simulates a Perceptron, and of the instances not yet presented it presents the one that this gets
    most wrong; after all of them, it presents any again.

    gram:        integers proportional to the Perceptron's kernel on the pool.
    pool_labels: the labels of the pool.
    moods:       array (rounds, games, instances), added to the margins so that the games differ.
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
    """Games for the Perceptron with the labels of a target vector."""

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
    """Games for the Kernel Perceptron with the labels of a combination of monomials."""

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
    """Games with a kernel and at most `pool` instances on which one combination of monomials is not 0.

    They are drawn as in `kernels.feature_games`.
    """
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
    """Games on a pool of unit instances labelled by a unit target, from one start.

    The environment simulates the Modified Perceptron. Among the instances on which this errs by more than sigma, it
    presents the one whose update removes the smallest share of w. `moods`, array (rounds, games, instances), are added
    to the shares, so that the games differ.
    """

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
        """m, the number of rounds in which the learner's w turned."""
        states = np.array(self.states["w"], dtype=float)
        if states.shape != (self.rounds + 1, self.games, len(self.start)) or not np.isfinite(states).all():
            raise Unstackable("w is no vector of as many numbers as an instance")
        return {"m": turned(states[:-1], states[1:]).sum(axis=0)}

    def game(self, index: int) -> Game:
        moves = tuple((int(each[index]), LABEL) for each in self.presented)
        rows = tuple(map(tuple, self.pool.tolist()))
        return UnitTargetGame(rows, moves, self.sigma, self.start, tuple(self.target.tolist()))


def unit_target_batch(generator: np.random.Generator, games: int, *, dimensions: int, pool: int, rounds: int) -> Batch:
    """Games with a target, a good start, and at most `pool` instances, all of which floats represent exactly.

    They are drawn as in `unit_targets.unit_target_games`, in dimensions that have such vectors besides the axes. If the
    start errs on any instance, half of the pool consists of such instances.
    """
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
    """Games with one target and at most `pool` instances, drawn as in `halfspaces.games.target_games`."""
    d = int(generator.integers(1, dimensions + 1))
    if unit_target:
        lengths = pythagorean(d)
        target = np.array(lengths[generator.integers(len(lengths))])
    else:
        target = nonzero(generator.integers(-reach, reach + 1, (1, d)))[0]
    drawn = nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d)))
    drawn[drawn @ target == 0] = target  # an instance with margin 0 has no label
    instances = np.unique(drawn, axis=0)
    rows = tuple(map(tuple, instances.tolist()))
    denominator = power_of_two_above(rows) if unit_ball else int(generator.integers(1, fine + 1))
    size = length(tuple(target.tolist())) if unit_target else 1
    moods = generator.random((max(rounds, len(rows)), games, len(rows))) * np.linspace(0, reach**2 * d, games)[:, None]
    return TargetBatch(instances, denominator, target, size or 1, moods)


class GridBatch(Batch):
    """Games on a grid, where w* may be any of the `targets` that agrees with the labels so far.

    `asked` are indices into the pool, or BALANCED. An instance to which all remaining targets are orthogonal is
    replaced by the most divisive one.
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
    """Games with instances and targets on G^d, d >= 2, with the grid's n drawn as in `halfspaces.games.grid_games`.

    At most FOLLOWED of the targets are considered. The pool also contains the d unit vectors, so no target is
    orthogonal to all of it.
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
"""The most targets in a batch."""


def nonzero(vectors: Ints) -> Ints:
    """Replace zero vectors by e_1, in place."""
    vectors[~vectors.any(axis=1), 0] = 1
    return vectors
