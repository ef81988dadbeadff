"""`learncheck doctor`: what this machine offers to confine submissions, and what to install for more."""

import importlib.metadata
import platform
import sys
import time

from learncheck.oracle.boundary import limits, sandbox


def findings() -> tuple[list[str], bool]:
    """What was found, line by line, and whether files that nobody trusts can be judged here."""
    chosen = sandbox.strongest()
    width = max(len(rung.name) for rung in sandbox.LADDER)
    lines = ["Confinement of submissions, strongest first:"]
    for rung in sandbox.LADDER:
        refusal = rung.refusal()
        if refusal is not None:
            lines.append(f"  {rung.name:<{width}}  does not work: {refusal}")
            lines.append(f"  {'':<{width}}  to enable it: {rung.remedy}")
        else:
            fit = (
                "" if rung.confines else "; only for trusted files (--trust), which can read and write whatever you can"
            )
            lines.append(f"  {rung.name:<{width}}  works{', and is used' if rung is chosen else ''}{fit}")
    lines += ["", *_sight(chosen), "", *_limits(chosen), "", *_versions()]
    if not chosen.confines:
        lines += ["", "Submissions cannot be confined here: grade refuses to run them without --trust."]
    return lines, chosen.confines


def _sight(rung: sandbox.Rung) -> list[str]:
    if not rung.confines:
        return ["A submission sees everything that you can see."]
    shown, covered = sandbox.sight()
    return ["A submission may read:", *(f"  {path}" for path in shown), "but not:", *(f"  {path}" for path in covered)]


def _limits(rung: sandbox.Rung) -> list[str]:
    files = "no file is written" if rung.confines else f"{limits.MAX_FILE_BYTES >> 20} MB a file"
    alone = f"; {limits.MAX_THREADS} threads, no other process" if rung.confines else ""
    return [
        "Limits, besides --time-limit and --memory-limit:",
        f"  {limits.MAX_OPEN_FILES} open files; {files}{alone}",
        f"  a process starts in {_start_seconds(rung):.2f} s",
    ]


def _start_seconds(rung: sandbox.Rung) -> float:
    from learncheck.oracle.boundary.pipe import Process

    start = time.perf_counter()
    process = Process(1 << 30, 60, rung)
    process.wait_until_up()
    process.stop(None)
    return time.perf_counter() - start


def _versions() -> list[str]:
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("numpy", "scipy"))
    system = f"{platform.system()} {platform.release()} on {platform.machine()}"
    return [f"Python {platform.python_version()} ({sandbox.executable()}), {packages}", f"{system}, {sys.platform}"]
