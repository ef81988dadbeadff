"""One claim on one learner in a campaign: which of its pieces are due, and what has been found so far."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis.database import ExampleDatabase

from learncheck.oracle.engine import records
from learncheck.oracle.engine.attack import Profile
from learncheck.oracle.engine.chance import RANDOM
from learncheck.oracle.engine.examples import Shelf
from learncheck.oracle.engine.journal import Journal
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.pieces import SMALL, Fall, Piece, Result, Subject, Witness, cut, ratio_of
from learncheck.oracle.engine.verdicts import FAILURES, Evidence, Outcome
from learncheck.strategies.play.case import Case, decode
from learncheck.theorems.language.claim import Claim


class Target:
    """One claim on one learner under attack.

    pieces:   the whole attack; those after the first that fell are not played.
    results:  what has been found, by the index of the piece.
    closest:  the best witness of all results, and `drawn` the best of those whose choices are known.
    fallen:   the first piece that found a failure, and `stopped` the first that could not be played.
    evidence: what all of it comes to, once it is known.
    """

    def __init__(
        self, claim: Claim, subject: Subject, profile: Profile, seed: int, resume: bool, examples: ExampleDatabase
    ) -> None:
        self.claim, self.subject, self.profile = claim, subject, profile
        self.make = subject.make(claim)
        self.journal = Journal(subject, profile, seed, resume)
        self.shelf = Shelf(examples, subject, self.judge)
        self.pieces = cut(subject, profile, seed)
        self.results: dict[int, Result] = {}
        self.closest: Witness | None = None
        self.drawn: Witness | None = None
        self.games = 0
        self.fallen: int | None = None
        self.stopped: int | None = None
        self.evidence: Evidence | None = None
        self._waiting = deque(self.pieces)
        self._written = {piece.index for piece in self.pieces if self.journal.has(piece)}

    def judge(self, case: Case) -> Outcome:
        """Play a case, on the reference learner and with every line of the proof."""
        return judge(self.claim, self.make, case)

    def judge_encoded(self, case: Any) -> Outcome:
        """The same for a case as it travels."""
        return self.judge(decode(case, records.any_case()))

    def judge_seen(self, case: Any, fall: Fall) -> Outcome:
        """The same for a case that was seen to fail. A failure that was seen is one, though it may not happen again."""
        outcome = self.judge_encoded(case)
        if outcome.verdict == fall.verdict or fall.verdict not in FAILURES:
            return outcome
        return Outcome(fall.verdict, outcome.case, message=fall.message + RANDOM)

    @property
    def end(self) -> int:
        """The last piece of the evidence: the first that fell, or else the first that could not be played."""
        if self.fallen is not None:
            return self.fallen
        return len(self.pieces) - 1 if self.stopped is None else self.stopped

    @property
    def last(self) -> int:
        """The last piece that is played: where one fell whose failure may be large, a small one is looked for."""
        if self.fallen is None or self.pieces[self.fallen].kind == "shared":
            return self.end
        return min(max(self.fallen, SMALL), len(self.pieces) - 1)

    @property
    def decided(self) -> bool:
        """Whether every piece that counts has ended."""
        return all(index in self.results for index in range(self.last + 1))

    @property
    def finished(self) -> int:
        """The pieces that have ended, those of a campaign that is resumed included."""
        return len(self._written | self.results.keys())

    @property
    def fell(self) -> bool:
        """Whether a failure has been found."""
        first = None if self.fallen is None else self.results[self.fallen].fall
        return first is not None and first.verdict in FAILURES

    def unfinished(self) -> Iterator[Piece]:
        """The pieces that count and have not ended."""
        for piece in self.pieces[: self.last + 1]:
            if piece.index not in self.results and piece.index not in self._written:
                yield piece

    def draw(self, most: float) -> Piece | None:
        """The next piece for a worker, if its index is at most `most` and it can be played now.

        On the way there what an earlier campaign has written down is taken over, and the example database is looked at.
        """
        while self._waiting and self._is_due(self._waiting[0], most):
            piece = self._waiting.popleft()
            if piece.from_best:
                piece = replace(piece, starts=self._starts())
            result = self._at_hand(piece)
            if result is None:
                return piece
            self._add(piece, result)
        return None

    def record(self, piece: Piece, result: Result | BaseException) -> None:
        """Write down what a worker has found. What it failed at is played again by a campaign that resumes this one."""
        if isinstance(result, BaseException):
            result = Result([], error=f"{type(result).__name__}: {result}")
        else:
            self.journal.write(piece, result)
        self._add(piece, result)

    def _is_due(self, piece: Piece, most: float) -> bool:
        waits = piece.kind == "shared" and any(index not in self.results for index in range(piece.index))
        return piece.index <= min(most, self.last) and not waits

    def _at_hand(self, piece: Piece) -> Result | None:
        """What needs no worker."""
        written = self.journal.read(piece)
        self._written.discard(piece.index)
        if written is not None and written.starts == list(map(list, piece.starts)):
            return written
        if piece.kind != "shared":
            return None
        result = self.shelf.look(ratio_of(self.closest), ratio_of(self.drawn))
        self.journal.write(piece, result)
        return result

    def _add(self, piece: Piece, result: Result) -> None:
        self.results[piece.index] = result
        self.games += result.games
        if result.error:
            self.stopped = piece.index if self.stopped is None else min(self.stopped, piece.index)
            return
        if result.fall is not None:
            self.fallen = piece.index if self.fallen is None else min(self.fallen, piece.index)
            return
        for witness in (result.closest, result.drawn):
            if witness is not None:
                self._add_witness(witness)

    def _add_witness(self, witness: Witness) -> None:
        closest = witness.ratio >= ratio_of(self.closest)
        drawn = witness.taken is not None and witness.ratio >= ratio_of(self.drawn)
        if closest:
            self.closest = witness
        if drawn:
            self.drawn = witness
        if closest or drawn:
            self.shelf.put_witness(witness)

    def _starts(self) -> tuple[tuple[int, ...], ...]:
        """The choices of the best witness that was known when the example database was looked at for the last time."""
        looked = max(piece.index for piece in self.pieces if piece.kind == "shared")
        before = [each.drawn for index, each in sorted(self.results.items()) if index <= looked]
        best = max(before, key=ratio_of, default=None)
        return () if best is None or best.taken is None else (tuple(best.taken),)
