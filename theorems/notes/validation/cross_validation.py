"""k-fold cross validation, and a learner whose leave-one-out estimate is always off by ½.

Cross validation holds out every example once for each parameter. Source: UML 11.2.
"""

from fractions import Fraction
from typing import NamedTuple, Self

import numpy as np
from sympy import Abs, And, Eq, Rational, Symbol, symbols

from learncheck.learners.arguments import require
from learncheck.learners.arrays import Ints, Numbers
from learncheck.learners.batch.cross_validation import KFold, Predictor
from learncheck.strategies.play.case import Bit, Case, Label, Make, Round, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always

low = quantity("v_min", "how often the example that is validated least often is validated")
high = quantity("v_max", "how often the example that is validated most often is validated")
E = quantity("E", "the average error, over the folds, of the parameter chosen")
least = quantity("E_min", "the least average error of any parameter")
F = quantity("F", "the estimates that are not averages over folds, and the trainings on too few or too many examples")


class Folded(NamedTuple):
    """What cross validation did.

    least_validated, most_validated: how often an example was held out for a parameter. chosen, least: the mean error of
    the parameter chosen, and the least. amiss: the number of errors, training sets and results that are wrong.
    """

    least_validated: int
    most_validated: int
    chosen: Fraction
    least: Fraction
    amiss: int


class FoldedSample(Case, frozen=True, tag="folded-sample"):
    """A sample in k folds, and an algorithm of several parameters.

    Trained with the parameter t, it is right on the training examples, and errs on any other example i if wrong[t][i]
    is 1.
    """

    labels: tuple[Label, ...]
    wrong: tuple[tuple[Bit, ...], ...]
    k: int

    def __post_init__(self) -> None:
        m = len(self.labels)
        require(1 < self.k <= m and m % self.k == 0, f"k = {self.k}: give a divisor of {m} from 2 on")
        require(
            len(self.wrong) > 0 and {len(row) for row in self.wrong} == {m},
            f"the errors are {self.wrong}: give a row for one parameter at least, and {m} entries each",
        )

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Folded]:
        m = len(self.labels)
        y = np.array(self.labels)
        trained: list[tuple[int, frozenset[int]]] = []
        asked = np.zeros((len(self.wrong), m), dtype=int)

        def algorithm(X: Numbers, labels: Ints, theta: int) -> Predictor:
            seen = frozenset(X[:, 0].tolist())
            trained.append((theta, seen))

            def h(Z: Numbers) -> Ints:
                rows = Z[:, 0].tolist()
                if len(seen) < m:
                    for i in rows:
                        asked[theta, i] += i not in seen
                return np.array([-y[i] if i not in seen and self.wrong[theta][i] else y[i] for i in rows])

            return h

        procedure = make(algorithm, range(len(self.wrong)), self.k)
        procedure.fit(np.arange(m)[:, None], y.copy())
        means = [Fraction(sum(row), m) for row in self.wrong]
        *training, final = trained
        held_out = m // self.k
        facts = Folded(
            least_validated=int(asked.min()),
            most_validated=int(asked.max()),
            chosen=means[procedure.theta],
            least=min(means),
            amiss=sum(a != b for a, b in zip(procedure.errors, means, strict=True))
            + sum(len(seen) != m - held_out for _, seen in training)
            + (final != (procedure.theta, frozenset(range(m)))),
        )
        return Trace(self, facts=facts)


def folded_samples(choices: Choices, *, folds: int, size: int, parameters: int) -> FoldedSample:
    """Up to `folds` folds of up to `size` examples, one each in leave-one-out. Shrinks to two examples."""
    k = choices.integer(2, folds)
    m = k * choices.integer(1, size)
    wrong = tuple(tuple(int(v < 0) for v in choices.labels(m)) for _ in range(choices.integer(1, parameters)))
    return FoldedSample(choices.labels(m), wrong, k)


def measure(trace: Trace[FoldedSample, Folded]) -> Values:
    """Measure v_min, v_max, E, E_min and F."""
    return dict(zip((low, high, E, least, F), trace.facts, strict=True))


CROSS_VALIDATION = Claim(
    "k-fold-cross-validation",
    "In $k$-fold cross validation every example is validated once for each parameter, by what is trained on the other "
    "folds; the parameter of least average error is returned, with what is trained on the whole sample. $k = m$ "
    "leaves one out.",
    sources=(UML("11.2.4, k-Fold Cross Validation for Model Selection"),),
    label="exact",
    learner=KFold,
    cases=Family(
        folded_samples,
        extent="all samples of 2 to {folds:≤ _ folds} folds of up to {size} example, all errors of up to {parameters:≤ "
        "_ parameters} parameters",
        search=dict(folds=4, size=2, parameters=3),
        scout=dict(folds=5, size=2, parameters=3),
        quick=dict(folds=3, size=1, parameters=2),
        full=dict(folds=4, size=1, parameters=2),
    ),
    measure=measure,
    bound=And(Eq(low, 1), Eq(high, 1), Eq(F, 0), E <= least),
    attained_by=lambda: [FoldedSample((1, -1, 1, -1), ((1, 1, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)), 4)],
    judged=False,
)

y, r, s = symbols("y r s", nonnegative=True)
"""The label of an example, the parity of the other labels, and the parity of all labels, each 0 or 1."""
e = Symbol("e", nonnegative=True)
"""1 if the predictor of the fold errs on the example, otherwise 0."""
estimate = quantity("L", "the leave-one-out estimate")


class LeaveOneOut(NamedTuple):
    """The estimate of the error."""

    estimate: Fraction


class ParitySample(Case, frozen=True, tag="parity-sample"):
    """Labels 0 and 1 that are fair coins whatever the instance is, and the learner that predicts their parity.

    On every instance it predicts 1 if and only if the sum of the training labels is odd, so that its error is ½.
    Source: UML 11.2.4, Exercise 1.
    """

    labels: tuple[Bit, ...]

    def __post_init__(self) -> None:
        require(len(self.labels) > 1, f"the labels are {self.labels}: give two at least")

    def parity(self) -> int:
        """The parity of the sum of the labels."""
        return sum(self.labels) % 2

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, LeaveOneOut]:
        """Leave-one-out, k = m. A round is a fold."""
        m = len(self.labels)
        y = np.array(self.labels)
        rounds = Rounds()

        def algorithm(X: Numbers, labels: Ints, theta: int) -> Predictor:
            parity = int(labels.sum()) % 2

            def h(Z: Numbers) -> Ints:
                for i in Z[:, 0].tolist():
                    rounds.add(i, parity, int(y[i]))
                return np.full(len(Z), parity)

            return h

        procedure = make(algorithm, range(1), m)
        procedure.fit(np.arange(m)[:, None], y.copy())
        return Trace(self, rounds, LeaveOneOut(estimate=procedure.errors[0]))


def parity_samples(choices: Choices, *, examples: int) -> ParitySample:
    """Every sample of 2 to `examples` coins. Shrinks to two zeros."""
    return ParitySample(tuple(int(v < 0) for v in choices.labels(choices.integer(2, examples))))


def fold(round: Round, values: Values, trace: Trace) -> Values:
    """Measure y, r, e and s of a fold."""
    return {y: round.label, r: round.prediction, e: int(round.mistake), s: trace.case.parity()}


SUM = Step("the parity of all labels is that of one and of the others", Eq(s, y + r - 2 * y * r), always)
ERRS = Step("the fold errs where its label is not the parity of the others", Eq(e, (y - r) ** 2), always)
ALL_ALIKE = Step(
    "the estimate is the parity: each fold errs if and only if the parity of all labels is odd", Eq(estimate, s), always
)

PARITY = Claim(
    "leave-one-out-parity",
    "If labels are fair coins and the learner answers their parity, the leave-one-out estimate differs from the "
    "true error ½ by exactly ½, on every sample.",
    sources=(UML("11.2.4, the artificial example of Exercise 1"),),
    learner=KFold,
    cases=Family(
        parity_samples,
        extent="all samples of 2 to {examples:≤ _ examples} examples",
        search=dict(examples=6),
        scout=dict(examples=9),
        quick=dict(examples=7),
        full=dict(examples=9),
    ),
    measure=lambda trace: {estimate: trace.facts.estimate, s: trace.case.parity()},
    during=fold,
    bound=Eq(Abs(estimate - Rational(1, 2)), Rational(1, 2)),
    proof=Chain(
        steps=(SUM, ERRS, ALL_ALIKE),
        means={"labels are 0 and 1": Eq(y * y, y), "and so are parities": Eq(r * r, r)},
        lines={"every fold errs as the parity of all says": Eq(e, s), "$s$ is 0 or 1": Eq(s * s, s)},
        matched="the steps are checked on every fold",
        reading="All folds err or none does. On average over the samples the estimate is ½, the true error; on none of "
        "them is it near.",
    ),
    judged=False,
    remark="The exercise itself is not in the notes' pages, which name it as the example of a failure.",
)
