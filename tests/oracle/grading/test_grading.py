"""Grading as courses use it: assignments, feedback, points, exports, programs to paste, many submissions at once."""

import csv
import json
import linecache
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from calls import launchers, learncheck, program
from chosen import some
from hypothesis import given
from hypothesis import strategies as st
from implementations import implementations
from submissions import RIGHT, WRONG, class_of, write

from learncheck import score
from learncheck.learners import LEARNERS, WinnowKOfR
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.engine.executors import NoExecutor, workers
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import PROFILES, Profile
from learncheck.oracle.engine.recorder import Call, Recorder
from learncheck.oracle.files import Unusable
from learncheck.oracle.grading import many, trivial
from learncheck.oracle.grading.assignment import Allowance, Assignment, Late, Part
from learncheck.oracle.grading.assignment_file import read
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.one_claim import check_claim
from learncheck.oracle.grading.plain_python import script
from learncheck.oracle.grading.results import ClaimResult, Falsified, LearnerResult, Report
from learncheck.oracle.grading.wanted import Unjudgeable, claims_about
from learncheck.oracle.report import course, exports
from learncheck.oracle.report.course import Roster, read_roster
from learncheck.oracle.report.notebook import NotebookReport as Shown
from learncheck.oracle.report.text import grade_text

IMPLEMENTATIONS = Path(__file__).parents[2] / "quality" / "implementations"
FIRST_LEFT = RIGHT.replace("np.sign(self.hypotheses[self.alive, x].sum())", "self.hypotheses[self.alive, x][0]")
VERDICTS = ("stands", "falsified", "invalid", "crashed", "timed-out", "skipped", "oracle-error")
BRISK = Profile("quick", scout=12, search=8, shrink=1_000)
ONE_CLAIM = Assignment(learners={"Halving": Part(claims={"halving-mistakes": 1.0})})


pytestmark = pytest.mark.usefixtures("folder")


# ---- what a score is made of ----


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.sampled_from(VERDICTS), st.floats(0, 9), st.floats(0, 1)), min_size=1, max_size=6),
    st.integers(0, 5),
    st.floats(0, 9),
)
def test_an_error_of_ours_never_raises_a_score(
    claims: list[tuple[str, float, float]], which: int, unjudged: float
) -> None:
    """Whoever provokes one gains nothing by it, whatever the verdict would have been, and has not passed."""

    def report(claims: Sequence[tuple[str, float, float]]) -> Report:
        graded = Report("a.py", 0)
        results = [ClaimResult(str(number), verdict, "", "") for number, (verdict, _, _) in enumerate(claims)]
        for result, (_, points, credit) in zip(results, claims, strict=True):
            result.points, result.credit = points, credit
        graded.learners["Halving"] = LearnerResult("Halving", results, worth=10, unjudged={"other": unjudged})
        return graded

    which %= len(claims)
    provoked = [("oracle-error", *claim[1:]) if at == which else claim for at, claim in enumerate(claims)]
    before, after = report(claims), report(provoked)
    assert after.score <= before.score + 1e-12
    assert not after.passed
    assert after.pending


# ---- assignments ----


@pytest.mark.slow
def test_an_assignment_gives_points_and_weights() -> None:
    toml = """
    feedback = "bound"
    seed = 3
    [limits]
    time = 60
    [learners.Halving]
    class = "Mine"
    points = 10
    [learners.Halving.claims]
    halving-mistakes = 3
    halving-conforms = 1
    [learners.Winnow]
    points = 2
    """
    asked = read(write("a.toml", toml))
    assert asked.limits.time == 60
    assert asked.limits.memory == 2048
    report = grade(Grading(write("a.py", RIGHT.replace("class Halving", "class Mine")), assignment=asked, trust=True))
    assert (report.points, report.worth) == (10, 12)
    assert "Winnow" in report.learners["Winnow"].missing
    assert not report.passed
    assert [result.points for result in report.learners["Halving"].claims] == [3, 1]


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("feedback = 'some'", "feedback: 'some' is none of full, counterexample, bound, hidden$"),
        ("[learners.Halving.claims]\nhalving-mistakes = { visibility = 'no' }", "'no' is none of visible, after"),
        ("[learners.Halfing]", "did you mean Halving"),
        ("[learners.Halving.claims]\nhalving-mistakes = 0", "positive weight"),
        ("[learners.Halving]\npoints = -1", "points"),
        ("[limits]\ntime = 0", "limits.time"),
        ("adapt = { labels = [0, 1] }", "adapt.labels: expected `table`"),
        ("x = ", "is not TOML"),
        (".".join(["a"] * 3000) + " = 1", "nested too deeply"),
        ("x = " + "[" * 3000, "is not TOML"),
        ("[adapt.all]\nlabel = 1", "adapt.all: there is no convention 'label'"),
        ("[learners.Perceptron]\nadapt = { labels = [0, nan] }", "learners.Perceptron.adapt: labels"),
        ("[learners.Perceptron]\nadapt = { threshold = 'x' }", "threshold='x': give a number"),
        ("[learners.Perceptron]\nadapt = { intercept = 'no' }", "intercept='no': give true or false"),
        ("[learners.BatchPerceptron]\nadapt = { epochs = 'many' }", "epochs='many': give a number"),
        ("[learners.Perceptron]\nadapt = { parameters = [1] }", "give a table"),
        ("[learners.Perceptron]\nadapt = { parameters = { since = 2020-01-01 } }", "adapt: give numbers"),
    ],
)
def test_a_bad_assignment_is_named_in_one_line(toml: str, message: str) -> None:
    with pytest.raises(Unusable, match=message) as error:
        read(write("a.toml", toml))
    assert "\n" not in str(error.value)


# ---- what a student is told ----


def _report(text: str, name: str = "a.py") -> Report:
    path = write(name, text)
    grading = Grading(path, assignment=ONE_CLAIM, trust=True, name=path.stem)
    return many.keep_counterexamples(grading, grade(grading))


@pytest.mark.slow
def test_feedback_tells_as_much_as_it_should() -> None:
    report = _report(WRONG)
    full, game, bound, hidden = (grade_text(report, kind) for kind in ("full", "counterexample", "bound", "hidden"))
    assert "proof step violated" in full
    assert "replay" in full
    assert "prediction  label  mistakes  V" in full
    assert "prediction  label  mistakes" in game
    assert "proof step violated" not in game
    assert "replay" not in game
    assert "import numpy" in game
    assert "M = 2 > 1 = log₂(H)" in bound
    assert "prediction" not in bound
    assert hidden == "a.py: score 0.00\n"


@pytest.mark.slow
def test_a_report_is_plain_data() -> None:
    report = _report(WRONG)
    stored = json.dumps(report.as_json())
    again = Report.from_json(json.loads(stored))
    assert json.loads(json.dumps(again.as_json())) == json.loads(stored)
    assert grade_text(again).splitlines()[:-1] == grade_text(report).splitlines()[:-1]
    with pytest.raises(ValueError, match="it has no 'learners'"):
        Report.from_json({"schema": 1})


@pytest.mark.slow
def test_a_learner_that_draws_at_random_is_recognised() -> None:
    ties = RIGHT.replace("import numpy as np", "import os\nimport numpy as np").replace(
        "return np.sign(self.hypotheses[self.alive, x].sum())",
        "return np.sign(self.hypotheses[self.alive, x].sum()) or 2 * (os.urandom(1)[0] % 2) - 1",
    )
    report = _report(ties)
    assert report.passed
    assert report.learners["Halving"].random
    assert "is random: it answers differently" in grade_text(report)
    assert not _report(RIGHT).learners["Halving"].random


@pytest.mark.slow
def test_a_graded_cell_prints_nothing_and_ends_in_a_float(capfd: pytest.CaptureFixture[str]) -> None:
    assert score(class_of(RIGHT), profile=BRISK) == 1.0
    assert score(class_of(WRONG), "Halving", profile=BRISK) < 1.0
    loud = "import sys, warnings\n" + RIGHT.replace(
        "self.hypotheses, self.alive",
        "print(1), print(2, file=sys.stderr), warnings.warn('x')\n        self.hypotheses, self.alive",
        1,
    )
    assert "warnings.warn" in loud
    assert score(class_of(loud), profile=BRISK) == 1.0, "nbgrader would give nothing for what it says on standard error"
    assert capfd.readouterr() == ("", "")
    with pytest.raises(Unjudgeable, match="as_="):
        score(Path)


def test_what_is_no_claim_is_not_passed_over() -> None:
    """All claims of the catalogue would be judged instead."""
    with pytest.raises(Unjudgeable, match=r"Path\('mine.py'\) is not a claim"):
        claims_about("Halving", [Path("mine.py")])  # type: ignore[list-item]


# ---- the same game as a program ----


def test_a_program_is_not_broken_at_an_assignment() -> None:
    recorder = Recorder(WinnowKOfR)
    recorder(5, 1.0)
    compile(script(recorder.calls, "bob.py", "A" * 70), "bob.py", "exec")


def test_a_program_that_draws_runs_alone() -> None:
    """Whatever types the class that supplies the draws names."""
    write("bob.py", "class Bob:\n    def sample(self, rng):\n        return int(2 * rng.random())\n")
    calls = [Call(0, "__init__", (), {}), Call(0, "drawn", ([1 / 8, 3 / 8, 5 / 8, 7 / 8], None), {})]
    ran = ran_as_printed(script(calls, "bob.py", "Bob"))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "[0, 0, 1, 1]\n", "")


ODDLY_CALLED = ("class.py", "a b.py", "a\nb.py", "it's $HOME; 1.py", "-x.py", "random.py", "numpy.py")


@pytest.mark.slow
@pytest.mark.parametrize("name", ODDLY_CALLED)
def test_a_program_imports_the_file_whatever_it_is_called(name: str) -> None:
    recorder = Recorder(class_of(WRONG))
    recorder(np.array([[1], [-1]])).predict(0)
    write(name, WRONG)
    ran = ran_as_printed(script(recorder.calls, name, "Halving"))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "0\n", "")


def ran_as_printed(text: str) -> subprocess.CompletedProcess[str]:
    """Run a program that is saved beside the submission."""
    program = write("the game.py", text)
    return subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=600)


@pytest.mark.slow
@pytest.mark.parametrize("name", ODDLY_CALLED[2:4])
def test_the_program_and_the_replay_line_run_as_printed_whatever_the_file_is_called(name: str) -> None:
    write(name, WRONG)
    learncheck("grade", f"./{name}", "--claims", "halving-mistakes", "--json", "o.json", status=1)
    ((fallen,),) = (learner["claims"] for learner in json.loads(Path("o.json").read_text())["learners"].values())
    ran = ran_as_printed(fallen["script"])
    assert ran.returncode == 0, fallen["script"] + ran.stderr
    assert ran.stdout.startswith("instance 0 answer")
    (bin := Path("bin")).mkdir()
    path = {**os.environ, "PATH": f"{launchers(bin.resolve())}:{os.environ['PATH']}"}
    ran = subprocess.run(["bash", "-c", fallen["replay"]], capture_output=True, text=True, timeout=600, env=path)
    assert ran.returncode == 1, ran.stderr
    assert "halving-mistakes: falsified" in ran.stdout
    assert "".join(fallen["script"].split()) in "".join(ran.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize("learner", some(LEARNERS, 3))
def test_a_program_and_a_replay_line_run_as_printed(learner: str) -> None:
    """Of the first failure and the last one. The programs of all are run in test_implementations.py, in its process."""
    name = written_as_a_file(learner, Path("bob.py"))
    learncheck("grade", "bob.py", "--json", "o.json", "--quiet", status=1)
    (claims,) = (learner["claims"] for learner in json.loads(Path("o.json").read_text())["learners"].values())
    (bin := Path("bin")).mkdir()
    path = {**os.environ, "PATH": f"{launchers(bin.resolve())}:{os.environ['PATH']}"}
    fallen = [result for result in claims if result["verdict"] in ("falsified", "crashed", "invalid")]
    assert fallen
    with_script = [result for result in fallen if "script" in result]
    assert with_script
    for result in {result["id"]: result for result in (fallen[0], with_script[-1])}.values():
        if "script" in result:
            assert "learncheck" not in result["script"]
            ran = ran_as_printed(result["script"])
            refuses = learner == "HalfspaceLP" and "ValueError" in ran.stderr
            assert result["verdict"] == "crashed" or refuses or not ran.returncode, result["script"] + ran.stderr
            assert name in result["script"]
            assert ran.stdout or ran.returncode
        again = subprocess.run(["bash", "-c", result["replay"]], capture_output=True, text=True, timeout=600, env=path)
        assert again.returncode == 1, result["replay"] + again.stderr
        assert again.stdout.startswith(f"{result['id']}: ")
        assert squeezed(result["message"]) in squeezed(again.stdout)
        assert squeezed(result.get("script", "")) in squeezed(again.stdout) or "--html shows it" in again.stdout


def written_as_a_file(learner: str, path: Path) -> str:
    """Write the first wrong implementation of the learner that is an edit to the file. Returns the class's name."""
    for wrong in implementations(learner)["WRONG"].values():
        method = vars(wrong).get("update") or vars(wrong).get("fit")
        if method is not None and not Path(method.__code__.co_filename).is_file():
            source = "".join(linecache.getlines(method.__code__.co_filename))
            module = next(
                path for path in IMPLEMENTATIONS.glob("*.py") if path.stem.replace("_", "") == learner.lower()
            )
            imports = re.sub("from edits import .*\n", "", module.read_text().partition("\n\nclass ")[0])
            write(str(path), f"{imports}\n\n{source}\n\nLEARNERS = {{{learner!r}: {wrong.__name__}}}\n")
            return wrong.__name__
    raise AssertionError(f"no wrong implementation of {learner} is an edit")


def squeezed(text: str) -> str:
    return "".join(text.split())


# ---- many games at once ----

BY_ROUNDS = {
    "right": RIGHT,
    "wrong": WRONG,
    "answers nothing at a tie": RIGHT.replace("return np", "if self.hypotheses[self.alive, x].sum(): return np"),
    "raises in some games": RIGHT.replace("return np", "assert x < 2 or len(self.alive) < 3\n        return np"),
    "has no state": RIGHT.replace("alive", "_alive"),
    "draws between games": RIGHT.replace(
        "return np.sign(self.hypotheses[self.alive, x].sum())",
        "return np.sign(self.hypotheses[self.alive, x].sum()) or np.random.choice([1, -1])",
    ),
}


def _results(path: Path, at_once: bool) -> list[dict[str, object]]:
    with Submission(path, confinement=LIMITS, time_limit=10) as submission:
        make_many = partial(submission.make_many, "Halving") if at_once else None
        plays = Plays(partial(submission.make, "Halving"), make_many, clock=Clock())
        results = []
        for claim in claims_about("Halving", ["halving-mistakes"]):
            submission.new_budget(submission.time_limit)
            result = check_claim(claim, plays, "Halving", BRISK, 0)
            entry = result.as_json()
            entry.pop("seconds", None)
            results.append(entry)
    return results


@pytest.mark.slow
@pytest.mark.parametrize("which", BY_ROUNDS)
def test_games_played_at_once_give_the_results_of_games_played_alone(which: str) -> None:
    path = write("a.py", BY_ROUNDS[which])
    assert _results(path, at_once=True) == _results(path, at_once=False)


@pytest.mark.slow
def test_a_submission_that_hangs_is_timed_out_in_the_game_in_which_it_hangs() -> None:
    path = write("a.py", RIGHT.replace("return np", "while x == 1 and len(self.alive) == 3: pass\n        return np"))
    results = []
    for at_once in (True, False):
        with Submission(path, confinement=LIMITS, time_limit=0.6) as submission:
            make_many = partial(submission.make_many, "Halving") if at_once else None
            plays = Plays(partial(submission.make, "Halving"), make_many, clock=Clock())
            (claim,) = claims_about("Halving", ["halving-mistakes"])
            results.append(check_claim(claim, plays, "Halving", PROFILES["quick"], 0))
    assert [result.verdict for result in results] == ["timed-out", "timed-out"]
    loop = "in predict, line 8 of a.py: while x == 1 and len(self.alive) == 3: pass"
    assert results[0].message == results[1].message == f"took longer than its limit of 0.6 s\n{loop}"
    assert results[0].counterexample == results[1].counterexample


RIGHT_ALONE = """
import re
import sys
from pathlib import Path
from learncheck.oracle.cli import main
try:
    main(["grade", sys.argv[1], "--claims", "halving-mistakes"])
except SystemExit as ended:
    assert not ended.code, ended.code
late = r"hypothesis$|jinja2$|z3$|learncheck\\.(theorems\\.formal|oracle\\.(prover|boundary\\.(conventions|adapted)))"
print([name for name in sys.modules if re.match(late, name)])
ours = [each.__file__ for name, each in sys.modules.items() if name.startswith("learncheck")]
print(sum(len(Path(file).read_bytes().splitlines()) for file in ours))
"""

MOST_LINES = 16_500
"""Of our modules, for a right submission that is judged by one claim."""


@pytest.mark.slow
def test_what_a_right_submission_does_not_need_is_not_imported() -> None:
    path = write("a.py", RIGHT)
    ran = subprocess.run([sys.executable, "-c", RIGHT_ALONE, str(path)], capture_output=True, text=True, timeout=600)
    *_, unneeded, lines = ran.stdout.splitlines()
    assert unneeded == "[]", ran.stdout + ran.stderr
    assert int(lines) <= MOST_LINES


# ---- exports ----


@pytest.mark.slow
def test_gradescope_gets_points_as_claims_finish() -> None:
    seen: list[dict[str, object]] = []

    def after(report: Report) -> None:
        seen.append(json.loads(exports.gradescope([report], "full")))

    asked = Assignment(learners={"Halving": Part(points=8, claims={"halving-mistakes": 3, "halving-conforms": 1})})
    grade(Grading(write("a.py", RIGHT), assignment=asked, trust=True), after=after)
    assert [test["score"] for test in seen] == [6, 8, 8]
    # One that is killed now has lost what is not judged yet.
    first: list[dict[str, object]] = seen[0]["tests"]  # type: ignore[assignment]
    assert [(test["score"], test["max_score"]) for test in first] == [(6, 6), (0, 2)]
    assert first[1]["output"] == "Not judged yet."
    result = seen[-1]
    assert result["score"] == 8
    tests: list[dict[str, object]] = result["tests"]  # type: ignore[assignment]
    assert [(test["score"], test["max_score"], test["status"]) for test in tests] == [
        (6, 6, "passed"),
        (2, 2, "passed"),
    ]
    assert set(tests[0]) == {"name", "score", "max_score", "status", "output", "output_format", "visibility"}


@pytest.mark.slow
@pytest.mark.parametrize("feedback", ["full", "hidden"])
def test_exports_agree_with_the_report(feedback: exports.Feedback) -> None:
    report = _report(WRONG)
    error = Report("b.py", 0, error="b.py cannot be imported: \x00")
    gradescope = json.loads(exports.gradescope([report], feedback))
    assert gradescope["score"] == 0
    assert gradescope["tests"][0]["visibility"] == "visible"  # or Gradescope would keep back the total as well
    assert bool(gradescope["tests"][0]["output"]) == (feedback != "hidden")
    lairn = json.loads(exports.prairielearn([report], feedback))
    assert (lairn["gradable"], lairn["score"]) == (True, 0)
    assert json.loads(exports.prairielearn([error], feedback))["gradable"] is False
    classroom = json.loads(exports.github_classroom([report], feedback))
    assert (classroom["version"], classroom["status"], classroom["max_score"]) == (1, "fail", 1)
    suites = ElementTree.fromstring(exports.junit([report, error], feedback))
    assert [suite.get("failures") for suite in suites] == ["0" if feedback == "hidden" else "1", "0"]
    assert [suite.get("errors") for suite in suites] == ["0", "1"]


# ---- many submissions ----


def test_reports_of_earlier_runs_do_not_stay_beside_new_ones() -> None:
    folder, notes = Path("out"), write("out/notes.json", "[]")
    gradings = many.gradings([write("a.py"), write("b.py"), write("c.py")], ONE_CLAIM, {}, [], folder)
    for grading in gradings:
        stored = Report(grading.path.name, 0).as_json() | {"fingerprint": grading.fingerprint()}
        write(str(grading.report_path), json.dumps(stored))
        write(f"out/feedback/{grading.name}.txt", "earlier")
        write(f"out/feedback/{grading.name}.html", "earlier")
    write("out/canvas.csv", "earlier")
    write("b.py", WRONG)
    again = many.gradings([Path("a.py"), Path("b.py")], ONE_CLAIM, {}, [], folder)
    note = course.set_aside(folder, again)
    assert note == "2 reports of earlier runs are now in out/earlier"
    assert {path.stem for path in folder.glob("*.json")} == {"notes", "a"}
    assert {path.stem for path in folder.glob("feedback/*")} == {"a"}
    assert {path.stem for path in folder.glob("earlier/*.json")} == {"b", "c"}
    assert not Path("out/canvas.csv").exists()
    assert notes.exists()
    assert course.set_aside(folder, again) == ""
    assert [row.name for row in course.read_results(folder)[0]] == ["a"]


@pytest.mark.slow
def test_one_bad_file_disturbs_no_other_and_a_killed_run_resumes() -> None:
    write("x/hw.py", RIGHT)
    write("y/hw.py", WRONG)
    write("bad.py", "raise SystemExit(3)")
    command = ("grade", "x/hw.py", "bad.py", "y/hw.py", "--claims", "halving-mistakes", "--results", "out")
    program(*command, "--jobs", "2", status=1)
    rows = list(csv.DictReader(Path("out/summary.csv").read_text().splitlines()))
    assert [(row["submission"], float(row["score"])) for row in rows] == [
        ("x/hw.py", 1.0),
        ("bad.py", 0.0),
        ("y/hw.py", 0.0),
    ]
    assert rows[1]["error"]
    assert rows[2]["failed"] == "1"
    assert json.loads(Path("out/y__hw.json").read_text())["score"] == 0
    assert "halving-mistakes: falsified" in Path("out/feedback/y__hw.txt").read_text()

    Path("out/x__hw.json").unlink()  # as if the run had been killed before it came to this one
    before = {path.name: path.stat().st_mtime_ns for path in Path("out").glob("*hw.json")}
    write("z.py", RIGHT)
    program(*command, "z.py", "--jobs", "1", status=1)
    assert Path("out/y__hw.json").stat().st_mtime_ns == before["y__hw.json"]
    assert json.loads(Path("out/x__hw.json").read_text())["score"] == 1
    assert json.loads(Path("out/z.json").read_text())["score"] == 1


@pytest.mark.slow
def test_a_changed_submission_is_graded_again() -> None:
    path = write("a.py", WRONG)
    (job,) = many.gradings([path], ONE_CLAIM, {}, [], Path("out"), trust=True)
    list(many.grade_here([job]))
    assert many.finished(job) is not None
    path.write_text(RIGHT)
    (changed,) = many.gradings([path], ONE_CLAIM, {}, [], Path("out"), trust=True)
    assert many.finished(changed) is None
    Path("out/a.json").write_text("{")
    assert many.finished(job) is None


def test_an_executor_that_cannot_be_had_is_named() -> None:
    assert workers("processes", None, 1, 5) == (None, 1)
    assert workers("processes", None, 8, 3)[1] == 3
    with pytest.raises(NoExecutor, match="--scheduler tcp"):
        workers("dask", None, None, 2)
    with pytest.raises(NoExecutor, match=r"no dask scheduler answers at here|distributed is not installed"):
        workers("dask", "here", None, 2)
    with pytest.raises(NoExecutor, match="--executor dask"):
        workers("processes", "tcp://x:1", None, 2)


@pytest.mark.slow
def test_no_module_beside_a_submission_runs_in_the_judge(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    for name in ("multiprocessing", "pickle", "socket", "threading", "numpy", "msgspec", "learners", "oracle"):
        write(f"{name}.py", f"print({name!r}, file=open({str(marker)!r}, 'a'))")
    for name in ("alice", "bob"):
        write(f"{name}.py", RIGHT)
    command = [sys.executable, "-m", "learncheck", "grade", "alice.py", "bob.py", "--claims", "halving-mistakes"]
    ran = subprocess.run([*command, "--jobs", "2"], capture_output=True, text=True, timeout=600)
    assert not marker.exists(), marker.read_text()
    assert ran.returncode == 0, ran.stderr


def test_a_claim_may_be_shown_after_the_due_date() -> None:
    toml = """
    [learners.Halving]
    points = 8
    visibility = "after_published"
    [learners.Halving.claims]
    halving-mistakes = 3
    halving-conforms = { points = 1, visibility = "after_due_date" }
    """
    part = read(write("a.toml", toml)).part("Halving")
    assert (part.weight("halving-mistakes"), part.shown("halving-mistakes")) == (3, "after_published")
    assert (part.weight("halving-conforms"), part.shown("halving-conforms")) == (1, "after_due_date")
    result = ClaimResult("halving-conforms", "stands", "S.", "F", visibility=part.shown("halving-conforms"))
    report = Report.from_json(Report("a.py", 0, {"Halving": LearnerResult("Halving", [result])}).as_json())
    (shown,) = json.loads(exports.gradescope([report], "full"))["tests"]
    assert shown["visibility"] == "after_due_date"


def test_whoever_shows_no_state_is_told_why_nothing_was_judged() -> None:
    skipped = ClaimResult("ellipsoid-volume-shrinks", "skipped", "", "", "it shows no A")
    report = Report("a.py", 0, {"Ellipsoid": LearnerResult("Ellipsoid", [skipped], 5)})
    (shown,) = json.loads(exports.gradescope([report], "full"))["tests"]
    assert "it shows no A" in shown["output"]
    assert shown["max_score"] == 0
    assert "it shows no A" in grade_text(report)
    assert "it shows no A" in report.as_json()["learners"]["Ellipsoid"]["note"]


@pytest.mark.slow
def test_a_learner_that_loops_costs_two_of_its_claims_and_no_other_learner() -> None:
    loops = RIGHT.replace("return np.sign", "\n        while True: pass\n        return np.sign")
    consistent = RIGHT.replace("class Halving", "class Consistent").replace(
        "np.sign(self.hypotheses[self.alive, x].sum())", "self.hypotheses[self.alive, x][0]"
    )
    parts = {"Halving": Part(), "Consistent": Part(claims={"consistent-mistakes": 1.0})}
    asked = Assignment(limits=Allowance(time=2.0), learners=parts)
    report = grade(Grading(write("a.py", loops + consistent), assignment=asked, trust=True))
    first, second, *others = report.learners["Halving"].claims
    assert len(others) >= 2
    assert {result.verdict for result in report.learners["Halving"].claims} == {"timed-out"}
    assert "longer than its limit of 2 s" in first.message
    assert "longer than its limit of 0.5 s" in second.message
    assert first.id in second.message
    assert all("was not played" in other.message and other.games == 0 for other in others)
    assert report.learners["Consistent"].claims[0].verdict == "stands"


def test_a_limit_on_claims_is_one_on_the_submission() -> None:
    from learncheck.oracle.cli.arguments import assignment

    assert assignment(None, time=2.0).limits.total == 40
    assert assignment(None, time=100.0).limits.total == Allowance().total


def test_github_shows_what_fell_where_its_reporter_prints_it() -> None:
    fell = ClaimResult("halving-mistakes", "falsified", "S.", "F", "M = 4, H = 3")
    report = Report("a.py", 0, {"Halving": LearnerResult("Halving", [fell])})
    (test,) = json.loads(exports.github_classroom([report], "full"))["tests"]
    assert "M = 4, H = 3" in test["test_code"]


@pytest.mark.parametrize("feedback", ["full", "counterexample", "bound", "hidden"])
def test_github_shows_why_a_file_was_not_judged(feedback: exports.Feedback) -> None:
    """Of a test the reporter prints the message if its status is "error", and the code in any case."""
    report = Report("a.py", 0, error="a.py cannot be imported: no")
    report.add_missing("Halving", 5, "Halving was not judged")
    result = json.loads(exports.github_classroom([report], feedback))
    printed = [test["message"] * (test["status"] == "error") + test["test_code"] for test in result["tests"]]
    assert "cannot be imported" in printed[0]
    assert sum(test["score"] for test in result["tests"]) == 0
    assert (result["status"], result["max_score"]) == ("error", 5)


@pytest.mark.slow
def test_score_takes_an_assignment() -> None:
    toml = """
    [learners.Halving]
    class = "Mine"
    points = 8
    [learners.Halving.claims]
    halving-mistakes = 3
    halving-conforms = 1
    """
    path = write("a.toml", toml)
    mine = type("Mine", (class_of(RIGHT),), {})
    assert score(mine, assignment=path) == 8
    assert score(mine, assignment=read(path), points=4) == 4
    assert score(type("Mine", (class_of(FIRST_LEFT),), {}), assignment=path) == 0


def test_a_report_of_a_failure_fails_the_cell_that_ends_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fell, stands = (ClaimResult("halving-mistakes", verdict, "S.", "F") for verdict in ("falsified", "stands"))
    reports = [Report("a.py", 0, {"Halving": LearnerResult("Halving", [result])}) for result in (fell, stands)]
    assert [repr(report)[:7] for report in reports] == ["<report"] * 2
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert float(repr(reports[0])) == 0
    with pytest.raises(ValueError, match="could not convert"):
        float(repr(reports[1]))


def test_in_a_kernel_a_failure_has_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    import rich.console

    monkeypatch.setattr(rich.console, "_is_jupyter", lambda: True)
    report = Shown(
        "a.py", 0, {"Halving": LearnerResult("Halving", [ClaimResult("x", "falsified", "S.", "F", "M = 4")])}
    )
    with pytest.raises(Falsified, match="M = 4"):
        report.raise_for_verdict()
    with pytest.raises(Falsified, match=r"^a\.py: some claim does not stand$"):
        report.raise_for_verdict("hidden")
    assert "x" in str(report)


# ---- a course ----

GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99)
Points Possible,,,,,10
"Doe, Alice",101,u1,alice,A,
"=Roe, Bob",102,u2,bob,A,
"Poe, Carol",103,u3,carol,A,
"""
WORKSHEET = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments
Participant 501,Alice Doe,alice@x.edu,Submitted,,10,
Participant 502,Bob Roe,bob@x.edu,Submitted,,10,
"""


def _graded(assignment: Assignment, *paths: str) -> list[course.Graded]:
    gradings = many.gradings([Path(path) for path in paths], assignment, {}, [], Path("out"), trust=True)
    reports = many.grade_here(gradings)
    return [
        course.Graded(grading.name, str(grading.path), report)
        for grading, report in zip(gradings, reports, strict=True)
    ]


@pytest.mark.slow
def test_a_class_is_written_as_canvas_and_moodle_import_it() -> None:
    asked = Assignment(title="Halving", learners={"Halving": Part(points=8, claims={"halving-mistakes": 1.0})})
    canvas = ("doealice_101_7001_hw.py", "in/bob/hw.py")
    moodle = ("Alice Doe_501_assignsubmission_file_/hw.py", "Bob Roe_502_assignsubmission_file_/hw.py")
    for alice, bob in (canvas, moodle):
        write(alice, RIGHT), write(bob, WRONG)
    graded = _graded(asked, *canvas)
    roster = read_roster(write("g.csv", GRADEBOOK))
    assert course.write_course(Path("out"), graded, asked, roster) == []
    assert "0 of 8" in Path("out/feedback/hw.html").read_text()
    rows = list(csv.reader(Path("out/canvas.csv").read_text().splitlines()))
    assert rows[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Halving"]
    assert [row[-1] for row in rows] == ["Halving", "8", "8.0", "0.0", ""]
    assert rows[3][0] == "'=Roe, Bob"
    table = list(csv.DictReader(Path("out/class.csv").read_text().splitlines()))
    assert [row["student"] for row in table] == ["Doe, Alice", "'=Roe, Bob", "Poe, Carol"]
    assert [row["Halving: halving-mistakes"] for row in table] == ["8.0", "0", ""]
    assert table[2]["note"] == "no submission"

    graded = _graded(asked, *moodle)
    assert course.write_course(Path("out"), graded, asked, read_roster(write("w.csv", WORKSHEET))) == []
    with Path("out/moodle.csv").open(newline="") as file:
        sheet = list(csv.DictReader(file))
    assert [row["Grade"] for row in sheet] == ["8.0", "0.0"]
    assert "M = 2 > 1 = log₂(H)" in sheet[1]["Feedback comments"]
    assert sheet[0]["Identifier"] == "Participant 501"


def test_whose_a_submission_is_says_who_collected_it_and_not_who_named_it() -> None:
    roster = read_roster(write("g.csv", GRADEBOOK))

    def assigned(*paths: str) -> tuple[list[str | None], list[str]]:
        graded = [course.Graded(path, path, Report(path, 0)) for path in paths]
        notes = course.assign(graded, roster)
        return [grading.student and grading.student.row["SIS Login ID"] for grading in graded], notes

    paths = ("doealice_101_7001_bob.py", "mallory_999_7002_alice.py", "bob.py", "carol/x.py", "nobody.py")
    logins, notes = assigned(*paths)
    assert logins == ["alice", None, "bob", "carol", None]
    assert [note.partition(" ")[0] for note in notes] == ["mallory_999_7002_alice.py", "nobody.py"]
    logins, notes = assigned("bob/x_101_7001_hw.py", "carol/hw.py")
    assert (logins, notes) == (["bob", "carol"], []), "in a folder of one's own no name is Canvas's"
    logins, notes = assigned("alice/doealice_101_7001_a.py", "alice/roebob_102_7002_b.py")
    assert (logins, notes) == (["alice", "bob"], []), "a folder with several submissions is nobody's"
    logins, notes = assigned("x/bob.py", "y/bob.py")
    assert logins == [None, None]
    assert len(notes) == 2


@pytest.mark.parametrize(
    "text",
    ["", "a,b\n1,2\n", "name,days late\nalice,soon\n", "name,days late\nalice,-1\n", "name,days late\nalice,nan\n"],
)
def test_a_bad_roster_is_named_in_one_line(text: str) -> None:
    with pytest.raises(Unusable) as refused:
        [student.days_late for student in read_roster(write("r.csv", text)).students]
    assert "\n" not in str(refused.value)


def test_students_are_called_by_their_folders_where_no_roster_says_otherwise() -> None:
    def called(*paths: str) -> list[object]:
        graded = [course.Graded(path, path, Report(path, 0)) for path in paths]
        return [row["student"] for row in course.table(graded, Roster())[1]]

    assert called("hw/alice/hw3.py", "hw/bob/hw3.py") == ["alice", "bob"]
    assert called("hw/alice", "hw/bob") == ["alice", "bob"]
    assert called("hw/alice.py", "hw/bob.py") == ["alice", "bob"]
    assert called("hw/alice.py") == ["alice"]


def test_a_row_that_names_nobody_is_no_student() -> None:
    """Canvas writes one below its header where grades are posted by hand; an anonymous worksheet has numbers only."""
    posted = GRADEBOOK.replace("Points Possible", ",,,,,Manual Posting\nPoints Possible")
    assert len(read_roster(write("g.csv", posted)).students) == 3
    blind = "Identifier,Status,Grade\nParticipant 501,Submitted,\n"
    assert [student.name for student in read_roster(write("w.csv", blind)).students] == ["Participant 501"]


def test_points_go_into_the_gradebooks_own_column() -> None:
    """Canvas takes a column without the number for another assignment where two of them share a title."""
    graded = [course.Graded("a", "doealice_101_7_a.py", Report("a.py", 0))]
    for title, column in [("Homework 1", "Homework 1 (99)"), ("Homework", "Homework")]:
        course.write_course(Path("out"), graded, Assignment(title=title), read_roster(write("g.csv", GRADEBOOK)))
        assert Path("out/canvas.csv").read_text().splitlines()[0].split(",")[-1] == column


def _stored_report(learners: Assignment) -> None:
    """Alice's report on both learners, in the folder out."""
    stands = {name: [ClaimResult(claim, "stands", "S.", "F")] for name, claim in BOTH.items()}
    report = Report("a.py", 0, {name: LearnerResult(name, claims) for name, claims in stands.items()})
    many.apply(learners, report)
    write("out/a.json", json.dumps(report.as_json() | {"path": "alice/a.py"}))


BOTH = {"Halving": "halving-mistakes", "Perceptron": "perceptron-conforms"}


def test_a_learner_that_is_no_longer_asked_for_is_worth_nothing() -> None:
    parts = {name: Part(points=5, claims={claim: 1.0}) for name, claim in BOTH.items()}
    both = Assignment(learners=parts)  # type: ignore[arg-type]
    _stored_report(both)
    one = Assignment(learners={"Perceptron": parts["Perceptron"]})  # type: ignore[dict-item]
    (graded,), notes = course.regrade(Path("out"), one, Roster())
    assert (graded.report.points, graded.report.worth, notes) == (5, 5, [])
    (graded,), notes = course.regrade(Path("out"), both, Roster())
    assert (graded.report.points, graded.report.worth, notes) == (10, 10, [])


def test_no_penalty_stays_that_nothing_asks_for_any_more() -> None:
    parts = {name: Part(points=5, claims={claim: 1.0}) for name, claim in BOTH.items()}
    strict, mild = (Assignment(learners=parts, late=Late(a_day=share)) for share in (0.5, 0))  # type: ignore[arg-type]
    _stored_report(strict)
    roster = read_roster(write("r.csv", "name,submission,days late\nAlice,alice,1\n"))
    for asked, whose, points in [(strict, roster, 5), (mild, roster, 10), (strict, roster, 5), (strict, Roster(), 10)]:
        (graded,), notes = course.regrade(Path("out"), asked, whose)
        assert (graded.report.points, notes) == (points, [])
        warning = course.penalties_for_nobody(asked, whose)
        assert bool(warning) == (asked is strict and whose is not roster), "who forgets the roster is told"


@pytest.mark.slow
def test_regrading_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"halving-mistakes": 3.0, "halving-conforms": 1.0}
    asked = Assignment(learners={"Halving": Part(points=8, claims=both)})  # type: ignore[arg-type]
    write("bob/hw.py", FIRST_LEFT), write("alice/hw.py", RIGHT)
    graded = _graded(asked, "alice/hw.py", "bob/hw.py")
    course.write_course(Path("out"), graded, asked, Roster())
    monkeypatch.setattr("learncheck.oracle.grading.one_claim.attack", lambda *given, **named: pytest.fail("played"))
    fingerprint = json.loads(Path("out/alice__hw.json").read_text())["fingerprint"]
    toml = """
    feedback = "hidden"
    [late]
    a_day = 0.25
    most = 0.5
    [learners.Halving]
    points = 20
    claims = { halving-conforms = 1 }
    """
    roster = write("r.csv", "name,submission,days late\nAlice,alice,1\nBob,bob,9\n")
    cli = ["regrade", "out", "--assignment", str(write("a.toml", toml)), "--roster", str(roster)]
    assert learncheck(*cli, status=0).stderr == ""
    table = list(csv.DictReader(Path("out/class.csv").read_text().splitlines()))
    assert [(row["student"], float(row["points"]), float(row["worth"])) for row in table] == [
        ("Alice", 15, 20),
        ("Bob", 0, 20),
    ]
    assert "nobody is late" in learncheck(*cli[:-2], status=0).stderr
    assert Path("out/feedback/bob__hw.txt").read_text() == "hw.py: score 0.00, 0 of 20 points\n"
    assert json.loads(Path("out/alice__hw.json").read_text())["fingerprint"] == fingerprint
    # A change of what it is worth, or told, plays nothing either; another claim has to be judged.
    paths = [Path("alice/hw.py"), Path("bob/hw.py")]
    assert many.finished(many.gradings(paths, read(Path("a.toml")), {}, [], Path("out"))[1]) is None
    again = msgspec.structs.replace(asked, feedback="bound", learners={"Halving": Part(points=2, claims=both)})  # type: ignore[arg-type]
    resumed, _ = (grading.report for grading in _graded(again, "alice/hw.py", "bob/hw.py"))
    assert resumed.worth == 2


@pytest.mark.parametrize(
    ("roster", "report", "words"),
    [
        ("points\n3\n", "{}", "has none of the columns Student"),
        ("name,submission\n", "{}", "r.csv names no student"),
        ("name,days late\nAl,nan\n", "{}", "'days late' for Al is 'nan'"),
        ("name\nAl\n", "{", "out/a.json is not a report (Expecting property name"),
        ("name\nAl\n", "[]", "out/a.json is not a report (it is not laid out as one); grade the submission again"),
        ("name\nAl\n", '{"schema": 1}', "out/a.json is not a report (it has no 'learners'); grade the"),
        ("name\nAl\n", None, "out/a.json cannot be read: Is a directory"),
    ],
)
def test_a_damaged_roster_or_report_is_named_with_what_to_do(roster: str, report: str | None, words: str) -> None:
    if report is None:
        Path("out/a.json").mkdir(parents=True)
    else:
        write("out/a.json", report)
    ran = learncheck("regrade", "out", "--roster", str(write("r.csv", roster)), status=2)
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.slow  # nor does a typing error: test_contract.py
def test_a_class_that_is_missing_costs_no_other_learner() -> None:
    parts = {"Consistent": Part(class_="MyConsistent"), "Halving": ONE_CLAIM.learners["Halving"]}
    report = grade(Grading(write("a.py", RIGHT), assignment=Assignment(learners=parts), trust=True))
    assert report.learners["Halving"].score == 1
    assert "no class 'MyConsistent'" in report.learners["Consistent"].missing
    with pytest.raises(LoadError, match="no class 'Halvin'"):
        grade(Grading(write("a.py", RIGHT), classes={"Halving": "Halvin"}, trust=True))


@pytest.mark.slow
def test_one_fault_is_told_once() -> None:
    crashes = RIGHT.replace("return np.sign", "return np.sgn")
    printed = grade_text(grade(Grading(write("a.py", crashes), trust=True)))
    assert printed.count("has no attribute 'sgn'") == 1
    assert "the same fault in" in printed
    assert len(printed.splitlines()) < 50


@pytest.mark.slow
def test_weights_that_are_not_taken_by_keyword_are_explained() -> None:
    stump = "class DecisionStump:\n    def fit(self, X, y): pass\n    def predict(self, X): return [1] * len(X)\n"
    report = grade(Grading(write("a.py", stump), trust=True))
    assert any("write fit(self, X, y, sample_weight=None)" in result.message for _, result in report.results)


@pytest.mark.slow
def test_what_learners_that_learn_nothing_earn_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.toml", "[learners.Halving.claims]\nhalving-mistakes = 3\nhalving-conforms = 1")
    asked = read(path)
    assert asked.by_bounds_alone == []
    assert Assignment(learners={"Halving": Part(claims={"halving-mistakes": 1.0})}).by_bounds_alone == ["Halving"]
    assert [share for _, _, share, _ in trivial.earned(asked)] == [0, 0, 0]

    def stands(cls: type, name: str, **asked: object) -> Report:
        results = [
            ClaimResult(claim_id, "stands" if claim_id == "halving-mistakes" else "falsified", "S.", "F", points=worth)
            for claim_id, worth in part.claims.items()
        ]
        return Report("a", 0, {name: LearnerResult(name, results)})

    part = asked.part("Halving")
    monkeypatch.setattr(trivial, "check", stands)
    printed = learncheck("assignment", path, status=1).stdout
    assert "0.75  halving-mistakes" in printed
    assert "Halving: a class that learns nothing earns too much" in printed


@pytest.mark.parametrize(("verdict", "times"), [("stands", 1), ("timed-out", 2), ("oracle-error", 2)])
def test_what_another_try_may_change_is_graded_again(verdict: Any, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    graded = []

    def grade_one(grading: Grading, *given: object) -> Report:
        graded.append(grading)
        result = ClaimResult("halving-mistakes", verdict, "S.", "F", points=1)
        return Report("a.py", 0, {"Halving": LearnerResult("Halving", [result])})

    monkeypatch.setattr(many, "grade_one", grade_one)
    for _ in range(2):
        (report,) = many.grade_here(many.gradings([write("a.py")], Assignment(), {}, [], Path("out")))
        assert report.results[0][1].verdict == verdict
    assert len(graded) == times
