"""What must fall: the claims on kernels made stronger than true, or tried on kernels and learners that are none."""

from dataclasses import replace

from changes import bound, edited, learner, step, without
from sympy import And, Eq

from learncheck.learners import KernelPerceptron
from learncheck.learners.foils.perceptron import KeepsEveryExample
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces.kernel_perceptron import DIFFER, SEPARABLE, FeatureGame
from learncheck.theorems.notes.halfspaces.kernels import APART, DISTINCT, NEGATIVE, RANK, KernelSample
from learncheck.theorems.notes.halfspaces.separators import B2, GROWS, R2, TURNS, M, a, b

NeverAtZero = edited(KernelPerceptron.update, "Takes a tie for right.", ("!= y", "== -y"))
ForgetsLabels = edited(KernelPerceptron.update, "Adds φ(x), not yφ(x).", ("(x, y)", "(x, 1)"))
KeepsThree = edited(KernelPerceptron.update, "Forgets all but its last three mistakes.", ("(x, y))", "(x, y))[-3:]"))


class Distance(Kernel, frozen=True):
    """⟨x,z⟩ − 1, which is no kernel: at 0 it is negative."""

    def exactly(self, x, z):
        return super().exactly(x, z) - 1


class Short(Kernel, frozen=True):
    """Features with a coordinate forgotten."""

    def features(self, x):
        return super().features(x)[1:]


def with_kernel(kind):
    """The claim on samples with such a kernel, where it is rational."""

    def mutate(claim):
        def build(choices, **limits):
            case = claim.cases.build(choices, **limits)
            if case.kernel.name == "gaussian":
                choices.reject()
            return KernelSample(kind(case.kernel.name, case.kernel.degree), case.points, case.denominator)

        return replace(claim, cases=replace(claim.cases, build=build, exhaust=None, quick={}, full={}))

    return mutate


def in_another_space(claim):
    """The bound with R² and B² of the kernel of degree 1, where that of the game is of degree 2."""

    def measure(trace):
        kernel = Kernel(trace.case.kernel.name, 1)
        game = FeatureGame(trace.case.instances, trace.case.denominator, trace.case.moves, kernel)
        return claim.measure(replace(trace, case=game, facts=None, memo={}))

    return replace(claim, measure=measure, steps=())


MUTANTS = {
    "kernels-legal": [
        ("a kernel less 1", with_kernel(Distance)),
        ("features without a coordinate", with_kernel(Short)),
        ("never positive", bound(And(Eq(APART, 0), Eq(NEGATIVE, 1)))),
    ],
    "gaussian-kernel-has-full-rank": [("one less", bound(RANK <= DISTINCT - 1))],
    "kernel-perceptron-equivalence": [
        ("one round apart", bound(Eq(DIFFER, 1))),
        ("a learner that keeps every example", learner(KeepsEveryExample)),
        ("a learner that takes a tie for right", learner(NeverAtZero)),
        ("a learner that forgets the labels", learner(ForgetsLabels)),
        ("a learner that forgets old mistakes", learner(KeepsThree)),
    ],
    "kernel-perceptron-mistakes": [
        ("one mistake less", bound(M <= R2 * B2 - 1)),
        ("RB in place of its square", bound(M**2 <= R2 * B2)),
        ("labels of no w", without(SEPARABLE)),
        ("a learner that forgets the labels", learner(ForgetsLabels)),
        ("R and B of another space", in_another_space),
        ("2 for every mistake", step(TURNS, Next(a) >= a + 2)),
        ("less than R² for a mistake", step(GROWS, Next(b) <= b + R2 / 2)),
    ],
}
