"""Wrong Ellipsoids."""

from learncheck.learners.foils import edited
from learncheck.learners.online.ellipsoid import Ellipsoid

ForgetsEta = edited(
    "ForgetsEta",
    Ellipsoid.update,
    "It does not scale the new ellipsoid by d²/(d² − 1).",
    ("d**2 * (self.A", "(self.A"),
    (" / (d**2 - 1)", ""),
)
