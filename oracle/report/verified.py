"""Claims as text: their statements, evidence and counterexamples."""

from collections.abc import Sequence

from rich.console import Console

from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.large import reached
from learncheck.oracle.notation import counted, plain_text, ratio
from learncheck.oracle.report.evidence import by_claim, by_grade, in_full, in_words, standing, words
from learncheck.oracle.report.lines import print_table, say
from learncheck.oracle.report.tables import ClaimRow, print_claims
from learncheck.theorems.language.chapters import topic
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.symbols import meanings
from learncheck.theorems.notes import CHAPTERS


def claim_rows(evidence: Sequence[Evidence]) -> list[ClaimRow]:
    """Return one row per claim: its evidence over all learners it was tried on, and the worst observed / bound.

    A learner on which a claim fell has its own row.
    """
    rows: list[ClaimRow] = []
    for claim_id, about in by_claim(evidence).items():
        fine = [finding for finding in about if finding.expected]
        falls = [[finding] for finding in about if not finding.expected]
        for group in [fine, *falls] if fine else falls:
            name = claim_id if group is fine or len(about) == 1 else f"{claim_id} ({group[0].learner})"
            games = sum(finding.games for finding in group)
            closest = max((finding.ratio for finding in group if finding.ratio is not None), default=None)
            row = ClaimRow(name, words(group), f"{games:,}", ratio(closest), group is fine, topic(about[0].claim))
            rows.append(row)
    return rows if len({row.about for row in rows}) > 1 else [row._replace(about="") for row in rows]


MANY_CLAIMS = 40
"""More claims than this are summed up by topic on a terminal, and printed one by one as they come in a pipe."""


def is_streamed(out: Console, chosen: Sequence[object]) -> bool:
    """Return whether so many claims go into a pipe that its reader had better see each one when it is finished."""
    return len(chosen) > MANY_CLAIMS and not out.is_terminal


def print_verified(
    out: Console, evidence: Sequence[Evidence], seconds: float, stopped_of: int, *, streamed: bool, verbose: bool
) -> None:
    """Print the table and the totals, and how many of `stopped_of` claims were finished.

    streamed: whether the claims have been printed already. On a terminal, many claims are summed up, unless `verbose`.
    """
    fallen = [finding for finding in evidence if not finding.expected]
    claims, games = len(by_claim(evidence)), sum(finding.games for finding in evidence)
    if fallen and not streamed:
        out.print()
    if claims > MANY_CLAIMS and not streamed and not verbose:
        print_topics(out, evidence)
        say(out, "\nRun with -v to see every claim.", style="dim")
    elif not streamed:
        print_claims(out, claim_rows(evidence))
    if stopped_of:
        say(out, f"\nstopped after {claims} of {counted(stopped_of, 'claim')}")
    conclusion = f"{len(fallen)} failed" if fallen else "all stand"
    if claims > 1:
        grades = ", ".join(f"{count} {grade}" for grade, count in by_grade(evidence).items())
        say(out, f"\nby grade of evidence: {grades}")
    line = f"{counted(claims, 'claim')}, {counted(games, 'game')}, {seconds:.1f} s: {conclusion}"
    say(out, line if claims > 1 else f"\n{line}")


def print_ungrown(out: Console, theirs: Sequence[Claim]) -> None:
    """Print which claims of the user's own files were played in no games larger than usual, and how to change that."""
    ungrown = [claim.id for claim in theirs if claim.learner is not None and claim.cases.never_grows]
    if ungrown:
        say(out, f"no games larger than scout=, since grows= is not given: {', '.join(ungrown)}")


def print_as_it_comes(out: Console, rows: Sequence[ClaimRow], width: int) -> None:
    """Print claims while others are still to come, in columns that leave room for most of them."""
    for row in rows:
        style = "" if row.fine else "bold red"
        line = f"{row.claim.ljust(width)}  {row.games:>9}  {row.ratio:>5}  {row.verdict}"
        out.print(line, style=style, markup=False, soft_wrap=True)


def print_topics(out: Console, evidence: Sequence[Evidence]) -> None:
    """Print one line per topic of the catalogue: its claims, its games, and what has failed, by name."""
    rows = []
    for title in (*CHAPTERS.values(), ""):
        about = [finding for finding in evidence if topic(finding.claim) == title]
        if about:
            failed = dict.fromkeys(finding.claim.id for finding in about if not finding.expected)
            verdict = f"FAILED: {', '.join(failed)}" if failed else "all stand"
            games = f"{sum(finding.games for finding in about):,}"
            rows.append((title or "other claims", str(len(by_claim(about))), games, verdict))
    print_table(out, ("topic", "claims", "games", "verdict"), rows, ("claims", "games"))


def show_claim(claim: Claim) -> list[str]:
    """Return the statement, source, bound, hypotheses, proof steps and what is known about the sharpness, as lines."""
    lines = [claim.id, "", claim.statement, "", f"  {plain_text(claim.bound)}", ""]
    printed = " as printed" * (claim.reading == "as-printed" and bool(claim.sources))
    lines.append(f"kind       {claim.kind}, {claim.label}; {standing(claim)}{printed}")
    if claim.sources or claim.conformance:
        lines.append(f"source     {'; '.join(map(str, claim.sources)) or 'the contract of learncheck'}")
    symbols = [f"{symbol}: {words}" for symbol, words in meanings(claim).items()]
    if symbols:
        lines.append(f"symbols    {'; '.join(symbols)}")
    if claim.about:
        lines.append(f"learners   {', '.join(learner.__name__ for learner in claim.about)}")
    if claim.assuming:
        lines.append(f"given      {'; '.join(str(in_full(premise)) for premise in claim.assuming)}")
    lines.append(f"LaTeX      {claim.formula}")
    if claim.steps:
        lines += ["", "proof steps, checked on every round of every game:"]
        lines += [f"  {step.words}:  {plain_text(step.relation)}" for step in claim.steps]
    limits = ", ".join(f"{name} ≤ {limit:,}" for name, limit in reached(claim).items())
    if limits or claim.cases.beyond:
        lines += ["", f"sizes      {limits or 'the usual ones'}; {claim.cases.beyond}".rstrip("; ")]
    if claim.repairs:
        lines += ["", f"repairs    {claim.repairs}"]
    if claim.flaw:
        lines += ["", f"flaw       {claim.flaw}"]
    if claim.remark:
        lines += ["", f"sharpness  {claim.remark}"]
    return lines


def show_evidence(evidence: Evidence) -> list[str]:
    """Return what the attacks found, one line per attack."""
    about = f" on {evidence.learner}" if evidence.learner else ""
    lines = [f"evidence{about}: {in_words(evidence)}"]
    for attack in evidence.attacks:
        if attack.games:
            outside = f", {attack.outside:,} with hypotheses not met" if attack.outside else ""
            games = counted(attack.games, "game").rjust(12 + (attack.games != 1))
            lines.append(
                f"  {attack.name:<11}{games}, {counted(attack.rounds, 'round')}{outside}; "
                f"closest ratio {ratio(attack.worst)}; {attack.seconds:.1f} s"
            )
    return lines
