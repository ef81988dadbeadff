"""The batch Perceptron's own correction on formal quantities: any sample in any dimension, from any w.

What the texts of `fit` and `round` do is built in: as long as some example has y_i⟨w,x_i⟩ ≤ 0, one of them is handed to
the learner's own `correct`. Each run hands over an example with one of the two labels.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import sympy

from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import NotFormal, Real, value_of
from learncheck.theorems.formal.positives import CoordinateSample, require_size
from learncheck.theorems.formal.quantities import content, runs, with_attributes, worded_paths
from learncheck.theorems.formal.round import Runs, own_run
from learncheck.theorems.formal.vector_runs import ANGLES
from learncheck.theorems.formal.vectors import Space, Vector
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Fact, together
from learncheck.theorems.language.step import Next

FIT = """def fit(self, X, y):
    self.start(X, y)
    while self.round(X, y):
        pass
    return self
"""
ROUND = """def round(self, X, y):
    wrong = y * inner(X, self.w) <= 0
    if not wrong.any():
        return False
    i = wrong.argmax()
    self.correct(X[i], y[i])
    return True
"""


def _class(learner: type, space: Space) -> type:
    def zeros(shape: object, dtype: type | None = None) -> Vector:
        require_size(shape)
        return space.zero

    methods = ("__init__", "start", "correct")
    return in_the_language(
        learner, ("w", "n_updates"), methods, reads=("shape",), meanings={np.zeros: zeros}, given=(FIT, ROUND)
    )


def _state(learner: type, perceptron: object) -> tuple[Vector, sympy.Expr]:
    """w and n_updates of a learner that was run."""
    w, updates = (getattr(perceptron, name) for name in ("w", "n_updates"))
    if not isinstance(w, Vector):
        raise NotFormal(f"{learner.__name__}'s w becomes {w!r}")
    return w, value_of(updates)


def correction_rounds(
    a: sympy.Symbol, b: sympy.Symbol, T: sympy.Symbol, R2: sympy.Symbol, *, separable: Premise
) -> Runs:
    """Rounds of the batch Perceptron's own `fit`: a = ⟨w*,w⟩, b = ‖w‖², T counts updates, R² = max‖x_i‖².

    separable: the hypothesis that y_i⟨w*,x_i⟩ ≥ 1 for all i.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        space = Space.of("w*", "w", "x")
        target, w, x = map(space.vector, ("w*", "w", "x"))
        kind = _class(learner, space)

        def corrected(label: int) -> tuple[Vector, sympy.Expr]:
            perceptron = with_attributes(kind, {"w": w, "n_updates": Real(T)})
            example = x.copy()
            perceptron.correct(example, label)
            if content(example) != content(x):
                raise NotFormal(f"{learner.__name__}.correct changes the example")
            return _state(learner, perceptron)

        for label in (1, -1):
            for (after, updates), met, owed in worded_paths(runs(learner, partial(corrected, label))):
                hypotheses = {
                    r"$R^2 = \max\|x\|^2$": (x @ x <= R2).relation,
                    "the example is one of those": (label * (w @ x) <= 0).relation,
                }
                quantities = {
                    a: (target @ w).expression,
                    b: (w @ w).expression,
                    Next(a): (target @ after).expression,
                    Next(b): (after @ after).expression,
                    Next(T): updates,
                }
                yield CodePath(
                    "an update",
                    together(space.squares, space.angles, met, hypotheses),
                    quantities,
                    assuming={separable: (label * (target @ x) >= 1).relation},
                    due=owed,
                )

    def starts(learner: type) -> Iterator[CodeStart]:
        perceptron = with_attributes(_class(learner, Space.of("w")), {})
        runs(learner, lambda: perceptron.start(CoordinateSample(), None))
        w, updates = _state(learner, perceptron)
        words = f"{learner.__name__}.start makes w = {w!r} and n_updates = {updates}"
        yield CodeStart(words, {}, {T: updates, a: 0, b: 0}, not w.parts)

    return own_run(Runs("from any w, for any sample in any dimension", rounds, starts, (ANGLES,)))


def ends_where_separated(learner: type, errors: sympy.Symbol) -> Fact:
    """The fact that no example with y⟨w,x⟩ ≤ 0 is left, since there are rounds while there is one."""

    def shows() -> str:
        _class(learner, Space.of("w"))
        return "`fit` makes rounds until one finds no example with y⟨w,x⟩ ≤ 0"

    return Fact(
        f"the loop of {learner.__name__}.fit ends only where y_i⟨w,x_i⟩ > 0 for all i",
        sympy.Eq(errors, 0),
        "lemma",
        f"read off {learner.__name__}'s own code, which has no other text",
        shows,
    )
