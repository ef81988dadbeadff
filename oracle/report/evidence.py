"""Evidence in words and as JSON: where a claim stands, its grades of evidence, how close games came to its bound."""

import re
from collections.abc import Iterable, Sequence

from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.notation import counted, plain_text
from learncheck.oracle.prover.checked import IN_WORDS, ProofReport
from learncheck.strategies.play.case import encode
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


def in_words(evidence: Evidence) -> str:
    """Return the evidence on one learner in words."""
    if evidence.claim.refuted_by is not None and evidence.verdict == "falsified":
        return "refuted"
    if evidence.verdict != "stands":
        return evidence.verdict
    proved = [] if evidence.proof is None else [evidence.proof.words]
    attained = ["attained"] * evidence.attained
    exhausted = [f"exhausted: {evidence.exhausted}"] * bool(evidence.exhausted)
    within = f", {evidence.undecided:,} of them within the error of floats" if evidence.undecided else ""
    return ", ".join([*proved, *attained, *exhausted, f"survived {counted(evidence.games, 'game')}{within}"])


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
    exhausted = [f"exhausted ({_briefly_exhausted(first)})"] * all(finding.exhausted != "" for finding in evidence)
    grades = ", ".join([*proved, *attained, *exhausted]) or "survived"
    open_ = sum(finding.undecided for finding in evidence)
    return grades + f" ({open_:,} games within the error of floats)" * (open_ > 0)


def _briefly_exhausted(evidence: Evidence) -> str:
    """Return the extent of the exhaustive attack, abbreviated for a table."""
    family = evidence.claim.cases
    limits = next((few for few in (family.quick, family.full) if family.covers(few) == evidence.exhausted), None)
    return evidence.exhausted if limits is None else family.briefly(limits)


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


# ---- as JSON ----


def grades(evidence: Evidence) -> list[dict[str, object]]:
    """Return what was shown, from strongest to weakest, in the format of the contract; empty if the learner failed."""
    counterexample = evidence.counterexample
    if evidence.claim.refuted_by is not None and evidence.verdict == "falsified":
        case = {} if counterexample is None else {"counterexample": encode(counterexample.smallest.case)}
        return [{"grade": "refuted"} | case]
    if evidence.verdict != "stands":
        return []
    shown: list[dict[str, object]] = []
    proof, closest = evidence.proof, evidence.closest
    if proof is not None and proof.grade is not None:
        entry: dict[str, object] = {"grade": proof.grade}
        if proof.assumptions:
            entry["assumptions"] = list(proof.assumptions)
        if proof.tested is not None:
            entry["games"], entry["size"] = proof.tested
        shown.append(entry)
    if evidence.exhausted:
        shown.append({"grade": "exhausted", "extent": evidence.exhausted})
    if evidence.attained:
        witness = closest.case if closest is not None and closest.attained else None
        shown.append({"grade": "attained"} | ({} if witness is None else {"witness": encode(witness)}))
    return [*shown, {"grade": "survived", "games": evidence.games - evidence.undecided}]


def as_json(evidence: Evidence) -> dict[str, object]:
    """Convert the evidence to JSON-ready values."""
    counterexample = evidence.counterexample
    return {
        "id": evidence.claim.id,
        "reading": evidence.claim.reading,
        "learner": evidence.learner,
        "verdict": evidence.verdict,
        "expected": evidence.expected,
        "evidence": grades(evidence),
        "rests_on": rests_on(evidence.proof),
        "ratio": finite(evidence.ratio),
        "games": evidence.games,
        "rounds": evidence.rounds,
        "undecided": evidence.undecided,
        "seconds": round(evidence.seconds, 3),
        "message": evidence.message,
        "attacks": [
            {
                "name": attack.name,
                "games": attack.games,
                "rounds": attack.rounds,
                "outside": attack.outside,
                "worst": finite(attack.worst),
                "seconds": round(attack.seconds, 3),
            }
            for attack in evidence.attacks
        ],
        "counterexample": None if counterexample is None else encode(counterexample.smallest.case),
        "replay": None if counterexample is None else counterexample.replay,
    }


def rests_on(proof: ProofReport | None) -> list[dict[str, object]]:
    """List every hypothesis, meaning, fact and step that the proof rests on, and how it is known."""
    return [
        {
            "kind": premise.kind,
            "words": premise.words,
            "relation": plain_text(premise.relation),
            "where": premise.where or None,
            "evaluated": premise.games,
            "assumed": premise.assumed or None,
        }
        for premise in ([] if proof is None else proof.rests.premises)
    ]


def finite(value: float | None) -> float | None:
    """Replace infinity, which JSON cannot express, by None."""
    return value if value is not None and abs(value) < float("inf") else None
