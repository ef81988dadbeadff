"""What a page shows about one claim, gathered from its evidence: a game played out, the growth, the pictures.

gather(evidence, ...)    one `ClaimPage` per claim, in order
page_of(claim, ...)      the same from stored evidence
program(page)            the game that it shows, as a program
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import sympy

from learncheck.learners import LEARNERS
from learncheck.oracle.engine.growth import SizeGrowth
from learncheck.oracle.engine.recorder import Recorder
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import refute
from learncheck.oracle.grading.plain_python import script
from learncheck.oracle.judging.decide import decide
from learncheck.oracle.judging.outcomes import Outcome, sides
from learncheck.oracle.judging.played import played
from learncheck.oracle.judging.transcript import told, transcript
from learncheck.oracle.report import pictures
from learncheck.oracle.report.errata import Erratum
from learncheck.oracle.report.evidence import by_claim, standing
from learncheck.oracle.report.known import Known, known
from learncheck.oracle.report.pictures import (
    STATE,
    Boosted,
    Picture,
    ProofChart,
    SampleScene,
    Scene,
    proof_chart,
    scene,
    telling,
)
from learncheck.oracle.report.tables import folded
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.losses import LossGame
from learncheck.theorems.language.claim import Claim, Source
from learncheck.theorems.language.registry import all_claims, meanings

SHOWN_ROWS = 24
"""A game is laid out on a page only if its table, with repeating rounds folded, has at most this many rows."""
WITNESSES = 8
"""The number of witnesses among which one is chosen to be laid out."""
TELLING = 3
"""A witness that shows less than this gives way to a game of the search that shows more."""
LOOKED_THROUGH, FEWEST_TRIED = 30, 8
"""The number of drawn games among which one worth a picture is chosen.

If none of the first `FEWEST_TRIED` has a scene, the others are not tried.
"""


TOLD_BY_PICTURE = (SampleScene, Boosted)
"""Scenes that say all of a case that a reader needs: the fields from which it is built are left out beside them."""


@dataclass
class PlayedOut:
    """A game played out: its table or the facts that it found, pictures of the same game, and the game itself."""

    title: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    facts: Sequence[Sequence[str]] = ()
    pictures: list[Picture] = field(default_factory=list)
    result: str = ""
    case: Case | None = None

    def draw(self, shown: Scene | None, chart: ProofChart | None, *, whole: bool = True) -> None:
        """Add the pictures of the whole game and of its proof, and leave out what they say."""
        if isinstance(shown, TOLD_BY_PICTURE):
            self.facts = ()
        if isinstance(shown, SampleScene):
            self.head, self.rows = shown.table
            if shown.as_table and shown.formula:
                self.facts = [(f"hypothesis of {shown.fitted}", shown.formula)]
        if not pictures.available():
            return
        if whole and shown is not None:
            self.pictures += pictures.whole(shown)
        if chart is not None:
            self.pictures.append(Picture(pictures.chart(chart), chart.key))


@dataclass
class ClaimPage:
    """Everything that the page says about a claim."""

    claim: Claim
    known: Known
    played: list[PlayedOut] = field(default_factory=list)
    worked: Sequence[str] = ()
    repairs: Sequence[tuple[Claim, Known]] = ()

    @property
    def standing(self) -> str:
        """Its recorded standing, or "fails" if the evidence is against it."""
        return standing(self.claim) if self.known.expected else "fails"

    @property
    def growth(self) -> SizeGrowth | None:
        """How the worst games grew, or None if there is nothing to see."""
        return self.known.growth if self.known.growth is not None and self.known.growth.grows else None

    @property
    def growth_picture(self) -> str:
        return pictures.growth_picture(self.growth) if self.growth is not None and pictures.available() else ""

    @property
    def closeness(self) -> float:
        """The ratio as a share of the bar, between 0 and 1."""
        return min(1.0, max(0.0, self.known.closest))

    @property
    def symbols(self) -> Mapping[sympy.Symbol, str]:
        """What the symbols in the bound mean, in words."""
        return meanings(self.claim)

    @property
    def notes(self) -> list[str]:
        return sorted({each.notes for each in self.claim.sources if isinstance(each, Source)})


def gather(evidence: Iterable[Evidence]) -> Iterator[ClaimPage]:
    """Yield one page section per claim, in the order of the evidence."""
    grouped = by_claim(evidence)
    claims = [about[0].claim for about in grouped.values()]
    all_known = {claim_id: known(about) for claim_id, about in grouped.items()}
    for claim in claims:
        page = ClaimPage(claim, all_known[claim.id])
        fallen = [each for each in grouped[claim.id] if each.counterexample is not None]
        yield _filled(page, fallen, claims, all_known)


def page_of(claim: Claim, all_known: Mapping[str, Known]) -> ClaimPage:
    """Return the page of a claim in the catalogue, from the stored evidence for all claims."""
    fallen = [] if claim.refuted_by is None else [refute(claim)]
    return _filled(ClaimPage(claim, all_known[claim.id]), fallen, all_claims(), all_known)


def _filled(
    page: ClaimPage, fallen: Sequence[Evidence], among: Iterable[Claim], all_known: Mapping[str, Known]
) -> ClaimPage:
    if page.claim.refuted_by is not None and fallen:
        page.worked = Erratum(page.claim, fallen[0], ()).worked
        page.repairs = [(each, all_known[each.id]) for each in among if each.repairs == page.claim.id]
    page.played += _played(page, fallen)
    return page


def _played(page: ClaimPage, fallen: Sequence[Evidence]) -> Iterator[PlayedOut]:
    """Yield the counterexamples if there are any, otherwise one game: the witness, or one that shows more.

    A witness that attains the bound is shown whatever else there is.
    """
    for each in fallen:
        assert each.counterexample is not None
        name = "Played out" if len(page.known.findings) == 1 else f"Played out on {each.learner}"
        smallest = each.counterexample.smallest
        if found := _laid_out(page, name, smallest, smallest.message):
            yield found
    if fallen:
        return
    witness = _witness(page)
    shown = scene(page.claim, witness.trace) if witness is not None and witness.trace is not None else None
    tried = []
    attained = witness is not None and witness.attained
    if not attained and (shown is None or telling(shown) < TELLING):
        drawn = _worth_a_picture(page, 0 if shown is None else telling(shown))
        tried.append(("A game found by the search", drawn))
    attains = " that attains the bound" if attained else ""
    tried.append((f"A witness{attains}", witness))
    laid_out = (_laid_out(page, title, each, _closeness(each)) for title, each in tried if each is not None)
    yield from itertools.islice(filter(None, laid_out), 1)


def _closeness(outcome: Outcome) -> str:
    """Return both sides of the bound, or "" if there is nothing to compare."""
    if outcome.bound is None or (not outcome.bound and not outcome.observed):
        return ""
    observed, bound = sides(outcome)
    return f"Observed: {observed}; bound: {bound}."


def _judged(page: ClaimPage, case: Case) -> Outcome | None:
    """Return the game judged, with the state that pictures show, or None if it cannot be played."""
    watch = tuple(dict.fromkeys((*page.claim.watch, *STATE)))
    try:
        make = page.claim.learner_named(page.known.findings[0].learner)
        return decide(page.claim, played(case, make, watch), steps=False)
    except Exception:  # some learner of the claim cannot play this case
        return None


def _told(page: ClaimPage, case: Case) -> Outcome | None:
    """Return the game judged, or None if it cannot be played or is about another theorem."""
    found = _judged(page, case)
    return found if found is not None and found.trace is not None and not found.outside else None


def _witness(page: ClaimPage) -> Outcome | None:
    """Return the best witness short enough to be shown.

    Prefer one that attains the bound, then one that shows enough in a picture, then the longest.
    """
    best, highest = None, (False, False, -1)
    for case in itertools.islice(page.claim.witnesses(), WITNESSES):
        outcome = _told(page, case)
        if outcome is None or outcome.trace is None:
            continue
        rank = _rank(page.claim, outcome)
        if (best is None or rank > highest) and _short(page.claim, outcome.trace):
            best, highest = outcome, rank
    return best


def _rank(claim: Claim, outcome: Outcome) -> tuple[bool, bool, int]:
    assert outcome.trace is not None
    shown = scene(claim, outcome.trace)
    return outcome.attained, shown is not None and telling(shown) >= TELLING, len(outcome.trace.rounds)


def _short(claim: Claim, trace: Trace) -> bool:
    if len(trace.rounds) <= SHOWN_ROWS or not trace.case.headings:
        return True
    return len(trace.rounds) <= 500 and len(folded(*transcript(claim, trace))) <= SHOWN_ROWS


def _laid_out(page: ClaimPage, title: str, outcome: Outcome, result: str) -> PlayedOut | None:
    """Return the table and the pictures of the same game, or None if there is nothing to show."""
    trace = outcome.trace
    if trace is None:
        return None
    played = PlayedOut(title, result=result, case=outcome.case)
    if trace.rounds and trace.case.headings and _short(page.claim, trace):
        played.head, rows = transcript(page.claim, trace)
        played.rows = folded(played.head, rows)
    played.facts = told(page.claim, trace)
    if trace.rounds and not trace.rounds[0].before and (again := _judged(page, outcome.case)) is not None:
        trace = again.trace or trace  # the same game, with the state that pictures show
    shown = scene(page.claim, trace)
    chart = proof_chart(page.claim, trace, broken=outcome.broken_step)
    played.draw(shown, chart, whole=shown is not None and telling(shown) > 0)
    return played if played.rows or played.facts or played.pictures else None


MOST_LINES = 40
"""A program is shown only if it has at most this many lines."""


def program(page: ClaimPage) -> str:
    """Return the game that the page shows as a program that can be run, or "" if there is none or it is long."""
    case = next((each.case for each in page.played if each.case is not None), None)
    name = page.known.findings[0].learner
    learner = next((each for each in page.claim.about if each.__name__ == name), None)
    if case is None or learner is None:
        return ""
    recorder = Recorder(learner)
    with suppress(Exception):  # the counterexample may be that the learner raises
        case.play(recorder)
    if not recorder.calls:
        return ""
    home = "learncheck.learners" if learner.__name__ in LEARNERS else learner.__module__
    text = script(recorder.calls, "submission.py", learner.__name__).replace("from submission", f"from {home}")
    return text if text.count("\n") <= MOST_LINES else ""


def _worth_a_picture(page: ClaimPage, than: int) -> Outcome | None:
    """Return the game drawn by the search that shows most, if it shows more than `than`."""
    claim, best = page.claim, None
    if not pictures.available():
        return None
    build = claim.build(claim.cases.search)
    drawn = 0
    for tried, (case, _) in enumerate(itertools.islice(at_random(build, 0), LOOKED_THROUGH)):
        if tried == FEWEST_TRIED and not drawn:
            break
        outcome = _told(page, case)
        if outcome is None or outcome.trace is None:
            continue
        found = scene(claim, outcome.trace)
        if found is None and isinstance(case, LossGame):  # no scene, but a chart of its losses
            shows = len(outcome.trace.rounds)
        else:
            shows = 0 if found is None else telling(found)
        drawn += shows > 0
        if shows > than and _short(claim, outcome.trace):
            best, than = outcome, shows
    return best
