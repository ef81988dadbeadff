"""An instructor's assignment: which learners and claims, what they are worth, and what a student gets to see.

title = "Homework 3"
feedback = "counterexample"        # full, counterexample, bound or hidden
credit = "whole"                   # for a claim that falls nothing, or the share of "games" or "sizes" that hold
profile = "quick"
seed = 7

[limits]
time = 30                          # seconds of processor time a claim
total = 600                        # seconds in all
import = 20                        # seconds for importing the submission
memory = 2048                      # MB

[late]
a_day = 0.1                        # the share of the points that a day costs, by the roster's column "days late"
most = 0.5

[learners.Halving]
class = "MyHalving"                # where the submission need not use the name of the contract
points = 10

[learners.Halving.claims]          # the claims with their weights; without this table all, in equal shares
halving-mistakes = 3
halving-conforms = { points = 1, visibility = "after_due_date" }
"mine.py::my-claim" = 2            # of a file of one's own, beside the assignment; "mine.py" for all that it defines

Conventions of a course's own (`boundary.conventions`), for a learner or for all, and folders beside the assignment
that submissions may import from, before the first table:

path = ["lib"]
[adapt.all]
labels = [0, 1]
[learners.AdaBoostStumps]
adapt = { parameters = { n_rounds = "n_clf" } }
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from learncheck.oracle.boundary.conventions import BadConventions, checked, conventions
from learncheck.oracle.files import Unusable
from learncheck.oracle.grading.assignment import MOST, Allowance, Assignment, Late, Part, Weight, Worth, near
from learncheck.oracle.grading.wanted import claims_about, is_judged, judged_learners
from learncheck.theorems.language.registry import BadClaims, find, parted


def read(path: Path) -> Assignment:
    """Read an assignment. Raises Unusable if the file is not one."""
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise Unusable(f"no such file: {path}") from None
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Unusable(f"{path} is not UTF-8 text: {error.reason} at byte {error.start}") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise Unusable(f"{path} is not TOML: {error}") from None
    try:
        _numbers(path, data, "")
        assignment = msgspec.convert(data, Assignment)
    except RecursionError:
        raise Unusable(f"{path}: its tables are nested too deeply") from None
    except msgspec.ValidationError as error:
        raise Unusable(f"{path}: {_culprit(data) or _refusal(str(error), '', Assignment)}") from None
    learners = {name: _with_files(path, part) for name, part in assignment.learners.items()}
    paths = [os.path.join(path.parent, folder) for folder in assignment.path]
    assignment = msgspec.structs.replace(assignment, learners=learners, path=paths)
    try:
        where = "adapt.all"
        conventions(assignment.adapt.get("all", {})).as_text()
        for learner in sorted({*assignment.learners, *assignment.adapt} - {"all"}):
            where = f"learners.{learner}.adapt"
            if held := assignment.held(learner):
                checked(learner, held)
                held.as_text()
    except BadConventions as error:
        raise Unusable(f"{path}: {where}: {error}") from None
    except TypeError:  # a date, for example
        raise Unusable(f"{path}: {where}: give numbers, texts, true or false, and lists of these") from None
    for learner, part in assignment.learners.items():
        _check(path, learner, part)
    _check_adapted(path, assignment)
    return assignment


def _numbers(path: Path, value: object, where: str) -> None:
    """Raise Unusable, naming the key, if a number is not finite or too large."""
    if isinstance(value, dict):
        for key, entry in value.items():
            _numbers(path, entry, f"{where}.{key}" if where else str(key))
    elif isinstance(value, float) and not abs(value) <= MOST:
        raise Unusable(f"{path}: {where} is {value}; expected a number of at most {MOST:g}")


def _culprit(data: Mapping[str, object]) -> str:
    """What is wrong with the table at fault, by its name; "" if it is not one of the limits or learners."""
    learners = data.get("learners")
    tables: dict[str, tuple[object, object]] = {
        "limits": (data.get("limits", {}), Allowance),
        "late": (data.get("late", {}), Late),
    }
    for name, part in learners.items() if isinstance(learners, dict) else ():
        weights = part.get("claims") if isinstance(part, dict) else None
        for claim_id, weight in weights.items() if isinstance(weights, dict) else ():
            tables[f"learners.{name}.claims.{claim_id}"] = weight, Worth if isinstance(weight, dict) else Weight
        tables[f"learners.{name}"] = part, Part
    adapt = data.get("adapt")
    for name, held in adapt.items() if isinstance(adapt, dict) else ():
        tables[f"adapt.{name}"] = held, dict
    for place, (value, kind) in tables.items():
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            return _refusal(str(error), place, kind)
    return ""


def _refusal(error: str, place: str, kind: Any) -> str:
    """msgspec's message with the place, and with the allowed keys or values if it complains of an unknown one."""
    what, _, where = error.partition(" - at `$")
    what = what.replace("`object`", "`table`")
    key = f"{place}{where.rstrip('`')}".lstrip(".")
    if what.startswith("Invalid enum value "):
        values = {field.encode_name: get_args(field.type) for field in msgspec.structs.fields(kind)}
        allowed = ", ".join(values[key.rpartition(".")[2]])
        return f"{key}: {what.removeprefix('Invalid enum value ')} is none of {allowed}"
    unknown = re.search(r"unknown field `([^`]*)`", what)
    if unknown is not None:
        keys = [field.encode_name for field in msgspec.structs.fields(kind)]
        return f"unknown key {f'{key}.' if key else ''}{unknown[1]}{near(unknown[1], keys)}"
    return f"{key}: {what[:1].lower()}{what[1:]}" if key else what


def _with_files(path: Path, part: Part) -> Part:
    """The part with paths to files of claims relative to the working folder instead of the assignment's."""
    claims = {
        os.path.join(path.parent, reference) if "::" in reference or reference.endswith(".py") else reference: weight
        for reference, weight in part.claims.items()
    }
    return msgspec.structs.replace(part, claims=claims)


def _check_adapted(path: Path, assignment: Assignment) -> None:
    files = [name for part in assignment.learners.values() for name in part.claims if parted(name)[0] is not None]
    for learner in assignment.adapt.keys() - {"all", *assignment.learners}:
        _refuse_unknown(path, f"adapt.{learner}", learner, files)


def _refuse_unknown(path: Path, where: str, learner: str, files: Sequence[str]) -> None:
    if not is_judged(learner, files):
        hint = near(learner, judged_learners(files))
        raise Unusable(f"{path}: {where}: no claim is about {learner!r}{hint}")


def _check(path: Path, learner: str, part: Part) -> None:
    files = [reference for reference in part.claims if parted(reference)[0] is not None]
    try:
        _refuse_unknown(path, f"learners.{learner}", learner, files)
        ids = [claim.id for claim in claims_about(learner)]
        about = [claim.id for claim in claims_about(learner, files)] if files else []
        for reference in part.claims:
            named = [claim.id for claim, _ in find([reference])] if reference in files else [reference]
            if not any(claim_id in (about if reference in files else ids) for claim_id in named):
                raise Unusable(
                    f"{path}: learners.{learner}.claims: no claim {reference!r} judges {learner}{near(reference, ids)}"
                )
        claims_about(learner, part.claims)  # two of one id
    except BadClaims as error:
        raise Unusable(f"{path}: learners.{learner}.claims: {error}") from None
    if part.claims and not any(worth.points if isinstance(worth, Worth) else worth for worth in part.claims.values()):
        raise Unusable(f"{path}: learners.{learner}.claims: all weights are 0; give one of them a positive weight")
