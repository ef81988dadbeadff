"""Halving on the halfspaces whose weights lie on the grid G = {-1, -1 + 1/n, ..., 1}, and how many there are.

Halving's own bound is log₂|H|; these claims add the number of hypotheses. Weights and instances are stored as integer
vectors, n times those of the notes, which changes no sign. In the notes' code sign(0) is 0, which is not a label, so
the w that gives the labels is not orthogonal to any instance presented: y⟨w,x⟩ > 0.

Source: LEC, Using halving to learn halfspaces on a grid.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sympy import And, Eq, Symbol, log

from learncheck.learners import Halving
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.games import SomeTarget, Target
from learncheck.strategies.play import games
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language import counting
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import premise
from learncheck.theorems.notes.finite.mistakes import NOT_EMPTY, REMOVES_HALF, TARGET_STAYS, H, M, version_space
from learncheck.theorems.notes.finite.programs import P, halved

d = quantity("d", "the dimension", positive=True)
n = quantity("n", r"the steps of the grid $G = \{-1, -1 + 1/n, \dots, 1\}$", positive=True)
W = quantity("W", "the weight vectors")
F = quantity("F", r"the distinct predictors $x \mapsto \operatorname{sign}\langle w,x\rangle$")
D = quantity("D", "the directions")
Q = Symbol("Q", positive=True)
"""(2n + 1)^d."""

GRID = LEC("Using halving to learn halfspaces on a grid")


MOST_WEIGHTS = 20_000
"""The most weight vectors in a grid, since all are listed."""


@lru_cache(128)
def grid(d: int, n: int) -> NDArray[np.int64]:
    """All of n·G^d, the simplest vectors first: an array ((2n+1)^d, d).

    Raises ValueError if there are more than MOST_WEIGHTS.
    """
    require(d >= 1 and n >= 1, f"d is {d} and n is {n}: both are at least 1")
    require((2 * n + 1) ** d <= MOST_WEIGHTS, f"(2·{n}+1)^{d} weight vectors are too many: take at most {MOST_WEIGHTS}")
    vectors = sorted(product(range(-n, n + 1), repeat=d), key=lambda w: (sum(map(abs, w)), [-v for v in w]))
    return np.array(vectors)


@lru_cache(64)
def instances(d: int, n: int) -> NDArray[np.int64]:
    """n·G^d without 0, one of each pair of opposites (-x with label -y is equivalent to x with label y)."""
    return np.array([x for x in grid(d, n).tolist() if x > [-v for v in x]])


@lru_cache(64)
def predictors(d: int, n: int) -> NDArray[np.int64]:
    """The distinct labellings of `instances` by the halfspaces of G^d, one per row; ties are labelled +1."""
    labels = np.where(grid(d, n) @ instances(d, n).T >= 0, 1, -1)
    return labels[sorted({row.tobytes(): i for i, row in reversed(list(enumerate(labels)))}.values())]


class GridHalvingGame(games.Game, frozen=True, tag="grid-halving-game"):
    """A game on G^d for Halving, with the labels of some w in G^d with y⟨w,x⟩ > 0 in every round.

    A move is (index into `instances`, or `BALANCED`; stance).
    """

    d: int
    n: int
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        count = len(instances(self.d, self.n))
        named = {k for k, _ in self.moves} - {games.BALANCED}
        require(named <= set(range(count)), f"the moves name {sorted(named)}: G^d has instances from 0 to {count - 1}")

    def arguments(self) -> tuple[Any, ...]:
        return (predictors(self.d, self.n).copy(),)

    def environment(self) -> games.Environment:
        weights, points = grid(self.d, self.n)[1:], instances(self.d, self.n)  # the first of the grid is 0
        return SomeTarget(np.sign(points @ weights.T), weights, range(len(points)))


def grid_halving_games(
    choices: Choices,
    *,
    dimension: int,
    n: int,
    weights: int,
    rounds: int,
    first: int = games.BALANCED,
    stances: int = 2,
) -> GridHalvingGame:
    """Games on such grids, with `first` and `stances` as in `finite_class_games`.

    Shrinks to the line, n = 1, few rounds and contradiction.
    """
    space = grid_counts(choices, dimension=dimension, n=n, weights=weights)
    moves = choices.moves(len(instances(space.d, space.n)), first=first, most=rounds, stances=stances)
    return GridHalvingGame(space.d, space.n, moves)


@premise("some halfspace of the grid gives the labels")
def SEPARATED(trace: Trace[GridHalvingGame, Target]) -> bool:
    """Whether the certified w lies in G^d and has y⟨w,x⟩ > 0 in every round."""
    case = trace.case
    w = trace.facts.target
    points = instances(case.d, case.n)
    return all(abs(v) <= case.n for v in w) and all(
        round.label * sum(a * c for a, c in zip(w, points[round.instance].tolist(), strict=True)) > 0
        for round in trace.rounds
    )


def grid_mistakes(trace: Trace[GridHalvingGame, Target]) -> Values:
    case = trace.case
    return {M: trace.mistakes, d: case.d, n: case.n, H: len(predictors(case.d, case.n))}


GRID_HALFSPACES = Claim(
    "grid-halfspaces-halving",
    r"With weights on the grid $G = \{-1, -1 + 1/n, \ldots, 1\}$ there are at most $|G|^d = (2n + 1)^d$ halfspaces, "
    r"and Halving makes at most $d\cdot \log_2(2n + 1)$ mistakes.",
    sources=(GRID,),
    learner=Halving,
    cases=Family(
        grid_halving_games,
        extent="all sequences of up to {rounds:≤ _ rounds} instances of G^d, one of each pair x and −x, each label "
        "contradicting the learner if the grid allows it, for d up to {dimension:d ≤ _} and n up to {n:n ≤ _}",
        search=dict(dimension=3, n=3, weights=130, rounds=6),
        scout=dict(dimension=4, n=8, weights=130, rounds=10),
        quick=dict(dimension=2, n=2, weights=25, rounds=2, first=0, stances=1),
        full=dict(dimension=3, n=2, weights=125, rounds=3, first=0, stances=1),
        grows=dict(dimension=Wide(), rounds=Long()),
    ),
    assuming=(SEPARATED,),
    measure=grid_mistakes,
    bound=M <= d * log(2 * n + 1, 2),
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_HALF, TARGET_STAYS),
    proof=halved(
        SEPARATED,
        Q,
        names={P: 2**M, Q: (2 * n + 1) ** d},
        means={**NOT_EMPTY, "the space has a dimension": d >= 1, "the grid has steps": n >= 1},
        using=(counting.at_most_power(H, (2 * n + 1) ** d),),
    ),
    attained_by=lambda: [
        contradicted(2, 4, (13, 18, 24, 26, 27)),
        contradicted(3, 3, (151, 33, 153, 136, 92, 138, 80, 94)),  # the best that a beam search found
        GridHalvingGame(3, 2, ((46, 0), (51, 0), (19, 0), (55, 0), (22, 0), (23, 0))),
    ],
    remark=r"0.95, by 8 mistakes for $d = 3$ and $n = 3$, where $\log_2$ of the number of predictors is 8.17 and "
    "the bound 8.42. A vector and its multiples are one predictor; see grid-halfspaces-count.",
)


def contradicted(d: int, n: int, numbers: Sequence[int]) -> GridHalvingGame:
    """A game that presents the instances with these indices in turn, and contradicts each prediction if it can."""
    return GridHalvingGame(d, n, tuple((k, games.CONTRADICT) for k in numbers))


class GridCounts(NamedTuple):
    """The numbers of vectors of G^d, of distinct functions x -> sign⟨w,x⟩ on it, and of directions."""

    weights: int
    predictors: int
    directions: int


class GridCount(Case, frozen=True, tag="grid-count"):
    """The halfspaces over G^d, counted."""

    d: int
    n: int

    def play_alone(self) -> GridCounts:
        """Count, without a learner.

        weights:    the vectors of G^d.
        predictors: the distinct functions x -> sign⟨w,x⟩ on G^d, with sign(0) = 0, by listing them.
        directions: the integer vectors whose coordinates have no common divisor, and 0, by arithmetic.
        """
        weights = grid(self.d, self.n)
        signs = np.sign(weights @ weights.T)
        return GridCounts(
            weights=len(weights),
            predictors=len({row.tobytes() for row in signs.astype(np.int8)}),
            directions=1 + sum(1 for w in weights.tolist() if gcd(*w) == 1),
        )


def grid_counts(choices: Choices, *, dimension: int, n: int, weights: int) -> GridCount:
    """Grids with at most this many dimensions, steps n and weight vectors. Shrinks to the line and n = 1."""
    d = choices.integer(1, dimension)
    most = n
    while most > 1 and (2 * most + 1) ** d > weights:
        most -= 1
    return GridCount(d, choices.integer(1, most))


def grid_count(trace: Trace[GridCount, GridCounts]) -> Values:
    case = trace.case
    facts = trace.facts
    return {W: facts.weights, F: facts.predictors, D: facts.directions, d: case.d, n: case.n}


GRID_COUNT = Claim(
    "grid-halfspaces-count",
    "There are $|G|^d = (2n + 1)^d$ weight vectors on the grid. Of the predictors "
    r"$x \mapsto \operatorname{sign}\langle w,x\rangle$ on $G^d$, with $\operatorname{sign}(0) = 0$, there are as many "
    "as directions, counting $w = 0$ as one, and so at most as many as vectors.",
    sources=(GRID,),
    label="tight",
    cases=Family(
        grid_counts,
        extent="every d up to {dimension:d ≤ _} and n up to {n:n ≤ _} with at most {weights} weight vectors",
        search=dict(dimension=3, n=4, weights=400),
        scout=dict(dimension=4, n=12, weights=400),
        quick=dict(dimension=4, n=9, weights=400),
        full=dict(dimension=6, n=20, weights=2_500),
    ),
    measure=grid_count,
    bound=And(Eq(W, (2 * n + 1) ** d), Eq(F, D), F <= W),
    attained_by=lambda: [GridCount(1, 1), GridCount(2, 12), GridCount(3, 5)],
    repairs="grid-halfspaces-count-as-printed",
    remark=r"$F = W$ for $n = 1$ alone: (1, 0) and (1/2, 0) are the same halfspace. $F$ tends to $W/\zeta(d)$ for "
    r"$d \ge 2$, and is 3 for $d = 1$ whatever $n$ is. Halving's bound, $d\cdot\log_2(2n + 1)$, needs no "
    r"more than $F \le W$ (grid-halfspaces-halving).",
)

GRID_COUNT_AS_PRINTED = as_printed(
    GRID_COUNT,
    r"With weights on the grid $G = \{-1, -1 + 1/n, \ldots, 1\}$ the halfspaces "
    r"$x \mapsto \operatorname{sign}\langle w,x\rangle$ number $|H| = |G|^d = (2n + 1)^d$.",
    label="exact",
    bound=Eq(F, (2 * n + 1) ** d),
    flaw="$H$ is a set of predictors, and a vector and its positive multiples are one of them. The notes say "
    "that “each halfspace hypothesis corresponds to a vector in $G^d$”; it corresponds to several. From $n "
    "= 2$ on $|H|$ is less than $|G|^d$, so the bound that the notes derive from it still holds.",
    worked=(
        "Take d = {d} and n = {n}, so that G = {{−1, −1/2, 0, 1/2, 1}}.",
        "The weights 1/2 and 1 both give the predictor sign(x), −1/2 and −1 give −sign(x), and 0 gives 0.",
        "These are {F} predictors, from |G|^d = {W} vectors.",
    ),
)
