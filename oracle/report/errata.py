"""The printed statements that are false: as printed, the counterexample worked through, the repair and its evidence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from learncheck.oracle.boundary.names import shell_line
from learncheck.oracle.engine.player import Tick, unwatched
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import refute, verify
from learncheck.oracle.judging.figures import number
from learncheck.oracle.notation import plain_text
from learncheck.oracle.report.evidence import by_claim
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims


@dataclass(frozen=True)
class Erratum:
    """A printed statement, the replay of its counterexample, and the repaired statements with fresh evidence."""

    claim: Claim
    refutation: Evidence
    repairs: tuple[Evidence, ...]

    @property
    def falls(self) -> bool:
        """Whether the stored counterexample still refutes the printed statement."""
        return self.refutation.expected

    @property
    def stands(self) -> bool:
        """Whether the printed statement falls and every repair stands."""
        return self.falls and all(repair.expected for repair in self.repairs)

    @property
    def worked(self) -> tuple[str, ...]:
        """The counterexample worked through in three lines, with the measured quantities."""
        counterexample = self.refutation.counterexample
        if counterexample is None or counterexample.smallest.trace is None:
            return ()
        measured = self.claim.measure(counterexample.smallest.trace)
        values = {symbol.name: number(value) for symbol, value in measured.items()}
        return tuple(line.format_map(values) for line in self.claim.worked)


def errata(
    claims: Iterable[Claim] | None = None, among: Iterable[Claim] | None = None, *, tick: Tick = unwatched
) -> Iterator[Erratum]:
    """Yield the printed statements recorded as refuted, and attack and prove the claims that repair them again.

    claims: only these, by default all. among: where to look for repairs, by default all claims.
    """
    among = all_claims() if among is None else list(among)
    for claim in all_claims() if claims is None else claims:
        if claim.refuted_by is None:
            continue
        repairs = [repair for repair in among if repair.repairs == claim.id]
        evidence = verify(repairs, PROFILES["quick"], tick=tick)
        yield Erratum(claim, refute(claim), tuple(evidence))


def support(evidence: Evidence) -> list[str]:
    """Return the evidence that a repaired statement is right, one line per kind of evidence."""
    lines = []
    if evidence.proof is not None:
        lines.append(
            f"{evidence.proof.words}: {len(evidence.proof.checked)} lines checked by certificates or exact rules"
        )
    if evidence.attained:
        met = " and ".join(map(plain_text, evidence.claim.sharp))
        lines.append(f"attained: one game meets {met} with equality, so it cannot be lowered there")
    if evidence.exhausted:
        lines.append(f"exhausted: {evidence.exhausted}")
    if evidence.verdict != "stands":
        lines.append(evidence.verdict)
    elif not lines:
        lines.append("survived: none of the games that were played falsified it")
    if evidence.claim.remark:
        lines.append(evidence.claim.remark)
    return lines


def paragraphs(erratum: Erratum, files: Mapping[str, Path] = MappingProxyType({})) -> list[tuple[str, list[str]]]:
    """Return the entry in parts, as they are on record. `files` maps ids to the user's files that define the claims."""
    claim = erratum.claim
    parts = [("where", ["; ".join(map(str, claim.sources))])] if claim.sources else []
    parts += [("as printed", [plain_text(claim.bound), claim.statement])]
    if not erratum.falls:
        return [*parts, ("not false", [erratum.refutation.message])]
    parts += [("false for", [*erratum.worked]), ("because", [claim.flaw])]
    for about in by_claim(erratum.repairs).values():
        repaired = about[0].claim
        named = f"{files[repaired.id]}::{repaired.id}" if repaired.id in files else repaired.id
        again = shell_line(["learncheck", "verify", named])
        parts += [("repaired", [plain_text(repaired.bound), repaired.statement])]
        lines = dict.fromkeys(line for finding in about for line in support(finding))
        parts += [("known by", [*lines, f"again: {again}"])]
    return parts
