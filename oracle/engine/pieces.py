"""The attack on a claim, cut into pieces that cores and machines share.

A piece has a seed of its own and depends on nothing but what it carries: whoever plays it finds the same.
"""

import hashlib
import math
import platform
import tempfile
import threading
import warnings
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from hypothesis.errors import HypothesisDeprecationWarning

from learncheck.oracle.engine.attack import Assault, Found, Profile
from learncheck.oracle.engine.batches import GAMES
from learncheck.oracle.engine.verdicts import Attack, Evidence, Verdict
from learncheck.strategies.play.case import Make, encode
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims, load_file

SCOUT_PIECE, BATCHES_PIECE, SEARCH_PIECE = 5_000, 500_000, 1_000
"""Games of a piece, at most. They do not depend on the workers, or what is found would."""

SMALL = 2
"""The pieces up to the first of the search come first: they have the smallest failures."""

Kind = Literal["shared", "fixed", "scout", "search"]


@dataclass(frozen=True)
class Subject:
    """Who is attacked: one claim on one learner, by name, and the file that defines the claim, if not the registry."""

    claim_id: str
    learner: str | None
    file: Path | None = None
    source: bytes | None = None

    def make(self, claim: Claim) -> Make | None:
        """What makes the learner."""
        return {each.__name__: each for each in claim.about}.get(self.learner or "")


@dataclass(frozen=True)
class Piece:
    """A part of the attack on one subject: all that a worker has to know, wherever it works.

    index:  its place among the pieces of the subject.
    kind:   "shared" looks into the example database, and waits for all pieces before it; "fixed" plays the witnesses
            and what is exhausted; "scout" and "search" play the profile's games of that name.
    starts: choices that the search sets out from; `from_best` where they are those of the best witness found so far.
    code:   the version that cut it. A worker of another version refuses.
    """

    subject: Subject
    index: int
    kind: Kind
    profile: Profile
    seed: int
    code: str
    from_best: bool = False
    starts: tuple[tuple[int, ...], ...] = ()


class Fall(msgspec.Struct):
    """A failure before it is made small: the case, and where known the choices that made it, of one of the attacks.

    message: what was said of it when it was seen, for learners that do not fail again.
    """

    verdict: Verdict
    case: Any
    taken: list[int] | None
    attack: str
    message: str = ""


class Witness(msgspec.Struct):
    """A case, its ratio of observed to bound, and the choices that made it if the search did."""

    ratio: float
    case: Any
    taken: list[int] | None = None


def ratio_of(witness: Witness | None) -> float:
    """How close it came; where there is none, less than anything."""
    return -math.inf if witness is None else witness.ratio


class Result(msgspec.Struct):
    """What a piece found: numbers and encoded cases, fit for a file and for a journey.

    starts:  those of the piece.
    closest: the witness of the largest ratio.
    drawn:   the witness of the largest ratio whose choices are known, so that a search can set out from it.
    worst:   the worst violation.
    """

    attacks: list[dict[str, Any]]
    starts: list[list[int]] = []
    closest: Witness | None = None
    drawn: Witness | None = None
    attained: bool = False
    exhausted: str = ""
    fall: Fall | None = None
    worst: Any = None
    error: str = ""

    @property
    def games(self) -> int:
        return sum(each["games"] for each in self.attacks)

    @property
    def seconds(self) -> float:
        return math.fsum(each["seconds"] for each in self.attacks)


class OtherVersion(Exception):
    """A worker of a cluster that would find something else than its campaign."""


def cut(subject: Subject, profile: Profile, seed: int) -> list[Piece]:
    """The pieces of the attack on one subject, each with its own seed.

    Half of the search starts from nothing. The other half comes last and sets out from the best witness, whoever
    found it.
    """
    searches = _searches(profile)
    half = math.ceil(len(searches) / 2)
    look: Part = ("shared", _nothing(profile))
    free = [look, ("fixed", _nothing(profile)), *searches[:1], *_scouts(profile), *searches[1:half]]
    bound = [look, *searches[half:]] if searches[half:] else []
    pieces = []
    for index, (kind, part) in enumerate([*free, *bound]):
        own = hashlib.sha256(f"{seed} {subject.claim_id} {subject.learner} {kind} {index}".encode()).digest()
        from_best = index > len(free)
        pieces.append(Piece(subject, index, kind, part, int.from_bytes(own[:4], "big"), code(), from_best))
    return pieces


Part = tuple[Kind, Profile]
"""What a piece plays."""


def _nothing(profile: Profile) -> Profile:
    return replace(profile, scout=0, batches=0, search=0, sizes=())


def _searches(profile: Profile) -> list[Part]:
    shares = _shares(profile.search, math.ceil(profile.search / SEARCH_PIECE))
    return [("search", replace(_nothing(profile), search=games)) for games in shares]


def _scouts(profile: Profile) -> list[Part]:
    """Each with some of the scout's games, and some of its batches, which are whole; the first plays the large ones."""
    count = max(math.ceil(profile.scout / SCOUT_PIECE), math.ceil(profile.batches / BATCHES_PIECE))
    alone, batches = _shares(profile.scout, count), _shares(profile.batches // GAMES, count)
    return [
        ("scout", replace(_nothing(profile), scout=games, batches=some * GAMES, sizes=() if number else profile.sizes))
        for number, (games, some) in enumerate(zip(alone, batches, strict=True))
    ]


def _shares(total: int, count: int) -> list[int]:
    """The total in so many parts, as equal as can be."""
    return [total * (part + 1) // count - total * part // count for part in range(count)]


_ALONE = threading.Lock()
"""What Hypothesis draws from belongs to the process, so that threads of a cluster's worker take turns."""


def play(piece: Piece, claim: Claim | None = None) -> Result:
    """What a worker does: one piece, not shrunk. The claim is looked up where it is not given.

    Raises OtherVersion where the campaign that cut the piece runs another version.
    """
    if piece.code != code():
        raise OtherVersion(
            f"a worker on {platform.node()} has another version of learncheck, Python, Hypothesis, numpy or scipy than "
            "the campaign; install the same"
        )
    with _ALONE, warnings.catch_warnings():
        # A cluster's worker has threads that draw random numbers; Hypothesis takes it that the strategy does.
        warnings.filterwarnings("ignore", "Do not use the `random` module", HypothesisDeprecationWarning)
        if claim is None:
            claim = _claims(piece.subject.file, piece.subject.source)[piece.subject.claim_id]
        evidence = Evidence(claim, piece.subject.learner)
        make = piece.subject.make(claim)
        assault = Assault(claim, make, piece.profile, piece.seed, True, evidence, starts=piece.starts)
        found = assault.run(("witnesses", "exhaustive") if piece.kind == "fixed" else (piece.kind,))
    closest = None
    if evidence.closest is not None and evidence.closest.ratio is not None:
        closest = Witness(evidence.closest.ratio, encode(evidence.closest.case), assault.closest_taken)
    return Result(
        [as_dict(each) for each in evidence.attacks],
        starts=[list(each) for each in piece.starts],
        closest=closest,
        drawn=closest if assault.closest_taken is not None else None,
        attained=assault.attained,
        exhausted=evidence.exhausted,
        fall=None if found is None else _fall(found),
        worst=None if assault.worst is None else encode(assault.worst.case),
    )


@cache
def _claims(file: Path | None, source: bytes | None) -> dict[str, Claim]:
    if file is not None and file.is_file() and file.read_bytes() == source:
        return {claim.id: claim for claim in load_file(file)}  # beside the modules that it may import
    if file is None or source is None:
        return {claim.id: claim for claim in all_claims()}
    with tempfile.TemporaryDirectory(prefix="learncheck-") as folder:  # a cluster's worker does not see the file
        path = Path(folder) / file.name
        path.write_bytes(source)
        return {claim.id: claim for claim in load_file(path)}


def as_dict(attack: Attack) -> dict[str, Any]:
    """The attack's books, fit for a file."""
    return {name: getattr(attack, name) for name in Attack.__slots__}


def _fall(found: Found) -> Fall:
    outcome, taken, _, name = found
    return Fall(outcome.verdict, encode(outcome.case), None if taken is None else list(taken), name, outcome.message)


@cache
def code() -> str:
    """This version, to the letter: learncheck's own text, and what it draws and computes with."""
    from importlib.metadata import version

    drawn_with = [platform.python_version(), *map(version, ("hypothesis", "numpy", "scipy"))]
    seen = hashlib.sha256(" ".join(drawn_with).encode())
    top = Path(__file__).parents[2]
    for package in ("exact", "learners", "strategies", "theorems", "oracle"):
        for path in sorted((top / package).rglob("*.py")):
            seen.update(path.name.encode() + path.read_bytes())
    return seen.hexdigest()
