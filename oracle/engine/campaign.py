"""Campaigns: verifications with a store, which survive being killed."""

from collections.abc import Callable, Generator
from concurrent.futures import Executor

from learncheck.oracle.engine.profiles import PROFILES, Profile
from learncheck.oracle.engine.store import Store
from learncheck.oracle.engine.subjects import Subject
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import Chosen, Tell, Verification


def campaign(
    chosen: Chosen,
    profile: str | Profile,
    *,
    seed: int = 0,
    start: Callable[[], Executor] | None = None,
    workers: int = 1,
    resume: bool = False,
    tell: Tell = lambda run: None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Generator[list[Evidence]]:
    """Yield the evidence for each claim, in order, like `engine.verify.run_all`.

    start:   makes the executor; None to work in this process.
    workers: the number of its workers.
    resume:  whether to take over the shards that an earlier run of the same profile, seed and version finished.
    tell:    called whenever something has ended.
    say:     called with sentences: what is taken over, and, when the campaign is stopped, how to resume it.
    """
    how = PROFILES[profile] if isinstance(profile, str) else profile

    def store(subject: Subject) -> Store:
        return Store(subject, how, seed, resume)

    run = Verification(chosen, how, seed=seed, start=start, workers=workers, store=store, tell=tell)
    if resume:
        say("{} of {} shards are reused".format(*run.shards))
    try:
        yield from run.all()
    except BaseException:
        say("{} of {} shards are saved; the same command with --resume continues".format(*run.shards))
        raise
