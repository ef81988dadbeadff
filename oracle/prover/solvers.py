"""Two independent solvers, z3 and cvc5, each in its own process. One that loops is killed, and its answer is "unknown".

Run as a program, this file is that process: it reads scripts and writes answers, one line of JSON each. It imports
nothing of the project.
"""

import atexit
import contextlib
import json
import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

Said = Literal["sat", "unsat", "unknown"]

SOLVERS = ("z3", "cvc5")
SECONDS = 20
"""The processor time of a solver for a script, far more than any script of the catalogue takes.

Mostly its step limit runs out before. Waiting costs nothing, so that no answer depends on what else the machine does.
"""
Z3_STEPS = 8_000_000
CVC5_STEPS = 400_000
CVC5_WAYS: tuple[dict[str, str], ...] = ({"nl-ext": "none", "nl-cov": "true"}, {})
"""The options of the first attempt, by cylindrical coverings alone, and of the second, if the first gives no answer."""


@dataclass(frozen=True)
class Answer:
    """A solver's answer to a script; if satisfiable, with a model: constants and their values as text."""

    said: Said
    model: dict[str, str] = field(default_factory=dict)


class MissingSolver(RuntimeError):
    """A solver is not installed."""


class _Process:
    """A solver's process, started at the first question and again after it was killed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: subprocess.Popen[str] | None = None
        self.owner = 0

    def ask(self, script: str) -> None:
        if self.process is None or self.owner != os.getpid() or self.process.poll() is not None:
            self.owner = os.getpid()  # a forked process starts solvers of its own
            self.process = subprocess.Popen(
                [sys.executable, "-P", __file__, self.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                process_group=0,  # Ctrl-C goes to the parent only; when it exits, stdin closes and this process ends
            )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(script) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Answer:
        process = self.process
        assert process is not None
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.endswith("\n"):
            self.end()
            return Answer("unknown")
        found = json.loads(line)
        if "missing" in found:
            raise MissingSolver(f"{found['missing']}; proofs need both solvers: pip install z3-solver cvc5")
        if "error" in found:
            raise RuntimeError(f"{self.name} cannot read a script: {found['error']}")
        return Answer(found["said"], found["model"])

    def end(self) -> None:
        if self.process is not None and self.owner == os.getpid():
            self.process.kill()
            self.process.communicate()
            self.process = None


_PROCESSES = {name: _Process(name) for name in SOLVERS}


@atexit.register
def end() -> None:
    """Kill the solvers' processes."""
    for each in _PROCESSES.values():
        each.end()


def ask(script: str, solvers: Sequence[str] = SOLVERS) -> dict[str, Answer]:
    """Each solver's answer to the script; they run in parallel. Raises MissingSolver."""
    try:
        for name in solvers:
            _PROCESSES[name].ask(script)
        return {name: _PROCESSES[name].answer() for name in solvers}
    except BaseException:  # an unread answer would be taken for the answer to the next script
        end()
        raise


# ---- inside of the process ----


def _z3(script: str) -> tuple[str, dict[str, str]]:
    import z3

    for make in (z3.Solver, partial(z3.SolverFor, "QF_NRA")):
        solver = make()
        solver.set("rlimit", Z3_STEPS)
        solver.from_string(script)
        said = str(solver.check())
        if said != "unknown":
            break
    if said != "sat":
        return said, {}
    model = solver.model()
    return said, {each.name(): _rational(model[each]) for each in model.decls() if each.arity() == 0}


def _rational(value: Any) -> str:
    """A fraction, or six decimals with a ≈ before them for an algebraic number."""
    if hasattr(value, "as_fraction"):
        return str(value.as_fraction())
    return f"≈{value.approx(6).as_decimal(6).rstrip('?')}" if hasattr(value, "approx") else str(value)


def _cvc5(script: str) -> tuple[str, dict[str, str]]:
    for options in CVC5_WAYS:
        said, model = _cvc5_with(options, script)
        if said != "unknown":
            break
    return said, model


def _cvc5_with(options: Mapping[str, str], script: str) -> tuple[str, dict[str, str]]:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("rlimit-per", str(CVC5_STEPS))
    solver.setOption("produce-models", "true")
    for name, value in options.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "obligation")
    symbols = parser.getSymbolManager()
    said = "unknown"
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(solver, symbols)).strip()
        if answer in ("sat", "unsat", "unknown"):
            said = answer
        elif answer.startswith("(error"):
            raise ValueError(answer)
    if said != "sat":
        return said, {}
    return said, {str(term): _smt_rational(str(solver.getValue(term))) for term in symbols.getDeclaredTerms()}


def _smt_rational(text: str) -> str:
    """Convert (/ (- 1) 2), (- (/ 1 2)) or 1.0 to a fraction; other values get a ≈ before them."""
    words = text.replace("(", " ").replace(")", " ").split()
    numbers = [word for word in words if word not in ("/", "-")]
    if not all(number.replace(".", "", 1).isdigit() for number in numbers) or len(numbers) > 2:
        return f"≈{text}"
    sign = "-" if words.count("-") % 2 else ""
    return sign + "/".join(number.removesuffix(".0") for number in numbers)


def _serve(name: str, lines: Iterable[str]) -> None:
    check = {"z3": _z3, "cvc5": _cvc5}[name]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in lines:
        with contextlib.suppress(ValueError):  # the user's own limit is lower
            until = math.ceil(time.process_time()) + SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        try:
            said, model = check(json.loads(line))
            answer: dict[str, Any] = {"said": said, "model": model}
        except ImportError as error:
            answer = {"missing": str(error)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve(sys.argv[1], sys.stdin)
