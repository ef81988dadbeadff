"""What is shown is what was played: numbers that differ look different, and points are those that a program prints."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from cases import drawn
from sympy import Le, Symbol

from learncheck.exact.decide import compile_relation
from learncheck.learners import DecisionStump, Ellipsoid, Perceptron, RectangleERM
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.judging.figures import compared, numbers
from learncheck.oracle.judging.transcript import facts_of, together, transcript
from learncheck.oracle.report.pictures import samples
from learncheck.strategies.halfspaces.games import FreeGame
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.games import CONTRADICT
from learncheck.strategies.samples.fitting import Fit, Sample
from learncheck.theorems.language.registry import catalogue, select
from learncheck.theorems.notes.boosting.adaboost_stumps import pieces
from learncheck.theorems.notes.boosting.stumps import StumpSample
from learncheck.theorems.notes.pac.intervals import interval_fit
from learncheck.theorems.notes.pac.rectangles import FineBoxSample
from learncheck.theorems.rules.perceptron_runs import perceptron_fit

CLOSE = 2**-26
WEIGHTED = StumpSample(
    ((4,), (5,), (6,)), (1, -1, 1), weights=(2**26, 2**26 + 1, 2**26), weight_unit=Fraction(1, 2**26)
)
a, b = Symbol("a", real=True), Symbol("b", real=True)


@pytest.mark.parametrize("step", [CLOSE, 1e-10, 2**-52])
def test_instances_that_look_equal_have_no_different_labels(step: float) -> None:
    denominator = round(1 / step)
    game = FreeGame(((denominator, 0), (denominator + 1, 0)), denominator, ((0, CONTRADICT), (1, CONTRADICT)))
    (claim,) = select(["perceptron-conforms"])
    head, rows = transcript(claim, game.play(Perceptron))
    assert len({row[head.index("instance")] for row in rows}) == 2


def test_weights_that_differ_look_different() -> None:
    (claim,) = select(["stump-erm"])
    assert dict(facts_of(claim, WEIGHTED.play(DecisionStump)))["weights"] == "(1, 1.00000001, 1)"


def test_a_picture_of_a_sample_tells_its_weights_and_points_apart() -> None:
    X, y, _, _, weights = WEIGHTED.handed()
    scene = samples.SampleScene(X + CLOSE * X, y, y.astype(float), X[:0], y[:0], weights)
    head, rows = scene.table
    assert [row[head.index("weight")] for row in rows] == ["1", "1.00000001", "1"]
    assert len({row[0] for row in rows}) == 3


def test_the_sides_of_a_rectangle_that_differ_look_different() -> None:
    learner = RectangleERM()
    learner.fit(np.array([[1, 5], [1 + CLOSE, 7]]), np.array([1, 1]))
    assert samples.formula(learner) == "[1, 1.00000001] × [5, 7]"


def test_a_volume_that_hardly_shrinks_is_not_said_to_stay() -> None:
    class Lazy(Ellipsoid):
        def update(self, x: Any, y: int) -> None:
            self.A = self.A * (1 - 1e-9)

    claim, *_ = select(["ellipsoid-volume-shrinks"])
    game = FreeGame(((1, 0),), 1, ((0, CONTRADICT),))
    assert "goes from 1 to 0.999999998 in round 1" in judge(claim, Lazy, game, steps=False).message


@pytest.mark.parametrize("values", [(1.0, 1.0 + CLOSE), (Fraction(1), 1 + Fraction(1, 10**30)), (0.3, 0.1 + 0.2)])
def test_the_sides_of_a_comparison_that_fails_look_different(values: tuple[Any, Any]) -> None:
    relation = compile_relation(Le(b, a))
    left, right = compared(Le(b, a), relation, dict(zip((a, b), values, strict=True))).split(" > ")
    assert left != right


def test_quantities_in_a_message_are_told_apart_unless_rounding_made_the_difference() -> None:
    assert numbers({"a": 1 / 3, "b": 1 / 3 + 1e-9}) == "a = 0.333333333, b = 0.333333334"
    assert numbers({"a": 0.3, "b": 0.1 + 0.2}) == "a = 0.3, b = 0.3"


def test_a_table_of_states_tells_them_apart_unless_rounding_made_the_difference() -> None:
    show = together([0.25, 0.25 + CLOSE, 0.5], rounded=True)
    assert show((0.25, 0.25 + CLOSE, 0.5)) == "(0.25, 0.25000001, 0.5)"
    assert together([0.3, 0.1 + 0.2], rounded=True)([0.3, 0.1 + 0.2]) == "(0.3, 0.3)"


# ---- units ----


ENCODED = ("three-term-dnf-learned",)
"""Claims about learners that are handed other features than the sample's: its clauses."""


def test_the_points_of_a_sample_are_shown_as_they_are_handed_over() -> None:
    kinds: set[type] = set()
    for claim in catalogue():
        if not hasattr(claim.learner, "fit") or claim.id in ENCODED:
            continue
        (case,) = drawn(claim.build(claim.cases.search), 1)
        if isinstance(case, Sample) and type(case) not in kinds:
            kinds.add(type(case))
            words = case.in_words(Trace(case))
            assert np.array_equal(np.array(words["X"], dtype=float), case.handed().X), claim.id
            assert not {"points", "queries", "unit", "denominator"} & words.keys(), claim.id
    assert len(kinds) > 5


def test_a_weighted_error_is_a_sum_of_the_weights_that_are_shown() -> None:
    case = StumpSample(((4,), (5,)), (1, 1), weights=(1, 2), weight_unit=Fraction(1, 16))
    (claim,) = select(["stump-erm"])
    always_wrong = type("Stump", (DecisionStump,), {"predict": lambda self, X: -np.ones(len(X))})
    outcome = judge(claim, always_wrong, case, steps=False)
    assert dict(facts_of(claim, case.play(always_wrong)))["weights"] == "(0.0625, 0.125)"
    assert outcome.message.startswith("E = 3/16 > 0")


def test_the_stumps_of_a_vote_are_thresholds_of_the_points() -> None:
    case = pieces((1, 2, 1), 2)
    words = case.in_words(Trace(case))
    assert words["vote"] == ("x1 ≤ 0", "x1 > 2", "x1 ≤ 4")


def test_messages_name_points_as_they_are_handed_over() -> None:
    fit = perceptron_fit(((1, 0), (-1, 0)), (1, -1), (1, -1), ((-1, 0),), (1,), denominator=2)
    assert "+1 at (-1/2, 0)" in fit.why
    near = FineBoxSample(((0,), (2**64,), (2**64 + 2**38,)), (1, 1, 1))
    fit = interval_fit(Trace(near, facts=Fit((1, 1, 0), (), 0, {})))
    assert "on (1.00000001)" in fit.why
