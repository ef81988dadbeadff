"""Batch cases for boosting: weak learners that err as much as they may.

- `ScriptedBoosting`: the weak learner errs where a script says
- `GreedyBoosting`: it errs on as much of the given distribution as its edge allows
- `StumpBoosting`: it returns the best decision stump under the given distribution

The distributions of AdaBoost are rational, so the errors ε_t of a boosting case are known exactly.
Source: UML 10.2, Exercise 10.3.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple, Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arrays import Array, Ints, Numbers
from learncheck.strategies.play.case import Label, Make, Natural, Positive, Rounds, RoundsCase, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.play.games import exposed
from learncheck.strategies.samples.fitting import predictions
from learncheck.strategies.samples.handed import HandedWeakLearner
from learncheck.strategies.samples.stumps import Mass, stumps
from learncheck.strategies.samples.weak_learners import (
    CERTAIN,
    Choose,
    Distribution,
    MajorityWeights,
    WeakLearner,
    WeakLearnerCall,
    fitting,
    share_of,
)


class BoostedFit(NamedTuple):
    """The training error, the calls of the weak learner, the answers on its rows, and the weak learner."""

    training_error: Fraction
    calls: list[WeakLearnerCall]
    predictions: Array
    weak_learner: WeakLearner


class Boosting(RoundsCase, frozen=True, kw_only=True):
    """A case for AdaBoost: a sample, and a weak learner that claims errors of at most ½ − gamma.

    With `again`, the learner is first fitted to the same sample with all labels flipped. With `by_majority`, it is one
    that boosts by majority, which is also given the edge γ, and weighs the examples as JAI does.
    """

    gamma: Fraction
    again: bool = False
    by_majority: bool = False

    headings = ("D_t", "answers of h_t", "labels", "ε_t")
    manner: ClassVar[str]
    """What the weak learner does, in words; the table of rounds has its answers."""

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The fields but for the weak learner's script, which is put into words."""
        fields = {name: value for name, value in super().in_words(trace).items() if name not in SCRIPTS}
        return {**fields, "weak learner": self.manner}

    def figures(self, trace: Trace) -> list[Fraction]:
        """ε_t of each round."""
        return [call.error for call in trace.facts.calls]

    def rounds(self) -> int:
        """T, the number of rounds that the learner is asked for."""
        raise NotImplementedError

    def weak_learner(self) -> WeakLearner:
        """The weak learner at the start of a training."""
        raise NotImplementedError

    def below_half(self) -> bool:
        """Whether the errors are below ½, under AdaBoost's distribution or under the one given to the weak learner."""
        return True

    def weights(self, copies: Sequence[int]) -> Distribution:
        """The weights that the learner gives to the examples, before the first round."""
        return MajorityWeights(copies, self.gamma) if self.by_majority else Distribution(copies)

    def arguments(self) -> tuple[HandedWeakLearner, *tuple[object, ...]]:
        edge = (float(self.gamma),) if self.by_majority else ()
        return HandedWeakLearner(self.weak_learner), *edge, self.rounds()

    def _on_numbers(self, labels: Sequence[int], copies: Sequence[int], errs: Choose) -> WeakLearner:
        """A weak learner on the instances 0, 1, 2, ... whose hypotheses err where `errs` says."""
        true = np.array(labels)

        def answer(t: int, masses: Sequence[Mass], exact: bool) -> tuple[Ints, Callable[[Numbers], Ints]]:
            given = np.where(errs(t, masses, exact), -true, true)

            def h(X: Numbers) -> Ints:
                number = np.rint(np.asarray(X)[:, 0]).astype(int)
                return np.asarray(given[np.clip(number, 0, len(given) - 1)])

            return given, h

        rows = np.arange(len(labels), dtype=float)[:, None]
        return WeakLearner(rows, true, self.weights(copies), answer, most=self.rounds() + 1)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, BoostedFit]:
        handed, *others = self.arguments()
        handed.serving = weak = self.weak_learner()
        learner = make(handed, *others)
        if self.again:
            handed.serving = self.weak_learner()
            handed.serving.turned = True
            learner.fit(weak.X.copy(), -weak.y)
            handed.serving = weak
        learner.fit(weak.X.copy(), weak.y.copy())
        answers = predictions(learner, weak.rows)
        handed.serving = None  # who fits again, as the look for shared state does, is served from the start
        wrong = sum(c for c, h, y in zip(weak.copies, answers, weak.labels, strict=True) if h != y)
        state = exposed(learner, watch)
        T = len(weak.calls)
        states = [{**state, "t": t, "last": t == T} for t in range(T + 1)]
        weights, votes = [call.handed for call in weak.calls], [call.labels[weak.which] for call in weak.calls]
        rounds = Rounds.of_nobody(states, weights, votes, [weak.y] * T)  # D, h_t and y, one entry an example
        facts = BoostedFit(
            training_error=Fraction(wrong, len(weak.y)), calls=weak.calls, predictions=answers, weak_learner=weak
        )
        return Trace(self, rounds, facts)


SCRIPTS = ("errors", "moves", "length", "by_majority")
"""Fields that say what the weak learner does in which round, and whose it is."""


class ScriptedBoosting(Boosting, frozen=True, tag="scripted-boosting"):
    """A weak learner that follows a script, regardless of the distribution.

    Instance i is the number i, has the label labels[i] and occurs copies[i] times in the sample; one that occurs 0
    times is only asked for at the end. Round t errs on the instances errors[t]; after the last round the script starts
    again.
    """

    manner = "errs where it is told to, whatever D_t is"

    labels: tuple[Label, ...]
    copies: tuple[Natural, ...]
    errors: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _require_instances(self.labels, self.copies)
        require(len(self.errors) > 0, "the script has no round: give the errors of one at least")
        named = {i for wrong in self.errors for i in wrong}
        require(
            named <= set(range(len(self.labels))),
            f"the script errs on {sorted(named)}: name instances from 0 to {len(self.labels) - 1}",
        )

    def below_half(self) -> bool:
        return all(2 * error < 1 for error in Distribution(self.copies).played(self.errors))

    def rounds(self) -> int:
        return len(self.errors)

    def weak_learner(self) -> WeakLearner:
        def errs(t: int, masses: Sequence[Mass], exact: bool) -> Sequence[bool]:
            wrong = self.errors[t % len(self.errors)]
            return [i in wrong for i in range(len(self.labels))]

        return self._on_numbers(self.labels, self.copies, errs)


LIGHTEST = 0
"""Err on the lightest instances, so on as many as possible."""
STUBBORN = 1
"""Err on the first instances, again and again."""
ROTATING = 2
"""Err on the instances in turn, starting after those of the previous round."""
HEAVIEST = 3
"""Err on the heaviest instances."""


class GreedyBoosting(Boosting, frozen=True, tag="greedy-boosting"):
    """A weak learner that errs on as much of the given distribution as its edge gamma allows.

    Instances are as in `ScriptedBoosting`. A move is (order, most): the order in which instances are chosen, and how
    many at most (0: as many as fit). Off the sample, the hypothesis of round t errs on the instances i with t + i even.
    """

    manner = "errs on at most ½ − γ of D_t"

    labels: tuple[Label, ...]
    copies: tuple[Natural, ...]
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        _require_instances(self.labels, self.copies)
        require(len(self.moves) > 0, "the weak learner has no move: give one at least")

    def rounds(self) -> int:
        return len(self.moves)

    def weak_learner(self) -> WeakLearner:
        n = len(self.labels)
        behind = 0

        def errs(t: int, masses: Sequence[Mass], exact: bool) -> Sequence[bool]:
            nonlocal behind
            order, most = self.moves[t % len(self.moves)]
            share = (Fraction(1, 2) - self.gamma) * (1 if exact else CERTAIN)
            wrong = fitting(masses, _ordered(masses, order, behind), share, most or None)
            behind = (max((i for i in range(n) if wrong[i]), default=-1) + 1) % n
            return [
                err or (not mass and (t + i) % 2 == 0) for i, (err, mass) in enumerate(zip(wrong, masses, strict=True))
            ]

        return self._on_numbers(self.labels, self.copies, errs)


class StumpBoosting(Boosting, frozen=True, tag="stump-boosting"):
    """A weak learner that returns a decision stump of least error. Source: UML Example 10.1.

    The points, in quarters, are distinct, and each occurs once in the sample; the queries are not in the sample.
    """

    manner = "returns a decision stump of least error under D_t"

    points: tuple[tuple[int, ...], ...]
    labels: tuple[Label, ...]
    queries: tuple[tuple[int, ...], ...]
    length: Positive

    def __post_init__(self) -> None:
        _require_instances(self.labels, (1,) * len(self.points))
        require(len(set(self.points)) == len(self.points), f"of the points {self.points} some are the same: drop them")

    def rounds(self) -> int:
        return self.length

    def weak_learner(self) -> WeakLearner:
        m = len(self.points)
        rows = (*self.points, *self.queries)

        def answer(t: int, masses: Sequence[Mass], exact: bool) -> tuple[Ints, Callable[[Numbers], Ints]]:
            best = min(stumps(self.points, self.labels, masses[:m]), key=lambda stump: stump.error)
            theta = float(best.theta) / 4

            def h(X: Numbers) -> Ints:
                return np.where(np.asarray(X)[:, best.j] < theta, best.b, -best.b)

            return np.array([best(x) for x in rows]), h

        labels = np.array(self.labels + (1,) * len(self.queries))
        weights = self.weights((1,) * m + (0,) * len(self.queries))
        return WeakLearner(np.array(rows) / 4, labels, weights, answer, most=self.rounds() + 1)


def _require_instances(labels: Sequence[int], copies: Sequence[int]) -> None:
    require(
        len(labels) == len(copies) and any(copies),
        f"{len(labels)} labels, and the copies {tuple(copies)}: give each instance a label and how often it is in the "
        "sample, one of them more than 0",
    )


def _ordered(masses: Sequence[Mass], order: int, behind: int) -> Iterable[int]:
    n = len(masses)
    if order == STUBBORN:
        return range(n)
    if order == ROTATING:
        return [(behind + k) % n for k in range(n)]
    return sorted(range(n), key=masses.__getitem__, reverse=order == HEAVIEST)


# ---- families of boosting cases ----


def drawn_errors(
    choices: Choices, weights: Distribution, share: Fraction, rounds: int, *, least: Fraction = Fraction(0)
) -> tuple[tuple[int, ...], ...]:
    """At most `rounds` rounds, in each of which the weak learner errs on at least and at most a share of the weight."""

    def round_() -> tuple[int, ...]:
        wanted = choices.some_of(len(weights.copies))
        errs = fitting(weights.masses, wanted, share)
        if share_of(weights.masses, errs) < least:
            choices.reject()
        weights.reweight(errs)
        return tuple(i for i in wanted if errs[i] or not weights.copies[i])

    return choices.many(round_, least=1, most=rounds)


def every_errors(
    choices: Choices, weights: Distribution, share: Fraction | None, rounds: int, *, proper: bool
) -> tuple[tuple[int, ...], ...]:
    """Errors on any of the instances in each of up to `rounds` rounds, on at most a share of the weight if asked.

    If `proper`, no round errs on none of the instances, or on all.
    """
    size = len(weights.copies)

    def round_() -> tuple[int, ...]:
        wrong = subsets(size)[choices.integer(int(proper), 2**size - 1 - int(proper))]
        errs = [i in wrong for i in range(size)]
        if share is not None and share_of(weights.masses, errs) > share:
            choices.reject()
        weights.reweight(errs)
        return wrong

    return choices.several(round_, least=1, most=rounds)


def in_turn(n: int) -> tuple[int, ...]:
    """n labels that alternate between +1 and −1."""
    return tuple(1 - 2 * (i % 2) for i in range(n))


def drawn_instances(choices: Choices, least: int, most: int, *, beyond: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The labels and copies of `least` to `most` instances of a sample, and of up to `beyond` that are not in it."""
    n, others = choices.integer(least, most), choices.integer(0, beyond)
    labels = choices.labels(n + others)
    return labels, tuple(choices.integers(n, 1, 3)) + (0,) * others


def drawn_move(choices: Choices) -> tuple[int, int]:
    """A move of a greedy weak learner: an order, and at most 2 instances or as many as fit."""
    return choices.integer(LIGHTEST, HEAVIEST), choices.integer(0, 2)


def three_pieces(
    choices: Choices,
    *,
    instances: int,
    rounds: int,
    gamma: Fraction = Fraction(1, 6),
    by_majority: bool = False,
) -> StumpBoosting:
    """Samples on the line labelled in three pieces, so that some stump errs on at most 1/3 of any distribution."""
    sizes = [choices.integer(1, max(1, instances // 3)) for _ in range(3)]
    b = choices.label()
    labels = tuple(sign for size, sign in zip(sizes, (b, -b, b), strict=True) for _ in range(size))
    points = tuple((2 * i,) for i in range(len(labels)))
    queries = tuple((v,) for v in choices.many(lambda: choices.integer(-1, 2 * len(labels)), most=2))
    length, again = choices.integer(1, rounds), choices.flag()
    return StumpBoosting(points, labels, queries, length, gamma=gamma, again=again, by_majority=by_majority)


# ---- witnesses ----


def disjoint_errors(gamma: Fraction, *, by_majority: bool = False) -> ScriptedBoosting:
    """Two rounds that err on disjoint sets of examples, each on ½ − γ of the weight: a tie on all of them.

    The first errs on ½ − γ of the sample, the second on ½ − 2γ² of it, by the weights of AdaBoost as well as by JAI's.
    The training error is 1 − γ − 2γ², as ties are errors.
    """
    first, second = Fraction(1, 2) - gamma, Fraction(1, 2) - 2 * gamma**2
    shares = (first, second, 1 - first - second)
    m = math.lcm(*(share.denominator for share in shares))
    copies = tuple(int(share * m) for share in shares)
    return ScriptedBoosting((1, -1, 1), copies, ((0,), (1,)), gamma=gamma, by_majority=by_majority)
