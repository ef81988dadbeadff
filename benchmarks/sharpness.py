"""Sharpness: how close the attack comes to each ★ bound in 1, 10 and 60 s, beside its witnesses and exact values.

The attack is that of a long campaign with one worker: the witnesses, and then scout and search in turn, each with a new
seed. `alone` is the best without the witnesses. Rows with an exact value play only games of one size, and compare with
the worst that any adversary can do there. Seconds are processor time.
"""

import itertools
import multiprocessing
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.profiles import Profile, Shard
from learncheck.oracle.engine.shards import play
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.registry import catalogue
from learncheck_beyond import minimax

TITLE = "Sharpness: worst observed ÷ bound"

CLAIMS = (
    "halving-mistakes",
    "threshold-halving-mistakes",
    "perceptron-mistakes",
    "winnow-mistakes",
    "weighted-majority-mistakes",
    "experts-restart",
    "ellipsoid-mistakes",
    "randomized-weighted-majority",
)

SECONDS, SMALLEST = (1.0, 10.0, 60.0), (0.1,)
"""The times at which to look. An attack that attains the bound ends, since no better case exists."""

EXACT_SECONDS = 5.0
TURN = Profile("quick", scout=100, search=50, shrink=0, batches=2_000)


class _AllSeen(BaseException):
    pass


def attacked(claim: Claim, until: Sequence[float]) -> list[tuple[Outcome | None, int]]:
    """The closest case and the number of games played, by scout and search alone, after each of these seconds."""
    looks: list[tuple[Outcome | None, int]] = []
    best: Outcome | None = None
    games = 0
    start = time.process_time()

    def tick(result: Evidence) -> None:
        nonlocal best
        near = result.closest
        if near is not None and (best is None or (near.ratio or 0.0) > (best.ratio or 0.0)):
            best = near
        done = best is not None and best.attained
        while len(looks) < len(until) and (done or time.process_time() > start + until[len(looks)]):
            looks.append((best, games + result.games))
        if len(looks) == len(until):
            raise _AllSeen

    with suppress(_AllSeen):
        for index in itertools.count():
            shard = Shard(index, ("scout", "search")[index % 2], TURN, index // 2)
            games += play(shard, claim, claim.learner, steps=False, tick=tick).games
    return looks


def witnesses(claim: Claim) -> float | None:
    """The best ratio of the claim's own witnesses."""
    ratios = (judge(claim, claim.learner, case, steps=False).ratio for case in claim.witnesses())
    return max((value for value in ratios if value is not None), default=None)


def ratio(value: float | None) -> float | None:
    """Rounded down to four decimals, so that a value below 1 never becomes 1."""
    return None if value is None else int(value * 10_000) / 10_000


def sharpness(claim: Claim, seconds: Sequence[float]) -> dict[str, Any]:
    """One claim's row."""
    own = witnesses(claim)
    looks = attacked(claim, seconds)
    alone = [None if best is None else best.ratio for best, _ in looks]
    columns: dict[str, Any] = {}
    for after, value in zip(seconds, alone, strict=True):
        both = [share for share in (own, value) if share is not None]
        columns[f"after_{after:g}_s"] = ratio(max(both, default=None))
        columns[f"alone_{after:g}_s"] = ratio(value)
    top = max((value for value in (own, *alone) if value is not None), default=0.0)
    note = "" if top >= 1.0 else "not attained; why: learncheck show"
    return {
        "claim": claim.id,
        "size": "any",
        "witnesses": ratio(own),
        **columns,
        "games": looks[-1][1],
        "exact": None,
        "found": None,
        "note": note,
    }


EXACT: Sequence[tuple[str, dict[str, int], Callable[[int, int], int]]] = (
    ("winnow-mistakes", {"n": 2, "r": 1}, minimax.winnow_value),
    ("winnow-mistakes", {"n": 4, "r": 1}, minimax.winnow_value),
    ("winnow-mistakes", {"n": 4, "r": 2}, minimax.winnow_value),
    ("weighted-majority-mistakes", {"n": 2, "m": 2}, minimax.weighted_majority_value),
    ("weighted-majority-mistakes", {"n": 4, "m": 1}, minimax.weighted_majority_value),
    ("experts-restart", {"n": 3, "m": 1}, minimax.restart_value),
)
"""Small sizes for which the worst adversary is known."""


def exact_rows(cases: Iterable[tuple[str, dict[str, int], Callable[[int, int], int]]], seconds: float) -> list[Any]:
    """The rows of these small sizes."""
    claims = {claim.id: claim for claim in catalogue()}
    rows = []
    for claim_id, size, value in cases:
        claim = of_size(claims[claim_id], size)
        best, games = attacked(claim, (seconds,))[0]
        observed = None if best is None or best.observed is None else int(best.observed)
        limit = None if best is None else best.bound
        rows.append(
            {
                "claim": claim_id,
                "size": ", ".join(f"{name} = {number}" for name, number in size.items()),
                "games": games,
                "exact": value(*size.values()),
                "found": observed,
                "note": "" if limit is None else f"the bound is {limit:.4g}",
            }
        )
    return rows


def of_size(claim: Claim, size: Mapping[str, int]) -> Claim:
    """The claim restricted to games of one size."""

    def fits(trace: Trace) -> bool:
        values = {symbol.name: value for symbol, value in claim.measure(trace).items()}
        return all(values[name] == value for name, value in size.items())

    return replace(claim, assuming=(*claim.assuming, Premise("of this size", fits)), attained_by=())


def row(name: str, seconds: Sequence[float] = SECONDS) -> dict[str, Any]:
    """The row of the claim with this id."""
    return sharpness(next(claim for claim in catalogue() if claim.id == name), seconds)


def run(smallest: bool) -> list[dict[str, Any]]:
    """One row per claim, and one for every small size; one process per core, each with its own claim."""
    if smallest:
        return [row(CLAIMS[0], SMALLEST), *exact_rows(EXACT[:1], SMALLEST[0])]
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        rows = list(pool.map(row, CLAIMS))
    return rows + exact_rows(EXACT, EXACT_SECONDS)
