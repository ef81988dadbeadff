"""Empty temporary folders. If a run is killed, a later run that grades removes its folders."""

import contextlib
import fcntl
import os
import re
import shutil
import tempfile
from pathlib import Path

PREFIX = "learncheck-process-"
OURS = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}")
"""The names that `mkdtemp` makes with the prefix. Nothing else may be swept."""


class Folder:
    """A temporary folder, locked while the process that made it lives. `close`, or leaving its context, removes it."""

    def __init__(self) -> None:
        self._lock: int | None = None
        while self._lock is None:
            self.name = tempfile.mkdtemp(prefix=PREFIX)
            with contextlib.suppress(FileNotFoundError):  # another run has swept it before it was locked
                lock = os.open(self.name, os.O_RDONLY | os.O_CLOEXEC)
                fcntl.flock(lock, fcntl.LOCK_EX)
                if os.path.isdir(self.name):
                    self._lock = lock
                else:
                    os.close(lock)

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        if self._lock is not None:
            shutil.rmtree(self.name, ignore_errors=True)
            os.close(self._lock)
            self._lock = None


def sweep() -> None:
    """Remove the folders that no process has locked: those of runs that were killed."""
    with contextlib.suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                _remove_if_left(path)


def _remove_if_left(path: Path) -> None:
    seen = path.lstat()
    if not OURS.fullmatch(path.name) or not path.is_dir() or path.is_symlink() or seen.st_uid != os.geteuid():
        return
    lock = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)
