"""What a page shows about one claim, gathered from its evidence: a game played out, the growth, the pictures."""

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
from learncheck.oracle.judging.transcript import STATE, facts_of, transcript
from learncheck.oracle.report import pictures
from learncheck.oracle.report.errata import Erratum
from learncheck.oracle.report.evidence import by_claim, standing
from learncheck.oracle.report.pictures import Picture, scene
from learncheck.oracle.report.pictures.boosting import Boosted
from learncheck.oracle.report.pictures.growth import worst_games
from learncheck.oracle.report.pictures.layers import Scene
from learncheck.oracle.report.pictures.proof import ProofChart, proof_chart
from learncheck.oracle.report.pictures.samples import SampleScene
from learncheck.oracle.report.summaries import ClaimSummary, summarize
from learncheck.oracle.report.tables import folded
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import at_random
from learncheck.strategies.play.losses import LossGame
from learncheck.theorems.language.claim import Claim, Source
from learncheck.theorems.language.registry import all_claims
from learncheck.theorems.language.symbols import meanings

SHOWN_ROWS = 24
"""A game is laid out on a page only if its table, with repeating rounds folded, has at most this many rows."""
WITNESSES = 8
"""The number of witnesses among which one is chosen to be laid out."""
TELLING = 3
"""A witness that shows less than this gives way to a game of the search that shows more."""
DRAWN, FEWEST_DRAWN = 30, 8
"""The number of drawn games among which one worth a picture is chosen.

If none of the first `FEWEST_DRAWN` has a scene, no others are drawn.
"""

SHOWN_WHOLE = (SampleScene, Boosted)
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
        if isinstance(shown, SHOWN_WHOLE):
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
            self.pictures += pictures.whole(chart)


@dataclass
class ClaimPage:
    """Everything that the page says about a claim."""

    claim: Claim
    summary: ClaimSummary
    played: list[PlayedOut] = field(default_factory=list)
    worked: Sequence[str] = ()
    repairs: Sequence[tuple[Claim, ClaimSummary]] = ()

    @property
    def standing(self) -> str:
        """Its recorded standing, or "fails" if the evidence is against it."""
        return standing(self.claim) if self.summary.expected else "fails"

    @property
    def growth(self) -> SizeGrowth | None:
        """How the worst games grew, or None if there is nothing to see."""
        return self.summary.growth if self.summary.growth is not None and self.summary.growth.grows else None

    @property
    def growth_picture(self) -> str:
        return pictures.drawn(worst_games(self.growth)) if self.growth is not None and pictures.available() else ""

    @property
    def closeness(self) -> float:
        """The ratio as a share of the bar, between 0 and 1."""
        return min(1.0, max(0.0, self.summary.closest))

    @property
    def symbols(self) -> Mapping[sympy.Symbol, str]:
        """What the symbols in the bound mean, in words."""
        return meanings(self.claim)

    @property
    def notes(self) -> list[str]:
        return sorted({source.notes for source in self.claim.sources if isinstance(source, Source)})


def gather(evidence: Iterable[Evidence]) -> Iterator[ClaimPage]:
    """Yield one page per claim, in the order of the evidence."""
    grouped = by_claim(evidence)
    claims = [about[0].claim for about in grouped.values()]
    summaries = {claim_id: summarize(about) for claim_id, about in grouped.items()}
    for claim in claims:
        page = ClaimPage(claim, summaries[claim.id])
        fallen = [finding for finding in grouped[claim.id] if finding.counterexample is not None]
        yield _filled(page, fallen, claims, summaries)


def page_of(claim: Claim, summaries: Mapping[str, ClaimSummary]) -> ClaimPage:
    """Return the page of a claim in the catalogue, from the stored evidence for all claims."""
    fallen = [] if claim.refuted_by is None else [refute(claim)]
    return _filled(ClaimPage(claim, summaries[claim.id]), fallen, all_claims(), summaries)


def _filled(
    page: ClaimPage, fallen: Sequence[Evidence], among: Iterable[Claim], summaries: Mapping[str, ClaimSummary]
) -> ClaimPage:
    if page.claim.refuted_by is not None and fallen:
        page.worked = Erratum(page.claim, fallen[0], ()).worked
        page.repairs = [(claim, summaries[claim.id]) for claim in among if claim.repairs == page.claim.id]
    page.played += _played(page, fallen)
    return page


def _played(page: ClaimPage, fallen: Sequence[Evidence]) -> Iterator[PlayedOut]:
    """Yield the counterexamples if there are any, otherwise one game: a witness, or one that shows more."""
    for finding in fallen:
        assert finding.counterexample is not None
        name = "Played out" if len(page.summary.findings) == 1 else f"Played out on {finding.learner}"
        smallest = finding.counterexample.smallest
        if laid_out := _laid_out(page, name, smallest, smallest.message):
            yield laid_out
    if fallen:
        return
    witness = _witness(page)
    title, game = f"A witness{' that attains the bound' * (witness is not None and witness.attained)}", witness
    if witness is None or not (witness.attained or _shows(page.claim, witness) >= TELLING):
        drawn = _worth_a_picture(page, 0 if witness is None else _shows(page.claim, witness))
        title, game = ("A game found by the search", drawn) if drawn is not None else (title, witness)
    if game is not None and (laid_out := _laid_out(page, title, game, _closeness(game))):
        yield laid_out


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
        make = page.claim.learner_named(page.summary.findings[0].learner)
        return decide(page.claim, played(case, make, watch), steps=False)
    except Exception:  # some learner of the claim cannot play this case
        return None


def _games(page: ClaimPage, cases: Iterable[Case]) -> Iterator[Outcome]:
    """Yield the games judged, without those that cannot be played or are about another theorem."""
    for case in cases:
        outcome = _judged(page, case)
        if outcome is not None and outcome.trace is not None and not outcome.outside:
            yield outcome


def _witness(page: ClaimPage) -> Outcome | None:
    """Return the best witness short enough to be shown.

    Prefer one that attains the bound, then one that shows enough in a picture, then the longest.
    """

    def rank(outcome: Outcome) -> tuple[bool, bool, int]:
        return outcome.attained, _shows(page.claim, outcome) >= TELLING, _rounds(outcome)

    witnesses = _games(page, itertools.islice(page.claim.witnesses(), WITNESSES))
    return next((game for game in sorted(witnesses, key=rank, reverse=True) if _short(page.claim, game)), None)


def _worth_a_picture(page: ClaimPage, than: int) -> Outcome | None:
    """Return the game drawn by the search that shows most, if it shows more than `than`."""
    claim, best, most = page.claim, None, 0
    if not pictures.available():
        return None
    drawn = (case for case, _ in itertools.islice(at_random(claim.build(claim.cases.search), 0), DRAWN))
    for number, game in enumerate(_games(page, drawn)):
        if number == FEWEST_DRAWN and not most:
            break
        shows = _shows(claim, game)
        most = max(most, shows)
        if shows > than and _short(claim, game):
            best, than = game, shows
    return best


def _shows(claim: Claim, outcome: Outcome) -> int:
    """Return how much there is to see: what the scene tells or, without one, the losses of a game of losses."""
    assert outcome.trace is not None
    shown = scene(claim, outcome.trace)
    if shown is None:
        return _rounds(outcome) * isinstance(outcome.case, LossGame)
    return shown.telling


def _rounds(outcome: Outcome) -> int:
    assert outcome.trace is not None
    return len(outcome.trace.rounds)


def _short(claim: Claim, outcome: Outcome) -> bool:
    """Return whether the table of the game is short enough to be shown."""
    assert outcome.trace is not None
    if _rounds(outcome) <= SHOWN_ROWS or not outcome.case.headings:
        return True
    return _rounds(outcome) <= 500 and len(folded(*transcript(claim, outcome.trace))) <= SHOWN_ROWS


def _laid_out(page: ClaimPage, title: str, outcome: Outcome, result: str) -> PlayedOut | None:
    """Return the table and the pictures of the same game, or None if there is nothing to show."""
    trace = outcome.trace
    if trace is None:
        return None
    played = PlayedOut(title, result=result, case=outcome.case)
    if trace.rounds and trace.case.headings and _short(page.claim, outcome):
        played.head, rows = transcript(page.claim, trace)
        played.rows = folded(played.head, rows)
    played.facts = facts_of(page.claim, trace)
    if trace.rounds and not trace.rounds[0].before and (again := _judged(page, outcome.case)) is not None:
        trace = again.trace or trace  # the same game, with the state that pictures show
    shown = scene(page.claim, trace)
    chart = proof_chart(page.claim, trace, broken=outcome.broken_step)
    played.draw(shown, chart, whole=shown is not None and shown.telling > 0)
    return played if played.rows or played.facts or played.pictures else None


MOST_LINES = 40
"""A program is shown only if it has at most this many lines."""


def program(page: ClaimPage) -> str:
    """Return the game that the page shows as a program that can be run, or "" if there is none or it is long."""
    case = next((played.case for played in page.played if played.case is not None), None)
    name = page.summary.findings[0].learner
    learner = next((cls for cls in page.claim.about if cls.__name__ == name), None)
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
