"""Playing shards in another process or on another machine."""

import platform
import threading
import warnings

from hypothesis.errors import HypothesisDeprecationWarning

from learncheck.oracle.engine.packing import packed, unpacked
from learncheck.oracle.engine.profiles import Shard
from learncheck.oracle.engine.shards import play
from learncheck.oracle.engine.store import code
from learncheck.oracle.engine.subjects import Subject
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.played import Memory, remembering
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim

Task = tuple[Subject, Shard, str]
"""A shard of the claim on the learner, and the sender's version (`store.code`)."""

Sent = tuple[object, ProofReport | None]
"""The result as JSON-ready values, and its proof, without its claim."""


class OtherVersion(Exception):
    """A cluster's worker has other versions than the sender, so its results could differ."""


_ALONE = threading.Lock()
"""Hypothesis's random state belongs to the process, so the threads of a cluster's worker take turns."""


_MEMORY: Memory[Trace] = Memory()
"""The games this worker has played. Successive shards often have the same claim, or claims about the same games."""


def play_here(task: Task) -> Sent:
    """Play the shard on a worker. Raises OtherVersion if the worker has another version."""
    subject, shard, version = task
    if version != code():
        raise OtherVersion(
            f"a worker on {platform.node()} has a different version of learncheck, Python, Hypothesis, numpy or scipy "
            "than the sender; install the same"
        )
    with _ALONE, warnings.catch_warnings():
        # A cluster's worker has threads that draw random numbers, and Hypothesis blames the strategy for it.
        warnings.filterwarnings("ignore", "Do not use the `random` module", HypothesisDeprecationWarning)
        claim = subject.claim()
        with remembering(_MEMORY):
            result = play(shard, claim, claim.learner_named(subject.learner))
    if result.proof is not None:
        result.proof.claim = None  # type: ignore[assignment]
    return packed(result), result.proof


def received(sent: Sent, claim: Claim) -> Evidence:
    """Unpack a worker's result, and give its proof the claim again."""
    values, proof = sent
    result = unpacked(values, claim)
    result.proof = proof
    if proof is not None:
        proof.claim = claim
    return result
