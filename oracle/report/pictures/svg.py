"""Shrink matplotlib's SVG, and use the colours of the surrounding page."""

import io
import itertools
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from xml.etree import ElementTree

from learncheck.oracle.report.pictures.inks import BIG, FAINT, INK

_numbers = itertools.count()


def svg(figure: Any, said: str) -> str:
    """Return the figure as an `svg` element with its description, unique ids and the page's colours."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "learncheck"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return _themed(text[text.index("<svg") :], said)


def _themed(svg: str, said: str) -> str:
    """Return the drawing in the page's colours, without what matplotlib repeats or adds needlessly."""
    root = ElementTree.fromstring(re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.S))
    width, height = (float(each) for each in root.attrib["viewBox"].split()[2:])
    inside = "".join(_written(list(root)))
    marks = {
        mark: set(style.split(";")) for mark, style in re.findall(r'<path id="([^"]+)"[^>]*style="([^"]+)"', inside)
    }
    inside = re.sub(r'(<use href="#([^"]+)"[^>]*) style="([^"]+)"', lambda use: _used(use, marks), inside)
    used = dict.fromkeys(re.findall(r'(?:url\(#|href="#)([^")]+)', inside))
    own = {name: f"p{next(_numbers)}" for name in used}
    inside = re.sub(r' id="([^"]+)"', lambda found: f' id="{own[found[1]]}"' if found[1] in own else "", inside)
    inside = re.sub(r'(url\(#|href="#)([^")]+)', lambda found: found[1] + own[found[2]], inside)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' viewBox='0 0 {width:g} {height:g}' "
        f"width='{width * 4 / 3:.0f}' height='{height * 4 / 3:.0f}' fill='currentColor' font-size='{BIG}'>"
        f"<title>{escape(said)}</title>{inside}</svg>"
    )


def _used(use: re.Match[str], marks: Mapping[str, set[str]]) -> str:
    """Return a use of a mark without the style that the mark already has."""
    kept = [each for each in use[3].split(";") if each not in marks.get(use[2], ())]
    return use[1] + (f' style="{";".join(kept)}"' if kept else "")


def _written(elements: Sequence[Any]) -> list[str]:
    """Return the elements as text.

    Groups without attributes are dissolved, and equal styles in a row are written once.
    """
    flat = [(style, text) for each in elements for style, text in _flat(each)]
    written = []
    for style, run in itertools.groupby(flat, key=lambda each: each[0]):
        texts = [text for _, text in run]
        if len(texts) > 1 and style and not re.search(r"(?<!-)opacity", style):
            written.append(f'<g style="{style}">{"".join(text.replace(_STYLE, "") for text in texts)}</g>')
        else:
            written.append("".join(text.replace(_STYLE, f' style="{style}"' if style else "") for text in texts))
    return written


_STYLE = "\0"
"""A placeholder for an element's style until it is known whether its neighbours share it."""


def _flat(element: Any) -> list[tuple[str, str]]:
    """Return the element as text with its style apart; a group without attributes is replaced by its contents."""
    tag = element.tag.rpartition("}")[2]
    named = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    used_elsewhere = tag in ("defs", "clipPath") or ("id" in named and tag != "g")
    style = _style(named.pop("style", ""))
    if tag == "g" and not style and not set(named) - {"id"}:
        return [each for inner in element for each in _flat(inner)]
    if tag == "path" and style == "fill:none" and "id" not in named:
        return []  # the background of the drawing
    if tag == "defs" and not len(element):
        return []
    if "d" in named:
        named["d"] = path(named["d"])
    if named.get("transform", "").startswith("rotate(-0 "):
        del named["transform"]
    attributes = "".join(f' {name}="{escape(_rounded(value))}"' for name, value in named.items())
    inside = escape(element.text.strip()) if element.text and element.text.strip() else ""
    inside += "".join(_written(list(element)))
    hold = f' style="{style}"' if used_elsewhere and style else "" if used_elsewhere else _STYLE
    text = f"<{tag}{attributes}{hold}>{inside}</{tag}>" if inside else f"<{tag}{attributes}{hold}/>"
    return [("" if used_elsewhere else style, text)]


_SAID = ("fill:currentColor", f"font-size:{BIG}px", "stroke-linejoin:miter")
"""Styles that the whole drawing sets, or that are a browser's default."""


def _style(style: str) -> str:
    """Return the style without spaces, with placeholders replaced and without what the drawing already sets."""
    found = re.sub(r"\s*([:;])\s*", r"\1", style).replace(INK, "currentColor").replace(FAINT, "currentColor")
    kept = [
        _rounded(each) for each in found.split(";") if each and not each.startswith("font-family") and each not in _SAID
    ]
    return ";".join(kept)


def _rounded(text: str) -> str:
    """Round numbers to one decimal, except opacities and line widths."""
    return text if "opacity" in text or "width" in text else re.sub(r"(\.\d)\d+", r"\1", text).replace(".0 ", " ")


def path(d: str) -> str:
    """Return the path with one decimal. A line along an axis has only the coordinate that changes."""
    x = y = ""
    written = []
    for command, numbers in re.findall(r"([MLCQz])([^MLCQz]*)", d):
        found = [f"{float(each):.1f}".removesuffix(".0").replace("-0", "0") if float(each) == 0 else
                 f"{float(each):.1f}".removesuffix(".0") for each in numbers.split()]  # fmt: skip
        if command == "L" and found[0] == x:
            written.append("" if found[1] == y else f"V{found[1]}")
        elif command == "L" and found[1] == y:
            written.append(f"H{found[0]}")
        else:
            written.append(command + " ".join(found))
        if found:
            x, y = found[-2:]
    return "".join(written)
