"""A game as a few lines of plain Python that a student can paste and run, without this package.

script(recorder.calls, "alice.py", "MyHalving")     # the calls of a learner that was recorded (`engine.recorder`)
"""

import inspect
import sys
import textwrap
from collections.abc import Sequence
from fractions import Fraction
from keyword import iskeyword
from pathlib import PurePath

import numpy as np

from learncheck.exact.draws import Draw
from learncheck.oracle.boundary.names import CELL
from learncheck.oracle.engine.recorder import Call, RecordedWeakLearner
from learncheck.strategies.halfspaces.kernel_functions import Kernel

WIDTH = 76
"""The greatest width of a program, which reports indent by four."""


def script(calls: Sequence[Call], file: str, class_name: str, about: str = "") -> str:
    """The calls as a program that imports the class from the file, asks it and prints its answers.

    `about` is put on top as a comment. The program needs numpy and nothing else.
    """
    names = ["learner"] if not any(call.learner for call in calls) else []
    writer = _Writer(names, class_name)
    body = writer.written(calls)
    comment = [f"# {line}" for line in textwrap.wrap(about, WIDTH - 2, break_on_hyphens=False)]
    fractions = ["from fractions import Fraction", ""] if any("Fraction(" in line for line in body) else []
    aside = ["import sys", f"sys.path.pop(0)  # where {file} would be imported instead", ""]
    imports = ["import numpy as np", *_import(file, class_name)]
    annotated = ["from __future__ import annotations", ""] if "class Draw:" in writer.definitions else []
    head = [*comment, *annotated, *(aside if _hides_another(file) else []), *fractions, *imports, ""]
    return "\n".join([*head, *writer.definitions, *body]) + "\n"


def _import(file: str, class_name: str) -> list[str]:
    if CELL in file:
        return ["", f"# Paste this into a cell below {class_name}."]
    path = PurePath(file)
    named = path.suffix == ".py" and path.stem.isidentifier() and not iskeyword(path.stem)
    if named and not _hides_another(file):
        return [f"from {path.stem} import {class_name}"]
    return ["import runpy", f"{class_name} = runpy.run_path({file!r})[{class_name!r}]"]


def _hides_another(file: str) -> bool:
    """Whether a program beside the file would import it in the place of what the program or numpy needs."""
    path = PurePath(file)
    return path.suffix == ".py" and path.stem in {*sys.stdlib_module_names, "numpy", "scipy"}


class _Writer:
    """Turns calls into lines."""

    def __init__(self, names: list[str], class_name: str) -> None:
        self.names, self.class_name = names, class_name
        self.definitions: list[str] = []

    def name(self, number: int) -> str:
        return self.names[number] if number < len(self.names) else f"learner_{number + 1}"

    def written(self, calls: Sequence[Call]) -> list[str]:
        lines: list[str] = []
        rest = list(calls)
        while rest:
            rounds = _rounds(rest)
            if len(rounds) > 1:
                lines += self.loop(rounds, rest[0].learner)
                del rest[: 2 * len(rounds)]
            else:
                lines += self.line(rest.pop(0))
        return lines

    def loop(self, rounds: list[tuple[object, object, str]], number: int) -> list[str]:
        """Rounds of one question and one update each."""
        learner, question = self.name(number), rounds[0][2]
        instances = [x.tolist() for x, _, _ in rounds if isinstance(x, np.ndarray) and x.dtype != object]
        arrays = len(instances) == len(rounds)
        shown = instances if arrays else [x for x, _, _ in rounds]
        pairs = [f"({literal(x)}, {literal(y)})" for x, (_, y, _) in zip(shown, rounds, strict=True)]
        asked = f"{learner}.predict(x)" if question == "predict" else f"{learner}.{question}()"
        return [
            *_wrapped(f"game = [{', '.join(pairs)}]"),
            "for x, y in game:",
            *(["    x = np.array(x)"] if arrays else []),
            f'    print("instance", x, "answer", {asked}, "label", y)',
            f"    {learner}.update(x, y)",
        ]

    def line(self, call: Call) -> list[str]:
        learner = self.name(call.learner)
        arguments = ", ".join(
            [self.argument(value) for value in call.arguments]
            + [f"{name}={self.argument(value)}" for name, value in call.named.items() if value is not None]
        )
        if call.method == "__init__":
            return _wrapped(f"{learner} = {self.class_name}({arguments})")
        if call.method in ("update", "fit"):
            return _wrapped(f"{learner}.{call.method}({arguments})")
        if call.method == "drawn":
            return self.drawn(learner, *call.arguments)
        method = "predict" if call.method.startswith("predict") else call.method
        return _wrapped(f"print({learner}.{method}({arguments}))")

    def drawn(self, learner: str, draws: Sequence[float], advice: Sequence[int] | None) -> list[str]:
        """The answers to equally likely draws, by a generator that gives them."""
        if not self.definitions:  # its annotations name types that the program does not import
            self.definitions += ["", *inspect.getsource(Draw).splitlines(), "", ""]
        asked = "sample(" if advice is None else f"predict(np.array({list(advice)}), "
        return _wrapped(f"print([{learner}.{asked}Draw((k + 0.5) / {len(draws)})) for k in range({len(draws)})])")

    def argument(self, value: object) -> str:
        if isinstance(value, RecordedWeakLearner):
            return self.weak_learner(value)
        return value.as_python if isinstance(value, Kernel) else literal(value)

    def weak_learner(self, recorded: RecordedWeakLearner) -> str:
        written = ["{" + ", ".join(f"{z}: {h}" for z, h in hypothesis.items()) + "}" for hypothesis in recorded.answers]
        apart = list(dict.fromkeys(written))
        of_rounds = [apart.index(hypothesis) for hypothesis in written]
        self.definitions += [
            *_wrapped(f"hypotheses = [{', '.join(apart)}]"),
            *_wrapped(f"answers = iter([hypotheses[k] for k in {of_rounds}])"),
            "def weak_learner(X, y, D):",
            '    print("weak learner called with D =", D)',
            "    h = next(answers)",
            "    return lambda Z: np.array([h[tuple(z)] for z in np.asarray(Z).tolist()])",
            "",
        ]
        return "weak_learner"


def _rounds(calls: Sequence[Call]) -> list[tuple[object, object, str]]:
    """The rounds at the start of the calls: (instance, label, the question asked) for each question with its update."""
    rounds: list[tuple[object, object, str]] = []
    for question, update in zip(calls[::2], calls[1::2], strict=False):
        if question.method not in ("predict", "probabilities") or update.method != "update":
            break
        x, y = update.arguments
        same = question.method == "probabilities" or literal(question.arguments[0]) == literal(x)
        if not same or {question.learner, update.learner} != {calls[0].learner}:
            break
        if rounds and rounds[0][2] != question.method:
            break
        rounds.append((x, y, question.method))
    return rounds


def literal(value: object) -> str:
    """The value as Python source."""
    if isinstance(value, np.ndarray):
        dtype = ", dtype=object" if value.dtype == object else ""
        return f"np.array({literal(value.tolist())}{dtype})"
    if isinstance(value, np.generic):
        return literal(value.item())
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
    return repr(value)


def _wrapped(line: str) -> list[str]:
    """The line, broken between elements where it is long; not at the = of an assignment, which brackets do not hold."""
    whole = line.replace(" = ", ASSIGNED, 1)
    parts = textwrap.wrap(whole, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [part.replace(ASSIGNED, " = ") for part in parts]


ASSIGNED = "\0=\0"
"""Stands for the = of an assignment while a line is broken."""
