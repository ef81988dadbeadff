"""Run independent tasks on several processes or machines without losing any.

for task, result in run(partial(Processes, 2), work, draw, window=4): ...
"""

import importlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import connection, resource_tracker
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from learncheck.oracle.files import Unusable

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often a task is tried in all. If its worker dies, it is given to another one."""


class Lost(Exception):
    """A task on which every worker died."""


class Died(Exception):
    """A worker died while it worked on the task."""


@dataclass(frozen=True, eq=False)
class Attempt(Generic[Task]):
    """The `number`-th attempt at a task."""

    task: Task
    number: int = 1


class Workers(Protocol):
    """Those who do the work: processes on this machine, or a cluster."""

    def submit(self, work: Callable[[Any], Any], attempt: Attempt[Any]) -> None:
        """Have `work`, a module-level function, called on the attempt's task, now or once a worker is free."""

    def finished(self) -> list[tuple[Attempt[Any], Any]]:
        """Wait for attempts to end. Return each with its result, or with the exception raised: Died by a dead worker's.

        Raises NoExecutor if a cluster is lost.
        """

    def close(self) -> None:
        """End what is running, and do not wait for its results."""


def as_completed(
    start: Callable[[], Workers], work: Callable[[Task], Result], draw: Callable[[], Task | None], *, window: int
) -> Iterator[tuple[Task, Result | BaseException]]:
    """Yield each task with its result, or with the exception that it raised, in order of completion.

    start:  makes the workers, once there is a task.
    work:   a module-level function, which the workers import.
    draw:   returns the next task when there is room for it, or None if there is none at present. It ends when there is
            no task and nothing is running.
    window: the most tasks submitted at a time.

    A task on which `ATTEMPTS` workers died yields Lost. Raises NoExecutor if a cluster is lost.
    """
    workers: Workers | None = None
    running = 0
    try:
        while True:
            while running < window and (task := draw()) is not None:
                workers = workers or start()
                workers.submit(work, Attempt(task))
                running += 1
            if workers is None or not running:
                return
            for attempt, result in workers.finished():
                if isinstance(result, Died) and attempt.number < ATTEMPTS:
                    workers.submit(work, Attempt(attempt.task, attempt.number + 1))
                    continue
                running -= 1
                yield attempt.task, Lost(f"{ATTEMPTS} workers ended on it") if isinstance(result, Died) else result
    finally:
        if workers is not None:
            workers.close()


# ---- processes ----


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


NEEDED_SOON = ("learncheck.strategies.play.drawn", "learncheck.oracle.prover.prove")
"""Modules imported lazily (with Hypothesis and the solvers), but before workers are forked, so that they share them."""

PRELOADED = ["learncheck.oracle.grading.many", *NEEDED_SOON]
"""Modules that the fork server imports, where workers are its forks and not forks of this process."""


def forks() -> bool:
    """Whether workers can be forks of this process, which share its imports and start at once.

    Not with several threads: another thread might hold a lock that would never be released in the fork.
    """
    return sys.platform == "linux" and threading.active_count() == 1


class Processes:
    """Processes on this machine that end when this one ends, however it does.

    Each has a pipe of its own, and no thread or lock here is shared with it. So a worker may die, even in the middle of
    a result, without costing more than one attempt at its task, and Ctrl-C, which reaches only this process, may come
    at any moment.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._waiting: deque[tuple[Callable[[Any], Any], Attempt[Any]]] = deque()
        self._idle: list[_Worker] = []
        self._busy: dict[Any, tuple[_Worker, Attempt[Any]]] = {}

    def submit(self, work: Callable[[Any], Any], attempt: Attempt[Any]) -> None:
        self._waiting.append((work, attempt))
        self._hand_out()

    def finished(self) -> list[tuple[Attempt[Any], Any]]:
        found = []
        for pipe in connection.wait(self._busy):
            worker, attempt = self._busy.pop(pipe)
            try:
                found.append((attempt, worker.result()))
            except (EOFError, OSError):
                worker.end()
                found.append((attempt, Died()))
            else:
                self._idle.append(worker)
        self._hand_out()
        return found

    def close(self) -> None:
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()

    def _hand_out(self) -> None:
        while self._waiting and len(self._busy) < self._jobs:
            worker = self._idle.pop() if self._idle else _Worker()
            work, attempt = self._waiting.popleft()
            self._busy[worker.pipe] = worker, attempt
            worker.call(work, attempt.task)


class _Worker:
    """A process that works on one task at a time."""

    def __init__(self) -> None:
        method = "fork" if forks() else "forkserver" if sys.platform == "linux" else "spawn"
        if method == "fork":
            for name in NEEDED_SOON:
                importlib.import_module(name)
        else:
            resource_tracker.ensure_running()  # started later, it would unblock interrupts
        context: Any = multiprocessing.get_context(method)
        context.set_forkserver_preload(PRELOADED)
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _safe_path(), _interrupts_held():
            self._process.start()
        theirs.close()

    def call(self, work: Callable[[Any], Any], task: object) -> None:
        """Have `work` called on the task. If the process is dead, `result` will say so."""
        try:
            self.pipe.send_bytes(pickle.dumps((work, task)))
        except OSError:
            self._process.kill()

    def result(self) -> Any:
        """The result, or the exception raised. Raises EOFError or OSError if the process died."""
        answer = self.pipe.recv_bytes()
        try:
            result, error = pickle.loads(answer)
        except Exception as strange:  # an exception whose constructor wants other arguments than those that it keeps
            return strange
        return result if error is None else error

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _serve(pipe: Any) -> None:
    """Work on the tasks that come through the pipe."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is at the other end
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _answer(call: bytes) -> bytes:
    """The result and None, or None and the exception raised."""
    try:
        work, task = pickle.loads(call)
        return pickle.dumps((work(task), None))
    except BaseException as error:
        try:
            return pickle.dumps((None, error))
        except Exception:
            return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block interrupts; processes started in this context inherit the block and keep it for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
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


# ---- the workers that a user asks for ----


class NoExecutor(Unusable):
    """The requested executor is unavailable; the message says what to do."""


def workers(
    executor: str, scheduler: str | None, jobs: int | None, tasks: int
) -> tuple[Callable[[], Workers] | None, int]:
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
        return partial(Cluster, scheduler), jobs or max(1, threads)
    if scheduler is not None:
        raise NoExecutor("--scheduler is the address of a dask cluster; add --executor dask")
    wanted = min(jobs or cores(), tasks)
    return (None, 1) if wanted <= 1 else (partial(Processes, wanted), wanted)


def _dask(scheduler: str) -> Any:
    """Connect to the cluster. Raises NoExecutor if it does not answer or dask.distributed is not installed."""
    try:
        from distributed import Client
    except ImportError:
        raise NoExecutor("dask.distributed is not installed; pip install distributed") from None
    try:
        return Client(scheduler, timeout="60s")
    except OSError as error:
        raise NoExecutor(f"no dask scheduler answers at {scheduler}: {error}") from None


class Cluster:
    """The workers of a dask cluster.

    Every submission runs, even of an identical task (`pure=False`).
    """

    def __init__(self, scheduler: str) -> None:
        self._scheduler = scheduler
        self._client = _dask(scheduler)
        self._asked: dict[Any, Attempt[Any]] = {}
        self._ended: SimpleQueue[Any] = SimpleQueue()

    def submit(self, work: Callable[[Any], Any], attempt: Attempt[Any]) -> None:
        if self._client.status != "running":
            raise self._gone()
        future = self._client.submit(work, attempt.task, pure=False)
        self._asked[future] = attempt
        future.add_done_callback(self._ended.put)  # in a thread of dask's

    def finished(self) -> list[tuple[Attempt[Any], Any]]:
        future = self._ended.get()
        attempt = self._asked.pop(future)
        try:
            if future.status == "finished":
                return [(attempt, future.result())]
            error = future.exception() if future.status == "error" else None
        except Exception:  # the cluster was lost between these calls
            error = None
        if error is None:
            raise self._gone()
        return [(attempt, Died() if type(error).__name__ == "KilledWorker" else error)]

    def close(self) -> None:
        self._client.close()

    def _gone(self) -> NoExecutor:
        return NoExecutor(f"the dask scheduler at {self._scheduler} no longer answers")
