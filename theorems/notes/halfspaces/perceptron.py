"""Perceptron makes at most (RB)² mistakes for every step size."""

from dataclasses import replace
from fractions import Fraction

from sympy import Eq

from learncheck.learners import Perceptron
from learncheck.strategies.halfspaces import families
from learncheck.strategies.halfspaces.batches import target_batch
from learncheck.strategies.halfspaces.games import AxesGame, HalfspaceGame, TwoRuns
from learncheck.strategies.halfspaces.ladders import target_ladder
from learncheck.strategies.halfspaces.vectors import nonzero_vector
from learncheck.strategies.play.case import Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Environment, dictate, exposed
from learncheck.theorems.language.claim import JAI, UML, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.notes.halfspaces import separators
from learncheck.theorems.notes.halfspaces.separators import B2, FREE, GROWS, R2, SEPARABLE, TURNS, M, separator
from learncheck.theorems.rules.conformance import conforms


class StepGame(HalfspaceGame, frozen=True, tag="step-game"):
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
        return Trace(self, rounds, TwoRuns(others, (exposed(learner, watch), exposed(scaled, watch))))


def step_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> StepGame:
    """Labelled sequences, with steps η = p/2^k."""
    dimension = choices.integer(1, dimensions)
    instances = choices.pool(lambda: nonzero_vector(choices, dimension, reach), most=pool)
    step = Fraction(choices.integer(1, 9), 2 ** choices.integer(0, 5))
    moves = choices.moves(len(instances), stances=choices.integer(1, 2), least=1, most=rounds)
    return StepGame(instances, 1, moves, step)


def radius_and_separator(trace: Trace) -> Values:
    return {M: trace.mistakes, R2: separators.radius_squared(trace), B2: separator(trace)[1]}


MISTAKES = Claim(
    "perceptron-mistakes",
    r"On every sequence that some $w$ separates with $y\langle w,x\rangle \ge 1$, Perceptron makes at most $(RB)^2$ "
    r"mistakes, where $R = \max\|x\|$ and $B$ is the least norm of such a $w$.",
    sources=(UML("Theorem 9.1"), JAI("Perceptron, Theorem")),
    label="tight",
    learner=Perceptron,
    cases=Family[HalfspaceGame | AxesGame](
        families.separable_games,
        grows=dict(pool=Varied(), rounds=Long()),
        search=dict(dimensions=3, reach=3, pool=4, rounds=8, n=3),
        scout=dict(dimensions=4, reach=5, pool=8, rounds=20, n=2),
        exhaust=families.every_separable_game,
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
    state=separators.towards_separator,
    proof=separators.turns_and_grows(
        B2,
        TURNS,
        GROWS,
        code=separators.rounds_of_code(
            assuming=lambda round: {SEPARABLE: round.label * (round.target @ round.x) >= 1},
            means=separators.within_radius,
            best=lambda trace: separator(trace)[0],
        ),
        reading=r"$w^*$ is the separator of least norm, $B^2 = \|w^*\|^2$. Then $M^2 \le a^2 \le B^2b \le "
        "B^2MR^2$.",
    ),
    attained_by=lambda: [*map(AxesGame, (1, 2, 5, 20, 200)), *families.short_grid_games()],
)


def unlike(trace: Trace[StepGame, TwoRuns]) -> str:
    """Describe how the two runs differ; "" if they do not."""
    step = trace.case.step
    for number, (own, other) in enumerate(zip(trace.rounds.predictions, trace.facts.other, strict=True), start=1):
        if own != other:
            return f"in round {number} it predicts {own}, and {other} with step {step}"
    plain, scaled = (separators.exact(state["w"]) for state in trace.facts.states)
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

CONFORMS = conforms(
    "perceptron-conforms",
    Perceptron,
    replace(FREE, ladder=target_ladder),
    UML("9.1.2"),
    VEM("8.3, Algorithm 1"),
    JAI("Perceptron"),
)
