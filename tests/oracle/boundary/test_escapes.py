"""Ways to a better grade than a submission deserves, or into the judge: each was tried, and none gets through."""

import contextlib
import csv
import fcntl
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
import unicodedata
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from calls import command
from chosen import few
from submissions import RIGHT, write

from learncheck.oracle import cli, files
from learncheck.oracle.boundary import folders, handed, messages
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.handed import hand_in
from learncheck.oracle.boundary.names import cell, ids, printable, shell_line
from learncheck.oracle.boundary.pipe import Process
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.boundary.wire import ProtocolError
from learncheck.oracle.engine.profiles import PROFILES, Shard
from learncheck.oracle.engine.records import save
from learncheck.oracle.engine.run import attack
from learncheck.oracle.engine.store import Store
from learncheck.oracle.engine.subjects import Subject
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Assignment, Part
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.results import ClaimResult, LearnerResult, Report
from learncheck.oracle.grading.wanted import claims_about
from learncheck.oracle.report import exports, html
from learncheck.oracle.report.course import Graded, Roster, write_course
from learncheck.oracle.report.text import grade_text
from learncheck.strategies.samples.boosting import Boosting
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE, NO_PERFECT_ROUND, TRAINING_ERROR
from learncheck.theorems.notes.finite.mistakes import HALVING

pytest_plugins = ["pytester"]

ONE_CLAIM = Assignment(learners={"Halving": Part(claims={"halving-mistakes": 1.0})})
ODD_NAMES = [
    "a\x1b[31m\nb.py", "=cmd|' C'!A0.py", "+1.py", "@x.py", 'q"uo\'te.py', "<b>&amp;.py", "x\udcff.py",
    "l" * 247 + ".py", "summary.py", "--json=bob.py", "-q.py", "a b.py", "￾.py", "..py", "_x_.py",
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("folder")


# ---- names ----


def test_nobody_can_choose_somebody_elses_id() -> None:
    alice, bob = Path("alice/hw.py"), Path("bob/hw.py")
    for mallory in (
        "mallory/alice__hw.py", "alice__hw.py", "mallory/alice=5f=5fhw.py", "alice_/hw.py", "alice/hw.ipynb",
        "alice__hw", "mallory/bob__hw-2.py", "alice/_hw.py", "alice/hw.zip", "alice=2fhw.py",
    ):  # fmt: skip
        others = ids([Path(mallory), alice, bob])
        assert others[1:] == ["alice__hw", "bob__hw"], mallory
        assert len(set(others)) == 3


def test_no_case_is_written_over_that_of_another_claim() -> None:
    """A case's name is an id, a hyphen and a claim's: x, batch-perceptron-conforms and x-batch, perceptron-conforms."""
    first, second = ids([Path("x.py"), Path("x-batch.py")])
    assert f"{first}-batch-perceptron-conforms" != f"{second}-perceptron-conforms"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Alice.py", "alice.py"), ("jos\u00e9.py", "jose\u0301.py"), ("\uac01.py", "\u1100\u1161\u11a8.py")],
)
def test_no_report_is_written_over_another_on_any_file_system(one: str, other: str) -> None:
    """Some take names that differ by case or normalization for the same."""
    names = ids([Path("bob", one), Path("mallory", other)])
    assert len({unicodedata.normalize("NFC", name).casefold() for name in names}) == 2


@pytest.mark.parametrize("name", ["summary.py", "summary", "class.py"])
def test_no_report_is_written_over_the_summary(name: str) -> None:
    assert ids([Path(name)])[0] not in ("summary", "class")


def test_ids_are_fit_for_files() -> None:
    for name in ids([Path(name) for name in ODD_NAMES]):
        assert name.isprintable()
        assert len(os.fsencode(name)) < 130
        assert not name.startswith((".", "-"))
        assert "/" not in name
    assert ids([Path("José.py"), Path("hw-3.py")]) == ["José", "hw-3"]


@pytest.mark.slow
def test_one_odd_name_stops_nobody_and_nothing_of_it_gets_out() -> None:
    for name in ODD_NAMES:
        write(f"in/{name}", "class Nobody: pass")
    write("in/alice.py")
    Path("in/folder.py").mkdir()
    Path("in/dangling.py").symlink_to("nowhere")
    Path("in/link.py").symlink_to("alice.py")
    os.mkfifo("in/fifo.py")
    given = sorted(map(str, Path("in").iterdir()))
    outputs = {"json": "o.json", "junit": "o.xml", "gradescope": "g.json", "export": "github=c.json", "html": "o.html"}
    options = [f"--{option}={file}" for option, file in outputs.items()]
    arguments = ["grade", *given, "--claims", "halving-mistakes", "--jobs", "1", "--results", "out", *options]
    ran = subprocess.run(command(*arguments), capture_output=True, timeout=600)
    assert ran.returncode == 2, ran.stderr
    for output in (
        ran.stdout,
        ran.stderr,
        *(
            path.read_bytes()
            for path in Path().rglob("*")
            if path.is_file() and path.suffix in (".json", ".csv", ".txt", ".xml", ".html") and path.parts[0] != "in"
        ),
    ):
        assert b"\x1b" not in output
        assert b"\xff" not in output
        output.decode()
    rows = list(csv.DictReader(io.StringIO(Path("out/summary.csv").read_text())))
    assert len(rows) == len(given)
    assert not any(value[:1] in ("=", "+", "@") for row in rows for value in row.values())
    assert [row["score"] for row in rows if row["submission"].endswith("alice.py")] == ["1.0"]
    refusals = {row["submission"].rpartition("/")[2]: row["error"] for row in rows}
    assert "symbolic link" in refusals["link.py"]
    assert "symbolic link" in refusals["dangling.py"]
    assert "is not a regular file" in refusals["fifo.py"]
    suites = ElementTree.fromstring(Path("o.xml").read_text())
    assert len(suites) == len(given)
    assert "<b>" not in Path("o.html").read_text()
    for file in ("o.json", "g.json", "c.json"):
        json.loads(Path(file).read_text())


def test_cells_and_commands_hold_no_more_than_they_say() -> None:
    assert cell("=1+1") == "'=1+1"
    assert cell("alice") == "alice"
    assert cell("－1") == "'－1"
    assert cell("a; =1+1.py") == "a; '=1+1.py", "a semicolon separates cells where a comma is a decimal point"
    assert printable("a\x1b[1m\n") == "a\\x1b[1m\\n"
    for name in (*ODD_NAMES, "a'b\\\x07.py", "$(touch x).py"):
        line = shell_line(["printf", "%s", name])
        assert line.isprintable()
        assert subprocess.run(["bash", "-c", line], capture_output=True).stdout == os.fsencode(name)
    assert not Path("x").exists()


@pytest.mark.parametrize("name", ["--json=bob.py", "--claims=evil.py", "-q", "--assignment=x.toml"])
def test_a_file_called_like_an_option_is_none(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """*.py in a folder of submissions makes it an argument; a file of claims would run in the judge."""
    write("bob.py")
    write("evil.py", "open('ran', 'w')")
    write(name)
    with pytest.raises(SystemExit) as ended:
        cli.main([name, "grade", "bob.py"])
    assert ended.value.code == 2
    assert "the name of a file here" in capsys.readouterr().err
    assert not Path("ran").exists()


# ---- what is handed in ----


def test_sizes_are_looked_at_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("huge.py", "folder/huge.py"):
        path = write(place, "")
        with path.open("r+b") as file:
            file.truncate(2 << 30)

    def refuses(*given: Any) -> Any:
        raise AssertionError("it is read")

    monkeypatch.setattr(Path, "open", refuses)
    for name in ("huge.py", "folder"):
        with pytest.raises(LoadError, match=r"longer than 4 MiB|more than 4 MiB"):
            hand_in(Path(name))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["x = " + "1+" * 500_000 + "1", "x = [" + "0," * 1_000_000 + "]", "x = " + "9" * 4000])
def test_source_is_parsed_by_the_child_alone(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.py", text)
    import ast

    monkeypatch.setattr(ast, "parse", lambda *given, **named: pytest.fail("parsed in the judge"))
    with pytest.raises(LoadError), Submission(path, confinement=LIMITS, memory_limit_mb=512) as submission:
        _ = submission.defines


def _zip(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_an_archive_is_unpacked_nowhere() -> None:
    write("z.zip", _zip({"../../evil.py": b"", "/etc/x.py": b"", "submission.py": RIGHT.encode()}))
    submission = hand_in(Path("z.zip"))
    assert [name for name, _ in submission.parts] == ["submission.py"]
    assert submission.modules == {}
    assert sorted(map(str, Path().iterdir())) == ["z.zip"]


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": b"#" * (64 << 20)},
        {f"a{i}.py": b"" for i in range(handed.MOST_FILES + 1)},
        {"a.py": b"", "b.py": b""},
        {},
    ],
    ids=["bomb", "many", "two", "none"],
)
def test_an_archive_that_is_no_submission_is_refused_in_one_line(files: dict[str, bytes]) -> None:
    write("z.zip", _zip(files))
    with pytest.raises(LoadError) as refused:
        hand_in(Path("z.zip"))
    assert refused.value.message.isprintable()


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_no_archive_expands_in_the_judge(method: int) -> None:
    """zipfile expands all that it has read of such a file at once, however little of it is asked for."""
    tracemalloc.start()
    try:
        write("z.zip", _zip({"submission.py": b"#" * (16 << 20)}, method))
        tracemalloc.reset_peak()
        with pytest.raises(LoadError, match="other than deflate"):
            hand_in(Path("z.zip"))
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_no_reply_expands_in_the_judge() -> None:
    """A list of empty lists has a byte for each, and in Python sixty."""
    count = 300_000
    body = (
        b"\x93"
        + bytes([messages.Answers.__struct_config__.tag])
        + b"\xc4\0\xdd"
        + count.to_bytes(4, "big")
        + b"\x90" * count
    )
    tracemalloc.start()
    try:
        with pytest.raises(ProtocolError):
            messages.reply(body)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_nested_folders_cost_nothing() -> None:
    """A path of 30,000 folders in an archive would be taken apart level by level, and os.walk recurses."""
    write("deep.zip", _zip({"a/" * 30_000 + f"{i}.py": b"" for i in range(5)} | {"submission.py": RIGHT.encode()}))
    started = time.process_time()
    assert hand_in(Path("deep.zip")).modules == {}
    assert time.process_time() - started < 5, "it took minutes for each of the files"
    write("hw/submission.py")
    top = os.getcwd()
    os.chdir("hw")
    for _ in range(1200):
        os.mkdir("a")
        os.chdir("a")
    os.chdir(top)
    try:
        assert hand_in(Path("hw")).main == "submission.py"
    finally:  # pytest's own way to remove folders recurses, too
        subprocess.run(["rm", "-rf", "hw"], check=True)


def test_a_link_in_an_archive_is_a_text() -> None:
    link = zipfile.ZipInfo("submission.py")
    link.external_attr = 0o120777 << 16
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    write("z.zip", buffer.getvalue())
    assert hand_in(Path("z.zip")).source == b"/etc/passwd"


@pytest.mark.parametrize(
    "book",
    [b'{"cells": ' + b"[" * 100_000, b'{"cells": [], "x": ' + b"[" * 100_000 + b"}", b'{"cells": [3]}', b"\xff{",
     b'{"cells": [{"cell_type": "code", "source": [3]}]}'],
    ids=["nested", "skipped", "cell", "bytes", "source"],
)  # fmt: skip
def test_a_broken_notebook_is_refused_in_one_line(book: bytes) -> None:
    write("hw.ipynb", book)
    with pytest.raises(LoadError, match="not a notebook in format 4"):
        hand_in(Path("hw.ipynb"))


def test_a_notebook_full_of_pictures_is_told_what_to_do() -> None:
    with write("hw.ipynb", "").open("r+b") as file:
        file.truncate(65 << 20)
    with pytest.raises(LoadError, match="clear the notebook's outputs"):
        hand_in(Path("hw.ipynb"))


@pytest.mark.slow
def test_an_archive_has_no_more_room_for_notebooks_than_a_notebook() -> None:
    write("z.zip", _zip({f"{i}.ipynb": b" " * (40 << 20) for i in range(2)}))
    with pytest.raises(LoadError, match="or more than 4 MiB of them"):
        hand_in(Path("z.zip"))


@pytest.mark.parametrize("place", [10, 40, -30, -60])
def test_a_broken_archive_stops_nothing(place: int) -> None:
    content = bytearray(_zip({"submission.py": RIGHT.encode() * 9}))
    content[place : place + 6] = b"\xff" * 6
    write("z.zip", bytes(content))
    with contextlib.suppress(LoadError):  # whatever else is raised would stop the run
        hand_in(Path("z.zip"))


@pytest.mark.slow
def test_a_module_that_is_handed_in_takes_the_place_of_none_that_is_there() -> None:
    write("hw/submission.py", RIGHT + "\nimport json, helper.more, struct\nassert helper.more.x and json.dumps\n")
    for name in ("numpy", "json", "struct", "pickle"):
        write(f"hw/{name}.py", "raise SystemExit('shadowed')")
    write("hw/helper/more.py", "x = 1")
    with Submission("hw", confinement=LIMITS) as submission:
        assert submission.defines == {"Halving": "Halving"}
    write("hw/submission.py", "import pandas")
    with (
        pytest.raises(LoadError, match=r"numpy, scipy, helper, json, pickle and struct, and modules in"),
        Submission("hw") as submission,
    ):
        _ = submission.defines


@few(2)
@pytest.mark.parametrize("name", ["json", "random", "struct", "fractions", "linecache", "sitecustomize", "numpy"])
def test_nothing_in_a_folder_that_path_names_runs_before_the_process_is_confined(name: str, folder: Path) -> None:
    """`--path .` may name a folder that students write to."""
    marker = folder / "ran"
    write(f"in/{name}.py", f"open({str(marker)!r}, 'w')")
    write("in/helper.py", "x = 1")
    source = RIGHT + f"\nimport helper, {'json' if name == 'sitecustomize' else name}\nassert helper.x == 1\n"
    with Submission(write("in/a.py", source), confinement=LIMITS, paths=["in"]) as submission:
        assert submission.defines == {"Halving": "Halving"}
    assert not marker.exists()


# ---- what the child is told ----


@pytest.mark.slow
def test_the_child_is_not_told_the_judges_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in a message nor by what it draws: with another seed all is as it was."""
    drawn = RIGHT.replace("self.hypotheses, self.alive", "self.drawn, self.hypotheses, self.alive").replace(
        "= hypotheses,", "= np.random.random(), hypotheses,"
    )
    first_messages, send = [], Process._send
    for seed in (0, 1, 12345):
        sent: list[bytes] = []
        path = write("a.py", drawn)

        def spy(self: Process, message: messages.Message, started: float, sent: list[bytes] = sent) -> None:
            sent.append(messages.encode(message))
            send(self, message, started)

        monkeypatch.setattr(Process, "_send", spy)
        grade(Grading(path, assignment=Assignment(seed=seed), ids=["halving-mistakes"], trust=True))
        first_messages.append(
            sent[:2]
        )  # what it is told to load, and the first games, which are the same for every seed
    assert first_messages[0] == first_messages[1] == first_messages[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "leak",
    ["raise ValueError(repr(self.hypotheses), x)", "raise type(repr(x) * 9, (Exception,), {})()", "return [x, x]",
     "return repr(self.hypotheses)", "return self.hypotheses", "raise SystemExit(repr(self.hypotheses))"],
)  # fmt: skip
def test_nothing_of_the_game_gets_out_at_bound(leak: str) -> None:
    text = RIGHT.replace("return np.sign(self.hypotheses[self.alive, x].sum())", leak)
    report = grade(Grading(write("a.py", text), assignment=ONE_CLAIM, trust=True))
    (result,) = report.learners["Halving"].claims
    assert result.verdict in ("crashed", "invalid")
    secret = result.message.splitlines()[-1]
    assert any(word in result.message for word in ("array", "list", "'", "("))
    for feedback in ("bound", "hidden"):
        for export in (
            exports.gradescope,
            exports.prairielearn,
            exports.github_classroom,
            exports.junit,
            html.grade_page,
        ):
            assert secret not in export([report], feedback), export
            assert "repr(" not in export([report], feedback)
        assert secret not in grade_text(report, feedback)
        assert "array" not in grade_text(report, feedback)
    assert secret in grade_text(report, "counterexample")


FORGED = 'title=Autograding report::{"totalPoints":15,"maxPoints":15}'
COMMANDS = (
    f"::notice {FORGED}",
    f"  \u2003::notice {FORGED}",
    "x ##[notice title=Autograding report;]{}",
    "::stop-commands::x",
)


@pytest.mark.parametrize("verdict", ["crashed", "stands", "oracle-error"])
def test_no_line_of_a_submission_is_a_command_in_a_workflows_log(verdict: Any) -> None:
    """GitHub's reporter prints what it is handed, and tells the score by lines such as these."""
    output = "\n".join(["Traceback:", *COMMANDS])
    result = ClaimResult("halving-mistakes", verdict, "S.", "F", message=output, script=output)
    report = Report(f"{COMMANDS[0]}.py", 0, {"Halving": LearnerResult("Halving", [result])}, error=output)
    for feedback in ("full", "hidden"):
        shown = json.loads(exports.github_classroom([report], feedback))["tests"]
        printed = [text for test in shown for text in test.values() if isinstance(text, str)]
        for line in "\n".join(printed).splitlines():
            assert not line.lstrip().startswith("::"), line
            assert "##[" not in line
    unjudged, test = json.loads(exports.github_classroom([report], "full"))["tests"]
    assert "Autograding report" in unjudged["message"]
    assert verdict == "stands" or "Autograding report" in test["message"]
    for entry in (unjudged, test):
        assert not (entry["status"] == "error" and entry["test_code"]), "the reporter prints both"


def test_a_verdict_by_claim_is_nowhere_at_hidden() -> None:
    result = LearnerResult(
        "Halving",
        [ClaimResult("halving-mistakes", "falsified", "S.", "F"), ClaimResult("halving-conforms", "stands", "S.", "F")],
    )
    report = Report("a.py", 0, {"Halving": result})
    for export in (exports.gradescope, exports.prairielearn, exports.github_classroom, exports.junit, html.grade_page):
        text = export([report], "hidden")
        assert "falsified" not in text, export
        assert "halving-mistakes" not in text
        assert " games" not in text, "their number tells which claim fell"
        assert "0.5" in text


# ---- boosting ----


class Hands:
    """Garbage that hands over some D of its own, or calls the weak learner once too often."""

    def __init__(self, weak_learner: Any, n_rounds: int) -> None:
        self.weak_learner, self.n_rounds = weak_learner, n_rounds

    def fit(self, X: Any, y: Any) -> Any:
        for D in self.handed(len(y)):
            self.h = self.weak_learner(X, y, D)
        return self

    def predict(self, X: Any) -> Any:
        return -np.asarray(self.h(X))

    def handed(self, m: int) -> list[Any]:
        return [np.ones(m)] * self.n_rounds


class OneCallMore(Hands):
    def handed(self, m: int) -> list[Any]:
        return [np.ones(m)] * (self.n_rounds + 1)


class OneExample(Hands):
    """All the weight on one example: whether the hypothesis errs there decides whether its error is 0 or 1."""

    def handed(self, m: int) -> list[Any]:
        return [np.eye(m)[t % m] for t in range(self.n_rounds)]


class LastExample(Hands):
    def handed(self, m: int) -> list[Any]:
        return [np.eye(m)[-1]] * self.n_rounds


@pytest.mark.slow
@pytest.mark.parametrize("learner", [Hands, OneCallMore, OneExample, LastExample])
def test_no_booster_leaves_the_theorem_by_what_it_hands_over(learner: Any) -> None:
    claims = [claim for claim in claims_about("AdaBoost") if {HAS_EDGE, NO_PERFECT_ROUND} & {*claim.assuming}]
    claims = [claim for claim in claims if not claim.needs_state]
    assert TRAINING_ERROR in claims
    for claim in claims:
        evidence = attack(claim, learner, "AdaBoost", PROFILES["quick"], steps=False)
        assert evidence.verdict == "falsified", claim.id
    outside = 0
    for case in TRAINING_ERROR.witnesses():
        assert isinstance(case, Boosting)
        trace = case.play(learner, ())
        outside += not all(premise.holds(trace) for premise in TRAINING_ERROR.assuming)
    assert outside == 0


# ---- what lies beside a submission ----


BESIDE = ("-q", "--submission-claims", "halving-mistakes", "-p", "no:cacheprovider", "--submission")


def beside(pytester: pytest.Pytester, **files: str) -> Path:
    """A folder with a submission and these files."""
    place = pytester.mkdir("in")
    for name, text in {"alice.py": RIGHT, "evil.py": "open('ran', 'w')", **files}.items():
        place.joinpath(name).write_text(text)
    return place


@pytest.mark.slow
def test_pytest_runs_nothing_that_lies_beside_a_submission(pytester: pytest.Pytester) -> None:
    runs = "open('ran', 'w')"
    place = beside(pytester, **{"conftest.py": runs, "numpy.py": f"{runs}; raise SystemExit(1)"})
    from_elsewhere = pytester.runpytest_subprocess(*BESIDE, "in/alice.py")
    os.chdir(place)
    from_there = pytester.run(sys.executable, "-m", "pytest", *BESIDE, "alice.py")
    assert not list(pytester.path.rglob("ran"))
    assert from_there.ret == 0, from_there.stdout.str()
    assert from_elsewhere.ret == 0, from_elsewhere.stdout.str()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pytest.ini", "[pytest]\naddopts = --collect-only\npythonpath = ."),
        ("pyproject.toml", "[tool.pytest.ini_options]\npythonpath = '.'"),
        ("tox.ini", "[pytest]\naddopts = --collect-only"),
    ],
)
def test_pytest_refuses_to_run_where_it_is_told_what_to_run(pytester: pytest.Pytester, name: str, text: str) -> None:
    os.chdir(beside(pytester, **{name: text}))
    from_there = pytester.run(sys.executable, "-m", "pytest", *BESIDE, "alice.py")
    assert not list(pytester.path.rglob("ran"))
    assert from_there.ret == 4
    assert "lies beside the submission" in from_there.stderr.str()


# ---- folders ----


@pytest.mark.slow
def test_folders_of_runs_that_were_killed_are_swept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    write("a.py")
    code = (
        "import sys, time; from learncheck.oracle.boundary.process import Submission; "
        "from learncheck.oracle.boundary.sandbox import LIMITS; s = Submission('a.py', confinement=LIMITS); s.defines; "
        "print('up', flush=True); time.sleep(60)"
    )
    killed = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert killed.stdout is not None
    assert killed.stdout.readline() == b"up\n"
    killed.kill()
    killed.wait()
    killed.stdout.close()
    (left,) = tmp_path.glob(f"{folders.PREFIX}*")
    held = folders.Folder()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path / f"{folders.PREFIX}abcd1234"
    link.symlink_to(elsewhere)
    theirs = [
        tmp_path / name for name in ("learncheck-course", f"{folders.PREFIX}notes", f"{folders.PREFIX}abcd1234 2")
    ]
    for path in theirs:
        path.mkdir()
    until = time.monotonic() + 120
    while left.exists() and time.monotonic() < until:  # the child may hold it for a moment longer
        folders.sweep()
    assert not left.exists()
    assert Path(held.name).exists()
    assert elsewhere.exists()
    assert all(path.exists() for path in theirs), "what somebody else has called so"
    held.close()
    assert not Path(held.name).exists()


def test_a_folder_that_is_swept_before_it_is_locked_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    paths: list[str] = []

    def make_and_lose(prefix: str) -> str:
        paths.append(made_by_python(prefix=prefix))
        if len(paths) == 1:
            os.rmdir(paths[0])
        elif len(paths) == 2:
            monkeypatch.setattr(fcntl, "flock", lambda *_: (monkeypatch.undo(), os.rmdir(paths[1])))
        return paths[-1]

    made_by_python = tempfile.mkdtemp
    monkeypatch.setattr(tempfile, "mkdtemp", make_and_lose)
    folder = folders.Folder()
    assert folder.name not in paths
    assert Path(folder.name).is_dir()
    folder.close()


# ---- what is written below a folder that a student has made ----

CASE = Path(".learncheck/cases/alice-halving-mistakes.json")


def stored() -> Path | None:
    """The case that `grade alice.py` stores, or None."""
    with files.recording_failures() as unwritten:
        path = save("halving-mistakes", "Halving", {"type": "game"}, "alice")
    assert (path is None) == (str(CASE) in unwritten)
    return path


@pytest.mark.parametrize("link", [".learncheck", ".learncheck/cases"])
def test_no_link_leads_a_case_elsewhere(link: str, folder: Path) -> None:
    private = folder / "private"
    theirs = {private / CASE.name: "theirs", private / "cases" / CASE.name: "theirs"}
    for path, text in theirs.items():
        write(str(path), text)
    Path(link).parent.mkdir(exist_ok=True)
    Path(link).symlink_to(private)
    assert stored() is None
    assert {path: path.read_text() for path in private.rglob("*.json")} == theirs


def test_a_link_that_is_put_there_meanwhile_is_not_followed_either(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = folder / "private"
    private.mkdir()
    look = os.lstat

    def swapped(name: Any, **options: Any) -> os.stat_result:
        status = look(name, **options)
        if name == "cases":
            CASE.parent.rmdir()
            CASE.parent.symlink_to(private)
        return status

    monkeypatch.setattr(files.os, "lstat", swapped)
    assert stored() is None
    assert not list(private.iterdir())


@pytest.mark.parametrize("kind", ["link", "link to nothing", "hard link", "pipe", "link to a device"])
def test_what_stands_in_the_place_of_a_case_is_replaced(kind: str, folder: Path) -> None:
    private = write("private.txt", "theirs")
    CASE.parent.mkdir(parents=True)
    if kind == "hard link":
        CASE.hardlink_to(private)
    elif kind == "pipe":
        os.mkfifo(CASE)  # opened for writing, it would wait for a reader for ever
    else:
        CASE.symlink_to({"link": private.resolve(), "link to a device": "/dev/null"}.get(kind, folder / "nothing"))
    assert stored() == CASE
    assert not CASE.is_symlink()
    assert CASE.is_file()
    assert json.loads(CASE.read_text())["claim"] == "halving-mistakes"
    assert private.read_text() == "theirs"
    assert not (folder / "nothing").exists()
    assert [path.name for path in CASE.parent.iterdir()] == [CASE.name]


@pytest.mark.parametrize("kind", ["file", "pipe"])
def test_a_link_to_a_descriptor_is_written_to(kind: str, folder: Path) -> None:
    """As `--json /dev/stdout > report.json` does. Root could replace the link, and with it the machine's output."""
    read, write = os.pipe() if kind == "pipe" else (0, os.open("report.json", os.O_RDWR | os.O_CREAT))
    Path("stdout").symlink_to(f"/proc/self/fd/{write}")
    Path("link").symlink_to("stdout")
    os.write(write, b"before\n")
    assert files.is_stream(Path("link"))
    assert files.write_text(Path("link"), "{}\n")
    os.write(write, b"after\n")
    assert Path("link").is_symlink()
    assert Path("stdout").is_symlink()
    os.close(write)
    assert (Path("report.json").read_bytes() if kind == "file" else os.read(read, 99)) == b"before\n{}\nafter\n"


def test_a_folder_in_the_place_of_a_case_stays() -> None:
    CASE.mkdir(parents=True)
    write(str(CASE / "theirs"))
    assert stored() is None
    assert [path.name for path in CASE.parent.rglob("*")] == [CASE.name, "theirs"]


def test_no_link_in_a_folder_of_results_is_followed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    private = write("private/alice.txt", "theirs").parent
    Path("out").mkdir()
    Path("out/feedback").symlink_to(private.resolve())
    os.mkfifo("out/class.csv")
    with files.recording_failures() as unwritten:
        write_course(Path("out"), [Graded("alice", "alice.py", Report("alice.py", 0))], Assignment(), Roster())
    assert {Path(name).parent for name in unwritten} == {Path("out/feedback")}
    assert private.joinpath("alice.txt").read_text() == "theirs"
    assert Path("out/class.csv").is_file()

    Path("results").symlink_to(private)
    for arguments in (["grade", str(write("alice.py")), "--results", "results"], ["regrade", "results"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        assert ended.value.code == 2
        assert "results is a symbolic link" in capsys.readouterr().err
    assert [path.name for path in private.iterdir()] == ["alice.txt"]


def test_no_shard_is_written_elsewhere(folder: Path) -> None:
    folder.joinpath("private").mkdir()
    Path(".learncheck").symlink_to(folder / "private")
    shard = Shard(0, "scout", PROFILES["quick"])
    with files.recording_failures() as unwritten:
        store = Store(Subject("halving-mistakes", "Halving"), PROFILES["quick"], 0, resume=False)
        store.write(shard, Evidence(HALVING, "Halving"))
    assert len(unwritten) == 1
    assert not list(folder.joinpath("private").iterdir())
