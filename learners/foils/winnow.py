"""Wrong Winnows."""

from typing import Any

from learncheck.learners.online.winnow import Winnow


class NeverDemotes(Winnow):
    """It learns only from positive examples."""

    def update(self, x: Any, y: int) -> None:
        if y == 1:
            super().update(x, y)
