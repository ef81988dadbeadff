"""The versions that pyproject.toml allows."""

import importlib.util
import tomllib
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("requirement", ["numpy", "numpy<3", "numpy==2.0", "numpy>=2.0,<3", "numpy~=2.0"])
def test_a_requirement_of_anything_but_an_oldest_version_is_refused(oldest: Any, requirement: str) -> None:
    with pytest.raises(ValueError, match="write name>=version"):
        oldest.oldest(requirement)
