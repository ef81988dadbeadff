"""Exact quantities of a game of Perceptron, and the proof that all its mistake bounds share.

The proof of UML Theorem 9.1 follows two quantities, a = ⟨w*,w⟩ and b = ‖w‖². A mistake adds at least 1 to a and at most
R² to b; after M mistakes M <= a, b <= MR², and a² <= B²b by Cauchy-Schwarz, so M² <= B²MR².

R² and B² are symbols themselves, because they are rational even if R and B are not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Unpack

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from learncheck.exact import arrays
from learncheck.exact.balls import fraction
from learncheck.exact.separation import inner
from learncheck.strategies.halfspaces import families, games
from learncheck.strategies.halfspaces.linear_samples import ExactVector, least_norm
from learncheck.strategies.play.case import Label, Snapshot, Trace, once, once_played
from learncheck.theorems import formal
from learncheck.theorems.language import readings, trusted
from learncheck.theorems.language.at_once import Columns, OfStates, States
from learncheck.theorems.language.claim import Family, Values, quantity
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.rules import halfspaces

M = quantity("M", "the mistakes, or corrections")
R2 = quantity("R²", r"the square of $R = \max\|x\|$")
B2 = quantity("B²", r"the square of $B$, the least norm of a $w$ with $y\langle w,x\rangle \ge 1$ in every round")
W2 = quantity("‖w*‖²", "the squared norm of the target")
X2 = quantity("‖x‖²", r"the greatest $\|x\|^2$")
gamma = quantity("γ", r"the margin $\min|\langle w^*,x\rangle|$")
gamma2 = quantity("γ²", r"the square of the margin $\gamma$")
rho2 = quantity("ρ²", r"the square of the distance $\rho = \min y\langle w_f,x\rangle/\|w_f\|$")
m = quantity("m", "the length of the sequence")

a = quantity("a", r"the inner product $\langle w_f,w\rangle$ in the end", real=None)
b = quantity("b", r"$\|w\|^2$ in the end", real=None)
least = quantity("μ", r"the least $y\langle w_f,x\rangle$", real=None)

SHORT = 8
"""Up to this length, testing a whole array for integers takes longer than testing each entry."""


def exact(values: Any) -> ExactVector:
    """Return the exact values of a float vector."""
    array = np.asarray(values, dtype=np.float64)
    if len(array) > SHORT and (array == np.rint(array)).all() and (np.abs(array) < 2**53).all():
        return tuple(array.astype(np.int64).tolist())
    return tuple([int(v) if v.is_integer() else Fraction(v) for v in array.tolist()])


def examples(trace: Trace) -> Iterator[tuple[int, Label]]:
    """Yield the example of each round: its instance by the array's identity, as games repeat arrays, and its label."""
    return zip(map(id, trace.rounds.instances), trace.rounds.labels, strict=True)


@once_played
def signed_arrays(trace: Trace) -> NDArray[Any]:
    """Return y·x for each distinct example, as rows."""
    arrays = dict(zip(examples(trace), trace.rounds.instances, strict=True))
    rows = np.array(list(arrays.values()))
    rows[[y == -1 for _, y in arrays]] *= -1
    return rows


@once_played
def times(trace: Trace) -> list[int]:
    """Return the number of rounds of each distinct example."""
    return list(Counter(examples(trace)).values())


@once_played
def signed_instances(trace: Trace) -> tuple[ExactVector, ...]:
    """Return the distinct y·x of all rounds."""
    return tuple(dict.fromkeys(map(exact, signed_arrays(trace))))


def separable(trace: Trace) -> bool:
    """Whether some w has y⟨w,x⟩ >= 1 in every round."""
    signed = signed_instances(trace)
    return bool(signed) and least_norm(signed) is not None


SEPARABLE = Premise("some homogeneous halfspace separates the examples", separable, option="separable")


def separator(trace: Trace) -> tuple[ExactVector, int | Fraction]:
    """Return the least-norm separator w* of the sequence and B² = ‖w*‖².

    If the sequence is not separable (which the theorem excludes), use its longest separable prefix.
    """
    return separator_of_beginning(signed_instances(trace))


def separator_of_beginning(signed: tuple[ExactVector, ...]) -> tuple[ExactVector, int | Fraction]:
    """Return the least-norm separator of the longest separable prefix of the yx, and its ‖w‖²; 0 if there is none."""
    for size in range(len(signed), 0, -1):
        answer = least_norm(signed[:size])
        if answer is not None:
            return answer
    return (0,) * len(signed[0]), 0


@once_played
def integer_rows(trace: Trace) -> arrays.Integers | None:
    """Return `signed_arrays` as integers; None if there was no round."""
    signed = signed_arrays(trace)
    return arrays.integers(signed) if len(signed) else None


def number(value: int | fmpq) -> int | Fraction:
    """Convert a rational of flint to a Fraction."""
    return value if type(value) is int else fraction(value)


@once_played
def radius_squared(trace: Trace) -> int | Fraction:
    """Return R² = max‖x‖²."""
    rows = integer_rows(trace)
    return 0 if rows is None else number(max(arrays.squared_norms(rows)))


@once
def target(trace: Trace) -> ExactVector:
    """Return the w* that the case names."""
    return tuple(v.numerator if v.denominator == 1 else v for v in trace.case.weights())


@once
def squared_length(trace: Trace) -> int | Fraction:
    """Return ‖w*‖² for that w*."""
    return inner(target(trace), target(trace))


@once
def margins(trace: Trace) -> Sequence[int | fmpq]:
    """Return y⟨w*,x⟩ for each distinct example, with the w* that the case names."""
    rows = integer_rows(trace)
    return [] if rows is None else arrays.inner_products(target(trace), rows)


def least_margin(trace: Trace) -> int | Fraction:
    """Return the least of the `margins`."""
    return number(min(margins(trace)))


def measures_of_target(trace: Trace) -> Values:
    return {M: trace.mistakes, R2: radius_squared(trace), W2: squared_length(trace)}


def weights(state: Snapshot, trace: Trace) -> ExactVector:
    """Return the exact w, without the factor by which the learner may scale it. Raises NotExposed."""
    return exact(readings.read(state, trace, halfspaces.PERCEPTRON).exact["w"])


@OfStates
def towards_separator(states: States, values: Values, trace: Trace) -> Columns:
    """Measure a and b with the least-norm separator."""
    w = arrays.integers(readings.exact_values(states, "w", trace, halfspaces.PERCEPTRON))
    return {a: arrays.inner_products(separator(trace)[0], w), b: arrays.squared_norms(w)}


@OfStates
def towards_target(states: States, values: Values, trace: Trace) -> Columns:
    """Measure a and b with the w* that the case names."""
    w = arrays.integers(readings.exact_values(states, "w", trace, halfspaces.PERCEPTRON))
    return {a: arrays.inner_products(target(trace), w), b: arrays.squared_norms(w)}


def within_radius(round: "formal.round.Happened") -> "formal.round.Truths":
    """State that R is the greatest ‖x‖."""
    return {r"$R^2 = \max\|x\|^2$": round.x @ round.x <= R2}


def rounds_of_code(best: Callable[[Trace], Any] = target, **says: "Unpack[formal.round.Says]") -> "formal.round.Runs":
    """Return the learner's own rounds from any w, with any x and w*; M counts mistakes unless `counts` says otherwise.

    best: the w* of a played game.
    says: what the proof says of a round, as in `vector_rounds`.
    """
    says.setdefault("counts", M)
    return formal.vector_runs.vector_rounds(lambda w, target: {a: target @ w, b: w @ w}, target=best, **says)


TURNS = Step(r"a mistake adds at least 1 to $a = \langle w^*,w\rangle$", Next(a) >= a + 1)
GROWS = Step(r"a mistake adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)


def turns_and_grows(length: Any, turns: Step, grows: Step, **parts: Any) -> Induction:
    """Build the proof that all these claims share: a′ >= a + progress and b′ <= b + growth on a mistake.

    So M·progress <= a and b <= M·growth, and a² <= length·b by Cauchy-Schwarz, where `length` is ‖w*‖².
    """
    progress, growth = turns.relation.rhs - a, grows.relation.rhs - b
    return Induction(
        start={M: 0, a: 0, b: 0},
        rounds={
            "a mistake": Transition(steps=(turns, grows), sets={M: M + 1}),
            "no mistake": Transition(keeps=(M, a, b)),
        },
        invariant={
            "every mistake has added to a": M * progress <= a,
            "no mistake has added more to $b$": b <= M * growth,
        },
        using=(trusted.cauchy_schwarz(a, length, b),),
        **parts,
    )


FREE = Family[games.HalfspaceGame](
    families.free_games,
    search=dict(dimensions=3, reach=3, pool=4, rounds=8),
    scout=dict(dimensions=4, reach=20, pool=6, rounds=25),
    grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
    exhaust=families.every_free_game,
    quick=dict(dimension=2, reach=1, rounds=3, signed=2),
    full=dict(dimension=2, reach=1, rounds=4, signed=3),
    extent="all sequences of up to {rounds} nonzero points with integer coordinates up to ±{reach} in dimension "
    "{dimension:d = _} (of x and −x only one if longer than {signed:≤ _ rounds}), with any labels",
)
"""Sequences of any instances with any labels."""
