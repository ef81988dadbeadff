"""Say in words why a line holds: the facts that its certificate adds up, and the products of several of them."""

from collections.abc import Iterator
from typing import Any

import sympy

from learncheck.oracle.notation import plain_text, tidied
from learncheck.oracle.prover.certificates import from_data, used
from learncheck.oracle.prover.kernel import All, Atom, Certificate, Formula, Product, Sum, cases_of, taken_in
from learncheck.oracle.prover.polynomials import System, system
from learncheck.theorems.language.proof import Obligation

MOST = 3
"""The number of products and cases that are written out."""


def reason(obligation: Obligation, line: Any) -> tuple[tuple[str, ...], str]:
    """The words of the facts that the certificate uses, in their order, and what is done with them beyond adding.

    "P·V ≤ |H|" and "V′ ≤ V/2", and "2P·(V/2 − V′) ≥ 0".
    """
    asked = system(obligation)
    certificate = from_data(line, asked.context)
    numbers = sorted({number for number in used(certificate) if number < len(asked.numbered)})
    facts = [asked.origins[number] for number in numbers]
    words = dict.fromkeys(tidied(fact.words) for fact in facts if fact.kind == "hypothesis")
    done = list(dict.fromkeys(map(tidied, _done(asked, asked.numbered, certificate))))
    more = [f"and {len(done) - MOST} more"] if len(done) > MOST else []
    return tuple(words), "; ".join([*done[:MOST], *more])


def facts(obligation: Obligation) -> list[str]:
    """What the obligation starts from, and what it has to show, in plain notation; empty if it has no such form."""
    if obligation.goal is sympy.true and not obligation.hypotheses:
        return []
    hypotheses = [f"known: {plain_text(hypothesis)}" for hypothesis in obligation.hypotheses.values()]
    return [*hypotheses, f"to show: {plain_text(obligation.goal)}"] if obligation.part != "vacuity" else hypotheses


def _done(asked: System, facts: list[Any], certificate: Certificate) -> Iterator[str]:
    """The products of facts and the cases that matter: those that are not closed by facts alone."""
    if isinstance(certificate, Sum):
        for product in certificate.products:
            if len(product.facts) + 2 * (product.root is not None) > 1:
                yield _product(asked, facts, product)
        return
    cases = cases_of(facts, certificate.by)
    if not isinstance(certificate.by, int):
        yield f"by the sign of {_plain(asked, certificate.by)}"
    elif len(cases) > 1 and sum(not _is_plain(inner) for inner in certificate.cases) > 1:
        yield "in the cases " + ", ".join(formula(asked, case) for case in cases)
    for case, inner in zip(cases, certificate.cases, strict=True):
        yield from _done(asked, [*facts, *taken_in(case)], inner)


def _is_plain(certificate: Certificate) -> bool:
    return isinstance(certificate, Sum) and all(
        len(product.facts) < 2 and not product.root for product in certificate.products
    )


def _product(asked: System, facts: list[Any], product: Product) -> str:
    """The product as an inequality, as in 2P·(V/2 − V′) ≥ 0."""
    factors = [facts[number] for number in product.facts]
    scale: Any = sympy.Rational(int(product.coefficient.p), int(product.coefficient.q))
    simple = [factor for factor in factors if len(factor.polynomial) == 1]
    for factor in simple:
        scale *= _term(asked, factor.polynomial)
    if product.root is not None:
        scale *= _term(asked, product.root) ** 2
    terms = [] if scale == 1 else [plain_text(scale)]
    terms += [f"({_plain(asked, factor.polynomial)})" for factor in factors if factor not in simple]
    strict = product.root is None and all(factor.sign == ">" for factor in factors)
    return f"{'·'.join(terms) or '1'} {'>' if strict else '≥'} 0"


def formula(asked: System, stated: Formula) -> str:
    """The formula in plain notation."""
    if isinstance(stated, Atom):
        left, right = asked.sides(stated.polynomial)
        return f"{_plain(asked, left)} {stated.sign} {_plain(asked, right)}"
    word = " and " if isinstance(stated, All) else " or "
    parts = [formula(asked, part) for part in stated.parts]
    return word.join(f"({part})" if " or " in part and word == " and " else part for part in parts) or "nothing"


def _plain(asked: System, polynomial: Any) -> str:
    return plain_text(_term(asked, polynomial))


def _term(asked: System, polynomial: Any) -> Any:
    total = sympy.Integer(0)
    for powers, value in polynomial.terms():
        summand = sympy.Rational(int(value.p), int(value.q))
        for name, power in zip(asked.names, powers, strict=False):
            summand *= sympy.Symbol(name) ** power
        total += summand
    return total
