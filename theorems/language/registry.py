"""Find claims: in the modules of this package, in other packages, and in files that a user names (`files`).

Claims are named by references: an id, FILE.py for all claims of a file, or FILE.py::ID for one of them.
"""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from learncheck.theorems import notes
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.recorded import OURS, may_judge, packages, unknown


class BadClaims(ValueError):
    """Claims that cannot be used: a file that does not run, two with the same id, a broken package. One line."""


class NoClaims(BadClaims):
    """The file defines none."""


class UnknownClaim(BadClaims):
    """No claim has this id."""


@cache
def all_claims() -> tuple[Claim, ...]:
    """Every claim of the notes, in their order, followed by those of other packages.

    Raises BadClaims if two share an id or a package's claims cannot be loaded.
    """
    return tuple(claim for claim, _ in with_packages())


@cache
def catalogue() -> tuple[Claim, ...]:
    """Every claim of the notes, in their order."""
    return claims_of(modules())


@cache
def with_packages() -> tuple[tuple[Claim, str], ...]:
    """Every claim of the notes and of other packages, each with the name of its package. Raises BadClaims."""
    claims = [*((claim, OURS) for claim in catalogue()), *of_packages()]
    once((claim, "learncheck" if package == OURS else f"the package {package}") for claim, package in claims)
    return tuple(claims)


def of_packages() -> tuple[tuple[Claim, str], ...]:
    """The claims that other packages offer, each with the package's name. Raises BadClaims if one is broken."""
    return tuple(offered for package in packages() for offered in of_package(package))


@cache
def of_package(package: str) -> tuple[tuple[Claim, str], ...]:
    """The claims that a package offers, each with its name. Raises BadClaims if one is broken."""
    claims: dict[int, tuple[Claim, str]] = {}
    for point in packages()[package]:
        try:
            offered = point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too, which would end this program as if all were well
            raise BadClaims(
                f"the claims of the package {package} ({point.value}) cannot be loaded: "
                f"{type(error).__name__}: {error}; fix or uninstall it"
            ) from error
        if isinstance(offered, ModuleType):
            offered = list(vars(offered).values())
        here = every([offered])
        if not here:
            raise BadClaims(
                f"the package {package} offers no claim in {point.value}; name a module or a list of claims"
            )
        for claim in here:
            claims.setdefault(id(claim), (claim, package))
    for claim in loaded_claims():  # such as a module may import
        claims.pop(id(claim), None)
    return tuple(claims.values())


def once(claims: Iterable[tuple[Claim, str]]) -> None:
    """Raise BadClaims, naming both places, if two claims share an id."""
    places: dict[str, tuple[Claim, str]] = {}
    for claim, place in claims:
        first, there = places.setdefault(claim.id, (claim, place))
        if first is not claim:
            where = f"two of {place}" if there == place else f"one of {there} and one of {place}"
            raise BadClaims(f"two claims are called {claim.id}: {where}; give each an id of its own")


@cache
def claims_judging(learner: str, ids: frozenset[str] = frozenset()) -> tuple[Claim, ...]:
    """The claims on which submissions of the learner of this name are judged, in order; only those with `ids`, if any.

    Only the modules in whose text some paragraph gives the learner to a claim that judges, by its keyword or after the
    id, and which has one of `ids`, are imported: a fraction of the time that all take.
    """
    given = re.compile(rf"""(learner=|"[\w-]+",\s+)(?:\w+\.)*{re.escape(learner)}\b""")
    names = [
        name
        for name, text in _texts().items()
        if any(given.search(part) and "judged=False" not in part for part in text.split("\n\n"))
    ]
    quoting = [_modules_quoting([claim_id]) for claim_id in ids]
    if quoting and all(quoting):
        names = [name for name in names if any(name in quoted for quoted in quoting)]
    theirs = (claim for package in packages() if may_judge(package, learner) for claim, _ in of_package(package))
    claims = (*claims_of(names), *theirs)
    judging = (claim for claim in claims if claim.judged and claim.learner and claim.learner.__name__ == learner)
    return tuple(claim for claim in judging if not ids or claim.id in ids)


def loaded_claims() -> tuple[Claim, ...]:
    """The claims of the notes whose modules are already imported."""
    return _loaded_of(tuple(name for name in modules() if f"{notes.__name__}.{name}" in sys.modules))


@cache
def _loaded_of(names: tuple[str, ...]) -> tuple[Claim, ...]:
    return claims_of(names)


def claims_of(names: Iterable[str]) -> tuple[Claim, ...]:
    """The claims of these modules of `theorems.notes`, in order, without duplicates."""
    imported = [importlib.import_module(f"{notes.__name__}.{name}") for name in names]
    return tuple({id(claim): claim for module in imported for claim in claims_in(module)}.values())


@cache
def modules() -> tuple[str, ...]:
    """The modules of the notes, such as "finite.mistakes": each chapter's, in its `ORDER`, then the others by name."""
    (top,) = notes.__path__
    listed: list[str] = []
    for chapter in notes.CHAPTERS:
        order = importlib.import_module(f"{notes.__name__}.{chapter}").ORDER
        names = {module.name for module in pkgutil.iter_modules([str(Path(top, chapter))])}
        listed += [f"{chapter}.{name}" for name in (*order, *sorted(names.difference(order)))]
    return tuple(listed)


def claims_in(module: ModuleType) -> list[Claim]:
    """The claims that a module defines, in the order of their definition, without duplicates."""
    claims = {id(value): value for value in vars(module).values() if isinstance(value, Claim)}
    return list(claims.values())


def select(names: Iterable[str]) -> list[Claim]:
    """The claims with these ids, and with each repaired claim the printed one.

    Raises UnknownClaim, which names similar ids.
    """
    chosen: dict[str, Claim] = {}
    for name in names:
        claims = _claims_with(name)
        claim = next((candidate for candidate in claims if candidate.id == name), None)
        if claim is None:
            raise UnknownClaim(unknown(name, [claim.id for claim in all_claims()]))
        for relative in claims if claim.repairs is None else _claims_with(name, claim.repairs):
            if relative.id == name or relative.id == claim.repairs or relative.repairs == name:
                chosen[relative.id] = relative
    return list(chosen.values())


def _claims_with(*ids: str) -> tuple[Claim, ...]:
    """The claims of the modules whose text contains the ids; all claims if an id is not written out literally."""
    claims = claims_of(_modules_quoting(ids))
    if not {claim.id for claim in claims} >= set(ids):
        claims = (*claims, *(claim for claim, _ in of_packages()))
    return claims if {claim.id for claim in claims} >= set(ids) else all_claims()


@cache
def _texts() -> dict[str, str]:
    """The text of every module of the notes, in order."""
    (top,) = notes.__path__
    return {name: Path(top, *name.split(".")).with_suffix(".py").read_text("utf-8") for name in modules()}


def find(references: Iterable[str]) -> list[tuple[Claim, Path | None]]:
    """The claims that the references name, each with the user's file that defines it, or None.

    An id includes the printed reading that its claim repairs. Raises BadClaims in one line: UnknownClaim if there is no
    such claim, and BadClaims if a file cannot be used or an id stands for two claims.
    """
    chosen: dict[int, tuple[Claim, Path | None]] = {}
    for reference in references:
        file, claim_id = parted(reference)
        if file is None:
            claims = select([reference])
        else:
            from learncheck.theorems.language.files import claims_in_file  # most references are ids

            claims = claims_in_file(file, claim_id)
        chosen |= {id(claim): (claim, file) for claim in claims}
    once((claim, "learncheck" if file is None else str(file)) for claim, file in chosen.values())
    return list(chosen.values())


def parted(reference: str) -> tuple[Path | None, str]:
    """The file and the id of a reference: None and the id, or the file and the id ("" for all claims of the file)."""
    name, colons, claim_id = reference.partition("::")
    if colons and not claim_id:
        raise UnknownClaim(f"{reference!r} names no claim after the colons; write FILE.py::ID, or FILE.py for all")
    if colons or name.endswith(".py"):
        return Path(name), claim_id
    return None, reference


def with_ids(ids: list[str]) -> dict[str, tuple[Claim, str]]:
    """The claims with these ids, if any, and possibly more, each with its package.

    An id is quoted in the text of its module.
    """
    ours = ((claim, OURS) for claim in claims_of(_modules_quoting(ids)))
    return {claim.id: (claim, package) for claim, package in (*ours, *of_packages())}


def _modules_quoting(ids: Iterable[str]) -> list[str]:
    """The modules whose text contains one of the ids in quotes."""
    quoted = [f'"{claim_id}"' for claim_id in ids]
    return [name for name, text in _texts().items() if any(quote in text for quote in quoted)]


def every(values: Iterable[object]) -> list[Claim]:
    """The claims among the values and in lists, tuples and dictionaries of them, without duplicates."""
    claims: dict[int, Claim] = {}
    for value in values:
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else [value]
        claims |= {id(claim): claim for claim in inside if isinstance(claim, Claim)}
    return list(claims.values())
