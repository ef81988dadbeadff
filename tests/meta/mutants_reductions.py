"""Wrong variants of the claims on reductions."""

from fractions import Fraction
from typing import Any

from changes import bound, other, without
from sympy import And, Eq, Rational

from learncheck.theorems.notes.erm.colorings import ZERO_ERROR, C, R, X, Y, reduced
from learncheck.theorems.notes.erm.max_feasible_subsystem import E, N, S, by_erm, m
from learncheck.theorems.notes.erm.proper_learning import ENOUGH, Q, Z


def with_a_color_more(trace: Any) -> Any:
    """The coloring read off with k halfspaces is taken for one with k - 1 colours."""
    values = dict(reduced(trace))
    colors = trace.facts.read_off
    values[Y] += 0 if colors is None else sum(color >= trace.case.k - 1 for color in colors)
    return values


MUTANTS = {
    "coloring-reduction": [
        ("b = 1/2 + 1/2", other(measure=lambda trace: reduced(trace, Fraction(1)))),
        ("b = 0.4", other(measure=lambda trace: reduced(trace, Fraction(4, 10)))),
        ("every graph is realized", bound(Eq(R, 1))),
        ("no graph is", bound(Eq(R, 0))),
        ("every graph is colorable", bound(And(Eq(C, 1), Eq(X, 0)))),
        ("a colour less", other(measure=with_a_color_more)),
    ],
    "coloring-read-off": [("halfspaces with errors", without(ZERO_ERROR)), ("one edge of one colour", bound(Eq(Y, 1)))],
    "max-feasible-subsystem": [
        ("no copy of the origin", other(measure=lambda trace: by_erm(trace, copies=0))),
        ("one copy of the origin", other(measure=lambda trace: by_erm(trace, copies=1))),
        ("one error more", bound(Eq(S, m - E - 1))),
        ("all inequalities", bound(Eq(N, m))),
    ],
    "proper-learning-solves-erm": [
        ("a probability of 3/4", bound(Q >= Rational(3, 4) * Z)),
        ("YES without errors or with them", bound(Q >= Rational(3, 10))),
        ("any number of draws", without(ENOUGH)),
    ],
    "erm-by-max-feasible-subsystem": [("no errors", bound(Eq(S, m))), ("one error more", bound(Eq(S, m - E - 1)))],
}
