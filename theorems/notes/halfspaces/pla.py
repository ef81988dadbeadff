"""PLA on a sample in a cycle: it halts if the data are linearly separable, and only then."""

from fractions import Fraction

from learncheck.learners import Perceptron
from learncheck.strategies.halfspaces import linear_samples
from learncheck.strategies.halfspaces.ladders import cyclic_ladder
from learncheck.strategies.halfspaces.linear_samples import HopelessCycle
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import LIN, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.notes.halfspaces import separators
from learncheck.theorems.notes.halfspaces.perceptron_margins import turns_by_distance
from learncheck.theorems.notes.halfspaces.separators import R2, W2, M, least, rho2


def corrections(trace: Trace) -> Values:
    """Measure T (as M), R², and ρ² of the w_f with the greatest ρ, scaled so that min y⟨w_f,x⟩ = 1."""
    square = Fraction(separators.separator(trace)[1])
    return {M: trace.mistakes, R2: separators.radius_squared(trace), rho2: 1 / square, W2: square, least: 1}


LINEAR_SEPARABLE = Premise("some homogeneous halfspace separates the sample", separators.separable, least > 0)

PLA_HALTS = Claim(
    "pla-halts",
    r"On linearly separable data cyclic PLA, naive or with a precomputed random cycle, halts after $T \le R^2/\rho^2$ "
    r"corrections, where $R = \max\|x_n\|$ and $\rho = \min y_n\langle w_f,x_n\rangle/\|w_f\|$ for any $w_f$ that "
    "separates the data.",
    sources=(LIN("Practical Implementation of PLA"), LIN("Guarantee of PLA")),
    kind="batch",
    label="tight",
    learner=Perceptron,
    cases=Family(
        linear_samples.cyclic_games,
        exhaust=linear_samples.every_cyclic_game,
        extent="all separable samples of up to {examples:≤ _ examples} nonzero labelled points of the plane with "
        "integer coordinates up to ±{reach}, in every cycle",
        search=dict(dimensions=3, reach=2, examples=4),
        scout=dict(dimensions=4, reach=3, examples=6),
        quick=dict(reach=1, examples=2),
        full=dict(reach=1, examples=3),
        ladder=cyclic_ladder,
    ),
    assuming=(LINEAR_SEPARABLE,),
    measure=corrections,
    bound=M <= R2 / rho2,
    watch=("w",),
    state=separators.towards_separator,
    proof=turns_by_distance(
        LINEAR_SEPARABLE,
        best=lambda trace: separators.separator(trace)[0],
        reading="$M$, the corrections, are the notes' $T$. A cycle without a correction ends the run, so it has "
        r"at most $\lfloor R^2/\rho^2\rfloor + 1$ cycles; whatever the cycle, the bound is the same.",
    ),
    attained_by=lambda: map(linear_samples.axes_cycle, (1, 2, 5, 20)),
    remark="The Perceptron plays the examples in a fixed cycle until one passes without a mistake; a game is broken "
    "off only beyond the bound, so that keeping the bound means halting. The $w_f$ taken is the one of the greatest "
    r"$\rho$, exactly.",
)

C = quantity("C", "the cycles")


@premise("no homogeneous halfspace separates the sample", option="not_separable")
def NOT_SEPARABLE(trace: Trace) -> bool:
    """Whether no w has y_n⟨w,x_n⟩ > 0 for all n."""
    return linear_samples.most_updates(trace.case.signed) is None


PLA_NEEDS = Claim(
    "pla-halts-only-if-separable",
    "PLA halts only if the data are linearly separable: on others every cycle through them has a mistake.",
    sources=(LIN("Linear Separability"),),
    kind="batch",
    label="lower",
    learner=Perceptron,
    cases=Family(
        linear_samples.hopeless_cycles,
        exhaust=linear_samples.every_hopeless_cycle,
        extent="all samples of up to {examples:≤ _ examples} nonzero labelled points of the plane with integer "
        "coordinates up to ±{reach} that no halfspace separates, in every cycle, {cycles} cycles",
        search=dict(dimensions=3, reach=2, examples=4, cycles=4),
        scout=dict(dimensions=3, reach=3, examples=6, cycles=8),
        quick=dict(reach=1, examples=2, cycles=4),
        full=dict(reach=1, examples=3, cycles=6),
    ),
    assuming=(NOT_SEPARABLE,),
    measure=lambda trace: {M: trace.mistakes, C: trace.case.cycles},
    bound=M >= C,
    attained_by=lambda: [HopelessCycle(((1,), (-1,), (2,)), 1, (1, 1, 1), (0, 2, 1), 6)],
    remark="Without a mistake for a whole cycle $w$ would separate them. A learner that breaks its ties luckily "
    "may halt on data that some halfspace separates weakly, and at $w = 0$ on data of one label; so "
    "submissions are judged by perceptron-conforms.",
    judged=False,
)
