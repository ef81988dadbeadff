"""Wrong Ellipsoids."""

from typing import Any

from learncheck.learners.online.ellipsoid import Ellipsoid


class ForgetsEta(Ellipsoid):
    """It does not stretch the new ellipsoid by d²/(d² − 1)."""

    def update(self, x: Any, y: int) -> None:
        A = self.A
        super().update(x, y)
        if self.A is not A:
            self.A = self.A * (self.d**2 - 1) / self.d**2
