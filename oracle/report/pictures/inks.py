"""The colours and sizes that all pictures share.

Lines and letters take the colour of the surrounding text, so that a picture is readable on light and dark pages and on
paper. The series have the colours of Okabe and Ito, which colour-blind readers can tell apart, and distinct marks.
"""

INK, FAINT = "#010101", "#020202"
"""Placeholders for the colour of the text and for a faint one; `svg` replaces them."""
BLUE, ORANGE, GREEN, YELLOW, SKY = "#0072b2", "#d55e00", "#009e73", "#e69f00", "#56b4e9"

BIG, SMALL = 11.5, 10.5
"""Font sizes in points. Pages show them a third larger in pixels, and phones somewhat smaller."""
