"""Certificates as data: how they are written down, where they are kept, and how they are read again.

A claim's certificates are one JSON file, a line for each obligation, by the digest of its facts. Those of
the catalogue, and of packages that bring them, are stored there; what else is found is kept in `.learncheck`. A line is

- a certificate: a sum is [products, multiples], where a product is [coefficient, facts] or [coefficient, facts, root]
  and a multiple is [factor, equation]; cases are {"by": fact or polynomial, "cases": [...]};
- {"point": [...]}, values that satisfy all facts, or {"near": [...]}, the same if some are rounded and so not checked;
- null: nothing was found.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from learncheck.oracle.files import HERE, write_text
from learncheck.oracle.prover.checked import Checked
from learncheck.oracle.prover.kernel import Cases, Certificate, Multiple, Product, Refused, Sum
from learncheck.theorems.recorded import certificates

FORMAT = 1
KEPT = Path(".learncheck") / "certificates"
MISSING = object()


# ---- one certificate ----


def as_data(certificate: Certificate) -> Any:
    """The certificate as numbers, texts and lists."""
    if isinstance(certificate, Cases):
        by = certificate.by if isinstance(certificate.by, int) else str(certificate.by)
        return {"by": by, "cases": [as_data(each) for each in certificate.cases]}
    products = [
        [str(each.coefficient), list(each.facts), *([] if each.root is None else [str(each.root)])]
        for each in certificate.products
    ]
    return [products, [[str(each.factor), each.equation] for each in certificate.multiples]]


def from_data(data: Any, context: fmpq_mpoly_ctx) -> Certificate:
    """The certificate that the data tell of. Raises Refused if they tell of none."""
    try:
        return _read(data, context)
    except (TypeError, ValueError, KeyError, IndexError, ZeroDivisionError, RecursionError):
        raise Refused("it is not written as certificates are") from None


def _read(data: Any, context: fmpq_mpoly_ctx) -> Certificate:
    if isinstance(data, dict):
        by, cases = data["by"], data["cases"]
        chosen = _number(by) if not isinstance(by, str) else polynomial(by, context)
        return Cases(chosen, tuple(_read(each, context) for each in cases))
    products, multiples = data
    return Sum(
        tuple(
            Product(rational(value), tuple(map(_number, facts)), polynomial(root[0], context) if root else None)
            for value, facts, *root in products
        ),
        tuple(Multiple(polynomial(factor, context), _number(equation)) for factor, equation in multiples),
    )


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def rational(text: str) -> fmpq:
    """The number that the text writes as a fraction. Raises ValueError."""
    found = re.fullmatch(r"(-?\d+)(?:/(\d+))?", text)
    if found is None:
        raise ValueError(text)
    return fmpq(int(found[1]), int(found[2] or 1))


def polynomial(text: str, context: fmpq_mpoly_ctx) -> fmpq_mpoly:
    """The polynomial that the text writes, as in 1/2*x0^2*x1 - 3. Raises ValueError."""
    variables = context.gens()
    found = context.constant(0)
    for sign, term in re.findall(r"([+-]?)([^+-]+)", re.sub(" ", "", text)):
        summand = context.constant(-1 if sign == "-" else 1)
        for factor in term.split("*"):
            power = re.fullmatch(r"x(\d+)(?:\^(\d+))?", factor)
            summand *= variables[int(power[1])] ** int(power[2] or 1) if power else rational(factor)
        found += summand
    return found


def used(certificate: Certificate) -> Iterator[int]:
    """The numbers of the facts that the certificate uses."""
    if isinstance(certificate, Cases):
        if isinstance(certificate.by, int):
            yield certificate.by
        for each in certificate.cases:
            yield from used(each)
        return
    for product in certificate.products:
        yield from product.facts
    for multiple in certificate.multiples:
        yield multiple.equation


# ---- those of a claim ----


class Certificates:
    """The certificates of a claim, from its files; what is found now is added, and `keep` writes it down."""

    def __init__(self, claim_id: str = "", stored: Path | None = None, kept: Path = KEPT) -> None:
        self.file = kept / f"{claim_id}.json"
        self.troubles: list[str] = []
        """What was wrong with the files, and with certificates in them, one line each."""
        self.stored = self._lines(certificates(claim_id) if stored is None else stored / f"{claim_id}.json")
        self.kept = self._lines(self.file) if claim_id else {}
        self.used: dict[str, Any] = {}
        self.checked: dict[Any, Checked] = {}
        """What was shown of obligations, by what they say."""

    def _lines(self, file: Path) -> Mapping[str, Any]:
        try:
            text = file.read_text("utf-8")
        except OSError:
            return {}
        try:
            found = json.loads(text)
            version, lines = found["format"], found["lines"]
        except (ValueError, TypeError, KeyError, RecursionError):
            self.troubles.append(f"{file} is cut short or was edited: no certificate is read from it")
            return {}
        if version != FORMAT or not isinstance(lines, dict):
            self.troubles.append(f"{file} is of another version ({version}): no certificate is read from it")
            return {}
        return lines

    def get(self, digest: str) -> Any:
        """What is stored for the facts; MISSING if nothing is."""
        lines = [each[digest] for each in (self.kept, self.stored) if digest in each]
        if not lines:
            return MISSING
        self.used[digest] = next((each for each in lines if each is not None), None)
        return self.used[digest]

    def add(self, digest: str, line: Any) -> None:
        self.used[digest] = line

    def keep(self) -> None:
        """Write down those that were used and are not stored with the catalogue; nothing if there are none."""
        own = {digest: line for digest, line in self.used.items() if self.stored.get(digest, MISSING) != line}
        if own and own != self.kept:
            write_text(self.file, text_of(own), HERE)


def text_of(lines: Mapping[str, Any]) -> str:
    """The text of a file: a line for each obligation."""
    told = [f'  "{digest}": {json.dumps(line, separators=(",", ":"))}' for digest, line in lines.items()]
    return "\n".join(["{", f' "format": {FORMAT},', ' "lines": {', ",\n".join(told), " }", "}", ""])
