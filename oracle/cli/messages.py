"""Messages to the user: single lines on standard error, and which files were written."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from learncheck.oracle.boundary.names import printable


class Wrong(click.ClickException):
    """An error in the call itself: one clear line on standard error, and exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        tell(self.message)


def tell(message: str) -> None:
    """Print a line on standard error."""
    line = printable(f"learncheck: {message}")
    try:
        if sys.stderr.isatty():
            columns = shutil.get_terminal_size().columns
            line = textwrap.fill(line, columns, subsequent_indent="  ", break_on_hyphens=False)
        click.echo(line, err=True)
    except OSError:
        pass  # standard error is closed


@contextmanager
def writing() -> Iterator[dict[str, str]]:
    """Continue when a file cannot be written, and report such files at the end, one line per reason."""
    from learncheck.oracle.files import recording_failures

    with recording_failures() as unwritten:
        yield unwritten
    for reason in dict.fromkeys(unwritten.values()):
        paths = [path for path, why in unwritten.items() if why == reason]
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        tell(f"{paths[0]}{more} could not be written: {reason}")


def tell_written(quiet: bool, *paths: Path | None) -> None:
    """Report which files were written, if standard error is a terminal."""
    from learncheck.oracle.files import is_stream

    if sys.stderr.isatty() and not quiet:
        for path in paths:
            if path is not None and not is_stream(path) and path.is_file():
                click.echo(f"wrote {printable(str(path))}", err=True)
