"""What ready games measure: the symbols of their quantities, and `quantities`, which reads them off a played game.

prediction with experts' losses                            R L B T n
linear losses over the ball, the simplex or the box        R L B T d G
convex losses of a number, against a linear comparator     R L B T d X U
points with any labels                                     M T n
a finite class                                             M T H
labelled samples                                           E m d
"""

import sympy

from learncheck.strategies.play.case import Trace
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
    from learncheck.theorems.language import ready  # only the games of claims without a measure of their own need them

    return ready.measured(trace)
