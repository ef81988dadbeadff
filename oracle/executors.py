"""Independent tasks on several cores or machines, with results in order and none lost.

Any `concurrent.futures.Executor` serves: the processes of this machine, or a cluster's workers through dask.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""A task whose worker dies is given to another one, so many times in all."""


class Lost(Exception):
    """A task that ended every worker it was given to."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(jobs: int) -> Executor:
    """An executor of `jobs` processes of this machine."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


class Crew(Generic[Task, Result]):
    """Runs tasks on an executor and replaces the executor when it breaks.

    start:  makes an executor. Made anew when a worker's death has broken the old one.
    work:   a function of a module, which the workers import.
    window: so many tasks at most are handed over at once.
    """

    def __init__(self, start: Callable[[], Executor], work: Callable[[Task], Result], window: int) -> None:
        self._start, self._work, self._window = start, work, window
        self._executor: Executor | None = None

    def as_completed(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | BaseException]]:
        """Each task with its result, or with the exception that it raised, in the order in which they end."""
        waiting = list(tasks)[::-1]
        attempts: dict[int, int] = {}
        running: dict[Future[Result], Task] = {}
        try:
            while waiting or running:
                alone = bool(waiting) and attempts.get(id(waiting[-1]), 0) == ATTEMPTS - 1
                # The last attempt is made alone, so that no other task's crash is held against it.
                while waiting and len(running) < self._window and not (alone and running):
                    task = waiting.pop()
                    running[self._submit(task)] = task
                    if alone:
                        break
                    alone = bool(waiting) and attempts.get(id(waiting[-1]), 0) == ATTEMPTS - 1
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    task = running.pop(future)
                    error = _error_of(future)
                    if error is None:
                        yield task, future.result()
                    elif not _died(error):
                        yield task, error
                    else:
                        self._executor = None if isinstance(error, BrokenProcessPool) else self._executor
                        attempts[id(task)] = attempts.get(id(task), 0) + 1
                        if attempts[id(task)] < ATTEMPTS:
                            waiting.append(task)
                        else:
                            yield task, Lost(f"{ATTEMPTS} workers ended on it")
        finally:
            for future in running:
                future.cancel()
            self.close()

    def in_order(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | BaseException]]:
        """As `as_completed`, in the order of the tasks."""
        listed = list(tasks)
        ended: dict[int, Result | BaseException] = {}
        due = 0
        for task, result in self.as_completed(listed):
            ended[id(task)] = result
            while due < len(listed) and id(listed[due]) in ended:
                yield listed[due], ended.pop(id(listed[due]))
                due += 1

    def close(self) -> None:
        """End the executor."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def _submit(self, task: Task) -> Future[Result]:
        for _ in range(ATTEMPTS):
            if self._executor is None:
                self._executor = self._start()
            try:
                return self._executor.submit(self._work, task)
            except BrokenProcessPool:
                self._executor = None
        raise Lost("no worker can be started")


def _error_of(future: Future[Any]) -> BaseException | None:
    try:
        return future.exception()
    except CancelledError as error:
        return error


def _died(error: BaseException) -> bool:
    """Whether the error says that a worker has ended, and not that the task has failed."""
    return isinstance(error, BrokenProcessPool | CancelledError) or type(error).__name__ == "KilledWorker"
