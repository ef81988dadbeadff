"""The sharpness of the headline bounds: exact values of the games, computed afresh, and the best witnesses known."""

import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import count
from math import ceil
from typing import Any

from flint import arb, ctx, fmpq
from sympy import Rational, floor, log

from learncheck.learners import Perceptron
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.judging.figures import number
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.notation import rounded_down, said
from learncheck.oracle.report.html import rendered
from learncheck.strategies.halfspaces.comparisons import Doublings, exponent
from learncheck.strategies.halfspaces.grid_bisections import GridBisection
from learncheck.strategies.halfspaces.shallow_cuts import shallow_cuts
from learncheck.strategies.play.adaboost_forms import FORMS
from learncheck.strategies.play.minimax import (
    adaboost_value,
    ellipsoid_value,
    halving_value,
    restart_value,
    weighted_majority_value,
    winnow_value,
)
from learncheck.strategies.tables.finite_class import cube, thresholds
from learncheck.strategies.tables.littlestone import harder_for_halving
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims

HEADLINES = (
    "halving-mistakes",
    "thresholds-unlearnable",
    "ellipsoid-mistakes",
    "ellipsoid-mistakes-sharper",
    "ellipsoid-mistakes-by-axes",
    "ellipsoid-volume-shrinks",
    "perceptron-mistakes",
    "weighted-majority-mistakes",
    "winnow-mistakes",
    "winnow-mistakes-floor",
    "pac-bad-consistent",
    "vc-homogeneous-halfspaces",
    "vc-halfspaces",
    "vc-forces-mistakes",
    "adaboost-training-error",
    "stumps-vc",
    "boosted-stumps-vc",
)
"""The headline claims of the notes, each followed by a sharper bound if there is one."""

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


def best_witness(claim: Claim) -> Outcome | None:
    """Return the outcome of the claim's own witness that comes closest to the bound; in a tie, the last one."""
    outcomes = [judge(claim, claim.learner, case, steps=False) for case in claim.witnesses()]
    inside = [each for each in outcomes if each.verdict == "stands" and not each.outside and each.ratio is not None]
    return max(reversed(inside), key=lambda each: each.ratio or 0.0, default=None)


def headlines() -> list[Claim]:
    """Return the headline claims."""
    claims = {claim.id: claim for claim in all_claims()}
    return [claims[each] for each in HEADLINES]


def bounds() -> str:
    """Return their bounds and best witnesses."""
    rows = []
    for claim in headlines():
        shown, found = "none", best_witness(claim)
        if found is not None:
            share = "attained" if found.attained else rounded_down(found.ratio or 0, 4)
            shown = f"{share}: {number(found.observed)} against {number(found.bound)}"
        rows.append((f"`{claim.id}`", said(claim.bound), shown))
    return table(("claim", "bound", "best witness"), rows)


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
        k = (n - 1).bit_length()
        most = ceil(1 + r * (3 * k - Fraction(2 ** (k + 1), n))) - 1
        value = winnow_value(n, r)
        sharper, printed = 1 - r + 3 * r * log2(n), 2 + 3 * r * (1 + log2(n))
        rows.append((n, r, f"**{value}**" if value == most else value, most, whole(sharper), whole(printed)))
    head = ("n", "r", "worst game", "with whole numbers of doublings", "sharper bound", "bound")
    return table(head, rows)


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
    """Return the whole part of the lesser of Ellipsoid's two sharper bounds."""
    by_cone = 2 * d * ((d - 1) * log(d * n**2) + log(2 * d))
    by_axes = 2 * d**2 * log((2 + Rational(1, d**2)) * (n**2 + Rational(1, d)))
    return min(whole(by_cone), whole(by_axes))


def printed_holds(d: int, n: int) -> bool:
    """Return whether one of the two sharper bounds is at most the printed one."""
    by_axes = (2 + Fraction(1, d**2)) * (n**2 + Fraction(1, d))
    return 2 * d**d <= n**4 or bool(by_axes**d <= n ** (2 * d + 2))


def printed_bound() -> str:
    """Return from which n on Ellipsoid's printed bound holds, and the worst games known at n = 2 and 3."""
    rows = []
    for d in (2, 3, 4, 6, 8, 12, 16):
        start = next(n for n in count(2) if printed_holds(d, n))
        shares = [Fraction(len(shallow_cuts(d, n).moves)) / (2 * d * (2 * d + 2)) / log(n) for n in (2, 3)]
        rows.append((d, start, *(f"{rounded_down(float(share), 2)}" for share in shares)))
    return table(("d", "holds from n =", "share at n = 2", "share at n = 3"), rows)


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


COMPARED = Doublings(k=1, power=4)
"""The sequences of the claim winnow-versus-perceptron, starting at n = 16 rows."""


def comparison() -> str:
    """Return the mistakes of Winnow and Perceptron on the sequences that separate them, as n doubles."""
    facts = COMPARED.play(Perceptron).facts
    head = ("sequences", "learner", "mistakes as n doubles three times", "fitted exponent")
    rows = [
        (kind, learner, ", ".join(map(str, counts)), f"{exponent(counts):.2f}")
        for kind, found in (("sparse", facts.sparse), ("dense", facts.dense))
        for learner, counts in zip(("Perceptron", "Winnow"), zip(*found, strict=True), strict=True)
    ]
    return table(head, rows)


FIGURE = "winnow-versus-perceptron.svg"
GAP = "ellipsoid-bounds.svg"


def sharpness() -> str:
    """Return the page that compares the headline bounds with exact values of small games and the best witnesses."""
    return rendered("sharpness.md", figures=sys.modules[__name__]) + "\n"
