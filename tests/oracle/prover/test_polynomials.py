"""Relations reach the kernel as they are: translated exactly, guarded where undefined, refused where impossible."""

import os
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from sympy import Abs, And, Eq, Ge, Gt, Implies, Le, Lt, Max, Min, Ne, Not, Or, Rational, sqrt

from learncheck.oracle.prover.checking import check
from learncheck.oracle.prover.polynomials import Untranslatable, system
from learncheck.oracle.prover.solver import ask
from learncheck.theorems.language.proof import Obligation

x, y, z = sympy.symbols("x y z", real=True)


def obligation(goal: Any, part: Any = "line", **hypotheses: Any) -> Obligation:
    return Obligation("test", hypotheses, goal, part)


def verdict(goal: Any, **hypotheses: Any) -> str:
    """What z3 says of the negated goal."""
    asked = system(obligation(goal, **hypotheses))
    return ask(asked.numbered, len(asked.names)).verdict


RELATIONS = [
    x + 2 * y <= 3,
    x * y < z,
    Ge(x**2 + y**3, z),
    Gt(x / y, z),
    Eq(1 / x**2, y),
    Ne(x, y),
    Le(sqrt(x), y),
    Le(x ** Rational(3, 2), y + 1),
    Le(1 / sqrt(x), y),
    Le(x * y ** Rational(-1, 2) / z, 1),
    Ge(Max(x, y, 2), z),
    Lt(Min(x, y), z),
    Le(Abs(x - y), z),
    And(x < y, y < z),
    Or(x < y, Eq(y, z)),
    Not(And(x < y, y < z)),
    Implies(x < y, y < z),
    Le(Abs(x) * Max(y, z) + sqrt(Abs(z)), 5),
]


@pytest.mark.parametrize("relation", RELATIONS, ids=str)
def test_a_relation_is_evaluated_as_sympy_does(relation: Any) -> None:
    draw = random.Random(str(relation))
    decided = 0
    for _ in range(40):
        values = {s: Fraction(draw.randint(-4, 6), draw.choice((1, 2))) for s in (x, y, z)}
        exact = {s: Rational(v.numerator, v.denominator) for s, v in values.items()}
        if any(power.subs(exact).is_real is not True for power in relation.atoms(sympy.Pow)):
            continue
        truth = relation.subs(exact)
        if truth not in (sympy.true, sympy.false):
            continue
        values_as_facts = {f"{s} is": Eq(s, v) for s, v in exact.items()}
        assert verdict(relation, **values_as_facts) == ("unsat" if truth else "sat"), values
        decided += 1
        if decided == 6:
            return
    raise AssertionError("too few points were tried")


# ---- undefined terms ----


def test_a_quotient_says_nothing_where_its_denominator_is_zero() -> None:
    assert verdict(Eq(x * y, 1), quotient=Eq(y, 1 / x)) == "sat"
    assert verdict(Eq(x * y, 1), quotient=Eq(y, 1 / x), nonzero=Ne(x, 0)) == "unsat"


def test_a_hypothesis_does_not_smuggle_in_that_its_terms_are_defined() -> None:
    assert verdict(x >= 0, root=Le(sqrt(x), 1)) == "sat"
    assert verdict(x >= 0, root=Or(Ge(sqrt(x), 1), y > 0)) == "sat"
    assert verdict(x >= 0, root=Implies(y > 0, Ge(sqrt(x), 1))) == "sat"


def test_a_goal_must_show_that_its_terms_are_defined() -> None:
    assert verdict(Ge(sqrt(x) ** 3, -1), known=Le(sqrt(x), 5)) == "sat"
    assert verdict(Ge(sqrt(x) ** 3, -1), known=Le(sqrt(x), 5), domain=x >= 0) == "unsat"
    assert verdict(Or(Eq(y, y + 0 * z, evaluate=False), Ge(1 / x, 0))) == "sat"


def test_possible_hypotheses_are_possible_with_all_terms_defined() -> None:
    assert check(obligation(sympy.false, "vacuity", root=Le(sqrt(x), 1), negative=x < 0)).status == "refuted"
    assert check(obligation(sympy.false, "vacuity", root=Le(sqrt(x), 1))).status == "proved"
    assert check(obligation(sympy.false, "vacuity", a=Eq(y, 1 / x), b=Eq(x, 0))).status == "refuted"


# ---- assumptions, names, truths ----


def test_declared_signs_are_asserted() -> None:
    p, q = sympy.Symbol("p", positive=True), sympy.Symbol("q", nonnegative=True)
    n, m = sympy.Symbol("n", negative=True), sympy.Symbol("m", nonzero=True)
    assert verdict(x + p > x) == "unsat"
    assert verdict(x + q >= x) == "unsat"
    assert verdict(Gt(x + q, x)) == "sat"
    assert verdict(x + n < x) == "unsat"
    assert verdict(Ne(x + m, x, evaluate=False)) == "unsat"


def test_that_a_symbol_is_an_integer_is_not_asserted() -> None:
    n = sympy.Symbol("n", integer=True)
    assert verdict(Or(n <= 0, n >= 1, evaluate=False)) == "sat"


def test_declared_signs_count_when_hypotheses_are_tested_for_being_possible() -> None:
    p = sympy.Symbol("p", positive=True)
    assert check(obligation(sympy.false, "vacuity", below=p + x <= 0, above=x >= 0)).status == "refuted"


def test_symbols_of_similar_names_are_told_apart() -> None:
    names = ["V", "V′", "V_next", "V_1", "γ", "γ²", "‖w‖²", "2nd", "aux1", "true", "let"]
    symbols = [sympy.Symbol(name, real=True) for name in names]
    equations = {name: Eq(symbol, value) for value, (name, symbol) in enumerate(zip(names, symbols, strict=True))}
    translated = system(Obligation("names", equations, Eq(sum(symbols), 0), "line"))
    assert sorted(translated.names) == sorted(names)
    model = ask(translated.numbered, len(translated.names)).model
    assert {translated.names[i]: value for i, value in model.items()} == {n: str(i) for i, n in enumerate(names)}


def test_one_name_with_two_meanings_is_refused() -> None:
    with pytest.raises(Untranslatable, match="two symbols are called x"):
        system(obligation(x <= sympy.Symbol("x", positive=True)))


def test_truths_of_python_and_sympy_are_taken() -> None:
    assert verdict(True) == verdict(sympy.true) == "unsat"
    assert verdict(False) == "sat"
    assert verdict(x > 0, never=False) == "unsat"
    assert verdict(And(Or(x > 0, x <= 0, evaluate=False), sympy.true)) == "unsat"


@pytest.mark.parametrize(
    ("term", "words"),
    [
        (sympy.log(x), "is neither a polynomial nor a root"),
        (sympy.exp(x), "variable exponent|is neither a polynomial nor a root"),
        (2**x, "variable exponent"),
        (x**y, "variable exponent"),
        (sympy.floor(x), "is neither a polynomial nor a root"),
        (sympy.pi * x, "is neither a polynomial nor a root"),
        (sympy.Float("0.1") + x, "a float"),
        (sympy.oo + x**2 * 0, "is neither a polynomial nor a root"),
        (x**100, "too high a power"),
        (sympy.Symbol("c", imaginary=True) + x, "declared not to be real"),
    ],
    ids=str,
)
def test_what_cannot_be_said_exactly_is_refused(term: Any, words: str) -> None:
    with pytest.raises(Untranslatable, match=words):
        system(obligation(Le(term, y, evaluate=False)))
    with pytest.raises(Untranslatable, match=words):
        system(obligation(x > 0, hypothesis=Le(term, y, evaluate=False)))


def test_a_formula_that_is_no_relation_is_refused() -> None:
    with pytest.raises(Untranslatable, match="not a relation of real arithmetic"):
        system(obligation(sympy.Xor(x < y, y < z)))


# ---- answers ----


def test_refuted_comes_with_a_countermodel() -> None:
    assert check(obligation(x**2 >= 0)).by == ("kernel",)
    line = check(obligation(x**2 >= 1, known=x >= 0))
    assert line.status == "refuted"
    assert 0 <= Fraction(line.countermodel["x"]) < 1
    assert not line.note


def test_a_countermodel_that_is_rounded_says_so() -> None:
    line = check(obligation(x <= 0, known=Eq(x**2, 2)))
    assert line.status == "refuted"
    assert line.countermodel["x"].startswith("≈1.414")
    assert "not confirmed" in line.note


@pytest.mark.slow
def test_a_solver_that_ends_without_an_answer_knows_none_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from learncheck.oracle.prover import solver

    (tmp_path / "mute.py").write_text("input(); print(end='{', flush=True)")
    solver.end()
    with monkeypatch.context() as patched:
        patched.setattr(solver, "__file__", str(tmp_path / "mute.py"))
        assert verdict(x**2 >= 0) == "unknown"
    assert verdict(x**2 >= 0) == "unsat"


def test_ctrl_c_on_a_terminal_does_not_reach_the_solver() -> None:
    """It goes to all of a group, and one that is just being started would answer with a traceback."""
    from learncheck.oracle.prover import solver

    assert verdict(x**2 >= 0) == "unsat"
    assert solver._PROCESS.process is not None
    assert os.getpgid(solver._PROCESS.process.pid) != os.getpgrp()
