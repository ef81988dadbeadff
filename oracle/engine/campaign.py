"""Long campaigns: the attack on claims, shared out among cores and machines, that survives being killed.

The plan is in `pieces`, what is written down in `journal`, what is shared with others in `examples`.

What is promised: verdicts, counterexamples, witnesses, ratios and the numbers of games depend on the claims, the
profile, the seed, the version of learncheck and of what it draws with, and on what the example database holds when a
claim is begun and when half of its search is over. They do not depend on the workers: how many there are, how fast they
are, in which order they finish, whether some are killed, or the campaign itself is and is resumed. Times do; so does a
counterexample that takes Hypothesis more than its five minutes to make small, and a piece that ends every worker it is
given to, which is an oracle-error and is played again when the campaign is resumed.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path

from hypothesis.database import ExampleDatabase

from learncheck.oracle.engine.attack import PROFILES, Profile
from learncheck.oracle.engine.examples import NoDatabase, database
from learncheck.oracle.engine.executors import Crew
from learncheck.oracle.engine.journal import Call, listed
from learncheck.oracle.engine.pieces import SMALL, Piece, Result, Subject, play
from learncheck.oracle.engine.standing import Pace, Say, Standing, Tell, on_stderr
from learncheck.oracle.engine.tally import evidence_of
from learncheck.oracle.engine.target import Target
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import refute
from learncheck.theorems.language.claim import Claim

__all__ = ["NoDatabase", "Standing", "Tell", "campaign", "database"]

Targets = Mapping[str, Sequence[Target]]
"""Who is attacked, by claim: none where a printed statement's counterexample is replayed."""


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
    say: Say = on_stderr,
) -> Iterator[list[Evidence]]:
    """The evidence for each claim, in order, as `engine.verify.run_all`.

    start, workers: what makes the executor that does the work, and how many work there; None for this process.
    resume:         take over the pieces that an earlier campaign of the same profile, seed and version finished.
    examples:       where counterexamples and best witnesses are kept and looked for; by default `database()`.
    tell, say:      are told how far it is; and, once, what is taken over, and how to resume it when it is stopped.
    """
    how = PROFILES[profile] if isinstance(profile, str) else profile
    shared = database() if examples is None else examples
    targets = {
        claim.id: [Target(claim, subject, how, seed, resume, shared) for subject in _subjects(claim, file)]
        for claim, file in chosen
    }
    call = Call(how.name, seed, [claim.id for claim, _ in chosen])
    for sentence in _resumed(call, targets) if resume else _begun(call):
        say(sentence)
    call.save()
    run = _Campaign(targets, start, workers, tell)
    try:
        with closing(run.attack()) as ended:
            for claim, _ in chosen:
                while any(target.evidence is None for target in targets[claim.id]):
                    next(ended)
                found = [target.evidence for target in targets[claim.id] if target.evidence is not None]
                yield found or [refute(claim)]
    except BaseException:
        now = run.standing()
        say(f"{now.pieces_done} of {now.pieces} pieces are written down; the same command with --resume goes on")
        raise
    call.finished = True
    call.save()


def _subjects(claim: Claim, file: Path | None) -> list[Subject]:
    """The claim on each learner that it is about; none where only its refutation is replayed."""
    if claim.refuted_by is not None:
        return []
    source = None if file is None else file.read_bytes()
    return [Subject(claim.id, None if make is None else make.__name__, file, source) for make in claim.about or [None]]


def _resumed(call: Call, targets: Targets) -> Iterator[str]:
    """What is taken over, and what is not, and why."""
    yield from call.differs(Call.latest())
    everyone = [target for each in targets.values() for target in each]
    begun_anew: dict[str, list[str]] = defaultdict(list)
    for target in everyone:
        begun_anew[target.journal.changed].append(target.claim.id)
    for reason, ids in begun_anew.items():
        if reason:
            yield f"{reason} since the earlier campaign; nothing is taken over for {listed(list(dict.fromkeys(ids)))}"
    finished = sum(target.finished for target in everyone)
    yield f"{finished} of {sum(len(target.pieces) for target in everyone)} pieces are taken over"


def _begun(call: Call) -> Iterator[str]:
    earlier = Call.latest()
    if earlier is not None and not earlier.finished and not call.differs(earlier):
        yield "the earlier campaign here was not finished; this one plays all of it again, since --resume is not given"


class _Campaign:
    """Shares the pieces out, and puts the evidence together whenever the last piece of a target has ended."""

    def __init__(self, targets: Targets, start: Callable[[], Executor] | None, workers: int, tell: Tell) -> None:
        self._targets, self._start, self._workers, self._tell = targets, start, workers, tell
        self._open = [target for each in targets.values() for target in each]
        self._of = {target.subject: target for target in self._open}
        self._pace = Pace(workers)
        self._current = ""

    def attack(self) -> Generator[None]:
        """Attack until every target has its evidence. Yields whenever one more has it."""
        self._tell(self.standing())
        for piece, result in self._played():
            target = self._of[piece.subject]
            self._current = target.claim.id
            if target.evidence is None:  # it may have fallen since the piece was handed out
                target.record(piece, result)
            if isinstance(result, Result):
                self._pace.played(piece, result.seconds)
            self._tell(self.standing())
            yield from self._conclude()
        yield from self._conclude()  # those of which nothing was left to play

    def standing(self) -> Standing:
        """How far it is."""
        everyone = self._of.values()
        unfinished = [piece for target in self._open for piece in target.unfinished()]
        pieces = sum(target.last + 1 for target in everyone)
        closest = [(target.claim.id, target.closest.ratio) for target in everyone if target.closest is not None]
        return Standing(
            claims=len(self._targets),
            claims_done=sum(all(target.evidence is not None for target in each) for each in self._targets.values()),
            pieces=pieces,
            pieces_done=pieces - len(unfinished),
            games=sum(target.games for target in everyone),
            ratios=dict(sorted(closest, key=lambda each: each[1])),
            fallen=list(dict.fromkeys(target.claim.id for target in everyone if target.fell)),
            current=self._current,
            seconds_left=self._pace.left(unfinished),
        )

    def _played(self) -> Iterator[tuple[Piece, Result | BaseException]]:
        if self._start is not None:
            yield from Crew(self._start, play, window=2 * self._workers).run(self._draw)
            return
        while (piece := self._draw()) is not None:
            try:
                result: Result | BaseException = play(piece, self._of[piece.subject].claim)
            except Exception as error:
                result = error
            yield piece, result

    def _draw(self) -> Piece | None:
        """The next piece for a worker: small failures of all claims are looked for first, then claim after claim."""
        for most in (SMALL, math.inf):
            for target in self._open:
                games = target.games
                piece = target.draw(most)
                if target.games > games:  # of a campaign that is resumed, or of others
                    self._tell(self.standing())
                if piece is not None:
                    return piece
        return None

    def _conclude(self) -> Iterator[None]:
        for target in [each for each in self._open if each.decided]:
            try:
                target.evidence = evidence_of(target)
            except Exception as error:  # that of a proof, most likely; the other claims have nothing to do with it
                message = f"{type(error).__name__}: {error}"
                target.evidence = Evidence(target.claim, target.subject.learner, "oracle-error", message=message)
            self._open.remove(target)
            self._tell(self.standing())
            yield
