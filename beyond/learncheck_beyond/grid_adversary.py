"""How many mistakes every online learner of halfspaces on a grid, and so Ellipsoid, can be made to make."""

from sympy import And, log

from learncheck.learners import Ellipsoid, Perceptron
from learncheck.strategies.halfspaces.games import Target
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import up_to
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.notes.halfspaces.ellipsoid import M, d, n
from learncheck_beyond.grid_bisections import GridBisection

k = quantity("k", r"$\lfloor\log_2(2\lceil n/2\rceil)\rfloor$, the mistakes for one weight")


def forced(trace: Trace[GridBisection, Target]) -> Values:
    """Measure M, d, n and k. M counts the mistakes on instances that the w* ∈ G^d that was found labels so."""
    case, target = trace.case, trace.facts.target
    mistakes = 0
    for played in trace.rounds:
        x = [round(float(v) * case.n) for v in played.instance]
        labelled = played.label * sum(w * v for w, v in zip(target, x, strict=True)) > 0
        mistakes += bool(played.mistake and labelled and max(map(abs, target)) <= case.n)
    return {M: mistakes, d: case.d, n: case.n, k: case.halvings}


GRID_FORCES_MISTAKES = Claim(
    "grid-halfspaces-force-mistakes",
    r"With instances and $w^*$ on the grid $G^d$ every online learner of halfspaces, Ellipsoid too, can be made to "
    r"make $1 + (d-1)k$ mistakes, where $k = \lfloor\log_2(2\lceil n/2\rceil)\rfloor > \log_2(n) - 1$.",
    sources=(LEC("Theorem"),),
    kind="adversary",
    label="lower",
    learner=Ellipsoid,
    learners=(Perceptron,),
    cases=Family(
        up_to(GridBisection, d=(2, "dimensions"), n=(1, "fineness")),
        extent="all grids of up to {dimensions:d ≤ _} dimensions and n up to {fineness}",
        search=dict(dimensions=5, fineness=20),
        scout=dict(dimensions=8, fineness=300),
        quick=dict(dimensions=5, fineness=16),
        full=dict(dimensions=10, fineness=64),
    ),
    measure=forced,
    bound=And(M >= 1 + (d - 1) * k, k > log(n, 2) - 1),
    slack=(M >= 1 + (d - 1) * k, k > log(n, 2) - 1),
    attained_by=lambda: [GridBisection(2, 1), GridBisection(3, 8), GridBisection(8, 1000)],
    reading="ours",
    judged=False,
    remark=r"The first instance, $e_d$, settles $w^*_d = \pm1$; then each other weight is found by bisection among "
    r"odd multiples of $1/n$. Halving makes at most $d\cdot\log_2(2n + 1)$ mistakes (grid-halfspaces-halving), so no "
    "adversary can force much more on every learner. Ellipsoid's sharper bound grows with $n$ as this does, and is "
    r"larger by a factor of about $4d\cdot\log 2$ for large $n$. In the plane with $n \le 3$ Ellipsoid's worst games "
    "have 2, 3 and 5 mistakes, of which 2, 2 and 3 are forced here.",
)
