"""What packages of claims keep in their folders, the catalogue's own (`theorems`) among them.

`recorded/index.json` is what `list` and `errata` say of the claims without loading them, which takes seconds,
`recorded/shown.json` is what `show` says, and `certificates/CLAIM.json` shows a proof without a solver. A package may
leave out each of them. `python tests/record.py` and
`python tests/record_certificates.py` write them, for every package that is installed, and the tests compare them with
the claims.
"""

import difflib
import importlib.metadata
import json
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

GROUP = "learncheck.claims"
"""The entry points by which other packages offer claims: each names a module, a claim, or a list of claims."""

OURS = "learncheck"


ListedClaim = TypedDict(
    "ListedClaim",
    {
        "id": str, "topic": str, "kind": str, "source": str, "learners": list[str], "standing": str, "reading": str,
        "statement": str, "judged": bool, "symbols": dict[str, str], "from": str,
    },
)  # fmt: skip
"""What `list` says of a claim, as `list --json` prints it."""


class Recorded(TypedDict):
    """What the commands say of a claim.

    listed:   its entry in the list.
    repairs:  the printed statement that it corrects, if any.
    erratum:  of a statement that is false, the paragraphs of its entry in the errata, each with its head.
    """

    listed: ListedClaim
    repairs: str | None
    erratum: list[tuple[str, list[str]]]


@cache
def packages() -> dict[str, tuple[EntryPoint, ...]]:
    """The other packages that offer claims, by name, each with what it offers."""
    offers: dict[str, tuple[EntryPoint, ...]] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        name = point.dist.name if point.dist is not None else point.value
        offers[name] = (*offers.get(name, ()), point)
    return offers


@cache
def folders() -> dict[str, Path]:
    """The folders of the catalogue and of other packages, by package; those are found without importing anything."""
    places = {OURS: Path(__file__).parents[1]}
    for name, offered in packages().items():
        spec = find_spec(offered[0].value.partition(":")[0].partition(".")[0])
        if spec is not None and spec.submodule_search_locations:
            places[name] = Path(next(iter(spec.submodule_search_locations)))
    return places


def certificates(claim_id: str) -> Path:
    """The file of the claim's certificates: of the package that has one, or else the catalogue's, which need not be."""
    files = [folder / "certificates" / f"{claim_id}.json" for folder in folders().values()]
    return next((file for file in files if file.is_file()), files[0])


def shown(claim_id: str) -> list[str]:
    """The lines in which `show` presents the claim, with the evidence on record; none if there is no record."""
    folder = folders()[recorded()[claim_id]["listed"]["from"]] if claim_id in recorded() else None
    file = None if folder is None else folder / "recorded" / "shown.json"
    if file is None or not file.is_file():
        return []
    lines: list[str] = json.loads(file.read_text("utf-8")).get(claim_id, [])
    return lines


@cache
def recorded() -> dict[str, Recorded]:
    """What the commands say of each claim, by id: of the notes in their order, then of packages with an index."""
    return {name: about for index in _indices().values() for name, about in index.items()}


def recorded_with(name: str) -> dict[str, Recorded]:
    """What the commands say of the claim with this id; of a repaired claim also of the printed one. May be empty."""
    if name not in recorded():
        return {}
    names = {name, recorded()[name]["repairs"]}
    return {claim_id: about for claim_id, about in recorded().items() if claim_id in names or about["repairs"] == name}


def may_be_claim(name: str) -> bool:
    """Whether some claim may have this id: on record, in the text of a package, or in a package without an index."""
    if not name or unrecorded():
        return bool(name)
    files = (file for folder in folders().values() for file in folder.rglob("*.py") if file.name != "__init__.py")
    return name in recorded() or any(f'"{name}"' in file.read_text("utf-8") for file in files)


def unknown(name: str, ids: Iterable[str]) -> str:
    """Say that no claim has this id, and which of these ids are similar."""
    hint = "; `learncheck list` shows all ids"
    if name and Path(name).exists():
        hint = f"; {name} is a {'folder' if Path(name).is_dir() else 'file'}, and claims are read from a FILE.py"
    else:
        ids = list(ids)
        near = difflib.get_close_matches(name, ids, n=3) or [other for other in ids if _part(name.lower(), other)][:3]
        if near:
            hint = f"; did you mean {' or '.join(filter(None, (', '.join(near[:-1]), near[-1])))}?"
    return f"unknown claim {name!r}{hint}"


def _part(word: str, claim_id: str) -> bool:
    return word != "" and (word in claim_id or difflib.get_close_matches(word, claim_id.split("-"), cutoff=0.8) != [])


def unrecorded() -> frozenset[str]:
    """The packages whose claims have to be loaded to say anything of them."""
    return frozenset(packages()) - _indices().keys()


def judged_by(package: str) -> frozenset[str]:
    """The names of the learners that claims of a package with an index judge."""
    listed = (entry["listed"] for entry in _indices()[package].values())
    return frozenset(entry["learners"][0] for entry in listed if entry["judged"])


def may_judge(package: str, learner: str) -> bool:
    """Whether some claim of the package may judge submissions of the learner of this name."""
    return package in unrecorded() or learner in judged_by(package)


@cache
def _indices() -> dict[str, dict[str, Recorded]]:
    """The index of each package that has one that can be read, and no id of another's."""
    indices: dict[str, dict[str, Recorded]] = {}
    for name, folder in folders().items():
        file = folder / "recorded" / "index.json"
        try:
            index = json.loads(file.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if not any(index.keys() & other.keys() for other in indices.values()):
            indices[name] = index
    return indices
