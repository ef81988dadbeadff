"""The search: Hypothesis draws the cases, and aims at the bound."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from learncheck.oracle.engine.attacks.kinds import CaseSource, Decoder, Kind, Part, shares
from learncheck.oracle.engine.player import Player
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.results import Seen
from learncheck.oracle.engine.searches import Look, earlier_searches, remember
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import ALL_REJECTED, BadFamily, Choices
from learncheck.theorems.language.claim import Claim

SHARD = 1_000
"""The most games in a shard."""

TARGETING = 3
"""The search plays at most this multiple of the profile's games, including those that Hypothesis plays to target the
bound."""


def _parts(profile: Profile) -> list[Part]:
    """The first half of the searches starts from nothing, the second from the best witness, no matter who found it."""
    games = shares(profile.search, math.ceil(profile.search / SHARD))
    half = math.ceil(len(games) / 2)
    return [Part(profile.only(search=some), from_best=number >= half) for number, some in enumerate(games)]


def _search(player: Player) -> Seen | None:
    """Follow a search on record as long as it tells Hypothesis the same, and draw the rest."""
    claim, profile = player.claim, player.profile
    build = claim.build(claim.cases.search)
    if not player.make.is_submission or player.shard.starts:
        return draw(player, build)
    judged: list[Outcome] = []
    told: list[float | None] = []
    for search in earlier_searches(claim, profile.search, player.shard.seed):
        if [look.told for look in search[: len(told)]] != told:
            continue
        coming = search[len(told) :]
        for case, look in player.ahead((look.case, look) for look in coming):
            outcome = player.count(player.judge_played(case), look.taken)
            if outcome.failed or outcome.verdict == "skipped":
                return Seen(outcome, "search", look.taken)
            judged.append(outcome)
            told.append(_aim(outcome))
            if told[-1] != look.told:
                break
        else:
            return None
    return draw(player, build, judged)


def draw(player: Player, build: Callable[[Choices], Case], judged: Sequence[Outcome] = ()) -> Seen | None:
    """Let Hypothesis draw the cases. The first of them are `judged` already, in this order.

    Hypothesis is imported here, since most correct submissions follow a recorded search and do not need it.
    """
    import hypothesis
    from hypothesis import Phase
    from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
    from hypothesis.errors import Unsatisfiable

    from learncheck.oracle.engine.draws import fixed, no_local_constants
    from learncheck.oracle.engine.shrink import KEY
    from learncheck.strategies.play.drawn import strategy

    failure: list[Seen] = []
    looks: list[Look] = []
    starts, games = player.shard.starts, player.profile.search
    database = InMemoryExampleDatabase()
    for taken in starts:
        database.save(KEY, choices_to_bytes(taken))

    reuse = [Phase.reuse] * bool(starts)

    @fixed(games, database if starts else None, *reuse, Phase.generate, Phase.target)
    @hypothesis.seed(player.shard.seed)
    @hypothesis.given(strategy(build))
    def look(drawn: tuple[Case, tuple[Any, ...]]) -> None:
        case, taken = drawn
        if len(looks) >= TARGETING * games:
            raise _Fell  # aiming at the bound can take Hypothesis far beyond the examples that it was given
        known = judged[len(looks)] if len(looks) < len(judged) else None
        if known is not None and known.case == case:
            outcome = known
        else:
            outcome = player.count(player.judge_played(case), list(taken))
        looks.append(Look(case, list(taken), _aim(outcome)))
        if outcome.failed or outcome.verdict == "skipped":
            failure.append(Seen(outcome, "search", list(taken)))
            raise _Fell
        if looks[-1].told is not None:
            hypothesis.target(looks[-1].told)

    look._hypothesis_internal_database_key = KEY  # type: ignore[attr-defined]
    try:
        with no_local_constants():
            look()
    except _Fell:
        if failure:
            return failure[0]
    except Unsatisfiable:
        raise BadFamily(ALL_REJECTED) from None
    if player.make.is_submission and not starts:
        remember(player.claim, games, player.shard.seed, looks)
    return None


def _aim(outcome: Outcome) -> float | None:
    """The target for Hypothesis to maximize, if any."""
    return outcome.ratio if outcome.ratio is not None and outcome.ratio < math.inf else None


class _Fell(BaseException):
    """Leaves the search at the first failure, or when enough has been played."""


def _decoder(claim: Claim, profile: Profile, seen: Seen) -> Decoder:
    return claim.build(claim.cases.search)


KIND = Kind(_parts, (CaseSource("search", _search, small=True, decoder=_decoder),))
