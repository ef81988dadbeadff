"""Playing one shard of a plan: its proof, or the sources of cases of its kind in turn."""

import math
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from learncheck.oracle.engine import attacks
from learncheck.oracle.engine.attacks.kinds import CaseSource
from learncheck.oracle.engine.player import Player, Tick, unwatched
from learncheck.oracle.engine.profiles import Shard
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.patience import patience
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim

if TYPE_CHECKING:
    from learncheck.oracle.prover.checked import ProofReport


def play(shard: Shard, claim: Claim, make: Make | None, *, steps: bool = True, tick: Tick = unwatched) -> Evidence:
    """What the shard finds on the learner that `make` makes, before any shrinking.

    Without `steps` (submissions) the learner is judged by the bound alone: a right but different learner is not
    failed by somebody else's proof.
    """
    if shard.kind == "proof":
        return Evidence(claim, None, proof=_proof(claim))
    player = Player(shard, claim, make, steps, tick)
    most = None if player.make.is_submission else shard.profile.seconds
    with patience(most=most or math.inf) as player.alive:
        _attack(player, attacks.KINDS[shard.kind].sources)
    player.evidence.seconds = math.fsum(attack.seconds for attack in player.evidence.attacks)
    return player.evidence


def _attack(player: Player, sources: Iterable[CaseSource]) -> None:
    """Play the cases of the sources until one of them settles the matter.

    A falsified game that may be large does not settle the matter, unless the profile does not shrink at all.
    """
    for source in sources:
        player.current = player.evidence.attack(source.name)
        start = time.perf_counter()
        failure = source.play(player)
        player.current.seconds += time.perf_counter() - start
        if failure is not None:
            player.evidence.fell(failure)
            player.evidence.settled = source.small or not player.profile.shrink or failure.verdict != "falsified"
            if player.evidence.settled:
                break


def _proof(claim: Claim) -> "ProofReport | None":
    """Check the proof; return None if no game meets the claim's hypotheses, which the attack reports."""
    from learncheck.oracle.prover.certificates import Certificates
    from learncheck.oracle.prover.observed import Vacuous
    from learncheck.oracle.prover.prove import prove  # imports the prover, which judging a submission does not need

    certificates = Certificates(claim.id)
    try:
        report = prove(claim, certificates=certificates)
    except Vacuous:
        return None
    report.troubles += certificates.keep()
    return report
