"""Render relations and expressions as one line of text, in the notes' notation: M ≤ (RB)², log₂(n), √(m·log(n))."""

import re
from decimal import ROUND_FLOOR, Decimal

import sympy
from sympy import Basic, Integer, Mul, Pow, Symbol
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from learncheck.theorems.language.latex import apart, binary_logarithm, latex, tolerance
from learncheck.theorems.language.sentence import RAISED, Sentence

GREEK = {"epsilon": "ε", "delta": "δ", "gamma": "γ", "alpha": "α", "beta": "β", "sigma": "σ", "eta": "η", "rho": "ρ"}
_STAR = "\0"  # placeholder for the star in a name such as ‖w*‖ while products are printed
SIGNS = {sympy.Eq: "=", sympy.Ne: "≠", sympy.Le: "≤", sympy.Lt: "<", sympy.Ge: "≥", sympy.Gt: ">"}


def plain_text(formula: object) -> str:
    """Return the formula as one line of text."""
    line = str(_TextPrinter().doprint(formula)).replace(_STAR, "*").replace("-", "−")
    return re.sub(r"(?<![\w.^)])(\d+)·(?=[^\W\d_(√]|‖)", r"\1", line)  # write 3·r as 3r


def relation(formula: object) -> Sentence:
    """Return the formula as a `Sentence`: one line of text that also carries its LaTeX."""
    return Sentence(f"${latex(formula, inline=True)}$", plain_text(formula))


def tidied(words: str) -> str:
    """Replace sympy's plain text in a sentence by the notes' signs: 2**M becomes 2^M, 2*M 2·M, and epsilon ε."""
    if isinstance(words, Sentence):
        pieces = words.latex.split("$")  # words and formulas in turn
        return Sentence(
            "$".join(piece if i % 2 else tidied(piece) for i, piece in enumerate(pieces)), tidied(str(words))
        )
    text = words.replace("**", "^").replace("<=", "≤").replace(">=", "≥")
    text = re.sub(rf"(?<![\w.])({'|'.join(GREEK)})(?!\w)", lambda name: GREEK[name[1]], text)
    text = re.sub(r"\^([2-9])(?![\d/])", lambda power: power[1].translate(RAISED), text)
    return re.sub(r"(?<=[\w)′²])\*(?=[\w(])", "·", text)


def minus(words: str) -> str:
    """Replace the hyphen before each negative number by a minus sign, as in "−1 was due"."""
    return re.sub(r"(?<![\w.)\]^])-(?=\d)", "−", words)


def rounded_down(value: float, digits: int) -> str:
    """Format the number with this many decimals, rounded down: 0.9999 with two digits is 0.99, never 1.00."""
    return str(Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-digits), ROUND_FLOOR))


class _TextPrinter(StrPrinter):  # type: ignore[misc]
    """sympy's string printer with handwritten notation: ≤, ·, √, superscripts, Greek letters."""

    def _print_Symbol(self, symbol: Symbol) -> str:
        return GREEK.get(symbol.name, str(symbol.name)).replace("*", _STAR)

    def _print_Relational(self, relation: object) -> str:
        for kind, sign in SIGNS.items():
            if isinstance(relation, kind):
                return f"{self._side(relation.lhs)} {sign} {self._side(relation.rhs)}"
        return str(super()._print_Relational(relation))

    def _side(self, side: Basic) -> str:
        line: str = self._print(side)
        return line[1:-1] if side.is_Rational and line.startswith("(") else line

    def _print_Rational(self, number: object) -> str:
        parts = tolerance(number)
        if parts is None:
            return str(super()._print_Rational(number))
        one, sign, k = parts
        small = f"10{str(-k).translate(RAISED)}"
        return f"(1 {'+' if sign > 0 else '-'} {small})" if one else small

    def _print_Exp1(self, number: object) -> str:
        return "e"

    def _print_Abs(self, size: sympy.Abs) -> str:
        return f"|{self._print(size.args[0])}|"

    def _print_And(self, joined: sympy.And) -> str:
        return " and ".join(self._print(part) for part in joined.args)

    def _print_Or(self, joined: sympy.Or) -> str:
        return " or ".join(self._print(part) for part in joined.args)

    def _print_Implies(self, rule: sympy.Implies) -> str:
        return f"{self._print(rule.args[1])} where {self._print(rule.args[0])}"

    def _print_Mul(self, product: Mul) -> str:
        if (parts := apart(product)) is not None:
            sign, factor, rest = parts
            return f"{sign}{self._print(factor)}·{self.parenthesize(rest, PRECEDENCE['Mul'])}"
        logarithm = binary_logarithm(product)
        if logarithm is not None:
            rest, of = logarithm
            return str(self._print(Mul(rest, sympy.Function("log₂")(of))))
        return str(super()._print_Mul(product)).replace("*", "·")

    def _print_Pow(self, power: Pow, rational: bool = False) -> str:
        base, exponent = power.base, power.exp
        if exponent == sympy.Rational(1, 2):
            root = self._print(base)
            return f"√{root}" if root.isalnum() and root[-1] not in "²³" else f"√({root})"
        if isinstance(exponent, Integer) and exponent < 0:
            return f"1/{self._print_Pow(Pow(base, -exponent, evaluate=False))}"
        below: str = self.parenthesize(base, PRECEDENCE["Pow"])
        if isinstance(base, Symbol) and base.name[-1] in "²³⁴′":
            below = f"({below})" if base.name[-1] != "′" else below
        if exponent == 1:
            return below
        if isinstance(exponent, Integer):
            return below + str(int(exponent)).translate(RAISED)
        above = self._print(exponent)
        return f"{below}^{above}" if above.replace("_", "").isalnum() else f"{below}^({above})"


def counted(number: int, noun: str) -> str:
    """Return the number with its noun, in the plural unless it is 1: 1 claim, 2,154 games."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def ratio(value: float | None) -> str:
    """Format worst observed / bound with two decimals, never rounded up to 1.00."""
    if value is None:
        return "–"
    if value == float("inf"):
        return "∞"
    return f"{value:.2f}" if value >= 1 else rounded_down(value, 2)
