"""Limits on the size of cases: the keyword arguments of a decoder."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

SIZES = {
    **dict.fromkeys(("dimension", "dimensions"), "d"),
    **dict.fromkeys(("variables", "experts", "n", "grid"), "n"),
    **dict.fromkeys(("stumps", "voters"), "T"),
    **dict.fromkeys(("most", "size", "side", "power"), "size"),
    "bits": "k",
    "constant": "c",
    "denominators": "denominator",
    "instances": "examples",
    **dict.fromkeys(("rounds", "points", "examples", "entries", "atoms", "vertices", "inequalities", "kinds"), ""),
    **dict.fromkeys(("pieces", "thresholds", "hypotheses", "folds", "features"), ""),
}
"""The limits that describe the extent of an enumeration, with their symbols; if empty, the limit's own name is used."""
LESSER_SIZES = {"largest": "size", "reach": "size", "heaviest": "weights", "sizes": "sizes"}
"""The limits that describe it if none of the others occurs."""

IN_FULL = {"rounds": "signed", "examples": "ordered"}
"""The limits up to which rounds are played on either sign of an instance, and samples in every order."""


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
        return re.sub(r"\b1 (round|example|instance|variable|row)s\b", r"1 \1", extent.format(**self))

    def sizes_in(self, extent: str) -> str:
        """The sizes of an extent, as in "d = 2, ≤ 3 rounds"; empty if its words name none.

        Of rounds and examples, only those count that are played in full, with either sign and in every order.
        """
        for symbols in (SIZES, LESSER_SIZES):
            told = [
                self._size(name, symbols[name], extent) for name in self if name in symbols and f"{{{name}}}" in extent
            ]
            if told:
                return ", ".join(told)
        return ""

    def _size(self, name: str, symbol: str, extent: str) -> str:
        value = self.get(IN_FULL.get(name, name), self[name])
        value = max(value) if isinstance(value, tuple) else value
        exactly = re.search(rf"((?<!2)\^| = | on |7/8, )\{{{name}\}}(?! integers)", extent)
        if symbol and symbol != "examples":
            return f"{symbol} {'=' if exactly else '≤'} {value}"
        counted = symbol or name
        return f"{'' if exactly else '≤ '}{value} {singular(counted) if value == 1 else counted}"


def singular(noun: str) -> str:
    """The singular of a noun: entry for entries, vertex for vertices."""
    for many, one in (("vertices", "vertex"), ("hypotheses", "hypothesis"), ("ies", "y"), ("s", "")):
        if noun.endswith(many):
            return noun.removesuffix(many) + one
    return noun


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
