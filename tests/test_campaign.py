"""Long campaigns: cut into pieces, shared out, killed and resumed, and always with the same evidence."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from oracle import campaign as campaigns
from oracle.attack import Profile
from oracle.campaign import EXAMPLES, NoDatabase, campaign, database
from oracle.executors import processes
from oracle.verdicts import Evidence
from oracle.verify import as_json
from strategies.case import encode
from theorems.finite_classes import HALVING
from theorems.registry import load_file, select

SMALL = Profile("small", "quick", scout=60, search=60, shrink=5_000)

TOO_TIGHT = """
from dataclasses import replace

import theorems.finite_classes as notes

# Half of the bound of Halving; no witness and no small case is tried, so that a random case has to show it.
TOO_TIGHT = replace(
    notes.HALVING, id="halving-too-tight", bound=notes.M <= notes.log(notes.H, 2) / 2, steps={}, proof=None,
    attained_by=tuple, cases=replace(notes.HALVING.cases, exhaust=None),
)
"""


@pytest.fixture(autouse=True)
def in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(campaigns, "SCOUT_PIECE", 20)
    monkeypatch.setattr(campaigns, "SEARCH_PIECE", 15)


def told(evidence: list[Evidence]) -> list[Any]:
    """All that is found, but for the seconds."""
    found = []
    for each in evidence:
        row = as_json(each)
        row.pop("seconds")
        for attack in row["attacks"]:
            attack.pop("seconds")
        row["closest"] = None if each.closest is None else encode(each.closest.case)
        found.append(row)
    return found


def chosen(*ids: str) -> list[Any]:
    return [(claim, None) for claim in select(ids)]


def too_tight(folder: Path) -> list[Any]:
    path = folder / "claims.py"
    path.write_text(TOO_TIGHT)
    return [(claim, path) for claim in load_file(path)]


def run(claims: list[Any], **options: Any) -> list[Evidence]:
    return [each for evidence in campaign(claims, SMALL, **options) for each in evidence]


def test_the_evidence_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    claims = chosen("halving-mistakes", "winnow-mistakes", "threshold-halving-mistakes")
    alone = run(claims, examples=InMemoryExampleDatabase())
    two = run(claims, start=partial(processes, 2), workers=2, examples=InMemoryExampleDatabase())
    assert [each.claim.id for each in alone] == [claim.id for claim, _ in claims]
    assert all(each.expected for each in alone)
    assert told(alone) == told(two)


def test_every_piece_plays_its_part() -> None:
    (evidence,) = run(chosen("winnow-mistakes"))
    games = {each.name: each.games + each.outside for each in evidence.attacks}
    assert list(games) == ["witnesses", "exhaustive", "search", "scout"]
    assert games["scout"] == SMALL.scout
    assert games["search"] >= SMALL.search
    seeds = [piece.seed for piece in campaigns.cut("winnow-mistakes", "Winnow", SMALL, 0, None, None)]
    assert len(set(seeds)) == len(seeds) == 1 + 3 + 4


def test_what_is_finished_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = chosen("winnow-mistakes")
    whole = run(claims, examples=InMemoryExampleDatabase())
    (folder,) = campaigns.CAMPAIGN.iterdir()
    for name in ("0003-scout", "0006-search"):
        (folder / f"{name}.json").unlink()
    (folder / "0004-scout.json").write_text("{")  # as if written by a machine that lost its power
    played: list[int] = []
    play = campaigns.play
    monkeypatch.setattr(campaigns, "play", lambda piece, claim: played.append(piece.index) or play(piece, claim))
    again = run(claims, resume=True)
    assert sorted(played) == [3, 4, 6]
    assert told(again) == told(whole)
    played.clear()
    run(claims)
    assert len(played) == 8, "without resume a campaign begins anew"


def test_a_killed_campaign_resumes(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "oracle.cli", "verify", "halving-mistakes", "winnow-mistakes", "perceptron-mistakes"]
    call += ["--resume", "--jobs", "2"]
    running = subprocess.Popen([*call, "--json", "one.json"], cwd=tmp_path, start_new_session=True)
    until = time.monotonic() + 100
    pieces: list[Path] = []
    while len(pieces) < 2 and running.poll() is None and time.monotonic() < until:
        pieces = list(tmp_path.glob(".learncheck/campaign/*/0*.json"))
        time.sleep(0.005)
    running.kill()
    running.wait()
    assert pieces
    written = {path: path.stat().st_mtime_ns for path in pieces}
    assert not (tmp_path / "one.json").exists(), "it was over before it could be killed"
    ended = subprocess.run([*call, "--json", "two.json"], cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert ended.returncode == 0, ended.stderr
    assert {path: path.stat().st_mtime_ns for path in pieces} == written
    assert {each["verdict"] for each in json.loads((tmp_path / "two.json").read_text())["claims"]} == {"stands"}
    assert not _in_session(running.pid), "workers have outlived the campaign that was killed"


def _in_session(session: int) -> list[int]:
    """The processes of a session that are still alive, a few seconds after it lost its leader."""
    alive: list[int] = []
    for _ in range(50):
        alive = []
        for path in Path("/proc").glob("[0-9]*"):
            try:
                fields = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                alive.append(int(path.name))
        if not alive:
            return []
        time.sleep(0.1)
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
    return alive


@pytest.mark.parametrize("workers", [1, 2])
def test_a_counterexample_is_shrunk_once_and_found_again_at_once(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shrunk: list[str] = []
    shrink = campaigns.shrink
    monkeypatch.setattr(campaigns, "shrink", lambda *given: shrunk.append("") or shrink(*given))
    claims = too_tight(tmp_path)
    start = None if workers == 1 else partial(processes, workers)
    (first,) = run(claims, start=start, workers=workers)
    assert first.verdict == "falsified"
    assert first.counterexample is not None
    assert first.counterexample.found_by in ("search", "scout")
    assert len(encode(first.counterexample.smallest.case)["hypotheses"]) <= 2
    assert len(shrunk) == 1
    files = [path for path in EXAMPLES.glob("*/*") if b"hypotheses" in path.read_bytes()]
    assert len(files) == 1
    (resumed,) = run(claims, resume=True)
    assert told([resumed]) == told([first])
    (again,) = run(claims, seed=1)
    assert again.verdict == "falsified"
    assert again.games == 1
    assert again.counterexample is not None
    assert again.counterexample.smallest.case == first.counterexample.smallest.case
    assert len(shrunk) == 1


def test_a_counterexample_that_no_longer_fails_is_forgotten(tmp_path: Path) -> None:
    examples = InMemoryExampleDatabase()
    claims = too_tight(tmp_path)
    run(claims, examples=examples)
    assert any(key.endswith(b"/fallen") and values for key, values in examples.data.items())
    (tmp_path / "claims.py").write_text(TOO_TIGHT.replace(" / 2", ""))
    mended = [(claim, tmp_path / "claims.py") for claim in load_file(tmp_path / "claims.py")]
    (evidence,) = run(mended, examples=examples)
    assert evidence.verdict == "stands"
    assert not any(key.endswith(b"/fallen") and values for key, values in examples.data.items())


def test_the_best_witness_starts_the_next_campaign(tmp_path: Path) -> None:
    examples = InMemoryExampleDatabase()
    (path,) = {path for _, path in too_tight(tmp_path)}
    path.write_text(TOO_TIGHT.replace(" / 2", ""))
    claims = [(claim, path) for claim in load_file(path)]
    (first,) = run(claims, examples=examples)
    weak = Profile("weak", "quick", scout=1, search=1, shrink=0)
    ((second,),) = campaign(claims, weak, seed=7, examples=examples)
    assert first.ratio is not None
    assert second.ratio is not None
    assert second.ratio >= first.ratio > 0.5


def test_a_database_that_cannot_be_had_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match="neither a folder nor redis"):
        database("http://here")
    with pytest.raises(NoDatabase, match="redis"):
        database("redis://127.0.0.1:1")
    shared = database(str(tmp_path / "elsewhere"))
    shared.save(b"key", b"value")
    assert set(database(str(tmp_path / "elsewhere")).fetch(b"key")) == {b"value"}
    assert len(list((tmp_path / "elsewhere").glob("*/*"))) == len(list(EXAMPLES.glob("*/*")))


def test_what_else_a_worker_has_loaded_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis draws numbers that it has read in loaded modules, the more the longer a process lives."""
    monkeypatch.setattr(campaigns, "SEARCH_PIECE", 300)  # enough for such draws, which are rare
    wide = replace(HALVING, cases=replace(HALVING.cases, search=dict(points=10, rows=8, rounds=6)))
    piece = campaigns.cut(wide.id, "Halving", Profile("wide", "quick", 0, 300, 0), 0, None, None)[1]

    def found() -> Any:
        result = campaigns.play(piece, wide)
        return result.games, result.attacks[0]["rounds"], result.closest, result.taken

    before = found()
    loaded = Constants()
    for number in range(101, 900):
        loaded.add(number)
    monkeypatch.setattr(providers, "_get_local_constants", lambda: loaded)
    assert found() == before
