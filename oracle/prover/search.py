"""Search for a certificate: linear programs, z3's cores, cases by what is one of several, and by signs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mpoly
from flint.utils.flint_exceptions import DomainError

from learncheck.oracle.prover import solver
from learncheck.oracle.prover.certificates import as_data, rational
from learncheck.oracle.prover.farkas import Elimination, find_sum
from learncheck.oracle.prover.kernel import (
    All,
    Atom,
    Cases,
    Certificate,
    Formula,
    Multiple,
    Product,
    Some,
    Sum,
    cases_of,
    taken_in,
)
from learncheck.oracle.prover.polynomials import System

Known = list[Any]
DEPTH = 3
FEW_STEPS = 1_000_000
FEW = 16
"""The number of facts that are all multiplied with each other, not only those that z3 finds enough."""


@dataclass
class Searcher:
    variables: int
    questions: int = 30
    """How many more questions z3 may be asked."""

    def find(self, facts: Known, depth: int = DEPTH) -> Certificate | None:
        """A certificate that the facts contradict each other; None if none is found."""
        quick = find_sum(facts, None, 1)
        if quick is not None:
            return quick
        core = self._core(facts)
        if core is None:
            return None
        return next((certificate for certificate in self._tries(facts, core, depth) if certificate is not None), None)

    def _tries(self, facts: Known, core: list[int], depth: int) -> Iterator[Certificate | None]:
        """What is tried with the facts that z3 finds enough, the cheapest first."""
        near = _near(facts, core) if len(facts) > FEW else list(range(len(facts)))
        if all(isinstance(facts[i], Atom) for i in core):
            yield find_sum(facts, core, 2)
            yield find_sum(facts, near, 2)
        unit = _inverse(facts) or _equal_squares(facts) or _unit(facts, core, 1) or _unit(facts, core, 2)
        if unit is not None:
            yield self.split(facts, unit[0], depth, unit[1])
            return
        yield find_sum(facts, near, 2, _roots(facts, near))
        several = (i for i in core if isinstance(facts[i], Some) and not _is_settled(facts, facts[i]))
        if (number := next(several, None)) is not None:
            yield self.split(facts, number, depth, {})
            return
        for factors, with_roots in ((3, False), (3, True), (4, False)):
            yield find_sum(facts, near, factors, _roots(facts, near) if with_roots else ())
        for p in _may_be_zero(facts, near) if depth == DEPTH else ():
            yield self.split(facts, p, 0, {})
        for p in _signs(facts, near) if depth else ():
            yield self.split(facts, p, depth - 1, {})

    def split(
        self,
        facts: Known,
        by: int | fmpq_mpoly,
        depth: int,
        closed: Mapping[int, Certificate],
    ) -> Cases | None:
        """Cases, of which some are closed already, and the others by what is found inside of them."""
        certificates = []
        for index, formula in enumerate(cases_of(facts, by)):
            whole = [*facts, *taken_in(formula)]
            if index in closed:
                certificates.append(closed[index])
                continue
            inner = self.find(whole, depth)
            if inner is None:
                return None
            certificates.append(inner)
        return Cases(by, tuple(certificates))

    def _core(self, facts: Known) -> list[int] | None:
        """The facts that z3 finds enough; None if it finds that they do not contradict each other."""
        if self.questions <= 0:
            return None
        self.questions -= 1
        open_ = [All(()) if isinstance(fact, Some) and _is_settled(facts, fact) else fact for fact in facts]
        answer = solver.ask(open_, self.variables, FEW_STEPS)
        if answer.verdict == "sat":
            return None
        return list(answer.core) if answer.verdict == "unsat" else list(range(len(facts)))


def _roots(facts: Known, near: Sequence[int]) -> list[fmpq_mpoly]:
    polynomials = [facts[i].polynomial for i in near if isinstance(facts[i], Atom)]
    if not polynomials:
        return []
    gens = polynomials[0].context().gens()
    used = [x for i, x in enumerate(gens) if any(p.degrees()[i] for p in polynomials)]
    roots = list(used)
    for p in polynomials:  # where a square is completed
        roots += [p.derivative(i) for i, power in enumerate(p.degrees()) if power == 2 and len(roots) < 60]
    roots += [x - y for k, x in enumerate(used) for y in used[k + 1 :]][:40]
    return roots


def _unit(facts: Known, core: Sequence[int], factors: int) -> tuple[int | fmpq_mpoly, dict[int, Certificate]] | None:
    """Cases of which all but one are contradicted at once: by a fact that is one of several, or by a sign;
    found with products of so many factors.

    The sign is that of a denominator, which then is a factor > 0.
    """
    for number in core:
        fact = facts[number]
        if not isinstance(fact, Some) or _is_settled(facts, fact):
            continue
        closed: dict[int, Certificate] = {}
        for index, part in enumerate(fact.parts):
            certificate = _closed(facts, part, factors)
            if certificate is not None:
                closed[index] = certificate
        if len(closed) < len(fact.parts) - 1:
            continue
        first = fact.parts[0]
        if isinstance(first, Atom) and first.sign == "=" and 0 in closed and not _has_sign(facts, first.polynomial):
            signs: dict[int, Certificate] = {1: closed[0]}
            for index, p in ((0, first.polynomial), (2, -first.polynomial)):
                certificate = find_sum([*facts, Atom(p, ">")], None, factors)
                if certificate is not None:
                    signs[index] = certificate
            if len(signs) == 2:
                return first.polynomial, signs
        return number, closed
    return None


def _closed(facts: Known, part: Formula, factors: int) -> Certificate | None:
    """A certificate that the part contradicts what is known, by a sum or, of one of several, by a sum for each."""
    whole = [*facts, *taken_in(part)]
    certificate: Certificate | None = find_sum(whole, None, factors)
    for number in range(len(facts), len(whole)):
        if certificate is None and isinstance(whole[number], Some):
            cases = [_closed(whole, part, factors) for part in whole[number].parts]
            if None not in cases:
                certificate = Cases(number, tuple(case for case in cases if case is not None))
    return certificate


def _inverse(facts: Known) -> tuple[fmpq_mpoly, dict[int, Certificate]] | None:
    """The sign of a u with u·p = 1 for a p whose sign is known, which is the same."""
    for number, fact in enumerate(facts):
        if not isinstance(fact, Atom) or fact.sign != "=":
            continue
        for i, power in enumerate(fact.polynomial.degrees()):
            if power != 1:
                continue
            u, p = fact.polynomial.context().gen(i), fact.polynomial.derivative(i)
            if p.is_constant() or u * p - 1 != fact.polynomial or _has_sign(facts, u):
                continue
            for sign, at in ((1, 2), (-1, 0)):
                if Atom(sign * p, ">") in facts:
                    other = facts.index(Atom(sign * p, ">"))
                    case = len(facts)
                    zero = Sum((Product(fmpq(1), ()),), (Multiple(u.context().constant(1), number), Multiple(-p, case)))
                    wrong = Sum((Product(fmpq(1), ()), Product(fmpq(1), (other, case))), (Multiple(1 + 0 * u, number),))
                    return u, {1: zero, at: wrong}
    return None


def _equal_squares(facts: Known) -> tuple[fmpq_mpoly, dict[int, Certificate]] | None:
    """The sign of p − q where the equations say that p² = q², and p and q are ≥ 0: they are the same.

    A factor such as √2 of q comes from its own equation: η√T = 2√2·√log(n) from Tη² = 8 log(n).
    """
    equations = [i for i, fact in enumerate(facts) if isinstance(fact, Atom) and fact.sign == "="]
    left = [equation for equation, _ in Elimination([(i, facts[i].polynomial) for i in equations]).left]
    for gap in _gaps(left):
        if any(Atom(side, sign) in facts for side in (gap, -gap) for sign in ("=", ">")):
            continue
        spoken = _variables(Atom(gap, "="))
        signs = [
            i
            for i, fact in enumerate(facts)
            if isinstance(fact, Atom) and fact.sign != "=" and len(fact.polynomial) == 1 and _variables(fact) <= spoken
        ]
        closed: dict[int, Certificate] = {}
        for index, p in ((0, gap), (2, -gap)):
            certificate = find_sum([*facts, Atom(p, ">")], [*equations, *signs, len(facts)], 3)
            if certificate is None:
                break
            closed[index] = certificate
        if len(closed) == 2:
            return gap, closed
    return None


def _gaps(equations: Sequence[fmpq_mpoly]) -> Iterator[fmpq_mpoly]:
    """p − q for each of the equations that says p² = q², or says it with one that says r² = d for a number d."""
    sides = []
    for equation in equations:
        monic = equation / equation.leading_coefficient()
        first = monic.context().from_dict({monic.monomial(0): 1})
        sides.append((first, first - monic))
    units = [first / number.leading_coefficient() for first, number in sides if number.is_constant() and number != 0]
    for first, second in sides:
        p = _square_root(first)
        for unit in (1, *units) if p is not None else ():
            q = _square_root(unit * second)
            if q is not None and p != q:
                yield p - q


def _square_root(polynomial: fmpq_mpoly) -> fmpq_mpoly | None:
    """The polynomial with a positive leading coefficient of which this is the square; None if it is of none."""
    try:
        return polynomial.sqrt()
    except DomainError:
        return None


def _has_sign(facts: Known, p: fmpq_mpoly) -> bool:
    """Whether a fact says that the polynomial is > 0, or < 0."""
    return any(Atom(side, ">") in facts for side in (p, -p))


def _is_settled(facts: Known, fact: Some) -> bool:
    """Whether one of its parts is known already."""
    return any(all(fact in facts for fact in taken_in(part)) for part in fact.parts)


def _near(facts: Known, core: Sequence[int]) -> list[int]:
    """The core, and the signs of variables that occur in it (P > 0), which low degree needs."""
    used: set[int] = set()
    for i in core:
        used |= _variables(facts[i])
    more = [
        i
        for i, fact in enumerate(facts)
        if i not in core and isinstance(fact, Atom) and len(fact.polynomial) == 1 and _variables(fact) <= used
    ]
    return sorted([*core, *more])


def _variables(formula: Formula) -> set[int]:
    if isinstance(formula, Atom):
        return {i for i, power in enumerate(formula.polynomial.degrees()) if power}
    return {i for part in formula.parts for i in _variables(part)}


def _signs(facts: Known, near: Sequence[int]) -> Iterator[fmpq_mpoly]:
    """Polynomials whose sign may matter: variables of the core, then those of its facts."""
    signed = [str(p) for fact in facts if isinstance(fact, Atom) for p in (fact.polynomial, -fact.polynomial)]
    used = sorted({v for i in near for v in _variables(facts[i])})
    if not used:
        return
    gens = next(fact for fact in facts if isinstance(fact, Atom)).polynomial.context().gens()
    for i in used:
        if str(gens[i]) not in signed:
            yield gens[i]
    for k, i in enumerate(used):
        for j in used[k + 1 :]:
            if str(gens[i] - gens[j]) not in signed:
                yield gens[i] - gens[j]


def _may_be_zero(facts: Known, near: Sequence[int]) -> list[fmpq_mpoly]:
    """The variables of the core that are known to be ≥ 0, and neither to be 0 nor to be positive."""
    known = [facts[i].polynomial for i in near if isinstance(facts[i], Atom) and facts[i].sign == "≥"]
    variables = [p for p in known if len(p) == 1 and p == p.context().gen(max(_variables(Atom(p, "=")), default=0))]
    return [x for x in variables if not any(Atom(x, sign) in facts for sign in (">", "="))]


def find(facts: System, without: str = "") -> Certificate | None:
    """A certificate for the obligation, which uses no fact of the kind `without`; None if none is found."""
    nothing = Atom(facts.context.constant(1), ">")
    usable = [
        nothing if origin.kind == without else fact for fact, origin in zip(facts.numbered, facts.origins, strict=True)
    ]
    searcher = Searcher(len(facts.names))
    for number, origin in enumerate(facts.origins):
        if origin.kind == "goal" and isinstance(usable[number], Some):
            return searcher.split(usable, number, DEPTH, {})
    return searcher.find(usable)


NICE = ("1/5", "3/10", "1/2", "1", "2", "0", "1/10", "4")
"""Values at which roots such as √(1 − 4γ²) and √(1/ε − 1) are rational."""


def _rational(facts: Known, answer: solver.Answer, variables: int, depth: int = 2) -> list[str] | None:
    """Rational values that satisfy the facts, near or far from the model; None if none are found.

    A model with irrational values has roots in it; what they are roots of is given nice values.
    """
    values = _values(answer, variables)
    rounded = _rounded(values)
    if not rounded:
        return values
    if depth == 0 or any(_is_alone(facts, i) for i in rounded):
        return None
    spoken = [own for fact in facts if (own := _variables(fact)) & rounded]
    for i in sorted(set().union(*spoken)):
        for value in NICE:
            gen = next(fact for fact in facts if isinstance(fact, Atom)).polynomial.context().gen(i)
            fixed = [*facts, Atom(gen - rational(value), "=")]
            tried = solver.ask(fixed, variables, FEW_STEPS)
            fitting = _rational(fixed, tried, variables, depth - 1) if tried.verdict == "sat" else None
            if fitting is not None:
                return fitting
    return None


def _is_alone(facts: Known, variable: int) -> bool:
    """Whether an equation gives the variable by itself, as that of √2 does, so that what else is tried is in vain."""
    for fact in facts:
        parts = [part for part in (fact.parts if isinstance(fact, Some) else (fact,)) if _variables(part)]
        for atom in taken_in(parts[0]) if len(parts) == 1 else ():
            if isinstance(atom, Atom) and atom.sign == "=" and _variables(atom) == {variable}:
                return True
    return False


def _values(answer: solver.Answer, variables: int) -> list[str]:
    return [answer.model.get(i, "0") for i in range(variables)]


def _rounded(values: Sequence[str]) -> set[int]:
    return {i for i, value in enumerate(values) if value.startswith("≈")}


_SEARCHED: dict[str, Any] = {}
"""What was found in this process, by the digest of the facts."""


def line_for(facts: System) -> Any:
    """What is to be stored for the obligation: a certificate, values that satisfy the facts, or None.

    Raises NoSearch if z3 is not installed.
    """
    if facts.digest not in _SEARCHED:
        _SEARCHED[facts.digest] = _line_for(facts)
    return _SEARCHED[facts.digest]


def _line_for(facts: System) -> Any:
    variables = len(facts.names)
    answer = solver.ask(facts.numbered, variables, FEW_STEPS)
    if answer.verdict != "sat":
        certificate = find(facts, without="goal") if _is_empty(facts) else None
        certificate = certificate or find(facts)
        if certificate is not None:
            return as_data(certificate)
        answer = solver.ask(facts.numbered, variables)
    if answer.verdict != "sat":
        return None
    values = _rational(facts.numbered, answer, variables) or _values(answer, variables)
    return {"near" if _rounded(values) else "point": values}


def _is_empty(facts: System) -> bool:
    """Whether z3 soon finds that the hypotheses contradict each other."""
    hypotheses = [fact for fact, origin in zip(facts.numbered, facts.origins, strict=True) if origin.kind != "goal"]
    if len(hypotheses) == len(facts.numbered):
        return False
    return solver.ask(hypotheses, len(facts.names), FEW_STEPS).verdict == "unsat"
