"""Graph coloring reduced to ERM over intersections of halfspaces.

Both directions are carried out on all small problems: a solution of one is translated and checked on the other. No
claim says that the problems are hard to solve for large n.

Source: UML Exercise 8.3.2.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from sympy import And, Eq

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, Vector, inner, separate, with_constant
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.orbits import kinds, swapped
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise

Edge = tuple[int, int]
Edges = tuple[Edge, ...]
Colors = tuple[int, ...]
Halfspace = tuple[Fraction, ...]
"""(w, b), for sign(⟨w,x⟩ + b)."""


class Colored(NamedTuple):
    """A colouring, halfspaces that realize S(G), and the colouring that is read off them; None where there is none."""

    coloring: Colors | None
    halfspaces: tuple[Halfspace, ...] | None
    read_off: Colors | None


class Graph(Case, frozen=True):
    """A graph on n vertices; its edges are pairs i < j, each named once."""

    n: Positive
    edges: Edges

    def __post_init__(self) -> None:
        require(
            len(set(self.edges)) == len(self.edges) and all(0 <= i < j < self.n for i, j in self.edges),
            f"the edges are {self.edges}: name each once, as a pair i < j of vertices from 0 to {self.n - 1}",
        )


class Coloring(Graph, frozen=True, tag="graph-coloring"):
    """A graph on n vertices, and the number k of colours."""

    k: Positive

    def play_alone(self) -> Colored:
        """Color the graph by brute force, and realize S(G) by halfspaces, each without a look at the other."""
        halfspaces = realizing_halfspaces(self.n, self.edges, self.k)
        return Colored(
            coloring=coloring(self.n, self.edges, self.k),
            halfspaces=halfspaces,
            read_off=None if halfspaces is None else coloring_read_off(self.n, halfspaces),
        )


class ReadOff(NamedTuple):
    """The errors of the intersection on S(G), and the colouring that is read off."""

    errors: int
    read_off: Colors


class DrawnHalfspaces(Graph, frozen=True, tag="drawn-halfspaces"):
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


# ---- colorings ----


def coloring(n: int, edges: Edges, k: int) -> Colors | None:
    """A function f of the vertices into 0, ..., k-1 with f(i) != f(j) on every edge, by trying all; None if there is
    none. Colours are tried up to renaming: a vertex has a colour in use, or the first that is not.
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
    """How many edges join vertices of one colour."""
    return sum(colors[i] == colors[j] for i, j in edges)


# ---- the sample, and halfspaces on it ----


def sample_of(n: int, edges: Edges) -> list[tuple[tuple[Fraction, ...], int]]:
    """S(G): e_i with the label -1 for each vertex, then (e_i + e_j)/2 with the label +1 for each edge."""
    return [*((unit(n, i), -1) for i in range(n)), *((middle(n, edge), 1) for edge in edges)]


def unit(n: int, i: int) -> tuple[Fraction, ...]:
    """e_i."""
    return tuple(Fraction(int(j == i)) for j in range(n))


def middle(n: int, edge: Edge) -> tuple[Fraction, ...]:
    """(e_i + e_j)/2."""
    return tuple(Fraction(int(j in edge), 2) for j in range(n))


def side(halfspace: Vector, x: Vector) -> int:
    """sign(⟨w,x⟩ + b) of a halfspace (w, b), with sign(0) = +1."""
    return 1 if inner(halfspace, (*x, 1)) >= 0 else -1


def intersection(halfspaces: Sequence[Vector], x: Vector) -> int:
    """+1 where all halfspaces are +1, otherwise -1."""
    return min(side(h, x) for h in halfspaces)


def errors_on_sample(n: int, edges: Edges, halfspaces: Sequence[Vector]) -> int:
    """The errors of the intersection on S(G)."""
    return sum(intersection(halfspaces, x) != y for x, y in sample_of(n, edges))


def coloring_read_off(n: int, halfspaces: Sequence[Vector]) -> Colors:
    """f(v_i), the least t with h_t(e_i) = -1; as the hint of the exercise has it. k where there is none."""
    return tuple(
        next((t for t, h in enumerate(halfspaces) if side(h, unit(n, i)) < 0), len(halfspaces)) for i in range(n)
    )


# ---- which intersections realize the sample ----


@cache
def rejecting_halfspaces(n: int, edges: Edges) -> Mapping[frozenset[int], Halfspace]:
    """Sets of vertices with a halfspace (w, b) that is -1 on them and +1 on all edges; what it is on the other vertices
    is left open. All sets that have one lie within one of these.

    Every answer is verified. What rules out a set rules out the larger ones, and what rejects a set rejects its
    subsets; so pairs are decided first, then the others from the largest on.
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


def realizing_halfspaces(n: int, edges: Edges, k: int) -> tuple[Halfspace, ...] | None:
    """k halfspaces whose intersection has no error on S(G), each as (w, b); None where there are none.

    An intersection without errors assigns to each vertex a halfspace that rejects it, while no halfspace rejects an
    edge. So there is one exactly if k sets of vertices that halfspaces can reject cover all vertices: all such covers
    are tried.
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


# ---- families ----


@cache
def graphs_up_to_isomorphism(n: int) -> tuple[Edges, ...]:
    """One graph on n vertices of each kind, by their edges; few edges first."""
    pairs = list(combinations(range(n), 2))
    codes, _ = kinds(pairs, ([(min(v[i], v[j]), max(v[i], v[j])) for i, j in pairs] for v in swapped(range(n))))
    return tuple(sorted((_chosen(pairs, code) for code in codes), key=lambda edges: (len(edges), edges)))


def _chosen(pairs: Sequence[Edge], code: int) -> Edges:
    return tuple(pair for place, pair in enumerate(pairs) if code >> place & 1)


def on_graphs(choices: Choices, *, kind: Any, vertices: int, all_kinds: bool = False) -> Any:
    """Cases `kind(n, edges)`, or `kind(n, edges, k)` with 1 ≤ k ≤ n if it takes a k, on up to `vertices` vertices.

    The edges are any pairs of vertices or, if `all_kinds`, those of one graph of each kind. Shrinks to few of both.
    """
    n = choices.integer(1, vertices)
    if all_kinds:
        edges = choices.pick(graphs_up_to_isomorphism(n))
    else:
        pairs = list(combinations(range(n), 2))
        edges = _chosen(pairs, choices.integer(0, 2 ** len(pairs) - 1))
    return kind(n, edges, *((choices.integer(1, n),) if "k" in kind.__struct_fields__ else ()))


def all_graphs(kind: type[Graph], *, search: int, scout: int, quick: int, full: int, more: str = "") -> Family:
    """Build the family of these cases, on graphs of up to so many vertices; `more` ends its extent."""
    return Family(
        partial(on_graphs, kind=kind),
        exhaust=partial(on_graphs, kind=kind, all_kinds=True),
        extent="all graphs on up to {vertices:≤ _ vertices} vertices, up to isomorphism" + more,
        search=dict(vertices=search),
        scout=dict(vertices=scout),
        quick=dict(vertices=quick),
        full=dict(vertices=full),
    )


def drawn_halfspaces(choices: Choices, *, vertices: int, largest: int, zero_error: bool = False) -> DrawnHalfspaces:
    """Graphs and halfspaces that reject a drawn set of vertices each, with any weights on the others.

    With `zero_error` the graph's edges are among those pairs that no halfspace rejects; every vertex is rejected by
    one. Shrinks to few vertices, edges and halfspaces.
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
    edges = _chosen(pairs, choices.integer(0, 2 ** (n * (n - 1) // 2) - 1))
    return DrawnHalfspaces(n, edges, tuple(halfspaces))


def small_halfspaces(choices: Choices, *, largest: int) -> DrawnHalfspaces:
    """The edge on two vertices, and every pair of halfspaces with weights of at most `largest`, biases 0 and 1."""
    weights = list(product(range(-largest, largest + 1), repeat=2))
    halfspaces = tuple((*choices.pick(weights), choices.integer(0, 1)) for _ in range(2))
    return DrawnHalfspaces(2, ((0, 1),), halfspaces)


# ---- graphs of the notes and of others ----


def complete(n: int) -> Edges:
    """K_n, which needs n colours."""
    return tuple(combinations(range(n), 2))


def cycle(n: int) -> Edges:
    """C_n, which needs 2 colours for even n and 3 for odd n."""
    return tuple(sorted((min(i, (i + 1) % n), max(i, (i + 1) % n)) for i in range(n)))


def wheel(n: int) -> Edges:
    """A cycle on n - 1 vertices and a vertex joined to all of them: 4 colours for even n, 3 for odd n."""
    return cycle(n - 1) + tuple((i, n - 1) for i in range(n - 1))


C = quantity("C", "1 where $G$ is $k$-colorable, otherwise 0")
R = quantity("R", "1 where an intersection of $k$ halfspaces has zero error on $S(G)$, otherwise 0")
X = quantity("X", "the errors on $S(G)$ of the halfspaces that the hint makes of a coloring")
Y = quantity("Y", "the edges of one colour in the coloring that is read off halfspaces")


def hinted(colors: Colors, k: int, b: Fraction = Fraction(6, 10)) -> list[Halfspace]:
    """Return the halfspaces of the hint: b = 0.6, and w_{t,i} is −1 if f(v_i) = t and 0 otherwise."""
    return [(*(Fraction(-1 if color == t else 0) for color in colors), b) for t in range(k)]


def reduced(trace: Trace[Coloring, Colored], b: Fraction = Fraction(6, 10)) -> Values:
    case = trace.case
    colors, read_off = trace.facts.coloring, trace.facts.read_off
    return {
        C: int(colors is not None),
        R: int(read_off is not None),
        X: 0 if colors is None else errors_on_sample(case.n, case.edges, hinted(colors, case.k, b)),
        Y: 0 if read_off is None else same_colored(trace),
    }


def same_colored(trace: Trace[Coloring | DrawnHalfspaces, Colored | ReadOff]) -> int:
    """Count the faults of the coloring read off: edges with one colour, and vertices with none of the k colours."""
    case = trace.case
    colors = trace.facts.read_off
    assert colors is not None
    k = case.k if isinstance(case, Coloring) else len(case.halfspaces)
    return clashes(case.edges, colors) + sum(not 0 <= color < k for color in colors)


def chromatic_numbers() -> list[Coloring]:
    """Return graphs with as many colours as they need, and with one less."""
    chromatic = [
        (1, (), 1),
        (4, complete(4), 4),
        (5, cycle(5), 3),
        (6, cycle(6), 2),
        (6, wheel(6), 4),
        (7, cycle(7), 3),
    ]
    return [Coloring(n, edges, k) for n, edges, fewest in chromatic for k in (fewest - 1, fewest) if k]


COLORING_REDUCTION = Claim(
    "coloring-reduction",
    "A graph $G$ is $k$-colorable if and only if an intersection of $k$ halfspaces has zero error on $S(G)$, the "
    "sample with $e_i$ negative for each vertex and $(e_i + e_j)/2$ positive for each edge. The halfspaces with "
    r"$b = 0.6$ and weights $-1$ on the vertices of a colour do it, and $f(v_i) = \min\{t : h_t(e_i) = -1\}$ is a "
    "coloring.",
    sources=(UML("Exercise 8.3.2"),),
    cases=all_graphs(Coloring, search=4, scout=4, quick=5, full=6, more=", with every number of colours"),
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
