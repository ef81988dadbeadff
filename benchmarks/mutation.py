"""Tests of the tests: `python -m benchmarks.mutation [--folder oracle | --file oracle/judge.py] [--sample 40]`.

A mutant is the code with one small change that no test should let pass: another comparison, a constant off by one,
`and` for `or`, `min` for `max`, a statement or a line of a sum left out, `None` returned. Each is run against the tests
that speak of its file (`tests_of`), in a copy of the checkout, until the first one fails. What survives is a gap in the
tests or changes nothing that anybody could see; both are listed.

A sample is drawn by its seed. What is found out is kept in .learncheck/mutation.jsonl until the file or its tests
change, so that the command goes on where it was stopped; `python -m benchmarks` reports it by folder.
"""

import ast
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import groupby, islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import click

TITLE = "Mutants that the tests kill"

TOP = Path(__file__).parent.parent
FOLDERS = ("learners", "strategies", "theorems", "oracle")
KNOWN = Path(".learncheck") / "mutation.jsonl"
LEAST_SECONDS, SLOWER = 30.0, 5.0
"""A mutant is given so many seconds, or so many times what its tests take on the code as it is: then it hangs."""
CLAIMS = 12
"""Of the claims of a module, or about a learner, so many are verified."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "Le": "Lt", "Ge": "Gt", "Lt": "Le", "Gt": "Ge"}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


# ---- mutants ----


class Mutant(NamedTuple):
    """The change of this number in a file, with its line and the words for it."""

    path: str
    number: int
    line: int
    change: str

    @property
    def key(self) -> str:
        """Equal as long as the file and its tests are."""
        return f"{self.path} {self.number} {_state(self.path)}"

    def text(self) -> str:
        """The file with the change."""
        tree = ast.parse((TOP / self.path).read_text("utf-8"))
        holder, name, place, new = next(islice(_changes(tree), self.number, None))
        _put(holder, name, place, new)
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def mutants(path: str) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its lines."""
    for number, (holder, name, place, new) in enumerate(_changes(ast.parse((TOP / path).read_text("utf-8")))):
        old = getattr(holder, name) if place is None else getattr(holder, name)[place]
        line = getattr(old, "lineno", getattr(holder, "lineno", 0))
        yield Mutant(path, number, line, f"{_said(old)} → {_said(new)}")


@cache
def _state(path: str) -> str:
    """Changes with the file and with its tests."""
    told = hashlib.sha256(repr(tests_of(path)).encode() + (TOP / path).read_bytes())
    for target in (word.split("::")[0] for arguments in tests_of(path) for word in arguments):
        for file in sorted((TOP / target).glob("*.py")) or [TOP / target]:
            told.update(file.read_bytes() if file.is_file() else b"")
    return told.hexdigest()[:16]


def _said(node: Any) -> str:
    operator = isinstance(node, ast.cmpop | ast.boolop | ast.operator)
    text = type(node).__name__ if operator else "nothing" if isinstance(node, ast.Pass) else ast.unparse(node)
    return text if len(text) <= 60 else text[:59] + "…"


def _put(holder: ast.AST, name: str, place: int | None, node: Any) -> None:
    if place is None:
        setattr(holder, name, node)
    else:
        getattr(holder, name)[place] = node


Change = tuple[ast.AST, str, int | None, Any]
"""A node, the field and place in it that are changed, and what is put there."""


def _changes(node: ast.AST) -> Iterator[Change]:
    """The changes in a node and all below it; not in annotations, messages of errors and what tells of types."""
    if isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        parts = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for place, part in parts:
            if isinstance(part, ast.AST):
                for new in _instead(part, node):
                    yield node, name, place, new
                yield from _changes(part)


def _instead(node: ast.AST, parent: ast.AST) -> Iterator[Any]:
    """What may stand in the place of a node."""
    if isinstance(node, ast.cmpop):
        yield from (other() for other in COMPARISONS.get(type(node), ()))
    elif isinstance(node, ast.boolop):
        yield ast.Or() if isinstance(node, ast.And) else ast.And()
    elif isinstance(node, ast.operator) and type(node) in ARITHMETIC:
        yield ARITHMETIC[type(node)]()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Name) and node.id in NAMES and isinstance(parent, ast.Call) and parent.func is node:
        yield ast.Name(NAMES[node.id], ast.Load())
    elif isinstance(node, ast.Constant):
        yield from (ast.Constant(each) for each in _constants(node.value))
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(parent, ast.Module):
        for value in (None, True):
            if not (isinstance(node.value, ast.Constant) and node.value.value is value):
                yield ast.Return(ast.Constant(value))
    elif isinstance(node, ast.Expr):
        if not isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom):
            yield ast.Pass()
    elif isinstance(node, ast.AugAssign | ast.Continue | ast.Break) or (
        # a name that is defined nowhere is noticed by whatever runs
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    ):
        yield ast.Pass()


def _constants(value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1)
    if isinstance(value, float):  # a tolerance is off by far before it is off by one
        return (1000 * value, value / 1000) if 0 < value < 1e-2 else (value + 1, value - 1)
    return ()


# ---- the tests of a file ----


@cache
def tests_of(path: str) -> tuple[tuple[str, ...], ...]:
    """What pytest is called with for a file, in turn: the tests that import it or are named after it, with the claims
    that it makes or that speak of its learner; then what is known to be wrong of its claims and proofs.
    """
    folder, stem = path.removesuffix(".py").split("/")
    claims, names = _claims(folder, stem)
    imports = rf"^from learncheck\.({folder}\.{stem} import|{folder} import .*\b{stem}\b)"
    if names:
        imports += rf"|^from learncheck\.learners import .*\b({'|'.join(names)})\b"
    found = []
    for test in (TOP / "tests").glob("test_*.py"):
        if stem in test.stem or re.search(imports, test.read_text("utf-8"), re.MULTILINE):
            found.append((stem not in test.stem, test.stat().st_size, f"tests/{test.name}"))
    told = [each for _, _, each in sorted(found)]
    told += [f"tests/test_claims.py::test_claim_stands_as_on_record[{each}]" for each in claims]
    wrong = ("tests/meta", "-k", " or ".join(claims))
    return tuple(filter(None, (tuple(told), wrong if folder == "theorems" and claims else ())))


def _claims(folder: str, stem: str) -> tuple[list[str], list[str]]:
    """The ids of claims of a module of theorems, or about a learner, and the names of the learners."""
    from learncheck.learners import LEARNERS
    from learncheck.theorems.registry import claims_naming, claims_of

    names = [name for name, each in LEARNERS.items() if each.__module__ == f"learncheck.{folder}.{stem}"]
    claims = claims_of([stem]) if folder == "theorems" else [each for name in names for each in claims_naming(name)]
    own = [each for each in claims if not names or {learner.__name__ for learner in each.about} & {*names}]
    return [each.id for each in own if each.refuted_by is None][:CLAIMS], names


# ---- running them ----


class Checkout:
    """A copy of the checkout in which one file at a time is another."""

    def __init__(self, folder: Path) -> None:
        self.top = folder
        for name in ("tests", "docs", "benchmarks", "examples"):
            shutil.copytree(TOP / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in [*TOP.glob("*.toml"), *TOP.glob("*.md"), *TOP.glob("*.yml")]:
            shutil.copy(path, folder)
        shutil.copytree(TOP / "learncheck", folder / "learncheck", ignore=shutil.ignore_patterns("__pycache__"))
        for name in FOLDERS:  # as they are installed
            shutil.copytree(TOP / name, folder / "learncheck" / name, ignore=shutil.ignore_patterns("__pycache__"))
            (folder / name).symlink_to(folder / "learncheck" / name)

    def run(self, arguments: Sequence[str], seconds: float) -> tuple[int | None, str]:
        """Pytest's status, None where it takes longer; and what it prints."""
        path = os.pathsep.join([str(self.top), *filter(None, [os.environ.get("PYTHONPATH")])])
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
        started = subprocess.Popen(
            command, cwd=self.top, env={**os.environ, "PYTHONPATH": path}, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            printed, _ = started.communicate(timeout=seconds)
            return started.returncode, printed
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGKILL)
            started.communicate()
            return None, ""

    def with_text(self, path: str, text: str) -> None:
        """Let the file hold this text."""
        file = self.top / "learncheck" / path
        file.write_text(text, "utf-8")
        for stale in file.parent.glob(f"__pycache__/{file.stem}.*"):
            stale.unlink()


class Tests:
    """The tests of a file on the code as it is: how long they take, and which of them fail (they kill no mutant)."""

    def __init__(self, checkout: Checkout, path: str) -> None:
        self.runs: list[tuple[list[str], float]] = []
        for arguments in tests_of(path):
            start = time.perf_counter()
            status, printed = checkout.run([*arguments, "-rfE"], 3600)
            red = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", printed, re.MULTILINE)
            if status not in (0, 1, 5):
                raise click.ClickException(f"the tests of {path} do not run:\n{printed[-2000:]}")
            left_out = [word for each in red for word in ("--deselect", each)]
            self.runs.append(
                ([*arguments, "-x", *left_out], max(LEAST_SECONDS, SLOWER * (time.perf_counter() - start)))
            )

    def kill(self, checkout: Checkout, mutant: Mutant) -> str:
        """ "killed", "timed out" or "survived"."""
        checkout.with_text(mutant.path, mutant.text())
        try:
            for arguments, seconds in self.runs:
                status, _ = checkout.run(arguments, seconds)
                if status not in (0, 5):
                    return "timed out" if status is None else "killed"
        finally:
            checkout.with_text(mutant.path, (TOP / mutant.path).read_text("utf-8"))
        return "survived"


def sample(folders: Sequence[str], files: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants of these files, or of all files of these folders."""
    paths = files or [str(path.relative_to(TOP)) for name in folders for path in sorted((TOP / name).glob("*.py"))]
    all_ = [each for path in paths for each in mutants(path)]
    return sorted(random.Random(seed).sample(all_, min(count, len(all_))), key=lambda each: (each.path, each.line))


def known() -> dict[str, dict[str, Any]]:
    """What has been found out so far, by the mutant's key; the last word counts."""
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.is_file() else []
    return {each["key"]: each for each in map(json.loads, lines)}


def play(chosen: Sequence[Mutant], jobs: int) -> Iterator[dict[str, Any]]:
    """What becomes of the mutants, as it is found; each is written down at once."""
    KNOWN.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="learncheck-mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        free: SimpleQueue[Checkout] = SimpleQueue()
        for number in range(jobs):
            free.put(Checkout(Path(folder) / str(number)))

        def of_a_file(mine: Sequence[Mutant]) -> list[dict[str, Any]]:
            checkout = free.get()
            try:
                tests = Tests(checkout, mine[0].path)
                found = []
                for each in mine:
                    row = {"key": each.key, "path": each.path, "line": each.line, "change": each.change}
                    found.append(row | {"fate": tests.kill(checkout, each)})
                    with KNOWN.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(found[-1], ensure_ascii=False) + "\n")
                    click.echo(f"{found[-1]['fate']:9}  {each.path}:{each.line}  {each.change}")
                return found
            finally:
                free.put(checkout)

        by_file = [list(group) for _, group in groupby(chosen, key=lambda each: each.path)]
        for rows in pool.map(of_a_file, by_file):
            yield from rows


def run() -> list[dict[str, Any]]:
    """A row a folder: what is known of mutants of the code as it is. None is run."""
    return rows(
        each
        for key, each in known().items()
        if (TOP / each["path"]).is_file() and key.split()[-1] == _state(each["path"])
    )


def rows(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The score of each folder, of those mutants that were run."""
    fates: dict[str, Counter[str]] = {name: Counter() for name in FOLDERS}
    for each in found:
        fates[each["path"].split("/")[0]][each["fate"]] += 1
    return [
        {
            "folder": name,
            "mutants": counts.total(),
            **{fate.replace(" ", "_"): counts[fate] for fate in ("killed", "timed out", "survived")},
            "score": round(1 - counts["survived"] / counts.total(), 3) if counts else None,
            "note": "" if counts else "none was run: python -m benchmarks.mutation",
        }
        for name, counts in fates.items()
    ]


@click.command(help=__doc__)
@click.option("--folder", "folders", type=click.Choice(FOLDERS), multiple=True, help="Only files of this folder.")
@click.option("--file", "files", multiple=True, help="Only this file, as in oracle/judge.py.")
@click.option("--sample", "count", type=click.IntRange(1), default=40, show_default=True, help="So many mutants.")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws the sample.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="So many files at a time.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the scores here too.")
def main(
    folders: tuple[str, ...], files: tuple[str, ...], count: int, seed: int, jobs: int, json_file: Path | None
) -> None:
    """Run a sample and print what survives."""
    missing = [each for each in files if not (TOP / each).is_file() or each.split("/")[0] not in FOLDERS]
    if missing:
        raise click.BadParameter(f"no such file: {missing[0]}; name one of {', '.join(FOLDERS)}, as in oracle/judge.py")
    chosen = sample(folders or FOLDERS, files, count, seed)
    before = known()
    found = [before[each.key] for each in chosen if each.key in before]
    if found:
        click.echo(f"{len(found)} of {len(chosen)} mutants are known from earlier runs")
    found += play([each for each in chosen if each.key not in before], jobs)
    for each in found:
        if each["fate"] == "survived":
            click.echo(f"survived: {each['path']}:{each['line']}: {each['change']}")
    for row in rows(found):
        if row["mutants"]:
            click.echo(f"{row['folder']}: {row['mutants']} mutants, {row['survived']} survived, score {row['score']}")
    if json_file is not None:
        results = json.loads(json_file.read_text("utf-8")) if json_file.is_file() else {"schema": 1, "benchmarks": {}}
        results["benchmarks"]["mutation"] = {"title": TITLE, "rows": rows(found)}
        json_file.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
