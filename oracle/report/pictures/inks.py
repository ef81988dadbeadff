"""The colours and sizes that all pictures share.

Lines and letters take the colour of the text around them, so that a picture reads on light, dark and paper. The
series' colours are Okabe and Ito's, which the colour-blind can tell apart; each series has a mark of its own too.
"""

from typing import Any

INK, FAINT = "#010101", "#020202"
"""Stand for the colour of the text, and for a faint one; `_themed` puts those in."""
BLUE, ORANGE, GREEN, PURPLE, YELLOW, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
SERIES = (BLUE, YELLOW, GREEN, PURPLE, SKY, ORANGE)

BIG, SMALL = 10, 9.5
"""Sizes of letters in points: pages show them a third larger in pixels, and a phone somewhat smaller."""

KEY: dict[str, Any] = dict(frameon=False, labelcolor=INK, fontsize=SMALL, borderaxespad=0.3, handletextpad=0.6)
