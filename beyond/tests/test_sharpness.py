"""The page of exact values has all of its tables, and shows no digit that is not settled."""

from fractions import Fraction

import pytest

from learncheck_beyond.sharpness import share_of_bound, sharpness

pytestmark = pytest.mark.slow


def test_the_page_has_its_tables() -> None:
    *tables, still_open = sharpness().split("\n## ")[1:]
    assert still_open.startswith("What is open")
    assert all("\n| --- |" in table for table in tables)


def test_digits_that_are_not_settled_are_not_shown() -> None:
    below, above = Fraction(999, 2000) - Fraction(1, 10**12), Fraction(999, 2000) + Fraction(1, 10**12)
    assert share_of_bound((below, below), Fraction(0)) == "0.499"
    with pytest.raises(ValueError, match="are not settled"):
        share_of_bound((Fraction(1, 2) - Fraction(1, 10**12), Fraction(1, 2)), Fraction(0))
    assert share_of_bound((below, above), Fraction(0)) == "0.499"
