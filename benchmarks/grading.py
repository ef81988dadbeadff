"""Grading: the cost of a round, of a submission, and of a class of submissions."""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.commands import timed
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.engine.plays import MOST_AT_ONCE
from learncheck.oracle.grading.wanted import claims_about

TITLE = "Grading"

AIM_MICROSECONDS = 40.0


@dataclass(frozen=True)
class Extent:
    """How much is measured: rounds and starts, submissions that are graded together, the files of a class and how many
    of them loop, and the claims by which a file is graded, all or that of the mistakes.
    """

    rounds: int
    starts: int
    submissions: int
    further: int
    files: int
    loops: int
    all_claims: bool = True


WHOLE, SMALLEST = Extent(5_000, 5, 24, 6, 40, 2), Extent(64, 1, 2, 1, 2, 0, all_claims=False)

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


def microseconds(work: Callable[[], Any], rounds: int, repeats: int = 5) -> float:
    """The time per round: the least of several runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return 1e6 * best / rounds


def line(what: str, value: float, unit: str, aim: str = "", note: str = "") -> dict[str, Any]:
    """Make a row."""
    return {"what": what, "value": round(value, 2), "unit": unit, "aim": aim, "note": note}


def missed(value: float) -> str:
    """A note if a round takes longer than the aim."""
    return "" if value < AIM_MICROSECONDS else f"aim missed: {value:.0f} µs"


def start_up(path: Path, starts: int) -> float:
    """Seconds to start a submission until it answers: the median of so many starts."""
    taken = []
    for _ in range(starts):
        start = time.perf_counter()
        with Submission(path) as submission:
            _ = submission.defines
            taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def round_trips(path: Path, rounds: int) -> list[dict[str, Any]]:
    """The cost of a round across the process boundary, for a learner that does nothing."""
    x = np.arange(4.0)
    with Submission(path, time_limit=120) as submission:
        learner = submission.make("Perceptron", 4)

        def alone() -> None:
            for _ in range(rounds):
                learner.predict(x)
                learner.update(x, 1)

        def pipe() -> None:
            for _ in range(rounds):
                os.write(there, b"0")
                os.read(back, 1)

        def many(games: int) -> Callable[[], None]:
            learners = submission.make_many("Perceptron", [(4,)] * games)
            learners.ask(range(games), [None] * games, [x] * games)

            def ask() -> None:
                for _ in range(rounds // games):
                    learners.ask(range(games), [1] * games, [x] * games)

            return ask

        separate = microseconds(alone, rounds)
        lockstep = {games: microseconds(many(games), rounds) for games in (8, MOST_AT_ONCE)}
        back, there = os.pipe()
        bare = microseconds(pipe, rounds)
        os.close(back)
        os.close(there)
    aim = f"< {AIM_MICROSECONDS:g}"
    return [
        *[
            line(f"a round of each of {games} games in one message", taken, "µs a game", aim, missed(taken))
            for games, taken in lockstep.items()
        ],
        line("a round of one game, in two messages", separate, "µs", "", "where games are not played side by side"),
        line("a byte through a pipe of one process", bare, "µs", "", "for comparison: no switch of processes"),
    ]


class GradeCommand:
    """The command `learncheck grade`, with files in a folder of its own."""

    def __init__(self, folder: Path, size: Extent) -> None:
        self.folder, self.size = folder, size

    def __call__(self, paths: Sequence[Path], learner: str, status: int = 0, jobs: int = 1) -> tuple[float, float]:
        """Wall and processor seconds that it takes on one learner in these files, with its own start."""
        command = [sys.executable, "-m", "learncheck", "grade", *map(str, paths), "--learner", f"{learner}={learner}"]
        if not self.size.all_claims:
            command += ["--claims", f"{learner.lower()}-mistakes"]
        wall, processor, ended, output = timed([*command, "--trust", "--jobs", str(jobs)])
        if ended != status:
            raise RuntimeError(f"exit status {ended} and not {status}: {output}")
        return wall, processor


def right_ones(folder: Path, files: int) -> list[Path]:
    """Files of one right implementation."""
    folder.mkdir()
    paths = [folder / f"student{number}.py" for number in range(files)]
    for path in paths:
        path.write_text(SOURCE, "utf-8")
    return paths


def class_of(folder: Path, files: int, loops: int) -> list[Path]:
    """Files of Perceptrons that break ties in three ways; the last ones loop."""
    paths = right_ones(folder, files)
    looping = IDLE.replace("return 1", "while True: pass")
    for number, path in enumerate(paths):
        right = SOURCE.replace("int(np.sign(self.w @ x))", TIES[number % len(TIES)])
        path.write_text(looping if number >= files - loops else right, "utf-8")
    return paths


def together(grade: GradeCommand) -> Iterator[dict[str, Any]]:
    """Right submissions that are graded together, by one worker and by two."""
    folder, size = grade.folder, grade.size
    paths = right_ones(folder / "right", size.submissions)
    one, two = (60 * size.submissions / grade(paths, "Halving", jobs=jobs)[0] for jobs in (1, 2))
    yield line("graded with 1 worker", one, "a minute", "", f"{size.submissions} submissions of Halving")
    yield line("graded with 2 workers", two, "a minute", "", f"{two / one:.2f}× those of 1 worker")
    if size.submissions // 2 > 1:
        one, two = (grade(paths[: size.submissions // 2], "Halving", jobs=jobs)[0] for jobs in (1, 2))
        yield line(f"{size.submissions // 2} files with 2 workers ÷ with 1", one / two, "×", "> 1.5")


def one_file(grade: GradeCommand, right: Path) -> Iterator[dict[str, Any]]:
    """A file with one learner, for each of two."""
    for learner, aim in (("Halving", ""), ("Perceptron", "≤ 3")):
        note = f"by {len(claims_about(learner))} claims"
        wall, processor = grade([right], learner)
        yield line(f"`learncheck grade` on one {learner}", wall, "s", "", note)
        yield line(f"processor time of it, {learner}", processor, "s", aim, note)


def classes(grade: GradeCommand) -> Iterator[dict[str, Any]]:
    """Files of one learner that differ in their ties, and such as loop."""
    folder, size = grade.folder, grade.size
    if size.loops:
        wall, processor = grade(class_of(folder / "loops", 1, 1), "Perceptron", status=1)
        note = f"{processor:.0f} s of processor time, by {len(claims_about('Perceptron'))} claims"
        yield line("a Perceptron that loops", wall, "s", "< 60", note)
    _, few = grade(class_of(folder / "few", len(TIES), 0), "Perceptron")
    _, more = grade(class_of(folder / "more", size.further + len(TIES), 0), "Perceptron")
    further = (more - few) / size.further
    yield line("processor time of a further Perceptron", further, "s", "≤ 1.3", "that breaks ties as others did")
    ended = int(size.loops > 0)
    wall, processor = grade(class_of(folder / "class", size.files, size.loops), "Perceptron", status=ended, jobs=2)
    note = f"{processor:.0f} s of processor time; a Perceptron each, by 2 workers"
    yield line(f"a class of {size.files} files of which {size.loops} loop", wall, "s", "", note)


def run(smallest: bool) -> list[dict[str, Any]]:
    """All figures, each with its unit."""
    size = SMALLEST if smallest else WHOLE
    with tempfile.TemporaryDirectory(prefix="learncheck-bench-") as name:
        folder = Path(name)
        right, idle = folder / "right.py", folder / "idle.py"
        right.write_text(SOURCE, "utf-8")
        idle.write_text(IDLE, "utf-8")
        grade = GradeCommand(folder, size)
        rows = [
            line("start of a submission's process", 1000 * start_up(right, size.starts), "ms"),
            *round_trips(idle, size.rounds),
        ]
        return [*rows, *together(grade), *one_file(grade, right), *classes(grade)]
