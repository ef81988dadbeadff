"""Ladders: margins of 2⁻³, ..., 2⁻¹², and lengths and sizes that grow by powers of two.

A learner that gives up after a number of passes, or treats small numbers as 0, passes all games below its limit, which
random games seldom reach. These cases do reach it. They are the same for every profile and seed.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from learncheck.strategies.halfspaces.games import LABEL, FreeGame, KernelGame, TargetGame, UnitGame
from learncheck.strategies.halfspaces.halfspace_samples import HalfspaceSample, steep
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.strategies.halfspaces.linear_samples import (
    AROUND,
    CyclicGame,
    PocketSample,
    SeparableSample,
    most_updates,
    staircase,
    turned,
)
from learncheck.strategies.halfspaces.regression import (
    FineRegressionSample,
    LogisticSample,
    PolynomialSample,
    RegressionSample,
    ShortLogisticSample,
)
from learncheck.strategies.halfspaces.vectors import Vector, axes, signed
from learncheck.strategies.play.games import AGREE, CONTRADICT, PLUS
from learncheck.strategies.play.ladders import AWKWARD, EVERY, SAMPLE_SIZES, SIZES, all_places, but_one, places

RUNGS = range(3, 13)
"""k, for margins of 2⁻ᵏ."""

SCALES = (-10, -5, 5, 20)
"""k, for instances 2ᵏ times as long."""

SMALL_SIZES = (8, 32, 128)
"""Numbers of examples or dimensions."""

FEW = range(1, 7)
"""d, for samples in d dimensions on which the Perceptron makes at least (4ᵈ − 1)/3 updates."""

SINGLE = 26
"""k, for the numbers 1 and 1 − 2⁻ᵏ, or 2ᵏ and 2ᵏ + 1, which are equal in single precision."""

SHORT = SINGLE + 10
"""k, for numbers in units of 2⁻ᵏ, at which many a tolerance takes what is left of a sum for 0."""

Pair = tuple[tuple[int, int], tuple[int, int]]


def narrow(k: int) -> Pair:
    """(1, 1) and (1, 1 − 2⁻ᵏ), in units of 2⁻ᵏ. Labelled + and −, they take the Perceptron about 2ᵏ⁺² updates."""
    return (2**k, 2**k), (2**k, 2**k - 1)


def crossed(k: int) -> Pair:
    """(1, −1) and (1, 1 − 2⁻ᵏ), in units of 2⁻ᵏ. They are nearly at right angles, so that one nearly ties the other."""
    return (2**k, -(2**k)), (2**k, 2**k - 1)


def separable_ladder() -> Iterator[SeparableSample]:
    """Samples for the batch Perceptron.

    They have small margins, long and short instances, or many examples and dimensions; one needs double precision; in
    some, one example of many needs another update, or every dimension is told by one.
    """
    yield SeparableSample(((3, 1), (1, -2)), 4, (1, -1), AROUND)  # some margins of w are not integers
    yield SeparableSample(((2**SINGLE + 1, 2**SINGLE),), 1, (1,), ((1, -1),))
    for k in RUNGS:
        yield SeparableSample(narrow(k), 2**k, (1, -1), AROUND)
    for points, denominator in scaled():
        yield SeparableSample(points, denominator, (1, -1), AROUND)
    for size in SMALL_SIZES:
        yield SeparableSample(fan(size), 1, (1,) * size, turned(fan(size)[:1]))
    for d in FEW:
        sample = staircase(d)
        yield SeparableSample(sample.points, 1, sample.labels, turned(sample.points))
    for size in SAMPLE_SIZES:
        for many in one_apart(size):
            yield SeparableSample(many, 1, (1,) * size, AROUND)
        yield SeparableSample(((1,) * size,), 1, (1,), told_apart(size))
    yield SeparableSample(axes(SIZES[0]), 1, (1,) * SIZES[0])


def one_apart(size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the example (1, 0) many times and (−3, 2) once, which is misclassified when the others are learned."""
    return (but_one(size, place, (1, 0), (-3, 2)) for place in places(size))


def told_apart(size: int) -> tuple[tuple[int, ...], ...]:
    """The unit vectors of `size` axes, a few of many: if (1, ..., 1) is all that was learned, all have its label."""
    return tuple(but_one(size, place, 0, 1) for place in all_places(size))


def scaled() -> Iterator[tuple[Pair, int]]:
    """Yield (1, 1) and (1, 1/2), scaled up and down, with their denominators; first so short that inner products are
    less than a billionth.
    """
    for k in (-20, *SCALES):
        (a, b), (c, e) = narrow(1)
        factor = 2 ** max(k, 0)
        yield ((a * factor, b * factor), (c * factor, e * factor)), 2 ** (1 + max(-k, 0))


def fan(size: int) -> tuple[tuple[int, int], ...]:
    """`size` examples above the first axis, at most twenty of them distinct."""
    return tuple((i % 5 - 2, i // 5 % 4 + 1) for i in range(size))


def pocket_ladder() -> Iterator[PocketSample]:
    """Samples for Pocket: one that needs double precision, and separable ones with ⌊(RB)²⌋ corrections.

    None of these has far more corrections than it takes, and one takes all that it has. In the last ones, a single
    example of many is misclassified after one correction, or every dimension is told by one example.
    """
    yield PocketSample(((2**SINGLE + 1, 2**SINGLE),), 1, (1,), ((1, -1),))
    for k in (1, 2, 3):
        yield _enough(narrow(k), 2**k, (1, -1))
    for points, denominator in scaled():
        yield _enough(points, denominator, (1, -1))
    for d in FEW:
        yield _enough(staircase(d).points, 1, (1,) * d)
    yield _enough(axes(SIZES[0]), 1, (1,) * SIZES[0])
    for size in SAMPLE_SIZES:
        for many in one_apart(size):
            yield _enough(many, 1, (1,) * size)
        yield _enough(((1,) * size,), 1, (1,), told_apart(size))


def _enough(
    points: tuple[tuple[int, ...], ...], denominator: int, labels: tuple[int, ...], queries: tuple[Vector, ...] = ()
) -> PocketSample:
    bound = most_updates(signed(points, labels))
    assert bound is not None
    return PocketSample(points, denominator, labels, queries or turned(points), False, floor(bound))


def target_ladder() -> Iterator[TargetGame | FreeGame]:
    """Games for the online Perceptron.

    A short instance and its negative, which expose a bias of any size; two games of short instances that need double
    precision, and in which small numbers are no ties; margins of 2⁻ᵏ over 2ᵏ rounds; long and short instances; many
    examples and dimensions, of which the first, one in the middle and the last decide; mistakes on one instance in many
    rounds in a row; and margins that are small, or large, only because instances are.
    """
    for sign in (1, -1):
        yield TargetGame(((1,), (-1,)), 2**10, ((0, LABEL), (1, LABEL)), (sign,), 1)
    yield TargetGame(narrow(SINGLE), 2**SHORT, ((0, LABEL), (1, LABEL), (0, LABEL)), _target(SINGLE), 1)
    yield TargetGame(crossed(SINGLE), 2**SHORT, ((0, LABEL), (1, LABEL)), (2, -1), 1)
    for k in RUNGS[:-1]:  # the last would take 4,096 rounds
        yield TargetGame(narrow(k), 2**k, ((0, LABEL), (1, LABEL)) * 2 ** (k - 1), _target(k), 1)
    for points, denominator in scaled():
        yield TargetGame(points, denominator, ((0, LABEL), (1, LABEL)) * 8, (-3, 4), 1)
    for size in SMALL_SIZES:
        moves = tuple((i, LABEL) for i in range(size))
        yield TargetGame(fan(size), 1, moves * 2, (0, 1), 1)
        yield TargetGame(axes(size), 1, moves * 2, (1,) * size, 1)
    few = told_apart(SIZES[-1])
    yield FreeGame(few, 1, tuple((i, stance) for stance in (CONTRADICT, AGREE) for i in range(len(few))))
    yield wrong_again(EVERY)
    yield from (right_again(k) for k in SCALES_OF_MARGINS)


SCALES_OF_MARGINS = (-60, -38, -20, 40)
"""k, for instances 2ᵏ times as long: their margins are less than any fixed tolerance, or more."""


def right_again(k: int) -> FreeGame:
    """An instance of length 2ᵏ is classified right three times, which must not change what follows.

    Then its negative comes with the same label: w is 0, which is a tie, and last the negative itself.
    """
    length = 2 ** max(k, 0)
    return FreeGame(((length,), (-length,)), 2 ** max(-k, 0), ((0, PLUS),) * 4 + ((1, PLUS),) * 3)


def _target(k: int) -> tuple[int, int]:
    """A vector that labels the two instances of `narrow` + and −."""
    return 1 - 2 ** (k + 1), 2 ** (k + 1)


def cyclic_ladder() -> Iterator[CyclicGame]:
    """Samples for cyclic PLA, small enough that (RB)² cycles can be played."""
    for k in (1, 2, 3):
        yield CyclicGame(narrow(k), 2**k, (1, -1), (0, 1))
    for d in FEW[:-1]:
        yield CyclicGame(staircase(d).points, 1, (1,) * d, tuple(range(d)))


def program_ladder() -> Iterator[HalfspaceSample]:
    """Samples for the linear program: small margins, long and short instances, many examples and dimensions.

    In some of many examples one decides, and of many dimensions one. Two that are nearly separable are off by little.
    One needs double precision; and in one each example stands beside another that asks for little more.
    """
    around = ((1, 0), (0, 1), (-1, 2), (1, 1))
    large = 2 ** (SINGLE - 1)
    yield HalfspaceSample(((large + 1, -large), (-large, large + 1)), (1, 1), ((1, 1),))
    close = ((0, 3072), (-3072, -1024), (-1, 3070), (-3071, -1022))
    yield HalfspaceSample(close, (1,) * 4, around, Fraction(1, 1024))
    for k in RUNGS:
        yield HalfspaceSample(narrow(k), (1, -1), around, Fraction(1, 2**k))
    for k in (-17, *SCALES):  # the first needs weights of half a million
        yield HalfspaceSample(narrow(1), (1, -1), around, Fraction(2) ** (k - 1))
    for size in SMALL_SIZES[:-1]:
        yield HalfspaceSample(fan(size), (1,) * size, around)
        yield HalfspaceSample((*fan(size), (0, -1)), (1,) * (size + 1))
    for size in SAMPLE_SIZES:
        for many in one_apart(size):
            yield HalfspaceSample(many, (1,) * size, around)
        for place in places(size):
            yield HalfspaceSample(but_one(size, place, (1, 0), (-1, 0)), (1,) * size)
        for place in places(size):  # w must have a large entry in the one place in which the two points differ
            other = but_one(size, place, 1, 0)
            yield HalfspaceSample(((1,) * size, other), (1, -1), (but_one(size, place, 0, 1),))
    yield HalfspaceSample(axes(SIZES[0]), (1,) * SIZES[0])
    for k in (*RUNGS, 20):
        yield HalfspaceSample(((2**k, 1), (-(2**k), 1)), (1, 1), around, Fraction(1, 2**k))
        yield HalfspaceSample(((2**k, 1), (-(2**k), 1), (0, -1)), (1, 1, 1), around, Fraction(1, 2**k))
    for d in (8, 12):
        yield steep(d)


def regression_ladder() -> Iterator[RegressionSample]:
    """Samples for least squares.

    Repeats, and a second fit; a target that is no integer; one example of many, and a few dimensions of many, that
    have a target; many columns of small numbers that fit only with large weights, which no penalty may shorten; nearly
    dependent columns, whose small singular value a square would lose, alone and among others; columns of very different
    scale; one far outlier; and numbers that are small in themselves, alone and as the difference of columns.
    """
    yield FineRegressionSample(((1,), (1,)), (0, 1))
    yield FineRegressionSample(narrow(24), (2**24, 0))
    yield RegressionSample(((4,), (4,), (4,)), (0, 0, 4), again=True)
    yield RegressionSample(((4,),), (1,))
    for size in SAMPLE_SIZES:
        for place in places(size):
            yield RegressionSample(((4,),) * size, but_one(size, place, 0, 4 * size))
    yield RegressionSample(axes(SIZES[0]), tuple(range(1, SIZES[0] + 1)))
    few = tuple(but_one(EVERY, place, 0, 1) for place in places(EVERY))
    yield RegressionSample(few, tuple(range(1, len(few) + 1)))
    size = 16
    rows = tuple((0,) * i + (4,) + (-4,) * (size - 1 - i) for i in range(size))
    yield RegressionSample(rows, (*(0,) * (size - 1), 4))  # the weights are powers of two
    for k in (17, *NEARLY):
        first, second = narrow(k)
        yield RegressionSample((second, first), (0, 2**k))
        yield RegressionSample((second, first, (2**k, 2**k + 1)), (0, 2**k, 2**k), ((0, 1),))
        yield RegressionSample((*(second,) * 100, first), (*(0,) * 100, 2**k))
        yield RegressionSample(((2**k, 4), (2**k, -4)), (8, 0), ((0, 4),))
        yield RegressionSample(((4, 0), (4, 4), (4, 8), (4, 2**k)), (0, 8, 8, 2**k))
    yield RegressionSample(((2**36, 4), (2**36, -4)), (8, 0), ((0, 4),))  # a weight of 2⁻³⁴ beside one of 1


NEARLY = (24, 30)
"""k, for columns that differ, or numbers that are smaller than others, by a factor of 2⁻ᵏ: less than a cut of 1e-9."""


def polynomial_ladder() -> Iterator[PolynomialSample]:
    """Samples for polynomials: powers of ever more different sizes, alone and with examples that miss the rest.

    Then a product that has lost the last power, a small singular value that a penalty would outweigh, and more powers
    than there are points, of which rounding makes columns of their own.
    """
    for degree in (4, 5, 6):
        points = tuple(4 * x for x in range(degree + 1))
        yield PolynomialSample(points, tuple(4 * (-1) ** x for x in range(degree + 1)), degree)
        yield PolynomialSample(points * 2, (4, *(0,) * (2 * degree + 1)), degree)
    yield PolynomialSample(tuple(4 * x for x in range(8)) * 2, (4, *(0,) * 15), 7)
    yield PolynomialSample(tuple(2 * x for x in range(8)), (4, -4) * 4, 7)
    yield PolynomialSample((0, 4, 8) * 2, (4, 0, 0, 8, 0, 0), 6)


def noisy_ladder() -> Iterator[LogisticSample]:
    """Samples for logistic regression.

    A second fit, a sample on which Newton's method diverges unless its steps are shortened, one flipped label among
    many others, many dimensions, longer and longer instances, two scales at once, labels that a bias would give,
    queries on either side of the separator, where other losses have another sign, and short instances, with their long
    w and small gradients; and the samples of `unbalanced`.
    """
    yield from unbalanced()
    yield LogisticSample(((4,),) * 3, (1, 1, -1), ((4,), (-4,)), again=True)
    wild = ((-2, 1),) * 4 + ((-4, 6), (16, 0), (1, -1))
    yield LogisticSample(wild, (1, 1, 1, 1, 1, -1, 1), ((4, 4), (1, -1)))
    for k in (1, 3, 5):
        yield LogisticSample(((4,),) * 2**k + ((4,),), (1,) * 2**k + (-1,), ((1,), (-4,)))
    for size in SAMPLE_SIZES:
        for place in places(size):
            yield LogisticSample(((4,),) * size, but_one(size, place, 1, -1), ((1,), (-4,)))
    yield LogisticSample(axes(SIZES[0]) * 3, (1,) * 2 * SIZES[0] + (-1,) * SIZES[0], axes(SIZES[0]))
    for k in (0, 4, 8, 12):
        yield LogisticSample(((2**k,),) * 3, (1, 1, -1), ((4,), (-4,)))
    for k in (2, 6, 10):
        points = ((4, 0), (4, 0), (4, 0), (0, 2**k), (0, 2**k), (0, 2**k))
        yield LogisticSample(points, (1, 1, -1, -1, -1, 1), ((4, 4), (1, -1)))
    for k in (0, 3, 6, 8):
        two = ((2**k,),) * 4 + ((2 ** (k + 1),),) * 4
        yield LogisticSample(two, (1, 1, 1, -1, -1, -1, -1, 1), ((0,), (3 * 2**k,)))
    odds = ((4, 0),) * 3 + ((0, 4),) * 5  # w = (log 2, −log 4), so 2:1 is a tie
    for kind in (LogisticSample, ShortLogisticSample):
        yield kind(odds, (1, 1, -1, -1, -1, -1, -1, 1), ((2040, 1000), (1960, 1000)))


def unbalanced() -> Iterator[LogisticSample]:
    """Yield samples with nearly dependent columns, with one far outlier, and with a point off by little."""
    for k in (6, 10, 18):  # for the last one's Hessian, single precision has too few digits
        first, second = narrow(k)
        yield LogisticSample((*(first,) * 3, *(second,) * 3), (1, 1, -1, -1, -1, 1), ((0, 4), (4, 0)))
    for k in (6, 10):
        yield LogisticSample((*((4,),) * 9, (2**k,)), (1,) * 9 + (-1,), ((4,),))
        yield LogisticSample((*((2**k,),) * 5, (1,)), (1,) * 5 + (-1,), ((4,),))


def kernel_ladder() -> Iterator[KernelGame]:
    """Games for the Kernel Perceptron.

    Two games of short instances that need double precision. Then one instance, contradicted again and again: a sum that
    counts it only once, or also after right answers, changes sign late, whatever its length is. Then many instances at
    right angles, and the first of them again: its label is due though it was told long ago. Last, so many mistakes that
    a limit on their number or on a coefficient is met, and a late one.
    """
    yield KernelGame(narrow(SINGLE), 2**SHORT, ((0, CONTRADICT), (1, CONTRADICT), (0, AGREE)), Kernel("power"))
    yield KernelGame(crossed(SINGLE), 2**SHORT, ((0, CONTRADICT), (1, AGREE)), Kernel("power"))
    for moves in (((0, CONTRADICT),) * 8, ((0, CONTRADICT), (0, AGREE), *((0, CONTRADICT),) * 6)):
        yield KernelGame(((1,),), 1, moves, Kernel("power"))
    for game in map(right_again, SCALES_OF_MARGINS):
        yield KernelGame(game.instances, game.denominator, game.moves, Kernel("power"))
    yield KernelGame(axes(EVERY), 1, each_twice(EVERY), Kernel("power"))
    many = wrong_again(FEW_MISTAKES)
    yield KernelGame(many.instances, 1, many.moves, Kernel("power"))
    yield KernelGame(axes(2), 1, told_late(SAMPLE_SIZES[-1]), Kernel("power"))


FEW_MISTAKES = 2**8 + 1
"""Beyond a byte. More would take long: to make m mistakes, a learner calls its kernel some m² times."""


def wrong_again(times: int) -> FreeGame:
    """A mistake on a long instance, and `times` on a short one until they outweigh it; then the short one is due."""
    return FreeGame(((times,), (1,)), 1, ((0, CONTRADICT), *((1, CONTRADICT),) * (times + 1), (1, AGREE)))


def each_twice(size: int) -> tuple[tuple[int, int], ...]:
    """Moves: every instance is contradicted, and then presented again."""
    return tuple((i, stance) for stance in (CONTRADICT, AGREE) for i in range(size))


def told_late(rounds: int) -> tuple[tuple[int, int], ...]:
    """Moves: an instance is contradicted, and classified right in so many rounds; then so is another, and is due."""
    return ((0, CONTRADICT), *((0, AGREE),) * rounds, (1, CONTRADICT), (1, AGREE))


def ellipsoid_ladder() -> Iterator[FreeGame]:
    """Games of `shrunk`, and an instance that is classified right, whose margin is small only because it is short
    itself. Then many instances at right angles, on each of which ten mistakes are made, few of many more dimensions,
    and a late mistake.
    """
    yield from map(shrunk, (2, 8))
    short = ((2, 0), (0, 2), (2, 1), (2, -1))
    moves = ((0, CONTRADICT), (0, AGREE), (0, CONTRADICT), (1, CONTRADICT), (2, AGREE), (3, AGREE))
    yield FreeGame(short, 2**41, moves)
    mistakes, again = (tuple((i, stance) for i in range(SIZES[0])) for stance in (CONTRADICT, AGREE))
    yield FreeGame(axes(SIZES[0]), 1, mistakes * 10 + again)
    few = tuple(but_one(EVERY, place, 0, 1) for place in places(EVERY))
    yield FreeGame(few, 1, each_twice(len(few)))
    yield FreeGame(axes(2), 1, told_late(SIZES[-1]))


def shrunk(k: int) -> FreeGame:
    """For an even k, k mistakes on e_1 and one on e_2; then instances on either side of w, 2⁻³⁰ from right angles.

    e_1ᵀAe_1 is (4/9)ᵏ by then, so that of what each update adds to A, (9/4)ᵏ times as much is seen: for k = 8, less
    than a billionth moves w across an instance. From k = 10 on, the rounding of A might do so, too.
    """
    first = Fraction(0)
    for i in range(k):
        first += Fraction(2, 3) ** i / (3 if first <= 0 else -3)
    p, q = (int(abs(v) * 3 ** (k + 1)) for v in (first, Fraction(4, 3) ** (k // 2) / 3))  # w is (±p, ±q)/3ᵏ⁺¹
    fine = 2**30 // 3 ** (k + 1)
    near = tuple((sign * q * fine, p * fine + side) for sign in (1, -1) for side in (1, -1))
    moves = (*((0, CONTRADICT),) * k, (1, CONTRADICT), *((i, AGREE) for i in range(2, 6)))
    return FreeGame(((1, 0), (0, 1), *near), 1, moves)


def sigma_ladder() -> Iterator[UnitGame]:
    """A margin of 7/25, on which the Modified Perceptron updates if σ is less, by much or by little, and only then.

    Then a mistake after many rounds that are right; more than a thousand updates, and w turned round after them; and
    margins just above and just below an awkward σ.
    """
    little = Fraction(1, 2 ** (SINGLE + 2))  # less than half of a step of single precision near 7/25
    for sigma in (Fraction(1, 4), Fraction(1, 2), Fraction(7, 25) - little, Fraction(7, 25) + little):
        moves = ((0, CONTRADICT), (1, AGREE), (0, CONTRADICT))  # an update turns w across the second instance
        yield UnitGame(((4, -3), (-20, 21)), 1, moves, sigma, (4, 3))
    late = (*((0, AGREE),) * SAMPLE_SIZES[-1], (1, CONTRADICT), (2, AGREE))
    yield UnitGame(((4, 3), (4, -3), (-1, 1)), 1, late, Fraction(1, 10), (4, 3))
    turn = ((1, 0), flat(16)[::-1], (4, 3), (3, 4), (0, 1), (-3, 4), (-4, 3), (-1, 0))
    often = ((1, CONTRADICT), (0, CONTRADICT)) * (SAMPLE_SIZES[-1] // 2)
    yield UnitGame(turn, 1, (*often, *((i, CONTRADICT) for i in range(1, len(turn)))), Fraction(1, 10), (0, 1))
    square = 11**2  # so that (1, ..., 1) has an integer length
    yield UnitGame(axes(square), 1, each_twice(square), Fraction(1, 20), (1,) * square)
    for sigma in (*AWKWARD, Fraction(1, 2**10)):
        steps = floor(2 / sigma)
        yield UnitGame((flat(steps - 1), flat(2 * steps)), 1, ((0, CONTRADICT), (1, AGREE)), sigma, (1, 0))
        yield UnitGame((flat(steps + 1),), 1, ((0, CONTRADICT), (0, AGREE)), sigma, (1, 0))


def flat(m: int) -> tuple[int, int]:
    """A vector whose inner product with (1, 0) is 2m/(m² + 1) of its length, nearly 2/m."""
    return 2 * m, m * m - 1
