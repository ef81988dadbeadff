"""Proofs that are found from steps and a bound, what is asked for where none is, and that nothing false is found."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sympy
from chosen import some

from learncheck import (
    Case,
    Claim,
    Family,
    Induction,
    Next,
    Oblivious,
    Step,
    Trace,
    always,
    games,
    lemmas,
    prove,
    select,
)
from learncheck.games import H, M
from learncheck.learners import Perceptron
from learncheck.oracle.prover import proof_text
from learncheck.oracle.prover.checked import ProofReport
from learncheck.theorems.language.files import load_file
from learncheck.theorems.language.limits import Long
from learncheck.theorems.language.registry import catalogue
from learncheck.theorems.notes.halfspaces import separators
from tests.oracle.prover.test_false_proofs import memory

V, p, U, S, a, b, x = sympy.symbols("V p U S a b x", nonnegative=True)


MEMORY = memory()["MEMORY"]
Memory = MEMORY.learner


class Halving:
    def __init__(self, hypotheses) -> None:
        self.hypotheses, self.alive = hypotheses, np.ones(len(hypotheses), dtype=bool)

    def predict(self, x):
        return 1 if self.hypotheses[self.alive, x].sum() >= 0 else -1

    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)


HALVES = Step("a mistake removes half", Next(V) <= V / 2)
LEFT = Step("some are left", Next(V) >= 1, when=always)
HALVING = Claim(
    "found-halving",
    "Halving makes at most log₂|H| mistakes.",
    learner=Halving,
    cases=games.finite_class(),
    bound=M <= sympy.log(H, 2),
    watch=("alive",),
    state=lambda state, values, trace: {V: int(state["alive"].sum())},
    steps=(HALVES, LEFT),
    proof=Induction(),
)
(PERCEPTRON,) = select(["perceptron-mistakes"])


def fallen(report: ProofReport) -> str:
    return "; ".join(f"{line.obligation.words} ({line.status}) {line.note}" for line in report.open)


@pytest.mark.slow
def test_mistakes_that_cost_a_point_are_telescoped() -> None:
    report = prove(MEMORY)
    assert report.grade == "proved-from-steps", fallen(report)
    assert report.derived == ("before the first round U = p", "no mistake: U stays", "M + U ≤ p")
    printed = proof_text.text(report)
    assert "    M + U ≤ p  (derived)" in printed
    assert any("known is a dict, no vector of numbers" in line for line in printed)
    assert pickle.loads(pickle.dumps(replace(report, claim=None))).derived == report.derived


COUNTED = sympy.Symbol("V", integer=True, positive=True)
NEVER_EMPTY = replace(
    HALVING,
    state=lambda state, values, trace: {COUNTED: int(state["alive"].sum())},
    steps=(Step("a mistake removes half", Next(COUNTED) <= COUNTED / 2),),
)


@pytest.mark.slow  # the catalogue has such proofs: test_claims.py
@pytest.mark.parametrize("claim", [HALVING, NEVER_EMPTY], ids=["a step says V ≥ 1", "V is declared a positive integer"])
def test_halves_are_multiplied_and_the_logarithm_is_taken(claim: Claim) -> None:
    report = prove(claim)
    assert report.grade == "proved-from-steps", fallen(report)
    assert "V·2^M ≤ H" in report.derived


@pytest.mark.slow
def test_the_missing_line_is_named() -> None:
    report = prove(replace(HALVING, steps=(HALVES,)))
    assert report.grade is None
    (asked,) = report.asked
    assert asked.startswith("V ≥ 1, from which the bound follows and which holds in every game")
    assert asked in proof_text.summary(report)
    (line,) = proof_text.countermodel(report)
    assert "V = " in line


@pytest.mark.slow
def test_cauchy_schwarz_is_what_the_perceptron_lacks() -> None:
    report = prove(replace(PERCEPTRON, proof=Induction()))
    assert {"M ≤ a", "b ≤ M·R²"} <= set(report.derived)
    assert report.asked[-1].startswith("a² ≤ B²·b, from which the bound follows")


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        MEMORY.with_bound(MEMORY.bound.lhs <= p - 1),
        HALVING.with_bound(M <= sympy.log(H, 2) / 2),
        MEMORY.with_step(MEMORY.steps[0], Next(U) <= U - 2),
        MEMORY.with_step(MEMORY.steps[0], Next(U) <= U),
    ],
    ids=["a bound too low", "half of the bound", "a step too strong", "a step too weak"],
)
def test_nothing_false_is_found(claim: Claim) -> None:
    assert prove(claim).grade is None


@pytest.mark.slow
def test_a_quantity_that_is_measured_when_a_game_is_over_is_no_parameter() -> None:
    """Taken for one, U′ ≤ U − 1 would say at any time that U ≤ U − 1."""

    def measure(trace):
        last = trace.rounds.snapshots[-1] if trace.rounds else {"known": {}}
        return {**MEMORY.measure(trace), **MEMORY.state(last, {}, trace)}

    assert prove(replace(MEMORY, measure=measure)).grade == "proved-from-steps"


def test_a_step_that_no_solver_reads_leaves_lines_open() -> None:
    report = prove(MEMORY.with_step(MEMORY.steps[0], Next(U) <= sympy.floor(U / 2)))
    assert report.grade is None
    assert "floor(U/2) (floor) is neither a polynomial nor a root" in fallen(report)


def test_a_learner_that_does_not_take_the_steps_is_found_out() -> None:
    class Forgets(Memory):
        def update(self, x, y):
            self.known = {}

    assert prove(MEMORY, learner=Forgets).grade is None


@pytest.mark.slow
def test_it_is_asked_how_far_a_quantity_rises_in_the_rounds_of_which_no_step_speaks() -> None:
    class Bold(Perceptron):
        """Is right at a tie where the label is +1, and updates all the same."""

        def predict(self, x):
            return 1 if self.w @ x >= 0 else -1

    proof = Induction(using=(lemmas.cauchy_schwarz(separators.a, separators.B2, separators.b),))
    report = prove(replace(PERCEPTRON, learner=Bold, proof=proof))
    assert report.grade is None
    assert "how far b rises in a round with no mistake: give a step that says it" in report.asked


class Heaps(Oblivious, frozen=True, tag="found-heaps"):
    amounts: tuple[int, ...]

    def examples(self):
        return [(amount, 1) for amount in self.amounts]


class Mover:
    def __init__(self) -> None:
        self.first, self.second = 0, 0

    def predict(self, amount):
        return 1

    def update(self, amount, y):
        self.first, self.second = self.first + amount, self.second - amount + 1


T, low, high, w = sympy.symbols("T low high w", real=True)
HEAPS = Claim(
    "found-heaps",
    "What one heap gains the other loses, but for one a round.",
    learner=Mover,
    cases=Family(
        lambda choices, *, rounds: Heaps(choices.many(lambda: choices.integer(0, 3), most=rounds)),
        search=dict(rounds=4),
        scout=dict(rounds=9),
        grows=dict(rounds=Long()),
    ),
    measure=lambda trace: {T: len(trace.rounds), S: len(trace.rounds)},
    bound=sympy.Le(T, S),
    watch=("first", "second"),
    state=lambda state, values, trace: {low: state["first"], high: state["second"]},
    during=lambda round_, values, trace: {w: round_.instance},
    steps=(
        Step("one heap gains", Next(low) <= low + w, when=always),
        Step("the other loses", Next(high) <= high - w + 1, when=always),
    ),
    proof=Induction(),
)


class Swing:
    """Swings to the other side of 0, and at a mistake one further."""

    def __init__(self) -> None:
        self.place = 0

    def predict(self, amount):
        return 1 if amount else -1

    def update(self, amount, y):
        self.place = -self.place if amount else -self.place - (1 if self.place > 0 else -1)


r, far = sympy.Symbol("r", real=True), sympy.Symbol("F", nonnegative=True)
SWING = Claim(
    "found-swing",
    "Every mistake takes the swing further from 0, which it leaves by F at most.",
    learner=Swing,
    cases=replace(HEAPS.cases, exhaust=None),
    measure=lambda trace: {M: trace.mistakes, far: len(trace.rounds) + 1},
    bound=M <= far,
    watch=("place",),
    state=lambda state, values, trace: {r: state["place"]},
    steps=(
        Step("a mistake takes it further", abs(Next(r)) >= abs(r) + 1),
        Step("else it stays as far", sympy.Eq(abs(Next(r)), abs(r)), lambda round_: not round_.mistake),
        Step("it does not leave", abs(Next(r)) <= far, always),
    ),
    proof=Induction(),
)


@pytest.mark.slow
def test_absolute_values_are_telescoped() -> None:
    report = prove(SWING)
    assert report.grade == "proved-from-steps", fallen(report)
    assert {"M ≤ |r|", "|r| ≤ F"} <= {*report.derived}
    assert prove(SWING.with_step(SWING.steps[0], abs(Next(r)) >= abs(r) + 2)).grade is None
    assert prove(SWING.with_step(SWING.steps[0], Next(r) >= r + 1)).grade is None
    assert prove(SWING.with_bound(M <= far / 2)).grade is None


@pytest.mark.slow
def test_farkas_joins_lines_in_which_a_quantity_of_the_round_drops_out() -> None:
    assert "high + low ≤ T" in prove(HEAPS).derived


class Sorted(Case, frozen=True, tag="found-no-rounds"):
    n: int

    def play(self, make, watch=()):
        return Trace(self)


def test_a_claim_without_rounds_is_told_so() -> None:
    claim = Claim(
        "found-nothing",
        "Nothing.",
        kind="counting",
        cases=Family(lambda choices: Sorted(choices.integer(0, 3))),
        measure=lambda trace: {M: 0, p: trace.case.n},
        bound=M <= p,
        proof=Induction(),
    )
    with pytest.raises(ValueError, match="found-nothing: no game with a round was found"):
        prove(claim)


@pytest.mark.slow
def test_a_start_is_seen_in_measured_roots() -> None:
    (claim,) = load_file(Path(__file__).parents[3] / "examples" / "short" / "passive_aggressive.py")
    report = prove(claim)
    assert report.grade == "proved-from-steps", fallen(report)
    assert report.derived == ("before the first round D = U²", "D·X² + S ≤ U²·X²")
    assert prove(claim.with_bound(claim.bound.lhs <= claim.bound.rhs / 2)).grade is None


INDUCTIONS = {claim.id: claim for claim in catalogue() if isinstance(claim.proof, Induction)}


def without(claim: Claim, part: str) -> ProofReport:
    return prove(replace(claim, proof=replace(claim.proof, **{part: {}})))


@pytest.mark.parametrize("claim_id", ["random-stopping", "weak-learner-never-fails", "sauer-lemma"])
def test_a_start_is_derived_for_rounds_that_are_given(claim_id: str) -> None:
    report = without(INDUCTIONS[claim_id], "start")
    assert report.complete, fallen(report)


def test_a_start_that_is_not_seen_in_games_is_asked_for() -> None:
    with pytest.raises(ValueError, match=r"weighted-majority-mistakes: .*; start= has no value for m, here 0"):
        without(INDUCTIONS["weighted-majority-mistakes"], "start")
    with pytest.raises(ValueError, match=r"decision-lists: no game with a round was found.*; give start="):
        without(INDUCTIONS["decision-lists"], "start")


PARTS = [
    (claim_id, part)
    for part in ("start", "rounds", "invariant")
    for claim_id, claim in INDUCTIONS.items()
    if getattr(claim.proof, part)
]


@pytest.mark.slow
@pytest.mark.parametrize(("claim_id", "part"), some(PARTS, 10, per=lambda case: case[1]))
def test_what_is_left_out_is_derived_or_asked_for(claim_id: str, part: str) -> None:
    try:
        report = without(INDUCTIONS[claim_id], part)
    except ValueError as error:  # nothing else, such as a KeyError
        words = str(error)
        assert words.startswith(claim_id)
    else:
        assert report.complete or report.open
