"""Graph coloring reduced to ERM over intersections of halfspaces.

A graph G is k-colorable if and only if an intersection of k halfspaces makes no error on the sample S(G). Both
directions are carried out on all small problems: a solution of one is translated and checked on the other. No claim
says that the problems are hard to solve for large n.

Source: UML Exercise 8.3.2.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

from sympy import And, Eq

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, Vector, inner, separate, with_constant
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.notes.erm import graphs

Halfspace = tuple[Fraction, ...]
"""(w, b), for sign(⟨w,x⟩ + b)."""


class Colored(NamedTuple):
    """A colouring, halfspaces that realize S(G), and the colouring that is read off them; None if there is none."""

    coloring: graphs.Colors | None
    halfspaces: tuple[Halfspace, ...] | None
    read_off: graphs.Colors | None


class Coloring(graphs.Graph, frozen=True, tag="graph-coloring"):
    """A graph on n vertices, and the number k of colours."""

    k: Positive

    def play_alone(self) -> Colored:
        """Color the graph by brute force, and realize S(G) by halfspaces, independently of each other."""
        halfspaces = realizing_halfspaces(self.n, self.edges, self.k)
        return Colored(
            coloring=graphs.coloring(self.n, self.edges, self.k),
            halfspaces=halfspaces,
            read_off=None if halfspaces is None else coloring_read_off(self.n, halfspaces),
        )


class ReadOff(NamedTuple):
    """The errors of the intersection on S(G), and the colouring that is read off."""

    errors: int
    read_off: graphs.Colors


class DrawnHalfspaces(graphs.Graph, frozen=True, tag="drawn-halfspaces"):
    """A graph on n vertices, and k halfspaces sign(⟨w,x⟩ + b), each as (w_1, ..., w_n, b)."""

    halfspaces: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            len(self.halfspaces) > 0 and {len(h) for h in self.halfspaces} == {self.n + 1},
            f"the halfspaces {self.halfspaces} of R^{self.n}: give at least one, each as {self.n} weights and a bias",
        )

    def play_alone(self) -> ReadOff:
        return ReadOff(
            errors=errors_on_sample(self.n, self.edges, self.halfspaces),
            read_off=coloring_read_off(self.n, self.halfspaces),
        )


def drawn_halfspaces(choices: Choices, *, vertices: int, largest: int, zero_error: bool = False) -> DrawnHalfspaces:
    """Graphs and halfspaces that reject a drawn set of vertices each, with any weights on the others.

    With `zero_error` the edges are among the pairs that no halfspace rejects. Every vertex is rejected by one.
    Shrinks to few vertices, edges and halfspaces.
    """
    n = choices.integer(1, vertices)
    k = choices.integer(1, n)
    first = [choices.integer(0, k - 1) for _ in range(n)]
    halfspaces = []
    for t in range(k):
        b = choices.integer(0, largest)
        weights = tuple(
            -b - 1 - choices.integer(0, b + largest) if first[i] == t else choices.integer(-largest, largest)
            for i in range(n)
        )
        halfspaces.append((*weights, b))
    pairs = list(combinations(range(n), 2))
    if zero_error:
        pairs = [pair for pair in pairs if intersection(halfspaces, middle(n, pair)) > 0]
    edges = graphs.chosen_of(pairs, choices.integer(0, 2 ** (n * (n - 1) // 2) - 1))
    return DrawnHalfspaces(n, edges, tuple(halfspaces))


def small_halfspaces(choices: Choices, *, largest: int) -> DrawnHalfspaces:
    """The edge on two vertices, and every pair of halfspaces with weights of at most `largest`, biases 0 and 1."""
    weights = list(product(range(-largest, largest + 1), repeat=2))
    halfspaces = tuple((*choices.pick(weights), choices.integer(0, 1)) for _ in range(2))
    return DrawnHalfspaces(2, ((0, 1),), halfspaces)


C = quantity("C", "1 where $G$ is $k$-colorable, otherwise 0")
R = quantity("R", "1 where an intersection of $k$ halfspaces has zero error on $S(G)$, otherwise 0")
X = quantity("X", "the errors on $S(G)$ of the halfspaces that the hint makes of a coloring")
Y = quantity("Y", "the edges of one colour in the coloring that is read off halfspaces")


def hinted(colors: graphs.Colors, k: int, b: Fraction = Fraction(6, 10)) -> list[Halfspace]:
    """The halfspaces of the hint: b = 0.6, and w_{t,i} is −1 if f(v_i) = t and 0 otherwise."""
    return [(*(Fraction(-1 if color == t else 0) for color in colors), b) for t in range(k)]


def reduced(trace: Trace[Coloring, Colored], b: Fraction = Fraction(6, 10)) -> Values:
    """Measure C, R, X and Y."""
    case = trace.case
    colors, read_off = trace.facts.coloring, trace.facts.read_off
    return {
        C: int(colors is not None),
        R: int(read_off is not None),
        X: 0 if colors is None else errors_on_sample(case.n, case.edges, hinted(colors, case.k, b)),
        Y: 0 if read_off is None else same_colored(trace),
    }


def same_colored(trace: Trace[Coloring | DrawnHalfspaces, Colored | ReadOff]) -> int:
    """The faults of the coloring read off: edges of one colour, and vertices with none of the k colours."""
    case = trace.case
    colors = trace.facts.read_off
    assert colors is not None
    k = case.k if isinstance(case, Coloring) else len(case.halfspaces)
    return graphs.clashes(case.edges, colors) + sum(not 0 <= color < k for color in colors)


def chromatic_numbers() -> list[Coloring]:
    """Graphs with as many colours as they need, and with one fewer."""
    chromatic = [
        (1, (), 1),
        (4, graphs.complete(4), 4),
        (5, graphs.cycle(5), 3),
        (6, graphs.cycle(6), 2),
        (6, graphs.wheel(6), 4),
        (7, graphs.cycle(7), 3),
    ]
    return [Coloring(n, edges, k) for n, edges, fewest in chromatic for k in (fewest - 1, fewest) if k]


COLORING_REDUCTION = Claim(
    "coloring-reduction",
    "A graph $G$ is $k$-colorable if and only if an intersection of $k$ halfspaces has zero error on $S(G)$, the "
    "sample with $e_i$ negative for each vertex and $(e_i + e_j)/2$ positive for each edge. The halfspaces with "
    r"$b = 0.6$ and weights $-1$ on the vertices of a colour do it, and $f(v_i) = \min\{t : h_t(e_i) = -1\}$ is a "
    "coloring.",
    sources=(UML("Exercise 8.3.2"),),
    cases=graphs.all_graphs(Coloring, search=4, scout=4, quick=5, full=6, more=", with every number of colours"),
    measure=reduced,
    bound=And(Eq(R, C), Eq(X, 0), Eq(Y, 0)),
    attained_by=chromatic_numbers,
    remark="Colorings and halfspaces are found independently. Each set of vertices comes with a halfspace that "
    "rejects it and accepts all edges, or with a dependence that rules one out: so where $G$ is not $k$-colorable no "
    r"assignment of the vertices to $k$ halfspaces is left. Any $b$ with $\tfrac{1}{2} < b < 1$ does as well as 0.6.",
)

ZERO_ERROR = Premise(
    "some intersection of $k$ halfspaces makes no error on $S(G)$",
    lambda trace: trace.facts.errors == 0,
    option="zero_error",
)

COLORING_READ_OFF = Claim(
    "coloring-read-off",
    r"If any intersection of $k$ halfspaces has zero error on $S(G)$, then $f(v_i) = \min\{t : h_t(e_i) = -1\}$ gives "
    "the ends of every edge different colours.",
    sources=(UML("Exercise 8.3.2, part 1"),),
    cases=Family(
        drawn_halfspaces,
        exhaust=small_halfspaces,
        extent="all pairs of halfspaces with weights from −{largest:weights ≤ _} to {largest} and biases 0 and 1 on "
        "the sample of an edge",
        search=dict(vertices=4, largest=2),
        scout=dict(vertices=6, largest=4),
        quick=dict(largest=2),
        full=dict(largest=3),
    ),
    assuming=(ZERO_ERROR,),
    measure=lambda trace: {Y: same_colored(trace)},
    bound=Eq(Y, 0),
    attained_by=lambda: [DrawnHalfspaces(2, ((0, 1),), ((-5, 3, 2), (3, -5, 2)))],
    remark="A halfspace is convex: one that rejects both ends of an edge rejects its middle.",
)

# ---- halfspaces that realize the sample ----


def sample_of(n: int, edges: graphs.Edges) -> list[tuple[tuple[Fraction, ...], int]]:
    """S(G): e_i with the label -1 for each vertex, then (e_i + e_j)/2 with the label +1 for each edge."""
    return [*((unit(n, i), -1) for i in range(n)), *((middle(n, edge), 1) for edge in edges)]


def unit(n: int, i: int) -> tuple[Fraction, ...]:
    """e_i."""
    return tuple(Fraction(int(j == i)) for j in range(n))


def middle(n: int, edge: graphs.Edge) -> tuple[Fraction, ...]:
    """(e_i + e_j)/2."""
    return tuple(Fraction(int(j in edge), 2) for j in range(n))


def side(halfspace: Vector, x: Vector) -> int:
    """sign(⟨w,x⟩ + b) of a halfspace (w, b), with sign(0) = +1."""
    return 1 if inner(halfspace, (*x, 1)) >= 0 else -1


def intersection(halfspaces: Sequence[Vector], x: Vector) -> int:
    """+1 where all halfspaces are +1, otherwise -1."""
    return min(side(h, x) for h in halfspaces)


def errors_on_sample(n: int, edges: graphs.Edges, halfspaces: Sequence[Vector]) -> int:
    """The errors of the intersection on S(G)."""
    return sum(intersection(halfspaces, x) != y for x, y in sample_of(n, edges))


def coloring_read_off(n: int, halfspaces: Sequence[Vector]) -> graphs.Colors:
    """f(v_i), the least t with h_t(e_i) = -1, as in the hint of the exercise; k if there is none."""
    return tuple(
        next((t for t, h in enumerate(halfspaces) if side(h, unit(n, i)) < 0), len(halfspaces)) for i in range(n)
    )


@cache
def rejecting_halfspaces(n: int, edges: graphs.Edges) -> Mapping[frozenset[int], Halfspace]:
    """The largest sets of vertices that some halfspace (w, b) rejects while it accepts all edges, with that halfspace.

    It is +1 or -1 on other vertices. Every answer is verified. What rules out a set rules out larger ones, and what
    rejects a set rejects its subsets: so pairs are decided first, then the others, large sets first.
    """
    middles = [middle(n, edge) for edge in edges]
    sizes = [2, *range(n, 2, -1), 1] if n > 1 else [1]
    impossible: list[frozenset[int]] = []
    rejecting: dict[frozenset[int], Halfspace] = {}
    for chosen in chain.from_iterable(combinations(range(n), size) for size in sizes):
        vertices = frozenset(chosen)
        if any(smaller <= vertices for smaller in impossible) or any(vertices <= larger for larger in rejecting):
            continue
        points = with_constant([*(unit(n, i) for i in chosen), *middles])
        labels = (-1,) * len(chosen) + (1,) * len(middles)
        answer = separate(points, labels)
        confirmed(answer.verify(points, labels), f"whether a halfspace rejects just the vertices {chosen} of {edges}")
        if isinstance(answer, Separator):
            rejecting[vertices] = answer.w
        else:
            impossible.append(vertices)
    return rejecting


def realizing_halfspaces(n: int, edges: graphs.Edges, k: int) -> tuple[Halfspace, ...] | None:
    """k halfspaces whose intersection has no error on S(G), each as (w, b); None where there are none.

    In an intersection without errors some halfspace rejects each vertex, and none rejects an edge. So there is one if
    and only if k sets of vertices that halfspaces can reject cover all vertices: all such covers are tried.
    """
    rejectable = rejecting_halfspaces(n, edges)
    cover = _cover(frozenset(range(n)), k, list(rejectable))
    if cover is None:
        return None
    chosen = [rejectable[vertices] for vertices in cover]
    chosen += [chosen[0]] * (k - len(chosen))
    confirmed(errors_on_sample(n, edges, chosen) == 0, f"the intersection of halfspaces for {edges}")
    return tuple(chosen)


def _cover(left: frozenset[int], k: int, sets: list[frozenset[int]]) -> list[frozenset[int]] | None:
    if not left:
        return []
    if k == 0:
        return None
    first = min(left)
    for vertices in sets:
        if first in vertices and (rest := _cover(left - vertices, k - 1, sets)) is not None:
            return [vertices, *rest]
    return None
