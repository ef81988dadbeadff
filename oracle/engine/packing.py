"""Evidence as JSON-ready values: so it is kept in the working folder, and sent by workers."""

import msgspec
from msgspec.structs import replace

from learncheck.oracle.engine.records import any_case
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import decode, encode
from learncheck.theorems.language.claim import Claim

GAMES = ("closest", "fall", "worst")


def packed(result: Evidence | Outcome) -> object:
    """The evidence, or the game, as JSON-ready values: without traces, the claim and its proof."""
    if isinstance(result, Outcome):
        return encode(result.to_travel())
    games = {name: game.to_travel() for name in GAMES if (game := getattr(result, name)) is not None}
    return encode(replace(result, claim=None, proof=None, **games))


def unpacked(values: object, claim: Claim) -> Evidence:
    """What `packed` made of evidence for the claim. Raises ValueError if it is something else."""
    evidence: Evidence = msgspec.convert(values, Evidence, str_keys=True, dec_hook=_case)
    evidence.claim = claim
    return evidence


def unpacked_game(values: object) -> Outcome:
    """What `packed` made of a game. Raises ValueError if it is something else."""
    return msgspec.convert(values, Outcome, dec_hook=_case)


def _case(kind: type, values: object) -> object:
    return decode(values, any_case(values))
