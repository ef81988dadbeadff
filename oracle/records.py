"""Cases as files: a counterexample is saved, replayed, handed to another learner, and kept."""

import contextlib
import functools
import json
import operator
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from learncheck.strategies.case import Case, decode, encode
from learncheck.theorems.claim import Claim
from learncheck.theorems.registry import all_claims, load_file, select

SCHEMA = 1
CASES = Path(".learncheck") / "cases"
REFUTATIONS = Path(__file__).parent.parent / "theorems" / "refutations"


class BadRecord(ValueError):
    """A case file that cannot be read; the message says why, in one line."""


@dataclass(frozen=True)
class Record:
    """A stored case: the claim that it speaks of, the learner that it was found on, and the case itself."""

    claim: Claim
    learner: str | None
    case: Case


def save(claim: Claim, learner: str | None, case: Case, subject: str, claim_file: Path | None = None) -> Path:
    """Write the case below the working folder, atomically, under a name made of the subject and the claim."""
    return save_encoded(claim.id, learner, encode(case), subject, claim_file)


def save_encoded(claim_id: str, learner: str | None, case: Any, subject: str, claim_file: Path | None = None) -> Path:
    """Write a case that is encoded already."""
    record: dict[str, Any] = {"schema": SCHEMA, "claim": claim_id, "learner": learner, "case": case}
    if claim_file is not None:
        record["file"] = str(claim_file)
    path = CASES / f"{subject}-{claim_id}.json"
    write_json(path, record)
    return path


def load(path: Path) -> Record:
    """Read a stored case. Raises BadRecord naming the file, the rule and the remedy."""
    try:
        record = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadRecord(f"no such file: {path}") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadRecord(f"{path} is no JSON: {error}") from None
    if not isinstance(record, dict) or "schema" not in record:
        raise BadRecord(f"{path} is no stored case: it has no schema; write one with verify or grade")
    if record["schema"] != SCHEMA:
        raise BadRecord(f"{path} has schema {record['schema']!r}, but this version reads schema {SCHEMA}; make it anew")
    try:
        claims = load_file(Path(record["file"])) if "file" in record else select([record["claim"]])
        claim = next(each for each in claims if each.id == record["claim"])
        return Record(claim, record.get("learner"), decode(record["case"], any_case(record["case"])))
    except StopIteration:
        raise BadRecord(f"{record['file']} defines no claim {record['claim']!r} any more") from None
    except KeyError as missing:
        raise BadRecord(f"{path} is no stored case: it has no {missing}; write one with verify or grade") from None
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        raise BadRecord(f"{path}: {error}") from None


def refutation(claim: Claim) -> Case:
    """The stored counterexample of a printed statement that falls."""
    return load(REFUTATIONS / str(claim.refuted_by)).case


def any_case(encoded: Any = None) -> Any:
    """The union of all kinds of cases, told apart by their tags; or the kind of an encoded one, where it is loaded."""
    tag = encoded.get("type") if isinstance(encoded, dict) else None
    loaded = [kind for kind in _kinds(Case) if kind.__struct_config__.tag == tag]
    if len(loaded) == 1:
        return loaded[0]
    all_claims()  # imports every module that defines one
    return functools.reduce(operator.or_, _kinds(Case))


def _kinds(base: type) -> list[Any]:
    found: list[Any] = []
    kind: Any
    for kind in base.__subclasses__():
        if kind.__struct_config__.tag is not None:
            found.append(kind)
        found.extend(_kinds(kind))
    return found


def write_json(path: Path, value: Any) -> None:
    """Write JSON so that the file is either the old one or the new one, never half of it."""
    write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write text atomically, making the folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
