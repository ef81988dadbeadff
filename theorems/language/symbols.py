"""The symbols of claims."""

from typing import TYPE_CHECKING

import sympy

from learncheck.theorems.language.sentence import Sentence

if TYPE_CHECKING:
    from learncheck.theorems.language.claim import Claim


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


def meanings(claim: "Claim") -> dict[sympy.Symbol, Sentence]:
    """The meanings of the symbols in the claim's bound, of those that have one."""
    symbols = sorted(claim.bound.free_symbols, key=str)
    return {symbol: Sentence(symbol.meaning) for symbol in symbols if isinstance(symbol, QuantitySymbol)}
