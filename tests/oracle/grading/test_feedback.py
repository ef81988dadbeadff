"""What a wrong submission is told, and what it earns all the same: hints, faults told once, graded credit."""

import json
import linecache
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chosen import few
from submissions import RIGHT, WRONG

from learncheck import score
from learncheck.learners import DecisionStump, Halving, LogisticRegression, Perceptron
from learncheck.learners.foils.finite import AgainstTheMajority, FirstAlive
from learncheck.learners.foils.mistakes import mistakes
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.failures import TimedOut
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading import many
from learncheck.oracle.grading.assignment import Allowance, Assignment, Part
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.credit import held
from learncheck.oracle.grading.misconceptions import hint
from learncheck.oracle.grading.results import ClaimResult, LearnerResult, Report
from learncheck.oracle.grading.wanted import claims_about
from learncheck.oracle.judging.transcript import facts_of
from learncheck.oracle.report import exports, html
from learncheck.oracle.report.text import failure, grade_text
from learncheck.strategies.halfspaces.regression import RegressionSample
from learncheck.theorems.language.registry import select
from learncheck.theorems.notes.boosting.stumps import StumpSample

NAMED = {
    "counts those that are refuted": ("halving-mistakes", WRONG, "lets refuted hypotheses vote"),
    "asks the first": (
        "halving-mistakes",
        RIGHT.replace("np.sign(self.hypotheses[self.alive, x].sum())", "int(self.hypotheses[self.alive, x][0])"),
        "follows the first surviving hypothesis",
    ),
    "forgets the label": ("perceptron-mistakes", "if y * s <= 0: self.w = self.w + x", "whatever the label is"),
    "updates every time": ("perceptron-mistakes", "self.w = self.w + y * x", "updates in every round"),
}
PERCEPTRON = """
import numpy as np
class Perceptron:
    def __init__(self, d): self.w = np.zeros(d)
    def predict(self, x): return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        s = self.w @ x
        {}
"""

BRISK = Profile("quick", scout=40, search=25, shrink=2_000)


def _class(text: str, name: str) -> type:
    names: dict[str, type] = {}
    exec(text if "class" in text else PERCEPTRON.format(text), names)
    return names[name]


@cache
def _told(claim: str, text: str) -> ClaimResult:
    name = "Halving" if claim.startswith("halving") else "Perceptron"
    ((_, result),) = check(_class(text, name), name, claims=claim).results
    return result


@pytest.mark.slow
@pytest.mark.parametrize("case", NAMED)
def test_a_known_mistake_is_named_as_a_possibility(case: str) -> None:
    claim, text, words = NAMED[case]
    result = _told(claim, text)
    assert result.failed
    assert words in result.hint
    assert result.hint.startswith("likely mistake: it ")
    assert result.hint in failure("", result, "counterexample")
    assert "likely mistake" not in failure("", result, "bound")
    assert json.loads(json.dumps(result.as_json()))["hint"] == result.hint


class ZeroAndOneStump(DecisionStump):
    def predict(self, X: Any) -> Any:
        return (super().predict(X) + 1) // 2


class ZeroAndOnePerceptron(Perceptron):
    def predict(self, x: Any) -> int:
        return max(0, super().predict(x))


class FirstOfTheBest(DecisionStump):
    """It counts the errors as `Unweighted` does, but searches in another order."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> None:
        best = len(y) + 1
        for j, row in enumerate(X.T):
            values = np.unique(row)
            for cut in [values[0] - 1, *(values[1:] + values[:-1]) / 2]:
                for b in (1, -1):
                    errors = (np.where(row <= cut, b, -b) != y).sum()
                    if errors < best:
                        best, self.j, self.theta, self.b = errors, j, cut, b


class FewSteps(LogisticRegression):
    def fit(self, X: Any, y: Any) -> None:
        self.w = np.zeros(X.shape[1])
        for _ in range(20):
            self.w = self.w + X.T @ (y / (1 + np.exp(y * (X @ self.w)))) / len(y)


@few(2)
@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (FirstOfTheBest, "it ignores sample_weight"),
        (FewSteps, "it stops before it has converged"),
        (ZeroAndOnePerceptron, "it answers 0 and 1"),
        (ZeroAndOneStump, "labels = [0, 1] under [adapt.all]"),
        *((mistake.learner, mistake.wrong[3:].rstrip(".")) for mistake in mistakes()),
    ],
)
def test_mistakes_of_batch_learners_and_wrong_labels_are_named(learner: Any, words: str) -> None:
    report = check(learner, learner.__bases__[0].__name__, profile=BRISK)
    failed = [result for _, result in report.results if result.failed]
    assert failed
    assert all(words in result.hint for result in failed if result.counterexample)


def test_a_mistake_that_is_none_of_the_known_is_not_named() -> None:
    odd = _told("halving-mistakes", RIGHT.replace("return np", "return 1 if x % 2 else np"))
    assert odd.failed
    assert odd.hint == ""


def test_a_right_learner_is_taken_for_none_of_them() -> None:
    (claim,) = claims_about("Halving", "halving-mistakes")
    for learner, is_known in ((FirstAlive, True), (Halving, False)):
        plays = Plays(learner, clock=Clock())
        traces = [plays.play(case) for case in claim.witnesses()]
        assert all(bool(hint(claim, plays, "Halving", evidence, 0)) == is_known for evidence in traces)


# ---- one fault is one message ----


def test_one_fault_is_one_message_in_every_format() -> None:
    crash = 'Traceback:\n  File "a.py", line 3, in predict\n    raise TypeError(self.h)\nTypeError: {}'
    claims = [ClaimResult(f"c{n}", "crashed", "S.", "F", crash.format([n])) for n in range(17)]
    other = ClaimResult("d", "crashed", "S.", "F", crash.format("x").replace("line 3", "line 9"))
    report = Report("a.py", 0, {"Halving": LearnerResult("Halving", [*claims, other])})
    assert grade_text(report).count("Traceback") == 2, "what the exception says differs, and where it is raised"
    tests = json.loads(exports.gradescope([report], "full"))["tests"]
    assert sum("Traceback" in test["output"] for test in tests) == 2
    assert sum("the same fault as in c0" in test["output"] for test in tests) == 16
    assert sum(test["max_score"] for test in tests) == pytest.approx(1, abs=1e-4)
    cases = ElementTree.fromstring(exports.junit([report], "full")).iter("failure")
    assert sum("Traceback" in str(case.text) for case in cases) == 2


def test_a_program_that_would_hide_the_rest_is_not_printed() -> None:
    short, long = (ClaimResult("c", "invalid", "S.", "F", "M", script="x = 1\n" * lines) for lines in (30, 80))
    assert failure("", short).count("x = 1") == 30
    assert "x = 1" not in failure("", long)
    assert "a standalone script has 80 lines" in failure("", long)


@pytest.mark.parametrize(
    ("claim_id", "case", "shown"),
    [
        ("stump-erm", StumpSample(((1,), (2,)), (1, -1)), {"answers": "(+1, −1)", "errors": "0"}),
        ("least-squares", RegressionSample(points=((4,),), targets=(8,)), {"answers": "(2)"}),
    ],
)
def test_the_answers_of_a_batch_learner_are_told(claim_id: str, case: Any, shown: dict[str, str]) -> None:
    (claim,) = select([claim_id])
    facts = dict(facts_of(claim, case.play(claim.learner)))
    assert {name: facts[name] for name in ("answers", "errors") if name in facts} == shown


# ---- graded credit ----


@pytest.mark.slow
def test_graded_credit_is_the_share_that_holds() -> None:
    (claim,) = claims_about("Halving", "halving-conforms")
    large = RIGHT.replace("return np", "return -1 if len(self.hypotheses) > 10 else np")
    shares = {}
    for name, cls in {"never": AgainstTheMajority, "small": _class(large, "Halving"), "right": Halving}.items():
        plays = Plays(lambda *arguments, cls=cls: LocalLearner(cls, *arguments), clock=Clock())
        shares[name] = [held(claim, plays, 0, credit) for credit in ("whole", "sizes", "games")]
    assert shares["right"] == [0, 5 / 6, 60 / 61], "the game that fell counts too"
    assert 0 == shares["never"][1] < shares["small"][1] < 1
    assert shares["never"][2] < shares["small"][2] < 1


@pytest.mark.slow
def test_an_assignment_may_give_graded_credit() -> None:
    asked = Assignment(credit="sizes", learners={"Halving": Part(points=10, claims={"halving-conforms": 1.0})})
    large = RIGHT.replace("return np", "return -1 if len(self.hypotheses) > 10 else np")
    report = check(_class(large, "Halving"), "Halving", claims="halving-conforms", credit="sizes", profile=BRISK)
    many.apply(asked, report)
    assert 0 < report.points < 10
    assert report.points == pytest.approx(10 * report.results[0][1].credit)
    assert not report.passed
    assert f"{report.results[0][1].credit:.0%} of the points" in grade_text(report)
    (test,) = json.loads(exports.gradescope([report], "full"))["tests"]
    assert test["score"] == pytest.approx(report.points, abs=1e-5)
    assert Report.from_json(json.loads(json.dumps(report.as_json()))).points == pytest.approx(report.points)
    many.apply(Assignment(learners=asked.learners), report)
    assert report.points == 0


def test_a_change_of_credit_or_conventions_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(RIGHT)
    chosen = (
        Assignment(),
        Assignment(credit="games"),
        Assignment(adapt={"all": {"labels": [0, 1]}}),
        Assignment(learners={"Halving": Part()}),
        Assignment(learners={"Halving": Part(adapt={"labels": [0, 1]})}),
        Assignment(path=["lib"]),
    )
    prints = {many.gradings([path], options, {}, (), None)[0].fingerprint() for options in chosen}
    assert len(prints) == len(chosen)


# ---- limits of a class in a notebook ----


@pytest.mark.slow
def test_a_graded_cell_that_loops_comes_to_an_end() -> None:
    loops = RIGHT.replace("return np", "while True: pass\n        return np")
    assert score(_class(loops, "Halving"), points=5, time_limit=0.3) == 0
    report = check(_class(loops, "Halving"), limits=Allowance(time=0.4, total=0.2))
    assert [result.verdict for _, result in report.results] == ["timed-out"] * 4
    assert "for all of its claims" in report.results[0][1].message
    assert "was not played" in report.results[-1][1].message
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.slow
def test_a_graded_cell_that_sleeps_comes_to_an_end() -> None:
    sleeps = RIGHT.replace("return np", "import time; time.sleep(60)\n        return np")
    assert score(_class(sleeps, "Halving"), claims="halving-mistakes", time_limit=0.3) == 0


@pytest.mark.slow
def test_what_others_do_with_the_processor_is_not_the_learners_time() -> None:
    processors = os.sched_getaffinity(0)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        for process in (os.getpid(), *(process.pid for process in busy)):
            os.sched_setaffinity(process, {min(processors)})
        clock = Clock()
        clock.new_budget(0.5)
        with clock.running():
            until = time.thread_time() + 0.45
            while time.thread_time() < until:
                pass
    finally:
        os.sched_setaffinity(0, processors)
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_who_is_in_time_is_not_interrupted() -> None:
    assert score(_class(RIGHT, "Halving"), points=5, claims="halving-mistakes", time_limit=20) == 5


def test_a_loop_is_told_with_its_place() -> None:
    text = PERCEPTRON.format("while y: pass").replace("return 1", "\n        self.half()\n        return 1")
    loops = (
        f"{text}\n    def half(self):\n        for i in range(9):\n            while True:\n                i += 1\n"
    )
    names: dict[str, Any] = {}
    exec(compile(loops, "loops.py", "exec"), names)
    linecache.cache["loops.py"] = (len(loops), None, loops.splitlines(keepends=True), "loops.py")
    learner = LocalLearner(names["Perceptron"], 2, clock=Clock(0.1))
    with pytest.raises(TimedOut) as caught:
        learner.predict([0.0, 1.0])
    place = "in half, line 13 of loops.py: for i in range(9):"
    assert caught.value.message.splitlines()[1:] == [place], "the outermost loop, wherever in it the time was up"


def _graded(name: str = "ann.py", **learners: LearnerResult) -> Report:
    return Report(name, 0, learners)


def test_a_score_looks_full_or_empty_only_where_it_is() -> None:
    def first_line(failed: int, late: float = 0) -> str:
        verdicts = ["falsified"] * failed + ["stands"] * (300 - failed)
        claims = [ClaimResult(str(number), verdict, "", "") for number, verdict in enumerate(verdicts)]
        report = _graded(Halving=LearnerResult("Halving", claims, worth=10))
        report.late = late
        return grade_text(report).splitlines()[0]

    assert first_line(1) == "ann.py: score 0.997, 9.97 of 10 points"
    assert first_line(299) == "ann.py: score 0.003, 0.03 of 10 points"
    assert first_line(0) == "ann.py: score 1.00, 10 of 10 points"
    assert first_line(300) == "ann.py: score 0.00, 0 of 10 points"
    assert first_line(0, 0.125).endswith("12.5% less because it is late")


def test_feedback_tells_what_each_claim_has_earned_and_why_the_score_is_less() -> None:
    claims = [
        ClaimResult("halving-mistakes", "stands", "", "", points=2),
        ClaimResult("halving-conforms", "falsified", "", "", points=1, credit=0.5),
        ClaimResult("halving-programs", "skipped", "", "", points=1),
    ]
    report = _graded(
        Halving=LearnerResult("Halving", claims, worth=10), Winnow=LearnerResult("Winnow", worth=5, missing="none")
    )
    report.late = 0.1
    printed = grade_text(report)
    assert printed.startswith("ann.py: score 0.50, 7.5 of 15 points, 10% less because it is late\n")
    page = html.grade_page([report])
    for points in ("6.67 of 6.67", "1.67 of 3.33", "–", "0 of 5"):
        assert points in printed
        assert points in page
    plain = grade_text(_graded(Halving=LearnerResult("Halving", claims))).splitlines()
    assert not any("points" in line for line in plain[:2]), "nobody has given any"


def test_course_systems_tell_things_apart_and_once() -> None:
    absent = {name: LearnerResult(name, missing=f"ann.py defines no {name}") for name in ("Halving", "Winnow")}
    suite = ElementTree.fromstring(exports.junit([_graded(**absent)], "full"))
    assert [case.get("name") for case in suite.iter("testcase")] == ["Halving", "Winnow"]
    broken = Report("erin.py", 0, error="erin.py cannot be imported: SyntaxError")
    assert json.loads(exports.gradescope([broken], "full"))["output"] == broken.error
