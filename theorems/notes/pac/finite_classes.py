"""PAC learning of finite classes: how likely a bad hypothesis is right on a sample, and how many examples are enough.

A hypothesis whose error is above ε is right on m independent examples with a probability below (1 − ε)^m, so that some
bad hypothesis of H is right on all of them with a probability of at most |H|(1 − ε)^m. If m > (1/ε) log(|H|/δ), this is
at most δ. Source: VEM 8.1.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import sympy
from sympy import exp, log
from sympy.logic.boolalg import Boolean

from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.strategies.tables import finite_domains
from learncheck.theorems.language import lemmas, probability
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Chain, Expressions, Fact, Induction, Transition, Words
from learncheck.theorems.language.step import Next, Step, always

P = quantity(
    "P", r"the probability that some bad hypothesis, one of error above $\varepsilon$, is right on the whole sample"
)
H = quantity("H", "the size $|H|$ of the class")
m = quantity("m", "the size of the sample")
eps = quantity("ε", "the accuracy", real=True)
delta = quantity("δ", "the confidence", real=True)
greatest = sympy.Symbol("c", nonnegative=True)
"""The greatest probability, over the bad hypotheses, that one of them is right on the whole sample."""
k = sympy.Symbol("k", nonnegative=True)
"""The number of hypotheses considered so far; P is the probability for these alone."""
right = sympy.Symbol("1−err", positive=True)
"""The probability that a hypothesis is right on an example, if it is right on any."""
s, q = sympy.symbols("s q", positive=True)
"""(1 − err)^m, the probability that it is right on m independent examples; (1 − ε)^m."""
log_q, log_s = sympy.symbols("log_q log_s", real=True)
"""log(1 − ε), log(1 − err)."""
z = sympy.Symbol("z", nonnegative=True)
"""0^m, the probability that a hypothesis which errs everywhere is right on the sample: 0, or 1 if it is empty."""
D = sympy.Symbol("D", positive=True)
"""e^(−εm)."""
threshold = sympy.Symbol("threshold", real=True)
"""log(|H|/δ)."""

# ---- some bad hypothesis is right on the sample ----


def domains(enough: bool) -> Family[finite_domains.FinitePAC]:
    """Classes on finite domains, with samples of any size or, if `enough`, of the required size."""
    return Family(
        partial(finite_domains.finite_pac, enough=enough),
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, four accuracies",
        search=dict(points=5, heaviest=30, hypotheses=5, samples=6),
        scout=dict(points=7, heaviest=20, hypotheses=8, samples=40),
        quick=dict(points=2, heaviest=3, samples=2),
        full=dict(points=3, heaviest=2, samples=3),
    )


ACCURACY = Premise(
    r"$0 < \varepsilon < 1$", lambda trace: bool(0 < trace.case.epsilon < 1), (eps > 0) & (eps < 1), option="accuracy"
)


def measure(trace: Trace[finite_domains.FiniteClass, finite_domains.Survival]) -> Values:
    """Measure P, |H|, m, ε and δ."""
    case = trace.case
    return {P: trace.facts.probability, H: len(case.errors), m: case.samples, eps: case.epsilon, delta: case.delta}


def with_the_greatest(trace: Trace[finite_domains.FinitePAC, finite_domains.Survival]) -> Values:
    """Measure P, |H|, m, ε, δ and c."""
    values = measure(trace)
    likely = ((1 - round.after["error"]) ** values[m] for round in trace.rounds if is_bad(round))
    return {**values, greatest: max(likely, default=0)}


def considered(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure P for the hypotheses considered so far, and their number k."""
    return {P: state["probability"], k: state["considered"]}


def member(round: Round, values: Values, trace: Trace) -> Values:
    """Measure the probability that the hypothesis of the round is right on an example, if it ever is, and 0^m."""
    never: Values = {z: 0**trace.case.samples}
    return never if errs_everywhere(round) else {right: 1 - round.after["error"], **never}


def is_bad(round: Round) -> bool:
    """Whether the error of the hypothesis of the round is above ε."""
    return bool(round.after["bad"])


def errs_everywhere(round: Round) -> bool:
    """Whether the hypothesis of the round is wrong on every point."""
    return bool(round.after["error"] == 1)


ANOTHER = Step("the class has another member", Next(k) <= H, always)
BAD = Step(
    r"a bad hypothesis is right with a probability below $1 - \varepsilon$",
    right < 1 - eps,
    lambda round: is_bad(round) and not errs_everywhere(round),
)
NEVER_RIGHT = Step(
    "one that errs everywhere is right on the whole sample only if there is none, $z = 0^m$",
    sympy.Eq(z * m, 0) & (z <= 1),
    lambda round: is_bad(round) and errs_everywhere(round),
)
CONSIDERED = (ANOTHER, BAD, NEVER_RIGHT)


def nearly_tight() -> Iterable[finite_domains.FinitePAC]:
    """Yield one barely bad hypothesis, and several that err on disjoint sets."""
    for inverse, samples in ((2, 1), (2, 10), (10, 100)):
        yield finite_domains.barely_bad(Fraction(1, inverse), samples)
    yield finite_domains.disjointly_bad(5, Fraction(1, 10), 60)


BAD_CONSISTENT = Claim(
    "pac-bad-consistent",
    r"The probability that some $g$ in $H$ is not $\varepsilon$-accurate and is right on $m$ samples is at most "
    r"$|H|(1-\varepsilon)^m$.",
    sources=(VEM("8.1"),),
    kind="probability",
    cases=domains(enough=False),
    assuming=(ACCURACY,),
    measure=with_the_greatest,
    bound=P <= H * (1 - eps) ** m,
    state=considered,
    during=member,
    steps=CONSIDERED,
    proof=Chain(
        assuming=formally(ACCURACY),
        names={q: (1 - eps) ** m},
        using=(probability.union_bound(P, H, greatest), probability.missed(greatest, eps, (1 - eps) ** m)),
        reading="For any domain and distribution: only probabilities of events are used.",
    ),
    attained_by=nearly_tight,
    remark=r"The ratio tends to 1 as the error of a single bad hypothesis falls to $\varepsilon$, but an error of "
    r"$\varepsilon$ is not bad. The labelling function need not be in $H$; where it is, $|H| - 1$ will do.",
)

# ---- how many examples are enough: one hypothesis after the other ----

CONFIDENCE = Premise(r"$0 < \delta < 1$", lambda trace: bool(0 < trace.case.delta < 1), (delta > 0) & (delta < 1))


HYPOTHESES = (ACCURACY, CONFIDENCE)
ENOUGH_SAMPLES = holding("enough samples", m > log(H / delta) / eps, measure, option="enough_samples")


def barely_enough() -> Iterable[finite_domains.FinitePAC]:
    """Yield one barely bad hypothesis with as few examples as the theorem allows."""
    for accuracy, confidence in ((2, 2), (10, 2), (100, 50), (500, 2)):
        epsilon, confident = Fraction(1, accuracy), Fraction(1, confidence)
        samples = finite_domains.least_sample_size(1, epsilon, confident)
        yield finite_domains.barely_bad(epsilon, samples, confident, finer=1000)


def one_more(one: sympy.Symbol) -> Fact:
    """P ≤ P′ ≤ P + one, where P′ includes one more event, of probability `one`."""
    return probability.either(P, Next(P), one)


ONE_AFTER_THE_OTHER = Induction(
    assuming=formally(ACCURACY),
    names={q: (1 - eps) ** m, s: (right) ** m, log_q: log(1 - eps), log_s: log(right)},
    start={k: 0, P: 0},
    rounds={
        "a bad hypothesis that is right somewhere": Transition(
            steps=(ANOTHER, BAD),
            sets={k: k + 1},
            when=BAD.when,
            using=(
                lemmas.LOG_RISES.at({lemmas.x: right, lemmas.y: 1 - eps}),
                lemmas.in_powers(lemmas.GROWTH.at({lemmas.a: m * log(1 - eps) - m * log(right)})),
                one_more(s),
            ),
        ),
        "a bad hypothesis that errs everywhere": Transition(
            steps=(ANOTHER, NEVER_RIGHT),
            sets={k: k + 1},
            when=NEVER_RIGHT.when,
            using=(lemmas.in_powers(lemmas.GROWTH.at({lemmas.a: m * log(1 - eps)})), one_more(z)),
        ),
        r"an $\varepsilon$-accurate hypothesis": Transition(
            steps=(ANOTHER,), sets={k: k + 1}, keeps=(P,), when=lambda round: not is_bad(round)
        ),
    },
    invariant={r"$P \le k(1 - \varepsilon)^m$": P <= k * q, r"$k \le |H|$": k <= H},
    matched="a round is a member of the class, and the cases compute $P$ exactly",
    reading="That $m$ independent samples all miss a set of probability err with probability $(1 - "
    r"\mathrm{err})^m$ is what independence means; it is not derived. After the last member $P$ is the "
    "claim's.",
)

sample_size = partial(
    Claim[finite_domains.FiniteClass],
    kind="probability",
    measure=measure,
    state=considered,
    during=member,
    steps=CONSIDERED,
)
"""A claim that, with this many examples, the probability that a bad hypothesis is right on all of them is at most δ."""


def sample_size_proof(
    enough: Premise, relation: Boolean, names: Expressions, *, means: Words, using: tuple[Fact, ...], lines: Words
) -> Induction:
    """The proof of a `sample_size` claim, from the hypothesis `enough` that there are enough examples: the relation.

    The other arguments are those of an `Induction`; `names` are added to its own.
    """
    return replace(
        ONE_AFTER_THE_OTHER,
        assuming={**formally(*HYPOTHESES), enough: relation},
        names={**ONE_AFTER_THE_OTHER.names, **names},
        means=means,
        using=using,
        lines=lines,
    )


SAMPLE_SIZE_PROOF = sample_size_proof(
    ENOUGH_SAMPLES,
    eps * m > log(H / delta),  # m > (1/ε) log(|H|/δ), where ε > 0
    {D: exp(-eps * m), threshold: log(H / delta)},
    means={r"$|H| \ge 1$": H >= 1},
    using=(
        lemmas.DECAY.at({lemmas.e: eps, lemmas.m: m}),
        lemmas.where((H > 0) & (delta > 0), lemmas.GROWTH.at({lemmas.a: eps * m - log(H / delta)})),
    ),
    lines={
        r"$P \le |H|(1 - \varepsilon)^m$, as before": P <= H * q,
        r"$P \le |H|e^{-\varepsilon m}$": P <= H * D,
        r"$|H|e^{-\varepsilon m} \le \delta$, since $\varepsilon m > \log(|H|/\delta)$": H * D <= delta,
    },
)

SAMPLE_SIZE = sample_size(
    "pac-sample-size",
    r"If $m > (1/\varepsilon) \log(|H|/\delta)$, that probability is at most $\delta$.",
    sources=(VEM("8.1"),),
    cases=domains(enough=True),
    assuming=(*HYPOTHESES, ENOUGH_SAMPLES),
    bound=P <= delta,
    proof=SAMPLE_SIZE_PROOF,
    attained_by=barely_enough,
    remark=r"The ratio tends to 1 with $\varepsilon \to 0$, for $(1-\varepsilon)^m \to e^{-\varepsilon m}$, and "
    "with $m$ just above the threshold.",
)
