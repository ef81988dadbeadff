"""What is found out does not depend on the CPU, the kernel of BLAS, the SIMD level, Python or numpy.

`.ci/run` runs all tests that run by default with sums rounded as other machines round them (`tests/rounding.py`), and
on a Python whose numpy uses no SIMD.
"""

import ast
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import rounding
from flint import arb, ctx

from learncheck.learners.arithmetic import exp, inner, log, product, root
from learncheck.strategies.play.stack import Stack

LEARNERS = Path(__file__).parents[3] / "learners"

# ---- the learners ----


LEFT_TO_THE_MACHINE = """
    dot vdot inner matmul einsum tensordot vecdot matvec convolve linalg polyfit fft fsum exp exp2 expm1 log log2 log10
    log1p logaddexp power hypot sin cos tan arctan tanh
"""


def left_to_the_machine(source: str) -> list[str]:
    """What of the code the last digit depends on the machine for."""
    operations = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            operations.append("@")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not _is_square(node.right):
            operations.append("**")
        elif isinstance(node, ast.Attribute) and node.attr in LEFT_TO_THE_MACHINE.split():
            operations.append(ast.unparse(node))
    return operations


def _is_square(exponent: ast.expr) -> bool:
    return isinstance(exponent, ast.Constant) and exponent.value == 2


# Nothing is on record of foils, which are plain on purpose.
OURS = [path for path in sorted(LEARNERS.rglob("*.py")) if path.parent.name != "foils"]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_learners_leave_no_digit_to_the_machine(path: Path) -> None:
    allowed = {"arithmetic.py": ["**", "@", "DECIMAL.exp", "DECIMAL.ln", "np.exp", "np.log"]}.get(path.name, [])
    assert set(left_to_the_machine(path.read_text())) <= set(allowed)


# ---- another machine's sums ----


@pytest.mark.slow
@pytest.mark.parametrize("name", rounding.ROUNDINGS)
def test_numpys_products_are_rounded_as_asked_for(name: str, tmp_path: Path) -> None:
    try:
        library = rounding.built(name, tmp_path)
    except rounding.Impossible as error:
        pytest.skip(str(error))
    products = rounding.preloaded(library)
    assert [rounding_ for rounding_ in rounding.ROUNDINGS if rounding.are(rounding_, products)] == [name]


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
        for nearest, due in ((exp(v), arb(v).exp()), (log(v), arb(v).log()), (root(v), arb(v).sqrt())):
            if due < 1e300:
                gaps = [
                    abs(arb(value) - due)
                    for value in (nearest, math.nextafter(nearest, 9e307), math.nextafter(nearest, -9e307))
                ]
                assert gaps[0] <= gaps[1]
                assert gaps[0] <= gaps[2]
    assert exp(np.array([[v, -v], [v, 0]])).tolist() == [[exp(v), exp(-v)], [exp(v), 1.0]]
    assert log(np.array([v])).tolist() == [log(v)]
    assert root(np.float64(v)) == math.sqrt(v)
