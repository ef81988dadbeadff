"""Wrong proofs about Winnow. None of them must go through."""

from typing import Any

from changes import Change, bound, edited, learner, no_kind, no_step, part, proof, rounds, start, step, without
from sympy import Rational, log

from learncheck.learners import Winnow
from learncheck.learners.foils.winnow import NeverDemotes
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import total_at_most
from learncheck.theorems.notes.winnow import followed
from learncheck.theorems.notes.winnow.disjunctions import IT_GAINS
from learncheck.theorems.notes.winnow.followed import A, D, M, W, gain, m, n, negative, positive, r, u

HalfTheThreshold = edited(Winnow.predict, "Predicts + from n/2 on.", ("self.n", "self.n / 2"))
TwiceTheThreshold = edited(Winnow.predict, "Predicts + from 2n on.", ("self.n", "2 * self.n"))
MinusAtTheThreshold = edited(Winnow.predict, "Predicts - where w·x = n, so that a weight can reach 2n.", (">=", ">"))
Trebles = edited(Winnow.update, "Takes the factor 3.", ("1 + x", "1 + 2 * x"))
NeverPromotes = edited(Winnow.update, "Learns from negative examples only.", ("if self", "if y == -1 and self"))
DemotesWhatIsOff = edited(
    Winnow.update,
    "Halves the variables that are off in a negative example, among them the relevant ones.",
    ("/ factor", "/ (2 - x)"),
)
DoublesEverything = edited(Winnow.update, "Doubles and halves all weights.", ("1 + x", "2"))
EveryRound = edited(Winnow.update, "Updates whether it erred or not.", ("self.predict(x) != y", "True"))
WithoutLabel = edited(Winnow.update, "Doubles on every mistake.", (" if y == 1 else self.w / factor", ""))
Negates = edited(
    Winnow.update,
    "Takes away three halves of the weights, which leaves them negative.",
    ("/ factor", "* (1 - 3 * x / 2)"),
)
StartsWithTwo = edited(Winnow.__init__, "All weights are 2.", ("np.ones", "2 * np.ones"))
StartsWithOneZero = edited(
    Winnow.__init__, "The first weight is 0, and stays so.", ("dtype=int)", "dtype=int)\n        self.w[0] = 0")
)


def counted(name: str, doublings: Any) -> Change:
    """One kind of round with other doublings of the followed variable."""

    def change(claim: Any) -> Any:
        kind = claim.proof.rounds[name]
        others = tuple(symbol for symbol in kind.keeps if symbol != m)
        return rounds(name, sets={**kind.sets, m: doublings}, keeps=others)(claim)

    return change


def also(name: str, lines: dict[str, Any]) -> Change:
    """One kind of round with more lines."""
    return lambda claim: rounds(name, holds={**claim.proof.rounds[name].holds, **lines})(claim)


RIGHT = r * (1 + log(n, 2))
BOTH = 2 + 3 * RIGHT

FOLLOWED_LEARNERS: list[tuple[str, Any]] = [
    ("threshold 2n", learner(TwiceTheThreshold)),
    ("the factor is 3", learner(Trebles)),
    ("never promotes", learner(NeverPromotes)),
    ("demotes what is off", learner(DemotesWhatIsOff)),
    ("doubles and halves everything", learner(DoublesEverything)),
    ("an update in every round", learner(EveryRound)),
    ("starts with 2", learner(StartsWithTwo)),
    ("starts with a zero", learner(StartsWithOneZero)),
]

FOLLOWED_LINES: list[tuple[str, Any]] = [
    ("any labels", without(followed.DISJUNCTION)),
    ("nothing is relevant", without(followed.RELEVANT)),
    ("n may be less than 1", proof(means={})),
    ("nothing adds the doublings up", proof(using=())),
    ("the doublings add up to half of rm", proof(using=(total_at_most(2 * D, r, m),))),
    ("the doublings of all but one add up", proof(using=(total_at_most(D, r - 1, m),))),
    ("the base of the power is 3", proof(names={A: 3**m})),
    ("a doubling is not counted", counted(followed.ON_POSITIVE_ON, m)),
    ("the followed variable is doubled also when off", counted(followed.ON_POSITIVE_OFF, m + 1)),
    ("a relevant weight grows in every round", step(followed.NEVER_FALLS, gain >= 1)),
    ("a relevant weight may fall", step(followed.NEVER_FALLS, gain <= 0)),
    ("doubling is dropped", no_step(followed.DOUBLES, followed.ON_POSITIVE_ON)),
    ("not falling is dropped, off", no_step(followed.NEVER_FALLS, followed.ON_POSITIVE_OFF)),
    ("not falling is dropped, negative", no_step(followed.NEVER_FALLS, followed.ON_NEGATIVE)),
    ("not falling is dropped, no mistake", no_step(followed.NEVER_FALLS, followed.NO_MISTAKE)),
    ("negative examples are no kind of round", no_kind(followed.ON_NEGATIVE)),
    ("it starts with a weight of 2", start({u: 2})),
    ("it starts with a weight of 0", start({u: 0})),
    ("the weight is not compared with 2^m", part("invariant", "2^m ≤ u")),
    ("mistakes are not compared with doublings", part("invariant", "M₊ ≤ D")),
    ("no relevant variable need be on", rounds(followed.ON_POSITIVE_OFF, holds=IT_GAINS)),
    ("two variables double", also(followed.ON_POSITIVE_ON, {"two variables double": Next(D) >= D + 2})),
    ("two doublings a mistake", part("invariant", "M₊ ≤ D", 2 * positive <= D)),
]

WRONG_PROOFS: dict[str, list[tuple[str, Any]]] = {
    "winnow-positive-mistakes": [
        ("one less", bound(positive < RIGHT - 1)),
        ("1% less", bound(positive < Rational(99, 100) * RIGHT)),
        ("a relevant weight stays below n", step(followed.STAYS_BELOW, Next(u) < n)),
        ("a relevant weight exceeds 2n", step(followed.STAYS_BELOW, Next(u) > 2 * n)),
        ("the upper limit is dropped", no_step(followed.STAYS_BELOW, followed.ON_POSITIVE_ON)),
        ("the upper limit is not strict", step(followed.STAYS_BELOW, Next(u) <= 2 * n)),
        ("the limit is 3n", part("invariant", "u < 2n", u < 3 * n)),
        ("- at the threshold", learner(MinusAtTheThreshold)),
        *FOLLOWED_LINES,
        *FOLLOWED_LEARNERS,
    ],
    "winnow-negative-mistakes": [
        ("1% less", bound(negative <= Rational(99, 100) * (2 + 2 * positive))),
        ("strict", bound(negative < 2 + 2 * positive)),
        ("n/2 is added", step(followed.ADDS, Next(W) <= W + n / 2)),
        ("n is taken", step(followed.TAKES, Next(W) <= W - n)),
        ("n/2 is added on negative examples", step(followed.TAKES, Next(W) >= W - n / 2)),
        ("at least n is added", step(followed.ADDS, Next(W) >= W + n)),
        ("the total weight is at least n", step(followed.NOT_NEGATIVE, Next(W) >= n)),
        ("adding is dropped", no_step(followed.ADDS, followed.ON_POSITIVE)),
        ("taking is dropped", no_step(followed.TAKES, followed.ON_NEGATIVE)),
        ("not negative is dropped", no_step(followed.NOT_NEGATIVE, followed.ON_NEGATIVE)),
        (
            "mistakes on negative examples are not counted",
            rounds(followed.ON_NEGATIVE, sets={}, keeps=(positive, negative)),
        ),
        ("rounds without a mistake are no kind", no_kind(followed.NO_MISTAKE)),
        ("it starts with 2n", start({W: 2 * n})),
        ("it starts with n/2", start({W: n / 2})),
        ("n may be 0", proof(means={})),
        ("the total weight may be negative", part("invariant", "W ≥ 0")),
        ("a third is taken", part("invariant", "W ≤ n + nM₊ − nM₋/2", W <= n + n * positive - n * negative / 3)),
        ("threshold n/2", learner(HalfTheThreshold)),
        ("threshold 2n", learner(TwiceTheThreshold)),
        ("the factor is 3", learner(Trebles)),
        ("never demotes", learner(NeverDemotes)),
        ("an update in every round", learner(EveryRound)),
        ("doubles on every mistake", learner(WithoutLabel)),
        ("doubles and halves everything", learner(DoublesEverything)),
        ("weights become negative", learner(Negates)),
        ("starts with 2", learner(StartsWithTwo)),
    ],
    "winnow-mistakes": [
        ("one less", bound(M <= BOTH - 1)),
        ("1% less", bound(M <= Rational(99, 100) * BOTH)),
        ("a relevant weight stays below n", step(followed.NEVER_ABOVE, Next(u) <= n)),
        ("the upper limit is dropped", no_step(followed.NEVER_ABOVE, followed.ON_POSITIVE_ON)),
        ("n/2 is added", step(followed.ADDS, Next(W) <= W + n / 2)),
        ("n is taken", step(followed.TAKES, Next(W) <= W - n)),
        ("adding is dropped", no_step(followed.ADDS, followed.ON_POSITIVE_OFF)),
        ("taking is dropped", no_step(followed.TAKES, followed.ON_NEGATIVE)),
        ("not negative is dropped", no_step(followed.NOT_NEGATIVE, followed.ON_NEGATIVE)),
        ("it starts with 2n in all", start({W: 2 * n})),
        ("the total weight is not bounded", part("invariant", "W ≤ n + nM₊ − nM₋/2")),
        ("mistakes are not the sum of both", part("invariant", "M = M₊ + M₋")),
        ("threshold n/2", learner(HalfTheThreshold)),
        ("never demotes", learner(NeverDemotes)),
        ("doubles on every mistake", learner(WithoutLabel)),
        ("weights become negative", learner(Negates)),
        *FOLLOWED_LINES,
        *FOLLOWED_LEARNERS,
    ],
}
