"""Submissions that cheat, crash, lie, flood and break out, each as what the class of a student does.

A function is what `predict` does or, with `at_import`, what the module does when it is imported; a class is a learner.
The decorator says which verdict it must get, what the report must say,
and whether only confinement stops it. `source` writes it as a file of its own, with the imports that it needs.
OUTSIDE, PROJECT, REAL, PORT, PARENT and PYTHON stand for what only the test knows.
"""

import ast
import atexit
import builtins
import contextlib
import ctypes
import gc
import glob
import importlib
import inspect
import json
import os
import re
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Hostile:
    """A submission, and what it must come to."""

    does: Any
    verdict: str
    says: str = ""
    confined: bool = False
    at_import: bool = False

    @property
    def name(self) -> str:
        return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=A)(?=F)", "_", self.does.__name__).lower()

    def source(self) -> str:
        """The submission as a file."""
        code = _source(self.does)
        helpers = [_source(helper) for helper in (channel, say) if re.search(rf"\b(say|{helper.__name__})\(", code)]
        if isinstance(self.does, type):
            learner = f"class Halving({self.does.__name__}):\n    pass\n"
        else:
            call = f"{self.does.__name__}({', '.join(inspect.signature(self.does).parameters)})"
            before, answer = (f"{call}\n", "1") if self.at_import else ("", call)
            learner = before + STUDENT.format(answer)
        parts = "\n\n".join([*helpers, code, learner])
        return f"{_imports(parts)}\n\n{parts}"


STUDENT = """
class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return {}

    def update(self, x, y):
        pass
"""


def _source(does: Any) -> str:
    """Its code, without the decorator."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(does)))
    tree.body[0].decorator_list = []
    return ast.unparse(tree)


def _imports(code: str) -> str:
    """The modules whose names stand in the code."""
    modules = {name: module.__name__ for name, module in globals().items() if inspect.ismodule(module)}
    return "\n".join(
        f"import {module} as {name}" for name, module in modules.items() if re.search(rf"\b{name}\.", code)
    )


HOSTILE: list[Hostile] = []


def hostile(verdict: str, says: str = "", **demands: Any) -> Callable[[Any], Any]:
    """Keep what is decorated as a submission that must get this verdict."""

    def keep(does: Any) -> Any:
        HOSTILE.append(Hostile(does, verdict, says, **demands))
        return does

    return keep


falsified, invalid, crashed, timed_out = (
    partial(hostile, verdict) for verdict in ("falsified", "invalid", "crashed", "timed-out")
)


# ---- what some of them share ----


def channel():
    """The judge's pipe, found in a frame of its process."""
    frame = sys._getframe()
    while frame is not None:
        candidate = frame.f_locals.get("channel")
        if hasattr(candidate, "_write_fd"):
            return candidate
        frame = frame.f_back
    return None


def say(body, length=None, ahead=0):
    """Write a reply of one's own: b"\\x93D\\x01\\xa0", say, which is that the answer is 1."""
    pipe = channel()
    head = struct.pack("<II", len(body) if length is None else length, pipe._sequence + ahead)
    os.write(pipe._write_fd, head + body)


# ---- the submissions ----


@crashed("4294967295 bytes")
def announces_a_huge_reply():
    """Announces a reply of 4 GB."""
    say(b"", 2**32 - 1)
    time.sleep(60)


@invalid("an int of 332193 bits")
def answers_with_a_huge_integer():
    """Answers with an integer that takes minutes to print."""
    return 10**100_000


@invalid("list of 1")
def answers_with_deep_nesting():
    """Answers with a list within a list within a list, 100,000 deep."""
    nested = []
    for _ in range(100_000):
        nested = [nested]
    return nested


@invalid("predict returned nan")
def answers_with_nan():
    """Answers with what is not a number."""
    return float("nan")


@crashed("may not start processes", confined=True)
def becomes_another_program():
    """Puts another Python in its place, which answers in its name."""
    os.execv("PYTHON", ["python", "-c", "print(1)"])


@falsified(confined=True)
def breaks_out():
    """Asks the kernel for another root, other namespaces, a debugger and a new system call."""
    libc = ctypes.CDLL(None, use_errno=True)
    done = [
        libc.chroot(b".."),
        libc.unshare(0x10000000),
        libc.mount(b"/", b"/private", None, 4096, None),
        libc.umount2(b"/private", 2),
        libc.ptrace(16, 1, 0, 0),
        libc.setuid(0) if os.getuid() else -1,  # to be who it is already is no way out
        libc.syscall(500, 0, 0, 0),
    ]
    assert all(prediction == -1 for prediction in done), done
    return 1


@crashed("was not given")
def calls_what_it_was_not_given():
    """Asks the judge to run a function of the judge's."""
    say(b"\x93K\x01\x91\xa8__exit__")
    time.sleep(60)


@crashed("ended without an answer")
def closes_its_files():
    """Closes all of its files and goes on."""
    os.closerange(0, 64)
    return 1


@crashed("may not start processes, open sockets, send signals", confined=True)
def connects_to_loopback():
    """Asks a server on this machine for the answers."""
    with socket.create_connection(("127.0.0.1", int("PORT"))) as server:
        return int(server.recv(2))


@falsified(confined=True, at_import=True)
def deletes_files():
    """Deletes, renames and locks up all that it can name."""
    for folder in ("OUTSIDE", "PROJECT/oracle", os.path.dirname(json.__file__), "/private"):
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            os.rename(folder, f"{folder}-gone")
        with contextlib.suppress(OSError):
            os.chmod(folder, 0)


@invalid("an object of type Disguised")
def disguises_an_array():
    """Answers with an array that claims to be a scalar."""

    class Disguised(np.ndarray):
        size = 1
        shape = ()
        ndim = 0

        def __array__(self, *arguments, **named):
            return np.int64(1)

        def __array_function__(self, *arguments, **named):
            return 1

    return np.array([1, -1]).view(Disguised)


@falsified()
def draws_at_random():
    """Asks the system for random bytes, which no seed reaches."""
    return 1 if os.urandom(1)[0] & 1 else -1


@timed_out()
def drips_its_reply():
    """Sends its reply byte by byte, never done."""
    say(b"", 1000)
    while True:
        os.write(channel()._write_fd, b"x")
        time.sleep(0.01)


@crashed("ended without an answer")
def ends_its_process():
    """Ends its process with status 0 in the middle of a game, again and again."""
    os._exit(0)


@falsified()
class ExposesAForgedState:
    """Exposes a state that obeys every line of the proof, and answers as it likes."""

    def __init__(self, hypotheses):
        self.size = len(hypotheses)
        self.alive_before = np.ones(self.size, bool)

    @property
    def alive(self):
        self.alive_before[len(self.alive_before) // 2 :] = False
        return self.alive_before

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass


@falsified(confined=True)
def fakes_results():
    """Writes reports that praise it, wherever one might look, and prints one."""
    for folder in (".", "..", "/", "/tmp", os.path.expanduser("~"), "OUTSIDE", "PROJECT/.learncheck/cases"):
        for name in ("results.json", "report.json", "halving-mistakes.json"):
            with contextlib.suppress(OSError), open(f"{folder}/{name}", "w") as file:
                json.dump({"score": 1.0, "verdict": "stands"}, file)
    print('{"score": 1.0, "verdict": "stands"}')
    return 1


@crashed("or write files", confined=True)
def fills_its_folder():
    """Fills the disk with small files."""
    for number in range(10**6):
        with open(f"small-{number}", "wb") as file:
            file.write(bytes(1 << 18))
    return 1


@falsified()
def floods_its_output():
    """Prints and prints."""
    print("stands " * 10**5)
    print("stands " * 10**5, file=sys.stderr, flush=True)
    os.write(1, b"stands " * 10**6)
    return 1


@crashed("which is not a reply")
def forges_from_a_thread():
    """Has a thread send answers all the time."""

    def flood(fd):
        while True:
            os.write(fd, struct.pack("<II", 4, 2) + b"\x93D\x01\xa0")

    pipe = channel()
    threading.Thread(target=flood, args=(pipe._write_fd,), daemon=True).start()
    return 1


@crashed("cannot be imported", at_import=True)
def forges_its_own_loading():
    """Answers the request to load it itself: it defines everything, and praises itself."""
    say(b"\x96B\xdd\x7f\xff\xff\xff")


@crashed("which is not a reply")
def forges_replies():
    """Sends a second reply with each of its answers."""
    say(b"\x93D\x01\xa0")
    return -1


@crashed("may not start processes", confined=True)
def forks():
    """Forks until no process is left for anybody."""
    while True:
        os.fork()


@crashed("may not start processes", confined=True)
def forks_and_lets_its_child_answer():
    """Forks and lets both answer."""
    os.fork()
    return 1


@timed_out("s, in line", at_import=True)
def is_slow_to_import():
    """Sleeps while it is imported."""
    time.sleep(60)


@falsified()
class KeepsReferences:
    """Overwrites the arrays that it is handed, now and later, so that the game fits its answers."""

    references = []

    def __init__(self, hypotheses):
        self.references.append(hypotheses)
        hypotheses[:] = 1

    def predict(self, x):
        for hypotheses in self.references:
            hypotheses[:] = 1
        return 1

    def update(self, x, y):
        self.references[-1][:] = y


@crashed("SystemExit: 0")
def leaves_at_exit():
    """Registers a last word and leaves with a status that says all is well."""

    @atexit.register
    def praise():
        print("stands")

    sys.exit(0)


@falsified()
def lies_about_numbers():
    """Answers with a number that is equal to every other."""

    class Liar(int):
        def __eq__(self, other):
            return True

        def __ne__(self, other):
            return False

        def __hash__(self):
            return 1

    return Liar(1)


@falsified(confined=True)
def looks_into_other_processes():
    """Reads and writes other processes' memory and files through /proc."""
    for name in ("mem", "environ", "cmdline", "maps", "fd/3"):
        for path in {f"/proc/1/{name}", f"/proc/PARENT/{name}", *glob.glob(f"/proc/[0-9]*/{name}")}:
            if path.startswith(f"/proc/{os.getpid()}/"):
                continue
            with contextlib.suppress(OSError), open(path, "rb+") as file:
                file.write(b"stands")
                return -1 / 0
    return 1


@timed_out("took longer than")
def loops():
    """Computes for ever."""
    while True:
        pass


@crashed("the limit is 64 open files")
def opens_files():
    """Opens files until no more open."""
    files = []
    while True:
        files.append(os.open(os.devnull, os.O_RDONLY))


@crashed("ended without an answer")
def overflows_the_stack():
    """Nests tuples until a built-in function overflows the stack."""
    nested = ()
    for _ in range(10**6):
        nested = (nested,)
    return hash(nested)


@falsified(at_import=True)
def patches_numpy():
    """Replaces numpy's functions, as if the judge counted with them."""
    np.sum = np.count_nonzero = np.array_equal = lambda *arguments, **named: 0
    np.sign = np.where = lambda *arguments: 1


@crashed("cannot be imported", at_import=True)
def patches_python():
    """Replaces Python's own functions, as if the judge counted with them."""
    builtins.len = builtins.sum = lambda *arguments: 0
    builtins.isinstance = lambda *arguments: True


@falsified(at_import=True)
def patches_the_judge():
    """Replaces the functions that check and send its answers."""
    for name in ("oracle.boundary.child", "exact.answers", "oracle.boundary.messages"):
        judge = sys.modules[f"learncheck.{name}"]
        judge.label_of = lambda value: 1
        judge.Failure = None
        judge.InvalidAnswer = KeyError
        judge.MAX_REPLY_BYTES = 1 << 40


@crashed("Bomb: b [31m")
def raises_a_bomb():
    """Raises an exception whose text is endless."""

    class Bomb(Exception):
        def __str__(self):
            return "b\x1b[31m\n" * 10**6

    raise Bomb


@timed_out()
def raises_for_ever():
    """Raises an exception that never finishes to say why."""

    class Endless(Exception):
        def __str__(self):
            while True:
                pass

    raise Endless


@crashed("MemoryError (the limit is 256 MB)", confined=True)
def raises_its_limits():
    """Raises its limits first, and then takes memory."""
    for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NOFILE):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    blocks = []
    while True:
        blocks.append(bytearray(1 << 26))


@falsified()
def reads_ahead():
    """Reads its request pipe for the label before it predicts."""
    for fd in range(3, 64):
        with contextlib.suppress(OSError, ValueError):
            if select.select([fd], [], [], 0)[0]:
                received = os.read(fd, 4096)
                return 1 if received[-8] == 1 else -1
    return 1


@crashed("Permission denied", confined=True)
def reads_the_answers():
    """Opens a file of the instructor's that lies outside."""
    with open("OUTSIDE/answers.txt") as answers:
        return int(answers.read())


@falsified(confined=True)
class ReadsTheOracle:
    """Looks for the judge's reference learner, on the path and on the disk."""

    @staticmethod
    def find():
        for folder in ["PROJECT", "REAL", *sys.path, *glob.glob("/*/*"), *glob.glob("/usr/local/lib/python3*/*")]:
            for name in ("learncheck.learners", "learners"):
                with contextlib.suppress(Exception):
                    sys.path.insert(0, folder)
                    return importlib.import_module(name).Halving
        return None

    Reference = find()

    def __init__(self, hypotheses):
        self.reference = self.Reference and self.Reference(hypotheses)

    def predict(self, x):
        return self.reference.predict(x) if self.reference else 1

    def update(self, x, y):
        if self.reference:
            self.reference.update(x, y)


@crashed("may not start processes", confined=True)
def runs_a_shell():
    """Runs another program."""
    subprocess.run(["/bin/sh", "-c", "touch OUTSIDE/shell"], check=True)
    return 1


@falsified()
def searches_memory(x):
    """Searches all objects of its process for the game, its labels or its environment."""
    for thing in gc.get_objects():
        if type(thing).__name__ in ("FiniteClassGame", "VersionSpace", "Trace", "Claim", "Outcome"):
            return thing.label(x)
        if isinstance(thing, dict) and type(thing.get("label")) is int:
            return thing["label"]
    return 1


@falsified(confined=True)
def signals_everybody():
    """Kills everybody that it can find."""
    for process in {-1, 0, 1, *range(3, 2000), int("PARENT")} - {os.getpid()}:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.killpg(abs(process), signal.SIGTERM)
    return 1


@crashed("may not start processes, open sockets, send signals", confined=True)
def signals_its_parent():
    """Kills whoever started it."""
    os.kill(os.getppid(), signal.SIGKILL)
    return 1


@timed_out("took longer than")
def sleeps():
    """Sleeps."""
    time.sleep(60)


@crashed("can't start new thread")
def starts_threads():
    """Starts threads until no more start."""
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


@timed_out()
def stops_itself():
    """Stops its process, as a debugger would."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return 1


@crashed("ended without an answer")
def swaps_its_files():
    """Puts each of its open files in the place of the other."""

    def is_open(fd):
        try:
            os.fstat(fd)
        except OSError:
            return False
        return True

    pipes = [fd for fd in range(3, 64) if is_open(fd)]
    os.dup2(pipes[0], 60)
    os.dup2(pipes[1], pipes[0])
    os.dup2(60, pipes[1])
    return 1


@crashed("MemoryError (the limit is 256 MB)")
def takes_memory():
    """Takes memory until there is none."""
    blocks = []
    while True:
        blocks.append(bytearray(1 << 26))


@falsified()
def traces_the_judge():
    """Installs a trace function that rewrites what its caller holds."""

    def trace(frame, event, argument):
        for name in ("y", "label", "verdict"):
            if name in frame.f_locals:
                frame.f_locals[name] = 1
        return trace

    sys.settrace(trace)
    return 1


@falsified()
def walks_frames():
    """Looks for the label in every frame between itself and the process's first line."""
    frame = sys._getframe()
    while frame is not None:
        for name, value in frame.f_locals.items():
            if name in ("y", "label", "answer") and value in (1, -1):
                return value
        frame = frame.f_back
    return 1


@crashed("or write files", confined=True)
def writes_a_large_file():
    """Writes a file of 100 MB."""
    with open("large", "wb") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))
    return 1


@crashed("which is not a reply")
def writes_garbage_everywhere():
    """Writes garbage to every open file."""
    for fd in range(64):
        with contextlib.suppress(OSError):
            os.write(fd, b"garbage, and much of it" * 100)
    return 1
