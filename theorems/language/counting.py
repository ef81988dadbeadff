"""Numbers of things that are distinguished by their parts, by induction whenever a proof uses them.

- `at_most_power(N, c^n)`: things distinguished by n parts with c values each are at most c^n;
- `strings_below(N, 2^b)`: strings of fewer than b bits are at most 2^b − 1;
- `some_share(L, n)`: a share L of n things is 0 or at least 1/n;
- `partial_binomial(Φ, x, x^d, (1 + x)^m)`: Φ = C(m, 0) + … + C(m, d) has Φx^d ≤ (1 + x)^m for 0 ≤ x ≤ 1;
- `sauer(N, Φ)`: a class of VC dimension at most d gives m instances at most Φ = C(m, 0) + … + C(m, d) labellings;
  cited.
"""

import sympy
from sympy import Eq

from learncheck.theorems.language.trusted import Construction, General

number, values, power = sympy.symbols("N c c^n", real=True)
"""The number of things; the number of values of a part; c^n."""
more = sympy.Symbol("N′", real=True)
strings, doubled = sympy.symbols("N 2^b", real=True)
ZERO, ONE = sympy.Integer(0), sympy.Integer(1)

at_most_power = General(
    "things told apart by $n$ parts, each of which is one of $c$, are at most $c^n$",
    sympy.Le(number, power),
    "by induction on the number of parts",
    of=(number, power),
    constructions=(
        Construction("no part tells nothing apart, and $c^0 = 1$", {number: ONE, power: ONE}, of=()),
        Construction(
            "a part more, with $c$ values, makes at most $c$ of each",
            {number: more, power: values * power},
            {"$c$ of each": more <= values * number, "c": values >= 0},
        ),
    ),
)

strings_below = General(
    "there are at most $2^b - 1$ strings of fewer than $b$ bits",
    sympy.Le(strings, doubled - 1),
    "by induction on $b$",
    of=(strings, doubled),
    constructions=(
        Construction("none has fewer than 0, and $2^0 = 1$", {strings: ZERO, doubled: ONE}, of=()),
        Construction(
            "with a bit more: the empty one, and a bit and a string of fewer",
            {strings: 1 + 2 * strings, doubled: 2 * doubled},
        ),
    ),
)

share, things, counted, bit = sympy.symbols("L n k b", real=True)
"""A share of n things; their number; the number of things in the share; 1 for a thing in the share, otherwise 0."""

some_share = General(
    "a share of $n$ things is 0 or at least $1/n$",
    sympy.Implies(things > 0, Eq(share, 0) | (share * things >= 1)),
    "by induction on the number of things",
    of=(share, things),
    holds=Eq(counted, 0) | (counted >= 1),
    constructions=(
        Construction("none of no things", {counted: ZERO}, of=()),
        Construction(
            "a thing more, which counts or does not", {counted: counted + bit}, {"b": Eq(bit, 0) | Eq(bit, 1)}
        ),
    ),
    known={"the share is $k/n$": Eq(share * things, counted)},
)

partial, x, x_to_d, compound = sympy.symbols("Φ x x^d (1+x)^m", real=True)
"""C(m, 0) + … + C(m, d), a number between 0 and 1, its d-th power, and the m-th of 1 + x."""
fewer, power_before = sympy.symbols("Φ_{d−1} x^{d−1}", real=True)
BETWEEN = (x >= 0) & (x <= 1)

partial_binomial = General(
    r"$(C(m, 0) + \ldots + C(m, d))x^d \le (1 + x)^m$ for $0 \le x \le 1$",
    sympy.Implies(BETWEEN, partial * x_to_d <= compound),
    "by induction on $m$ and $d$ with Pascal's rule, $\\Phi_d(m + 1) = \\Phi_d(m) + \\Phi_{d-1}(m)$",
    of=(partial, x, x_to_d, compound),
    holds=sympy.Implies(
        BETWEEN,
        (partial * x_to_d <= compound) & (x_to_d >= 0) & (x_to_d <= 1) & (compound >= 1) & (partial >= 1),
    ),
    constructions=(
        Construction("$m = d = 0$", {partial: ONE, x_to_d: ONE, compound: ONE}, of=()),
        Construction("$m = 0$, and $d$ one more", {x_to_d: x * x_to_d}, {"$m = 0$": Eq(partial, 1) & Eq(compound, 1)}),
        Construction(
            "$d = 0$, and $m$ one more",
            {compound: (1 + x) * compound},
            {"$d = 0$": Eq(partial, 1) & Eq(x_to_d, 1)},
        ),
        Construction(
            "$m$ one more, from $d$ and $d - 1$",
            {partial: partial + fewer, compound: (1 + x) * compound},
            {"$x^d$": Eq(x_to_d, x * power_before)},
            of=({}, {partial: fewer, x_to_d: power_before}),
        ),
    ),
)

labellings = sympy.Symbol("N", real=True)

sauer = General(
    r"Sauer's lemma: a class of VC dimension at most $d$ gives $m$ instances at most $C(m, 0) + \ldots + C(m, d)$ "
    "labellings",
    sympy.Le(labellings, partial),
    of=(labellings, partial),
    cited="Sauer (1972), UML Lemma 6.10; it is not proved here",
)
