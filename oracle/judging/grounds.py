"""Evaluate what a proof takes for granted, on every game that is judged and on the starts of a learner.

A hypothesis (`assuming`), a meaning, a fact or a line of the proof itself is about whole games or about rounds of one
kind; facts may also be about how a game ends. Where possible, what a learner's code is given in its formal rounds is
compared with real rounds (`Seen`). A relation says nothing about a game if a quantity in it is not measured or has no
value there. A relation that certainly fails is a violation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import sympy
from sympy.logic.boolalg import Boolean, to_nnf

from learncheck.exact.balls import DomainError, exact
from learncheck.exact.formulas import Formula, compile_formula, compile_term
from learncheck.oracle.judging.figures import numbers
from learncheck.oracle.judging.quantities import Quantities
from learncheck.oracle.judging.tables import ODD_STATE, RoundTable, TabulatedGame
from learncheck.oracle.notation import plain_text
from learncheck.strategies.play.case import Round, Rounds
from learncheck.theorems.language.claim import Claim, NotExposed
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Fact, Induction, Transition
from learncheck.theorems.language.step import Next, always, declared_sign

if TYPE_CHECKING:
    from learncheck.theorems.formal.round import Counts, Granted, Happened, Telling, Truths
    from learncheck.theorems.formal.round import Quantities as OfSymbols

K = TypeVar("K")
V = TypeVar("V")
Kind = Literal["given", "meant", "fact", "step"]
ByName = Mapping[str, Any]
"""The values of quantities, by their names."""

ENDS = 4
"""The number of rounds at the start of each game, and at its end, in which lines about rounds are examined."""

NO_VALUE = (DomainError, TypeError, ArithmeticError)


@dataclass(frozen=True, eq=False)
class Taken:
    """Something that a proof takes for granted, about whole games or, with `where`, about one kind of rounds (`when`).

    asked:   what to evaluate instead if a quantity is not measured but another meaning defines its value.
    follows: whether it certainly holds in every game whose rounds obey the steps of the proof.
    """

    kind: Kind
    words: str
    relation: Boolean
    where: str = ""
    when: Callable[[Round], bool] | None = None
    premise: Premise | None = None
    fact: Fact | None = None
    asked: Boolean | None = None
    defines: bool = False
    follows: bool = False

    def among(self, names: frozenset[str]) -> Formula | None:
        """Return the formula that can be evaluated if these quantities are measured, or None."""
        for relation in (self.relation, self.asked):
            if relation is not None and (formula := compile_formula(relation)).names <= names:
                return formula
        return None


class Look(NamedTuple):
    """A relation evaluated on a game.

    of:      what was evaluated: a `Taken`; ("given", words) or ("meant", words) of formal rounds; or ("counted", name),
             a counter of the code that was compared with what the claim measures.
    words:   the relation in words.
    holds:   whether it holds; None if that cannot be decided.
    values:  the values of the quantities in it.
    formula: the compiled formula, if there is one.
    place:   where it was evaluated.
    """

    of: object
    words: str
    holds: bool | None
    values: ByName
    formula: Formula | None
    place: str

    @property
    def failure(self) -> str:
        """Say where the relation fails, and with which values."""
        stated = "" if self.formula is None else f"{plain_text(self.formula.stated)} fails in "
        return f"{stated}{self.place}: {numbers(self.values)}"


def violated(claim: Claim, quantities: Quantities) -> Look | None:
    """Return the first relation that the claim's proof takes for granted and the game violates, or None.

    The game's rounds obey the steps of the proof.
    """
    if claim.proof is None:
        return None
    return next((look for look in looks(claim, quantities, hurry=True) if look.holds is False), None)


# ---- what is taken for granted ----


@cache
def taken(claim: Claim) -> tuple[Taken, ...]:
    """Return everything that the claim's proof takes for granted, except its steps and what its code is given."""
    proof = claim.proof
    assert proof is not None
    grounds = list(_of_part(proof, "", None))
    starts = set()
    if isinstance(proof, Induction):
        starts = {symbol.name for counter in proof.start for symbol in (counter, Next(counter))}
        for name, transition in proof.rounds.items():
            grounds += _of_part(transition, name, transition.when)
            if proof.code is None:
                grounds += [
                    Taken("step", words, relation, name, transition.when)
                    for words, relation in transition.holds.items()
                ]
    names = dict(proof.names)
    plain = [
        replace(ground, relation=ground.relation.xreplace(names))
        for ground in grounds
        if ground.relation not in (True, False) and (ground.premise is None or ground.premise in claim.assuming)
    ]
    spoken = {
        symbol.name
        for relation in (claim.bound, *(step.relation for step in claim.steps))
        for symbol in relation.free_symbols
    }
    return tuple(replace(ground, follows=_follows(claim, ground)) for ground in _asked(plain, spoken | starts))


def _follows(claim: Claim, ground: Taken) -> bool:
    """Return whether a step says the line, or the conclusion of its implication, of the rounds that it is about."""
    alternatives = sympy.Or.make_args(to_nnf(ground.relation, simplify=False))
    steps = (step for step in claim.steps if step.tolerance is None and step.when in (always, ground.when))
    return any(step.relation in alternatives for step in steps)


def _of_part(part: Induction | Chain | Transition, where: str, when: Callable[[Round], bool] | None) -> Iterator[Taken]:
    """Yield what a proof, or one of its kinds of rounds, has as hypotheses, meanings and facts."""
    for premise, relation in part.assuming.items():
        yield Taken("given", premise.words, relation, where, when, premise=premise)
    for words, relation in [*part.means.items(), *getattr(part, "ends", {}).items()]:
        yield Taken("meant", words, relation, where, when)
    for fact in part.using:
        yield Taken("fact", fact.words, fact.relation, where, when, fact=fact)


def _asked(grounds: Sequence[Taken], spoken: set[str]) -> Iterator[Taken]:
    """Substitute the symbols that are defined by a meaning alone, such as v = 3n, and check their declared signs
    instead.
    """
    values: dict[object, object] = {}
    signs: dict[Taken, object] = {}
    for ground in grounds:
        relation = ground.relation
        if ground.kind == "meant" and isinstance(relation, sympy.Eq) and relation.lhs.is_Symbol:
            symbol, value = relation.lhs, relation.rhs
            if symbol.name not in spoken and symbol not in values and not value.has(symbol):
                values[symbol] = value
                sign = declared_sign(symbol, value)
                signs[ground] = sympy.true if sign is None else sign
    for ground in grounds:
        if ground in signs:
            yield replace(ground, asked=signs[ground], defines=True)
        elif ground.relation.free_symbols & values.keys():
            yield replace(ground, asked=ground.relation.subs(values))
        else:
            yield ground


# ---- evaluated ----


def look(of: object, words: str, formula: Formula, values: ByName, place: str) -> Look | None:
    """Evaluate the formula on these values, or return None if one of its terms has no value there."""
    try:
        holds = formula.decide(values)
    except NO_VALUE:
        return None
    return Look(of, words, holds, {name: values[name] for name in sorted(formula.names)}, formula, place)


def looks(claim: Claim, quantities: Quantities, *, hurry: bool = False) -> Iterator[Look]:
    """Evaluate everything that the proof takes for granted on a game.

    With `hurry`, what follows from the steps is taken to hold, rounds in which all lines certainly hold are left out,
    identical rounds are evaluated once, and what formal rounds are given is left out.
    """
    assert claim.proof is not None
    fixed, rounds = quantities.fixed, quantities.trace.rounds
    whole, _ = _planned(claim, frozenset(fixed))
    place = f"a played game of {len(rounds)} rounds"
    yield from _looks(whole, fixed, place)
    if not rounds:
        return
    try:
        ended, single = _of_rounds(claim, quantities)
        if ended:
            yield from _looks(ended, quantities.at_the_end(), f"the end of {place}")
        if single:
            yield from _by_rounds(quantities, single, place, hurry)
        if not hurry:
            yield from _as_formally(claim, quantities, place)
    except (NotExposed, LookupError):
        return  # the state has another shape


Lines = Sequence[tuple[Taken, Formula]]


@cache
def _planned(claim: Claim, measured: frozenset[str]) -> tuple[Lines, tuple[Taken, ...]]:
    """Return what to evaluate on whole games of which this is measured, and what remains."""
    every = taken(claim)
    whole = [(ground, formula) for ground in every if not ground.where and (formula := ground.among(measured))]
    done = {ground for ground, _ in whole}
    return whole, tuple(ground for ground in every if ground not in done)


def _looks(lines: Lines, values: ByName, place: str) -> Iterator[Look]:
    for ground, formula in lines:
        if (result := look(ground, ground.words, formula, values, place)) is not None:
            yield result


Key = tuple[object, ...]
OF_ROUNDS: dict[tuple[Claim, frozenset[str]], tuple[Lines, Lines]] = {}
"""What to evaluate at the end of games and in single rounds of a claim, by what is measured of a whole game."""


def _of_rounds(claim: Claim, quantities: Quantities) -> tuple[Lines, Lines]:
    """Return what can be evaluated at the end of games, and what in single rounds, judging by the first round seen.

    A counter that is measured only when the game is over cannot be evaluated in a single round.
    """
    key = claim, frozenset(quantities.fixed)
    if key not in OF_ROUNDS:
        rest = [ground for ground in _planned(*key)[1] if ground.when or not ground.where]
        if not rest:
            return (), ()
        counts = {symbol.name for symbol in getattr(claim.proof, "start", ())}
        moving = quantities.moving(quantities.trace.rounds[0]).keys()
        at_the_end = frozenset({name for name in moving if name + "′" in moving} | quantities.fixed.keys())
        at_a_time = frozenset((quantities.fixed.keys() - counts) | moving)
        ended = [(ground, formula) for ground in rest if not ground.where and (formula := ground.among(at_the_end))]
        evaluable = [(ground, formula) for ground in rest if (formula := ground.among(at_a_time))]
        single = [(ground, formula) for ground, formula in evaluable if ground.where or not formula.names & counts]
        OF_ROUNDS[key] = ended, single
    return OF_ROUNDS[key]


def _by_rounds(quantities: Quantities, lines: Lines, place: str, hurry: bool) -> Iterator[Look]:
    """Evaluate the lines round by round, each kind of identical rounds once.

    With `hurry`, lines that follow from the steps are left out, and rounds in which all others certainly hold. Without
    it, the results for identical rounds are yielded as often as the rounds occur.
    """
    due = [(ground.when or always, ground, formula) for ground, formula in lines if not (hurry and ground.follows)]
    seen: dict[Key, list[Look]] = {}
    rounds = quantities.trace.rounds
    for round in map(rounds.__getitem__, _doubtful(quantities, due)) if hurry else rounds:
        speaking = tuple([when(round) for when, _, _ in due])
        if not any(speaking):
            continue
        kind = (speaking, *quantities.sameness(round))
        if kind in seen:
            yield from () if hurry else seen[kind]
            continue
        spoken_of = [(ground, formula) for (_, ground, formula), speaks in zip(due, speaking, strict=True) if speaks]
        looks_of_kind = seen[kind] = []
        for looked in _looks(spoken_of, quantities.of(round), f"round {round.index + 1} of {place}"):
            looks_of_kind.append(looked)
            yield looked


def _doubtful(quantities: Quantities, due: Sequence[tuple[Callable[[Round], bool], Taken, Formula]]) -> Iterator[int]:
    """Yield the rounds (from 0) in which the columns of many rounds do not show that every line holds."""
    trace, names = quantities.trace, frozenset().union(*(formula.names for _, _, formula in due))
    if quantities.error:  # floats, which are enclosed one by one
        yield from range(len(trace.rounds))
        return
    game = TabulatedGame(quantities.claim, trace, quantities.values, [when for when, _, _ in due], names)
    for part in game.parts():
        try:
            table = RoundTable(game, part)
        except ODD_STATE:
            yield from part
            continue
        doubtful: set[int] = set()
        for when, _, formula in due if table.rounds else ():
            rows, columns = table.of(when, formula.names)
            certain = formula.certain(columns, len(rows))
            doubtful |= {table.rounds[row] for row, holds in zip(rows, certain, strict=True) if not holds}
        yield from sorted(doubtful)


# ---- what formal rounds are given ----


def ends(rounds: Rounds) -> list[int]:
    """The places of the first and the last rounds of a game, from 0."""
    return sorted({*range(len(rounds))[:ENDS], *range(len(rounds))[-ENDS:]})


def _as_formally(claim: Claim, quantities: Quantities, place: str) -> Iterator[Look]:
    """Compare everything that the code's formal rounds are given with the first and the last rounds of a played game;
    what it counts is compared with what all rounds amount to.
    """
    code = claim.proof.runs if isinstance(claim.proof, Induction) else None
    seen = None if code is None else code.seen
    if seen is None:
        return
    telling = seen.telling
    start = {symbol.name: value for symbol, value in getattr(claim.proof, "start", {}).items()}
    counted: dict[str, Any] = {symbol.name: 0 for symbol in telling.counts}
    both = list(zip(quantities.trace.rounds, seen.rounds(quantities.trace), strict=True))
    examined = {quantities.trace.rounds[number].index for number in ends(quantities.trace.rounds)}
    states: set[tuple[int, ...]] = set()
    for round, formal in both:
        values = quantities.of(round)
        where = f"round {round.index + 1} of {place}"
        if round.index in examined:
            yield from _granted("given", _if_revealed(telling.assuming, formal), values, where)
            yield from _granted("meant", _if_revealed(telling.means, formal), values, where)
        during = _if_revealed(telling.during, formal)
        for symbol, value in {**_of_new_state(telling, round, formal, states), **during}.items():
            name = symbol.name
            if name in values and not getattr(value, "free_symbols", ()):
                yield _same(None, f"the code's {name} is what the claim measures", name, values, value, where)
        counted = _counted_on(counted, telling.counts, formal, during, {**values, **start})
    for name, count in counted.items():
        if name in quantities.fixed:
            words = f"the code counts {name} as the claim does"
            yield _same(("counted", name), words, name, quantities.fixed, count, place)


def _granted(kind: Kind, relations: "Granted | Truths", values: ByName, where: str) -> Iterator[Look]:
    """Evaluate the relations of a formal round, in quantities that have a value in a real one."""
    for named, relation in relations.items():
        formula = compile_formula(sympy.sympify(relation))
        result = (
            look((kind, str(named)), str(named), formula, values, where) if formula.names <= values.keys() else None
        )
        if result is not None:
            yield result


def _of_new_state(telling: "Telling", round: Round, formal: "Happened", states: set[tuple[int, ...]]) -> "OfSymbols":
    """Return the code's quantities of the state before a round, unless it is among these `states`, to which it is
    added.
    """
    state = (id(formal.before), *map(id, round.before.values()))
    if state in states:
        return UNKNOWN
    states.add(state)
    return _if_revealed(lambda formal: telling.quantities(formal.before, formal.target), formal)


def _counted_on(
    counted: dict[str, Any], counts: "Counts", formal: "Happened", during: "OfSymbols", values: ByName,
) -> dict[str, Any]:  # fmt: skip
    """Return the counters after the round: those that count events, and those that accumulate a term like a total loss.

    `values` hold the starting values of counters that have no count yet. A counter whose value cannot be determined is
    dropped for the rest of the game.
    """
    if during is UNKNOWN:
        return {}
    after: dict[str, Any] = {}
    for symbol, count in counts.items():
        grows = _grows(count, formal)
        if symbol.name in counted and grows is not None:
            after[symbol.name] = counted[symbol.name] + grows
    for symbol, term in during.items():
        name = symbol.name.removesuffix("′")
        value = _value(sympy.sympify(term), {**values, **counted}) if name != symbol.name else None
        if value is not None:
            after[name] = value
    return after


def _same(of: object, words: str, name: str, values: ByName, value: object, place: str) -> Look:
    """Compare the code's value with the value that the claim measures."""
    measured = values[name]
    holds = exact(measured, name) == exact(value, name)
    return Look(of, words, holds, {name: measured, "the code's": value}, None, place)


def _value(term: object, values: ByName) -> object:
    """Return the number that the term evaluates to, or None if one of its symbols has no value."""
    compiled = compile_term(term)
    return compiled.at(values) if values.keys() >= {*compiled.names} else None


def _grows(count: "Callable[[Happened], bool]", formal: "Happened") -> bool | None:
    """Return whether a counter grows in the round, or None if that cannot be determined."""
    try:
        return bool(count(formal))
    except NO_VALUE:
        return None


UNKNOWN: Mapping[Any, Any] = {}


def _if_revealed(describe: "Callable[[Happened], Mapping[K, V]]", formal: "Happened") -> Mapping[K, V]:
    """Return how a round is described, or `UNKNOWN` if that depends on something the game does not reveal, such as
    w*.
    """
    try:
        return describe(formal)
    except (TypeError, ValueError, AttributeError, LookupError):
        return UNKNOWN
