"""Find mistakes in a claim's definition that show only when its cases are played, and report each in one line.

complaint(claim, learner)               before the attack, from a few cases
never_seen(claim, learner, evidence)    after it: steps that no game tested, a label that the games belie
"""

import copy
import inspect
import itertools
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import compile_relation, conjuncts
from learncheck.oracle.boundary.failures import in_one_line
from learncheck.oracle.engine.faults import functions_of, short
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.patience import patience
from learncheck.oracle.judging.played import played
from learncheck.strategies.play.case import Case, Make, Trace, encode
from learncheck.strategies.play.choices import Replayed, at_random, everything
from learncheck.strategies.play.games import Game, Oblivious
from learncheck.theorems.language.claim import Claim, NotExposed
from learncheck.theorems.language.floats import is_rounded
from learncheck.theorems.language.quantities import Unmeasured

CASES = 3
"""How many cases are examined before the attack. In games only those with a round count."""

TRIES = 30
"""How many cases are tried at most to find them."""

DRAWN_AGAIN = 10
"""How many cases are made a second time from the same choices."""

SEEN_IN = 400
"""How many cases are searched for one that tests every step."""


def complaint(claim: Claim, learner: Make | None) -> str:
    """Say what is wrong with the definition; "" if no mistake is found."""
    with patience() as alive:
        if fault := _called(claim) or _unread(claim):
            return fault
        for case in itertools.islice(claim.cases.ladder(), 2):
            if fault := _playable(claim, learner, case):
                return fault
        examined = 0
        for case in itertools.islice(_cases(claim), TRIES):
            alive()
            fault, trace = _examined(claim, learner, case)
            if fault:
                return fault
            examined += trace is not None and (len(trace.rounds) > 0 or claim.kind not in ("game", "adversary"))
            if examined == CASES:
                break
        return _drawn(claim)


def _examined(claim: Claim, learner: Make | None, case: Case) -> tuple[str, Trace | None]:
    """The fault that a case shows, and its trace if it meets the hypotheses."""
    if fault := _playable(claim, learner, case):
        return fault, None
    changed: set[str] = set()
    spoilt: set[str] = set()
    trace = case.play(_watched(learner, claim.watch, changed, spoilt), claim.watch)  # type: ignore[arg-type]
    if not isinstance(trace, Trace):
        return f"{type(case).__name__}.play returns {_typed(trace)}; return Trace(self)", None
    fault = _answered(learner, trace) or _in_place(claim, learner, changed, spoilt) or _hypotheses(claim, trace)
    if fault or not claim.applies_to(trace):
        return fault, None
    fault = _measured(claim, trace) or _as_a_submission(claim, learner, case)
    return fault or (_stateful(claim, learner, trace) if len(trace.rounds) else ""), trace


def _in_place(claim: Claim, learner: Make | None, changed: set[str], spoilt: set[str]) -> str:
    """Say what the learner changes in place: its state, or its arguments."""
    if spoilt:
        return (
            f"{_name(learner)}.{min(spoilt)} changes what it is given in place, so the game that is "
            "judged is not the one that was played; let it make a new value: x = y * x, not x *= y"
        )
    if changed and claim.steps:
        name = min(changed)
        return (
            f"{_name(learner)} changes {name} in place, so the state before a round is lost; let it assign a new "
            f"value: self.{name} = self.{name} + …"
        )
    return ""


def _hypotheses(claim: Claim, trace: Trace) -> str:
    """Name a hypothesis whose function returns something other than True or False."""
    for premise in claim.assuming:
        if (answer := premise.holds(trace)) is None or isinstance(answer, np.ndarray):
            return f"the hypothesis {premise.words!r} gives {_typed(answer)}; let its function return True or False"
    return ""


def _called(claim: Claim) -> str:
    """Name a function of the claim that does not take the arguments it is called with; "" if all do."""
    for name, (function, taken) in functions_of(claim).items():
        if function is not None:
            try:
                inspect.signature(function, follow_wrapped=False).bind(
                    *(argument for argument in taken.split(", ") if argument)
                )
            except TypeError as error:
                return f"{name} is called with ({taken}), which its function does not take: {error}"
            except ValueError:  # the function has no signature to inspect
                pass
    for name, cases in (("attained_by", claim.witnesses()), ("ladder", claim.cases.ladder())):
        if not isinstance(cases, Iterable):
            return f"{name}= gives {_typed(cases)}; give a list of cases: {name}=lambda: [case]"
    return ""


def _unread(claim: Claim) -> str:
    """Say so if the extent names a limit that the enumerated decoder takes and does not use; "" if there is none."""
    family = claim.cases
    named = {name for _, name, _, _ in string.Formatter().parse(family.extent)}
    decoder = getattr(family.enumerated, "__name__", "the decoder")
    for name in family.quick if family.enumerated is not None else ():
        if name in named and _unused(claim, name):
            return (
                f"extent= speaks of the limit {name!r}, which {decoder} takes and never reads; let it make every case "
                "within that limit, or leave it out of extent="
            )
    return ""


def _unused(claim: Claim, name: str) -> bool:
    """Whether cases can be made even if this limit is not a number, and none of them contains it."""
    unknown = object()
    build = claim.build(claim.cases.quick | {name: unknown}, claim.cases.enumerated)
    try:
        both = everything(build), at_random(build, 0)
        draws = itertools.chain.from_iterable(itertools.islice(source, SEEN_IN) for source in both)
        cases = [case for case, _ in draws]
    except Exception:  # whatever the decoder does with it
        return False
    return all(repr(unknown) not in repr(case) for case in cases)


def _drawn(claim: Claim) -> str:
    """Say so if the family makes another case when it is given the same choices again; "" if it does not."""
    family = claim.cases
    draws = [(build := claim.build(family.scout), at_random(build, 0))]
    if family.enumerated is not None:
        draws.append((build := claim.build(family.quick, family.enumerated), everything(build)))
    for build, drawn in draws:
        for case, taken in itertools.islice(drawn, DRAWN_AGAIN):
            if (again := build(Replayed(taken))) != case:
                if repr(again) == repr(case):
                    return f"{short(case)} equals no case made alike; leave NaN out: st.floats(allow_nan=False)"
                return (
                    f"the family makes {short(case)} of some choices, and {short(again)} of the same ones; let it "
                    "take all that it draws from `choices`, and nothing from random, the time or a counter"
                )
    return ""


def _playable(claim: Claim, learner: Make | None, case: object) -> str:
    """Say why the case cannot be played; "" if it can."""
    if not isinstance(case, Case):
        return (
            f"the family, attained_by= or ladder= gives {_typed(case)}, which is not a case; "
            "give records of a class of your own, class Mine(Case, frozen=True, tag='mine')"
        )
    try:
        encode(case)
    except NotImplementedError as error:
        return f"{error}: {short(case)} could not be stored; make such objects when the case is played"
    if not isinstance(case, Game):
        return ""
    if learner is None:
        return f"learner= is missing: the game {type(case).__name__} needs a learner; give its class"
    lacks = [name for name in ("predict", "update") if not hasattr(learner, name)]
    if lacks and isinstance(learner, type):
        return f"{_name(learner)} has no method {lacks[0]}; in a game it is asked predict(x) and told update(x, y)"
    given = case.arguments()
    try:
        inspect.signature(learner).bind(*given)
    except TypeError as error:
        return (
            f"{_name(learner)} is made with {short(given)}, by {type(case).__name__}.arguments(), which its __init__ "
            f"does not take: {error}"
        )
    except ValueError:
        pass
    if isinstance(case, Oblivious):
        for example in _listed(case.examples()):
            if not isinstance(example, tuple | list) or len(example) != 2:
                return f"{type(case).__name__}.examples gives {_typed(example)}; give a list of pairs (instance, label)"
    return ""


def _answered(learner: Make | None, trace: Trace) -> str:
    """Find an answer that is not a number although the label is one; it would silently count as a mistake."""
    if not isinstance(trace.case, Game) or trace.rounds.recorded is not None:
        return ""
    for answer, label in zip(trace.rounds.predictions, trace.rounds.labels, strict=True):
        if np.ndim(label) or not isinstance(label, int | float | Fraction | np.number):
            continue
        if np.size(answer) != 1 or np.asarray(answer).dtype.kind not in "biufO":
            return f"{_name(learner)}.predict returns {_typed(answer)}, where the label is {label}"
        if answer is None:
            return f"{_name(learner)}.predict returns None, where the label is {label}; is a return missing?"
    return ""


def _as_a_submission(claim: Claim, learner: Make | None, case: Case) -> str:
    """Say why the claim cannot judge a right submission, such as its own learner; "" if it can."""
    if not (claim.judged and isinstance(learner, type)):
        return ""
    try:
        outcome = judge(claim, Plays.here(learner), case, steps=False)
    except Exception as error:
        return (
            f"it cannot judge a submission: {in_one_line(error)}; if its functions read the learner's state, say "
            "needs_state=True, or judged=False where it is about your own learner only"
        )
    if outcome.verdict in ("invalid", "crashed") and judge(claim, learner, case, steps=False).verdict == "stands":
        return (
            f"{_name(learner)} itself, handed in as a submission, is {outcome.verdict}: {outcome.message}; say "
            "judged=False if the claim is about it only"
        )
    return ""


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, Iterable) else [value]


def _measured(claim: Claim, trace: Trace) -> str:
    """Say what is wrong with the quantities that the measure gives; "" if nothing is."""
    try:
        quantities = getattr(claim.measure, "measure", claim.measure)(trace)
    except NotExposed:
        return ""
    except Unmeasured as error:
        return str(error)
    if fault := _quantities("the measure", quantities):
        return fault
    given = {symbol.name for symbol in quantities}
    missing = [symbol.name for symbol in _symbols(claim.bound) if symbol.name not in given]
    if missing:
        gives = ", ".join(sorted(given))
        return f"the bound uses {', '.join(missing)}, which the measure does not return; it returns {gives}"
    rounded = [symbol.name for symbol, value in quantities.items() if is_rounded(value)]
    if rounded and claim.tolerance is None:
        return (
            f"the measure gives {rounded[0]} as a float; give an int, a Fraction or a number of sympy, or say by "
            "tolerance= how far off it may be (0 where it is exact)"
        )
    return ""


def _stateful(claim: Claim, learner: Make | None, trace: Trace) -> str:
    """Say what is wrong with the watched attributes, or with the quantities of the steps; "" if nothing is."""
    there = set(trace.rounds[0].before) if claim.watch else set()
    for name in claim.watch:
        if name not in there:
            return (
                f"watch= names {name!r}, which {_name(learner)} never has; name an attribute that its constructor makes"
            )
    if not claim.steps:
        return ""
    first, values = trace.rounds[0], claim.measure(trace)
    if fault := _quantities("state=", claim.state(first.before, values, trace)):
        return fault
    if claim.during is not None and (fault := _quantities("during=", claim.during(first, values, trace))):
        return fault
    names = {symbol.name for symbol in values} | {symbol.name for symbol in claim.state(first.before, values, trace)}
    names |= {f"{symbol.name}′" for symbol in claim.state(first.after, values, trace)}
    if claim.during is not None:
        names |= {symbol.name for symbol in claim.during(first, values, trace)}
    for step in claim.steps:
        if not step.when(first):
            continue
        missing = [symbol.name for symbol in _symbols(step.relation) if symbol.name not in names]
        if missing:
            return f"the step {step.words!r} uses {', '.join(missing)}, which neither measure, state nor during returns"
    return ""


def _quantities(who: str, quantities: object) -> str:
    """Say what is wrong with a dictionary of quantities that `who` gives; "" if nothing is."""
    if not isinstance(quantities, Mapping):
        return f"{who} gives {_typed(quantities)}; give a dictionary of numbers by symbols: {{M: trace.mistakes}}"
    for symbol, value in quantities.items():
        if not isinstance(symbol, sympy.Symbol):
            return f"{who} gives a quantity by {symbol!r}, which is not a symbol; give it by the symbol, without quotes"
        if isinstance(value, NO_NUMBERS) or (isinstance(value, np.ndarray) and value.ndim):
            return f"{who} gives {symbol} as {_typed(value)}; give an int, a Fraction or a number of sympy"
    return ""


NO_NUMBERS = (type(None), bool, np.bool_, str, bytes, list, tuple, set, dict)


def _typed(value: object) -> str:
    return "None" if value is None else f"{short(value)}, of type {type(value).__name__}"


def never_seen(claim: Claim, learner: Make | None, evidence: Evidence) -> str:
    """Say what the claim promises that no game has shown: a tight or exact bound, or a step; "" if all is shown."""
    if claim.label == "tight" and not evidence.attained:
        best = "" if evidence.ratio is None else f"; the closest comes to {evidence.ratio:.4g} of it"
        return f"label='tight', but no case attains the bound{best}; give one by attained_by=, or say 'upper'"
    witnesses = [attack.worst for attack in evidence.attacks if attack.name == "witnesses" and attack.games]
    if claim.label == "tight" and any(worst is not None and worst < 1 for worst in witnesses):
        most = max(filter(None, witnesses), default=0.0)
        return (
            f"label='tight', but the cases of attained_by= come to {most:.4g} of the bound only; bring one that "
            "attains it, as others do that were played"
        )
    with patience() as alive:
        if claim.label == "exact" and not any(isinstance(part, sympy.Eq) for part in conjuncts(claim.bound)):
            loose = evidence.ratio is not None and evidence.ratio < 1
            if loose or _misses(claim, learner, alive):
                return (
                    "label='exact', but the bound is an inequality that a case does not meet with equality; say 'upper'"
                )
        return _unseen(claim, learner, alive)


def _unseen(claim: Claim, learner: Make | None, alive: Callable[[], None]) -> str:
    """Name a step that no game tests; "" if there is none."""
    unseen = {step.words: step.when for step in claim.steps}
    traces = _traces(claim, learner, alive, SEEN_IN)
    while unseen and (trace := next(traces, None)) is not None:
        for played_round in trace.rounds:
            tested = {when for when in set(unseen.values()) if when(played_round)}
            unseen = {words: when for words, when in unseen.items() if when not in tested}
    if unseen:
        words = next(iter(unseen))
        return f"no game tested the step {words!r}: its when= is true in no round; correct it, or drop the step"
    return ""


def _misses(claim: Claim, learner: Make | None, alive: Callable[[], None]) -> bool:
    """Whether the two sides of the bound differ in some case."""
    relation = compile_relation(claim.bound)
    sides = (relation.sides(claim.measure(trace)) for trace in _traces(claim, learner, alive, TRIES))
    return any(left != right for left, right in sides)


def _traces(claim: Claim, learner: Make | None, alive: Callable[[], None], cases: int) -> Iterator[Trace]:
    """Play so many cases, and yield the traces of those that meet the hypotheses."""
    for case in itertools.islice(_cases(claim), cases):
        alive()
        trace = played(case, learner, claim.watch)
        if claim.applies_to(trace):
            yield trace


def _cases(claim: Claim) -> Iterator[Case]:
    """Yield up to two witnesses, then random cases of the scout."""
    yield from itertools.islice(claim.witnesses(), 2)
    yield from (case for case, _ in at_random(claim.build(claim.cases.scout), 0))


def _symbols(relation: Boolean) -> list[sympy.Symbol]:
    return sorted(relation.free_symbols, key=lambda symbol: str(symbol.name))


def _name(learner: Make | None) -> str:
    return "the learner" if learner is None else learner.__name__


def _watched(learner: Make | None, watch: tuple[str, ...], changed: set[str], spoilt: set[str]) -> Make | None:
    """Make a subclass of the learner that records what is modified in place: watched attributes by an update in
    `changed`, and in `spoilt` the methods that modify their arguments.
    """
    if not isinstance(learner, type):
        return learner

    def watching(name: str, method: Callable[..., object]) -> Callable[..., object]:
        def watched(self: object, *arguments: object, **named: object) -> object:
            held = {attribute: getattr(self, attribute, None) for attribute in watch} if name == "update" else {}
            before, given = copy.deepcopy(held), tuple(map(_copied, arguments))
            answer = method(self, *arguments, **named)
            for attribute, value in held.items():
                if getattr(self, attribute, None) is value and not _same(value, before[attribute]):
                    changed.add(attribute)
            if not all(map(_same, arguments, given)):
                spoilt.add(name)
            return answer

        return watched

    methods = {name: getattr(learner, name, None) for name in ("fit", "predict", "update")}
    own = {name: watching(name, method) for name, method in methods.items() if inspect.isfunction(method)}
    return type(learner.__name__, (learner,), own) if own else learner


def _copied(value: object) -> object:
    """A copy of an argument, or itself if it is something that cannot be copied, such as a generator."""
    try:
        return copy.deepcopy(value)
    except Exception:  # a value's own way to be copied may raise anything
        return value


def _same(value: Any, before: Any) -> bool:
    try:
        return bool(value == before)
    except ValueError:
        return np.array_equal(value, before)
    except Exception:  # a value's own comparison may raise anything
        return True
