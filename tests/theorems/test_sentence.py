"""Sentences with formulas in LaTeX, as plain text and as markup."""

import pickle
import re
from pathlib import Path

import pytest
from sympy import Le
from sympy.abc import x

from learncheck.oracle.report.formulas import typeset
from learncheck.theorems.language import sentence
from learncheck.theorems.language.files import load_file
from learncheck.theorems.language.proof import Transition
from learncheck.theorems.language.registry import BadClaims, catalogue
from learncheck.theorems.language.step import Step


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
        (r"$R \le \sqrt T(1 + G^2)$, $\sqrt 2$", "R ≤ √T(1 + G²), √2"),
        (r"$\left(\frac{a + b}{2}\right) \geq \frac{1}{2}\epsilon$", "((a + b)/2) ≥ ½ε"),
        (r"$\lVert u\rVert \leq n$ for $n \in \mathbb{N}$", "‖u‖ ≤ n for n ∈ ℕ"),
        ("no formula", "no formula"),
    ],
)
def test_a_sentence_as_plain_text(latex: str, shown: str) -> None:
    assert sentence.plain(latex) == shown


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        ("$M", "a dollar sign is missing"),
        (r"$\Foo$", "unknown command"),
        (r"$2^{k$", "brace"),
        (r"$\sqrt$", "no argument"),
        ("$\theta$", "r'…'"),  # no raw string, as authors forget
        ("$\frac{1}{2}$", "r'…'"),
    ],
)
def test_what_cannot_be_read_is_told(latex: str, why: str) -> None:
    with pytest.raises(sentence.BadFormula, match=why):
        sentence.plain(latex)


def test_a_bad_statement_in_a_users_file_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\n"
        "from learncheck.theorems.notes.finite.mistakes import HALVING\n"
        "MINE = replace(HALVING, id='mine', statement='at most $M')\n"
    )
    with pytest.raises(BadClaims, match="mine: the statement cannot be read: a dollar sign is missing"):
        load_file(tmp_path / "mine.py")


def test_every_statement_can_be_read_both_ways() -> None:
    used = set()
    for claim in catalogue():
        assert not re.search(r"[\\$]", claim.statement), claim.id
        assert "merror" not in typeset(claim.statement), claim.id
        used |= set(re.findall(r"\\([A-Za-z]+)", claim.statement.latex))
    assert used <= {*sentence.RELATIONS, *sentence.SIGNS, *sentence.OPENING, *sentence.FUNCTIONS, *sentence.ARGUMENTS}


def test_no_formula_stands_outside_of_dollar_signs() -> None:
    for claim in catalogue():
        words = " ".join(claim.statement.latex.split("$")[::2])
        assert not re.search(r"[≤≥≠⟨⟩‖^√Σ∈⊆₀-₉⁰-⁹²³α-ω−=]", words), f"{claim.id}: {words}"
        for step in (*claim.assuming, *claim.steps):
            words = " ".join(step.words.latex.split("$")[::2])
            assert not re.search(r"[≤≥≠⟨⟩‖^√Σ∈⊆₀-₉⁰-⁹²³=]", words), f"{claim.id}: {words}"


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("V′", "V'"),
        ("‖w*‖²", r"\| w^{*}\| ^{2}"),
        ("V²′", r"V^{\prime 2}"),
        ("w₀*", "w_{0}^{*}"),
        ("D_max", r"D_{\max}"),
        ("M₊", "M_{+}"),
        ("L(ŵ)", r"L(\hat{w})"),
        ("L≠0", r"L\ne 0"),
        ("epsilon", r"\varepsilon"),
        ("excess", r"\mathrm{excess}"),
    ],
)
def test_names_of_symbols_in_latex(name: str, latex: str) -> None:
    assert sentence.formula(name) == latex


def test_a_sentence_is_its_plain_text_and_remembers_its_latex() -> None:
    step = Step(r"at a mistake $x \ge 1$", Le(x, 1))
    assert step.words == "at a mistake x ≥ 1"
    assert {step.words: 1}["at a mistake x ≥ 1"] == 1
    assert pickle.loads(pickle.dumps(step.words)).latex == r"at a mistake $x \ge 1$"
    assert ("given: " + step.words + " ($5)").latex == r"given: at a mistake $x \ge 1$ (5)"
    assert list(Transition(holds={r"$x \le 1$": Le(x, 1), "x ≤ 1": Le(x, 2)}).holds.items()) == [("x ≤ 1", Le(x, 2))]
