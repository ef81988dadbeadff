"""Probabilities of independent losses and of several events, shown whenever a proof uses them.

- `hoeffding(P, m, t)`: the mean of m independent losses in [0, 1] is at least t off with probability P ≤ 2e^(−2mt²),
  and `one_sided(P, m, t)` at least t too low with half of that; both are cited;
- `missed(P, ε, (1−ε)^m)`: m independent draws all miss a set of probability ε or more with probability P ≤ (1−ε)^m;
- `union_bound(P, n, c)`: one of n events of probability at most c each happens with probability P ≤ nc;
- `either(P, P′, q)`: one of two events, of probabilities P and q, happens with P ≤ P′ ≤ P + q;
- `square_series(P, g)`: with n events of the d-th kind, of probability at most c each and d²nc ≤ g for all d, some
  event happens with probability P ≤ 2g;
- `misled(C, n, c)`: a choice among n by their means is more than 2t worse than the best with probability C ≤ nc, if
  each mean is more than t off with probability at most c.

Each is a `General` relation, as in `theorems.language.trusted`. That the terms substituted are such probabilities is a
statement of the proof that uses the fact.
"""

import sympy
from sympy import Eq, exp

from learncheck.theorems.language.trusted import Construction, General

# ---- Hoeffding's inequality ----

off, draws, by = sympy.symbols("P m t", real=True)
"""The probability that the mean of m draws is at least t off, either way."""
chance = sympy.Symbol("p", real=True)
"""The probability of an outcome, or of an event."""
BOUND = exp(-2 * draws * by**2)
HOEFFDING = "Hoeffding (1963), Theorem 2, UML Lemma B.6; it is not proved here"

one_sided = General(
    r"Hoeffding's inequality: the mean of $m$ independent losses in $[0, 1]$ is at least $t$ too low with probability "
    r"at most $e^{-2mt^2}$",
    sympy.Implies(by >= 0, off <= BOUND),
    of=(off, draws, by),
    cited=HOEFFDING,
)

hoeffding = General(
    r"Hoeffding's inequality: the mean of $m$ independent losses in $[0, 1]$ is at least $t$ off with probability at "
    r"most $2e^{-2mt^2}$",
    sympy.Implies(by >= 0, off <= 2 * BOUND),
    of=(off, draws, by),
    cited=HOEFFDING,
)

# ---- events ----

ZERO, ONE = sympy.Integer(0), sympy.Integer(1)
accuracy, power = sympy.symbols("ε (1−ε)^m", real=True)
"""The probability of a set; (1−ε)^m."""

missed = General(
    r"$m$ independent draws all miss a set of probability $\varepsilon$ or more with probability at most "
    r"$(1-\varepsilon)^m$",
    sympy.Implies(accuracy <= 1, off <= power),
    "by induction on the number of draws, whose probabilities multiply",
    of=(off, accuracy, power),
    holds=sympy.Implies(accuracy <= 1, (off >= 0) & (off <= power)),
    constructions=(
        Construction("no draws miss it, and $(1-\\varepsilon)^0 = 1$", {off: ONE, power: ONE}, of=()),
        Construction(
            "an independent draw more, that misses with probability $1 - p$",
            {off: off * (1 - chance), power: power * (1 - accuracy)},
            {r"$\varepsilon \le p \le 1$": (chance >= accuracy) & (chance <= 1)},
        ),
    ),
)

some, events, each_at_most, both = sympy.symbols("P n c both", real=True)
"""The probability that one of n events happens; their number; an upper limit of the probability of each; the
probability that an event happens together with one of the others.
"""

union_bound = General(
    "the union bound: one of $n$ events of probability at most $c$ each happens with probability at most $nc$",
    sympy.Le(some, events * each_at_most),
    "by induction on the number of events",
    of=(some, events, each_at_most),
    constructions=(
        Construction("none of no events happens", {some: ZERO, events: ZERO}, of=()),
        Construction(
            "an event more, of probability $p$, adds $p$ less what it has in common with the others",
            {some: some + chance - both, events: events + 1},
            {"no probability is negative": both >= 0, "at most $c$": chance <= each_at_most},
        ),
    ),
)

with_it = sympy.Symbol("P′", real=True)

either = General(
    "the union bound of two events",
    (some <= with_it) & (with_it <= some + chance),
    "the probability of either is that of one, and of the other without what they have in common",
    of=(some, with_it, chance),
    known={
        "either": Eq(with_it, some + chance - both),
        "both": (both >= 0) & (both <= chance),
    },
)

index, greatest_multiple = sympy.symbols("d g", real=True)
"""The number of a kind of events, from 1; the greatest d²nc."""
KIND = {
    "the union bound": chance <= events * each_at_most,
}

square_series = General(
    "one of some events of several kinds, $n$ of the $d$-th kind, each of probability at most $c$, happens with "
    r"probability at most $2g$, where $d^2nc \le g$ for all kinds",
    sympy.Implies(greatest_multiple >= 0, some <= 2 * greatest_multiple),
    r"the union bound, and $1/1^2 + \ldots + 1/d^2 \le 2 - 1/d$ by induction on $d$",
    of=(some, greatest_multiple),
    holds=sympy.Implies(greatest_multiple >= 0, (index >= 1) & (some <= greatest_multiple * (2 - 1 / index))),
    constructions=(
        Construction(
            "the first kind alone",
            {some: chance, index: ONE},
            {**KIND, "its": events * each_at_most <= greatest_multiple},
            of=(),
        ),
        Construction(
            "a kind more",
            {some: with_it, index: index + 1},
            {
                **KIND,
                "one more": with_it <= some + chance,
                "the next": events * each_at_most * (index + 1) ** 2 <= greatest_multiple,
                "a kind has a number": index >= 1,
            },
        ),
    ),
    known={"a kind has a number": index >= 1},
)

chosen_badly = sympy.Symbol("C", real=True)
"""The probability that the choice is more than 2t worse than the best."""
true, seen, best, seen_best, worse, far = sympy.symbols("L V L* V* b b′", real=True)
"""Of an outcome: the error and the mean of the choice, and of the best; 1 where the choice is more than 2t worse, and 1
where some mean is more than t off, otherwise 0.
"""

misled = General(
    "a choice among $n$ by their means is more than $2t$ worse than the best with probability at most $nc$, where $c$ "
    "is at least the probability that one of the means is more than $t$ off",
    sympy.Le(chosen_badly, events * each_at_most),
    r"$L(h) \le V(h) + t \le V(h^*) + t \le L(h^*) + 2t$ where no mean is off, and the union bound",
    of=(chosen_badly, events, each_at_most),
    holds=sympy.Le(chosen_badly, some),
    using=(union_bound(some, events, each_at_most),),
    constructions=(
        Construction("of no outcomes", {chosen_badly: ZERO, some: ZERO}, of=()),
        Construction(
            "an outcome more, of probability $p$",
            {chosen_badly: chosen_badly + chance * worse, some: some + chance * far},
            {
                "a probability": chance >= 0,
                "worse or not": Eq(worse, 0) | (Eq(worse, 1) & (true - best > 2 * by)),
                "off or not": Eq(far, 1) | (Eq(far, 0) & (true - seen <= by) & (seen_best - best <= by)),
                "it is chosen": seen <= seen_best,
            },
        ),
    ),
)
