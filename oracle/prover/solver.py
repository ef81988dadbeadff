"""z3, in a process of its own: a model of facts, or which of them contradict each other. What it says is only a hint.

One that loops is killed, and its answer is "unknown". Run as a program, this file is that process: it reads questions
and writes answers, one line of JSON each. It imports nothing of the project.
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
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from learncheck.oracle.prover.kernel import Formula

SECONDS = 20
"""The processor time for a question, far more than any of the catalogue takes; mostly its step limit ends it."""
STEPS, CORE_STEPS = 8_000_000, 500_000


@dataclass(frozen=True)
class Answer:
    """A model, as values of the variables in text (≈ before a rounded one), or a core, as numbers of facts."""

    verdict: Literal["sat", "unsat", "unknown"]
    model: Mapping[int, str] = field(default_factory=dict)
    core: Sequence[int] = ()


class NoSearch(RuntimeError):
    """z3 is not installed."""


def script(facts: Sequence["Formula"], variables: int) -> str:
    """The facts as SMT-LIB text."""
    lines = ["(set-logic QF_NRA)", *(f"(declare-const x{i} Real)" for i in range(variables))]
    lines += [f"(assert {_written(fact)})" for fact in facts]
    return "\n".join([*lines, "(check-sat)"]) + "\n"


def _written(formula: Any) -> str:
    if hasattr(formula, "parts"):
        word, empty = ("and", "true") if type(formula).__name__ == "All" else ("or", "false")
        return f"({word} {' '.join(map(_written, formula.parts))})" if formula.parts else empty
    sign = {"≥": ">=", ">": ">", "=": "="}[formula.sign]
    summands = [_summand(powers, value) for powers, value in formula.polynomial.terms()]
    whole = summands[0] if len(summands) == 1 else f"(+ {' '.join(summands)} 0.0)"
    return f"({sign} {whole} 0.0)"


def _summand(powers: Sequence[int], value: Any) -> str:
    size = f"{abs(value.p)}.0" if value.q == 1 else f"(/ {abs(value.p)}.0 {value.q}.0)"
    number = size if value.p > 0 else f"(- {size})"
    factors = [f"x{i}" for i, power in enumerate(powers) for _ in range(power)]
    return f"(* {' '.join([number, *factors])})" if factors else number


class _Process:
    """The solver's process, started at the first question and again after it was killed."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.owner = 0

    def ask(self, question: Mapping[str, Any]) -> Answer:
        if self.process is None or self.owner != os.getpid() or self.process.poll() is not None:
            self.owner = os.getpid()  # a forked process starts a solver of its own
            self.process = subprocess.Popen(
                [sys.executable, "-P", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                process_group=0,  # Ctrl-C goes to the parent only; when it exits, stdin closes and this process ends
            )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BaseException:  # an unread answer would be taken for the answer to the next question
            self.end()
            raise
        if not line.endswith("\n"):
            self.end()
            return Answer("unknown")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"z3 cannot read a question: {answer['error']}")
        return Answer(answer["verdict"], {int(i): value for i, value in answer["model"].items()}, answer["core"])

    def end(self) -> None:
        if self.process is not None and self.owner == os.getpid():
            self.process.kill()
            self.process.communicate()
            self.process = None


_PROCESS = _Process()
end = atexit.register(_PROCESS.end)


def ask(facts: Sequence["Formula"], variables: int, steps: int = STEPS) -> Answer:
    """What z3 says of the facts. Raises NoSearch."""
    if find_spec("z3") is None:
        raise NoSearch("z3 is not installed; to search for certificates: pip install 'learncheck[search]'")
    return _PROCESS.ask({"script": script(facts, variables), "steps": steps})


# ---- inside of the process ----


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    import z3

    for make in (z3.Solver, partial(z3.SolverFor, "QF_NRA")):
        solver = make()
        solver.set("rlimit", question["steps"])
        solver.from_string(question["script"])
        verdict = str(solver.check())
        if verdict != "unknown":
            break
    model: dict[str, str] = {}
    if verdict == "sat":
        values = solver.model()
        model = {
            variable.name()[1:]: _rational(values[variable]) for variable in values.decls() if variable.name()[0] == "x"
        }
    core = _core(question) if verdict == "unsat" else []
    return {"verdict": verdict, "model": model, "core": core}


def _core(question: Mapping[str, Any]) -> list[int]:
    import z3

    facts = z3.parse_smt2_string(question["script"])
    solver = z3.Solver()
    solver.set("rlimit", CORE_STEPS)
    solver.set("core.minimize", True)
    for number, fact in enumerate(facts):
        solver.assert_and_track(fact, f"f{number}")
    if str(solver.check()) != "unsat":
        return list(range(len(facts)))
    return sorted(int(str(literal)[1:]) for literal in solver.unsat_core())


def _rational(value: Any) -> str:
    """A fraction, or six decimals with a ≈ before them for an algebraic number."""
    if hasattr(value, "as_fraction"):
        return str(value.as_fraction())
    return f"≈{value.approx(6).as_decimal(6).rstrip('?')}" if hasattr(value, "approx") else str(value)


def _serve(lines: Iterable[str]) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in lines:
        with contextlib.suppress(ValueError):  # the user's own limit is lower
            until = math.ceil(time.process_time()) + SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        try:
            answer = _answer(json.loads(line))
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve(sys.stdin)
