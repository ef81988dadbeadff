"""How a learner's conventions change what it is judged on: the cases, and when a zero margin or a loss is right.

`boundary.conventions` translates the calls. Here a claim becomes the same claim about the cases that the conventions
leave, which are stored and replayed as all others are.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

import msgspec
from sympy import Rational

from learncheck.exact.answers import InvalidAnswer
from learncheck.oracle.boundary.adapted import copies_of
from learncheck.oracle.boundary.conventions import (
    FITS,
    Conventions,
    checked,
)
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.recorder import Call, RecordedWeakLearner
from learncheck.strategies.halfspaces.regression import LogisticSample, balanced_weights
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices, at_random
from learncheck.strategies.samples.fitting import Sample
from learncheck.theorems.language.claim import Claim, Family, Values
from learncheck.theorems.language.sentence import in_latex

TOLERANT = {
    "logistic-erm": lambda bound, most: bound.subs(Rational(1, 10**6), most),
    "logistic-regression-conforms": lambda bound, most: bound,
    "least-squares": lambda bound, most: bound.func(bound.lhs, bound.rhs + most),
}
"""Claims that speak of a loss, and their bounds with a stated tolerance; the others are left out."""

USUAL = " up to $10^{-6}$"
"""How the statements of these claims end that have a tolerance of their own."""

SHORT = 4
"""Where 1 is longer than so many times the longest instance, a bias alone takes more updates than can be played."""

REPLAYED = 256
"""Rounds of which a history is fitted anew in each, at most."""

DRAWN = 20
"""A family has nothing to judge if so many of its cases cannot be translated, or are then outside of the theorem."""

QUARTERS = ("logistic-sample", "regression-sample")


def conventional(claim: Claim, held: Conventions) -> Claim | None:
    """The claim as it is judged under these conventions; None if they leave nothing of it to judge.

    The reference learner decides whether the translated cases still belong to the theorem: a submission must have no
    say in what it is judged on.
    """
    if held.intercept and claim.needs_state:
        return None
    learner = claim.learner.__name__ if claim.learner else ""
    if held.tolerance and learner in FITS["tolerance"]:
        if claim.id not in TOLERANT:
            return None
        most = Fraction(str(held.tolerance))
        bound = TOLERANT[claim.id](claim.bound, Rational(most))
        plain = in_latex(claim.statement).rstrip(".").removesuffix(USUAL).rstrip(",")
        statement = f"{plain}, up to ${_in_latex(held.tolerance)}$."
        claim = replace(
            claim.with_bound(bound), statement=statement, measure=_measured_with(claim.measure, "tolerance", most)
        )
    if held.ties:
        claim = replace(claim, measure=_measured_with(claim.measure, "ties", held.ties))
    family, asked = claim.cases, _asked(held)
    if not asked and not held.intercept:
        return claim

    def translate(case: Case) -> Case | None:
        if not all(test(case) for test in asked):
            return None
        return with_constant(case) if held.intercept else case

    drawn = islice(at_random(claim.build(family.search), 0), DRAWN)
    cases: Family = replace(
        family,
        build=_decoded(family.build, translate),
        exhaust=None if family.enumerated is None else _decoded(family.enumerated, translate),
        ladder=_translating(family.ladder, translate),
        keeps=lambda case: family.keeps(case) and all(test(case) for test in asked),
    )
    left = replace(claim, cases=cases, attained_by=_translating(claim.witnesses, translate), batch=None)
    remaining = (case for case in (translate(case) for case, _ in drawn) if case is not None)
    return left if any(not judge(left, claim.learner, case, steps=False).outside for case in remaining) else None


def judged_under(learner: str, held: Conventions, about: Sequence[Claim]) -> tuple[list[Claim], list[str]]:
    """The claims as they are judged under these conventions, leaving out those of which nothing remains.

    Also a line for the report if a convention differs: what it changes, and which claims are left out. Raises
    BadConventions if a convention does not apply to the learner.
    """
    checked(learner, held)
    by_id = {claim.id: conventional(claim, held) for claim in about}
    left = [claim for claim in by_id.values() if claim is not None]
    words = held.words()
    if about and not left:
        return [], [f"no claim about {learner} can be judged under its conventions: {'; '.join(words)}"] * bool(words)
    if out := [name for name, claim in by_id.items() if claim is None]:
        words.append(f"these claims do not apply under them and are left out: {', '.join(out)}")
    return left, [f"{learner} is judged under its own conventions: {'; '.join(words)}"] if words else []


def _in_latex(size: float) -> str:
    """A positive number, such as 10^{-3} or 2.5 \\cdot 10^{-7}."""
    digits, _, power = f"{Decimal(str(size)).normalize():e}".partition("e")
    if digits == "1" and int(power) < 0:
        return f"10^{{{int(power)}}}"
    return f"{digits} \\cdot 10^{{{int(power)}}}" if int(power) < -3 else f"{Decimal(str(size)).normalize():f}"


def _asked(held: Conventions) -> list[Callable[[object], bool]]:
    """The conditions on the cases that a learner with these conventions can be asked about."""
    tests = {"both_labels": has_both_labels, "replicate": has_copies, "replay": can_be_replayed}
    return [test for name, test in tests.items() if getattr(held, name)]


def _measured_with(measure: Callable[[Trace], Values], name: str, value: object) -> Callable[[Trace], Values]:
    @functools.wraps(measure)
    def measured(trace: Trace) -> Values:
        trace.memo[name] = value
        return measure(trace)

    return measured


def _decoded(build: Any, translate: Callable[[Case], Case | None]) -> Callable[..., Case]:
    @functools.wraps(build)
    def decoder(choices: Choices, **limits: int) -> Case:
        case = translate(build(choices, **limits))
        if case is None:
            choices.reject()
        return case

    return decoder


def _translating(
    cases: Callable[[], Iterable[Case]], translate: Callable[[Case], Case | None]
) -> Callable[[], Iterator[Case]]:
    return lambda: (case for case in map(translate, cases()) if case is not None)


def can_be_replayed(case: object) -> bool:
    """Whether it has few enough rounds for a learner to be fitted to the history in every one."""
    return len(getattr(case, "moves", ())) <= REPLAYED


def has_copies(case: object) -> bool:
    """Whether the weights of the case's sample can be handed over as copies of the examples."""
    weights = case.handed().weights if isinstance(case, Sample) else getattr(case, "masses", None)
    try:
        return weights is None or bool(copies_of(weights).any())
    except InvalidAnswer:
        return False


def has_both_labels(case: Any) -> bool:
    """Whether every sample that is handed over has both labels; a game hands over none."""
    if isinstance(case, Sample):
        X, y, _, earlier, _ = case.handed()
        if earlier is not None and len(set(earlier.sample(X, y)[1].tolist())) < 2:
            return False
    labels = getattr(case, "labels", None)
    if labels is None and not isinstance(case, Sample):
        return True
    if labels is None or callable(labels):
        return len(set(labels() if labels else case.handed().y.tolist())) > 1
    copies = getattr(case, "copies", None) or (1,) * len(labels)
    return len({y for y, count in zip(labels, copies, strict=False) if count}) > 1


def with_constant(case: Any) -> Case | None:
    """The case with a last coordinate of 1 in every instance; None if its instances cannot have one."""
    names = case.__struct_fields__
    held = "instances" if "instances" in names else "points"
    if held not in names:
        return None
    if "denominator" in names:
        one = case.denominator
    elif "unit" in names:
        one = 1 / case.unit
    elif case.__struct_config__.tag in QUARTERS:
        one = 4
    else:
        return None
    longest = max((abs(v) for x in getattr(case, held) for v in x), default=0)
    if one != int(one) or one > SHORT * longest:
        return None
    changed: dict[str, tuple[object, ...]] = {
        name: tuple((*x, int(one)) for x in getattr(case, name)) for name in (held, "queries") if name in names
    }
    if "target" in names:
        changed["target"] = (*case.target, 0)
    try:
        longer = msgspec.structs.replace(case, **changed)
    except ValueError:
        return None
    # With a bias some halfspace may separate it, or its points no longer span the space: no w is least then.
    return None if isinstance(longer, LogisticSample) and balanced_weights(longer.signed()) is None else longer


def translated(calls: Sequence[Call], learner: str, held: Conventions) -> list[Call]:
    """The calls as the learner's own class receives them; none if one of our calls stands for many of its own."""
    if held.replay or held.epochs or held.replicate:
        return []
    theirs = []
    for call in calls:
        arguments, named = call.arguments, dict(call.named)
        if call.method == "__init__":
            if held.column and any(isinstance(argument, RecordedWeakLearner) for argument in arguments):
                return []
            arguments, given = held.named(learner, tuple(_in_words(argument, held) for argument in arguments))
            named |= given
        else:
            X, *labels = arguments or (None,)
            translate = held.theirs_of if call.method == "fit" else held.theirs
            arguments = (held.handed(learner, X), *map(translate, labels)) if arguments else ()
        theirs.append(replace(call, arguments=arguments, named=named))
    return theirs


def _in_words(argument: object, held: Conventions) -> object:
    """An argument of a constructor; a weak learner's hypotheses answer with the booster's labels."""
    if not isinstance(argument, RecordedWeakLearner):
        return argument
    answers = [{x: held.theirs(label) for x, label in hypothesis.items()} for hypothesis in argument.answers]
    return replace(argument, answers=answers)
