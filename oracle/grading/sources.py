"""Classes and functions of a checkout, followed from file to file. Nothing is imported or run.

Sources(folder)    the syntax trees of the files below a folder, each parsed once
Class              a class with the methods that it defines or inherits
Function           a function, method or lambda, with the file whose names it uses
"""

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from learncheck.oracle.boundary.handed import MOST_BYTES

MOST_LINKS = 16
"""Imports and base classes are followed so far: files may import each other in a circle."""


@dataclass(frozen=True, eq=False)
class Function:
    """A function, method or lambda.

    owner: the class that it is a method of; a static method has none.
    """

    node: ast.FunctionDef | ast.Lambda
    file: Path
    owner: "Class | None" = None

    @property
    def parameters(self) -> list[str]:
        """The names of its positional parameters, without `self`."""
        names = [each.arg for each in (*self.node.args.posonlyargs, *self.node.args.args)]
        return names[1:] if self.owner is not None else names


@dataclass(frozen=True, eq=False)
class Class:
    """A class of the checkout."""

    node: ast.ClassDef
    file: Path
    sources: "Sources"
    depth: int = 0

    @property
    def name(self) -> str:
        return self.node.name

    @cached_property
    def bases(self) -> "list[Class | None]":
        """The classes that it is derived from; None for each that the checkout does not define."""
        plain = ("object", "ABC")
        names = [each for each in map(ast.unparse, self.node.bases) if each.rpartition(".")[2] not in plain]
        if self.depth > MOST_LINKS:
            return [None for _ in names]
        found = (self.sources.find(self.file, name) for name in names)
        return [
            Class(each[0], each[1], self.sources, self.depth + 1)
            if each is not None and isinstance(each[0], ast.ClassDef) and each[0] is not self.node
            else None
            for each in found
        ]

    @property
    def is_known(self) -> bool:
        """Whether all that it inherits is in the checkout."""
        return all(base is not None and base.is_known for base in self.bases)

    @cached_property
    def methods(self) -> dict[str, Function]:
        """Its methods by name, with the inherited ones."""
        found: dict[str, Function] = {}
        for base in reversed(self.bases):
            found |= base.methods if base is not None else {}
        for each in self.node.body:
            if isinstance(each, ast.FunctionDef):
                static = any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in each.decorator_list)
                found[each.name] = Function(each, self.file, None if static else self)
        return found

    def attribute(self, name: str) -> ast.expr | None:
        """What the body of the class, or of one that it is derived from, assigns to the name."""
        for each in self.node.body:
            if isinstance(each, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in each.targets):
                return each.value
        return next((value for base in self.bases if base and (value := base.attribute(name)) is not None), None)

    @property
    def asks_for(self) -> dict[str, ast.expr | None]:
        """The constructor's parameters with their defaults, None where there is none."""
        if "__init__" not in self.methods:
            return {}
        function = self.methods["__init__"]
        given = function.node.args
        defaults = [None] * (len(given.posonlyargs) + len(given.args) - len(given.defaults)) + given.defaults
        found = dict(zip(function.parameters, defaults[1:], strict=True))
        return found | {each.arg: default for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)}


class Sources:
    """The files below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._trees: dict[Path, ast.Module | None] = {}

    def tree(self, file: Path) -> ast.Module | None:
        """The syntax tree; None if this is no regular file, cannot be read, is no Python, or is too long or deep."""
        if file not in self._trees:
            try:
                whole = file.is_file() and file.stat().st_size <= MOST_BYTES
                self._trees[file] = ast.parse(file.read_bytes()) if whole else None
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                self._trees[file] = None
        return self._trees[file]

    def classes(self, file: Path) -> list[Class]:
        """The classes that the file defines at its top level."""
        tree = self.tree(file)
        return [Class(each, file, self) for each in (tree.body if tree else []) if isinstance(each, ast.ClassDef)]

    def find(self, file: Path, name: str, links: int = MOST_LINKS) -> tuple[ast.AST, Path] | None:
        """What defines a (dotted) name in the file: a class, a function or an assigned value, and its file.

        None where the checkout does not define it.
        """
        tree = self.tree(file)
        if tree is None or links == 0:
            return None
        head, _, rest = name.partition(".")
        if rest:
            module = self._module(file, head)
            return self.find(module, rest, links - 1) if module is not None else None
        for node in reversed(tree.body):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
                return node, file
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
                return node.value, file
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    module = self._file(file, node.module or "", node.level)
                    if module is not None and alias.name == "*" and (found := self.find(module, name, links - 1)):
                        return found
                    if module is not None and (alias.asname or alias.name) == name:
                        return self.find(module, alias.name, links - 1)
        return None

    def _module(self, file: Path, name: str) -> Path | None:
        """The file of the module that is called so in this file."""
        tree = self.tree(file)
        for node in tree.body if tree else ():
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    if isinstance(node, ast.Import):
                        return self._file(file, alias.name, 0)
                    return self._file(file, ".".join(filter(None, (node.module, alias.name))), node.level)
        return None

    def _file(self, file: Path, module: str, level: int) -> Path | None:
        """The file of a module as this file would import it."""
        above = list(file.parents)
        inside = above[: above.index(self.folder) + 1] if self.folder in above else above[:1]
        places = above[level - 1 : level] if level else inside
        parts = [part for part in module.split(".") if part]
        for place in places:
            path = place.joinpath(*parts)
            for found in (path.with_suffix(".py"), path / "__init__.py"):
                if parts and found != file and found.is_file():
                    return found
            if not parts and (path / "__init__.py").is_file():
                return path / "__init__.py"
        return None
