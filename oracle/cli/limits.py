"""The limits that a call may set: those that an assignment may set."""

from __future__ import annotations

import click

from learncheck.oracle.grading.assignment import LARGEST_MEMORY, MOST

MEMORY = click.IntRange(128, LARGEST_MEMORY)


class Seconds(click.FloatRange):
    """So many seconds at least, and no more than an assignment may say; NaN is in every range of floats."""

    def __init__(self, least: float) -> None:
        super().__init__(least, MOST)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        return self.fail("nan is not a number of seconds.", param, ctx) if seconds != seconds else seconds
