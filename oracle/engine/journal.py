"""The journal from which a campaign is resumed: one folder per claim and learner, one file per finished shard.

Every file is written atomically. Results of another version, or for an earlier text of the claim, are discarded.
"""

import hashlib
import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from learncheck.oracle import files
from learncheck.oracle.engine.errands import Subject, code
from learncheck.oracle.engine.profiles import Profile, Shard
from learncheck.oracle.engine.results import Result, Seen, outcome_of, packed, unpacked, without_trace
from learncheck.oracle.engine.store import Store
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import encode

CAMPAIGN = Path(".learncheck") / "campaign"

Struct = TypeVar("Struct", bound=msgspec.Struct)


class Call(msgspec.Struct):
    """The arguments of a campaign, and whether it finished."""

    profile: str
    seed: int
    claims: list[str]
    finished: bool = False

    def save(self) -> None:
        """Save this as the latest call in the working folder."""
        _write(CAMPAIGN / "campaign.json", self)

    @staticmethod
    def latest() -> "Call | None":
        """Return the call of the latest campaign in the working folder, if any."""
        return _read(CAMPAIGN / "campaign.json", Call)

    def differs(self, earlier: "Call | None") -> list[str]:
        """Say, in sentences, how this differs from the earlier call that it resumes."""
        if earlier is None:
            return ["there is no campaign here to resume; starting a new one"]
        if (self.profile, self.seed) != (earlier.profile, earlier.seed):
            was = f"the latest campaign here had profile {earlier.profile} and seed {earlier.seed}"
            return [f"{was}; this one has profile {self.profile} and seed {self.seed}, and does not resume it"]
        new = [each for each in self.claims if each not in earlier.claims]
        left = [each for each in earlier.claims if each not in self.claims]
        said = [f"not in the campaign that is resumed: {listed(new)}"] if new else []
        return said + ([f"left as they are, since they were not named: {listed(left)}"] if left else [])


class Stamp(msgspec.Struct):
    """What the shards of a claim and learner depend on, besides the names of both, the profile's name and the seed."""

    profile: dict[str, Any]
    code: str
    source: str

    def differs(self, earlier: "Stamp") -> str:
        """Say what has changed since the earlier stamp; "" if nothing has."""
        if self.source != earlier.source:
            return "its file has changed"
        if self.profile != earlier.profile:
            return "the profile has changed"
        return "learncheck or a library that it draws with has changed" if self.code != earlier.code else ""


class Journal(Store):
    """The finished shards of one claim and learner.

    resume:  whether existing results are read; otherwise they are overwritten, shard by shard.
    changed: why existing results could not be resumed and were deleted; "" if they were not.
    """

    def __init__(self, subject: Subject, profile: Profile, seed: int, resume: bool) -> None:
        name = "-".join([subject.claim_id, subject.learner or "claim", profile.name, str(seed)])
        self.folder = CAMPAIGN / (name if subject.file is None else f"{subject.file.stem}-{name}")
        self.claim_id, self.resume = subject.claim_id, resume
        stamp = Stamp(
            msgspec.json.decode(msgspec.json.encode(profile)), code(), hashlib.sha256(subject.source or b"").hexdigest()
        )
        earlier = _read(self.folder / "stamp.json", Stamp)
        self.changed = "" if earlier is None else stamp.differs(earlier)
        if earlier is None or self.changed:
            with suppress(OSError), files.folder(self.folder.parent, files.HERE) as campaign:
                shutil.rmtree(self.folder.name, ignore_errors=True, dir_fd=campaign)
            _write(self.folder / "stamp.json", stamp)

    def has(self, shard: Shard) -> bool:
        return self.resume and self._path(shard).exists()

    def read(self, shard: Shard) -> Result | None:
        try:
            return unpacked(_json(self._path(shard))) if self.resume else None
        except (OSError, ValueError, msgspec.ValidationError):
            return None

    def write(self, shard: Shard, result: Result) -> None:
        if shard.kind != "proof":  # proofs are always checked again
            files.write_json(self._path(shard), packed(result), files.HERE)

    def read_smallest(self, fall: Seen) -> Outcome | None:
        try:
            found = _json(self.folder / "smallest.json") if self.resume else {}
            return outcome_of(found["smallest"]) if found["fall"] == _told(fall) else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write_smallest(self, fall: Seen, smallest: Outcome) -> None:
        told = {"fall": _told(fall), "smallest": encode(without_trace(smallest))}
        files.write_json(self.folder / "smallest.json", told, files.HERE)

    def _path(self, shard: Shard) -> Path:
        return self.folder / f"{shard.index:04}-{shard.kind}.json"


def _read(path: Path, kind: type[Struct]) -> Struct | None:
    """Read a struct from a file; None if the file is missing or holds something else."""
    try:
        return msgspec.convert(_json(path), kind)
    except (OSError, ValueError):
        return None


def _told(fall: Seen) -> Any:
    """The failure as it would be read back from a file."""
    return json.loads(json.dumps(encode(fall.light())))


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _write(path: Path, value: msgspec.Struct) -> None:
    files.write_json(path, msgspec.to_builtins(value), files.HERE)


def listed(names: list[str]) -> str:
    """List the names; if there are more than five, the first of them and the number of the rest."""
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
