"""`learncheck replay`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from learncheck.oracle.cli import arguments
from learncheck.oracle.cli.messages import Wrong
from learncheck.oracle.cli.options import MEMORY, QUIET, TRUST, Named, Seconds
from learncheck.oracle.grading.assignment import MEMORY_LIMIT, TIME_LIMIT
from learncheck.oracle.report.progress import watching

if TYPE_CHECKING:
    from learncheck.oracle.grading.results import ClaimResult


@click.command()
@click.argument("case", type=Named(path_type=Path), metavar="CASE.json")
@click.argument("submission", type=Named(path_type=Path), required=False, metavar="[SUBMISSION.py]")
@click.option("--learner", default=None, metavar="NAME=CLASS", help="Play CLASS of the submission as the learner NAME.")
@click.option("--claims", metavar="FILE.py", help="Your file that defines the case's claim; no other file is run.")
@click.option("--time-limit", type=Seconds(0.1), default=TIME_LIMIT, show_default=True, help="Seconds.")
@click.option("--memory-limit", type=MEMORY, default=MEMORY_LIMIT, show_default=True,
              help="MB of memory.")  # fmt: skip
@TRUST
@click.option(
    "--adapt",
    metavar="JSON",
    help="Conventions in which the class differs from the expected interface, as an assignment gives them.",
)
@click.option("--path", "shown", multiple=True, type=Named(exists=True, file_okay=False),
              help="A folder, or a package's folder, from which the submission may import (read-only).")  # fmt: skip
@QUIET
def replay(
    case: Path, submission: Path | None, learner: str | None, claims: str | None, time_limit: float,
    memory_limit: int, trust: bool, quiet: bool, adapt: str | None, shown: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a stored case again, round by round, on the reference learner or on a submission."""
    with watching(quiet):
        from learncheck.oracle.boundary.clock import within_memory
        from learncheck.oracle.boundary.conventions import checked, from_text
        from learncheck.oracle.boundary.handed import hand_in
        from learncheck.oracle.boundary.process import Submission
        from learncheck.oracle.boundary.sandbox import choose
        from learncheck.oracle.engine import records
        from learncheck.oracle.engine.judge import judge
        from learncheck.oracle.engine.plays import Plays
        from learncheck.oracle.grading.conventional import conventional
        from learncheck.oracle.grading.explained import replayed
        from learncheck.oracle.grading.judging import program
        from learncheck.oracle.grading.laid_out import result_of_game
        from learncheck.oracle.judging.outcomes import sides
        from learncheck.oracle.report import lines, text

        wanted = arguments.wanted(claims)
        record = records.load(case, wanted)
        held = from_text(adapt or "{}")
        checked(record.learner or "", held)
        claim = conventional(record.claim, held) or record.claim
        with within_memory(memory_limit << 20):

            def by_reference() -> ClaimResult:
                make = record.claim.learner_named(record.learner)
                return result_of_game(record.claim, judge(record.claim, make, record.case))

            if submission is None:
                result = _played(case, by_reference)
            else:
                classes = arguments.classes((learner,), wanted) if learner else None
                handed = hand_in(submission)
                with Submission(
                    submission, handed=handed, time_limit=time_limit, memory_limit_mb=memory_limit, classes=classes,
                    names=[record.learner] if record.learner else [], confinement=choose(trust),
                    held={record.learner or "": held}, paths=shown,
                ) as judged:  # fmt: skip
                    name = next(iter(classes)) if classes else record.learner
                    if name is None or name not in judged.defines:
                        raise Wrong(f"{submission} defines no {name}, and this case needs one")
                    judged.new_budget(time_limit)
                    plays = Plays.of(judged, name)
                    result = _played(case, lambda: replayed(claim, plays, name, record.case))
                    if result.verdict in ("crashed", "invalid"):
                        _played(case, by_reference)  # a damaged case is not the submission's fault
                    if record.keeps_bounds and result.verdict == "falsified" and not result.shared:
                        result.tell_that_it_keeps_bounds()
                    result.script = program(result, name, held, handed.file(submission), judged.defines[name])
    outcome = result.outcome
    assert outcome is not None  # it was laid out
    expected = outcome.failed if record.claim.refuted_by else result.verdict in ("stands", "skipped")
    if not (quiet and expected):
        out = lines.console()
        finding = "outside the theorem's hypotheses" if outcome.outside else result.finding
        lines.say(out, f"{record.claim.id}: {finding}", style="bold")
        text.print_result(out, result)
        if outcome.observed is not None and not result.message:
            lines.say(out, "  observed {}, bound {}".format(*sides(outcome)))
    return 0 if expected else 1


def _played(case: Path, play: Callable[[], ClaimResult]) -> ClaimResult:
    """Return the result, or fail in one line: a case that cannot be played was not written by this version, or its
    claim's file is another now.
    """
    from learncheck.oracle.judging.patience import patience

    try:
        with patience():
            return play()
    except MemoryError:
        raise Wrong(f"{case} cannot be played within --memory-limit") from None
    except Exception as error:
        from learncheck.oracle.boundary.failures import ours

        raise Wrong(f"{case} cannot be played: {ours(error)}") from None
