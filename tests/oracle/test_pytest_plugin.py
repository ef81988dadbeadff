"""pytest as an oracle: submissions as items, and claims in a test file of one's own."""

import pytest
from calls import run_pytest
from submissions import RIGHT, WRONG

pytest_plugins = ["pytester"]


@pytest.mark.slow
def test_a_submission_is_judged_an_item_a_claim(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(RIGHT)
    result = run_pytest(pytester, "--trust-submission", "--submission", "alice.py", "-v")
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] >= 2
    assert "failed" not in outcomes
    result.stdout.fnmatch_lines(["submissions confined by: *rlimits"])
    result.stdout.fnmatch_lines(["*halving-mistakes*PASSED*", "*halving-conforms*PASSED*"])
    result.stdout.fnmatch_lines(
        ["*= claims =*", "claim * verdict * games  ratio", "alice.py: Halving", "  halving-mistakes * stands * 1.00"]
    )


@pytest.mark.slow
def test_a_wrong_submission_fails_with_its_game(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(WRONG)
    result = run_pytest(pytester, "--trust-submission", "--submission", "alice.py")
    assert result.ret == 1
    text = result.stdout.str()
    assert "Halving makes at most log₂|H| mistakes" in text
    assert "round" in text
    assert "attack.py" not in text
    assert "  replay: learncheck replay .learncheck/cases/alice-halving-mistakes.json \\\n    alice.py" in text
    assert pytester.path.joinpath(".learncheck/cases/alice-halving-mistakes.json").is_file()


@pytest.mark.slow
def test_a_learner_that_loops_takes_the_time_of_two_claims(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(RIGHT.replace("return np", "while True: pass\n        return np"))
    pytester.makeconftest("from learncheck.oracle.grading import assignment\nassignment.TIME_LIMIT = 0.5")
    text = run_pytest(pytester, "--trust-submission", "--submission", "alice.py").stdout.str()
    assert text.count("took longer than its limit") == 2
    assert "was not played" in text


def test_a_missing_submission_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = run_pytest(pytester, "--trust-submission", "--submission", "nobody.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*nobody.py: no such file*"])


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
    result = run_pytest(pytester)
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
    result.stdout.fnmatch_lines(["*::test_my_halving: Halving", "  halving-mistakes * stands *"])
    result.stdout.fnmatch_lines(["*::test_wrong: Halving", "  halving-mistakes * falsified *"])


NO_STATE = """
import numpy as np

class LeastSquares:
    def fit(self, X, y):
        pass
    def predict(self, X):
        return np.zeros(len(X))
"""

FIRST = """
import numpy as np

class Consistent:
    def __init__(self, hypotheses):
        self.hypotheses, self.alive = hypotheses, np.ones(len(hypotheses), bool)
    def predict(self, x):
        return int(self.hypotheses[self.alive.argmax(), x])
    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "xdist"])
def test_every_claim_has_its_line_whatever_its_verdict(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    pytester.mkdir("theirs").joinpath("carol.py").write_text(NO_STATE)
    pytester.path.joinpath("alice.py").write_text(FIRST)
    pytester.makepyfile("def test_of_another_kind(): assert False")
    submissions = ("--submission", "theirs/carol.py", "--submission", "alice.py")
    result = run_pytest(pytester, "--trust-submission", *submissions, *workers)
    outcomes = result.parseoutcomes()
    first, last = (
        next(number for number, line in enumerate(result.outlines) if head in line)
        for head in ("= claims =", "= short test summary info =")  # which under CI gives failures at full length
    )
    lines = result.outlines[first:last]
    rows = [line.split() for line in lines if line.startswith("  ")]
    found = [row[1] for row in rows]
    assert found.count("stands") == outcomes["passed"]
    assert found.count("falsified") == outcomes["failed"]
    assert found.count("skipped") == outcomes["skipped"]
    assert min(outcomes.values()) >= 1
    assert sum(outcomes.values()) == len(rows)
    assert all(int(row[2].replace(",", "")) > 0 for row in rows)
    assert [line for line in lines if line.endswith(("Consistent", "LeastSquares"))] == [
        "alice.py: Consistent",
        "carol.py: LeastSquares",
    ]
    assert all(len(line) <= 80 for line in lines)


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


MANY = """
import pytest
from calls import run_pytest
from learncheck.oracle.pytest_plugin import properties

@pytest.mark.parametrize("number", range(50))
def test_claim(number, request):
    fell = number == 7
    verdict = "FALSIFIED" if fell else "proved, attained, exhausted"
    request.node.user_properties += properties("", f"claim-{number}", verdict, 1000, "1.00", not fell)
    assert not fell
"""


@pytest.mark.slow
def test_many_claims_are_summed_up_unless_all_are_asked_for(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MANY)
    result = pytester.runpytest_inprocess()
    result.stdout.fnmatch_lines(
        ["*= claims =*", "claim *", "claim-7 *FALSIFIED * 1,000   1.00", "50 claims, 50,000 games: 1 failed*"]
    )
    assert "claim-8 " not in result.stdout.str()
    result = pytester.runpytest_inprocess("-k", "not [7]")
    result.stdout.fnmatch_lines(["*= claims =*", "49 claims, 49,000 games: all stand; -v lists them all"])
    text = pytester.runpytest_inprocess("-v").stdout.str()
    assert all(f"claim-{number} " in text for number in range(50))
    text = pytester.runpytest_inprocess("-q").stdout.str()
    assert "claim-7 " in text
    assert "50 claims" not in text
    assert "= claims =" not in pytester.runpytest_inprocess("-q", "-k", "not [7]").stdout.str()


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
def test_files_are_read_for_claims_by_their_names(pytester: pytest.Pytester) -> None:
    for name in ("mine", "my_claims", "test_mine"):
        pytester.path.joinpath(f"{name}.py").write_text(CLAIM.replace("rising", f"rising_{name}"))
    pytester.path.joinpath("checks.py").write_text("import learncheck\n\ndef test_of_another_kind(): pass\n")
    items, _ = pytester.inline_genitems()
    assert [each.name for each in items] == ["rising-my-claims"]
    items, _ = pytester.inline_genitems("mine.py", "checks.py")
    assert [each.name for each in items] == ["rising-mine", "test_of_another_kind"]
