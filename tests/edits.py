"""Wrong variants as edits of what is right, called by what comes of the edits."""

import re
from typing import Any

import numpy as np

from learncheck.learners import Perceptron, foils


def edited(right: Any, what: str, *edits: tuple[str, str], **attributes: Any) -> type:
    """The class `right`, or that of the method `right`, with a line or two written otherwise (see foils.edited)."""
    variant = foils.edited(re.sub("[^A-Za-z0-9]", "", what.title()), right, what, *edits)
    for attribute, value in attributes.items():
        setattr(variant, attribute, value)
    return variant


def at_first(line: str) -> tuple[str, str]:
    """The edit that begins `fit(self, X, y)` with this line."""
    return "fit(self, X, y):", f"fit(self, X, y):\n        {line}"


def told_by_the_last_fifty(self: Any, x: int, y: int) -> None:
    """The update of a learner of a finite class that remembers the last fifty examples alone."""
    self.told = [*getattr(self, "told", ())[-49:], (x, y)]
    self.alive = np.all([self.hypotheses[:, x] == y for x, y in self.told], axis=0)


def learning_where(condition: str, what: str) -> type:
    """A Perceptron that learns where this holds of its w, the instance x and the label y, and nowhere else."""
    return edited(Perceptron.update, what, ("if ", f"if ({condition}) and "))
