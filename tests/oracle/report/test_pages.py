"""The pages: those in the repository agree with the claims, and those that are generated say what they are made of."""

import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import record

from learncheck.learners import LEARNERS
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.report import html, pages, site, summaries
from learncheck.oracle.report.claim_page import page_of
from learncheck.oracle.report.index import index
from learncheck.theorems.language.registry import catalogue, select
from learncheck.theorems.recorded import recorded

DOCS = Path(__file__).parents[3] / "docs"


def test_the_index_is_current() -> None:
    """The table that it is made of is compared with fresh evidence in test_claims.py."""
    assert (DOCS / "claims.md").read_text("utf-8") == index(record.stored()), "run `python tests/record.py`"


def test_the_page_of_the_errata_has_them_all() -> None:
    printed = [claim for claim in catalogue() if claim.refuted_by is not None]
    repaired = {claim.repairs for claim in catalogue() if claim.repairs is not None}
    assert {claim.id for claim in printed} == repaired
    assert [name for name, about in recorded().items() if about["erratum"]] == [claim.id for claim in printed]
    page = pages.errata({name: about["erratum"] for name, about in recorded().items()})
    assert (DOCS / "errata.md").read_text("utf-8") == page, "run `python tests/record.py`"


def test_the_ledger_is_filtered_by_the_verdict_that_begins_each_row() -> None:
    page = pages.ledger()
    offered = set(re.findall(r"<option>(.*?)</option>", page))
    below = page[page.index("</script>") :]
    assert offered == set(re.findall(r"^- \*(\w+)\* ", below, re.MULTILINE))


def test_a_bound_that_is_attained_is_shown_attained() -> None:
    (claim,) = select(["perceptron-mistakes"])
    finding = summaries.Finding("Perceptron", attained=True)
    page = page_of(claim, {claim.id: summaries.ClaimSummary(claim.id, "attained", [finding])})
    assert [picture.title for picture in page.played] == ["A witness that attains the bound"]


@pytest.fixture(scope="module")
def page_of_learners() -> str:
    return pages.learners()


@pytest.mark.slow
def test_every_learner_is_on_the_page_of_learners(page_of_learners: str) -> None:
    assert re.findall(r"^## `(\w+)\(", page_of_learners, re.MULTILINE) == sorted(
        LEARNERS, key=lambda name: not hasattr(LEARNERS[name], "update")
    )
    assert "[`halving-mistakes`](claims/halving-mistakes.md)" in page_of_learners


def test_every_learner_has_an_example_that_ran(page_of_learners: str) -> None:
    for entry in page_of_learners.split("## ")[1:]:
        name = entry.partition("(")[0].strip("`")
        assert f"from learncheck.learners import {name}" in entry, name
        assert "```text" in entry, name


@pytest.mark.usefixtures("matplotlib")
def test_the_home_page_shows_a_learner_that_fails() -> None:
    home, config = (
        (DOCS / "index.md").read_text("utf-8"),
        SimpleNamespace(config_file_path=str(DOCS.parent / "mkdocs.yml")),
    )
    shown = site.on_page_markdown(f"# A page\n\n{site.FAILING}\n", page=None, config=config, files=None)
    assert "It makes 2:" in shown
    assert re.findall(r'<span aria-hidden="true">(.*?)</span></label>', shown) == ["1", "1 after", "2", "2 after"]
    (where,) = re.findall(r"proof step violated: .* in (round \d+), ", home)
    assert f"broken in {where}" in shown, "the game that the page tells as text"
    assert site.on_page_markdown("# Another", page=None, config=None, files=None) == "# Another"


FEW = Profile("quick", scout=5, search=5, shrink=100)


@pytest.mark.slow
def test_the_page_of_a_claim_shows_the_same_from_kept_evidence(tmp_path: Path) -> None:
    claims = select(["consistent-mistakes", "confidence-boosting-chunks"])
    fresh = {claim.id: summaries.summarize([*verify([claim], FEW)]) for claim in claims}
    for summary in fresh.values():
        summaries.store(tmp_path, summary)
    stored = {claim.id: summaries.stored(tmp_path, claim.id) for claim in claims}
    assert stored == fresh
    shown = {claim.id: html.claim_section(page_of(claim, fresh), "../{}/".format) for claim in claims}
    halving = shown["consistent-mistakes"]
    for words in ("exhausted: all classes", "survived: ", "Line by line", "class Consistent", "learncheck grade"):
        assert words in halving, words
    assert 'href="../confidence-boosting-chunks/"' in shown["confidence-boosting-chunks-as-printed"]
    assert "Evidence" in shown["confidence-boosting-chunks"]


def test_evidence_of_another_version_counts_for_nothing(tmp_path: Path) -> None:
    summary = summaries.ClaimSummary("a", "survived", [])
    summaries.store(tmp_path, summary)
    assert summaries.stored(tmp_path, "a") == summary
    _, held = msgspec.msgpack.decode((tmp_path / "a.bin").read_bytes())
    (tmp_path / "a.bin").write_bytes(msgspec.msgpack.encode(("another", held)))
    assert summaries.stored(tmp_path, "a") is None
    assert summaries.stored(tmp_path, "b") is None


@pytest.mark.usefixtures("matplotlib")
def test_the_page_of_a_claim_has_the_game_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    (claim,) = select(["halving-mistakes"])
    finding = summaries.Finding("Halving", attained=True)
    evidence = {claim.id: summaries.ClaimSummary(claim.id, "attained", [finding])}
    shown = html.claim_section(page_of(claim, evidence), "../{}/".format)
    (program,) = re.findall('as a program:</p>\\n<pre tabindex="0"><code>(.*?)</code></pre>', shown, re.DOTALL)
    exec(unescape(program), {})
    assert capsys.readouterr().out
