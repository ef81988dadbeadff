"""The command as tests call it: in this process, or in its own, as users do."""

import contextlib
import io
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from learncheck.oracle import cli


def learncheck(
    *arguments: str | Path, cwd: str | Path = ".", status: int | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process. `status` is the exit status with which it has to end."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            cli.main(trusted(arguments), prog_name="learncheck")
        except SystemExit as end:
            ended = end.code
    return ended_with(status, subprocess.CompletedProcess(arguments, ended, out.getvalue(), err.getvalue()))


def command(*arguments: str | Path) -> list[str]:
    """The command line that runs it in its own process."""
    return [sys.executable, "-m", "learncheck", *trusted(arguments)]


def program(*arguments: str | Path, status: int | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process, as users do. `status` is the exit status with which it has to end."""
    ran = subprocess.run(command(*arguments), capture_output=True, text=True, timeout=600, **options)
    return ended_with(status, ran)


def ended_with(status: int | None, ran: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    """The run, if it has ended with this exit status."""
    assert status in (None, ran.returncode), f"status {ran.returncode}\n{ran.stdout}\n{ran.stderr}"
    return ran


def launchers(folder: Path) -> Path:
    """Write `learncheck` and `python` to this folder, for scripts that call them by these names."""
    python = shlex.quote(sys.executable)
    trusting = 'case "$1" in grade|replay) set -- "$@" --trust;; esac'
    for name, call in {"python": f"exec {python}", "learncheck": f"{trusting}\nexec {python} -P -m learncheck"}.items():
        (folder / name).write_text(f'#!/bin/sh\n{call} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


def trusted(arguments: tuple[str | Path, ...]) -> list[str]:
    # These files are our own, and the tests must also run where no sandbox is available.
    return [*map(str, arguments), *(["--trust"] if arguments[0] in ("grade", "replay") else [])]


def have_ended(*pids: int) -> bool:
    """Whether these processes are gone, or at least zombies, within two minutes."""
    until = time.monotonic() + 120
    while running := any(_runs(pid) for pid in pids):
        if time.monotonic() > until:
            break
        time.sleep(0.02)
    return not running


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
