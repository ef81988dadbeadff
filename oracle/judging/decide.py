"""Decide a played game.

The game's measures are compared with the bound and with everything that the proof takes for granted, and its rounds
with the steps of the proof.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from sympy import Eq
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import Decision, Relation, as_declared, compile_relation
from learncheck.oracle.judging.outcomes import OUTSIDE, Outcome
from learncheck.strategies.play.case import Trace, once
from learncheck.theorems.language.claim import Claim, NotExposed, Values


@np.errstate(all="ignore")  # a submission's state may be as large as it likes; what it comes to is judged
def decide(claim: Claim, trace: Trace, *, steps: bool = True, explain: bool = False, grounds: bool = True) -> Outcome:
    """Judge a trace that has already been played.

    steps:   also check the steps of the proof and, with `grounds`, what the proof takes for granted. A violation
             falsifies the claim.
    explain: look for the first broken step even without `steps`. It is then reported but does not change the verdict.
    grounds: pass False if the caller checks what the proof takes for granted itself.

    The results are stored in the trace, because the prover and the attacks judge the same games.
    """
    outcome, _ = by_bound(trace, claim)
    if outcome.outside or outcome.verdict == "skipped" or not (steps or explain):
        return outcome
    from learncheck.oracle.judging.by_proof import by_proof  # other people's learners are judged by the bound alone

    return by_proof(outcome, claim, trace, steps=steps, grounds=grounds)


@once
def measured(trace: Trace, measure: Callable[[Trace], Values]) -> Values:
    """The measured values of the trace."""
    return measure(trace)


@once
def by_bound(trace: Trace, claim: Claim) -> tuple[Outcome, Values]:
    """The outcome by the hypotheses and the bound alone, and the measured values."""
    try:
        unmet = [str(premise) for premise in claim.assuming if not premise.holds(trace)]
        if unmet:
            return Outcome("stands", trace.case, trace, OUTSIDE + unmet[0], outside=True), {}
        values = measured(trace, claim.measure)
    except NotExposed as note:
        return Outcome("skipped", trace.case, message=str(note)), {}
    relation = compile_relation(claim.bound)
    as_declared(values, but=relation.own)
    decision, observed, bound, ratio = relation.judged(values)
    # The ratio is rounded, so it alone does not show that the bound is attained; that is decided exactly.
    attained = decision is Decision.TRUE and ratio == 1.0 and meets(claim, values)
    outcome = Outcome("stands", trace.case, trace, "", observed, bound, ratio, attained=attained)
    if decision is not Decision.TRUE:
        from learncheck.oracle.judging.figures import not_held  # what stands needs no words

        outcome.verdict = "falsified" if decision is Decision.FALSE else "undecided"
        outcome.message = not_held(claim, outcome, relation, values)
    return outcome, values


def meets(claim: Claim, values: Values) -> bool:
    """Return whether every part of the bound that the claim calls sharp (`Claim.sharp`) holds with equality.

    False if the claim calls no part sharp.
    """
    sides_meet = equalities(claim.sharp)
    return bool(sides_meet) and all(equality.decide(values) is Decision.TRUE for equality in sides_meet)


@lru_cache(1024)
def equalities(bounds: tuple[Boolean, ...]) -> tuple[Relation, ...]:
    """Return the bounds as equalities, compiled and cached."""
    return tuple(compile_relation(Eq(bound.lhs, bound.rhs, evaluate=False)) for bound in bounds)
