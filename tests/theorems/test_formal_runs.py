"""Learners' own code on formal quantities does what it does on numbers, and becomes the paths of a proof."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from chosen import few

from learncheck import learners
from learncheck.theorems.formal.games import SIZES
from learncheck.theorems.formal.number_runs import number_rounds
from learncheck.theorems.formal.numbers import NotFormal, Real
from learncheck.theorems.formal.quantities import FormalRound, run_round
from learncheck.theorems.formal.rows import Mask, Point, PredictionTable, Row
from learncheck.theorems.formal.vector_runs import kernel_rounds, vector_rounds
from learncheck.theorems.formal.vectors import Space
from learncheck.theorems.formal.version_space_runs import version_space_rounds
from learncheck.theorems.formal.weight_runs import experts, potential_rounds
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite.mistakes import REALIZABLE
from learncheck.theorems.notes.halfspaces.separators import SEPARABLE

p, q = sympy.symbols("p q", real=True)

# ---- the same round on numbers and on formal quantities ----


def on_numbers(relation: Any, values: dict[Any, Any]) -> Any:
    return relation.subs({symbol: sympy.Rational(Fraction(value)) for symbol, value in values.items()})


def the_path(ran: list[FormalRound], values: dict[Any, Any]) -> FormalRound:
    """The one path whose comparisons hold for these values."""
    fits = [each for each in ran if all(on_numbers(met, values) == sympy.true for met in each.comparisons)]
    assert len(fits) == 1, (values, [each.comparisons for each in ran])
    assert all(on_numbers(owed, values) == sympy.true for owed in fits[0].owed)
    return fits[0]


def rounds() -> Iterator[random.Random]:
    for seed in range(25):
        yield random.Random(seed)


def array(draw: random.Random, size: int = 3) -> Any:
    return np.array([Fraction(draw.randint(-2, 2)) for _ in range(size)], dtype=object)


@pytest.mark.parametrize("kind", [learners.Perceptron, learners.ModifiedPerceptron])
def test_a_vector_learner_does_on_vectors_what_it_does_on_arrays(kind: type) -> None:
    space = Space.of("w", "x")
    constants = {} if kind is learners.Perceptron else {"sigma": Real(Fraction(1, 2))}
    formal = {y: run_round(kind, {"w": space.vector("w")}, constants, space.vector("x"), y) for y in (1, -1)}
    for draw in rounds():
        w, x, y = array(draw), array(draw), draw.choice((1, -1))
        learner = kind(3) if kind is learners.Perceptron else kind(Fraction(1, 2), np.zeros(3))
        learner.w = w
        prediction = learner.predict(x)
        learner.update(x, y)
        named = {"w": w, "x": x}
        values = {space.product(n, m): named[n] @ named[m] for n in named for m in named}
        path = the_path(formal[y], values)
        after = path.after["w"]
        assert path.prediction == prediction
        assert on_numbers((after @ after).expression, values) == sympy.Rational(learner.w @ learner.w)
        assert on_numbers((after @ space.vector("x")).expression, values) == sympy.Rational(learner.w @ x)
        assert path.updated == (path.after["w"].content() != space.vector("w").content())


def test_the_kernel_learner_does_on_features_what_it_does_on_arrays() -> None:
    space = Space.of("a", "b", "x")
    labels = sympy.symbols("y1 y2", real=True)
    pairs = tuple((space.vector(n), Real(label)) for n, label in zip("ab", labels, strict=True))

    def inner(u: Any, v: Any) -> Any:
        return u @ v

    formal = {
        y: run_round(learners.KernelPerceptron, {"mistakes": pairs}, {"kernel": inner}, space.vector("x"), y)
        for y in (1, -1)
    }
    for draw in rounds():
        named = {name: array(draw) for name in "abx"}
        signs, y = (draw.choice((1, -1)), draw.choice((1, -1))), draw.choice((1, -1))
        learner = learners.KernelPerceptron(inner)
        learner.mistakes = ((named["a"], signs[0]), (named["b"], signs[1]))
        prediction = learner.predict(named["x"])
        learner.update(named["x"], y)
        values = {space.product(n, m): named[n] @ named[m] for n in named for m in named}
        path = the_path(formal[y], {**values, labels[0]: signs[0], labels[1]: signs[1]})
        assert path.prediction == prediction
        assert len(path.after["mistakes"]) == len(learner.mistakes)


def blocks(draw: random.Random, values: dict[str, int]) -> tuple[dict[str, list[Fraction]], Any, Any]:
    """Random weights for each block, and the arrays of all weights and of the instance."""
    weights = {block: [Fraction(draw.randint(1, 8), 4) for _ in range(draw.randint(0, 3))] for block in values}
    weights["own"] = [Fraction(draw.randint(1, 8), 4)]
    w = np.array([v for each in weights.values() for v in each], dtype=object)
    x = np.array([values[block] for block, each in weights.items() for _ in each])
    return weights, w, x


@few(2)
@pytest.mark.parametrize(
    ("kind", "constants"),
    [
        (learners.WeightedMajority, {}),
        (learners.RandomizedWeightedMajority, {"epsilon": Fraction(1, 4)}),
        (learners.Winnow, {"n": 3}),
        (learners.WinnowKOfR, {"n": 3, "epsilon": Fraction(1, 2)}),
    ],
)
def test_a_weights_learner_does_on_blocks_what_it_does_on_arrays(kind: type, constants: dict[str, Any]) -> None:
    binary = kind in (learners.Winnow, learners.WinnowKOfR)
    for draw in rounds():
        label = draw.choice((1, -1))
        values = {"one": 1, "other": 0 if binary else -1, "own": draw.choice((1, 0 if binary else -1))}
        weights, w, x = blocks(draw, values)
        learner = kind(3, constants["epsilon"]) if "epsilon" in constants else kind(3)
        learner.w = w
        prediction = learner.predict(x) if hasattr(learner, "predict") else learner.probabilities()
        learner.update(x, label)
        sums = {block: sympy.Symbol(block, real=True) for block in values}
        ran = run_round(
            kind, {"w": Row(sums=sums)}, {k: Real(v) for k, v in constants.items()}, Row(values=values), label
        )
        known = {sums[block]: sum(each, Fraction(0)) for block, each in weights.items()}
        path = the_path(ran, known)
        position = 0
        for block, each in weights.items():
            after = learner.w[position : position + len(each)]
            assert on_numbers(path.after["w"].sums[block], known) == sympy.Rational(sum(after, Fraction(0)))
            if kind is learners.RandomizedWeightedMajority:
                due = sympy.Rational(sum(prediction[position : position + len(each)], Fraction(0)))
                assert on_numbers(path.prediction.sums[block], known) == due
            position += len(each)
        if kind is not learners.RandomizedWeightedMajority:
            assert path.prediction == prediction


@few(2)
@pytest.mark.parametrize(
    "kind", [learners.Halving, learners.Consistent, learners.ExpertsMajority, learners.DisjunctionElimination]
)
def test_a_version_space_learner_does_on_counts_what_it_does_on_arrays(kind: type) -> None:
    for draw in rounds():
        label, binary = draw.choice((1, -1)), kind is learners.DisjunctionElimination
        values = {"one": 1, "other": 0 if binary else -1}
        size = draw.randint(1, 6)
        alive = np.array([draw.random() < 0.7 for _ in range(size)])
        row = np.array([draw.choice(list(values.values())) for _ in range(size)])
        counts = {b: sympy.Symbol(b, real=True) for b in values}
        known: dict[Any, Any] = {counts[b]: int((alive & (row == v)).sum()) for b, v in values.items()}
        state = "candidates" if binary else "alive"
        table = kind in (learners.Halving, learners.Consistent)
        point = Point()

        learner, x = kind(row[:, None]) if table else kind(size), 0 if table else row
        setattr(learner, state, alive)
        prediction = learner.predict(x)
        learner.update(x, label)
        constants = {"hypotheses": PredictionTable(point, values)} if table else {}
        instance = point if table else Row(values=values)
        first = values["one"] == row[alive.argmax()]
        known[sympy.Symbol("the first index lies in 'one'", real=True)] = int(first)
        path = the_path(run_round(kind, {state: Mask(counts)}, constants, instance, label), known)
        assert path.prediction == prediction
        for block, value in values.items():
            left = int((getattr(learner, state) & (row == value)).sum())
            assert on_numbers(path.after[state].counts[block], known) == left


@pytest.mark.slow
def test_the_threshold_learner_does_on_symbols_what_it_does_on_numbers() -> None:
    low, high, k = sympy.symbols("l r k", real=True)
    state = {"l": Real(low), "r": Real(high)}
    formal = {y: run_round(learners.ThresholdHalving, state, {}, Real(k), y) for y in (1, -1)}
    for draw in rounds():
        learner, instance, y = learners.ThresholdHalving(3), draw.randint(0, 9), draw.choice((1, -1))
        learner.l, learner.r = 2 * draw.randint(0, 3) - 1, 2 * draw.randint(4, 9) + 1
        values = {low: learner.l, high: learner.r, k: instance}
        prediction = learner.predict(instance)
        learner.update(instance, y)
        path = the_path(formal[y], values)
        assert path.prediction == prediction
        assert (
            on_numbers(path.after["l"].expression if isinstance(path.after["l"], Real) else None, values) == learner.l
        )
        assert on_numbers(path.after["r"].expression, values) == learner.r


# ---- runs ----

a, b, M, W, V, n = sympy.symbols("a b M W V n", real=True)


def test_vector_rounds_give_paths_and_starts() -> None:
    run = vector_rounds(
        lambda w, target: {a: target @ w, b: w @ w},
        assuming=lambda each: {SEPARABLE: each.label * (each.target @ each.x) >= 1},
        counts=M,
    )
    found = list(run.rounds(learners.Perceptron))
    right = ["no mistake", "a mistake", "a mistake"]
    assert [path.rounds for path in found] == [*right, "a mistake", "no mistake", "a mistake"]
    assert all(set(path.quantities) == {a, b, Next(a), Next(b), Next(M)} for path in found)
    assert {path.quantities[Next(M)] for path in found} == {M, M + 1}
    made = list(run.starts(learners.Perceptron))
    assert len(made) == len(SIZES)
    assert all(each.quantities == {a: 0, b: 0, M: 0} and each.holds for each in made)


def test_a_constructor_that_starts_elsewhere_shows() -> None:
    class Ones(learners.Perceptron):
        def __init__(self, d: int) -> None:
            super().__init__(d)
            self.w = self.w + 1

    run = vector_rounds(lambda w, target: {b: w @ w})
    assert [each.quantities[b] for each in run.starts(Ones)] == list(SIZES)
    assert not any(each.holds for each in run.starts(Ones))


def test_potential_rounds_follow_one_weight_and_owe_signs() -> None:
    run = potential_rounds(lambda w, best: {W: w.sum(), b: w[best]}, experts((M,)), follows="best", size=n)
    found = list(run.rounds(learners.WeightedMajority))
    assert {path.rounds for path in found} == {
        f"{kind}, the best expert {does}" for kind in ("a mistake", "no mistake") for does in ("errs", "is right")
    }
    assert all("the weights stay ≥ 0" in path.due for path in found)
    assert all(path.quantities[Next(M)] == (M + 1 if "errs" in path.rounds else M) for path in found)
    made = list(run.starts(learners.WeightedMajority))
    assert [(each.parameters[n], each.quantities[W], each.quantities[b]) for each in made] == [
        (size, size, 1) for size in SIZES
    ]


def test_version_space_rounds_keep_the_target() -> None:
    run = version_space_rounds(lambda alive: {V: alive.sum()}, realizable=REALIZABLE, counts=M, size=n)
    for learner in (learners.Halving, learners.Consistent):
        found = list(run.rounds(learner))
        assert {path.rounds for path in found} == {"a mistake", "no mistake"}
        target = sympy.Symbol("alive(target)", real=True)
        assert all(path.assuming[REALIZABLE] == sympy.Eq(target, 1) for path in found)
        assert [each.quantities[V] for each in run.starts(learner)] == list(SIZES)


def test_a_prediction_that_is_no_label_is_refused() -> None:
    class Margin(learners.Perceptron):
        def predict(self, x: Any) -> Any:
            return self.w @ x

    with pytest.raises(NotFormal, match="not a label"):
        list(vector_rounds(lambda w, target: {b: w @ w}).rounds(Margin))


@pytest.mark.slow
def test_kernel_and_number_rounds_run() -> None:
    found = list(kernel_rounds(lambda w, target: {b: w @ w}).rounds(learners.KernelPerceptron))
    assert {path.rounds for path in found} == {"a mistake", "no mistake"}
    low, high, k = sympy.symbols("l r k", real=True)
    run = number_rounds(lambda s: {V: (s["r"] - s["l"]) / 2 + 1}, {"l": low, "r": high}, k, size=n)
    assert [each.quantities[V] for each in run.starts(learners.ThresholdHalving)] == [size + 2 for size in SIZES]
    assert isinstance(next(iter(run.rounds(learners.ThresholdHalving))).quantities[V], sympy.Expr)


def test_relations_about_a_round_are_relations() -> None:
    run = vector_rounds(lambda w, target: {b: w @ w}, means=lambda each: {"x": True})
    with pytest.raises(NotFormal, match="no relation of formal quantities"):
        list(run.rounds(learners.Perceptron))
