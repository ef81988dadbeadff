"""Ctrl-C and SIGTERM, at moments at which Python would lose it or leave something half done."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from calls import learncheck, program
from submissions import RIGHT

from learncheck.__main__ import run
from learncheck.oracle import files
from learncheck.oracle.boundary import folders
from learncheck.oracle.boundary.lockstep import Lockstep
from learncheck.oracle.boundary.pipe import Process
from learncheck.oracle.interrupts import SOON, handled, uninterrupted


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_what_is_done_as_a_whole_is_done_to_its_end() -> None:
    done = []

    @uninterrupted()
    def do() -> None:
        with uninterrupted():
            interrupt()
        done.append("to the end")

    with handled():
        with pytest.raises(KeyboardInterrupt):
            do()
        with uninterrupted():
            done.append("the next")
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert done == ["to the end", "the next"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Last:
    def __del__(self) -> None:
        interrupt()


def test_a_finalizer_does_not_swallow_it(capfd: pytest.CaptureFixture[str]) -> None:
    def end() -> None:
        Last()
        time.sleep(60)
        raise AssertionError("it was swallowed")

    with handled(), pytest.raises(KeyboardInterrupt):
        end()
    assert capfd.readouterr() == ("", "")


def test_nothing_is_raised_again_once_it_has_ended() -> None:
    with handled():
        Last()
    time.sleep(5 * SOON)


def before(function: Callable[..., Any]) -> Callable[..., Any]:
    def interrupted(*arguments: Any, **named: Any) -> Any:
        interrupt()
        return function(*arguments, **named)

    return interrupted


def after(function: Callable[..., Any]) -> Callable[..., Any]:
    def interrupted(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        interrupt()
        return result

    return interrupted


MOMENTS = [
    (Lockstep, "__del__", before),
    (Process, "_settle", before),
    (subprocess, "Popen", after),
    (folders.Folder, "close", after),
    (files.os, "replace", before),
]


@pytest.mark.slow
@pytest.mark.parametrize(("of", "name", "when"), MOMENTS, ids=lambda value: getattr(value, "__name__", value))
def test_grading_stops_in_one_line_and_leaves_nothing(
    of: Any, name: str, when: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "alice.py").write_text(RIGHT)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(of, name, when(getattr(of, name)))
    open_before = len(os.listdir("/proc/self/fd"))
    ran = learncheck("grade", "alice.py", "--claims", "halving-mistakes", "--json", "out.json", cwd=tmp_path)
    assert (ran.returncode, ran.stderr.strip()) == (130, "learncheck: stopped")
    assert not os.listdir(tmp_path / "temporary")
    assert not list(tmp_path.glob(".learncheck.*"))
    assert len(os.listdir("/proc/self/fd")) <= open_before


def test_it_stops_in_one_line_during_the_first_imports(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted:
        def find_spec(self, *given: Any) -> None:
            raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "learncheck.oracle.cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupted()])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "learncheck: stopped\n"


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [True, False], ids=["in the background", "in the foreground"])
def test_a_sigterm_stops_as_it_does(ignored: bool, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import signal; signal.raise_signal(signal.SIGTERM)\n")
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
    try:
        ran = program("verify", "mine.py", cwd=tmp_path)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert (ran.returncode, ran.stderr.strip()) == (143, "learncheck: stopped")
    learncheck("list", "halving", cwd=tmp_path, status=0)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.slow
def test_its_status_is_the_same_if_it_comes_while_python_runs_a_string(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text('exec("import signal; signal.raise_signal(signal.SIGINT)")\n')
    ran = subprocess.run([sys.executable, "-m", "learncheck", "verify", "mine.py"], cwd=tmp_path, capture_output=True)
    assert (ran.returncode, ran.stderr.strip()) == (130, b"learncheck: stopped")
