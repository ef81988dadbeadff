"""Check proofs: every obligation has a certificate that the kernel checks, and what has none is not proved.

A proof's obligations are made (`prover.obligations`, `prover.induction`) from the proof that the claim carries:

- every fact that it uses is shown again, or is what another claim says, whose proof is checked;
- the start satisfies the invariant, and the learner's own constructor makes that start;
- every kind of round keeps the invariant, and every path of the learner's own round is such a round;
- the invariant implies the claim's bound;
- all hypotheses can be met, and every kind of round can happen and is reached by the code.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from learncheck.oracle.judging.patience import patience
from learncheck.oracle.judging.played import Memory, remembering
from learncheck.oracle.prover.certificates import Certificates
from learncheck.oracle.prover.checked import Checked, ProofReport
from learncheck.oracle.prover.checking import check
from learncheck.oracle.prover.completion import Completion, complete, gaps, stripped
from learncheck.oracle.prover.formal_choice import formally
from learncheck.oracle.prover.induction import InductionLines
from learncheck.oracle.prover.obligations import NoProof, Scope
from learncheck.oracle.prover.polynomials import Untranslatable
from learncheck.oracle.prover.premises import rests_on
from learncheck.oracle.prover.provenance import is_reviewed
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction, Obligation, by_claim

__all__ = ["Checked", "NoProof", "ProofReport", "Untranslatable", "check", "prove"]


@patience("the proof")
def prove(claim: Claim, *, learner: type | None = None, certificates: Certificates | None = None) -> ProofReport:
    """Check the claim's proof. `learner` replaces the claim's own, to see that a wrong one is rejected.

    certificates: those of the claim, to which what is found is added; by default they are read from its files.

    Returns a report: its `grade` ("proved", "proved-from-steps", … or None), `derived` lines, `open` lines, and
    `code`, which says how the learner's code was dealt with. Raises NoProof if the claim has none, TooLong if some code
    does not end, and ValueError with a message that says what is missing if the proof is incomplete.
    """
    with remembering(Memory()):  # what is compared with games, and what is evaluated on them, are the same games
        return _proved(claim, learner, Certificates(claim.id) if certificates is None else certificates)


def _proved(claim: Claim, learner: type | None, certificates: Certificates) -> ProofReport:
    who = learner or claim.learner
    completion = _completion(claim, who, certificates)
    whole = claim if completion is None else replace(claim, proof=completion.proof)

    def scope(tried: Claim) -> Scope:
        return Scope(tried, who, certificates, reviewed=is_reviewed(claim))

    report, why = formally(whole, who, lambda tried: _by_code(claim, scope(tried)))
    if report is None:
        report = _report(claim, scope(whole), lenient=completion is not None)
        report.code = "; ".join(filter(None, (report.code, why)))
    if completion is not None:
        report.derived = completion.derived
        report.asked = () if report.complete else completion.asked
        fallen = next((line for line in report.open if line.obligation.part == "conclusion"), None)
        if fallen is not None:
            tell = completion.missing(
                fallen.countermodel, lambda proof: _concludes(replace(claim, proof=proof), learner, certificates)
            )
            report.asked = (*completion.asked, tell)
    report.troubles = tuple(certificates.troubles)
    return report


def _report(
    claim: Claim, scope: Scope, induction: InductionLines | None = None, *, lenient: bool = False
) -> ProofReport:
    """Check the proof of the scope's claim, which is the claim itself or the claim with its proof completed."""
    checked = list(_checked(scope, _lines(scope, induction), lenient=lenient))
    proof, learner = scope.proof, scope.learner
    rests = rests_on(scope, play=all(line.status == "proved" for line in checked))
    rests.rounded = claim.rounded
    for premise in rests.premises:
        premise.taken = None  # it holds functions, and the report is sent to other processes
    checked += [rests.broken] if rests.broken is not None else []
    name = None if learner is None else learner.__name__
    report = ProofReport(claim, checked, scope.code_words(), name, tuple(scope.dropped), rests)
    report.cited = {fact.claim.id: proof_of(fact.claim) for fact in scope.cited if fact.claim is not None}
    if isinstance(proof, Induction):
        report.formally = scope.runs_own_code
        report.completed = None if scope.claim is claim else stripped(proof)
    return report


def _by_code(claim: Claim, scope: Scope) -> tuple[ProofReport | None, str]:
    """The report with the learner's code run formally, if that shows all of it; otherwise None and why not."""
    assert isinstance(scope.proof, Induction)
    induction = InductionLines(scope, scope.proof)
    for line in _checked(scope, induction.of_the_code()):
        if line.status != "proved":
            return None, f"not shown: {line.obligation.words}{f' ({line.note})' if line.note else ''}"
    report = _report(claim, scope, induction)
    if report.proved:
        return report, ""
    lines = [line.obligation.words for line in report.open] or [f"assumed: {'; '.join(report.assumptions)}"]
    return None, lines[0]


@cache
def proof_of(claim: Claim) -> ProofReport:
    """The report on the proof of a claim that others cite, without the claim, which is not sent to other processes."""
    return replace(prove(claim), claim=None)  # type: ignore[arg-type]


def _by_claims(scope: Scope) -> Iterator[Checked]:
    """Prove the claims that facts of the proof are instances of.

    A hypothesis of the cited claim has to be one of its user, too, unless it is a relation of measured quantities,
    which the fact carries. Of any other hypothesis a proof may use more than the relation that it takes from it.
    """
    for fact in scope.cited:
        assert fact.claim is not None
        stated = Obligation(fact.words, goal=scope.bare(fact.relation))
        report = proof_of(fact.claim)
        carried = fact.claim.proof.assuming if fact.claim.proof is not None else {}
        own = {*scope.claim.assuming, *(premise for premise in carried if premise.formal is not None)}
        lacking = [str(premise.words) for premise in fact.claim.assuming if premise not in own]
        if lacking:
            fault = f"{fact.claim.id} has the hypothesis {', '.join(lacking)}, which {scope.claim.id} lacks"
            yield Checked(stated, "refuted", note=fault)
        elif fact.claim.learner not in (None, scope.learner):
            yield Checked(stated, "refuted", note=f"{fact.claim.id} is about another learner")
        elif fact.relation != by_claim(fact.claim, fact.at).relation:
            yield Checked(stated, "refuted", note=f"no instance of what {fact.claim.id} says; make it by `by_claim`")
        else:
            note = f"{fact.claim.id}, {report.words}"
            yield Checked(stated, "proved" if report.complete else "unknown", ("claim",), note=note)


def _completion(claim: Claim, learner: type | None, certificates: Certificates) -> Completion | None:
    """The claim's proof with its gaps filled; None if it has no gaps."""
    return complete(claim, learner, lambda tried: _inductive(tried, learner, certificates)) if gaps(claim) else None


def _inductive(claim: Claim, learner: type | None, certificates: Certificates) -> set[str]:
    """The words of the invariants that hold at the start and after every kind of round."""
    scope = Scope(claim, learner, certificates)
    assert isinstance(scope.proof, Induction)
    good = set(scope.proof.invariant)
    for line in _checked(scope, InductionLines(scope, scope.proof).steps(), lenient=True):
        if line.obligation.part in ("start", "round") and line.status != "proved":
            good -= {words for words in good if line.obligation.words.endswith(f": {words}")}
    return good


def _concludes(claim: Claim, learner: type | None, certificates: Certificates) -> bool:
    """Whether the bound follows from the invariant."""
    scope = Scope(claim, learner, certificates)
    assert isinstance(scope.proof, Induction)
    lines = _checked(scope, InductionLines(scope, scope.proof).end(), lenient=True)
    return all(line.status == "proved" for line in lines)


def _checked(scope: Scope, lines: Iterable[Obligation | Checked], *, lenient: bool = False) -> Iterator[Checked]:
    """Check these lines, and note the time that each takes.

    With `lenient`, a line that has no exact form is open; otherwise Untranslatable is raised.
    """
    start = time.perf_counter()
    for line in lines:
        try:
            checked = line if isinstance(line, Checked) else check(line, scope.certificates)
        except Untranslatable as error:
            if not (lenient and isinstance(line, Obligation)):
                words = line.obligation.words if isinstance(line, Checked) else line.words
                raise Untranslatable(f"{scope.claim.id}, {words}: {error}") from None
            checked = Checked(line, "unknown", note=str(error))
        checked.seconds = time.perf_counter() - start
        yield checked
        start = time.perf_counter()


def _lines(scope: Scope, induction: InductionLines | None = None) -> Iterator[Obligation | Checked]:
    """All lines of the proof; those that need no certificate are already checked."""
    yield from scope.shown_facts()
    yield from _by_claims(scope)
    yield from scope.shown_names()
    if isinstance(scope.proof, Induction):
        yield from (induction or InductionLines(scope, scope.proof)).lines()
    else:
        yield from scope.chain(scope.proof)
