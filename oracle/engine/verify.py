"""Verify claims on the reference learners: play all their plans on one executor, with or without a store.

Verdicts, counterexamples, witnesses, ratios and numbers of games are reproducible. They depend on the claims, the
profile, the seed, and the versions of learncheck and of the libraries it draws with. They do not depend on the workers:
their number, speed, order of completion or crashes, nor on whether the whole run is killed and resumed.

Exceptions are times, a counterexample that Hypothesis cannot shrink within its five minutes, and a shard on which every
worker dies. The last is an oracle-error, and is played again on resuming.
"""

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from pathlib import Path

from learncheck.oracle.boundary.failures import ours
from learncheck.oracle.boundary.names import shell_line
from learncheck.oracle.engine import records
from learncheck.oracle.engine.executors import as_completed
from learncheck.oracle.engine.faults import oracle_error
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.player import Tick, unwatched
from learncheck.oracle.engine.preflight import complaint, never_seen
from learncheck.oracle.engine.profiles import Profile, Shard
from learncheck.oracle.engine.run import Run
from learncheck.oracle.engine.store import Store, code
from learncheck.oracle.engine.subjects import Subject, subjects
from learncheck.oracle.engine.verdicts import Attack, Counterexample, Evidence
from learncheck.oracle.engine.worker import Task, play_here, received
from learncheck.oracle.judging.patience import LOOPS, patience
from learncheck.oracle.judging.played import Memory, remembering
from learncheck.strategies.play.case import Trace, encode
from learncheck.theorems.language.claim import Claim

Chosen = Sequence[tuple[Claim, Path | None]]
"""Claims, each with the file that defines it, or None if it is in the registry."""

Tell = Callable[["Verification"], None]


def verify(claims: Iterable[Claim], profile: Profile, *, tick: Tick = unwatched) -> Iterator[Evidence]:
    """Yield the evidence for each claim on each of its learners, working in this process, one claim after another."""
    for claim in claims:
        for evidence in run_all([(claim, None)], profile, tick=tick):
            yield from evidence


def run_all(
    chosen: Chosen, profile: Profile, *, seed: int = 0, start: Callable[[], Executor] | None = None, workers: int = 1,
    resume: bool | None = None, tick: Tick = unwatched, tell: Tell = unwatched,
    say: Callable[[str], None] = lambda sentence: None,
) -> Generator[list[Evidence]]:  # fmt: skip
    """Yield the evidence for each claim, in order.

    start:   makes the executor; None to work in this process.
    workers: the number of its workers.
    resume:  None to keep nothing. Otherwise this is a campaign, whose shards are saved as they finish; if true, it
             takes over those that an earlier one of the same profile, seed and version has finished.
    tick:    called with the growing evidence; with workers, only once a subject is finished.
    tell:    called whenever something has ended.
    say:     called with sentences: what is taken over, and, when a campaign is stopped, how to resume it.
    """
    run = Verification(chosen, profile, seed, start, workers, resume, tick, tell)
    if resume:
        say("{} of {} shards are reused".format(*run.shards))
    try:
        yield from run.all()
    except BaseException:
        if resume is not None:
            say("{} of {} shards are saved; the same command with --resume continues".format(*run.shards))
        raise


class Verification:
    """Plays the plans of claims on each of their learners, and merges the results into evidence, for `run_all`."""

    def __init__(
        self, chosen: Chosen, profile: Profile, seed: int, start: Callable[[], Executor] | None, workers: int,
        resume: bool | None, tick: Tick, tell: Tell,
    ) -> None:  # fmt: skip
        self._claims = [claim for claim, _ in chosen]
        self._start, self._workers, self._tick, self._tell = start, workers, tick, tell
        self._subjects = {claim.id: subjects(claim, file) for claim, file in chosen}
        self._runs: dict[Subject, Run] = {}
        for claim in self._claims:
            for subject in self._subjects[claim.id]:
                store = None if resume is None else Store(subject, profile, seed, resume)
                self._runs[subject] = _run(claim, subject.learner, profile, seed, store)
        self._evidence: dict[Subject, Evidence] = {}
        self._memory: Memory[Trace] = Memory()
        self.current = ""

    @property
    def _open(self) -> list[tuple[Subject, Run]]:
        """The runs that there is no evidence of yet."""
        return [(subject, run) for subject, run in self._runs.items() if subject not in self._evidence]

    def all(self) -> Generator[list[Evidence]]:
        """Yield the evidence for each claim, in order."""
        with closing(self._attack()) as ended:
            for claim in self._claims:
                while not self._is_done(claim.id):
                    next(ended)
                yield [self._evidence[subject] for subject in self._subjects[claim.id]] or [refute(claim)]

    @property
    def shards(self) -> tuple[int, int]:
        """How many shards have ended, of all that count."""
        count = sum(run.last + 1 for run in self._runs.values())
        return count - sum(1 for _, run in self._open for _ in run.unfinished()), count

    @property
    def games(self) -> int:
        return sum(run.games for run in self._runs.values())

    @property
    def fallen(self) -> list[str]:
        """The claims that have failed."""
        return list(dict.fromkeys(run.claim.id for run in self._runs.values() if run.fell))

    def _is_done(self, claim_id: str) -> bool:
        return all(subject in self._evidence for subject in self._subjects[claim_id])

    def _attack(self) -> Generator[None]:
        """Play until there is evidence on every subject. Yields whenever there is more evidence."""
        self._tell(self)
        for subject, shard, result in self._played():
            run = self._runs[subject]
            self.current = run.claim.id
            if subject not in self._evidence:  # it may have fallen since the shard was handed out
                run.record(shard, result)
            self._tell(self)
            yield from self._conclude()
        yield from self._conclude()  # subjects with nothing left to play

    def _played(self) -> Iterator[tuple[Subject, Shard, Evidence]]:
        if self._start is None:
            while (drawn := self._draw()) is not None:
                with remembering(self._memory):
                    result = self._runs[drawn[0]].play(drawn[1], self._tick)
                yield *drawn, result
            return
        for task, sent in as_completed(self._start, play_here, self._draw_task, window=2 * self._workers):
            subject, shard, _ = task
            claim = self._runs[subject].claim
            if isinstance(sent, BaseException):
                result = Evidence(claim, None, "oracle-error", message=ours(sent))
            else:
                result = received(sent, claim)
            yield subject, shard, result

    def _draw_task(self) -> Task | None:
        drawn = self._draw()
        return None if drawn is None else (*drawn, code())

    def _draw(self) -> tuple[Subject, Shard] | None:
        """The next shard for a worker: first the early ones of all claims, for small failures, then claim by claim."""
        for early in (True, False):
            for subject, run in self._open:
                games = run.games
                shard = run.draw(run.early if early else math.inf)
                if run.games > games:  # from the store
                    self._tell(self)
                if shard is not None:
                    return subject, shard
        return None

    def _conclude(self) -> Iterator[None]:
        for subject, run in self._open:
            if not run.decided:
                continue
            try:
                evidence = run.evidence()
                _demand(run, evidence)
            except (Exception, SystemExit) as error:  # from the claim's own code, again
                evidence = oracle_error(run.claim, run.learner, error)
            self._evidence[subject] = evidence
            if self._start is not None:
                self._tick(evidence)
            self._tell(self)
            yield


def _demand(run: Run, evidence: Evidence) -> None:
    """Turn the evidence into an oracle-error if the claim's definition is faulty, no matter how its games went."""
    if evidence.message.endswith(LOOPS):
        return
    with suppress(Exception, SystemExit):  # the attack has already met and reported them
        fault = complaint(run.claim, run.make)
        if not fault and evidence.verdict == "stands" and run.make is run.claim.learner:
            fault = never_seen(run.claim, run.make, evidence)
        if fault:
            evidence.verdict, evidence.message, evidence.counterexample = "oracle-error", fault, None


def _run(claim: Claim, learner: str | None, profile: Profile, seed: int, store: Store | None) -> Run:
    """The attack on the claim and this learner. The proof is checked only on the claim's own learner."""
    make = claim.learner_named(learner)
    proof = claim.proof is not None and make is claim.learner
    return Run(claim, make, learner, profile, seed=seed, proof=proof, store=store)


def refute(claim: Claim) -> Evidence:
    """Replay the stored counterexample of a false printed statement, which it must still refute."""
    start = time.perf_counter()
    learner = claim.learner.__name__ if claim.learner else None
    try:
        case = records.refutation(claim)
        with patience():
            outcome = judge(claim, claim.learner, case, steps=False)
    except records.BadRecord as error:
        message = f"refuted_by={claim.refuted_by!r}: {error}; give the case itself"
        return Evidence(claim, learner, "oracle-error", message=message)
    except (Exception, SystemExit) as error:
        return oracle_error(claim, learner, error)
    rounds = len(outcome.trace.rounds) if outcome.trace is not None else 0
    evidence = Evidence(claim, learner, outcome.verdict)
    evidence.attacks.append(Attack("witnesses", games=1, rounds=rounds, worst=outcome.ratio))
    evidence.closest = outcome
    evidence.message = outcome.message
    if outcome.outside:
        evidence.verdict, evidence.message = "stands", "the stored counterexample is " + outcome.message
    elif outcome.verdict == "stands":
        evidence.message = "the stored counterexample keeps the bound"
    if outcome.failed:
        path = f"theorems/notes/refutations/{claim.refuted_by}" if isinstance(claim.refuted_by, str) else None
        replay = None if path is None else f"learncheck replay {path}"
        evidence.counterexample = Counterexample(outcome, outcome, path, replay)
    evidence.seconds = time.perf_counter() - start
    return evidence


def keep(evidence: Evidence, claim_file: Path | None = None) -> None:
    """Save the counterexample of a claim that fell so that it can be replayed, unless it is stored already."""
    counterexample = evidence.counterexample
    if counterexample is not None and counterexample.path is None:
        subject = evidence.learner or "claim"
        path = records.save(
            evidence.claim.id, evidence.learner, encode(counterexample.smallest.case), subject, claim_file
        )
        if path is not None:
            claims = [] if claim_file is None else ["--claims", f"{claim_file}::{evidence.claim.id}"]
            counterexample.path = str(path)
            counterexample.replay = shell_line(["learncheck", "replay", counterexample.path, *claims])
