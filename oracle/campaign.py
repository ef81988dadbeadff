"""Long campaigns: the attack on a claim, cut into pieces that cores and machines share, and that survive being killed.

Every piece has a seed of its own and depends on nothing but itself, and the pieces are put together in their order; so
what is found does not depend on who works on them. A finished piece is written down at once: `resume` takes it over.
Counterexamples and best witnesses are kept in one of Hypothesis's example databases, and start the next campaign.
"""

import hashlib
import json
import math
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, MultiplexedDatabase

from oracle import records
from oracle.attack import PROFILES, Assault, Found, Profile
from oracle.executors import Crew
from oracle.judge import judge
from oracle.prove import prove
from oracle.shrink import shorten, shrink
from oracle.verdicts import Attack, Counterexample, Evidence, Outcome
from oracle.verify import refute
from strategies.case import Case, Make, decode, encode
from strategies.choices import Choices
from theorems.claim import Claim
from theorems.registry import all_claims, load_file

EXAMPLES = Path(".learncheck") / "examples"
CAMPAIGN = Path(".learncheck") / "campaign"

SCOUT_PIECE, SEARCH_PIECE = 5_000, 1_000
"""Games of a piece, at most. They do not depend on the workers, or what is found would."""

SMALL = 1
"""The first piece of the search comes right after what is known and what is exhausted: it has the smallest failures."""


class NoDatabase(ValueError):
    """The example database that is asked for cannot be had; the message says what to do."""


def database(shared: str | None = None) -> ExampleDatabase:
    """Hypothesis's database in the working folder, multiplexed with a shared one: redis://host:6379, or a folder."""
    here = DirectoryBasedExampleDatabase(EXAMPLES)
    if shared is None:
        return here
    if "://" not in shared:
        return MultiplexedDatabase(here, DirectoryBasedExampleDatabase(shared))
    if not shared.startswith(("redis://", "rediss://", "unix://")):
        raise NoDatabase(f"{shared!r} is neither a folder nor redis://host:port")
    try:
        from hypothesis.extra.redis import RedisExampleDatabase
        from redis import Redis, RedisError
    except ImportError:
        raise NoDatabase("redis is not installed; pip install 'learncheck[redis]'") from None
    server = Redis.from_url(shared)
    try:
        server.ping()
    except (RedisError, OSError) as error:
        raise NoDatabase(f"no Redis answers at {shared}: {error}") from None
    return MultiplexedDatabase(here, RedisExampleDatabase(server, key_prefix=b"learncheck:"))


@dataclass(frozen=True)
class Piece:
    """A part of the attack on one claim and one learner: all that a worker has to know, wherever it works.

    index:  its place among the pieces of the claim and learner.
    attack: "fixed" (the witnesses and what is exhausted), "scout" or "search".
    starts: choices that the search sets out from.
    file, source: the file that defines the claim, if not the registry, and what stands in it.
    """

    claim_id: str
    learner: str | None
    index: int
    attack: str
    profile: Profile
    seed: int
    starts: tuple[tuple[int, ...], ...] = ()
    file: Path | None = None
    source: bytes | None = None


class Fall(msgspec.Struct):
    """A failure before it is made small: the case, and where known the choices that made it, of one of the attacks."""

    verdict: str
    case: Any
    taken: list[int] | None
    attack: str


class Result(msgspec.Struct):
    """What a piece found: numbers and encoded cases, fit for a file and for a journey.

    closest: the case of the largest ratio, with the choices that made it if the search did; worst: the worst violation.
    """

    attacks: list[dict[str, Any]]
    ratio: float | None = None
    closest: Any = None
    taken: list[int] | None = None
    attained: bool = False
    exhausted: str = ""
    fall: Fall | None = None
    worst: Any = None
    error: str = ""

    @property
    def games(self) -> int:
        return sum(each["games"] for each in self.attacks)


@dataclass
class Target:
    """One claim on one learner, and what is known of it so far."""

    claim: Claim
    make: Make | None
    learner: str | None
    file: Path | None
    folder: Path
    key: bytes
    pieces: list[Piece] = field(default_factory=list)
    results: dict[int, Result] = field(default_factory=dict)
    evidence: Evidence | None = None

    @property
    def fallen(self) -> int | None:
        """The first piece that fell, or that stopped for another reason."""
        return min((index for index, each in self.results.items() if each.fall or each.error), default=None)

    def needs(self, piece: Piece) -> bool:
        """Whether the piece can still change the evidence: those after the first fall cannot."""
        if self.evidence is not None or piece.index in self.results:
            return False
        return self.fallen is None or (0 <= self.fallen and piece.index <= max(self.fallen, SMALL))

    @property
    def ratio(self) -> float | None:
        return max((each.ratio for each in self.results.values() if each.ratio is not None), default=None)


@dataclass
class Standing:
    """How far a campaign is, for those who watch it."""

    claims: int
    claims_done: int = 0
    pieces: int = 0
    pieces_done: int = 0
    games: int = 0
    ratios: dict[str, float] = field(default_factory=dict)
    fallen: list[str] = field(default_factory=list)
    current: str = ""

    def words(self, width: int) -> str:
        """Claims, games, the claim at work with its best ratio, and what has fallen, in a line above the bar."""
        best = self.ratios.get(self.current)
        near = "" if best is None else f" {best:.4f} of the bound"
        below = sorted((value, name) for name, value in self.ratios.items() if value < 1)[-3:]
        closest = "".join(f"; {name} {value:.4f}" for value, name in reversed(below))
        said = f"{self.claims_done}/{self.claims} claims, {self.games:,} games; {self.current}{near}{closest}"
        if self.fallen:
            said = f"{len(self.fallen)} FELL ({', '.join(self.fallen)}); {said}"
        return said[: width - 1] + "\n"


Tell = Callable[[Standing], None]


def campaign(
    chosen: Sequence[tuple[Claim, Path | None]],
    profile: str | Profile,
    *,
    seed: int = 0,
    start: Callable[[], Executor] | None = None,
    workers: int = 1,
    resume: bool = False,
    examples: ExampleDatabase | None = None,
    tell: Tell = lambda standing: None,
) -> Iterator[list[Evidence]]:
    """The evidence for each claim, in order, as `oracle.verify.run_all`.

    start, workers: what makes the executor that does the work, and how many work there; None for this process.
    resume:         take over the pieces that an earlier campaign of the same profile, seed and code finished.
    examples:       where counterexamples and best witnesses are kept and looked for; by default `database()`.
    """
    how = PROFILES[profile] if isinstance(profile, str) else profile
    run = _Campaign(chosen, how, seed, start, workers, resume, examples or database(), tell)
    yield from run.evidence()


class _Campaign:
    """Shares the pieces out, writes their results down, and puts them together."""

    def __init__(
        self,
        chosen: Sequence[tuple[Claim, Path | None]],
        profile: Profile,
        seed: int,
        start: Callable[[], Executor] | None,
        workers: int,
        resume: bool,
        examples: ExampleDatabase,
        tell: Tell,
    ) -> None:
        self.chosen, self.profile, self.seed = chosen, profile, seed
        self.start, self.workers, self.resume = start, workers, resume
        self.examples, self.tell = examples, tell
        self.targets = {claim.id: self._targets(claim, file) for claim, file in chosen}
        self.by_piece: dict[int, Target] = {}
        self.standing = Standing(len(chosen))

    def evidence(self) -> Iterator[list[Evidence]]:
        everything = [target for each in self.targets.values() for target in each]
        self.standing.pieces = sum(len(target.pieces) for target in everything)
        for target in everything:
            self._take_over(target)
        due = iter(self.chosen)
        claim = next(due, None)
        for second in (False, True):
            for _ in self._play([target for target in everything if target.evidence is None], second):
                while claim is not None and self._is_done(claim[0]):
                    yield self._of(claim[0])
                    claim = next(due, None)
        while claim is not None:
            yield self._of(claim[0])
            claim = next(due, None)

    def _targets(self, claim: Claim, file: Path | None) -> list[Target]:
        if claim.refuted_by is not None:
            return []
        source = None if file is None else file.read_bytes()
        found = []
        for make in claim.about or (None,):
            learner = None if make is None else make.__name__
            state = digest(self.profile, source)
            name = "-".join([claim.id, learner or "claim", self.profile.name, str(self.seed), state[:16]])
            key = "/".join(["learncheck", "" if file is None else file.name, claim.id, learner or ""])
            target = Target(claim, make, learner, file, CAMPAIGN / name, key.encode())
            target.pieces = cut(claim.id, learner, self.profile, self.seed, file, source)
            found.append(target)
        return found

    def _take_over(self, target: Target) -> None:
        """What the campaign begins with: pieces that are finished, and the cases of the database."""
        if not self.resume:
            shutil.rmtree(target.folder, ignore_errors=True)
        for index in range(-1, len(target.pieces)):
            found = _read(_path(target, index), Result)
            if found is not None:
                target.results[index] = found
                self.standing.games += found.games
                self.standing.pieces_done += index >= 0
        if -1 not in target.results:
            self._record(target, -1, known(target, self.examples))
        if target.fallen == -1:
            self._conclude(target)

    def _play(self, targets: Sequence[Target], second: bool) -> Iterator[None]:
        """Play the pieces of the first round, or of the second, which sets out from what the first one found."""
        pieces = []
        for target in targets:
            for piece in target.pieces:
                if _is_second(piece, target) == second and target.needs(piece):
                    ready = replace(piece, starts=_starts(target)) if second else piece
                    pieces.append(ready)
                    self.by_piece[id(ready)] = target
        ordered = pieces if second else sorted(pieces, key=lambda piece: piece.index > SMALL)
        for piece, result in self._work(ordered):
            target = self.by_piece[id(piece)]
            if target.evidence is not None:
                continue  # it was under way when an earlier piece fell
            if isinstance(result, BaseException):
                result = Result([], error=f"{type(result).__name__}: {result}")
                target.results[piece.index] = result  # not written down: it may be the worker's fault
            else:
                self._record(target, piece.index, result)
            self.standing.pieces_done += 1
            self._conclude_if_done(target)
            self.tell(self.standing)
            yield
        for target in targets:
            self._conclude_if_done(target)  # all of its pieces were taken over
        yield

    def _work(self, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Result | BaseException]]:
        def needed(piece: Piece) -> bool:
            return self.by_piece[id(piece)].needs(piece)

        if self.start is None:
            for piece in filter(needed, pieces):
                try:
                    yield piece, play(piece, self.by_piece[id(piece)].claim)
                except Exception as error:
                    yield piece, error
            return
        crew = Crew(self.start, play, window=2 * self.workers)
        yield from crew.as_completed(pieces, needed)

    def _record(self, target: Target, index: int, result: Result) -> None:
        target.results[index] = result
        records.write_json(_path(target, index), msgspec.to_builtins(result))
        self.standing.games += result.games
        self.standing.current = target.claim.id
        if target.ratio is not None:
            self.standing.ratios[target.claim.id] = max(target.ratio, self.standing.ratios.get(target.claim.id, 0.0))

    def _conclude_if_done(self, target: Target) -> None:
        if target.evidence is None and not any(target.needs(piece) for piece in target.pieces):
            self._conclude(target)

    def _conclude(self, target: Target) -> None:
        evidence = target.evidence = put_together(target, self.profile)
        self.standing.pieces -= sum(piece.index not in target.results for piece in target.pieces)
        if target.claim.proof is not None and target.make is target.claim.learner:
            evidence.proof = prove(target.claim)
        share(target, self.examples)
        if evidence.counterexample is not None:
            self.standing.fallen.append(target.claim.id)
        self.standing.claims_done += self._is_done(target.claim)
        self.tell(self.standing)

    def _is_done(self, claim: Claim) -> bool:
        return all(target.evidence is not None for target in self.targets[claim.id])

    def _of(self, claim: Claim) -> list[Evidence]:
        if claim.refuted_by is not None:
            return [refute(claim)]
        return [target.evidence for target in self.targets[claim.id] if target.evidence is not None]


def cut(
    claim_id: str, learner: str | None, profile: Profile, seed: int, file: Path | None, source: bytes | None
) -> list[Piece]:
    """The pieces of the attack on one claim and learner, each with its own seed."""
    scouts = [("scout", games) for games in _shares(profile.scout, SCOUT_PIECE)]
    searches = [("search", games) for games in _shares(profile.search, SEARCH_PIECE)]
    pieces = []
    for index, (attack, games) in enumerate([("fixed", 0), *searches[:1], *scouts, *searches[1:]]):
        part = replace(profile, scout=games, search=games)
        own = hashlib.sha256(f"{seed} {claim_id} {learner} {attack} {index}".encode()).digest()
        pieces.append(
            Piece(claim_id, learner, index, attack, part, int.from_bytes(own[:4], "big"), file=file, source=source)
        )
    return pieces


def _shares(games: int, most: int) -> list[int]:
    return [min(most, games - done) for done in range(0, games, most)]


def _is_second(piece: Piece, target: Target) -> bool:
    """Whether the piece waits for the best of the others: the second half of the search does."""
    searches = [each.index for each in target.pieces if each.attack == "search"]
    return piece.index in searches[math.ceil(len(searches) / 2) :]


def _starts(target: Target) -> tuple[tuple[int, ...], ...]:
    """The choices of the best witness that the first half of the search has found, or that an earlier campaign has."""
    first = [-1, *(piece.index for piece in target.pieces if not _is_second(piece, target))]
    found = [target.results[index] for index in first if index in target.results]
    found = [each for each in found if each.taken is not None and each.ratio is not None]
    best = max(found, key=lambda each: each.ratio or 0.0, default=None)
    return () if best is None or best.taken is None else (tuple(best.taken),)


def play(piece: Piece, claim: Claim | None = None) -> Result:
    """What a worker does: one piece, not shrunk."""
    if claim is None:
        claim = _claims(piece.file, piece.source)[piece.claim_id]
    make = {each.__name__: each for each in claim.about}.get(piece.learner or "")
    evidence = Evidence(claim, piece.learner)
    assault = Assault(claim, make, piece.profile, piece.seed, True, evidence, starts=piece.starts)
    names = ("witnesses", "exhaustive") if piece.attack == "fixed" else (piece.attack,)
    found = assault.run(names)
    closest = evidence.closest
    return Result(
        [_as_dict(each) for each in evidence.attacks],
        ratio=evidence.ratio,
        closest=None if closest is None else encode(closest.case),
        taken=assault.closest_taken,
        attained=assault.attained,
        exhausted=evidence.exhausted,
        fall=None if found is None else _fall(found),
        worst=None if assault.worst is None else encode(assault.worst.case),
    )


@cache
def _claims(file: Path | None, source: bytes | None) -> dict[str, Claim]:
    if file is None or source is None:
        return {claim.id: claim for claim in all_claims()}
    with tempfile.TemporaryDirectory(prefix="learncheck-") as folder:  # a cluster's worker does not see the file
        path = Path(folder) / file.name
        path.write_bytes(source)
        return {claim.id: claim for claim in load_file(path)}


def _as_dict(attack: Attack) -> dict[str, Any]:
    return {name: getattr(attack, name) for name in Attack.__slots__}


def _fall(found: Found) -> Fall:
    outcome, taken, _, name = found
    return Fall(outcome.verdict, encode(outcome.case), None if taken is None else list(taken), name)


def put_together(target: Target, profile: Profile) -> Evidence:
    """The evidence of all pieces, up to the first that fell; its counterexample is made small here, once."""
    claim, last = target.claim, target.fallen
    parts = [each for index, each in sorted(target.results.items()) if last is None or index <= last]
    evidence = Evidence(claim, target.learner)
    for part in parts:
        _add_attacks(evidence, part)
        evidence.exhausted = evidence.exhausted or part.exhausted
    best = _best([each for each in parts if each.ratio is not None])
    if best is not None:
        evidence.closest = judge(claim, target.make, decode(best.closest, records.any_case()))
    evidence.seconds = sum(each.seconds for each in evidence.attacks)
    stopped = None if last is None else target.results[last]
    if stopped is not None and stopped.error:
        evidence.verdict, evidence.message = "oracle-error", stopped.error
    elif stopped is not None and stopped.fall is not None:
        _fell(evidence, target, stopped, profile)
    elif evidence.games == 0:
        evidence.verdict = "oracle-error"
        evidence.message = "no case met the hypotheses of this claim, so nothing was checked"
    elif evidence.undecided:
        evidence.verdict = "undecided"
    evidence.attained = evidence.verdict == "stands" and any(each.attained for each in parts)
    return evidence


def _add_attacks(evidence: Evidence, part: Result) -> None:
    for row in part.attacks:
        whole = next((each for each in evidence.attacks if each.name == row["name"]), None)
        if whole is None:
            evidence.attacks.append(Attack(**row))
            continue
        for name in ("games", "rounds", "outside", "undecided", "seconds"):
            setattr(whole, name, getattr(whole, name) + row[name])
        whole.worst = max((each for each in (whole.worst, row["worst"]) if each is not None), default=None)


def _best(parts: Iterable[Result]) -> Result | None:
    """The first of the largest ratio."""
    return max(parts, key=lambda each: each.ratio or 0.0, default=None)


def _fell(evidence: Evidence, target: Target, first: Result, profile: Profile) -> None:
    """Make the counterexample small, unless that has been done, and write it down."""
    fall = first.fall
    assert fall is not None
    small = target.results.get(SMALL)
    if fall.taken is None and small is not None and small.fall is not None and small.fall.verdict == fall.verdict:
        fall, first = small.fall, small
    path = target.folder / "smallest.json"
    outcome = _judged(target, fall.case)
    shrunk = _read(path, Fall)
    if shrunk is not None:
        smallest = _judged(target, shrunk.case)
    elif fall.attack == "shared":
        smallest = outcome
    else:
        smallest = _small(target, fall, outcome, profile)
        written = Fall(smallest.verdict, encode(smallest.case), None, fall.attack)
        records.write_json(path, msgspec.to_builtins(written))
    evidence.verdict, evidence.message = smallest.verdict, smallest.message
    if outcome.failed:
        worst = max(
            outcome, _judged(target, first.worst) if first.worst is not None else outcome,
            key=lambda each: each.ratio or 0.0,
        )  # fmt: skip
        evidence.counterexample = Counterexample(smallest, worst, fall.attack)


def _judged(target: Target, case: Any) -> Outcome:
    return judge(target.claim, target.make, decode(case, records.any_case()))


def _small(target: Target, fall: Fall, outcome: Outcome, profile: Profile) -> Outcome:
    if outcome.verdict not in ("falsified", "invalid", "crashed"):
        return outcome

    def again(case: Case) -> Outcome:
        return judge(target.claim, target.make, case)

    if fall.taken is None:
        return shorten(outcome, again, profile.shrink)
    return shrink(_build(target.claim, fall.attack, profile), fall.taken, outcome, again, profile.shrink)


def _build(claim: Claim, attack: str, profile: Profile) -> Callable[[Choices], Case]:
    """The decoder whose choices an attack records."""
    family = claim.cases
    if attack == "exhaustive":
        return claim.build(family.quick if profile.exhaustive == "quick" else family.full, family.exhaust)
    return claim.build(family.scout if attack == "scout" else family.search)


class Example(msgspec.Struct):
    """A value of the database: a case, and where known the choices by which the search made it."""

    case: Any
    taken: list[int] | None = None


def known(target: Target, examples: ExampleDatabase) -> Result:
    """Play what the database has of the claim: counterexamples, which end the campaign at once, and best witnesses."""
    row = Attack("witnesses")
    result = Result([])
    for kind in (b"/fallen", b"/best"):
        for value in sorted(examples.fetch(target.key + kind), key=lambda each: (len(each), each)):
            try:
                example = msgspec.convert(json.loads(value), Example)
                outcome = _judged(target, example.case)
            except (ValueError, TypeError, KeyError):
                examples.delete(target.key + kind, value)  # written by another version
                continue
            row.games += not outcome.outside
            row.rounds += 0 if outcome.trace is None else len(outcome.trace.rounds)
            result.attained = result.attained or outcome.attained
            if outcome.ratio is not None and not outcome.outside and outcome.ratio > (result.ratio or -math.inf):
                result.ratio, result.closest, result.taken = outcome.ratio, example.case, example.taken
            if outcome.failed and not outcome.outside:
                result.fall = Fall(outcome.verdict, example.case, None, "shared")
                break
            if kind == b"/fallen":
                examples.delete(target.key + kind, value)  # the code has been mended
        if result.fall is not None:
            break
    row.worst = result.ratio
    result.attacks = [_as_dict(row)] if row.games else []
    return result


def share(target: Target, examples: ExampleDatabase) -> None:
    """Put the counterexample, or the best witness, into the database; a worse witness goes."""
    evidence = target.evidence
    assert evidence is not None
    if evidence.counterexample is not None:
        case = encode(evidence.counterexample.smallest.case)
        examples.save(target.key + b"/fallen", _packed(Example(case)))
        return
    old = target.results[-1]
    best = _best([each for _, each in sorted(target.results.items()) if each.ratio is not None])
    if evidence.verdict != "stands" or best is None or best is old:
        return
    for value in list(examples.fetch(target.key + b"/best")):
        examples.delete(target.key + b"/best", value)
    examples.save(target.key + b"/best", _packed(Example(best.closest, best.taken)))


def _packed(example: Example) -> bytes:
    return json.dumps(msgspec.to_builtins(example)).encode()


def _path(target: Target, index: int) -> Path:
    name = "known" if index < 0 else f"{index:04}-{target.pieces[index].attack}"
    return target.folder / f"{name}.json"


Stored = Any


def _read(path: Path, kind: type[Stored]) -> Stored | None:
    """What was written down, unless it is missing or no such thing."""
    try:
        return msgspec.convert(json.loads(path.read_text("utf-8")), kind)
    except (OSError, ValueError):
        return None


def digest(profile: Profile, source: bytes | None) -> str:
    """Tells whether anything has changed on which a piece's result depends."""
    return hashlib.sha256(f"{profile} {SCOUT_PIECE} {SEARCH_PIECE} {_code()}".encode() + (source or b"")).hexdigest()


@cache
def _code() -> str:
    """This version of learncheck, to the letter, and of what it draws with."""
    from importlib.metadata import version

    seen = hashlib.sha256(" ".join(version(name) for name in ("learncheck", "hypothesis", "numpy")).encode())
    top = Path(__file__).parent.parent
    for package in ("learners", "strategies", "theorems", "oracle"):
        for path in sorted((top / package).glob("*.py")):
            seen.update(path.name.encode() + path.read_bytes())
    return seen.hexdigest()
