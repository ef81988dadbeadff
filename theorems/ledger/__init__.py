"""The ledger: every sentence of the notes that asserts something checkable, and what became of it.

There is one TOML file per note, named after it in lower case (uml.toml). It has one row per sentence, in the order of
the note and in our own words.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import msgspec

from learncheck.theorems.ledger import checks

Note = Literal["UML", "LEC", "VEM", "LIN", "JAI"]
Verdict = Literal["claim", "erratum", "false", "convention", "obvious", "definition", "open", "report", "opinion"]

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
    "report": ("because",),
    "opinion": (),
}
"""The fields that a verdict must have."""

ALLOWED: Mapping[Verdict, tuple[str, ...]] = {
    "false": ("claims",),
    "convention": ("claims",),
    "erratum": ("because",),
    "open": ("claims",),
    "opinion": ("because",),
}
"""The optional fields of a verdict. Optional claims are the nearest ones in the catalogue."""


class BadLedger(ValueError):
    """The ledger is invalid. The message names the file, the row and the fault in one line."""


class LedgerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A sentence of a note.

    place, says:   where the sentence is, and what it asserts.
    verdict:       claim (the catalogue's `claims` state it), erratum (the catalogue refutes it: `claims` lists the
                   printed claim and its repair), false (`counterexample` refutes it, but no claim of the catalogue
                   records that), convention (`because` says which, and what happens under each), obvious (`because`
                   is the line that shows it), definition, open (`because` says what is missing), report (of
                   publications, experiments or figures; `because` says which), or opinion.
    check:         the printed statement as a formula of Python, which may use what is in `checks`.
    falls, stands: the values of its names in a case in which the statement fails, and in one in which it holds. Those
                   that are no integers are strings such as "1/3".
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
    def is_right(self) -> bool:
        """Whether the check of a false row rejects the case `falls` and accepts `stands`; True for other verdicts."""
        if self.verdict != "false":
            return True
        falls, stands = (eval(self.check, {**vars(checks), **exactly(case)}) for case in (self.falls, self.stands))
        return not falls and bool(stands)


def exactly(value: Any) -> Any:
    """The value with every string in it, which is a fraction, as a number."""
    if isinstance(value, dict):
        return {name: exactly(item) for name, item in value.items()}
    if isinstance(value, list):
        return list(map(exactly, value))
    return Fraction(value) if isinstance(value, str) else value


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a note, in the order of the note."""

    note: Note
    title: str
    row: tuple[LedgerRow, ...]


@cache
def ledger(note: Note) -> Ledger:
    """Load the ledger of a note. Raises BadLedger if it is invalid."""
    name = f"{note.lower()}.toml"
    return parse((files(__name__) / name).read_text("utf-8"), name)


def parse(text: str, name: str) -> Ledger:
    """Parse a ledger from TOML. Raises BadLedger with the file name `name` if it is invalid."""
    try:
        book = msgspec.toml.decode(text, type=Ledger)
    except msgspec.DecodeError as error:
        raise BadLedger(f"{name}: {error}; see Row for the fields of a row") from None
    for number, row in enumerate(book.row, start=1):
        if wrong := _fault(row):
            raise BadLedger(f"{name}: row {number}, {row.says[:60]!r}: {wrong}")
    if not book.row:
        raise BadLedger(f"{name}: there is no row")
    return book


def _fault(row: LedgerRow) -> str:
    """Describe what is wrong with a row; "" if nothing is."""
    if not (row.place.strip() and row.says.strip()):
        return "say where it stands (place) and what it asserts (says)"
    needed, allowed = NEEDED[row.verdict], ALLOWED.get(row.verdict, ())
    given = {name for name in LedgerRow.__struct_fields__[3:] if getattr(row, name)}
    if missing := [name for name in needed if name not in given]:
        return f"the verdict {row.verdict!r} needs {', '.join(missing)}"
    if more := sorted(given - {*needed, *allowed}):
        return f"the verdict {row.verdict!r} has no {', '.join(more)}; take it out, or choose another verdict"
    for case in (row.falls, row.stands):
        if unknown := _names(row.check) - {*vars(checks), *vars(builtins), *case}:
            return f"its check speaks of {min(unknown)!r}, which no case and no function of `checks` gives"
    return ""


def _names(formula: str) -> set[str]:
    """The names whose values the formula takes from elsewhere."""
    names = [node for node in ast.walk(ast.parse(formula)) if isinstance(node, ast.Name)]
    return {node.id for node in names} - {node.id for node in names if isinstance(node.ctx, ast.Store)}


def rows(notes: Iterable[Note] = NOTES, verdict: Verdict | None = None) -> list[tuple[Note, LedgerRow]]:
    """Return the rows of these notes, with one verdict or with all. Raises BadLedger."""
    return [(note, row) for note in notes for row in ledger(note).row if verdict in (None, row.verdict)]


def counts(entries: Iterable[tuple[Note, LedgerRow]]) -> dict[Note, Counter[Verdict]]:
    """Count the rows of each note by verdict."""
    total: dict[Note, Counter[Verdict]] = {}
    for note, row in entries:
        total.setdefault(note, Counter())[row.verdict] += 1
    return total
