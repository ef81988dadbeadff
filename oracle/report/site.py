"""The generated pages of the site.

These are one page per claim, an index per chapter, a gallery, the tightness of all bounds, the reference of the
language, and the learners; the home page shows a learner that fails.

pages(evidence)         their paths and contents
on_config, on_files, on_page_markdown, on_page_content     hooks of mkdocs that add them to the site (mkdocs.yml)
"""

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from learncheck.oracle.engine import executors
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verify import run_all
from learncheck.oracle.notation import plain_text, relation
from learncheck.oracle.report import api, html, pictures
from learncheck.oracle.report.claim_page import page_of
from learncheck.oracle.report.formulas import figured, typeset
from learncheck.oracle.report.pages import learners, ledger
from learncheck.oracle.report.pictures.tightness import tightness
from learncheck.oracle.report.summaries import ClaimSummary, store, stored, summarize
from learncheck.theorems.language.chapters import chapters
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims
from learncheck.theorems.notes import CHAPTERS

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

EVIDENCE = Path(".learncheck/evidence")
"""Where evidence is stored, one file per claim. Evidence of another version of the code is found again."""
STYLE = "claims/claims.css"
SLUGS = {title: chapter for chapter, title in CHAPTERS.items()}


def pages(evidence: Path = EVIDENCE) -> Iterator[tuple[str, str]]:
    """Yield the path and the content of every page, claims first."""
    summaries = _summaries(evidence)
    bodies: dict[str, str] = {}
    for title, claims in chapters().items():
        yield f"claims/{SLUGS[title]}/index.md", _chapter(title, claims, summaries)
        for before, claim, after in zip((None, *claims), claims, (*claims[1:], None), strict=False):
            bodies[claim.id] = html.claim_section(page_of(claim, summaries), link="../{}/".format)
            yield f"claims/{claim.id}.md", _claim(claim, bodies[claim.id], title, before, after)
    if pictures.available():
        yield "gallery.md", _gallery(bodies)
        yield "tightness.md", _tightness(summaries)
    yield STYLE, html.rendered("sections.css")
    yield "api.md", api.page()
    yield "ledger.md", ledger()
    yield "learners.md", learners()


def _summaries(evidence: Path) -> dict[str, ClaimSummary]:
    """Return the evidence for every claim, by its id: as stored, if it is, otherwise from attacks."""
    summaries = {claim.id: summary for claim in all_claims() if (summary := stored(evidence, claim.id)) is not None}
    missing = [claim for claim in all_claims() if claim.id not in summaries]
    start, workers = executors.workers("processes", None, None, len(missing) // executors.CLAIMS_A_WORKER)
    for fresh in run_all([(claim, None) for claim in missing], PROFILES["quick"], start=start, workers=workers):
        summary = summarize(fresh)
        summaries[summary.id] = summary
        store(evidence, summary)
    return summaries


def _claim(claim: Claim, body: str, chapter: str, before: Claim | None, after: Claim | None) -> str:
    """Return the claim's page: a heading, links to its chapter and the claims beside it there, and markup.

    A search for its id ranks it above other pages that contain the words of the id, including those with longer ids.
    """
    name = claim.id
    boost = 24 / len(name.split("-"))
    beside = [f"[{chapter}]({SLUGS[chapter]}/index.md)"]
    beside += [f"{word}: [{other.id}]({other.id}.md)" for word, other in (("before", before), ("next", after)) if other]
    return f"---\ntitle: {name}\nsearch:\n  boost: {boost:.1f}\n---\n\n# {name}\n\n{' · '.join(beside)}\n\n{body}\n"


def _chapter(title: str, claims: tuple[Claim, ...], summaries: Mapping[str, ClaimSummary]) -> str:
    return f"# {title}\n\n{html.rendered('chapter.html', claims=claims, summaries=summaries)}\n"


# ---- pictures on pages of their own ----


def _tightness(summaries: Mapping[str, ClaimSummary]) -> str:
    """Return the page on how close the attacks came to the bounds, for bounds that have a ratio."""
    lines = [
        "# How tight the bounds are",
        "",
        "For each claim, the game that came closest to its bound: at 1 it reaches the bound. A small share means that",
        "the bound is loose or our adversary is weak.",
        "",
    ]
    for title, claims in chapters().items():
        about = [summaries[claim.id] for claim in claims if claim.refuted_by is None]
        rows = [
            (summary.id, summary.closest, all(finding.attained for finding in summary.findings))
            for summary in about
            if 0 <= summary.closest <= 1
        ]
        if rows:
            lines += [f"## {title}", "", f'<div class="learncheck">{pictures.drawn(tightness(rows))}</div>', ""]
    return "\n".join(lines)


GALLERY = (
    "halving-mistakes", "perceptron-mistakes", "ellipsoid-mistakes", "weighted-majority-mistakes", "winnow-mistakes",
    "adaboost-training-error", "stump-erm", "rectangle-erm", "interval-erm", "vc-halfspaces",
    "optimal-mistakes-at-most-log",
)  # fmt: skip
"""Claims whose games show every kind of picture, each a link to the page that explains it and has the code."""


def _gallery(bodies: Mapping[str, str]) -> str:
    claims = {claim.id: claim for claim in all_claims()}
    drawn = [(claims[name], Markup(picture)) for name in GALLERY if (picture := _first_picture(name, bodies[name]))]
    return "# Gallery\n\n" + html.rendered("gallery.html", drawn=drawn) + "\n"


def _first_picture(name: str, body: str) -> str:
    """Return the first picture of a claim's page, or "". What it refers to inside has names of its own."""
    figure = re.search("<figure>(<svg.*?</svg>)", body, re.DOTALL)
    return re.sub(r"( id=\"|href=\"#|url\(#)", rf"\g<1>{name}-", figure[1]) if figure else ""


# ---- mkdocs ----


def on_config(config: "MkDocsConfig") -> object:
    """Add the chapters to the navigation, below the entry "Claims". Each lists its claims, which link back to it."""
    (section,) = (entry["Claims"] for entry in config.nav or () if "Claims" in entry)
    section += [{title: f"claims/{SLUGS[title]}/index.md"} for title in chapters()]
    config.extra_css.append(STYLE)
    return config


@cache
def _content(evidence: Path) -> dict[str, str]:
    return dict(pages(evidence))


def on_page_markdown(markdown: str, *, page: object, config: "MkDocsConfig", files: object) -> str:
    """Insert the game in which a wrong learner fails into the home page, to be stepped through.

    It is the one whose report the page shows as text.
    """
    if FAILING not in markdown:
        return markdown
    namespace: dict[str, type] = {}
    exec((Path(config.config_file_path).parent / "examples" / "submission.py").read_text("utf-8"), namespace)
    return markdown.replace(FAILING, html.failing_learner(namespace["Halving"]))


def on_page_content(html: str, *, page: "Page", config: object, files: object) -> str:
    """Typeset pages that are also read as plain text: statements and quantities."""
    if page.file.src_uri in ("claims.md", "errata.md"):
        for statement in sorted({claim.statement for claim in all_claims()}, key=len, reverse=True):
            html = html.replace(escape(statement, quote=False), typeset(statement))
        if page.file.src_uri == "errata.md":
            html = html.replace("<table>", '<table class="errata">', 1)
            html = "".join(map(_erratum, re.split("(?=<h2 |<tr>)", html)))
        html = re.sub("<td><code>([a-z0-9-]+)</code>", r'<td><a href="\1/"><code>\1</code></a>', html)
    if page.file.src_uri in ("errata.md", "ledger.md"):
        html = re.sub(r"(?<=>)[^<>]*_[^<>]*(?=<)", lambda words: typeset(unescape(words[0])), html)
    return html


def _erratum(html: str) -> str:
    """Typeset what the page of errata says of one claim, in a row of its table or in a section of its own."""
    about = re.search('(?:<h2 id="|href="#)([a-z0-9-]+)"', html)
    printed = next((claim for claim in all_claims() if about is not None and claim.id == about[1]), None)
    if printed is None:
        return html
    for claim in (printed, *(repair for repair in all_claims() if repair.repairs == printed.id)):
        html = html.replace(
            f"<code>{escape(plain_text(claim.bound), quote=False)}</code>", typeset(relation(claim.bound))
        )
    # a text that is neither code nor a formula
    texts = r"(<(?:code|math).*?</(?:code|math)>)|(?<=>)([^<>]+)(?=<)"
    return re.sub(texts, lambda text: text[1] or figured(unescape(text[2]), printed), html, flags=re.DOTALL)


FAILING = "<!-- here a learner fails -->"


def on_files(files: "Files", config: "MkDocsConfig") -> object:
    """Add the generated pages. LEARNCHECK_EVIDENCE may name another folder of evidence."""
    from mkdocs.structure.files import File

    evidence = Path(os.environ.get("LEARNCHECK_EVIDENCE", Path(config.config_file_path).parent / EVIDENCE))
    for path, content in _content(evidence).items():
        files.append(File.generated(config, path, content=content))
    return files
