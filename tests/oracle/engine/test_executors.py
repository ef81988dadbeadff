"""Tasks on several processes: results in order, none lost, whatever happens to a worker."""

import multiprocessing
import os
import signal
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


def test_results_come_in_order() -> None:
    crew = Crew(partial(processes, 2), square, window=4)
    assert [result for _, result in crew.in_order(range(20, 0, -1))] == [n * n for n in range(20, 0, -1)]


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
    chosen = [(claim, None) for claim in select(["halving-mistakes", "threshold-halving-mistakes", "winnow-mistakes"])]
    found = [each for evidence in run_all(chosen, "quick", jobs=jobs) for each in evidence]
    assert [each.claim.id for each in found] == [claim.id for claim, _ in chosen]
    assert [each.games > 0 for each in found] == [True] * 4
    assert all(each.expected for each in found)
    assert [each.proof is not None and each.proof.complete for each in found] == [True, True, False, True]
    fallen = found[2].counterexample
    assert fallen is not None
    assert fallen.smallest.trace is not None
