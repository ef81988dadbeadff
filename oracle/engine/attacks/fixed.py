"""Cases that are the same for every seed: witnesses, all cases up to a stated size, and the family's ladder."""

from collections.abc import Iterable, Iterator

from learncheck.oracle.engine.attacks.kinds import CaseSource, Kind
from learncheck.oracle.engine.player import Player
from learncheck.oracle.engine.shared_draws import drawn_once
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import BadFamily, everything

MOST_LISTED = 10_000
"""The most cases that a claim may list one by one."""


def witnesses(player: Player) -> Outcome | None:
    """The strongest cases known."""
    return player.first(_ending("attained_by", player.claim.witnesses()))


def exhaustive(player: Player) -> Outcome | None:
    """All cases within the family's limits. If none fails or stays undecided, the claim is exhausted to that extent."""
    family = player.claim.cases
    if family.enumerated is None:
        return None
    within = player.profile.exhaustive
    limits = family.quick if within == "quick" else family.full
    build = player.claim.build(limits, family.enumerated)
    cases = drawn_once(player.claim, family.enumerated, ("everything", limits), lambda: everything(build))
    failure = player.first(cases, within)
    if failure is None and player.current.games and not player.current.undecided and not player.make.shortened:
        player.evidence.exhausted = family.covers(limits)
    return failure


def ladder(player: Player) -> Outcome | None:
    """The family's fixed cases, in growing sizes; they are skipped for learners that have already fallen."""
    if player.evidence.fall is not None:
        return None
    return player.first(_ending("ladder", player.claim.cases.ladder()), games_after_a_fall=0)


def _ending(field: str, cases: Iterable[Case]) -> Iterator[tuple[Case, None]]:
    """Yield the cases that a field of the claim lists. Raises BadFamily if there seems to be no end of them."""
    for number, case in enumerate(cases):
        if number == MOST_LISTED:
            raise BadFamily(f"{field}= lists more than {MOST_LISTED:,} cases; is one of its loops endless?")
        yield case, None


KIND = Kind(
    lambda profile: [profile.only()],
    (
        CaseSource("witnesses", witnesses),
        CaseSource("exhaustive", exhaustive, small=True),
        CaseSource("witnesses", ladder),
    ),
)
