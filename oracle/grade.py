"""Judging implementations that somebody else wrote, by every claim that speaks of their learner."""

import gc
import re
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from learncheck.learners import LEARNERS
from learncheck.oracle import records
from learncheck.oracle.assignment import Assignment
from learncheck.oracle.attack import PROFILES, Profile, attack
from learncheck.oracle.chance import RANDOM, REPLAYS, predictions, went_otherwise
from learncheck.oracle.judge import judge
from learncheck.oracle.local import LocalLearner
from learncheck.oracle.plain_python import Recorder, asked, script
from learncheck.oracle.plays import Plays
from learncheck.oracle.process import Submission
from learncheck.oracle.results import ClaimResult, Falsified, LearnerResult, Report, result_of
from learncheck.oracle.sandbox import choose
from learncheck.oracle.verdicts import FAILURES, Evidence, Outcome, against
from learncheck.strategies.case import Make
from learncheck.strategies.games import Again, plays_by_rounds
from learncheck.theorems.claim import Claim
from learncheck.theorems.registry import all_claims, claims_naming

__all__ = ["Falsified", "Report", "Unjudgeable", "check", "check_claim", "claims_about", "grade", "score"]


REPLAY_SECONDS = 0.5
"""A game is played again for so long at most, to see whether the learner is random."""

UNLIKE = " The learner is random: it may answer otherwise than it did in the report."


class Unjudgeable(ValueError):
    """There is nothing to judge: no known learner, no claim, or a name that is none."""


def claims_about(learner: str, ids: Iterable[str] = ()) -> list[Claim]:
    """The claims on which submissions of the learner are judged, in order; only those of `ids`, if there are any."""
    wanted = set(ids)
    return [
        claim
        for claim in claims_naming(learner)
        if claim.judged
        and claim.learner is not None
        and claim.learner.__name__ == learner
        and (not wanted or claim.id in wanted)
    ]


def judged_learners() -> list[str]:
    """The learners that some claim judges, in alphabetical order."""
    return sorted({claim.learner.__name__ for claim in all_claims() if claim.learner is not None and claim.judged})


def grade(
    path: Path,
    *,
    classes: Mapping[str, str] | None = None,
    ids: Iterable[str] = (),
    assignment: Assignment | None = None,
    keep: Callable[[ClaimResult, str], None] = lambda result, learner: None,
    trust: bool = False,
    tick: Callable[[Evidence], None] = lambda evidence: None,
    after: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Judge the file, in a process of its own, by every claim about the learners that it defines.

    classes:    contract names to classes of the file, in place of what it defines itself.
    ids:        only these claims.
    assignment: what is asked for, what it is worth, the limits and the seed.
    keep:       called with every result and the learner that it is about, to store its counterexample.
    trust:      whether the file may be run where this machine cannot confine it.
    after:      called with the report so far after every claim.

    Raises `oracle.failures.LoadError` where the file cannot be loaded, Unjudgeable where it holds nothing that a
    claim speaks of, and `oracle.sandbox.Untrusted` where it cannot be confined and is not trusted.
    """
    start = time.perf_counter()
    asked = assignment or Assignment()
    limits, profile = asked.limits, PROFILES[asked.profile]
    chosen = {**asked.classes, **(classes or {})}
    rung = choose(trust)
    report = Report(path.name, asked.seed, confinement=rung.name)
    with collecting_less(), Submission(
        path, time_limit=limits.time, memory_limit_mb=limits.memory, classes=chosen or None, seed=asked.seed,
        total_limit=limits.total, confinement=rung,
    ) as submission:  # fmt: skip
        submission.start()
        import_claims(path)
        defined = submission.defines
        names = list(classes or asked.learners or defined)
        for name in names:
            part = asked.part(name)
            claims = claims_about(name, ids or part.claims)
            if not claims:
                continue
            if name not in defined:
                message = f"{path.name} defines no {name}; it defines {', '.join(sorted(defined))}"
                report.add_missing(name, part.points, message)
                continue
            result = report.learners[name] = LearnerResult(name, worth=part.points)

            make = Plays.of(submission, name)
            for claim in claims:
                submission.new_budget(limits.time)
                each = check_claim(claim, make, name, profile, asked.seed, tick)
                each.points = part.claims.get(claim.id, 1.0)
                if each.calls:
                    about = claim.states + UNLIKE * each.random
                    each.script = script(each.calls, path.name, defined[name], about=about)
                keep(each, name)
                result.claims.append(each)
                report.seconds = time.perf_counter() - start
                after(report)
            finish(result)
    if not report.results and not any(each.missing for each in report.learners.values()):
        raise Unjudgeable(_nothing(path, names, ids))
    report.seconds = time.perf_counter() - start
    after(report)
    return report


def import_claims(path: Path) -> None:
    """Import the claims about the learners that the file speaks of in code, as far as that can be seen from outside."""
    try:
        source = path.read_text("utf-8", "replace")
    except OSError:
        return
    for name in LEARNERS:
        if re.search(rf"""\bclass {name}\b|["']{name}["']""", source):
            claims_about(name)


@contextmanager
def collecting_less() -> Iterator[None]:
    """What is loaded by now stays, so that it need not be looked through for garbage, and little of what follows is."""
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(10_000, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def check(
    cls: type, as_: str | None = None, *, claims: Iterable[str] = (), profile: str | Profile = "quick", seed: int = 0
) -> Report:
    """Judge a class in this process, in a notebook for example. Raises nothing but on a name that no claim speaks of.

    as_: the learner of the contract that the class implements, by default the one that it is named after. claims: only
    these. profile: "quick", "full" or "deep", or a `Profile` of your own.
    """
    chosen = PROFILES[profile] if isinstance(profile, str) else profile
    learner = as_ or named_after(cls)
    about = claims_about(learner, claims)
    if not about:
        raise Unjudgeable(_nothing(cls.__name__, [learner], claims) if claims_about(learner) else unknown(learner))

    make = Plays(partial(LocalLearner, cls))
    report = Report(cls.__name__, seed)
    result = report.learners[learner] = LearnerResult(learner)
    start = time.perf_counter()
    for claim in about:
        result.claims.append(check_claim(claim, make, learner, chosen, seed))
    finish(result)
    report.seconds = time.perf_counter() - start
    return report


def score(
    cls: type, as_: str | None = None, *, points: float = 1.0, profile: str | Profile = "quick", seed: int = 0
) -> float:
    """The share of the claims that stand on the class, of `points` in all; prints nothing.

    The last line of a graded cell, as nbgrader reads it: `learncheck.score(MyHalving, points=5)` in a cell of 5 points.
    as_: the learner of the contract, by default the one that the class is named after ("MyHalving" is Halving).
    Raises Unjudgeable where the name tells none.
    """
    return points * check(cls, as_, profile=profile, seed=seed).score


def named_after(cls: type) -> str:
    """The learner that an adapter's class is judged as, or the longest one that the class's name ends with.

    Raises Unjudgeable where there is none.
    """
    adapted = getattr(cls, "learner", None)
    if isinstance(adapted, str):
        return adapted
    fitting = [name for name in LEARNERS if cls.__name__.endswith(name)]
    if not fitting:
        raise Unjudgeable(f"{cls.__name__} is named after no learner; say which one it is: as_='Halving', for example")
    return max(fitting, key=len)


def finish(result: LearnerResult) -> None:
    """What can be told of a learner once all of its claims are judged."""
    fallen = [each for each in result.counted if not each.passed]
    bounds_stand = any(each.passed for each in result.counted)
    if len(fallen) == 1 and fallen[0].id.endswith("-conforms") and fallen[0].verdict == "falsified" and bounds_stand:
        fallen[0].another_algorithm = True
        fallen[0].message = f"keeps the bound but is another algorithm: {fallen[0].message}"


def check_claim(
    claim: Claim,
    make: Make,
    learner: str,
    profile: Profile,
    seed: int,
    tick: Callable[[Evidence], None] = lambda evidence: None,
) -> ClaimResult:
    """Attack one claim; where it falls, lay the smallest game beside the proof. An error of ours costs nobody."""
    plays = make if isinstance(make, Plays) else Plays(make)
    try:
        evidence = attack(claim, plays, learner, profile, seed=seed, steps=False, tick=tick)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        return result_of(Evidence(claim, learner, "oracle-error", message=message))
    result = result_of(evidence)
    found = evidence.counterexample
    if found is not None:
        result.lay_out(evidence, found.smallest)
        if found.worst is not found.smallest and found.worst.observed is not None:
            size = len(found.worst.trace.rounds) if found.worst.trace else 0
            result.worst = f"{against(found.worst)} in a game of {size} rounds"
        if evidence.verdict in FAILURES and evidence.verdict != "timed-out":
            _explain(result, evidence, plays, found.smallest)
    elif evidence.closest is not None and varies(evidence.closest, claim, plays):
        result.random = True
    return result


def _explain(result: ClaimResult, evidence: Evidence, plays: Plays, outcome: Outcome) -> None:
    """Play the smallest game once more, beside the proof, and keep what the learner is asked in it. Where that goes
    otherwise, the game that was seen stays.
    """
    recorder = Recorder(plays.make)
    plays.draw_for(outcome.case)
    try:
        again = judge(evidence.claim, recorder, outcome.case, steps=False, explain=True)
    except Exception:  # a state of another shape explains nothing
        return
    result.calls = recorder.calls
    if not went_otherwise(outcome, again):
        result.lay_out(evidence, again)
    elif outcome.trace is not None and plays_by_rounds(outcome.case):
        result.calls = asked(outcome.trace)
    if varies(outcome, evidence.claim, plays):
        result.random = True
        result.message += RANDOM


def varies(outcome: Outcome, claim: Claim, plays: Plays) -> bool:
    """Whether the learner answers otherwise in one of several replays of the same game; chance may repeat itself."""
    many = None
    if outcome.trace is not None and plays_by_rounds(outcome.case) and not claim.needs_state:
        many = plays.at_once([Again(outcome.trace)] * REPLAYS)
    if many is not None and all(predictions(each) == predictions(outcome.trace) for each in many):
        return False
    until = time.perf_counter() + REPLAY_SECONDS
    for number in range(1, REPLAYS + 1):
        if time.perf_counter() > until:
            break
        plays.draw_for(outcome.case, number)
        try:
            again = judge(claim, plays.make, outcome.case, steps=False)
        except Exception:
            return False
        if again.verdict == "timed-out":
            return False
        if went_otherwise(outcome, again):
            return True
    return False


def store(result: ClaimResult, learner: str, path: Path, subject: str) -> None:
    """Store the smallest game under the subject's name, and write down the command that plays it again."""
    if result.counterexample is not None:
        stored = records.save_encoded(result.id, learner, result.counterexample, subject)
        result.replay = f"learncheck replay {stored} {path}"


def _nothing(path: Path | str, names: Sequence[str], ids: Iterable[str]) -> str:
    wanted = ", ".join(ids)
    found = ", ".join(names)
    if wanted:
        return f"{path}: none of the claims {wanted} speaks of its learners ({found}); see `learncheck list`"
    return f"{path}: no claim speaks of its learners ({found}); see `learncheck list`"


def unknown(learner: str) -> str:
    """What to say of a name that is no learner's."""
    return f"no claim speaks of a learner {learner!r}; the learners are {', '.join(judged_learners())}"
