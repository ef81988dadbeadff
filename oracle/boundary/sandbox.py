"""The ladder of confinement: how a submission's process is cut off from everything except its two pipes.

    rung = choose(trust=False)      the strongest rung that works on this machine; Untrusted if none confines
    rung.name                       what reports call it: "Landlock, seccomp, rlimits"
    rung.command(argv)              the command that runs `argv`, a Python program that ends in `confine`, confined

| rung | files | network, other processes | system calls | limits |
|---|---|---|---|---|
| Landlock | the interpreter, numpy, scipy, to be read | none | a list of what is allowed | yes |
| another user | what everybody may read, to be read | none | a list of what is allowed | yes |
| rlimits | all that the user may read and write | all | all | yes |

Under Landlock, too, root switches to a user of its own for each process, if such a user can reach the interpreter. A
rung works only if a trial process could be started under it. `boundary.confine` is the child's part. `learncheck
doctor` prints what was found.
"""

import functools
import glob
import importlib.util
import json
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from learncheck.oracle.boundary import host
from learncheck.oracle.boundary.folders import Folder
from learncheck.oracle.files import Unusable
from learncheck.threads import ONE_THREAD

if TYPE_CHECKING:
    from learncheck.oracle.boundary.confine import Plan

TRIAL_SECONDS = 120.0


class Untrusted(Unusable):
    """The submission cannot be confined here and was not declared trusted."""


class Rung:
    """One way to confine a process. `confines` says whether it is safe for untrusted files."""

    name: str
    confines = True
    remedy: str

    def missing(self) -> str | None:
        """What is missing on this machine, as far as can be seen without a trial; None if nothing."""
        if host.supported_machine():
            return None
        return f"it needs 64-bit Linux on {' or '.join(host.MACHINES)}, and this is {sys.platform}"

    def plan(self, shown: Sequence[str]) -> "Plan | None":
        """What the process is to give up besides unlimited resources; None for nothing else."""
        return None

    def command(self, argv: Sequence[str], shown: Sequence[str] = ()) -> list[str]:
        """The command that runs `argv` with its plan as the last argument.

        shown: further folders that it may read, with everything below them.
        """
        return [*argv, json.dumps(self.plan(shown))]

    @functools.cache  # noqa: B019 (the rungs live as long as the program)
    def refusal(self) -> str | None:
        """Why a process cannot be confined this way; None if a trial process could be. Cached."""
        lacking = self.missing()
        if lacking is not None:
            return lacking
        with Folder() as directory:
            command = self.command(python("confine"))
            try:
                trial = subprocess.run(
                    command, cwd=directory, env=environment(directory), stdin=subprocess.DEVNULL,
                    capture_output=True, text=True, errors="replace", timeout=TRIAL_SECONDS,
                )  # fmt: skip
            except (OSError, subprocess.TimeoutExpired) as error:
                return f"it does not start: {error}"
        if trial.stdout == "confined":
            return None
        lines = (trial.stdout or trial.stderr).strip().splitlines()
        return lines[-1] if lines else f"it ends with status {trial.returncode}"


def _plan(user: bool, landlock: dict[str, list[str]] | None) -> "Plan":
    shown = {os.path.basename(path): os.path.dirname(path) for path in packages()}
    return {"user": user, "landlock": landlock, "packages": shown}


class Landlock(Rung):
    """Landlock hides all files except those of the interpreter, numpy and scipy. Linux 5.13 or newer."""

    remedy = "use a kernel with Landlock (Linux 5.13, with landlock in /sys/kernel/security/lsm)"

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"{'another user, ' if self._changes_user() else ''}Landlock, seccomp, rlimits"

    def plan(self, shown: Sequence[str]) -> "Plan":
        seen = readable()
        user = self._changes_user() and all(map(_open_to_all, shown))
        return _plan(user, {**seen, "read": [*seen["read"], *shown]})

    @staticmethod
    def _changes_user() -> bool:
        return _may_change_user() and all(map(_open_to_all, sight().shown))


class AnotherUser(Rung):
    """A user of its own, for kernels without Landlock: it may read what everybody may read. Needs root."""

    name = "another user, seccomp, rlimits"
    remedy = "run as root, with a Python that everybody may read and a learncheck that none can"

    def missing(self) -> str | None:
        ours = project()
        if (lacking := super().missing()) is not None:
            return lacking
        if not _may_change_user():
            return "only root can change to another user, and only if there are any"
        if (closed := next((path for path in sight().shown if not _open_to_all(path)), None)) is not None:
            return f"another user cannot read {closed}"
        if _open_to_all(ours):
            return f"everybody may read {ours}, which contains the reference learners: chmod -R go-rwx {ours}"
        return None

    def plan(self, shown: Sequence[str]) -> "Plan":
        return _plan(True, None)


class ResourceLimits(Rung):
    """Only resource limits and a process of its own: the file system and the network are open to it."""

    name = "rlimits"
    confines = False
    remedy = "use Linux or macOS"

    def missing(self) -> str | None:
        return None if os.name == "posix" else "resource limits need Linux or macOS"


LIMITS = ResourceLimits()
LADDER: tuple[Rung, ...] = (Landlock(), AnotherUser(), LIMITS)
"""Strongest first."""


def strongest() -> Rung:
    """The first rung that works here. If none does, `LIMITS`: the process then says itself why it fails."""
    return next((rung for rung in LADDER if rung.refusal() is None), LIMITS)


def choose(trust: bool) -> Rung:
    """The strongest rung; with `trust` it need not confine. Raises `Untrusted` if no rung that works confines."""
    rung = strongest()
    if not (rung.confines or trust):
        remedy = LADDER[0].remedy if host.supported_machine() else "judge it on 64-bit Linux"
        reasons = "; ".join(f"{other.name.partition(',')[0]}: {other.refusal()}" for other in LADDER if other.confines)
        raise Untrusted(
            f"submissions cannot be confined on this machine ({reasons}); {remedy}, see `learncheck doctor`, "
            "or pass --trust if you trust the file with everything that you can read and write"
        )
    return rung


# ------------------------------------------------------------------------------------------------------------
# What a confined process sees


def executable() -> str:
    """The interpreter itself, not a virtual environment's link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


CLOSED = ("msgspec", "learncheck.learners", "learncheck.strategies")
"""How the names of modules begin that a submission cannot import, the reference learners among them."""


def python(module: str) -> list[str]:
    """The command that runs `main` of `oracle.boundary.<module>` with the arguments that follow it.

    It has only the interpreter's modules, those that `environment` names, and those of this project that `module`
    imports. A submission finds none of those that are CLOSED. Unlike with -I, PYTHONHASHSEED applies, which makes
    the order of sets reproducible.
    """
    start = (
        'import sys, types; package = sys.modules["learncheck"] = types.ModuleType("learncheck"); '
        "package.__path__ = [sys.argv[1]]; sys.path.append(sys.argv[2]); "
        f"from learncheck.oracle.boundary.{module} import main; "
        "sys.path.pop(); del sys.modules[package.__name__]; "
        f"[sys.modules.pop(name) for name in [*sys.modules] if name.startswith({CLOSED})]; main(sys.argv[3:])"
    )
    beside = os.path.dirname(os.path.dirname(os.path.realpath(msgspec.__file__)))
    package = str(Path(__file__).parents[2])  # in a checkout, a folder of links
    return [executable(), "-s", "-S", "-P", "-c", start, package, beside]


class BadPath(Unusable):
    """A folder that submissions must not see."""


def shown(path: str) -> tuple[str, str]:
    """The folder that submissions may see, and the one that they import from: for a package, its parent.

    Raises BadPath if it is not a folder, or contains this project with the reference learners.
    """
    real = os.path.realpath(path)
    if not os.path.isdir(real):
        raise BadPath(f"{path} is not a folder; name one with modules, or a package's own")
    package = Path(__file__).parents[2]
    ours = [os.path.realpath(folder) for folder in (package, *package.iterdir())]  # in a checkout, links
    if any(os.path.commonpath([folder, real]) in (folder, real) for folder in ours):
        raise BadPath(
            f"{path} contains this program with its reference learners; name a package's own folder inside it"
        )
    return real, os.path.dirname(real) if os.path.isfile(f"{real}/__init__.py") else real


def project() -> str:
    """The folder that holds `oracle`: learncheck as it is installed, or its checkout."""
    return str(Path(__file__).resolve().parents[2])


def environment(home: str) -> dict[str, str]:
    """A child's whole environment."""
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
        **ONE_THREAD,
    }


@functools.cache
def packages() -> tuple[str, ...]:
    """The folders of numpy and scipy, with the libraries bundled in their wheels."""
    folders = []
    for name in ("numpy", "scipy"):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            folder = os.path.dirname(os.path.realpath(spec.origin))
            folders += [path for path in (folder, f"{folder}.libs") if os.path.isdir(path)]
    return tuple(folders)


class Sight(NamedTuple):
    """The files and folders that a submission may read with all that is below, and what of that is covered."""

    shown: list[str]
    covered: list[str]


@functools.cache
def sight() -> Sight:
    """The interpreter, its shared libraries and `packages`. Other packages of the same interpreter, this project among
    them, are covered.
    """
    home = os.path.realpath(sys.base_prefix)
    roots = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", f"{home}/lib", f"{home}/lib64"]
    folders = list(dict.fromkeys(os.path.realpath(root) for root in roots if os.path.isdir(root)))
    covered = [
        os.path.realpath(path)
        for root in folders
        for name in ("site-packages", "dist-packages")
        for path in glob.glob(f"{glob.escape(root)}/python*/{name}")
    ]
    shared = [path for path in ("/etc/ld.so.cache", "/etc/alternatives") if os.path.exists(path)]
    return Sight([*folders, *shared, *packages()], list(dict.fromkeys(covered)))


@functools.cache
def readable() -> dict[str, list[str]]:
    """The same for Landlock, which adds up what is allowed and cannot cover anything: the files and folders that may
    be read with all that is below, and those whose names alone may be listed.
    """
    shown, covered = sight()
    read, names = ["/dev/null", "/dev/urandom"], {os.path.dirname(path) for path in packages()}

    def show(path: str) -> None:
        if path in covered:
            return
        if not any(folder.startswith(f"{path}/") for folder in covered):
            read.append(path)
            return
        names.add(path)
        for entry in sorted(os.listdir(path)):
            show(f"{path}/{entry}")

    for path in shown:
        show(os.path.realpath(path))
    return {"read": read, "list": sorted(names)}


def _open_to_all(path: str) -> bool:
    """Whether every user may read the path and enter all folders above it."""
    place = os.path.realpath(path)
    if not os.stat(place).st_mode & stat.S_IROTH:
        return False
    while place != "/":
        if os.path.isdir(place) and not os.stat(place).st_mode & stat.S_IXOTH:
            return False
        place = os.path.dirname(place)
    return True


def _may_change_user() -> bool:
    return os.geteuid() == 0 and host.exists(host.NOBODY)
