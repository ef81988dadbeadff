"""Check one obligation by its certificate: the one that is stored or kept, or else one that is searched for now."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from learncheck.oracle.prover.certificates import Certificates, from_data, rational, used
from learncheck.oracle.prover.checked import Checked, Status
from learncheck.oracle.prover.kernel import Refused, holds
from learncheck.oracle.prover.kernel import check as check_certificate
from learncheck.oracle.prover.polynomials import System, system
from learncheck.theorems.language.proof import Obligation

CONTRADICTION = "nothing meets the hypotheses, so they would prove anything"
NOT_FOUND = "no certificate was found"
ROUNDED = "not confirmed: a value is rounded"


def check(obligation: Obligation, certificates: Certificates | None = None) -> Checked:
    """Check the obligation. One of vacuity is proved by values that meet its hypotheses.

    A certificate that does not fit is refused, and said so; then another one is searched for, if z3 is installed.
    One that was checked before, with the same certificates, is not checked again. Raises Untranslatable.
    """
    certificates = Certificates() if certificates is None else certificates
    vacuity, cases = obligation.part == "vacuity", tuple(tuple(case.items()) for case in obligation.cases)
    statement = obligation.words, tuple(obligation.hypotheses.items()), obligation.goal, vacuity, cases
    if statement not in certificates.checked:
        certificates.checked[statement] = _checked(obligation, certificates)
    return replace(certificates.checked[statement], obligation=obligation)


def _checked(obligation: Obligation, certificates: Certificates) -> Checked:
    asked, refusal = system(obligation), ""
    for file, line in certificates.of(asked.digest):
        if line is None:
            certificates.used[asked.digest] = None
            return Checked(obligation, "unknown", note=f"{NOT_FOUND}; to search again, delete {file}")
        try:
            checked = _by(obligation, asked, line)
        except Refused as error:
            certificates.refuse(file, str(obligation.words), error)
            refusal = f"its certificate is refused, since {error}"
        else:
            certificates.used[asked.digest] = line
            return checked
    from learncheck.oracle.prover import search, solver  # imports scipy, which stored certificates do not need

    try:
        line = search.line_for(asked)
    except solver.NoSearch as error:
        return Checked(obligation, "unknown", note=f"{refusal or 'no certificate is stored'}; {error}")
    if isinstance(line, dict) and "near" in line:
        status: Status = "unknown" if obligation.part == "vacuity" else "refuted"
        return Checked(obligation, status, countermodel=_model(asked, line["near"]), note=ROUNDED)
    try:
        checked = _by(obligation, asked, line)
    except Refused as error:  # nothing was found, or what would be refused when it is read again
        note = NOT_FOUND if line is None else f"the certificate that was found cannot be used, since {error}"
        line, checked = None, Checked(obligation, "unknown", note=note)
    certificates.add(asked.digest, line)
    return checked


def _by(obligation: Obligation, asked: System, line: Any) -> Checked:
    """What the line shows of the obligation. Raises Refused if it is none, or does not fit."""
    vacuity = obligation.part == "vacuity"
    if isinstance(line, dict) and line.keys() == {"point"}:
        _check_point(asked, line["point"])
        model = _model(asked, line["point"])
        if not vacuity:
            return Checked(obligation, "refuted", countermodel=model)
        return Checked(obligation, "proved", ("values",), model)
    certificate = from_data(line, asked.context)
    check_certificate(asked.numbered, certificate)
    if vacuity:
        return Checked(obligation, "refuted", note=CONTRADICTION, line=line)
    goal = {number for number, origin in enumerate(asked.origins) if origin.kind == "goal"}
    empty = not goal & set(used(certificate))
    return Checked(obligation, "proved", ("kernel",), line=line, empty=empty)


def _model(asked: System, values: Sequence[str]) -> dict[str, str]:
    """The values of the claim's own symbols, by name."""
    return dict(zip(asked.names[: asked.symbols], values, strict=False))


def _check_point(asked: System, texts: Sequence[str]) -> None:
    try:
        values = [rational(text) for text in texts]
    except (TypeError, ValueError, ZeroDivisionError):
        raise Refused("its values are not fractions") from None
    if len(values) != len(asked.names):
        raise Refused(f"it has {len(values)} values for {len(asked.names)} quantities")
    values += [rational("0")] * (len(asked.context.gens()) - len(values))
    if not all(holds(fact, values) for fact in asked.numbered):
        raise Refused("its values do not satisfy the facts")
