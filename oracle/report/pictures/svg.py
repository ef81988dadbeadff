"""Shrink matplotlib's SVG, and use the colours of the surrounding page."""

import itertools
import re
from collections import defaultdict
from html import escape

INK, FAINT = "#010101", "#020202"
"""Placeholders for the colour of the text and for a faint one."""
BIG, SMALL = 11.5, 10.5
"""Font sizes in points. Pages show them a third larger in pixels, and phones somewhat smaller."""

_numbers = itertools.count()

AROUND = r"<!--.*?-->|<metadata>.*?</metadata>|<defs>\s*<style.*?</defs>|</svg>|(?<=>)\s+(?=<)|^\s+|\s+$"
"""What is left out of the drawing: what says how it was made, and blanks between tags."""

SAID = rf"font-family: [^;\"]*|font-size: {BIG}px|fill: currentColor|stroke-linejoin: miter"
"""Styles that the whole drawing or the page sets, or that are a browser's default."""

IN_TAGS = (
    (r"\s+", " "),
    (rf"{INK}|{FAINT}", "currentColor"),
    (r"xlink:|(?<=<g) id=\"[^\"]*\"| transform=\"rotate\(-0 [^\"]*\"", ""),
    (rf"(?<=[; \"])(?:{SAID})(?:; |(?=\"))", ""),
    (r"(?<!opacity: \d)(?<!width: \d)(\.\d)\d+", r"\1"),  # digits that nobody sees
    (r"(?<=[:;,MLCQ]) | (?=[MLCQz/\"])|\.0(?=[ \"])", ""),
)
"""What is replaced in every tag, one after the other."""


def embedded(file: str, title: str) -> str:
    """Return a file that matplotlib wrote as an `svg` element with a description, unique ids and the page's colours."""
    head, _, drawn = file.partition("<svg")[2].partition(">")
    width, height = (float(side) for side in head.partition('viewBox="0 0 ')[2].partition('"')[0].split())
    drawn = re.sub(r"<[^>]+>", lambda tag: _short(tag[0]), re.sub(AROUND, "", drawn, flags=re.S))
    own = defaultdict[str, str](lambda: f"p{next(_numbers)}")
    drawn = re.sub(r"( id=\"|href=\"#|url\(#)([^\")]+)", lambda name: name[1] + own[name[2]], drawn)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' viewBox='0 0 {width:g} {height:g}' "
        f"width='{width * 4 / 3:.0f}' height='{height * 4 / 3:.0f}' fill='currentColor' font-size='{BIG}'>"
        f"<title>{escape(title)}</title>{drawn}</svg>"
    )


def _short(tag: str) -> str:
    for pattern, instead in IN_TAGS:
        tag = re.sub(pattern, instead, tag)
    return tag
