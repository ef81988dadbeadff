"""What was handed in, in memory: a Python file, a notebook, a folder or a zip archive.

Nothing of it is run or parsed here, but for the notebook's JSON and the archive's table of contents; sizes are
looked at before anything is read. Links are not followed: a submission must not be a name for somebody else's file.
"""

import io
import json
import os
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.names import printable

MOST_BYTES = 4 << 20
"""The source of a submission, all of its files together, is not longer."""

MOST_FILES = 200
MAIN = ("submission.py", "main.py", "submission.ipynb", "main.ipynb")
"""Of several files the one of such a name is the submission, and the others are modules that it may import."""

FORMS = "a submission is a Python file, a notebook, or a folder or zip archive with one"


@dataclass(frozen=True)
class HandedIn:
    """name:  what messages call it.
    parts:    its source: a file, or the code cells of a notebook in order; each under the name that tracebacks show.
    modules:  what it may import besides, by dotted names ("helpers", "package.__init__").
    """

    name: str
    parts: tuple[tuple[str, bytes], ...]
    modules: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def source(self) -> bytes:
        return b"\n".join(text for _, text in self.parts)


def hand_in(path: Path, modules: Mapping[str, bytes] | None = None) -> HandedIn:
    """Read a submission. Raises LoadError where it is none, in one line that says what is due.

    modules: what every submission of an assignment may import.
    """
    name = printable(path.name or path.resolve().name)
    try:
        kind = path.lstat()
        if stat.S_ISLNK(kind.st_mode):
            raise LoadError(f"{name} is a symbolic link; hand in the file itself")
        if stat.S_ISDIR(kind.st_mode):
            found = _chosen(name, dict(_walk(path)))
        elif not stat.S_ISREG(kind.st_mode):
            raise LoadError(f"{name} is no file; {FORMS}")
        else:
            found = _file(name, _read(path, kind.st_size))
    except FileNotFoundError:
        raise LoadError(f"no such file: {printable(str(path))}") from None
    except OSError as error:
        raise LoadError(f"{printable(str(path))} cannot be read: {error.strerror}") from None
    return HandedIn(found.name, found.parts, {**(modules or {}), **found.modules})


def _file(name: str, content: bytes) -> HandedIn:
    if content.startswith(b"PK\x03\x04"):
        return _chosen(name, dict(_unzipped(name, content)))
    if b"\0" in content[:1000]:
        raise LoadError(f"{name} is no text; {FORMS}")
    return HandedIn(name, _parts(name, name, content))


def _parts(name: str, file: str, content: bytes) -> tuple[tuple[str, bytes], ...]:
    return _cells(name, file, content) if file.lower().endswith(".ipynb") else ((file, content),)


def _read(path: Path, size: int) -> bytes:
    if size > MOST_BYTES:
        raise LoadError(f"{printable(str(path))} is longer than {MOST_BYTES >> 20} MiB; is it a Python file?")
    with path.open("rb") as file:
        return file.read(MOST_BYTES)


def _walk(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The Python files and notebooks of a folder, by their paths in it."""
    left, count = MOST_BYTES, 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if not _hidden(each))
        for each in sorted(files):
            path = Path(place, each)
            inside = path.relative_to(folder).as_posix()
            kind = path.lstat()
            if not _is_source(each) or not stat.S_ISREG(kind.st_mode):
                continue
            count += 1
            if kind.st_size > left or count > MOST_FILES:
                raise _too_much(printable(folder.name))
            left -= kind.st_size
            yield inside, _read(path, kind.st_size)


def _unzipped(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """The same for a zip archive, which is unpacked nowhere."""
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [
                each for each in archive.infolist()
                if not each.is_dir() and _is_source(each.filename)
                and not any(map(_hidden, PurePosixPath(each.filename).parts))
            ]  # fmt: skip
            if len(entries) > MOST_FILES:
                raise _too_much(name)
            for each in entries:
                with archive.open(each) as file:
                    text = file.read(left + 1)  # whatever length the archive says that it has
                if len(text) > left:
                    raise _too_much(name)
                left -= len(text)
                yield each.filename, text
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError) as error:
        raise LoadError(f"{name} is a zip archive that cannot be read: {printable(str(error))}") from None
    except Exception as error:  # of a decompressor, zlib.error for example
        raise LoadError(f"{name} is a zip archive that cannot be read: {printable(str(error))}") from None


def _too_much(name: str) -> LoadError:
    return LoadError(f"{name} holds more than {MOST_FILES} Python files, or more than {MOST_BYTES >> 20} MiB of them")


def _hidden(name: str) -> bool:
    return name.startswith((".", "__MACOSX", "__pycache__")) or name == ".."


def _is_source(name: str) -> bool:
    return name.lower().endswith((".py", ".ipynb"))


def _chosen(name: str, files: Mapping[str, bytes]) -> HandedIn:
    """The submission among the files, and the others as modules."""
    while files and len(tops := {PurePosixPath(each).parts[0] for each in files}) == 1:
        (top,) = tops
        if top in files:
            break
        files = {PurePosixPath(each).relative_to(top).as_posix(): text for each, text in files.items()}
    outer = [each for each in files if "/" not in each]
    main = next((each for each in MAIN if each in files), outer[0] if len(outer) == 1 else None)
    if main is None:
        there = ", ".join(map(printable, sorted(outer)[:5])) or "none"
        raise LoadError(f"{name} holds these Python files and notebooks: {there}; call the submission submission.py")
    modules = {}
    for each, text in files.items():
        path = PurePosixPath(each)
        if each != main and path.suffix == ".py" and all(map(str.isidentifier, path.with_suffix("").parts)):
            modules[".".join(path.with_suffix("").parts)] = text
    return HandedIn(name, _parts(name, printable(main), files[main]), modules)


def _cells(name: str, file: str, content: bytes) -> tuple[tuple[str, bytes], ...]:
    """The code cells of a notebook, without magics."""
    try:
        book = json.loads(content)
        texts = ["".join(each["source"]) for each in book["cells"][:] if each["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise LoadError(f"{name} is no notebook of the format 4; save it anew, or hand in a Python file") from None
    parts = []
    for number, text in enumerate(texts, start=1):
        if text.lstrip().startswith("%%"):
            continue
        lines = [_without_magic(line) for line in text.splitlines()]
        parts.append((f"{file} cell {number}", "\n".join([*lines, ""]).encode("utf-8", "replace")))
    return tuple(parts)


def _without_magic(line: str) -> str:
    """The line; for one that is IPython's alone (%matplotlib, !pip, name?) a line that does nothing, set in alike."""
    bare = line.strip()
    if bare.startswith(("%", "!", "?")) or (bare.endswith("?") and "#" not in bare):
        return line[: len(line) - len(line.lstrip())] + "pass"
    return line
