"""What every game in rounds has: the answers and the labels, and whose state is shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.layers import Panel, Points, Scene, Sheet
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


@dataclass(frozen=True, kw_only=True)
class GameScene(Scene):
    """A game in rounds, with the learner's states before the first round and after each.

    whose: whose states they are, in words. other: next to a submission, the right learner on the same examples.
    """

    answers: tuple[RoundAnswer, ...]
    whose: str = OURS
    other: Self | None = None

    @property
    def states(self) -> Sequence[Array]:
        raise NotImplementedError

    @property
    def telling(self) -> int:
        return sum(not np.array_equal(before, after) for before, after in pairwise(self.states))

    def alone(self) -> Self | None:
        return None if self.whose == REFERENCE else replace(self, other=None)

    def beside(self, panel: Callable[[Self], Panel], words: str) -> Sheet:
        """Lay out a panel of the scene and, next to a submission, one of the reference learner's below it."""
        both = [self] if self.other is None else [self, self.other]
        panels = [replace(panel(scene), title="" if self.whose == OURS else scene.whose) for scene in both]
        words += f"; below, those of {self.other.whose}" if self.other is not None else ""
        return Sheet(panels, words, 4.3, 1.75, columns=4)

    def title(self, number: int, over: bool) -> str:
        """Say what a moment shows."""
        return f"Round {number}, {'after' if over else 'before'} the update: {self.answers[number - 1].words}"


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


MARKS: Mapping[int, tuple[str, str]] = {1: ("+", "blue"), -1: ("_", "orange")}
"""The sign and the colour that stand for each label."""


def labelled(points: Array, labels: Sequence[int], opacity: float = 1) -> list[Points]:
    """Return points of the plane, shape (count, 2), as the signs of their labels."""
    layers = []
    for label, (mark, colour) in MARKS.items():
        at = points[[index for index, here in enumerate(labels) if here == label]]
        if len(at):
            layers.append(Points(at.T, mark, colour, f"label {signed(label)}", 10, 2.4, opacity=opacity))
    return layers


def asked(point: Array, answer: RoundAnswer) -> list[Points]:
    """Return the example of a round with answer and label, in a square if it is a mistake and otherwise in a circle."""
    mark, colour = MARKS[answer.label]
    around, frame = ("s", "orange") if answer.mistake else ("o", "ink")
    at = point[:, None]
    return [Points(at, mark, colour, size=13, strokes=3), Points(at, around, frame, answer.words, 16, hollow=True)]
