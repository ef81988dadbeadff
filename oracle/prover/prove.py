"""Check proofs: every obligation goes to two independent solvers, and what they leave open is not proved.

A proof's obligations are made (`prover.obligations`, `prover.induction`) from the proof that the claim carries:

- every fact that it uses is shown again;
- the start satisfies the invariant, and the learner's own constructor makes that start;
- every kind of round keeps the invariant, and every path of the learner's own round is such a round;
- the invariant implies the claim's bound;
- all hypotheses can be met, and every kind of round can happen and is reached by the code.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

import sympy

from learncheck.oracle.judging.patience import patience
from learncheck.oracle.prover.checked import Checked, ProofReport
from learncheck.oracle.prover.formal_choice import formally
from learncheck.oracle.prover.found import Found, find, is_gapped, stripped
from learncheck.oracle.prover.induction import InductionLines
from learncheck.oracle.prover.obligations import NoProof, Scope
from learncheck.oracle.prover.premises import rests_on
from learncheck.oracle.prover.provenance import runs_own_code
from learncheck.oracle.prover.smt import Untranslatable, script
from learncheck.oracle.prover.solvers import Answer, ask
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction, Obligation

__all__ = ["Checked", "NoProof", "ProofReport", "Untranslatable", "check", "obligations", "prove"]


@patience("the proof")
def prove(claim: Claim, *, learner: type | None = None) -> ProofReport:
    """Check the claim's proof. `learner` replaces the claim's own, to see that a wrong one is rejected.

    Returns a report: its `grade` ("proved", "proved-from-steps", … or None), `derived` lines, `open` lines, and
    `code`, which says how the learner's code was dealt with. Raises NoProof if the claim has none, TooLong if some code
    does not end, and ValueError with a message that says what is missing if the proof is incomplete.
    """
    who = learner or claim.learner
    found = _found(claim, who)
    whole = claim if found is None else replace(claim, proof=found.proof)
    report, why = formally(whole, who, lambda tried: _by_code(claim, tried, who))
    if report is None:
        report = _report(claim, whole, who, lenient=found is not None)
        report.code = "; ".join(filter(None, (report.code, why)))
    if found is not None:
        report.derived = found.derived
        report.asked = () if report.complete else found.asked
        fallen = next((each for each in report.open if each.obligation.part == "conclusion"), None)
        if fallen is not None:
            tell = found.missing(fallen.countermodel, lambda proof: _concludes(replace(claim, proof=proof), learner))
            report.asked = (*found.asked, tell)
    return report


def _report(claim: Claim, whole: Claim, learner: type | None, *, lenient: bool = False) -> ProofReport:
    """Check the proof of `whole`, which is the claim itself or the claim with its proof completed."""
    scope = Scope(whole, learner)
    checked = list(_checked(scope, _lines(scope), lenient=lenient))
    proof = scope.proof
    rests = rests_on(scope, play=all(each.status == "proved" for each in checked))
    for each in rests.premises:
        each.taken = None  # it holds functions, and the report is sent to other processes
    checked += [rests.broken] if rests.broken is not None else []
    name = None if learner is None else learner.__name__
    names = {str(symbol): str(term) for symbol, term in proof.names.items()}
    report = ProofReport(claim, checked, scope.code_words(), proof.reading, name, names, tuple(scope.dropped), rests)
    if isinstance(proof, Induction):
        report.formally = learner is not None and runs_own_code(proof)
        report.found = None if whole is claim else stripped(proof)
    return report


def _by_code(claim: Claim, whole: Claim, learner: type | None) -> tuple[ProofReport | None, str]:
    """The report with the learner's code run formally, if that shows all of it; otherwise None and why not."""
    scope = Scope(whole, learner)
    assert isinstance(scope.proof, Induction)
    for line in map(_settled, InductionLines(scope, scope.proof).of_the_code()):
        if line.status != "proved":
            return None, f"not shown: {line.obligation.words}{f' ({line.note})' if line.note else ''}"
    report = _report(claim, whole, learner)
    if report.proved:
        return report, ""
    lines = [each.obligation.words for each in report.open] or [f"assumed: {'; '.join(report.rests.assumptions)}"]
    return None, lines[0]


def first_open(claim: Claim, *, learner: type | None = None) -> Checked | None:
    """A line of the proof that is not proved, or None. Finds a wrong line sooner than `prove`.

    The most suspect lines come first: the code, if `learner` replaces the claim's own; otherwise the obligations that
    the solvers decide alone, before the facts and before everything that runs a learner.
    """
    scope = _scope(claim, learner)
    if isinstance(scope.proof, Induction):
        induction = InductionLines(scope, scope.proof)
        first = chain(induction.end(), induction.steps()) if learner is None else induction.of_the_code()
        lines = chain(first, scope.shown_facts(), scope.shown_names(), induction.lines())
    else:
        lines = chain(scope.end(scope.proof), _lines(scope))
    return next((each for each in _checked(scope, lines) if each.status != "proved"), None) or rests_on(scope).broken


@patience("the proof")
def obligations(claim: Claim) -> list[Obligation]:
    """All obligations that the solvers must show for the claim's proof to hold."""
    return [each for each in _lines(_scope(claim, None)) if isinstance(each, Obligation)]


def _scope(claim: Claim, learner: type | None) -> Scope:
    found = _found(claim, learner or claim.learner)
    return Scope(claim if found is None else replace(claim, proof=found.proof), learner or claim.learner)


def _found(claim: Claim, learner: type | None) -> Found | None:
    """The claim's proof with its gaps filled; None if it has no gaps."""
    return find(claim, learner, lambda tried: _inductive(tried, learner)) if is_gapped(claim) else None


def _inductive(claim: Claim, learner: type | None) -> set[str]:
    """The words of the invariants that hold at the start and after every kind of round."""
    scope = Scope(claim, learner)
    assert isinstance(scope.proof, Induction)
    good = set(scope.proof.invariant)
    for line in _checked(scope, InductionLines(scope, scope.proof).steps(), lenient=True):
        if line.obligation.part in ("start", "round") and line.status != "proved":
            good -= {words for words in good if line.obligation.words.endswith(f": {words}")}
    return good


def _concludes(claim: Claim, learner: type | None) -> bool:
    """Whether the bound follows from the invariant."""
    scope = Scope(claim, learner)
    assert isinstance(scope.proof, Induction)
    lines = _checked(scope, InductionLines(scope, scope.proof).end(), lenient=True)
    return all(each.status == "proved" for each in lines)


def _settled(line: Obligation | Checked) -> Checked:
    return line if isinstance(line, Checked) else check(line)


def _checked(scope: Scope, lines: Iterable[Obligation | Checked], *, lenient: bool = False) -> Iterator[Checked]:
    """Check these lines, and note the time that each takes.

    With `lenient`, a line that no solver can read is open; otherwise Untranslatable is raised.
    """
    start = time.perf_counter()
    for line in lines:
        try:
            checked = _settled(line)
        except Untranslatable as error:
            if not (lenient and isinstance(line, Obligation)):
                words = line.obligation.words if isinstance(line, Checked) else line.words
                raise Untranslatable(f"{scope.claim.id}, {words}: {error}") from None
            checked = Checked(line, "unknown", note=str(error))
        checked.seconds = time.perf_counter() - start
        yield checked
        start = time.perf_counter()


def _lines(scope: Scope) -> Iterator[Obligation | Checked]:
    """All lines of the proof; those that are not sent to solvers are already checked."""
    yield from scope.shown_facts()
    yield from scope.shown_names()
    if isinstance(scope.proof, Induction):
        yield from InductionLines(scope, scope.proof).lines()
    else:
        yield from scope.chain(scope.proof)


# ---- one obligation ----


def check(obligation: Obligation) -> Checked:
    """Ask both solvers. An obligation is proved if both find that its negation is impossible.

    A vacuity obligation is proved if its hypotheses can be met: both solvers say so, or one gives a model that is
    confirmed by substitution.
    """
    asked = script(obligation)
    z3, cvc5 = _answers(asked.text)
    said = {"z3": z3.said, "cvc5": cvc5.said}
    model = _in_words(z3 if z3.said == "sat" or cvc5.said != "sat" else cvc5, asked.names)
    if {"sat", "unsat"} <= set(said.values()):
        return Checked(obligation, "unknown", note=f"the solvers disagree: {said}")
    if obligation.part == "vacuity":
        return _vacuity(obligation, said, model)
    if z3.said == cvc5.said == "unsat":
        return Checked(obligation, "proved", ("z3", "cvc5"))
    if "sat" in said.values():
        meets = _meets(obligation, model)
        note = "" if meets else "not confirmed by substitution: a value is rounded, or a term has none there"
        return Checked(obligation, "refuted", countermodel=model, note=note)
    agreed = tuple(name for name, each in said.items() if each == "unsat")
    if agreed and _with_fewer(obligation, *agreed):
        note = "from those of its hypotheses that one solver found to be enough"
        return Checked(obligation, "proved", ("z3", "cvc5"), note=note)
    missing = " and ".join(name for name, each in said.items() if each == "unknown")
    return Checked(obligation, "unknown", agreed, note=f"{missing} came to no answer")


def _with_fewer(obligation: Obligation, solver: str) -> bool:
    """Whether both solvers prove it from just the hypotheses that this solver needs."""
    needed = dict(obligation.hypotheses)
    for words in obligation.hypotheses:
        fewer = {name: each for name, each in needed.items() if name != words}
        if ask(script(replace(obligation, hypotheses=fewer)).text, (solver,))[solver].said == "unsat":
            needed = fewer
    answers = ask(script(replace(obligation, hypotheses=needed)).text)
    return all(each.said == "unsat" for each in answers.values())


def _vacuity(obligation: Obligation, said: Mapping[str, str], model: Mapping[str, str]) -> Checked:
    by = tuple(name for name, each in said.items() if each == "sat")
    if len(by) == 1 and _meets(obligation, model):
        by = (*by, "substitution")
    if len(by) == 2:
        return Checked(obligation, "proved", by, model)
    if "unsat" in said.values():
        return Checked(obligation, "refuted", note="nothing meets the hypotheses, so they would prove anything")
    return Checked(obligation, "unknown", by, note="no values were found that meet the hypotheses")


@lru_cache(4096)
def _answers(text: str) -> tuple[Answer, Answer]:
    answers = ask(text)
    return answers["z3"], answers["cvc5"]


def _in_words(answer: Answer, names: Mapping[str, str]) -> dict[str, str]:
    """The model in the claim's own symbols."""
    return {names[constant]: value for constant, value in sorted(answer.model.items()) if constant in names}


def _meets(obligation: Obligation, model: Mapping[str, str]) -> bool:
    """Whether substituting the values satisfies the hypotheses and, except for vacuity, violates the goal."""
    if any(value.startswith("≈") for value in model.values()):
        return False

    def holds(relation: Any) -> bool | None:
        values = {symbol: sympy.Rational(model.get(symbol.name, "0")) for symbol in relation.free_symbols}
        try:
            settled = relation.subs(values)
        except TypeError:  # a term has no real value there
            return None
        return bool(settled) if settled in (sympy.true, sympy.false) else None

    if not all(holds(each) for each in obligation.hypotheses.values()):
        return False
    if obligation.part == "vacuity":
        cases = obligation.cases or ({},)
        return any(all(holds(each) for each in case.values()) for case in cases)
    return holds(obligation.goal) is False
