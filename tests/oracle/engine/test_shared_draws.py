"""What submissions of one process share: the cases that are drawn, and verdicts on games in which they answer alike."""

import json
from pathlib import Path
from typing import Any

import pytest
from submissions import RIGHT, WRONG

from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.engine import plays, shared_draws
from learncheck.oracle.engine.attacks import fixed, scout
from learncheck.oracle.grading import grade as grading
from learncheck.oracle.judging import decide
from learncheck.strategies.play.case import Rounds, Trace
from learncheck.theorems.notes.finite.mistakes import HALVING


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_draws, "_drawn", shared_draws.Memory(8))
    monkeypatch.setattr(plays, "_alike", plays.Memory(plays.MOST))
    monkeypatch.setattr(grading, "choose", lambda trust: LIMITS)


def graded(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "a.py"
    path.write_text(text)
    report = json.loads(json.dumps(grading.grade(grading.Grading(path, ids=["halving-mistakes"])).as_json()))
    for each in (report, *report["learners"]["Halving"]["claims"]):
        each.pop("seconds")
    return dict(report)


@pytest.mark.slow
def test_the_second_that_answers_alike_costs_neither_drawing_nor_judging(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = graded(tmp_path, RIGHT)
    for module, name in ((fixed, "everything"), (scout, "at_random"), (scout, "large"), (decide, "compile_relation")):
        monkeypatch.setattr(module, name, lambda *given, name=name, **named: pytest.fail(f"{name} again"))
    assert graded(tmp_path, RIGHT) == first


@pytest.mark.slow
def test_what_others_did_changes_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = graded(tmp_path, WRONG)
    nothing_known.__wrapped__(monkeypatch)
    graded(tmp_path, RIGHT)
    assert graded(tmp_path, WRONG) == alone
    assert alone["score"] == 0


def test_traces_are_shared_only_where_every_answer_is_the_same_label() -> None:
    case = next(iter(HALVING.witnesses()))

    def trace(*answers: Any, **more: Any) -> Trace:
        return Trace(case, Rounds([0] * len(answers), answers, [1] * len(answers), **more))

    first = plays.alike(trace(1, -1))
    assert plays.alike(trace(1, -1)) is first
    for other in (trace(1, 1), trace(1, 0), trace(1), trace(1.0, -1), trace(True, -1)):
        assert plays.alike(other) is other
    watched = trace(1, -1, snapshots=[{"alive": 1}] * 3)
    assert plays.alike(watched) is watched
