"""The `…-conforms` claims of batch learners: the answers, on and off the sample, are those of some legal run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Eq

from learncheck.strategies.play.case import Trace, once
from learncheck.theorems.language.claim import Claim, Family, Source, quantity

F = quantity("F", "1 where an answer fits no legal run, otherwise 0")


@dataclass(frozen=True)
class BatchFit:
    """Whether the answers are those of the algorithm. `why` says why not or, if `ok`, what was not judged."""

    ok: bool
    why: str = ""


FITS = BatchFit(True)


def batch_conforms(
    claim_id: str,
    learner: type,
    statement: str,
    *sources: Source,
    cases: Family,
    fit: Callable[[Trace[Any, Any]], BatchFit],
    **told: Any,
) -> Claim:
    """Claim that the batch learner follows the notes' algorithm on the family's samples, as `fit` judges.

    Everything else is passed to `Claim`, also in place of what is common to these claims.
    """
    known = once(fit)
    common = dict(
        sources=sources,
        label="exact",
        learner=learner,
        cases=cases,
        measure=lambda trace: {F: int(not known(trace).ok)},
        why=lambda trace: known(trace).why,
        bound=Eq(F, 0),
        reading="ours",
        conformance=True,
    )
    return Claim(claim_id, statement, **{**common, **told})
