"""Importing a submission in its own process, and finding the learners that it defines."""

import __future__

import ast
import functools
import linecache
import operator
import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec

from learncheck.exact.answers import shown
from learncheck.oracle.boundary.names import CELL
from learncheck.oracle.boundary.waiting import Stopped

MODULE_NAME = "submission"

ASSIGNED = re.compile(rb"([^=]*=\s*)[!%]")
"""A line that assigns what a command or a magic gives: `files = !ls`."""


PLOTTING = ("IPython", "altair", "bokeh", "ipywidgets", "matplotlib", "mpl_toolkits", "plotly", "pylab", "seaborn")
"""Packages that show things. Where one is not installed, what is imported in its place does nothing."""

FUTURE = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
"""The flags of code below `from __future__ import`, which hold for the rest of a cell."""


DEFINING = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef)
"""Statements that are run even below one that failed."""


class _Nothing:
    """What stands for IPython and for plots: nothing comes of calling it, or of anything of it.

    It is taken apart into two, as in `figure, axes = subplots()`.
    """

    def __getattr__(self, name: str) -> "_Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: object, **named: object) -> "_Nothing":
        return self

    def __getitem__(self, key: object) -> "_Nothing":
        return self

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def __iter__(self) -> Iterator["_Nothing"]:
        return iter((self, self))

    def __enter__(self) -> "_Nothing":
        return self

    def __exit__(self, *raised: object) -> None:
        pass


class _Plots(types.ModuleType):
    """A module of a plotting package that is not installed."""

    def __getattr__(self, name: str) -> _Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Nothing()


class PlottingModules:
    """Finds stand-ins for the modules of plotting packages; to come after all other finders."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        plots = name.partition(".")[0] in PLOTTING
        return ModuleSpec(name, self, is_package=True) if plots else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        return _Plots(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def import_sources(parts: Sequence[tuple[str, bytes]]) -> tuple[types.ModuleType, list[BaseException]]:
    """The module that the parts define, one after the other, and what was raised in cells of a notebook.

    What raises in a cell ends it but for imports and definitions, and the cells below it are run all the same.
    Raises whatever compiling or running another file raises.
    """
    module = types.ModuleType(MODULE_NAME)
    module.__file__ = parts[0][0] if parts else MODULE_NAME
    sys.modules[MODULE_NAME] = module
    if any(CELL in file for file, _ in parts):
        vars(module).update(display=_Nothing(), get_ipython=_Nothing())
    raised: list[BaseException] = []
    for file, source in parts:
        if CELL in file:
            raised += run_cell(source, file, module)
        else:
            run_source(source, file, module)
    return module, raised


def run_source(source: bytes, file: str, module: types.ModuleType) -> None:
    """Run the source in the module."""
    _show_in_tracebacks(source, file)
    exec(compile(source, file, "exec", dont_inherit=True), vars(module))


def run_cell(source: bytes, file: str, module: types.ModuleType) -> list[BaseException]:
    """Run a notebook's cell in the module, statement by statement, and return what was raised.

    Below a statement that raises, only imports and definitions are run.
    """
    _show_in_tracebacks(source, file)
    raised: list[BaseException] = []
    flags, failed = 0, False
    try:
        for statement in _parsed(source, file).body:
            code = compile(ast.Module([statement], []), file, "exec", flags, dont_inherit=True)
            flags |= code.co_flags & FUTURE
            if failed and not isinstance(statement, DEFINING):
                continue
            try:
                exec(code, vars(module))
            except Stopped:
                raise
            except BaseException as error:
                raised.append(error)
                failed = failed or not isinstance(statement, ast.Import | ast.ImportFrom)
    except Stopped:
        raise
    except BaseException as error:  # compiling may also raise a MemoryError, say, or a RecursionError
        raised.append(error)
    return raised


def _show_in_tracebacks(source: bytes, file: str) -> None:
    """Let tracebacks show the source's lines, though the child need not be able to read the file."""
    text = source.decode("utf-8", "replace")
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)


def _parsed(source: bytes, file: str) -> ast.Module:
    """The tree of a notebook's cell. A line at which Python stops and that IPython alone understands
    (`%matplotlib inline`, `!pip install x`, `name?`) becomes `pass`, and what it assigns (`files = !ls`) an empty list;
    of `%time` the statement is left. Every other line stays as it is.
    """
    while True:
        try:
            return ast.parse(source, file)
        except SyntaxError as error:
            lines = source.split(b"\n")
            place = (error.lineno or 0) - 1
            if not 0 <= place < len(lines):
                raise
            bare = lines[place].strip()
            indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
            if bare.startswith(b"%time "):
                bare = bare.removeprefix(b"%time ").lstrip()
            elif bare.startswith((b"%", b"!", b"?")) or bare.endswith(b"?"):
                bare = b"pass"
            elif assigned := ASSIGNED.match(bare):
                bare = assigned[1] + b"[]"
            else:
                raise
            lines[place] = indent + bare
            source = b"\n".join(lines)


class HandedModules:
    """Imports the modules that were handed in beside the submission, from memory."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self.sources = sources

    def file(self, name: str) -> str:
        """What tracebacks call the source of that name in `sources`."""
        return f"{name.replace('.', '/')}.py"

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        is_package = any(module.startswith(f"{name}.") for module in self.sources)
        if name not in self.sources and not is_package:
            return None
        return ModuleSpec(name, self, is_package=is_package)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        inner = f"{module.__name__}.__init__"
        name = inner if inner in self.sources else module.__name__
        if name in self.sources:
            run_source(self.sources[name], self.file(name), module)


def find_learners(
    module: dict[str, object], chosen: Mapping[str, str], names: Sequence[str]
) -> tuple[dict[str, Callable[..., object]], list[str], list[str]]:
    """The constructors by learner's name, the keys of LEARNERS that are no learners, and the other classes there are.

    `chosen` (learner's name to class name, from the command line) goes before the module's `LEARNERS`, and that before
    a class of the learner's name. A class that the module merely imports counts only if LEARNERS names it.
    """
    declared = module.get("LEARNERS", {})
    if not isinstance(declared, Mapping):
        raise TypeError(f'LEARNERS is {shown(declared)}; expected a dict such as {{"Halving": MyHalving}}')
    classes = {
        name: value
        for name, value in module.items()
        if type(name) is str and isinstance(value, type) and value.__module__ == MODULE_NAME
    }
    constructors: dict[str, Callable[..., object]] = {name: classes[name] for name in names if name in classes}
    unknown = []
    for name, constructor in declared.items():
        if type(name) is not str or not callable(constructor):
            raise TypeError(
                f"LEARNERS maps {shown(name)} to {shown(constructor)}; expected the name of a learner and a class"
            )
        if name in names:
            constructors[name] = constructor
        else:
            unknown.append(name)
    for name, class_name in chosen.items():
        constructors.pop(name, None)
        given = module.get(class_name)
        if callable(given):
            constructors[name] = given
    others = [name for name in classes if name not in constructors]
    return (
        constructors,
        unknown,
        others + [name for name in names if name in module and name not in (constructors | classes)],
    )
