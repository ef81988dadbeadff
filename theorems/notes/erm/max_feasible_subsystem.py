"""The largest feasible subsystem of linear inequalities (Max FS) and ERM over halfspaces, each reduced to the other.

Both directions are carried out on all small problems: a solution of one is translated and checked on the other. No
claim says that the problems are hard to solve for large n.

Source: UML Exercises 8.3.1 and 9.1.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from sympy import And, Eq

from learncheck.exact.certificates import confirmed
from learncheck.exact.linear_programming import Row
from learncheck.exact.separation import Separator, Vector, inner, separate, with_constant
from learncheck.strategies.halfspaces.vectors import any_vector
from learncheck.strategies.play.case import Case, Label, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_points, require_values
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise

Point = tuple[int, ...]

S = quantity("S", "the size of a largest feasible subsystem of $Ax > b$")
m = quantity("m", "the inequalities, or the examples")
E = quantity("E", "the least number of errors of a halfspace")
N = quantity("N", "the inequalities that the vector made of such a halfspace satisfies")


class Feasible(NamedTuple):
    """The rows of a largest feasible subsystem, and an x that satisfies it."""

    feasible: tuple[int, ...]
    x: Row


class LinearSystem(Case, frozen=True, tag="linear-system"):
    """The inequalities Ax > b: `rows` is A, shape (m, n), and `right` is b, shape (m,)."""

    rows: tuple[Point, ...]
    right: tuple[int, ...]

    def __post_init__(self) -> None:
        require_values(self.rows, self.right, "right side")
        require_points(self.rows, "rows", "coefficients")

    def play_alone(self) -> Feasible:
        return max_feasible_subsystem(self.rows, self.right)


def linear_systems(
    choices: Choices, *, inequalities: int, variables: int, largest: int, proper: bool = False
) -> LinearSystem:
    """Systems with coefficients of absolute value at most `largest`. If `proper`, no row of A and no b_i is 0.

    Shrinks to few inequalities in one variable: 0 > 0, or x > 1 if `proper`.
    """
    n = choices.integer(1, variables)

    def inequality() -> tuple[Point, int]:
        row = any_vector(choices, n, largest)
        if proper:
            return row if any(row) else (1,) * n, choices.integer(1, largest) * choices.label()
        return row, choices.integer(-largest, largest)

    rows, right = zip(*choices.many(inequality, least=1, most=inequalities), strict=True)
    return LinearSystem(rows, right)


def small_linear_systems(choices: Choices, *, inequalities: int, proper: bool = False) -> LinearSystem:
    """All systems in one variable with coefficients -1, 0 and 1, as multisets."""
    single = [((a,), b) for a in (1, -1, 0) for b in (1, -1, 0) if (a and b) or not proper]
    rows, right = zip(*choices.sequence(single, most=inequalities, ascending=True), strict=True)
    return LinearSystem(rows, right)


@premise("no $a_i$ and no $b_i$ is 0", option="proper")
def PROPER(trace: Trace[LinearSystem, Feasible]) -> bool:
    """Whether no b_i is 0, so that a_i/b_i is defined, and no a_i is 0, so that the inequality depends on x."""
    return all(trace.case.right) and all(map(any, trace.case.rows))


def one_to_one(trace: Trace[LinearSystem, Feasible]) -> Values:
    """Measure S, m and E, where E is on the sample with one example per inequality."""
    rows, right = trace.case.rows, trace.case.right
    return {S: len(trace.facts.feasible), m: len(rows), E: erm_halfspace(*printed_sample(rows, right)).errors}


SYSTEMS = Family(
    linear_systems,
    exhaust=small_linear_systems,
    extent="all systems of up to {inequalities:≤ _ inequalities} inequalities in one variable, in one order each, "
    "coefficients −1, 0 and 1",
    search=dict(inequalities=3, variables=2, largest=2),
    scout=dict(inequalities=4, variables=2, largest=5),
    quick=dict(inequalities=3),
    full=dict(inequalities=4),
)

AS_PRINTED = Claim(
    "max-feasible-subsystem-as-printed",
    r"ERM over halfspaces solves Max FS: an inequality $\langle a,x\rangle > b$ is a labelled point, a vector $x$ a "
    "halfspace, and $x$ satisfies the inequality if and only if the halfspace labels the point correctly; so the "
    "largest feasible subsystem has $m - E$ inequalities, with $E$ the least number of errors.",
    sources=(UML("Exercise 8.3.1, hint"),),
    cases=SYSTEMS,
    assuming=(PROPER,),
    measure=one_to_one,
    bound=Eq(S, m - E),
    flaw="ERM may return a halfspace that corresponds to no vector, and the hint's mapping does not prevent it.",
    worked=(
        "x > 1 and −x > 1: the points 1 and −1, both labelled +1.",
        "The halfspace w = 0, b = 1, the constant +1, makes E = {E} errors on them: m − E = {m} − {E}.",
        "No x is above 1 and below −1: the largest feasible subsystem has {S} inequality.",
    ),
)

Sample = tuple[list[Row], list[int]]


def printed_sample(rows: Sequence[Sequence[int]], right: Sequence[int]) -> Sample:
    """The sample of the hint: each inequality ⟨a,x⟩ > b becomes the point a/b with the label sign(b).

    A vector x becomes the halfspace sign(⟨x,·⟩ − 1).
    """
    points = [tuple(Fraction(v) / b for v in row) for row, b in zip(rows, right, strict=True)]
    return points, [1 if b > 0 else -1 for b in right]


class ErmHalfspace(NamedTuple):
    """A halfspace sign(⟨w,x⟩ + b) with the fewest errors on a sample, and with no tie on it."""

    errors: int
    w: Row
    b: Fraction


def erm_halfspace(points: Sequence[Vector], labels: Sequence[int]) -> ErmHalfspace:
    """ERM over halfspaces with a bias, by brute force over the labellings of the points, fewest errors first.

    Each labelling before the first that a halfspace gives is ruled out by a verified dependence.
    """
    balance: dict[tuple[int | Fraction, ...], int] = {}  # examples labelled +1 less those labelled -1, at each point
    for x, y in zip(points, labels, strict=True):
        balance[tuple(x)] = balance.get(tuple(x), 0) + y
    lifted = with_constant(list(balance))
    most = sum(map(abs, balance.values()))

    def errors(labelling: tuple[int, ...]) -> int:
        return most - sum(h * k for h, k in zip(labelling, balance.values(), strict=True))

    for labelling in sorted(product((1, -1), repeat=len(lifted)), key=errors):
        answer = separate(lifted, labelling)
        confirmed(answer.verify(lifted, labelling), f"whether a halfspace gives {list(balance)} the labels {labelling}")
        if isinstance(answer, Separator):
            *w, b = answer.w
            wrong = sum(inner((*x, 1), answer.w) * y <= 0 for x, y in zip(points, labels, strict=True))
            return ErmHalfspace(wrong, tuple(w), b)
    raise AssertionError("a constant labelling is given by a halfspace")


def max_feasible_subsystem(rows: Sequence[Vector], right: Vector) -> Feasible:
    """The indices of a largest feasible subsystem of Ax > b, and an x that satisfies it.

    Ax > b for some x if and only if Ax' − bs > 0 and s > 0 for some (x', s), with x = x'/s. Every subsystem with one
    more inequality is infeasible, by a verified dependence, and so are all larger ones.
    """
    n, m = len(rows[0]), len(rows)
    homogeneous = [(*row, -b) for row, b in zip(rows, right, strict=True)]
    for size in range(m, 0, -1):
        for chosen in combinations(range(m), size):
            system, signs = [*(homogeneous[i] for i in chosen), (0,) * n + (1,)], (1,) * (size + 1)
            answer = separate(system, signs)
            confirmed(answer.verify(system, signs), f"whether the inequalities {chosen} of {rows} x > {right} hold")
            if isinstance(answer, Separator):
                *x, s = answer.w
                return Feasible(chosen, tuple(v / s for v in x))
    return Feasible((), (Fraction(0),) * n)


def by_erm(trace: Trace[LinearSystem, Feasible], copies: int | None = None) -> Values:
    """Measure S, m, E and N, with `copies` copies of the origin (m by default)."""
    rows, right = trace.case.rows, trace.case.right
    best = erm_halfspace(*forcing_sample(rows, right, len(rows) if copies is None else copies))
    return {
        S: len(trace.facts.feasible),
        m: len(rows),
        E: best.errors,
        N: satisfied(rows, right, vector_of(best, rows, right)),
    }


MAX_FEASIBLE_SUBSYSTEM = Claim(
    "max-feasible-subsystem",
    "ERM over halfspaces solves Max FS: move the origin so that no $b_i$ is 0, take $a_i/b_i$ with the label "
    r"$\operatorname{sign}(b_i)$, and $m$ copies of the origin labelled $-1$. Then the largest feasible subsystem has "
    "$m - E$ inequalities, $E$ the least number of errors, and a halfspace that attains it gives the vector $w/(-b)$, "
    "which satisfies as many.",
    sources=(UML("Exercise 8.3.1"),),
    cases=SYSTEMS,
    measure=by_erm,
    bound=And(Eq(S, m - E), Eq(N, S)),
    attained_by=lambda: [
        LinearSystem(((1,), (-1,)), (1, 1)),  # x > 1 and −x > 1, which exclude each other
        LinearSystem(((1,), (-1,)) * 2, (1, 1) * 2),
        LinearSystem(((1, 0), (-1, 1), (-1, -1)), (0, 0, 0)),  # half-planes of which any two meet
        LinearSystem(((0,), (0,)), (0, -1)),
    ],
    repairs="max-feasible-subsystem-as-printed",
    remark="A halfspace that errs on the origin errs $m$ times. Some vector satisfies an inequality or none can "
    "be satisfied, so that no fewer errors are made without $b < 0$. The sample has $2m$ examples, which "
    "is what the exercise asks for, a constant times $n$ where $m$ is. Both sides are found by brute "
    "force, the largest subsystem with a contradiction for each larger one.",
)


def forcing_sample(rows: Sequence[Sequence[int]], right: Sequence[int], copies: int) -> Sample:
    """The points of the moved system, and `copies` copies of the origin labelled −1, which force b < 0."""
    _, shifted = moved(rows, right)
    points, labels = printed_sample(rows, shifted)
    origin = (Fraction(0),) * len(rows[0])
    return [*points, *[origin] * copies], [*labels, *[-1] * copies]


def vector_of(best: ErmHalfspace, rows: Sequence[Sequence[int]], right: Sequence[int]) -> Row:
    """The vector x = w/(−b) + t of a halfspace with b < 0; t if b is not negative."""
    t, _ = moved(rows, right)
    scale = -1 / best.b if best.b < 0 else Fraction(0)
    return tuple(scale * w + v for w, v in zip(best.w, t, strict=True))


def moved(rows: Sequence[Sequence[int]], right: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """A vector t with ⟨a_i,t⟩ ≠ b_i for all a_i ≠ 0, and b − At.

    In b − At an entry 0 is replaced by 1: as a_i is then 0, neither 0 > 0 nor 0 > 1 can be satisfied.
    """
    n = len(rows[0])
    for s in range(len(rows) * n + 1):  # ⟨a,t⟩ − b is a polynomial in s of degree at most n, if a ≠ 0
        t = tuple(s**power for power in range(1, n + 1))
        if all(inner(row, t) != b or not any(row) for row, b in zip(rows, right, strict=True)):
            break
    return t, [int(b - inner(row, t)) or 1 for row, b in zip(rows, right, strict=True)]


def satisfied(rows: Sequence[Vector], right: Vector, x: Vector) -> int:
    """The number of inequalities of Ax > b that hold at x."""
    return sum(inner(row, x) > b for row, b in zip(rows, right, strict=True))


# ---- the other way round ----


class LabelledPoints(Case, frozen=True, tag="labelled-points"):
    """A sample, for halfspaces with a bias: points of shape (m, d) and labels ±1. There is nothing to play."""

    points: tuple[Point, ...]
    labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        require_values(self.points, self.labels)
        require_points(self.points)


def labelled_points(choices: Choices, *, examples: int, dimension: int, largest: int) -> LabelledPoints:
    """Samples with coordinates of absolute value at most `largest`. Shrinks to few points near 0, all +1."""
    d = choices.integer(1, dimension)
    points = choices.many(lambda: any_vector(choices, d, largest), least=1, most=examples)
    return LabelledPoints(points, choices.labels(len(points)))


def small_labelled_points(choices: Choices, *, examples: int, largest: int) -> LabelledPoints:
    """All samples of at most `examples` examples on the line, at 0, ..., largest, as multisets."""
    signed = [((v,), y) for v in range(largest + 1) for y in (1, -1)]
    points, labels = zip(*choices.sequence(signed, most=examples, ascending=True), strict=True)
    return LabelledPoints(points, labels)


def by_max_feasible_subsystem(trace: Trace[LabelledPoints, None]) -> Values:
    """Measure E, m, S and N, the number of examples that the vector of the largest subsystem labels correctly."""
    points, labels = trace.case.points, trace.case.labels
    rows = [tuple(y * v for v in (*x, 1)) for x, y in zip(points, labels, strict=True)]
    right = [0] * len(rows)  # y_i(⟨w,x_i⟩ + b) > 0, in the d + 1 variables (w, b)
    chosen, x = max_feasible_subsystem(rows, right)
    best = erm_halfspace(points, labels)
    return {E: best.errors, m: len(points), S: len(chosen), N: satisfied(rows, right, x)}


ERM_AS_MAX_FS = Claim(
    "erm-by-max-feasible-subsystem",
    r"Max FS solves ERM over halfspaces: a largest feasible subsystem of $y_i(\langle w,x_i\rangle + b) > 0$ has $m - "
    "E$ inequalities, $E$ the least number of errors, and its $(w, b)$ is a halfspace that attains it.",
    sources=(UML("Exercise 8.3.1"),),
    cases=Family(
        labelled_points,
        exhaust=small_labelled_points,
        extent="all samples of up to {examples:≤ _ examples} examples at 0, …, {largest}, in one order each",
        search=dict(examples=4, dimension=2, largest=2),
        scout=dict(examples=5, dimension=2, largest=3),
        quick=dict(examples=4, largest=2),
        full=dict(examples=5, largest=3),
    ),
    measure=by_max_feasible_subsystem,
    bound=And(Eq(S, m - E), Eq(N, S)),
    # the corners of a square, opposite ones with equal labels: the smallest plane sample that costs an error
    attained_by=lambda: [LabelledPoints(((0, 0), (1, 1), (1, 0), (0, 1)), (1, 1, -1, -1))],
    reading="ours",
)
