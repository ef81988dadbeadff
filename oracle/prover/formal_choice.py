"""Decide by trial whether a learner's code can be run on formal quantities; the author does not choose.

For a proof by induction without `code`, the claim's own definitions are tried on formal rounds (`formal.chosen`). The
first way for which every line is shown makes it a proof about the code. Otherwise the proof's rounds are compared with
real ones, and the report says why.
"""

import itertools
from collections.abc import Callable
from dataclasses import replace

from learncheck.oracle.judging.played import played
from learncheck.oracle.prover.checked import ProofReport
from learncheck.oracle.prover.matching import sampled
from learncheck.theorems.formal.chosen import Unclear, chosen
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction

Attempt = Callable[[Claim], tuple[ProofReport | None, str]]

GAMES = 40
"""The number of games searched for one that distinguishes the sizes."""

NOT_RUN = "its code is not run on formal quantities: "


def formally(claim: Claim, learner: type | None, attempt: Attempt) -> tuple[ProofReport | None, str]:
    """Run the learner's code formally and report on the proof; return None and the reason if that is not possible.

    attempt: tries a claim whose proof runs the code; returns its report, or None and why the proof fails.
    """
    proof = claim.proof
    if not isinstance(proof, Induction) or proof.code is not None or proof.matched or learner is None:
        return None, ""
    if not all(transition.when is not None for transition in proof.rounds.values()):
        return None, ""
    why = "no game was found"
    for case in itertools.islice(sampled(claim), GAMES):
        try:
            trace = played(case, learner, claim.watch)
        except Exception as error:  # whatever the learner's code raises
            return None, f"{NOT_RUN}in a game it raises {type(error).__name__}: {error}"
        try:
            ways = list(chosen(replace(claim, learner=learner), trace))
        except Unclear as error:
            why = str(error)
            continue
        except Exception as error:  # as in `_tried`
            return None, NOT_RUN + _reason(error)
        tried = []
        for words, make in ways:
            report, fallen = _tried(claim, make, attempt)
            if report is not None:
                return report, ""
            tried.append(f"as {words}: {fallen}")
        why = "; ".join(tried)
        break
    return None, NOT_RUN + why


def _tried(claim: Claim, make: Callable[[], Induction], attempt: Attempt) -> tuple[ProofReport | None, str]:
    """Make the attempt. It fails if anything raises: the claim's functions and the code were not written for formal
    quantities, and a fault of theirs on real ones shows when the rounds are compared with real ones.
    """
    try:
        return attempt(replace(claim, proof=make()))
    except Exception as error:
        return None, _reason(error)


def _reason(error: Exception) -> str:
    message = " ".join(str(error).split())
    return message if isinstance(error, ValueError | NotFormal) else f"it raises {type(error).__name__}: {message}"
