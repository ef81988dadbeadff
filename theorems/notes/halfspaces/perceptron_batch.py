"""The batch Perceptron halts on separable samples, after at most (RB)² updates: UML Theorem 9.1.

Each iteration of the batch Perceptron is a mistake of the Perceptron, so the proof is that of `halfspaces.perceptron`.
An iteration may correct any mistake, so a sample has many legal runs; `rules.perceptron_runs` enumerates them. B can be
exponentially large in the dimension: UML Remark 9.1.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, islice
from typing import Any

import numpy as np
from sympy import And, Eq

from learncheck.exact.separation import inner
from learncheck.learners import BatchPerceptron
from learncheck.strategies.halfspaces import ladders, vectors
from learncheck.strategies.halfspaces import linear_samples as samples
from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.play.ladders import SAMPLE_SIZES, SIZES
from learncheck.strategies.samples import fitting
from learncheck.theorems import formal
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import LIN, UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.halfspaces.separators import B2, R2, a, b, exact
from learncheck.theorems.rules import batch, following, perceptron_runs

T = quantity("T", "the updates")
E = quantity("E", r"the examples with $y\langle w,x\rangle \le 0$ in the end")


@premise("some homogeneous halfspace separates the sample", option="separable")
def SEPARABLE(trace: Trace) -> bool:
    """Whether some w has y_i⟨w,x_i⟩ > 0 for all i."""
    return samples.most_updates(trace.case.signed) is not None


def separable_samples(
    choices: Choices, *, dimensions: int, reach: int, examples: int, queries: int
) -> samples.SeparableSample:
    """Samples of at most `examples` points of {-reach, ..., reach}^d over 1 or 2, labelled by an integer w*.

    Queries are the negated points and sums of two signed points, which every separator labels the same way, and
    others. Shrinks to one point, e_1, labelled +1.
    """
    points, labels = samples.labelled(choices, choices.integer(1, dimensions), reach, examples)
    others = choices.many(lambda: vectors.nonzero_vector(choices, len(points[0]), reach), most=queries)
    denominator = 2 ** choices.integer(0, 1)
    around = samples.AROUND if len(points[0]) == 2 else ()
    beyond = (*determined(points, labels), *around, *others)
    return samples.SeparableSample(points, labels, beyond, choices.flag(), denominator)


def every_separable_sample(
    choices: Choices, *, reach: int, examples: int, ordered: int | None = None
) -> samples.SeparableSample:
    """The separable samples of `samples.every_labelled`."""
    points, labels = samples.every_labelled(choices, reach, examples, ordered, separable=True)
    return samples.SeparableSample(points, labels, (*determined(points, labels), *samples.AROUND))


SAMPLES = Family(
    separable_samples,
    exhaust=every_separable_sample,
    extent="all separable samples of up to {examples} nonzero labelled points of the plane with integer coordinates "
    "up to ±{reach} (in one order only if more than {ordered:≤ _ examples})",
    search=dict(dimensions=3, reach=2, examples=4, queries=2),
    scout=dict(dimensions=4, reach=4, examples=8, queries=3),
    quick=dict(reach=1, examples=3, ordered=2),
    full=dict(reach=1, examples=4, ordered=3),
    ladder=lambda: separable_ladder(),
)


def halting(trace: Trace[samples.LinearSample, fitting.Fit]) -> Values:
    return {T: final(trace)[0], E: errors(trace), R2: radius(trace), B2: least_norm_of(trace)[1]}


def towards_the_separator(
    state: Snapshot, values: Values, trace: Trace[samples.SeparableSample, fitting.Fit]
) -> Values:
    """Measure a = ⟨w*,w⟩ and b = ‖w‖². Raises NotExposed unless w is an unscaled sum of examples."""
    w = weights(state, trace)
    if w is None or any((v * trace.case.denominator).denominator != 1 for v in w):
        raise NotExposed("w is kept at another scale")
    return {a: inner(least_norm_of(trace)[0], w), b: inner(w, w)}


TURNS = Step(r"$T$ updates add at least $T$ to $a = \langle w^*,w\rangle$", Next(a) >= T, always)
GROWS = Step(r"$T$ updates add at most $TR^2$ to $b = \|w\|^2$", Next(b) <= T * R2, always)
HALTS = Step(r"it stops where $y_i\langle w,x_i\rangle > 0$ for all $i$", Eq(E, 0), always)


batch_claim = partial(Claim, learner=BatchPerceptron, cases=SAMPLES, assuming=(SEPARABLE,))
"""A claim about the batch Perceptron on separable samples."""


BATCH_HALTS = batch_claim(
    "perceptron-batch-halts",
    r"On every separable sample Batch Perceptron stops after at most $(RB)^2$ iterations, where $R = \max\|x_i\|$ and "
    r"$B$ is the least norm of a $w$ with $y_i\langle w,x_i\rangle \ge 1$ for all $i$, and then "
    r"$y_i\langle w,x_i\rangle > 0$ for all $i$.",
    sources=(UML("Theorem 9.1"),),
    label="tight",
    measure=halting,
    bound=And(T <= R2 * B2, Eq(E, 0)),
    watch=("w", "n_updates"),
    needs_state=True,
    state=towards_the_separator,
    steps=(TURNS, GROWS, HALTS),
    proof=Induction(
        start={T: 0, a: 0, b: 0},
        rounds={
            "an update": Transition(
                holds={
                    r"an update adds at least 1 to $a = \langle w^*,w\rangle$": Next(a) >= a + 1,
                    r"an update adds at most $R^2$ to $b = \|w\|^2$": Next(b) <= b + R2,
                },
                sets={T: T + 1},
            ),
        },
        invariant={"every update has added to a": T <= a, "none has added more to $b$": b <= T * R2},
        using=(trusted.cauchy_schwarz(a, B2, b), formal.corrections.ends_where_separated(BatchPerceptron, E)),
        code=lambda: formal.corrections.correction_rounds(a, b, T, R2, separable=SEPARABLE),
        reading=r"$T^2 \le a^2 \le B^2b \le B^2TR^2$ after every update, so that it halts.",
    ),
    attained_by=lambda: [*map(axes_sample, (1, 2, 5, 20)), axes_sample(3, again=True)],
    remark="Attained by $e_1$, ..., $e_m$, whichever violated example each iteration takes. $B$ is the exact "
    "least norm, not a bound on it.",
)


def final(trace: Trace[samples.LinearSample, fitting.Fit]) -> tuple[int, tuple[int | Fraction, ...] | None]:
    """Return n_updates, and w if it is exposed as a vector. Raises NotExposed if n_updates is not an integer."""
    state = trace.facts.state
    if "n_updates" not in state:
        raise NotExposed("n_updates is not exposed")
    updates = np.asarray(state["n_updates"])
    if updates.shape != () or not np.isfinite(updates) or updates != np.rint(updates):
        raise NotExposed(f"n_updates is {updates}, which is not an integer")
    return int(updates), weights(state, trace)


def weights(state: Snapshot, trace: Trace[samples.LinearSample, fitting.Fit]) -> tuple[int | Fraction, ...] | None:
    """Return the exact w, up to the learner's scaling; None if no vector of the right length is exposed."""
    w = np.asarray(state.get("w", ()))
    if w.shape != (len(trace.case.points[0]),) or w.dtype.kind not in "biuf" or not np.isfinite(w).all():
        return None
    return exact(w)


def errors(trace: Trace[samples.LinearSample, fitting.Fit]) -> int:
    """Count the examples with y⟨w,x⟩ ≤ 0 or a wrong prediction; if no w is exposed, the wrong predictions alone.

    If rounding may have decided the sign of a nonzero margin, within a relative 1e-9, the example is not counted.
    """
    case = trace.case
    w = weights(trace.facts.state, trace)
    if w is None:
        return trace.facts.errors
    wrong = 0
    for v, y, h in zip(case.signed, case.labels, trace.facts.answers, strict=True):
        sizes: list[Any] = [abs(p * q) for p, q in zip(w, v, strict=True)]
        margin, slack = inner(w, v), Fraction(following.TIE) * sum(sizes)
        wrong += bool((margin == 0 and y != trace.memo.get("ties")) or margin < -slack or (margin > slack and h != y))
    return wrong


def radius(trace: Trace[samples.LinearSample, fitting.Fit]) -> Fraction:
    """Return R² = max‖x_i‖²."""
    return Fraction(max(vectors.inner(x, x) for x in trace.case.points), trace.case.denominator**2)


def least_norm_of(trace: Trace[samples.LinearSample, fitting.Fit]) -> tuple[samples.ExactVector, int | Fraction]:
    """Return the least-norm separator w* of the sample, and B² = ‖w*‖²."""
    solution, unit = samples.least_norm(trace.case.signed), trace.case.denominator
    assert solution is not None
    w, square = solution
    return tuple(unit * v for v in w), unit**2 * square


def axes_sample(size: int, again: bool = False) -> samples.SeparableSample:
    """e_1, ..., e_m labelled +1: m updates in any order, and (RB)² = m. Source: UML Exercise 9.3."""
    points = vectors.axes(size)
    return samples.SeparableSample(points, (1,) * size, samples.turned(points), again)


def separable_ladder() -> Iterator[samples.SeparableSample]:
    """Samples with small margins, long and short instances, and many examples and dimensions.

    One needs double precision. In some, a single one of many examples needs another update, or each dimension appears
    in a single example.
    """
    # Some margins of w are not integers.
    yield samples.SeparableSample(((3, 1), (1, -2)), (1, -1), samples.AROUND, denominator=4)
    yield samples.SeparableSample(((2**ladders.SINGLE + 1, 2**ladders.SINGLE),), (1,), ((1, -1),))
    for k in ladders.RUNGS:
        yield samples.SeparableSample(ladders.narrow(k), (1, -1), samples.AROUND, denominator=2**k)
    for points, denominator in ladders.scaled():
        yield samples.SeparableSample(points, (1, -1), samples.AROUND, denominator=denominator)
    for size in ladders.SMALL_SIZES:
        yield samples.SeparableSample(ladders.fan(size), (1,) * size, samples.turned(ladders.fan(size)[:1]))
    for d in ladders.FEW:
        sample = staircase(d)
        yield samples.SeparableSample(sample.points, sample.labels, samples.turned(sample.points))
    for size in SAMPLE_SIZES:
        for many in ladders.one_apart(size):
            yield samples.SeparableSample(many, (1,) * size, samples.AROUND)
        yield samples.SeparableSample(((1,) * size,), (1,), ladders.few_axes(size))
    yield samples.SeparableSample(vectors.axes(SIZES[0]), (1,) * SIZES[0])


def determined(points: Sequence[vectors.Vector], labels: Sequence[int]) -> tuple[vectors.Vector, ...]:
    """Instances that every separator labels the same way: all −x, and up to three sums of two signed points."""
    pairs = combinations(vectors.signed(points, labels), 2)
    sums = (tuple(p + q for p, q in zip(u, v, strict=True)) for u, v in pairs)
    return tuple(dict.fromkeys((*samples.turned(points), *islice(sums, 3))))


def perceptron_fits(trace: Trace[samples.LinearSample, fitting.Fit]) -> batch.BatchFit:
    """Whether the answers are those of a legal run of Batch Perceptron."""
    case, facts = trace.case, trace.facts
    return perceptron_runs.perceptron_fit(
        case.points,
        case.labels,
        facts.answers,
        case.queries,
        facts.beyond,
        trace.memo.get("ties", 0),
        case.denominator,
    )


def telling_samples() -> list[samples.SeparableSample]:
    """Samples on which the answers beyond them reveal how the weights were computed, after another fit."""
    return [
        samples.SeparableSample(((0, 1), (3, 0)), (-1, 1), samples.AROUND, True),
        samples.SeparableSample(((-1, 3), (2, 1), (1, 0)), (-1, -1, -1), samples.AROUND, True),
    ]


BATCH_CONFORMS = batch.batch_conforms(
    "batch-perceptron-conforms",
    BatchPerceptron,
    "On every separable sample Batch Perceptron halts with a $w$ that separates it, and its predictions beyond the "
    "sample are those of some legal run, whichever violated examples it corrects.",
    UML("9.1.2, Batch Perceptron"),
    LIN("Perceptron Learning Algorithm"),
    cases=SAMPLES,
    assuming=(SEPARABLE,),
    fit=perceptron_fits,
    attained_by=lambda: [*map(axes_sample, (1, 2, 4)), *telling_samples()],
    remark="If a sample has too many legal runs to enumerate, the answers are compared with all its separators "
    "instead.",
)


def counted(trace: Trace[samples.SeparableSample, fitting.Fit]) -> batch.BatchFit:
    """Whether a legal run makes n_updates updates and ends at w, if that is exposed."""
    updates, w = final(trace)
    ends = perceptron_runs.perceptron_ends(
        trace.case.signed, lax=perceptron_runs.at_ties(trace.case.labels, trace.memo.get("ties", 0))
    )
    fits = ends is None or any(
        end.updates == updates and (w is None or perceptron_runs.same_direction(w, end.w)) for end in ends
    )
    own = "" if w is None else f" and w = ({', '.join(map(str, w))})"
    why = "" if fits else f"n_updates is {updates}{own}; legal runs end at {_ends(ends or ())}"
    return batch.BatchFit(fits, why)


def _ends(ends: Any) -> str:
    return ", ".join(f"w ~ {end.w} after {end.updates}" for end in ends[:4])


BATCH_COUNTS = batch.batch_conforms(
    "batch-perceptron-state",
    BatchPerceptron,
    "n_updates is the number of updates of a legal run that ends at $w$, up to a positive factor.",
    UML("9.1.2, Batch Perceptron"),
    cases=SAMPLES,
    assuming=(SEPARABLE,),
    fit=counted,
    watch=("w", "n_updates"),
    needs_state=True,
    attained_by=lambda: [*map(axes_sample, (1, 2, 4)), axes_sample(3, again=True)],
    conformance=False,
)


# ---- how long it can take ----

d = quantity("d", "the dimension")


def staircase(size: int) -> samples.SeparableSample:
    """x_i = e_i − e_1 − ... − e_{i−1}, i = 1, ..., d, all labelled +1.

    A w with ⟨w,x_i⟩ ≥ 1 has w_i ≥ 1 + w_1 + ... + w_{i−1}, so w_i ≥ 2^(i−1): B² ≥ (4^d − 1)/3, although all
    coordinates are −1, 0 or 1. Source: UML Remark 9.1.
    """
    return samples.SeparableSample(samples.steep_points(size), (1,) * size)


EXPONENTIAL = Claim(
    "perceptron-batch-exponential",
    r"$B$ can be exponentially large in $d$: there are $d$ examples in $\{-1, 0, 1\}^d$ with $B^2 = (4^d - 1)/3$ on "
    "which every run of Batch Perceptron makes at least $B^2$ updates.",
    sources=(UML("Remark 9.1"),),
    label="tight",
    learner=BatchPerceptron,
    cases=Family(
        up_to(staircase, size=(1, "most")),
        extent="d = 1, ..., {most:d ≤ _}",
        search=dict(most=4),
        scout=dict(most=4),
        quick=dict(most=5),
        full=dict(most=7),
    ),
    measure=lambda trace: {**halting(trace), d: len(trace.case.points)},
    bound=And(T >= (4**d - 1) / 3, Eq(B2, (4**d - 1) / 3)),
    watch=("w", "n_updates"),
    needs_state=True,
    attained_by=lambda: map(staircase, (1, 2, 6)),
    remark=r"The examples are $x_i = e_i - e_1 - \dots - e_{i-1}$, all positive. Let $c_i$ count the updates on "
    r"$x_i$, and $S_i$ those on $x_i$, ..., $x_d$. Then $w_i = c_i - S_{i+1} \ge 2^{i-1}$ in the end, so "
    r"$S_i \ge 2^{i-1} + 2S_{i+1}$ and $T = S_1 \ge \sum 4^{i-1}$. $R^2 = d$, so that Theorem 9.1 allows "
    "$d$ times as many.",
    judged=False,  # a learner that rounds may choose differently at a tie, and need fewer corrections
)
