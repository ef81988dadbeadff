"""The likelihood under the logistic model orders hypotheses as the logistic loss does."""

from collections.abc import Sequence
from itertools import combinations

from flint import arb, ctx
from sympy import Eq, Implies, IndexedBase, Product, Sum, Symbol, diff, exp, expand_log, log, simplify, symbols

from learncheck.exact.signs import NotShown
from learncheck.strategies.halfspaces import logistic, regression
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, fact
from learncheck.theorems.notes.halfspaces.logistic_loss import loss, phi
from learncheck.theorems.notes.halfspaces.logistic_regression import logistic_samples

DISAGREE = quantity("N", "the pairs of vectors of which one has the smaller loss, the other the greater likelihood")


def orders(trace: Trace) -> Values:
    """Measure N over pairs of the case's queries, taken as vectors w; each order is decided in separate balls."""
    case: regression.LogisticSample = trace.case
    signed = case.signed()
    vectors = [tuple(v / regression.UNIT for v in w) for w in ((0,) * len(signed[0]), *case.queries)]
    with ctx.workprec(200):
        pairs = combinations([(logistic.loss(signed, w), likelihood(signed, w)) for w in vectors], 2)
        return {DISAGREE: sum(_order(L, L2) != -_order(p, p2) for (L, p), (L2, p2) in pairs)}


def likelihood(signed: Sequence[Sequence[int]], w: Sequence[float]) -> arb:
    """Return the probability Π φ(y_i⟨w,x_i⟩) of the labels."""
    product = arb(1)
    for x in signed:
        product *= 1 / (1 + (-logistic.score(x, w)).exp())
    return product


def _order(first: arb, second: arb) -> int:
    """Compare two balls; 0 if they overlap, as equal ones do."""
    return int(bool(first > second)) - int(bool(first < second))


APART = Symbol("Δ", real=True)
"""The difference between the logarithm of the likelihood and −m·L."""


@fact(r"the likelihood is $e^{-m\cdot L}$", Eq(APART, 0), "the logarithm of a product is a sum")
def logarithm_of_product(sign: int = -1) -> str:
    """Show log Π φ(y_i z_i) = −Σ log(1 + e^(−y_i z_i)) for every m."""
    i, size = symbols("i m", integer=True, positive=True)
    y, score = IndexedBase("y", real=True), IndexedBase("z", real=True)
    margin = y[i] * score[i]
    taken = expand_log(log(Product(phi(margin), (i, 1, size))))
    due = Sum(sign * loss(margin), (i, 1, size))
    if simplify(taken - due) != 0:
        raise NotShown(f"the logarithm of the likelihood is {taken}")
    return "log Π φ(y_i z_i) = −Σ log(1 + e^(−y_i z_i)) for every m (sympy)"


@fact("so the greater the likelihood, the smaller the loss", Implies(Eq(APART, 0), Eq(DISAGREE, 0)), "calculus")
def falls_with_loss(sign: int = -1) -> str:
    """Show that the likelihood e^(−m·L) falls as L grows."""
    size, t = Symbol("m", positive=True), Symbol("L", real=True)
    if diff(exp(sign * size * t), t).is_negative is not True:
        raise NotShown("the likelihood does not fall as the loss grows")
    return "d/dL e^(−mL) = −m·e^(−mL) < 0"


LIKELIHOOD = Claim(
    "logistic-likelihood",
    r"The likelihood $\prod \varphi(y_i\langle w,x_i\rangle)$ of the labels is $e^{-m\cdot L}$ for the mean logistic "
    "loss $L$, so that ERM and maximum likelihood are one problem.",
    sources=(UML("9.3, (9.10)"),),
    kind="identity",
    cases=Family(
        logistic_samples,
        search=dict(dimensions=2, reach=4, pool=3, copies=1, queries=4),
        scout=dict(dimensions=3, reach=6, pool=5, copies=2, queries=5),
    ),
    measure=orders,
    bound=Eq(DISAGREE, 0),
    proof=Chain(lines={"$L$ and the likelihood": Eq(APART, 0)}, using=(logarithm_of_product, falls_with_loss)),
)
