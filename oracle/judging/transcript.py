"""Lay out a played case as a table: round, instance, prediction, label, mistakes so far, and the proof's quantities.

If predictions incur losses, the loss so far takes the place of the mistakes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from types import MappingProxyType
from typing import TypeGuard

import numpy as np
from sympy import Expr

from learncheck.exact.decimals import Number, decimal, distinct
from learncheck.oracle.judging.figures import column, number
from learncheck.oracle.notation import GREEK, plain_text
from learncheck.strategies.play.case import RoundsCase, Snapshot, Trace
from learncheck.strategies.play.games import Game
from learncheck.strategies.play.losses import LossGame
from learncheck.theorems.language.claim import Claim, NotExposed, Values

Row = list[str]

MOST_ROWS, MOST_COLUMNS = 12, 20
"""The most rows and columns of a matrix that are shown."""

STATE = ("w", "A", "alive")
"""The attributes of a learner's state that pictures show, if it exposes them."""


def transcript(claim: Claim, trace: Trace) -> tuple[Row, list[Row]]:
    """Return the header and the rows of a game's table. There are no rows if the case is not played in rounds."""
    values = _measured(claim, trace) if trace.rounds else {}
    watched = [state(claim, round.after, values, trace) for round in trace.rounds]
    names = list(dict.fromkeys(name for quantities in watched for name in quantities))
    costs = isinstance(trace.case, LossGame)
    columns = {name: iter(column([quantities[name] for quantities in watched if name in quantities])) for name in names}
    # Instances that differ look different, however little; the D_t of a booster are results of its own, and rounded.
    instances = together(trace.rounds.instances, rounded=not isinstance(trace.case, Game))
    totals = together(trace.rounds.labels + trace.rounds.predictions, rounded=True) if costs else show
    head = ["round", *(trace.case.headings or RoundsCase.headings), *names]
    written = label if isinstance(trace.case, Game) and not costs else totals
    labelled = label if head[3] == "label" and not costs else totals
    rows = []
    losses = trace.losses if costs else [plain(round.mistake) for round in trace.rounds]
    figures = trace.case.figures(trace) if hasattr(trace.case, "figures") else accumulate(losses)
    for index, (round, figure, quantities) in enumerate(zip(trace.rounds, figures, watched, strict=True), start=1):
        answer, due = (round.prediction, round.label) if costs else (_signed(round.prediction), _signed(round.label))
        prediction = written(answer) + " ✗" * (round.mistake is True and not costs)
        rows.append(
            [str(index), instances(round.instance), prediction, labelled(due), show(figure)]
            + [next(columns[name]) if name in quantities else "" for name in names]
        )
    return head, rows


def _measured(claim: Claim, trace: Trace) -> Values:
    """Return the quantities of the game, or none if they cannot be computed from a submission's answers or states.

    In that case the verdict says so.
    """
    try:
        return claim.measure(trace)
    except Exception:
        return {}


def plain(mistake: bool | float) -> int | float:
    """Return a mistake as a number that can be added up."""
    return int(mistake) if isinstance(mistake, bool | np.bool_) else mistake


def label(value: object) -> str:
    """Format a label with its sign, or whatever takes its place."""
    one = value.item() if isinstance(value, np.generic) else value
    return "+1" if type(one) in (int, float) and one == 1 else show(value)


def state(claim: Claim, snapshot: Snapshot, values: Values, trace: Trace) -> dict[str, object]:
    """Return the proof's quantities at one moment, or none if the learner does not expose the state that they need."""
    if not claim.watch or any(name not in snapshot for name in claim.watch):
        return {}
    try:
        return {symbol.name: value for symbol, value in claim.state(snapshot, values, trace).items()}
    except (NotExposed, ValueError, TypeError, AttributeError, LookupError, ArithmeticError):
        return {}  # a submission's state may have another shape


def facts_of(claim: Claim, trace: Trace) -> list[Row]:
    """Describe the case in the theorem's words, one row per name, with what was found if the case is not a game."""
    try:
        words = trace.case.in_words(trace) if claim.in_words is None else claim.in_words(trace)
    except Exception as error:  # an author's own code may raise anything
        words = {"in_words": f"raises {type(error).__name__}: {error}"}
    outcome = {READABLE.get(name, name.replace("_", " ")): _signed(v) for name, v in trace.case.outcome(trace).items()}
    plain_facts = {name: value for name, value in outcome.items() if not _is_built(value) and not _is_empty(value)}
    shown = {name: value for name, value in {**words, **plain_facts}.items() if not _is_nothing(value)}
    points = together([shown[name] for name in POINTS if name in shown])
    return [
        [GREEK.get(name, name), laid_out(value, points if name in POINTS else together([value]))]
        for name, value in shown.items()
    ]


POINTS = ("X", "also asked")
"""Rows of points among which one may be looked for."""

READABLE = {"predictions": "answers", "beyond": "also answered"}
"""Names of fields that a reader would not understand."""


def _signed(value: object) -> object:
    """Return a row of labels with their signs, and any other value as it is."""
    row = value.tolist() if isinstance(value, np.ndarray) and value.ndim == 1 else value
    if isinstance(row, list | tuple) and all(type(entry) in (int, float) and entry in (1, 0, -1) for entry in row):
        return tuple(map(label, row))
    return value


def _is_nothing(value: object) -> bool:
    """Return whether the value stands for something absent: a switch that is off, an empty list."""
    return value is None or value is False or (isinstance(value, list | tuple) and not value)


def _is_empty(value: object) -> bool:
    """Return whether the value is a mapping of nothing, which the facts of a game may be."""
    return isinstance(value, Mapping) and not value


def _is_built(value: object) -> bool:
    """Return whether the value is, or contains, an object of the program or nested tuples, so that it cannot be shown
    plainly.
    """
    if isinstance(value, list | tuple):
        return any(_is_built(entry) or _nested(entry) for entry in value)
    return is_dataclass(value)


def _nested(value: object) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 1
    return isinstance(value, list | tuple) and any(isinstance(entry, list | tuple) for entry in value)


def laid_out(value: object, show: Callable[[object], str]) -> str:
    """Lay out a table of numbers in aligned columns, one line per row. Format any other value with `show`."""
    if value is True:
        return "yes"
    rows = value.tolist() if isinstance(value, np.ndarray) else value
    if not _is_table(rows):
        return show(value)
    wide = ["…"] * (len(rows[0]) > MOST_COLUMNS)
    cells = [[show(cell) for cell in row[:MOST_COLUMNS]] + wide for row in rows[:MOST_ROWS]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [" ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(lines + ["…"] * (len(rows) > MOST_ROWS))


def _is_table(rows: object) -> TypeGuard[Sequence[Sequence[object]]]:
    if not isinstance(rows, list | tuple) or not rows or not all(isinstance(row, list | tuple) for row in rows):
        return False
    flat = all(isinstance(cell, int | float | Fraction) for row in rows for cell in row)
    return flat and len(set(map(len, rows))) == 1 and bool(rows[0])


def together(values: Iterable[object], *, rounded: bool = False) -> Callable[[object], str]:
    """Return a `show` for values in which numbers that differ look different.

    rounded: whether they may look alike if rounding may have made the difference.
    """
    return partial(show, texts=distinct(_numbers(values), _figure, rounded=rounded))


def _numbers(value: object) -> Iterator[Number]:
    """Yield the numbers in a value."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        yield value
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for entry in (*value, *value.values()) if isinstance(value, Mapping) else value:
            yield from _numbers(entry)


def _figure(value: Number) -> str:
    return decimal(value) if isinstance(value, float) else number(value)


def show(value: object, texts: Mapping[Number, str] = MappingProxyType({})) -> str:
    """Format a value as one would write it on a blackboard, cut if it is long. `texts` has numbers in figures."""
    if isinstance(value, np.ndarray):
        return show(tuple(value.tolist()) if value.ndim else value.item(), texts)
    if isinstance(value, np.generic):
        return show(value.item(), texts)
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float | Fraction):
        return (texts.get(value) or _figure(value)).replace("-", "−")
    if isinstance(value, list | tuple):
        if len(value) > LONG and (few := _few_of(value, texts)):
            return few
        inside = [show(entry, texts) for entry in value[:LONG]] + ["…"] * (len(value) > LONG)
        return f"({', '.join(inside)})"
    if isinstance(value, set | frozenset):
        shown = sorted((show(entry, texts) for entry in value), key=lambda text: (len(text), text))
        return cut(f"{{{', '.join(shown)}}}")
    if isinstance(value, Mapping):
        return cut(f"{{{', '.join(f'{show(key, texts)}: {show(entry, texts)}' for key, entry in value.items())}}}")
    if is_dataclass(value) and not isinstance(value, type):
        written = (f"{field.name} {show(getattr(value, field.name), texts)}" for field in fields(value) if field.repr)
        return cut(", ".join(written))
    return cut(plain_text(value) if isinstance(value, Expr) else str(value))


LONG, FEW = 12, 3
"""A vector with more entries than `LONG` is described by its nonzero entries if there are at most `FEW`."""


def _few_of(value: Sequence[object], texts: Mapping[Number, str]) -> str:
    """Describe a vector that is almost everywhere 0, as in "1 in place 13, 0 elsewhere"; return "" for any other."""
    if not all(isinstance(entry, int | float | Fraction) and not isinstance(entry, bool) for entry in value):
        return ""
    there = [(index, entry) for index, entry in enumerate(value, start=1) if entry]
    if not 0 < len(there) <= FEW:
        return ""
    return ", ".join([*(f"{show(entry, texts)} in place {index}" for index, entry in there), "0 elsewhere"])


def cut(text: str) -> str:
    """Return the text, cut to 60 characters."""
    return text if len(text) <= 60 else text[:59] + "…"
