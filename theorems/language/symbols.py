"""The symbols of claims."""

import sympy


class QuantitySymbol(sympy.Symbol):  # type: ignore[misc]
    """A symbol that says what it means. Those of the same name and of different meanings are different symbols.

    It is not called `Quantity`, which is a class of sympy's, with ways to be printed of its own.
    """

    __slots__ = ("meaning",)
    meaning: str

    def __new__(cls, name: str, meaning: str, **assumptions: bool | None) -> "QuantitySymbol":
        symbol: QuantitySymbol = cls.__xnew__(cls, name, **assumptions)
        symbol.meaning = meaning
        return symbol

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, bool]]:
        return (self.name, self.meaning), self._assumptions_orig

    def _hashable_content(self) -> tuple[object, ...]:
        return (*super()._hashable_content(), self.meaning)

    @classmethod
    def class_key(cls) -> tuple[int, int, str]:
        return sympy.Symbol.class_key()  # type: ignore[no-any-return]


def quantity(name: str, meaning: str, **assumptions: bool | None) -> QuantitySymbol:
    """A symbol with its meaning; it is ≥ 0 unless sympy's assumptions are given."""
    return QuantitySymbol(name, meaning, **(assumptions or {"nonnegative": True}))
