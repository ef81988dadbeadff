"""The findings about a submission: the model from which every report and export is made.

It is plain data, the contract's JSON: `as_json` adds what follows from it, `from_json` reads it back, and it can be
sent between processes.
"""

import builtins
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from learncheck.oracle.engine.chance import RANDOM
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Feedback
from learncheck.oracle.notation import counted, plain_text

if TYPE_CHECKING:
    from learncheck.oracle.engine.recorder import Call
    from learncheck.oracle.judging.around import Around
    from learncheck.oracle.judging.outcomes import Outcome
    from learncheck.theorems.language.claim import Claim
else:
    Call = Around = Outcome = Claim = Any  # no part of what is stored or sent

SCHEMA = 1
Row = list[str]

KEEPS_THE_BOUND = "the bound holds, but "

TWICE = "if predict is called twice in some rounds, an answer is wrong: predict must not change anything"
IN_PARTS = "its answers are wrong if predict is given only the sample, or one instance at a time"
TWISTS = (TWICE, IN_PARTS)
"""What is told of a learner that loses a game only with a twist (`grading.twists`)."""

PLAYED = 5
"""The number of columns that show the game as played; the others are the proof's quantities."""


class ClaimResult(msgspec.Struct, omit_defaults=True):
    """One claim's verdict on a submission. What is left out of its JSON is empty.

    statement, formula:  the theorem in one sentence, and its bound.
    message:             what fell, in figures; or why nothing was judged.
    another_algorithm:   whether it is the conformance to the algorithm that fell, and nothing else.
    random:              whether the learner answers otherwise when the same game is played again.
    shared:              whether it keeps state outside its objects.
    points, visibility:  what the claim is worth, and when Gradescope shows it.
    facts:               the smallest case in words, and what it found where it is no game.
    head, rows:          the smallest game round by round; the columns after the first five are
                         the proof's quantities.
    broken_step:         the line of the proof that broke.
    worst:               the worst violation seen, where it is not the smallest game's.
    hint:                what the learner may have misunderstood.
    credit:              the share of the points that it earns though it has fallen.
    counterexample:      the smallest case; `replay`, the command that plays it again; `script`, the same game as plain
                         Python without this package.
    outcome, calls:      the smallest game itself, and what the learner was asked in it.
    around:              the answers of a batch learner around its sample.

    These last three and the claim are no part of the JSON, and stay in this process.
    """

    id: str
    verdict: str
    statement: str
    formula: str
    message: str = ""
    another_algorithm: bool = False
    random: bool = False
    shared: bool = False
    points: float = 1.0
    visibility: str = "visible"
    games: int = 0
    rounds: int = 0
    seconds: float = 0.0
    ratio: float | None = None
    observed: float | None = None
    bound: float | None = None
    head: Row = []
    rows: list[Row] = []
    facts: list[Row] = []
    broken_step: str = ""
    worst: str = ""
    hint: str = ""
    credit: float = 0.0
    counterexample: object = None
    replay: str = ""
    script: str = ""
    outcome: Outcome | None = None
    calls: list[Call] = []
    around: Around | None = None
    claim: Claim | None = None

    @property
    def finding(self) -> str:
        """The verdict as reports put it: a learner that keeps its bounds has falsified no theorem."""
        if self.another_algorithm:
            return "another algorithm"
        return "does not conform" if self.keeps_bounds else self.verdict

    @property
    def keeps_bounds(self) -> bool:
        """Whether it fell alone, and the learner keeps its bounds."""
        return self.message.startswith(KEEPS_THE_BOUND)

    def tell_that_it_keeps_bounds(self) -> None:
        """Say that it fell alone. It is another algorithm, unless it has to be asked in another way to show that."""
        self.another_algorithm = self.message not in TWISTS
        self.message = f"{KEEPS_THE_BOUND}{self.message}"

    @property
    def passed(self) -> bool:
        return self.verdict == "stands"

    @property
    def earned(self) -> float:
        """The share of its points that it earns, from 0 to 1."""
        return 1.0 if self.passed else self.credit if self.failed else 0.0

    @property
    def counts(self) -> bool:
        """Whether its points are part of the maximum score: a claim that is skipped neither earns nor costs any."""
        return self.verdict != "skipped"

    @property
    def pending(self) -> bool:
        """Whether an internal error has left it open: its points are neither earned nor lost."""
        return self.verdict == "oracle-error"

    @property
    def failed(self) -> bool:
        return self.counts and not self.passed and not self.pending

    def to_travel(self) -> "ClaimResult":
        """A copy with nothing of this process."""
        return replace(self, outcome=None, calls=[], around=None, claim=None)

    def for_students(self, feedback: Feedback) -> "ClaimResult":
        """A copy that contains only what a student may read."""
        if feedback == "full":
            return self
        copy = replace(self, broken_step="", worst="", replay="", calls=[])
        if feedback == "counterexample":
            return replace(copy, head=self.head[:PLAYED], rows=[row[:PLAYED] for row in self.rows])
        copy = replace(copy, head=[], rows=[], facts=[], counterexample=None, script="", hint="", outcome=None)
        if feedback == "bound":
            return replace(copy, message=self.briefly)
        return replace(copy, message=self.message if self.pending else "", observed=None, bound=None, ratio=None)

    @property
    def briefly(self) -> str:
        """The message without text that the submission chose, since that could reveal the game."""
        if self.verdict == "invalid":
            return "an answer or a state is not allowed"
        if self.verdict != "crashed":
            return self.message
        last = (self.message.removesuffix(RANDOM).strip().splitlines() or [""])[-1]
        exception = getattr(builtins, last.partition(":")[0].strip(), None)
        if isinstance(exception, type) and issubclass(exception, BaseException):
            return f"it raised {exception.__name__}"
        return "it raised an exception, or its process ended"

    def as_json(self) -> dict[str, object]:
        """The contract's JSON entry; empty fields are left out."""
        result = _filled(self.to_travel())
        if self.observed is not None:
            result["observed"] = _plain(self.observed)
        counts = {"games": self.games, "rounds": self.rounds, "seconds": round(self.seconds, 3)}
        return result | {"points": _plain(self.points)} | counts


def result_of(evidence: Evidence) -> ClaimResult:
    """The result that some evidence amounts to, before a failure is laid out."""
    claim = evidence.claim
    return ClaimResult(
        claim.id,
        "oracle-error" if evidence.verdict == "undecided" else evidence.verdict,
        claim.statement,
        plain_text(claim.bound),
        evidence.message,
        games=evidence.games,
        rounds=evidence.rounds,
        seconds=evidence.seconds,
        ratio=None if evidence.ratio == float("inf") else evidence.ratio,
    )


class LearnerResult(msgspec.Struct, omit_defaults=True):
    """The claims about one learner of a submission.

    worth:    the points for all of its claims together.
    missing:  why it could not be judged at all, where a learner that is due is not there.
    unjudged: the claims that are not judged yet, with their points, which count as lost until they are.
    """

    name: str
    claims: list[ClaimResult] = []
    worth: float = 1.0
    missing: str = ""
    unjudged: dict[str, float] = {}

    @property
    def random(self) -> bool:
        """Whether its answers differ when the same game is played again."""
        return any(result.random for result in self.claims)

    @property
    def counted(self) -> list[ClaimResult]:
        return [result for result in self.claims if result.counts]

    @property
    def score(self) -> float:
        """The share of the counted claims' points that it earns; 0 if none counts."""
        return sum(result.points * result.earned for result in self.counted) / self.total if self.total else 0.0

    @property
    def total(self) -> float:
        """The sum of the points of all claims that count, judged or not."""
        return sum(result.points for result in self.counted) + sum(self.unjudged.values())

    def share(self, points: float) -> float:
        """A claim's points as a part of the learner's worth."""
        return self.worth * points / self.total if self.total else 0.0

    def points_in_words(self, result: ClaimResult) -> str:
        """What the claim has earned of what it is worth, as in "3.33 of 5"."""
        most = self.share(result.points)
        return points_of(most * result.earned, most) if result.counts else "–"

    @property
    def skipped_only(self) -> str:
        """Why it earns nothing though no claim fell: all of its claims are about state that it does not expose."""
        if not self.claims or self.counted or self.unjudged:
            return ""
        reasons = "; ".join(dict.fromkeys(result.message for result in self.claims if result.message))
        reason = f"{self.name}: every claim is about state that the class does not expose, so nothing was judged"
        return f"{reason} ({reasons})" if reasons else reason

    @property
    def counts(self) -> bool:
        return bool(self.missing) or bool(self.total)

    @property
    def pending(self) -> float:
        """The points of claims that could not be judged because of an internal error."""
        return self.share(sum(result.points for result in self.counted if result.pending))

    def as_json(self) -> dict[str, object]:
        result = {
            "score": self.score,
            "worth": _plain(self.worth),
            "claims": [result.as_json() for result in self.claims],
        }
        unjudged = {claim_id: _plain(points) for claim_id, points in self.unjudged.items()}
        return result | _not_empty(
            pending=_plain(self.pending), missing=self.missing, note=self.skipped_only, unjudged=unjudged,
            random=self.random,
        )  # fmt: skip


class Report(msgspec.Struct, omit_defaults=True):
    """What was found out about a submission (or a class in a notebook).

    confinement: what the submission was kept from, by name.
    notes:       what looks like a typing error in it.
    error:       why it could not be judged at all; `ours` where that is no fault of the submission or the call, and
                 `failed` where its own code did not get through its import.
    late:        the share of the points that being late costs.
    """

    submission: str
    seed: int
    learners: dict[str, LearnerResult] = {}
    seconds: float = 0.0
    confinement: str = ""
    error: str = ""
    ours: bool = False
    failed: bool = False
    notes: list[str] = []
    late: float = 0.0

    @property
    def results(self) -> list[tuple[str, ClaimResult]]:
        return [(name, result) for name, learner in self.learners.items() for result in learner.claims]

    @property
    def points(self) -> float:
        """The points earned, of `worth`; what is not counted leaves the shares of the others as they are."""
        earned = sum(learner.score * learner.worth for learner in self.learners.values() if learner.counts)
        return (1 - self.late) * earned

    @property
    def worth(self) -> float:
        return sum(learner.worth for learner in self.learners.values() if learner.counts)

    @property
    def score(self) -> float:
        """The share of the points earned: by default the mean of the learners' scores."""
        return self.points / self.worth if self.worth else 0.0

    @property
    def has_points(self) -> bool:
        """Whether an assignment says what the learners are worth."""
        return any(learner.worth != 1 for learner in self.learners.values())

    @property
    def repeats(self) -> dict[tuple[str, str], str]:
        """The claims, each with its learner, that fell by a fault seen before, and the claim that showed it."""
        first: dict[tuple[str, ...], str] = {}
        repeats = {}
        for name, result in self.results:
            if result.verdict in ("crashed", "invalid", "timed-out") and result.message:
                fault = (name, result.verdict, *_fault(result))
                if fault in first:
                    repeats[name, result.id] = first[fault]
                first.setdefault(fault, result.id)
        return repeats

    def repeated(self, learner: str, claim_id: str) -> list[str]:
        """The claims about the learner that fell by the same fault as this one."""
        return [other for (name, other), first in self.repeats.items() if (name, first) == (learner, claim_id)]

    @property
    def games(self) -> int:
        return sum(result.games for _, result in self.results)

    @property
    def rounds(self) -> int:
        return sum(result.rounds for _, result in self.results)

    @property
    def checked(self) -> int:
        """The claims that were checked."""
        return sum(result.counts and not result.pending for _, result in self.results)

    @property
    def pending(self) -> bool:
        """Whether something could not be judged by a fault of ours."""
        return self.ours or any(result.pending for _, result in self.results)

    @property
    def passed(self) -> bool:
        """Whether some claim was checked, none failed or is pending, and no learner is missing."""
        missing = any(learner.missing for learner in self.learners.values())
        return self.checked > 0 and not missing and all(result.passed for _, result in self.results if result.counts)

    def ending(self, feedback: Feedback) -> str:
        """What was run, or why nothing was, and what the submission was kept from. The games would tell what fell."""
        amounts = (len(self.results), "claim"), (self.games, "game"), (self.rounds, "round")
        ran = ", ".join([*(counted(*amount) for amount in amounts), f"{self.seconds:.1f} s"])
        ran = self.error or ("" if feedback == "hidden" else ran)
        return "; ".join(filter(None, [ran, self.confinement and f"confined by {self.confinement}"]))

    def as_json(self) -> dict[str, object]:
        pending = sum(learner.pending for learner in self.learners.values())
        own = _filled(replace(self, learners={}))
        return {
            "schema": SCHEMA,
            **own,
            "score": self.score,
            "points": _plain(self.points),
            "worth": _plain(self.worth),
            "seconds": round(self.seconds, 1),
            "claims": len(self.results),
            "games": self.games,
            "rounds": self.rounds,
            "learners": {name: learner.as_json() for name, learner in self.learners.items()},
        } | _not_empty(pending=_plain(pending))

    @staticmethod
    def from_json(value: Any) -> "Report":
        """Read back what `as_json` wrote. Raises ValueError where it is something else."""
        try:
            if value["schema"] != SCHEMA:
                raise ValueError(f"schema {value['schema']!r}, but this version reads schema {SCHEMA}")
            learners = {name: {"name": name, **learner} for name, learner in value["learners"].items()}
            return msgspec.convert(value | {"learners": learners}, Report)
        except KeyError as missing:
            raise ValueError(f"it has no {missing}") from None
        except (TypeError, AttributeError):
            raise ValueError("it is not laid out as one") from None

    def add_missing(self, learner: str, worth: float, why: str) -> None:
        """Record that a required learner is missing."""
        self.learners[learner] = LearnerResult(learner, worth=worth, missing=why)

    def for_students(self, feedback: Feedback) -> "Report":
        """A copy that contains only what a student may read."""
        return self._with(lambda result: result.for_students(feedback))

    def to_travel(self) -> "Report":
        """A copy without what cannot leave this process."""
        return self._with(ClaimResult.to_travel)

    def _with(self, change: Callable[[ClaimResult], ClaimResult]) -> "Report":
        changed = {
            name: replace(learner, claims=list(map(change, learner.claims))) for name, learner in self.learners.items()
        }
        return replace(self, learners=changed)

    def __repr__(self) -> str:
        """A line; but where nbgrader grades a cell that ends in a report of a failure, the number that fails the cell.

        It takes whatever else is shown there for a full success.
        """
        if "NBGRADER_EXECUTION" in os.environ and not self.passed:
            return "0.0"
        return f"<report on {self.submission}: score {in_decimals(self.score)}>"


class Falsified(AssertionError):
    """A claim does not hold for the implementation; the message shows the smallest game found."""

    __module__ = "learncheck"  # where users import it from, and what a traceback calls it


def _fault(result: ClaimResult) -> list[str]:
    """What tells a fault from others. An exception's text may hold the game, which differs from claim to claim."""
    *lines, last = result.message.removesuffix(RANDOM).strip().splitlines()
    return [*lines, last.partition(":")[0]] if result.verdict == "crashed" and lines else [*lines, last]


def _filled(value: msgspec.Struct) -> dict[str, object]:
    """The fields as plain data, but for those with their default; msgspec leaves in a 0.0 that was computed."""
    empty = {field.name: field.default for field in msgspec.structs.fields(value)}
    plain: dict[str, object] = msgspec.to_builtins(value, enc_hook=_text)
    return {name: field for name, field in plain.items() if field != empty[name]}


def _text(value: object) -> str:
    """A sentence, which is a text of a kind of its own, as a plain one."""
    if not isinstance(value, str):
        raise NotImplementedError(f"{type(value).__name__} in a report")
    return str(value)


MOST_DECIMALS = 9
"""What is less is the rounding of a sum."""


def in_decimals(score: float) -> str:
    """A score as a student reads it: 0.67, and 0.997 where 1.00 would say that nothing is missing."""
    return f"{score:.{_decimals(score, 1)}f}"


def points_of(points: float, worth: float) -> str:
    """Points as a student reads them: "3.33 of 5", and "9.997 of 10" where nothing may be missing in "10 of 10"."""
    decimals = _decimals(points, worth)
    return " of ".join(f"{number:.{decimals}f}".rstrip("0").rstrip(".") for number in (points, worth))


def _decimals(part: float, whole: float) -> int:
    """How many decimals tell the part from nothing and from the whole: two, or more."""
    part, whole = (round(number, MOST_DECIMALS) for number in (part, whole))
    return next(
        (
            decimals
            for decimals in range(2, MOST_DECIMALS)
            if (round(part, decimals) == 0) == (part == 0)
            and (round(part, decimals) == round(whole, decimals)) == (part == whole)
        ),
        MOST_DECIMALS,
    )


def _not_empty(**fields: object) -> dict[str, object]:
    """The fields that are not empty."""
    return {name: value for name, value in fields.items() if value}


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value
