"""Judge a class in this process, by every claim about its learner."""

import inspect
import math
import os
import time
from numbers import Integral

from msgspec.structs import replace

from learncheck.exact.answers import type_name
from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.asking import adapter
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.names import CELL
from learncheck.oracle.boundary.names import near as near_name
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import PROFILES, Profile
from learncheck.oracle.files import Unusable
from learncheck.oracle.grading.assignment import SEEDS, Allowance, Assignment, Credit, near
from learncheck.oracle.grading.grade import judged_under_conventions
from learncheck.oracle.grading.judging import judge
from learncheck.oracle.grading.results import LearnerResult, Report
from learncheck.oracle.grading.wanted import (
    Unjudgeable,
    Wanted,
    beyond_the_contract,
    claims_about,
    listed,
    unjudgeable,
)


def check(
    cls: type, as_: str | None = None, *, claims: Wanted | None = None, profile: str | Profile = "quick", seed: int = 0,
    credit: Credit = "whole", limits: Allowance | None = None, assignment: Assignment | None = None,
) -> Report:  # fmt: skip
    """Judge a class in this process, in a notebook for example. Raises `Unusable` if no claim is about the name or
    none is chosen, or where an argument is none of those below.

    as_: the learner of the contract that the class implements, by default the one that it is named after. claims: only
    these, each by its id, FILE.py or FILE.py::ID, or itself. profile: "quick", "full" or "deep", or a `Profile` of your
    own. credit: what a claim that falls earns, and limits: the seconds a claim and in all, as in an assignment; without
    them it has all the time that its games take, in a debugger for example. assignment: what the claims are worth.
    """
    judgeable(cls)
    chosen = profile_of(profile)
    wanted = listed(claims)
    if not isinstance(seed, Integral) or not 0 <= seed < SEEDS:
        raise Unusable(f"seed is {seed!r}; pass an integer from 0 to {SEEDS - 1}")
    learner = learner_of(cls, as_, wanted)
    adapted = adapter(cls)
    customs = None if adapted is None else adapted.conventions
    about, notes = judged_under_conventions(learner, customs, claims_about(learner, wanted))
    if not about:
        if notes:
            raise Unjudgeable(f"{type_name(cls)}: {notes[0]}")
        raise unjudgeable(type_name(cls), learner, wanted)

    asked = replace(Assignment() if assignment is None else assignment, seed=int(seed), credit=credit)
    asked = replace(asked, limits=limits or Allowance(math.inf, math.inf))
    report = Report(type_name(cls), asked.seed, notes=notes)
    part = asked.part(learner)
    unjudged = {claim.id: part.weight(claim.id) for claim in about}
    result = report.learners[learner] = LearnerResult(learner, worth=part.points, unjudged=unjudged)
    start = time.perf_counter()
    judge(
        result, about, Plays.here(cls, Clock(asked.limits.total)), asked, profile=chosen, held=customs,
        file=file_of(cls), class_name=type_name(cls),
    )  # fmt: skip
    report.seconds = time.perf_counter() - start
    return report


def judgeable(cls: object) -> None:
    """Raise Unusable unless it is a class, or whatever else makes a learner when it is called."""
    if not callable(cls):
        raise Unusable(f"an object of type {type(cls).__name__} cannot be judged; pass the class itself")


def profile_of(profile: str | Profile) -> Profile:
    """The profile of that name. Raises Unusable if there is none."""
    if isinstance(profile, Profile):
        return profile
    if not isinstance(profile, str):
        raise Unusable(f"profile is {profile!r}; pass one of {', '.join(map(repr, PROFILES))}, or a Profile")
    if profile not in PROFILES:
        raise Unusable(f"no profile is called {profile!r}{near(profile, PROFILES)}")
    return PROFILES[profile]


def learner_of(cls: type, as_: str | None, claims: Wanted = ()) -> str:
    """The learner that the class is judged as: `as_`, or the one that it is named after. Raises Unjudgeable."""
    if as_ is not None and not isinstance(as_, str):
        raise Unjudgeable(f"as_ is {as_!r}; pass the name of a learner, 'Halving' for example")
    return as_ or named_after(cls, claims)


def named_after(cls: type, claims: Wanted) -> str:
    """The learner that an adapter's class is judged as, or the longest one that the class's name ends with.

    Raises Unjudgeable if there is none.
    """
    adapted = adapter(cls)
    if adapted is not None:
        return adapted.learner
    name = type_name(cls)
    fitting = [learner for learner in {*LEARNERS, *beyond_the_contract(claims)} if name.endswith(learner)]
    if not fitting:
        meant = near_name(name, list(LEARNERS)) or "; say which one it is:"
        raise Unjudgeable(f"{name} is not the name of a learner{meant} as_='Halving', for example")
    return max(fitting, key=len)


def file_of(cls: type) -> str:
    """The file to import the class from, or a notebook's cell if there is none; "" for an adapter's class."""
    if adapter(cls) is not None:
        return ""
    try:
        path = inspect.getsourcefile(cls) or ""
        in_file = path.endswith(".py") and "ipykernel" not in path and "." not in cls.__qualname__
    except Exception:  # it was made in an interactive session, or its metaclass raises
        return CELL
    return os.path.basename(path) if in_file else CELL
