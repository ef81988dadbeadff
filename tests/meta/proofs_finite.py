"""Wrong proofs of the mistake bounds for finite classes, thresholds and disjunctions. None of them goes through."""

from typing import Any

from changes import Change, bound, edited, learner, other, proof, rounds, step, without
from sympy import Rational, log

from learncheck.learners import Consistent, DisjunctionElimination, Halving, ThresholdHalving
from learncheck.learners.foils.finite import (
    AgainstTheMajority,
    NeverLearns,
    RemovesNobody,
    RulesOutNothing,
    SwapsTheEnds,
    WidensTheInterval,
)
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite import disjunctions, thresholds
from learncheck.theorems.notes.finite.disjunctions import A_MONOTONE_DISJUNCTION
from learncheck.theorems.notes.finite.mistakes import REMOVES_HALF, REMOVES_ONE, TARGET_STAYS, H, M, V
from learncheck.theorems.notes.finite.thresholds import A_THRESHOLD

KeepsThoseWhoErr = edited(Halving.update, "Keeps the hypotheses that were wrong.", ("==", "!="))
IgnoresTheLabel = edited(Halving.update, "Keeps the hypotheses that say +1.", ("== y", "== 1"))
StartsWithOne = edited(
    Halving.__init__,
    "Starts with the first hypothesis alone.",
    ("np.ones(len(self.hypotheses), dtype=bool)", "np.arange(len(self.hypotheses)) == 0"),
)
SaysTheOpposite = edited(
    Consistent.predict, "Predicts what a consistent hypothesis does not.", ("return int(", "return -int(")
)
ConsistentWithoutLabel = edited(Consistent.update, "Keeps the hypotheses that say +1.", ("== y", "== 1"))
MovesOneEnd = edited(ThresholdHalving.update, "Learns from positive examples alone.", ("self.l = x + 1", "pass"))
PredictsByOneThird = edited(
    ThresholdHalving.predict, "Predicts by a point nearer to the lower end.", ("sign(", "sign(2 * ")
)
StartsOnTheGrid = edited(ThresholdHalving.__init__, "Leaves out the greatest threshold.", ("2 * n + 1", "2 * n - 1"))
RemovesThoseThatAreOff = edited(
    DisjunctionElimination.update, "Rules out the variables that are off.", ("x == 0", "x == 1")
)
RemovesInEveryRound = edited(
    DisjunctionElimination.update, "Rules out variables that are on, in positive examples as well.", ("y == -1", "True")
)


class RemovesOnPositives(DisjunctionElimination):
    """Rules out variables that are off in positive examples."""

    def update(self, x: Any, y: int) -> None:
        super().update(x, y)
        if y == 1:
            self.candidates = self.candidates & (x == 1)


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "halving-mistakes": [
        ("one mistake fewer", bound(M <= log(H, 2) - 1)),
        ("1% fewer", bound(M <= Rational(99, 100) * log(H, 2))),
        ("the step is dropped", other(steps=(TARGET_STAYS,))),
        ("the step's sign is turned", step(REMOVES_HALF, Next(V) >= V / 2)),
        ("the step is stronger than the code", step(REMOVES_HALF, Next(V) <= V / 3)),
        ("the target need not stay", other(steps=(REMOVES_HALF,))),
        ("the target stays twice", step(TARGET_STAYS, Next(V) >= 2)),
        ("the class may be empty", proof(means={})),
        ("the start has lost half of the class", proof(start={M: 0, V: H / 2})),
        ("the start has a mistake already", proof(start={M: 1, V: H})),
        ("half of a hypothesis is left", step(TARGET_STAYS, Next(V) >= Rational(1, 2))),
        ("keeps those who err", learner(KeepsThoseWhoErr)),
        ("ignores the label", learner(IgnoresTheLabel)),
        ("removes nobody", learner(RemovesNobody)),
        ("votes with the minority", learner(AgainstTheMajority)),
        ("starts with one hypothesis", learner(StartsWithOne)),
        ("predicts by one hypothesis", learner(Consistent)),
    ],
    "consistent-mistakes": [
        ("one mistake fewer", bound(M <= H - 2)),
        ("1% fewer", bound(M <= Rational(99, 100) * (H - 1))),
        ("the step is dropped", other(steps=(TARGET_STAYS,))),
        ("two are removed", step(REMOVES_ONE, Next(V) <= V - 2)),
        ("the class may be empty", proof(means={})),
        ("the start has a mistake already", proof(start={M: 1, V: H})),
        ("half of a hypothesis is left", step(TARGET_STAYS, Next(V) >= Rational(1, 2))),
        ("never learns", learner(NeverLearns)),
        ("says the opposite", learner(SaysTheOpposite)),
        ("ignores the label", learner(ConsistentWithoutLabel)),
    ],
    "threshold-halving-mistakes": [
        ("one mistake fewer", bound(thresholds.M <= log(thresholds.n + 2, 2) - 1)),
        ("1% fewer", bound(thresholds.M <= Rational(99, 100) * log(thresholds.n + 2, 2))),
        ("as printed", bound(thresholds.M <= log(thresholds.n + 1, 2))),
        ("the step is dropped", rounds("a mistake", steps=())),
        ("no threshold gives the labels", without(A_THRESHOLD)),
        ("thresholds beyond the grid", proof(assuming={})),
        (
            "the start is without the greatest threshold",
            proof(
                start={
                    thresholds.M: 0,
                    thresholds.V: thresholds.n + 1,
                    thresholds.low: -1,
                    thresholds.high: 2 * thresholds.n - 1,
                }
            ),
        ),
        ("moves the wrong end", learner(SwapsTheEnds)),
        ("moves one end alone", learner(MovesOneEnd)),
        ("widens the interval", learner(WidensTheInterval)),
        ("predicts by a third", learner(PredictsByOneThird)),
        ("starts without the greatest threshold", learner(StartsOnTheGrid)),
    ],
    "disjunction-elimination-mistakes": [
        ("one mistake fewer", bound(disjunctions.M <= disjunctions.n - 1)),
        ("1% fewer", bound(disjunctions.M <= Rational(99, 100) * disjunctions.n)),
        ("the step is dropped", other(steps=(disjunctions.NONE_RETURNS,))),
        ("two are ruled out", step(disjunctions.RULES_OUT_ONE, Next(disjunctions.C) <= disjunctions.C - 2)),
        ("no disjunction gives the labels", without(A_MONOTONE_DISJUNCTION)),
        ("the start has a mistake already", proof(start={disjunctions.M: 1, disjunctions.C: disjunctions.n})),
        ("rules out what is off", learner(RemovesThoseThatAreOff)),
        ("rules out in every round", learner(RemovesInEveryRound)),
        ("rules out on positive examples", learner(RemovesOnPositives)),
        ("rules out nothing", learner(RulesOutNothing)),
    ],
}
