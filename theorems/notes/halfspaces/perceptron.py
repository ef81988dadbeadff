"""Perceptron makes at most (RB)² mistakes on separable sequences: UML Theorem 9.1.

The proof is that of `halfspaces.separators`. A step size changes nothing: UML Exercise 9.5.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from sympy import Eq

from learncheck.learners import Perceptron
from learncheck.learners.arrays import Array, Ints
from learncheck.strategies.halfspaces import families, games, ladders, vectors
from learncheck.strategies.play.batch import Batch
from learncheck.strategies.play.case import Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import BALANCED, CONTRADICT, Environment, dictate, exposed
from learncheck.strategies.play.ladders import EVERY, SIZES
from learncheck.theorems.language.claim import JAI, UML, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.notes.halfspaces.separators import (
    B2,
    FREE,
    GROWS,
    R2,
    SEPARABLE,
    TURNS,
    M,
    exact,
    radius_squared,
    rounds_of_code,
    separator,
    towards_separator,
    turns_and_grows,
    within_radius,
)
from learncheck.theorems.rules.conformance import conforms


def radius_and_separator(trace: Trace) -> Values:
    return {M: trace.mistakes, R2: radius_squared(trace), B2: separator(trace)[1]}


def separable_games(
    choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int, n: int, separable: bool = False
) -> games.HalfspaceGame:
    """Grid games on at most `pool` instances, or free games unless `separable`.

    Instances are integer vectors over 1, 2 or 4. Shrinks to few dimensions, e_1, few rounds, and an
    environment that contradicts.
    """
    instances = families.drawn_instances(choices, choices.integer(1, dimensions), reach, pool)
    denominator = 2 ** choices.integer(0, 2)
    if not separable:
        return games.FreeGame(instances, denominator, families.drawn_moves(choices, len(instances), rounds))
    return games.GridGame(
        instances, denominator, families.drawn_moves(choices, len(instances), rounds, least=BALANCED), n
    )


def every_separable_game(
    choices: Choices, *, dimension: int, reach: int, rounds: int, n: int, signed: int | None = None
) -> games.GridGame:
    """Every sequence of instances as in `every_free_game`, against an environment that always contradicts."""
    instances, moves = families.signed_sequence(choices, vectors.lines(dimension, reach), rounds, signed, stances=1)
    return games.GridGame(instances, 1, moves, n)


def target_batch(
    generator: np.random.Generator, count: int, *, dimensions: int, reach: int, pool: int, rounds: int, n: int
) -> Batch:
    """Games with one target and at most `pool` instances, drawn as in `perceptron_margins.target_games`."""
    d = int(generator.integers(1, dimensions + 1))
    target = vectors.without_zeros(generator.integers(-reach, reach + 1, (1, d)))[0]
    drawn = vectors.without_zeros(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d)))
    drawn[drawn @ target == 0] = target  # an instance with margin 0 has no label
    instances = np.unique(drawn, axis=0)
    shape = max(rounds, len(instances)), count, len(instances)
    return PoolBatch(instances, target, generator.random(shape) * np.linspace(0, reach**2 * d, count)[:, None])


MISTAKES = Claim(
    "perceptron-mistakes",
    r"On every sequence that some $w$ separates with $y\langle w,x\rangle \ge 1$, Perceptron makes at most $(RB)^2$ "
    r"mistakes, where $R = \max\|x\|$ and $B$ is the least norm of such a $w$.",
    sources=(UML("Theorem 9.1"), JAI("Perceptron, Theorem")),
    label="tight",
    learner=Perceptron,
    cases=Family[games.HalfspaceGame | games.AxesGame](
        separable_games,
        grows=dict(pool=Varied(), rounds=Long()),
        search=dict(dimensions=3, reach=3, pool=4, rounds=8, n=3),
        scout=dict(dimensions=4, reach=5, pool=8, rounds=20, n=2),
        exhaust=every_separable_game,
        quick=dict(dimension=2, reach=1, rounds=4, n=2, signed=3),
        full=dict(dimension=2, reach=2, rounds=4, n=4, signed=3),
        extent="all sequences of up to {rounds} nonzero points with integer coordinates up to ±{reach} in dimension "
        "{dimension:d = _} (of x and −x only one if longer than {signed:≤ _ rounds}), each label contradicting the "
        "learner if some target with integer coordinates up to ±{n:n ≤ _} allows it",
    ),
    assuming=(SEPARABLE,),
    batch=target_batch,
    measure=radius_and_separator,
    in_words=lambda trace: {"w*": separator(trace)[0]},
    bound=M <= R2 * B2,
    watch=("w",),
    state=towards_separator,
    proof=turns_and_grows(
        B2,
        TURNS,
        GROWS,
        code=lambda: rounds_of_code(
            assuming=lambda round: {SEPARABLE: round.label * (round.target @ round.x) >= 1},
            means=within_radius,
            best=lambda trace: separator(trace)[0],
        ),
        reading=r"$w^*$ is the separator of least norm, $B^2 = \|w^*\|^2$. Then $M^2 \le a^2 \le B^2b \le "
        "B^2MR^2$.",
    ),
    attained_by=lambda: [*map(games.AxesGame, (1, 2, 5, 20, 200)), *short_grid_games()],
)


def short_grid_games() -> Iterator[games.GridGame]:
    """x and −x on the line, shorter and shorter: a Perceptron errs once, and one that adds a bias of 1 errs on both."""
    for denominator in (8, 64, 1024):
        yield games.GridGame(((1,), (-1,)), denominator, ((0, CONTRADICT), (1, CONTRADICT)), 1)


class PoolBatch(Batch):
    """Games on a pool of instances labelled by one target. Each game presents all of them in an order of its own.

    The environment simulates a Perceptron, and of the instances not yet presented it presents the one that this gets
    most wrong; after all of them, it presents any again.

    pool:   the instances, an array of integers (instances, d).
    target: labels them; integers (d,).
    moods:  array (rounds, games, instances), added to the margins so that the games differ.
    """

    def __init__(self, pool: Ints, target: Ints, moods: Array) -> None:
        rows, towards = tuple(map(tuple, pool.tolist())), tuple(target.tolist())
        super().__init__(
            (len(target),),
            moods.shape[1],
            len(moods),
            lambda batch, index: games.TargetGame(
                rows, 1, tuple((i, games.LABEL) for i, _ in batch.moves(index)), towards, 1
            ),
        )
        self.pool, self.moods = pool, moods
        self.gram, self.pool_labels = pool @ pool.T, np.sign(pool @ target)
        self.scores = np.zeros((self.games, len(pool)), dtype=int)
        self.due = np.ones((self.games, len(pool)), dtype=bool)

    def present(self, t: int) -> Array:
        due = self.due | (t >= len(self.gram))
        chosen: Ints = np.where(due, self.pool_labels * self.scores + self.moods[t], np.inf).argmin(axis=1)
        self.due[self.everyone, chosen] = False
        return chosen

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / 1

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = self.pool_labels[presented]
        errs = labels * self.scores[self.everyone, presented] <= 0
        self.scores += (errs * labels)[:, None] * self.gram[presented]
        return labels


class StepGame(games.HalfspaceGame, frozen=True, tag="step-game"):
    """A labelled sequence, played by one learner unchanged and by another with the instances multiplied by `step`.

    A Perceptron that starts at 0 and adds y·ηx predicts the same on x as on ηx, so the second one is the Perceptron
    with step η. A move is (instance, 0 for the label +1 or 1 for −1). Source: UML Exercise 9.5.
    """

    step: Fraction

    def environment(self) -> Environment:
        raise NotImplementedError("both runs of a StepGame follow one script of labels; call play")

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        learner, scaled = make(*self.arguments()), make(*self.arguments())
        arrays, step = self.arrays(), float(self.step)
        examples = [(arrays[index], 1 - 2 * minus) for index, minus in self.moves]
        rounds = dictate(self, learner, examples, watch).rounds
        others = dictate(self, scaled, [(step * x, label) for x, label in examples]).rounds.predictions
        return Trace(self, rounds, games.TwoRuns(others, (exposed(learner, watch), exposed(scaled, watch))))


def step_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> StepGame:
    """Labelled sequences, with steps η = p/2^k."""
    dimension = choices.integer(1, dimensions)
    instances = choices.pool(lambda: vectors.nonzero_vector(choices, dimension, reach), most=pool)
    step = Fraction(choices.integer(1, 9), 2 ** choices.integer(0, 5))
    moves = choices.moves(len(instances), stances=choices.integer(1, 2), least=1, most=rounds)
    return StepGame(instances, 1, moves, step)


def unlike(trace: Trace[StepGame, games.TwoRuns]) -> str:
    """Describe how the two runs differ; "" if they do not."""
    step = trace.case.step
    for number, (own, other) in enumerate(zip(trace.rounds.predictions, trace.facts.other, strict=True), start=1):
        if own != other:
            return f"in round {number} it predicts {own}, and {other} with step {step}"
    plain, scaled = (exact(state["w"]) for state in trace.facts.states)
    if scaled != tuple(step * v for v in plain):
        return f"it ends at w = {plain}, and with step {step} at {scaled}, in another direction"
    return ""


D = quantity("D", "1 where the runs with the two steps differ, otherwise 0")

SCALE_FREE = Claim(
    "perceptron-scale-free",
    r"With a step $\eta > 0$, $w \leftarrow w + \eta yx$, Perceptron makes the same mistakes and ends in the same "
    "direction.",
    sources=(UML("Exercise 9.5"),),
    learner=Perceptron,
    cases=Family(
        step_games,
        search=dict(dimensions=3, reach=3, pool=4, rounds=10),
        scout=dict(dimensions=4, reach=9, pool=8, rounds=30),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
    ),
    measure=lambda trace: {D: int(bool(unlike(trace)))},
    bound=Eq(D, 0),
    watch=("w",),
    needs_state=True,
    why=unlike,
    judged=False,
    remark="Submissions may break the two runs' ties differently; perceptron-conforms judges them up to scaling.",
)


def target_ladder() -> Iterator[games.TargetGame | games.FreeGame]:
    """Games for the online Perceptron.

    A short instance and its negative, which reveal any bias; two games of short instances that need double precision,
    and in which small numbers are not ties; margins of 2⁻ᵏ over 2ᵏ rounds; long and short instances; many examples and
    dimensions, where the first, a middle one or the last decides; mistakes on one instance in many successive rounds;
    margins that are small, or large, only because the instances are; and a mistake where w is not 0 and ⟨w,x⟩ is.
    """
    both = ((0, games.LABEL), (1, games.LABEL))
    for sign in (1, -1):
        yield games.TargetGame(((1,), (-1,)), 2**10, both, (sign,), 1)
    k = ladders.SINGLE
    yield games.TargetGame(ladders.narrow(k), 2**ladders.SHORT, (*both, both[0]), _target(k), 1)
    yield games.TargetGame(ladders.CROSSED, 2**ladders.SHORT, both, (2, -1), 1)
    for k in ladders.RUNGS[:-1]:  # the last would take 4,096 rounds
        yield games.TargetGame(ladders.narrow(k), 2**k, both * 2 ** (k - 1), _target(k), 1)
    for points, denominator in ladders.scaled():
        yield games.TargetGame(points, denominator, both * 8, (-3, 4), 1)
    for size in ladders.SMALL_SIZES:
        moves = tuple((i, games.LABEL) for i in range(size))
        yield games.TargetGame(ladders.fan(size), 1, moves * 2, (0, 1), 1)
        yield games.TargetGame(vectors.axes(size), 1, moves * 2, (1,) * size, 1)
    few = ladders.few_axes(SIZES[-1])
    yield games.FreeGame(few, 1, ladders.presented_twice(len(few)))
    yield ladders.wrong_again(EVERY)
    yield from (ladders.right_again(k) for k in ladders.SCALES_OF_MARGINS)
    yield ladders.hardly_right()
    around = (2, 3), (2, -3), (3, 2), (3, -2)  # after the first two, w is (±1, ±1)
    yield games.FreeGame((*vectors.axes(2), *around), 1, ladders.contradicted_first(2, len(around)))


def _target(k: int) -> tuple[int, int]:
    """A vector that labels the two instances of `ladders.narrow` + and −."""
    return 1 - 2 ** (k + 1), 2 ** (k + 1)


CONFORMS = conforms(
    "perceptron-conforms",
    Perceptron,
    replace(FREE, ladder=target_ladder),
    UML("9.1.2"),
    VEM("8.3, Algorithm 1"),
    JAI("Perceptron"),
)
