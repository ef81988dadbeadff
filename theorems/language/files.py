"""Claims that a user's file defines."""

import importlib.util
import inspect
import re
import sys
import traceback
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

from learncheck.strategies.play.case import Case, kinds
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.definitions import BadDefinition
from learncheck.theorems.language.registry import BadClaims, NoClaims, UnknownClaim, every, once, with_ids
from learncheck.theorems.language.siblings import importing_from
from learncheck.theorems.recorded import OURS

MOST_BYTES = 4 << 20
"""The most that a file of claims may have."""

_loaded: dict[Path, tuple[bytes, ModuleType]] = {}
"""The users' files that were run, with their content at that time, so that a claim is always the same object."""


def load_file(path: Path) -> list[Claim]:
    """The claims that a user's file defines. The file is run once, and may import the modules beside it.

    Raises BadClaims, in one line, if the file is missing, does not run, defines no claim, or uses an id that is already
    known.
    """
    module = _module(path)
    defined = every(vars(module).values())
    others = with_ids([claim.id for claim in defined])
    claims = [claim for claim in defined if others.get(claim.id, (None,))[0] is not claim]
    for claim in claims:
        if claim.id in others:
            raise BadClaims(
                f"{path} calls a claim {claim.id}, and so does {others[claim.id][1]}; give yours an id of its own"
            )
        if (
            claim.repairs is not None
            and claim.repairs not in {claim.id for claim in defined} | with_ids([claim.repairs]).keys()
        ):
            raise BadClaims(
                f"{path}: {claim.id}: repairs={claim.repairs!r} is not a claim; name the printed one by its id"
            )
    if not claims:
        raise NoClaims(f"{path} defines no claim; bind a learncheck.Claim to a module-level name")
    once((claim, str(path)) for claim in claims)
    _tagged(path, module)
    return claims


def claims_in_file(path: Path, claim_id: str = "") -> list[Claim]:
    """The claims of the file; only the one with this id, if it is given, and the printed reading that it repairs.

    Raises BadClaims in one line: UnknownClaim if the file defines none with this id.
    """
    claims = load_file(path)
    if not claim_id:
        return claims
    repaired = {claim.repairs for claim in claims if claim.id == claim_id}
    if claim_id not in {claim.id for claim in claims}:
        raise UnknownClaim(
            f"{path} defines no claim {claim_id!r}; it defines {', '.join(claim.id for claim in claims)}"
        )
    return [claim for claim in claims if claim.id == claim_id or claim.id in repaired]


def _tagged(path: Path, module: ModuleType) -> None:
    """Raise BadClaims if a class of cases has the tag of another: a stored case would be taken for it."""
    theirs = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Case)]
    theirs = [kind for kind in theirs if kind.__module__ == module.__name__]
    ours = [kind for kind in kinds() if kind.__module__.startswith(f"{OURS}.")]
    for kind in theirs:
        tag = kind.__struct_config__.tag
        for other in (*theirs, *ours):
            if tag is not None and other is not kind and other.__struct_config__.tag == tag:
                fault = f"two kinds of cases have the tag {tag!r}: {kind.__name__} and {other.__name__}"
                raise BadClaims(f"{path}: {fault}; give each one of its own")


def _module(path: Path) -> ModuleType:
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise BadClaims(
            f"{path} is {'a folder' if path.is_dir() else 'not a regular file'}; claims are read from a FILE.py"
        )
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BadClaims(f"no such file: {path}") from None
    except OSError as error:
        raise BadClaims(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > MOST_BYTES or b"\0" in content:
        amiss = "is not text" if b"\0" in content[:1000] else f"is longer than {MOST_BYTES >> 20} MiB"
        raise BadClaims(f"{path} {amiss}; claims are read from a Python file")
    full = path.resolve()
    held, module = _loaded.get(full, (None, None))
    if module is not None and held == content:
        return module
    with importing_from(full.parent):
        module = (_imported(full) if held is None else None) or _run(path, full)
    _loaded[full] = content, module
    return module


def _imported(full: Path) -> ModuleType | None:
    """The module, if another file has already imported it by its name."""
    module = sys.modules.get(full.stem)
    there = getattr(module, "__file__", None)
    return module if there is not None and Path(there).resolve() == full else None


def _run(path: Path, full: Path) -> ModuleType:
    """Run the file as a module, under its own name if that is free, so that other files import the same module."""
    spec = None
    if full.stem not in sys.modules:
        spec = PathFinder.find_spec(full.stem)
    if spec is None or spec.origin is None or Path(spec.origin).resolve() != full:
        spec = importlib.util.spec_from_file_location(f"learncheck_user_{full.stem}", full)
    if spec is None or spec.loader is None:
        raise BadClaims(f"{path} is not a Python file; name it something.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[spec.name]
        if isinstance(error, SyntaxError):
            theirs = error.filename not in (None, str(full))
            at = f", line {error.lineno}" if error.lineno else ""
            raise BadClaims(f"{error.filename if theirs else path}{at}: {error.msg}") from error
        if isinstance(error, KeyboardInterrupt):
            raise
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(full)), None)
        message = " ".join(f"{type(error).__name__}: {error}".split())
        where = "" if line is None else f", line {line}"
        if isinstance(error, BadDefinition):
            raise BadClaims(f"{path}{where}: {error}") from error
        if "Cannot convert expression to float" in message or "loop of ufunc does not support" in message:
            message += "; math and numpy take no symbols: import log, exp and sqrt from sympy"
        if of_family := re.search(r"\b(\w+)\(\) got an unexpected keyword", message):
            # A file that calls a ready family has imported it.
            ready = sys.modules.get("learncheck.theorems.language.ready")
            taken = None if ready is None else vars(ready).get(of_family[1])
            message += f"; its options are {', '.join(inspect.signature(taken).parameters)}" if taken else ""
        if "truth value of Relational" in message:
            message += "; Python's and, or, not and chains a < b < c take no relations: write sympy.And(a < b, b < c)"
        raise BadClaims(f"{path} does not run: {message}{where and f' ({where[2:]})'}") from error
    return module
