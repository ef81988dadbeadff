"""Run independent tasks on several cores or machines without losing any.

Any `concurrent.futures.Executor` will do: processes on this machine, or a cluster's workers through dask.
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

from learncheck.oracle.files import Unusable

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often a task is tried in all. If its worker dies, it is given to another one."""


class Lost(Exception):
    """A task on which every worker died, or for which no worker can be started."""


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(jobs: int) -> Executor:
    """Make an executor with `jobs` processes on this machine."""
    return _Processes(jobs)


NEEDED_SOON = ("learncheck.oracle.engine.shrink", "learncheck.oracle.prover.prove")
"""Modules imported lazily (with Hypothesis and the solvers), but before workers are forked, so that they share them."""

PRELOADED = ["learncheck.oracle.grading.many", *NEEDED_SOON]
"""Modules that the fork server imports, where workers are its forks and not forks of this process."""


def forks() -> bool:
    """Whether workers can be forks of this process, which share its imports and start at once.

    Not with several threads: another thread might hold a lock that would never be released in the fork.
    """
    return sys.platform == "linux" and threading.active_count() == 1


class _Processes(ProcessPoolExecutor):
    """Processes that end when this one dies, and immediately if they are shut down without waiting.

    Ctrl-C reaches only this process, which decides what happens to the others.
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
        with _safe_path():  # making its locks may start the resource tracker
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
    """End this process once nobody holds the other end of the pipe; a fork closes the copy that it `inherited`."""
    if inherited is not None:
        inherited.close()

    def watch() -> None:
        other_end.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block interrupts; processes started in this context inherit the block and keep it for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # started later, it would unblock interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep processes started in this context from importing from the working directory, which may hold submissions."""
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


class NoExecutor(Unusable):
    """The requested executor is unavailable; the message says what to do."""


def workers(
    executor: str, scheduler: str | None, jobs: int | None, tasks: int
) -> tuple[Callable[[], Executor] | None, int]:
    """Return a factory of the requested executor and its number of workers; (None, 1) if this process does the work.

    executor: "processes" on this machine, or "dask", a cluster with the given scheduler address.
    jobs:     the number of processes, or of tasks that a cluster gets at once. By default one per core; a single task
              needs no other process.

    Raises NoExecutor if the cluster is unavailable, or the arguments do not fit together.
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
    """Connect to the cluster. Raises NoExecutor if it does not answer or dask.distributed is not installed."""
    try:
        from distributed import Client
    except ImportError:
        raise NoExecutor("dask.distributed is not installed; pip install 'learncheck[dask]'") from None
    try:
        return Client(scheduler, timeout="10s")
    except OSError as error:
        raise NoExecutor(f"no dask scheduler answers at {scheduler}: {error}") from None


class _DaskExecutor(Executor):
    """The workers of a dask cluster.

    Every submission runs, even of an identical task (`pure=False`); the tasks of a killed worker go to another one. If
    the cluster is lost, pending tasks raise NoExecutor; dask's own executor would leave them waiting forever.
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
        """Copy the outcome of dask's future to ours. dask calls this in a thread of its own."""
        self._asked.pop(ours, None)
        if not ours.set_running_or_notify_cancel():
            return
        try:
            if theirs.status == "finished":
                ours.set_result(theirs.result())
            else:
                ours.set_exception(theirs.exception() if theirs.status == "error" else self._gone())
        except BaseException:  # the cluster was lost between these calls
            ours.set_exception(self._gone())

    def _gone(self) -> NoExecutor:
        return NoExecutor(f"the dask scheduler at {self._scheduler} no longer answers")


@dataclass(eq=False)
class _Attempt(Generic[Task]):
    """The `number`-th attempt at a task."""

    task: Task
    number: int = 1
    executor: Executor | None = None

    @property
    def last(self) -> bool:
        """Whether this is the last attempt. It runs alone, so that it is not blamed for another task's crash."""
        return self.number == ATTEMPTS


class Crew(Generic[Task, Result]):
    """Runs tasks on an executor and replaces the executor when it breaks.

    start:  makes an executor; called again when a worker's death has broken the previous one.
    work:   a module-level function, which the workers import.
    window: the most tasks submitted at a time.
    """

    def __init__(self, start: Callable[[], Executor], work: Callable[[Task], Result], window: int) -> None:
        self._start, self._work, self._window = start, work, window
        self._executor: Executor | None = None
        self._running: dict[Future[Result], _Attempt[Task]] = {}
        self._again: deque[_Attempt[Task]] = deque()

    def run(self, draw: Callable[[], Task | None]) -> Iterator[tuple[Task, Result | BaseException]]:
        """Yield each task with its result, or with the exception that it raised, in order of completion.

        `draw` returns the next task whenever a worker is free, or None if there is none at present. The run ends when
        there is no task and nothing is running. A task on which `ATTEMPTS` workers died yields Lost. Raises NoExecutor
        if a cluster is lost.
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
        """Run the given tasks, and yield as `run` does."""
        rest = iter(tasks)
        return self.run(lambda: next(rest, None))

    def close(self) -> None:
        """Shut the executor down without waiting, and cancel its pending tasks."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def _hand_out(self, draw: Callable[[], Task | None]) -> bool:
        """Submit tasks while there is room. Returns whether any is running."""
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
        """Close the executor if a worker's death has broken it and it has not been replaced yet."""
        if isinstance(error, BrokenProcessPool) and executor is self._executor:
            self.close()


def _died(error: BaseException) -> bool:
    """Whether the error means that a worker died, and not that the task failed."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"
