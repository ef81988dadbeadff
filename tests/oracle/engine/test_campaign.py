"""Long campaigns: cut into shards, shared out, stopped and resumed, and always with the same evidence."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from chosen import some

from learncheck.oracle.engine import attacks, executors, plan, store
from learncheck.oracle.engine import run as runs
from learncheck.oracle.engine.attacks import scout, search
from learncheck.oracle.engine.executors import processes
from learncheck.oracle.engine.profiles import PROFILES, Profile, Shard
from learncheck.oracle.engine.run import Run
from learncheck.oracle.engine.shards import play
from learncheck.oracle.engine.store import SHARDS
from learncheck.oracle.engine.subjects import Subject
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import Verification, run_all, verify
from learncheck.oracle.engine.worker import OtherVersion, play_here
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.prover import prove as proving
from learncheck.oracle.report.evidence import as_json
from learncheck.strategies.play.case import encode
from learncheck.theorems.language.files import load_file
from learncheck.theorems.language.registry import select
from learncheck.theorems.notes.finite.mistakes import HALVING

SMALL = Profile("quick", scout=15, search=20, shrink=5_000)

CHEAP = "consistent-mistakes"
"""A claim of the catalogue whose games take little time, where any claim would do."""

GAME = next(iter(HALVING.witnesses()))

TOO_TIGHT = """
from dataclasses import replace

import learncheck.theorems.notes.finite.mistakes as notes

# Half of the bound of Halving; no witness and no small case is tried, so that a random case has to show it.
TOO_TIGHT = replace(
    notes.HALVING, id="halving-too-tight", bound=notes.M <= notes.log(notes.H, 2) / 2, steps=(), proof=None,
    label="upper", attained_by=(), cases=replace(notes.HALVING.cases, exhaust=None, quick={}, full={}),
)
"""

DEADLY = """
import os
import signal
from dataclasses import replace
from pathlib import Path

import learncheck.theorems.notes.finite.mistakes as notes


def measure(trace):
    once = Path({once!r})
    if os.getpid() != {owner} and not once.exists():
        once.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return notes.HALVING.measure(trace)


# The first worker that plays a game of it is killed.
DEADLY = replace(notes.HALVING, id="halving-deadly", measure=measure, proof=None)
"""

HELD = """
import time
from dataclasses import replace
from pathlib import Path

import learncheck.theorems.notes.finite.mistakes as notes


def measure(trace):
    while not Path("go").exists():
        time.sleep(0.02)
    return notes.HALVING.measure(trace)


FREE = replace(notes.HALVING, id="halving-free", proof=None)
# No game of it ends before there is a file called go.
HELD = replace(notes.HALVING, id="halving-held", measure=measure, proof=None)
"""

Claims = list[Any]


@pytest.fixture(autouse=True)
def in_small_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By three attacks, whatever others there are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(attacks, "KINDS", {kind: attacks.KINDS[kind] for kind in ("fixed", "scout", "search")})
    monkeypatch.setattr(scout, "SHARD", 5)
    monkeypatch.setattr(search, "SHARD", 5)


def comparable(evidence: list[Evidence]) -> list[Any]:
    """All that is found, but for the seconds."""
    rows = []
    for entry in evidence:
        row = as_json(entry)
        row.pop("seconds")
        for attack in row["attacks"]:
            attack.pop("seconds")
        row["closest"] = None if entry.closest is None else encode(entry.closest.case)
        rows.append(row)
    return rows


def chosen(*ids: str) -> Claims:
    """These claims, without their proofs, which take long and are not what is tested here."""
    return [(replace(claim, proof=None), None) for claim in select(ids)]


def written(folder: Path, text: str) -> Claims:
    path = folder / "claims.py"
    path.write_text(text)
    return [(claim, path) for claim in load_file(path)]


def run(claims: Claims, profile: Profile = SMALL, resume: bool = False, **options: Any) -> list[Evidence]:
    return [entry for evidence in run_all(claims, profile, resume=resume, **options) for entry in evidence]


def said_by(claims: Claims, profile: Profile = SMALL, **options: Any) -> list[str]:
    lines: list[str] = []
    run(claims, profile, say=lines.append, **options)
    return lines


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The shards that are played in this process, by index."""
    seen: list[int] = []
    monkeypatch.setattr(
        runs, "play", lambda shard, *rest, **more: seen.append(shard.index) or play(shard, *rest, **more)
    )
    return seen


# ---- the plan ----


def test_every_shard_has_a_seed_of_its_own() -> None:
    shards = plan.plan("winnow-mistakes Winnow", SMALL, 0)
    for kind in ("scout", "search"):
        seeds = [shard.seed for shard in shards if shard.kind == kind]
        assert len(set(seeds)) == len(seeds)
        assert seeds[0] == 0, "short attacks have no other one"
        others = [shard.seed for shard in plan.plan("winnow-mistakes Winnow", SMALL, 1) if shard.kind == kind]
        assert not set(seeds) & set(others)


def test_the_shards_play_all_games_and_none_twice() -> None:
    profile = Profile("full", scout=101, search=47, shrink=7, batches=2_003_000)
    shards = plan.plan("winnow-mistakes Winnow", profile, 0)
    for games in ("scout", "search", "batches"):
        assert sum(getattr(shard.profile, games) for shard in shards) == getattr(profile, games)


def test_a_campaign_of_a_short_profile_finds_what_an_attack_finds(tmp_path: Path) -> None:
    """One plan, whether or not there is a store."""
    claims = written(tmp_path, TOO_TIGHT)
    alone = [evidence for claim, _ in claims for evidence in verify([claim], PROFILES["quick"])]
    assert comparable(run(claims, PROFILES["quick"])) == comparable(alone)


def test_a_worker_of_another_version_refuses() -> None:
    shard = plan.plan("winnow-mistakes Winnow", SMALL, 0)[1]
    with pytest.raises(OtherVersion, match="a different version of learncheck"):
        play_here((Subject("winnow-mistakes", "Winnow"), shard, "of yesterday"))


# ---- the workers ----


@pytest.mark.slow
def test_the_evidence_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    (proved,) = (claim for claim in select(["confidence-boosting-chunks"]) if claim.proof is not None)
    claims = [(proved, None), *chosen(CHEAP), *written(tmp_path, TOO_TIGHT)]
    alone = run(claims)
    assert [evidence.claim.id for evidence in alone] == [claim.id for claim, _ in claims]
    assert [evidence.verdict for evidence in alone] == ["stands", "stands", "falsified"]
    assert [evidence.proof is not None and evidence.proof.proved for evidence in alone] == [True, False, False]
    together = run(claims, start=partial(processes, 2), workers=3)
    assert comparable(together) == comparable(alone)


@pytest.mark.slow
def test_a_cluster_finds_the_same_when_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    claims = [*written(tmp_path, DEADLY.format(once=str(tmp_path / "killed"), owner=os.getpid())), *chosen(CHEAP)]
    alone = run(claims)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster:
        start, workers = executors.workers("dask", cluster.scheduler_address, None, 1)
        assert workers == 4
        together = run(claims, start=start, workers=workers)
    assert (tmp_path / "killed").exists()
    assert comparable(alone) == comparable(together)


@pytest.mark.slow
def test_a_shard_that_cannot_be_played_is_our_error_and_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(shard: Shard, *rest: Any, **more: Any) -> Any:
        if shard.index == 4:
            raise RuntimeError("no memory is left")
        return play(shard, *rest, **more)

    claims = chosen(CHEAP)
    whole = run(claims)
    monkeypatch.setattr(runs, "play", stumble)
    (evidence,) = run(claims)
    assert evidence.verdict == "oracle-error"
    assert "RuntimeError: no memory is left" in evidence.message
    monkeypatch.setattr(runs, "play", play)
    shutil.rmtree(SHARDS)
    assert comparable(run(claims, resume=True)) == comparable(whole)


def test_a_failure_is_not_hidden_by_a_shard_that_cannot_be_played() -> None:
    one = Run(HALVING, HALVING.learner, "Halving", SMALL)
    no_memory = Evidence(one.claim, None, "oracle-error", message="no memory is left")
    one.record(one.shards[4], no_memory)
    assert (one.last, one.fell) == (4, False)
    one.record(one.shards[6], Evidence(one.claim, None, fall=Outcome("falsified", GAME, limits="scout", taken=[1])))
    assert (one.last, one.fell) == (6, True)
    one.record(one.shards[5], no_memory)
    assert (one.last, one.fell, one.decided) == (6, True, False)


@pytest.mark.slow
def test_a_proof_that_breaks_down_stops_no_other_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_proof(claim: Any, **_: Any) -> Any:
        raise ValueError("a proof without lines")

    monkeypatch.setattr(proving, "prove", no_proof)
    first, second = run([(HALVING, None), *chosen(CHEAP)])
    assert first.verdict == "oracle-error"
    assert "ValueError: a proof without lines" in first.message
    assert second.verdict == "stands"


# ---- stopped and resumed ----


@pytest.mark.slow
def test_what_is_finished_is_taken_over(played: list[int]) -> None:
    claims = chosen(CHEAP)
    whole = run(claims)
    (path,) = SHARDS.glob("*-0001-scout-*")
    path.unlink()
    (path,) = SHARDS.glob("*-0006-search-*")
    path.write_text("[" * 100_000)
    (path,) = SHARDS.glob("*-0003-scout-*")
    path.write_text("{")  # as if written by a machine that lost its power
    played.clear()
    again = run(claims, resume=True)
    assert sorted(played) == [1, 3, 6]
    assert comparable(again) == comparable(whole)
    played.clear()
    run(claims)
    assert len(played) == 8, "without resume a campaign begins anew"


@pytest.mark.slow
def test_a_counterexample_is_not_lost_when_a_campaign_is_stopped(tmp_path: Path) -> None:
    claims = [*written(tmp_path, TOO_TIGHT), *chosen(CHEAP)]
    whole = run(claims)
    shutil.rmtree(SHARDS)

    def stop_when_it_fell(run: Verification) -> None:
        if run.fallen:
            raise KeyboardInterrupt

    lines: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        run(claims, tell=stop_when_it_fell, say=lines.append)
    assert len(lines) == 1
    assert "the same command with --resume continues" in lines[0]
    assert comparable(run(claims, resume=True)) == comparable(whole)


@pytest.mark.slow
def test_what_another_claim_version_or_seed_left_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, cheap = written(tmp_path, TOO_TIGHT.replace(" / 2", "")), chosen(CHEAP)
    assert said_by([*mine, *cheap]) == []
    assert said_by([*mine, *cheap], resume=True) == ["16 of 16 shards are reused"]
    changed = written(tmp_path, TOO_TIGHT.replace(" / 2", " + 1"))
    assert said_by([*changed, *cheap], resume=True) == ["8 of 16 shards are reused"]
    assert said_by(cheap, seed=3, resume=True) == ["0 of 8 shards are reused"]
    monkeypatch.setattr(store, "code", lambda: "of yesterday")
    assert said_by(cheap, resume=True) == ["0 of 8 shards are reused"]


@pytest.mark.slow
def test_a_campaign_that_begins_anew_destroys_nothing(played: list[int]) -> None:
    claims = chosen(CHEAP)
    for done in (5, 2):
        with pytest.raises(KeyboardInterrupt):
            run(claims, tell=_stop_after(done))
    played.clear()
    assert said_by(claims, resume=True) == ["5 of 8 shards are reused"]
    assert len(played) == 3


def _stop_after(done: int) -> Callable[[Verification], None]:
    def tell(run: Verification) -> None:
        if run.shards[0] >= done:
            raise KeyboardInterrupt

    return tell


@pytest.mark.slow
@pytest.mark.parametrize("ended_by", some([signal.SIGINT, signal.SIGKILL], 1))
def test_a_campaign_that_is_ended_resumes(ended_by: signal.Signals, tmp_path: Path) -> None:
    written(tmp_path, HELD)
    call = ["-m", "learncheck", "verify", "claims.py", "--profile", "quick", "--resume", "--jobs", "2", "--json"]
    running = subprocess.Popen(
        [sys.executable, *call, "one.json"], cwd=tmp_path, start_new_session=True, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 600
    finished: list[Path] = []
    while len(finished) < 3 and running.poll() is None and time.monotonic() < until:
        finished = list(tmp_path.glob(".learncheck/shards/*.json"))
        time.sleep(0.02)
    if ended_by is signal.SIGKILL:
        running.kill()
    else:
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: everybody hears of it
    _, errors = running.communicate(timeout=600)
    assert finished
    assert not _in_session(running.pid), "workers have outlived their campaign"
    if ended_by is signal.SIGINT:
        assert running.returncode == 130
        assert "Traceback" not in errors
        assert sum("with --resume continues" in line for line in errors.splitlines()) == 1
    times = {path: path.stat().st_mtime_ns for path in finished}
    (tmp_path / "go").touch()
    resumed = subprocess.run(
        [sys.executable, *call, "two.json"], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert resumed.returncode == 0, resumed.stderr
    assert {path: path.stat().st_mtime_ns for path in finished} == times
    verdicts = [claim["verdict"] for claim in json.loads((tmp_path / "two.json").read_text())["claims"]]
    assert verdicts == ["stands", "stands"]
    assert [line.partition(" ")[0] for line in resumed.stderr.splitlines()] == ["learncheck:"]
    assert resumed.stderr.endswith("shards are reused\n")


def _in_session(session: int) -> list[int]:
    """The processes of a session that are still alive after it lost its leader and they had time to end."""
    alive: list[int] = []
    for _ in range(1200):
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
