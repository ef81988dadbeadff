"""The value of small games: known values, certificates that hold and wrong ones that do not, legal games."""

import itertools
from functools import partial
from typing import Any

from hypothesis import given

from learncheck.strategies.play.drawn import strategy
from learncheck.strategies.tables.finite_class import cube
from learncheck.theorems.notes.finite import littlestone
from learncheck.theorems.notes.finite.littlestone import GameValue


def value(hypotheses: Any) -> int:
    values = GameValue(hypotheses)
    return values(values.everything)


def brute_force(hypotheses: Any, rounds: int) -> int:
    """The value over all strategies of the environment, by the definition of the game and without version spaces."""
    if rounds == 0:
        return 0
    worst = 0
    for x in range(len(hypotheses[0])):
        parts = {y: [row for row in hypotheses if row[x] == y] for y in (1, -1)}
        options = [
            max((y != guess) + brute_force(part, rounds - 1) for y, part in parts.items() if part) for guess in (1, -1)
        ]
        worst = max(worst, min(options))
    return worst


@given(strategy(partial(littlestone.class_values, points=3, rows=5)))
def test_the_value_is_that_of_the_game(drawn: tuple[littlestone.ClassValue, Any]) -> None:
    hypotheses = drawn[0].hypotheses
    assert value(hypotheses) == brute_force(hypotheses, 3)


def test_the_kinds_of_classes_are_as_many_as_the_literature_says() -> None:
    """Sets of vertices of the cube up to its symmetries, the empty one left out: OEIS A000616 less one."""
    assert [len(littlestone.classes_up_to_symmetry(points)) for points in (1, 2, 3, 4)] == [2, 5, 21, 401]


def test_a_kind_stands_for_classes_of_the_same_value() -> None:
    kinds = {frozenset(kind): value(kind) for kind in littlestone.classes_up_to_symmetry(3)}
    for members in range(1, 256):
        rows = [row for code, row in enumerate(cube(3)) if members >> code & 1]
        images = (
            frozenset(tuple(flips[i] * row[order[i]] for i in range(3)) for row in rows)
            for order in itertools.permutations(range(3))
            for flips in itertools.product((1, -1), repeat=3)
        )
        same = {kinds[image] for image in images if image in kinds}
        assert same == {value(rows)}


def worst_of_halving(values: GameValue, left: int) -> int:
    """The most mistakes of Halving, if it breaks each tie as is best."""
    worst = 0
    for _, halves in values.divisions(left):
        most = max(half.bit_count() for half in halves)
        after = [worst_of_halving(values, half) for half in halves]
        worst = max(
            worst, min(max(after[guess], after[1 - guess] + 1) for guess in (0, 1) if halves[guess].bit_count() == most)
        )
    return worst


def test_halving_is_optimal_on_4_instances_if_it_breaks_its_ties_well() -> None:
    for kind in littlestone.classes_up_to_symmetry(3) + littlestone.classes_up_to_symmetry(4)[::7]:
        values = GameValue(kind)
        assert worst_of_halving(values, values.everything) == values(values.everything)
