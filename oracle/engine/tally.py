"""What the pieces of a campaign come to: the evidence for one claim on one learner."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from learncheck.oracle.engine.examples import SHARED
from learncheck.oracle.engine.pieces import SMALL, Fall, Result, ratio_of
from learncheck.oracle.engine.shrink import shorten, shrink
from learncheck.oracle.engine.target import Target
from learncheck.oracle.engine.verdicts import Attack, Counterexample, Evidence, Outcome
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.prove import prove
from learncheck.strategies.play.case import Case, encode
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.formal.numbers import HiddenState
from learncheck.theorems.language.claim import Claim

TRIES = 3


def evidence_of(target: Target) -> Evidence:
    """The evidence of all pieces, up to the first that fell. Its counterexample is made small, once, and shared."""
    parts = [target.results[index] for index in range(target.end + 1)]
    evidence = Evidence(target.claim, target.subject.learner)
    for part in parts:
        for row in part.attacks:
            _add(evidence.attacks, row)
        evidence.exhausted = evidence.exhausted or part.exhausted
    closest = max((each.closest for each in parts), key=ratio_of)
    if closest is not None:
        evidence.closest = target.judge_encoded(closest.case)
    evidence.seconds = sum(each.seconds for each in evidence.attacks)
    _decide(evidence, target, parts)
    if target.claim.proof is not None and target.make is target.claim.learner:
        evidence.proof = _proof(target.claim)
    return evidence


def _proof(claim: Claim) -> ProofReport:
    """The proof. A learner that remembers anything outside of itself is found out by every try; but Python's random
    numbers are for all threads, and those by which a cluster is reached may draw some while its code is looked at.
    """
    for _ in range(TRIES - 1):
        with suppress(HiddenState):
            return prove(claim)
    return prove(claim)


def _add(attacks: list[Attack], row: dict[str, Any]) -> None:
    """Add a piece's books to those of the whole attack of that name."""
    whole = next((each for each in attacks if each.name == row["name"]), None)
    if whole is None:
        attacks.append(Attack(**row))
        return
    for name in ("games", "rounds", "outside", "undecided", "seconds"):
        setattr(whole, name, getattr(whole, name) + row[name])
    whole.worst = max((each for each in (whole.worst, row["worst"]) if each is not None), default=None)


def _decide(evidence: Evidence, target: Target, parts: Sequence[Result]) -> None:
    if parts[-1].fall is not None:
        _fell(evidence, target, parts[-1])
    elif parts[-1].error:
        evidence.verdict, evidence.message = "oracle-error", parts[-1].error
    elif evidence.games == 0:
        evidence.verdict = "oracle-error"
        evidence.message = "no case met the hypotheses of this claim, so nothing was checked"
    elif evidence.undecided:
        evidence.verdict = "undecided"
    evidence.attained = evidence.verdict == "stands" and any(each.attained for each in parts)


def _fell(evidence: Evidence, target: Target, first: Result) -> None:
    """The counterexample: the first failure, but a small one of the search in place of one made by hand."""
    small = target.results.get(SMALL)
    if small is not None and small.fall is not None and first.fall is not None and first.fall.taken is None:
        first = small if small.fall.verdict == first.fall.verdict else first
    fall = first.fall
    assert fall is not None
    outcome = target.judge_seen(fall.case, fall)
    smallest = _smallest(target, fall, outcome)
    evidence.verdict, evidence.message = smallest.verdict, smallest.message
    if not outcome.failed:
        return
    seen = [outcome] if first.worst is None else [outcome, target.judge_encoded(first.worst)]
    worst = max(seen, key=lambda each: each.ratio or 0.0)
    evidence.counterexample = Counterexample(smallest, worst, fall.attack)
    target.shelf.put_counterexample(encode(smallest.case))


def _smallest(target: Target, fall: Fall, outcome: Outcome) -> Outcome:
    """The failure made small, unless it is small already, or that has been done and written down."""
    if fall.attack == SHARED or outcome.verdict not in ("falsified", "invalid", "crashed"):
        return outcome
    written = target.journal.read_smallest(fall)
    if written is not None:
        return target.judge_seen(written, fall)
    budget = target.profile.shrink
    if fall.taken is None:
        smallest = shorten(outcome, target.judge, budget)
    else:
        smallest = shrink(_build(target, fall.attack), fall.taken, outcome, target.judge, budget)
    target.journal.write_smallest(fall, encode(smallest.case))
    return smallest


def _build(target: Target, attack: str) -> Callable[[Choices], Case]:
    """The decoder whose choices an attack records."""
    claim, family = target.claim, target.claim.cases
    if attack == "exhaustive":
        return claim.build(family.quick if target.profile.exhaustive == "quick" else family.full, family.exhaust)
    return claim.build(family.scout if attack == "scout" else family.search)
