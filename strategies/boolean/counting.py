"""How many functions the conjunctions, decision lists and 3-term DNF over n variables give, by their truth tables.

A truth table is an integer, bit k for the k-th point of `samples.cube(n)`. Source: VEM 8.1; UML 8.2.3, 8.2.4.
"""

from functools import lru_cache
from itertools import product
from math import comb
from typing import Self

from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace


def where_on(n: int, i: int) -> int:
    """The truth table of x_i."""
    return sum(1 << k for k in range(2**n) if k >> i & 1)


# ---- conjunctions ----


@lru_cache(16)
def conjunction_tables(n: int) -> tuple[int, ...]:
    """The truth tables of all conjunctions on {0,1}^n, bit k for the k-th of `cube(n)`; the last one is never true."""
    single = sorted(_tables(n, twice=False))
    return (*single, *sorted(_tables(n, twice=True) - set(single)))


def _tables(n: int, *, twice: bool) -> set[int]:
    """The truth tables of the conjunctions of any literals or, unless `twice`, of literals of different variables."""
    everywhere = 2**2**n - 1
    tables = {everywhere}
    for i in range(n):
        on = where_on(n, i)
        literals = (on, everywhere ^ on, 0) if twice else (on, everywhere ^ on)
        tables |= {t & literal for t in tables for literal in literals}
    return tables


def by_literal(n: int) -> tuple[int, int, int]:
    """Of the functions of conjunctions without repetition those that are true only where x_n is, only where it is not,
    and those that do not depend on it."""
    half = 2 ** (2 ** (n - 1))  # the tables where x_n is 0 are the remainders, as x_n is the last bit of an index
    pairs = [divmod(table, half) for table in _tables(n, twice=False)]
    return (sum(off == 0 for _, off in pairs), sum(on == 0 for on, _ in pairs), sum(on == off for on, off in pairs))


class FunctionCount(Case, frozen=True):
    """How many functions a class gives on {0,1}^n."""

    n: Positive


class ConjunctionCount(FunctionCount, frozen=True, tag="conjunction-count"):
    """How many functions the conjunctions on {0,1}^n give."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """A round is a variable more; the state counts all functions, and those without repeated variables."""
        states = [
            {"n": n, "plain": len(_tables(n, twice=False)), "all": len(_tables(n, twice=True)), "by": by_literal(n)}
            for n in range(1, self.n + 1)
        ]
        rounds = Rounds.of_nobody(states, [after["n"] for after in states[1:]])
        return Trace(self, rounds)


# ---- decision lists ----


@lru_cache(16)
def list_tables(n: int) -> frozenset[int]:
    """The truth tables of all decision lists on {0,1}^n, bit k for the k-th of `cube(n)`.

    A list is a rule on some variable and, where that does not fire, a list on the others.
    """
    if n == 0:
        return frozenset({0, 1})
    found = set()
    everywhere = 2**2**n - 1
    for i in range(n):
        on = where_on(n, i)
        for rest in list_tables(n - 1):
            spread = _without(rest, i, n)
            for fires in (on, everywhere ^ on):
                found |= {spread | fires, spread & ~fires}
    return frozenset(found)


def _without(table: int, i: int, n: int) -> int:
    """The table on {0,1}^n of a function that does not depend on x_i, from its table on the other variables."""
    low = (1 << i) - 1
    return sum(1 << k for k in range(2**n) if table >> (k & low | k >> 1 & ~low) & 1)


def count_lists(n: int) -> int:
    """How many functions the decision lists on {0,1}^n give.

    Those that depend on k >= 2 variables: the variables go in turn into blocks, at least two into the last one; the
    outputs of neighbouring blocks differ, so that one output and the k values b settle the list. `list_tables` finds
    the same for small n.
    """
    blocks = [0, 0]
    for k in range(2, n + 1):
        blocks.append(1 + sum(comb(k, first) * blocks[k - first] for first in range(1, k - 1)))
    return 2 + 2 * n + sum(comb(n, k) * (2 << k) * blocks[k] for k in range(2, n + 1))


MOST_ENUMERATED = 5
"""Up to this n the decision lists are counted by their truth tables, and the formula is compared with them."""


class ListCount(FunctionCount, frozen=True, tag="decision-list-count"):
    """How many functions the decision lists on {0,1}^n give."""

    def functions(self) -> int:
        """How many functions the lists give."""
        return counted_lists(self.n)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, None]:
        """A round is a variable more; the state counts the functions."""
        states = [{"n": k, "functions": counted_lists(k), **sorted_lists(k)} for k in range(1, self.n + 1)]
        rounds = Rounds.of_nobody(states, [after["n"] for after in states[1:]])
        return Trace(self, rounds)


@lru_cache(1024)
def counted_lists(n: int) -> int:
    """The number of functions, by the formula. Raises AssertionError where truth tables say otherwise."""
    counted = count_lists(n)
    if n <= MOST_ENUMERATED and len(list_tables(n)) != counted:
        raise AssertionError(f"{len(list_tables(n))} decision lists on {n} variables, but the formula says {counted}")
    return counted


@lru_cache(1024)
def sorted_lists(n: int) -> dict[str, int]:
    """The decision lists on n >= 1 variables by their first rules, and by the variables on which they depend.

    A first rule of a function is a literal and a label that the function has wherever the literal is true. Up to
    MOST_ENUMERATED variables all is counted in truth tables; beyond, by the same recursion as in `count_lists`.

    rules:     literals with labels. pairs: functions with one of their first rules.
    most:      the most functions that one rule is the first of.
    several:   functions that depend on two variables or more; two of them on two.
    one_first: of those that depend on three or more, the ones with a single first rule; other_first: the others.
    """
    if n > MOST_ENUMERATED:
        fewer, several = counted_lists(n - 1), counted_lists(n) - 2 - 2 * n
        two, one_first = 8 * comb(n, 2), 2 * n * (fewer - 2 - 2 * (n - 1))
        found = {"rules": 4 * n, "pairs": 4 * n * fewer, "most": fewer, "several": several}
        return {**found, "two": two, "one_first": one_first, "other_first": several - two - one_first}
    everywhere = 2**2**n - 1
    literals = []
    for i in range(n):
        on = where_on(n, i)
        literals += [on, everywhere ^ on]
    firsts: dict[tuple[int, int], int] = dict.fromkeys(product(literals, (0, 1)), 0)
    counted = dict.fromkeys(("several", "two", "one_first", "other_first"), 0)
    for table in list_tables(n):
        first = [(each, label) for each, label in firsts if table & each == (each if label else 0)]
        for rule in first:
            firsts[rule] += 1
        depends = sum(_flipped(table, i, n) != table for i in range(n))
        counted["several"] += depends >= 2
        counted["two"] += depends == 2
        counted["one_first"] += depends >= 3 and len(first) == 1
        counted["other_first"] += depends >= 3 and len(first) > 1
    return {"rules": len(firsts), "pairs": sum(firsts.values()), "most": max(firsts.values()), **counted}


def _flipped(table: int, i: int, n: int) -> int:
    """The table of the function with x_i exchanged for its negation."""
    on = where_on(n, i)
    return (table & on) >> (1 << i) | (table << (1 << i)) & on


class ListGrowth(Case, frozen=True, tag="decision-list-growth"):
    """Against the constant c: the decision lists on 2^c variables."""

    c: Positive

    @property
    def n(self) -> int:
        """How many variables there are."""
        return int(2**self.c)

    def functions(self) -> int:
        """How many functions the lists give."""
        return counted_lists(self.n)


# ---- 3-term DNF ----


class DNFCount(FunctionCount, frozen=True, tag="dnf-count"):
    """How many functions the 3-term DNF over n variables give."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """A round counts: the functions, and the conjunctions that are true somewhere."""
        state = {"n": self.n, "functions": count_dnf(self.n), "terms": len(_tables(self.n, twice=False))}
        return Trace(self, Rounds.of_nobody([state, state], [self.n]))


@lru_cache(16)
def count_dnf(n: int) -> int:
    """The number of unions of three truth tables of conjunctions."""
    tables = conjunction_tables(n)
    two = {a | b for a in tables for b in tables}
    return len({a | b for a in two for b in tables})
