"""Writing files: whole or not at all, and where it is asked for without stopping a run."""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

_unwritten: ContextVar[dict[str, str] | None] = ContextVar("unwritten", default=None)


@contextlib.contextmanager
def going_on() -> Iterator[dict[str, str]]:
    """While this lasts, a file that cannot be written stops nothing: it is noted, with the reason."""
    unwritten: dict[str, str] = {}
    token = _unwritten.set(unwritten)
    try:
        yield unwritten
    finally:
        _unwritten.reset(token)


def write_json(path: Path, value: Any) -> bool:
    """Write JSON so that the file is either the old one or the new one, never half of it. Returns as `write_text`."""
    return write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> bool:
    """Write text atomically, making the folder where it is missing.

    Whether it was written: it raises OSError where it cannot be, but while `going_on` lasts.
    """
    try:
        _write(path, text)
    except OSError as error:
        unwritten = _unwritten.get()
        if unwritten is None:
            raise
        unwritten[str(path)] = error.strerror or str(error)
        return False
    return True


def _write(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():  # /dev/stdout, for example, which is not to be replaced by a file
        with path.open("w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".learncheck.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
