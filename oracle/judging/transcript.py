"""A played case as a table: round, instance, prediction, label, mistakes so far, and the proof's quantities.

Where predictions are numbers or vectors that cost something, what they cost so far stands in the place of mistakes.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from learncheck.oracle.judging.figures import number
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim, NotExposed, Values

Row = list[str]

MOST_ROWS, MOST_COLUMNS = 12, 20
"""A larger table is cut."""


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


def told(claim: Claim, trace: Trace) -> list[Row]:
    """The case in the theorem's words, a line a name, and what it found where it is no game."""
    try:
        words = trace.case.in_words(trace) if claim.in_words is None else claim.in_words(trace)
    except Exception as error:  # an author's own code
        words = {"in_words": f"raises {type(error).__name__}: {error}"}
    found = {} if hasattr(trace.case, "arguments") else trace.facts
    return [[name, laid_out(value)] for name, value in {**words, **found}.items()]


def laid_out(value: Any) -> str:
    """A table of numbers a line a row, in columns; any other value as `show` has it."""
    rows = value.tolist() if isinstance(value, np.ndarray) else value
    if not _is_table(rows):
        return show(value)
    wide = ["…"] * (len(rows[0]) > MOST_COLUMNS)
    cells = [[show(each) for each in row[:MOST_COLUMNS]] + wide for row in rows[:MOST_ROWS]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [" ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(lines + ["…"] * (len(rows) > MOST_ROWS))


def _is_table(rows: Any) -> bool:
    if not isinstance(rows, list | tuple) or not rows or not all(isinstance(row, list | tuple) for row in rows):
        return False
    flat = all(isinstance(each, int | float | Fraction) for row in rows for each in row)
    return flat and len(set(map(len, rows))) == 1 and bool(rows[0])


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
