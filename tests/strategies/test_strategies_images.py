"""Integral images and features, against numpy and against the known counts."""

import numpy as np
import pytest

from learncheck.theorems.notes.boosting import images

A = np.random.default_rng(0).integers(-9, 10, (6, 7)).tolist()


def test_integral_image_is_the_cumulated_sum() -> None:
    assert images.integral_image(A) == np.array(A).cumsum(axis=0).cumsum(axis=1).tolist()
    assert images.integral_image([[5]]) == [[5]]


def test_features_on_a_small_image() -> None:
    image = [[1, 2, 4, 8], [16, 32, 64, 128]]
    integral = images.integral_image(image)
    assert images.feature(integral, "A", (0, 0, 1, 2)) == 2 - 1
    assert images.feature(integral, "B", (0, 1, 2, 1)) == 32 - 2
    assert images.feature(integral, "C", (0, 0, 1, 3)) == 2 - 1 - 4
    assert images.feature(integral, "D", (0, 0, 2, 4)) == 4 + 8 + 16 + 32 - 1 - 2 - 64 - 128


@pytest.mark.parametrize("kind", images.MASKS)
def test_features_from_both_sides(kind: str) -> None:
    integral = images.integral_image(A)
    for where in images.placements(kind, 6, 7):
        value, reads = images.counted_feature(integral, kind, where)
        assert value == images.feature(integral, kind, where) == images.pixel_feature(A, kind, where)
        assert reads <= images.LOOK_UPS[kind]
        if where[0] and where[1]:
            assert reads == images.LOOK_UPS[kind]


def test_additions_are_two_a_pixel_but_for_the_first_row() -> None:
    assert images.additions(A) == 2 * 42 - 7


def test_counts_in_the_image_of_the_notes() -> None:
    assert images.ImageSize(24).play(None).facts == (90_000, 134_736)
    counts = {kind: sum(1 for _ in images.placements(kind, 24, 24)) for kind in images.MASKS}
    assert counts == {"A": 43_200, "B": 43_200, "C": 27_600, "D": 20_736}
