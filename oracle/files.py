"""Write files atomically and, on request, without letting a failed write stop the run."""

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
    """Record failed writes instead of raising, within this context.

    Yields a dictionary that maps the path of each file that could not be written to the reason.
    """
    unwritten: dict[str, str] = {}
    token = _unwritten.set(unwritten)
    try:
        yield unwritten
    finally:
        _unwritten.reset(token)


def write_json(path: Path, value: Any) -> bool:
    """Write JSON atomically: the file is either the old one or the new one, never half of it. Returns what
    `write_text` does.
    """
    return write_text(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> bool:
    """Write text atomically, creating the parent folder if it is missing.

    Returns True once the file is written. If it cannot be written, raises OSError or, inside `going_on`, records the
    reason and returns False.
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
    if path.exists() and not path.is_file():  # for example /dev/stdout, which must not be replaced
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
