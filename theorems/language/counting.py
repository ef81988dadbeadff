"""Numbers of things that are distinguished by their parts, by induction whenever a proof uses them.

- `at_most_power(N, c^n)`: things distinguished by n parts with c values each are at most c^n;
- `strings_below(N, 2^b)`: strings of fewer than b bits are at most 2^b − 1;
- `some_share(L, n)`: a share L of n things is 0 or at least 1/n.
"""

from collections.abc import Iterator

import sympy
from sympy import Eq

from learncheck.theorems.language.proof import Obligation
from learncheck.theorems.language.trusted import general

number, values, power = sympy.symbols("N c c^n", real=True)
"""The number of things; the number of values of a part; c^n."""
strings, doubled = sympy.symbols("N 2^b", real=True)


@general(
    "things told apart by $n$ parts, each of which is one of $c$, are at most $c^n$",
    sympy.Le(number, power),
    "by induction on the number of parts",
    of=(number, power),
)
def at_most_power(more: int = 0) -> Iterator[Obligation]:
    """By induction on n: the value of one more part divides them into c kinds, distinguished by the other parts."""
    after = sympy.Symbol("N′", real=True)
    yield Obligation("no part tells nothing apart", {"N": number <= 1, "$c^0$": Eq(power, 1)}, number <= power)
    yield Obligation(
        "a part more, with $c$ values",
        {"so far": number <= power, "$c$ kinds": after <= (values + more) * number, "c": values >= 0},
        after <= values * power,
    )


@general(
    "there are at most $2^b - 1$ strings of fewer than $b$ bits",
    sympy.Le(strings, doubled - 1),
    "by induction on $b$",
    of=(strings, doubled),
)
def strings_below(empty: int = 1) -> Iterator[Obligation]:
    """By induction on b: a string of fewer than b + 1 bits is empty, or a bit and a string of fewer than b."""
    after = sympy.Symbol("N′", real=True)
    so_far = {"so far": strings <= doubled - 1}
    yield Obligation("none has fewer than 0", {"N": Eq(strings, 0), "$2^0$": Eq(doubled, 1)}, so_far["so far"])
    yield Obligation(
        "with a bit more there are twice as many, and the empty one",
        {**so_far, "one more": after <= 2 * strings + empty},
        after <= 2 * doubled - 1,
    )


share, things, counted = sympy.symbols("L n k", real=True)
"""A share of n things; their number; the number of things in the share."""


@general(
    "a share of $n$ things is 0 or at least $1/n$",
    sympy.Implies(things > 0, Eq(share, 0) | (share * things >= 1)),
    "by induction on the number of things",
    of=(share, things),
)
def some_share(least: int = 1) -> Iterator[Obligation]:
    """By induction on the number of things, k = 0 or k ≥ 1; and L = k/n."""
    bit = sympy.Symbol("b", real=True)
    some = Eq(counted, 0) | (counted >= least)
    yield Obligation("none of no things", {"k": Eq(counted, 0)}, some)
    yield Obligation(
        "a thing more, which counts or does not",
        {"so far": some, "b": Eq(bit, 0) | Eq(bit, 1)},
        some.subs(counted, counted + bit),
    )
    yield Obligation(
        "a share is $k/n$",
        {"k": some, "the share": Eq(share * things, counted), "n": things > 0},
        Eq(share, 0) | (share * things >= least),
    )
