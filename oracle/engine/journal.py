"""What a campaign has written down, so that it can be resumed: a folder a claim and learner, a file a finished piece.

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
from learncheck.oracle.engine.attack import Profile
from learncheck.oracle.engine.pieces import Fall, Piece, Result, Subject, code

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
    """On what the pieces of a claim and learner depend, beside its name, the profile's name and the seed."""

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


class Smallest(msgspec.Struct):
    """A failure, and the smallest case that was made of it."""

    fall: Fall
    case: Any


class Journal:
    """The finished pieces of one claim and learner.

    resume:  whether what is there is read; otherwise it is written anew, piece by piece.
    changed: why what was there could not be resumed; it is gone.
    """

    def __init__(self, subject: Subject, profile: Profile, seed: int, resume: bool) -> None:
        name = "-".join([subject.claim_id, subject.learner or "claim", profile.name, str(seed)])
        self.folder = CAMPAIGN / (name if subject.file is None else f"{subject.file.stem}-{name}")
        self.resume = resume
        stamp = Stamp(
            msgspec.json.decode(msgspec.json.encode(profile)), code(), hashlib.sha256(subject.source or b"").hexdigest()
        )
        earlier = _read(self.folder / "stamp.json", Stamp)
        self.changed = "" if earlier is None else stamp.differs(earlier)
        if earlier is None or self.changed:
            shutil.rmtree(self.folder, ignore_errors=True)
            _write(self.folder / "stamp.json", stamp)

    def has(self, piece: Piece) -> bool:
        """Whether it is known what the piece found."""
        return self.resume and self._path(piece).exists()

    def read(self, piece: Piece) -> Result | None:
        """What the piece found, if that is known and can be read."""
        return _read(self._path(piece), Result) if self.resume else None

    def write(self, piece: Piece, result: Result) -> None:
        """Write down what the piece found."""
        _write(self._path(piece), result)

    def read_smallest(self, fall: Fall) -> Any:
        """The smallest case that was made of the failure, encoded; None where it is yet to be made."""
        found = _read(self.folder / "smallest.json", Smallest) if self.resume else None
        return found.case if found is not None and found.fall == fall else None

    def write_smallest(self, fall: Fall, case: Any) -> None:
        """Write down the smallest case, encoded."""
        _write(self.folder / "smallest.json", Smallest(fall, case))

    def _path(self, piece: Piece) -> Path:
        return self.folder / f"{piece.index:04}-{piece.kind}.json"


def _read(path: Path, kind: type[Struct]) -> Struct | None:
    """What was written down, unless it is missing or no such thing."""
    try:
        return msgspec.convert(json.loads(path.read_text("utf-8")), kind)
    except (OSError, ValueError):
        return None


def _write(path: Path, value: msgspec.Struct) -> None:
    files.write_json(path, msgspec.to_builtins(value))


def listed(names: list[str], most: int = 5) -> str:
    """The names, or the first of many."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
