"""Verifying claims on the reference learners."""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from oracle import records
from oracle.attack import Profile, Tick, attack
from oracle.judge import judge
from oracle.prove import prove
from oracle.verdicts import Attack, Counterexample, Evidence
from strategies.case import encode
from theorems.claim import Claim


def verify(
    claims: Iterable[Claim], profile: Profile, *, seed: int = 0, tick: Tick = lambda evidence: None
) -> Iterator[Evidence]:
    """The evidence for each claim on each learner that it is about, one after the other."""
    for claim in claims:
        if claim.refuted_by is not None:
            yield refute(claim)
            continue
        for learner in claim.about or (None,):
            name = None if learner is None else learner.__name__
            evidence = attack(claim, learner, name, profile, seed=seed, tick=tick)
            if claim.proof is not None and learner is claim.learner:
                evidence.proof = prove(claim)
            yield evidence


def refute(claim: Claim) -> Evidence:
    """Replay the stored counterexample of a printed statement: it must still refute it."""
    start = time.perf_counter()
    case = records.refutation(claim)
    outcome = judge(claim, claim.learner, case, steps=False)
    rounds = len(outcome.trace.rounds) if outcome.trace is not None else 0
    evidence = Evidence(claim, claim.learner.__name__ if claim.learner else None, outcome.verdict)
    evidence.attacks.append(Attack("witnesses", games=1, rounds=rounds, worst=outcome.ratio))
    evidence.closest = outcome
    evidence.message = outcome.message
    if outcome.outside:
        evidence.verdict, evidence.message = "stands", "the stored counterexample is " + outcome.message
    if outcome.failed:
        path = f"theorems/refutations/{claim.refuted_by}"
        evidence.counterexample = Counterexample(outcome, outcome, "witnesses", path)
    evidence.seconds = time.perf_counter() - start
    return evidence


def keep(evidence: Evidence, claim_file: Path | None = None) -> None:
    """Save the counterexample of a claim that fell, so that it can be replayed."""
    found = evidence.counterexample
    if found is not None and found.path is None:
        subject = evidence.learner or "claim"
        found.path = str(records.save(evidence.claim, evidence.learner, found.smallest.case, subject, claim_file))


def as_json(evidence: Evidence) -> dict[str, Any]:
    """The evidence as JSON-ready values."""
    found = evidence.counterexample
    return {
        "id": evidence.claim.id,
        "reading": evidence.claim.reading,
        "learner": evidence.learner,
        "verdict": evidence.verdict,
        "expected": evidence.expected,
        "evidence": evidence.words,
        "proved": evidence.proved,
        "attained": evidence.attained,
        "exhausted": evidence.exhausted or None,
        "ratio": finite(evidence.ratio),
        "games": evidence.games,
        "rounds": evidence.rounds,
        "undecided": evidence.undecided,
        "seconds": round(evidence.seconds, 3),
        "message": evidence.message,
        "attacks": [
            {
                "name": each.name,
                "games": each.games,
                "rounds": each.rounds,
                "outside": each.outside,
                "worst": finite(each.worst),
                "seconds": round(each.seconds, 3),
            }
            for each in evidence.attacks
        ],
        "counterexample": None if found is None else encode(found.smallest.case),
        "replay": None if found is None or found.path is None else f"learncheck replay {found.path}",
    }


def finite(value: float | None) -> float | None:
    """JSON knows no infinity: None in its place."""
    return value if value is not None and abs(value) < float("inf") else None
