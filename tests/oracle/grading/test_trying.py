"""The conventions under which a class answers best: small classes as courses and repositories write them."""

from pathlib import Path

import pytest

from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.grading.checkout import classes_of, learner_of
from learncheck.oracle.grading.conventional import written
from learncheck.oracle.grading.trying import Class, tried

HELPERS = """
import numpy as np

def add_bias(X):
    return np.c_[np.ones(len(X)), X]

def unit_step(z):
    return np.where(z >= 0, 1, 0)

class Sigmoid:
    def __call__(self, z):
        return 1 / (1 + np.exp(-z))

class Model:
    def predict(self, X):
        return self._predict(np.asarray(X))
"""


PARTS = """
import numpy as np

class Separates:
    bias = False
    def fit(self, X, y):
        if getattr(self, "fit_intercept", self.bias):
            X = np.insert(X, 0 if hasattr(self, "fit_intercept") else X.shape[1], 1, axis=1)
        self.weights = self.w = np.zeros(X.shape[1])
        while (wrong := y * (X @ self.w) <= 0).any():
            i = wrong.argmax()
            self.w += y[i] * X[i]

class Pockets:
    def fit(self, X, y):
        self.w, self.b = best = np.zeros(X.shape[1]), 0.0
        for _ in range(self.max_iter):
            wrong = y * (X @ self.w + self.b) <= 0
            if not wrong.any(): return
            i = wrong.argmax()
            self.w, self.b = self.w + y[i] * X[i], self.b + y[i]

class Cuts:
    def fit(self, X, y, sample_weight=None):
        D = np.ones(len(y)) if sample_weight is None else sample_weight
        self.j, self.t, self.polarity = min(
            ((j, t, b) for j in range(X.shape[1]) for t in [*X[:, j], np.inf] for b in (-1, 1)),
            key=lambda s: D @ (np.where(X[:, s[0]] < s[1], -1, 1) * s[2] != y))
        self.left, self.right = -self.polarity, self.polarity
    def predict(self, X): return np.where(X[:, self.j] < self.t, -1, 1) * self.polarity

class Boosts:
    def fit(self, X, y):
        D, self.vote = np.full(len(y), 1 / len(y)), []
        for _ in range(self.rounds()):
            h = self.weak_one(X, y, D)
            e = min(max(D @ (h(X) != y), 1e-10), 1 - 1e-10)
            a = np.log((1 - e) / e) / 2
            self.vote.append((a, h))
            D = D * np.exp(-a * y * h(X))
            D /= D.sum()
    def weak_one(self, X, y, D):
        made = Cuts()
        made.fit(X, y, D)
        return made.predict
    def scores(self, X): return sum(a * h(X) for a, h in self.vote)
"""
"""What the classes below leave out."""


def the_class(folder: Path, source: str) -> Class:
    """The last class of a file with this source, which lies beside the helpers."""
    (folder / "helpers.py").write_text(HELPERS)
    (folder / "parts.py").write_text(PARTS)
    folder.chmod(0o755)  # where root runs the tests, submissions run as nobody
    file = folder / "mine.py"
    file.write_text(f"import numpy as np\nfrom parts import *\n{source}")
    return Class(file, (classes_of(file) or [])[-1], folder, trust=True)


PERCEPTRONS = {
    # labels 0 and 1 by a step function, mistakes by comparing answers
    """
from helpers import unit_step
class Perceptron:
    def __init__(self, learning_rate=0.01, n_iters=1000):
        self.lr = learning_rate
        self.n_iters = n_iters
        self.activation_func = unit_step
    def fit(self, X, y):
        self.weights, self.bias = np.zeros(X.shape[1]), 0
        y_ = np.array([1 if i > 0 else 0 for i in y])
        for _ in range(self.n_iters):
            for idx, x_i in enumerate(X):
                y_predicted = self.activation_func(np.dot(x_i, self.weights) + self.bias)
                update = self.lr * (y_[idx] - y_predicted)
                self.weights += update * x_i
                self.bias += update
    def predict(self, X):
        return self.activation_func(np.dot(X, self.weights) + self.bias)
""": "labels=0,1 intercept ties=1",
    # the bias is the first weight
    """
class Perceptron(object):
    def __init__(self, eta=0.01, n_iter=50, random_state=1):
        self.eta, self.n_iter, self.random_state = eta, n_iter, random_state
    def fit(self, X, y):
        self.w_ = np.zeros(1 + X.shape[1])
        for _ in range(self.n_iter):
            errors = 0
            for xi, target in zip(X, y):
                update = self.eta * (target - self.predict(xi))
                self.w_[1:] += update * xi
                self.w_[0] += update
                errors += int(update != 0.0)
            if errors == 0:
                break
        return self
    def net_input(self, X):
        return np.dot(X, self.w_[1:]) + self.w_[0]
    def predict(self, X):
        return np.where(self.net_input(X) >= 0.0, 1, -1)
""": "intercept ties=1 n_iter=100000",
    # a helper of a sibling module adds the bias; mistakes by the margin
    """
from helpers import add_bias
class PLA:
    def fit(self, X, y, max_iter=1000):
        X = add_bias(X)
        self.w = np.zeros(X.shape[1])
        while True:
            margins = y * (X @ self.w)
            if (margins > 0).all():
                return self
            i = np.argmax(margins <= 0)
            self.w += y[i] * X[i]
    def predict(self, X):
        return np.sign(add_bias(X) @ self.w)
""": "intercept",
    """
import helpers
class PLA:
    def __init__(self, epochs=100): self.epochs = epochs
    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for epoch in range(self.epochs):
            mistakes = False
            for i in range(len(X)):
                if y[i] * np.dot(self.w, X[i]) <= 0:
                    self.w += y[i] * X[i]
                    mistakes = True
            if not mistakes: break
    def predict(self, X):
        return [1 if x @ self.w > 0 else -1 for x in X]
""": "epochs=100000",
    # labels are mapped on the way in, and come out as -1 and +1
    """
class Perceptron:
    def fit(self, X, y):
        y = np.where(y == 0, -1, 1)
        X = np.hstack((X, np.ones((X.shape[0], 1))))
        self.w = np.zeros(X.shape[1])
        while (y * (X @ self.w) <= 0).any():
            i = np.argmin(y * (X @ self.w))
            self.w = self.w + y[i] * X[i]
    def predict(self, X):
        return np.sign(np.hstack((X, np.ones((X.shape[0], 1)))) @ self.w)
""": "labels=0,1 threshold=0 intercept",
    """
class Perceptron:
    def fit(self, X, y):
        y = np.where(y == 0, -1, y)
        self.w = np.zeros(X.shape[1])
        while (y * (X @ self.w) <= 0).any():
            i = np.argmin(y * (X @ self.w))
            self.w = self.w + y[i] * X[i]
    def predict(self, X):
        z = X @ self.w
        out = np.ones(len(X))
        out[z < 0] = -1
        return out
""": "",
    """
class Perceptron(Separates):
    def __init__(self, fit_intercept=True, tries=10):
        self.fit_intercept, self.tries = fit_intercept, tries
    def predict(self, X):
        if self.fit_intercept:
            X = np.insert(X, 0, 1, axis=1)
        return np.sign(X @ self.w)
""": "fit_intercept=False",
    """
class Perceptron(Separates):
    def __init__(self, fit_intercept=False):
        self.fit_intercept = fit_intercept
    def predict(self, X):
        if self.fit_intercept:
            X = np.insert(X, 0, 1, axis=1)
        return np.sign(X @ self.w)
""": "",
    """
class Perceptron(Separates):
    bias = True
    def __init__(self, lr):
        self.lr = lr
    def predict(self, X):
        out = []
        for x in X:
            activation = self.weights[-1]
            activation += x @ self.weights[:-1]
            if activation > 0:
                out.append(1)
            else:
                out.append(-1)
        return np.array(out)
""": "intercept lr=0.1",
    """
class Perceptron:
    def fit(self, X, y):
        self.w = np.ones(X.shape[1])
        while True:
            wrong = self.predict(X) != y
            if not wrong.any(): break
            self.w = self.w + (y * wrong) @ X
    def predict(self, X):
        return np.where(X @ self.w > 0, 1, -1)
""": "ties=-1",
}
LOGISTIC = {
    # rounds its probabilities
    """
from helpers import Sigmoid
class LogisticRegression():
    def __init__(self, learning_rate=.1):
        self.learning_rate, self.sigmoid = learning_rate, Sigmoid()
    def fit(self, X, y, n_iterations=4000):
        self.param = np.zeros(X.shape[1])
        for i in range(n_iterations):
            y_pred = self.sigmoid(X.dot(self.param))
            self.param -= self.learning_rate * -(y - y_pred).dot(X)
    def predict(self, X):
        return np.round(self.sigmoid(X.dot(self.param))).astype(int)
""": "labels=0,1",
    """
class LogisticRegression:
    def __init__(self, lr=0.001, n_iters=1000):
        self.lr, self.n_iters = lr, n_iters
    def fit(self, X, y):
        self.weights, self.bias = np.zeros(X.shape[1]), 0
        for _ in range(self.n_iters):
            y_predicted = self._sigmoid(np.dot(X, self.weights) + self.bias)
            dw = (1 / len(X)) * np.dot(X.T, (y_predicted - y))
            self.weights -= self.lr * dw
            self.bias -= self.lr * np.mean(y_predicted - y)
    def predict(self, X):
        y_predicted = self._sigmoid(np.dot(X, self.weights) + self.bias)
        y_predicted_cls = [1 if i > 0.5 else 0 for i in y_predicted]
        return np.array(y_predicted_cls)
    def _sigmoid(self, x):
        return 1 / (1 + np.exp(-x))
""": "labels=0,1 intercept",
    # takes -1 and +1, and says 0 and 1
    """
class LogisticRegression:
    def fit(self, X, y):
        t = (y + 1) / 2
        self.w = np.zeros(X.shape[1])
        for _ in range(100):
            p = 1.0 / (1.0 + np.exp(-X @ self.w))
            self.w += X.T @ (t - p)
    def predict(self, X):
        return (1.0 / (1.0 + np.exp(-X @ self.w)) >= 0.5).astype(int)
""": "threshold=0.5",
    # takes -1 and +1, and says so
    """
class LogisticRegression:
    def fit(self, X, y):
        t = (y + 1) / 2
        self.w = np.zeros(X.shape[1])
        for _ in range(100):
            self.w += X.T @ (t - self.sigmoid(X @ self.w))
    def predict(self, X):
        return 2 * (self.sigmoid(X @ self.w) >= 0.5).astype(int) - 1
    @staticmethod
    def sigmoid(z):
        return 1 / (1 + np.exp(-z))
""": "",
    # its predict gives probabilities, and is inherited
    """
from helpers import Model
class LogisticRegression(Model):
    def fit(self, X, y):
        X = self._add_intercept(X)
        self.theta = np.zeros(X.shape[1])
        for _ in range(100):
            self.theta -= X.T @ (self.sigmoid(X @ self.theta) - y)
    def _predict(self, X):
        X = self._add_intercept(X)
        return self.sigmoid(X.dot(self.theta))
    @staticmethod
    def _add_intercept(X):
        b = np.ones([X.shape[0], 1])
        return np.concatenate([b, X], axis=1)
    @staticmethod
    def sigmoid(x):
        return 0.5 * (np.tanh(0.5 * x) + 1)
""": "labels=0,1 threshold=0.5 intercept",
    """
class LogisticRegression:
    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for _ in range(100):
            for x, t in zip(X, y):
                self.w += t * x / (1 + np.exp(t * (self.w @ x)))
    def predict(self, X):
        return X @ self.w
""": "threshold=0",
    """
class LogisticRegression:
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        if len(self.classes_) != 2:
            raise ValueError("two classes")
        self.w = np.zeros(X.shape[1])
        for _ in range(100):
            self.w += y @ X / 10 - np.tanh(X @ self.w / 2) @ X / 10
    def predict(self, X):
        return self.classes_[(X @ self.w > 0).astype(int)]
""": "both_labels",
    """
class LogisticRegression:
    def fit(self, X, y):
        X = np.column_stack((np.ones(len(X)), X))
        self.theta = np.zeros(X.shape[1])
        for _ in range(100):
            h = self.hypothesis(X)
            cost = -(y * np.log(h) + (1 - y) * np.log(1 - h)).mean()
            self.theta -= X.T @ (h - y)
    def hypothesis(self, X):
        return 1 / (1 + np.exp(-X @ self.theta))
    def predict(self, X):
        X = np.column_stack((np.ones(len(X)), X))
        return self.hypothesis(X) > 0.5
""": "labels=0,1 intercept",
}
OTHERS = {
    """
class LinearRegression:
    def fit(self, X, y):
        X_b = np.c_[np.ones((len(X), 1)), X]
        self.theta = np.linalg.pinv(X_b) @ y
    def predict(self, X):
        return np.c_[np.ones((len(X), 1)), X] @ self.theta
""": ("LeastSquares", "intercept"),
    """
class OLS:
    def fit(self, X, y):
        X = np.append(X, np.ones((len(X), 1)), axis=1)
        self.coef, self.intercept_ = np.split(np.linalg.lstsq(X, y)[0], [-1])
    def predict(self, X):
        return X @ self.coef + self.intercept_
""": ("LeastSquares", "intercept"),
    """
class LinearRegression:
    def fit(self, X, y):
        A, b = X.T @ X, X.T @ y
        self.w = np.linalg.solve(A, b)
    def predict(self, X):
        return X @ self.w
""": ("LeastSquares", ""),
    """
class DecisionStump:
    def predict(self, X):
        predictions = np.ones(X.shape[0])
        predictions[X[:, 0] < self.threshold] = -1
        return predictions
class Adaboost:
    def __init__(self, n_clf=5):
        self.n_clf = n_clf
    def fit(self, X, y):
        w = np.full(len(y), (1 / len(y)))
        self.clfs = []
        for _ in range(self.n_clf):
            clf, least = None, float("inf")
            for j in range(X.shape[1]):
                for t in np.unique(X[:, j]):
                    for polarity in (1, -1):
                        predictions = np.ones(len(y)) * polarity
                        predictions[X[:, j] < t] = -polarity
                        error = sum(w[y != predictions])
                        if error < least:
                            clf, least, said = (j, t, polarity), error, predictions
            alpha = 0.5 * np.log((1 - least) / (least + 1e-10))
            w *= np.exp(-alpha * y * said)
            w /= w.sum()
            self.clfs.append((alpha, *clf))
    def predict(self, X):
        return np.sign(sum(a * np.where(X[:, j] < t, -b, b) for a, j, t, b in self.clfs))
""": ("AdaBoostStumps", "n_rounds=n_clf"),
    """
class AdaBoost(Boosts):
    def __init__(self, weak, T):
        self.weak, self.T = weak, T
    def rounds(self): return self.T
    def weak_one(self, X, y, D): return self.weak(X, y, D)
    def predict(self, X): return np.sign(sum(a * h(X) for a, h in self.vote))
""": ("AdaBoost", "weak_learner=weak n_rounds=T"),
    """
class AdaBoost(Boosts):
    def __init__(self, base_estimator=None, n_estimators=50):
        self.base_estimator, self.n_estimators = base_estimator, n_estimators
    def rounds(self): return self.n_estimators
    def weak_one(self, X, y, D):
        made = self.base_estimator or Cuts()
        made.fit(X, y, sample_weight=D)
        return made.predict
    def predict(self, X): return np.sign(self.scores(X))
""": ("AdaBoostStumps", "n_rounds=n_estimators"),
    """
class DecisionStump(Cuts):
    def fit(self, X, y): super().fit(X, y)
    def predict(self, X):
        return np.array([self.left if x[self.j] < self.t else self.right for x in X])
""": ("DecisionStump", "replicate"),
    """
class DecisionStump(Cuts):
    def fit(self, X, y, sample_weight=None): super().fit(X, y, sample_weight)
""": ("DecisionStump", ""),
    """
class Pocket(Pockets):
    def __init__(self, max_iter=100):
        self.max_iter = max_iter
    def predict(self, X): return np.sign(X @ self.w + self.b)
""": ("Pocket", "intercept max_updates=max_iter seed="),
    """
class Perceptron:
    def __init__(self, num_features, lr=1.0):
        self.w, self.b = np.zeros(num_features), 0.0
    def predict(self, x):
        return 1 if np.dot(self.w, x) + self.b > 0 else 0
    def update(self, x, y):
        e = y - self.predict(x)
        self.w, self.b = self.w + e * x, self.b + e
""": ("Perceptron", "labels=0,1 intercept d=num_features"),
    """
class Perceptron:
    def __init__(self, lr=1.0): self.w = None
    def predict(self, x): return -1 if self.w is not None and self.w @ x < 0 else 1
    def update(self, x, y):
        if self.predict(x) != y: self.w = y * x + (0 if self.w is None else self.w)
""": ("Perceptron", "d="),
    """
class Winnow:
    def __init__(self, alpha=2): self.alpha = alpha
    def fit(self, X, y):
        self.w = np.ones(X.shape[1])
        for x, t in zip(X, y):
            p = self.predict_one(x)
            if p == 0 and t == 1: self.w *= self.alpha ** x
            if p == 1 and t == 0: self.w /= self.alpha ** x
    def predict_one(self, x): return int(self.w @ x >= len(x))
    def predict(self, X): return np.array([self.predict_one(x) for x in X])
""": ("Winnow", "labels=0,1 replay n="),
}


CASES = [
    *(("BatchPerceptron", source, said) for source, said in PERCEPTRONS.items()),
    *(("LogisticRegression", source, said) for source, said in LOGISTIC.items()),
    *((learner, source, said) for source, (learner, said) in OTHERS.items()),
]


@pytest.mark.few(12)
@pytest.mark.parametrize(("learner", "source", "said"), CASES, ids=[f"{each[0]}: {each[2]}" for each in CASES])
def test_a_class_is_asked_as_it_answers_best(learner: str, source: str, said: str, tmp_path: Path) -> None:
    cls = the_class(tmp_path, source)
    taken_for = learner_of(cls)
    assert taken_for is not None
    assert cls.lacks(taken_for) == []
    found, held = tried(cls, taken_for)
    assert (found, written(held)) == (learner, said)


@pytest.mark.parametrize(
    ("source", "lacks"),
    [
        ("class Perceptron:\n def predict(self, x): pass", ["`fit`"]),
        ("class Perceptron:\n def __init__(self, d): pass\n def fit(self, X, y): pass\n def predict(self, X): pass",
         ["a value for `d`"]),
        ("class DecisionStump:\n def fit(self, X, y, w): pass\n def predict(self, X): pass", ["`sample_weight`"]),
    ],
)  # fmt: skip
def test_what_a_class_lacks_is_named(source: str, lacks: list[str], tmp_path: Path) -> None:
    cls = the_class(tmp_path, source)
    learner = learner_of(cls)
    assert learner is not None
    assert cls.lacks(learner) == lacks


TELLS_LIES = """
import inspect, types
class Parameter:
    empty, default, kind = None, 1, types.SimpleNamespace(name="POSITIONAL_OR_KEYWORD")
    LIE
inspect.signature = lambda function: types.SimpleNamespace(parameters={0: Parameter()})
class PLA:
    def fit(self, X, y): pass
    def predict(self, X): pass
"""


@pytest.mark.parametrize("lie", ["name = 3", "name = None", "name = 'two\\nlines'", "name = 'weak' * 900 + '!'",
                                 "name = 'a'; kind = types.SimpleNamespace(name=3)"])  # fmt: skip
def test_a_class_that_lies_about_its_parameters_fails_in_one_line(lie: str, tmp_path: Path) -> None:
    cls = the_class(tmp_path, TELLS_LIES.replace("LIE\n", f"{lie}\n"))
    with pytest.raises(LoadError, match=r"^PLA: .* not told in Python$"):
        cls.lacks("BatchPerceptron")
