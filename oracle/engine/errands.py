"""Who is attacked, by name, so that a worker elsewhere can play a shard of the attack: an errand."""

import hashlib
import platform
import tempfile
import threading
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis.errors import HypothesisDeprecationWarning

from learncheck.oracle.engine.plan import Shard
from learncheck.oracle.engine.play import play
from learncheck.oracle.engine.results import Result, packed, unpacked
from learncheck.oracle.judging.played import Memory, remembering
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import load_file, select


@dataclass(frozen=True)
class Subject:
    """One claim on one learner, by name, and the file that defines the claim, if not the registry."""

    claim_id: str
    learner: str | None
    file: Path | None = None
    source: bytes | None = None

    def make(self, claim: Claim) -> Make | None:
        """What makes the learner."""
        return {each.__name__: each for each in claim.about}.get(self.learner or "")

    def claim(self) -> Claim:
        """The claim, looked up."""
        if self.file is None or self.source is None:
            claims = select([self.claim_id])
        else:
            claims = _claims(self.file, self.source)
        return next(each for each in claims if each.id == self.claim_id)


def subjects(claim: Claim, file: Path | None) -> list[Subject]:
    """The claim on each learner that it is about; none where only its refutation is replayed."""
    if claim.refuted_by is not None:
        return []
    source = None if file is None else file.read_bytes()
    return [Subject(claim.id, None if make is None else make.__name__, file, source) for make in claim.about or [None]]


@dataclass(frozen=True)
class Errand:
    """A shard on its way to a worker: all that this has to know, wherever it works.

    code: the version that sends it. A worker of another version refuses.
    """

    subject: Subject
    shard: Shard
    code: str


@dataclass(frozen=True)
class Found:
    """What a worker sends back: the result as JSON-ready values; its proof, which knows no claim on the way."""

    told: Any
    proof: ProofReport | None

    def result(self, claim: Claim) -> Result:
        """The result, at home."""
        result = unpacked(self.told)
        result.proof = self.proof
        if result.proof is not None:
            result.proof.claim = claim
        return result


class OtherVersion(Exception):
    """A worker of a cluster that would find something else than its campaign."""


_ALONE = threading.Lock()
"""What Hypothesis draws from belongs to the process, so that threads of a cluster's worker take turns."""


_MEMORY = Memory()
"""The games of this worker, which plays shards of the same claim, and claims of the same games, one after the other."""


def run_errand(errand: Errand) -> Found:
    """What a worker does. Raises OtherVersion where it runs another version."""
    if errand.code != code():
        raise OtherVersion(
            f"a worker on {platform.node()} has another version of learncheck, Python, Hypothesis, numpy or scipy than "
            "the campaign; install the same"
        )
    with _ALONE, warnings.catch_warnings():
        # A cluster's worker has threads that draw random numbers; Hypothesis takes it that the strategy does.
        warnings.filterwarnings("ignore", "Do not use the `random` module", HypothesisDeprecationWarning)
        claim = errand.subject.claim()
        with remembering(_MEMORY):
            result = play(errand.shard, claim, errand.subject.make(claim))
    if result.proof is not None:
        result.proof.claim = None  # type: ignore[assignment]
    return Found(packed(result), result.proof)


@cache
def _claims(file: Path, source: bytes) -> list[Claim]:
    if file.is_file() and file.read_bytes() == source:
        return load_file(file)  # beside the modules that it may import
    with tempfile.TemporaryDirectory(prefix="learncheck-") as folder:  # a cluster's worker does not see the file
        path = Path(folder) / file.name
        path.write_bytes(source)
        return load_file(path)


@cache
def code() -> str:
    """This version, to the letter: learncheck's own text, and what it draws and computes with."""
    from importlib.metadata import version

    with_what = [own_text(), platform.python_version(), *map(version, ("hypothesis", "numpy", "scipy"))]
    return hashlib.sha256(" ".join(with_what).encode()).hexdigest()


@cache
def own_text() -> str:
    """A digest of learncheck's own text. What is said of claims depends on nothing else."""
    seen = hashlib.sha256()
    top = Path(__file__).parents[2]
    for package in ("exact", "learners", "strategies", "theorems", "oracle"):
        for path in sorted((top / package).rglob("*.py")):
            seen.update(path.name.encode() + path.read_bytes())
    return seen.hexdigest()
