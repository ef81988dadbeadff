"""Independent tasks on several cores or machines, with results in order and none lost.

Any `concurrent.futures.Executor` serves: the processes of this machine, or a cluster's workers through dask.
"""

import importlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
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
    return _Processes(jobs)


NEEDED_SOON = ("learncheck.oracle.engine.shrink", "learncheck.oracle.prover.prove")
"""What is imported when it is first needed (Hypothesis, solvers), and before workers are forked: they share it."""

PRELOADED = ["learncheck.oracle.grading.many", *NEEDED_SOON]
"""What the process imports of which workers are forks where they are none of this one."""


def forks() -> bool:
    """Whether workers can be forks of this process, which have all that it has imported and begin at once.

    A thread might hold a lock that nobody lets go of in the fork.
    """
    return sys.platform == "linux" and threading.active_count() == 1


class _Processes(ProcessPoolExecutor):
    """Processes that end when this one dies, and at once when they are shut down without waiting for them.

    Ctrl-C reaches this process alone, which decides what becomes of them.
    """

    def __init__(self, jobs: int) -> None:
        at_once = forks()
        if at_once:
            for name in NEEDED_SOON:
                importlib.import_module(name)
        method = "fork" if at_once else "forkserver" if sys.platform == "linux" else "spawn"
        context = multiprocessing.get_context(method)
        context.set_forkserver_preload(PRELOADED)
        theirs, self._ours = context.Pipe(duplex=False)
        with _safe_path():  # its locks are watched by a process
            super().__init__(
                jobs, mp_context=context, initializer=_end_with, initargs=(theirs, self._ours if at_once else None)
            )
        if at_once:
            self.submit(int)  # forks all of them, while there is no other thread

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        with _safe_path(), _interrupts_held():  # both may start a process
            return super().submit(function, *arguments, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._ours.close()


def _end_with(other_end: "Connection[Any, Any]", inherited: "Connection[Any, Any] | None") -> None:
    """End this process when nobody holds the other end of the pipe any more. A fork has `inherited` it."""
    if inherited is not None:
        inherited.close()

    def watch() -> None:
        other_end.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A process that is started meanwhile inherits that interrupts are held back, and holds them back for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # started later, it would let them through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _safe_path() -> Iterator[None]:
    """A process that is started meanwhile imports nothing from the working directory, where submissions may lie."""
    name = "PYTHONSAFEPATH"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


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
        with _dask(scheduler) as client:
            threads = sum(client.nthreads().values())
        return partial(_DaskExecutor, scheduler), jobs or max(1, threads)
    if scheduler is not None:
        raise NoExecutor("--scheduler is the address of a dask cluster; add --executor dask")
    wanted = min(jobs or cores(), tasks)
    return (None, 1) if wanted <= 1 else (partial(processes, wanted), wanted)


def _dask(scheduler: str) -> Any:
    """A client of the cluster."""
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
    to another one. The tasks of a cluster that is gone end with NoExecutor.

    The executor that dask itself offers leaves them waiting for ever.
    """

    def __init__(self, scheduler: str) -> None:
        self._scheduler = scheduler
        self._client = _dask(scheduler)
        self._asked: dict[Future[Any], Any] = {}

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if self._client.status != "running":
            raise self._gone()
        ours: Future[Any] = Future()
        theirs = self._asked[ours] = self._client.submit(function, *arguments, pure=False, **named)
        theirs.add_done_callback(partial(self._settle, ours))
        return ours

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if wait:
            futures.wait(list(self._asked))
        self._client.close()

    def _settle(self, ours: Future[Any], theirs: Any) -> None:
        """Hand on what became of a task; dask calls this in a thread of its own."""
        self._asked.pop(ours, None)
        if not ours.set_running_or_notify_cancel():
            return
        try:
            if theirs.status == "finished":
                ours.set_result(theirs.result())
            else:
                ours.set_exception(theirs.exception() if theirs.status == "error" else self._gone())
        except BaseException:  # the cluster went between two of these questions
            ours.set_exception(self._gone())

    def _gone(self) -> NoExecutor:
        return NoExecutor(f"the dask scheduler at {self._scheduler} no longer answers")


@dataclass(eq=False)
class _Attempt(Generic[Task]):
    """A task in the hands of a worker, for the `number`-th time."""

    task: Task
    number: int = 1
    executor: Executor | None = None

    @property
    def last(self) -> bool:
        """The last attempt is made alone, so that no other task's crash is held against it."""
        return self.number == ATTEMPTS


class Crew(Generic[Task, Result]):
    """Runs tasks on an executor and replaces the executor when it breaks.

    start:  makes an executor. Made anew when a worker's death has broken the old one.
    work:   a function of a module, which the workers import.
    window: so many tasks at most are handed over at once.
    """

    def __init__(self, start: Callable[[], Executor], work: Callable[[Task], Result], window: int) -> None:
        self._start, self._work, self._window = start, work, window
        self._executor: Executor | None = None
        self._running: dict[Future[Result], _Attempt[Task]] = {}
        self._again: deque[_Attempt[Task]] = deque()

    def run(self, draw: Callable[[], Task | None]) -> Iterator[tuple[Task, Result | BaseException]]:
        """Each task with its result, or with the exception that it raised, in the order in which they end.

        `draw` gives the next task whenever a worker is free, or None where there is none at present. It is over when
        there is none and nothing is running. Raises NoExecutor when a cluster is gone.
        """
        try:
            while self._hand_out(draw):
                done, _ = futures.wait(self._running, return_when=futures.FIRST_COMPLETED)
                for future in done:
                    attempt = self._running.pop(future)
                    error = future.exception()
                    if error is None:
                        yield attempt.task, future.result()
                    elif isinstance(error, NoExecutor):
                        raise error
                    elif not _died(error):
                        yield attempt.task, error
                    else:
                        self._part_with(attempt.executor, error)
                        if attempt.last:
                            yield attempt.task, Lost(f"{ATTEMPTS} workers ended on it")
                        else:
                            self._again.append(_Attempt(attempt.task, attempt.number + 1))
        finally:
            for future in self._running:
                future.cancel()
            self._running.clear()
            self._again.clear()
            self.close()

    def as_completed(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | BaseException]]:
        """The same for tasks that are all known beforehand."""
        rest = iter(tasks)
        return self.run(lambda: next(rest, None))

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
        """End the executor, and what runs there."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def _hand_out(self, draw: Callable[[], Task | None]) -> bool:
        """Hand tasks over while there is room; whether any is running."""
        while len(self._running) < self._window and not any(each.last for each in self._running.values()):
            attempt = self._next(draw)
            if attempt is None:
                break
            self._running[self._submit(attempt)] = attempt
        return bool(self._running)

    def _next(self, draw: Callable[[], Task | None]) -> _Attempt[Task] | None:
        if self._again:
            return None if self._again[0].last and self._running else self._again.popleft()
        task = draw()
        return None if task is None else _Attempt(task)

    def _submit(self, attempt: _Attempt[Task]) -> Future[Result]:
        for _ in range(ATTEMPTS):
            if self._executor is None:
                self._executor = self._start()
            attempt.executor = self._executor
            try:
                return self._executor.submit(self._work, attempt.task)
            except BrokenProcessPool:
                self.close()
        raise Lost("no worker can be started")

    def _part_with(self, executor: Executor | None, error: BaseException) -> None:
        """Start anew where a worker's death has broken the executor, and that has not been seen to yet."""
        if isinstance(error, BrokenProcessPool) and executor is self._executor:
            self.close()


def _died(error: BaseException) -> bool:
    """Whether the error says that a worker has ended, and not that the task has failed."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"
