"""Mission impossible: without prior knowledge any labels are possible, and a learner can only memorise them."""

from sympy import And, Eq

from learncheck.learners.online.opponents import (
    Alternating,
    KernelPerceptronOnTheLine,
    Memorizing,
    NearestNeighbour,
    PerceptronOnTheLine,
)
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.games import CONTRADICT
from learncheck.strategies.tables import any_labels
from learncheck.strategies.tables.any_labels import AnyLabels, LabelsGiven, LineLabellings
from learncheck.theorems.language.claim import LEC, Claim, Values, as_printed, quantity, sized
from learncheck.theorems.language.limits import Long, Wide

M = quantity("M", "the mistakes on labels that the target function gives")
T = quantity("T", "the rounds")
X = quantity("X", "the number $|X|$ of instances")


def measure(trace: Trace[AnyLabels, LabelsGiven]) -> Values:
    case = trace.case
    target = trace.facts.target
    given = (each for each in trace.rounds if target[each.instance] == each.label)
    return {M: sum(bool(each.mistake) for each in given), T: len(case.moves), X: case.size}


NO_KNOWLEDGE = Claim(
    "no-prior-knowledge",
    "If $|X|$ is infinite and each day the environment shows a new $x$, then the learner cannot know its label and "
    "might always err.",
    sources=(LEC("Mission impossible"),),
    kind="adversary",
    label="lower",
    learner=Memorizing,
    learners=(NearestNeighbour, Alternating, PerceptronOnTheLine, KernelPerceptronOnTheLine),
    cases=sized(
        any_labels.new_instances,
        "every order of up to {rounds:≤ _ rounds} new instances",
        rounds=(8, 20, 4, 5),
        grows=dict(rounds=Long()),
    ),
    measure=measure,
    bound=M >= T,
    slack=(M >= T,),
    attained_by=lambda: [any_labels.in_turn(range(rounds)) for rounds in (1, 4, 16)],
    remark="$M = T$ in every game. The certificate is the labelling itself; no class forbids it.",
    judged=False,
)

MEMORIZING = Claim(
    "memorizing-mistakes",
    "If $|X|$ is finite, the learner can memorize all labels: at most $|X|$ mistakes.",
    sources=(LEC("Mission impossible"),),
    label="tight",
    learner=Memorizing,
    cases=sized(
        any_labels.any_labels,
        "all games of up to {rounds:≤ _ rounds} rounds on up to {size:≤ _ instances} instances, contradicted or not",
        size=(4, 12, 2, 3),
        rounds=(8, 30, 3, 4),
        grows=dict(size=Wide(), rounds=Long()),
    ),
    measure=measure,
    bound=M <= X,
    attained_by=lambda: [AnyLabels(size, tuple((x % size, CONTRADICT) for x in range(2 * size))) for size in (1, 3, 9)],
    judged=False,
)

# ---- thresholds and halfspaces on the line ----

A = quantity("A", "labellings by halfspaces and by no threshold")
B = quantity("B", "labellings by halfspaces and by neither a threshold nor the opposite of one")
C = quantity("C", "labellings by thresholds and by no halfspace")
F = quantity("F", "labellings by thresholds")
G = quantity("G", "labellings by halfspaces")
m = quantity("m", "the points")


LINE = sized(
    any_labels.line_labellings,
    "all sets of up to {points:≤ _ points} points at distances up to {apart}, the first from −{apart} to {apart}",
    points=(5, 5, 3, 4),
    apart=(3, 9, 2, 2),
)

LINE_HALFSPACES = Claim(
    "halfspaces-on-the-line",
    r"For $d = 1$ the halfspaces are the thresholds $x \mapsto \operatorname{sign}(x - \theta)$ and their opposites: "
    "$m$ points have $m + 1$ labellings by thresholds and $2m$ by halfspaces.",
    sources=(LEC("Halfspaces"),),
    cases=LINE,
    measure=lambda trace: {
        A: trace.facts.no_threshold,
        B: trace.facts.neither_way,
        C: trace.facts.no_halfspace,
        F: trace.facts.thresholds,
        G: trace.facts.halfspaces,
        m: len(trace.case.points),
    },
    bound=And(Eq(B, 0), Eq(C, 0), Eq(F, m + 1), Eq(G, 2 * m)),
    attained_by=lambda: [LineLabellings(tuple(range(size))) for size in (1, 2, 8)],
    repairs="halfspaces-on-the-line-as-printed",
    remark=r"$\operatorname{sign}(wx + b)$ is $\operatorname{sign}(x - \theta)$ with $\theta = -b/w$ for $w > 0$, "
    "its opposite for $w < 0$, and constant for $w = 0$. With $x_2 = 1$ in place of the bias these are "
    "the homogeneous halfspaces of the plane.",
)

LINE_HALFSPACES_AS_PRINTED = as_printed(
    LINE_HALFSPACES,
    r"For $d = 1$, the class of halfspaces $x \mapsto \operatorname{sign}(wx + b)$ is the class of thresholds "
    r"$x \mapsto \operatorname{sign}(x - \theta)$.",
    bound=And(Eq(A, 0), Eq(C, 0)),
    flaw=r"The halfspace $x \mapsto \operatorname{sign}(-x)$, with $w = -1$, labels everything below 0 with +1, which "
    "no threshold does.",
    worked=(
        "Take the {m} points 0 and 1. Thresholds label them −−, −+ and ++, which are F = {F} ways.",
        "Halfspaces also label them +−, by sign(½ − x): G = {G} ways.",
        "So A = {A} labelling by a halfspace is not one by a threshold, although the classes are said to be the same.",
    ),
)
