"""The sample size of ERM over halfspaces: on a circle the factor log(1/ε) cannot be omitted."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from sympy import log

from learncheck.strategies.play.case import Trace
from learncheck.strategies.points import arcs
from learncheck.strategies.points.arcs import FreeArcs
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity, sized
from learncheck.theorems.language.premise import holding

WHERE = (UML("9.1"),)

P = quantity("P", r"the probability that some halfplane without an error on the sample errs on more than $\varepsilon$")
m = quantity("m", "the examples", positive=True)
d = quantity("d", "the dimension", positive=True)
eps = quantity("ε", "the accuracy", positive=True)
delta = quantity("δ", "the confidence", positive=True)


def measured(trace: Trace[FreeArcs, None]) -> Values:
    case = trace.case
    return {P: case.free(), m: case.m, d: arcs.DIMENSION, eps: Fraction(1, case.q), delta: case.delta}


ENOUGH = holding("enough examples", (m - 1) * eps >= 2 * log(2 / (eps * delta)), measured, option="enough")
ENOUGH_AS_PRINTED = holding("enough examples as printed", m * eps >= d + log(1 / delta), measured, option="enough")


def samples(logarithm: bool) -> Family:
    """Build the family of ε = 1/q, δ and the required number of examples, with or without the logarithm."""
    build = partial(arcs.samples_of_the_circle, logarithm=logarithm)
    return sized(
        build,
        "ε = 1/2, ..., 1/{denominators:ε ≥ 1/_}, δ = 1/4, 1/2, 3/4, their squares and cubes, the least m or one more",
        denominators=(8, 20, 8, 16),
    )


SAMPLE_SIZE = Claim(
    "halfspace-erm-on-the-circle",
    "For examples that are uniform on a circle, all labelled $-1$, "
    r"$m \ge 1 + (2/\varepsilon)\cdot \log(2/(\varepsilon\delta))$ make every halfplane without an error on the "
    r"sample err on at most $\varepsilon$, with probability at least $1 - \delta$.",
    sources=WHERE,
    kind="probability",
    cases=samples(logarithm=True),
    assuming=(ENOUGH,),
    measure=measured,
    bound=P <= delta,
    attained_by=lambda: [FreeArcs(arcs.least_with_logarithm(2, Fraction(3, 4)), 2, Fraction(3, 4))],
    repairs="halfspace-erm-sample-size-as-printed",
    remark=r"A gap is longer than $\varepsilon$ with probability $(1 - \varepsilon)^{m-1}$, and there are $m$. In "
    r"general ERM over halfspaces of $R^d$ needs no more than a constant times $(d\cdot\log(1/\varepsilon) "
    r"+ \log(1/\delta))/\varepsilon$ examples (Blumer, Ehrenfeucht, Haussler and Warmuth 1989), which is "
    "not shown here; other learners do without the logarithm, for all classes.",
    judged=False,
)

AS_PRINTED_CLAIM = replace(
    SAMPLE_SIZE,
    id="halfspace-erm-sample-size-as-printed",
    statement=r"We can learn halfspaces by ERM as long as the sample size is $\Omega((d + \log(1/\delta))/\varepsilon)$"
    ": for examples that are uniform on a circle, all labelled $-1$, with the constant 1.",
    cases=samples(logarithm=False),
    assuming=(ENOUGH_AS_PRINTED,),
    attained_by=(),
    reading="as-printed",
    repairs=None,
    remark="",
    refuted_by="halfspace-erm-sample-size-as-printed.json",
    flaw=r"It does not follow from $\operatorname{VCdim} = d + 1$: the theorem's bound for ERM has "
    r"$\log(1/\varepsilon)$ as well. Of $m$ uniform points the longest gap is about $\log(m)/m$, so that every "
    r"constant in $\Omega$ falls as $\varepsilon$ gets small: 2 does at $\varepsilon = 1/50$, where of 270 examples "
    r"$P = 0.717$. Ten examples are the fewest with $\varepsilon = 1/q$; with $\varepsilon = 3/11$ and $\delta = 7/11$ "
    "nine are enough.",
    worked=(
        "Take d = {d}, ε = {ε}, δ = {δ}: (d + log(1/δ))/ε = (2 + log(8/5))·4 ≈ 9.88, so m = {m}. The examples are "
        "uniform on a circle, every label is −1, and a halfplane that cuts off an arc without an example is right on "
        "the sample.",
        "It errs on the arc. Some arc of more than ε is free with the probability P = Σ_{{j≥1}} (−1)^(j+1) C(10, j)(1 "
        "− j/4)^9 = {P} ≈ 0.663.",
        "The notes print that ERM has an error above ε with probability at most δ = {δ}.",
    ),
)
