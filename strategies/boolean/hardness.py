"""Problems that are known to be hard, and the samples that they become.

- `Satisfiability`: a formula of clauses of three literals, with the graphs that it becomes
- `VertexCover`: a graph, with the least number of errors of a conjunction and of a box, and the inequalities it becomes
- `TermCover`: a graph and a number of terms; whether so many of them label `ones_but`(G), decided by trying all

Every problem is solved by brute force on both sides, neither with a look at the other.
Sources: UML 8.2.2 to 8.2.4 and Exercise 8.3; the reductions are Karp's, Garey and Johnson's, Pitt and Valiant's.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Annotated, NamedTuple

import msgspec

from learncheck.exact.certificates import confirmed
from learncheck.learners.arguments import require
from learncheck.strategies.boolean.graphs import Colors, Edges, Graph, coloring
from learncheck.strategies.halfspaces.linear_systems import max_feasible_subsystem
from learncheck.strategies.play.case import Case, Positive
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.boxes import least_box_errors, least_conjunction_errors

Clause = tuple[int, int, int]
"""Three literals: v stands for x_v and −v for ¬x_v, with v from 1 on. A literal may stand there twice."""
Bits = tuple[int, ...]
Term = tuple[int | None, ...]
"""What each variable has to be, None where it may be anything."""
Inequalities = tuple[list[Bits], list[int]]


# ---- formulas ----


class Reductions(NamedTuple):
    """A satisfying assignment, a smallest vertex cover, and a colouring of the other graph; None if there is none."""

    satisfying: tuple[bool, ...] | None
    cover: frozenset[int]
    coloring: Colors | None


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
            coloring=coloring(palette, joined, self.k),
        )


def satisfying(n: int, clauses: Sequence[Clause]) -> tuple[bool, ...] | None:
    """Values of the variables that satisfy every clause, by trying all; None if there are none."""
    return next((each for each in product((False, True), repeat=n) if satisfies(clauses, each)), None)


def satisfies(clauses: Sequence[Clause], values: Sequence[bool]) -> bool:
    """Every clause has a literal that is true."""
    return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


def cover_graph(n: int, clauses: Sequence[Clause]) -> tuple[int, Edges]:
    """An edge a variable, between its two literals; a triangle a clause; each corner joined to its literal."""
    edges = [(2 * v, 2 * v + 1) for v in range(n)]
    for number, clause in enumerate(clauses):
        corners = range(2 * n + 3 * number, 2 * n + 3 * number + 3)
        edges += combinations(corners, 2)
        edges += [(_place(literal), corner) for literal, corner in zip(clause, corners, strict=True)]
    return 2 * n + 3 * len(clauses), tuple(edges)


def coloring_graph(n: int, clauses: Sequence[Clause], k: int) -> tuple[int, Edges]:
    """First k vertices, each joined to all before it: the last three are true, false and neither. The literals, joined
    to all of these but true and false, and to each other where they are of one variable. Then five vertices a clause,
    for which there are colours unless all its literals are false. The first k − 3 are joined to every vertex.
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


# ---- vertex covers ----


class LeastErrors(NamedTuple):
    """A smallest vertex cover, and the least errors that a conjunction and that a box makes."""

    cover: frozenset[int]
    conjunction_errors: int
    box_errors: int


class VertexCover(Graph, frozen=True, tag="vertex-cover"):
    """A graph on n vertices."""

    def play_alone(self) -> LeastErrors:
        points, labels = zip(*ones_but(self.n, self.edges), strict=True)
        return LeastErrors(
            cover=smallest_cover(self.n, self.edges),
            conjunction_errors=least_conjunction_errors(points, labels),
            box_errors=least_box_errors(points, labels),
        )


def smallest_cover(n: int, edges: Edges) -> frozenset[int]:
    """The fewest vertices that meet every edge: one end of the first edge that is not met, or the other."""
    best = frozenset(range(n))

    def extend(chosen: frozenset[int], left: Edges) -> None:
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


def _apart(edges: Edges) -> int:
    """Of how many edges no two meet, taken as they come: so many vertices are needed at least."""
    used: set[int] = set()
    for edge in edges:
        if used.isdisjoint(edge):
            used |= set(edge)
    return len(used) // 2


def ones_but(n: int, edges: Edges) -> list[tuple[Bits, int]]:
    """All ones but at v, with the label +1, for each vertex v; all ones but at i and j, labelled −1, for each edge."""
    return [(_ones(n, (v,)), 1) for v in range(n)] + [(_ones(n, edge), -1) for edge in edges]


def _ones(n: int, zeros: Sequence[int]) -> Bits:
    return tuple(int(i not in zeros) for i in range(n))


def accepts(term: Term, x: Bits) -> bool:
    """The term is true at x."""
    return all(wanted in (None, bit) for wanted, bit in zip(term, x, strict=True))


def terms(n: int) -> Iterator[Term]:
    """The conjunctions over n variables that are true somewhere."""
    return product((None, 1, 0), repeat=n)


def cover_inequalities(n: int, edges: Edges) -> Inequalities:
    """−2x_v > −1 for each vertex, x_i + x_j > 1 for each edge."""
    rows = [tuple(-2 * int(i == v) for i in range(n)) for v in range(n)]
    rows += [tuple(int(i in edge) for i in range(n)) for edge in edges]
    return rows, [-1] * n + [1] * len(edges)


@cache
def largest_feasible(n: int, edges: Edges) -> int:
    """The size of a largest feasible subsystem of these."""
    return len(max_feasible_subsystem(*cover_inequalities(n, edges))[0])


# ---- disjunctions of few terms ----


class TermsAndColors(NamedTuple):
    """A colouring, and terms that label the sample; None where there are none."""

    coloring: Colors | None
    terms: tuple[Term, ...] | None


class TermCover(Graph, frozen=True, tag="term-cover"):
    """A graph on n vertices, and the number k of terms and of colours."""

    k: Positive = 3

    def play_alone(self) -> TermsAndColors:
        return TermsAndColors(
            coloring=coloring(self.n, self.edges, self.k), terms=labelling_terms(self.n, self.edges, self.k)
        )


def labelling_terms(n: int, edges: Edges, k: int) -> tuple[Term, ...] | None:
    """k terms the disjunction of which labels `ones_but`(G); None if there are none. All are tried but those that
    accept no more positive examples than another.
    """
    sample = ones_but(n, edges)
    reach: dict[frozenset[int], Term] = {}
    for term in terms(n):
        if not any(accepts(term, x) for x, y in sample if y < 0):
            reach.setdefault(frozenset(v for v in range(n) if accepts(term, sample[v][0])), term)
    largest = [each for each in reach if not any(each < other for other in reach)]
    for chosen in combinations(largest, min(k, len(largest))):
        if len(frozenset().union(*chosen)) == n:
            found = [reach[each] for each in chosen]
            return (*found, *[found[0]] * (k - len(found)))
    return None


def formula(terms: Sequence[Term], x: Bits) -> int:
    """+1 where one of the terms is true, otherwise −1."""
    return 1 if any(accepts(term, x) for term in terms) else -1


def terms_of(colors: Colors, k: int) -> list[Term]:
    """A term a colour: the conjunction of the vertices that have another one."""
    return [tuple(None if color == t else 1 for color in colors) for t in range(k)]


def colors_of(n: int, found: Sequence[Term]) -> Colors:
    """The first term that accepts the example of a vertex is its colour; len(found) where none does."""
    return tuple(
        next((t for t, term in enumerate(found) if accepts(term, _ones(n, (v,)))), len(found)) for v in range(n)
    )


# ---- families ----


def formulas(choices: Choices, *, variables: int, clauses: int, colors: int = 3) -> Satisfiability:
    """Any formulas. Shrinks to few variables and clauses, and to three colours."""
    n = choices.integer(1, variables)
    found = choices.several(lambda: _clause(choices, n), most=clauses)
    return Satisfiability(n, found, choices.integer(3, colors))


def _clause(choices: Choices, n: int) -> Clause:
    a, b, c = (choices.integer(1, n) * choices.label() for _ in range(3))
    return a, b, c


def small_formulas(choices: Choices, *, variables: int, clauses: int, colors: int = 3) -> Satisfiability:
    """All formulas, as multisets of clauses and these as multisets of literals."""
    n = choices.integer(1, variables)
    chosen = choices.sequence(_clauses(n), least=0, most=clauses, ascending=True)
    return Satisfiability(n, chosen, choices.integer(3, colors))


@cache
def _clauses(n: int) -> tuple[Clause, ...]:
    literals = [v for i in range(1, n + 1) for v in (i, -i)]
    return tuple(combinations_with_replacement(literals, 3))
