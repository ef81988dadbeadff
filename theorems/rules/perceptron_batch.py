"""Conformance of batch learners to some legal run: the batch Perceptron and Pocket.

The algorithms are free in which mistake they correct next, so a sample has many legal runs. On small samples all of
them are enumerated, in integers: points are in units of the sample's denominator.

    perceptron_ends              where runs of the batch Perceptron can end
    pocket_ends                  what the pocket can hold at the end
    perceptron_fit, pocket_fit   whether answers fit one of these

Ties: a zero margin is a mistake, and an exact learner recognises it. A learner that scales its weights, by 1/10 for
example, may miss it by a rounding error. So a run may count it either way, except where nothing was rounded: see
`SignedMargins`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.halfspaces.linear_samples import some_halfspace
from learncheck.strategies.halfspaces.vectors import signed
from learncheck.theorems.rules.batch import FITS, BatchFit
from learncheck.theorems.rules.following import TIE
from learncheck.theorems.rules.labels import with_sign

Vector = tuple[int, ...]

LIMIT = 2500
"""Runs are not enumerated if they reach more states than this."""


class SignedMargins:
    """The margins ⟨w,v⟩ of signed points, for many w: how many are wrong, and how many zero margins are doubtful.

    `updates` is the number of updates that led to each w. A zero margin is certain if all its terms are zero and w is a
    sum of at most two points, because these cancel exactly. `lax` marks the points whose zero margin counts as right; a
    doubtful one may still be corrected.

    Attributes, a row for each w:
        wrong, doubtful  how many margins are wrong, and how many of these are doubtful
        corrected        which points a learner may correct
    """

    def __init__(
        self, states: Sequence[Vector], vectors: Sequence[Vector], updates: int, lax: Sequence[bool] = ()
    ) -> None:
        self.states, self.vectors = _exactly(states, vectors)
        margins = self.states @ self.vectors.T
        missed = (margins < 0) | ((margins == 0) & ~np.array(lax or [False] * len(vectors)))
        doubtful = margins == 0
        if updates <= 2:
            doubtful = doubtful & ((self.states != 0) @ (self.vectors != 0).T)
        self.wrong, self.doubtful = missed.sum(axis=1).tolist(), (missed & doubtful).sum(axis=1).tolist()
        self.corrected = missed | doubtful

    @property
    def may_end(self) -> list[bool]:
        """For each w, whether a learner may find no mistake."""
        return [wrong == doubtful for wrong, doubtful in zip(self.wrong, self.doubtful, strict=True)]

    @property
    def counts(self) -> list[range]:
        """For each w, the possible numbers of mistakes that a learner may find."""
        return [range(wrong - doubtful, wrong + 1) for wrong, doubtful in zip(self.wrong, self.doubtful, strict=True)]

    def corrections(self) -> Iterator[tuple[int, Vector]]:
        """Yield every correction that a learner may make: the place of w, and w + v."""
        for place, points in enumerate(self.corrected):
            for new in (self.states[place] + self.vectors[points]).tolist():
                yield place, tuple(new)


def _exactly(states: Sequence[Vector], vectors: Sequence[Vector]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both as arrays in which sums, and inner products of one with the other, are exact."""
    largest = (max(1, *(abs(v) for w in rows for v in w)) for rows in (states, vectors))
    kind = np.int64 if math.prod(largest) * len(vectors[0]) < 2**62 else object
    return np.array(states, dtype=kind), np.array(vectors, dtype=kind)


@dataclass(frozen=True)
class End:
    """A possible end of a run: the weights w and the number of updates."""

    w: Vector
    updates: int


@lru_cache(2048)
def perceptron_ends(vectors: tuple[Vector, ...], lax: tuple[bool, ...] = ()) -> tuple[End, ...] | None:
    """Return all ends of runs of the batch Perceptron on these y_i·x_i; None if there are more than `LIMIT` states.

    lax: for each point, whether a zero margin counts as right; empty if it never does.

    By Theorem 9.1 a run on a separable sample has at most (RB)² updates, so the enumeration ends. Source: UML 9.1.2.
    """
    ends: list[End] = []
    level: dict[Vector, None] = {(0,) * len(vectors[0]): None}
    updates = met = 0
    while level:
        met += len(level)
        margins = SignedMargins([*level], vectors, updates, lax)
        ends += [End(w, updates) for w, may_end in zip(level, margins.may_end, strict=True) if may_end]
        level = {}
        for _, w in margins.corrections():
            level[w] = None
            if met + len(level) > LIMIT:
                return None
        updates += 1
    return tuple(ends)


@dataclass(frozen=True)
class _Pocketed:
    """The state of Pocket after some corrections: w, the pocket, and the number of mistakes of the pocket.

    The pocket is None if it holds nothing but rounding errors, which may predict anything.
    """

    w: Vector
    pocket: Vector | None
    fewest: int


@lru_cache(2048)
def pocket_ends(vectors: tuple[Vector, ...], max_updates: int) -> tuple[Vector | None, ...] | None:
    """Return all final pockets of runs of Pocket on these y_i·x_i; None if there are more than `LIMIT` states.

    If two w make equally many mistakes, either may stay in the pocket. Source: LIN, Pocket Algorithm.
    """
    zero = (0,) * len(vectors[0])
    level: dict[_Pocketed, None] = {_Pocketed(zero, zero, len(vectors)): None}
    ends: dict[Vector | None, None] = {}
    met = 0
    for updates in range(max_updates + 1):
        met += len(level)
        states = [*level]
        margins = SignedMargins([state.w for state in states], vectors, updates)
        for state, may_end in zip(states, margins.may_end, strict=True):
            if updates == max_updates or may_end:
                ends[state.pocket] = None
        moves = list(margins.corrections()) if updates < max_updates else []
        if not moves:
            break
        counts = SignedMargins([w for _, w in moves], vectors, updates + 1).counts
        level = {}
        for (place, w), possible in zip(moves, counts, strict=True):
            level.update(dict.fromkeys(_corrected(states[place], w, possible, updates + 1)))
            if met + len(level) > LIMIT:
                return None
    return tuple(ends)


def _corrected(state: _Pocketed, w: Vector, counts: range, updates: int) -> Iterator[_Pocketed]:
    """Yield the states after a correction to w, for each way to count zero margins and to break a tie of the counts."""
    held = None if updates > 2 and not any(w) else w
    for count in counts:
        if count <= state.fewest:
            yield _Pocketed(w, held, count)
        if count >= state.fewest:
            yield _Pocketed(w, state.pocket, state.fewest)


def agrees(w: Vector | None, rows: Sequence[Vector], answers: Sequence[int], at_tie: int = 0) -> bool:
    """Whether the answers are the signs of ⟨w,x⟩; at a tie the answer must be `at_tie`, or may be any if that is 0."""
    if w is None:
        return True
    for x, answer in zip(rows, answers, strict=True):
        terms = [p * q for p, q in zip(w, x, strict=True)]
        value, scale = sum(terms), sum(map(abs, terms))
        due = at_tie if abs(value) <= TIE * scale else 1 if value > 0 else -1
        if due and answer != due:
            return False
    return True


def at_ties(labels: Sequence[int], ties: int) -> tuple[bool, ...]:
    """Return for each label whether a zero margin counts as right, if it does for the label `ties` (0 for none)."""
    return tuple(y == ties for y in labels) if ties else ()


def first_wrong(answers: Sequence[int], labels: Sequence[int]) -> int | None:
    """Return the index of the first wrong answer; None if all are right."""
    return next((i for i, (h, y) in enumerate(zip(answers, labels, strict=True)) if h != y), None)


def perceptron_fit(
    points: Sequence[Vector],
    labels: Sequence[int],
    answers: Sequence[int],
    queries: Sequence[Vector],
    beyond: Sequence[int],
    ties: int = 0,
    denominator: int = 1,
) -> BatchFit:
    """Whether the answers on the sample and beyond it are those of one legal run of the batch Perceptron.

    If there are too many runs, judge whether one separator of the sample gives them all.

    ties:        the label for which a zero margin is right by the learner's convention; 0 for none.
    denominator: of points and queries, in whose units they are.
    """
    rows, given = (*points, *queries), (*answers, *beyond)
    vectors = signed(points, labels)
    ends = perceptron_ends(vectors, lax=at_ties(labels, ties))
    if ends is not None and any(agrees(end.w, rows, given) for end in ends):
        return FITS
    for label in () if ties or ends is None else (-1, 1):
        lax = perceptron_ends(vectors, lax=at_ties(labels, label)) or ()
        if any(agrees(end.w, rows, given, at_tie=label) for end in lax if end.w is not None):
            return BatchFit(False, f"it treats a zero margin as correct where the label is {label:+d}")
    wrong = first_wrong(answers, labels)
    if wrong is not None:
        answer = f"answers {with_sign(answers[wrong])} on example {wrong}, which is labelled {labels[wrong]:+d}"
        return BatchFit(False, f"it has halted, but {answer}")
    if ends is None:
        if some_halfspace(rows, given):
            return BatchFit(True, "it has too many legal runs; its answers are those of a separator")
        return BatchFit(False, f"no w separates the sample and answers {_answers(queries, beyond, denominator)}")
    weights = ", ".join(str(w) for w in list(dict.fromkeys(end.w for end in ends))[:4])
    answer = _answers(queries, beyond, denominator)
    return BatchFit(False, f"legal runs end at w ~ {weights}, and none of these answers {answer}")


def pocket_fit(
    points: Sequence[Vector],
    labels: Sequence[int],
    answers: Sequence[int],
    queries: Sequence[Vector],
    beyond: Sequence[int],
    max_updates: int,
    denominator: int = 1,
) -> BatchFit:
    """Whether the answers on the sample and beyond it are those of the final pocket of one legal run of Pocket.

    If there are too many runs, judge whether some w gives them all.

    denominator: of points and queries, in whose units they are.
    """
    rows, given = (*points, *queries), (*answers, *beyond)
    ends = pocket_ends(signed(points, labels), max_updates)
    if ends is None:
        if some_halfspace(rows, given):
            return BatchFit(True, "it has too many legal runs; its answers are those of some w")
        return BatchFit(False, f"no w answers {_answers(rows, given, denominator)}")
    if any(agrees(w, rows, given) for w in ends):
        return FITS
    held = " or ".join(map(str, ends[:4])) + " or …" * (len(ends) > 4)
    after = f"after {max_updates} correction{'s' * (max_updates != 1)}"
    answered = _answers(rows, given, denominator)
    return BatchFit(False, f"{after} the pocket holds w ~ {held}; no such w answers {answered}")


MOST_LISTED = 6
"""A message lists at most this many answers."""


def _answers(rows: Sequence[Vector], answers: Sequence[int], denominator: int) -> str:
    points = (f"({', '.join(str(Fraction(v, denominator)) for v in x)})" for x in rows)
    by_point = dict(zip(points, answers, strict=True))
    answered = [f"{answer:+g} at {x}" if answer else f"0 at {x}" for x, answer in by_point.items()]
    return ", ".join(answered[:MOST_LISTED]) + ", …" * (len(answered) > MOST_LISTED)
