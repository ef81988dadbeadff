"""Proofs that are found: from steps and a bound the start, the kinds of rounds and the telescoped invariants.

An `Induction` that leaves some of `start`, `rounds` and `invariant` empty is completed here. What is found is read off
played games (what a quantity starts with, which quantities count, what stays in a kind of round) or follows from the
steps by telescoping, and is then checked line by line like what an author writes:

    F(q′) ≥ F(q) − δ in every kind of round      F(q) ≥ F(q₀) − Σδ       F linear; Farkas' multipliers join lines
    q′ ≤ ρq on the rounds that a counter counts  q ≤ q₀·ρ^M              as q·(1/ρ)^M ≤ q₀, a named power
    a relation of quantities after a round       the same of them at any time

Candidates that the solvers do not find inductive are dropped. What cannot be found is asked for: `Found.asked`.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from learncheck.exact.formulas import decided
from learncheck.oracle.notation import said
from learncheck.oracle.prover.matching import sampled
from learncheck.oracle.prover.telescoping import (
    factor_of,
    forms,
    gained,
    lines_of,
    relation_of,
    says_how,
    value_at,
    worded,
)
from learncheck.strategies.play.case import Round, Trace
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction, Rounds
from learncheck.theorems.language.step import Next, Step, always, on_mistake

GAMES, ROUNDS = 120, 30
"""So many games, and rounds of each, are looked at."""

Signature = tuple[bool, ...]
Expr = Any
Symbol = Any
Lines = Mapping[str, Sequence[Expr]]
"""What is at least 0 in each kind of round."""


@dataclass(frozen=True)
class Found:
    """A proof with its gaps filled: the words of what was derived, and what has to be said by the author."""

    proof: Induction
    derived: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    finder: Any = None

    @property
    def tied(self) -> str:
        """How the proof is tied to the learner's code, and why no closer."""
        return _why_not_formal(self.finder.claim, self.finder.seen[0])

    def missing(self, model: Mapping[str, str], concludes: Callable[[Induction], bool]) -> str:
        """The line that is missing where the bound does not follow; `model` refutes it, `concludes` tries a proof.

        A line that holds in every game that was played, excludes the model and gives the bound is named; where there is
        none, what the lines found do not exclude.
        """
        for relation in self.finder.plausible(model):
            lines = {**self.proof.invariant, worded(relation): relation}
            if concludes(replace(self.proof, invariant=lines)):
                return (
                    f"{worded(relation)}, from which the bound follows and which holds in every game that was played: "
                    "give a step that says it of every round, or an invariant"
                )
        at = ", ".join(f"{name} = {value}" for name, value in sorted(model.items()) if name in self.finder.names)
        return f"a step, or an invariant, that excludes {at or 'what the bound does not allow'}"


def is_gapped(claim: Claim) -> bool:
    """Whether the claim's proof leaves something to be found."""
    proof = claim.proof
    if not isinstance(proof, Induction) or proof.code is not None:
        return False
    return not (proof.start and proof.rounds and proof.invariant)


def find(claim: Claim, learner: type | None, inductive: Callable[[Claim], set[str]]) -> Found:
    """The completed proof. `inductive` tells the words of those invariants that hold from start to end.

    Raises ValueError where no played game has a round.
    """
    return _Finder(claim, learner, inductive).found()


@dataclass
class _Seen:
    """A played game: the quantities that stay, and round by round those before, after and during it."""

    values: Mapping[Symbol, Any]
    rounds: list[Round]
    before: list[Mapping[Symbol, Any]]
    after: list[Mapping[Symbol, Any]]
    during: list[Mapping[Symbol, Any]]


EVERY = -1


@dataclass(frozen=True)
class _Counter:
    """A quantity that starts at 0 and grows `by` 1 or a quantity of the round, where the test `at` holds, or always."""

    symbol: Symbol
    by: Expr
    at: int

    def counts(self, signature: Signature) -> bool:
        return self.at == EVERY or signature[self.at]


def _sum(numbers: Iterable[Any]) -> Any:
    return sum(numbers, Fraction(0))


class _Finder:
    def __init__(self, claim: Claim, learner: type | None, inductive: Callable[[Claim], set[str]]) -> None:
        assert isinstance(claim.proof, Induction)
        self.claim, self.proof, self.inductive = claim, claim.proof, inductive
        self.asked: list[str] = []
        self.seen = list(self._played(learner))
        if not self.seen:
            raise ValueError(f"{claim.id}: no game with a round was found, from which a proof could be read off")
        first = self.seen[0]
        self.state = list(first.before[0])
        self.own = list(first.during[0])
        self.tests: list[tuple[str, Callable[[Round], bool]]] = [("a mistake", lambda each: bool(each.mistake))]
        for step in claim.steps:
            if step.when not in (always, on_mistake, *(test for _, test in self.tests)):
                self.tests.append((step.words, step.when))
        self.counters = list(self._counters())
        told = {each.symbol for each in self.counters}
        self.parameters = [symbol for symbol in first.values if symbol not in told]
        self.kinds = self._kinds()

    # ---- what is seen in games ----

    def _played(self, learner: type | None) -> Iterator[_Seen]:
        claim = self.claim
        for case in itertools.islice(sampled(claim), GAMES):
            trace: Trace = case.play(learner, claim.watch)  # type: ignore[arg-type]
            rounds = list(trace.rounds)[:ROUNDS]
            if len(rounds) != len(trace.rounds) or not rounds or not all(each.holds(trace) for each in claim.given):
                continue
            values = claim.measure(trace)

            def told(tell: Any, each: Any, values: Any = values, trace: Any = trace) -> Mapping[Symbol, Any]:
                return {} if tell is None else dict(tell(each, values, trace))

            before = [told(claim.state, each.before) for each in rounds]
            after = [told(claim.state, each.after) for each in rounds]
            yield _Seen(values, rounds, before, after, [told(claim.during, each) for each in rounds])

    def _signature(self, each: Round) -> Signature:
        return tuple(bool(test(each)) for _, test in self.tests)

    def _counters(self) -> Iterator[_Counter]:
        """The measured quantities that are counted, or added up, from round to round."""
        tests = [*enumerate(test for _, test in self.tests), (EVERY, always)]
        for symbol in self.seen[0].values:
            totals = [each.values[symbol] for each in self.seen]
            if not any(totals):
                continue
            counted = (at for at, test in tests if totals == [sum(map(bool, map(test, g.rounds))) for g in self.seen])
            at = next(counted, None)
            if at is not None:
                yield _Counter(symbol, sympy.Integer(1), at)
                continue
            summed = (own for own in self.own if totals == [_sum(each[own] for each in g.during) for g in self.seen])
            own = next(summed, None)
            if own is not None:
                yield _Counter(symbol, own, EVERY)

    def _kinds(self) -> dict[str, Signature]:
        """The kinds of rounds that occur, by words."""
        seen = {self._signature(each): None for game in self.seen for each in game.rounds}
        on_mistakes = any(step.when is on_mistake for step in self.claim.steps)
        matters = range(0 if on_mistakes or any(each.at == 0 for each in self.counters) else 1, len(self.tests))
        found: dict[str, Signature] = {}
        for signature in sorted(seen, reverse=True):
            parts = [f"{'' if signature[at] else 'not: '}{self.tests[at][0]}" for at in matters]
            words = ", ".join(parts).replace("not: a mistake", "no mistake") or "any round"
            found.setdefault(words, signature)
        self.matters = matters
        return found

    def _of_kind(self, signature: Signature) -> Callable[[Round], bool]:
        def is_one(each: Round) -> bool:
            found = self._signature(each)
            return all(found[at] == signature[at] for at in self.matters)

        return is_one

    def _steps_of(self, signature: Signature) -> tuple[Step, ...]:
        places = {test: at for at, (_, test) in enumerate(self.tests)}

        def holds(step: Step) -> bool:
            if step.when is always:
                return True
            return signature[0] if step.when is on_mistake else signature[places[step.when]]

        return tuple(step for step in self.claim.steps if holds(step))

    def _moves(self, symbol: Symbol, is_one: Callable[[Round], bool]) -> tuple[bool, bool]:
        """Whether the quantity never rose, and whether it never fell, in the rounds of a kind."""
        pairs = [
            (game.before[t][symbol], game.after[t][symbol])
            for game in self.seen
            for t, each in enumerate(game.rounds)
            if is_one(each)
        ]
        return all(b <= a for a, b in pairs), all(b >= a for a, b in pairs)

    def _start_of(self, symbol: Symbol) -> Expr | None:
        """A number or a term of parameters that the quantity has before the first round, in every game."""
        first = [each.before[0][symbol] for each in self.seen]
        others = {tuple(map(str, each.values.values())) for each in self.seen}
        if len(set(first)) == 1 and (first[0] == 0 or len(others) > 1):
            return sympy.Rational(Fraction(first[0]).numerator, Fraction(first[0]).denominator)
        for term in self._terms():
            try:
                if all(value_at(term, each.values) == value for each, value in zip(self.seen, first, strict=True)):
                    return term
            except (TypeError, ValueError, ZeroDivisionError):
                continue
        return None

    def _terms(self) -> Iterator[Expr]:
        plain = [each for each in self.parameters if isinstance(each, sympy.Symbol)]
        yield from plain
        yield from (-each for each in plain)
        yield from (each**2 for each in plain)
        yield from (1 / each for each in plain)
        for one, other in itertools.combinations(plain, 2):
            yield from (one * other, one + other, one - other, other - one, one / other, other / one)

    # ---- the proof ----

    def found(self) -> Found:
        derived: list[str] = []
        start = dict(self.proof.start)
        for symbol in self.state:
            if symbol not in start:
                value = self._start_of(symbol)
                if value is None:
                    self.asked.append(f"what {symbol} is before the first round: give start={{{symbol}: …}}")
                    continue
                start[symbol] = value
                derived.append(f"before the first round {symbol} = {said(value)}")
        for each in self.counters:
            start.setdefault(each.symbol, 0)
        rounds = dict(self.proof.rounds) or dict(self._rounds(start, derived))
        candidates = dict(self._invariants(start, rounds))
        names = {**self.proof.names, **{symbol: term for _, symbol, term in candidates.values() if symbol is not None}}
        lines = {words: relation for words, (relation, _, _) in candidates.items()}
        lines = {words: each for words, each in lines.items() if words not in self.proof.invariant}
        proof = replace(self.proof, start=start, rounds=rounds, names=names)
        kept = self._kept(proof, lines)
        gone = set().union(*(each.free_symbols for words, each in lines.items() if words not in kept), set())
        used = set().union(*(each.free_symbols for each in [*kept.values(), *proof.invariant.values()]), set())
        names = {symbol: term for symbol, term in names.items() if symbol in used or symbol not in gone}
        proof = replace(proof, names=names, invariant={**self.proof.invariant, **kept})
        derived += kept
        return Found(_concluding(proof, self.claim), tuple(derived), tuple(dict.fromkeys(self.asked)), self)

    @property
    def names(self) -> set[str]:
        """The quantities of the claim."""
        return {symbol.name for symbol in [*self.state, *self.parameters, *(each.symbol for each in self.counters)]}

    def plausible(self, model: Mapping[str, str]) -> Iterator[Any]:
        """Relations between quantities that hold at any time in every game that was played, and not in the model."""
        terms = [*self.state, *self.parameters]
        for symbol in self.state:
            yield from filter(self._excludes(model), (symbol >= 1, symbol >= 0, symbol <= 1))
        for one, other in itertools.permutations(terms, 2):
            if one in self.state or other in self.state:
                yield from filter(self._excludes(model), (one <= other,))
        for one, other in itertools.permutations(self.state, 2):
            for factor in (1, *self.parameters):
                yield from filter(self._excludes(model), (one**2 <= factor * other,))

    def _excludes(self, model: Mapping[str, str]) -> Callable[[Any], bool]:
        def holds(relation: Any) -> bool:
            if not isinstance(relation, sympy.core.relational.Relational):
                return False
            known = {name: value.removeprefix("≈") for name, value in model.items()}
            try:
                put = {symbol: sympy.Rational(known.get(symbol.name, "0")) for symbol in relation.free_symbols}
            except (TypeError, ValueError):
                return False
            if relation.subs(put) != sympy.false:
                return False
            return all(
                decided(relation, {symbol.name: value for symbol, value in {**game.values, **state}.items()}) is True
                for game in self.seen
                for state in (*game.before, *game.after)
            )

        return holds

    def _kept(self, proof: Induction, lines: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the candidates that hold from start to end, together with the author's own."""
        kept = dict(lines)
        while kept:
            claim = replace(self.claim, proof=replace(proof, invariant={**proof.invariant, **kept}))
            good = self.inductive(claim)
            left = {words: each for words, each in kept.items() if words in good}
            if len(left) == len(kept):
                break
            kept = left
        return kept

    def _rounds(self, start: Mapping[Symbol, Any], derived: list[str]) -> Iterator[tuple[str, Rounds]]:
        for words, signature in self.kinds.items():
            steps = self._steps_of(signature)
            is_one = self._of_kind(signature)
            spoken = {symbol for symbol in self.state if any(says_how(symbol, step, self.state) for step in steps)}
            holds: dict[str, Any] = {}
            keeps: list[Symbol] = []
            for symbol in self.state:
                if symbol not in start or symbol in spoken:
                    continue
                falls, rises = self._moves(symbol, is_one)
                if falls and rises:
                    keeps.append(symbol)
                elif falls or rises:
                    line = Next(symbol) <= symbol if falls else Next(symbol) >= symbol
                    holds[f"{symbol} does not {'rise' if falls else 'fall'}"] = line
                else:
                    self.asked.append(f"what becomes of {symbol} in {words}: give a step that says it")
            derived += [f"{words}: {each}" for each in [*holds, *(f"{symbol} stays" for symbol in keeps)]]
            sets = {}
            for each in self.counters:
                if each.counts(signature):
                    sets[each.symbol] = each.symbol + each.by
                else:
                    keeps.append(each.symbol)
            yield words, Rounds(steps=steps, holds=holds, sets=sets, keeps=tuple(keeps), when=is_one)

    # ---- invariants ----

    def _invariants(self, start: Mapping[Symbol, Any], rounds: Mapping[str, Rounds]) -> Iterator[Any]:
        """Words with a relation, and the name of a power with its term where one occurs."""
        lines = {name: lines_of(each) for name, each in rounds.items()}
        yield from self._afterwards(lines)
        for form in forms(lines, self.state):
            yield from self._telescoped(form, lines, start)
        for symbol in self.state:
            if symbol in start:
                yield from self._multiplied(symbol, lines, start)

    def _afterwards(self, lines: Lines) -> Iterator[Any]:
        """Relations of quantities after the round alone."""
        after = {Next(symbol): symbol for symbol in self.state}
        allowed = {*after, *self.parameters}
        seen = set()
        for step in self.claim.steps:
            symbols = step.relation.free_symbols
            if symbols & set(after) and symbols <= allowed and step.relation not in seen:
                seen.add(step.relation)
                relation = step.relation.xreplace(after)
                yield worded(relation), (relation, None, None)

    def _telescoped(self, form: Expr, lines: Lines, start: Mapping[Symbol, Any]) -> Iterator[Any]:
        """F(q) ≥ F(q₀) + Σ of what the form gains in each kind of round."""
        if not {symbol for symbol in form.free_symbols if symbol in self.state} <= set(start):
            return
        gains: dict[str, Expr] = {}
        for name, known in lines.items():
            gain = gained(form, known, self.state, set(self.own), {each.by for each in self.counters})
            if gain is None:
                return
            gains[name] = gain
        total = self._summed(gains)
        if total is None:
            return
        begun = form.subs({symbol: start[symbol] for symbol in form.free_symbols if symbol in self.state})
        gap = sympy.expand(form - begun - total)
        relation = relation_of(gap)
        if relation not in (sympy.true, sympy.false):
            yield worded(relation), (relation, None, None)

    def _summed(self, gains: Mapping[str, Expr]) -> Expr | None:
        """Σ over the rounds of what is gained in each, told by the counters."""
        own = self.own
        total: Expr = sympy.Integer(0)
        left = {name: sympy.Poly(gain, *own).as_dict() if own else {(): gain} for name, gain in gains.items()}
        for monomial in {each for terms in left.values() for each in terms}:
            term = sympy.Mul(*(symbol**power for symbol, power in zip(own, monomial, strict=True)))
            vector = [terms.get(monomial, sympy.Integer(0)) for terms in left.values()]
            told = self._told(list(left), term, vector)
            if told is None and all((each * term).is_nonnegative for each in vector):
                told = sympy.Integer(0)  # the form rises in such rounds, however often
            if told is None:
                kinds = " and ".join(name for name, each in zip(left, vector, strict=True) if each != 0)
                what = "how often" if term == 1 else f"{term} in all, over the rounds of the kind"
                self.asked.append(f"a measured quantity that counts {what} {kinds}")
                return None
            total += told
        return total

    def _told(self, names: Sequence[str], term: Expr, vector: Sequence[Expr]) -> Expr | None:
        """The combination of counters that grows by vector·term in the kinds."""
        if not any(vector):
            return sympy.Integer(0)
        counters = [each for each in self.counters if each.by == term]
        if not counters:
            return None
        unknown = sympy.symbols(f"x0:{len(counters)}")
        grown = [[int(each.counts(self.kinds[name])) for each in counters] for name in names]
        equations = [
            sum(x * one for x, one in zip(unknown, row, strict=True)) - each
            for row, each in zip(grown, vector, strict=True)
        ]
        for solution in sympy.linsolve(equations, *unknown):
            values = [each.subs(dict.fromkeys(unknown, 0)) for each in solution]
            return sum(value * each.symbol for value, each in zip(values, counters, strict=True))
        return None

    def _multiplied(self, symbol: Symbol, lines: Lines, start: Mapping[Symbol, Any]) -> Iterator[Any]:
        """q·(1/ρ)^M ≤ q₀, where q′ ≤ ρq in the rounds that M counts and q′ ≤ q in the others."""
        factors: dict[str, Expr] = {name: factor_of(symbol, known) for name, known in lines.items()}
        if None in factors.values() or set(factors.values()) <= {sympy.Integer(1)}:
            return
        for each in self.counters:
            if each.by != 1:
                continue
            counted = {factors[name] for name in lines if each.counts(self.kinds[name])}
            others = {factors[name] for name in lines if not each.counts(self.kinds[name])}
            if len(counted) == 1 and others <= {sympy.Integer(1)}:
                (factor,) = counted
                power, term = sympy.Symbol(f"P_{symbol}", positive=True), (1 / factor) ** each.symbol
                relation = symbol * power <= start[symbol]
                yield f"{said(symbol)}·{said(term)} ≤ {said(sympy.sympify(start[symbol]))}", (relation, power, term)


def _concluding(proof: Induction, claim: Claim) -> Induction:
    """With the powers that the bound has as logarithms: M ≤ log(E)/log(b) from b^M ≤ E."""
    if proof.concludes is not None or not isinstance(claim.bound, sympy.Le) or not claim.bound.has(sympy.log):
        return proof
    for symbol, term in proof.names.items():
        if isinstance(term, sympy.Pow) and term.exp == claim.bound.lhs and term.base.is_Integer:
            inside = sympy.simplify(sympy.exp(sympy.expand_log(claim.bound.rhs * sympy.log(term.base), force=True)))
            if not inside.has(sympy.log, sympy.exp):
                return replace(proof, concludes=symbol <= inside, logarithms=True)
    return proof


def stripped(proof: Induction) -> Induction:
    """The proof without functions, to be told of elsewhere: its steps are lines of the rounds."""
    rounds = {
        name: replace(
            each,
            steps=(),
            when=None,
            using=(),
            holds={**{step.words: step.relation for step in each.steps}, **each.holds},
            given={},
            means={**{premise.words: relation for premise, relation in each.given.items()}, **each.means},
        )
        for name, each in proof.rounds.items()
    }
    means = {**{premise.words: relation for premise, relation in proof.given.items()}, **proof.means}
    return replace(proof, rounds=rounds, using=(), given={}, means=means)


def _why_not_formal(claim: Claim, seen: _Seen) -> str:
    """Why the learner's code was not run on formal quantities."""
    state = seen.rounds[0].before
    if claim.learner is None:
        return ""
    for name in claim.watch:
        array = np.asarray(state[name], dtype=object) if isinstance(state[name], list | tuple | np.ndarray) else None
        if array is None or array.ndim > 1:
            kind = f"a {type(state[name]).__name__}" if array is None else "a table"
            return f"its code is not run on formal quantities: {name} is {kind}, no vector of numbers or marks"
    return (
        "its code is not run on formal quantities: what a round says of them has to be told by code=, as the makers of "
        "learncheck.theorems.formal.runs do"
    )
