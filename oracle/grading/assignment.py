"""What is graded and what it is worth: an assignment, which `assignment_file` reads from an instructor's file."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from learncheck.oracle.boundary import names

if TYPE_CHECKING:
    from learncheck.oracle.boundary.conventions import Conventions

SEEDS = 1 << 32
"""The number of seeds: they are the integers from 0 up to it."""

Credit = Literal["whole", "games", "sizes"]
"""What a claim that has fallen earns: nothing, or the share of its games, or of their sizes, that hold."""

Feedback = Literal["full", "counterexample", "bound", "hidden"]

TIME_LIMIT = 30.0
TOTAL_LIMIT = 600.0
IMPORT_LIMIT = 20.0
MEMORY_LIMIT, LARGEST_MEMORY = 2048, 1 << 24

MOST = 1e9
"""No number of an assignment is greater, which keeps out infinity too."""

Visibility = Literal["visible", "after_due_date", "after_published", "hidden"]
"""When Gradescope shows a claim to the student."""

Positive = Annotated[float, msgspec.Meta(gt=0, le=MOST)]
Weight = Annotated[float, msgspec.Meta(ge=0, le=MOST)]


class Allowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """time: seconds of processor time a claim; total: seconds in all; import: seconds for importing; memory: MB."""

    time: Positive = TIME_LIMIT
    total: Positive = TOTAL_LIMIT
    import_: Positive = msgspec.field(default=IMPORT_LIMIT, name="import")
    memory: Annotated[int, msgspec.Meta(ge=128, le=LARGEST_MEMORY)] = MEMORY_LIMIT


COROLLARIES = {
    "halving-programs": "halving-mistakes",
    "grid-halfspaces-halving": "halving-mistakes",
    "randomized-weighted-majority-tuned": "randomized-weighted-majority",
    "perceptron-margin": "perceptron-mistakes",
    "perceptron-margin-general": "perceptron-mistakes",
    "perceptron-margin-separation": "perceptron-mistakes",
    "perceptron-margin-distance": "perceptron-mistakes",
    "pla-halts": "perceptron-mistakes",
    "perceptron-hinge-forms": "perceptron-hinge",
    "three-piece-weak-learner": "stump-erm",
    "three-term-dnf-learned": "conjunction-elimination",
    "polynomial-regression": "least-squares",
    "adaboost-reaches-zero": "adaboost-training-error",
    "boosting-by-majority": "boosting-by-majority-training-error",
}
"""Claims that state a special case of another claim about the same learner, or restate it, and that other claim."""

COROLLARY = 0.25
"""The weight of a corollary, unless an assignment says otherwise; any other claim has the weight 1."""


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a claim is worth, and when Gradescope shows it."""

    points: Weight = 1.0
    visibility: Visibility = "visible"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One learner of an assignment: its class in the submission, its points, its claims with their weights."""

    class_: str | None = msgspec.field(default=None, name="class")
    points: Positive = 1.0
    claims: dict[str, Weight | Worth] = msgspec.field(default_factory=dict)
    visibility: Visibility = "visible"
    adapt: dict[str, object] = msgspec.field(default_factory=dict)

    def weight(self, claim_id: str) -> float:
        """The claim's weight: as stated for it or for its file; otherwise 1, or less for a corollary."""
        stated = self._stated(claim_id)
        if stated is None:
            return COROLLARY if claim_id in COROLLARIES else 1.0
        return stated.points if isinstance(stated, Worth) else stated

    def asks_for(self, claim_id: str) -> bool:
        """Whether the claim is among those that count."""
        return not self.claims or self._stated(claim_id) is not None

    def shown(self, claim_id: str) -> Visibility:
        """When Gradescope shows the claim."""
        stated = self._stated(claim_id)
        return stated.visibility if isinstance(stated, Worth) else self.visibility

    def _stated(self, claim_id: str) -> "float | Worth | None":
        for reference, worth in self.claims.items():
            if reference == claim_id or reference.endswith(f"::{claim_id}"):
                return worth
        files = {reference: worth for reference, worth in self.claims.items() if reference.endswith(".py")}
        if files:
            from learncheck.theorems.language.registry import find

            for reference, worth in files.items():
                if any(claim.id == claim_id for claim, _ in find([reference])):
                    return worth
        return None


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The share of the points that a day costs, and that all of them cost at most."""

    a_day: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    most: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0


class Assignment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is graded. Without `learners`, whatever the submission defines is judged, at one point per learner."""

    title: str = ""
    feedback: Feedback = "full"
    credit: Credit = "whole"
    profile: Literal["quick", "full", "deep"] = "quick"
    seed: Annotated[int, msgspec.Meta(ge=0, lt=SEEDS)] = 0
    limits: Allowance = Allowance()
    late: Late = Late()
    learners: dict[str, Part] = msgspec.field(default_factory=dict)
    adapt: dict[str, dict[str, object]] = msgspec.field(default_factory=dict)
    path: list[str] = msgspec.field(default_factory=list)

    def held(self, learner: str) -> "Conventions | None":
        """The conventions of the learner: those of its part before those of `adapt`, its own before those of "all".

        None if the assignment states none for it.
        """
        if not (self.adapt.get("all") or self.adapt.get(learner) or self.part(learner).adapt):
            return None
        from learncheck.oracle.boundary.conventions import conventions, fits  # few assignments state any

        of_all = {name: convention for name, convention in self.adapt.get("all", {}).items() if fits(name, learner)}
        return conventions({**of_all, **self.adapt.get(learner, {}), **self.part(learner).adapt})

    def without_effect(self, learners: Sequence[str]) -> list[str]:
        """A line for each convention that is stated for all learners and applies to none of these."""
        if not self.adapt.get("all"):
            return []
        from learncheck.oracle.boundary.conventions import idle

        return idle(self.adapt["all"], learners)

    @property
    def classes(self) -> dict[str, str]:
        """The classes to be judged under another name than their own, by that name."""
        return {name: part.class_ for name, part in self.learners.items() if part.class_ is not None}

    @property
    def by_bounds_alone(self) -> list[str]:
        """The learners without a claim of conformance: another algorithm may earn all of their points."""
        asks = {name: ",".join(part.claims) for name, part in self.learners.items()}
        return [name for name, claims in asks.items() if claims and "-conforms" not in claims and ".py" not in claims]

    def part(self, learner: str) -> Part:
        return self.learners.get(learner, Part())


def near(name: str, candidates: Iterable[str]) -> str:
    """The end of a message: the names that are close, ignoring case, or all of them if none is."""
    there = list(candidates)
    return names.near(name, there) or f"; there are {', '.join(there)}"
