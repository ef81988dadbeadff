"""pytest as an oracle: submissions as items, and claims in a test file of one's own."""

import pytest
from submissions import RIGHT, WRONG

import learncheck.theorems.language.files  # noqa: F401  pytester forgets what is first imported inside it

pytest_plugins = ["pytester"]


@pytest.mark.slow
def test_a_submission_is_judged_an_item_a_claim(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(RIGHT)
    result = pytester.runpytest_subprocess("--trust-submission", "--submission", "alice.py", "-v")
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] >= 2
    assert "failed" not in outcomes
    result.stdout.fnmatch_lines(["submissions confined by: *rlimits"])
    result.stdout.fnmatch_lines(["*halving-mistakes*PASSED*", "*halving-conforms*PASSED*"])


@pytest.mark.slow
def test_a_wrong_submission_fails_with_its_game(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(WRONG)
    result = pytester.runpytest_subprocess("--trust-submission", "--submission", "alice.py")
    assert result.ret == 1
    text = result.stdout.str()
    assert "Halving makes at most log₂|H| mistakes" in text
    assert "round" in text
    assert "attack.py" not in text
    assert "  replay: learncheck replay .learncheck/cases/alice-halving-mistakes.json \\\n    alice.py" in text
    assert pytester.path.joinpath(".learncheck/cases/alice-halving-mistakes.json").is_file()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--submission", "nobody.py"], "nobody.py: no such file"),
        (["--submission", "."], ".: not a file"),
        (["--submission", "alice.py", "--submission-claims", ","], "--submission-claims names no claim"),
    ],
)
def test_a_call_that_cannot_be_meant_is_a_usage_error(
    options: list[str], message: str, pytester: pytest.Pytester
) -> None:
    pytester.path.joinpath("alice.py").write_text(RIGHT)
    result = pytester.runpytest_subprocess("--trust-submission", *options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{message}*"])


def test_a_submission_is_imported_in_its_own_process_alone(pytester: pytest.Pytester) -> None:
    import_here = 'import sys\nif "pytest" in sys.modules:\n    open("imported", "w").close()\nimport nosuch\n'
    pytester.path.joinpath("alice.py").write_text(import_here)
    result = pytester.runpytest_subprocess("--trust-submission", "--submission", "alice.py", "--doctest-modules")
    assert not pytester.path.joinpath("imported").exists()
    assert result.parseoutcomes() == {"errors": 1}
    result.stdout.fnmatch_lines(["alice.py cannot be imported: *nosuch*"])


@pytest.mark.slow
def test_claims_in_a_test_file_of_ones_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        RIGHT
        + """
from learncheck import parametrize_with_claims

@parametrize_with_claims("Halving", Halving)
def test_my_halving(check):
    check()

class Wrong(Halving):
    def update(self, x, y):
        pass

@parametrize_with_claims("Halving", Wrong)
def test_wrong(check):
    check()
"""
    )
    result = pytester.runpytest_subprocess()
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] == outcomes["failed"] >= 2
    result.stdout.fnmatch_lines(
        [
            "E *Halving: halving-mistakes: falsified",
            "E   *Halving makes at most log₂|H| mistakes.",
            "E *round  instance  prediction  label  mistakes*",
            "E *1      0         0 ✗ *",
        ]
    )
    assert "pytest_plugin.py" not in result.stdout.str(), "a frame of the library is shown"
    assert max(len(line) for line in result.outlines if line.startswith("E  ")) <= 80


@pytest.mark.slow
def test_what_has_no_claims_pays_nothing_for_the_plugin(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_of_another_kind(): pass")
    pytester.makeconftest(
        """
import sys
def pytest_unconfigure(config):
    print([name for name in ("numpy", "sympy", "rich", "learncheck.oracle.report.text") if name in sys.modules])
"""
    )
    result = pytester.runpytest_subprocess("-p", "no:xdist")  # in an interpreter of its own
    result.stdout.fnmatch_lines(["*1 passed*", "[[]]"])


CLAIM = """
import hypothesis.strategies as st
import sympy
from learncheck import claim
x = sympy.Symbol("x")
@claim(st.integers(0, 5), bound=x >= 0)
def rising(n):
    "It rises."
    return n
"""


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_hides_no_failure(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath(".learncheck").write_text("no folder")
    pytester.path.joinpath("alice.py").write_text(WRONG)
    pytester.path.joinpath("mine.py").write_text(CLAIM.replace("x >= 0", "x <= 3"))
    options = ("--trust-submission", "--submission", "alice.py", "--submission-claims", "halving-mistakes")
    result = pytester.runpytest_subprocess(*options, "mine.py")
    result.assert_outcomes(failed=2, warnings=2)
    result.stdout.fnmatch_lines(["Halving: halving-mistakes: falsified", "*could not be written: Not a directory"])
    assert "Traceback" not in result.stdout.str()
    assert "CallInfo" not in result.stdout.str()


@pytest.mark.slow
def test_files_are_read_for_claims_by_their_names(pytester: pytest.Pytester) -> None:
    for name in ("mine", "my_claims", "test_mine"):
        pytester.path.joinpath(f"{name}.py").write_text(CLAIM.replace("rising", f"rising_{name}"))
    pytester.path.joinpath("checks.py").write_text("import learncheck\n\ndef test_of_another_kind(): pass\n")
    items, _ = pytester.inline_genitems()
    assert [item.name for item in items] == ["rising-my-claims"]
    items, _ = pytester.inline_genitems("mine.py", "checks.py")
    assert [item.name for item in items] == ["rising-mine", "test_of_another_kind"]
