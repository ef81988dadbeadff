"""What a submission's process gives up before it loads the submission. `sandbox` decides, this file carries out.

Runs in the child, so it imports no library but Python's. `confine` restricts which files can be read, sheds
privileges, sets resource limits and leaves a few system calls, in this order. Nothing of it can be undone from inside.

Linux. Elsewhere the resource limits are all that there is.
"""

import contextlib
import ctypes
import importlib.util
import json
import os
import platform
import struct
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from typing import TypedDict

from learncheck.oracle.boundary import seccomp
from learncheck.oracle.boundary.host import NOBODY, exists
from learncheck.oracle.boundary.limits import MAX_FILE_BYTES, MAX_OPEN_FILES, MAX_THREADS


class Plan(TypedDict):
    """What `confine` is to do besides resource limits.

    user:      whether to become a user whom nobody else is. Root alone can.
    landlock:  what of the file system it may read, as paths: `read` with all that is below, `list` for names alone.
               None leaves it to the rights of the user.
    packages:  the packages that may be imported besides the interpreter's, each with its folder.
    """

    user: bool
    landlock: dict[str, list[str]] | None
    packages: dict[str, str]


NOBODY_ELSE = 1 << 20
"""Users from here on, one for each process, are taken to be nobody's."""

# From <linux/prctl.h>
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38
SECCOMP_MODE_FILTER = 2
# From <linux/landlock.h>; the system calls have one number on all machines
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
LANDLOCK_VERSION, LANDLOCK_PATH_BENEATH = 1, 1
LANDLOCK_RIGHTS = (13, 14, 15, 15, 16)  # how many kinds of access each version knows
READ_FILE, READ_DIR = 4, 8
SIGKILL = 9


class Unconfined(OSError):
    """A step of the confinement failed; the message says which and why."""


def confine(plan: Plan | None, memory_bytes: int, cpu_seconds: int) -> None:
    """Do what the plan says; without one, only limit resources.

    Raises `Unconfined`. Must be called before the submission's first line runs, with a single thread.
    """
    die_with_parent()
    if plan is None:
        limit_resources(memory_bytes, cpu_seconds)
        return
    try:
        sight = None if plan["landlock"] is None else _landlock(plan["landlock"])
        sys.path[:] = [folder for folder in sys.path if folder not in plan["packages"].values()]
        sys.meta_path.append(_Packages(plan["packages"]))
        _shed_privileges(_nobody_else() if plan["user"] else None)
        # Without a file in /proc that is its own: others of the same user could write to them.
        _check(_libc().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "prctl")
        threads = MAX_THREADS + tasks_of(os.geteuid())
        if sight is not None:
            _check(_libc().syscall(LANDLOCK_RESTRICT_SELF, sight, 0), "Landlock")
            os.close(sight)
        limit_resources(memory_bytes, cpu_seconds, threads)
        forbid_system_calls()
    except Unconfined:
        raise
    except OSError as error:
        raise Unconfined(error.errno, str(error)) from error


class _Packages:
    """Finds these packages and none of their neighbours.

    Where a folder of packages is on the path, one that may not be read is an error, and libraries that do without an
    optional package which is not there do not do without it.
    """

    def __init__(self, folders: dict[str, str]) -> None:
        self.folders = folders

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return PathFinder.find_spec(name, [self.folders[name]]) if name in self.folders else None


def die_with_parent() -> None:
    """Ask Linux to kill this process when its parent ends. Elsewhere the end of the request pipe tells."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)


def limit_resources(memory_bytes: int, cpu_seconds: int, threads: int | None = None) -> None:
    """Bound address space, processor time, files, core dumps and, where given, threads, as the platform can."""
    try:
        import resource
    except ImportError:
        return
    limits = [
        ("RLIMIT_CORE", 1),  # 0 would not keep the kernel from piping the core to a program, which runs as root
        ("RLIMIT_FSIZE", MAX_FILE_BYTES),
        ("RLIMIT_NOFILE", MAX_OPEN_FILES),
        ("RLIMIT_CPU", cpu_seconds),
        ("RLIMIT_AS", memory_bytes),
        *([] if threads is None else [("RLIMIT_NPROC", threads)]),
    ]
    for name, value in limits:
        which = getattr(resource, name, None)
        if which is None:
            continue
        _, hard = resource.getrlimit(which)
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some of them
            resource.setrlimit(which, (allowed, allowed))


def _shed_privileges(user: int | None) -> None:
    """Give up every capability, with no way to gain one, and become that user where one is named and we are root."""
    libc = _libc()
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    if user is not None and os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        die_with_parent()  # which a change of user undoes
    version_3, this_process = 0x20080522, 0
    _check(libc.capset(struct.pack("=Ii", version_3, this_process), bytes(24)), "capset")
    _check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")


def _nobody_else() -> int:
    own = NOBODY_ELSE + os.getpid()
    return own if exists(own) else NOBODY


def tasks_of(user: int) -> int:
    """The threads that run as this user, which the kernel counts together."""
    tasks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == user:
                tasks += len(os.listdir(f"/proc/{name}/task"))
    return tasks


def _landlock(sight: dict[str, list[str]]) -> int:
    """A Landlock ruleset, as an open file: nothing of the file system can be opened but what the plan names."""
    libc = _libc()
    version = libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), LANDLOCK_VERSION)
    if version < 1:
        raise Unconfined(ctypes.get_errno(), "Landlock is not available: it needs Linux 5.13 with Landlock enabled")
    handled = struct.pack("=Q", (1 << LANDLOCK_RIGHTS[min(version, len(LANDLOCK_RIGHTS)) - 1]) - 1)
    rules = int(libc.syscall(LANDLOCK_CREATE_RULESET, handled, ctypes.c_size_t(len(handled)), 0))
    _check(min(rules, 0), "Landlock")
    for rights, paths in ((READ_FILE | READ_DIR, sight["read"]), (READ_DIR, sight["list"])):
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                shown = os.open(path, os.O_PATH | os.O_CLOEXEC)
                allowed = rights if os.path.isdir(path) else rights & READ_FILE
                rule = struct.pack("=Qi", allowed, shown)
                _check(libc.syscall(LANDLOCK_ADD_RULE, rules, LANDLOCK_PATH_BENEATH, rule, 0), f"Landlock {path}")
                os.close(shown)
    return rules


def forbid_system_calls() -> None:
    """From now on, only the system calls of the table: no sockets, processes, programs or signals to others."""
    libc = _libc()
    program = seccomp.filter_program(platform.machine(), os.getpid())
    packed = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    code = ctypes.create_string_buffer(packed, len(packed))
    counted = struct.pack("@HP", len(packed) // 8, ctypes.addressof(code))
    _check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    _check(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, counted, 0, 0), "seccomp")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(code: int, what: str) -> None:
    if code != 0:
        error = ctypes.get_errno()
        raise Unconfined(error, f"{what}: {os.strerror(error)}")


def main(arguments: Sequence[str]) -> None:
    """The trial: confine this process as the plan says and tell on standard output how it went."""
    try:
        confine(json.loads(arguments[0]), 1 << 30, 60)
    except OSError as error:
        outcome = error.strerror or str(error)
    else:
        outcome = "confined" if importlib.util.find_spec("numpy") else "numpy cannot be seen from inside"
    os.write(1, outcome.encode())
