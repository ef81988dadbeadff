"""What an exception says about a claim: which of its functions raised it, and in which case."""

import traceback
from collections.abc import Callable
from pathlib import Path

from learncheck.exact.balls import DomainError
from learncheck.oracle.boundary.failures import in_one_line
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.patience import TooLong
from learncheck.strategies.play.choices import BadFamily
from learncheck.theorems.language.claim import Claim

OURS = Path(__file__).parents[2]
ROOMS = ("exact", "learners", "strategies", "theorems", "oracle", "learncheck")


def oracle_error(claim: Claim, learner: str | None, error: BaseException) -> Evidence:
    """The evidence that the claim's own code raised the error."""
    trace = "".join(traceback.format_exception(error))
    return Evidence(claim, learner, "oracle-error", message=raised(error, claim), traceback=trace)


def raised(error: BaseException, claim: Claim) -> str:
    """Say in one line what was raised, by which function of the claim, and in which case."""
    frames = list(traceback.walk_tb(error.__traceback__))
    theirs = [(frame, line) for frame, line in frames if not _is_ours(frame.f_code.co_filename)]
    ours = type(error).__module__.partition(".")[0] == "learncheck" or (type(error) is ValueError and not theirs)
    last = " ".join(str(error).split()).removeprefix(f"{claim.id}: ") if ours else in_one_line(error)
    if isinstance(error, BadFamily) and not (isinstance(error, TooLong) and theirs):
        return str(error)
    cases = [frame.f_locals["case"] for frame, _ in frames if frame.f_locals.get("case") is not None]
    where = ""
    if theirs:
        frame, line = theirs[0]
        deepest, at = theirs[-1] if len(theirs) > 1 else (frame, line)
        where = f" ({Path(deepest.f_code.co_filename).name}:{at})"
        named = {getattr(function, "__code__", None): name for name, (function, _) in functions_of(claim).items()}
        who = named.get(frame.f_code, frame.f_code.co_qualname)
        if isinstance(error, TooLong):
            return f"in {who}{where}, {last}"
        last = f"{who}{':' if ours else ' raises'} {last}"
    elif not isinstance(error, DomainError | ValueError | LookupError):
        frame, line = frames[-1]
        where = f" ({Path(frame.f_code.co_filename).name}:{line})"
    played = f", in the case {short(cases[-1])}" if cases else ""
    return f"{last}{where}{played}"


def _is_ours(file: str) -> bool:
    path = Path(file)
    in_package = path.is_relative_to(OURS) and path.relative_to(OURS).parts[0] in ROOMS
    return in_package or "site-packages" in path.parts or file.startswith("<") or "/lib/python" in file


def short(case: object) -> str:
    text = " ".join(repr(case).split())
    return text if len(text) <= 200 else text[:199] + "…"


def functions_of(claim: Claim) -> dict[str, tuple[Callable[..., object] | None, str]]:
    """The claim's functions with what they take, by where they are given."""
    return {
        "code=, which makes its formal run,": (getattr(claim.proof, "code", None), ""),
        "measure=": (getattr(claim.measure, "measure", claim.measure), "trace"),
        "state=": (claim.state, "snapshot, values, trace"),
        "during=": (claim.during, "round, values, trace"),
        "attained_by=": (claim.attained_by if callable(claim.attained_by) else None, ""),
        "in_words=": (claim.in_words, "trace"),
        "why=": (claim.why, "trace"),
        **{f"the hypothesis {premise.words!r}": (premise.holds, "trace") for premise in claim.assuming},
        **{f"when= of the step {step.words!r}": (step.when, "round") for step in claim.steps},
    }
