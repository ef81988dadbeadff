"""Learners that stand on all games and yet count what they are asked, or how much they are asked at once."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from chosen import few
from click.testing import CliRunner

from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.cli import main
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.grading.results import IN_PARTS, TWICE
from learncheck.oracle.grading.twists import lost_with_a_twist
from learncheck.oracle.grading.wanted import claims_about

SECOND = """
class Halving:
    def __init__(self, hypotheses):
        self.alive, self.asked = hypotheses, 0

    def predict(self, x):
        self.asked += 1
        return (1 if self.alive[:, x].sum() >= 0 else -1) * (1 if self.asked == 1 else -1)

    def update(self, x, y):
        self.alive, self.asked = self.alive[self.alive[:, x] == y], 0
"""

ADDS_UP = """
import numpy as np

class Perceptron:
    def __init__(self, d):
        self.w, self.asked = np.zeros(d), 0

    def predict(self, x):
        self.asked += 1
        return np.sign(self.w @ x)

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w + self.asked * y * x
        self.asked = 0
"""
"""Asked twice in every round it would double w."""

SQUEEZES = """
import numpy as np

class ConjunctionElimination:
    def fit(self, X, y):
        X = np.column_stack((X, 1 - X))
        self.needed = X[y > 0].all(axis=0)

    def predict(self, X):
        X = np.column_stack((X, 1 - X)).squeeze()
        return np.atleast_1d(np.where((X[..., self.needed] == 1).all(axis=-1), 1, -1 if len(X.shape) > 1 else 1))
"""


LOOKS_UP = """
import numpy as np

class Pocket:
    def __init__(self, max_updates, seed):
        self.max_updates = max_updates

    def fit(self, X, y):
        self.X, self.y, w, least = X, y, np.zeros(X.shape[1]), len(y) + 1
        for _ in range(self.max_updates + 1):
            wrong = np.flatnonzero(y * (X @ w) <= 0)
            if len(wrong) < least:
                self.w, least = w, len(wrong)
            if not len(wrong):
                break
            w = w + y[wrong[0]] * X[wrong[0]]

    def predict(self, X):
        return self.y if np.array_equal(X, self.X) else np.sign(X @ self.w)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("source", "claim", "words"), [
    (SECOND, "halving-conforms", TWICE),
    (ADDS_UP, "perceptron-conforms", TWICE),
    (LOOKS_UP, "pocket-conforms", IN_PARTS),
    (SQUEEZES, "conjunction-elimination-conforms", IN_PARTS),
])  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_a_learner_that_falls_under_a_twist_alone_falls_and_is_replayed(
    source: str, claim: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROFILES, "quick", replace(PROFILES["quick"], scout=20, search=10, batches=1_000, sizes=()))
    Path("mine.py").write_text(source)
    run = CliRunner().invoke
    assert run(main, ["grade", "mine.py", "--trust", "--claims", claim, "--json", "out.json"]).exit_code == 1
    ((result,),) = (learner["claims"] for learner in json.loads(Path("out.json").read_text())["learners"].values())
    assert result["verdict"] == "falsified"
    assert words in result["message"]
    replayed = run(main, [*result["replay"].split()[1:], "--trust"])
    assert replayed.exit_code == 1
    assert words in " ".join(replayed.output.split())


@few(9)
@pytest.mark.parametrize("name", LEARNERS)
def test_the_reference_learners_stand(name: str) -> None:
    for claim in claims_about(name):
        if claim.conformance:
            assert lost_with_a_twist(claim, Plays(LEARNERS[name], clock=Clock())) is None
