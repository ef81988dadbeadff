"""Wrong variants of the reductions that show why ERM is hard."""

from typing import Any

from changes import bound, other
from sympy import And, Eq

from learncheck.theorems.notes.erm.graphs import coloring
from learncheck.theorems.notes.erm.hardness import (
    B,
    C,
    E,
    F,
    R,
    S,
    V,
    W,
    X,
    Y,
    colored,
    coloring_graph,
    cover_inequalities,
    m,
    n,
)
from learncheck.theorems.notes.erm.max_feasible_subsystem import max_feasible_subsystem


def with_an_edge_less(trace: Any) -> Any:
    """The pair of vertices of the last clause is not joined."""
    case: Any = trace.case
    vertices, edges = coloring_graph(case.n, case.clauses, case.k)
    last = max((edge for edge in edges if edge[0] >= case.k), key=lambda edge: edge[1])
    fewer = tuple(edge for edge in edges if edge != last)
    return {**colored(trace), C: int(coloring(vertices, fewer, case.k) is not None)}


def not_doubled(trace: Any) -> Any:
    """−x_v > −1 in the place of −2x_v > −1: two ends below 1 may do for an edge."""
    case: Any = trace.case
    rows, right = cover_inequalities(case.n, case.edges)
    rows[: case.n] = [tuple(v // 2 for v in row) for row in rows[: case.n]]
    size = len(max_feasible_subsystem(rows, right)[0])
    return {V: len(trace.facts.cover), S: size, n: case.n, m: len(case.edges)}


MUTANTS = {
    "sat-to-coloring": [
        ("an edge of the last clause is left out", other(measure=with_an_edge_less)),
        ("every graph is colorable", bound(And(Eq(C, 1), Eq(W, 0)))),
        ("every formula is satisfiable", bound(Eq(F, 1))),
    ],
    "sat-to-vertex-cover": [
        ("always n + 2m", bound(And(Eq(V, n + 2 * m), Eq(W, 0)))),
        ("n + 2m + 1 if it is satisfiable", bound(V >= n + 2 * m + F)),
        ("two more if it is not", bound(V >= n + 2 * m + 2 * (1 - F))),
    ],
    "vertex-cover-to-conjunctions": [
        ("an error less for conjunctions", bound(And(Eq(E, V - 1), Eq(B, V)))),
        ("an error less for boxes", bound(And(Eq(E, V), B <= V - 1))),
        ("no errors", bound(Eq(E, 0))),
    ],
    "vertex-cover-to-max-fs": [
        ("the vertices' bounds are not halved", other(measure=not_doubled)),
        ("one more", bound(Eq(S, n + m - V + 1))),
        ("all are feasible", bound(Eq(S, n + m))),
    ],
    "coloring-to-three-term-dnf": [
        ("every sample is labelled", bound(Eq(R, 1))),
        ("none is", bound(Eq(R, 0))),
        ("every graph is colorable", bound(And(Eq(C, 1), Eq(X, 0), Eq(Y, 0)))),
        ("an error", bound(And(Eq(R, C), Eq(X, 1)))),
        ("an edge of one colour", bound(And(Eq(R, C), Eq(Y, 1)))),
    ],
}
