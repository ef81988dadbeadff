"""Whether a class keeps state outside its objects, so that what one object learns changes another one's answers.

Two objects are interleaved: one is asked what it would answer, the other one learns something, and the first is asked
again. A learner that answers differently even without the other one's lesson is random, not sharing state.

By the time a claim falls, shared state may be spoilt beyond any change: a class-level table in which nothing is alive
any more. So a failure that two objects do not explain is also played from the start, in a new process.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

import numpy as np

from learncheck.oracle.boundary.failures import SubmissionError
from learncheck.oracle.engine.chance import differs
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import MOST_AT_ONCE, Behind, Plays
from learncheck.oracle.engine.recorder import Call, Recorder, asked
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.halfspaces.regression import LogisticSample
from learncheck.strategies.play.case import Case, Make
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.games import plays_by_rounds
from learncheck.theorems.language.claim import Claim

SHARES = "it keeps state outside its objects: updating one object changes the answers of another"

ROUNDS = 12
"""At most this many rounds of the game are played by both objects."""

ASKED = 3
"""How often an object is asked before the other one learns."""

REPEATS = 2
"""Sharing has to be shown this many more times: a learner that flips one answer in fifty does so now and then right
after another object has learned.
"""

SURELY = 4
"""Where nothing else is wrong, an object is asked, and sharing has to be shown, this many times more often."""

LOOKS = 4
"""At most this many games of a claim are drawn for two objects."""

OTHERS = 5
"""At most this many others learn before a game that is played from the start is lost."""

ALONE = 8
"""How often an object has to survive by itself a game that it loses once others have learned. A learner that errs by
chance loses after equally many others in every attempt, and never by itself, less than once in a thousand times.
"""

IN_COMPANY = (
    f"it keeps state outside its objects: when {MOST_AT_ONCE} of them play at once, one answers as none does alone"
)

CERTAINLY = 8
"""A game has to go one way alone and another in company so often: chance, or a tie broken by it, does not repeat."""

LESSONS = ("update", "fit")


def shares(plays: Plays, case: Case, calls: Sequence[Call], times: int = 1) -> list[Call]:
    """The calls of two interleaved objects that show sharing; empty where nothing is shown.

    calls: what one object is asked in the case.
    """
    return _shown(lambda again: _interleaved(again, case, calls, times * ASKED), plays, case, times * REPEATS)


def shares_though_it_stands(
    claim: Claim, plays: Plays, cases: Sequence[Case] = ()
) -> tuple[Outcome, str, list[Call]] | None:  # fmt: skip
    """One of these games, or of some of the claim, that no object loses, what shows sharing in it, and the calls of two
    objects that do; no calls where it takes more objects. None where nothing is shown.
    """
    cases = cases or [case for case, _ in islice(at_random(claim.build(claim.cases.search), 0), LOOKS)]
    shared: list[tuple[Outcome, str, list[Call]]] = []
    crowded: list[tuple[Outcome, str, list[Call]]] = []
    for case in cases:
        outcome = judge(claim, plays, case, steps=False)
        if outcome.failed or not (calls := calls_of(claim, plays, outcome)):
            continue
        if shares(plays, case, calls, SURELY):
            shortest = Recorder(plays.make)
            _interleaved(shortest, case, calls, 1)
            shared.append((outcome, SHARES, shortest.calls))
        elif goes_otherwise_in_company(plays, case):
            crowded.append((outcome, IN_COMPANY, []))
    return min(shared, key=lambda sharing: len(sharing[2]), default=next(iter(crowded), None))


def goes_otherwise_in_company(plays: Plays, case: Case) -> bool:
    """Whether the game goes one way alone and another beside many of its kind, both again and again."""
    if not plays_by_rounds(case):
        return False
    alone, beside = plays.alone(case), plays.in_company(case, 0)
    return beside not in (None, alone) and all(
        plays.alone(case, again=number) == alone and plays.in_company(case, number) == beside
        for number in range(1, CERTAINLY)
    )


def shares_from_the_start(claim: Claim, plays: Plays, case: Case, calls: Sequence[Call]) -> list[Call]:
    """The same in new processes, in this case or in another one of the claim: what was spoilt when the case was made
    small need not show in it.
    """
    if shown := _from_the_start(claim, plays, case, calls):
        return shown
    for other, _ in islice(at_random(claim.build(claim.cases.search), 0), LOOKS):
        outcome = judge(claim, Behind(plays.make), other, steps=False)
        if not outcome.failed and (shown := _from_the_start(claim, plays, other, calls_of(claim, plays, outcome))):
            return shown
    return []


def _from_the_start(claim: Claim, plays: Plays, case: Case, calls: Sequence[Call]) -> list[Call]:
    """Two objects are interleaved. Where that shows nothing, a game that an object does not lose by itself, and loses
    once others have learned, shows it, too.
    """

    def interleaved(make: Recorder) -> bool:
        return _interleaved(make, case, calls, ASKED)

    def after_others(make: Recorder) -> bool:
        for _ in range(OTHERS):
            _learn_the_contrary(make, case, calls)
            if _loses(claim, plays, case, make):
                return True
        return False

    def is_lost_by_itself() -> bool:
        plays.start_anew()
        return _loses(claim, plays, case, plays.make)

    if shown := _shown(interleaved, plays, case, REPEATS, plays.start_anew):
        return shown
    if not _shown(after_others, plays, case, 0, plays.start_anew) or is_lost_by_itself():
        return []
    shown = _shown(after_others, plays, case, REPEATS, plays.start_anew)
    return [] if shown and any(is_lost_by_itself() for _ in range(ALONE)) else shown


def goes_otherwise_from_the_start(claim: Claim, plays: Plays, outcome: Outcome) -> bool:
    """Whether the game goes otherwise in a new process; False where there can be none."""
    if not plays.start_anew():
        return False
    again = _alone(claim, plays, outcome.case, plays.make)
    return again.verdict != "timed-out" and differs(outcome, again)


def _loses(claim: Claim, plays: Plays, case: Case, make: Make) -> bool:
    """Whether an object loses the game. Running out of time shows nothing: all games together have one limit."""
    outcome = _alone(claim, plays, case, make)
    return outcome.failed and outcome.verdict != "timed-out"


def _alone(claim: Claim, plays: Plays, case: Case, make: Make) -> Outcome:
    plays.draw_for(case)
    return judge(claim, Behind(make), case, steps=False)


def _shown(
    show: Callable[[Recorder], bool],
    plays: Plays,
    case: Case,
    repeats: int,
    before: Callable[[], object] = lambda: None,
) -> list[Call]:
    """The calls that show it, if they do so again and again, each time with other random numbers; `before` is called
    ahead of every attempt.
    """
    attempts = [Recorder(plays.make) for _ in range(1 + repeats)]
    try:
        for number, attempt in enumerate(attempts):
            before()
            plays.draw_for(case, again=number)
            if not show(attempt):
                return []
    except (SubmissionError, ValueError, TypeError, IndexError):
        return []
    alike = len({len(attempt.calls) for attempt in attempts}) == 1
    return attempts[0].calls if alike else []


def calls_of(claim: Claim, plays: Plays, outcome: Outcome) -> list[Call]:
    """What an object is asked in a game that is over."""
    if outcome.trace is not None and plays_by_rounds(outcome.case):
        return asked(outcome.trace)
    recorder = Recorder(plays.make)
    judge(claim, Behind(recorder), outcome.case, steps=False)
    return recorder.calls


def _interleaved(make: Recorder, case: Case, calls: Sequence[Call], times: int) -> bool:
    """Whether an object that is asked what `calls` ask changes its answers while another one learns."""
    calls = [call for call in calls if call.learner == 0]
    first, other = make(*calls[0].arguments), make(*calls[0].arguments)
    learned = 0
    for number, call in enumerate(calls):
        if call.method in LESSONS:
            _call(first, call)
            learned += 1
        elif call.method != "__init__":
            before = _answers(first, call)
            if any(_answers(first, call) != before for _ in range(1, times)):
                return False
            for lesson in _lessons(case, calls, number, before):
                with suppress(SubmissionError):  # labels that nothing explains may be too much for it
                    _call(other, lesson)
                if lesson.method in LESSONS and _answers(first, call) != before:
                    return True
        if learned == ROUNDS:
            break
    return False


def _lessons(case: Case, calls: Sequence[Call], number: int, answers: list[object]) -> Iterator[Call]:
    """What another object is called with, so that it would answer the call of this number otherwise than `answers`.

    An online learner is told the label that was not answered, then the other one. A batch learner is fitted to the
    first example with another label: one example suits every learner but logistic regression, whose samples no
    halfspace separates.
    """
    coming = next((call for call in calls[number:] if call.method == "update"), None)
    if coming is not None:
        question = calls[number]
        x, y = coming.arguments
        for label in sorted((y, -y), key=lambda answer: answers == [answer]):
            yield question
            yield Call(1, "update", (x, label), {})
        return
    fitted = next((call for call in reversed(calls[:number]) if call.method == "fit"), None)
    if fitted is None:
        return
    X, y = fitted.arguments[:2]
    some = slice(None) if isinstance(case, LogisticSample) else slice(1)
    weights = {name: None if value is None else value[some] for name, value in fitted.named.items()}
    yield Call(1, "fit", (X[some], -y[some]), weights)


def _learn_the_contrary(make: Recorder, case: Case, calls: Sequence[Call]) -> None:
    """Another object learns other labels than those of the game."""
    calls = [call for call in calls if call.learner == 0]
    with suppress(SubmissionError):
        other = make(*calls[0].arguments)
        for call in calls:
            if call.method == "update":
                x, y = call.arguments
                _call(other, Call(1, "update", (x, -y), {}))
        for number, call in enumerate(calls):
            if call.method == "fit":
                for lesson in _lessons(case, calls, number + 1, []):
                    _call(other, lesson)
                return


def _call(learner: object, call: Call) -> object:
    answer: object = getattr(learner, call.method)(*call.arguments, **call.named)
    return answer


def _answers(learner: object, call: Call) -> list[object]:
    answers: list[object] = np.asarray(_call(learner, call)).ravel().tolist()
    return answers
