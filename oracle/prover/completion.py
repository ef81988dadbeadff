"""Complete proofs that have gaps: derive the start, the kinds of rounds and the telescoped invariants from the steps.

An `Induction` that leaves some of `start`, `rounds` and `invariant` empty is completed here. The missing parts are read
off played games (`observed`: the value a quantity starts with, which quantities count, what stays constant in a kind of
round) or follow from the steps by telescoping (`invariants`). They are then checked line by line, like what an author
writes. Candidates that are not shown to be inductive are dropped. What cannot be found is asked of the author:
`Completion.asked`, and `missing`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy
from sympy.core.relational import Relational

from learncheck.oracle.notation import plain_text
from learncheck.oracle.prover import missing
from learncheck.oracle.prover.invariants import Candidates
from learncheck.oracle.prover.observed import NothingObserved, Observed
from learncheck.oracle.prover.telescoping import says_how
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.lemmas import LEMMAS
from learncheck.theorems.language.proof import Fact, Induction, Transition, granted
from learncheck.theorems.language.step import Next, always

Symbol = Any

PARTS = ("start", "rounds", "invariant")
"""The parts of a proof by induction that are derived if they are empty."""


@dataclass(frozen=True)
class Completion:
    """A proof with its gaps filled: descriptions of what was derived, and of what the author still has to state."""

    proof: Induction
    seen: Observed
    derived: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    def missing(self, model: Mapping[str, str], concludes: Callable[[Induction], bool]) -> str:
        """Describe the missing line if the bound does not follow; `model` refutes the bound, `concludes` tries a proof.

        The result names a line that holds in every played game, excludes the model and implies the bound. If there is
        none, it names what the lines found do not exclude.
        """
        for relation in missing.plausible(self.seen, model):
            lines = {**self.proof.invariant, plain_text(relation): relation}
            if concludes(replace(self.proof, invariant=lines)):
                said_before = next((step for step in self.seen.claim.steps if step.relation == relation), None)
                if said_before is not None:
                    return (
                        f"{plain_text(relation)} when the game is over: the step {str(said_before)!r} says it before "
                        "every round; say it of the state after the round, with Next"
                    )
                first = self._before_the_first(relation)
                if first is not None:
                    return (
                        f"{plain_text(first)}, which {plain_text(relation)} means before the first round, where no "
                        f"step says it: give means={{'…': {first}}}, or declare the symbols so"
                    )
                return (
                    f"{plain_text(relation)}, from which the bound follows and which holds in every game that was "
                    "played: give a step that says it of every round, or an invariant"
                )
        at = ", ".join(f"{name} = {value}" for name, value in sorted(model.items()) if name in self.seen.names)
        return f"a step, or an invariant, that excludes {at or 'what the bound does not allow'}"

    def _before_the_first(self, relation: Any) -> Any | None:
        """What the relation says before the first round, if a step says it of every later time."""
        before = {Next(symbol): symbol for symbol in self.seen.state}
        if any(step.when is always and step.relation.xreplace(before) == relation for step in self.seen.claim.steps):
            first = relation.subs(self.proof.start)
            return first if isinstance(first, Relational) else None
        return None


def gaps(claim: Claim) -> list[str]:
    """The parts that the claim's proof leaves to be found."""
    return [part for part in PARTS if isinstance(claim.proof, Induction) and not getattr(claim.proof, part)]


def complete(claim: Claim, learner: type | None, inductive: Callable[[Claim], set[str]]) -> Completion:
    """Return the completed proof. `inductive` returns the words of the invariants that hold from start to end.

    Raises ValueError if no played game has a round.
    """
    try:
        seen = Observed(claim, learner)
    except NothingObserved as error:
        give = " and ".join(f"{part}=" for part in gaps(claim))
        raise type(error)(f"{error}, from which a proof could be derived; give {give}") from None
    return _Completer(claim, seen, inductive).completion()


class _Completer:
    def __init__(self, claim: Claim, seen: Observed, inductive: Callable[[Claim], set[str]]) -> None:
        assert isinstance(claim.proof, Induction)
        self.claim, self.seen, self.inductive = claim, seen, inductive
        self.proof: Induction = replace(claim.proof, names={**_powers(claim, seen), **claim.proof.names})
        self.asked: list[str] = []

    def completion(self) -> Completion:
        """Raises ValueError for kinds of rounds that the author names beside an invariant that is to be derived."""
        own = self.proof.rounds
        unseen = [name for name in own if name not in self.seen.kinds]
        if unseen and not self.proof.invariant:
            gap = f"rounds= gives {unseen[0]!r}, and no invariant= says what holds throughout"
            raise ValueError(f"{self.claim.id}: {gap}; give both, or leave out both, and they are derived")
        derived: list[str] = []
        start = self._start(derived)
        ends = dict(self.proof.ends)
        for rate in [] if ends else self.seen.rates():
            ends[f"{plain_text(rate)} when the game is over"] = rate
            derived.append(f"when the game is over {plain_text(rate)}")
        self.proof = _with_logarithms(replace(self.proof, start=start, ends=ends), self.seen)
        if own and self.proof.invariant:
            return Completion(_concluding(self.proof, self.claim), self.seen, tuple(derived), tuple(self.asked))
        rounds, using = dict(own), self.proof.using
        if not rounds:
            of_rounds = tuple(fact for fact in using if fact.relation.free_symbols & {*self.seen.own})
            using = tuple(fact for fact in using if fact not in of_rounds)
            rounds = dict(self._rounds(start, of_rounds, derived))
            if len(rounds) < 2 ** len(self.seen.matters):
                derived.append(f"every round is one of these: {'; '.join(rounds)}")
        search = Candidates(self.seen, self.proof.names)
        every = search.invariants(start, rounds)
        candidates = {words: line for words, line in every if line[0] not in (sympy.true, sympy.false)}
        self.asked += search.asked
        names = {**self.proof.names, **{s: term for _, named in candidates.values() for s, term in named.items()}}
        lines = {words: relation for words, (relation, _) in candidates.items() if words not in self.proof.invariant}
        proof = replace(self.proof, rounds=rounds, names=names, using=using)
        holding = self._holding(proof, lines)
        gone = set().union(*(relation.free_symbols for words, relation in lines.items() if words not in holding), set())
        used = set().union(
            *(relation.free_symbols for relation in [*holding.values(), *proof.invariant.values()]), set()
        )
        names = {s: term for s, term in names.items() if s in self.proof.names or s in used or s not in gone}
        proof = replace(proof, names=names, invariant={**self.proof.invariant, **holding})
        derived += holding
        return Completion(_concluding(proof, self.claim), self.seen, tuple(derived), tuple(dict.fromkeys(self.asked)))

    def _start(self, derived: list[str]) -> dict[Symbol, Any]:
        """What the quantities are before the first round: those of the state, and counters, which are 0.

        A measured quantity counts in the author's own kinds of rounds only if one of them says what becomes of it.
        """
        start, own = dict(self.proof.start), self.proof.rounds.values()
        changing = dict.fromkeys(symbol for transition in own for symbol in (*transition.sets, *transition.keeps))
        counting = {counter.symbol: 0 for counter in self.seen.counters if not own or counter.symbol in changing}
        for symbol in {**dict.fromkeys(self.seen.state), **counting, **changing}:
            if symbol in start:
                continue
            if symbol in counting:
                start[symbol] = 0
                continue
            value = self.seen.start_of(symbol) if symbol in self.seen.state else None
            if value is None:
                self.asked.append(f"what {symbol} is before the first round: give start={{{symbol}: …}}")
                continue
            start[symbol] = value
            derived.append(f"before the first round {symbol} = {plain_text(value)}")
        return start

    def _holding(self, proof: Induction, lines: Mapping[str, Any]) -> dict[str, Any]:
        """The candidates that hold from start to end, together with the author's own invariants."""
        left, before = dict(lines), None
        while left and len(left) != before:
            claim = replace(self.claim, proof=replace(proof, invariant={**proof.invariant, **left}))
            before, good = len(left), self.inductive(claim)
            left = {words: relation for words, relation in left.items() if words in good}
        return left

    def _rounds(
        self, start: Mapping[Symbol, Any], using: tuple[Fact, ...], derived: list[str]
    ) -> Iterator[tuple[str, Transition]]:
        state = self.seen.state
        for words, signature in self.seen.kinds.items():
            steps = self.seen.steps_of(signature)
            is_one = self.seen.of_kind(signature)
            spoken = {symbol for symbol in state if any(says_how(symbol, step, state) for step in steps)}
            holds: dict[str, Any] = {}
            keeps: list[Symbol] = []
            for symbol in state:
                if symbol not in start or symbol in spoken:
                    continue
                falls, rises = self.seen.moves(symbol, is_one)
                if falls and rises:
                    keeps.append(symbol)
                elif falls or rises:
                    line = Next(symbol) <= symbol if falls else Next(symbol) >= symbol
                    holds[f"{symbol} does not {'rise' if falls else 'fall'}"] = line
                    if any(_limits(step.relation, symbol, above=not falls) for step in self.claim.steps):
                        far = f"how far {symbol} {'falls' if falls else 'rises'} in a round with {words}"
                        self.asked.append(f"{far}: give a step that says it")
                else:
                    self.asked.append(f"what becomes of {symbol} in {words}: give a step that says it")
            derived += [f"{words}: {phrase}" for phrase in [*holds, *(f"{symbol} stays" for symbol in keeps)]]
            sets = {}
            for counter in self.seen.counters:
                if counter.counts(signature):
                    sets[counter.symbol] = counter.symbol + counter.by
                else:
                    keeps.append(counter.symbol)
            yield words, Transition(steps, holds, sets=sets, keeps=tuple(keeps), using=using, when=is_one)


def _limits(relation: Any, symbol: Symbol, *, above: bool) -> bool:
    """Whether the line gives a limit of the quantity after the round, from above or from below."""
    sides = relation if isinstance(relation, sympy.Le | sympy.Ge) else None
    return sides is not None and Next(symbol) in (sides.lts if above else sides.gts).free_symbols


def _with_logarithms(proof: Induction, seen: Observed) -> Induction:
    """The proof with names for the logarithms in it, and with the catalogue's lemmas about them."""
    relations = [step.relation for step in seen.claim.steps] + [fact.relation for fact in proof.using]
    said_of = [*relations, *map(sympy.sympify, proof.start.values()), *proof.ends.values()]
    terms = set[Any]().union(*(relation.atoms(sympy.log) for relation in said_of))
    names, using = dict(proof.names), list(proof.using)
    for term in sorted(terms - {*names.values()}, key=str):
        if term.free_symbols and term.free_symbols <= {*seen.parameters, *seen.own}:
            names[sympy.Symbol(plain_text(term), real=True)] = term
            using += [instance for instance in _instances(term) if instance.words not in {fact.words for fact in using}]
    return replace(proof, names=names, using=tuple(using))


def _instances(term: Any) -> Iterator[Fact]:
    """The catalogue's lemmas whose smaller side is the term."""
    for lemma in LEMMAS:
        _, smaller = lemma.sides
        wild = {symbol: sympy.Wild(symbol.name) for symbol in sorted(smaller.free_symbols, key=str)}
        match = term.match(smaller.xreplace(wild)) if smaller.func == term.func else None
        put = match and {symbol: match[pattern] for symbol, pattern in wild.items() if pattern in match}
        if put and put.keys() == lemma.stated.free_symbols and not (lemma.gap.subs(put) + term).has(sympy.exp):
            yield lemma.at(put)


def _powers(claim: Claim, seen: Observed) -> dict[Symbol, Any]:
    """A symbol for every power of a positive number in the steps, such as 2^m, whose exponent stays constant.

    The symbol of 2^(−m) is that of 2^m.
    """
    named = set(claim.proof.names.values()) if isinstance(claim.proof, Induction) else set()
    powers = set().union(*(step.relation.atoms(sympy.Pow) for step in claim.steps))
    names: dict[Symbol, Any] = {}
    for power in sorted(powers, key=str):
        base, exponent = power.args
        term = base ** (-exponent if exponent.could_extract_minus_sign() else exponent)
        constant = bool(exponent.free_symbols) and exponent.free_symbols <= {*seen.parameters}
        if constant and base.is_Rational and base > 0 and not {term, 1 / term} & named:
            names[sympy.Symbol(plain_text(term), positive=True)] = term
    return names


def _concluding(proof: Induction, claim: Claim) -> Induction:
    """The proof with the powers that the bound contains as logarithms: M ≤ log(E)/log(b) from b^M ≤ E.

    The bound may be weaker than that, as in M ≤ 5·log(E) or in M ≤ log(E)/log(3/2) from 2^M ≤ E.
    """
    bound = claim.bound
    if proof.concludes is not None or not isinstance(bound, sympy.Le | sympy.Ge) or not bound.has(sympy.log):
        return proof
    for symbol, term in proof.names.items():
        if isinstance(term, sympy.Pow) and term.exp == bound.lhs and term.base.is_Rational:
            inside = _power(term.base, bound.rhs) or _antilogarithm(bound.rhs, proof.names)
            if inside is not None:
                less = isinstance(bound, sympy.Le) is bool(term.base > 1)
                return replace(proof, concludes=symbol <= inside if less else symbol >= inside, logarithms=True)
    return proof


def _antilogarithm(exponent: Any, names: Mapping[Symbol, Any]) -> Any | None:
    """The product of what the logarithms are of and of the named powers, without factors: n·2^m for 3·log(n) + 5m."""
    product: Any = sympy.Integer(1)
    for term in sympy.Add.make_args(sympy.expand(sympy.expand_log(exponent, force=True))):
        logarithms = [logarithm for logarithm in term.atoms(sympy.log) if logarithm.free_symbols]
        _, symbols = term.as_independent(*term.free_symbols, as_Add=False)
        power = next((term for term in names.values() if isinstance(term, sympy.Pow) and term.exp == symbols), None)
        if symbols not in logarithms and power is None:
            return None
        product *= symbols.args[0] if symbols in logarithms else power
    return product


def _power(base: Any, exponent: Any) -> Any | None:
    """The power without logarithms in its exponent: (4/3)^(log(n)/log(4/3)) is n. None if some are left."""
    logarithm = sympy.expand_log(sympy.log(base), force=True)
    product: Any = sympy.Integer(1)
    for term in sympy.Add.make_args(sympy.expand(sympy.simplify(sympy.expand_log(exponent, force=True) * logarithm))):
        factor, power = term.as_independent(sympy.log, as_Add=False)
        if not isinstance(power, sympy.log):
            return None
        product *= power.args[0] ** factor
    return product


def stripped(proof: Induction) -> Induction:
    """The proof without functions, so that it can be sent to other processes: its steps become lines of the rounds."""
    rounds = {
        name: replace(
            transition, steps=(), when=None, using=(), holds=transition.shown, assuming={}, means=granted(transition)
        )
        for name, transition in proof.rounds.items()
    }
    return replace(proof, rounds=rounds, using=(), assuming={}, means=granted(proof), code=None)
