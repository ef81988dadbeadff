"""What a submission's process gives up before it loads the submission. `sandbox` decides, this file carries out.

Runs in the child, so it imports the standard library alone. `confine` enters namespaces with a file system of
their own or restricts what of the common one can be read, sheds privileges, sets resource limits and forbids system
calls, in this order and as far as the plan says. Nothing of it can be undone from inside.

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
from typing import Any, NoReturn

from learncheck.oracle.boundary import seccomp

Plan = dict[str, Any]
"""What `confine` is to do; `{}` for resource limits alone.

filter:      whether to forbid system calls, and more threads than MAX_THREADS.
shared:      whether it stays in the file system of all: then it writes to no file.
user:        whether to become a user whom nobody else is. Root alone can.
packages:    where shared, the packages that may be imported besides the interpreter's, each with its folder.
landlock:    what of the file system it may read, as paths: `read` with all that is below, `list` for names alone.
namespaces:  None, or the new file system: `root` (an existing folder, where it is put together), `binds` (what is
             shown, read-only), `links` (symbolic links: path, target), `masks` (folders below the binds that are shown
             empty) and `packages` (what is shown in spite of the masks).
"""

MAX_FILE_BYTES = 1 << 20
MAX_OPEN_FILES = 64
MAX_THREADS = 64
FOLDER_BYTES = 16 << 20
FOLDER_FILES = 256
FOLDER = "/private"
"""The private folder in namespaces: in memory, the only place to write to. Not /tmp: a checkout may live there."""

NOBODY = 65534
NOBODY_ELSE = 1 << 20
"""Users from here on, one for each process, are taken to be nobody's."""

# From <linux/sched.h>, <linux/mount.h>, <linux/prctl.h>
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
MNT_DETACH = 2
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID = 1, 2
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38
SECCOMP_MODE_FILTER = 2
# From <linux/landlock.h>; the system calls have one number on all machines
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
LANDLOCK_VERSION, LANDLOCK_PATH_BENEATH = 1, 1
LANDLOCK_RIGHTS = (13, 14, 15, 15, 16)  # how many kinds of access each version knows
READ_FILE, READ_DIR = 4, 8
SIGKILL, EPERM = 9, 1


class Unconfined(OSError):
    """A step of the confinement failed; the message says which and why."""


def confine(plan: Plan, memory_bytes: int, cpu_seconds: int) -> None:
    """Do what the plan says. In namespaces it returns in another process, which this one outlives and only waits for.

    Raises `Unconfined`. Must be called before the submission's first line runs, with a single thread.
    """
    die_with_parent()
    namespaces = plan.get("namespaces")
    try:
        threads = None
        if namespaces is not None:
            _enter(namespaces)
        if plan.get("shared"):
            sight = _landlock(plan["landlock"]) if plan.get("landlock") else None
            sys.path[:] = [folder for folder in sys.path if folder not in plan["packages"].values()]
            sys.meta_path.append(_Packages(plan["packages"]))
            _shed_privileges(_nobody_else() if plan.get("user") else None)
            # Without a file in /proc that is its own: others of the same user could write to them.
            _check(_libc().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "prctl")
            threads = MAX_THREADS + tasks_of(os.geteuid())
            if sight is not None:
                _check(_libc().syscall(LANDLOCK_RESTRICT_SELF, sight, 0), "Landlock")
                os.close(sight)
        elif plan.get("filter"):
            threads = MAX_THREADS
        limit_resources(memory_bytes, cpu_seconds, threads)
        if plan.get("filter"):
            forbid_system_calls(shared=bool(plan.get("shared")))
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


# ------------------------------------------------------------------------------------------------------------
# Namespaces: three processes. This one waits outside; the first one inside ("init") waits inside, so that whatever
# the submission starts dies with it; the submission's own is the third.


def _enter(plan: Plan) -> None:
    _check(_libc().prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), "prctl")
    _unshare_with_ids()
    if init := os.fork():
        _wait_for(init)
    die_with_parent()
    _new_root(plan)
    if submission := os.fork():
        # Whoever has the same user in here could otherwise look into init's memory.
        _libc().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        _wait_for(submission)
    _shed_privileges(NOBODY)


def _wait_for(process: int) -> NoReturn:
    """Hold no pipe, collect what dies, and end with the process."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    while True:
        ended, _ = os.wait()
        if ended == process:
            os._exit(0)


def _unshare_with_ids() -> None:
    """New namespaces. Root keeps its names for all users, to shed them later; anybody else becomes nobody at once."""
    everything = (
        CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
    )
    user, group = os.geteuid(), os.getegid()
    if user != 0:
        _check(_libc().unshare(everything), "user namespaces are not allowed")
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{NOBODY} {user} 1")
        _write("/proc/self/gid_map", f"{NOBODY} {group} 1")
        return
    # Only who stays outside may name more than one user: a helper.
    go_read, go = os.pipe()
    outside = os.getpid()
    helper = os.fork()
    if helper == 0:
        status = 1
        with contextlib.suppress(OSError):
            os.close(go)
            os.read(go_read, 1)
            for kind in ("uid_map", "gid_map"):
                with open(f"/proc/self/{kind}") as mine:
                    ranges = [line.split() for line in mine]
                _write(f"/proc/{outside}/{kind}", "".join(f"{first} {first} {count}\n" for first, _, count in ranges))
            status = 0
        os._exit(status)
    try:
        _check(_libc().unshare(everything), "user namespaces are not allowed")
    finally:
        os.close(go)
        os.close(go_read)
        _, status = os.waitpid(helper, 0)
    if status != 0:
        raise Unconfined(EPERM, "user namespaces: naming the users inside is not permitted")


def _new_root(plan: Plan) -> None:
    """Put together a file system in memory that shows what the plan names, and leave the old one."""
    libc, root = _libc(), plan["root"]
    os.umask(0o022)
    _mount(None, "/", None, MS_REC | MS_PRIVATE)
    _mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    for path in plan["binds"]:
        _show(path, root)
    for path in plan["masks"]:
        _mount("tmpfs", root + path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    for path in plan["packages"]:
        _show(path, root)
    for path in plan["masks"]:
        _make_read_only(root + path)
    for path, target in plan["links"]:
        os.symlink(target, root + path)
    for device in ("/dev/null", "/dev/urandom"):
        _show(device, root)
    os.makedirs(root + FOLDER, exist_ok=True)
    os.mkdir(root + "/proc")
    # Without the kernel's own files, some of which whoever has root's number outside may write to. A container may
    # forbid it; then there is no /proc, and nobody needs it.
    with contextlib.suppress(OSError):
        _mount("proc", root + "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "subset=pid,hidepid=invisible")
    size = f"mode=1777,size={FOLDER_BYTES},nr_inodes={FOLDER_FILES}"
    os.chdir(root)
    _check(libc.syscall(seccomp.number("pivot_root"), b".", b"."), "pivot_root")
    _check(libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")
    _make_read_only("/", 0)
    _mount("tmpfs", FOLDER, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, size)
    os.chdir(FOLDER)


def _show(path: str, root: str) -> None:
    """Make `path` visible below `root`, read-only with all that is mounted below it."""
    target = root + path
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target):
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))
    _mount(path, target, None, MS_BIND | MS_REC)
    _make_read_only(target)


def _make_read_only(path: str, recursive: int = AT_RECURSIVE) -> None:
    attributes = struct.pack("=QQQQ", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, 0, 0, 0)
    size = ctypes.c_size_t(len(attributes))
    call = seccomp.number("mount_setattr")
    _check(_libc().syscall(call, AT_FDCWD, os.fsencode(path), recursive, attributes, size), f"mount_setattr {path}")


def _mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    def given(text: str | None) -> bytes | None:
        return None if text is None else os.fsencode(text)

    code = _libc().mount(given(source), given(target), given(kind), ctypes.c_ulong(flags), given(options))
    _check(code, f"mount {target}")


def _shed_privileges(user: int | None) -> None:
    """Give up every capability, with no way to gain one, and become that user where one is named and we are root."""
    libc = _libc()
    die_with_parent()
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
    # A new user number makes a process unreadable to itself; /proc/self is its own.
    _check(libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), "prctl")


def exists(user: int) -> bool:
    """Whether there is such a user here; a container may have few."""
    with open("/proc/self/uid_map") as users, open("/proc/self/gid_map") as groups:
        return all(
            any(int(first) <= user < int(first) + int(count) for first, _, count in map(str.split, ranges))
            for ranges in (users, groups)
        )


def _nobody_else() -> int:
    own = NOBODY_ELSE + os.getpid()
    return own if exists(own) else NOBODY


def tasks_of(user: int) -> int:
    """The threads that run as this user, which the kernel counts together."""
    found = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == user:
                found += len(os.listdir(f"/proc/{name}/task"))
    return found


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


def forbid_system_calls(*, shared: bool = False) -> None:
    """No sockets, processes, programs, signals to others, mounts and the rest of the table, from now on."""
    libc = _libc()
    program = seccomp.filter_program(platform.machine(), os.getpid(), shared=shared)
    packed = b"".join(struct.pack("=HBBI", *each) for each in program)
    code = ctypes.create_string_buffer(packed, len(packed))
    counted = struct.pack("@HP", len(packed) // 8, ctypes.addressof(code))
    _check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    _check(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, counted, 0, 0), "seccomp")


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _check(code: int, what: str) -> None:
    if code != 0:
        error = ctypes.get_errno()
        raise Unconfined(error, f"{what}: {os.strerror(error)}")


def _write(path: str, text: str) -> None:
    # In one call, which the maps of users demand.
    file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


def main(arguments: Sequence[str]) -> None:
    """The trial: confine this process as the plan says and tell on standard output how it went."""
    try:
        confine(json.loads(arguments[0]), 1 << 30, 60)
    except OSError as error:
        said = error.strerror or str(error)
    else:
        said = "confined" if importlib.util.find_spec("numpy") else "numpy cannot be seen from inside"
    os.write(1, said.encode())
