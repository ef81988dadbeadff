"""Identities of matrices and vectors of any size: polynomials in non-commuting letters.

A letter stands for a matrix or a vector of any size that fits. `Matrices` knows the transpose of each letter, and rules
that shorten words, such as UᵀU → 1 or xᵀAx → σ². Two expressions with the same normal form are equal for every size.

    >>> space = Matrices(transposes={"U": "Uᵀ"}, rules={("Uᵀ", "U"): 1})
    >>> U = space.letter("U")
    >>> space.equal(U.T * U * U.T, U.T)
    True

Sizes are not tracked: an expression in which they do not fit is meaningless, but it is not refused. A word that a rule
turns into a number is a scalar; it commutes with everything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy
from sympy import Expr

Word = tuple[str, ...]

MOST_STEPS = 10_000


@dataclass(frozen=True)
class Matrices:
    """Letters with their transposes, and the rewriting rules.

    transposes: each letter's transpose; a letter that is not named is symmetric.
    rules:      a word and its replacement: a number, or a mapping from words to their factors.
    """

    transposes: Mapping[str, str] = field(default_factory=dict)
    rules: "Mapping[Word, Expr | int | Mapping[Word, Expr]]" = field(default_factory=dict)

    def letter(self, name: str) -> "Expression":
        """The letter as an expression."""
        return Expression(self, {(name,): sympy.Integer(1)})

    def number(self, value: Expr) -> "Expression":
        """A multiple of the identity."""
        return Expression(self, {(): sympy.sympify(value)})

    def transposed(self, word: Word) -> Word:
        """The transposed word: the transposes of its letters in reverse order."""
        both = {**self.transposes, **{after: before for before, after in self.transposes.items()}}
        return tuple(both.get(letter, letter) for letter in reversed(word))

    def equal(self, first: "Expression", second: "Expression") -> bool:
        """Whether both have the same normal form, so that they are equal for all sizes."""
        return not self.reduced(first - second)

    def reduced(self, expression: "Expression") -> dict[Word, Expr]:
        """The normal form: no rule applies to any word, and every factor is simplified."""
        open_ = dict(expression.terms)
        done: dict[Word, Expr] = {}
        for _ in range(MOST_STEPS):
            if not open_:
                return {word: factor for word, v in done.items() if (factor := sympy.cancel(v)) != 0}
            word, factor = open_.popitem()
            shorter = self._rewritten(word)
            if shorter is None:
                done[word] = done.get(word, 0) + factor
                continue
            for new, scale in shorter.items():
                open_[new] = open_.get(new, 0) + factor * scale
        raise ValueError(f"the rules {list(self.rules)} do not terminate; give rules that shorten words")

    def _rewritten(self, word: Word) -> dict[Word, Expr] | None:
        for start in range(len(word)):
            for left, right in self.rules.items():
                if word[start : start + len(left)] == left:
                    before, after = word[:start], word[start + len(left) :]
                    by = right if isinstance(right, Mapping) else {(): sympy.sympify(right)}
                    return {(*before, *middle, *after): scale for middle, scale in by.items()}
        return None


@dataclass(frozen=True)
class Expression:
    """A sum of words with scalar factors. `*` multiplies expressions and scalars, `T` transposes."""

    space: Matrices
    terms: Mapping[Word, Expr]

    @property
    def T(self) -> "Expression":
        """The transpose."""
        return Expression(self.space, {self.space.transposed(word): factor for word, factor in self.terms.items()})

    def __add__(self, other: "Expression") -> "Expression":
        terms = dict(self.terms)
        for word, factor in other.terms.items():
            terms[word] = terms.get(word, 0) + factor
        return Expression(self.space, terms)

    def __sub__(self, other: "Expression") -> "Expression":
        return self + other * -1

    def __mul__(self, other: "Expression | Expr | int") -> "Expression":
        if not isinstance(other, Expression):
            return Expression(self.space, {word: factor * other for word, factor in self.terms.items()})
        product: dict[Word, Expr] = {}
        for left, factor in self.terms.items():
            for right, scale in other.terms.items():
                product[left + right] = product.get(left + right, 0) + factor * scale
        return Expression(self.space, product)
