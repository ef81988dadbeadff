"""Pictures show what was played: the scenes are right, the drawings are whole, and their colours can be told apart."""

import itertools
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from learncheck.learners import Ellipsoid, Halving, Perceptron, WeightedMajority
from learncheck.learners.foils.perceptron import TurnsAway
from learncheck.oracle.engine.growth import SIZES, Growth, Size, _spread, growth
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.report.scenes import (
    OURS,
    REFERENCE,
    STATE,
    YOURS,
    Boosted,
    Cells,
    Separators,
    Weights,
    alone,
    replayed,
    scene,
)
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Random, at_random
from learncheck.strategies.tables.finite_class import finite_class_games
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims

CLAIMS = {claim.id: claim for claim in all_claims()}


def drawn(claim: Claim, whose: str = OURS) -> list[Any]:
    """The scenes of a few games of the search."""
    build = claim.build(claim.cases.search)
    games = (case.play(claim.learner, (*claim.watch, *STATE)) for case, _ in itertools.islice(at_random(build, 0), 40))
    return [found for trace in games if (found := scene(claim, trace, whose)) is not None]


def longest(claim_id: str) -> Any:
    return max(drawn(CLAIMS[claim_id]), key=lambda each: len(getattr(each, "labels", getattr(each, "w", ()))))


# ---- what there is to see ----


def test_the_cells_that_go_dark_are_those_that_disagree() -> None:
    for found in drawn(CLAIMS["halving-mistakes"]):
        assert isinstance(found, Cells)
        for before, after in itertools.pairwise(found.alive):
            assert not (after & ~before).any(), "a dead hypothesis has come back"
        assert all(alive.any() for alive in found.alive), "the game is realizable"
        assert all((alive == own).all() for alive, own in zip(found.alive, found.trusted, strict=True))


def test_the_separator_is_the_learners_own() -> None:
    claim = CLAIMS["perceptron-mistakes"]
    found = longest(claim.id)
    assert isinstance(found, Separators)
    w = np.zeros(2)
    for x, y, erred, after in zip(found.points, found.labels, found.mistakes, found.w[1:], strict=True):
        assert erred == (y * (w @ x) <= 0)
        w = w + y * x * erred
        assert (w == after).all()


def test_the_ellipsoid_shrinks_and_that_of_the_wrong_learner_does_not() -> None:
    found = longest("ellipsoid-mistakes")
    volumes = [np.linalg.det(A) for A in found.A]
    assert sum(found.mistakes) > 0
    for erred, (before, after) in zip(found.mistakes, itertools.pairwise(volumes), strict=True):
        assert after / before == pytest.approx(16 / 27 if erred else 1)  # the squared ratio of the volumes for d = 2
    assert all(np.linalg.det(A) == pytest.approx(1) for A in found.other.A)


def submitted(claim_id: str, make: Any, watch: tuple[str, ...] = STATE) -> list[Any]:
    """The scenes of a few games of a submission."""
    claim = CLAIMS[claim_id]
    games = (case.play(make, watch) for case, _ in itertools.islice(at_random(claim.build(claim.cases.search), 0), 20))
    return [found for trace in games if (found := scene(claim, trace, YOURS)) is not None]


def test_a_submission_is_shown_beside_the_learner_that_should_have_been() -> None:
    turned = [each for each in submitted("perceptron-mistakes", TurnsAway) if each.labels and any(each.mistakes)]
    assert turned
    for found in turned:
        assert found.whose == YOURS
        assert found.other.whose == REFERENCE
        first = found.mistakes.index(True) + 1
        assert (found.w[first] == -found.other.w[first]).all()
        assert alone(found).other is None
    for found in submitted("weighted-majority-mistakes", WeightedMajority):
        assert (found.w == found.other.w).all()
        assert alone(found).other is None


def test_a_submission_without_state_is_shown_by_the_reference_learner_or_not_at_all() -> None:
    for claim_id, make in (("perceptron-mistakes", Perceptron), ("weighted-majority-mistakes", WeightedMajority)):
        found = submitted(claim_id, make, ())
        assert found
        assert {each.whose for each in found} == {REFERENCE}
        assert {alone(each) for each in found} == {None}


def test_the_weights_are_those_of_every_round() -> None:
    found = longest("weighted-majority-mistakes")
    assert isinstance(found, Weights)
    assert found.w.shape[0] == len(found.mistakes) + 1
    assert (found.w[0] == 1).all()
    assert (np.diff(found.w, axis=0) <= 0).all()


def test_the_training_error_stays_under_the_products_and_these_under_the_bound() -> None:
    scenes = drawn(CLAIMS["adaboost-training-error"])
    assert scenes
    for found in scenes:
        assert isinstance(found, Boosted)
        for error, product, bound in zip(found.error, found.product, found.bound, strict=True):
            assert error <= product + 1e-9
            assert product <= bound + 1e-9


def test_of_a_submissions_boosting_its_own_error_is_shown_beside_adaboosts() -> None:
    for found in drawn(CLAIMS["adaboost-training-error"], YOURS):
        assert isinstance(found, Boosted)
        assert found.own == pytest.approx(found.error[-1]), "it is the reference learner that was submitted"
        withheld = alone(found)
        assert isinstance(withheld, Boosted)
        assert withheld.own == found.own
        assert not withheld.error
        assert not withheld.product


def test_a_state_of_another_shape_shows_nothing() -> None:
    class Odd(WeightedMajority):
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
    case = next(iter(claim.attained_by()))
    assert scene(claim, case.play(Odd, STATE)) is None


def test_a_game_is_replayed_from_its_predictions() -> None:
    import random

    for seed in range(20):
        case = finite_class_games(Random(random.Random(seed)), points=4, rows=8, rounds=6)
        trace = case.play(Halving)
        again = replayed(case, [each.prediction for each in trace.rounds])
        if not trace.rounds:
            assert again is None
            continue
        assert again is not None
        told = [[(each.instance, each.prediction, each.label) for each in game.rounds] for game in (trace, again)]
        assert told[0] == told[1]


def test_what_is_no_game_is_not_replayed() -> None:
    class NoGame(Case, frozen=True, tag="no-game-of-test-pictures"):
        def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace:
            raise AssertionError

    assert replayed(NoGame(), [1]) is None


# ---- growth ----


def test_growth_finds_the_worst_case_of_every_size() -> None:
    found = growth(Evidence(CLAIMS["halving-mistakes"], "Halving"), seconds=2)
    assert found.measured == "H"
    sizes = {each.size: each for each in found.sizes}
    assert sizes[64].observed == sizes[64].bound == 6
    assert list(sizes) == sorted(sizes)
    assert all(each.ratio <= 1 for each in found.sizes)


def test_growth_shows_nothing_where_nothing_grows() -> None:
    assert not growth(Evidence(CLAIMS["halving-conforms"], "Halving")).grows
    assert not Growth("n", (Size(1, 0, 1, 0), Size(2, 0, 1, 0))).grows


def test_of_neighbouring_sizes_the_worst_is_shown() -> None:
    ratios = [0.1, 0.9] * 50
    found = _spread([Size(size, ratio, 1, ratio) for size, ratio in enumerate(ratios)])
    assert len(found) == SIZES
    assert {each.ratio for each in found} == {0.9}
    assert [each.size for each in found] == sorted(each.size for each in found)


# ---- drawings ----


@pytest.fixture(scope="module")
def pictures() -> Any:
    pytest.importorskip("matplotlib")
    from learncheck.oracle.report import pictures

    return pictures


@pytest.mark.parametrize(
    "claim_id",
    ["halving-mistakes", "perceptron-mistakes", "ellipsoid-mistakes", "weighted-majority-mistakes",
     "adaboost-training-error"],
)  # fmt: skip
def test_a_drawing_is_whole_and_says_what_it_shows(pictures: Any, claim_id: str) -> None:
    found = longest(claim_id)
    one, other = pictures.picture(found), pictures.picture(found)
    for svg in (one, other):
        tree = ElementTree.fromstring(svg)
        assert tree.attrib["role"] == "img"
        assert len(tree[0].text or "") > 20
        names = re.findall(r' id="([^"]+)"', svg)
        assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg)) <= set(names)
        assert "currentColor" in svg
        assert "<style" not in svg
    assert not set(re.findall(r' id="([^"]+)"', one)) & set(re.findall(r' id="([^"]+)"', other))


def test_a_drawing_says_nothing_twice(pictures: Any) -> None:
    svg = pictures.picture(longest("weighted-majority-mistakes"))
    assert len(svg) < 10_000
    assert "<g>" not in svg
    assert not re.search(r"\d\.\d\d", re.sub(r"(opacity|width):[\d.]+", "", svg.split("</title>")[1]))
    assert pictures._path("M 0 10 \nL 5.04 10 \nL 5.04 2.96 \nL 1 2 \nz\n") == "M0 10H5V3L1 2z"
    cells = Cells(np.ones((32, 32)), (), (np.ones(32, dtype=bool),))
    assert len(pictures.picture(cells)) < 30_000


def test_there_is_a_frame_a_round(pictures: Any) -> None:
    found = longest("ellipsoid-mistakes")
    rounds = len(found.labels)
    frames = pictures.frames(found, rounds)
    assert list(frames) == pictures.frame_numbers(rounds)
    assert len(set(frames.values())) == len(frames)
    assert pictures.frame_numbers(5) == [1, 2, 3, 4, 5]
    assert len(pictures.frame_numbers(100)) == pictures.MOST_FRAMES
    assert {1, 100} <= set(pictures.frame_numbers(100))


def test_a_wide_range_has_a_logarithmic_axis(pictures: Any) -> None:
    wide = Growth("n", tuple(Size(10.0**k, 3.0**k, 4.0**k, 0.75**k) for k in range(6)))
    assert ">100000<" in pictures.growth_picture(wide)
    assert [pictures._tick(each) for each in (0, 0.5, -2, 1e5, 1e6, 2.5e12, 1e-7)] == [
        "0", "0.5", "−2", "100000", "10⁶", "2.5·10¹²", "10⁻⁷"]  # fmt: skip
    narrow = Growth("n", (Size(1, 1, 1, 1), Size(2, 1, 2, 0.5), Size(3, 2, 3, 2 / 3)))
    assert "worst observed" in pictures.growth_picture(narrow)


def test_the_colours_can_be_told_apart_by_the_colour_blind(pictures: Any) -> None:
    """The two colours that a picture sets against each other differ under protanopia, deuteranopia and tritanopia."""
    kinds = {  # Machado, Oliveira and Fernandes 2009, full severity, on linear RGB
        "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    }
    pairs = [(pictures.BLUE, pictures.ORANGE), (pictures.SKY, pictures.YELLOW), (pictures.GREEN, pictures.ORANGE),
             (pictures.GREEN, pictures.BLUE)]  # fmt: skip
    for kind, matrix in kinds.items():
        for one, other in pairs:
            seen = [np.array(matrix) @ linear(each) for each in (one, other)]
            assert np.abs(seen[0] - seen[1]).max() > 0.1, f"{one} and {other} under {kind}"


def linear(colour: str) -> Any:
    shares = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def test_the_wrong_ellipsoid_is_none_of_the_learners() -> None:
    from learncheck.oracle.report.scenes import NeverShrinks

    wrong = NeverShrinks(2)
    wrong.update(np.array([1.0, 0.0]), 1)
    right = Ellipsoid(2)
    right.update(np.array([1.0, 0.0]), 1)
    assert (wrong.w == right.w).all()
    assert (wrong.A == np.eye(2)).all()
