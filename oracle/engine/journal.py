"""What a campaign has written down, so that it can be resumed: a folder a claim and learner, a file a finished shard.

Every file is written whole or not at all. What another version wrote is not taken over, nor what was found out about
an earlier text of the claim.
"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from learncheck.oracle import files
from learncheck.oracle.engine.errands import Subject, code
from learncheck.oracle.engine.plan import Profile, Shard
from learncheck.oracle.engine.results import Result, Seen, outcome_of, packed, unpacked, without_trace
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import encode

CAMPAIGN = Path(".learncheck") / "campaign"

Struct = TypeVar("Struct", bound=msgspec.Struct)


class Call(msgspec.Struct):
    """What a campaign was asked for, and whether it came to its end."""

    profile: str
    seed: int
    claims: list[str]
    finished: bool = False

    def save(self) -> None:
        """Write it down as that of the latest campaign in the working folder."""
        _write(CAMPAIGN / "campaign.json", self)

    @staticmethod
    def latest() -> "Call | None":
        """That of the latest campaign in the working folder."""
        return _read(CAMPAIGN / "campaign.json", Call)

    def differs(self, earlier: "Call | None") -> list[str]:
        """In sentences, how it differs from an earlier one that it resumes."""
        if earlier is None:
            return ["there is no campaign here to resume; this one begins"]
        if (self.profile, self.seed) != (earlier.profile, earlier.seed):
            was = f"the latest campaign here was of profile {earlier.profile} and seed {earlier.seed}"
            return [f"{was}, and is not resumed by this one of profile {self.profile} and seed {self.seed}"]
        new = [each for each in self.claims if each not in earlier.claims]
        left = [each for each in earlier.claims if each not in self.claims]
        said = [f"not in the campaign that is resumed: {listed(new)}"] if new else []
        return said + ([f"left as they are, since they were not asked for: {listed(left)}"] if left else [])


class Stamp(msgspec.Struct):
    """On what the shards of a claim and learner depend, beside its name, the profile's name and the seed."""

    profile: dict[str, Any]
    code: str
    source: str

    def differs(self, earlier: "Stamp") -> str:
        """What has changed since; nothing if it is empty."""
        if self.source != earlier.source:
            return "its file has changed"
        if self.profile != earlier.profile:
            return "the profile has changed"
        return "learncheck, or what it draws with, has changed" if self.code != earlier.code else ""


class Journal:
    """The finished shards of one claim and learner.

    resume:  whether what is there is read; otherwise it is written anew, shard by shard.
    changed: why what was there could not be resumed; it is gone.
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
            shutil.rmtree(self.folder, ignore_errors=True)
            _write(self.folder / "stamp.json", stamp)

    def has(self, shard: Shard) -> bool:
        """Whether it is known what the shard found."""
        return self.resume and self._path(shard).exists()

    def read(self, shard: Shard) -> Result | None:
        """What the shard found, if that is known and can be read."""
        try:
            return unpacked(_json(self._path(shard))) if self.resume else None
        except (OSError, ValueError):
            return None

    def write(self, shard: Shard, result: Result) -> None:
        """Write down what the shard found."""
        files.write_json(self._path(shard), packed(result))

    def read_smallest(self, fall: Seen) -> Outcome | None:
        """The smallest game that was made of the failure; None where it is yet to be made."""
        try:
            found = _json(self.folder / "smallest.json") if self.resume else {}
            return outcome_of(found["smallest"]) if found["fall"] == _told(fall) else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write_smallest(self, fall: Seen, smallest: Outcome) -> None:
        """Write down the smallest game."""
        told = {"fall": _told(fall), "smallest": encode(without_trace(smallest))}
        files.write_json(self.folder / "smallest.json", told)

    def _path(self, shard: Shard) -> Path:
        return self.folder / f"{shard.index:04}-{shard.kind}.json"


def _read(path: Path, kind: type[Struct]) -> Struct | None:
    """What was written down, unless it is missing or no such thing."""
    try:
        return msgspec.convert(_json(path), kind)
    except (OSError, ValueError):
        return None


def _told(fall: Seen) -> Any:
    """The failure as it is read from a file."""
    return json.loads(json.dumps(encode(fall.light())))


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _write(path: Path, value: msgspec.Struct) -> None:
    files.write_json(path, msgspec.to_builtins(value))


def listed(names: list[str], most: int = 5) -> str:
    """The names, or the first of many."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
