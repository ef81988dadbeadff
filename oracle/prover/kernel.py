"""Check that facts about real numbers contradict each other, by a certificate. Nothing here searches.

A fact is a polynomial with rational coefficients that is ≥ 0, > 0 or = 0, all of several facts, or one of several. The
facts are numbered as they are taken in: those of "all of several" one after the other, "one of several" as one fact.

A certificate is a tree. A leaf is a sum

    Σ c · (product of facts ≥ 0 and > 0) · s²  +  Σ q · (fact = 0)        c a rational > 0, s and q polynomials

whose polynomial is 0, though no summand of the first kind is negative and one is positive: it has s = 1 and none but
facts > 0. So no real numbers satisfy the facts. A node makes cases: by a fact that is one of several, or by the sign of
a polynomial p, which is p > 0, p = 0 or −p > 0. Every case has a certificate of its own, and the facts of its case on
top of those that there are, numbered on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from flint import fmpq, fmpq_mpoly


@dataclass(frozen=True)
class Atom:
    """That a polynomial is ≥ 0, > 0 or = 0."""

    polynomial: fmpq_mpoly
    sign: Literal["≥", ">", "="]


@dataclass(frozen=True)
class All:
    """Every part holds; with no part it says nothing."""

    parts: "tuple[Formula, ...]"


@dataclass(frozen=True)
class Some:
    """At least one part holds; with no part it is false."""

    parts: "tuple[Formula, ...]"


Formula = Atom | All | Some


@dataclass(frozen=True)
class Product:
    """A summand that is not negative: c · (the product of the facts with these numbers) · s²."""

    coefficient: fmpq
    facts: tuple[int, ...]
    root: fmpq_mpoly | None = None


@dataclass(frozen=True)
class Multiple:
    """A summand that is 0: a polynomial times the equation with this number."""

    factor: fmpq_mpoly
    equation: int


@dataclass(frozen=True)
class Sum:
    """A leaf."""

    products: tuple[Product, ...]
    multiples: tuple[Multiple, ...] = ()


@dataclass(frozen=True)
class Cases:
    """A node: cases by the fact with this number, or by the sign of this polynomial."""

    by: int | fmpq_mpoly
    cases: "tuple[Certificate, ...]"


Certificate = Sum | Cases

MOST_TERMS = 4_000
"""The most products of two terms in a product of polynomials; the proofs of the catalogue need a hundred."""


class Refused(ValueError):
    """A certificate does not show that the facts contradict each other; the message says why."""


def taken_in(formula: Formula) -> list[Atom | Some]:
    """The facts that the formula adds to those that there are, in the order of their numbers."""
    if isinstance(formula, All):
        return [fact for part in formula.parts for fact in taken_in(part)]
    return [formula]


def cases_of(facts: Sequence[Atom | Some], by: int | fmpq_mpoly) -> tuple[Formula, ...]:
    """The formulas of which one holds. Raises Refused."""
    if isinstance(by, fmpq_mpoly):
        return Atom(by, ">"), Atom(by, "="), Atom(-by, ">")
    fact = _numbered(facts, by)
    if not isinstance(fact, Some):
        raise Refused(f"fact {by} makes no cases")
    return fact.parts


def check(facts: Sequence[Atom | Some], certificate: Certificate) -> None:
    """Check that no real numbers satisfy all the facts. Raises Refused if the certificate does not show it."""
    if isinstance(certificate, Sum):
        _check_sum(facts, certificate)
        return
    cases = cases_of(facts, certificate.by)
    if len(cases) != len(certificate.cases):
        raise Refused(f"there are {len(cases)} cases, and certificates of {len(certificate.cases)}")
    for formula, inner in zip(cases, certificate.cases, strict=True):
        check([*facts, *taken_in(formula)], inner)


def _check_sum(facts: Sequence[Atom | Some], certificate: Sum) -> None:
    total, positive = fmpq(0), False
    for product in certificate.products:
        if not product.coefficient > 0:
            raise Refused(f"the coefficient {product.coefficient} is not positive")
        factors = [_atom(facts, number) for number in product.facts]
        if any(factor.sign == "=" for factor in factors):
            raise Refused("an equation is a factor of what has to be positive or 0")
        summand = (
            product.coefficient if product.root is None else product.coefficient * _product(product.root, product.root)
        )
        for factor in factors:
            summand = _product(factor.polynomial, summand)
        total = total + summand
        positive = positive or (product.root is None and all(factor.sign == ">" for factor in factors))
    for multiple in certificate.multiples:
        equation = _atom(facts, multiple.equation)
        if equation.sign != "=":
            raise Refused(f"fact {multiple.equation} is not an equation")
        total = total + _product(multiple.factor, equation.polynomial)
    if not positive:
        raise Refused("no summand is strictly positive")
    if total != 0:
        raise Refused("the sum is not 0")


def _product(one: fmpq_mpoly, other: fmpq_mpoly | fmpq) -> fmpq_mpoly:
    """The product, which is refused where it would take long."""
    if isinstance(other, fmpq_mpoly) and len(one) * len(other) > MOST_TERMS:
        raise Refused("a product in it has too many terms")
    return one * other


def _atom(facts: Sequence[Atom | Some], number: int) -> Atom:
    fact = _numbered(facts, number)
    if not isinstance(fact, Atom):
        raise Refused(f"fact {number} is one of several, which has no sign")
    return fact


def _numbered(facts: Sequence[Atom | Some], number: int) -> Atom | Some:
    if not 0 <= number < len(facts):
        raise Refused(f"there is no fact {number}")
    return facts[number]


def holds(formula: Formula, values: Sequence[fmpq]) -> bool:
    """Whether these numbers satisfy the formula."""
    if isinstance(formula, Atom):
        value = formula.polynomial(*values)
        return bool(value == 0 if formula.sign == "=" else value > 0 if formula.sign == ">" else value >= 0)
    parts = (holds(part, values) for part in formula.parts)
    return all(parts) if isinstance(formula, All) else any(parts)
