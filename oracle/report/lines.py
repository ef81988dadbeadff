"""Print lines on a terminal and in a pipe. Nothing heavy is imported here, so that output without claims is instant."""

import io
import re
import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console


class _Output(Console):
    """A console that leaves it to the command what to do when the reader closes the pipe."""

    def on_broken_pipe(self) -> None:
        raise


def console() -> Console:
    """Return a console with colours on a terminal and plain text in a pipe. NO_COLOR is honoured.

    Text stays what it is: what looks like the code of an emoji is a slice, or a name that a student chose.
    """
    return _Output(highlight=False, soft_wrap=False, emoji=False)


MEASURE = 100
"""The greatest width of prose, however wide the terminal is."""


def sheet(width: int | None = None) -> Console:
    """Return a console that keeps its text, formatted for a file or, with a width, for a terminal of that width."""
    return Console(
        file=io.StringIO(), width=width or 100, height=25, force_terminal=width is not None, highlight=False,
        emoji=False,
        force_jupyter=False,  # in a kernel it would go to the display, and the text would be empty
        color_system=None,
    )  # fmt: skip


def written(out: Console) -> str:
    """Return what was printed on a sheet, without trailing spaces."""
    assert isinstance(out.file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in out.file.getvalue().splitlines())


def say(out: Console, line: str, *, style: str = "", hang: bool = False) -> None:
    """Print a line of prose: unchanged in a pipe; wrapped on a terminal, with continuation lines indented.

    hang: indent them to the last column of a head that starts the line and ends in two spaces.
    """
    if out.is_terminal:
        head = re.match(r".{0,38}\S {2,}(?=\S)", line) if hang else None
        after = " " * (head.end() if head else len(line) - len(line.lstrip(" ")) + 2)
        set_in = textwrap.TextWrapper(min(out.width, MEASURE), subsequent_indent=after, break_on_hyphens=False)
        line = "\n".join(set_in.fill(part) for part in line.split("\n"))
    out.print(line, style=style, markup=False, soft_wrap=True)


_WORD = re.compile(r"""(?:'[^']*'|"[^"]*"|[^\s'"])+""")
"""A word of a command as `names.shell_line` quotes it."""


def say_command(out: Console, command: str) -> None:
    """Print the command that replays a game. On a terminal, a long one continues with a backslash, between words."""
    lines = ["  replay:"]
    for word in _WORD.findall(command):
        if out.is_terminal and cell_len(lines[-1]) + 1 + cell_len(word) > out.width - 2 and lines[-1].strip():
            lines.append("   ")
        lines[-1] += f" {word}"
    out.print(" \\\n".join(lines), markup=False, soft_wrap=True)


def print_table(
    out: Console, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str] = (),
    styles: Sequence[str] = (), widths: Sequence[int | None] = (), *, header: bool = True,
) -> None:  # fmt: skip
    """Print rows in columns as wide as needed. On a terminal, cells are wrapped, and columns may be given `widths`.

    right: the columns that are right-aligned. styles: one for each row.
    """
    if out.is_terminal:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="bold", show_header=header)
        for name, width in zip(head, widths or [None] * len(head), strict=True):
            table.add_column(name, overflow="fold", justify="right" if name in right else "left", width=width)
        for row, style in zip(rows, styles or [""] * len(rows), strict=True):
            table.add_row(*row, style=style)
        out.print(table, markup=False)
        return
    needed = [max(map(cell_len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        blanks = [" " * (width - cell_len(cell)) for cell, width in zip(row, needed, strict=True)]
        aligned = zip(head, row, blanks, strict=True)
        line = "  ".join(f"{blank}{cell}" if name in right else f"{cell}{blank}" for name, cell, blank in aligned)
        out.print(line.rstrip(), markup=False, soft_wrap=True)


def fitted(name: str, room: int) -> str:
    """Break the name into as many lines as it needs, after hyphens, slashes or spaces."""
    lines = [""]
    for part in re.split(r"(?<=[-/ ])", name):
        if lines[-1] and len(lines[-1] + part.rstrip()) > room:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def escaped(words: str) -> str:
    """The words with the Markdown and HTML special characters escaped."""
    return re.sub(r"([\\`*_|<>#\[\]])", r"\\\1", words)


def in_parts(parts: Iterable[tuple[str, Iterable[str]]], width: int) -> list[str]:
    """Return paragraphs, each with its head on the left, as lines of at most `width` characters."""
    lines = []
    for head, paragraphs in parts:
        lines.append("")
        for index, paragraph in enumerate(paragraphs):
            first = f"  {head if index == 0 else '':<12}"
            lines += textwrap.wrap(paragraph, width, initial_indent=first, subsequent_indent=" " * 14)
    return lines
