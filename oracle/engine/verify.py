"""Verifying claims on the reference learners."""

import io
import pickle
import shlex
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

from learncheck.oracle.boundary.failures import ours
from learncheck.oracle.engine import records
from learncheck.oracle.engine.attack import PROFILES, Profile, Tick, attack
from learncheck.oracle.engine.executors import Crew, cores, processes
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.verdicts import Attack, Counterexample, Evidence
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.prove import prove
from learncheck.oracle.report.notation import said
from learncheck.strategies.play.case import Trace, encode
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import load_file, select


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
            try:
                evidence = attack(claim, learner, name, profile, seed=seed, tick=tick)
                if claim.proof is not None and learner is claim.learner:
                    evidence.proof = prove(claim)
            except Exception as error:  # of the claim's own code; the other claims have nothing to do with it
                evidence = Evidence(claim, name, "oracle-error", message=ours(error))
            yield evidence


CLAIMS_WORTH_A_PROCESS = 5
"""A process takes about a second to start."""


@dataclass(frozen=True)
class Job:
    """A claim to be verified by another process: its name, the file that defines it if not the registry, and how."""

    claim_id: str
    file: Path | None
    profile: str
    seed: int


def run_all(
    chosen: Sequence[tuple[Claim, Path | None]],
    profile: str,
    *,
    seed: int = 0,
    jobs: int | None = None,
    tick: Tick = lambda evidence: None,
) -> Iterator[list[Evidence]]:
    """The evidence for each claim, in order. Each claim comes with the file that defines it, if not the registry.

    jobs: the processes that share the work; by default one a core, and none but this where the claims are few. What
    is found does not depend on it.
    """
    if jobs is None:
        jobs = min(cores(), len(chosen) // CLAIMS_WORTH_A_PROCESS)
    if jobs <= 1:
        for claim, _ in chosen:
            yield list(verify([claim], PROFILES[profile], seed=seed, tick=tick))
        return
    crew = Crew(partial(processes, jobs), run_job, window=2 * jobs)
    claims = {claim.id: claim for claim, _ in chosen}
    for job, result in crew.in_order([Job(claim.id, file, profile, seed) for claim, file in chosen]):
        claim = claims[job.claim_id]
        if isinstance(result, BaseException):
            yield [Evidence(claim, None, "oracle-error", message=ours(result))]
            continue
        evidence = [_with_trace(each) for each in _Unpickler(result, claim).load()]
        for each in evidence:
            tick(each)
        yield evidence


def run_job(job: Job) -> bytes:
    """What a worker does: the evidence, packed without the claim, the traces and the proofs of lemmas."""
    claims = load_file(job.file) if job.file is not None else select([job.claim_id])
    claim = next(each for each in claims if each.id == job.claim_id)
    packed = io.BytesIO()
    _Pickler(packed).dump(list(verify([claim], PROFILES[job.profile], seed=job.seed)))
    return packed.getvalue()


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        if isinstance(value, Claim):
            return "claim"
        stays = isinstance(value, Trace) or (isinstance(value, FunctionType) and "<locals>" in value.__qualname__)
        return "nothing" if stays else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, packed: bytes, claim: Claim) -> None:
        super().__init__(io.BytesIO(packed))
        self._claim = claim

    def persistent_load(self, name: str) -> Claim | None:
        return self._claim if name == "claim" else None


def _with_trace(evidence: Evidence) -> Evidence:
    """The evidence with its counterexample played again, since a trace does not travel."""
    found = evidence.counterexample
    if found is not None:
        makes = {each.__name__: each for each in evidence.claim.about}
        make = makes.get(evidence.learner or "")
        for each in (found.smallest, found.worst):
            again = judge(evidence.claim, make, each.case)
            each.trace = again.trace if again.verdict == each.verdict else None  # a random learner's is another game
    return evidence


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
        path = f"theorems/notes/refutations/{claim.refuted_by}"
        evidence.counterexample = Counterexample(outcome, outcome, "witnesses", path, f"learncheck replay {path}")
    evidence.seconds = time.perf_counter() - start
    return evidence


def keep(evidence: Evidence, claim_file: Path | None = None) -> None:
    """Save the counterexample of a claim that fell, so that it can be replayed."""
    found = evidence.counterexample
    if found is not None and found.path is None:
        subject = evidence.learner or "claim"
        path = records.save(evidence.claim, evidence.learner, found.smallest.case, subject, claim_file)
        if path is not None:
            claims = [] if claim_file is None else ["--claims", f"{claim_file}::{evidence.claim.id}"]
            found.path = str(path)
            found.replay = shlex.join(["learncheck", "replay", found.path, *claims])


def as_json(evidence: Evidence) -> dict[str, Any]:
    """The evidence as JSON-ready values."""
    found = evidence.counterexample
    return {
        "id": evidence.claim.id,
        "reading": evidence.claim.reading,
        "learner": evidence.learner,
        "verdict": evidence.verdict,
        "expected": evidence.expected,
        "evidence": evidence.grades,
        "rests_on": rests_on(evidence.proof),
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
        "replay": None if found is None else found.replay,
    }


def rests_on(proof: ProofReport | None) -> list[dict[str, Any]]:
    """Every hypothesis, meaning, fact and step that the proof rests on, and how one knows it."""
    return [
        {
            "kind": each.kind,
            "words": each.words,
            "relation": said(each.relation),
            "where": each.where or None,
            "evaluated": each.games,
            "assumed": each.assumed or None,
        }
        for each in ([] if proof is None else proof.rests.premises)
    ]


def finite(value: float | None) -> float | None:
    """JSON knows no infinity: None in its place."""
    return value if value is not None and abs(value) < float("inf") else None
