"""What a command looks like on a terminal: a bar for what takes long, tables that fit, and nothing of it in a pipe."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from calls import command, learncheck
from submissions import RIGHT, WRONG, write
from terminals import Seen, run

from learncheck.learners import Halving
from learncheck.oracle import cli
from learncheck.oracle.boundary.names import shell_line
from learncheck.oracle.engine.verdicts import Attack, Evidence
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.results import ClaimResult, Report
from learncheck.oracle.report.lines import console, print_table, say, say_command, sheet, written
from learncheck.oracle.report.listing import listing
from learncheck.oracle.report.tables import CLAIM_HEAD, ClaimRow, print_claims
from learncheck.oracle.report.text import most_telling_first, print_grade
from learncheck.oracle.report.verified import print_topics, show_claim
from learncheck.theorems.language.registry import catalogue, select

LONG = """
import sys, time
from types import SimpleNamespace
from learncheck.oracle.report import progress

progress.DELAY = {delay}
def wait():
    time.sleep({seconds})
    while {seconds} and watch.console and watch._live is None:
        time.sleep(0.01)
print("before")
with progress.watching() as watch:
    watch.begin("claims", 4)
    watch.say("a-claim-with-a-long-name-" * 5)
    watch.reached(1, 123456, [0.5], 1)
    wait()
    with watch.aside():
        print("between")
        print("both")
    wait()
print("after")
"""
ESCAPE = "\x1b"


def long(seconds: float = 0.4, delay: float = 0.2) -> str:
    return LONG.format(seconds=seconds, delay=delay)


def show(tmp_path: Path, program: str = long(), columns: int = 80, **options: Any) -> Seen:
    return run([sys.executable, "-c", program], columns=columns, cwd=tmp_path, **options)


def on_a_terminal(*arguments: str, cwd: Path, columns: int = 80, **options: Any) -> Seen:
    return run(command(*arguments), columns=columns, cwd=cwd, **options)


# ---------------------------------------------------------------- the bar


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 60])
def test_the_bar_shows_what_is_done_and_leaves_nothing_behind(tmp_path: Path, columns: int) -> None:
    seen = show(tmp_path, columns=columns)
    assert any("1/4 claims  123,456 games  worst 0.50" in line for frame in seen.frames for line in frame)
    assert any(re.search("1 FAILED; a-claim-with.*…$", line) for frame in seen.frames for line in frame)
    assert max(map(len, seen.frames)) <= 6, "the display takes two lines"
    assert any("━" in line for frame in seen.frames for line in frame)
    assert seen.wrapped == []
    assert seen.lines == ["before", "between", "both", "after"]
    assert seen.cursor
    for frame in seen.frames:
        assert frame[0] == "before", "the display wrote over what was there"


@pytest.mark.slow
def test_the_bar_never_shows_in_a_pipe(tmp_path: Path) -> None:
    forced = {"FORCE_COLOR": "1"}
    for piped in ("stdout", "stderr"):
        seen = show(tmp_path, piped=piped, environment=forced)
        assert ESCAPE not in seen.raw + seen.stdout
    ran = subprocess.run(
        [sys.executable, "-c", long()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.stdout.split() == ["before", "between", "both", "after"]
    assert ran.stderr == ""


@pytest.mark.slow
def test_the_bar_shows_while_the_output_goes_into_a_file(tmp_path: Path) -> None:
    program = long().replace("import sys, time", "import sys, time\nsys.stdout = open('out', 'w')")
    program = program.replace("progress.DELAY", "import os; os.dup2(sys.stdout.fileno(), 1); progress.DELAY")
    program = program.replace("    with watch.aside()", "    print('meanwhile')\n    with watch.aside()")
    seen = run([sys.executable, "-c", program], columns=80, cwd=tmp_path)
    assert "1/4 claims" in seen.raw
    assert seen.lines == []
    assert (tmp_path / "out").read_text().split() == ["before", "meanwhile", "between", "both", "after"]


@pytest.mark.slow
def test_what_is_stopped_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    seen = on_a_terminal("verify", "ellipsoid-mistakes", "--profile", "full", cwd=tmp_path, interrupt_at="0/2 claims")
    assert seen.status == 130
    assert seen.lines == ["learncheck: stopped"] or seen.lines == ["", "learncheck: stopped"]
    assert seen.cursor


@pytest.mark.slow
@pytest.mark.parametrize("call", [["verify", "mine.py"], ["grade", "alice.py", "--claims", "mine.py::mine"]])
def test_a_file_of_claims_that_does_not_end_is_named_and_can_be_stopped(call: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("while True:\n    pass\n")
    (tmp_path / "alice.py").write_text(RIGHT)
    seen = on_a_terminal(*call, cwd=tmp_path, interrupt_at="running mine.py")
    assert seen.status == 130
    assert seen.lines[-1] == "learncheck: stopped"


# ---------------------------------------------------------------- what is printed


COMMANDS = [
    pytest.param(["list"], marks=pytest.mark.slow),
    ["show", "halving-mistakes"],
    ["errata", "threshold-halving-mistakes"],
    pytest.param(["doctor"], marks=pytest.mark.slow),
    ["verify", "memorizing-mistakes", "modified-perceptron-high-probability-as-printed", "guess.py", "--profile=quick"],
    pytest.param(["verify", "halving-mistake"], marks=pytest.mark.slow),
    ["grade", "alice.py", "bob.py", "--claims", "halving-mistakes,grid-halfspaces-halving"],
]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_every_command_fits_eighty_columns(arguments: list[str], tmp_path: Path) -> None:
    prepare(tmp_path)
    seen = on_a_terminal(*arguments, cwd=tmp_path)
    assert seen.wrapped == []
    assert max(map(len, seen.lines)) <= 80
    assert not any("loading claims" in line or "━" in line for line in seen.lines)
    assert "Traceback" not in seen.raw


@pytest.mark.slow
def test_a_replay_fits_and_its_command_can_be_pasted(tmp_path: Path) -> None:
    prepare(tmp_path)
    seen = on_a_terminal("grade", "alice.py", "--claims", "grid-halfspaces-halving", cwd=tmp_path)
    at = next(index for index, line in enumerate(seen.lines) if line.startswith("  replay: "))
    pasted = "\n".join(seen.lines[at : at + 2]).removeprefix("  replay: ")
    assert pasted.startswith("learncheck replay \\\n") or " \\\n" in pasted
    words = pasted.replace("\\\n", " ").split()
    assert words == ["learncheck", "replay", ".learncheck/cases/alice-grid-halfspaces-halving.json", "alice.py"]
    again = on_a_terminal(*words[1:], cwd=tmp_path)
    assert again.status == 1
    assert again.wrapped == []
    assert "grid-halfspaces-halving: falsified" in again.lines


@pytest.mark.parametrize("width", [24, 60, 400])
def test_a_command_is_broken_between_its_words_alone(width: int) -> None:
    words = ["learncheck", "replay", "cases/it=27s.json", "it's  a long\nname.py", "--adapt", '{"labels": [0, 1]}']
    out = sheet(width)
    say_command(out, shell_line(words))
    shown = written(out)
    assert shown.endswith("\n")
    read = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {shown.removeprefix('  replay: ')}"], capture_output=True, text=True, check=True
    )
    assert read.stdout.split("\0")[:-1] == words


def prepare(folder: Path) -> None:
    (folder / "alice.py").write_text(WRONG)
    (folder / "bob.py").write_text(RIGHT)
    example = (Path(__file__).parents[3] / "examples" / "interval_hull.py").read_text()
    (folder / "guess.py").write_text(example.replace("bound=M <= n,", "bound=M <= 2,"))


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 60])
def test_the_table_of_all_claims_fits(width: int) -> None:
    words_by_label = {"upper": "proved, exhausted", "tight": "proved, attained, exhausted"}
    rows = [
        ClaimRow(
            claim.id,
            "refuted as printed" if claim.refuted_by else words_by_label.get(claim.label, "exhausted"),
            "12,345",
            "0.99",
        )
        for claim in catalogue()
    ]
    out = sheet(width)
    print_claims(out, rows)
    lines = written(out).splitlines()
    assert max(map(len, lines)) <= width
    if width == 80:
        assert len(lines) <= 1.1 * len(rows), "nearly all take one line"
    words = " ".join(lines).split()
    for word in words:
        assert not word.startswith("-"), f"{word} is broken before a hyphen"
    wide = sheet(200)
    print_claims(wide, rows)
    assert len(written(wide).splitlines()) == len(rows) + 1


def test_a_pipe_gets_a_line_a_claim_whatever_its_width() -> None:
    out = sheet()
    rows = [
        ClaimRow("a-claim-with-a-long-name" * 8, "proved, attained, exhausted", "1", "1.00"),
        ClaimRow("b", "c", "12,345", "–"),
    ]
    print_claims(out, rows)
    head, first, second = written(out).splitlines()
    assert head.split() == list(CLAIM_HEAD)
    assert first.split("  ")[0] == rows[0].claim
    assert second.index("12,345") == first.index("     1   1.00")


def test_on_a_terminal_claims_stand_by_topic_and_in_a_pipe_as_they_came() -> None:
    rows = [ClaimRow("b", "", "1", "–", about="Two"), ClaimRow("a", "", "1", "–", about="One"),
            ClaimRow("c", "", "1", "–", about="Two")]  # fmt: skip
    wide, pipe = sheet(80), sheet()
    print_claims(wide, rows)
    print_claims(pipe, rows)
    assert [line.split()[0] for line in written(wide).splitlines()[1:]] == ["Two", "b", "c", "One", "a"]
    assert [line.split()[0] for line in written(pipe).splitlines()[1:]] == ["b", "a", "c"]


def test_who_stops_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = select(["memorizing-mistakes", "consistent-mistakes"])
    first = [Evidence(claims[0], "Memorizing", attacks=[Attack("scout", games=3)])]

    def stopped(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield first
        raise KeyboardInterrupt

    monkeypatch.setattr("learncheck.oracle.engine.verify.run_all", stopped)
    call = ("verify", "memorizing-mistakes", "consistent-mistakes", "--json", "o.json")
    printed = learncheck(*call, cwd=tmp_path, status=130).stdout
    assert "stopped after 1 of 2 claims" in printed
    assert "memorizing-mistakes" in printed
    assert [claim["id"] for claim in json.loads((tmp_path / "o.json").read_text())["claims"]] == ["memorizing-mistakes"]


@pytest.mark.slow
def test_who_stops_a_grading_keeps_what_was_judged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []

    def one_alone(claim: Any, *arguments: Any, **options: Any) -> Any:
        if judged:
            raise KeyboardInterrupt
        judged.append(claim.id)
        return ClaimResult(claim.id, "stands", claim.statement, "", games=3)

    monkeypatch.setattr("learncheck.oracle.grading.judging.check_claim", one_alone)
    write("alice.py", RIGHT)
    call = ("grade", "alice.py", "--claims", "halving-mistakes,halving-conforms", "--json", "a.json")
    printed = learncheck(*call, status=130).stdout
    assert f"{judged[0]}  stands" in printed
    assert "Halving: 1 claim not judged yet, counted as lost" in printed
    (halving,) = json.loads(Path("a.json").read_text())["learners"].values()
    assert [claim["id"] for claim in halving["claims"]] == judged
    assert len(halving["unjudged"]) == 1


@pytest.mark.slow
def test_a_page_is_drawn_once_and_what_a_machine_reads_is_written_on_the_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures take long: drawn again after every claim, they took minutes of a grading."""
    drawn: list[int] = []
    on_the_way: list[int] = []

    def one_alone(claim: Any, *arguments: Any, **options: Any) -> Any:
        report = Path("a.json")
        claims = json.loads(report.read_text())["learners"]["Halving"]["claims"] if report.exists() else []
        on_the_way.append(len(claims))
        assert not drawn
        return ClaimResult(claim.id, "stands", claim.statement, "", games=3)

    def grade_page(reports: Any, feedback: str) -> str:
        drawn.append(len(reports))
        return "a page"

    monkeypatch.setattr("learncheck.oracle.grading.judging.check_claim", one_alone)
    monkeypatch.setattr("learncheck.oracle.report.html.grade_page", grade_page)
    write("alice.py", RIGHT)
    options = ("--claims", "halving-mistakes,halving-conforms", "--json", "a.json", "--html", "a.html")
    learncheck("grade", "alice.py", *options, status=0)
    assert on_the_way == [0, 1]
    assert drawn == [1]
    assert Path("a.html").read_text() == "a page"


def test_what_fails_is_shown_as_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    claims = select(["memorizing-mistakes", "consistent-mistakes"])
    seen: list[str] = []

    def run(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield [Evidence(claims[0], "Memorizing", "falsified", message="it fails", attacks=[Attack("scout", games=1)])]
        seen.append(capsys.readouterr().out)
        yield [Evidence(claims[1], "Consistent", attacks=[Attack("scout", games=1)])]

    monkeypatch.setattr("learncheck.oracle.engine.verify.run_all", run)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        cli.main(["verify", "memorizing-mistakes", "consistent-mistakes"])
    assert left.value.code == 1
    assert "it fails" in seen[0], "before the second claim is attacked"
    assert "it fails" not in capsys.readouterr().out, "told once"


def test_the_first_failure_is_told_in_full_and_each_other_in_a_line() -> None:
    class Contrary(Halving):
        def predict(self, x: int) -> int:
            return 1 if super().predict(x) < 0 else -1

    report = check(Contrary, "Halving", claims=["halving-mistakes", "halving-conforms"])
    brief, whole = sheet(), sheet()
    print_grade(brief, report, verbose=False)
    print_grade(whole, report)
    short, long = written(brief).splitlines(), written(whole).splitlines()
    assert sum(line.startswith("Halving: halving-") for line in short) == 2
    assert sum(line.startswith(("round  ", " round ")) for line in short) == 1
    assert len(short) < len(long)


def test_a_note_that_begins_with_the_file_is_not_put_behind_its_name() -> None:
    out, report = sheet(), Report("hw.ipynb", 0)
    report.notes = ["hw.ipynb cell 1, line 2: NameError", "it may be late"]
    print_grade(out, report)
    assert {"hw.ipynb cell 1, line 2: NameError", "hw.ipynb: it may be late"} <= {*written(out).splitlines()}


@pytest.mark.slow
def test_the_list_is_filtered() -> None:
    assert [entry["id"] for entry in listing()] == [claim.id for claim in catalogue()]
    ids = [line.split()[0] for line in learncheck("list", "Winnow", "refuted", status=0).stdout.splitlines()[1:]]
    assert ids
    assert set(ids) <= {claim.id for claim in catalogue() if claim.refuted_by}
    learncheck("list", "nonsense-word", status=2)


def test_the_help_tells_all_of_every_command() -> None:
    assert "..." not in learncheck("--help").stdout.partition("Commands:")[2]


@pytest.mark.slow
def test_a_pipe_gets_plain_text(tmp_path: Path) -> None:
    prepare(tmp_path)
    ran = learncheck("grade", "alice.py", cwd=tmp_path, status=1)
    assert ran.stderr == ""
    assert ESCAPE not in ran.stdout
    replays = [line for line in ran.stdout.splitlines() if line.startswith("  replay: ")]
    assert replays
    assert all(line.endswith(".json alice.py") for line in replays), "a command is one line"
    assert not set(ran.stdout) & set("│┃━╭╰┏┗")


# ---------------------------------------------------------------- --quiet


@pytest.mark.slow
def test_quiet_says_nothing_where_all_is_well(tmp_path: Path) -> None:
    prepare(tmp_path)
    ran = learncheck("verify", "memorizing-mistakes", "--quiet", "--json", "out.json", cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert json.loads((tmp_path / "out.json").read_text())["claims"][0]["verdict"] == "stands"
    seen = on_a_terminal("grade", "bob.py", "-q", "--claims", "halving-mistakes", "--junit", "out.xml", cwd=tmp_path)
    assert (seen.status, seen.raw) == (0, "")
    assert (tmp_path / "out.xml").is_file()


@pytest.mark.slow
def test_quiet_shows_what_fails_and_nothing_else(tmp_path: Path) -> None:
    prepare(tmp_path)
    ran = learncheck("verify", "memorizing-mistakes", "guess.py", "-q", "--profile=quick", cwd=tmp_path, status=1)
    assert ran.stdout.startswith("hull-mistakes: falsified\n")
    assert "memorizing-mistakes" not in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("  replay: ")
    ran = learncheck("grade", "bob.py", "alice.py", "-q", "--claims", "halving-mistakes", cwd=tmp_path, status=1)
    assert ran.stdout.startswith("alice.py: score 0.00\n\nHalving: halving-mistakes: falsified\n")
    assert "bob.py" not in ran.stdout
    ran = learncheck(
        "grade", "bob.py", "alice.py", "-q", "--claims", "halving-mistakes", "--results", "r", cwd=tmp_path
    )
    assert [line.split()[0] for line in ran.stdout.splitlines()] == ["submission", "alice.py"]
    assert (tmp_path / "r" / "summary.csv").exists()
    assert {path.name for path in (tmp_path / "r" / "feedback").iterdir()} >= {"alice.txt", "bob.txt"}


@pytest.mark.slow
def test_pages_are_written_though_the_reader_closes_the_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `learncheck grade … --html F | head`."""

    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    for call in (["grade", str(wrong), "--trust", "--claims", "halving-mistakes"], ["verify", "halving-programs"]):
        page = tmp_path / f"{call[0]}.html"
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "stdout", Closed())
        with pytest.raises(SystemExit):
            cli.main([*call, "--html", str(page)], prog_name="learncheck")
        monkeypatch.undo()
        assert "</html>" in page.read_text("utf-8")


def test_hypotheses_are_shown_with_their_conditions() -> None:
    (boosting,) = select(["adaboost-training-error"])
    given = next(line for line in show_claim(boosting) if line.startswith("given"))
    assert "every ε_t is at most ½ − γ" in given
    assert "no ε_t is 0" in given
    (enough,) = select(["pac-sample-size"])
    assert "enough samples: m > log(H/δ)/ε" in "".join(show_claim(enough))


def test_what_looks_like_the_code_of_an_emoji_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    page = sheet()
    for out in (page, console()):
        say(out, "IndexError: X[:x:]")
        print_table(out, ("file",), [(":heart:.py",)], ())
    printed = ["IndexError: X[:x:]", "file", ":heart:.py"]
    assert written(page).splitlines() == printed
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == printed


def test_many_claims_are_summed_up_by_topic_and_name_what_failed() -> None:
    chosen = select(["halving-mistakes", "vc-halfspaces", "stumps-vc"])
    evidence = [Evidence(claim, "x", verdict="stands") for claim in chosen]
    evidence[0].verdict = "falsified"
    out = sheet()
    print_topics(out, evidence)
    lines = written(out).splitlines()
    assert len(lines) == 3
    assert any(line.endswith("FAILED: halving-mistakes") for line in lines)
    assert any("2" in line and line.endswith("all stand") for line in lines)


def test_in_a_pipe_many_claims_are_printed_while_others_are_still_to_come(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []
    chosen = select(["vc-halfspaces", "stumps-vc"])

    def run(*given: Any, **named: Any) -> Iterator[list[Evidence]]:
        for claim in chosen:
            yield [Evidence(claim, "x", verdict="stands")]
            seen.append(capfd.readouterr().out)

    monkeypatch.setattr("learncheck.oracle.report.verified.MANY_CLAIMS", 1)
    monkeypatch.setattr("learncheck.oracle.engine.verify.run_all", run)
    with pytest.raises(SystemExit, match="0"):
        cli.main(["verify", *(claim.id for claim in chosen)])
    assert ["vc-halfspaces" in seen[0], "stumps-vc" in seen[1]] == [True, True]
    assert "2 claims, 0 games" in capfd.readouterr().out


def test_of_many_failures_the_one_with_the_smallest_game_is_shown_in_full() -> None:
    def fallen(claim: str, rows: int, step: str = "") -> ClaimResult:
        result = ClaimResult(claim, "falsified", "", "", "fails", counterexample=b"x", broken_step=step)
        result.rows = [("1", "0")] * rows
        return result

    long, short, broken = fallen("long", 9), fallen("short", 2), fallen("broken", 2, "a step fails")
    ordered = most_telling_first([("Halving", long), ("Winnow", long), ("Halving", short), ("Halving", broken)])
    assert [claim.id for _, claim in ordered] == ["broken", "long", "short", "long"]


@pytest.mark.parametrize(
    ("beside", "hint", "first"),
    [
        (
            ClaimResult("bound", "falsified", "", "", "fails", counterexample=b"x", broken_step="breaks"),
            "",
            "it-conforms",
        ),
        (
            ClaimResult("bound", "crashed", "", "", "ValueError: nan", counterexample=b"x"),
            "likely mistake: …",
            "it-conforms",
        ),
        (ClaimResult("bound", "crashed", "", "", "ValueError: nan", counterexample=b"x"), "", "bound"),
    ],
)
def test_an_answer_that_is_not_the_algorithms_comes_before_what_follows_from_it(
    beside: ClaimResult, hint: str, first: str
) -> None:
    conforms = ClaimResult("it-conforms", "falsified", "", "", "due: −1", counterexample=b"x", hint=hint)
    conforms.rows = [("1", "0"), ("2", "0")]
    ordered = most_telling_first([("Halving", beside), ("Halving", conforms)])
    assert ordered[0][1].id == first
