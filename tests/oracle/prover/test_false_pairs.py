"""Steps and bounds that are false in one detail: a sign, a divisor that may be 0, a start, a strict relation.

Most learners are such that the bound holds in every game that is played. That it is true there must not help the proof.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from chosen import few
from sympy import Abs, And, Eq, Max, Rational, Symbol, log, sqrt, symbols

from learncheck import Claim, Induction, Next, Step, Transition, always, prove
from tests.oracle.prover.test_pairs import (
    DOUBLES,
    DOWN,
    UP,
    Amounts,
    M,
    T,
    W,
    c,
    count,
    follows,
    majority,
    n,
    pair,
    q,
    s,
)

r, z = symbols("r z", real=True)
i = Symbol("i", integer=True, nonnegative=True)
p = Symbol("p", positive=True)


def one_more(case: Amounts) -> int:
    return count(case) + 1


def power(case: Amounts) -> int:
    return int(2**case.mistakes)


ONE_MORE = follows(one_more, lambda q, amount, errs, case: q - errs)
HALF = follows(lambda case: Fraction(1, 2), lambda q, amount, errs, case: 2 * q if errs else q)
FLIPS = follows(lambda case: Fraction(1), lambda q, amount, errs, case: -q / 2 if errs else q)
SINKS = follows(lambda case: 0, lambda q, amount, errs, case: q - errs)
RESETS = follows(count, lambda q, amount, errs, case: 0 if errs else q)
LATE = follows(count, lambda q, amount, errs, case: q - (errs and case.rounds[0][1] == -1))

DOWN_BY_1 = Step("down", Next(q) <= q - 1)
UP_BY_1 = Step("up", Next(q) >= q + 1)
DOUBLED = Step("doubled", Next(W) >= 2 * W)
KEPT = Step("never less", Next(W) >= W, always)
CAPPED = Step("capped", Next(W) <= c, always)
C_IS_1 = {"c is at least 1": c >= 1}


def also(claim: Claim, symbol: Symbol, value: Any) -> Claim:
    """The claim that measures one more quantity of the case."""
    measure = claim.measure
    return replace(claim, measure=lambda trace: {**measure(trace), symbol: value(trace.case)})


TRUE = pair(DOWN, count, M <= c, DOWN_BY_1)

FALSE = {
    "strict for not strict": lambda: pair(ONE_MORE, one_more, M < c, DOWN_BY_1),
    "any fall for a fall by 1": lambda: pair(DOWN, count, M <= c, Step("down", Next(q) < q)),
    "any fall of a whole number": lambda: pair(DOWN, count, M <= c, Step("down", Next(i) < i), state=i),
    "what may fall below 0": lambda: pair(DOWN, count, M <= c, Step("down", Next(z) <= z - 1), state=z),
    "what is declared not to fall below 0, and does": lambda: pair(SINKS, lambda case: 8, M <= c, DOWN_BY_1),
    "a start of a half": lambda: pair(HALF, power, 2**M <= c, DOUBLED, KEPT, CAPPED, state=W, means=C_IS_1),
    "doubled, less 1": lambda: pair(
        DOUBLES, power, 2**M <= c, Step("doubled", Next(W) >= 2 * W - 1), KEPT, CAPPED, state=W, means=C_IS_1
    ),
    "the logarithm of what may be 0": lambda: pair(
        DOUBLES,
        lambda case: power(case) + 1,
        M <= log(c - 1, 2),
        DOUBLED,
        KEPT,
        Step("capped", Next(W) <= c - 1, always),
        state=W,
        means=C_IS_1,
    ),
    "a negative factor": lambda: pair(
        FLIPS, power, 2**M <= c, Step("flips", Next(z) <= -z / 2), Step("never more", Next(z) <= z, always), state=z
    ),
    "a factor of 0": lambda: pair(RESETS, count, M <= c, Step("reset", Next(q) <= 0)),
    "a divisor that may be 0": lambda: also(
        pair(DOWN, count, M <= c, Step("down", Next(q) <= q - 1 / r)), r, lambda case: int(case.slack > 0)
    ),
    "a divisor that is declared not to be 0, and is": lambda: also(
        pair(DOWN, count, M / p <= c / p, DOWN_BY_1), p, lambda case: case.slack
    ),
    "a factor that may be negative": lambda: also(
        pair(DOWN, count, M <= c, Step("down", r * Next(q) <= r * q - r)), r, lambda case: case.slack - 1
    ),
    "a whole number that is a half": lambda: also(
        pair(DOWN, lambda case: count(case) + Fraction(1, 2), i * M <= i * c, DOWN_BY_1), i, lambda case: Fraction(1, 2)
    ),
    "costs that are declared not to be negative, and are": lambda: replace(
        pair(DOWN, count, M <= c, Step("down", Next(q) <= q - Abs(s))),
        during=lambda round_, values, trace: {s: -1 if round_.mistake else 0},
    ),
    "the root of what may be negative": lambda: pair(
        UP, count, M <= c, UP_BY_1, Step("capped", Next(q) <= c + sqrt(c - 1), always)
    ),
    "rounds but the first": lambda: pair(
        LATE, count, M <= c, Step("down", Next(q) <= q - 1, lambda round_: round_.index > 0)
    ),
    "mistakes, by what happens in other rounds": lambda: pair(
        follows(lambda case: len(case.rounds), lambda q, amount, errs, case: q - (not errs)),
        lambda case: len(case.rounds),
        M <= c,
        Step("down", Next(q) <= q - 1, lambda round_: not round_.mistake),
    ),
    "a bound from the second round on": lambda: pair(
        UP, count, M <= Max(c, 1) * (T - 1) + 1, UP_BY_1, Step("capped", Next(q) <= c, always)
    ),
    "one of two bounds": lambda: pair(DOWN, count, And(M <= c, M <= c / 2 + 4), DOWN_BY_1),
    "an equation by one of its sides": lambda: pair(
        follows(lambda case: case.mistakes, lambda q, amount, errs, case: q - errs),
        lambda case: case.mistakes,
        Eq(M, c),
        DOWN_BY_1,
    ),
    "a power of what may be negative": lambda: also(
        majority(M <= Rational(241, 100) * (r + log(n, 2)), 2 ** (-r)), r, count
    ),
    "a state that calls c something else": lambda: replace(
        TRUE, state=lambda state, values, trace: {**TRUE.state(state, values, trace), c: 10**6}
    ),
    "a round that calls c something else": lambda: replace(TRUE, during=lambda round_, values, trace: {c: 10**6}),
    "a step that is stated twice": lambda: pair(
        DOWN, count, 2 * M <= c + 8, DOWN_BY_1, Step("and again", Next(q) + 1 <= q)
    ),
}


@few(2)
@pytest.mark.parametrize("name", FALSE)
def test_a_pair_that_is_false_in_one_detail_is_not_proved(name: str) -> None:
    report = prove(FALSE[name]())
    assert report.grade is None, report.derived


@pytest.mark.slow
def test_that_no_other_rounds_were_seen_is_said() -> None:
    early = Step("down", Next(q) <= q - 1, lambda round_: bool(round_.mistake) and round_.index < 1_000)
    report = prove(pair(DOWN, count, M <= c, early))
    assert report.grade == "proved-from-steps"
    assert "every round is one of these: a mistake, down; no mistake, not: down" in report.derived


ON_MISTAKES = Transition((DOWN_BY_1,), sets={M: M + 1}, when=lambda round_: bool(round_.mistake))
ELSE = Transition(keeps=(M, q), when=lambda round_: not round_.mistake)
ROOM = {"room": M + q <= c}

STATED = {
    "an invariant of the start alone": lambda: ("after a mistake", Induction(invariant={"all are left": Eq(q, c)})),
    "an invariant from the first mistake on": lambda: (
        "at the start",
        Induction(invariant={"one is gone": q <= c - 1}),
    ),
    "an invariant that no start has": lambda: ("at the start", Induction(invariant={"few": M + q <= c - 1})),
    "a start that is too low": lambda: ("the transitions are those", Induction(start={q: c - 1})),
    "a counter that stands still": lambda: (
        "the transitions are those",
        Induction(
            start={q: c, M: 0}, rounds={"a mistake": replace(ON_MISTAKES, sets={M: M}), "none": ELSE}, invariant=ROOM
        ),
    ),
    "a kind of round that is left out": lambda: (
        "the transitions are those",
        Induction(start={q: c, M: 0}, rounds={"a mistake": ON_MISTAKES}, invariant=ROOM),
    ),
    "a kind of round that never comes": lambda: (
        "the transitions are those",
        Induction(
            start={q: c, M: 0},
            rounds={"a mistake": ON_MISTAKES, "none": ELSE, "never": replace(ELSE, when=lambda round_: False)},
            invariant=ROOM,
        ),
    ),
    "a line that does not follow": lambda: ("half", Induction(invariant=ROOM, lines={"half": 2 * M <= c})),
    "a meaning that a game violates": lambda: ("rests on", Induction(means={"c is at least 1": c >= 1})),
    "an end that no game has": lambda: ("rests on", Induction(ends={"c": Eq(c, T)})),
    "a lower limit by a name": lambda: ("hence the bound", Induction(names={W: Rational(1, 2) ** c})),
}
STRONGER = {"a line that does not follow": 2 * M <= c + 8, "a lower limit by a name": M * Rational(1, 2) ** c >= M}


@few(2)
@pytest.mark.parametrize("name", STATED)
def test_a_proof_that_says_what_is_false_falls_on_that_line(name: str) -> None:
    where, proof = STATED[name]()
    report = prove(replace(TRUE, proof=proof).with_bound(STRONGER.get(name, TRUE.bound)))
    assert report.grade is None
    assert any(where in line.obligation.words for line in report.open), [line.obligation.words for line in report.open]
