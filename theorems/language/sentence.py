r"""Sentences with formulas in LaTeX between dollar signs, and the same sentences as plain text.

plain(sentence)     as a terminal shows it: "at most $\log_2|H|$ mistakes" is "at most log₂|H| mistakes"
parts(sentence)     words and LaTeX in turn

A formula may hold the commands of RELATIONS, SIGNS, OPENING, FUNCTIONS and ARGUMENTS. A space is shown as it is
written, but where it only ends the name of a command.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

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
    "pm": "±",
}
SIGNS = {
    "infty": "∞",
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
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "varepsilon": "ε",
    "eta": "η",
    "theta": "θ",
    "mu": "μ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "varphi": "φ",
    "psi": "ψ",
    "ell": "ℓ",
    "Phi": "Φ",
    "Omega": "Ω",
}
OPENING = {"langle": "⟨", "lfloor": "⌊", "lceil": "⌈"}
FUNCTIONS = ("log", "exp", "max", "min", "det", "ln", "lim")

ARGUMENTS: Mapping[str, Callable[..., str]] = {
    **dict.fromkeys(("mathrm", "operatorname", "text"), str),
    "sqrt": lambda under: f"√{under}" if len(under) == 1 else f"√({under})",
    "hat": lambda letter: unicodedata.normalize("NFC", letter + "\u0302"),
    "mathbb": lambda letter: {"R": "ℝ", "E": "E", "P": "P"}[letter],
    "binom": lambda of, so_many: f"C({of}, {so_many})",
    "tfrac": lambda over, under: "½" if (over, under) == ("1", "2") else f"{over}/{under}",
}
"""Commands with what they do to what stands in the braces behind them."""

RAISED = str.maketrans("0123456789-+ᵀ", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ")
LOWERED = str.maketrans("0123456789-+", "₀₁₂₃₄₅₆₇₈₉₋₊")

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.S)


class BadFormula(ValueError):
    """A formula that cannot be read; the message names what is wrong."""


def parts(sentence: str) -> list[str]:
    """The words and the formulas of the sentence in turn, beginning with words. Raises BadFormula."""
    found = sentence.split("$")
    if len(found) % 2 == 0:
        raise BadFormula(f"a dollar sign is missing in {sentence!r}")
    return found


def plain(sentence: str) -> str:
    """The sentence as plain text. Raises BadFormula where a command is unknown or a brace missing."""
    found = parts(sentence)
    return "".join(_Line(each).shown() if index % 2 else each for index, each in enumerate(found))


class _Line:
    """A formula, read from left to right."""

    def __init__(self, formula: str) -> None:
        self.formula = formula
        self.tokens: Sequence[str] = _TOKEN.findall(formula)
        self.at = 0

    def shown(self, until: str = "") -> str:
        """What comes up to the closing brace, or up to the end."""
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
        if token == "-":
            return "−"
        return self._command(token[1:], before) if token[0] == "\\" else token

    def _command(self, name: str, before: str) -> str:
        if name in RELATIONS:
            if not before.endswith(" "):
                self._skip_space()
            return RELATIONS[name]
        if name in OPENING:
            self._skip_space()
            return OPENING[name]
        if name in SIGNS:
            if name.isalpha() and name not in ("sum", "prod") and self._letter_follows():
                self._skip_space()
            return SIGNS[name]
        if name in FUNCTIONS:
            return name
        if name in ARGUMENTS:
            return ARGUMENTS[name](*(self._braces() for _ in range(2 if name in ("binom", "tfrac") else 1)))
        raise BadFormula(f"\\{name} is no command that is known: ${self.formula}$")

    def _letter_follows(self) -> bool:
        """Whether a space only ends the name of the command, as in \\gamma T."""
        following = "".join(self.tokens[self.at + 1 : self.at + 2])
        name = following.removeprefix("\\")
        return following[:1].isalnum() or (name.isalpha() and name not in RELATIONS and name not in FUNCTIONS)

    def _braces(self) -> str:
        if self.at >= len(self.tokens) or self.tokens[self.at] != "{":
            raise BadFormula(f"a brace is missing in ${self.formula}$")
        self.at += 1
        return self.shown("}")

    def _script(self, sign: str) -> str:
        inside = self._one("") if self.at < len(self.tokens) else ""
        if inside in ("*", "ᵀ", "+") and sign == "^":
            return {"+": "⁺"}.get(inside, inside)
        small = inside.replace("−", "-")
        if re.fullmatch(r"[-+]?\d+|[-+]", small):
            return small.translate(RAISED if sign == "^" else LOWERED)
        if re.fullmatch(r"\w|[A-Za-z]+", inside):
            return f"{sign}{inside}"
        return f"^({inside})" if sign == "^" else f"_{{{inside}}}"

    def _skip_space(self) -> None:
        if self.at < len(self.tokens) and self.tokens[self.at] == " ":
            self.at += 1
