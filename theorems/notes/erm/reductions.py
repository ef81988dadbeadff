"""Hard problems reduced to ERM (colorings to intersections of halfspaces, Max FS to halfspaces), and ERM reduced to
proper learning.

Each reduction is carried out in both directions on all small problems: a solution of one side is translated and
checked on the other. These claims do not say that the problems are hard to solve for large n.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import sympy
from sympy import And, Eq, Rational, log

from learncheck.exact.decide import decide
from learncheck.exact.separation import inner
from learncheck.strategies.boolean import graphs
from learncheck.strategies.boolean.graphs import Colored, Coloring, Colors, DrawnHalfspaces, ReadOff
from learncheck.strategies.halfspaces import linear_systems as systems
from learncheck.strategies.halfspaces.linear_systems import ErmHalfspace, Feasible, LabelledPoints, LinearSystem
from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables.proper_learning import (
    ProperLearning,
    one_error_each,
    proper_learning,
)
from learncheck.theorems.language.claim import UML, Claim, Values, quantity, sized
from learncheck.theorems.language.premise import Premise, premise

# ---- graph coloring ----

C = quantity("C", "1 where $G$ is $k$-colorable, otherwise 0")
R = quantity("R", "1 where an intersection of $k$ halfspaces has zero error on $S(G)$, otherwise 0")
X = quantity("X", "the errors on $S(G)$ of the halfspaces that the hint makes of a coloring")
Y = quantity("Y", "the edges of one colour in the coloring that is read off halfspaces")

Halfspace = tuple[Fraction, ...]


def hinted(colors: Colors, k: int, b: Fraction = Fraction(6, 10)) -> list[Halfspace]:
    """Return the halfspaces of the hint: b = 0.6, and w_{t,i} is −1 if f(v_i) = t and 0 otherwise."""
    return [(*(Fraction(-1 if color == t else 0) for color in colors), b) for t in range(k)]


def reduced(trace: Trace[Coloring, Colored], b: Fraction = Fraction(6, 10)) -> Values:
    case = trace.case
    colors, read_off = trace.facts.coloring, trace.facts.read_off
    errors = 0
    if colors is not None:
        halfspaces = hinted(colors, case.k, b)
        errors = sum(graphs.intersection(halfspaces, x) != y for x, y in graphs.sample_of(case.n, case.edges))
    return {
        C: int(colors is not None),
        R: int(read_off is not None),
        X: errors,
        Y: 0 if read_off is None else same_colored(trace),
    }


def same_colored(trace: Trace[Coloring | DrawnHalfspaces, Colored | ReadOff]) -> int:
    """Count the faults of the coloring read off: edges with one colour, and vertices with none of the k colours."""
    case = trace.case
    colors = trace.facts.read_off
    assert colors is not None
    k = case.k if isinstance(case, Coloring) else len(case.halfspaces)
    return graphs.clashes(case.edges, colors) + sum(not 0 <= color < k for color in colors)


def known_graphs() -> list[Coloring]:
    """Return graphs with known chromatic numbers, each with that many colours and with one less."""
    chromatic = [
        (1, (), 1),
        (4, graphs.complete(4), 4),
        (5, graphs.cycle(5), 3),
        (6, graphs.cycle(6), 2),
        (6, graphs.wheel(6), 4),
        (7, graphs.cycle(7), 3),
    ]
    return [Coloring(n, edges, k) for n, edges, most in chromatic for k in (most - 1, most) if k]


reduction = partial(Claim, label="exact")
"""A claim about what a reduction gives."""

COLORING_REDUCTION = reduction(
    "coloring-reduction",
    "A graph $G$ is $k$-colorable if and only if an intersection of $k$ halfspaces has zero error on $S(G)$, the "
    "sample with $e_i$ negative for each vertex and $(e_i + e_j)/2$ positive for each edge. The halfspaces with "
    r"$b = 0.6$ and weights $-1$ on the vertices of a colour do it, and $f(v_i) = \min\{t : h_t(e_i) = -1\}$ is a "
    "coloring.",
    sources=(UML("Exercise 8.3.2"),),
    cases=sized(
        partial(graphs.on_graphs, kind=Coloring),
        "all graphs on up to {vertices} vertices, up to isomorphism, with every number of colours",
        exhaust=partial(graphs.on_graphs, kind=Coloring, all_kinds=True),
        vertices=(4, 4, 5, 6),
    ),
    measure=reduced,
    bound=And(Eq(R, C), Eq(X, 0), Eq(Y, 0)),
    attained_by=known_graphs,
    remark="Colorings and halfspaces are found apart from each other. Each set of vertices comes with a "
    "halfspace that rejects it and accepts all edges, or with a dependence that rules one out: so where "
    "$G$ is not $k$-colorable no assignment of the vertices to $k$ halfspaces is left. Any $b$ with "
    r"$\tfrac{1}{2} < b < 1$ does as well as 0.6.",
)

ZERO_ERROR = Premise("zero error", lambda trace: trace.facts.errors == 0, option="zero_error")

COLORING_READ_OFF = reduction(
    "coloring-read-off",
    r"If any intersection of $k$ halfspaces has zero error on $S(G)$, then $f(v_i) = \min\{t : h_t(e_i) = -1\}$ gives "
    "the ends of every edge different colours.",
    sources=(UML("Exercise 8.3.2, part 1"),),
    cases=sized(
        graphs.drawn_halfspaces,
        "all pairs of halfspaces with weights from −{largest} to {largest} and biases 0 and 1 on the sample of an edge",
        exhaust=graphs.small_halfspaces,
        drawn=dict(vertices=(4, 6), largest=(2, 4)),
        every=dict(largest=(2, 3)),
    ),
    given=(ZERO_ERROR,),
    measure=lambda trace: {Y: same_colored(trace)},
    bound=Eq(Y, 0),
    attained_by=lambda: [DrawnHalfspaces(2, ((0, 1),), ((-5, 3, 2), (3, -5, 2)))],
    remark="A halfspace is convex: one that rejects both ends of an edge rejects its middle.",
)

# ---- the largest feasible subsystem ----

S = quantity("S", "the size of a largest feasible subsystem of $Ax > b$")
m = quantity("m", "the inequalities, or the examples")
E = quantity("E", "the least number of errors of a halfspace")
N = quantity("N", "the inequalities that the vector made of such a halfspace satisfies")

Sample = tuple[list[Halfspace], list[int]]


def printed_sample(rows: Sequence[Sequence[int]], right: Sequence[int]) -> Sample:
    """Map each inequality ⟨a,x⟩ > b to the point a/b with the label sign(b).

    A vector x becomes the halfspace sign(⟨x,·⟩ − 1).
    """
    points = [tuple(Fraction(v) / b for v in row) for row, b in zip(rows, right, strict=True)]
    return points, [1 if b > 0 else -1 for b in right]


@premise("proper inequalities", option="proper")
def PROPER(trace: Trace) -> bool:
    """Whether no b_i is 0, so that a_i/b_i is defined, and no a_i is 0, so that the inequality depends on x."""
    return all(trace.case.right) and all(map(any, trace.case.rows))


def one_to_one(trace: Trace[LinearSystem, Feasible]) -> Values:
    """Measure S, m and E, where E is on the sample with one example per inequality."""
    case = trace.case
    best = systems.erm_halfspace(*printed_sample(case.rows, case.right))
    return {S: len(trace.facts.feasible), m: len(trace.case.rows), E: best.errors}


SYSTEMS = sized(
    systems.linear_systems,
    "all systems of up to {inequalities} inequalities in one variable, as multisets, coefficients −1, 0 and 1",
    exhaust=systems.small_linear_systems,
    drawn=dict(inequalities=(3, 4), variables=(2, 2), largest=(2, 5)),
    every=dict(inequalities=(3, 4)),
)

AS_PRINTED = reduction(
    "max-feasible-subsystem-as-printed",
    r"ERM over halfspaces solves Max FS: an inequality $\langle a,x\rangle > b$ is a labelled point, a vector $x$ a "
    "halfspace, and $x$ satisfies the inequality if and only if the halfspace labels the point correctly; so the "
    "largest feasible subsystem has $m - E$ inequalities, with $E$ the least number of errors.",
    sources=(UML("Exercise 8.3.1, hint"),),
    cases=SYSTEMS,
    given=(PROPER,),
    measure=one_to_one,
    bound=Eq(S, m - E),
    flaw="ERM may return a halfspace that is made of no vector, and the hint's mapping does not keep it from doing so.",
    worked=(
        "x > 1 and −x > 1: the points 1 and −1, both labelled +1.",
        "The halfspace w = 0, b = 1, the constant +1, makes E = {E} errors on them: m − E = {m} − {E}.",
        "No x is above 1 and below −1: the largest feasible subsystem has {S} inequality.",
    ),
)


def moved(rows: Sequence[Sequence[int]], right: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """Return a vector t with ⟨a_i,t⟩ ≠ b_i for all a_i ≠ 0, and b − At.

    In b − At an entry 0 is replaced by 1: as a_i is then 0, neither 0 > 0 nor 0 > 1 can be satisfied.
    """
    n = len(rows[0])
    for s in range(len(rows) * n + 1):  # ⟨a,t⟩ − b is a polynomial in s of degree at most n, if a ≠ 0
        t = tuple(s**power for power in range(1, n + 1))
        if all(inner(row, t) != b or not any(row) for row, b in zip(rows, right, strict=True)):
            break
    return t, [int(b - inner(row, t)) or 1 for row, b in zip(rows, right, strict=True)]


def forcing_sample(rows: Sequence[Sequence[int]], right: Sequence[int], copies: int) -> Sample:
    """Return the points of the moved system, and `copies` copies of the origin labelled −1, which force b < 0."""
    _, shifted = moved(rows, right)
    points, labels = printed_sample(rows, shifted)
    origin = (Fraction(0),) * len(rows[0])
    return [*points, *[origin] * copies], [*labels, *[-1] * copies]


def vector_of(best: ErmHalfspace, rows: Sequence[Sequence[int]], right: Sequence[int]) -> Halfspace:
    """Return the vector x = w/(−b) + t of a halfspace with b < 0; t if b is not negative."""
    t, _ = moved(rows, right)
    scale = -1 / best.b if best.b < 0 else Fraction(0)
    return tuple(scale * w + v for w, v in zip(best.w, t, strict=True))


def by_erm(trace: Trace[LinearSystem, Feasible], copies: int | None = None) -> Values:
    """Measure S, m, E and N, with `copies` copies of the origin (m by default)."""
    case = trace.case
    size = len(trace.case.rows)
    best = systems.erm_halfspace(*forcing_sample(case.rows, case.right, size if copies is None else copies))
    return {
        S: len(trace.facts.feasible),
        m: size,
        E: best.errors,
        N: systems.satisfied(case.rows, case.right, vector_of(best, case.rows, case.right)),
    }


MAX_FEASIBLE_SUBSYSTEM = reduction(
    "max-feasible-subsystem",
    "ERM over halfspaces solves Max FS: move the origin so that no $b_i$ is 0, take $a_i/b_i$ with the label "
    r"$\operatorname{sign}(b_i)$, and $m$ copies of the origin labelled $-1$. Then the largest feasible subsystem has "
    "$m - E$ inequalities, $E$ the least number of errors, and a halfspace with that few errors is the vector "
    "$w/(-b)$, which satisfies as many.",
    sources=(UML("Exercise 8.3.1"),),
    cases=SYSTEMS,
    measure=by_erm,
    bound=And(Eq(S, m - E), Eq(N, S)),
    attained_by=lambda: [
        systems.two_rays(),
        systems.two_rays(2),
        systems.around_a_point(),
        LinearSystem(((0,), (0,)), (0, -1)),
    ],
    repairs="max-feasible-subsystem-as-printed",
    remark="A halfspace that errs on the origin errs $m$ times. Some vector satisfies an inequality or none can "
    "be satisfied, so that no fewer errors are made without $b < 0$. The sample has $2m$ examples, which "
    "is what the exercise asks for, a constant times $n$ where $m$ is. Both sides are found by brute "
    "force, the largest subsystem with a contradiction for each larger one.",
)


def sides(trace: Trace[LabelledPoints, ErmHalfspace]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the inequalities y_i(⟨w,x_i⟩ + b) > 0 in the d + 1 variables (w, b)."""
    rows = [tuple(y * v for v in (*x, 1)) for x, y in zip(trace.case.points, trace.case.labels, strict=True)]
    return rows, [0] * len(rows)


def by_max_feasible_subsystem(trace: Trace[LabelledPoints, ErmHalfspace]) -> Values:
    """Measure E, m, S and N, the number of examples that the vector of the largest subsystem labels correctly."""
    rows, right = sides(trace)
    chosen, x = systems.max_feasible_subsystem(rows, right)
    return {E: trace.facts.errors, m: len(trace.case.points), S: len(chosen), N: systems.satisfied(rows, right, x)}


ERM_AS_MAX_FS = reduction(
    "erm-by-max-feasible-subsystem",
    r"Max FS solves ERM over halfspaces: a largest feasible subsystem of $y_i(\langle w,x_i\rangle + b) > 0$ has "
    "$m - E$ inequalities, $E$ the least number of errors, and its $(w, b)$ is a halfspace with that few errors.",
    sources=(UML("Exercise 8.3.1"),),
    cases=sized(
        systems.labelled_points,
        "all samples of up to {examples} examples at 0, …, {largest}, as multisets",
        exhaust=systems.small_labelled_points,
        drawn=dict(examples=(4, 5), dimension=(2, 2), largest=(2, 3)),
        every=dict(examples=(4, 5), largest=(2, 3)),
    ),
    measure=by_max_feasible_subsystem,
    bound=And(Eq(S, m - E), Eq(N, S)),
    attained_by=lambda: [systems.square()],
    reading="ours",
)

# ---- proper learning ----

Q = quantity("Q", "the probability that the solver answers YES")
Z = quantity("Z", "1 where some hypothesis has no error on $S$, otherwise 0")
s, H, n = sympy.symbols("s H n", positive=True)
"""The examples of S; the size of the class; the number of draws."""


@premise("enough draws", option="enough_draws")
def ENOUGH(trace: Trace[ProperLearning, None]) -> bool:
    """Whether n ≥ s·log(|H|/0.7)."""
    case = trace.case
    return decide(n >= s * log(H / Rational(7, 10)), {n: case.draws, s: case.s, H: len(case.errors)}).holds


PROPER_LEARNING = Claim(
    "proper-learning-solves-erm",
    r"A proper PAC learner decides the ERM problem in the manner of RP: run on $n \ge |S|\cdot \log(|H|/0.7)$ "
    "examples drawn uniformly from $S$, ERM returns with probability at least 0.3 a "
    "hypothesis of error less than $1/|S|$, and so without an error on $S$, if there is one; otherwise the answer is "
    "always NO.",
    sources=(UML("Exercise 8.4"),),
    kind="probability",
    label="lower",
    cases=sized(
        proper_learning,
        "all classes on up to {examples} examples",
        drawn=dict(examples=(3, 6), hypotheses=(5, 30)),
        every=dict(examples=(3, 3)),
    ),
    given=(ENOUGH,),
    measure=lambda trace: {Q: trace.case.probability_of_yes(), Z: int(trace.case.solvable())},
    bound=And(Q >= Rational(3, 10) * Z, Eq((1 - Z) * Q, 0)),
    attained_by=lambda: map(one_error_each, (2, 4, 8, 12)),
    remark="The learner is the worst that ERM allows, and the draws are enumerated by the set that they show. A "
    "union bound over $|H|$ hypotheses that err with probability at least $1/|S|$ each gives the number "
    "of draws. RP asks for ½ in place of 0.3; its definition allows any constant. The least found is "
    r"0.56, and $e^{-0.7} \approx 0.497$ is its limit for hypotheses that err on one example each.",
)
