"""Overhead: playing given cases through the engine, compared with a bare loop that calls the learner and counts errors.

Both run on the same data, alternating, several times; the least processor time counts. `play` is the game alone,
`watch` the same with the learner's state kept in every round, `bound` adds the judgement of the claim's hypotheses and
bound, `steps` also that of every step of its proof in every round. The note says by how much an aim is missed.
"""

import gc
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.aims import OVERHEAD
from learncheck.oracle.engine.judge import judge
from learncheck.strategies.boolean.games import BooleanGame
from learncheck.strategies.halfspaces.games import LABEL, GridGame, Target, TargetGame
from learncheck.strategies.play.games import AGREE, Given
from learncheck.strategies.tables.experts import EVEN, ExpertsGame
from learncheck.strategies.tables.finite_class import FiniteClassGame
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.notes.experts.weighted_majority import WEIGHTED_MAJORITY
from learncheck.theorems.notes.finite.mistakes import HALVING
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import MISTAKES as ELLIPSOID
from learncheck.theorems.notes.halfspaces.perceptron_margins import MARGIN_GENERAL as PERCEPTRON
from learncheck.theorems.notes.winnow.disjunctions import WINNOW

TITLE = "Overhead: time through the engine ÷ time of a bare loop"

REPEATS = 12
SECONDS = 6.0
"""The maximum time for one row; every variant runs at least once."""


@dataclass(frozen=True)
class Overhead:
    """One row: µs per round of the bare loop, and the engine's time as a multiple of it."""

    claim: str
    size: str
    rounds: int
    mistakes: int
    bare: float
    play: float
    watch: float
    bound: float
    steps: float
    note: str = ""


def halving(size: int, rounds: int) -> Given:
    """|H| random hypotheses on 64 instances; the environment agrees whenever it may."""
    generator = random.Random(size)
    rows = dict.fromkeys(tuple(generator.choice((1, -1)) for _ in range(64)) for _ in range(size))
    moves = tuple((generator.randrange(64), AGREE) for _ in range(rounds))
    return Given.again(FiniteClassGame(tuple(rows), moves).play(HALVING.learner))  # type: ignore[arg-type]


def perceptron(d: int, rounds: int) -> Given:
    """256 random instances, repeatedly, labelled by one w*."""
    generator = random.Random(d)
    target = tuple(generator.randint(1, 9) for _ in range(d))
    instances: list[tuple[int, ...]] = []
    while len(instances) < 256:
        x = tuple(generator.randint(-9, 9) for _ in range(d))
        if sum(map(int.__mul__, target, x)):
            instances.append(x)
    moves = tuple((generator.randrange(256), LABEL) for _ in range(rounds))
    return Given.again(TargetGame(tuple(instances), 1, moves, target, 1).play(PERCEPTRON.learner))  # type: ignore[arg-type]


def winnow(n: int, rounds: int) -> Given:
    """Random examples of a disjunction of three variables."""
    generator = np.random.default_rng(n)
    X = (generator.random((rounds, n)) < 1 / 4).astype(int)
    labels = np.where(X[:, :3].any(axis=1), 1, -1).tolist()
    game = BooleanGame(n, (0, 1, 2), tuple(zip(map(tuple, X.tolist()), labels, strict=True)))
    return Given(game, list(X), labels)


def weighted_majority(n: int, rounds: int) -> Given:
    """Random advice, with an occasional round that divides the weights evenly."""
    generator = random.Random(n)
    advice = [tuple(generator.choices((1, -1), k=n)) if t % 20 else EVEN for t in range(rounds)]
    game = ExpertsGame(n, "halve", tuple((votes, t % 20 != 0) for t, votes in enumerate(advice)))
    return Given.again(game.play(WEIGHTED_MAJORITY.learner))  # type: ignore[arg-type]


def ellipsoid(d: int, rounds: int) -> Given:
    """Random instances of the grid with n = 4, labelled by one w* of it."""
    generator = np.random.default_rng(d)
    target = generator.integers(1, 5, d)
    X = generator.integers(-4, 5, (2 * rounds, d))
    X = X[X @ target != 0][:rounds]
    labels = np.sign(X @ target).tolist()
    moves = tuple((t, 0) for t in range(rounds))
    game = GridGame(tuple(map(tuple, X.tolist())), 4, moves, 4)
    return Given(game, list(X / 4), labels, Target(tuple(target.tolist())))


CASES: Sequence[tuple[Claim, str, Callable[[int, int], Given], int, int]] = (
    *((HALVING, "|H|", halving, size, 2_000) for size in (16, 256, 4096)),
    *((PERCEPTRON, "d", perceptron, d, rounds) for d in (2, 20, 200) for rounds in (1_000, 10_000, 100_000)),
    *((WINNOW, "n", winnow, n, 5_000) for n in (20, 200)),
    *((WEIGHTED_MAJORITY, "n", weighted_majority, n, 2_000) for n in (16, 256)),
    *((ELLIPSOID, "d", ellipsoid, d, rounds) for d, rounds in ((2, 2_000), (10, 2_000), (50, 300))),
)


def bare(make: Callable[..., Any], arguments: tuple[Any, ...], instances: Sequence[Any], labels: Sequence[int]) -> int:
    """The obvious loop."""
    learner = make(*arguments)
    mistakes = 0
    for x, y in zip(instances, labels, strict=True):
        if learner.predict(x) != y:
            mistakes += 1
        learner.update(x, y)
    return mistakes


def least_seconds(work: Sequence[Callable[[], Any]], repeats: int) -> list[float]:
    """The least processor time of each function, run alternately."""
    best = [math.inf] * len(work)
    end = time.process_time() + SECONDS
    for _ in range(repeats):
        if time.process_time() > end:
            break
        for index, variant in enumerate(work):
            gc.collect()
            start = time.process_time()
            variant()
            best[index] = min(best[index], time.process_time() - start)
    return best


def measured(claim: Claim, size: str, data: Given, repeats: int = REPEATS) -> Overhead:
    """The row of one case. Raises ValueError if the claim does not stand, or the counts of mistakes differ."""
    make: Any = claim.learner
    outcome = judge(claim, make, data)  # type: ignore[arg-type]
    mistakes = bare(make, data.game.arguments(), data.instances, data.labels)
    if outcome.verdict != "stands" or outcome.outside or outcome.trace is None or outcome.trace.mistakes != mistakes:
        raise ValueError(f"{claim.id} on {size}: {outcome.verdict} {outcome.message}, but {mistakes} mistakes")
    rounds = len(data.labels)
    seconds = least_seconds(
        (
            lambda: bare(make, data.game.arguments(), data.instances, data.labels),
            lambda: data.play(make),
            lambda: data.play(make, claim.watch),
            lambda: judge(claim, make, data, steps=False),  # type: ignore[arg-type]
            lambda: judge(claim, make, data),  # type: ignore[arg-type]
        ),
        repeats,
    )
    once = seconds[0]
    play, watch, bound, steps = (taken / once for taken in seconds[1:])
    row = Overhead(claim.id, size, rounds, mistakes, 1e6 * once / rounds, play, watch, bound, steps)
    return replace(row, note="; ".join(missed(row)))


def missed(row: Overhead) -> Iterator[str]:
    """For every aim that the row misses, what takes the time, as multiples of the bare loop."""
    asked, watched = row.bound - row.play, row.watch - row.play
    if row.bound > OVERHEAD["bound"]:
        yield f"bound: {asked:.2f} for the hypotheses and the measure, {asked * row.bare * row.rounds:.0f} µs a game"
    if row.steps > OVERHEAD["steps"]:
        decided = row.steps - row.bound - watched
        microseconds = decided * row.bare * row.rounds / max(row.mistakes, 1)
        before = f"{asked:.2f} for hypotheses and measure, {watched:.2f} for keeping the state"
        yield f"steps: {before}, {decided:.2f} for the steps, {microseconds:.0f} µs a mistake"


def run(smallest: bool) -> list[Overhead]:
    """The rows of all cases, or of the smallest one of each claim, in few rounds."""
    cases = CASES
    if smallest:
        least = {claim: case for claim, *case in reversed(CASES)}
        cases = [(claim, letter, make, size, 200) for claim, (letter, make, size, _) in least.items()]
    gc.collect()
    gc.freeze()  # existing objects need not be traversed again before every measurement
    return [
        measured(claim, f"{letter} = {size:,}", make(size, rounds), 1 if smallest else REPEATS)
        for claim, letter, make, size, rounds in cases
    ]
