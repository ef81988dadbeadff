"""Make names that students chose safe for files, terminals, shells and spreadsheets."""

import hashlib
import os
import re
import shlex
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

RESERVED = ("summary", "class")
"""Files with these names are written beside the reports."""

CELL = " cell "
"""Between a notebook's name and a cell's number, in the names of a notebook's parts."""

LONGEST = 120
"""The most bytes of an id: a file name may have 255, and reports add suffixes."""


def ids(paths: "Sequence[Path]") -> list[str]:
    """A unique id for each file, whatever the files are called: its name, if that is plain.

    It is the stem, or the whole path if stems repeat, with "__" for "/" and "=xx" for every byte that might be
    mistaken for a separator. So nobody can choose the id of somebody else's file. Stems that differ only by case or
    Unicode normalization count as repeated, since some file systems do not tell them apart.
    """
    stems = Counter(_folded(_stem(path)) for path in paths)
    names = [_plain([_stem(path)] if stems[_folded(_stem(path))] == 1 else _parts(path)) for path in paths]
    whole = set(names)
    for index, name in enumerate(names):
        # The id is followed by "-" and a claim's in the names of cases.
        ends = [match.start() for match in re.finditer("-", name) if name[: match.start()] in whole]
        names[index] = "".join("=2d" if place in ends else letter for place, letter in enumerate(name))
    seen: dict[str, int] = {}
    for index, name in enumerate(names):  # one file that is named twice
        key = _folded(name)
        seen[key] = seen.get(key, 0) + 1
        names[index] = name if seen[key] == 1 else f"{name}={seen[key]}"
    return names


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _stem(path: "Path") -> str:
    return path.stem if path.suffix == ".py" else path.name


def _parts(path: "Path") -> list[str]:
    return [*(part for part in path.parent.parts if part not in ("/", ".")), _stem(path)]


def _plain(parts: Sequence[str]) -> str:
    name = "__".join(map(_escaped, parts))
    if name in RESERVED or not name:
        name = "".join(f"={ord(letter):02x}" for letter in name) or "=00"
    if len(data := os.fsencode(name)) > LONGEST:
        digest = hashlib.sha256(os.fsencode("/".join(parts))).hexdigest()[:16]
        name = f"{data[: LONGEST - 18].decode(errors='ignore')}=~{digest}"
    return name


def _escaped(part: str) -> str:
    def escape(match: re.Match[str]) -> str:
        return "".join(f"={byte:02x}" for byte in os.fsencode(match[0]))

    return re.sub(r"[^\w.,+-]|^[.-]|^_|_$|_(?=_)|(?<=_)_", escape, part)


def printable(text: str) -> str:
    """The text in one line, with every non-printable character escaped: safe for terminals, XML and JSON."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def cell(text: str) -> str:
    """The text as a cell that no spreadsheet evaluates: an apostrophe before every sign that could start a formula, at
    the beginning or after a semicolon, which separates cells in some countries.
    """
    lines = "\n".join(map(printable, text.split("\n")))
    return re.sub(r"(^|;)(\s*)(?=[=+\-@＝＋－＠])", r"\1\2'", lines)


def in_a_log(text: str) -> str:
    """The text made safe for a workflow's log. GitHub's runner interprets `::notice …::` at the start of a line and
    `##[notice …]` anywhere as commands, and scores are reported by such commands.
    """
    return re.sub(r"^(\s*):(?=:)", r"\1: ", text, flags=re.MULTILINE).replace("##[", "# #[")


def shell_line(words: Sequence[str]) -> str:
    """A command quoted for a shell, in printable characters."""
    return " ".join(map(_shell_word, words))


def _shell_word(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    plain = (
        letter
        if letter.isprintable() and letter not in "'\\"
        else "".join(f"\\x{byte:02x}" for byte in os.fsencode(letter))
        for letter in word
    )
    return f"$'{''.join(plain)}'"


def near(name: str, names: Sequence[str]) -> str:
    """The names that come near, whatever their case, as the end of a message; "" where there are none."""
    import difflib

    by_lower = {candidate.lower(): candidate for candidate in names}
    close = difflib.get_close_matches(name.lower(), by_lower, n=3, cutoff=0.75)
    close = close or [candidate for candidate in by_lower if candidate in name.lower()]  # HalvingLearner
    *others, last = [by_lower[candidate] for candidate in close] or [""]
    return f"; did you mean {', '.join(others)}{' or ' * bool(others)}{last}?" if close else ""
