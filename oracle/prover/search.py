"""Search for a certificate: linear programs, z3's cores, cases by what is one of several, and by signs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from learncheck.oracle.prover.polynomials import System, written

Known = list[Any]
DEPTH = 3
FEW_STEPS = 1_000_000
FEW = 16
"""The number of facts that are all multiplied with each other, not only those that z3 finds enough."""


@dataclass
class Searcher:
    variables: int
    questions: int = 60
    """How many more questions z3 may be asked."""

    def find(self, known: Known, depth: int = DEPTH) -> Certificate | None:
        """A certificate that the facts contradict each other; None if none is found."""
        quick = find_sum(known, None, 1)
        if quick is not None:
            return quick
        core = self._core(known)
        if core is None:
            return None
        return next((each for each in self._tries(known, core, depth) if each is not None), None)

    def _tries(self, known: Known, core: list[int], depth: int) -> Iterator[Certificate | None]:
        """What is tried with the facts that z3 finds enough, the cheapest first."""
        near = _near(known, core) if len(known) > FEW else list(range(len(known)))
        if all(isinstance(known[i], Atom) for i in core):
            yield find_sum(known, core, 2)
            yield find_sum(known, near, 2)
        unit = _inverse(known) or _equal_squares(known) or _unit(known, core, 1) or _unit(known, core, 2)
        if unit is not None:
            yield self.split(known, unit[0], depth, unit[1])
            return
        yield find_sum(known, near, 2, _roots(known, near))
        several = (i for i in core if isinstance(known[i], Some) and not _is_settled(known, known[i]))
        if (number := next(several, None)) is not None:
            yield self.split(known, number, depth, {})
            return
        for factors, with_roots in ((3, False), (3, True), (4, False)):
            yield find_sum(known, near, factors, _roots(known, near) if with_roots else ())
        for p in _signs(known, near) if depth else ():
            yield self.split(known, p, depth - 1, {})

    def plainly(self, known: Known, choices: int = 1) -> Certificate | None:
        """A certificate whose sums have no products, by so many choices of a fact that is one of several."""
        quick = find_sum(known, None, 1)
        if quick is not None:
            return quick
        several = [i for i, fact in enumerate(known) if isinstance(fact, Some) and not _is_settled(known, fact)]
        unit = _unit(known, several, 1)
        if unit is not None:
            return self.split(known, unit[0], choices, unit[1], self.plainly)
        for number in several if choices else ():
            found = self.split(known, number, choices - 1, {}, self.plainly)
            if found is not None:
                return found
        return None

    def split(
        self,
        known: Known,
        by: int | fmpq_mpoly,
        depth: int,
        closed: Mapping[int, Certificate],
        inside: Callable[[Known, int], Certificate | None] | None = None,
    ) -> Cases | None:
        """Cases, of which some are closed already, and the others by what is found inside of them."""
        found = []
        for index, formula in enumerate(cases_of(known, by)):
            whole = [*known, *taken_in(formula)]
            if index in closed:
                found.append(closed[index])
                continue
            inner = (inside or self.find)(whole, depth)
            if inner is None:
                return None
            found.append(inner)
        return Cases(by, tuple(found))

    def _core(self, known: Known) -> list[int] | None:
        """The facts that z3 finds enough; None if it finds that they do not contradict each other."""
        if self.questions <= 0:
            return None
        self.questions -= 1
        open_ = [All(()) if isinstance(each, Some) and _is_settled(known, each) else each for each in known]
        answer = solver.ask(open_, self.variables, FEW_STEPS)
        if answer.said == "sat":
            return None
        return list(answer.core) if answer.said == "unsat" else list(range(len(known)))


def _roots(known: Known, near: Sequence[int]) -> list[fmpq_mpoly]:
    polynomials = [known[i].polynomial for i in near if isinstance(known[i], Atom)]
    if not polynomials:
        return []
    gens = polynomials[0].context().gens()
    used = [x for i, x in enumerate(gens) if any(p.degrees()[i] for p in polynomials)]
    found = list(used)
    for p in polynomials:  # where a square is completed
        found += [p.derivative(i) for i, power in enumerate(p.degrees()) if power == 2 and len(found) < 60]
    found += [x - y for k, x in enumerate(used) for y in used[k + 1 :]][:40]
    return found


def _unit(known: Known, core: Sequence[int], factors: int) -> tuple[int | fmpq_mpoly, dict[int, Certificate]] | None:
    """Cases of which all but one are contradicted at once: by a fact that is one of several, or by a sign;
    found with products of so many factors.

    The sign is that of a denominator, which then is a factor > 0.
    """
    for number in core:
        fact = known[number]
        if not isinstance(fact, Some) or _is_settled(known, fact):
            continue
        closed: dict[int, Certificate] = {}
        for index, part in enumerate(fact.parts):
            found = _closed(known, part, factors)
            if found is not None:
                closed[index] = found
        if len(closed) < len(fact.parts) - 1:
            continue
        first = fact.parts[0]
        if isinstance(first, Atom) and first.sign == "=" and 0 in closed and not _has_sign(known, first.polynomial):
            signs: dict[int, Certificate] = {1: closed[0]}
            for index, p in ((0, first.polynomial), (2, -first.polynomial)):
                found = find_sum([*known, Atom(p, ">")], None, factors)
                if found is not None:
                    signs[index] = found
            if len(signs) == 2:
                return first.polynomial, signs
        return number, closed
    return None


def _closed(known: Known, part: Formula, factors: int) -> Certificate | None:
    """A certificate that the part contradicts what is known, by a sum or, of one of several, by a sum for each."""
    whole = [*known, *taken_in(part)]
    found: Certificate | None = find_sum(whole, None, factors)
    for number in range(len(known), len(whole)):
        if found is None and isinstance(whole[number], Some):
            cases = [_closed(whole, each, factors) for each in whole[number].parts]
            if None not in cases:
                found = Cases(number, tuple(each for each in cases if each is not None))
    return found


def _inverse(known: Known) -> tuple[fmpq_mpoly, dict[int, Certificate]] | None:
    """The sign of a u with u·p = 1 for a p whose sign is known, which is the same."""
    for number, fact in enumerate(known):
        if not isinstance(fact, Atom) or fact.sign != "=":
            continue
        for i, power in enumerate(fact.polynomial.degrees()):
            if power != 1:
                continue
            u, p = fact.polynomial.context().gen(i), fact.polynomial.derivative(i)
            if p.is_constant() or u * p - 1 != fact.polynomial or _has_sign(known, u):
                continue
            for sign, at in ((1, 2), (-1, 0)):
                if Atom(sign * p, ">") in known:
                    other = known.index(Atom(sign * p, ">"))
                    case = len(known)
                    zero = Sum((Product(fmpq(1), ()),), (Multiple(u.context().constant(1), number), Multiple(-p, case)))
                    wrong = Sum((Product(fmpq(1), ()), Product(fmpq(1), (other, case))), (Multiple(1 + 0 * u, number),))
                    return u, {1: zero, at: wrong}
    return None


def _equal_squares(known: Known) -> tuple[fmpq_mpoly, dict[int, Certificate]] | None:
    """The sign of p − q where the equations say that p² = q², and p and q are ≥ 0: they are the same.

    A factor such as √2 of q comes from its own equation: η√T = 2√2·√log(n) from Tη² = 8 log(n).
    """
    equations = [i for i, fact in enumerate(known) if isinstance(fact, Atom) and fact.sign == "="]
    left = [equation for equation, _ in Elimination([(i, known[i].polynomial) for i in equations]).left]
    for gap in _gaps(left):
        if any(Atom(each, sign) in known for each in (gap, -gap) for sign in ("=", ">")):
            continue
        spoken = _variables(Atom(gap, "="))
        signs = [
            i
            for i, fact in enumerate(known)
            if isinstance(fact, Atom) and fact.sign != "=" and len(fact.polynomial) == 1 and _variables(fact) <= spoken
        ]
        closed: dict[int, Certificate] = {}
        for index, p in ((0, gap), (2, -gap)):
            found = find_sum([*known, Atom(p, ">")], [*equations, *signs, len(known)], 3)
            if found is None:
                break
            closed[index] = found
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


def _has_sign(known: Known, p: fmpq_mpoly) -> bool:
    """Whether a fact says that the polynomial is > 0, or < 0."""
    return any(Atom(each, ">") in known for each in (p, -p))


def _is_settled(known: Known, fact: Some) -> bool:
    """Whether one of its parts is known already."""
    return any(all(each in known for each in taken_in(part)) for part in fact.parts)


def _near(known: Known, core: Sequence[int]) -> list[int]:
    """The core, and the signs of variables that occur in it (P > 0), which low degree needs."""
    used: set[int] = set()
    for i in core:
        used |= _variables(known[i])
    more = [
        i
        for i, fact in enumerate(known)
        if i not in core and isinstance(fact, Atom) and len(fact.polynomial) == 1 and _variables(fact) <= used
    ]
    return sorted([*core, *more])


def _variables(formula: Formula) -> set[int]:
    if isinstance(formula, Atom):
        return {i for i, power in enumerate(formula.polynomial.degrees()) if power}
    return {i for part in formula.parts for i in _variables(part)}


def _signs(known: Known, near: Sequence[int]) -> Iterator[fmpq_mpoly]:
    """Polynomials whose sign may matter: variables of the core, then those of its facts."""
    signed = [str(p) for fact in known if isinstance(fact, Atom) for p in (fact.polynomial, -fact.polynomial)]
    used = sorted({v for i in near for v in _variables(known[i])})
    if not used:
        return
    gens = next(fact for fact in known if isinstance(fact, Atom)).polynomial.context().gens()
    for i in used:
        if str(gens[i]) not in signed:
            yield gens[i]
    for k, i in enumerate(used):
        for j in used[k + 1 :]:
            if str(gens[i] - gens[j]) not in signed:
                yield gens[i] - gens[j]


def find(facts: System, without: str = "", questions: int = 30) -> Certificate | None:
    """A certificate for the obligation, which uses no fact of the kind `without`; None if none is found."""
    nothing = Atom(facts.context.constant(1), ">")
    known = [
        nothing if origin.kind == without else each for each, origin in zip(facts.known, facts.origins, strict=True)
    ]
    searcher = Searcher(len(facts.names), questions)
    for number, origin in enumerate(facts.origins):
        if origin.kind == "goal" and isinstance(known[number], Some):
            return searcher.split(known, number, DEPTH, {})
    return searcher.plainly(known) or searcher.find(known)


NICE = ("1/5", "3/10", "1/2", "1", "2", "0", "1/10", "4")
"""Values at which roots such as √(1 − 4γ²) and √(1/ε − 1) are rational."""


def _rational(known: Known, answer: solver.Answer, variables: int, depth: int = 2) -> list[str] | None:
    """Rational values that satisfy the facts, near or far from the model; None if none are found.

    A model with irrational values has roots in it; what they are roots of is given nice values.
    """
    values = _values(answer, variables)
    rounded = _rounded(values)
    if not rounded:
        return values
    if depth == 0 or any(_is_alone(known, i) for i in rounded):
        return None
    spoken = [own for each in known if (own := _variables(each)) & rounded]
    for i in sorted(set().union(*spoken)):
        for value in NICE:
            gen = next(each for each in known if isinstance(each, Atom)).polynomial.context().gen(i)
            fixed = [*known, Atom(gen - rational(value), "=")]
            tried = solver.ask(fixed, variables, FEW_STEPS)
            found = _rational(fixed, tried, variables, depth - 1) if tried.said == "sat" else None
            if found is not None:
                return found
    return None


def _is_alone(known: Known, variable: int) -> bool:
    """Whether an equation gives the variable by itself, as that of √2 does, so that what else is tried is in vain."""
    for fact in known:
        parts = [part for part in (fact.parts if isinstance(fact, Some) else (fact,)) if _variables(part)]
        for each in taken_in(parts[0]) if len(parts) == 1 else ():
            if isinstance(each, Atom) and each.sign == "=" and _variables(each) == {variable}:
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
    variables, known = len(facts.names), facts.known
    answer = solver.ask(known, variables, FEW_STEPS)
    if answer.said == "unknown" and not any(origin.kind == "goal" for origin in facts.origins):
        for known in _chosen(facts.known):
            answer = solver.ask(known, variables, FEW_STEPS)
            if answer.said == "sat":
                break
    if answer.said != "sat":
        certificate = find(facts, without="goal") if _is_empty(facts) else None
        certificate = certificate or find(facts)
        if certificate is not None:
            return as_data(certificate)
        known, answer = facts.known, solver.ask(facts.known, variables)
    if answer.said != "sat":
        return None
    values = _rational(known, answer, variables) or _values(answer, variables)
    return {"near" if _rounded(values) else "point": values}


def _chosen(known: Known) -> Iterator[Known]:
    """The facts with each part in turn in place of the longest fact that is one of several (one path of several)."""
    several = [i for i, fact in enumerate(known) if isinstance(fact, Some)]
    if several:
        longest = max(several, key=lambda i: len(written(known[i])))
        for part in known[longest].parts:
            yield [*known[:longest], *taken_in(part), *known[longest + 1 :]]


def _is_empty(facts: System) -> bool:
    """Whether z3 soon finds that the hypotheses contradict each other."""
    hypotheses = [each for each, origin in zip(facts.known, facts.origins, strict=True) if origin.kind != "goal"]
    if len(hypotheses) == len(facts.known):
        return False
    return solver.ask(hypotheses, len(facts.names), FEW_STEPS).said == "unsat"
