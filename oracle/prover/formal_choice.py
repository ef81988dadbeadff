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
from learncheck.oracle.prover.smt import Untranslatable
from learncheck.theorems.formal.chosen import Unclear, chosen
from learncheck.theorems.formal.numbers import HiddenState, NotFormal
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Induction

GAMES = 40
"""The number of games searched for one that distinguishes the sizes."""

NOT_RUN = "its code is not run on formal quantities: "


def formally(
    claim: Claim, learner: type | None, attempt: Callable[[Claim], tuple[ProofReport | None, str]]
) -> tuple[ProofReport | None, str]:
    """Run the learner's code formally and report on the proof; return None and the reason if that is not possible.

    attempt: tries a claim whose proof runs the code; returns its report, or None and why the proof fails.
    """
    proof = claim.proof
    if not isinstance(proof, Induction) or proof.code is not None or proof.matched or learner is None:
        return None, ""
    if not all(each.when is not None for each in proof.rounds.values()):
        return None, ""
    why = "no game was found"
    for case in itertools.islice(sampled(claim), GAMES):
        try:
            trace = played(case, learner, claim.watch)
        except Exception as error:  # whatever the learner's code raises
            why = f"in a game it raises {type(error).__name__}: {error}"
            break
        try:
            ways = list(chosen(replace(claim, learner=learner), trace))
        except Unclear as error:
            why = str(error)
            continue
        except NotFormal as error:
            why = str(error)
            break
        tried = []
        for words, make in ways:
            try:
                report, fallen = attempt(replace(claim, proof=make()))
            except (NotFormal, HiddenState, Untranslatable, ValueError, LookupError, AttributeError) as error:
                report, fallen = None, " ".join(str(error).split())
            if report is not None:
                return report, ""
            tried.append(f"as {words}: {fallen}")
        why = "; ".join(tried)
        break
    return None, NOT_RUN + why
