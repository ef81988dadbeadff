"""Claims that failed as text: what is open in the proof, and the counterexample."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.names import printable
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.verdicts import Counterexample, Evidence
from learncheck.oracle.grading.laid_out import result_of_game
from learncheck.oracle.grading.misconceptions import hint
from learncheck.oracle.prover import proof_text
from learncheck.oracle.report.evidence import in_words
from learncheck.oracle.report.lines import say
from learncheck.oracle.report.text import print_result
from learncheck.theorems.language.claim import Claim


def print_fallen(out: Console, fallen: Sequence[Evidence], file: Path | None = None, *, below: bool = False) -> None:
    """Print what failed of a claim.

    below: whether earlier failures are printed above it. file: the user's file that defines the claim, if any.
    """
    for number, finding in enumerate(fallen):
        if below or number:
            out.print()
        _print_fallen(out, finding, file)


def _print_fallen(out: Console, evidence: Evidence, file: Path | None) -> None:
    """Print a claim that failed: what is open in its proof, and its counterexample.

    Without a counterexample, the claim is identified by its file.
    """
    where = "" if file is None or evidence.counterexample is not None else f"{printable(str(file))}: "
    say(out, f"{where}{evidence.claim.id}: {in_words(evidence)}", style="bold")
    if evidence.proof is not None and not evidence.proof.complete:
        say(out, f"  {proof_text.summary(evidence.proof)}")
        for line in proof_text.countermodel(evidence.proof):
            say(out, f"  {line}")
    if evidence.counterexample is None:
        if evidence.message:
            say(out, f"  {evidence.message}")
    else:
        print_counterexample(out, evidence.claim, evidence.counterexample)


def print_counterexample(out: Console, claim: Claim, counterexample: Counterexample) -> None:
    """Print the theorem in a sentence, the smallest game as a table, and the command that replays it."""
    result = result_of_game(claim, counterexample.smallest)
    result.worst, result.replay = counterexample.worst_violation(claim), counterexample.replay or ""
    result.hint = _hint(claim, counterexample)
    print_result(out, result)


def _hint(claim: Claim, counterexample: Counterexample) -> str:
    """What the author of the claim's learner may have misunderstood."""
    learner, *others = claim.about or (None,)
    if others or learner is None or learner.__name__ in LEARNERS:
        return ""
    return hint(claim, Plays.here(learner), learner.__name__, counterexample.smallest.trace, 0)
