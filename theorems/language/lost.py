"""Find claims that a file makes and loses: another statement, or the next pass of a loop, binds their name again."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from learncheck.theorems.language.claim import Claim


class Bound(NamedTuple):
    """A statement that binds a name: its line, and the name of the function that makes the value, if one does."""

    line: int
    maker: str


def lost(path: Path, content: bytes, module: ModuleType) -> str:
    """Describe, in one line with its remedy, a claim of the file that is lost; "" if none is.

    Only a name that ends as a claim, or that is bound to `Claim(…)` or `@claim` first, is looked at. A statement that
    uses the old value in making the new one loses nothing.
    """
    body = ast.parse(content).body
    return _in_loops(path, body, module) or _by_statements(path, body, module)


def _by_statements(path: Path, body: list[ast.stmt], module: ModuleType) -> str:
    claims: dict[str, Bound] = {}
    for node in body:
        names, parts = _binding(node)
        used = _used(parts)
        maker = next(filter(None, map(_maker, parts)), "")
        for name in names:
            first = claims.get(name)
            if first is not None and name not in used and (first.maker in MAKERS or first.maker == maker):
                return (
                    f"{path}: {name} is a claim in line {first.line} and bound again in line {node.lineno}, so that "
                    "the first is lost; give each a name of its own"
                )
        if maker in MAKERS:
            claims |= dict.fromkeys(names, Bound(node.lineno, maker))
        elif maker:
            ending = {name for name in names if isinstance(vars(module).get(name), Claim)}
            claims |= dict.fromkeys(ending, Bound(node.lineno, maker))
    return ""


def _in_loops(path: Path, body: list[ast.stmt], module: ModuleType) -> str:
    for loop in _statements(body):
        if not isinstance(loop, ast.For | ast.While):
            continue
        used = _used([loop])
        for node in _statements(loop.body):
            for name in _binding(node)[0]:
                if name not in used and isinstance(vars(module).get(name), Claim):
                    return (
                        f"{path}: line {node.lineno} binds {name} to a claim in every pass of a loop, so that only the "
                        "last is kept; append each to a list"
                    )
    return ""


MAKERS = ("Claim", "claim")


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, and those inside of them that run with the module."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
            yield from _statements(inside)


def _used(nodes: Sequence[ast.AST]) -> set[str]:
    """The names that are read."""
    inside = (each for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name))
    return {each.id for each in inside if isinstance(each.ctx, ast.Load)}


def _binding(node: ast.stmt) -> tuple[list[str], list[ast.expr]]:
    """The names that a statement binds, and the expressions from which they get their values."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name], node.decorator_list
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    return names, [] if value is None else [value]


def _maker(value: ast.expr) -> str:
    """The name of the function that the expression, or the decorator, calls; "" if it calls none."""
    made = value.func if isinstance(value, ast.Call) else value
    return made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
