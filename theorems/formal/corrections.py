"""The batch Perceptron's own round on formal quantities: any sample in any dimension, from any w.

The sample is formal. The code may take the margins y_i⟨w,x_i⟩ of all examples at once, ask whether some are ≤ 0, and
take one such example. Each run takes it with one of the two labels.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import sympy

from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import NotFormal, Path, Real, Truth, value_of
from learncheck.theorems.formal.quantities import content, runs, with_attributes, worded_paths
from learncheck.theorems.formal.round import Runs, own_run
from learncheck.theorems.formal.vector_runs import ANGLES
from learncheck.theorems.formal.vectors import Space, Vector
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Fact, together
from learncheck.theorems.language.step import Next

LOOP = """def fit(self, X, y):
    self.start(X, y)
    while self.round(X, y):
        pass
    return self
"""
"""The `fit` of a learner that makes rounds until one says that there was nothing to do."""

dimension = sympy.Symbol("d", real=True)
wrong = sympy.Symbol("examples with y⟨w,x⟩ ≤ 0", real=True)


@dataclass(frozen=True, eq=False)
class Violated:
    """The mask y_i⟨w,x_i⟩ ≤ 0 over all examples, for the w before the round."""

    def any(self) -> Truth:
        """Whether there is such an example."""
        return Real(wrong) >= 1

    def argmax(self) -> "Violated":
        """The first such example, represented by the condition that it satisfies."""
        return self


@dataclass(frozen=True, eq=False)
class FormalMargins:
    """⟨w,x_i⟩ for all examples, or y_i⟨w,x_i⟩ if `signed`."""

    signed: bool = False

    def __rmul__(self, other: object) -> "FormalMargins":
        if not isinstance(other, Labels) or self.signed:
            raise NotFormal("margins are multiplied by something else than the labels")
        return FormalMargins(True)

    __mul__ = __rmul__

    def __le__(self, other: object) -> Violated:
        if not self.signed or content(other) != content(0):
            raise NotFormal("margins are compared otherwise than y⟨w,x⟩ ≤ 0")
        return Violated()


class Labels:
    """The labels of the sample; that of the example taken is `label`."""

    def __init__(self, label: int) -> None:
        self.label = label

    def __mul__(self, other: object) -> FormalMargins:
        return other.__rmul__(self) if isinstance(other, FormalMargins) else NotImplemented

    def __getitem__(self, index: object) -> int:
        if not isinstance(index, Violated):
            raise NotFormal(f"the code takes the label of example {index!r}, of which nothing is known")
        return self.label


class Instances:
    """The instances of the sample, whose margins are known at one w alone; the instance taken is x."""

    def __init__(self, x: Vector, w: Vector) -> None:
        self.x, self.w, self.taken = x, w, False
        self.shape = (None, Real(dimension))

    def __matmul__(self, w: object) -> FormalMargins:
        if content(w) != content(self.w):
            raise NotFormal(f"the code takes margins at {w!r}, which is not the w before the round")
        return FormalMargins()

    def __getitem__(self, index: object) -> Vector:
        if not isinstance(index, Violated):
            raise NotFormal(f"the code takes the example {index!r}, of which nothing is known")
        self.taken = True
        return self.x.copy()


@dataclass(frozen=True)
class CorrectionRound:
    """A round that was run: whether the loop goes on, the state after it, and whether an example was taken."""

    goes_on: bool
    w: Vector
    updates: sympy.Expr
    taken: bool


def _class(learner: type, space: Space) -> type:
    def zeros(shape: object, dtype: type | None = None) -> Vector:
        if content(shape) != content(Real(dimension)):
            raise NotFormal(f"a vector of {shape!r} entries, not of the sample's dimension")
        return space.zero

    methods = ("__init__", "start", "round")
    return in_the_language(
        learner, ("w", "n_updates"), methods, reads=("shape",), meanings={np.zeros: zeros}, given=(LOOP,)
    )


def _rounds(learner: type, label: int, updates: sympy.Symbol) -> list[Path[CorrectionRound]]:
    """Every path of a round from any w. Raises NotFormal if one ends the loop while some example is wrong."""
    space = Space.of("w*", "w", "x")
    kind = _class(learner, space)

    def once() -> CorrectionRound:
        w = space.vector("w")
        perceptron = with_attributes(kind, {"w": w, "n_updates": Real(updates)})
        X = Instances(space.vector("x"), w)
        goes_on = perceptron.round(X, Labels(label))
        if goes_on is not True and goes_on is not False:
            raise NotFormal(f"{learner.__name__}.round gives {goes_on!r}, and not whether there was one")
        if not isinstance(perceptron.w, Vector):
            raise NotFormal(f"{learner.__name__}'s w becomes {perceptron.w!r}")
        if not goes_on and content(perceptron.w) != content(w):
            raise NotFormal(f"{learner.__name__}.round changes w, and ends the loop")
        return CorrectionRound(goes_on, perceptron.w, value_of(perceptron.n_updates), X.taken)

    paths = runs(learner, once)
    for path in paths:
        if (sympy.Ge if path.result.goes_on else sympy.Lt)(wrong, 1) not in path.comparisons:
            raise NotFormal(f"{learner.__name__}.round goes on otherwise than while y⟨w,x⟩ ≤ 0 for some example")
    return paths


def correction_rounds(
    a: sympy.Symbol, b: sympy.Symbol, T: sympy.Symbol, R2: sympy.Symbol, *, separable: Premise
) -> Runs:
    """Rounds of the batch Perceptron's own `fit`: a = ⟨w*,w⟩, b = ‖w‖², T counts updates, R² = max‖x_i‖².

    separable: the hypothesis that y_i⟨w*,x_i⟩ ≥ 1 for all i.

    Raises NotFormal if the loop can end while some example has y_i⟨w,x_i⟩ ≤ 0.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        for label in (1, -1):
            space = Space.of("w*", "w", "x")
            target, w, x = map(space.vector, ("w*", "w", "x"))
            for ran, met, owed in worded_paths(_rounds(learner, label, T)):
                if not ran.goes_on:
                    continue
                after = Vector(space, ran.w.parts)
                hypotheses = {r"$R^2 = \max\|x\|^2$": (x @ x <= R2).relation}
                if ran.taken:
                    hypotheses["the example is one of those"] = (label * (w @ x) <= 0).relation
                quantities = {
                    a: (target @ w).expression,
                    b: (w @ w).expression,
                    Next(a): (target @ after).expression,
                    Next(b): (after @ after).expression,
                    Next(T): ran.updates,
                }
                assuming = {separable: (label * (target @ x) >= 1).relation}
                yield CodePath(
                    "an update",
                    together(space.squares, space.angles, met, hypotheses),
                    quantities,
                    assuming=assuming,
                    due=owed,
                )

    def starts(learner: type) -> Iterator[CodeStart]:
        space = Space.of("w*", "w", "x")
        perceptron = with_attributes(_class(learner, space), {})
        runs(learner, lambda: perceptron.start(Instances(space.vector("x"), space.zero), Labels(1)))
        w, updates = perceptron.w, value_of(perceptron.n_updates)
        words = f"{learner.__name__}.start makes w = {w!r} and n_updates = {updates}"
        yield CodeStart(words, {}, {T: updates, a: 0, b: 0}, isinstance(w, Vector) and not w.parts)

    return own_run(Runs("from any w, for any sample in any dimension", rounds, starts, (ANGLES,)))


def ends_where_separated(learner: type, errors: sympy.Symbol) -> Fact:
    """The fact that no example with y⟨w,x⟩ ≤ 0 is left, since there are rounds while there is one."""

    def shows() -> str:
        updates = sympy.Symbol("T", real=True)
        ends = [path for label in (1, -1) for path in _rounds(learner, label, updates) if not path.result.goes_on]
        if not ends:
            raise NotFormal(f"the loop of {learner.__name__}.fit has no end")
        return f"a round says whether some example has y⟨w,x⟩ ≤ 0; {len(ends)} paths end there"

    return Fact(
        f"the loop of {learner.__name__}.fit ends only where y_i⟨w,x_i⟩ > 0 for all i",
        sympy.Eq(errors, 0),
        "lemma",
        f"read off {learner.__name__}'s own code; the run of a round refuses a loop that ends elsewhere",
        shows,
    )
