"""The attacks, a module each: where the cases of a claim come from, and how they are cut into shards."""

from learncheck.oracle.engine.attacks import fixed, scout, search
from learncheck.oracle.engine.attacks.kinds import Decoder, Kind
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.theorems.language.claim import Claim

KINDS: dict[str, Kind] = {"fixed": fixed.KIND, "scout": scout.KIND, "search": search.KIND}
"""The kinds of shards that play games, in the order in which a plan has the first of each."""


def decoder(claim: Claim, profile: Profile, seen: Outcome) -> Decoder:
    """The decoder that made the case of a game from its choices."""
    decoders = {source.name: source.decoder for kind in KINDS.values() for source in kind.sources if source.decoder}
    return decoders[seen.attack](claim, profile, seen)
