"""What students hand in: wrong implementations fall with a small counterexample, right but different ones stand."""

import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

import chosen
import numpy as np
import pytest
from chosen import some
from implementations import implementation, implementations

from learncheck.learners import LEARNERS
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.plain_python import script
from learncheck.oracle.grading.results import ClaimResult, Report
from learncheck.oracle.grading.wanted import claims_about
from learncheck.oracle.judging.large import FEW_SIZES
from learncheck.oracle.judging.transcript import label, together
from learncheck.strategies.play.case import Trace

STARRED = ("Halving", "Ellipsoid", "Perceptron", "Winnow", "WeightedMajority", "AdaBoost")
BY_DEFAULT = {"WRONG": ("Halving", "WeightedMajority"), "RIGHT": ("Halving",)}
"""One that looks into a table, and one that has weights. What is fitted, and what is right, takes longer."""
SMALL = 64
"""The integers of a small counterexample."""
PROFILE = Profile("quick", scout=40, search=25, shrink=6_000)


def _learners(kind: str) -> list[Any]:
    """By default only a few learners have their turn."""
    return [pytest.param(name, marks=() if name in BY_DEFAULT[kind] else pytest.mark.slow) for name in LEARNERS]


def _chosen(name: str, kind: str) -> list[tuple[str, type]]:
    """Those of the learner; without --thorough the first wrong one, and the last right one, which reads least like the
    reference learner.
    """
    every = list(implementations(name)[kind].items())
    if chosen.thorough:
        return every
    return every[:1] if kind == "WRONG" else every[-1:]


def _claims(name: str) -> list[str]:
    """Those that judge the learner; without --thorough the one that it is the notes' algorithm, and three others."""
    about = claims_about(name)
    others = some([claim.id for claim in about if not claim.conformance], 3)
    return [*(claim.id for claim in about if claim.conformance), *others]


@pytest.mark.parametrize("name", STARRED)
def test_there_are_enough_of_them(name: str) -> None:
    assert len(implementations(name)["WRONG"]) >= 6
    assert len(implementations(name)["RIGHT"]) >= 4


@pytest.mark.parametrize("name", _learners("WRONG"))
def test_wrong_implementation_is_caught(name: str) -> None:
    for number, (what, cls) in enumerate(_chosen(name, "WRONG")):
        report = check(cls, name, claims=_claims(name), profile=PROFILE)
        assert not any(result.verdict == "oracle-error" for _, result in report.results), _told(report)
        assert "NameError" not in _told(report)
        figures = _found(report)
        assert figures["fallen"], f"{what} stands"
        if getattr(cls, "keeps_bound", False):
            assert len(figures["fallen"]) == 1
            assert figures["fallen"][0].endswith("-conforms")
        if number == 0:  # which errs in small games
            assert figures["size"] <= SMALL, "the counterexample is not small"
        for _, result in report.results:
            if result.calls:
                _play_without_this_package(result, cls)


FIXED = Profile("quick", scout=0, search=0, shrink=0, sizes=FEW_SIZES)
"""Witnesses, ladders, what is exhausted, large games and ones in patterns: games that no seed chooses."""

UNSEEN_BY_CHANCE = [
    ("BatchPerceptron", "two updates an example"),
    ("HalfspaceLP", "weights up to a thousand"),
    ("Perceptron", "stops after a thousand"),
    ("BatchPerceptron", "a thousand passes"),
    ("BatchPerceptron", "a hundred passes"),
    ("Pocket", "at most a thousand"),
    ("AdaBoost", "ignores light votes"),
    ("Ellipsoid", "starts again when it is small"),
    ("BatchPerceptron", "keeps the first X"),
    ("DecisionStump", "floors large weights"),
    ("DecisionStump", "examples of no weight count"),
    ("ModifiedPerceptron", "not the whole component"),
    ("Perceptron", "hardly right is a mistake"),
    ("ThresholdHalving", "the last is positive"),
]
"""They fall on long games alone, or on others that random games are seldom like: the first two at once."""


@pytest.mark.parametrize(
    ("name", "what"),
    [*UNSEEN_BY_CHANCE[:2], *(pytest.param(*row, marks=pytest.mark.slow) for row in UNSEEN_BY_CHANCE[2:])],
)
def test_what_random_games_seldom_show_falls_whatever_the_seed(name: str, what: str) -> None:
    report = check(implementation(name, what), name, profile=FIXED)
    assert any(result.failed for _, result in report.results), f"{what} stands where no seed helps"


ONLINE = [name for name, reference in LEARNERS.items() if hasattr(reference, "update")]


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
    assert any(result.failed for _, result in report.results), f"{name} stands where no seed helps"


EXAMPLES = {"the first thousand examples": slice(1_000), "the last thousand examples": slice(-1_000, None)}
FEATURES = {"HalfspaceLP": 100, "LeastSquares": 100, "Pocket": 100}
"""How many features are seen of learners that are handed fewer; of the others a thousand."""
LEFT_OUT = ("AdaBoost", "BoostingByMajority", "LogisticRegression")
"""A booster hands its sample to a weak learner, and on a part of a sample a loss may have no minimum."""
FITTING = "zeros for the other features where it fits"
LESS = {
    **dict.fromkeys(EXAMPLES, LEFT_OUT),
    "the first features": (*LEFT_OUT, "IntervalERM"),
    FITTING: (*LEFT_OUT, "IntervalERM"),
    "single precision": (*LEFT_OUT, "ConjunctionElimination", "DecisionListLearner"),
}
"""What is seen of a sample, and the learners that are not tried with it."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "less"),
    some([(name, less) for less in LESS for name in LEARNERS if name not in (*ONLINE, *LESS[less])], 4),
)
def test_what_learns_from_less_than_its_sample_falls_whatever_the_seed(name: str, less: str) -> None:
    class Less(LEARNERS[name]):  # type: ignore[misc]
        def fit(self, X: Any, y: Any, **weights: Any) -> Any:
            part = EXAMPLES.get(less, slice(None))
            return super().fit(self.seen(X)[part], y[part], **{what: values[part] for what, values in weights.items()})

        def predict(self, X: Any) -> Any:
            return super().predict(X if less == FITTING else self.seen(X))

        def seen(self, X: Any) -> Any:
            if less == "single precision":
                return X.astype(np.float32).astype(float)
            return X if less in EXAMPLES else X * (np.arange(X.shape[1]) < FEATURES.get(name, 1_000))

    report = check(Less, name, profile=FIXED)
    assert any(result.failed for _, result in report.results), f"{name} by {less} stands where no seed helps"


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
    for words, round_, row in zip(printed, trace.rounds, result.rows, strict=True):
        answer = words[-1]  # of a single round, whose instance and label are not printed
        if len(words) > 1:
            _, x, _, answer, _, y = words
            assert [show(x), label(y)] == [row[1], row[3]], text
            assert np.array_equal(np.asarray(x), np.asarray(round_.instance)), text
        assert np.array_equal(np.ravel(answer), np.ravel(round_.prediction)), text
        if np.size(answer) == 1:
            assert label(int(np.ravel(answer)[0])) == row[2].removesuffix(" ✗"), text


def _compare_answers_on_samples(trace: Trace, answers: list[Any], text: str) -> None:
    """What the report has of the answers on a sample, and beyond it, was printed as well."""
    facts = trace.facts
    columns = [values for name in ("answers", "predictions", "labels") if len(values := getattr(facts, name, ()))][:1]
    columns = columns or [round_.prediction for round_ in trace.rounds]
    for values in [*columns, *([facts.beyond] if hasattr(facts, "beyond") and columns else [])]:
        due = np.ravel(np.asarray(values))
        rows = (np.ravel(np.asarray(answer)) for answer in answers)
        assert any(due.tolist() in (a[: due.size].tolist(), a[a.size - due.size :].tolist()) for a in rows), text


@pytest.mark.parametrize("name", some(_learners("RIGHT"), 12))
def test_right_implementation_stands(name: str) -> None:
    for what, cls in _chosen(name, "RIGHT"):
        report = check(cls, name, claims=_claims(name), profile=PROFILE)
        assert report.passed, f"{what}: {_told(report)}"
        assert all(result.verdict in ("stands", "skipped") for _, result in report.results), f"{what}: {_told(report)}"


def _found(report: Report) -> dict[str, Any]:
    fallen = [result for _, result in report.results if not result.passed and result.verdict != "skipped"]
    cases = [result.counterexample for result in fallen if result.counterexample is not None]
    return {"fallen": sorted(result.id for result in fallen), "size": min(map(_size, cases), default=0)}


def _size(value: Any) -> int:
    """The integers (and fractions) that write a case down."""
    if isinstance(value, dict):
        return sum(_size(part) for key, part in value.items() if key != "type")
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 1


def _told(report: Report) -> str:
    return "\n".join(f"{result.id}: {result.verdict}: {result.message}" for _, result in report.results)
