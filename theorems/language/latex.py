"""Relations and expressions in LaTeX. Symbols are converted from their plain names: ‖w*‖² is \\|w^{*}\\|^{2}."""

from collections.abc import Mapping

import sympy
from sympy import Expr, Mul, Pow, Symbol
from sympy.logic.boolalg import Boolean
from sympy.printing.latex import LatexPrinter

from learncheck.theorems.language.sentence import Sentence, formula, joined


def latex(expression: Expr | Boolean, *, inline: bool = False) -> str:
    """The relation or expression in LaTeX; `inline` if it is part of a sentence."""
    return str(_LatexPrinter({"fold_short_frac": inline}).doprint(expression))


def put_at(values: Mapping[Symbol, Expr], between: str) -> str:
    """The values of symbols, as in "a = 2, b = 3"."""
    equations = (
        Sentence(f"${latex(sympy.Eq(symbol, value, evaluate=False), inline=True)}$", f"{symbol} = {value}")
        for symbol, value in values.items()
    )
    return joined(equations, between)


def named(symbol: Symbol, term: Expr) -> str:
    """A symbol with the term for which it stands, or the term alone if that is the symbol's name."""
    name = str(symbol)
    if name == str(term).replace("**", "^"):
        return Sentence(f"${latex(term, inline=True)}$", name)
    return put_at({symbol: term}, "")


def binary_logarithm(product: Mul) -> tuple[Expr, Expr] | None:
    """The other factors and the n of a product with log(n)/log(2), which is log₂(n); None for other products."""
    inverse = Pow(sympy.log(2), -1)
    logs = [factor for factor in product.args if isinstance(factor, sympy.log)]
    if inverse not in product.args or not logs:
        return None
    return Mul(*(factor for factor in product.args if factor not in (inverse, logs[0]))), logs[0].args[0]


LEAST_TOLERANCE = 5


def tolerance(number: Expr) -> tuple[int, int, int] | None:
    """a, b and k of a tolerance a + b·10⁻ᵏ, where a = 0 and b = 1, or a = 1 and b = ±1; None for other numbers."""
    if not isinstance(number, sympy.Rational) or number.q < 10**LEAST_TOLERANCE:
        return None
    k = len(str(number.q)) - 1
    if number.q != 10**k or number.p not in (1, number.q - 1, number.q + 1):
        return None
    return (0, 1, k) if number.p == 1 else (1, number.p - number.q, k)


def apart(product: Mul) -> tuple[str, Expr, Expr] | None:
    """The sign, the tolerance and the other factors of a product with a tolerance; None for other products."""
    coefficient, rest = product.as_coeff_Mul()
    return ("-" if coefficient < 0 else "", abs(coefficient), rest) if tolerance(abs(coefficient)) else None


class _LatexPrinter(LatexPrinter):  # type: ignore[misc]
    """sympy's LaTeX printer, except for names, binary logarithms and words between relations."""

    def _print_Symbol(self, symbol: Symbol, style: str = "plain") -> str:
        return formula(symbol.name)

    def _print_And(self, joined: Boolean) -> str:
        return r" \text{ and } ".join(self._print(part) for part in joined.args)

    def _print_Or(self, joined: Boolean) -> str:
        return r" \text{ or } ".join(self._print(part) for part in joined.args)

    def _print_Implies(self, rule: Boolean, altchar: str | None = None) -> str:
        return rf"{self._print(rule.args[1])} \text{{ where }} {self._print(rule.args[0])}"

    def _print_Rational(self, number: Expr) -> str:
        parts = tolerance(number)
        if parts is None:
            return str(super()._print_Rational(number))
        one, sign, k = parts
        return rf"\left(1 {'+' if sign > 0 else '-'} 10^{{-{k}}}\right)" if one else f"10^{{-{k}}}"

    def _print_Mul(self, product: Mul) -> str:
        if (parts := apart(product)) is not None:
            sign, factor, rest = parts
            others = rf"\left({self._print(rest)}\right)" if rest.is_Add else self._print(rest)
            return rf"{sign}{self._print(factor)} \cdot {others}"
        factored = binary_logarithm(product)
        if factored is None:
            return str(super()._print_Mul(product))
        rest, of = factored
        binary = rf"\log_2\left({self._print(of)}\right)"
        if rest in (1, -1):
            return f"{'-' * (rest == -1)}{binary}"
        return rf"\left({self._print(rest)}\right) {binary}" if rest.is_Add else f"{self._print(rest)} {binary}"

    def _print_Pow(self, power: Pow) -> str:
        if isinstance(power.base, Symbol) and any(mark in power.base.name for mark in "²′*⁴") and power.exp.is_Integer:
            below = rf"\left({formula(power.base.name)}\right)"
            return f"{below}^{{{power.exp}}}" if power.exp > 0 else super()._print_Pow(power)
        return str(super()._print_Pow(power))
