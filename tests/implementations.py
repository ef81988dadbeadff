"""What people hand in (tests/quality/implementations), by whether it is wrong or right, and by name."""

import re
from collections.abc import Mapping
from typing import Any


def by_kind(names: Mapping[str, Any]) -> dict[str, dict[str, type]]:
    """The classes that a file of implementations defines: `names` are its globals.

    What comes below the line `WRONG = ...` is wrong; what comes above it, or below the line `RIGHT = ...`, is right. A
    class is called what it says itself in `named`, or by the words of its name.
    """
    kind, found = "RIGHT", {"WRONG": {}, "RIGHT": {}}
    for name, value in names.items():
        if name in found:
            kind = name
        elif isinstance(value, type) and value.__module__ == names["__name__"]:
            found[kind][vars(value).get("named") or _words(name)] = value
    return found


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).lower()
