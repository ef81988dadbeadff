"""Arithmetic that a proof rests on, derived line by line, each line from few of the preceding ones.

Certificates are found fast if a line has few hypotheses. A derivation is shown with symbols of its own, and then used
by `at` with any terms substituted for them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.language.proof import Fact, Obligation, Words, terms_for
from learncheck.theorems.language.sentence import worded


@dataclass(frozen=True)
class Derivation:
    """A derivation from what is known through the lines to the last one.

    known: relations between real numbers, by words.
    lines: for each line's words a relation, and the known relations and earlier lines from which it follows: by their
           words as plain text, or by what these begin with, as "(3)".
    """

    words: str
    known: Words
    lines: Mapping[str, tuple[Boolean, tuple[str, ...]]]

    def __post_init__(self) -> None:
        worded(self, "words", "known", "lines")

    @property
    def concludes(self) -> Boolean:
        """The last line."""
        return list(self.lines.values())[-1][0]

    @property
    def stated(self) -> Boolean:
        """The implication from what is known to the last line."""
        return sympy.Implies(sympy.And(*self.known.values()), self.concludes)

    def at(self, values: Mapping[sympy.Symbol, object]) -> Fact:
        """The implication with these terms substituted for the symbols, as a fact."""
        put = terms_for(self.stated, values, self.words)
        relation = self.stated.xreplace(put)
        return Fact(self.words, relation, "lemma", "derived line by line", self.shown, put)

    def shown(self) -> Iterator[Obligation]:
        """The obligation of every line, from those that it names.

        Raises ValueError if it names one that is not known.
        """
        so_far = dict(self.known)
        for words, (goal, of) in self.lines.items():
            named = {
                name: next((earlier for earlier in so_far if f"{earlier} ".startswith(f"{name} ")), None) for name in of
            }
            for name, earlier_words in named.items():
                if earlier_words is None:
                    raise ValueError(f"{self.words}: {words!r} follows from {name!r}, which does not come before it")
            yield Obligation(
                self.words + ": " + words, {phrase: so_far[phrase] for phrase in named.values() if phrase}, goal
            )
            so_far[words] = goal
