r"""Sentences with formulas in LaTeX between dollar signs, and the same sentences as plain text.

plain(sentence)     as a terminal shows it: "at most $\log_2|H|$ mistakes" is "at most log₂|H| mistakes"
Sentence(sentence)  the plain text, which remembers the LaTeX, for pages
parts(sentence)     words and LaTeX alternating
formula(line)       a plain formula in LaTeX: the inverse of `plain`, for the names of symbols

A formula may contain the commands of RELATIONS, SIGNS, OPENING, FUNCTIONS, ARGUMENTS and ALIASES; those of SILENT show
nothing. A space is shown as it is written, unless it only ends the name of a command.
"""

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Self

RELATIONS = {
    "le": "≤",
    "ge": "≥",
    "ne": "≠",
    "in": "∈",
    "notin": "∉",
    "subseteq": "⊆",
    "mapsto": "↦",
    "leftarrow": "←",
    "to": "→",
    "cdot": "·",
    "times": "×",
    "cup": "∪",
    "cap": "∩",
    "lor": "∨",
    "land": "∧",
    "approx": "≈",
    "sim": "~",
    "subset": "⊂",
    "Rightarrow": "⇒",
    "Leftrightarrow": "⇔",
    "otimes": "⊗",
    "equiv": "≡",
}
GREEK = (
    "alpha beta gamma delta varepsilon eta zeta theta kappa mu nu pi rho sigma tau lambda omega varphi psi Phi Omega "
    "Delta Lambda"
)


def _greek(name: str) -> str:
    """The letter, which Unicode calls lamda where LaTeX says lambda."""
    letter = name.removeprefix("var").replace("lambda", "lamda").replace("Lambda", "Lamda")
    return unicodedata.lookup(f"GREEK {'CAPITAL' if letter.istitle() else 'SMALL'} LETTER {letter}")


SIGNS = {
    "infty": "∞",
    "pm": "±",
    "dots": "...",
    "ldots": "…",
    "sum": "Σ",
    "prod": "∏",
    "rangle": "⟩",
    "|": "‖",
    "rfloor": "⌋",
    "rceil": "⌉",
    "{": "{",
    "}": "}",
    ",": " ",
    " ": " ",
    "top": "ᵀ",
    **{name: _greek(name) for name in GREEK.split()},
    "ell": "ℓ",
    "neg": "¬",
    "prime": "′",
}
OPENING = {"langle": "⟨", "lfloor": "⌊", "lceil": "⌈"}
FUNCTIONS = ("log", "exp", "max", "min", "det", "ln", "lim")

DOUBLE = str.maketrans("RNZQ", "ℝℕℤℚ")
HALVES = {("1", "2"): "½", ("1", "4"): "¼", ("3", "4"): "¾"}


def _factor(term: str) -> str:
    """The term, in parentheses if it is a sum."""
    return f"({term})" if re.search("[-+−±]", term) else term


ARGUMENTS: Mapping[str, Callable[..., str]] = {
    **dict.fromkeys(("mathrm", "operatorname", "text"), str),
    "sqrt": lambda under: f"√{under}" if len(under) == 1 else f"√({under})",
    "hat": lambda letter: unicodedata.normalize("NFC", letter + "\u0302"),
    "mathbb": lambda letter: letter.translate(DOUBLE),
    "binom": lambda of, so_many: f"C({of}, {so_many})",
    "tfrac": lambda over, under: HALVES.get((over, under), f"{_factor(over)}/{_factor(under)}"),
}
"""Commands, and what they do to the arguments that follow."""

ALIASES = {
    "leq": "le",
    "geq": "ge",
    "neq": "ne",
    "iff": "Leftrightarrow",
    "implies": "Rightarrow",
    "epsilon": "varepsilon",
    "phi": "varphi",
    "lVert": "|",
    "rVert": "|",
    "Vert": "|",
    "frac": "tfrac",
    "dfrac": "tfrac",
    "mathbf": "mathrm",
    "mathcal": "mathrm",
    "cdots": "dots",
}
"""Other names of commands."""

SILENT = ("left", "right", "big", "Big", "bigl", "bigr", "!")
"""Commands that only change how a formula is set."""

RAISED = str.maketrans("0123456789-+ᵀ", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ")
LOWERED = str.maketrans("0123456789-+", "₀₁₂₃₄₅₆₇₈₉₋₊")

SHOWN = {"-": "−", "'": "′"}

_ESCAPED = {"\a": "a", "\b": "b", "\f": "f", "\r": "r", "\t": "t", "\v": "v"}
"""Signs that stand in a formula only if Python has taken a command for them: the \\t of \\theta is a tab."""

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.S)


class BadFormula(ValueError):
    """A formula that cannot be parsed; the message says what is wrong."""


def parts(sentence: str) -> list[str]:
    """The words and the formulas of the sentence alternating, beginning with words. Raises BadFormula."""
    pieces = sentence.split("$")
    if len(pieces) % 2 == 0:
        raise BadFormula(f"a dollar sign is missing in {sentence!r}")
    return pieces


def plain(sentence: str) -> str:
    """The sentence as plain text. Raises BadFormula if a command is unknown or a brace is missing."""
    if "$" not in sentence:
        return sentence
    pieces = parts(sentence)
    return "".join(_Line(piece).shown() if index % 2 else piece for index, piece in enumerate(pieces))


class Sentence(str):
    """A sentence as plain text, which remembers the LaTeX in which it was written. Raises BadFormula."""

    latex: str

    def __new__(cls, latex: str, text: str | None = None) -> Self:
        if isinstance(latex, Sentence):
            return cls(latex.latex, str(latex))
        sentence = super().__new__(cls, plain(latex) if text is None else text)
        sentence.latex = latex
        return sentence

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.latex, str(self))

    def __add__(self, other: str) -> "Sentence":
        return Sentence(self.latex + in_latex(other), str(self) + str(other))

    def __radd__(self, other: str) -> "Sentence":
        return Sentence(in_latex(other) + self.latex, str(other) + str(self))


def joined(sentences: Iterable[str], between: str) -> str:
    """The sentences joined by a separator; each keeps its LaTeX."""
    first, *others = [*sentences] or [""]
    return functools.reduce(lambda before, sentence: before + between + sentence, others, first)


def in_latex(words: str) -> str:
    """The LaTeX of a sentence; other strings contain no formulas."""
    return words.latex if isinstance(words, Sentence) else words.replace("$", "")


def worded(record: object, *fields: str) -> None:
    """Convert fields of a frozen record to sentences: strings, tuples of strings, or the keys of relations."""
    for field in fields:
        value = getattr(record, field)
        sentences = (
            Sentence(value)
            if isinstance(value, str)
            else tuple(map(Sentence, value))
            if isinstance(value, tuple)
            else {Sentence(words): relation for words, relation in value.items()}
        )
        object.__setattr__(record, field, sentences)


WORDS = {"epsilon": r"\varepsilon ", "tr": r"\operatorname{tr}", "rank": r"\operatorname{rank}"}
WRITTEN = {sign: f"\\{name} " for table in (SIGNS, RELATIONS, OPENING) for name, sign in table.items()}
WRITTEN |= {"ℝ": r"\mathbb{R}", "∏": r"\prod ", "*": "^{*}", "ᵀ": r"^{\top}", "′": "'", "−": "-"}
_SMALL = {chr(small): chr(sign) for table in (RAISED, LOWERED) for sign, small in table.items() if small != sign}
_NAME = re.compile(r"_(?:¬?\w+|[+-])|[A-Za-z]\u0302|[A-Za-z]{2,}|[⁰¹²³⁴-⁹⁻⁺]+′*|[₀-₉₋₊]+|.", re.S)


def formula(line: str) -> str:
    """A formula in plain text, such as the name of a symbol, in LaTeX."""
    apart = unicodedata.normalize("NFD", line).replace("=\u0338", "≠")  # a letter and its hat, but not ≠
    return "".join(map(_written, _NAME.findall(apart))).strip()


def _written(piece: str) -> str:
    if piece[0] == "_":
        return f"_{{{formula(piece[1:])}}}"
    if piece[0] in _SMALL:
        primes = piece.count("′")  # stand first, as in TeX: the square of V′ is V′²
        small = r"\prime " * primes + "".join(_SMALL[sign] for sign in piece[: len(piece) - primes])
        return f"{'^' if ord(piece[0]) in RAISED.values() else '_'}{{{small}}}"
    if piece[1:] == "\u0302":
        return f"\\hat{{{piece[0]}}}"
    if piece in FUNCTIONS:
        return f"\\{piece} "
    if piece in WORDS or len(piece) < 3 or not piece.islower():
        return WORDS.get(piece) or WRITTEN.get(piece, piece)
    return f"\\mathrm{{{piece}}}"


class _Line:
    """A formula, read from left to right."""

    def __init__(self, formula: str) -> None:
        self.formula = formula
        self.tokens: Sequence[str] = _TOKEN.findall(formula)
        self.at = 0

        escaped = next((_ESCAPED[sign] for sign in formula if sign in _ESCAPED), "")
        if escaped:
            raise BadFormula(f"Python has read a \\{escaped} in ${formula.strip()}$; write the sentence as r'…'")

    def shown(self, until: str = "") -> str:
        """The text up to the closing brace, or up to the end."""
        out = ""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token == until and until:
                self.at += 1
                return out
            out += self._one(out)
        if until:
            raise BadFormula(f"a closing brace is missing in ${self.formula}$")
        return out

    def _one(self, before: str) -> str:
        token = self.tokens[self.at]
        self.at += 1
        if token in "^_":
            return self._script(token)
        if token == "{":
            return self.shown("}")
        if token in SHOWN:
            return SHOWN[token]
        return self._command(token[1:], before) if token[0] == "\\" else token

    def _command(self, name: str, before: str) -> str:
        written, name = name, ALIASES.get(name, name)
        if name in RELATIONS:
            if not before.endswith(" "):
                self._skip_space()
            return RELATIONS[name]
        if name in OPENING:
            self._skip_space()
            return OPENING[name]
        if name in SIGNS:
            if written.isalpha() and name not in ("sum", "prod") and self._letter_follows():
                self._skip_space()
            return SIGNS[name]
        if name in FUNCTIONS:
            return name
        if name in ARGUMENTS:
            return ARGUMENTS[name](*(self._argument(name) for _ in range(2 if name in ("binom", "tfrac") else 1)))
        if name in SILENT:
            return ""
        raise BadFormula(f"\\{name} is an unknown command: ${self.formula}$")

    def _letter_follows(self) -> bool:
        """Whether a space only ends the name of the command, as in \\gamma T."""
        following = "".join(self.tokens[self.at + 1 : self.at + 2])
        name = following.removeprefix("\\")
        name = ALIASES.get(name, name)
        return following[:1].isalnum() or (name.isalpha() and name not in RELATIONS and name not in FUNCTIONS)

    def _argument(self, name: str) -> str:
        """What is in braces or, without braces, the next sign or command."""
        self._skip_space()
        if self.at >= len(self.tokens):
            raise BadFormula(f"\\{name} has no argument in ${self.formula}$")
        return self._one("")

    def _script(self, sign: str) -> str:
        inside = self._one("") if self.at < len(self.tokens) else ""
        if inside in ("*", "ᵀ", "+") and sign == "^":
            return {"+": "⁺"}.get(inside, inside)
        if inside == "∞" and sign == "_":
            return inside
        small = inside.replace("−", "-")
        if re.fullmatch(r"([-+]?\d+|[-+*])′*", small):
            return small.translate(RAISED if sign == "^" else LOWERED)
        if re.fullmatch(r"\w" if sign == "^" else r"\w|[A-Za-z]+", inside):
            return f"{sign}{inside}"
        return f"^({inside})" if sign == "^" else f"_{{{inside}}}"

    def _skip_space(self) -> None:
        if self.at < len(self.tokens) and self.tokens[self.at] == " ":
            self.at += 1
