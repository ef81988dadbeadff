"""Options shared by several commands."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from learncheck.oracle.grading.assignment import LARGEST_MEMORY, MOST

Command = TypeVar("Command", bound=Callable[..., object])


class Named(click.Path):
    """A path that a call names. An empty one, as from a shell variable that is not set, would be the working folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        return super().convert(value, param, ctx) if str(value) else self.fail("the name is empty.", param, ctx)


FILE = Named(dir_okay=False, path_type=Path)
FOLDER = Named(file_okay=False, path_type=Path)


def outputs(**helps: str) -> Callable[[Command], Command]:
    """Add an option --NAME FILE for each file that the command can write, with its help."""

    def add(command: Command) -> Command:
        for name, help_text in reversed(helps.items()):
            command = click.option(f"--{name}", type=FILE, help=help_text)(command)
        return command

    return add


def assignment_option(help_text: str) -> Callable[[Command], Command]:
    """Add the option --assignment with this help."""
    return click.option("--assignment", "assignment_path", type=FILE, help=help_text)


TRUST = click.option(
    "--trust", is_flag=True, help="Run the submission even if this machine cannot confine it (see doctor)."
)


QUIET = click.option(
    "--quiet", "-q", is_flag=True,
    help="Print failures only. Success is shown by the exit status.",
)  # fmt: skip


JOBS = click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; by default at most one per core.")

MEMORY = click.IntRange(128, LARGEST_MEMORY)


class Seconds(click.FloatRange):
    """So many seconds at least, and no more than an assignment may say; NaN is in every range of floats."""

    def __init__(self, least: float) -> None:
        super().__init__(least, MOST)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        return self.fail("nan is not a number of seconds.", param, ctx) if seconds != seconds else seconds
