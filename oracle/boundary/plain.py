"""Plain values, which plays that authors write exchange with learners behind the boundary.

Games of this package hand over arrays and are answered with labels or numbers. A play that an author writes may call
any method and read any attribute. Between the two go None, bools, numbers, fractions, texts, arrays, and lists, tuples
and sets of these, and a list arrives as a list; functions may be handed to the learner, and are called back.

`boundary.wire` writes and reads them.
"""

from dataclasses import dataclass
from typing import Any

MOST_DEPTH = 8
MOST_ITEMS = 1 << 17
"""The most items of all lists in one value; the reader enforces it."""

MOST_ALIKE = 64
"""The most items of a set whose hashes may coincide: inserting them takes time quadratic in their number."""

MOST_BYTES = 512
"""The longest whole number."""

MOST_TEXT = 4000

METHOD, ITSELF = object(), object()
"""In place of a value: that the attribute is a method, and that a method returned the learner itself."""


@dataclass(frozen=True)
class Plain:
    """An argument or a function that is passed on unchanged."""

    value: Any

    def __call__(self, *arguments: object) -> "Plain":
        """What the function returns, as it is."""
        return Plain(self.value(*arguments))


class Unpassable(TypeError):
    """The value cannot cross the boundary."""

    def __init__(self, value: object) -> None:
        super().__init__(
            f"an object of type {type(value).__name__} cannot be passed between a claim and the learner that it "
            f"judges; pass {RULE}; the learner may also be given functions"
        )


RULE = "numbers of bounded size, texts, arrays, None, and lists, tuples and sets of these"
