"""Certificates as data: how they are written down, where they are kept, and how they are read again.

A claim's certificates are one JSON file, a line for each obligation, by the digest of its facts. Those of
the catalogue, and of packages that bring them, are stored there; what else is found is kept in `.learncheck`. A line is

- a certificate: a sum is [products, multiples], where a product is [coefficient, facts] or [coefficient, facts, root]
  and a multiple is [factor, equation]; cases are {"by": fact or polynomial, "cases": [...]};
- {"point": [...]}, values that satisfy all facts;
- null: nothing was found.

Values of which some are rounded, {"near": [...]}, show nothing by themselves, and are not written down; nor is what
the kernel refuses, or what is too long to be read again.
"""

import errno
import json
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from learncheck.oracle.files import HERE, recording_failures, write_text
from learncheck.oracle.prover.checked import Checked
from learncheck.oracle.prover.kernel import Cases, Certificate, Multiple, Product, Refused, Sum
from learncheck.theorems.recorded import certificates

FORMAT = 1
FOLDER = Path(".learncheck") / "certificates"
MOST = 2**26
"""The most bytes of a file that is read."""
LONGEST = 100_000
"""The most characters of a certificate; those of the catalogue have up to 5,000."""


# ---- one certificate ----


def as_data(certificate: Certificate) -> Any:
    """The certificate as numbers, texts and lists."""
    if isinstance(certificate, Cases):
        by = certificate.by if isinstance(certificate.by, int) else str(certificate.by)
        return {"by": by, "cases": [as_data(inner) for inner in certificate.cases]}
    products = [
        [str(product.coefficient), list(product.facts), *([] if product.root is None else [str(product.root)])]
        for product in certificate.products
    ]
    return [products, [[str(multiple.factor), multiple.equation] for multiple in certificate.multiples]]


def from_data(data: Any, context: fmpq_mpoly_ctx) -> Certificate:
    """The certificate that the data tell of. Raises Refused if they tell of none, or of too long a one."""
    try:
        if len(json.dumps(data)) <= LONGEST:
            return _read(data, context)
    except (TypeError, ValueError, ArithmeticError, LookupError, RecursionError):
        raise Refused("it is not written as certificates are") from None
    raise Refused(f"it has more than {LONGEST:,} characters")


def _read(data: Any, context: fmpq_mpoly_ctx) -> Certificate:
    if isinstance(data, dict):
        by, cases = data["by"], data["cases"]
        chosen = _number(by) if not isinstance(by, str) else polynomial(by, context)
        return Cases(chosen, tuple(_read(case, context) for case in cases))
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
    match = re.fullmatch(r"(-?\d+)(?:/(\d+))?", text)
    if match is None:
        raise ValueError(text)
    return fmpq(int(match[1]), int(match[2] or 1))


def polynomial(text: str, context: fmpq_mpoly_ctx) -> fmpq_mpoly:
    """The polynomial that the text writes, as in 1/2*x0^2*x1 - 3. Raises ValueError."""
    variables = context.gens()
    total = context.constant(0)
    for sign, term in re.findall(r"([+-]?)([^+-]+)", re.sub(" ", "", text)):
        summand = context.constant(-1 if sign == "-" else 1)
        for factor in term.split("*"):
            power = re.fullmatch(r"x(\d+)(?:\^(\d+))?", factor)
            summand *= variables[int(power[1])] ** int(power[2] or 1) if power else rational(factor)
        total += summand
    return total


def used(certificate: Certificate) -> Iterator[int]:
    """The numbers of the facts that the certificate uses."""
    if isinstance(certificate, Cases):
        if isinstance(certificate.by, int):
            yield certificate.by
        for inner in certificate.cases:
            yield from used(inner)
        return
    for product in certificate.products:
        yield from product.facts
    for multiple in certificate.multiples:
        yield multiple.equation


# ---- those of a claim ----


class Certificates:
    """The certificates of a claim, from its files; what is found now is added, and `keep` writes it down."""

    def __init__(self, claim_id: str = "", stored: Path | None = None, folder: Path = FOLDER) -> None:
        self.file = folder / f"{claim_id}.json"
        self.shipped = certificates(claim_id) if stored is None else stored / f"{claim_id}.json"
        self.troubles: list[str] = []
        """What was wrong with the files, and with certificates in them, one line each."""
        self.stored = self._lines(self.shipped)
        self.saved = self._lines(self.file) if claim_id else {}
        self.used: dict[str, Any] = {}
        self.checked: dict[Any, Checked] = {}
        """What was shown of obligations, by what they say."""
        self._is_new = False

    def _lines(self, file: Path) -> Mapping[str, Any]:
        try:
            text = _text(file)
            content = json.loads(text, object_pairs_hook=_names_once, parse_constant=_no_number)
            version, lines = content["format"], content["lines"]
            if type(version) is int and version != FORMAT:
                raise Refused("is of another version")
            if not isinstance(lines, dict) or type(version) is not int:
                raise TypeError(lines)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            self._trouble(file, f" cannot be read ({error.strerror}), so it is not used")
        except Refused as error:
            self._trouble(file, f" {error}, so it is not used")
        except (ValueError, TypeError, KeyError, RecursionError):
            self._trouble(file, " is cut short or was edited, so it is not used")
        else:
            return lines
        return {}

    def _trouble(self, file: Path, what: str) -> None:
        """Note what is wrong with the file, and the remedy."""
        ours = "what is missing is searched for again"
        self.troubles.append(
            f"{file}{what}; {ours if file == self.file else 'install its package again to restore it'}"
        )

    def of(self, digest: str) -> Iterator[tuple[Path, Any]]:
        """What the files have for the facts, each with its file; None, that nothing was found, comes last."""
        lines = [
            (file, by_digest)
            for file, by_digest in ((self.file, self.saved), (self.shipped, self.stored))
            if digest in by_digest
        ]
        for file, by_digest in sorted(lines, key=lambda line: line[1][digest] is None):
            yield file, by_digest[digest]

    def refuse(self, file: Path, words: str, why: Refused) -> None:
        """Note that the file's certificate for the obligation in these words does not show it."""
        self._trouble(file, f": the certificate of {words!r} is refused, since {why}")

    def add(self, digest: str, line: Any) -> None:
        """Take what was found now."""
        self.used[digest], self._is_new = line, True

    def keep(self) -> tuple[str, ...]:
        """Write down what was found now, with what else was used that is not stored with the catalogue.

        Returns what hinders that, in a sentence.
        """
        own = {digest: line for digest, line in self.used.items() if (digest, line) not in self.stored.items()}
        if not (self._is_new and own):
            return ()
        with recording_failures() as unwritten:
            write_text(self.file, text_of(own), HERE)
        again = "so certificates that are found now are searched for again next time"
        return tuple(f"{self.file.parent} cannot be written ({reason}), {again}" for reason in unwritten.values())


def _text(file: Path) -> str:
    """The text of the file. Raises OSError, FileNotFoundError if there is none, or ValueError."""
    about = file.stat()
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
    if about.st_size > MOST:
        raise OSError(errno.EFBIG, f"it has more than {MOST:,} bytes")
    return file.read_text("utf-8")


def _names_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of a JSON text with these names and values. Raises ValueError if a name is there twice."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError(pairs)
    return content


def _no_number(text: str) -> Any:
    raise ValueError(text)


def text_of(lines: Mapping[str, Any]) -> str:
    """The text of a file: a line for each obligation."""
    texts = [f'  "{digest}": {json.dumps(line, separators=(",", ":"))}' for digest, line in lines.items()]
    return "\n".join(["{", f' "format": {FORMAT},', ' "lines": {', ",\n".join(texts), " }", "}", ""])
