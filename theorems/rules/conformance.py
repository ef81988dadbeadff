"""The `…-conforms` claims: a learner's predictions are those of the algorithm under some choice of tie-breaks.

`RULES` has the online algorithms of the notes as nondeterministic rules: the answers and the updates that each allows.
They are a second formulation of every algorithm, written from the notes independently of the reference learners.
"""

from sympy import Eq

from learncheck.strategies.play.case import Trace, once
from learncheck.theorems.language.claim import Claim, Family, Source, Values, quantity
from learncheck.theorems.rules import version_spaces, weights
from learncheck.theorems.rules.following import Rule, RuleFit, follow
from learncheck.theorems.rules.halfspaces import ELLIPSOID, PERCEPTRON, KernelPerceptronRule, ModifiedPerceptronRule

F = quantity("F", "the rounds played when the first answer fits no legal run, and 0 where all fit")

RULES: dict[str, Rule] = {
    "Consistent": version_spaces.ConsistentRule(),
    "Halving": version_spaces.HalvingRule(),
    "ThresholdHalving": version_spaces.ThresholdHalvingRule(),
    "DisjunctionElimination": version_spaces.DisjunctionEliminationRule(),
    "Ellipsoid": ELLIPSOID,
    "Perceptron": PERCEPTRON,
    "KernelPerceptron": KernelPerceptronRule(),
    "ModifiedPerceptron": ModifiedPerceptronRule(),
    "Winnow": weights.WinnowRule(),
    "WinnowKOfR": weights.WinnowKOfRRule(),
    "ExpertsMajority": version_spaces.ExpertsMajorityRule(),
    "ExpertsRestart": version_spaces.ExpertsRestartRule(),
    "WeightedMajority": weights.WeightedMajorityRule(),
    "RandomizedWeightedMajority": weights.RandomizedWeightedMajorityRule(),
}
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
        return follow(RULES[name], trace.case.arguments(), played)

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
