"""Every benchmark runs by itself, what one has measured stays when another fails, and a busy machine is refused."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import __main__ as program

FOLDER = Path(program.__file__).parent
NAMES = [name for name in program.modules() if "\nTITLE = " in (FOLDER / f"{name}.py").read_text("utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_runs_at_its_smallest_size(name: str, tmp_path: Path) -> None:
    target = tmp_path / "b.json"
    ran = CliRunner().invoke(program.main, [name, "--smallest", "--json", str(target)])
    assert ran.exit_code == 0, ran.output
    (measured,) = json.loads(target.read_text())["benchmarks"].values()
    assert measured["rows"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs two benchmarks that measure nothing, of which the first may fail, on a machine with this load."""

    def broken(smallest: bool) -> list[Any]:
        raise AttributeError("no attribute 'judge'")

    def run(load: float, *options: str, fails: bool = False) -> tuple[int, str, dict[str, Any]]:
        loaded = {name: SimpleNamespace(TITLE="Nothing", run=lambda smallest: [{"what": 1}]) for name in ("one", "two")}
        if fails:
            loaded["one"].run = broken
        where = {"load": load, "packages": {}} | dict.fromkeys(("processor", "cores", "system", "python"), "")
        monkeypatch.setattr(program, "machine", lambda: where)
        monkeypatch.setattr(program, "load", lambda names: loaded)
        target = tmp_path / "b.json"
        target.unlink(missing_ok=True)
        ran = CliRunner().invoke(program.main, ["--json", str(target), *options])
        return ran.exit_code, ran.output, json.loads(target.read_text())["benchmarks"] if target.exists() else {}

    return run


@pytest.mark.parametrize(("load", "marked"), [(0.2, False), (7.0, True)])
def test_a_busy_machine_is_refused_or_marked(load: float, marked: bool, run: Any) -> None:
    status, _, written = run(load)
    assert (status == 0) == (not marked)
    assert bool(written) == (not marked)
    status, output, written = run(load, "--loaded")
    assert status == 0, output
    assert ("loaded" in written["one"]) == marked
    assert ("not to be quoted" in output) == marked


def test_one_that_fails_loses_nothing_of_the_others(run: Any) -> None:
    status, output, written = run(0.0, fails=True)
    assert status == 1
    assert "no attribute 'judge'" in output
    assert "failed: one" in output
    assert list(written) == ["two"]
