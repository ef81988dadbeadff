"""What a page shows of one claim, gathered from its evidence: the witness played out, the growth, the pictures.

gather(evidence, ...)    a `ClaimPage` a claim, in order
page_of(claim, ...)      the same from evidence that was kept
"""

import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from learncheck.learners import DRAWN
from learncheck.oracle.engine.growth import Growth, growth
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import refute
from learncheck.oracle.judging.outcomes import Outcome, against
from learncheck.oracle.judging.transcript import told, transcript
from learncheck.oracle.report import pictures
from learncheck.oracle.report.errata import Erratum
from learncheck.oracle.report.killed import Mutant
from learncheck.oracle.report.known import Known, known
from learncheck.oracle.report.scenes import STATE, Boosted, Scene, scene, telling
from learncheck.oracle.report.text import standing
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import at_random
from learncheck.theorems.language.claim import Claim, Source
from learncheck.theorems.language.registry import all_claims, meanings

SHOWN_ROUNDS = 14
"""A game of more rounds is not played out on a page."""
SLOW = 0.3
"""Seconds that a game may take to be played again."""
TELLING = 3
"""A witness of which there is less to see is not drawn, but another game."""
LOOKED_THROUGH = 30
"""So many drawn games are looked through for one that is worth a picture."""


@dataclass
class Played:
    """A game played out: its table, or the facts that it found, and its picture where there is one."""

    title: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    facts: Sequence[Sequence[str]] = ()
    picture: str = ""
    key: str = ""
    result: str = ""


@dataclass
class Correction:
    """A repaired statement and how one knows that it is right."""

    claim: Claim
    known_by: Sequence[str]


@dataclass
class ClaimPage:
    """All that the page says of a claim."""

    claim: Claim
    known: Known
    growth: Growth | None = None
    growth_picture: str = ""
    played: list[Played] = field(default_factory=list)
    mutants: Sequence[Mutant] | None = None
    worked: Sequence[str] = ()
    repairs: Sequence[Correction] = ()

    @property
    def standing(self) -> str:
        return standing(self.claim)

    @property
    def closeness(self) -> float:
        """The ratio as a share of the bar, between 0 and 1."""
        return min(1.0, max(0.0, self.known.closest))

    @property
    def symbols(self) -> Mapping[sympy.Symbol, str]:
        """What the symbols of the bound mean, in words."""
        return meanings(self.claim)

    @property
    def notes(self) -> list[str]:
        return sorted({each.notes for each in self.claim.sources if isinstance(each, Source)})


def gather(evidence: Iterable[Evidence], mutants: Mapping[str, Sequence[Mutant]] | None = None) -> Iterator[ClaimPage]:
    """A page section a claim, in the order of the evidence."""
    every = list(evidence)
    by_claim = {
        claim_id: [each for each in every if each.claim.id == claim_id]
        for claim_id in dict.fromkeys(each.claim.id for each in every)
    }
    all_known = {claim_id: known(about) for claim_id, about in by_claim.items()}
    for claim_id, about in by_claim.items():
        claim = about[0].claim
        page = ClaimPage(claim, all_known[claim_id])
        if claim.refuted_by is None:
            page.growth = growth(about[0])
            if page.growth.grows and pictures.available():
                page.growth_picture = pictures.growth_picture(page.growth)
            page.mutants = None if mutants is None else mutants.get(claim_id, [])
        fallen = [each for each in about if each.counterexample is not None]
        others = (found[0].claim for found in by_claim.values())
        repairs = [Correction(each, all_known[each.id].known_by) for each in others if each.repairs == claim_id]
        yield _filled(page, fallen, repairs)


def page_of(claim: Claim, all_known: Mapping[str, Known]) -> ClaimPage:
    """The page of a claim that is as on record, from what was kept of the evidence for all claims."""
    fallen = [] if claim.refuted_by is None else [refute(claim)]
    repairs = [Correction(each, all_known[each.id].known_by) for each in all_claims() if each.repairs == claim.id]
    return _filled(ClaimPage(claim, all_known[claim.id]), fallen, repairs)


def _filled(page: ClaimPage, fallen: Sequence[Evidence], repairs: Sequence[Correction]) -> ClaimPage:
    if page.claim.refuted_by is not None and fallen:
        page.worked = Erratum(page.claim, fallen[0], ()).worked
        page.repairs = repairs
    page.played += _played(page, fallen)
    return page


def _played(page: ClaimPage, fallen: Sequence[Evidence]) -> Iterator[Played]:
    """The counterexamples, if there are any; otherwise the witness, and a game that is worth a picture."""
    for each in fallen:
        assert each.counterexample is not None
        outcome = each.counterexample.smallest
        name = "The counterexample" if len(page.known.findings) == 1 else f"The counterexample on {each.learner}"
        found = None if outcome.trace is None else _laid_out(page.claim, name, outcome.trace)
        if found is not None:
            found.result = outcome.message
            _draw(found, _again(page, outcome.case))
            yield found
    if fallen:
        return
    witness = None if _slow(page, "witnesses") else _witness(page)
    if witness is not None and witness.trace is not None:
        about = "A witness, which attains the bound" if witness.attained else "A witness, played out"
        found = _laid_out(page.claim, about, witness.trace)
        if found is not None:
            found.result = f"observed {against(witness)}"
            _draw(found, _again(page, witness.case), TELLING)
            yield found
            if found.picture:
                return
    drawn = None if _slow(page, "search") else _worth_a_picture(page)
    if drawn is not None:
        found = Played("A game, drawn" if not isinstance(drawn, Boosted) else "A training, drawn")
        _draw(found, drawn)
        yield found


def _slow(page: ClaimPage, attack: str) -> bool:
    """Whether the games of that attack took too long to be played again for a page."""
    attacks = page.known.findings[0].attacks
    return any(each.name == attack and each.games and each.seconds / each.games > SLOW for each in attacks)


def _make(page: ClaimPage) -> Any:
    learner = page.known.findings[0].learner
    return next((each for each in page.claim.about if each.__name__ == learner), page.claim.learner)


def _witness(page: ClaimPage) -> Outcome | None:
    """The longest of the witnesses that are short enough to be shown; one that attains the bound before others."""
    best: Outcome | None = None
    until = time.perf_counter() + SLOW
    for case in itertools.islice(page.claim.attained_by(), 8):
        if time.perf_counter() > until:
            break
        outcome = judge(page.claim, _make(page), case, steps=True)
        if outcome.trace is None or outcome.outside or len(outcome.trace.rounds) > SHOWN_ROUNDS:
            continue
        if best is None or _rank(outcome) > _rank(best):
            best = outcome
    return best


def _rank(outcome: Outcome) -> tuple[bool, int]:
    assert outcome.trace is not None
    return outcome.attained, len(outcome.trace.rounds)


def _laid_out(claim: Claim, title: str, trace: Trace) -> Played | None:
    if trace.rounds and len(trace.rounds) <= SHOWN_ROUNDS and getattr(trace.case, "arguments", None):
        head, rows = transcript(claim, trace)
        return Played(title, head, rows, told(claim, trace))
    found = told(claim, trace)
    return Played(title, facts=found) if found else None


def _again(page: ClaimPage, case: Case) -> Scene | None:
    """The scene of a case, played anew with the state that it shows."""
    try:
        trace = case.play(_make(page), tuple(dict.fromkeys((*page.claim.watch, *STATE))))
    except Exception:  # a case that some learner of the claim cannot play is no picture
        return None
    return scene(page.claim, trace) if len(trace.rounds) <= 2 * SHOWN_ROUNDS else None


def _worth_a_picture(page: ClaimPage) -> Scene | None:
    """Of the games that the search draws the one that shows most."""
    claim, best = page.claim, None
    if claim.learner is None or not pictures.available() or claim.learner.__name__ not in DRAWN:
        return None
    build = claim.build(claim.cases.search)
    for case, _ in itertools.islice(at_random(build, 0), LOOKED_THROUGH):
        found = _again(page, case)
        if found is not None and telling(found) > (0 if best is None else telling(best)):
            best = found
    return best


def _draw(played: Played, shown: Scene | None, least: int = 1) -> None:
    if shown is not None and telling(shown) >= least and pictures.available():
        played.picture, played.key = pictures.picture(shown), shown.key
