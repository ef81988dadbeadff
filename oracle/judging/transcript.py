"""A played case as a table: round, instance, prediction, label, mistakes so far, and the proof's quantities.

Where predictions are numbers or vectors that cost something, what they cost so far stands in the place of mistakes.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from learncheck.oracle.judging.decide import number
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim, NotExposed, Values

Row = list[str]


def transcript(claim: Claim, trace: Trace) -> tuple[Row, list[Row]]:
    """The head and the rows of the table of a game; no rows where the case is not played in rounds."""
    values = claim.measure(trace) if trace.rounds else {}
    watched = [state(claim, each.after, values, trace) for each in trace.rounds]
    names = list(dict.fromkeys(name for quantities in watched for name in quantities))
    costs = hasattr(trace.case, "loss")
    head = ["round", "instance", "prediction", "label", "loss" if costs else "mistakes", *names]
    rows = []
    so_far: Any = 0
    losses = trace.losses if costs else [each.mistake for each in trace.rounds]
    for index, (each, loss, quantities) in enumerate(zip(trace.rounds, losses, watched, strict=True), start=1):
        so_far += loss
        told = f"{show(each.prediction)} ✗" if each.mistake is True and not costs else show(each.prediction)
        rows.append(
            [str(index), show(each.instance), told, show(each.label), show(so_far)]
            + [quantities.get(name, "") for name in names]
        )
    return head, rows


def state(claim: Claim, snapshot: Any, values: Values, trace: Trace) -> dict[str, str]:
    """The proof's quantities at one moment, where the learner exposes the state that they need."""
    if not claim.watch or any(name not in snapshot for name in claim.watch):
        return {}
    try:
        return {symbol.name: number(value) for symbol, value in claim.state(snapshot, values, trace).items()}
    except (NotExposed, ValueError, TypeError, AttributeError, IndexError, ArithmeticError):
        return {}  # a submission's state of another shape explains nothing


def facts(trace: Trace) -> list[Row]:
    """What a case that is not played in rounds found, a line a fact."""
    return [[name, show(value)] for name, value in trace.facts.items()]


def show(value: Any) -> str:
    """A value as one would write it on a blackboard, cut where it is long."""
    if isinstance(value, np.ndarray):
        return show(tuple(value.tolist()))
    if isinstance(value, np.generic):
        return show(value.item())
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float | Fraction):
        text = f"{value:.6g}" if isinstance(value, float) else number(value)
        return text.replace("-", "−")
    if isinstance(value, list | tuple):
        inside = [show(each) for each in value[:12]] + ["…"] * (len(value) > 12)
        return f"({', '.join(inside)})"
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"
