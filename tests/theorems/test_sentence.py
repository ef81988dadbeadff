"""Sentences with formulas in LaTeX, as plain text and as markup."""

import re
from pathlib import Path

import pytest

from learncheck.oracle.report.typeset import typeset
from learncheck.theorems.language.registry import BadClaims, all_claims, load_file
from learncheck.theorems.language.sentence import ARGUMENTS, FUNCTIONS, OPENING, RELATIONS, SIGNS, BadFormula, plain


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"at most $\log_2|H|$ mistakes", "at most log₂|H| mistakes"),
        (r"$M \le (RB)^2$", "M ≤ (RB)²"),
        (r"$\sum_{i\le d} \binom{m}{i}$", "Σ_{i≤d} C(m, i)"),
        (r"$y\langle w,x\rangle \ge 1/\gamma^2$", "y⟨w,x⟩ ≥ 1/γ²"),
        (r"$e^{-2\gamma^2T}$ and $10^{-6}$, $2^{k(d+1)}$", "e^(−2γ²T) and 10⁻⁶, 2^(k(d+1))"),
        (r"$\sqrt{n}$, $\sqrt{x^\top Ax}$", "√n, √(xᵀAx)"),
        (r"$\|w^*\|_1 - w_0^*$", "‖w*‖₁ − w₀*"),
        (r"$\varepsilon_t \le \tfrac{1}{2} - \gamma$", "ε_t ≤ ½ − γ"),
        (r"$\gamma T\log n$, $\lceil \log \delta\rceil$", "γTlog n, ⌈log δ⌉"),
        (r"$\{x \in \mathbb{R}^d\}$", "{x ∈ ℝ^d}"),
        ("no formula", "no formula"),
    ],
)
def test_a_sentence_as_plain_text(latex: str, shown: str) -> None:
    assert plain(latex) == shown


@pytest.mark.parametrize(
    ("latex", "why"),
    [("$M", "a dollar sign is missing"), (r"$\Foo$", "no command"), (r"$2^{k$", "brace"), (r"$\sqrt 2$", "brace")],
)
def test_what_cannot_be_read_is_told(latex: str, why: str) -> None:
    with pytest.raises(BadFormula, match=why):
        plain(latex)


def test_a_bad_statement_in_a_users_file_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\n"
        "from learncheck.theorems.notes.finite.mistakes import HALVING\n"
        "MINE = replace(HALVING, id='mine', states='at most $M')\n"
    )
    with pytest.raises(BadClaims, match="the statement of mine cannot be read: a dollar sign is missing"):
        load_file(tmp_path / "mine.py")


def test_every_statement_can_be_read_both_ways() -> None:
    used = set()
    for claim in all_claims():
        assert not re.search(r"[\\$]", claim.statement), claim.id
        assert "merror" not in typeset(claim.states), claim.id
        used |= set(re.findall(r"\\([A-Za-z]+)", claim.states))
    assert used <= {*RELATIONS, *SIGNS, *OPENING, *FUNCTIONS, *ARGUMENTS}


def test_no_formula_stands_outside_of_dollar_signs() -> None:
    for claim in all_claims():
        words = " ".join(claim.states.split("$")[::2])
        assert not re.search(r"[≤≥≠⟨⟩‖^√Σ∈⊆₀-₉⁰-⁹²³α-ω−=]", words), f"{claim.id}: {words}"


def test_formulas_are_set() -> None:
    assert typeset(r"at most $\log_2|H|$.").startswith("at most <span class='whole'><math><mrow><msub><mi>log</mi>")
    assert typeset("a < b & $x$").startswith("a &lt; b &amp; <math>")
    assert typeset("$|H|/2$").count("<mo lspace='0' rspace='0'") == 3
