"""A terminal of a given width: programs run on it, and the screen can be read.

seen = run([sys.executable, "-m", "learncheck", "list"], columns=80, cwd=folder)
seen.lines      the final lines of the screen
seen.frames     the lines of the screen after every write
seen.wrapped    lines that were longer than the width of the terminal
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.cells import cell_len

TOKEN = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[^\[]|([\r\n])|([^\x1b\r\n]+)")


@dataclass
class Screen:
    """A screen of unlimited height. It supports what rich writes: text, new lines, cursor up, erase line, colours."""

    columns: int
    lines: list[str] = field(default_factory=lambda: [""])
    row: int = 0
    column: int = 0
    wrapped: list[str] = field(default_factory=list)
    cursor: bool = True

    def feed(self, text: str) -> None:
        for parameters, command, control, words in TOKEN.findall(text):
            if control == "\r":
                self.column = 0
            elif control == "\n":
                self._down()
            elif words:
                self._write(words)
            elif command == "A":
                self.row = max(0, self.row - int(parameters or 1))
            elif command == "K":
                self.lines[self.row] = "" if parameters == "2" else self.lines[self.row][: self.column]
            elif command in "hl" and parameters == "?25":
                self.cursor = command == "h"
            else:
                assert command == "m", f"the screen does not know {parameters}{command}"

    def shown(self) -> list[str]:
        return [line.rstrip() for line in self.lines]

    def _down(self) -> None:
        self.row += 1
        self.lines += [""] * (self.row + 1 - len(self.lines))

    def _write(self, words: str) -> None:
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + words + line[self.column + len(words) :]
        self.column += len(words)
        if cell_len(self.lines[self.row]) > self.columns:
            self.wrapped.append(self.lines[self.row])


@dataclass
class Seen:
    """What a program wrote to its terminal, and to standard output if that was redirected."""

    status: int
    raw: str
    lines: list[str]
    frames: list[list[str]]
    wrapped: list[str]
    cursor: bool
    stdout: str


def run(
    command: Sequence[str | Path],
    *,
    columns: int,
    cwd: Path,
    environment: Mapping[str, str] = {},
    piped: str = "",
    interrupt_at: str = "",
    timeout: float = 600,
) -> Seen:
    """Run a program on a terminal.

    piped:        "stdout" or "stderr" goes to a pipe, the rest to the terminal.
    interrupt_at: Ctrl-C is sent once this text has been written.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    streams = {name: subprocess.PIPE if name == piped else theirs for name in ("stdout", "stderr")}
    process = subprocess.Popen(
        [*map(str, command)], stdin=theirs, cwd=cwd, start_new_session=True, **streams,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    os.close(theirs)
    screen, raw, frames = Screen(columns), b"", []
    interrupted = not interrupt_at
    until = time.monotonic() + timeout
    while True:
        assert time.monotonic() < until, f"still running after {timeout} s: {raw[-300:]!r}"
        if not select.select([ours], [], [], 0.1)[0]:
            if process.poll() is not None:
                break
            continue
        try:
            read = os.read(ours, 1 << 16)
        except OSError:  # Linux: the other end is closed
            break
        if not read:
            break
        raw += read
        so_far = Screen(columns)
        so_far.feed(raw.decode("utf-8", "ignore"))
        frames.append(so_far.shown())
        if not interrupted and interrupt_at in raw.decode("utf-8", "ignore"):
            interrupted = True
            os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=timeout)
    os.close(ours)
    text = raw.decode()
    screen.feed(text)
    shown = screen.shown()
    while shown and not shown[-1]:
        shown.pop()
    return Seen(
        process.returncode, text, shown, frames, screen.wrapped, screen.cursor, (stdout or stderr or b"").decode()
    )
