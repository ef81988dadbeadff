"""What is found out does not depend on the CPU, the kernel of BLAS, the SIMD level, Python or numpy.

The tests marked `float_sensitive` (see conftest.py) are those in which a rounding could decide something. `.ci/run`
runs them under each of `machine.SWITCHES`, which make of this machine others.
"""

import ast
import json
import math
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import machine
import numpy as np
import pytest
from flint import arb, ctx
from numpy._core._multiarray_umath import __cpu_features__

from learncheck.learners.arithmetic import eigh, exp, inner, log, product, root, solve
from learncheck.strategies.play.games import PLUS, legal_label, said
from learncheck.strategies.play.stack import Stack

LEARNERS = Path(machine.__file__).parent.parent / "learners"

STATES = {
    "Ellipsoid": "893ac65d2c635544",
    "Perceptron": "a12dc385f1a517fb",
    "ModifiedPerceptron": "0702a86e0ce44ee4",
    "WinnowKOfR": "7775b1de7b4bbaf7",
    "KernelPerceptron": "5d1b2257820e24f2",
    "LeastSquares": "34c56c5287a70f50",
    "LogisticRegression": "55496de5a5ab5764",
    "BatchPerceptron": "d325b54f002dcb94",
    "AdaBoost": "a798ddf48c05076c",
}
"""Digests of what the learners come to on drawn data, to the last bit: `machine.states`."""


# ---- the learners ----


def test_learners_come_to_the_same_states_everywhere() -> None:
    assert dict(machine.states()) == STATES


def test_a_learner_that_updates_otherwise_is_seen() -> None:
    class Nudged(machine.Ellipsoid):
        def update(self, x: Any, y: int) -> None:
            super().update(x, y)
            self.w = self.w * (1 + 2**-52)

    assert dict(machine.states(Nudged))["Ellipsoid"] != STATES["Ellipsoid"]


LEFT_TO_THE_MACHINE = """
    dot vdot inner matmul einsum tensordot vecdot matvec convolve linalg polyfit fft fsum exp exp2 expm1 log log2 log10
    log1p logaddexp power hypot sin cos tan arctan tanh
"""


def left_to_the_machine(source: str) -> list[str]:
    """What of the code the last digit depends on the machine for."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            found.append("@")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not _is_square(node.right):
            found.append("**")
        elif isinstance(node, ast.Attribute) and node.attr in LEFT_TO_THE_MACHINE.split():
            found.append(ast.unparse(node))
    return found


def _is_square(exponent: ast.expr) -> bool:
    return isinstance(exponent, ast.Constant) and exponent.value == 2


# Nothing is on record of foils, which are plain on purpose.
OURS = [path for path in sorted(LEARNERS.rglob("*.py")) if path.parent.name != "foils"]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_learners_leave_no_digit_to_the_machine(path: Path) -> None:
    allowed = {"arithmetic.py": ["**", "@", "DECIMAL.exp", "DECIMAL.ln", "np.exp", "np.log"]}.get(path.name, [])
    assert set(left_to_the_machine(path.read_text())) <= set(allowed)


@pytest.mark.parametrize("code", ["w @ x", "np.dot(w, x)", "np.linalg.solve(A, b)", "np.exp(-w)", "v**0.5", "x.dot(y)"])
def test_what_is_left_to_the_machine_is_seen(code: str) -> None:
    assert left_to_the_machine(code)


# ---- two machines in one ----


def told(switch: str, *command: str) -> str:
    """What Python tells where the machine is switched."""
    cleared = {name: value for name, value in os.environ.items() if name not in machine.SWITCHED}
    switched = {**cleared, **machine.SWITCHES[switch]()}
    return subprocess.run([sys.executable, *command], env=switched, capture_output=True, text=True, check=True).stdout


# CI has a stage of its own that runs all tests marked `float_sensitive` under such a switch.
@pytest.mark.thorough
@pytest.mark.variant
def test_what_is_found_is_found_on_a_machine_without_simd() -> None:
    own, plain = (json.loads(told(switch, machine.__file__)) for switch in ("own", "plain"))
    for each in ("states", "evidence", "batches", "submissions"):
        assert own[each] == plain[each], each
    assert len(own["evidence"]) == len(machine.CLAIMS)
    assert len(own["batches"]) >= 19
    assert set(own["submissions"].values()) == {"stands"}


SUMS = "import numpy as np; v = np.random.default_rng(0).integers(1, 1000, (9, 130)) / 997; print((v @ v.T).tolist())"


def test_numpys_own_sums_are_not_the_same_there() -> None:
    """So the test above can fail: a switch that switched nothing would make it idle."""
    if not __cpu_features__.get("FMA3"):
        pytest.skip("the CPU has no other kernel than the plainest")
    assert told("own", "-c", SUMS) != told("plain", "-c", SUMS)


# ---- the arithmetic ----


def test_sums_are_added_up_in_one_order() -> None:
    u, v = np.array([1e16, 1.0, -1e16, 3.0]), np.ones(4)
    assert inner(u, v) == ((1e16 + 1.0) + -1e16) + 3.0
    assert inner(np.array([0.2, 4 / 15]), np.array([0.5, -3 / 8])) == 0.2 * 0.5 - 4 / 15 * (3 / 8)
    big = np.random.default_rng(0).integers(1, 1000, (5, 130)) / 997
    matrix = np.stack([big, big + 1])
    assert (inner(matrix, big[0]) == [[inner(row, big[0]) for row in rows] for rows in matrix]).all()
    assert (
        (Stack(big) @ Stack(big[::-1].copy())).values == [inner(p, q) for p, q in zip(big, big[::-1], strict=True)]
    ).all()


def test_exact_numbers_stay_exact() -> None:
    thirds = np.array([Fraction(1, 3)] * 3, dtype=object)
    assert inner(thirds, thirds) == Fraction(1, 3)
    assert inner(np.array([thirds, 3 * thirds]), thirds).tolist() == [Fraction(1, 3), 1]
    assert root(Fraction(9, 4)) == 1.5
    A, B = np.arange(6).reshape(2, 3), np.arange(12).reshape(3, 4)
    assert (product(A, B) == A @ B).all()


@pytest.mark.parametrize("v", [0.1, 1.0, 2.0, 1e-300, 3.7e5, 700.0])
def test_roots_exponentials_and_logarithms_are_the_nearest_floats(v: float) -> None:
    with ctx.workprec(400):
        for found, due in ((exp(v), arb(v).exp()), (log(v), arb(v).log()), (root(v), arb(v).sqrt())):
            if due < 1e300:
                gaps = [
                    abs(arb(each) - due)
                    for each in (found, math.nextafter(found, 9e307), math.nextafter(found, -9e307))
                ]
                assert gaps[0] <= gaps[1]
                assert gaps[0] <= gaps[2]
    assert exp(np.array([[v, -v], [v, 0]])).tolist() == [[exp(v), exp(-v)], [exp(v), 1.0]]
    assert log(np.array([v])).tolist() == [log(v)]
    assert root(np.float64(v)) == math.sqrt(v)


def test_exponentials_at_the_ends() -> None:
    assert exp(np.array([1e4, -1e4, np.inf, -np.inf])).tolist() == [np.inf, 0, np.inf, 0]
    assert log(np.array([0.0, np.inf])).tolist() == [-np.inf, np.inf]
    assert np.isnan(exp(np.array([np.nan]))).all()


@pytest.mark.parametrize("d", [1, 2, 5, 12])
def test_linear_algebra(d: int) -> None:
    X = np.random.default_rng(d).integers(-5, 6, (3 * d, d)) / 4
    X[:, -1] = X[:, 0]  # of lower rank, from d = 2 on
    A = X.T @ X
    D, V = eigh(A)
    assert np.allclose(V @ np.diag(D) @ V.T, A, atol=1e-12 * max(1, D.max()))
    assert np.allclose(V.T @ V, np.eye(d), atol=1e-13)
    assert np.allclose(np.sort(D), np.linalg.eigvalsh(A), atol=1e-12 * max(1, D.max()))
    b = np.arange(d) + 1.0
    assert np.allclose(solve(A + np.eye(d), b), np.linalg.solve(A + np.eye(d), b))
    if d > 1:
        with pytest.raises(ValueError, match="singular"):
            solve(np.ones((d, d)), b)


def test_pivots_are_found() -> None:
    assert solve(np.array([[0.0, 1.0], [2.0, 0.0]]), np.array([3.0, 4.0])).tolist() == [2.0, 3.0]


# ---- labels ----


def test_a_written_label_does_not_depend_on_the_prediction() -> None:
    assert [legal_label(PLUS, said(prediction)) for prediction in (1, 0, -1, 2.0**-57)] == [1, 1, 1, 1]
    assert legal_label(PLUS, 0, plus=False) == -1
