"""Wrong proofs of the claims on conjunctions, rectangles, decision lists, 3-term DNF, and ERM over finite classes."""

from dataclasses import replace
from typing import Any, cast

from changes import (
    Change,
    bound,
    edited,
    fact,
    learner,
    making,
    no_fact,
    no_invariant,
    no_step,
    part,
    proof,
    rounds,
    start,
    step,
    using,
    without,
)
from mutants_conjunctions import FirstPositive, LessRestrictive, PlainLiterals
from mutants_decision_lists import LastRuleFirst, Memory, OnesAlone, RulesOfEachVariable
from mutants_rectangles import AllExamples, FirstCoordinate, Generous, OpenRectangle
from sympy import And, Eq, Implies, Rational, log

from learncheck.learners import ConjunctionElimination, DecisionListLearner, RectangleERM
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Fact, Induction
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import General
from learncheck.theorems.notes.halfspaces import counts
from learncheck.theorems.notes.halfspaces.encodings import DOES_NOT, FALSE, FIRES, TRUE, A, O, W, k, o, s, y, z
from learncheck.theorems.notes.pac import decision_list_sample_size as list_samples
from learncheck.theorems.notes.pac import decision_lists as lists
from learncheck.theorems.notes.pac import rectangles
from learncheck.theorems.notes.pac.conjunction_sample_sizes import (
    P_H,
    SMALL_DELTA,
    D,
    count_others,
    delta,
    eps,
    kinds,
    m,
    power_of_3,
    v,
)
from learncheck.theorems.notes.pac.conjunctions import (
    A_CONJUNCTION,
    ALONE,
    AND_FALSE,
    IN_THREE,
    THREE_TIMES,
    WITH_X,
    WITHOUT_X,
    C,
    E,
    K,
    S,
    V,
    n,
    t,
)
from learncheck.theorems.notes.pac.conjunctions import (
    H as HOLDS,
)
from learncheck.theorems.notes.pac.decision_lists import B as BOUND
from learncheck.theorems.notes.pac.decision_lists import S as LISTS
from learncheck.theorems.notes.pac.decision_lists import n as variables
from learncheck.theorems.notes.pac.finite_classes import ACCURACY, CONFIDENCE, H, P
from learncheck.theorems.notes.pac.three_term_dnf import N, at_most_cube, count_formulae, pairs, terms
from learncheck.theorems.notes.pac.three_term_dnf import S as FORMULAE


def facts(*indices: int) -> Change:
    """These of the facts that the conclusion uses, by their numbers, and how many conjunctions there are."""

    def changed(claim: Claim) -> Claim:
        counted, others = _facts(claim)
        return proof(using=(*counted, *(others[i] for i in indices)))(claim)

    return changed


def _facts(claim: Claim) -> tuple[list[Fact], list[Fact]]:
    using = cast("Induction", claim.proof).using
    counted = [fact for fact in using if getattr(fact.shows, "__self__", None) in (count_others, count_formulae)]
    return counted, [fact for fact in using if fact not in counted]


def uncounted(claim: Claim) -> Claim:
    """Any number of conjunctions."""
    return proof(using=tuple(_facts(claim)[1]))(claim)


def counted_by(general: General, values: Any) -> Change:
    """The count of the class with another step of its induction."""

    def changed(claim: Claim) -> Claim:
        counted, others = _facts(claim)
        return proof(using=(*(replace(fact, **making(general, 1, values=values)) for fact in counted), *others))(claim)

    return changed


MORE = "a variable more"


def enough_of(claim: Claim) -> Premise:
    """The claim's hypothesis that there are samples enough."""
    return next(premise for premise in claim.assuming if premise.option == "enough_samples")


def samples(relation: Any) -> Change:
    """The proof with another number of samples."""
    return lambda claim: part("assuming", enough_of(claim), relation)(claim)


def fewer_samples(claim: Claim) -> Claim:
    """Any number of samples."""
    return claim.without(enough_of(claim))


SIZES: list[tuple[str, Change]] = [
    ("the bound is 1% smaller", bound(P <= delta * Rational(99, 100))),
    ("δ²", bound(P <= delta**2)),
    ("fewer samples", fewer_samples),
    ("any accuracy", without(ACCURACY)),
    ("any confidence", without(CONFIDENCE)),
    ("(1 − ε)^m ≤ e^(−εm) is dropped", facts(1, 2, 3)),
    ("1 + a ≤ e^a is dropped", facts(0, 2, 3)),
    ("δ^v ≤ δ is not shown", facts(0, 1, 3)),
    ("log δ ≤ δ − 1 is dropped", facts(0, 1, 2)),
]
"""What is wrong with a proof that so many samples are enough."""

THREES: list[tuple[str, Change]] = [
    *SIZES,
    ("half of the samples", samples(2 * eps * m >= v * log(3) - v * log(delta))),
    ("without log 3", samples(eps * m >= -v * log(delta))),
    ("a class of 3^v·2", lambda claim: proof(means={**claim.proof.means, "more": Eq(H, 2 * 3**v)})(claim)),
    ("a wrong line", part("lines", "P ≤ 3^v·e^(−εm)", P <= P_H * D / 2)),
]

COUNTED: list[tuple[str, Change]] = [
    ("any number of conjunctions", uncounted),
    (
        "four choices",
        counted_by(count_others, {kinds: 4 * kinds, power_of_3: 3 * power_of_3}),
    ),
]

FIVE = {
    **list_samples.count_lists.constructions[1].known,
    "in all": list_samples.more <= 5 * (variables + 1) * list_samples.behind,
}

GROWS = (lists.SORTED, lists.SPLIT, lists.OF_TWO, lists.IN_FRONT, lists.THREE_LITERALS)


def of(make: type, method: str, what: str, *edits: tuple[str, str]) -> tuple[str, Change]:
    """The learner with another line in one of its methods."""
    return what, learner(edited(getattr(make, method), what, *edits))


SEES, ANSWERS = "a positive example", "an answer"


def eliminates(method: str, what: str, *edits: tuple[str, str]) -> tuple[str, Change]:
    return of(ConjunctionElimination, method, what, *edits)


def bounds(method: str, what: str, *edits: tuple[str, str]) -> tuple[str, Change]:
    return of(RectangleERM, method, what, *edits)


def adds(method: str, what: str, *edits: tuple[str, str]) -> tuple[str, Change]:
    return of(DecisionListLearner, method, what, *edits)


ADDS = "a rule"

NO_RULE: list[tuple[str, Change]] = [
    ("any labels", without(lists.A_DECISION_LIST)),
    ("of a rule nothing is said", rounds(ADDS, holds={})),
    ("rules x_i = 1 alone", learner(OnesAlone)),
    ("a memory", learner(Memory)),
    adds("search", "Rules x_i = 1 alone.", ("(0, 1)", "(1, 1)")),
    adds("search", "All variables but the last.", ("X.shape[1]", "X.shape[1] - 1")),
    adds("agreed", "Only rules with the output 1.", ("return -1", "return 0")),
    adds("agreed", "Both labels must be there.", ("plus and not minus", "plus and minus")),
    adds("agreed", "A rule that is right on all examples.", ("y[X[:, i] == b]", "y")),
    adds("fit", "Learns from 100 examples.", ("len(y) > 0", "len(y) > 100")),
]
"""Proofs and learners that find no rule, or not enough of them."""

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "decision-lists": [
        *NO_RULE,
        ("an error", bound(Eq(lists.E, 1))),
        ("of an answer nothing is said", rounds(ANSWERS, holds={})),
        ("an answer errs", rounds(ANSWERS, holds={"errs": Eq(Next(lists.E), lists.E + 1)})),
        ("nothing is left at first", start({lists.left: 0})),
        ("an error at first", start({lists.E: 1})),
        ("examples that are not left may have any label", no_invariant("an example is left, or has its label")),
        ("errors are not counted", no_invariant("no error so far")),
        ("all examples stay", rounds(ADDS, holds={"stay": Eq(Next(lists.left), lists.left)})),
        ("the last rule first", learner(LastRuleFirst)),
        adds("agreed", "A rule that is right on one example.", ("plus and not minus", "plus")),
        adds("agreed", "The other label.", ("return 1", "return -1")),
        adds("others", "Leaves those on which it fires.", ("!=", "==")),
        adds("answer", "The rules behind first.", ("b, o, labels)", "b, labels, o)")),
        adds("answer", "Fires on the other value.", ("== b, o", "!= b, o")),
        adds("predict", "The last rule first.", ("reversed(self.rules)", "self.rules")),
        adds("predict", "Without the first rule.", ("self.rules)", "self.rules[1:])")),
    ],
    "decision-list-steps": [
        *NO_RULE,
        ("one step less", bound(lists.K <= lists.m - 1)),
        ("an example less at first", start({lists.N_LEFT: lists.m - 1})),
        ("a rule at first", start({lists.K: 1})),
        ("two examples for each rule", rounds(ADDS, holds={"two": Next(lists.N_LEFT) <= lists.N_LEFT - 2})),
        ("rules are not counted", no_invariant("each rule has taken an example")),
        ("rules that fire on nothing", learner(RulesOfEachVariable)),
        adds("agreed", "Rules that fire on nothing.", ("return 0", "return 1")),
        adds("others", "Leaves all examples.", ("X[:, i] != b", "X[:, i] == X[:, i]")),
    ],
    "conjunction-elimination": [
        ("an error", bound(And(Eq(E, 1), Eq(V, 0)))),
        ("an instance too many", bound(And(Eq(E, 0), Eq(V, 1)))),
        ("any labels", without(A_CONJUNCTION)),
        ("a literal stays whatever the example", rounds(SEES, holds={"stays": Eq(Next(K), K)})),
        ("a literal comes back", rounds(SEES, holds={"comes back": Eq(Next(K), K + t)})),
        ("of an answer nothing is said", rounds(ANSWERS, holds={})),
        ("an answer errs", rounds(ANSWERS, holds={"errs": Eq(Next(E), E + 1), "no excess": Eq(Next(V), V)})),
        ("no literal at first", start({K: 0})),
        ("an error at first", start({E: 1})),
        ("what is left may be any", no_invariant("left is what is true of all positive examples so far")),
        ("errors are not counted", no_invariant("no error so far")),
        ("not the most restrictive", no_invariant("and no excess")),
        ("examples are not counted", rounds(SEES, sets={HOLDS: HOLDS})),
        ("plain literals", learner(PlainLiterals)),
        ("the first positive example", learner(FirstPositive)),
        ("less restrictive", learner(LessRestrictive)),
        eliminates(
            "start",
            "No literal at first.",
            ("self.plain, self.negated = np.ones", "self.plain, self.negated = np.zeros"),
        ),
        eliminates("round", "Removes what is true.", ("(v == 1)", "(v == 0)")),
        eliminates("round", "Negated literals stay.", ("self.negated & (v == 0)", "self.negated")),
        eliminates("round", "Brings literals back.", ("self.plain & ", "self.plain | ")),
        eliminates("predict", "The other label.", ("-1, 1", "1, -1")),
        eliminates("predict", "Says 0 for no.", ("-1, 1", "0, 1")),
        eliminates("predict", "One literal is enough.", (".any(1)", ".all(1)")),
        eliminates("predict", "Plain literals alone.", (" | (self.negated & (X == 1))", "")),
        eliminates("predict", "All instances alike.", (".any(1)", ".any(0)")),
        eliminates("fit", "Learns from all examples.", ("X[y == 1]", "X")),
        eliminates("fit", "Learns from 100 examples.", ("X[y == 1]", "X[y == 1][:100]")),
        eliminates("fit", "Learns from negative ones.", ("X[y == 1]", "X[y == -1]")),
    ],
    "rectangle-erm": [
        ("an error", bound(Eq(rectangles.E, 1))),
        ("any labels", without(rectangles.A_RECTANGLE)),
        ("of an answer nothing is said", rounds(ANSWERS, holds={})),
        ("of an example nothing is said", rounds(SEES, holds={})),
        (
            "the rectangle stays",
            rounds(SEES, holds={"stays": And(*(Eq(Next(symbol), symbol) for symbol in (rectangles.a, rectangles.b)))}),
        ),
        ("it is not empty at first", start({rectangles.some: 1})),
        ("the example has been seen", start({rectangles.seen: 1})),
        ("any rectangle", no_invariant("a* ≤ a and b ≤ b*, unless it is empty")),
        ("examples may be outside", no_invariant("a ≤ x ≤ b once x has been seen")),
        ("errors are not counted", no_invariant("no error so far")),
        ("all examples", learner(AllExamples)),
        ("open", learner(OpenRectangle)),
        ("the first coordinate", learner(FirstCoordinate)),
        ("generous", learner(Generous)),
        bounds(
            "start",
            "All of the space at first.",
            ("n, np", "n, -np"),
            ("n, -np.inf)\n", "n, np.inf)\n"),
        ),
        bounds("start", "The point 0 at first.", ("-np.inf", "0"), ("np.inf", "0")),
        bounds("round", "The last example alone.", ("np.minimum(self.a, v), np.maximum(self.b, v)", "v, v")),
        bounds("round", "The least alone.", ("np.maximum", "np.minimum")),
        bounds("round", "Ends change places.", ("self.a, self.b =", "self.b, self.a =")),
        bounds("predict", "The other label.", ("1, -1", "-1, 1")),
        bounds("predict", "A coordinate is enough.", (".all(1)", ".any(1)")),
        bounds("predict", "Looks at the lower ends alone.", (" & (self.b >= X)", "")),
        bounds("predict", "All instances alike.", (".all(1)", ".all(0)")),
        bounds("fit", "Learns from 100 examples.", ("X[y == 1]", "X[y == 1][:100]")),
    ],
    "conjunction-count": [
        ("3^n of all conjunctions", bound(And(Eq(S, 3**n), Eq(C, 3**n)))),
        ("one more", bound(And(Eq(S, 3**n + 1), Eq(C, 3**n + 1)))),
        ("with x or its negation alone", step(IN_THREE, Eq(Next(S), Next(WITH_X) + Next(WITHOUT_X)))),
        ("none with x", step(THREE_TIMES, And(Eq(Next(WITH_X), 0), Eq(Next(WITHOUT_X), S), Eq(Next(ALONE), S)))),
        ("of those without either nothing is known", step(THREE_TIMES, Eq(Next(WITH_X), S) & Eq(Next(WITHOUT_X), S))),
        ("none is never true", step(AND_FALSE, Eq(Next(C), Next(S)))),
        ("the last step dropped", rounds(MORE, steps=(IN_THREE, THREE_TIMES))),
        ("the first step dropped", rounds(MORE, steps=(THREE_TIMES, AND_FALSE))),
        ("a wrong start", proof(start={n: 1, S: 2, C: 3})),
        ("two variables at once", rounds(MORE, sets={n: n + 2})),
    ],
    "conjunction-sample-size": [*THREES, *COUNTED],
    "conjunction-sample-size-vem": [
        *COUNTED,
        *SIZES[:5],
        ("any δ", without(SMALL_DELTA)),
        ("log δ ≤ −log 2 is dropped", facts(0, 1, 2, 3)),
        ("(1 − ε)^m ≤ e^(−εm) is dropped", facts(1, 2, 3, 4)),
        ("log₂3 in the place of log₂6", samples(eps * m * log(2) >= -log(3) * v * log(delta))),
    ],
    "three-term-dnf-erm-sample-size": [
        *THREES,
        ("any number of formulae", uncounted),
        (
            "(2·3^n)^3 of them",
            counted_by(count_formulae, {terms: 3 * terms, power_of_3: 28 * power_of_3}),
        ),
    ],
    "three-term-dnf-sample-size": [*THREES, *COUNTED],
    "decision-list-sample-size": [
        *SIZES[:5],
        ("any number of lists", proof(using=list_samples.SAMPLE_SIZE.proof.using[1:])),
        ("five first rules of a variable", fact(0, **making(list_samples.count_lists, 1, known=FIVE))),
        ("(1 − ε)^m ≤ e^(−εm) is dropped", facts(0, 2)),
        ("1 + a ≤ e^a is dropped", facts(0, 1)),
        ("the printed size", samples(eps * m >= -3 * variables * log(delta))),
        ("without 4^n n!", samples(eps * m >= -log(delta))),
        ("half of the samples", samples(2 * eps * m >= log(BOUND / delta))),
    ],
    "decision-list-count": [
        ("1 less", bound(LISTS <= BOUND - 1)),
        ("1% less", bound(LISTS <= BOUND * Rational(99, 100))),
        ("5n rules", step(lists.RULES, Eq(Next(lists.F), 5 * Next(variables)))),
        ("some functions have no first rule", rounds(MORE, steps=(lists.RULES, lists.THE_REST))),
        ("two lists behind a rule", step(lists.THE_REST, Next(lists.N) <= 2 * LISTS)),
        ("the total is not bounded", rounds(MORE, using=())),
        ("the step dropped", rounds(MORE, steps=())),
        ("n! alone", rounds(MORE, sets={variables: variables + 1, BOUND: (variables + 1) * BOUND})),
        ("a larger start", proof(start={variables: 1, LISTS: 5, BOUND: 4})),
    ],
    "decision-list-growth": [
        ("twice as many", bound(LISTS >= 2 * BOUND)),
        ("1% more", bound(LISTS >= BOUND * Rational(101, 57) * 2)),
        ("n of each", step(lists.IN_FRONT, Next(lists.D3) >= Next(variables) * lists.D)),
        *((f"dropped: {words}", no_step(words, MORE)) for words in GROWS),
        ("one of three literals", step(lists.THREE_LITERALS, Next(lists.O3) >= 1)),
        ("the step dropped", rounds(MORE, steps=())),
        ("a smaller start", proof(start={variables: 2, LISTS: 7, BOUND: 8, lists.D: 1})),
        ("a start with one variable", proof(start={variables: 1, LISTS: 4, BOUND: 2, lists.D: 0})),
    ],
    "three-term-dnf-count": [
        ("N²", bound(And(FORMULAE <= N**2, N <= 3**n))),
        ("N³/4", bound(And(4 * FORMULAE <= N**3, N <= 3**n))),
        ("any number of terms", using(1)),
        ("any number of formulae", using(0)),
        ("two new sets", fact(1, **making(at_most_cube, 1, values={terms: terms + 1, pairs: pairs + 2}))),
        ("no variable", proof(means={})),
    ],
    "halfspace-count": [
        ("1 less", bound(And(counts.S <= counts.K - 1, counts.K <= 2 ** (counts.d**2)))),
        ("2^(d² − 1)", bound(And(counts.S <= counts.K, counts.K <= 2 ** (counts.d**2 - 1)))),
        ("also on the line", without(counts.A_PLANE)),
        ("any number of points is shattered", no_fact(0)),
        ("without Sauer's lemma", no_fact(1)),
        ("without the power", no_fact(2)),
        ("one point fewer", fact(1, relation=Implies(counts.v <= counts.d - 1, counts.S <= counts.K))),
        ("a halfspace in the place of its complement", fact(1, shows=lambda: counts.sauer_twice.shows(1))),
    ],
    "homogeneous-halfspace-count": [
        ("1 less", bound(And(counts.S <= counts.C - 1, counts.C <= 2 ** (counts.d**2)))),
        ("2^(d² − 1)", bound(And(counts.S <= counts.C, counts.C <= 2 ** (counts.d**2 - 1)))),
        ("any number of points is shattered", no_fact(0)),
        ("without Sauer's lemma", no_fact(1)),
        ("the cells may be any number", no_fact(2)),
        ("2^d may be any number", no_fact(3)),
        ("one point fewer", fact(1, relation=Implies(counts.v <= counts.d - 2, counts.S <= counts.Q))),
        ("w is not turned", fact(1, shows=lambda: counts.turned_twice.shows(0))),
        ("w is turned too far", fact(1, shows=lambda: counts.turned_twice.shows(counts.d))),
        ("w in the place of −w", fact(1, shows=lambda: counts.turned_twice.shows(opposite=1))),
        ("one cell more for each", fact(2, **making(counts.cells_at_most, 0, values={counts.i: 1, counts.cells: 3}))),
        ("p + 2", fact(3, **making(counts.doubled, 1, values={counts.power_of_2: counts.power_of_2 + 2}))),
    ],
    "halfspace-count-power": [
        ("half", bound(And(2 * counts.C <= 2 ** (counts.d**2), counts.K <= 2 ** (counts.d**2)))),
        ("2^(d² − 1)", bound(counts.K <= 2 ** (counts.d**2 - 1))),
        ("also on the line", proof(means={"the cube has at least 2 points": 2**counts.d >= 2})),
        ("of no points", proof(means={"d ≥ 2": counts.d >= 2})),
        ("the first is dropped", no_fact(0)),
        ("the second is dropped", no_fact(1)),
        ("$(n + 1)^i$ stays", fact(1, **making(counts.few_subsets, 2, values={counts.sets: counts.larger}))),
        (
            "more for $d = 2$",
            fact(1, **making(counts.few_subsets, 1, values={counts.i: 2, counts.sets: 1 + counts.n**2})),
        ),
        ("N sets less", fact(0, **making(counts.subsets_at_most, 1, known={"more": counts.larger <= counts.N**2}))),
    ],
    "halfspace-encodings": [
        ("a sum of k + 1", bound(And((k + 1) * A <= s, s <= k - 1 + A, O <= s, s <= k * O))),
        ("a disjunction needs two", bound(And(k * A <= s, s <= k - 1 + A, 2 * O <= s))),
        ("a true literal adds 2", step(TRUE, And(Eq(Next(s), s + 2), Eq(Next(A), A), Eq(Next(O), 1)))),
        ("a false literal leaves all true", step(FALSE, And(Eq(Next(s), s), Eq(Next(A), A), Eq(Next(O), O)))),
        ("a step dropped", rounds("a true literal", steps=())),
        ("none is true at first", proof(start={k: 0, s: 0, A: 0, O: 0})),
        ("a literal that is not counted", rounds("a false literal", sets={k: k})),
    ],
    "decision-list-halfspaces": [
        ("a score of 2", bound(y * z >= 2)),
        ("1% more", bound(100 * y * z >= 101)),
        ("weights stay", step(FIRES, And(Eq(Next(z), z + o * W), Eq(Next(y), o), Eq(Next(W), W)))),
        ("the label stays", step(FIRES, And(Eq(Next(z), z + o * W), Eq(Next(y), y), Eq(Next(W), 2 * W)))),
        ("a rule that does not fire counts", step(DOES_NOT, And(Eq(Next(z), z + W), Eq(Next(y), y)))),
        ("the output may be anything", rounds("a rule that fires", means={})),
        ("a weight of 1 at first", proof(start={z: 1, y: 1, W: 1})),
        ("the default may be anything", proof(means={})),
    ],
    "finite-class-erm-realizable": [
        ("the bound is 1% smaller", bound(P <= delta * Rational(99, 100))),
        ("fewer samples", fewer_samples),
        ("any accuracy", without(ACCURACY)),
        ("any confidence", without(CONFIDENCE)),
        ("half of the samples", samples(2 * eps * m >= log(H / delta))),
        ("(1 − ε)^m ≤ e^(−εm) is dropped", facts(1)),
    ],
}
