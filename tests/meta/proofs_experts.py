"""Wrong proofs of the bounds for experts' advice. None of them goes through."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from changes import Change, bound, edited, learner, other, part, proof, rounds, start, step, without
from sympy import And, Eq, Rational, log, sqrt

from learncheck.learners import ExpertsMajority, RandomizedWeightedMajority, WeightedMajority
from learncheck.learners.foils import experts
from learncheck.theorems.language.lemmas import LARGEST_STEP
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.experts.advice import E, M, P, Q, R, V, W, a, b, e, epsilon, f_t, k, m, n, p, right
from learncheck.theorems.notes.experts.perfect import A_PERFECT_EXPERT, HALF_ARE_RIGHT, PERFECT_STAYS, REMOVES_HALF
from learncheck.theorems.notes.experts.randomized import LOSES_THE_FRACTION, SMALL_STEP
from learncheck.theorems.notes.experts.tuned import CLOSE, TUNED_STEP
from learncheck.theorems.notes.experts.weighted_majority import A_SUMMAND, TAKES_A_QUARTER

RemovesTheRight = edited(ExpertsMajority.update, "Keeps those who erred.", ("==", "!="))
WithoutTheLabel = edited(ExpertsMajority.update, "Keeps those who say +1.", ("== y", "== 1"))
StartsWithTheFirst = edited(
    ExpertsMajority.__init__, "Trusts one expert alone.", ("np.ones(n, dtype=bool)", "np.arange(n) == 0")
)
HalvesWithoutTheLabel = edited(
    WeightedMajority.update, "Halves the weights of those who say -1.", ("1 - y * advice", "1 - advice")
)
Drops = edited(WeightedMajority.update, "Takes the whole weight.", ("1 - erring / 2", "1 - erring"))
HalfTheStep = edited(RandomizedWeightedMajority.update, "Takes half of the step.", ("self.epsilon", "self.epsilon / 2"))
TwiceTheStep = edited(
    RandomizedWeightedMajority.update,
    "Takes the step twice.",
    ("self.w * ", "self.w * (1 - self.epsilon * (advice != y)) * "),
)
PunishesTheRight = edited(RandomizedWeightedMajority.update, "Takes from those who were right.", ("!= y", "== y"))
PunishesWithoutTheLabel = edited(RandomizedWeightedMajority.update, "Takes from those who say -1.", ("!= y", "!= 1"))
OtherProbabilities = edited(
    RandomizedWeightedMajority.probabilities,
    "Gives every expert half of what is due to him.",
    ("self.w.sum()", "self.w.sum() / 2"),
)


class StartsWithHalf(RandomizedWeightedMajority):
    """Starts with weights of 1/2."""

    def __init__(self, n: int, epsilon: Any) -> None:
        super().__init__(n, epsilon)
        self.w = self.w * Fraction(1, 2)


def smaller(by: Any = 0, factor: Any = 1) -> Change:
    """The bound times a factor, less a number."""
    return lambda claim: claim.with_bound(claim.bound.lhs <= claim.bound.rhs * factor - by)


def line(words: str, relation: Any = None) -> Change:
    """Every kind of round with one of its own lines changed, or dropped."""

    def change(claim: Any) -> Any:
        assert any(words in round_.holds for round_ in claim.proof.rounds.values())
        kinds = {}
        for name, transition in claim.proof.rounds.items():
            holds = {sentence: old if sentence != words else relation for sentence, old in transition.holds.items()}
            kinds[name] = replace(
                transition, holds={sentence: new for sentence, new in holds.items() if new is not None}
            )
        return replace(claim, proof=replace(claim.proof, rounds=kinds))

    return change


(PART_OF_THE_TOTAL,) = A_SUMMAND
RIGHT_AND_MISTAKE = "a mistake, the best expert is right"
ERRS = "a round, the best expert errs"
RIGHT = "a round, the best expert is right"
NOBODY, SOMEBODY = "a mistake that leaves nobody", "a mistake that leaves some expert"

RANDOMIZED: list[tuple[str, Change]] = [
    ("one mistake fewer", smaller(by=1)),
    ("1% fewer", smaller(factor=Rational(99, 100))),
    ("the step may be large", without(SMALL_STEP)),
    ("the lemma is not used", proof(using=())),
    ("1 + a ≤ e^a is not used", rounds(RIGHT, using=())),
    ("the start has more weight", start({W: 2 * n})),
    ("the best starts with more", start({b: 2})),
    ("there may be no expert", part("means", "there are experts")),
    ("the weight of the best may exceed the total", line(PART_OF_THE_TOTAL)),
    ("the expectation is not counted", rounds(RIGHT, sets={E: E})),
    ("half the step", learner(HalfTheStep)),
    ("twice the step", learner(TwiceTheStep)),
    ("takes from those who were right", learner(PunishesTheRight)),
    ("forgets the label", learner(PunishesWithoutTheLabel)),
    ("never learns", learner(experts.NeverPunishes)),
    ("other probabilities", learner(OtherProbabilities)),
    ("starts with less", learner(StartsWithHalf)),
]

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "experts-perfect": [
        ("one mistake fewer", bound(M <= log(n, 2) - 1)),
        ("1% fewer", bound(M <= Rational(99, 100) * log(n, 2))),
        ("the step is dropped", other(steps=(PERFECT_STAYS,))),
        ("two thirds are removed", step(REMOVES_HALF, Next(V) <= V / 3)),
        ("no expert is perfect", without(A_PERFECT_EXPERT)),
        ("there may be no expert", proof(means={})),
        ("the start has a mistake already", proof(start={M: 1, V: n})),
        ("the start has half of the experts", proof(start={M: 0, V: n / 2})),
        ("nobody need be left", other(steps=(REMOVES_HALF,))),
        ("removes nobody", learner(experts.KeepsTheErring)),
        ("removes those who were right", learner(RemovesTheRight)),
        ("forgets the label", learner(WithoutTheLabel)),
        ("starts with one expert", learner(StartsWithTheFirst)),
    ],
    "weighted-majority-mistakes": [
        ("one mistake fewer", smaller(by=1)),
        ("1% fewer", smaller(factor=Rational(99, 100))),
        ("the step is dropped", rounds(RIGHT_AND_MISTAKE, steps=())),
        ("half is taken", step(TAKES_A_QUARTER, Next(W) <= W / 2)),
        ("nothing halves the best", line("the best expert's weight is halved")),
        ("the best loses a third", line("the best expert's weight is halved", Eq(Next(b), b * Rational(2, 3)))),
        ("the weight of the best may exceed the total", line(PART_OF_THE_TOTAL)),
        ("there may be no expert", proof(means={})),
        ("the start has more weight", start({W: 2 * n})),
        ("the start has a mistake already", start({M: 1})),
        ("another power", proof(names={P: Rational(3, 2) ** M, Q: 2**m})),
        ("by a third", learner(experts.ByAThird)),
        ("in every round", learner(experts.InEveryRound)),
        ("halves the right", learner(experts.HalvesTheRight)),
        ("forgets the label", learner(HalvesWithoutTheLabel)),
        ("drops the erring", learner(Drops)),
        ("starts with two", learner(experts.StartsWithTwo)),
    ],
    "randomized-weighted-majority": [
        *RANDOMIZED,
        ("the best expert's mistakes cost one each", bound(E <= log(n) / epsilon + m)),
        ("the step is dropped", rounds(RIGHT, steps=())),
        ("twice as much is lost", step(LOSES_THE_FRACTION, Next(W) <= W * (1 - 2 * epsilon * f_t), always)),
        ("the best loses nothing", line("the best expert's weight goes down to b(1 − ε)", Eq(Next(b), b))),
        ("the best errs for nothing", rounds(ERRS, sets={E: E + f_t, m: m})),
    ],
    "randomized-weighted-majority-tuned": [
        *RANDOMIZED,
        ("the step is any", without(TUNED_STEP)),
        (
            "the step may be 0",
            proof(assuming={SMALL_STEP: epsilon <= LARGEST_STEP, TUNED_STEP: Eq(epsilon**2 * m, log(n))}),
        ),
        (
            "the step is rounded to a bit",
            proof(assuming={SMALL_STEP: epsilon <= LARGEST_STEP, TUNED_STEP: And(m > 0, epsilon > 0, *CLOSE[1::2])}),
        ),
        ("once the root", bound(E <= m + sqrt(m * log(n)))),
        ("the line is dropped", line(LOSES_THE_FRACTION.words)),
        ("the best may err more often", line("the best expert errs m times in all")),
        ("the best errs for nothing", rounds(ERRS, sets={E: E + f_t, k: k})),
        (
            "the tuned step is greater",
            proof(assuming={SMALL_STEP: epsilon < 1, TUNED_STEP: Eq(epsilon**2 * m, log(n))}),
        ),
        ("another line", proof(lines={"too small": E <= m + epsilon * m})),
    ],
    "experts-restart": [
        ("one mistake fewer", smaller(by=1)),
        ("1% fewer", smaller(factor=Rational(99, 100))),
        ("as printed", bound(M <= m * log(n, 2))),
        ("the step is dropped", rounds(SOMEBODY, steps=())),
        ("a third are right", step(HALF_ARE_RIGHT, right <= V / 3)),
        ("the best errs unseen", line("he has erred if he was trusted")),
        ("the best is removed without a mistake", line("the best expert is removed only where he errs")),
        ("a start costs nothing", rounds(NOBODY, sets={M: M, m: m + e, p: p + 1})),
        ("starts are not counted", rounds(NOBODY, sets={M: M + 1, m: m + e}, keeps=(p,))),
        ("there may be no expert", proof(means={})),
        ("log n ≥ 0 is not used", proof(using=())),
        ("the start has a mistake already", start({M: 1})),
        ("the best is not trusted at the start", start({a: 0})),
        ("another power", proof(names={P: 2**M, Q: 2**p, R: (n / 2) ** p})),
        ("never restarts", learner(experts.NeverRestarts)),
        ("restarts early", learner(experts.RestartsEarly)),
        ("restarts with those who were right", learner(experts.RestartsWithTheRight)),
    ],
}
