"""Tests of the tests: `python -m benchmarks.mutation [--folder oracle | --file oracle/engine/judge.py] [--sample 40]`.

A mutant is the code with one small change that no test should let pass: another comparison, a constant off by one,
`and` for `or`, `min` for `max`, a statement or a summand left out, `None` returned. Each is run against the tests that
concern its file (`tests_of`), in a copy of the checkout, until the first one fails. A surviving mutant is a gap in the
tests, or changes nothing that is observable; both are listed.

A sample is drawn by its seed. Results are kept in .learncheck/mutation.jsonl until the file changes, so that the
command resumes where it was stopped. Survivors are tried again, since the tests may have grown. The score of each
folder is reported with the other benchmarks: `python -m benchmarks mutation --json FILE`.
"""

import json
import operator
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
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import click

from benchmarks.mutants import TOP, Mutant, mutants, state

TITLE = "Mutants that the tests kill"

FOLDERS = ("exact", "learners", "strategies", "theorems", "oracle")
KNOWN = Path(".learncheck") / "mutation.jsonl"
MOST_SECONDS, SLOWER = 900.0, 3.0
"""A mutant that takes MOST_SECONDS hangs if its tests take less than 1/SLOWER of that on the unchanged code."""
OWN = "mutants-of-learncheck-"
"""The prefix of its temporary folders; those with learncheck's own prefix are deleted by a test run."""
CLAIMS = 12
"""The maximum number of claims of a module, or about a learner, that are verified."""


# ---- the tests of a file ----


@cache
def tests_of(path: str) -> tuple[tuple[str, ...], ...]:
    """The arguments of the pytest runs for a file, in order.

    First come the tests that are named after it, import it or belong to its folder, with the claims that it makes or
    that are about its learner; then the known wrong variants of its claims and proofs.
    """
    module = path.removesuffix(".py").replace("/", ".")
    package, _, stem = module.rpartition(".")
    folder = package.partition(".")[0]
    claims, names = _claims(module)
    imports = rf"^from learncheck\.({re.escape(module)} import|{re.escape(package)} import .*\b{stem}\b)"
    if names:
        imports += rf"|^from learncheck\.learners import (?:\([^)]*|.*)\b({'|'.join(names)})\b"
    found = []
    for test in (TOP / "tests").rglob("test_*.py"):
        if test.parent.name in ("meta", "quality", "hostile"):
            continue
        kinds = (
            stem in test.stem,
            re.search(imports, test.read_text("utf-8"), re.MULTILINE),
            test.parent == TOP / "tests" / package.replace(".", "/"),
        )
        if any(kinds):
            found.append((*map(operator.not_, kinds), test.stat().st_size, str(test.relative_to(TOP))))
    told = [each[-1] for each in sorted(found)]
    told += [f"tests/theorems/test_claims.py::test_claim_stands_as_on_record[{each}]" for each in claims]
    wrong = ("tests/meta", "-k", " or ".join(claims))
    return tuple(filter(None, (tuple(told), wrong if folder == "theorems" and claims else ())))


def _claims(module: str) -> tuple[list[str], list[str]]:
    """The ids of a theorem module's claims, or of those about a learner, and the names of the learners."""
    from learncheck.learners import LEARNERS
    from learncheck.theorems.language.registry import claims_judging, claims_of

    names = [name for name, each in LEARNERS.items() if each.__module__ == f"learncheck.{module}"]
    _, _, result = module.partition("theorems.notes.")
    claims = claims_of([result]) if result else [each for name in names for each in claims_judging(name)]
    return [each.id for each in claims if each.refuted_by is None][:CLAIMS], names


# ---- running them ----


class Checkout:
    """A copy of the checkout in which one file at a time is replaced."""

    def __init__(self, folder: Path) -> None:
        self.top = folder
        no_caches = shutil.ignore_patterns("__pycache__")
        for name in ("tests", "docs", "benchmarks", "examples", "learncheck"):
            shutil.copytree(TOP / name, folder / name, ignore=no_caches)
        for path in [*TOP.glob("*.toml"), *TOP.glob("*.md"), *TOP.glob("*.yml")]:
            shutil.copy(path, folder)
        for name in FOLDERS:  # as in an installation
            shutil.copytree(TOP / name, folder / "learncheck" / name, ignore=no_caches)
            (folder / name).symlink_to(folder / "learncheck" / name)

    def run(self, arguments: Sequence[str], seconds: float) -> tuple[int | None, str]:
        """Pytest's status, None if it exceeds the time limit; and its output."""
        path = os.pathsep.join([str(self.top), *filter(None, [os.environ.get("PYTHONPATH")])])
        asked = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not courses")
        command = [sys.executable, "-m", "pytest", *asked, *arguments]
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
        """Replace the content of the file."""
        file = self.top / "learncheck" / path
        file.write_text(text, "utf-8")
        for stale in file.parent.glob(f"__pycache__/{file.stem}.*"):
            stale.unlink()


class Tests:
    """The tests of a file. Only tests that pass on the unchanged code count.

    That is checked when a test fails, so that a mutant costs no more than the tests up to the one that kills it.
    """

    def __init__(self, checkout: Checkout, path: str) -> None:
        self.checkout, self.path = checkout, path
        self.red: list[str] = []
        self.seconds: dict[tuple[str, ...], float] = {}

    def kill(self, mutant: Mutant) -> str:
        """The mutant's fate: killed, timed out, or survived."""
        try:
            return next(filter(None, (self._kill(mutant, each) for each in tests_of(self.path))), "survived")
        finally:
            self._as_it_is()

    def _as_it_is(self) -> None:
        self.checkout.with_text(self.path, (TOP / self.path).read_text("utf-8"))

    def _kill(self, mutant: Mutant, arguments: tuple[str, ...]) -> str:
        while True:
            self.checkout.with_text(self.path, mutant.text())
            status, failed, printed = self._run([*arguments, "-x"], MOST_SECONDS)
            self._as_it_is()
            if status in (0, 5):
                return ""
            if status is None:
                return "timed out" if self._takes(arguments) < MOST_SECONDS / SLOWER else "survived"
            if not failed:  # no test was collected: the mutant cannot be imported
                status, _, printed = self._run([*arguments, "--collect-only"], MOST_SECONDS)
                if status != 0:
                    raise click.ClickException(f"the tests of {self.path} do not run:\n{printed[-2000:]}")
                return "killed"
            if self._run(failed, MOST_SECONDS)[0] == 0:
                return "killed"
            self.red += failed

    def _takes(self, arguments: tuple[str, ...]) -> float:
        """The time that the tests take on the unchanged code."""
        if arguments not in self.seconds:
            start = time.perf_counter()
            self._run(arguments, MOST_SECONDS)
            self.seconds[arguments] = time.perf_counter() - start
        return self.seconds[arguments]

    def _run(self, arguments: Sequence[str], seconds: float) -> tuple[int | None, list[str], str]:
        left_out = [f"--deselect={each}" for each in self.red]
        status, printed = self.checkout.run([*arguments, "-rfE", *left_out], seconds)
        return status, re.findall(r"^(?:FAILED|ERROR) (.+?::.+?)(?: - .*)?$", printed, re.MULTILINE), printed


def sample(folders: Sequence[str], files: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """A random sample of mutants of these files, or of all files of these folders except the foils, which are wrong."""
    found = [path for name in folders for path in sorted((TOP / name).rglob("*.py")) if path.parent.name != "foils"]
    paths = files or [str(path.relative_to(TOP)) for path in found]
    all_ = [each for path in paths for each in mutants(path)]
    return sorted(random.Random(seed).sample(all_, min(count, len(all_))), key=lambda each: (each.path, each.line))


def known() -> dict[str, dict[str, Any]]:
    """The results so far, by the mutant's key; the latest counts."""
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.is_file() else []
    return {each["key"]: each for each in map(json.loads, lines)}


def play(chosen: Sequence[Mutant], jobs: int) -> Iterator[dict[str, Any]]:
    """The fates of the mutants, as they are found; each is recorded at once."""
    KNOWN.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=OWN) as folder, ThreadPoolExecutor(jobs) as pool:
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
                    found.append(row | {"fate": tests.kill(each)})
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
    """One row per folder, from the known mutants of the current code. Runs none."""
    there = (each for each in known().values() if (TOP / each["path"]).is_file())
    return rows(each for each in there if each["key"].endswith(state(each["path"])))


def rows(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The score of each folder, over the mutants that were run."""
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
@click.option("--file", "files", multiple=True, help="Only this file, as in oracle/engine/judge.py.")
@click.option("--sample", "count", type=click.IntRange(1), default=40, show_default=True, help="So many mutants.")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws the sample.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="So many files at a time.")
def main(folders: tuple[str, ...], files: tuple[str, ...], count: int, seed: int, jobs: int) -> None:
    """Run a sample and print the survivors."""
    missing = [each for each in files if not (TOP / each).is_file() or each.split("/")[0] not in FOLDERS]
    if missing:
        raise click.BadParameter(
            f"no such file: {missing[0]}; name one of {', '.join(FOLDERS)}, as in oracle/engine/judge.py"
        )
    chosen = sample(folders or FOLDERS, files, count, seed)
    before = known()
    dead = {key for key, each in before.items() if each["fate"] != "survived"}
    found = [before[each.key] for each in chosen if each.key in dead]
    if found:
        click.echo(f"{len(found)} of {len(chosen)} mutants are known to be killed from earlier runs")
    found += play([each for each in chosen if each.key not in dead], jobs)
    for each in found:
        if each["fate"] == "survived":
            click.echo(f"survived: {each['path']}:{each['line']}: {each['change']}")
    for row in rows(found):
        if row["mutants"]:
            click.echo(f"{row['folder']}: {row['mutants']} mutants, {row['survived']} survived, score {row['score']}")


if __name__ == "__main__":
    main()
