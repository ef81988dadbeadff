"""What a proof takes for granted: listed, evaluated on played games, and sorted into shown and assumed.

A premise is a hypothesis (`given`), a meaning (`means`), a fact, or a step. Each is evaluated on every game that is
played here and on every start of the constructor; one that a game violates is refused, and the proof with it. A
premise that nothing shows is an *assumption*:

- a hypothesis is none, since it is part of the claim;
- a meaning is none where it says how small a quantity can be (n ≥ 1), which of two values it has (b² = b), or gives its
  value to a quantity that is not observed (γ² = 1/‖w*‖²); a limit from above has to be a hypothesis;
- a fact is none where it is a lemma of the catalogue, or an instance of what is shown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import msgspec
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import DomainError
from learncheck.exact.formulas import decided
from learncheck.oracle.judging.decide import decide
from learncheck.oracle.judging.figures import numbers
from learncheck.oracle.prover.checked import Checked, Ground, Rests
from learncheck.oracle.prover.matching import sampled
from learncheck.oracle.prover.obligations import Scope
from learncheck.oracle.prover.provenance import code_of_catalogue, hypothesis_of_catalogue, is_of_numbers, of_catalogue
from learncheck.oracle.prover.smt import Untranslatable, script
from learncheck.oracle.prover.solvers import ask
from learncheck.strategies.play.case import Round, Trace
from learncheck.theorems.language.claim import NotExposed
from learncheck.theorems.language.premise import Given
from learncheck.theorems.language.proof import Chain, Fact, Induction, Obligation, Words
from learncheck.theorems.language.step import Step

ROUNDS = 60
"""So many rounds of a game are looked at, where a premise speaks of single rounds."""
COMPARED = 600
"""So many rounds of all games are compared with the formal rounds of the code."""

A_DEFINITION = "a definition"

Known = Mapping[str, Any]


def size_of(trace: Trace) -> int:
    """The size of a game: its rounds, or the longest list in its case, whichever is more.

    Where there is neither, the greatest whole number in the case.
    """
    parts = list(_within(trace.case))
    most = max([len(trace.rounds), *(len(each) for each in parts if isinstance(each, tuple))])
    return most or max((abs(each) for each in parts if isinstance(each, int)), default=0)


def _within(value: Any) -> Iterator[Any]:
    yield value
    parts = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
    for each in parts if isinstance(parts, tuple) else ():
        yield from _within(each)


# ---- all of them ----


def premises(scope: Scope) -> list[Ground]:
    """Every premise of the proof, each once. What the paths of its code grant stands there once they were run."""
    proof = scope.proof
    found: list[Ground] = []

    def add(kind: Literal["meant", "step"], words: Words, where: str = "") -> None:
        for name, relation in words.items():
            if relation not in (True, sympy.true):
                found.append(Ground(kind, name, _plain(scope, relation), where))

    def add_given(given: Given, where: str = "") -> None:
        for premise, relation in given.items():
            if relation not in (True, sympy.true) and premise in scope.claim.given:
                found.append(Ground("given", premise.words, _plain(scope, relation), where, premise=premise))

    def add_facts(facts: Iterable[Fact], where: str = "") -> None:
        for fact in facts:
            found.append(_premise_of(scope, fact, where))

    add_given(proof.given)
    add("meant", proof.means)
    add_facts(proof.using)
    if isinstance(proof, Induction):
        for name, rounds in proof.rounds.items():
            add_given(rounds.given, name)
            add("meant", rounds.means, name)
            add_facts(rounds.using, name)
        told: dict[tuple[str, Any], Any] = {}
        for path in scope.paths:
            told |= {("given", premise): each for premise, each in path.given.items()}
            told |= {("meant", words): each for words, each in path.means.items()}
        for (kind, named), each in told.items():
            if kind == "given":
                add_given({named: each}, "the code")
            else:
                add("meant", {named: each}, "the code")
        add_facts(getattr(proof.code, "facts", ()), "the code")
    if scope.stepped:
        add("step", scope.steps(tuple(dict.fromkeys(each for kind in _kinds(proof) for each in kind))))
        if isinstance(proof, Induction):
            for name, rounds in proof.rounds.items():
                add("step", rounds.holds, name)
    return list({(each.kind, each.words, str(each.relation), each.where): each for each in found}.values())


def _kinds(proof: Induction | Chain) -> Iterator[tuple[Step, ...]]:
    if isinstance(proof, Chain):
        yield proof.steps
    else:
        yield from (rounds.steps for rounds in proof.rounds.values())


def _plain(scope: Scope, relation: Any) -> Boolean:
    """The relation with the terms that the proof names."""
    return relation.xreplace(dict(scope.proof.names))


def _ask_all(scope: Scope, found: list[Ground]) -> None:
    """Symbols to which a meaning alone gives a value, v = 3n, are replaced by it; their declared signs are asked."""
    values: dict[Any, Any] = {}
    taken = {each.name for each in (*scope.spoken_of(), *scope.start)}
    for each in found:
        relation = each.relation
        if each.kind == "meant" and isinstance(relation, sympy.Eq) and relation.lhs.is_Symbol:
            symbol, value = relation.lhs, relation.rhs
            if symbol.name not in taken and symbol not in values and not value.has(symbol):
                values[symbol] = value
                sign = scope.sign(scope.bare(symbol))
                each.asked = sympy.true if sign is None else sign.subs(scope.bare(symbol), value)
                each.because = "says what the symbol stands for"
    for each in found:
        if each.asked is None and each.relation.free_symbols & values.keys():
            each.asked = each.relation.subs(values)


def _premise_of(scope: Scope, fact: Fact, where: str) -> Ground:
    found = Ground("fact", fact.words, _plain(scope, fact.relation), where, because=fact.because)
    if fact.kind == "definition":
        found.because, found.settled = A_DEFINITION, True
    elif fact.words in scope.assumed:
        found.assumed = scope.assumed[fact.words]
    elif is_of_numbers(fact) or fact.words in scope.follows or of_catalogue(fact):
        found.settled = True
    return found


# ---- on played games ----


def rests_on(scope: Scope, *, play: bool = True) -> Rests:
    """The premises, evaluated on witnesses, small games, random ones, and the starts of the constructor.

    They are only listed where nothing is to be played: where a line is open they are not what fails.
    """
    every = premises(scope)
    _ask_all(scope, every)
    found = Rests(every, stepped=scope.stepped, others=scope.by_hand())
    if not play:
        return found
    open_ = _Open(scope, found.premises)
    try:
        for values in _starts(scope):
            asked = open_.speaks_of(values)
            if all(decided(each.asked or each.relation, values) for each in asked if each.kind == "given"):
                found.starts += 1
                for each in asked:
                    _hold(each, values, "the constructor's start", open_.played)
        for case in sampled(scope.claim, 1 if found.stepped else 3):
            trace = case.play(scope.learner, scope.claim.watch)  # type: ignore[arg-type]
            outcome = decide(scope.claim, trace, steps=found.stepped)
            if outcome.outside or outcome.trace is None or outcome.verdict == "skipped":
                continue
            open_.evaluate(outcome.trace)
            if outcome.verdict != "stands":
                raise _Violated(outcome.message or outcome.verdict, {})
            found.games += 1
            found.size = max(found.size, size_of(outcome.trace))
    except _Violated as violated:
        said = Obligation("match", f"what the proof rests on holds in played games: {violated.line}", {}, sympy.true)
        found.broken = Checked(said, "refuted", (), 0.0, violated.values, violated.where)
    except Exception as error:  # whatever a learner's own code may raise
        said = Obligation("match", "what the proof rests on holds in played games", {}, sympy.true)
        found.broken = Checked(said, "unknown", note=f"no game can be played: {type(error).__name__}: {error}")
    if found.broken is None:
        _sort(scope, found, open_.played)
    return found


class _Violated(Exception):
    def __init__(self, line: str, values: Mapping[str, Any], where: str = "") -> None:
        super().__init__(line)
        self.line, self.where = line, where
        self.values = {str(name): str(value) for name, value in values.items()}


def _starts(scope: Scope) -> Iterator[Known]:
    """What the constructor's starts say of the parameters and of the quantities."""
    proof = scope.proof
    if not isinstance(proof, Induction) or scope.learner is None or not scope.paths:
        return
    run = proof.start_code or getattr(proof.code, "starts", None)
    for each in () if run is None else run(scope.learner):
        read = {**each.parameters, **each.quantities}
        yield {symbol.name: value for symbol, value in read.items()}


def _hold(premise: Ground, known: Known, where: str, played: dict[str, set[Any]]) -> None:
    """Evaluate it there, and note the value of a quantity that it speaks of alone. Raises _Violated."""
    measured = {symbol.name for symbol in premise.relation.free_symbols} <= known.keys()
    try:
        holds = decided(premise.relation if measured or premise.asked is None else premise.asked, known)
    except (DomainError, TypeError, ArithmeticError):
        return  # a term has no value there
    if holds is False:
        used = {name: known[name] for name in sorted(premise.names)}
        raise _Violated(premise.words, used, f"{premise.relation} fails in {where}: {numbers(used)}")
    if holds is not None:
        premise.games += 1
    if len(premise.names) == 1 and premise.kind in ("given", "meant"):
        (name,) = premise.names
        value = known[name]
        played.setdefault(name, set()).add(Fraction(value) if _is_rational(value) else None)


class _Open:
    """The premises to be evaluated, and the values that their quantities had."""

    def __init__(self, scope: Scope, found: list[Ground]) -> None:
        self.scope, self.premises = scope, found
        self.played: dict[str, set[Any]] = {}
        self.compared = 0

    def speaks_of(self, known: Known) -> list[Ground]:
        """Those of the parameters whose quantities all are known."""
        return [each for each in self.premises if each.where in ("", "the code") and each.names <= known.keys()]

    def evaluate(self, trace: Trace) -> None:
        claim = self.scope.claim
        values = claim.measure(trace)
        whole = {symbol.name: value for symbol, value in values.items()}
        where = f"a played game of {len(trace.rounds)} rounds"
        at_once = [each for each in self.speaks_of(whole) if each.kind != "step"]
        for each in at_once:
            _hold(each, whole, where, self.played)
        self._compare(trace, values)
        for each in self.premises:
            if each.because == A_DEFINITION and each.relation.lhs.name in whole:
                raise _Violated(f"{each.words} defines {each.relation.lhs}, which the claim measures", {})
        rest = [each for each in self.premises if each not in at_once and each.kind != "step"]
        if not rest or not trace.rounds:
            return
        rounds = list(trace.rounds)
        try:
            # What counts has its final value in `whole`, so that it is looked at in the end alone.
            ended = {**self._after(rounds[-1], values, trace), **whole}
            for each in rest:
                if each.where == "" and each.names <= ended.keys():
                    _hold(each, ended, f"the end of {where}", self.played)
            counted = _counted(self.scope)
            single = [each for each in rest if not each.names & counted]
            for number, one in enumerate(rounds[:ROUNDS], start=1):
                known = {**whole, **self._around(one, values, trace)}
                for each in single:
                    if each.names <= known.keys() and self._is_of(each, one):
                        _hold(each, known, f"round {number} of {where}", self.played)
        except (NotExposed, LookupError):
            return

    def _after(self, one: Round, values: Any, trace: Trace) -> dict[str, Any]:
        return {symbol.name: value for symbol, value in self.scope.claim.state(one.after, values, trace).items()}

    def _around(self, one: Round, values: Any, trace: Trace) -> dict[str, Any]:
        """The quantities before and after a round, and those of the round itself."""
        claim = self.scope.claim
        known = {symbol.name: value for symbol, value in claim.state(one.before, values, trace).items()}
        known |= {f"{name}′": value for name, value in self._after(one, values, trace).items()}
        if claim.during is not None:
            known |= {symbol.name: value for symbol, value in claim.during(one, values, trace).items()}
        return known

    def _compare(self, trace: Trace, values: Any) -> None:
        """All that the code's formal rounds are told, compared with the rounds of a played game."""
        seen = getattr(getattr(self.scope.proof, "code", None), "seen", None)
        if seen is None or not trace.rounds:
            return
        whole = {symbol.name: value for symbol, value in values.items()}
        counted = dict.fromkeys(seen.counts, 0)
        told: dict[tuple[str, str], Ground] = {
            (each.kind, each.words): each for each in self.premises if each.where == "the code"
        }
        for number, (one, each) in enumerate(zip(trace.rounds, seen.rounds(trace), strict=True), start=1):
            for symbol, grows in seen.counts.items():
                counted[symbol] += bool(grows(each))
            if number > ROUNDS or self.compared >= COMPARED:
                continue
            self.compared += 1
            known = {**whole, **self._around(one, values, trace)}
            where = f"round {number} of a played game"
            for kind, tell in (("given", seen.given), ("meant", seen.means)):
                for named, relation in _told(tell, each).items():
                    premise = told.get((kind, str(named)))
                    if premise is not None and {s.name for s in getattr(relation, "free_symbols", ())} <= known.keys():
                        _hold(replace(premise, relation=sympy.sympify(relation)), known, where, {})
                        premise.games += 1
            for symbol, value in _told(lambda each: seen.quantities(each.before, each.target), each).items():
                if symbol.name in known and Fraction(value) != Fraction(known[symbol.name]):
                    line = f"the code's {symbol} is what the claim measures"
                    raise _Violated(line, {symbol.name: known[symbol.name], "the code's": value}, where)
        for symbol, count in counted.items():
            if symbol.name in whole and Fraction(whole[symbol.name]) != count:
                line = f"the code counts {symbol} as the claim does"
                raise _Violated(line, {symbol.name: whole[symbol.name], "counted": count}, "a played game")

    def _is_of(self, premise: Ground, one: Round) -> bool:
        """Whether the premise speaks of such a round."""
        proof = self.scope.proof
        if premise.where == "" or not isinstance(proof, Induction):
            return True
        rounds = proof.rounds.get(premise.where)
        return rounds is not None and rounds.when is not None and bool(rounds.when(one))


def _told(tell: Callable[[Any], Mapping[Any, Any]], each: Any) -> Mapping[Any, Any]:
    """What is told of a round; nothing where it speaks of what the game does not tell, w* for example."""
    try:
        return tell(each)
    except (TypeError, ValueError, AttributeError, LookupError):
        return {}


def _counted(scope: Scope) -> set[str]:
    """The quantities that change from round to round and are measured at the end of a game."""
    return {symbol.name for symbol in scope.start} if isinstance(scope.proof, Induction) else set()


def _is_rational(value: Any) -> bool:
    return isinstance(value, int | Fraction) or getattr(value, "is_Rational", False)


# ---- what is assumed ----


def _sort(scope: Scope, found: Rests, played: Mapping[str, set[Any]]) -> None:
    """Say of every premise why it is no more than an assumption, if it is none."""
    for each in found.premises:
        if each.kind == "step" and not found.others:
            each.games = found.games
        each.assumed = each.assumed or _assumed(scope, each, played)
    shown = [each for each in found.premises if each.kind in ("given", "meant") and not each.assumed]
    for each in found.premises:
        if each.kind == "meant" and each.assumed and each.where != "the code":
            if _implies(scope, shown, each.relation):
                each.assumed, each.because = "", "follows from the others"
            elif _implies(scope, [each], scope.claim.bound):
                found.broken = _refused(each, "says all that is to be shown")
            elif len(each.names) == 1 and each.games:
                remedy = "name it among the claim's hypotheses, in `given`"
                found.broken = _refused(each, f"limits {min(each.names)} more than the claim does; {remedy}")


def _refused(premise: Ground, why: str) -> Checked:
    stated = Obligation("match", f"what is taken for granted may be: {premise.words}", {}, sympy.true)
    return Checked(stated, "refuted", note=f"{premise.relation} {why}")


def _implies(scope: Scope, premises: list[Ground], goal: Any) -> bool:
    """Whether both solvers find that the goal follows from the premises alone."""
    try:
        known = {each.words: scope.say(each.words, each.relation) for each in premises}
        asked = script(scope.obligation("fact", "", known, scope.say("", goal)), refute=True)
    except (ValueError, Untranslatable):
        return False
    return all(each.said == "unsat" for each in ask(asked.text).values())


UNASKED = "no played game can be asked about it"


def _assumed(scope: Scope, premise: Ground, played: Mapping[str, set[Any]]) -> str:
    """Why a premise is no more than an assumption; empty where it is more."""
    if premise.settled or premise.kind == "step":
        return ""
    if premise.kind == "fact":
        return "" if premise.games else f"{premise.because}; {UNASKED}"
    if premise.where == "the code":
        return "" if premise.games or _read_with_the_code(scope, premise) else UNASKED
    if premise.kind == "given" and hypothesis_of_catalogue(premise.premise, premise.relation):
        return ""
    if not premise.games:
        covered = "the rounds are those of the cases" in scope.by_hand()
        return "" if premise.where and covered else UNASKED
    if _is_least(premise, played) or _is_one_of_two(premise):
        return ""
    if premise.kind == "given":
        return "" if _can_fail(scope, premise) else "no game without this hypothesis goes beyond it"
    if _gives_value(scope, premise):
        return ""
    return "not a hypothesis of the claim, and not shown"


def _read_with_the_code(scope: Scope, premise: Ground) -> bool:
    """Whether it stands in the catalogue, or says that one target is alive, which `formal_runs` sees to by itself."""
    alive = sympy.Eq(sympy.Symbol("alive(target)", real=True), 1)
    return code_of_catalogue(getattr(scope.proof, "code", None)) or premise.relation == alive


def _can_fail(scope: Scope, premise: Ground) -> bool:
    """Whether a game that need not meet the hypothesis goes beyond what the proof takes of it."""
    claim = scope.claim.without(premise.premise)  # type: ignore[arg-type]  # it is given, so there is one
    for case in sampled(claim):
        try:
            values = claim.measure(case.play(scope.learner, claim.watch))  # type: ignore[arg-type]
            if decided(premise.asked or premise.relation, {s.name: value for s, value in values.items()}) is False:
                return True
        except (LookupError, ArithmeticError, TypeError, ValueError, NotExposed):
            continue
    return False


def _allowed(premise: Ground) -> tuple[str, Any] | None:
    """The values that it allows of the one quantity that it speaks of."""
    symbols = list(premise.relation.free_symbols)
    x = sympy.Symbol("x", real=True)
    try:
        return (symbols[0].name, premise.relation.subs(symbols[0], x).as_set()) if len(symbols) == 1 else None
    except (NotImplementedError, TypeError, ValueError):
        return None


def _is_least(premise: Ground, played: Mapping[str, set[Any]]) -> bool:
    """Whether it says how small one quantity can be: it allows all from the least value that was played upwards."""
    found = _allowed(premise)
    values = played.get(found[0], set()) if found is not None else set()
    if found is None or not values or None in values:
        return False
    least = min(values)
    above = sympy.Interval(sympy.Rational(least.numerator, least.denominator), sympy.oo) - found[1]
    whole = all(each.denominator == 1 for each in values)
    return bool((above & sympy.S.Integers if whole else above) == sympy.S.EmptySet)


def _is_one_of_two(premise: Ground) -> bool:
    """Whether it says which of two values one quantity has: a bit, a label."""
    found = _allowed(premise)
    return found is not None and isinstance(found[1], sympy.FiniteSet) and len(found[1]) <= 2


def _gives_value(scope: Scope, premise: Ground) -> bool:
    """Whether it gives its value to a quantity that is not observed: an equation of the first degree in it."""
    relation = premise.relation
    if not isinstance(relation, sympy.Eq):
        return False
    observed = {each.name for each in scope.observed}
    gap = sympy.expand(relation.lhs - relation.rhs)
    return not any(each.name in observed for each in relation.free_symbols) and any(
        gap.is_polynomial(each) and sympy.degree(gap, each) == 1 for each in relation.free_symbols
    )
