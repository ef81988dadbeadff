"""What a proof takes for granted: listed, evaluated on played games, and sorted into shown and assumed.

A premise is a hypothesis (`assuming`), a meaning (`means`), a fact, or a step. Each is evaluated on every game played
here and on every start of the constructor. A premise that a game violates is rejected, and the proof with it. A premise
that nothing shows may be an assumption (`assumptions`).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any

import msgspec
import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.formulas import decided, equal
from learncheck.oracle.judging.decide import decide, measured
from learncheck.oracle.judging.grounds import Kind, Look, Taken, ends, look, looks, taken
from learncheck.oracle.judging.played import played
from learncheck.oracle.judging.quantities import Quantities
from learncheck.oracle.notation import plain_text
from learncheck.oracle.prover import assumptions
from learncheck.oracle.prover.assumptions import BY_ITSELF, DECLARED, OF_ITS_OWN, THE_CODE, UNASKED, UNSPOKEN
from learncheck.oracle.prover.checked import Checked, Ground, Rests
from learncheck.oracle.prover.obligations import Scope
from learncheck.oracle.prover.provenance import is_of_numbers, plays_by_our_rules, stands_in_its_module
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.strategies.play.case import Case, LearnerCase, Trace
from learncheck.theorems.formal.constructed import NUMBERS, inexact
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.language.claim import NotExposed
from learncheck.theorems.language.proof import Chain, Induction, Obligation
from learncheck.theorems.language.step import Next

OF_CASES = "a step that describes the cases by one quantity"

Known = Mapping[str, Any]


def size_of(trace: Trace) -> int:
    """The size of a game: the number of its rounds or the length of the longest list in its case, whichever is larger.

    If both are 0, the largest absolute value of an integer in the case.
    """
    lists = list(_lists(trace.case))
    most = max(len(trace.rounds), *(len(part) for part, is_list in lists if is_list), 0)
    return most or max((abs(part) for parts, _ in lists for part in parts if isinstance(part, int)), default=0)


def _lists(value: Any) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """The tuples and structures inside a case, as their parts; the flag says whether it is a list (not a structure)."""
    is_list = isinstance(value, tuple)
    parts = value if is_list else msgspec.structs.astuple(value)
    yield parts, is_list
    for part in parts:
        if isinstance(part, tuple | msgspec.Struct):
            yield from _lists(part)


# ---- all of them ----


def premises(scope: Scope) -> list[Ground]:
    """Every premise of the proof, without duplicates. Includes what the code's paths grant, once they have been run."""
    proof = scope.proof
    own = [_ground(scope, premise) for premise in taken(scope.claim)]
    grounds = [premise for premise in own if premise.kind != "step"]
    if isinstance(proof, Induction):
        of_paths: dict[tuple[Kind, Any], Any] = {}
        for path in scope.paths:
            of_paths |= {
                ("given", premise): relation
                for premise, relation in path.assuming.items()
                if premise in scope.claim.assuming
            }
            of_paths |= {("meant", words): relation for words, relation in path.means.items()}
        limits = {step.words: step.relation for step in scope.claim.steps if len(step.relation.free_symbols) == 1}
        for words in limits.keys() & {named for _, named in of_paths}:
            of_cases = Taken("meant", words, limits[words])
            grounds.append(Ground("meant", words, of_cases.relation, because=OF_CASES, taken=of_cases))
        for (kind, named), relation in of_paths.items():
            if relation not in (True, sympy.true):
                premise = named if kind == "given" else None
                of_code = Taken(kind, str(named), _plain(scope, relation), THE_CODE, premise=premise)
                grounds.append(_ground(scope, of_code))
        for fact in () if scope.code is None else scope.code.facts:
            grounds.append(_ground(scope, Taken("fact", fact.words, _plain(scope, fact.relation), THE_CODE, fact=fact)))
    grounds += _declared(scope, grounds)
    if scope.stepped:
        steps = scope.steps(proof.used)
        grounds += [Ground("step", words, _plain(scope, relation)) for words, relation in steps.items()]
        grounds += [premise for premise in own if premise.kind == "step"]
    return list(
        {(premise.kind, premise.words, premise.relation, premise.where): premise for premise in grounds}.values()
    )


def _declared(scope: Scope, grounds: Iterable[Ground]) -> Iterator[Ground]:
    """The declared signs of symbols, where no other premise already implies them.

    Those of quantities that change are shown by induction, unless the steps measure what they are after a round.
    """
    shown = {symbol for symbol in scope.changing if not (scope.stepped and Next(symbol) in scope.of_steps)}
    said_of: dict[str, list[Any]] = {}
    for premise in grounds:
        allowance = (
            assumptions.allowed(premise.relation) if premise.kind in ("given", "meant") and not premise.where else None
        )
        if allowance is not None:
            said_of.setdefault(allowance[0], []).append(allowance[1])
    for symbol, sign in sorted(scope.declared.items(), key=str):
        if symbol in shown:
            continue
        allowance = assumptions.allowed(sign)
        if allowance is not None and not any(values.is_subset(allowance[1]) for values in said_of.get(symbol.name, ())):
            of_symbol = Taken("meant", plain_text(sign), sign)
            yield Ground("meant", of_symbol.words, sign, because=DECLARED, taken=of_symbol)


def _plain(scope: Scope, relation: Any) -> Boolean:
    """The relation with the proof's names replaced by their terms."""
    return relation.xreplace(dict(scope.proof.names))


def _ground(scope: Scope, part: Taken) -> Ground:
    ground = Ground(part.kind, part.words, part.relation, part.where, asked=part.asked, taken=part)
    if part.defines:
        ground.because = "says what the symbol stands for"
    fact = part.fact
    if fact is None:
        return ground
    ground.because = fact.because
    if fact.words in scope.assumed:
        ground.assumed = scope.assumed[fact.words]
    elif fact.claim is not None:
        ground.because, ground.settled = f"what {fact.claim.id} says", True
    elif (
        is_of_numbers(fact)
        or (fact.words, fact.relation) in scope.follows
        or scope.reviewed
        or (part.where == THE_CODE and scope.runs_own_code)
    ):
        ground.settled = True
    return ground


# ---- on played games ----


def rests_on(scope: Scope, *, play: bool = True) -> Rests:
    """The premises, evaluated on witnesses, small games, random ones, and the starts of the constructor.

    With `play=False` they are only listed, for a proof that already fails because a line is open.
    """
    rests = Rests(premises(scope), stepped=scope.stepped, others=scope.by_hand())
    if not play:
        return rests
    seen = _Seen(rests.premises)
    try:
        for values in _starts(scope):
            _evaluate_start(values, rests, seen)
        for case in scope.cases():
            _evaluate_game(scope, case, rests, seen)
    except _Violated as violated:
        claimed = Obligation(f"what the proof rests on holds in played games: {violated.line}", part="match")
        rests.broken = Checked(claimed, "refuted", (), violated.values, violated.where)
    except Exception as error:  # whatever a learner's own code may raise
        claimed = Obligation("what the proof rests on holds in played games", part="match")
        rests.broken = Checked(claimed, "unknown", note=f"no game can be played: {type(error).__name__}: {error}")
    if rests.broken is None:
        rests.others |= _uncounted(scope, seen)
        assumptions.sort_out(scope, rests, seen.values)
    return rests


def _evaluate_start(values: Known, rests: Rests, seen: "_Seen") -> None:
    """Evaluate the premises that speak of a start. Raises _Violated."""
    asked = [
        premise for premise in rests.premises if premise.where in ("", THE_CODE) and premise.names <= values.keys()
    ]
    if all(premise.formula.decide(values) for premise in asked if premise.kind == "given"):
        rests.starts += 1
        for premise in asked:
            seen.note(look(premise, premise.words, premise.formula, values, "the constructor's start"))


def _evaluate_game(scope: Scope, case: Case, rests: Rests, seen: "_Seen") -> None:
    """Play a case, and evaluate the premises on it if it meets the hypotheses. Raises _Violated."""
    trace = played(case, scope.learner, scope.claim.watch)
    outcome = decide(scope.claim, trace, steps=rests.stepped, grounds=False)
    if outcome.outside or outcome.trace is None or outcome.verdict == "skipped":
        return
    quantities = Quantities(scope.claim, trace, measured(trace, scope.claim.measure))
    if scope.measured_by_us and not scope.reviewed and not stands_in_its_module(type(case)):
        rests.others[f"{type(case).__name__} is what its measure is about"] = OF_ITS_OWN
    if isinstance(scope.proof, Induction):
        _means_one_thing(quantities)
    if scope.code is not None and not scope.code_reviewed:
        _is_run_so(scope, trace, quantities)
        if not plays_by_our_rules(case):
            rests.others[f"{type(case).__name__} plays as the code is run"] = BY_ITSELF
    for evaluated in chain(looks(scope.claim, quantities), _besides(rests.premises, quantities)):
        seen.note(evaluated)
    seen.states |= quantities.of_states
    if outcome.verdict == "undecided" and scope.claim.rounded:  # within the error of floats: inconclusive
        return
    if outcome.verdict != "stands":
        raise _Violated(outcome.message or outcome.verdict, {})
    steps = scope.proof.steps if isinstance(scope.proof, Chain) and trace.rounds else ()
    rests.others |= {step.words: UNSPOKEN for step in steps if not any(map(step.when, trace.rounds))}
    rests.games += 1
    rests.size = max(rests.size, size_of(outcome.trace))


def _besides(premises: Iterable[Ground], quantities: Quantities) -> Iterator[Look | None]:
    """The declared premises, and those about the code, as they are in a game."""
    for premise in premises:
        if premise.because in (DECLARED, OF_CASES):
            for values in _spoken(quantities, premise.names):
                yield look(premise, premise.words, premise.formula, values, "a played game")
        if premise.where == THE_CODE and premise.names <= quantities.fixed.keys():
            yield look(premise, premise.words, premise.formula, quantities.fixed, "a played game")


class _Violated(Exception):
    def __init__(self, line: str, values: Mapping[str, Any], where: str = "") -> None:
        super().__init__(line)
        self.line, self.where = line, where
        self.values = {str(name): str(value) for name, value in values.items()}


def _starts(scope: Scope) -> Iterator[Known]:
    """The parameters and quantities of each start that the constructor made, by name."""
    for start in scope.starts:
        read = {**start.parameters, **start.quantities}
        yield {symbol.name: value for symbol, value in read.items()}


def _uncounted(scope: Scope, seen: "_Seen") -> dict[str, str]:
    """The counters of the code that were compared with no played game; reviewed code is exempt."""
    if scope.code is None or scope.code_reviewed:
        return {}
    measured = {symbol.name for symbol in scope.claim.bound.free_symbols}
    computed = {symbol.name for path in scope.paths for symbol in path.quantities}
    names = {symbol.name for symbol in scope.start if symbol.name in measured and symbol.name + "′" in computed}
    return {f"the code counts {name} as the claim does": UNASKED for name in sorted(names - seen.counted - seen.states)}


class _Seen:
    """Records how often each premise was evaluated, and the values of a quantity that is alone in a premise."""

    def __init__(self, grounds: list[Ground]) -> None:
        self.values: dict[str, set[Any]] = {}
        self.counted: set[str] = set()
        self.states: set[str] = set()
        self.by_key: dict[Any, Ground] = {}
        for premise in grounds:
            own = (premise.kind, premise.words) if premise.where == THE_CODE else premise.taken
            self.by_key |= {premise: premise, own: premise}

    def note(self, seen: Look | None) -> None:
        """Record one evaluation. Raises _Violated if the premise does not hold."""
        if seen is None:
            return
        if isinstance(seen.of, tuple) and seen.of[0] == "counted":
            self.counted.add(seen.of[1])
        if seen.holds is False:
            raise _Violated(seen.words, seen.values, seen.failure)
        premise = self.by_key.get(seen.of)
        if premise is None:
            return
        if seen.holds:
            premise.games += 1
        if len(premise.names) == 1 and premise.kind in ("given", "meant") and premise.where != THE_CODE:
            (name,) = premise.names
            value = seen.values[name]
            self.values.setdefault(name, set()).add(Fraction(value) if _is_rational(value) else None)


def _spoken(quantities: Quantities, names: frozenset[str]) -> Iterator[Known]:
    """The known values where these quantities are defined: in the whole game, or in its first and last rounds."""
    if names <= quantities.fixed.keys():
        yield quantities.fixed
        return
    with suppress(NotExposed, LookupError):  # a state of another shape
        for place in ends(quantities.trace.rounds):
            values = quantities.of(quantities.trace.rounds[place])
            if names <= values.keys():
                yield values


def _means_one_thing(quantities: Quantities) -> None:
    """Check that what the claim measures in a game is what its state is in the end, and the same in every round."""
    rounds = quantities.trace.rounds
    with suppress(NotExposed):
        readings = [(quantities.of_state(rounds.last_state), "when a game is over")]
        readings += [(quantities.during(round), "in a round") for round in map(rounds.__getitem__, ends(rounds))]
        for reading, when in readings:
            for name in reading.keys() & quantities.fixed.keys():
                value, other = quantities.fixed[name], reading[name]
                if equal(value, other) is False:
                    line = f"{name}, {when}, is what the claim measures; give one of them a symbol of its own"
                    raise _Violated(line, {"measured": value, when: other}, "a played game")


def _is_run_so(scope: Scope, trace: Trace, quantities: Quantities) -> None:
    """Check that a game is played like formal rounds: from the proof's start, with labels ±1, with instances such as
    the code is run on, which compute like numbers, and the learner's constants. Raises _Violated.
    """
    labels = set(trace.rounds.labels) - {1, -1}
    if labels:
        raise _Violated("labels are +1 and −1", {"label": labels.pop()}, "a played game")
    for what, values in (("an instance", trace.rounds.instances), ("a label", trace.rounds.labels)):
        for fault in filter(None, map(inexact, values)):
            raise _Violated(f"{what} computes like numbers", {}, f"a played game, where {what} is {fault}")
    _starts_so(scope, quantities)
    if scope.code is not None and isinstance(trace.case, LearnerCase):
        _is_made_so(scope, scope.code, trace, quantities)


def _is_made_so(scope: Scope, code: Runs, trace: Trace, quantities: Quantities) -> None:
    """Check that a game's learner is made as the code is run, and its instances and constants. Raises _Violated."""
    assert scope.learner is not None
    arguments = trace.case.arguments()
    if code.arguments not in (None, len(arguments)):
        words = f"{scope.learner.__name__} is made with what the code is run with, and no more"
        raise _Violated(words, {"arguments": arguments}, "a played game")
    for argument in arguments:
        if type(argument) not in (*NUMBERS, np.ndarray, Kernel):
            words = f"{scope.learner.__name__} is made with numbers, tables of them, or a kernel"
            raise _Violated(words, {"arguments": arguments}, "a played game")
    learner = scope.learner(*arguments)
    for round in trace.rounds:
        if not code.fits(learner, round):
            words = "an instance and its label are such as the code is run on"
            raise _Violated(words, {"instance": round.instance, "label": round.label}, "a played game")
    for name, value in code.constants.items():
        due = sympy.sympify(value)
        values = {symbol: quantities.fixed.get(symbol.name) for symbol in due.free_symbols}
        if None in values.values():
            continue  # a symbol that the claim does not measure
        number, expected = Fraction(getattr(learner, name)), due.subs(values)
        if sympy.Rational(number) != expected:
            words = f"the attribute {name} of {scope.learner.__name__} is {due}"
            raise _Violated(words, {name: number, "the proof's": expected}, "a played game")


def _starts_so(scope: Scope, quantities: Quantities) -> None:
    """Check that a game's first state is the proof's start. Raises _Violated."""
    assert isinstance(scope.proof, Induction)
    with suppress(NotExposed):
        first = quantities.of_state(quantities.trace.rounds[0].before) if quantities.trace.rounds else {}
        for symbol, value in scope.proof.start.items():
            is_so = _plain(scope, sympy.Eq(sympy.Symbol("its"), value, evaluate=False))
            values = {**quantities.fixed, "its": first.get(symbol.name)}
            comparable = symbol.name in first and {symbol.name for symbol in is_so.free_symbols} <= values.keys()
            if comparable and decided(is_so, values) is False:
                raise _Violated(f"a game starts with {symbol} = {value}", {symbol: values["its"]}, "a played game")


def _is_rational(value: Any) -> bool:
    return isinstance(value, int | Fraction) or getattr(value, "is_Rational", False)
