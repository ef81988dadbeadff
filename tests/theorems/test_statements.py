"""What a claim says of itself: whose statement it is, and that its words are those of its formula and hypotheses."""

import json
import math
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy
from catalogue import CLAIMS
from click.testing import CliRunner
from sympy.parsing.sympy_parser import (
    convert_xor,
    implicit_multiplication_application,
    parse_expr,
    split_symbols,
    standard_transformations,
)

from learncheck.exact.decide import conjuncts
from learncheck.learners import ModifiedPerceptron
from learncheck.oracle.cli import main
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.notation import GREEK
from learncheck.theorems import notes
from learncheck.theorems.language import registry
from learncheck.theorems.language.chapters import chapters, homes
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.sentence import plain
from learncheck.theorems.language.symbols import meanings
from learncheck.theorems.notes.finite.grid_halfspaces import GridCount
from learncheck.theorems.notes.finite.mistakes import M
from learncheck.theorems.notes.halfspaces.modified_perceptron import UnitTargetGame, changes, m
from learncheck.theorems.notes.halfspaces.random_starts import BESIDE_THE_TARGET, BadStartGame, updated_mistakes
from learncheck.theorems.notes.pac.decision_list_sample_size import ENOUGH, size
from learncheck.theorems.notes.pac.sample_sizes import BooleanPAC


def test_statements_that_the_notes_do_not_make_are_ours():
    ours = {claim.id for claim in CLAIMS.values() if claim.reading == "ours"}
    assert {claim_id for claim_id in CLAIMS if claim_id.endswith(("-sharper", "-printed-holds", "-conforms"))} <= ours
    assert {"decision-list-growth", "vc-forces-error", "vc-forces-mistakes"} <= ours
    assert not {"perceptron-mistakes", "vc-balls", "ellipsoid-mistakes", "winnow-mistakes"} & ours


def test_every_module_of_the_notes_has_its_place_and_states_its_claims_itself():
    """By reading alone it is found whether the id of a user's claim is taken."""
    (top,) = notes.__path__
    folders = {module.name for module in pkgutil.iter_modules([top])}
    assert folders == set(notes.CHAPTERS)
    stated = dict.fromkeys(registry.modules(), 0)
    for _, name in homes():
        stated[name] += 1


def test_claims_come_in_the_order_of_the_notes():
    ids = [*CLAIMS]
    in_order = [
        "no-prior-knowledge",
        "consistent-mistakes",
        "halving-mistakes",
        "halving-programs",
        "perceptron-mistakes",
    ]
    assert sorted(in_order, key=ids.index) == in_order
    assert [claim.id for claims in chapters().values() for claim in claims] == ids


def test_a_corrected_statement_repairs_a_printed_one():
    for claim in CLAIMS.values():
        assert (claim.reading == "corrected") == (claim.repairs is not None), claim.id
        assert claim.refuted_by is None or claim.reading == "as-printed", claim.id


def test_short_instances_are_inside_of_the_theorem():
    """The notes have ‖x‖ ≤ 1."""
    game = UnitTargetGame(((-1, 1, 1, 1),), ((0, 0),) * 12, Fraction(3, 8), (1, 0, 0, 0), (1, 1, 1, 1), Fraction(1, 2))
    outcome = judge(CLAIMS["modified-perceptron-updates"], ModifiedPerceptron, game)
    assert outcome.verdict == "stands"
    assert not outcome.outside
    assert judge(CLAIMS["modified-perceptron-updates-on-the-sphere"], ModifiedPerceptron, game).outside


def test_an_update_along_w_is_counted():
    """It leaves the direction of w as it is."""
    x = (1, 1, 1, 1)
    game = UnitTargetGame((x,), ((0, 1),) * 3, Fraction(1, 4), x, x, Fraction(1, 2))
    assert changes(game.play(ModifiedPerceptron, ("w",)))[m] == 3


def test_one_dimension_is_no_bad_start():
    claim, game = CLAIMS["modified-perceptron-bad-start"], BadStartGame((-1,), Fraction(1, 2), 3)
    assert judge(claim, ModifiedPerceptron, game).outside
    assert judge(claim.without(BESIDE_THE_TARGET), ModifiedPerceptron, game).verdict == "falsified"
    assert [*updated_mistakes(game.play(ModifiedPerceptron)).values()][:2] == [1, 3]


@pytest.mark.parametrize("variables", [1, 2])
def test_decision_lists_need_what_section_8_1_asks_for(variables):
    """m ≥ log(4^n n!/δ)/ε and not n·log(1/δ)/ε more."""
    epsilon, delta = Fraction(1, 10), Fraction(1, 100)
    m_least = math.ceil(size(variables, epsilon, delta))
    weights = (1, 8)
    points = ((0,) * variables, (1,) * variables)
    case = BooleanPAC("decision-list", points, weights, (), epsilon, delta, m_least)
    assert ENOUGH.holds(case.play(None))
    fewer = BooleanPAC("decision-list", points, weights, (), epsilon, delta, m_least - 1)
    assert not ENOUGH.holds(fewer.play(None))


def test_the_grid_has_at_most_so_many_halfspaces():
    assert "at most |G|^d = (2n + 1)^d halfspaces" in CLAIMS["grid-halfspaces-halving"].statement
    printed = CLAIMS["grid-halfspaces-count-as-printed"]
    assert judge(printed, None, GridCount(1, 2)).verdict == "falsified"
    assert judge(printed, None, GridCount(2, 1)).verdict == "stands"
    assert judge(CLAIMS["grid-halfspaces-count"], None, GridCount(1, 2)).verdict == "stands"


def test_every_symbol_of_a_bound_has_its_meaning() -> None:
    for claim in CLAIMS.values():
        assert meanings(claim).keys() == claim.bound.free_symbols, claim.id
        assert all(words and not words.endswith(".") for words in meanings(claim).values()), claim.id


def test_a_symbol_without_words_has_no_meaning() -> None:
    claim, unknown = CLAIMS["halving-mistakes"], sympy.Symbol("Unknown")
    assert meanings(CLAIMS["grid-halfspaces-halving"])[M] == meanings(claim)[M] == "the mistakes"
    assert meanings(claim.with_bound(M <= unknown)).keys() == {M}


IMPLICIT = (*standard_transformations, split_symbols, implicit_multiplication_application, convert_xor)
SIGNS = {"²": "^2 ", "⁻⁹": "^(-9)", "⁻⁶": "^(-6)", "−": "-", "·": "*", "log₂": "log2 ", "√": "sqrt"}


def read(latex: str, symbols: set[sympy.Symbol]) -> Iterator[tuple[Any, Any]]:
    """The two sides of every comparison in the author's LaTeX."""
    names = {GREEK.get(symbol.name, symbol.name): symbol for symbol in symbols}
    functions = {"log2": lambda x: sympy.log(x, 2), "log": sympy.log, "sqrt": sympy.sqrt, "e": sympy.E}
    for part in plain(f"${latex}$").split(" and "):
        for number, name in enumerate(sorted(names, key=len, reverse=True)):
            letter = chr(0x4E00 + number)
            part, functions[letter] = part.replace(name, f" {letter} "), names[name]
        for sign, ascii_ in SIGNS.items():
            part = part.replace(sign, ascii_)
        left, right = re.split(r" *[≤≥<=] *", re.sub(r"sqrt *(\w)", r"sqrt(\1)", part))
        yield parse_expr(left, functions, IMPLICIT), parse_expr(right, functions, IMPLICIT)


def says_the_bound(claim: Claim) -> bool:
    """Whether the author's LaTeX is the bound, at one point."""
    at = {
        symbol: Fraction(20 + 3 * number, 7) for number, symbol in enumerate(sorted(claim.bound.free_symbols, key=str))
    }
    pairs = list(read(claim.latex, claim.bound.free_symbols))
    bounds = [(conjunct.lhs, conjunct.rhs) for conjunct in conjuncts(claim.bound)]
    return len(pairs) == len(bounds) and all(
        abs((one - other).subs(at).evalf()) < 1e-9
        for pair, bound in zip(pairs, bounds, strict=True)
        for one, other in zip(pair, bound, strict=True)
    )


def test_the_authors_latex_is_the_bound() -> None:
    for claim in (claim for claim in CLAIMS.values() if claim.latex):
        assert says_the_bound(claim), claim.id


def test_another_formula_is_not_the_bound() -> None:
    claim = CLAIMS["winnow-mistakes"]
    assert not says_the_bound(replace(claim, latex=r"M \le 2 + 3r(1 + \log n)"))
    assert not says_the_bound(replace(claim, latex=r"M \le 3r(1 + \log_2 n)"))
    assert not claim.with_bound(claim.bound).latex


@pytest.mark.slow
def test_readings_and_meanings_are_shown() -> None:
    listed = {entry["id"]: entry for entry in json.loads(CliRunner().invoke(main, ["list", "--json"]).stdout)}
    for claim_id, reading, standing in (
        ("vc-forces-mistakes", "ours", "stands, ours"),
        ("random-stopping", "corrected", "stands, corrected"),
        ("vc-balls", "as-printed", "stands"),
    ):
        assert (listed[claim_id]["reading"], listed[claim_id]["standing"]) == (reading, standing)
    assert listed["halving-mistakes"]["symbols"] == {"H": "the size |H| of the class", "M": "the mistakes"}
    assert "; stands, ours\n" in CliRunner().invoke(main, ["show", "vc-forces-mistakes"]).stdout
    shown = CliRunner().invoke(main, ["show", "halving-mistakes"]).stdout
    assert "symbols    H: the size |H| of the class; M: the mistakes" in shown


# ---- beside what the proof uses ----


def used(proof: Any) -> set[Any]:
    """The hypotheses that a proof uses, whatever its code uses besides."""
    return {*proof.assuming, *(premise for kind in getattr(proof, "rounds", {}).values() for premise in kind.assuming)}


def test_a_proof_uses_the_hypotheses_that_the_claim_shows() -> None:
    for claim in (claim for claim in CLAIMS.values() if claim.proof is not None):
        proof: Any = claim.proof
        assert used(proof) <= set(claim.assuming), f"{claim.id} lacks a hypothesis that its proof uses"
        alone = claim.learner is None and not proof.used and not any(fact.claim for fact in proof.using)
        if alone:  # nothing but these relations leads to the bound
            assert used(proof) == set(claim.assuming), f"{claim.id} has a hypothesis that its proof does not need"
