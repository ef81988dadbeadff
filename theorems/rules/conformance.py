"""The `…-conforms` claims: a learner's predictions are those of the algorithm under some choice of tie-breaks."""

from sympy import Eq

from learncheck.strategies.play.case import Trace, once
from learncheck.theorems.language.claim import Claim, Family, Source, Values, quantity
from learncheck.theorems.rules.following import Fit, follow
from learncheck.theorems.rules.rule import RULES

F = quantity("F", "the rounds played when the first answer fits no legal run, and 0 where all fit")


def conforms(claim_id: str, learner: type, family: Family, *sources: Source, given: str = "") -> Claim:
    """Claim that the learner follows the notes' algorithm on the family's sequences.

    `given` names the sequences on which the algorithm is defined (for example "realizable sequences").
    """
    where = given or "every sequence"

    @once
    def followed(trace: Trace) -> Fit:
        rounds = [(each.instance, each.prediction, each.label) for each in trace.rounds]
        return follow(RULES[learner.__name__], trace.case.arguments(), rounds)

    def measure(trace: Trace) -> Values:
        misfit = followed(trace).misfit
        return {F: 0 if misfit is None else misfit + 1}

    def why(trace: Trace) -> str:
        fit = followed(trace)
        return f"the answer in round {(fit.misfit or 0) + 1} fits no run of {learner.__name__}; {fit.why}"

    return Claim(
        claim_id,
        f"On {where}, the predictions are those of {learner.__name__} under some choice of tie-breaks, "
        "zero-margin updates and positive scaling.",
        sources=sources,
        label="exact",
        learner=learner,
        cases=family,
        measure=measure,
        bound=Eq(F, 0),
        reading="ours",
        why=why,
        conformance=True,
    )
