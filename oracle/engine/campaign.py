"""Campaigns: verifications with a store, which survive being killed and share what they find.

`journal` saves the results; `examples` shares examples with other campaigns.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from functools import partial

from hypothesis.database import ExampleDatabase

from learncheck.oracle.engine.errands import Subject
from learncheck.oracle.engine.examples import Examples, database
from learncheck.oracle.engine.journal import Call, Journal, listed
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.profiles import PROFILES, Profile
from learncheck.oracle.engine.progress import Progress, Say, Tell, on_stderr
from learncheck.oracle.engine.store import Store
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import Chosen, Verification
from learncheck.theorems.language.claim import Claim


class Kept(Journal, Examples):
    """The store of a campaign for one claim and learner: shards in a journal, examples in a database."""

    def __init__(
        self, claim: Claim, subject: Subject, profile: Profile, seed: int, resume: bool, shared: ExampleDatabase
    ) -> None:
        Journal.__init__(self, subject, profile, seed, resume)
        Examples.__init__(self, shared, subject, partial(judge, claim, claim.learner_named(subject.learner)))


def campaign(
    chosen: Chosen,
    profile: str | Profile,
    *,
    seed: int = 0,
    start: Callable[[], Executor] | None = None,
    workers: int = 1,
    resume: bool = False,
    examples: ExampleDatabase | None = None,
    tell: Tell = lambda progress: None,
    say: Say = on_stderr,
) -> Generator[list[Evidence]]:
    """Yield the evidence for each claim, in order, like `engine.verify.run_all`.

    start:    makes the executor; None to work in this process.
    workers:  the number of its workers.
    resume:   whether to take over the shards that an earlier campaign of the same profile, seed and version finished.
    examples: where counterexamples and best witnesses are stored and looked up; by default `database()`.
    tell:     called with the progress.
    say:      called with sentences: what is taken over, and, when the campaign is stopped, how to resume it.
    """
    how = PROFILES[profile] if isinstance(profile, str) else profile
    shared = database() if examples is None else examples
    journals: list[Journal] = []

    def store(claim: Claim, subject: Subject) -> Store:
        journals.append(Kept(claim, subject, how, seed, resume, shared))
        return journals[-1]

    run = Verification(chosen, how, seed=seed, start=start, workers=workers, store=store, tell=tell)
    call = Call(how.name, seed, [claim.id for claim, _ in chosen])
    for sentence in _resumed(call, run.progress(), journals) if resume else _begun(call):
        say(sentence)
    call.save()
    try:
        yield from run.all()
    except BaseException:
        now = run.progress()
        say(f"{now.shards_done} of {now.shards} shards are saved; the same command with --resume continues")
        raise
    call.finished = True
    call.save()


def _resumed(call: Call, now: Progress, journals: list[Journal]) -> Iterator[str]:
    """Say what is taken over from the latest campaign, and why the rest is not."""
    yield from call.differs(Call.latest())
    begun_anew: dict[str, list[str]] = defaultdict(list)
    for journal in journals:
        begun_anew[journal.changed].append(journal.claim_id)
    for reason, ids in begun_anew.items():
        if reason:
            yield f"{reason} since the earlier campaign; nothing is reused for {listed(list(dict.fromkeys(ids)))}"
    yield f"{now.shards_done} of {now.shards} shards are reused"


def _begun(call: Call) -> Iterator[str]:
    earlier = Call.latest()
    if earlier is not None and not earlier.finished and not call.differs(earlier):
        yield "the earlier campaign here was not finished; without --resume this one starts again"
