"""Wrong variants of the claims on decision lists and on halfspaces over {0,1}^d."""

from changes import alone, bound, edited, learner, step, without
from implementations import implementation
from sympy import And, Eq

from learncheck.learners import DecisionListLearner
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.halfspaces import counts, encodings
from learncheck.theorems.notes.halfspaces.counts import C, d
from learncheck.theorems.notes.halfspaces.counts import K as CUTS
from learncheck.theorems.notes.halfspaces.counts import S as HALFSPACES
from learncheck.theorems.notes.halfspaces.encodings import A, O, W, k, o, s, y, z
from learncheck.theorems.notes.pac import decision_lists
from learncheck.theorems.notes.pac.decision_list_sample_size import ENOUGH, P, delta
from learncheck.theorems.notes.pac.decision_lists import D2, D3, O3, B, D, E, F, K, N, S, m, n

OnesAlone = implementation("DecisionListLearner", "ones alone")
LastRuleFirst = implementation("DecisionListLearner", "last rule first")
Memory = implementation("DecisionListLearner", "memory")


RulesOfEachVariable = edited(
    DecisionListLearner.fit,
    "Adds rules that fire on nothing: longer lists that say the same.",
    ("return self", "self.rules *= 2\n        return self"),
)


MUTANTS = {
    "decision-list-learner-conforms": [
        ("rules x_i = 1 alone", learner(OnesAlone)),
        ("the last rule first", learner(LastRuleFirst)),
        ("a memory", learner(Memory)),
    ],
    "decision-lists": [
        ("rules x_i = 1 alone", learner(OnesAlone)),
        ("the last rule first", learner(LastRuleFirst)),
        ("an error", bound(Eq(E, 1))),
    ],
    "decision-list-steps": [("m - 1", bound(K <= m - 1)), ("rules that fire on nothing", learner(RulesOfEachVariable))],
    "decision-list-count": [
        ("2^n n!", bound(S <= B / 2**n)),
        ("1 less", bound(S <= B - 1)),
        ("2n rules", alone(step(decision_lists.RULES, Eq(Next(F), 2 * Next(n)), always))),
        ("fewer lists behind a rule", alone(step(decision_lists.THE_REST, Next(N) <= S - 1, always))),
    ],
    "decision-list-growth": [
        ("4^n n!", bound(S >= B * 2**n)),
        ("twice as many", bound(S >= 2 * B)),
        ("3n of each", alone(step(decision_lists.IN_FRONT, Next(D3) >= 3 * Next(n) * D, always))),
        ("three depend on nothing", alone(step(decision_lists.SORTED, Eq(Next(S), 3 + 2 * Next(n) + Next(D)), always))),
        ("none has several first rules", alone(step(decision_lists.SPLIT, Eq(Next(D), Next(D2) + Next(D3)), always))),
        (
            "half of those of two variables",
            alone(step(decision_lists.OF_TWO, Eq(Next(D2), 2 * Next(n) * (Next(n) - 1)), always)),
        ),
        (
            "more with several first rules",
            alone(step(decision_lists.THREE_LITERALS, 3 * Next(O3) >= 8 * Next(n) ** 3, always)),
        ),
    ],
    "decision-list-sample-size": [("δ/5", bound(P <= delta / 5)), ("fewer samples", without(ENOUGH))],
    "halfspace-encodings": [
        ("a conjunction needs a true literal less", bound(And((k + 1) * A <= s, s <= k - 1 + A))),
        ("a disjunction needs two", bound(And(2 * O <= s, s <= k * O))),
        ("a true literal adds 2", alone(step(encodings.TRUE, Eq(Next(s), s + 2)))),
        ("a false literal counts", alone(step(encodings.FALSE, Eq(Next(s), s + 1)))),
    ],
    "decision-list-halfspaces": [
        ("a score of 2", bound(y * z >= 2)),
        ("the other label", bound(-y * z >= 1)),
        ("a rule weighs half", alone(step(encodings.FIRES, Eq(2 * Next(z), 2 * z + o * W)))),
        ("weights stay", alone(step(encodings.DOES_NOT, Eq(Next(W), W)))),
    ],
    "halfspace-count": [
        ("as printed", bound(And(HALFSPACES <= C, CUTS <= 2 ** (d**2)))),
        ("1 less", bound(And(HALFSPACES <= CUTS - 1, CUTS <= 2 ** (d**2)))),
        ("also on the line", without(counts.A_PLANE)),
    ],
    "homogeneous-halfspace-count": [
        ("1 less", bound(And(HALFSPACES <= C - 1, C <= 2 ** (d**2)))),
        ("half", bound(2 * HALFSPACES <= C)),
    ],
    "halfspace-count-power": [
        ("2^(d² - d)", bound(And(C <= 2 ** (d**2 - d), CUTS <= 2 ** (d**2)))),
        ("2^(d² - 1)", bound(CUTS <= 2 ** (d**2 - 1))),
    ],
}
