"""Read a submission into memory: a Python file, a notebook, a folder or a zip archive.

Nothing is run here, and only the notebook's JSON and the archive's directory are parsed. Sizes are checked before
anything is read. Symbolic links are not followed: a submission must not be an alias for somebody else's file.
"""

import codecs
import io
import os
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

import msgspec

from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.names import CELL, printable

MOST_BYTES = 4 << 20
"""The most source that a submission may have, all of its files together."""

MOST_BOOK_BYTES = 64 << 20
"""The most that its notebooks may have with their outputs, which do not count above."""

MOST_FILES = 200
MOST_LEVELS = 20
"""Python files in folders nested deeper than this are ignored."""

MAIN = ("submission.py", "main.py", "submission.ipynb", "main.ipynb")
"""Among several files, the first with one of these names is the submission; the others are modules it may import."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The others are expanded without a limit: a kilobyte of bzip2 or LZMA becomes gigabytes."""

SUFFIXES = (".py", ".pyw", ".ipynb", ".zip", "")

DEFINES = re.compile(rb"^(?:class[ \t]+(\w+)|(LEARNERS)[ \t]*[:=])", re.MULTILINE)
"""A line of a file that defines a class, or says which are learners."""

OF_TESTS = re.compile(r"test_.*|.*_tests?|tests?|conftest")
"""Names of files that test others."""

WRITTEN = ("%%writefile", "%%file")
"""Cell magics that write what is below them to a file."""

PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
"""Cell magics below which there is Python; cells with another one are skipped."""

FORMS = "a submission is a Python file, a notebook, or a folder or zip archive that contains one"


@dataclass(frozen=True)
class HandedIn:
    """A submission in memory.

    name:    what messages call it.
    parts:   its source as (name in tracebacks, text): one file, or the code cells of a notebook in order.
    modules: other modules that it may import, by dotted name ("helpers", "package.__init__").
    notes:   which file was chosen, if there was a choice.
    """

    name: str
    parts: tuple[tuple[str, bytes], ...]
    modules: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def main(self) -> str:
        """The name of the file that is judged, with the first code cell's number if it is a notebook."""
        return self.parts[0][0] if self.parts else self.name

    def file(self, path: Path) -> str:
        """What the file that is judged is called where it lies, if it was handed in at this path."""
        return path.name if printable(path.name) == self.main else self.main

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
    if PurePosixPath(name).suffix.lower() not in SUFFIXES:
        raise LoadError(f"{name} is neither a .py nor an .ipynb file; {FORMS}")
    if not _is_book(name):
        return HandedIn(name, ((name, content),))
    cells, written = _cells(name, name, _code_alone(content))
    return _of_book(name, name, cells, written, {})


def _of_book(
    name: str, file: str, cells: Sequence[tuple[str, bytes]], written: Mapping[str, bytes], beside: Mapping[str, bytes]
) -> HandedIn:
    """The cells of a notebook, with the files that some of them write; where no cell defines a learner and one of these
    files does, that file.
    """
    if sum(len(text) for _, text in cells) + sum(map(len, written.values())) > MOST_BYTES:
        raise _too_much(name)
    modules = {**beside, **_as_modules(written)}
    defining = [path for path, text in written.items() if _defines(text)]
    if len(defining) != 1 or any(_defines(text) for _, text in cells):
        return HandedIn(name, tuple(cells), modules)
    (main,) = defining
    note = f"{printable(main)} is judged: a cell of {file} writes it, and no other cell defines a learner"
    return HandedIn(name, ((printable(main), written[main]),), modules, (note,))


def _read(path: Path, size: int) -> bytes:
    most = MOST_BOOK_BYTES if _is_book(path.name) else MOST_BYTES
    if size > most:
        remedy = "clear the notebook's outputs and save it again" if _is_book(path.name) else "is it a Python file?"
        raise LoadError(f"{printable(str(path))} is longer than {most >> 20} MiB; {remedy}")
    with path.open("rb") as file:
        return file.read(most)


class _Cell(msgspec.Struct):
    cell_type: str
    source: str | list[str] = ""


class _Book(msgspec.Struct):
    cells: list[_Cell]


def _code_alone(content: bytes) -> bytes:
    """The notebook with its code cells, and without what they put out; a text that is no notebook where it is none."""
    try:
        cells = msgspec.json.decode(content, type=_Book).cells
        return msgspec.json.encode(_Book([cell for cell in cells if cell.cell_type == "code"]))
    except (msgspec.DecodeError, RecursionError):
        return b"{"


def _walk(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The Python files and notebooks of a folder, by their paths in it."""
    left, count = [MOST_BYTES, MOST_BOOK_BYTES], 0
    for place, folders, files in os.walk(folder):
        deep = len(Path(place).relative_to(folder).parts) >= MOST_LEVELS
        folders[:] = [] if deep else sorted(name for name in folders if not _hidden(name))
        for path in (Path(place, file) for file in sorted(files) if _is_source(file)):
            kind = path.lstat()
            if not stat.S_ISREG(kind.st_mode):
                continue
            count += 1
            left[_is_book(path.name)] -= kind.st_size
            if min(left) < 0 or count > MOST_FILES:
                raise _too_much(printable(folder.name))
            content = _read(path, kind.st_size)
            if _is_book(path.name):
                content = _code_alone(content)
                left[0] -= len(content)
            yield path.relative_to(folder).as_posix(), content


def _unzipped(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """The Python files and notebooks of a zip archive, which is never unpacked to disk."""
    left = [MOST_BYTES, MOST_BOOK_BYTES]
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [
                entry for entry in archive.infolist()
                if not entry.is_dir() and _is_source(entry.filename) and entry.filename.count("/") <= MOST_LEVELS
                and not any(map(_hidden, PurePosixPath(entry.filename).parts))
            ]  # fmt: skip
            if len(entries) > MOST_FILES:
                raise _too_much(name)
            for entry in entries:
                if entry.compress_type not in METHODS:
                    raise LoadError(f"{name} uses a compression method other than deflate; create the archive again")
                book = _is_book(entry.filename)
                with archive.open(entry) as file:
                    text = file.read(left[book] + 1)  # whatever length the archive says that it has
                left[book] -= len(text)
                if book:
                    text = _code_alone(text)
                    left[0] -= len(text)
                if min(left) < 0:
                    raise _too_much(name)
                yield entry.filename, text
    except LoadError:
        raise
    except Exception as error:  # a decompressor's own error, such as zlib.error, among them
        raise LoadError(f"{name} is a zip archive that cannot be read: {printable(str(error))}") from None


def _too_much(name: str) -> LoadError:
    return LoadError(f"{name} holds more than {MOST_FILES} Python files, or more than {MOST_BYTES >> 20} MiB of them")


def _hidden(name: str) -> bool:
    return name.startswith((".", "__MACOSX", "__pycache__")) or name == ".."


def _is_book(name: str) -> bool:
    return name.lower().endswith(".ipynb")


def _defines(text: bytes) -> bool:
    """Whether some line of it defines a learner by its name, or says which classes are learners."""
    return any(marked or name.decode() in LEARNERS for name, marked in DEFINES.findall(text))


def _as_modules(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that can be imported, by dotted names."""
    paths = {PurePosixPath(path): text for path, text in files.items()}
    return {
        ".".join(path.with_suffix("").parts): text
        for path, text in paths.items()
        if path.suffix == ".py" and all(map(str.isidentifier, path.with_suffix("").parts))
    }


def _is_source(name: str) -> bool:
    return name.lower().endswith((".py", ".ipynb"))


def _chosen(name: str, files: Mapping[str, bytes]) -> HandedIn:
    """Pick the submission among the files; the others become modules."""
    while files and len(tops := {PurePosixPath(path).parts[0] for path in files}) == 1:
        (top,) = tops
        if top in files:
            break
        files = {PurePosixPath(path).relative_to(top).as_posix(): text for path, text in files.items()}
    outer = [path for path in files if "/" not in path]
    main = next((path for path in MAIN if path in files), outer[0] if len(outer) == 1 else None)
    notes: tuple[str, ...] = ()
    if main is None and not outer:
        raise LoadError(f"{name} contains no Python file or notebook at its top level; {FORMS}")
    if main is None and (main := _alone_defines({path: files[path] for path in outer})):
        notes = (f"{printable(main)} is judged: no other file of {name} defines learners, tests aside",)
    if main is None:
        there = ", ".join(map(printable, sorted(outer)[:5])) + ", …" * (len(outer) > 5)
        raise LoadError(
            f"{name} contains several candidates ({there}); rename the one to grade to submission.py, or pass the "
            "files one by one"
        )
    modules = _as_modules({path: text for path, text in files.items() if path != main})
    if not _is_book(main):
        return HandedIn(name, ((printable(main), files[main]),), modules, notes)
    cells, written = _cells(name, printable(main), files[main])
    notebook = _of_book(name, printable(main), cells, written, modules)
    return replace(notebook, notes=(*notes, *notebook.notes))


def _alone_defines(files: Mapping[str, bytes]) -> str | None:
    """The only one of the files that defines learners, of several the only one that is not named like a test."""
    defining = []
    for path, text in files.items():
        try:
            parts = [part for _, part in _cells(path, path, text)[0]] if _is_book(path) else [text]
        except LoadError:
            continue
        if any(map(_defines, parts)):
            defining.append(path)
    if len(defining) > 1:
        defining = [path for path in defining if not OF_TESTS.fullmatch(PurePosixPath(path).stem)]
    return defining[0] if len(defining) == 1 else None


def _cells(name: str, file: str, content: bytes) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
    """The code cells of a notebook, as the submission's process runs them, which also drops the line magics; and the
    files that cells write.
    """
    try:
        texts = ["".join(cell.source) for cell in msgspec.json.decode(content, type=_Book).cells]
    except msgspec.DecodeError:
        raise LoadError(f"{name} is not a notebook in format 4; save it again, or hand in a Python file") from None
    parts, written = list[tuple[str, bytes]](), dict[str, bytes]()
    for number, text in enumerate(texts, start=1):
        first, newline, rest = text.lstrip().partition("\n")
        if first.startswith("%%"):
            magic, *words = first.split()
            if magic in WRITTEN and words:
                before = written.get(words[-1], b"") if {"-a", "--append"} & set(words) else b""
                written[words[-1]] = before + f"{rest}\n".encode()
            if magic not in PYTHON_CELLS:
                continue
            text = newline + rest  # line numbers stay as they are
        parts.append((f"{file}{CELL}{number}", f"{text}\n".encode()))
    return parts, written
