"""What a learner could remember elsewhere than in its attributes: on its class, in globals, defaults and closures.

A proof follows the attributes of the learner alone. So all else that its methods can reach must be the same after a
round as it was before. This is a safeguard against mistakes, not against malice: state inside of other people's
modules is not looked for (but for the random numbers of Python and numpy).
"""

import random
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

DEEPEST = 8

_FOREIGN = {*sys.stdlib_module_names, "numpy", "scipy", "sympy"}


def reachable_state(learner: type) -> dict[str, str]:
    """Everything besides the attributes of its objects that the learner's methods read, by name."""
    found = {"the random numbers of Python": repr(random.getstate())}
    found["the random numbers of numpy"] = repr(np.random.get_state(legacy=False))
    seen: set[int] = set()
    for name, value in _of_class(learner, seen):
        found[name] = _content(value, 0, set())
    return found


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The names under which something is different now."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def _of_class(cls: type, seen: set[int]) -> Iterator[tuple[str, Any]]:
    if id(cls) in seen:
        return
    seen.add(id(cls))
    for base in cls.__mro__:
        if _foreign(base):
            continue
        for name, value in vars(base).items():
            if name.startswith("__") and not callable(value):
                continue
            yield from _of_value(f"{base.__name__}.{name}", value, seen)


def _of_value(name: str, value: Any, seen: set[int]) -> Iterator[tuple[str, Any]]:
    value = getattr(value, "__wrapped__", getattr(value, "__func__", getattr(value, "fget", value)))
    if isinstance(value, FunctionType):
        yield from _of_function(name, value, seen)
    elif isinstance(value, type):
        if not _foreign(value):
            yield from _of_class(value, seen)
    elif not isinstance(value, ModuleType):
        yield name, value


def _of_function(name: str, function: FunctionType, seen: set[int]) -> Iterator[tuple[str, Any]]:
    if id(function) in seen or _foreign(function):
        return
    seen.add(id(function))
    yield f"{name}.__dict__", dict(vars(function))
    yield f"{name}.__defaults__", (function.__defaults__, function.__kwdefaults__)
    cells = function.__closure__ or ()
    for variable, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            yield from _of_value(f"{variable} around {name}", cell.cell_contents, seen)
        except ValueError:  # an empty cell
            continue
    for variable in sorted(_names(function.__code__)):
        if variable in function.__globals__:
            value = function.__globals__[variable]
            yield from _of_value(variable, value, seen)
            if isinstance(value, ModuleType) and not _foreign(value):
                for inner in sorted(_names(function.__code__) & vars(value).keys()):
                    yield from _of_value(f"{variable}.{inner}", vars(value)[inner], seen)


def _names(code: CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*(_names(each) for each in inner))


def _foreign(value: Any) -> bool:
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return str(module).split(".")[0] in _FOREIGN


def _content(value: Any, depth: int, inside: set[int]) -> str:
    """The value in full, as far as it can change."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | type | FunctionType):
        return repr(value)
    if id(value) in inside or depth == DEEPEST:
        return f"{type(value).__name__} again"
    inside = inside | {id(value)}
    if isinstance(value, Mapping):
        parts = [f"{_content(k, depth + 1, inside)}: {_content(v, depth + 1, inside)}" for k, v in value.items()]
    elif isinstance(value, np.ndarray):
        parts = [str(value.shape), *(_content(each, depth + 1, inside) for each in value.ravel().tolist())]
    elif isinstance(value, set | frozenset):
        parts = sorted(_content(each, depth + 1, inside) for each in value)
    elif isinstance(value, bytearray):
        parts = [repr(value)]
    elif hasattr(value, "__iter__") and hasattr(value, "__len__"):
        parts = [_content(each, depth + 1, inside) for each in value]
    elif hasattr(value, "__dict__"):
        parts = [_content(vars(value), depth + 1, inside)]
    else:
        parts = [repr(value)]
    return f"{type(value).__name__}({', '.join(parts)})"
