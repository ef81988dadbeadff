"""The ledger: every sentence of the notes that asserts something checkable, and what became of it.

A file a note, UML.toml and so on in lower case, with a row a sentence in the order of the note, in our own words.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import msgspec

from learncheck.theorems.ledger import checks

Note = Literal["UML", "LEC", "VEM", "LIN", "JAI"]
Verdict = Literal["claim", "erratum", "false", "convention", "obvious", "definition", "open", "opinion"]

NOTES: tuple[Note, ...] = get_args(Note)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

NEEDED: Mapping[Verdict, tuple[str, ...]] = {
    "claim": ("claims",),
    "erratum": ("claims",),
    "false": ("counterexample", "repaired", "check", "falls", "stands"),
    "convention": ("because",),
    "obvious": ("because",),
    "definition": (),
    "open": ("because",),
    "opinion": (),
}
"""The fields that a verdict must have."""

ALLOWED: Mapping[Verdict, tuple[str, ...]] = {
    "false": ("claims",),
    "convention": ("claims",),
    "open": ("claims",),
    "opinion": ("because",),
}
"""Those that it may have besides: the claims are then the nearest of the catalogue."""


CHECKS: Mapping[str, Callable[..., bool]] = {
    name: each
    for name, each in inspect.getmembers(checks, inspect.isfunction)
    if each.__module__ == checks.__name__ and not name.startswith("_")
}
"""What false rows can be checked by: true of the cases of which the printed line holds."""


class BadLedger(ValueError):
    """A ledger that cannot be used: the file, the row and what is wrong with it, in one line."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A sentence of a note.

    place, says:   where it stands, and what it asserts.
    verdict:       claim (the catalogue's `claims` say it), erratum (refuted there: the printed claim and its repair),
                   false (it falls to `counterexample`, which no claim of the catalogue records), convention (`because`
                   says which, and what happens under each), obvious (`because` is the line that shows it), definition,
                   open (`because` says what is missing), or opinion.
    check, falls:  the name of a function of `checks` that tells whether the printed statement holds of a case, and a
                   case of which it does not; `stands` is one of which it does, so that the check can tell them apart.
    """

    place: str
    says: str
    verdict: Verdict
    claims: tuple[str, ...] = ()
    because: str = ""
    counterexample: str = ""
    repaired: str = ""
    check: str = ""
    falls: dict[str, Any] = {}
    stands: dict[str, Any] = {}

    @property
    def as_told(self) -> bool:
        """Whether the check agrees: it rejects the counterexample, if there is one, and accepts the other case."""
        if self.verdict != "false":
            return True
        holds = CHECKS[self.check]
        return not holds(**self.falls) and holds(**self.stands)


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a note, in its order."""

    note: Note
    title: str
    row: tuple[Row, ...]


@cache
def ledger(note: Note) -> Ledger:
    """The ledger of a note. Raises BadLedger where a row is not whole."""
    name = f"{note.lower()}.toml"
    return parse((files(__name__) / name).read_text("utf-8"), name)


def parse(text: str, name: str) -> Ledger:
    """A ledger from TOML; `name` is the file that errors speak of. Raises BadLedger."""
    try:
        found = msgspec.toml.decode(text, type=Ledger)
    except ValueError as error:
        raise BadLedger(f"{name}: {error}; see Row for the fields of a row") from None
    for number, row in enumerate(found.row, start=1):
        if wrong := _fault(row):
            raise BadLedger(f"{name}: row {number}, {row.says[:60]!r}: {wrong}")
    if not found.row:
        raise BadLedger(f"{name}: there is no row")
    return found


def _fault(row: Row) -> str:
    """What is wrong with a row, or nothing."""
    if not (row.place.strip() and row.says.strip()):
        return "say where it stands (place) and what it asserts (says)"
    needed, allowed = NEEDED[row.verdict], ALLOWED.get(row.verdict, ())
    given = {name for name in Row.__struct_fields__[3:] if getattr(row, name)}
    if missing := [name for name in needed if name not in given]:
        return f"the verdict {row.verdict!r} needs {', '.join(missing)}"
    if more := sorted(given - {*needed, *allowed}):
        return f"the verdict {row.verdict!r} has no {', '.join(more)}; take it out, or choose another verdict"
    if row.check and row.check not in CHECKS:
        return f"there is no check {row.check!r}; write it in theorems/ledger/checks.py"
    return ""


def rows(notes: Iterable[Note] = NOTES, verdict: Verdict | None = None) -> list[tuple[Note, Row]]:
    """The rows of these notes, of one verdict or of all. Raises BadLedger."""
    return [(note, row) for note in notes for row in ledger(note).row if verdict in (None, row.verdict)]


def counts(found: Iterable[tuple[Note, Row]]) -> dict[Note, Counter[Verdict]]:
    """How many rows a note has of each verdict."""
    total: dict[Note, Counter[Verdict]] = {}
    for note, row in found:
        total.setdefault(note, Counter())[row.verdict] += 1
    return total
