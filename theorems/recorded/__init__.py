"""What `list` and `errata` say of the claims of the notes without loading them, which takes seconds.

`python tests/record.py` writes it, and the tests compare it with the claims.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, TypedDict

GROUP = "learncheck.claims"
"""The entry points by which other packages offer claims: each names a module, a claim, or a list of claims."""


class Recorded(TypedDict):
    """What the commands say of a claim.

    listed:   its entry in the list.
    repairs:  the printed statement that it corrects, if any.
    erratum:  of a statement that is false, the paragraphs of its entry in the errata, each with its head.
    """

    listed: dict[str, Any]
    repairs: str | None
    erratum: list[tuple[str, list[str]]]


@cache
def recorded() -> dict[str, Recorded]:
    """What the commands say of each claim, by id, in the order of the notes."""
    claims: dict[str, Recorded] = json.loads((files(__name__) / "index.json").read_text("utf-8"))
    return claims


def recorded_with(name: str) -> dict[str, Recorded]:
    """What they say of the claim with this id, and with a repaired one of the printed one; nothing if there is none."""
    if name not in recorded():
        return {}
    names = {name, recorded()[name]["repairs"]}
    return {each: about for each, about in recorded().items() if each in names or about["repairs"] == name}
