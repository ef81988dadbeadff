"""`python tests/draw_counterexample.py` writes docs/counterexample.svg: how the README's submission breaks a proof."""

from pathlib import Path
from typing import Any

import learncheck
from learncheck.oracle.report.pictures import drawn
from learncheck.oracle.report.pictures.proof import proof_chart
from learncheck.oracle.report.pictures.rounds import YOURS
from learncheck.theorems.language.registry import all_claims

ROOT = Path(__file__).parent.parent


def picture() -> str:
    """The proof's quantities in the smallest game, as a file of its own, with a white background and black letters."""
    submission: dict[str, Any] = {}
    exec((ROOT / "examples" / "submission.py").read_text("utf-8"), submission)
    ((_, result),) = learncheck.check(submission["Halving"], claims=["halving-mistakes"]).results
    claim = next(claim for claim in all_claims() if claim.id == result.id)
    chart = proof_chart(claim, result.outcome.trace, YOURS, result.outcome.broken_step)
    style = "font-family='sans-serif' style='background:white;color:black'"
    return drawn(chart.whole()).replace("<svg", f"<svg {style}", 1) + "\n"


if __name__ == "__main__":
    (ROOT / "docs" / "counterexample.svg").write_text(picture(), "utf-8")
