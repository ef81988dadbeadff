"""Run the benchmarks: `python -m benchmarks [NAMES] [--json FILE]`; without names all of them, in turn.

Every module of this folder with a TITLE and a `run(smallest)` that returns rows (dataclasses or dicts) is a benchmark.
A row's `note` is printed below its table. What one has measured is written before the next one starts, and one that
fails does not stop the others. At the end, the measurements are compared with the aims.
"""

import dataclasses
import importlib
import json
import os
import pkgutil
import platform
import sys
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks.aims import aims

PACKAGES = ("learncheck", "numpy", "scipy", "sympy", "python-flint", "hypothesis", "msgspec")


def modules() -> list[str]:
    """The names of this folder's modules."""
    return sorted(
        module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")
    )


def load(names: Sequence[str]) -> dict[str, ModuleType]:
    """The modules that are benchmarks."""
    imported = {name: importlib.import_module(f"benchmarks.{name}") for name in names}
    return {name: module for name, module in imported.items() if hasattr(module, "run") and hasattr(module, "TITLE")}


def machine() -> dict[str, Any]:
    """The machine and the software used."""
    return {
        "system": platform.platform(),
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def as_dict(row: Any) -> dict[str, Any]:
    """A row as JSON-ready values."""
    return dict(row) if isinstance(row, Mapping) else dataclasses.asdict(row)


NOTE = "note"


def table(title: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows with their keys as headers, without their notes; numbers are right-aligned."""
    grid = Table(title=title)
    heads = [name for name in dict.fromkeys(name for row in rows for name in row) if name != NOTE]
    for name in heads:
        numeric = all(isinstance(row.get(name), int | float | None) for row in rows)
        grid.add_column(name.replace("_", " "), justify="right" if numeric else "left")
    for row in rows:
        grid.add_row(*(shown(row.get(name)) for name in heads))
    return grid


def notes(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The notes of the rows, each with the first words of its row."""
    for row in rows:
        if row.get(NOTE):
            words = [value for name, value in row.items() if isinstance(value, str) and name != NOTE]
            yield f"{' '.join(words[:2])}: {row[NOTE]}"


def shown(value: Any) -> str:
    """A value for the table, with numbers to three significant figures."""
    if value is None:
        return "–"
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}"
    return str(value)


IDLE = 0.5
"""With a greater load than this, something else is running and the measurements are unreliable."""


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path),
    help="Write the results here. With NAMES, what the file has of other benchmarks stays.",
)  # fmt: skip
@click.option("--loaded", is_flag=True, help="Measure on a machine that is busy, and mark what is found.")
@click.option("--smallest", is_flag=True, help="Only see that they run, at the smallest sizes; nothing is compared.")
def main(names: tuple[str, ...], json_file: Path | None, loaded: bool, smallest: bool) -> None:
    """Run and print the benchmarks."""
    unknown = [name for name in names if name not in modules()]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is no benchmark; there are {', '.join(modules())}")
    chosen = load(names or modules())
    console = Console() if sys.stdout.isatty() else Console(width=200)
    where = machine()
    busy = not smallest and where["load"] is not None and where["load"] > IDLE
    if busy and not loaded:
        reason = f"the machine has a load of {where['load']}, and what is measured now can be compared with nothing"
        raise click.ClickException(f"{reason}; wait until it is idle, or say --loaded, which marks the results")
    console.print(f"{where['processor']}, {where['cores']} cores, load {where['load']}; {where['system']}")
    console.print(f"Python {where['python']}; " + ", ".join(f"{k} {v}" for k, v in where["packages"].items() if v))
    results: dict[str, Any] = {"schema": 1, "machine": where, "benchmarks": {}}
    if json_file is not None and json_file.is_file() and names:
        results["benchmarks"] = json.loads(json_file.read_text("utf-8"))["benchmarks"]
    failed = []
    for name, benchmark in chosen.items():
        start = time.perf_counter()
        try:
            rows = [as_dict(row) for row in benchmark.run(smallest)]
        except Exception:
            failed.append(name)
            console.print(f"{name} failed:\n{traceback.format_exc()}", style="bold", markup=False, highlight=False)
            continue
        seconds = time.perf_counter() - start
        results["benchmarks"][name] = {"title": benchmark.TITLE, "seconds": round(seconds, 1), "rows": rows}
        if busy:
            results["benchmarks"][name]["loaded"] = where["load"]
            console.print(f"measured under a load of {where['load']}: not to be quoted", style="bold")
        console.print(table(f"{benchmark.TITLE}  ({seconds:.0f} s)", rows))
        for line in () if smallest else notes(rows):
            console.print(line, style="dim", highlight=False)
        if json_file is not None:
            json_file.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if not smallest:
        console.print(table("Aims", [as_dict(line) for line in aims(results)]))
    if failed:
        raise click.ClickException(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
