"""What pages show of the evidence for a claim, as plain data: made from fresh evidence, or read from storage.

known(evidence)      what is known about one claim, one finding per learner
keep, kept           store it in one file per claim, for the pages of the site, and read it again
page                 a page that takes long to make, stored in the same way

Evidence found by another version of the code is ignored.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from learncheck.oracle.engine.growth import SizeGrowth, growth
from learncheck.oracle.engine.store import own_text
from learncheck.oracle.engine.verdicts import Attack, Evidence, games_of
from learncheck.oracle.files import write_bytes
from learncheck.oracle.notation import counted, ratio
from learncheck.oracle.prover import proof_text
from learncheck.oracle.report.evidence import words
from learncheck.theorems.language.sentence import Sentence

T = TypeVar("T")


class Finding(msgspec.Struct, frozen=True):
    """What was found on one learner. `closest` is the worst observed / bound, and `ratio` the same in words."""

    learner: str | None
    verdict: str
    words: str
    message: str
    expected: bool
    ratio: str
    closest: float
    seconds: float
    exhausted: str
    attained: bool
    attacks: list[Attack]

    @property
    def games(self) -> int:
        return games_of(self.attacks)

    @property
    def by_grade(self) -> list[str]:
        """What the attacks have shown, one line per grade of evidence, the strongest first."""
        games = counted(self.games, "game")
        if self.verdict == "falsified" and self.expected:
            return ["refuted: the stored counterexample, played again, falsifies it"]
        if self.verdict != "stands":
            return [f"{self.verdict}, after {games}"]
        lines = ["attained: one game meets the bound with equality"] * self.attained
        lines += [f"exhausted: {self.exhausted}"] * bool(self.exhausted)
        ratio = f"; the closest came to {self.ratio} of the bound" if self.closest >= 0 else ""
        return [*lines, f"survived: {games}, and none falsified it{ratio}"]


class Known(msgspec.Struct, frozen=True):
    """Everything known about one claim.

    This is the evidence in a few words, the finding on each learner, the proof line by line, and how the worst games
    grew.
    """

    id: str
    words: str
    findings: list[Finding]
    proof: list[proof_text.Section] = []
    proof_summary: str = ""
    known_by: list[Sentence] = []
    growth: SizeGrowth | None = None

    @property
    def expected(self) -> bool:
        return all(each.expected for each in self.findings)

    @property
    def games(self) -> int:
        return sum(each.games for each in self.findings)

    @property
    def closest(self) -> float:
        """The worst observed / bound as a number to sort by, or −1 if there is none."""
        return max(each.closest for each in self.findings)

    @property
    def ratio(self) -> str:
        return max(self.findings, key=lambda each: each.closest).ratio


def known(evidence: Sequence[Evidence]) -> Known:
    """Return what is known about the claim that all this evidence is about, or what is wrong with it, if anything."""
    from learncheck.oracle.report.errata import known_by

    wrong = [each for each in evidence if not each.expected]
    proofs = [each.proof for each in evidence if each.proof is not None]
    found = Known(
        evidence[0].claim.id,
        words(wrong or evidence),
        [_finding(each) for each in evidence],
        growth=None if evidence[0].claim.refuted_by is not None else _finite(growth((wrong or evidence)[0])),
        known_by=[Sentence(line) for each in evidence for line in known_by(each)] if evidence[0].claim.repairs else [],
    )
    if not proofs:
        return found
    lines = proof_text.sections(proofs[0])
    return msgspec.structs.replace(found, proof=lines, proof_summary=proof_text.summary(proofs[0]))


def _finite(found: SizeGrowth) -> SizeGrowth:
    """Drop sizes at which a side is not finite: it cannot be drawn."""
    sizes = (each for each in found.sizes if all(map(math.isfinite, (each.size, each.observed, each.bound))))
    return replace(found, sizes=tuple(sizes))


def _finding(evidence: Evidence) -> Finding:
    worst = -1.0 if evidence.ratio is None else min(evidence.ratio, 1e300)  # what a page's filter sorts by is finite
    return Finding(
        evidence.learner, evidence.verdict, evidence.words, evidence.message, evidence.expected, ratio(evidence.ratio),
        worst, evidence.seconds, evidence.exhausted, evidence.attained, evidence.attacks,
    )  # fmt: skip


def keep(folder: Path, name: str, found: Known | str) -> None:
    """Store what is known about a claim, or a page, for `kept`."""
    write_bytes(folder / f"{name}.bin", msgspec.msgpack.encode((own_text(), found), enc_hook=_both))


def kept(folder: Path, name: str, kind: type[T]) -> T | None:
    """Return what this version of the code stored, or None."""
    try:
        packed = (folder / f"{name}.bin").read_bytes()
        code, found = msgspec.msgpack.decode(packed, type=tuple[str, kind], dec_hook=_sentence)  # type: ignore[valid-type]
    except (OSError, msgspec.DecodeError):
        return None
    return found if code == own_text() else None


def _both(value: object) -> object:
    """Encode a sentence with its LaTeX."""
    if not isinstance(value, Sentence):
        raise NotImplementedError
    return value.latex, str(value)


def _sentence(kind: type, value: Sequence[str]) -> object:
    return kind(*value)
