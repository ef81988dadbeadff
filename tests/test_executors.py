"""Tasks on several processes: results in order, none lost, whatever happens to a worker."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from oracle.executors import Crew, Lost, processes
from oracle.verify import run_all
from theorems.registry import select


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


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    crew = Crew(partial(processes, 2), stumble, window=3)
    results = {task[1]: result for task, result in crew.as_completed([(str(tmp_path), n) for n in range(9)])}
    assert {number: result for number, result in results.items() if number not in (5, 7)} == {
        number: number for number in range(9) if number not in (5, 7)
    }
    assert isinstance(results[5], ValueError)
    assert isinstance(results[7], Lost)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_evidence_does_not_depend_on_the_number_of_processes(jobs: int) -> None:
    chosen = [(claim, None) for claim in select(["halving-mistakes", "threshold-halving-mistakes", "winnow-mistakes"])]
    found = [each for evidence in run_all(chosen, "quick", jobs=jobs) for each in evidence]
    assert [each.claim.id for each in found] == [claim.id for claim, _ in chosen]
    assert [each.games > 0 for each in found] == [True] * 4
    assert all(each.expected for each in found)
    assert [each.proved for each in found] == [True, True, False, True]
    fallen = found[2].counterexample
    assert fallen is not None
    assert fallen.smallest.trace is not None
