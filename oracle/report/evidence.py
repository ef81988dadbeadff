"""Evidence in words: where a claim stands, its grades of evidence, and how close the games came to its bound."""

import re
from collections.abc import Iterable, Sequence

from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.notation import plain_text
from learncheck.oracle.prover.checked import IN_WORDS
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise


def standing(claim: Claim) -> str:
    """Return the recorded standing of a claim: "refuted", "stands", or with its reading, as in "stands, corrected"."""
    if claim.refuted_by is not None:
        return "refuted"
    return "stands" if claim.reading == "as-printed" else f"stands, {claim.reading}"


def by_claim(evidence: Iterable[Evidence]) -> dict[str, list[Evidence]]:
    """Group the evidence by the id of its claim, in order."""
    groups: dict[str, list[Evidence]] = {}
    for finding in evidence:
        groups.setdefault(finding.claim.id, []).append(finding)
    return groups


def words(evidence: Sequence[Evidence]) -> str:
    """Return the evidence in a few words, for a table. For several learners, only what holds for all of them."""
    first = evidence[0]
    if first.claim.refuted_by is not None and first.verdict == "falsified":
        return "refuted as printed"
    if first.verdict != "stands":
        return first.verdict.upper()
    if first.proof is not None and not first.proof.complete:
        return "NOT PROVED"
    grade = next((finding.proof.grade for finding in evidence if finding.proof is not None), None)
    proved = [] if grade is None else [IN_WORDS[grade]]
    attained = ["attained"] * all(finding.attained for finding in evidence)
    exhausted = [f"exhausted ({first.briefly_exhausted})"] * all(finding.exhausted != "" for finding in evidence)
    grades = ", ".join([*proved, *attained, *exhausted]) or "survived"
    open_ = sum(finding.undecided for finding in evidence)
    return grades + f" ({open_:,} games within the error of floats)" * (open_ > 0)


def grades_in(words: str) -> list[str]:
    """Return the grades that these words name, without their extents."""
    return re.sub(r" \(.*?\)(?=, |$)", "", words).split(", ")


def by_grade(evidence: Sequence[Evidence]) -> dict[str, int]:
    """Count the claims that have each grade of evidence. A claim with several grades counts under each of them."""
    return counted_grades(map(words, by_claim(evidence).values()))


def counted_grades(worded: Iterable[str]) -> dict[str, int]:
    """Count the grades in the words for the evidence of each claim, as `by_grade` does."""
    counts = dict.fromkeys([*IN_WORDS.values(), "attained", "exhausted", "survived", "refuted as printed"], 0)
    for words in worded:
        for grade in grades_in(words):
            counts[grade] = counts.get(grade, 0) + 1
    return {grade: count for grade, count in counts.items() if count}


def in_full(premise: Premise) -> str:
    """Return a hypothesis with its formal relation, unless its words are one: "enough samples: m > log(H/δ)/ε"."""
    if premise.formal is None or "$" in getattr(premise.words, "latex", ""):
        return premise.words
    return f"{premise}: {plain_text(premise.formal)}"
