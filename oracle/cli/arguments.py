"""Turn the arguments of a call into claims, files, limits and workers, or fail with one line that says why not."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from learncheck.oracle.boundary.names import printable
from learncheck.oracle.cli.messages import Wrong

if TYPE_CHECKING:
    from learncheck.oracle.grading.assignment import Assignment
    from learncheck.theorems.language.claim import Claim


def loading(references: Iterable[str]) -> str:
    """Return what the user waits for while claims are loaded: the user's files, which are run, or the catalogue."""
    files = dict.fromkeys(reference.partition("::")[0] for reference in references if ".py" in reference)
    return f"running {', '.join(map(printable, files))}" if files else "loading claims"


def claims(targets: tuple[str, ...]) -> list[tuple[Claim, Path | None]]:
    """Return the named claims, or all claims if none is named, each with the user's file that defines it, if any."""
    refuse_unknown(targets)
    from learncheck.theorems.language.registry import all_claims, find

    return find(targets) if targets else [(claim, None) for claim in all_claims()]


def wanted(references: str | None) -> list[str]:
    """Return the references that --claims names, after checking that every id and every file exists."""
    if references is None:
        return []
    wanted = [name.strip() for name in references.split(",") if name.strip()]
    if not wanted:
        raise Wrong("--claims names no claim; write --claims halving-mistakes,mine.py, for example")
    refuse_unknown(wanted)
    from learncheck.theorems.language.registry import find

    find(wanted)
    return wanted


def refuse_unknown(references: Iterable[str]) -> None:
    """Refuse an id that no claim can have, before claims are loaded, which takes seconds."""
    from learncheck.theorems.recorded import may_be_claim, recorded, unknown

    for reference in references:
        if "::" not in reference and not reference.endswith(".py") and not may_be_claim(reference):
            raise Wrong(unknown(reference, recorded()))


def outputs(files: Mapping[str, Path | None], inputs: Iterable[Path | None]) -> None:
    """Refuse files to write, by the names of their options, that would overwrite an input or each other."""
    taken = {path.resolve(): f"the input {path}" for path in inputs if path and os.path.exists(path)}
    for option, path in files.items():
        if path is not None:
            if path.resolve() in taken:
                raise Wrong(f"--{option} {path} would overwrite {taken[path.resolve()]}; name another file")
            taken[path.resolve()] = f"the output of --{option}"


def exports(texts: Sequence[str], options: Iterable[str]) -> dict[str, Path]:
    """Parse --export: return the files to write, by the names of their formats, without those that have options."""
    if not texts:
        return {}
    from learncheck.oracle.report.exports import FORMATS

    names = [name for name in FORMATS if name not in options]
    files: dict[str, Path] = {}
    for text in texts:
        name, _, file = text.partition("=")
        if name not in names or not file or name in files:
            raise Wrong(f"--export {text!r}: write each of {', '.join(f'{name}=FILE' for name in names)} at most once")
        files[name] = Path(file)
    return files


def real_folder(path: Path | None) -> None:
    """Refuse a symbolic link as the folder of results: in a student's folder it may lead anywhere."""
    if path is not None and path.is_symlink():
        raise Wrong(f"{path} is a symbolic link; name the folder itself")


def assignment(
    path: Path | None, *, seed: int | None = None, time: float | None = None, memory: int | None = None
) -> Assignment:
    """Return the assignment in the file, with the seed and the limits that the command line overrides."""
    from msgspec.structs import replace

    from learncheck.oracle.boundary.process import BUDGETS_IN_ALL
    from learncheck.oracle.boundary.sandbox import shown
    from learncheck.oracle.grading.assignment import Assignment

    asked = Assignment()
    if path is not None:
        from learncheck.oracle.grading.assignment_file import read

        asked = read(path)
    for folder in asked.path:
        shown(folder)
    limits = replace(asked.limits, memory=memory or asked.limits.memory)
    if time is not None:  # a limit per claim also limits the whole submission
        limits = replace(limits, time=time, total=min(limits.total, BUDGETS_IN_ALL * time))
    return replace(asked, limits=limits, seed=asked.seed if seed is None else seed)


def learners(path: Path) -> Assignment:
    """Return the assignment in the file, which has to name learners."""
    asked = assignment(path)
    if not asked.learners:
        raise Wrong(f"{path} names no learner; add a table [learners.Halving], for example")
    return asked


def submission(name: str) -> Path:
    """Return the file or folder at this path, or the source file of the importable module with this name."""
    if not name or "\0" in name:
        raise Wrong(f"no such file: {name!r}")
    path = Path(name)
    if not os.path.lexists(name):
        return _module_file(name) or path
    return path.resolve() if path.name in ("", "..") else path  # which has a name


def _module_file(name: str) -> Path | None:
    """Return the source file of a module without importing it or its parent packages."""
    from importlib.machinery import PathFinder

    folders: Sequence[str] | None = [str(Path.cwd()), *sys.path]
    origin = None
    for part in name.split("."):
        spec = PathFinder.find_spec(part, folders) if part.isidentifier() and folders else None
        if spec is None:
            return None
        origin, folders = spec.origin, spec.submodule_search_locations
    return Path(origin) if origin is not None and origin.endswith(".py") else None


def classes(texts: Sequence[str], wanted: Sequence[str]) -> dict[str, str]:
    """Parse --learner: return the names of learners, each with the class to judge as that learner."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, cls = text.partition("=")
        if not (name and equals and cls):
            raise Wrong(
                f"--learner {text!r} is not of the form NAME=CLASS; write --learner Halving=MyHalving, for example"
            )
        if name in pairs:
            raise Wrong(f"--learner names {name} twice, as {pairs[name]} and as {cls}")
        pairs[name] = cls
    from learncheck.learners import LEARNERS

    if not pairs.keys() <= LEARNERS.keys():
        from learncheck.oracle.grading.wanted import is_judged, unknown

        for name in pairs:
            if not is_judged(name, wanted):
                raise Wrong(f"--learner {name}={pairs[name]}: {unknown(name, wanted)}")
    return pairs
