"""What people hand in (tests/quality/implementations), by whether it is wrong or right, and by name."""

import importlib.util
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILES = Path(__file__).parent / "quality" / "implementations"


@cache
def implementations(learner: str) -> dict[str, dict[str, type]]:
    """Those of the learner: the wrong and the right ones, by their names."""
    path = next((path for path in FILES.glob("*.py") if path.stem.replace("_", "") == learner.lower()), None)
    assert path is not None, f"write implementations of {learner}, right and wrong ones, into a file of {FILES}"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return by_kind(vars(module))


def implementation(learner: str, what: str) -> type:
    """The wrong one of the learner that is called so."""
    return implementations(learner)["WRONG"][what]


def by_kind(names: Mapping[str, Any]) -> dict[str, dict[str, type]]:
    """The classes that a file of implementations defines: `names` are its globals.

    What comes below the line `WRONG = ...` is wrong; what comes above it, or below the line `RIGHT = ...`, is right. A
    class is called what it says itself in `named`, or by the words of its name.
    """
    kind, classes = "RIGHT", {"WRONG": {}, "RIGHT": {}}
    for name, value in names.items():
        if name in classes:
            kind = name
        elif isinstance(value, type) and value.__module__ == names["__name__"]:
            classes[kind][vars(value).get("named") or _words(name)] = value
    return classes


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).lower()
