"""The aims of the benchmarks beside the measurements: `python -m benchmarks.aims FILE` prints them as Markdown.

FILE is the output of `python -m benchmarks --json FILE`. A missed aim says by how much, and why.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Measurement:
    """One measurement: its name, its value, its aim, and a remark on the difference."""

    what: str
    measured: str
    aim: str
    remark: str = ""


def aims(results: Mapping[str, Any]) -> list[Measurement]:
    """The lines of all benchmarks that were run."""
    measured = results["benchmarks"]
    return [line for name, lines in LINES.items() if name in measured for line in lines(measured[name]["rows"])]


OVERHEAD = {"bound": 1.25, "steps": 2.0}
"""A judged game as a multiple of a bare loop: with the bound only, and with every step on every round."""


def overhead(rows: Rows) -> Iterator[Measurement]:
    yield within(rows, "bound", OVERHEAD["bound"], "what the hypotheses and the measure cost counts in short games")
    why = "each state is read once more, and each quantity of it decided exactly"
    yield within(rows, "steps", OVERHEAD["steps"], why)


def within(rows: Rows, way: str, most: float, why: str) -> Measurement:
    """How many rows meet the aim, and which do not."""
    ratios = sorted(row[way] for row in rows)
    beyond = [f"{row['claim']} {row['size']}, T = {row['rounds']:,}: {row[way]:.2g}" for row in rows if row[way] > most]
    within_aim = f"median {ratios[len(ratios) // 2]:.2f}, {len(rows) - len(beyond)} of {len(rows)} within the aim"
    what = "a judged game ÷ a bare loop, " + ("bound only" if way == "bound" else "every step on every round")
    return Measurement(what, within_aim, f"≤ {most:g}", f"{why}: {'; '.join(beyond)}" if beyond else "")


def instructor(rows: Rows) -> Iterator[Measurement]:
    every = rows[-1]
    batched = sorted((row["games_ratio"], row["learner"]) for row in rows if row.get("batch_games_per_second"))
    if batched:
        slowest, learner = batched[0]
        yield Measurement(
            "games a second ÷ those of a plain Hypothesis file, where games are played in batches",
            f"at least {slowest:.0f}× ({learner})",
            "≥ 20×",
            f"of all learners the median is {every['games_ratio']:.0f}×: without batches each game is decoded, played "
            "and judged by itself",
        )
    yield Measurement(
        "time of a plain file to a counterexample ÷ ours",
        f"median {every['faster']:.1f}×",
        "≥ 10×",
        "what a plain file misses counts as found after a second, and ours plays all small games before long ones",
    )
    yield Measurement(
        "wrong learners found within a second",
        f"{every['found']} of {every['wrong_learners']} (plain files: {every['plain_found']})",
        "all",
        every["note"],
    )
    yield Measurement(
        "numbers in a counterexample", f"median {every['size']:g} (plain files: {every['plain_size']:g})", "as few"
    )


def sharpness(rows: Rows) -> Iterator[Measurement]:
    claims = [row for row in rows if row["size"] == "any"]
    attained = [row for row in claims if row["after_60_s"] == 1.0]
    rest = ", ".join(f"{row['claim']} {row['after_60_s']:.2f}" for row in claims if row not in attained)
    yield Measurement(
        "★ bounds attained after 60 s of attack", f"{len(attained)} of {len(claims)}", "as sharp as can be", rest
    )
    exact = [row for row in rows if row["exact"] is not None]
    short = [
        f"{row['claim']} {row['size']}: {row['found']} of {row['exact']} mistakes"
        for row in exact
        if row["found"] != row["exact"]
    ]
    yield Measurement(
        "small games in which 5 s find the worst that there is",
        f"{len(exact) - len(short)} of {len(exact)}",
        "all",
        "; ".join(short),
    )


def scale(rows: Rows) -> Iterator[Measurement]:
    for row in rows:
        memory = "" if row["memory_exponent"] is None else f", memory {row['memory_exponent']:.2f}"
        cost = f"{row['seconds']:.1f} s, {row['megabytes']:.0f} MB at {row['size']}"
        exponents = f"exponent {row['time_exponent']:.2f}{memory}"
        yield Measurement(row["what"], f"{cost}; {exponents}", f"exponent {row['expected']}")


def grading(rows: Rows) -> Iterator[Measurement]:
    for row in rows:
        if row["aim"]:
            yield Measurement(row["what"], f"{row['value']:g} {row['unit']}", row["aim"], row["note"])


def commands(rows: Rows) -> Iterator[Measurement]:
    wanted = {"learncheck --help": "< 0.3 s", "learncheck verify --profile quick": "< 180 s", "pytest": "about 120 s"}
    for row in rows:
        if row["command"] in wanted and row["seconds"] is not None:
            yield Measurement(f"`{row['command']}`", f"{row['seconds']:g} s", wanted[row["command"]], row["note"])


def proofs(rows: Rows) -> Iterator[Measurement]:
    every = rows[-1]
    costliest = ", ".join(f"{row['claim']} {row['proof']:.1f}" for row in rows[:5])
    yield Measurement("all proofs, processor time", f"{every['proof']:.0f} s", "≤ 35 s", costliest)
    yield Measurement("checking their certificates", f"{every['checked']:.1f} s", "≤ 5 s")


LINES: Mapping[str, Callable[[Rows], Iterable[Measurement]]] = {
    "overhead": overhead,
    "instructor": instructor,
    "sharpness": sharpness,
    "scale": scale,
    "grading": grading,
    "commands": commands,
    "proofs": proofs,
}


def markdown(results: Mapping[str, Any]) -> str:
    """The aims as a Markdown table, with the machine below it."""
    machine = results["machine"]
    rows = ["| what | measured | aim | |", "|---|---|---|---|"]
    rows += ["| " + " | ".join(cell.replace("|", "\\|") for cell in astuple(line)) + " |" for line in aims(results)]
    versions = ", ".join(f"{name} {version}" for name, version in machine["packages"].items() if version)
    where = f"{machine['processor']}, {machine['cores']} cores, load {machine['load']} at the start"
    return "\n".join([*rows, "", f"{where}, Python {machine['python']}, {versions}."])


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit("give the file that `python -m benchmarks --json FILE` has written")
    print(markdown(json.loads(Path(sys.argv[1]).read_text("utf-8"))))
