"""The example store: counterexamples and best witnesses, kept in Hypothesis's example databases."""

import json
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, MultiplexedDatabase

from learncheck.oracle.engine import records
from learncheck.oracle.engine.errands import Subject
from learncheck.oracle.engine.results import SHARED, Result, Seen, ratio_of
from learncheck.oracle.engine.store import Store
from learncheck.oracle.engine.verdicts import Attack
from learncheck.oracle.files import Unusable
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case, decode, encode

EXAMPLES = Path(".learncheck") / "examples"


def database(shared: str | None = None) -> ExampleDatabase:
    """Open Hypothesis's database in the working folder, multiplexed with one in a folder that others share.

    Raises Unusable if the working folder's is a symbolic link.
    """
    if link := next((path for path in (EXAMPLES.parent, EXAMPLES) if path.is_symlink()), None):
        raise Unusable(f"{link} is a symbolic link, which is not followed; remove it")
    here = DirectoryBasedExampleDatabase(EXAMPLES)
    return here if shared is None else MultiplexedDatabase(here, DirectoryBasedExampleDatabase(shared))


class Example(msgspec.Struct):
    """A value in the database: a case, and the choices from which the search decoded it, if known."""

    case: Any
    taken: list[Any] | None = None


class Examples(Store):
    """The examples for one claim and learner in a database: its counterexample and its best witnesses.

    Other campaigns may add examples at any time. None is trusted before it has been played here.
    """

    def __init__(self, database: ExampleDatabase, subject: Subject, judge: Callable[[Case], Outcome]) -> None:
        self._database, self._judge = database, judge
        key = "/".join(["learncheck", subject.file.name if subject.file else "", subject.claim_id])
        self._fallen = f"{key}/{subject.learner or ''}/fallen".encode()
        self._best = f"{key}/{subject.learner or ''}/best".encode()
        self._played: dict[bytes, Outcome | None] = {}

    def look(self, closest: Seen | None, drawn: Seen | None) -> Result:
        """Play the stored examples, and report those that add something.

        That is a counterexample that still fails; or else a witness closer than `closest`, or one whose choices are
        known and that is closer than `drawn`. Counterexamples that no longer fail, and cases that this version does not
        know, are deleted.
        """
        row = Attack("witnesses")
        result = Result()
        for key in (self._fallen, self._best):
            for value, outcome in self._outcomes(key):
                taken = _read(value).taken
                closer = ratio_of(outcome) > max(ratio_of(result.closest), ratio_of(closest))
                start = result.drawn or drawn
                better_start = taken is not None and ratio_of(outcome) > ratio_of(start)
                if closer:
                    result.closest, result.attained, row.worst = outcome, outcome.attained, outcome.ratio
                if better_start:
                    result.drawn = Seen(outcome, "search", taken)
                if closer or better_start or outcome.failed:
                    row.games += 1
                    row.rounds += 0 if outcome.trace is None else len(outcome.trace.rounds)
                    result.attacks = [row]
                if outcome.failed:
                    attack = SHARED if key == self._fallen else "witnesses" if taken is None else "search"
                    result.fall, result.settled = Seen(outcome, attack, taken), True
                    return result
        return result

    def put_counterexample(self, smallest: Outcome) -> None:
        """Add a counterexample. Only the smallest one is kept."""
        mine = _packed(Example(encode(smallest.case)))
        others = [value for value, outcome in self._outcomes(self._fallen) if outcome.failed and value != mine]
        self._keep(self._fallen, {min([mine, *others], key=_size)}, others)

    def put_witness(self, seen: Seen) -> None:
        """Add a witness. Keep only the closest one, and the closest one whose choices are known.

        Of equally close ones, the smallest is kept.
        """
        there = {value: (outcome.ratio or 0.0, _read(value).taken) for value, outcome in self._outcomes(self._best)}
        there[_packed(Example(encode(seen.outcome.case), seen.taken))] = seen.ratio, seen.taken
        ranked = sorted(there, key=lambda value: (-there[value][0], _size(value)))
        drawn = [value for value in ranked if there[value][1] is not None]
        self._keep(self._best, {*ranked[:1], *drawn[:1]}, there)

    def _keep(self, key: bytes, kept: Collection[bytes], there: Iterable[bytes]) -> None:
        for value in kept:
            self._database.save(key, value)
        for value in there:
            if value not in kept:
                self._database.delete(key, value)

    def _outcomes(self, key: bytes) -> list[tuple[bytes, Outcome]]:
        """The examples under this key with their outcomes, the smallest first."""
        found = []
        for value in sorted(set(self._database.fetch(key)), key=_size):
            if value not in self._played:
                self._played[value] = self._play(value)
            outcome = self._played[value]
            if outcome is None or outcome.outside or (key == self._fallen and not outcome.failed):
                self._database.delete(key, value)
            else:
                found.append((value, outcome))
        return found

    def _play(self, value: bytes) -> Outcome | None:
        try:
            return self._judge(decode(_read(value).case, records.any_case()))
        except Exception:  # whatever it was, it is not a case of this claim
            return None


def _size(value: bytes) -> tuple[int, bytes]:
    return len(value), value


def _read(value: bytes) -> Example:
    return msgspec.convert(json.loads(value), Example)


def _packed(example: Example) -> bytes:
    return json.dumps(msgspec.to_builtins(example)).encode()
