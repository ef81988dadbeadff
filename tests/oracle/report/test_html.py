"""The pages: whole, self-contained, well formed, readable without scripts; and in a browser where one is installed."""

import itertools
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from browsers import PATIENCE, WHY_NOT, chromium
from implementations import implementation

from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import attack
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.results import Report
from learncheck.oracle.notation import GREEK, relation
from learncheck.oracle.report import html, pictures
from learncheck.oracle.report.formulas import figured, typeset
from learncheck.oracle.report.html import grade_page, section, verify_page
from learncheck.oracle.report.text import failure
from learncheck.theorems.language.chapters import chapters
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import catalogue, select
from learncheck.theorems.language.sentence import Sentence

FEW = Profile("quick", scout=20, search=10, shrink=2_000)
VOID = {"meta", "link", "input", "br", "hr", "img"}
CLAIMS = ("halving-mistakes", "confidence-boosting", "memorizing-mistakes")
BOTH_SIDES = figured("M = 2 > 1 = log₂(H), with H = 2", *select(["halving-mistakes"]))
HINT = "Likely mistake: it lets refuted hypotheses vote ("


VotesOfAll: Any = implementation("Halving", "all vote")


class Stumbles(VotesOfAll):
    """Raises what is said."""

    def predict(self, x: int) -> int:
        raise RuntimeError("the dead are many")


class Page(HTMLParser):
    """The tags of a page, in order, and whether they are closed as they were opened; and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.said: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if not {"annotation", "title", "script", "style"} & set(self.open):
            self.said.append(data)

    @property
    def text(self) -> str:
        return "".join(self.said)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attrs for tag, attrs in self.tags if tag in tags]


@pytest.fixture(scope="module")
def verified() -> str:
    return verify_page(verify(select(CLAIMS), FEW))


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


@pytest.mark.slow
def test_the_page_needs_nothing_from_elsewhere(page: Page) -> None:
    for tag, attrs in page.tags:
        for name in ("src", "href", "xlink:href", "action", "poster", "data"):
            assert attrs.get(name, "#").startswith(("#", "data:")), (tag, attrs)
    policy = next(tag["content"] for tag in page.all("meta") if tag.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy


@pytest.mark.slow
def test_the_names_on_the_page_are_unique_and_its_links_lead_somewhere(page: Page) -> None:
    names = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(names) == len(set(names))
    inner = [attrs["href"][1:] for attrs in page.all("a", "use") if attrs.get("href", "").startswith("#")]
    assert set(inner) <= set(names)
    for _, attrs in page.tags:
        for name in ("aria-labelledby", "for"):
            assert attrs.get(name) is None or attrs[name] in names


@pytest.mark.slow
def test_a_screen_reader_finds_its_way(page: Page) -> None:
    assert [attrs["lang"] for attrs in page.all("html")] == ["en"]
    assert [len(page.all(name)) for name in ("main", "header", "h1")] == [1, 1, 1]
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), "a heading is skipped"
    assert all(cell.get("scope") in ("col", "rowgroup") for cell in page.all("th"))
    assert len(page.all("table")) == len(page.all("caption"))
    assert len(page.all("math")) > 0
    pictures = [index for index, (tag, _) in enumerate(page.tags) if tag == "svg"]
    assert all(page.tags[index][1]["role"] == "img" and page.tags[index + 1][0] == "title" for index in pictures)
    scrolled = [attrs for attrs in page.all("div") if attrs.get("class") == "scroll"]
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in scrolled), "the keyboard cannot scroll it"


# ---- the claims ----


def test_every_claim_has_its_line_and_its_section(verified: str) -> None:
    page = Page(verified)
    ids = [claim.id for claim in in_order()]
    assert [attrs["data-of"] for attrs in page.all("tr") if "data-of" in attrs] == ids
    assert [attrs["id"] for attrs in page.all("article")] == ids


def test_a_section_tells_all_that_is_known(verified: str) -> None:
    halving = article(verified, "halving-mistakes")
    text = Page(halving).text
    for words in ("Halving makes at most log2|H| mistakes.", "LEC, The Halving learner", "that attains the bound",
                 "a mistake removes at least half of the hypotheses", "proved: ", "Line by line",
                 "for each H"):  # fmt: skip
        assert words.lower() in text.lower(), words
    assert "<msub><mi>log</mi><mn>2</mn></msub>" in halving
    printed = article(verified, "confidence-boosting-as-printed")
    assert "Counterexample" in printed
    assert 'href="#confidence-boosting"' in printed


def in_order() -> list[Claim]:
    """The claims of the page, chapter by chapter."""
    wanted = select(CLAIMS)
    return [claim for claims in chapters().values() for claim in claims if claim in wanted]


def article(page: str, claim_id: str) -> str:
    rest = page.split(f'<article id="{claim_id}"')[1].split("</article>")[0]
    return f"<article{rest}</article>"


@pytest.mark.slow
def test_every_formula_is_well_formed_and_holds_every_symbol() -> None:
    for claim in catalogue():
        for stated in (claim.bound, *(step.relation for step in claim.steps)):
            tree = ElementTree.fromstring(f"<p>{typeset(relation(stated))}</p>")
            shown = "".join(element.text or "" for element in tree.iter() if element.tag in ("mi", "mn", "mo", "mtext"))
            assert "_" not in shown, f"{claim.id}: {shown}"
            for symbol in stated.free_symbols:
                first = unicodedata.normalize("NFD", GREEK.get(symbol.name, symbol.name))[0]
                assert first in shown, f"{claim.id}: {symbol} is missing in {shown}"
            fractions = [element for element in tree.iter() if element.tag in ("mfrac", "msup", "msub")]
            assert all(len(fraction) == 2 for fraction in fractions), f"{claim.id}: {shown}"


def sentences(claim: Claim) -> Iterator[Sentence]:
    """What the claim says in words."""
    yield from (claim.statement, claim.remark, claim.flaw)  # type: ignore[misc]
    yield from (step.words for step in (*claim.assuming, *claim.steps))  # type: ignore[misc]
    if claim.proof is not None:
        proof = claim.proof
        yield from (proof.reading, *proof.lines, *proof.means)  # type: ignore[misc]
        yield from (*getattr(proof, "invariant", ()), *(fact.words for fact in proof.using))


@pytest.mark.slow
def test_of_a_sentence_no_letter_is_lost() -> None:
    for claim in catalogue():
        for words in sentences(claim):
            tree = ElementTree.fromstring(f"<p>{typeset(words)}</p>")
            letters = [letter for letter in unicodedata.normalize("NFD", "".join(tree.itertext())) if letter.isalpha()]
            written = unicodedata.normalize("NFD", words)
            if "binom" in words.latex:
                written = written.replace("C(", "(")
            written = written.translate(str.maketrans("ᵀΣ∏", "   "))
            read = [letter for letter in written.replace("**", "^") if letter.isalpha()]
            assert letters == read or ", at " in words, f"{claim.id}: {words}"
            assert "merror" not in typeset(words), claim.id


# ---- the student's page ----


def test_a_failure_shows_its_game_and_the_step(graded: str) -> None:
    assert "Proof step violated:" in graded
    assert BOTH_SIDES in graded
    assert "The smallest game that breaks halving-mistakes" in graded
    assert "mistakes" in Page(graded).text
    assert graded.count('<details class="again"') == 1, "the second failure of the learner is folded"


@pytest.mark.usefixtures("matplotlib")
def test_a_failure_is_drawn_before_and_after_each_update(graded: str) -> None:
    assert graded.count('type="radio"') >= 4
    assert "mistakes 2" in graded


@pytest.mark.parametrize(
    ("feedback", "shown", "withheld"),
    [
        ("counterexample", [BOTH_SIDES, "smallest game", HINT], ["broke:", ">V<"]),
        ("bound", [BOTH_SIDES], ["smallest game", "<svg", "broke:", HINT]),
        ("hidden", ["score"], [BOTH_SIDES, "halving-mistakes"]),
    ],
)
def test_the_page_tells_what_the_feedback_allows(
    report: Report, feedback: Any, shown: list[str], withheld: list[str]
) -> None:
    page = grade_page([report], feedback)
    assert all(sentence in page for sentence in shown)
    assert not any(sentence in page for sentence in withheld)


@pytest.mark.usefixtures("matplotlib")
def test_conformance_is_a_sentence_and_no_equation() -> None:
    page = grade_page([check(VotesOfAll, "Halving", claims=["halving-conforms"])])
    assert 'aria-label="The bound"' not in page
    assert "trusted" in page, "the submission's own state is drawn"
    assert Page(page).text.count("before the update") >= 2


@pytest.mark.usefixtures("matplotlib")
def test_a_report_that_has_travelled_shows_the_same_game(report: Report, graded: str) -> None:
    there = grade_page([report.to_travel()])
    assert there.count('class="step"') == graded.count('class="step"') > 0
    assert 0 < there.count("<svg") <= graded.count("<svg"), "the state that the proof speaks of has stayed behind"


@pytest.mark.slow
def test_what_a_submission_is_called_is_text(report: Report) -> None:
    named = Report("<script>alert(1)</script>.py", 0, report.learners)
    assert "<script>alert" not in grade_page([named])
    assert "<script>alert" not in section(named)


@pytest.mark.slow
def test_two_reports_in_a_notebook_do_not_share_names(report: Report) -> None:
    both = section(report) + section(report)
    names = re.findall(r' id="([^"]+)"', both)
    assert len(names) == len(set(names))
    assert "prefers-reduced-motion" in both


@pytest.mark.slow
def test_without_matplotlib_a_page_has_no_pictures_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(pictures, "available", lambda: False)
    html._templates.cache_clear()
    try:
        page = verify_page(verify(select(["memorizing-mistakes"]), FEW))
    finally:
        html._templates.cache_clear()
    assert "<svg" not in page
    assert "Pictures need matplotlib" in page
    assert "The figures" in page


# ---- in a browser ----


class Opened:
    """A page in a browser, and what happened while it was open."""

    def __init__(self, page: Any, path: Path) -> None:
        self.page = page
        self.amiss: list[str] = []
        page.on("console", lambda message: self.amiss.append(f"the console says {message.text}"))
        page.on("pageerror", lambda error: self.amiss.append(f"the script fails: {error}"))
        page.on("request", lambda asked: self.amiss.append(f"asks for {asked.url}") if asked.url != address else None)
        address = path.as_uri()
        page.goto(address)

    def listed(self) -> list[str]:
        """The claims that the index shows, in order."""
        ids: list[str] = self.page.eval_on_selector_all(
            "tr[data-of]", "rows => rows.filter(each => each.offsetParent).map(each => each.dataset.of)"
        )
        return ids


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, verified: str, graded: str) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    for name, text in (("verified", verified), ("graded", graded)):
        (folder / f"{name}.html").write_text(text, "utf-8")
    return {name: folder / f"{name}.html" for name in ("verified", "graded")}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if WHY_NOT:
        pytest.skip(WHY_NOT)
    with chromium() as running:
        yield running


@pytest.fixture
def opens(browser: Any, files: dict[str, Path]) -> Iterator[Any]:
    """Opens one of the pages under some circumstances; in the end nothing must have been amiss."""
    opened = []

    def opens(name: str, **circumstances: Any) -> Opened:
        context = browser.new_context(**circumstances)
        context.set_default_timeout(PATIENCE)
        opened.append((context, Opened(context.new_page(), files[name])))
        return opened[-1][1]

    yield opens
    for context, shown in opened:
        context.close()
        assert not shown.amiss


ALL_OPEN = """() => {
  document.querySelectorAll("article > noscript").forEach(each => { each.parentNode.innerHTML = each.textContent; });
  document.querySelectorAll("article").forEach(each => { each.hidden = false; });
  document.querySelectorAll("details").forEach(each => { each.open = true; });
}"""

CUT_LETTERS = """() => [...document.querySelectorAll("svg text")].filter(each => {
  const sheet = each.closest("svg").getBoundingClientRect(), letters = each.getBoundingClientRect();
  return letters.left < sheet.left - 1 || letters.right > sheet.right + 1 || letters.bottom > sheet.bottom + 1;
}).map(each => each.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["verified", "graded"])
def test_a_page_reads_well_on_a_phone(opens: Any, name: str) -> None:
    """It fits a phone's width, says nothing on the console, and asks for nothing."""
    opened = opens(name, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    opened.page.evaluate(ALL_OPEN)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not opened.page.evaluate(CUT_LETTERS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["verified", "graded"])
def test_a_browser_reads_the_page_as_it_is_written(opens: Any, files: dict[str, Path], name: str) -> None:
    """No element stands where HTML forbids it: the browser would put it elsewhere, or double it."""
    opened = opens(name, java_script_enabled=name == "graded")
    written = Counter(tag for tag, _ in Page(files[name].read_text("utf-8")).tags)
    read = opened.page.eval_on_selector_all("*", "all => all.map(each => each.localName)")
    assert Counter(letter.lower() for letter in read) == written


@pytest.mark.slow
def test_the_index_is_a_plain_table_without_scripts(opens: Any) -> None:
    opened = opens("verified", java_script_enabled=False)
    assert not opened.page.locator("form.filter").is_visible()
    assert opened.listed() == [claim.id for claim in in_order()]
    assert opened.page.locator("#halving-mistakes").is_visible()
    assert opened.page.locator("#halving-mistakes svg").count() >= 2


@pytest.mark.slow
def test_a_claim_is_unfolded_when_it_is_asked_for(opens: Any) -> None:
    """A phone reads the index alone; a claim has a page, and a sheet, of its own."""
    page = opens("verified", viewport={"width": 390, "height": 844}).page
    assert page.evaluate("document.querySelectorAll('article *').length") == len(CLAIMS) + 1, "a folded text each"
    page.locator("a[href='#halving-mistakes']").click()
    claim = page.locator("#halving-mistakes")
    claim.locator("svg").first.wait_for()
    assert page.locator("article").filter(visible=True).count() == 1
    assert not page.locator("table.index").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(media="print")
    assert page.locator("article").filter(visible=True).count() == 1
    assert not page.locator("table.index, header.banner, .proof").filter(visible=True).count()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1, "its proof is printed where somebody opened it"
    page.emulate_media(media="screen")
    claim.locator("p.back a").click()
    page.locator("table.index").wait_for()
    assert not claim.is_visible()
    page.go_back()
    claim.wait_for()


@pytest.mark.slow
def test_a_claim_prints_on_one_sheet(opens: Any) -> None:
    page = opens("verified").page
    for claim_id in [claim.id for claim in in_order()]:
        page.evaluate("id => { location.hash = id; }", claim_id)
        page.locator(f"#{claim_id} .statement").first.wait_for()
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 1, claim_id


@pytest.mark.slow
def test_after_the_first_failure_of_a_learner_a_link_unfolds_the_others(opens: Any) -> None:
    page = opens("graded", reduced_motion="reduce").page
    assert page.locator("details.again").count() == 1
    page.emulate_media(media="print")
    printed = page.locator(".statement").filter(visible=True).count()
    page.emulate_media(media="screen")
    assert printed == page.locator(".statement").filter(visible=True).count() == 1
    page.locator("a[href$=halving-programs]").click()
    assert page.locator(".statement").filter(visible=True).count() == 2


@pytest.mark.slow
def test_no_figure_is_empty(opens: Any) -> None:
    for name in ("verified", "graded"):
        page = opens(name, java_script_enabled=False).page
        page.emulate_media(media="print")
        sizes = page.eval_on_selector_all(
            "figure", "all => all.map(each => (each.querySelector('svg') || each.querySelector('table')) && "
            "each.getBoundingClientRect().height > 40 && each.querySelectorAll('svg path, table td').length)"
        )  # fmt: skip
        assert sizes
        assert all(sizes), "a figure without a drawing"


@pytest.mark.slow
def test_the_plotted_worst_is_the_judged_worst_and_an_error_is_said_once(browser: Any, tmp_path: Path) -> None:
    claims = select(["halving-mistakes"])
    (evidence,) = (attack(claim, VotesOfAll, "Halving", FEW, steps=False) for claim in claims)
    assert evidence.counterexample is not None
    (tmp_path / "fallen.html").write_text(verify_page([evidence]), "utf-8")
    (tmp_path / "crashed.html").write_text(
        grade_page([check(Stumbles, "Halving", claims=["halving-mistakes"])]), "utf-8"
    )
    page = browser.new_page()
    page.goto((tmp_path / "fallen.html").as_uri() + "#halving-mistakes")
    figure = page.locator("article figure", has_text="The figures")
    figure.locator("summary").click()
    rows = [row.split("\t") for row in figure.locator("tbody tr").all_inner_texts()]
    worst = evidence.counterexample.worst
    assert [f"{worst.observed:g}", f"{worst.bound:g}"] in [row[1:3] for row in rows]
    assert max(float(row[3]) for row in rows) == pytest.approx(worst.ratio, abs=0.005)
    assert (
        figure.locator("svg title")
        .text_content()
        .endswith(f"{sum(float(row[3]) > 1 for row in rows)} of them violate it")
    )
    assert not page.locator("article .badge", has_text="stands").count(), "beside what says that it fell"
    page.goto((tmp_path / "crashed.html").as_uri())
    assert page.locator("main").inner_text().count("RuntimeError: the dead are many") == 1
    page.close()


@pytest.mark.slow
def test_the_index_filters(opens: Any) -> None:
    every = [claim.id for claim in select(CLAIMS)]
    opened = opens("verified")
    page, count = opened.page, opened.page.locator("#count")
    assert count.get_attribute("aria-live") == "polite"
    for asked, left in (
        ({"find": "confidence"}, ["confidence-boosting", "confidence-boosting-as-printed"]),
        ({"standing": "refuted"}, ["confidence-boosting-as-printed"]),
        ({"evidence": "attained", "source": "VEM"}, ["halving-mistakes"]),
        ({"learner": "Halving"}, ["halving-mistakes"]),
        ({"find": "no such claim"}, []),
    ):
        for name, value in asked.items():
            control = page.locator(f"form.filter [name={name}]")
            control.fill(value) if name == "find" else control.select_option(value)
        assert opened.listed() == left
        assert count.inner_text() == f"{len(left)} of {len(every)} claims"
        page.locator("button[type=reset]").click()
        page.locator("#count", has_text=re.compile(f"^{len(every)} claims$")).wait_for()
    page.locator("[name=order]").select_option("farthest")
    assert opened.listed()[0] == "confidence-boosting"
    assert opened.listed()[-1] == "confidence-boosting-as-printed", "a claim without a ratio comes last"
    assert "order=farthest" in page.url
    page.reload()
    assert opened.listed()[0] == "confidence-boosting", "the address keeps what was asked"
    assert not page.locator("tr.topic").filter(visible=True).count(), "by closeness there are no topics"


SHOWN = "all => all.map(each => getComputedStyle(each).visibility === 'visible')"


@pytest.mark.slow
def test_a_counterexample_plays_round_by_round_without_scripts(opens: Any) -> None:
    page = opens("graded", java_script_enabled=False).page
    frames = page.locator(".frames").first.locator("> figure")
    count = frames.count()
    assert count >= 4, "two frames a round"
    assert frames.evaluate_all(SHOWN) == [True] + [False] * (count - 1)
    assert not page.locator("button.play").first.is_visible()
    page.locator(".player label").nth(1).click()
    page.keyboard.press("ArrowRight")
    assert frames.evaluate_all(SHOWN)[:3] == [False, False, True]


@pytest.mark.slow
def test_a_counterexample_plays_when_it_is_seen_and_not_before(opens: Any) -> None:
    page = opens("graded", viewport={"width": 1000, "height": 300}, reduced_motion="no-preference").page
    player, button = page.locator(".player").first, page.locator("button.play").first
    assert button.text_content() == "play"
    page.evaluate("document.querySelector('.frames').scrollIntoView({block: 'center'})")
    page.set_viewport_size({"width": 1000, "height": 1200})
    button.filter(has_text="pause").wait_for()
    player.locator("input.step:not(:nth-of-type(1)):checked").wait_for(state="attached")
    player.locator("label").last.click()
    assert button.text_content() == "play"
    player.locator("input.step").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".frames").first.locator("> figure").evaluate_all(SHOWN).count(True) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["verified", "graded"])
def test_on_paper_all_is_open_and_nothing_is_a_control(opens: Any, name: str) -> None:
    """But for the failures of a learner after its first, which are alike as a rule."""
    page = opens(name, java_script_enabled=False).page
    page.emulate_media(media="print")
    assert not page.locator("form.filter, .player fieldset, .skip").filter(visible=True).count()
    tall = "all => all.map(each => each.getBoundingClientRect().height > 0)"
    open_ones = page.eval_on_selector_all("details:not(.more, .again, .again *, figcaption *) > :last-child", tall)
    assert open_ones or name == "graded"
    assert all(open_ones), "something is folded away"
    assert all(page.eval_on_selector_all(".frames > figure:not(.again *)", SHOWN))


# ---- the tutorial ----


@pytest.mark.slow
def test_the_tutorial_runs_to_its_end_and_shows_what_it_says() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    path = Path(__file__).parents[3] / "examples" / "tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "commit it without outputs"
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
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


class StatelessPerceptron:
    """One pass, and nothing is exposed."""

    def fit(self, X: Any, y: Any) -> None:
        self._w = np.zeros(X.shape[1])
        for x, label in zip(X, y, strict=True):
            self._w = self._w + label * x * (label * (self._w @ x) <= 0)

    def predict(self, X: Any) -> Any:
        return np.where(X @ self._w > 0, 1, -1)


@pytest.mark.slow
def test_a_batch_learner_without_state_has_a_table_of_its_sample_and_skipped_claims_one_line() -> None:
    report = check(
        StatelessPerceptron,
        "BatchPerceptron",
        claims=["batch-perceptron-conforms", "batch-perceptron-state"],
        profile=FEW,
    )
    page = Page(grade_page([report]))
    ((_, fallen), (_, skipped)) = report.results
    assert (fallen.verdict, skipped.verdict) == ("falsified", "skipped")
    for words in ("your answer", "reference", "≠"):
        assert words in page.text, words
    assert "denominator" not in page.text, "the fields from which the case is built are not for readers"
    assert "batch-perceptron-state: n_updates is not exposed" in page.text
    assert "F=0" not in page.text.replace(" ", ""), "conformance is told in a sentence"


class Generous:
    """A rectangle that is too large on every side, and says nothing of its state."""

    def fit(self, X: Any, y: Any) -> None:
        inside = X[y == 1]
        self._low, self._high = (inside.min(0) - 1, inside.max(0) + 1) if len(inside) else (X[0] + 9, X[0] - 9)

    def predict(self, X: Any) -> Any:
        return np.where(((self._low <= X) & (self._high >= X)).all(axis=1), 1, -1)


def test_the_hypothesis_of_a_batch_learner_is_drawn_where_it_was_asked() -> None:
    """It is asked about the points of a grid once its verdict is known."""
    pytest.importorskip("matplotlib", reason="pictures are the extra `pictures`")
    report = check(Generous, "RectangleERM", claims=["rectangle-erm-conforms"], profile=FEW)
    ((_, result),) = report.results
    assert result.around is not None
    assert set(np.unique(result.around.answers)) <= {-1.0, 1.0}
    assert result.around.answers.shape == tuple(map(len, result.around.axes))
    page = grade_page([report])
    assert "your learner says +1" in page or "your learner: the answer at each x" in page
    shown = failure("RectangleERM", result)
    assert "denominator" not in shown
    assert "X: " in shown
    assert re.search(r"y: \(.*[+−]1.*\)", shown), "labels have their signs"
