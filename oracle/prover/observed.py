"""What played games show of a claim's rounds: their kinds, the counters, and the initial value of each quantity."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from flint import arb

from learncheck.exact.balls import exact
from learncheck.oracle.judging.decide import measured
from learncheck.oracle.judging.played import played
from learncheck.oracle.prover.matching import has_value, sampled
from learncheck.strategies.play.case import Round
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.step import Step, always, on_mistake

ROUNDS = 30
"""Only games of at most this many rounds are observed."""

Signature = tuple[bool, ...]
"""Which of the tests hold in a round."""

Expr = Any
Symbol = Any


@dataclass
class ObservedGame:
    """A played game: the quantities that stay constant, and those before, after and during each round."""

    values: Mapping[Symbol, Any]
    rounds: list[Round]
    before: list[Mapping[Symbol, Any]]
    after: list[Mapping[Symbol, Any]]
    during: list[Mapping[Symbol, Any]]
    error: Any = None


class NothingObserved(ValueError):
    """No game that was played has a round."""


class Vacuous(NothingObserved):
    """No game that was played meets the claim's hypotheses."""


EVERY = -1


@dataclass(frozen=True)
class Counter:
    """A quantity that starts at 0 and grows `by` 1 or a quantity of the round, if test `at` holds or in all rounds."""

    symbol: Symbol
    by: Expr
    at: int

    def counts(self, signature: Signature) -> bool:
        """Whether it grows in the rounds with this signature."""
        return self.at == EVERY or signature[self.at]


class Observed:
    """Observations from the played games of a claim. Raises NothingObserved if none has a round: Vacuous, if all that
    have one fall short of a hypothesis.

    measured, state, own: the quantities of every game, state and round; `parameters` stay constant, and `counters`
                          count.
    tests:      the tests, with their words, that select the rounds to which steps apply.
    kinds:      the signatures that occur, by words.
    """

    def __init__(self, claim: Claim, learner: type | None) -> None:
        assert isinstance(claim.proof, Induction)
        self.claim = claim
        self._outside = 0
        self.games = list(self._played(learner))
        if not self.games:
            raise (Vacuous if self._outside else NothingObserved)(f"{claim.id}: no game with a round was found")
        self.measured = _common(game.values for game in self.games)
        self.state = _common(state for game in self.games for state in (*game.before, *game.after))
        self.own = _common(during for game in self.games for during in game.during)
        self.tests: list[tuple[str, Callable[[Round], bool]]] = [("a mistake", lambda round: bool(round.mistake))]
        for step in claim.steps:
            if step.when not in (always, on_mistake, *(test for _, test in self.tests)):
                self.tests.append((step.words, step.when))
        self.counters = list(self._counters())
        changing = {*self.state, *self.own, *(counter.symbol for counter in self.counters)}
        self.parameters = [symbol for symbol in self.measured if symbol not in changing]
        self.kinds = self._kinds()

    @property
    def names(self) -> set[str]:
        """The quantities of the claim."""
        return {
            symbol.name for symbol in [*self.state, *self.parameters, *(counter.symbol for counter in self.counters)]
        }

    def steps_of(self, signature: Signature) -> tuple[Step, ...]:
        """The claim's steps that apply to rounds with this signature."""
        places = {test: at for at, (_, test) in enumerate(self.tests)}

        def holds(step: Step) -> bool:
            if step.when is always:
                return True
            return signature[0] if step.when is on_mistake else signature[places[step.when]]

        return tuple(step for step in self.claim.steps if holds(step))

    def of_kind(self, signature: Signature) -> Callable[[Round], bool]:
        """A predicate that recognizes the rounds of this kind."""

        def is_one(round: Round) -> bool:
            own = self._signature(round)
            return all(own[at] == signature[at] for at in self.matters)

        return is_one

    def moves(self, symbol: Symbol, is_one: Callable[[Round], bool]) -> tuple[bool, bool]:
        """Whether the quantity never rose, and whether it never fell, in the rounds of a kind."""
        pairs = [
            (game.before[t][symbol], game.after[t][symbol])
            for game in self.games
            for t, round in enumerate(game.rounds)
            if is_one(round)
        ]
        return all(b <= a for a, b in pairs), all(b >= a for a, b in pairs)

    def start_of(self, symbol: Symbol) -> Expr | None:
        """The number, or term of parameters, that the quantity equals before the first round of every game, or None.

        A float equals what its stated error allows.
        """
        first = [game.before[0][symbol] for game in self.games]
        differ = any(game.values != self.games[0].values for game in self.games)
        is_one = len(set(first)) == 1 and (first[0] == 0 or differ)
        if is_one and (first[0] == 0 or not isinstance(first[0], float)):
            return sympified(first[0])
        term = next((candidate for candidate in self._terms() if self._always(candidate, first)), None)
        return sympified(first[0]) if term is None and is_one else term

    def rates(self) -> Iterator[Any]:
        """Equations η²A = kB for the parameters η that are roots in some game, with a number k.

        A is a counter of all rounds, alone or times a parameter, and B is a parameter, a logarithm in the bound, or 1.
        """
        exact_ones = (int, Fraction, sympy.Basic)
        plain = [
            symbol for symbol in self.parameters if all(isinstance(g.values[symbol], exact_ones) for g in self.games)
        ]
        rounds = [counter.symbol for counter in self.counters if counter.by == 1 and counter.at == EVERY]
        for rate in plain:
            if all(getattr(game.values[rate], "is_Rational", True) for game in self.games):
                continue
            others = [symbol for symbol in plain if symbol != rate]
            counted = [one * other for other in (1, *others) for one in rounds]
            for above, below in itertools.product([1, *others, *self.logarithms()], counted):
                factor = self._constant(rate**2 * below / above)
                if factor is not None:
                    yield sympy.Eq(below * rate**2, factor * above)
                    break

    def _constant(self, term: Expr) -> Expr | None:
        """The positive rational that the term equals in every game, or None."""
        constant = None
        for game in self.games:
            value = term.subs({symbol: sympified(game.values[symbol]) for symbol in term.free_symbols})
            if not (value.is_Rational and value > 0 and constant in (None, value)):
                return None
            constant = value
        return constant

    def logarithms(self) -> list[Expr]:
        """The logarithms of parameters in the bound."""
        return [
            logarithm for logarithm in self.claim.bound.atoms(sympy.log) if logarithm.free_symbols <= {*self.parameters}
        ]

    def _terms(self) -> Iterator[Expr]:
        plain = [symbol for symbol in self.parameters if isinstance(symbol, sympy.Symbol)]
        yield from (sympy.Integer(0), sympy.Integer(1), *plain)
        yield from (-symbol for symbol in plain)
        yield from (symbol**2 for symbol in plain)
        yield from (1 / symbol for symbol in plain)
        for one, other in itertools.combinations(plain, 2):
            yield from (one * other, one + other, one - other, other - one, one / other, other / one)
        yield from self.logarithms()

    def _always(self, term: Expr, observed: Iterable[Any]) -> bool:
        """Whether the term equals what was found in every game, or may equal it within the error of floats."""
        try:
            return all(
                has_value(value, term, {symbol.name: measured for symbol, measured in game.values.items()}, game.error)
                for game, value in zip(self.games, observed, strict=True)
            )
        except (ArithmeticError, TypeError, ValueError):  # it has no value there
            return False

    # ---- observations ----

    def _played(self, learner: type | None) -> Iterator[ObservedGame]:
        claim = self.claim
        for case in sampled(claim):
            trace = played(case, learner, claim.watch)
            rounds = list(trace.rounds)[:ROUNDS]
            if len(rounds) != len(trace.rounds) or not rounds:
                continue
            if not claim.applies_to(trace):
                self._outside += 1
                continue
            values = measured(trace, claim.measure)

            def quantities(tell: Any, round: Any, values: Any = values, trace: Any = trace) -> Mapping[Symbol, Any]:
                return {} if tell is None else dict(tell(round, values, trace))

            before = [quantities(claim.state, round.before) for round in rounds]
            after = [*before[1:], quantities(claim.state, rounds[-1].after)]
            yield ObservedGame(
                values, rounds, before, after, [quantities(claim.during, round) for round in rounds], claim.error(trace)
            )

    def _signature(self, round: Round) -> Signature:
        return tuple(bool(test(round)) for _, test in self.tests)

    def _counters(self) -> Iterator[Counter]:
        """The measured quantities that are counted, or summed, from round to round."""
        tests = [*enumerate(test for _, test in self.tests), (EVERY, always)]
        for symbol in self.measured:
            totals = [game.values[symbol] for game in self.games]
            if not any(totals):
                continue
            times = {at: [sum(map(bool, map(test, game.rounds))) for game in self.games] for at, test in tests}
            at = next((at for at, counts in times.items() if _agree(totals, counts)), None)
            if at is not None:
                yield Counter(symbol, sympy.Integer(1), at)
                continue
            sums = {
                own: [sum((during[own] for during in game.during), Fraction(0)) for game in self.games]
                for own in self.own
            }
            own = next((own for own, summed in sums.items() if _agree(totals, summed)), None)
            if own is not None:
                yield Counter(symbol, own, EVERY)

    def _kinds(self) -> dict[str, Signature]:
        """The kinds of rounds that occur, by words."""
        seen = {self._signature(round): None for game in self.games for round in game.rounds}
        on_mistakes = any(step.when is on_mistake for step in self.claim.steps)
        matters = range(0 if on_mistakes or any(counter.at == 0 for counter in self.counters) else 1, len(self.tests))
        kinds: dict[str, Signature] = {}
        for signature in sorted(seen, reverse=True):
            parts = [f"{'' if signature[at] else 'not: '}{self.tests[at][0]}" for at in matters]
            words = ", ".join(parts).replace("not: a mistake", "no mistake") or "any round"
            kinds.setdefault(words, signature)
        self.matters = matters
        return kinds


def _common(quantities: Iterable[Mapping[Symbol, Any]]) -> list[Symbol]:
    """The symbols of the quantities that all of these have, in the order of the first."""
    first, *others = quantities
    return [symbol for symbol in first if all(symbol in other for other in others)]


def sympified(value: Any) -> Any:
    """The value as an exact number of sympy. Raises TypeError for a ball."""
    return value if isinstance(value, sympy.Basic) else sympy.Rational(Fraction(value))


def _agree(measured: Sequence[Any], counted: Sequence[Any]) -> bool:
    """Whether the values are the same; a ball (a float with its stated error) agrees with every value in it."""
    return all(
        total.overlaps(arb(exact(other, "a sum"))) if isinstance(total, arb) else total == other
        for total, other in zip(measured, counted, strict=True)
    )
