"""Whose code shows a fact or runs a learner: an author's own statement proves nothing."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.language.lemmas import Lemma
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Fact, Induction
from learncheck.theorems.language.registry import catalogue, loaded_claims
from learncheck.theorems.language.trusted import General

CATALOGUE = ("learncheck.theorems.", "learncheck.exact.")
"""The modules whose checkers are reviewed as part of the catalogue."""


def is_ours(function: Any) -> bool:
    """Whether a function, with every part it is built from, is the catalogue's code and not from an author's file."""
    if isinstance(function, partial):
        return is_ours(function.func)
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, type):
        parts = (each for each in vars(owner).values() if callable(each) and not isinstance(each, type))
        return type(owner).__module__.startswith(CATALOGUE) and all(map(is_ours, parts))
    names = getattr(getattr(function, "__wrapped__", function), "__globals__", {})
    module = sys.modules.get(str(names.get("__name__")))
    return module is not None and module.__name__.startswith(CATALOGUE) and vars(module) is names


def runs_own_code(proof: Induction | Chain) -> bool:
    """Whether the proof's paths are those of the learner's own code: made by `theorems.formal`, or in the same way."""
    return (
        isinstance(proof, Induction)
        and proof.code is not None
        and is_ours(proof.code.rounds)
        and is_ours(proof.code.starts)
    )


def facts_of(proof: Induction | Chain) -> tuple[Fact, ...]:
    """All facts that a proof uses, without duplicates."""
    found = list(proof.using)
    if isinstance(proof, Induction):
        found += [fact for rounds in proof.rounds.values() for fact in rounds.using]
        found += () if proof.code is None else proof.code.facts
    return tuple({(fact.words, fact.relation): fact for fact in found}.values())


def is_instance(fact: Fact) -> bool:
    """Whether the relation is the one that is shown, with the terms of `at` substituted for its symbols.

    Lemmas, derivations and general relations show what they state.
    """
    owner: Any = getattr(fact.shows, "__self__", None)
    stated = getattr(owner, "stated", None)
    return stated is not None and stated.xreplace(dict(fact.at)) == fact.relation


def is_cited(fact: Fact) -> bool:
    """Whether it is an instance of a cited theorem, of which nothing is shown."""
    owner = getattr(fact.shows, "__self__", None)
    return fact.kind == "theorem" and isinstance(owner, General) and bool(owner.cited) and is_instance(fact)


def is_lemma(fact: Fact) -> bool:
    """Whether an inequality with e and log shows it, which has a proof of its own kind."""
    return isinstance(getattr(fact.shows, "__self__", None), Lemma)


def reads_code(shows: Any) -> bool:
    """Whether it is what `theorems.formal` reads off a learner's code."""
    return str(getattr(shows, "__module__", "")).startswith("learncheck.theorems.formal.")


def is_of_numbers(fact: Fact) -> bool:
    """Whether it holds for any real numbers, whatever they measure: an instance of an inequality or a derivation."""
    owner = getattr(fact.shows, "__self__", None)
    return isinstance(owner, Lemma | Derivation) and is_instance(fact) and is_ours(fact.shows)


def plays_by_our_rules(case: Any) -> bool:
    """Whether games of this kind are played the way formal rounds run: `predict`, then `update` on one instance."""
    module = sys.modules.get(type(case).play.__module__)
    return module is not None and module.__name__.startswith("learncheck.strategies.")


def of_catalogue(fact: Fact) -> bool:
    """Whether a proof of the catalogue uses this very fact, so that it was reviewed with the catalogue."""
    return _stands_there(lambda known: (fact.relation, id(_shower(fact.shows))) in known.facts)


def code_of_catalogue(code: Any) -> bool:
    """Whether a proof of the catalogue uses this very `code`, whose module is then loaded."""
    return code is not None and id(code) in _known(loaded_claims()).codes


def hypothesis_of_catalogue(premise: Premise | None, relation: Any) -> bool:
    """Whether a proof of the catalogue takes this relation of the premise for granted, so that it was reviewed."""
    return _stands_there(lambda known: (premise, relation) in known.hypotheses)


class _Known(NamedTuple):
    """The facts, code and hypotheses that the proofs of some claims of the catalogue use."""

    facts: frozenset[tuple[Any, int]]
    codes: frozenset[int]
    hypotheses: frozenset[tuple[Any, Any]]


def _stands_there(look: Callable[[_Known], bool]) -> bool:
    """Look in the claims that are already loaded, and import the rest of the catalogue only if that fails."""
    return look(_known(loaded_claims())) or look(_known(catalogue()))


@cache
def _known(claims: tuple[Claim, ...]) -> _Known:
    proofs = [claim.proof for claim in claims if claim.proof is not None]
    facts = frozenset((fact.relation, id(_shower(fact.shows))) for proof in proofs for fact in facts_of(proof))
    codes = frozenset(id(proof.code) for proof in proofs if isinstance(proof, Induction))
    return _Known(facts, codes, frozenset(_hypotheses(proofs)))


def _hypotheses(proofs: Iterable[Induction | Chain]) -> Iterator[tuple[Any, Any]]:
    for proof in proofs:
        parts = [proof.assuming, *(rounds.assuming for rounds in getattr(proof, "rounds", {}).values())]
        for premise, each in (item for given in parts for item in given.items()):
            if each not in (True, False):
                yield premise, each.xreplace(dict(proof.names))


def _shower(shows: Callable[[], Any] | None) -> Any:
    """The object that shows a fact; the same for every method of it."""
    return getattr(shows, "__self__", shows)
