"""Independent tasks on several cores or machines, with results in order and none lost.

Any `concurrent.futures.Executor` serves: the processes of this machine, or a cluster's workers through dask.
"""

import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
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
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """A worker whose parent is killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)


class NoExecutor(ValueError):
    """The executor that is asked for cannot be had; the message says what to do."""


def workers(
    executor: str, scheduler: str | None, jobs: int | None, tasks: int
) -> tuple[Callable[[], Executor] | None, int]:
    """What makes the executor that is asked for, and how many workers it has; None where this process does the work.

    executor: "processes" of this machine, or "dask", a cluster whose scheduler's address is given.
    jobs:     the processes, or the tasks that a cluster gets at once; by default one a core, and none for one task.
    """
    if executor == "dask":
        if scheduler is None:
            raise NoExecutor("--executor dask needs the scheduler's address: --scheduler tcp://host:8786, for example")
        client = _dask(scheduler)
        return lambda: _DaskExecutor(client), jobs or max(1, sum(client.nthreads().values()))
    if scheduler is not None:
        raise NoExecutor("--scheduler is the address of a dask cluster; add --executor dask")
    wanted = min(jobs or cores(), tasks)
    return (None, 1) if wanted <= 1 else (partial(processes, wanted), wanted)


def _dask(scheduler: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise NoExecutor("dask.distributed is not installed; pip install 'learncheck[dask]'") from None
    try:
        return Client(scheduler, timeout="10s")
    except OSError as error:
        raise NoExecutor(f"no dask scheduler answers at {scheduler}: {error}") from None


class _DaskExecutor(Executor):
    """A cluster's workers. Every task is run as often as it is asked for (`pure=False`); a killed worker's tasks go
    to another one.
    """

    def __init__(self, client: Any) -> None:
        self._executor = client.get_executor(pure=False, retries=ATTEMPTS)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(function, *arguments, **named)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait)


class Crew(Generic[Task, Result]):
    """Runs tasks on an executor and replaces the executor when it breaks.

    start:  makes an executor. Made anew when a worker's death has broken the old one.
    work:   a function of a module, which the workers import.
    window: so many tasks at most are handed over at once.
    """

    def __init__(self, start: Callable[[], Executor], work: Callable[[Task], Result], window: int) -> None:
        self._start, self._work, self._window = start, work, window
        self._executor: Executor | None = None

    def as_completed(
        self, tasks: Iterable[Task], needed: Callable[[Task], bool] = lambda task: True
    ) -> Iterator[tuple[Task, Result | BaseException]]:
        """Each task with its result, or with the exception that it raised, in the order in which they end.

        A task that is no longer `needed` when its turn comes is left out.
        """
        waiting = list(tasks)[::-1]
        attempts: dict[int, int] = {}
        running: dict[Future[Result], Task] = {}
        try:
            while waiting or running:
                alone = bool(waiting) and attempts.get(id(waiting[-1]), 0) == ATTEMPTS - 1
                # The last attempt is made alone, so that no other task's crash is held against it.
                while waiting and len(running) < self._window and not (alone and running):
                    task = waiting.pop()
                    if needed(task):
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
