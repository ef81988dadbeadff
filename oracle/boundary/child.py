"""The process in which a submission runs.

`main` confines the process, loads one submission and serves the requests of `boundary.process`: make a learner,
predict, update, fit. It imports numpy, msgspec, modules of this folder, the standard library and the few modules of
`exact`, `learners` and `strategies` that these need, all before it is confined, and knows nothing of the claims: it
holds an instance once the parent sends it, and a label only after the prediction has left.
"""

import json
import os
import random
import signal
import site
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from learncheck.exact.answers import MAX_LINE, MAX_NAME, InvalidAnswer, label_of, shown, type_name
from learncheck.learners.arrays import Array
from learncheck.oracle.boundary import asking, confine, limits, messages
from learncheck.oracle.boundary.adapted import adapted
from learncheck.oracle.boundary.conventions import from_text
from learncheck.oracle.boundary.loading import (
    MODULE_NAME,
    HandedModules,
    PlottingModules,
    find_learners,
    import_sources,
)
from learncheck.oracle.boundary.messages import Message, Request
from learncheck.oracle.boundary.plain import RULE, Plain, Unpassable
from learncheck.oracle.boundary.raised import Failure, failure_of, loop_of
from learncheck.oracle.boundary.waiting import READ_BYTES, STOP, Stopped, Waiter
from learncheck.oracle.boundary.wire import ProtocolError, Reader, array, plain_states, text, wired


class Channel:
    """The child's end of the two pipes."""

    def __init__(self, read_fd: int, write_fd: int):
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._waiter = Waiter(read_fd)
        self._sequence = 0

    def receive(self) -> Request:
        """The next request. Ends the process when the parent is gone."""
        self._waiter.wait(None)
        data = os.read(self._read_fd, READ_BYTES)
        while len(data) < messages.HEAD.size:
            data += self._more(messages.HEAD.size - len(data))
        length, self._sequence = messages.HEAD.unpack_from(data)
        body = data[messages.HEAD.size :]
        if len(body) < length:
            parts = [body]
            missing = length - len(body)
            while missing > 0:
                parts.append(self._more(missing))
                missing -= len(parts[-1])
            body = b"".join(parts)
        return messages.request(body)

    def _more(self, count: int) -> bytes:
        data = os.read(self._read_fd, min(count, 1 << 20))
        if not data:
            os._exit(0)
        return data

    def send(self, message: Message) -> None:
        self._write(messages.encode(message))

    def _write(self, body: bytes) -> None:
        data = messages.HEAD.pack(len(body), self._sequence) + body
        sent = os.write(self._write_fd, data)
        while sent < len(data):
            sent += os.write(self._write_fd, data[sent : sent + READ_BYTES])

    def stub(self, handle: int, plainly: bool) -> Callable[..., object]:
        """A function that stands for the parent's callable number `handle`; `plainly` with arguments as they are."""

        def given(*arguments: object) -> object:
            if len(arguments) > messages.MAX_CALL_ARGUMENTS:
                raise TypeError(
                    f"called with {len(arguments)} arguments; at most {messages.MAX_CALL_ARGUMENTS} are passed on"
                )
            body = messages.encode(
                messages.CalledBack(handle, [wired(Plain(argument) if plainly else argument) for argument in arguments])
            )
            if len(body) > messages.MAX_REPLY_BYTES:
                raise ValueError(f"arguments of {len(body)} bytes; at most {messages.MAX_REPLY_BYTES} are passed on")
            self._write(body)
            answer = self.receive()
            if isinstance(answer, messages.Result):
                return Reader(self.stub).value(answer.value)
            raise ValueError(answer.text if isinstance(answer, messages.Refusal) else "no answer")

        given.__qualname__ = "given"  # what messages of Python's call it
        return given


ASKED: dict[str, Callable[..., int | Array | None]] = {
    question.__name__: question
    for question in (
        asking.predict, asking.update, asking.fit, asking.predict_many,
        asking.predict_reals, asking.predict_point, asking.probabilities, asking.sample,
    )
}  # fmt: skip
"""The questions that learners are asked, by name."""


class Server:
    """Holds the submission's module and its learners, and answers the parent's requests."""

    def __init__(self, channel: Channel, paths: Sequence[str]):
        self.channel = channel
        self.folders = tuple(os.path.join(path, "") for path in paths)
        self.learners: dict[int, asking.Learner] = {}
        self.presented: dict[int, object] = {}  # instances whose labels are due, by learners, which have copies
        self.constructors: dict[str, Callable[..., Any]] = {}
        self.files: set[str] = set()
        self.modules: list[str] = []
        self.generators: object = None
        self.turn = 0  # of many games, that of which a learner was asked last

    def serve(self) -> NoReturn:
        channel = self.channel
        while True:
            request = channel.receive()
            try:
                reply: Message = self.answer(request)
            except InvalidAnswer as error:
                asked = ASKED[request.what] if isinstance(request, messages.Ask) else asking.predict
                reply = messages.Invalid(text(f"{asking.method(asked)} returned {error}"))
            except Stopped as error:
                reply = messages.StoppedAt(text(loop_of(error, self.is_theirs)))
            except BaseException as error:
                failure = failure_of(error, self.is_theirs)
                reply = self.refusal(request, failure)
                del failure
            channel.send(reply)

    def is_theirs(self, file: str) -> bool:
        return file in self.files or file.startswith(self.folders)

    def at_import(self, error: BaseException) -> str:
        """One line that says what was raised, and where."""
        failure = failure_of(error, self.is_theirs)
        return f"{failure.place}: {failure.line}" if failure.place else failure.line

    def refusal(self, request: Request, failure: Failure) -> Message:
        if isinstance(request, messages.Load):
            place = f"{failure.place}: " if failure.place else ""
            there = [*dict.fromkeys(("numpy", "scipy", *self.modules))]
            hint = (
                f"; it can import Python's own modules, {', '.join(there[:-1])} and {there[-1]}, and modules in "
                "folders that the assignment's path names"
            )
            closed = [os.path.dirname(folder) for folder in self.folders if not os.access(folder, os.R_OK | os.X_OK)]
            if closed:
                hint += f"; submissions run as a user who may not read {closed[-1]}: chmod -R o+rX"
            missing = hint if "ModuleNotFoundError" in failure.names else ""
            if missing and "'learncheck" in failure.line:
                missing = ", which no submission can import; remove that line, or its cell, from the submission"
            if "NameError" in failure.names and "'get_ipython'" in failure.line:
                missing = ", which only notebooks have; hand in the notebook, or remove its magics from this file"
            return messages.Loaded(refusal=text(place + failure.line + missing))
        return messages.Raised(
            text(failure.text), [text(name, MAX_NAME) for name in failure.names], failure.raised_there
        )

    def answer(self, request: Request) -> Message:
        reader = Reader(self.channel.stub)
        match request:
            case messages.Ask(target, what, values):
                answer = ASKED[what](self.learners[target], *reader.values(values))
                return messages.Answered(array(answer) if isinstance(answer, np.ndarray) else answer)
            case messages.State(target, names):
                return messages.ExposedStates(state_of(self.learners[target], names))
            case messages.Read(target, name):
                value = getattr(self.learners[target], name)
                return messages.Answered(instead="method") if callable(value) else answered(name, value)
            case messages.Invoke(target, name, arguments, named):
                learner = self.learners[target]
                given = {key: reader.value(value) for key, value in named.items()}
                answer = getattr(learner, name)(*reader.values(arguments), **given)
                return (
                    messages.Answered(instead="itself") if answer is learner else answered(f"{name} returned", answer)
                )
            case messages.ManyRounds():
                return self.round(request, reader)
            case messages.Make():
                self.make(request, reader)
                return messages.Answered()
            case messages.Drew():
                return messages.Answered(state_of_generators() != self.generators)
            case messages.FailedAt():
                return messages.Answered(self.turn)
            case messages.Load():
                return self.load(request)
        raise ProtocolError(f"a request of unexpected kind {type(request).__name__}")

    def make(self, request: messages.Make, reader: Reader) -> None:
        """Drop the learners that the parent has released, and make others."""
        for handle in request.released:
            self.learners.pop(handle, None)
            self.presented.pop(handle, None)
        for self.turn, (target, arguments) in enumerate(request.learners):
            seed_generators(request.seed)
            given = reader.values(arguments)
            self.learners[target] = self.constructors[request.name](*given)
        if request.together:
            self.generators = state_of_generators()

    def round(self, request: messages.ManyRounds, reader: Reader) -> messages.Answers:
        """A round of many games: each learner gets the pending label, shows its state, and predicts the next label."""
        answers, exposed = bytearray(len(request.targets)), []
        instances = iter(reader.column(request.instances))
        rounds = zip(request.targets, request.labels, request.asked, strict=True)
        for self.turn, (target, label, asked) in enumerate(rounds):
            learner = self.learners[target]
            if label is not None:
                learner.update(own(self.presented.pop(target)), label)
            if request.names:
                exposed.append(state_of(learner, request.names))
            if asked:
                x = self.presented[target] = next(instances)
                answers[self.turn] = label_of(learner.predict(own(x))) & 0xFF
        return messages.Answers(bytes(answers), exposed)

    def load(self, request: messages.Load) -> messages.Loaded:
        held = {name: from_text(words) for name, words in request.held.items()}
        parts, modules = request.parts, request.modules
        finder = HandedModules(modules)
        self.files = {file for file, _ in parts} | {finder.file(name) for name in modules}
        self.modules = sorted({name.partition(".")[0] for name in modules})[: limits.MAX_FRAMES]
        # After all others: a submission takes the place of no module that is there.
        sys.meta_path += [finder, PlottingModules()]
        seed_new_generators()
        seed_generators(0)
        module, raised = import_sources(parts)
        self.constructors, unknown, others = find_learners(vars(module), request.classes, request.names)
        if raised and not self.constructors:
            raise raised[0]
        defines = []
        for name, constructor in list(self.constructors.items()):
            if name in held:
                self.constructors[name] = adapted(constructor, name, held[name])
            called = constructor if isinstance(constructor, type) else type(constructor)
            defines.append((text(name, MAX_NAME), text(type_name(called), MAX_NAME)))
        failed = [text(self.at_import(error), MAX_LINE) for error in raised[:MAX_LINE]]
        strange, besides = ([text(word, MAX_NAME) for word in words[:MAX_LINE]] for words in (unknown, others))
        return messages.Loaded(defines, strange, besides, failed)


def stopped(*given: object) -> NoReturn:
    raise Stopped


def own(x: object) -> object:
    """A copy of the instance, which the learner may modify."""
    return x.copy() if type(x) is np.ndarray else x


def answered(what: str, value: object) -> Message:
    """The reply with the value, or one that describes it if it cannot be passed on."""
    try:
        return messages.Answered(wired(Plain(value)))
    except Unpassable:
        return messages.Invalid(text(f"{what} {shown(value)}; expected {RULE}"))


def state_of(learner: object, names: Sequence[str]) -> messages.Exposed:
    """The named attributes that the learner exposes, each with its index."""
    return [(index, array(state)) for index, state in plain_states(learner, names)]


def seed_generators(seed: int) -> None:
    """Start `random` and `numpy.random` from `seed`, so that a learner that draws at random replays."""
    random.seed(seed)
    np.random.seed(seed)


def state_of_generators() -> object:
    """A value that changes once `random` or `numpy.random` has been drawn from."""
    name, key, *rest = np.random.get_state()
    return random.getstate(), name, np.asarray(key).tobytes(), rest


def seed_new_generators() -> None:
    """Let `numpy.random.default_rng()` take its seed from `random` instead of the operating system."""
    numpy_random: Any = np.random
    with_seed = numpy_random.default_rng

    def default_rng(seed: object = None) -> object:
        return with_seed(random.getrandbits(64) if seed is None else seed)

    numpy_random.default_rng = default_rng


def _taken(fd: int) -> int:
    """`fd` under another number, which no program started from here inherits."""
    own = os.dup(fd)
    os.close(fd)
    return own


def main(arguments: Sequence[str]) -> NoReturn:
    request_fd, reply_fd, memory_bytes, cpu_seconds = map(int, arguments[:4])
    channel = Channel(_taken(request_fd), _taken(reply_fd))
    try:
        confine.confine(json.loads(arguments[5]), memory_bytes, cpu_seconds)
    except OSError as error:
        channel.send(messages.NotConfined(text(f"{error.strerror or error}")))
        os._exit(1)
    # Not before: a student may have put a json.py or a numpy.py into a folder that an assignment's path names.
    paths = json.loads(arguments[4])
    sys.path += paths
    sys.argv = [MODULE_NAME]
    site.setquit()  # exit() and quit(), which no start without site's folders brings
    signal.signal(STOP, stopped)
    channel.send(messages.Hello())
    Server(channel, paths).serve()
