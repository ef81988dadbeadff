"""Reports as text: tables that fit a terminal, and failures with their smallest game."""

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from oracle.assignment import Feedback
from oracle.notation import said
from oracle.results import ClaimResult, Report
from oracle.transcript import facts, transcript
from oracle.verdicts import Counterexample, Evidence, Outcome, against
from theorems.claim import Claim


def console(*, stderr: bool = False) -> Console:
    """Colours on a terminal, plain text in a pipe, NO_COLOR honoured."""
    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def standing(claim: Claim) -> str:
    """How a claim stands on record: "stands", "refuted", or "stands, corrected"."""
    if claim.refuted_by is not None:
        return "refuted"
    return "stands, corrected" if claim.reading == "corrected" else "stands"


def verify_table(evidence: Sequence[Evidence]) -> Table:
    """A line a claim: its evidence, over all learners that it was tried on, and the worst observed / bound.

    A learner on which a claim fell has a line of its own.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("claim", no_wrap=True)
    table.add_column("evidence", overflow="fold")
    table.add_column("games", justify="right", no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    for claim_id in dict.fromkeys(each.claim.id for each in evidence):
        about = [each for each in evidence if each.claim.id == claim_id]
        fine = [each for each in about if each.expected]
        if fine:
            games = sum(each.games for each in fine)
            closest = max((each.ratio for each in fine if each.ratio is not None), default=None)
            table.add_row(claim_id, words(fine), f"{games:,}", ratio(closest))
        for each in about:
            if not each.expected:
                name = claim_id if len(about) == 1 else f"{claim_id} ({each.learner})"
                table.add_row(name, words([each]), f"{each.games:,}", ratio(each.ratio))
    return table


def words(evidence: Sequence[Evidence]) -> str:
    """The evidence in a few words, for a table; of several learners what holds of all."""
    first = evidence[0]
    if first.claim.refuted_by is not None and first.verdict == "falsified":
        return "refuted as printed"
    if first.verdict != "stands":
        return first.verdict.upper()
    if first.proof is not None and not first.proved:
        return "NOT PROVED"
    proved = ["proved"] * any(each.proved for each in evidence)
    attained = ["attained"] * all(each.attained for each in evidence)
    exhausted = ["exhausted"] * all(each.exhausted != "" for each in evidence)
    return ", ".join([*proved, *attained, *exhausted]) or "survived"


def ratio(value: float | None) -> str:
    """Worst observed / bound with two decimals, never rounded up to 1.00."""
    if value is None:
        return "–"
    if value == float("inf"):
        return "∞"
    return f"{value:.2f}" if value >= 1 else f"{int(value * 100) / 100:.2f}"


def print_listing(entries: Sequence[Mapping[str, Any]]) -> None:
    """The claims, a line a claim: in a pipe as wide as it needs, on a terminal within its width."""
    out = console()
    if not out.is_terminal:
        head = ("id", "kind", "standing", "learners", "source")
        rows = [head, *((e["id"], e["kind"], e["standing"], ", ".join(e["learners"]), e["source"]) for e in entries)]
        widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
        for row in rows:
            line = "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            out.print(line.rstrip(), markup=False, soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("id", no_wrap=True)
    for name in ("kind", "standing", "learners", "source"):
        table.add_column(name, overflow="fold")
    for each in entries:
        table.add_row(each["id"], each["kind"], each["standing"], ", ".join(each["learners"]), each["source"])
    out.print(table)


def show_claim(claim: Claim) -> list[str]:
    """Statement, source, bound, hypotheses, proof steps and what is known of its sharpness."""
    lines = [claim.id, "", claim.states, "", f"  {said(claim.bound)}", ""]
    lines.append(f"kind       {claim.kind}, {claim.label}; {standing(claim)} ({claim.reading})")
    lines.append(f"source     {'; '.join(map(str, claim.sources)) or 'the contract of learncheck'}")
    if claim.about:
        lines.append(f"learners   {', '.join(each.__name__ for each in claim.about)}")
    if claim.given:
        lines.append(f"given      {'; '.join(claim.given)}")
    lines.append(f"LaTeX      {claim.formula}")
    if claim.steps:
        lines += ["", "proof steps, checked on every round of every game:"]
        lines += [f"  {words}:  {said(step.relation)}" for words, step in claim.steps.items()]
    if claim.repairs:
        lines += ["", f"repairs    {claim.repairs}"]
    if claim.flaw:
        lines += ["", f"flaw       {claim.flaw}"]
    if claim.remark:
        lines += ["", f"sharpness  {claim.remark}"]
    return lines


def show_evidence(evidence: Evidence) -> list[str]:
    """What the attacks found, a line an attack."""
    about = f" on {evidence.learner}" if evidence.learner else ""
    lines = [f"evidence{about}: {evidence.words}"]
    for each in evidence.attacks:
        if each.games:
            outside = f", {each.outside:,} outside the hypotheses" if each.outside else ""
            lines.append(
                f"  {each.name:<11}{each.games:>7,} games, {each.rounds:,} rounds{outside}; "
                f"worst {ratio(each.worst)} of the bound; {each.seconds:.1f} s"
            )
    return lines


def print_counterexample(out: Console, claim: Claim, found: Counterexample, replay: str | None) -> None:
    """The theorem in a sentence, the smallest game as a table, and the command that replays it."""
    print_outcome(out, claim, found.smallest)
    if found.worst is not found.smallest and found.worst.observed is not None:
        size = len(found.worst.trace.rounds) if found.worst.trace else 0
        out.print(f"  worst violation seen: {against(found.worst)} in a game of {size} rounds", markup=False)
    if replay:
        out.print(f"  replay: {replay}", markup=False, soft_wrap=True)


def print_outcome(out: Console, claim: Claim, outcome: Outcome) -> None:
    """One judged case: what fell, and the game."""
    out.print(f"  {claim.states}", markup=False, soft_wrap=True)
    if outcome.message:
        out.print(f"  {outcome.message}", markup=False, soft_wrap=True)
    if outcome.broken_step is not None:
        out.print(f"  broken step: {outcome.broken_step}", markup=False, soft_wrap=True)
    if outcome.trace is not None:
        arguments = getattr(outcome.case, "arguments", None)
        out.print(game_table(claim, outcome), markup=False) if arguments else _print_facts(out, outcome)


def game_table(claim: Claim, outcome: Outcome) -> Table:
    """The game, round by round."""
    assert outcome.trace is not None
    return table_of(*transcript(claim, outcome.trace))


def _print_facts(out: Console, outcome: Outcome) -> None:
    assert outcome.trace is not None
    for name, value in facts(outcome.trace):
        out.print(f"    {name}: {value}", markup=False)


def print_grade(out: Console, report: Report, feedback: Feedback = "full") -> None:
    """A submission's report: a line a claim, then each failure with as much of its game as the feedback allows."""
    out.print(f"{report.submission}: score {report.score:.2f}", style="bold", markup=False)
    if report.error:
        out.print(f"  {report.error}", markup=False, soft_wrap=True)
        return
    if feedback == "hidden":
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("learner", "claim", "verdict", "games"):
        table.add_column(name, overflow="fold", justify="right" if name == "games" else "left")
    for learner in report.learners.values():
        for each in learner.claims:
            table.add_row(learner.name, each.id, each.finding, f"{each.games:,}")
        if learner.missing:
            table.add_row(learner.name, "–", "missing", "0")
    out.print(table)
    for learner in report.learners.values():
        if learner.random:
            out.print(f"\n{learner.name} draws at random: the same game, played again, goes otherwise", markup=False)
        if learner.missing:
            out.print(f"\n{learner.missing}", markup=False, soft_wrap=True)
    for name, each in report.results:
        if not each.passed:
            out.print()
            print_failure(out, name, each, feedback)
    confined = f"; confined by {report.confinement}" if report.confinement else ""
    out.print(f"\n{report.counts}{confined}", markup=False, soft_wrap=True)


def print_failure(out: Console, learner: str, result: ClaimResult, feedback: Feedback = "full") -> None:
    """Why one claim does not stand: the theorem in a sentence, what fell, the game, and how to play it again.

    `bound` says what fell and no more; `counterexample` adds the game; `full` the proof, the replay and the program.
    """
    out.print(f"{learner}: {result.id}: {result.finding}", style="bold", markup=False)
    out.print(f"  {result.statement}", markup=False, soft_wrap=True)
    if result.message:
        out.print(f"  {result.message}", markup=False, soft_wrap=True)
    if feedback == "full" and result.broken_step:
        out.print(f"  broken step: {result.broken_step}", markup=False, soft_wrap=True)
    if feedback == "bound":
        return
    columns = len(result.head) if feedback == "full" else PLAYED
    if result.rows:
        out.print(table_of(result.head[:columns], [row[:columns] for row in result.rows]), markup=False)
    for name, value in result.facts:
        out.print(f"    {name}: {value}", markup=False)
    if feedback == "full" and result.worst:
        out.print(f"  worst violation seen: {result.worst}", markup=False)
    if result.script:
        out.print("  the same game without this package:\n", markup=False)
        for line in result.script.splitlines():
            out.print(f"    {line}", markup=False, soft_wrap=True)
        out.print()
    if feedback == "full" and result.replay:
        out.print(f"  replay: {result.replay}", markup=False, soft_wrap=True)


PLAYED = 5
"""The columns of a game that are what was played; those after them are the proof's quantities."""


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A game, round by round."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
    for name in head:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def grade_text(report: Report, feedback: Feedback = "full") -> str:
    """A submission's report as plain text."""
    out = Console(record=True, width=100, file=io.StringIO(), highlight=False, color_system=None)
    print_grade(out, report, feedback)
    return out.export_text().rstrip() + "\n"


def summary_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """A line a submission."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("submission", overflow="fold")
    for name in ("score", "stand", "failed", "games", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        cells = (f"{row['score']:.2f}", str(row["stand"]), str(row["failed"]), f"{row['games']:,}", str(row["seconds"]))
        table.add_row(row["submission"] + ("  cannot be judged" if row["error"] else ""), *cells)
    return table


def failures(report: Report, feedback: Feedback = "full") -> str:
    """The failures of a report as plain text."""
    failed = [(name, each) for name, each in report.results if not each.passed and each.verdict != "skipped"]
    return "\n".join(failure(name, each, feedback) for name, each in failed)


def failure(learner: str, result: ClaimResult, feedback: Feedback = "full") -> str:
    """One failure as plain text."""
    out = Console(record=True, width=100, file=io.StringIO(), highlight=False, color_system=None)
    print_failure(out, learner, result, feedback)
    return out.export_text().rstrip()
