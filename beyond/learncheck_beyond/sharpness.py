"""How sharp the bounds are: exact values of small games, computed afresh, and the longest games known.

python -m learncheck_beyond.sharpness     prints the page, as Markdown
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Rational, floor, log

from learncheck.games import cube
from learncheck.strategies.tables.finite_class import thresholds
from learncheck_beyond.adaboost_forms import FORMS
from learncheck_beyond.ellipsoid_capped import printed_is_open
from learncheck_beyond.grid_bisections import GridBisection
from learncheck_beyond.littlestone import harder_for_halving
from learncheck_beyond.minimax import (
    adaboost_value,
    ellipsoid_value,
    halving_value,
    restart_value,
    weighted_majority_value,
    winnow_value,
)
from learncheck_beyond.shallow_cuts import shallow_cuts
from learncheck_beyond.winnow_doublings import in_whole_doublings

PAGE = """\
# How sharp the bounds are

The worst games of small sizes, found by exhaustive search, and the longest games known of larger ones, beside the
bounds of the notes and the sharper ones of this package. `learncheck verify` says how close the witnesses of a claim
come to its bound.

## Worst games of Halving

{finite_classes}

## Worst games of the learners from experts

The best expert errs m times at most. Bounds are given by their whole parts.

{experts}

## Worst games of Winnow

r of n variables are relevant. A relevant variable doubles at most k = ⌈log₂ n⌉ times, a whole number, so
that M < 1 + r(3k − 2^(k+1)/n) (`winnow-mistakes-in-whole-doublings`); this is the fourth column, and
bold is where the worst game attains it. So the printed bound is never attained: for n ≥ 2 it is too
high by 4r + 1. From below, `winnow-mistakes-floor` has a sequence for every n and 1 ≤ r < 3n/8 − 1 with at
least rk + 2r(k(n − 4) − 2^k − 1)/(n + 4) mistakes. That is less than r(3k − 2^(k+1)/n) by less than
(16rk + 2r)/n, so that for fixed r this is the right value as n grows, up to a rounding. For all n and r
there are rk mistakes: a relevant variable that is alone in a positive example is doubled until it weighs n.
For r = n no more are possible, as no negative example is left. For r = 1 `python -m learncheck_beyond.winnow_single`
finds the worst games up to n = 64, and its docstring shows that no game of any n is longer than the formula
that they fit. Larger games take minutes: 24, 26, 27 and 28 are the worst with r = 3 and n = 9, 10, 11 and 12,
and 32 with r = 4 and n = 9.

{disjunctions}

## Worst games of Ellipsoid in the plane

Instances and w* on the grid with d = 2; ties are mistakes, whatever a rounding makes of them. Bounds are
given by their whole parts. The
printed bound is false at n = 1, and true for all other n (`ellipsoid-mistakes-printed-holds`).

{ellipsoids}

## Ellipsoid's printed bound

It is true where 2d^d ≤ n⁴, by the bound of the cone (`ellipsoid-mistakes-printed-holds`), and where 13d ≤ n², by
that of the capped axes (`ellipsoid-mistakes-printed-holds-widely`). For a single d and n the inequalities of the
latter, summed in ball arithmetic, give more (`printed_follows` in `ellipsoid_capped.py`), also for d that are large
beside n². The table has the d ≤ 60 for which none of this shows it; there it is open.

{open_sizes}

The shares of it that the adversary for Ellipsoid (below) comes to are these. With six to eight variants of w* and the
adversary for each size of `benchmarks/ellipsoid.py` up to d = 24 and n = 16, no share above 0.45 was found.

{printed_bound}

## Ellipsoid from below

*Every learner* of halfspaces can be made to err so often, by bisection for one weight after the other
(`grid-halfspaces-force-mistakes`): 1 + (d − 1)k with k = ⌊log₂(2⌈n/2⌉)⌋. *Ellipsoid* errs so often against
an adversary of its own, which presents instances on which its centre errs by as little as possible
(`shallow_cuts.py`). These games grow as the bound of the axes does, with d² and with
log n. That they do so for all d and n is not proved.

{grids}

## The hardest weak learners for AdaBoost

The greatest training error where every round errs on just ½ − γ of its distribution, as a share of
exp(−2γ²T), rounded down. It is the value of a linear program over how often each example was misclassified:
a strategy attains it and multipliers exclude more, in rationals, up to far less than the last digit.
Rounds with different errors were not tried. A tie of the vote is an error, which makes even T harder.

For up to six rounds the value is known for all γ in (0, ½): strategies and multipliers that are rational in
γ certify it, exactly (`adaboost_forms.py`). It is the least of these:

{closed_forms}

{boosting}

## What is open

- **Ellipsoid.** Between the games of its adversary and the least of the sharper bounds there is a factor of
  two to six in the table; that such games exist for all d and n is not proved. The printed bound is open
  where its table says so.
- **Winnow.** For r = 1 and r = n the right value is known, but for a few n of each k at r = 1, and for other
  fixed r up to a rounding. Where r is a share of n between them it is known up to O(log n)
  (`python -m learncheck_beyond.winnow_tables`).
- **Weighted Majority.** The sharper bound is attained at small n and m; for larger ones this is open.
- **AdaBoost.** There is no closed form for T ≥ 7.
- **Decision stumps.** Both bounds are proved for every d, and neither constant is sharp; the lower bound for
  votes of T of them is proved for every d and T. For single stumps the proof gives
  VCdim ≤ 4.89 + 1.77·log d. That the dimension is the largest m with C(m, ⌊m/2⌋) ≤ 2d is argued in the code
  and checked for every d up to 35, but has no machine-checked proof.
"""

Cells = Sequence[object]


def table(head: Cells, rows: Iterable[Cells]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in (head, *rows)]
    return "\n".join([lines[0], "|" + " --- |" * len(head), *lines[1:]])


def log2(n: int) -> Any:
    """Return the exact binary logarithm, without rounding."""
    return log(n, 2)


def whole(value: Any) -> int:
    """Return the integer part, computed exactly."""
    return int(floor(value))


def finite_classes() -> str:
    """Return Halving's worst games."""
    rows = [
        (name, len(rows), whole(log2(len(rows))), halving_value(rows))
        for name, rows in (
            ("all labellings of 3 instances", cube(3)),
            ("8 thresholds", thresholds(8)),
            ("9 hypotheses on 5 instances, of Littlestone dimension 2", harder_for_halving().hypotheses),
        )
    ]
    return table(("class", "size of H", "whole part of the bound", "worst game"), rows)


def experts() -> str:
    """Return the worst games of the learners from experts."""
    rows = [
        (
            n,
            m,
            restart_value(n, m),
            whole(m + (m + 1) * log2(n)),
            weighted_majority_value(n, m),
            whole((log(Rational(2 * n, 3)) + m * log(2)) / log(Rational(4, 3))),
            whole((log(n) + m * log(2)) / log(Rational(4, 3))),
        )
        for n in range(2, 6)
        for m in range(3)
    ]
    head = ("n", "m", "restarts: worst game", "bound", "Weighted Majority: worst game", "sharper bound", "bound")
    return table(head, rows)


def disjunctions() -> str:
    """Return Winnow's worst games."""
    rows = []
    sizes = [(n, r) for n in range(2, 13) for r in range(1, n + 1) if n <= 8 or r <= 2]
    for n, r in sizes:
        value, bounds = winnow_value(n, r), winnow_bounds(n, r)
        rows.append((n, r, f"**{value}**" if value == bounds[0] else value, *bounds))
    head = ("n", "r", "worst game", "with whole numbers of doublings", "sharper bound", "bound")
    return table(head, rows)


def winnow_bounds(n: int, r: int) -> tuple[int, int, int]:
    """Return the whole parts of Winnow's bounds: that in whole doublings, the sharper one and the printed one."""
    sharper, printed = 1 - r + 3 * r * log2(n), 2 + 3 * r * (1 + log2(n))
    return in_whole_doublings(n, r), whole(sharper), whole(printed)


def ellipsoids() -> str:
    """Return Ellipsoid's worst games in the plane."""
    rows = [
        (
            n,
            GridBisection(2, n).rounds,
            ellipsoid_value(n),
            most_of_ellipsoid(2, n),
            whole(12 * log(2 * n**2 + 1)),
            whole(24 * log(n)),
        )
        for n in (1, 2, 3)
    ]
    return table(("n", "forced", "worst game", "sharper bound", "corrected bound", "printed bound"), rows)


def most_of_ellipsoid(d: int, n: int) -> int:
    """Return the whole part of the least of Ellipsoid's sharper bounds."""
    by_cone = 2 * d * ((d - 1) * log(d * n**2) + log(2 * d))
    by_axes = 2 * d**2 * log((2 + Rational(1, d**2)) * (n**2 + Rational(1, d)))
    by_capped = 2 * d * (d * log(n**2 + Rational(1, d)) + log(d) + Rational(5, 2))
    return min(map(whole, (by_cone, by_axes, by_capped) if n > 1 else (by_cone, by_axes)))


def open_sizes() -> str:
    """Return for which n and d ≤ 60 nothing shows Ellipsoid's printed bound; from n² = 13·60 on it is shown for all."""
    rows = []
    for n in range(2, isqrt(13 * 60) + 1):
        left = [d for d in range(2, 61) if printed_is_open(d, n)]
        runs = [d for d in left if d - 1 not in left], [d for d in left if d + 1 not in left]
        if left:
            rows.append((n, ", ".join(f"{a} to {b}" for a, b in zip(*runs, strict=True))))
    return table(("n", "open for d ="), rows)


def printed_bound() -> str:
    """Return what share of Ellipsoid's printed bound the worst games known come to at n = 2 and 3."""
    rows = []
    for d in (2, 3, 4, 6, 8, 12, 16):
        shares = [Fraction(len(shallow_cuts(d, n).moves)) / (2 * d * (2 * d + 2)) / log(n) for n in (2, 3)]
        rows.append((d, *(f"{floor(100 * share) / 100:.2f}" for share in shares)))
    return table(("d", "share at n = 2", "share at n = 3"), rows)


def grids() -> str:
    """Return what every learner, and what Ellipsoid can be forced to on grids, beside Ellipsoid's sharper bounds."""
    rows = [
        (d, n, GridBisection(d, n).rounds, len(shallow_cuts(d, n).moves), most_of_ellipsoid(d, n))
        for d in (4, 8, 16)
        for n in (1, 8, 64, 1024)
    ]
    return table(("d", "n", "every learner", "Ellipsoid", "sharper bound"), rows)


def boosting() -> str:
    """Return AdaBoost's worst games, as shares of the bound."""
    rows = []
    for gamma in map(Fraction, ("0.02", "0.05", "0.1", "0.2")):
        shares = [share_of_bound(adaboost_value(T, gamma), 2 * gamma**2 * T) for T in (1, 2, 3, 4, 10, 20)]
        rows.append((f"{float(gamma):g}", *shares))
    return table(("γ", *(f"T = {T}" for T in (1, 2, 3, 4, 10, 20))), rows)


def closed_forms() -> str:
    """Return the closed forms of AdaBoost's worst games, as a person would write them."""

    def in_words(form: str) -> str:
        return re.sub(r"\*\*(\d)", lambda power: "⁰¹²³⁴"[int(power[1])], form).replace("*", "").replace("-", "−")

    return table(("T", "closed forms"), ((T, "; ".join(map(in_words, FORMS[T]))) for T in FORMS))


def share_of_bound(between: Sequence[Fraction], exponent: Fraction) -> str:
    """Return v·e^exponent, rounded down to three decimals, for every v in the interval.

    Raises ValueError if the ends of the interval give different decimals.
    """
    with ctx.workprec(128):
        power = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
        ends = [(1000 * fmpq(v.numerator, v.denominator) * power).floor().unique_fmpz() for v in between]
    if None in ends or len(set(ends)) > 1:
        raise ValueError(f"three decimals of v·e^{exponent} are not settled: v is in [{between[0]}, {between[1]}]")
    return f"{int(ends[0]) / 1000:.3f}"


TABLES = (
    finite_classes,
    experts,
    disjunctions,
    ellipsoids,
    open_sizes,
    printed_bound,
    grids,
    closed_forms,
    boosting,
)
"""What makes each table of the page, in order."""


def sharpness() -> str:
    """Return the page, with its tables."""
    return PAGE.format_map({part.__name__: part() for part in TABLES})


if __name__ == "__main__":
    print(sharpness())
