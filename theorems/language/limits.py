"""Limits on the size of cases: the keyword arguments of a decoder."""

import string
from collections.abc import Collection, Iterator, Mapping
from typing import Any


class Limits(Mapping[str, Any]):
    """The keyword arguments of a decoder that limit its cases. Immutable."""

    def __init__(self, **limits: Any) -> None:
        self._limits = limits

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

    def __or__(self, others: Mapping[str, Any]) -> "Limits":
        """These limits, updated by others."""
        return Limits(**{**self, **others})

    def raised(self, names: Collection[str], size: int, most: Mapping[str, int]) -> "Limits":
        """The same, with the limits of these names raised to the size, or to the most that can be played."""
        return self | {name: max(self[name], min(size, most.get(name, size))) for name in self if name in names}

    def beyond(self, others: Mapping[str, Any]) -> dict[str, Any]:
        """Those that differ from the others."""
        return {name: limit for name, limit in self.items() if limit != others[name]}

    def put_into(self, extent: str) -> str:
        """The words of an extent with the limits substituted for their names."""
        return _singular("".join(text + ("" if name is None else str(self[name])) for text, name, _ in _parts(extent)))

    def sizes_in(self, extent: str) -> str:
        """The sizes of an extent, as in "d = 2, ≤ 3 rounds": what it says of its limits after a colon."""
        said = [(form, self[name]) for _, name, form in _parts(extent) if name is not None and form]
        largest = ((form, max(limit) if isinstance(limit, tuple) else limit) for form, limit in said)
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
        found: Limits = getattr(family, self.name)
        return found

    def __set__(self, family: object, limits: Mapping[str, Any]) -> None:
        if not isinstance(limits, Mapping):
            raise TypeError(
                f"{self.name[1:]}={limits!r} gives no limits by name; write {self.name[1:]}=dict(points=4), say"
            )
        object.__setattr__(family, self.name, Limits(**limits))
