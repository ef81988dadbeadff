"""Limits on the size of cases: the keyword arguments of a decoder."""

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Growth:
    """That a limit is raised in the family's largest games, at most to `most`."""

    most: int | None = None

    def raises(self, limit: int, size: int) -> int:
        """The limit in games of this size."""
        return max(limit, size if self.most is None else min(size, self.most))


class Wide(Growth):
    """The growth of a limit on the size of a case, its points, experts or dimensions: at most to `most`, if given."""


class Long(Growth):
    """The growth of a limit on how long a game lasts: at most to `most`, if given."""


class Varied(Growth):
    """The growth of a limit on how many different instances a long game presents: at most to `most`, if given.

    It is not raised as far as the others: with many instances, some of them end a game soon.
    """


class Limits(Mapping[str, Any]):
    """The keyword arguments of a decoder that limit its cases. Immutable."""

    def __init__(self, **limits: object) -> None:
        self._limits: dict[str, Any] = limits

    def __getitem__(self, name: str) -> Any:
        return self._limits[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._limits)

    def __len__(self) -> int:
        return len(self._limits)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Limits({', '.join(f'{name}={limit!r}' for name, limit in self.items())})"

    def __or__(self, others: Mapping[str, object]) -> "Limits":
        """These limits, updated by others."""
        return Limits(**{**self, **others})

    def raised(self, size: int, growth: Mapping[str, Growth]) -> "Limits":
        """The same, with each limit of which a growth is given raised towards the size."""
        return self | {name: rule.raises(self[name], size) for name, rule in growth.items()}

    def beyond(self, others: Mapping[str, object]) -> dict[str, Any]:
        """Those that differ from the others."""
        return {name: limit for name, limit in self.items() if limit != others[name]}

    def put_into(self, extent: str) -> str:
        """The words of an extent with the limits substituted for their names."""
        return _singular("".join(text + ("" if name is None else str(self[name])) for text, name, _ in _parts(extent)))

    def sizes_in(self, extent: str) -> str:
        """The sizes of an extent, as in "d = 2, ≤ 3 rounds": what it says of its limits after a colon."""
        sizes = [(form, self[name]) for _, name, form in _parts(extent) if name is not None and form]
        largest = ((form, max(limit) if isinstance(limit, tuple) else limit) for form, limit in sizes)
        return _singular(", ".join(form.replace("_", str(limit)) for form, limit in largest))


def _parts(extent: str) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield pieces of an extent: a text, and the name of the limit after it with its short form."""
    return ((text, name, form) for text, name, form, _ in string.Formatter().parse(extent))


def _singular(words: str) -> str:
    for noun in ("round", "example", "instance", "variable", "row", "feature"):
        words = f" {words}".replace(f" 1 {noun}s", f" 1 {noun}").removeprefix(" ")
    return words


class AsLimits:
    """A field of a family that takes any mapping, `dict(points=4)`, and stores it as limits; empty by default."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, family: object | None, owner: type) -> Limits:
        if family is None:
            return Limits()
        limits: Limits = getattr(family, self.name)
        return limits

    def __set__(self, family: object, limits: Mapping[str, object]) -> None:
        if not isinstance(limits, Mapping):
            raise TypeError(
                f"{self.name[1:]}={limits!r} gives no limits by name; write {self.name[1:]}=dict(points=4), say"
            )
        object.__setattr__(family, self.name, Limits(**limits))
