"""Checking the arguments of a constructor in one line."""

import numpy as np

from learncheck.learners.arrays import Ints


def require(rule: bool, message: str) -> None:
    """Raise ValueError(message) unless the rule holds. The message names the value, the rule and the remedy."""
    if not rule:
        raise ValueError(message)


def class_table(hypotheses: Ints) -> Ints:
    """The table of a class of hypotheses, as an array. Raises ValueError unless it has rows of +1 and -1."""
    table: Ints = np.asanyarray(hypotheses)
    require(table.ndim == 2, f"hypotheses has shape {table.shape}, not (|H|, |X|): pass one row a hypothesis")
    require(len(table) > 0, "hypotheses has no row, but a class is not empty: pass one row a hypothesis")
    if (abs(table) != 1).any():  # `require` would compute np.unique every time
        raise ValueError(f"hypotheses holds {np.unique(table)}, but labels are ±1: map 0 to -1")
    return table
