"""PAC learning of finite classes: how likely a bad hypothesis survives the sample, decided exactly."""

from collections.abc import Iterable
from fractions import Fraction

import sympy
from sympy import log

from strategies.case import Case, Trace
from strategies.choices import Choices
from strategies.pac import barely_bad, disjointly_bad, finite_pac, least_sample_size, small_pac
from theorems.claim import VEM, Claim, Family, Values
from theorems.decide import compile_relation

P, H, m = sympy.symbols("P H m", nonnegative=True)
"""The probability that some bad hypothesis is right on the whole sample; |H|; the sample size."""
eps, delta = sympy.symbols("ε δ", real=True)
"""The accuracy and the confidence. A hypothesis is bad if its error is greater than ε."""

ENOUGH_SAMPLES = compile_relation(m > log(H / delta) / eps)


def domains(enough: bool) -> Family:
    """Classes on finite domains, with samples of any size or with as many as the theorem asks for."""

    def build(
        choices: Choices, *, points: int, heaviest: int, hypotheses: int, samples: int, given: frozenset[str]
    ) -> Case:
        return finite_pac(
            choices,
            points=points,
            heaviest=heaviest,
            hypotheses=hypotheses,
            samples=samples,
            enough=enough,
            given=given,
        )

    def exhaust(choices: Choices, *, points: int, heaviest: int, samples: int, given: frozenset[str]) -> Case:
        return small_pac(choices, points=points, heaviest=heaviest, samples=samples, enough=enough, given=given)

    return Family(
        build,
        search=dict(points=5, heaviest=30, hypotheses=5, samples=6),
        scout=dict(points=7, heaviest=20, hypotheses=8, samples=40),
        exhaust=exhaust,
        quick=dict(points=2, heaviest=3, samples=2),
        full=dict(points=3, heaviest=2, samples=3),
        extent="all classes on {points} points of weights up to {heaviest}, four accuracies",
    )


def accuracy(trace: Trace) -> bool:
    """0 < ε < 1."""
    return bool(0 < trace.facts["epsilon"] < 1)


def confidence(trace: Trace) -> bool:
    """0 < δ < 1."""
    return bool(0 < trace.facts["delta"] < 1)


def enough_samples(trace: Trace) -> bool:
    """m > (1/ε) log(|H|/δ), for certain."""
    return ENOUGH_SAMPLES.decide(measure(trace)).holds


def measure(trace: Trace) -> Values:
    """P, |H|, m, ε and δ."""
    facts = trace.facts
    return {
        P: facts["probability"],
        H: facts["hypotheses"],
        m: facts["samples"],
        eps: facts["epsilon"],
        delta: facts["delta"],
    }


def nearly_tight() -> Iterable[Case]:
    """One hypothesis that is barely bad, and several that are so on sets of their own."""
    yield from (barely_bad(Fraction(1, q), samples) for q, samples in ((2, 1), (2, 10), (10, 100)))
    yield disjointly_bad(5, Fraction(1, 10), 60)


BAD_CONSISTENT = Claim(
    "pac-bad-consistent",
    "The probability that some g in H is not ε-accurate and is right on m samples is at most |H|(1−ε)^m.",
    sources=(VEM("8.1"),),
    kind="probability",
    label="upper",
    cases=domains(enough=False),
    given={"accuracy": accuracy},
    measure=measure,
    bound=P <= H * (1 - eps) ** m,
    attained_by=nearly_tight,
    remark="The ratio tends to 1 as the error of a single bad hypothesis falls to ε, but an error of ε is "
    "not bad. The labelling function need not be in H; where it is, |H| − 1 will do.",
)


def barely_enough() -> Iterable[Case]:
    """One barely bad hypothesis and as few samples as the theorem allows."""
    for q, inverse in ((2, 2), (10, 2), (100, 50), (500, 2)):
        epsilon, confident = Fraction(1, q), Fraction(1, inverse)
        yield barely_bad(epsilon, least_sample_size(1, epsilon, confident), confident, finer=1000)


SAMPLE_SIZE = Claim(
    "pac-sample-size",
    "If m > (1/ε) log(|H|/δ), that probability is at most δ.",
    sources=(VEM("8.1"),),
    kind="probability",
    label="upper",
    cases=domains(enough=True),
    given={"accuracy": accuracy, "confidence": confidence, "enough samples": enough_samples},
    measure=measure,
    bound=P <= delta,
    attained_by=barely_enough,
    remark="The ratio tends to 1 with ε → 0, for (1−ε)^m → e^(−εm), and with m just above the threshold.",
)
