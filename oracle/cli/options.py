"""Options shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])

PROFILE = click.option(
    "--profile", type=click.Choice(["quick", "full", "deep"]), default="quick", show_default=True,
    help="How hard to attack.",
)  # fmt: skip


FILE = click.Path(dir_okay=False, path_type=Path)


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


ROSTER = click.option(
    "--roster", "roster_path", type=FILE,
    help="Who handed in what, and how late: a CSV of your own, Canvas's gradebook or Moodle's worksheet.",
)  # fmt: skip


TRUST = click.option(
    "--trust", is_flag=True, help="Run the submission even if this machine cannot confine it (see doctor)."
)


ADAPT = click.option(
    "--adapt", metavar="JSON",
    help="Conventions in which the class differs from the expected interface, as an assignment gives them.",
)  # fmt: skip


PATH = click.option(
    "--path", "shown", multiple=True, type=click.Path(exists=True, file_okay=False),
    help="A folder, or a package's folder, from which the submission may import (read-only).",
)  # fmt: skip


QUIET = click.option(
    "--quiet", "-q", is_flag=True,
    help="Print failures only. Success is shown by the exit status.",
)  # fmt: skip


SEED = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all attacks.")


EXECUTOR = click.option(
    "--executor", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
    help="Where to run: on this machine, or on a cluster.",
)  # fmt: skip


SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler, tcp://host:8786 for example.")


JOBS = click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; by default at most one per core.")
