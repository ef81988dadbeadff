"""Claims on learners by name, so that workers elsewhere can look them up."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from learncheck.oracle.boundary.folders import Folder
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.files import load_file
from learncheck.theorems.language.registry import select


@dataclass(frozen=True)
class Subject:
    """One claim on one learner, by name.

    file:   the file that defines the claim, with its content in `source`; None if the claim is in the registry.
    """

    claim_id: str
    learner: str | None
    file: Path | None = None
    source: bytes | None = None

    def claim(self) -> Claim:
        """Look up the claim."""
        if self.file is None or self.source is None:
            claims = select([self.claim_id])
        else:
            claims = _claims(self.file, self.source)
        return next(claim for claim in claims if claim.id == self.claim_id)


def subjects(claim: Claim, file: Path | None) -> list[Subject]:
    """List the claim on each of its learners; empty if the claim's stored refutation is only replayed."""
    if claim.refuted_by is not None:
        return []
    source = None if file is None else file.read_bytes()
    return [Subject(claim.id, None if make is None else make.__name__, file, source) for make in claim.about or [None]]


@cache
def _claims(file: Path, source: bytes) -> list[Claim]:
    if file.is_file() and file.read_bytes() == source:
        return load_file(file)  # next to the modules that it may import
    with Folder() as folder:  # a cluster's worker does not see the file
        path = Path(folder) / file.name
        path.write_bytes(source)
        return load_file(path)
