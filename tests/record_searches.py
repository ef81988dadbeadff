"""Record the searches of correct submissions, which are then not drawn again (`learncheck.oracle.engine.searches`).

python tests/record_searches.py            rewrite the file, in a minute
python tests/record_searches.py --check    print the searches whose record differs from what would be drawn now

The submissions are the reference learners, and the same with ties broken to either side; for the Perceptron with broken
ties also the variant that updates only on wrong answers, which most students write.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from learncheck.learners import LEARNERS, Perceptron
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine import searches
from learncheck.oracle.engine.attack import attack
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.grading.wanted import claims_about
from learncheck.theorems.language.claim import Claim

SEED = 0
PROFILE = PROFILES["quick"]


def right(cls: type) -> Iterator[type]:
    """The learner, and the same with ties broken to either side."""
    yield cls
    if not hasattr(cls, "fit"):
        for side in (1, -1):
            methods = {"predict": _broken(cls, side)}
            yield type(cls.__name__, (cls,), methods)
            if cls is Perceptron:  # the others already call their own `predict`
                yield type(cls.__name__, (cls,), {**methods, "update": _on_wrong_answers(cls)})


def _broken(cls: Any, side: int) -> Any:
    def predict(self: Any, x: Any) -> Any:
        found = cls.predict(self, x)
        return np.where(np.asarray(found) == 0, side, found)[()]

    return predict


def _on_wrong_answers(cls: Any) -> Any:
    def update(self: Any, x: Any, y: int) -> None:
        if self.predict(x) != y:
            cls.update(self, x, y)

    return update


def drawn(claims: Iterable[Claim]) -> dict[str, list[searches.Looks]]:
    """Their searches, by key, drawn without looking at the record."""
    found: dict[str, list[searches.Looks]] = {}
    with mock.patch.object(searches, "_file", dict):
        for claim in claims:
            searches.forget()
            assert claim.learner is not None
            for cls in right(claim.learner):
                plays = Plays(partial(LocalLearner, cls))
                attack(claim, plays, claim.learner.__name__, PROFILE, seed=SEED, steps=False, kinds=("search",))
            known = found.setdefault(searches.key(claim, PROFILE.search, SEED), [])
            for looks in reversed(list(searches.earlier_searches(claim, PROFILE.search, SEED))):
                search = [(look.taken, look.told) for look in looks]
                if search not in known and all(type(each) is int for taken, _ in search for each in taken):
                    known.append(search)
        searches.forget()
    return {of: each for of, each in found.items() if of and each}


def main(words: list[str]) -> int:
    found = drawn(claim for name in sorted(LEARNERS) for claim in claims_about(name))
    if "--check" not in words:
        searches.write(found)
        print(
            f"{len(found)} families, {sum(map(len, found.values()))} searches, {searches.FILE.stat().st_size:,} bytes"
        )
        return 0
    fresh = Path("build/searches.bin")
    fresh.parent.mkdir(exist_ok=True)
    searches.write(found, fresh)
    same = fresh.read_bytes() == searches.FILE.read_bytes()
    print("as they are drawn now" if same else f"they are drawn otherwise now; see {fresh}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
