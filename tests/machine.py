"""Everything that can depend on the machine, as text: `python tests/machine.py` prints it.

`SWITCHES` make one machine compute as others do: with another BLAS kernel, without SIMD, with another libm.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from learncheck.learners import (
    AdaBoost,
    BatchPerceptron,
    DecisionStump,
    Ellipsoid,
    KernelPerceptron,
    LeastSquares,
    LogisticRegression,
    ModifiedPerceptron,
    Perceptron,
    WinnowKOfR,
)
from learncheck.oracle.engine.attack import attack
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.grade import check
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.theorems.language.registry import all_claims

CLAIMS = (
    "ellipsoid-mistakes",
    "modified-perceptron-conforms",
    "kernel-perceptron-conforms",
    "adaboost-training-error",
    "polynomial-regression",
    "logistic-erm",
)
BRISK = Profile("brisk", "quick", scout=30, search=15, shrink=1_000, batches=200)


def no_simd() -> str:
    """The value of NPY_DISABLE_CPU_FEATURES that turns off every feature that can be turned off on this CPU."""
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    return " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name])


SWITCHES: dict[str, Callable[[], dict[str, str]]] = {
    "own": dict,
    "prescott": lambda: {"OPENBLAS_CORETYPE": "Prescott"},
    "haswell": lambda: {"OPENBLAS_CORETYPE": "Haswell"},
    "skylakex": lambda: {"OPENBLAS_CORETYPE": "SkylakeX"},
    "plain": lambda: {
        "OPENBLAS_CORETYPE": "Prescott",
        "NPY_DISABLE_CPU_FEATURES": no_simd(),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
    },
}
"""Environment variables, by the name of the machine they imitate. A kernel that the CPU lacks is not chosen."""
SWITCHED = ("OPENBLAS_CORETYPE", "NPY_DISABLE_CPU_FEATURES", "GLIBC_TUNABLES")


class PlainEllipsoid(Ellipsoid):
    """Ellipsoid as a student writes it, with numpy's own `@` and powers."""

    def predict(self, x: Any) -> int:
        return int(np.sign(self.w @ x))

    def update(self, x: Any, y: int) -> None:
        if self.predict(x) != y:
            d, Ax = self.d, self.A @ x
            xAx = x @ Ax
            self.w = self.w + y * Ax / ((d + 1) * xAx**0.5)
            self.A = d**2 * (self.A - 2 * np.outer(Ax, Ax) / ((d + 1) * xAx)) / (d**2 - 1)


class PlainPerceptron(Perceptron):
    """Perceptron with numpy's own `@`."""

    def predict(self, x: Any) -> int:
        return int(np.sign(self.w @ x))

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x


def states(ellipsoid: type = Ellipsoid) -> Iterator[tuple[str, str]]:
    """A digest of the states that the learners reach on drawn data, to the last bit, with their predictions."""
    generator = np.random.default_rng(0)

    def drawn(*shape: int) -> Any:
        return generator.integers(1, 1000, shape) * generator.choice((-1, 1), shape) / 997

    made = {
        "Ellipsoid": lambda d: ellipsoid(d),
        "Perceptron": Perceptron,
        "ModifiedPerceptron": lambda d: ModifiedPerceptron(1 / 16, np.full(d, 1.0) / np.sqrt(d)),
        "WinnowKOfR": lambda d: WinnowKOfR(d, 0.3),
        "KernelPerceptron": lambda d: KernelPerceptron(Kernel("gaussian")),
    }
    for name, make in made.items():
        told = []
        for d in (2, 3, 7, 8, 9, 33, 130):
            learner, target = make(d), drawn(d)
            for _ in range(20):
                x = generator.integers(0, 2, d) if name == "WinnowKOfR" else drawn(d)
                told.append(learner.predict(x))
                learner.update(x, 1 if target @ x > 0 else -1)
            told += [np.asarray(v).tobytes() for key, v in sorted(vars(learner).items()) if key in ("w", "A")]
        yield name, _digest(told)
    for name in ("LeastSquares", "LogisticRegression", "BatchPerceptron", "AdaBoost"):
        told = []
        for d in (1, 2, 3, 9):
            X = drawn(6 * d, d)
            y = np.where(drawn(6 * d) < 0, 1, -1)
            fitted: Any
            if name == "AdaBoost":
                fitted = AdaBoost(lambda X, y, D: DecisionStump().fit(X, y, sample_weight=D).predict, 8).fit(X, y)
                told.append(fitted.estimator_weights.tobytes())
            elif name == "BatchPerceptron":
                fitted = BatchPerceptron().fit(X, np.where(X[:, 0] > 0, 1, -1))
                told.append(fitted.w.tobytes())
            else:
                X, y = np.vstack([X, X]), np.concatenate([y, -y])
                y = y if name == "LogisticRegression" else y * drawn(len(y))
                fitted = {"LeastSquares": LeastSquares, "LogisticRegression": LogisticRegression}[name]().fit(X, y)
                told.append(fitted.w.tobytes())
            told.append(np.asarray(fitted.predict(X)).tobytes())
        yield name, _digest(told)


def _digest(told: list[Any]) -> str:
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def evidence(claim_id: str, profile: Profile = BRISK) -> dict[str, Any]:
    """The evidence for a claim: the verdict, the games of each attack, the closest ratio and its case."""
    claim = next(each for each in all_claims() if each.id == claim_id)
    found = attack(claim, claim.learner, None, profile)
    closest = found.closest
    return {
        "verdict": found.verdict,
        "games": [(each.name, each.games, each.rounds, each.outside, repr(each.worst)) for each in found.attacks],
        "ratio": repr(found.ratio),
        "attained": found.attained,
        "closest": repr(closest.case) if closest else "",
        "sides": repr((closest.observed, closest.bound)) if closest else "",
    }


def batches(games: int = 50) -> dict[str, str]:
    """Digests of a batch of every claim that has batches, to the last bit."""
    found = {}
    for claim in all_claims():
        if claim.batch is not None:
            generator = np.random.default_rng(0)
            batch = claim.batch(generator, games, **claim.options(claim.batch), **claim.cases.scout)
            signature = batch.play(claim.learner)
            told = [batch.presented, batch.predictions, batch.labels, *batch.states.values()]
            columns = [list(map(str, column)) for column in (*signature.counts.values(), *signature.sizes)]
            found[claim.id] = _digest([*(each.tobytes() for part in told for each in part), columns])
    return found


def submissions() -> dict[str, Any]:
    """The verdicts on correct submissions that leave their sums to numpy."""
    found = {}
    for name, make in (("Ellipsoid", PlainEllipsoid), ("Perceptron", PlainPerceptron)):
        claims = [f"{name.lower()}-conforms", f"{name.lower()}-mistakes"]
        report = check(make, name, claims=claims, profile=BRISK)
        found |= {f"{name}: {each.id}": each.verdict for _, each in report.results}
    return found


def everything() -> dict[str, Any]:
    """All results together."""
    return {
        "states": dict(states()),
        "evidence": {each: evidence(each) for each in CLAIMS},
        "batches": batches(),
        "submissions": submissions(),
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["--simd"]:
        print(no_simd())
    else:
        print(json.dumps(everything()))
