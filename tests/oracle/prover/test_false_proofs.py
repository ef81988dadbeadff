"""False theorems of authors' own files: each was called proved once, and none may be called proved without more."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sympy
from chosen import few
from sympy import Eq, Le

from learncheck.learners import Perceptron
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.proof_text import summary, text
from learncheck.oracle.prover.prove import prove
from learncheck.strategies.halfspaces.games import AxesGame
from learncheck.strategies.play.games import Oblivious
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.formal.vector_runs import vector_rounds
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.lemmas import GROWTH, Lemma
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, CodePath, CodeStart, Fact, Induction, Obligation, Transition
from learncheck.theorems.language.registry import select
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import cauchy_schwarz, total_at_most
from learncheck.theorems.notes.finite import mistakes as halving
from tests.oracle.prover.test_prove import B2, CLAIM, R2, SEPARABLE, M, a, b

HERE = Path(__file__).parents[2]


@cache
def memory() -> dict[str, Any]:
    """The names of docs/authors.md's file."""
    page = (HERE.parent / "docs" / "authors.md").read_text("utf-8")
    block = re.search(r'```python title="memory.py"\n(.*?)```', page, re.DOTALL)
    assert block is not None
    names: dict[str, Any] = {"__name__": "memory_of_an_author"}
    exec(compile(block[1], "memory.py", "exec"), names)
    return names


def remembering(learner: type | None = None, **parts: Any) -> Claim:
    """The claim of that file, on another learner or with another proof."""
    claim: Claim = memory()["MEMORY"]
    return replace(claim, learner=learner or claim.learner, proof=replace(claim.proof, **parts))  # type: ignore[type-var]


def turning(**parts: Any) -> Claim:
    """The Perceptron's claim with another proof."""
    return replace(CLAIM, proof=replace(CLAIM.proof, **parts))  # type: ignore[type-var]


def with_fact(claim: Claim, fact: Fact) -> Claim:
    """The claim, without its large games, where its proof uses a further fact."""
    assert claim.proof is not None
    small = replace(claim.cases, ladder=tuple)
    return replace(
        claim,
        proof=replace(claim.proof, using=(*claim.proof.using, fact)),
        cases=small,
        label="upper",
        attained_by=(),
    )


def weaker(report: ProofReport) -> str:
    """What stands in the way of calling it proved, in one line."""
    assert report.grade != "proved"
    assert not report.proved
    assert report.words != "proved"
    line = summary(report)
    assert "\n" not in line
    assert not re.match(r"proved(?! from)", line), line
    return line


# ---- whole files ----


def forgetful(after: int) -> type:
    class Forgetful(memory()["Memory"]):  # type: ignore[misc]
        def update(self, x: int, y: int) -> None:
            self.known = {x: y} if len(self.known) >= after else {**self.known, x: y}

    return Forgetful


@pytest.mark.slow
def test_a_learner_that_forgets_what_no_game_is_large_enough_to_see() -> None:
    MemoryGame = memory()["MemoryGame"]
    case: Oblivious = MemoryGame((1,) * 2000, tuple(range(2000)) * 2)
    assert case.play(forgetful(1000), ()).mistakes == 4000
    report = prove(remembering(forgetful(1000)))
    assert report.grade == "proved-from-steps"
    assert re.search(r"proved from steps, tested on \d+ games up to size 40\b", weaker(report))
    for after in (3, 50):
        smaller = prove(remembering(forgetful(after)))
        assert smaller.grade is None
        assert weaker(smaller).startswith("not proved")


@pytest.mark.slow
def test_a_meaning_that_limits_what_the_claim_does_not() -> None:
    p, M = memory()["p"], memory()["M"]
    line = weaker(prove(remembering(means={"few points": p <= 40}).with_bound(M <= 40)))
    assert "not proved: what is taken for granted may be: few points" in line
    (note,) = [line.note for line in prove(remembering(means={"few points": p <= 40})).open]
    assert "limits p more than the claim does; name it among the claim's hypotheses" in note


@pytest.mark.slow
def test_a_meaning_that_is_the_bound_itself() -> None:
    p, M = memory()["p"], memory()["M"]
    with pytest.raises(ValueError, match="'few mistakes' takes for granted what M is"):
        prove(remembering(means={"few mistakes": M <= p}))
    chained = replace(memory()["MEMORY"], proof=Chain(assuming={}, means={"few mistakes": M <= p}, lines={}))
    report = prove(chained)
    assert "few mistakes" in weaker(report)
    assert any("says all that is to be shown" in line.note for line in report.open)


def fact(relation: Any, **parts: Any) -> Fact:
    return Fact(**{"words": "a fact", "relation": relation, "kind": "lemma", "because": "it is known", **parts})


NEEDED = a**2 <= B2 * b
"""What the Perceptron's proof takes from Cauchy–Schwarz."""


@pytest.mark.slow
def test_a_fact_that_shows_no_line() -> None:
    report = prove(turning(using=(fact(NEEDED, shows=list),)))
    assert report.grade is None
    assert weaker(report).startswith("not proved: a fact (unknown)")
    assert any("shows nothing" in line.note for line in report.open)
    assert any("a fact" in line for line in text(report))


@pytest.mark.slow
def test_a_sentence_is_no_proof() -> None:
    report = prove(turning(using=(fact(NEEDED, shows=lambda: "by inspection"),)))
    assert report.grade == "proved-from-assumptions"
    assert "a fact" in report.rests.assumptions
    assert "told in a sentence, which is not a proof" in report.rests.assumptions["a fact"]
    assert weaker(report).startswith("proved from assumptions (a fact")


@pytest.mark.slow
def test_cauchy_schwarz_of_what_is_no_such_vector() -> None:
    report = prove(turning(using=(cauchy_schwarz(a, B2, b / 4),)).with_bound(M <= R2 * B2 / 4))
    (line,) = report.open
    assert "fails in" in line.note
    assert set(line.countermodel) == {"a", "B²", "b"}
    assert "holds in played games" in weaker(report)


def test_a_game_that_violates_a_fact_says_which() -> None:
    wrong = turning(using=(cauchy_schwarz(a, B2, b / 4),))
    outcome = judge(wrong, Perceptron, AxesGame(1))
    assert outcome.verdict == "falsified"
    assert outcome.message.startswith("the proof assumes: Cauchy–Schwarz")
    assert outcome.message.endswith("the end of a played game of 2 rounds: B² = 1, a = 1, b = 1")


@pytest.mark.slow
def test_a_total_of_one_number_of_at_most_one() -> None:
    report = prove(turning(using=(total_at_most(M, 1, 1), cauchy_schwarz(a, B2, b))).with_bound(M <= 1))
    assert "M ≤ 1 fails in" in report.open[0].note
    assert report.open[0].countermodel == {"M": "2"}
    weaker(report)


def code(**parts: Any) -> Runs:
    options = {
        "assuming": lambda round_: {SEPARABLE: round_.label * (round_.target @ round_.x) >= 1},
        "means": lambda round_: {"‖x‖² ≤ R²": round_.x @ round_.x <= R2},
        "counts": M,
        "target": lambda trace: [
            next((round_.label for round_ in trace.rounds if round_.instance[i]), 0) for i in range(trace.case.size)
        ],
    }
    quantities = parts.pop("quantities", lambda w, target: {a: target @ w, b: w @ w})
    return vector_rounds(quantities, **{**options, **parts})


@pytest.mark.slow
def test_the_same_claim_is_proved_where_its_paths_are_compared_with_games() -> None:
    report = prove(turning(code=code))
    assert not report.open
    assert all("Cauchy–Schwarz" in words for words in report.rests.assumptions)
    games = {premise.words: premise.games for premise in report.rests.premises}
    assert games["separable"] > 20
    assert games["‖x‖² ≤ R²"] > 20


STRONGER = {
    "a margin of 2": (
        {"assuming": lambda round_: {SEPARABLE: round_.label * (round_.target @ round_.x) >= 2}},
        "separable",
    ),
    "shorter instances": ({"means": lambda round_: {"‖x‖² ≤ R²": round_.x @ round_.x <= R2 / 4}}, "‖x‖² ≤ R²"),
    "twice w*": ({"quantities": lambda w, target: {a: 2 * (target @ w), b: w @ w}}, "the code's a is"),
    "mistakes on + alone": ({"counts": {M: lambda round_: round_.mistake and round_.label == 1}}, "M becomes M + 1"),
}


@few(2)
@pytest.mark.parametrize("what", STRONGER)
def test_what_is_told_of_a_path_is_compared_with_played_rounds(what: str) -> None:
    parts, words = STRONGER[what]
    report = prove(turning(code=lambda: code(**parts)))
    assert any(words in line.obligation.words for line in report.open), summary(report)
    weaker(report)


@pytest.mark.slow
def test_what_no_game_can_be_asked_about_is_assumed() -> None:
    report = prove(turning(code=lambda: code(target=None)))
    assert "no played game can test it" in report.rests.assumptions["separable"]


def taken(learner: type) -> Iterator[CodePath]:
    yield CodePath("a mistake", {}, {Next(M): M + 1, Next(a): a + 1, Next(b): b + R2})
    yield CodePath("no mistake", {}, {Next(M): M, Next(a): a, Next(b): b})


def begun(learner: type) -> Iterator[CodeStart]:
    yield CodeStart("zero", {}, {M: 0, a: 0, b: 0})


@pytest.mark.slow
def test_code_that_is_written_by_hand_is_not_the_learners() -> None:
    by_hand = Runs("for all there is", taken, begun)

    class Garbage(Perceptron):
        def update(self, x: Any, y: int) -> None: ...

    for learner in (Perceptron, Garbage):
        report = prove(turning(code=lambda: by_hand), learner=learner)
        assert "own code" not in "\n".join([summary(report), report.code, *text(report)])
        weaker(report)
    assert "the paths are those of Perceptron's code" in prove(turning(code=lambda: by_hand)).words


# ---- attacks on the checks themselves ----


def proof_by(sentence: str) -> Callable[[Any], str]:
    return lambda lemma: sentence


def broken_start(learner: type) -> Iterator[CodeStart]:
    yield CodeStart("whatever it is", {}, {M: 0, a: 0, b: 0})


q = sympy.Symbol("q", nonnegative=True)
free = sympy.Symbol("z", real=True)
A_LEMMA = Lemma("a² ≤ B²b, of any numbers", Le(a**2, B2 * b), (), proof_by("obvious"))
GOOD = Obligation("nothing at all", {}, Le(0, free**2))

LABELS = Premise("labels", lambda trace: True)

MORE_FALSE: dict[str, Callable[[], Claim]] = {
    "a lemma with a proof of one's own": lambda: turning(using=(A_LEMMA.at({}),)),
    "the check of another lemma": lambda: turning(using=(fact(NEEDED, shows=GROWTH.check),)),
    "obligations that show something else": lambda: turning(using=(fact(NEEDED, shows=lambda: [GOOD]),)),
    "the obligations of Cauchy–Schwarz for another relation": lambda: turning(
        using=(fact(a**2 <= B2 * b / 4, shows=trusted.cauchy_schwarz.shown),)
    ).with_bound(M <= R2 * B2 / 4),
    "a lemma of the catalogue with another statement": lambda: with_fact(
        halving.HALVING, replace(trusted.total_at_most, stated=trusted.total <= 9, of=(trusted.total,))(halving.M)
    ).with_bound(halving.M <= 9),
    "an obligation from hypotheses that do not hold": lambda: turning(
        using=(fact(NEEDED, shows=lambda: [Obligation("so", {"as": Le(a**2, B2 * b)}, Le(a**2, B2 * b))]),)
    ),
    "an assumption": lambda: turning(using=(fact(NEEDED, kind="assumption"),)),
    "an assumption that a game violates": lambda: turning(using=(fact(M <= 1, kind="assumption"),)).with_bound(M <= 1),
    "a theorem that is shown in part": lambda: turning(using=(fact(NEEDED, kind="theorem", shows=lambda: "in part"),)),
    "a symbol for a limit, by its declared sign": lambda: remembering(means={"so many": Eq(q, 15 - memory()["p"])}),
    "a limit by way of another symbol": lambda: remembering(means={"q is p": Eq(q, memory()["p"]), "few": q <= 40}),
    "a meaning that leaves sizes out": lambda: remembering(means={"not 12": sympy.Ne(memory()["p"], 12)}),
    "a hypothesis of the claim's name that says more": lambda: replace(
        remembering(assuming={LABELS: memory()["p"] <= 40}), assuming=(LABELS,)
    ),
    "a start by hand": lambda: turning(code=lambda: replace(code(), starts=broken_start)),
    "a chain about a learner": lambda: replace(
        CLAIM, bound=free**2 >= 0, measure=lambda trace: {free: 1}, steps=(), proof=Chain(assuming={}, lines={})
    ),
    "transitions by hand, of no learner": lambda: replace(
        CLAIM,
        learner=None,
        proof=Induction(
            assuming={}, start={M: 0}, rounds={"a round": Transition(keeps=(M,))}, invariant={"none": M <= 0}
        ),
        bound=M <= 0,
    ),
}


@few(2)
@pytest.mark.parametrize("what", MORE_FALSE)
def test_more_false_files_are_not_proved(what: str) -> None:
    try:
        report = prove(MORE_FALSE[what]())
    except ValueError:
        return
    line = weaker(report)
    assert report.open or report.rests.assumptions or report.rests.stepped, line


@pytest.mark.slow
def test_a_learner_that_is_garbage_falls_with_a_chain_that_names_it() -> None:
    class Garbage:
        def __init__(self, *arguments: Any) -> None: ...
        def predict(self, x: Any) -> int:
            return -1

        def update(self, x: Any, y: int) -> None: ...

    for claim_id in ("boosting-by-majority", "three-piece-weak-learner", "adaboost-reaches-zero"):
        claim = next(claim for claim in select([claim_id]) if claim.id == claim_id)
        report = prove(claim, learner=Garbage)
        assert report.grade is None, claim_id
        weaker(report)


@pytest.mark.slow
def test_transitions_of_no_learner_are_compared_with_the_cases() -> None:
    (claim,) = select(["weak-learner-never-fails"])
    assert prove(claim).grade == "proved-from-steps"
    (kind, rounds), *_ = claim.proof.rounds.items()  # type: ignore[union-attr]
    T = next(iter(set(rounds.sets)))
    proof = replace(claim.proof, rounds={kind: replace(rounds, sets={T: T + 2})})  # type: ignore[type-var]
    report = prove(replace(claim, proof=proof))
    assert ("the transitions are those of the cases' rounds", "refuted") in [
        (line.obligation.words, line.status) for line in report.open
    ]


@pytest.mark.slow
def test_a_symbol_that_a_meaning_gives_a_value_and_the_claim_measures_has_it() -> None:
    """q stands for 40 nowhere but in the proof."""
    p = memory()["p"]
    measured = replace(
        remembering(means={"q is 40": Eq(q, 40), "few": p <= q}),
        measure=lambda trace: {**memory()["measure"](trace), q: memory()["measure"](trace)[p]},
    )
    assert "q is 40" in weaker(prove(measured))
