"""Scale: time and peak memory over doublings, with the fitted exponent beside the algorithm's own.

Every size is played in a separate process; its peak memory is measured above that of an idle one. The exponents are
slopes of least squares lines in logarithms, over all sizes of a series.
"""

import math
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from learncheck.exact.decide import decide
from learncheck.learners import AdaBoost, Ellipsoid, Halving, Perceptron
from learncheck.strategies.play.games import tally
from learncheck.theorems.notes.finite.mistakes import HALVING, H
from learncheck.theorems.notes.halfspaces.ellipsoid import n as grid
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import MISTAKES as ELLIPSOID
from learncheck.theorems.notes.halfspaces.perceptron_margins import MARGIN_GENERAL
from learncheck.theorems.notes.halfspaces.separators import W2, X2, gamma
from learncheck.theorems.notes.vc.halfspaces import shattered_by_halfspaces

TITLE = "Scale: time and peak memory over doublings"


@dataclass(frozen=True)
class Scaling:
    """The largest size of a series: its cost, and how time and memory grow with the size."""

    what: str
    size: str
    sizes: str
    result: str
    seconds: float
    megabytes: float
    time_exponent: float
    memory_exponent: float | None
    expected: str


@dataclass(frozen=True)
class Series:
    """One size that is doubled, with the others fixed; `play` takes it and describes the result.

    At the size `least`, nothing is seen but that it runs.
    """

    what: str
    letter: str
    sizes: Sequence[int]
    expected: str
    play: Callable[[int], str]
    least: int


def halving(size: int) -> str:
    """|H| random hypotheses on 64 instances; all instances are presented, with the labels of one hypothesis."""
    table = np.random.default_rng(0).integers(0, 2, (size, 64), dtype=np.int8) * np.int8(2) - np.int8(1)
    mistakes = tally(Halving(table), ((x, int(table[-1, x])) for x in range(64)))
    held = decide(HALVING.bound, {"M": mistakes, H: size})
    return f"{mistakes} mistakes, bound {held.value}"


class Separable:
    """T rounds in {-9, ..., 9}^d with the labels of one w*, drawn in blocks; keeps γ, max‖x‖² and ‖w*‖², exactly.

    All products of integers stay far below 2^63.
    """

    BLOCK = 4096

    def __init__(self, d: int, rounds: int) -> None:
        self.generator = np.random.default_rng(d)
        self.target = self.generator.integers(1, 10, d)
        self.rounds = rounds
        self.margin: int | None = None
        self.greatest = 0

    def examples(self) -> Iterator[tuple[Any, int]]:
        left = self.rounds
        while left:
            X = self.generator.integers(-9, 10, (self.BLOCK, len(self.target)))
            products = X @ self.target
            chosen = np.flatnonzero(products)[:left]
            sizes = np.abs(products[chosen])
            least = int(sizes.min())
            self.margin = least if self.margin is None else min(self.margin, least)
            self.greatest = max(self.greatest, int((X[chosen] ** 2).sum(axis=1).max()))
            yield from zip(X[chosen].astype(float), np.sign(products[chosen]).tolist(), strict=True)
            left -= len(chosen)

    def quantities(self) -> dict[Any, Any]:
        """The quantities of the bound after the last round."""
        return {gamma: self.margin, X2: self.greatest, W2: int(self.target @ self.target)}


def perceptron(rounds: int) -> str:
    """d = 100, any number of rounds, none of which is kept."""
    stream = Separable(100, rounds)
    mistakes = tally(Perceptron(100), stream.examples())
    held = decide(MARGIN_GENERAL.bound, {"M": mistakes, **stream.quantities()})
    return f"{mistakes:,} mistakes, bound {held.value}"


def ellipsoid(d: int) -> str:
    """300 rounds on the grid with n = 4, labelled by one w* of it."""
    generator = np.random.default_rng(0)
    target = generator.integers(1, 5, d)
    X = generator.integers(-4, 5, (400, d))
    X = X[X @ target != 0][:300]
    mistakes = tally(Ellipsoid(d), zip(X / 4, np.sign(X @ target).tolist(), strict=True))
    held = decide(ELLIPSOID.bound, {"M": mistakes, "d": d, grid: 4})
    return f"{mistakes} mistakes in {len(X)} rounds, bound {held.value}"


def stump(X: Any, y: Any, D: Any) -> Callable[[Any], Any]:
    """The best threshold on the sorted column, from one cumulative sum of the weights."""
    values = X[:, 0]
    signed = np.concatenate(([0.0], np.cumsum(D * y)))
    advantage = signed[-1] - 2 * signed  # of the stump with -1 before the cut and +1 from it on
    cut = int(np.abs(advantage).argmax())
    side = 1 if advantage[cut] >= 0 else -1
    start = values[cut] if cut < len(values) else math.inf
    return lambda points: np.where(points[:, 0] >= start, side, -side)


def adaboost(m: int, rounds: int = 500) -> str:
    """m ordered points, labelled at random in runs of 50, with the best threshold as weak learner."""
    X = np.arange(m, dtype=float)[:, None]
    y = np.repeat(np.random.default_rng(0).choice((-1, 1), -(-m // 50)), 50)[:m]
    learner = AdaBoost(stump, rounds)
    learner.fit(X, y)
    return f"training error {Fraction(int((learner.predict(X) != y).sum()), m)}"


def shattering(d: int) -> str:
    """The exact check that the d unit vectors are shattered by halfspaces, with a certificate for each labelling."""
    held = shattered_by_halfspaces(np.eye(d, dtype=int), affine=False)
    return f"{2**d:,} labellings, {'shattered' if held else 'not shattered'}"


SERIES = (
    Series("Halving, |X| = 64, 64 rounds", "|H|", [125_000 * 2**k for k in range(4)], "1", halving, 2_500),
    Series("Perceptron, d = 100", "T", [125_000 * 2**k for k in range(4)], "1 (memory 0)", perceptron, 2_500),
    Series("Ellipsoid, 300 rounds", "d", [50, 100, 200, 400, 800], "2", ellipsoid, 10),
    Series("AdaBoost, T = 500, stump in order", "m", [10_000 * 2**k for k in range(4)], "1", adaboost, 500),
    Series("AdaBoost, m = 10,000", "T", [500, 1_000, 2_000, 4_000], "1", lambda rounds: adaboost(10_000, rounds), 5),
)

SHATTERING = Series("exact shattering check, halfspaces", "d", range(2, 20), "2^d labellings", shattering, 2)
LONGEST = 60.0
"""The maximum seconds for the largest size of the shattering check."""


def play(series: Series, size: int) -> tuple[float, float, str]:
    """Seconds, increase of peak memory in megabytes, and the result."""
    before = peak_megabytes()
    start = time.process_time()
    result = series.play(size)
    return time.process_time() - start, peak_megabytes() - before, result


def peak_megabytes() -> float:
    """The peak memory of this process."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
    except OSError:  # not Linux; ru_maxrss is in bytes on macOS, elsewhere in kilobytes
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)


def play_named(what: str, size: int) -> tuple[float, float, str]:
    """`play` for the series of this name."""
    return play(next(series for series in (*SERIES, SHATTERING) if series.what == what), size)


def alone(series: Series, size: int) -> tuple[float, float, str]:
    """Run `play` in a new process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(play_named, series.what, size).result()


Play = Callable[[Series, int], tuple[float, float, str]]


def slope(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The exponent of a power law, fitted by least squares in logarithms."""
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def measured(series: Series, sizes: Sequence[int], play: Play = alone) -> Scaling:
    """The row of a series whose sizes are doubled."""
    runs = [play(series, size) for size in sizes]
    seconds, megabytes = [run[0] for run in runs], [run[1] for run in runs]
    grows = slope(sizes, megabytes) if min(megabytes) >= 1 else None
    return Scaling(
        series.what,
        f"{series.letter} = {sizes[-1]:,}",
        f"{sizes[0]:,} – {sizes[-1]:,}",
        runs[-1][2],
        seconds[-1],
        megabytes[-1],
        slope(sizes, seconds),
        grows,
        series.expected,
    )


def largest_shattering() -> Scaling:
    """The largest d whose check is expected to take at most LONGEST; the exponent is with respect to 2^d."""
    sizes: list[int] = []
    runs: list[tuple[float, float, str]] = []
    for d in SHATTERING.sizes:
        growth = runs[-1][0] / runs[-2][0] if len(runs) > 3 else 2.0
        if runs and runs[-1][0] * growth > LONGEST:
            break
        runs.append(alone(SHATTERING, d))
        sizes.append(d)
    last = slice(-4, None)
    return Scaling(
        SHATTERING.what,
        f"d = {sizes[-1]}",
        f"{sizes[last][0]} – {sizes[-1]}",
        runs[-1][2],
        runs[-1][0],
        runs[-1][1],
        slope([2**d for d in sizes[last]], [run[0] for run in runs[last]]),
        None,
        "1 in 2^d",
    )


def run(smallest: bool) -> list[Scaling]:
    """All series."""
    if smallest:
        return [measured(series, (series.least, 2 * series.least), play) for series in (*SERIES, SHATTERING)]
    return [*(measured(series, series.sizes) for series in SERIES), largest_shattering()]
