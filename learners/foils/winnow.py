"""Wrong Winnows."""

from learncheck.learners.foils import edited
from learncheck.learners.online.winnow import Winnow

NeverDemotes = edited(
    "NeverDemotes", Winnow.update, "It learns only from positive examples.", ("if self", "if y == 1 and self")
)
