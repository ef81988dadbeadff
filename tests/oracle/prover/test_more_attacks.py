"""More attacks on the prover: false theorems and wrong learners, made up after those that it was built against."""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from chosen import few
from sympy import Eq, Ge, Le, exp

from learncheck.learners import Perceptron
from learncheck.oracle.prover.prove import prove
from learncheck.strategies.halfspaces.games import AxesGame
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.case import Rounds as Played
from learncheck.strategies.play.games import Oblivious
from learncheck.theorems.formal.vector_runs import vector_rounds
from learncheck.theorems.formal.weight_runs import experts, potential_rounds
from learncheck.theorems.language.claim import Claim, Family
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.probability import hoeffding
from learncheck.theorems.language.proof import Chain, Induction, Transition, by_claim
from learncheck.theorems.language.registry import select
from learncheck.theorems.language.step import Next, Step, always
from tests.oracle.prover.test_false_proofs import code, fact, remembering, turning, weaker
from tests.oracle.prover.test_prove import B2, CLAIM, PROOF, R2, SEPARABLE, M, a, b

gained = sympy.Symbol("gained", real=True)


class Tuned(Perceptron):
    """Is a Perceptron where it is asked to be one, and forgetful as the cases make it."""

    def __init__(self, d: int, tuned: int = 0) -> None:
        super().__init__(d)
        self.tuned = tuned

    def update(self, x: Any, y: int) -> None:
        if self.predict(x) != y and (self.tuned == 1 or self.w @ self.w < 10**6):
            self.w = self.w + y * x


@pytest.mark.slow
def test_formal_rounds_have_the_constants_of_the_learners_that_cases_make() -> None:
    tuned = code(make=lambda learner, d: learner(d, 1), constants={"tuned": 1})
    report = prove(turning(code=lambda: tuned), learner=Tuned)
    assert "the attribute tuned of Tuned is 1" in weaker(report)


# ---- a proof's own functions, which tell formal quantities from numbers ----


def real(round_: Any) -> bool:
    return isinstance(round_.x, np.ndarray)


TWO_FACED: dict[str, tuple[dict[str, Any], str]] = {
    "counts": ({"counts": {M: lambda round_: round_.mistake and real(round_)}}, "the proof's count M"),
    "kind": (
        {
            "kind": lambda round_: (
                "a mistake" if round_.mistake and (real(round_) or round_.label == 1) else "no mistake"
            )
        },
        "the proof's kind of round is a mistake",
    ),
    "quantities": (
        {"quantities": lambda w, target: {a: target @ w, b: w @ w if isinstance(w, np.ndarray) else 0 * (w @ w)}},
        "the proof's quantity b",
    ),
    "given": (
        {
            "assuming": lambda round_: {
                SEPARABLE: round_.label * (round_.target @ round_.x) >= (1 if real(round_) else 2)
            }
        },
        "the proof's relation separable is",
    ),
    "means": (
        {"means": lambda round_: {"‖x‖² ≤ R²": round_.x @ round_.x <= (R2 if real(round_) else R2 / 4)}},
        "the proof's relation ‖x‖² ≤ R² is",
    ),
    "during": (
        {"during": lambda round_: {gained: round_.x @ round_.x if real(round_) else 0 * (round_.x @ round_.x)}},
        "gained",
    ),
}


@few(2)
@pytest.mark.parametrize("what", TWO_FACED)
def test_what_is_told_of_formal_rounds_is_told_of_real_ones(what: str) -> None:
    parts, words = TWO_FACED[what]
    report = prove(turning(code=lambda: code(**parts)))
    (line,) = (line for line in report.open if line.obligation.part == "played")
    assert words in line.note, line.note
    weaker(report)


# ---- false theorems ----

GREAT = 1000


def uncounted(**parts: Any) -> Claim:
    """No mistake is counted, so that there are at most a thousand."""
    runs = vector_rounds(lambda w, target: {}, counts={M: lambda round_: False}, kind=lambda round_: "a round", **parts)
    proof = replace(PROOF, start={M: 0}, rounds={"a round": Transition(keeps=(M,))}, invariant={"none": M <= 0})
    return replace(CLAIM, bound=M <= GREAT, steps=(), assuming=(), proof=replace(proof, using=(), code=lambda: runs))


loss = sympy.Symbol("L", real=True)


def grown(**parts: Any) -> Claim:
    """The mistakes are no more than the rounds, which the code calls a loss that the claim measures otherwise."""
    runs = vector_rounds(
        lambda w, target: {},
        counts=M,
        kind=lambda round_: "a round",
        during=lambda round_: {Next(loss): loss + 1},
        **{"target": lambda trace: [1], **parts},
    )
    proof = replace(
        PROOF,
        start={M: 0, loss: 0},
        rounds={"a round": Transition(sets={loss: loss + 1}, holds={"M grows by 1 at most": Next(M) <= M + 1})},
        invariant={"M ≤ L": M <= loss},
        using=(),
        code=lambda: replace(
            runs,
            starts=lambda learner: (
                replace(start, quantities={**start.quantities, loss: 0}) for start in runs.starts(learner)
            ),
        ),
    )
    return replace(
        CLAIM,
        bound=M <= GREAT + loss,
        steps=(),
        assuming=(),
        proof=proof,
        measure=lambda trace: {M: trace.mistakes, loss: 0},
    )


def unweighed() -> Claim:
    """Weighted Majority makes at most a thousand mistakes, of which none is counted."""
    (claim,) = (claim for claim in select(["weighted-majority-mistakes"]) if claim.id == "weighted-majority-mistakes")
    (mistakes,) = (symbol for symbol in claim.bound.free_symbols if symbol.name == "M")
    proof = Induction(
        assuming={},
        start={mistakes: 0},
        rounds={"a round": Transition(keeps=(mistakes,))},
        invariant={"none": mistakes <= 0},
        code=lambda: potential_rounds(
            lambda w, best: {},
            experts(()),
            follows="best",
            counts={mistakes: lambda round_: False},
            kind=lambda round_: "a round",
        ),
    )
    return replace(claim, bound=mistakes <= GREAT, assuming=(), steps=(), slack=(), proof=proof)


def gaining(factor: int) -> Claim:
    """What a round gains is told of the code as more than the claim measures, which a step then speaks of."""
    gain = sympy.Symbol("gain", real=True)
    gains = Step("a mistake gains", Next(a) >= a + gain / factor)
    mistake = replace(PROOF.rounds["a mistake"], steps=(*PROOF.rounds["a mistake"].steps, gains))
    runs = code(during=lambda round_: {gain: factor * (round_.label * (round_.target @ round_.x))})
    return replace(
        CLAIM,
        during=lambda round_, values, trace: {gain: 1},
        steps=(*CLAIM.steps, gains),
        proof=replace(PROOF, rounds={**PROOF.rounds, "a mistake": mistake}, code=lambda: runs),
    )


q = sympy.Symbol("q", real=True)
below = sympy.Symbol("below", negative=True)
ANYTHING = Step("anything", Next(q) <= q, always, tolerance=10**9)
NOWHERE = Premise("nowhere", lambda trace: False)

FALSE: dict[str, Callable[[], Claim]] = {
    "mistakes that nobody counts": uncounted,
    "a name for what is measured": lambda: turning(names={R2: sympy.Rational(1, 4)}).with_bound(M <= R2 * B2 / 4),
    "a name for a power of a negative number": lambda: turning(names={q: sympy.Integer(-2) ** M}),
    "a limit by way of a sign": lambda: turning(means={"q is so": Eq(below, M * 0 + 5 - R2 * B2)}),
    "a hypothesis that no game meets": lambda: replace(
        turning(code=code).with_bound(M <= 0), assuming=(*CLAIM.assuming, NOWHERE)
    ),
    "a hypothesis that no game meets, in a chain": lambda: replace(
        CLAIM, bound=M <= 0, steps=(), assuming=(NOWHERE,), proof=Chain(assuming={NOWHERE: M <= 0}, lines={})
    ),
    "a step with a tolerance of any size": lambda: replace(
        CLAIM,
        learner=None,
        bound=M <= 0,
        steps=(ANYTHING,),
        proof=Chain(assuming={}, steps=(ANYTHING,), lines={"none": M <= 0}, means={"so": M <= Next(q) - q}),
    ),
    "a quotient of nothing": lambda: turning(using=(fact(Le(a**2 / (b - R2 * 0), B2)),)),
    "a meaning between two parameters": lambda: turning(means={"R is at most ½B": R2 * 4 <= B2}).with_bound(
        4 * M <= B2**2
    ),
    "a meaning of an exponential": lambda: turning(
        names={q: exp(-B2)}, means={"q is large": q >= sympy.Rational(1, 10**6)}
    ),
    "a theorem by the symbols of another": lambda: remembering(
        using=(fact(memory_bound(), shows=lambda: [good()]),)
    ).with_bound(memory_bound()),
    "a line that is a hypothesis of itself": lambda: replace(
        CLAIM,
        steps=(),
        bound=M <= R2,
        proof=Chain(assuming={}, means={}, lines={"so": M <= R2}, using=(fact(sympy.Implies(M <= R2, M <= R2)),)),
    ),
    "an implication whose condition no game meets": lambda: turning(
        using=(fact(sympy.Implies(B2 >= 0, Le(4 * a**2, B2 * b)), shows=list),)
    ),
    "a loss that grows in every round": lambda: grown(),
    "a loss that no game is asked about": lambda: grown(target=None),
    "a weighted majority that counts nothing": lambda: unweighed(),
    "what happens in a round, ten times as much": lambda: gaining(10),
    "many draws that are one draw": lambda: dependent_draws(),
    "what is left of a thousand": lambda: numbered(
        K >= -1, lambda n: {K: 1000 - n}, Chain(assuming={}, means={"K counts something": K >= 0}, lines={})
    ),
    "a square, as far as games go": lambda: numbered(
        Le(0, K + z**2),
        lambda n: {K: 1000 - n, z: 0, root: sympy.sqrt(1000 - n)},
        Chain(assuming={}, means={"K is a square": Eq(K, root**2)}, lines={}),
    ),
    "a name for a quantity that the bound bounds": lambda: numbered(
        Ge(K, 1), lambda n: {K: 1 if n < 1000 else 0, left: n}, Chain(names={K: 2**left})
    ),
    "two values of what the bound bounds": lambda: numbered(
        Le(K, 1), lambda n: {K: n % 2 if n < 1000 else 7}, Chain(means={"K is a bit": Eq(K**2, K)})
    ),
    "two values of another quantity": lambda: numbered(
        Le(z, z + left * (K**2 - K)),
        lambda n: {z: 1, left: 1, K: n % 2 if n < 1000 else Fraction(1, 2)},
        Chain(means={"K is a bit": Eq(K**2, K)}),
    ),
    "a least value that is the bound": lambda: numbered(
        Ge(K, 1), lambda n: {K: n if n < 1000 else 0}, Chain(means={"K counts something": K >= 1})
    ),
    "a least value from which the bound follows": lambda: numbered(
        Le(z, z + left * (K - 1)),
        lambda n: {z: 1, left: 1, K: n if n < 1000 else 0},
        Chain(means={"K counts something": K >= 1}),
    ),
    "a symbol that is declared negative": lambda: numbered(
        negative + 2 * z * root <= z**2 + root**2,
        lambda n: {negative: n - 1000, z: 0, root: 0},
        Chain(assuming={}, lines={}),
    ),
    "a symbol that is declared non-negative": lambda: numbered(
        2 * z * root <= z**2 + root**2 + left, lambda n: {left: 1000 - n, z: 0, root: 0}, Chain(assuming={}, lines={})
    ),
    "a fact of the catalogue in other quantities": lambda: counts_that_do_not_add_up(),
    "a claim about positive integers, cited for any positive number": lambda: numbered(
        positive <= positive**2, lambda n: {positive: n}, Chain(using=(by_claim(squares(), {whole: positive}),))
    ),
    "games with a play of their own": lambda: replace(turning(code=code), cases=Family(sly, search=dict(size=4))),
    "labels of which formal rounds know nothing": lambda: replace(
        turning(code=lambda: code(target=None)),
        cases=Family(unlabelled, search=dict(size=4)),
        steps=(),
        state=lambda *_: {},
    ),
}


K, z, root = sympy.symbols("K z root", real=True)
negative = sympy.Symbol("K⁻", negative=True)
left = sympy.Symbol("left", nonnegative=True)
positive = sympy.Symbol("K⁺", positive=True)
whole = sympy.Symbol("n", integer=True, positive=True)


class Numbered(Case, frozen=True, tag="numbered-of-an-attack"):
    """A case that is a number."""

    number: int

    def play(self, make: Any = None, watch: tuple[str, ...] = ()) -> Trace:
        return Trace(self, Played(mistakes=()), {})


def numbered(bound: Any, measure: Callable[[int], Any], proof: Chain) -> Claim:
    """A claim about numbers, which are small in all games that are played."""
    return Claim(
        "numbered",
        "It holds of all numbers.",
        sources=("an attack",),
        kind="counting",
        cases=Family(
            lambda choices, size: Numbered(choices.integer(1, size)),
            search=dict(size=20), scout=dict(size=60),
        ),
        measure=lambda trace: measure(trace.case.number),
        bound=bound,
        proof=proof,
    )  # fmt: skip


def test_a_hypothesis_about_a_symbol_of_the_proof_is_no_assumption_where_games_without_it_go_beyond_it() -> None:
    most, at_most_six = sympy.Symbol("v", real=True), Premise("it is at most six", lambda trace: trace.case.number <= 6)
    proof = Chain(assuming={at_most_six: K <= most}, means={"v is twice what is left": Eq(most, 2 * left)})
    claim = numbered(K <= 2 * left, lambda n: {K: n, left: 3}, proof)
    assert prove(replace(claim, assuming=(at_most_six,))).grade == "proved"


def squares() -> Claim:
    return numbered(whole <= whole**2, lambda n: {whole: n}, Chain())


def counts_that_do_not_add_up() -> Claim:
    """D ≤ rm is a fact about Winnow's counts, which an author's D, r and m need not be."""
    (winnow,) = (claim for claim in select(["winnow-mistakes"]) if claim.id == "winnow-mistakes")
    (adds_up,) = (fact for fact in winnow.proof.using if "total" in fact.words)  # type: ignore[union-attr]
    D, r, m = (next(symbol for symbol in adds_up.relation.free_symbols if symbol.name == name) for name in "Drm")
    measure: Callable[[int], Any] = lambda n: {D: n if n < 1000 else n**2, r: n, m: 1}  # noqa: E731
    return numbered(adds_up.relation, measure, Chain(assuming={}, lines={}, using=(adds_up,)))


class Sly(AxesGame, frozen=True, tag="sly-of-an-attack"):
    """What it does to a learner nobody knows."""

    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace:
        return super().play(make, watch)


def sly(choices: Any, size: int) -> AxesGame:
    return Sly(choices.integer(1, size))


class Handing(AxesGame, frozen=True, tag="handing-of-an-attack"):
    """Hands over a type, in which large numbers wrap around, or a function, which may do anything with them."""

    what: int = 0

    def arguments(self) -> Any:
        return (*super().arguments(), ("int64", "int16", int)[self.what])


class Keeping(Perceptron):
    def __init__(self, d: int, what: Any = 0) -> None:
        super().__init__(d)


@few(2)
@pytest.mark.parametrize("what", [0, 1, 2])
def test_what_a_constructor_is_handed_is_no_means_to_tell_sizes_apart(what: int) -> None:
    handing = Family(lambda choices, size: Handing(choices.integer(1, size), what), dict(size=4), dict(size=4))
    report = prove(replace(turning(code=code), learner=Keeping, cases=handing))
    assert "is made with numbers, tables of them, or a kernel" in weaker(report)


class Unlabelled(Oblivious, frozen=True, tag="unlabelled-of-an-attack"):
    def arguments(self) -> tuple[int, ...]:
        return (2,)

    def examples(self) -> Any:
        return [(np.array([1, 0]), 1), (np.array([0, 1]), 0)]

    @property
    def size(self) -> int:
        return 2


def unlabelled(choices: Any, size: int) -> Unlabelled:
    return Unlabelled()


@pytest.mark.slow
def test_a_step_that_speaks_of_no_round_is_an_assumption() -> None:
    never = Step("never", M <= 5, when=lambda round_: False)
    report = prove(replace(CLAIM, steps=(never,), bound=M <= GREAT, proof=Chain(assuming={}, steps=(never,), lines={})))
    assert report.grade == "proved-from-assumptions"
    assert report.rests.assumptions["never"] == "a step that applies to no round of some played games"


@pytest.mark.slow
def test_what_symbols_are_declared_to_be_is_a_premise() -> None:
    premises = {premise.words: premise for premise in prove(turning(code=code)).rests.premises}
    assert premises["R² ≥ 0"].standing.startswith("as its symbol is declared; evaluated ")
    of_a_state = {premise.words: premise for premise in prove(remembering()).rests.premises}["U ≥ 0"]
    assert of_a_state.standing.startswith("as its symbol is declared; evaluated ")


class Draws(Case, frozen=True, tag="draws-of-an-attack"):
    """The mean of some losses, 0 or 1 as a coin falls: of so many coins, but of one where there are more than 300."""

    number: int

    def play(self, make: Any = None, watch: tuple[str, ...] = ()) -> Trace:
        n = self.number
        far = [math.comb(n, k) for k in range(n + 1) if 4 * abs(2 * k - n) >= 2 * n]
        return Trace(self, Played(mistakes=()), Fraction(sum(far), 2**n) if n <= 300 else Fraction(1))


def dependent_draws() -> Claim:
    """Hoeffding's inequality, in the words of the catalogue, for draws that are not independent where they are many."""
    P, m, t = sympy.symbols("P m t", nonnegative=True)
    tail = sympy.Symbol("X", positive=True)
    return Claim(
        "dependent-draws",
        "Draws are seldom off.",
        sources=("an attack",),
        kind="batch",
        label="upper",
        cases=Family(
            lambda choices, size: Draws(choices.integer(1, size)),
            search=dict(size=20), scout=dict(size=60),
        ),
        measure=lambda trace: {P: trace.facts, m: trace.case.number, t: Fraction(1, 4)},
        bound=P <= 2 * exp(-2 * m * t**2),
        proof=Chain(
            assuming={}, lines={}, using=(hoeffding(P, m, t),), names={tail: exp(-2 * m * t**2)}, matched="exactly"
        ),
    )  # fmt: skip


def memory_bound() -> Any:
    from tests.oracle.prover.test_false_proofs import memory

    return Le(memory()["M"], 12)


def good() -> Any:
    from learncheck.theorems.language.proof import Obligation

    return Obligation("nothing at all", {}, Le(0, sympy.Symbol("z", real=True) ** 2))


@few(2)
@pytest.mark.parametrize("what", FALSE)
def test_a_false_theorem_is_not_proved(what: str) -> None:
    try:
        report = prove(FALSE[what]())
    except ValueError:
        return
    weaker(report)
