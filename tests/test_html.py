"""The pages: whole, self-contained, well formed, readable without scripts; and in a browser where one is installed."""

import itertools
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from oracle.attack import PROFILES
from oracle.grade import check
from oracle.html import grade_page, section, verify_page
from oracle.killed import BadMutants, read
from oracle.mathml import mathml
from oracle.results import Report
from oracle.verify import verify
from theorems.registry import all_claims, select

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
VOID = {"meta", "link", "input", "br", "hr", "img"}
CLAIMS = ("halving-mistakes", "ellipsoid-mistakes", "memorizing-mistakes")


class VotesOfAll:
    """Halving that asks the dead as well."""

    def __init__(self, hypotheses: Any) -> None:
        self.hypotheses = hypotheses
        self.alive = np.ones(len(hypotheses), dtype=bool)

    def predict(self, x: int) -> int:
        return 1 if self.hypotheses[:, x].sum() >= 0 else -1

    def update(self, x: int, y: int) -> None:
        self.alive = self.alive & (self.hypotheses[:, x] == y)


class Page(HTMLParser):
    """The tags of a page, in order, and whether they are closed as they were opened."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attrs for tag, attrs in self.tags if tag in tags]


@pytest.fixture(scope="module")
def verified() -> str:
    return verify_page(verify(select(CLAIMS), PROFILES["quick"]))


@pytest.fixture(scope="module")
def report() -> Report:
    return check(VotesOfAll, "Halving", claims=["halving-mistakes", "halving-programs"])


@pytest.fixture(scope="module")
def graded(report: Report) -> str:
    return grade_page([report])


@pytest.fixture(params=["verified", "graded"])
def page(request: pytest.FixtureRequest) -> Page:
    return Page(request.getfixturevalue(request.param))


# ---- any page ----


def test_the_page_needs_nothing_from_elsewhere(page: Page) -> None:
    for tag, attrs in page.tags:
        for name in ("src", "href", "xlink:href", "action", "poster", "data"):
            assert attrs.get(name, "#").startswith(("#", "data:")), (tag, attrs)
    policy = next(each["content"] for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy


def test_the_names_on_the_page_are_unique_and_its_links_lead_somewhere(page: Page) -> None:
    names = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(names) == len(set(names))
    inner = [attrs["href"][1:] for attrs in page.all("a", "use") if attrs.get("href", "").startswith("#")]
    assert set(inner) <= set(names)
    for _, attrs in page.tags:
        for name in ("aria-labelledby", "for"):
            assert attrs.get(name) is None or attrs[name] in names


def test_a_screen_reader_finds_its_way(page: Page) -> None:
    assert [attrs["lang"] for attrs in page.all("html")] == ["en"]
    assert [len(page.all(each)) for each in ("main", "header", "h1")] == [1, 1, 1]
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), "a heading is skipped"
    assert all(each.get("scope") == "col" for each in page.all("th"))
    assert len(page.all("table")) == len(page.all("caption"))
    assert len(page.all("math")) > 0
    pictures = [index for index, (tag, _) in enumerate(page.tags) if tag == "svg"]
    assert all(page.tags[index][1]["role"] == "img" and page.tags[index + 1][0] == "title" for index in pictures)
    scrolled = [attrs for attrs in page.all("div") if attrs.get("class") == "scroll"]
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in scrolled), "the keyboard cannot scroll it"


def test_the_letters_have_contrast() -> None:
    style = (Path(__file__).parent.parent / "oracle" / "templates" / "page.css").read_text()
    schemes = re.findall(r"--paper: (#\w+); --text: (#\w+); --accent: (#\w+);", style)
    assert len(schemes) == 3, "light, dark and paper"
    for paper, text, accent in schemes:
        assert contrast(paper, text) >= 7
        assert contrast(paper, accent) >= 4.5


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    digits = "".join(2 * each for each in colour[1:]) if len(colour) == 4 else colour[1:]
    shares = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# ---- the claims ----


def test_every_claim_has_its_line_and_its_section(verified: str) -> None:
    page = Page(verified)
    ids = [each.id for each in select(CLAIMS)]
    assert [attrs["data-of"] for attrs in page.all("tr") if "data-of" in attrs] == ids
    assert [attrs["id"] for attrs in page.all("article")] == ids


def test_a_section_tells_all_that_is_known(verified: str) -> None:
    halving = verified.split('<article id="halving-mistakes"')[1].split("</article>")[0]
    for told in ("Halving makes at most log₂|H| mistakes.", "LEC, The Halving learner", "which attains the bound",
                 "a mistake removes at least half of the hypotheses", "proved: ", "Line by line",
                 "as H grows"):  # fmt: skip
        assert told.lower() in halving.lower(), told
    assert "<msub><mi>log</mi><mn>2</mn></msub>" in halving
    printed = verified.split('<article id="ellipsoid-mistakes-as-printed"')[1].split("</article>")[0]
    assert "The erratum" in printed
    assert 'href="#ellipsoid-mistakes"' in printed


def test_mutants_are_told_as_the_test_suite_found_them(tmp_path: Path) -> None:
    (tmp_path / "meta.xml").write_text(
        "<testsuites><testsuite>"
        "<testcase name='test_mutant_falls[memorizing-mistakes: one mistake fewer]'/>"
        "<testcase name='test_mutant_falls[memorizing-mistakes: forgets]'><failure/></testcase>"
        "<testcase name='test_mutant_falls[memorizing-mistakes: left out]'><skipped/></testcase>"
        "</testsuite></testsuites>"
    )
    evidence = list(verify(select(["memorizing-mistakes"]), PROFILES["quick"]))
    page = verify_page(evidence, read(tmp_path / "meta.xml"))
    assert "one mistake fewer: killed" in page
    assert "forgets: SURVIVED" in page
    assert "left out" not in page
    assert "Mutants" not in verify_page(evidence)


@pytest.mark.parametrize("text", ["{}", "<a>", "<testsuites/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"])
def test_what_tells_of_no_mutants_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "meta.xml").write_text(text)
    with pytest.raises(BadMutants, match="--junitxml"):
        read(tmp_path / "meta.xml")


def test_every_formula_is_well_formed_and_holds_every_symbol() -> None:
    for claim in all_claims():
        for relation in (claim.bound, *(step.relation for step in claim.steps.values())):
            tree = ElementTree.fromstring(mathml(relation).replace("&#8290;", "").replace("&#8289;", ""))
            shown = "".join(each.text or "" for each in tree.iter() if each.tag in ("mi", "mn", "mo", "mtext"))
            assert "_" not in shown, f"{claim.id}: {shown}"
            for symbol in relation.free_symbols:
                first = re.sub("epsilon|gamma|delta", "", str(symbol.name))[:1]
                assert first in shown, f"{claim.id}: {symbol} is missing in {shown}"
            empty = [each.tag for each in tree.iter() if each.tag in ("mi", "mn") and not (each.text or "").strip()]
            assert not empty, claim.id
            fractions = [each for each in tree.iter() if each.tag in ("mfrac", "msup", "msub")]
            assert all(len(each) == 2 for each in fractions), f"{claim.id}: {shown}"


@pytest.mark.parametrize(
    ("claim_id", "shown"),
    [("halving-mistakes", "M≤log2(H)"), ("boosted-vc-monotone", "V≥d"), ("conjunction-sample-size", "P≤δ")],
)
def test_formulas_read_as_they_are_written(claim_id: str, shown: str) -> None:
    claim = next(each for each in all_claims() if each.id == claim_id)
    assert re.sub(r"<annotation.*?</annotation>|<[^>]*>|&#\d+;", "", mathml(claim.bound)) == shown


# ---- the student's page ----


def test_a_failure_shows_game_step_and_picture(graded: str) -> None:
    assert "The step of the proof that broke:" in graded
    assert "M ≤ log₂(H) fails: M = 2, H = 2" in graded
    assert "The smallest game in which halving-mistakes falls" in graded
    assert graded.count('type="radio"') >= 3
    assert "2 mistakes" in graded or "mistakes 2" in graded


@pytest.mark.parametrize(
    ("feedback", "told", "untold"),
    [
        ("counterexample", ["fails:", "smallest game"], ["broke:", ">V<"]),
        ("bound", ["fails:"], ["smallest game", "<svg", "broke:"]),
        ("hidden", ["score"], ["fails:", "halving-mistakes"]),
    ],
)
def test_the_page_tells_what_the_feedback_allows(
    report: Report, feedback: Any, told: list[str], untold: list[str]
) -> None:
    page = grade_page([report], feedback)
    assert all(each in page for each in told)
    assert not any(each in page for each in untold)


def test_a_report_that_has_travelled_shows_the_same_game(report: Report, graded: str) -> None:
    pytest.importorskip("matplotlib")
    there = grade_page([report.to_travel()])
    assert there.count("<svg") == graded.count("<svg") > 0


def test_what_a_submission_is_called_is_text(report: Report) -> None:
    named = Report("<script>alert(1)</script>.py", 0, report.learners)
    assert "<script>alert" not in grade_page([named])
    assert "<script>alert" not in section(named)


def test_two_reports_in_a_notebook_do_not_share_names(report: Report) -> None:
    both = section(report) + section(report)
    names = re.findall(r' id="([^"]+)"', both)
    assert len(names) == len(set(names))
    assert "<script" not in both
    assert "animation" in both
    assert "prefers-reduced-motion" in both


def test_without_matplotlib_a_page_has_no_pictures_and_says_so(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from oracle import pictures; pictures.available = lambda: False\n"
        "from oracle.attack import PROFILES; from oracle.html import verify_page; from oracle.verify import verify\n"
        "from theorems.registry import select\n"
        "page = verify_page(verify(select(['memorizing-mistakes']), PROFILES['quick']))\n"
        "assert '<svg' not in page and 'Pictures need matplotlib' in page and 'The figures' in page\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr


# ---- in a browser ----


@pytest.fixture(scope="module")
def browse(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Opens a page and gives what it then holds; fails on anything that the console says."""
    if BROWSER is None:
        pytest.skip("no chromium on this machine")
    folder = tmp_path_factory.mktemp("browser")

    def browse(text: str, fragment: str = "") -> str:
        path = folder / "page.html"
        path.write_text(text)
        command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
                   f"--user-data-dir={folder / 'profile'}", "--dump-dom", f"{path.as_uri()}{fragment}"]  # fmt: skip
        ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran.stderr
        assert "CONSOLE" not in ran.stderr, ran.stderr
        return ran.stdout

    return browse


def test_the_pages_open_without_a_word_on_the_console(browse: Any, verified: str, graded: str) -> None:
    assert "<article" in browse(verified)
    assert "falsified" in browse(graded)


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("find=Ellipsoid", ["ellipsoid-mistakes", "ellipsoid-mistakes-as-printed"]),
        ("standing=refuted", ["ellipsoid-mistakes-as-printed"]),
        ("evidence=attained&source=VEM", ["halving-mistakes"]),
        ("find=no+such+claim", []),
    ],
)
def test_the_index_filters(browse: Any, verified: str, asked: str, left: list[str]) -> None:
    page = Page(browse(verified, f"#?{asked}"))
    shown = [attrs["data-of"] for attrs in page.all("tr") if "data-of" in attrs and "hidden" not in attrs]
    assert shown == left
    assert [attrs["id"] for attrs in page.all("article") if "hidden" not in attrs] == left


# ---- the tutorial ----


@pytest.mark.courses
def test_the_tutorial_runs_to_its_end_and_shows_what_it_says() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    path = Path(__file__).parent.parent / "examples" / "tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "commit it without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pages = [output["data"]["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    printed = "".join(output["text"] for output in outputs if output["output_type"] == "stream")
    assert len(pages) == 2
    assert "MyHalving: score 0.00" in pages[0]
    assert "Round by round" in pages[0]
    assert "Repaired: score 1.00" in pages[1]
    assert "attained" in printed
    assert "proved: " in printed
    assert "not proved: " in printed
