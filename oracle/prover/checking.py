"""Check one obligation by its certificate: the one that is stored or kept, or else one that is searched for now."""

from dataclasses import replace
from typing import Any

from learncheck.oracle.prover.certificates import MISSING, Certificates, from_data, rational, used
from learncheck.oracle.prover.checked import Checked
from learncheck.oracle.prover.kernel import Refused, holds
from learncheck.oracle.prover.kernel import check as check_certificate
from learncheck.oracle.prover.polynomials import System, system
from learncheck.oracle.prover.solver import NoSearch
from learncheck.theorems.language.proof import Obligation

CONTRADICTION = "nothing meets the hypotheses, so they would prove anything"
ROUNDED = "not confirmed: a value is rounded"


def check(obligation: Obligation, certificates: Certificates | None = None) -> Checked:
    """Check the obligation. One of vacuity is proved by values that meet its hypotheses.

    A certificate that does not fit is refused, and said so; then another one is searched for, if z3 is installed.
    One that was checked before, with the same certificates, is not checked again. Raises Untranslatable.
    """
    certificates = Certificates() if certificates is None else certificates
    vacuity, cases = obligation.part == "vacuity", tuple(tuple(each.items()) for each in obligation.cases)
    said = obligation.words, tuple(obligation.hypotheses.items()), obligation.goal, vacuity, cases
    if said not in certificates.checked:
        certificates.checked[said] = _checked(obligation, certificates)
    return replace(certificates.checked[said], obligation=obligation)


def _checked(obligation: Obligation, certificates: Certificates) -> Checked:
    asked = system(obligation)
    line, told = certificates.get(asked.digest), ""
    if line is not MISSING:
        try:
            return _by(obligation, asked, line)
        except Refused as error:
            told = f"the certificate of {str(obligation.words)!r} is refused: {error}"
            certificates.troubles.append(told)
    try:
        from learncheck.oracle.prover.search import line_for  # imports scipy, which stored certificates do not need

        line = line_for(asked)
    except NoSearch as error:
        return Checked(obligation, "unknown", note=f"{told or 'no certificate is stored'}; {error}")
    certificates.add(asked.digest, line)
    return _by(obligation, asked, line)


def _by(obligation: Obligation, asked: System, line: Any) -> Checked:
    """What the line shows of the obligation. Raises Refused if it is none, or does not fit."""
    vacuity = obligation.part == "vacuity"
    if line is None:
        return Checked(obligation, "unknown", note="no certificate was found")
    values = line.get("point", line.get("near")) if isinstance(line, dict) else None
    if values is not None:
        _check_point(asked, line)
        model = dict(zip(asked.names[: asked.symbols], values, strict=False))
        note = "" if "point" in line else ROUNDED
        if not vacuity:
            return Checked(obligation, "refuted", countermodel=model, note=note)
        return Checked(obligation, "unknown" if note else "proved", () if note else ("values",), model, note)
    certificate = from_data(line, asked.context)
    check_certificate(asked.known, certificate)
    if vacuity:
        return Checked(obligation, "refuted", note=CONTRADICTION, line=line)
    goal = {number for number, origin in enumerate(asked.origins) if origin.kind == "goal"}
    empty = not goal & set(used(certificate))
    return Checked(obligation, "proved", ("kernel",), line=line, empty=empty)


def _check_point(asked: System, line: Any) -> None:
    if "near" in line:
        return
    try:
        values = [rational(value) for value in line["point"]]
    except (TypeError, ValueError, ZeroDivisionError):
        raise Refused("its values are no fractions") from None
    if len(values) != len(asked.names):
        raise Refused(f"it has {len(values)} values for {len(asked.names)} quantities")
    values += [rational("0")] * (len(asked.context.gens()) - len(values))
    if not all(holds(each, values) for each in asked.known):
        raise Refused("its values do not satisfy the facts")
