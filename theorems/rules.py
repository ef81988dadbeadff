"""The online algorithms of the notes as nondeterministic rules: the answers and the updates that each allows.

A learner conforms when its predictions are those of the algorithm under *some* choice of tie-breaks and of
updates at ties. So a rule says which labels a state allows and to which states a round can lead, and
`Follower` keeps the set of all states that the choices made so far can have led to. A learner fails in the
round in which its answer fits none.

This is a second formulation of every algorithm, written from the notes and apart from the reference learners.

    Rule, LabelRule        what a follower needs of a rule; and of one that answers with a label
    SignRule               predict the sign of a score, correct on a mistake (Perceptron, Winnow, ...)
    VersionSpaceRule       let all that is still alive vote, keep what was right (Halving, experts, ...)
    RULES                  the rules that answer with a label, by the learner's name
    RANDOMIZED_WEIGHTED_MAJORITY   the rule that answers with probabilities
    Follower, follow, Fit  the judge
    state_matches          whether a learner's exposed state is the rule's

Ties: a score within TIE of the sum of its absolute terms is a tie; there every answer is allowed, also 0.
Where the state itself carries rounding errors, a derived bound on their effect (`noise`) is added.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = NDArray[np.float64]
Bools = NDArray[np.bool_]
S = TypeVar("S")

# "What lies within a relative 1e-9 of a tie is a tie." The thousandth on top leaves room for the rounding of
# the score itself, n·2⁻⁵³ of the sum of its absolute terms: below 1e-12 of that sum up to 9000 terms.
TIE = 1e-9 * (1 + 1e-3)

# A rounded operation is off by at most this much of its result.
ROUNDING = 2.0**-53

# More states than this and a game is judged no further.
LIMIT = 1024

ANY = frozenset({-1, 0, 1})
PLUS = frozenset({1})
MINUS = frozenset({-1})
EITHER = frozenset({-1, 1})


class Exposed(NamedTuple):
    """What a learner's attribute should hold, with how far each entry may be off after scaling."""

    value: NDArray[Any]
    tolerance: NDArray[np.float64] | None  # None: equal, and not to be scaled


class Rule(Protocol):
    """What a follower needs of a rule. States are never changed; what they hold is the rule's own affair."""

    def start(self, *arguments: Any) -> Any:
        """The state before the first round, from the learner's constructor arguments."""

    def step(self, state: Any, x: Any, prediction: Any, y: int) -> tuple[Any, ...] | None:
        """The states after the round; None where the prediction is not the rule's, () where the rule ends."""

    def explain(self, state: Any, x: Any, prediction: Any) -> str:
        """What was due and why, in the rule's own quantities."""

    def ends(self, state: Any, x: Any, y: int) -> str:
        """Why `step` gave (): where the algorithm is undefined, or what can be judged no further."""

    def key(self, state: Any) -> Hashable:
        """Equal for states that are the same from here on."""

    def merge(self, state: Any, other: Any) -> Any:
        """One state in place of two of the same key."""

    def exposes(self, state: Any) -> Mapping[str, Exposed]:
        """The learner's attributes that speak of the state."""


class LabelRule(Rule, Protocol):
    """A rule that answers with a label."""

    @property
    def zero_allowed(self) -> bool:
        """Whether the rule may answer 0 at a tie."""

    def allowed(self, state: Any, x: Any) -> frozenset[int]:
        """The answers that the rule allows, a subset of {-1, 0, +1}."""

    def successors(self, state: Any, x: Any, prediction: int, y: int) -> tuple[Any, ...]:
        """The states after the round, given an allowed prediction; () where the rule ends."""


def _first(state: S, other: S) -> S:
    return state


def _exposes_nothing(state: Any) -> Mapping[str, Exposed]:
    return {}


def _due(labels: frozenset[int], prediction: int) -> str:
    due = " or ".join(f"{label:+d}" for label in sorted(labels, reverse=True))
    return f"so {due} was due, not {prediction if prediction == 0 else f'{prediction:+d}'}"


# ------------------------------------------------------------------------------------------------- sign rules


class Score(NamedTuple):
    """A score whose sign is the prediction, the sum of its absolute terms, and its rounding error at most."""

    value: float
    scale: float
    noise: float = 0.0

    def is_tie(self) -> bool:
        return abs(self.value) <= TIE * self.scale + self.noise


@dataclass(frozen=True)
class SignRule(Generic[S]):
    """Predict the sign of a score; off a tie update on mistakes only, at a tie always or on mistakes only.

    start, key, merge, exposes: as in `Rule`.
    score:    the score of an instance.
    correct:  the states that a mistake can lead to; () where the algorithm ends.
    quantity: the score in the notes' symbols.
    end:      why it ends.
    """

    start: Callable[..., S]
    score: Callable[[S, Any], Score]
    correct: Callable[[S, Any, int], tuple[S, ...]]
    quantity: str
    key: Callable[[S], Hashable]
    exposes: Callable[[S], Mapping[str, Exposed]]
    merge: Callable[[S, S], S] = _first
    end: str = "the algorithm is undefined here"
    zero_allowed: bool = True

    def allowed(self, state: S, x: Any) -> frozenset[int]:
        score = self.score(state, x)
        if score.is_tie():
            return ANY
        return PLUS if score.value > 0 else MINUS

    def successors(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...]:
        return self._after(state, x, prediction, y, self.score(state, x).is_tie())

    def step(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...] | None:
        score = self.score(state, x)
        tie = score.is_tie()
        if not tie and prediction != (1 if score.value > 0 else -1):
            return None
        return self._after(state, x, prediction, y, tie)

    def _after(self, state: S, x: Any, prediction: int, y: int, tie: bool) -> tuple[S, ...]:
        if prediction != y:
            return self.correct(state, x, y)
        if not tie:
            return (state,)
        corrected = self.correct(state, x, y)
        return (state, *corrected) if corrected else ()

    def explain(self, state: S, x: Any, prediction: int) -> str:
        score = self.score(state, x)
        if score.is_tie():
            return f"{self.quantity} = {score.value:g} is a tie, so any answer would do"
        relation = ">" if score.value > 0 else "<"
        return f"{self.quantity} = {score.value:g} {relation} 0, {_due(self.allowed(state, x), prediction)}"

    def ends(self, state: S, x: Any, y: int) -> str:
        return self.end


def _close(w: Vector, slack: Vector | float = 0.0) -> Exposed:
    """A vector of sums: entries are compared on the scale of the largest."""
    return Exposed(w, TIE * np.abs(w).max(initial=0.0) + slack + np.zeros_like(w))


# Perceptron: w = 0; predict sign(w·x); on a mistake w ← w + y·x. Source: UML 9.1.2, JAI, VEM Algorithm 1.


class Sum(NamedTuple):
    """A sum of instances, with the total of their absolute values and their number, which bound its rounding.

    On integers and short binary fractions the sum is exact and the bound negligible. It matters where rounded
    terms cancel: 0.1 + 0.2 − 0.3 is a tie that doubles miss by 5e-17.
    """

    w: Vector
    total: Vector
    terms: int

    def noise(self, size: Vector | float) -> Any:
        """How far Σ w_i·x_i may be off where |x| = size; for size 1 how far each w_i may be."""
        # Four roundings a term: ours, and in a learner that scales its weights one for η·x, one for the sum
        # and one for the scaling; each at most ROUNDING of what has been added up so far.
        return 4 * ROUNDING * self.terms * np.dot(self.total, size)


def _add(state: Sum, x: ArrayLike, y: int) -> tuple[Sum, ...]:
    x = np.asarray(x, dtype=np.float64)
    w = state.w + x if y == 1 else state.w - x
    return (Sum(w, state.total + np.abs(x), state.terms + 1),)


def _inner_product(state: Sum, x: ArrayLike) -> Score:
    x = np.asarray(x, dtype=np.float64)
    size = np.abs(x)
    return Score(float(state.w.dot(x)), float(np.abs(state.w).dot(size)), state.noise(size))


PERCEPTRON = SignRule(
    start=lambda d: Sum(np.zeros(d), np.zeros(d), 0),
    score=_inner_product,
    correct=_add,
    quantity="w·x",
    key=lambda state: state.w.tobytes(),
    merge=lambda state, other: Sum(state.w, np.maximum(state.total, other.total), max(state.terms, other.terms)),
    exposes=lambda state: {"w": _close(state.w, state.noise(1.0))},
)


# Kernel Perceptron: predict the sign of Σ y_i K(x_i, x) over the mistakes so far. Source: VEM 8.3.1.


class Support(NamedTuple):
    """The distinct instances that were corrected on, each with the sum of its labels and their number."""

    kernel: Callable[[Vector, Vector], float]
    instances: tuple[Vector, ...] = ()
    coefficients: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


def _kernel_sum(state: Support, x: ArrayLike) -> Score:
    x = np.asarray(x, dtype=np.float64)
    value = scale = 0.0
    for instance, coefficient, count in zip(state.instances, state.coefficients, state.counts, strict=True):
        similarity = float(state.kernel(instance, x))
        value += coefficient * similarity
        scale += count * abs(similarity)  # counts what cancels too: a learner that sums it up rounds it
    return Score(value, scale)


def _support(state: Support, x: ArrayLike, y: int) -> tuple[Support, ...]:
    x = np.array(x, dtype=np.float64)
    for i, instance in enumerate(state.instances):
        if instance.tobytes() == x.tobytes():
            coefficients, counts = list(state.coefficients), list(state.counts)
            coefficients[i] += y
            counts[i] += 1
            return (state._replace(coefficients=tuple(coefficients), counts=tuple(counts)),)
    return (Support(state.kernel, (*state.instances, x), (*state.coefficients, y), (*state.counts, 1)),)


def _support_key(state: Support) -> Hashable:
    each = zip(state.instances, state.coefficients, state.counts, strict=True)
    return frozenset((instance.tobytes(), coefficient, count) for instance, coefficient, count in each)


KERNEL_PERCEPTRON = SignRule(
    start=Support,
    score=_kernel_sum,
    correct=_support,
    quantity="Σ y_i K(x_i, x)",
    key=_support_key,
    exposes=_exposes_nothing,
)


# Modified Perceptron: w = w0; predict sign(w·x); where it errs by more than σ‖w‖, w ← w − (w·x)x.
# Source: VEM 8.3.2.


class Projection(NamedTuple):
    """The weights, with a bound on the length of their rounding error."""

    sigma: float
    w: Vector
    slack: float


def _unit_start(sigma: float, w0: ArrayLike) -> Projection:
    return Projection(float(sigma), np.array(w0, dtype=np.float64), 0.0)


def _length(vector: Vector) -> float:
    return math.sqrt(vector.dot(vector))


def _projected_score(state: Projection, x: ArrayLike) -> Score:
    x = np.asarray(x, dtype=np.float64)
    return Score(float(state.w.dot(x)), float(np.abs(state.w).dot(np.abs(x))), state.slack * _length(x))


def _project(state: Projection, x: ArrayLike, y: int) -> tuple[Projection, ...]:
    x = np.asarray(x, dtype=np.float64)
    sigma, w, slack = state
    margin, length, x_length = float(w.dot(x)), _length(w), _length(x)
    excess = Score(  # of the error over σ‖w‖
        abs(margin) - sigma * length,
        float(np.abs(w).dot(np.abs(x))) + sigma * length,
        slack * (x_length + sigma),
    )
    if excess.value < 0 and not excess.is_tie():
        return (state,)
    kept = (state,) if excess.is_tie() else ()
    w = w - margin * x
    # The old error passes through I − xxᵀ, which lengthens nothing where x is a unit vector. To it comes the
    # rounding of w·x (d terms), of the product, the difference and a scaling, ours and the learner's.
    rounding = 2 * (len(x) + 4) * ROUNDING * length * (1.0 + x_length**2)
    slack = slack * max(1.0, abs(1.0 - x_length**2)) + rounding
    length = _length(w)
    if length <= slack:
        return ()
    if length < 1e-100:  # positive scaling is free, and a power of two is exact
        w, slack = w * 2.0**300, slack * 2.0**300
    return (*kept, Projection(sigma, w, slack))


MODIFIED_PERCEPTRON = SignRule(
    start=_unit_start,
    score=_projected_score,
    correct=_project,
    quantity="w·x",
    key=lambda state: state.w.tobytes(),
    merge=lambda state, other: max(state, other, key=lambda each: each.slack),
    exposes=lambda state: {"w": _close(state.w, state.slack)},
    end="w has shrunk to nothing but rounding errors, so every prediction from here on is at a tie",
)


# Ellipsoid: w = 0, A = I; predict sign(w·x); on a mistake w ← w + y/(d+1)·Ax/√(xᵀAx) and
# A ← d²/(d²−1)·(A − 2/(d+1)·Ax(Ax)ᵀ/(xᵀAx)). Source: LEC, The Ellipsoid Learner.


class Ellipse(NamedTuple):
    """The ellipsoid, with bounds on its rounding error.

    With A = BBᵀ, `error_A` bounds ‖B⁻¹ δA B⁻ᵀ‖, the relative error of A in every direction, and `error_w`
    bounds ‖δw‖.
    """

    w: Vector
    A: NDArray[np.float64]
    error_w: float
    error_A: float


# Judged as long as the relative error of A stays below a tenth of the 1e-9 that makes a tie.
ELLIPSOID_ERROR = 1e-10


def _unit_ball(d: int) -> Ellipse:
    return Ellipse(np.zeros(d), np.eye(d), 0.0, 0.0)


def _centre_score(state: Ellipse, x: ArrayLike) -> Score:
    x = np.asarray(x, dtype=np.float64)
    return Score(float(state.w.dot(x)), float(np.abs(state.w).dot(np.abs(x))), state.error_w * _length(x))


def _cut(state: Ellipse, x: ArrayLike, y: int) -> tuple[Ellipse, ...]:
    x = np.asarray(x, dtype=np.float64)
    w, A, error_w, error_A = state
    d = len(x)
    Ax = A.dot(x)
    xAx = float(x.dot(Ax))
    if not 0 < xAx < math.inf:
        return ()
    # What the round does to the errors. Write A = BBᵀ, u = Bᵀx/‖Bᵀx‖ and δA = BEBᵀ. To first order the exact
    # update keeps the part of E along u (measured by the new B), multiplies the mixed part by √((d−1)/(d+1))
    # and keeps the rest, so that ‖E‖ does not grow. The round's own roundings, measured by the old B in units
    # of √d·2⁻⁵³·cond(A), come to 4 for Ax (which the outer product has twice), 2 for xᵀAx and 3 for the rest;
    # that twice, since the learner rounds as well; and the new B⁻¹ makes (d+1)/(d−1) of them.
    # The step Ax/√(xᵀAx) = Bu is at most √λ_max long and inherits the relative error; w takes 1/(d+1) of it.
    eigenvalues = np.linalg.eigvalsh(A)
    widest = math.sqrt(abs(eigenvalues[-1]))
    condition = float(eigenvalues[-1] / eigenvalues[0])
    error_A += 18 * math.sqrt(d) * (d + 1) / (d - 1) * ROUNDING * condition
    error_w += widest / (d + 1) * error_A + 4 * ROUNDING * (_length(w) + widest)
    if not (condition > 0 and error_A <= ELLIPSOID_ERROR):
        return ()
    w = w + (y / ((d + 1) * math.sqrt(xAx))) * Ax
    A = d * d / (d * d - 1) * (A - 2 / ((d + 1) * xAx) * np.outer(Ax, Ax))
    return (Ellipse(w, A, error_w, error_A),)


def _ellipse_attributes(state: Ellipse) -> Mapping[str, Exposed]:
    # |δA_ij| = |e_iᵀ B E Bᵀ e_j| ≤ ‖E‖·‖Bᵀe_i‖·‖Bᵀe_j‖ = ‖E‖·√(A_ii A_jj).
    width = np.sqrt(np.diag(state.A))
    return {
        "w": _close(state.w, state.error_w),
        "A": Exposed(state.A, (TIE + state.error_A) * np.outer(width, width)),
    }


ELLIPSOID = SignRule(
    start=_unit_ball,
    score=_centre_score,
    correct=_cut,
    quantity="w·x",
    key=lambda state: state.w.tobytes() + state.A.tobytes(),
    merge=lambda state, other: max(state, other, key=lambda each: each.error_w),
    exposes=_ellipse_attributes,
    end="the update divides by √(xᵀAx) = 0, or A is too ill-conditioned to tell in doubles what is due",
)


# Multiplicative weights are kept as powers of their factor: exact, and no power is ever lost.


class Powers(NamedTuple):
    """The weights factor ** exponents."""

    factor: float
    exponents: NDArray[np.int64]

    def weights(self) -> Vector:
        # None grows past 2n. One below 2⁻¹⁰⁷⁴ comes out as 0, which no sum that decides anything can tell.
        return np.power(self.factor, self.exponents.astype(np.float64))


def _powers_key(state: Powers) -> Hashable:
    return state.exponents.tobytes()


def _powers_attributes(state: Powers) -> Mapping[str, Exposed]:
    # Weights are products, so each is compared on its own scale; below 1e-100 of the largest it may be lost.
    w = state.weights()
    return {"w": Exposed(w, TIE * w + 1e-100 * w.max(initial=0.0))}


# Winnow: w = 1; predict + iff w·x ≥ n; on a mistake double the weights of the variables that are on, or halve
# them. With the factor 1+ε in place of 2 it learns k out of r. Source: VEM 8.4.2.


def _winnow(n: int) -> Powers:
    return Powers(2.0, np.zeros(n, dtype=np.int64))


def _winnow_k_of_r(n: int, epsilon: float) -> Powers:
    return Powers(1.0 + epsilon, np.zeros(n, dtype=np.int64))


def _over_threshold(state: Powers, x: ArrayLike) -> Score:
    total = float(state.weights().dot(np.asarray(x, dtype=np.float64)))
    n = len(state.exponents)
    return Score(total - n, total + n)


def _promote_or_demote(state: Powers, x: ArrayLike, y: int) -> tuple[Powers, ...]:
    return (Powers(state.factor, state.exponents + y * np.asarray(x, dtype=np.int64)),)


WINNOW = SignRule(
    start=_winnow,
    score=_over_threshold,
    correct=_promote_or_demote,
    quantity="w·x − n",
    key=_powers_key,
    exposes=_powers_attributes,
)
WINNOW_K_OF_R = SignRule(
    start=_winnow_k_of_r,
    score=_over_threshold,
    correct=_promote_or_demote,
    quantity="w·x − n",
    key=_powers_key,
    exposes=_powers_attributes,
)


# Weighted Majority: w = 1; predict the weighted majority; on a mistake halve the weights of the experts that
# were wrong. Source: VEM 8.4.1.


def _equal_weights(n: int) -> Powers:
    return Powers(2.0, np.zeros(n, dtype=np.int64))


def _weighted_vote(state: Powers, advice: ArrayLike) -> Score:
    votes = np.asarray(advice, dtype=np.float64)
    w = state.weights()
    return Score(float(w.dot(votes)), float(w.dot(np.abs(votes))))


def _halve_the_wrong(state: Powers, advice: ArrayLike, y: int) -> tuple[Powers, ...]:
    exponents = state.exponents - (np.asarray(advice) != y)
    return (Powers(state.factor, exponents - exponents.max()),)  # only the ratios of the weights count


WEIGHTED_MAJORITY = SignRule(
    start=_equal_weights,
    score=_weighted_vote,
    correct=_halve_the_wrong,
    quantity="the weight of + less the weight of −",
    key=_powers_key,
    exposes=_powers_attributes,
)


# ---------------------------------------------------------------------------------------- version-space rules


class Votes(NamedTuple):
    """How many of those that are alive say +1 and −1."""

    plus: int
    minus: int


def any_label(votes: Votes) -> frozenset[int]:
    """Every label that somebody alive gives."""
    if votes.plus and votes.minus:
        return EITHER
    return PLUS if votes.plus else MINUS


def majority(votes: Votes) -> frozenset[int]:
    """The label of the majority; at a tie any answer."""
    if votes.plus == votes.minus:
        return ANY
    return PLUS if votes.plus > votes.minus else MINUS


@dataclass(frozen=True)
class VersionSpaceRule(Generic[S]):
    """Let those that are alive decide the label, then keep what agrees with the true one, mistake or not.

    start, exposes: as in `Rule`.
    vote:   the votes on an instance.
    keep:   the state after the label; None where nothing is left, which no realizable sequence leads to.
    decide: the answers that given votes allow.
    voters: who votes, in a sentence with both counts, {plus} and {minus}.
    """

    start: Callable[..., S]
    vote: Callable[[S, Any], Votes]
    keep: Callable[[S, Any, int], S | None]
    decide: Callable[[Votes], frozenset[int]]
    voters: str
    zero_allowed: bool
    exposes: Callable[[S], Mapping[str, Exposed]] = _exposes_nothing

    def allowed(self, state: S, x: Any) -> frozenset[int]:
        return self.decide(self.vote(state, x))

    def successors(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...]:
        kept = self.keep(state, x, y)
        return () if kept is None else (kept,)

    def step(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...] | None:
        if prediction not in self.allowed(state, x):
            return None
        return self.successors(state, x, prediction, y)

    def explain(self, state: S, x: Any, prediction: int) -> str:
        votes = self.vote(state, x)
        counts = self.voters.format(plus=votes.plus, minus=votes.minus)
        return f"{counts}, {_due(self.decide(votes), prediction)}"

    def ends(self, state: S, x: Any, y: int) -> str:
        return f"nothing in the class agrees with the labels up to here ({y:+d} in this round)"

    def key(self, state: S) -> Hashable:
        return None  # there is never more than one state

    def merge(self, state: S, other: S) -> S:
        return state


# Consistent and Halving: V = H; predict h(x) for some h in V, or the majority; V ← {h in V : h(x) = y}.
# Source: LEC.


class Alive(NamedTuple):
    """Which hypotheses are alive, and by column who says +1."""

    says_plus: Bools  # (|X|, |H|)
    alive: Bools  # (|H|,)
    left: int


def _all_hypotheses(hypotheses: ArrayLike) -> Alive:
    says_plus = np.ascontiguousarray(np.asarray(hypotheses).T > 0)
    return Alive(says_plus, np.ones(says_plus.shape[1], dtype=np.bool_), says_plus.shape[1])


def _hypotheses_vote(state: Alive, x: int) -> Votes:
    plus = int(np.count_nonzero(state.alive & state.says_plus[x]))
    return Votes(plus, state.left - plus)


def _agreeing_hypotheses(state: Alive, x: int, y: int) -> Alive | None:
    alive = state.alive & (state.says_plus[x] if y == 1 else ~state.says_plus[x])
    left = int(np.count_nonzero(alive))
    return Alive(state.says_plus, alive, left) if left else None


def _alive_attribute(state: Alive) -> Mapping[str, Exposed]:
    return {"alive": Exposed(state.alive, None)}


CONSISTENT = VersionSpaceRule(
    start=_all_hypotheses,
    vote=_hypotheses_vote,
    keep=_agreeing_hypotheses,
    decide=any_label,
    voters="of the consistent hypotheses {plus} say +1 and {minus} say −1",
    zero_allowed=False,
    exposes=_alive_attribute,
)
HALVING = VersionSpaceRule(
    start=_all_hypotheses,
    vote=_hypotheses_vote,
    keep=_agreeing_hypotheses,
    decide=majority,
    voters="of the consistent hypotheses {plus} say +1 and {minus} say −1",
    zero_allowed=True,
    exposes=_alive_attribute,
)


# Threshold Halving: Halving on the n+2 labellings of {0, ..., n}; labelling j gives +1 from j on.
# Source: LEC.


class Thresholds(NamedTuple):
    """The labellings low, ..., high are alive."""

    low: int
    high: int


def _thresholds_vote(state: Thresholds, k: int) -> Votes:
    plus = min(max(k - state.low + 1, 0), state.high - state.low + 1)
    return Votes(plus, state.high - state.low + 1 - plus)


def _agreeing_thresholds(state: Thresholds, k: int, y: int) -> Thresholds | None:
    low, high = (state.low, min(state.high, k)) if y == 1 else (max(state.low, k + 1), state.high)
    return Thresholds(low, high) if low <= high else None


THRESHOLD_HALVING = VersionSpaceRule(
    start=lambda n: Thresholds(0, int(n) + 1),
    vote=lambda state, k: _thresholds_vote(state, int(k)),
    keep=lambda state, k, y: _agreeing_thresholds(state, int(k), y),
    decide=majority,
    voters="of the consistent thresholds {plus} say +1 and {minus} say −1",
    zero_allowed=True,
)


# Elimination of disjunctions: keep all variables; predict + iff a kept one is on; on a negative example drop
# those that are on. Only the largest consistent disjunction votes. Source: JAI, the case study.


def _largest_disjunction_votes(kept: Bools, x: ArrayLike) -> Votes:
    on = int(np.count_nonzero(kept & np.asarray(x, dtype=np.bool_)))
    return Votes(on, 0) if on else Votes(0, 1)


def _agreeing_variables(kept: Bools, x: ArrayLike, y: int) -> Bools | None:
    on = np.asarray(x, dtype=np.bool_)
    if y == 1:
        return kept if bool((kept & on).any()) else None
    return kept & ~on


DISJUNCTION_ELIMINATION = VersionSpaceRule(
    start=lambda n: np.ones(n, dtype=np.bool_),
    vote=_largest_disjunction_votes,
    keep=_agreeing_variables,
    decide=any_label,
    voters="{plus} of the variables that are kept are on",
    zero_allowed=False,
)


# Experts with a perfect one among them: predict the majority, remove the wrong ones in every round; with a
# restart whenever none is left. Source: VEM 8.4.


def _experts_vote(alive: Bools, advice: ArrayLike) -> Votes:
    plus = int(np.count_nonzero(alive & (np.asarray(advice) > 0)))
    return Votes(plus, int(np.count_nonzero(alive)) - plus)


def _right_experts(alive: Bools, advice: ArrayLike, y: int) -> Bools | None:
    right: Bools = alive & (np.asarray(advice) == y)
    return right if right.any() else None


def _right_experts_or_all(alive: Bools, advice: ArrayLike, y: int) -> Bools:
    right = _right_experts(alive, advice, y)
    return np.ones_like(alive) if right is None else right


EXPERTS_MAJORITY = VersionSpaceRule(
    start=lambda n: np.ones(n, dtype=np.bool_),
    vote=_experts_vote,
    keep=_right_experts,
    decide=majority,
    voters="of the experts that are left {plus} say +1 and {minus} say −1",
    zero_allowed=True,
)
EXPERTS_RESTART = VersionSpaceRule(
    start=lambda n: np.ones(n, dtype=np.bool_),
    vote=_experts_vote,
    keep=_right_experts_or_all,
    decide=majority,
    voters="of the experts that are left {plus} say +1 and {minus} say −1",
    zero_allowed=True,
)


# ------------------------------------------------------------------------------- Randomized Weighted Majority


class RandomizedWeightedMajorityRule:
    """Follow expert i with probability w_i/Σw; in every round w_i ← (1−ε)w_i where expert i is wrong.

    The answer is the vector of probabilities; each may be off by 1e-9, as may their sum.
    Source: VEM Algorithm 4.
    """

    def start(self, n: int, epsilon: float) -> Powers:
        """Equal weights; raises ValueError unless 0 <= epsilon < 1, where alone the weights stay positive."""
        if not 0 <= epsilon < 1:
            raise ValueError(f"epsilon = {epsilon}, but weights stay positive for 0 <= epsilon < 1: take one there")
        return Powers(1.0 - epsilon, np.zeros(n, dtype=np.int64))

    def probabilities(self, state: Powers) -> Vector:
        """What is due."""
        w = state.weights()
        share: Vector = w / w.sum()
        return share

    def step(self, state: Powers, advice: ArrayLike, probabilities: ArrayLike, y: int) -> tuple[Powers, ...] | None:
        given = np.asarray(probabilities, dtype=np.float64)
        due = self.probabilities(state)
        if given.shape != due.shape:
            return None
        if not (np.abs(given - due).max() <= TIE and abs(given.sum() - 1) <= TIE):  # also where one is NaN
            return None
        exponents = state.exponents + (np.asarray(advice) != y)
        return (Powers(state.factor, exponents - exponents.min()),)

    def explain(self, state: Powers, advice: ArrayLike, probabilities: ArrayLike) -> str:
        given, due = np.asarray(probabilities, dtype=np.float64), self.probabilities(state)
        if given.shape != due.shape:
            return f"probabilities of shape {due.shape} were due, not of shape {given.shape}"
        off = np.where(np.isnan(given), np.inf, np.abs(given - due))
        worst = int(off.argmax())
        if off[worst] > TIE:
            return f"the probability {due[worst]:g} was due for expert {worst}, not {given[worst]:g}"
        return f"the probabilities sum to {given.sum():.12g}, not to 1"

    def ends(self, state: Powers, x: Any, y: int) -> str:
        return "the algorithm is undefined here"

    def key(self, state: Powers) -> Hashable:
        return None  # there is never more than one state

    def merge(self, state: Powers, other: Powers) -> Powers:
        return state

    def exposes(self, state: Powers) -> Mapping[str, Exposed]:
        return _powers_attributes(state)


RANDOMIZED_WEIGHTED_MAJORITY = RandomizedWeightedMajorityRule()

RULES: dict[str, LabelRule] = {
    "Consistent": CONSISTENT,
    "Halving": HALVING,
    "ThresholdHalving": THRESHOLD_HALVING,
    "DisjunctionElimination": DISJUNCTION_ELIMINATION,
    "Ellipsoid": ELLIPSOID,
    "Perceptron": PERCEPTRON,
    "KernelPerceptron": KERNEL_PERCEPTRON,
    "ModifiedPerceptron": MODIFIED_PERCEPTRON,
    "Winnow": WINNOW,
    "WinnowKOfR": WINNOW_K_OF_R,
    "ExpertsMajority": EXPERTS_MAJORITY,
    "ExpertsRestart": EXPERTS_RESTART,
    "WeightedMajority": WEIGHTED_MAJORITY,
}


# -------------------------------------------------------------------------------------------------- the judge


def state_matches(rule: Rule, state: Any, exposed: Mapping[str, ArrayLike]) -> bool | None:
    """Whether a learner's exposed state is `state` up to one positive factor (c for w goes with c² for A).

    None where nothing can be compared: no attribute of the state is exposed, or one has another shape or no
    numbers in it. An expected w = 0 at an unknown factor is met by what is 0 up to 1e-9.
    """
    found: list[tuple[str, Exposed, Vector]] = []
    for name, expected in rule.exposes(state).items():
        if name not in exposed:
            continue
        try:
            value = np.asarray(exposed[name], dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            return None
        if value.shape != expected.value.shape:
            return None
        found.append((name, expected, value))
    if not found:
        return None
    factor: float | None = None  # of w
    for name, expected, value in reversed(found):  # A before w: at the start w = 0 tells no factor
        if not np.isfinite(value).all():
            return False
        if expected.tolerance is None:
            if not np.array_equal(value, expected.value):
                return False
            continue
        if factor is None:
            ratio = _ratio(expected.value, value)
            if ratio is None:
                if np.abs(value).max(initial=0.0) > TIE:
                    return False
                continue
            if not ratio > 0:
                return False
            factor = math.sqrt(ratio) if name == "A" else ratio
        scale = factor**2 if name == "A" else factor
        # Twice the tolerance, because the entry that gave the factor may be off as well.
        if (np.abs(value / scale - expected.value) > 2 * expected.tolerance).any():
            return False
    return True


def _ratio(expected: NDArray[Any], value: Vector) -> float | None:
    """The factor from expected to given, at the largest expected entry; None where all are 0."""
    if not expected.any():
        return None
    largest = np.unravel_index(int(np.abs(expected).argmax()), expected.shape)
    return float(value[largest] / expected[largest])


@dataclass
class Fit:
    """How a sequence of answers fits a rule.

    misfit: the index of the first round whose answer fits no state; None where all that were judged fit.
    why:    what was due there; or why the judging ended early.
    rounds: the rounds judged.
    gave_up: whether the judging ended early, which is no failure.
    states: how many states the choices so far can have led to.
    """

    misfit: int | None = None
    why: str = ""
    rounds: int = 0
    gave_up: bool = False
    states: int = 1


@dataclass(eq=False)
class Follower:
    """Judges a learner's answers round by round: `round` takes them, `fit` says how they fit.

    rule, arguments: the algorithm, and the learner's constructor arguments.
    limit:           with more states than this the judging ends.
    states:          all states that the choices so far can have led to.
    state_note:      why an exposed state is not compared, where `observe` was handed one of another meaning.
    """

    rule: Rule
    arguments: tuple[Any, ...]
    limit: int = LIMIT
    fit: Fit = field(default_factory=Fit, init=False)
    states: tuple[Any, ...] = field(init=False)
    state_note: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.states = (self.rule.start(*self.arguments),)

    def round(self, x: Any, prediction: Any, y: int) -> bool:
        """Whether the answer fits, in this round and all before it. What is judged no further fits."""
        fit = self.fit
        if fit.misfit is not None:
            return False
        if fit.gave_up:
            return True
        rule = self.rule
        after: dict[Hashable, Any] = {}
        fits, ended = False, None
        for state in self.states:
            successors = rule.step(state, x, prediction, y)
            if successors is None:
                continue
            fits = True
            if not successors:
                ended = state
            for successor in successors:
                key = rule.key(successor)
                after[key] = rule.merge(after[key], successor) if key in after else successor
        fit.rounds += 1
        if not fits:
            fit.misfit = fit.rounds - 1
            fit.why = self._why(x, prediction)
            return False
        if ended is not None:
            self._give_up(rule.ends(ended, x, y))
        elif len(after) > self.limit:
            self._give_up(f"ties left more than {self.limit} states to follow")
        else:
            self.states = tuple(after.values())
            fit.states = len(after)
        return True

    def observe(self, exposed: Mapping[str, ArrayLike]) -> bool | None:
        """Whether some state agrees with the learner's exposed one; only those that do are then followed.

        False where none agrees; all are then followed on, since answers are judged by themselves. None where
        there is nothing to compare. Call it once before the first round, so that a state of another shape or
        meaning is recognised as such, and after rounds as often as wanted.
        """
        names = sorted(exposed.keys() & self.rule.exposes(self.states[0]).keys())
        if not names or self.state_note or self.fit.misfit is not None or self.fit.gave_up:
            return None
        agreeing = tuple(state for state in self.states if state_matches(self.rule, state, exposed))
        if agreeing:
            self.states = agreeing
            self.fit.states = len(agreeing)
            return True
        if self.fit.rounds:
            return False
        self.state_note = f"skipped: at the start {' and '.join(names)} had another shape or meaning"
        return None

    def _why(self, x: Any, prediction: Any) -> str:
        why = self.rule.explain(self.states[0], x, prediction)
        others = len(self.states) - 1
        if not others:
            return why
        return f"{why}; nor does it fit the other {others} states that ties can have led to"

    def _give_up(self, why: str) -> None:
        self.fit.gave_up, self.fit.why = True, why


def follow(rule: Rule, arguments: tuple[Any, ...], rounds: Iterable[tuple[Any, Any, int]], limit: int = LIMIT) -> Fit:
    """Judge a whole sequence of (instance, answer, label), up to the first misfit."""
    follower = Follower(rule, arguments, limit)
    for x, prediction, y in rounds:
        if not follower.round(x, prediction, y) or follower.fit.gave_up:
            break
    return follower.fit
