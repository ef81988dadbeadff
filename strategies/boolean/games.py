"""Games over 0/1 features: written-out sequences for Winnow.

BooleanGame      a sequence of labelled examples, for Winnow
KOfRGame         the same for WinnowKOfR, which also takes ε
winnow_attack    the strongest sequence known against Winnow
"""

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain

import numpy as np

from learncheck.strategies.boolean.shadows import DRAWN, NEGATIVE, POSITIVE, Adversary, Bits, Shadow, relevant_alone
from learncheck.strategies.play.case import Coordinates
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Oblivious
from learncheck.strategies.play.ladders import AWKWARD, EVERY, SIZES, but_one, places

Example = tuple[Bits, int]


class BooleanGame(Oblivious, frozen=True, tag="boolean-game"):
    """A sequence of labelled examples over {0,1}^n, written out. `relevant` are the variables of the disjunction in
    question (from 0); whether it gives the labels is for the theorem's hypotheses to say."""

    coordinates = Coordinates(vectors=("rounds",), number="n", indices="relevant")

    n: int
    relevant: tuple[int, ...]
    rounds: tuple[Example, ...]

    def arguments(self) -> tuple[object, ...]:
        return (self.n,)

    def examples(self) -> Sequence[tuple[object, int]]:
        return [(np.array(x), y) for x, y in self.rounds]


class KOfRGame(BooleanGame, frozen=True, tag="k-of-r-game"):
    """A sequence of labelled examples for Winnow with the factor 1 + ε."""

    epsilon: Fraction

    def arguments(self) -> tuple[object, ...]:
        return (self.n, float(self.epsilon))


HALVINGS = 60
"""So often the first weight of a game is halved, and then doubled: it is less than 10⁻¹⁸ in between."""

NEARLY = 26
"""k, for a margin of 2⁻ᵏ of the threshold, which is no tie."""


def winnow_ladder() -> Iterator[BooleanGame]:
    """Games that tell doubling from adding, weights that are cut off from those that are not, and n from what is nearly
    n; then games of many variables and rounds.
    """
    yield BooleanGame(8, (0,), one_variable(8))
    # The first weight becomes 8, which is more than n = 5, and is halved: with two others it is 6 and not 9/2.
    yield BooleanGame(5, (0,), (((1, 0, 0, 0, 0), 1),) * 3 + (((1, 1, 0, 0, 0), -1), ((1, 0, 1, 1, 0), 1)))
    # The first weight becomes 256, nearly 2n, and is halved: with two others it is 130, above n = 129.
    rest = (0,) * 125
    halved = ((1, 1, 0, 0, *rest), -1), ((1, 0, 1, 1, *rest), 1)
    yield BooleanGame(129, (0,), (*one_variable(129, rounds=8), *halved))
    # The second weight is doubled so that both together can be halved, again and again; then the first is doubled.
    down = (((0, 1, 0), 1), ((0, 1, 0), 1), ((1, 1, 0), -1))
    yield BooleanGame(3, (0,), down * HALVINGS + (((1, 0, 0), 1),) * (HALVINGS + 3))
    yield BooleanGame(32, (0,), nearly_all(5, NEARLY))
    promoted, demoted = ((1, 0, 0), 1), ((1, 0, 0), -1)
    yield BooleanGame(3, (0,), (promoted, *(promoted, demoted) * SIZES[-1]))  # a mistake in every round
    for n in (127, 129, *SIZES):
        yield from (BooleanGame(n, (i,), one_variable(n, i, n.bit_length() + 1)) for i in places(n))
    yield BooleanGame(EVERY, (0,), tuple(chain.from_iterable(one_variable(EVERY, i, 9) for i in range(EVERY))))
    # The first weight is doubled twice, after many rounds and long before that is seen.
    idle = (((0, 1, 0), -1),) * SIZES[-1]
    yield BooleanGame(3, (0,), (*idle, *(((1, 0, 0), 1),) * 2, *idle, ((1, 0, 1), 1)))


def k_of_r_ladder() -> Iterator[KOfRGame]:
    """The same games with the factor 2, and one variable with other factors, whose powers are nearly n."""
    for game in winnow_ladder():
        yield with_step(game, Fraction(1))
    yield KOfRGame(8, (0,), one_variable(8), Fraction(1, 2))
    for epsilon in (*AWKWARD, Fraction(7, 3)):
        for n, times in nearly_powers(1 + epsilon):
            yield KOfRGame(n, (0,), one_variable(n, rounds=times + 1), epsilon)
    for n, powers in NEARLY_WHOLE:
        alone = (one_variable(n, i, times) for i, times in enumerate(powers))
        together = (1,) * len(powers) + (0,) * (n - len(powers))
        label = 1 if sum(Fraction(4, 3) ** times for times in powers) > n else -1
        yield KOfRGame(n, (0,), (*chain.from_iterable(alone), (together, label)), Fraction(1, 3))
    yield demoted_by_little(199, 20, Fraction(1, 1000))


def demoted_by_little(often: int, seldom: int, epsilon: Fraction) -> KOfRGame:
    """Variables that are promoted as well as demoted, and some that are demoted alone, ten times.

    Before the last round these weigh (1 + ε)⁻¹⁰ and the others 1 + ε. With 199 and 20 of them and ε = 1/1000, all
    together is above n by 10⁻⁴, and with factors of 1 − ε for 1/(1 + ε) it is below.
    """
    n = often + seldom
    everything, promoted = ((1,) * n, -1), ((1,) * often + (0,) * seldom, 1)
    rounds = (everything, promoted, *(promoted, everything) * 9, promoted, ((1,) * n, 1))
    return KOfRGame(n, (0,), rounds, epsilon)


NEARLY_WHOLE = ((193, (2, 6, 9, 9, 10, 10, 11, 16)), (170, (1, 5, 5, 6, 7, 11, 11, 16)))
"""Powers of 4/3 whose sum is just below n, and just above: by less than 2⁻²⁵ of it, which single precision loses."""


def nearly_powers(factor: Fraction) -> Iterator[tuple[int, int]]:
    """Of all n below `MOST_VARIABLES` the one just below a power of the factor and the one just above, with the power.

    Within `A_TIE` of the next power is not below and not above, but a tie. Powers are no higher than `MOST_ROUNDS`.
    """
    logs = [(math.log(n) / math.log(factor), n) for n in range(2, MOST_VARIABLES) if factor**MOST_ROUNDS > n]
    below = {math.ceil(log) - log: (n, math.ceil(log)) for log, n in logs}
    above = {log - math.floor(log): (n, math.floor(log) + 1) for log, n in logs}
    yield from (near[min(off for off in near if off > A_TIE)] for near in (below, above))


MOST_VARIABLES, MOST_ROUNDS, A_TIE = 300, 1_500, 1e-4


def disjunctions_of_one() -> Iterator[BooleanGame]:
    """n = 1, where at most 5 mistakes are allowed: the one variable is on in every round, for ever longer."""
    yield from (BooleanGame(1, (0,), one_variable(1, rounds=rounds)) for rounds in SIZES)


def with_step(game: BooleanGame, epsilon: Fraction) -> KOfRGame:
    """The same game for Winnow with the factor 1 + ε."""
    return KOfRGame(game.n, game.relevant, game.rounds, epsilon)


def one_variable(n: int, i: int = 0, rounds: int | None = None) -> tuple[Example, ...]:
    """One variable, on in every round and labelled +1: doubling reaches n in log₂ n mistakes, and adding in n."""
    return ((but_one(n, i, 0, 1), 1),) * (n if rounds is None else rounds)


def nearly_all(k: int, most: int) -> tuple[Example, ...]:
    """Of n = 2ᵏ variables, the weights of 1, …, `most` become n/2, n/4, …, and in the last round they sum to nearly n.

    Those that must shrink are halved together with the first variable's, which is doubled again and again.
    """

    def on(*variables: int) -> Bits:
        return tuple(int(i in variables) for i in range(2**k))

    up = [(on(i), 1) for i in range(1, k) for _ in range(k - i)] + [(on(0), 1)] * k
    down = [example for i in range(k + 1, most + 1) for example in ((on(0, *range(i, most + 1)), -1), (on(0), 1))]
    return (*up, *down, (on(*range(1, most + 1)), -1))


def disjunction(relevant: Sequence[int], x: Sequence[int]) -> int:
    """The label that the disjunction of the relevant variables gives to x; the empty one is never true."""
    return 1 if any(map(x.__getitem__, relevant)) else -1


def winnow_games(
    choices: Choices,
    *,
    variables: int,
    rounds: int,
    adversary: bool = True,
    realizable: bool = False,
    some_relevant: bool = False,
) -> BooleanGame:
    """Sequences for Winnow, drawn or, if `adversary`, also written by the one who follows the weights.

    Labels are drawn as well unless `realizable`; unless `some_relevant` the disjunction may be empty.
    Shrinks to few variables, few examples and zeros.
    """
    n = choices.integer(1, variables)
    relevant = tuple(i for i in range(n) if choices.flag())
    if some_relevant and not relevant:
        choices.reject()
    writer = against_winnow(n, relevant) if adversary and choices.flag() else None
    label = partial(disjunction, relevant) if realizable else None
    return BooleanGame(n, relevant, drawn_examples(choices, n, label, writer, rounds))


Labelling = Callable[[Bits], int]


def drawn_examples(
    choices: Choices, n: int, label: Labelling | None, adversary: Adversary | None, rounds: int
) -> tuple[Example, ...]:
    """Examples that are drawn or written by the adversary, with these labels; with any labels if None."""

    def example() -> Example:
        x = drawn_or_written(choices, n, adversary)
        y = label(x) if label else choices.label()
        if adversary is not None:
            adversary.update(x, y)
        return x, y

    return choices.many(example, most=rounds)


def all_labels(choices: Choices, *, variables: int, entries: int) -> BooleanGame:
    """Every sequence of labelled examples that are not all zeros, with n·length at most `entries`."""
    n = choices.integer(1, variables)
    examples = choices.several(lambda: (_row(choices.integer(1, 2**n - 1), n), choices.label()), most=entries // n)
    return BooleanGame(n, (), examples)


def _row(code: int, size: int) -> Bits:
    return tuple(code >> i & 1 for i in range(size))


DYADIC_STEPS = (Fraction(1), Fraction(1, 2), Fraction(1, 4))


def k_of_r_any_labels(choices: Choices, *, variables: int, rounds: int) -> KOfRGame:
    """Sequences with any labels for WinnowKOfR, with a dyadic ε. Shrinks to ε = 1, which is Winnow."""
    epsilon = choices.pick(DYADIC_STEPS)
    return with_step(winnow_games(choices, variables=variables, rounds=rounds), epsilon)


def k_of_r_all_labels(choices: Choices, *, variables: int, entries: int) -> KOfRGame:
    """Every sequence of labelled examples, with every one of the dyadic steps."""
    epsilon = choices.pick(DYADIC_STEPS)
    return with_step(all_labels(choices, variables=variables, entries=entries), epsilon)


def drawn_or_written(choices: Choices, n: int, adversary: Adversary | None) -> Bits:
    """A row that is drawn or, where there is an adversary, one that it may have written. Shrinks towards zeros."""
    kind = choices.integer(DRAWN, NEGATIVE) if adversary is not None else DRAWN
    return bits(choices, n) if adversary is None or kind == DRAWN else adversary.example(kind)


def bits(choices: Choices, size: int) -> Bits:
    """A row of zeros and ones. Shrinks towards zeros."""
    return tuple(choices.integers(size, 0, 1))


def against_winnow(n: int, relevant: Sequence[int]) -> Adversary:
    """Winnow's adversary, with a disjunction of the relevant variables."""
    return Adversary(Shadow(1, relevant_alone(n, relevant)))


@cache
def winnow_attack(n: int, relevant: int) -> BooleanGame:
    """A sequence on which Winnow errs as often as we know how; it errs on every example. The first are relevant."""
    first = tuple(range(relevant))
    return BooleanGame(n, first, against_winnow(n, first).written_out())


@cache
def winnow_seesaw(n: int, rounds: int) -> BooleanGame:
    """Labels that no disjunction gives, on which Winnow errs in every round, mostly twice on negative examples for each
    mistake on a positive one: what just less than n adds to the weights, twice n/2 takes away again."""
    adversary = against_winnow(n, ())

    def choose(t: int) -> Example:
        return (t > 0 and adversary.costliest()) or (adversary.example(POSITIVE), 1)

    return BooleanGame(n, (), adversary.written_out(choose, rounds))
