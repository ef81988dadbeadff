"""Halfspaces over {0,1}^d: what can be encoded as one, and their number.

Boolean formulas as halfspaces: an encoding says the same of every instance as the formula. Source: VEM 8.3.

The number of halfspaces on {0,1}^d, decided by separating vectors for these and dependences for all other sets.

- `HalfspaceCount`: the number of sets {x : w·x >= b}, or {x : w·x >= 0}, for one d

Permuting coordinates maps halfspaces to halfspaces, and so does taking complements; with a threshold b, so does
exchanging 0 and 1 in a coordinate. So one set of each orbit is decided, with a verified certificate, on behalf of all.
Source: VEM 8.3.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from math import comb
from typing import Annotated, Any, NamedTuple, Self

import msgspec
import sympy
from sympy import And, Eq, Or

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, separate
from learncheck.learners.arguments import require
from learncheck.strategies.boolean.games import bits
from learncheck.strategies.boolean.samples import Rule, Term, Terms, drawn_list, first_rule, require_terms
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.halfspaces.games import Dimension
from learncheck.strategies.play.case import Case, Label, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.play.orbits import kinds, swapped
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.premise import Premise, formally
from learncheck.theorems.language.proof import Chain, Induction, Obligation, Transition, by_claim, fact
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.language.trusted import IN_WORDS, General, Made
from learncheck.theorems.notes.vc import halfspaces as vc

MOST_DIMENSIONS = 4
"""The greatest d for which all 2^(2^d) sets are decided."""


class HalfspaceCount(Case, frozen=True, tag="halfspace-count"):
    """The number of sets in {0,1}^d that are halfspaces {x : w·x >= b}, with b = 0 unless `affine`."""

    d: int
    affine: bool = True

    def __post_init__(self) -> None:
        require(1 <= self.d <= MOST_DIMENSIONS, f"d = {self.d}: give one from 1 to {MOST_DIMENSIONS}")

    def halfspaces(self) -> int:
        """Their number."""
        return count_halfspaces(self.d, self.affine)


@cache
def count_halfspaces(d: int, affine: bool) -> int:
    """The number of halfspaces on {0,1}^d. Every set is decided by a verified separator or dependence.

    With a threshold one may assume w·x ≠ b for all x, since b may be lowered slightly. Without one, every halfspace
    contains the origin, and one may assume w·x ≠ 0 elsewhere, since w may be turned slightly towards (1, ..., 1).
    """
    points = [x for x in product((0, 1), repeat=d) if affine or any(x)]
    lifted = [(*x, 1) for x in points] if affine else points
    moves = list(zip(*map(swapped, points), strict=True))
    if affine:
        moves.append(tuple((1 - x[0], *x[1:]) for x in points))
    count = 0
    for code, size in zip(*kinds(points, moves, complements=True), strict=True):
        labels = [1 if code >> k & 1 else -1 for k in range(len(points))]
        answer = separate(lifted, labels)
        confirmed(answer.verify(lifted, labels), f"the certificate on the labels {labels} of {{0,1}}^{d}")
        count += size * isinstance(answer, Separator)
    return count


def cut_count(points: int, dimension: int) -> int:
    """2·Σ_{i<dimension} C(points − 1, i): the most sign patterns that w·x can have on `points` vectors x."""
    return 2 * sum(comb(points - 1, i) for i in range(dimension))


def affine_counts(choices: Choices, *, dimension: int, plane: bool = False) -> HalfspaceCount:
    """Every d up to `dimension`, with a threshold; d is at least 2 if `plane`."""
    return HalfspaceCount(choices.integer(2 if plane else 1, dimension))


Instance = Annotated[Bits, msgspec.Meta(min_length=1)]


class Encoded(NamedTuple):
    """The number of literals, what their conjunction and their disjunction say (1 or 0), and the sum."""

    literals: int
    conjunction: int
    disjunction: int
    value: int


class Encoding(Case, frozen=True, tag="boolean-encoding"):
    """Literals, and an instance x of {0,1}^d: what their conjunction and their disjunction say of it, and their sum."""

    terms: Terms
    x: Instance

    def __post_init__(self) -> None:
        require_terms(self.terms, len(self.x))

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
        rounds = Rounds.of_nobody(states, self.terms, are_true, are_true)
        value = _value([(1, term) for term in self.terms], self.x)
        return Trace(self, rounds, Encoded(states[-1]["literals"], states[-1]["all"], states[-1]["some"], value))


class EncodedList(NamedTuple):
    """What the list says, and the sum."""

    formula: int
    score: int


class ListEncoding(Case, frozen=True, tag="list-encoding"):
    """A decision list, an instance x of {0,1}^d, and the halfspace in which rule j of k weighs 2^(k−j+1).

    rules: (i, b, o) in their order; otherwise: the label ±1 where none fires.
    """

    rules: tuple[Rule, ...]
    otherwise: Label
    x: Instance

    def __post_init__(self) -> None:
        require_terms([(i, b) for i, b, _ in self.rules], len(self.x))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, EncodedList]:
        """A round puts a rule before those behind it; the state has the weight of the next rule, score and label."""
        states = [{"weight": 2, "score": self.otherwise, "label": self.otherwise}]
        weighted: list[tuple[int, Term]] = []
        backwards = self.rules[::-1]
        firing = [int(self.x[i] == b) for i, b, _ in backwards]
        for (i, b, o), fires in zip(backwards, firing, strict=True):
            before = states[-1]
            weight = before["weight"]
            state = {
                "weight": 2 * weight,
                "score": before["score"] + (o * weight if fires else 0),
                "label": o if fires else before["label"],
            }
            weighted.append((o * weight, (i, b)))
            states.append(state)
        rounds = Rounds.of_nobody(states, backwards, firing, [o for *_, o in backwards])
        score = self.otherwise + _value(weighted, self.x)
        facts = EncodedList(formula=first_rule(self.rules, self.otherwise, self.x), score=score)
        return Trace(self, rounds, facts)


def _value(weighted: Sequence[tuple[int, Term]], x: Bits) -> int:
    """The weighted sum of the literals, as w·x + c: x_i for x_i, and 1 − x_i for its negation."""
    w, c = [0] * len(x), 0
    for weight, (i, b) in weighted:
        w[i] += weight if b else -weight
        c += 0 if b else weight
    return sum(v * xi for v, xi in zip(w, x, strict=True)) + c


def encodings(choices: Choices, *, dimension: int, literals: int) -> Encoding:
    """Any literals, the same one more than once too, and an instance."""
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
    rules, otherwise = drawn_list(choices, d)
    return ListEncoding(rules, otherwise, bits(choices, d))


def example_of_the_notes() -> Iterator[ListEncoding]:
    """If x_1 = 1 output 1, else if x_2 = 0 output 0, else 1: on all instances. Source: VEM 8.3."""
    for x in product((0, 1), repeat=2):
        yield ListEncoding(((0, 1, 1), (1, 0, -1)), 1, x)


ENCODED = (VEM("8.3"),)

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

encoding = partial(Claim, sources=ENCODED, label="tight")
"""A claim about what halfspaces express."""

AND_OR = encoding(
    "halfspace-encodings",
    "A conjunction of $k$ literals is the halfspace where their sum is at least $k$, a disjunction the one where it "
    "is at least 1.",
    cases=Family(
        encodings,
        exhaust=all_encodings,
        extent="all sets of literals on all x ∈ {{0,1}}^d, d up to {dimension:d ≤ _}",
        search=dict(dimension=4, literals=6),
        scout=dict(dimension=9, literals=12),
        quick=dict(dimension=3),
        full=dict(dimension=4),
    ),
    measure=lambda trace: {
        s: trace.facts.value,
        k: trace.facts.literals,
        A: trace.facts.conjunction,
        O: trace.facts.disjunction,
    },
    bound=And(k * A <= s, s <= k - 1 + A, O <= s, s <= k * O),
    watch=("literals", "true", "all", "some"),
    state=lambda state, values, trace: {s: state["true"], k: state["literals"], A: state["all"], O: state["some"]},
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
o, y0 = sympy.symbols("o y_0", real=True)
"""The output of the rule of a round, and the label if no rule fires. Labels are ±1."""
W = sympy.Symbol("W", nonnegative=True)
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

LISTS = encoding(
    "decision-list-halfspaces",
    "A decision list is the halfspace in which every rule, the last but one of weight 4, weighs twice as much as the "
    "one behind it: label times score is at least 1.",
    cases=Family(
        list_encodings,
        extent="all decision lists that ask for no variable twice and all x ∈ {{0,1}}^d, d up to {dimension:d ≤ _}",
        search=dict(dimension=4),
        scout=dict(dimension=9),
        quick=dict(dimension=2),
        full=dict(dimension=3),
    ),
    measure=lambda trace: {
        z: trace.facts.score,
        y: trace.facts.formula,
        y0: trace.case.otherwise,
    },
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

# ---- how many there are ----

S = quantity("S", r"the halfspaces on $\{0,1\}^d$ as sets, $|H|$")
C = quantity("C", r"$\binom{2^d}{d}$")
K = quantity("K", r"$2\cdot\sum_{i\le d} \binom{2^d - 1}{i}$")
d = quantity("d", "the dimension", positive=True)


def counted(trace: Trace) -> Values:
    size = trace.case.d
    return {S: trace.case.halfspaces(), **sizes(size)}


def counted_as_printed(trace: Trace) -> Values:
    return {symbol: value for symbol, value in counted(trace).items() if symbol != K}


def sizes(size: int) -> Any:
    """Return d, C and K."""
    return {d: size, C: comb(2**size, size), K: cut_count(2**size, size + 1)}


def counting(build: Any) -> Family:
    """Build the family of all dimensions that can be enumerated."""
    return Family(
        build,
        extent="every d up to {dimension:d ≤ _}, all sets, each with a separator or a dependence",
        search=dict(dimension=3),
        scout=dict(dimension=3),
        quick=dict(dimension=3),
        full=dict(dimension=MOST_DIMENSIONS),
    )


A_PLANE = Premise(r"$d \ge 2$", lambda trace: trace.case.d >= 2, d >= 2, option="plane")

P_D, P_DD = sympy.symbols("2^d 2^{d^2}", positive=True)
N, n, i, sets, tuples, larger = sympy.symbols("N n i sets tuples larger", real=True)
"""The number of points, N or n; the size of sets of points, and their number; N^i or (n + 1)^i; the number of sets that
are larger by one."""

subsets_at_most = General(
    r"$\binom{N}{d} \le N^d$",
    sets <= tuples,
    r"by induction on $d$: a set of $i + 1$ points is one of $i$ points and one of the $N$ points",
    of=(sets, tuples),
    holds=And(sets <= tuples, tuples >= 0),
    made=(
        Made("the empty set alone", {sets: sympy.Integer(1), tuples: sympy.Integer(1)}, of=()),
        Made(
            "sets of one point more",
            {sets: larger, tuples: N * tuples},
            {"a set and one of the points": larger <= N * sets, "their number": N >= 0},
        ),
    ),
)

few_subsets = General(
    r"$2\sum_{i\le d} \binom{n}{i} \le (n + 1)^d$ for $d \ge 2$ and $n \ge 1$",
    sympy.Implies(And(i >= 2, n >= 1), 2 * sets <= tuples),
    r"by induction on $d$: a set of at most $i + 1$ points is one of at most $i$ points, with one of the $n$ or none",
    of=(sets, tuples, n, i),
    made=(
        Made("$d < 2$", {i: N}, {"$d < 2$": N < 2}, of=()),
        Made("$d = 2$", {i: sympy.Integer(2), sets: 1 + n + n * (n - 1) / 2, tuples: (n + 1) ** 2}, of=()),
        Made(
            "sets of at most one point more",
            {i: i + 1, sets: larger, tuples: (n + 1) * tuples},
            {"a set and a point, or none": larger <= (n + 1) * sets, "from $d = 2$ on": i >= 2},
        ),
    ),
)

POWER = Claim(
    "halfspace-count-power",
    r"$\binom{2^d}{d} \le 2^{d^2}$ for $d \ge 1$, and $2\cdot\sum_{i\le d} \binom{2^d - 1}{i} \le 2^{d^2}$ for "
    r"$d \ge 2$.",
    sources=ENCODED,
    kind="identity",
    cases=Family(
        up_to(Dimension, d=(2, "most")),
        extent="every d from 2 to {most:d ≤ _}",
        search=dict(most=40),
        scout=dict(most=40),
        quick=dict(most=40),
        full=dict(most=100),
    ),
    measure=lambda trace: sizes(trace.case.d),
    bound=And(C <= 2 ** (d**2), K <= 2 ** (d**2)),
    proof=Chain(
        means={r"$d \ge 2$": d >= 2, "the cube has at least 2 points": 2**d >= 2},
        using=(subsets_at_most(C, 2 ** (d**2)), few_subsets(K / 2, 2 ** (d**2), 2**d - 1, d)),
        names={P_D: 2**d, P_DD: 2 ** (d**2)},
        reading=r"$2^{d^2} = (2^d)^d$, and $N = 2^d$: each set of $i + 1$ points is one of $i$ points and one more.",
    ),
    attained_by=lambda: map(Dimension, (2, 3, 60)),
    remark=r"The notes print the first inequality; the second is ours. $C(N, d) \le N^d/d!$ for $N = 2^d$.",
)

v = sympy.Symbol("v", nonnegative=True)
"""How many points besides 0 the halfspaces that contain 0 shatter at most."""

score, at_0 = sympy.symbols("w·x−b −b", real=True)
"""w·x − b at a point with the label y, and at 0; changed a little, they are 0 nowhere on the cube."""


@fact(
    r"the halfspaces that contain 0, which shatter at most $v \le d$ of the $2^d - 1$ other points, give these at most "
    r"$\sum_{i\le d} \binom{2^d - 1}{i}$ labellings, and those that do not contain 0, their complements, as many",
    sympy.Implies(v <= d, S <= K),
    f"Sauer's lemma, UML Lemma 6.10 and sauer-lemma, for either; {IN_WORDS}",
    "theorem",
)
def sauer_twice(turned: int = -1) -> Iterator[Obligation]:
    """Yield that complements of those that contain 0 do not, and give the other labels."""
    yield Obligation(
        "the complement, $-w$ and $-b$, does not contain 0, and gives the other points the opposite labels",
        {"it contains 0": at_0 > 0, "the label": y * score > 0},
        And(turned * at_0 < 0, -y * (turned * score) > 0),
    )


WITH_ONE_MORE = by_claim(vc.AFFINE, {vc.S: v + 1, vc.d: d, vc.APART: 1})
"""With 0, which they or their complements contain, halfspaces shatter v + 1 points: no more than d + 1."""

COUNT = encoding(
    "halfspace-count",
    r"On $\{0,1\}^d$, $d \ge 2$, there are $|H| \le 2\cdot\sum_{i\le d} \binom{2^d - 1}{i} \le 2^{d^2}$ halfspaces "
    r"$\{x : w\cdot x \ge b\}$.",
    cases=counting(affine_counts),
    assuming=(A_PLANE,),
    measure=counted,
    bound=And(S <= K, K <= 2 ** (d**2)),
    slack=(K <= 2 ** (d**2),),
    proof=Chain(
        assuming=formally(A_PLANE),
        using=(WITH_ONE_MORE, sauer_twice, by_claim(POWER)),
        names={P_D: 2**d, P_DD: 2 ** (d**2)},
        means={"the cube has at least 2 points": 2**d >= 2},
        lines={"halfspaces that contain 0 shatter at most $d$ other points": v <= d},
        reading="If they shattered $d + 1$ points, then halfspaces and their complements would shatter these and 0.",
    ),
    attained_by=lambda: map(HalfspaceCount, (2, 4)),
    repairs="halfspace-count-as-printed",
    remark="$|H|$ is 4, 14, 104, 1882 for $d = 1$, ..., 4, as counted here (for $d = 5$ the known number is 94572); "
    "$K$ is 4, 14, 128, 3882, 412736 (it counts the cells of $2^d$ hyperplanes through the origin of "
    "$R^{d+1}$, by Schläfli and Cover, for every $d$), so the first bound is attained for $d = 1$ and 2. "
    "The second fails for $d = 1$ alone.",
)

COUNT_AS_PRINTED = as_printed(
    COUNT,
    r"When $\Omega = \{0,1\}^d$, $|H| \le \binom{2^d}{d} \le 2^{d^2}$, for the halfspaces "
    r"$H(w,b) = \{x \in \Omega : w\cdot x \ge b\}$.",
    measure=counted_as_printed,
    bound=And(S <= C, C <= 2 ** (d**2)),
    flaw=r"$d$ points of $\{0,1\}^d$ on the boundary do not determine a halfspace with a threshold: it has two sides, "
    "points on the boundary may be put on either, and some halfspaces need none. The first inequality fails for $d = "
    r"1$, 2, 3, 4 $(4 > 2, 14 > 6, 104 > 56, 1882 > 1820)$, and $|H| \le 2^{d^2}$ for $d = 1$. By the known numbers "
    r"of threshold functions the first holds for $d = 5$, ..., 9; it fails again for all large $d$, as $|H| \sim "
    r"2\cdot C(2^d - 1, d)$ (Irmatov 2020).",
    worked=(
        "d = {d}: on {{0, 1}} each of the four sets is a halfspace: x ≥ 2, x ≥ 1, −x ≥ 0, x ≥ 0.",
        "So |H| = {S}, but C(2, 1) = {C}.",
        "Both sides of a boundary count, and so do the empty set and all of Ω.",
    ),
    assuming=(),
)

Q = quantity("Q", r"$2\cdot\sum_{i<d} \binom{2^d - 2}{i}$")

cells, binomial, last, one_before, more = sympy.symbols("cells T c_{d−1} c_{d−2} c_d", real=True)
"""2·Σ_{i<d} C(N, i) and C(N + 2, d), for N points; C(N, d − 1), C(N, d − 2), C(N, d)."""

cells_at_most = General(
    r"$2\sum_{i<d} \binom{N}{i} \le \binom{N+2}{d}$ for $N \ge 3d - 3$, and for $d = N = 2$",
    sympy.Implies(Or(N >= 3 * i - 3, And(Eq(i, 2), N >= 2)), cells <= binomial),
    r"by induction on $d$: $\binom{N}{d} d = \binom{N}{d-1}(N - d + 1)$, for small $d$ each is twice the one before",
    of=(cells, binomial, N, i),
    holds=And(
        Or(Eq(i, 1), Eq(i, 2), i >= 3),
        sympy.Implies(Eq(i, 1), And(Eq(cells, 2), Eq(last, 1), Eq(one_before, 0))),
        sympy.Implies(Eq(i, 2), And(Eq(cells, 2 + 2 * N), Eq(last, N), Eq(one_before, 1))),
        Eq(last * (i - 1), one_before * (N - i + 2)),
        sympy.Implies(And(N >= 0, N >= 3 * i - 7), And(cells <= 2 * last + 4 * one_before, last >= 0, one_before >= 0)),
    ),
    made=(
        Made(
            "$d = 1$",
            {i: sympy.Integer(1), cells: sympy.Integer(2), last: sympy.Integer(1), one_before: sympy.Integer(0)},
            of=(),
        ),
        Made(
            "$d$ one more",
            {i: i + 1, cells: cells + 2 * more, last: more, one_before: last},
            {r"$\binom{N}{d} d = \binom{N}{d-1}(N - d + 1)$": Eq(more * i, last * (N - i + 1))},
        ),
    ),
    known={
        r"$\binom{N}{d} d = \binom{N}{d-1}(N - d + 1)$": Eq(more * i, last * (N - i + 1)),
        r"Pascal's rule, twice": Eq(binomial, more + 2 * last + one_before),
    },
)

power_of_2 = sympy.Symbol("p", real=True)

doubled = General(
    r"$2^d \ge 3d - 1$ but for $d = 2$, where it is 4",
    Or(And(Eq(i, 2), Eq(power_of_2, 4)), power_of_2 >= 3 * i - 1),
    "by induction on $d$",
    of=(power_of_2, i),
    holds=Or(And(Eq(i, 1), Eq(power_of_2, 2)), And(Eq(i, 2), Eq(power_of_2, 4)), And(i >= 3, power_of_2 >= 3 * i - 1)),
    made=(
        Made("$d = 1$", {i: sympy.Integer(1), power_of_2: sympy.Integer(2)}, of=()),
        Made("$d$ one more", {i: i + 1, power_of_2: 2 * power_of_2}),
    ),
)

value, ones, gap, epsilon = sympy.symbols("w·x Σx_i gap ε", real=True)
"""⟨w,x⟩ and the number of ones of a point x ≠ 0, the least |⟨w,x⟩| that is not 0, and how far w is turned."""


@fact(
    r"the homogeneous halfspaces that contain a point, which shatter at most $v \le d - 1$ of the $2^d - 2$ others but "
    r"0, give these at most $\sum_{i<d} \binom{2^d - 2}{i}$ labellings, and those that do not contain it as many",
    sympy.Implies(v <= d - 1, S <= Q),
    f"Sauer's lemma, UML Lemma 6.10 and sauer-lemma, for either; {IN_WORDS}",
    "theorem",
)
def turned_twice(turn: Any = epsilon, opposite: int = -1) -> Iterator[Obligation]:
    """Yield that w can be turned so that it is 0 at 0 alone, and that −w then gives the opposite labels."""
    yield Obligation(
        r"$w + \varepsilon(1, \ldots, 1)$ gives the same set, and is 0 at 0 alone",
        {
            "the ones of a point other than 0": And(ones >= 1, ones <= d),
            r"$w\cdot x \ge 0$, or it is less than 0 by a gap": Or(value >= 0, value <= -gap),
            "little": And(epsilon > 0, epsilon * d < gap),
        },
        Or(And(value >= 0, value + turn * ones > 0), And(value < 0, value + turn * ones < 0)),
    )
    yield Obligation("$-w$ gives the opposite labels", {"the label": y * value > 0}, -y * (opposite * value) > 0)


AT_A_POINT = by_claim(vc.HOMOGENEOUS, {vc.S: v + 1, vc.d: d, vc.APART: 1})
"""With a point, which they or their opposites contain, homogeneous halfspaces shatter v + 1 points: no more than d."""

HOMOGENEOUS = encoding(
    "homogeneous-halfspace-count",
    r"On $\{0,1\}^d$ there are $|H| \le \binom{2^d}{d} \le 2^{d^2}$ halfspaces $\{x : w\cdot x \ge 0\}$.",
    cases=counting(up_to(partial(HalfspaceCount, affine=False), d=(1, "dimension"))),
    measure=lambda trace: {**counted_as_printed(trace), Q: cut_count(2**trace.case.d - 1, trace.case.d)},
    bound=And(S <= C, C <= 2 ** (d**2)),
    proof=Chain(
        using=(
            AT_A_POINT,
            turned_twice,
            cells_at_most(Q, C, P_D - 2, d),
            doubled(P_D, d),
            subsets_at_most(C, 2 ** (d**2)),
        ),
        names={P_D: 2**d, P_DD: 2 ** (d**2)},
        means={r"$d \ge 1$": d >= 1},
        lines={
            "halfspaces that contain a point shatter fewer than $d$ others": v <= d - 1,
            r"at most $2\cdot\sum_{i<d} \binom{2^d - 2}{i}$": S <= Q,
            r"which are no more than $\binom{2^d}{d}$": Q <= C,
        },
        reading="A $w$ can be turned a little, so that $w\\cdot x = 0$ at 0 alone. Those with $w\\cdot x > 0$ at a "
        "point $x$ shatter at most $d - 1$ of the other $2^d - 2$ points, or with their opposites they would shatter "
        "these and $x$.",
    ),
    attained_by=lambda: [HalfspaceCount(size, affine=False) for size in (1, 2)],
    remark="The printed line, read with $b = 0$. $|H|$ is 2, 6, 32, 370 for $d = 1$, ..., 4, and $C(2^d, d)$ is 2, 6, "
    "56, 1820. The notes reach $b = 0$ by one more coordinate, in which the count is that of halfspace-count again.",
)
