"""The ledger names claims that exist, has a row for all that the notes print, and its false lines fall."""

import inspect

import msgspec
import pytest
from catalogue import CLAIMS
from click.testing import CliRunner

from learncheck.oracle.cli import main
from learncheck.theorems import ledger as module
from learncheck.theorems.ledger import BadLedger, checks, parse, rows

ROWS = rows()
FALSE = [row for _, row in ROWS if row.verdict == "false"]
ROW = 'place = "p. 1"\nsays = "1 = 2"\n'
WHOLE = """verdict = "false"
counterexample = "1"
repaired = "2 = 2"
check = "dimension**2 != 1"
falls = { dimension = 1 }
stands = { dimension = 2 }
"""


def _ledger(row: str) -> str:
    return f'note = "UML"\ntitle = "a book"\n[[row]]\n{ROW}{row}'


def test_every_claim_that_is_named_exists_and_says_what_its_verdict_tells() -> None:
    for note, row in ROWS:
        unknown = [claim_id for claim_id in row.claims if claim_id not in CLAIMS]
        assert not unknown, f"{note}, {row.says}: {unknown}"
        refuted = [claim_id for claim_id in row.claims if CLAIMS[claim_id].refuted_by is not None]
        assert (row.verdict == "erratum") == bool(refuted), f"{note}, {row.says}: {row.verdict} by {row.claims}"
        for wrong in refuted:
            repairs = {claim.id for claim in CLAIMS.values() if claim.repairs == wrong}
            assert repairs & set(row.claims), f"{note}, {row.says}: name the repair of {wrong}, one of {repairs}"


def test_every_claim_that_the_notes_make_has_a_row_in_each_of_its_notes() -> None:
    named = {(note, claim_id) for note, row in ROWS for claim_id in row.claims}
    printed = [claim for claim in CLAIMS.values() if claim.reading != "ours"]
    stated = {(source.notes, claim.id) for claim in printed for source in claim.sources}
    assert sorted(stated - named) == []


@pytest.mark.parametrize("row", FALSE, ids=lambda row: f"{row.place}, {row.check}")
def test_a_false_line_falls_to_its_counterexample_and_to_that_alone(row: module.LedgerRow) -> None:
    assert row.is_right
    assert not msgspec.structs.replace(row, falls=row.stands).is_right, "the check rejects what it should accept"
    assert not msgspec.structs.replace(row, stands=row.falls).is_right, "the check accepts what it should reject"


def test_every_check_is_of_use() -> None:
    own = inspect.getmembers(checks, lambda member: getattr(member, "__module__", None) == checks.__name__)
    assert all(any(f"{name}(" in row.check for row in FALSE) for name, _ in own)


def test_no_sentence_has_two_rows() -> None:
    places = [(note, row.place, row.says) for note, row in ROWS]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('verdict = "true"', "verdict|Invalid enum value"),
        ('verdict = "claim"', "needs claims"),
        ('verdict = "open"', "needs because"),
        ('verdict = "obvious"\nbecause = "of it"\nclaims = ["halving-mistakes"]', "has no claims"),
        ('verdict = "definition"\nbecuase = "of it"', "becuase"),
        (WHOLE.replace("dimension**2", "guess"), "speaks of 'guess'"),
        (WHOLE.replace("stands", "falls_not"), "falls_not"),
        (WHOLE.replace("repaired", "because"), "needs repaired"),
    ],
)
def test_a_row_that_is_not_whole_is_told_of(row: str, message: str) -> None:
    with pytest.raises(BadLedger, match=message) as caught:
        parse(_ledger(row), "uml.toml")
    assert str(caught.value).startswith("uml.toml: ")
    assert "\n" not in str(caught.value)
    assert parse(_ledger(WHOLE), "uml.toml").row[0].is_right


def test_the_errata_fail_where_a_line_does_not_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = msgspec.structs.replace(FALSE[0], falls=FALSE[0].stands)
    monkeypatch.setattr(module, "rows", lambda *_, **__: [("UML", wrong)])
    ran = CliRunner().invoke(main, ["errata"])
    assert ran.exit_code == 1
    assert f"the check {wrong.check} does not confirm this" in ran.output


def test_the_errata_tell_of_the_lines_that_fall_without_a_claim() -> None:
    ran = CliRunner().invoke(main, ["errata"])
    assert f"{len(FALSE)} more sentences of the notes are false" in ran.output
    assert all(row.counterexample.split()[0] in ran.output for row in FALSE)
