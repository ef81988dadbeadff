"""The `…-conforms` claims: a learner's predictions are those of the algorithm under some choice of tie-breaks.

`RULES` has the online algorithms of the notes as nondeterministic rules: the answers and the updates that each allows.
For learners that keep what agrees with the labels the reference learner runs beside the learner; the others are
formulated a second time, with bounds on what rounding may do.
"""

from collections.abc import Callable
from typing import Any

from sympy import Eq

from learncheck.places import Places
from learncheck.strategies.play.case import Trace, once
from learncheck.theorems.language.claim import Claim, Family, Source, Values, quantity
from learncheck.theorems.rules.following import Rule, RuleFit, follow

F = quantity("F", "the rounds played when the first answer fits no legal run, and 0 where all fit")

RULES: Places[Callable[[], Rule[Any]]] = Places(
    {
        "Consistent": "learncheck.theorems.rules.version_spaces:ConsistentRule",
        "Halving": "learncheck.theorems.rules.version_spaces:HalvingRule",
        "ThresholdHalving": "learncheck.theorems.rules.version_spaces:ThresholdHalvingRule",
        "DisjunctionElimination": "learncheck.theorems.rules.version_spaces:DisjunctionEliminationRule",
        "Ellipsoid": "learncheck.theorems.rules.ellipsoid:EllipsoidRule",
        "Perceptron": "learncheck.theorems.rules.halfspaces:PerceptronRule",
        "KernelPerceptron": "learncheck.theorems.rules.halfspaces:KernelPerceptronRule",
        "ModifiedPerceptron": "learncheck.theorems.rules.halfspaces:ModifiedPerceptronRule",
        "Winnow": "learncheck.theorems.rules.weights:WinnowRule",
        "WinnowKOfR": "learncheck.theorems.rules.weights:WinnowRule",
        "ExpertsMajority": "learncheck.theorems.rules.version_spaces:ExpertsMajorityRule",
        "ExpertsRestart": "learncheck.theorems.rules.version_spaces:ExpertsRestartRule",
        "WeightedMajority": "learncheck.theorems.rules.weights:WeightedMajorityRule",
        "RandomizedWeightedMajority": "learncheck.theorems.rules.weights:RandomizedWeightedMajorityRule",
    }
)
"""By the learner's name; all answer with a label but RandomizedWeightedMajority's."""


def conforms(
    claim_id: str,
    learner: type,
    family: Family,
    *sources: Source,
    sequences: str = "every sequence",
    statement: str = "the predictions are those of {} under some choice of tie-breaks, zero-margin updates and "
    "positive scaling.",
) -> Claim:
    """Claim that the learner follows the notes' algorithm on the family's sequences.

    `sequences` names the sequences on which the algorithm is defined, and `statement` says what is claimed there.
    """
    name = learner.__name__

    @once
    def followed(trace: Trace) -> RuleFit:
        rounds = trace.rounds
        played = zip(rounds.instances, rounds.predictions, rounds.labels, strict=True)
        return follow(RULES[name](), trace.case.arguments(), played)

    def measure(trace: Trace) -> Values:
        fit = followed(trace)
        return {F: 0 if fit.misfit is None else fit.misfit + 1}

    def why(trace: Trace) -> str:
        fit = followed(trace)
        return f"this is not {name}: in round {(fit.misfit or 0) + 1} {fit.why}"

    return Claim(
        claim_id,
        f"On {sequences}, {statement.format(name)}",
        sources=sources,
        learner=learner,
        cases=family,
        measure=measure,
        bound=Eq(F, 0),
        reading="ours",
        why=why,
        conformance=True,
    )
