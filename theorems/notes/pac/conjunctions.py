"""Boolean conjunctions: elimination learns them, and they give 3^n + 1 functions on {0,1}^n.

Elimination returns the conjunction of all literals that hold on every positive example. Source: UML 8.2.3; VEM 8.1,
Examples 8.1 and 8.3.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Self

import sympy
from sympy import And, Eq, Or

from learncheck import learners
from learncheck.strategies.boolean import samples
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import up_to
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems import formal
from learncheck.theorems.language.claim import UML, VEM, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules import batch

K, H, t = sympy.symbols("K H t", nonnegative=True)
"""1 if a literal is left, 1 if it is true of all positive examples so far, and 1 if it is true of the next one."""
E = quantity("E", "the training errors")
V = quantity("V", "the instances labelled +1 on which a conjunction that holds on all positive examples does not hold")
L = quantity("L", "the literals of the conjunction")
n = quantity("n", "the variables")
S = quantity("S", "the functions given by a conjunction that names no variable twice")
C = quantity("C", "the functions given by any conjunction")

# ---- the elimination algorithm ----


def wide_conjunctions() -> Iterator[samples.BooleanSample]:
    """Yield samples with one example: every variable is 1 there, and on a query none is, or all but one or but 256.

    In the last sample each of many examples rules out another literal.
    """
    for size in ladders.SAMPLE_SIZES:
        queries = (0,) * size, *(ladders.but_one(size, place, 1, 0) for place in ladders.all_places(size))
        queries += (tuple(int(i >= 2**8) for i in range(size)),)
        yield samples.BooleanSample(((1,) * size,), (1,), queries=queries)
    size = ladders.EVERY
    points = tuple(ladders.but_one(size, place, 1, 0) for place in range(size))
    yield samples.BooleanSample(points, (1,) * size, queries=((0,) * size,))


SAMPLES = Family(
    partial(samples.formula_samples, concept="conjunction"),
    exhaust=partial(samples.small_samples, concept="conjunction"),
    extent="all samples of up to {examples:≤ _ examples} examples over up to {variables:n ≤ _} variables that a "
    "conjunction labels, in every order",
    search=dict(variables=4, examples=5),
    scout=dict(variables=6, examples=8),
    quick=dict(variables=2, examples=3),
    full=dict(variables=3, examples=3),
    ladder=samples.crowded_samples,
)
ELIMINATION_IN_THE_NOTES = (UML("8.2.3"), VEM("8.1, Example 8.3"))

A_CONJUNCTION = Premise(
    "some conjunction gives the labels",
    lambda trace: samples.some_conjunction(trace.case.n, trace.case.examples),
    option="realizable",
)


def most_restrictive(trace: Trace[samples.BooleanSample, Fit]) -> batch.BatchFit:
    """Whether the answers are those of the conjunction of all literals that hold on every positive example.

    Without a positive example all 2n literals are left, and it is true nowhere.
    """
    case, facts = trace.case, trace.facts
    hull = samples.conjunction_hull(case.n, [x for x, y in case.examples if y == 1])
    answers = [*zip(case.points, facts.answers, strict=True), *case.everywhere(facts).items()]
    due: dict[tuple[float, ...], int] = {x: 1 if samples.holds(hull, x) else -1 for x, _ in answers}
    because = "where the conjunction of all literals that hold on the positive examples gives {due:+d}"
    return batch.other_than(answers, due, because) or batch.FITS


CONFORMS = batch.batch_conforms(
    "conjunction-elimination-conforms",
    learners.ConjunctionElimination,
    "On every sample that a conjunction labels the answers, on and off the sample, are those of the conjunction of all "
    "literals that no positive example contradicts; without a positive example it holds nowhere.",
    *ELIMINATION_IN_THE_NOTES,
    fit=most_restrictive,
    cases=replace(SAMPLES, ladder=lambda: [*samples.crowded_samples(), *wide_conjunctions()]),
    assuming=(A_CONJUNCTION,),
)


def errors_and_excess(trace: Trace[samples.BooleanSample, Fit]) -> Values:
    """Measure E and V by trying all conjunctions."""
    case = trace.case
    everywhere = case.everywhere(trace.facts)
    positive = {x for x, y in case.examples if y == 1}
    on_all = sum(1 << k for k, x in enumerate(samples.cube(case.n)) if x in positive)
    common = ~0
    for table in conjunction_tables(case.n):
        common &= table if table & on_all == on_all else ~0
    excess = sum(everywhere[x] == 1 and not common >> k & 1 for k, x in enumerate(samples.cube(case.n)))
    return {E: trace.facts.errors, V: excess}


ELIMINATION = Claim(
    "conjunction-elimination",
    "Elimination returns a conjunction with zero training error, the most restrictive one that holds on all positive "
    "examples.",
    sources=ELIMINATION_IN_THE_NOTES,
    learner=learners.ConjunctionElimination,
    cases=SAMPLES,
    assuming=(A_CONJUNCTION,),
    measure=errors_and_excess,
    bound=And(Eq(E, 0), Eq(V, 0)),
    proof=Induction(
        start={K: 1, H: 1, E: 0, V: 0},
        rounds={
            "a positive example": Transition(
                holds={
                    "the literal stays if it is true of the example": Eq(Next(K), K * t),
                    "$t$ is 0 or 1": Or(Eq(t, 0), Eq(t, 1)),
                },
                sets={H: H * t},
                keeps=(E, V),
            ),
            "an answer": Transition(
                holds={
                    "a positive example has the literals that are left, a negative one lacks one of them": Eq(
                        Next(E), E
                    ),
                    "a conjunction that holds on the positive examples has literals that are left alone": Eq(
                        Next(V), V
                    ),
                },
                keeps=(K, H),
            ),
        },
        invariant={
            "left is what is true of all positive examples so far": Eq(K, H),
            "$K$ is 0 or 1": Or(Eq(K, 0), Eq(K, 1)),
            "no error so far": Eq(E, 0),
            "and no excess": Eq(V, 0),
        },
        code=lambda: formal.positives.elimination_rounds(K, H, E, V, t, realizable=A_CONJUNCTION),
        reading="$K$ is 1 if a literal is left, $H$ if it is true of all positive examples so far, for each literal.",
    ),
    remark="$V$ counts the instances that some conjunction which holds on all positive examples excludes: all "
    "$3^n + 1$ of them are tried.",
)


def literals_left(trace: Trace[samples.BooleanSample, Fit]) -> Values:
    """Measure L and n."""
    case = trace.case
    state = trace.facts.state
    if "plain" not in state or "negated" not in state:
        raise NotExposed("the learner shows no plain and negated literals")
    return {L: int(state["plain"].sum() + state["negated"].sum()), n: case.n}


A_POSITIVE_EXAMPLE = Premise("some example is positive", lambda trace: 1 in trace.case.labels)

LITERALS = Claim(
    "conjunction-literals",
    "After a positive example at least one literal of every variable is gone: at most $n$ literals are left.",
    sources=(VEM("8.1, Example 8.3"),),
    label="tight",
    learner=learners.ConjunctionElimination,
    cases=SAMPLES,
    assuming=(A_POSITIVE_EXAMPLE,),
    measure=literals_left,
    bound=L <= n,
    attained_by=lambda: [samples.BooleanSample(((1,) * size,), (1,)) for size in (1, 3, 6)],
    watch=("plain", "negated"),
    needs_state=True,
    judged=False,
    remark="Attained by one positive example. “For every positive example, at least one literal corresponding to every "
    "variable is removed” is read so: a second positive example need not remove any more.",
)


class FunctionCount(Case, frozen=True):
    """The number of functions that a class gives on {0,1}^n."""

    n: Positive


class ConjunctionCount(FunctionCount, frozen=True, tag="conjunction-count"):
    """The number of functions that conjunctions on {0,1}^n give."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, None]:
        """A round adds a variable; the state counts all functions, and those without repeated variables."""
        states = [
            {"n": n, "plain": len(tables_of(n, twice=False)), "all": len(tables_of(n, twice=True)), "by": by_literal(n)}
            for n in range(1, self.n + 1)
        ]
        return Trace(self, Rounds.of_nobody(states, range(2, self.n + 1)))


# ---- how many there are ----


def counts(trace: Trace[ConjunctionCount, None]) -> Values:
    """Measure S, C and n."""
    final = trace.rounds.snapshots[-1]
    return {S: final["plain"], C: final["all"], n: final["n"]}


P3 = sympy.Symbol("P", nonnegative=True)
"""3^n."""
WITH_X, WITHOUT_X, ALONE = sympy.symbols("W_x W_¬x W_0", nonnegative=True)
"""The numbers of functions of conjunctions with the last variable, with its negation, and with neither."""
IN_THREE = Step(
    "a conjunction has the new $x$, its negation, or neither, and no two of these give the same function",
    Eq(Next(S), Next(WITH_X) + Next(WITHOUT_X) + Next(ALONE)),
    always,
)
THREE_TIMES = Step(
    "with $x$, with its negation or with neither in front, each conjunction of the others gives one of its own",
    And(Eq(Next(WITH_X), S), Eq(Next(WITHOUT_X), S), Eq(Next(ALONE), S)),
    always,
)
AND_FALSE = Step(
    "those that name a variable twice add one function, which is never true", Eq(Next(C), Next(S) + 1), always
)

COUNT = Claim(
    "conjunction-count",
    r"Conjunctions that name no variable twice give $3^n$ functions on $\{0,1\}^n$; all conjunctions give $3^n + 1$.",
    sources=(VEM("8.1, Example 8.1"), UML("8.2.3")),
    cases=Family(
        up_to(ConjunctionCount, n=(1, "variables")),
        extent="all conjunctions on {{0,1}}^n, n up to {variables:n ≤ _}, told apart by their truth tables",
        search=dict(variables=4),
        scout=dict(variables=4),
        quick=dict(variables=5),
        full=dict(variables=6),
    ),
    measure=counts,
    bound=And(Eq(S, 3**n), Eq(C, 3**n + 1)),
    watch=("plain", "all"),
    state=lambda state, values, trace: {
        S: state["plain"],
        C: state["all"],
        n: state["n"],
        **dict(zip((WITH_X, WITHOUT_X, ALONE), state["by"], strict=True)),
    },
    proof=Induction(
        start={n: 1, S: 3, C: 4},
        names={P3: 3**n},
        rounds={"a variable more": Transition(steps=(IN_THREE, THREE_TIMES, AND_FALSE), sets={n: n + 1}, when=always)},
        invariant={"$3^n$ without repetition": Eq(S, P3), "and the one that is never true": Eq(C, P3 + 1)},
        matched="a round adds a variable, and the cases count the truth tables before and after it",
    ),
    attained_by=lambda: map(ConjunctionCount, (1, 2, 3)),
    remark="Both printed counts hold, each in its own reading. VEM's $3^n$ counts the conjunctions in which a "
    "variable appears, appears negated, or does not appear; its own algorithm starts with another one, "
    "that of all $2n$ literals. UML's $3^n + 1$ counts “the all negative formula” too, and is attained.",
)

# ---- truth tables ----


def where_on(n: int, i: int) -> int:
    """The truth table of x_i."""
    return sum(1 << k for k in range(2**n) if k >> i & 1)


@lru_cache(16)
def conjunction_tables(n: int) -> tuple[int, ...]:
    """The truth tables of all conjunctions on {0,1}^n, bit k for the k-th of `cube(n)`; the last one is never true."""
    single = sorted(tables_of(n, twice=False))
    return (*single, *sorted(tables_of(n, twice=True) - set(single)))


def tables_of(n: int, *, twice: bool) -> set[int]:
    """The truth tables of the conjunctions of any literals or, unless `twice`, of literals of different variables."""
    everywhere = 2**2**n - 1
    tables = {everywhere}
    for i in range(n):
        on = where_on(n, i)
        literals = (on, everywhere ^ on, *[0] * twice)
        tables |= {table & literal for table in tables for literal in literals}
    return tables


def by_literal(n: int) -> tuple[int, int, int]:
    """How many functions of conjunctions without repetition are true only where x_n is, only where it is not, and how
    many do not depend on x_n.
    """
    half = 2 ** (2 ** (n - 1))  # the tables where x_n is 0 are the remainders, as x_n is the last bit of an index
    pairs = [divmod(table, half) for table in tables_of(n, twice=False)]
    return (sum(off == 0 for _, off in pairs), sum(on == 0 for on, _ in pairs), sum(on == off for on, off in pairs))
