"""Learners whose verdict once depended on the seed or the machine: it is the same, and the right one, at every seed."""

from typing import Any

import pytest
from chosen import some
from submissions import PERCEPTRON, class_of

from learncheck.oracle.grading.classes import check

SEEDS = range(20)

WINNOW = """
import numpy as np

class Winnow:
    def __init__(self, n):
        self.n, self.w, self.rounds = n, np.ones(n), 0
    def predict(self, x):
        return 1 if self.w @ x >= self.n + self.rounds / 32 else -1
    def update(self, x, y):
        said, self.rounds = self.predict(x), self.rounds + 1
        if said != y:
            self.w = np.where(x == 1, self.w * 2.0**y, self.w)
"""

LEAST_SQUARES = """
import numpy as np

class LeastSquares:
    def fit(self, X, y):
        self.w = np.linalg.pinv(X.T @ X) @ (X.T @ y)
        return self
    def predict(self, X):
        return X @ self.w
"""

LOGISTIC = """
import numpy as np

class LogisticRegression:
    def fit(self, X, y):
        self.w = 1e218 * (X.T @ y)
        return self
    def predict(self, X):
        return np.where(X @ self.w > 0, 1, -1)
"""

WRONG = {
    "winnow-mistakes": ("Winnow", WINNOW),
    "least-squares": ("LeastSquares", LEAST_SQUARES),
    "logistic-erm": ("LogisticRegression", LOGISTIC),
}

HISTORY = """
import numpy as np

class KernelPerceptron:
    def __init__(self, kernel):
        self.kernel, self.rounds = kernel, []
    def score(self, x):
        return sum(c * self.kernel(z, x) for c, z in self.rounds)
    def predict(self, x):
        return 1 if self.score(x) > 0 else -1
    def update(self, x, y):
        self.rounds.append((y * (self.predict(x) != y), x))
"""

COSTLY = PERCEPTRON.replace(
    "        self.w = np.zeros(d)\n", "        np.linalg.eigvalsh(np.ones((150, 150)))\n        self.w = np.zeros(d)\n"
)

DESCENT = """
import numpy as np

class LogisticRegression:
    def fit(self, X, y):
        Q, R = np.linalg.qr(X)  # a descent on X itself does not end where columns nearly depend on each other
        A, step = y[:, None] * Q, 4.0
        u = v = np.zeros(X.shape[1])
        for t in range(200_000):
            slope = -A.T @ (1 / (1 + np.exp(np.clip(A @ v, -500, 500))))
            before, u = u, v - step * slope
            v = u + t / (t + 3) * (u - before)
            if np.abs(slope).max() < 1e-8:
                break
        self.w = np.linalg.solve(R, u)
        return self
    def predict(self, X):
        return np.where(X @ self.w > 0, 1, -1)
"""

RIGHT = {"KernelPerceptron": HISTORY, "Perceptron": COSTLY, "LogisticRegression": DESCENT}


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(SEEDS, 2))
@pytest.mark.parametrize("claim", WRONG)
def test_who_is_wrong_falls_at_every_seed_with_numbers(claim: str, seed: int) -> None:
    learner, text = WRONG[claim]
    ((_, result),) = check(class_of(text, learner), claims=claim, seed=seed).results
    assert result.verdict == "falsified", result.message
    assert result.observed is not None
    assert result.bound is not None
    assert result.observed > result.bound
    assert result.script


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(SEEDS, 1))
@pytest.mark.parametrize("learner", RIGHT)
def test_who_is_right_and_slow_stands_at_every_seed(learner: str, seed: Any) -> None:
    report = check(class_of(RIGHT[learner], learner), seed=seed)
    assert all(result.verdict in ("stands", "skipped") for _, result in report.results), [
        (result.id, result.verdict, result.message) for _, result in report.results
    ]
    assert report.score == 1
