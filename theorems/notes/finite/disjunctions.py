"""Monotone disjunctions: elimination makes at most n mistakes, and no deterministic learner has a better bound."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import sympy

from learncheck.learners import DisjunctionElimination, Perceptron, Winnow
from learncheck.strategies.boolean import games
from learncheck.strategies.boolean.games import BooleanGame, DisjunctionGame, Relevant
from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.theorems.formal.numbers import Real
from learncheck.theorems.formal.round import Happened, Runs, Situation
from learncheck.theorems.formal.version_space_runs import version_space_rounds
from learncheck.theorems.language.claim import JAI, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.language.proof import CodePath, Induction
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules.conformance import conforms

M = quantity("M", "the mistakes")
n = quantity("n", "the variables")
C = sympy.Symbol("C", nonnegative=True)
"""The candidates, which are the variables that no negative example has ruled out."""

GAMES = Family(
    partial(games.disjunction_games, realizable=False),
    exhaust=partial(games.small_disjunction_games, realizable=False),
    extent="all sequences of up to {rounds:≤ _ rounds} instances over up to {variables:n ≤ _} variables, each label "
    "contradicting the learner if the class allows it",
    search=dict(variables=6, rounds=8),
    scout=dict(variables=10, rounds=14),
    quick=dict(variables=3, rounds=3),
    full=dict(variables=3, rounds=4),
    grows=dict(variables=Wide(), rounds=Long(1000)),
)
UNIT_VECTORS = Family(
    games.unit_vectors,
    extent="the unit vectors of up to {variables:n ≤ _} variables in every order",
    search=dict(variables=12),
    scout=dict(variables=24),
    quick=dict(variables=5),
    full=dict(variables=7),
)


@premise("some monotone disjunction gives the labels", option="realizable")
def A_MONOTONE_DISJUNCTION(trace: Trace) -> bool:
    """Whether every positive example has a variable that is off in all negative ones."""
    negatives = [each.instance for each in trace.rounds if each.label == -1]
    free = ~np.any(negatives, axis=0) if negatives else True
    return all(bool((free & (each.instance == 1)).any()) for each in trace.rounds if each.label == 1)


def candidates(state: Snapshot, values: Values, trace: Trace[DisjunctionGame | BooleanGame, Any]) -> Values:
    """Measure C from the learner's mask of candidates. Raises NotExposed if it has another shape."""
    mask = np.asarray(state["candidates"])
    if mask.shape != (trace.case.n,):
        raise NotExposed(f"candidates has shape {mask.shape}, not one entry for each of {trace.case.n} variables")
    return {C: int(mask.astype(bool).sum())}


RULES_OUT_ONE = Step("a mistake rules out at least one variable", Next(C) <= C - 1)
NONE_RETURNS = Step("no variable comes back", Next(C) <= C, always)

NEGATIVE = Situation("a negative example, its variables off", -1, {"on": 1, "off": 0, "its": 0})
POSITIVE = Situation("a positive example, the variable of it on", 1, {"on": 1, "off": 0, "its": 1})
POSITIVE_BY_ANOTHER = Situation("a positive example, another variable of it on", 1, {"on": 1, "off": 0, "its": 0})
"""How the variables of the disjunction ("its") and all other variables can occur in an example; `on` and `off` stand
for any numbers of other variables."""


def another_is_on(each: Happened) -> dict[Premise, Any]:
    """Grant, for a positive example in which the followed variable of the disjunction is off, that another is on.

    The other variable is also a candidate.
    """
    another = each.situation is POSITIVE_BY_ANOTHER
    return {A_MONOTONE_DISJUNCTION: Real(each.before["on"]) >= 1} if another else {}


elimination_rounds = partial(
    version_space_rounds,
    lambda candidates: {C: candidates.sum()},
    realizable=A_MONOTONE_DISJUNCTION,
    target="its",
    assuming=another_is_on,
    kind=lambda each: "a mistake" if each.mistake else "no mistake",
    table=None,
    state="candidates",
    counts=M,
    size=n,
)
ON_NEGATIVE = elimination_rounds(situations=[NEGATIVE])
ON_POSITIVE = elimination_rounds(situations=[POSITIVE, POSITIVE_BY_ANOTHER])


def with_or_without_variables(learner: type) -> Iterator[CodePath]:
    """Yield the paths of the learner's code. Only positive examples require that the disjunction has a variable."""
    yield from (replace(path, assuming={}) for path in ON_NEGATIVE.rounds(learner))
    yield from ON_POSITIVE.rounds(learner)


ELIMINATION_PROOF = Induction(
    means={"there are variables": n >= 1},
    code=Runs(
        "from any candidates, for any number of variables",
        with_or_without_variables,
        ON_NEGATIVE.starts,
        games=elimination_rounds(situations=[NEGATIVE, POSITIVE, POSITIVE_BY_ANOTHER]).games,
    ),
    reading="a variable of the disjunction is off in all negative examples, so it stays a candidate in every round",
)

ELIMINATION = Claim(
    "disjunction-elimination-mistakes",
    "Predicting by the disjunction of all the variables that no negative example has ruled out makes at most $n$ "
    "mistakes on monotone disjunctions of $n$ variables.",
    sources=(JAI("Online learning, the case study of disjunctions"),),
    label="tight",
    learner=DisjunctionElimination,
    cases=GAMES,
    assuming=(A_MONOTONE_DISJUNCTION,),
    measure=lambda trace: {M: trace.mistakes, n: trace.case.n},
    bound=M <= n,
    watch=("candidates",),
    state=candidates,
    steps=(RULES_OUT_ONE, NONE_RETURNS),
    proof=ELIMINATION_PROOF,
    attained_by=lambda: [games.unit_vector_game(range(n)) for n in (1, 2, 5, 30)],
    remark="Attained for every $n$ by the unit vectors, all of them negative: the target is the empty "
    r"disjunction. Over $\{0,1\}^d$ with negated variables as features of their own, $n = 2d$.",
)


def measure_certified(trace: Trace[DisjunctionGame, Relevant]) -> Values:
    """Measure M, counting the mistakes on labels that the certified disjunction gives, and n."""
    case = trace.case
    target = trace.facts.variables
    certified = (each for each in trace.rounds if games.disjunction(target, each.instance) == each.label)
    return {M: sum(each.mistake for each in certified), n: case.n}


LOWER_BOUND = Claim(
    "disjunction-lower-bound",
    "Every deterministic learner can be made to err $n$ times on a monotone disjunction of $n$ variables, as often "
    "as elimination errs at most.",
    sources=(JAI("Online learning, the case study of disjunctions"),),
    kind="adversary",
    label="lower",
    learner=DisjunctionElimination,
    learners=(Winnow, Perceptron),
    cases=UNIT_VECTORS,
    measure=measure_certified,
    bound=M >= n,
    slack=(M >= n,),
    attained_by=lambda: [games.unit_vector_game(range(n)) for n in (1, 2, 5, 30)],
    remark="The unit vectors in any order, each with the label that the learner does not predict: the variables of "
    "those labelled +1 are the disjunction, which is the certificate that every mistake is checked against.",
    judged=False,
)

ELIMINATION_CONFORMS = conforms(
    "disjunction-elimination-conforms",
    DisjunctionElimination,
    replace(
        GAMES,
        build=games.disjunction_games,
        exhaust=games.small_disjunction_games,
        ladder=games.disjunction_ladder,
    ),
    JAI("Online learning, the case study of disjunctions"),
    sequences="sequences that some monotone disjunction labels",
)
