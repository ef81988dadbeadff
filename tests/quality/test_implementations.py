"""What students hand in: wrong implementations fall with a small counterexample, right but different ones stand."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any

import chosen
import numpy as np
import pytest
from chosen import some
from implementations import implementations

from learncheck.learners import LEARNERS
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.grade import check
from learncheck.oracle.grading.plain_python import script
from learncheck.oracle.grading.results import ClaimResult, Report
from learncheck.oracle.judging.large import FEW_SIZES
from learncheck.oracle.judging.transcript import label, together
from learncheck.strategies.play.case import Trace

STARRED = ("Halving", "Ellipsoid", "Perceptron", "Winnow", "WeightedMajority", "AdaBoost")
BY_DEFAULT = {"WRONG": ("Halving", "WeightedMajority"), "RIGHT": ("Halving",)}
"""One that looks into a table, and one that has weights. What is fitted, and what is right, takes longer."""
SMALL = 64
"""The integers of a small counterexample."""
PROFILE = Profile("brisk", "quick", scout=40, search=25, shrink=6_000)


def _all(kind: str) -> Iterator[tuple[str, str, type]]:
    """Of right ones the last comes first: where one stands for all it is none that reads like the reference learner."""
    for name in LEARNERS:
        of_learner = list(implementations(name)[kind].items())
        for what, cls in of_learner if kind == "WRONG" else reversed(of_learner):
            yield name, what, cls


def _params(kind: str) -> list[Any]:
    """One for each learner; by default only a few learners have theirs."""
    return [
        pytest.param(name, what, cls, id=f"{name}: {what}", marks=() if name in BY_DEFAULT[kind] else pytest.mark.slow)
        for name, what, cls in some(_all(kind), 1, lambda each: each[0])
    ]


@pytest.mark.parametrize("name", STARRED)
def test_there_are_enough_of_them(name: str) -> None:
    assert len(implementations(name)["WRONG"]) >= 6
    assert len(implementations(name)["RIGHT"]) >= 4


@pytest.mark.parametrize(("name", "what", "cls"), _params("WRONG"))
def test_wrong_implementation_is_caught(name: str, what: str, cls: type) -> None:
    report = check(cls, name, profile=PROFILE)
    assert not any(each.verdict == "oracle-error" for _, each in report.results), _told(report)
    assert "NameError" not in _told(report)
    found = _found(report)
    assert found["fallen"], f"{cls.__name__} stands"
    if getattr(cls, "keeps_bound", False):
        assert len(found["fallen"]) == 1
        assert found["fallen"][0].endswith("-conforms")
    if what == next(iter(implementations(name)["WRONG"])):  # which errs in small games
        assert found["size"] <= SMALL, "the counterexample is not small"
    for _, each in report.results:
        if each.calls:
            _play_without_this_package(each, cls)


FIXED = Profile("fixed", "quick", scout=0, search=0, shrink=0, sizes=FEW_SIZES)
"""Witnesses, ladders, what is exhausted, large games and ones in patterns: games that no seed chooses."""

AT_ONCE = ("two updates an example", "weights up to a thousand")
GIVING_UP = ("a thousand passes", "a hundred passes", "stops after a thousand", "at most a thousand", *AT_ONCE)
"""They fall on long games alone: those that fall at once by default, the others on CI."""


@pytest.mark.parametrize(
    ("name", "what", "cls"),
    [
        pytest.param(name, what, cls, id=f"{name}: {what}", marks=() if what in AT_ONCE else pytest.mark.slow)
        for name, what, cls in _all("WRONG")
        if what in GIVING_UP or chosen.thorough
    ],
)
def test_wrong_implementation_falls_whatever_the_seed(name: str, what: str, cls: type) -> None:
    report = check(cls, name, profile=FIXED)
    assert any(each.failed for _, each in report.results), f"{cls.__name__} stands where no seed helps"


ONLINE = [name for name in LEARNERS if any(hasattr(cls, "update") for cls in implementations(name)["WRONG"].values())]


@pytest.mark.slow
@pytest.mark.parametrize("name", some(ONLINE, 2))
def test_what_learns_nothing_after_a_thousand_rounds_falls_whatever_the_seed(name: str) -> None:
    class Stops(LEARNERS[name]):  # type: ignore[misc]
        rounds = 0

        def update(self, *example: Any) -> None:
            self.rounds += 1
            if self.rounds <= 1_000:
                super().update(*example)

    report = check(Stops, name, profile=FIXED)
    assert any(each.failed for _, each in report.results), f"{name} stands where no seed helps"


def _play_without_this_package(result: ClaimResult, cls: type) -> None:
    """Run the script of the report, and compare what it asks and what is answered with the game in the report."""
    assert result.outcome is not None
    printed: list[tuple[Any, ...]] = []
    text = script(result.calls, "bob.py", cls.__name__)
    assert "learncheck" not in text
    bob = ModuleType("bob")
    setattr(bob, cls.__name__, cls)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "bob", bob)
        refuses = result.id.startswith("halfspace-lp")  # samples that no halfspace separates, with a ValueError
        with suppress(Exception if result.verdict == "crashed" else ValueError if refuses else ()):
            exec(compile(text, "script", "exec"), {"print": lambda *words: printed.append(words)})
    trace = result.outcome.trace
    if result.verdict == "crashed" or trace is None:
        return
    if hasattr(cls, "fit"):
        _compare_answers_on_samples(trace, [words[-1] for words in printed], text)
        return
    assert len(printed) == len(trace.rounds) == len(result.rows), text
    show = together(trace.rounds.instances)
    for words, each, row in zip(printed, trace.rounds, result.rows, strict=True):
        answer = words[-1]  # of a single round, whose instance and label are not printed
        if len(words) > 1:
            _, x, _, answer, _, y = words
            assert [show(x), label(y)] == [row[1], row[3]], text
            assert np.array_equal(np.asarray(x), np.asarray(each.instance)), text
        assert np.array_equal(np.ravel(answer), np.ravel(each.prediction)), text
        if np.size(answer) == 1:
            assert label(int(np.ravel(answer)[0])) == row[2].removesuffix(" ✗"), text


def _compare_answers_on_samples(trace: Trace, answers: list[Any], text: str) -> None:
    """What the report has of the answers on a sample, and beyond it, was printed as well."""
    facts = trace.facts
    told = [each for name in ("answers", "predictions", "labels") if len(each := getattr(facts, name, ()))][:1]
    told = told or [each.prediction for each in trace.rounds]
    for each in [*told, *([facts.beyond] if hasattr(facts, "beyond") and told else [])]:
        due = np.ravel(np.asarray(each))
        found = (np.ravel(np.asarray(answer)) for answer in answers)
        assert any(due.tolist() in (a[: due.size].tolist(), a[a.size - due.size :].tolist()) for a in found), text


@pytest.mark.parametrize(("name", "what", "cls"), some(_params("RIGHT"), 12))
def test_right_implementation_stands(name: str, what: str, cls: type) -> None:
    report = check(cls, name, profile=PROFILE)
    assert report.passed, _told(report)
    assert all(each.verdict in ("stands", "skipped") for _, each in report.results), _told(report)


def _found(report: Report) -> dict[str, Any]:
    fallen = [each for _, each in report.results if not each.passed and each.verdict != "skipped"]
    cases = [each.counterexample for each in fallen if each.counterexample is not None]
    return {"fallen": sorted(each.id for each in fallen), "size": min(map(_size, cases), default=0)}


def _size(value: Any) -> int:
    """The integers (and fractions) that write a case down."""
    if isinstance(value, dict):
        return sum(_size(each) for key, each in value.items() if key != "type")
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 1


def _told(report: Report) -> str:
    return "\n".join(f"{each.id}: {each.verdict}: {each.message}" for _, each in report.results)
