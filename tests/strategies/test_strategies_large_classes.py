"""Programs and halfspaces over a grid: what is in the classes, and that their games are legal."""

import pytest

from learncheck.theorems.notes.finite.grid_halfspaces import GridCount
from learncheck.theorems.notes.finite.programs import (
    ALPHABETS,
    compiled,
    domain,
    label,
    predicates,
    strings,
)

# ---- programs ----


@pytest.mark.parametrize("text", ["x", "0", "x<1", "x%2", "-x", "x==1", "0<x<2", "(x)", "x&1|2", "x*x-1"])
def test_programs_are_evaluated_as_python_does(text: str) -> None:
    code = compiled(text)
    assert code is not None
    for x in range(-4, 5):
        assert label(code, x) == (1 if eval(text, {"x": x}) else -1)


@pytest.mark.parametrize(
    "text",
    ["", "y", "x()", "x**9", "1<<9", "x.x", "[x]", "x if x else 0", "'x'", "1.5", "True", "x=1", "()", "(", "x x"],
)
def test_other_strings_are_no_programs(text: str) -> None:
    assert compiled(text) is None


def test_a_program_that_divides_by_0_is_not_total() -> None:
    assert "1%x" in set(strings("x1%", 3))
    assert "1%x" not in predicates("x1%", 3, 3).texts  # 0 is in the domain
    assert label(compiled("1%x"), 0) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("alphabet", ALPHABETS[:3])
def test_the_class_is_that_of_all_strings(alphabet: str) -> None:
    """Against Python's own eval of every string; the alphabets leave nothing that it should not run."""
    texts, strings_tried, programs = {}, 0, 0
    for text in strings(alphabet, 3):
        strings_tried += 1
        try:
            row = tuple(1 if eval(text, {"__builtins__": {}}, {"x": x}) else -1 for x in domain(5))
        except (SyntaxError, ZeroDivisionError, TypeError, NameError):
            continue
        programs += 1
        texts.setdefault(row, text)
    counted = predicates(alphabet, 3, 5)
    assert (counted.strings, counted.programs) == (strings_tried, programs)
    assert dict(zip(counted.labellings, counted.texts, strict=True)) == texts


def test_the_counts_of_the_remark() -> None:
    counted = predicates(ALPHABETS[3], 4, 8)
    assert (counted.strings, counted.programs, len(counted.labellings)) == (69_905, 1_480, 26)


# ---- halfspaces ----


def test_predictors_are_counted_as_visible_points() -> None:
    """Points of the grid that are visible from the origin, and the origin: OEIS A018805 and the like."""
    assert [GridCount(2, n).play(None).facts.predictors for n in (1, 2, 3, 4)] == [9, 17, 33, 49]
    assert [GridCount(1, n).play(None).facts.predictors for n in (1, 2, 5)] == [3, 3, 3]
    assert GridCount(3, 2).play(None).facts.predictors == 99
