"""pytest as an oracle: submissions as items, and claims in a test file of one's own."""

import pytest

pytest_plugins = ["pytester"]

HALVING = """
import numpy as np

class Halving:
    def __init__(self, hypotheses):
        self.hypotheses, self.alive = hypotheses, np.ones(len(hypotheses), bool)
    def predict(self, x):
        return int(np.sign(self.hypotheses[{rows}, x].sum()))
    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)
"""


def test_a_submission_is_judged_an_item_a_claim(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(HALVING.format(rows="self.alive"))
    result = pytester.runpytest_subprocess("--trust-submission", "--submission", "alice.py", "-v")
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] >= 2
    assert "failed" not in outcomes
    result.stdout.fnmatch_lines(["submissions confined by: *rlimits"])
    result.stdout.fnmatch_lines(["*halving-mistakes*PASSED*", "*halving-conforms*PASSED*"])
    result.stdout.fnmatch_lines(["*= claims =*", "Halving *halving-mistakes *stands *games"])


def test_a_wrong_submission_fails_with_its_game(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("alice.py").write_text(HALVING.format(rows=":"))
    result = pytester.runpytest_subprocess("--trust-submission", "--submission", "alice.py")
    assert result.ret == 1
    text = result.stdout.str()
    assert "Halving makes at most log₂|H| mistakes" in text
    assert "round" in text
    assert "attack.py" not in text


def test_a_missing_submission_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--trust-submission", "--submission", "nobody.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*nobody.py: no such file*"])


def test_claims_in_a_test_file_of_ones_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        HALVING.format(rows="self.alive")
        + """
from oracle import parametrize_with_claims

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
