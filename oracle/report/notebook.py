"""Judge a class in a notebook, with a report that renders there."""

import math
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from numbers import Real
from pathlib import Path

from msgspec.structs import asdict, replace

from learncheck.exact.answers import type_name
from learncheck.oracle.boundary.conventions import BadConventions
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.files import Unusable
from learncheck.oracle.grading import classes, results
from learncheck.oracle.grading.assignment import Allowance, Assignment, Feedback
from learncheck.oracle.grading.assignment_file import read
from learncheck.oracle.grading.results import Falsified
from learncheck.oracle.grading.wanted import Wanted, listed
from learncheck.oracle.report.html import section
from learncheck.oracle.report.text import failures, grade_text
from learncheck.theorems.language.registry import BadClaims


class NotebookReport(results.Report):
    """What was found about a class: text when printed, a section of a page in a notebook."""

    def raise_for_verdict(self, feedback: Feedback = "full") -> None:
        """Raise Falsified (an AssertionError) with the failures in words, if some claim failed or none was checked.

        feedback: how much the words reveal.
        """
        if self.passed:
            return
        reason = f"{self.submission}: some claim does not stand" if feedback == "hidden" else failures(self, feedback)
        # A separate line, because otter shows students the source line that raises.
        reason = reason or self.error or f"{self.submission}: no claim was checked"
        raise Falsified(reason)

    def __str__(self) -> str:
        return grade_text(self).rstrip()

    def _repr_html_(self) -> str:
        return section(self)


def check(
    cls: type, as_: str | None = None, *, claims: Wanted | None = None, profile: str | Profile = "quick", seed: int = 0,
    time_limit: float = math.inf, total_limit: float = math.inf,
) -> NotebookReport:  # fmt: skip
    """Judge a class in this process. Returns a report that renders in a notebook.

    as_:         the learner that the class implements, by default the one that the class is named after.
    claims:      only these: ids, FILE.py, FILE.py::ID, or `Claim` objects.
    profile:     "quick", "full" or "deep".
    seed:        the seed of random play.
    time_limit:  seconds of processor time per claim.
    total_limit: seconds in all.

    Raises nothing: if no claim is about the learner, or none is chosen, the report says so. Its `raise_for_verdict()`
    raises Falsified if a claim falls or nothing could be judged.
    """
    try:
        limits = Allowance(time=_positive("time_limit", time_limit), total=_positive("total_limit", total_limit))
        report = classes.check(cls, as_, claims=claims, profile=profile, seed=seed, limits=limits)
    except (Unusable, BadClaims, BadConventions) as error:
        return NotebookReport(type_name(cls), seed, error=str(error))
    return NotebookReport(**asdict(report))


def score(
    cls: type, as_: str | None = None, *, points: float | None = None, claims: Wanted | None = None,
    profile: str | Profile | None = None, seed: int | None = None, assignment: Path | str | Assignment | None = None,
    time_limit: float | None = None, total_limit: float | None = None,
) -> float:  # fmt: skip
    """Return the share of the claims that stand on the class, times `points`. In a notebook, show the report first.

    Use it as the last line of a cell that nbgrader grades: `learncheck.score(MyHalving, points=5)`.

    as_:         the learner that the class implements, by default the one that the class is named after.
    points:      what full marks are worth; 1 by default.
    claims:      only these, as for `check`.
    profile:     "quick", "full" or "deep"; `seed` is that of random play.
    assignment:  an assignment file, whose claims, weights, points, profile, seed and limits apply unless given here,
                 and whose feedback level says what the report shows.
    time_limit:  seconds per claim. Memory is not limited, since the class runs in this process.
    total_limit: seconds in all.

    Raises Unjudgeable if it is not clear which learner is meant, or no claim is chosen, and Unusable for any other
    argument that cannot be used.
    """
    wanted = listed(claims)
    asked = read(Path(assignment)) if isinstance(assignment, str | Path) else assignment or Assignment()
    learner = as_ or next((name for name, part in asked.learners.items() if part.class_ == type_name(cls)), None)
    learner = classes.learner_of(cls, learner, wanted)
    if asked.learners and learner not in asked.learners:
        raise Unusable(f"the assignment asks for no {learner}; it asks for {', '.join(asked.learners)}")
    part = asked.part(learner)
    worth = part.points if points is None else _positive("points", points, "a number")
    limits = replace(
        asked.limits,
        time=asked.limits.time if time_limit is None else _positive("time_limit", time_limit),
        total=asked.limits.total if total_limit is None else _positive("total_limit", total_limit),
    )
    with silence():
        report = classes.check(
            cls, learner, claims=wanted or list(part.claims) or None, profile=profile or asked.profile,
            seed=asked.seed if seed is None else seed, credit=asked.credit, limits=limits, assignment=asked,
        )  # fmt: skip
    shown = sys.modules.get("IPython")
    if shown is not None and shown.get_ipython() is not None:
        shown.display.display(shown.display.HTML(section(report, asked.feedback)))
    return worth * report.score


def _positive(name: str, value: object, what: str = "a number of seconds") -> float:
    """The value, if it is a positive number. Raises Unusable."""
    if not isinstance(value, Real) or not float(value) > 0:
        raise Unusable(f"{name} is {value!r}; pass {what}, more than 0")
    return float(value)


@contextmanager
def silence() -> Iterator[None]:
    """Discard what is printed and warned of: nbgrader gives nothing for a cell that has written to standard error."""
    with (
        open(os.devnull, "w") as nowhere, warnings.catch_warnings(), redirect_stdout(nowhere), redirect_stderr(nowhere)
    ):  # fmt: skip
        warnings.simplefilter("ignore")
        yield
