"""Cache by identity what cannot be hashed by value."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """An object as a cache key, compared by identity: claims and proofs hold dictionaries, so they have no hash."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
