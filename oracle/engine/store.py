"""The finished shards of a run, kept in the working folder, so that it can be resumed after it was killed."""

import hashlib
import json
import platform
from functools import cache
from pathlib import Path

from learncheck.oracle import files
from learncheck.oracle.engine.packing import packed, unpacked, unpacked_game
from learncheck.oracle.engine.profiles import Profile, Shard
from learncheck.oracle.engine.subjects import Subject
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.theorems.language.claim import Claim

SHARDS = Path(".learncheck") / "shards"


class Store:
    """The finished shards of one claim and learner, a file each, and the failure that was made small.

    A file's name holds a digest of everything that its content depends on, the versions and the text of a user's claim
    among them, so that nothing is taken over from another version or claim.

    resume: whether to read what an earlier run has left. Otherwise it is overwritten, shard by shard.
    """

    def __init__(self, subject: Subject, profile: Profile, seed: int, resume: bool) -> None:
        self.resume = resume
        self._name = f"{subject.claim_id}-{subject.learner or 'claim'}"
        self._depends = repr([code(), subject.source, profile, seed])

    def has(self, shard: Shard) -> bool:
        """Whether the result of the shard is there."""
        return self.resume and self._path(shard).exists()

    def read(self, shard: Shard, claim: Claim) -> Evidence | None:
        """What the shard has found about the claim, if it is there and readable."""
        try:
            return unpacked(_json(self._path(shard)), claim) if self.resume else None
        except (OSError, ValueError, RecursionError):
            return None

    def write(self, shard: Shard, result: Evidence) -> None:
        """Save what the shard has found. Proofs are always checked again."""
        if shard.kind != "proof":
            files.write_json(self._path(shard), packed(result), files.HERE)

    def read_smallest(self, fall: Outcome) -> Outcome | None:
        """The game to which the failure was made small; None if it has not been yet."""
        try:
            return unpacked_game(_json(self._smallest(fall))) if self.resume else None
        except (OSError, ValueError, RecursionError):
            return None

    def write_smallest(self, fall: Outcome, smallest: Outcome) -> None:
        """Save the game to which the failure was made small."""
        files.write_json(self._smallest(fall), packed(smallest), files.HERE)

    def _path(self, shard: Shard) -> Path:
        return self._file(f"{shard.index:04}-{shard.kind}", "")

    def _smallest(self, fall: Outcome) -> Path:
        return self._file("smallest", json.dumps(packed(fall), sort_keys=True))

    def _file(self, what: str, of: str) -> Path:
        digest = hashlib.sha256(f"{self._depends} {what} {of}".encode()).hexdigest()[:16]
        return SHARDS / f"{self._name}-{what}-{digest}.json"


def _json(path: Path) -> object:
    return json.loads(path.read_text("utf-8"))


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
