"""Hypotheses and steps are objects: named once, dropped and changed as such, and told apart by identity."""

import inspect
import re
import textwrap
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language import claim as definition
from learncheck.theorems.language import step
from learncheck.theorems.language.definitions import BadDefinition
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.registry import catalogue
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.notes.finite import mistakes
from tests.oracle.prover.test_prove import CLAIM, GROWS, PROOF, SEPARABLE, TURNS, M, a


@pytest.mark.slow
def test_the_example_of_what_a_claim_is_is_proved() -> None:
    names = {**vars(mistakes), **vars(definition), **vars(step), "Induction": Induction}
    example = re.sub(r"^(?! {4}).*", "", str(definition.__doc__), flags=re.M)
    exec(textwrap.dedent(example), names)
    assert prove(names["HALVING"]).grade == "proved"


def test_a_hypothesis_is_dropped_as_an_object_or_by_its_sentence() -> None:
    assert CLAIM.without(SEPARABLE).assuming == CLAIM.without("separable").assuming == ()
    twin = Premise("separable", SEPARABLE.holds)
    assert twin not in CLAIM.assuming
    for unknown in ("no such", twin):
        with pytest.raises(ValueError, match=r"perceptron has no hypothesis '(no such|separable)'; its hypotheses are"):
            CLAIM.without(unknown)


def test_witnesses_are_cases_or_a_function_that_returns_them() -> None:
    cases = [*mistakes.HALVING.witnesses()][:2]
    assert cases
    for given in (cases, tuple(cases), lambda: cases):
        assert [*replace(mistakes.HALVING, attained_by=given).witnesses()] == cases  # type: ignore[arg-type]
    with pytest.raises(BadDefinition, match="attained_by=7 are not cases; give a list of them, or a function"):
        replace(CLAIM, attained_by=7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            dict(assuming=(SEPARABLE, Premise("separable", lambda trace: False))),
            "assuming= has two of the sentence 'separable'",
        ),
        (
            dict(steps=(TURNS, GROWS, Step(TURNS.words, M >= 1))),
            r"steps= has two of the sentence 'a mistake turns w towards w\*'",
        ),
    ],
)
def test_one_sentence_for_two_is_an_error(parts: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(CLAIM, **parts)


@pytest.mark.slow
def test_a_proof_takes_nothing_of_another_hypothesis_with_the_same_words() -> None:
    """What is given bears no name by which it could be mistaken: the twin is not the claim's, and falls away."""
    twin = Premise("separable", SEPARABLE.holds)
    assert not prove(replace(CLAIM, assuming=(twin,))).proved
    assert prove(replace(CLAIM, assuming=(twin,))).dropped == ("separable",)


@pytest.mark.slow
def test_a_changed_step_is_changed_in_the_proof_too() -> None:
    changed = CLAIM.with_step(TURNS, Next(a) >= a + 2)
    every = [line.obligation for line in prove(changed).checked]
    due = [obligation.goal for obligation in every if obligation.part == "code" and TURNS.words in obligation.words]
    assert due
    assert {str(relation) for relation in due} == {str(Next(a) >= a + 2)}
    assert changed.steps[0].words == TURNS.words
    with pytest.raises(ValueError, match="perceptron has no step 'other'"):
        CLAIM.with_step(Step("other", M >= 1), M >= 2)
    with pytest.raises(ValueError, match="has no step"):
        prove(replace(CLAIM, steps=(GROWS,), proof=PROOF))


def test_a_premise_says_formally_what_it_holds() -> None:
    few = holding("few mistakes", M <= 2, lambda trace: {M: trace})
    assert formally(few) == {few: M <= 2}
    assert few.holds(2)  # type: ignore[arg-type]
    assert not few.holds(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'separable' has no formal form"):
        formally(SEPARABLE)


def test_every_option_asks_some_decoder_for_something() -> None:
    """An option that no decoder takes would leave all cases to chance, and drop out unseen."""
    asked: dict[Premise, bool] = {}
    for claim in catalogue():
        decoders = [
            decoder for decoder in (claim.cases.build, claim.cases.enumerated, claim.batch) if decoder is not None
        ]
        taken = {name for decoder in decoders for name in inspect.signature(decoder).parameters}
        for premise in claim.assuming:
            if premise.option:
                asked[premise] = asked.get(premise, False) or premise.option in taken
    assert len(asked) > 40
    assert all(asked.values()), [str(premise) for premise, taken in asked.items() if not taken]


def test_a_family_with_another_decoder_is_enumerated_by_that_one() -> None:
    """`replace` may not keep the decoder that stood in for `exhaust`."""
    numbers: definition.Family = definition.Family(
        lambda choices, *, most: choices.integer(0, most), quick=dict(most=2)
    )
    others = replace(numbers, build=lambda choices, *, most: -choices.integer(0, most))
    assert numbers.enumerated is numbers.build
    assert others.enumerated is others.build
    assert replace(numbers, exhaust=others.build).enumerated is others.build
    assert replace(numbers, quick={}).enumerated is None
    assert definition.Family(st.integers(), quick=dict(most=2)).enumerated is None
    drawn: definition.Family = definition.Family(st.integers(), exhaust=numbers.build, quick=dict(most=2))
    assert (drawn.enumerated, drawn.quick) == (numbers.build, numbers.quick)
