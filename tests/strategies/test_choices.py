"""One decoder, many sources of choices."""

import random
from functools import partial
from itertools import groupby

import pytest

from learncheck.oracle.judging.large import Sized
from learncheck.strategies.play.choices import (
    PATTERNS,
    Choices,
    Pattern,
    Patterned,
    Random,
    Replayed,
    at_random,
    everything,
)


def pairs(choices: Choices) -> tuple[int, tuple[int, ...]]:
    size = choices.integer(0, 2)
    return size, choices.many(lambda: choices.integer(0, 1), most=size)


def test_everything_is_enumerated_once() -> None:
    cases = [case for case, _ in everything(pairs)]
    assert len(cases) == len(set(cases)) == 1 + 3 + 7


def test_the_choices_of_a_case_make_it_again() -> None:
    for case, taken in [*everything(pairs), *(next(at_random(pairs, seed)) for seed in range(50))]:
        assert pairs(Replayed(taken)) == case


def test_the_same_seed_gives_the_same_cases() -> None:
    first, second = at_random(pairs, 7), at_random(pairs, 7)
    assert [next(first) for _ in range(20)] == [next(second) for _ in range(20)]


@pytest.mark.parametrize(("low", "high"), [(-3, 3), (0, 0), (0, 1), (0, 254), (0, 255), (-64, 64)])
def test_many_integers_are_those_that_are_drawn_one_by_one(low: int, high: int) -> None:
    for source in (Random, partial(Sized, size=64)):
        together, singly = source(random.Random(5)), source(random.Random(5))
        assert together.integers(40, low, high) == [singly.integer(low, high) for _ in range(40)]
        assert together.taken == singly.taken
        assert together.integer(0, 9) == singly.integer(0, 9)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_lists_recur_in_their_pattern_and_are_made_again_by_their_choices(pattern: Pattern) -> None:
    def rounds(choices: Choices) -> tuple[tuple[int, tuple[int, ...]], ...]:
        few = choices.pool(lambda: choices.integer(0, 10**6), most=4)
        assert len(set(few)) == 4
        return choices.many(lambda: (choices.integer(0, 10**6), choices.many(choices.label, most=12)), most=30)

    source = Patterned(random.Random(1), pattern)
    cases = rounds(source)
    first = [case for case, _ in cases]
    assert rounds(Replayed(source.taken)) == cases
    assert len(cases) == 30
    assert all(len(case) == 12 for _, case in cases)
    assert {
        "drawn": lambda: len(set(cases)) == 30,
        "constant": lambda: len(set(cases)) == 1,
        "one then another": lambda: len(set(cases[:15])) == len(set(cases[15:])) == 1 and cases[0] != cases[-1],
        "alternating": lambda: len(set(cases[::2])) == len(set(cases[1::2])) == 1 and cases[0] != cases[1],
        "bursts": lambda: [len(list(run)) for _, run in groupby(cases)][:7] == [1, 2, 3, 4, 5, 6, 7],
        "sorted": lambda: first == sorted(first) and first[0] == 0 and first[-1] == 10**6,
    }[pattern]()


def test_rejected_choices_make_no_case() -> None:
    def odd(choices: Choices) -> int:
        value = choices.integer(0, 9)
        return value if value % 2 else choices.reject()

    assert [case for case, _ in everything(odd)] == [1, 3, 5, 7, 9]
    assert next(at_random(odd, 0))[0] % 2 == 1


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(ValueError, match="low=3 and high=2"):
        Replayed([]).integer(3, 2)
