"""The batch Perceptron's own loop, run for one round on formal quantities: any sample in any dimension, from any w.

The sample is formal. The code may take the margins y_i⟨w,x_i⟩ of all examples at once, ask whether some are ≤ 0, and
take one such example. Each run takes it with one of the two labels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from learncheck.theorems.formal.fits import Fit, known_paths, runs, unchanged
from learncheck.theorems.formal.numbers import NotFormal, Real, Truth, value_of
from learncheck.theorems.formal.quantities import content
from learncheck.theorems.formal.round import Runs
from learncheck.theorems.formal.vector_runs import ANGLES
from learncheck.theorems.formal.vectors import Space, Vector
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Fact, together
from learncheck.theorems.language.step import Next

STATE = ("w", "n_updates")
"""The local variables of `fit` that form the state."""
dimension, size = sympy.symbols("d m", real=True)
wrong = sympy.Symbol("examples with y⟨w,x⟩ ≤ 0", real=True)


@dataclass(frozen=True, eq=False)
class Violated:
    """The mask y_i⟨w,x_i⟩ ≤ 0 over all examples."""

    w: Vector

    def any(self) -> Truth:
        """Whether there is such an example."""
        return Real(wrong) >= 1  # type: ignore[no-any-return]

    def argmax(self) -> "Violated":
        """The first such example, represented by the condition that it satisfies."""
        return self


@dataclass(frozen=True, eq=False)
class Margins:
    """⟨w,x_i⟩ for all examples, or y_i⟨w,x_i⟩ if `signed`."""

    w: Vector
    signed: bool = False

    def __rmul__(self, other: Any) -> "Margins":
        if not isinstance(other, Labels) or self.signed:
            raise NotFormal("margins are multiplied by something else than the labels")
        return Margins(self.w, True)

    __mul__ = __rmul__

    def __le__(self, other: Any) -> Violated:
        if not self.signed or content(other) != content(0):
            raise NotFormal("margins are compared otherwise than y⟨w,x⟩ ≤ 0")
        return Violated(self.w)


class Labels:
    """The labels of the sample; that of the example taken is `label`."""

    __array_ufunc__ = None

    def __init__(self, label: int) -> None:
        self.label = label

    def __mul__(self, other: Any) -> Any:
        return other.__rmul__(self) if isinstance(other, Margins) else NotImplemented

    def __getitem__(self, index: Any) -> int:
        if not isinstance(index, Violated):
            raise NotFormal(f"the code takes the label of example {index!r}, of which nothing is known")
        return self.label


class Instances:
    """The instances of the sample; the one taken is x, and `taken` records the w with which it was found."""

    __array_ufunc__ = None

    def __init__(self, x: Vector) -> None:
        self.x = x
        self.shape = (Real(size), Real(dimension))
        self.taken: list[Vector] = []

    def __matmul__(self, w: Any) -> Margins:
        if not isinstance(w, Vector):
            raise NotFormal(f"the code takes margins at {w!r}, which is not a formal vector")
        return Margins(w)

    def __getitem__(self, index: Any) -> Vector:
        if not isinstance(index, Violated):
            raise NotFormal(f"the code takes the example {index!r}, of which nothing is known")
        self.taken.append(index.w)
        return self.x.copy()


@dataclass(frozen=True)
class Ran:
    """A round that was run, or the end of the loop if `goes_on` is False."""

    goes_on: bool
    w: Any
    updates: Any
    taken: bool


class Loop:
    """The learner's loop with a formal sample."""

    def __init__(self, learner: type, label: int) -> None:
        self.learner, self.space = learner, Space.of("w*", "w", "x")
        self.X, self.y = Instances(self.space.vector("x")), Labels(label)
        fit = Fit(learner, self.X, self.y, STATE, {"zeros": self._zeros}, self._size, leaves=STATE)
        self.fit = fit.of(learner())
        unchanged(fit.made, {}, "in its constructor")

    def _zeros(self, shape: Any, dtype: Any = None) -> Vector:
        if content(shape) != content(Real(dimension)):
            raise NotFormal(f"a vector of {shape!r} entries, not of the sample's dimension")
        return self.space.zero

    def _size(self, of: Any) -> Real:
        if of is not self.X and of is not self.y:
            raise NotFormal(f"the code asks for the length of {of!r}")
        return Real(size)

    def round(self, updates: Any) -> Ran:
        """The loop's test and, if it holds, its body, from any w."""
        if self.fit.counted:
            raise NotFormal(
                f"the loop of {self.learner.__name__}.fit is counted; it must run while some example is wrong"
            )
        w = self.space.vector("w")
        state = {"w": w.copy(), "n_updates": Real(updates)}
        test, names = self.fit.tested(state)
        if not isinstance(test, Truth) or test.relation != sympy.Ge(wrong, 1):
            raise NotFormal(f"the loop runs while {test!r}, and not while y⟨w,x⟩ ≤ 0 for some example")
        goes_on = bool(test)
        if goes_on:
            again, names = self.fit.turn(names)
            if not again:
                raise NotFormal(f"the loop of {self.learner.__name__}.fit is left while some example is wrong")
        if not isinstance(names["w"], Vector):
            raise NotFormal(f"{self.learner.__name__}'s w becomes {names['w']!r}")
        names = {name: names[name] for name in STATE}
        self.fit.end(names)
        unchanged(self.fit.made, names, "at the end")
        taken = len(self.X.taken) == 1 and content(self.X.taken[0]) == content(w)
        return Ran(goes_on, names["w"], value_of(names["n_updates"]), taken)


def correction_rounds(a: Any, b: Any, T: Any, R2: Any, *, separable: Premise) -> Runs:
    """Rounds of the batch Perceptron's own `fit`: a = ⟨w*,w⟩, b = ‖w‖², T counts updates, R² = max‖x_i‖².

    separable: the hypothesis that y_i⟨w*,x_i⟩ ≥ 1 for all i.

    Raises NotFormal if the loop can end while some example has y_i⟨w,x_i⟩ ≤ 0.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        for label in (1, -1):
            space = Space.of("w*", "w", "x")
            target, w, x = map(space.vector, ("w*", "w", "x"))
            found = runs(learner, lambda label=label: Loop(learner, label).round(T))  # type: ignore[misc]
            for ran, met, owed in known_paths(found):
                if not ran.goes_on:
                    continue
                after = Vector(space, ran.w.parts)
                known = {r"$R^2 = \max\|x\|^2$": (x @ x <= R2).relation}
                if ran.taken:
                    known["the example is one of those"] = (label * (w @ x) <= 0).relation
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
                    together(space.squares, space.angles, met, known),
                    quantities,
                    assuming=assuming,
                    due=owed,
                )

    def starts(learner: type) -> Iterator[CodeStart]:
        for label in (1, -1):
            for each in runs(learner, lambda label=label: Loop(learner, label).fit.begin()):  # type: ignore[misc]
                names = each.result
                zero = isinstance(names["w"], Vector) and not names["w"].parts
                words = f"{learner.__name__}.fit starts with w = {names['w']!r} and n_updates = {names['n_updates']!r}"
                yield CodeStart(words, {}, {T: value_of(names["n_updates"]), a: 0, b: 0}, zero)

    return Runs("from any w, for any sample in any dimension", rounds, starts, (ANGLES,))


def ends_where_separated(learner: type, errors: Any) -> Fact:
    """The fact that no example with y⟨w,x⟩ ≤ 0 is left, since the loop runs while there is one."""

    def shows() -> str:
        ends = [
            each.result
            for label in (1, -1)
            for each in runs(learner, lambda label=label: Loop(learner, label).round(sympy.Symbol("T", real=True)))  # type: ignore[misc]
            if not each.result.goes_on
        ]
        if not ends:
            raise NotFormal(f"the loop of {learner.__name__}.fit has no end")
        return f"the loop's own test is whether some example has y⟨w,x⟩ ≤ 0; {len(ends)} paths end there"

    return Fact(
        f"the loop of {learner.__name__}.fit ends only where y_i⟨w,x_i⟩ > 0 for all i",
        sympy.Eq(errors, 0),
        "lemma",
        f"read off {learner.__name__}'s own code; the run of a round refuses a loop that ends elsewhere",
        shows,
    )
