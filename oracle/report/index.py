"""The index of all claims on one page, by chapter: the statement of each, its source, and the evidence on record."""

from collections.abc import Mapping
from typing import TypedDict

from learncheck.oracle.report.evidence import counted_grades
from learncheck.oracle.report.lines import escaped
from learncheck.oracle.report.pages import NOTE
from learncheck.theorems.language.chapters import chapters
from learncheck.theorems.language.claim import Claim


class OnLearner(TypedDict, total=False):
    """How close the fixed games came to the bound on one learner, as far as there is a ratio."""

    closest: str


class OnRecord(TypedDict):
    """The recorded evidence for a claim: in words, and on each learner."""

    words: str
    evidence: list[OnLearner]


ABOUT = """\
# The claims

Every statement of the notes that is checked here, by chapter. `learncheck show CLAIM` shows everything about a claim,
and `learncheck verify CLAIM` attacks it again.

- *proved*: a kernel checked a certificate for every line, for all sizes; if the claim is about a learner, the learner's
  own code was run on formal quantities.
- *proved from steps*: the bound follows from the steps of the proof; that the code takes them was tested on games.
- *proved from assumptions*: it follows from assumptions, which `learncheck show CLAIM` names.
- *attained*: one game meets the whole bound with equality.
- *exhausted*: every case up to the stated sizes was tried.
- *survived*: no game refuted it, and nothing more is known.
- *refuted as printed*: the statement is false; see [the errata](errata.md).
- *ours*: a statement that is not in the notes; *corrected*: one that repairs theirs.

*Closest* is the largest ratio of the observed value to the bound, among the witnesses and the cases that were tried
exhaustively, cut off after four digits. If there are several learners, it is the smallest of theirs.

Of {claims} claims, by grade of evidence: {grades}. A claim counts under each of its grades, as at the end of
`learncheck verify`.
"""


def index(table: Mapping[str, OnRecord]) -> str:
    """Return the page. `table` gives the words for each claim's evidence, and how close games came on each learner.

    A claim that is not in the table is left out.
    """
    counts = counted_grades(entry["words"] for entry in table.values())
    grades = ", ".join(f"{count} {grade}" for grade, count in counts.items())
    lines = [NOTE, "", *ABOUT.format(claims=len(table), grades=grades).splitlines(), ""]
    for title, claims in chapters().items():
        lines += [f"## {title}", "", "| claim | statement | source | evidence | closest |", "|" + "---|" * 5]
        lines += [row(claim, table[claim.id]) for claim in claims if claim.id in table]
        lines += [""]
    return "\n".join(lines).rstrip() + "\n"


def row(claim: Claim, entry: OnRecord) -> str:
    """Return the claim's line."""
    source = "; ".join(map(str, claim.sources)) or "the contract of learncheck"
    words = entry["words"] if claim.reading == "as-printed" else f"{entry['words']} ({claim.reading})"
    cells = (escaped(claim.statement), escaped(source), escaped(words), closest(entry))
    return f"| `{claim.id}` | {' | '.join(cells)} |"


def closest(entry: OnRecord) -> str:
    """Return how close the fixed games came to the bound, on the learner on which they stayed farthest from it."""
    ratios = [finding["closest"] for finding in entry["evidence"] if "closest" in finding]
    return min(ratios, key=float).replace("inf", "∞") if len(ratios) == len(entry["evidence"]) else ""
