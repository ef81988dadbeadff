"""Tasks on several processes: results in order, none lost, whatever happens to a worker."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import connection
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from learncheck.oracle.engine import executors
from learncheck.oracle.engine.executors import (
    Attempt,
    Died,
    Lost,
    NoExecutor,
    Processes,
    Workers,
    as_completed,
    workers,
)
from learncheck.oracle.engine.verify import run_all
from learncheck.theorems.language.registry import select


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


def completed(start: Callable[[], Workers], work: Any, tasks: Iterable[Any], window: int) -> Iterator[tuple[Any, Any]]:
    rest = iter(tasks)
    return as_completed(start, work, lambda: next(rest, None), window=window)


def ended(children: Iterable[Any]) -> bool:
    for child in children:
        child.join(100)
    return not any(child.is_alive() for child in children)


@pytest.mark.slow
def test_every_task_gets_its_result() -> None:
    assert dict(completed(partial(Processes, 2), square, range(20), 4)) == {n: n * n for n in range(20)}


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    tasks = [(str(tmp_path), n) for n in range(9)]
    results = {task[1]: result for task, result in completed(partial(Processes, 2), stumble, tasks, 3)}
    assert {number: result for number, result in results.items() if number not in (5, 7)} == {
        number: number for number in range(9) if number not in (5, 7)
    }
    assert isinstance(results[5], ValueError)
    assert isinstance(results[7], Lost)


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_of_a_result_costs_an_attempt() -> None:
    working = Processes(2)
    working.submit(bytes, half := Attempt(1 << 24))  # more than a pipe holds
    (child,) = multiprocessing.active_children()
    connection.wait(working._busy)
    child.kill()
    child.join()
    working.submit(square, whole := Attempt(3))
    found = dict(working.finished())
    while len(found) < 2:
        found |= dict(working.finished())
    assert isinstance(found[half], Died)
    assert found[whole] == 9
    working.close()


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
    results = dict(completed(partial(Processes, 1), odd, [1, 2, 3], 1))
    assert all(isinstance(each, Exception) for each in results.values())
    assert str(results[3]) == "Local: three"


def test_what_is_running_ends_when_nobody_waits_for_it() -> None:
    results = completed(partial(Processes, 2), time.sleep, [0.01, 600.0], 2)
    assert next(results) == (0.01, None)
    children = multiprocessing.active_children()
    assert children
    results.close()
    assert ended(children)


def _interrupted(at: int) -> bool:
    """Run tasks until there is an interrupt at this operation of the executors. Returns whether there was one."""
    left = at

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        frame.f_trace_opcodes = True
        held = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        if event == "opcode" and not held and frame.f_code.co_filename == executors.__file__:
            left -= 1
            if not left:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    results = completed(partial(Processes, 2), time.sleep, [0.0, 600.0, 600.0], 3)
    try:
        sys.settrace(trace)
        next(results)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
        results.close()
    return False


@pytest.mark.slow
def test_it_can_be_interrupted_anywhere() -> None:
    at = 0
    for at in range(1, 100_000, 5):
        interrupted = _interrupted(at)
        for child in multiprocessing.active_children():
            if child.is_alive():  # the interrupt came before anybody knew of it
                child.terminate()
        assert ended(multiprocessing.active_children())
        if not interrupted:
            break
    assert at > 100


class _Here:
    """Works in this process, on one task after the other."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error
        self._waiting: list[tuple[Any, Attempt[Any]]] = []

    def submit(self, work: Any, attempt: Attempt[Any]) -> None:
        self._waiting.append((work, attempt))

    def finished(self) -> list[tuple[Attempt[Any], Any]]:
        if self._error is not None:
            raise self._error
        work, attempt = self._waiting.pop(0)
        return [(attempt, work(attempt.task))]

    def close(self) -> None:
        self._waiting.clear()


def test_a_cluster_that_is_gone_ends_it() -> None:
    with pytest.raises(NoExecutor, match="nobody answers"):
        list(completed(partial(_Here, NoExecutor("nobody answers")), square, [1, 2], 2))


@pytest.mark.courses
def test_a_dask_cluster_that_is_gone_is_noticed() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        start, _ = workers("dask", cluster.scheduler_address, None, 1)
        assert start is not None
        results = completed(start, time.sleep, [0.01, 600.0], 2)
        assert next(results) == (0.01, None)
    with pytest.raises(NoExecutor, match="no longer answers"):
        next(results)


def test_tasks_are_drawn_when_there_is_room_for_them() -> None:
    """Two at a time, and the last one only when the first is known."""
    known: list[int] = []
    drawn: list[int] = []

    def draw() -> int | None:
        if len(drawn) == 3 or (len(drawn) == 2 and not known):
            return None
        drawn.append(len(drawn))
        return drawn[-1]

    for task, _ in as_completed(_Here, square, draw, window=2):
        known.append(task)
    assert known == drawn == [0, 1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_evidence_does_not_depend_on_the_number_of_processes(jobs: int) -> None:
    cheap = ["consistent-mistakes", "threshold-halving-mistakes", "experts-perfect"]
    chosen = [(claim, None) for claim in select(cheap)]
    found = [each for evidence in run_all(chosen, "quick", jobs=jobs) for each in evidence]
    assert [each.claim.id for each in found] == [claim.id for claim, _ in chosen]
    assert [each.games > 0 for each in found] == [True] * 4
    assert all(each.expected for each in found)
    assert [each.proof is not None and each.proof.complete for each in found] == [True, True, False, True]
    fallen = found[2].counterexample
    assert fallen is not None
    assert fallen.smallest.trace is not None


PROGRAM = """
import sys, threading, time
sys.argv, before = ["x"], set(sys.modules)
from functools import partial
from learncheck.oracle.engine.executors import Processes, as_completed
import tomllib  # what only this process has imported
if {threads}:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
sys.path.insert(0, {folder!r})
from told import told
tasks = iter([1, 2, 3])
print(sorted(as_completed(partial(Processes, 2), told, lambda: next(tasks, None), window=2)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("threads", [False, True])
def test_workers_are_forks_where_no_thread_can_hold_a_lock(tmp_path: Path, threads: bool) -> None:
    (tmp_path / "told.py").write_text(
        "import sys\ndef told(n): return 'tomllib' in sys.modules, 'learncheck.oracle.grading.many' in sys.modules\n"
    )
    program = PROGRAM.format(threads=threads, folder=str(tmp_path))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100, cwd=tmp_path)
    told = (True, False) if not threads else (True, True)  # the assignments are read by tomllib
    assert ran.stdout == f"{[(n, told) for n in (1, 2, 3)]}\n", ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_forks_end_with_the_process_that_made_them(tmp_path: Path, killed: bool) -> None:
    (tmp_path / "naps.py").write_text(
        "import os, time\ndef nap(n): os.write(1, b'%d\\n' % os.getpid()); time.sleep(n)\n"
    )
    program = PROGRAM.format(threads=False, folder=str(tmp_path)).rpartition("from told")[0]
    program += (
        "from naps import nap\ntasks = iter([0.01, 600, 600])\n"
        "for _ in as_completed(partial(Processes, 2), nap, lambda: next(tasks, None), window=2): "
    )
    program += "print('one', flush=True)" + ("; time.sleep(600)" if killed else "; break")
    ran = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert ran.stdout is not None
    assert ran.stderr is not None
    workers = set()
    while (line := ran.stdout.readline().strip()) != "one":
        workers.add(int(line or ran.stderr.read()))
    if killed:
        ran.kill()
    assert ran.wait(30) == (-signal.SIGKILL if killed else 0)
    until = time.monotonic() + 30
    while any(Path(f"/proc/{each}").exists() for each in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not [each for each in workers if Path(f"/proc/{each}").exists()]
