"""Search for the line that a completed proof lacks: it must hold in all played games, and give the bound."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sympy

from learncheck.exact.formulas import decided
from learncheck.oracle.prover.observed import Observed
from learncheck.theorems.language.step import Next, always

Model = Mapping[str, str]
"""Values of quantities by name, as text."""


def plausible(seen: Observed, model: Model) -> Iterator[Any]:
    """Relations between quantities that hold at any time in every played game, and not in the model."""
    return filter(_excludes(seen, model), _candidates(seen))


def _candidates(seen: Observed) -> Iterator[Any]:
    terms = [*seen.state, *seen.parameters]
    before = {Next(symbol): symbol for symbol in seen.state}
    for step in seen.claim.steps:
        relation = step.relation.xreplace(before)
        if step.when is always and relation.free_symbols <= {*terms}:  # before each round, or not before the first
            yield relation
    for symbol in seen.state:
        yield from (symbol >= 1, symbol >= 0, symbol <= 1)
    for one, other in itertools.permutations(terms, 2):
        if one in seen.state or other in seen.state:
            yield one <= other
    for one, other in itertools.permutations(seen.state, 2):
        for factor in (1, *seen.parameters):
            yield one**2 <= factor * other


def _excludes(seen: Observed, model: Model) -> Callable[[Any], bool]:
    def holds(relation: Any) -> bool:
        if not isinstance(relation, sympy.core.relational.Relational):
            return False
        values = {name: value.removeprefix("≈") for name, value in model.items()}
        try:
            put = {symbol: sympy.Rational(values.get(symbol.name, "0")) for symbol in relation.free_symbols}
            return relation.subs(put) == sympy.false and all(
                decided(relation, {symbol.name: value for symbol, value in {**game.values, **state}.items()}) is True
                for game in seen.games
                for state in (*game.before, *game.after)
            )
        except (ArithmeticError, TypeError, ValueError):  # it has no meaning there
            return False

    return holds
