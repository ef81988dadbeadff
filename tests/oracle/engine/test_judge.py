"""What is not decided is not fine, and a figure that is rounded decides nothing."""

import warnings
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from implementations import implementations
from sympy import Eq, Integer, Le, Symbol

from learncheck.exact.decide import Decision, Relation, compile_relation
from learncheck.learners import Consistent, Halving, LogisticRegression, ModifiedPerceptron
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import Run, attack
from learncheck.oracle.engine.verdicts import Attack, Evidence
from learncheck.oracle.engine.verify import refute
from learncheck.oracle.grading.classes import check
from learncheck.oracle.judging.steps import first_broken_step
from learncheck.oracle.notation import ratio
from learncheck.oracle.report.evidence import in_words
from learncheck.strategies.play.games import CONTRADICT
from learncheck.strategies.tables.finite_class import bisection_game, thresholds
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Fact, Transition
from learncheck.theorems.language.registry import catalogue
from learncheck.theorems.language.step import Step, on_mistake
from learncheck.theorems.notes.finite.mistakes import HALVING
from learncheck.theorems.notes.finite.thresholds import MIDDLE, THRESHOLD_HALVING_CONFORMS, ThresholdGame, grid_ladder

BRISK = Profile("quick", scout=5, search=5, shrink=0)
GAME = bisection_game(thresholds(8), 3)
M, H = Symbol("M", nonnegative=True), Symbol("H", positive=True)


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> set[Any]:
    """Relations that nothing decides, as where balls overlap at every precision."""
    relations: set[Any] = set()
    decision, judged = Relation._decision, Relation.judged

    def hesitant(self: Relation, given: Any, max_precision: int) -> Decision:
        return Decision.UNDECIDED if self in relations else decision(self, given, max_precision)

    def as_hesitant(self: Relation, values: Any) -> Any:
        decided, *figures = judged(self, values)
        return Decision.UNDECIDED if self in relations else decided, *figures

    monkeypatch.setattr(Relation, "_decision", hesitant)
    monkeypatch.setattr(Relation, "judged", as_hesitant)
    monkeypatch.setattr(Relation, "_certain", lambda self, columns, rows: [False] * rows)
    return relations


# ---- undecided ----


def test_an_undecided_bound_is_no_bound_that_holds(undecided: set[Any]) -> None:
    undecided.add(compile_relation(HALVING.bound))
    outcome = judge(HALVING, Halving, GAME)
    assert outcome.verdict == "undecided"
    assert "could not be decided" in outcome.message
    assert not outcome.failed
    assert not outcome.attained


@pytest.mark.slow
def test_an_attack_with_an_undecided_game_does_not_stand(undecided: set[Any]) -> None:
    undecided.add(compile_relation(HALVING.bound))
    evidence = attack(HALVING, Halving, "Halving", BRISK)
    assert evidence.verdict == "undecided"
    assert in_words(evidence) == "undecided"
    assert evidence.undecided == evidence.games > 0
    assert not evidence.expected
    assert not evidence.attained
    assert evidence.counterexample is None


@pytest.mark.slow
def test_one_undecided_game_of_many_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    judged, games = Relation.judged, iter(range(10**6))
    bound = compile_relation(HALVING.bound)

    def hesitant(self: Relation, values: Any) -> Any:
        decided, *figures = judged(self, values)
        return Decision.UNDECIDED if self is bound and next(games) == 7 else decided, *figures

    monkeypatch.setattr(Relation, "judged", hesitant)
    evidence = attack(HALVING, Halving, "Halving", BRISK)
    assert evidence.undecided == 1
    assert evidence.verdict == "undecided"
    assert not evidence.expected


def test_a_campaign_with_an_undecided_game_does_not_stand() -> None:
    run = Run(HALVING, HALVING.learner, "Halving", BRISK)
    for shard in run.shards:
        played = Attack("witnesses", games=10, undecided=shard.kind == "fixed")
        run.record(shard, Evidence(run.claim, None, attacks=[played], attained=True))
    evidence = run.evidence()
    assert evidence.verdict == "undecided"
    assert not evidence.expected
    assert not evidence.attained


@pytest.mark.parametrize(
    ("verdict", "as_on_record"),
    [
        ("stands", (True, False)),
        ("skipped", (True, False)),
        ("falsified", (False, True)),
        ("undecided", (False, False)),
        ("crashed", (False, False)),
        ("timed-out", (False, False)),
        ("oracle-error", (False, False)),
    ],
)
def test_what_is_on_record_is_that_it_stands_or_that_it_is_refuted(
    verdict: Any, as_on_record: tuple[bool, bool]
) -> None:
    stated = replace(HALVING, proof=None)
    refuted = replace(stated, refuted_by="a case.json")
    assert tuple(Evidence(claim, "Halving", verdict).expected for claim in (stated, refuted)) == as_on_record


def test_a_refutation_that_cannot_be_decided_is_none(undecided: set[Any]) -> None:
    claim = next(claim for claim in catalogue() if claim.refuted_by is not None)
    assert refute(claim).expected
    undecided.add(compile_relation(claim.bound))
    evidence = refute(claim)
    assert evidence.verdict == "undecided"
    assert not evidence.expected


def test_a_case_that_keeps_the_bound_refutes_nothing() -> None:
    evidence = refute(replace(HALVING, refuted_by=GAME))
    assert not evidence.expected
    assert evidence.message == "the stored counterexample keeps the bound"


def test_an_undecided_step_is_a_broken_one(undecided: set[Any]) -> None:
    step, _ = HALVING.steps
    undecided.add(compile_relation(step.relation))
    outcome = judge(HALVING, Halving, GAME)
    assert outcome.verdict == "falsified"
    assert outcome.broken_step is not None
    assert outcome.broken_step.step == step.words
    assert outcome.broken_step.round == 1
    assert outcome.trace is not None
    assert first_broken_step(HALVING, outcome.trace, HALVING.measure(outcome.trace)) is not None
    # What explains a learner's failure fails no learner by itself.
    assert judge(HALVING, Halving, GAME, steps=False, explain=True).verdict == "stands"


def test_an_undecided_bound_stays_undecided_though_a_step_breaks(undecided: set[Any]) -> None:
    undecided.add(compile_relation(HALVING.bound))
    impossible = replace(HALVING, steps=(Step("no mistake is made", Le(M, 0)),))
    assert judge(impossible, Halving, GAME).verdict == "undecided"


# ---- attained ----


def measured(bound: Any, **values: Any) -> Claim:
    symbols = {symbol.name: symbol for symbol in bound.free_symbols}
    quantities = {symbols[name]: value for name, value in values.items()}
    return replace(HALVING, bound=bound, measure=lambda trace: quantities, assuming=(), steps=(), proof=None)


def test_a_ratio_that_is_rounded_to_one_attains_nothing() -> None:
    for least in (1, 10**16, 10**30, 2**2000):
        below = judge(measured(Le(M, H), M=least, H=least + 1), Halving, GAME)
        at = judge(measured(Le(M, H), M=least, H=least), Halving, GAME)
        assert (below.attained, at.attained) == (False, True)
        assert below.ratio is not None
        assert below.ratio < 1 == at.ratio
        assert (ratio(below.ratio) == "1.00", ratio(at.ratio)) == (False, "1.00")


def test_equality_that_cannot_be_decided_is_not_attained(undecided: set[Any]) -> None:
    undecided.add(compile_relation(Eq(M, H)))
    assert not judge(measured(Le(M, H), M=3, H=3), Halving, GAME).attained


def test_a_bound_that_fails_is_not_attained() -> None:
    outcome = judge(measured(Le(M, H) & (M <= 2), M=3, H=3), Halving, GAME)
    assert outcome.verdict == "falsified"
    assert not outcome.attained
    assert outcome.message == "M = 3 > 2, with H = 3"


@pytest.mark.slow
def test_witnesses_attain() -> None:
    assert judge(HALVING, Halving, GAME).attained
    assert attack(HALVING, Halving, "Halving", BRISK).attained
    assert not attack(HALVING.with_bound(Le(M, H)), Consistent, "Consistent", BRISK).attained


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "–"), (0.0, "0.00"), (0.5, "0.50"), (0.999, "0.99"), (1 - 2**-53, "0.99"), (1.0, "1.00"), (1.25, "1.25")],
)
def test_a_ratio_is_never_rounded_up_to_one(value: float | None, words: str) -> None:
    assert ratio(value) == words


def test_a_game_outside_of_the_theorem_counts_for_nothing() -> None:
    never = replace(
        HALVING, assuming=(Premise("never", lambda trace: False),), bound=Le(M, Integer(-1), evaluate=False)
    )
    outcome = judge(never, Halving, GAME)
    assert outcome.outside
    assert outcome.verdict == "stands"
    assert attack(never, Halving, "Halving", BRISK).verdict == "vacuous"


# ---- what a proof takes for granted ----


def test_a_game_that_violates_what_the_proof_takes_for_granted_is_told() -> None:
    """Also one that the prover did not play: every game that is judged is asked."""
    assert HALVING.proof is not None
    size = next(symbol for symbol in HALVING.bound.free_symbols if symbol.name == "H")
    few = replace(HALVING, proof=replace(HALVING.proof, means={"few hypotheses": size <= 7}))
    assert judge(few, Halving, GAME).verdict == "falsified", "thresholds(8) has 8 hypotheses"
    assert "assumes: few hypotheses" in judge(few, Halving, GAME).message
    assert judge(few, Halving, bisection_game(thresholds(7), 3)).verdict == "stands"
    assert judge(few, Halving, GAME, steps=False).verdict == "stands", "a submission does not answer for our proof"


def test_a_hypothesis_that_was_dropped_is_not_taken_for_granted() -> None:
    assert HALVING.proof is not None
    size = next(symbol for symbol in HALVING.bound.free_symbols if symbol.name == "H")
    small = Premise("small", lambda trace: True, size <= 2)
    claim = replace(HALVING, assuming=(small,), proof=replace(HALVING.proof, assuming={small: size <= 2}))
    assert judge(claim, Halving, GAME).verdict == "falsified"
    assert judge(claim.without(small), Halving, GAME).verdict == "stands"


def with_rounds(**parts: Any) -> Any:
    """Halving's claim, with more said of its rounds with a mistake."""
    proof: Any = HALVING.proof
    (mistakes,) = (symbol for symbol in HALVING.bound.free_symbols if symbol.name == "M")
    mistake = Transition(sets={mistakes: mistakes + 1}, when=on_mistake, **parts)
    return replace(HALVING, proof=replace(proof, start={mistakes: 0}, rounds={"a mistake": mistake}))


@pytest.mark.parametrize("kind", ["assuming", "means", "using"])
def test_what_is_taken_for_granted_of_rounds_is_asked_of_every_round(kind: str) -> None:
    """|V| ≤ 4 is violated in the first round of a game of 8 hypotheses alone; the prover has no part in it."""
    (alive,) = (symbol for symbol in HALVING.steps[0].relation.free_symbols if symbol.name == "V")
    few = alive <= 4
    granted: Any = {
        "assuming": {HALVING.assuming[0]: few},
        "means": {"few are left": few},
        "using": (Fact("few are left", few, "lemma", "so it is"),),
    }[kind]
    claim = with_rounds(**{kind: granted})
    fallen = judge(claim, Halving, GAME)
    assert fallen.verdict == "falsified"
    assert "round 1 of a played game of 3 rounds: V = 8" in fallen.message
    assert judge(claim, Halving, bisection_game(thresholds(4), 2)).verdict == "stands"
    assert judge(claim, Halving, GAME, steps=False).verdict == "stands"


def test_what_counts_is_asked_when_the_game_is_over() -> None:
    """A relation of M says nothing of single rounds, in which M is not measured; a fact is asked in the end."""
    (mistakes,) = (symbol for symbol in HALVING.bound.free_symbols if symbol.name == "M")
    assert judge(with_rounds(means={"none": mistakes <= 0}), Halving, GAME).verdict == "stands"
    (alive,) = (symbol for symbol in HALVING.steps[0].relation.free_symbols if symbol.name == "V")
    proof: Any = HALVING.proof
    left = Fact("nobody is left", alive <= 0, "lemma", "so it is")
    fallen = judge(replace(HALVING, proof=replace(proof, using=(*proof.using, left))), Halving, GAME)
    assert "the end of a played game of 3 rounds: V = 1" in fallen.message


# ---- states beyond every measure ----


@pytest.mark.slow
def test_a_state_as_large_as_floats_go_is_judged_without_a_word() -> None:
    """numpy would warn of it on the terminal, where the reader has done nothing wrong."""

    class Huge:
        def __init__(self, *arguments: Any) -> None:
            self._own = ModifiedPerceptron(*arguments)

        def __getattr__(self, attribute: str) -> Any:
            value = getattr(self._own, attribute)
            return np.full(np.shape(value), 1e300) if attribute == "w" else value

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = check(Huge, "ModifiedPerceptron", profile=Profile("quick", scout=5, search=0, shrink=0))
    assert all(result.verdict in ("stands", "skipped", "falsified") for _, result in report.results)


@pytest.mark.slow
def test_a_loss_that_no_float_holds_falsifies_with_numbers() -> None:
    class Divergent(LogisticRegression):
        def fit(self, X: Any, y: Any) -> None:
            super().fit(X, y)
            self.w = np.full_like(self.w, -1e308)

    (result,) = check(Divergent, "LogisticRegression", claims=["logistic-erm"], profile=BRISK).results
    assert result[1].verdict == "falsified"
    assert "L_S(w) = " in result[1].message
    assert result[1].calls


@pytest.mark.slow
def test_who_stops_just_before_the_least_loss_is_told_when_to_stop() -> None:
    class Stops(LogisticRegression):
        def fit(self, X: Any, y: Any) -> None:
            super().fit(X, y)
            self.w = self.w * 1.01 + 0.001

    ((_, result),) = check(
        Stops, "LogisticRegression", claims=["logistic-erm"], profile=Profile("quick", 0, 0, 0)
    ).results
    assert result.verdict == "falsified"
    assert "gᵀH⁻¹g" in result.message


@pytest.mark.parametrize(
    ("what", "verdict", "outside"),
    [
        ("naive halving", "stands", True),
        ("list of thresholds", "stands", True),
        ("as in the notes", "stands", False),
        ("32 bits", "falsified", False),
    ],
)
def test_a_table_that_memory_does_not_hold_costs_a_learner_nothing(what: str, verdict: str, outside: bool) -> None:
    kinds = implementations("ThresholdHalving")
    learner = Plays(partial(LocalLearner, {**kinds["WRONG"], **kinds["RIGHT"]}[what]), clock=Clock())
    (vast,) = [game for game in grid_ladder() if game.n > 2**31]
    outcome = judge(THRESHOLD_HALVING_CONFORMS, learner, vast, steps=False)
    assert (outcome.verdict, outcome.outside) == (verdict, outside)
    if outside:
        small = judge(THRESHOLD_HALVING_CONFORMS, learner, ThresholdGame(9, ((MIDDLE, CONTRADICT),) * 4), steps=False)
        assert (small.verdict, small.outside) == ("stands", False)
