"""Monotone disjunctions: elimination makes at most n mistakes, and no deterministic learner has a better bound.

Source: JAI, Online learning, the case study of disjunctions.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import sympy
from numpy.typing import NDArray

from learncheck.learners import DisjunctionElimination, Perceptron, Winnow
from learncheck.learners.arrays import Ints
from learncheck.strategies.boolean import games as boolean
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.halfspaces.vectors import axes
from learncheck.strategies.play import games, ladders
from learncheck.strategies.play.case import Coordinates, Label, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems import formal
from learncheck.theorems.language.claim import JAI, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import CodePath, Induction
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules.conformance import conforms

M = quantity("M", "the mistakes")
n = quantity("n", "the variables")
C = sympy.Symbol("C", nonnegative=True)
"""The candidates, which are the variables that no negative example has ruled out."""


class Relevant(NamedTuple):
    """The variables of a disjunction that gives all labels."""

    variables: tuple[int, ...]


class DisjunctionGame(games.Game, frozen=True, tag="disjunction-game"):
    """A realizable game for learners of monotone disjunctions over {0,1}^n, the empty one included.

    A move is (instance, stance), the instance a row of zeros and ones.
    """

    coordinates = Coordinates(vectors=("moves",), number="n")

    n: int
    moves: tuple[tuple[Bits, int], ...]

    def arguments(self) -> tuple[int]:
        return (self.n,)

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The number of variables, and those of a disjunction that gives the labels."""
        return {"n": self.n, "relevant variables": "unknown" if trace.facts is None else trace.facts.variables}

    def environment(self) -> games.Environment:
        return Disjunctions(self.n)


def disjunction_games(
    choices: Choices, *, variables: int, rounds: int, stances: int = 2, realizable: bool = True
) -> DisjunctionGame | boolean.BooleanGame:
    """Realizable games of disjunctions; sequences with any labels unless `realizable`.

    With one stance each label is contradicted. Shrinks to few variables and rounds and an environment that contradicts.
    """
    if not realizable:
        return boolean.winnow_games(choices, variables=variables, rounds=rounds, adversary=stances > 1)
    n = choices.integer(1, variables)
    moves = choices.many(lambda: (boolean.bits(choices, n), choices.integer(0, stances - 1)), most=rounds)
    return DisjunctionGame(n, moves)


GAMES = Family(
    partial(disjunction_games, realizable=False),
    extent="all sequences of up to {rounds:≤ _ rounds} instances over up to {variables:n ≤ _} variables, each label "
    "contradicting the learner if the class allows it",
    search=dict(variables=6, rounds=8),
    scout=dict(variables=10, rounds=14),
    quick=dict(variables=3, rounds=3, stances=1),
    full=dict(variables=3, rounds=4, stances=1),
    grows=dict(variables=Wide(), rounds=Long(1000)),
)


@premise("some monotone disjunction gives the labels", option="realizable")
def A_MONOTONE_DISJUNCTION(trace: Trace) -> bool:
    """Whether every positive example has a variable that is off in all negative ones."""
    negatives = [round.instance for round in trace.rounds if round.label == -1]
    free = ~np.any(negatives, axis=0) if negatives else True
    return all(bool((free & (round.instance == 1)).any()) for round in trace.rounds if round.label == 1)


def candidates(
    state: Snapshot, values: Values, trace: Trace[DisjunctionGame | boolean.BooleanGame, Relevant | None]
) -> Values:
    """Measure C from the learner's mask of candidates. Raises NotExposed if it has another shape."""
    mask = np.asarray(state["candidates"])
    if mask.shape != (trace.case.n,):
        raise NotExposed(f"candidates has shape {mask.shape}, not one entry for each of {trace.case.n} variables")
    return {C: int(mask.astype(bool).sum())}


RULES_OUT_ONE = Step("a mistake rules out at least one variable", Next(C) <= C - 1)
NONE_RETURNS = Step("no variable comes back", Next(C) <= C, always)


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
    proof=Induction(
        means={"there are variables": n >= 1},
        code=lambda: elimination_rounds(),
        reading="a variable of the disjunction is off in all negative examples, so it stays a candidate in every round",
    ),
    attained_by=lambda: [unit_vector_game(range(n)) for n in (1, 2, 5, 30)],
    remark="Attained for every $n$ by the unit vectors, all of them negative: the target is the empty "
    r"disjunction. Over $\{0,1\}^d$ with negated variables as features of their own, $n = 2d$.",
)


def elimination_rounds() -> "formal.round.Runs":
    """Return the learner's rounds. Only positive examples require that the disjunction has a variable.

    The situations say how the variables of the disjunction ("its") and all others can occur in an example; `on` and
    `off` stand for any numbers of other variables.
    """
    situation = formal.round.Situation
    negative = situation("a negative example, its variables off", -1, {"on": 1, "off": 0, "its": 0})
    positive = situation("a positive example, the variable of it on", 1, {"on": 1, "off": 0, "its": 1})
    by_another = situation("a positive example, another variable of it on", 1, {"on": 1, "off": 0, "its": 0})
    runs = partial(
        formal.version_space_runs.version_space_rounds,
        lambda candidates: {C: candidates.sum()},
        realizable=A_MONOTONE_DISJUNCTION,
        target="its",
        assuming=another_is_on,
        kind=lambda round: "a mistake" if round.mistake else "no mistake",
        table=None,
        state="candidates",
        counts=M,
        size=n,
    )
    on_negative, on_positive = runs(situations=[negative]), runs(situations=[positive, by_another])

    def rounds(learner: type) -> Iterator[CodePath]:
        yield from (replace(path, assuming={}) for path in on_negative.rounds(learner))
        yield from on_positive.rounds(learner)

    return formal.round.Runs(
        "from any candidates, for any number of variables",
        rounds,
        on_negative.starts,
        games=runs(situations=[negative, positive, by_another]).games,
    )


def another_is_on(round: "formal.round.Happened") -> "formal.round.Granted":
    """Grant, for a positive example in which the followed variable of the disjunction is off, that another is on.

    The other variable is also a candidate.
    """
    another = round.label == 1 and round.situation is not None and not round.situation.values["its"]
    return {A_MONOTONE_DISJUNCTION: formal.numbers.Real(round.before["on"]) >= 1} if another else {}


class Disjunctions(games.Environment):
    """The environment: its labels are those of the disjunction of all variables that no negative example has ruled out.

    If any disjunction gives the labels, that one does.
    """

    def __init__(self, n: int) -> None:
        self.candidates = np.ones(n, dtype=bool)
        self.positives: list[NDArray[np.bool_]] = []  # the variables that are on

    def present(self, move: tuple[Bits, int]) -> Ints:
        x = np.array(move[0])
        self.on = x == 1
        return x

    def answer(self, move: tuple[Bits, int], prediction: Label) -> Label:
        left = self.candidates & ~self.on
        plus = bool((self.candidates & self.on).any())
        minus = all((variables & left).any() for variables in self.positives)
        label: Label = games.legal_label(move[1], prediction, plus, minus)
        if label == 1:
            self.positives.append(self.on)
        else:
            self.candidates = left
        return label

    def facts(self) -> Relevant:
        return Relevant(tuple(np.flatnonzero(self.candidates).tolist()))


def unit_vectors(choices: Choices, *, variables: int) -> DisjunctionGame:
    """The unit vectors in any order, each presented once and contradicted. Shrinks to few, in their usual order."""
    return unit_vector_game(choices.permutation(choices.integer(1, variables)))


def unit_vector_game(order: Sequence[int]) -> DisjunctionGame:
    """The adversary of disjunctions: unit vectors in this order, with the labels that the learner does not predict."""
    units = axes(len(order))
    return DisjunctionGame(len(order), tuple((units[k], games.CONTRADICT) for k in order))


UNIT_VECTORS = Family(
    unit_vectors,
    extent="the unit vectors of up to {variables:n ≤ _} variables in every order",
    search=dict(variables=12),
    scout=dict(variables=24),
    quick=dict(variables=5),
    full=dict(variables=7),
)


def measure_certified(trace: Trace[DisjunctionGame, Relevant]) -> Values:
    """Measure M, counting the mistakes on labels that the certified disjunction gives, and n."""
    target = trace.facts.variables
    by_target = (round.mistake for round in trace.rounds if boolean.disjunction(target, round.instance) == round.label)
    return {M: sum(by_target), n: trace.case.n}


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
    attained_by=lambda: [unit_vector_game(range(n)) for n in (1, 2, 5, 30)],
    remark="The unit vectors in any order, each with the label that the learner does not predict: the variables of "
    "those labelled +1 are the disjunction, which is the certificate that every mistake is checked against.",
    judged=False,
)


def disjunction_ladder() -> Iterator[DisjunctionGame]:
    """Every variable is ruled out in turn and presented again; then one of many; then one that fell out long ago."""
    alone = axes(ladders.EVERY)
    yield DisjunctionGame(
        ladders.EVERY, tuple((x, stance) for stance in (games.CONTRADICT, games.AGREE) for x in alone)
    )
    for n in (*ladders.SIZES, ladders.HUGE):
        everything, last = (1,) * n, ladders.but_one(n, n - 1, 0, 1)
        for i in ladders.places(n) if n < ladders.HUGE else (n - 1,):
            x, after = (ladders.but_one(n, k, 0, 1) for k in (i, (i + 1) % n))
            yield DisjunctionGame(n, ((x, games.CONTRADICT), (x, games.AGREE), (after, games.AGREE)))
        yield DisjunctionGame(n, ((everything, games.AGREE), (last, games.CONTRADICT), (everything, games.AGREE)))
    for rounds in ladders.SIZES:
        ruled_out = tuple((x, games.CONTRADICT) for x in ((1, 0, 0), (0, 1, 0)))
        idle = (((0, 0, 0), games.AGREE),) * rounds
        yield DisjunctionGame(3, (*idle, *ruled_out, *idle, ((1, 0, 0), games.AGREE), ((0, 0, 1), games.AGREE)))


ELIMINATION_CONFORMS = conforms(
    "disjunction-elimination-conforms",
    DisjunctionElimination,
    replace(GAMES, build=disjunction_games, ladder=disjunction_ladder),
    JAI("Online learning, the case study of disjunctions"),
    sequences="sequences that some monotone disjunction labels",
)
