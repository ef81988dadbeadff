"""QuickCheck for learning theory: theorems as claims, attacked on running learners and on yours.

learncheck.check(MyHalving, as_="Halving")            a report that renders in a notebook; raises nothing
learncheck.score(MyHalving)                           the share of the claims that stand, for a graded cell
@learncheck.parametrize_with_claims("Halving", MyHalving)
                                                  one test per claim, in a pytest file of yours
@learncheck.claim(n=st.integers(0, 8), bound=…)    a claim as short as a Hypothesis test
learncheck.Claim, Family, Premise, Step, Next, Induction, …    the language in which theorems are stated
learncheck.games                                      ready-made games for your own claims
learncheck.adapters.from_sklearn(...)                 estimators that people already use

Every name is imported when it is first used, so that importing the package stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from learncheck import adapters as adapters
    from learncheck import games as games
    from learncheck import lemmas as lemmas
    from learncheck.oracle.engine.profiles import PROFILES as PROFILES
    from learncheck.oracle.engine.run import attack as attack
    from learncheck.oracle.grading.results import Falsified as Falsified
    from learncheck.oracle.prover.prove import prove as prove
    from learncheck.oracle.pytest_plugin import parametrize_with_claims as parametrize_with_claims
    from learncheck.oracle.report.notebook import check as check
    from learncheck.oracle.report.notebook import score as score
    from learncheck.strategies.play.case import Case as Case
    from learncheck.strategies.play.case import Coordinates as Coordinates
    from learncheck.strategies.play.case import Round as Round
    from learncheck.strategies.play.case import Snapshot as Snapshot
    from learncheck.strategies.play.case import Trace as Trace
    from learncheck.strategies.play.choices import Choices as Choices
    from learncheck.strategies.play.games import Game as Game
    from learncheck.strategies.play.games import Oblivious as Oblivious
    from learncheck.theorems.language.claim import Claim as Claim
    from learncheck.theorems.language.claim import Family as Family
    from learncheck.theorems.language.claim import Source as Source
    from learncheck.theorems.language.claim import Values as Values
    from learncheck.theorems.language.decorator import claim as claim
    from learncheck.theorems.language.limits import Long as Long
    from learncheck.theorems.language.limits import Varied as Varied
    from learncheck.theorems.language.limits import Wide as Wide
    from learncheck.theorems.language.premise import Premise as Premise
    from learncheck.theorems.language.proof import Chain as Chain
    from learncheck.theorems.language.proof import Fact as Fact
    from learncheck.theorems.language.proof import Induction as Induction
    from learncheck.theorems.language.proof import Transition as Transition
    from learncheck.theorems.language.proof import by_claim as by_claim
    from learncheck.theorems.language.registry import all_claims as all_claims
    from learncheck.theorems.language.registry import select as select
    from learncheck.theorems.language.step import Next as Next
    from learncheck.theorems.language.step import Step as Step
    from learncheck.theorems.language.step import always as always
    from learncheck.theorems.language.step import on_mistake as on_mistake
    from learncheck.theorems.language.symbols import quantity as quantity

_HOME = {
    "PROFILES": "oracle.engine.profiles",
    "attack": "oracle.engine.run",
    "check": "oracle.report.notebook",
    "score": "oracle.report.notebook",
    "prove": "oracle.prover.prove",
    "parametrize_with_claims": "oracle.pytest_plugin",
    "Falsified": "oracle.grading.results",
    "Case": "strategies.play.case",
    "Coordinates": "strategies.play.case",
    "Round": "strategies.play.case",
    "Snapshot": "strategies.play.case",
    "Trace": "strategies.play.case",
    "Choices": "strategies.play.choices",
    "Game": "strategies.play.games",
    "Oblivious": "strategies.play.games",
    "Claim": "theorems.language.claim",
    "Family": "theorems.language.claim",
    "Source": "theorems.language.claim",
    "Values": "theorems.language.claim",
    "quantity": "theorems.language.symbols",
    "claim": "theorems.language.decorator",
    "Long": "theorems.language.limits",
    "Varied": "theorems.language.limits",
    "Wide": "theorems.language.limits",
    "Premise": "theorems.language.premise",
    "Chain": "theorems.language.proof",
    "Fact": "theorems.language.proof",
    "Induction": "theorems.language.proof",
    "Transition": "theorems.language.proof",
    "by_claim": "theorems.language.proof",
    "all_claims": "theorems.language.registry",
    "select": "theorems.language.registry",
    "Next": "theorems.language.step",
    "Step": "theorems.language.step",
    "always": "theorems.language.step",
    "on_mistake": "theorems.language.step",
}

__all__ = [
    "PROFILES",
    "Case",
    "Chain",
    "Choices",
    "Claim",
    "Coordinates",
    "Fact",
    "Falsified",
    "Family",
    "Game",
    "Induction",
    "Long",
    "Next",
    "Oblivious",
    "Premise",
    "Round",
    "Snapshot",
    "Source",
    "Step",
    "Trace",
    "Transition",
    "Values",
    "Varied",
    "Wide",
    "adapters",
    "all_claims",
    "always",
    "attack",
    "by_claim",
    "check",
    "claim",
    "games",
    "lemmas",
    "on_mistake",
    "parametrize_with_claims",
    "prove",
    "quantity",
    "score",
    "select",
]


def __getattr__(name: str) -> Any:
    if name in ("adapters", "games", "lemmas"):
        return import_module(f"learncheck.{name}")
    if name in _HOME:
        value = globals()[name] = getattr(import_module(f"learncheck.{_HOME[name]}"), name)
        return value
    raise AttributeError(f"module 'learncheck' has no attribute {name!r}; its names are {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
