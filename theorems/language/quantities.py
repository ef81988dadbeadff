"""What ready games measure: the symbols of their quantities, and `quantities`, which reads them off a played game.

prediction with experts' losses                            R L B T n
linear losses over the ball, the simplex or the box        R L B T d G
convex losses of a number, against a linear comparator     R L B T d X U
points with any labels                                     M T n
a finite class                                             M T H
labelled samples                                           E m d
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import sympy

from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.labelled import BinaryGame, PlainSample
from learncheck.strategies.play.losses import ExpertLosses, LinearLosses, LossGame, Regression, dot
from learncheck.strategies.tables.finite_class import FiniteClassGame
from learncheck.theorems.language.floats import FromFloats
from learncheck.theorems.language.symbols import quantity

R = quantity("R", "the regret, L − B", real=True)
L = quantity("L", "the learner's total loss", real=True)
B = quantity("B", "the total loss of the best comparator", real=True)
T = quantity("T", "the number of rounds", integer=True, nonnegative=True)
M = quantity("M", "the number of mistakes", integer=True, nonnegative=True)
E = quantity("E", "the number of errors on the sample", integer=True, nonnegative=True)
n = quantity("n", "the number of experts, or of points", integer=True, positive=True)
d = quantity("d", "the dimension", integer=True, positive=True)
H = quantity("H", "the number of hypotheses", integer=True, positive=True)
m = quantity("m", "the number of examples", integer=True, positive=True)
G = quantity("G", "the largest Euclidean norm of a gradient")
X = quantity("X", "the largest Euclidean norm of an instance")
U = quantity("U", "the Euclidean norm of the comparator")
READY = {symbol.name: symbol for symbol in (R, L, B, T, M, E, n, d, H, m, G, X, U)}


class Unmeasured(TypeError):
    """A case that brings no quantities, of a claim that does not say what to measure."""


def quantities(trace: Trace) -> dict[sympy.Symbol, object]:
    """The quantities of a ready game or sample, by their symbols.

    Raises Unmeasured for any other case: its claim needs a `measure=`.
    """
    case = trace.case
    if isinstance(case, ExpertLosses):
        return {**losses(trace), n: case.n}
    if isinstance(case, LinearLosses):
        steepest = max((norm(gradient) for gradient in case.gradients), key=float, default=0)
        return {**losses(trace), d: case.dimension, G: steepest}
    if isinstance(case, Regression):
        longest = max((norm(x) for x, _ in case.rounds), key=float, default=0)
        return {**losses(trace), d: len(case.u), X: longest, U: norm(case.u)}
    if isinstance(case, LossGame):
        return losses(trace)
    if isinstance(case, BinaryGame):
        return {M: trace.mistakes, T: len(trace.rounds), n: case.n}
    if isinstance(case, FiniteClassGame):
        return {M: trace.mistakes, T: len(trace.rounds), H: len(case.hypotheses)}
    if isinstance(case, PlainSample):
        return {E: trace.facts.errors, m: len(case.y), d: case.dimension}
    raise Unmeasured(
        f"measure= is missing, and {type(case).__name__} is not a ready game: give the quantities of the bound, "
        "measure=lambda trace: {M: trace.mistakes}"
    )


def losses(trace: Trace) -> dict[sympy.Symbol, object]:
    """R, L, B and T of a game with losses. Marks numbers that come from floats."""
    best, paid = trace.case.best(), trace.loss
    rounded = any(np.asarray(round_.prediction).dtype.kind == "f" for round_ in trace.rounds)
    values = {R: paid - best, L: paid}
    return {
        **({symbol: FromFloats(value) for symbol, value in values.items()} if rounded else values),
        B: best,
        T: len(trace.rounds),
    }


def norm(vector: Sequence[float | Fraction]) -> sympy.Expr:
    """The Euclidean norm, exactly."""
    square = dot(vector, vector)
    return sympy.sqrt(sympy.Rational(square.numerator, square.denominator))
