"""Wrong Winnows."""

from learncheck.learners.foils import edited
from learncheck.learners.online.winnow import Winnow

NeverDemotes = edited(
    "NeverDemotes",
    Winnow.update,
    "It updates only on positive examples, so no weight is ever lowered.",
    ("if self", "if y == 1 and self"),
)
