"""What the versions that pyproject.toml allows have in common."""

import importlib.util
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, settings

from learncheck.oracle.engine.draws import no_local_constants
from learncheck.oracle.engine.shrink import shorten, shrink
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.halfspaces.linear_samples import SeparableSample
from learncheck.strategies.play.choices import Choices, at_random
from learncheck.strategies.play.drawn import strategy

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def oldest() -> Any:
    """The script that CI installs the oldest versions by."""
    spec = importlib.util.spec_from_file_location("oldest", ROOT / ".ci" / "oldest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_requirement_has_an_oldest_version(oldest: Any, capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    oldest.main(*extras)
    printed = capsys.readouterr().out.split()
    assert len(printed) == len(project["dependencies"]) + sum(map(len, extras.values()))
    assert all(each.count("==") == 1 for each in printed)


def test_requirements_are_printed_as_they_are_stated(oldest: Any, capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest.main("--as-stated", "test")
    assert capsys.readouterr().out.split() == project["dependencies"] + project["optional-dependencies"]["test"]


def test_the_oldest_version_is_the_lower_bound(oldest: Any) -> None:
    assert oldest.oldest("python-flint>=0.9") == "python-flint==0.9"
    assert oldest.oldest("hypothesis>=6.160,<6.171") == "hypothesis==6.160"


@pytest.mark.parametrize("requirement", ["numpy", "numpy<3", "numpy==2.0", "numpy>=2.0,!=2.1", "numpy~=2.0"])
def test_a_requirement_without_an_oldest_version_is_refused(oldest: Any, requirement: str) -> None:
    with pytest.raises(ValueError, match="write name>=version"):
        oldest.oldest(requirement)


# ---- what is drawn ----


def build(choices: Choices) -> tuple[int, ...]:
    """Up to eight numbers whose sum is even."""
    numbers = choices.many(lambda: choices.integer(-50, 50), most=8)
    if sum(numbers) % 2:
        choices.reject()
    return numbers


def searched(count: int) -> list[tuple[int, ...]]:
    """What Hypothesis draws when it is to make the sum great, as the search does."""
    drawn: list[tuple[int, ...]] = []

    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.target),
    )
    @hypothesis.seed(0)
    @hypothesis.given(strategy(build))
    def look(each: tuple[Any, tuple[int, ...]]) -> None:
        drawn.append(each[0])
        hypothesis.target(float(sum(each[0])))

    with no_local_constants():
        look()
    return drawn


def test_hypothesis_draws_what_is_on_record() -> None:
    """Counts of games and counterexamples hang on it. Where it fails, pyproject.toml allows too many versions."""
    drawn = searched(100)
    assert (len(drawn), len(set(drawn)), sum(map(sum, drawn)), max(map(sum, drawn))) == (100, 43, 16060, 320)
    assert drawn[10:12] == [(-22,), (-31, -12, -10, -46, 3, 39, 31, 50)]


def test_hypothesis_shrinks_to_what_is_on_record() -> None:
    def judge(case: Any) -> Any:
        fails = sum(case) > 60 and len(case) > 2
        return SimpleNamespace(verdict="falsified" if fails else "stands", outside=False, case=case)

    case, taken = next((case, taken) for case, taken in at_random(build, 0) if judge(case).verdict == "falsified")
    made: Any = build
    assert shrink(made, taken, judge(case), judge, 20_000).case == (0, 12, 50)


def test_random_play_is_the_same_everywhere() -> None:
    cases = at_random(build, 0)
    assert [next(cases)[0] for _ in range(2)] == [(46, 29, 18, -11, 43, 37, 10, -38), (5, 28, 20, 6, -17)]


def test_a_case_that_no_choices_made_is_made_small_as_a_whole() -> None:
    sample = SeparableSample(((1, 0), (0, 1), (2, 1), (1, 2)), 1, (1,) * 4)

    def judged(case: Any) -> Outcome:
        return Outcome("falsified" if (2, 1) in case.points else "stands", case)

    smallest = shorten(judged(sample), judged, 20_000)
    assert smallest.case == SeparableSample(((2, 1),), 1, (1,))
    assert shorten(judged(sample), judged, 20_000, lambda case: len(case.points) > 2).case != smallest.case
