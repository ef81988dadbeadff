"""A batch learner's sample as reports show it: the instances that the learner sees, and labels with their signs."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from learncheck.strategies.play.case import Case

Instances = Iterable[Iterable[Any]]

ENCODING = ("points", "denominator", "unit", "labels", "targets", "queries", "before", "again")
"""Fields from which cases build a sample. Readers see the sample instead."""

FLIPPED = "the same sample with all labels flipped"
FIRST_FLIPPED = "the first example with its label flipped"


def with_signs(labels: Iterable[int]) -> tuple[str, ...]:
    """The labels as +1 and −1."""
    return tuple("+1" if label == 1 else "−1" for label in labels)


def sample_in_words(
    case: Case, X: Instances, y: Sequence[Any], beyond: Instances = (), *, before: str = ""
) -> Mapping[str, Any]:
    """Return what `Case.in_words` says of a case that is a sample, its other fields included.

    X, beyond: the instances of the sample, and those that the learner is asked about as well.
    before:    what the learner is fitted to first, in words.
    """
    others = {name: getattr(case, name) for name in case.__struct_fields__ if name not in ENCODING}
    asked = {"also asked": further} if (further := _exactly(beyond)) else {}
    fitted = {"fitted before": before} if before else {}
    return {"X": _exactly(X), "y": y, **asked, **others, **fitted}


COARSE = 1024
"""Finer fractions are shown as decimals."""


def _exactly(rows: Instances) -> tuple[tuple[Fraction | float, ...], ...]:
    """The numbers as fractions, or as floats where the denominator is large."""
    every = [[Fraction(v) for v in x] for x in rows]
    return tuple(tuple(v if v.denominator <= COARSE else float(v) for v in x) for x in every)
