"""What courses use reads what we write: each format is handed to the tool that consumes it, or held to its schema."""

import base64
import json
import os
import re
import subprocess
import textwrap
from pathlib import Path

import pytest
from calls import launchers, learncheck
from submissions import RIGHT, WRONG

EXAMPLE = Path(__file__).parents[3] / "examples" / "gradescope"
ASSIGNMENT = """
[learners.Halving]
points = 8
[learners.Halving.claims]
halving-mistakes = 3
halving-conforms = 1
"""


def _names(text: str) -> dict[str, type]:
    names: dict[str, type] = {}
    exec(text, names)
    return names


# ---- Gradescope ----


@pytest.mark.slow
@pytest.mark.parametrize(("text", "score"), [(RIGHT, 10), (WRONG, 0), ("raise ValueError('no')", 0)])
def test_the_gradescope_example_writes_results(tmp_path: Path, text: str, score: float) -> None:
    root = tmp_path / "autograder"
    for name in ("submission", "source"):
        (root / name).mkdir(parents=True)
    (root / "source" / "assignment.toml").write_text((EXAMPLE / "assignment.toml").read_text())
    (root / "submission" / "alice.py").write_text(text)
    ran = subprocess.run(
        [EXAMPLE / "run_autograder"], capture_output=True, text=True, timeout=600,
        env={**os.environ, "AUTOGRADER": str(root), "LEARNCHECK": str(launchers(tmp_path) / "learncheck")},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    results = json.loads((root / "results" / "results.json").read_text())
    assert results["score"] == score, ran.stderr
    assert results["tests"], "also a file that cannot be imported is told what it lost"
    _is_gradescope(results)


@pytest.mark.slow
def test_the_workflow_of_github_classroom_hands_its_result_to_the_reporter(tmp_path: Path) -> None:
    workflow = (EXAMPLE.parent / "github" / "classroom.yml").read_text()
    step = workflow.partition("- name: Grade")[2].partition("- name: Report")[0]
    script = textwrap.dedent(step.partition("run: |\n")[2])
    (tmp_path / "bin").mkdir()
    launchers(tmp_path / "bin")
    (tmp_path / "submission.py").write_text(WRONG)
    (tmp_path / "assignment.toml").write_text(ASSIGNMENT)
    variables = {"RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(tmp_path / "output"), "SUBMISSION": "submission.py"}
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    subprocess.run(["bash", "-euc", script], check=True, cwd=tmp_path, env={**os.environ, **variables, "PATH": path})
    name, _, encoded = (tmp_path / "output").read_text().partition("=")
    assert f"steps.learncheck.outputs.{name} }}}}" in workflow
    assert "LEARNCHECK_RESULTS:" in workflow
    assert "runners: learncheck" in workflow
    result = json.loads(base64.b64decode(encoded))
    assert (result["status"], result["max_score"]) == ("fail", 8)
    assert all("Halving makes at most" in test["test_code"] for test in result["tests"][:1]), "the reporter prints it"


def test_no_file_of_a_student_runs_where_the_workflow_installs() -> None:
    """`python -m pip` would run a pip.py of the repository, before anything is confined."""
    workflow = (EXAMPLE.parent / "github" / "classroom.yml").read_text()
    called = re.findall(r"^\s*(?:run: )?(python3? .*)", workflow, re.MULTILINE)
    assert called
    assert all(command.startswith("python -P ") for command in called)


@pytest.mark.parametrize("system", ["gradescope", "prairielearn"])
def test_an_image_holds_what_it_runs(system: str) -> None:
    folder = EXAMPLE.parent / system
    lines = (folder / "Dockerfile").read_text()
    named = re.findall(r"/source/([\w.]+)", lines)
    assert {"setup.sh", *(path.name for path in folder.glob("run_*"))} <= set(named)
    for name in named:
        script = folder / name if (folder / name).exists() else EXAMPLE / name
        assert subprocess.run(["bash", "-n", script]).returncode == 0
    shown = [path for path in folder.glob("*.json") if json.loads(path.read_text())]
    assert len(shown) == (system == "prairielearn")


@pytest.mark.slow
def test_the_gradescope_example_says_when_there_is_no_submission(tmp_path: Path) -> None:
    for name in ("submission", "source"):
        (tmp_path / name).mkdir()
    (tmp_path / "source" / "assignment.toml").write_text(ASSIGNMENT)
    learncheck = str(launchers(tmp_path) / "learncheck")
    environment = {**os.environ, "AUTOGRADER": str(tmp_path), "LEARNCHECK": learncheck}
    subprocess.run([EXAMPLE / "run_autograder"], check=True, timeout=600, env=environment)
    results = json.loads((tmp_path / "results" / "results.json").read_text())
    assert results["score"] == 0
    assert "contains no Python file or notebook" in results["output"]


def _is_gradescope(results: dict[str, object]) -> None:
    """Gradescope's documented schema of results.json."""
    fields = {"score", "execution_time", "output", "visibility", "stdout_visibility", "tests", "extra_data"}
    assert set(results) <= fields
    visibilities = ("visible", "hidden", "after_due_date", "after_published")
    for test in results["tests"]:  # type: ignore[attr-defined]
        assert set(test) <= {"name", "score", "max_score", "status", "output", "output_format", "visibility"}
        assert test["status"] in ("passed", "failed")
        assert 0 <= test["score"] <= test["max_score"]
        assert test["output_format"] in ("text", "html", "simple_format", "md", "ansi")
        assert test["visibility"] in visibilities


@pytest.mark.slow
def test_gradescope_utils_writes_the_same_fields(tmp_path: Path) -> None:
    runner = pytest.importorskip("gradescope_utils.autograder_utils.json_test_runner")
    import io
    import unittest

    from gradescope_utils.autograder_utils.decorators import visibility, weight

    class Theirs(unittest.TestCase):
        @weight(2)
        @visibility("visible")
        def test_one(self) -> None:
            pass

    stream = io.StringIO()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Theirs)
    runner.JSONTestRunner(stream=stream).run(suite)
    theirs = json.loads(stream.getvalue())
    (tmp_path / "alice.py").write_text(RIGHT)
    learncheck("grade", "alice.py", "--claims", "halving-mistakes", "--gradescope", "g.json", cwd=tmp_path)
    ours = json.loads((tmp_path / "g.json").read_text())
    _is_gradescope(ours)
    assert set(theirs) <= set(ours) | {"leaderboard", "visibility"}
    for name, value in theirs["tests"][0].items():
        if name in ours["tests"][0]:
            assert isinstance(
                ours["tests"][0][name], type(value) if not isinstance(value, int | float) else int | float
            )


# ---- otter-grader ----


@pytest.mark.slow
def test_otter_gets_a_file_a_learner(tmp_path: Path) -> None:
    (tmp_path / "hw.toml").write_text(ASSIGNMENT)
    learncheck("assignment", "hw.toml", "--otter", "tests", cwd=tmp_path, status=0)
    test = _names((tmp_path / "tests" / "Halving.py").read_text())["test"]
    assert [case["points"] for case in test["suites"][0]["cases"]] == [6.0, 2.0]  # type: ignore[index]
    codes = [case["code"] for case in test["suites"][0]["cases"]]  # type: ignore[index]
    assert all("time_limit=30)" in code and "seed" not in code for code in codes), "students read it"
    (tmp_path / "hw.toml").write_text(f"feedback = 'hidden'\n{ASSIGNMENT}")
    learncheck("assignment", "hw.toml", "--otter", "tests", cwd=tmp_path, status=0)
    test = _names((tmp_path / "tests" / "Halving.py").read_text())["test"]
    assert all(case["hidden"] for case in test["suites"][0]["cases"])  # type: ignore[index]
    (tmp_path / "hw.toml").write_text("seed = 1")
    learncheck("assignment", "hw.toml", "--otter", "tests", cwd=tmp_path, status=2)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "earned"), [(RIGHT, 8.0), (WRONG, 0.0)])
def test_otter_grades_a_notebook(tmp_path: Path, text: str, earned: float) -> None:
    test_files = pytest.importorskip("otter.test_files")
    (tmp_path / "hw.toml").write_text(ASSIGNMENT)
    learncheck("assignment", "hw.toml", "--otter", "tests", cwd=tmp_path, status=0)
    test = test_files.OKTestFile.from_file(str(tmp_path / "tests" / "Halving.py"))
    test.run(_names(text))
    assert test.score == earned
    assert test.possible == 8.0
    if not earned:
        assert "Halving makes at most log₂|H| mistakes" in test.summary()
        assert "no claim was checked" not in test.summary(), "also not in a line of the traceback, which otter shows"


# ---- nbgrader ----


@pytest.mark.slow
def test_nbgrader_reads_the_score_of_a_cell(tmp_path: Path) -> None:
    utils = pytest.importorskip("nbgrader.utils")
    import nbformat
    from nbclient import NotebookClient

    cells, due = [], {"right": (RIGHT, 5.0), "wrong": (WRONG, 0.0)}
    for name, (text, _) in due.items():
        source = "import learncheck\nlearncheck.score(Halving, points=5, claims='halving-mistakes')"
        graded = nbformat.v4.new_code_cell(source)
        graded.metadata["nbgrader"] = {"grade": True, "solution": False, "points": 5, "grade_id": name}
        cells += [nbformat.v4.new_code_cell(text), graded]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for graded, (_, earned) in zip(notebook.cells[1::2], due.values(), strict=True):
        shown, number = graded.outputs
        assert "halving-mistakes" in shown["data"]["text/html"]
        assert number.output_type == "execute_result"
        assert utils.determine_grade(graded) == (earned, 5.0)
