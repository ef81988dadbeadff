"""Samples over 0/1 features, boxes and finite classes: what the cases compute, against its definition."""

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from cases import drawn

from learncheck.strategies.boolean import samples
from learncheck.theorems.notes.erm.exhaustive import agnostic_pac, coin
from learncheck.theorems.notes.erm.exhaustive import probability_misled as misled
from learncheck.theorems.notes.halfspaces.counts import count_halfspaces, cut_count
from learncheck.theorems.notes.pac import conjunctions, decision_lists, three_term_dnf
from learncheck.theorems.notes.pac.intervals import least_interval_error
from learncheck.theorems.notes.pac.subset_search import any_boxes, least_box_errors

# ---- what the classes say ----


def all_conjunctions(n: int) -> list[Any]:
    literals = [(i, b) for i in range(n) for b in (0, 1)]
    return [terms for k in range(2 * n + 1) for terms in itertools.combinations(literals, k)]


def all_lists(n: int) -> list[Any]:
    """Every order, every value, every output, every default."""
    lists = []
    for order in itertools.permutations(range(n)):
        for code in itertools.product((0, 1), (1, -1), repeat=n):
            rules = [(i, code[2 * k], code[2 * k + 1]) for k, i in enumerate(order)]
            lists += [(rules, 1), (rules, -1)]
    return lists


@pytest.mark.parametrize("n", [1, 2, 3])
def test_conjunctions_are_those_of_all_formulae(n: int) -> None:
    tables = {
        sum(1 << k for k, x in enumerate(samples.cube(n)) if samples.holds(terms, x)) for terms in all_conjunctions(n)
    }
    assert (
        tables == set(conjunctions.conjunction_tables(n)) == samples.labellings("conjunction", tuple(samples.cube(n)))
    )
    assert len(tables) == 3**n + 1


@pytest.mark.parametrize("n", [1, 2, 3])
def test_decision_lists_are_those_of_all_orders(n: int) -> None:
    points = samples.cube(n)
    tables = {
        sum(1 << k for k, x in enumerate(points) if samples.first_rule(rules, default, x) == 1)
        for rules, default in all_lists(n)
    }
    assert tables == set(decision_lists.list_tables(n)) == samples.labellings("decision-list", tuple(points))
    assert len(tables) == decision_lists.count_lists(n)
    for code in range(2 ** len(points)):
        examples = [(x, 1 if code >> k & 1 else -1) for k, x in enumerate(points)]
        assert samples.some_decision_list(n, examples) == (code in tables)


@pytest.mark.slow
def test_known_counts() -> None:
    assert [decision_lists.count_lists(n) for n in range(1, 6)] == [4, 14, 96, 1050, 15036]
    assert [len(decision_lists.list_tables(n)) for n in range(1, 6)] == [4, 14, 96, 1050, 15036]
    assert [three_term_dnf.count_dnf(n) for n in (1, 2, 3)] == [4, 16, 246]
    assert [count_halfspaces(d, affine=True) for d in (1, 2, 3, 4)] == [4, 14, 104, 1882]
    assert [count_halfspaces(d, affine=False) for d in (1, 2, 3)] == [2, 6, 32]
    assert cut_count(4, 3) == 14


def test_parity_of_three_is_no_dnf_of_three_terms() -> None:
    parity = [(x, 1 if sum(x) % 2 else -1) for x in samples.cube(3)]
    assert not samples.some_three_terms(3, parity)
    assert samples.some_three_terms(2, [(x, 1 if sum(x) == 1 else -1) for x in samples.cube(2)])
    assert not samples.some_three_terms(1, [((0,), 1), ((0,), -1)])


# ---- probabilities ----


def test_misled_is_that_of_the_definition() -> None:
    """Against all samples, one by one."""
    for case in [
        *drawn(agnostic_pac, 12, enough_samples=True, kinds=3, heaviest=4, hypotheses=4),
        coin(Fraction(1, 2), Fraction(1, 2)),
    ]:
        size, total = 4, sum(case.weights)
        risks = [Fraction(sum(case.weights[i] for i in kinds), total) for kinds in case.errors]
        wrong = Fraction(0)
        for sample in itertools.product(range(len(case.weights)), repeat=size):
            counts = [sum(i in kinds for i in sample) for kinds in case.errors]
            erm = [h for h, errors in enumerate(counts) if errors == min(counts)]
            if any(risks[h] > min(risks) + case.epsilon for h in erm):
                wrong += Fraction(int(np.prod([case.weights[i] for i in sample])), total**size)
        assert misled(case.weights, case.errors, case.epsilon, size) == wrong


# ---- boxes ----


def test_least_errors_are_those_of_any_box() -> None:
    for case in drawn(any_boxes, 20, dimension=2, examples=5, values=3):
        ends = range(-1, 5)
        sides = [(a, b) for a in ends for b in ends]
        fewest = min(
            sum(
                all(a <= v <= b for v, (a, b) in zip(x, box, strict=True)) != (y == 1)
                for x, y in zip(case.points, case.labels, strict=True)
            )
            for box in itertools.product(sides, repeat=len(case.points[0]))
        )
        assert least_box_errors(case.points, case.labels) == fewest
        if len(case.points[0]) == 1:
            assert least_interval_error([v for (v,) in case.points], case.labels) == fewest


# ---- what is judged ----


@pytest.mark.slow
def test_the_formulas_count_what_the_truth_tables_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {n: decision_lists.sorted_lists(n) for n in range(2, 6)}
    monkeypatch.setattr(decision_lists, "MOST_ENUMERATED", 1)
    assert {n: decision_lists.sorted_lists.__wrapped__(n) for n in range(2, 6)} == counted
    assert counted[3]["one_first"] == 48
    assert [conjunctions.by_literal(n) for n in (1, 2, 3)] == [(1, 1, 1), (3, 3, 3), (9, 9, 9)]
