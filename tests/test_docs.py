"""The documentation: every block of the guides runs and prints what it shows, and the site builds without a warning."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import draw_counterexample
import pytest
import record
from blocks import ROOT, Desk, blocks, commands
from browsers import PATIENCE, WHY_NOT, chromium, served

import learncheck
from learncheck.oracle.report import api
from learncheck.oracle.report.site import GALLERY
from learncheck.oracle.report.summaries import ClaimSummary, Finding, store
from learncheck.theorems.language.chapters import chapters
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import catalogue

DOCS = ROOT / "docs"
GUIDES = ("index.md", "students.md", "instructors.md", "authors.md")
INSTALL = re.compile(
    r"python3 -m venv --without-pip \.venv && python3 -m pip --python \.venv/bin/python install pip -e .*"
)


@pytest.mark.slow
@pytest.mark.parametrize("name", GUIDES)
def test_every_block_of_a_guide_runs(name: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    for block in blocks(DOCS / name):
        if block.title or block.language == "console":
            desk.do(block)


@pytest.mark.parametrize("name", GUIDES)
def test_there_is_no_block_that_nothing_runs(name: str) -> None:
    blocks_ = blocks(DOCS / name)
    fences = (DOCS / name).read_text().count("```")
    assert fences == 2 * len(blocks_), "a fence is not read as a block"
    for index, block in enumerate(blocks_):
        where = f"{name}, line {block.line}"
        if block.title:
            later = [block.text for block in blocks_[index:] if block.language == "console"]
            words = (block.title, Path(block.title).stem, "homework/*.py")
            assert any(word in text for word in words for text in later), f"{where}: nothing uses {block.title}"
        elif block.language == "sh":  # .ci/run runs these in a clean checkout
            assert all(INSTALL.fullmatch(line) for line in block.text.splitlines()), where
        else:
            assert block.language == "console", f"{where}: give the block a title, so that it is a file that is used"
            assert any(True for _ in commands(block)), where


@pytest.mark.slow
def test_mypy_accepts_every_example_of_the_guide_for_authors(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="it is one of the extra `dev`")
    files = {block.title: block.text for block in blocks(DOCS / "authors.md") if block.title.endswith(".py")}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    call = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", str(tmp_path / "cache"), *files]
    ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.slow
def test_the_student_sees_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures are the extra `pictures`")
    desk = Desk(tmp_path)
    ran = desk.run("learncheck grade examples/submission.py --claims halving-mistakes --html report.html")
    assert ran.returncode == 1, ran.stderr
    page = (desk.folder / "report.html").read_text("utf-8")
    assert "<svg" in page
    assert "halving-mistakes" in page


def test_the_readmes_picture_is_that_of_the_submission() -> None:
    """Compare the text and the description of docs/counterexample.svg; the lines depend on matplotlib's version."""
    pytest.importorskip("matplotlib", reason="pictures are the extra `pictures`")
    picture = draw_counterexample.picture()
    letters = re.compile(r"(?<=>)[^<>]+(?=<)")
    assert letters.findall(picture) == letters.findall((DOCS / "counterexample.svg").read_text("utf-8"))
    assert "breaks in round 2" in picture


def on_record(claim: Claim) -> ClaimSummary:
    """Evidence from tests/recorded: enough for a page."""
    line = record.line(claim.id)
    return ClaimSummary(claim.id, line["words"], [Finding(entry.get("learner")) for entry in line["evidence"]])


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Uses the evidence in the folder that LEARNCHECK_EVIDENCE names, or else the recorded evidence."""
    pytest.importorskip("material", reason="the site is the extra `docs`")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # an advertisement on standard error
    if "LEARNCHECK_EVIDENCE" not in environment:
        evidence = tmp_path / "evidence"
        environment["LEARNCHECK_EVIDENCE"] = str(evidence)
        for claim in catalogue():
            store(evidence, on_record(claim))
    built = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    ran = subprocess.run(built, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=1800)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "WARNING" not in ran.stderr
    for path in DOCS.glob("*.md"):
        name = "index.html" if path.stem == "index" else f"{path.stem}/index.html"
        assert (tmp_path / "site" / name).is_file(), name
    report = json.loads((tmp_path / "site" / "search" / "search_index.json").read_text("utf-8"))
    titles = {entry["location"]: entry["title"] for entry in report["docs"]}
    assert not [entry["location"] for entry in report["docs"] if "\\leq" in entry["text"]], "no LaTeX in what is found"
    for claim in catalogue():
        text = (tmp_path / "site" / "claims" / claim.id / "index.html").read_text("utf-8")
        assert titles[f"claims/{claim.id}/"] == claim.id, "the search finds it by its id"
        assert text.count("<h1") == 1, claim.id
        assert '<p class="statement">' in text, "the markup is shown as text"
    listed = (tmp_path / "site" / "claims" / "index.html").read_text("utf-8")
    assert re.search(r'<td><a href="halving-mistakes/">.*</a></td>\s*<td>Halving makes at most .*<math>', listed)
    home = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert home.count('class="step"') >= 4, "a learner that fails, round by round"
    gallery = (tmp_path / "site" / "gallery" / "index.html").read_text("utf-8")
    assert gallery.count("<svg") >= len(GALLERY), "each of them has a picture"
    for title in chapters():
        assert re.search(rf'<span class="md-ellipsis">\s*{title}\s*</span>', gallery), "a line of the navigation"
    for name in re.findall(r'href="\.\./claims/([\w-]+)/#run"><svg', gallery):
        assert 'id="run"' in (tmp_path / "site" / "claims" / name / "index.html").read_text("utf-8"), name
    if not WHY_NOT:
        with chromium() as browser, served(tmp_path / "site") as address:
            reads_well(browser, address)


KINDS = """
    index students errata gallery tightness learners claims/finite claims/halving-mistakes claims/vc-halfspaces
    claims/adaboost-training-error claims/ellipsoid-mistakes-as-printed
"""


def reads_well(browser: Any, address: str) -> None:
    """The search finds a claim by its id. A page of each kind fits a phone, makes no external requests and cuts off no
    commands. On paper a claim begins on the same sheet as its heading.
    """
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for kind in KINDS.split():
        page.goto(address + ("" if kind == "index" else f"{kind}/"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, kind
        wide = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
        assert not page.eval_on_selector_all(".language-sh pre, .language-sh code", wide), f"{kind}: a command is cut"
    assert all(url.startswith((address, "data:", "blob:")) for url in asked)
    page.emulate_media(media="print")
    page.goto(address + "claims/halving-mistakes/")
    assert page.eval_on_selector("article", "each => getComputedStyle(each).breakBefore") == "auto"
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1400, "height": 900})
    # What is typed before the index has been read is lost, and what is found of half the id gives way as one types.
    page.locator(".md-search-result__meta", has_text="Type to start").wait_for(state="attached")
    page.locator("[data-md-component=search-query]").press_sequentially("halving-mistakes")
    page.locator(".md-search-result__item:first-child a[href*='/claims/halving-mistakes/']").first.wait_for()
    page.close()


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r"([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    generated = {"api.md", "gallery.md", "ledger.md", "learners.md", "tightness.md"}
    assert sorted({*listed} - generated) == sorted(path.name for path in DOCS.glob("*.md"))
    assert generated <= {*listed}


def _undescribed() -> Iterator[str]:
    """The names without a docstring, and the fields and methods that no docstring mentions."""
    for entry in api.entries():
        if not entry.words:
            yield entry.name
        yield from (f"{entry.name}.{name}" for name in entry.fields if not re.search(rf"\b{name}\b", entry.words))
        yield from (f"{entry.name}.{call}" for call, words in entry.methods if not words)


def test_the_reference_tells_of_every_public_name() -> None:
    assert {entry.name.split(".")[1] for entry in api.entries()} == {*learncheck.__all__}
    assert list(_undescribed()) == []
    page = api.page()
    for entry in api.entries():
        assert f"### {entry.name.removeprefix('learncheck.')}\n" in page
        assert all(re.search(rf"\b{name}\b", entry.signature) for name in entry.fields), entry.name


def test_what_is_linked_in_the_repository_is_there() -> None:
    """Except for the pages that exist only on the site, which its guides link to."""
    for path in (ROOT / "README.md", *DOCS.glob("*.md")):
        for target in re.findall(r"\]\(([\w/.-]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
            generated = path.parent == DOCS and target in ("api.md", "ledger.md", "learners.md", "tightness.md")
            assert generated or (path.parent / target).exists(), f"{path.name}: {target}"
