"""Another machine's rounding on this one: build a library that takes the place of OpenBLAS in numpy's products.

LD_PRELOAD=$(python tests/rounding.py fused) python -m pytest

builds `rounding.c` below `build/`, checks in a process of its own that numpy's products are then those of this
rounding, and prints the path of the library. Where there is no compiler, or numpy was built with another BLAS, it says
so in one line and exits with status 3.

Of what the CPU decides this leaves out numpy's own loops (`sum`, `exp`, `einsum`), LAPACK, single precision, and the
process of a submission, whose environment names no library.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy._core import _multiarray_umath

HERE = Path(__file__).parent
Vector = list[float]


def fused(u: Vector, v: Vector) -> float:
    """The inner product in order, each product and its sum rounded once."""
    total = 0.0
    for x, y in zip(u, v, strict=True):
        total = float(Fraction(x) * Fraction(y) + Fraction(total))
    return total


def descending(u: Vector, v: Vector) -> float:
    """The inner product from the last term to the first."""
    total = 0.0
    for x, y in zip(u[::-1], v[::-1], strict=True):
        total += x * y
    return total


def pairwise(u: Vector, v: Vector) -> float:
    """The inner product, each half by itself."""
    if len(u) == 1:
        return u[0] * v[0]
    middle = len(u) // 2
    return pairwise(u[:middle], v[:middle]) + pairwise(u[middle:], v[middle:])


def wide(u: Vector, v: Vector) -> float:
    """The inner product in order, in extended precision."""
    total = np.longdouble(0)
    for x, y in zip(u, v, strict=True):
        total += np.longdouble(x) * y
    return float(total)


ROUNDINGS: dict[str, Callable[[Vector, Vector], float]] = {
    rounds.__name__: rounds for rounds in (fused, descending, pairwise, wide)
}

COMPILE = ["-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-shared", "-fPIC"]


class Impossible(Exception):
    """This machine cannot be made to round as another."""


def built(rounding: str, folder: Path) -> Path:
    """The library of this rounding, in the folder. Raises Impossible without a C compiler, or with another BLAS."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise Impossible("there is no C compiler: install gcc")
    if b"scipy_cblas_ddot64_" not in Path(_multiarray_umath.__file__).read_bytes():
        raise Impossible("this numpy was not built with the OpenBLAS of its wheels, whose products can be replaced")
    folder.mkdir(parents=True, exist_ok=True)
    library = folder.resolve() / f"{rounding}.so"
    source = HERE / "rounding.c"
    subprocess.run([compiler, *COMPILE, f"-DROUNDING={rounding.upper()}", "-o", library, source, "-lm"], check=True)
    return library


def factors() -> tuple[Any, Any]:
    """Matrices of shapes (3, 33) and (33, 4), on whose product no two roundings agree."""
    generator = np.random.default_rng(0)
    return generator.integers(1, 1000, (3, 33)) / 997, generator.integers(-1000, 1000, (33, 4)) / 991


def products() -> list[Any]:
    """The entries of AB, in as many ways as numpy has for them, and those of AAᵀ."""
    A, B = factors()
    by_columns = np.asfortranarray(A), np.asfortranarray(B)
    return [
        *((left @ right).tolist() for left in (A, by_columns[0]) for right in (B, by_columns[1])),
        [[float(np.dot(row, column)) for column in B.T] for row in A],
        [[float(np.dot(row[::-1], column[::-1])) for column in B[::-1].T] for row in A[:, ::-1]],
        [(row @ B).tolist() for row in A],
        np.transpose([A @ column for column in B.T]).tolist(),
        (A @ A.T).tolist(),
        (by_columns[0] @ by_columns[0].T).tolist(),
    ]


def preloaded(library: Path) -> list[Any]:
    """The `products` of a process in which the library is preloaded."""
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    command = [sys.executable, __file__, "--products"]
    products: list[Any] = json.loads(
        subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    )
    return products


def are(rounding: str, numbers: list[Any]) -> bool:
    """Whether these `products` have this rounding, to the last bit."""
    A, B = factors()
    inner = ROUNDINGS[rounding]
    due = [[inner(u, v) for v in B.T.tolist()] for u in A.tolist()]
    squares = [[inner(u, v) for v in A.tolist()] for u in A.tolist()]
    *products, square, again = numbers
    return all(product == due for product in products) and square == again == squares


def main(rounding: str, folder: str | Path = HERE.parent / "build") -> None:
    """Build, check and print the library."""
    if rounding == "--products":
        print(json.dumps(products()))
        return
    try:
        library = built(rounding, Path(folder))
    except Impossible as error:
        print(f"no {rounding} sums: {error}", file=sys.stderr)
        sys.exit(3)
    if not are(rounding, preloaded(library)):
        sys.exit(f"{library} is preloaded, and numpy's products are not {rounding}")
    print(library)


if __name__ == "__main__":
    main(*sys.argv[1:])
