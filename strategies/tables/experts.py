"""Games of prediction with experts' advice, for a learner that answers with a label; the environment shadows what the
learner trusts.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from learncheck.learners.arrays import Flags, Ints
from learncheck.strategies.play.case import Coordinates, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import AGREE, CONTRADICT, Alone, Environment, Game
from learncheck.strategies.play.ladders import but_one

Advice = tuple[int, ...]
Trust = Literal["perfect", "restart", "halve"]

EVEN: Advice = ()
"""In place of advice: the advice that divides what the learner trusts as evenly as can be."""


class ExpertsFacts(NamedTuple):
    """The errors of each expert, an int array (n,), and the one that errs least."""

    errors: Ints
    best: int

    @classmethod
    def of(cls, errors: Ints) -> "ExpertsFacts":
        """With the first of the best experts."""
        return cls(errors, int(errors.argmin()))


class ExpertsGame(Game, frozen=True, tag="experts-game"):
    """A game with n experts. A move is (advice, stance): the advice, n times ±1, or `EVEN`.

    `trust` says how the environment follows the learner, in order to divide it evenly:

    * "perfect"  the experts without a mistake; every label is one that some of them gives, so that one stays perfect,
    * "restart"  the same, with any labels: once no expert is left, all are trusted again,
    * "halve"    every expert with the weight 1/2 to the number of its errors in rounds where the learner erred.
    """

    coordinates = Coordinates(vectors=("moves",), number="n")

    n: int
    trust: Trust
    moves: tuple[tuple[Advice, int], ...]

    def arguments(self) -> tuple[object, ...]:
        return (self.n,)

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The experts, and how often each errs."""
        return {"n": self.n, "errors of the experts": "not told" if trace.facts is None else trace.facts.errors}

    def script(self) -> Sequence[tuple[Advice, int]]:
        return [(advice or (0,) * self.n, stance) for advice, stance in self.moves]

    def environment(self) -> Environment:
        return Alone(Experts(self.n, self.trust))


class Experts:
    """The environment: counts every expert's errors and keeps what a learner of the game's kind trusts.

    Advice is a row of n labels, or of zeros for `EVEN`.
    """

    def __init__(self, n: int, trust: Trust, games: int = 1) -> None:
        self.trust = trust
        self.errors = np.zeros((games, n), dtype=int)
        self.halvings = np.zeros((games, n), dtype=int)
        self.trusted = np.ones((games, n), dtype=bool)

    def present(self, asked: Ints) -> Ints:
        even = ~asked.any(axis=1)
        if even.any():
            asked = asked.copy()
            asked[even] = even_advice(self.halvings[even], self.trusted[even])
        return asked

    def legal(self, presented: Ints) -> tuple[Flags, Flags]:
        if self.trust != "perfect":
            return np.ones(len(presented), dtype=bool), np.ones(len(presented), dtype=bool)
        says = presented == 1
        return (self.trusted & says).any(axis=1), (self.trusted > says).any(axis=1)

    def reveal(self, presented: Ints, labels: Ints, predictions: Ints) -> None:
        wrong = presented != labels[:, None]
        self.errors += wrong
        if self.trust == "halve":
            self.halvings += wrong & (predictions != labels)[:, None]
        else:
            left = self.trusted & ~wrong
            self.trusted = left | ~left.any(axis=1, keepdims=True)

    def facts(self, game: int) -> ExpertsFacts:
        return ExpertsFacts.of(self.errors[game])


def even_advice(halvings: Ints, trusted: Flags) -> Ints:
    """Rows of advice that divide the weight (1/2)^halvings of the trusted experts as evenly as the weights allow.

    Heaviest first, each expert joins the lighter side. With powers of two that leaves the sides apart by the least
    weight at most, unless one expert outweighs all the others together.
    """
    advice = np.ones_like(halvings)
    most = 2 * halvings.shape[1] + 2  # a lead that no lighter experts make good
    lead = np.zeros(len(halvings), dtype=int)  # of the side +1, in units of the weight at hand
    level = 0
    for power in np.flatnonzero(np.bincount(halvings[trusted])).tolist():
        lead = between(lead << min(power - level, SO_FAR_APART), -most, most)
        level = power
        members = trusted & (halvings == power)
        counts = members.sum(axis=1)
        plus = between((counts - lead + 1) // 2, 0, counts)
        advice[members & (members.cumsum(axis=1) > plus[:, None])] = -1
        lead += 2 * plus - counts
    return advice


def between(values: Ints, low: int, high: int | Ints) -> Ints:
    """`np.clip`, which takes far longer on small arrays."""
    return np.asarray(np.minimum(np.maximum(values, low), high))


SO_FAR_APART = 32
"""Weights that were halved this many times more often cannot outvote those in the lead."""


def experts_games(choices: Choices, *, experts: int, rounds: int, trust: Trust, perfect: bool = False) -> ExpertsGame:
    """Games of every trust; with `perfect` some expert makes no mistake.

    In half of them all advice divides evenly, in the others it is drawn.
    """
    trust = "perfect" if perfect else trust
    n = choices.integer(1, experts)
    if choices.flag():
        return even_game(n, choices.integer(0, 2 * rounds), trust)
    moves = choices.many(lambda: (choices.labels(n), choices.integer(0, 1)), most=rounds)
    return ExpertsGame(n, trust, moves)


def all_advice(
    choices: Choices, *, experts: int, rounds: int, trust: Trust, perfect: bool = False, stances: int = 1
) -> ExpertsGame:
    """Every advice in every round. The environment contradicts the learner wherever it may.

    With two stances it also agrees, but not in the last round, after which no prediction depends on it.
    """
    n = choices.integer(1, experts)
    length = choices.integer(0, rounds)
    moves = tuple((choices.labels(n), choices.integer(0, stances - 1 if t < length - 1 else 0)) for t in range(length))
    return ExpertsGame(n, "perfect" if perfect else trust, moves)


def even_game(n: int, rounds: int, trust: Trust) -> ExpertsGame:
    """The balancing adversary: in every round it divides the trust evenly and gives the label not predicted."""
    return ExpertsGame(n, trust, ((EVEN, CONTRADICT),) * rounds)


def lone_game(n: int, place: int, times: int, trust: Trust, idle: int = 0) -> ExpertsGame:
    """The expert at this place says −1 against all others, and is right so many times; then he is to be followed.

    idle: all agree in so many rounds at first, and in as many before he is to be followed.
    """
    advice, agreed = but_one(n, place, 1, -1), (((1,) * n, AGREE),) * idle
    return ExpertsGame(n, trust, (*agreed, *((advice, CONTRADICT),) * times, *agreed, (advice, AGREE)))
