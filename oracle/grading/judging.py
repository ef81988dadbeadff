"""Judge a learner by claims, each within its time limit. Whatever judges a learner does so here.

    class of a file ─ Submission ─┐
                                  ├─ Plays ─ judge ─ LearnerResult ─ Report
    class in this process ────────┘

`learncheck grade`, `pytest --submission`, `check`, `score` and `parametrize_with_claims` provide the games and the
claims; `judge` decides the verdicts, in the order of the claims, and what is reported. `replay` judges a single game in
the same way (`explained.replayed`).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from learncheck.oracle.engine.plays import ENOUGH, Plays
from learncheck.oracle.engine.profiles import PROFILES, Profile
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.one_claim import check_claim
from learncheck.oracle.grading.results import ClaimResult, LearnerResult, result_of
from learncheck.theorems.language.claim import Claim

if TYPE_CHECKING:
    from learncheck.oracle.boundary.conventions import Conventions

AFTER_A_TIME_OUT = 0.25
"""Once a claim has timed out, the learner's other claims get this fraction of the limit."""

MOST_TIME_OUTS = 2
"""After this many time-outs, the learner's other claims are not played."""

UNLIKE = " The learner is random: its answers may differ from those in the report."
TWO = " Here updating one object changes the answers of another."


def judge(
    result: LearnerResult, claims: Sequence[Claim], plays: Plays, asked: Assignment, *,
    profile: Profile | None = None, held: "Conventions | None", file: str, class_name: str,
    tick: Callable[[Evidence], None] = lambda evidence: None,
    after: Callable[[ClaimResult], None] = lambda result: None,
) -> None:  # fmt: skip
    """Judge a learner by these claims, and move them from `result.unjudged` to its results.

    Each claim has the assignment's time limit; once one has timed out the others have less, and after two they have
    none. A slow learner is asked to play fewer games, long before its time is up, and with every such claim half as
    many again: a minute of its own processor time is enough.

    profile: replaces the assignment's. held: the learner's conventions. file, class_name: what the programs import.
    after:   called after every claim.
    """
    part, slow, enough = asked.part(result.name), list[str](), ENOUGH
    for claim in claims:
        if len(slow) >= MOST_TIME_OUTS:
            reason = f"was not played because {' and '.join(slow)} had timed out"
            judged = result_of(Evidence(claim, result.name, "timed-out", message=reason))
        else:
            seconds = asked.limits.time * (AFTER_A_TIME_OUT if slow else 1)
            plays.begin(seconds, enough)
            chosen = profile or PROFILES[asked.profile]
            judged = check_claim(claim, plays, result.name, chosen, asked.seed, tick, asked.credit)
            enough /= 1 + plays.shortened
            if judged.verdict == "timed-out":
                if slow:
                    first, *place = judged.message.splitlines()
                    first += f" (a quarter of the usual limit, because {slow[0]} had already timed out)"
                    judged.message = "\n".join([first, *place])
                slow.append(claim.id)
        judged.points, judged.visibility = result.unjudged.pop(claim.id), part.shown(claim.id)
        judged.script = program(judged, result.name, held, file, class_name)
        result.claims.append(judged)
        if claim is claims[-1]:
            _finish(result, claims)
        after(judged)


def program(result: ClaimResult, learner: str, held: "Conventions | None", file: str, class_name: str) -> str:
    """The game as a program that does not need this package; "" if there is none."""
    if not (result.calls and file):
        return ""
    from learncheck.oracle.grading.conventional import translated
    from learncheck.oracle.grading.plain_python import script

    calls = translated(result.calls, learner, held) if held else result.calls
    about = result.statement + UNLIKE * result.random + TWO * result.shared
    return script(calls, file, class_name, about=about) if calls else ""


def _finish(result: LearnerResult, claims: Sequence[Claim]) -> None:
    """Add to the results what is known once all of these claims about the learner are judged."""
    conformance = {claim.id for claim in claims if claim.conformance}
    fallen = [judged for judged in result.counted if judged.failed]
    bounds_stand = any(judged.passed for judged in result.counted)
    if any(judged.shared for judged in fallen):
        for judged in result.claims:  # what looks random is the other objects' doing
            judged.random = False
    elif len(fallen) == 1 and fallen[0].id in conformance and fallen[0].verdict == "falsified" and bounds_stand:
        fallen[0].tell_that_it_keeps_bounds()
