"""The legal runs of the batch Perceptron on a small sample, all of them, and whether answers are those of one.

A run may correct any mistake in an iteration. Runs are enumerated in integers: points are in units of the sample's
denominator.

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
from learncheck.strategies.halfspaces.vectors import Vector, signed
from learncheck.theorems.rules.batch import FITS, BatchFit
from learncheck.theorems.rules.following import TIE
from learncheck.theorems.rules.labels import with_sign

MOST_STATES = 2500
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
        self,
        states: Sequence[Vector],
        examples: Sequence[Vector],
        updates: int,
        lax: Sequence[bool] = (),
    ) -> None:
        self.states, self.examples = _exactly(states, examples)
        margins = self.states @ self.examples.T
        missed = (margins < 0) | ((margins == 0) & ~np.array(lax or [False] * len(examples)))
        doubtful = margins == 0
        if updates <= 2:
            doubtful = doubtful & ((self.states != 0) @ (self.examples != 0).T)
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
            for new in (self.states[place] + self.examples[points]).tolist():
                yield place, tuple(new)


def _exactly(states: Sequence[Vector], examples: Sequence[Vector]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both as arrays in which sums, and inner products of one with the other, are exact."""
    largest = (max(1, *(abs(v) for w in rows for v in w)) for rows in (states, examples))
    kind = np.int64 if math.prod(largest) * len(examples[0]) < 2**62 else object
    return np.array(states, dtype=kind), np.array(examples, dtype=kind)


@dataclass(frozen=True)
class End:
    """A possible end of a run: the weights w and the number of updates."""

    w: Vector
    updates: int


@lru_cache(2048)
def perceptron_ends(examples: tuple[Vector, ...], lax: tuple[bool, ...] = ()) -> tuple[End, ...] | None:
    """Return all ends of runs of the batch Perceptron on these y_i·x_i; None beyond `MOST_STATES` states.

    lax: for each point, whether a zero margin counts as right; empty if it never does.

    By Theorem 9.1 a run on a separable sample has at most (RB)² updates, so the enumeration ends. Source: UML 9.1.2.
    """
    ends: list[End] = []
    level: dict[Vector, None] = {(0,) * len(examples[0]): None}
    updates = met = 0
    while level:
        met += len(level)
        margins = SignedMargins([*level], examples, updates, lax)
        ends += [End(w, updates) for w, may_end in zip(level, margins.may_end, strict=True) if may_end]
        level = {}
        for _, w in margins.corrections():
            level[w] = None
            if met + len(level) > MOST_STATES:
                return None
        updates += 1
    return tuple(ends)


def signs_agree(w: Vector | None, rows: Sequence[Vector], answers: Sequence[int], at_tie: int = 0) -> bool:
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
    examples = signed(points, labels)
    ends = perceptron_ends(examples, lax=at_ties(labels, ties))
    if ends is not None and any(signs_agree(end.w, rows, given) for end in ends):
        return FITS
    for label in () if ties or ends is None else (-1, 1):
        lax = perceptron_ends(examples, lax=at_ties(labels, label)) or ()
        if any(signs_agree(end.w, rows, given, at_tie=label) for end in lax):
            why = f"it answers as if a zero margin were correct where the label is {label:+d}"
            return BatchFit(False, why)
    wrong = first_wrong(answers, labels)
    if wrong is not None:
        answer = f"answers {with_sign(answers[wrong])} on example {wrong}, which is labelled {labels[wrong]:+d}"
        return BatchFit(False, f"it has halted, but {answer}")
    if ends is None:
        if some_halfspace(rows, given):
            return BatchFit(True, "it has too many legal runs; its answers are those of a separator")
        return BatchFit(False, f"no w separates the sample and answers {listed_answers(queries, beyond, denominator)}")
    listed = ", ".join(str(w) for w in list(dict.fromkeys(end.w for end in ends))[:4])
    answer = listed_answers(queries, beyond, denominator)
    return BatchFit(False, f"legal runs end at w ~ {listed}, and none of these answers {answer}")


MOST_LISTED = 6
"""A message lists at most this many answers."""


def listed_answers(rows: Sequence[Vector], answers: Sequence[int], denominator: int) -> str:
    """List the answers on these points, which are in units of the denominator."""
    points = (f"({', '.join(str(Fraction(v, denominator)) for v in x)})" for x in rows)
    by_point = dict(zip(points, answers, strict=True))
    answered = [f"{answer:+g} at {x}" if answer else f"0 at {x}" for x, answer in by_point.items()]
    return ", ".join(answered[:MOST_LISTED]) + ", …" * (len(answered) > MOST_LISTED)


def same_direction(u: Sequence[Any], v: Sequence[int]) -> bool:
    """Whether u is v times a positive number, with each entry within 1e-9 of the greatest entry."""
    factor = max(abs(p) for p in v)
    size = max(abs(p) for p in u)
    if not factor or not size:
        return not factor and not size
    return all(abs(p * factor - q * size) <= 2 * Fraction(TIE) * size * factor for p, q in zip(u, v, strict=True))
