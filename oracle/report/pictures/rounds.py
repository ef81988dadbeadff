"""What every game in rounds has: the answers and the labels, and whose state is shown."""

from dataclasses import dataclass

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Trace

OURS, YOURS, REFERENCE = "the learner", "your learner", "the reference learner"
"""Whose state is shown: a claim's own learner's, a submission's, or the reference learner's.

The last is shown next to a submission, or in place of one that exposes no state.
"""


@dataclass(frozen=True)
class RoundAnswer:
    """A round's answer (0 if it is not a label) and its label.

    chance: the probability of a mistake, for a learner that draws its answers.
    """

    answer: int
    label: int
    chance: float | None = None

    @property
    def mistake(self) -> bool:
        return self.chance is None and self.answer != self.label

    @property
    def words(self) -> str:
        """The answer in words, as in "answer −1, label +1 ✗"."""
        if self.chance is not None:
            return f"errs with probability {self.chance:.2g}, label {signed(self.label)}"
        return f"answer {signed(self.answer)}, label {signed(self.label)} {'✗' if self.mistake else '✓'}"


def signed(label: int) -> str:
    """Format a label with its sign: +1, −1, and 0 for a tie."""
    return "+1" if label > 0 else "−1" if label < 0 else "0"


def answers(trace: Trace) -> tuple[RoundAnswer, ...]:
    """Return the answers of all rounds."""
    return tuple(
        RoundAnswer(0, int(row.label), float(row.mistake))
        if not isinstance(row.mistake, bool | np.bool_)
        else RoundAnswer(_label(row.prediction), int(row.label))
        for row in trace.rounds
    )


def _label(prediction: object) -> int:
    """The label that it equals, or 0: in a game of its author's own it may be anything."""
    return 1 if prediction == 1 else -1 if prediction == -1 else 0


def states(trace: Trace, name: str) -> tuple[Array, ...]:
    """Return the attribute before the first round and after each, or nothing if it is not exposed everywhere."""
    rounds = trace.rounds
    snapshots = [rounds[0].before, *(row.after for row in rounds)]
    if any(name not in snapshot for snapshot in snapshots):
        return ()
    return tuple(np.asarray(snapshot[name], dtype=float) for snapshot in snapshots)
