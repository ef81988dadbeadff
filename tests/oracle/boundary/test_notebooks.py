"""Notebooks as submissions: the code cells in order, without what IPython alone understands."""

import json
from pathlib import Path

import pytest
from submissions import RIGHT, WRONG

from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.handed import hand_in
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.grading.assignment import Assignment, Part
from learncheck.oracle.grading.grade import Grading, grade

ONE_CLAIM = Assignment(learners={"Halving": Part(claims={"halving-mistakes": 1.0})})
MAGICS = [
    "%matplotlib inline\n!pip install numpy\nimport numpy as np\nnp.sum?\n?np.sum\nif True:\n    %time sum([1])",
    "%%bash\nexit 1",
    "%%time\nseen = 1",
    "share = (7\n% 4)\ntext = '''\n%d of\nwhat?\n''' % share\nassert text == '\\n3 of\\nwhat?\\n', text\nassert seen",
    "bell = 'a\u2028b'",
    "files = !ls\nwhere = %pwd\n%time total = sum([3])\nassert len(files) == 0\nassert total == 3",
    "get_ipython().run_line_magic('matplotlib', 'inline')\ndisplay(total)",
    RIGHT,
]


def notebook(path: Path, cells: list[str]) -> Path:
    """A notebook with these code cells, each below a text."""
    made = [{"cell_type": kind, "source": text} for each in cells for kind, text in (("markdown", "%"), ("code", each))]
    path.write_text(json.dumps({"cells": made, "nbformat": 4}))
    return path


def test_magics_are_left_out_and_python_stays_as_it_is(tmp_path: Path) -> None:
    with Submission(notebook(tmp_path / "hw.ipynb", MAGICS), confinement=LIMITS) as submission:
        assert submission.defines == {"Halving": "Halving"}


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("%time\nx = (", "cell 1, line 2"),
        ("x = 1\nif x\n    y", "cell 1"),
        ("\n%d = 3\nraise ValueError", "cell 1, line 3"),
    ],
)
def test_an_error_is_told_with_its_cell_and_line(tmp_path: Path, cell: str, said: str) -> None:
    path = notebook(tmp_path / "hw.ipynb", [cell])
    with pytest.raises(LoadError, match=said), Submission(path, confinement=LIMITS) as submission:
        _ = submission.defines


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("get_ipython().run_line_magic('matplotlib', 'inline')", "hand in the notebook"),
        ("from learncheck import check", "which no submission can import; leave that line, or its cell, out"),
    ],
)
def test_what_works_in_a_notebook_alone_is_told_apart(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "hw.py"
    path.write_text(f"{line}\n{RIGHT}")
    with pytest.raises(LoadError, match=told), Submission(path, confinement=LIMITS) as submission:
        _ = submission.defines


def test_the_game_in_plain_python_goes_into_a_cell_below(tmp_path: Path) -> None:
    path = notebook(tmp_path / "hw.ipynb", [WRONG])
    ((_, result),) = grade(Grading(path, assignment=ONE_CLAIM, trust=True)).results
    assert "# Paste this into a cell below Halving." in result.script
    names: dict[str, object] = {}
    exec(WRONG + result.script, names)


@pytest.mark.parametrize("folder", [True, False])
def test_the_game_in_plain_python_imports_the_file_that_was_judged(tmp_path: Path, folder: bool) -> None:
    path = tmp_path / "hw"
    path.mkdir()
    for name, text in {"submission.py": WRONG, "helper.py": "x = 1"}.items():
        path.joinpath(name).write_text(text)
    assert hand_in(path).main == "submission.py"
    ((_, result),) = grade(Grading(path, assignment=ONE_CLAIM, trust=True)).results
    assert "from submission import Halving" in result.script
