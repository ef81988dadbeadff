# ruff: noqa: E501  (a row a mistake)
"""A mistake in a claim's definition is told in one line, with the claim and the remedy, and stops no other claim."""

from pathlib import Path

import pytest

from learncheck.oracle.engine import patience as patiences
from learncheck.oracle.engine.attack import Profile
from learncheck.oracle.engine.verify import verify
from learncheck.theorems.language.registry import BadClaims, load_file

SOURCE = """
import sympy
from hypothesis import strategies as st
from learncheck import Choices, Claim, Family, Next, Oblivious, Premise, Step

M, p, q, U = sympy.symbols("M p q U", nonnegative=True)

class Memory:
    def __init__(self):
        self.known = {}

    def predict(self, x):
        return self.known.get(x, -1)

    def update(self, x, y):
        self.known = {**self.known, x: y}

class MemoryGame(Oblivious, frozen=True, tag="definitions-game-%TAG%"):
    labels: tuple[int, ...]
    instances: tuple[int, ...]

    def examples(self):
        return [(x, self.labels[x]) for x in self.instances]

def games(choices, *, points, rounds):
    labels = choices.labels(choices.integer(1, points))
    return MemoryGame(labels, choices.many(lambda: choices.integer(0, len(labels) - 1), most=rounds))

def measure(trace):
    return {M: trace.mistakes, p: trace.case.labels.count(1)}

def state(snapshot, values, trace):
    return {U: sum(y == 1 and x not in snapshot["known"] for x, y in enumerate(trace.case.labels))}

FINE = Claim("fine", "Fine.", learner=Memory, cases=Family(games, dict(points=2, rounds=2), dict(points=2, rounds=2)),
             measure=measure, bound=M <= p)

CLAIM = Claim(
    "claim",
    "Memory makes at most p mistakes.",
    sources=(),
    kind="game",
    label="tight",
    learner=Memory,
    cases=Family(games, search=dict(points=3, rounds=4), scout=dict(points=4, rounds=6)),
    measure=measure,
    given=(),
    bound=M <= p,
    attained_by=lambda: [MemoryGame((1,), (0,))],
    watch=("known",),
    state=state,
    steps=(Step("a mistake is new", Next(U) <= U - 1),),
)
"""
BRISK = Profile("brisk", "quick", scout=10, search=10, shrink=500)
TAGS = iter(range(10_000))


def write(folder: Path, *changes: tuple[str, str]) -> Path:
    text = SOURCE.replace("%TAG%", str(next(TAGS)))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "mine.py"
    path.write_text(text)
    return path


LITERALS = {
    "label": (('label="tight"', 'label="thight"'), "label='thight' is none of tight, upper, lower, exact; did you mean 'tight'?"),
    "kind": (('kind="game"', 'kind="gmae"'), "kind='gmae' is none of"),
    "bound is settled": (("bound=M <= p,\n    att", "bound=M >= 0,\n    att"), "bound=True cannot be decided: the relation is True"),
    "bound holds a float": (("bound=M <= p,\n    att", "bound=M <= 1.5 * p,\n    att"), "is a float inside a relation"),
    "bound cannot be decided": (("bound=M <= p,\n    att", "bound=M <= sympy.sin(p),\n    att"), "sin(p) cannot be decided"),
    "no witness": (("    attained_by=lambda: [MemoryGame((1,), (0,))],\n", ""), "label='tight' needs a case that attains the bound"),
    "no measure": (("    measure=measure,\n    given", "    given"), "measure= is missing; give the quantities"),
    "missing limit": (("search=dict(points=3, rounds=4)", "search=dict(points=3)"), "search= lacks the limit 'rounds' that games takes"),
    "misspelt limit": (("scout=dict(points=4,", "scout=dict(points=4, round=4,"), "scout= has 'round', which games does not take; did you mean 'rounds'?"),
    "watch is a text": (('watch=("known",)', 'watch="known"'), "watch='known' is one text; write watch=('known',)"),
    "limits of nothing": (("rounds=6)),\n    meas", "rounds=6), quick=dict(points=1)),\n    meas"), "name the decoder by exhaust="),
    "a dictionary of premises": (("given=(),", "given={'hope': print},"), "is no tuple of them; write given=(Premise(words, holds),)"),
    "extent": (("rounds=6)),\n    meas", "rounds=6), exhaust=games, quick=dict(points=1, rounds=1), full=dict(points=1, rounds=1), extent='{sizes}'),\n    meas"), "extent= speaks of the limit 'sizes'"),
    "an object": (("learner=Memory,\n    cases=Family(games, search", "learner=Memory(),\n    cases=Family(games, search"), "is no class; give the class"),
    "no family": (("cases=Family(games, search=dict(points=3, rounds=4), scout=dict(points=4, rounds=6))", "cases=[1, 2]"), "is no family; give a Family, or a Hypothesis strategy"),
}  # fmt: skip


@pytest.mark.parametrize("name", LITERALS)
def test_it_is_told_when_the_claim_is_made(name: str, tmp_path: Path) -> None:
    change, message = LITERALS[name]
    path = write(tmp_path, change)
    with pytest.raises(BadClaims) as raised:
        load_file(path)
    (told,) = str(raised.value).splitlines()
    assert told.startswith(f"{path}, line ")
    assert ": claim: " in told
    assert message in told


A_PREMISE = "given=(),"
PLAYED = {
    "symbol": (("bound=M <= p,\n    att", "bound=M <= p + q,\n    att"), "oracle-error", "the bound speaks of q, which the measure does not give; it gives M, p"),
    "watch": (('watch=("known",)', 'watch=("knwon",)'), "oracle-error", "watch= names 'knwon', which Memory never has"),
    "step's symbol": (("Next(U) <= U - 1)", "Next(U) <= q)"), "oracle-error", "the step 'a mistake is new' speaks of q"),
    "step of no round": (("Next(U) <= U - 1)", "Next(U) <= U - 9, when=lambda each: False)"), "oracle-error", "no game put the step 'a mistake is new' to the test"),
    "attained by another case": (("[MemoryGame((1,), (0,))]", "[MemoryGame((1, 1), (0,))]"), "stands", ""),
    "not attained": (("bound=M <= p,\n    att", "bound=M <= p + 1,\n    att"), "oracle-error", "label='tight', but no case attains the bound; the closest comes to"),
    "exact": (('label="tight"', 'label="exact"'), "oracle-error", "label='exact', but the bound is an inequality"),
    "a float": (("{M: trace.mistakes, p: trace.case", "{M: float(trace.mistakes), p: trace.case"), "oracle-error", "the measure gives M as a float; give an int, a Fraction"),
    "in place": (("self.known = {**self.known, x: y}", "self.known[x] = y"), "oracle-error", "Memory changes known in place"),
    "vacuous": ((A_PREMISE, "given=(Premise('hope', lambda trace: False),),"), "vacuous", "fell short of 'hope'"),
    "the measure raises": (("    measure=measure,\n    given", "    measure=lambda trace: {M: 1 // len(trace.rounds), p: 1},\n    given"), "oracle-error", "raises ZeroDivisionError"),
    "a premise raises": ((A_PREMISE, "given=(Premise('first', lambda trace: trace.rounds[0].label),),"), "oracle-error", "raises IndexError"),
    "the learner raises": (("self.known.get(x, -1)", "self.knwon"), "oracle-error", "Memory.predict raises AttributeError: 'Memory' object has no attribute 'knwon'"),
    "the family raises": (("    labels = choices.labels(choices", "    labels = choices.labls(choices"), "oracle-error", "games raises AttributeError: 'Random' object has no attribute 'labls'"),
    "rejects all": (("    labels = choices.labels(choices", "    choices.reject()\n    labels = choices.labels(choices"), "oracle-error", "the family rejected 1,000 choices in a row"),
    "asks for ever": (("    labels = choices.labels(choices", "    while choices.integer(0, 9) < 10: pass\n    labels = choices.labels(choices"), "oracle-error", "asks for more than"),
    "loops": (("    labels = choices.labels(choices", "    while choices.taken or len(choices.taken) == 0: pass\n    labels = choices.labels(choices"), "oracle-error", "does a loop in its family, the learner or the measure end?"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_told_when_cases_are_played(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change, verdict, message = PLAYED[name]
    if name == "loops":
        monkeypatch.setattr(patiences, "SECONDS", 0.5)
    claims = load_file(write(tmp_path, change))
    claim = next(each for each in claims if each.id == "claim")
    (evidence,) = verify([claim], BRISK)
    assert evidence.verdict == verdict, evidence.message
    assert len(evidence.message.splitlines()) <= 1
    assert message in evidence.message
    if "raises" in message:
        assert "Traceback" in evidence.traceback
        assert "mine.py" in evidence.message


def test_the_other_claims_go_on(tmp_path: Path) -> None:
    path = write(tmp_path, ("    measure=measure,\n    given", "    measure=lambda trace: {},\n    given"))
    assert [each.verdict for each in verify(load_file(path), BRISK)] == ["stands", "oracle-error"]


def test_a_source_may_be_any_text(tmp_path: Path) -> None:
    path = write(tmp_path, ("sources=(),", 'sources="Crammer et al. 2006, Theorem 2",'))
    assert [str(each) for each in load_file(path)[1].sources] == ["Crammer et al. 2006, Theorem 2"]
