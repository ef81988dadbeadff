"""Where claims are found: in the modules of this package, and in files that a user names."""

import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from learncheck.theorems.claim import Claim

from learncheck import theorems


class UnknownClaim(ValueError):
    """No claim has this id."""


@cache
def all_claims() -> tuple[Claim, ...]:
    """Every claim of the notes, in the order of the modules. Raises ValueError where two share an id."""
    claims = claims_of(found.name for found in pkgutil.iter_modules(theorems.__path__))
    ids = [claim.id for claim in claims]
    twice = {name for name in ids if ids.count(name) > 1}
    if twice:
        raise ValueError(f"two claims are called {', '.join(sorted(twice))}; give each an id of its own")
    return claims


@cache
def claims_naming(name: str) -> tuple[Claim, ...]:
    """The claims of the modules that import the learner of this name: all that can be about it, and more.

    Importing these alone takes a fraction of the time that all modules take.
    """
    word = re.compile(rf"^from learncheck\.learners import (?:\([^)]*|.*)\b{re.escape(name)}\b", re.MULTILINE)
    return claims_of(each for each, text in _texts().items() if word.search(text))


def claims_of(names: Iterable[str]) -> tuple[Claim, ...]:
    """The claims of these modules of `theorems`, in order, each once."""
    modules = [importlib.import_module(f"learncheck.theorems.{name}") for name in names]
    return tuple({id(claim): claim for module in modules for claim in claims_in(module)}.values())


def claims_in(module: ModuleType) -> list[Claim]:
    """The claims that a module defines, in the order of their definition, each once."""
    found = {id(value): value for value in vars(module).values() if isinstance(value, Claim)}
    return list(found.values())


def select(names: Iterable[str]) -> list[Claim]:
    """The claims of these ids, with the printed readings that they repair.

    Raises UnknownClaim naming the id and those that come near it.
    """
    chosen: dict[str, Claim] = {}
    for name in names:
        claims = _claims_with(name)
        claim = next((each for each in claims if each.id == name), None)
        if claim is None:
            raise UnknownClaim(f"unknown claim {name!r}{_hint(name)}")
        for each in claims if claim.repairs is None else _claims_with(name, claim.repairs):
            if each.id == name or each.id == claim.repairs or each.repairs == name:
                chosen[each.id] = each
    return list(chosen.values())


def _claims_with(*ids: str) -> tuple[Claim, ...]:
    """The claims of the modules in whose text the ids are written; those of all modules where one is put together."""
    quoted = [f'"{each}"' for each in ids]
    claims = claims_of(name for name, text in _texts().items() if any(each in text for each in quoted))
    return claims if {each.id for each in claims} >= set(ids) else all_claims()


@cache
def _texts() -> dict[str, str]:
    """The text of every module of `theorems`, in order."""
    folder = Path(theorems.__path__[0])
    return {
        each.name: (folder / f"{each.name}.py").read_text("utf-8") for each in pkgutil.iter_modules(theorems.__path__)
    }


def _hint(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, [claim.id for claim in all_claims()], n=3)
    return f"; did you mean {' or '.join(near)}?" if near else "; `learncheck list` shows all ids"


def load_file(path: Path) -> list[Claim]:
    """The claims that a user's file defines.

    Raises ValueError, in one line, where the file is missing, does not run or defines no claim.
    """
    if not path.is_file():
        raise ValueError(f"no such file: {path}")
    spec = importlib.util.spec_from_file_location(f"learncheck_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file; name it something.py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise ValueError(f"{path}, line {error.lineno}: {error.msg}") from error
    except Exception as error:
        raise ValueError(f"{path} does not run: {type(error).__name__}: {error}") from error
    claims = claims_in(module)
    if not claims:
        raise ValueError(f"{path} defines no claim; bind a learncheck.theorems.claim.Claim to a module-level name")
    return claims
