"""AdaBoost's greatest training error for up to six rounds, in closed form, if every round errs on exactly ½ − γ.

It is the value of a linear program (`minimax.adaboost_value`), here for all γ at once. A class (t, k) holds the
examples on which k of the first t rounds erred. A plan says whether round t + 1 errs on all of it (1), on none (0) or
on a part (p); a plan of T rounds has T parts. What they are follows from the T conditions that each round errs on ½ −
γ of its distribution. What each condition costs follows from the T parts, which are worth the same whether they are
erred on or not. All of it is rational in γ. Where no class and no part of it is negative, and no other class is worth
more if it is treated otherwise, the error that the plan attains is the greatest.

- `adaboost_form`   the greatest error
- `certify`         show it for all γ in (0, ½)
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import sympy
from sympy.polys.matrices import DomainMatrix

from learncheck.exact.signs import NotShown

Plan = Sequence[str]
"""Row t has a character for each class (t, k): 1, 0 or p. On empty classes 1 and 0 say what would be worth more."""

PLANS: Mapping[int, tuple[Plan, ...]] = {
    1: (("p",),),
    2: (("p", "p0"),),
    3: (("p", "pp", "010"), ("p", "0p", "0p0")),
    4: (("p", "0p", "pp0", "0100"), ("p", "0p", "0p0", "0p00")),
    5: (
        ("p", "pp", "pp1", "0110", "00100"),
        ("p", "pp", "0pp", "0110", "00100"),
        ("p", "pp", "00p", "01p0", "00100"),
        ("p", "0p", "00p", "0pp0", "00100"),
        ("p", "pp", "00p", "00p0", "00100"),
    ),
    6: (
        ("p", "pp", "001", "pp00", "01p00", "001000"),
        ("p", "pp", "00p", "0p00", "01p00", "001000"),
        ("p", "pp", "00p", "01p0", "01p00", "001000"),
        ("p", "0p", "00p", "0pp0", "0p100", "001000"),
        ("p", "0p", "00p", "00p0", "0pp00", "001000"),
        ("p", "pp", "00p", "00p0", "00p00", "001000"),
    ),
}
"""By the number of rounds, plans of which one is best for each γ in (0, ½), from small γ to large."""

FORMS: Mapping[int, tuple[str, ...]] = {
    1: ("(1 - 2*γ)/2",),
    2: ("(1 + γ)*(1 - 2*γ)",),
    3: ("(1 - 2*γ)**2*(3 + 6*γ + 4*γ**2)/4", "(1 + γ)*(1 - 2*γ)**2"),
    4: ("(1 + γ)*(1 - 2*γ)**2*(1 + 2*γ + 2*γ**2)", "(1 - 2*γ)**2*(3 + 6*γ + 4*γ**2)/2"),
    5: (
        "(1 - 2*γ)**3*(5 + 20*γ + 40*γ**2 + 40*γ**3 + 16*γ**4)/(6 + 8*γ**2)",
        "(1 + γ)*(1 - 2*γ)**3*(1 + 2*γ + 2*γ**2)",
        "(1 - 2*γ)**3*(3 + 6*γ + 4*γ**2)/2",
    ),
    6: (
        "(1 + γ)*(1 - 2*γ)**3*(1 + 2*γ + 4*γ**2)*(3 + 6*γ + 4*γ**2)/(3 + 4*γ**2)",
        "(1 - 2*γ)**3*(5 + 20*γ + 40*γ**2 + 40*γ**3 + 16*γ**4)/4",
        "2*(1 + γ)*(1 - 2*γ)**3*(1 + 2*γ + 2*γ**2)",
    ),
}
"""By the number of rounds, the rational functions whose least value is the greatest error."""

FIELD = sympy.QQ.frac_field(sympy.Symbol("γ"))
GAMMA = FIELD.gens[0]
HALF = sympy.Rational(1, 2)
ERROR = FIELD.one / 2 - GAMMA
BETA = (FIELD.one / 2 + GAMMA) / ERROR
Rational = Any
"""An element of FIELD."""
Affine = list[Any]
"""A sum of unknowns with coefficients in FIELD; the last entry is the constant."""


class Solved(NamedTuple):
    """What a plan attains, the upper bound of its costs, and what must not be negative for both to be right."""

    attained: Rational
    above: Rational
    conditions: tuple[Rational, ...]


def adaboost_form(rounds: int, gamma: Fraction) -> Fraction | None:
    """The greatest training error, exactly; None for more than six rounds, or a γ that is not in (0, ½)."""
    if rounds not in FORMS or not 0 < gamma < Fraction(1, 2):
        return None
    return min(_at(form, gamma) for form in forms(rounds))


@cache
def forms(rounds: int) -> tuple[Rational, ...]:
    """The functions of FORMS as elements of FIELD."""
    return tuple(FIELD.from_sympy(sympy.sympify(form)) for form in FORMS[rounds])


def solved(plan: Plan) -> Solved:
    """Solve the conditions of a plan. Raises NotShown if they do not determine its parts, or its costs."""
    rounds = len(plan)
    parts = [(t, k) for t in range(rounds) for k in range(t + 1) if plan[t][k] == "p"]
    if len(parts) != rounds:
        raise NotShown(f"{len(parts)} parts in {rounds} rounds: give as many as rounds")
    nothing, everything = [FIELD.zero] * (rounds + 1), [FIELD.zero] * rounds + [FIELD.one]
    masses, due, not_negative = [everything], [], []
    for t in range(rounds):
        wrong = []
        for k in range(t + 1):
            own = nothing.copy()
            if plan[t][k] == "p":
                own[parts.index((t, k))] = FIELD.one
                not_negative += [own, _plus(masses[k], own, -FIELD.one)]
            wrong.append(masses[k] if plan[t][k] == "1" else own)
        not_negative += masses
        condition = nothing
        for k in range(t + 1):
            condition = _plus(_plus(condition, masses[k], ERROR * BETA**k), wrong[k], -(BETA**k))
        due.append(condition)
        right = [_plus(mass, share, -FIELD.one) for mass, share in zip(masses, wrong, strict=True)]
        masses = [_plus(stay, come) for stay, come in zip((*right, nothing), (nothing, *wrong), strict=True)]
    shares = _root(due)
    lost = [_value(mass, shares) for k, mass in enumerate(masses) if 2 * k >= rounds]

    worth = [everything if 2 * k >= rounds else nothing for k in range(rounds + 1)]
    alike, no_better = [], []
    for t in reversed(range(rounds)):
        before = []
        for k in range(t + 1):
            stays, errs = worth[k], worth[k + 1].copy()
            errs[t] -= BETA**k
            gain = _plus(errs, stays, -FIELD.one)
            if plan[t][k] == "p":
                alike.append(gain)
            else:
                no_better.append(gain if plan[t][k] == "1" else _plus(nothing, gain, -FIELD.one))
            own = (errs if plan[t][k] == "1" else stays).copy()
            own[t] += ERROR * BETA**k
            before.append(own)
        worth = before
    costs = _root(alike)
    conditions = [_value(affine, shares) for affine in not_negative] + [_value(affine, costs) for affine in no_better]
    return Solved(sum(lost, FIELD.zero), _value(worth[0], costs), tuple(filter(None, conditions)))


def certify(rounds: int, plans: Sequence[Plan] | None = None) -> str:
    """Show that `adaboost_form` is the value for all γ in (0, ½), and say how.

    Every condition is a quotient of polynomials, without poles there, and keeps its sign between two roots. So a plan
    that is best at one rational between two roots is best all the way, and at the roots by continuity; and so is a form
    that is the least. Raises NotShown.
    """
    solutions = [solved(plan) for plan in plans or PLANS[rounds]]
    functions = forms(rounds)
    if any(solution.attained != solution.above or solution.attained not in functions for solution in solutions):
        raise NotShown(f"{rounds} rounds: what a plan attains is not its upper bound, or has another form")
    gaps = [first - second for first, second in combinations(functions, 2)]
    points = list(_between(_factors([*gaps, *(condition for plan in solutions for condition in plan.conditions)])))
    for point in points:
        best = [plan for plan in solutions if all(_at(condition, point) >= 0 for condition in plan.conditions)]
        if not best:
            raise NotShown(f"{rounds} rounds: no plan is best at γ = {point}")
        if _at(best[0].attained, point) != min(_at(form, point) for form in functions):
            raise NotShown(f"{rounds} rounds: another form is less at γ = {point}")
    return f"{len(solutions)} plans, best between {len(points) - 1} roots, decided at a rational in each of the gaps"


def _plus(first: Affine, second: Affine, times: Rational = FIELD.one) -> Affine:
    return [a + times * b for a, b in zip(first, second, strict=True)]


def _value(of: Affine, values: Sequence[Rational]) -> Rational:
    return sum((a * b for a, b in zip(of, values, strict=False)), of[-1])


def _root(equations: Sequence[Affine]) -> list[Rational]:
    """The values of the unknowns at which all these are 0. Raises NotShown if there is not exactly one choice."""
    size = len(equations)
    matrix = DomainMatrix([row[:-1] for row in equations], (size, size), FIELD)
    try:
        solution = matrix.lu_solve(DomainMatrix([[-row[-1]] for row in equations], (size, 1), FIELD))
    except sympy.polys.matrices.exceptions.DMNonInvertibleMatrixError:
        raise NotShown("the conditions of the plan do not determine it") from None
    return [row[0] for row in solution.to_list()]


def _at(function: Rational, gamma: Fraction) -> Fraction:
    point = sympy.QQ(gamma.numerator, gamma.denominator)
    value = function.numer.evaluate(0, point) / function.denom.evaluate(0, point)
    return Fraction(int(value.numerator), int(value.denominator))


def _factors(functions: Sequence[Rational]) -> set[Any]:
    """The irreducible factors of the numerators, as polynomials in γ. Raises NotShown for a pole in (0, ½)."""
    factors = set()
    for function in set(functions):
        above, below = (sympy.Poly(part.as_expr(), sympy.Symbol("γ")) for part in (function.numer, function.denom))
        if any(factor.count_roots(0, HALF) - (factor.eval(HALF) == 0) for factor, _ in below.factor_list()[1]):
            raise NotShown(f"{function} has a pole from 0 to ½")
        factors |= {factor for factor, _ in above.factor_list()[1]}
    return factors


def _between(polynomials: set[Any]) -> Iterator[Fraction]:
    """A rational in each gap between neighbouring roots in (0, ½) of different irreducible polynomials."""
    fine = sympy.Rational(1, 10**12)
    intervals = [ends for p in polynomials for ends, _ in p.intervals(eps=fine) if ends[1] > 0 and ends[0] < HALF]
    marks = [(sympy.Integer(0), sympy.Integer(0)), *sorted(intervals), (HALF, HALF)]
    for (_, low), (high, _) in pairwise(marks):
        if low >= high:
            raise NotShown(f"two roots near {float(low)} are not told apart")
        middle = (low + high) / 2
        yield Fraction(int(middle.p), int(middle.q))
