"""Other people's theorems: cases from strategies, combinators, real-valued games, numbers, collected files."""

import io
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from chosen import few
from hypothesis import strategies as st
from rich.console import Console

from learncheck import (
    Case,
    Claim,
    Family,
    Next,
    Oblivious,
    Premise,
    Step,
    Trace,
    Wide,
    always,
    attack,
    check,
    claim,
    games,
    prove,
)
from learncheck.exact.answers import InvalidAnswer
from learncheck.exact.decide import Decision, decide
from learncheck.games import M, R, T, n
from learncheck.learners import Halving
from learncheck.learners.foils.finite import RemovesNobody
from learncheck.oracle.cli import main
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.preflight import complaint
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.laid_out import result_of_game
from learncheck.oracle.judging.figures import number
from learncheck.oracle.judging.large import FEW_SIZES, large
from learncheck.oracle.judging.transcript import facts_of, transcript
from learncheck.oracle.report.citation import latex, sentence
from learncheck.oracle.report.html import grade_page
from learncheck.oracle.report.template import claim_file
from learncheck.oracle.report.text import print_result
from learncheck.strategies.play.case import decode, encode
from learncheck.strategies.play.choices import Replayed, at_random, everything
from learncheck.theorems.language.decorator import frozen
from learncheck.theorems.language.definitions import BadDefinition
from learncheck.theorems.language.files import load_file
from learncheck.theorems.language.floats import enclosed
from learncheck.theorems.language.quantities import quantities

pytest_plugins = ["pytester"]

BRISK = Profile("quick", scout=20, search=60, shrink=2_000)
EXAMPLES = Path(__file__).parents[2] / "examples"


class Numbers(Case, frozen=True, tag="authors-numbers"):
    values: tuple[int, ...]

    def play(self, make, watch=()):
        return Trace(self)


total, size = sympy.symbols("s m", nonnegative=True)
k = sympy.Symbol("k", integer=True, nonnegative=True)
LISTS = st.lists(st.integers(0, 50), max_size=6).map(tuple)
SUMS = Claim(
    "authors-sums",
    "A list of m numbers has a sum of at most 10m.",
    kind="counting",
    cases=st.builds(Numbers, LISTS),
    measure=lambda trace: {total: sum(trace.case.values), size: len(trace.case.values)},
    bound=total <= 10 * size,
)


@pytest.mark.slow
def test_a_family_may_be_a_strategy_that_shrinks_as_hypothesis_does() -> None:
    evidence = attack(SUMS, None, None, BRISK)
    assert evidence.verdict == "falsified"
    assert evidence.counterexample.smallest.case == Numbers((11,))
    assert evidence.exhausted == ""


def test_a_strategy_is_drawn_again_from_its_choices() -> None:
    build = SUMS.build({})
    for case, taken in [case for case, _ in zip(at_random(build, 3), range(20), strict=False)]:
        assert build(Replayed(taken)) == case
    assert [case for case, _ in zip(at_random(build, 3), range(5), strict=False)] == [
        case for case, _ in zip(at_random(build, 3), range(5), strict=False)
    ]


@pytest.mark.parametrize(
    ("draw", "count"),
    [
        (lambda choices: choices.fraction(0, 1, denominator=4), 5),
        (lambda choices: choices.vector(2, -1, 1), 9),
        (lambda choices: choices.matrix(2, 2), 16),
        (lambda choices: choices.in_ball(2, denominator=2), 13),
        (lambda choices: choices.in_simplex(3, denominator=4), 15),
        (lambda choices: choices.permutation(4), 24),
        (lambda choices: choices.several(choices.label, most=2), 7),
        (lambda choices: choices.sequence("abc", most=2), 12),
        (lambda choices: choices.sequence("abc", most=2, ascending=True), 9),
        (lambda choices: choices.moves(2, first=-1, most=1), 7),
    ],
)
def test_combinators_can_be_exhausted(draw, count: int) -> None:
    values = [value for value, _ in everything(draw)]
    assert len(values) == len(set(values)) == count
    assert {draw(source) for source in [Replayed([0] * 9)]} <= set(values)


@claim(st.integers(1, 5), st.integers(0, 5), bound=sympy.Eq(total, sympy.binomial(n, k)), label="exact")
def subsets_count(n, k):
    """There are binomial(n, k) subsets of k elements of a set of n."""
    return sum(mask.bit_count() == k for mask in range(2**n))


@claim(shares=st.lists(st.fractions(0, 1, max_denominator=4)), bound=total <= size - 1)
def shares_fall_short(shares):
    """Shares of m add up to less than m, which is wrong of no shares."""
    return {total: sum(shares), size: len(shares)}


@claim(
    few=st.frozensets(st.integers(0, 4)),
    pairs=st.dictionaries(st.integers(0, 3), st.fractions(0, 1, max_denominator=4)),
    bound=total <= size,
)
def union_is_small(few, pairs):
    """A set and the keys of a dictionary are no more than two, which is wrong."""
    return {total: len(few | pairs.keys()), size: 2 + sum(pairs.values(), 0)}


@claim(st.lists(st.integers(0, 9)), learner=sorted, bound=total <= size, id="authors-keeps-all")
def keeps(sort, values):
    """A sort keeps all."""
    return {total: len(sort(values)), size: len(values)}


def most_ones(xs):
    """Ones add up to no more than their number."""
    return {total: sum(xs), size: len(xs)}


@pytest.mark.slow
def test_a_function_with_arguments_is_a_claim() -> None:
    evidence = attack(subsets_count, None, None, BRISK)
    assert (subsets_count.id, evidence.verdict) == ("subsets-count", "stands")
    assert attack(keeps, keeps.learner, "sorted", BRISK).verdict == "stands"
    doubled = attack(keeps, lambda values: [*values, *values], "doubled", BRISK)
    assert doubled.counterexample.smallest.case.values == (0,)
    fallen = attack(shares_fall_short, None, None, BRISK).counterexample.smallest.case
    assert fallen.shares == ()
    ones = dict(xs=st.lists(st.integers(0, 1)), bound=total <= size)
    tight = claim(**ones, id="all-ones", label="tight", attained_by=[([1],)])(most_ones)
    assert [case.xs for case in tight.witnesses()] == [(1,)]
    with pytest.raises(BadDefinition, match="lists tuples of arguments, each of"):
        claim(**ones, id="two", attained_by=[(1, 2)])(most_ones)
    again = decode(encode(type(fallen)((Fraction(1, 2),))), type(fallen))
    assert again.shares == (Fraction(1, 2),)


@pytest.mark.slow
def test_arguments_may_be_sets_and_dictionaries() -> None:
    trace = attack(union_is_small, None, None, BRISK).counterexample.smallest.trace
    assert facts_of(union_is_small, trace) == [["few", "{0, 1, 2}"], ["pairs", "{}"], ["s", "3"], ["m", "2"]]
    kind = type(trace.case)
    for arguments in ((frozenset({3, 1}), {0: Fraction(1, 2)}), (set(), {})):
        case = kind(*map(frozen, arguments))
        assert decode(encode(case), kind) == case


@pytest.mark.slow
def test_a_hypothesis_reads_the_arguments_as_the_function_gets_them() -> None:
    premise = Premise(
        "no set contains another", lambda trace: not any(a < b for a in trace.case.sets for b in trace.case.sets)
    )
    sets = st.frozensets(st.frozensets(st.integers(0, 2)), max_size=3)

    @claim(sets=sets, assuming=(premise,), bound=total <= 3, id="authors-antichain")
    def antichain(sets):
        """There are at most 3 sets, none of which contains another."""
        return len(sets)

    evidence = attack(antichain, None, None, BRISK)
    assert evidence.verdict == "stands", evidence.message
    assert attack(antichain.with_bound(total <= 1), None, None, BRISK).verdict == "falsified"


def test_ready_games_bring_their_quantities_from_any_strategy() -> None:
    one = games.ExpertLosses(2, ((Fraction(1), Fraction(0)),))
    regret = Claim(
        "authors-one-round", "R = 1.", learner=Leader, cases=st.just(one), bound=sympy.Eq(R, T), label="exact"
    )
    assert attack(regret, Leader, "Leader", BRISK).verdict == "stands"
    assert regret.measure(one.play(Leader)) == games.quantities(one.play(Leader))
    unmeasured = replace(regret, id="authors-unmeasured", cases=st.just(Numbers((1,))), measure=games.quantities)
    assert complaint(unmeasured, Leader).startswith("measure= is missing, and Numbers is not a ready game")


@pytest.mark.parametrize(
    ("strategies", "named", "message"),
    [
        ((), {"z": st.integers()}, "bad: a strategy for 'z', but the function takes x, y"),
        ((st.integers(),), {}, "bad: 1 strategies for the arguments x, y; give one each"),
        ((st.integers(), st.integers()), {"y": st.integers()}, "bad: 3 strategies for the arguments x, y"),
    ],
)
def test_arguments_without_a_strategy_are_told(strategies, named, message: str) -> None:
    def bad(x, y):
        """No claim."""

    with pytest.raises(BadDefinition, match=message):
        claim(*strategies, bound=total <= size, **named)(bad)


@pytest.mark.slow
def test_beside_a_counterexample_stands_the_case_in_words() -> None:
    evidence = attack(SUMS, None, None, BRISK)
    out = io.StringIO()
    print_result(Console(file=out, width=100), result_of_game(SUMS, evidence.counterexample.smallest))
    assert "    values: (11)\n" in out.getvalue()
    named = replace(SUMS, in_words=lambda trace: {"S": ((1, -10), (3, 4))})
    assert facts_of(named, evidence.counterexample.smallest.trace) == [["S", "1 −10\n3   4"]]
    report = check(RemovesNobody, as_="Halving", claims=["halving-mistakes"], profile=BRISK)
    ((_, result),) = report.results
    assert [name for name, _ in result.facts] == ["hypotheses"]
    assert len(result.facts[0][1].splitlines()) == len(result.counterexample["hypotheses"])
    page = grade_page([report])
    assert '<table class="words">' in page
    assert ">hypotheses<" in page
    assert not result.for_students("bound").facts


class Uniform:
    def __init__(self, experts, rounds):
        self.n = experts

    def predict(self, t):
        return np.full(self.n, 1 / self.n)

    def update(self, t, losses):
        pass


class Leader:
    def __init__(self, experts, rounds):
        self.totals = [Fraction(0)] * experts

    def predict(self, t):
        return [int(i == self.totals.index(min(self.totals))) for i in range(len(self.totals))]

    def update(self, t, losses):
        self.totals = [a + b for a, b in zip(self.totals, games.exactly(losses), strict=True)]


FEW = games.experts(experts=2, rounds=4)
LINEAR = Claim("authors-regret", "R ≤ T/2.", learner=Leader, cases=FEW, bound=R <= T / 2)


def test_a_game_of_vectors_falls_with_its_table() -> None:
    evidence = attack(LINEAR, Leader, "Leader", BRISK)
    assert evidence.verdict == "falsified"
    trace = evidence.counterexample.smallest.trace
    head, rows = transcript(LINEAR, trace)
    assert head == ["round", "instance", "prediction", "label", "loss"]
    assert rows == [["1", "0", "(1, 0)", "(1, 0)", "1"]]
    assert trace.regret == 1


class InPlace:
    """Moves against the gradient, in the array that it has returned as its answer."""

    def __init__(self, d, rounds):
        self.w = np.zeros(d)

    def predict(self, t):
        return self.w

    def update(self, t, gradient):
        self.w -= gradient / 4
        self.w.clip(-1, 1, out=self.w)


def test_an_answer_stays_as_it_was_given_though_the_learner_changes_its_array() -> None:
    trace = games.LinearLosses("box", 1, ((1,), (1,))).play(InPlace)
    assert [list(round_.prediction) for round_ in trace.rounds] == [[0.0], [-0.25]]
    assert trace.loss == Fraction(-1, 4)


class Moves(Oblivious, frozen=True, tag="authors-moves"):
    steps: tuple[int, ...]

    def arguments(self):
        return (1,)

    def examples(self):
        return [(t, np.array([step])) for t, step in enumerate(self.steps)]


class AddsInPlace:
    def __init__(self, d):
        self.w = np.zeros(d)

    def predict(self, t):
        return self.w

    def update(self, t, step):
        self.w += step


@pytest.mark.slow
def test_games_of_vectors_that_authors_write_are_judged_by_the_answers_as_they_were_given() -> None:
    moves = Claim(
        "authors-moves",
        "The first answer is 0.",
        learner=AddsInPlace,
        cases=st.builds(Moves, st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple)),
        measure=lambda trace: {total: int(abs(trace.rounds[0].prediction).sum())},
        bound=total <= 0,
    )
    assert attack(moves, AddsInPlace, "AddsInPlace", BRISK).verdict == "stands"

    class Shifted(AddsInPlace):
        def predict(self, t):
            return self.w + 1

    class Doubling(AddsInPlace):
        def update(self, t, step):
            step *= 2
            self.w = self.w + step

    for cls, verdict in ((AddsInPlace, "stands"), (Doubling, "stands"), (Shifted, "falsified")):
        ((_, result),) = check(cls, "AddsInPlace", claims=[moves], profile=BRISK).results
        assert result.verdict == verdict, result.message
    assert complaint(moves, Doubling).startswith("Doubling.update changes what it is given in place")


def test_a_state_that_raises_on_another_learner_is_told_in_one_line() -> None:
    one = sympy.Symbol("a")
    claim = Claim(
        "authors-state", "M ≤ T.", learner=AddsInPlace, cases=games.binary(), bound=M <= T, watch=("w",),
        state=lambda snapshot, values, trace: {one: snapshot["w"] + 1}, steps=(Step("a", Next(one) >= one, always),),
    )  # fmt: skip

    class Stateless:
        def __init__(self, n):
            self.w = None

        def predict(self, x):
            return 1

        def update(self, x, y):
            pass

    evidence = attack(claim, Stateless, "Stateless", BRISK)
    assert evidence.verdict == "oracle-error"
    assert evidence.message.startswith("state= raises TypeError: unsupported operand")
    assert "\n" not in evidence.message


@pytest.mark.slow
def test_submissions_answer_with_vectors_in_this_process_too() -> None:
    claim = Claim("authors-uniform", "R ≤ T/2.", learner=Uniform, cases=FEW, bound=R <= T / 2, tolerance=0)
    report = check(Uniform, "Uniform", claims=[claim], profile=BRISK)
    assert [result.verdict for _, result in report.results] == ["stands"]

    class Wrong(Uniform):
        def predict(self, t):
            return [1.0] * (self.n + 1)

    report = check(Wrong, "Uniform", claims=[claim], profile=BRISK)
    assert [result.verdict for _, result in report.results] == ["invalid"]


def test_floats_are_balls_and_no_tolerance() -> None:
    claim = Claim("authors-n", "n", learner=Uniform, cases=FEW, bound=R <= 0 * n + T / 2, tolerance=Fraction(1, 100))
    trace = games.ExpertLosses(2, ((Fraction(1), Fraction(0)),)).play(Uniform)
    values = claim.measure(trace)
    assert number(values[R]) == "0.5 ± 0.01"
    assert games.quantities(trace)[R].value == Fraction(1, 2)
    assert decide(claim.bound, values) is Decision.UNDECIDED
    assert decide(R <= Fraction(3, 5) * T, values) is Decision.TRUE
    assert decide(R <= Fraction(2, 5) * T, values) is Decision.FALSE
    assert enclosed(Fraction(1, 2), 1) == Fraction(1, 2)


def test_a_bound_takes_sums_and_harmonic_numbers() -> None:
    k = sympy.Symbol("k")
    sum_ = sympy.Sum(1 / k, (k, 1, n))
    assert decide(sympy.Eq(sum_, sympy.harmonic(n)), {n: 12}) is Decision.TRUE
    assert decide(2**M >= sympy.factorial(n), {M: 7, n: 5}) is Decision.TRUE
    assert decide(M <= sympy.log(sympy.factorial(n), 2), {M: 7, n: 5}) is Decision.FALSE
    assert decide(M <= sympy.binomial(n, 2), {M: sympy.sqrt(2), n: 3}) is Decision.TRUE
    assert decide(R < n, {R: sympy.log(8) / sympy.log(2), n: 3}) is Decision.FALSE


BEYOND = sorted(
    str(path.relative_to(EXAMPLES))
    for folder in ("online_convex/online_convex", "recipes")
    for path in (EXAMPLES / folder).glob("[a-z]*.py")
)
QUICK = Profile("quick", scout=12, search=12, shrink=1_000)


@few(2)
@pytest.mark.parametrize("name", BEYOND)
def test_a_theorem_beyond_the_notes_stands(name: str) -> None:
    (claim,) = load_file(EXAMPLES / name)
    evidence = attack(claim, claim.learner, None, QUICK)
    assert evidence.verdict == "stands", evidence.message
    assert not complaint(claim, claim.learner)
    assert claim.sources


SHORT = {
    "hedge": ("self.rate * self", "self.rate * -self"),
    "passive_aggressive": (" / dot(x, x)", ""),
    "gradient_descent": ("self.w - self", "self.w + self"),
    "optimal": ("return max((1, -1)", "return min((1, -1)"),
    "follow_the_leader": ("min(self.totals)", "max(self.totals)"),
    "set_cover": ("key=lambda candidate: len", "key=lambda candidate: bool"),
    "sorting": ("if less(i, j)", "if i < 0"),
    "reservoir": ("below(t)) < k", "below(t)) < k - 1"),
}
"""Theorems in few lines, each with a mistake in its algorithm."""


def test_a_wrong_word_for_a_ready_game_and_a_square_after_the_round_are_told_at_once() -> None:
    with pytest.raises(ValueError, match="'hing' is not one of 'absolute', 'squared', 'hinge'"):
        games.regression("hing")
    with pytest.raises(ValueError, match="'sphere' is not one of 'ball', 'simplex', 'box'"):
        games.linear("sphere")
    for make, message in (
        (lambda: games.ExpertLosses(2, ((1, 0, 1),)), r"\(1, 0, 1\) has 3 of the losses of experts, n = 2"),
        (
            lambda: games.LinearLosses("ball", 0, ()),
            "0 coordinates of a gradient, dimension: there must be at least one",
        ),
        (lambda: games.Regression("hinge", (1,), (((1, 2), 1),)), "has 2 of the coordinates of an instance"),
        (lambda: games.BinaryGame(2, ((2, 1),)), "give points below n = 2"),
        (lambda: games.PlainSample(1, ((1,),), ()), "1 examples and 0 labels: give a label to each"),
    ):
        with pytest.raises(ValueError, match=message):
            make()
    with pytest.raises(TypeError, match="is not a symbol; take Next of each symbol"):
        Next(total**2)


class Surprised(Halving):
    """Errs once the same instance has come more than ten times in a row."""

    last, times = None, 0

    def update(self, x: int, y: int) -> None:
        super().update(x, y)
        self.last, self.times = x, self.times + 1 if x == self.last else 1

    def predict(self, x: int) -> int:
        return super().predict(x) * (-1 if x == self.last and self.times > 10 else 1)


class Corrects:
    """Moves w so that it is right about the last instance, unless that is the one before the last."""

    def __init__(self, d: int, rounds: int) -> None:
        self.w, self.before = [Fraction(0)] * d, [Fraction(0)] * d

    def predict(self, x: Any) -> Fraction:
        return games.dot(self.w, games.exactly(x))

    def update(self, x: Any, y: Any) -> None:
        z = games.exactly(x)
        if z != self.before and any(z):
            off = (Fraction(y) - self.predict(x)) / games.dot(z, z)
            self.w = [w + off * v for w, v in zip(self.w, z, strict=True)]
        elif any(z):
            self.w = [-w for w in self.w]
        self.before = z


class Forgets(Corrects):
    """Starts again once it was right ten times in a row."""

    run = 0

    def update(self, x: Any, y: Any) -> None:
        right = self.predict(x) == y
        self.run = self.run + 1 if right else 0
        if not right or any(self.w):
            self.before = []
            super().update(x, y)
        if self.run == 10:
            self.w = [Fraction(0)] * len(self.w)


class OnceTheMost:
    """The label of most examples, of which it takes no more than five that are equal."""

    def fit(self, X: Any, y: Any) -> None:
        taken = Counter((*x, label) for x, label in zip(X.tolist(), y.tolist(), strict=True))
        self.label = 1 if sum(label * min(times, 5) for (*_, label), times in taken.items()) >= 0 else -1

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.label)


RECURRING = {
    "right for long": (Forgets, games.regression(fitting=True), (games.X * games.U) ** 2, games.L),
    "repeated examples": (OnceTheMost, games.samples(), games.m / 2, games.E),
    "constant losses": (Uniform, games.experts(), sympy.sqrt(2 * T), R),
    "one instance": (Surprised, games.finite_class(), sympy.log(games.H, 2), M),
    "one and then another": (Corrects, games.regression(fitting=True, dimension=2), (games.X * games.U) ** 2, games.L),
}


@pytest.mark.parametrize("name", RECURRING)
def test_what_fails_where_rounds_recur_falls_in_ready_games_whatever_the_seed(name: str) -> None:
    learner, family, most, observed = RECURRING[name]
    wrong = Claim("recurring", "It holds.", learner=learner, cases=family, bound=observed <= most, tolerance=1e-9)
    evidence = attack(wrong, learner, "it", Profile("quick", scout=0, search=0, shrink=0, sizes=(64,)))
    assert evidence.verdict == "falsified"


def test_a_measure_that_adds_to_the_ready_quantities_takes_floats() -> None:
    S, case = sympy.Symbol("S"), games.ExpertLosses(2, ((Fraction(0), Fraction(1)),))
    claim = Claim("more", "More.", learner=Uniform, cases=FEW, bound=R <= T, measure=lambda t: {**quantities(t), S: 3})
    assert judge(claim, Uniform, case).verdict == "stands"


def test_ready_games_with_losses_are_as_large_as_is_asked_for() -> None:
    small = Claim("small", "Small.", learner=Corrects, cases=games.regression(dimension=2, rounds=6), bound=R <= 0)
    played = [case for case, *_ in large(small, FEW_SIZES)]
    assert max(len(case.u) for case in played) <= 32
    assert 30 < max(len(case.rounds) for case in played) <= 192


@pytest.mark.parametrize(
    "family", [games.experts(), games.linear(), games.binary(), games.finite_class(), games.samples()]
)
def test_the_sizes_of_ready_games_are_short_beside_the_word_exhausted(family: Family) -> None:
    sizes = family.briefly(family.quick)
    assert "≤" in sizes
    assert len(sizes) < 30 < len(family.covers(family.quick))


def test_games_grow_in_the_limits_that_their_family_names_whatever_their_names() -> None:
    small, limits = games.binary(), dict(height=3)
    tall = replace(small, build=lambda choices, *, height: games.BinaryGame(choices.integer(1, height), ()))
    for grows, most in (({}, 3), (dict(height=Wide()), max(FEW_SIZES)), (dict(height=Wide(100)), 100)):
        cases = replace(tall, search=limits, scout=limits, exhaust=None, quick={}, full={}, grows=grows)
        claim = Claim("tall", "No mistakes.", learner=Halving, cases=cases, bound=M <= 0)
        assert max(case.n for case, *_ in large(claim, FEW_SIZES)) == most


@pytest.mark.parametrize("answer", [[], [1], [[1], [1]], ["+1", "+1"], [True, True], None], ids=str)
def test_a_sample_takes_one_number_for_each_example(answer: Any) -> None:
    class Wrong:
        def fit(self, X: Any, y: Any) -> None: ...

        def predict(self, X: Any) -> Any:
            return answer

    with pytest.raises(InvalidAnswer, match="predict returned"):
        games.PlainSample(1, ((1,), (2,)), (1, 1)).play(Wrong)


@few(2)
@pytest.mark.parametrize("name", SHORT)
def test_a_short_theorem_stands_and_a_wrong_algorithm_falls(name: str, tmp_path: Path) -> None:
    path = EXAMPLES / "short" / f"{name}.py"
    text = path.read_text()
    (claim,) = load_file(path)
    evidence = attack(claim, claim.learner, None, QUICK)
    assert evidence.verdict == "stands", evidence.message
    right, wrong = SHORT[name]
    assert right in text
    mutant = tmp_path / f"wrong_{name}.py"
    mutant.write_text(text.replace(right, wrong).replace("short", "wrong"))
    (changed,) = load_file(mutant)
    assert attack(changed, changed.learner, None, QUICK).verdict == "falsified"


def test_every_short_theorem_has_a_wrong_algorithm() -> None:
    assert {file.stem for file in (EXAMPLES / "short").glob("*.py")} == SHORT.keys()


@pytest.mark.slow
def test_heavy_hitters_are_proved_from_steps_and_two_more_counters_are_not() -> None:
    (claim,) = load_file(EXAMPLES / "recipes" / "heavy_hitters.py")
    report = prove(claim)
    assert report.grade == "proved-from-steps"
    assert "C + D·k + D ≤ T" in report.derived
    lowered, rounds = claim.bound.lhs, claim.bound.rhs
    (k,) = [symbol for symbol in lowered.free_symbols if symbol.name == "k"]
    assert prove(claim.with_bound(lowered * (k + 2) <= rounds * (k + 1))).grade is None


@pytest.mark.slow
def test_the_proof_of_the_p_norm_perceptron_is_found_and_another_power_falls() -> None:
    (claim,) = load_file(EXAMPLES / "online_convex/online_convex/p_norm.py")
    small = claim.cases.search
    report = prove(replace(claim, cases=replace(claim.cases, scout=small, grows={})))
    assert report.grade == "proved-from-steps"
    assert "M ≤ a" in report.derived
    assert any(line.startswith("b ≤ 3") for line in report.derived)

    class Squares(claim.learner):
        def predict(self, x):
            return 1 if games.dot([v * v for v in self.theta], x) > 0 else -1

    assert attack(claim, Squares, "Squares", QUICK).verdict == "falsified"


TELESCOPED = {"gradient_descent": "D + 2R·η ≤ T·d·η² + 1", "optimal": "M + k ≤ K"}


@pytest.mark.slow
@pytest.mark.parametrize("name", TELESCOPED)
def test_what_is_telescoped_is_found(name: str) -> None:
    """Of descent some games lie within the error of its floats; of the dimension the smallest games do not tell all."""
    (claim,) = load_file(EXAMPLES / f"online_convex/online_convex/{name}.py")
    small = claim.cases.search | {name: 2 for name in claim.cases.search if name in ("dimension", "rounds")}
    claim = replace(claim, cases=replace(claim.cases, scout=small, grows={}))
    report = prove(claim)
    assert report.grade == "proved-from-steps"
    assert TELESCOPED[name] in report.derived
    assert prove(claim.with_bound(claim.bound.lhs <= claim.bound.rhs * sympy.Rational(9, 10))).grade is None


@pytest.mark.slow
def test_the_item_of_a_claim_that_falls_shows_its_game(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(wrong=claim_file("wrong").replace("M <= n", "M <= n - 1"))
    result = pytester.runpytest("wrong.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["wrong-mistakes: falsified", "*M = 1 > 0 = n − 1, with *n = 1*", "FAILED wrong.py::*"])


def test_the_package_of_examples_offers_all_its_theorems() -> None:
    project = tomllib.loads((EXAMPLES / "online_convex" / "pyproject.toml").read_text())["project"]
    offered = {module.replace(".", "/") + ".py" for module in project["entry-points"]["learncheck.claims"].values()}
    assert offered == {name.removeprefix("online_convex/") for name in BEYOND if name.startswith("online_convex/")}


@pytest.mark.slow
def test_a_claim_of_a_file_is_cited(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "online_convex/online_convex/passive_aggressive.py"
    (claim,) = load_file(path)
    evidence = [attack(claim, claim.learner, "PassiveAggressive", QUICK)]
    shown = latex([(claim, evidence)])
    assert "Crammer et al. 2006, Theorem 2" in shown
    assert shown.splitlines()[1].startswith("\\begin{theorem}")
    assert shown.count("\\begin") == shown.count("\\end")
    assert sentence("100% of $x_1$ & b_2") == "100\\% of $x_1$ \\& b\\_2"
    with pytest.raises(SystemExit) as ended:
        main.main(["show", str(path), "--rocq"])
    assert not ended.value.code
    assert "The proof of passive-aggressive-losses" in capsys.readouterr().out
