"""The `…-conforms` claims of batch learners: the answers, on and off the sample, are those of some legal run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Eq

from learncheck.exact.decimals import decimal, distinct
from learncheck.strategies.play.case import Snapshot, Trace, once
from learncheck.theorems.language.claim import Claim, Family, NotExposed, Source, quantity

F = quantity("F", "1 where an answer fits no legal run, otherwise 0")


@dataclass(frozen=True)
class BatchFit:
    """Whether the answers are those of the algorithm. `why` says why not or, if `ok`, what was not judged."""

    ok: bool
    why: str = ""


FITS = BatchFit(True)

Row = Sequence[float]
Answers = Sequence[tuple[Row, float]]
"""Instances with what was answered on them."""


def _shown(x: Row, answers: Answers) -> str:
    """The point, in as many digits as tell it from the others that were asked."""
    texts = distinct((v for point, _ in answers for v in point), lambda v: decimal(float(v)))
    return f"({', '.join(texts[v] for v in x)})"


def no_labels(answers: Answers) -> BatchFit | None:
    """A misfit if some answer is no label."""
    for x, h in answers:
        if h not in (1, -1):
            return BatchFit(False, f"it answers {h:g} on {_shown(x, answers)}, where +1 or -1 was expected")
    return None


def other_than(answers: Answers, due: Mapping[tuple[float, ...], int], because: str) -> BatchFit | None:
    """A misfit if some answer is not the one that is due, where `because` names {due}."""
    for x, h in answers:
        if due[tuple(x)] != h:
            return BatchFit(False, f"it answers {h:+g} on {_shown(x, answers)}, {because.format(due=due[tuple(x)])}")
    return None


def fault(faulty: bool, why: str) -> BatchFit | None:
    """A misfit for this reason, if there is one."""
    return BatchFit(False, why) if faulty else None


def batch_conforms(
    claim_id: str,
    learner: type,
    statement: str,
    *sources: Source,
    cases: Family,
    fit: Callable[[Trace], BatchFit],
    **options: Any,
) -> Claim:
    """Claim that the batch learner follows the notes' algorithm on the family's samples, as `fit` judges.

    Everything else is passed to `Claim`, also in place of what is common to these claims.
    """
    fitted = once(fit)
    common = dict(
        sources=sources,
        label="exact",
        learner=learner,
        cases=cases,
        measure=lambda trace: {F: int(not fitted(trace).ok)},
        why=lambda trace: fitted(trace).why,
        bound=Eq(F, 0),
        reading="ours",
        conformance=True,
    )
    return Claim(claim_id, statement, **{**common, **options})


def exposed_weights(state: Snapshot, size: int) -> NDArray[np.float64]:
    """Return the learner's w as floats, shape (size,), be it a row or a column.

    Raises NotExposed if it does not consist of so many finite numbers.
    """
    try:
        w = np.asarray(state["w"], dtype=float).ravel()
    except (KeyError, TypeError, ValueError):
        raise NotExposed("the learner exposes no array of numbers as w") from None
    if w.shape != (size,) or not np.isfinite(w).all():
        raise NotExposed(f"w is {w}, not {size} finite numbers")
    return w
