"""The autograders in trees of the systems in which they run, as root and as a user.

Where the trees are is said by LEARNCHECK_TREES; `tests/trees.sh` makes them.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from submissions import RIGHT, WRONG

CHECKOUT = Path(__file__).parents[3]
TREES = os.environ.get("LEARNCHECK_TREES", "")
NONE = not TREES or os.geteuid() != 0
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NONE, reason="LEARNCHECK_TREES names no trees (tests/trees.sh), or not root"),
]
ASSIGNMENT = """
[learners.Halving]
points = 8
claims = { halving-mistakes = 1 }
"""
USER = 1000

WRITES_AND_KILLS = """
import json, os, signal
def tried(action, *arguments):
    try: action(*arguments)
    except BaseException as error: told.append(repr(error))
told = []
full = json.dumps({"score": 8.0, "gradable": True, "output": "full marks"})
tried(lambda: open(RESULTS, "w").write(full))
tried(lambda: os.rename("/tmp", RESULTS))
tried(os.kill, os.getppid(), signal.SIGKILL)
tried(os.kill, -1, signal.SIGKILL)
assert len(told) == 4, told
"""
LEAVES_A_DAEMON = """
import threading, time
def again():
    while True:
        try: open(RESULTS, "w").write('{"score": 8.0, "gradable": true}')
        except OSError: pass
        time.sleep(0.01)
try:
    import os
    if os.fork() == 0:
        os.setsid(); again()
except OSError: pass
threading.Thread(target=again, daemon=True).start()
"""
BORROWS = """
import sys, glob
sys.path[:0] = glob.glob(ROOT + "/venv/lib/python3*/site-packages") + [ROOT + "/source/learncheck"]
try:
    from learncheck.learners import Halving as Reference
except ImportError:
    from learners import Halving as Reference
class Halving(Reference): pass
"""


class Tree(NamedTuple):
    """A tree, and where in it what is."""

    folder: Path
    root: str
    script: str
    submission: str
    assignment: str
    results: str


SYSTEMS = {
    "gradescope": (
        "ubuntu", "/autograder", "run_autograder", "/autograder/submission", "/autograder/source", "/autograder"
    ),
    "prairielearn": ("debian", "/grader", "run_grader", "/grade/student", "/grade/tests", "/grade"),
}  # fmt: skip


@pytest.fixture(params=[(name, user) for name in SYSTEMS for user in (0, USER)], ids=lambda p: f"{p[0]}-{p[1]}")
def tree(request: pytest.FixtureRequest) -> Iterator[tuple[Tree, int]]:
    name, user = request.param
    folder, root, script, submission, assignment, home = SYSTEMS[name]
    system = Tree(Path(TREES) / folder, root, f"{root}/source/{script}", submission, assignment, f"{home}/results")
    for place in (system.submission, system.assignment, system.results):
        inside(system, 0, "mkdir", "-p", place)
    inside(system, 0, "chown", "-R", str(user), root, home)
    (system.folder / system.assignment[1:] / "assignment.toml").write_text(ASSIGNMENT)
    yield system, user
    inside(system, 0, "chown", "-R", "0", root, home)


def inside(tree: Tree, user: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Run the command in the tree, which ends with all that it has started."""
    program = 'mount -t proc proc "$0/proc" && exec chroot --groups= --userspec="$1:$1" "$0" "$@"'
    program = program.replace('"$@"', 'env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin AUTOGRADER="$2" "${@:3}"')
    unshared = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", program]
    return subprocess.run(
        [*unshared, str(tree.folder), str(user), tree.root, *command], capture_output=True, text=True, timeout=600
    )


def graded(tree: Tree, user: int, text: str) -> dict[str, Any]:
    """The results of a submission, which do not change once the grader has ended."""
    submission = tree.folder / tree.submission[1:] / "alice.py"
    submission.write_text(f"RESULTS, ROOT = {tree.results + '/results.json'!r}, {tree.root!r}\n{text}")
    path = tree.folder / tree.results[1:] / "results.json"
    path.unlink(missing_ok=True)
    ran = inside(tree, user, "bash", tree.script)
    assert path.exists(), ran.stdout + ran.stderr
    written = path.read_bytes()
    time.sleep(0.2)
    assert path.read_bytes() == written
    assert "Landlock, seccomp, rlimits" in written.decode(), ran.stdout + ran.stderr
    assert ("another user" in written.decode()) == (user == 0)
    results: dict[str, Any] = json.loads(written)
    return results


def test_a_right_submission_earns_all_and_cheats_earn_nothing(tree: tuple[Tree, int]) -> None:
    where, user = tree
    full = 8 if where.script.endswith("run_autograder") else 1
    assert graded(where, user, RIGHT)["score"] == full
    for cheat in (WRITES_AND_KILLS, LEAVES_A_DAEMON):
        results = graded(where, user, cheat + WRONG)
        assert results["score"] == 0, results
        assert "log" in json.dumps(results["tests"]), "it was judged, and fell"
    results = graded(where, user, BORROWS)
    assert results["score"] == 0
    assert "cannot be imported" in json.dumps(results)


@pytest.mark.parametrize("tree", [("gradescope", 0)], indirect=True)
def test_what_was_tried_gets_nowhere_on_the_rungs_that_are_there(tree: tuple[Tree, int]) -> None:
    """Here the rung "another user" works too: others can read the interpreter, and not this project."""
    where, user = tree
    there = where.folder / "tmp" / "checkout"
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(CHECKOUT / "tests", there / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CHECKOUT / name, there)
    pytest_there = f"cd /tmp/checkout && {where.root}/venv/bin/python -m pytest -q -rs -p no:cacheprovider"
    tests = "tests/oracle/boundary/test_sandbox.py -k 'AnotherUser or Landlock'"
    ran = inside(where, user, "bash", "-c", f"{pytest_there} {tests}")
    assert ran.returncode == 0, ran.stdout[-5000:]
    assert "does not work here" not in ran.stdout
