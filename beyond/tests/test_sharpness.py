"""The page of exact values has all of its tables, and shows no digit that is not settled."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from learncheck_beyond.sharpness import PAGE, TABLES, share_of_bound

pytestmark = pytest.mark.slow


def test_every_section_of_the_page_has_a_table_but_what_is_open() -> None:
    *sections, still_open = PAGE.split("\n## ")[1:]
    assert still_open.startswith("What is open")
    assert all(re.search(r"^\{\w+\}$", section, re.MULTILINE) for section in sections)
    assert re.findall(r"^\{(\w+)\}$", PAGE, re.MULTILINE) == [table.__name__ for table in TABLES]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_table_of_the_page_has_rows(table: Callable[[], str]) -> None:
    head, rule, *rows = table().splitlines()
    assert rows
    assert set(rule) == set("| -")
    assert {line.count("|") for line in rows} == {head.count("|")}


def test_digits_that_are_not_settled_are_not_shown() -> None:
    below, above = Fraction(999, 2000) - Fraction(1, 10**12), Fraction(999, 2000) + Fraction(1, 10**12)
    assert share_of_bound((below, below), Fraction(0)) == "0.499"
    with pytest.raises(ValueError, match="are not settled"):
        share_of_bound((Fraction(1, 2) - Fraction(1, 10**12), Fraction(1, 2)), Fraction(0))
    assert share_of_bound((below, above), Fraction(0)) == "0.499"
