"""Plays each game once for all claims that judge it; those of a submission many at a time."""

import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from learncheck.oracle.boundary.failures import SubmissionError
from learncheck.oracle.boundary.freely import asks_freely, freely
from learncheck.oracle.engine.chance import predictions
from learncheck.oracle.judging.played import Memory, played
from learncheck.strategies.play.case import Case, Label, Make, Trace
from learncheck.strategies.play.games import Game, in_lockstep, label_in, plays_by_rounds

if TYPE_CHECKING:
    from learncheck.oracle.boundary.clock import Clock
    from learncheck.oracle.boundary.lockstep import Lockstep
    from learncheck.oracle.boundary.process import Submission

MOST = 50_000
"""The number of games that are remembered, with what claims have computed from them."""

FEWEST_AT_ONCE, MOST_AT_ONCE = 8, 64
"""The number of games played in lockstep: few at first and after a failure, since a wrong learner falls soon."""

MOST_ALONE = 128
"""The longest game, in rounds, that is replayed alone to compare it with lockstep; longer ones tell no more."""

COMPARED = 3
"""Of so many batches of a claim, a game is replayed alone to compare it with lockstep."""

REPEATS = 2
"""How often a lockstep batch is replayed, to tell learners that share state from random ones."""

ENOUGH = 15.0
"""A learner whose games would take more seconds than about this is asked for fewer of them: see `Plays.has_enough`."""

DUE = 8
"""So many games of each source are asked for, however slow the learner is."""

GROWTH = 4
"""A game takes a slow learner at most so many times as long as the games before it, as far as anyone can tell."""

LOOKS = 0.5
"""What is played after a verdict has this share of what the games of a slow learner may take."""

MOST_BYTES = 2_048
"""The largest states of a game, all together, by which it is remembered for other submissions."""

_alike: Memory[Trace] = Memory(MOST)
"""Games of labels as some submission played them, by case, answers and states."""


def alike(trace: Trace) -> Trace:
    """The first trace of this process in which a submission gave the same answers in the same game, if these are labels
    and the watched states are the same small arrays, bit by bit: what claims have computed from the one then holds for
    the other.
    """
    rounds = trace.rounds
    if not plays_by_rounds(trace.case) or not set(map(type, rounds.predictions)) <= {int}:
        return trace
    states = [state for snapshot in rounds.snapshots for state in snapshot.values()]
    if not all(isinstance(state, np.ndarray) and not state.dtype.hasobject for state in states):
        return trace
    if sum(state.nbytes for state in states) > MOST_BYTES:
        return trace
    bits = tuple(
        tuple((name, state.dtype.str, state.shape, state.tobytes()) for name, state in snapshot.items())
        for snapshot in rounds.snapshots
    )
    key = type(trace.case), trace.case, tuple(rounds.predictions), bits
    earlier = _alike.recall(key)
    return _alike.keep(key, trace) if earlier is None else earlier


MakeMany = Callable[[Sequence[tuple[object, ...]], tuple[str, ...]], "Lockstep"]
Watch = tuple[str, ...]


class PlayedGame(NamedTuple):
    """How a game went: its trace, or the error that ended it; `batch`: all games played in lockstep with it."""

    trace: Trace | None
    error: SubmissionError | None = None
    batch: tuple[Case, ...] = ()

    @property
    def answers(self) -> object:
        """A value that is equal for games with the same answers or the same error."""
        return (type(self.error), self.error and self.error.message) if self.trace is None else predictions(self.trace)

    @property
    def length(self) -> int:
        """The number of rounds, as far as it is known."""
        return 0 if self.trace is None else len(self.trace.rounds)


class Here:
    """Plays games on learners of this project, made by `make`: each game when it is asked for."""

    is_submission = False
    behind = False
    """Whether the learners run behind the process boundary; an author's own play may still ask them anything."""
    shortened = False
    """Whether fewer games were asked for than were planned."""

    def __init__(self, make: Make | None) -> None:
        self.make = make

    def __call__(self, *arguments: object) -> Any:
        assert self.make is not None
        return self.make(*arguments)

    def play(self, case: Case, watch: Watch = ()) -> Trace:
        """The trace of the case."""
        make = freely(self.make) if self.behind and self.make is not None and asks_freely(case) else self.make
        return played(case, make, watch)

    def ahead(self, cases: Iterable[tuple[Case, object]], watch: Watch = ()) -> Iterable[tuple[Case, object]]:
        """Yield the same cases, each with its companion value."""
        return cases

    def is_its_own(self, case: Case, watch: Watch) -> bool:
        """Whether the game, as it was played last, shows the learner's own behaviour."""
        return True

    def has_enough(self, number: int) -> bool:
        """Whether no more than this number of games of one source are asked for: a slow learner is asked for fewer."""
        return False

    def settled(self) -> None:
        """Note that the claim's verdict is known."""

    def draw_for(self, case: Case, again: int = 0) -> None:
        """Seed the learners constructed next with the random numbers of this case, or with others if `again`."""

    def until_it_fails(self, game: Game) -> list[tuple[object, Label, Label]]:
        """The rounds of a game in which the learner fails, up to the last label that it is told."""
        self.draw_for(game)
        dialogue = game.dialogue()
        rounds: list[tuple[object, Label, Label]] = []
        with suppress(SubmissionError, StopIteration):
            learner = self(*game.arguments())
            _, instance = next(dialogue)
            while instance is not None:
                answer = label_in(learner.predict(instance))
                label, following = dialogue.send((answer, {}))
                assert label is not None
                rounds.append((instance, answer, label))
                learner.update(instance, label)
                instance = following
        return rounds


class Behind(Here):
    """Plays games on a submission's learners, each anew, and remembers nothing."""

    behind = True


def playing(make: Make | None) -> Here:
    """Return `make` if it plays games itself, or else an object that plays games on the learners it constructs."""
    return make if isinstance(make, Here) else Here(make)


class Plays(Here):
    """Plays games on a submission's learners, and remembers how they went for other claims about the same games.

    A random learner is held to how it played the first time: a failure that was seen is a failure. `draw_from` seeds
    its random numbers; each game has its own stream, the same wherever it is played.

    With `make_many`, games can be played in lockstep (`boundary.lockstep`). They are remembered as if they had been
    played one by one; once that makes a difference, lockstep is abandoned. See `is_its_own`.

    clock: what measures and limits the learners' time. A claim has a time of its own (`begin`), and what is played
           after its verdict, once it `is_settled`, another one.
    """

    is_submission = behind = True
    make: Make

    def __init__(
        self,
        make: Make,
        make_many: MakeMany | None = None,
        draw_from: Callable[[int], None] | None = None,
        restart: Callable[[], None] | None = None,
        *,
        clock: "Clock | Submission",
        seconds: float = math.inf,
    ) -> None:
        super().__init__(make)
        self._restart = restart
        self._clock = clock
        self._begin(seconds, ENOUGH)
        self._make_many = make_many
        self._draw_from = draw_from
        self._in_lockstep = make_many is not None
        self._at_once = FEWEST_AT_ONCE
        self._side_by_side = 1
        self._played: Memory[PlayedGame] = Memory(MOST)

    @classmethod
    def of(cls, submission: "Submission", name: str) -> "Plays":
        """The games of the submission's learner with this name."""
        make, make_many = partial(submission.make, name), partial(submission.make_many, name)
        draw_from, restart = submission.draw_from, submission.restart
        return cls(make, make_many, draw_from, restart, clock=submission, seconds=submission.time_limit)

    @classmethod
    def here(cls, learner: Callable[..., object], clock: "Clock | None" = None) -> "Plays":
        """The games of a class in this process."""
        from learncheck.oracle.boundary.clock import Clock  # a submission has a process of its own
        from learncheck.oracle.boundary.local import LocalLearner

        clock = clock or Clock()
        return cls(partial(LocalLearner, learner, clock=clock), clock=clock)

    def begin(self, seconds: float, enough: float) -> None:
        """Start the time of a claim: its limit, and about what the games of a slow learner may take."""
        self._begin(seconds, enough)
        self._clock.new_budget(seconds)

    def _begin(self, seconds: float, enough: float) -> None:
        self._seconds, self._enough = seconds, min(enough, seconds / 2)
        self.is_settled = self.shortened = False
        self._compared = 0
        self._before = self._most = self._source_began = 0.0

    def has_enough(self, number: int) -> bool:
        """Whether no more than this number of games of one source are asked for, as the learner is slow.

        It is asked for the first DUE ones in any case, and then for twice as many as long as these have taken little.
        So it is asked for the same games on a machine that is slower by some, unless it is at the border of two sizes.
        """
        used = self._clock.used
        self._most, self._before = max(self._most, (used - self._before) / self._side_by_side), used
        if number == 0:
            self._source_began = used
        if number < DUE:
            return False
        if number & (number - 1) == 0:
            stops = used - self._source_began > self._enough / 8
        else:
            stops = used + GROWTH * self._most > self._seconds
        self.shortened = self.shortened or stops
        return stops

    def settled(self) -> None:
        """Note that the claim's verdict is known: games that are played from now on have a time of their own, and the
        verdict is what it is if they exceed it.
        """
        if not self.is_settled:
            self.is_settled = True
            self._clock.new_budget(self._enough * LOOKS, booked=False)

    def play(self, case: Case, watch: Watch = ()) -> Trace:
        """The trace of the case."""
        game = case.as_played()
        earlier = self._played.recall((game, watch))
        if earlier is None:
            self.draw_for(game)
            earlier = self._played.keep((game, watch), PlayedGame(alike(super().play(game, watch))))
        if earlier.trace is None:
            assert earlier.error is not None
            raise earlier.error
        return earlier.trace if game is case else alike(replace(earlier.trace, case=case, memo={}))

    def draw_for(self, case: Case, again: int = 0) -> None:
        """Seed the learners constructed next with the random numbers of this case, or with others if `again`."""
        if self._draw_from is not None:
            self._draw_from(zlib.crc32(repr(case.as_played()).encode()) + again)

    def start_anew(self) -> bool:
        """End the learners' process, so that the next game is the first in a new one; False if they have none."""
        if self._restart is not None:
            self._restart()
        return self._restart is not None

    def ahead(self, cases: Iterable[tuple[Case, object]], watch: Watch = ()) -> Iterator[tuple[Case, object]]:
        """Yield the same cases, each with its companion value; the next ones are played in lockstep beforehand."""
        remaining = iter(cases)
        while self._in_lockstep and (coming := list(islice(remaining, size := self._at_once))):
            games = dict.fromkeys(case.as_played() for case, _ in coming if plays_by_rounds(case))
            new = [game for game in games if (game, watch) not in self._played]
            played = self._together(new, watch)
            self._side_by_side = len(played) or 1
            batch = tuple(new) if len(new) > 1 else ()
            for case, how in played.items():
                self._played.keep((case, watch), how._replace(batch=batch))
            if len(played) == len(new) > 0 and self._compared < COMPARED:
                # Failures alone do not reveal all learners that share state: the longest game up to MOST_ALONE may.
                fair = [case for case in played if played[case].length <= MOST_ALONE]
                telling = max(fair, key=lambda case: played[case].length, default=None)
                shortest = min(played, key=lambda case: played[case].length)
                self.is_its_own(shortest if telling is None else telling, watch)
                self._compared += 1
            self._at_once = FEWEST_AT_ONCE  # if the learner falls in one of these, the rest is not asked for
            yield from coming
            self._at_once = min(2 * size, MOST_AT_ONCE)
        self._side_by_side = 1
        yield from remaining

    def at_once(self, games: Sequence[object], watch: Watch = ()) -> list[Trace] | None:
        """The traces of games played in lockstep, which are not remembered; None if lockstep is not possible."""
        if not self._in_lockstep or not games:
            return None
        try:
            return self._traces(games, watch)
        except Exception:  # whatever it is, playing the games one by one shows it
            self._in_lockstep = False
            return None

    def is_its_own(self, case: Case, watch: Watch) -> bool:
        """Whether the game, as remembered, shows the learner's own behaviour.

        It does if the game goes the same when played alone, or if the learner is random, since games played in lockstep
        then differ when they are replayed in lockstep. Otherwise the learners share state, and all games that were
        played in lockstep are forgotten.
        """
        game = case.as_played()
        earlier = self._played.recall((game, watch))
        if earlier is None or not earlier.batch:
            return True
        if self.alone(game, watch) != earlier.answers:
            self._in_lockstep = False
            if self._repeats(earlier.batch, watch):
                for key in [key for key, earlier in self._played.items() if earlier.batch]:
                    del self._played[key]
                return False
        self._played.keep((game, watch), earlier._replace(batch=()))
        return True

    def in_company(self, case: Case, again: int) -> object:
        """The answers of one of many learners that play the same game side by side; None if that is not possible."""
        try:
            return PlayedGame(self._traces([case] * MOST_AT_ONCE, (), again)[-1]).answers if self._make_many else None
        except Exception:  # memory for one may not be enough for many
            return None

    def alone(self, case: Case, watch: Watch = (), again: int = 0) -> object:
        """The answers when the game is played alone, without remembering it."""
        self.draw_for(case, again)
        try:
            return PlayedGame(super().play(case, watch)).answers
        except SubmissionError as error:
            return PlayedGame(None, error).answers

    def _repeats(self, batch: Sequence[Case], watch: Watch) -> bool:
        """Whether the games go as remembered when they are replayed in lockstep, as far as can be told."""
        for again in range(1, REPEATS + 1):
            for case, how in self._together(batch, watch, again).items():
                earlier = self._played.recall((case, watch))
                if earlier is None or earlier.answers != how.answers:
                    return False
        return True

    def _together(self, games: Sequence[Case], watch: Watch, again: int = 0) -> dict[Case, PlayedGame]:
        """Play the games in lockstep. If one fails, returns only that one, or none if it is not known which."""
        try:
            return {trace.case: PlayedGame(alike(trace)) for trace in self._traces(games, watch, again)}
        except Exception as error:  # whatever it is, playing the games one by one shows it
            self._in_lockstep = False
            if isinstance(error, SubmissionError) and error.game is not None:
                return {games[error.game]: PlayedGame(None, error)}
            return {}

    def _traces(self, games: Sequence[Any], watch: Watch, again: int = 0) -> list[Trace]:
        if not games:
            return []
        assert self._make_many is not None
        self.draw_for(getattr(games[0], "game", games[0]), again)
        learners = self._make_many([game.arguments() for game in games], watch)
        traces = in_lockstep(games, learners, bool(watch))
        if learners.drew():
            self._in_lockstep = False  # all of them draw from the same generators
        return traces
