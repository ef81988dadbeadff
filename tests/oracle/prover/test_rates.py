"""The proof of Hedge's rate, tuned to the number of rounds, which is derived; and what almost proves it."""

from dataclasses import replace
from pathlib import Path

import pytest
import sympy

from learncheck import Claim, Induction, lemmas
from learncheck.games import B, L, T, n
from learncheck.oracle.prover import proof_text
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language.files import load_file

EXAMPLES = Path(__file__).parents[3] / "examples"
(HEDGE,) = load_file(EXAMPLES / "online_convex/online_convex/hedge.py")
SMALL = dict(experts=2, rounds=4, grid=2)
FEW = replace(HEDGE.cases, scout=SMALL, grows={}, quick=dict(experts=2, rounds=1))
HEDGE = replace(HEDGE, cases=FEW)
PROOF = HEDGE.proof
assert isinstance(PROOF, Induction)
SYMBOLS = {symbol.name: symbol for step in HEDGE.steps for symbol in step.relation.free_symbols}
η, Φ, f = (SYMBOLS[name] for name in "ηΦf")


@pytest.mark.slow
def test_the_tuned_rate_is_proved_from_the_steps_and_hoeffdings_lemma() -> None:
    report = prove(HEDGE)
    assert report.grade == "proved-from-steps", [line.obligation.words for line in report.open]
    assert report.words.endswith("within the stated error of floats")
    assert report.derived == (
        "before the first round Φ = log(n)",
        "when the game is over T·η² = 8log(n)",
        "Φ ≥ −B·η",
        "L·η + Φ ≤ T·η²/8 + log(n)",
    )
    printed = "\n".join(proof_text.text(report))
    assert "✓ Hoeffding's lemma, log(1 − p + pe^s) ≤ ps + s²/8, at p = f; s = -η  [its own proof]" in printed
    assert "a lemma of learncheck.theorems.language.lemmas" in printed


@pytest.mark.slow
def test_what_no_step_says_before_the_first_round_is_named() -> None:
    (asked,) = prove(replace(HEDGE, proof=Induction())).asked
    assert asked.startswith("log(n) ≥ −B·η, which Φ ≥ −B·η means before the first round, where no step says it")


def with_lemma(change) -> Claim:
    """The claim, with another lemma in the place of Hoeffding's."""
    p, s = sympy.symbols("p s", real=True)
    left = sympy.log(1 - p + p * sympy.exp(s))
    lemma = lemmas.Lemma("almost Hoeffding's", left <= p * s + change * s**2, (p >= 0, p <= 1), lemmas.touches(s, 0))
    return replace(HEDGE, proof=replace(PROOF, using=(lemma.at({p: f, s: -η}),)))


def rate(relation) -> Claim:
    return replace(HEDGE, proof=replace(PROOF, ends={"the rate": relation}))


def with_floats(floats: float) -> Claim:
    steps = tuple(replace(step, tolerance=floats) for step in HEDGE.steps)
    return replace(HEDGE, steps=steps)


ALMOST = {
    "Hoeffding with s²/9": (lambda: with_lemma(sympy.Rational(1, 9)), "almost Hoeffding's"),
    "half of the regret": (lambda: HEDGE.with_bound(L <= B + sympy.sqrt(T * sympy.log(n) / 8)), "hence the bound"),
    "another rate than Hedge's": (
        lambda: rate(sympy.Eq(T * η**2, 9 * sympy.log(n))).with_bound(L <= B + sympy.sqrt(T * sympy.log(n))),
        "what the proof rests on",
    ),
    "errors that leave every round open": (lambda: with_floats(100), "the transitions are those of Hedge"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALMOST)
def test_what_is_almost_the_proof_is_none(name: str) -> None:
    almost, where = ALMOST[name]
    fallen, *_ = prove(almost()).open
    assert where in fallen.obligation.words


@pytest.mark.parametrize("relation", [sympy.Eq(L, B), Φ <= 0], ids=str)
def test_what_the_learner_does_is_not_taken_for_granted_at_the_end(relation) -> None:
    with pytest.raises(ValueError, match=r"takes for granted what . is in the end"):
        prove(rate(relation))


@pytest.mark.slow
def test_another_rate_falls() -> None:
    class Slow(HEDGE.learner):
        def __init__(self, experts, rounds):
            super().__init__(experts, rounds)
            self.rate = 0.0

    fallen, *_ = prove(HEDGE, learner=Slow).open
    assert "Slow's real rounds" in fallen.obligation.words
