"""Mutants: single small changes to a file's syntax tree."""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

TOP = Path(__file__).parent.parent

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "Le": "Lt", "Ge": "Gt", "Lt": "Le", "Gt": "Ge"}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Mutant(NamedTuple):
    """The change with this number in a file, with its line and a description."""

    path: str
    number: int
    line: int
    change: str

    @property
    def key(self) -> str:
        """An identifier that stays the same as long as the file does."""
        return f"{self.path} {self.number} {state(self.path)}"

    def text(self) -> str:
        """The source of the file with the change."""
        tree = ast.parse((TOP / self.path).read_text("utf-8"))
        holder, name, place, new = next(islice(_changes(tree), self.number, None))
        if place is None:
            setattr(holder, name, new)
        else:
            getattr(holder, name)[place] = new
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def mutants(path: str) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its lines."""
    for number, (holder, name, place, new) in enumerate(_changes(ast.parse((TOP / path).read_text("utf-8")))):
        old = getattr(holder, name) if place is None else getattr(holder, name)[place]
        line = getattr(old, "lineno", getattr(holder, "lineno", 0))
        yield Mutant(path, number, line, f"{_said(old)} → {_said(new)}")


@cache
def state(path: str) -> str:
    """A hash of the file's content."""
    return hashlib.sha256((TOP / path).read_bytes()).hexdigest()[:16]


def _said(node: Any) -> str:
    operator = isinstance(node, ast.cmpop | ast.boolop | ast.operator)
    text = type(node).__name__ if operator else "nothing" if isinstance(node, ast.Pass) else ast.unparse(node)
    return text if len(text) <= 60 else text[:59] + "…"


Change = tuple[ast.AST, str, int | None, Any]
"""A node, the field and index in it that are changed, and the replacement."""


def _changes(node: ast.AST) -> Iterator[Change]:
    """The changes in a node and below it, except in annotations, error messages and type checking."""
    if isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        parts = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for place, part in parts:
            if isinstance(part, ast.AST):
                for new in _instead(part, node):
                    yield node, name, place, new
                yield from _changes(part)


def _instead(node: ast.AST, parent: ast.AST) -> Iterator[Any]:
    """The possible replacements of a node."""
    if isinstance(node, ast.cmpop):
        yield from (other() for other in COMPARISONS.get(type(node), ()))
    elif isinstance(node, ast.boolop):
        yield ast.Or() if isinstance(node, ast.And) else ast.And()
    elif isinstance(node, ast.operator) and type(node) in ARITHMETIC:
        yield ARITHMETIC[type(node)]()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Name) and node.id in NAMES and isinstance(parent, ast.Call) and parent.func is node:
        yield ast.Name(NAMES[node.id], ast.Load())
    elif isinstance(node, ast.Constant):
        yield from (ast.Constant(each) for each in _constants(node.value))
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(parent, ast.Module):
        for value in (None, True):
            if not (isinstance(node.value, ast.Constant) and node.value.value is value):
                yield ast.Return(ast.Constant(value))
    elif isinstance(node, ast.Expr):
        if not isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom):
            yield ast.Pass()
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break) or (
        # an undefined name is noticed by any test that runs it
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    ):
        yield ast.Pass()


def _constants(value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1)
    if isinstance(value, float):  # tolerances are small, so changing one by 1 would be too much
        return (1000 * value, value / 1000) if 0 < value < 1e-2 else (value + 1, value - 1)
    return ()
