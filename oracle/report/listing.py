"""The list of all claims. The catalogue's part is cached in the user's cache folder, so that it prints instantly.

listing(files)           one entry per claim, of the user's files if there are any
print_listing(entries)   one line per claim
"""

import hashlib
import importlib.metadata
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from learncheck.oracle.report.lines import console, print_rows, say

GROUP = "learncheck.claims"


def listing(files: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the claims in the files, or those of the catalogue. Raises BadClaims if a claim cannot be used."""
    if files:
        from learncheck.theorems.language.registry import find

        return [_entry(claim, str(file)) for claim, file in find(files) if file]
    path = _cache()
    entries = _read(path)
    if entries is None:
        from learncheck.theorems.language.registry import catalogue

        entries = [_entry(claim, origin) for claim, origin in catalogue()]
        _write(path, entries)
    return entries


def _entry(claim: Any, origin: str) -> dict[str, Any]:
    from learncheck.oracle.report.evidence import standing
    from learncheck.theorems.language.registry import chapters, meanings

    return {
        "id": claim.id,
        "topic": next((title for title, claims in chapters().items() if claim.id in {each.id for each in claims}), ""),
        "kind": claim.kind,
        "source": "; ".join(map(str, claim.sources)),
        "learners": [each.__name__ for each in claim.about],
        "standing": standing(claim),
        "reading": claim.reading,
        "statement": claim.statement,
        "judged": claim.judged and claim.learner is not None,
        "symbols": {str(symbol): words for symbol, words in meanings(claim).items()},
        "from": origin,
    }


# ---- the cache ----


def _cache() -> Path | None:
    """Return the cache file for this version of the code.

    None if other packages register claims, since changes to their code would go unnoticed.
    """
    if any(True for _ in importlib.metadata.entry_points(group=GROUP)):
        return None
    state = hashlib.sha256()
    for path in sorted(_sources()):
        told = path.stat()
        state.update(f"{path} {told.st_mtime_ns} {told.st_size}\n".encode())
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "learncheck" / f"claims-{state.hexdigest()[:16]}.json"


def _sources() -> Iterable[Path]:
    """Yield the modules that define claims, and this one, which defines the entries."""
    yield Path(__file__)
    for package in ("learncheck.theorems", "learncheck.learners"):
        spec = find_spec(package)
        for root in () if spec is None else spec.submodule_search_locations or ():
            yield from Path(root).rglob("*.py")


def _read(path: Path | None) -> list[dict[str, Any]] | None:
    if path is None:
        return None
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, list) else None


def _write(path: Path | None, entries: Sequence[Mapping[str, Any]]) -> None:
    """Write the cache. If that fails, the list is made again next time."""
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("claims-*.json"):
            old.unlink(missing_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(entries, ensure_ascii=False), "utf-8")
        part.replace(path)


# ---- printing ----


def print_listing(entries: Sequence[Mapping[str, Any]]) -> None:
    """Print one line per claim in a pipe.

    On a terminal, group by topic and put columns that do not fit below the claim.
    """
    out = console()
    head: tuple[str, ...] = ("id", "kind", "standing", "learners", "source")
    rows: list[tuple[str, ...]] = [
        (e["id"], e["kind"], e["standing"], ", ".join(e["learners"]), e["source"]) for e in entries
    ]
    if {e["from"] for e in entries} != {"learncheck"}:
        head = (*head, "from")
        rows = [(*row, e["from"]) for row, e in zip(rows, entries, strict=True)]
    if not out.is_terminal:
        print_rows(out, head, rows)
        return
    widths = [max(map(len, column)) + 2 for column in zip(head, *rows, strict=True)]
    fitting = max((n for n in range(1, len(head) + 1) if sum(widths[:n]) - 2 <= out.width), default=1)
    topic = ""
    for number, row in enumerate((head, *rows)):
        if number and (here := entries[number - 1]["topic"]) != topic:
            topic = here
            say(out, f"\n{topic}" if topic else "", style="bold")
        first = "".join(cell.ljust(width) for cell, width in zip(row[:fitting], widths, strict=False))
        say(out, first.rstrip(), style="" if number else "bold")
        if below := "; ".join(filter(None, row[fitting:])):
            say(out, f"    {below}", style="dim" if number else "bold dim")
