# ruff: noqa: E501  (a row a mistake)
"""A mistake in a claim's definition is told in one line, with the claim and the remedy, and stops no other claim."""

import contextlib
import inspect
from dataclasses import replace
from pathlib import Path

import pytest
from calls import learncheck

from learncheck import Claim
from learncheck.oracle.engine.attacks import fixed
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.verify import refute, verify
from learncheck.oracle.judging import patience as patiences
from learncheck.oracle.report.verified import show_claim
from learncheck.theorems.language.files import load_file
from learncheck.theorems.language.registry import BadClaims

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
    assuming=(),
    bound=M <= p,
    attained_by=lambda: [MemoryGame((1,), (0,))],
    watch=("known",),
    state=state,
    steps=(Step("a mistake is new", Next(U) <= U - 1),),
)
"""
BRISK = Profile("quick", scout=10, search=10, shrink=500)
TAGS = iter(range(10_000))


def write(folder: Path, *changes: tuple[str, str]) -> Path:
    text = SOURCE.replace("%TAG%", str(next(TAGS)))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "mine.py"
    path.write_text(text)
    return path


CASES = "cases=Family(games, search=dict(points=3, rounds=4), scout=dict(points=4, rounds=6))"
LITERALS = {
    "label": (('label="tight"', 'label="thight"'), "label='thight' is none of tight, upper, lower, exact; did you mean 'tight'?"),
    "kind": (('kind="game"', 'kind="gmae"'), "kind='gmae' is none of"),
    "no statement": (('    "Memory makes at most p mistakes.",\n    sources', '    "",\n    sources'), "statement='' states nothing; say the theorem in a sentence"),
    "bound is settled": (("bound=M <= p,\n    att", "bound=M >= 0,\n    att"), "bound=True cannot be decided: the relation is True"),
    "bound holds a float": (("bound=M <= p,\n    att", "bound=M <= 1.5 * p,\n    att"), "is a float inside a relation"),
    "bound cannot be decided": (("bound=M <= p,\n    att", "bound=M <= sympy.sin(p),\n    att"), "sin(p) cannot be decided"),
    "no witness": (("    attained_by=lambda: [MemoryGame((1,), (0,))],\n", ""), "label='tight' needs a case that attains the bound"),
    "no measure": (("    measure=measure,\n    assuming", "    assuming"), "measure= is missing; give the quantities"),
    "missing limit": (("search=dict(points=3, rounds=4)", "search=dict(points=3)"), "search= lacks the limit 'rounds' that games takes"),
    "misspelt limit": (("scout=dict(points=4,", "scout=dict(points=4, round=4,"), "scout= has 'round', which games does not take; did you mean 'rounds'?"),
    "watch is a text": (('watch=("known",)', 'watch="known"'), "watch='known' is one text; write watch=('known',)"),
    "growth of nothing": (("rounds=6)),\n    meas", "rounds=6), grows=dict(round=None)),\n    meas"), "grows= speaks of the limit 'round', which scout= lacks; did you mean 'rounds'?"),
    "a growth that is none": (("rounds=6)),\n    meas", "rounds=6), grows=dict(rounds=9)),\n    meas"), "grows= has rounds=9; write rounds=Wide(), Long() or Varied()"),
    "a dictionary of premises": (("assuming=(),", "assuming={'hope': print},"), "is not a tuple of them; write assuming=(Premise(words, holds),)"),
    "extent": (("rounds=6)),\n    meas", "rounds=6), exhaust=games, quick=dict(points=1, rounds=1), full=dict(points=1, rounds=1), extent='{sizes}'),\n    meas"), "extent= speaks of the limit 'sizes'"),
    "an object": (("learner=Memory,\n    cases=Family(games, search", "learner=Memory(),\n    cases=Family(games, search"), "is not a class; give the class"),
    "an equation": (("bound=M <= p,\n    att", "bound=M == p,\n    att"), "bound=False is not a relation: Python decides == between symbols"),
    "no case": (("    cases=Family(games, search=dict(points=3, rounds=4), scout=dict(points=4, rounds=6)),\n", ""), "cases= is missing; say what"),
    "misspelt field": (('    watch=("known",)', '    wach=("known",)'), "wach= is nothing that a claim has; did you mean 'watch'?"),
    "an id with blanks": (('    "claim",\n', '    "claim: my own/1",\n'), "is not a name: letters, digits"),
    "reading": (("assuming=(),", "assuming=(), reading='our',"), "did you mean 'ours'?"),
    "a source that is none": (("sources=(),", "sources=3,"), "sources= has 3; write where it stands"),
    "slack": (("assuming=(),", "assuming=(), slack=(M <= 7,),"), "slack= names M <= 7, which is not an inequality of the bound"),
    "a negative error": (("assuming=(),", "assuming=(), tolerance=-1,"), "tolerance=-1 is not a distance"),
    "an error in words": (("assuming=(),", "assuming=(), tolerance='little',"), "tolerance='little' is not a distance"),
    "a step that is always so": (("Next(U) <= U - 1)", "Next(U) >= 0)"), "the step 'a mistake is new' cannot be decided: the relation is True"),
    "a step with a float": (("Next(U) <= U - 1)", "Next(U) <= U - 0.5)"), "the step 'a mistake is new' cannot be decided: -0.5"),
    "a step of a kind of rounds": (("Next(U) <= U - 1)", "Next(U) <= U - 1, when=True)"), "the step 'a mistake is new' has when=True; give a function"),
    "a premise that is no function": (("assuming=(),", "assuming=(Premise('hope', True),),"), "the hypothesis 'hope' has holds=True; give a function"),
    "no proof": (("assuming=(),", "assuming=(), proof='obvious',"), "proof='obvious' is not a proof; write proof=Induction()"),
    "no counterexample": (("assuming=(),", "assuming=(), refuted_by=3,"), "refuted_by=3 is not a case"),
    "a symbol that no game measures": (("    measure=measure,\n    assuming=(),\n    bound=M <= p,", "    assuming=(),\n    bound=__import__('learncheck').games.M <= q,"), "measure=lambda trace: {**games.quantities(trace), q: …}"),
    "symbols of its own": ((CASES + ",\n    measure=measure", "cases=__import__('learncheck').games.binary()"), "; for a ready game, from learncheck.games import M"),
    "a family that is not called": ((CASES, "cases=__import__('learncheck').games.experts"), "a family of learncheck.games is called: experts()"),
    "no family": (("cases=Family(games, search=dict(points=3, rounds=4), scout=dict(points=4, rounds=6))", "cases=[1, 2]"), "is not a family; give a Family, or a Hypothesis strategy"),
}  # fmt: skip


@pytest.mark.parametrize("name", LITERALS)
def test_it_is_told_when_the_claim_is_made(name: str, tmp_path: Path) -> None:
    change, message = LITERALS[name]
    path = write(tmp_path, change)
    with pytest.raises(BadClaims) as raised:
        load_file(path)
    (line,) = str(raised.value).splitlines()
    assert line.startswith(f"{path}, line ")
    assert ": claim: " in line
    assert message in line


A_PREMISE = "assuming=(),"
EVEN = "sympy.Symbol('k', even=True)"
THE_MEASURE = "    measure=measure,\n    assuming"
PLAYED = {
    "a measure that gives nothing": ((THE_MEASURE, "    measure=lambda trace: None,\n    assuming"), "oracle-error", "the measure gives None; give a dictionary of numbers by symbols"),
    "quantities by texts": ((THE_MEASURE, "    measure=lambda trace: {'M': 1, 'p': 1},\n    assuming"), "oracle-error", "the measure gives a quantity by 'M', which is not a symbol"),
    "a quantity that is not a number": ((THE_MEASURE, "    measure=lambda trace: {M: '1', p: 1},\n    assuming"), "oracle-error", "the measure gives M as '1', of type str; give an int"),
    "a measure of nothing": ((THE_MEASURE, "    measure=lambda: {},\n    assuming"), "oracle-error", "measure= is called with (trace), which its function does not take"),
    "a state that gives nothing": (("state=state", "state=lambda *given: None"), "oracle-error", "state= gives None"),
    "a premise that gives nothing": ((A_PREMISE, "assuming=(Premise('hope', lambda trace: None),),"), "oracle-error", "the hypothesis 'hope' gives None"),
    "a family of numbers": ((CASES, "cases=st.integers(7, 7)"), "oracle-error", "gives 7, of type int, which is not a case"),
    "a ladder of numbers": ((CASES, CASES[:-1] + ", ladder=lambda: [7])"), "oracle-error", "ladder= gives 7, of type int, which is not a case"),
    "no ladder": ((CASES, CASES[:-1] + ", ladder=lambda: None)"), "oracle-error", "ladder= gives None; give a list of cases"),
    "a case with NaN": ((CASES, "cases=st.builds(MemoryGame, st.tuples(st.integers().map(lambda i: float('nan'))), st.just(()))"), "oracle-error", "leave NaN out"),
    "a step of floats in a game without mistakes": (("Next(U) <= U - 1)", "Next(U) <= U - 1, tolerance=1e-9)"), "stands", ""),
    "a play that returns nothing": (("    def examples(self):", "    def play(self, make, watch=()):\n        pass\n\n    def examples(self):"), "oracle-error", "MemoryGame.play returns None; return Trace(self"),
    "examples that are no pairs": (("[(x, self.labels[x]) for", "[x for"), "oracle-error", "MemoryGame.examples gives 0, of type int; give a list of pairs"),
    "one witness": (("attained_by=lambda: [MemoryGame((1,), (0,))]", "attained_by=lambda: MemoryGame((1,), (0,))"), "oracle-error", "attained_by= gives MemoryGame"),
    "no learner": (("learner=Memory,\n    cases=Family(games, search", "cases=Family(games, search"), "oracle-error", "learner= is missing: the game MemoryGame needs a learner"),
    "no update": (("def update", "def updaet"), "oracle-error", "Memory has no method update; in a game it is asked predict(x)"),
    "another constructor": (("def __init__(self):", "def __init__(self, n):"), "oracle-error", "Memory is made with (), by MemoryGame.arguments(), which its __init__ does not take"),
    "the learner ends the program": (("return self.known.get(x, -1)", "raise SystemExit(0)"), "oracle-error", "Memory.predict raises SystemExit: 0"),
    "an answer that is none": (("return self.known.get(x, -1)", "self.known.get(x, -1)"), "invalid", "predict returned None; a label is "),
    "no answer where a number is revealed": ([("return self.known.get(x, -1)", "self.known.get(x, -1)"), ("self.labels[x]) for", "2 * self.labels[x]) for")], "oracle-error", "Memory.predict returns None, where the label is 2"),
    "an answer of another shape there": ([("return self.known.get(x, -1)", "return [1, 1]"), ("self.labels[x]) for", "2 * self.labels[x]) for")], "oracle-error", "Memory.predict returns [1, 1], of type list, where the label is 2"),
    "an answer of another shape": (("return self.known.get(x, -1)", "return [1, 1]"), "invalid", "predict returned list of 2: [1, 1]; a label is "),
    "an answer in words": (("return self.known.get(x, -1)", "return 'plus'"), "invalid", "predict returned 'plus'; a label is "),
    "an object in a case": (("    return MemoryGame(labels, choices", "    return MemoryGame((*labels[:-1], object()), choices"), "oracle-error", "a case holds numbers, strings and tuples of them, not object: MemoryGame"),
    "a limit that is never read": ((CASES, CASES[:-1] + ", exhaust=lambda choices, *, points, rounds: games(choices, points=points, rounds=1), quick=dict(points=2, rounds=3), full=dict(points=2, rounds=4), extent='{points} points, {rounds} rounds')"), "oracle-error", "extent= speaks of the limit 'rounds', which <lambda> takes and never reads"),
    "a limit that is read inside": ((CASES, CASES[:-1] + ", exhaust=lambda choices, *, points, rounds: (lambda: games(choices, points=points, rounds=rounds))(), quick=dict(points=2, rounds=2), full=dict(points=2, rounds=2), extent='{points} points, {rounds} rounds')"), "stands", ""),
    "symbol": (("bound=M <= p,\n    att", "bound=M <= p + q,\n    att"), "oracle-error", "the bound uses q, which the measure does not return; it returns M, p"),
    "watch": (('watch=("known",)', 'watch=("knwon",)'), "oracle-error", "watch= names 'knwon', which Memory never has"),
    "step's symbol": (("Next(U) <= U - 1)", "Next(U) <= q)"), "oracle-error", "the step 'a mistake is new' uses q"),
    "step of no round": (("Next(U) <= U - 1)", "Next(U) <= U - 9, when=lambda each: False)"), "oracle-error", "no game tested the step 'a mistake is new'"),
    "attained by another case": (("[MemoryGame((1,), (0,))]", "[MemoryGame((1, 1), (0,))]"), "oracle-error", "the cases of attained_by= come to 0.5 of the bound only; bring one that attains it"),
    "a measure that reads the state": ((THE_MEASURE, "    measure=lambda trace: {**measure(trace), q: len(trace.rounds[-1].after['known']) if len(trace.rounds) else 0},\n    assuming"), "oracle-error", "it cannot judge a submission: KeyError: 'known'; if its functions read the learner's state, say needs_state=True"),
    "an argument that cannot be passed on": ([("def __init__(self):", "def __init__(self, n):"), ("    def examples(self):", "    def arguments(self):\n        return (2**70,)\n\n    def examples(self):")], "oracle-error", "1180591620717411303424 does not fit in 64 bits; pass it as a float"),
    "not attained": (("bound=M <= p,\n    att", "bound=M <= p + 1,\n    att"), "oracle-error", "label='tight', but no case attains the bound; the closest comes to"),
    "exact": (('label="tight"', 'label="exact"'), "oracle-error", "label='exact', but the bound is an inequality"),
    "a float": (("{M: trace.mistakes, p: trace.case", "{M: float(trace.mistakes), p: trace.case"), "oracle-error", "the measure gives M as a float; give an int, a Fraction"),
    "in place": (("self.known = {**self.known, x: y}", "self.known[x] = y"), "oracle-error", "Memory changes known in place"),
    "vacuous": ((A_PREMISE, "assuming=(Premise('hope', lambda trace: False),),"), "vacuous", "fell short of 'hope'"),
    "vacuous, with a proof": ((A_PREMISE, "assuming=(Premise('hope', lambda trace: False),), proof=__import__('learncheck').Induction(),"), "vacuous", "fell short of 'hope'"),
    "no examples": (("def examples(self)", "def example(self)"), "oracle-error", "MemoryGame has no method examples(); give its pairs"),
    "the measure raises": (("    measure=measure,\n    assuming", "    measure=lambda trace: {M: 1 // len(trace.rounds), p: 1},\n    assuming"), "oracle-error", "measure= raises ZeroDivisionError"),
    "a premise raises": ((A_PREMISE, "assuming=(Premise('first', lambda trace: trace.rounds[0].label),),"), "oracle-error", "raises IndexError"),
    "a quantity that is not as declared": (("measure=measure,\n    assuming=(),\n    bound=M <= p,", f"measure=lambda trace: {{**measure(trace), {EVEN}: 2 + (len(trace.rounds) > 5)}},\n    assuming=(),\n    bound=M <= p * (-1) ** {EVEN},"), "oracle-error", "the measure gives k as 3, but the symbol is declared even"),
    "a family that draws elsewhere": (("labels = choices.labels(choices.integer(1, points))", "games.count = getattr(games, 'count', 0) + 1\n    labels = choices.labels(games.count % 2 + 1)"), "oracle-error", "let it take all that it draws from `choices`"),
    "the learner raises": (("self.known.get(x, -1)", "self.knwon"), "oracle-error", "Memory.predict raises AttributeError: 'Memory' object has no attribute 'knwon'"),
    "the family raises": (("    labels = choices.labels(choices", "    labels = choices.labls(choices"), "oracle-error", "games raises AttributeError: 'Random' object has no attribute 'labls'"),
    "rejects all": (("    labels = choices.labels(choices", "    choices.reject()\n    labels = choices.labels(choices"), "oracle-error", "the family rejected 1,000 choices in a row"),
    "asks for ever": (("    labels = choices.labels(choices", "    while choices.integer(0, 9) < 10: pass\n    labels = choices.labels(choices"), "oracle-error", "asks for more than"),
    "witnesses without end": (("attained_by=lambda: [MemoryGame((1,), (0,))]", "attained_by=lambda: iter(lambda: MemoryGame((1,), (0,)), None)"), "oracle-error", "attained_by= lists more than 100 cases"),
    "slow in every case": (("    def predict(self, x):", "    def predict(self, x):\n        sum(range(300_000))"), "oracle-error", "cases that are played in a row took more than 0.02 s of processor time"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_told_when_cases_are_played(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change, verdict, message = PLAYED[name]
    monkeypatch.setattr(fixed, "MOST_LISTED", 100)
    brisk = replace(BRISK, seconds=0.02) if name == "slow in every case" else BRISK
    claims = load_file(write(tmp_path, *(change if isinstance(change, list) else [change])))
    claim = next(claim for claim in claims if claim.id == "claim")
    (evidence,) = verify([claim], brisk)
    assert evidence.verdict == verdict, evidence.message
    assert len(evidence.message.splitlines()) <= 1
    assert message in evidence.message
    if "raises" in message:
        assert "Traceback" in evidence.traceback
        assert "mine.py" in evidence.message


LOOP = "\n    while True: pass"
A_PROOF = (A_PREMISE, "assuming=(), proof=__import__('learncheck').Induction(),")
LOOPING = {
    "the family": ([("    labels = choices.labels(choices", "    while choices.taken or len(choices.taken) == 0: pass\n    labels = choices.labels(choices")], "in games", "one case took more than 0.5 s"),
    "the smaller games of a fall": ([("[MemoryGame((1,), (0,))]", "[MemoryGame((-1,), (0,) * 5)]"), ("self.known.get(x, -1)", "1"), ("def measure(trace):", "def measure(trace):\n    while len(trace.rounds) < 5: pass")], "in measure=", "one case took more than 0.5 s"),
    "the state of a proof": ([A_PROOF, ("trace):\n    return {U", f"trace):{LOOP}\n    return {{U")], "in state=", "the proof took more than 2 s"),
    "the learner of a proof": ([A_PROOF, ("def predict(self, x):", f"def predict(self, x):{LOOP.replace(' while', '     while')}")], "in Memory.predict", "the proof took more than 2 s"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOPING)
def test_a_loop_that_does_not_end_is_told_by_where_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, where, what = LOOPING[name]
    monkeypatch.setattr(patiences, "SECONDS", {"one case": 0.5, "the proof": 2})
    claims = load_file(write(tmp_path, *changes))
    (evidence,) = verify([claim for claim in claims if claim.id == "claim"], BRISK)
    assert evidence.verdict == "oracle-error", evidence.message
    assert evidence.message.startswith(f"{where} (mine.py:")
    assert evidence.message.endswith(f", {what} of processor time; {patiences.LOOPS}")


@pytest.mark.slow
def test_a_stored_counterexample_whose_measure_loops_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(patiences.SECONDS, "one case", 0.5)
    path = write(
        tmp_path,
        ("def measure(trace):", f"def measure(trace):{LOOP}"),
        (A_PREMISE, "assuming=(), refuted_by=MemoryGame((1,), (0,)), flaw='Loops.',"),
    )
    (claim,) = [claim for claim in load_file(path) if claim.id == "claim"]
    assert refute(claim).message.startswith("in measure= (mine.py:")


def test_what_expects_any_exception_of_a_learner_lets_it_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    @patiences.patience()
    def attempts() -> None:
        while True:
            with contextlib.suppress(Exception):
                while True:
                    pass

    monkeypatch.setitem(patiences.SECONDS, "one case", 0.1)
    with pytest.raises(patiences.TooLong):
        attempts()


def test_tools_are_shown_what_a_claim_takes() -> None:
    assert {"id", "statement", "bound", "cases", "learner"} <= {*inspect.signature(Claim).parameters}


@pytest.mark.parametrize(("module", "ends"), [("hypothesis.internal.engine", True), ("mine", False)])
def test_a_slow_search_is_no_loop_of_the_learner(monkeypatch: pytest.MonkeyPatch, module: str, ends: bool) -> None:
    monkeypatch.setitem(patiences.SECONDS, "one case", 0.1)
    spends = "import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end:\n    pass"
    with contextlib.nullcontext() if ends else pytest.raises(patiences.TooLong), patiences.patience():
        exec(spends, {"__name__": module})


OF_THE_FILE = {
    "an unknown repair": (("assuming=(),", "assuming=(), repairs='nothing', reading='corrected',"), "claim: repairs='nothing' is not a claim"),
    "a tag of two": (("def games(", "class Two(Oblivious, frozen=True, tag='definitions-game-%TAG%'):\n    n: int\n\ndef games("), "two kinds of cases have the tag"),
    "a tag of ours": (("tag=\"definitions-game-%TAG%\"", "tag='finite-class-game'"), "the tag 'finite-class-game': MemoryGame and FiniteClassGame"),
    "Python's and": (("bound=M <= p,\n    att", "bound=(M <= p) and (M >= 0),\n    att"), "take no relations: write sympy.And"),
    "limits without names": (("search=dict(points=3, rounds=4)", "search=(3, 4)"), "search=(3, 4) gives no limits by name"),
    "a function of math": (("bound=M <= p,\n    att", "bound=M <= __import__('math').log(p),\n    att"), "import log, exp and sqrt from sympy"),
    "a function of numpy": (("bound=M <= p,\n    att", "bound=M <= __import__('numpy').log(p),\n    att"), "import log, exp and sqrt from sympy"),
    "a step without its sentence": (("Next(U) <= U - 1)", "Next(U) <= U - 1), Step(Next(U) <= U, 'less')"), "a step begins with its sentence"),
    "no experts": ((CASES, "cases=__import__('learncheck').games.experts(experts=0)"), "experts=0 is not a limit; give a whole number that is at least 1"),
    "an option that is none": ((CASES, "cases=__import__('learncheck').games.experts(n=3)"), "experts() got an unexpected keyword argument 'n'; its options are experts, rounds, grid"),
    "a grid of a half": ((CASES, "cases=__import__('learncheck').games.experts(grid=0.5)"), "grid=0.5 is not a limit"),
    "an invariant without words": (("assuming=(),", "assuming=(), proof=__import__('learncheck').Induction(invariant=[M <= p]),"), "invariant=[M <= p] is not a dictionary"),
}  # fmt: skip


def test_only_the_options_of_ready_families_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def __init__(self): pass\n\nMine(n=3)\n")
    with pytest.raises(BadClaims, match=r"unexpected keyword argument 'n' \(line 4\)$"):
        load_file(path)


@pytest.mark.parametrize("name", OF_THE_FILE)
def test_it_is_told_of_the_file(name: str, tmp_path: Path) -> None:
    import learncheck.strategies.tables.finite_class  # noqa: F401

    (old, new), message = OF_THE_FILE[name]
    tag = str(next(TAGS))
    path = write(tmp_path)
    text = SOURCE.replace("%TAG%", tag)
    assert old.replace("%TAG%", tag) in text
    path.write_text(text.replace(old.replace("%TAG%", tag), new.replace("%TAG%", tag)))
    with pytest.raises(BadClaims) as raised:
        load_file(path)
    (line,) = str(raised.value).splitlines()
    assert line.startswith(str(path))
    assert message in line


def test_it_is_told_with_the_file_in_a_line_and_no_traceback(tmp_path: Path) -> None:
    write(tmp_path, (THE_MEASURE, "    measure=lambda trace: None,\n    assuming"))
    ran = learncheck("verify", "mine.py::claim", cwd=tmp_path, status=3)
    assert "Traceback" not in ran.stdout + ran.stderr
    head, line = ran.stdout.splitlines()[:2]
    assert head == "mine.py: claim: oracle-error"
    assert line.startswith("  the measure gives None; give ")


def test_a_learner_that_falls_and_answers_0_and_1_is_told_of_the_labels(tmp_path: Path) -> None:
    write(tmp_path, ("return self.known.get(x, -1)", "return max(0, self.known.get(x, -1))"))
    ran = learncheck("verify", "mine.py::claim", cwd=tmp_path, status=1)
    assert "likely mistake: it answers 0 and 1" in ran.stdout


@pytest.mark.slow
def test_a_printed_statement_of_a_file_falls_and_is_repaired_there(tmp_path: Path) -> None:
    path = write(tmp_path)
    text = path.read_text()
    printed = """
PRINTED = Claim("printed", "One mistake.", learner=Memory, cases=Family(games, dict(points=2, rounds=2), dict(points=2,
                rounds=2)), measure=measure, bound=M <= 1, refuted_by=MemoryGame((1, 1), (0, 1)), flaw="Two are new.",
                worked=("M = {M}",))
FINE = Claim("fine\""""
    path.write_text(
        text.replace('FINE = Claim("fine"', printed).replace("assuming=(),", 'assuming=(), repairs="printed",')
    )
    printed_text = learncheck("errata", "mine.py", cwd=tmp_path, status=0).stdout
    assert "false for" in printed_text
    assert "M = 2" in printed_text
    assert "Two are new." in printed_text
    assert "repaired    M ≤ p" in printed_text
    assert "again: learncheck verify mine.py::claim" in printed_text
    assert "1 printed statement is false" in printed_text
    printed_text = learncheck("verify", "mine.py::printed", cwd=tmp_path, status=0)
    assert "refuted" in printed_text.stdout


def test_a_stored_counterexample_that_is_missing_costs_one_claim(tmp_path: Path) -> None:
    claims = load_file(write(tmp_path, ("assuming=(),", "assuming=(), refuted_by='nothing.json',")))
    (evidence,) = verify(claims[1:], BRISK)
    assert evidence.verdict == "oracle-error"
    assert "nothing.json" in evidence.message
    assert evidence.message.endswith("give the case itself")


def test_the_other_claims_go_on(tmp_path: Path) -> None:
    path = write(tmp_path, ("    measure=measure,\n    assuming", "    measure=lambda trace: {},\n    assuming"))
    assert [evidence.verdict for evidence in verify(load_file(path), BRISK)] == ["stands", "oracle-error"]


def test_a_source_may_be_any_text(tmp_path: Path) -> None:
    path = write(tmp_path, ("sources=(),", 'sources="Crammer et al. 2006, Theorem 2",'))
    assert [str(source) for source in load_file(path)[1].sources] == ["Crammer et al. 2006, Theorem 2"]


def test_what_has_no_source_is_not_said_to_stand_in_the_contract(tmp_path: Path) -> None:
    (fine, _) = load_file(write(tmp_path))
    assert not any(line.startswith("source") for line in show_claim(fine))
