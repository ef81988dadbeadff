"""What a submission can do wrong: each way has an exception, and the verdict that reports give on it."""

import os
import traceback
from typing import Literal

from learncheck.exact.answers import LearnerRaised, cleaned, type_name

Verdict = Literal["invalid", "crashed", "timed-out"]


class SubmissionError(Exception):
    """The submission failed. `verdict` is the word for it in reports, `message` is what a student reads, and `game` the
    index of the game in which it failed, among games played in lockstep; None if unknown.
    """

    verdict: Verdict = "crashed"
    game: int | None = None

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class InvalidPrediction(SubmissionError):
    """An answer that is not the expected label, row of labels or row of numbers."""

    verdict: Verdict = "invalid"


class Crashed(SubmissionError, LearnerRaised):
    """An exception in the submission, the end of its process, or bytes that are not a reply.

    `exception_names` are the exception's class and the built-in classes above it, `raised_in_submission`
    tells whether the submission's own code raised it; () and False if there was no exception.
    """

    verdict: Verdict = "crashed"

    def __init__(self, message: str, exception_names: tuple[str, ...] = (), raised_in_submission: bool = False):
        super().__init__(message)
        self.exception_names = exception_names
        self.raised_in_submission = raised_in_submission


class TimedOut(SubmissionError):
    """The budget of processor time or of waiting time is used up."""

    verdict: Verdict = "timed-out"


class LoadError(SubmissionError):
    """The file cannot be judged: it is missing, fails or hangs when imported, or defines no known learner."""

    def __init__(self, message: str, verdict: Verdict = "crashed"):
        super().__init__(message)
        self.verdict = verdict


class ImportFailed(LoadError):
    """Its own code failed or hung when it was imported, which is its failure and not that of the call."""


def refusal_text(error: Exception) -> str:
    """What a learner gets to know about an exception raised by a callable that it was given."""
    return cleaned(f"{error}" or type_name(type(error)))


def in_one_line(error: BaseException) -> str:
    """The error's class and message."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def ours(error: BaseException) -> str:
    """An error in this program, not the submission's, in one line with its location."""
    frames = traceback.extract_tb(error.__traceback__)
    return in_one_line(error) + (f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else "")
