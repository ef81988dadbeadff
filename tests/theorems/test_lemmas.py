"""Lemmas are proved and their wrong variants rejected by the same means; logarithms are taken by a tested rule."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy
from chosen import few
from sympy import Eq, Ge, Gt, Le, Rational, exp, log, sqrt

from learncheck.exact.decide import decide
from learncheck.exact.signs import NotShown, changes_of_sign, interval, require_nonnegative, require_positive
from learncheck.theorems.language import counting, lemmas, probability, trusted
from learncheck.theorems.language.lemmas import (
    COMPOUND,
    DECAY,
    EDGE,
    GROWTH,
    LARGEST_STEP,
    LEMMAS,
    LOG_ABOVE,
    LOG_BELOW,
    LOG_RISES,
    MOMENT,
    POWER_ABOVE,
    Lemma,
)
from learncheck.theorems.language.named_terms import Logarithms, Names, NoName, enclosure
from learncheck.theorems.notes.halfspaces.ellipsoid import SHRINKING
from learncheck.theorems.notes.pac import conjunction_sample_sizes, decision_list_sample_size, three_term_dnf
from learncheck.theorems.notes.vc import balls, boosted_classes

a, e, g, m, d = lemmas.a, lemmas.e, lemmas.g, lemmas.m, lemmas.d
x, y = lemmas.x, lemmas.y
HALF = Rational(1, 2)
POSITIVE = sympy.Symbol("positive", positive=True)

WRONG: dict[Lemma, list[tuple[str, dict[str, Any]]]] = {
    GROWTH: [
        ("a greater slope", {"statement": Le(1 + Rational(101, 100) * a, exp(a))}),
        ("one term more, false for a < 0", {"statement": Le(1 + a + a**2 / 2, exp(a))}),
        ("turned round", {"statement": Ge(1 + a, exp(a))}),
        ("a greater constant", {"statement": Le(Rational(101, 100) + a, exp(a))}),
    ],
    LOG_BELOW: [
        ("a smaller slope", {"statement": Le(log(1 + a), a * Rational(99, 100))}),
        ("turned round", {"statement": Ge(log(1 + a), a)}),
        ("beyond the pole", {"holds_on": (a >= -1,)}),
    ],
    LOG_RISES: [
        ("turned round", {"statement": Le(log(y), log(x))}),
        ("a falling function", {"statement": Le(1 / x, 1 / y)}),
        ("without x > 0", {"holds_on": (y >= x,)}),
        ("another function on the right", {"statement": Le(log(x), 2 * log(y))}),
    ],
    POWER_ABOVE: [
        ("a greater constant", {"statement": Le(Rational(101, 100), x**lemmas.k)}),
        ("turned round", {"statement": Ge(1, x**lemmas.k)}),
        ("x below 1", {"holds_on": (x >= Rational(99, 100), lemmas.k >= 0)}),
        ("negative k", {"holds_on": (x >= 1,)}),
    ],
    LOG_ABOVE: [
        ("as printed, for all ε < 1", {"holds_on": (e >= 0, e < 1)}),
        ("10⁻⁹ further", {"holds_on": (e >= 0, e <= LARGEST_STEP + Rational(1, 10**9))}),
        ("a smaller second term", {"statement": Ge(log(1 - e), -e * (1 + e * Rational(99, 100)))}),
        ("without a second term", {"statement": Ge(log(1 - e), -e)}),
        ("without an end", {"holds_on": (e >= 0,)}),
    ],
    EDGE: [
        ("1% more in the exponent", {"statement": Le(sqrt(1 - 4 * g**2), exp(-Rational(202, 100) * g**2))}),
        ("4γ² in the exponent", {"statement": Le(sqrt(1 - 4 * g**2), exp(-4 * g**2))}),
        ("without the root", {"statement": Le(1 - 3 * g**2, exp(-4 * g**2))}),
        ("γ beyond ½, where there is no root", {"holds_on": (g >= 0, g <= Rational(51, 100))}),
        ("any γ", {"holds_on": ()}),
    ],
    DECAY: [
        ("a greater exponent", {"statement": Le((1 - e) ** m, exp(-e * m * Rational(101, 100)))}),
        ("ε beyond 1", {"holds_on": (e >= 0, e <= 2, m >= 0)}),
        ("negative m", {"holds_on": (e >= 0, e <= 1, m >= -1)}),
        ("turned round", {"statement": Ge((1 - e) ** m, exp(-e * m))}),
    ],
    COMPOUND: [
        ("a smaller exponent", {"statement": Le((1 + a) ** lemmas.k, exp(a * lemmas.k * Rational(99, 100)))}),
        ("a below -1", {"holds_on": (a >= -2, lemmas.k >= 0)}),
        ("negative lemmas.k", {"holds_on": (a >= 0, lemmas.k >= -1)}),
        ("one power more", {"statement": Le((1 + a) ** (lemmas.k + 1), exp(a * lemmas.k))}),
        ("turned round", {"statement": Ge((1 + a) ** lemmas.k, exp(a * lemmas.k))}),
    ],
    MOMENT: [
        ("10⁻⁹ less than s²/8", {"statement": Le(MOMENT.statement.lhs, MOMENT.statement.rhs - lemmas.s**2 / 10**9)}),
        ("a smaller slope", {"statement": Le(MOMENT.statement.lhs, MOMENT.statement.rhs - lemmas.s / 10**9)}),
        ("p beyond 1", {"holds_on": (lemmas.p >= 0, lemmas.p <= Rational(101, 100))}),
        ("any p", {"holds_on": ()}),
    ],
    SHRINKING: [
        ("e^(-2/(2d+1))", {"statement": Le(SHRINKING.statement.lhs, exp(-2 / (2 * d + 1)))}),
        ("e^(-2/(d+1))", {"statement": Le(SHRINKING.statement.lhs, exp(-2 / (d + 1)))}),
        ("another power", {"statement": Le((d**2 / (d**2 - 1)) ** (2 * d) * (1 - 2 / (d + 1)), exp(-1 / (d + 1)))}),
        ("without the second factor", {"statement": Le((d**2 / (d**2 - 1)) ** d, exp(-1 / (d + 1)))}),
        ("from d = 1", {"holds_on": (d >= 1,)}),
        ("any d", {"holds_on": ()}),
    ],
}


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.name)
def test_every_lemma_is_proved(lemma: Lemma) -> None:
    assert lemma.check()


def test_every_lemma_has_wrong_variants() -> None:
    assert set(WRONG) == {*LEMMAS, SHRINKING}
    assert all(WRONG.values())


@pytest.mark.parametrize(
    ("lemma", "change"),
    [
        pytest.param(lemma, change, id=f"{lemma.name}: {what}")
        for lemma, wrong in WRONG.items()
        for what, change in wrong
    ],
)
def test_a_wrong_variant_is_rejected_by_the_same_proof(lemma: Lemma, change: dict[str, Any]) -> None:
    with pytest.raises(NotShown):
        replace(lemma, name="wrong", **change).check()


@few(5)
@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.name)
def test_every_lemma_holds_at_points_of_its_range(lemma: Lemma) -> None:
    """An independent look: the statement itself, decided exactly at many points."""
    symbols = sorted(lemma.statement.free_symbols, key=str)
    points = 0
    for number in range(1, 400):
        values = {s: Fraction(number * (k + 1) % 97, 1 + number % 13) - (s == a) for k, s in enumerate(symbols)}
        exact = {s: Rational(v.numerator, v.denominator) for s, v in values.items()}
        if all(relation.subs(exact) == sympy.true for relation in lemma.holds_on):
            assert decide(lemma.statement, values).holds, values
            points += 1
    assert points >= 10


ENDS = lemmas.least_at_the_ends(x)

NEEDED: dict[str, Lemma] = {
    "f < 0 at the lower end": Lemma("f rises", Le(HALF, x), (x >= 0, x <= 1), ENDS),
    "f < 0 at the upper end": Lemma("f falls", Le(x, HALF), (x >= 0, x <= 1), ENDS),
    "f < 0 at an end that is left out": Lemma("f rises", Le(HALF, x), (x > 0, x < 1), ENDS),
    "f falls, then rises": Lemma("f dips", Le(x * (1 - x), Rational(1, 5)), (x >= 0, x <= 1), ENDS),
    "f jumps down": Lemma(
        "f jumps",
        Le(sympy.Piecewise((x, x < 1), (x - 5, True)), sympy.Piecewise((y, y < 1), (y - 5, True))),
        (x > 0, y >= x),
        lemmas.rises(x, y),
    ),
    "f has no lower end": Lemma("f rises", Le(0, x), (x <= 1,), ENDS),
}
"""False, and shown by a method that leaves out one of the things that it needs."""

SHOWN: dict[str, Lemma] = {
    "f is 0 at both ends": Lemma("", Le(0, x * (1 - x)), (x >= 0, x <= 1), ENDS),
    "f only rises": Lemma("", Le(0, x), (x >= 0, x <= 1), ENDS),
    "f only falls": Lemma("", Le(x, 1), (x >= 0, x <= 1), ENDS),
}


@pytest.mark.parametrize("lemma", NEEDED.values(), ids=NEEDED)
def test_a_method_needs_all_that_it_looks_at(lemma: Lemma) -> None:
    with pytest.raises(NotShown):
        lemma.check()


@pytest.mark.parametrize("lemma", SHOWN.values(), ids=SHOWN)
def test_a_method_shows_what_is_just_true(lemma: Lemma) -> None:
    assert lemma.check()


EIGHTH = Rational(1, 8)
P, S = sympy.symbols("p s", real=True)
UNIT = (P >= 0, P <= 1)


def hoeffding(square: Any = EIGHTH, on: Any = UNIT, rest: Any = 0, x: Any = S, at: Any = 0) -> Lemma:
    """log(1 − p + pe^s) ≤ ps + s²/8, and what is almost that."""
    return Lemma("", Le(log(1 - P + P * exp(S)), P * S + square * S**2 + rest), on, lemmas.touches(x, at))


def test_hoeffdings_lemma_is_shown_by_its_second_derivative() -> None:
    assert "(p*exp(s) + p - 1)**2" in hoeffding().check()
    assert hoeffding(on=(*UNIT, S >= -1)).check()
    assert hoeffding(on=(P > 0, P < Rational(1, 2))).check()


@pytest.mark.parametrize(
    "lemma",
    {
        "s²/9": hoeffding(Rational(1, 9)),
        "10⁻⁹ less than s²/8": hoeffding(Rational(1, 8) - Rational(1, 10**9)),
        "a constant less": hoeffding(rest=-Rational(1, 10**9)),
        "another slope": hoeffding(rest=S / 10**9),
        "p beyond 1": hoeffding(on=(P >= 0, P <= Rational(10**9 + 1, 10**9))),
        "p below 0": hoeffding(on=(P >= -Rational(1, 10**9), P <= 1)),
        "any p": hoeffding(on=()),
        "without the point where f = 0": hoeffding(on=(*UNIT, S >= 1)),
        "in the other variable": hoeffding(x=P),
        "at another point": hoeffding(at=1),
        "where there is a pole": Lemma("", Le(-(S**2), P * S**4 / (1 - P) - S**2), (P >= 0,), lemmas.touches(S, 0)),
        "where there is no logarithm": Lemma("", Le(log(P) * S**2, S**4), (P >= 0, P <= 1), lemmas.touches(S, 0)),
        "of a kinked function": Lemma("", Le(sympy.Abs(S) * S**2, S**2), (S < 2,), lemmas.touches(S, 0)),
        "false beyond the declared signs": Lemma("", Le(-(a**4), a**3), (), lemmas.touches(a, 0)),
        "by declared signs": Lemma("", Le(-POSITIVE * S**2, 0, evaluate=False), (), lemmas.touches(S, 0)),
    }.items(),
    ids=lambda case: case[0],
)
def test_almost_hoeffdings_lemma_is_not_shown(lemma: tuple[str, Lemma]) -> None:
    with pytest.raises(NotShown):
        lemma[1].check()


def test_signs_of_several_variables_are_told_by_factors_and_coefficients() -> None:
    for term, range_ in (
        (1 - P + P * exp(S), UNIT),
        (exp(S) + exp(-S / 2), ()),
        (x * y + 1, (x >= 0, y >= 0)),
        ((x - y) ** 2 + 0 * P, ()),
        (2 - x * y, (x >= 0, x <= 1, y >= 0, y <= 1)),
        (1 - P, (P >= 0, P < 1)),
    ):
        require_nonnegative(term, range_)
    require_positive(1 - P + P * exp(S), UNIT)
    require_positive(2 - x * y, (x >= 0, x <= 1, y >= 0, y <= 1))
    for term, range_ in (
        ((x - y) ** 2, ()),
        (x * y, (x >= 0, y > 0)),
        (P * exp(S), UNIT),
        ((1 - P) * exp(S), UNIT),
        (1 - x * y, (x >= 0, x <= 1, y >= 0, y <= 1)),
        (sympy.Integer(0) * x, ()),
    ):
        with pytest.raises(NotShown):
            require_positive(term, range_)
    for term, range_ in (
        (1 - 2 * P + P * exp(S), UNIT),
        (x * y - 1, (x >= 0, y >= 0)),
        (exp(S) - 1, ()),
        (exp(x * y), ()),
        (exp(S) * log(P), UNIT),
        (x + y, (x >= -1, y >= 0)),
        (-exp(S), ()),
    ):
        with pytest.raises(NotShown):
            require_nonnegative(term, range_)


def test_ends_belong_to_an_interval_where_they_say_so() -> None:
    for relations, closed in (
        ([x >= 0, x <= 1], (True, True)),
        ([x > 0, x < 1], (False, False)),
        ([x >= 0, x > 0, x <= 1, x < 1], (False, False)),
        ([x >= 0, x < 1], (True, False)),
    ):
        on = interval(x, relations)
        assert (on.closed_low, on.closed_high) == closed
        signs = changes_of_sign(x * (1 - x), x, on)
        assert signs == [0] * closed[0] + [1] + [0] * closed[1]
    with pytest.raises(NotShown, match="pole"):
        changes_of_sign(1 / x, x, interval(x, [x >= 0]))
    assert changes_of_sign(1 / x, x, interval(x, [x > 0])) == [1]


def test_the_largest_step_is_largest() -> None:
    fact = Ge(log(1 - e), -e * (1 + e))
    assert decide(fact, {e: Fraction(int(LARGEST_STEP.p), int(LARGEST_STEP.q))}).holds
    assert decide(fact, {e: Fraction(int(LARGEST_STEP.p), int(LARGEST_STEP.q)) + Fraction(1, 10**9)}).fails
    assert Rational(6838, 10**4) < LARGEST_STEP < Rational(6839, 10**4)


def test_a_lemma_brings_its_range_into_a_proof() -> None:
    z = sympy.Symbol("z", real=True)
    assert EDGE.at({g: z}).relation == sympy.Implies(
        sympy.And(z >= 0, z <= HALF), Le(sqrt(1 - 4 * z**2), exp(-2 * z**2))
    )
    assert GROWTH.at({a: -2 * z}).relation == Le(1 - 2 * z, exp(-2 * z))
    assert EDGE.at({g: Rational(1, 4)}).relation == Le(sqrt(Rational(3, 4)), exp(-Rational(1, 8)))
    assert EDGE.at(γ=z) == EDGE.at({g: z})
    for declared in ({}, {"positive": True}, {"integer": True}):
        assert EDGE.at({sympy.Symbol("γ", **declared): z}) == EDGE.at({g: z}), "a symbol is known by its name"
    with pytest.raises(ValueError, match="does not hold at"):
        EDGE.at({g: 1})
    with pytest.raises(ValueError, match="has no symbol 'z'; it speaks of γ"):
        EDGE.at(z=z)
    shows = EDGE.at({g: z}).shows
    assert shows is not None
    assert "to the power 1/2" in str(shows())


# ---- signs ----


@pytest.mark.slow
def test_signs_are_found_by_root_counts() -> None:
    on = interval(x, [x >= -1, x < 2])
    assert changes_of_sign(x**2 - x**4, x, on) == [0, 1, 0, 1, 0, -1]
    assert changes_of_sign((x - 3) / (x + 2), x, on) == [-1]
    assert changes_of_sign(x * 0, x, on) == [0]
    assert changes_of_sign(x**2 - 2, x, interval(x, [])) == [1, 0, -1, 0, 1]
    with pytest.raises(NotShown, match="pole"):
        changes_of_sign(1 / x, x, on)
    with pytest.raises(NotShown, match="not a rational function"):
        changes_of_sign(exp(x), x, on)
    require_nonnegative(x**2, [])
    require_positive(x**2, [x > 0])
    for check, term, range_ in (
        (require_positive, x**2, []),
        (require_nonnegative, x**3, []),
        (require_nonnegative, x - Rational(1, 10**20), [x >= 0]),
        (require_positive, sympy.Integer(0), []),
        (require_nonnegative, x * y, []),
    ):
        with pytest.raises(NotShown):
            check(term, range_)
    with pytest.raises(NotShown, match="not of the form"):
        interval(x, [2 * x > 1])


# ---- logarithms and names ----

M, H, n, t, c = sympy.symbols("M H n t c", real=True)


def test_logarithms_are_taken_of_both_sides() -> None:
    logarithms = Logarithms()
    assert logarithms.of_both_sides(Le(2**M, H)) == Le(M * log(2), log(H))
    assert logarithms.of_both_sides(Le(Rational(4, 3) ** M, n * 2**t)) == Le(
        sympy.expand(M * (2 * log(2) - log(3))), log(n) + t * log(2)
    )
    assert logarithms.of_both_sides(Gt(n ** (-2 * t), exp(-M / (2 * t + 2)))) == Gt(-2 * t * log(n), -M / (2 * t + 2))
    assert list(logarithms.conditions) == [H, n]


def test_what_has_no_logarithm_is_refused() -> None:
    for relation in (Le(0, H), Le(-2, H), Le(-2 * H, 3)):
        with pytest.raises(NoName, match="no logarithm"):
            Logarithms().of_both_sides(relation)
    with pytest.raises(NoName, match="both sides"):
        Logarithms().of_both_sides(sympy.Ne(M, H))


VALUES = [Fraction(p, q) for p, q in ((1, 8), (1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (5, 1), (7, 1))]


def values_of(*relations: Any) -> Iterator[dict[Any, Fraction]]:
    """Sixty choices of positive numbers for the symbols of the relations."""
    draw = random.Random(0)
    symbols = sorted(set().union(*(relation.free_symbols for relation in relations)), key=str)
    for _ in range(60):
        yield {symbol: draw.choice(VALUES) for symbol in symbols}


@pytest.mark.parametrize(
    "relation",
    [Le(2**M, H), Le(Rational(3, 4) ** M * n, 2 ** (-t)), Gt((1 + n) ** M, exp(t) * H**2), Eq(2**M, H)],
    ids=str,
)
def test_a_relation_and_that_of_its_logarithms_say_the_same(relation: Any) -> None:
    logarithms = Logarithms().of_both_sides(relation)
    for values in values_of(relation, logarithms):
        assert decide(relation, values) is decide(logarithms, values)


def test_logarithms_inside_of_a_formula_are_written_out() -> None:
    logarithms = Logarithms()
    assert logarithms.inside(Le(M, log(4 * n**2) / log(2))) == Le(M, (2 * log(2) + 2 * log(n)) / log(2))
    assert list(logarithms.conditions) == [n]


def test_constants_are_enclosed() -> None:
    for constant in (log(2), log(3), exp(-HALF), log(Rational(4, 3))):
        low, high = enclosure(constant)
        assert decide(Gt(constant - t, 0), {t: low}).holds
        assert decide(Gt(t - constant, 0), {t: high}).holds
        assert high - low < Fraction(1, 10**5)


def test_named_powers_start_and_change_by_their_exponents() -> None:
    P, q, D = sympy.symbols("P q D", real=True)
    names = Names({P: exp(-2 * g**2 * M), q: exp(-2 * g**2), D: (1 - e) ** t})
    after = sympy.Symbol("P′", real=True)
    assert names.say(Le(x, exp(-2 * M * g**2))) == Le(x, P)
    assert names.say(Le(x, exp(2 * g**2))) == Le(x, 1 / q)
    assert names.unsay(Le(x, P * D)) == Le(x, exp(-2 * g**2 * M) * (1 - e) ** t)
    assert names.start(P, {M: sympy.Integer(0)}) == 1
    assert names.change(P, after, {M: M + 1}).relation == Eq(after, P * q)
    assert names.change(P, after, {M: M}).relation == Eq(after, P)
    assert names.change(D, after, {t: t + 2}).relation == Eq(after, D * (1 - e) ** 2)
    assert names.positive(P) == (P > 0, None)
    assert names.positive(D) == (D > 0, 1 - e)
    with pytest.raises(NoName, match="has no name"):
        names.change(P, after, {M: M + 2})
    with pytest.raises(NoName, match="counter in its base"):
        names.change(D, after, {e: e + 1})
    with pytest.raises(NoName, match="names are for powers"):
        Names({P: x**2})


def test_a_named_power_changes_as_its_term_does() -> None:
    P, R, D, q = sympy.symbols("P R D q", real=True)
    names = Names({P: exp(-2 * g**2 * M), q: exp(-2 * g**2), D: (1 + x) ** (2 * t), R: (1 + x) ** -M})
    after = sympy.Symbol("P′", real=True)
    for symbol, counters in ((P, {M: M + 1}), (P, {M: M - 1}), (D, {t: t + 1}), (R, {M: M + 1})):
        change = names.change(symbol, after, counters).relation
        becomes = names.terms[symbol].xreplace(counters)
        relation = Eq(becomes, names.unsay(change.rhs), evaluate=False)
        assert all(decide(relation, values).holds for values in values_of(relation))


# ---- theorems ----


def lines_of(shown: Any) -> list[Any]:
    """What is found of what shows a fact."""
    from learncheck.oracle.prover.prove import check

    assert not isinstance(shown, str)
    return [check(claim).status for claim in shown]


GENERAL = [
    value
    for module in (
        trusted,
        probability,
        counting,
        balls,
        decision_list_sample_size,
        conjunction_sample_sizes,
        three_term_dnf,
    )
    for value in vars(module).values()
    if isinstance(value, trusted.General) and not value.cited
]
CITED = (
    *(trusted.dependence, trusted.matrix_determinant, counting.sauer, probability.hoeffding, probability.one_sided),
    boosted_classes.votes_of_members,
)


@pytest.mark.parametrize("general", GENERAL, ids=lambda general: str(general.words))
def test_general_relations_are_shown_for_every_dimension_and_number(general: trusted.General) -> None:
    assert set(lines_of(general.shown())) == {"proved"}
    fact = general.at({})
    assert fact.kind == "lemma"
    assert fact.relation == general.stated, "an instance is what is stated"
    with pytest.raises(ValueError, match="has no symbol 'of none'"):
        general.at({sympy.Symbol("of none"): 1})


@pytest.mark.parametrize("general", CITED, ids=lambda general: str(general.words))
def test_a_theorem_that_is_cited_names_its_source_and_shows_nothing(general: trusted.General) -> None:
    fact = general.at({})
    assert fact.kind == "theorem"  # with which a proof is one from assumptions
    assert "not proved here" in fact.because
    assert not list(general.shown())


def test_a_fact_is_what_is_shown_with_terms_in_the_place_of_its_symbols() -> None:
    for fact in (trusted.cauchy_schwarz(x, y, c), trusted.total_at_most(x, y, 1), trusted.matrix_determinant(x, -y)):
        stated = fact.shows.__self__.stated  # type: ignore[union-attr]
        assert stated.subs(dict(fact.at), simultaneous=True) == fact.relation


def changed(general: trusted.General, **parts: Any) -> list[Any]:
    """What is found where the last way to make its things is changed."""
    *others, last = general.constructions
    return lines_of(replace(general, constructions=(*others, replace(last, **parts))).shown())


P_ = probability
BY_T = Eq(P_.worse, 0) | (Eq(P_.worse, 1) & (P_.true - P_.best > P_.by))
SOME, TERM = trusted.total + 1, trusted.term
WRONG_INDUCTIONS = {
    "a term of at most c + 1": lambda: changed(trusted.total_at_most, known={"more": TERM <= trusted.most + 1}),
    "a term that counts for none": lambda: changed(trusted.total_at_most, values={trusted.total: trusted.total + TERM}),
    "squares that may be negative": lambda: lines_of(
        replace(trusted.cauchy_schwarz, known={"u": trusted.uu >= 0, "v": trusted.vv >= 0}).shown()
    ),
    "a total of nothing that is 1": lambda: lines_of(
        replace(
            trusted.total_at_most,
            constructions=(
                trusted.Construction("nothing", {trusted.total: SOME, trusted.count: sympy.Integer(0)}, of=()),
            ),
        ).shown()
    ),
    "a negative part in common": lambda: changed(P_.union_bound, known={"c": P_.chance <= P_.each_at_most}),
    "a draw that never misses": lambda: changed(P_.missed, values={P_.power: P_.power * (1 - P_.accuracy)}),
    "all squares add up to 1": lambda: lines_of(
        replace(P_.square_series, holds=(P_.index >= 1) & (P_.some <= P_.greatest_multiple)).shown()
    ),
    "any number of values": lambda: changed(counting.at_most_power, known={}),
    "two empty strings": lambda: changed(
        counting.strings_below,
        values={counting.strings: 2 + 2 * counting.strings, counting.doubled: 2 * counting.doubled},
    ),
    "half a thing": lambda: changed(counting.some_share, known={"b": Eq(2 * counting.bit, 1)}),
    "a choice that is t worse": lambda: changed(
        P_.misled, known={**P_.misled.constructions[1].known, "worse or not": BY_T}
    ),
    "any distance": lambda: changed(balls.multiplied_out, known={}),
}


@pytest.mark.parametrize("wrong", WRONG_INDUCTIONS.values(), ids=WRONG_INDUCTIONS)
def test_a_wrong_induction_is_not_shown(wrong: Any) -> None:
    assert set(wrong()) != {"proved"}


def test_an_induction_begins_with_something() -> None:
    with pytest.raises(ValueError, match="begins with something that is made of nothing"):
        replace(trusted.total_at_most, constructions=trusted.total_at_most.constructions[1:])
