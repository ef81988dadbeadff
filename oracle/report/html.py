"""Reports as pages: one self-contained file each, readable without scripts, on paper and by a screen reader."""

import functools
import inspect
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

import msgspec
import sympy
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from learncheck.exact.decide import conjuncts
from learncheck.exact.decimals import apart
from learncheck.oracle.engine import records
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Feedback
from learncheck.oracle.grading.classes import check
from learncheck.oracle.grading.results import ClaimResult, LearnerResult, Report, in_decimals
from learncheck.oracle.notation import counted, ratio, relation
from learncheck.oracle.prover.proof_text import MARKS
from learncheck.oracle.report import pictures
from learncheck.oracle.report.claim_page import ClaimPage, PlayedOut, gather, program
from learncheck.oracle.report.evidence import grades_in, in_full
from learncheck.oracle.report.formulas import block, figured, heading, typeset
from learncheck.oracle.report.pictures import scene
from learncheck.oracle.report.pictures.layers import Scene
from learncheck.oracle.report.pictures.proof import ProofChart, proof_chart
from learncheck.oracle.report.pictures.replayed import replayed
from learncheck.oracle.report.pictures.rounds import YOURS
from learncheck.oracle.report.tables import folded
from learncheck.oracle.report.text import most_telling_first, score_line
from learncheck.strategies.play.case import Trace, decode
from learncheck.theorems.language.chapters import chapters
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.latex import latex
from learncheck.theorems.language.registry import claims_judging
from learncheck.theorems.language.symbols import meanings
from learncheck.theorems.rules.conformance import F as FITS

_sections = itertools.count(1)
"""Numbers the reports in a notebook, which are on one page and need distinct names inside."""


def verify_page(evidence: Iterable[Evidence]) -> str:
    """Return the evidence for all claims as a page with an index."""
    pages = [page for _, about in _topics(list(gather(evidence))) for page in about]
    findings = [finding for page in pages for finding in page.summary.findings]
    return rendered(
        "verify.html", title="Learning theory, attacked", pages=pages, topics=_topics(pages),
        games=sum(finding.games for finding in findings), seconds=sum(finding.seconds for finding in findings),
        fell=sum(not page.summary.expected for page in pages), filters=_filters(pages), link="#{}".format,
    )  # fmt: skip


def claim_section(page: ClaimPage, link: Callable[[str], str]) -> str:
    """Return everything about one claim as markup, for a page that provides the heading and `style()`.

    `link` returns the address of another claim.
    """
    return rendered("site.html", page=page, link=link)


def grade_page(reports: Sequence[Report], feedback: Feedback = "full") -> str:
    """Return submissions' reports as a page, with as much of their games as the feedback allows."""
    title = f"learncheck: {reports[0].submission}" if len(reports) == 1 else "learncheck: submissions"
    shown = [report.for_students(feedback) for report in reports]
    return rendered("grade.html", title=title, reports=shown, **_game(feedback))


def section(report: Report, feedback: Feedback = "full") -> str:
    """Return a report for a notebook: the verdicts, then each failure with its smallest game, which plays by itself."""
    number = f"n{next(_sections)}"
    shown = report.for_students(feedback)
    return rendered("notebook.html", report=shown, number=number, **_game(feedback))


def failing_learner(learner: type) -> str:
    """Return the game in which a wrong Halving first fails, for a page that includes `style()`."""
    report = check(learner, "Halving", claims=["halving-mistakes"])
    ((_, result),) = report.results
    claim = _claim("Halving", result.id)
    return rendered("failing.html", claim=claim, result=result, game=_laid_out(result, claim, "full"))


def rendered(template: str, **named: object) -> str:
    """Return a template with these names filled in: a page, or a part of one."""
    return _templates().get_template(template).render(**named)


@functools.cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("learncheck.oracle.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    ours: dict[str, Callable[..., object]] = {
        "bound": _bound,
        "figured": figured,
        "heading": heading,
        "formula": lambda formula: typeset(relation(formula)),
        "typeset": typeset,
        "in_full": in_full,
        "conforming": lambda claim: claim.conformance or claim.bound == sympy.Eq(FITS, 0),
    }
    environment.filters |= ours
    environment.globals |= {
        "version": version("learncheck"),
        "pictured": pictures.available(),
        "missing": pictures.MISSING,
        "counted": counted,
        "meanings": meanings,
        "marks": {mark: "shown" if word == "proved" else word for word, mark in MARKS.items()},
        "frames_at_most": 2 * pictures.MOST_FRAMES,
        "data": _data,
        "attacks": _attacks,
        "growth_rows": lambda growth: [
            [f"{worst.size:g}", *apart(worst.observed, worst.bound), ratio(worst.ratio)] for worst in growth.sizes
        ],
        "step_rows": lambda claim: [[step.words, relation(step.relation)] for step in claim.steps],
        "source": inspect.getsource,
        "program": program,
    }
    return environment


def _bound(claim: Claim) -> Markup:
    """Return the bound in display style; a conjunction of three or more comparisons has one line for each."""
    parts = conjuncts(claim.bound)
    return Markup("").join(map(block, [claim.formula] if claim.latex or len(parts) < 3 else map(latex, parts)))


# ---- claims ----


def _topics(pages: Sequence[ClaimPage]) -> list[tuple[str, list[ClaimPage]]]:
    """Group the claims by chapter, in the order of the notes; claims from a user's file come last."""
    page_of = {page.claim.id: page for page in pages}
    topics = [
        (title, [page_of.pop(claim.id) for claim in claims if claim.id in page_of])
        for title, claims in chapters().items()
    ]
    return [(title, about) for title, about in [*topics, (OTHERS, list(page_of.values()))] if about]


OTHERS = "Other claims"


def _filters(pages: Sequence[ClaimPage]) -> dict[str, list[str]]:
    """Return what the index can be filtered by, with the values that occur."""
    options: dict[str, list[str]] = {}
    for page in pages:
        for name, values in _facets(page).items():
            options.setdefault(name, []).extend(values)
    return {name: sorted(set(values)) for name, values in options.items()}


def _facets(page: ClaimPage) -> dict[str, list[str]]:
    return {
        "standing": [page.standing],
        "evidence": grades_in(page.summary.words),
        "learner": [learner.__name__ for learner in page.claim.about],
        "kind": [page.claim.kind],
        "source": page.notes,
    }


def _data(page: ClaimPage) -> Markup:
    """Return the attributes that the filter reads."""
    claim = page.claim
    words = [claim.id, claim.statement, *map(str, claim.sources), *(learner.__name__ for learner in claim.about)]
    facets = {name: "|".join(values) for name, values in _facets(page).items()}
    return Markup(" ").join(
        Markup('data-{}="{}"').format(name, value)
        for name, value in {"text": " ".join(words).lower(), "ratio": page.summary.closest, **facets}.items()
    )


def _attacks(page: ClaimPage) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of what the attacks found, without columns that carry no information."""
    head = ["learner", "attack", "games", "rounds", "hypotheses not met", "worst / bound"]
    rows = [
        [
            finding.learner or "–",
            attack.name,
            *map("{:,}".format, (attack.games, attack.rounds, attack.outside)),
            ratio(attack.worst),
        ]
        for finding in page.summary.findings
        for attack in finding.attacks
        if attack.games or attack.outside
    ]
    informative = [len(page.summary.findings) > 1, True, True, True, any(row[4] != "0" for row in rows), True]
    head, *rows = [[cell for cell, informs in zip(row, informative, strict=True) if informs] for row in (head, *rows)]
    return head, rows


# ---- submissions ----


@dataclass
class Frame:
    """A moment of a game, before or after the update of a round: its picture and a caption."""

    round: int
    over: bool
    picture: str
    caption: str


@dataclass
class GradedGame(PlayedOut):
    """The smallest game of a failure: also its moments, in place of a picture of the whole."""

    key: str = ""
    frames: list[Frame] = field(default_factory=list)


def _game(feedback: Feedback) -> dict[str, object]:
    return {
        "feedback": feedback,
        "failures": _failures,
        "claim_of": _claim,
        "score_line": score_line,
        "in_decimals": in_decimals,
        "stands": lambda report: sum(result.passed and result.counts for _, result in report.results),
        "laid_out": functools.partial(_laid_out, feedback=feedback),
        "anchor": lambda number, learner, claim_id: f"s{number}-{learner}-{claim_id}",
    }


def _failures(learner: LearnerResult) -> list[ClaimResult]:
    """Return the claims that failed or are pending, the most telling first."""
    about = [(learner.name, result) for result in learner.claims if result.failed or result.pending]
    return [result for _, result in most_telling_first(about)]


def _claim(learner: str, claim_id: str) -> Claim | None:
    """Return the claim from the catalogue, loading only the modules that judge its learner."""
    return next((claim for claim in claims_judging(learner) if claim.id == claim_id), None)


def _laid_out(result: ClaimResult, claim: Claim | None, feedback: Feedback) -> GradedGame:
    game = GradedGame("", result.head, folded(result.head, result.rows), result.facts)
    trace = _trace(result)
    if claim is None or trace is None:
        return game
    drawing = _scene(claim, trace, result, feedback)
    if drawing is not None and pictures.available():
        game.key = drawing.key
        for (number, over), picture in pictures.frames(drawing, len(result.rows)).items():
            game.frames.append(Frame(number, over, picture, _caption(game.head, result.rows[number - 1], over)))
    game.draw(drawing, _chart(claim, trace, result, feedback), whole=not game.frames)
    return game


def _caption(head: Sequence[str], row: Sequence[str], over: bool) -> str:
    """Put a row of the game into words. What it counts and measures is shown only after the update."""
    cells = [f"{name} {cell}" for name, cell in zip(head[1:], row[1:], strict=True) if cell]
    return ", ".join(cells if over else cells[:3]).replace(" ✗", " ✗ (a mistake)")


def _scene(claim: Claim, trace: Trace, result: ClaimResult, feedback: Feedback) -> Scene | None:
    """Return the scene of the smallest game, with the reference learner only if the feedback is full."""
    drawing = scene(claim, trace, YOURS)
    if drawing is not None and result.around is not None:
        drawing = drawing.with_own(result.around)
    return drawing if drawing is None or feedback == "full" else drawing.alone()


def _chart(claim: Claim, trace: Trace, result: ClaimResult, feedback: Feedback) -> ProofChart | None:
    """Return the proof's quantities in the smallest game, if the feedback may reveal the proof."""
    if feedback != "full":
        return None
    broken = result.outcome.broken_step if result.outcome is not None else None
    return proof_chart(claim, trace, YOURS, broken)


def _trace(result: ClaimResult) -> Trace | None:
    """Return the smallest game: as it was played, or replayed from its case and the predictions in its table."""
    if result.outcome is not None and result.outcome.trace is not None:
        return result.outcome.trace
    if result.counterexample is None or "prediction" not in result.head:
        return None
    column = result.head.index("prediction")
    try:
        predictions = [int(row[column].split()[0].replace("−", "-")) for row in result.rows]
        return replayed(decode(result.counterexample, records.any_case(result.counterexample)), predictions)
    except (ValueError, IndexError, msgspec.ValidationError):  # no labels, or a case of another version
        return None
