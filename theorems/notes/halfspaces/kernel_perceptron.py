"""Kernel Perceptron is Perceptron in feature space, and so makes at most (RB)² mistakes: VEM 8.3.1.

R² = max K(x,x), and B is the least norm of a w in feature space with y⟨w,φ(x)⟩ >= 1.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from operator import matmul
from typing import Any, TypeVar

import numpy as np
from sympy import Eq, Expr, Gt, Integer, Lt, Symbol
from sympy.logic.boolalg import Boolean

from learncheck.exact.separation import inner
from learncheck.exact.signs import NotShown
from learncheck.learners import KernelPerceptron, Perceptron
from learncheck.learners.arrays import Array
from learncheck.strategies.halfspaces import families, games, vectors
from learncheck.strategies.halfspaces.kernel_functions import Features, Kernel
from learncheck.strategies.halfspaces.linear_samples import ExactVector, least_norm
from learncheck.strategies.play.case import Make, Snapshot, Trace, once
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, dictate
from learncheck.theorems import formal
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Varied
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Fact, Obligation
from learncheck.theorems.notes.halfspaces.separators import (
    B2,
    GROWS,
    R2,
    TURNS,
    M,
    a,
    b,
    separator_of_beginning,
    turns_and_grows,
)

DIFFER = quantity("N", "the rounds in which the two learners predict differently")


T = TypeVar("T")


class TwinGame(games.ExactGame, frozen=True, tag="twin-game"):
    """Kernel Perceptron, and Perceptron on the features, on one sequence in exact arithmetic.

    The environment contradicts or agrees with the Kernel Perceptron.
    """

    kernel: Kernel

    def arguments(self) -> tuple[Kernel]:
        return (self.kernel,)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        rounds = super().play(make).rounds
        images = [np.array(self.kernel.features(tuple(x)), dtype=object) for x in self.arrays()]
        examples = zip((images[index] for index, _ in self.moves), rounds.labels, strict=True)
        other = dictate(self, Perceptron(len(images[0])), examples)
        return Trace(self, rounds, games.TwoRuns(other.rounds.predictions))


# Kernel, dimension and degree, such that there are at most six monomials.
SHAPES: tuple[tuple[str, int, int], ...] = (
    ("power", 1, 1), ("power", 2, 1), ("power", 2, 2), ("power", 2, 3), ("power", 3, 2),
    ("polynomial", 1, 1), ("polynomial", 1, 2), ("polynomial", 2, 1), ("polynomial", 2, 2), ("polynomial", 1, 4),
)  # fmt: skip


def twin_games(choices: Choices, *, reach: int, pool: int, rounds: int) -> TwinGame:
    """Sequences for both learners, separable or not."""
    return _drawn(choices, TwinGame, reach, pool, rounds)


def _drawn(choices: Choices, kind: Callable[..., T], reach: int, pool: int, rounds: int) -> T:
    name, size, degree = choices.pick(SHAPES)
    kernel = Kernel("power" if name == "power" else "polynomial", degree)
    instances = choices.pool(lambda: vectors.nonzero_vector(choices, size, reach), most=pool)
    denominator = 2 ** choices.integer(0, 1)
    moves = choices.moves(len(instances), stances=choices.integer(1, 2), least=1, most=rounds)
    return kind(instances, denominator, moves, kernel)


def every_twin_game(choices: Choices, *, rounds: int, signed: int | None = None) -> TwinGame:
    """Every sequence in {−1, 0, 1}² without 0, contradicted or not, with three kernels.

    With more than `signed` instances, sequences are up to the signs of these.
    """
    return _listed(choices, TwinGame, rounds, signed, stances=2)


def _listed(choices: Choices, kind: Callable[..., T], rounds: int, signed: int | None, stances: int) -> T:
    kernel = choices.pick((Kernel("power", 1), Kernel("power", 2), Kernel("polynomial", 2)))
    instances, moves = families.signed_sequence(choices, vectors.lines(2, 1), rounds, signed, stances=stances)
    return kind(instances, 1, moves, kernel)


def differing(trace: Trace[TwinGame, games.TwoRuns]) -> Values:
    pairs = zip(trace.rounds, trace.facts.other, strict=True)
    return {DIFFER: sum(round.prediction != other for round, other in pairs)}


def as_perceptron(learner: type, lengths: Iterable[int] = (0, 1, 2, 3)) -> Iterator[Obligation]:
    """Show that the learner's own round is that of Perceptron in feature space.

    On every path it predicts sign⟨w,φ(x)⟩, and adds yφ(x) to w exactly on a mistake. Raises NotShown.
    """
    for length in lengths:
        names = [f"φ{i}" for i in range(1, length + 1)]
        space = formal.vectors.Space.of("φ(x)", *names)
        x = space.vector("φ(x)")
        labels = [formal.numbers.Real(Symbol(f"y{i}", real=True)) for i in range(1, length + 1)]
        pairs = tuple(zip(map(space.vector, names), labels, strict=True))
        w = sum((y * image for image, y in pairs), space.zero)
        for label in (1, -1):
            for ran in formal.quantities.run_round(learner, {"mistakes": pairs}, {"kernel": matmul}, x, label):
                after = sum((y * image for image, y in ran.after["mistakes"]), space.zero)
                due = w + label * x if ran.prediction != label else w
                if not isinstance(after, formal.vectors.Vector) or after.content() != due.content():
                    raise NotShown(
                        f"{learner.__name__} answers {ran.prediction}, label {label:+d}, and w becomes {after}"
                    )
                score = (w @ x).expression if length else Integer(0)
                yield Obligation(
                    f"from {length} mistakes, label {label:+d}: {learner.__name__} predicts {ran.prediction}, the sign "
                    "of ⟨w,φ(x)⟩",
                    {f"comparison {i}": met for i, met in enumerate(ran.comparisons, start=1)},
                    _sign_is(score, ran.prediction),
                )


def _sign_is(score: Expr, prediction: Any) -> Boolean:
    if prediction not in (-1, 0, 1):
        raise formal.numbers.NotFormal(f"the learner predicts {prediction!r}, which is not a label")
    return {1: Gt, -1: Lt, 0: Eq}[int(prediction)](score, 0)


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
        twin_games,
        exhaust=every_twin_game,
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


# ---- its bound, in feature space ----

MOST_TARGETS = 800


class FeatureGame(games.HalfspaceGame, frozen=True, tag="feature-game"):
    """Some combination of monomials, with small integer coefficients, has the sign y on every instance.

    The game ends early at an instance that is 0 under every remaining combination. Fact: a consistent `target`.
    """

    kernel: Kernel

    def arguments(self) -> tuple[Kernel]:
        return (self.kernel,)

    def environment(self) -> Environment:
        monomials = np.array([self.kernel.monomials(x, self.denominator) for x in self.instances])
        targets = combinations(monomials.shape[1])
        return games.SomeTarget(np.sign(monomials @ targets.T), targets, self.arrays())


def combinations(size: int) -> Array:
    """Coefficients of combinations of `size` monomials, on the finest grid that MOST_TARGETS allows."""
    n = max((n for n in range(1, 5) if (2 * n + 1) ** size <= MOST_TARGETS), default=1)
    return vectors.directions(size, n)


def feature_games(
    choices: Choices, *, reach: int, pool: int, rounds: int, separable: bool = False
) -> games.HalfspaceGame:
    """Games that are separable in feature space, or free games unless `separable`.

    Shrinks to one dimension, the kernel ⟨x,z⟩, few rounds, and an environment that contradicts.
    """
    return _drawn(choices, FeatureGame if separable else games.KernelGame, reach, pool, rounds)


def every_feature_game(choices: Choices, *, rounds: int, signed: int | None = None) -> FeatureGame:
    """Every sequence in {−1, 0, 1}² without 0, contradicted whenever possible, with three kernels.

    With more than `signed` instances, sequences are up to the signs of these.
    """
    return _listed(choices, FeatureGame, rounds, signed, stances=1)


def orthonormal_features(degrees: tuple[int, ...]) -> Iterator[FeatureGame]:
    """e_1, ..., e_d with the kernel ⟨x,z⟩^degree: their features are orthonormal, and each is contradicted once."""
    for degree, size in product(degrees, (1, 2, 3)):
        if degree < 3 or size < 3:  # six monomials at most
            moves = tuple((i, CONTRADICT) for i in range(size))
            yield FeatureGame(vectors.axes(size), 1, moves, Kernel("power", degree))


@once
def signed_features(trace: Trace) -> tuple[Features, ...]:
    """Return the distinct yφ(x) of all rounds."""
    kernel: Kernel = trace.case.kernel
    images = [tuple(y * v for v in kernel.features(tuple(map(Fraction, x.tolist())))) for x, y in trace.examples()]
    return tuple(dict.fromkeys(images))


def separable(trace: Trace) -> bool:
    """Whether some w of the feature space has y⟨w,φ(x)⟩ >= 1 in every round."""
    signed = signed_features(trace)
    return bool(signed) and least_norm(signed) is not None


SEPARABLE = Premise("a halfspace of the feature space separates the examples", separable, option="separable")


def separator(trace: Trace) -> tuple[ExactVector, int | Fraction]:
    """Return the w of least norm and its ‖w‖²; if the game is not separable, of its longest separable prefix."""
    return separator_of_beginning(signed_features(trace))


def in_feature_space(trace: Trace) -> Values:
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


MISTAKES = Claim(
    "kernel-perceptron-mistakes",
    r"On every sequence that some $w$ of the feature space separates with $y\langle w,\varphi(x)\rangle \ge 1$, Kernel "
    r"Perceptron makes at most $(RB)^2$ mistakes, where $R^2 = \max K(x,x)$ and $B$ is the least norm of such a $w$.",
    sources=(VEM("8.3.1, with Lemma 8.5"),),
    label="tight",
    learner=KernelPerceptron,
    cases=Family(
        feature_games,
        exhaust=every_feature_game,
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
    proof=turns_and_grows(
        B2,
        TURNS,
        GROWS,
        code=lambda: formal.vector_runs.kernel_rounds(
            lambda w, target: {a: target @ w, b: w @ w},
            assuming=lambda round: {SEPARABLE: round.label * (round.target @ round.x) >= 1},
            means=lambda round: {r"$R^2 = \max K(x,x)$": round.x @ round.x <= R2},
            counts=M,
        ),
        reading=r"The proof of Perceptron's bound, for $w = \sum y_i \varphi(x_i)$: it uses inner products "
        r"alone, so that $\varphi$ may have any dimension. The attacks are on kernels with explicit "
        "features, where $B^2$ is known exactly.",
    ),
    attained_by=lambda: orthonormal_features((1, 2, 3)),
)
