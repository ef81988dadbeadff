"""Read a submission into memory: a Python file, a notebook, a folder or a zip archive.

Nothing is run here, and only the notebook's JSON and the archive's directory are parsed. Sizes are checked before
anything is read. Symbolic links are not followed: a submission must not be an alias for somebody else's file.
"""

import codecs
import io
import json
import os
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.loading import CELL
from learncheck.oracle.boundary.names import printable

MOST_BYTES = 4 << 20
"""The most source that a submission may have, all of its files together."""

MOST_FILES = 200
MOST_LEVELS = 20
"""Python files in folders nested deeper than this are ignored."""

MAIN = ("submission.py", "main.py", "submission.ipynb", "main.ipynb")
"""Among several files, the first with one of these names is the submission; the others are modules it may import."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The others are expanded without a limit: a kilobyte of bzip2 or LZMA becomes gigabytes."""

PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
"""Cell magics below which there is Python; cells with another one are skipped."""

FORMS = "a submission is a Python file, a notebook, or a folder or zip archive with one"


@dataclass(frozen=True)
class HandedIn:
    """A submission in memory.

    name:    what messages call it.
    parts:   its source as (name in tracebacks, text): one file, or the code cells of a notebook in order.
    modules: other modules that it may import, by dotted name ("helpers", "package.__init__").
    """

    name: str
    parts: tuple[tuple[str, bytes], ...]
    modules: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The name of the file that is judged, with the first code cell's number if it is a notebook."""
        return self.parts[0][0] if self.parts else self.name

    @property
    def source(self) -> bytes:
        return b"\n".join(text for _, text in self.parts)


def hand_in(path: Path) -> HandedIn:
    """Read a submission. Raises LoadError, with one line that says what is expected, if it is not one."""
    name = printable(path.name or path.resolve().name)
    try:
        kind = path.lstat()
        if stat.S_ISLNK(kind.st_mode):
            raise LoadError(f"{name} is a symbolic link; hand in the file itself")
        if stat.S_ISDIR(kind.st_mode):
            return _chosen(name, dict(_walk(path)))
        if not stat.S_ISREG(kind.st_mode):
            raise LoadError(f"{name} is not a regular file; {FORMS}")
        return _file(name, _read(path, kind.st_size))
    except FileNotFoundError:
        raise LoadError(f"no such file: {printable(str(path))}") from None
    except OSError as error:
        raise LoadError(f"{printable(str(path))} cannot be read: {error.strerror}") from None


def _file(name: str, content: bytes) -> HandedIn:
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):  # the second is an archive without files
        return _chosen(name, dict(_unzipped(name, content)))
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise LoadError(f"{name} is in UTF-16; save it as UTF-8")
    if b"\0" in content[:1000]:
        raise LoadError(f"{name} is not text; {FORMS}")
    return HandedIn(name, _parts(name, name, content))


def _parts(name: str, file: str, content: bytes) -> tuple[tuple[str, bytes], ...]:
    return _cells(name, file, content) if file.lower().endswith(".ipynb") else ((file, content),)


def _read(path: Path, size: int) -> bytes:
    if size > MOST_BYTES:
        is_book = path.suffix.lower() == ".ipynb"
        remedy = "clear the notebook's outputs and save it again" if is_book else "is it a Python file?"
        raise LoadError(f"{printable(str(path))} is longer than {MOST_BYTES >> 20} MiB; {remedy}")
    with path.open("rb") as file:
        return file.read(MOST_BYTES)


def _walk(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The Python files and notebooks of a folder, by their paths in it."""
    left, count = MOST_BYTES, 0
    for place, folders, files in os.walk(folder):
        deep = len(Path(place).relative_to(folder).parts) >= MOST_LEVELS
        folders[:] = [] if deep else sorted(each for each in folders if not _hidden(each))
        for path in (Path(place, each) for each in sorted(files) if _is_source(each)):
            kind = path.lstat()
            if not stat.S_ISREG(kind.st_mode):
                continue
            left, count = left - kind.st_size, count + 1
            if left < 0 or count > MOST_FILES:
                raise _too_much(printable(folder.name))
            yield path.relative_to(folder).as_posix(), _read(path, kind.st_size)


def _unzipped(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """The Python files and notebooks of a zip archive, which is never unpacked to disk."""
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [
                each for each in archive.infolist()
                if not each.is_dir() and _is_source(each.filename) and each.filename.count("/") <= MOST_LEVELS
                and not any(map(_hidden, PurePosixPath(each.filename).parts))
            ]  # fmt: skip
            if len(entries) > MOST_FILES:
                raise _too_much(name)
            for each in entries:
                if each.compress_type not in METHODS:
                    raise LoadError(f"{name} is compressed by another method than deflate; make the archive again")
                with archive.open(each) as file:
                    text = file.read(left + 1)  # whatever length the archive says that it has
                if len(text) > left:
                    raise _too_much(name)
                left -= len(text)
                yield each.filename, text
    except LoadError:
        raise
    except Exception as error:  # a decompressor's own error, such as zlib.error, among them
        raise LoadError(f"{name} is a zip archive that cannot be read: {printable(str(error))}") from None


def _too_much(name: str) -> LoadError:
    return LoadError(f"{name} holds more than {MOST_FILES} Python files, or more than {MOST_BYTES >> 20} MiB of them")


def _hidden(name: str) -> bool:
    return name.startswith((".", "__MACOSX", "__pycache__")) or name == ".."


def _is_source(name: str) -> bool:
    return name.lower().endswith((".py", ".ipynb"))


def _chosen(name: str, files: Mapping[str, bytes]) -> HandedIn:
    """Pick the submission among the files; the others become modules."""
    while files and len(tops := {PurePosixPath(each).parts[0] for each in files}) == 1:
        (top,) = tops
        if top in files:
            break
        files = {PurePosixPath(each).relative_to(top).as_posix(): text for each, text in files.items()}
    outer = [each for each in files if "/" not in each]
    main = next((each for each in MAIN if each in files), outer[0] if len(outer) == 1 else None)
    if main is None and not outer:
        raise LoadError(f"{name} holds no Python file and no notebook at its top level; {FORMS}")
    if main is None:
        there = ", ".join(map(printable, sorted(outer)[:5])) + ", …" * (len(outer) > 5)
        raise LoadError(f"{name} holds several files ({there}); call the one to be judged submission.py")
    modules = {}
    for each, text in files.items():
        path = PurePosixPath(each)
        if each != main and path.suffix == ".py" and all(map(str.isidentifier, path.with_suffix("").parts)):
            modules[".".join(path.with_suffix("").parts)] = text
    return HandedIn(name, _parts(name, printable(main), files[main]), modules)


def _cells(name: str, file: str, content: bytes) -> tuple[tuple[str, bytes], ...]:
    """The code cells of a notebook, as the submission's process runs them: it also drops the line magics."""
    try:
        book = json.loads(content)
        texts = ["".join(each["source"]) for each in book["cells"][:] if each["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise LoadError(f"{name} is not a notebook in format 4; save it again, or hand in a Python file") from None
    parts = []
    for number, text in enumerate(texts, start=1):
        first, newline, rest = text.lstrip().partition("\n")
        if first.startswith("%%"):
            if first.split()[0] not in PYTHON_CELLS:
                continue
            text = newline + rest  # line numbers stay as they are
        parts.append((f"{file}{CELL}{number}", f"{text}\n".encode("utf-8", "replace")))
    return tuple(parts)
