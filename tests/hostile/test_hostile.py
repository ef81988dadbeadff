"""Submissions that cheat, crash, lie, flood and break out: each gets the verdict that it must, and harms nobody.

The decorators in submissions.py say what each must come to. All that do not crash would be falsified for what they
answer; what they try is to hide it.
"""

import gc
import os
import re
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import chosen
import numpy as np
import pytest
from calls import have_ended
from chosen import few

from learncheck.oracle.boundary import pipe, sandbox
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.process import RemoteLearner, Submission
from learncheck.oracle.boundary.sandbox import Rung
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.one_claim import check_claim
from learncheck.theorems.notes.finite.mistakes import HALVING
from tests.hostile.submissions import HOSTILE, Hostile

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
FEW_GAMES = Profile("quick", scout=20, search=10, shrink=0)

NEIGHBOUR = """
class Halving:
    def __init__(self, hypotheses): self.seen = 0
    def predict(self, x): return 1 if self.seen % 2 else -1
    def update(self, x, y): self.seen += 1
"""


class Outside:
    """What a submission must not change: an instructor's folder, a copy of this project, processes, a server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "outside"
        self.folder.mkdir()
        (self.folder / "answers.txt").write_text("+1")
        self.project = self.folder / "project"
        for package in ("oracle", "learners"):
            shutil.copytree(PROJECT / package, self.project / package, ignore=shutil.ignore_patterns("__pycache__"))
        self.server = socket.create_server(("127.0.0.1", 0))
        self.visitors = 0
        threading.Thread(target=self._serve, daemon=True).start()
        self.neighbour = folder / "neighbour.py"
        self.neighbour.write_text(NEIGHBOUR)

    def _serve(self) -> None:
        while True:
            try:
                visitor, _ = self.server.accept()
            except OSError:
                return
            self.visitors += 1
            visitor.close()

    def state(self) -> list[object]:
        """Everything that is compared, before and after."""
        gc.collect()  # which would close files of other tests in between
        files = sorted([self.folder, *self.folder.rglob("*"), *HERE.glob("*.py")])
        places = ("/", "/tmp", ".", Path.home())
        return [
            [(path, path.stat().st_mtime_ns, path.stat().st_mode, path.stat().st_size) for path in files],
            [place for place in places if Path(place, "results.json").exists()],
            self.visitors,
            os.getcwd(),
            sorted(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else [],
            [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)],
            os.environ.copy(),
        ]

    def prepare(self, hostile: Hostile, folder: Path) -> Path:
        """The submission as a file that knows where things are."""
        source = hostile.source()
        places = {"OUTSIDE": self.folder, "PROJECT": self.project, "REAL": PROJECT}
        places |= {"PORT": self.server.getsockname()[1], "PARENT": os.getpid(), "PYTHON": sys.executable}
        for word, place in places.items():
            source = re.sub(rf"\b{word}\b", str(place), source)
        path = folder / f"{hostile.name}.py"
        path.write_text(source)
        return path


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    gc.collect()
    gc.freeze()  # all that is loaded, through which `state` would look for garbage again and again
    place = Outside(tmp_path_factory.mktemp("hostile"))
    yield place
    place.server.close()
    gc.unfreeze()


@pytest.fixture(scope="module")
def neighbour(outside: Outside) -> Iterator[RemoteLearner]:
    """Another student's learner, in the middle of a game."""
    with Submission(outside.neighbour) as submission:
        yield submission.make("Halving", np.ones((1, 1), dtype=int))


@cache
def rungs() -> list[Rung]:
    """Those that work here and confine, the strongest first; where none does, the one that is taken all the same."""
    return [rung for rung in sandbox.LADDER if rung.confines and rung.refusal() is None] or [sandbox.strongest()]


PLACES = [f"rung {place}" for place in range(1, sum(rung.confines for rung in sandbox.LADDER) + 1)]


def is_no_break_out(hostile: Hostile) -> bool:
    return hostile.name != "breaks_out"


@few(1)  # it plays on when it has failed, where most others end their process, which starts again for every game
@pytest.mark.parametrize("hostile", sorted(HOSTILE, key=is_no_break_out), ids=lambda hostile: hostile.name)
def test_it_gets_its_verdict_and_harms_nobody(
    hostile: Hostile, outside: Outside, neighbour: RemoteLearner, tmp_path: Path
) -> None:
    _it_gets_its_verdict(hostile, rungs()[0], outside, neighbour, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES[1:])
@pytest.mark.parametrize(
    "hostile",
    [row for row in HOSTILE if row.confined or chosen.thorough],  # the others meet the judge, whatever the rung
    ids=lambda hostile: hostile.name,
)
def test_so_it_does_where_less_confines_it(
    hostile: Hostile, place: str, outside: Outside, neighbour: RemoteLearner, tmp_path: Path
) -> None:
    if PLACES.index(place) >= len(rungs()):
        refusals = [f"{rung.name}: {rung.refusal()}" for rung in sandbox.LADDER if rung.refusal() is not None]
        pytest.skip(f"of the rungs that confine {len(rungs())} work here, but not {'; '.join(refusals)}")
    _it_gets_its_verdict(hostile, rungs()[PLACES.index(place)], outside, neighbour, tmp_path)


def _it_gets_its_verdict(
    hostile: Hostile, rung: Rung, outside: Outside, neighbour: RemoteLearner, tmp_path: Path
) -> None:
    if hostile.confined and not rung.confines:
        pytest.skip(f"nothing confines a process here: {sandbox.LADDER[0].name}: {sandbox.LADDER[0].refusal()}")
    round_before, others = neighbour.predict(0), set(pipe.family_of(os.getpid()))
    before = outside.state()
    path = outside.prepare(hostile, tmp_path)
    seconds = 0.3 if hostile.verdict == "timed-out" else 5.0
    with Submission(
        path, confinement=rung, time_limit=seconds, import_limit=2 * seconds, memory_limit_mb=256
    ) as submission:
        verdict, message, random = judged(submission)
        family = set(pipe.family_of(os.getpid())) - others
    assert verdict == hostile.verdict, message
    assert hostile.says in message
    assert message.replace("\n", "").isprintable()
    assert len(message) < 5000
    if verdict in ("falsified", "invalid"):
        assert random == (hostile.name == "draws_at_random"), message

    assert outside.state() == before
    neighbour.update(0, 1)
    assert neighbour.predict(0) == -round_before, "the other submission's game goes on where it was"
    assert have_ended(*family), "what it started has ended with it"


def judged(submission: Submission) -> tuple[str, str, bool]:
    try:
        _ = submission.defines
    except LoadError as error:
        return error.verdict, error.message, False
    plays = Plays(partial(submission.make, "Halving"), partial(submission.make_many, "Halving"), clock=Clock())
    result = check_claim(HALVING, plays, "Halving", FEW_GAMES, 0)
    return result.verdict, result.message, result.random


def test_none_is_lost() -> None:
    assert len({hostile.name for hostile in HOSTILE}) == 53
