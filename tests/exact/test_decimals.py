"""Numbers are shown in few digits, but never so few that different ones look alike."""

from fractions import Fraction

import pytest

from learncheck.exact.decimals import apart, decimal


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (16777217.0, "16777217"),
        (-3.0, "-3"),
        (1 / 3, "0.333333"),
        (0.5, "0.5"),
        (1 + 2.0**-40, "1.0000000000009095"),
        (0.1 + 0.2, "0.3"),
        (2.0**-64, "5.42101e-20"),
        (2.0**60, "1.15292e+18"),
        (float("inf"), "inf"),
    ],
)
def test_a_float_is_shown_in_six_digits_unless_they_mislead(value: float, shown: str) -> None:
    assert decimal(value) == shown


def test_different_numbers_are_told_apart() -> None:
    assert apart(0.25, 0.5) == ("0.25", "0.5")
    assert apart(16777216.0, 16777217.0) == ("16777216", "16777217")
    assert apart(1.0, 1 + 2.0**-52) == ("1", "1.0000000000000002")
    assert apart(2.0, 2.0) == ("2", "2")


def test_numbers_beyond_the_floats_are_told_apart() -> None:
    huge = Fraction(10) ** 400
    assert apart(huge, huge + Fraction(10) ** 390) == ("1e+400", "1.0000000001e+400")
    assert apart(-huge / 3, 1.5) == ("-3.33333e+399", "1.5")
