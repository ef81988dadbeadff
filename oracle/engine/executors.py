"""Run independent tasks on executors of `concurrent.futures` without losing any.

for task, result in as_completed(partial(processes, 2), work, draw, window=4): ...

`processes` are loky's on this machine, and `cluster` a dask cluster's; any other executor does as well.
"""

import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from learncheck.oracle.files import Unusable

if TYPE_CHECKING:
    from distributed import Client

Task = TypeVar("Task")
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often a task is tried in all, if its worker dies."""


class Lost(Exception):
    """A task on which every worker died."""


class NoExecutor(Unusable):
    """The requested executor is unavailable; the message says what to do."""


def as_completed(
    start: Callable[[], Executor], work: Callable[[Task], Result], draw: Callable[[], Task | None], *, window: int
) -> Iterator[tuple[Task, Result | BaseException]]:
    """Yield each task with its result, or with the exception that it raised, in order of completion.

    start:  makes the executor, once there is a task, and a new one if a worker's death has broken it.
    work:   a module-level function, which the workers import.
    draw:   returns the next task when there is room for it, or None if there is none at present. It ends when there is
            no task and nothing is running.
    window: the most tasks submitted at a time.

    Tasks that were running when a worker died are tried again, one at a time, so that each answers for itself. One on
    which `ATTEMPTS` workers died yields Lost. Raises NoExecutor if a cluster is lost.
    """
    pool = _Pool(start, work)
    try:
        while True:
            while pool.has_room(window) and (task := pool.next(draw)) is not None:
                pool.submit(task)
            if not pool.running:
                return
            yield from pool.finished()
    finally:
        pool.close()


class _Pool(Generic[Task, Result]):
    """An executor with the tasks that it has, and those whose worker may have died of them."""

    def __init__(self, start: Callable[[], Executor], work: Callable[[Task], Result]) -> None:
        self.start, self.work = start, work
        self.executor: Executor | None = None
        self.running: dict[Future[bytes], Task] = {}
        self.suspects: deque[Task] = deque()
        self.deaths: dict[int, int] = {}

    def has_room(self, window: int) -> bool:
        return not self.running if self.suspects else len(self.running) < window

    def next(self, draw: Callable[[], Task | None]) -> Task | None:
        return self.suspects.popleft() if self.suspects else draw()

    def submit(self, task: Task) -> None:
        if self.executor is None:
            self.executor = self.start()  # not below: a resource tracker lets interrupts pass again when it has started
        with _interrupts_held():  # a process that is started keeps this for good, so that Ctrl-C ends only this one
            try:
                future = self.executor.submit(_answer, self.work, task)
            except BrokenExecutor as error:
                future = Future()
                future.set_exception(error)
        self.running[future] = task

    def finished(self) -> list[tuple[Task, Result | BaseException]]:
        """Wait for tasks to end, and return them with what came of them."""
        done, _ = wait(self.running, return_when=FIRST_COMPLETED)
        if any(_died(future) for future in done):
            done, _ = wait(self.running)  # all others end with the executor
        alone = len(self.running) == 1
        ended: list[tuple[Task, Result | BaseException]] = []
        for future in [future for future in self.running if future in done]:
            task = self.running.pop(future)
            if not _died(future):
                ended.append((task, self._result(future)))
                continue
            self.deaths[id(task)] = self.deaths.get(id(task), 0) + alone
            if self.deaths[id(task)] < ATTEMPTS:
                self.suspects.append(task)
            else:
                ended.append((task, Lost(f"{ATTEMPTS} workers ended on it")))
        if self.suspects:
            self.close()
        return ended

    @staticmethod
    def _result(future: Future[bytes]) -> Result | BaseException:
        """The result of the task, or the exception that it raised."""
        try:
            answer = future.result()
        except CancelledError:
            raise NoExecutor("the cluster no longer answers") from None
        except Exception as error:
            return Lost(str(error)) if type(error).__name__ == "KilledWorker" else error
        try:
            result: Result
            result, raised = pickle.loads(answer)
        except Exception as strange:  # an exception whose constructor wants other arguments than those that it keeps
            return strange
        return result if raised is None else raised

    def close(self) -> None:
        """End what is running, and do not wait for its results."""
        executor, self.executor = self.executor, None
        if executor is None:
            return
        if hasattr(executor, "kill_workers"):
            executor.kill_workers()
        else:
            executor.shutdown(wait=False, cancel_futures=True)


def _died(future: Future[bytes]) -> bool:
    return not future.cancelled() and isinstance(future.exception(), BrokenExecutor)


def _answer(work: Callable[[Task], Result], task: Task) -> bytes:
    """The result and None, or None and the exception raised, such that it can always be sent."""
    try:
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


# ---- the executors that a user asks for ----


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


SAFE_PATH = "PYTHONSAFEPATH"  # set: Python does not import from the working directory


def processes(jobs: int) -> Executor:
    """So many processes on this machine, which end when this one ends, however it does.

    Neither they nor the processes that track their resources import from the working directory, which may hold
    submissions.
    """
    from multiprocessing import resource_tracker

    from loky import ProcessPoolExecutor
    from loky.backend import resource_tracker as lokys_tracker

    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        for tracker in (resource_tracker, lokys_tracker):  # they take no environment, as the workers do
            tracker.ensure_running()
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before
    executor = ProcessPoolExecutor(jobs, initializer=_end_with, initargs=(os.getpid(),), env={SAFE_PATH: "1"})
    executor.kill_workers = partial(_kill_workers, executor)
    return executor  # type: ignore[no-any-return]


def _kill_workers(executor: Executor) -> None:
    """End loky's processes, and the thread that sends them tasks, for which loky does not wait.

    If this process ended in the middle of what that thread cleans up, the resource tracker would report a leak.
    """
    feeders = [thread for thread in threading.enumerate() if thread.name == "QueueFeederThread"]
    executor.shutdown(kill_workers=True)  # type: ignore[call-arg]
    for thread in feeders:
        thread.join(timeout=1)  # it may be that of another executor


def _end_with(parent: int) -> None:
    """End this process when its parent has ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def cluster(scheduler: str) -> Executor:
    """The workers of a dask cluster. Every submission runs, even of an identical task. Raises NoExecutor."""
    client = _client(scheduler)
    executor: Executor = client.get_executor(pure=False)
    executor.kill_workers = client.close  # type: ignore[attr-defined]
    return executor


def _client(scheduler: str) -> "Client":
    """A client of the cluster. Raises NoExecutor if its scheduler does not answer or there is no dask.distributed."""
    try:
        from distributed import Client
    except ImportError:
        raise NoExecutor("dask.distributed is not installed; pip install distributed") from None
    try:
        return Client(scheduler, timeout="60s")
    except (OSError, ValueError) as error:  # nobody is there, or it is no address
        raise NoExecutor(f"no dask scheduler answers at {scheduler}: {error}") from None


CLAIMS_A_WORKER = 5
"""How many claims justify another process, which takes about a second to start."""


def workers(
    executor: str, scheduler: str | None, jobs: int | None, tasks: int
) -> tuple[Callable[[], Executor] | None, int]:
    """Return what makes the requested executor and its number of workers; (None, 1) if this process does the work.

    executor: "processes" on this machine, or "dask", a cluster with the given scheduler address.
    jobs:     the number of processes, or of tasks that a cluster gets at once. By default one per core; a single task
              needs no other process.

    Raises NoExecutor if the cluster is unavailable, or the arguments do not fit together.
    """
    if executor == "dask":
        if scheduler is None:
            raise NoExecutor("--executor dask needs the scheduler's address: --scheduler tcp://host:8786, for example")
        with _client(scheduler) as client:
            threads = sum(client.nthreads().values())
        return partial(cluster, scheduler), jobs or max(1, threads)
    if scheduler is not None:
        raise NoExecutor("--scheduler is the address of a dask cluster; add --executor dask")
    wanted = min(jobs or cores(), tasks)
    return (None, 1) if wanted <= 1 else (partial(processes, wanted), wanted)
