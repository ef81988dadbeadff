"""The code blocks of pages, run as a reader would run them.

blocks(page)            every fenced block of a page
Desk(folder)            a folder with the contents of a checkout, in which blocks are written and run
masked(text)            the output of a command, without what differs from run to run

On a page that is run, a block is one of three kinds. A block with a title is a file, which is written under that name.
A block in the language `console` holds commands, each after a `$`, with their output; a line `...` stands for any
lines, and the output of a command with nothing below it is not checked. A block in the language `sh` installs, and is
run by `.ci/run`.
"""

import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from calls import launchers

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^( *)```(\w+)([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
CHECKOUT = (
    "exact",
    "examples",
    "learners",
    "strategies",
    "theorems",
    "oracle",
    "src",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)


@dataclass(frozen=True)
class Block:
    """One fenced block: its line, its language, the name of the file that it is (if any), and its text."""

    line: int
    language: str
    title: str
    text: str


@dataclass(frozen=True)
class Command:
    """One command of a console block, and the output that the page shows."""

    line: int
    call: str
    printed: str


def blocks(page: Path) -> list[Block]:
    """Every fenced block of the page, in order."""
    text = page.read_text("utf-8")
    page_blocks = []
    for match in FENCE.finditer(text):
        title = re.search(r'title="([^"]*)"', match[3])
        line = text.count("\n", 0, match.start()) + 1
        page_blocks.append(Block(line, match[2], title[1] if title else "", textwrap.dedent(match[4])))
    return page_blocks


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    line = block.line + 1
    assert not parts[0].strip(), f"line {line}: a console block starts with a command"
    for part in parts[1:]:
        call, printed = re.fullmatch(r"((?:[^\n]*\\\n)*[^\n]*\n)(.*)", part, re.DOTALL).groups()
        yield Command(line, call.strip(), printed)
        line += part.count("\n")


class Desk:
    """A folder with the contents of a checkout, and the command `learncheck` on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.folder.mkdir()
        for name in CHECKOUT:
            source, to = ROOT / name, self.folder / name
            if source.is_dir():
                shutil.copytree(source, to, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, to)
        self.programs = folder / "bin"
        self.programs.mkdir()
        launchers(self.programs)

    def run(self, call: str) -> subprocess.CompletedProcess[str]:
        """Run a shell command line."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environment["PATH"] = f"{self.programs}{os.pathsep}{environment['PATH']}"
        return subprocess.run(
            ["bash", "-c", call], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=600
        )

    def do(self, block: Block) -> None:
        """Write the file that the block is, or run its commands and compare their output."""
        if block.title:
            path = self.folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
            return
        for command in commands(block):
            ran = self.run(command.call)
            where = f"line {command.line}: {command.call}\n{ran.stdout}\n{ran.stderr}"
            assert ran.returncode in (0, 1), f"status {ran.returncode}, {where}"
            if command.printed.strip():
                assert agrees(ran.stdout, command.printed), where


def agrees(output: str, printed: str) -> bool:
    """Whether the output matches the page, except for what is masked and lines that the page leaves out."""
    parts = [[]]
    for line in masked(printed):
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    lines = masked(output)
    if len(parts) == 1:
        return lines == parts[0]
    first, *middle, last = parts
    if lines[: len(first)] != first:
        return False
    at = len(first)
    for part in middle:
        places = [k for k in range(at, len(lines) - len(part) + 1) if lines[k : k + len(part)] == part]
        if not places:
            return False
        at = places[0] + len(part)
    return len(lines) - len(last) >= at and lines[len(lines) - len(last) :] == last


def masked(text: str) -> list[str]:
    """The lines without what varies: seconds, the machine's sandbox, numbers of games, and column widths.

    Numbers of games depend on Hypothesis's version.
    """
    return [_masked(line.rstrip()) for line in text.strip().splitlines()]


def _masked(line: str) -> str:
    line = re.sub(r"\d+\.\d+(?= ?s\b)", "?", line)
    line = re.sub(r"; confined by .*", "; confined by ?", line)
    line = re.sub(r"[\d,]+ (games|rounds)\b", r"? \1", line)
    line = re.sub(r" +[\d,]+( +(?:\d+\.\d\d|∞|–))$", r" ?\1", line)
    line = re.sub(r" +[\d,]+ +\d+\.\d$", " ? ?", line)  # games and seconds of a submission
    line = re.sub(
        r"((?:falsified|stands|skipped|invalid|crashed|timed-out)) +[\d,]+(?=$| +[\d.]+ of [\d.]+$)", r"\1 ?", line
    )
    return re.sub(r"(?<=\S) {2,}", "  ", line)
