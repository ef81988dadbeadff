"""Measurements on a busy machine are not accepted as results."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from benchmarks import __main__ as program


@pytest.mark.parametrize(("load", "marked"), [(0.2, False), (7.0, True)])
def test_a_busy_machine_is_refused_or_marked(
    load: float, marked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = SimpleNamespace(TITLE="Nothing", run=lambda: [{"what": "nothing", "seconds": 1.0}])
    monkeypatch.setattr(
        program,
        "machine",
        lambda: {"load": load, "packages": {}} | dict.fromkeys(("processor", "cores", "system", "python"), ""),
    )
    monkeypatch.setattr(program, "found", lambda names: {"grading": fake})
    monkeypatch.setattr(program, "aims", lambda results: [])
    target = tmp_path / "b.json"
    refused = CliRunner().invoke(program.main, ["grading", "--json", str(target)])
    assert (refused.exit_code == 0) == (not marked)
    assert target.exists() == (not marked)
    ran = CliRunner().invoke(program.main, ["grading", "--json", str(target), "--loaded"])
    assert ran.exit_code == 0, ran.output
    assert ("loaded" in json.loads(target.read_text())["benchmarks"]["grading"]) == marked
    assert ("not to be quoted" in ran.output) == marked
