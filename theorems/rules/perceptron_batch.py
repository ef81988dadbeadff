"""Whether a batch learner's answers are those of some legal run: the batch Perceptron and Pocket.

Which mistake is corrected next is free, so a sample has many legal runs. On small samples all of them are walked
through, in integers: points are in units of the sample's denominator.

    perceptron_ends      where runs of the batch Perceptron can end
    pocket_ends          what runs of Pocket can hold in the end
    perceptron_fit, pocket_fit   whether answers fit one of these

Ties: an exact learner knows a zero margin, and it is a mistake. One that scales its weights, by 1/10 for example,
may miss it by a rounding error, so a run may take it either way, except where nothing was rounded: see `Margins`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from learncheck.strategies.halfspaces.linear_samples import signed, some_halfspace
from learncheck.theorems.rules.following import TIE
from learncheck.theorems.rules.stumps import BatchFit

Vector = tuple[int, ...]

LIMIT = 2500
"""Runs that meet more states than this are not walked through."""


class Margins:
    """The margins ⟨w,v⟩ of signed points after so many updates: how many are wrong, and how many zeros are doubtful.

    A zero that is a sum of zeros is beyond doubt while w is a sum of at most two points: these cancel exactly.
    """

    def __init__(self, w: Vector, vectors: Sequence[Vector], updates: int, lax: Sequence[bool] = ()) -> None:
        self.values = [inner(w, v) for v in vectors]
        if lax:  # a zero margin of such a one is right
            self.values = [1 if value == 0 and ok else value for value, ok in zip(self.values, lax, strict=True)]
        self.doubtful = 0
        self.wrong = sum(value <= 0 for value in self.values)
        for value, v in zip(self.values, vectors, strict=True):
            if value == 0 and (updates > 2 or any(p and q for p, q in zip(w, v, strict=True))):
                self.doubtful += 1

    @property
    def may_end(self) -> bool:
        """Whether a learner may find no mistake."""
        return self.wrong == self.doubtful

    @property
    def counts(self) -> range:
        """How many mistakes it may find."""
        return range(self.wrong - self.doubtful, self.wrong + 1)


@dataclass(frozen=True)
class End:
    """Where a run can end: with the weights w, after so many updates."""

    w: Vector
    updates: int


def inner(u: Sequence[int], v: Sequence[int]) -> int:
    """⟨u,v⟩."""
    return sum(p * q for p, q in zip(u, v, strict=True))


def plus(u: Vector, v: Vector) -> Vector:
    """u + v."""
    return tuple(p + q for p, q in zip(u, v, strict=True))


@lru_cache(2048)
def perceptron_ends(
    vectors: tuple[Vector, ...], limit: int = LIMIT, lax: tuple[bool, ...] = ()
) -> tuple[End, ...] | None:
    """Where runs of the batch Perceptron on these y_i·x_i can end; None where there are too many states.

    lax: at which of them a zero margin is right, if any.

    By Theorem 9.1 no run on a separable sample is longer than (RB)², so the walk ends. Source: UML 9.1.2.
    """
    ends: list[End] = []
    level: dict[Vector, None] = {(0,) * len(vectors[0]): None}
    updates = met = 0
    while level:
        met += len(level)
        if met > limit:
            return None
        after: dict[Vector, None] = {}
        for w in level:
            margins = Margins(w, vectors, updates, lax)
            if margins.may_end:
                ends.append(End(w, updates))
            after.update((plus(w, v), None) for v, value in zip(vectors, margins.values, strict=True) if value <= 0)
        level = after
        updates += 1
    return tuple(ends)


@dataclass(frozen=True)
class _Pocketed:
    """Pocket after some corrections: w, the pocket, and the mistakes of the pocket.

    A pocket of None holds rounding errors alone, which may predict anything.
    """

    w: Vector
    pocket: Vector | None
    fewest: int


@lru_cache(2048)
def pocket_ends(vectors: tuple[Vector, ...], max_updates: int, limit: int = LIMIT) -> tuple[Vector | None, ...] | None:
    """What runs of Pocket on these y_i·x_i can hold in the end; None where there are too many states.

    Of two w with equally many mistakes either may stay in the pocket. Source: LIN, Pocket Algorithm.
    """
    zero = (0,) * len(vectors[0])
    level: dict[_Pocketed, None] = {_Pocketed(zero, zero, len(vectors)): None}
    ends: dict[Vector | None, None] = {}
    met = 0
    for updates in range(max_updates + 1):
        met += len(level)
        if met > limit:
            return None
        after: dict[_Pocketed, None] = {}
        for state in level:
            margins = Margins(state.w, vectors, updates)
            if updates == max_updates or margins.may_end:
                ends[state.pocket] = None
            if updates < max_updates:
                for v, value in zip(vectors, margins.values, strict=True):
                    if value <= 0:
                        after.update(dict.fromkeys(_corrected(state, plus(state.w, v), vectors, updates + 1)))
        level = after
    return tuple(ends)


def _corrected(state: _Pocketed, w: Vector, vectors: tuple[Vector, ...], updates: int) -> Iterator[_Pocketed]:
    """The states after a correction to w, for each way to count zero margins and to break a tie of the counts."""
    held = None if updates > 2 and not any(w) else w
    for count in Margins(w, vectors, updates).counts:
        if count <= state.fewest:
            yield _Pocketed(w, held, count)
        if count >= state.fewest:
            yield _Pocketed(w, state.pocket, state.fewest)


def agrees(w: Vector | None, rows: Sequence[Vector], answers: Sequence[int], at_tie: int = 0) -> bool:
    """Whether the answers are the signs of ⟨w,x⟩; at a tie any will do, or `at_tie` alone."""
    if w is None:
        return True
    for x, answer in zip(rows, answers, strict=True):
        value = inner(w, x)
        scale = sum(abs(p * q) for p, q in zip(w, x, strict=True))
        due = at_tie if abs(value) <= TIE * scale else 1 if value > 0 else -1
        if due and answer != due:
            return False
    return True


def at_ties(labels: Sequence[int], ties: int) -> tuple[bool, ...]:
    """Where a zero margin is right, if that is so of the label `ties`."""
    return tuple(y == ties for y in labels) if ties else ()


def first_wrong(answers: Sequence[int], labels: Sequence[int]) -> int | None:
    """The first example that is not labelled as it should be."""
    return next((i for i, (h, y) in enumerate(zip(answers, labels, strict=True)) if h != y), None)


def perceptron_fit(
    points: Sequence[Vector],
    labels: Sequence[int],
    answers: Sequence[int],
    queries: Sequence[Vector],
    beyond: Sequence[int],
    ties: int = 0,
) -> BatchFit:
    """Whether the answers on the sample and beyond it are those of one legal run of the batch Perceptron.

    Where the runs are too many, whether one separator of the sample gives them all. ties: the label for which a zero
    margin is right, by a convention of the learner's.
    """
    rows, given = (*points, *queries), (*answers, *beyond)
    vectors = signed(points, labels)
    ends = perceptron_ends(vectors, lax=at_ties(labels, ties))
    if ends is not None and any(agrees(end.w, rows, given) for end in ends):
        return BatchFit(True)
    for label in () if ties or ends is None else (-1, 1):
        lax = perceptron_ends(vectors, lax=at_ties(labels, label)) or ()
        if any(agrees(end.w, rows, given, at_tie=label) for end in lax if end.w is not None):
            return BatchFit(False, f"you treat a zero margin as correct where the label is {label:+d}")
    wrong = first_wrong(answers, labels)
    if wrong is not None:
        return BatchFit(
            False, f"on example {wrong} it answers {answers[wrong]} and the label is {labels[wrong]}, yet it has halted"
        )
    if ends is None:
        if some_halfspace(rows, given):
            return BatchFit(True, "it has too many legal runs; its answers are those of a separator")
        return BatchFit(False, f"no w separates the sample and answers {_told(queries, beyond)}")
    found = ", ".join(str(w) for w in list(dict.fromkeys(end.w for end in ends))[:4])
    return BatchFit(False, f"legal runs end at w ~ {found}, and none of these answers {_told(queries, beyond)}")


def pocket_fit(
    points: Sequence[Vector],
    labels: Sequence[int],
    answers: Sequence[int],
    queries: Sequence[Vector],
    beyond: Sequence[int],
    max_updates: int,
) -> BatchFit:
    """Whether the answers on the sample and beyond it are those of what one legal run of Pocket holds in the end.

    Where the runs are too many, whether some w gives them all.
    """
    rows, given = (*points, *queries), (*answers, *beyond)
    ends = pocket_ends(signed(points, labels), max_updates)
    if ends is None:
        if some_halfspace(rows, given):
            return BatchFit(True, "it has too many legal runs; its answers are those of some w")
        return BatchFit(False, f"no w answers {_told(rows, given)}")
    if any(agrees(w, rows, given) for w in ends):
        return BatchFit(True)
    held = " or ".join(map(str, ends[:4])) + " or …" * (len(ends) > 4)
    after = f"after {max_updates} correction{'s' * (max_updates != 1)}"
    return BatchFit(False, f"{after} the pocket holds w ~ {held}; no such w answers {_told(rows, given)}")


MOST_TOLD = 6
"""Of more answers that no w gives not all are named."""


def _told(rows: Sequence[Vector], answers: Sequence[int]) -> str:
    by_point = dict(zip(rows, answers, strict=True))
    told = [f"{answer:+g} at {x}" if answer else f"0 at {x}" for x, answer in by_point.items()]
    return ", ".join(told[:MOST_TOLD]) + ", …" * (len(told) > MOST_TOLD)
