"""Objects that are imported when they are first looked up, so that a table of many costs no more than what is used."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Places(Mapping[str, T], Generic[T]):
    """Objects by name, each imported from its place, "module:name", when it is looked up."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> T:
        module, _, attribute = self._places[name].partition(":")
        value: Any = getattr(import_module(module), attribute)
        return value  # type: ignore[no-any-return]

    def __contains__(self, name: object) -> bool:
        return name in self._places  # Mapping's own would import what is asked for

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
