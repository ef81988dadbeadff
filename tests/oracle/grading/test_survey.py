"""The survey of what can be installed: its page, and that what is on record is still so where a package is installed.

`python tests/oracle/grading/test_survey.py` judges what is installed, and writes the record and docs/third-party.md.
"""

import ast
import importlib.metadata
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learncheck.oracle.grading.survey import (
    Entry,
    Found,
    called,
    checkout_page,
    conventions_of,
    judged,
    learner_of,
    page,
    surveyed,
)
from learncheck.oracle.grading.surveyed import ENTRIES

ROOT = Path(__file__).parents[3]
RECORD = ROOT / "tests" / "recorded" / "survey.json"
PAGE = ROOT / "docs" / "third-party.md"


def record(found: list[Found]) -> dict[str, Any]:
    """A line an estimator: the version that was judged, and what stands and falls."""
    return {each.entry.adapter: {"version": each.version, "verdicts": dict(each.verdicts)} for each in found}


def written(found: dict[str, Any]) -> str:
    lines = [f" {json.dumps(name)}: {json.dumps(each)}" for name, each in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


ON_RECORD = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
QUICK = ("LeastSquares", "BatchPerceptron")
"""Estimators judged as one of these take a second; `--thorough` judges all."""


def is_quick(entry: Entry) -> bool:
    return any(f'"{name}"' in entry.adapter for name in QUICK)


@pytest.mark.courses
@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(
            each, id=each.adapter, marks=() if any(f'"{name}"' in each.adapter for name in QUICK) else thorough
        )
        for thorough in [pytest.mark.thorough]
        for each in ENTRIES
    ],
)
def test_an_estimator_stands_and_falls_as_on_record(entry: Entry) -> None:
    if not entry.installed:
        pytest.skip(f"{entry.package} is not installed")
    known = ON_RECORD[entry.adapter]
    if importlib.metadata.version(entry.package) != known["version"]:
        pytest.skip(f"the record is of {entry.package} {known['version']}")
    (found,) = surveyed([entry])
    assert dict(found.verdicts) == known["verdicts"]


def test_the_page_shows_what_is_on_record() -> None:
    text = PAGE.read_text("utf-8")
    assert len(ON_RECORD) >= 25
    assert len({each.package for each in ENTRIES if each.adapter in ON_RECORD}) >= 8
    for entry in ENTRIES:
        assert entry.adapter in ON_RECORD
        assert f"\n{entry.adapter}\n" in text
        verdicts = ON_RECORD[entry.adapter]["verdicts"].values()
        falls = any(verdict not in ("stands", "skipped") for verdict in verdicts)
        assert not falls or (entry.kind and entry.because), f"nobody says why {entry.adapter} falls"
        assert "oracle-error" not in verdicts
        if entry.line and falls:
            assert f">>> {entry.line}\n" in text


class Halved:
    """Least squares, and half of it."""

    def fit(self, X: Any, y: Any) -> None:
        self.w = np.linalg.lstsq(X, y, rcond=None)[0] / 2

    def predict(self, X: Any) -> Any:
        return X @ self.w


def test_a_fault_is_shown_with_its_smallest_sample_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "Halved", Halved, raising=False)
    entry = Entry(
        "numpy", "numpy", 'adapt(numpy.Halved, "LeastSquares")', "bug", "It halves.", "print(1 / 2)", ("least-squares",)
    )
    (found,) = surveyed([entry])
    assert found.falls == ["least-squares"]
    assert called(entry) == "Halved"
    text = page([found])
    for words in ("**Bug.** It halves.", ">>> print(1 / 2)\n0.5", "0 stand", "| LeastSquares | 0 | 1 | bug |"):
        assert words in text
    assert not list(surveyed([Entry("no-such-package", "nothing", "None")]))


@pytest.mark.parametrize(
    ("source", "learner", "adapt"),
    [
        ("class MyPLA:\n def fit(self, X, y): self.bias = 2 * y - 1\n def predict(self, X): pass",
         "BatchPerceptron", "labels=0,1 intercept"),
        ("class Perceptron:\n def predict(self, x): pass\n def update(self, x, y): pass", "Perceptron", ""),
        ("class Base:\n def fit(self, X, y): pass\nclass AdaBoost(Base):\n def __init__(self, n_clf): pass\n"
         " def predict(self, X): pass", "AdaBoost", "n_rounds=n_clf"),
        ("class Perceptron:\n def predict(self, x): pass", None, ""),
        ("from course import Model\nclass PLA(Model):\n def fit(self, X, y): pass", "BatchPerceptron", ""),
        ("class Cat:\n def fit(self, X, y): pass\n def predict(self, X): pass", None, ""),
    ],
)  # fmt: skip
def test_a_class_is_known_by_its_name_and_methods(source: str, learner: str | None, adapt: str) -> None:
    tree = ast.parse(source)
    node = tree.body[-1]
    assert isinstance(node, ast.ClassDef)
    assert learner_of(node, tree) == learner
    if learner:
        assert conventions_of(node, tree, learner) == adapt


@pytest.mark.thorough
def test_a_checkout_gets_the_same_table() -> None:
    course = Path(__file__).parent / "course"
    text = checkout_page(course, judged(course, trust=True))
    assert "| `OLS` | LeastSquares | intercept | 2 | 0 |" in text
    assert "| `PLA` | BatchPerceptron | labels=0,1 intercept max_iter=100000 |" in text


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        everything = list(surveyed(ENTRIES))
    RECORD.write_text(written(record(everything)), "utf-8")
    PAGE.write_text(page(everything), "utf-8")
