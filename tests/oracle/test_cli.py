"""The command line as a newcomer meets it: exit statuses, JSON, and one clear line for a wrong call.

Most calls are made in this process, which has loaded the claims already; what a process of one's own could change is
called as the program.
"""

import fcntl
import json
import os
import re
import resource
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from calls import learncheck, program
from submissions import RIGHT, WRONG

from learncheck.oracle.grading.assignment import Assignment


def test_verify_prints_the_evidence_and_what_is_wrong_with_stored_certificates(tmp_path: Path) -> None:
    stored = tmp_path / ".learncheck" / "certificates" / "halving-mistakes.json"
    stored.parent.mkdir(parents=True)
    stored.write_text('{"format": 1, "lin')
    ran = learncheck("verify", "halving-mistakes", "--json", "out.json", cwd=tmp_path, status=0)
    where = stored.relative_to(tmp_path)
    assert f"{where} is cut short or was edited, so it is not used; what is missing is searched for again" in ran.stderr
    assert "halving-mistakes" in ran.stdout
    assert "1.00" in ran.stdout
    assert "all stand" in ran.stdout
    entry = json.loads((tmp_path / "out.json").read_text())["claims"][0]
    assert entry["id"] == "halving-mistakes"
    assert [entry["grade"] for entry in entry["evidence"]] == ["proved", "exhausted", "attained", "survived"]
    assert entry["evidence"][2]["witness"]["type"]
    assert {"kind": "meant", "words": "a class is not empty"}.items() <= entry["rests_on"][0].items()
    # Which games Hypothesis explores depends on its version.
    assert entry["games"] == sum(attack["games"] for attack in entry["attacks"] if attack["name"] != "search")


@pytest.mark.slow
@pytest.mark.parametrize(
    "unusual",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii", "COLUMNS": "0"},
    ],
    ids=lambda unusual: " ".join(unusual),
)
def test_a_terminal_without_the_signs_of_mathematics_or_a_width_stops_nothing(unusual: dict[str, str]) -> None:
    ran = program("show", "halving-mistakes", env={**os.environ, **unusual})
    assert (ran.returncode, ran.stderr) == (0, "")
    assert r"at most log\u2082|H|" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify", "halvin-mistakes"], "did you mean halving-mistakes"),
        (["verify", "missing.py"], "no such file: missing.py"),
        (["verify", "empty.py"], "defines no claim"),
        (["verify", "bytes.py"], "bytes.py is not text; claims are read from a Python file"),
        (["verify", "long.py"], "long.py is longer than 4 MiB; claims are read from a Python file"),
        (["verify", "folder"], "folder is a folder, and claims are read from a FILE.py"),
        (["verify", "pipe.py"], "pipe.py is not a regular file; claims are read from a FILE.py"),
        (["show", "nothing"], "unknown claim 'nothing'"),
        (["show", "Halving", "halving-mistakes"], "Halving is a learner"),
        (["show", "Halving", "--profile", "quick"], "--profile are for claims"),
        (["list", "Halving", "Perceptron"], "no claim matches halving and perceptron; `learncheck list` shows all"),
        (["list", "winow"], "no claim matches winow; did you mean Winnow"),
        (["new", "numpy"], "'numpy' is the name of a module that is installed"),
        (["verify", "--json", "a", "--json", "b"], "--json is given twice"),
        (["verify", "--html", ""], "the name is empty"),
        (["replay", ""], "the name is empty"),
        (["grade", "alice.py", "--claims", "nonsense"], "unknown claim 'nonsense'"),
        (["grade", "alice.py", "--claims", "perceptron-mistakes"], "none of the claims"),
        (["grade", "alice.py", "--learner", "Halving"], "is not of the form NAME=CLASS"),
        (["grade"], "Missing argument"),
        (["grade", "alice.py", "--seed", "1.5"], "'1.5' is not an integer"),
        (["verify", "--profile", "huge"], "huge"),
        (["fly"], "No such command"),
    ],
)
def test_a_wrong_call_answers_in_one_clear_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "alice.py").write_text(WRONG)
    (tmp_path / "empty.py").write_text("x = 1\n")
    (tmp_path / "bytes.py").write_bytes(bytes(10))
    (tmp_path / "long.py").write_text("#\n" * (3 << 20))
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe.py")
    ran = learncheck(*arguments, cwd=tmp_path, status=2)
    assert message in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert ran.stdout == ""


def test_a_wrong_call_of_the_program_ends_as_it_says(tmp_path: Path) -> None:
    ran = program("verify", "missing.py", cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "learncheck: no such file: missing.py\n")


def test_show_tells_what_is_on_record(tmp_path: Path) -> None:
    ran = learncheck("show", "halving-mistakes", cwd=tmp_path, status=0)
    for part in (
        "Halving makes at most log₂|H| mistakes",
        "LEC",
        "log₂(H)",
        "removes at least half",
        "proved, attained",
    ):
        assert part in ran.stdout
    assert ran.stdout.endswith(": learncheck show halving-mistakes --profile quick\n")


@pytest.mark.slow
def test_show_with_a_profile_tells_attacks_and_proof(tmp_path: Path) -> None:
    ran = learncheck("show", "halving-mistakes", "--profile", "quick", cwd=tmp_path, status=0)
    for part in ("Halving makes at most log₂|H| mistakes", "LEC", "log₂(H)", "removes at least half", "exhaustive"):
        assert part in ran.stdout
    for part in ("proved", "a mistake removes at least half", "What this rests on", "2^M·(V − 1) ≥ 0", "own code"):
        assert part in ran.stdout


def test_what_is_on_record_is_told_at_once(tmp_path: Path) -> None:
    """The list, the errata and what is shown of a claim need none of the packages that take seconds to import."""
    code = "import sys; from learncheck.oracle.cli import main; main({}, standalone_mode=False)"
    seen = "print([m for m in ('numpy', 'sympy', 'scipy') if m in sys.modules])"
    for call in (["list"], ["errata"], ["show", "perceptron-mistakes"]):
        watched = code.format(call).replace("; main(", f"; import atexit; atexit.register(lambda: {seen}); main(")
        ran = subprocess.run([sys.executable, "-c", watched], cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stderr
        assert len(ran.stdout.splitlines()) > 15
        assert ran.stdout.splitlines()[-1] == "[]", call


def test_a_misspelt_claim_is_told_before_claims_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ids on record give the suggestion, so that it takes no longer than the list."""
    monkeypatch.setattr("learncheck.theorems.language.registry.all_claims", lambda: pytest.fail("loads all claims"))
    for command, misspelt, meant in (
        ("errata", "winow", "winnow-mistakes"),
        ("show", "halvng-mistakes", "halving-mistakes"),
        ("verify", "winnow", "winnow-margin"),
    ):
        assert f"did you mean {meant}" in learncheck(command, misspelt, cwd=tmp_path, status=2).stderr


@pytest.mark.parametrize(
    ("claim", "what"),
    [
        ("halving-mistakes", "no counterexample to it is known"),
        ("program-count", "the notes do not state it"),
    ],
)
def test_errata_says_what_a_claim_is_that_is_no_erratum(claim: str, what: str) -> None:
    ran = learncheck("errata", claim, status=2)
    assert ran.stderr == f"learncheck: {claim} is not an erratum: {what}; see `learncheck show {claim}`\n"
    assert not ran.stdout


@pytest.mark.slow
def test_help_answers_at_once(tmp_path: Path) -> None:
    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ran = subprocess.run(
            [sys.executable, "-m", "learncheck", "--help"], cwd=tmp_path, capture_output=True, text=True
        )
        assert "verify" in ran.stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(seconds) < 0.3


@pytest.mark.slow
def test_standard_streams_may_be_closed(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text(RIGHT)
    grade = [sys.executable, "-m", "learncheck", "grade", "alice.py", "--claims", "halving-mistakes", "--trust"]
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        call = ["sh", "-c", f"exec {shlex.join(grade)} {closed}"]
        ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, ""), closed


@pytest.mark.slow
def test_a_full_pipe_is_waited_for(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    with subprocess.Popen([sys.executable, "-m", "learncheck", "list"], cwd=tmp_path, stdout=write) as running:
        os.close(write)
        with open(read) as pipe:
            select.select([pipe], [], [])
            time.sleep(0.5)  # so that it fills
            output = pipe.read()
    assert running.returncode == 0
    assert output == learncheck("list", cwd=tmp_path).stdout


def test_help_tells_the_limits_that_hold(tmp_path: Path) -> None:
    limits = Assignment().limits
    for command in ("grade", "replay"):
        printed = " ".join(learncheck(command, "--help", cwd=tmp_path).stdout.split())
        assert re.search(rf"--time-limit FLOAT RANGE Seconds[^-]*default: {limits.time:g}\b", printed)
        assert re.search(rf"--memory-limit INTEGER RANGE MB of memory[^-]*default: {limits.memory}\b", printed)


def test_show_prints_a_proof_for_rocq_or_says_in_one_line_why_not(tmp_path: Path) -> None:
    ran = learncheck("show", "halving-mistakes", "--rocq", cwd=tmp_path, status=0)
    assert ran.stdout.startswith("(* The proof of halving-mistakes,")
    assert "\nTheorem halving_mistakes class target V M : In target class -> run class target V M ->\n" in ran.stdout
    assert ran.stdout.endswith("Print Assumptions all_shown.\n")
    for wrong, words in {
        ("rectangles-unlearnable",): "carries no proof",
        ("halving-mistakes", "perceptron-mistakes"): "one claim, not of 2",
        ("halving-mistakes", "--format", "latex"): "leave out --format",
        ("halving-mistakes", "--profile", "quick"): "and --profile",
        ("Halving",): "name a claim",
    }.items():
        ran = learncheck("show", *wrong, "--rocq", cwd=tmp_path, status=2)
        assert words in ran.stderr
        assert len(ran.stderr.splitlines()) == 1
        assert not ran.stdout


RUNS_NOTHING = """
from dataclasses import replace
from learncheck.theorems.notes.halfspaces.perceptron import MISTAKES

def no_run():
    raise ValueError("there is no such table")

claim = replace(MISTAKES, id="my-perceptron", proof=replace(MISTAKES.proof, code=no_run))
"""


def test_a_formal_run_that_cannot_be_made_is_named_where_its_proof_is_to_be_written(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RUNS_NOTHING, encoding="utf-8")
    ran = learncheck("show", "mine.py", "--rocq", cwd=tmp_path, status=3)
    assert not ran.stdout
    (line,) = ran.stderr.splitlines()
    assert "my-perceptron has no proof to write: code=, which makes its formal run, raises ValueError" in line
    assert "there is no such table (mine.py:6); mend the claim" in line
