"""Sentences and formulas for pages, as MathML."""

import functools
import re
from collections.abc import Mapping
from html import escape

from latex2mathml.converter import convert
from markupsafe import Markup
from sympy.core.relational import Relational

from learncheck.oracle.notation import GREEK, relation
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.sentence import Sentence, formula, parts

WIDE = 24
"""A formula with more signs than this may be wider than a phone."""
_NAMESPACE = re.compile("<math[^>]*>")
_INDEX = re.compile(r"(?<![\w./-])([^\W\d_])_(\w|min|max)(?![\w./-])")
"""An indexed quantity in plain words, such as D_t and E_min, but not part of the name of a program or a file."""
_OF = re.compile(r"\(\w\)$")
"""The argument of a quantity, as in L_S(w)."""
_APART = re.compile(
    r"((?<!<msub>)(?<!<msup>)<mi>(?:log|ln|exp|min|max)</mi>|<msub><mi>log</mi><mn>2</mn></msub>)(?=<mi>|<mn>)"
)
"""The name of a function before its argument, to be separated by a space."""
_PREFIX = re.compile(r"((?:^<math><mrow>|<mrow>|>&#x00028;</mo>))<mo>(?=&#x02212;|&#x0003C;)")
"""A sign with nothing before it, to be set close to what follows."""
_CLOSE = re.compile(r"<mo((?: stretchy=\"false\")?>&#x000(?:7C|2F);)")
"""Bars and slashes, to be set close to their neighbours."""
_PRIME = re.compile("<msup>(<mi>.</mi>)<mi>(&#x02032;)</mi></msup>")
"""A primed letter: the prime is raised by itself, and would be tiny as an exponent."""


def typeset(words: str) -> Markup:
    """Return the sentence as markup with its formulas typeset. Existing markup is returned unchanged."""
    if isinstance(words, Markup):
        return words
    if isinstance(words, Sentence):
        return _typeset(words.latex)
    return Markup(_INDEX.sub(r"<i>\1</i><sub>\2</sub>", escape(str(words), quote=False)))


def heading(name: str) -> Markup:
    """Return the heading of a column: a quantity is typeset as a formula, a word stays a word."""
    name = GREEK.get(name, name)
    if name.isascii() and len(name) > 1 and not _INDEX.fullmatch(_OF.sub("", name)):
        return typeset(name)
    return typeset(Sentence(f"${formula(name)}$", name))


def figured(words: str, claim: Claim | None = None) -> Markup:
    """Return what is said of a failure, with comparisons typeset: "M = 2 > 1 = log₂(H), with H = 2".

    A comparison joins figures, quantities, and sides of the claim's bound and of its steps, which are recognised by
    their plain text.
    """
    if isinstance(words, Sentence) or claim is None:
        return typeset(words)
    for step in claim.steps:
        if words.startswith(f"{step} ("):
            return typeset(step.words) + figured(words.removeprefix(str(step)), claim)
    formulas = _formulas(claim)
    one = "|".join([*map(re.escape, sorted(formulas, key=len, reverse=True)), _FIGURE, _QUANTITY])
    compared = re.compile(rf"{_BEGINS}((?:{one})(?: [=<>≤≥≠] (?:{one}))+){_ENDS}")
    latex = compared.sub(lambda run: f"{run[1]}${_latex(run[2], formulas)}$", words.replace("$", ""))
    return typeset(Sentence(latex, words))


_BEGINS, _ENDS = r"(^|[(,:;] ?|[a-z]{2} (?<!log )(?<!exp )(?<!max )(?<!min ))", r"(?=$|[,;.:)]+(?:\s|$)| \(| [a-z]{2})"
"""What stands before and after a comparison: the end of the sentence, a mark, or a word, but nothing of a formula."""
_FIGURE = r"−?\d+(?:\.\d+)?(?:/\d+|e[+−-]?\d+)?|∞"
_QUANTITY = r"(?:‖[^\W_]+\*?‖|[^\W\d_](?:_[^\W_]+)?)[²′*₊₋⁺]*"


def _formulas(claim: Claim) -> dict[str, str]:
    """Return the sides of the bound, as its author wrote it or not, and of the steps: plain text, and LaTeX."""
    bounds = [claim.bound, *(step.relation for step in claim.steps)]
    sides = [side for bound in bounds for part in bound.atoms(Relational) for side in part.args]
    written = re.split(r"\s*(?:\\(?:le|ge|ne)q?(?![a-z])|[=<>])\s*", claim.latex) if claim.latex else []
    sentences = [*map(relation, sides), *(Sentence(f"${side}$") for side in written)]
    named = (sentence for sentence in sentences if sentence and not re.fullmatch(_FIGURE, sentence))
    return {str(sentence): sentence.latex.strip("$") for sentence in named}


def _latex(run: str, formulas: Mapping[str, str]) -> str:
    """Return a comparison in LaTeX."""
    sides = [formulas.get(side) or formula(side) for side in re.split(r" ([=<>≤≥≠]) ", run)]
    return " ".join(re.sub(r"(?<=\d)e\+?(-?)0*(\d+)$", r" \\cdot 10^{\1\2}", side) for side in sides)


def block(latex: str) -> Markup:
    """Return the formula in display style, with its LaTeX as an annotation for copying."""
    inside = _mathml(latex).removeprefix("<math>").removesuffix("</math>")
    note = f"<annotation encoding='application/x-tex'>{escape(latex)}</annotation>"
    return Markup(f"<math display='block'><semantics>{inside}{note}</semantics></math>")


@functools.cache
def _typeset(sentence: str) -> Markup:
    pieces = parts(sentence)
    out = escape(pieces[0], quote=False)
    for latex, words in zip(pieces[1::2], pieces[2::2], strict=True):
        after = words[:1] if words[:1] in tuple(".,;:)") else ""  # keep punctuation on the formula's line
        kind = "wide" if _width(latex) > WIDE else "whole" if after else ""
        markup = _mathml(latex)
        out += f"<span class='{kind}'>{markup}{after}</span>" if kind else markup
        out += escape(words[len(after) :], quote=False)
    return Markup(out)


def _width(latex: str) -> int:
    """Estimate how many signs the formula has."""
    return len(re.sub(r"\\[A-Za-z]+ ?|[{}^_\\]", "", latex)) + latex.count("\\")


@functools.cache
def _mathml(latex: str) -> str:
    markup = _PRIME.sub(r"<mrow>\1<mo lspace='0' rspace='0'>\2</mo></mrow>", convert(latex))
    markup = _CLOSE.sub(r"<mo lspace='0' rspace='0'\1", _NAMESPACE.sub("<math>", markup))
    return _PREFIX.sub(r"\1<mo lspace='0' rspace='0'>", _APART.sub(r"\1<mspace width='0.17em' />", markup))
