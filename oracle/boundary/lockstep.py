"""Many learners of a submission asked in one message a round, one learner a game.

    learners = Lockstep(process, "Halving", [game.arguments() for game in games], watch=(), seed=0)
    traces = in_lockstep(games, learners)       # learncheck.strategies.play.games
    if learners.drew(): ...                     # the order in which they were asked has made a difference

Switching from our process to the submission's and back takes longer than most rounds; here a round of all games pays
for it once. As always, a learner gets a label only after it has predicted. An exception, or an invalid answer, comes
with the number of its game. What else goes wrong (too long a silence, the end of the process) is not assigned to a
game; the caller plays the games one by one to find out.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat

from learncheck.oracle.boundary import messages
from learncheck.oracle.boundary.failures import SubmissionError, TimedOut
from learncheck.oracle.boundary.messages import Replied
from learncheck.oracle.boundary.pipe import Impatient, Process
from learncheck.oracle.boundary.wire import column, wired
from learncheck.strategies.play.case import Label, Snapshot
from learncheck.strategies.play.games import Answer

LABELS = b"\xff\x00\x01"
"""The bytes that are labels: -1, 0 and +1."""

SHARE = 0.25
"""The share of the budget after which games in lockstep are given up."""


class Lockstep:
    """Learners of one class, made with these arguments, as `play.games.in_lockstep` asks them.

    watch names the attributes that are read in every round. All methods raise `boundary.failures.SubmissionError`,
    `Impatient` among them once the games have taken `SHARE` of the budget; it is then as if they had not been played.
    """

    def __init__(
        self,
        process: Process,
        name: str,
        arguments: Sequence[tuple[object, ...]],
        watch: tuple[str, ...],
        seed: int,
    ) -> None:
        self._process = process
        self._watch = watch
        self._budget = process.budget
        self._spent_before = process.spent()
        self._until = process.waited() + SHARE * self._budget.seconds
        self._callables: list[int] = []
        self._handles = [process.new_handle() for _ in arguments]
        learners = [
            (handle, [wired(argument, self._register) for argument in given])
            for handle, given in zip(self._handles, arguments, strict=True)
        ]
        request = messages.Make(process.take_released(), name, seed, learners, together=True)
        self._ask(request, messages.Answered, range(len(arguments)))

    def ask(
        self, games: Sequence[int], labels: Sequence[Label | None], instances: Sequence[object]
    ) -> Sequence[Answer]:
        """See `play.games.Learners`. A prediction is -1, 0 or +1."""
        count = len(games)
        there = [instance is not None for instance in instances]
        request = messages.ManyRounds(
            [*self._watch], [self._handles[game] for game in games], [*labels], there,
            column([instance for instance in instances if instance is not None]),
        )  # fmt: skip
        reply = self._ask(request, messages.Answers, games)
        due = count if self._watch else 0
        if len(reply.labels) != count or reply.labels.strip(LABELS) or len(reply.exposed) != due:
            raise self._process.violation("what are no labels, or too few or too many of them")
        states: Iterable[Snapshot] = repeat({}, count)
        if self._watch:
            states = [self._process.attributes(exposed, self._watch) for exposed in reply.exposed]
        return list(zip(memoryview(reply.labels).cast("b").tolist(), states, strict=True))

    def drew(self) -> bool:
        """Whether a learner has drawn from the generators that all of them share, since they were made."""
        return self._ask(messages.Drew(), messages.Answered).value is not False

    def __del__(self) -> None:
        for handle in getattr(self, "_handles", ()):
            self._process.release(handle, self._callables)

    def _register(self, function: Callable[..., object]) -> int:
        handle = self._process.register(function)
        self._callables.append(handle)
        return handle

    def _ask(self, request: messages.Message, expected: type[Replied], games: Sequence[int] = ()) -> Replied:
        """The reply. `games` are those whose learners are asked, one after the other."""
        try:
            return self._process.ask(request, expected, self._register, self._until)
        except (Impatient, TimedOut) as error:
            # No game has used up the budget yet: the next one, played alone, goes on with what was left.
            self._process.ended_by = error if isinstance(error, Impatient) else Impatient(error.message)
            self._budget.waited, self._budget.cpu_before = self._spent_before
            raise
        except SubmissionError as failure:
            if games and self._process.ended is None:
                turn = self._ask(messages.FailedAt(), messages.Answered).value
                failure.game = games[turn] if type(turn) is int and 0 <= turn < len(games) else None
            raise
