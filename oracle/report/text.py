"""Reports as text: tables, and failures with their smallest game.

On a terminal, everything fits its width. In a pipe, a line of prose, a row of claims or a command is one line, however
long.
"""

import io
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from learncheck.oracle.boundary.names import printable
from learncheck.oracle.engine.verdicts import Counterexample, Evidence
from learncheck.oracle.grading.assignment import Feedback
from learncheck.oracle.grading.results import ClaimResult, Report, in_decimals, points_of, result_of_game
from learncheck.oracle.judging.large import reached
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.transcript import folded
from learncheck.oracle.notation import counted, said
from learncheck.oracle.report.evidence import by_claim, in_full, ratio, standing, words
from learncheck.oracle.report.lines import console as console
from learncheck.oracle.report.lines import fitted, say_command
from learncheck.oracle.report.lines import print_rows as print_rows
from learncheck.oracle.report.lines import say as say
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import meanings, topic
from learncheck.theorems.notes import CHAPTERS

MOST_LINES = 40
"""Longer programs are not printed, since they would hide everything else."""


CLAIM_HEAD, CLAIM_RIGHT = ("claim", "evidence", "games", "ratio"), ("games", "ratio", "points")


class ClaimRow(NamedTuple):
    """A claim, its evidence or verdict, its games, the worst observed / bound or its points, whether all is well, and
    its heading.
    """

    claim: str
    told: str
    games: str
    ratio: str
    fine: bool = True
    about: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return self.claim, self.told, self.games, self.ratio


def claim_rows(evidence: Sequence[Evidence]) -> list[ClaimRow]:
    """Return one row per claim: its evidence over all learners it was tried on, and the worst observed / bound.

    A learner on which a claim fell has its own row.
    """
    rows: list[ClaimRow] = []
    for claim_id, about in by_claim(evidence).items():
        fine = [each for each in about if each.expected]
        falls = [[each] for each in about if not each.expected]
        for told in [fine, *falls] if fine else falls:
            name = claim_id if told is fine or len(about) == 1 else f"{claim_id} ({told[0].learner})"
            games = sum(each.games for each in told)
            closest = max((each.ratio for each in told if each.ratio is not None), default=None)
            row = ClaimRow(name, words(told), f"{games:,}", ratio(closest), told is fine, topic(about[0].claim))
            rows.append(row)
    return rows if len({row.about for row in rows}) > 1 else [row._replace(about="") for row in rows]


def print_claims(out: Console, rows: Sequence[ClaimRow], head: Sequence[str] = CLAIM_HEAD) -> None:
    """Print one line per claim, grouped under whose claims they are.

    On a terminal, the few lines that are too long for its width are wrapped.
    """
    cells = [row.cells[: len(head)] for row in rows]
    if not out.is_terminal:
        print_rows(out, head, cells, CLAIM_RIGHT)
        return
    topics = list(dict.fromkeys(row.about for row in rows))
    rows = sorted(rows, key=lambda row: topics.index(row.about))
    indent = 2 * any(topics)
    claim, told, *figures = (max(map(len, column)) for column in zip(head, *cells, strict=True))
    rest = out.width - sum(figures) - 2 * len(figures) - 2
    claim = min(claim + indent, max(rest - told, out.width * 2 // 5))
    widths = (claim, min(told, rest - claim), *figures)

    table = _columns(head, CLAIM_RIGHT, widths)
    for about, group in groupby(rows, lambda row: row.about):
        if about:
            out.print(table, markup=False)
            say(out, about, style="bold")
            table = _columns(head, CLAIM_RIGHT, widths, header=False)
        for row in group:
            name = textwrap.indent(fitted(row.claim, claim - indent), " " * indent)
            style = "dim" if row.fine else "bold red"
            table.add_row(
                Text(name, style="" if row.fine else style),
                *(Text(each, style=style) for each in row.cells[1 : len(head)]),
            )
    out.print(table, markup=False)


def print_as_it_comes(out: Console, rows: Sequence[ClaimRow], width: int) -> None:
    """Print claims while others are still to come, in columns that leave room for most of them."""
    for row in rows:
        style = "" if row.fine else "bold red"
        line = f"{row.claim.ljust(width)}  {row.games:>9}  {row.ratio:>5}  {row.told}"
        out.print(line, style=style, markup=False, soft_wrap=True)


def print_topics(out: Console, evidence: Sequence[Evidence]) -> None:
    """Print one line per topic of the catalogue: its claims, its games, and what has failed, by name."""
    rows = []
    for title in (*CHAPTERS.values(), ""):
        about = [each for each in evidence if topic(each.claim) == title]
        if about:
            failed = dict.fromkeys(each.claim.id for each in about if not each.expected)
            told = f"FAILED: {', '.join(failed)}" if failed else "all stand"
            games = f"{sum(each.games for each in about):,}"
            rows.append((title or "other claims", str(len(by_claim(about))), games, told))
    print_rows(out, ("topic", "claims", "games", "verdict"), rows, ("claims", "games"))


def show_claim(claim: Claim) -> list[str]:
    """Return the statement, source, bound, hypotheses, proof steps and what is known about the sharpness, as lines."""
    lines = [claim.id, "", claim.statement, "", f"  {said(claim.bound)}", ""]
    printed = " as printed" * (claim.reading == "as-printed" and bool(claim.sources))
    lines.append(f"kind       {claim.kind}, {claim.label}; {standing(claim)}{printed}")
    if claim.sources or claim.conformance:
        lines.append(f"source     {'; '.join(map(str, claim.sources)) or 'the contract of learncheck'}")
    symbols = [f"{symbol}: {words}" for symbol, words in meanings(claim).items()]
    if symbols:
        lines.append(f"symbols    {'; '.join(symbols)}")
    if claim.about:
        lines.append(f"learners   {', '.join(each.__name__ for each in claim.about)}")
    if claim.assuming:
        lines.append(f"given      {'; '.join(str(in_full(each)) for each in claim.assuming)}")
    lines.append(f"LaTeX      {claim.formula}")
    if claim.steps:
        lines += ["", "proof steps, checked on every round of every game:"]
        lines += [f"  {step.words}:  {said(step.relation)}" for step in claim.steps]
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
    lines = [f"evidence{about}: {evidence.words}"]
    for each in evidence.attacks:
        if each.games:
            outside = f", {each.outside:,} with hypotheses not met" if each.outside else ""
            games = counted(each.games, "game").rjust(12 + (each.games != 1))
            lines.append(
                f"  {each.name:<11}{games}, {counted(each.rounds, 'round')}{outside}; "
                f"closest ratio {ratio(each.worst)}; {each.seconds:.1f} s"
            )
    return lines


def fallen(out: Console, evidence: Evidence, file: Path | None = None) -> None:
    """Print a claim that failed: what is open in its proof, and its counterexample.

    Without a counterexample, the claim is identified by its file.
    """
    from learncheck.oracle.prover import proof_text

    where = "" if file is None or evidence.counterexample is not None else f"{printable(str(file))}: "
    say(out, f"{where}{evidence.claim.id}: {evidence.words}", style="bold")
    if evidence.proof is not None and not evidence.proof.complete:
        say(out, f"  {proof_text.summary(evidence.proof)}")
        for line in proof_text.countermodel(evidence.proof):
            say(out, f"  {line}")
    if evidence.counterexample is None:
        if evidence.message:
            say(out, f"  {evidence.message}")
    else:
        print_counterexample(out, evidence.claim, evidence.counterexample)


def print_counterexample(out: Console, claim: Claim, found: Counterexample) -> None:
    """Print the theorem in a sentence, the smallest game as a table, and the command that replays it."""
    print_outcome(out, claim, found.smallest, found.worst_violation(claim), found.replay or "", _hint(claim, found))


def _hint(claim: Claim, found: Counterexample) -> str:
    """What the author of the claim's learner may have misunderstood."""
    from learncheck.learners import LEARNERS
    from learncheck.oracle.engine.plays import Plays
    from learncheck.oracle.grading.misconceptions import hint

    learner, *others = claim.about or (None,)
    if others or learner is None or learner.__name__ in LEARNERS:
        return ""
    return hint(claim, Plays.here(learner), learner.__name__, found.smallest.trace, 0)


def print_outcome(
    out: Console, claim: Claim, outcome: Outcome, worst: str = "", replay: str = "", hint: str = ""
) -> None:
    """Print one judged case: what fell, and the game."""
    result = result_of_game(claim, outcome)
    result.worst, result.replay, result.hint = worst, replay, hint
    print_result(out, result)


def score_line(report: Report) -> str:
    """Return the score of a submission, its points, what being late costs, and how many points are pending."""
    told = [f"{report.submission}: score {in_decimals(report.score)}"]
    if report.has_points:
        told.append(f"{points_of(report.points, report.worth)} points")
    if report.late:
        told.append(f"{100 * report.late:g}% less because it is late")
    if open_points := sum(learner.pending for learner in report.learners.values()):
        told.append(f"{open_points:g} of {report.worth:g} points pending")
    return ", ".join(told)


def print_grade(out: Console, report: Report, feedback: Feedback = "full", *, verbose: bool = True) -> None:
    """Print a submission's report: one line per claim, then each failure as far as the feedback allows.

    Unless `verbose`, only the most telling failure of each learner is printed in full, the others in one line. A claim
    that is skipped always has one line.
    """
    say(out, score_line(report), style="bold")
    if report.error:
        say(out, f"  {report.ending(feedback)}")
        return
    if feedback == "hidden":
        for _, result in report.results:
            if result.pending:
                say(out, f"  {result.id}: pending: {result.message}")
        return
    _print_verdicts(out, report)
    _print_notes(out, report)
    _print_failures(out, report, feedback, verbose=verbose)
    say(out, f"\n{report.ending(feedback)}")


def _print_notes(out: Console, report: Report) -> None:
    """Print what there is to say of the file and of its learners, besides failures."""
    for note in report.notes:
        say(out, f"\n{report.submission}: {note}")
    for learner in report.learners.values():
        if learner.random:
            say(out, f"\n{learner.name} is random: it answers differently when the same game is played again")
        if learner.missing or learner.skipped_only:
            say(out, f"\n{learner.missing or learner.skipped_only}")
        for message, claims in groupby((each for each in learner.claims if each.passed), lambda each: each.message):
            if message:
                say(out, f"\n{learner.name}: {', '.join(each.id for each in claims)}: {message}")
        if learner.unjudged:
            say(out, f"\n{learner.name}: {counted(len(learner.unjudged), 'claim')} not judged yet, counted as lost")


def _print_failures(out: Console, report: Report, feedback: Feedback, *, verbose: bool) -> None:
    """Print each failure, in full or in one line."""
    shown: set[str] = set()
    briefly = False
    told = told_once(report, ("skipped",))
    for name, each in told if verbose else most_telling_first(told):
        above, briefly = briefly, each.verdict == "skipped" or (name in shown and not verbose)
        if not (above and briefly):
            out.print()
        if briefly:
            _print_briefly(out, name, each, feedback)
            continue
        if each.failed:
            shown.add(name)
        print_failure(out, name, each, feedback)
        if same := report.repeated(name, each.id):
            say(out, f"  the same fault in {', '.join(same)}")


def _print_briefly(out: Console, learner: str, result: ClaimResult, feedback: Feedback) -> None:
    """Print a failure in one line, and the command that replays it."""
    result = result.told(feedback)
    message = " ".join(result.message.split())
    say(out, f"{learner}: {result.id}: {result.finding}" + (f": {message}" if message else ""))
    if result.replay:
        say_command(out, result.replay)


def print_failed(out: Console, reports: Iterable[Report], feedback: Feedback = "full") -> None:
    """Print only the reports that failed or could not be judged."""
    shown = 0
    for report in reports:
        failed = told_once(report)
        if report.passed and not failed and not report.notes:
            continue
        if shown:
            out.print()
        shown += 1
        say(out, score_line(report), style="bold")
        told = [report.error, *report.notes, *(learner.missing for learner in report.learners.values())]
        if not any(told) and not failed:
            told = ["no claim was checked"]
        for each in filter(None, told):
            say(out, f"  {each}")
        if feedback != "hidden":
            for name, result in failed:
                out.print()
                print_failure(out, name, result, feedback)


def _print_verdicts(out: Console, report: Report) -> None:
    """Print one line per claim. If they do not fit on the terminal, print the learners above their claims."""
    head = ("learner", "claim", "verdict", "games", *(["points"] if report.has_points else []))
    rows = []
    for learner in report.learners.values():
        rows += [
            ClaimRow(each.id, each.finding, f"{each.games:,}", learner.told_points(each), each.passed, learner.name)
            for each in learner.claims
        ]
        lost = points_of(0, learner.worth)
        rows += [ClaimRow("–", "missing", "0", lost, False, learner.name)] * bool(learner.missing)
    cells = [(row.about, *row.cells[: len(head) - 1]) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    if out.is_terminal and sum(widths) + 2 * len(head) - 2 > out.width:
        print_claims(out, rows, head[1:])
    else:
        print_rows(out, head, cells, CLAIM_RIGHT, ["dim" if row.fine else "bold red" for row in rows])


def print_failure(out: Console, learner: str, result: ClaimResult, feedback: Feedback = "full") -> None:
    """Print why one claim does not stand: the theorem in a sentence, what fell, the game, and how to play it again.

    With feedback `bound`, print only what fell; `counterexample` adds the game and the program, and `full` the proof
    and the replay.
    """
    result = result.told(feedback)
    say(out, f"{learner}: {result.id}: {result.finding}", style="bold")
    print_result(out, result)


def print_result(out: Console, result: ClaimResult) -> None:
    """Print what one claim found, without its name."""
    say(out, f"  {result.statement}")
    if result.message:
        say(out, f"  {result.message}")
    if result.hint:
        say(out, f"  {result.hint}")
    if result.broken_step and result.broken_step not in result.message:
        say(out, f"  proof step violated: {result.broken_step}")
    _print_facts(out, result.facts)
    if result.rows:
        table = _columns(result.head)
        for row in folded(result.head, result.rows):
            table.add_row(*row)
        out.print(table, markup=False)
    if result.worst:
        say(out, f"  worst violation found: {result.worst}")
    if result.credit:
        say(out, f"  {result.credit:.0%} of the points, for the share in which it holds")
    if result.script:
        _print_script(out, result.script.splitlines())
    if result.replay:
        say_command(out, result.replay)


def _print_facts(out: Console, facts: Iterable[Sequence[str]]) -> None:
    """Print one line each, or one per row of a table."""
    for name, value in facts:
        first, *rest = value.splitlines() or [""]
        say(out, f"    {name}: {first}")
        for line in rest:
            out.print(f"    {' ' * cell_len(name)}  {line}", markup=False, soft_wrap=True)


def _print_script(out: Console, lines: Sequence[str]) -> None:
    if len(lines) > MOST_LINES:
        say(out, f"  the same game as a standalone script has {len(lines)} lines; --html shows it")
        return
    say(out, "  the same game as a standalone script:\n")
    for line in (*lines, ""):
        out.print(f"    {line}".rstrip(), markup=False, soft_wrap=True)


def _columns(
    head: Sequence[str], right: Sequence[str] = (), widths: Sequence[int | None] = (), *, header: bool = True
) -> Table:
    """Return a table without rows, its columns as wide as needed or of these widths."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=header)
    for name, width in zip(head, widths or [None] * len(head), strict=True):
        table.add_column(name, overflow="fold", justify="right" if name in right else "left", width=width)
    return table


def grade_text(report: Report, feedback: Feedback = "full") -> str:
    """Return a submission's report as plain text."""
    out = sheet()
    print_grade(out, report, feedback)
    return written(out).rstrip() + "\n"


def print_summary(out: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """Print one line per submission."""
    head = ("submission", "score", "stand", "failed", "games", "seconds")
    cells = [
        (
            row["submission"] + ("  cannot be judged" if row["error"] else ""), in_decimals(row["score"]),
            str(row["stand"]), str(row["failed"]), f"{row['games']:,}", str(row["seconds"]),
        )
        for row in rows
    ]  # fmt: skip
    if not out.is_terminal:
        print_rows(out, head, cells, head[1:])
        return
    room = out.width - sum(max(map(len, column)) + 2 for column in list(zip(head, *cells, strict=True))[1:])
    table = _columns(head, head[1:])
    for first, *rest in cells:
        table.add_row(fitted(first, room), *rest)
    out.print(table, markup=False)


def failures(report: Report, feedback: Feedback = "full", width: int | None = None) -> str:
    """Return the failures of a report as plain text, laid out for a terminal of the given width, if any."""
    return "\n".join(failure(name, each, feedback, width) for name, each in told_once(report))


def told_once(report: Report, besides: Sequence[str] = ()) -> list[tuple[str, ClaimResult]]:
    """Return the claims that do not stand; of those that fell through the same fault, only the first.

    besides: verdicts to include that are otherwise left out.
    """
    return [
        (name, each)
        for name, each in report.results
        if not each.passed
        and (each.verdict != "skipped" or each.verdict in besides)
        and (name, each.id) not in report.repeats
    ]


FEW = 8
"""So few lines show a game at one glance."""


def most_telling_first(failures: Sequence[tuple[str, ClaimResult]]) -> list[tuple[str, ClaimResult]]:
    """Return the failures with that one first, among each learner's, which takes the least to understand.

    An answer that is not the algorithm's, in a few lines, comes before a bound that is broken by it, then the game of
    the fewest lines, and of equals one with a broken step. A crash is shown first unless the mistake behind it shows in
    another game.
    """

    def lines(each: ClaimResult) -> int:
        given = (value for name, value in each.facts if not name.startswith("also "))
        return len(each.rows) + sum(value.count("\n") + 1 for value in given)

    def effort(each: ClaimResult) -> tuple[bool, int, bool]:
        direct = each.id.endswith("-conforms") and lines(each) <= FEW
        return not direct, lines(each), not each.broken_step

    told = []
    for name in dict.fromkeys(name for name, _ in failures):
        about = [each for each in failures if each[0] == name]
        shown = [each for each in about if each[1].failed]
        games = [each for each in shown if each[1].verdict == "falsified" and each[1].counterexample]
        if len(games) < len(shown):
            games = [each for each in games if each[1].hint]
        best = min(games, key=lambda each: effort(each[1]), default=about[0])
        told += sorted(about, key=lambda each: each is not best)
    return told


def failure(learner: str, result: ClaimResult, feedback: Feedback = "full", width: int | None = None) -> str:
    """Return one failure as plain text, laid out for a terminal of the given width, if any."""
    out = sheet(width)
    print_failure(out, learner, result, feedback)
    return written(out).rstrip()


def sheet(width: int | None = None, *, colours: bool = False) -> Console:
    """Return a console that keeps its text, formatted for a file or, with a width, for a terminal of that width."""
    return Console(
        file=io.StringIO(), width=width or 100, height=25, force_terminal=width is not None, highlight=False,
        emoji=False,
        force_jupyter=False,  # in a kernel it would go to the display, and the text would be empty
        color_system="standard" if colours else None,
    )  # fmt: skip


def written(out: Console) -> str:
    """Return what was printed on a sheet, without trailing spaces."""
    assert isinstance(out.file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in out.file.getvalue().splitlines())
