"""Judging a file: alike whatever asks for it, and no worse for what the learner costs."""

import importlib
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from calls import learncheck
from chosen import few, some
from implementations import implementation
from submissions import RIGHT, WRONG, class_of, write

from learncheck import check, score
from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.conventions import Conventions
from learncheck.oracle.boundary.handed import hand_in
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.grading.assignment import Allowance, Assignment, Part
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.judging import judge
from learncheck.oracle.grading.many import grade_one
from learncheck.oracle.grading.one_claim import SHORTENED
from learncheck.oracle.grading.results import KEEPS_THE_BOUND, LearnerResult, Report
from learncheck.oracle.grading.wanted import claims_about
from learncheck.oracle.report import exports, html
from learncheck.oracle.report.text import grade_text

pytest_plugins = ["pytester"]

pytestmark = pytest.mark.usefixtures("folder")

IDS = ("halving-mistakes", "halving-conforms")

LEARNS = "self.alive = self.alive & ("
CONSERVATIVE = RIGHT.replace(LEARNS, f"if self.predict(x) != y: {LEARNS}")
"""It keeps the bound, but forgets what it learns where it was right."""

ASKED_TWICE = RIGHT.replace(LEARNS, f"self.asked = 0; {LEARNS}").replace(
    "return np.sign(", "self.asked = getattr(self, 'asked', 0) + 1\n        return 1 if self.asked > 1 else np.sign("
)
"""It answers rightly the first time that it is asked in a round."""

ALIKE = {
    "right": RIGHT,
    "wrong": WRONG,
    "another algorithm": CONSERVATIVE,
    "asked twice": ASKED_TWICE,
    "raises": RIGHT.replace("return np", "assert x < 2 or len(self.alive) < 3, 'no'\n        return np"),
    "answers nothing": RIGHT.replace("return np", "np"),
    "shares": RIGHT.replace("self.hypotheses", "Halving.hypotheses").replace("self.alive", "Halving.alive"),
    "random": RIGHT.replace("return np", "if np.random.random() < 0.2: return 1\n        return np"),
}


def squeezed(text: str) -> str:
    """The text, however its lines are broken, framed or indented."""
    return " ".join(word for word in text.split() if word not in ("E", "\\"))


@pytest.mark.slow
@pytest.mark.parametrize("which", some(ALIKE, 4))
def test_a_file_is_judged_alike_whatever_asks_for_it(
    which: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pytester.path)
    path = write("alice.py", ALIKE[which])
    learncheck("grade", path, "--claims", ",".join(IDS), "--json", "o.json", "--quiet")
    report = json.loads(Path("o.json").read_text())
    claims = report["learners"]["Halving"]["claims"]
    assert [result["id"] for result in claims] == list(IDS)

    monkeypatch.syspath_prepend(pytester.path)
    monkeypatch.delitem(sys.modules, "alice", raising=False)
    cls = importlib.import_module("alice").Halving
    if which != "random":  # which draws other numbers in this process
        here = json.loads(json.dumps(check(cls, claims=IDS).as_json()))
        for result, theirs in zip(here["learners"]["Halving"]["claims"], claims, strict=True):
            assert comparable(result) == comparable(theirs)
        assert score(cls, claims=IDS) == report["score"]

    options = ("--trust-submission", "--submission", "alice.py", "--submission-claims", ",".join(IDS))
    ran = pytester.runpytest_inprocess(*options)
    ran.assert_outcomes(passed=len(claims) - len(fell(claims)), failed=len(fell(claims)))
    assert_told(ran.stdout.str(), fell(claims), once=True)
    for result in fell(claims):
        again = learncheck(*shlex.split(result["replay"])[1:], status=1)
        if which != "random":
            assert_told(again.stdout, [result])


def fell(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [result for result in claims if result["verdict"] != "stands"]


def comparable(result: dict[str, Any]) -> dict[str, Any]:
    """What is the same everywhere."""
    return {name: value for name, value in result.items() if name not in ("replay", "seconds")}


def assert_told(text: str, claims: list[dict[str, Any]], once: bool = False) -> None:
    """The text has each one's verdict, message, hint and program; of faults that repeat, if `once`, the first."""
    shown = squeezed(text)
    for result in claims[:1] if once and len({result["verdict"] for result in claims} - {"falsified"}) else claims:
        finding = "another algorithm" if result.get("another_algorithm") else result["verdict"]
        if result["message"].startswith(KEEPS_THE_BOUND) and finding == "falsified":
            finding = "does not conform"
        assert f"{result['id']}: {finding}" in shown
        assert squeezed(result["message"]) in shown
        assert squeezed(result.get("hint", "")) in shown
        assert squeezed(result.get("script", "")) in shown


BY_KEYWORD = """
class AdaBoost:
    def __init__(self, weak_learner, n_rounds):
        self.weak_learner = weak_learner
    def fit(self, X, y):
        self.weak_learner(X, y, sample_weight=y * y / len(y))
"""


@pytest.mark.slow
def test_no_message_names_what_stands_for_a_function_of_ours() -> None:
    ids = "adaboost-training-error"
    here = check(class_of(BY_KEYWORD, "AdaBoost"), claims=ids)
    behind = grade(Grading(write("alice.py", BY_KEYWORD), ids=[ids], trust=True))
    for report in here, behind:
        ((_, result),) = report.results
        assert result.message.endswith("TypeError: given() got an unexpected keyword argument 'sample_weight'")


# ---- what a learner costs ----


class Priced:
    """Makes learners of a class, each of which is said to cost so many seconds."""

    def __init__(self, cls: type, cost: Callable[[Plays], float], limit: float = 30.0) -> None:
        self.cls, self.cost, self.spent = cls, cost, 0.0
        self.clock = Clock()
        self.plays = Plays(self.make, clock=self.clock)
        self.asked = Assignment(limits=Allowance(time=limit))

    def make(self, *arguments: Any) -> LocalLearner:
        cost = self.cost(self.plays)
        self.clock.used += cost
        self.spent += 0 if self.plays.is_settled else cost
        with self.clock.running():  # which raises TimedOut if there is no time left
            return LocalLearner(self.cls, *arguments)

    def judged(self, *ids: str, as_: str = "Halving") -> LearnerResult:
        claims = claims_about(as_, ids)
        result = LearnerResult(as_, unjudged=dict.fromkeys((claim.id for claim in claims), 1.0))
        judge(result, claims, self.plays, self.asked, held=Conventions(), file="a.py", class_name=as_)
        return result


HALVING = LEARNERS["Halving"]


@few(2)
@pytest.mark.parametrize(
    ("text", "word"), [(CONSERVATIVE, "another algorithm"), (ASKED_TWICE, "does not conform"), (WRONG, "falsified")]
)
def test_who_keeps_the_bound_is_not_said_to_falsify_it(text: str, word: str) -> None:
    report = Report("a.py", 0, {"Halving": Priced(class_of(text), lambda plays: 0.0).judged(*IDS)})
    (*_, (_, fallen)) = report.results
    assert fallen.verdict == "falsified", "as programs read it"
    assert fallen.keeps_bounds == (text != WRONG)
    for output in (grade_text(report), html.grade_page([report]), exports.junit([report], "full")):
        assert f"halving-conforms: {word}" in output or f'"{word}: ' in output
        assert ("falsified" in output.split("halving-conforms", 1)[1]) == (text == WRONG)


@pytest.mark.slow
def test_a_slow_learner_is_asked_for_fewer_games_long_before_its_limit() -> None:
    """And for the same ones if the machine is slower by some: they are cut off after 8, 16, 32, …"""
    quick, slow, slower = (Priced(HALVING, lambda plays, cost=cost: cost) for cost in (0.001, 0.13, 0.165))  # type: ignore[misc]
    whole, some, as_many = (server.judged("halving-mistakes") for server in (quick, slow, slower))
    assert whole.score == some.score == as_many.score == 1
    assert (whole.claims[0].message, some.claims[0].message) == ("", SHORTENED)
    assert whole.claims[0].games / 4 > some.claims[0].games == as_many.claims[0].games
    assert slower.judged().score == 1
    assert slower.spent < 60
    report = Report("a.py", 0, {"Halving": some})
    assert SHORTENED in grade_text(report)
    assert SHORTENED in json.dumps(exports.gradescope([report], "full"))
    assert SHORTENED in html.grade_page([report])


def test_a_wrong_learner_falls_however_slow_it_is() -> None:
    (result,) = Priced(class_of(WRONG), lambda plays: 0.5).judged("halving-mistakes").claims
    assert result.verdict == "falsified"


def test_a_learner_that_needs_more_time_for_what_is_due_is_timed_out() -> None:
    claims = Priced(HALVING, lambda plays: 4.0).judged().claims
    assert [result.verdict for result in claims] == ["timed-out"] * len(claims)
    assert "longer than its limit of 30 s" in claims[0].message
    assert "a quarter of the usual limit" in claims[1].message
    assert all("was not played" in result.message for result in claims[2:])


@pytest.mark.slow
@pytest.mark.parametrize("text", [RIGHT, WRONG], ids=["right", "wrong"])
def test_what_happens_after_a_verdict_changes_none(text: str) -> None:
    """There, every further game takes longer than any limit."""
    usual = Priced(class_of(text), lambda plays: 0.0).judged("halving-mistakes", "halving-conforms")
    stuck = Priced(class_of(text), lambda plays: 1000.0 * plays.is_settled)
    graded = stuck.judged("halving-mistakes", "halving-conforms")
    assert [result.verdict for result in graded.claims] == [result.verdict for result in usual.claims]
    assert graded.score == usual.score
    assert not any("timed out" in result.message for result in graded.claims)
    assert stuck.spent == 0
    for result, theirs in zip(graded.claims, usual.claims, strict=True):
        assert result.script in ("", theirs.script)


def test_no_program_is_printed_that_breaks_off_because_the_time_for_it_is_over() -> None:
    wrong = implementation("DecisionStump", "one sign")
    usual = Priced(wrong, lambda plays: 0.0).judged("decision-stump-conforms", as_="DecisionStump")
    stuck = Priced(wrong, lambda plays: 1000.0 * plays.is_settled).judged(
        "decision-stump-conforms", as_="DecisionStump"
    )
    (whole,), (judged,) = usual.claims, stuck.claims
    assert whole.verdict == judged.verdict == "falsified"
    assert ".fit(" in whole.script
    assert judged.script in ("", whole.script)


WAITS = """
import time, weakref
import numpy as np

ALIVE = weakref.WeakSet()

class Halving:
    def __init__(self, hypotheses):
        ALIVE.add(self)
        self.hypotheses, self.alive = hypotheses, np.ones(len(hypotheses), bool)
    def predict(self, x):
        if len(ALIVE) > 1:
            time.sleep(0.1)
        return np.sign(self.hypotheses[self.alive, x].sum())
    def update(self, x, y):
        self.alive &= self.hypotheses[:, x] == y
"""


@pytest.mark.slow
def test_a_learner_that_is_slow_in_company_alone_has_full_marks() -> None:
    report = grade(Grading(write("a.py", WAITS), Assignment(limits=Allowance(time=6)), trust=True))
    assert [result.verdict for _, result in report.results] == ["stands"] * len(report.results)
    assert report.score == 1


# ---- what a learner does to its process ----

OTHER = "\n\nclass Consistent(Halving):\n    "
LEAVES = {
    "in predict": f"{OTHER}def predict(self, x): import os; os._exit(0)",
    "in predict, politely": f"{OTHER}def predict(self, x): import sys; sys.exit(0)",
    "in its constructor": f"{OTHER}def __init__(self, hypotheses): import os; os._exit(0)",
    "when it is looked at": f"{OTHER}@property\n    def alive(self): import os; os._exit(0)\n"
    "    @alive.setter\n    def alive(self, value): pass\n    def predict(self, x): return 1",
    "by a patch": f"{OTHER}def predict(self, x): np.frombuffer = np.ndarray = np.random.seed = None; return 1",
}


@pytest.mark.slow
@pytest.mark.parametrize("where", some(LEAVES, 2))
def test_who_spoils_its_process_loses_its_own_points_alone(where: str) -> None:
    parts = {name: Part(claims={f"{name.lower()}-mistakes": 1.0}) for name in ("Consistent", "Halving")}
    report = grade_one(
        Grading(
            path := write("a.py", RIGHT + LEAVES[where]), Assignment(learners=parts), trust=True, handed=hand_in(path)
        )
    )
    spoilt, other = report.learners.values()
    assert not report.error
    assert spoilt.claims[0].failed
    assert spoilt.claims[0].message
    assert (spoilt.score, other.score) == (0, 1)


@pytest.mark.slow
@few(1)
@pytest.mark.parametrize(
    "end",
    [
        "import os; os._exit(0)",
        "raise SystemExit(0)",
        "class Trap(dict):\n    def items(self): raise SystemExit\nLEARNERS = Trap(Halving=Halving)",
        "class Trap(dict):\n    def items(self): import os; os._exit(0)\nLEARNERS = Trap(Halving=Halving)",
    ],
)
def test_a_file_that_ends_its_process_when_it_is_imported_scores_nothing_and_is_told_why(end: str) -> None:
    report = grade_one(Grading(path := write("a.py", f"{RIGHT}\n{end}\n"), trust=True, handed=hand_in(path)))
    assert report.score == 0
    assert not report.ours
    assert "a.py cannot be imported" in report.error
    assert report.as_json()["learners"]["Halving"]["missing"] == "Halving was not judged"
