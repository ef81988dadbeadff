"""The reference of all public names, generated from their signatures and docstrings.

page()          the page, in Markdown
entries()       every name in `learncheck`, its `games` and its `lemmas`, in the order of the page
"""

import ast
import dataclasses
import importlib
import inspect
import itertools
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from learncheck import games, lemmas
from learncheck.oracle.notation import relation, said
from learncheck.oracle.report.lines import escaped
from learncheck.theorems.language.proof import Proof
from learncheck.theorems.language.sentence import Sentence, joined
from learncheck.theorems.language.symbols import QuantitySymbol
from learncheck.theorems.language.trusted import General

learncheck: Any = importlib.import_module("learncheck")  # no static import: it re-exports every package

PARTS = {
    "A claim": ("Claim", "claim", "Family", "Premise", "Step", "Next", "always", "on_mistake", "quantity"),
    "A proof": ("Induction", "Transition", "Chain", "Fact", "lemmas", "prove"),
    "Cases and games": ("Case", "Oblivious", "Game", "Choices", "Trace", "Round", "Snapshot", "Values", "games"),
    "Their sizes": ("Wide", "Long", "Varied", "Coordinates"),
    "To check": ("attack", "PROFILES", "check", "score", "parametrize_with_claims", "Falsified", "adapters"),
    "The catalogue": ("all_claims", "select", "Source"),
}
"""The names in `learncheck`, grouped by purpose."""


CONSTANTS = {"PROFILES": "oracle.engine.profiles", "Snapshot": "strategies.play.case"}
"""The modules that assign names which other modules re-export."""


UNNAMED = (Proof,)
"""Classes without an entry, whose fields are described with those of the classes below them."""


@dataclasses.dataclass(frozen=True)
class PublicName:
    """One public name: its part of the page, its signature, its docstring, and its fields and methods.

    fields: each with its type and its default. methods: each with its signature and the first paragraph of its
    docstring.
    """

    name: str
    part: str
    signature: str
    words: str
    fields: tuple[tuple[str, str, str], ...] = ()
    methods: tuple[tuple[str, str], ...] = ()


def entries() -> Iterator[PublicName]:
    """Yield every public name, in the order of the page."""
    for part, names in PARTS.items():
        yield from (_entry(f"learncheck.{name}", part, getattr(learncheck, name), learncheck) for name in names)
    for part, door in (("Ready games", games), ("Lemmas", lemmas)):
        for name in sorted(vars(door), key=lambda name: (name[0].isupper(), name)):
            if not name.startswith("_"):
                yield _entry(f"{door.__name__}.{name}", part, getattr(door, name), door)


def page() -> str:
    """Return the reference page, one section per part."""
    lines = [
        "# The language, name by name",
        "",
        "All names are imported from `learncheck`, those of ready games from `learncheck.games`, those of lemmas from "
        "`learncheck.lemmas`. "
        "[The guide for authors](authors.md) shows them at work.",
    ]
    part = ""
    for each in entries():
        if each.part != part:
            part = each.part
            lines += ["", f"## {part}"]
        lines += ["", f"### {each.name.removeprefix('learncheck.')}", ""]
        lines += ["```python", each.signature, "```", ""] if each.signature else []
        lines += _markdown(each.words)
        if each.fields:
            lines += ["", "| field | type | default |", "|---|---|---|"]
            lines += [f"| `{name}` | {_code(kind)} | {_code(default)} |" for name, kind, default in each.fields]
        if each.methods:
            lines += ["", "| | |", "|---|---|"]
            lines += [f"| {_code(call)} | {prose(words)} |" for call, words in each.methods]
    return "\n".join(lines) + "\n"


def _entry(name: str, part: str, value: object, module: object) -> PublicName:
    last = name.rpartition(".")[2]
    if inspect.isclass(value):
        told = (_docstring(each) for each in value.__mro__ if each is value or each in UNNAMED)
        return PublicName(name, part, "", "\n\n".join(told), tuple(_fields(value)), tuple(_methods(value)))
    if inspect.ismodule(value):
        return PublicName(name, part, "", _docstring(value))
    if isinstance(value, lemmas.Lemma):
        on = joined([relation(each) for each in value.holds_on], " and ")
        return PublicName(
            name, part, "", f"{value.name}, where {on}" if value.holds_on else f"{value.name}, everywhere"
        )
    if isinstance(value, General):
        signature = f"{last}({', '.join(map(said, value.of))})"
        return PublicName(name, part, signature, f"{said(value.stated)}: {Sentence(value.because)}.")
    function = inspect.unwrap(value) if callable(value) else None
    if inspect.isfunction(function):
        return PublicName(name, part, f"{last}{_called(function)}", _docstring(function))
    return PublicName(name, part, "", value.meaning if isinstance(value, QuantitySymbol) else _assigned(last, module))


def _docstring(value: object) -> str:
    return inspect.cleandoc(value.__doc__ or "")


def _fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """Yield the name, type and default of every field of a dataclass or a msgspec struct."""
    found: list[Any] = []
    if dataclasses.is_dataclass(kind):
        found = [each for each in dataclasses.fields(kind) if not each.name.startswith("_")]
    elif issubclass(kind, msgspec.Struct):
        found = list(msgspec.structs.fields(kind))
    for each in found:
        yield each.name, _type(each.type), _default(each)


def _default(field: Any) -> str:
    none = (dataclasses.MISSING, msgspec.NODEFAULT)
    if not any(field.default is each for each in none):
        return getattr(field.default, "__name__", repr(field.default))
    factory = field.default_factory
    if any(factory is each for each in none):
        return ""
    made = repr(factory())
    return f"{factory.__name__}()" if made.startswith("<") else made


def _methods(kind: type) -> Iterator[tuple[str, str]]:
    """Yield each public method and property defined in this package, as a call with the summary of its docstring."""
    seen = {name for name, *_ in _fields(kind)}
    for base in kind.__mro__:
        if not base.__module__.startswith("learncheck"):
            continue
        for name, value in vars(base).items():
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            words = filter(None, (_first(vars(each)[name]) for each in kind.__mro__ if name in vars(each)))
            if isinstance(value, property):
                yield name, next(words, "")
            elif inspect.isfunction(value):
                yield f"{name}{_called(value, bound=True)}", next(words, "")


def _first(function: object) -> str:
    return " ".join(_docstring(function).split("\n\n")[0].split())


def _called(function: Any, *, bound: bool = False) -> str:
    """Return the signature without types."""
    given = list(inspect.signature(function).parameters.values())[bound:]
    plain = inspect.Signature([each.replace(annotation=inspect.Parameter.empty) for each in given])
    return re.sub(r"<function (?:\S+\.)?(\S+) at \w+>", r"\1", str(plain))  # functions by their names


def _type(kind: object) -> str:
    text = kind if isinstance(kind, str) else getattr(kind, "__name__", "") if isinstance(kind, type) else str(kind)
    return re.sub(r"\b(?:[a-z_]+\.)+(?=\w)", "", text or str(kind)).replace("Mapping[Symbol, Any]", "Values")


@cache
def _assigned(name: str, module: Any) -> str:
    """Return the docstring below the assignment of the name, in the module that assigns it."""
    ready = ("theorems.language.quantities", "theorems.language.ready")
    homes = [{**learncheck._HOME, **CONSTANTS}.get(name)] if module is learncheck else ready
    sources = [inspect.getsource(sys.modules[f"learncheck.{each}"]) for each in homes]
    body = [line for source in sources for line in ast.parse(source).body]
    for line, after in itertools.pairwise(body):
        targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
        made = {each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)}
        if name in made and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
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
        if found := _ITEM.match(row):
            if item:
                yield item
            names = ", ".join(f"`{name}`" for name in found[1].split(", "))
            item = f"- {names}: {prose(row[found.end() :].strip())}"
        else:
            item += f" {prose(row.strip())}"
    yield item


def prose(words: str) -> str:
    """Escape words for a page; text between backquotes stays code."""
    parts = words.split("`")
    return "".join(f"`{part}`" if index % 2 else escaped(part) for index, part in enumerate(parts))


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|") if text else ""
