"""Graph coloring reduced to ERM over intersections of halfspaces.

Both directions are carried out on all small problems: a solution of one is translated and checked on the other. No
claim says that the problems are hard to solve for large n.
"""

from fractions import Fraction
from functools import partial

from sympy import And, Eq

from learncheck.strategies.boolean import graphs
from learncheck.strategies.boolean.graphs import Colored, Coloring, Colors, DrawnHalfspaces, ReadOff
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise

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


COLORING_REDUCTION = Claim(
    "coloring-reduction",
    "A graph $G$ is $k$-colorable if and only if an intersection of $k$ halfspaces has zero error on $S(G)$, the "
    "sample with $e_i$ negative for each vertex and $(e_i + e_j)/2$ positive for each edge. The halfspaces with "
    r"$b = 0.6$ and weights $-1$ on the vertices of a colour do it, and $f(v_i) = \min\{t : h_t(e_i) = -1\}$ is a "
    "coloring.",
    sources=(UML("Exercise 8.3.2"),),
    cases=Family(
        partial(graphs.on_graphs, kind=Coloring),
        exhaust=partial(graphs.on_graphs, kind=Coloring, all_kinds=True),
        extent="all graphs on up to {vertices:≤ _ vertices} vertices, up to isomorphism, with every number of colours",
        search=dict(vertices=4),
        scout=dict(vertices=4),
        quick=dict(vertices=5),
        full=dict(vertices=6),
    ),
    measure=reduced,
    bound=And(Eq(R, C), Eq(X, 0), Eq(Y, 0)),
    attained_by=known_graphs,
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
        graphs.drawn_halfspaces,
        exhaust=graphs.small_halfspaces,
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
