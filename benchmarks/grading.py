"""Grading: the cost of grading a class of submissions, and the share spent inside the submissions.

`share_inside` plays the same games in this process on a submission whose methods are timed, and divides that time by
the wall time of its grading in its own process.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instructor import load
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.engine.executors import processes
from learncheck.oracle.engine.plays import MOST_AT_ONCE
from learncheck.oracle.grading import many
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.grade import check, claims_about
from learncheck.strategies.play.games import Turn

TITLE = "Grading"

ROOT = Path(__file__).parents[1]
AIM_MICROSECONDS = 40.0
ROUNDS = 5_000
SUBMISSIONS, DOZEN = 24, 12
PERCEPTRON = ("perceptron-mistakes", "perceptron-conforms")

SOURCE = '''"""Right implementations of Halving and of the Perceptron."""

import numpy as np


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses
        self.alive = np.ones(len(hypotheses), dtype=bool)

    def predict(self, x):
        return 1 if self.hypotheses[self.alive, x].sum() >= 0 else -1

    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)


class Perceptron:
    def __init__(self, d):
        self.w = np.zeros(d)

    def predict(self, x):
        return int(np.sign(self.w @ x))

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x
'''

IDLE = """
class Perceptron:
    def __init__(self, d):
        pass

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
"""


def microseconds(work: Callable[[], Any], repeats: int = 5) -> float:
    """The time per round: the least of several runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return 1e6 * best / ROUNDS


def line(what: str, value: float, unit: str, aim: str = "", note: str = "") -> dict[str, Any]:
    """Make a row."""
    return {"what": what, "value": round(value, 2), "unit": unit, "aim": aim, "note": note}


def missed(value: float) -> str:
    """A note if a round takes longer than the aim."""
    return "" if value < AIM_MICROSECONDS else f"aim missed: {value:.0f} µs"


def start_up(path: Path) -> float:
    """Seconds to start a submission until it answers."""
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        with Submission(path) as submission:
            _ = submission.defines
            taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def round_trips(path: Path) -> list[dict[str, Any]]:
    """The cost of a round across the process boundary, for a learner that does nothing."""
    x = np.arange(4.0)
    with Submission(path, time_limit=120) as submission:
        learner = submission.make("Perceptron", 4)

        def two() -> None:
            for _ in range(ROUNDS):
                learner.predict(x)
                learner.update(x, 1)

        def one() -> None:
            for _ in range(ROUNDS):
                learner.update_then_predict(x, 1, x)

        def pipe() -> None:
            for _ in range(ROUNDS):
                os.write(there, b"0")
                os.read(back, 1)

        def many(games: int) -> Callable[[], None]:
            learners = submission.make_many("Perceptron", [(4,)] * games)
            learners.ask([Turn(game, None, x) for game in range(games)])
            turns = [Turn(game, 1, x) for game in range(games)]

            def ask() -> None:
                for _ in range(ROUNDS // games):
                    learners.ask(turns)

            return ask

        separate, together = microseconds(two), microseconds(one)
        lockstep = {games: microseconds(many(games)) for games in (8, MOST_AT_ONCE)}
        back, there = os.pipe()
        bare = microseconds(pipe)
        os.close(back)
        os.close(there)
    aim = f"< {AIM_MICROSECONDS:g}"
    return [
        *[
            line(f"a round of each of {games} games in one message", each, "µs a game", aim, missed(each))
            for games, each in lockstep.items()
        ],
        line("a round of one game in one message", together, "µs", aim, missed(together)),
        line("a round of one game in two messages", separate, "µs", "", "where its learner's state is looked at"),
        line("a byte through a pipe of one process", bare, "µs", "", "for comparison: no switch of processes"),
    ]


def per_minute(folder: Path, jobs: int, submissions: int = SUBMISSIONS) -> float:
    """Submissions per minute, including the start of the workers."""
    paths = []
    for number in range(submissions):
        path = folder / f"student{number}.py"
        path.write_text(SOURCE, "utf-8")
        paths.append(path)
    gradings = many.gradings(paths, Assignment(), {"Halving": "Halving"}, (), None, trust=True)
    start = time.perf_counter()
    if jobs == 1:
        reports = list(many.grade_here(gradings))
    else:
        reports = [report for _, report in many.grade_all(gradings, partial(processes, jobs), jobs)]
    taken = time.perf_counter() - start
    bad = [report.error for report in reports if report.error or not report.passed]
    if bad:
        raise RuntimeError(f"a right submission does not pass: {bad[0]}")
    return 60 * submissions / taken


def one_file(path: Path, learner: str, passes: bool = True) -> tuple[float, float]:
    """Wall and processor seconds that `learncheck grade` takes on one learner, including its own start."""
    command = [sys.executable, "-m", "learncheck", "grade", str(path), "--learner", f"{learner}={learner}", "--trust"]
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    if ran.returncode != (0 if passes else 1):
        raise RuntimeError(f"a submission is judged otherwise than it should be: {ran.stdout}{ran.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def share_inside(path: Path, name: str, ids: tuple[str, ...]) -> tuple[float, float]:
    """The share of the wall time spent in the submission's own methods, and that wall time."""
    inside = 0.0

    def timed(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            nonlocal inside
            start = time.perf_counter()
            try:
                return method(*arguments)
            finally:
                inside += time.perf_counter() - start

        return call

    cls = getattr(load(path), name)
    for method in ("__init__", "predict", "update"):
        setattr(cls, method, timed(getattr(cls, method)))
    check(cls, name, claims=ids)
    (grading,) = many.gradings([path], Assignment(), {name: name}, ids, None, trust=True)
    start = time.perf_counter()
    many.grade_one(grading)
    wall = time.perf_counter() - start
    return inside / wall, wall


def run() -> list[dict[str, Any]]:
    """All figures, each with its unit."""
    with tempfile.TemporaryDirectory(prefix="learncheck-bench-") as name:
        folder = Path(name)
        right, idle = folder / "right.py", folder / "idle.py"
        right.write_text(SOURCE, "utf-8")
        idle.write_text(IDLE, "utf-8")
        rows = [line("start of a submission's process", 1000 * start_up(right), "ms")]
        rows += round_trips(idle)
        before = Path.cwd()
        os.chdir(folder)  # grading stores counterexamples below the working folder
        try:
            one, two = per_minute(folder, 1), per_minute(folder, 2)
            note = f"{SUBMISSIONS} submissions of Halving, by all its claims"
            rows.append(line("graded with 1 worker", one, "a minute", "", note))
            rows.append(line("graded with 2 workers", two, "a minute", "", f"{two / one:.2f}× those of 1 worker"))
            one, two = per_minute(folder, 1, DOZEN), per_minute(folder, 2, DOZEN)
            rows.append(line("a dozen files with 2 workers ÷ with 1", two / one, "×", "> 1.5"))
            for learner in ("Halving", "Perceptron"):
                note = f"by {len(claims_about(learner))} claims"
                wall, processor = one_file(right, learner)
                rows.append(line(f"`learncheck grade` on one {learner}", wall, "s", "< 3", note))
                rows.append(line(f"processor time of it, {learner}", processor, "s", "< 2", note))
            loops = folder / "loops.py"
            loops.write_text(IDLE.replace("return 1", "while True: pass"), "utf-8")
            wall, processor = one_file(loops, "Perceptron", passes=False)
            note = f"{processor:.0f} s of processor time, by {len(claims_about('Perceptron'))} claims"
            rows.append(line("a Perceptron that loops", wall, "s", "< 60", note))
            for learner, ids in (("Halving", ()), ("Perceptron", PERCEPTRON)):
                share, wall = share_inside(right, learner, ids)
                rows.append(line(f"of grading {learner} inside of it", 100 * share, "%", "", f"of {wall:.2f} s"))
        finally:
            os.chdir(before)
    return rows
