"""The language of code that can run on formal quantities: what learners may use, and nothing else.

A proof tracks a learner's attributes only. Any other way for its code to remember something, or to detect that it is
run formally, is outside the language, and is refused before the code runs: caught exceptions, imports, globals that can
change, attributes that the proof does not know, asking for the type of a value. The compiled code is read, with
everything it reaches: its own helpers, base classes, defaults and closures.
"""

import abc
import ast
import builtins
import dis
import inspect
import math
import operator
import sys
import textwrap
import typing
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

import numpy as np

from learncheck.learners import arithmetic
from learncheck.theorems.formal.numbers import HiddenState, NotFormal

ROUND = ("predict", "update", "probabilities")
"""The methods that a formal round runs."""

_BUILTINS = (
    "abs all any bool callable dict divmod enumerate filter float frozenset int len list map max min pow range "
    "reversed round set slice sorted sum super tuple zip ArithmeticError AssertionError IndexError KeyError "
    "NotImplementedError OverflowError RuntimeError TypeError ValueError ZeroDivisionError"
)

_NUMPY = (
    "abs absolute add all any arange argmax argmin argsort array asanyarray asarray bool_ ceil clip concatenate cumsum "
    "diag divide dot equal exp eye flatnonzero float64 floor full greater greater_equal identity inf inner int64 kron "
    "less less_equal log log2 logical_and logical_not logical_or matmul max maximum mean min minimum multiply negative "
    "newaxis nonzero not_equal ones ones_like outer pi power prod sign sort sqrt square stack subtract sum take "
    "tensordot trace transpose true_divide unique vdot where zeros zeros_like"
)
_OPERATORS = "abs add and_ eq ge gt invert le lt matmul mul ne neg not_ or_ pos pow sub truediv xor"

_ARRAYS = frozenset(
    {
        *("T", "all", "any", "append", "argmax", "argmin", "conj", "copy", "cumsum", "denominator", "dot", "extend"),
        *("get", "index", "items", "keys", "max", "mean", "min", "numerator", "pop", "prod", "shape", "sum", "take"),
        *("transpose", "values"),
    }
)
"""Attributes of arrays, fractions, tuples, lists and dictionaries."""

_MODULES = {
    np: {name: getattr(np, name) for name in _NUMPY.split()},
    math: {name: each for name, each in vars(math).items() if not name.startswith("_")},
    operator: {name: getattr(operator, name) for name in _OPERATORS.split()},
}
_OURS = (arithmetic.in_range, arithmetic.inner, arithmetic.root, arithmetic.exp, arithmetic.log)
"""Functions as the reference learners take them; formal quantities bring their own."""

_KNOWN = {
    id(each)
    for each in [*(getattr(builtins, name) for name in _BUILTINS.split()), Fraction, *_OURS]
    + [each for names in _MODULES.values() for each in names.values()]
}

_MAKERS = {id(each) for each in (np.array, np.asarray, np.ones, np.zeros, bool, float, int, len, super)}
_MAKES = ("LOAD_", "STORE_ATTR", "STORE_FAST", "CALL", "PRECALL", "KW_NAMES", "RETURN_", "POP_TOP", "RESUME", "NOP")
"""What a constructor uses that makes the same at every size: nothing that computes, compares or jumps."""

_FOREIGN = {*sys.stdlib_module_names, "numpy", "scipy", "sympy"}
_BASES = (object, typing.Generic, typing.Protocol, abc.ABC)

_MADE_BY_PYTHON = {"__init__", "__repr__", "__annotate__", "__annotate_func__"}
"""Special methods that no round calls, or that are read."""

_ASKED_BY_NUMPY = ("dtype", "__array_")
"""Attributes by which numpy takes an object for an array, or for a type."""

_ASKS_FOR_KINDS = {"MATCH_CLASS", "MATCH_MAPPING", "MATCH_SEQUENCE", "MATCH_KEYS"}

_SCALARS = frozenset(np.sctypeDict.values()) - {np.void}
_WHOLE = tuple(map(np.dtype, (bool, int, float, object)))
"""The types in which numpy keeps numbers as they are; others round them, wrap around, or write them out."""


def read_learner(learner: type, attributes: Collection[str]) -> "_Reader":
    """Read the learner's code, with everything it reaches, before it is run formally.

    attributes: those that the proof knows. Raises HiddenState if the code has another place to remember something, and
    NotFormal if it does something that has no formal meaning. Returns the reader, which tells after the run whether
    anything was written on what was read.
    """
    reader = _Reader(learner, frozenset(attributes))
    reader.method("__init__", constructing=True)
    for name in (*ROUND, "__repr__"):  # which a text calls that a round writes
        reader.method(name, constructing=False)
    return reader


def read_method(learner: type, name: str, attributes: Collection[str], leaves: Collection[str] = ()) -> "_Reader":
    """Read a single method of the learner, which may use these attributes, or write only those that it leaves behind.

    Raises and returns as `read_learner`.
    """
    reader = _Reader(learner, frozenset(attributes), frozenset(leaves))
    reader.method(name, constructing=name == "__init__")
    return reader


def plain(value: Any) -> bool:
    """Whether the value is an immutable constant: None, a number, string or tuple, of Python's or numpy's own types."""
    if type(value) in (tuple, frozenset):
        return all(map(plain, value))
    own = (bool, int, float, complex, str, bytes, range, Fraction)
    return value is None or value is Ellipsis or type(value) in own or type(value) in _SCALARS


class _Reader:
    """The record of what has been read of one learner."""

    def __init__(self, learner: type, attributes: frozenset[str], leaves: frozenset[str] = frozenset()) -> None:
        self.learner, self.attributes, self.leaves = learner, attributes, leaves
        self.seen: set[tuple[int, bool]] = set()
        self.changing: dict[int, set[str]] = {}
        self.functions: list[FunctionType] = []
        self.held = [dict(vars(base)) for base in learner.__mro__]
        for base in learner.__mro__:
            self.base(base)

    def nothing_is_written(self) -> None:
        """Raise HiddenState if the code has written on one of the learner's classes, or on a function."""
        for base, before in zip(self.learner.__mro__, self.held, strict=True):
            changed = [name for name, value in vars(base).items() if before.get(name) is not value]
            if changed or len(vars(base)) < len(before):
                raise HiddenState(f"{self.learner.__name__} writes {', '.join(changed)} on its class {base.__name__}")
        for each in self.functions:
            self.carries_nothing(each)

    def carries_nothing(self, function: FunctionType) -> None:
        """Raise HiddenState if the function has attributes, in which the code could remember."""
        if carried := vars(function).keys() - {"__wrapped__"}:
            raise HiddenState(
                f"{function.__name__} carries {min(carried)}; a learner keeps its state in its own attributes"
            )

    # ---- classes ----

    def base(self, base: type) -> None:
        """Check one of the learner's classes: nothing in it may intercept access to the attributes."""
        if _stands_in(base, _BASES):
            return
        name = base.__name__
        if _foreign(base) or type(base) not in (type, abc.ABCMeta):
            raise HiddenState(f"{name}, a base or metaclass of {self.learner.__name__}, could hold what is not watched")
        for each, value in vars(base).items():
            if isinstance(value, MemberDescriptorType):
                raise HiddenState(
                    f"{name} keeps its state in __slots__, where it cannot be watched; use plain attributes"
                )
            special = each.startswith("__") and each.endswith("__") and each not in _MADE_BY_PYTHON
            acts = (callable(value) or hasattr(value, "__get__")) and type(value) is not GetSetDescriptorType
            if (special and acts) or each.startswith(_ASKED_BY_NUMPY):
                raise HiddenState(f"{name} defines {each}, by which its objects are more than their attributes")
            if each in self.attributes and hasattr(value, "__get__"):
                raise HiddenState(f"{name}.{each} is computed, where the proof speaks of an attribute")

    def method(self, name: str, *, constructing: bool) -> None:
        """Read the learner's own method or constant of this name, if it has one."""
        for base in self.learner.__mro__:
            if not _stands_in(base, _BASES) and name in vars(base):
                self.value(f"{base.__name__}.{name}", vars(base)[name], constructing)

    def value(self, name: str, value: Any, constructing: bool) -> None:
        """Check something that the code loads by name: a constant, a function of the language, or the learner's own."""
        if type(value) in (staticmethod, classmethod):
            value = value.__func__
        if type(value) is property:
            for part in (value.fget, value.fset, value.fdel):
                if part is not None:
                    self.value(name, part, constructing)
        elif plain(value):
            self.constant(name, value, constructing)
        elif id(value) in (_MAKERS if constructing else _KNOWN):
            return
        elif type(value) is FunctionType and not _foreign(value):
            self.function(name, value, constructing)
        elif isinstance(value, type) and _stands_in(value, self.learner.__mro__):
            return
        elif isinstance(value, type | FunctionType | ModuleType) or callable(value):
            raise NotFormal(f"the code of {self.learner.__name__} uses {name}, which a formal run does not know")
        else:
            kind = type(value).__name__
            raise HiddenState(
                f"{self.learner.__name__} could remember in {name}, a {kind}; a learner keeps its state in "
                "attributes of its own, and its constants are numbers, strings and tuples"
            )

    def constant(self, name: str, value: Any, constructing: bool) -> None:
        """Check a plain constant: by none may a constructor make something else of a large number."""
        if type(value) in (tuple, frozenset):
            for each in value:
                self.constant(name, each, constructing)
        elif constructing and not keeps_numbers(value):
            raise NotFormal(f"{name} uses {value!r}, a type that rounds large numbers, or wraps them around")

    # ---- code ----

    def function(self, name: str, function: FunctionType, constructing: bool) -> None:
        if (id(function), constructing) in self.seen or (constructing and _is_reviewed(function)):
            return
        self.seen.add((id(function), constructing))
        self.functions.append(function)
        self.carries_nothing(function)
        its: Any = function  # typeshed knows the built-in names only in some versions
        if type(function.__globals__) is not dict or type(its.__builtins__) is not dict:
            raise HiddenState(f"{name} looks up its names in what is no plain dictionary")
        for what in (function.__defaults__ or (), tuple((function.__kwdefaults__ or {}).values())):
            for each in what:
                self.value(f"{name}.__defaults__", each, constructing)
        free = {}
        for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                free[variable] = cell.cell_contents
            except ValueError:  # an empty cell
                continue
        for variable, each in free.items():
            self.value(f"{variable} around {name}", each, constructing)
        for code in _with_inner(function.__code__):
            self.code(name, function, code, constructing)

    def code(self, name: str, function: FunctionType, code: CodeType, constructing: bool) -> None:
        steps = list(dis.get_instructions(code))
        its: Any = function  # typeshed knows the built-in names only in some versions
        built_in: dict[str, Any] = its.__builtins__
        module: Any = None
        path = ""
        for before, step in zip([None, *steps], steps, strict=False):
            said, what = step.opname, step.argval
            if said in ("PUSH_NULL", "CACHE", "EXTENDED_ARG", "COPY_FREE_VARS"):
                continue
            if constructing and not said.startswith(_MAKES):
                raise NotFormal(
                    f"{name} computes or decides something ({said}); a constructor that makes the same at every size "
                    "keeps what it is told, and makes arrays of zeros or ones"
                )
            loads = said in ("LOAD_ATTR", "LOAD_METHOD")
            if module is not None:
                if not loads:
                    raise HiddenState(f"{name} hands the module {path} about, in which it could remember")
                path = f"{path}.{what}"
                found = _MODULES.get(module, vars(module)).get(what, self)
                module = found if type(found) is ModuleType else None
                if found is self:
                    raise NotFormal(f"{name} uses {path}, which a formal run does not know")
                if module is None:
                    self.value(path, found, constructing)
                elif _foreign(module):
                    raise HiddenState(f"{name} uses {path}, in which it could remember")
            elif said in ("LOAD_GLOBAL", "LOAD_NAME"):
                found = function.__globals__.get(what, built_in.get(what, self))
                if found is self:
                    raise NotFormal(f"{name} uses {what}, which is not there")
                if type(found) is ModuleType:
                    module, path = found, what
                    if _foreign(module) and module not in _MODULES:
                        raise HiddenState(f"{name} uses the module {what}, in which it could remember")
                else:
                    self.value(what, found, constructing)
                    if what in self.rebound(function.__globals__):
                        raise HiddenState(f"{name} reads the global {what}, which other code of its module changes")
            elif loads or said in ("LOAD_SUPER_ATTR", "LOAD_SUPER_METHOD"):
                self.loaded(name, what, constructing)
            else:
                self.step(name, function, code, before, step, constructing)

    def rebound(self, module: dict[str, Any]) -> set[str]:
        """The globals that a function or a method of the module rebinds."""
        if id(module) not in self.changing:
            own = [each for each in module.values() if getattr(each, "__module__", None) == module.get("__name__")]
            methods = (each for kind in own if isinstance(kind, type) for each in vars(kind).values())
            functions = (inspect.unwrap(getattr(each, "__func__", each)) for each in (*own, *methods) if callable(each))
            codes = (each.__code__ for each in functions if isinstance(each, FunctionType))
            self.changing[id(module)] = {
                step.argval
                for code in codes
                for inner in _with_inner(code)
                for step in dis.get_instructions(inner)
                if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")
            }
        return self.changing[id(module)]

    def loaded(self, name: str, what: str, constructing: bool) -> None:
        """Check an attribute that the code loads."""
        own = any(what in vars(base) for base in self.learner.__mro__ if not _stands_in(base, _BASES))
        if what == "__init__" and constructing:
            return
        if what in self.leaves:
            raise HiddenState(f"{name} reads {what}, which it leaves behind: another call would go on from there")
        if own and not what.startswith("__"):
            self.method(what, constructing=constructing)
        elif what not in self.attributes and what not in (("copy",) if constructing else _ARRAYS):
            raise NotFormal(
                f"{name} asks for .{what}; a formal run knows arithmetic, comparisons and "
                f".{', .'.join(sorted(_ARRAYS & {'all', 'any', 'argmax', 'copy', 'sum'}))}"
            )

    def step(
        self, name: str, function: FunctionType, code: CodeType, before: Any, step: Any, constructing: bool
    ) -> None:
        said, what = step.opname, step.argval
        written = self.leaves if self.leaves and not constructing else self.attributes
        if said in ("STORE_ATTR", "DELETE_ATTR") and what not in written:
            raise HiddenState(f"{name} keeps {what}, of which the proof knows nothing")
        if said in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            raise HiddenState(
                f"{name} remembers in the global {what}; a learner keeps its state in attributes of its own"
            )
        if said in ("STORE_DEREF", "DELETE_DEREF") and what in function.__code__.co_freevars:
            raise HiddenState(
                f"{name} remembers in {what} around it; a learner keeps its state in attributes of its own"
            )
        if said == "IMPORT_NAME":
            raise HiddenState(f"{name} imports {what}, in which it could remember")
        if said == "LOAD_BUILD_CLASS":
            raise NotFormal(f"{name} makes a class, which a formal run does not know")
        if said in ("LOAD_CONST", "RETURN_CONST") and plain(what):
            self.constant(name, what, constructing)
        if constructing:
            return
        if said == "PUSH_EXC_INFO":
            raise NotFormal(f"{name} catches exceptions or opens a `with`; in a formal run an exception is the end")
        if said in _ASKS_FOR_KINDS or (
            said == "IS_OP" and not (before.opname == "LOAD_CONST" and before.argval is None)
        ):
            raise NotFormal(
                f"{name} asks what kind of thing a value is, by `is` or `match`; it computes with values alone"
            )


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _with_inner(each)


def keeps_numbers(value: Any) -> bool:
    """Whether the value is no type to numpy, whose functions take a text for one, or a type that keeps numbers."""
    try:
        return np.dtype(value) in _WHOLE
    except Exception:  # whatever numpy raises of what is none
        return True


def _stands_in(kind: type, kinds: Sequence[Any]) -> bool:
    """Whether it is one of the kinds. A metaclass may have an equality of its own."""
    return any(kind is each for each in kinds)


def _is_reviewed(function: FunctionType) -> bool:
    """Whether it is a constructor, or a check of arguments, of the catalogue's learners: these are read by people."""
    ours = [module for name, module in sys.modules.items() if name.startswith("learncheck.learners.")]
    defined = [value for module in ours for value in vars(module).values()]
    methods = (each for value in defined if isinstance(value, type) for each in vars(value).values())
    return any(each is function for each in chain(defined, methods))


def _foreign(value: Any) -> bool:
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return str(module).split(".")[0] in _FOREIGN


def source_of(function: Any) -> ast.FunctionDef:
    """The source of a function that is cut into parts. Raises NotFormal if it has none, or arguments with defaults."""
    try:
        (found,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError, ValueError, SyntaxError) as error:
        raise NotFormal(f"{function.__qualname__} has no source that could be read: {error}") from error
    arguments = found.args if isinstance(found, ast.FunctionDef) else None
    if not isinstance(found, ast.FunctionDef) or found.decorator_list or arguments is None:
        raise NotFormal(f"{function.__qualname__} is decorated, or no function")
    if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
        raise NotFormal(f"{function.__qualname__} has arguments with defaults, in which it could remember")
    return found
