"""The batch Perceptron: it halts on separable samples, and how long it can take.

Each iteration of the batch Perceptron is a mistake of the Perceptron, so the proof of UML Theorem 9.1 is that of
`halfspaces.perceptron`. An iteration may correct any mistake, so a sample has many legal runs. On small samples all of
them are enumerated, in integers: points are in units of the sample's denominator.

Ties: a zero margin is a mistake, and an exact learner recognises it. A learner that scales its weights, by 1/10 for
example, may miss it by a rounding error. So a run may count it either way, except where nothing was rounded: see
`SignedMargins`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import And, Eq

from learncheck.exact.separation import inner
from learncheck.learners import BatchPerceptron
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces import ladders, linear_samples, vectors
from learncheck.strategies.play.case import Coordinates, Label, Make, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.play.ladders import SAMPLE_SIZES, SIZES
from learncheck.strategies.samples import fitting
from learncheck.theorems import formal
from learncheck.theorems.language.claim import LIN, UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.language.trusted import cauchy_schwarz
from learncheck.theorems.notes.halfspaces.separators import B2, R2, a, b, exact, least_norm
from learncheck.theorems.rules import batch
from learncheck.theorems.rules.following import TIE
from learncheck.theorems.rules.labels import with_sign

T = quantity("T", "the updates")
E = quantity("E", r"the examples with $y\langle w,x\rangle \le 0$ in the end")


# ---- the batch Perceptron ----


@premise("some homogeneous halfspace separates the sample", option="separable")
def SEPARABLE(trace: Trace) -> bool:
    """Whether some w has y_i⟨w,x_i⟩ > 0 for all i."""
    return linear_samples.most_updates(trace.case.signed) is not None


class LinearSample(fitting.Sample, frozen=True):
    """A sample for a batch learner of halfspaces, and instances beyond it (`queries`).

    With `again`, the learner is first fitted to the same points with all labels flipped.
    """

    coordinates = Coordinates(vectors=("points", "queries"))

    headings = ("examples", "answers", "labels", "errors")  # of one round, which is the whole fit

    points: tuple[vectors.Vector, ...]
    denominator: int
    labels: tuple[Label, ...]
    queries: tuple[vectors.Vector, ...] = ()
    again: bool = False

    def figures(self, trace: Trace) -> list[int]:
        """The examples that are answered wrongly, where the fit is a round."""
        return [trace.facts.errors for _ in trace.rounds]

    def __post_init__(self) -> None:
        fitting.require_values(self.points, self.labels)
        d = len(self.points[0])
        require(
            all(len(x) == d for x in (*self.points, *self.queries)) and all(map(any, self.points)),
            f"the points {self.points} and queries {self.queries}: give vectors of one length, and no point 0",
        )
        require(
            self.denominator > 0 and self.denominator & (self.denominator - 1) == 0,
            f"denominator = {self.denominator}: give a power of two, so that floats hold the points exactly",
        )

    def handed(self) -> fitting.Handed:
        rows = np.array((*self.points, *self.queries)) / self.denominator
        y = np.array(self.labels)
        return fitting.Handed(rows[: len(y)], y, rows[len(y) :], fitting.FLIPPED if self.again else None)

    @property
    def signed(self) -> tuple[vectors.Vector, ...]:
        """The vectors y_i·x_i, in units of the denominator."""
        return vectors.signed(self.points, self.labels)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """If the learner exposes its state, the whole fit is one round, for claims about the state."""
        trace = super().play(make, watch)
        facts = trace.facts
        if facts.state.keys() != set(watch) or not watch:
            return trace
        X = self.handed().X
        start = {"w": np.zeros(X.shape[1]), "n_updates": 0}
        before = {name: start[name] for name in watch}
        return Trace(self, Rounds.of_nobody([before, facts.state], [X], [facts.answers], [self.labels]), facts)


class SeparableSample(LinearSample, frozen=True, tag="separable-sample"):
    """A sample that some halfspace through the origin labels, with no point on its boundary.

    Raises ValueError if there is none, since a batch Perceptron would not halt.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            linear_samples.most_updates(self.signed) is not None,
            f"the sample {self.signed} is not separable: a batch Perceptron never halts on it; change a label",
        )


def staircase(size: int) -> SeparableSample:
    """x_i = e_i − e_1 − ... − e_{i−1}, i = 1, ..., d, all labelled +1.

    A w with ⟨w,x_i⟩ ≥ 1 has w_i ≥ 1 + w_1 + ... + w_{i−1}, so w_i ≥ 2^(i−1): B² ≥ (4^d − 1)/3, although all
    coordinates are −1, 0 or 1. Source: UML Remark 9.1.
    """
    return SeparableSample(linear_samples.steep_points(size), 1, (1,) * size)


def separable_samples(choices: Choices, *, dimensions: int, reach: int, examples: int, queries: int) -> SeparableSample:
    """Samples of at most `examples` points of {-reach, ..., reach}^d over 1 or 2, labelled by an integer w*.

    Queries are the negated points and sums of two signed points, which every separator labels the same way, and
    others. Shrinks to one point, e_1, labelled +1.
    """
    points, labels = linear_samples.labelled(choices, choices.integer(1, dimensions), reach, examples)
    others = choices.many(lambda: vectors.nonzero_vector(choices, len(points[0]), reach), most=queries)
    denominator = 2 ** choices.integer(0, 1)
    around = linear_samples.AROUND if len(points[0]) == 2 else ()
    return SeparableSample(points, denominator, labels, (*determined(points, labels), *around, *others), choices.flag())


def every_separable_sample(
    choices: Choices, *, reach: int, examples: int, ordered: int | None = None
) -> SeparableSample:
    """The separable samples of `linear_samples.every_labelled`."""
    points, labels = linear_samples.every_labelled(choices, reach, examples, ordered, separable=True)
    return SeparableSample(points, 1, labels, (*determined(points, labels), *linear_samples.AROUND))


def axes_sample(size: int, again: bool = False) -> SeparableSample:
    """e_1, ..., e_m labelled +1: m updates in any order, and (RB)² = m. Source: UML Exercise 9.3."""
    points = vectors.axes(size)
    return SeparableSample(points, 1, (1,) * size, linear_samples.turned(points), again)


def telling_samples() -> list[SeparableSample]:
    """Samples on which the answers beyond them reveal how the weights were computed, after another fit."""
    return [
        SeparableSample(((0, 1), (3, 0)), 1, (-1, 1), linear_samples.AROUND, True),
        SeparableSample(((-1, 3), (2, 1), (1, 0)), 1, (-1, -1, -1), linear_samples.AROUND, True),
    ]


def determined(points: Sequence[vectors.Vector], labels: Sequence[int]) -> tuple[vectors.Vector, ...]:
    """Instances that every separator labels the same way: all −x, and up to three sums of two signed points."""
    pairs = combinations(vectors.signed(points, labels), 2)
    sums = (tuple(p + q for p, q in zip(u, v, strict=True)) for u, v in pairs)
    return tuple(dict.fromkeys((*linear_samples.turned(points), *islice(sums, 3))))


def radius(trace: Trace[LinearSample, fitting.Fit]) -> Fraction:
    """Return R² = max‖x_i‖²."""
    return Fraction(max(sum(v * v for v in x) for x in trace.case.points), trace.case.denominator**2)


def final(trace: Trace[LinearSample, fitting.Fit]) -> tuple[int, tuple[int | Fraction, ...] | None]:
    """Return n_updates, and w if it is exposed as a vector. Raises NotExposed if n_updates is not a whole number."""
    state = trace.facts.state
    if "n_updates" not in state:
        raise NotExposed("n_updates is not exposed")
    updates = np.asarray(state["n_updates"])
    if updates.shape != () or not np.isfinite(updates) or updates != np.rint(updates):
        raise NotExposed(f"n_updates is {updates}, no whole number")
    return int(updates), weights(state, trace)


def weights(state: Snapshot, trace: Trace[LinearSample, fitting.Fit]) -> tuple[int | Fraction, ...] | None:
    """Return the exact w, up to the learner's scaling; None if no vector of the right length is exposed."""
    w = np.asarray(state.get("w", ()))
    if w.shape != (len(trace.case.points[0]),) or w.dtype.kind not in "biuf" or not np.isfinite(w).all():
        return None
    return exact(w)


def errors(trace: Trace[LinearSample, fitting.Fit]) -> int:
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
        margin, slack = inner(w, v), Fraction(TIE) * sum(sizes)
        wrong += bool((margin == 0 and y != trace.memo.get("ties")) or margin < -slack or (margin > slack and h != y))
    return wrong


def halting(trace: Trace[LinearSample, fitting.Fit]) -> Values:
    least_squared = linear_samples.least_norm_squared(trace.case.signed)
    assert least_squared is not None
    return {
        T: final(trace)[0],
        E: errors(trace),
        R2: radius(trace),
        B2: least_squared * trace.case.denominator**2,
    }


def least_norm_of(trace: Trace[SeparableSample, fitting.Fit]) -> tuple[int | Fraction, ...]:
    """Return the least-norm separator w* of the sample."""
    solution = least_norm(tuple(tuple(Fraction(v, trace.case.denominator) for v in x) for x in trace.case.signed))
    assert solution is not None
    return solution[0]


def towards_the_separator(state: Snapshot, values: Values, trace: Trace[SeparableSample, fitting.Fit]) -> Values:
    """Measure a = ⟨w*,w⟩ and b = ‖w‖². Raises NotExposed unless w is an unscaled sum of examples."""
    w = weights(state, trace)
    if w is None or any((v * trace.case.denominator).denominator != 1 for v in w):
        raise NotExposed("w is kept at another scale")
    return {a: inner(least_norm_of(trace), w), b: inner(w, w)}


def separable_ladder() -> Iterator[SeparableSample]:
    """Samples for the batch Perceptron.

    They have small margins, long and short instances, or many examples and dimensions; one needs double precision; in
    some, one example of many needs another update, or every dimension is told by one.
    """
    yield SeparableSample(((3, 1), (1, -2)), 4, (1, -1), linear_samples.AROUND)  # some margins of w are not integers
    yield SeparableSample(((2**ladders.SINGLE + 1, 2**ladders.SINGLE),), 1, (1,), ((1, -1),))
    for k in ladders.RUNGS:
        yield SeparableSample(ladders.narrow(k), 2**k, (1, -1), linear_samples.AROUND)
    for points, denominator in ladders.scaled():
        yield SeparableSample(points, denominator, (1, -1), linear_samples.AROUND)
    for size in ladders.SMALL_SIZES:
        yield SeparableSample(ladders.fan(size), 1, (1,) * size, linear_samples.turned(ladders.fan(size)[:1]))
    for d in ladders.FEW:
        sample = staircase(d)
        yield SeparableSample(sample.points, 1, sample.labels, linear_samples.turned(sample.points))
    for size in SAMPLE_SIZES:
        for many in ladders.one_apart(size):
            yield SeparableSample(many, 1, (1,) * size, linear_samples.AROUND)
        yield SeparableSample(((1,) * size,), 1, (1,), ladders.few_axes(size))
    yield SeparableSample(vectors.axes(SIZES[0]), 1, (1,) * SIZES[0])


SAMPLES = Family(
    separable_samples,
    exhaust=every_separable_sample,
    extent="all separable samples of up to {examples} nonzero labelled points of the plane with integer coordinates "
    "up to ±{reach} (in one order only if more than {ordered:≤ _ examples})",
    search=dict(dimensions=3, reach=2, examples=4, queries=2),
    scout=dict(dimensions=4, reach=4, examples=8, queries=3),
    quick=dict(reach=1, examples=3, ordered=2),
    full=dict(reach=1, examples=4, ordered=3),
    ladder=separable_ladder,
)

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
        using=(cauchy_schwarz(a, B2, b), formal.corrections.ends_where_separated(BatchPerceptron, E)),
        code=lambda: formal.corrections.correction_rounds(a, b, T, R2, separable=SEPARABLE),
        reading=r"$T^2 \le a^2 \le B^2b \le B^2TR^2$ after every update, so that it halts.",
    ),
    attained_by=lambda: [*map(axes_sample, (1, 2, 5, 20)), axes_sample(3, again=True)],
    remark="Attained by $e_1$, ..., $e_m$, whichever violated example each iteration takes. $B$ is the exact "
    "least norm, not a bound on it.",
)


MOST_STATES = 2500
"""Runs are not enumerated if they reach more states than this."""


class SignedMargins:
    """The margins ⟨w,v⟩ of signed points, for many w: how many are wrong, and how many zero margins are doubtful.

    `updates` is the number of updates that led to each w. A zero margin is certain if all its terms are zero and w is a
    sum of at most two points, because these cancel exactly. `lax` marks the points whose zero margin counts as right; a
    doubtful one may still be corrected.

    Attributes, a row for each w:
        wrong, doubtful  how many margins are wrong, and how many of these are doubtful
        corrected        which points a learner may correct
    """

    def __init__(
        self,
        states: Sequence[vectors.Vector],
        examples: Sequence[vectors.Vector],
        updates: int,
        lax: Sequence[bool] = (),
    ) -> None:
        self.states, self.examples = _exactly(states, examples)
        margins = self.states @ self.examples.T
        missed = (margins < 0) | ((margins == 0) & ~np.array(lax or [False] * len(examples)))
        doubtful = margins == 0
        if updates <= 2:
            doubtful = doubtful & ((self.states != 0) @ (self.examples != 0).T)
        self.wrong, self.doubtful = missed.sum(axis=1).tolist(), (missed & doubtful).sum(axis=1).tolist()
        self.corrected = missed | doubtful

    @property
    def may_end(self) -> list[bool]:
        """For each w, whether a learner may find no mistake."""
        return [wrong == doubtful for wrong, doubtful in zip(self.wrong, self.doubtful, strict=True)]

    @property
    def counts(self) -> list[range]:
        """For each w, the possible numbers of mistakes that a learner may find."""
        return [range(wrong - doubtful, wrong + 1) for wrong, doubtful in zip(self.wrong, self.doubtful, strict=True)]

    def corrections(self) -> Iterator[tuple[int, vectors.Vector]]:
        """Yield every correction that a learner may make: the place of w, and w + v."""
        for place, points in enumerate(self.corrected):
            for new in (self.states[place] + self.examples[points]).tolist():
                yield place, tuple(new)


def _exactly(states: Sequence[vectors.Vector], examples: Sequence[vectors.Vector]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both as arrays in which sums, and inner products of one with the other, are exact."""
    largest = (max(1, *(abs(v) for w in rows for v in w)) for rows in (states, examples))
    kind = np.int64 if math.prod(largest) * len(examples[0]) < 2**62 else object
    return np.array(states, dtype=kind), np.array(examples, dtype=kind)


@dataclass(frozen=True)
class End:
    """A possible end of a run: the weights w and the number of updates."""

    w: vectors.Vector
    updates: int


@lru_cache(2048)
def perceptron_ends(examples: tuple[vectors.Vector, ...], lax: tuple[bool, ...] = ()) -> tuple[End, ...] | None:
    """Return all ends of runs of the batch Perceptron on these y_i·x_i; None beyond `MOST_STATES` states.

    lax: for each point, whether a zero margin counts as right; empty if it never does.

    By Theorem 9.1 a run on a separable sample has at most (RB)² updates, so the enumeration ends. Source: UML 9.1.2.
    """
    ends: list[End] = []
    level: dict[vectors.Vector, None] = {(0,) * len(examples[0]): None}
    updates = met = 0
    while level:
        met += len(level)
        margins = SignedMargins([*level], examples, updates, lax)
        ends += [End(w, updates) for w, may_end in zip(level, margins.may_end, strict=True) if may_end]
        level = {}
        for _, w in margins.corrections():
            level[w] = None
            if met + len(level) > MOST_STATES:
                return None
        updates += 1
    return tuple(ends)


def signs_agree(
    w: vectors.Vector | None, rows: Sequence[vectors.Vector], answers: Sequence[int], at_tie: int = 0
) -> bool:
    """Whether the answers are the signs of ⟨w,x⟩; at a tie the answer must be `at_tie`, or may be any if that is 0."""
    if w is None:
        return True
    for x, answer in zip(rows, answers, strict=True):
        terms = [p * q for p, q in zip(w, x, strict=True)]
        value, scale = sum(terms), sum(map(abs, terms))
        due = at_tie if abs(value) <= TIE * scale else 1 if value > 0 else -1
        if due and answer != due:
            return False
    return True


def at_ties(labels: Sequence[int], ties: int) -> tuple[bool, ...]:
    """Return for each label whether a zero margin counts as right, if it does for the label `ties` (0 for none)."""
    return tuple(y == ties for y in labels) if ties else ()


def first_wrong(answers: Sequence[int], labels: Sequence[int]) -> int | None:
    """Return the index of the first wrong answer; None if all are right."""
    return next((i for i, (h, y) in enumerate(zip(answers, labels, strict=True)) if h != y), None)


def perceptron_fit(
    points: Sequence[vectors.Vector],
    labels: Sequence[int],
    answers: Sequence[int],
    queries: Sequence[vectors.Vector],
    beyond: Sequence[int],
    ties: int = 0,
    denominator: int = 1,
) -> batch.BatchFit:
    """Whether the answers on the sample and beyond it are those of one legal run of the batch Perceptron.

    If there are too many runs, judge whether one separator of the sample gives them all.

    ties:        the label for which a zero margin is right by the learner's convention; 0 for none.
    denominator: of points and queries, in whose units they are.
    """
    rows, given = (*points, *queries), (*answers, *beyond)
    examples = vectors.signed(points, labels)
    ends = perceptron_ends(examples, lax=at_ties(labels, ties))
    if ends is not None and any(signs_agree(end.w, rows, given) for end in ends):
        return batch.FITS
    for label in () if ties or ends is None else (-1, 1):
        lax = perceptron_ends(examples, lax=at_ties(labels, label)) or ()
        if any(signs_agree(end.w, rows, given, at_tie=label) for end in lax):
            return batch.BatchFit(False, f"it treats a zero margin as correct where the label is {label:+d}")
    wrong = first_wrong(answers, labels)
    if wrong is not None:
        answer = f"answers {with_sign(answers[wrong])} on example {wrong}, which is labelled {labels[wrong]:+d}"
        return batch.BatchFit(False, f"it has halted, but {answer}")
    if ends is None:
        if linear_samples.some_halfspace(rows, given):
            return batch.BatchFit(True, "it has too many legal runs; its answers are those of a separator")
        return batch.BatchFit(
            False, f"no w separates the sample and answers {listed_answers(queries, beyond, denominator)}"
        )
    weights = ", ".join(str(w) for w in list(dict.fromkeys(end.w for end in ends))[:4])
    answer = listed_answers(queries, beyond, denominator)
    return batch.BatchFit(False, f"legal runs end at w ~ {weights}, and none of these answers {answer}")


MOST_LISTED = 6
"""A message lists at most this many answers."""


def listed_answers(rows: Sequence[vectors.Vector], answers: Sequence[int], denominator: int) -> str:
    points = (f"({', '.join(str(Fraction(v, denominator)) for v in x)})" for x in rows)
    by_point = dict(zip(points, answers, strict=True))
    answered = [f"{answer:+g} at {x}" if answer else f"0 at {x}" for x, answer in by_point.items()]
    return ", ".join(answered[:MOST_LISTED]) + ", …" * (len(answered) > MOST_LISTED)


def perceptron_fits(trace: Trace[LinearSample, fitting.Fit]) -> batch.BatchFit:
    """Whether the answers are those of a legal run of Batch Perceptron."""
    case, facts = trace.case, trace.facts
    return perceptron_fit(
        case.points,
        case.labels,
        facts.answers,
        case.queries,
        facts.beyond,
        trace.memo.get("ties", 0),
        case.denominator,
    )


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


def counted(trace: Trace[SeparableSample, fitting.Fit]) -> batch.BatchFit:
    """Whether a legal run makes n_updates updates and ends at w, if that is exposed."""
    updates, w = final(trace)
    ends = perceptron_ends(trace.case.signed, lax=at_ties(trace.case.labels, trace.memo.get("ties", 0)))
    fits = ends is None or any(end.updates == updates and (w is None or same_direction(w, end.w)) for end in ends)
    own = "" if w is None else f" and w = ({', '.join(map(str, w))})"
    why = "" if fits else f"n_updates is {updates}{own}; legal runs end at {_ends(ends or ())}"
    return batch.BatchFit(fits, why)


def _ends(ends: Any) -> str:
    return ", ".join(f"w ~ {end.w} after {end.updates}" for end in ends[:4])


def same_direction(u: Any, v: Any) -> bool:
    """Whether u is v times a positive number, with each entry within 1e-9 of the greatest entry."""
    factor = max(abs(p) for p in v)
    size = max(abs(p) for p in u)
    if not factor or not size:
        return not factor and not size
    return all(abs(p * factor - q * size) <= 2 * Fraction(TIE) * size * factor for p, q in zip(u, v, strict=True))


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
