"""Hints at what a wrong learner may have misunderstood: known mistakes (`learners.foils`) that give its answers."""

import itertools
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from learncheck.learners import LEARNERS
from learncheck.learners.foils import Foil, foils
from learncheck.learners.foils.mistakes import Unweighted, mistakes
from learncheck.oracle.boundary.conventions import ARGUMENTS
from learncheck.oracle.boundary.failures import SubmissionError
from learncheck.oracle.boundary.plain import METHOD
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.recorder import Call, Recorder
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.halfspaces.regression import LogisticSample
from learncheck.strategies.play.case import Case, LearnerCase, Make, Trace
from learncheck.strategies.play.choices import BadFamily, at_random
from learncheck.strategies.play.games import plays_by_rounds
from learncheck.theorems.language.claim import Claim

if TYPE_CHECKING:
    from learncheck.oracle.boundary.local import LocalLearner
    from learncheck.oracle.boundary.process import RemoteLearner

ZERO_AND_ONE = (
    "likely mistake: it answers 0 and 1, but the labels are −1 and +1 (if your course uses 0 and 1, its assignment "
    "can say so: labels = [0, 1] under [adapt.all])"
)

OTHERS = 12
"""The number of further games compared: in one small game many mistakes look alike."""


def hint(claim: Claim, plays: Plays, learner: str, lost: Trace | None, seed: int) -> str:
    """The possible mistakes in a sentence; "" if no known mistake gives the learner's answers."""
    if lost is None:
        return ""
    candidates = [
        foil for foil in (*foils(), *mistakes())
        if foil.reference.__name__ == learner and hasattr(foil.learner, "predict")
    ]  # fmt: skip
    cases = [case for case, _ in itertools.islice(at_random(claim.build(claim.cases.scout), seed), OTHERS)]
    if not plays_by_rounds(lost.case):
        return _stopped_early(plays, lost.case) or _hint_in_batch(plays, [lost.case, *cases], candidates)
    games = [lost]
    for case in cases:
        with suppress(SubmissionError, BadFamily):  # what could be played is compared
            games.append(plays.play(case))
    answers = {round.prediction for game in games for round in game.rounds}
    if answers == {0, 1} and any(round.label == -1 for game in games for round in game.rounds):
        return ZERO_AND_ONE
    alike = [foil.wrong for foil in candidates if any(answers_as(foil, games, content) for content in (False, True))]
    return _sentence(alike, len(games), ALIKE)


ALIKE, AS_MANY_ERRORS = "answers exactly like yours", "makes as many errors as yours"


def _sentence(alike: Sequence[str], games: int, same: str) -> str:
    if not alike:
        return ""
    in_words = " or ".join(f"{wrong[:1].lower()}{wrong[1:].rstrip('.')}" for wrong in alike)
    compared = f"in all {games} games compared" if games > 1 else "in this game"
    return f"likely mistake: {in_words} (a learner with this bug {same} {compared})"


def _hint_in_batch(plays: Plays, cases: Sequence[Case], candidates: Sequence[Foil]) -> str:
    """The same of a batch learner: what it answers in these cases, the first of which it has lost."""
    games: list[tuple[Case, list[Call]]] = []
    for case in cases:
        with suppress(SubmissionError, BadFamily):
            plays.draw_for(case)
            games.append((case, _calls(plays.make, case)))
    labels = {float(answer) for _, calls in games for answer in _answers(calls)}
    if labels == {0, 1}:
        return ZERO_AND_ONE
    alike, same = list[str](), ""
    for foil in candidates:
        # One that leaves ties open is the learner's if it makes as many errors on every sample.
        read, by = (_errors, AS_MANY_ERRORS) if foil.learner is Unweighted else (_answers, ALIKE)
        with suppress(Exception):  # a foil may fail where the learner does not
            if all(read(_calls(foil.learner, case)) == read(calls) for case, calls in games):
                alike.append(foil.wrong)
                same = by
    return _sentence(alike, len(games), same)


def _calls(make: Make, case: Case) -> list[Call]:
    """All that the learners are asked in the case, one after the other, with their answers."""
    recorder = Recorder(make)
    case.play(recorder)
    return recorder.calls


def _answers(calls: Iterable[Call]) -> list[float]:
    answered = (call.answer for call in calls if call.method.startswith("predict"))
    return [value for answer in answered if answer is not None for value in np.ravel(answer).tolist()]


def _errors(calls: Iterable[Call]) -> list[int]:
    """How many examples the learner gets wrong of each sample that it has fitted and is then asked about."""
    errors, y = list[int](), np.zeros(0)
    for call in calls:
        if call.method == "fit":
            y = call.arguments[1]
        elif call.method.startswith("predict") and call.answer is not None:
            errors.append(int((np.asarray(call.answer)[: len(y)] != y).sum()))
    return errors


def _stopped_early(plays: Plays, case: Case) -> str:
    """Say so of a w whose logistic loss still falls along w itself, as it does on the way from 0 to the least loss."""
    if not isinstance(case, LogisticSample):
        return ""
    w = case.play(plays.make, ("w",)).facts.state.get("w")
    if w is None:
        return ""
    given = case.handed()
    margins = given.y * (given.X @ w)
    if not (margins / (1 + np.exp(margins))).sum() > 0:
        return ""
    return (
        "likely mistake: it stops before it has converged (a longer w has a smaller loss); take more "
        "steps, until the gradient is nearly 0"
    )


def misfit(plays: Plays, learner: str, outcome: Outcome) -> str:
    """Return how a class that crashed has another interface than the learner, in a sentence; "" if it has the same."""
    if outcome.verdict != "crashed" or learner not in LEARNERS:
        return ""
    batch = hasattr(LEARNERS[learner], "fit")
    if re.search(r"TypeError: .*(__init__\(\)|takes no arguments)", outcome.message.splitlines()[-1]):
        advice = f"the constructor should be {learner}({', '.join(ARGUMENTS.get(learner, ()))})"
    else:
        instance = plays.make(*(outcome.case.arguments() if isinstance(outcome.case, LearnerCase) else ()))
        if _has(instance, "fit" if batch else "update"):
            return ""
        way = (
            "a batch learner: fit(X, y), then predict(X)"
            if batch
            else "an online learner: predict(x), then update(x, y)"
        )
        advice = f"{learner} is {way}"
    other = f"Batch{learner}"
    if other in LEARNERS:
        advice += f"; if yours has fit(X, y) and predict(X), grade it with --learner {other}={learner}"
    return advice


def _has(instance: "RemoteLearner | LocalLearner", method: str) -> bool:
    """Return whether a submission's learner has a method of this name."""
    try:
        return instance.attribute(method) is METHOD
    except SubmissionError:
        return False


def answers_as(foil: Foil, games: Iterable[Trace], content: bool) -> bool:
    """Whether the foil, given the same instances and labels, answers as the learner did. Ties may go either way, but
    always the same one. If `content`, the foil does not update where the learner was right at a tie.
    """
    at_ties = set()
    for game in games:
        learner = foil.learner(*game.case.arguments())
        for round in game.rounds:
            x = round.instance.copy() if isinstance(round.instance, np.ndarray) else round.instance
            answer = learner.predict(x)
            if answer == 0:
                at_ties.add(int(round.prediction))
            if (answer != round.prediction and answer != 0) or len(at_ties) > 1:
                return False
            if not (content and answer == 0 and round.prediction == round.label):
                learner.update(x, round.label)
    return True
