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
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from learncheck.oracle.boundary import names
from learncheck.oracle.boundary.conventions import BadConventions, Conventions, checked, conventions, fits
from learncheck.oracle.files import Unusable

Credit = Literal["whole", "games", "sizes"]
"""What a claim that has fallen earns: nothing, or the share of its games, or of their sizes, that hold."""

Feedback = Literal["full", "counterexample", "bound", "hidden"]

TIME_LIMIT = 30.0
TOTAL_LIMIT = 600.0
IMPORT_LIMIT = 20.0
MEMORY_LIMIT, LARGEST_MEMORY = 2048, 1 << 24

MOST = 1e9
"""No number of an assignment is greater, which keeps out infinity too."""

Visibility = Literal["visible", "after_due_date", "after_published", "hidden"]
"""When Gradescope shows a claim to the student."""

Positive = Annotated[float, msgspec.Meta(gt=0, le=MOST)]
Weight = Annotated[float, msgspec.Meta(ge=0, le=MOST)]


class Allowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """time: seconds of processor time a claim; total: seconds in all; import: seconds for importing; memory: MB."""

    time: Positive = TIME_LIMIT
    total: Positive = TOTAL_LIMIT
    import_: Positive = msgspec.field(default=IMPORT_LIMIT, name="import")
    memory: Annotated[int, msgspec.Meta(ge=128, le=LARGEST_MEMORY)] = MEMORY_LIMIT


COROLLARIES = {
    "halving-programs": "halving-mistakes",
    "grid-halfspaces-halving": "halving-mistakes",
    "randomized-weighted-majority-tuned": "randomized-weighted-majority",
    "perceptron-margin": "perceptron-mistakes",
    "perceptron-margin-general": "perceptron-mistakes",
    "perceptron-margin-separation": "perceptron-mistakes",
    "perceptron-margin-distance": "perceptron-mistakes",
    "pla-halts": "perceptron-mistakes",
    "perceptron-hinge-forms": "perceptron-hinge",
    "three-piece-weak-learner": "stump-erm",
    "three-term-dnf-learned": "conjunction-elimination",
    "polynomial-regression": "least-squares",
    "adaboost-reaches-zero": "adaboost-training-error",
    "boosting-by-majority": "boosting-by-majority-training-error",
}
"""Claims that state a special case of another claim about the same learner, or restate it, and that other claim."""

COROLLARY = 0.25
"""The weight of a corollary, unless an assignment says otherwise; any other claim has the weight 1."""


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a claim is worth, and when Gradescope shows it."""

    points: Weight = 1.0
    visibility: Visibility = "visible"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One learner of an assignment: its class in the submission, its points, its claims with their weights."""

    class_: str | None = msgspec.field(default=None, name="class")
    points: Positive = 1.0
    claims: dict[str, Weight | Worth] = msgspec.field(default_factory=dict)
    visibility: Visibility = "visible"
    adapt: dict[str, object] = msgspec.field(default_factory=dict)

    def weight(self, claim_id: str) -> float:
        """The claim's weight: as stated for it or for its file; otherwise 1, or less for a corollary."""
        stated = self._stated(claim_id)
        if stated is None:
            return COROLLARY if claim_id in COROLLARIES else 1.0
        return stated.points if isinstance(stated, Worth) else stated

    def asks_for(self, claim_id: str) -> bool:
        """Whether the claim is among those that count."""
        return not self.claims or self._stated(claim_id) is not None

    def shown(self, claim_id: str) -> Visibility:
        """When Gradescope shows the claim."""
        stated = self._stated(claim_id)
        return stated.visibility if isinstance(stated, Worth) else self.visibility

    def _stated(self, claim_id: str) -> "float | Worth | None":
        for reference, worth in self.claims.items():
            if reference == claim_id or reference.endswith(f"::{claim_id}"):
                return worth
        files = {reference: worth for reference, worth in self.claims.items() if reference.endswith(".py")}
        if files:
            from learncheck.theorems.language.registry import find

            for reference, worth in files.items():
                if any(claim.id == claim_id for claim, _ in find([reference])):
                    return worth
        return None


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The share of the points that a day costs, and that all of them cost at most."""

    a_day: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    most: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0


class Assignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is graded. Without `learners`, whatever the submission defines is judged, at one point per learner."""

    title: str = ""
    feedback: Feedback = "full"
    credit: Credit = "whole"
    profile: Literal["quick", "full", "deep"] = "quick"
    seed: Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)] = 0
    limits: Allowance = Allowance()
    late: Late = Late()
    learners: dict[str, Part] = msgspec.field(default_factory=dict)
    adapt: dict[str, dict[str, object]] = msgspec.field(default_factory=dict)
    path: list[str] = msgspec.field(default_factory=list)

    def held(self, learner: str) -> Conventions:
        """The conventions of the learner: those of its part before those of `adapt`, its own before those of "all"."""
        of_all = {name: convention for name, convention in self.adapt.get("all", {}).items() if fits(name, learner)}
        return conventions({**of_all, **self.adapt.get(learner, {}), **self.part(learner).adapt})

    @property
    def classes(self) -> dict[str, str]:
        """The classes to be judged under another name than their own, by that name."""
        return {name: part.class_ for name, part in self.learners.items() if part.class_ is not None}

    @property
    def by_bounds_alone(self) -> list[str]:
        """The learners without a claim of conformance: another algorithm may earn all of their points."""
        asks = {name: ",".join(part.claims) for name, part in self.learners.items()}
        return [name for name, claims in asks.items() if claims and "-conforms" not in claims and ".py" not in claims]

    def part(self, learner: str) -> Part:
        return self.learners.get(learner, Part())


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
            checked(learner, assignment.held(learner))
            assignment.held(learner).as_text()
    except BadConventions as error:
        raise Unusable(f"{path}: {where}: {error}") from None
    except TypeError:  # a date, for example
        raise Unusable(f"{path}: {where}: give numbers, texts, true or false, and lists of these") from None
    for learner, part in assignment.learners.items():
        _check(path, learner, part)
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


def _check(path: Path, learner: str, part: Part) -> None:
    from learncheck.oracle.grading.wanted import claims_about, judged_learners
    from learncheck.theorems.language.registry import BadClaims, find, parted

    files = [reference for reference in part.claims if parted(reference)[0] is not None]
    try:
        learners = judged_learners(files)
        if learner not in learners:
            raise Unusable(f"{path}: learners.{learner}: no claim is about {learner!r}{near(learner, learners)}")
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


def near(name: str, candidates: Iterable[str]) -> str:
    """The end of a message: the names that are close, ignoring case, or all of them if none is."""
    there = list(candidates)
    return names.near(name, there) or f"; there are {', '.join(there)}"
