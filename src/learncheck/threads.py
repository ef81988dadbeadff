"""Linear algebra in one thread: the matrices of games are small, and sums must not depend on the number of cores."""

import os

ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "VECLIB_MAXIMUM")}
"""The environment variables that numerical libraries read when they are first imported."""


def use_one_thread() -> None:
    """Set these variables, except those that are set already."""
    for name, number in ONE_THREAD.items():
        os.environ.setdefault(name, number)
