"""Write files atomically and, on request, without letting a failed write stop the run."""

import contextlib
import errno
import json
import os
import stat
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

from learncheck.oracle.interrupts import uninterrupted

MOST_LINKS = 40
"""No system follows more of them."""

HERE = Path()
"""The working folder, below which `.learncheck` is ours: `within` for what is kept there."""


class Unusable(ValueError):
    """What a call names cannot be used: a file, a folder, an option. The message says why in one line."""


_unwritten: ContextVar[dict[str, str] | None] = ContextVar("unwritten", default=None)


@contextlib.contextmanager
def recording_failures() -> Iterator[dict[str, str]]:
    """Record failed writes instead of raising, within this context.

    Yields a dictionary that maps the path of each file that could not be written to the reason.
    """
    unwritten: dict[str, str] = {}
    token = _unwritten.set(unwritten)
    try:
        yield unwritten
    finally:
        _unwritten.reset(token)


def write_json(path: Path, value: object, within: Path | None = None) -> bool:
    """Write JSON atomically. Takes and returns what `write_bytes` does."""
    return write_text(path, as_text(value), within)


def as_text(value: object) -> str:
    """Return the value as the text of a JSON file."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def write_text(path: Path, text: str, within: Path | None = None) -> bool:
    """Write text atomically. Takes and returns what `write_bytes` does."""
    return write_bytes(path, text.encode("utf-8", "backslashreplace"), within)


def write_bytes(path: Path, data: bytes, within: Path | None = None) -> bool:
    """Write a file atomically, so that it is either the old one or the new one; a missing parent folder is created.

    within: a folder above the path, for a path that the user did not name. Below it symbolic links are not followed,
            and whatever is at the path is replaced: a student may have put it there. Without it, a stream that is at
            the path or at the end of its links, such as /dev/stdout, is written to instead.

    Returns True once the file is written. If it cannot be written, raises OSError or, inside `recording_failures`,
    records the reason and returns False.
    """
    try:
        _write(path, data, within)
    except OSError as error:
        _record(path, error)
        return False
    return True


def _record(path: Path, error: OSError) -> None:
    """Record that the path could not be written or, outside of `recording_failures`, raise the error."""
    unwritten = _unwritten.get()
    if unwritten is None:
        error.filename = str(path)  # not that of the temporary file
        raise error
    unwritten[str(path)] = error.strerror or str(error)


def move(path: Path, into: Path, within: Path) -> None:
    """Move a file, if it is there, into another folder, and replace what has its name there. Both folders are below
    `within`, where no symbolic link is followed. Raises or records as `write_bytes` does.
    """
    try:
        with folder(path.parent, within) as old, folder(into, within) as new:
            os.replace(path.name, path.name, src_dir_fd=old, dst_dir_fd=new)
    except FileNotFoundError:
        pass
    except OSError as error:
        _record(path, error)


def is_stream(path: Path) -> bool:
    """Return whether the path, at the end of its links, is no regular file or is a descriptor of this process, even if
    that writes to a regular file. It can be written to, and neither replaced nor written anew.
    """
    return _descriptor(path) is not None or (path.exists() and not path.is_file())


def _descriptor(path: Path) -> int | None:
    """The descriptor of this process that the path is, after its links; None if it is something else."""
    ours = os.path.realpath("/proc/self/fd")
    for _ in range(MOST_LINKS):
        folder = os.path.realpath(path.parent)
        if folder == ours and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            break
        path = Path(folder, os.readlink(path))
    return None


def _write(path: Path, data: bytes, within: Path | None) -> None:
    if within is None:
        descriptor = _descriptor(path)
        if descriptor is not None:
            for printed in sys.stdout, sys.stderr:
                printed.flush()  # what was printed before stands before it
            with os.fdopen(os.dup(descriptor), "wb") as stream:
                stream.write(data)
            return
        if is_stream(path):
            path.write_bytes(data)
            return
    with uninterrupted(), folder(path.parent, within or path.parent) as inside:
        temporary = f".learncheck.{os.urandom(8).hex()}"
        new = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600, dir_fd=inside)
        try:
            with os.fdopen(new, "wb") as file:
                file.write(data)
                os.fchmod(new, 0o644)
            os.replace(temporary, path.name, src_dir_fd=inside, dst_dir_fd=inside)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=inside)
            raise


@contextlib.contextmanager
def folder(path: Path, within: Path) -> Iterator[int]:
    """Open a folder, creating it if it is missing, as a file descriptor. Below `within` no symbolic link is followed,
    not even one that is put there meanwhile. Raises OSError.
    """
    within.mkdir(parents=True, exist_ok=True)
    opened = os.open(within, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for name in path.relative_to(within).parts:
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, dir_fd=opened)
            if stat.S_ISLNK(os.lstat(name, dir_fd=opened).st_mode):
                raise OSError(errno.ELOOP, f"{name} is a symbolic link, which is not followed")
            above = opened
            opened = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=above)
            os.close(above)
        yield opened
    finally:
        os.close(opened)
