"""The reference of all public names, generated from their signatures and docstrings."""

import ast
import dataclasses
import importlib
import inspect
import itertools
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import ModuleType

import msgspec

from learncheck import games, lemmas
from learncheck.oracle.notation import plain_text, relation
from learncheck.oracle.report.lines import escaped
from learncheck.theorems.language.proof import Proof
from learncheck.theorems.language.sentence import Sentence, joined
from learncheck.theorems.language.symbols import QuantitySymbol
from learncheck.theorems.language.trusted import General

learncheck = importlib.import_module("learncheck")  # no static import: it re-exports every package

PARTS = {
    "A claim": ("Claim", "claim", "Family", "Premise", "Step", "Next", "always", "on_mistake", "quantity"),
    "A proof": ("Induction", "Transition", "Chain", "Fact", "by_claim", "lemmas", "prove"),
    "Cases and games": ("Case", "Oblivious", "Game", "Choices", "Trace", "Round", "Snapshot", "Values", "games"),
    "Their sizes": ("Wide", "Long", "Varied", "Coordinates"),
    "To check": ("attack", "PROFILES", "check", "score", "parametrize_with_claims", "Falsified", "adapters"),
    "The catalogue": ("all_claims", "select", "Source"),
}
"""The names in `learncheck`, grouped by purpose."""


CONSTANTS = {"PROFILES": "oracle.engine.profiles", "Snapshot": "strategies.play.case"}
"""The modules that assign names which other modules re-export."""


WIDTH = 100
"""The greatest width of a signature."""

UNNAMED = (Proof,)
"""Classes without an entry, whose fields are described with those of the classes below them."""


@dataclasses.dataclass(frozen=True)
class PublicName:
    """One public name: its part of the page, how it is called, its docstring, and its methods.

    fields: what a class is made with. methods: each with its signature and the first paragraph of its docstring.
    """

    name: str
    part: str
    signature: str
    words: str
    fields: tuple[str, ...] = ()
    methods: tuple[tuple[str, str], ...] = ()


def entries() -> Iterator[PublicName]:
    """Yield every name in `learncheck`, its `games` and its `lemmas`, in the order of the page."""
    for part, names in PARTS.items():
        yield from (_entry(f"learncheck.{name}", part, getattr(learncheck, name), learncheck) for name in names)
    for part, door in (("Ready games", games), ("Lemmas", lemmas)):
        for name in sorted(vars(door), key=lambda name: (name[0].isupper(), name)):
            if not name.startswith("_"):
                yield _entry(f"{door.__name__}.{name}", part, getattr(door, name), door)


def page() -> str:
    """Return the reference page in Markdown, one section per part."""
    lines = [
        "# The language, name by name",
        "",
        "All names are imported from `learncheck`, those of ready games from `learncheck.games`, those of lemmas from "
        "`learncheck.lemmas`. "
        "[The guide for authors](authors.md) shows them at work.",
    ]
    part = ""
    for public in entries():
        if public.part != part:
            part = public.part
            lines += ["", f"## {part}"]
        lines += ["", f"### {public.name.removeprefix('learncheck.')}", ""]
        lines += ["```python", public.signature, "```", ""] if public.signature else []
        lines += _markdown(public.words)
        if public.methods:
            lines += ["", "| | |", "|---|---|"]
            lines += [f"| {_code(call)} | {prose(words)} |" for call, words in public.methods]
    return "\n".join(lines) + "\n"


def _entry(name: str, part: str, value: object, module: ModuleType) -> PublicName:
    last = name.rpartition(".")[2]
    if inspect.isclass(value):
        docstrings = (_docstring(cls) for cls in value.__mro__ if cls is value or cls in UNNAMED)
        words, fields = "\n\n".join(docstrings), _fields(value)
        signature = f"{last}{_called(value)}" if fields else ""
        return PublicName(name, part, signature, words, fields, tuple(_methods(value, fields)))
    if inspect.ismodule(value):
        return PublicName(name, part, "", _docstring(value))
    if isinstance(value, lemmas.Lemma):
        on = joined([relation(condition) for condition in value.holds_on], " and ")
        return PublicName(
            name, part, "", f"{value.name}, where {on}" if value.holds_on else f"{value.name}, everywhere"
        )
    if isinstance(value, General):
        signature = f"{last}({', '.join(map(plain_text, value.of))})"
        return PublicName(name, part, signature, f"{plain_text(value.stated)}: {Sentence(value.because)}.")
    function = inspect.unwrap(value) if callable(value) else None
    if inspect.isfunction(function):
        return PublicName(name, part, f"{last}{_called(function)}", _docstring(function))
    return PublicName(name, part, "", value.meaning if isinstance(value, QuantitySymbol) else _assigned(last, module))


def _docstring(value: object) -> str:
    return inspect.cleandoc(value.__doc__ or "")


def _fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass or a msgspec struct."""
    declared = dataclasses.is_dataclass(kind) or issubclass(kind, msgspec.Struct)
    return tuple(inspect.signature(kind).parameters) if declared else ()


def _methods(kind: type, fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each public method and property defined in this package, as a call with the summary of its docstring."""
    seen = {*fields}
    for base in kind.__mro__:
        if not base.__module__.startswith("learncheck"):
            continue
        for name, value in vars(base).items():
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            words = filter(None, (_first(vars(cls)[name]) for cls in kind.__mro__ if name in vars(cls)))
            if isinstance(value, property):
                yield name, next(words, "")
            elif inspect.isfunction(value):
                yield f"{name}{_called(value, bound=True)}", next(words, "")


def _first(function: object) -> str:
    return " ".join(_docstring(function).split("\n\n")[0].split())


def _called(function: Callable[..., object], *, bound: bool = False) -> str:
    """Return the signature without types."""
    given = list(inspect.signature(function).parameters.values())[bound:]
    plain = inspect.Signature([parameter.replace(annotation=inspect.Parameter.empty) for parameter in given])
    named = re.sub(r"<(?:function|class) '?(?:[^\s']+\.)?([^\s']+?)(?:'| at \w+)>", r"\1", str(plain)).replace(
        "<factory>", "..."
    )
    return textwrap.fill(named, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


@cache
def _assigned(name: str, module: ModuleType) -> str:
    """Return the docstring below the assignment of the name, in the module that assigns it."""
    ready = ("theorems.language.quantities", "theorems.language.premise", "theorems.language.ready")
    homes = [{**learncheck._HOME, **CONSTANTS}.get(name)] if module is learncheck else ready
    sources = [inspect.getsource(sys.modules[f"learncheck.{home}"]) for home in homes]
    body = [line for source in sources for line in ast.parse(source).body]
    for line, after in itertools.pairwise(body):
        targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
        assigned = {node.id for target in targets if target for node in ast.walk(target) if isinstance(node, ast.Name)}
        if name in assigned and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            return inspect.cleandoc(str(after.value.value))
    return ""


_ITEM = re.compile(r"(\w+(?:, \w+)*):\s+(?=\S)")


def _markdown(words: str) -> list[str]:
    """Convert a docstring to Markdown: paragraphs, lists of lines that start with "name:", and indented code."""
    lines: list[str] = []
    for paragraph in words.split("\n\n"):
        rows = paragraph.split("\n")
        if all(row.startswith("    ") for row in rows):
            lines += ["```python", *(row[4:] for row in rows), "```"]
        elif _ITEM.match(rows[0]):
            lines += _items(rows)
        else:
            lines.append(prose(" ".join(rows)))
        lines.append("")
    return lines[:-1]


def _items(rows: list[str]) -> Iterator[str]:
    item = ""
    for row in rows:
        if match := _ITEM.match(row):
            if item:
                yield item
            names = ", ".join(f"`{name}`" for name in match[1].split(", "))
            item = f"- {names}: {prose(row[match.end() :].strip())}"
        else:
            item += f" {prose(row.strip())}"
    yield item


def prose(words: str) -> str:
    """Escape words for a page; text between backquotes stays code."""
    parts = words.split("`")
    return "".join(f"`{part}`" if index % 2 else escaped(part) for index, part in enumerate(parts))


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|") if text else ""
