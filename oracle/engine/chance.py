"""Detects learners whose answers change when the same game is played again."""

from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Trace

RANDOM = (
    "; the learner is random: its answers differed when the same game was played again "
    "(it draws at random, or keeps state outside its objects)"
)
REPLAYS = 20
"""How often a game is replayed to see whether the learner is random. A learner that tosses one coin a game repeats
itself this often by chance about once in a million times."""


def differs(first: Outcome, again: Outcome) -> bool:
    """Whether two outcomes of the same case differ in their verdicts or in a prediction."""
    return first.verdict != again.verdict or predictions(first.trace) != predictions(again.trace)


def predictions(trace: Trace | None) -> list[object]:
    """The predictions, round by round, as values that compare with ==."""
    answers = [] if trace is None else trace.rounds.predictions
    return [answer.tolist() if hasattr(answer, "tolist") else answer for answer in answers]
