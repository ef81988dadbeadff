"""Kernel Perceptron is Perceptron in feature space, and its mistake bound."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from operator import matmul
from typing import Any

import sympy
from sympy import Eq

from learncheck.exact.signs import NotShown
from learncheck.learners import KernelPerceptron
from learncheck.strategies.halfspaces import kernels
from learncheck.strategies.halfspaces.games import TwoRuns
from learncheck.strategies.halfspaces.kernel_functions import Features, Kernel
from learncheck.strategies.halfspaces.kernels import TwinGame
from learncheck.strategies.play.case import Snapshot, Trace, once
from learncheck.theorems.formal.numbers import NotFormal, Real
from learncheck.theorems.formal.quantities import run_round
from learncheck.theorems.formal.vector_runs import kernel_rounds
from learncheck.theorems.formal.vectors import Space, Vector
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Varied
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Fact, Obligation
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.notes.halfspaces import separators
from learncheck.theorems.notes.halfspaces.separators import B2, R2, Exact, M, a, b, inner

DIFFER = quantity("N", "the rounds in which the two learners predict differently")


def differing(trace: Trace[TwinGame, TwoRuns]) -> Values:
    pairs = zip(trace.rounds, trace.facts.other, strict=True)
    return {DIFFER: sum(each.prediction != other for each, other in pairs)}


def as_perceptron(learner: type, lengths: Iterable[int] = (0, 1, 2, 3)) -> Iterator[Obligation]:
    """Show that the learner's own round is that of Perceptron in feature space.

    On every path it predicts sign⟨w,φ(x)⟩, and adds yφ(x) to w exactly on a mistake. Raises NotShown.
    """
    for length in lengths:
        names = [f"φ{i}" for i in range(1, length + 1)]
        space = Space.of("φ(x)", *names)
        x = space.vector("φ(x)")
        labels = [Real(sympy.Symbol(f"y{i}", real=True)) for i in range(1, length + 1)]
        pairs = tuple(zip(map(space.vector, names), labels, strict=True))
        w = sum((y * image for image, y in pairs), space.zero)
        for label in (1, -1):
            for ran in run_round(learner, {"mistakes": pairs}, {"kernel": matmul}, x, label):
                after = sum((y * image for image, y in ran.after["mistakes"]), space.zero)
                due = w + label * x if ran.prediction != label else w
                if not isinstance(after, Vector) or after.content() != due.content():
                    raise NotShown(
                        f"{learner.__name__} answers {ran.prediction}, label {label:+d}, and w becomes {after}"
                    )
                score = (w @ x).expression if length else sympy.Integer(0)
                yield Obligation(
                    f"from {length} mistakes, label {label:+d}: {learner.__name__} predicts {ran.prediction}, the sign "
                    "of ⟨w,φ(x)⟩",
                    {f"comparison {i}": met for i, met in enumerate(ran.comparisons, start=1)},
                    _sign_is(score, ran.prediction),
                )


def _sign_is(score: Any, prediction: Any) -> Any:
    if prediction not in (-1, 0, 1):
        raise NotFormal(f"the learner predicts {prediction!r}, which is not a label")
    return {1: sympy.Gt, -1: sympy.Lt, 0: sympy.Eq}[int(prediction)](score, 0)


def twins(learner: type) -> Fact:
    """State that the learner's rounds are those of Perceptron on the features."""
    return Fact(
        f"{learner.__name__} predicts "
        r"$\operatorname{sign}\langle w,\varphi(x)\rangle$ for $w = \sum y_i \varphi(x_i)$ over its mistakes, as "
        r"Perceptron on $\varphi(x)$ does",
        Eq(DIFFER, 0),
        "theorem",
        "its own code runs on formal features, from states of 0, 1, 2 and 3 mistakes; more of them are trusted "
        r"to be summed in the same way. Perceptron's rule is $w' = w + y\varphi(x)$ on a mistake; both start at "
        "$w = 0$",
        partial(as_perceptron, learner),
    )


EQUIVALENCE = Claim(
    "kernel-perceptron-equivalence",
    r"Kernel Perceptron predicts on every sequence as Perceptron does on the features $\varphi(x)$, where "
    r"$K(x,z) = \langle\varphi(x),\varphi(z)\rangle$.",
    sources=(VEM("8.3.1"),),
    learner=KernelPerceptron,
    cases=Family(
        kernels.twin_games,
        exhaust=kernels.every_twin_game,
        extent="all sequences of up to {rounds} nonzero points of the plane with coordinates −1, 0 and 1 (of x and −x "
        "only one if longer than {signed:≤ _ rounds}), with any labels, with three kernels",
        search=dict(reach=2, pool=4, rounds=8),
        scout=dict(reach=3, pool=6, rounds=16),
        quick=dict(rounds=3, signed=2),
        full=dict(rounds=3, signed=3),
        grows=dict(pool=Varied(), rounds=Long(128)),
        beyond="a round evaluates the kernel with every mistake so far, up to 2²⁹ times in the largest game",
    ),
    measure=differing,
    bound=Eq(DIFFER, 0),
    proof=Chain(
        using=(twins(KernelPerceptron),),
        matched="both learners are compared in exact arithmetic, by the attacks",
        reading="For any kernel with features, also of infinite dimension: nothing but inner products is used.",
    ),
    judged=False,
    remark="Both run on Fractions, so that ties are ties. Submissions may break them otherwise; they are judged by "
    "kernel-perceptron-conforms and by the bound, kernel-perceptron-mistakes.",
)


# ---- its bound ----


@once
def signed_features(trace: Trace) -> tuple[Features, ...]:
    """Return the distinct yφ(x) of all rounds."""
    kernel: Kernel = trace.case.kernel
    images = [tuple(y * v for v in kernel.features(tuple(map(Fraction, x.tolist())))) for x, y in trace.examples()]
    return tuple(dict.fromkeys(images))


def separable(trace: Trace) -> bool:
    """Whether some w of the feature space has y⟨w,φ(x)⟩ >= 1 in every round."""
    signed = signed_features(trace)
    return bool(signed) and separators.least_norm(signed) is not None


SEPARABLE = Premise("a halfspace of the feature space separates the examples", separable, option="separable")


def separator(trace: Trace) -> tuple[Exact, int | Fraction]:
    """Return the w of least norm and its ‖w‖²; if the game is not separable, of its longest separable prefix."""
    return separators.separator_of_beginning(signed_features(trace))


def in_feature_space(trace: Trace) -> Values:
    """Measure M, R² = max K(x,x) and B²."""
    radius = max((inner(x, x) for x in signed_features(trace)), default=Fraction(0))
    return {M: trace.mistakes, R2: radius, B2: separator(trace)[1]}


def image(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure a = ⟨w*,w⟩ and b = ‖w‖² for w = Σ y_i φ(x_i) over the mistakes. Raises NotExposed."""
    mistakes = state.get("mistakes")
    if not isinstance(mistakes, tuple):
        raise NotExposed("the learner exposes no tuple of its mistakes")
    kernel, (target, _) = trace.case.kernel, separator(trace)
    w = (Fraction(0),) * len(target)
    for x, y in mistakes:
        features = kernel.features(tuple(map(Fraction, x.tolist())))
        w = tuple(p + y * q for p, q in zip(w, features, strict=True))
    return {a: inner(target, w), b: inner(w, w)}


TURNS = Step(r"a mistake adds at least 1 to $a = \langle w^*,w\rangle$", Next(a) >= a + 1)
GROWS = Step(r"a mistake adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)

MISTAKES = Claim(
    "kernel-perceptron-mistakes",
    r"On every sequence that some $w$ of the feature space separates with $y\langle w,\varphi(x)\rangle \ge 1$, Kernel "
    r"Perceptron makes at most $(RB)^2$ mistakes, where $R^2 = \max K(x,x)$ and $B$ is the least norm of such a $w$.",
    sources=(VEM("8.3.1, with Lemma 8.5"),),
    label="tight",
    learner=KernelPerceptron,
    cases=Family(
        kernels.feature_games,
        exhaust=kernels.every_feature_game,
        extent="all sequences of up to {rounds} nonzero points of the plane with coordinates −1, 0 and 1 (of x and −x "
        "only one if longer than {signed:≤ _ rounds}), with three kernels, each label contradicting the learner if a "
        "combination of monomials with small coefficients allows it",
        search=dict(reach=2, pool=4, rounds=8),
        scout=dict(reach=3, pool=5, rounds=9),
        quick=dict(rounds=3, signed=2),
        full=dict(rounds=4, signed=3),
        grows=dict(pool=Varied(), rounds=Long()),
    ),
    assuming=(SEPARABLE,),
    measure=in_feature_space,
    bound=M <= R2 * B2,
    watch=("mistakes",),
    state=image,
    proof=separators.turns_and_grows(
        B2,
        TURNS,
        GROWS,
        code=kernel_rounds(
            lambda w, target: {a: target @ w, b: w @ w},
            assuming=lambda each: {SEPARABLE: each.label * (each.target @ each.x) >= 1},
            means=lambda each: {r"$R^2 = \max K(x,x)$": each.x @ each.x <= R2},
            counts=M,
        ),
        reading=r"The proof of Perceptron's bound, for $w = \sum y_i \varphi(x_i)$: it uses inner products "
        r"alone, so that $\varphi$ may have any dimension. The attacks are on kernels with explicit "
        "features, where $B^2$ is known exactly.",
    ),
    attained_by=lambda: kernels.orthonormal_features((1, 2, 3)),
)
