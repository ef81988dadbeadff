"""Whether code runs formally is chosen by the prover: what it can run is proved, and of what it cannot it says why."""

import contextlib
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy
from chosen import few

from learncheck import Claim, Family, Induction, Next, Oblivious, Step, Transition, always, games, lemmas, prove
from learncheck.games import H, M, dot
from learncheck.oracle.prover import proof_text
from learncheck.strategies.tables.finite_class import FiniteClassGame
from learncheck.theorems.formal.number_runs import number_rounds
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.formal.round import Situation
from learncheck.theorems.formal.vector_runs import vector_rounds
from learncheck.theorems.formal.version_space_runs import version_space_rounds
from learncheck.theorems.formal.weight_runs import potential_rounds
from tests.oracle.prover.test_completion import HALVING, MEMORY

R2, B2, a, b, g, q, W, n = sympy.symbols("R² B² a b g q W n", nonnegative=True)


class Perceptron:
    def __init__(self, d):
        self.w = np.zeros(d)

    def predict(self, x):
        return 1 if self.w @ x > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * x


class Separated(Oblivious, frozen=True, tag="choice-separated"):
    u: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]

    def arguments(self):
        return (len(self.u),)

    def examples(self):
        return [(np.array(x), 1 if dot(self.u, x) > 0 else -1) for x in self.points]


def separated(choices, *, d, rounds):
    d = choices.integer(1, d)
    u = choices.vector(d, -2, 2)

    def point():
        x = choices.vector(d, -2, 2)
        return x if dot(u, x) else choices.reject()

    return Separated(tuple(map(int, u)), choices.many(lambda: tuple(map(int, point())), most=rounds))


MISTAKE = Step("a mistake adds at least 1 to ⟨u,w⟩", Next(a) >= a + 1)
NORM = Step("a mistake adds at most R² to ‖w‖²", Next(b) <= b + R2)
PERCEPTRON = Claim(
    "choice-perceptron",
    "M ≤ R²B².",
    learner=Perceptron,
    cases=Family(separated, search=dict(d=3, rounds=5), scout=dict(d=3, rounds=12)),
    measure=lambda trace: {
        M: trace.mistakes,
        R2: max((dot(x, x) for x in trace.case.points), default=0),
        B2: dot(trace.case.u, trace.case.u),
    },
    bound=M <= R2 * B2,
    watch=("w",),
    state=lambda state, values, trace: {a: dot(trace.case.u, state["w"]), b: dot(state["w"], state["w"])},
    during=lambda round_, values, trace: {
        g: round_.label * dot(trace.case.u, round_.instance),
        q: dot(round_.instance, round_.instance),
    },
    steps=(
        MISTAKE,
        NORM,
        Step("u has a margin of at least 1", g >= 1, when=always),
        Step("no instance is longer than R", q <= R2, when=always),
    ),
    proof=Induction(using=(lemmas.cauchy_schwarz(a, B2, b),), means={"B² is a square": B2 >= 0}),
)


@pytest.mark.slow
def test_a_vector_is_run_formally_without_a_word_of_its_author() -> None:
    report = prove(PERCEPTRON)
    assert report.grade == "proved", proof_text.text(report)


class Majority:
    """Weights that are halved where an expert errs, on mistakes."""

    def __init__(self, n):
        self.w = np.ones(n)

    def predict(self, advice):
        return 1 if self.w @ advice > 0 else -1

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w = self.w * (1 - (1 - y * advice) / 4)


class Advice(Oblivious, frozen=True, tag="choice-advice"):
    n: int
    rounds: tuple[tuple[tuple[int, ...], int], ...]

    def arguments(self):
        return (self.n,)

    def examples(self):
        return [(np.array(advice), y) for advice, y in self.rounds]


def advice(choices, *, n, rounds):
    n = choices.integer(1, n)
    return Advice(n, choices.many(lambda: (tuple(choices.labels(n)), choices.label()), most=rounds))


FEW = dict(n=3, rounds=8)
MAJORITY = Claim(
    "choice-majority",
    "The weights that are left add up to n(3/4)^M at most.",
    learner=Majority,
    cases=Family(advice, search=FEW, scout=FEW),
    measure=lambda trace: {
        W: sum(map(Fraction, trace.rounds.snapshots[-1]["w"])) if trace.rounds else trace.case.n,
        M: trace.mistakes,
        n: trace.case.n,
    },
    bound=W * sympy.Rational(4, 3) ** M <= n,
    watch=("w",),
    state=lambda state, values, trace: {W: state["w"].sum()},
    steps=(Step("a mistake takes a quarter of the weight", Next(W) <= W * sympy.Rational(3, 4)),),
    proof=Induction(),
)


@pytest.mark.slow
def test_weights_are_run_formally_without_a_word_of_their_author() -> None:
    report = prove(MAJORITY)
    assert report.grade == "proved", "\n".join(proof_text.text(report))


@few(2)
@pytest.mark.parametrize("name", ["PERCEPTRON", "MAJORITY", "HALVES"])
def test_what_is_said_of_formal_quantities_alone_proves_nothing(name: str) -> None:
    claim = globals()[name]

    def state(snapshot, values, trace):
        quantities = claim.state(snapshot, values, trace)
        (array,) = snapshot.values()
        return (
            quantities if isinstance(array, np.ndarray) else {symbol: quantities[symbol] / 2 for symbol in quantities}
        )

    report = prove(replace(claim, state=state))
    assert report.grade == "proved-from-steps"
    assert "is something else where it is run formally" in report.code


@pytest.mark.slow
def test_what_the_learner_does_is_nothing_that_cases_are() -> None:
    """A step in whose quantities a prediction occurs is owed by the code, however it may be worded."""

    def during(round_, values, trace):
        return {
            symbol: value + 0 * round_.prediction for symbol, value in PERCEPTRON.during(round_, values, trace).items()
        }

    report = prove(replace(PERCEPTRON, during=during))
    assert report.grade == "proved-from-steps"
    assert "not shown: code, path 1 (no mistake): u has a margin of at least 1" in report.code


class Halves:
    """Halving, with names of its own."""

    def __init__(self, rows):
        self.rows = rows
        self.left = np.ones(len(rows), dtype=bool)

    def predict(self, x):
        return 1 if self.rows[self.left, x].sum() >= 0 else -1

    def update(self, x, y):
        self.left = self.left & (self.rows[:, x] == y)


V = sympy.Symbol("V", nonnegative=True)
HALVES = Claim(
    "choice-halves",
    "M ≤ log₂ H.",
    learner=Halves,
    cases=games.finite_class(points=3, rows=4, rounds=5, large=False),
    assuming=(games.REALIZABLE,),
    bound=M <= sympy.log(H, 2),
    watch=("left",),
    state=lambda state, values, trace: {V: state["left"].sum()},
    steps=(
        Step("a mistake removes half", Next(V) <= V / 2),
        Step("some hypothesis is left", Next(V) >= 1, when=always),
    ),
    proof=Induction(),
)


@pytest.mark.slow
def test_a_version_space_is_run_formally_without_a_word_of_its_author() -> None:
    report = prove(HALVES)
    assert report.grade == "proved", "\n".join(proof_text.text(report))
    assert "V·2^M ≤ H" in report.derived


class Forgetful(Halves):
    """Starts again, with everything, where a large class is nearly exhausted."""

    def update(self, x, y):
        left = self.left & (self.rows[:, x] == y)
        self.left = left if left.sum() > 0 else ~left


class AllVote(Halves):
    """Lets hypotheses vote that are ruled out, in a class of any size but small ones."""

    def predict(self, x):
        votes = self.rows[:, x].sum() if self.left.sum() > 1_000 else self.rows[self.left, x].sum()
        return 1 if votes >= 0 else -1


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [Forgetful, AllVote])
def test_a_version_space_that_no_small_game_tells_apart_is_not_proved(wrong) -> None:
    report = prove(HALVES, learner=wrong)
    assert report.grade == "proved-from-steps"
    assert "its code is not run on formal quantities: as a version space: " in report.code


class Double(Perceptron):
    """Takes two steps at once in large games alone."""

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + (2 if self.w @ self.w > 10**6 else 1) * y * x


@pytest.mark.slow
def test_the_code_shows_what_no_game_does() -> None:
    report = prove(PERCEPTRON, learner=Double)
    assert report.grade == "proved-from-steps"
    assert "as a vector: not shown: code, path" in report.code


p = sympy.Symbol("p", real=True)


class Bytes(Separated, frozen=True, tag="choice-bytes"):
    """Instances of 8 bits, whose inner products wrap around where they are long."""

    def examples(self):
        return [(x.astype(np.int8), y) for x, y in super().examples()]


class LeavesNothingOut(Perceptron):
    """Updates on x ≠ 0, as its square says."""

    def update(self, x, y):
        if self.predict(x) != y and x @ x > 0:
            self.w = self.w + y * x


def in_bytes(choices, **limits):
    game = separated(choices, **limits)
    return Bytes(game.u, game.points)


class Nonzero(Perceptron):
    def update(self, x, y):
        if self.predict(x) != y and x @ x != 0:
            self.w = self.w + y * x


def far(choices, *, d, rounds):
    """Points so far away that the square of one wraps around to 0, as (2³²), which no game takes."""
    d = choices.integer(1, d)
    return Separated((1,) * d, choices.many(lambda: (choices.integer(1, 2**33 + 7),) * d, most=rounds))


class Votes(Halves):
    """Takes the signs of votes, but counts them as they are."""

    def update(self, x, y):
        self.left = self.left & ((self.rows[:, x] > 0) == (y > 0))


def double_votes(choices, *, points, rows, rounds, **_):
    """Classes of up to 4 rows in which a vote against may count twice; 5 rows are the fewest of which half stay."""
    against = (-1, -2)[choices.integer(0, 1)]
    table = tuple(tuple((1, against)[choices.integer(0, 1)] for _ in range(points)) for _ in range(rows))
    return FiniteClassGame(
        table, choices.many(lambda: (choices.integer(0, points - 1), choices.integer(0, 1)), most=rounds)
    )


class Blames(Majority):
    """Halves the weights of experts who advise the opposite."""

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w = self.w / (1 + (advice == -y))


def abstaining(choices, *, n, rounds):
    """Two experts at most, of whom one may abstain."""
    game, none = advice(choices, n=2, rounds=3), choices.integer(0, 1)
    return Advice(game.n, tuple(((*x[:-1], x[-1] * (0 if none and len(x) > 1 else 1)), y) for x, y in game.rounds))


class Differ(Majority):
    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w = self.w / (1 + (advice != y))


class Tuples(Advice, frozen=True, tag="choice-tuples"):
    def examples(self):
        return list(self.rounds)


def in_tuples(choices, **limits):
    game = advice(choices, **limits)
    return Tuples(game.n, game.rounds)


class Told(Separated, frozen=True, tag="choice-told"):
    def arguments(self):
        return (*super().arguments(), 1)


def sized(choices, **limits):
    game = separated(choices, **limits)
    return Told(game.u, game.points)


class ToldMore(Perceptron):
    """Is told more than the size."""

    def __init__(self, d, start=0):
        self.w = np.zeros(d) + 0 * start


TENTH = Step("a mistake takes a tenth of the weight", Next(W) <= W * sympy.Rational(9, 10))
SHORT = Step("no instance is longer than √12, as in three dimensions", q <= 12, when=always)
AS_IF = {
    "computed in real numbers": (
        replace(PERCEPTRON, learner=LeavesNothingOut, cases=replace(PERCEPTRON.cases, build=in_bytes)),
        "an instance computes like numbers",
    ),
    "products of int64": (
        replace(
            PERCEPTRON,
            learner=Nonzero,
            cases=replace(PERCEPTRON.cases, build=far),
            measure=lambda trace: {
                M: trace.mistakes,
                p: dot(trace.case.u, trace.rounds.snapshots[-1]["w"]) if trace.rounds else 0,
            },
            bound=M <= p,
            state=lambda state, values, trace: {p: dot(trace.case.u, state["w"])},
            steps=PERCEPTRON.steps[2:3],
            proof=Induction(
                start={M: 0, p: 0},
                rounds={
                    "a mistake": Transition(
                        holds={"": Next(p) >= p + 1}, sets={M: M + 1}, when=lambda round_: bool(round_.mistake)
                    ),
                    "no mistake": Transition(keeps=(M, p), when=lambda round_: not round_.mistake),
                },
                invariant={"": M <= p},
            ),
        ),
        "an instance computes like numbers",
    ),
    "votes of ±1": (
        replace(HALVES, learner=Votes, cases=replace(HALVES.cases, build=double_votes, exhaust=HALVES.cases.build)),
        "an instance and its label are such as the code is run on",
    ),
    "advice of ±1": (
        replace(
            MAJORITY,
            learner=Blames,
            cases=replace(MAJORITY.cases, build=abstaining),
            bound=W * sympy.Rational(10, 9) ** M <= n,
            steps=(TENTH,),
            attained_by=lambda: [Advice(1, (((1,), 1),))],
        ),
        "an instance and its label are such as the code is run on",
    ),
    "an array": (
        replace(MAJORITY, learner=Differ, cases=replace(MAJORITY.cases, build=in_tuples)),
        "an instance computes like numbers",
    ),
    "told the size alone": (
        replace(
            PERCEPTRON,
            learner=ToldMore,
            cases=replace(PERCEPTRON.cases, build=sized),
            attained_by=lambda: [Separated((1, 1), ((1, 0),))],
        ),
        "ToldMore is made with what the code is run with, and no more",
    ),
    "short in every dimension": (
        replace(
            PERCEPTRON,
            bound=M <= 12 * B2,
            steps=(MISTAKE, Step("by 12", Next(b) <= b + 12), PERCEPTRON.steps[2], SHORT),
        ),
        f"what is taken for granted may be: {SHORT.words}",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", AS_IF)
def test_instances_that_are_so_in_small_games_alone_are_not_told_of_all(what: str) -> None:
    claim, reason = AS_IF[what]
    report = prove(claim)
    assert report.grade == "proved-from-steps"
    assert reason in report.code


@pytest.mark.slow
def test_a_start_that_is_so_of_the_first_game_alone_is_refused() -> None:
    """W ≤ 2⌈√n⌉ holds up to n = 4, and W = ⌈√n⌉ in the first game alone."""
    claim = replace(
        MAJORITY,
        measure=lambda trace: {**MAJORITY.measure(trace), n: math.isqrt(trace.case.n - 1) + 1},
        bound=W <= 2 * n,
        steps=(),
        attained_by=lambda: [Advice(1, (((1,), 1),))],
        proof=Induction(
            start={W: n},
            rounds={"any": Transition(holds={"no more": Next(W) <= W}, when=always)},
            invariant={"": W <= n},
        ),
    )
    report = prove(claim)
    assert report.grade != "proved"
    assert "a game starts with W = n" in report.code


# ---- where it is not possible ----


class Listed(Perceptron):
    """The same with a list, which no formal vector is."""

    def __init__(self, d):
        self.w = [0] * d

    def predict(self, x):
        return 1 if sum(a * b for a, b in zip(self.w, x, strict=True)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [a + y * b for a, b in zip(self.w, x.tolist(), strict=True)]


class Hidden(Perceptron):
    def __init__(self, d):
        super().__init__(d)
        self.seen = 0


class Entries(Perceptron):
    """Takes the entries of a vector one by one."""

    def predict(self, x):
        return 1 if sum(a * b for a, b in zip(self.w, x, strict=True)) > 0 else -1


@pytest.mark.slow
@few(2)
@pytest.mark.parametrize(
    ("claim", "learner", "reason"),
    [
        (PERCEPTRON, Listed, "w is a list, no vector of numbers and no mask"),
        (PERCEPTRON, Hidden, "Hidden.__init__ keeps self.seen, of which the proof knows nothing"),
        (PERCEPTRON, Entries, "as a vector: "),
        (
            replace(PERCEPTRON, attained_by=lambda: [Separated((1, 1), ((1, 1),))]),
            Entries,
            "`(a * b for a, b in zip(self.w, x, strict=True))` is not in the language of formal runs, docs/authors.md; "
            "as weights: the claim asks for the game's case, which a formal round does not tell",
        ),
        (MEMORY, None, "known is a dict, no vector of numbers"),
        (HALVING, None, "as a version space: nothing says that some hypothesis is never ruled out: add games.REALIZ"),
        (
            replace(HALVING, assuming=(games.REALIZABLE,)),
            None,
            "as a version space: a formal quantity has no value to convert",
        ),
    ],
    ids=["a list", "another attribute", "entries", "entries of ±1", "a dictionary", "a mask", "an int of a mask"],
)
def test_where_it_is_not_possible_the_reason_is_said(claim, learner, reason) -> None:
    report = prove(claim, learner=learner)
    assert report.grade != "proved"
    assert "its code is not run on formal quantities: " in report.code
    assert reason in report.code


MISCHOSEN = {
    "a vector as numbers": lambda: number_rounds(lambda s: {a: s["w"]}, {"w": a}, q),
    "a vector as a mask": lambda: version_space_rounds(lambda w: {a: w.sum()}, realizable=None, table=None, state="w"),
    "a vector as weights": lambda: potential_rounds(lambda w, best: {a: w.sum()}, [RIGHT], counts=M),
    "another attribute": lambda: vector_rounds(lambda w, u: {a: u @ w, b: w @ w}, counts=M, state="theta"),
    "other quantities": lambda: vector_rounds(lambda w, u: {a: w @ w, b: u @ w}, counts=M),
}
RIGHT = Situation("", 1, {"right": 1, "wrong": -1})


@pytest.mark.slow
@pytest.mark.parametrize("name", MISCHOSEN)
def test_a_code_that_is_not_the_learners_is_refused(name: str) -> None:
    """Where an author says it nevertheless, since what is found out of a round cannot be told otherwise."""
    kinds = {"a mistake": Transition(steps=(MISTAKE, NORM), sets={M: M + 1}), "no mistake": Transition(keeps=(a, b, M))}
    proof = Induction(
        start={M: 0, a: 0, b: 0},
        rounds=kinds,
        invariant={"": M <= a, "b": b <= M * R2},
        using=(lemmas.cauchy_schwarz(a, B2, b),),
        code=MISCHOSEN[name],
    )
    with contextlib.suppress(NotFormal):
        assert prove(replace(PERCEPTRON, proof=proof)).open
