"""The batch Perceptron's own correction on formal quantities: any sample in any dimension, from any w.

What the texts of `fit`, `start` and `round` do is built in: from w = 0, and as long as some example has y_i⟨w,x_i⟩ ≤ 0,
one of these is handed to the learner's own `correct`. Each run hands over an example with one of the two labels.
"""

from collections.abc import Iterator
from functools import partial

import sympy

from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import NotFormal, Real, value_of
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
START = """def start(self, X, y):
    self.w, self.n_updates = np.zeros(X.shape[1], dtype=int), 0
"""
ROUND = """def round(self, X, y):
    wrong = y * inner(X, self.w) <= 0
    if not wrong.any():
        return False
    i = wrong.argmax()
    self.correct(X[i], y[i])
    return True
"""


def _class(learner: type) -> type:
    return in_the_language(learner, ("w", "n_updates"), ("__init__", "correct"), given=(FIT, START, ROUND))


def correction_rounds(
    a: sympy.Symbol, b: sympy.Symbol, T: sympy.Symbol, R2: sympy.Symbol, *, separable: Premise
) -> Runs:
    """Rounds of the batch Perceptron's own `fit`: a = ⟨w*,w⟩, b = ‖w‖², T counts updates, R² = max‖x_i‖².

    separable: the hypothesis that y_i⟨w*,x_i⟩ ≥ 1 for all i.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        space = Space.of("w*", "w", "x")
        target, w, x = map(space.vector, ("w*", "w", "x"))
        kind = _class(learner)

        def corrected(label: int) -> tuple[Vector, sympy.Expr]:
            perceptron = with_attributes(kind, {"w": w, "n_updates": Real(T)})
            example = x.copy()
            perceptron.correct(example, label)
            if content(example) != content(x):
                raise NotFormal(f"{learner.__name__}.correct changes the example")
            if not isinstance(perceptron.w, Vector):
                raise NotFormal(f"{learner.__name__}'s w becomes {perceptron.w!r}")
            return perceptron.w, value_of(perceptron.n_updates)

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
        _class(learner)
        yield CodeStart(f"{learner.__name__}.start makes w = 0 and n_updates = 0", {}, {T: 0, a: 0, b: 0})

    return own_run(Runs("from any w, for any sample in any dimension", rounds, starts, (ANGLES,)))


def ends_where_separated(learner: type, errors: sympy.Symbol) -> Fact:
    """The fact that no example with y⟨w,x⟩ ≤ 0 is left, since there are rounds while there is one."""

    def shows() -> str:
        _class(learner)
        return "`fit` makes rounds until one finds no example with y⟨w,x⟩ ≤ 0"

    return Fact(
        f"the loop of {learner.__name__}.fit ends only where y_i⟨w,x_i⟩ > 0 for all i",
        sympy.Eq(errors, 0),
        "lemma",
        f"read off {learner.__name__}'s own code, which has no other text",
        shows,
    )
