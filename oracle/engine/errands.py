"""Errands: shards with the names of their claims and learners, so that workers elsewhere can play them."""

import hashlib
import platform
import threading
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis.errors import HypothesisDeprecationWarning

from learncheck.oracle.boundary.folders import Folder
from learncheck.oracle.engine.play import play
from learncheck.oracle.engine.profiles import Shard
from learncheck.oracle.engine.results import Result, packed, unpacked
from learncheck.oracle.judging.played import Memory, remembering
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import load_file, select


@dataclass(frozen=True)
class Subject:
    """One claim on one learner, by name.

    file:   the file that defines the claim, with its content in `source`; None if the claim is in the registry.
    """

    claim_id: str
    learner: str | None
    file: Path | None = None
    source: bytes | None = None

    def claim(self) -> Claim:
        """Look up the claim."""
        if self.file is None or self.source is None:
            claims = select([self.claim_id])
        else:
            claims = _claims(self.file, self.source)
        return next(each for each in claims if each.id == self.claim_id)


def subjects(claim: Claim, file: Path | None) -> list[Subject]:
    """List the claim on each of its learners; empty if the claim's stored refutation is only replayed."""
    if claim.refuted_by is not None:
        return []
    source = None if file is None else file.read_bytes()
    return [Subject(claim.id, None if make is None else make.__name__, file, source) for make in claim.about or [None]]


@dataclass(frozen=True)
class Errand:
    """A shard on its way to a worker, with everything the worker needs, wherever it runs.

    code: the version of the sender. A worker with another version refuses the errand.
    """

    subject: Subject
    shard: Shard
    code: str


@dataclass(frozen=True)
class Found:
    """What a worker sends back: the result as JSON-ready values, and its proof, without its claim."""

    told: Any
    proof: ProofReport | None

    def result(self, claim: Claim) -> Result:
        """Unpack the result, and give its proof the claim again."""
        result = unpacked(self.told)
        result.proof = self.proof
        if result.proof is not None:
            result.proof.claim = claim
        return result


class OtherVersion(Exception):
    """A cluster's worker has other versions than the campaign, so its results could differ."""


_ALONE = threading.Lock()
"""Hypothesis's random state belongs to the process, so the threads of a cluster's worker take turns."""


_MEMORY: Memory[Trace] = Memory()
"""The games this worker has played. Successive shards often have the same claim, or claims about the same games."""


def run_errand(errand: Errand) -> Found:
    """Play the errand's shard on a worker. Raises OtherVersion if the worker has another version."""
    if errand.code != code():
        raise OtherVersion(
            f"a worker on {platform.node()} has a different version of learncheck, Python, Hypothesis, numpy or scipy "
            "than the campaign; install the same"
        )
    with _ALONE, warnings.catch_warnings():
        # A cluster's worker has threads that draw random numbers, and Hypothesis blames the strategy for it.
        warnings.filterwarnings("ignore", "Do not use the `random` module", HypothesisDeprecationWarning)
        claim = errand.subject.claim()
        with remembering(_MEMORY):
            result = play(errand.shard, claim, claim.learner_named(errand.subject.learner))
    if result.proof is not None:
        result.proof.claim = None  # type: ignore[assignment]
    return Found(packed(result), result.proof)


@cache
def _claims(file: Path, source: bytes) -> list[Claim]:
    if file.is_file() and file.read_bytes() == source:
        return load_file(file)  # next to the modules that it may import
    with Folder() as folder:  # a cluster's worker does not see the file
        path = Path(folder) / file.name
        path.write_bytes(source)
        return load_file(path)


@cache
def code() -> str:
    """A digest of the exact version: learncheck's source, and the versions of Python, Hypothesis, numpy and scipy."""
    from importlib.metadata import version

    with_what = [own_text(), platform.python_version(), *map(version, ("hypothesis", "numpy", "scipy"))]
    return hashlib.sha256(" ".join(with_what).encode()).hexdigest()


@cache
def own_text() -> str:
    """A digest of learncheck's source, on which alone the statements about claims depend."""
    seen = hashlib.sha256()
    top = Path(__file__).parents[2]
    for package in ("exact", "learners", "strategies", "theorems", "oracle"):
        for path in sorted((top / package).rglob("*.py")):
            seen.update(path.name.encode() + path.read_bytes())
    return seen.hexdigest()
