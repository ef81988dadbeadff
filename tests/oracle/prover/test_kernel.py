"""The kernel accepts what contradicts itself by a certificate, and refuses everything else."""

import errno
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sympy
from flint import fmpq, fmpq_mpoly_ctx
from sympy import Eq, Le, Ne, Or

from learncheck.oracle.prover import certificates, checking, kernel, search, solver
from learncheck.oracle.prover.certificates import Certificates, as_data, from_data, polynomial, text_of
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.checking import check as checked
from learncheck.oracle.prover.kernel import (
    All,
    Atom,
    Cases,
    Certificate,
    Multiple,
    Product,
    Refused,
    Some,
    Sum,
    check,
)
from learncheck.oracle.prover.polynomials import System, system
from learncheck.oracle.prover.proof_text import countermodel
from learncheck.theorems.language.proof import Obligation
from learncheck.theorems.language.registry import catalogue
from learncheck.theorems.recorded import OURS, folders

CONTEXT = fmpq_mpoly_ctx.get(["x0", "x1", "x2"], "lex")
X, Y, Z = CONTEXT.gens()
ONE = CONTEXT.constant(1)
HALF = fmpq(1, 2)


def product(*facts: int, times: Any = 1, root: Any = None) -> Product:
    return Product(fmpq(times), facts, root)


def refused(facts: list[Any], certificate: Certificate) -> str:
    with pytest.raises(Refused) as refusal:
        check(facts, certificate)
    return str(refusal.value)


# ---- what is accepted ----


def test_facts_that_add_up_to_less_than_0_contradict_each_other() -> None:
    check([Atom(X, "≥"), Atom(-X - 1, "≥")], Sum((product(0), product(1), product())))
    check([Atom(X, ">"), Atom(-X, "≥")], Sum((product(0), product(1))))


def test_facts_may_be_multiplied() -> None:
    check([Atom(X, ">"), Atom(Y, ">"), Atom(-X * Y, "≥")], Sum((product(0, 1), product(2))))
    check([Atom(X, "≥"), Atom(-X * X * X - 1, "≥")], Sum((product(0, root=X), product(1), product())))


def test_equations_may_be_multiplied_by_anything() -> None:
    check([Atom(X * Y - 1, "="), Atom(X, "=")], Sum((product(),), (Multiple(ONE, 0), Multiple(-Y, 1))))


def test_cases_are_all_closed() -> None:
    either = Some((Atom(X, ">"), All((Atom(-X, ">"), Atom(Y, ">")))))
    facts = [either, Atom(-X, "="), Atom(-Y, ">")]
    certificate = Cases(0, (Sum((product(3),), (Multiple(ONE, 1),)), Sum((product(4), product(2)))))
    check(facts, certificate)


def test_a_sign_makes_three_cases() -> None:
    facts = [Atom(-X * X, ">")]
    check(facts, Cases(X, (Sum((product(1, 1), product(0))), Sum((product(0),), (Multiple(X, 1),)),
                           Sum((product(1, 1), product(0))))))  # fmt: skip
    assert "3 cases" in refused(facts, Cases(X, (Sum((product(1, 1), product(0))), Sum((product(1, 1), product(0))))))


def test_nothing_is_one_of_none() -> None:
    check([Some(())], Cases(0, ()))


# ---- what is refused ----

NOT_NEGATIVE = [Atom(X, "≥"), Atom(-X, "≥")]

BAD: dict[str, tuple[list[Any], Certificate, str]] = {
    "facts that contradict nothing": (NOT_NEGATIVE, Sum((product(0), product(1))), "strictly positive"),
    "a square is not positive": ([Atom(-X * X, "≥")], Sum((product(0), product(root=X))), "strictly positive"),
    "a product with a fact that may be 0": (
        [Atom(X, ">"), Atom(Y, "≥"), Atom(-X * Y, "≥")], Sum((product(0, 1), product(2))), "strictly positive",
    ),
    "a sum that is not 0": ([Atom(X, ">")], Sum((product(0),)), "not 0"),
    "a coefficient below 0": ([Atom(X, ">")], Sum((product(0), product(0, times=-1))), "not positive"),
    "a coefficient of 0": ([Atom(X, ">")], Sum((product(times=0), product(0, times=0))), "not positive"),
    "an equation as a factor": ([Atom(X, "="), Atom(-X, ">")], Sum((product(0), product(1))), "an equation"),
    "an inequality as an equation": (
        [Atom(X, ">"), Atom(X + 1, "≥")], Sum((product(0),), (Multiple(-ONE, 0),)), "not an equation",
    ),
    "one of several as a fact": ([Some((Atom(X, ">"),)), Atom(-X, "≥")], Sum((product(0), product(1))), "no sign"),
    "a fact that there is not": ([Atom(X, ">")], Sum((product(1),)), "no fact 1"),
    "a fact counted from the end": ([Atom(X, ">"), Atom(-X, "≥")], Sum((product(-1), product(0))), "no fact -1"),
    "cases of what has none": ([Atom(X, ">")], Cases(0, ()), "makes no cases"),
    "a case left out": (
        [Some((Atom(X, ">"), Atom(Y, ">"))), Atom(-X, "≥")], Cases(0, (Sum((product(1), product(2))),)), "2 cases",
    ),
    "the fact of another case": (
        [Some((Atom(X, ">"), Atom(Y, ">"))), Atom(-X, "≥")],
        Cases(0, (Sum((product(1), product(2))), Sum((product(1), product(2))))),
        "not 0",
    ),
    "no summand": ([Atom(X, ">")], Sum(()), "strictly positive"),
    "factors by the tens of thousands": ([Atom(X - Y, ">")], Sum((product(*[0] * 30_000),)), "too many terms"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_the_kernel_refuses(what: str) -> None:
    facts, certificate, words = BAD[what]
    assert words in refused(facts, certificate)


# ---- damaged certificates ----

x, y, z = sympy.symbols("x y z", real=True)
OBLIGATIONS = [
    Obligation("square", {}, x**2 - 2 * x + 1 >= 0, "line"),
    Obligation("chain", {"a": x <= y, "b": y < z}, x < z, "line"),
    Obligation("product", {"a": x >= 1, "b": y >= 2, "c": Eq(z, x * y)}, z >= 2, "line"),
    Obligation("quotient", {"a": x > 0, "b": y <= x}, y / x <= 1, "line"),
    Obligation("root", {"a": x >= 4}, sympy.sqrt(x) >= 2, "line"),
    Obligation("cases", {"a": Or(x >= 1, x <= -1)}, x**2 >= 1, "line"),
    Obligation("greatest", {"a": sympy.Max(x, y) <= 3, "b": z >= 3}, Le(x + y, 2 * z), "line"),
    Obligation("apart", {"a": x * y > 0}, Ne(x, 0), "line"),
]


def certified() -> Iterator[tuple[System, Any]]:
    for obligation in OBLIGATIONS:
        asked = system(obligation)
        line = search.line_for(asked)
        check(asked.numbered, from_data(line, asked.context))
        yield asked, line


def damaged(data: Any, size: int) -> Iterator[Any]:
    """The certificate of so many facts with one of its parts changed or dropped, in every way that makes it wrong."""
    if isinstance(data, dict):
        cases = data["cases"]
        yield {**data, "by": 99}
        yield {**data, "by": -1}
        yield {**data, "by": None}
        yield {**data, "by": "x99"}
        yield {"by": data["by"]}
        yield {**data, "cases": [*cases, [[["1", []]], []]]}
        for i, case in enumerate(cases):
            yield {**data, "cases": cases[:i] + cases[i + 1 :]}
            for bad in damaged(case, size):
                yield {**data, "cases": [*cases[:i], bad, *cases[i + 1 :]]}
        return
    products, multiples = data
    yield [products]
    yield [[], []]
    yield [products, multiples, []]
    for i, (value, facts, *root) in enumerate(products):
        rest = products[:i] + products[i + 1 :]
        for other in (f"-{value}", "0", f"{value}0", f"{value}/0", "x0", "", 1, None):
            yield [[*rest, [other, facts, *root]], multiples]
        yield [rest, multiples]
        yield [[*products, [value, facts, *root]], multiples]
        yield [[*rest, [value, facts, "x0 + 1"]], multiples]
        yield [[*rest, [value, [*facts, size], *root]], multiples]
        if facts:
            yield [[*rest, [value, facts[1:], *root]], multiples]
            yield [[*rest, [value, [str(fact) for fact in facts], *root]], multiples]
    for i, (factor, equation) in enumerate(multiples):
        rest = multiples[:i] + multiples[i + 1 :]
        for other in (f"{factor} + 1", "0", "", "1/0", None):
            yield [products, [*rest, [other, equation]]]
        yield [products, rest]
        yield [products, [*rest, [factor, 99]]]


def proves(asked: System, data: Any) -> bool:
    try:
        check(asked.numbered, from_data(data, asked.context))
    except Refused:
        return False
    return True


@pytest.mark.slow
def test_damaged_certificates_are_refused() -> None:
    rejected = 0
    for asked, line in certified():
        for bad in damaged(line, 99):
            assert not proves(asked, bad), (asked.facts, line, bad)
            rejected += 1
    assert rejected > 100


def test_certificates_damaged_at_random_are_refused() -> None:
    """One sign of the text is changed. A few are then still certificates: those that say the same in other signs."""
    draw = random.Random(0)
    rejected = tried = 0
    for asked, line in certified():
        text = json.dumps(line)
        for _ in range(30):
            at = draw.randrange(len(text))
            bad = text[:at] + draw.choice('0123456789-+*/^x[]{}", ') + text[at + 1 :]
            try:
                data = json.loads(bad)
            except ValueError:
                data = bad
            tried += data != line
            rejected += not proves(asked, data)
    assert rejected >= 100
    assert rejected == tried


def test_a_certificate_of_other_facts_is_refused() -> None:
    pairs = list(certified())
    for k, (asked, _) in enumerate(pairs):
        for other, (_, line) in enumerate(pairs):
            if k != other and line != pairs[k][1]:
                assert not proves(asked, line), (asked.facts, line)


def test_a_certificate_of_too_many_characters_is_refused() -> None:
    with pytest.raises(Refused, match="it has more than 100,000 characters"):
        from_data([[["1", [0] * 50_000]], []], CONTEXT)


def test_what_is_written_is_read_again() -> None:
    for asked, line in certified():
        assert as_data(from_data(line, asked.context)) == line
        assert as_data(from_data(json.loads(json.dumps(line)), asked.context)) == line
    for p in (X * X * Y / 3 - Z + HALF, -X, CONTEXT.constant(0), CONTEXT.constant(-7)):
        assert polynomial(str(p), CONTEXT) == p


def test_the_search_finds_nothing_for_what_is_false() -> None:
    for goal in (x**2 >= 1, x * y >= 0, x / y >= 0, Ne(x, y)):
        asked = system(Obligation("false", {}, goal, "line"))
        assert search.find(asked) is None
        assert "point" in search.line_for(asked)


# ---- files ----


def test_a_bound_is_found_whether_or_not_its_count_is_known_not_to_be_negative() -> None:
    """x mistakes, each of which adds 1 to y and at most r² + 2 to z, and y² ≤ u²z."""
    r, u = sympy.symbols("r u", real=True)
    lines = {"turns": x <= y, "grows": z <= x * r**2 + 2 * x, "Cauchy–Schwarz": y**2 <= u**2 * z, "length": z >= 0}
    known = {"r": r >= 0, "u": u >= 0, "y": y >= 0}
    for more in ({}, {"a count": x >= 0}):
        asked = system(Obligation("the bound", {**lines, **known, **more}, x <= u**2 * (r**2 + 2), "line"))
        assert search.find(asked) is not None


LINE = Obligation("a sum", {"first": x >= 1, "second": y >= 2}, x + y >= 3, "line")


def of_files(folder: Path, text: str | bytes | None = None) -> Certificates:
    if text is not None:
        (folder / "stored").mkdir(exist_ok=True)
        (folder / "stored" / "a-claim.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    return Certificates("a-claim", folder / "stored", folder / "kept")


def good() -> str:
    own = Certificates()
    assert checked(LINE, own).status == "proved"
    return text_of(own.used)


def take_search_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if z3 were not installed and nothing had been searched for."""
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    monkeypatch.setattr(search, "_SEARCHED", {})


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    take_search_away(monkeypatch)


def test_what_was_not_found_once_hides_nothing_that_is_stored_now(tmp_path: Path) -> None:
    own = of_files(tmp_path, text := good())
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a-claim.json").write_text(text_of(dict.fromkeys(own.stored)))
    again = of_files(tmp_path, text)
    assert again.saved.keys() == again.stored.keys()
    assert {digest: next(again.of(digest))[1] for digest in again.stored} == own.stored


@pytest.mark.usefixtures("folder")
def test_what_is_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Certificates("a-claim", folder=Path("kept"))
    assert checked(LINE, own).status == "proved"
    assert own.keep() == ()
    monkeypatch.setattr(checking, "system", system)
    take_search_away(monkeypatch)
    again = Certificates("a-claim", folder=Path("kept"))
    assert checked(LINE, again).status == "proved"
    before = Path("kept", "a-claim.json").read_text()
    again.keep()
    assert Path("kept", "a-claim.json").read_text() == before
    assert len(before.splitlines()) == 6


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kept").write_text("a file")
    own = Certificates("a-claim", folder=Path("kept"))
    assert checked(LINE, own).status == "proved"
    (trouble,) = own.keep()
    assert trouble.startswith("kept cannot be written (Not a directory), so certificates that are found now")


@pytest.mark.usefixtures("no_search")
def test_without_z3_what_is_stored_is_checked_and_a_new_line_says_what_to_install(tmp_path: Path) -> None:
    new = checked(LINE, of_files(tmp_path))
    assert (new.status, new.by) == ("unknown", ())
    assert "pip install 'learncheck[search]'" in new.note
    assert "no certificate is stored" in new.note


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[: len(text) // 2], "cut short or was edited"),
        (lambda text: "", "cut short or was edited"),
        (lambda text: "[]", "cut short or was edited"),
        (lambda text: text.replace('"format": 1', '"format": 2'), "is of another version"),
        (lambda text: text.replace('"format": 1', '"format": "\\u001b[31m"'), "cut short or was edited"),
        (lambda text: text.replace('["1",[0]]', "NaN"), "cut short or was edited"),
        (lambda text: text.replace('"lines": {', '"lines": [], "lines": {'), "cut short or was edited"),
        (lambda text: text.replace("[[", "[" * 5000), "cut short or was edited"),
        (lambda text: text.encode("utf-16"), "cut short or was edited"),
        (lambda text: b"\0" * (certificates.MOST + 1), "cannot be read (it has more than 67,108,864 bytes)"),
    ],
)
def test_a_file_that_cannot_be_read_says_so_in_a_line_and_the_search_finds_it_again(
    damage: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = of_files(tmp_path, damage(good()))
    (trouble,) = own.troubles
    assert words in trouble
    assert "\n" not in trouble
    assert checked(LINE, own).status == "proved"
    take_search_away(monkeypatch)
    assert checked(LINE, of_files(tmp_path)).status == "unknown"


@pytest.mark.usefixtures("no_search")
def test_a_proof_that_is_open_for_want_of_its_certificates_says_what_is_wrong_with_them(tmp_path: Path) -> None:
    own = of_files(tmp_path, '{"format": 1, "lin')
    (claim,) = (claim for claim in catalogue() if claim.id == "halving-mistakes")
    report = ProofReport(claim, [checked(LINE, own)], "", troubles=tuple(own.troubles))
    first, second, *_ = countermodel(report)
    assert "is cut short" in first
    assert second.startswith("a sum: no certificate is stored; z3 is not installed")


def test_an_edited_certificate_is_refused_and_not_repaired_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = of_files(tmp_path, good().replace('["1",[0]]', '["2",[0]]'))
    assert checked(LINE, own).status == "proved"  # z3 is there
    (trouble,) = own.troubles
    file = tmp_path / "stored" / "a-claim.json"
    words = "the certificate of 'a sum' is refused, since the sum is not 0"
    assert trouble == f"{file}: {words}; install its package again to restore it"
    take_search_away(monkeypatch)
    line = checked(LINE, of_files(tmp_path))
    assert line.status == "unknown"
    assert line.note.startswith("its certificate is refused, since the sum is not 0; z3 is not installed")


def test_what_is_no_readable_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "kept" / "a-claim.json").mkdir(parents=True)
    own = of_files(tmp_path, good())
    (trouble,) = own.troubles
    assert "kept/a-claim.json cannot be read (it is not a regular file)" in trouble
    assert trouble.endswith("what is missing is searched for again")
    assert checked(LINE, own).status == "proved"
    (tmp_path / "kept" / "a-claim.json").rmdir()
    os.mkfifo(tmp_path / "kept" / "a-claim.json")
    assert of_files(tmp_path).troubles == own.troubles


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(file: Path, *rest: Any) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    text = good()
    monkeypatch.setattr(Path, "read_text", denied)
    (trouble,) = of_files(tmp_path, text).troubles
    assert "stored/a-claim.json cannot be read (Permission denied)" in trouble


def test_a_refused_certificate_does_not_hide_the_one_that_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = good()
    monkeypatch.setattr(search, "line_for", None)
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a-claim.json").write_text(text.replace('["1",[0]]', '["2",[0]]'))
    own = of_files(tmp_path, text)
    assert checked(LINE, own).status == "proved"
    assert "the sum is not 0; what is missing is searched for again" in own.troubles[0]


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("line", [{"point": ["junk"], "near": []}, {"near": ["3"]}, {"near": 3}, {"near": ["≈2"]}])
def test_rounded_values_in_a_file_show_nothing(line: Any, tmp_path: Path) -> None:
    impossible = Obligation("impossible", {"a": x >= 3, "b": x <= 2}, sympy.false, "vacuity")
    for asked in (impossible, LINE):
        answer = checked(asked, of_files(tmp_path, text_of({system(asked).digest: line})))
        assert answer.status == "unknown"
        assert answer.note.startswith("its certificate is refused, since it is not written as certificates are")


@pytest.mark.usefixtures("no_search")
def test_that_nothing_was_found_names_the_file_that_says_so(tmp_path: Path) -> None:
    line = checked(LINE, of_files(tmp_path, text_of({system(LINE).digest: None})))
    file = tmp_path / "stored" / "a-claim.json"
    assert line.note == f"no certificate was found; to search again, delete {file}"


def test_values_that_do_not_satisfy_the_facts_are_refused(tmp_path: Path) -> None:
    possible = Obligation("possible", {"a": x >= 3}, sympy.false, "vacuity")
    digest = system(possible).digest
    for line, words in (
        ({"point": ["2"]}, "do not satisfy"),
        ({"point": ["3", "4"]}, "2 values for 1 quantities"),
        ({"point": []}, "0 values"),
        ({"point": ["≈3.1"]}, "not fractions"),
        ({"point": 3}, "not fractions"),
        ({}, "not written as certificates are"),
    ):
        own = of_files(tmp_path, text_of({digest: line}))
        assert checked(possible, own).status == "proved"
        assert words in own.troubles[0]


@pytest.mark.usefixtures("folder")
def test_rounded_values_are_no_proof_and_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "line_for", lambda asked: {"near": ["≈3.1"]})
    possible = Obligation("possible", {"a": x >= 3}, sympy.false, "vacuity")
    own = Certificates("a-claim", folder=Path("kept"))
    assert checked(possible, own).status == "unknown"
    own.keep()
    assert not Path("kept").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("module", "limit", "words"),
    [(certificates, "LONGEST", "it has more than 2 characters"), (kernel, "MOST_TERMS", "too many terms")],
)
def test_a_certificate_beyond_the_limits_is_told_once_and_is_not_searched_for_again(
    module: Any, limit: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = Obligation("squares", {"a": Eq(x * y, 1), "b": x + y >= 1}, (x + y) ** 2 >= 1, "line")
    monkeypatch.setattr(module, limit, 2)
    own = Certificates("a-claim", folder=Path("kept"))
    line = checked(squares, own)
    assert line.status == "unknown"
    assert line.note.startswith("the certificate that was found cannot be used, since ")
    assert words in line.note
    assert own.keep() == ()
    monkeypatch.setattr(search, "line_for", None)
    again = Certificates("a-claim", folder=Path("kept"))
    assert checked(squares, again).note.startswith(f"{checking.NOT_FOUND}; to search again, delete")
    assert not again.troubles


def test_what_contradicts_itself_is_told_from_what_follows() -> None:
    impossible = checked(Obligation("a path", {"a": x >= 1, "b": x <= 0}, y >= 0, "code"))
    assert (impossible.status, impossible.empty) == ("proved", True)
    assert not checked(LINE).empty
    possible = Obligation("possible", {"a": x >= 1, "b": x <= 0}, sympy.false, "vacuity")
    assert checked(possible).status == "refuted"
    assert checked(possible).note == checking.CONTRADICTION


def test_the_stored_certificates_are_those_of_claims() -> None:
    proved = {claim.id for claim in catalogue() if claim.proof is not None}
    stored = folders()[OURS] / "certificates"
    assert {file.stem for file in stored.glob("*.json")} == proved
