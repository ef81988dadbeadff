"""The claims that are wanted, and those that judge a learner."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from learncheck.learners import LEARNERS
from learncheck.oracle.files import Unusable
from learncheck.oracle.grading.assignment import near
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims, claims_judging, find, of_package, once, parted
from learncheck.theorems.recorded import judged_by, packages, unrecorded


class Unjudgeable(Unusable):
    """There is nothing to judge: no known learner, no claim, or a name that is none."""


Wanted = str | Claim | Iterable[str | Claim]
"""Claims by id, by FILE.py or FILE.py::ID, or themselves; one, or several."""


def listed(wanted: Wanted | None) -> list[str | Claim]:
    """What is wanted, one by one; nothing stands for all claims. Raises Unjudgeable where a choice is empty."""
    if wanted is None:
        return []
    if not isinstance(wanted, str | Claim | Iterable):
        raise Unjudgeable(f"claims={wanted!r} names no claim; pass an id or FILE.py as a string, a Claim, or several")
    chosen = [wanted] if isinstance(wanted, str | Claim) else list(wanted)
    if not chosen:
        raise Unjudgeable("claims= names no claim; leave it out for all, or name one by id, FILE.py or FILE.py::ID")
    return chosen


def claims_about(learner: str, wanted: Wanted = ()) -> list[Claim]:
    """The claims on which submissions of the learner are judged, in order; only those wanted, if there are any.

    Raises `registry.BadClaims` where what is wanted cannot be found, or an id stands for two claims.
    """
    ids, others = _parted(wanted)
    about = claims_judging(learner, frozenset(ids)) if ids or not others else ()
    return [*about, *(claim for claim in others if _judges(claim, learner))]


def _judges(claim: Claim, learner: str) -> bool:
    return claim.judged and claim.learner is not None and claim.learner.__name__ == learner


def _parted(wanted: Wanted) -> tuple[set[str], list[Claim]]:
    """What is wanted of the catalogue, by id, and what is not of it. Raises `registry.BadClaims`."""
    wanted = [wanted] if isinstance(wanted, str | Claim) else list(wanted)
    for choice in wanted:
        if not isinstance(choice, str | Claim):
            raise Unjudgeable(f"{choice!r} is not a claim; pass an id or FILE.py as a string, or a Claim")
    named = find(choice for choice in wanted if isinstance(choice, str))
    ids = {choice for choice in wanted if isinstance(choice, str) and parted(choice)[0] is None}
    others = {claim: str(file) for claim, file in named if file is not None}
    for choice in wanted:
        if isinstance(choice, Claim):
            if choice in all_claims():
                ids.add(choice.id)
            else:
                others.setdefault(choice, "those handed over")
    once((*((claim, "learncheck") for claim, _ in named if claim.id in ids), *others.items()))
    return ids, list(others)


def is_judged(learner: str, wanted: Wanted = ()) -> bool:
    """Whether some claim judges the learner, or some claim that is wanted. Claims about others are not loaded."""
    return bool(claims_judging(learner)) or any(_judges(claim, learner) for claim in _parted(wanted)[1])


def judged_learners(wanted: Wanted = ()) -> list[str]:
    """The learners that some claim judges, or some claim that is wanted, in alphabetical order. Loads all claims."""
    claims = (*all_claims(), *_parted(wanted)[1])
    return sorted({claim.learner.__name__ for claim in claims if claim.learner is not None and claim.judged})


def beyond_the_contract(wanted: Wanted) -> set[str]:
    """The learners of claims that are not of this package."""
    claims = (*_parted(wanted)[1], *(claim for package in unrecorded() for claim, _ in of_package(package)))
    learners = {claim.learner.__name__ for claim in claims if claim.learner is not None and claim.judged}
    return learners.union(*(judged_by(package) for package in packages().keys() - unrecorded()))


def learners_named_in(source: bytes) -> list[str]:
    """The learners that a submission's text names in code. It is not parsed, since parsing could take forever."""
    text = source.decode("utf-8", "replace")
    patterns = {name: rf"""\b(?:class|import) {name}\b|["']{name}["']|^{name} =""" for name in LEARNERS if name in text}
    return [name for name, pattern in patterns.items() if re.search(pattern, text, re.M)]


def nothing(path: Path | str, names: Sequence[str], ids: Iterable[str | Claim]) -> str:
    wanted = ", ".join(choice.id if isinstance(choice, Claim) else choice for choice in ids)
    learners = ", ".join(names)
    none = f"none of the claims {wanted}" if wanted else "no claim"
    return f"{path}: {none} is about its learners ({learners}); see `learncheck list`"


def unjudgeable(name: str, learner: str, wanted: Wanted) -> Unjudgeable:
    """What to raise where no claim that is wanted judges the class of this name as the learner."""
    ids = [wanted] if isinstance(wanted, str | Claim) else wanted
    judged = is_judged(learner, wanted)
    return Unjudgeable(nothing(name, [learner], ids) if judged else unknown(learner, wanted))


def unknown(learner: str, wanted: Wanted = ()) -> str:
    """What to say of a name that is not a learner's."""
    return f"no claim is about a learner {learner!r}{near(learner, judged_learners(wanted))}"
