"""Playing one shard of a plan: its proof, or the sources of cases of its kind in turn."""

import math
import time
from collections.abc import Iterable
from contextlib import suppress

from learncheck.oracle.engine import attacks
from learncheck.oracle.engine.attacks.kinds import CaseSource
from learncheck.oracle.engine.player import Player, Watch
from learncheck.oracle.engine.profiles import Shard
from learncheck.oracle.engine.results import Result
from learncheck.oracle.engine.verdicts import Attack
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.patience import patience
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import Make
from learncheck.theorems.formal.numbers import HiddenState
from learncheck.theorems.language.claim import Claim

TRIES = 3
"""How often a proof is attempted when it fails because state seems to be kept outside of the learner."""


def play(
    shard: Shard, claim: Claim, make: Make | None, *, steps: bool = True, watch: Watch = lambda result: None
) -> Result:
    """What the shard finds on the learner that `make` makes, before any shrinking.

    Without `steps` (submissions) the learner is judged by the bound alone: a right but different learner is not
    failed by somebody else's proof. watch: sees the result grow, after every game.
    """
    if shard.kind == "proof":
        return Result(proof=_proof(claim))
    player = Player(shard, claim, make, steps, watch)
    most = None if player.make.is_submission else shard.profile.seconds
    with patience(most=most or math.inf) as player.alive:
        _attack(player, attacks.KINDS[shard.kind].sources)
    return player.result


def _attack(player: Player, sources: Iterable[CaseSource]) -> None:
    """Play the cases of the sources until one of them settles the matter.

    The failure to shrink is the first one, unless a later source finds one that replaces it (`chosen`). A falsified
    game that may be large does not settle the matter, unless the profile does not shrink at all.
    """
    result = player.result
    for source in sources:
        counts = {each.name: each for each in result.attacks}
        player.current = counts.get(source.name) or Attack(source.name)
        if source.name not in counts:
            result.attacks.append(player.current)
        start = time.perf_counter()
        found = source.play(player)
        player.current.seconds += time.perf_counter() - start
        if found is not None:
            result.fall = chosen(result.fall, found)
            small = source.small or not player.profile.shrink
            result.settled = small or found.verdict != "falsified"
            if result.settled:
                break


def _proof(claim: Claim) -> ProofReport | None:
    """Check the proof; return None if no game meets the claim's hypotheses, which the attack reports.

    Every attempt catches a learner that keeps state outside itself. But Python's random numbers are shared by all
    threads, and those that talk to a cluster may draw some while the code is inspected.
    """
    from learncheck.oracle.prover.certificates import Certificates
    from learncheck.oracle.prover.observed import Vacuous
    from learncheck.oracle.prover.prove import prove  # imports the prover, which judging a submission does not need

    certificates = Certificates(claim.id)
    for _ in range(TRIES - 1):
        with suppress(HiddenState):
            try:
                found = prove(claim, certificates=certificates)
            except Vacuous:
                return None
            with suppress(OSError):  # it is only searched for again
                certificates.keep()
            return found
    return prove(claim, certificates=certificates)


def chosen(fallen: Outcome | None, found: Outcome) -> Outcome:
    """The failure to shrink, of two in order: the first, or the second if its choices are known and verdicts agree."""
    if fallen is None or (found.verdict == fallen.verdict and found.taken is not None):
        return found
    return fallen
