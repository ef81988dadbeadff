"""Whole commands, as a user waits for them: wall and processor seconds.

`pytest` runs all tests of the checkout. It takes minutes, so it is left out unless the environment sets
LEARNCHECK_BENCH_PYTEST.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from learncheck.oracle.boundary.pipe import family_of, times

TITLE = "Whole commands"

TOP = Path(__file__).parent.parent
RUN_PYTEST = "LEARNCHECK_BENCH_PYTEST"
TIMEOUT = 3_600
LOOK_SECONDS = 0.01

LEARNCHECK = [sys.executable, "-m", "learncheck"]

COMMANDS: tuple[tuple[str, list[str], int], ...] = (
    ("learncheck --help", [*LEARNCHECK, "--help"], 5),
    ("learncheck list", [*LEARNCHECK, "list"], 1),
    ("learncheck verify --profile quick halving-mistakes", [*LEARNCHECK, "verify", "halving-mistakes"], 1),
    ("learncheck verify --profile quick", [*LEARNCHECK, "verify"], 1),
)
PYTEST = ("pytest", [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TOP / "tests")], 1)


def timed(command: list[str]) -> tuple[float, float, int, str]:
    """Wall and processor seconds of the command and all that it starts, also of what is killed and never waited for,
    its exit status, and what it says.
    """
    path = os.pathsep.join([str(TOP), *filter(None, [os.environ.get("PYTHONPATH")])])
    spent: dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="learncheck-bench-") as folder, tempfile.TemporaryFile("w+") as output:
        start = time.perf_counter()
        # Installed packages are compiled, and so is this one after its first run.
        env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}
        ran = subprocess.Popen(command, cwd=folder, env=env, stdout=output, stderr=output)
        while ran.poll() is None and time.perf_counter() - start < TIMEOUT:
            spent |= {pid: sum(times(pid)[:2]) or spent.get(pid, 0.0) for pid in family_of(ran.pid)}
            time.sleep(LOOK_SECONDS)
        ran.kill()
        wall = time.perf_counter() - start
        output.seek(0)
        return wall, sum(spent.values()), ran.wait(), output.read()


def run(smallest: bool) -> list[dict[str, Any]]:
    """One row per command: medians of its repetitions."""
    rows = []
    with_pytest = bool(os.environ.get(RUN_PYTEST)) and not smallest
    commands = [(*COMMANDS[0][:2], 1)] if smallest else [*COMMANDS, *([PYTEST] if with_pytest else [])]
    for name, command, repeats in commands:
        runs = [timed(command) for _ in range(repeats)]
        statuses = {status for _, _, status, _ in runs}
        note = "" if statuses == {0} else f"exit status {', '.join(map(str, sorted(statuses)))}"
        rows.append(
            {
                "command": name,
                "seconds": round(statistics.median(wall for wall, *_ in runs), 2),
                "processor_seconds": round(statistics.median(cpu for _, cpu, *_ in runs), 2),
                "runs": repeats,
                "note": note,
            }
        )
    if not with_pytest:
        rows.append(dict.fromkeys(rows[0]) | {"command": "pytest", "runs": 0, "note": f"left out; set {RUN_PYTEST}=1"})
    return rows
