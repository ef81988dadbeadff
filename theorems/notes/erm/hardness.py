"""Why ERM is hard: formulas turned into graphs, and graphs into samples.

As in `colorings`, each reduction is carried out in both directions on all small problems: a solution of one side is
translated and checked on the other. The reductions compose: a formula becomes a graph that is k-colorable if and only
if the formula is satisfiable, and the graph becomes halfspaces (coloring-reduction) or terms. So the problems that the
notes call NP-hard are NP-hard, given that satisfiability is.
"""

from functools import partial

from sympy import And, Eq

from learncheck.strategies.boolean import hardness
from learncheck.strategies.boolean.graphs import clashes, complete, cycle, on_graphs, wheel
from learncheck.strategies.boolean.hardness import Reductions, Satisfiability, TermCover, TermsAndColors, VertexCover
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity, sized

# ---- satisfiability ----

F = quantity("F", "1 where the formula is satisfiable, otherwise 0")
C = quantity("C", "1 where the graph is $k$-colorable, otherwise 0")
W = quantity("W", "1 where what is read off does not satisfy the formula, otherwise 0")
V = quantity("V", "the size of a smallest vertex cover")
n = quantity("n", "the variables of the formula, or the vertices of the graph")
m = quantity("m", "the clauses of the formula, or the edges of the graph")

FORMULAS = Family(
    hardness.formulas,
    search=dict(variables=3, clauses=3),
    scout=dict(variables=3, clauses=4, colors=4),
    exhaust=hardness.small_formulas,
    quick=dict(variables=2, clauses=2, colors=3),
    full=dict(variables=2, clauses=3, colors=4),
    extent="all formulas of up to {clauses} clauses over up to {variables:n ≤ _} variables, as multisets of "
    "multisets, with up to {colors} colours",
)


def known_formulas() -> list[Satisfiability]:
    """Return x ∧ ¬x, the formula with all four clauses of two variables, and the same without one of them."""
    four = tuple((a, 2 * b, 2 * b) for a in (1, -1) for b in (1, -1))
    return [
        Satisfiability(1, ((1, 1, 1), (-1, -1, -1))),
        Satisfiability(1, ((1, 1, 1), (-1, -1, -1)), 4),
        Satisfiability(2, four),
        Satisfiability(2, four[1:]),
    ]


def colored(trace: Trace[Satisfiability, Reductions]) -> Values:
    """Measure F, C and W. A variable is true if the coloring gives it the colour of the vertex `true`."""
    case = trace.case
    colors = trace.facts.coloring
    values = [] if colors is None else [colors[case.k + 2 * v] == colors[case.k - 3] for v in range(case.n)]
    return {
        F: int(trace.facts.satisfying is not None),
        C: int(colors is not None),
        W: 0 if colors is None else int(not hardness.satisfies(case.clauses, values)),
    }


reduction = partial(Claim, label="exact", reading="ours")
"""A claim that one problem is carried over to another."""

SAT_TO_COLORING = reduction(
    "sat-to-coloring",
    r"For $k \ge 3$ a formula of clauses of three literals is satisfiable if and only if a graph of $2n + 5m + k$ "
    "vertices is $k$-colorable, and a coloring gives values that satisfy it.",
    sources=(UML("Exercise 8.3.2, that coloring is hard"),),
    cases=FORMULAS,
    measure=colored,
    bound=And(Eq(C, F), Eq(W, 0)),
    attained_by=known_formulas,
    remark="A triangle of true, false and neither; the two literals of a variable joined to neither and to each "
    "other; of each clause $a \\lor b \\lor c$ a triangle $p, q, r$ and a pair $u, v$ with $p$ joined to $a$, $q$ to "
    "$b$, $u$ to $r$, $v$ to $c$, and both $u$ and $v$ to true. If $a$ and $b$ are false, $p$ and $q$ are true and "
    "neither, so that $r$ is false and $u$ is neither; then $v$ is false, and $c$ is not. Otherwise there are "
    "colours. A vertex joined to all others needs a colour of its own, which makes $k + 1$ of $k$. So $k$-coloring is "
    "NP-hard for every $k \\ge 3$ because 3-satisfiability is, by the theorem of Cook and Levin, which is cited.",
)


def covered(trace: Trace[Satisfiability, Reductions]) -> Values:
    """Measure F, V, n, m and W. A variable is true if its vertex is in the cover, which must have n + 2m vertices."""
    case = trace.case
    cover = trace.facts.cover
    values = [2 * v in cover for v in range(case.n)]
    tight = len(cover) == case.n + 2 * len(case.clauses)
    return {
        F: int(trace.facts.satisfying is not None),
        V: len(cover),
        n: case.n,
        m: len(case.clauses),
        W: int(tight and not hardness.satisfies(case.clauses, values)),
    }


SAT_TO_VERTEX_COVER = reduction(
    "sat-to-vertex-cover",
    "A formula of $m$ clauses of three literals over $n$ variables is satisfiable if and only if a graph of "
    "$2n + 3m$ vertices has a vertex cover of $n + 2m$; it has no smaller one, and one of that size gives values that "
    "satisfy the formula.",
    sources=(UML("8.2.3, that agnostic ERM is hard"),),
    cases=FORMULAS,
    measure=covered,
    bound=And(V >= n + 2 * m + 1 - F, Eq(F * (V - n - 2 * m), 0), Eq(W, 0)),
    attained_by=known_formulas,
    remark="An edge between the two literals of a variable, of which a cover has one end; a triangle a clause, of "
    "which it has two corners; each corner is joined to its literal. With $n + 2m$ vertices the corner that is left "
    "out has its literal in the cover. The reduction is Garey and Johnson's.",
)

# ---- vertex covers ----

E = quantity("E", "the least number of errors of a conjunction")
B = quantity("B", "the least number of errors of a box, the empty one among them")
S = quantity("S", "the size of a largest feasible subsystem")

GRAPHS = sized(
    partial(on_graphs, kind=VertexCover),
    "all graphs on up to {vertices:≤ _ vertices} vertices, up to isomorphism",
    exhaust=partial(on_graphs, kind=VertexCover, all_kinds=True),
    vertices=(4, 5, 4, 6),
)

VERTEX_COVER_TO_CONJUNCTIONS = reduction(
    "vertex-cover-to-conjunctions",
    "On the sample of a graph that has all ones but at $v$ as a positive example for each vertex and all ones but at "
    "$i$ and $j$ as a negative one for each edge, the least number of errors of a conjunction, and of a box, is the "
    "size of a smallest vertex cover.",
    sources=(UML("8.2.2 and 8.2.3, Not Efficiently Learnable in the Agnostic Case"),),
    cases=GRAPHS,
    measure=lambda trace: {
        V: len(trace.facts.cover),
        E: trace.facts.conjunction_errors,
        B: trace.facts.box_errors,
    },
    bound=And(Eq(E, V), Eq(B, V)),
    attained_by=lambda: [VertexCover(1, ()), *(VertexCover(5, edges) for edges in (complete(5), cycle(5), wheel(5)))],
    remark="The conjunction of a cover's variables errs on its vertices alone. One without negations errs on its "
    "vertices and on the edges that it does not meet, and one end of each of these makes a cover of it; one with a "
    r"negation errs on all vertices but one, and $n - 1$ vertices are a cover. On points of $\{0,1\}^n$ a box that is "
    "not empty is a conjunction. So both problems are NP-hard where $n$ grows, by sat-to-vertex-cover, and an "
    "approximation of one is as good for the other.",
)

VERTEX_COVER_TO_MAX_FS = reduction(
    "vertex-cover-to-max-fs",
    "Of the inequalities $-2x_v > -1$ for each vertex of a graph and $x_i + x_j > 1$ for each edge, the largest "
    "feasible subsystem leaves out as many as a smallest vertex cover has vertices.",
    sources=(UML("Exercise 8.3.1, that Max FS is hard"),),
    cases=sized(
        partial(on_graphs, kind=VertexCover),
        "all graphs on up to {vertices:≤ _ vertices} vertices, up to isomorphism",
        exhaust=partial(on_graphs, kind=VertexCover, all_kinds=True),
        vertices=(4, 4, 4, 5),
    ),
    measure=lambda trace: {
        V: len(trace.facts.cover),
        S: hardness.largest_feasible(trace.case.n, trace.case.edges),
        n: trace.case.n,
        m: len(trace.case.edges),
    },
    bound=Eq(S, n + m - V),
    attained_by=lambda: [VertexCover(4, complete(4)), VertexCover(4, cycle(4)), VertexCover(2, ())],
    remark="With $x = 2$ on a cover and 0 elsewhere only the cover's own inequalities fail. Of any $x$ the vertices "
    "with $x_v \\ge 1/2$, and an end of each edge whose inequality fails, are a cover, and no more than the "
    "inequalities that fail. Coordinates that are 0 everywhere change nothing, so that $n$ may be as large as the "
    "number of inequalities. So Max FS is NP-hard by sat-to-vertex-cover.",
)

# ---- disjunctions of few terms ----

R = quantity("R", "1 where a disjunction of $k$ terms labels the sample, otherwise 0")
X = quantity("X", "the errors of the disjunction that is made of a coloring")
Y = quantity("Y", "the edges of one colour, and the vertices of none, in the coloring that is read off the terms")


def termed(trace: Trace[TermCover, TermsAndColors]) -> Values:
    case = trace.case
    colors, terms = trace.facts.coloring, trace.facts.terms
    sample = hardness.ones_but(case.n, case.edges)
    read = None if terms is None else hardness.colors_of(case.n, terms)
    return {
        C: int(colors is not None),
        R: int(terms is not None),
        X: 0 if colors is None else sum(hardness.formula(hardness.terms_of(colors, case.k), x) != y for x, y in sample),
        Y: 0 if read is None else clashes(case.edges, read) + read.count(case.k),
    }


COLORING_TO_TERMS = Claim(
    "coloring-to-three-term-dnf",
    "A graph is 3-colorable if and only if a 3-term DNF labels the sample that has all ones but at $v$ as a positive "
    "example for each vertex and all ones but at $i$ and $j$ as a negative one for each edge; likewise for $k$ "
    "colours and $k$ terms. The conjunctions of the vertices that do not have a colour do it, and the first term that "
    "accepts the example of a vertex is its colour.",
    sources=(UML("8.2.4, the reduction of 3-coloring"),),
    cases=sized(
        partial(on_graphs, kind=TermCover),
        "all graphs on up to {vertices:≤ _ vertices} vertices, up to isomorphism, with every number of terms up to "
        "that",
        exhaust=partial(on_graphs, kind=TermCover, all_kinds=True),
        vertices=(4, 5, 4, 5),
    ),
    measure=termed,
    bound=And(Eq(R, C), Eq(X, 0), Eq(Y, 0)),
    attained_by=lambda: [
        TermCover(size, edges, k)
        for size, edges, most in ((4, complete(4), 4), (5, cycle(5), 3), (6, wheel(6), 4))
        for k in (most - 1, most)
    ],
    remark="The reduction is Pitt and Valiant's (1988), whom the notes cite; they refer to Exercise 8.3 for the "
    "technique. A term that accepts the examples of $i$ and of $j$ has no negation and neither of these variables, so "
    "that it accepts the edge.",
)
