"""Boolean formulas as halfspaces over {0,1}^d: on every instance an encoding has the value of the formula.

Source: VEM 8.3.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated, Self

import msgspec
from sympy import And, Eq, Or, Symbol, symbols

from learncheck.strategies.boolean import samples
from learncheck.strategies.boolean.games import bits
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Case, Label, Make, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step

Instance = Annotated[Bits, msgspec.Meta(min_length=1)]


class Encoding(Case, frozen=True, tag="boolean-encoding"):
    """Literals, and an instance x of {0,1}^d: what their conjunction and their disjunction say of it, and their sum."""

    terms: samples.Terms
    x: Instance

    def __post_init__(self) -> None:
        samples.require_terms(self.terms, len(self.x))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """A round is a literal; the state counts those so far and those that are true, and has "all" and "some"."""
        states = [{"literals": 0, "true": 0, "all": 1, "some": 0}]
        are_true = [int(self.x[i] == b) for i, b in self.terms]
        for true in are_true:
            before = states[-1]
            state = {
                "literals": before["literals"] + 1,
                "true": before["true"] + true,
                "all": before["all"] * true,
                "some": max(before["some"], true),
            }
            states.append(state)
        return Trace(self, Rounds.of_nobody(states, self.terms, are_true, are_true))

    def value(self) -> int:
        """The sum of the literals."""
        return _value([(1, term) for term in self.terms], self.x)


class ListEncoding(Case, frozen=True, tag="list-encoding"):
    """A decision list, an instance x of {0,1}^d, and the halfspace in which rule j of k weighs 2^(k−j+1).

    rules: (i, b, o) in their order; otherwise: the label ±1 where none fires.
    """

    rules: tuple[samples.Rule, ...]
    otherwise: Label
    x: Instance

    def __post_init__(self) -> None:
        samples.require_terms([(i, b) for i, b, _ in self.rules], len(self.x))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, None]:
        """A round puts a rule before those behind it; the state has the weight of the next rule, score and label."""
        states = [{"weight": 2, "score": self.otherwise, "label": self.otherwise}]
        backwards = self.rules[::-1]
        firing = [int(self.x[i] == b) for i, b, _ in backwards]
        for (*_, o), fires in zip(backwards, firing, strict=True):
            before = states[-1]
            weight = before["weight"]
            state = {
                "weight": 2 * weight,
                "score": before["score"] + (o * weight if fires else 0),
                "label": o if fires else before["label"],
            }
            states.append(state)
        return Trace(self, Rounds.of_nobody(states, backwards, firing, [o for *_, o in backwards]))

    def label(self) -> int:
        """What the list says."""
        return samples.first_rule(self.rules, self.otherwise, self.x)

    def score(self) -> int:
        """The weighted sum of the literals, and the default label."""
        weighted = [(o * 2**j, (i, b)) for j, (i, b, o) in enumerate(self.rules[::-1], start=1)]
        return self.otherwise + _value(weighted, self.x)


def _value(weighted: Sequence[tuple[int, samples.Term]], x: Bits) -> int:
    """The weighted sum of the literals, as w·x + c: x_i for x_i, and 1 − x_i for its negation."""
    w, c = [0] * len(x), 0
    for weight, (i, b) in weighted:
        w[i] += weight if b else -weight
        c += 0 if b else weight
    return sum(v * xi for v, xi in zip(w, x, strict=True)) + c


def encodings(choices: Choices, *, dimension: int, literals: int) -> Encoding:
    """Any literals, which may repeat, and an instance."""
    d = choices.integer(1, dimension)
    terms = choices.many(lambda: (choices.integer(0, d - 1), 1 - choices.integer(0, 1)), most=literals)
    return Encoding(terms, bits(choices, d))


def all_encodings(choices: Choices, *, dimension: int) -> Encoding:
    """Every set of literals with every instance, d up to `dimension`."""
    d = choices.integer(1, dimension)
    terms = tuple((i, b) for i in range(d) for b in (1, 0) if choices.flag())
    return Encoding(terms, bits(choices, d))


def list_encodings(choices: Choices, *, dimension: int) -> ListEncoding:
    """Decision lists over up to `dimension` variables, and an instance."""
    d = choices.integer(1, dimension)
    rules, otherwise = samples.drawn_list(choices, d)
    return ListEncoding(rules, otherwise, bits(choices, d))


def example_of_the_notes() -> Iterator[ListEncoding]:
    """If x_1 = 1 output 1, else if x_2 = 0 output 0, else 1: on all instances. Source: VEM 8.3."""
    for x in product((0, 1), repeat=2):
        yield ListEncoding(((0, 1, 1), (1, 0, -1)), 1, x)


# ---- conjunctions and disjunctions ----

s = quantity("s", "the sum of the $k$ literals, where $x_i$ stands for itself and $1 - x_i$ for its negation")
k = quantity("k", "the literals")
A = quantity("A", "1 where all literals are true, otherwise 0")
O = quantity("O", "1 where some literal is true, otherwise 0")  # noqa: E741


TRUE = Step(
    "a true literal adds 1 to the sum; all are true as before, and now some is",
    And(Eq(Next(s), s + 1), Eq(Next(A), A), Eq(Next(O), 1)),
    lambda round: round.label == 1,
)


FALSE = Step(
    "a false literal adds nothing; not all are true, and some is as before",
    And(Eq(Next(s), s), Eq(Next(A), 0), Eq(Next(O), O)),
    lambda round: round.label == 0,
)


def quantities_of(state: Snapshot) -> Values:
    return {k: state["literals"], A: state["all"], O: state["some"]}


AND_OR = Claim(
    "halfspace-encodings",
    "A conjunction of $k$ literals is the halfspace where their sum is at least $k$, a disjunction the one where it "
    "is at least 1.",
    sources=(VEM("8.3"),),
    label="tight",
    cases=Family(
        encodings,
        exhaust=all_encodings,
        extent="all sets of literals on all x ∈ {{0,1}}^d, d up to {dimension:d ≤ _}",
        search=dict(dimension=4, literals=6),
        scout=dict(dimension=9, literals=12),
        quick=dict(dimension=3),
        full=dict(dimension=4),
    ),
    measure=lambda trace: {s: trace.case.value(), **quantities_of(trace.rounds.last_state)},
    bound=And(k * A <= s, s <= k - 1 + A, O <= s, s <= k * O),
    watch=("literals", "true", "all", "some"),
    state=lambda state, values, trace: {s: state["true"], **quantities_of(state)},
    proof=Induction(
        start={k: 0, s: 0, A: 1, O: 0},
        rounds={
            "a true literal": Transition(steps=(TRUE,), sets={k: k + 1}, when=TRUE.when),
            "a false literal": Transition(steps=(FALSE,), sets={k: k + 1}, when=FALSE.when),
        },
        invariant={
            "all are true just when the sum is at least $k$": And(k * A <= s, s <= k - 1 + A),
            "some is true just when the sum is at least 1": And(O <= s, s <= k * O),
            "A is 0 or 1": Or(Eq(A, 0), Eq(A, 1)),
            "$O$ is 0 or 1": Or(Eq(O, 0), Eq(O, 1)),
        },
        matched=r"a round is a literal, and the cases evaluate the formula and $w\cdot x$ separately",
        reading=r"With $A = 1$ the first line says $s = k$, with $A = 0$ it says $s \le k - 1$; with $O = 1$ the "
        r"second says $s \ge 1$, with $O = 0$ it says $s = 0$.",
    ),
    attained_by=lambda: [Encoding(((0, 1), (1, 0), (2, 1)), x) for x in ((1, 0, 1), (1, 0, 0), (0, 1, 0))],
    remark="It holds for repeated and for contradictory literals as well, and for none: the empty conjunction is "
    "always true, the empty disjunction never. The notes' example of a decision list is a case of "
    "decision-list-halfspaces.",
)

# ---- decision lists ----

z = quantity("z", "the score of the rules, from the last to the first", real=True)
y = quantity("y", r"the label of the list, $\pm1$", real=True)
o, y0 = symbols("o y_0", real=True)
"""The output of the rule of a round, and the label if no rule fires. Labels are ±1."""
W = Symbol("W", nonnegative=True)
"""The weight of the next rule, which comes before them in the list."""


FIRES = Step(
    "a rule that fires adds its weight to the score, with the sign of its output, which becomes the label",
    And(Eq(Next(z), z + o * W), Eq(Next(y), o), Eq(Next(W), 2 * W)),
    lambda round: bool(round.prediction == 1),
)


DOES_NOT = Step(
    "a rule that does not fire changes neither score nor label",
    And(Eq(Next(z), z), Eq(Next(y), y), Eq(Next(W), 2 * W)),
    lambda round: bool(round.prediction == 0),
)

LISTS = Claim(
    "decision-list-halfspaces",
    "A decision list is the halfspace in which every rule, the last but one of weight 4, weighs twice as much as the "
    "one behind it: label times score is at least 1.",
    sources=(VEM("8.3"),),
    label="tight",
    cases=Family(
        list_encodings,
        extent="all decision lists that ask for no variable twice and all x ∈ {{0,1}}^d, d up to {dimension:d ≤ _}",
        search=dict(dimension=4),
        scout=dict(dimension=9),
        quick=dict(dimension=2),
        full=dict(dimension=3),
    ),
    measure=lambda trace: {z: trace.case.score(), y: trace.case.label(), y0: trace.case.otherwise},
    bound=y * z >= 1,
    watch=("weight", "score", "label"),
    state=lambda state, values, trace: {z: state["score"], y: state["label"], W: state["weight"]},
    during=lambda round, values, trace: {o: round.label},
    proof=Induction(
        means={"the default is a label": Or(Eq(y0, 1), Eq(y0, -1))},
        start={z: y0, y: y0, W: 2},
        rounds={
            "a rule that fires": Transition(
                steps=(FIRES,), means={"its output is a label": Or(Eq(o, 1), Eq(o, -1))}, when=FIRES.when
            ),
            "a rule that does not fire": Transition(steps=(DOES_NOT,), when=DOES_NOT.when),
        },
        invariant={
            "label times score is at least 1": y * z >= 1,
            "the score is below the next weight": And(z <= W - 1, z >= 1 - W),
            "the next weight is at least 2": W >= 2,
        },
        matched=r"a round is a rule, from the last to the first, and the cases evaluate the list and $w\cdot x$ "
        "separately",
    ),
    attained_by=example_of_the_notes,
    remark=r"The notes' example is $4x_1 - 2(1 - x_2) + 1 \ge 1$, with outputs ±1 for 1 and 0, on all four "
    "instances.",
)
