"""State outside of a class's objects is recognised, shown by a script and shown again by `replay`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from learncheck.oracle.cli import main

BY_SIZE = """
import numpy as np

class Halving:
    alive = None

    def __init__(self, hypotheses):
        self.hypotheses = hypotheses
        if Halving.alive is None or len(Halving.alive) != len(hypotheses):
            Halving.alive = np.ones(len(hypotheses), bool)

    def predict(self, x):
        return 1 if self.hypotheses[Halving.alive, x].sum() >= 0 else -1

    def update(self, x, y):
        Halving.alive &= self.hypotheses[:, x] == y
"""

CACHED = """
import functools
import numpy as np

@functools.cache
def all_alive(n):
    return np.ones(n, bool)

class Consistent:
    def __init__(self, hypotheses):
        self.hypotheses, self.alive = hypotheses, all_alive(len(hypotheses))

    def predict(self, x):
        return int(self.hypotheses[np.argmax(self.alive), x])

    def update(self, x, y):
        self.alive &= self.hypotheses[:, x] == y
"""

MUTABLE_DEFAULT = """
class WeightedMajority:
    def __init__(self, n, weights=[]):
        self.n, self.weights = n, weights
        weights.extend([1.0] * (n - len(weights)))

    def predict(self, advice):
        return 1 if sum(w * a for w, a in zip(self.weights, advice)) >= 0 else -1

    def update(self, advice, y):
        if self.predict(advice) != y:
            for i in range(self.n):
                if advice[i] != y:
                    self.weights[i] /= 2
"""

PROBABILITIES = """
import numpy as np

W = {}

class RandomizedWeightedMajority:
    def __init__(self, n, epsilon):
        self.w, self.epsilon = W.setdefault(n, np.ones(n)), epsilon

    def probabilities(self):
        return self.w / self.w.sum()

    def update(self, advice, y):
        self.w[advice != y] *= 1 - self.epsilon
"""

BEST_EVER = """
import numpy as np

class DecisionStump:
    best = {"error": np.inf}

    def fit(self, X, y, sample_weight=None):
        D = np.ones(len(y)) if sample_weight is None else sample_weight
        for j in range(X.shape[1]):
            values = np.unique(X[:, j])
            for cut in (values[0] - 1, *((values[1:] + values[:-1]) / 2), values[-1] + 1):
                for sign in (1, -1):
                    error = D[np.where(X[:, j] <= cut, sign, -sign) != y].sum()
                    if error < self.best["error"]:
                        self.best.update(error=error, j=j, cut=cut, sign=sign)

    def predict(self, X):
        b = self.best
        return np.where(X[:, b["j"]] <= b["cut"], b["sign"], -b["sign"])
"""

FITTED_ONCE = """
import numpy as np

class LeastSquares:
    w = None

    def fit(self, X, y):
        if LeastSquares.w is None or len(LeastSquares.w) != X.shape[1]:
            LeastSquares.w = np.linalg.lstsq(X, y, rcond=None)[0]

    def predict(self, X):
        return X @ self.w
"""

COUNTED = """
import numpy as np

class Perceptron:
    made = 0

    def __init__(self, d):
        Perceptron.made += 1
        self.sign = -1 if Perceptron.made > 3 else 1
        self.w = np.zeros(d)

    def predict(self, x):
        return self.sign * (1 if self.w @ x > 0 else -1)

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x
"""

SHARING = {
    "reset by size": (BY_SIZE, "halving-mistakes"),
    "cached by size": (CACHED, "consistent-mistakes"),
    "a mutable default": (MUTABLE_DEFAULT, "weighted-majority-mistakes"),
    "a global table": (PROBABILITIES, "randomized-weighted-majority-conforms"),
    "the best stump ever": (BEST_EVER, "stump-erm"),
    "fitted once": (FITTED_ONCE, "least-squares"),
    "objects counted": (COUNTED, "perceptron-mistakes"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("source", "claim"), SHARING.values(), ids=SHARING)
@pytest.mark.usefixtures("folder")
def test_state_outside_of_objects_is_reported_and_replayed(source: str, claim: str) -> None:
    Path("mine.py").write_text(source)
    run = CliRunner().invoke
    assert run(main, ["grade", "mine.py", "--trust", "--claims", claim, "--json", "out.json"]).exit_code == 1
    ((claim_result,),) = (
        learner["claims"] for learner in json.loads(Path("out.json").read_text())["learners"].values()
    )
    assert claim_result["verdict"] == "falsified"
    assert "keeps state outside its objects" in claim_result["message"]
    assert "learner is random" not in claim_result["message"]
    assert "learner_2" in claim_result["script"]
    replayed = run(main, [*claim_result["replay"].split()[1:], "--trust"])
    assert replayed.exit_code == 1
    assert "keeps state outside its objects" in replayed.output
