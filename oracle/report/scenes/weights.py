"""Weights that vote: those of experts or of variables."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from learncheck.oracle.report.scenes.cells import MOST_CELLS
from learncheck.oracle.report.scenes.replayed import by_reference
from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS, Answer, Array, answers, states
from learncheck.strategies.play.case import Trace


@dataclass(frozen=True)
class Weights:
    """The weights before the first round and after each, shape (rounds + 1, n), unnormalized, and what they vote on.

    voted: ±1 for each expert, or 0 and 1 for each variable, one row per round. threshold: what the weight of the
    variables that are 1 is compared with; None for half of all the weight.
    """

    w: Array
    voted: Array
    answers: tuple[Answer, ...]
    of: str = "expert"
    threshold: float | None = None
    whose: str = OURS
    other: "Weights | None" = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        if self.of == "variable":
            return (
                "A bar is w·x before the answer, a block one variable of the instance; the line is the threshold n. "
                "Blue bars have the label +1, yellow ones −1."
            )
        return (
            "A bar is all the weight before the answer: blue blocks are of experts that say +1, yellow of those that "
            "say −1, and the line across is half of it, W/2. A dotted line is ¾ of the weight before a mistake."
        )


def weights(learner: Any, trace: Trace, whose: str) -> Weights | None:
    """Return the scene of a trace."""
    found = states(trace, "w")
    named = learner.__name__
    if not found and whose == YOURS:
        return weights(learner, by_reference(learner, trace), REFERENCE)
    if not found or found[0].ndim != 1 or not 1 <= len(found[0]) <= MOST_CELLS:
        return None
    w, voted = np.array(found), np.array([np.asarray(each.instance, dtype=float) for each in trace.rounds])
    if not np.isfinite(w).all() or (w < 0).any() or voted.shape != (len(w) - 1, w.shape[1]):
        return None
    other = None
    if whose == YOURS:
        other = weights(learner, by_reference(learner, trace), REFERENCE)
    winnow = named.startswith("Winnow")
    of, threshold = ("variable", float(w.shape[1])) if winnow else ("expert", None)
    return Weights(w, voted, answers(trace), of, threshold, whose, other)
