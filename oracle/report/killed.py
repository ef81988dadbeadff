"""Which mutants of a claim have been killed, as recorded by the test suite and never assumed.

pytest tests/meta --junitxml meta.xml
learncheck verify --html report.html --mutants meta.xml
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from learncheck.oracle.files import Unusable

_CASE = re.compile(r"test_mutant_falls\[([\w-]+)\]$")


@dataclass(frozen=True)
class Mutant:
    """A mutant of a claim: what was changed, and whether an attack falsified it."""

    change: str
    killed: bool


def read(path: Path) -> Mapping[str, list[Mutant]]:
    """Return the mutants by claim, from the JUnit XML of a run of `tests/meta`. Raises Unusable."""
    try:
        text = path.read_text("utf-8")
        if "<!DOCTYPE" in text:
            raise Unusable(f"{path} has a document type, which no test report has; make it with --junitxml")
        root = ElementTree.fromstring(text)
    except (OSError, UnicodeDecodeError, ElementTree.ParseError) as error:
        raise Unusable(f"{path} is not JUnit XML: {error}; make it with pytest tests/meta --junitxml FILE") from None
    found: dict[str, list[Mutant]] = {}
    for case in root.iter("testcase"):
        named = _CASE.search(case.get("name", ""))
        if named is None:
            continue
        for each in case.iter("property"):
            found.setdefault(named[1], []).append(Mutant(each.get("name", ""), each.get("value") == "falsified"))
    if not found:
        raise Unusable(f"{path} lists no mutants; make it with pytest tests/meta --junitxml FILE")
    return found
