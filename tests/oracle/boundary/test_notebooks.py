"""Notebooks as submissions: the code cells in order, without what IPython alone understands."""

import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest
from chosen import few
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
    book = [{"cell_type": kind, "source": text} for cell in cells for kind, text in (("markdown", "%"), ("code", cell))]
    path.write_text(json.dumps({"cells": book, "nbformat": 4}))
    return path


@pytest.mark.slow
def test_magics_are_left_out_and_python_stays_as_it_is(tmp_path: Path) -> None:
    with Submission(notebook(tmp_path / "hw.ipynb", MAGICS), confinement=LIMITS) as submission:
        assert submission.defines == {"Halving": "Halving"}


@few(2)
@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("%time\nx = (", "cell 1, line 2"),
        ("x = 1\nif x\n    y", "cell 1"),
        ("\n%d = 3\nraise ValueError", "cell 1, line 3"),
    ],
)
def test_an_error_is_told_with_its_cell_and_line(tmp_path: Path, cell: str, message: str) -> None:
    path = notebook(tmp_path / "hw.ipynb", [cell])
    with pytest.raises(LoadError, match=message), Submission(path, confinement=LIMITS) as submission:
        _ = submission.defines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("get_ipython().run_line_magic('matplotlib', 'inline')", "hand in the notebook"),
        ("from learncheck import check", "which no submission can import"),
        ("from learncheck.learners import Halving as Theirs", "which no submission can import"),
    ],
)
def test_what_works_in_a_notebook_alone_is_told_apart(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "hw.py"
    path.write_text(f"{line}\n{RIGHT}")
    with pytest.raises(LoadError, match=message), Submission(path, confinement=LIMITS) as submission:
        _ = submission.defines


@pytest.mark.slow
def test_the_game_in_plain_python_goes_into_a_cell_below(tmp_path: Path) -> None:
    path = notebook(tmp_path / "hw.ipynb", [WRONG])
    ((_, result),) = grade(Grading(path, assignment=ONE_CLAIM, trust=True)).results
    assert "# Paste this into a cell below Halving." in result.script
    names: dict[str, object] = {}
    exec(WRONG + result.script, names)


@pytest.mark.slow
@pytest.mark.parametrize("folder", [True, False])
def test_the_game_in_plain_python_imports_the_file_that_was_judged(tmp_path: Path, folder: bool) -> None:
    path = tmp_path / "hw"
    path.mkdir()
    for name, text in {"submission.py": WRONG, "helper.py": "x = 1"}.items():
        path.joinpath(name).write_text(text)
    assert hand_in(path).main == "submission.py"
    ((_, result),) = grade(Grading(path, assignment=ONE_CLAIM, trust=True)).results
    assert "from submission import Halving" in result.script


@pytest.mark.slow
def test_a_notebook_is_judged_by_what_stands_though_cells_fail(tmp_path: Path) -> None:
    cells = [
        "from __future__ import annotations\nimport math\nimport nowhere\nfrom nowhere import x\nimport numpy as np",
        "def f(x: Unknown) -> None: ...",
        RIGHT.replace("import numpy as np", ""),
        "data = open('data.csv')\nread = 1",
        "exit()",
        "after = math.pi + np.pi",
        "assert after > 6\nraise ValueError('at the end')",
    ]
    with Submission(notebook(tmp_path / "hw.ipynb", cells), confinement=LIMITS) as submission:
        assert submission.defines == {"Halving": "Halving"}
        notes = "\n".join(submission.notes)
        assert submission.make("Halving", np.array([[1, -1], [-1, -1]])).predict(1) == -1
    for failed in (
        "hw.ipynb cell 1, line 3: ModuleNotFoundError: No module named 'nowhere'; the cells below",
        "hw.ipynb cell 1, line 4: ModuleNotFoundError",
        "hw.ipynb cell 2, line 1: NameError: name 'Unknown'",
        "hw.ipynb cell 4, line 1: FileNotFoundError",
        "hw.ipynb cell 7, line 2: ValueError: at the end",
    ):
        assert failed in notes
    assert "cell 3" not in notes
    assert "cell 6" not in notes


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hw.ipynb", "hw.py"])
def test_plots_are_drawn_nowhere_if_their_package_is_not_installed(tmp_path: Path, name: str) -> None:
    text = f"""
import bokeh.plotting as plt
from bokeh.models import Circle
from altair import *
figure, axes = plt.subplots(2, 2)
axes[0, 1].plot([1], label="x").set(color="red")
plt.rcParams["size"] = 3
with plt.style.context("dark"):
    plt.show()
for each in axes:
    Circle(each).draw()
{RIGHT}
"""
    path = tmp_path / name
    if name.endswith(".py"):
        path.write_text(text)
    else:
        notebook(path, [text])
    with Submission(path, confinement=LIMITS) as submission:
        assert submission.defines == {"Halving": "Halving"}
        assert submission.notes == ()


def test_the_pictures_of_a_notebook_do_not_count(tmp_path: Path) -> None:
    picture = {"data": {"image/png": "A" * (5 << 20)}, "output_type": "display_data"}
    cells = [{"cell_type": "code", "source": RIGHT.splitlines(keepends=True), "outputs": [picture], "metadata": {}}]
    book = json.dumps({"cells": cells, "nbformat": 4, "metadata": {"kernelspec": {}}})
    (tmp_path / "hw.ipynb").write_text(book)
    alone = hand_in(tmp_path / "hw.ipynb")
    assert alone.source.decode().strip() == RIGHT.strip()
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw" / "hw.ipynb").write_text(book)
    assert hand_in(tmp_path / "hw").parts == alone.parts
    with ZipFile(tmp_path / "hw.zip", "w", ZIP_DEFLATED) as archive:
        archive.write(tmp_path / "hw.ipynb", "hw.ipynb")
    assert hand_in(tmp_path / "hw.zip").parts == alone.parts


@pytest.mark.slow
def test_cells_write_files(tmp_path: Path) -> None:
    kit = [
        "%%writefile kit/votes.py\nimport numpy as np",
        "%%writefile -a kit/votes.py\ndef vote(v): return np.sign(sum(v))",
    ]
    uses = RIGHT.replace("np.sign(self.hypotheses[self.alive, x].sum())", "vote(self.hypotheses[self.alive, x])")
    path = notebook(tmp_path / "hw.ipynb", [*kit, "%%writefile data.csv\n1,2", "from kit.votes import vote", uses])
    with Submission(path, confinement=LIMITS) as submission:
        assert submission.make("Halving", np.array([[1, -1], [-1, -1]])).predict(1) == -1
        assert submission.notes == ()
    written = hand_in(notebook(tmp_path / "hw.ipynb", [f"%%file halving.py\n{RIGHT}", "from halving import Halving"]))
    assert written.main == "halving.py"
    assert written.notes == ("halving.py is judged: a cell of hw.ipynb writes it, and no other cell defines a learner",)


@pytest.mark.parametrize("kind", ["py", "ipynb"])
def test_of_several_files_the_one_is_judged_that_defines_learners(tmp_path: Path, kind: str) -> None:
    hw = tmp_path / "hw"
    hw.mkdir()
    for name in (f"solution.{kind}", "test_solution.py"):
        text = RIGHT if name.startswith("solution") else "from solution import Halving\nclass TestHalving: ..."
        if name.endswith(".py"):
            (hw / name).write_text(text)
        else:
            notebook(hw / name, [text])
    submission = hand_in(hw)
    assert submission.main.startswith(f"solution.{kind}")
    assert "test_solution" in submission.modules
    assert submission.notes == (f"solution.{kind} is judged: no other file of hw defines learners, tests aside",)
    (hw / "test_solution.py").write_text(RIGHT)
    assert hand_in(hw).main == submission.main
    (hw / "other.py").write_text(RIGHT)
    with pytest.raises(LoadError, match=r"contains several candidates .*; rename the one to grade to submission\.py"):
        hand_in(hw)
