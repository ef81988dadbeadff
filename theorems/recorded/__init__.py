"""What the commands tell of the claims of the notes without loading them, which takes seconds.

`python tests/record.py` writes it, and the tests compare it with the claims.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, TypedDict

GROUP = "learncheck.claims"
"""The entry points by which other packages offer claims: each names a module, a claim, or a list of claims."""


class Told(TypedDict):
    """A claim's entry in the list, the lines of `show`, and the evidence in a few words.

    repairs:  the printed statement that it corrects, if any.
    erratum:  of a statement that is false, the paragraphs of its entry in the errata, each with its head.
    """

    listed: dict[str, Any]
    shown: list[str]
    words: str
    repairs: str | None
    erratum: list[tuple[str, list[str]]]


@cache
def told() -> dict[str, Told]:
    """What is told of each claim, by id, in the order of the notes."""
    found: dict[str, Told] = json.loads((files(__name__) / "told.json").read_text("utf-8"))
    return found


def told_with(name: str) -> dict[str, Told]:
    """What is told of the claim with this id, and with a repaired one of the printed one; nothing if there is none."""
    if name not in told():
        return {}
    names = {name, told()[name]["repairs"]}
    return {each: about for each, about in told().items() if each in names or about["repairs"] == name}
