"""What is told of many states at once is what is told of each, and nothing passes that does not hold."""

import cProfile
import random
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from flint import arb, fmpq
from sympy import log, symbols

from benchmarks.overhead import ellipsoid, halving, perceptron, weighted_majority, winnow
from learncheck.exact import decide
from learncheck.exact.arrays import differences, inner_products, integers, squared_norms, totals
from learncheck.exact.balls import exact, fraction
from learncheck.exact.decide import Decision, compile_relation
from learncheck.learners import Ellipsoid, Winnow
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.judging import tables
from learncheck.oracle.judging.steps import first_broken_step
from learncheck.strategies.boolean.games import winnow_attack
from learncheck.strategies.play.case import Rounds, Trace
from learncheck.theorems.language.at_once import States
from learncheck.theorems.language.step import Step, always
from learncheck.theorems.notes.experts.weighted_majority import WEIGHTED_MAJORITY
from learncheck.theorems.notes.finite.mistakes import HALVING
from learncheck.theorems.notes.halfspaces.ellipsoid import determinant
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import MISTAKES as ELLIPSOID
from learncheck.theorems.notes.halfspaces.ellipsoid_volumes import volumes
from learncheck.theorems.notes.halfspaces.perceptron_margins import MARGIN_GENERAL
from learncheck.theorems.notes.winnow.disjunctions import WINNOW
from learncheck.theorems.notes.winnow.followed import growth

# ---- exact arrays ----

GENERATOR = np.random.default_rng(0)
SHAPE = (3, 40)
ARRAYS = {
    "small integers": GENERATOR.integers(-9, 10, SHAPE),
    "integers whose sum overflows": GENERATOR.integers(2**62, 2**63 - 1, SHAPE),
    "masks": GENERATOR.random(SHAPE) < 1 / 2,
    "whole floats": GENERATOR.integers(-9, 10, SHAPE).astype(float),
    "whole floats beyond 2^53": GENERATOR.integers(2**53, 2**62, SHAPE).astype(float),
    "halves and quarters": GENERATOR.integers(-9, 10, SHAPE) / 4,
    "powers of two far apart": 2.0 ** GENERATOR.integers(-900, 900, SHAPE),
    "floats": GENERATOR.normal(size=SHAPE),
    "floats of all sizes": GENERATOR.normal(size=SHAPE) * 10.0 ** GENERATOR.integers(-300, 300, SHAPE),
    "the least floats": GENERATOR.integers(-9, 10, SHAPE) * 5e-324,
    "fractions": np.array([[Fraction(i - 20, j + 1) for i in range(40)] for j in range(3)], dtype=object),
    "nothing but zeros": np.zeros(SHAPE),
}


def fractions(rows):
    return [[Fraction(int(v)) if isinstance(v, bool) else Fraction(v) for v in row] for row in rows.tolist()]


def numbers(column):
    return [fraction(exact(v, "v")) for v in column]


@pytest.mark.parametrize("w", ARRAYS.values(), ids=ARRAYS)
def test_sums_and_products_are_exact(w):
    rows = fractions(w)
    v = tuple(random.Random(1).choices((0, 1, -3, Fraction(5, 7), 2**70), k=SHAPE[1]))
    assert numbers(totals(w)) == [sum(row) for row in rows]
    assert numbers(totals(w[:, :5])) == [sum(row[:5]) for row in rows]
    for size in (5, SHAPE[1]):  # few numbers, and many
        these, u = integers(w[:, :size]), v[:size]
        assert numbers(squared_norms(these)) == [sum(entry * entry for entry in row[:size]) for row in rows]
        assert numbers(inner_products(u, these)) == [
            sum(map(Fraction.__mul__, row[:size], map(Fraction, u))) for row in rows
        ]
        with pytest.raises(ValueError, match=r"shorter|mismatch"):
            inner_products((*u, 1), these)


@pytest.mark.parametrize("w", ARRAYS.values(), ids=ARRAYS)
@pytest.mark.parametrize("u", ["small integers", "floats", "fractions"])
def test_differences_are_exact(u, w):
    u = ARRAYS[u]
    if w.dtype == bool:
        w = w.astype(int)
    rows = [numbers(row) for row in differences(u, w).tolist()]
    assert rows == [[a - b for a, b in zip(p, q, strict=True)] for p, q in zip(fractions(u), fractions(w), strict=True)]


@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_what_is_not_finite_has_no_sum(odd):
    w = np.full(SHAPE, 0.5)
    w[1, 2] = odd
    for tell in (totals, lambda w: squared_norms(integers(w)), lambda w: inner_products((1,) * 40, integers(w))):
        with pytest.raises(ValueError, match="not finite"):
            tell(w)
    with pytest.raises(ValueError, match="not finite"):
        integers(w[:, :5])


def test_gains_of_integers_do_not_overflow():
    """A weight that goes from an integer to a float: numpy's integers would overflow within Fractions."""
    game = winnow_attack(3, 1)
    weights = {"w": np.array([2, 2, 1])}, {"w": np.array([2 / 3, 2 / 3, 1 / 3])}
    trace = Trace(game, Rounds([np.ones(3)], [1], [1], list(weights)))
    values = {symbol.name: value for symbol, value in growth(trace.rounds[0], {}, trace).items()}
    assert values["gain"] == Fraction(2 / 3) - 2
    assert States(weights).at([1, 0, 1])["w"].tolist() == [weights[i]["w"].tolist() for i in (1, 0, 1)]


# ---- relations ----

x, n = symbols("x n")


@pytest.mark.parametrize("rows", [3, 300])
def test_rows_are_decided_as_each_by_itself_is(rows):
    relation = compile_relation(x <= log(n))
    columns = {"x": [Fraction(row % 7, 2) for row in range(rows)], "n": 8}
    alone = [relation.decide({"x": value, "n": 8}) for value in columns["x"]]
    assert list(relation.decisions(columns, rows)) == alone
    assert {Decision.TRUE, Decision.FALSE} >= {*alone}


# ---- volumes ----


class Skewed(Ellipsoid):
    """Its matrix is rounded more than need be, and not symmetric."""

    def update(self, x, y):
        super().update(x, y)
        self.A = self.A * (1 + 1e-11 * GENERATOR.normal(size=self.A.shape))


class Swells(Ellipsoid):
    """Every third round its matrix is a little larger than the cut makes it."""

    rounds = 0

    def update(self, x, y):
        super().update(x, y)
        self.rounds += 1
        if self.rounds % 3 == 0:
            self.A = self.A * (1 + 1e-4)


def contradicted(make, d, rounds):
    learner = make(d)
    state = {"w": learner.w, "A": learner.A}
    trace = Trace(None, Rounds([], [], [], [state]))
    for _ in range(rounds):
        x = GENERATOR.integers(-4, 5, d) / 4 + (GENERATOR.random(d) < 1 / 2)
        if not x.any():
            continue
        prediction = learner.predict(x)
        label = -1 if prediction > 0 else 1
        learner.update(x, label)
        for keep, value in zip(trace.rounds.columns(), (x, prediction, label), strict=True):
            keep(value)
        trace.rounds.snapshots.append({"w": learner.w, "A": learner.A})
    return trace


@pytest.mark.parametrize("make", [Ellipsoid, Skewed, Swells])
@pytest.mark.parametrize("d", [2, 3, 7, 12])
def test_balls_contain_the_exact_determinant(make, d):
    trace = contradicted(make, d, 40)
    balls_by_id = volumes(trace)
    balls = [balls_by_id.get(id(state["A"])) for state in trace.rounds.snapshots]
    for ball, state in zip(balls, trace.rounds.snapshots, strict=True):
        if ball is not None:
            exact = determinant(state["A"])
            assert ball.overlaps(arb(fmpq(exact.numerator, exact.denominator)))
    if make is Ellipsoid:
        assert all(float(ball.rad() / ball.mid()) < 1e-6 for ball in balls)
    assert balls[0] == 1
    assert sum(ball is not None for ball in balls) > 3


def test_what_is_no_cut_is_not_told():
    trace = contradicted(Ellipsoid, 3, 6)
    snapshots = trace.rounds.snapshots
    snapshots[4] = {**snapshots[4], "A": snapshots[4]["A"] + np.eye(3)}
    balls_by_id = volumes(trace)
    assert [id(state["A"]) in balls_by_id for state in snapshots] == [True] * 4 + [False] * (len(snapshots) - 4)


def test_a_ball_elsewhere_is_not_told():
    trace = contradicted(Ellipsoid, 3, 2)
    trace.rounds.snapshots[0] = {**trace.rounds.snapshots[0], "A": 4 * np.eye(3)}
    assert not volumes(trace)


# ---- steps ----

GAMES = [
    (HALVING, partial(halving, 64, 100)),
    (MARGIN_GENERAL, partial(perceptron, 5, 300)),
    (WINNOW, partial(winnow, 20, 300)),
    (WEIGHTED_MAJORITY, partial(weighted_majority, 16, 200)),
    (ELLIPSOID, partial(ellipsoid, 4, 200)),
]


def tampered(learner, attribute, change, every):
    class Tampered(learner):
        rounds = 0

        def update(self, *arguments):
            super().update(*arguments)
            self.rounds += 1
            if self.rounds % every == 0:
                setattr(self, attribute, change(getattr(self, attribute)))

    return Tampered


CHANGES = {
    "doubled": lambda v: v * 2,
    "a third": lambda v: v / 3,
    "one less": lambda v: v - 1,
    "negated": lambda v: -v,
    "a copy": lambda v: v + 0,
    "rounded": lambda v: v * (1 + 2.0**-50),
    "nothing finite": lambda v: v * np.nan,
    "another shape": lambda v: np.append(v, 1),
}


@pytest.mark.parametrize(
    ("change", "claim", "game", "every"),
    [(change, *GAMES[1 + number % 4], (7, 150)[number // 4]) for number, change in enumerate(CHANGES)],
    ids=lambda value: getattr(value, "id", ""),
)
def test_a_broken_step_is_the_same_as_where_each_round_is_looked_at_alone(monkeypatch, change, claim, game, every):
    game = game()

    def play():
        try:
            return game.play(tampered(claim.learner, claim.watch[-1], CHANGES[change], every), claim.watch)
        except (ValueError, TypeError):  # the learner itself cannot go on
            return None

    with np.errstate(all="ignore"):
        trace, again = play(), play()
        if trace is None or again is None:
            return
        first = broken(claim, trace)
        for name in ("AT_FIRST", "AT_ONCE"):
            monkeypatch.setattr(tables, name, 1)
        monkeypatch.setattr(decide, "MANY_ROWS", 10**9)
        assert first == broken(claim, again)


def broken(claim, trace):
    try:
        return str(first_broken_step(claim, trace, claim.measure(trace)))
    except (ValueError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"


def test_a_step_that_breaks_before_anything_happens_is_found():
    """Weights that start too high are seen in round 1, though nobody errs in it."""
    game = weighted_majority(16, 200)

    class StartsHigher(WEIGHTED_MAJORITY.learner):
        def __init__(self, n):
            super().__init__(n)
            self.w = self.w * 3

    trace = game.play(StartsHigher, WEIGHTED_MAJORITY.watch)
    W = next(symbol for symbol in WEIGHTED_MAJORITY.state(trace.rounds[0].before, {}, trace) if symbol.name == "W")
    n = len(trace.rounds.snapshots[0]["w"])
    claim = replace(WEIGHTED_MAJORITY, steps=(Step("W is at most n", W <= n, always),))
    first = first_broken_step(claim, trace, claim.measure(trace))
    assert first is not None
    assert first.round == 1
    strict = replace(WEIGHTED_MAJORITY, steps=(Step("W is less than n at the start", W < n, always),))
    right = game.play(WEIGHTED_MAJORITY.learner, WEIGHTED_MAJORITY.watch)
    first = first_broken_step(strict, right, claim.measure(right))
    assert first is not None
    assert first.round == 1


def test_a_step_that_breaks_late_is_found(monkeypatch):
    for name in ("AT_FIRST", "AT_ONCE"):
        monkeypatch.setattr(tables, name, 4)
    game = winnow(20, 300)
    trace = game.play(tampered(Winnow, "w", lambda v: v / 2, 299), WINNOW.watch)
    first = first_broken_step(WINNOW, trace, WINNOW.measure(trace))
    assert first is not None
    assert first.round == 299


# ---- what a game costs ----


def calls(work):
    """The number of calls of Python's and C's functions that the work makes."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize(("d", "rounds"), [(2, 400), (10, 400), (50, 100)])
def test_every_step_of_an_ellipsoid_is_judged_in_few_operations(d, rounds):
    """Its volumes are enclosed in doubles: a single determinant in rationals would take d² calls a mistake."""
    game = ellipsoid(d, rounds)
    judge(ELLIPSOID, Ellipsoid, game)  # what the first game computes is kept
    played = calls(lambda: game.play(Ellipsoid, ELLIPSOID.watch))
    judged = calls(lambda: judge(ELLIPSOID, Ellipsoid, game))
    mistakes = game.play(Ellipsoid).mistakes
    assert judged - played <= 1_000 + 100 * mistakes + rounds, (played, judged, mistakes)
