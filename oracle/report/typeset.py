"""Sentences for pages: the formulas that stand in them, as MathML.

typeset(words)    the sentence as markup

In the statements of claims formulas are LaTeX between dollar signs. In sentences without any, those of steps and
remarks, a formula is written as one writes it by hand on a line: M ≤ (RB)², y⟨w,x⟩ ≥ 1, 2^(k(d+1)). What is set is the
longest piece from a place on that reads as a formula; all else stays as it is written.
"""

import functools
import re
from dataclasses import dataclass
from html import escape

from latex2mathml.converter import convert
from markupsafe import Markup

from learncheck.oracle.notation import GREEK
from learncheck.theorems.language.sentence import parts, plain

FUNCTIONS = frozenset({
    "arg", "det", "diag", "exp", "floor", "gcd", "lim", "ln", "log", "max", "min", "mod", "rank", "sgn", "sign",
    "tr", "Ldim", "Var", "Vol", "VCdim",
})  # fmt: skip
NAMES = frozenset({"err", "excess", "gain", "right", "wrong"})
"""Quantities that are called by a word."""
ENGLISH = frozenset({
    "ai", "am", "an", "as", "at", "be", "by", "do", "go", "he", "hi", "if", "in", "is", "it", "me", "my", "no",
    "of", "ok", "on", "or", "so", "to", "up", "us", "vs", "we", "ml", "vc",
})  # fmt: skip
"""Words of two letters that are no product of two quantities."""
ARTICLES = frozenset({"a", "A", "I"})
"""Letters that are words where they stand alone."""

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀᵛᵈᵗᵏ", "0123456789+−nTvdtk", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ᵢₜ", "0123456789+−it", strict=True))
PRIMES = {"′": "′", "″": "″", "'": "′"}
CLOSING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "|": "|", "‖": "‖"}
FENCES = frozenset("()[]{}|‖⟨⟩")
RELATIONS = frozenset("≤≥<>=≠≈~∈∉⊆⊂↦→←⇒⇔≡")
OPERATORS = RELATIONS | frozenset("+−-·×/∪∩∨∧⊗±∘*")
SHOWN = {"-": "−", "~": "∼", "'": "′"}
"""What stands on a keyboard for a sign of its own."""
SIGNS = frozenset("−-+±")
LARGE = frozenset("Σ∑∏Π")

_TOKENS = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d+(?:,\d{3}(?!\d))*(?:\.\d+)?(?:e[-−]?\d+)?|[½¼¾∞…]|\.\.\.)"
    r"|(?P<word>[A-Za-zÀ-ɏ]\u0302?[A-Za-zÀ-ɏ]*|[Α-ωℓℝ]\u0302?)"
    r"|(?P<power>\*\*)"
    r"|(?P<sign>.)",
    re.S,
)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


@dataclass(frozen=True)
class _Read:
    """A piece that was read: where it ends, its markup, and whether it is more than a number or a letter."""

    end: int
    markup: str
    tells: bool


def typeset(words: str) -> Markup:
    """The sentence as markup, its formulas as `math` elements. What is markup already stays as it is."""
    if isinstance(words, Markup):
        return words
    return _of_latex(words) if "$" in words else _typeset(words)


@functools.cache
def _of_latex(sentence: str) -> Markup:
    """A sentence whose formulas are LaTeX between dollar signs."""
    found = parts(sentence)
    out = escape(found[0], quote=False)
    for formula, words in zip(found[1::2], found[2::2], strict=True):
        markup = _CLOSE.sub(r"<mo lspace='0' rspace='0'\1", _NAMESPACE.sub("<math>", convert(formula)))
        after = words[:1] if words[:1] in tuple(".,;:)") else ""  # no line begins with a full stop
        kind = "wide" if len(plain(f"${formula}$")) > WIDE else "whole" if after else ""
        out += f"<span class='{kind}'>{markup}{after}</span>" if kind else markup
        out += escape(words[len(after) :], quote=False)
    return Markup(out)


_NAMESPACE = re.compile("<math[^>]*>")
_CLOSE = re.compile(r"<mo((?: stretchy=\"false\")?>&#x000(?:7C|2F);)")
"""Bars and slashes, which stand close to what is beside them."""


@functools.cache
def _typeset(words: str) -> Markup:
    tokens = [_Token(str(found.lastgroup), found[0]) for found in _TOKENS.finditer(words)]
    if len(words) == 1 and words in ARTICLES:
        return Markup(f"<math><mi>{words}</mi></math>")
    reader = _Reader(tokens)
    parts: list[str] = []
    at = 0
    while at < len(tokens):
        found = reader.formula(at) if _may_start(tokens, at) else None
        if found is None or not _worth_it(tokens, at, found):
            parts.append(escape(tokens[at].text, quote=False))
            at += 1
            continue
        letters = sum(len(each.text.strip()) for each in tokens[at : found.end])
        at = found.end
        formula, after = f"<math>{found.markup}</math>", ""
        if at < len(tokens) and tokens[at].text in ".,;:)":  # no line begins with a full stop
            after = tokens[at].text
            at += 1
        kind = "wide" if letters > WIDE else "whole" if after else ""
        parts.append(f"<span class='{kind}'>{formula}{after}</span>" if kind else formula)
    return Markup("".join(parts))


WIDE = 24
"""A formula of more signs may be wider than a phone."""


def _may_start(tokens: list[_Token], at: int) -> bool:
    """Whether a formula may start here: not inside of a word such as "k-NN" or "h0.py"."""
    if at > 1 and tokens[at - 1].text == "-" and tokens[at - 2].kind == "word" and len(tokens[at].text) > 1:
        return False
    before = tokens[at - 1] if at else _Token("space", " ")
    return before.kind in ("space", "number") or before.text not in "_^.’'/\\"


def _worth_it(tokens: list[_Token], at: int, found: _Read) -> bool:
    """Whether the piece is a formula, and no number, article, or remark in parentheses."""
    alone = found.end == at + 1
    if not alone:
        return found.tells
    after = tokens[found.end].text if found.end < len(tokens) else ""
    text = tokens[at].text.replace("\u0302", "")
    letters = len(text) == 1 or text in GREEK or (text.islower() and _product(text))
    return tokens[at].kind == "word" and letters and text not in ARTICLES and after not in ("_", "'", "’")


class _Reader:
    """Reads formulas by descent. Every method gives None where there is none."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens

    def text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def kind(self, at: int) -> str:
        return self.tokens[at].kind if at < len(self.tokens) else ""

    def skip(self, at: int) -> int:
        return at + (self.kind(at) == "space")

    def formula(self, at: int, *, inside: bool = False) -> _Read | None:
        """Terms with operators between them. Inside of brackets an operator may stand alone before a term."""
        parts: list[str] = []
        tells = False
        if self.text(at) in SIGNS and self.kind(at + 1) != "space":
            parts.append(_sign(self.text(at)))
            at += 1
        term = self.term(at)
        if term is None:
            return None
        letters = self.kind(at) == "word"
        while True:
            parts.append(term.markup)
            tells = tells or term.tells
            at = term.end
            operator = self.skip(at)
            sign = self.text(operator)
            if sign not in OPERATORS or sign == "":
                break
            follows = self.skip(operator + 1)
            spaced = (operator > at, follows > operator + 1)
            if sign in SIGNS and spaced == (True, False):
                break  # "1 −2" is two numbers
            if sign in ("-", "/") and spaced[0] != spaced[1]:
                break
            if sign == "-" and not any(spaced) and self.kind(follows) == "word" and len(self.text(follows)) > 1:
                break  # a hyphen
            signed = self.text(follows) in SIGNS and self.kind(follows + 1) != "space"
            following = self.term(follows + signed)
            if following is None:
                break
            parts += [_mo("·" if sign == "*" else sign), _sign(self.text(follows)) if signed else ""]
            letters = letters or "<mi>" in following.markup
            tells = tells or letters or sign in RELATIONS
            term = following
        return _Read(at, "".join(parts), tells or (inside and letters))

    def term(self, at: int) -> _Read | None:
        """Atoms side by side, which multiply or apply."""
        first = self.atom(at)
        if first is None:
            return None
        parts, end, tells = [first.markup], first.end, first.tells
        function = self.text(at) in FUNCTIONS | LARGE
        while True:
            gap = self.skip(end)
            beside = gap == end
            applied = function and self.kind(gap) in ("word", "number", "sign") and self.text(gap) not in OPERATORS
            begins_function = self.text(gap) in FUNCTIONS - {"sign", "rank"}
            following = self.atom(gap)
            if following is None:
                break
            if beside and self.kind(gap) == "number" and self.kind(gap - 1) == "word" and not function:
                return None  # z3 is a name
            indexed = following.tells and self.kind(gap) == "word" and parts[-1].startswith("<ms")
            if not (beside or applied or begins_function or indexed) or (not beside and self.text(gap) in "(["):
                break
            if begins_function and not beside and not function and not self._is_quantity(gap - 2):
                break
            if not beside or begins_function:
                parts.append("<mspace width='.17em'></mspace>")
            parts.append(following.markup)
            tells, end = True, following.end
            function = self.text(gap) in FUNCTIONS | LARGE
        if function and end == first.end and not first.tells:
            return None if self.text(at) not in LARGE else _Read(end, first.markup, False)
        return _Read(end, "".join(parts), tells)

    def _is_quantity(self, at: int) -> bool:
        """Whether what stands before a function's name is a factor: d log n, but not "at most log n"."""
        return self.kind(at) == "number" or self.text(at) in ")]}⟩|‖" or _product(self.text(at))

    def atom(self, at: int) -> _Read | None:
        """A number, a letter, a group or a root, with its indices, powers and primes."""
        kind, text = self.kind(at), self.text(at)
        if kind == "number":
            found = _Read(at + 1, _mo("…") if text[0] in ".…" else f"<mn>{text}</mn>", False)
        elif kind == "word" and text in GREEK:
            found = _Read(at + 1, f"<mi>{GREEK[text]}</mi>", False)
        elif kind == "word" and (text in FUNCTIONS | NAMES or len(text.replace("\u0302", "")) == 1):
            found = _Read(at + 1, _mo(text) if text in LARGE else f"<mi>{text}</mi>", False)
        elif kind == "word" and (_product(text) or (text.isupper() and self.text(at + 1) == "ᵀ")):
            found = _Read(at + 1, "".join(f"<mi>{letter}</mi>" for letter in text), False)
        elif text == "∏":
            found = _Read(at + 1, _mo(text), False)
        elif text == "√":
            under = self.script(at + 1) if self.text(at + 1) == "(" else self.atom(at + 1)
            if under is None:
                return None
            found = _Read(under.end, f"<msqrt>{under.markup}</msqrt>", True)
        elif text in CLOSING:
            group = self.group(at)
            if group is None:
                return None
            found = group
        else:
            return None
        return self.scripted(found)

    def group(self, at: int) -> _Read | None:
        """Formulas between brackets, separated by commas or colons."""
        opening, closing = self.text(at), CLOSING[self.text(at)]
        parts = [_mo(opening)]
        at = self.skip(at + 1)
        tells = opening in "⟨‖⌊⌈|"
        while True:
            found = self.formula(at, inside=True)
            if found is None:
                return None
            parts.append(found.markup)
            tells = tells or found.tells
            at = self.skip(found.end)
            if self.text(at) == closing:
                return _Read(at + 1, f"<mrow>{''.join(parts)}{_mo(closing)}</mrow>", tells)
            if self.text(at) not in (",", ":", "|", ";"):
                return None
            parts.append(_mo(self.text(at)))
            at = self.skip(at + 1)

    def scripted(self, base: _Read) -> _Read:
        """The atom with all that is written above and below it."""
        at, markup, tells = base.end, base.markup, base.tells
        below: list[str] = []
        above: list[str] = []
        while True:
            text, after = self.text(at), self.text(at + 1)
            if text and (text in RAISED or text in LOWERED):
                small = RAISED if text in RAISED else LOWERED
                run = ""
                while self.text(at) in small and self.text(at):
                    run += small[self.text(at)]
                    at += 1
                (above if small is RAISED else below).append(_small(run))
            elif text and text in PRIMES and not (text == "'" and after[:1].isalpha()):
                markup = f"<mrow>{_scripted(markup, below, above)}{_mo(PRIMES[text])}</mrow>"
                below, above = [], []
                at += 1
            elif text == "!":
                return _Read(at + 1, f"<mrow>{markup}{_mo(text)}</mrow>", True)
            elif text == "*" and not (self.kind(at + 1) in ("word", "number") or after == "("):
                above.append(_mo("*"))
                at += 1
            elif (text == "^" or self.kind(at) == "power" or text == "_") and (script := self.script(at + 1)):
                (below if text == "_" else above).append(script.markup)
                at = script.end
            else:
                break
            tells = True
        if not tells or at == base.end:
            return base
        return _Read(at, _scripted(markup, below, above), True)

    def script(self, at: int) -> _Read | None:
        """What stands after ^, _ or √: an atom, or a group whose brackets are dropped."""
        if self.text(at) in ("(", "{"):
            group = self.group(at)
            if group is None:
                return None
            bare = group.markup.removeprefix(f"<mrow>{_mo(self.text(at))}")
            bare = bare.removesuffix(f"{_mo(CLOSING[self.text(at)])}</mrow>")
            return _Read(group.end, f"<mrow>{bare}</mrow>", True)
        signed = self.text(at) in SIGNS
        if signed and self.kind(at + 1) not in ("number", "word"):
            return _Read(at + 1, _mo(self.text(at)), True)
        found = self.atom(at + signed)
        if found is None:
            return None
        return _Read(found.end, f"<mrow>{_sign(self.text(at))}{found.markup}</mrow>" if signed else found.markup, True)


def _product(text: str) -> bool:
    """Whether the word is two quantities side by side, as in (RB)² and kM."""
    if len(text) != 2 or not (text.isalpha() and text.isascii()):
        return len(text) == 1
    return text.lower() not in ENGLISH or (text[0].islower() and text[1].isupper())


def _scripted(markup: str, below: list[str], above: list[str]) -> str:
    """The markup with what is written below and above it."""
    if not (below or above):
        return markup
    body, down, up = _one([markup]), _one(below), _one(above)
    if down and up:
        return f"<msubsup>{body}{down}{up}</msubsup>"
    return f"<msub>{body}{down}</msub>" if down else f"<msup>{body}{up}</msup>"


def _small(run: str) -> str:
    if run.isdigit():
        return f"<mn>{run}</mn>"
    if len(run) == 1:
        return f"<mi>{run}</mi>" if run.isalpha() else _mo(run)
    return f"<mrow>{''.join(map(_small, run))}</mrow>"


def _one(scripts: list[str]) -> str:
    if not scripts:
        return ""
    inside = "".join(scripts)
    return inside if _is_one(inside) else f"<mrow>{inside}</mrow>"


def _is_one(markup: str) -> bool:
    """Whether the markup is a single element."""
    depth = 0
    for found in re.finditer(r"<(/?)[a-z]+[^>]*>", markup):
        depth += -1 if found[1] else 1
        if depth == 0:
            return found.end() == len(markup)
    return False


def _mo(sign: str) -> str:
    close = " lspace='0' rspace='0'" if sign == "/" else " stretchy='false'" if sign in FENCES else ""
    return f"<mo{close}>{escape(SHOWN.get(sign, sign))}</mo>"


def _sign(sign: str) -> str:
    """A sign in front of a term, which stands closer to it than one between two terms."""
    return _mo(sign).replace("<mo>", "<mo form='prefix'>")
