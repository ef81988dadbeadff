"""Generators whose draw is given, held against numpy's and Python's own."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from learncheck.exact.draws import Draw, drawn, evenly

P = [0.5, 0.125, 0.375]


class Told(random.Random):
    """Python's generator, of which the next number is told."""

    def __init__(self, u: float) -> None:
        self.u = u

    def random(self) -> float:
        return self.u


@pytest.mark.parametrize("seed", range(20))
def test_it_makes_of_a_number_what_the_others_make(seed: int) -> None:
    u = float(np.random.default_rng(seed).random())
    asked: list[Callable[[Any], Any]] = [
        lambda rng: rng.random(),
        lambda rng: rng.random(1)[0],
        lambda rng: rng.choice(3, p=P),
        lambda rng: rng.choice(["a", "b", "c"], 1, p=P)[0],
    ]
    for ask in asked:
        assert ask(Draw(u)) == ask(np.random.default_rng(seed))
    for ask in (lambda rng: rng.choices("abc", P), lambda rng: rng.choices("abc", cum_weights=[1, 2, 4])):
        assert ask(Draw(u)) == ask(Told(u))
    assert Draw(u).uniform(2, 4) == 2 + 2 * u


class Sampler:
    def __init__(self, sample: Any) -> None:
        self.sample = sample


@pytest.mark.parametrize(
    "sample",
    [
        lambda rng: rng.random() + rng.random(),
        lambda rng: rng.integers(3),
        lambda rng: rng.random(2)[0],
        lambda: 0,
        None,
    ],
)
def test_what_is_not_made_of_one_number_is_not_asked(sample: Any) -> None:
    assert drawn(Sampler(sample), evenly(3)) == []


def test_the_faults_of_a_sampler_are_its_own() -> None:
    with pytest.raises(ValueError, match="do not sum to 1"):
        drawn(Sampler(lambda rng: rng.choice(2, p=[0.5, 0.6])), evenly(3))
    with pytest.raises(AttributeError, match="nothing"):
        drawn(Sampler(lambda rng: sample.nothing), evenly(3))


sample = Sampler(lambda rng: rng.choice(2))


def test_draws_are_counted_exactly() -> None:
    assert drawn(Sampler(lambda rng: int(rng.choice(3, p=P))), evenly(8)) == [0] * 4 + [1] + [2] * 3
