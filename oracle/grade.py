"""Judging implementations that somebody else wrote, by every claim that speaks of their learner."""

import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oracle import records
from oracle.attack import PROFILES, Profile, attack
from oracle.judge import judge
from oracle.local import LocalLearner
from oracle.process import Submission
from oracle.verdicts import FAILURES, Evidence, Outcome
from strategies.case import Make, encode
from theorems.claim import Claim
from theorems.registry import all_claims

UNCOUNTED = ("skipped", "oracle-error")
"""Verdicts that neither earn nor cost a submission anything."""


@dataclass(slots=True)
class ClaimResult:
    """One claim's verdict on a submission, with the smallest game that shows a failure."""

    evidence: Evidence
    explained: Outcome | None = None
    replay: str | None = None

    @property
    def id(self) -> str:
        return self.evidence.claim.id

    @property
    def verdict(self) -> str:
        return self.evidence.verdict

    @property
    def passed(self) -> bool:
        return self.verdict == "stands"

    def as_json(self) -> dict[str, Any]:
        """The entry of the contract; fields that say nothing are left out."""
        result: dict[str, Any] = {"id": self.id, "verdict": self.verdict}
        if self.evidence.message:
            result["message"] = self.evidence.message
        if self.explained is not None:
            if self.explained.broken_step is not None:
                result["broken_step"] = str(self.explained.broken_step)
            if self.verdict == "falsified" and self.explained.observed is not None:
                result["observed"] = _plain(self.explained.observed)
                result["bound"] = self.explained.bound
            result["counterexample"] = encode(self.explained.case)
        result |= {
            "games": self.evidence.games,
            "rounds": self.evidence.rounds,
            "seconds": round(self.evidence.seconds, 3),
        }
        if self.replay is not None:
            result["replay"] = self.replay
        return result


@dataclass(slots=True)
class LearnerResult:
    """The claims about one learner of a submission."""

    name: str
    claims: list[ClaimResult] = field(default_factory=list)

    @property
    def counted(self) -> list[ClaimResult]:
        return [each for each in self.claims if each.verdict not in UNCOUNTED]

    @property
    def score(self) -> float:
        """The share of the counted claims that stand; 0 where none counts."""
        counted = self.counted
        return sum(each.passed for each in counted) / len(counted) if counted else 0.0


@dataclass(slots=True)
class Report:
    """What was found out about a submission (or a class in a notebook)."""

    submission: str
    seed: int
    learners: dict[str, LearnerResult] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def results(self) -> list[tuple[str, ClaimResult]]:
        return [(name, each) for name, learner in self.learners.items() for each in learner.claims]

    @property
    def score(self) -> float:
        """The mean of the learners' scores, over those with a claim that counts."""
        scores = [learner.score for learner in self.learners.values() if learner.counted]
        return sum(scores) / len(scores) if scores else 0.0

    @property
    def games(self) -> int:
        return sum(each.evidence.games for _, each in self.results)

    @property
    def passed(self) -> bool:
        """Whether some claim was checked and none failed."""
        checked = [each for _, each in self.results if each.verdict not in UNCOUNTED]
        return bool(checked) and all(each.passed for each in checked)

    def as_json(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "submission": self.submission,
            "seed": self.seed,
            "score": self.score,
            "learners": {
                name: {"score": learner.score, "claims": [each.as_json() for each in learner.claims]}
                for name, learner in self.learners.items()
            },
        }

    def raise_for_verdict(self) -> None:
        """Raise Falsified (an AssertionError) with the failures in words, if some claim failed or none was checked."""
        if not self.passed:
            from oracle.report import failures

            raise Falsified(failures(self) or f"{self.submission}: no claim was checked")

    def _repr_html_(self) -> str:
        from oracle.html import section

        return section(self)


class Falsified(AssertionError):
    """Some claim does not hold for the implementation; the message shows the smallest game."""


class Unjudgeable(ValueError):
    """There is nothing to judge: no known learner, no claim, or a name that is none."""


def claims_about(learner: str, ids: Iterable[str] = ()) -> list[Claim]:
    """The claims on which submissions of the learner are judged, in order; only those of `ids`, if there are any."""
    wanted = set(ids)
    return [
        claim
        for claim in all_claims()
        if claim.judged
        and claim.learner is not None
        and claim.learner.__name__ == learner
        and (not wanted or claim.id in wanted)
    ]


def grade(
    path: Path,
    *,
    classes: Mapping[str, str] | None = None,
    ids: Iterable[str] = (),
    profile: Profile = PROFILES["quick"],
    seed: int = 0,
    time_limit: float = 30.0,
    memory_limit_mb: int = 2048,
    tick: Callable[[Evidence], None] = lambda evidence: None,
) -> Report:
    """Judge the file, in a process of its own, by every claim about the learners that it defines.

    `classes` maps contract names to classes of the file, in place of what it defines itself. `time_limit` is in
    seconds, for each claim. Raises `oracle.failures.LoadError` where the file cannot be loaded, and Unjudgeable
    where it holds nothing that a claim speaks of.
    """
    start = time.perf_counter()
    report = Report(path.name, seed)
    with Submission(path, time_limit=time_limit, memory_limit_mb=memory_limit_mb, classes=classes) as submission:
        defined = submission.defines
        names = list(classes or defined)
        for name in names:
            claims = claims_about(name, ids)
            if not claims:
                continue

            def make(*arguments: Any, name: str = name) -> Any:
                return submission.make(name, *arguments)

            result = report.learners[name] = LearnerResult(name)
            for claim in claims:
                submission.new_budget(time_limit)
                each = check_claim(claim, make, name, profile, seed, tick)
                _save(each, path, name)
                result.claims.append(each)
            name_the_kind(result)
    if not report.results:
        raise Unjudgeable(_nothing(path, names, ids))
    report.seconds = time.perf_counter() - start
    return report


def check(cls: type, as_: str, *, profile: str | Profile = "quick", seed: int = 0) -> Report:
    """Judge a class in this process, in a notebook for example. Raises nothing but on a name that no claim speaks of.

    as_: the learner of the contract that the class implements, "Halving" for example. profile: "quick", "full" or
    "deep", or a `Profile` of your own.
    """
    chosen = PROFILES[profile] if isinstance(profile, str) else profile
    claims = claims_about(as_)
    if not claims:
        raise Unjudgeable(_unknown(as_))
    report = Report(cls.__name__, seed)
    result = report.learners[as_] = LearnerResult(as_)
    start = time.perf_counter()
    for claim in claims:
        result.claims.append(check_claim(claim, lambda *arguments: LocalLearner(cls, *arguments), as_, chosen, seed))
    name_the_kind(result)
    report.seconds = time.perf_counter() - start
    return report


def name_the_kind(result: LearnerResult) -> None:
    """Say so where a learner falls on its conformance alone."""
    fallen = [each for each in result.counted if not each.passed]
    bounds_stand = any(each.passed for each in result.counted)
    if len(fallen) == 1 and fallen[0].id.endswith("-conforms") and fallen[0].verdict == "falsified" and bounds_stand:
        fallen[0].evidence.message = f"keeps the bound but is another algorithm: {fallen[0].evidence.message}"


def check_claim(
    claim: Claim,
    make: Make,
    learner: str,
    profile: Profile,
    seed: int,
    tick: Callable[[Evidence], None] = lambda evidence: None,
) -> ClaimResult:
    """Attack one claim; where it falls, lay the smallest game beside the proof. An error of ours costs nobody."""
    try:
        evidence = attack(claim, make, learner, profile, seed=seed, steps=False, tick=tick)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        return ClaimResult(Evidence(claim, learner, "oracle-error", message=message))
    result = ClaimResult(evidence)
    found = evidence.counterexample
    if found is not None:
        result.explained = found.smallest
        if evidence.verdict in FAILURES and claim.watch and evidence.verdict != "timed-out":
            explained = _explained(claim, make, found.smallest)
            if explained.verdict == evidence.verdict:
                result.explained = explained
    return result


def _explained(claim: Claim, make: Make, outcome: Outcome) -> Outcome:
    try:
        return judge(claim, make, outcome.case, steps=False, explain=True)
    except Exception:  # a state of another shape explains nothing
        return outcome


def _save(result: ClaimResult, path: Path, learner: str) -> None:
    if result.explained is not None:
        stored = records.save(result.evidence.claim, learner, result.explained.case, path.stem)
        result.replay = f"learncheck replay {stored} {path}"


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _nothing(path: Path, names: Iterable[str], ids: Iterable[str]) -> str:
    wanted = ", ".join(ids)
    found = ", ".join(names)
    if wanted:
        return f"{path}: none of the claims {wanted} speaks of its learners ({found}); see `learncheck list`"
    return f"{path}: no claim speaks of its learners ({found}); see `learncheck list`"


def _unknown(learner: str) -> str:
    known = sorted({claim.learner.__name__ for claim in all_claims() if claim.learner is not None and claim.judged})
    return f"no claim speaks of a learner {learner!r}; the learners are {', '.join(known)}"
