"""What a proof takes for granted of whole games, evaluated on every game that is judged."""

from functools import cache
from typing import NamedTuple

from sympy import Symbol
from sympy.logic.boolalg import Boolean

from learncheck.exact.balls import DomainError
from learncheck.exact.formulas import decided
from learncheck.theorems.language.claim import Claim, Values
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Induction


class _Ground(NamedTuple):
    """A hypothesis (`of` it), a meaning or a fact of a proof."""

    words: str
    relation: Boolean
    of: Premise | None = None


def violated(claim: Claim, values: Values) -> tuple[str, Boolean] | None:
    """The first relation that the claim's proof takes for granted and that these quantities violate: words, relation.

    What speaks of quantities that are not measured, or has no value there, says nothing of a game.
    """
    if claim.proof is None:
        return None
    known = {symbol.name: value for symbol, value in values.items()}
    for each in _grounds(_Same(claim.proof), frozenset(values)):
        if each.of is not None and each.of not in claim.given:
            continue
        try:
            if decided(each.relation, known) is False:
                return each.words, each.relation
        except (DomainError, TypeError, ArithmeticError):
            continue
    return None


class _Same:
    """A proof as a key: proofs hold dictionaries, and cannot be hashed by what they hold."""

    def __init__(self, proof: Induction | Chain) -> None:
        self.proof = proof

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.proof is other.proof

    def __hash__(self) -> int:
        return id(self.proof)


@cache
def _grounds(same: _Same, measured: frozenset[Symbol]) -> tuple[_Ground, ...]:
    """What the proof takes for granted of quantities that are measured."""
    proof, names = same.proof, dict(same.proof.names)
    told: list[tuple[str, Boolean, Premise | None]] = [
        *((premise.words, relation, premise) for premise, relation in proof.given.items()),
        *((words, relation, None) for words, relation in proof.means.items()),
        *((fact.words, fact.relation, None) for fact in proof.using if fact.kind != "definition"),
    ]
    plain = ((words, relation.xreplace(names), premise) for words, relation, premise in told)
    return tuple(
        _Ground(words, relation, premise)
        for words, relation, premise in plain
        if relation not in (True, False) and relation.free_symbols <= measured
    )
