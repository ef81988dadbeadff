"""What "exhausted" promises: all that the words of the extent say was played, and the extent stands beside the word."""

import string
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from catalogue import CLAIMS
from chosen import few

from learncheck import learners
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.oracle.report.evidence import in_words, words


def left_of_zero(x: Any) -> bool:
    """Whether the first entry that is not 0 is negative."""
    return bool(next((v for v in x.tolist() if v), 0) < 0)


def one_sided(learner: type) -> type:
    """The learner, which ignores instances whose first entry is negative."""

    class OneSided(learner):  # type: ignore[misc, valid-type]
        def update(self, x: Any, y: int) -> None:
            if not left_of_zero(x):
                super().update(x, y)

    return OneSided


def one_label(learner: type) -> type:
    """The learner, which learns of the label +1 alone."""

    class OneLabel(learner):  # type: ignore[misc, valid-type]
        def update(self, x: Any, y: int) -> None:
            if y == 1:
                super().update(x, y)

    return OneLabel


class UnsortedStump(learners.DecisionStump):
    """Sweeps over the examples in the order in which they came."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        m = len(y)
        D = np.ones(m) if sample_weight is None else sample_weight
        theta = np.concatenate([X[:1, 0] - 1, (X[:-1, 0] + X[1:, 0]) / 2, X[-1:, 0] + 1])
        F = D[y == 1].sum() - np.concatenate([[0], np.cumsum(y * D)])
        errors = np.stack([F, D.sum() - F])
        errors[:, 1:-1] = np.where(X[:-1, 0] == X[1:, 0], np.inf, errors[:, 1:-1])
        sign, i = np.unravel_index(errors.argmin(), errors.shape)
        self.j, self.theta, self.b = 0, theta[i], (1, -1)[sign]
        return self


class UnsortedInterval(learners.IntervalERM):
    """Takes runs of examples in the order in which they came."""

    def fit(self, X: Any, y: Any) -> Any:
        x, y = X[:, 0].tolist(), y.tolist()
        best, self.a, self.b = 0, np.inf, -np.inf
        for i in range(len(x)):
            for j in range(i, len(x)):
                edges = (i == 0 or x[i - 1] != x[i]) and (j + 1 == len(x) or x[j] != x[j + 1])
                if edges and sum(y[i : j + 1]) > best:
                    best, self.a, self.b = sum(y[i : j + 1]), x[i], x[j]
        return self


class LabelFree(learners.AdaBoost):
    """Reweights by the prediction, whatever the label is."""

    def fit(self, X: Any, y: Any) -> Any:
        D = np.full(len(y), 1 / len(y))
        self.hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            w = np.log(1 / D[predictions != y].sum() - 1) / 2
            D = D * np.exp(-w * predictions)
            D = D / D.sum()
            self.hypotheses.append(h)
            weights.append(w)
        self.estimator_weights = np.array(weights)
        return self


class FirstVariableAlone(learners.WinnowKOfR):
    """Never raises or lowers the weight of the last variable."""

    def update(self, x: Any, y: int) -> None:
        x = x.copy()
        if len(x) > 1:
            x[-1] = 0
        super().update(x, y)


WRONG = [
    *(
        (claim_id, one_sided(learners.Perceptron))
        for claim_id in ("perceptron-mistakes", "perceptron-conforms", "perceptron-margin-general")
    ),
    ("perceptron-alignment", one_sided(learners.Perceptron)),
    ("perceptron-hinge", one_sided(learners.Perceptron)),
    ("ellipsoid-conforms", one_sided(learners.Ellipsoid)),
    ("ellipsoid-volume-shrinks", one_sided(learners.Ellipsoid)),
    ("kernel-perceptron-conforms", one_sided(learners.KernelPerceptron)),
    ("kernel-perceptron-mistakes", one_sided(learners.KernelPerceptron)),
    ("modified-perceptron-conforms", one_sided(learners.ModifiedPerceptron)),
    ("perceptron-conforms", one_label(learners.Perceptron)),
    ("ellipsoid-conforms", one_label(learners.Ellipsoid)),
    ("stump-erm", UnsortedStump),
    ("decision-stump-conforms", UnsortedStump),
    ("interval-erm", UnsortedInterval),
    ("interval-erm-conforms", UnsortedInterval),
    ("adaboost-conforms", LabelFree),
    ("winnow-k-of-r-conforms", FirstVariableAlone),
]


def fallen(claim_id: str, learner: type) -> bool:
    """Whether the small cases alone make the learner fall, by the bound and not by a step of the proof."""
    claim = replace(CLAIMS[claim_id], label="upper", attained_by=())
    profile = replace(PROFILES["quick"].only(), shrink=0)
    return attack(claim, learner, learner.__name__, profile, steps=False).verdict == "falsified"


@few(8)
@pytest.mark.parametrize(("claim_id", "learner"), WRONG, ids=lambda value: getattr(value, "__name__", value))
def test_the_small_cases_show_what_is_wrong(claim_id, learner):
    assert fallen(claim_id, learner)


def test_the_extent_names_its_limits():
    for claim in (claim for claim in CLAIMS.values() if claim.cases.enumerated is not None):
        family = claim.cases
        named = {name for _, name, _, _ in string.Formatter().parse(family.extent) if name}
        assert named <= set(family.quick) == set(family.full), claim.id
        for limits in (family.quick, family.full):
            assert family.covers(limits)
            assert len(family.briefly(limits)) <= 40
            assert "1 rounds" not in family.covers(limits) + family.briefly(limits)


@pytest.mark.slow
def test_the_extent_stands_beside_the_word():
    evidence = attack(CLAIMS["interval-erm"], learners.IntervalERM, "IntervalERM", PROFILES["quick"])
    assert evidence.exhausted == CLAIMS["interval-erm"].cases.covers(CLAIMS["interval-erm"].cases.quick)
    assert "exhausted (≤ 3 examples)" in words([evidence])
    assert evidence.exhausted in in_words(evidence)
