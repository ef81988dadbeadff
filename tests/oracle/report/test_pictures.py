"""Pictures show what was played: the scenes are right, the drawings are whole, and their colours can be told apart."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import chosen
import numpy as np
import pytest
from cases import drawn
from catalogue import CLAIMS
from implementations import implementation

from learncheck import learners
from learncheck.learners.foils.finite import RemovesNobody
from learncheck.learners.foils.perceptron import TurnsAway
from learncheck.oracle.engine.growth import growth
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import attack
from learncheck.oracle.grading.grade import check
from learncheck.oracle.judging.decide import decide
from learncheck.oracle.report.html import grade_page
from learncheck.oracle.report.pictures import (
    OURS,
    REFERENCE,
    STATE,
    YOURS,
    Boosted,
    Cells,
    Curved,
    Ellipsoids,
    FitScene,
    SampleScene,
    Separators,
    Shares,
    ShatteredPoints,
    Tree,
    alone,
    proof_chart,
    scene,
)
from learncheck.oracle.report.pictures.samples import formula
from learncheck.strategies.halfspaces.regression import PolynomialSample, RegressionSample
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import at_random
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.notes.boosting.by_majority import ScriptedMajority


def few(claim: Claim, count: int) -> list[Any]:
    """Some cases of the search."""
    return drawn(claim.build(claim.cases.search), count, seed=0)


def scenes(claim: Claim, whose: str = OURS) -> Iterator[Any]:
    """The scenes of a few games of the search."""
    games = (case.play(claim.learner, (*claim.watch, *STATE)) for case in few(claim, 40))
    return (picture for trace in games if (picture := scene(claim, trace, whose)) is not None)


def longest(claim_id: str) -> Any:
    return max(
        scenes(CLAIMS[claim_id]), key=lambda picture: len(getattr(picture, "answers", getattr(picture, "w", ())))
    )


# ---- what there is to see ----


def test_the_cells_that_go_dark_are_those_that_disagree() -> None:
    for found in scenes(CLAIMS["halving-mistakes"]):
        assert isinstance(found, Cells)
        for before, after in itertools.pairwise(found.alive):
            assert not (after & ~before).any(), "a dead hypothesis has come back"
        assert all(alive.any() for alive in found.alive), "the game is realizable"
        assert not found.trusted, "what is left is told once"
    for found in submitted("halving-mistakes", learners.Halving):
        assert all((alive == own).all() for alive, own in zip(found.alive, found.trusted, strict=True))


@pytest.mark.parametrize("name", learners.LEARNERS)
def test_every_learner_is_drawn(name: str) -> None:
    """In a game of some claim about it, as the reference learner and as a submission."""
    about = [claim for claim in CLAIMS.values() if claim.learner is not None and claim.learner.__name__ == name]
    for whose in (OURS, YOURS):
        assert any(True for claim in about for _ in scenes(claim, whose))


@pytest.mark.parametrize(
    ("claim_id", "learner", "attribute"),
    [
        ("experts-perfect", learners.ExpertsMajority, "alive"),
        ("experts-restart", learners.ExpertsRestart, "alive"),
        ("disjunction-elimination-mistakes", learners.DisjunctionElimination, "candidates"),
    ],
)
def test_the_rows_that_are_left_are_those_that_the_learner_keeps(claim_id: str, learner: Any, attribute: str) -> None:
    claim = CLAIMS[claim_id]
    for case in few(claim, 30):
        trace = case.play(learner, (attribute,))
        picture = scene(claim, trace)
        if picture is not None:
            assert isinstance(picture, Cells)
            kept = [trace.rounds[0].before[attribute], *(round_.after[attribute] for round_ in trace.rounds)]
            assert [row.tolist() for row in picture.alive] == [row.tolist() for row in kept]


def test_the_thresholds_that_are_left_are_between_the_learners_ends() -> None:
    claim = CLAIMS["threshold-halving-mistakes"]
    for case in few(claim, 30):
        trace = case.play(learners.ThresholdHalving, ("l", "r"))
        picture = scene(claim, trace)
        if picture is not None:
            assert isinstance(picture, Cells)
            for alive, round_ in zip(picture.alive[1:], trace.rounds, strict=True):
                left = [2 * index - 1 for index in np.flatnonzero(alive)]
                assert (left[0], left[-1]) == (round_.after["l"], round_.after["r"])
                assert alive.sum() == (round_.after["r"] - round_.after["l"]) / 2 + 1


@pytest.mark.slow
def test_where_a_kernels_sum_is_positive_the_learner_says_plus() -> None:
    found = max(scenes(CLAIMS["kernel-perceptron-mistakes"]), key=lambda picture: len(picture.answers))
    assert isinstance(found, Curved)
    for claim_id in ("kernel-perceptron-mistakes", "kernel-perceptron-conforms"):
        claim = CLAIMS[claim_id]
        for case in few(claim, 10):
            trace = case.play(learners.KernelPerceptron)
            found = scene(claim, trace)
            if found is None:
                continue
            learner = learners.KernelPerceptron(*case.arguments())
            for round_ in trace.rounds:
                learner.update(np.asarray(round_.instance, dtype=float), round_.label)
            xs, ys = found.axes
            for i, j in ((0, 0), (20, 0), (40, -1)):
                spot = np.array([xs[i]] if found.on_line else [xs[i], ys[j]])
                value = found.sums[-1][i, j]
                assert abs(value) < 1e-9 or learner.predict(spot) == np.sign(value)


def test_probabilities_are_shown_beside_those_that_were_due() -> None:
    for found in scenes(CLAIMS["randomized-weighted-majority"]):
        assert isinstance(found, Shares)
        assert found.p.sum(axis=1) == pytest.approx(1)
        for p, advice, answer in zip(found.p, found.advice, found.answers, strict=True):
            assert answer.chance == pytest.approx(p[advice != answer.label].sum())
    pairs = submitted(
        "randomized-weighted-majority", implementation("RandomizedWeightedMajority", "ignores epsilon"), ()
    )
    assert any(not np.allclose(pair.p, pair.other.p) for pair in pairs)
    assert {alone(pair).other for pair in pairs} == {None}
    for found in submitted("randomized-weighted-majority-samples", learners.RandomizedWeightedMajority, ()):
        assert found.drawn
        assert found.p == pytest.approx(found.other.p), "its draws are those of its probabilities"


def test_the_separator_is_the_learners_own() -> None:
    claim = CLAIMS["perceptron-mistakes"]
    picture = longest(claim.id)
    assert isinstance(picture, Separators)
    w = np.zeros(2)
    for x, answer, after in zip(picture.points, picture.answers, picture.w[1:], strict=True):
        assert answer.mistake == (answer.label * (w @ x) <= 0)
        w = w + answer.label * x * answer.mistake
        assert (w == after).all()


def test_the_ellipsoid_shrinks_and_the_cone_holds_every_target() -> None:
    picture = longest("ellipsoid-mistakes")
    assert isinstance(picture, Ellipsoids)
    assert picture.other is None, "no wrong learner is drawn beside the right one"
    volumes = [np.linalg.det(A) for A in picture.A]
    assert any(answer.mistake for answer in picture.answers)
    for answer, (before, after) in zip(picture.answers, itertools.pairwise(volumes), strict=True):
        assert after / before == pytest.approx(16 / 27 if answer.mistake else 1)  # the squared ratio of the volumes
    for upto in range(1, len(picture.answers) + 1):
        low, high = picture.possible(upto)
        inside = np.array([np.cos((low + high) / 2), np.sin((low + high) / 2)])
        outside = np.array([np.cos(high + 0.01), np.sin(high + 0.01)])
        signed = [answer.label * x for x, answer in zip(picture.points[:upto], picture.answers, strict=False)]
        assert all(x @ inside > 0 for x in signed)
        assert any(x @ outside <= 0 for x in signed)


def submitted(claim_id: str, make: Any, watch: tuple[str, ...] = STATE) -> list[Any]:
    """The scenes of a few games of a submission."""
    claim = CLAIMS[claim_id]
    games = (case.play(make, watch) for case in few(claim, 20))
    return [found for trace in games if (found := scene(claim, trace, YOURS)) is not None]


def test_a_submission_is_shown_beside_the_learner_that_should_have_been() -> None:
    turned = [
        picture
        for picture in submitted("perceptron-mistakes", TurnsAway)
        if any(one.mistake for one in picture.answers)
    ]
    assert turned
    for found in turned:
        assert found.whose == YOURS
        assert found.other.whose == REFERENCE
        first = [answer.mistake for answer in found.answers].index(True) + 1
        assert (found.w[first] == -found.other.w[first]).all()
        assert alone(found).other is None
    for found in submitted("weighted-majority-mistakes", learners.WeightedMajority):
        assert (found.w == found.other.w).all()
        assert alone(found).other is None


def test_a_submission_without_state_is_shown_by_the_reference_learner_or_not_at_all() -> None:
    for claim_id, make in (
        ("perceptron-mistakes", learners.Perceptron),
        ("weighted-majority-mistakes", learners.WeightedMajority),
    ):
        pictures = submitted(claim_id, make, ())
        assert pictures
        assert {picture.whose for picture in pictures} == {REFERENCE}
        assert {alone(picture) for picture in pictures} == {None}


def test_the_training_error_stays_under_the_products_and_these_under_the_bound() -> None:
    pictures = list(scenes(CLAIMS["adaboost-training-error"]))
    assert pictures
    for found in pictures:
        assert isinstance(found, Boosted)
        for error, product, bound in zip(found.error, found.product, found.bound, strict=True):
            assert error <= product + 1e-9
            assert product <= bound + 1e-9


@pytest.mark.slow
def test_of_a_submissions_boosting_its_own_error_is_shown_beside_adaboosts() -> None:
    for found in scenes(CLAIMS["adaboost-training-error"], YOURS):
        assert isinstance(found, Boosted)
        assert found.own == pytest.approx(found.error[-1]), "it is the reference learner that was submitted"
        withheld = alone(found)
        assert isinstance(withheld, Boosted)
        assert withheld.own == found.own
        assert not withheld.error
        assert not withheld.product
        assert withheld.due is None
        if found.D is not None:
            assert found.due == pytest.approx(found.D), "AdaBoost hands over what AdaBoost would"


@pytest.mark.slow
def test_the_bars_are_what_a_booster_handed_over_and_the_marks_what_was_due() -> None:
    claim = CLAIMS["adaboost-conforms"]
    traces = (case.play(implementation("AdaBoost", "never reweights")) for case in few(claim, 40))
    found = [picture for trace in traces if (picture := scene(claim, trace, YOURS)) is not None]
    assert any(one.D is not None and len(one.D) > 1 and not np.allclose(one.D, one.due) for one in found)
    for picture in found:
        if picture.D is not None:
            assert np.ptp(picture.D, axis=0) == pytest.approx(0), "it never reweights"
            for errs, new in zip(picture.wrong[:-1], picture.due[1:], strict=True):
                if np.isfinite(new).all():
                    assert new[errs].sum() == pytest.approx(0.5), "what h errs on weighs one half in the next round"
            assert np.isfinite(picture.due[0]).all()


def test_a_state_of_another_shape_shows_nothing() -> None:
    class Odd(learners.WeightedMajority):
        @property
        def w(self) -> Any:
            return "heavy"

        @w.setter
        def w(self, value: Any) -> None:
            pass

        def predict(self, advice: Any) -> int:
            return 1

        def update(self, advice: Any, y: int) -> None:
            pass

    claim = CLAIMS["weighted-majority-mistakes"]
    case = next(iter(claim.witnesses()))
    assert scene(claim, case.play(Odd, STATE)) is None


# ---- growth ----


FEW = Profile("quick", scout=30, search=10, shrink=200)


@pytest.mark.slow
def test_growth_shows_the_games_that_the_attacks_judged() -> None:
    claim = CLAIMS["halving-mistakes"]
    evidence = attack(claim, learners.Halving, "Halving", FEW)
    found = growth(evidence)
    assert found.measured == "H"
    assert not found.lower
    sizes = {game.size: game for game in found.sizes}
    assert sizes[64].observed == sizes[64].bound == 6
    assert list(sizes) == sorted(sizes)
    judged = {(game.observed, game.bound) for game in evidence.sizes.values()}
    assert {(game.observed, game.bound) for game in found.sizes} <= judged
    assert max(game.ratio for game in found.sizes) == evidence.ratio


def test_growth_shows_a_violation_where_the_claim_falls() -> None:
    evidence = attack(CLAIMS["halving-mistakes"], RemovesNobody, "Halving", FEW, steps=False)
    found = growth(evidence)
    assert evidence.counterexample is not None
    worst = evidence.counterexample.worst
    assert any(game.falls and (game.observed, game.bound) == (worst.observed, worst.bound) for game in found.sizes)
    assert max(game.ratio for game in found.sizes) == worst.ratio > 1


def test_a_lower_bound_is_told_from_an_upper_one(pictures: Any) -> None:
    claim = CLAIMS["vc-forces-mistakes"]
    found = growth(attack(claim, claim.learner, "Halving", FEW))
    assert found.lower
    assert all(game.observed >= game.bound for game in found.sizes)
    assert "must lie above" in pictures.growth_picture(found)
    assert "must lie at or below" in pictures.growth_picture(
        growth(attack(CLAIMS["halving-mistakes"], learners.Halving, "", FEW))
    )


# ---- drawings ----


@pytest.fixture(scope="module")
def pictures(matplotlib: Any) -> Any:
    from learncheck.oracle.report import pictures

    return pictures


@chosen.few(4)
@pytest.mark.parametrize(
    "claim_id",
    ["halving-mistakes", "perceptron-mistakes", "ellipsoid-mistakes", "weighted-majority-mistakes",
     "adaboost-training-error", "threshold-halving-mistakes", "experts-restart", "disjunction-elimination-mistakes",
     "kernel-perceptron-mistakes", "randomized-weighted-majority", "halfspace-lp"],
)  # fmt: skip
def test_a_drawing_is_whole_and_says_what_it_shows(pictures: Any, claim_id: str) -> None:
    picture = longest(claim_id)
    one, other = pictures.picture(picture), pictures.picture(picture)
    for svg in (one, other):
        tree = ElementTree.fromstring(svg)
        assert tree.attrib["role"] == "img"
        assert len(tree[0].text or "") > 20
        names = re.findall(r' id="([^"]+)"', svg)
        assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg)) <= set(names)
        assert "currentColor" in svg
        assert "<style" not in svg
    assert not set(re.findall(r' id="([^"]+)"', one)) & set(re.findall(r' id="([^"]+)"', other))


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim_id",
    ["ellipsoid-mistakes", "perceptron-mistakes", "halving-mistakes", "winnow-mistakes", "experts-restart",
     "disjunction-elimination-mistakes", "kernel-perceptron-mistakes", "randomized-weighted-majority"],
)  # fmt: skip
def test_a_round_has_two_frames_and_no_two_are_alike(pictures: Any, claim_id: str) -> None:
    """The state by which the learner answers, and that after the update; without the ids, which always differ."""
    picture = longest(claim_id)
    rounds = len(picture.answers)
    frames = pictures.frames(picture, rounds)
    assert list(frames) == [(number, over) for number in pictures.frame_numbers(rounds) for over in (False, True)]
    bare = [re.sub(r'(id="|#)p\d+', "", frame) for frame in frames.values()]
    assert len(set(bare)) == len(bare)
    for number, answer in enumerate(picture.answers[: pictures.MOST_FRAMES], start=1):
        if (number, False) in frames:
            assert answer.words in frames[number, False]


def test_the_chart_of_a_proof_shows_the_broken_round(pictures: Any) -> None:
    claim = CLAIMS["perceptron-mistakes"]
    case = next(iter(claim.witnesses()))
    right = proof_chart(claim, case.play(learners.Perceptron, claim.watch))
    assert right is not None
    assert right.broken is None
    for quantity in right.quantities:
        for limit in quantity.limits:
            assert (quantity.values[limit.round] >= limit.value) is limit.above or quantity.values[
                limit.round
            ] == limit.value
    trace = case.play(TurnsAway, claim.watch)
    outcome = decide(claim, trace, explain=True)
    wrong = proof_chart(claim, trace, YOURS, outcome.broken_step)
    assert wrong is not None
    assert outcome.broken_step is not None
    assert wrong.broken == outcome.broken_step.round
    assert wrong.other is not None
    assert wrong.other.broken is None
    assert f"broken in round {wrong.broken}" in pictures.chart(wrong)
    assert "broken" not in pictures.chart(right)


def test_the_chart_of_losses_shows_what_the_bound_allows_in_the_end() -> None:
    from learncheck import games
    from learncheck.games import L, R, T, n

    class First:
        def __init__(self, experts: int, rounds: int) -> None:
            self.size = experts

        def predict(self, t: int) -> list[int]:
            return [1, *[0] * (self.size - 1)]

        def update(self, t: int, losses: Any) -> None:
            pass

    trace = games.ExpertLosses(2, ((Fraction(1, 2), 1), (1, 0), (1, 0))).play(First)  # pays 5/2, and the other 1
    for bound, allowed in ((R <= T, 4), (R <= T / 2, 2.5), (L <= n, 2), (R <= 1, 2), (L >= 3, 3)):
        claim = Claim("regret", "A guess.", learner=First, cases=games.experts(), bound=bound)
        found = proof_chart(claim, trace)
        assert found is not None
        ((limit,),) = (quantity.limits for quantity in found.quantities)
        assert found.quantities[0].values == (0, 0.5, 1.5, 2.5)
        assert (limit.round, limit.value) == (3, allowed)
        assert (found.broken == 3) is (decide(claim, trace).verdict == "falsified") is (allowed != 4 and allowed != 2.5)
        assert "that of the best comparator so far, in the end 1" in found.key
        assert found.best == (0, 0.5, 1, 1)
        assert "what the bound allows" in found.key
    claim = Claim("rounds", "A guess.", learner=First, cases=games.experts(), bound=T <= R)
    assert proof_chart(claim, trace) is None


def test_a_batch_learners_sample_is_drawn_with_its_answers(pictures: Any) -> None:
    claim = CLAIMS["rectangle-erm"]

    class Everything(learners.RectangleERM):
        def predict(self, X: Any) -> Any:
            return np.ones(len(X), dtype=int)

    case = next(case for case, _ in at_random(claim.build(claim.cases.search), 0) if set(case.labels) == {1, -1})
    picture = scene(claim, case.play(Everything), YOURS)
    assert isinstance(picture, SampleScene)
    assert picture.wrong.sum() == list(case.labels).count(-1)
    assert picture.fitted == REFERENCE
    withheld = alone(picture)
    assert isinstance(withheld, SampleScene)
    assert withheld.region is None
    assert re.search("does not give the label", pictures.picture(picture))
    assert not scene(claim, case.play(learners.RectangleERM)).wrong.any()  # type: ignore[union-attr]
    head, rows = picture.table
    assert head == ["x", "label", "your answer", "reference"]
    assert [row[2] for row in rows[: len(picture.y)]] == ["+1" if y == 1 else "+1 ✗" for y in case.labels]
    assert [row[3] for row in rows[: len(picture.y)]] == ["+1" if y == 1 else "−1 ≠" for y in case.labels]
    assert withheld.table[0] == head[:3]


def test_an_example_that_the_sample_has_twice_is_answered_like_the_instance_that_was_asked(pictures: Any) -> None:
    """Also of boosters, which are asked each instance once, whatever the sample is."""

    class Plus(learners.BoostingByMajority):
        def predict(self, X: Any) -> Any:
            return np.ones(len(X), dtype=int)

    case = ScriptedMajority((1, -1, 1, 1), (1, 2, 1, 0), ((0,), (1,)), gamma=Fraction(1, 8))
    picture = scene(CLAIMS["boosting-by-majority"], case.play(Plus), YOURS)
    assert isinstance(picture, SampleScene)
    assert picture.y.tolist() == [1, -1, -1, 1]
    assert picture.wrong.tolist() == [False, True, True, False]
    assert [row[0] for row in picture.table[1]] == ["0", "1", "1", "2", "3"], "what is not in the sample comes last"


def test_answers_off_the_sample_are_set_against_the_reference(pictures: Any) -> None:
    """Also of a learner that exposes no state."""

    class Wider(learners.RectangleERM):
        def predict(self, X: Any) -> Any:
            return np.where(((self.a - 1 <= X) & (self.b + 1 >= X)).all(axis=1), 1, -1)

    claim = CLAIMS["rectangle-erm-conforms"]
    found = [picture for picture in submitted(claim.id, Wider, ()) if picture.differs[len(picture.y) :].any()]
    assert {picture.X.shape[1] for picture in found} >= {1, 2}
    for picture in found:
        assert len(picture.table[1]) == len(picture.y) + len(picture.beyond)
        assert [row[-1].endswith("≠") for row in picture.table[1]] == picture.differs.tolist()
        if not picture.as_table:
            assert re.search("answers differently", pictures.picture(picture))
            assert not re.search("differently|unlike", pictures.picture(alone(picture)))
    tie = replace(found[0], due=np.zeros(len(found[0].due)))
    assert not tie.differs.any(), "a tie may be broken either way"


class Turned(learners.HalfspaceLP):
    """Turns w round, and refuses nothing."""

    def fit(self, X: Any, y: Any) -> Any:
        try:
            super().fit(X, y)
        except ValueError:
            self.w = np.zeros(X.shape[1])
        self.w = -self.w
        return self


@pytest.mark.slow
def test_the_weights_of_a_batch_learner_are_drawn_where_it_shows_them(pictures: Any) -> None:
    claim = CLAIMS["halfspace-lp"]
    traces = [case.play(Turned, claim.watch) for case in few(claim, 60)]
    found = [(trace, picture) for trace in traces if (picture := scene(claim, trace, YOURS)) is not None]
    shown = [picture for trace, picture in found if len(trace.facts.predictions)]
    assert any(picture.w is not None and picture.wrong.all() for picture in shown)
    assert all("⟨w,x⟩ = 0 of your learner" in pictures.picture(picture) for picture in shown if picture.w is not None)
    silent = [picture for trace, picture in found if not len(trace.facts.predictions)]
    assert silent, "samples that no halfspace separates are drawn, too"
    assert all(not picture.wrong.any() and "gave no answers" in pictures.picture(picture) for picture in silent)


def test_a_boolean_hypothesis_is_told_and_so_is_what_it_differs_on() -> None:
    plain = implementation("ConjunctionElimination", "plain literals")
    wrong = [
        picture
        for picture in submitted("conjunction-elimination", plain, ())
        if picture.differs[len(picture.y) :].any()
    ]
    assert any(len(picture.table[1]) > len(picture.y) for picture in wrong)
    for found in wrong:
        sampled, further = np.split(np.array(found.table[1]), [len(found.y)])
        assert {tuple(row) for row in further[:, 1:]} <= {("", "+1", "−1 ≠")}, "it holds more often"
        assert not set(further[:, 0]) & set(sampled[:, 0])
        assert found.formula
        assert len(alone(found).table[1]) == len(found.y)  # type: ignore[union-attr]
        assert alone(found).formula == ""  # type: ignore[union-attr]
    learner = learners.DecisionListLearner().fit(np.array([[1, 0], [0, 1], [1, 1]]), np.array([-1, -1, 1]))
    assert formula(learner) == "if x₁ = 0 then −1; if x₂ = 0 then −1; if x₁ = 1 then +1; else −1"
    page = grade_page([check(plain, "ConjunctionElimination", claims=["conjunction-elimination"])])
    assert "hypothesis of the reference learner" in page
    assert "your answer" in page


class HalfTheFit(learners.LeastSquares):
    def predict(self, X: Any) -> Any:
        return super().predict(X) / 2


@pytest.mark.parametrize(
    "case",
    [
        RegressionSample(((4,), (8,), (-4,)), (4, -4, 4)),
        RegressionSample(((4, 4), (8, 4), (-4, 4)), (4, -4, 4)),
        PolynomialSample((-4, 0, 4), (4, 0, 4), 2),
        PolynomialSample((-4, 0, 8), (4, 0, 4), 0),
    ],
    ids=["a line", "a plane", "a parabola", "a constant"],
)
def test_targets_are_no_labels(pictures: Any, case: Case) -> None:
    """Where all targets happen to be +1 and −1, too."""
    picture = scene(CLAIMS["least-squares"], case.play(HalfTheFit), YOURS)
    assert isinstance(picture, FitScene)
    assert picture.answers == pytest.approx(picture.due / 2)
    assert picture.on_line == (len(picture.curve) > 0)
    assert len(set(picture.at.tolist())) == 3
    image = pictures.picture(picture)
    assert "answer of your learner" in image
    assert "label" not in image
    assert ("the fit" in image) == picture.on_line
    assert "reference" not in pictures.picture(alone(picture))


@pytest.mark.slow
def test_shattered_sets_and_trees_are_drawn(pictures: Any) -> None:
    shattered = list(scenes(CLAIMS["vc-halfspaces"]))
    assert pictures.picture(shattered[-1])
    for found in shattered:
        assert isinstance(found, ShatteredPoints)
        for labels, separator in zip(found.labellings, found.separators, strict=True):
            if separator is not None:
                w, b = separator
                assert all(y * (w @ found.points[i] + b) > 0 for i, y in zip(found.chosen, labels, strict=True))
    trees = list(scenes(CLAIMS["optimal-mistakes-at-most-log"]))
    assert trees
    assert all(isinstance(tree, Tree) and f"depth {tree.depth}" in pictures.picture(tree) for tree in trees[:3])


def test_the_colours_can_be_told_apart_by_the_colour_blind(pictures: Any) -> None:
    """The two colours that a picture sets against each other differ under protanopia, deuteranopia and tritanopia."""
    kinds = {  # Machado, Oliveira and Fernandes 2009, full severity, on linear RGB
        "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    }
    from learncheck.oracle.report.pictures.inks import BLUE, GREEN, ORANGE, SKY, YELLOW

    pairs = [(BLUE, ORANGE), (SKY, YELLOW), (GREEN, ORANGE), (GREEN, BLUE)]
    for kind, matrix in kinds.items():
        for one, other in pairs:
            seen = [np.array(matrix) @ linear(colour) for colour in (one, other)]
            assert np.abs(seen[0] - seen[1]).max() > 0.1, f"{one} and {other} under {kind}"


def linear(colour: str) -> Any:
    shares = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
