"""If a halfspace separates a sample, the logistic loss has no minimum: it falls with every step along its w.

Source: UML 9.3, (9.10).
"""

from fractions import Fraction

from flint import ctx
from sympy import And, Implies, diff, simplify, symbols

from learncheck.exact.separation import inner
from learncheck.exact.signs import NotShown
from learncheck.strategies.halfspaces import logistic, regression, vectors
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Chain, fact
from learncheck.theorems.notes.halfspaces.logistic_loss import loss

before = quantity("L_S(v)", "the logistic loss of $v$")
beyond_w = quantity("L_S(v+w)", "the logistic loss a step further along a separating $w$")


class Separated(Case, frozen=True, tag="separated-sample"):
    """A sample in quarters, a vector w = target, and a vector v = start. There is nothing to play."""

    points: tuple[vectors.Vector, ...]
    labels: vectors.Vector
    target: vectors.Vector
    start: vectors.Vector

    def signed(self) -> tuple[vectors.Vector, ...]:
        """The y·x, in quarters."""
        return vectors.signed(self.points, self.labels)


def separated_samples(
    choices: Choices, *, dimensions: int, reach: int, pool: int, separated: bool = False
) -> Separated:
    """Samples labelled by some w, with either label if the margin is 0; with any labels unless `separated`.

    Shrinks to one example on the line.
    """
    size = choices.integer(1, dimensions)
    target, start = vectors.nonzero_vector(choices, size, reach), vectors.any_vector(choices, size, reach)
    points = choices.pool(lambda: vectors.nonzero_vector(choices, size, reach), most=pool)
    margins = [inner(x, target) for x in points]
    signs = [choices.label() for _ in points]
    labels = tuple(
        sign if margin == 0 or not separated else (1 if margin > 0 else -1)
        for sign, margin in zip(signs, margins, strict=True)
    )
    if separated and not any(margins):
        choices.reject()
    return Separated(points, labels, target, start)


def going_on(trace: Trace[Separated, None]) -> Values:
    """Measure L_S(v), rounded down, and L_S(v + w), rounded up, for the w that separates weakly."""
    case = trace.case
    v = [Fraction(c, regression.UNIT) for c in case.start]
    further = [a + b for a, b in zip(v, case.target, strict=True)]
    with ctx.workprec(256):
        here = logistic.loss(case.signed(), [float(c) for c in v])
        there = logistic.loss(case.signed(), [float(c) for c in further])
        return {before: logistic.lower(here), beyond_w: logistic.upper(there)}


@premise(r"$y_i\langle w,x_i\rangle \ge 0$ for all $i$, and $> 0$ for one", option="separated")
def WEAKLY_SEPARATED(trace: Trace[Separated, None]) -> bool:
    """Whether y_i⟨w,x_i⟩ >= 0 for all i, and > 0 for one."""
    margins = [inner(x, trace.case.target) for x in trace.case.signed()]
    return min(margins) >= 0 and max(margins) > 0


margin_least, margin_most = symbols("min(y⟨w·x⟩) max(y⟨w·x⟩)", real=True)


@fact(
    "the loss of an example falls strictly with its margin",
    Implies(And(margin_least >= 0, margin_most > 0), beyond_w < before),
    "calculus; a mean falls where one term falls and none grows",
)
def strictly_falling() -> str:
    """Show d/ds log(1 + e^(−(a+s))) < 0, so that a step along w lowers the loss of one example and raises none."""
    a_, s_ = symbols("a s", real=True)
    slope = simplify(diff(loss(a_ + s_), s_))
    if not (-slope).is_positive:
        raise NotShown(f"{slope} is not seen to be negative")
    return f"d/ds log(1 + e^(−(a+s))) = {slope} < 0"


NO_MINIMUM = Claim(
    "logistic-erm-needs-noise",
    r"If some $w$ has $y_i\langle w,x_i\rangle \ge 0$ for all $i$ and $> 0$ for one, $L_S(v + w) < L_S(v)$ for "
    "every $v$: problem (9.10) has no solution.",
    sources=(UML("9.3, (9.10)"),),
    kind="identity",
    cases=Family(
        separated_samples,
        search=dict(dimensions=2, reach=4, pool=4),
        scout=dict(dimensions=3, reach=8, pool=8),
    ),
    assuming=(WEAKLY_SEPARATED,),
    measure=going_on,
    bound=beyond_w < before,
    proof=Chain(assuming={WEAKLY_SEPARATED: And(margin_least >= 0, margin_most > 0)}, using=(strictly_falling,)),
    reading="ours",
    remark="So LogisticRegression is judged on samples of full rank that nothing separates, not even weakly; on these "
    "there is exactly one minimiser.",
)
