"""The probabilities of a learner that draws an expert at random."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from learncheck.oracle.report.scenes.cells import MOST_CELLS
from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS, Answer, Array, answers
from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables.sampling import SampledExpertsGame


@dataclass(frozen=True)
class Shares:
    """The probability of each expert in each round, shape (rounds, n), and the experts' advice, ±1, in the same shape.

    drawn: the probabilities are the shares of equally likely draws that gave the expert. other: next to a submission,
    the right learner on the same advice.
    """

    p: Array
    advice: Array
    answers: tuple[Answer, ...]
    whose: str = OURS
    other: "Shares | None" = None
    drawn: bool = False

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        block = "the share of the draws that give an expert" if self.drawn else "the probability of an expert"
        return (
            f"A bar is a round, a block of it {block}: blue where the expert says +1, yellow where −1. Once the label "
            "is known, the line beside the bar spans the experts who err: its length is the probability of a mistake."
        )


def shares(learner: Any, trace: Trace, whose: str) -> Shares | None:
    """Return the scene of a trace, or None if a submission gives labels instead of probabilities."""
    p = _shares(trace)
    advice = np.array([each.instance for each in trace.rounds], dtype=float)
    if p is None or p.shape != advice.shape or max(p.shape) > MOST_CELLS or not np.isfinite(p).all() or (p < 0).any():
        return None
    found = Shares(p, advice, answers(trace), whose, drawn=isinstance(trace.case, SampledExpertsGame))
    if whose != YOURS:
        return found
    right = _shares(trace.case.play(learner))
    return replace(found, other=None if right is None else Shares(right, advice, found.answers, REFERENCE))


def _shares(trace: Trace) -> Array | None:
    if not isinstance(trace.case, SampledExpertsGame):
        return np.array([each.prediction for each in trace.rounds], dtype=float)
    if set(trace.facts.asked) != {"sample"}:
        return None
    drawn = (np.asarray(each.prediction) for each in trace.rounds)
    return np.array([np.bincount(each, minlength=trace.case.n) / len(each) for each in drawn])
