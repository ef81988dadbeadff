"""Wrong variants as edits of what is right, called by what comes of the edits."""

import re
from typing import Any

from learncheck.learners import Perceptron, foils


def edited(right: Any, what: str, *edits: tuple[str, str], **attributes: Any) -> type:
    """The class `right`, or that of the method `right`, with a line or two written otherwise (see foils.edited)."""
    made = foils.edited(re.sub("[^A-Za-z0-9]", "", what.title()), right, what, *edits)
    for attribute, value in attributes.items():
        setattr(made, attribute, value)
    return made


def learning_where(condition: str, what: str) -> type:
    """A Perceptron that learns where this holds of its w, the instance x and the label y, and nowhere else."""
    return edited(Perceptron.update, what, ("if ", f"if ({condition}) and "))
