"""Wrong Perceptrons."""

from learncheck.learners.foils import edited
from learncheck.learners.online.perceptron import KernelPerceptron, Perceptron

update = Perceptron.update
StaysAtZero = edited("StaysAtZero", update, "It does not update at a tie, so w stays 0 forever.", ("<=", "<"))
WithoutLabel = edited("WithoutLabel", update, "It adds the instance whatever the label is.", ("y * x", "x"))
LastMistake = edited("LastMistake", update, "It forgets all mistakes but the last.", ("self.w + y", "y"))
HalfAStep = edited("HalfAStep", update, "Its steps are half as long as they should be.", ("y * x", "y * x / 2"))
TwoSteps = edited("TwoSteps", update, "Its steps are twice as long as they should be.", ("y * x", "2 * y * x"))
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
    "It keeps every example, not only its mistakes.",
    ("self.predict(x) != y", "True"),
)
