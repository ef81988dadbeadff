"""The ladder of confinement: how a submission's process is kept from everything but its two pipes.

    rung = choose(trust=False)      the strongest rung that works on this machine; Untrusted if none confines
    rung.name                       what reports call it: "user namespaces, seccomp, rlimits"
    rung.command(argv, directory)   the command that runs `argv`, a Python program that ends in `confine`, confined

| rung | files | network, other processes | system calls | limits |
|---|---|---|---|---|
| bubblewrap | the interpreter, numpy, scipy, read-only; a private folder in memory | none | filtered | yes |
| user namespaces | the same, without another program's help | none | filtered | yes |
| rlimits | all that the user may read and write | all | all | yes |

A rung counts as working only when a trial process has been started under it: bubblewrap may be installed and
forbidden. `oracle.confine` is the child's part. `learncheck doctor` prints what was found.
"""

import functools
import glob
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from learncheck.oracle import confine, seccomp

TRIAL_SECONDS = 20.0
CHILD_FILES = ("__init__.py", "child.py", "confine.py", "seccomp.py")


class Untrusted(ValueError):
    """The submission cannot be confined here, and nobody has said that it is trusted."""


class Rung(ABC):
    """One way to confine a process. `confines` tells whether it is fit for a file that nobody trusts."""

    name: str
    confines = True
    remedy: str

    @abstractmethod
    def missing(self) -> str | None:
        """What it lacks on this machine as far as can be seen without a trial; None if nothing."""

    @abstractmethod
    def command(self, argv: Sequence[str], directory: str) -> list[str]:
        """The command that runs `argv` with its plan as the last argument, in the empty folder `directory`."""

    def home(self, directory: str) -> str:
        """Where the process finds itself: the one folder that it may write to."""
        return confine.FOLDER

    @functools.cache  # noqa: B019 (the rungs live as long as the program)
    def refusal(self) -> str | None:
        """Why a process cannot be confined in this way; None if a trial process was. Asked once."""
        lacking = self.missing()
        if lacking is not None:
            return lacking
        with tempfile.TemporaryDirectory(prefix="learncheck-") as directory:
            command = self.command(python("confine"), directory)
            try:
                trial = subprocess.run(
                    command, cwd=directory, env=environment(self.home(directory)), stdin=subprocess.DEVNULL,
                    capture_output=True, text=True, errors="replace", timeout=TRIAL_SECONDS,
                )  # fmt: skip
            except (OSError, subprocess.TimeoutExpired) as error:
                return f"it does not start: {error}"
        if trial.stdout == "confined":
            return None
        said = (trial.stdout or trial.stderr).strip().splitlines()
        return said[-1] if said else f"it ends with status {trial.returncode}"


class Bubblewrap(Rung):
    """The program bwrap, which needs no privileges where user namespaces work or where it is installed setuid."""

    name = "bubblewrap, seccomp, rlimits"
    remedy = "install bubblewrap (apt install bubblewrap, dnf install bubblewrap)"

    def missing(self) -> str | None:
        return _not_linux() or (None if shutil.which("bwrap") else "the program bwrap is not installed")

    def command(self, argv: Sequence[str], directory: str) -> list[str]:
        seen = visible()
        judge = os.path.dirname(os.path.realpath(confine.__file__))
        sources = [os.path.join(judge, name) for name in CHILD_FILES]
        compiled = [path for path in map(importlib.util.cache_from_source, sources) if os.path.exists(path)]
        words = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--cap-drop", "ALL"]
        words += [f"--unshare-{what}" for what in ("user", "pid", "net", "ipc", "uts", "cgroup-try")]
        words += ["--uid", str(confine.NOBODY), "--gid", str(confine.NOBODY)]
        words += _each("--ro-bind", seen["binds"])
        words += [word for path in seen["masks"] for word in ("--tmpfs", path)]
        words += _each("--ro-bind", [*seen["packages"], *sources, *compiled, executable()])
        words += [word for path in seen["masks"] for word in ("--remount-ro", path)]
        words += [word for path, target in seen["links"] for word in ("--symlink", target, path)]
        words += [*_each("--dev-bind", ["/dev/null", "/dev/urandom"]), "--proc", "/proc"]
        words += ["--size", str(confine.FOLDER_BYTES), "--tmpfs", confine.FOLDER, "--remount-ro", "/"]
        return [*words, "--chdir", confine.FOLDER, "--", *argv, json.dumps({"filter": True})]


class UserNamespaces(Rung):
    """What bubblewrap does, done by the child itself before it loads the submission. Linux 5.12 or newer."""

    name = "user namespaces, seccomp, rlimits"
    remedy = (
        "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000, on Ubuntu "
        "kernel.apparmor_restrict_unprivileged_userns=0; in Docker --security-opt seccomp=unconfined)"
    )

    def missing(self) -> str | None:
        return _not_linux()

    def command(self, argv: Sequence[str], directory: str) -> list[str]:
        plan = {"filter": True, "namespaces": {"root": os.path.realpath(directory), **visible()}}
        return [*argv, json.dumps(plan)]


class Limits(Rung):
    """Resource limits and a process of its own, no more: the file system and the network are open to it."""

    name = "rlimits"
    confines = False
    remedy = "use Linux or macOS"

    def missing(self) -> str | None:
        return None if os.name == "posix" else "resource limits are a matter of Linux and macOS"

    def command(self, argv: Sequence[str], directory: str) -> list[str]:
        return [*argv, "{}"]

    def home(self, directory: str) -> str:
        return directory


LIMITS = Limits()
LADDER: tuple[Rung, ...] = (Bubblewrap(), UserNamespaces(), LIMITS)
"""Strongest first."""


def strongest() -> Rung:
    """The first rung that works here. Without any a process is started all the same, and says itself why it fails."""
    return next((rung for rung in LADDER if rung.refusal() is None), LIMITS)


def choose(trust: bool) -> Rung:
    """The strongest rung; with `trust` it need not confine. Raises `Untrusted` where none that works confines."""
    rung = strongest()
    if not (rung.confines or trust):
        remedy = LADDER[0].remedy if seccomp.known_machine() else "judge it on 64-bit Linux"
        reasons = "; ".join(f"{each.name.partition(',')[0]}: {each.refusal()}" for each in LADDER if each.confines)
        raise Untrusted(
            f"submissions cannot be confined on this machine ({reasons}); {remedy}, see `learncheck doctor`, "
            "or say --trust if you trust the file with all that you may read and write"
        )
    return rung


# ------------------------------------------------------------------------------------------------------------
# What a confined process sees


def executable() -> str:
    """The interpreter itself, not a virtual environment's link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def python(module: str) -> list[str]:
    """The command that runs `main` of `oracle.<module>` with the arguments that follow it.

    It has no modules but the interpreter's, those that `environment` names, and those of this project that `module`
    imports. It heeds PYTHONHASHSEED, without which no set is walked twice alike, as -I would not.
    """
    project = os.path.dirname(os.path.dirname(os.path.realpath(confine.__file__)))
    start = (
        'import sys, types; package = sys.modules["learncheck"] = types.ModuleType("learncheck"); '
        f"package.__path__ = [sys.argv[1]]; from learncheck.oracle.{module} import main; "
        "del sys.modules[package.__name__]; main(sys.argv[2:])"
    )
    return [executable(), "-s", "-S", "-P", "-c", start, project]


def environment(home: str) -> dict[str, str]:
    """A child's whole environment. Linear algebra gets one thread: the same sums on every machine."""
    threads = ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "VECLIB_MAXIMUM")
    return {
        "PATH": os.defpath,
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(os.path.dirname(path) for path in packages())),
        "MALLOC_ARENA_MAX": "2",
        **{f"{name}_NUM_THREADS": "1" for name in threads},
    }


@functools.cache
def packages() -> tuple[str, ...]:
    """The folders of numpy and scipy, with the libraries that their wheels bring along."""
    found = []
    for name in ("numpy", "scipy"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            folder = os.path.dirname(os.path.realpath(spec.origin))
            found += [path for path in (folder, f"{folder}.libs") if os.path.isdir(path)]
    return tuple(found)


@functools.cache
def visible() -> dict[str, Any]:
    """The part of a `confine.Plan` that tells what of the file system is shown: the interpreter, its shared libraries
    and `packages`. Other packages of the same interpreter, this project among them, are covered.
    """
    home = os.path.realpath(sys.base_prefix)
    roots = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", f"{home}/lib", f"{home}/lib64"]
    links = {path: os.readlink(path) for path in roots if os.path.islink(path)}
    binds = [path for path in dict.fromkeys(roots) if os.path.isdir(path) and path not in links]
    covered = [
        os.path.realpath(path)
        for root in binds
        for name in ("site-packages", "dist-packages")
        for path in glob.glob(f"{glob.escape(root)}/python*/{name}")
    ]
    shared = ["/etc/ld.so.cache", "/etc/alternatives"]
    return {
        "binds": [*binds, *(path for path in shared if os.path.exists(path))],
        "links": list(links.items()),
        "masks": list(dict.fromkeys(covered)),
        "packages": list(packages()),
    }


def _each(option: str, paths: Sequence[str]) -> list[str]:
    return [word for path in paths for word in (option, path, path)]


def _not_linux() -> str | None:
    if seccomp.known_machine():
        return None
    return f"needed is 64-bit Linux on {' or '.join(seccomp.MACHINES)}, and this is {sys.platform}"
