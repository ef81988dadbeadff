"""PAC learning of finite classes: the probability that a bad hypothesis survives the sample, decided exactly."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any, NamedTuple, Self

import msgspec
import sympy
from sympy import exp, log
from sympy.logic.boolalg import Boolean

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Natural, Positive, Round, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.theorems.language import lemmas, probability
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Chain, Expressions, Fact, Induction, Transition
from learncheck.theorems.language.step import Next, Step, always

P = quantity(
    "P", "the probability that some bad hypothesis, one of error above $\\varepsilon$, is right on the whole sample"
)
H = quantity("H", "the size $|H|$ of the class")
m = quantity("m", "the size of the sample")
eps = quantity("ε", "the accuracy", real=True)
delta = quantity("δ", "the confidence", real=True)

# ---- a class on a finite domain ----

MOST_BAD = 12
"""Inclusion and exclusion over b bad hypotheses takes 2^b terms."""

Weights = Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1)]
"""The weights of the points of a domain, proportional to their probabilities."""


def require_points_named(weights: Sequence[int], errors: Sequence[Sequence[int]]) -> None:
    """Refuse errors on anything but the points that have these weights."""
    named = {i for places in errors for i in places}
    require(
        named <= set(range(len(weights))),
        f"hypotheses err on {sorted(named)}: name points from 0 to {len(weights) - 1}",
    )


def require_finite_class(weights: Sequence[int], errors: Sequence[Sequence[int]]) -> None:
    """Refuse errors that are no class on the points that have these weights."""
    require_points_named(weights, errors)
    require(
        0 < len(set(map(frozenset, errors))) == len(errors),
        f"the class errs on {errors}: give at least one hypothesis, and none twice",
    )


class Survival(NamedTuple):
    """The probability that a bad hypothesis is right on the sample."""

    probability: Fraction


class FiniteClass(Case, frozen=True):
    """A distribution on a finite domain, a class, an accuracy epsilon, a confidence delta and a sample size.

    weights: positive, proportional to the probabilities of the points. errors: for each hypothesis the
    points on which it errs, distinct sets; the empty one is the labelling function itself, which need not
    be in the class.
    """

    weights: Weights
    errors: tuple[tuple[int, ...], ...]
    epsilon: Fraction
    delta: Fraction
    samples: Natural

    def __post_init__(self) -> None:
        require_finite_class(self.weights, self.errors)


class FinitePAC(FiniteClass, frozen=True, tag="finite-pac"):
    """A finite class, and how likely one of its bad hypotheses is right on the sample."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Survival]:
        """No learner is asked: the probability that a bad hypothesis is right on the sample, exactly.

        A round takes one hypothesis more into account; the state is the probability for those so far.
        """
        errors = [sum(1 << point for point in points) for points in self.errors]
        states = survival(self.weights, errors, self.epsilon, self.samples)
        return Trace(self, Rounds.of_nobody(states), Survival(states[-1]["probability"]))


def survival(weights: Sequence[int], errors: Sequence[int], epsilon: Fraction, samples: int) -> list[Snapshot]:
    """The probability that some of the first k hypotheses with an error above epsilon is right on a whole sample.

    errors: for each hypothesis where it errs, bit i for point i. A state for each k from 0 on: "considered" is k, the
    "probability" is exact, and "error" and "bad" are those of the last one.

    By inclusion and exclusion: those of a set are all right when no sample falls on a point where one of them errs.
    Terms with the same such points are counted together. Whoever errs where another bad one does, and elsewhere,
    survives no sample that the other does not. Raises ValueError for more terms than those of MOST_BAD.
    """
    total = sum(weights)
    mass = cache(lambda code: sum(weight for i, weight in enumerate(weights) if code >> i & 1))
    least: list[int] = []
    signs = {0: 1}
    states: list[Snapshot] = [{"considered": 0, "probability": Fraction(0)}]
    for considered, wrong in enumerate(errors, start=1):
        error, probability = Fraction(mass(wrong), total), states[-1]["probability"]
        if error > epsilon and not any(other & wrong == other for other in least):
            least.append(wrong)
            if len(signs) == 2**MOST_BAD:
                raise ValueError(f"{len(least)} bad hypotheses take {2 * len(signs)} terms; give at most {MOST_BAD}")
            for union, sign in list(signs.items()):
                signs[union | wrong] = signs.get(union | wrong, 0) - sign
            none_survives = sum(sign * (total - mass(union)) ** samples for union, sign in signs.items() if sign)
            probability = 1 - Fraction(none_survives, total**samples)
        states.append({"considered": considered, "probability": probability, "error": error, "bad": error > epsilon})
    return states


EPSILONS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/10")))
DELTAS = tuple(map(Fraction, ("1/2", "1/10", "1/100")))


def finite_pac(
    choices: Choices,
    *,
    points: int,
    heaviest: int,
    hypotheses: int,
    samples: int,
    enough: bool,
    accuracy: bool = False,
    enough_samples: bool = False,
) -> FinitePAC:
    """Distributions on at most `points` points and classes of at most `hypotheses` hypotheses.

    The sample size is at most `samples` or, if `enough`, the least one that the theorem asks for. epsilon
    is often just below the error of a hypothesis. Shrinks to one point, one hypothesis and one sample.
    Without "accuracy" epsilon may be too large or negative, without "enough samples" there may be fewer.
    """
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    errors = choices.distinct(lambda: choices.some_of(n), most=min(hypotheses, MOST_BAD))
    epsilon = choices.pick(EPSILONS)
    if not accuracy:
        epsilon = choices.pick((Fraction(3, 2), Fraction(-1, 4), *EPSILONS))
    elif choices.flag():
        error = Fraction(sum(weights[i] for i in errors[0]), sum(weights))
        epsilon = min(max(error - Fraction(1, 10 ** choices.integer(1, 6)), Fraction(1, 50)), Fraction(49, 50))
    delta = choices.pick(DELTAS)
    enough &= epsilon > 0
    if enough:
        samples = least_sample_size(len(errors), epsilon, delta)
    if not (enough and enough_samples):
        samples = choices.integer(1, samples)
    return FinitePAC(weights, errors, epsilon, delta, samples)


def small_pac(
    choices: Choices, *, points: int, heaviest: int, samples: int, enough: bool, enough_samples: bool = False
) -> FinitePAC:
    """All classes on at most `points` points, with weights up to `heaviest` and every epsilon of a list."""
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    errors = choices.members(subsets(n))
    epsilon = choices.pick(EPSILONS)
    if enough and enough_samples:
        delta = choices.pick(DELTAS)
        return FinitePAC(weights, errors, epsilon, delta, least_sample_size(len(errors), epsilon, delta))
    return FinitePAC(weights, errors, epsilon, DELTAS[0], choices.integer(1, samples))


def least_sample_size(hypotheses: int, epsilon: Fraction, delta: Fraction) -> int:
    """The least m > log(|H|/δ)/ε, up to rounding; whether it is enough the claim decides exactly."""
    return math.floor(math.log(hypotheses / delta) / epsilon) + 1


def barely_bad(epsilon: Fraction, samples: int, delta: Fraction = Fraction(1, 2), finer: int = 10**9) -> FinitePAC:
    """One hypothesis, whose error is epsilon + 1/(q·finer), q the denominator of epsilon."""
    error = epsilon + Fraction(1, epsilon.denominator * finer)
    return FinitePAC((error.numerator, error.denominator - error.numerator), ((0,),), epsilon, delta, samples)


def disjointly_bad(hypotheses: int, epsilon: Fraction, samples: int) -> FinitePAC:
    """Hypotheses that err on sets of their own, barely more than epsilon each; hypotheses·epsilon < 1."""
    error = epsilon + Fraction(1, epsilon.denominator * 10**9)
    weights = (*(error.numerator,) * hypotheses, error.denominator - hypotheses * error.numerator)
    return FinitePAC(weights, tuple((i,) for i in range(hypotheses)), epsilon, Fraction(1, 2), samples)


def domains(enough: bool) -> Family:
    """Build the family of classes on finite domains, with samples of any size or, if `enough`, of the required size."""
    return Family(
        partial(finite_pac, enough=enough),
        exhaust=partial(small_pac, enough=enough),
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, four accuracies",
        search=dict(points=5, heaviest=30, hypotheses=5, samples=6),
        scout=dict(points=7, heaviest=20, hypotheses=8, samples=40),
        quick=dict(points=2, heaviest=3, samples=2),
        full=dict(points=3, heaviest=2, samples=3),
    )


ACCURACY = Premise(
    r"$0 < \varepsilon < 1$", lambda trace: bool(0 < trace.case.epsilon < 1), (eps > 0) & (eps < 1), option="accuracy"
)

CONFIDENCE = Premise(r"$0 < \delta < 1$", lambda trace: bool(0 < trace.case.delta < 1), (delta > 0) & (delta < 1))


def measure(trace: Trace[FiniteClass, Any]) -> Values:
    case = trace.case
    return {P: trace.facts.probability, H: len(case.errors), m: case.samples, eps: case.epsilon, delta: case.delta}


ENOUGH_SAMPLES = holding("enough samples", m > log(H / delta) / eps, measure, option="enough_samples")


def nearly_tight() -> Iterable[Case]:
    """Yield one barely bad hypothesis, and several that err on disjoint sets."""
    yield from (barely_bad(Fraction(1, q), samples) for q, samples in ((2, 1), (2, 10), (10, 100)))
    yield disjointly_bad(5, Fraction(1, 10), 60)


# ---- the proof: one hypothesis of the class after the other ----

k = sympy.Symbol("k", nonnegative=True)
"""The number of members of the class considered so far; P is the probability for these alone."""
right = sympy.Symbol("1−err", positive=True)
"""The probability that a hypothesis is right on an example, for one that is right somewhere."""
s, q = sympy.symbols("s q", positive=True)
"""(1 − err)^m, the probability that it is right on m independent samples; (1 − ε)^m."""
log_q, log_s = sympy.symbols("log_q log_s", real=True)
"""log(1 − ε), log(1 − err)."""
z = sympy.Symbol("z", nonnegative=True)
"""0^m, the same probability for a hypothesis that errs everywhere: 0, or 1 if the sample is empty."""


def one_more(one: Any) -> Fact:
    """State P ≤ P′ ≤ P + one, where P′ includes one more event, of probability `one`."""
    return probability.either(P, Next(P), one)


def in_powers(fact: Fact) -> Fact:
    """Rewrite e^(m·log x) as x^m in the fact."""
    return replace(fact, relation=sympy.expand_power_exp(fact.relation).rewrite(sympy.Pow))


def considered(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure P for the members considered so far, and k."""
    return {P: state["probability"], k: state["considered"]}


def member(round: Round, values: Values, trace: Trace) -> Values:
    """Measure the probability that the member of the round is right, if it ever is, and 0^m."""
    never: Values = {z: 0**trace.case.samples}
    return never if errs_everywhere(round) else {right: 1 - round.after["error"], **never}


def is_bad(round: Round) -> bool:
    """Whether the member's error is above ε."""
    return bool(round.after["bad"])


def errs_everywhere(round: Round) -> bool:
    """Whether the member is wrong on every point."""
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

BAD_CONSISTENT_PROOF = Induction(
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
                in_powers(lemmas.GROWTH.at({lemmas.a: m * log(1 - eps) - m * log(right)})),
                one_more(s),
            ),
        ),
        "a bad hypothesis that errs everywhere": Transition(
            steps=(ANOTHER, NEVER_RIGHT),
            sets={k: k + 1},
            when=NEVER_RIGHT.when,
            using=(in_powers(lemmas.GROWTH.at({lemmas.a: m * log(1 - eps)})), one_more(z)),
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
    Claim[Any], kind="probability", measure=measure, state=considered, during=member, steps=CONSIDERED
)
"""A claim that, with this many examples, the probability that a bad hypothesis is right on all of them is at most δ."""


def sample_size_proof(enough: Premise, so_many: Boolean, names: Expressions, **parts: Any) -> Induction:
    """Build the proof of a `sample_size` claim.

    `enough` is the hypothesis that there are enough examples, `so_many` its formal form; `names` are further names.
    """
    return replace(
        BAD_CONSISTENT_PROOF,
        assuming={**formally(ACCURACY, CONFIDENCE), enough: so_many},
        names={**BAD_CONSISTENT_PROOF.names, **names},
        **parts,
    )


greatest = sympy.Symbol("c", nonnegative=True)
"""The greatest probability, over the bad hypotheses, that one of them is right on the whole sample."""


def with_the_greatest(trace: Trace[FinitePAC, Survival]) -> Values:
    """Measure P, |H|, m, ε, δ and c."""
    values = measure(trace)
    likely = ((1 - round.after["error"]) ** values[m] for round in trace.rounds if is_bad(round))
    return {**values, greatest: max(likely, default=0)}


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


def barely_enough() -> Iterable[Case]:
    """Yield one barely bad hypothesis with as few samples as the theorem allows."""
    for accuracy, confidence in ((2, 2), (10, 2), (100, 50), (500, 2)):
        epsilon, confident = Fraction(1, accuracy), Fraction(1, confidence)
        yield barely_bad(epsilon, least_sample_size(1, epsilon, confident), confident, finer=1000)


D = sympy.Symbol("D", positive=True)
"""e^(−εm)."""
threshold = sympy.Symbol("threshold", real=True)
"""log(|H|/δ)."""


def where(condition: Any, fact: Fact) -> Fact:
    """Restrict the fact to these values: elsewhere one of its terms is not a real number."""
    return replace(fact, relation=sympy.Implies(condition, fact.relation))


SAMPLE_SIZE_PROOF = sample_size_proof(
    ENOUGH_SAMPLES,
    eps * m > log(H / delta),  # m > (1/ε) log(|H|/δ), where ε > 0
    {D: exp(-eps * m), threshold: log(H / delta)},
    means={r"$|H| \ge 1$": H >= 1},
    using=(
        lemmas.DECAY.at({lemmas.e: eps, lemmas.m: m}),
        where((H > 0) & (delta > 0), lemmas.GROWTH.at({lemmas.a: eps * m - log(H / delta)})),
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
    assuming=(ACCURACY, CONFIDENCE, ENOUGH_SAMPLES),
    bound=P <= delta,
    proof=SAMPLE_SIZE_PROOF,
    attained_by=barely_enough,
    remark=r"The ratio tends to 1 with $\varepsilon \to 0$, for $(1-\varepsilon)^m \to e^{-\varepsilon m}$, and "
    "with $m$ just above the threshold.",
)
