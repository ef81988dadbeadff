"""Python processes with everything already imported: forks of a server that the first test in need of one starts.

    subprocess.run([*warm.python(), "-m", "learncheck", "list"], ...)

replaces `[sys.executable, "-m", "learncheck", "list"]`, and takes `[-P] -m MODULE`, `-c CODE` or FILE. The command
starts a small program that passes its files, its folder and its environment to the fork, waits for it, forwards SIGINT
and SIGTERM, and ends as the fork ends. If a fresh interpreter could make a difference (a variable of Python, or of the
arithmetic, differs from the server's), a fresh one is started. Tests of how a process is killed, or of what it imports,
start their own.
"""

import atexit
import contextlib
import gc
import json
import os
import random
import runpy
import secrets
import select
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback
from functools import cache
from types import ModuleType
from typing import Any

OF_INTERPRETERS = ("PYTHON", "OPENBLAS", "NPY", "OMP", "LD_", "COVERAGE")
"""The prefixes of variables that are read when an interpreter, or numpy, starts."""

QUIET = "-Wignore::pytest.PytestAssertRewriteWarning"
"""A pytest option against warnings that already imported modules cannot be rewritten."""


# ---- in a test ----


@cache
def python() -> tuple[str, ...]:
    """The words that replace `sys.executable` in a command. The workers of pytest-xdist share a server."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    owner = os.getpid() if run is None else os.getppid()
    name = secrets.token_hex(8) if run is None else run[:16]  # the path of a socket may have 107 characters
    folder = f"{tempfile.gettempdir()}/warm-{name}"
    path = f"{folder}/socket"
    with contextlib.suppress(FileExistsError):  # another worker has started it
        os.mkdir(folder, 0o700)
        os.posix_spawn(sys.executable, [sys.executable, __file__, path, "serve", str(owner)], os.environ)
    return (sys.executable, "-S", "-E", "-B", __file__, path, "call")


# ---- the client ----


def call(path: str, arguments: list[str]) -> None:
    """Ask the server to fork, and end as the fork ends."""
    with socket.socket(socket.AF_UNIX) as server:
        _connect(server, path)
        if json.loads(_line(server)) != _of_interpreters():
            os.execv(sys.executable, [sys.executable, *arguments])
        request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
        socket.send_fds(server, [b"!"], [0, 1, 2])
        server.sendall(json.dumps(request).encode() + b"\n")
        process = int(_line(server))
        for signal_ in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_, lambda number, _: os.kill(process, number))
        status = int(_line(server))
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


def _of_interpreters() -> dict[str, str]:
    """The values of these variables in this process. PYTHONPATH is left out: a fork adds its paths."""
    found = {name: value for name, value in os.environ.items() if name.startswith(OF_INTERPRETERS)}
    return {name: value for name, value in found.items() if name != "PYTHONPATH"}


def _connect(server: socket.socket, path: str) -> None:
    while True:
        try:
            return server.connect(path)
        except OSError:  # the server is still importing
            time.sleep(0.05)


def _line(connection: socket.socket) -> bytes:
    read = b""
    while not read.endswith(b"\n"):
        more = connection.recv(1)
        if not more:
            raise SystemExit("warm.py: the other process is gone")
        read += more
    return read


# ---- the server ----


def serve(path: str, owner: int) -> None:
    """Import everything that a call may need, and fork for each call, until the process `owner` has ended."""
    ended = os.pidfd_open(owner)
    from learncheck.oracle import cli, pytest_plugin
    from learncheck.oracle.grading import grade
    from learncheck.oracle.report import html, text
    from learncheck.theorems.language.registry import catalogue

    assert all((pytest, cli, pytest_plugin, grade, html, text, catalogue()))
    gc.collect()
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(64)
        while ended not in select.select([ended, listening], [], [])[0]:
            connection, _ = listening.accept()
            if os.fork() == 0:  # double fork: its parent exits, so nobody has to wait for it
                listening.close()
                if os.fork() == 0:
                    _answer(connection)
                os._exit(0)
            connection.close()
            os.wait()
    os.unlink(path)
    os.rmdir(os.path.dirname(path))


def _answer(connection: socket.socket) -> None:
    """Accept the call, run it in a fork, and report how the fork ended. It is killed if the caller is gone."""
    connection.sendall(json.dumps(_of_interpreters()).encode() + b"\n")
    try:
        _, files, _, _ = socket.recv_fds(connection, 1, 3)
        request = json.loads(_line(connection))
    except (SystemExit, OSError):
        os._exit(0)  # a fresh interpreter was started instead
    process = os.fork()
    if process == 0:
        connection.close()
        _run(files, request)
    connection.sendall(b"%d\n" % process)
    for file in files:
        os.close(file)
    ended = os.pidfd_open(process)
    if ended not in select.select([connection, ended], [], [])[0]:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    with contextlib.suppress(OSError):
        connection.sendall(b"%d\n" % status)
    os._exit(0)


def _run(files: list[int], request: dict[str, Any]) -> None:
    """Become the called program, like an interpreter that has just started."""
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode) for number, mode in enumerate(("r", "w", "w")))  # noqa: SIM115
    sys.stderr.reconfigure(errors="backslashreplace", line_buffering=True)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    safe = request["arguments"][0] == "-P"
    kind, *rest = request["arguments"][safe:]
    what = rest.pop(0) if kind in ("-m", "-c") else kind
    sys.path[0:1] = [path for path in request["environment"].get("PYTHONPATH", "").split(os.pathsep) if path]
    if not safe:
        sys.path.insert(0, os.getcwd() if kind == "-m" else "")
    random.seed()
    status: object = 0
    try:
        if kind == "-m":
            sys.argv = [what, *rest]
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        elif kind == "-c":
            sys.argv = ["-c", *rest]
            main = sys.modules["__main__"] = ModuleType("__main__")
            exec(compile(what, "<string>", "exec"), vars(main))
        else:
            sys.argv = [kind, *rest]
            sys.path[0] = os.path.dirname(os.path.abspath(kind))
            runpy.run_path(kind, run_name="__main__")
    except SystemExit as end:
        status = end.code
    except KeyboardInterrupt:
        traceback.print_exc()
        status = -signal.SIGINT
    except BaseException:
        traceback.print_exc()
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            status = status or 120
    if isinstance(status, str):
        os.write(2, status.encode() + b"\n")
        status = 1
    if isinstance(status, int) and status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    if sys.argv[2:3] == ["call"]:
        call(sys.argv[1], sys.argv[3:])
    else:
        import pytest

        serve(sys.argv[1], int(sys.argv[3]))
