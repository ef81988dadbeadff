"""Wrong variants as edits of what is right, called by what comes of the edits."""

import re
from typing import Any

from learncheck.learners import foils


def edited(right: Any, what: str, *edits: tuple[str, str], **attributes: Any) -> type:
    """The class `right`, or that of the method `right`, with a line or two written otherwise (see foils.edited)."""
    made = foils.edited(re.sub("[^A-Za-z0-9]", "", what.title()), right, what, *edits)
    for attribute, value in attributes.items():
        setattr(made, attribute, value)
    return made
