"""Games of prediction with experts' advice, whose environment shadows what the learner trusts.

ExpertsGame            rounds of advice for a learner that answers with a label
RandomizedExpertsGame  rounds of advice for a learner that answers with probabilities
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import InvalidAnswer, answered_by, reals_of
from learncheck.learners.arithmetic import inner
from learncheck.strategies.play.case import Coordinates, Make, Rounds, RoundsCase, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import AGREE, CONTRADICT, Alone, Environment, Game, watcher
from learncheck.strategies.play.ladders import AWKWARD, EVERY, HUGE, SIZES, but_one, narrow_votes, places

Advice = tuple[int, ...]
Trust = Literal["perfect", "restart", "halve"]

EVEN: Advice = ()
"""In place of advice: the advice that divides what the learner trusts as evenly as can be."""


class ExpertsFacts(NamedTuple):
    """The errors of each expert, an int array (n,), and the one that errs least."""

    errors: NDArray[Any]
    best: int

    @classmethod
    def of(cls, errors: NDArray[Any]) -> "ExpertsFacts":
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

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
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

    def present(self, asked: NDArray[Any]) -> NDArray[Any]:
        even = ~asked.any(axis=1)
        if even.any():
            asked = asked.copy()
            asked[even] = even_advice(self.halvings[even], self.trusted[even])
        return asked

    def legal(self, presented: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        if self.trust != "perfect":
            return np.ones(len(presented), dtype=bool), np.ones(len(presented), dtype=bool)
        says = presented == 1
        return (self.trusted & says).any(axis=1), (self.trusted > says).any(axis=1)

    def reveal(self, presented: NDArray[Any], labels: NDArray[Any], predictions: NDArray[Any]) -> None:
        wrong = presented != labels[:, None]
        self.errors += wrong
        if self.trust == "halve":
            self.halvings += wrong & (predictions != labels)[:, None]
        else:
            left = self.trusted & ~wrong
            self.trusted = left | ~left.any(axis=1, keepdims=True)

    def facts(self, game: int) -> ExpertsFacts:
        return ExpertsFacts.of(self.errors[game])


def even_advice(halvings: NDArray[Any], trusted: NDArray[Any]) -> NDArray[Any]:
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


def between(values: NDArray[Any], low: Any, high: Any) -> NDArray[Any]:
    """`np.clip`, which takes far longer on small arrays."""
    return np.asarray(np.minimum(np.maximum(values, low), high))


SO_FAR_APART = 32
"""Weights of so many halvings more do not make good what is in the lead."""


def perfect_expert_games(choices: Choices, *, experts: int, rounds: int, perfect: bool = False) -> ExpertsGame:
    """Games in which some expert makes no mistake; any games where that is not asked for.

    Shrinks to few experts, few rounds and an environment that contradicts.
    """
    return experts_games(choices, experts=experts, rounds=rounds, trust="perfect" if perfect else "restart")


def small_perfect_expert_games(choices: Choices, *, experts: int, rounds: int, perfect: bool = False) -> ExpertsGame:
    """The same, exhaustively, against an environment that contradicts wherever it may."""
    return all_advice(choices, experts=experts, rounds=rounds, trust="perfect" if perfect else "restart")


def experts_games(choices: Choices, *, experts: int, rounds: int, trust: Trust) -> ExpertsGame:
    """Games of every trust. In half of them all advice divides evenly, in the others it is drawn."""
    n = choices.integer(1, experts)
    if choices.flag():
        return even_game(n, choices.integer(0, 2 * rounds), trust)
    moves = choices.many(lambda: (choices.labels(n), choices.integer(0, 1)), most=rounds)
    return ExpertsGame(n, trust, moves)


def all_advice(choices: Choices, *, experts: int, rounds: int, trust: Trust, stances: int = 1) -> ExpertsGame:
    """Every advice in every round. The environment contradicts wherever it may; with two stances it does both before
    the last round, after which it makes no difference to predictions."""
    n = choices.integer(1, experts)
    length = choices.integer(0, rounds)
    moves = [(choices.labels(n), choices.integer(0, stances - 1 if t < length - 1 else 0)) for t in range(length)]
    return ExpertsGame(n, trust, tuple(moves))


def even_game(n: int, rounds: int, trust: Trust) -> ExpertsGame:
    """The balancing adversary: in every round it divides the trust evenly and gives the label not predicted."""
    return ExpertsGame(n, trust, ((EVEN, CONTRADICT),) * rounds)


def panel_ladder(trust: Trust) -> Iterator[ExpertsGame]:
    """Games with many experts, of whom one decides, and with many rounds, in the last of which all experts are trusted
    again many times, if ever they are.

    In the first, 256 experts say +1 and one says −1, and an 8-bit count, signed or not, gives −1. In the second, the
    first label leaves one expert of 2,049; the others outvote it if each keeps a thousandth of its vote.
    """
    few, many = (1,) * 256 + (-1,), (1,) * 2048 + (-1,)
    yield ExpertsGame(len(few), trust, ((few, AGREE),))
    yield ExpertsGame(len(many), trust, ((many, CONTRADICT), (many, AGREE)))
    yield from (lone_game(n, place, 1, trust) for n in SIZES for place in places(n))
    yield from (ExpertsGame(EVERY, trust, ((advice, AGREE),)) for advice in narrow_votes(EVERY))
    yield lone_game(HUGE, HUGE - 1, 1, trust)
    yield from (lone_game(3, 1, 1, trust, idle=rounds) for rounds in SIZES)
    yield ExpertsGame(3, trust, (((1, 1, -1), CONTRADICT),) * SIZES[-1])


def lone_game(n: int, place: int, times: int, trust: Trust, idle: int = 0) -> ExpertsGame:
    """The expert at this place says −1 against all others, and is right so many times; then he is to be followed.

    idle: all agree in so many rounds at first, and in as many before he is to be followed.
    """
    advice, agreed = but_one(n, place, 1, -1), (((1,) * n, AGREE),) * idle
    return ExpertsGame(n, trust, (*agreed, *((advice, CONTRADICT),) * times, *agreed, (advice, AGREE)))


MOST_HALVINGS = 1_000
"""Weighted Majority halves no weight more often, so that doubles hold all of them, as in the notes' own code."""


def halving_ladder() -> Iterator[ExpertsGame]:
    """Games in which weights become small, with many experts and many rounds.

    In the first two all experts err together, so that a weight that is cut off below some 10⁻¹², or 10⁻³⁰⁰, is still
    told from the others. Then the advice is the same in every round, and so is wrong. Last, one expert outweighs all
    others, who have erred until he does.
    """
    for halvings in (50, MOST_HALVINGS - 2):
        together = (((1,) * 4, CONTRADICT),) * halvings
        alone = ((-1, 1, 1, 1), CONTRADICT), ((-1, 1, 1, 1), CONTRADICT), ((-1, 1, 1, 1), AGREE)
        yield ExpertsGame(4, "halve", (*together, *alone))
    yield ExpertsGame(5, "halve", (((1, 1, 1, -1, -1), CONTRADICT),) * SIZES[0])
    for n in SIZES:
        yield from (lone_game(n, place, (n - 2).bit_length(), "halve") for place in places(n))
    yield ExpertsGame(EVERY, "halve", tuple((advice, AGREE) for advice in narrow_votes(EVERY)))
    yield from (lone_game(4, 1, 2, "halve", idle=rounds) for rounds in SIZES)


class RandomizedExpertsGame(RoundsCase, frozen=True, tag="randomized-experts-game"):
    """Rounds of (advice, label) for a learner that answers with the probability of every expert.

    Mistakes are counted in expectation, so nothing depends on what the learner does: the rounds are written out.
    A round's prediction is the vector of probabilities, and its mistake the probability of one.
    """

    coordinates = Coordinates(vectors=("rounds",), number="n")

    n: int
    epsilon: Fraction
    rounds: tuple[tuple[Advice, int], ...]

    def arguments(self) -> tuple[Any, ...]:
        return (self.n, float(self.epsilon))

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner = make(*self.arguments())
        rounds = Rounds(mistakes=())
        look = watcher(learner, watch, rounds.snapshots)
        errors = np.zeros(self.n, dtype=int)
        for given, label in self.rounds:
            advice = np.array(given)
            probabilities = distribution(learner.probabilities(), self.n)
            learner.update(advice, label)
            wrong = advice != label
            errors += wrong
            rounds.add(advice, probabilities, label, float(inner(probabilities, wrong)))
            if look is not None:
                look()
        return Trace(self, rounds, ExpertsFacts.of(errors))


def distribution(answer: Any, n: int) -> NDArray[Any]:
    """The answer as a probability for each of n experts. Raises InvalidAnswer where it is none (sum 1 up to 1e-9)."""
    with answered_by("probabilities"):
        probabilities = reals_of(answer, None, non_negative=True)
    if probabilities.shape != (n,):
        raise InvalidAnswer(f"probabilities() has shape {probabilities.shape}, not ({n},): give one for each expert")
    total = float(probabilities.sum())
    if not abs(total - 1) <= 1e-9:
        raise InvalidAnswer(f"probabilities() gives {probabilities.tolist()}, of sum {total:.12g}: it must be 1")
    return probabilities


SMALL_STEPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(5, 8))
LARGE_STEPS = (Fraction(3, 4), Fraction(7, 8), Fraction(15, 16), Fraction(63, 64), Fraction(255, 256))
"""Values of ε on either side of 0.6838, above which log(1−ε) ≥ −ε(1+ε) is false."""


def randomized_games(choices: Choices, *, experts: int, rounds: int, small_step: bool = False) -> RandomizedExpertsGame:
    """Games for Randomized Weighted Majority, with drawn advice or with an adversary's.

    ε comes from SMALL_STEPS where a small step is asked for, otherwise from either. Shrinks to few experts and few
    rounds, ε = 1/2 and the label +1. Up to 18 errors the weights (1−ε)^errors are exact in floats for every ε here.
    """
    n = choices.integer(1, experts)
    epsilon = choices.pick(step_sizes(small_step))
    if choices.flag():
        return leader_game(n, epsilon, choices.integer(0, rounds), choices.integer(0, rounds // 2))
    moves = choices.many(lambda: (choices.labels(n), choices.label()), most=rounds)
    return RandomizedExpertsGame(n, epsilon, moves)


def small_randomized_games(
    choices: Choices, *, experts: int, rounds: int, leaders: int, alone: int, small_step: bool = False
) -> RandomizedExpertsGame:
    """Every advice and label of up to `experts` experts in every round up to `rounds`, and the games of the leader with
    up to `leaders` experts and `alone` rounds; with each ε of randomized_games."""
    if choices.flag():
        length = choices.integer(0, alone)
        return leader_game(choices.integer(1, leaders), choices.pick(step_sizes(small_step)), length)
    n = choices.integer(1, experts)
    epsilon = choices.pick(step_sizes(small_step))
    moves = choices.several(lambda: (choices.labels(n), choices.label()), most=rounds)
    return RandomizedExpertsGame(n, epsilon, moves)


def step_sizes(small_step: bool) -> tuple[Fraction, ...]:
    """The ε that games are drawn with."""
    return SMALL_STEPS if small_step else SMALL_STEPS + LARGE_STEPS


def leader_game(n: int, epsilon: Fraction, rounds: int, others: int = 0) -> RandomizedExpertsGame:
    """In every round the first of the experts with the fewest errors is the only one to err; then, for as many rounds
    as `others` says, all err but the last.

    What the learner loses in a round, f_t, takes W to W(1−εf_t); the smaller f_t, the less of W goes for it.
    """
    alone = (tuple(-1 if expert == t % n else 1 for expert in range(n)) for t in range(rounds))
    together = ((-1,) * (n - 1) + (1,),) * others
    return RandomizedExpertsGame(n, epsilon, tuple((advice, 1) for advice in (*alone, *together)))


def tuned_games(
    choices: Choices, *, experts: int, rounds: int, tuned_step: bool = False, small_step: bool = False
) -> RandomizedExpertsGame:
    """Games for Randomized Weighted Majority with ε = √(log n/m), where that is asked for and below 1.

    Shrinks to few experts and few rounds and the label +1.
    """
    if not tuned_step:
        return randomized_games(choices, experts=experts, rounds=rounds, small_step=small_step)
    n = choices.integer(2, experts)
    if choices.flag():
        moves = choices.many(lambda: (choices.labels(n), choices.label()), most=rounds)
        return tuned(RandomizedExpertsGame(n, Fraction(1), moves)) or choices.reject()
    length, others = choices.integer(n, rounds), choices.integer(0, rounds)
    return tuned(leader_game(n, Fraction(1), length, others)) or choices.reject()


def tuned_leader_games(
    choices: Choices, *, experts: int, rounds: int, tuned_step: bool = False
) -> RandomizedExpertsGame:
    """The leader's games of up to `experts` experts and `rounds` rounds, with ε as in tuned_games."""
    n = choices.integer(2, experts)
    length = choices.integer(0, rounds)
    if not tuned_step:
        return leader_game(n, Fraction(1, 2), length)
    return tuned(leader_game(n, Fraction(1), length)) or choices.reject()


def tuned(game: RandomizedExpertsGame) -> RandomizedExpertsGame | None:
    """The game with ε = √(log n/m), rounded to 30 bits; None where that is not between 0 and 1."""
    errors = [sum(given[expert] != label for given, label in game.rounds) for expert in range(game.n)]
    if game.n == 1 or min(errors) <= math.log(game.n):
        return None
    epsilon = Fraction(round(math.sqrt(math.log(game.n) / min(errors)) * 2**30), 2**30)
    return RandomizedExpertsGame(game.n, epsilon, game.rounds)


def randomized_ladder() -> Iterator[RandomizedExpertsGame]:
    """Games with awkward steps, with many experts, with many rounds, and with so many errors that weights leave the
    range of doubles.

    In two of them all experts err in `LONG` rounds, or nobody does: with a step next to 1 the weights come to 0, and
    what grows by 1/(1 − ε) where an expert is right comes to infinity. Then one of them errs. Last, one of them falls
    far behind, and the others fall as far.
    """
    for epsilon in (*AWKWARD, 1 - Fraction(1, 1000), 1 - Fraction(1, 2**20), Fraction(1, 2**20), Fraction(0)):
        yield leader_game(3, epsilon, 12, 3)
    n = SIZES[1]
    erring = tuple(-1 if i in places(n) else 1 for i in range(n))
    yield RandomizedExpertsGame(n, Fraction(1, 2), ((erring, 1), (erring, 1)))
    idle = (((1, 1, 1), 1),) * SIZES[-1]
    yield RandomizedExpertsGame(3, Fraction(1, 2), (*idle, ((-1, 1, 1), 1), *idle, ((1, -1, 1), 1), *idle[:1]))
    for label in (1, -1):
        rounds = *(((-1, -1, -1), label),) * LONG, ((-1, 1, 1), 1), ((1, -1, 1), -1)
        yield RandomizedExpertsGame(3, LARGE_STEPS[-1], rounds)
    catching_up = *(((-1, 1, 1), 1),) * FAR, *(((1, -1, -1), 1),) * FAR
    yield RandomizedExpertsGame(3, LARGE_STEPS[-1], (*catching_up, ((-1, 1, 1), 1)))


LONG = 150
"""So many times 1/256 is less than the least double."""

FAR = 40
"""So many times it is more than 10⁻¹⁰⁰, as little as a weight may be that is compared."""
