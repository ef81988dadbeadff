"""Cases as files, so that counterexamples can be kept and replayed, also on another learner."""

import functools
import hashlib
import json
import operator
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from learncheck.oracle.files import HERE, Unusable, write_json
from learncheck.strategies.play.case import Case, decode, kinds
from learncheck.theorems import notes
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import BadClaims, all_claims, find

SCHEMA = 1
CASES = Path(".learncheck") / "cases"
CATALOGUE = "the catalogue"
REFUTATIONS = Path(notes.__file__).parent / "refutations"


class BadRecord(Unusable):
    """A case file that cannot be read; the message says why, in one line."""


@dataclass(frozen=True)
class Record:
    """A stored case: the claim that it is about, the learner on which it was found, and the case itself.

    keeps_bounds: whether the learner was found to keep its bounds, and to be another algorithm.
    """

    claim: Claim
    learner: str | None
    case: Case
    keeps_bounds: bool = False


def save(
    claim_id: str, learner: str | None, case: object, subject: str, claim_file: Path | None = None,
    keeps_bounds: bool = False,
) -> Path | None:  # fmt: skip
    """Write an encoded case atomically below the working folder, in a file named after the subject and the claim.

    The file that defines the claim is recorded for human readers, and so that a case of another file's claim with the
    same id is not overwritten. Returns the path, or None if it cannot be written and the run continues without it
    (`recording_failures`).
    """
    record: dict[str, object] = {"schema": SCHEMA, "claim": claim_id, "learner": learner, "case": case}
    file = CATALOGUE if claim_file is None else str(claim_file)
    if claim_file is not None:
        record["file"] = file
    if keeps_bounds:
        record["keeps_bounds"] = True
    path = _path(f"{subject}-{claim_id}")
    if _file_of(path) not in (None, file):
        path = _path(f"{subject}-{claim_id}", file)
    return path if write_json(path, record, HERE) else None


def _path(name: str, apart: str = "") -> Path:
    """The file of this name, with a digest in it if the name is too long, or is to be told from others by a text."""
    data = os.fsencode(name)
    if apart or len(data) > MOST_BYTES:
        digest = hashlib.sha256(data + os.fsencode(apart)).hexdigest()[:16]
        name = f"{os.fsdecode(data[: MOST_BYTES - 20])}-{digest}"
    return CASES / f"{name}.json"


def _file_of(path: Path) -> str | None:
    """The file that defines the claim of a stored case, as it was named; None if no case stands there.

    A student may have put anything there. A pipe, which would have to be waited for, and a link are not read.
    """
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_CASE_BYTES:
            return None
        record = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return str(record.get("file", CATALOGUE)) if isinstance(record, dict) else None


def load(path: Path, references: Iterable[str] = ()) -> Record:
    """Read a stored case. Raises BadRecord naming the file, the rule and the remedy.

    references: the files (FILE.py, FILE.py::ID) in which to look for a claim that is not in the catalogue. A file named
                by the case itself is not loaded, since playing a case from somebody else would then run their code.
    """
    if not path.exists() and path.parent.parts[-2:] == REFUTATIONS.parts[-2:]:
        path = REFUTATIONS / path.name  # as reports name it, wherever this package is installed
    try:
        if path.stat().st_size > MOST_CASE_BYTES:
            raise BadRecord(f"{path} is longer than {MOST_CASE_BYTES >> 20} MB; is it a stored case?")
        record = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadRecord(f"no such file: {path}") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        message = f"{path} is not JSON ({error}), so it is not a stored case"
        raise BadRecord(f"{message}; name one that verify or grade wrote to {CASES}") from None
    if not isinstance(record, dict) or "schema" not in record:
        raise BadRecord(f"{path} is not a stored case: it has no schema; write one with verify or grade")
    if record["schema"] != SCHEMA:
        raise BadRecord(
            f"{path} has schema {record['schema']!r}, but this version reads schema {SCHEMA}; create it again"
        )
    try:
        claim = _claim(path, record["claim"], record.get("file"), references)
        learner = record.get("learner")
        if learner is not None and not isinstance(learner, str):
            raise BadRecord(f"{path} is not a stored case: its learner is {learner!r}, not a name")
        return Record(claim, learner, _case(path, record["case"]), record.get("keeps_bounds") is True)
    except KeyError as missing:
        raise BadRecord(f"{path} is not a stored case: it has no {missing}; write one with verify or grade") from None
    except (BadRecord, BadClaims):
        raise
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise BadRecord(f"{path}: {error}") from None


def _case(path: Path, encoded: object) -> Case:
    _bounded(encoded)
    try:
        case: Case = decode(encoded, any_case(encoded))
    except msgspec.ValidationError as error:
        raise BadRecord(f"{path} holds no case of this version: {error}; create it again") from None
    return case


def _claim(path: Path, claim_id: object, file: object, references: Iterable[str]) -> Claim:
    if not isinstance(claim_id, str):
        raise BadRecord(f"{path} is not a stored case: its claim is {claim_id!r}, not an id")
    named = {claim.id: claim for claim, _ in find(references)}
    if claim_id in named:
        return named[claim_id]
    try:
        return {claim.id: claim for claim, _ in find([claim_id])}[claim_id]
    except (BadClaims, KeyError) as error:
        if isinstance(file, str):
            there = repr(file) if len(file) < 200 else "a file"
            message = f"{path} is about the claim {claim_id} of {there}; name that file with --claims FILE.py"
            raise BadRecord(message) from None
        raise BadRecord(f"{path}: {error}") from None


MOST_BYTES = 200
"""The most bytes in a case's name; file names may have 255."""

MOST_CASE_BYTES = 64 << 20
MOST_DIGITS = 4000
"""The most digits of a number in a stored case; the numbers of real games have a few dozen."""

MOST_DEPTH = 50


def _bounded(value: object, depth: int = 0) -> None:
    """Raise ValueError if a value in a case is so deep, long or large that this program cannot have written it."""
    if depth > MOST_DEPTH:
        raise ValueError(f"the case is nested more than {MOST_DEPTH} deep")
    if isinstance(value, dict):
        for part in value.values():
            _bounded(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _bounded(part, depth + 1)
    elif isinstance(value, int) and value.bit_length() > 3 * MOST_DIGITS:
        raise ValueError(f"the case holds a number of more than {MOST_DIGITS} digits")
    elif isinstance(value, float) and not abs(value) < float("inf"):
        raise ValueError(f"the case holds {value}, which is not a number")
    elif isinstance(value, str) and len(value) > 2 * MOST_DIGITS + 1:
        raise ValueError(f"the case holds a number, or a text, of {len(value)} characters")


def refutation(claim: Claim) -> Case:
    """The counterexample to a false printed statement: a case in the claim, or one stored with the notes."""
    if isinstance(claim.refuted_by, Case):
        return claim.refuted_by
    return load(REFUTATIONS / str(claim.refuted_by)).case


def any_case(encoded: object = None) -> object:
    """The kind of an encoded case, if it is loaded; otherwise the union of all kinds, which their tags distinguish.

    If two kinds have the same tag, as when a user's file is loaded from two places, the later one is used.
    """
    tag = encoded.get("type") if isinstance(encoded, dict) else None
    loaded = {kind.__struct_config__.tag: kind for kind in kinds()}
    if isinstance(tag, str) and tag in loaded:
        return loaded[tag]
    all_claims()  # imports every module that defines one
    return functools.reduce(operator.or_, {kind.__struct_config__.tag: kind for kind in kinds()}.values())
