"""Tasks on several processes: results in order, none lost, whatever happens to a worker."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from calls import have_ended

from learncheck.oracle.engine.executors import Lost, NoExecutor, as_completed, processes, workers


def square(number: int) -> int:
    return number * number


def stumble(task: tuple[str, int]) -> int:
    """Ends the worker the first time that it meets the number 3, raises at 5, and always ends the worker at 7."""
    folder, number = task
    if number == 7 or (number == 3 and not (Path(folder) / "met").exists()):
        (Path(folder) / "met").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 5:
        raise ValueError("five")
    return number


def completed(start: Callable[[], Executor], work: Any, tasks: Iterable[Any], window: int) -> Iterator[tuple[Any, Any]]:
    rest = iter(tasks)
    return as_completed(start, work, lambda: next(rest, None), window=window)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    tasks = [(str(tmp_path), n) for n in range(9)]
    results = {task[1]: result for task, result in completed(partial(processes, 2), stumble, tasks, 3)}
    assert {number: result for number, result in results.items() if number not in (5, 7)} == {
        number: number for number in range(9) if number not in (5, 7)
    }
    assert isinstance(results[5], ValueError)
    assert isinstance(results[7], Lost)


class Unreadable(Exception):
    """Cannot be made again of what it keeps."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one)


def odd(number: int) -> Any:
    """What cannot be sent, raised or returned."""
    if number == 1:
        return lambda: number
    if number == 2:
        raise Unreadable("one", "two")
    raise type("Local", (Exception,), {})("three")


@pytest.mark.slow
def test_what_cannot_be_sent_is_an_error() -> None:
    results = dict(completed(partial(processes, 1), odd, [1, 2, 3], 1))
    assert all(isinstance(result, Exception) for result in results.values())
    assert str(results[3]) == "Local: three"


class _Here(Executor):
    """Works in this process, at once; or on nothing, where its cluster is gone."""

    def __init__(self, gone: bool = False) -> None:
        self._gone = gone

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._gone:
            future.set_exception(CancelledError())
        else:
            future.set_result(work(*arguments, **named))
        return future


def test_a_cluster_that_is_gone_ends_it() -> None:
    with pytest.raises(NoExecutor, match="no longer answers"):
        list(completed(partial(_Here, gone=True), square, [1, 2], 2))


@pytest.mark.slow
def test_a_dask_cluster_that_is_gone_is_noticed() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        start, _ = workers("dask", cluster.scheduler_address, None, 1)
        assert start is not None
        results = completed(start, time.sleep, [0.01, 600.0], 2)
        assert next(results) == (0.01, None)
    with pytest.raises(NoExecutor, match="no longer answers"):
        next(results)


PROGRAM = """
import sys, time
from functools import partial
from learncheck.oracle.engine.executors import as_completed, processes
sys.path.insert(0, {folder!r})
from naps import nap
tasks = iter([0.01, 600, 600])
for _ in as_completed(partial(processes, 2), nap, lambda: next(tasks, None), window=2):
    print("one", flush=True)
    {then}
"""


@pytest.mark.slow
@pytest.mark.parametrize("then", ["break", "time.sleep(600)"], ids=["stopped", "killed"])
def test_processes_end_with_the_one_that_made_them(then: str, tmp_path: Path) -> None:
    (tmp_path / "naps.py").write_text(
        "import os, time\ndef nap(n): os.write(1, b'%d\\n' % os.getpid()); time.sleep(n)\n"
    )
    program = PROGRAM.format(folder=str(tmp_path), then=then)
    ran = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert ran.stdout is not None
    assert ran.stderr is not None
    pids = set()
    while (line := ran.stdout.readline().strip()) != "one":
        pids.add(int(line or ran.stderr.read()))
    if then != "break":
        ran.kill()
    assert ran.wait(60) == (0 if then == "break" else -signal.SIGKILL)
    assert have_ended(*pids)


DEAF = """
import sys
from functools import partial
from learncheck.oracle.engine.executors import as_completed, processes
sys.path.insert(0, {folder!r})
from masks import blocked
tasks = iter(range(4))
for _, names in as_completed(partial(processes, 2), blocked, lambda: next(tasks, None), window=4):
    print(names)
"""


@pytest.mark.slow
def test_processes_do_not_hear_of_an_interrupt(tmp_path: Path) -> None:
    # In a new process: one whose resource trackers already run starts workers that block interrupts in any case.
    (tmp_path / "masks.py").write_text(
        "import signal\ndef blocked(_): return [s.name for s in signal.pthread_sigmask(signal.SIG_BLOCK, [])]\n"
    )
    program = DEAF.format(folder=str(tmp_path))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, timeout=600)
    assert ran.stdout.splitlines() == ["['SIGINT']"] * 4, ran.stderr
