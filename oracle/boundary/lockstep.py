"""Many learners of a submission asked in one message a round, one learner a game.

    learners = Lockstep(process, "Halving", [game.arguments() for game in games])
    traces = in_lockstep(games, learners)       # learncheck.strategies.play.games
    if learners.drew(): ...                     # the order in which they were asked has made a difference

The switch from our process to the submission's and back takes longer than most rounds; here a round of all games pays
for it once. A learner is told a label only after it has predicted, as ever. An exception, or an answer that is none,
comes with the number of its game; what else goes wrong (too long a silence, an end of the process) is not told apart by
games: whoever asks plays them one by one to see.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat

from learncheck.oracle.boundary import messages
from learncheck.oracle.boundary.failures import TimedOut
from learncheck.oracle.boundary.messages import encode, encode_column, encode_text
from learncheck.oracle.boundary.pipe import Impatient, Process
from learncheck.strategies.play.case import Label, Snapshot
from learncheck.strategies.play.games import Answer

LABELS = b"\xff\x00\x01"
"""The bytes that are labels: -1, 0 and +1."""

SHARE = 0.25
"""What games played in lockstep may take of the budget before they are given up."""


class Lockstep:
    """Learners of one class, made with these arguments, as `play.games.in_lockstep` asks them.

    watch names the attributes that are looked at in every round. All methods raise `boundary.failures.SubmissionError`,
    `Impatient` among them once the games have taken `SHARE` of the budget; it is then as if they had not been played.
    """

    def __init__(
        self,
        process: Process,
        name: str,
        arguments: Sequence[tuple[object, ...]],
        watch: tuple[str, ...] = (),
        seed: int = 0,
    ) -> None:
        self._process = process
        self._watch = watch
        self._names = b"".join(map(encode_text, watch))
        self._budget = process.budget
        self._spent_before = process.spent()
        self._until = process.waited() + SHARE * self._budget.seconds
        self._callables: list[int] = []
        self._handles = [process.new_handle() for _ in arguments]
        released = process.take_released()
        parts = [messages.U32.pack(n) for n in (len(released), *released)]
        parts += [encode_text(name), messages.U32.pack(len(arguments))]
        for handle, given in zip(self._handles, arguments, strict=True):
            parts += [messages.U32.pack(handle), messages.U32.pack(seed), messages.U8.pack(len(given))]
            parts += [encode(argument, self._register) for argument in given]
        self._ask(messages.MAKE_MANY, b"".join(parts), messages.DONE, range(len(arguments)))

    def ask(
        self, games: Sequence[int], labels: Sequence[Label | None], instances: Sequence[object]
    ) -> Sequence[Answer]:
        """See `play.games.Learners`. A prediction is -1, 0 or +1."""
        count = len(games)
        columns = map(encode_column, ([self._handles[game] for game in games], labels, instances))
        body = b"".join([messages.ROUND_OF.pack(count, len(self._watch)), self._names, *columns])
        reply = self._ask(messages.ROUND, body, messages.ANSWERS, games)
        predictions = reply[:count]
        if len(predictions) < count or predictions.strip(LABELS) or (len(reply) > count and not self._watch):
            raise self._process.violation("what are no labels, or too few or too many of them")
        states: Iterable[Snapshot] = repeat({}, count)
        if self._watch:
            states = self._process.parsed(reply, lambda reader: [reader.attributes(self._watch) for _ in games], count)
        return list(zip(memoryview(predictions).cast("b").tolist(), states, strict=True))

    def drew(self) -> bool:
        """Whether a learner has drawn from the generators that all of them share, since they were made."""
        return self._ask(messages.DREW, b"", messages.LABEL) != b"\0"

    def __del__(self) -> None:
        for handle in getattr(self, "_handles", ()):
            self._process.release(handle, self._callables)

    def _register(self, function: Callable[..., object]) -> int:
        handle = self._process.register(function)
        self._callables.append(handle)
        return handle

    def _ask(self, kind: int, body: bytes, expected: int, games: Sequence[int] = ()) -> bytes:
        """The body of the reply. `games` are those whose learners are asked, one after the other."""
        replies = (expected, messages.RAISED, messages.INVALID)
        try:
            reply_kind, reply = self._process.ask(kind, 0, body, replies, self._register, self._until)
        except (Impatient, TimedOut) as error:
            # No game has used up the budget yet: the next one, played alone, goes on with what was left.
            self._process.ended_by = error if isinstance(error, Impatient) else Impatient(error.message)
            self._budget.waited, self._budget.cpu_before = self._spent_before
            raise
        if reply_kind == expected:
            return reply
        failure = self._process.reported(reply_kind, reply)
        if games and self._process.ended is None:
            turn = int.from_bytes(self._ask(messages.FAILED_AT, b"", messages.FAILED_TURN), "little")
            failure.game = games[turn] if turn < len(games) else None
        raise failure
