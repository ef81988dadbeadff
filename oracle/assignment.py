"""An instructor's assignment: which learners and claims, what they are worth, and what a student gets to see.

title = "Homework 3"
feedback = "counterexample"        # full, counterexample, bound or hidden
profile = "quick"
seed = 7

[limits]
time = 30                          # seconds of processor time a claim
total = 600                        # seconds in all
memory = 2048                      # MB

[learners.Halving]
class = "MyHalving"                # where the submission need not use the name of the contract
points = 10

[learners.Halving.claims]          # the claims with their weights; without this table all, in equal shares
halving-mistakes = 3
halving-conforms = 1
"""

import difflib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

Feedback = Literal["full", "counterexample", "bound", "hidden"]
FEEDBACK: tuple[Feedback, ...] = ("full", "counterexample", "bound", "hidden")

TIME_LIMIT = 30.0
TOTAL_LIMIT = 600.0
MEMORY_LIMIT = 2048

Positive = Annotated[float, msgspec.Meta(gt=0)]
Weight = Annotated[float, msgspec.Meta(ge=0)]


class BadAssignment(ValueError):
    """An assignment that cannot be used; the message names the value, the rule and the remedy in one line."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """time: seconds of processor time a claim; total: seconds in all; memory: MB."""

    time: Positive = TIME_LIMIT
    total: Positive = TOTAL_LIMIT
    memory: Annotated[int, msgspec.Meta(ge=128)] = MEMORY_LIMIT


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One learner of an assignment: its class in the submission, its points, its claims with their weights."""

    class_: str | None = msgspec.field(default=None, name="class")
    points: Positive = 1.0
    claims: dict[str, Weight] = msgspec.field(default_factory=dict)


class Assignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for. Without `learners` whatever the submission defines is judged, each learner worth a point."""

    title: str = ""
    feedback: Feedback = "full"
    profile: Literal["quick", "full", "deep"] = "quick"
    seed: Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)] = 0
    limits: Limits = Limits()
    learners: dict[str, Part] = msgspec.field(default_factory=dict)

    @property
    def classes(self) -> dict[str, str]:
        """The classes that are to be judged under other names than their own."""
        return {name: part.class_ for name, part in self.learners.items() if part.class_ is not None}

    def part(self, learner: str) -> Part:
        return self.learners.get(learner, Part())


def read(path: Path) -> Assignment:
    """Read an assignment. Raises BadAssignment where the file is none."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadAssignment(f"no such file: {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadAssignment(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadAssignment(f"{path} is no TOML: {error}") from None
    try:
        assignment = msgspec.convert(data, Assignment)
    except msgspec.ValidationError as error:
        raise BadAssignment(f"{path}: {error}") from None
    for learner, part in assignment.learners.items():
        _check(path, learner, part)
    return assignment


def _check(path: Path, learner: str, part: Part) -> None:
    from learncheck.oracle.grade import claims_about, judged_learners

    known = judged_learners()
    if learner not in known:
        raise BadAssignment(f"{path}: learners.{learner}: no claim speaks of {learner!r}{near(learner, known)}")
    ids = [claim.id for claim in claims_about(learner)]
    for claim_id in part.claims:
        if claim_id not in ids:
            raise BadAssignment(
                f"{path}: learners.{learner}.claims: no claim {claim_id!r} judges {learner}{near(claim_id, ids)}"
            )
    if part.claims and not sum(part.claims.values()):
        raise BadAssignment(f"{path}: learners.{learner}.claims: all weights are 0; give one of them a positive weight")


def near(name: str, known: Iterable[str]) -> str:
    """The names that come near, as the end of a message."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else f"; there are {', '.join(names)}"
