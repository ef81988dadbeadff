"""The steps and bounds that authors write most: what follows from a step is found, and nothing false is."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from chosen import few
from sympy import Abs, Max, Min, Rational, Symbol, log, symbols

from learncheck import Claim, Family, Induction, Long, Next, Oblivious, Round, Step, always, prove
from learncheck.oracle.prover.checked import ProofReport

M, T, k = symbols("M T k", integer=True, nonnegative=True)
q, r, c, S, s, N, a = symbols("q r c S s N a", nonnegative=True)
W = Symbol("W", positive=True)


class Amounts(Oblivious, frozen=True, tag="pairs-amounts"):
    """Amounts of 0 to 3, with labels. The learner predicts +1, so that it errs where the label is −1."""

    rounds: tuple[tuple[int, int], ...]
    slack: int

    def arguments(self) -> tuple[Any, ...]:
        return (self,)

    def examples(self) -> tuple[tuple[int, int], ...]:
        return self.rounds

    @property
    def mistakes(self) -> int:
        return sum(label == -1 for _, label in self.rounds)

    @property
    def total(self) -> int:
        return sum(amount for amount, _ in self.rounds)


def amounts(choices, *, rounds: int) -> Amounts:
    many = choices.many(lambda: (choices.integer(0, 3), choices.label()), most=rounds)
    return Amounts(many, choices.integer(0, 2))


def follows(start: Callable[[Amounts], Any], change: Callable[..., Any]) -> type:
    """A learner with one number, which starts and changes so."""

    class Follower:
        def __init__(self, case: Amounts) -> None:
            self.case, self.q, self.made = case, start(case), 0

        def predict(self, amount: int) -> int:
            return 1

        def update(self, amount: int, label: int) -> None:
            self.made = self.made + (label == -1)
            self.q = change(self.q, amount, label == -1, self.case)

    return Follower


def pair(learner: type, cap: Callable[[Amounts], Any], bound: Any, *steps: Step, state: Any = q, **proof: Any) -> Claim:
    """The claim that these steps give this bound, where c is a number that belongs to the case."""
    return Claim(
        "pairs",
        "A bound by its steps.",
        learner=learner,
        cases=Family(amounts, search=dict(rounds=4), scout=dict(rounds=8), grows=dict(rounds=Long())),
        measure=lambda trace: {
            M: trace.mistakes,
            k: len(trace.rounds) - trace.mistakes,
            T: len(trace.rounds),
            S: trace.case.total,
            c: cap(trace.case),
        },
        bound=bound,
        watch=("q", "made"),
        state=lambda snapshot, values, trace: (
            {state: snapshot["q"], a: snapshot["made"]} if state is N else {state: snapshot["q"]}
        ),
        during=lambda round_, values, trace: {s: round_.instance},
        steps=steps,
        proof=Induction(**proof),
    )


def is_right(round_: Round) -> bool:
    return not round_.mistake


def power(base: Fraction) -> Callable[[Amounts], Fraction]:
    return lambda case: base**case.mistakes * (1 + case.slack)


def count(case: Amounts) -> int:
    return case.mistakes + case.slack


UP = follows(lambda case: 0, lambda q, amount, errs, case: q + errs)
DOWN = follows(count, lambda q, amount, errs, case: q - errs)
PAYS = follows(lambda case: case.total + case.slack, lambda q, amount, errs, case: q - amount)
DOUBLES = follows(lambda case: Fraction(1), lambda q, amount, errs, case: 2 * q if errs else q)
BOTH = follows(lambda case: 1, lambda q, amount, errs, case: q * (2 if errs else 3))
SHRINKS = follows(power(Fraction(4, 3)), lambda q, amount, errs, case: q * Fraction(3, 4) if errs else q)
CAPPED = follows(lambda case: 0, lambda q, amount, errs, case: min(q + errs, count(case) + 1))
ROOT = follows(lambda case: 0, lambda q, amount, errs, case: q + errs)

PAIRS = {
    "up by 1": lambda: pair(UP, count, M <= c, Step("up", Next(q) >= q + 1), Step("capped", Next(q) <= c, always)),
    "down by 1": lambda: pair(DOWN, count, M <= c, Step("down", Next(q) <= q - 1)),
    "a sum of what rounds cost": lambda: pair(
        PAYS, lambda case: case.total + case.slack, S <= c, Step("pays", Next(q) <= q - s, always)
    ),
    "a maximum that is paid": lambda: pair(DOWN, count, M <= c, Step("down", Next(q) <= q - Max(1, 1 - s))),
    "an absolute value that is paid": lambda: pair(
        PAYS, lambda case: case.total + case.slack, S <= c, Step("pays", Next(q) <= q - Abs(s), always)
    ),
    "the lesser of two": lambda: pair(DOWN, count, M <= c, Step("down", Next(q) <= Min(q - 1, c))),
    "up to a cap": lambda: pair(
        CAPPED, count, M <= c, Step("up", Next(q) >= Min(q + 1, c + 1)), Step("capped", Next(q) <= c, always)
    ),
    "doubled": lambda: pair(
        DOUBLES,
        power(Fraction(2)),
        M <= log(c, 2),
        Step("doubled", Next(W) >= 2 * W),
        Step("never less", Next(W) >= W, always),
        Step("capped", Next(W) <= c, always),
        state=W,
        means={"c is at least 1": c >= 1},
    ),
    "doubled and tripled": lambda: pair(
        BOTH,
        lambda case: 2**case.mistakes * 3 ** (len(case.rounds) - case.mistakes),
        2**M * 3**k <= c,
        Step("doubled", Next(W) >= 2 * W),
        Step("tripled", Next(W) >= 3 * W, when=is_right),
        Step("capped", Next(W) <= c, always),
        state=W,
        means={"c is at least 1": c >= 1},
    ),
    "three quarters": lambda: pair(
        SHRINKS,
        power(Fraction(4, 3)),
        M <= log(c) / log(Rational(4, 3)),
        Step("shrinks", Next(W) <= W * Rational(3, 4)),
        Step("at least 1", Next(W) >= 1, always),
        state=W,
        means={"c is at least 1": c >= 1},
    ),
    "a norm and its square root": lambda: pair(
        ROOT,
        lambda case: case.mistakes + case.slack,
        M <= c**2,
        Step("its square grows by 1", Next(N) ** 2 <= N**2 + c**2),
        Step("the product grows by 1", Next(a) >= a + 1),
        Step("Cauchy–Schwarz", Next(a) <= Next(N), always),
        state=N,
    ),
}


m = Symbol("m", integer=True, nonnegative=True)
n = Symbol("n", integer=True, positive=True)
SHARES = follows(lambda case: Fraction(1 + case.slack), lambda q, amount, errs, case: q * Fraction(3, 4) if errs else q)


def majority(bound: Any, least: Any = 2 ** (-m)) -> Claim:
    """The steps of Weighted Majority: n becomes 3/4 of itself on a mistake, and never less than 2^(−m)."""
    claim = pair(
        SHARES,
        count,
        bound,
        Step("a mistake takes a quarter", Next(W) <= W * Rational(3, 4)),
        Step("never more", Next(W) <= W, always),
        Step("the best expert's share", Next(W) >= least, always),
        state=W,
    )
    measure = claim.measure
    return replace(claim, measure=lambda trace: {**measure(trace), m: count(trace.case), n: 1 + trace.case.slack})


PAIRS["a power of a parameter"] = lambda: majority(M <= (m + log(n, 2)) / log(Rational(4, 3), 2))
PAIRS["a power of a parameter, with a rounded factor"] = lambda: majority(M <= Rational(241, 100) * (m + log(n, 2)))
PAIRS["the logarithm to a smaller base"] = lambda: PAIRS["doubled"]().with_bound(M <= log(c) / log(Rational(3, 2)))
PAIRS["a product of two"] = lambda: replace(
    pair(
        UP,
        count,
        M <= c,
        Step("the product grows", Next(q) * Next(r) >= q * r + 1),
        Step("capped", Next(q) <= c, always),
        Step("the other is at most 1", Next(r) <= 1, always),
    ),
    state=lambda snapshot, values, trace: {q: snapshot["q"], r: 1},
)
PAIRS["a sum, and 1 for a mistake"] = lambda: pair(
    follows(lambda case: case.total + case.mistakes + case.slack, lambda q, amount, errs, case: q - amount - int(errs)),
    lambda case: case.total + case.mistakes + case.slack,
    M + S <= c,
    Step("pays", Next(q) <= q - s, always),
    Step("pays 1 more", Next(q) <= q - s - 1),
)


def fallen(report: ProofReport) -> str:
    lines = "; ".join(f"{line.obligation.words} ({line.status}) {line.note}" for line in report.open)
    return f"{report.derived} {report.asked} {lines}"


@few(2)
@pytest.mark.parametrize("name", PAIRS)
def test_the_bound_is_found(name: str) -> None:
    report = prove(PAIRS[name]())
    assert report.grade == "proved-from-steps", fallen(report)


def without_means(claim: Claim) -> Claim:
    return replace(claim, proof=Induction())


@pytest.mark.slow
def test_what_a_step_does_not_say_of_the_start_is_asked_for() -> None:
    report = prove(without_means(PAIRS["doubled"]()))
    assert report.grade is None
    assert report.asked == (
        "1 ≤ c, which W ≤ c means before the first round, where no step says it: give means={'…': 1 <= c}, or declare "
        "the symbols so",
    )


@pytest.mark.slow
def test_what_a_step_says_before_every_round_alone_is_asked_of_the_end() -> None:
    claim = PAIRS["up by 1"]()
    up, capped = claim.steps
    report = prove(replace(claim, steps=(up, replace(capped, relation=q <= c))))
    assert report.grade is None
    assert report.asked == (
        "q ≤ c when the game is over: the step 'capped' says it before every round; say it of the state after the "
        "round, with Next",
    )


def changed(name: str, words: str, relation: Any) -> Claim:
    claim = PAIRS[name]()
    (step,) = [step for step in claim.steps if str(step) == words]
    return claim.with_step(step, relation)


IDLES = follows(lambda case: 1, lambda q, amount, errs, case: q)
HALVES = follows(power(Fraction(2)), lambda q, amount, errs, case: q / 2 if errs else q)
SINKS = follows(lambda case: 0, lambda q, amount, errs, case: q if errs else q - 1)
z = Symbol("z", real=True)

FALSE = {
    "a bound of one less": lambda: PAIRS["up by 1"]().with_bound(M <= c - 1),
    "half of the bound": lambda: PAIRS["down by 1"]().with_bound(M <= c / 2),
    "a sum of one less": lambda: PAIRS["a sum of what rounds cost"]().with_bound(S <= c - 1),
    "mistakes for costs": lambda: PAIRS["a sum of what rounds cost"]().with_bound(M <= c),
    "the lesser of 1 and a cost that may be 0": lambda: pair(
        follows(count, lambda q, amount, errs, case: q - min(1, amount) if errs else q),
        count,
        M <= c,
        Step("down", Next(q) <= q - Min(1, s)),
    ),
    "the greater of two": lambda: changed("the lesser of two", "down", Next(q) <= Max(q - 1, c)),
    "a step too weak": lambda: changed("down by 1", "down", Next(q) <= q - Rational(1, 2)),
    "a step that is not taken": lambda: changed("up by 1", "up", Next(q) >= q + 2),
    "a cap below the bound": lambda: changed("up to a cap", "up", Next(q) >= Min(q + 1, c / 2)),
    "half of a product": lambda: PAIRS["a product of two"]().with_bound(M <= c / 2),
    "a sum that counts twice": lambda: PAIRS["a sum, and 1 for a mistake"]().with_bound(M + 2 * S <= c),
    "a maximum that may be anything": lambda: pair(IDLES, count, M <= 1, Step("up", Next(q) <= Max(q + 1, c))),
    "tripled for doubled": lambda: PAIRS["doubled and tripled"]().with_bound(3**M * 2**k <= c),
    "a larger base": lambda: PAIRS["doubled"]().with_bound(M <= log(c, 3)),
    "a base of 5/4 for 4/3": lambda: changed("three quarters", "shrinks", Next(W) <= W * Rational(4, 5)),
    "the inverse of the base": lambda: PAIRS["three quarters"]().with_bound(M <= log(c) / log(Rational(3, 4))),
    "the other direction": lambda: PAIRS["three quarters"]().with_bound(M >= log(c) / log(Rational(4, 3))),
    "a logarithm of one less": lambda: PAIRS["three quarters"]().with_bound(M <= log(c) / log(Rational(4, 3)) - 1),
    "what is halved may still be large": lambda: pair(
        HALVES, power(Fraction(2)), M <= log(c, 2), Step("not less than half", Next(W) >= W / 2), state=W
    ),
    "what falls in other rounds": lambda: changed("doubled", "never less", Next(W) >= W / 2),
    "a norm whose square grows by more": lambda: changed(
        "a norm and its square root", "its square grows by 1", Next(N) ** 2 <= N**2 + 2 * c**2
    ),
    "a square of what sinks below 0": lambda: pair(
        SINKS, lambda case: 1, T <= c, Step("its square grows by 1", Next(z) ** 2 <= z**2 + 1), state=z
    ),
    "a factor that is rounded down": lambda: majority(M <= Rational(240, 100) * (m + log(n, 2))),
    "half of a power's exponent": lambda: majority(M <= (m / 2 + log(n, 2)) / log(Rational(4, 3), 2)),
    "the logarithm to a larger base": lambda: PAIRS["doubled"]().with_bound(M <= log(c) / log(Rational(5, 2))),
    "a learner that does nothing": lambda: replace(PAIRS["doubled"](), learner=IDLES),
}


@few(2)
@pytest.mark.parametrize("name", FALSE)
def test_nothing_false_is_found(name: str) -> None:
    report = prove(FALSE[name]())
    assert report.grade is None, report.derived


def test_a_quantity_that_no_game_sums_is_asked_for() -> None:
    report = prove(changed("a sum of what rounds cost", "pays", Next(q) <= q - s * 2**s))
    assert report.grade is None
    assert "a quantity of its own in during= for 2^s·s, and a measured one that sums it" in report.asked
