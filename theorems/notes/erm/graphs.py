"""Graphs up to isomorphism, and their colourings by brute force: what the reductions of this chapter share."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations
from typing import TypeVar

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Positive
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.orbits import kinds, swapped
from learncheck.theorems.language.claim import Family

Edge = tuple[int, int]
Edges = tuple[Edge, ...]
Colors = tuple[int, ...]
GraphT = TypeVar("GraphT", bound="Graph")


class Graph(Case, frozen=True):
    """A graph on n vertices; its edges are pairs i < j, each named once."""

    n: Positive
    edges: Edges

    def __post_init__(self) -> None:
        require(
            len(set(self.edges)) == len(self.edges) and all(0 <= i < j < self.n for i, j in self.edges),
            f"the edges are {self.edges}: name each once, as a pair i < j of vertices from 0 to {self.n - 1}",
        )


def complete(n: int) -> Edges:
    """K_n, which needs n colours."""
    return tuple(combinations(range(n), 2))


def cycle(n: int) -> Edges:
    """C_n, which needs 2 colours for even n and 3 for odd n."""
    return tuple(sorted((min(i, (i + 1) % n), max(i, (i + 1) % n)) for i in range(n)))


def wheel(n: int) -> Edges:
    """A cycle on n - 1 vertices and a vertex joined to all of them: 4 colours for even n, 3 for odd n."""
    return cycle(n - 1) + tuple((i, n - 1) for i in range(n - 1))


def coloring(n: int, edges: Edges, k: int) -> Colors | None:
    """A function f of the vertices into 0, ..., k-1 with f(i) != f(j) on every edge; None if there is none.

    All are tried, up to the names of colours: a vertex gets a colour in use, or the first one that is not.
    """
    before: list[list[int]] = [[] for _ in range(n)]
    for i, j in edges:
        before[j].append(i)

    def extend(colors: Colors) -> Colors | None:
        if len(colors) == n:
            return colors
        taken = {colors[i] for i in before[len(colors)]}
        for color in range(min(k, max(colors, default=-1) + 2)):
            if color not in taken and (extended := extend((*colors, color))) is not None:
                return extended
        return None

    return extend(())


def clashes(edges: Edges, colors: Sequence[int]) -> int:
    """The number of edges between vertices of the same colour."""
    return sum(colors[i] == colors[j] for i, j in edges)


@cache
def graphs_up_to_isomorphism(n: int) -> tuple[Edges, ...]:
    """The edges of one graph on n vertices of each kind, few edges first."""
    pairs = list(combinations(range(n), 2))
    codes, _ = kinds(pairs, ([(min(v[i], v[j]), max(v[i], v[j])) for i, j in pairs] for v in swapped(range(n))))
    return tuple(sorted((chosen_of(pairs, code) for code in codes), key=lambda edges: (len(edges), edges)))


def chosen_of(pairs: Sequence[Edge], code: int) -> Edges:
    """The pairs whose bits are set in the code."""
    return tuple(pair for place, pair in enumerate(pairs) if code >> place & 1)


def on_graphs(choices: Choices, *, kind: type[GraphT], vertices: int, all_kinds: bool = False) -> GraphT:
    """Cases `kind(n, edges)`, or `kind(n, edges, k)` with 1 ≤ k ≤ n if it takes a k, on up to `vertices` vertices.

    The edges are any pairs of vertices or, if `all_kinds`, those of one graph of each kind. Shrinks to few of both.
    """
    n = choices.integer(1, vertices)
    if all_kinds:
        edges = choices.pick(graphs_up_to_isomorphism(n))
    else:
        pairs = list(combinations(range(n), 2))
        edges = chosen_of(pairs, choices.integer(0, 2 ** len(pairs) - 1))
    make: Callable[..., GraphT] = kind
    return make(n, edges, *((choices.integer(1, n),) if "k" in kind.__struct_fields__ else ()))


def all_graphs(kind: type[GraphT], *, search: int, scout: int, quick: int, full: int, more: str = "") -> Family[GraphT]:
    """Cases of this kind on all graphs; the numbers are the most vertices, and `more` is added to the extent."""
    return Family(
        partial(on_graphs, kind=kind),
        exhaust=partial(on_graphs, kind=kind, all_kinds=True),
        extent="all graphs on up to {vertices:≤ _ vertices} vertices, up to isomorphism" + more,
        search=dict(vertices=search),
        scout=dict(vertices=scout),
        quick=dict(vertices=quick),
        full=dict(vertices=full),
    )
