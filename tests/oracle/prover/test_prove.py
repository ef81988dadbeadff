"""Proofs are checked, and wrong ones rejected: each part of a proof, turned false, falls with a countermodel."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy
from chosen import few
from sympy import Eq, exp, log

from learncheck.exact.signs import NotShown
from learncheck.learners import Perceptron
from learncheck.learners.foils.perceptron import (
    HalfAStep,
    StartsElsewhere,
    StaysAtZero,
    TurnsAway,
    WithoutLabel,
)
from learncheck.oracle.prover.proof_text import summary, text
from learncheck.oracle.prover.prove import NoProof, ProofReport, Untranslatable, prove
from learncheck.strategies.halfspaces.games import AxesGame
from learncheck.strategies.play.case import once
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.formal.vector_runs import vector_rounds
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import Claim, Family, Source
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, CodePath, CodeStart, Fact, Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.language.trusted import cauchy_schwarz

M, R2, B2 = sympy.symbols("M R² B²", nonnegative=True)
a = sympy.Symbol("a", real=True)
b = sympy.Symbol("b", nonnegative=True)

SEPARABLE = Premise("separable", lambda trace: True)
TURNS = Step("a mistake turns w towards w*", Next(a) >= a + 1)
GROWS = Step("a mistake lengthens w by at most R²", Next(b) <= b + R2)

CODE = vector_rounds(
    lambda w, target: {a: target @ w, b: w @ w},
    assuming=lambda round_: {SEPARABLE: round_.label * (round_.target @ round_.x) >= 1},
    means=lambda round_: {"‖x‖² ≤ R²": round_.x @ round_.x <= R2},
    counts=M,
    target=lambda trace: [
        next((round_.label for round_ in trace.rounds if round_.instance[axis]), 0) for axis in range(trace.case.size)
    ],
)

PROOF = Induction(
    assuming={},
    start={M: 0, a: 0, b: 0},
    rounds={"a mistake": Transition(steps=(TURNS, GROWS), sets={M: M + 1}), "no mistake": Transition(keeps=(M, a, b))},
    invariant={"M ≤ a": M <= a, "b ≤ MR²": b <= M * R2},
    using=(cauchy_schwarz(a, B2, b),),
    code=lambda: CODE,
)


def axes(choices: Any, size: int) -> AxesGame:
    return AxesGame(choices.integer(1, size))


@once
def targets(trace: Any) -> Any:
    """The w* of the axes game: (±1, ..., ±1), as its labels are."""
    return sum(round_.label * np.asarray(round_.instance) for round_ in trace.rounds[: trace.case.size])


def on_axes(state: Any, values: Any, trace: Any) -> Any:
    """a and b of the axes game. A w has multiples of ½ that are small, so floats are exact."""
    w = np.asarray(state["w"], dtype=float)
    return {a: Fraction(float(targets(trace) @ w)), b: Fraction(float(w @ w))}


CLAIM = Claim(
    "perceptron",
    "Perceptron makes at most (RB)² mistakes.",
    sources=(Source("UML", "Theorem 9.1"),),
    kind="game",
    label="upper",
    learner=Perceptron,
    cases=Family(axes, search=dict(size=4), scout=dict(size=6), exhaust=axes, quick=dict(size=4), full=dict(size=4)),
    assuming=(SEPARABLE,),
    measure=lambda trace: {M: trace.mistakes, R2: 1, B2: trace.case.size},
    bound=M <= R2 * B2,
    watch=("w",),
    state=on_axes,
    steps=(TURNS, GROWS),
    proof=PROOF,
)


def changed(**parts: Any) -> Claim:
    """The claim with another proof."""
    return replace(CLAIM, proof=replace(PROOF, **parts))


def kinds(**parts: Transition) -> dict[str, Transition]:
    return {**PROOF.rounds, **{name.replace("_", " "): transition for name, transition in parts.items()}}


def shown(report: ProofReport) -> bool:
    """Whether every line is shown, of a claim that need not have games: what they say is the matter of other tests."""
    return all(line.status == "proved" for line in report.checked if line is not report.rests.broken)


@cache
def proved() -> ProofReport:
    """The report on CLAIM, which several tests read."""
    return prove(CLAIM)


@cache
def rejected(what: str) -> ProofReport:
    """The report on a wrong proof."""
    return prove(WRONG[what][0])


def fallen(report: ProofReport) -> list[tuple[str, str]]:
    """The words of the lines that are not proved, and their status."""
    return [(line.obligation.words, line.status) for line in report.open]


# ---- the proof ----


@pytest.mark.slow
def test_the_bound_is_proved_from_the_learners_own_code() -> None:
    report = proved()
    assert report.complete, fallen(report)
    assert not report.rests.stepped
    assert all("Cauchy–Schwarz" in words for words in report.rests.assumptions)
    parts = {line.obligation.part for line in report.checked}
    assert parts == {"fact", "start", "constructor", "played", "round", "code", "vacuity", "conclusion"}
    for line in report.checked:
        if line.obligation.part not in ("constructor", "played", "vacuity"):
            assert line.by == ("kernel",)
    assert "Perceptron's own code" in report.code


def test_a_claim_without_a_proof_is_not_proved() -> None:
    claim = replace(CLAIM, proof=None)
    with pytest.raises(NoProof, match="carries no proof"):
        prove(claim)


# ---- wrong proofs ----

MISTAKE = PROOF.rounds["a mistake"]

WRONG = {
    "the bound is smaller by one": (CLAIM.with_bound(M <= R2 * B2 - 1), "hence the bound"),
    "the first step is dropped": (
        changed(rounds=kinds(a_mistake=replace(MISTAKE, steps=(GROWS,)))),
        "after a mistake: M ≤ a",
    ),
    "the first step is stronger than the code": (
        CLAIM.with_step(TURNS, Next(a) >= a + 2),
        "code, path 2 (a mistake): a mistake turns w towards w*",
    ),
    "the start is not the constructor's": (
        changed(start={M: 0, a: 1, b: 0}),
        "Perceptron's constructor makes this start",
    ),
    "the start is below what is declared": (changed(start={M: 0, a: 0, b: -1}), "at the start: the declared signs"),
    "the invariant is too strong": (
        changed(invariant={"M ≤ a": M <= a, "b ≤ MR²": b <= M * R2 / 2}),
        "after a mistake: b ≤ MR²",
    ),
    "the invariant is too weak": (changed(invariant={"M ≤ a": M <= a}), "hence the bound"),
    "the hypothesis is dropped": (CLAIM.without(SEPARABLE), "code, path 2 (a mistake): a mistake turns w towards w*"),
}


@few(2)
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_proof_is_rejected_with_a_countermodel(what: str) -> None:
    line, report = WRONG[what][1], rejected(what)
    assert not shown(report)
    open_lines = {line.obligation.words: line for line in report.open}
    assert line in open_lines, fallen(report)
    assert open_lines[line].status == "refuted"
    assert open_lines[line].countermodel
    symbols = {"M", "M′", "R²", "B²", "a", "a′", "b", "b′", "a in the proof", "but"}
    assert all(name in symbols or name.startswith("⟨") for name in open_lines[line].countermodel)


def test_a_dropped_hypothesis_is_named() -> None:
    assert rejected("the hypothesis is dropped").dropped == ("separable",)
    assert proved().dropped == ()


def test_a_learner_that_hides_state_is_rejected() -> None:
    class Stops(Perceptron):
        def __init__(self, d: int) -> None:
            super().__init__(d)
            self.patience = 5

        def update(self, x: Any, y: int) -> None:
            if self.patience > 0:
                super().update(x, y)
                self.patience -= 1

    class StopsInSecret(Perceptron):
        def update(self, x: Any, y: int, patience: list[int] = []) -> None:  # noqa: B006
            patience.append(1)
            if len(patience) < 1000:
                super().update(x, y)

    for learner in (Stops, StopsInSecret):
        with pytest.raises(NotFormal):
            prove(CLAIM, learner=learner)


def test_a_learner_that_looks_into_vectors_cannot_be_run() -> None:
    class Peeks(Perceptron):
        def predict(self, x: Any) -> int:
            return 1 if x[0] > 0 else -1

    with pytest.raises(NotFormal):
        prove(CLAIM, learner=Peeks)


# ---- vacuity ----


@pytest.mark.slow
def test_hypotheses_that_nothing_meets_prove_nothing() -> None:
    report = prove(changed(means={"v > 1": v > 1, "v < 0": v < 0}))
    assert ("the hypotheses can be met", "refuted") in fallen(report)
    assert ("the start is possible", "refuted") in fallen(report)
    report = prove(changed(using=(*PROOF.using, Fact("w turns away", a <= -1, "lemma", "", lambda: "so"))))
    assert ("the hypotheses can be met", "refuted") in fallen(report)


@pytest.mark.slow
def test_a_kind_of_round_that_cannot_happen_is_rejected() -> None:
    impossible = replace(MISTAKE, holds={"a falls": Next(a) <= a - 1})
    report = prove(changed(rounds=kinds(a_mistake=impossible)))
    assert ("a mistake: such a round can happen", "refuted") in fallen(report)


@pytest.mark.slow
def test_a_kind_that_the_code_does_not_reach_is_rejected() -> None:
    code = vector_rounds(
        lambda w, target: {a: target @ w, b: w @ w},
        assuming=lambda round_: {SEPARABLE: round_.label * (round_.target @ round_.x) >= 1},
        means=lambda round_: {
            "‖x‖² ≤ R²": round_.x @ round_.x <= R2,
            "never wrong": round_.label * (round_.before @ round_.x) > 0,
        },
        counts=M,
    )
    assert ("a mistake: the code reaches such a round", "refuted") in fallen(prove(changed(code=lambda: code)))


# ---- proofs that are no proofs ----


def paths(*quantities: dict[Any, Any], rounds: str = "a mistake") -> Any:
    return written(lambda learner: (CodePath(rounds, {}, quantity) for quantity in quantities))


def written(code: Any) -> Runs:
    return Runs("as written", code, started)


def started(learner: type) -> Iterator[CodeStart]:
    yield CodeStart("zero", {}, {M: 0, a: 0, b: 0})


v = sympy.Symbol("v", real=True)

NO_PROOFS: dict[str, tuple[Claim, str]] = {
    "a line that sympy has settled": (changed(invariant={**PROOF.invariant, "M ≥ 0": M >= 0}), "'M ≥ 0' is True"),
    "a line that Python has settled": (changed(invariant={"0 ≤ 1": 0 <= 1}), "'0 ≤ 1' is True"),
    "two symbols of one name": (changed(means={"a": sympy.Symbol("a", positive=True) > 1}), "two symbols are called a"),
    "an unknown step": (
        changed(rounds=kinds(a_mistake=Transition(steps=(Step("?", Next(a) >= a),)))),
        "has no step '\\?'",
    ),
    "a state that is taken for granted": (changed(means={"long": a >= 5 * M}), "takes for granted what M, a is"),
    "what the code does, taken for granted": (
        changed(rounds=kinds(a_mistake=replace(MISTAKE, means={"long": Next(a) >= 5}))),
        "takes for granted what a′ is",
    ),
    "a quantity that the code does not compute": (
        changed(code=lambda: paths({Next(a): a, Next(M): M}), rounds={"a mistake": MISTAKE}),
        "speaks of b′, which the code's paths do not compute",
    ),
    "an unknown kind of round": (changed(code=lambda: paths({}, rounds="?")), "a kind of round that"),
    "a kind without a path": (
        changed(code=lambda: paths({Next(a): a, Next(b): b, Next(M): M})),
        "no path of the code is 'no mistake'",
    ),
    "code without a path": (changed(code=lambda: paths()), "the code has no path"),
    "a formal quantity of the same name": (
        changed(code=lambda: paths({a: b + 1, b: a + 1})),
        "occurs in its formal quantities",
    ),
    "a start without a word of b": (
        changed(code=lambda: replace(CODE, starts=lambda learner: [CodeStart("zero", {}, {M: 0, a: 0})])),
        "no word of b",
    ),
    "a start in another symbol": (
        changed(code=lambda: replace(CODE, starts=lambda learner: [CodeStart("zero", {}, {M: 0, a: 0, b: 0, v: 0})])),
        "start= has no value for v, here 0",
    ),
    "a name for what has a start": (changed(names={b: 2**M}), "b is a name, whose start follows"),
    "a power whose counter goes its own way": (
        changed(names={v: 2**M}, rounds=kinds(a_mistake=replace(MISTAKE, sets={}))),
        "does not say what becomes of M",
    ),
    "the start of a quantity after the round": (changed(start={M: 0, a: 0, b: 0, Next(b): 0}), "rename it"),
}


@pytest.mark.parametrize("what", NO_PROOFS)
def test_what_is_no_proof_is_refused_in_words(what: str) -> None:
    claim, words = NO_PROOFS[what]
    with pytest.raises(ValueError, match=words):
        prove(claim)


@pytest.mark.slow
def test_terms_that_are_no_polynomials_are_refused() -> None:
    for claim, remedy in (
        (CLAIM.with_bound(M <= log(B2, 2)), "names="),
        (changed(invariant={**PROOF.invariant, "power": 2**M <= B2 + b}), "names="),
        (changed(means={"e": exp(R2) <= B2}), "names="),
        (changed(means={"a floor": sympy.floor(R2) <= B2}), "let measure= give it a symbol of its own"),
    ):
        with pytest.raises(Untranslatable, match=f"perceptron, .*{remedy}"):
            prove(claim)


# ---- facts ----


@pytest.mark.slow
def test_facts_are_shown_or_the_proof_is_open() -> None:
    def fails() -> str:
        raise NotShown("it is false")

    for fact, status in (
        (Fact("a guess", M <= 10, "theorem", "by hope"), "unknown"),
        (Fact("a lemma", M <= 10, "lemma", "by hope"), "unknown"),
        (Fact("a false one", M <= 10, "lemma", "", fails), "refuted"),
    ):
        report = prove(changed(using=(*PROOF.using, fact)))
        assert (fact.words, status) in fallen(report)
        assert not shown(report)


# ---- chains ----

q = sympy.Symbol("q", nonnegative=True)


def test_a_chain_goes_line_by_line() -> None:
    z = sympy.Symbol("z", real=True)
    chain = Chain(
        assuming={},
        steps=(TURNS,),
        names={q: exp(-z)},
        using=(GROWTH.at({lemmas.a: -z}),),
        means={"z ≥ 1": z >= 1},
        lines={"e^-z ≥ 0": exp(-z) >= 1 - z, "the sum": exp(-z) + z >= 1},
    )
    claim = replace(CLAIM, bound=exp(-z) + 2 * z >= 2, proof=chain, learner=None)
    report = prove(claim)
    assert shown(report), fallen(report)
    assert not shown(prove(replace(claim, bound=exp(-z) + 2 * z >= 3)))
    assert not shown(prove(replace(claim, proof=replace(chain, means={}))))
    assert not shown(prove(replace(claim, proof=replace(chain, lines={"wrong": exp(-z) >= 2 - z}))))


def test_what_sympy_would_settle_is_left_to_the_kernel() -> None:
    z = sympy.Symbol("z")  # that it is real is not declared, so sympy leaves the sign of e^z open
    claim = replace(CLAIM, bound=exp(z) > 0, proof=Chain(assuming={}, names={q: exp(z)}), learner=None)
    report = prove(claim)
    assert shown(report), fallen(report)
    (bound,) = (line for line in report.checked if "hence the bound" in line.obligation.words)
    assert bound.obligation.goal not in (True, sympy.true)


# ---- transitions by hand ----


def mistake(round_: Any) -> bool:
    return bool(round_.mistake)


def right(round_: Any) -> bool:
    return not round_.mistake


BY_HAND = changed(
    code=None,
    rounds={"a mistake": replace(MISTAKE, when=mistake), "no mistake": replace(PROOF.rounds["no mistake"], when=right)},
)


@pytest.mark.slow
def test_transitions_by_hand_are_compared_with_real_rounds() -> None:
    report = prove(BY_HAND)
    assert shown(report), fallen(report)
    (line,) = [line for line in report.checked if line.obligation.part == "match"]
    assert line.by == ("run",)
    assert "rounds of" in line.note
    assert "compared with real rounds" in report.code


@pytest.mark.parametrize("learner", [HalfAStep, TurnsAway, StaysAtZero, StartsElsewhere])
def test_real_rounds_of_a_wrong_learner_do_not_match(learner: type) -> None:
    report = prove(BY_HAND, learner=learner)
    (line,) = report.open
    assert (line.obligation.part, line.status) == ("match", "refuted")
    assert line.note


def hand(rounds: dict[str, Transition]) -> Claim:
    return changed(code=None, rounds=rounds)


@pytest.mark.slow
def test_transitions_by_hand_need_a_kind_for_every_round() -> None:
    assert isinstance(BY_HAND.proof, Induction)
    rounds = BY_HAND.proof.rounds
    no_when = prove(hand({**rounds, "a mistake": MISTAKE})).open
    assert [(line.obligation.part, line.status) for line in no_when] == [("match", "unknown")]
    only_one = prove(hand({"a mistake": rounds["a mistake"]})).open
    assert [(line.obligation.part, line.status) for line in only_one] == [("match", "refuted")]
    never = replace(rounds["a mistake"], when=lambda round_: False)
    unseen = prove(hand({**rounds, "a third kind": never})).open
    assert [line.note for line in unseen] == ["no real round was a third kind"]
    both = prove(hand({"a mistake": replace(rounds["a mistake"], when=always), "no mistake": rounds["no mistake"]}))
    assert not both.proved


# ---- the text ----


def test_the_proof_reads_as_a_proof() -> None:
    shown = "\n".join(text(proved()))
    for words in (
        "perceptron: proved",
        "before the first round M = 0, a = 0, b = 0",
        "✓ Perceptron's constructor makes this start  [running it]",
        "Round: a mistake",
        f"{TURNS}:  a′ ≥ a + 1",
        "M becomes M + 1",
        "the learner's own code does this: 4 paths",
        "✓ hence the bound  [the kernel, by its certificate]",
        "✓ Cauchy–Schwarz: ⟨u,v⟩² ≤ ‖u‖²‖v‖²  [the kernel, by its certificate]",
        "from M ≤ a; a mistake turns w towards w*; M becomes M + 1",
        "Rests on 6 premises",
        "rounding is not part of the proof",
    ):
        assert words in shown, shown
    assert "✗" not in shown
    assert "for example" not in shown


@pytest.mark.slow
def test_the_text_of_a_wrong_proof_shows_the_countermodel() -> None:
    report = prove(CLAIM, learner=WithoutLabel)
    shown = "\n".join(text(report))
    assert "not proved" in summary(report)
    assert "✗ code, path 4 (a mistake): a mistake turns w towards w*" in shown
    assert "countermodel: M = " in shown
    dropped = "\n".join(text(rejected("the hypothesis is dropped")))
    assert "not given, since the claim has no such hypothesis: separable" in dropped


# ---- each obligation is needed ----


def status_of(words: str, claim: Claim) -> str:
    """What becomes of one line of the proof."""
    (line,) = [line for line in prove(claim).checked if line.obligation.words == words]
    return line.status


@pytest.mark.slow
def test_what_a_path_owes_besides_must_be_shown() -> None:
    """Division by what may be 0, weights below 0: a path that owes them is proved where they hold, and no further."""
    moves = {Next(a): a + 1, Next(b): b, Next(M): M + 1}
    stays = {Next(a): a, Next(b): b, Next(M): M}

    def owing(due: Any) -> Claim:
        def code(learner: type) -> Iterator[CodePath]:
            yield CodePath("a mistake", {}, moves, due={"nothing is divided by 0": due})
            yield CodePath("no mistake", {}, stays)

        return changed(code=lambda: written(code))

    owed = "code, path 1 (a mistake): nothing is divided by 0"
    assert status_of(owed, owing(a + 1 > 0)) == "proved"
    for due in (a > 0, sympy.Ne(b, 0), a < 0):
        assert status_of(owed, owing(due)) == "refuted"


@pytest.mark.slow
def test_the_declared_signs_must_be_kept_by_every_round() -> None:
    """b ≥ 0 is a hypothesis before a round and an obligation after it, with code and without."""
    shrinks = {"b shrinks by 1": Eq(Next(b), b - 1)}
    keeps = replace(MISTAKE, steps=(TURNS,), holds={"b is halved": Eq(Next(b), b / 2)})
    falls = replace(keeps, holds=shrinks)
    by_hand = replace(CLAIM, learner=None, steps=(TURNS,), assuming=())
    for rounds, status in ((keeps, "proved"), (falls, "refuted")):
        proof = replace(PROOF, rounds={"a mistake": rounds, "no mistake": PROOF.rounds["no mistake"]}, code=None)
        assert status_of("after a mistake: the declared signs", replace(by_hand, proof=proof)) == status

    def code(learner: type) -> Iterator[CodePath]:
        yield CodePath("a mistake", {}, {Next(a): a + 1, Next(b): b - 1, Next(M): M + 1})
        yield CodePath("no mistake", {}, {Next(a): a, Next(b): b, Next(M): M})

    claim = changed(code=lambda: written(code))
    assert ("code, path 1 (a mistake): the declared signs", "refuted") in fallen(prove(claim))
