"""What is known of an exception that a submission raised."""

import ast
import errno
import linecache
import os
from collections.abc import Callable

import numpy as np

from learncheck.exact.answers import MAX_LINE, MAX_NAME, cleaned, type_name
from learncheck.oracle.boundary import limits

AT_IMPORT = "<module>"
"""What Python calls the function of code that is not in one."""


class Failure:
    """What is known of an exception that a submission raised.

    `text` is its traceback, cut to the frames that `is_theirs` (a predicate on file names) accepts; `line`
    the one line that names the exception; `names` the names of its class and of the built-in classes above
    it; `raised_there` whether the innermost frame is the submission's own; `place` its file and line, or "".
    """

    def __init__(self, error: BaseException, is_theirs: Callable[[str], bool]):
        kind = type(error)
        try:
            message = cleaned(str(error), MAX_LINE)
        except Exception:
            message = "(its message cannot be shown)"
        self.line = f"{type_name(kind)}: {message}" if message else type_name(kind)
        built_in = [k.__name__ for k in kind.__mro__[1:-1] if k.__module__ == "builtins"]
        self.names = (type_name(kind), *built_in)[:8]
        self.raised_there = False
        frames = []
        step = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            self.raised_there = is_theirs(code.co_filename)
            if self.raised_there:
                frames.append((code.co_filename, step.tb_lineno, code.co_name))
            step = step.tb_next
        self.place = ""
        lines = []
        for file, number, function in frames[-limits.MAX_FRAMES :]:
            name = cleaned(os.path.basename(file), MAX_NAME)
            self.place = f"{name}, line {number}"
            lines.append(f'  File "{name}", line {number}, in {cleaned(function, MAX_NAME)}')
            source = cleaned(linecache.getline(file, number).strip(), MAX_NAME)
            if source:
                lines.append(f"    {source}")
        if issubclass(kind, SyntaxError) and SyntaxError.__dict__["filename"].__get__(error):
            self.place = ""  # the message says where it is itself, and no frame is there
        if len(frames) > limits.MAX_FRAMES:
            lines.insert(0, f"  ({len(frames) - limits.MAX_FRAMES} frames above)")
        limit = limit_hit(error)
        if "TypeError" in self.names and "fit() got an unexpected keyword argument 'sample_weight'" in self.line:
            limit = "write fit(self, X, y, sample_weight=None): weights are passed by keyword"
        dropped = ("module 'numpy' has no attribute", "was removed in the NumPy")
        if "AttributeError" in self.names and any(words in self.line for words in dropped):
            limit = f"it was written for an older numpy than {np.__version__}, which has Python's own float, int, bool"
        if "TypeError" in self.names and self.line.endswith("object is not callable") and not self.raised_there:
            limit = "predict, update, fit and probabilities are methods: no @property, and no value of that name"
        last = f"{self.line} ({limit})" if limit else self.line
        self.text = "\n".join([*(["Traceback:"] if lines else []), *lines, last])


def failure_of(error: BaseException, is_theirs: Callable[[str], bool]) -> Failure:
    """What is known of the exception. Its class may be written so that looking at it raises another one."""
    try:
        return Failure(error, is_theirs)
    except BaseException:
        return Failure(RuntimeError("an exception that cannot be shown"), is_theirs)


def loop_of(error: BaseException, is_theirs: Callable[[str], bool]) -> str:
    """Where in the submission the exception has struck, as "in predict, line 8 of a.py: while True:"; "" if elsewhere.

    It names the head of a loop, if there is one.

    It is the outermost loop, so that it is the same wherever in the loop the time was up.
    """
    place = ""
    step = error.__traceback__
    while step is not None:
        code, line = step.tb_frame.f_code, step.tb_lineno
        if is_theirs(code.co_filename):
            head = _outermost_loop(code.co_filename, code.co_firstlineno, line)
            if head or not place:
                parts = (os.path.basename(code.co_filename), code.co_name)
                file, function = (cleaned(part, MAX_NAME) for part in parts)
                source = cleaned(linecache.getline(code.co_filename, head or line).strip(), MAX_NAME)
                called = "" if function == AT_IMPORT else f"{function}, "
                place = f"in {called}line {head or line} of {file}: {source}"
            if head:
                break
        step = step.tb_next
    return place


def _outermost_loop(file: str, first: int, line: int) -> int:
    """The line in which the outermost loop around the line begins, in the function that begins at `first`; or 0."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.While | ast.For))
    around = [loop.lineno for loop in loops if first <= loop.lineno <= line <= (loop.end_lineno or 0)]
    return min(around, default=0)


_LIMITS = {
    errno.EMFILE: f"the limit is {limits.MAX_OPEN_FILES} open files",
    errno.EFBIG: f"the limit is {limits.MAX_FILE_BYTES >> 20} MB a file",
    errno.EPERM: "a submission may not start processes, open sockets, send signals or write files",
    errno.EACCES: "a submission may read only the interpreter, numpy and scipy",
}


def limit_hit(error: BaseException) -> str:
    """The limit on submissions that the exception speaks of, in words; "" where it speaks of none."""
    if issubclass(type(error), OSError):
        code = OSError.__dict__["errno"].__get__(error)
        return _LIMITS.get(code, "") if type(code) is int else ""
    if type(error) is RuntimeError and error.args == ("can't start new thread",):
        return f"the limit is {limits.MAX_THREADS} threads, whose stacks count as memory"
    return ""
