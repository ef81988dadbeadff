"""Pictures show what was played: the scenes are right, the drawings are whole, and their colours can be told apart."""

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import chosen
import numpy as np
import pytest
from cases import drawn
from catalogue import CLAIMS
from implementations import implementation

from learncheck import learners
from learncheck.learners.foils.perceptron import TurnsAway
from learncheck.oracle.engine.growth import growth
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import attack
from learncheck.oracle.judging.around import Around
from learncheck.oracle.judging.decide import decide
from learncheck.oracle.judging.transcript import STATE
from learncheck.oracle.report.pictures import scene
from learncheck.oracle.report.pictures.boosting import Boosted
from learncheck.oracle.report.pictures.cells import Cells
from learncheck.oracle.report.pictures.ellipsoids import Ellipsoids
from learncheck.oracle.report.pictures.proof import proof_chart
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS
from learncheck.oracle.report.pictures.samples import SampleScene
from learncheck.oracle.report.pictures.separators import Separators
from learncheck.oracle.report.pictures.shares import Shares
from learncheck.strategies.play.choices import at_random
from learncheck.theorems.language.claim import Claim


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
    for picture in scenes(CLAIMS["halving-mistakes"]):
        assert isinstance(picture, Cells)
        for before, after in itertools.pairwise(picture.alive):
            assert not (after & ~before).any(), "a dead hypothesis has come back"
        assert all(alive.any() for alive in picture.alive), "the game is realizable"
        assert not picture.trusted, "what is left is told once"
    for picture in submitted("halving-mistakes", learners.Halving):
        assert all((alive == own).all() for alive, own in zip(picture.alive, picture.trusted, strict=True))


@pytest.mark.parametrize("name", learners.LEARNERS)
def test_every_learner_is_drawn(name: str) -> None:
    """In a game of some claim about it, as the reference learner and as a submission."""
    about = [claim for claim in CLAIMS.values() if claim.learner is not None and claim.learner.__name__ == name]
    for whose in (OURS, YOURS):
        assert any(True for claim in about for _ in scenes(claim, whose)), f"no picture shows a game of {name}"


def test_probabilities_are_shown_beside_those_that_were_due() -> None:
    for picture in scenes(CLAIMS["randomized-weighted-majority"]):
        assert isinstance(picture, Shares)
        assert picture.p.sum(axis=1) == pytest.approx(1)
        for p, advice, answer in zip(picture.p, picture.advice, picture.answers, strict=True):
            assert answer.chance == pytest.approx(p[advice != answer.label].sum())
    pairs = submitted(
        "randomized-weighted-majority", implementation("RandomizedWeightedMajority", "ignores epsilon"), ()
    )
    assert any(not np.allclose(pair.p, pair.other.p) for pair in pairs)
    assert {pair.alone().other for pair in pairs} == {None}
    for picture in submitted("randomized-weighted-majority-samples", learners.RandomizedWeightedMajority, ()):
        assert picture.drawn
        assert picture.p == pytest.approx(picture.other.p), "its draws are those of its probabilities"


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
    return [picture for trace in games if (picture := scene(claim, trace, YOURS)) is not None]


def test_a_submission_is_shown_beside_the_learner_that_should_have_been() -> None:
    turned = [
        picture
        for picture in submitted("perceptron-mistakes", TurnsAway)
        if any(one.mistake for one in picture.answers)
    ]
    assert turned
    for picture in turned:
        assert picture.whose == YOURS
        assert picture.other.whose == REFERENCE
        first = [answer.mistake for answer in picture.answers].index(True) + 1
        assert (picture.w[first] == -picture.other.w[first]).all()
        assert picture.alone().other is None
    for picture in submitted("weighted-majority-mistakes", learners.WeightedMajority):
        assert (picture.w == picture.other.w).all()
        assert picture.alone().other is None


def test_a_submission_without_state_is_shown_by_the_reference_learner_or_not_at_all() -> None:
    for claim_id, make in (
        ("perceptron-mistakes", learners.Perceptron),
        ("weighted-majority-mistakes", learners.WeightedMajority),
    ):
        pictures = submitted(claim_id, make, ())
        assert pictures
        assert {picture.whose for picture in pictures} == {REFERENCE}
        assert {picture.alone() for picture in pictures} == {None}


def test_the_training_error_stays_under_the_products_and_these_under_the_bound() -> None:
    pictures = list(scenes(CLAIMS["adaboost-training-error"]))
    assert pictures
    for picture in pictures:
        assert isinstance(picture, Boosted)
        for error, product, bound in zip(picture.error, picture.product, picture.bound, strict=True):
            assert error <= product + 1e-9
            assert product <= bound + 1e-9


def test_a_tie_on_the_line_is_at_height_0() -> None:
    at, ends = np.linspace(-1, 1, 3), np.array([[-1.0], [1.0]])
    labels = np.array([-1.0, 1.0])
    picture = SampleScene(ends, labels, labels, ends[:0], labels[:0], grid=(at,), whose=YOURS)
    layers = picture.with_own(Around((at,), 5 * at)).whole().panels[0].layers
    assert [list(layer.at[1]) for layer in layers if layer.name.endswith("at each x")] == [[-1, 0, 1]]


@pytest.mark.slow
def test_the_bars_are_what_a_booster_handed_over_and_the_marks_what_was_due() -> None:
    claim = CLAIMS["adaboost-conforms"]
    traces = (case.play(implementation("AdaBoost", "never reweights")) for case in few(claim, 40))
    drawn_pictures = [picture for trace in traces if (picture := scene(claim, trace, YOURS)) is not None]
    assert any(one.D is not None and len(one.D) > 1 and not np.allclose(one.D, one.due) for one in drawn_pictures)
    for picture in drawn_pictures:
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
    plot = growth(evidence)
    assert plot.measured == "H"
    assert not plot.lower
    sizes = {game.size: game for game in plot.sizes}
    assert sizes[64].observed == sizes[64].bound == 6
    assert list(sizes) == sorted(sizes)
    judged = {(game.observed, game.bound) for game in evidence.sizes.values()}
    assert {(game.observed, game.bound) for game in plot.sizes} <= judged
    assert max(game.ratio for game in plot.sizes) == evidence.ratio


# ---- drawings ----


def test_matplotlib_is_loaded_when_something_is_drawn() -> None:
    code = "import sys, learncheck.oracle.report.html; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


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
    one, other = (pictures.whole(picture)[0].svg for _ in range(2))
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
    assert f"broken in round {wrong.broken}" in pictures.drawn(wrong.whole())
    assert "broken" not in pictures.drawn(right.whole())


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
    withheld = picture.alone()
    assert isinstance(withheld, SampleScene)
    assert withheld.region is None
    assert re.search("does not give the label", pictures.drawn(picture.whole()))
    assert not scene(claim, case.play(learners.RectangleERM)).wrong.any()  # type: ignore[union-attr]
    head, rows = picture.table
    assert head == ["x", "label", "your answer", "reference"]
    assert [row[2] for row in rows[: len(picture.y)]] == ["+1" if y == 1 else "+1 ✗" for y in case.labels]
    assert [row[3] for row in rows[: len(picture.y)]] == ["+1" if y == 1 else "−1 ≠" for y in case.labels]
    assert withheld.table[0] == head[:3]
