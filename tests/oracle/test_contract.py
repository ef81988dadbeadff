"""The public contract, sentence by sentence: each test quotes the one that it holds the program to.

What is about the program as others call it is called as the program; most of it is called in this process, which has
loaded the claims already.
"""

import contextlib
import errno
import importlib.metadata
import itertools
import json
import os
import random
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from calls import command, learncheck, program
from cases import drawn
from chosen import few
from installed import forget
from submissions import RIGHT, WRONG, class_of, write

import learncheck as door
from learncheck import score
from learncheck.learners import LEARNERS
from learncheck.oracle.boundary import messages
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.handed import HandedIn
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.files import write_text
from learncheck.oracle.grading import many
from learncheck.oracle.grading.assignment import Allowance, Assignment, Part
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.one_claim import check_claim
from learncheck.oracle.grading.results import Report
from learncheck.oracle.grading.wanted import claims_about, judged_learners
from learncheck.oracle.judging import patience
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.transcript import transcript
from learncheck.oracle.report import exports
from learncheck.oracle.report.text import grade_text
from learncheck.theorems.language import registry
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.files import load_file
from learncheck.theorems.notes.finite.mistakes import HALVING

ROOT = Path(__file__).parents[2]
HULL = ROOT / "examples" / "interval_hull.py"
BRISK = Profile("quick", scout=40, search=25, shrink=2_000)

MY_HULL = """
class Hull:
    def __init__(self):
        self.seen = []
    def predict(self, x):
        return 1 if self.seen and min(self.seen) <= x <= max(self.seen) else -1
    def update(self, x, y):
        self.seen += [x] * (y == 1)
"""


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(autouse=True)
def path_as_it_was(folder: Path) -> Iterator[None]:
    before, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = before
    for name in set(sys.modules) - modules:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(folder):
            del sys.modules[name]


def one_line(ran: subprocess.CompletedProcess[str], status: int, words: str) -> None:
    assert ran.returncode == status, ran.stdout + ran.stderr
    assert words in ran.stderr
    assert len(ran.stderr.splitlines()) == 1, ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr


def refused(*arguments: str | Path, words: str, status: int = 2) -> None:
    """The command ends with one line, which says so."""
    one_line(learncheck(*arguments), status, words)


QUICK = ("--claims", "halving-mistakes")


# ---- "3 the run could not be completed (a full disk, a folder that cannot be written, an oracle-error)" ----

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full to stand for a full disk")


@pytest.mark.slow
@needs_full
def test_a_full_disk_ends_with_3_in_one_line_and_what_was_finished_is_printed() -> None:
    write("alice.py", RIGHT)
    graded = ("grade", "alice.py", *QUICK, "--results", "results")
    learncheck(*graded, status=0)
    for option in ("--json=", "--gradescope=", "--junit=", "--html=", "--export=github=", "--export=prairielearn="):
        ran = learncheck(*graded, f"{option}{FULL}")
        one_line(ran, 3, "/dev/full could not be written: No space left on device")
        assert "alice.py     1.00" in ran.stdout


@pytest.mark.slow
@needs_full
def test_3_never_means_falsified_and_what_else_can_be_written_is() -> None:
    """'what was finished is kept, and 3 never means falsified'"""
    write("alice.py", WRONG)
    ran = learncheck("grade", "alice.py", *QUICK, "--json", FULL, "--junit", "out.xml")
    one_line(ran, 3, "/dev/full")
    assert "falsified" in ran.stdout
    assert "falsified" in Path("out.xml").read_text()


@pytest.mark.slow
@needs_full
@pytest.mark.parametrize("option", ["--json", "--html"])
def test_verify_on_a_full_disk_ends_with_3(option: str) -> None:
    write("mine.py", HULL.read_bytes())
    ran = learncheck("verify", "mine.py", option, FULL)
    one_line(ran, 3, "/dev/full")
    assert "all stand" in ran.stdout


@needs_full
@pytest.mark.parametrize(
    "arguments", [pytest.param(["list"], marks=pytest.mark.slow), ["show", "halving-mistakes"], ["--help"]]
)
def test_standard_output_on_a_full_disk_ends_with_3(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        ran = subprocess.run(command(*arguments), stdout=full, stderr=subprocess.PIPE, text=True, timeout=600)
    assert ran.returncode == 3
    assert ran.stderr == "learncheck: No space left on device; the run could not be completed\n"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write("alice.py", RIGHT)
    ran = program("grade", "alice.py", *QUICK, "--quiet", "--json", "/dev/stdout", status=0)
    assert json.loads(ran.stdout)["score"] == 1.0


@pytest.mark.slow
def test_a_working_folder_that_cannot_be_written_ends_with_3_in_one_line() -> None:
    """'a folder that cannot be written': the counterexample is shown, and cannot be stored."""
    write("alice.py", WRONG)
    write(".learncheck", "a file where a folder is due")
    ran = learncheck("grade", "alice.py", *QUICK, "--json", "out.json")
    one_line(ran, 3, "could not be written")
    assert "falsified" in ran.stdout
    claims = json.loads(Path("out.json").read_text())["learners"]["Halving"]["claims"]
    assert all("replay" not in claim for claim in claims)
    assert any("counterexample" in claim for claim in claims)


@pytest.mark.slow
def test_a_results_folder_that_cannot_be_written_ends_with_3() -> None:
    write("alice.py", RIGHT)
    write("taken", "")
    ran = learncheck("grade", "alice.py", *QUICK, "--results", "taken/inside")
    one_line(ran, 3, "could not be written")
    assert "alice.py" in ran.stdout


def test_an_error_of_ours_is_one_line_and_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: Any) -> Any:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("learncheck.oracle.report.listing.print_listing", fails)
    refused("list", words="an internal error: RuntimeError: two lines", status=3)
    monkeypatch.setenv("LEARNCHECK_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        learncheck("list")


def test_an_error_of_ours_in_a_proof_of_the_notes_is_no_error_of_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: Any) -> Any:
        raise RuntimeError("lost")

    monkeypatch.setattr("learncheck.oracle.prover.rocq.text", fails)
    refused("show", "halving-mistakes", "--rocq", words="an internal error: RuntimeError: lost", status=3)


@pytest.mark.slow
def test_whoever_stops_reading_is_not_told_that_a_claim_was_falsified() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "learncheck", "show", "halving-mistakes"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert ran.stderr.read() == b""
        assert ran.wait(600) == 3


BROKEN = """
from dataclasses import replace
from learncheck.theorems.notes.finite.mistakes import HALVING

def measure(trace):
    raise ZeroDivisionError("a claim that is wrong itself")

BROKEN = replace(HALVING, id="broken", measure=measure, proof=None, steps=(), batch=None)
"""


@pytest.mark.parametrize("arguments", [["verify", "broken.py"], ["show", "broken.py"]])
def test_an_oracle_error_ends_with_3(arguments: list[str]) -> None:
    """'3 … (… an `oracle-error`)'"""
    write("broken.py", BROKEN)
    ran = learncheck(*arguments, status=3)
    assert "a claim that is wrong itself" in ran.stdout
    assert "Traceback" not in ran.stdout + ran.stderr


@pytest.mark.slow
def test_the_points_of_an_oracle_error_are_pending() -> None:
    """'ours: the claim's points are pending, its reason is shown, it is neither failed nor dropped from what the score
    is out of, and the exit status is 3'"""
    write("broken.py", BROKEN)
    write("alice.py", RIGHT)
    ran = learncheck(
        "grade", "alice.py", "--claims", "broken.py,halving-mistakes", "--json", "out.json", "--junit", "j.xml",
        "--gradescope", "g.json", "--export", "github=h.json", "--export", "prairielearn=p.json", "--html", "p.html",
        status=3,
    )  # fmt: skip
    assert "score 0.50, 0.5 of 1 points pending" in ran.stdout
    report = json.loads(Path("out.json").read_text())
    assert report["score"] == report["learners"]["Halving"]["score"] == 0.5
    assert report["pending"] == 0.5
    verdicts = {claim["id"]: claim for claim in report["learners"]["Halving"]["claims"]}
    assert verdicts["halving-mistakes"]["verdict"] == "stands"
    assert verdicts["broken"]["verdict"] == "oracle-error"
    reason = "a claim that is wrong itself"
    assert reason in verdicts["broken"]["message"]
    for path in ("j.xml", "g.json", "h.json", "p.json", "p.html"):
        assert reason in Path(path).read_text(), path
    assert 'errors="1"' in Path("j.xml").read_text()
    assert 'failures="0"' in Path("j.xml").read_text()
    (pending,) = [test for test in json.loads(Path("g.json").read_text())["tests"] if reason in test["output"]]
    assert "status" not in pending
    assert (pending["score"], pending["max_score"]) == (0, 0.5)
    hidden = exports.gradescope([Report.from_json(report)], "hidden")
    assert reason in hidden
    assert reason in grade_text(Report.from_json(report), "hidden")


def test_what_cannot_be_decided_is_an_oracle_error_and_no_verdict_of_its_own() -> None:
    """'`verdict` is one of `stands`, `falsified`, `invalid`, `crashed`, `timed-out`, `skipped`, `oracle-error`'"""
    from learncheck.oracle.engine.verdicts import Evidence
    from learncheck.oracle.grading.results import result_of

    assert result_of(Evidence(HALVING, "Halving", "undecided")).verdict == "oracle-error"


# ---- "2 the call itself is wrong (…) with one clear line on standard error" ----


@few(9)
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("binary.py", bytes(range(256)) * 9, "is not text"),
        ("utf16.py", "class Halving: pass".encode("utf-16"), "is in UTF-16; save it as UTF-8"),
        ("empty.py", b"", "defines no known learner"),
        ("book.ipynb", b'{"cells": {}}', "is not a notebook"),
        ("none.ipynb", b'{"cells": []}', "defines no known learner"),
        ("z.zip", b"PK\x03\x04abc", "is a zip archive that cannot be read"),
        ("empty.zip", b"PK\x05\x06" + bytes(18), "contains no Python file or notebook"),
        ("z.py", b"PK\x03\x04abc", "is a zip archive that cannot be read"),
        ("huge.py", b"#" * (messages.MAX_REPLY_BYTES // 2), "is longer than 4 MiB"),
        ("lower.py", b"class halving: pass", "the class halving is not a learner; did you mean Halving"),
        (
            "keys.py",
            b"class My: pass\nLEARNERS = {'Haling': My}",
            "'Haling', which is not a learner; did you mean Halving?",
        ),
        ("function.py", b"def Halving(h): pass", "Halving is not a class of this file"),
        ("notes.md", b"# Halving", "is neither a .py nor an .ipynb file"),
    ],
)
def test_a_file_that_is_no_submission_answers_in_one_clear_line(name: str, content: bytes, message: str) -> None:
    write(name, content)
    refused("grade", name, *QUICK, words=message)


@few(9)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'x = "\xe9"\n', "cannot be imported: SyntaxError"),
        (b"class Halving", "SyntaxError"),
        (b"(" * 20_000, "SyntaxError"),
        (b"LEARNERS = 3", "LEARNERS is 3; expected a dict"),
        (b"LEARNERS = {'Halving': 3}", "expected the name of a learner and a class"),
        (b"import pandasx", "own modules, numpy and scipy"),
        (b"raise SystemExit(0)", "SystemExit"),
    ],
)
def test_a_file_whose_import_fails_has_failed_in_one_clear_line(content: bytes, message: str) -> None:
    write("alice.py", content)
    refused("grade", "alice.py", *QUICK, words=message, status=1)


def test_a_replay_on_a_file_whose_import_fails_has_the_status_of_its_grade() -> None:
    case = _stored()
    write("bob.py", "class Halving")
    refused("replay", case, "bob.py", words="bob.py cannot be imported: SyntaxError", status=1)


def test_what_is_no_file_at_all_answers_in_one_clear_line() -> None:
    Path("folder.py").mkdir()
    os.mkfifo("fifo.py")
    Path("dangling.py").symlink_to("nowhere.py")
    for name, words in {
        "folder.py": "contains no Python file or notebook", "fifo.py": "is not a regular file", "": "no such file",
        "dangling.py": "is a symbolic link",
        "nosuch": "no such file", "no.such": "no such file", "x" * 300: "cannot be read", "sys": "no such file",
    }.items():  # fmt: skip
        refused("grade", name, *QUICK, words=words)


def test_a_file_that_may_not_be_read_answers_in_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("alice.py", RIGHT)
    there = Path.open

    def refuses(self: Path, *given: Any, **named: Any) -> Any:
        if self.name == path.name:
            raise PermissionError(13, "Permission denied")
        return there(self, *given, **named)

    monkeypatch.setattr(Path, "open", refuses)
    refused("grade", "alice.py", *QUICK, words="alice.py cannot be read: Permission denied")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[limits]\ntime = inf", "limits.time is inf"),
        (b"[learners.Halving]\npoints = nan", "learners.Halving.points is nan"),
        (b"[learners.Halving.claims]\nhalving-mistakes = -inf", "learners.Halving.claims.halving-mistakes is -inf"),
        (b"[learners.Halving.claims]\nhalving-mistakes = -1", "learners.Halving.claims.halving-mistakes: expected"),
        (b"[limits]\nmemory = 99999999999999999999", "limits.memory: expected `int` <="),
        (b"[limits]\ntime = 'ten'", "limits.time: expected `float`, got `str`"),
        (b"fedback = 'full'", "unknown key fedback; did you mean feedback?"),
        (b"[learners.Halving]\npionts = 3", "unknown key learners.Halving.pionts; did you mean points?"),
        ("seed = 1".encode("utf-16"), "is not UTF-8 text"),
        (b"[learners.Halving.claims]\n'nosuch.py' = 1", "no such file"),
        (b"[adapt.Having]\nlabels = [0, 1]", "adapt.Having: no claim is about 'Having'; did you mean Halving?"),
    ],
)
def test_a_bad_assignment_names_the_learner_the_key_and_what_is_allowed(text: bytes, message: str) -> None:
    write("alice.py", RIGHT)
    write("a.toml", text)
    refused("grade", "alice.py", "--assignment", "a.toml", words=message)


@pytest.mark.slow
def test_an_assignment_may_begin_with_a_byte_order_mark() -> None:
    write("alice.py", "﻿" + RIGHT)
    write("a.toml", "﻿[learners.Halving.claims]\nhalving-mistakes = 1")
    learncheck("grade", "alice.py", "--assignment", "a.toml", status=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--claims", ","], "--claims names no claim"),
        (["--claims", "halving-mistakes", "--claims", "halving-conforms"], "--claims is given twice"),
        (["--claims", "halvin-mistakes"], "did you mean halving-mistakes"),
        (["--claims", "mine.py::"], "names no claim after the colons"),
        (["--claims", "nosuch.py::x"], "no such file: nosuch.py"),
        (["--learner", "Having=X"], "no claim is about a learner 'Having'; did you mean Halving"),
        (["--learner", "Halving=Halvin"], "there is no class 'Halvin' to grade as Halving; did you mean"),
        (["--learner", "Halving=A", "--learner", "Halving=B"], "names Halving twice"),
        (["--json", "alice.py"], "would overwrite the input alice.py"),
        (["--json", "o", "--junit", "o"], "would overwrite the output of --json"),
        (["--time-limit", "0"], "0.0 is not in the range"),
        (["--time-limit", "x"], "is not a number"),
        (["--time-limit", "nan"], "nan is not a number of seconds"),
        (["--time-limit", "inf"], "inf is not in the range"),
        (["--memory-limit", "9" * 20], "is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--export", "canvas=c.csv"], "write each of github=FILE, prairielearn=FILE at most once"),
    ],
)
def test_a_wrong_call_of_grade_answers_in_one_clear_line(arguments: list[str], message: str) -> None:
    source = write("alice.py", RIGHT)
    refused("grade", "alice.py", *arguments, words=message)
    assert source.read_text() == RIGHT


@pytest.mark.slow
def test_several_files_have_a_line_each_for_what_is_wrong_and_the_others_are_graded() -> None:
    write("alice.py", RIGHT)
    write("bob.py", "class Halving")
    ran = learncheck("grade", "alice.py", "bob.py", *QUICK, "--jobs", "1", status=1)
    assert ran.stderr.startswith("learncheck: bob.py cannot be imported: SyntaxError")
    assert "halving-mistakes  stands" in ran.stdout


@pytest.mark.slow
def test_the_folder_in_which_one_stands_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    write("homework/submission.py", RIGHT)
    monkeypatch.chdir("homework")
    learncheck("grade", ".", *QUICK, "--json", "out.json", status=0)
    report = json.loads(Path("out.json").read_text())
    assert report["submission"] == "homework"


# ---- claims of a user's own ----


@pytest.mark.slow
def test_a_claim_of_a_users_file_judges_a_submission_from_one_command() -> None:
    """'[--claims ID|FILE.py|FILE.py::ID,…]', for a learner of that file's own as well."""
    write("mine.py", HULL.read_bytes())
    write("alice.py", MY_HULL)
    write("bob.py", MY_HULL.replace("self.seen +=", "self.gone ="))
    for reference in ("mine.py", "mine.py::hull-mistakes", "halving-mistakes,mine.py"):
        learncheck("grade", "alice.py", "--claims", reference, status=0)
    learncheck("grade", "bob.py", "--claims", "mine.py::hull-mistakes", "--json", "out.json", status=1)
    (result,) = json.loads(Path("out.json").read_text())["learners"]["Hull"]["claims"]
    assert result["verdict"] == "falsified"
    again = learncheck(*shlex.split(result["replay"])[1:], status=1)
    assert "hull-mistakes: falsified" in again.stdout
    learncheck(*shlex.split(result["replay"].replace("bob.py", "alice.py"))[1:], status=0)
    refused("grade", "alice.py", "--claims", "mine.py::nothing", words="defines no claim 'nothing'; it defines hull")


@pytest.mark.slow
def test_verify_show_and_list_take_a_users_file() -> None:
    """'`verify FILE.py` loads claims that a user wrote in a file of their own.'"""
    write("mine.py", HULL.read_bytes())
    assert "all stand" in learncheck("verify", "mine.py::hull-mistakes").stdout
    assert "at most n mistakes" in learncheck("show", "mine.py").stdout
    (entry,) = json.loads(learncheck("list", "mine.py", "--json").stdout)
    assert (entry["id"], entry["from"]) == ("hull-mistakes", "mine.py")
    assert "mine.py" in learncheck("list", "mine.py").stdout


@pytest.mark.slow
def test_an_assignment_may_name_the_claims_of_a_file_beside_it() -> None:
    write("course/mine.py", HULL.read_bytes())
    write("course/a.toml", '[learners.Hull]\npoints = 4\n[learners.Hull.claims]\n"mine.py::hull-mistakes" = 3')
    write("alice.py", MY_HULL)
    learncheck("grade", "alice.py", "--assignment", "course/a.toml", "--json", "out.json", status=0)
    report = json.loads(Path("out.json").read_text())
    assert report["points"] == 4
    assert report["learners"]["Hull"]["claims"][0]["points"] == 3


@pytest.mark.slow
def test_python_takes_claims_by_id_by_file_and_themselves() -> None:
    """'`learncheck.check(MyHalving, as_="Halving", claims=…)`'"""
    path = write("mine.py", HULL.read_bytes())
    (hull,) = load_file(path)
    mine = class_of(MY_HULL, "Hull")
    for claims in (["mine.py"], "mine.py::hull-mistakes", [hull], hull):
        assert check(mine, as_="Hull", claims=claims, profile=BRISK).passed
    assert score(mine, "Hull", claims=["mine.py"], profile=BRISK) == 1.0
    assert [claim.id for claim in claims_about("Halving", [HALVING])] == ["halving-mistakes"]
    mark = door.parametrize_with_claims("Hull", mine, claims=[hull])
    assert [claim.id for claim in mark.args[1]] == ["hull-mistakes"]
    with pytest.raises(ValueError, match="did you mean Halving"):
        check(mine, as_="halving")
    with pytest.raises(ValueError, match="did you mean halving-mistakes"):
        check(mine, as_="Halving", claims=["halving-mistake"])
    with pytest.raises(ValueError, match="did you mean quick"):
        check(mine, as_="Halving", profile="quik")


@pytest.mark.slow
def test_a_choice_of_no_claims_is_refused_and_one_that_is_read_once_is_kept() -> None:
    """'`learncheck.check(MyHalving, as_="Halving", claims=…)`'"""
    for choose in (check, score, lambda cls, **given: door.parametrize_with_claims("Halving", cls, **given)):
        with pytest.raises(ValueError, match="names no claim; leave it out for all"):
            choose(LEARNERS["Halving"], claims=[name for name in ["halving-mistakes"] if "perceptron" in name])
    report = check(LEARNERS["Halving"], claims=(claim_id for claim_id in ["halving-conforms"]), profile=BRISK)
    assert [result.id for _, result in report.results] == ["halving-conforms"]


def test_arguments_in_python_that_cannot_be_meant_are_refused_in_words() -> None:
    write("a.toml", "[learners.Perceptron]\npoints = 3")
    cls: Any = LEARNERS["Halving"]
    for call, words in {
        lambda: check(cls([[1]]), as_="Halving"): "an object of type Halving cannot be judged",
        lambda: door.parametrize_with_claims("Halving", None): "an object of type NoneType cannot be judged",
        lambda: door.parametrize_with_claims(cls, cls): "pass the name of a learner",
        lambda: door.adapters.adapt(3, "Halving", labels=(0, 1)): "adapt was given 3, which is not a class",
        lambda: score(cls, points="5"): "points is '5'; pass a number, more than 0",
        lambda: score(cls, points=float("nan")): "points is nan; pass a number, more than 0",
        lambda: score(cls, assignment="a.toml"): "asks for no Halving; it asks for Perceptron",
    }.items():
        with pytest.raises((ValueError, TypeError), match=words):
            call()


IN_A_FOLDER = """
import sched
from dataclasses import replace
import parts
from beside import HALVING, NAME

assert parts.NAME == NAME
YOURS = replace(HALVING, id=NAME, refuted_by=None)
"""


def test_files_of_two_folders_import_what_lies_beside_them() -> None:
    """Also where both folders have modules of the same names, and whichever file is read first; what lies beside them
    stands in for nothing that is installed.
    """
    for folder in ("first", "second"):
        name = f"NAME = {folder!r}\n"
        write(f"{folder}/beside.py", f"from learncheck.theorems.notes.finite.mistakes import HALVING\n{name}")
        write(f"{folder}/parts/__init__.py", name)
        write(f"{folder}/sched.py", "raise RuntimeError('imported in place of the library')\n")
        write(f"{folder}/mine.py", IN_A_FOLDER)
        write(f"{folder}/both.py", "from mine import YOURS\n")
    files = ("first/mine.py", "second/both.py", "first/both.py", "second/mine.py")
    ids = {name: [claim.id for claim in load_file(Path(name))] for name in files}
    assert ids == {name: [name.partition("/")[0]] for name in files}
    assert [claim.id for claim, _ in registry.find(files)] == ["first", "second"]


def test_two_claims_with_one_id_are_an_error_that_names_both_places() -> None:
    write("one.py", HULL.read_bytes())
    write("two.py", HULL.read_bytes())
    refused("verify", "one.py", "two.py", words="two claims are called hull-mistakes: one of one.py and one of two.py")
    imports = "from dataclasses import replace\nfrom learncheck.theorems.notes.finite.mistakes import HALVING\n"
    write("taken.py", imports + "MINE = replace(HALVING, statement='mine')\n")
    refused("verify", "taken.py", words="taken.py calls a claim halving-mistakes, and so does learncheck")
    write("alone.py", "from learncheck.theorems.notes.finite.mistakes import HALVING\n")
    refused("verify", "alone.py", words="alone.py defines no claim")


TWIN = """from dataclasses import replace
import learncheck, sympy, hypothesis.strategies as st
from learncheck import claim
x = sympy.Symbol("x")
@claim(st.integers(0, 5), bound=x >= 0)
def rising(n): "It rises."; return n

"""


MAKING = f"""{TWIN}
def made(name):
    return replace(rising, id=name)

"""


@pytest.mark.parametrize(
    "text",
    [
        "ALL = []\nfor name in 'ab':\n    one = made(name)\n    ALL.append(one)\n",
        "ALL = [made(name) for name in 'ab']\n",
        "ALL = {name: made(name) for name in 'ab'}\n",
        "ALL = ()\nfor each in 'ab':\n    ALL += (made(each),)\n",
        "def inner():\n    for each in 'ab':\n        one = made(each)\n    return one\na, b = made('a'), made('b')\n",
    ],
)
def test_claims_of_a_loop_are_found_in_what_collects_them(text: str) -> None:
    write("many.py", MAKING + text)
    claims = load_file(Path("many.py"))
    assert [claim.id for claim in claims if claim.id != "rising"] == ["a", "b"]


def test_the_repaired_claim_of_a_file_brings_the_printed_one() -> None:
    write("pair.py", MAKING + "printed, repaired = made('printed'), replace(rising, id='mended', repairs='printed')\n")
    assert [claim.id for claim, _ in registry.find(["pair.py::mended"])] == ["printed", "mended"]
    assert [claim.id for claim, _ in registry.find(["pair.py::printed"])] == ["printed"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n", "bad.py, line 1"),
        ("raise ValueError('not\\ntoday')\n", "bad.py does not run: ValueError: not today"),
        ("raise SystemExit\n", "bad.py does not run: SystemExit"),
        ("import nothing_of_that_name\n", "ModuleNotFoundError"),
    ],
)
def test_a_users_file_that_does_not_run_answers_in_one_clear_line(text: str, message: str) -> None:
    write("bad.py", text)
    for arguments in (["verify", "bad.py"], ["show", "bad.py"], ["grade", "bad.py", "--claims", "bad.py"]):
        refused(*arguments, words=message)


class Offered:
    """An installed package's entry point."""

    def __init__(self, value: Any) -> None:
        self.value, self.dist = "theirs.claims", type("Dist", (), {"name": "their-package"})
        self.load: Callable[[], Any] = value if callable(value) else lambda: value


def test_the_claims_about_a_learner_are_those_that_judge_it() -> None:
    for name in LEARNERS:
        about = [claim.id for claim in registry.catalogue() if claim.learner is LEARNERS[name] and claim.judged]
        assert [claim.id for claim in claims_about(name)] == about, f"write learner={name}"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], None]]:
    """Install another package, as far as entry points tell."""

    def install(value: Any) -> None:
        entry_points = importlib.metadata.entry_points
        monkeypatch.setattr(
            importlib.metadata, "entry_points",
            lambda **named: [Offered(value)] if named == {"group": "learncheck.claims"} else entry_points(**named),
        )  # fmt: skip
        forget()

    yield install
    monkeypatch.undo()
    forget()


@pytest.mark.slow
def test_claims_of_other_packages_are_found_by_the_entry_point_group(package: Callable[[Any], None]) -> None:
    """'Claims of other packages are found by the entry point group `learncheck.claims`.'"""
    (hull,) = load_file(write("mine.py", HULL.read_bytes()))
    package([hull])
    entries = {entry["id"]: entry for entry in json.loads(learncheck("list", "--json").stdout)}
    assert entries["hull-mistakes"]["from"] == "their-package"
    assert "their-package" in learncheck("list").stdout
    learncheck("verify", "hull-mistakes", status=0)
    write("alice.py", MY_HULL)
    learncheck("grade", "alice.py", status=0)
    refused("verify", "mine.py", words="defines no claim")  # it is the package's


def test_a_package_may_not_take_an_id_and_one_that_is_broken_is_named(
    package: Callable[[Any], None],
) -> None:
    from dataclasses import replace

    package([replace(HALVING, statement="theirs")])
    refused("list", words="two claims are called halving-mistakes: one of learncheck and one of the package their-")

    def fails() -> Any:
        raise ImportError("no module theirs")

    package(fails)
    refused("list", words="the claims of the package their-package (theirs.claims) cannot be loaded: ImportError")
    package(lambda: sys.exit(0))
    refused("list", words="the claims of the package their-package (theirs.claims) cannot be loaded: SystemExit: 0")
    package(3)
    refused("list", words="the package their-package offers no claim in theirs.claims; name a module")


# ---- "learncheck replay CASE.json [SUBMISSION.py]" ----


@cache
def _graded() -> str:
    """The case that is stored when WRONG is graded."""
    write("alice.py", WRONG)
    learncheck("grade", "alice.py", *QUICK)
    return Path(".learncheck/cases/alice-halving-mistakes.json").read_text()


def _stored(**changes: Any) -> Path:
    return write("case.json", json.dumps(json.loads(_graded()) | changes))


@pytest.mark.slow
def test_a_case_files_word_for_where_its_claim_is_defined_is_not_run() -> None:
    write("evil.py", "open('ran', 'w')\n")
    case = _stored(claim="evil", file="evil.py")
    refused("replay", case, words="is about the claim evil of 'evil.py'; name that file with --claims FILE.py")
    assert not Path("ran").exists()
    learncheck("replay", _stored(file="evil.py"), status=0)  # a claim of the catalogue needs no file
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        ({"claim": 3}, "claim"),
        ({"claim": "halvin-mistakes"}, "did you mean halving-mistakes"),
        ({"claim": None}, "claim"),
        ({"learner": 3}, "learner"),
        ({"case": 3}, "case"),
        ({"case": None}, "case"),
        ({"case": {"type": "chess"}}, "'chess' - at `$.type`; create it"),
        ({"case": {"type": "finite-class-game", "hypotheses": 3, "moves": []}}, "hypotheses"),
        ({"case": [[[]]]}, "case"),
        ({"schema": 99}, "reads schema 1"),
    ],
)
def test_a_spoilt_case_answers_in_one_clear_line(spoil: dict[str, Any], words: str) -> None:
    case = _stored(**spoil)
    refused("replay", case, words=words)
    assert "case.json" in learncheck("replay", case).stderr


@pytest.mark.slow
def test_a_case_that_nobody_can_play_is_no_failure_of_a_submission() -> None:
    case = _stored(case={"type": "finite-class-game", "hypotheses": [[1, 1]], "moves": [[99, 0]]})
    for submission in ([], [write("alice.py", WRONG)]):
        refused("replay", case, *submission, words="case.json cannot be played")


@pytest.mark.parametrize(
    ("text", "words"), [("{", "is not JSON"), ("[]", "no schema"), ('{"schema": 1}', "has no 'claim'")]
)
def test_what_is_no_case_answers_in_one_clear_line(text: str, words: str) -> None:
    refused("replay", write("case.json", text), words=words)
    refused("replay", "none.json", words="no such file")


def test_numbers_in_case_files_are_bounded() -> None:
    case = json.loads(_stored().read_text())
    text, many_digits = json.dumps(case), "9" * 4200
    for spoilt in (
        *(text.replace("[1", f"[{number}", 1) for number in (many_digits, "1e400", '"1e999999999"', "NaN")),
        "[" * 100_000, "\0", "{", '{"schema": 1}', "3",
    ):  # fmt: skip
        ran = learncheck("replay", write("spoilt.json", spoilt), status=2)
        assert len(ran.stderr.splitlines()) == 1
        assert len(ran.stderr) < 1000


@pytest.mark.slow
def test_every_report_of_a_failure_ends_with_the_command_that_reproduces_it_as_a_shell_needs_it() -> None:
    path = write("two words/it's.py", WRONG.replace("class Halving", "class Mine"))
    ran = learncheck("grade", path, *QUICK, "--learner", "Halving=Mine", "--seed", "3", "--time-limit", "20",
                     "--json", "o.json", status=1)  # fmt: skip
    replay = json.loads(Path("o.json").read_text())["learners"]["Halving"]["claims"][0]["replay"]
    assert replay in ran.stdout
    words = shlex.split(replay)
    assert words[:2] == ["learncheck", "replay"]
    assert words[3:] == [str(path), "--learner", "Halving=Mine", "--time-limit", "20"]
    again = learncheck(*words[1:], status=1)
    assert "halving-mistakes: falsified" in again.stdout


@pytest.mark.slow
def test_a_submission_whose_name_looks_like_an_option_is_replayed_as_printed() -> None:
    write("-alice.py", WRONG)
    learncheck("grade", "--claims", "halving-mistakes", "--json", "o.json", "--trust", "--", "-alice.py")
    report = many.grade_here(
        many.gradings([Path("-alice.py")], Assignment(), {}, ["halving-mistakes"], None, trust=True)
    )
    (result,) = next(iter(report)).learners["Halving"].claims
    learncheck(*shlex.split(result.replay)[1:], status=1)


@pytest.mark.slow
def test_a_replay_says_what_the_grade_says_though_looking_at_the_state_ends_the_process() -> None:
    shown = "\n    @property\n    def alive(self):\n        __import__('os')._exit(1)\n"
    write("alice.py", WRONG.replace("self.alive", "self.left") + shown)
    asked = "alice.py", "--claims", "halving-mistakes"
    assert "halving-mistakes: falsified" in learncheck("grade", *asked, status=1).stdout
    again = learncheck("replay", ".learncheck/cases/alice-halving-mistakes.json", "alice.py", status=1)
    assert again.stdout.startswith("halving-mistakes: falsified")


@pytest.mark.slow
def test_a_replay_ends_though_the_code_of_the_claim_loops_by_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(patience.SECONDS, "one case", 0.5)
    guess = HULL.read_text().replace("bound=M <= n", "bound=M <= 2")
    learncheck("verify", write("guess.py", guess), status=1)
    write("guess.py", guess.replace("    return {M:", "    while True:\n        pass\n    return {M:"))
    case = ".learncheck/cases/Hull-hull-mistakes.json"
    printed = learncheck("replay", case, "--claims", "guess.py", status=2).stderr
    assert printed.startswith(f"learncheck: {case} cannot be played: ")
    assert "one case took more than 0.5 s" in printed


@pytest.mark.slow
def test_the_replay_of_a_printed_statement_runs_from_anywhere() -> None:
    learncheck("verify", "threshold-halving-mistakes-as-printed", "--json", "o.json", status=0)
    (entry,) = [claim for claim in json.loads(Path("o.json").read_text())["claims"] if claim["replay"]]
    learncheck(*shlex.split(entry["replay"])[1:], status=0)


# ---- "What a submission provokes … is the submission's failure, not an oracle-error" ----

ODD: tuple[Any, ...] = (
    0, 1, -1, 1e99, -1e99, 1e300, float("inf"), float("nan"), 2**62, True, Fraction(1, 3), 1e-320, None, "x",
    np.zeros(0), np.zeros(3), np.ones((2, 2)), np.full(4, np.nan), np.full(2, 1e200), np.full(3, np.inf), np.array(5),
    np.zeros((0, 3)), np.full(3, -1), np.full(2, 2**62), np.array([True, False, True]), [1, 2], np.full(1, 1e308),
    np.array([1e-320, 1e99]), np.zeros((1, 1, 1)), object(), (3, 4),
)  # fmt: skip
STATES = ("w", "A", "alive", "candidates", "weights", "n_updates", "estimator_weights", "mistakes", "rules", "tried")


def expose(fuzzed: Any, mode: str, rng: random.Random) -> None:
    """Give the learner odd states, or the reference's with a number spoilt."""
    for state in STATES:
        if mode == "states" or (mode == "later" and fuzzed.asked > 1):
            setattr(fuzzed, state, rng.choice(ODD))
        elif mode in ("spoilt", "later") and hasattr(fuzzed.inner, state):
            with contextlib.suppress(TypeError, ValueError):
                value = np.array(getattr(fuzzed.inner, state), dtype=float)
                if value.size and fuzzed.asked > 1:
                    value.reshape(-1)[rng.randrange(value.size)] = rng.choice(
                        [np.nan, np.inf, 1e300, -1e300, 0, -1, 1e99, 1e-300]
                    )
                setattr(fuzzed, state, value)


def fuzzed(name: str, mode: str, rng: random.Random) -> type:
    """A learner with arbitrary answers, arbitrary states (from the start, or later), or the reference's states with a
    number spoilt later on.
    """

    class Fuzzed:
        def __init__(self, *arguments: Any) -> None:
            self.arguments, self.asked = arguments, 0
            self.inner = LEARNERS[name](*arguments)
            self.expose()

        def expose(self) -> None:
            expose(self, mode, rng)

        def predict(self, x: Any) -> Any:
            self.asked += 1
            if mode != "answers":
                return self.inner.predict(x)
            answers = [1, 0, 1e99, -1e300, 1e300, 1e-300, 0.5, 1e12] if name == "LeastSquares" else [1, -1, 0]
            return [rng.choice(answers) for _ in x] if np.ndim(x) == 2 else rng.choice(answers)

        def update(self, x: Any, y: int) -> None:
            if mode != "answers":
                self.inner.update(x, y)
            self.expose()

        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> None:
            if mode != "answers":
                weights = {} if sample_weight is None else {"sample_weight": sample_weight}
                self.inner.fit(X, y, **weights)
            elif self.arguments and callable(self.arguments[0]):
                m = len(y)
                for _ in range(rng.randrange(4)):
                    D = rng.choice([np.ones(m), np.zeros(m), np.full(m, np.nan), np.full(m, 1e300), np.full(m, -1.0),
                                    np.ones(m + 1), np.ones((m, 1)), np.ones(m) / m])  # fmt: skip
                    self.arguments[0](X, y, D)(X)
            self.expose()

        def probabilities(self) -> Any:
            n = self.arguments[0]
            odd = [np.ones(n), np.full(n, 1e300), np.full(n, 1 / n), np.zeros(n), np.ones(n + 1), []]
            return rng.choice(odd) if mode == "answers" else self.inner.probabilities()

    return Fuzzed


@pytest.mark.filterwarnings("ignore")
@few(2)
@pytest.mark.parametrize("name", sorted(LEARNERS))
def test_no_exception_leaves_a_judge_whatever_is_answered_and_shown(name: str) -> None:
    for claim, mode in itertools.product(claims_about(name), ("answers", "states", "spoilt", "later")):
        rng = random.Random(f"{claim.id} {mode}")
        make = Plays(partial(LocalLearner, fuzzed(name, mode, rng)), clock=Clock())
        for limits, games in ((claim.cases.search, 6), (claim.cases.scout, 2)):
            for number, case in enumerate(drawn(claim.build(limits), games)):
                outcome = judge(claim, make, case, steps=False, explain=number % 2 == 0)
                assert outcome.verdict != "oracle-error"
                if outcome.failed and outcome.trace is not None:
                    transcript(claim, outcome.trace)  # the table of a report


@pytest.mark.slow
@pytest.mark.parametrize(("name", "shown"), [("Perceptron", "self.v if self.t < 3 else np.array(1.0)"),
                                             ("Perceptron", "self.v if self.t < 3 else np.zeros((2, 0))")])  # fmt: skip
def test_a_state_that_cannot_be_laid_out_ends_no_grading(name: str, shown: str) -> None:
    """Neither its own nor that of the submission after it."""
    text = f"""
        import numpy as np
        class {name}:
            def __init__(self, d): self.v, self.t = np.zeros(d), 0
            @property
            def w(self):
                self.t += 1
                return {shown}
            def predict(self, x): return 1 if self.v @ x > 0 else -1
            def update(self, x, y): self.v = self.v + y * x * (y * (self.v @ x) <= 0)
    """
    path = write("alice.py", textwrap.dedent(text))
    (report,) = many.grade_here(many.gradings([path], Assignment(), {}, ["perceptron-alignment"], None, trust=True))
    assert not report.error
    assert [result.verdict for result in report.learners[name].claims] == ["invalid"]


@pytest.mark.slow
def test_a_defect_of_ours_ends_no_other_grading(monkeypatch: pytest.MonkeyPatch) -> None:
    graded = many.grade
    monkeypatch.setattr(many, "grade", lambda grading, *seen: 1 / 0 if grading.name == "a" else graded(grading, *seen))
    paths = [write(f"{name}.py", RIGHT) for name in "ab"]
    first, second = many.grade_here(many.gradings(paths, Assignment(), {}, ["halving-mistakes"], None, trust=True))
    assert "ZeroDivisionError" in first.error
    assert first.pending
    assert second.score == 1


def test_an_error_that_the_reference_learner_meets_too_is_ours() -> None:
    """The other way round: a claim that is broken itself fails nobody."""
    from dataclasses import replace

    def measure(trace: Any) -> Any:
        raise ZeroDivisionError("ours")

    broken = replace(HALVING, measure=measure)
    result = check_claim(broken, Plays.here(LEARNERS["Halving"]), "Halving", BRISK, 0)
    assert result.verdict == "oracle-error"
    assert "ZeroDivisionError: ours" in result.message


@pytest.mark.slow
def test_a_class_that_disappears_when_the_file_is_loaded_again_has_crashed() -> None:
    """'(an exception, an overflow, a class that disappears)'"""
    write("alice.py", RIGHT)
    with Submission("alice.py", confinement=LIMITS) as submission:
        assert submission.defines
        assert submission._process is not None
        submission._process.stop(None)
        # The next process finds another file, as one that looks at the clock or tosses a coin would pretend.
        submission._handed = HandedIn("alice.py", (("alice.py", b"class Winnow: pass"),))
        result = check_claim(HALVING, Plays(partial(submission.make, "Halving"), clock=Clock()), "Halving", BRISK, 0)
    assert result.verdict == "crashed"
    assert "now the file defines no Halving" in result.message


@pytest.mark.slow
def test_a_kernel_is_called_with_two_instances_and_no_tables() -> None:
    class Tables:
        def __init__(self, kernel: Any) -> None:
            self.kernel = kernel

        def predict(self, x: Any) -> int:
            self.kernel(np.ones((10**6, 1)), np.ones((1, 10**6)))
            return 1

        def update(self, x: Any, y: int) -> None: ...

    report = check(Tables, "KernelPerceptron", claims=["kernel-perceptron-conforms"], profile=BRISK)
    (result,) = report.learners["KernelPerceptron"].claims
    assert result.verdict == "crashed"
    assert "it takes two instances" in result.message


# ---- section 1: what a prediction and a state may be ----


def outcomes(cls: type, name: str, games: int, **options: Any) -> Iterator[tuple[Claim, Outcome]]:
    """What so many games drawn against each claim about the learner come to on the class."""
    plays = Plays(partial(LocalLearner, cls), clock=Clock())
    for claim in claims_about(name):
        for case in drawn(claim.build(claim.cases.search), games):
            yield claim, judge(claim, plays, case, steps=False, **options)


@pytest.mark.slow
def test_a_state_of_another_shape_or_meaning_is_skipped_with_a_note_and_fails_nothing() -> None:
    """'one of another shape or meaning from the start (a list of indices, logarithms) is skipped, with a note'"""
    about = {"Perceptron": "w", "Winnow": "w", "WeightedMajority": "w", "Halving": "alive"}
    odd: tuple[Callable[[Any], Any], ...] = (
        lambda v: list(np.flatnonzero(v)), lambda v: np.log(np.abs(v) + 1e-9), lambda v: "w", lambda v: 1 / 0,
        lambda v: np.append(v, 1.0), lambda v: {"a": 1}, lambda v: np.full(3, np.nan), lambda v: None,
    )  # fmt: skip
    for (name, attribute), change in itertools.product(about.items(), odd):
        reference: Any = LEARNERS[name]
        shown = property(lambda self, a=attribute, c=change: c(np.asarray(getattr(self.inner, a), float)))
        cls = type("Odd", (_Odd,), {"reference": reference, attribute: shown})
        for claim, outcome in outcomes(cls, name, games=4, explain=True):
            assert outcome.verdict in ("stands", "skipped"), (name, claim.id, outcome.verdict, outcome.message)
            assert outcome.verdict == "stands" or outcome.message


def test_a_list_where_an_array_is_judged_is_told_as_that() -> None:
    reference: Any = LEARNERS["Perceptron"]
    cls = type("Odd", (_Odd,), {"reference": reference, "w": property(lambda self: self.inner.w.tolist())})
    (result,) = check(cls, as_="Perceptron", claims="perceptron-alignment", profile=BRISK).learners["Perceptron"].claims
    assert (result.verdict, result.message) == ("skipped", "the learner exposes no array of finite numbers as w")


class _Odd:
    reference: Any

    def __init__(self, *arguments: Any) -> None:
        self.inner = type(self).reference(*arguments)

    def predict(self, x: Any) -> Any:
        return self.inner.predict(x)

    def update(self, x: Any, y: int) -> None:
        self.inner.update(x, y)


@few(2)
@pytest.mark.parametrize("name", ["Perceptron", "Winnow", "WeightedMajority", "Ellipsoid", "ModifiedPerceptron"])
def test_a_state_is_compared_up_to_one_positive_factor_a_round(name: str) -> None:
    """'A state is compared up to one positive factor a round (for `Ellipsoid` c for `w` and c² for `A`)'"""
    reference: Any = LEARNERS[name]

    class Scaled(_Odd):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.rng, self.c = random.Random(3), 1.0

        def update(self, x: Any, y: int) -> None:
            self.inner.update(x, y)
            self.c = 2.0 ** self.rng.randint(-20, 20) * self.rng.choice((1, 3, 1.7))

        @property
        def w(self) -> Any:
            return self.c * self.inner.w

        @property
        def A(self) -> Any:
            return self.c**2 * self.inner.A

    for claim, outcome in outcomes(type("Scaled", (Scaled,), {"reference": reference}), name, games=25):
        assert outcome.verdict in ("stands", "skipped"), (claim.id, outcome.verdict, outcome.message)


SHAPES = {
    "a dataclass": """
import numpy as np
from dataclasses import dataclass, field

@dataclass
class Halving:
    hypotheses: np.ndarray
    left: list = field(default_factory=list)
    def __post_init__(self): self.left = self.hypotheses.tolist()
    def predict(self, x): return 1 if 2 * sum(h[x] > 0 for h in self.left) > len(self.left) else -1
    def update(self, x, y): self.left = [h for h in self.left if h[x] == y]
""",
    "a class made in a function": RIGHT.replace("class Halving", "class Base")
    + "\ndef made():\n    class Other(Base):\n        pass\n    return Other\n\nHalving = made()\n",
    "a mapping to a function": RIGHT.replace("class Halving", "class Mine")
    + "\nLEARNERS = {'Halving': lambda hypotheses: Mine(hypotheses)}\n",
    "an alias": RIGHT.replace("class Halving", "class Mine") + "\nHalving = Mine\n",
    "slots and writes into what it is handed": """
class Halving:
    __slots__ = ("left",)
    def __init__(self, hypotheses):
        self.left = hypotheses.copy()
        hypotheses[:] = 0
    def predict(self, x): return float(self.left[:, x].sum() > 0) * 2 - 1
    def update(self, x, y): self.left = self.left[self.left[:, x] == y]
""",
    "annotations that are read later": "from __future__ import annotations\n" + RIGHT,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", SHAPES.values(), ids=SHAPES)
def test_a_submission_may_be_written_in_any_of_these_ways(text: str) -> None:
    write("alice.py", text)
    report = grade(Grading(Path("alice.py"), ids=["halving-mistakes"], trust=True))
    assert report.passed, str(report)


@pytest.mark.slow
def test_an_importable_module_is_a_submission() -> None:
    """'A submission is one Python file (or an importable module)'"""
    write("course/__init__.py", "raise RuntimeError('imported')")
    write("course/alice.py", RIGHT)
    write("bob.py", RIGHT)
    for name in ("course.alice", "bob"):
        learncheck("grade", name, *QUICK, status=0)


@pytest.mark.slow
def test_a_typing_error_in_one_name_costs_no_other_learner() -> None:
    write("alice.py", RIGHT + "\nclass Perceptro:\n    pass\nLEARNERS = {'Winow': Halving}\n")
    ran = learncheck("grade", "alice.py", *QUICK, status=0)
    assert "LEARNERS names 'Winow', which is not a learner; did you mean Winnow" in " ".join(ran.stdout.split())
    assert "the class Perceptro is not a learner; did you mean Perceptron" in " ".join(ran.stdout.split())


def test_claims_about_cost_are_not_judged_and_each_learner_has_a_claim_of_conformance() -> None:
    """'one claim `…-conforms`'; 'Claims about cost are not judged on submissions.'"""
    assert set(LEARNERS) == set(judged_learners())
    for claim_id in LEARNERS:
        ids = [claim.id for claim in claims_about(claim_id)]
        conformance = [claim.id for claim in claims_about(claim_id) if claim.conformance]
        assert [name.replace("-", "") for name in conformance] == [f"{claim_id.lower()}conforms"]
        assert not [claim_id for claim_id in ids if claim_id.startswith("cost") or claim_id.endswith("-cost")]


# ---- `grade --json` ----


def test_grade_json_is_as_the_contract_shows_it() -> None:
    write("alice.py", WRONG)
    learncheck("grade", "alice.py", "--json", "out.json")
    report = json.loads(Path("out.json").read_text())
    assert {"schema", "submission", "seed", "score", "learners"} <= report.keys()
    assert (report["schema"], report["submission"], report["seed"]) == (1, "alice.py", 0)
    for learner in report["learners"].values():
        assert {"score", "claims"} <= learner.keys()
        for claim in learner["claims"]:
            assert {"id", "verdict", "games", "seconds"} <= claim.keys()
            if claim["verdict"] == "falsified":
                assert {"message", "observed", "bound", "counterexample", "replay"} <= claim.keys()
    (fallen,) = [claim for claim in report["learners"]["Halving"]["claims"] if claim["id"] == "halving-mistakes"]
    assert fallen["broken_step"].startswith("a mistake removes at least half")
    assert fallen["observed"] > fallen["bound"]
    assert isinstance(fallen["counterexample"], dict)
    assert fallen["replay"].startswith("learncheck replay ")
    case = fallen["replay"].split()[2]
    learncheck("replay", case, write("bob.py", RIGHT), status=0)
    learncheck("replay", case, status=0)


@pytest.mark.slow
def test_the_same_submission_and_seed_give_the_same_verdicts_whatever_the_hash_seed() -> None:
    """'The same submission and seed give the same verdicts and counterexamples, on any machine'; also where a
    submission's answers hang on the order of a set: its process has a hash seed of its own."""
    by_order = RIGHT.replace("return np", "return 1 if list({'plus', 'minus'})[0] == 'plus' else -1\n        return np")
    write("alice.py", by_order)
    write("bob.py", WRONG)
    all_reports = []
    for hash_seed in ("0", "1"):  # in which the order of these two words differs
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        program("grade", "alice.py", "bob.py", *QUICK, "--jobs", "1", "--json", "out.json", env=environment, status=1)
        reports = json.loads(Path("out.json").read_text())["submissions"]
        for report in reports:
            del report["seconds"]
            for claim in itertools.chain(*(learner["claims"] for learner in report["learners"].values())):
                del claim["seconds"]
        all_reports.append(reports)
    assert all_reports[0] == all_reports[1]


# ---- section 4: Python ----


def test_importing_the_door_is_light() -> None:
    """'`import learncheck` is the one public door'"""
    code = "import sys, learncheck; print([m for m in ('numpy', 'sympy', 'scipy', 'hypothesis') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert ran.stdout.strip() == "[]"
    assert set(door.__all__) <= set(dir(door))
    for name in door.__all__:
        assert getattr(door, name) is not None
    with pytest.raises(AttributeError, match="its names are"):
        door.chek  # noqa: B018


@pytest.mark.slow
def test_check_returns_a_report_that_renders_and_raises_nothing() -> None:
    """'returns a report that renders there (`_repr_html_`) and raises nothing; `report.raise_for_verdict()` raises'"""

    class Halving:
        def __init__(self) -> None: ...

    for cls in (Halving, class_of(WRONG), class_of("class Halving: pass")):
        report = door.check(cls, claims=["halving-mistakes"], profile=BRISK)
        assert "<section" in report._repr_html_()
        assert str(report) == grade_text(report).rstrip()
        assert "Report(" not in str(report)
        with pytest.raises(AssertionError, match="halving-mistakes"):
            report.raise_for_verdict()
    door.check(class_of(RIGHT), claims=["halving-mistakes"], profile=BRISK).raise_for_verdict()


# ---- section 3: pytest ----


def _pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(call, capture_output=True, text=True, timeout=600)


@pytest.mark.slow
def test_pytest_judges_a_submission_an_item_a_claim_also_by_ones_own_claims() -> None:
    """'`pytest --submission alice.py` judges a submission, an item a claim'"""
    write("alice.py", MY_HULL + WRONG)
    write("mine.py", HULL.read_bytes())
    claims = "halving-mistakes,mine.py::hull-mistakes"
    ran = _pytest("--submission", "alice.py", "--trust-submission", "--submission-claims", claims)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "1 failed, 1 passed" in ran.stdout


# ---- results as data ----


def test_limits_of_an_assignment_are_those_of_the_replay() -> None:
    asked = Assignment(seed=7, limits=Allowance(time=2.5, memory=512), learners={"Halving": Part(class_="Mine")})
    (grading,) = many.gradings([Path("alice.py")], asked, {}, [], None)
    assert grading.options("Halving") == ["--learner", "Halving=Mine", "--time-limit", "2.5", "--memory-limit", "512"]


def test_a_claim_is_one_object_however_often_its_file_is_named() -> None:
    path = write("mine.py", HULL.read_bytes())
    first = load_file(path)
    assert load_file(Path.cwd() / "mine.py") == first
    assert isinstance(first[0], Claim)


def test_submissions_of_one_name_do_not_write_over_each_other() -> None:
    paths = [Path("alice/hw.py"), Path("bob/hw.py"), Path("alice__hw.py"), Path("summary.py"), Path("alice/hw.py")]
    names = [grading.name for grading in many.gradings(paths, Assignment(), {}, [], None)]
    assert len(set(names)) == 5
    assert "summary" not in names


def test_a_file_that_cannot_be_written_is_named_and_leaves_no_part(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("old.py", "x = 0\n")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system", ".learncheck.0123")

    monkeypatch.setattr("os.replace", full)
    for name in ("mine.py", "old.py"):
        with pytest.raises(OSError, match=rf"Read-only.*{name}"):
            write_text(Path(name), "x = 1\n")
    assert [path.read_text() for path in folder.iterdir()] == ["x = 0\n"]
