"""Runs a submission in a process of its own, asks it for predictions and only then tells it the labels.

    with Submission("alice.py") as submission:
        submission.defines                              # {"Halving": "MyHalving"}
        learner = submission.make("Halving", hypotheses)
        learner.predict(2)                              # -1, 0 or +1, or a SubmissionError
        learner.update(2, +1)

`Submission` starts the process (`boundary.pipe`) when it is needed and again after it has ended; `RemoteLearner` is
a learner in it. What comes back is parsed (`boundary.messages` describes it) and every way to misbehave is
one of four exceptions of `boundary.failures`: `InvalidPrediction`, `Crashed`, `TimedOut` and `LoadError`.

The boundary keeps labels from a learner until it has predicted. `boundary.sandbox` keeps a submission from the file
system, the network and other processes.
"""

import math
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from learncheck.exact.answers import MAX_LINE, MAX_NAME, InvalidAnswer, cleaned
from learncheck.learners import LEARNERS
from learncheck.learners.arrays import Array
from learncheck.oracle.boundary import messages, sandbox
from learncheck.oracle.boundary.asking import Answer, Asked, GivenAnswer
from learncheck.oracle.boundary.failures import Crashed, ImportFailed, InvalidPrediction, LoadError, TimedOut
from learncheck.oracle.boundary.handed import HandedIn, hand_in
from learncheck.oracle.boundary.lockstep import Lockstep
from learncheck.oracle.boundary.messages import Replied
from learncheck.oracle.boundary.names import near, printable
from learncheck.oracle.boundary.pipe import WALL_FACTOR, Budget, Impatient, Process
from learncheck.oracle.boundary.plain import ITSELF, METHOD, Plain
from learncheck.oracle.boundary.sandbox import Rung
from learncheck.oracle.boundary.wire import wired

if TYPE_CHECKING:
    from learncheck.oracle.boundary.conventions import Conventions

# RLIMIT_CPU is a last resort for a whole process; the budgets of its claims are much smaller.
BUDGETS_PER_PROCESS = 20
# What a submission may spend in all, unless it is told otherwise: this many claims that use up their budgets.
BUDGETS_IN_ALL = 20
# A submission that ends its process in every game must not make us start one for every game that might be smaller.
STARTS_PER_BUDGET = 20
MIN_MEMORY_MB = 128
MOST_CELLS = 10
"""How many failed lines of a notebook are reported one by one; the others are counted."""


class Submission:
    """A submission and the process that runs it. A context manager; `close` ends the process.

    `handed` is what was handed in, if it has been read already. `time_limit` is the budget in seconds that
    `new_budget` renews, `memory_limit_mb` bounds the address space of the process, `import_limit` the seconds that
    importing the file may take, `total_limit` the seconds of all budgets and imports together, 20 times `time_limit` by
    default. `classes` maps contract names to class names if the file does not say so itself; `names` are learners
    beyond the contract's; `held` are the conventions of those that keep to others. `confinement` is a rung of
    `boundary.sandbox`, by default the strongest that works here; `paths` are folders that it may read besides. To
    be used from one thread: on Linux the process ends with the thread that started it.

    A submission that draws at random has a stream of random numbers for every game, which does not depend on the
    judge's seed: that would tell it which games are to come.

    The process starts at the first `defines` or `make`, which raise `LoadError` if the file cannot be judged.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        handed: HandedIn | None = None,
        time_limit: float = 10.0,
        memory_limit_mb: int = 1024,
        import_limit: float = 20.0,
        total_limit: float | None = None,
        classes: Mapping[str, str] | None = None,
        names: Collection[str] = (),
        confinement: Rung | None = None,
        held: "Mapping[str, Conventions] | None" = None,
        paths: Sequence[str] = (),
    ):
        if memory_limit_mb < MIN_MEMORY_MB:
            raise ValueError(f"a memory limit of {memory_limit_mb} MB; Python and numpy alone need {MIN_MEMORY_MB} MB")
        self.path = Path(path)
        self.time_limit = time_limit
        self.memory_limit_mb = memory_limit_mb
        self.import_limit = import_limit
        self.total_limit = BUDGETS_IN_ALL * time_limit if total_limit is None else total_limit
        self._stream = 0
        self._classes = dict(classes or {})
        self._paths = list(paths)
        self._held = {name: conventions for name, conventions in (held or {}).items() if conventions}
        self._names = list(dict.fromkeys((*LEARNERS, *names)))
        self._rung = sandbox.strongest() if confinement is None else confinement
        self._budget = Budget(time_limit)
        self._booked = True
        self._spent = 0.0
        self._starts = 0
        self._process: Process | None = None
        self._started_early: Process | None = None
        self._handed = handed
        self._defines: dict[str, str] = {}
        self._notes: tuple[str, ...] = ()
        self.absent: dict[str, str] = {}
        self._closed = False

    def __enter__(self) -> "Submission":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def confinement(self) -> str:
        """The name of the rung that confines the process, for reports."""
        return self._rung.name

    @property
    def defines(self) -> dict[str, str]:
        """Contract name to the name of the class that the submission gives for it."""
        if not self._defines:
            self._running()
        return dict(self._defines)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which file was chosen and which cells failed, and what looks like a typing error: keys of its LEARNERS that
        are no learners, and classes that almost are.
        """
        if not self._defines:
            self._running()
        return self._notes

    def make(self, name: str, *arguments: object) -> "RemoteLearner":
        """A new learner: the class that the submission gives for `name`, constructed with `arguments`.

        Arguments are None, numbers, strings, arrays and callables. A callable stays here, unless it is a kernel of the
        notes; the learner gets a function that calls it. Raises ValueError for a name that the submission does not
        define, and `TimedOut` if the total is used up.
        """
        return RemoteLearner(self._ready_for(name), name, arguments, self._stream)

    def draw_from(self, stream: int) -> None:
        """Learners that are made from now on draw their random numbers from this stream; at first it is stream 0."""
        self._stream = stream % (1 << 32)

    def make_many(self, name: str, arguments: Sequence[tuple[object, ...]], watch: tuple[str, ...] = ()) -> Lockstep:
        """As many learners as there are arguments, to be asked in one message a round; `watch` names attributes.

        Raises what `make` raises, and `Impatient` once so much of the budget is used up that a submission that is slow
        or hangs had better play one game after the other.
        """
        process = self._ready_for(name)
        if process.waited() > self._budget.seconds / 2:
            raise Impatient("has used up half of its budget")
        return Lockstep(process, name, arguments, watch, self._stream)

    def _ready_for(self, name: str) -> Process:
        """The process, in which a learner of this name can be made."""
        if self._spent > self.total_limit:
            raise TimedOut(f"has used up the {self.total_limit:g} s for all of its claims")
        process = self._running()
        if name not in self._defines:
            there = ", ".join(sorted(self._defines))
            raise ValueError(f"{printable(self.path.name)} defines no {name}; it defines {there}")
        return process

    def new_budget(self, seconds: float, *, booked: bool = True) -> None:
        """Start counting anew: `seconds` of processor time, and twice that to wait.

        Unless it is `booked`, what is spent of it does not count to the total. May end an old process, and with it the
        learners in it, so make learners after the call.
        """
        old, self._budget = self._budget, Budget(seconds)
        was_booked, self._booked = self._booked, booked
        self._starts = 0
        process = self._process
        if process is not None and process.ended is None:
            process.charge_to(self._budget)
            if process.cpu_left() < (WALL_FACTOR + 1) * self._budget.seconds:
                process.stop(None)
        else:
            self._process = None  # if it took too long, that was under the old budget
        self._spent += old.used * was_booked

    @property
    def used(self) -> float:
        """The seconds of the budget that are used up, as of the last look: see `Budget.used`."""
        process = self._process
        return self._budget.used if process is None or process.ended is not None else process.used()

    def restart(self) -> None:
        """End the process and the learners in it. The next learner is the first of a new process.

        Such an end is not the submission's doing, and does not count among those after which it is given no other.
        """
        if self._process is not None and self._process.ended is None:
            self._process.stop(None)
            self._starts = max(0, self._starts - 1)

    def start(self) -> None:
        """Start the process and do not wait for it, so that something else can be done meanwhile."""
        if self._process is None and self._started_early is None:
            self._started_early = self._new_process()

    def close(self) -> None:
        """End the process. The submission cannot be used afterwards."""
        self._closed = True
        for process in (self._process, self._started_early):
            if process is not None:
                process.stop(None)

    def _running(self) -> Process:
        """The process, started (again) if need be."""
        if self._closed:
            raise ValueError(f"the submission {printable(self.path.name)} is closed; open another")
        process = self._process
        if process is not None and process.ended is None:
            return process
        if process is not None and isinstance(process.ended_by, TimedOut):
            raise TimedOut(process.ended_by.message)  # until there is a new budget
        if self._starts >= STARTS_PER_BUDGET:
            raise TimedOut(f"ended its process {self._starts} times; no further one is started for this claim")
        self._starts += 1
        if self._handed is None:
            self._handed = hand_in(self.path)
        process, self._started_early = self._started_early, None
        if process is None:
            process = self._new_process()
        process.wait_until_up()
        try:
            defines, notes = self._load(process)
            # What the file defines is what it defined at first: a class that is gone after a crash has crashed.
            if gone := sorted(self._defines.keys() - defines.keys()):
                raise Crashed(f"its process had to be started again, and now the file defines no {', '.join(gone)}")
        except BaseException:
            process.stop(None)
            raise
        if not self._defines:
            self._defines, self._notes = defines, notes
        process.charge_to(self._budget)
        self._process = process
        return process

    def _new_process(self) -> Process:
        allowance = self.import_limit + BUDGETS_PER_PROCESS * max(self.time_limit, self._budget.seconds)
        return Process(self.memory_limit_mb << 20, math.ceil(allowance), self._rung, paths=self._paths)

    def _load(self, process: Process) -> tuple[dict[str, str], tuple[str, ...]]:
        assert self._handed is not None
        name = self._handed.name
        held = {name: conventions.as_text() for name, conventions in self._held.items()}
        load = messages.Load(
            dict(self._classes), held, [*self._names], [*self._handed.parts], dict(self._handed.modules)
        )
        importing = Budget(self.import_limit)
        process.charge_to(importing)
        try:
            loaded = process.ask(load, messages.Loaded)
            if loaded.refusal:
                raise ImportFailed(f"{name} cannot be imported: {cleaned(loaded.refusal)}")
            defines = {cleaned(learner, MAX_NAME): cleaned(cls, MAX_NAME) for learner, cls in loaded.defines}
            unknown, others = ([cleaned(word, MAX_NAME) for word in words] for words in (loaded.unknown, loaded.others))
            failed = [cleaned(cell, MAX_LINE) for cell in loaded.failed]
            if not defines.keys() <= {*self._names, *self._classes}:
                raise process.violation("a learner that is none of the contract's")
        except TimedOut as error:
            _, *place = error.message.splitlines()
            slow = ", ".join([f"{name} cannot be imported: it took longer than {self.import_limit:g} s", *place])
            raise ImportFailed(slow, "timed-out") from None
        except (Crashed, InvalidPrediction) as error:
            raise ImportFailed(f"{name} cannot be imported: {cleaned(error.message)}") from None
        finally:
            self._spent += importing.waited / WALL_FACTOR
        there = [*others, *defines]
        cells = [f"{cell}; the cells below it were run all the same" for cell in failed[:MOST_CELLS]]
        cells += [f"{len(failed) - MOST_CELLS} more lines of the notebook failed"] * (len(failed) > MOST_CELLS)
        self.absent = {
            name: f"there is no class {cls!r} to grade as {name}"
            + (near(cls, there) or f"; the file has {', '.join(there)}" * bool(there))
            for name, cls in self._classes.items()
            if name not in defines
        }
        remarks = [*self.absent.values()]
        remarks += [f"LEARNERS names {key!r}, which is not a learner{near(key, self._names)}" for key in unknown]
        for other in others:
            hint = near(other, [learner for learner in self._names if learner not in defines])
            if other in self._classes or other in self._classes.values():
                continue  # what was asked for is judged, or said to be absent
            if other in self._names:
                remarks.append(f"{other} is not a class of this file; define it there, or name it in LEARNERS")
            elif hint:
                remarks.append(f"the class {other} is not a learner{hint}")
        if not defines:
            raise LoadError(
                f"{name} defines no known learner: {'; '.join(remarks[:3])}" if remarks else
                f"{name} defines no known learner; give a class the name that the notes use, Halving for example, "
                'or add LEARNERS = {"Halving": YourClass}'
            )  # fmt: skip
        return defines, (*self._handed.notes, *cells, *remarks)


class RemoteLearner(Asked):
    """A learner that lives in a submission's process. Made by `Submission.make`.

    A learner whose process has ended raises what ended it.
    """

    def __init__(self, process: Process, name: str, arguments: Sequence[object], seed: int):
        self.name = name
        self._process = process
        self._callables: list[int] = []
        self._handle = process.new_handle()
        given = [wired(argument, self._register) for argument in arguments]
        self._reply(messages.Make(process.take_released(), name, seed, [(self._handle, given)]), messages.Answered)

    def attribute(self, name: str) -> object:
        """The attribute as a plain value (`boundary.plain`), or METHOD if it can be called."""
        return self._plain(messages.Read(self._handle, name))

    def call(self, name: str, arguments: Sequence[object], named: Mapping[str, object]) -> object:
        """What the method returns: a plain value, or ITSELF. Arguments are plain values or functions."""
        given = [wired(Plain(argument), self._register) for argument in arguments]
        keywords = {key: wired(Plain(value), self._register) for key, value in named.items()}
        return self._plain(messages.Invoke(self._handle, name, given, keywords))

    def state(self, names: tuple[str, ...]) -> dict[str, Array]:
        """Copies of the named attributes that are plain arrays or numbers of bounded size, without the others.

        A number has shape (). The types are bool, int64 and float64.
        """
        if len(names) > messages.MAX_STATE_NAMES:
            raise ValueError(f"{len(names)} attributes at once; at most {messages.MAX_STATE_NAMES} can be asked for")
        reply = self._reply(messages.State(self._handle, [*names]), messages.ExposedStates)
        return self._process.attributes(reply.exposed, names)

    def release(self) -> None:
        """Release the learner; its memory is freed when the next one is made."""
        if self._handle:
            self._process.release(self._handle, self._callables)
            self._handle = 0

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self.release()

    def _register(self, function: Callable[..., object]) -> int:
        handle = self._process.register(function)
        self._callables.append(handle)
        return handle

    def _reply(self, request: messages.Message, expected: type[Replied]) -> Replied:
        if not self._handle:
            raise ValueError(f"this {self.name} has been released; make another")
        return self._process.ask(request, expected, self._register)

    def _plain(self, request: messages.Message) -> object:
        reply = self._reply(request, messages.Answered)
        if reply.instead:
            return METHOD if reply.instead == "method" else ITSELF
        return self._process.read(reply.value)

    def _ask(self, ask: Callable[..., Answer], *values: object) -> Answer:
        request = messages.Ask(self._handle, ask.__name__, [*map(wired, values)])
        answer = self._process.read(self._reply(request, messages.Answered).value)
        try:
            return ask(
                GivenAnswer(answer), *values
            )  # whoever writes to the pipe, the answer is taken by the same rules
        except InvalidAnswer as error:
            raise self._process.violation(f"{error}") from None
