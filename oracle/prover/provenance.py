"""What a proof may rest on: facts with certificates, a claim or a citation, code with formal runs, reviewed things.

What was reviewed are the claims of the catalogue, each as a whole. A thing is known by its identity, never by its name
or that of its module: an author's functions may carry any.
"""

import sys
from collections.abc import Iterable
from types import FunctionType, MethodType
from typing import Any

from learncheck.strategies.play.case import Case
from learncheck.theorems.formal.round import Runs, is_own_run
from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.language.lemmas import Lemma
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, CodePath, Fact, Induction
from learncheck.theorems.language.quantities import quantities
from learncheck.theorems.language.registry import loaded_claims
from learncheck.theorems.language.trusted import General

CASES = ("learncheck.strategies.", "learncheck.theorems.")
"""The modules that have the catalogue's cases."""

SHOWN_BY: dict[type, Any] = {Lemma: Lemma.check, Derivation: Derivation.shown, General: General.shown}
"""The method that shows what the thing states."""


def is_made_by_us(code: Runs) -> bool:
    """Whether `theorems.formal` made it, so that its paths are those of the learner's own code."""
    return is_own_run(code) and all(map(_is_of_a_module, (code.rounds, code.starts)))


def _is_of_a_module(function: Any) -> bool:
    """Whether the function's code stands in a module of the catalogue."""
    if type(function) is not FunctionType:
        return False
    name = str(function.__globals__.get("__name__"))
    return name.startswith("learncheck.theorems.") and vars(sys.modules.get(name, object)) is function.__globals__


def facts_of(proof: Induction | Chain) -> tuple[Fact, ...]:
    """All facts that a proof uses, without duplicates."""
    facts = list(proof.using)
    if isinstance(proof, Induction):
        facts += [fact for transition in proof.rounds.values() for fact in transition.using]
        facts += () if proof.runs is None else proof.runs.facts
    return tuple({(fact.words, fact.relation): fact for fact in facts}.values())


def shower(fact: Fact) -> Any:
    """The lemma, derivation or general relation that shows the fact by its own method; None if it is something else."""
    shows = fact.shows
    if type(shows) is not MethodType or shows.__func__ is not SHOWN_BY.get(type(shows.__self__)):
        return None
    return shows.__self__


def is_instance(fact: Fact) -> bool:
    """Whether the relation is the one that is shown, with the terms of `at` substituted for its symbols."""
    owner = shower(fact)
    if owner is None or not all(map(is_instance, getattr(owner, "using", ()))):
        return False
    return bool(owner.stated.xreplace(dict(fact.at)) == fact.relation)


def is_cited(fact: Fact) -> bool:
    """Whether it is an instance of a cited theorem, of which nothing is shown."""
    owner = shower(fact)
    return fact.kind == "theorem" and isinstance(owner, General) and bool(owner.cited) and is_instance(fact)


def is_lemma(fact: Fact) -> bool:
    """Whether an inequality with e and log shows it, by one of the methods of `lemmas`."""
    owner = shower(fact)
    if not isinstance(owner, Lemma):
        return False
    method = owner.proof
    return type(method) is FunctionType and method.__globals__ is vars(lemmas)


def is_of_numbers(fact: Fact) -> bool:
    """Whether it holds for any real numbers, whatever they measure: an instance of an inequality or a derivation."""
    return is_instance(fact) and (isinstance(shower(fact), Derivation) or is_lemma(fact))


def is_of_inner_products(fact: Fact, paths: Iterable[CodePath]) -> bool:
    """Whether it is Cauchy–Schwarz of vectors of formal runs: on every path, ⟨u,v⟩ and ‖v‖² are inner products."""
    if shower(fact) is not trusted.cauchy_schwarz or not is_instance(fact):
        return False
    uv, vv = (fact.at.get(symbol, symbol) for symbol in (trusted.uv, trusted.vv))
    for path in paths:
        named = {symbol.name: value for symbol, value in path.quantities.items()}
        one, other = (str(named.get(str(symbol), "")) for symbol in (uv, vv))
        u, _, v = one.removeprefix("⟨").removesuffix("⟩").partition(",")
        if other not in (f"⟨{v},{v}⟩", f"⟨{u},{u}⟩") or not u or not v:
            return False
    return True


def plays_by_our_rules(case: Any) -> bool:
    """Whether games of this kind are played as the catalogue's are, and so in the way in which formal rounds run."""
    own = (kind for kind in type(case).__mro__ if kind not in Case.__mro__ and not stands_in_its_module(kind))
    return not any({"play", "__getattribute__"} & vars(kind).keys() for kind in own)


def stands_in_its_module(kind: type) -> bool:
    """Whether the catalogue's module has this very class by its name."""
    thing: Any = sys.modules.get(kind.__module__) if kind.__module__.startswith(CASES) else None
    for name in kind.__qualname__.split("."):
        thing = getattr(thing, name, None)
    return thing is kind


def is_reviewed(claim: Claim) -> bool:
    """Whether it is a claim of the catalogue, whose quantities, facts and hypotheses were reviewed with each other."""
    return any(other is claim for other in loaded_claims())


def measures_reviewed(measure: Any) -> bool:
    """Whether a claim of the catalogue is measured by this very function, or that of ready games is it."""
    return measure is quantities or any(claim.measure is measure for claim in loaded_claims())


def is_reviewed_code(code: Runs | None) -> bool:
    """Whether a proof of the catalogue runs a learner by this very code."""
    return code is not None and any(getattr(claim.proof, "runs", None) is code for claim in loaded_claims())


def is_reviewed_hypothesis(premise: Premise, relation: Any) -> bool:
    """Whether a proof of the catalogue takes this relation of the premise for granted."""
    proofs = [claim.proof for claim in loaded_claims() if claim.proof is not None]
    parts = [(proof, part) for proof in proofs for part in (proof, *getattr(proof, "rounds", {}).values())]
    granted = [(proof, part.assuming[premise]) for proof, part in parts if premise in part.assuming]
    return any(
        not isinstance(stated, bool) and stated.xreplace(dict(proof.names)) == relation for proof, stated in granted
    )


def reads_code(fact: Fact) -> bool:
    """Whether `theorems.formal` reads it off a learner's code, if the fact stands in a reviewed proof."""
    return str(getattr(fact.shows, "__module__", "")).startswith("learncheck.theorems.formal.")
