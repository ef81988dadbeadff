"""QuickCheck for learning theory: theorems as claims, attacked on running learners and on yours.

learncheck.check(MyHalving, as_="Halving")            a report that renders in a notebook; raises nothing
learncheck.score(MyHalving)                           the share of the claims that stand, for a graded cell
@learncheck.parametrize_with_claims("Halving", MyHalving)
                                                  one test per claim, in a pytest file of yours
learncheck.Claim, Family, Step, Next, Induction, …    the language in which theorems are stated
learncheck.adapters.from_sklearn(...)                 estimators that people already use

Every name is imported when it is first used, so that importing the package stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from learncheck import adapters as adapters
    from learncheck.oracle.attack import PROFILES as PROFILES
    from learncheck.oracle.attack import attack as attack
    from learncheck.oracle.grade import check as check
    from learncheck.oracle.grade import score as score
    from learncheck.oracle.prove import prove as prove
    from learncheck.oracle.pytest_plugin import parametrize_with_claims as parametrize_with_claims
    from learncheck.oracle.results import Falsified as Falsified
    from learncheck.strategies.case import Snapshot as Snapshot
    from learncheck.strategies.case import Trace as Trace
    from learncheck.strategies.choices import Choices as Choices
    from learncheck.strategies.games import Oblivious as Oblivious
    from learncheck.theorems.claim import Claim as Claim
    from learncheck.theorems.claim import Family as Family
    from learncheck.theorems.claim import Next as Next
    from learncheck.theorems.claim import Source as Source
    from learncheck.theorems.claim import Step as Step
    from learncheck.theorems.claim import Values as Values
    from learncheck.theorems.proof import Chain as Chain
    from learncheck.theorems.proof import Fact as Fact
    from learncheck.theorems.proof import Induction as Induction
    from learncheck.theorems.proof import Rounds as Rounds
    from learncheck.theorems.registry import all_claims as all_claims
    from learncheck.theorems.registry import select as select

_HOME = {
    "PROFILES": "oracle.attack",
    "attack": "oracle.attack",
    "check": "oracle.grade",
    "score": "oracle.grade",
    "prove": "oracle.prove",
    "parametrize_with_claims": "oracle.pytest_plugin",
    "Falsified": "oracle.results",
    "Snapshot": "strategies.case",
    "Trace": "strategies.case",
    "Choices": "strategies.choices",
    "Oblivious": "strategies.games",
    "Claim": "theorems.claim",
    "Family": "theorems.claim",
    "Next": "theorems.claim",
    "Source": "theorems.claim",
    "Step": "theorems.claim",
    "Values": "theorems.claim",
    "Chain": "theorems.proof",
    "Fact": "theorems.proof",
    "Induction": "theorems.proof",
    "Rounds": "theorems.proof",
    "all_claims": "theorems.registry",
    "select": "theorems.registry",
}

__all__ = [
    "PROFILES",
    "Chain",
    "Choices",
    "Claim",
    "Fact",
    "Falsified",
    "Family",
    "Induction",
    "Next",
    "Oblivious",
    "Rounds",
    "Snapshot",
    "Source",
    "Step",
    "Trace",
    "Values",
    "adapters",
    "all_claims",
    "attack",
    "check",
    "parametrize_with_claims",
    "prove",
    "score",
    "select",
]


def __getattr__(name: str) -> Any:
    if name == "adapters":
        return import_module("learncheck.adapters")
    if name in _HOME:
        value = globals()[name] = getattr(import_module(f"learncheck.{_HOME[name]}"), name)
        return value
    raise AttributeError(f"module 'learncheck' has no attribute {name!r}; its names are {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
