"""Reports as text: tables, and failures with their smallest game.

On a terminal, everything fits its width. In a pipe, a line of prose, a row of claims or a command is one line, however
long.
"""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console

from learncheck.oracle.grading.assignment import Feedback
from learncheck.oracle.grading.results import ClaimResult, Report, in_decimals, points_of
from learncheck.oracle.notation import counted
from learncheck.oracle.report.lines import fitted, print_table, say, say_command, sheet, written

MOST_LINES = 40
"""Longer programs are not printed, since they would hide everything else."""


def score_line(report: Report) -> str:
    """Return the score of a submission, its points, what being late costs, and how many points are pending."""
    parts = [f"{report.submission}: score {in_decimals(report.score)}"]
    if report.has_points:
        parts.append(f"{points_of(report.points, report.worth)} points")
    if report.late:
        parts.append(f"{100 * report.late:g}% less because it is late")
    if open_points := sum(learner.pending for learner in report.learners.values()):
        parts.append(f"{open_points:g} of {report.worth:g} points pending")
    return ", ".join(parts)


def print_grade(
    out: Console, report: Report, feedback: Feedback = "full", *, verbose: bool = True, quiet: bool = False
) -> None:
    """Print a submission's report: one line per claim, then each failure as far as the feedback allows.

    Unless `verbose`, only the most telling failure of each learner is printed in full, the others in one line. A claim
    that is skipped has one line. With `quiet`, only what fails is printed.
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
    if not quiet:
        _print_verdicts(out, report)
    _print_notes(out, report)
    failures_shown = distinct_failures(report, () if quiet else ("skipped",))
    _print_failures(out, report, failures_shown, feedback, verbose=verbose)
    if not quiet or not failures_shown:
        say(out, f"\n{report.ending(feedback)}")


def _print_notes(out: Console, report: Report) -> None:
    """Print what there is to say of the file and of its learners, besides failures."""
    for note in report.notes:
        say(out, f"\n{note}" if note.startswith(report.submission) else f"\n{report.submission}: {note}")
    for learner in report.learners.values():
        if learner.random:
            say(out, f"\n{learner.name} is random: it answers differently when the same game is played again")
        if learner.missing or learner.skipped_only:
            say(out, f"\n{learner.missing or learner.skipped_only}")
        passed = (result for result in learner.claims if result.passed)
        for message, results in groupby(passed, lambda result: result.message):
            if message:
                say(out, f"\n{learner.name}: {', '.join(result.id for result in results)}: {message}")
        if learner.unjudged:
            say(out, f"\n{learner.name}: {counted(len(learner.unjudged), 'claim')} not judged yet, counted as lost")


def _print_failures(
    out: Console, report: Report, failures: Sequence[tuple[str, ClaimResult]], feedback: Feedback, *, verbose: bool
) -> None:
    """Print each failure, in full or in one line."""
    shown: set[str] = set()
    briefly = False
    for name, result in failures if verbose else most_telling_first(failures):
        above, briefly = briefly, result.verdict == "skipped" or (name in shown and not verbose)
        if not (above and briefly):
            out.print()
        if briefly:
            _print_briefly(out, name, result, feedback)
            continue
        if result.failed:
            shown.add(name)
        print_failure(out, name, result, feedback)
        if same := report.repeated(name, result.id):
            say(out, f"  the same fault in {', '.join(same)}")


def _print_briefly(out: Console, learner: str, result: ClaimResult, feedback: Feedback) -> None:
    """Print a failure in one line, and the command that replays it."""
    result = result.for_students(feedback)
    message = " ".join(result.message.split())
    say(out, f"{learner}: {result.id}: {result.finding}" + (f": {message}" if message else ""))
    if result.replay:
        say_command(out, result.replay)


def _print_verdicts(out: Console, report: Report) -> None:
    """Print one line per claim. If they do not fit on the terminal, print the learners above their claims."""
    head = ("learner", "claim", "verdict", "games", *(["points"] if report.has_points else []))
    rows: list[tuple[str, str, str, str, str]] = []
    fine: list[bool] = []
    for learner in report.learners.values():
        for result in learner.claims:
            figures = f"{result.games:,}", learner.points_in_words(result)
            rows.append((learner.name, result.id, result.finding, *figures))
            fine.append(result.passed)
        if learner.missing:
            rows.append((learner.name, "–", "missing", "0", points_of(0, learner.worth)))
            fine.append(False)
    cells = [row[: len(head)] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    if out.is_terminal and sum(widths) + 2 * len(head) - 2 > out.width:
        from learncheck.oracle.report.tables import ClaimRow, print_claims

        claims = [ClaimRow(*row[1:], stands, row[0]) for row, stands in zip(rows, fine, strict=True)]
        print_claims(out, claims, head[1:])
    else:
        styles = ["dim" if stands else "bold red" for stands in fine]
        print_table(out, head, cells, ("games", "points"), styles)


def print_failure(out: Console, learner: str, result: ClaimResult, feedback: Feedback) -> None:
    """Print why one claim does not stand: the theorem in a sentence, what fell, the game, and how to play it again.

    With feedback `bound`, print only what fell; `counterexample` adds the game and the program, and `full` the proof
    and the replay.
    """
    result = result.for_students(feedback)
    say(out, f"{learner}: {result.id}: {result.finding}", style="bold")
    print_result(out, result)


def print_result(out: Console, result: ClaimResult) -> None:
    """Print what one claim found, without its name."""
    say(out, f"  {result.statement}")
    if result.message:
        say(out, textwrap.indent(result.message, "  "))
    if result.hint:
        say(out, f"  {result.hint}")
    if result.broken_step and result.broken_step not in result.message:
        say(out, f"  proof step violated: {result.broken_step}")
    _print_facts(out, result.facts)
    if result.rows:
        from learncheck.oracle.report.tables import folded  # what stands has no game to show

        print_table(out, result.head, folded(result.head, result.rows))
    if result.worst:
        say(out, f"  worst violation found: {result.worst}")
    if result.credit:
        say(out, f"  {result.credit:.0%} of the points, for the share of games or sizes in which it holds")
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


def grade_text(report: Report, feedback: Feedback = "full") -> str:
    """Return a submission's report as plain text."""
    out = sheet()
    print_grade(out, report, feedback)
    return written(out).rstrip() + "\n"


def print_summary(out: Console, graded: Iterable[tuple[str, Report]]) -> None:
    """Print one line per submission, from its path and its report."""
    head = ("submission", "score", "stand", "failed", "games", "seconds")
    cells: list[tuple[str, ...]] = []
    for path, report in graded:
        stand = sum(result.passed for _, result in report.results)
        failed = sum(result.failed for _, result in report.results)
        name = path + ("  cannot be judged" if report.error else "")
        figures = (f"{stand}", f"{failed}", f"{report.games:,}", f"{report.seconds:.1f}")
        cells.append((name, in_decimals(report.score), *figures))
    if out.is_terminal:
        room = out.width - sum(max(map(len, column)) + 2 for column in list(zip(head, *cells, strict=True))[1:])
        cells = [(fitted(first, room), *rest) for first, *rest in cells]
    print_table(out, head, cells, head[1:])


def failures(report: Report, feedback: Feedback = "full", width: int | None = None) -> str:
    """Return the failures of a report as plain text, laid out for a terminal of the given width, if any."""
    return "\n".join(failure(name, result, feedback, width) for name, result in distinct_failures(report))


def distinct_failures(report: Report, besides: Sequence[str] = ()) -> list[tuple[str, ClaimResult]]:
    """Return the claims that do not stand; of those that fell through the same fault, only the first.

    besides: verdicts to include that are otherwise left out.
    """
    return [
        (name, result)
        for name, result in report.results
        if not result.passed
        and (result.verdict != "skipped" or result.verdict in besides)
        and (name, result.id) not in report.repeats
    ]


FEW = 8
"""So few lines show a game at one glance."""


def most_telling_first(failures: Sequence[tuple[str, ClaimResult]]) -> list[tuple[str, ClaimResult]]:
    """Return the failures with that one first, among each learner's, which takes the least to understand.

    An answer that is not the algorithm's, in a few lines, comes before a bound that is broken by it, then the game of
    the fewest lines, and of equals one with a broken step. A crash is shown first unless the mistake behind it shows in
    another game.
    """

    def lines(result: ClaimResult) -> int:
        given = (value for name, value in result.facts if not name.startswith("also "))
        return len(result.rows) + sum(value.count("\n") + 1 for value in given)

    def effort(result: ClaimResult) -> tuple[bool, int, bool]:
        direct = result.id.endswith("-conforms") and lines(result) <= FEW
        return not direct, lines(result), not result.broken_step

    ordered: list[tuple[str, ClaimResult]] = []
    for name in dict.fromkeys(name for name, _ in failures):
        about = [result for learner, result in failures if learner == name]
        failed = [result for result in about if result.failed]
        games = [result for result in failed if result.verdict == "falsified" and result.counterexample]
        if len(games) < len(failed):
            games = [result for result in games if result.hint]
        best = min(games, key=effort, default=about[0])
        ordered += [(name, result) for result in (best, *(other for other in about if other is not best))]
    return ordered


def failure(learner: str, result: ClaimResult, feedback: Feedback = "full", width: int | None = None) -> str:
    """Return one failure as plain text, laid out for a terminal of the given width, if any."""
    out = sheet(width)
    print_failure(out, learner, result, feedback)
    return written(out).rstrip()
