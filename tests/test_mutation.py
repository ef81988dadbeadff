"""The mutation run: what it changes, which tests it runs, and that it resumes where it was stopped."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import mutants, mutation

SOURCE = '''
"""Words."""
LIMIT = 3
def f(x, y=True):
    """More words."""
    if x < LIMIT and not y:
        return min(x, 0.001)
    self.total += x
    print(x)
    if x == 2:
        raise ValueError(f"{x + 1} is 2")
    return x
'''


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one file, and a folder to record results in."""
    (tmp_path / "learners").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "learners" / "f.py").write_text(SOURCE)
    (tmp_path / "tests" / "test_f.py").write_text("from learncheck.learners.f import f\n")
    for module in (mutants, mutation):
        monkeypatch.setattr(module, "TOP", tmp_path)
    monkeypatch.chdir(tmp_path)
    mutants.state.cache_clear()
    mutation.tests_of.cache_clear()
    return tmp_path


def test_every_change_is_another_program(checkout: Path) -> None:
    found = list(mutants.mutants("learners/f.py"))
    changes = [each.change for each in found]
    for expected in (
        "3 → 4", "3 → 2", "True → False", "Lt → LtE", "Lt → Gt", "And → Or", "not y → y", "min → max",
        "0.001 → 1.0", "0.001 → 1e-06", "self.total += x → nothing", "print(x) → nothing", "Eq → NotEq",
        "return x → return None", "return x → return True",
    ):  # fmt: skip
        assert expected in changes, changes
    plain = ast.unparse(ast.parse(SOURCE)) + "\n"
    texts = [each.text() for each in found]
    assert plain not in texts
    assert len(set(texts)) == len(texts)
    for text in texts:
        ast.parse(text)
        assert '"""Words."""' in text
        assert "is 2" in text
        # One line differs, or is missing.
        assert len(set(plain.splitlines()) - set(text.splitlines())) == 1


@pytest.mark.slow
def test_the_tests_of_a_file_are_found() -> None:
    tests, wrong = mutation.tests_of("theorems/notes/finite/mistakes.py")
    assert "tests/oracle/engine/test_attack.py" in tests
    assert "tests/theorems/test_claims.py::test_claim_stands_as_on_record[halving-mistakes]" in tests
    assert wrong[0] == "tests/meta"
    assert "halving-mistakes" in wrong[-1]
    (of_a_learner,) = mutation.tests_of("learners/batch/rectangles.py")
    assert "tests/learners/test_learners.py" in of_a_learner
    assert any("rectangle-erm-conforms" in each for each in of_a_learner)
    for folder in mutation.FOLDERS:
        some = _files(folder)[::5]
        assert sum(bool(mutation.tests_of(each)) for each in some) > len(some) / 2, folder


def _files(folder: str) -> list[str]:
    return [str(path.relative_to(mutants.TOP)) for path in sorted((mutants.TOP / folder).rglob("*.py"))]


class Fates:
    """Stands in for the run of pytest: mutants with `print` in the change are killed, one hangs, the others survive."""

    asked: list[str] = []

    def __init__(self, checkout: Any, path: str) -> None:
        pass

    def kill(self, mutant: mutants.Mutant) -> str:
        self.asked.append(mutant.change)
        if len(self.asked) == 4:
            raise KeyboardInterrupt
        return {"Lt → LtE": "timed out", "And → Or": "survived"}.get(mutant.change, "killed")


def test_a_run_goes_on_where_it_was_stopped(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutation, "Tests", Fates)
    monkeypatch.setattr(mutation, "Checkout", lambda folder: None)
    monkeypatch.setattr(Fates, "asked", [])
    call = ["--folder", "learners", "--sample", "1000"]
    assert CliRunner().invoke(mutation.main, call).exit_code != 0
    assert len(mutation.known()) == 3
    Fates.asked += ["it goes on"]
    ran = CliRunner().invoke(mutation.main, call)
    assert ran.exit_code == 0, ran.output
    number = len(list(mutants.mutants("learners/f.py")))
    assert "3 of" in ran.output
    assert f"learners: {number} mutants, 1 survived" in ran.output
    assert "survived: learners/f.py:6: And → Or" in ran.output
    assert len(Fates.asked) == number + 2  # the interrupted one is tried twice
    (row,) = [each for each in mutation.run() if each["folder"] == "learners"]
    assert (row["mutants"], row["survived"], row["timed_out"]) == (number, 1, 1)
    assert row["score"] == round(1 - 1 / number, 3)
    # Survivors are tried again; mutants that the file no longer has are forgotten.
    Fates.asked.clear()
    Fates.asked += ["", "", "", ""]
    CliRunner().invoke(mutation.main, call)
    assert Fates.asked[4:] == ["And → Or"]
    (checkout / "learners" / "f.py").write_text(SOURCE + "\n\nMORE = 1\n")
    mutants.state.cache_clear()
    assert sum(each["mutants"] for each in mutation.run()) == 0


def test_a_sample_is_drawn_by_its_seed(checkout: Path) -> None:
    drawn = [mutation.sample(("learners",), (), 5, seed) for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) == 5
    ran = CliRunner().invoke(mutation.main, ["--file", "learners/g.py"])
    assert ran.exit_code == 2
    assert "no such file: learners/g.py" in ran.output


@pytest.mark.slow
def test_a_mutant_is_killed_by_the_tests_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(mutation, "tests_of", lambda path: (("tests/learners/test_learners.py", "-k", "sign"),))
    path = "learners/sign.py"
    chosen = list(mutants.mutants(path))[:2]
    before = (mutants.TOP / path).read_text("utf-8")
    fates = [each["fate"] for each in mutation.play(chosen, 1)]
    assert "killed" in fates
    assert (mutants.TOP / path).read_text("utf-8") == before
    written = [json.loads(line) for line in mutation.KNOWN.read_text("utf-8").splitlines()]
    assert [each["fate"] for each in written] == fates
