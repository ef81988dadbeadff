"""Grading: the cost of a round, of a submission, and of a class of submissions."""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.commands import timed
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.engine.executors import Processes
from learncheck.oracle.engine.plays import MOST_AT_ONCE
from learncheck.oracle.grading import many
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.wanted import claims_about

TITLE = "Grading"

AIM_MICROSECONDS = 40.0
ROUNDS = 5_000
SUBMISSIONS, DOZEN, FURTHER = 24, 12, 6
CLASS = 40, 2

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

TIES = ("int(np.sign(self.w @ x))", "1 if self.w @ x > 0 else -1", "1 if self.w @ x >= 0 else -1")

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
            learners.ask(range(games), [None] * games, [x] * games)

            def ask() -> None:
                for _ in range(ROUNDS // games):
                    learners.ask(range(games), [1] * games, [x] * games)

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
        reports = [report for _, report in many.grade_all(gradings, partial(Processes, jobs), jobs)]
    taken = time.perf_counter() - start
    bad = [report.error for report in reports if report.error or not report.passed]
    if bad:
        raise RuntimeError(f"a right submission does not pass: {bad[0]}")
    return 60 * submissions / taken


def grade(paths: Sequence[Path], learner: str, status: int = 0, jobs: int = 1) -> tuple[float, float]:
    """Wall and processor seconds that `learncheck grade` takes on one learner in these files, with its own start."""
    command = [sys.executable, "-m", "learncheck", "grade", *map(str, paths), "--learner", f"{learner}={learner}"]
    wall, processor, ended, said = timed([*command, "--trust", "--jobs", str(jobs)])
    if ended != status:
        raise RuntimeError(f"exit status {ended} and not {status}: {said}")
    return wall, processor


def class_of(folder: Path, files: int, loops: int) -> list[Path]:
    """Files of Perceptrons that break ties in three ways; the last ones loop."""
    folder.mkdir()
    looping = IDLE.replace("return 1", "while True: pass")
    paths = [folder / f"student{number}.py" for number in range(files)]
    for number, path in enumerate(paths):
        right = SOURCE.replace("int(np.sign(self.w @ x))", TIES[number % len(TIES)])
        path.write_text(looping if number >= files - loops else right, "utf-8")
    return paths


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
                wall, processor = grade([right], learner)
                rows.append(line(f"`learncheck grade` on one {learner}", wall, "s", "< 3", note))
                rows.append(line(f"processor time of it, {learner}", processor, "s", "< 2", note))
            wall, processor = grade(class_of(folder / "loops", 1, 1), "Perceptron", status=1)
            note = f"{processor:.0f} s of processor time, by {len(claims_about('Perceptron'))} claims"
            rows.append(line("a Perceptron that loops", wall, "s", "< 60", note))
            _, few = grade(class_of(folder / "few", len(TIES), 0), "Perceptron")
            _, more = grade(class_of(folder / "more", FURTHER + len(TIES), 0), "Perceptron")
            further = (more - few) / FURTHER
            rows.append(
                line("processor time of a further Perceptron", further, "s", "", "that breaks ties as others did")
            )
            wall, processor = grade(class_of(folder / "class", *CLASS), "Perceptron", status=1, jobs=2)
            note = f"{processor:.0f} s of processor time; a Perceptron each, by 2 workers"
            rows.append(line(f"a class of {CLASS[0]} files of which {CLASS[1]} loop", wall, "s", "", note))
        finally:
            os.chdir(before)
    return rows
