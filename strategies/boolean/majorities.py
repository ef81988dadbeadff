"""Games for Winnow with the factor 1 + ε: k-out-of-r majorities, and halfspaces with duplicated variables.

MajorityGame    a sequence labelled by a k-out-of-r majority, or by anything
HalfspaceGame   a sequence labelled by an integer halfspace; Winnow sees every variable ‖w*‖₁ times
majority_attack, halfspace_attack   the strongest sequences known

Source: VEM 8.4.2.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial

import numpy as np

from learncheck.learners.arguments import require
from learncheck.strategies.boolean.games import (
    DYADIC_STEPS,
    Example,
    KOfRGame,
    drawn_examples,
    drawn_or_written,
)
from learncheck.strategies.boolean.shadows import NEGATIVE, POSITIVE, Adversary, Bits, Shadow
from learncheck.strategies.play.case import Coordinates
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Oblivious


class MajorityGame(KOfRGame, frozen=True, tag="k-out-of-r-game"):
    """A sequence for Winnow with the factor 1 + ε. The `relevant` variables (from 0) and k make the majority in
    question; whether it gives the labels is for the theorem's hypotheses to say."""

    k: int


def majority(k: int, relevant: Sequence[int], x: Sequence[int]) -> int:
    """The label that the k-out-of-r majority of the relevant variables gives to x."""
    return 1 if sum(x[i] for i in relevant) >= k else -1


def notes_step(k: int) -> Fraction:
    """The notes' ε = 1/(2(k−1)); for k = 1, where that is not a number, 1."""
    return Fraction(1, 2 * (k - 1)) if k > 1 else Fraction(1)


def against_majority(n: int, r: int, k: int, epsilon: Fraction) -> Adversary:
    """The adversary of Winnow with the factor 1 + ε, with a majority of k out of the first r variables."""
    sizes = Fraction(k), Fraction(k - 1)
    return _adversary((1,) * r + (0,) * (n - r), 1, *sizes, epsilon)


def _adversary(worth: Sequence[int], copies: int, high: Fraction, low: Fraction, epsilon: Fraction) -> Adversary:
    shadow = Shadow(1, worth, copies=copies, high=high, low=low, factor=1 + epsilon, inclusive=False)
    return Adversary(shadow)


# ---- k out of r ----


def majority_games(
    choices: Choices,
    *,
    variables: int,
    rounds: int,
    adversary: bool = True,
    realizable: bool = False,
    positive_k: bool = False,
    tuned_step: bool = False,
) -> MajorityGame:
    """Sequences for Winnow with any ε, half of them written by its adversary, and a majority of the first variables.

    Labels are drawn unless `realizable`; unless `positive_k` k may be 0. With `tuned_step` ε is the
    notes', and k − 1 is a power of 2 or 0, so that ε is a float. Shrinks to few variables and zeros.
    Without the `adversary`, for enumeration, the majority is one of any variables if it gives the labels, k is
    positive, and ε is the notes', 1 or ¼.
    """
    n = choices.integer(1, variables)
    if adversary or not realizable:
        relevant = tuple(range(choices.integer(1, n) if adversary else n))
    else:
        relevant = choices.members(range(n))
    r, positive_k = len(relevant), positive_k or not adversary
    sizes = [k for k in range(1 if positive_k else 0, r + 1) if not tuned_step or k in NOTES_SIZES]
    k = choices.pick(sizes if positive_k else sizes[::-1])
    epsilon = notes_step(k) if tuned_step else choices.pick(DYADIC_STEPS if adversary else DYADIC_STEPS[::2])
    writer = against_majority(n, r, k, epsilon) if adversary and choices.flag() else None
    label = partial(majority, k, relevant) if realizable else None
    return MajorityGame(n, relevant, drawn_examples(choices, n, label, writer, rounds), epsilon, k)


NOTES_SIZES = (1, 2, 3, 5, 9, 17)
"""The k whose ε = 1/(2(k−1)) is a float."""


@cache
def majority_attack(n: int, r: int, k: int, epsilon: Fraction | None = None) -> MajorityGame:
    """A sequence on which Winnow with the notes' ε errs as often as we know how; it errs on every example.

    The negative examples hold k − 1 relevant variables, the heaviest, and so take back what they have gained.
    """
    step = notes_step(k) if epsilon is None else epsilon
    return MajorityGame(n, tuple(range(r)), against_majority(n, r, k, step).written_out(), step, k)


@cache
def majority_seesaw(n: int, rounds: int, epsilon: Fraction) -> MajorityGame:
    """Labels that no majority gives: mostly negative mistakes, as many as positive ones have paid for."""
    adversary = against_majority(n, 0, 0, epsilon)

    def choose(t: int) -> Example:
        x = adversary.example(NEGATIVE)
        return (x, -1) if t and adversary.reaches(x) else (adversary.example(POSITIVE), 1)

    return MajorityGame(n, (0,), adversary.written_out(choose, rounds), epsilon, 1)


# ---- halfspaces ----


class IntegerHalfspaceGame(Oblivious, frozen=True, tag="duplicated-halfspace-game"):
    """A sequence over {0,1}^n labelled by the integer halfspace Σ w_i x_i ≥ θ, for Winnow with duplicated variables.

    weights: integers, not all 0. threshold: θ. margin: the γ > 0 by which instances are said to keep off θ. Where w_i
    is negative the learner is shown 1 − x_i, which moves the threshold by |w_i|; it sees each of the n variables
    W = ‖w‖₁ times. Its step is ε = γ/(θ − γ), θ being moved, but at most 1.
    """

    coordinates = Coordinates(vectors=("weights", "rounds"))

    weights: tuple[int, ...]
    threshold: Fraction
    margin: Fraction
    rounds: tuple[Bits, ...]

    def __post_init__(self) -> None:
        require(any(self.weights), f"the weights are {self.weights}: give one that is not 0")
        require(self.margin > 0, f"margin = {self.margin}: give a positive one")
        epsilon = self.epsilon
        require(
            Fraction(float(epsilon)) == epsilon,
            f"ε = {epsilon} is not a float: give a threshold and a margin whose γ/(θ − γ) is one",
        )

    @property
    def total(self) -> int:
        """W = ‖w*‖₁."""
        return sum(map(abs, self.weights))

    @property
    def n(self) -> int:
        """How many variables the learner sees."""
        return len(self.weights) * self.total

    @property
    def relevant(self) -> tuple[int, ...]:
        """Of the copies of variable i the first |w_i|."""
        return tuple(i * self.total + copy for i, w in enumerate(self.weights) for copy in range(abs(w)))

    @property
    def moved(self) -> Fraction:
        """The threshold once no weight is negative."""
        return self.threshold + sum(-weight for weight in self.weights if weight < 0)

    @property
    def epsilon(self) -> Fraction:
        """The learner's step."""
        above = self.moved - self.margin
        return min(Fraction(1), self.margin / above) if above > 0 else Fraction(1)

    def value(self, x: Bits) -> int:
        """w·x."""
        return sum(w * bit for w, bit in zip(self.weights, x, strict=True))

    def arguments(self) -> tuple[object, ...]:
        return (self.n, float(self.epsilon))

    def examples(self) -> Sequence[tuple[object, int]]:
        turned = np.array(self.weights) < 0
        return [
            (np.repeat(np.array(x) ^ turned, self.total), 1 if self.value(x) >= self.threshold else -1)
            for x in self.rounds
        ]


HALF = Fraction(1, 2)


def halfspace_games(
    choices: Choices, *, variables: int, heaviest: int, rounds: int, hard: bool = True, true_somewhere: bool = False
) -> IntegerHalfspaceGame:
    """Sequences of an integer threshold w₀* ≤ W, as the case has it: θ = w₀* − ½ and γ = ½.

    If `hard`, weights may be negative, and half of the sequences are written by the adversary. Without `true_somewhere`
    w₀* may be 0. Shrinks to one variable.
    """
    n = choices.integer(1, variables)
    signed = hard and choices.flag()
    weights = _some_weight(choices, choices.integers(n, -heaviest if signed else 0, heaviest), hard)
    W = sum(map(abs, weights))
    sizes = [k for k in NOTES_SIZES if k <= W]
    if not true_somewhere:
        sizes.insert(0, 0)
    w0 = choices.pick(sizes) + sum(weight for weight in weights if weight < 0)
    return _halfspace_game(choices, weights, w0 - HALF, HALF, rounds, hard)


def margin_games(
    choices: Choices,
    *,
    variables: int,
    heaviest: int,
    rounds: int,
    hard: bool = True,
    keeps_margin: bool = False,
    within: bool = False,
) -> IntegerHalfspaceGame:
    """Sequences that keep the margin γ from the threshold θ = γ(1 + 2^j), or θ = γ, where ε is 1.

    Without `keeps_margin` instances may come nearer; without `within` the threshold may lie above all values. Shrinks
    to γ = ½. If `hard`, half of the sequences are written by the adversary.
    """
    n = choices.integer(1, variables)
    weights = _some_weight(choices, choices.integers(n, 0, heaviest), hard)
    margin = Fraction(choices.integer(1, 2 * heaviest), 2)
    thresholds = [margin * multiple for multiple in (1, 2, 3, 5, 9)]
    if within:
        thresholds = [threshold for threshold in thresholds if threshold + margin <= sum(weights)]
    if not thresholds:
        choices.reject()
    game = _halfspace_game(choices, weights, choices.pick(thresholds), margin, rounds, hard)
    if not keeps_margin:
        return game
    keep = tuple(x for x in game.rounds if abs(game.value(x) - game.threshold) >= margin)
    if len(keep) < len(game.rounds) and not hard:
        choices.reject()  # what is left is enumerated, too
    return IntegerHalfspaceGame(game.weights, game.threshold, margin, keep)


def _some_weight(choices: Choices, drawn: Sequence[int], hard: bool) -> tuple[int, ...]:
    """The weights, with 1 for the first if all are 0; where games are enumerated these are listed anyway."""
    if not any(drawn) and not hard:
        choices.reject()
    return tuple(drawn) if any(drawn) else (1, *drawn[1:])


def _halfspace_game(
    choices: Choices, weights: tuple[int, ...], threshold: Fraction, margin: Fraction, rounds: int, hard: bool
) -> IntegerHalfspaceGame:
    game = IntegerHalfspaceGame(weights, threshold, margin, ())
    adversary = _against_halfspace(game) if hard and choices.flag() else None

    def example() -> Bits:
        seen = drawn_or_written(choices, len(weights), adversary)
        x = tuple(bit ^ (w < 0) for bit, w in zip(seen, weights, strict=True))
        if adversary is not None:
            adversary.update(seen, 1 if game.value(x) >= threshold else -1)
        return x

    return IntegerHalfspaceGame(weights, threshold, margin, choices.many(example, most=rounds))


def _against_halfspace(game: IntegerHalfspaceGame) -> Adversary:
    worth = tuple(map(abs, game.weights))
    return _adversary(worth, game.total, game.moved + game.margin, game.moved - game.margin, game.epsilon)


@cache
def halfspace_attack(weights: tuple[int, ...], threshold: Fraction, margin: Fraction = HALF) -> IntegerHalfspaceGame:
    """A sequence on which Winnow with duplicated variables errs in every round. The weights are ≥ 0."""
    game = IntegerHalfspaceGame(weights, threshold, margin, ())
    return IntegerHalfspaceGame(weights, threshold, margin, tuple(x for x, _ in _against_halfspace(game).written_out()))


@cache
def near_the_threshold(rounds: int) -> IntegerHalfspaceGame:
    """Instances that come nearer to the threshold than the stated margin, on which the step for that margin is too
    long: what positive examples add to the relevant weights, negative ones take away for ever."""
    weights, threshold, margin = (1, 1, 1, 1, 1, 0, 0), Fraction(3), Fraction(2)
    game = IntegerHalfspaceGame(weights, threshold, margin, ())
    adversary = _adversary(weights, game.total, threshold, threshold - 1, game.epsilon)
    return IntegerHalfspaceGame(weights, threshold, margin, tuple(x for x, _ in adversary.written_out(rounds=rounds)))
