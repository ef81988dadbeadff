"""The ladder of confinement: every rung that works here keeps what it promises, and the others are told apart."""

import json
import os
import platform
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from calls import have_ended
from click.testing import CliRunner
from submissions import WRONG

from learncheck.learners.online import finite
from learncheck.oracle import pytest_plugin
from learncheck.oracle.boundary import doctor, folders, host, limits, sandbox, seccomp
from learncheck.oracle.boundary.failures import Crashed, LoadError
from learncheck.oracle.boundary.pipe import family_of
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LADDER, LIMITS, AnotherUser, Rung, Untrusted
from learncheck.oracle.cli import main
from learncheck.oracle.grading.grade import Grading, grade

PROJECT = Path(__file__).parents[3]
CONFINING = [rung for rung in LADDER if rung.confines]

ASKED = """
    import os, sys, threading, time
    import numpy as np

    def tried(action, *arguments):
        try:
            return action(*arguments)
        except BaseException as error:
            return type(error).__name__

    def call(number, *arguments):
        import ctypes, errno
        libc = ctypes.CDLL(None, use_errno=True)
        done = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
        return "done" if done >= 0 else errno.errorcode[ctypes.get_errno()]

    class Winnow:
        def __init__(self, expression): self.expression = expression
        def predict(self, x):
            answer = eval(self.expression)
            assert answer is None or answer == x, answer
            return 1
        def update(self, x, y): exec(x)
"""

Ask = Callable[..., None]
HIDDEN = ("FileNotFoundError", "PermissionError")


@pytest.fixture(scope="module", params=CONFINING, ids=lambda rung: type(rung).__name__)
def rung(request: pytest.FixtureRequest) -> Rung:
    refusal = request.param.refusal()
    if refusal is not None:
        pytest.skip(f"{request.param.name} does not work here: {refusal}")
    asked: Rung = request.param
    return asked


@pytest.fixture(scope="module")
def confined(rung: Rung, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Submission]:
    path = tmp_path_factory.mktemp("asked") / "alice.py"
    path.write_text(textwrap.dedent(ASKED))
    with Submission(path, confinement=rung, memory_limit_mb=1024) as submission:
        yield submission


@pytest.fixture
def ask(confined: Submission) -> Ask:
    """Evaluates an expression in the confined process and compares its value, a text."""

    def ask(expression: str, value: str) -> None:
        confined.make("Winnow", expression).predict(value)

    return ask


# -- what a confined process can and cannot do


@pytest.mark.parametrize(
    "module", ["numpy.linalg", "numpy.random", "numpy.fft", "scipy.optimize", "scipy.linalg", "scipy.special", "ctypes"]
)
def test_the_interpreter_numpy_and_scipy_are_there(ask: Ask, module: str) -> None:
    ask(f"__import__('{module}').__name__", module.partition(".")[0])


def test_scipy_solves_a_linear_program(ask: Ask) -> None:
    ask("str(__import__('scipy.optimize').optimize.linprog([1, 1], A_ub=[[-1, -2]], b_ub=[-4]).fun)", "2.0")


@pytest.mark.parametrize(
    "module",
    [
        "learncheck",
        "learncheck.learners",
        "learncheck.theorems",
        "learncheck.oracle.grading.grade",
        "sympy",
        "hypothesis",
        "pytest",
        "msgspec",
    ],
)
def test_no_other_package_can_be_imported(ask: Ask, module: str) -> None:
    ask(f"tried(__import__, '{module}') in ('ModuleNotFoundError', 'PermissionError') and 'no'", "no")


@pytest.mark.parametrize("place", [PROJECT / "README.md", finite.__file__, "/etc/passwd", "/bin/sh"])
def test_other_files_are_not_there(ask: Ask, rung: Rung, place: Path | str) -> None:
    if isinstance(rung, AnotherUser) and sandbox._open_to_all(str(place)):
        pytest.skip("what everybody may read this rung shows")
    assert Path(place).exists()
    ask(f"tried(open, {str(place)!r}) in {HIDDEN} and 'no'", "no")


def test_its_own_file_is_not_needed_and_not_there(ask: Ask, confined: Submission) -> None:
    ask(f"tried(open, {str(confined.path)!r}) in {HIDDEN} and 'no'", "no")


def test_it_writes_nowhere(ask: Ask, tmp_path: Path) -> None:
    """Not even where everybody may."""
    tmp_path.chmod(0o777)
    there = tmp_path / "there"
    there.write_text("kept")
    there.chmod(0o666)
    name, new = repr(str(there)), repr(str(tmp_path / "new"))
    flags = ("os.O_WRONLY", "os.O_RDWR", "os.O_TRUNC", "os.O_CREAT", "os.O_APPEND | os.O_WRONLY")
    actions = [f"os.open, {name}, {flag}" for flag in flags] + [
        f"open, {new}, 'w'", "open, 'notes', 'w'", f"os.mkdir, {new}",
        f"os.symlink, '/', {new}", f"os.link, {name}, {new}", f"os.mkfifo, {new}",
        f"os.remove, {name}", f"os.rename, {name}, {new}", f"os.truncate, {name}, 0", f"os.chmod, {name}, 0",
        f"os.utime, {name}", f"os.setxattr, {name}, 'user.x', b''", "__import__('tempfile').mkdtemp",
    ]  # fmt: skip
    for action in actions:
        ask(f"tried({action}) in {(*HIDDEN, 'OSError')} and 'no'", "no")
    assert there.read_text() == "kept"
    assert there.stat().st_mode & 0o777 == 0o666
    assert os.listdir(tmp_path) == ["there"]


NEVER_LISTED = {
    "unshare", "io_uring_setup", "pidfd_open", "process_vm_readv", "ptrace", "keyctl", "userfaultfd",
    "perf_event_open", "bpf", "open_by_handle_at", "seccomp", "mount", "syslog", "sync", "msync", "shmget",
    "inotify_init1", "semget", "msgget", "mq_open", "landlock_create_ruleset", "close_range",
}  # fmt: skip
"""Calls by which a process breaks out, spies on the judge, or leaves something behind: whatever is refused as it is on
no list must not get onto one.
"""


REFUSED = ("PermissionError", "EPERM")
OPENED = "os.open(os.__file__, os.O_RDONLY)"
RESOURCE = "__import__('resource')"
FCNTL = "__import__('fcntl')"
ATTACKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "another process": ("tried(os.fork)", REFUSED),
    "another program": ("tried(os.execv, '/bin/true', ['true'])", REFUSED),
    "a program that a library starts": ("tried(__import__('subprocess').run, ['true'])", REFUSED),
    "the network": ("tried(__import__('socket').socket)", REFUSED),
    "a pair of sockets": ("tried(__import__('socket').socketpair)", REFUSED),
    "another root": ("tried(os.chroot, '.')", REFUSED),
    "a signal to the first process": ("tried(os.kill, 1, 9)", REFUSED),
    "to all processes": ("tried(os.kill, -1, 9)", REFUSED),
    "to its group by number": ("tried(os.killpg, os.getpgid(0), 9)", REFUSED),
    "to the judge, to see whether it lives": ("tried(os.kill, os.getppid(), 0)", REFUSED),
    "the judge's priority": ("tried(os.setpriority, os.PRIO_PROCESS, os.getppid(), 19)", REFUSED),
    "the judge's processors": ("tried(os.sched_setaffinity, os.getppid(), [0])", REFUSED),
    "the judge's environment": ("tried(open, f'/proc/{{os.getppid()}}/environ', 'rb')", REFUSED),
    "signals, which a pipe sends": (f"tried({FCNTL}.fcntl, os.pipe()[0], 10, 9)", REFUSED),
    "to the judge, whom it names": (f"tried({FCNTL}.fcntl, os.pipe()[0], 8, os.getppid())", REFUSED),
    "or in the other form": (f"tried({FCNTL}.fcntl, os.pipe()[0], 15, bytes(8))", REFUSED),
    "to its own group": ("tried(os.kill, 0, 9)", REFUSED),
    "typing into the terminal": (f"tried({FCNTL}.ioctl, 0, 0x5412, b'x')", REFUSED),
    "attributes of a file open for reading": (f"tried({FCNTL}.ioctl, {OPENED}, 0x40086602, bytes(8))", REFUSED),
    "a file that none can write to again": (f"tried({FCNTL}.ioctl, {OPENED}, 0x40806685, bytes(128))", REFUSED),
    "outliving the judge": ("call({prctl}, 1, 0)", REFUSED),
    "a priority in real time": ("tried(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))", REFUSED),
    "a processor of its own": ("tried(os.sched_setaffinity, 0, [0])", REFUSED),
    "being nicer to nobody": ("tried(os.nice, -5)", REFUSED),
    "a program in memory": ("tried(lambda: os.execve(os.memfd_create('x'), ['x'], {{}}))", REFUSED),
    "a file in memory beyond its size": (
        "tried(lambda: os.write(os.memfd_create('x'), bytes(1 << 20)))", REFUSED
    ),
    "calls by their x32 numbers": ("call(0x40000000 + 520, 0, 0, 0)", ("ENOSYS",)),
    "namespaces, made by a thread": ("call({clone}, 0x10010000, 0, 0, 0, 0)", ("EINVAL", "EPERM")),
    "or a file that is written out again and again": (f"tried(os.fsync, {OPENED})", REFUSED),
    "or without its times": (f"tried(os.fdatasync, {OPENED})", REFUSED),
    "a file's pages, which others have to read again": (f"tried(os.posix_fadvise, {OPENED}, 0, 0, 4)", REFUSED),
    "more memory than it is given": (f"tried({RESOURCE}.setrlimit, {RESOURCE}.RLIMIT_AS, (-1, -1))", ("ValueError",)),
    "more time than it is given": (f"tried({RESOURCE}.setrlimit, {RESOURCE}.RLIMIT_CPU, (-1, -1))", ("ValueError",)),
    "a core, piped to a program of root's": (f"str({RESOURCE}.getrlimit({RESOURCE}.RLIMIT_CORE))", ("(1, 1)",)),
    "files behind its own root": ("tried(open, '/proc/self/root/etc/shadow')", HIDDEN),
    "files behind its own folder": ("tried(open, '/proc/self/cwd/../../../etc/shadow')", HIDDEN),
    "a lock on a file that others read": (f"tried({FCNTL}.flock, {OPENED}, 2 | 4)", REFUSED),
    "a lock of the other kind": (f"tried({FCNTL}.lockf, {OPENED}, 1 | 4)", REFUSED),
    "one that goes with the file": (f"tried({FCNTL}.fcntl, {OPENED}, 37, bytes(32))", REFUSED),
    "a lease for which whoever writes waits": (f"tried({FCNTL}.fcntl, {OPENED}, 1024, 0)", REFUSED),
    "news of who reads in a folder": (
        f"tried({FCNTL}.fcntl, os.open(os.path.dirname(os.__file__), 0), 1026, 1)", REFUSED
    ),
    "a socket without a file": ("tried(__import__('socket').socket, 1, 1)", REFUSED),
    "the memory of whoever started it": ("tried(open, f'/proc/{{os.getppid()}}/mem', 'r+b')", HIDDEN),
    "the limits of whoever started it": (
        f"tried({RESOURCE}.prlimit, os.getppid(), {RESOURCE}.RLIMIT_NOFILE, (9, 9))", REFUSED
    ),
    "memory in a pipe": (f"tried({FCNTL}.fcntl, os.pipe()[1], 1031, 1 << 20)", REFUSED),
    "memory in files, of which there are few": (
        "str(len([fd for fd in [tried(os.memfd_create, 'x') for _ in range(99)] "
        "if isinstance(fd, int) and tried(os.close, fd) is None]) < 65)", ("True",)
    ),
    "files of a thread's own": ("call({clone}, 0x10b00, 0, 0, 0, 0)", REFUSED),
    "a group that others are in": ("tried(os.setgroups, [0])", REFUSED),
    "a device": ("tried(os.mknod, 'disk', 0o60666, os.makedev(8, 0))", REFUSED),
    "another map of its memory": ("call({prctl}, 35, 1, 0, 0, 0)", REFUSED),
    "another host's name": ("tried(__import__('socket').sethostname, 'x')", REFUSED),
    "a process that is killed last": (
        "tried(lambda: os.write(os.open('/proc/self/oom_score_adj', 1), b'-1000'))", HIDDEN
    ),
    "the files of the judge": ("tried(os.listdir, f'/proc/{{os.getppid()}}/fd')", HIDDEN),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_that_was_tried_gets_nowhere(ask: Ask, attack: str) -> None:
    expression, allowed = ATTACKS[attack]
    column = host.MACHINES[platform.machine()][1]
    expression = expression.format(prctl=seccomp.CHOOSING["prctl"][0][column], clone=seccomp.CLONE[column])
    ask(
        f"[each for each in [{expression}] if each not in {allowed!r}] and 'got through: ' + str({expression}) or 'no'",
        "no",
    )


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64", reason="what 32-bit programs do is a matter of x86")
def test_calls_as_32_bit_programs_make_them_end_the_process(confined: Submission) -> None:
    learner = confined.make("Winnow", "None")
    fork = b"\xb8\x02\x00\x00\x00\xcd\x80\xc3"
    call = f"ctypes.memmove(ctypes.addressof(ctypes.c_char.from_buffer(m)), {fork!r}, 8)"
    run = "ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))()"
    with pytest.raises(Crashed, match="ended without an answer"):
        learner.update(f"import mmap, ctypes; m = mmap.mmap(-1, 4096, prot=7); {call}; {run}", 1)
    confined.make("Winnow", "None").predict("None")


def test_where_users_are_shared_it_is_nobody_else(ask: Ask, rung: Rung) -> None:
    if "another user" not in rung.name:
        pytest.skip(f"{rung.name} keeps the user")
    ask(f"str(os.getuid() == os.geteuid() == os.getgid() >= {host.NOBODY} and os.getgroups() == [])", "True")


def test_it_can_become_nobody_else(ask: Ask) -> None:
    ask("tried(os.setuid, 0) in ('OSError', 'PermissionError') and 'no'", "no")


@pytest.mark.skipif(platform.machine() not in host.MACHINES, reason="its system calls are not known")
def test_whatever_is_not_on_the_list_is_refused(ask: Ask) -> None:
    column = host.MACHINES[platform.machine()][1]
    guarded = {name: numbers for name, (numbers, *_) in {**seccomp.OPENS, **seccomp.CHOOSING}.items()}
    listed = {**seccomp.ALLOWED, **guarded, **seccomp.TO_ITSELF, "clone": seccomp.CLONE, "clone3": seccomp.CLONE3}
    assert not NEVER_LISTED & listed.keys()
    uprobes = {335, 336}  # which no filter sees, and which end a process that calls them by itself
    others = sorted({*range(seccomp.NEWEST + 1)} - {numbers[column] for numbers in listed.values()} - uprobes)
    assert len(others) > 300
    ask(f"str([each for each in {others} if call(each, 0, 0, 0, 0, 0, 0) != 'EPERM'])", "[]")


def test_the_environment_tells_nothing(ask: Ask) -> None:
    paths = {"LC_CTYPE", "PWD", "PYTHONPATH"}
    ask(f"' '.join(sorted(set(os.environ) - {paths!r}))", " ".join(sorted(set(sandbox.environment("/")) - paths)))


def test_signals_to_itself_and_threads_are_its_own_affair(ask: Ask) -> None:
    ask("str(os.kill(os.getpid(), 0))", "None")
    ask("str([thread.start() or thread.join() for thread in [threading.Thread(target=abs, args=(1,))]])", "[None]")


def test_all_that_it_started_ends_with_it(rung: Rung, tmp_path: Path) -> None:
    path = tmp_path / "alice.py"
    path.write_text(textwrap.dedent(ASKED))
    before = set(family_of(os.getpid()))
    with Submission(path, confinement=rung) as submission:
        learner = submission.make("Winnow", "None")
        learner.update("tried(os.setpgid, 0, 0)", 1)  # out of the group that is killed
        learner.update("threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()", 1)
        family = set(family_of(os.getpid())) - before
        assert family
    assert have_ended(*family)


def test_it_ends_with_whoever_started_it(rung: Rung, tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text(textwrap.dedent(ASKED))
    program = (
        "import os, sys; from learncheck.oracle.boundary.sandbox import LADDER\n"
        "from learncheck.oracle.boundary.process import Submission\n"
        "from learncheck.oracle.boundary.pipe import family_of\n"
        "submission = Submission(sys.argv[1], confinement=LADDER[int(sys.argv[2])], time_limit=60)\n"
        "learner = submission.make('Winnow', 'None'); print(*family_of(os.getpid())[1:], flush=True)\n"
        "learner.update('while True: pass', 1)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "alice.py"), str(LADDER.index(rung))]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}  # a parent that is killed cannot tidy up
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=PROJECT, env=environment) as parent:
        assert parent.stdout is not None
        family = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(family) >= 1
        parent.kill()
    assert have_ended(*family)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_a_report_names_the_rung(rung: Rung, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "LADDER", (rung, LIMITS))
    Path("alice.py").write_text(WRONG)
    report = grade(Grading(Path("alice.py"), ids=["halving-mistakes"]))
    assert report.confinement == rung.name
    assert report.as_json()["confinement"] == rung.name


# -- what the kernel is told


def decided(program: list[seccomp.Instruction], machine: int, number: int, arguments: int | dict[int, int] = 0) -> int:
    """What the kernel does with a system call, given its first argument or some by their place: the filter, run."""
    given = arguments if isinstance(arguments, dict) else {0: arguments}
    data = {seccomp.FIRST_ARGUMENT + 8 * place: given.get(place, 0) for place in range(6)}
    data |= {seccomp.NUMBER: number, seccomp.MACHINE: machine}
    accumulator = at = 0
    while True:
        code, if_true, if_false, value = program[at]
        at += 1
        if code == seccomp.LOAD:
            accumulator = data[value]
        elif code == seccomp.RETURN:
            return value
        else:
            tests = {
                seccomp.JUMP_IF_EQUAL: accumulator == value,
                seccomp.JUMP_IF_GREATER: accumulator > value,
                seccomp.JUMP_IF_BITS: bool(accumulator & value),
            }
            at += if_true if tests[code] else if_false


@pytest.mark.parametrize("machine", host.MACHINES)
def test_the_filter_decides_every_call_as_the_table_says(machine: str) -> None:
    name, column = host.MACHINES[machine]
    pid = 4321
    program = seccomp.filter_program(machine, pid)
    assert len(program) < 4096, "the kernel's limit"
    met = {numbers[column]: {(): seccomp.ALLOW} for numbers in seccomp.ALLOWED.values()}
    met[seccomp.CLONE3[column]] = {(): seccomp.UNKNOWN}
    for number in range(seccomp.NEWEST + 1):
        for arguments in (0, pid, 1 << 31):
            given = decided(program, name, number, dict.fromkeys(range(6), arguments))
            if number in met:
                assert given == met[number][()], number
            elif number not in _guarded(column):
                assert given == seccomp.REFUSE, number
    for numbers, argument, values in seccomp.CHOOSING.values():
        assert {decided(program, name, numbers[column], {argument: value}) for value in values} == {seccomp.ALLOW}
        assert decided(program, name, numbers[column], {argument: 1 << 20}) == seccomp.REFUSE
    fcntl, ioctl, prctl = (seccomp.CHOOSING[name][0][column] for name in ("fcntl", "ioctl", "prctl"))
    for number, argument, value in [
        *((fcntl, 1, command) for command in (6, 7, 8, 10, 15, 37, 38, 1024, 1026, 1031)), (ioctl, 1, 0x5412),
        (prctl, 0, 1), (prctl, 0, 35), (seccomp.CLONE[column], 0, seccomp.CLONE_THREAD),
        (seccomp.CLONE[column], 0, seccomp.CLONE_FILES),
    ]:  # fmt: skip
        assert decided(program, name, number, {argument: value}) == seccomp.REFUSE, (number, value)
    threads = seccomp.CLONE_THREAD | seccomp.CLONE_FILES
    assert decided(program, name, seccomp.CLONE[column], {0: threads}) == seccomp.ALLOW
    for numbers in seccomp.TO_ITSELF.values():
        assert decided(program, name, numbers[column], {0: pid}) == seccomp.ALLOW
        assert {decided(program, name, numbers[column], {0: pid_}) for pid_ in (0, 1, pid + 1)} == {seccomp.REFUSE}
    for numbers, flags in seccomp.OPENS.values():
        for mode in (os.O_RDONLY, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY, os.O_PATH) if numbers[column] else ():
            assert decided(program, name, numbers[column], {flags: mode}) == seccomp.ALLOW
        for mode in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_RDWR | os.O_TMPFILE):
            assert numbers[column] is None or decided(program, name, numbers[column], {flags: mode}) == seccomp.REFUSE
    for number in (seccomp.NEWEST + 1, 1 << 30, (1 << 30) + 41, (1 << 32) - 1):
        assert decided(program, name, number) == seccomp.UNKNOWN, "newer calls, and those of other word sizes"
    assert decided(program, 0x40000003, 1) == seccomp.KILL, "the calls of 32-bit programs have other numbers"


def _guarded(column: int) -> set[int | None]:
    """The calls that are allowed for some arguments."""
    named = [*seccomp.OPENS.values(), *seccomp.CHOOSING.values()]
    return {call[0][column] for call in named} | {call[column] for call in (*seccomp.TO_ITSELF.values(), seccomp.CLONE)}


@pytest.mark.parametrize(
    ("header", "column"),
    [("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", 0), ("/usr/include/asm-generic/unistd.h", 1)],
)
def test_the_numbers_are_the_kernels(header: str, column: int) -> None:
    if not Path(header).exists():
        pytest.skip(f"no {header} here")
    stated = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", Path(header).read_text()))
    table = {**seccomp.ALLOWED, **seccomp.TO_ITSELF, "clone": seccomp.CLONE, "clone3": seccomp.CLONE3}
    table |= {name: numbers for name, (numbers, *_) in {**seccomp.OPENS, **seccomp.CHOOSING}.items()}
    numbers_by_name = {
        name: numbers[column] for name, numbers in table.items() if name in stated and numbers[column] is not None
    }
    assert len(numbers_by_name) > 80
    assert numbers_by_name == {name: int(stated[name]) for name in numbers_by_name}


# -- which rung is taken


class Broken(Rung):
    """Claims to be there, and does not start anything."""

    name = "broken"
    remedy = "mend it"

    def __init__(self, command: list[str]) -> None:
        self.assuming = command

    def missing(self) -> str | None:
        return None

    def command(self, argv: Any, shown: Any = ()) -> list[str]:
        return self.assuming


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["/no/such/program"], "No such file"),
        (["sh", "-c", "echo 'No permissions to create a new namespace' >&2; exit 1"], "No permissions to create"),
        (["false"], "status 1"),
        (["echo", "not confined at all"], "not confined"),
    ],
)
def test_a_rung_that_is_there_and_fails_is_passed_over(
    command: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Broken(command)
    monkeypatch.setattr(sandbox, "LADDER", (broken, LIMITS))
    assert words in str(broken.refusal())
    assert sandbox.strongest() is LIMITS
    assert sandbox.choose(trust=True) is LIMITS
    with pytest.raises(Untrusted, match=re.escape(words)):
        sandbox.choose(trust=False)


def test_a_trial_that_is_killed_leaves_a_folder_that_a_later_run_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(sandbox.subprocess, "run", lambda *given, cwd, **options: tried.append(cwd) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Broken(["true"]).refusal()
    assert folders.OURS.fullmatch(Path(tried[0]).name)
    assert not Path(tried[0]).exists()


@pytest.fixture
def nothing_confines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "LADDER", (Broken(["false"]), LIMITS))
    (folder / "alice.py").write_text(WRONG)


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_confines")
def test_nobody_is_judged_unconfined_unless_trusted() -> None:
    with pytest.raises(Untrusted, match="pass --trust"):
        grade(Grading(Path("alice.py")))
    report = grade(Grading(Path("alice.py"), trust=True, ids=["halving-mistakes"]))
    assert report.confinement == "rlimits"
    assert report.as_json()["confinement"] == "rlimits"


@pytest.mark.usefixtures("nothing_confines")
@pytest.mark.parametrize("call", [["grade", "alice.py"], ["grade", "alice.py", "--claims", "halving-mistakes"]])
def test_the_command_line_refuses_in_one_line_that_names_the_remedy(call: list[str]) -> None:
    ran = CliRunner().invoke(main, call)
    assert ran.exit_code == 2
    printed = ran.stderr.strip().splitlines()
    assert len(printed) == 1
    for words in ("cannot be confined", "mend it", "learncheck doctor", "--trust"):
        assert words in printed[0]
    assert ran.stdout == ""


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_confines")
def test_trust_is_an_option() -> None:
    ran = CliRunner().invoke(
        main, ["grade", "alice.py", "--claims", "halving-mistakes", "--trust", "--json", "out.json"]
    )
    assert ran.exit_code == 1, ran.output
    assert json.loads(Path("out.json").read_text())["confinement"] == "rlimits"
    assert "rlimits" in ran.stdout


@pytest.mark.usefixtures("nothing_confines")
def test_pytest_refuses_as_well() -> None:
    options = {"--submission": ["alice.py"], "--trust-submission": False}
    config: Any = SimpleNamespace(getoption=options.get)
    with pytest.raises(pytest.UsageError, match="pass --trust-submission if"):
        pytest_plugin.pytest_configure(config)


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_confines")
def test_the_doctor_says_what_is_missing() -> None:
    ran = CliRunner().invoke(main, ["doctor"])
    assert ran.exit_code == 1
    for words in ("does not work", "mend it", "rlimits", "--trust", "cannot be confined"):
        assert words in ran.output


def test_the_doctor_says_what_is_used(rung: Rung, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "LADDER", (Broken(["false"]), rung, LIMITS))
    lines, confines = doctor.findings()
    assert confines
    assert any(rung.name in line and "works, and is used" in line for line in lines)
    for path in sandbox.packages():
        assert f"  {path}" in lines


@pytest.mark.slow
def test_a_limit_on_threads_is_named(rung: Rung, tmp_path: Path) -> None:
    path = tmp_path / "alice.py"
    path.write_text(textwrap.dedent(ASKED))
    with Submission(path, confinement=rung, memory_limit_mb=2048) as submission:
        learner = submission.make("Winnow", "None")
        with pytest.raises(Crashed, match=f"the limit is {limits.MAX_THREADS} threads"):
            learner.update("while True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()", 1)


def test_arrays_survive_confinement(rung: Rung, tmp_path: Path) -> None:
    path = tmp_path / "alice.py"
    path.write_text("class DecisionStump:\n    def fit(self, X, y): self.w = X.sum(0)\n")
    with Submission(path, confinement=rung) as submission:
        learner = submission.make("DecisionStump")
        learner.fit(np.ones((1000, 50)), np.ones(1000, dtype=int))
        assert learner.state(("w",))["w"].tolist() == [1000.0] * 50


def test_a_folder_that_submissions_may_not_read_is_named(tmp_path: Path) -> None:
    rung = AnotherUser()  # under Landlock a process keeps its user where another could not read the folder
    if rung.refusal() is not None:
        pytest.skip(f"{rung.name} does not work here: {rung.refusal()}")
    kit = tmp_path / "kit"
    kit.mkdir(mode=0o700)
    (kit / "parts.py").write_text("")
    (tmp_path / "alice.py").write_text("import parts\nclass Halving: ...\n")
    with (
        Submission(tmp_path / "alice.py", confinement=rung, paths=[str(kit)]) as submission,
        pytest.raises(LoadError, match=f"a user who may not read {kit}: chmod -R o\\+rX"),
    ):
        assert submission.defines
