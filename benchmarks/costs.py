"""How the costs grow: `python -m benchmarks.costs` fits exponents over doublings, of operations and of seconds.

For each claim of `erm.costs`, one size is doubled and the others are fixed. The exponent is the slope of the least
squares line through (log size, log cost) over the last `FITTED` sizes, where the constant part is negligible. The
operations are the same on every run; the seconds are the least of several runs, and depend on how idle the machine is.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from learncheck.strategies.samples.images import integral_image
from learncheck.strategies.tables.costs import CostCase, FitCost, ImageCost, RoundCost, as_it_is, bisected_grid
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.notes.erm import costs

TITLE = "Growth of the costs, fitted over three doublings"

FITTED = 4
"""The number of sizes to which the line is fitted: three doublings."""

LEAST_SECONDS = 0.02
LEAST_RUNS = 5
"""The minimum number of runs of a size; LEAST_SECONDS is the minimum total time."""

Case = Callable[[int], CostCase]


@dataclass(frozen=True)
class Growth:
    """One row of the table: a claim, the size that is doubled, its values, and the exponent that the notes promise."""

    claim: Claim
    size: str
    values: Sequence[int]
    expected: str
    case: Case


def powers(first: int, last: int) -> list[int]:
    """2^first, ..., 2^last."""
    return [2**power for power in range(first, last + 1)]


def examples(kind: Any, n: int) -> Case:
    """Cases with m examples and n features."""
    return lambda m: FitCost(kind, m, n)


def features(kind: Any, m: int) -> Case:
    """Cases with n features and m examples."""
    return lambda n: FitCost(kind, m, n)


def image(pixels: int) -> CostCase:
    """The cost case of a square image."""
    return ImageCost(math.isqrt(pixels), math.isqrt(pixels))


GROWTHS = (
    Growth(costs.NAIVE_HALVING_COST, "n", powers(4, 10), "1", lambda n: RoundCost("thresholds", n, 1)),
    Growth(costs.HALVING_COST, "|H|", powers(6, 14), "1", lambda size: RoundCost("class", size)),
    Growth(costs.ELLIPSOID_COST, "d", powers(4, 9), "2", lambda d: RoundCost("vectors", d)),
    Growth(costs.PERCEPTRON_COST, "d", powers(6, 14), "1", lambda d: RoundCost("vectors", d)),
    Growth(costs.STUMP_COST, "m", powers(6, 13), "1", examples("stump", 4)),
    Growth(costs.STUMP_COST, "d", powers(3, 9), "1", features("stump", 32)),
    Growth(costs.CONJUNCTION_COST, "m", powers(4, 9), "1", examples("conjunction", 8)),
    Growth(costs.CONJUNCTION_COST, "n", powers(6, 11), "1", features("conjunction", 16)),
    Growth(costs.RECTANGLE_COST, "m", powers(6, 13), "1", examples("rectangle", 4)),
    Growth(costs.RECTANGLE_COST, "n", powers(6, 11), "1", features("rectangle", 16)),
    Growth(costs.AGNOSTIC_RECTANGLE_COST, "m", powers(1, 5), "at most 3", examples("subsets", 1)),
    Growth(costs.INTERVAL_COST, "m", powers(4, 8), "2", examples("interval", 1)),
    Growth(costs.LIST_COST, "m = n", powers(1, 5), "at most 3", lambda m: FitCost("list", m, m)),
    Growth(costs.FINITE_CLASS_COST, "m", powers(3, 8), "1", examples("class", 8)),
    Growth(costs.FINITE_CLASS_COST, "|H|", powers(3, 8), "1", features("class", 8)),
    Growth(costs.ADABOOST_COST, "m", powers(7, 13), "1", examples("boosting", 8)),
    Growth(costs.ADABOOST_COST, "T", powers(2, 7), "1", features("boosting", 32)),
    Growth(costs.POCKET_COST, "m", powers(7, 13), "1", examples("pocket", 8)),
    Growth(costs.INTEGRAL_IMAGE_COST, "m", [side * side for side in powers(3, 7)], "1", image),
)


def measured(growth: Growth) -> Any:
    """The learner or function that is measured."""
    return growth.claim.learner or integral_image


def operations(growth: Growth) -> list[int]:
    """The operations at each size, without sorting."""
    return [growth.case(size).play(measured(growth)).facts.operations for size in growth.values]


def seconds(growth: Growth) -> list[float]:
    """The time at each size: the least of several runs, without counting operations."""

    def prepare(size: int) -> Callable[[], Any]:
        return growth.case(size).prepared(measured(growth), as_it_is)

    return [least_seconds(partial(prepare, size)) for size in growth.values]


def least_seconds(prepare: Callable[[], Callable[[], Any]]) -> float:
    """The least time of several runs, each prepared anew; the preparation is not timed."""
    best, spent, runs = math.inf, 0.0, 0
    while runs < LEAST_RUNS or spent < LEAST_SECONDS:
        work = prepare()
        start = time.perf_counter()
        work()
        taken = time.perf_counter() - start
        best, spent, runs = min(best, taken), spent + taken, runs + 1
    return best


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float:
    """The slope of log value over log size, by least squares over the last FITTED sizes."""
    x = [math.log(size) for size in sizes[-FITTED:]]
    y = [math.log(value) for value in values[-FITTED:]]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return slope / sum((a - mean_x) ** 2 for a in x)


def run() -> list[dict[str, Any]]:
    """The rows of the table of growths."""
    rows = []
    for growth in GROWTHS:
        counted, timed = operations(growth), seconds(growth)
        rows.append(
            {
                "claim": growth.claim.id,
                "size": growth.size,
                "from": growth.values[-FITTED],
                "to": growth.values[-1],
                "expected": growth.expected,
                "operations": counted[-1],
                "exponent of operations": exponent(growth.values, counted),
                "seconds": timed[-1],
                "exponent of seconds": exponent(growth.values, timed),
            }
        )
    return rows


def table_of_growths() -> Table:
    """The exponents of all claims in which a size is doubled."""
    table = Table(title="Growth, fitted over three doublings")
    for name in ("claim", "size", "from – to", "expected", "operations", "exponent", "seconds", "exponent"):
        table.add_column(name, justify="left" if name in ("claim", "size") else "right")
    for growth in GROWTHS:
        counted, timed = operations(growth), seconds(growth)
        table.add_row(
            growth.claim.id,
            growth.size,
            f"{growth.values[-FITTED]:,} – {growth.values[-1]:,}",
            growth.expected,
            f"{counted[-1]:,}",
            f"{exponent(growth.values, counted):.2f}",
            f"{timed[-1]:.2g}",
            f"{exponent(growth.values, timed):.2f}",
        )
    return table


def table_of_bits() -> Table:
    """The bits of the efficient Halving for thresholds, which grow with log n, beside its operations, which do not."""
    table = Table(title="threshold-halving-cost: bits of an iteration over log₂ n")
    for name in ("log₂ n", "bit operations", "per log₂ n", "bits of state", "operations"):
        table.add_column(name, justify="right")
    learner = costs.THRESHOLD_HALVING_COST.about[0]
    for power in powers(2, 9):
        facts = bisected_grid(2**power).play(learner).facts
        table.add_row(str(power), str(facts.bits), f"{facts.bits / power:.2f}", str(facts.state), str(facts.operations))
    return table


@click.command(help=__doc__)
def main() -> None:
    """Print the two tables."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    console.print(table_of_growths())
    console.print(table_of_bits())


if __name__ == "__main__":
    main()
