"""Games that are played side by side are the games that they would be one by one."""

from dataclasses import replace

import numpy as np
import pytest
from catalogue import CLAIMS
from chosen import few
from sympy import Integer, Le, Symbol

from learncheck.learners import ExpertsMajority, Halving, Perceptron
from learncheck.oracle.engine.batches import chosen, play, representatives
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.strategies.play.batch import Signature
from learncheck.strategies.play.stack import Stack, Stacked, Unstackable
from learncheck.theorems.notes.finite.mistakes import HALVING

BATCHED = (
    "halving-mistakes",
    "weighted-majority-mistakes",
    "winnow-mistakes",
    "ellipsoid-mistakes",
    "perceptron-mistakes",
)
GAMES = 60


def test_every_batch_is_tried_here() -> None:
    assert {CLAIMS[claim_id].batch for claim_id in BATCHED} == {claim.batch for claim in CLAIMS.values()} - {None}


@few(4)
@pytest.mark.parametrize("claim_id", BATCHED)
def test_a_batch_is_its_games(claim_id: str) -> None:
    """Played alone, each game goes as it did among others and is legal; equal signatures mean equal quantities, and the
    counts are the claim's."""
    claim, generator = CLAIMS[claim_id], np.random.default_rng(1)
    inside = 0
    for _ in range(3):
        batch = claim.batch(generator, GAMES, **claim.options(claim.batch), **claim.cases.scout)
        signature = play(batch, claim.learner)
        columns = [*signature.counts.values(), *signature.sizes]
        quantities: dict[tuple[object, ...], object] = {}
        for index in range(GAMES):
            trace = batch.game(index).play(claim.learner, claim.watch)
            pairs = zip(trace.rounds, batch.predictions, strict=True)
            assert all(np.array_equal(play.prediction, p[index]) for play, p in pairs)
            assert [round_.label for round_ in trace.rounds] == [int(y[index]) for y in batch.labels]
            inside += all(premise.holds(trace) for premise in claim.assuming)
            values = claim.measure(trace)
            assert quantities.setdefault(tuple(column[index] for column in columns), values) == values
            numbers = {symbol.name: value for symbol, value in values.items()}
            assert {name: numbers.get(name, column[index]) for name, column in signature.counts.items()} == {
                name: column[index] for name, column in signature.counts.items()
            }
    assert inside > 0


@few(4)
@pytest.mark.parametrize("claim_id", BATCHED)
def test_batches_break_a_bound_of_no_mistakes_and_all_games_are_represented(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    counted = Symbol("M", nonnegative=True)
    tight = claim.with_bound(Le(counted, Integer(0)))
    chosen_games = list(representatives(tight, claim.learner, 0, 3_000))
    assert sum(evidence.games for evidence in chosen_games) == 3_000


@pytest.mark.slow
def test_no_game_counts_more_than_those_that_represent_it() -> None:
    """By brute force, on drawn counts."""
    generator = np.random.default_rng(0)
    for _ in range(50):
        a, b, size = generator.integers(0, 5, (3, 40))
        signature = Signature({"M": a + b, "a": a, "b": b}, (size,))
        for most in ((), ("a", "b"), ("M",)):
            numbers, games = chosen(signature, most, 40)
            assert sum(games) == 40
            names = most or tuple(signature.counts)
            counts = np.array([signature.counts[name] for name in names])
            for game in range(40):
                at_least = [(counts[:, n] >= counts[:, game]).all() and size[n] == size[game] for n in numbers]
                assert any(at_least)
            assert list(a[numbers] + b[numbers]) == sorted(a[numbers] + b[numbers], reverse=True)


class Writing(Perceptron):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.w = np.zeros(d)

    def update(self, x: object, y: int) -> None:
        if self.predict(x) != y:
            self.w += y * x


class Remembering(ExpertsMajority):
    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.seen: list[object] = []


class Peeking(Perceptron):
    def predict(self, x: object) -> int:
        self.w = 0 * self.w
        return 1


@pytest.mark.parametrize("make", [Writing, Remembering, Peeking])
def test_what_is_not_done_game_by_game_is_refused(make: type) -> None:
    def a_round() -> None:
        learner, x = Stacked(make, (3,), 3), Stack(np.eye(3))
        learner.predict(x)
        learner.update(x, np.array([1, -1, 1]))

    with pytest.raises(Unstackable):
        a_round()


@pytest.mark.slow
def test_a_learner_that_cannot_be_stacked_is_played_game_by_game() -> None:
    claim = CLAIMS["perceptron-mistakes"]
    assert list(representatives(claim, Writing, 0, 2_000)) == []
    evidence = attack(claim, Writing, "Writing", PROFILES["quick"], steps=False)
    assert evidence.verdict == "stands"
    assert 150 <= next(attack.games for attack in evidence.attacks if attack.name == "scout") < 1_000


@pytest.mark.slow
def test_a_learner_that_differs_in_a_batch_is_not_counted_for_it() -> None:
    """One that tells a Stack from an array is judged on the games that it really plays."""

    class Cheat(Halving):
        def predict(self, x: object) -> int:
            return 1 if isinstance(x, Stack) else super().predict(x)  # type: ignore[arg-type]

    evidence = attack(HALVING, Cheat, "Cheat", replace(PROFILES["quick"], sizes=()))
    scout = next(attack for attack in evidence.attacks if attack.name == "scout")
    assert evidence.verdict == "stands"
    assert scout.games == 150
