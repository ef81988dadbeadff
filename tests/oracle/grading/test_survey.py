"""The survey of what can be installed: its page, and that what is on record is still so where a package is installed.

`python tests/oracle/grading/test_survey.py [PACKAGE ...]` judges what is installed, or these packages alone, and writes
the record and, of the record, docs/third-party.md.
"""

import importlib.metadata
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from learncheck.oracle.grading.checkout import (
    Candidate,
    checkout_page,
    command_of,
    judged,
    learner_of,
    looked_at,
)
from learncheck.oracle.grading.survey import Entry, Found, called, entries, judgement, page, surveyed
from learncheck.oracle.grading.trying import Class

ROOT = Path(__file__).parents[3]
RECORD = ROOT / "tests" / "recorded" / "survey.json"
PAGE = ROOT / "docs" / "third-party.md"
ENTRIES = entries()


ON_RECORD: dict[str, dict[str, Any]] = json.loads(RECORD.read_text("utf-8"))
QUICK = ("LeastSquares", "BatchPerceptron")
"""Estimators judged as one of these take a second; `--thorough` judges all."""


def recalled() -> list[Found]:
    """What is on record, in the order of the entries."""
    return [Found(each, **ON_RECORD[each.adapter]) for each in ENTRIES if each.adapter in ON_RECORD]


def write(packages: Iterable[str]) -> None:
    """Judge the packages anew, and write the record and the page."""
    for found in surveyed(each for each in ENTRIES if each.package in packages):
        ON_RECORD[found.entry.adapter] = {name: each for name, each in asdict(found).items() if name != "entry"}
    lines = [
        f" {json.dumps(each.adapter)}: {json.dumps(ON_RECORD[each.adapter], ensure_ascii=False)}"
        for each in ENTRIES
        if each.adapter in ON_RECORD
    ]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    PAGE.write_text(page(recalled()), "utf-8")


TWIN = """from_sklearn(sklearn.linear_model.SGDClassifier(loss="perceptron", penalty=None"""
"""What scikit-learn's Perceptron is by its documentation: CI judges the one alone."""


def _marks(entry: Entry) -> list[pytest.MarkDecorator]:
    if ON_RECORD.get(entry.adapter, {}).get("learner") in QUICK:
        return []
    return [pytest.mark.thorough, *([pytest.mark.variant] if entry.adapter.startswith(TWIN) else [])]


@pytest.mark.courses
@pytest.mark.parametrize("entry", [pytest.param(each, id=each.adapter, marks=_marks(each)) for each in ENTRIES])
def test_an_estimator_stands_and_falls_as_on_record(entry: Entry) -> None:
    if not entry.installed:
        pytest.skip(f"{entry.package} is not installed")
    known = ON_RECORD[entry.adapter]
    if importlib.metadata.version(entry.package) != known["version"]:
        pytest.skip(f"the record is of {entry.package} {known['version']}")
    (found,) = surveyed([entry])
    assert dict(found.verdicts) == known["verdicts"]


def test_the_page_shows_what_is_on_record() -> None:
    assert PAGE.read_text("utf-8") == page(recalled()), f"run `python {Path(__file__).relative_to(ROOT)}`"
    assert [*ON_RECORD] == [each.adapter for each in ENTRIES], "every entry once, and nothing else"
    assert len(ON_RECORD) >= 25
    assert len({each.package for each in ENTRIES}) >= 8
    for found in recalled():
        assert not found.falls or (found.entry.kind and found.entry.because), f"nobody says why {found.entry} falls"
        assert "oracle-error" not in found.verdicts.values()


class Halved:
    """Least squares, and half of it."""

    def fit(self, X: Any, y: Any) -> None:
        self.w = np.linalg.lstsq(X, y, rcond=None)[0] / 2

    def predict(self, X: Any) -> Any:
        return X @ self.w


@pytest.mark.slow
@dataclass
class Fell:
    """A claim's result, as far as the survey looks at it."""

    id: str
    verdict: str
    message: str
    counterexample: dict[str, Any] | None
    rows: tuple[Any, ...] = ()
    calls: tuple[Any, ...] = ()
    failed: bool = True


def test_the_smallest_is_one_that_was_played() -> None:
    late = Fell("late", "timed-out", "took too long", None)
    wrong = Fell("wrong", "crashed", "Traceback:\n  in predict\nValueError: no", {"points": (1, 2)})
    for fallen, told in (
        ([late, wrong], (str(wrong.counterexample), "`wrong`: crashed, ValueError: no")),
        ([late], ("", "`late`: timed-out, took too long")),
    ):
        assert judgement(SimpleNamespace(results=[(None, each) for each in fallen]))[1:] == told


def test_a_fault_is_shown_with_its_smallest_sample_and_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "Halved", Halved, raising=False)
    entry = Entry(
        "numpy", "numpy", 'adapt(numpy.Halved, "LeastSquares")', "bug", "It halves.", "print(1 / 2)", ("least-squares",)
    )
    (found,) = surveyed([entry])
    assert found.falls == ["least-squares"]
    assert called(entry) == "Halved"
    text = page([found])
    for words in (
        "**Bug.** It halves.",
        ">>> print(1 / 2)\n0.5",
        "0 keep all claims",
        "| LeastSquares | 0 | 1 | bug |",
    ):
        assert words in text
    assert not list(surveyed([Entry("no-such-package", "nothing", "None")]))


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        ("MyPLA", "BatchPerceptron"),
        ("AdaBoostRegressor", None),
        ("LogisticLoss", None),
        ("Cat", None),
    ],
)
def test_a_class_is_known_by_its_name(name: str, learner: str | None, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"class {name}:\n def fit(self, X, y): pass\n def predict(self, X): pass\n")
    assert learner_of(Class(file, name, tmp_path, trust=True)) == learner


def test_what_lies_in_a_package_is_imported_from_it(tmp_path: Path) -> None:
    file = tmp_path / "kit" / "linear" / "pla.py"
    file.parent.mkdir(parents=True)
    for each in (file, file.parent / "__init__.py", file.parent.parent / "__init__.py"):
        each.touch()
    cls = Class(file, "PLA", tmp_path)
    assert cls.package == (tmp_path, "kit.linear.pla")
    assert Class(tmp_path / "pla.py", "PLA", tmp_path).package == (tmp_path, None)
    command = command_of(Candidate(cls, "BatchPerceptron"), tmp_path)
    assert command.startswith("echo 'from kit.linear.pla import PLA' > mine.py && learncheck grade mine.py")


def test_a_survey_says_what_it_passed_over_and_why(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    (kit / "PLA.py").write_text("class BinaryClassifier:\n def train(self): pass\n def prediction(self, x): pass\n")
    (kit / "perceptron.py").write_text("class Model:\n def fit(self, X, y): pass\n def predict(self, X): pass\n")
    (kit / "tree.py").write_text("class Model:\n def fit(self, X, y): pass\n def predict(self, X): pass\n")
    (kit / "old.py").write_text("print 1\n")
    candidates, unread = looked_at(tmp_path, trust=True)
    assert [each.learner for each in candidates] == ["BatchPerceptron", "BatchPerceptron"]
    text = checkout_page(tmp_path, candidates, unread)
    assert "| `Model` | BatchPerceptron |" in text
    assert "| `BinaryClassifier` |" not in text
    assert (
        "- `BinaryClassifier` in kit/PLA.py, perhaps BatchPerceptron: lacks `fit`, `predict`; its methods are `train`, "
        "`prediction`" in text
    )
    assert "Could not be read as Python of this version: kit/old.py." in text


def test_a_class_that_cannot_be_imported_is_listed_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "pla.py").write_text("from elsewhere import Model\nclass PLA(Model): pass\n")
    candidates, unread = looked_at(tmp_path, trust=True)
    text = checkout_page(tmp_path, judged(candidates), unread)
    assert "| `PLA` | Perceptron | – | – | – |" in text
    assert "pla.py cannot be imported: pla.py, line 1: ModuleNotFoundError: No module named 'elsewhere'" in text


@pytest.mark.thorough
def test_a_checkout_gets_the_same_table() -> None:
    course = Path(__file__).parent / "course"
    candidates, unread = looked_at(course, trust=True)
    text = checkout_page(course, judged(candidates), unread)
    assert "| `OLS` | LeastSquares | intercept | 2 | 0 |" in text
    assert "| `PLA` | BatchPerceptron | labels=0,1 intercept max_iter=100000 |" in text


def test_odd_files_of_a_checkout_stop_nobody(tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text("x = " + "1+" * 200_000 + "1")
    (tmp_path / "signs.py").write_text("x = " + "-" * 100_000 + "1")
    (tmp_path / "zeros.py").symlink_to("/dev/zero")
    (tmp_path / "dangling.py").symlink_to("nowhere")
    (tmp_path / "folder.py").mkdir()
    os.mkfifo(tmp_path / "fifo.py")
    with (tmp_path / "long.py").open("wb") as file:
        file.truncate(2 << 30)
    odd = sorted(tmp_path.iterdir())
    (tmp_path / "right.py").write_text("class Halving:\n def predict(self, x): ...\n def update(self, x, y): ...\n")
    candidates, unread = looked_at(tmp_path, trust=True)
    assert [each.cls.name for each in candidates] == ["Halving"]
    assert sorted(unread) == odd


if __name__ == "__main__":
    write(sys.argv[1:] or {each.package for each in ENTRIES})
