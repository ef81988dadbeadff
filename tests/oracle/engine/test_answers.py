"""Verdicts and messages do not depend on the type in which an answer came, nor on where the learner runs.

The contract: 'A prediction is any number equal to +1 or −1: int, float, Fraction, numpy scalar, 0-d or one-element
array; where an array is due, a list will do. … Anything else (None, NaN, 0.5, `True`, a wrong shape, an exception) is
an invalid prediction and is reported as such.' test_process.py holds answers from another process to it.
"""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest
from catalogue import CLAIMS
from chosen import few

from learncheck.exact.answers import shown
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Behind
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import at_random, everything
from learncheck.theorems.language.claim import Claim

Retyped = Callable[[Any], Any]

ONE: dict[str, Retyped] = {
    "an int": int,
    "a float": float,
    "a Fraction": Fraction,
    "a Decimal": Decimal,
    "int8": np.int8,
    "float32": np.float32,
    "float64": np.float64,
    "0-d": np.array,
    "0-d float": lambda y: np.array(y, dtype=float),
    "one element": lambda y: np.array([y]),
    "one float": lambda y: np.array([[y]], dtype=float),
    "longdouble": np.longdouble,
    "one object": lambda y: np.array([Fraction(y)], dtype=object),
}
"""Ways to answer with a number that is due."""

ROW: dict[str, Retyped] = {
    "ints": np.asarray,
    "a list": list,
    "a tuple": tuple,
    "floats": lambda row: np.asarray(row, dtype=float),
    "float64s": lambda row: [np.float64(y) for y in row],
    "Fractions": lambda row: [Fraction(float(y)) for y in row],
    "objects": lambda row: np.array([Fraction(float(y)) for y in row], dtype=object),
    "one element each": lambda row: [np.array([y]) for y in row],
}
"""Ways to answer with an array that is due."""


class Answering:
    """A learner whose answers are changed on their way to the judge."""

    def __init__(self, learner: Any, change: Retyped) -> None:
        self._learner, self._change = learner, change

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._learner, name)
        return (lambda *given: self._change(value(*given))) if name in ("predict", "probabilities") else value


def answering(claim: Claim, change: Retyped) -> Callable[..., Answering]:
    """Makes the claim's own learner with changed answers."""

    def make(*arguments: Any) -> Answering:
        return Answering(claim.learner(*arguments), change)

    return make


def contrary(answer: Any) -> Any:
    """A wrong answer in place of a right one: other labels, other reals, other probabilities."""
    if np.ndim(answer) == 0:
        return -int(answer) or 1
    row = np.asarray(answer)
    if (row >= 0).all() and abs(row.sum() - 1) < 1e-9 and row.dtype.kind == "f":
        return row[::-1]
    return row + 1 if row.dtype.kind == "f" else np.where(row == 1, -1, 1)


def at_both_places(claim: Claim, make: Callable[..., Any], case: Case) -> Iterator[Outcome]:
    """The outcomes of an author's own learner, and of the same learner behind the checks of a submission."""
    yield judge(claim, make, case)
    yield judge(claim, Behind(partial(LocalLearner, make)), case)


def reported(outcome: Outcome) -> Any:
    """All that a report can tell of how the game went."""
    trace = outcome.trace
    played = trace and (trace.rounds.predictions, [*trace.rounds.mistakes()], trace.facts)
    sides = outcome.observed, outcome.bound
    return outcome.verdict, outcome.message, re.sub("0x[0-9a-f]+", "", repr((sides, played)))


CONFORMANCE = [claim_id for claim_id in CLAIMS if claim_id.endswith("-conforms")]


def some_cases(claim: Claim) -> Iterator[Case]:
    """Small and drawn cases of the claim."""
    assert claim.cases.enumerated is not None
    smallest = everything(claim.build(claim.cases.quick, claim.cases.enumerated))
    drawn = at_random(claim.build(claim.cases.search, claim.cases.build), 0)
    return (case for stream in (smallest, drawn) for case, _ in islice(stream, 60))


def failing_case(claim: Claim) -> Case:
    """A case in which answers contrary to those of the claim's own learner fail."""
    return next(case for case in some_cases(claim) if judge(claim, answering(claim, contrary), case).failed)


def is_asked_for_rows(claim: Claim) -> bool:
    """Whether an array is due where its learner is asked."""
    return hasattr(claim.learner, "fit") or hasattr(claim.learner, "probabilities")


@few(12)
@pytest.mark.parametrize("claim_id", CONFORMANCE)
def test_an_answer_counts_the_same_in_every_type(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    right, wrong = answering(claim, lambda answer: answer), answering(claim, contrary)
    failing = failing_case(claim)
    for make, change in ((right, lambda answer: answer), (wrong, contrary)):
        due = reported(judge(claim, make, failing))
        for way, retyped in (ROW if is_asked_for_rows(claim) else ONE).items():
            retyping = answering(claim, lambda answer, change=change, to=retyped: to(change(answer)))
            for outcome in at_both_places(claim, retyping, failing):
                assert reported(outcome) == due, way


NO_NUMBER: dict[str, Any] = {
    "None": None,
    "nan": float("nan"),
    "True": True,
    "a numpy bool": np.True_,
    "a string": "+1",
    "two elements": np.array([1, -1]),
    "no element": np.array([]),
    "a complex number": 2j,
    "a dictionary": {},
}
NO_LABEL: dict[str, Any] = {**NO_NUMBER, "a half": 0.5, "two": np.int64(2), "a list": [1]}
"""Answers that are none where a label is due."""


@pytest.mark.parametrize("answer", NO_LABEL.values(), ids=NO_LABEL)
@pytest.mark.parametrize("claim_id", ["halving-conforms", "perceptron-mistakes", "winnow-conforms"])
def test_what_is_no_label_is_called_that(claim_id: str, answer: Any) -> None:
    claim = CLAIMS[claim_id]
    case = failing_case(claim)
    for outcome in at_both_places(claim, answering(claim, lambda right: answer), case):
        assert outcome.verdict == "invalid"
        assert outcome.message.startswith(f"predict returned {shown(answer)}; a label is ")


NO_ROW: dict[str, Callable[[Any], Any]] = {
    "a number": lambda row: 1,
    "one too few": lambda row: row[1:],
    "one too many": lambda row: [*row, row[0]],
    "another shape": lambda row: np.reshape(row, (1, -1)),
    **{f"an element: {name}": lambda row, value=value: [value, *row[1:]] for name, value in NO_NUMBER.items()},
}
"""Answers that are none where an array is due."""


@pytest.mark.parametrize("change", NO_ROW.values(), ids=NO_ROW)
@pytest.mark.parametrize(
    "claim_id", ["rectangle-erm-conforms", "least-squares-conforms", "randomized-weighted-majority-conforms"]
)
def test_what_is_no_row_of_numbers_is_called_that(claim_id: str, change: Callable[[Any], Any]) -> None:
    claim = CLAIMS[claim_id]
    case = failing_case(claim)
    here, behind = at_both_places(claim, answering(claim, change), case)
    assert here.verdict == behind.verdict == "invalid"
    assert here.message == behind.message
