"""Why ERM is hard: formulas turned into graphs, and graphs into samples.

As in `colorings`, each reduction is carried out in both directions on all small problems: a solution of one side is
translated and checked on the other. The reductions compose: a formula becomes a graph that is k-colorable if and only
if the formula is satisfiable, and the graph becomes halfspaces (coloring-reduction) or terms. So the problems that the
notes call NP-hard are NP-hard, given that satisfiability is.

- `Satisfiability`: a formula of clauses of three literals, with the graphs that it becomes
- `VertexCover`: a graph, with the least number of errors of a conjunction and of a box, and the inequalities it becomes
- `TermCover`: a graph, and a number of terms that are to label the sample `ones_but`(G)

The problems on both sides are solved by brute force, independently of each other.
Sources: UML 8.2.2 to 8.2.4 and Exercise 8.3; the reductions are Karp's, Garey and Johnson's, Pitt and Valiant's.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, product
from typing import Annotated, NamedTuple

import msgspec
from sympy import And, Eq

from learncheck.exact.certificates import confirmed
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.notes.erm import graphs
from learncheck.theorems.notes.erm.max_feasible_subsystem import max_feasible_subsystem
from learncheck.theorems.notes.pac.subset_search import least_box_errors, least_conjunction_errors

Clause = tuple[int, int, int]
"""Three literals: v is x_v and −v is ¬x_v, with v from 1 on. A literal may occur twice."""
Bits = tuple[int, ...]
Term = tuple[int | None, ...]
"""The value of each variable, or None if it may have any."""

# ---- formulas ----


class Reductions(NamedTuple):
    """A satisfying assignment, a smallest vertex cover, and a colouring of the other graph; None if there is none."""

    satisfying: tuple[bool, ...] | None
    cover: frozenset[int]
    coloring: graphs.Colors | None


class Satisfiability(Case, frozen=True, tag="satisfiability"):
    """Clauses of three literals over n variables, and a number of colours k ≥ 3."""

    n: Positive
    clauses: tuple[Clause, ...]
    k: Annotated[int, msgspec.Meta(ge=3)] = 3

    def __post_init__(self) -> None:
        require(
            all(1 <= abs(literal) <= self.n for clause in self.clauses for literal in clause),
            f"the clauses are {self.clauses}: name literals by 1, …, {self.n} and their negatives",
        )

    def play_alone(self) -> Reductions:
        vertices, edges = cover_graph(self.n, self.clauses)
        palette, joined = coloring_graph(self.n, self.clauses, self.k)
        return Reductions(
            satisfying=satisfying(self.n, self.clauses),
            cover=smallest_cover(vertices, edges),
            coloring=graphs.coloring(palette, joined, self.k),
        )


def formulas(choices: Choices, *, variables: int, clauses: int, colors: int = 3) -> Satisfiability:
    """All formulas, as multisets of clauses and these as multisets of literals. Shrinks to few, and to 3 colours."""
    n = choices.integer(1, variables)
    literals = [v for i in range(1, n + 1) for v in (i, -i)]
    multisets = list(combinations_with_replacement(literals, 3))
    chosen = choices.sequence(multisets, least=0, most=clauses, ascending=True)
    return Satisfiability(n, chosen, choices.integer(3, colors))


# ---- satisfiability ----

F = quantity("F", "1 where the formula is satisfiable, otherwise 0")
C = quantity("C", "1 where the graph is $k$-colorable, otherwise 0")
W = quantity("W", "1 where what is read off does not satisfy the formula, otherwise 0")
V = quantity("V", "the size of a smallest vertex cover")
n = quantity("n", "the variables of the formula, or the vertices of the graph")
m = quantity("m", "the clauses of the formula, or the edges of the graph")

FORMULAS = Family(
    formulas,
    search=dict(variables=3, clauses=3),
    scout=dict(variables=3, clauses=4, colors=4),
    quick=dict(variables=2, clauses=2, colors=3),
    full=dict(variables=2, clauses=3, colors=4),
    extent="all formulas of up to {clauses} clauses over up to {variables:n ≤ _} variables, the order of clauses and "
    "of literals aside, with up to {colors} colours",
)


def small_contradictions() -> list[Satisfiability]:
    """x ∧ ¬x, the formula with all four clauses of two variables, and the same without one of them."""
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
        W: 0 if colors is None else int(not satisfies(case.clauses, values)),
    }


reduction = partial(Claim, label="exact", reading="ours")
"""A claim that one problem is reduced to another."""

SAT_TO_COLORING = reduction(
    "sat-to-coloring",
    r"For $k \ge 3$ a formula of clauses of three literals is satisfiable if and only if a graph of $2n + 5m + k$ "
    "vertices is $k$-colorable, and a coloring gives values that satisfy it.",
    sources=(UML("Exercise 8.3.2, that coloring is hard"),),
    cases=FORMULAS,
    measure=colored,
    bound=And(Eq(C, F), Eq(W, 0)),
    attained_by=small_contradictions,
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
    tight = len(cover) == case.n + 2 * len(case.clauses)
    return {
        F: int(trace.facts.satisfying is not None),
        V: len(cover),
        n: case.n,
        m: len(case.clauses),
        W: int(tight and not satisfies(case.clauses, [2 * v in cover for v in range(case.n)])),
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
    attained_by=small_contradictions,
    remark="An edge between the two literals of a variable, of which a cover has one end; a triangle a clause, of "
    "which it has two corners; each corner is joined to its literal. With $n + 2m$ vertices the corner that is left "
    "out has its literal in the cover. The reduction is Garey and Johnson's.",
)

# ---- vertex covers ----

E = quantity("E", "the least number of errors of a conjunction")
B = quantity("B", "the least number of errors of a box, the empty one among them")
S = quantity("S", "the size of a largest feasible subsystem")


class LeastErrors(NamedTuple):
    """A smallest vertex cover, and the fewest errors of a conjunction and of a box."""

    cover: frozenset[int]
    conjunction_errors: int
    box_errors: int


class VertexCover(graphs.Graph, frozen=True, tag="vertex-cover"):
    """A graph on n vertices."""

    def play_alone(self) -> LeastErrors:
        points, labels = zip(*ones_but(self.n, self.edges), strict=True)
        return LeastErrors(
            cover=smallest_cover(self.n, self.edges),
            conjunction_errors=least_conjunction_errors(points, labels),
            box_errors=least_box_errors(points, labels),
        )


VERTEX_COVER_TO_CONJUNCTIONS = reduction(
    "vertex-cover-to-conjunctions",
    "On the sample of a graph that has all ones but at $v$ as a positive example for each vertex and all ones but at "
    "$i$ and $j$ as a negative one for each edge, the least number of errors of a conjunction, and of a box, is the "
    "size of a smallest vertex cover.",
    sources=(UML("8.2.2 and 8.2.3, Not Efficiently Learnable in the Agnostic Case"),),
    cases=graphs.all_graphs(VertexCover, search=4, scout=5, quick=4, full=6),
    measure=lambda trace: {
        V: len(trace.facts.cover),
        E: trace.facts.conjunction_errors,
        B: trace.facts.box_errors,
    },
    bound=And(Eq(E, V), Eq(B, V)),
    attained_by=lambda: [
        VertexCover(1, ()),
        *(VertexCover(5, edges) for edges in (graphs.complete(5), graphs.cycle(5), graphs.wheel(5))),
    ],
    remark="The conjunction of a cover's variables errs on its vertices alone. One without negations errs on its "
    "vertices and on the edges that it does not meet, and one end of each of these makes a cover of it; one with a "
    r"negation errs on all vertices but one, and $n - 1$ vertices are a cover. On points of $\{0,1\}^n$ a box that is "
    "not empty is a conjunction. So both problems are NP-hard where $n$ grows, by sat-to-vertex-cover, and an "
    "approximation of one is as good for the other.",
)


@cache
def largest_feasible(n: int, edges: graphs.Edges) -> int:
    """The size of a largest feasible subsystem of these."""
    return len(max_feasible_subsystem(*cover_inequalities(n, edges))[0])


VERTEX_COVER_TO_MAX_FS = reduction(
    "vertex-cover-to-max-fs",
    "Of the inequalities $-2x_v > -1$ for each vertex of a graph and $x_i + x_j > 1$ for each edge, the largest "
    "feasible subsystem leaves out as many as a smallest vertex cover has vertices.",
    sources=(UML("Exercise 8.3.1, that Max FS is hard"),),
    cases=graphs.all_graphs(VertexCover, search=4, scout=4, quick=4, full=5),
    measure=lambda trace: {
        V: len(trace.facts.cover),
        S: largest_feasible(trace.case.n, trace.case.edges),
        n: trace.case.n,
        m: len(trace.case.edges),
    },
    bound=Eq(S, n + m - V),
    attained_by=lambda: [VertexCover(4, graphs.complete(4)), VertexCover(4, graphs.cycle(4)), VertexCover(2, ())],
    remark="With $x = 2$ on a cover and 0 elsewhere only the cover's own inequalities fail. Of any $x$ the vertices "
    "with $x_v \\ge 1/2$, and an end of each edge whose inequality fails, are a cover, and no more than the "
    "inequalities that fail. Coordinates that are 0 everywhere change nothing, so that $n$ may be as large as the "
    "number of inequalities. So Max FS is NP-hard by sat-to-vertex-cover.",
)

# ---- disjunctions of few terms ----

R = quantity("R", "1 where a disjunction of $k$ terms labels the sample, otherwise 0")
X = quantity("X", "the errors of the disjunction that is made of a coloring")
Y = quantity("Y", "the edges of one colour, and the vertices of none, in the coloring that is read off the terms")


class TermsAndColors(NamedTuple):
    """A colouring, and terms that label the sample; None if there are none."""

    coloring: graphs.Colors | None
    terms: tuple[Term, ...] | None


class TermCover(graphs.Graph, frozen=True, tag="term-cover"):
    """A graph on n vertices, and the number k of terms and of colours."""

    k: Positive = 3

    def play_alone(self) -> TermsAndColors:
        return TermsAndColors(
            coloring=graphs.coloring(self.n, self.edges, self.k), terms=labelling_terms(self.n, self.edges, self.k)
        )


def termed(trace: Trace[TermCover, TermsAndColors]) -> Values:
    """Measure C, R, X and Y."""
    case = trace.case
    colors, chosen = trace.facts.coloring, trace.facts.terms
    sample = ones_but(case.n, case.edges)
    read = None if chosen is None else colors_of(case.n, chosen)
    return {
        C: int(colors is not None),
        R: int(chosen is not None),
        X: 0 if colors is None else sum(formula(terms_of(colors, case.k), x) != y for x, y in sample),
        Y: 0 if read is None else graphs.clashes(case.edges, read) + read.count(case.k),
    }


COLORING_TO_TERMS = Claim(
    "coloring-to-three-term-dnf",
    "A graph is 3-colorable if and only if a 3-term DNF labels the sample that has all ones but at $v$ as a positive "
    "example for each vertex and all ones but at $i$ and $j$ as a negative one for each edge; likewise for $k$ "
    "colours and $k$ terms. The conjunctions of the vertices that do not have a colour do it, and the first term that "
    "accepts the example of a vertex is its colour.",
    sources=(UML("8.2.4, the reduction of 3-coloring"),),
    cases=graphs.all_graphs(
        TermCover, search=4, scout=5, quick=4, full=5, more=", with every number of terms up to that"
    ),
    measure=termed,
    bound=And(Eq(R, C), Eq(X, 0), Eq(Y, 0)),
    attained_by=lambda: [
        TermCover(size, edges, k)
        for size, edges, most in ((4, graphs.complete(4), 4), (5, graphs.cycle(5), 3), (6, graphs.wheel(6), 4))
        for k in (most - 1, most)
    ],
    remark="The reduction is Pitt and Valiant's (1988), whom the notes cite; they refer to Exercise 8.3 for the "
    "technique. A term that accepts the examples of $i$ and of $j$ has no negation and neither of these variables, so "
    "that it accepts the edge.",
)

# ---- the reductions, and the problems solved by brute force ----


def satisfying(n: int, clauses: Sequence[Clause]) -> tuple[bool, ...] | None:
    """Values of the variables that satisfy every clause, by trying all; None if there are none."""
    return next((values for values in product((False, True), repeat=n) if satisfies(clauses, values)), None)


def satisfies(clauses: Sequence[Clause], values: Sequence[bool]) -> bool:
    """Whether every clause has a true literal."""
    return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


def cover_graph(n: int, clauses: Sequence[Clause]) -> tuple[int, graphs.Edges]:
    """An edge between the literals of each variable; a triangle for each clause; each corner joined to its literal."""
    edges = [(2 * v, 2 * v + 1) for v in range(n)]
    for number, clause in enumerate(clauses):
        corners = range(2 * n + 3 * number, 2 * n + 3 * number + 3)
        edges += combinations(corners, 2)
        edges += [(_place(literal), corner) for literal, corner in zip(clause, corners, strict=True)]
    return 2 * n + 3 * len(clauses), tuple(edges)


def coloring_graph(n: int, clauses: Sequence[Clause], k: int) -> tuple[int, graphs.Edges]:
    """A graph that is k-colorable if and only if the clauses are satisfiable.

    The first k vertices are joined to each other; the last three of them are true, false and neither. The literals are
    joined to all of these but true and false, and the two of a variable to each other. Five vertices for each clause
    can be colored unless all its literals are false. The first k − 3 vertices are joined to every other one.
    """
    true, neither = k - 3, k - 1
    edges = [*combinations(range(k), 2)]
    for v in range(n):
        x, negated = k + 2 * v, k + 2 * v + 1
        edges += [(neither, x), (neither, negated), (x, negated)]
    last = k + 2 * n
    for a, b, c in clauses:
        p, q, r, u, v = range(last, last + 5)
        edges += [(p, q), (p, r), (q, r), (r, u), (u, v), (true, u), (true, v)]
        edges += [(k + _place(a), p), (k + _place(b), q), (k + _place(c), v)]
        last += 5
    edges += [(low, high) for low in range(k - 3) for high in range(k, last)]
    return last, tuple(edges)


def _place(literal: int) -> int:
    return 2 * abs(literal) - 2 + int(literal < 0)


def smallest_cover(n: int, edges: graphs.Edges) -> frozenset[int]:
    """A smallest set of vertices that meets every edge; branches on the ends of the first edge that is not met."""
    best = frozenset(range(n))

    def extend(chosen: frozenset[int], left: graphs.Edges) -> None:
        nonlocal best
        if len(chosen) + _apart(left) >= len(best):
            return
        if not left:
            best = chosen
            return
        for vertex in left[0]:
            extend(chosen | {vertex}, tuple(edge for edge in left if vertex not in edge))

    extend(frozenset(), edges)
    confirmed(all(set(edge) & best for edge in edges), f"the cover of {edges}")
    return best


def _apart(edges: graphs.Edges) -> int:
    """The size of a greedy matching: a cover has at least as many vertices."""
    used: set[int] = set()
    for edge in edges:
        if used.isdisjoint(edge):
            used |= set(edge)
    return len(used) // 2


def ones_but(n: int, edges: graphs.Edges) -> list[tuple[Bits, int]]:
    """All ones but at v, labelled +1, for each vertex v; all ones but at i and j, labelled −1, for each edge."""
    return [(_ones(n, (v,)), 1) for v in range(n)] + [(_ones(n, edge), -1) for edge in edges]


def _ones(n: int, zeros: Sequence[int]) -> Bits:
    return tuple(int(i not in zeros) for i in range(n))


def cover_inequalities(n: int, edges: graphs.Edges) -> tuple[list[Bits], list[int]]:
    """−2x_v > −1 for each vertex, x_i + x_j > 1 for each edge."""
    rows = [tuple(-2 * int(i == v) for i in range(n)) for v in range(n)]
    rows += [tuple(int(i in edge) for i in range(n)) for edge in edges]
    return rows, [-1] * n + [1] * len(edges)


def accepts(term: Term, x: Bits) -> bool:
    """Whether the term is true of x."""
    return all(wanted in (None, bit) for wanted, bit in zip(term, x, strict=True))


def terms(n: int) -> Iterator[Term]:
    """The conjunctions over n variables that are true somewhere."""
    return product((None, 1, 0), repeat=n)


def labelling_terms(n: int, edges: graphs.Edges, k: int) -> tuple[Term, ...] | None:
    """k terms whose disjunction labels `ones_but`(G); None if there are none.

    All are tried, except those that accept only a part of the positive examples of another.
    """
    sample = ones_but(n, edges)
    reach: dict[frozenset[int], Term] = {}
    for term in terms(n):
        if not any(accepts(term, x) for x, y in sample if y < 0):
            reach.setdefault(frozenset(v for v in range(n) if accepts(term, sample[v][0])), term)
    largest = [vertices for vertices in reach if not any(vertices < other for other in reach)]
    for chosen in combinations(largest, min(k, len(largest))):
        if len(frozenset().union(*chosen)) == n:
            first, *others = (reach[vertices] for vertices in chosen)
            return (first, *others, *[first] * (k - len(chosen)))
    return None


def formula(disjuncts: Sequence[Term], x: Bits) -> int:
    """+1 if one of the terms is true of x, otherwise −1."""
    return 1 if any(accepts(term, x) for term in disjuncts) else -1


def terms_of(colors: graphs.Colors, k: int) -> list[Term]:
    """A term for each colour: the conjunction of the vertices that have another colour."""
    return [tuple(None if color == t else 1 for color in colors) for t in range(k)]


def colors_of(n: int, disjuncts: Sequence[Term]) -> graphs.Colors:
    """For each vertex, the first term that accepts its example; the number of terms if none does."""
    return tuple(
        next((t for t, term in enumerate(disjuncts) if accepts(term, _ones(n, (v,)))), len(disjuncts)) for v in range(n)
    )
