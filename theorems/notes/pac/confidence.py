"""Boosting the confidence: train on k chunks, then choose among the k hypotheses on a last one.

With k = ⌈log(δ/2)/log δ₀⌉ chunks and 2 log(4k/δ)/ε² examples in the last one, the hypothesis chosen has an excess error
of at most 2ε with probability at least 1 − δ. The hint of the exercise takes k = ⌈log δ/log δ₀⌉, which gives δ₀^k ≤ δ
instead of δ/2, and forgets that the choice costs another ε in addition to the ε of the learner.

Source: UML Remark 10.2, Exercise 10.1.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import NamedTuple, Self

import sympy
from sympy import exp, log

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Natural, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_proper
from learncheck.strategies.tables import validation
from learncheck.theorems.language import lemmas, probability, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.premise import formally, holding, premise
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always


def chunks_for(delta0: Fraction, delta: Fraction, halved: bool = True) -> int:
    """⌈log(δ/2)/log δ₀⌉, or ⌈log δ/log δ₀⌉ if not `halved`; at least 1."""
    k, failing = 1, delta0
    while failing > (delta / 2 if halved else delta):
        k, failing = k + 1, failing * delta0
    return k


PROBABILITIES = tuple(map(Fraction, ("1/2", "1/4", "2/3", "1/8")))


class Confidences(Case, frozen=True, tag="confidences"):
    """δ₀, δ and a number of chunks k."""

    delta0: Fraction
    delta: Fraction
    k: Positive

    def __post_init__(self) -> None:
        require_proper(delta0=self.delta0, delta=self.delta)


def chunk_counts(choices: Choices, *, denominators: int, halved: bool) -> Confidences:
    """δ₀ and δ with denominators up to a bound, and the k for δ/2, or for δ if not `halved`."""

    def proper() -> Fraction:
        denominator = choices.integer(2, denominators)
        return Fraction(choices.integer(1, denominator - 1), denominator)

    delta0, delta = proper(), proper()
    return Confidences(delta0, delta, chunks_for(delta0, delta, halved))


delta = quantity("δ", "the confidence asked for", positive=True)
delta0 = quantity("δ_0", "the learner's own confidence", positive=True)
P = quantity("P", "the probability that the hypothesis chosen is too bad")
k = quantity("k", "the chunks")
A, C = sympy.symbols("A C", nonnegative=True)
"""The probabilities that all chunks fail, and that not all of them fail but a bad hypothesis is chosen."""
U, h = sympy.symbols("U h", nonnegative=True)
"""The probability that the mean error of a hypothesis on the last chunk is off by more than ε/2: the sum over the
hypotheses, and the maximum."""
v, eps = sympy.symbols("v ε", positive=True)
"""The number of examples in the last chunk; ε."""

# ---- how many chunks ----


def counted(trace: Trace[Confidences, None]) -> Values:
    """Measure k, δ₀ and δ."""
    case = trace.case
    return {k: case.k, delta0: case.delta0, delta: case.delta}


@premise(r"there are $\lceil \log(\delta/2)/\log \delta_0 \rceil$ chunks")
def AS_MANY_CHUNKS(trace: Trace["Confidences | ChunkedTraining", object]) -> bool:
    """Whether k = ⌈log(δ/2)/log δ₀⌉, or 1 if that is 0."""
    return trace.case.k == chunks_for(trace.case.delta0, trace.case.delta)


@premise(r"there are $\lceil \log \delta/\log \delta_0 \rceil$ chunks", option="enough_chunks")
def AS_MANY_CHUNKS_AS_PRINTED(trace: Trace["Confidences | ChunkedTraining", object]) -> bool:
    """Whether k = ⌈log δ/log δ₀⌉."""
    return trace.case.k == chunks_for(trace.case.delta0, trace.case.delta, halved=False)


def counts(halved: bool) -> Family[Confidences]:
    """All δ₀ and δ with small denominators."""
    return Family(
        partial(chunk_counts, halved=halved),
        extent="all δ₀ and δ with denominators up to {denominators:denominators ≤ _}",
        search=dict(denominators=20),
        scout=dict(denominators=1000),
        quick=dict(denominators=8),
        full=dict(denominators=12),
    )


log_delta, log_delta0 = sympy.symbols("log_δ log_δ0", real=True)
"""log(δ/2) and log δ₀."""
base = sympy.Symbol("D", positive=True)
"""δ₀^k."""

A_PROBABILITY = holding(r"$0 < \delta_0 < 1$", delta0 < 1, counted)

CHUNKS = Claim(
    "confidence-boosting-chunks",
    r"With $k = \lceil \log(\delta/2)/\log \delta_0\rceil$ chunks, all of them fail with probability at most "
    r"$\delta_0^k \le \delta/2$.",
    sources=(UML("Exercise 10.1"),),
    kind="identity",
    label="tight",
    cases=counts(halved=True),
    assuming=(AS_MANY_CHUNKS, A_PROBABILITY),
    measure=counted,
    bound=delta0**k <= delta / 2,
    proof=Chain(
        assuming={AS_MANY_CHUNKS: k * log(delta0) <= log(delta / 2), **formally(A_PROBABILITY)},
        names={base: delta0**k, log_delta: log(delta / 2), log_delta0: log(delta0)},
        using=(lemmas.in_powers(lemmas.GROWTH.at({lemmas.a: log(delta / 2) - k * log(delta0)})),),
        reading=r"$k \ge \log(\delta/2)/\log \delta_0$ is $k\cdot\log \delta_0 \le \log(\delta/2)$, as $\log "
        r"\delta_0 < 0$.",
    ),
    attained_by=lambda: [
        Confidences(Fraction(1, 2), Fraction(1, 2), 2),
        Confidences(Fraction(1, 10), Fraction(1, 50), 2),
        Confidences(Fraction(1, 2), Fraction(1, 512), 10),
    ],
    repairs="confidence-boosting-chunks-as-printed",
    remark=r"Attained wherever $\delta/2$ is a power of $\delta_0$; with fewer chunks the line is false, so that "
    r"$\delta/2$ in the place of $\delta$ is the weakest repair.",
)

CHUNKS_AS_PRINTED = as_printed(
    CHUNKS,
    r"With $k = \lceil \log \delta/\log \delta_0\rceil$ chunks, all of them fail with probability at most "
    r"$\delta_0^k \le \delta/2$.",
    cases=counts(halved=False),
    assuming=(AS_MANY_CHUNKS_AS_PRINTED,),
    flaw=r"$k = \lceil\log \delta/\log \delta_0\rceil$ gives $\delta_0^k \le \delta$ and no more: for $\delta_0 = "
    r"\delta = \tfrac{1}{2}$ it is one chunk, which fails with probability ½. $\lceil\log(\delta/2)/\log "
    r"\delta_0\rceil$ chunks are needed.",
    worked=(
        "Take δ₀ = {δ_0} and δ = {δ}: the procedure trains on k = ⌈log δ/log δ₀⌉ = {k} chunk.",
        "That one fails with probability δ₀ = ½.",
        "The notes claim at most δ/2 = ¼.",
    ),
)

# ---- the procedure ----


class FailureProbabilities(NamedTuple):
    """Probabilities of failures.

    farthest:   the greatest probability that a hypothesis's mean error on the last chunk is off by more than ε/2.
    deviations: the sum of these probabilities over the k hypotheses.
    all_bad:    that all chunks yield the bad hypothesis, if its excess is above 2ε; otherwise 0.
    misled:     that some chunk does not, but the bad one is chosen, if its excess is above 2ε; otherwise 0.
    above_epsilon, above_twice_epsilon: that the hypothesis chosen has an excess above ε, and above 2ε.
    """

    farthest: Fraction
    deviations: Fraction
    all_bad: Fraction
    misled: Fraction
    above_epsilon: Fraction
    above_twice_epsilon: Fraction


class ChunkedTraining(Case, frozen=True, tag="chunked-training"):
    """k hypotheses, each trained on a chunk of its own, and a choice among them on a last chunk of v examples.

    A chunk makes the good hypothesis or, with probability delta0, the bad one. weights: of the examples on which both
    are right, only the bad one errs, only the good one errs, both err. best: the least error in the class. If both
    have the same number of errors on the last chunk, the bad one is chosen.
    """

    weights: tuple[Natural, Natural, Natural, Natural]
    best: Fraction
    delta0: Fraction
    delta: Fraction
    epsilon: Fraction
    k: Positive
    v: Positive

    def __post_init__(self) -> None:
        require(any(self.weights), f"the weights are {self.weights}: give four, not all of them 0")
        require_proper(delta0=self.delta0, delta=self.delta)
        require(self.epsilon > 0, f"epsilon = {self.epsilon}: give a positive number")

    def excesses(self) -> tuple[Fraction, Fraction]:
        """L_D − min L_D of the good and of the bad hypothesis."""
        _, bad, good, both = self.weights
        total = sum(self.weights)
        return Fraction(good + both, total) - self.best, Fraction(bad + both, total) - self.best

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, FailureProbabilities]:
        """The probabilities that the hypothesis chosen has an excess above ε, and above 2ε."""
        right, bad, good, both = self.weights
        of_good, of_bad = self.excesses()
        all_bad = self.delta0**self.k
        some = 1 - all_bad - (1 - self.delta0) ** self.k
        gaps = validation.distribution_of_sum(
            (good, right + both, bad), self.v
        )  # v plus the difference of their errors
        misled = Fraction(sum(gaps[: self.v + 1]), sum(self.weights) ** self.v)
        chosen = all_bad + some * misled  # the probability that the bad one is chosen

        def above(limit: Fraction) -> Fraction:
            return (of_bad > limit) * chosen + (of_good > limit) * (1 - chosen)

        too_bad = of_bad > 2 * self.epsilon
        far_good, far_bad = (
            validation.deviates(errors + both, sum(self.weights), self.v, self.epsilon / 2) for errors in (good, bad)
        )
        facts = FailureProbabilities(
            farthest=max(far_good, far_bad),
            deviations=self.k * (self.delta0 * far_bad + (1 - self.delta0) * far_good),
            all_bad=too_bad * all_bad,
            misled=too_bad * some * misled,
            above_epsilon=above(self.epsilon),
            above_twice_epsilon=above(2 * self.epsilon),
        )
        return Trace(self, Rounds.of_nobody([{}, {}]), facts)


def last_chunk(k: int, delta: Fraction, epsilon: Fraction) -> int:
    """⌈2 log(4k/δ)/ε²⌉, exactly."""
    v = math.floor(2 * math.log(4 * k / delta) / epsilon**2)
    while validation.exceeds(Fraction(v), 2 / epsilon**2, 4 * k / delta):
        v -= 1
    while not validation.exceeds(Fraction(v), 2 / epsilon**2, 4 * k / delta):
        v += 1
    return v


def chunked_trainings(
    choices: Choices,
    *,
    heaviest: int,
    halved: bool,
    enough_chunks: bool = False,
    large_last_chunk: bool = False,
    good_learner: bool = False,
) -> ChunkedTraining:
    """Procedures with as many chunks as δ₀^k ≤ δ/2 needs, or δ₀^k ≤ δ if not `halved`.

    Without `enough_chunks` there may be fewer, without `large_last_chunk` the last may be smaller, and without
    `good_learner` the good hypothesis may be as bad as any.
    """
    delta0, delta = choices.pick(PROBABILITIES), choices.pick(PROBABILITIES)
    epsilon = Fraction(1, 2 + halved)
    right, bad, good, both = weights = choices.integers(4, 0, heaviest)
    if not any(weights):
        choices.reject()
    best = max(Fraction(0), Fraction(good + both, sum(weights)) - epsilon) if good_learner else Fraction(0)
    k = chunks_for(delta0, delta, halved)
    if not enough_chunks:
        k = choices.integer(1, k)
    v = last_chunk(k, delta, epsilon)
    if not large_last_chunk:
        v = choices.integer(1, v)
    return ChunkedTraining((right, bad, good, both), best, delta0, delta, epsilon, k, v)


@premise(r"the good hypothesis has an excess of at most $\varepsilon$", option="good_learner")
def GOOD(trace: Trace[ChunkedTraining, FailureProbabilities]) -> bool:
    """Whether the good hypothesis has an excess of at most ε."""
    return trace.case.excesses()[0] <= trace.case.epsilon


def sizes(trace: Trace[ChunkedTraining, FailureProbabilities]) -> Values:
    """Measure k, v, ε, δ₀ and δ."""
    case = trace.case
    return {k: case.k, v: case.v, eps: case.epsilon, delta0: case.delta0, delta: case.delta}


ENOUGH_CHUNKS = holding("enough chunks", delta0**k <= delta / 2, sizes, option="enough_chunks")
LAST_CHUNK = holding(
    "a last chunk that is large enough", v * eps**2 >= 2 * log(4 * k / delta), sizes, option="large_last_chunk"
)


def trainings(halved: bool) -> Family[ChunkedTraining]:
    """A good and a bad hypothesis, with four kinds of examples."""
    return Family(
        partial(chunked_trainings, halved=halved),
        search=dict(heaviest=6),
        scout=dict(heaviest=9),
        quick=dict(heaviest=1 if halved else 2),
        full=dict(heaviest=2),
        extent=f"four δ₀, four δ, 1/ε = {2 + halved}, weights of the four kinds of examples 0 to "
        "{heaviest:weights ≤ _}",
    )


def close_calls() -> Iterable[ChunkedTraining]:
    """Yield a bad hypothesis with an excess just above 2ε, with few and with many chunks."""
    third = Fraction(1, 3)
    for delta0, delta in ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 8)), (third, Fraction(2, 9))):
        chunks = chunks_for(delta0, delta)
        v = last_chunk(chunks, delta, third)
        yield ChunkedTraining((9, 20, 9, 1), Fraction(0), delta0, delta, third, chunks, v)
        yield ChunkedTraining((0, 201, 99, 0), Fraction(0), delta0, delta, third, chunks, v)


ALL_FAIL = Step(
    r"chunks are independent, so that all fail with probability at most $\delta_0^k$", A <= delta0**k, always
)
MISLED = Step(
    r"a choice that is $2\varepsilon$ off takes one of the $k$ means to be more than $\varepsilon/2$ off",
    C <= U,
    always,
)
ONE_OF_TWO = Step("one of the two must happen", sympy.Eq(P, A + C), always)
tail, log_odds = sympy.Symbol("X", positive=True), sympy.Symbol("log(4k/δ)", real=True)
"""e^(−vε²/2), and its bound."""

BOOSTING_PROOF = Chain(
    assuming=formally(ENOUGH_CHUNKS, LAST_CHUNK),
    steps=(ALL_FAIL, MISLED, ONE_OF_TWO),
    names={base: delta0**k, tail: exp(-v * eps**2 / 2), log_odds: log(4 * k / delta)},
    using=(
        trusted.total_at_most(U, k, h),
        probability.hoeffding(h, v, eps / 2),
        lemmas.GROWTH.at({lemmas.a: v * eps**2 / 2 - log(4 * k / delta)}),
    ),
    lines={
        r"$e^{-v\varepsilon^2/2} \le \delta/(4k)$": 4 * k * tail <= delta,
        r"$U \le k\cdot2\cdot e^{-v\varepsilon^2/2}$": U <= 2 * k * tail,
        r"the choice fails with probability at most $\delta/2$": C <= delta / 2,
        r"all chunks fail with probability at most $\delta/2$": A <= delta / 2,
    },
    matched="the steps are checked exactly on every case",
    reading="The union bound over the $k$ hypotheses, each of them compared with its own mean.",
)

BOOSTING = Claim(
    "confidence-boosting",
    r"With $k$ chunks, $\delta_0^k \le \delta/2$, and a last one of $\lceil2\cdot \log(4k/\delta)/\varepsilon^2\rceil$ "
    r"examples, the hypothesis with the least error on the last has $L_D \le \min L_D(h) + 2\varepsilon$ with "
    r"probability at least $1 - \delta$.",
    sources=CHUNKS.sources,
    kind="probability",
    cases=trainings(halved=True),
    assuming=(GOOD, ENOUGH_CHUNKS, LAST_CHUNK),
    measure=lambda trace: {
        P: trace.facts.above_twice_epsilon,
        A: trace.facts.all_bad,
        C: trace.facts.misled,
        U: trace.facts.deviations,
        h: trace.facts.farthest,
        **sizes(trace),
    },
    bound=P <= delta,
    proof=BOOSTING_PROOF,
    attained_by=close_calls,
    repairs="confidence-boosting-as-printed",
    remark=r"All chunks fail with probability $\delta/2$ where $\delta/2$ is a power of $\delta_0$, so the ratio is a "
    r"little above ½: Hoeffding's inequality makes the choice far safer than $\delta/2$. An excess of $\varepsilon$ "
    r"in the end costs $m_H(\varepsilon/2)$ a chunk and $\lceil8\cdot\log(4k/\delta)/\varepsilon^2\rceil$ examples on "
    "the last.",
)


def just_worse() -> Iterable[ChunkedTraining]:
    """Yield a bad hypothesis whose excess is just above ε."""
    half = Fraction(1, 2)
    v = last_chunk(2, Fraction(1, 4), half)
    yield ChunkedTraining((49, 51, 50, 0), Fraction(0), half, Fraction(1, 4), half, 2, v)


BOOSTING_AS_PRINTED = as_printed(
    BOOSTING,
    r"The hint's procedure, with $k = \lceil \log \delta/\log \delta_0\rceil$ chunks of $m_H(\varepsilon)$ examples "
    r"and a last one of $\lceil2\cdot \log(4k/\delta)/\varepsilon^2\rceil$, chooses a hypothesis with "
    r"$L_D \le \min L_D(h) + \varepsilon$ with probability at least $1 - \delta$.",
    cases=trainings(halved=False),
    assuming=(GOOD, AS_MANY_CHUNKS_AS_PRINTED, LAST_CHUNK),
    measure=lambda trace: {P: trace.facts.above_epsilon, delta: trace.case.delta},
    attained_by=just_worse,
    flaw=r"All chunks may fail with probability $\delta$ itself, and the choice on the last chunk adds its own "
    r"failures; nor does it distinguish an excess of $\varepsilon$ from one just above it. The hint's argument gives "
    r"$2\varepsilon$, with $\lceil\log(\delta/2)/\log \delta_0\rceil$ chunks. With one chunk nothing is chosen, and "
    r"for two or more $2\cdot\log(4k/\delta)/\varepsilon^2 > 2\cdot\log 8 > 4$: so five examples are the fewest. The "
    r"accuracy need not be that coarse: $\varepsilon = \delta_0 = \tfrac{1}{2}$ and $\delta = \tfrac{1}{4}$ ask for "
    "28 examples, and an error above ½ has a probability of 0.313.",
    worked=(
        "Take ε = 14/15, δ₀ = 11/12, δ = {δ}, so k = 2 chunks and ⌈2·log(4k/δ)/ε²⌉ = 5 examples to choose by. A chunk "
        "yields a hypothesis that errs with probability 14/15, which is good enough, or one that always errs.",
        "Both chunks yield the bad one with probability (11/12)² ≈ 0.840 already. Where they differ, which has the "
        "probability 22/144, the five examples do not distinguish them with probability (14/15)⁵ ≈ 0.708, and the bad "
        "one may be chosen.",
        "In all an error above ε has the probability P ≈ 0.948, and the notes claim at most δ ≈ 0.909.",
    ),
)
