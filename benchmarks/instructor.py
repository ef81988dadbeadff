"""Comparison with what an instructor would write: one plain pytest and Hypothesis file per learner, in
benchmarks/instructor.

Games per second are measured on the reference learner: of batches (games played side by side, if the claim has them),
of the scout and of the search. `games_ratio` is for all games of the profile deep, which plays a given number of each.
The wrong learners are those of tests/quality. Both sides have `LIMIT` seconds for each; ours is for all claims that
judge the learner, in order, as `learncheck grade` attacks them. The plain file runs without its usual limit of 100
examples. Where both sides find a counterexample, both shrink it (ours that of the claim that falls first); its size is
the count of numbers that write it down. All seconds are processor time, and each core has its own learner.
"""

import functools
import importlib.util
import multiprocessing
import signal
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import hypothesis
import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import UnsatisfiedAssumption

from learncheck import learners
from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.profiles import PROFILES, Profile, Shard
from learncheck.oracle.engine.run import attack
from learncheck.oracle.engine.shards import play
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.wanted import claims_about
from learncheck.strategies.play.case import encode
from learncheck.theorems.language.claim import Claim

TITLE = "Against plain pytest and Hypothesis files"

LIMIT = 1.0
"""Seconds for each side on each wrong learner, and for each rate."""

GRACE = 0.5
"""Both sides check the time between games; only a game that does not end is interrupted, this much later."""

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
sys.path.append(str(TESTS))  # for the implementations
OF_LEARNERS = str(TESTS), str(Path(learners.__file__).parent)
"""Where the code of the wrong learners is."""
FIRST = Profile("quick", scout=40, search=25, shrink=0)
"""The games of tests/quality, up to the first that falsifies a claim."""
SHRUNK = replace(FIRST, shrink=6_000)
"""These games, and the counterexample made small."""
SHRINKING = 5.0
"""Seconds for our counterexample to be found again and shrunk."""


class _TimeUp(BaseException):
    pass


class _Falls(BaseException):
    """A game has falsified the claim; more would be played in search of a worse one."""


@contextmanager
def at_most(seconds: float) -> Iterator[Callable[..., None]]:
    """End the block after this many seconds of processor time, without the warnings of the learners in it.

    Yields a function to call between games, which ends the block in time. A game that does not end is interrupted
    `GRACE` later.
    """
    end = time.process_time() + seconds

    def tick(*_: object) -> None:
        if time.process_time() > end:
            raise _TimeUp

    def ring(number: int, frame: FrameType | None) -> None:
        # Elsewhere, in callbacks of the garbage collector, Python prints the exception and goes on. It rings again.
        if frame is not None and str(frame.f_globals.get("__file__")).startswith(OF_LEARNERS):
            raise _TimeUp

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE, 0.25)
    try:
        with suppress(_TimeUp), warnings.catch_warnings(action="ignore"):
            yield tick
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def load(path: Path) -> ModuleType:
    """Import the file as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def size(value: object) -> int:
    """The count of numbers in a value, without a case's tag."""
    if isinstance(value, dict):
        return sum(size(field) for key, field in value.items() if key != "type")
    if isinstance(value, np.ndarray):
        return int(value.size)
    return sum(map(size, value)) if isinstance(value, list | tuple | set) else 1


class PlainRun:
    """One run of a plain file on a learner: its games, its first failure, and the size of the smallest one.

    The first failure is looked for in so many seconds, and then shrunk in as many.
    """

    def __init__(self, path: Path, learner: type | None, seconds: float) -> None:
        self.games = 0
        self.first: float | None = None
        self.size: int | None = None
        module = load(path)
        if learner is not None:
            module.Learner = learner  # type: ignore[attr-defined]
        test = next(value for name, value in vars(module).items() if name.startswith("test_"))
        play = test.hypothesis.inner_test
        start = time.process_time()

        @functools.wraps(play)
        def watched(*arguments: object, **named: object) -> None:
            tick()
            if self.first is None and time.process_time() > start + seconds:
                raise _TimeUp
            drawn = [value for value in (*arguments, *named.values()) if not hasattr(value, "draw")]
            try:
                play(
                    *(_recorded(value, drawn) for value in arguments),
                    **{name: _recorded(value, drawn) for name, value in named.items()},
                )
            except UnsatisfiedAssumption:
                raise
            except Exception:
                self.first = self.first or time.process_time() - start
                self.size = min(size(drawn), self.size or size(drawn))
                raise
            self.games += 1

        test.hypothesis.inner_test = watched
        phases = Phase.generate, Phase.shrink
        test = settings(
            max_examples=10**9, deadline=None, database=None, phases=phases, suppress_health_check=list(HealthCheck)
        )(hypothesis.seed(0)(test))
        with at_most(2 * seconds) as tick, suppress(Exception, hypothesis.errors.Flaky):
            test()
        self.seconds = time.process_time() - start


def _recorded(value: Any, drawn: list[object]) -> Any:
    """The value; if it is Hypothesis's data object, one that records what is drawn."""
    return _RecordedData(value, drawn) if hasattr(value, "draw") else value


class _RecordedData:
    """Hypothesis's data object, recording what was drawn."""

    def __init__(self, data: Any, drawn: list[object]) -> None:
        self._data, self._drawn = data, drawn

    def draw(self, strategy: Any, label: Any = None) -> Any:
        value = self._data.draw(strategy, label)
        self._drawn.append(value)
        return value


def first_fall(name: str, learner: type, limit: float) -> tuple[float, Claim] | None:
    """Seconds until some claim is falsified by the learner, and which; None if none is within the limit."""
    start = time.process_time()
    with at_most(limit) as tick:
        for claim in claims_about(name):
            with suppress(_Falls):
                until = functools.partial(_until_it_falls, tick)
                evidence = attack(claim, functools.partial(LocalLearner, learner), name, FIRST, steps=False, tick=until)
                if evidence.counterexample is None:
                    continue
            return time.process_time() - start, claim
    return None


def _until_it_falls(tick: Callable[..., None], evidence: Evidence) -> None:
    tick()
    if evidence.worst is not None:
        raise _Falls


def shrunk(claim: Claim, learner: type, name: str) -> int | None:
    """The size of the claim's counterexample, made small; None if that takes too long."""
    with at_most(SHRINKING) as tick:
        evidence = attack(claim, functools.partial(LocalLearner, learner), name, SHRUNK, steps=False, tick=tick)
        return None if evidence.counterexample is None else size(encode(evidence.counterexample.smallest.case))
    return None


def rate(claim: Claim, kind: str, limit: float, *, scout: int = 0, search: int = 0, batches: int = 0) -> float:
    """Games per second of one attack on the claim's reference learner, in portions of this many games."""
    profile = NO_GAMES.only(scout=scout, search=search, batches=batches)
    count, start, seed = 0, time.process_time(), 0
    while time.process_time() < start + limit:
        attacks = play(Shard(0, kind, profile, seed), claim, claim.learner).attacks
        count, seed = count + sum(part.games + part.outside for part in attacks), seed + 1
    return count / (time.process_time() - start)


NO_GAMES = Profile("quick", scout=0, search=0, shrink=0)


def rates(claim: Claim, limit: float) -> tuple[float | None, float, float, float]:
    """Games per second: of batches, of the scout, of the search, and of everything that the profile deep plays."""
    batches = rate(claim, "scout", limit, batches=4_000) if claim.batch is not None else None
    scout, search = rate(claim, "scout", limit, scout=500), rate(claim, "search", limit, search=100)
    deep = PROFILES["deep"]
    parts = [(deep.scout, scout), (deep.search, search), *([] if batches is None else [(deep.batches, batches)])]
    whole = sum(games for games, _ in parts) / sum(games / speed for games, speed in parts)
    return batches, scout, search, whole


def paths() -> dict[str, Path]:
    """The plain files of the online learners, by learner: test_winnow_k_of_r.py for WinnowKOfR."""
    by_stem = {path.stem.removeprefix("test_").replace("_", ""): path for path in (HERE / "instructor").glob("*.py")}
    return {name: by_stem[name.lower()] for name in LEARNERS if name.lower() in by_stem}


def row(name: str, path: Path, limit: float = LIMIT, most: int | None = None) -> dict[str, Any]:
    """One learner's row of the table, with a list of figures for each wrong learner, or for so many of them."""
    bound = load(path).BOUND
    claim = next(claim for claim in claims_about(name) if claim.id == bound)
    batches, scout, search, deep = rates(claim, limit)
    plain = PlainRun(path, None, limit)
    plain_rate = plain.games / plain.seconds
    wrong = importlib.import_module("implementations").implementations(name)["WRONG"]
    mutants = [compared(name, path, what, learner, limit) for what, learner in list(wrong.items())[:most]]
    return {
        "learner": name,
        "batch_games_per_second": None if batches is None else round(batches),
        "scout_games_per_second": round(scout),
        "search_games_per_second": round(search),
        "plain_games_per_second": round(plain_rate),
        "games_ratio": round(deep / plain_rate, 1),
        **_figures(mutants),
        "note": "",
        "mutants": mutants,
    }


def compared(name: str, path: Path, what: str, learner: type, limit: float) -> dict[str, Any]:
    """The figures of both sides for one wrong learner."""
    ours, plain = first_fall(name, learner, limit), PlainRun(path, learner, limit)
    figures = {"what": what, "seconds": None, "plain": plain.first, "size": None, "plain_size": None}
    if ours is None:
        return figures
    seconds, claim = ours
    figures["seconds"] = seconds
    if plain.first is not None:
        figures["size"], figures["plain_size"] = shrunk(claim, learner, name), plain.size
    return figures


def _figures(mutants: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts and medians; what one side missed counts as found at the time limit."""
    both = [mutant for mutant in mutants if mutant["seconds"] is not None and mutant["plain"] is not None]
    sized = [mutant for mutant in both if mutant["size"] and mutant["plain_size"]]
    return {
        "wrong_learners": len(mutants),
        "found": sum(mutant["seconds"] is not None for mutant in mutants),
        "plain_found": sum(mutant["plain"] is not None for mutant in mutants),
        "milliseconds": _median([1000 * (mutant["seconds"] or LIMIT) for mutant in mutants]),
        "plain_milliseconds": _median([1000 * (mutant["plain"] or LIMIT) for mutant in mutants]),
        "faster": _median([(mutant["plain"] or LIMIT) / (mutant["seconds"] or LIMIT) for mutant in mutants]),
        "faster_where_both_find": _median([mutant["plain"] / mutant["seconds"] for mutant in both]),
        "size": _median([mutant["size"] for mutant in sized]),
        "plain_size": _median([mutant["plain_size"] for mutant in sized]),
    }


def _median(values: list[float]) -> float | None:
    return round(statistics.median(values), 2) if values else None


def run(smallest: bool) -> list[dict[str, Any]]:
    """One row per learner, and one for all of them."""
    if smallest:
        rows = [row(name, path, LIMIT / 20, 1) for name, path in list(paths().items())[:2]]
    else:
        with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
            rows = list(pool.map(row, *zip(*paths().items(), strict=True)))
    mutants = [
        mutant | {"what": f"{line['learner']}: {mutant['what']}"} for line in rows for mutant in line.pop("mutants")
    ]
    whole = _figures(mutants)
    ratio = _median([line["games_ratio"] for line in rows])
    missed = [mutant["what"] for mutant in mutants if mutant["seconds"] is None]
    note = f"not found within {LIMIT:g} s: {', '.join(missed)}" if missed else ""
    rows.append({"learner": "all", "games_ratio": ratio, **whole, "note": note})
    return rows
