"""Which premises of a proof are only assumed.

A premise that nothing shows is an *assumption*, with these exceptions:

- a hypothesis is not an assumption, since it is part of the claim;
- a meaning is not an assumption if it gives the least value of a quantity (n ≥ 1, including by its symbol's declared
  sign) and games come near that value, if it gives two possible values (b² = b) of what was tested, or if it says what
  a symbol that the claim does not measure stands for (γ² = 1/‖w*‖²); an upper limit has to be a hypothesis, and an
  author's meaning may neither limit what the bound bounds nor imply the bound;
- a fact is not an assumption if it is a lemma of the catalogue, or an instance of what is shown. A fact shown of
  particular kinds of quantities (inner products, means of independent draws) is one, unless the proof is from steps or
  formal runs compute the quantities.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.oracle.judging.played import played
from learncheck.oracle.prover.checked import Checked, Ground, Rests
from learncheck.oracle.prover.checking import check
from learncheck.oracle.prover.matching import sampled
from learncheck.oracle.prover.obligations import Scope
from learncheck.oracle.prover.provenance import is_of_inner_products, is_reviewed_hypothesis
from learncheck.theorems.language.claim import NotExposed
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Obligation

THE_CODE = "the code"
"""The `where` of premises that come from formal rounds."""

DECLARED = "as its symbol is declared"
UNASKED = "no played game can test it"
FAR = "no played game comes near its limit"
BY_ITSELF = "its games have a `play` of their own"
OF_ITS_OWN = "the catalogue's measure was reviewed for the catalogue's cases"
UNSPOKEN = "a step that applies to no round of some played games"


def sort_out(scope: Scope, rests: Rests, values: Mapping[str, set[Any]]) -> None:
    """Set `assumed` for every premise that is only an assumption; set `broken` for one that is unacceptable."""
    for premise in rests.premises:
        if premise.kind == "step" and not rests.others:
            premise.games = rests.games
        premise.assumed = premise.assumed or _assumed(scope, premise, values)
    shown = [premise for premise in rests.premises if premise.kind in ("given", "meant") and not premise.assumed]
    for premise in rests.premises:
        if (
            premise.kind != "meant"
            or premise.where == THE_CODE
            or not (premise.assumed or _is_seen_only(scope, premise))
        ):
            continue
        if premise.assumed and _implies(scope, shown, premise.relation):
            premise.assumed, premise.because = "", "follows from the others"
        elif _implies(scope, [premise], scope.claim.bound):
            rests.broken = _refused(premise, "says all that is to be shown")
        elif len(premise.names) == 1 and premise.games and premise.assumed not in ("", FAR):
            remedy = "name it among the claim's hypotheses, in `assuming`"
            rests.broken = _refused(premise, f"limits {min(premise.names)} more than the claim does; {remedy}")


def _refused(premise: Ground, why: str) -> Checked:
    stated = Obligation(f"what is taken for granted may be: {premise.words}", part="match")
    return Checked(stated, "refuted", note=f"{premise.relation} {why}")


def _implies(scope: Scope, premises: list[Ground], goal: Any) -> bool:
    """Whether the goal is shown to follow from the premises alone."""
    said_so = [premise for premise in premises if premise.because != DECLARED]  # declared signs are known anyway
    try:
        hypotheses = {premise.words: scope.say(premise.words, premise.relation) for premise in said_so}
        asked = scope.obligation("fact", "", hypotheses, scope.say("", goal))
        return check(asked, scope.certificates).status == "proved"
    except ValueError:
        return False


def _assumed(scope: Scope, premise: Ground, values: Mapping[str, set[Any]]) -> str:
    """Why a premise is only an assumption; empty if it is not."""
    if premise.settled or premise.kind == "step":
        return ""
    if premise.kind == "fact":
        return _untied(scope, premise) if premise.games else f"{premise.because}; {UNASKED}"
    if premise.where == THE_CODE:
        return "" if premise.games or _read_with_the_code(scope, premise) else UNASKED
    if premise.kind == "given" and _is_read_with_the_claim(scope, premise):
        return ""
    if premise.because == DECLARED:
        return "" if scope.measured_by_us else _declared_too_much(scope, premise, values)
    if not premise.games:
        covered = "the rounds are those of the cases" in scope.by_hand()
        return "" if premise.where and covered else UNASKED
    observed = {symbol.name for symbol in scope.observed}
    if premise.kind == "meant" and _is_seen_only(scope, premise) and premise.names & observed:
        return "it limits what the bound bounds, as seen in played games alone"
    if _is_least(premise, values):
        return "" if _is_tested(scope) or _comes_near(premise, values) else FAR
    if _is_one_of_two(premise):
        return "" if _is_tested(scope) else "which two values it has is seen in played games alone"
    if premise.kind == "given":
        return "" if _can_fail(scope, premise) else "no game without this hypothesis goes beyond it"
    if _gives_value(scope, premise):
        measured = not _is_tested(scope) and not (premise.taken and premise.taken.defines)
        return "an equation of measured quantities, seen in played games alone" * measured
    return "not a hypothesis of the claim, and not shown"


def _is_tested(scope: Scope) -> bool:
    """Whether the catalogue measures the quantities, or the proof is one from steps tested on games."""
    return scope.stepped or scope.measured_by_us


def _is_seen_only(scope: Scope, premise: Ground) -> bool:
    """Whether an author's meaning of measured quantities is seen in played games alone."""
    return not (premise.settled or premise.because == DECLARED or _is_tested(scope))


def _is_read_with_the_claim(scope: Scope, premise: Ground) -> bool:
    return scope.reviewed or (scope.measured_by_us and is_reviewed_hypothesis(_hypothesis(premise), premise.relation))


def _untied(scope: Scope, premise: Ground) -> str:
    """Why a fact about a kind of quantities (inner products, means of independent draws) is only an assumption.

    A formal run of the code shows that an author's terms are inner products. Played games do not: the measured value
    may be something else in larger games. A proof from steps relies on tested games anyway.
    """
    assert premise.taken is not None
    assert premise.taken.fact is not None
    if scope.stepped or (scope.paths and is_of_inner_products(premise.taken.fact, scope.paths)):
        return ""
    return f"that {', '.join(sorted(premise.names))} are such quantities is seen in played games alone"


def _read_with_the_code(scope: Scope, premise: Ground) -> bool:
    """Whether it was reviewed, or states that one target is alive, which `formal_runs` ensures by itself."""
    alive = sympy.Eq(sympy.Symbol("alive(target)", real=True), 1)
    return scope.code_reviewed or premise.relation == alive


def _hypothesis(premise: Ground) -> Premise:
    """The claim's hypothesis behind a `given` premise."""
    assert premise.taken is not None
    assert premise.taken.premise is not None
    return premise.taken.premise


def _can_fail(scope: Scope, premise: Ground) -> bool:
    """Whether some game that need not meet the hypothesis violates what the proof takes from it."""
    claim = scope.claim.without(_hypothesis(premise))
    for case in sampled(claim):
        try:
            values = claim.measure(played(case, scope.learner, claim.watch))
            if premise.formula.decide({s.name: value for s, value in values.items()}) is False:
                return True
        except (LookupError, ArithmeticError, TypeError, ValueError, NotExposed):
            continue
    return False


@cache
def allowed(relation: Boolean) -> tuple[str, Any] | None:
    """The name of the only quantity in the relation, and the set of values that the relation allows it; else None."""
    symbols = list(relation.free_symbols)
    if len(symbols) != 1:
        return None
    try:
        return symbols[0].name, _as_set(relation.xreplace({symbols[0]: sympy.Symbol("x", real=True)}))
    except (NotImplementedError, TypeError, ValueError):
        return None


@cache
def _as_set(relation: Boolean) -> Any:
    """The solutions of a relation. Relations that differ by the name of their symbol are solved once."""
    if isinstance(relation, sympy.Or):  # of all this sympy makes the same sets, after it has simplified for long
        return sympy.Union(*map(_as_set, relation.args))
    if relation.is_Relational and relation.lhs.is_Symbol and relation.rhs.is_Rational:
        if isinstance(relation, sympy.Eq):
            return sympy.FiniteSet(relation.rhs)
        if isinstance(relation, sympy.Ge | sympy.Gt):
            return sympy.Interval(relation.rhs, sympy.oo, isinstance(relation, sympy.Gt))
        if isinstance(relation, sympy.Le | sympy.Lt):
            return sympy.Interval(-sympy.oo, relation.rhs, False, isinstance(relation, sympy.Lt))
    return relation.as_set()


def _is_least(premise: Ground, played_values: Mapping[str, set[Any]]) -> bool:
    """Whether it gives a lower limit of one quantity: every value from the least one played upwards is allowed."""
    allowance = allowed(premise.relation)
    values = played_values.get(allowance[0], set()) if allowance is not None else set()
    if allowance is None or not values or None in values:
        return False
    least = min(values)
    above = sympy.Interval(sympy.Rational(least), sympy.oo) - allowance[1]
    whole = all(value.denominator == 1 for value in values)
    return bool((above & sympy.S.Integers if whole else above) == sympy.S.EmptySet)


def _declared_too_much(scope: Scope, premise: Ground, values: Mapping[str, set[Any]]) -> str:
    """Why a symbol's declared sign is only an assumption; empty if it is not.

    A quantity that no game measures belongs to the proof. For irrational values only the sign is known.
    """
    if not premise.games or (isinstance(premise.relation, sympy.Gt | sympy.Ge) and None in values[min(premise.names)]):
        return ""
    if not _is_least(premise, values):
        return "not a hypothesis of the claim, and not shown"
    return "" if _is_tested(scope) or _comes_near(premise, values) else FAR


def _comes_near(premise: Ground, played_values: Mapping[str, set[Any]]) -> bool:
    """Whether the least value played is nearer to the allowed minimum than to the greatest value played."""
    allowance = allowed(premise.relation)
    assert allowance is not None
    values, least = played_values[allowance[0]], allowance[1].inf
    return (
        len(values) == 1 or least == -sympy.oo or bool(2 * (sympy.Rational(min(values)) - least) <= max(values) - least)
    )


def _is_one_of_two(premise: Ground) -> bool:
    """Whether it restricts one quantity to at most two values: a bit, a label."""
    allowance = allowed(premise.relation)
    return allowance is not None and isinstance(allowance[1], sympy.FiniteSet) and len(allowance[1]) <= 2


def _gives_value(scope: Scope, premise: Ground) -> bool:
    """Whether it determines a quantity that is not observed: an equation that is linear in that quantity."""
    relation = premise.relation
    if not isinstance(relation, sympy.Eq):
        return False
    observed = {symbol.name for symbol in scope.observed}
    gap = sympy.expand(relation.lhs - relation.rhs)
    return not any(symbol.name in observed for symbol in relation.free_symbols) and any(
        gap.is_polynomial(symbol) and sympy.degree(gap, symbol) == 1 for symbol in relation.free_symbols
    )
