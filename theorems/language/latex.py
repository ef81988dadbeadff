"""Relations and expressions in LaTeX, their symbols by the names that they have on a line: ‖w*‖² is \\|w^{*}\\|^{2}."""

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Mul, Pow, Symbol
from sympy.printing.latex import LatexPrinter

from learncheck.theorems.language.sentence import Sentence, formula, joined


def latex(expression: Any, *, inline: bool = False) -> str:
    """The relation or expression in LaTeX; `inline` where it stands in a sentence."""
    return str(_Printer({"fold_short_frac": inline}).doprint(expression))


def put_at(values: Mapping[Any, Any], between: str) -> str:
    """The values of symbols: a = 2, b = 3."""
    told = {symbol: latex(sympy.Eq(symbol, value, evaluate=False), inline=True) for symbol, value in values.items()}
    return joined((Sentence(f"${told[symbol]}$", f"{symbol} = {value}") for symbol, value in values.items()), between)


def binary_logarithm(product: Mul) -> tuple[Any, Any] | None:
    """The other factors and the n of a product with log(n)/log(2), which is log₂(n); None where it is no such."""
    inverse = Pow(sympy.log(2), -1)
    logs = [each for each in product.args if isinstance(each, sympy.log)]
    if inverse not in product.args or not logs:
        return None
    return Mul(*(each for each in product.args if each not in (inverse, logs[0]))), logs[0].args[0]


class _Printer(LatexPrinter):  # type: ignore[misc]
    """sympy's LaTeX, but for names, binary logarithms and words between relations."""

    def _print_Symbol(self, symbol: Symbol, style: str = "plain") -> str:
        return formula(symbol.name)

    def _print_And(self, joined: Any) -> str:
        return r" \text{ and } ".join(self._print(each) for each in joined.args)

    def _print_Or(self, joined: Any) -> str:
        return r" \text{ or } ".join(self._print(each) for each in joined.args)

    def _print_Implies(self, rule: Any, altchar: Any = None) -> str:
        return rf"{self._print(rule.args[1])} \text{{ where }} {self._print(rule.args[0])}"

    def _print_Mul(self, product: Mul) -> str:
        found = binary_logarithm(product)
        if found is None:
            return str(super()._print_Mul(product))
        rest, of = found
        binary = rf"\log_2\left({self._print(of)}\right)"
        if rest in (1, -1):
            return f"{'-' * (rest == -1)}{binary}"
        return rf"\left({self._print(rest)}\right) {binary}" if rest.is_Add else f"{self._print(rest)} {binary}"

    def _print_Pow(self, power: Pow) -> str:
        if isinstance(power.base, Symbol) and any(each in power.base.name for each in "²′*⁴") and power.exp.is_Integer:
            below = rf"\left({formula(power.base.name)}\right)"
            return f"{below}^{{{power.exp}}}" if power.exp > 0 else super()._print_Pow(power)
        return str(super()._print_Pow(power))
