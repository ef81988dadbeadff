"""Decision lists: the greedy algorithm finds one, and at most 4^n n! functions on {0,1}^n have one.

The algorithm takes any rule that is right on all remaining examples on which it fires, and removes these examples. It
has no training error on samples that a decision list labels. Source: VEM 8.1, Example 8.4.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product
from math import comb, factorial
from typing import Self

import sympy
from sympy import And, Eq, Or

from learncheck import learners
from learncheck.strategies.boolean import samples
from learncheck.strategies.boolean.games import bits
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Make, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems import formal
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.pac.conjunctions import E, FunctionCount, n, where_on
from learncheck.theorems.notes.pac.finite_classes import m
from learncheck.theorems.rules import batch

K = quantity("K", "the rules of the list")
S = quantity("S", "the functions that decision lists give, $|H|$")
B = quantity("B", "the number that bounds them")

# ---- the greedy algorithm ----

FAR_FROM_A_LIST = samples.BooleanSample(((1, 1, 1), (0, 0, 0)), (-1, 1))
"""No decision list labels every instance as its nearest neighbour in this sample."""


def decision_list_samples(
    choices: Choices, *, variables: int, examples: int, realizable: bool = False
) -> samples.BooleanSample:
    """Samples that a decision list labels if `realizable`, otherwise any. Shrinks to few examples and rules."""
    n = choices.integer(1, variables)
    rules, otherwise = samples.drawn_list(choices, n)
    points = choices.many(lambda: bits(choices, n), least=1, most=examples)
    labels = tuple(samples.first_rule(rules, otherwise, x) if realizable else choices.label() for x in points)
    return samples.BooleanSample(points, labels, again=choices.flag())


def wide_lists() -> Iterator[samples.BooleanSample]:
    """Yield samples of two examples that differ in one of many variables, which the list has to test."""
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            yield samples.BooleanSample(((0,) * size, ladders.but_one(size, place, 0, 1)), (1, -1))


LONG = ladders.SAMPLE_SIZES[0]
"""The number of rules that a list needs."""


def long_lists() -> list[samples.BooleanSample]:
    """Return a sample whose examples alternate, so that each needs a rule, and three that fix the order of rules.

    In two of these a rule on the last variable has to come first, then one on the variable before it, and so on; in the
    third it is the other way round. A learner that passes over the variables in one direction needs several passes.
    """
    points = tuple((0,) * k + (1,) * (LONG - k) for k in range(LONG + 1))
    long = samples.BooleanSample(points, tuple((-1) ** k for k in range(LONG + 1)), queries=points)
    four, eight = (tuple((i, 1, (-1) ** i) for i in range(n)) for n in (4, 8))
    return [long, *map(_ordered, (four[::-1], eight[::-1], eight))]


def _ordered(rules: Sequence[samples.Rule]) -> samples.BooleanSample:
    """All points of as many variables as there are rules, labelled by the first rule that fires, or +1."""
    points = tuple(samples.cube(len(rules)))
    return samples.BooleanSample(points, tuple(samples.first_rule(rules, 1, x) for x in points))


SAMPLES = Family(
    decision_list_samples,
    exhaust=partial(samples.small_samples, concept="decision-list"),
    extent="all samples of up to {examples:≤ _ examples} examples over up to {variables:n ≤ _} variables that a "
    "decision list labels, in every order",
    search=dict(variables=4, examples=6),
    scout=dict(variables=5, examples=12),
    quick=dict(variables=2, examples=3),
    full=dict(variables=3, examples=3),
    ladder=lambda: [FAR_FROM_A_LIST, *samples.crowded_samples(), *wide_lists(), *long_lists()],
)
GREEDY_IN_THE_NOTES = (VEM("8.1, Example 8.4"),)

A_DECISION_LIST = Premise(
    "some decision list gives the labels",
    lambda trace: samples.some_decision_list(trace.case.n, trace.case.examples),
    option="realizable",
)


def staircases() -> Iterable[samples.BooleanSample]:
    """Yield samples in which every example needs its own rule: x_1, ..., x_k are 0, the rest 1; labels alternate."""
    for size in (2, 4, 6):
        points = tuple((0,) * k + (1,) * (size - k) for k in range(size + 1))
        yield samples.BooleanSample(points, tuple((-1) ** k for k in range(size + 1)))


def some_run(trace: Trace[samples.BooleanSample, Fit]) -> batch.BatchFit:
    """Whether some run of the greedy algorithm gives the answers.

    The algorithm may add rules that fire on none of the remaining examples, and may choose the label where no rule
    fires. So every list that labels the examples correctly is the result of a run: the examples left at the end all
    have one label, which a rule could have given.
    """
    case, facts = trace.case, trace.facts
    on_the_sample = list(zip(case.points, facts.answers, strict=True))
    answers = [*on_the_sample, *case.everywhere(facts).items()]
    return (
        batch.no_labels(answers)
        or batch.other_than(
            on_the_sample, dict(case.examples), "an example labelled {due:+d}, and a list is right on all"
        )
        or batch.fault(
            not samples.some_decision_list(case.n, answers), "no decision list gives these labels on and off the sample"
        )
        or batch.FITS
    )


CONFORMS = batch.batch_conforms(
    "decision-list-learner-conforms",
    learners.DecisionListLearner,
    "On every sample that a decision list labels the answers, on and off the sample, are those of a list that the "
    "greedy algorithm can find, where rules that fire on nothing and the default label are free.",
    *GREEDY_IN_THE_NOTES,
    fit=some_run,
    cases=SAMPLES,
    assuming=(A_DECISION_LIST,),
)

left, z, y = sympy.symbols("left z y", real=True)
"""Of an example: 1 while it is left, what the list says of it once it is not, and its label."""
N_LEFT = sympy.Symbol("N_left", real=True)
"""The number of examples left."""

CONSISTENT = Claim(
    "decision-lists",
    "The greedy algorithm finds a decision list with zero training error.",
    sources=GREEDY_IN_THE_NOTES,
    learner=learners.DecisionListLearner,
    cases=SAMPLES,
    assuming=(A_DECISION_LIST,),
    measure=lambda trace: {E: trace.facts.errors},
    bound=Eq(E, 0),
    proof=Induction(
        start={left: 1, z: 0, E: 0},
        rounds={
            "a rule": Transition(
                holds={
                    "a rule gives an example on which it fires its label, and leaves the others as they are": Or(
                        And(Eq(left, 1), Eq(Next(left), 0), Eq(Next(z), y)), And(Eq(Next(left), left), Eq(Next(z), z))
                    ),
                },
                keeps=(E,),
            ),
            "an answer": Transition(
                holds={"the first rule that fires on an example gives its label": Eq(Next(E), E)}, keeps=(left, z)
            ),
        },
        invariant={
            "an example is left, or has its label": Or(Eq(left, 1), And(Eq(left, 0), Eq(z, y))),
            "no error so far": Eq(E, 0),
        },
        code=lambda: formal.lists.list_errors(left, z, y, E, realizable=A_DECISION_LIST),
        reading="There is a rule to add as long as examples are left: of a list that gives the labels, the first rule "
        "that fires on one of them. Those on which it fires have no earlier rule, and so its output for a label. If "
        "none fires, all have the default label, and $x_1 = b$ is right for the $b$ of any of them.",
    ),
    attained_by=staircases,
    remark="A rule that fires on nothing is consistent too, and taking one leaves all examples where they are; the "
    "algorithm is read as one that takes rules which fire, as its last sentence says.",
)


def steps_taken(trace: Trace[samples.BooleanSample, Fit]) -> Values:
    """Measure K and the number of examples."""
    rules = trace.facts.state.get("rules")
    if not isinstance(rules, list):
        raise NotExposed("the learner shows no list of rules")
    return {K: len(rules), m: len(trace.case.labels)}


IN_M_STEPS = Claim(
    "decision-list-steps",
    "The greedy algorithm ends after at most $m$ steps, for $m$ examples.",
    sources=GREEDY_IN_THE_NOTES,
    label="tight",
    learner=learners.DecisionListLearner,
    cases=SAMPLES,
    assuming=(A_DECISION_LIST,),
    measure=steps_taken,
    bound=K <= m,
    proof=Induction(
        start={K: 0, N_LEFT: m},
        rounds={
            "a rule": Transition(
                holds={"a rule fires on an example that was left": And(Next(N_LEFT) <= N_LEFT - 1, Next(N_LEFT) >= 0)},
                sets={K: K + 1},
            ),
        },
        invariant={"each rule has taken an example": K + N_LEFT <= m, "a number": N_LEFT >= 0},
        means={"a number of examples": m >= 0},
        code=lambda: formal.lists.list_steps(K, N_LEFT, m, realizable=A_DECISION_LIST),
    ),
    attained_by=lambda: [*(samples.BooleanSample(((0,) * size,), (1,)) for size in (1, 4)), *staircases()],
    watch=("rules",),
    needs_state=True,
    judged=False,
)

# ---- how many there are ----


class ListCount(FunctionCount, frozen=True, tag="decision-list-count"):
    """The number of functions that decision lists on {0,1}^n give."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, None]:
        """A round adds a variable; the state counts the functions."""
        states = [{"n": n, "functions": counted_lists(n), **sorted_lists(n)} for n in range(1, self.n + 1)]
        return Trace(self, Rounds.of_nobody(states, range(2, self.n + 1)))


def every_number(least: int) -> Family[ListCount]:
    """All numbers n of variables from `least` on."""
    return Family(
        up_to(ListCount, n=(least, "variables")),
        extent="every n up to {variables:n ≤ _}, by a formula that truth tables confirm for n up to 5",
        search=dict(variables=5),
        scout=dict(variables=40),
        quick=dict(variables=20),
        full=dict(variables=60),
    )


F, U, N = sympy.symbols("F U N", nonnegative=True)
"""The numbers of first rules; of pairs of a function and one of its first rules; and the greatest number of functions
with the same first rule."""
D, D2, D3, O3 = sympy.symbols("D D_2 D_3 O", nonnegative=True)
"""The numbers of functions that depend on at least two variables; on two; on more, with one first rule; on more, with
several first rules."""


def count(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure |H| and n, and count the functions by their first rules and by the variables they depend on."""
    return {
        S: state["functions"],
        n: state["n"],
        F: state["rules"],
        U: state["pairs"],
        N: state["most"],
        D: state["several"],
        D2: state["two"],
        D3: state["one_first"],
        O3: state["other_first"],
    }


def against(base: int, trace: Trace[ListCount, None]) -> Values:
    """Measure |H|, n and B = base^n·n!."""
    size = trace.case.n
    return {S: counted_lists(size), n: size, B: base**size * factorial(size)}


RULES = Step(
    "the first rule is one of $4(n+1)$: a variable, the value where it fires, and a label",
    Eq(Next(F), 4 * Next(n)),
    always,
)
EACH_HAS_ONE = Step("every function has a first rule", Next(S) <= Next(U), always)
THE_REST = Step(
    "where the first rule does not fire, a list on the other $n$ variables decides: at most $|H|$ functions have it",
    Next(N) <= S,
    always,
)

COUNT = Claim(
    "decision-list-count",
    r"The number of decision lists on $n$ variables is $|H| \le 4^n n!$.",
    sources=GREEDY_IN_THE_NOTES,
    label="tight",
    cases=every_number(1),
    measure=partial(against, 4),
    bound=S <= B,
    watch=("functions",),
    state=count,
    proof=Induction(
        start={n: 1, S: 4, B: 4},
        rounds={
            "a variable more": Transition(
                steps=(RULES, EACH_HAS_ONE, THE_REST),
                sets={n: n + 1, B: 4 * (n + 1) * B},
                using=(trusted.total_at_most(Next(U), Next(F), Next(N)),),
                when=always,
            ),
        },
        invariant={r"$|H| \le B$, which is $4^n n!$": S <= B, "there is a variable": n >= 1},
        matched="a round adds a variable, and the cases count the functions before and after it",
        reading="$B = 4^n n!$ starts with 4 and is multiplied by $4(n+1)$ when $n$ becomes $n+1$. There are $U "
        r"\le 4(n+1)\cdot|H|$ functions with a first rule, and so no more functions.",
    ),
    attained_by=lambda: map(ListCount, (1, 2, 3)),
    remark="$S$ counts functions: 4, 14, 96, 1050, 15036 for $n = 1$, ..., 5. It is attained at $n = 1$. Written "
    r"out, lists with a default label number $2\cdot4^n n!$; but two of the last variable's eight rules "
    "and defaults give one function.",
)

SORTED = Step(
    "2 functions depend on no variable, $2n$ on one, $D$ on more", Eq(Next(S), 2 + 2 * Next(n) + Next(D)), always
)
SPLIT = Step(
    "of those $D$ some depend on two variables, the others have one first rule or several",
    Eq(Next(D), Next(D2) + Next(D3) + Next(O3)),
    always,
)
OF_TWO = Step(
    "$4n(n-1)$ depend on two variables: each literal with each of another variable, by and, or by or",
    Eq(Next(D2), 4 * Next(n) * (Next(n) - 1)),
    always,
)
IN_FRONT = Step(
    "in front of each of the $D$ a rule of any literal, with the other label than its first rules: each is new",
    Next(D3) >= 2 * Next(n) * D,
    always,
)
THREE_LITERALS = Step(
    "three literals, by and, or by or, have several first rules",
    3 * Next(O3) >= 8 * Next(n) * (Next(n) - 1) * (Next(n) - 2),
    always,
)

GROWTH_OF_LISTS = Claim(
    "decision-list-growth",
    "From two variables on, the number of decision lists is at least $2^n n!$.",
    sources=GREEDY_IN_THE_NOTES,
    label="lower",
    reading="ours",
    cases=every_number(2),
    measure=partial(against, 2),
    bound=S >= B,
    watch=("functions",),
    state=count,
    proof=Induction(
        start={n: 2, S: 14, B: 8, D: 8},
        rounds={
            "a variable more": Transition(
                steps=(SORTED, SPLIT, OF_TWO, IN_FRONT, THREE_LITERALS),
                sets={n: n + 1, B: 2 * (n + 1) * B},
                when=lambda round: round.before["n"] >= 2,
            ),
        },
        invariant={
            r"$|H| \ge B$, which is $2^n n!$": S >= B,
            "2 functions depend on no variable, $2n$ on one, $D$ on more": Eq(S, 2 + 2 * n + D),
            "there are two variables": n >= 2,
        },
        matched="a round adds a variable, from the third on",
        reading="$B = 2^n n!$ starts with 8 at $n = 2$ and is multiplied by $2(n+1)$ when $n$ becomes $n+1$. A "
        "first rule whose label is not that of the rules behind it is the only one, so that it and the "
        "list behind it can be read off the function.",
    ),
    attained_by=lambda: map(ListCount, (2, 3, 30)),
    remark=r"So $\log|H| \ge n \log(2n/e)$, for $n! \ge (n/e)^n$: it grows like $n \log n$, not like $n$.",
)

# ---- the functions of decision lists, counted ----


@lru_cache(16)
def list_tables(n: int) -> frozenset[int]:
    """The truth tables of all decision lists on {0,1}^n, bit k for the k-th of `cube(n)`.

    A list is a rule on some variable and, where that does not fire, a list on the others.
    """
    if n == 0:
        return frozenset({0, 1})
    tables = set()
    everywhere = 2**2**n - 1
    for i in range(n):
        on = where_on(n, i)
        for rest in list_tables(n - 1):
            spread = _without(rest, i, n)
            for fires in (on, everywhere ^ on):
                tables |= {spread | fires, spread & ~fires}
    return frozenset(tables)


def _without(table: int, i: int, n: int) -> int:
    """The table on {0,1}^n of a function that does not depend on x_i, from its table on the other variables."""
    low = (1 << i) - 1
    return sum(1 << k for k in range(2**n) if table >> (k & low | k >> 1 & ~low) & 1)


MOST_ENUMERATED = 5
"""Up to this n the decision lists are also counted by their truth tables, to check the formula."""


def count_lists(n: int) -> int:
    """The number of functions that decision lists on {0,1}^n give, by a formula.

    A function that depends on k >= 2 variables puts them into a sequence of blocks, at least two into the last one. The
    outputs of neighbouring blocks differ, so that one output and the k values b determine the list.
    """
    blocks = [0, 0]
    for k in range(2, n + 1):
        blocks.append(1 + sum(comb(k, first) * blocks[k - first] for first in range(1, k - 1)))
    return 2 + 2 * n + sum(comb(n, k) * (2 << k) * blocks[k] for k in range(2, n + 1))


@lru_cache(1024)
def counted_lists(n: int) -> int:
    """The number of functions, by the formula. Raises AssertionError if truth tables give another number."""
    counted = count_lists(n)
    if n <= MOST_ENUMERATED and len(list_tables(n)) != counted:
        raise AssertionError(f"{len(list_tables(n))} decision lists on {n} variables, but the formula says {counted}")
    return counted


@lru_cache(1024)
def sorted_lists(n: int) -> dict[str, int]:
    """The decision lists on n >= 1 variables by their first rules, and by the variables on which they depend.

    A first rule of a function is a literal and a label that the function has wherever the literal is true. Up to
    MOST_ENUMERATED variables everything is counted in truth tables; beyond, by the recursion of `count_lists`.

    rules:     literals with labels. pairs: functions with one of their first rules.
    most:      the greatest number of functions with the same first rule.
    several:   functions that depend on two variables or more; two of them on two.
    one_first: of those that depend on three or more, the ones with a single first rule; other_first: the others.
    """
    if n > MOST_ENUMERATED:
        fewer, several = counted_lists(n - 1), counted_lists(n) - 2 - 2 * n
        two, one_first = 8 * comb(n, 2), 2 * n * (fewer - 2 - 2 * (n - 1))
        by_first = {"rules": 4 * n, "pairs": 4 * n * fewer, "most": fewer, "several": several}
        return {**by_first, "two": two, "one_first": one_first, "other_first": several - two - one_first}
    everywhere = 2**2**n - 1
    literals = [literal for i in range(n) for literal in (where_on(n, i), everywhere ^ where_on(n, i))]
    firsts: dict[tuple[int, int], int] = dict.fromkeys(product(literals, (0, 1)), 0)
    counted = dict.fromkeys(("several", "two", "one_first", "other_first"), 0)
    for table in list_tables(n):
        first = [(on, label) for on, label in firsts if table & on == (on if label else 0)]
        for rule in first:
            firsts[rule] += 1
        depends = sum(_flipped(table, i, n) != table for i in range(n))
        counted["several"] += depends >= 2
        counted["two"] += depends == 2
        counted["one_first"] += depends >= 3 and len(first) == 1
        counted["other_first"] += depends >= 3 and len(first) > 1
    return {"rules": len(firsts), "pairs": sum(firsts.values()), "most": max(firsts.values()), **counted}


def _flipped(table: int, i: int, n: int) -> int:
    """The table of the function with x_i exchanged for its negation."""
    on = where_on(n, i)
    return (table & on) >> (1 << i) | (table << (1 << i)) & on
