"""Numbers of things that are distinguished by their parts, by induction whenever a proof uses them.

- `at_most_power(N, c^n)`: things distinguished by n parts with c values each are at most c^n;
- `strings_below(N, 2^b)`: strings of fewer than b bits are at most 2^b − 1;
- `some_share(L, n)`: a share L of n things is 0 or at least 1/n.
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
