"""Wrong variants of a class as edits of its source. Nothing but the standard library is needed."""

import inspect
import linecache
import re
from typing import Any


def edited(right: Any, what: str, *edits: tuple[str, str], **attributes: Any) -> type:
    """The class `right`, or the class of the method `right`, with a line or two written otherwise.

    Each edit is a text that stands once in the source, without its docstring, and what stands there instead; `what`
    tells what comes of it.
    The edit of a method is a subclass with this method, that of a class a copy of the class.
    """
    name = re.sub("[^A-Za-z0-9]", "", what.title())
    if isinstance(right, type):
        method = next(each for each in vars(right).values() if inspect.isfunction(each))
        text = "".join(linecache.getlines(method.__code__.co_filename))
        found = re.search(rf'^class {right.__name__}\b(.*:\n)(?: +""".*"""\n)?((?:(?: .*)?\n)*)', text, re.MULTILINE)
        assert found is not None
        header, source = f"class {name}{found[1]}", found[2]
    else:
        method, source = right, inspect.getsource(right)
        header = f"class {name}({right.__qualname__.partition('.')[0]}):\n    {what!r}\n\n"
    for old, new in edits:
        assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {right.__qualname__}"
        source = source.replace(old, new)
    source = header + source
    file = f"<{right.__qualname__}: {what}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # a formal run reads it
    namespace = {**method.__globals__}
    exec(compile(source, file, "exec"), namespace)
    cls: type = namespace[name]
    for attribute, value in {"__doc__": what, **attributes}.items():
        setattr(cls, attribute, value)
    return cls
