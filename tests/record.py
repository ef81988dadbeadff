"""The results for all claims, as stored tables: verdicts, evidence, and how close the attacks came.

python tests/record.py            rewrite tests/recorded, docs/claims.md and docs/errata.md; takes one and a half
                                  times as long as `learncheck verify`
python tests/record.py CLAIM ...  record only these claims, and write docs/claims.md; docs/errata.md if one is refuted
python tests/record.py --check    compare the claims, and print the differences

claims.json has one line per claim: the verdict, the grades of evidence, the games by attack, the extents, the worst
observed value against the bound, and what a proof assumes. premises.json has one line for each hypothesis, meaning,
fact and step that a proof rests on. Nothing in them depends on time or on the machine. sharpness.md has the tables of
the page on sharpness.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from learncheck.exact.decide import compile_relation
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.judging.figures import against
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.notation import rounded_down, said
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.report import pages
from learncheck.oracle.report.evidence import words
from learncheck.oracle.report.index import index
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "recorded"
TABLES = ("claims", "premises")
DIGITS = 6


@cache
def stored(table: str) -> dict[str, Any]:
    """The recorded table, by claim."""
    found = json.loads((FOLDER / f"{table}.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def of(claim: Claim, evidence: Iterable[Evidence]) -> dict[str, Any]:
    """A claim's part of each table."""
    every = list(evidence)
    proofs = [each.proof for each in every if each.proof is not None]
    line: dict[str, Any] = {"reading": claim.reading, "label": claim.label}
    line["words"] = words(every)
    line["evidence"] = [_of_learner(each) for each in every]
    if proofs:
        line["proof"] = _of_proof(proofs[0])
    return {"claims": line, "premises": [said_of for proof in proofs for said_of in _premises(proof)]}


def _of_learner(evidence: Evidence) -> dict[str, Any]:
    found: dict[str, Any] = {} if evidence.learner is None else {"learner": evidence.learner}
    found["verdict"] = evidence.verdict
    found["grades"] = [each["grade"] for each in evidence.grades]
    if evidence.exhausted:
        found["exhausted"] = evidence.exhausted
    if evidence.closest is not None:
        found["closest"] = sides(evidence.claim, evidence.closest)
    found["attacks"] = {
        each.name: {"games": each.games, "outside": each.outside, "worst": _rounded(each.worst)}
        for each in evidence.attacks
        if each.games or each.outside
    }
    if evidence.counterexample is not None:
        found["counterexample"] = evidence.message
    return found


def sides(claim: Claim, outcome: Outcome) -> str | None:
    """The two sides of the bound, exact if both are rational and short; otherwise they begin with ≈."""
    if outcome.trace is None or outcome.ratio is None:
        return None
    values = {symbol.name: value for symbol, value in claim.measure(outcome.trace).items()}
    relation = compile_relation(claim.bound)
    told = against(relation, values)
    exact = all(side is not None and _is_short(side) for side in relation.exact_sides(values))
    return told if exact else f"≈ {told}"


def _is_short(number: Fraction) -> bool:
    """Whether `judge.number` shows it without rounding."""
    return number.numerator.bit_length() + number.denominator.bit_length() < 60 and len(str(number)) <= 12


def _rounded(ratio: float | None) -> str | None:
    return None if ratio is None else "inf" if ratio == float("inf") else rounded_down(ratio, DIGITS)


def _of_proof(proof: ProofReport) -> dict[str, Any]:
    rests = proof.rests
    found: dict[str, Any] = {"grade": proof.grade, "learner": proof.learner, "lines": len(proof.checked)}
    found["by"] = sorted({by for each in proof.checked for by in each.by})
    found |= {"premises": len(rests.premises), "games": rests.games, "starts": rests.starts, "size": rests.size}
    return found | {"assumptions": dict(rests.assumptions)} if rests.assumptions else found


def _premises(proof: ProofReport) -> Iterator[str]:
    for each in proof.rests.premises:
        where = f" ({each.where})" if each.where else ""
        yield f"{each.kind}{where}: {each.words}: {said(each.relation)} [{each.standing}]"


def found(names: Iterable[str] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """These claims, or all, with their parts, computed afresh on all cores."""
    names = sorted(names) or sorted(claim.id for claim in all_claims())
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        yield from zip(names, pool.map(_found, names), strict=True)


def _found(claim_id: str) -> dict[str, Any]:
    (claim,) = (each for each in all_claims() if each.id == claim_id)
    return of(claim, verify([claim], PROFILES["quick"]))


def written(table: str, content: Mapping[str, Any]) -> str:
    """The table in the format of its file: sorted, with one line per claim or premise."""
    lines = []
    for name in sorted(content):
        entry = content[name]
        if table == "premises":
            inside = ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in entry)
            lines.append(f" {json.dumps(name)}: [\n  {inside}\n ]")
        else:
            lines.append(f" {json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def differences(claim_id: str, parts: Mapping[str, Any], *, drawn: bool = True) -> list[str]:
    """The differences of a claim from the record, one line each; `drawn=False` ignores what only drawn games show."""
    told = []
    for table, part in parts.items():
        was, now = stored(table).get(claim_id), json.loads(json.dumps(part)) or None
        told += [f"{claim_id}: {each}" for each in _between(was, now, f"{table}.") if drawn or not _DRAWN.search(each)]
    return told


_DRAWN = re.compile(r"^claims\.evidence\.\d+\.(closest|attacks\.(scout|search)\b)")


def _between(was: Any, now: Any, where: str) -> Iterator[str]:
    if isinstance(was, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*was, *now]):
            yield from _between(was.get(key), now.get(key), f"{where}{key}.")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for index, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _between(one, other, f"{where}{index}.")
    elif was != now:
        yield f"{where.rstrip('.')}: {was!r} on record, {now!r} now"


def tables_of_sharpness(page: str) -> str:
    """The figures of the page: its tables under their headings."""
    return "\n".join(line for line in page.splitlines() if line.startswith(("## ", "|"))) + "\n"


def main() -> None:
    """Rewrite the tables, or compare."""
    parser = argparse.ArgumentParser(description="Record what is said of claims, or compare.")
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="record these alone")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where something differs")
    asked = parser.parse_args()
    if unknown := set(asked.claims) - {claim.id for claim in all_claims()}:
        parser.error(f"there is no claim {', '.join(sorted(unknown))}; `learncheck list` names them all")
    if asked.check:
        told = [each for name, parts in found(asked.claims) for each in differences(name, parts)]
        gone = stored("claims").keys() - {claim.id for claim in all_claims()}
        print(*told, *(f"{each}: is on record, and there is no such claim" for each in sorted(gone)), sep="\n")
        sys.exit(bool(told or gone))
    tables: dict[str, dict[str, Any]] = {table: dict(stored(table)) if asked.claims else {} for table in TABLES}
    for name, parts in found(asked.claims):
        for table in TABLES:
            tables[table].pop(name, None)
            if parts[table]:
                tables[table][name] = parts[table]
    for table, content in tables.items():
        (FOLDER / f"{table}.json").write_text(written(table, content), "utf-8")
    (ROOT / "docs" / "claims.md").write_text(index(tables["claims"]), "utf-8")
    if not asked.claims or any(claim.refuted_by for claim in all_claims() if claim.id in asked.claims):
        (ROOT / "docs" / "errata.md").write_text(pages.errata(), "utf-8")
    if not asked.claims:
        (FOLDER / "sharpness.md").write_text(tables_of_sharpness(pages.sharpness()), "utf-8")


if __name__ == "__main__":
    main()
