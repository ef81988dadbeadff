"""Test files for otter-grader: one case per claim, for a class that a notebook defines.

The class runs in the notebook's own process, like everything that otter checks. Students may read these files, so they
hold neither the assignment's seed nor a path of the instructor's machine: a file of claims is looked for beside the
notebook.
"""

from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.wanted import Unjudgeable, claims_about, unknown
from learncheck.theorems.language.registry import find


def test_file(learner: str, assignment: Assignment) -> str:
    """A test file in otter's OK format for the class of one learner. Raises Unjudgeable if no claim judges it."""
    part = assignment.part(learner)
    claims = claims_about(learner, part.claims)
    if not claims:
        raise Unjudgeable(unknown(learner))
    weights = [part.weight(claim.id) for claim in claims]
    named = {claim.id: f"{file.name}::{claim.id}" for claim, file in find(part.claims) if file is not None}
    lines = [
        "OK_FORMAT = True",
        "",
        "test = {",
        f'    "name": "{learner}",',
        '    "suites": [{"type": "doctest", "cases": [',
    ]
    hidden = assignment.feedback == "hidden"
    for claim, weight in zip(claims, weights, strict=True):
        points = part.points * weight / sum(weights)
        asked = f'as_="{learner}", claims=["{named.get(claim.id, claim.id)}"], '
        asked += f'profile="{assignment.profile}", time_limit={assignment.limits.time:g}'
        shown = "" if assignment.feedback == "full" else f'"{assignment.feedback}"'
        judged = f"check({part.class_ or learner}, {asked})"
        code = f">>> from learncheck import check\n>>> {judged}.raise_for_verdict({shown})"
        lines.append(
            f'        {{"name": "{claim.id}", "points": {points!r}, "hidden": {hidden}, "locked": False,\n'
            f'         "success_message": {claim.statement!r},\n'
            f'         "code": {code!r}}},'
        )
    return "\n".join([*lines, "    ]}],", "}"]) + "\n"
