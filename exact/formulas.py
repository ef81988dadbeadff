"""Formulas of relations, joined by And, Or, Not and Implies, decided like the relations themselves."""

from collections.abc import Mapping
from typing import Any

from sympy import And, Implies, Not, Or
from sympy.logic.boolalg import BooleanAtom

from learncheck.exact.decide import Decision, compile_relation


def decided(formula: Any, known: Mapping[str, Any]) -> bool | None:
    """Whether the formula holds of these values; None where it is undecided."""
    if isinstance(formula, bool | BooleanAtom):
        return bool(formula)
    if isinstance(formula, Not):
        inner = decided(formula.args[0], known)
        return None if inner is None else not inner
    if isinstance(formula, And | Or | Implies):
        parts = [decided(each, known) for each in formula.args]
        settles = not isinstance(formula, And)
        if isinstance(formula, Implies):  # an Or of what it assumes, denied; to make that one takes long
            parts[0] = None if parts[0] is None else not parts[0]
        return settles if settles in parts else None if None in parts else not settles
    decision = compile_relation(formula).decide(known)
    return None if decision is Decision.UNDECIDED else decision is Decision.TRUE
