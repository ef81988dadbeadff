"""Compare transitions written by hand with real rounds, for learners whose code cannot run on formal quantities.

Every real round must be of some kind that the proof knows, and satisfy every line of its kind exactly. Quantities of
the state come from the claim's `state` and `during`. Counters are counted as the kinds say, and must end at the value
that the claim measures.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from flint import fmpq

from learncheck.exact.balls import fraction
from learncheck.exact.decide import DomainError
from learncheck.exact.formulas import Formula, compile_formula, compile_term, decided, equal
from learncheck.oracle.judging.decide import decide, measured
from learncheck.oracle.judging.large import FEW_SIZES, large
from learncheck.oracle.judging.played import played
from learncheck.oracle.judging.quantities import Quantities
from learncheck.oracle.prover.checked import Checked
from learncheck.strategies.play.case import Case, Rounds, Trace
from learncheck.strategies.play.choices import at_random, everything
from learncheck.theorems.language.claim import Claim, NotExposed
from learncheck.theorems.language.floats import enclosed
from learncheck.theorems.language.proof import Chain, Induction, Obligation, granted
from learncheck.theorems.language.step import Next

WITNESSES, ENUMERATED, SCOUTED = 20, 100, 50
"""The most witnesses, small and random games with which a proof is compared. The attack plays many more; these show
that what the proof speaks of is what the claim measures.
"""

MEASURED = sympy.Symbol("what is measured", real=True)


class _Broken(Exception):
    def __init__(self, line: str, values: Mapping[str, Any]) -> None:
        super().__init__(line)
        self.values = {name: str(value) for name, value in values.items()}


class _Missing(Exception):
    """Something could not be compared."""


def matched(words: str, claim: Claim, proof: Induction | Chain, learner: type | None, cases: Iterable[Case]) -> Checked:
    """Compare the proof with the learner's real rounds, in these cases (`sampled`), and in large and long ones.

    For a chain, its starting points are compared: the claim's steps, and its bound.
    """
    stated = Obligation(words, part="match")
    try:
        every = itertools.chain(cases, (case for case, *_ in large(claim, FEW_SIZES)))
        traces = (_play(case, learner, claim) for case in every)
        games, rounds = (
            _compared(claim, proof, learner, traces) if isinstance(proof, Induction) else _followed(claim, traces)
        )
    except _Broken as broken:
        return Checked(stated, "refuted", (), broken.values, str(broken))
    except (DomainError, NotExposed) as error:
        return Checked(stated, "refuted", note=str(error))
    except _Missing as missing:
        return Checked(stated, "unknown", note=str(missing))
    except LookupError as error:
        return Checked(stated, "unknown", note=f"a line speaks of what is not measured in real rounds: {error}")
    how = "within the stated error of floats" if claim.rounded else "exactly"
    note = f"{f'{rounds:,} rounds of ' if rounds else ''}{games:,} games, {how}"
    return Checked(stated, "proved", ("run",), note=note)


def _compared(claim: Claim, proof: Induction, learner: type | None, traces: Iterable[Trace]) -> tuple[int, int]:
    """The numbers of games and rounds, in all of which every line holds. Raises _Broken, _Missing, or as the claim."""
    without = [name for name, transition in proof.rounds.items() if transition.when is None]
    if without:
        raise _Missing(f"neither code nor `when` ties {', '.join(without)} to the running learner")
    games = rounds = 0
    seen: set[str] = set()
    transitions = _Transitions(claim, proof)
    for trace in traces:
        if learner is None:
            trace = replace(trace, rounds=trace.rounds.since(_start(proof, trace.rounds)), memo={})
        if trace.rounds and claim.applies_to(trace):
            seen |= _Comparison(claim, transitions, trace).kinds()
            games, rounds = games + 1, rounds + len(trace.rounds)
    unseen = [name for name in proof.rounds if name not in seen]
    if unseen:
        raise _Missing(f"no real round was {' or '.join(unseen)}")
    for _, words in sorted(transitions.open - transitions.certain):
        raise _Missing(f"the error that is stated of floats leaves {words!r} open in every round")
    return games, rounds


def _start(proof: Induction, rounds: Rounds) -> int:
    """The index of the first round of some known kind; a proof without a learner may start at two variables, say."""
    tests = [transition.when for transition in proof.rounds.values() if transition.when is not None]
    return next((round.index for round in rounds if any(when(round) for when in tests)), len(rounds))


def sampled(claim: Claim) -> Iterator[Case]:
    """The cases that a proof is compared with, each once: witnesses, small and random ones."""
    seen = set()
    for case in _sampled(claim):
        with suppress(TypeError):  # an author's case may hold a list, which is not hashable
            if (type(case), case) in seen:
                continue
            seen.add((type(case), case))
        yield case


def _sampled(claim: Claim) -> Iterator[Case]:
    family = claim.cases
    yield from itertools.islice(claim.witnesses(), WITNESSES)
    if family.enumerated is not None:
        yield from _first(everything(claim.build(family.quick, family.enumerated)), ENUMERATED)
    yield from _first(at_random(claim.build(family.scout), 0), SCOUTED)


def _followed(claim: Claim, traces: Iterable[Trace]) -> tuple[int, int]:
    """The numbers of games and rounds, in all of which the claim's steps and its bound hold. Raises as `_compared`."""
    games = rounds = 0
    for trace in traces:
        outcome = decide(claim, trace)
        if outcome.outside:
            continue
        if outcome.verdict != "stands":
            raise _Broken(f"a real game: {outcome.message}", {})
        games, rounds = games + 1, rounds + (len(outcome.trace.rounds) if outcome.trace is not None else 0)
    if not games:
        raise _Missing("no game met the hypotheses")
    return games, rounds


def _play(case: Case, learner: type | None, claim: Claim) -> Trace:
    try:
        return played(case, learner, claim.watch)
    except Exception as error:  # whatever the learner's code raises
        raise _Broken(f"in a real game it raises {type(error).__name__}: {error}", {}) from error


def _first(drawn: Iterable[tuple[Case, Any]], number: int) -> Iterator[Case]:
    return (case for case, _ in itertools.islice(drawn, number))


def has_value(measured: Any, value: Any, values: Mapping[str, Any], error: Any) -> bool:
    """Whether a quantity has the value, a term of what is known, or may have it within the error of floats."""
    holds = _equals(value).decide({**values, MEASURED.name: enclosed(measured, error)})
    return holds is True or (holds is None and bool(error))


@cache
def _equals(value: Any) -> Formula:
    """That what is found is this value."""
    return compile_formula(sympy.Eq(MEASURED, value, evaluate=False))


class _Transitions:
    """The proof's kinds of rounds, prepared once for all traces."""

    def __init__(self, claim: Claim, proof: Induction) -> None:
        self.claim, self.proof = claim, proof
        self.start = {symbol: sympy.sympify(value) for symbol, value in proof.start.items()}
        self.sets = {
            name: {symbol: sympy.sympify(value) for symbol, value in transition.sets.items()}
            for name, transition in proof.rounds.items()
        }
        self.lines = cache(self._lines)
        self.errors = {step.words: step.tolerance for step in claim.steps if step.tolerance is not None}
        self.open: set[tuple[str, str]] = set()
        """(kind, words) of the lines that balls left open in some round; `certain` has those decided in some round."""
        self.certain: set[tuple[str, str]] = set()

    def _lines(self, name: str, counters: frozenset[Any]) -> list[tuple[str, Any, set[str]]]:
        """The lines that a round of this kind satisfies, without those about the counters: their words, relations, and
        the names in them.
        """
        transition = self.proof.rounds[name]
        lines = {step.words: step.relation for step in transition.steps}
        state = set(self.proof.start) - counters
        for symbol, value in [*transition.sets.items(), *((symbol, symbol) for symbol in transition.keeps)]:
            if symbol in state:
                lines[f"{symbol} becomes {value}"] = sympy.Eq(Next(symbol), value)
        every = [*lines.items(), *transition.holds.items(), *granted(transition).items()]
        named = dict(self.proof.names)
        plain = [(words, relation.xreplace(named)) for words, relation in every]
        return [(words, relation, {symbol.name for symbol in relation.free_symbols}) for words, relation in plain]


class _Comparison:
    """One trace, compared with the proof's kinds of rounds."""

    def __init__(self, claim: Claim, transitions: _Transitions, trace: Trace) -> None:
        self.transitions, self.trace = transitions, trace
        self.values = measured(trace, claim.measure)
        self.quantities = Quantities(claim, trace, self.values, enclose=False)  # a step may state an error of its own
        first = self.quantities.of_state(trace.rounds[0].before)
        self.counters: dict[Any, Any] = {}
        self.error = self.quantities.error
        for symbol, value in transitions.start.items():
            if symbol.name not in first:
                self.counters[symbol] = self._number(value, self.quantities.fixed)
            elif not has_value(first[symbol.name], value, self.quantities.fixed, self.error):
                raise _Broken(f"the learner does not start with {symbol} = {value}", {symbol.name: first[symbol.name]})

    def kinds(self) -> set[str]:
        """The kinds of rounds that occur. Raises _Broken at the first line that does not hold."""
        seen = set()
        every = self.transitions.proof.rounds
        for number, round in enumerate(self.trace.rounds, start=1):
            kinds = [name for name, transition in every.items() if transition.when and transition.when(round)]
            if not kinds:
                raise _Broken(f"round {number} of a real game is of no kind that the proof knows", {})
            values = {**self.quantities.of(round), **{symbol.name: value for symbol, value in self.counters.items()}}
            after: dict[Any, Any] = {}
            for name in kinds:
                self._obeys(name, number, values)
                after |= {s: self._number(value, values) for s, value in self.transitions.sets[name].items()}
            self.counters |= {symbol: value for symbol, value in after.items() if symbol in self.counters}
            seen |= set(kinds)
        for symbol, value in self.counters.items():
            same = equal(enclosed(self.values[symbol], self.error), value) if symbol in self.values else True
            if same is False or (same is None and not self.error):
                raise _Broken(f"{symbol} is counted otherwise", {symbol.name: self.values[symbol], "counted": value})
        return seen

    def _obeys(self, name: str, number: int, values: Mapping[str, Any]) -> None:
        transitions = self.transitions
        for words, relation, names in transitions.lines(name, frozenset(self.counters)):
            error = transitions.errors.get(words, self.error)
            holds = decided(relation, {name: enclosed(values[name], error) for name in names & values.keys()})
            if holds is True:
                transitions.certain.add((name, words))
            elif holds is None and error:
                transitions.open.add((name, words))
            else:
                used = {name: values[name] for name in sorted(names) if name in values}
                raise _Broken(f"round {number} of a real game, {name}: {words}", used)

    def _number(self, expression: Any, values: Mapping[str, Any]) -> Fraction:
        term = compile_term(expression)
        missing = [name for name in term.names if name not in values]
        if missing:
            raise LookupError(f"no value for {', '.join(missing)}")
        number = term.at(values)
        if not isinstance(number, fmpq):
            where = ", ".join(f"{name} = {values[name]}" for name in term.names)
            raise TypeError(f"{expression} is not a rational where {where}")
        return fraction(number)
