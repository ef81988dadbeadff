"""The catalogue: every claim with its statement, its bound, where it stands, and the evidence for it.

catalogue()    an entry a claim: its witnesses and all its small cases are played anew, in half a minute for all claims
entry          the same entry from the evidence of a whole attack
markdown       the page of the documentation; `row` and `section` are an entry's part of it
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from learncheck.oracle.engine.attack import PROFILES, attack
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import refute
from learncheck.oracle.notation import said
from learncheck.oracle.prover.checked import IN_WORDS
from learncheck.oracle.prover.proof_text import escaped
from learncheck.oracle.prover.prove import prove
from learncheck.oracle.report.text import ratio, standing
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims

ABOUT = """\
Every statement of the notes that is checked here. Each is a *claim*: a statement, its bound, the games or samples that
it speaks of, and the evidence for it. `learncheck show CLAIM` tells all of one claim, `learncheck list` lists them.

The evidence on this page is fresh: when the page is written, the witnesses of every claim and all of its small cases
are played on the reference learners, and decided exactly; where a claim has neither, random games of a fixed seed.
`learncheck verify` adds random games and a search to all.

- *proved*: solvers derive the bound for all sizes, for a learner from its own code, and nothing is assumed.
- *proved from steps*: they derive it from steps; that the code takes these was tested on games, whose number and
  size stand in the entry.
- *proved from assumptions*: they derive it from assumptions that are named in the entry. All that a proof rests on is
  on the page of [the proofs](proofs.md).
- *attained*: one game meets the whole bound with equality, every part of it that has a claim to sharpness.
- *exhausted*: all cases of the extent that stands in the entry were played.
- *ours*: a statement that the notes do not make; *corrected*: one that repairs theirs.
- *refuted*: the statement is false as printed; the counterexample is among [the errata](errata.md).
- *survived*: nothing played has refuted it, and no more is known.
- *ratio*: the worst observed over the bound, in these games. 1.00 is tight; – stands where nothing is divided.
"""

WITHOUT_LEARNER = {
    "counting": "Counting",
    "probability": "Probability",
    "identity": "Identities",
    "adversary": "Adversaries",
    "game": "Games",
    "batch": "Samples",
}
"""The headings of the claims that speak of no one learner, by their kind."""


@dataclass(frozen=True)
class Entry:
    """One claim with the evidence for it, an entry a learner, and the claims that repair it."""

    claim: Claim
    evidence: tuple[Evidence, ...]
    repaired_by: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        """The heading it stands under: its learner, or what it is about where it has none."""
        return WITHOUT_LEARNER[self.claim.kind] if self.claim.learner is None else self.claim.learner.__name__

    @property
    def ratio(self) -> str:
        attacks = [attack for each in self.evidence for attack in each.attacks]
        return ratio(max((each.worst for each in attacks if each.worst is not None), default=None))

    @property
    def words(self) -> str:
        """The evidence in a few words."""
        if not all(each.expected for each in self.evidence):
            return "NOT AS ON RECORD"
        if self.claim.refuted_by is not None:
            return "refuted as printed"
        grade = next((each.proof.grade for each in self.evidence if each.proof is not None), None)
        found = [] if grade is None else [IN_WORDS[grade]]
        found += ["attained"] * all(each.attained for each in self.evidence)
        if self.evidence and all(each.exhausted != "" for each in self.evidence):
            found.append(f"exhausted ({self.evidence[0].briefly_exhausted})")
        return ", ".join(found) or "survived"


def catalogue() -> Iterator[Entry]:
    """Every claim, in the order of the modules."""
    for claim in all_claims():
        refuted = claim.refuted_by is not None
        found = [refute(claim)] if refuted else [_played(claim, learner) for learner in claim.about or (None,)]
        if claim.proof is not None:
            found[0].proof = prove(claim)
        yield Entry(claim, tuple(found), _repairs(claim))


def entry(claim: Claim, evidence: Iterable[Evidence]) -> Entry:
    """The entry of a claim from what `engine.verify.verify` found: the same as that of the catalogue."""
    return Entry(claim, tuple(map(_without_luck, evidence)), _repairs(claim))


def _repairs(claim: Claim) -> tuple[str, ...]:
    return tuple(each.id for each in all_claims() if each.repairs == claim.id)


def _without_luck(evidence: Evidence) -> Evidence:
    """Of the evidence of a whole attack what `_played` finds as well.

    Whether the bound was attained is known of the whole attack alone; by the attacks that are kept, where they came as
    close as a ratio can tell.
    """
    told = evidence.attacks[:2]
    if not any(each.games for each in told):
        told = evidence.attacks[:3]
    attained = evidence.attained and any(each.worst == 1.0 for each in told)
    return replace(evidence, attacks=told, attained=attained)


def _played(claim: Claim, learner: type | None) -> Evidence:
    """The evidence that is the same on every machine: witnesses and all small cases, or else seeded games."""
    name = None if learner is None else learner.__name__
    evidence = attack(claim, learner, name, PROFILES["quick"], kinds=("fixed",))
    return evidence if evidence.games else attack(claim, learner, name, PROFILES["quick"], kinds=("fixed", "scout"))


def markdown(entries: Iterable[Entry]) -> list[str]:
    """The page: a line a claim, then an entry a claim, by learner."""
    every = list(entries)
    refuted = sum(each.claim.refuted_by is not None for each in every)
    lines = ["# The catalogue", "", *ABOUT.splitlines(), ""]
    lines += [f"{len(every)} claims: {len(every) - refuted} stand, {refuted} are refuted as printed.", ""]
    topics = sorted({each.topic for each in every} - set(WITHOUT_LEARNER.values()))
    for topic in [*topics, *WITHOUT_LEARNER.values()]:
        about = [each for each in every if each.topic == topic]
        if not about:
            continue
        lines += [f"## {topic}", "", "| claim | evidence | ratio |", "|---|---|---|"]
        lines += [row(each) for each in about]
        lines += [""]
        for each in about:
            lines += [*section(each), ""]
    return lines


def row(entry: Entry) -> str:
    """The claim's line in the table of its topic."""
    return f"| [`{entry.claim.id}`](#{entry.claim.id}) | {entry.words} | {entry.ratio} |"


def section(entry: Entry) -> list[str]:
    """All of one claim."""
    claim = entry.claim
    source = "; ".join(map(str, claim.sources)) or "the contract of learncheck"
    lines = [f"### `{claim.id}`", "", escaped(claim.states), "", f"`{said(claim.bound)}`", ""]
    lines.append(f"- **Source:** {escaped(source)}")
    lines.append(f"- **Kind:** {claim.kind}, {claim.label}; {standing(claim)} ({claim.reading})")
    if claim.about:
        lines.append(f"- **Learners:** {', '.join(f'`{each.__name__}`' for each in claim.about)}{_judged(claim)}")
    if claim.given:
        lines.append(f"- **Given:** {escaped('; '.join(map(str, claim.given)))}")
    if claim.steps:
        lines.append(f"- **Steps of the proof, checked in every round:** {escaped('; '.join(map(str, claim.steps)))}")
    for proof in (each.proof for each in entry.evidence if each.proof is not None):
        rests = f"resting on {len(proof.rests.premises)} premises, [line by line](proofs.md#{claim.id})"
        lines.append(f"- **Proof:** {escaped(proof.words)}; {rests}")
    lines += [f"- **Evidence{_on(each, entry)}:** {escaped(_evidence(each))}" for each in entry.evidence]
    if claim.remark:
        lines.append(f"- **Sharpness:** {escaped(claim.remark)}")
    if claim.refuted_by is not None:
        repaired = "".join(f", repaired as [`{each}`](#{each})" for each in entry.repaired_by)
        lines.append(f"- **Refuted:** [the counterexample](errata.md#{claim.id}){repaired}")
    if claim.repairs is not None:
        lines.append(f"- **Repairs:** [`{claim.repairs}`](errata.md#{claim.repairs})")
    return [*lines, "", f"`learncheck verify {claim.id}` checks it anew."]


def _judged(claim: Claim) -> str:
    if not claim.judged:
        return "; submissions are not judged by it"
    return "; submissions that expose no state are skipped" if claim.needs_state else ""


def _on(evidence: Evidence, entry: Entry) -> str:
    return f" on `{evidence.learner}`" if len(entry.evidence) > 1 else ""


def _evidence(evidence: Evidence) -> str:
    """What was played and how close it came, in a line."""
    if not evidence.expected:
        return f"{evidence.verdict}: {evidence.message}"
    if evidence.claim.refuted_by is not None:
        return f"the stored counterexample refutes it: {evidence.message}"
    lines = []
    for each in evidence.attacks:
        if each.games:
            worst = "" if each.worst is None else f", worst {ratio(each.worst)} of the bound"
            lines.append(f"{each.games:,} {_of(each.name, each.games)}{worst}")
    if evidence.attained:
        lines.append("attained")
    if evidence.exhausted:
        lines.append(f"exhausted: {evidence.exhausted}")
    return "; ".join(lines)


def _of(attack: str, games: int) -> str:
    if attack in ("exhaustive", "scout"):
        return {"exhaustive": "small cases", "scout": "random games"}[attack]
    return "witness" if games == 1 else "witnesses"
