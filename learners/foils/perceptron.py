"""Wrong Perceptrons."""

from learncheck.learners.foils import edited
from learncheck.learners.online.perceptron import KernelPerceptron, Perceptron

update = Perceptron.update
StaysAtZero = edited("StaysAtZero", update, "It makes no update at a tie, so w never leaves 0.", ("<=", "<"))
WithoutLabel = edited("WithoutLabel", update, "It adds the instance whatever the label is.", ("y * x", "x"))
LastMistake = edited("LastMistake", update, "It forgets all mistakes but the last.", ("self.w + y", "y"))
HalfAStep = edited("HalfAStep", update, "It goes only half the way.", ("y * x", "y * x / 2"))
TwoSteps = edited("TwoSteps", update, "It goes twice the way.", ("y * x", "2 * y * x"))
EveryRound = edited(
    "EveryRound", update, "It updates in every round, not only on mistakes.", ("y * inner(self.w, x) <= 0", "True")
)
TurnsAway = edited("TurnsAway", update, "It steps in the opposite direction.", ("+ y * x", "- y * x"))
StartsElsewhere = edited(
    "StartsElsewhere", Perceptron.__init__, "It starts with ones instead of zeros.", ("zeros", "ones")
)
KeepsEveryExample = edited(
    "KeepsEveryExample",
    KernelPerceptron.update,
    "It keeps every example, not only those on which it errs.",
    ("self.predict(x) != y", "True"),
)
