"""Put quantities into words, exactly where that is short."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeGuard

from flint import arb, fmpq
from sympy.core.relational import Relational

from learncheck.exact.balls import fraction, nearest_float
from learncheck.exact.decide import Decision, Relation, compile_relation, conjuncts
from learncheck.exact.decimals import DIGITS, decimal, distinct, in_digits
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.notation import GREEK, SIGNS, minus, plain_text
from learncheck.theorems.language.claim import Claim, Values
from learncheck.theorems.language.sentence import Sentence


def compared(formula: object, relation: Relation, values: Mapping[str, object]) -> str:
    """Return the two sides of a relation that fails, as in "1 > 1/2", in at most six digits if they tell the sides
    apart: then they are the same on every machine.
    """
    sign = FAILS.get(getattr(formula, "rel_op", ""), "against")
    return f" {sign} ".join(_apart(_two_sides(relation, values), partial(_number, rounded=in_six_digits)))


def _two_sides(relation: Relation, values: Mapping[str, object]) -> list[object]:
    """Return the two sides, exactly where that is possible."""
    pairs = zip(relation.sides(values), relation.exact_sides(values), strict=True)
    return [rough if exact is None else exact for rough, exact in pairs]


def _apart(values: Sequence[object], short: Callable[[object], str]) -> list[str]:
    """Return quantities in figures, in more digits if they would look alike but differ."""
    texts = distinct(filter(_is_number, values), short)
    return [minus(texts[value] if _is_number(value) else short(value)) for value in values]


def _is_number(value: object) -> TypeGuard[int | float | Fraction]:
    return isinstance(value, int | float | Fraction)


FAILS = {"<=": ">", "<": "≥", ">=": "<", ">": "≤", "==": "≠"}
"""The relation that holds between the two sides when a comparison fails."""


def not_held(claim: Claim, outcome: Outcome, relation: Relation, values: Values) -> str:
    """Say how the bound fails in a game, in the words of the claim if it has some, or that it cannot be decided."""
    if outcome.verdict == "undecided":
        return f"{plain_text(claim.bound)} could not be decided: {numbers(values)}"
    assert outcome.trace is not None
    assert outcome.observed is not None
    assert outcome.bound is not None
    if claim.why and (why := claim.why(outcome.trace)):
        return minus(why)
    return fails(claim, relation, values) + rounding(outcome.observed, outcome.bound, " the error by tolerance=")


def fails(claim: Claim, relation: Relation, values: Values) -> str:
    """Say that the bound fails, with both sides: "M = 2 > 1 = log₂(H), with H = 2".

    If the bound is a conjunction of comparisons, say it of the first one that fails.
    """
    parts = list(conjuncts(claim.bound))
    if len(parts) > 1 and all(getattr(part, "rel_op", None) in FAILS for part in parts):
        of_parts = [(part, compile_relation(part)) for part in parts]
        wrong = [(part, compiled) for part, compiled in of_parts if compiled.decide(values) is Decision.FALSE]
        parts, relation = ([wrong[0][0]], wrong[0][1]) if wrong else (parts, relation)
    if len(parts) > 1 or parts[0].rel_op not in FAILS:
        return f"{plain_text(claim.bound)} fails: {numbers(values)}"
    if any(side != side for side in relation.sides(values)):
        return f"{plain_text(claim.bound)} fails: {numbers(values)}"
    left, right = _apart(_two_sides(relation, values), _number)
    names = _sides(claim, parts[0])
    # a constant stands for itself: 1 + 10⁻⁹, not "1 = 1 + 10⁻⁹"
    left, right = [name if side.is_Rational else figure for name, side, figure in zip(
        names, parts[0].args, (left, right), strict=True)]  # fmt: skip
    rest = [(name, value) for name, value in values.items() if str(name) not in names]
    left, right = (figure if name == figure else figures for name, figure, figures in zip(
        names, (left, right), (f"{names[0]} = {left}", f"{right} = {names[1]}"), strict=True))  # fmt: skip
    return f"{left} {FAILS[parts[0].rel_op]} {right}" + (f", with {numbers(rest)}" if rest else "")


def _sides(claim: Claim, bound: Relational) -> tuple[str, str]:
    """Return the two sides of the bound in words: from the author's own LaTeX if it has exactly two sides."""
    written = re.split(f" ?[{''.join(SIGNS.values())}] ?", str(Sentence(f"${claim.latex}$"))) if claim.latex else []
    return (written[0], written[1]) if len(written) == 2 else (plain_text(bound.lhs), plain_text(bound.rhs))


NINE_DIGITS = 1e-9


def rounding(left: float, right: float, how: str) -> str:
    """Return a hint for two sides that differ but agree to nine digits, or "" if they do not agree."""
    if left == right or not abs(left - right) <= NINE_DIGITS * max(abs(left), abs(right)):
        return ""
    return f" ({left!r} against {right!r}: rounding? give Fractions or state{how})"


def numbers(values: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> str:
    """Return quantities and their values, as in "M = 3, R = 5/2"."""
    named = dict(values)
    figures = column([*named.values()])
    return ", ".join(f"{GREEK.get(str(name), name)} = {figure}" for name, figure in zip(named, figures, strict=True))


def around_round(values: Mapping[str, object]) -> str:
    """Return quantities of a round, as in "V = 1 before and V′ = 1 after"."""
    moments = {name: " after" if name.endswith("′") else " before" if f"{name}′" in values else "" for name in values}
    parts = [f"{numbers({name: value})}{moments[name]}" for name, value in values.items()]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def column(values: Sequence[object]) -> list[str]:
    """Return quantities for reading. Those that differ look different, unless rounding may have made the difference."""
    texts = distinct(filter(_is_number, values), _number, rounded=True)
    return [minus(texts[value]) if _is_number(value) else number(value) for value in values]


def number(value: object) -> str:
    """Format a number for reading: exactly where that is short, and with a proper minus sign."""
    return minus(_number(value))


def in_six_digits(value: float) -> str:
    """Return the number in six digits, also where another one looks like it."""
    return f"{value:.{DIGITS}g}"


def _number(value: object, rounded: Callable[[float], str] = decimal) -> str:
    value = fraction(value) if isinstance(value, fmpq) else value
    if isinstance(value, arb):
        return f"{value.str(6, radius=False)} ± {value.rad().str(1, radius=False)}"
    if isinstance(value, int | float | Fraction):
        exact = Fraction(value)
        if abs(exact.numerator) > 10**12 or exact.denominator > 10**12:
            nearest = nearest_float(exact)
            return rounded(nearest) if math.isfinite(nearest) else in_digits(DIGITS, exact)
        value = exact
    text = str(value)
    return text if len(text) <= 12 else in_six_digits(nearest_float(value))
