"""The training of a booster."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from learncheck.oracle.report.scenes.rounds import Array
from learncheck.strategies.play.case import Trace


@dataclass(frozen=True)
class Boosted:
    """The bound exp(−2γ²t) for t = 0, 1, …, T; the training error after each round and the product of the Z_t.

    D: the distribution of each round, a row a round, and `wrong` where the round's hypothesis errs. margins: of the
    examples in the vote of all rounds, between −1 and 1. Of a submission neither is known but the training error `own`
    after the last round: its distributions and its vote need not be AdaBoost's. Beside it all else is that of the
    reference learner.
    """

    bound: tuple[float, ...]
    error: tuple[float, ...] = ()
    product: tuple[float, ...] = ()
    D: Array | None = None
    wrong: Array | None = None
    margins: Array | None = None
    gamma: str = ""
    own: float | None = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        told = "The training error after t rounds stays under the product of the factors Zₜ, and that under the bound."
        if self.D is None:
            return told
        return (
            told + " Below: the weight of each example, round by round, orange where hₜ errs on it; "
            "and the margins y·f(x) after the last round: an example that is answered wrongly has one of at most 0."
        )


def boosted(trace: Trace) -> Boosted | None:
    """The scene of AdaBoost's training."""
    weak, calls = trace.facts["weak learner"], trace.facts["calls"]
    copies, labels = np.asarray(weak.copies, dtype=float), np.asarray(weak.labels)
    votes, total = np.zeros(len(labels)), 0.0
    error, product, wrong = [1.0], [1.0], []
    for call in calls:
        epsilon = float(call.error)
        if not 0 < epsilon < 1:
            return None
        weight = np.log(1 / epsilon - 1) / 2
        votes, total = votes + weight * np.asarray(call.labels), total + abs(weight)
        amiss = np.sign(np.round(votes, 12)) != labels
        error.append(float(copies[amiss].sum() / copies.sum()))
        product.append(product[-1] * 2 * float(np.sqrt(epsilon * (1 - epsilon))))
        wrong.append(np.asarray(call.labels) != labels)
    D, there = [np.asarray(call.handed, dtype=float) for call in calls], copies > 0
    counts = copies[there]
    per_row = len(D) > 0 and len(D[0]) == int(copies.sum())
    found = Boosted(bounds(trace, len(calls)), tuple(error), tuple(product), gamma=str(trace.facts["gamma"]))
    if not per_row or not total or int(there.sum()) > 24 or len(D) > 24:
        return found
    cuts = np.cumsum(np.concatenate([[0], counts]))[:-1].astype(int)
    grouped = np.array([np.add.reduceat(each / each.sum(), cuts) for each in D])
    return replace(found, D=grouped, wrong=np.array(wrong)[:, there], margins=(labels * votes / total)[there])


def boosted_by_submission(learner: Any, trace: Trace) -> Boosted:
    """The same of a submission, whose training error is all that is known."""
    own = float(trace.facts["training error"])
    right = boosted(trace.case.play(learner))
    if right is not None and len(right.bound) == int(trace.facts["T"]) + 1:
        return replace(right, own=own)
    return Boosted(bounds(trace, int(trace.facts["T"])), gamma=str(trace.facts["gamma"]), own=own)


def bounds(trace: Trace, rounds: int) -> tuple[float, ...]:
    """exp(−2γ²t) for t = 0, …, rounds."""
    gamma = float(trace.facts["gamma"])
    return tuple(float(np.exp(-2 * gamma**2 * t)) for t in range(rounds + 1))
