"""The claims of the notes, for tests that are parametrized by ids: to collect the tests takes no claim."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files

from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import OURS, catalogue
from learncheck.theorems.recorded import recorded


class Claims(Mapping[str, Claim]):
    """Every claim by its id, in the order of the notes. All are loaded when the first is asked for."""

    @cached_property
    def _loaded(self) -> dict[str, Claim]:
        return {claim.id: claim for claim in catalogue()}

    @cached_property
    def _ids(self) -> list[str]:
        return [name for name, about in recorded().items() if about["listed"]["from"] == OURS]

    def __getitem__(self, name: str) -> Claim:
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


CLAIMS = Claims()


def proved_claims() -> list[str]:
    """The ids of the claims whose certificates are stored."""
    stored = {path.name for path in files("learncheck.theorems.certificates").iterdir()}
    return [name for name in CLAIMS if f"{name}.json" in stored]
