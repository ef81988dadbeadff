"""The pages that are generated: one a claim, an index a chapter, the reference of the language, the learners,
sharpness, and peers where these are.

pages(evidence)         their paths and what they hold, for `learncheck docs OUT`
on_config, on_files     put them into the site: mkdocs calls these (mkdocs.yml)
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from learncheck.oracle.engine.verify import run_all
from learncheck.oracle.prover.proof_text import escaped
from learncheck.oracle.report import api, html, pictures
from learncheck.oracle.report.claim_page import page_of
from learncheck.oracle.report.known import Known, keep, kept, known, page
from learncheck.oracle.report.pages import comparison_figure, learners, ledger, sharpness
from learncheck.oracle.report.sharpness import FIGURE
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims, chapters
from learncheck.theorems.notes import CHAPTERS

EVIDENCE = Path(".learncheck/evidence")
"""Where evidence is kept, a file a claim; that of another version of the code is found anew."""
STYLE = "claims/claims.css"
SLUGS = {title: chapter for chapter, title in CHAPTERS.items()}


def pages(evidence: Path = EVIDENCE) -> Iterator[tuple[str, str]]:
    """Path and content of every page, claims first."""
    all_known = dict(_known(evidence))
    for title, claims in chapters().items():
        yield f"claims/{SLUGS[title]}/index.md", _chapter(title, claims, all_known)
        for claim in claims:
            yield f"claims/{claim.id}.md", _claim(claim, all_known)
    yield STYLE, html.style()
    yield "api.md", api.page()
    yield "ledger.md", ledger()
    yield "learners.md", learners()
    yield "sharpness.md", page(evidence, "sharpness.md", sharpness)
    if pictures.available():
        yield FIGURE, comparison_figure()
    if find_spec("sklearn") and find_spec("river"):
        from learncheck.oracle.grading import peers

        yield "peers.md", page(evidence, "peers.md", peers.page)


def _known(evidence: Path) -> Iterator[tuple[str, Known]]:
    """What is known of every claim: from where it was kept, and of what is missing there from attacks."""
    found = {claim.id: kept(evidence, claim.id) for claim in all_claims()}
    missing = [claim for claim in all_claims() if found[claim.id] is None]
    for fresh in run_all([(claim, None) for claim in missing], "quick"):
        keep(evidence, known(fresh))
        found[fresh[0].claim.id] = known(fresh)
    yield from ((claim_id, each) for claim_id, each in found.items() if each is not None)


def _claim(claim: Claim, all_known: Mapping[str, Known]) -> str:
    """Its page: a heading, and markup."""
    body = html.claim_section(page_of(claim, all_known), link="../{}/".format)
    return f"---\ntitle: {claim.id}\n---\n\n# {claim.id}\n\n{body}\n"


def _chapter(title: str, claims: tuple[Claim, ...], all_known: Mapping[str, Known]) -> str:
    lines = [f"# {title}", "", "| claim | statement | evidence | worst / bound |", "|---|---|---|---|"]
    for claim in claims:
        found = all_known[claim.id]
        cells = (escaped(claim.statement), escaped(found.words), found.ratio)
        lines.append(f"| [`{claim.id}`](../{claim.id}.md) | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


# ---- mkdocs ----


def on_config(config: Any) -> Any:
    """The navigation of the generated pages: a section a chapter, below the entry "Claims"."""
    (section,) = (each["Claims"] for each in config.nav if "Claims" in each)
    for title, claims in chapters().items():
        inside = [f"claims/{SLUGS[title]}/index.md", *({each.id: f"claims/{each.id}.md"} for each in claims)]
        section.append({title: inside})
    config.extra_css.append(STYLE)
    return config


@cache
def _content(evidence: Path) -> dict[str, str]:
    return dict(pages(evidence))


def on_files(files: Any, config: Any) -> Any:
    """The pages themselves. LEARNCHECK_EVIDENCE names the folder of the evidence, if it is another."""
    from mkdocs.structure.files import File

    evidence = Path(os.environ.get("LEARNCHECK_EVIDENCE", Path(config.config_file_path).parent / EVIDENCE))
    for path, content in _content(evidence).items():
        files.append(File.generated(config, path, content=content))
    return files
