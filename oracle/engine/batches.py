"""Plays the batches of a claim, and selects the games whose verdicts cover the whole batch."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import partial
from typing import NamedTuple

import numpy as np
from sympy import Le, Lt
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import conjuncts
from learncheck.learners.arrays import Array, Ints
from learncheck.oracle.engine.profiles import BATCH
from learncheck.strategies.play.batch import Batch, Signature
from learncheck.strategies.play.case import Make, Trace
from learncheck.strategies.play.stack import Stack, Stacked
from learncheck.theorems.language.claim import Claim


class Representative(NamedTuple):
    """A game in a batch that is judged on behalf of others, and the number of games that it represents.

    again: replays the whole batch.
    """

    batch: Batch
    number: int
    games: int
    again: Callable[[], Batch]

    @property
    def answers(self) -> list[Array]:
        """The learner's answers in this game, one per round."""
        return [answers[self.number] for answers in self.batch.predictions]

    def goes_as(self, trace: Trace) -> bool:
        """Whether the learner answered as in this trace."""
        answers, predictions = self.answers, trace.rounds.predictions
        return len(answers) == len(predictions) and all(map(np.array_equal, answers, predictions))

    def goes_otherwise_again(self) -> bool:
        """Whether the answers differ when the batch is replayed, as those of random learners do."""
        try:
            again = self.again()
        except Exception:  # it did not raise before
            return True
        return not np.array_equal(np.array(again.predictions), np.array(self.batch.predictions))


class Recital:
    """A learner that gives a fixed sequence of answers, whatever it is constructed with."""

    def __init__(self, answers: Iterable[object], *arguments: object) -> None:
        self._answers = iter(answers)

    def predict(self, x: object) -> object:
        return next(self._answers)

    def update(self, x: object, y: int) -> None:
        pass


def representatives(claim: Claim, make: Make, seed: int, games: int) -> Iterator[Representative]:
    """Play batches of the claim, `games` games in all, and yield those to judge, the worst of each batch first.

    Yields nothing if the claim has no batches, or if the learner's code does not run on many games at once.
    """
    if claim.batch is None:
        return
    generator = np.random.default_rng(seed)
    draw = partial(claim.batch, **claim.options(claim.batch), **claim.cases.scout)
    for _ in range(games // BATCH):
        before = deepcopy(generator)
        batch = draw(generator, BATCH)
        try:
            signature = play(batch, make)
        except Exception:  # whatever it is, the games that are played one by one show it
            return

        def again(before: np.random.Generator = before) -> Batch:
            batch = draw(deepcopy(before), BATCH)
            play(batch, make)
            return batch

        for number, count in zip(*chosen(signature, bounded(claim.bound, signature.counts), BATCH), strict=True):
            yield Representative(batch, number, count, again)


def play(batch: Batch, make: Make) -> Signature:
    """Play all games of the batch. Raises as `Stacked` does."""
    with np.errstate(all="ignore"):  # games that have left a run are still computed, and then dropped
        learner = Stacked(make, batch.arguments, batch.games)
        for t in range(batch.rounds):
            presented = batch.present(t)
            instances = Stack(batch.instances(presented))
            predictions = learner.predict(instances)
            labels = batch.answer(t, presented, predictions)
            learner.update(instances, labels)
            batch.presented.append(presented)
            batch.predictions.append(predictions)
            batch.labels.append(labels)
    return Signature(batch.counts(), batch.sizes())


def bounded(bound: Boolean, counts: Mapping[str, object]) -> tuple[str, ...]:
    """The counts that the bound limits from above by terms without counts; () if the bound says anything else.

    If two games differ only in these counts, one whose counts are all at least as large represents the other.
    """
    parts = conjuncts(bound)
    lefts = [str(part.lhs) for part in parts]
    of_counts = all(isinstance(part, Le | Lt) and left in counts for part, left in zip(parts, lefts, strict=True))
    if not of_counts or any(symbol.name in counts for part in parts for symbol in part.rhs.free_symbols):
        return ()
    return tuple(lefts)


def chosen(signature: Signature, most: tuple[str, ...], games: int) -> tuple[list[int], list[int]]:
    """Select games that represent all others, the worst first. Returns these, and how many games each represents.

    A game represents those that differ from it only in the counts `most`, and have none of these larger.
    """
    (worst, *_), alike = signature.counts.values(), [] if most else list(signature.counts.values())
    order = np.argsort(-ranks(worst), kind="stable")
    equal = np.stack([np.zeros(games, dtype=np.int64), *map(ranks, (*alike, *signature.sizes))], axis=1)
    counted = np.stack([np.zeros(games, dtype=np.int64), *(ranks(signature.counts[name]) for name in most)], axis=1)
    rows = np.concatenate([equal, counted], axis=1)[order]
    _, first, times = np.unique(rows, axis=0, return_index=True, return_counts=True)
    kinds: dict[bytes, list[int]] = {}  # the places of representatives, by what is equal
    represented: dict[int, int] = {}
    width = equal.shape[1]
    for place in sorted(range(len(first)), key=lambda place: (-rows[first[place], width:].sum(), first[place])):
        row = rows[first[place]]
        of_its_kind = kinds.setdefault(row[:width].tobytes(), [])
        represents = next((earlier for earlier in of_its_kind if (rows[earlier, width:] >= row[width:]).all()), None)
        if represents is None:
            represents = int(first[place])
            of_its_kind.append(represents)
        represented[represents] = represented.get(represents, 0) + int(times[place])
    return [int(order[place]) for place in sorted(represented)], [represented[place] for place in sorted(represented)]


def ranks(column: object) -> Ints:
    """The ranks of the numbers; equal numbers have equal ranks."""
    numbers: Array = np.unique(np.asarray(column), return_inverse=True)[1]
    return numbers.astype(np.int64)
