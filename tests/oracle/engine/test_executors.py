"""Tasks on several processes: results in order, none lost, whatever happens to a worker."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from learncheck.oracle.engine.executors import Crew, Lost, NoExecutor, processes, workers
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


@pytest.mark.slow
def test_every_task_gets_its_result() -> None:
    crew = Crew(partial(processes, 2), square, window=4)
    assert dict(crew.as_completed(range(20))) == {n: n * n for n in range(20)}


@pytest.mark.thorough
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    crew = Crew(partial(processes, 2), stumble, window=3)
    results = {task[1]: result for task, result in crew.as_completed([(str(tmp_path), n) for n in range(9)])}
    assert {number: result for number, result in results.items() if number not in (5, 7)} == {
        number: number for number in range(9) if number not in (5, 7)
    }
    assert isinstance(results[5], ValueError)
    assert isinstance(results[7], Lost)


def test_what_is_running_ends_when_nobody_waits_for_it() -> None:
    results = Crew(partial(processes, 2), time.sleep, window=2).as_completed([0.01, 600.0])
    assert next(results) == (0.01, None)
    children = multiprocessing.active_children()
    assert children
    results.close()
    for child in children:
        child.join(30)
    assert not [child for child in children if child.is_alive()]


class _Gone(Executor):
    """A cluster that goes while it works."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        ended: Future[Any] = Future()
        ended.set_exception(NoExecutor("nobody answers"))
        return ended


def test_a_cluster_that_is_gone_ends_it() -> None:
    with pytest.raises(NoExecutor, match="nobody answers"):
        list(Crew(_Gone, square, window=2).as_completed([1, 2]))


@pytest.mark.courses
def test_a_dask_cluster_that_is_gone_is_noticed() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        start, _ = workers("dask", cluster.scheduler_address, None, 1)
        assert start is not None
        results = Crew(start, time.sleep, window=2).as_completed([0.01, 600.0])
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

    for task, _ in Crew(partial(ThreadPoolExecutor, 2), square, window=2).run(draw):
        known.append(task)
    assert sorted(known) == drawn == [0, 1, 2]


@pytest.mark.thorough
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
from learncheck.oracle.engine.executors import Crew, processes
import tomllib  # what only this process has imported
if {threads}:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
sys.path.insert(0, {folder!r})
from told import told
print(sorted(Crew(partial(processes, 2), told, window=2).as_completed([1, 2, 3])))
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
        "from naps import nap\nfor _ in Crew(partial(processes, 2), nap, window=2).as_completed([0.01, 600, 600]): "
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
