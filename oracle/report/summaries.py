"""What pages show of the evidence for a claim, as plain data: from fresh evidence, or read from storage."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from learncheck.oracle.engine.growth import SizeGrowth, growth
from learncheck.oracle.engine.store import own_text
from learncheck.oracle.engine.verdicts import Attack, Evidence, games_of
from learncheck.oracle.files import write_bytes
from learncheck.oracle.notation import counted, ratio
from learncheck.oracle.prover import proof_text
from learncheck.oracle.report.evidence import words
from learncheck.theorems.language.sentence import Sentence


class Finding(msgspec.Struct, frozen=True):
    """What was found on one learner.

    closest:  the worst observed / bound, or −1 if there is none; `ratio` is the same in words.
    by_grade: what the attacks have shown, one line per grade of evidence, the strongest first.
    """

    learner: str | None
    message: str = ""
    expected: bool = True
    ratio: str = "–"
    closest: float = -1.0
    seconds: float = 0.0
    attained: bool = False
    attacks: list[Attack] = []
    by_grade: list[str] = []

    @property
    def games(self) -> int:
        return games_of(self.attacks)


class ClaimSummary(msgspec.Struct, frozen=True):
    """The evidence for one claim.

    It is given in a few words, as the finding on each learner, as the proof line by line, and by how the worst games
    grew. support: for a claim that repairs a printed statement, why it is right.
    """

    id: str
    words: str
    findings: list[Finding]
    proof: list[proof_text.Section] = []
    proof_summary: str = ""
    support: list[Sentence] = []
    growth: SizeGrowth | None = None

    @property
    def expected(self) -> bool:
        return all(finding.expected for finding in self.findings)

    @property
    def closest(self) -> float:
        """The worst observed / bound as a number to sort by, or −1 if there is none."""
        return max(finding.closest for finding in self.findings)

    @property
    def ratio(self) -> str:
        return max(self.findings, key=lambda finding: finding.closest).ratio


def summarize(evidence: Sequence[Evidence]) -> ClaimSummary:
    """Return the summary of one claim's evidence. What is wrong with the claim, if anything, comes before the rest."""
    from learncheck.oracle.report.errata import support

    wrong = [finding for finding in evidence if not finding.expected]
    claim, proof = evidence[0].claim, next((finding.proof for finding in evidence if finding.proof is not None), None)
    return ClaimSummary(
        claim.id,
        words(wrong or evidence),
        [_finding(finding) for finding in evidence],
        proof=[] if proof is None else proof_text.sections(proof),
        proof_summary="" if proof is None else proof_text.summary(proof),
        support=[Sentence(line) for finding in evidence for line in support(finding)] if claim.repairs else [],
        growth=None if claim.refuted_by is not None else _finite(growth((wrong or evidence)[0])),
    )


def _finite(growth: SizeGrowth) -> SizeGrowth:
    """Drop sizes at which a side is not finite: it cannot be drawn."""
    sizes = (worst for worst in growth.sizes if all(map(math.isfinite, (worst.size, worst.observed, worst.bound))))
    return replace(growth, sizes=tuple(sizes))


def _finding(evidence: Evidence) -> Finding:
    worst = -1.0 if evidence.ratio is None else min(evidence.ratio, 1e300)  # what a page's filter sorts by is finite
    return Finding(
        evidence.learner, evidence.message, evidence.expected, ratio(evidence.ratio), worst, evidence.seconds,
        evidence.attained, evidence.attacks, _by_grade(evidence),
    )  # fmt: skip


def _by_grade(evidence: Evidence) -> list[str]:
    games = counted(evidence.games, "game")
    if evidence.verdict == "falsified" and evidence.expected:
        return ["refuted: the stored counterexample, played again, falsifies it"]
    if evidence.verdict != "stands":
        return [f"{evidence.verdict}, after {games}"]
    lines = ["attained: one game meets the bound with equality"] * evidence.attained
    lines += [f"exhausted: {evidence.exhausted}"] * bool(evidence.exhausted)
    closest = "" if evidence.ratio is None else f"; the closest came to {ratio(evidence.ratio)} of the bound"
    return [*lines, f"survived: {games}, and none falsified it{closest}"]


def store(folder: Path, summary: ClaimSummary) -> None:
    """Write the summary to a file of its own, for the pages of the site."""
    write_bytes(folder / f"{summary.id}.bin", msgspec.msgpack.encode((own_text(), summary), enc_hook=_both))


def stored(folder: Path, claim_id: str) -> ClaimSummary | None:
    """Return the summary that this version of the code stored, or None; what another version stored is ignored."""
    try:
        packed = (folder / f"{claim_id}.bin").read_bytes()
        code, summary = msgspec.msgpack.decode(packed, type=tuple[str, ClaimSummary], dec_hook=_sentence)
    except (OSError, msgspec.DecodeError):
        return None
    return summary if code == own_text() else None


def _both(value: object) -> object:
    """Encode a sentence with its LaTeX."""
    if not isinstance(value, Sentence):
        raise NotImplementedError
    return value.latex, str(value)


def _sentence(kind: type, value: Sequence[str]) -> object:
    return kind(*value)
