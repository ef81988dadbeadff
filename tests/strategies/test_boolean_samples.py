"""Samples over 0/1 features, boxes and finite classes: what the cases compute, against its definition."""

import itertools
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from cases import drawn

from learncheck.learners import RectangleERM
from learncheck.learners.batch.exhaustive import SubsetERM
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.notes.erm.exhaustive import agnostic_pac, coin
from learncheck.theorems.notes.erm.exhaustive import probability_misled as misled
from learncheck.theorems.notes.halfspaces.counts import count_halfspaces, cut_count
from learncheck.theorems.notes.halfspaces.encodings import example_of_the_notes
from learncheck.theorems.notes.pac import boolean_samples as samples
from learncheck.theorems.notes.pac import conjunctions, decision_lists, three_term_dnf
from learncheck.theorems.notes.pac.conjunction_samples import pac_cases, uml_size
from learncheck.theorems.notes.pac.finite_classes import survival
from learncheck.theorems.notes.pac.rectangles import (
    BoxSample,
    any_boxes,
    cross,
    interval_fit,
    least_box_errors,
    least_interval_error,
    rectangle_fit,
)

# ---- what the classes say ----


def all_conjunctions(n: int) -> list[Any]:
    literals = [(i, b) for i in range(n) for b in (0, 1)]
    return [terms for k in range(2 * n + 1) for terms in itertools.combinations(literals, k)]


def all_lists(n: int) -> list[Any]:
    """Every order, every value, every output, every default."""
    found = []
    for order in itertools.permutations(range(n)):
        for code in itertools.product((0, 1), (1, -1), repeat=n):
            rules = [(i, code[2 * k], code[2 * k + 1]) for k, i in enumerate(order)]
            found += [(rules, 1), (rules, -1)]
    return found


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


def test_psi_lists_all_triples_of_literals() -> None:
    X = np.array(samples.cube(2))
    psi = samples.disjunctions_of_three(X)
    assert psi.shape == (4, 4**3)
    literals = np.hstack((X, 1 - X))
    for column, (u, v, w) in zip(psi.T, itertools.product(range(4), repeat=3), strict=True):
        assert column.tolist() == literals[:, [u, v, w]].max(axis=1).tolist()


def test_the_hull_of_nothing_has_all_literals() -> None:
    assert samples.conjunction_hull(2, []) == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert samples.conjunction_hull(2, [(1, 0), (1, 1)]) == ((0, 1),)


def test_the_example_of_the_notes_is_its_halfspace() -> None:
    for case in example_of_the_notes():
        x1, x2 = case.x
        facts = case.play(None).facts  # type: ignore[arg-type]
        assert facts.score == 4 * x1 - 2 * (1 - x2) + 1
        assert (facts.formula == 1) == (facts.score >= 1)


# ---- probabilities ----


def test_survival_is_that_of_the_definition() -> None:
    """Against all samples, one by one."""
    lists = partial(pac_cases, concept="decision-list", size=uml_size)
    for case in drawn(lists, 12, enough_samples=True, variables=2, points=3, heaviest=4):
        known = samples.labellings(case.concept, case.points)
        target = sum(1 << k for k in case.positives)
        total, size = sum(case.weights), 4
        bad = [
            target ^ labels
            for labels in known
            if sum(w for k, w in enumerate(case.weights) if (target ^ labels) >> k & 1) > case.epsilon * total
        ]
        survived = Fraction(0)
        for sample in itertools.product(range(len(case.weights)), repeat=size):
            if any(not any(errors >> k & 1 for k in sample) for errors in bad):
                survived += Fraction(int(np.prod([case.weights[k] for k in sample])), total**size)
        errors = sorted(target ^ labels for labels in known)
        assert survival(case.weights, errors, case.epsilon, size)[-1]["probability"] == survived


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
            found = [sum(i in kinds for i in sample) for kinds in case.errors]
            erm = [h for h, errors in enumerate(found) if errors == min(found)]
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


@pytest.mark.parametrize("n", [1, 2])
def test_all_points_of_the_cross_are_needed(n: int) -> None:
    case = cross(n)
    X, y = np.array(case.points), np.array(case.labels)
    enough, fewer = (SubsetERM(RectangleERM, lambda d, less=less: 2 * d - less).fit(X, y) for less in (0, 1))
    assert (enough.predict(X) != y).sum() == 0
    assert (fewer.predict(X) != y).sum() > 0


# ---- what is judged ----


def test_answers_that_are_not_the_algorithms_are_told() -> None:
    sample = samples.BooleanSample(2, ((1, 0), (0, 0)), (1, -1))

    def fitted(answers: tuple[int, int], positive: set[tuple[int, int]]) -> Trace:
        beyond = tuple(1 if x in positive else -1 for x in samples.cube(2))
        return Trace(sample, facts=Fit(answers, beyond, 0, {}))

    right = fitted((1, -1), {(1, 0)})
    assert conjunctions.most_restrictive(right).ok
    assert "it answers +1 on (1, 1)" in conjunctions.most_restrictive(fitted((1, -1), {(1, 0), (1, 1)})).why
    assert decision_lists.some_run(right).ok
    assert "no decision list" in decision_lists.some_run(fitted((1, -1), {(0, 1), (1, 0)})).why
    assert "where +1 or -1 was expected" in decision_lists.some_run(fitted((1, 0), {(1, 0)})).why


def on_the_line(labels: tuple[int, ...], answers: tuple[int, ...]) -> Trace[BoxSample, Fit]:
    """Examples at 0, 1, ..., and answers on them and on the points that follow."""
    points, m = tuple((4 * i,) for i in range(len(answers))), len(labels)
    return Trace(BoxSample(points[:m], labels, points[m:]), facts=Fit(answers[:m], answers[m:], 0, {}))


def test_misfits_of_boxes_say_why() -> None:
    assert rectangle_fit(on_the_line((-1,), (-1, 1, 1, -1))).ok
    assert "no rectangle" in rectangle_fit(on_the_line((-1,), (-1, 1, -1, 1))).why
    assert "an example labelled -1" in rectangle_fit(on_the_line((-1,), (1,))).why
    assert interval_fit(on_the_line((1, -1), (1, -1, -1))).ok
    assert "no interval" in interval_fit(on_the_line((1, -1), (1, -1, 1))).why
    assert "errs on 1 of 2" in interval_fit(on_the_line((1, -1), (1, 1))).why


@pytest.mark.slow
def test_the_formulas_count_what_the_truth_tables_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {n: decision_lists.sorted_lists(n) for n in range(2, 6)}
    monkeypatch.setattr(decision_lists, "MOST_ENUMERATED", 1)
    assert {n: decision_lists.sorted_lists.__wrapped__(n) for n in range(2, 6)} == counted
    assert counted[3]["one_first"] == 48
    assert [conjunctions.by_literal(n) for n in (1, 2, 3)] == [(1, 1, 1), (3, 3, 3), (9, 9, 9)]
