"""Let a user's file import the modules beside it, even if a file of another folder has imported others of their names.

Python keeps modules by their bare names. Without this, the second of two folders that both have a `helpers.py` would be
given the first one's.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

_modules: dict[Path, dict[str, ModuleType]] = {}
"""The folders of the files that were run, each with the modules that were imported from it."""

_added: set[str] = set()
"""The folders that were put on Python's path here."""


@contextmanager
def importing_from(folder: Path) -> Iterator[None]:
    """Let imports find the modules of the folder, which must be resolved. What is installed comes before them.

    The folder stays on Python's path, and its modules stay imported until another folder has some of the same names.
    """
    own = _modules.setdefault(folder, {})
    for other, theirs in _modules.items():
        for name, module in theirs.items():
            if other != folder and sys.modules.get(name) is module and _has(folder, name):
                del sys.modules[name]
    for name, module in own.items():
        sys.modules.setdefault(name, module)
    _put_on_path(str(folder))
    before = set(sys.modules)
    try:
        yield
    finally:
        new = {name: module for name, module in list(sys.modules.items()) if name not in before}
        own |= {name: module for name, module in new.items() if _home(name) == folder}


def _put_on_path(folder: str) -> None:
    """Put the folder after what is installed and before the folders that were added earlier."""
    if folder in sys.path and folder not in _added:
        return
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    sys.path.insert(next((n for n, entry in enumerate(sys.path) if entry in _added), len(sys.path)), folder)
    _added.add(folder)


def _has(folder: Path, name: str) -> bool:
    """Whether the folder holds a module or a package of that name, or the package that the module belongs to."""
    top = folder / name.partition(".")[0]
    return top.is_dir() or top.with_name(f"{top.name}.py").is_file()


def _home(name: str) -> Path | None:
    """The folder in which the module, or the package that it belongs to, was found."""
    top = sys.modules.get(name.partition(".")[0])
    place = next(iter(getattr(top, "__path__", ())), None) or getattr(top, "__file__", None)
    return None if place is None else Path(place).resolve().parent
