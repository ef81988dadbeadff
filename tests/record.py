"""What is promised of all claims, as a stored table: verdicts, grades of evidence, and how close fixed games come.

python tests/record.py            rewrite tests/recorded, theorems/recorded, docs/claims.md and docs/errata.md; takes as
                                  long as `learncheck verify`
python tests/record.py CLAIM ...  record only these claims, and write the statements of all and both pages

Of an installed package of claims that has a folder `recorded` it writes the index there, and nothing else.

Games that are drawn, and how many games there are, are nobody's promise.
"""

import argparse
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from learncheck.oracle.engine.attacks import KINDS
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.notation import rounded_down
from learncheck.oracle.report import pages
from learncheck.oracle.report.errata import Erratum, errata, paragraphs
from learncheck.oracle.report.evidence import grades, words
from learncheck.oracle.report.index import closest, index
from learncheck.oracle.report.listing import entry
from learncheck.oracle.report.verified import show_claim
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import catalogue, with_packages
from learncheck.theorems.recorded import OURS, Recorded, folders

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "recorded"
FEW_GAMES = replace(PROFILES["quick"], scout=20, search=0, batches=1_000, sizes=())
"""The fixed games, and few of those that are drawn: enough for all that is on record. Hypothesis draws none."""

FIXED = ("witnesses", "exhaustive")
DIGITS = 4


@cache
def stored() -> dict[str, Any]:
    """The recorded table, by claim."""
    table = json.loads((FOLDER / "claims.json").read_text("utf-8"))
    assert isinstance(table, dict)
    return table


def line(claim_id: str) -> dict[str, Any]:
    """The claim's part of the table, computed afresh if it is not on record."""
    return stored()[claim_id] if claim_id in stored() else _found(claim_id)


def of(evidence: Sequence[Evidence]) -> dict[str, Any]:
    """A claim's part of the table."""
    return {"words": words(evidence), "evidence": [_of_learner(entry) for entry in evidence]}


def _of_learner(evidence: Evidence) -> dict[str, Any]:
    entry: dict[str, Any] = {} if evidence.learner is None else {"learner": evidence.learner}
    entry |= {"verdict": evidence.verdict, "grades": [grade["grade"] for grade in grades(evidence)]}
    assumptions = next((grade["assumptions"] for grade in grades(evidence) if "assumptions" in grade), [])
    entry |= {"assumptions": sorted(assumptions)} if assumptions else {}
    fixed = [attack.worst for attack in evidence.attacks if attack.name in FIXED and attack.worst is not None]
    return entry | ({"closest": _rounded(max(fixed))} if fixed else {})


def _rounded(ratio: float) -> str:
    return "inf" if ratio == float("inf") else rounded_down(ratio, DIGITS)


def lines(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The parts of these claims, computed afresh on all cores."""
    names = sorted(names)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return dict(zip(names, pool.map(_found, names), strict=True))


def _found(claim_id: str) -> dict[str, Any]:
    (claim,) = (claim for claim in catalogue() if claim.id == claim_id)
    return of(list(verify([claim], FEW_GAMES)))


def write(table: Mapping[str, Any]) -> None:
    """Write the table, with one line per claim, and the pages that are made of it."""
    entries = list(errata())
    for package, folder in folders().items():
        if (folder / "recorded").is_dir():
            (folder / "recorded" / "index.json").write_text(_one_a_line(answers(entries, package)), "utf-8")
    (folders()[OURS] / "recorded" / "shown.json").write_text(_one_a_line(shown(table)), "utf-8")
    (FOLDER / "claims.json").write_text(_one_a_line({name: table[name] for name in sorted(table)}), "utf-8")
    (ROOT / "docs" / "claims.md").write_text(index(table), "utf-8")
    on_record = {name: about["erratum"] for name, about in answers(entries).items()}
    (ROOT / "docs" / "errata.md").write_text(pages.errata(on_record), "utf-8")


def shown(table: Mapping[str, Any]) -> dict[str, list[str]]:
    """What `show` prints of each claim of the table."""
    return {
        claim.id: [*show_claim(claim), "", *_evidence(claim, table[claim.id])]
        for claim in catalogue()
        if claim.id in table
    }


def _evidence(claim: Claim, line: Mapping[str, Any]) -> Iterable[str]:
    fixed = {
        "witnesses": chain(claim.witnesses(), claim.cases.ladder()),
        "exhaustive": [claim.cases.enumerated] if claim.cases.enumerated else [],
    }
    none = [name for name, cases in fixed.items() if next(iter(cases), None) is None]
    names = dict.fromkeys(source.name for kind in KINDS.values() for source in kind.sources)
    yield f"attacks    {', '.join(name for name in names if name not in none)}"
    yield f"evidence   {line['words']}"
    if figure := closest(line):
        yield f"closest    {figure} of the bound, in the fixed games"
    if assumed := {name for entry in line["evidence"] for name in entry.get("assumptions", [])}:
        yield f"assuming   {'; '.join(sorted(assumed))}"


def _one_a_line(table: Mapping[str, Any]) -> str:
    lines = [f" {json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def answers(entries: Iterable[Erratum], package: str = OURS) -> dict[str, Recorded]:
    """What the commands tell of all claims of a package, from the entries of the errata."""
    parts = {entry.claim.id: paragraphs(entry) for entry in entries}
    return {
        claim.id: Recorded(
            listed=entry(claim, package),
            repairs=claim.repairs,
            erratum=parts.get(claim.id, []),
        )
        for claim, origin in with_packages()
        if origin == package
    }


def main() -> None:
    """Rewrite the table and the pages."""
    parser = argparse.ArgumentParser(description="Record what is promised of claims.")
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="record these alone")
    asked = parser.parse_args().claims
    names = {claim.id for claim in catalogue()}
    if unknown := set(asked) - names:
        parser.error(f"there is no claim {', '.join(sorted(unknown))}; `learncheck list` names them all")
    before = {name: line for name, line in stored().items() if name in names} if asked else {}
    write(before | lines(asked or names))


if __name__ == "__main__":
    main()
