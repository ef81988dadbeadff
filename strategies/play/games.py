"""The online game: an environment presents an instance, the learner predicts, the environment reveals the label.

An environment of many games (`ManyGames`) works on arrays with an axis of games. It serves both games that are played
alone and batches (`play.batch`):

    what the script asks for     (games, ...)   present → what is presented
    what is presented            (games, ...)   legal   → whether +1 and −1 are; `legal_label` chooses by the stance
    labels, and predictions      (games,)       reveal  → what is possible after this round

`Alone` wraps one with a single game, which any learner can play, even one that does not run on arrays.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from learncheck.exact.answers import InvalidAnswer, label_of
from learncheck.learners.arrays import Array, Ints
from learncheck.strategies.play.case import Case, Label, Make, Rounds, RoundsCase, Snapshot, Trace

CONTRADICT = 0
"""The environment answers with the label that the learner did not predict, if some legal target allows it."""
AGREE = 1
"""The environment answers with the label that the learner predicted, if some legal target allows it."""
PLUS = 2
"""The environment answers +1, if some legal target allows it, so that rounding cannot change the game."""

BALANCED = -1
"""Instead of an instance: the one that divides the remaining targets, or hypotheses, most evenly."""


SMALL = 2**8
"""The entries up to which arrays are compared at once; of larger ones the last row is compared first."""

IN_ROUNDS = ("moves", "rounds", "instances", "denominator", "cycle")
"""The fields that determine which rounds are played."""


class Environment(Protocol):
    """The other player. It keeps track of what is still possible, so that every script plays a legal game."""

    def present(self, move: Any) -> object:
        """The instance of this round, or None if no legal one is left."""

    def answer(self, move: Any, prediction: int) -> Label:
        """The label of this round, +1 or -1, after the learner has committed to its prediction, +1, -1 or 0."""

    def facts(self) -> object:
        """What the game certifies at the end, as a record: a consistent target, for example. None by default."""
        return None


Answer = tuple[int, Snapshot]
"""A learner's prediction (ignored if no instance was presented) and its state after the label."""

Dialogue = Generator[tuple[Label | None, object], Answer, Trace]
"""A game from the environment's side: yields the pending label and the next instance, receives the answer."""


class OnlineLearner(Protocol):
    """An online learner, in this or another process."""

    def predict(self, x: Any, /) -> object: ...
    def update(self, x: Any, y: Any, /) -> object: ...


class Learners(Protocol):
    """Independent learners, one per game, that are asked all at once."""

    def ask(
        self, games: Sequence[int], labels: Sequence[Label | None], instances: Sequence[object]
    ) -> Sequence[Answer]:
        """For each of the games, reveal the label of the last instance, read the state, and present the next instance;
        the answers in order. A label is None before the first round, and an instance None after the last.
        """


class Game(RoundsCase, frozen=True):
    """An online game: the environment presents an instance, the learner predicts, the environment reveals the label.

    Subclasses give `script()`, the environment's moves, and `environment()`, an object with `present(move)`, which
    returns the instance (or None to end the game), `answer(move, prediction)`, which returns the label, and `facts()`,
    what the trace is to know at the end. An adversary reacts to the learner in `answer`. For a game whose examples are
    fixed in advance, use `Oblivious`.
    """

    labelled: ClassVar[bool] = True
    """Whether labels are revealed, and answered; False for a kind of game in which it is numbers or vectors."""
    endless: ClassVar[bool] = False
    """Whether its hypotheses bound no mistakes. Right learners in doubles may then come to numbers that are none."""

    vast: ClassVar[bool] = False
    """Whether a table of all that may be presented does not fit into memory. That a right learner keeps one costs it
    nothing, so a learner whose memory ends is then not judged.
    """

    def environment(self) -> Environment:
        """The environment at the start of the game."""
        raise NotImplementedError

    def script(self) -> Sequence[Any]:
        """The environment's moves, one per round: by default the field `moves`."""
        return self.moves  # type: ignore[attr-defined, no-any-return]

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        environment = self.environment()
        present, answer = environment.present, environment.answer
        rounds = Rounds()
        learner = make(*self.arguments())
        look = watcher(learner, watch, rounds.snapshots)
        predict, update = learner.predict, learner.update
        keep_instance, keep_prediction, keep_label = rounds.columns()
        for move in self.script():
            instance = present(move)
            if instance is None:
                break
            prediction = label_in(predict(instance))
            label = answer(move, prediction)
            update(instance, label)
            keep_instance(instance)
            keep_prediction(prediction)
            keep_label(label)
            if look is not None:
                look()
        return Trace(self, rounds, environment.facts())

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """Its fields, except those that determine the rounds, which have a table of their own."""
        return {name: value for name, value in super().in_words(trace).items() if name not in IN_ROUNDS}

    def dialogue(self, watched: bool = False) -> Dialogue:
        """The same game as a generator, for a learner that is asked elsewhere (`in_lockstep`)."""
        return _dialogue(self, self.environment(), self.script(), watched)


def _dialogue(game: Game, environment: Environment, script: Iterable[Any], watched: bool) -> Dialogue:
    rounds = Rounds()
    keep_instance, keep_prediction, keep_label = rounds.columns()
    snapshots = rounds.snapshots
    label = None
    for move in script:
        instance = environment.present(move)
        if instance is None:
            break
        prediction, state = yield label, instance
        label = environment.answer(move, prediction)
        keep_instance(instance)
        keep_prediction(prediction)
        keep_label(label)
        if watched:
            snapshots.append(_after(snapshots, state))
    if watched or label is not None:
        _, state = yield label, None
        if watched:
            snapshots.append(_after(snapshots, state))
    return Trace(game, rounds, environment.facts())


class Dictation(Environment):
    """The environment of a list of examples, each of which is a move."""

    def present(self, move: tuple[object, Label]) -> object:
        return move[0]

    def answer(self, move: tuple[object, Label], prediction: int) -> Label:
        return move[1]


class Remembered(Environment):
    """Every label is legal where an instance is new; one that has been presented keeps its label.

    A move is (index of an instance, stance). With `one_label`, all instances keep the label of the first.
    """

    def __init__(self, instances: Sequence[object] | Array, *, one_label: bool = False) -> None:
        self.instances, self.one_label = instances, one_label
        self.labels: dict[int, Label] = {}

    def present(self, move: tuple[int, int]) -> object:
        return self.instances[move[0]]

    def answer(self, move: tuple[int, int], prediction: int) -> Label:
        index, stance = move
        return self.labels.setdefault(0 if self.one_label else index, legal_label(stance, prediction))


class Oblivious(Game, frozen=True):
    """A game whose examples are fixed in advance: subclasses give `examples()`."""

    def examples(self) -> Sequence[tuple[object, Any]]:
        """The instances with their labels, in the order in which they are presented."""
        raise NotImplementedError(f"{type(self).__name__} has no method examples(); give its pairs (instance, label)")

    def script(self) -> Sequence[tuple[object, Any]]:
        return self.examples()

    def environment(self) -> Environment:
        return Dictation()

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        return dictate(self, make(*self.arguments()), self.examples(), watch)


def label_in(answer: object) -> Label:
    """The label that a learner's answer stands for: +1, −1, or 0 at a tie. Raises InvalidAnswer."""
    try:
        return label_of(answer)
    except InvalidAnswer as error:
        raise InvalidAnswer(f"predict returned {error}") from None


def dictate(
    case: Case, learner: OnlineLearner, examples: Iterable[tuple[object, Label]], watch: tuple[str, ...] = ()
) -> Trace:
    """The trace of a case with these examples: the learner predicts on each and then sees its label.

    Answers are taken for labels, unless the case reveals something else. Then they are copied: the learner may go on to
    change its own object in place.
    """
    rounds = Rounds()
    look = watcher(learner, watch, rounds.snapshots)
    predict, update = learner.predict, learner.update
    keep_instance, keep_prediction, keep_label = rounds.columns()
    taken = label_in if is_labelled(case) else deepcopy
    for instance, label in examples:
        keep_prediction(taken(predict(instance)))
        update(instance, label)
        keep_instance(instance)
        keep_label(label)
        if look is not None:
            look()
    return Trace(case, rounds)


@dataclass(frozen=True)
class Given:
    """The instances and labels of a game, presented whatever the learner answers, without the cost of the environment.

    game:  the game to which they belong (with its class of hypotheses, its w*, …), which gives the learner's arguments.
           Traces have it as their case.
    facts: the facts that its environment would certify.
    """

    game: Game
    instances: Sequence[object]
    labels: Sequence[Label]
    facts: object = None

    @classmethod
    def again(cls, trace: Trace) -> "Given":
        """What was presented in a game that was played."""
        return cls(trace.case, trace.rounds.instances, trace.rounds.labels, trace.facts)

    def arguments(self) -> tuple[object, ...]:
        return tuple(self.game.arguments())

    def examples(self) -> Iterable[tuple[object, Label]]:
        return zip(self.instances, self.labels, strict=True)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        """Play them on the learner that `make` constructs, recording the watched attributes in every round."""
        trace = dictate(self.game, make(*self.arguments()), self.examples(), watch)
        return Trace(self.game, trace.rounds, self.facts)

    def dialogue(self, watched: bool = False) -> Dialogue:
        return _dialogue(self.game, Dictation(), self.examples(), watched)


def plays_by_rounds(case: object) -> bool:
    """Whether the case is a game of labels without a `play` of its own, so that `dialogue` plays the same game."""
    return isinstance(case, Game) and type(case).play in (Game.play, Oblivious.play) and is_labelled(case)


def is_labelled(case: object) -> bool:
    """Whether what is revealed are labels; an author's `Oblivious` game may reveal numbers, vectors or texts."""
    if isinstance(case, Game) and not case.labelled:
        return False
    if not isinstance(case, Oblivious) or type(case).__module__.startswith("learncheck."):
        return True
    return all(np.ndim(label) == 0 and label in (1, -1) for _, label in case.examples())


def in_lockstep(games: Sequence[Game | Given], learners: Learners, watched: bool = False) -> list[Trace]:
    """Play the games side by side, each with its own learner: all first rounds, then all second rounds, …

    Each environment receives its learner's prediction before it gives the label, and knows nothing of the other games,
    so every trace is as if the game were played alone.
    """
    dialogues = [game.dialogue(watched) for game in games]
    traces: list[Trace | None] = [None] * len(games)
    going: Sequence[int] = range(len(games))
    answers: Sequence[Any] = [None] * len(games)
    while going:
        asked: list[int] = []
        labels, instances = [], []
        for number, answer in zip(going, answers, strict=True):
            try:
                label, instance = dialogues[number].send(answer)
            except StopIteration as end:
                traces[number] = end.value
            else:
                asked.append(number)
                labels.append(label)
                instances.append(instance)
        going, answers = asked, learners.ask(asked, labels, instances) if asked else ()
    return traces  # type: ignore[return-value]


def tally(learner: OnlineLearner, examples: Iterable[tuple[object, Label]]) -> int:
    """Count the learner's mistakes on a stream of examples, without recording a trace."""
    predict, update = learner.predict, learner.update
    mistakes = 0
    for instance, label in examples:
        if label_in(predict(instance)) != label:
            mistakes += 1
        update(instance, label)
    return mistakes


def watcher(learner: object, names: tuple[str, ...], snapshots: list[Snapshot]) -> Callable[[], None] | None:
    """Take a first snapshot of the named attributes, and return a function that takes another; None without names."""
    if not names:
        return None

    def look() -> None:
        snapshots.append(_after(snapshots, exposed(learner, names)))

    def look_at_once() -> None:
        before = snapshots[-1]
        try:
            for name in names:
                if getattr(learner, name) is not before[name]:
                    before = _after(snapshots, {key: getattr(learner, key) for key in names})
                    break
            snapshots.append(before)
        except (AttributeError, KeyError):  # it had them at the start
            look()

    look()
    return look_at_once if not hasattr(learner, "state") and len(snapshots[0]) == len(names) else look


def _after(snapshots: Sequence[Snapshot], seen: Snapshot) -> Snapshot:
    """The next snapshot, in which arrays that have kept all their bits are the same objects as before; the snapshot
    before it if all have.
    """
    before = snapshots[-1] if snapshots else {}
    after, same = {}, len(before) == len(seen)
    for name, now in seen.items():
        was = before.get(name)
        after[name] = value = now if now is was else _as_before(was, now)
        same = same and value is was
    return before if same else after


def _as_before(before: object, now: object) -> object:
    if not (isinstance(before, np.ndarray) and isinstance(now, np.ndarray)):
        return now
    if before.dtype != now.dtype or before.shape != now.shape:
        return now
    if now.size > SMALL and before[-1:].tobytes() != now[-1:].tobytes():
        return now
    return before if before.tobytes() == now.tobytes() else now


def exposed(learner: object, names: tuple[str, ...]) -> Snapshot:
    """The named attributes that the learner exposes; a learner in another process is asked for them."""
    if not names:
        return {}
    if hasattr(learner, "state"):
        return dict(learner.state(names))
    return {name: getattr(learner, name) for name in names if hasattr(learner, name)}


def legal_label(stance: Any, prediction: Any, plus: Any = True, minus: Any = True) -> Any:
    """The label that the stance asks for if it is legal, and otherwise the other one; elementwise.

    `plus` and `minus` say whether +1 and −1 are legal; at least one is. A prediction of 0 is a mistake in any case:
    CONTRADICT then asks for +1 and AGREE for −1, so that both are played.
    """
    wanted = ((prediction == 1) == (stance == AGREE)) | (stance == PLUS)
    return 2 * ((wanted & plus) | (minus ^ True)) - 1


class ManyGames(Protocol):
    """The environment of many games at once: each game is an entry or a row of the arguments and results."""

    def present(self, asked: Array) -> Array:
        """What is presented if the script asks for this."""

    def legal(self, presented: Array) -> tuple[Array, Array]:
        """Whether +1 is legal for what is presented, and whether −1 is; at least one is."""

    def reveal(self, presented: Array, labels: Ints, predictions: Ints) -> None:
        """Record the labels."""

    def facts(self, game: int) -> object:
        """The facts that this game certifies."""


class Alone:
    """The environment of a single game, from one of many games. `shown` turns what that presents into an instance."""

    def __init__(self, games: ManyGames, shown: Callable[[Array], object] = lambda presented: presented) -> None:
        self.games, self.shown = games, shown

    def present(self, move: tuple[object, int]) -> object:
        asked, self.stance = move
        self.presented = self.games.present(np.array([asked]))
        return self.shown(self.presented[0])

    def answer(self, move: tuple[object, int], prediction: int) -> Label:
        (plus,), (minus,) = self.games.legal(self.presented)
        label: Label = legal_label(self.stance, prediction, bool(plus), bool(minus))
        self.games.reveal(self.presented, np.array([label]), np.array([prediction]))
        return label

    def facts(self) -> object:
        return self.games.facts(0)
