"""Formulas of relations, joined by And, Or, Not and Implies, decided like the relations themselves."""

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import And, Implies, Not, Or

from learncheck.exact.decide import Decision, compile_relation


def decided(formula: Any, known: Mapping[str, Any]) -> bool | None:
    """Whether the formula holds of these values; None where it is undecided."""
    if formula in (True, sympy.true, False, sympy.false):
        return bool(formula)
    if isinstance(formula, Not):
        inner = decided(formula.args[0], known)
        return None if inner is None else not inner
    if isinstance(formula, Implies):
        return decided(Or(Not(formula.args[0]), formula.args[1]), known)
    if isinstance(formula, And | Or):
        parts = [decided(each, known) for each in formula.args]
        settles = isinstance(formula, Or)
        return settles if settles in parts else None if None in parts else not settles
    decision = compile_relation(formula).decide(known)
    return None if decision is Decision.UNDECIDED else decision is Decision.TRUE
