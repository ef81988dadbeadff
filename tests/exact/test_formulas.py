"""Formulas are decided as what they are put together of."""

from itertools import product

import flint
from sympy import And, Implies, Le, Not, Or, Symbol, false, true

from learncheck.exact.formulas import decided

A, B = Le(Symbol("p", real=True), 0), Le(Symbol("q", real=True), 0)
KNOWN = [{"p": p, "q": q} for p, q in product((-1, 1, flint.arb(0, 1)), repeat=2)]
"""All pairs of what holds, what does not, and what cannot be decided."""


def test_an_implication_is_decided_as_the_or_that_it_is() -> None:
    truths = [decided(Implies(A, B), values) for values in KNOWN]
    assert truths == [decided(Or(Not(A), B), values) for values in KNOWN]
    assert truths == [True, False, None, True, True, True, True, None, None]


def test_both_and_either() -> None:
    assert [decided(And(A, B), values) for values in KNOWN] == [
        True,
        False,
        None,
        False,
        False,
        False,
        None,
        False,
        None,
    ]
    assert [decided(Or(A, B), values) for values in KNOWN] == [True, True, True, True, False, None, True, None, None]


def test_what_is_settled_already() -> None:
    assert [decided(truth, {}) for truth in (True, False, true, false)] == [True, False, True, False]
