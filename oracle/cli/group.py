"""The group of all commands: how errors in a call are reported, and the exit status."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

import click

from learncheck.oracle.cli.messages import Wrong, tell
from learncheck.oracle.interrupts import handled, status

COLLECTED_AT = 1_000_000
"""The threshold of the garbage collector.

Modules, and the games that are remembered, are hundreds of thousands of objects that stay alive; scanning them, also as
the interpreter ends, took a fifth of the time.
"""


UNFINISHED = 3
"""The exit status of a run that could not be completed. It never means that a claim was falsified."""


class Commands(click.Group):
    """The group of commands. It reports a wrong call, or a run that cannot be completed, in one line."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        _open_streams()
        with handled():
            try:
                words = arguments[0] if arguments else options.get("args") or sys.argv[1:]
                self._main(words, partial(super().main, *arguments, **options | {"standalone_mode": False}))
            except KeyboardInterrupt:
                _say_stopped()

    def _main(self, words: Sequence[str], run: Callable[[], object]) -> NoReturn:
        gc.set_threshold(COLLECTED_AT)
        atexit.register(gc.freeze)  # as it ends, the interpreter would scan them several times more
        if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):
            sys.stdout.reconfigure(errors="backslashreplace")  # a locale without ≤ must not stop a run
        try:
            _no_files_among_options(words)
            code = run()
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            message = " ".join(error.format_message().split())
            Wrong(
                message.replace("a valid integer range", "an integer").replace("a valid float range", "a number")
            ).show()
            sys.exit(2)
        except click.Abort:
            _say_stopped()
        except OSError as error:  # for example from --help
            code = _stopped(error)
        sys.exit(code if isinstance(code, int) else 0)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its whole first sentence."""
        rows = [(name, self.commands[name].get_short_help_str(10_000)) for name in self.list_commands(context)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. Refuse an option that is given twice, since only its last value would count."""
        name, command, rest = super().resolve_command(context, words)
        if command is not None:
            _no_option_twice(command, rest)
        return name, command, rest

    def invoke(self, context: click.Context) -> object:
        """Run the command. Report what stops it in one line, with status 2 for what cannot be used and 3 otherwise."""
        try:
            code = super().invoke(context)
            sys.stdout.flush()
            return code
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except BrokenPipeError:  # the reader closed the pipe
            _leave_stdout()
            return UNFINISHED
        except OSError as error:
            return _stopped(error)
        except Exception as error:
            from learncheck.oracle.boundary.conventions import BadConventions
            from learncheck.oracle.boundary.failures import ImportFailed, LoadError, ours
            from learncheck.oracle.files import Unusable
            from learncheck.theorems.language.registry import BadClaims

            if isinstance(error, ImportFailed):  # a failure of the submission, as in a game
                tell(str(error))
                return 1
            if isinstance(error, Unusable | BadClaims | BadConventions | LoadError):
                raise Wrong(str(error)) from None
            if os.environ.get("LEARNCHECK_TRACEBACK"):
                raise
            tell(f"an internal error: {ours(error)}; LEARNCHECK_TRACEBACK=1 shows where it comes from")
            return UNFINISHED


def _open_streams() -> None:
    """Open the standard streams that a caller has closed, and wait for a full pipe that it has left nonblocking."""
    if not os.environ.get("COLUMNS", "80").strip("0"):
        del os.environ["COLUMNS"]  # nothing fits into a width of 0
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes this number, which a pipe of ours must not
    for name, number in (("stdout", 1), ("stderr", 2)):
        os.set_blocking(number, True)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115


def _say_stopped() -> NoReturn:
    tell("stopped")
    sys.exit(status())


def _no_files_among_options(words: Sequence[str]) -> None:
    """Refuse an option that is also a file name: a pattern such as *.py may have expanded to it."""
    for word in words:
        if word == "--":
            return
        if word.startswith("-") and os.path.lexists(word):
            raise Wrong(
                f"{word} is an option and also the name of a file here; write ./*.py, or put the files after --"
            )


def _no_option_twice(command: click.Command, words: Sequence[str]) -> None:
    context = click.Context(command)
    order: list[click.Parameter] = []
    with suppress(click.UsageError):  # the command itself reports it
        order = command.make_parser(context).parse_args(list(words))[2]
    for option in order:
        if isinstance(option, click.Option) and not (option.multiple or option.is_flag) and order.count(option) > 1:
            raise Wrong(f"{option.opts[0]} is given twice; write {option.opts[0]} {option.make_metavar(context)} once")


def _stopped(error: OSError) -> int:
    where = f"{error.filename}: " if error.filename else "" if _has_working_folder() else "the working folder is gone: "
    tell(f"{where}{error.strerror or error}; the run could not be completed")
    _leave_stdout()
    return UNFINISHED


def _has_working_folder() -> bool:
    try:
        return bool(os.getcwd())
    except OSError:
        return False


def _leave_stdout() -> None:
    """Discard unwritten output, which Python would otherwise try to write again on exit, and fail."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
