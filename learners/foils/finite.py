"""Wrong learners of finite classes."""

from learncheck.learners.foils import edited
from learncheck.learners.online.finite import Consistent, DisjunctionElimination, Halving, ThresholdHalving

RemovesNobody = edited(
    "RemovesNobody",
    Halving.update,
    "It lets refuted hypotheses vote.",
    ("self.alive & (self.hypotheses[:, x] == y)", "self.alive"),
)
AgainstTheMajority = edited(
    "AgainstTheMajority", Halving.predict, "It predicts the opposite of the majority.", ("sign(", "-sign(")
)
FirstAlive = edited(
    "FirstAlive",
    Halving.predict,
    "It follows the first surviving hypothesis, not the majority.",
    ("sign(self.hypotheses[self.alive, x].sum())", "int(self.hypotheses[self.alive.argmax(), x])"),
)
NeverLearns = edited(
    "NeverLearns",
    Consistent.update,
    "It never removes a hypothesis.",
    ("self.alive & (self.hypotheses[:, x] == y)", "self.alive"),
)
SwapsTheEnds = edited(
    "SwapsTheEnds", ThresholdHalving.update, "It updates as if the label were the opposite.", ("y == 1", "y == -1")
)
WidensTheInterval = edited(
    "WidensTheInterval",
    ThresholdHalving.update,
    "It moves an end of the interval to the instance even if that widens the interval.",
    ("if self.l <= x <= self.r:", "if True:"),
)
RulesOutNothing = edited(
    "RulesOutNothing", DisjunctionElimination.update, "It never eliminates a variable.", ("y == -1", "False")
)
