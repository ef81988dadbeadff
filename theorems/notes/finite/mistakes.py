"""Finite hypothesis classes: the mistake bounds of Consistent and of Halving."""

from dataclasses import replace
from typing import Any

import sympy
from sympy import log

from learncheck.learners import Consistent, Halving
from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.strategies.tables import finite_class
from learncheck.theorems.formal.version_space_runs import version_space_rounds
from learncheck.theorems.language.claim import LEC, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.ready import REALIZABLE
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules.conformance import conforms

M = quantity("M", "the mistakes")
H = quantity("H", "the size $|H|$ of the class")
V = sympy.Symbol("V", nonnegative=True)
"""The size |V| of the version space."""

REMOVES_ONE = Step("a mistake removes at least one hypothesis", Next(V) <= V - 1)
REMOVES_HALF = Step("a mistake removes at least half of the hypotheses", Next(V) <= V / 2)
TARGET_STAYS = Step("the hypothesis that labels the sequence stays", Next(V) >= 1, always)

CLASSES = Family(
    finite_class.finite_class_games,
    exhaust=finite_class.small_classes,
    extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences of "
    "up to {rounds:≤ _ rounds} rounds, each label contradicting the learner if the class allows it",
    search=dict(points=5, rows=8, rounds=6),
    scout=dict(points=10, rows=40, rounds=12),
    quick=dict(points=2, rounds=3),
    full=dict(points=3, rounds=4),
    grows=dict(points=Wide(), rows=Wide(4096), rounds=Long()),
)


def measure(trace: Trace) -> Values:
    return {M: trace.mistakes, H: len(trace.case.hypotheses)}


def version_space(state: Snapshot, values: Values, trace: Trace) -> Values:
    """|V|, from the learner's mask of alive hypotheses."""
    return {V: state["alive"].sum()}


NOT_EMPTY = {"a class is not empty": H >= 1}

P = sympy.Symbol("P", nonnegative=True)
"""2^M."""


def halved(realizable: Premise, most: sympy.Symbol, **parts: Any) -> Induction:
    """Build Halving's proof, for a class of at most `most` hypotheses."""
    return Induction(
        concludes=P <= most,
        logarithms=True,
        code=version_space_rounds(lambda alive: {V: alive.sum()}, realizable=realizable, counts=M, size=H),
        **{"means": NOT_EMPTY, **parts},
    )


CONSISTENT = Claim(
    "consistent-mistakes",
    "Consistent makes at most $|H| - 1$ mistakes.",
    sources=(LEC("The consistent learner"),),
    label="tight",
    learner=Consistent,
    cases=CLASSES,
    assuming=(REALIZABLE,),
    batch=finite_class.finite_class_batch,
    measure=measure,
    bound=M <= H - 1,
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_ONE, TARGET_STAYS),
    proof=Induction(means=NOT_EMPTY),
    attained_by=lambda: map(finite_class.singletons_game, (1, 2, 5, 20, 63)),
)

HALVING = Claim(
    "halving-mistakes",
    r"Halving makes at most $\log_2|H|$ mistakes.",
    sources=(LEC("The Halving learner"), VEM("8.2")),
    label="tight",
    learner=Halving,
    cases=CLASSES,
    assuming=(REALIZABLE,),
    batch=finite_class.finite_class_batch,
    measure=measure,
    bound=M <= log(H, 2),
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_HALF, TARGET_STAYS),
    proof=Induction(means=NOT_EMPTY),
    attained_by=lambda: [
        *(finite_class.bisection_game(finite_class.cube(points), points) for points in (1, 2, 3, 6)),
        finite_class.bisection_game(finite_class.thresholds(64), 6),
    ],
)


CLASSES_EITHER_WAY = replace(
    CLASSES,
    exhaust=finite_class.small_classes_either_way,
    full=dict(points=2, rounds=4),
    extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences of "
    "up to {rounds:≤ _ rounds} rounds, with any labels before the last",
)

CONSISTENT_CONFORMS = conforms(
    "consistent-conforms",
    Consistent,
    replace(CLASSES_EITHER_WAY, ladder=finite_class.consistent_ladder),
    LEC("The consistent learner"),
    sequences="sequences that some hypothesis of the class labels",
)


HALVING_CONFORMS = conforms(
    "halving-conforms",
    Halving,
    replace(CLASSES_EITHER_WAY, ladder=finite_class.halving_ladder),
    LEC("The Halving learner"),
    VEM("8.2"),
    sequences="sequences that some hypothesis of the class labels",
)
