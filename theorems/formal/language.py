"""The language of formal runs: of what the methods of a learner may consist. docs/authors.md lists it.

What is not allowed is refused, with its line. So a learner has no place to remember but the attributes that the proof
knows, and no means to find out how it is run. A formal run does not run the class itself: the syntax tree that was
checked is compiled where every name has its formal meaning. That the class does what the tree says is seen by comparing
the code of its methods with what was compiled.
"""

import ast
import builtins
import inspect
import math
from collections.abc import Collection, Iterator
from functools import cache
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from learncheck.learners.arguments import require
from learncheck.theorems.formal.meanings import MAKERS, MEANINGS, METHODS, TYPES, Meanings
from learncheck.theorems.formal.numbers import NotFormal

ROUND = ("__init__", "predict", "update", "probabilities")
"""The methods of an online learner."""

CONSTRUCTOR = (
    *(ast.Assign, ast.AnnAssign, ast.Expr, ast.Pass, ast.Call, ast.Name, ast.Attribute, ast.Constant, ast.Tuple),
    *(ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Load, ast.Store),
)
METHOD = (
    *CONSTRUCTOR,
    *(ast.AugAssign, ast.If, ast.For, ast.Return, ast.List, ast.Starred, ast.Subscript, ast.Slice, ast.IfExp),
    *(ast.Div, ast.Pow, ast.MatMult, ast.BitAnd, ast.BitOr, ast.UAdd, ast.Invert),
    *(ast.BoolOp, ast.And, ast.Or, ast.Not, ast.Compare, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq),
)

INERT = {
    *("__module__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__init__", "__qualname__"),
    *("__firstlineno__", "__static_attributes__", "__annotate__", "__annotate_func__", "__annotations_cache__"),
    "__slotnames__",  # which `copy` and `pickle` put into a class
}
"""Special names of a class that change nothing about its objects."""

OUTSIDE = "not in the language of formal runs, docs/authors.md"


def in_the_language(
    learner: type,
    attributes: Collection[str],
    methods: Collection[str] = ROUND,
    *,
    reads: Collection[str] = (),
    lists: Collection[str] = (),
    meanings: Meanings | None = None,
    given: Collection[str] = (),
) -> type:
    """The learner made of the syntax trees of these methods and of those that they call, with formal meanings.

    attributes: those that the proof knows, the only ones that it may have. It may also read `reads` off other things.
    lists:      attributes that hold any number of entries, of which a formal run has few. They may be read in the sums
                of loops, and kept with an entry more.
    meanings:   those of more functions. given: methods that must have this text, up to what an error says.
    Raises NotFormal, which names the line and the construct, if the class is not written in the language.
    """
    meant = {**MEANINGS, **(meanings or {})}
    reader = _Reader(learner, frozenset(attributes), frozenset(reads), frozenset(lists), meant)
    for name in methods:
        reader.method(name)
    for text in given:
        reader.given(text)
    return reader.compiled()


class _Reader:
    """What has been read of a class: the checked methods of each base, and the names in them with their meanings."""

    def __init__(
        self, learner: type, attributes: frozenset[str], reads: frozenset[str], lists: frozenset[str],
        meanings: Meanings,
    ) -> None:  # fmt: skip
        self.attributes, self.reads, self.lists, self.meanings = attributes, reads, lists, meanings
        self.names: dict[str, object] = {}
        self.modules: set[str] = set()
        mro = learner.__mro__ if type(learner) is type else ()
        if not mro or any(type(base) is not type or len(base.__bases__) > 1 for base in mro):
            raise NotFormal(f"{learner.__name__} has a metaclass or several bases, which is {OUTSIDE}")
        self.bases: dict[type, dict[str, ast.FunctionDef]] = {base: {} for base in mro[-2::-1]}
        for base in self.bases:
            special = [
                attribute
                for attribute in vars(base)
                if attribute[:2] == attribute[-2:] == "__" and attribute not in INERT
            ]
            for name in (*special, *sorted(vars(base).keys() & self.attributes)):
                raise NotFormal(f"{base.__name__} defines {name}, which is {OUTSIDE}")

    def method(self, name: str) -> None:
        """Read the method of this name in every base that has one."""
        for base, trees in self.bases.items():
            if name in vars(base) and name not in trees:
                trees[name] = tree = _tree(base, name)
                _Checker(self, vars(base)[name], tree, f"{base.__name__}.{name}").check()

    def given(self, text: str) -> None:
        """Read a method that must have this text, in which names are Python's own, and np is numpy."""
        (due,) = ast.parse(text).body
        assert isinstance(due, ast.FunctionDef)
        stored = {
            child.id for child in ast.walk(due) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)
        }
        names = {child.id for child in ast.walk(due) if isinstance(child, ast.Name)} - stored
        outer = {name: np if name == "np" else vars(builtins)[name] for name in names if name not in _arguments(due)}
        self.modules |= outer.keys() & {"np"}
        for base, trees in self.bases.items():
            if due.name in vars(base):
                trees[due.name] = tree = _tree(base, due.name)
                space = vars(base)[due.name].__globals__
                same = all(space.get(name, vars(builtins).get(name)) is meant for name, meant in outer.items())
                if not same or _bare(tree) != _bare(due):
                    raise NotFormal(
                        f"line {tree.lineno}: {base.__name__}.{due.name} is {OUTSIDE}, but for this:\n{text}"
                    )

    def compiled(self) -> type:
        """The class as it was checked. Raises NotFormal if the class's own methods are others."""
        kind: type = object
        for base, trees in self.bases.items():
            kind, other = (self._class(base, kind, imported) for imported in (True, False))
            for name in trees:
                if not any(_alike(_code(vars(base)[name]), _code(vars(version)[name])) for version in (kind, other)):
                    raise NotFormal(f"{base.__name__}.{name} is not what its source says, so it is not read")
        return kind

    def _class(self, base: type, parent: type, imported: bool) -> type:
        """The class of these trees. The code of np.zeros() depends on whether `np` is imported in the same file."""
        body: list[ast.stmt] = [*self.bases[base].values()] or [ast.Pass()]
        named = ast.ClassDef(base.__name__, [ast.Name("its base", ast.Load())], [], body, [])
        modules = [ast.alias("sys", name) for name in sorted(self.modules)]
        imports: list[ast.stmt] = [ast.Import(modules)] if modules and imported else [ast.Pass()]
        tree = ast.Module([ast.If(ast.Constant(False), imports, []), named], [])
        built_in = {"__build_class__": builtins.__build_class__, "super": super}
        space = {"__builtins__": built_in, "__name__": __name__, **self.names, "its base": parent}
        file = f"<{base.__name__}, run formally>"
        exec(compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True), space)
        kind = space.pop(base.__name__)
        assert isinstance(kind, type)
        space |= self.names
        return kind


def _code(function: FunctionType) -> object:
    """What is the same of two functions that do the same, if their names mean the same."""
    code = function.__code__
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    return code.co_code, code.co_consts, names, counts, function.__defaults__, function.__kwdefaults__


def _alike(one: object, other: object) -> bool:
    """Whether they are the same constants, of Python's own types."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return repr(one) == repr(other)


@cache
def _source(code: CodeType, file: str) -> str:
    """The source of the code of a file; that of two files may compare equal."""
    return inspect.getsource(code)


def _tree(base: type, name: str) -> ast.FunctionDef:
    """The syntax tree of a method, without annotations. Raises NotFormal if it has none."""
    method, function = f"{base.__name__}.{name}", vars(base)[name]
    if type(function) is not FunctionType:
        raise NotFormal(f"{method} is a {type(function).__name__} and no plain method, which is {OUTSIDE}")
    own: Any = function
    is_plain = type(own.__globals__) is dict and own.__builtins__ is vars(builtins)
    if not is_plain or any(cell.cell_contents is not base for cell in function.__closure__ or ()):
        raise NotFormal(f"{method} has names of its own around it, which is {OUTSIDE}")
    try:
        source = _source(function.__code__, function.__code__.co_filename)
        inside = source[:1].isspace()
        (statement,) = ast.parse(f"if True:\n{source}" if inside else source).body
    except (OSError, TypeError, ValueError, SyntaxError) as error:
        raise NotFormal(f"{method} has no source that could be read: {error}") from None
    tree = statement.body[0] if isinstance(statement, ast.If) else statement
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1 - inside)
    if not isinstance(tree, ast.FunctionDef) or tree.decorator_list:
        raise NotFormal(f"line {tree.lineno}: {method} is decorated, or no `def`, which is {OUTSIDE}")
    arguments = tree.args
    if arguments.kwonlyargs or arguments.vararg or arguments.kwarg or not arguments.args:
        raise NotFormal(f"line {tree.lineno}: {method} has arguments by name alone or by *, which is {OUTSIDE}")
    for argument in arguments.args:
        argument.annotation = None
    tree.returns = None
    return tree


def _arguments(tree: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in tree.args.args]


class _WithoutMessages(ast.NodeTransformer):
    """Leaves out what errors say."""

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        return ast.Raise()


def _bare(tree: ast.FunctionDef) -> tuple[list[str], str]:
    """The arguments of a method and its text, without the docstring and what errors say."""
    body = [
        _WithoutMessages().visit(ast.parse(ast.unparse(statement)))
        for statement in tree.body[ast.get_docstring(tree) is not None :]
    ]
    return _arguments(tree), "\n".join(map(ast.unparse, body))


class _Checker(ast.NodeVisitor):
    """Checks the tree of one method: a node that is not visited, or of another kind, is refused."""

    def __init__(self, reader: _Reader, function: FunctionType, tree: ast.FunctionDef, name: str) -> None:
        self.reader, self.function, self.tree, self.name = reader, function, tree, name
        self.constructing = tree.name == "__init__"
        self.line = tree.lineno
        stored = (
            child.id for child in ast.walk(tree) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)
        )
        self.own, *others = [argument.arg for argument in tree.args.args]
        self.locals = {*others, *stored}
        loops = [(loop, _names(loop.target)) for loop in ast.walk(tree) if isinstance(loop, ast.For)]
        self.drawn = {name for _, names in loops for name in names}
        self.in_own_loop = {
            part for loop, names in loops for part in ast.walk(loop) if isinstance(part, ast.Name) and part.id in names
        }
        self.whole = set(self._whole())

    def check(self) -> None:
        for default in self.tree.args.defaults:
            self._must(default, type(getattr(default, "value", None)) in (int, float))
        for statement in self.tree.body[ast.get_docstring(self.tree) is not None :]:
            self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        self.line = getattr(node, "lineno", self.line)
        self._must(node, type(node) in (CONSTRUCTOR if self.constructing else METHOD))
        super().visit(node)

    def _must(self, node: ast.AST, allowed: bool) -> None:
        """Refuse the node if it is not allowed."""
        if not allowed:
            raise NotFormal(f"line {getattr(node, 'lineno', self.line)}: `{_construct(node)}` is {OUTSIDE}")

    # ---- names, attributes, numbers ----

    def visit_Name(self, node: ast.Name) -> None:
        """A local name. Functions are called, and not handed about; nor is the learner itself, nor outside of a loop
        what it has drawn last.
        """
        stores = isinstance(node.ctx, ast.Store)
        self._must(node, node.id not in self.drawn or node in self.in_own_loop)
        self._must(node, node.id in self.locals and node.id != self.own and not (stores and self.constructing))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        stores = isinstance(node.ctx, ast.Store)
        if self._meaning(node) is np.inf and np.inf in self.reader.meanings and not (stores or self.constructing):
            self._means(node, self.reader.meanings[np.inf])
        elif not self._is_own(node):
            self._must(node, node.attr in self.reader.reads and not stores)
            self.visit(node.value)
        elif node.attr not in self.reader.attributes:
            does = f"{self.name} {'keeps' if stores else 'reads'} self.{node.attr}"
            raise NotFormal(f"line {node.lineno}: {does}, of which the proof knows nothing")
        elif node.attr in self.reader.lists and not stores:
            self._must(node, node in self.whole)

    def visit_Constant(self, node: ast.Constant) -> None:
        self._must(node, type(node.value) in (int, float, bool))

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call whose result is not used, as of super().update(x, y)."""
        self._must(node, isinstance(node.value, ast.Call))
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._must(node, node.value is not None)
        for child in filter(None, (node.target, node.value)):
            self.visit(child)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Of a constructor's parameters only sums, with numbers as factors, so that few sizes tell of all."""
        if self.constructing and isinstance(node.op, ast.Mult):
            self._must(node, isinstance(node.left, ast.Constant) or isinstance(node.right, ast.Constant))
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """What is at a mask, a comparison, the instance or a whole axis; by its number only an axis of a shape."""
        self._must(node, isinstance(node.ctx, ast.Load))
        self.visit(node.value)
        is_shape = isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
        for index in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            self._must(node, is_shape or not isinstance(index, ast.Constant | ast.UnaryOp))
            self.visit(index)

    def visit_Slice(self, node: ast.Slice) -> None:
        self._must(node, node.lower is node.upper is node.step is None)

    # ---- loops ----

    def visit_For(self, node: ast.For) -> None:
        """Sums over what attributes hold, of a weight times what is linear in an entry: Σ y·k(x, z), or Σ w·h(X).

        So the sums are those over the single entry Σ y·x of weight 1.
        """
        over = [node.iter]
        if isinstance(node.iter, ast.Call):
            self._must(
                node.iter, self._meaning(node.iter.func) is zip and {x.arg for x in node.iter.keywords} <= {"strict"}
            )
            self._means(node.iter.func, zip)
            over = node.iter.args
        self._must(node, not node.orelse and all(isinstance(iterated, ast.Attribute) for iterated in over))
        for part in (*over, node.target, *node.body):
            self.visit(part)
        sums = {statement: _sum(statement) for statement in node.body}
        names = {name for name, _ in sums.values()}
        for part, (name, added) in sums.items():
            own = {inner.attr for inner in ast.walk(added) if isinstance(inner, ast.Attribute) and self._is_own(inner)}
            self._must(part, bool(name) and not _names(added) & names and own <= self.reader.attributes)
            self._must(part, self._is_weighted(added, _names(node.target)))

    def _is_weighted(self, added: ast.AST, drawn: set[str]) -> bool:
        """Whether it is a product of one of a loop's two names with a value that is linear in the other."""
        match added:
            case ast.BinOp(ast.Name(weight), ast.Mult(), value) | ast.BinOp(value, ast.Mult(), ast.Name(weight)):
                return weight in drawn and len(drawn) == 2 and self._is_linear(value, weight, *drawn - {weight})
        return False

    def _is_linear(self, value: ast.expr, weight: str, entry: str) -> bool:
        """Whether the entry is called, or handed as it is to what the learner was told, such as a kernel."""
        match value:
            case ast.Call(function, [inside]) if self._meaning(function) is np.asarray:
                return self._is_linear(inside, weight, entry)
            case ast.Call(ast.Name(called), rest):
                return called == entry and not any(_names(argument) & {weight, entry} for argument in rest)
            case ast.Call(ast.Attribute(attr=told) as function, arguments):
                rest = [argument for argument in arguments if ast.unparse(argument) != entry]
                once = len(rest) == len(arguments) - 1 and not any(_names(part) & {weight, entry} for part in rest)
                return once and self._is_own(function) and told in self.reader.attributes
        return False

    def _whole(self) -> Iterator[ast.AST]:
        """Where a list may be read: in a loop over it, and where it is kept whole with an entry more."""
        for node in ast.walk(self.tree):
            match node:
                case ast.For(iter=ast.Call(args=over)):
                    yield from over
                case ast.For(iter=over):
                    yield over
                case ast.Assign([ast.Attribute(attr=name)], ast.Tuple(entries) | ast.List(entries)):
                    starred = (entry.value for entry in entries if isinstance(entry, ast.Starred))
                    yield from (kept for kept in starred if isinstance(kept, ast.Attribute) and kept.attr == name)
                case ast.Assign([ast.Attribute(attr=name)], ast.Call(function, [ast.Attribute(attr=same) as kept, _])):
                    if name == same and self._meaning(function) is np.append:
                        yield kept

    # ---- calls ----

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        values = len(node.args)
        if isinstance(function, ast.Attribute) and self._is_super(function.value):
            self.reader.method(function.attr)
        elif isinstance(function, ast.Attribute) and not self._is_outer(function.value):
            self._method(function)
        elif not (isinstance(function, ast.Name) and function.id in self.locals):
            called = self._function(function)
            if called is require:
                return self._requirement(node)
            if self.constructing or called in (np.zeros, np.ones, np.asarray):
                values = 1
        return self._arguments(node, values)

    def _method(self, function: ast.Attribute) -> None:
        """A method of the learner, or of an array; or something that it was told, as a kernel."""
        self._must(function, not self.constructing)
        if not self._is_own(function):
            self._must(function, function.attr in (*METHODS, *self.reader.reads))
            self.visit(function.value)
        elif function.attr not in self.reader.attributes:
            own = any(function.attr in vars(base) for base in self.reader.bases)
            self._must(function, own and function.attr != "__init__")
            self.reader.method(function.attr)

    def _arguments(self, node: ast.Call, values: int) -> None:
        """The arguments: so many values; what comes after them is a type."""
        self._must(node, {keyword.arg for keyword in node.keywords} <= {"dtype"})
        for argument in node.args[:values]:
            self._must(argument, not isinstance(argument, ast.Starred))
            self.visit(argument)
        for argument in [*node.args[values:], *(word.value for word in node.keywords)]:
            self._must(argument, any(self._meaning(argument) is kind for kind in TYPES))
            self._means(argument, self._meaning(argument))

    def _requirement(self, node: ast.Call) -> None:
        """require(a comparison of what the constructor was told, the message)."""
        self._must(node, self.constructing and len(node.args) == 2 and not node.keywords)
        for child in ast.walk(node):
            asks = isinstance(child, ast.Call) and child is not node
            self._must(child, not asks or self._meaning(child.func) is callable)  # type: ignore[attr-defined]
            self._must(child, type(child) in (*METHOD, ast.JoinedStr, ast.FormattedValue))
            self._must(child, not isinstance(child, ast.Attribute))

    def _is_own(self, node: ast.Attribute) -> bool:
        return isinstance(node.value, ast.Name) and node.value.id == self.own

    def _is_super(self, node: ast.expr) -> bool:
        return ast.unparse(node) == "super()" and "super" not in {*self.locals, *self.function.__globals__}

    def _is_outer(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id not in {*self.locals, self.own}

    def _function(self, node: ast.expr) -> object:
        """The function of the language that the name means."""
        meant = self._meaning(node)
        self._must(node, any(meant is function for function in (MAKERS if self.constructing else self.reader.meanings)))
        self._means(node, None if self.constructing else self.reader.meanings[meant])
        return meant

    def _meaning(self, node: ast.expr) -> object:
        """What a global name, or one of numpy or math, means where the method is; None for everything else."""
        if isinstance(node, ast.Attribute) and self._is_outer(node.value):
            module = self._meaning(node.value)
            return vars(module).get(node.attr) if module is np or module is math else None
        if isinstance(node, ast.Name) and self._is_outer(node):
            return self.function.__globals__.get(node.id, vars(builtins).get(node.id))
        return None

    def _means(self, node: ast.expr, meaning: object) -> None:
        """Remember what the name means formally; in two modules it may mean two things, which is refused."""
        names, name = self.reader.names, ""
        match node:
            case ast.Attribute(ast.Name(module), name):
                self.reader.modules.add(module)
                if not self.constructing:
                    names = vars(names.setdefault(module, SimpleNamespace()))
            case ast.Name(name):
                pass
        if not self.constructing:
            self._must(node, names.setdefault(name, meaning) is meaning)


def _sum(statement: ast.stmt) -> tuple[str, ast.AST]:
    """The name to which the statement adds, and what it adds; no name if it does something else."""
    match statement:
        case ast.AugAssign(ast.Name(name), ast.Add(), added):
            return name, added
        case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(same), ast.Add(), added)) if name == same:
            return name, added
    return "", statement


def _names(tree: ast.AST) -> set[str]:
    """The names that occur in it."""
    return {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)}


KEYWORDS = {
    "NamedExpr": ":=", "FunctionDef": "def", "ClassDef": "class", "YieldFrom": "yield", "ImportFrom": "import",
    "JoinedStr": "an f-string", "FloorDiv": "//", "Mod": "%", "IsNot": "is", "NotIn": "in", "AsyncFor": "async for",
}  # fmt: skip
"""The constructs that are not called by their classes."""


def _construct(node: ast.AST) -> str:
    """The construct in few words: its text if it has one in a line, or else its keyword."""
    name = type(node).__name__
    is_text = isinstance(node, ast.expr | ast.slice) and name not in KEYWORDS and not isinstance(node, ast.Lambda)
    simple = isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr)
    return ast.unparse(node) if is_text or simple else KEYWORDS.get(name, name.lower())
