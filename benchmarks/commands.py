"""Whole commands, as a user waits for them: wall and processor seconds.

`pytest` runs all tests of the checkout. It takes minutes, so it is left out unless the environment sets
LEARNCHECK_BENCH_PYTEST.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TITLE = "Whole commands"

TOP = Path(__file__).parent.parent
RUN_PYTEST = "LEARNCHECK_BENCH_PYTEST"
TIMEOUT = 900

LEARNCHECK = [sys.executable, "-m", "learncheck"]

COMMANDS: tuple[tuple[str, list[str], int], ...] = (
    ("learncheck --help", [*LEARNCHECK, "--help"], 5),
    ("learncheck list", [*LEARNCHECK, "list"], 1),
    ("learncheck verify --profile quick halving-mistakes", [*LEARNCHECK, "verify", "halving-mistakes"], 1),
    ("learncheck verify --profile quick", [*LEARNCHECK, "verify"], 1),
)
PYTEST = ("pytest", [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TOP / "tests")], 1)


def timed(command: list[str]) -> tuple[float, float, int]:
    """Wall seconds, processor seconds of the command and its children, and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    path = os.pathsep.join([str(TOP), *filter(None, [os.environ.get("PYTHONPATH")])])
    with tempfile.TemporaryDirectory(prefix="learncheck-bench-") as folder:
        start = time.perf_counter()
        status = subprocess.run(
            command, cwd=folder, env=os.environ | {"PYTHONPATH": path}, stdout=subprocess.DEVNULL, timeout=TIMEOUT
        ).returncode
        wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, status


def run() -> list[dict[str, Any]]:
    """One row per command: medians of its repetitions."""
    rows = []
    for name, command, repeats in (*COMMANDS, *([PYTEST] if os.environ.get(RUN_PYTEST) else [])):
        runs = [timed(command) for _ in range(repeats)]
        statuses = {status for _, _, status in runs}
        note = "" if statuses == {0} else f"exit status {', '.join(map(str, sorted(statuses)))}"
        rows.append(
            {
                "command": name,
                "seconds": round(statistics.median(wall for wall, _, _ in runs), 2),
                "processor_seconds": round(statistics.median(cpu for _, cpu, _ in runs), 2),
                "runs": repeats,
                "note": note,
            }
        )
    if not os.environ.get(RUN_PYTEST):
        rows.append(dict.fromkeys(rows[0]) | {"command": "pytest", "runs": 0, "note": f"left out; set {RUN_PYTEST}=1"})
    return rows
