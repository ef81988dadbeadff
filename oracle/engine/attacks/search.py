"""The search: small cases, which Hypothesis draws and aims at the bound, but for submissions."""

import itertools
import math
from collections.abc import Callable

from msgspec.structs import replace

from learncheck.oracle.engine.attacks.kinds import CaseSource, Kind, shares
from learncheck.oracle.engine.player import Player
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.shared_draws import drawn_once
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import ALL_REJECTED, BadFamily, Choices, at_random

SHARD = 1_000
"""The most games in a shard."""

TARGETING = 3
"""The search plays at most this multiple of the profile's games, including those that Hypothesis plays to target the
bound."""


def _parts(profile: Profile) -> list[Profile]:
    return [profile.only(search=games) for games in shares(profile.search, math.ceil(profile.search / SHARD))]


def _search(player: Player) -> Outcome | None:
    """A submission, whose verdict is the same with every version of Hypothesis, is given cases drawn at random.

    They are small, so a failure among them is easily made smaller.
    """
    claim, games, seed = player.claim, player.profile.search, player.shard.seed
    build = claim.build(claim.cases.search)
    if not player.make.is_submission:
        return _explored(player, build)
    how = "at random", claim.cases.search, seed, games
    cases = drawn_once(claim, claim.cases.build, how, lambda: itertools.islice(at_random(build, seed), games))
    return player.first(cases, "search", games_after_a_fall=0)


def _explored(player: Player, build: Callable[[Choices], Case]) -> Outcome | None:
    """Let Hypothesis draw the cases."""
    import hypothesis  # which is slow to import, and which a submission does not need
    from hypothesis import Phase
    from hypothesis.errors import Unsatisfiable

    from learncheck.oracle.engine.hypothesis_settings import fixed, no_local_constants
    from learncheck.strategies.play.drawn import strategy

    player.current.explores = True
    failure: list[Outcome] = []
    games, played = player.profile.search, 0

    @fixed(games, None, Phase.generate, Phase.target)
    @hypothesis.seed(player.shard.seed)
    @hypothesis.given(strategy(build))
    def look(drawn: tuple[Case, tuple[object, ...]]) -> None:
        nonlocal played
        case, taken = drawn
        if played == TARGETING * games:
            raise _Fell  # aiming at the bound can take Hypothesis far beyond the examples that it was given
        played += 1
        outcome = player.count(player.judge_played(case))
        if outcome.failed or outcome.verdict == "skipped":
            failure.append(replace(outcome, limits="search", taken=list(taken)))
            raise _Fell
        if outcome.ratio is not None and outcome.ratio < math.inf:
            hypothesis.target(outcome.ratio)

    try:
        with no_local_constants():
            look()
    except _Fell:
        return failure[0] if failure else None
    except Unsatisfiable:
        raise BadFamily(ALL_REJECTED) from None
    return None


class _Fell(BaseException):
    """Leaves the search at the first failure, or when enough has been played."""


KIND = Kind(_parts, (CaseSource("search", _search, small=True),))
