"""Formulas for pages: sympy relations as MathML, under the names that `oracle.notation` prints as text."""

import re
from collections.abc import Iterable
from html import escape
from typing import Any

import sympy
from sympy import Add, Mul, Pow, Rational, Symbol

from learncheck.oracle.notation import GREEK, SIGNS, said

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
"""How tightly the parts of a formula bind; what binds less than its place asks for is put in parentheses."""

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)) | {"ᵀ": "T", "*": "*"}
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)) | {"₊": "+", "₋": "−"}
_WORDS = "det|rank|tr|err|max|min|gain|wrong|right|excess"
_TOKEN = re.compile(rf"(?:{_WORDS})(?![a-z])|\d+|[^\W\d_]\u0302?|.")


def mathml(formula: Any, *, block: bool = False) -> str:
    """The formula as a `math` element, with its LaTeX as an annotation for whoever copies it."""
    latex = escape(str(sympy.latex(formula)))
    display = " display='block'" if block else ""
    note = f"<annotation encoding='application/x-tex'>{latex}</annotation>"
    return f"<math{display}><semantics>{_row([_shown(formula)])}{note}</semantics></math>"


def _shown(formula: Any, place: int = 0) -> str:
    """The formula, in parentheses where its place asks for something that binds more tightly."""
    strength, markup = _formula(formula)
    return markup if strength >= place else _fenced("(", markup, ")")


def _formula(formula: Any) -> tuple[int, str]:
    for kind, show in _KINDS:
        if isinstance(formula, kind):
            found: tuple[int, str] = show(formula)
            return found
    return ATOM, f"<mtext>{escape(said(formula))}</mtext>"


def _relation(formula: Any) -> tuple[int, str]:
    sign = next(sign for kind, sign in SIGNS.items() if isinstance(formula, kind))
    return 0, _row([_shown(formula.lhs), _mo(sign), _shown(formula.rhs)])


def _joined(word: str) -> Any:
    def show(formula: Any) -> tuple[int, str]:
        parts = [_shown(each) for each in formula.args]
        between = f"<mtext>\u2002{word}\u2002</mtext>"
        return 0, _row([part if index == 0 else between + part for index, part in enumerate(parts)])

    return show


def _implies(formula: Any) -> tuple[int, str]:
    return 0, _row([_shown(formula.args[1]), "<mtext>\u2002where\u2002</mtext>", _shown(formula.args[0])])


def _sum(formula: Any) -> tuple[int, str]:
    parts = []
    for index, term in enumerate(formula.as_ordered_terms()):
        negative = term.could_extract_minus_sign()
        if index or negative:
            parts.append(_mo("−" if negative else "+"))
        parts.append(_shown(-term if negative else term, PRODUCT if negative else SUM))
    return SUM, _row(parts)


def _product(formula: Any) -> tuple[int, str]:
    if formula.could_extract_minus_sign():
        return SUM, _row([_mo("−"), _shown(-formula, PRODUCT)])
    factors = list(formula.args)
    inverse = Pow(sympy.log(2), -1)
    logs = [each for each in factors if isinstance(each, sympy.log)]
    if inverse in factors and logs:  # log(n)/log(2) is log₂(n)
        factors.remove(inverse)
        factors.remove(logs[0])
        binary = f"<msub><mi>log</mi><mn>2</mn></msub>{_mo('&#8289;')}{_parenthesised(logs[0].args[0])}"
        rest = Mul(*factors)
        return PRODUCT, binary if rest == 1 else _row(
            [_shown(rest, PRODUCT), "<mspace width='0.17em'></mspace>", binary]
        )
    over, under = sympy.fraction(formula)
    if under != 1:
        return PRODUCT, f"<mfrac>{_row([_shown(over)])}{_row([_shown(under)])}</mfrac>"
    parts: list[str] = []
    for factor in formula.as_ordered_factors():
        if parts and isinstance(factor, sympy.Function) and not isinstance(factor, sympy.exp):
            parts.append("<mspace width='0.17em'></mspace>")
        elif parts:
            parts.append(_mo("·" if isinstance(factor, Rational) else "&#8290;"))
        parts.append(_shown(factor, PRODUCT if not isinstance(factor, Add) else ATOM))
    return PRODUCT, _row(parts)


def _power(formula: Any) -> tuple[int, str]:
    base, exponent = formula.base, formula.exp
    if exponent == Rational(1, 2):
        return ATOM, f"<msqrt>{_shown(base)}</msqrt>"
    if exponent.could_extract_minus_sign():
        return PRODUCT, f"<mfrac><mn>1</mn>{_row([_shown(Pow(base, -exponent))])}</mfrac>"
    return POWER, f"<msup>{_row([_shown(base, ATOM)])}{_row([_shown(exponent)])}</msup>"


def _exponential(formula: Any) -> tuple[int, str]:
    return POWER, f"<msup><mi>e</mi>{_row([_shown(formula.args[0])])}</msup>"


def _applied(name: str) -> Any:
    def show(formula: Any) -> tuple[int, str]:
        inside = [part if i == 0 else _mo(",") + part for i, part in enumerate(map(_shown, formula.args))]
        return PRODUCT, _row([f"<mi>{name}</mi>", _mo("&#8289;"), _fenced("(", "".join(inside), ")")])

    return show


def _floor(formula: Any) -> tuple[int, str]:
    return ATOM, _fenced("⌊", _shown(formula.args[0]), "⌋")


def _number(formula: Any) -> tuple[int, str]:
    if formula < 0:
        return SUM, _row([_mo("−"), _shown(-formula)])
    if formula.q == 1:
        return ATOM, f"<mn>{formula.p}</mn>"
    return PRODUCT, f"<mfrac><mn>{formula.p}</mn><mn>{formula.q}</mn></mfrac>"


def _name(symbol: Any) -> tuple[int, str]:
    """A name as it is written by hand: M₊ with an index, V²′ with a square and a prime, ‖w*‖ with a star."""
    parts: list[str] = []
    rest = GREEK.get(symbol.name, symbol.name)
    while rest:
        if rest[0] == "_" and parts:
            index = re.match(r"_([\w¬]+|[+-])", rest)
            assert index is not None, symbol.name
            parts[-1] = f"<msub>{parts[-1]}{_letters(GREEK.get(index[1], index[1]))}</msub>"
            rest = rest[index.end() :]
            continue
        token = _TOKEN.match(rest)
        assert token is not None
        rest = rest[token.end() :]
        if token[0] in _LOWERED and parts:
            parts[-1] = f"<msub>{parts[-1]}{_letters(_LOWERED[token[0]])}</msub>"
        elif token[0] == "′" and parts:
            parts[-1] = f"<mrow>{parts[-1]}{_mo(token[0])}</mrow>"
        elif token[0] in _RAISED and parts:
            parts[-1] = f"<msup>{parts[-1]}{_letters(_RAISED[token[0]])}</msup>"
        else:
            parts.append(_letters(token[0]))
    return ATOM if len(parts) == 1 or symbol.name[0] in "‖|⟨" else PRODUCT, _row(parts)


def _letters(text: str) -> str:
    if text == "-":
        return _mo("−")
    if text.isdigit():
        return f"<mn>{text}</mn>"
    return f"<mi>{escape(text)}</mi>" if text[0].isalpha() else _mo(escape(text))


def _parenthesised(formula: Any) -> str:
    return _fenced("(", _shown(formula), ")")


def _fenced(opening: str, inside: str, closing: str) -> str:
    """What stands between brackets, which are as high as it is."""
    low = "" if re.search("<m(frac|sup|sqrt)", inside) else " stretchy='false'"
    return f"<mrow><mo{low}>{opening}</mo>{inside}<mo{low}>{closing}</mo></mrow>"


def _mo(sign: str) -> str:
    return f"<mo>{sign.replace('<', '&lt;').replace('>', '&gt;')}</mo>"


def _row(parts: Iterable[str]) -> str:
    inside = list(parts)
    return inside[0] if len(inside) == 1 and inside[0].count("<") == 2 else f"<mrow>{''.join(inside)}</mrow>"


_KINDS: tuple[tuple[Any, Any], ...] = (
    (tuple(SIGNS), _relation),
    (sympy.And, _joined("and")),
    (sympy.Or, _joined("or")),
    (sympy.Implies, _implies),
    (sympy.exp, _exponential),
    (sympy.log, _applied("log")),
    (sympy.Max, _applied("max")),
    (sympy.Min, _applied("min")),
    (sympy.floor, _floor),
    (type(sympy.E), lambda formula: (ATOM, "<mi>e</mi>")),
    (type(sympy.pi), lambda formula: (ATOM, "<mi>π</mi>")),
    (Rational, _number),
    (Symbol, _name),
    (Add, _sum),
    (Mul, _product),
    (Pow, _power),
)
