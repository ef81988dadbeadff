"""Winnow on two relevant variables, exactly, and on many, where the sharper bound is met up to O(log n).

python -m learncheck_beyond.winnow_tables     prints both tables, as Markdown

The worst games on two are found by `minimax.winnow_value`. Those on many are the sequences of `seesaws.py`, which are
games for any r. How far may one fall short of the sharper bound with whole numbers of doublings, r(3k − 2^(k+1)/n)?
Let s = n − r > 0, and let c be the greatest weight of an irrelevant variable. The irrelevant ones weigh less than 5n/2
+ 2 in all, and have two weights at most, one twice the other, so that c < (5n + 4)/s. Together they double in the
first j ≤ ⌈log₂(n/s)⌉ positive examples at most, which add less than there is room for, by n at most each. Every other
positive example doubles a relevant variable of some weight w and adds at least n − w − c, as the next one of weight c
or less would have reached n. A negative one removes (n + c)/2 at most. The rk positive ones have the sum r(2^k − 1)
of w, and less than n is left in the end, so there are more than 2(rk(n − c) − r2^k − jn)/(n + c) negative ones. Hence
the sequence falls short of the bound by less than

    4rkc/(n + c) + 2j < 4rk(5n + 4)/(sn) + 2⌈log₂(n/s)⌉.

Where r is a share ρ < 1 of n this is at most about 20ρk/(1 − ρ), and so O(log n), beside a bound of order n·log n.
The worst game and the bound have the ratio 1 in the limit if n − r grows with n, however slowly. If n − r stays
bounded this shows nothing, and for r = n the worst game has rk mistakes, a third of it.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from learncheck_beyond.minimax import winnow_value
from learncheck_beyond.seesaws import seesaw
from learncheck_beyond.sharpness import table, winnow_bounds
from learncheck_beyond.winnow_doublings import in_whole_doublings

LARGEST = 17
"""The last n of the table of exact values, which takes three minutes."""


def two_relevant() -> str:
    """Return the worst games with two relevant variables, and the bounds beside them."""
    rows = []
    for n in range(2, LARGEST + 1):
        k = (n - 1).bit_length()
        least = 2 * k + Fraction(4 * (k * (n - 4) - 2**k - 1), n + 4)
        sequence = max(ceil(least), 2 * k) if 8 * 3 < 3 * n else 2 * k
        rows.append((n, sequence, winnow_value(n, 2), *winnow_bounds(n, 2)))
    head = ("n", "at least", "worst game", "with whole numbers of doublings", "sharper bound", "bound")
    return table(head, rows)


def many_relevant() -> str:
    """Return how long the sequences are where r grows with n, beside the sharper bound."""
    rows = []
    for n in (16, 32, 64, 128, 256, 512):
        k = (n - 1).bit_length()
        for name, r in sizes(n):
            most, played = in_whole_doublings(n, r), len(seesaw(n, r))
            rows.append((n, name, most, played, most - played, f"{(most - played) / k:.2f}"))
    head = ("n", "r", "with whole numbers of doublings", "sequence", "difference", "difference/k")
    return table(head, rows)


def sizes(n: int) -> Iterable[tuple[str, int]]:
    """Yield numbers of relevant variables that grow with n, with their names."""
    yield from (("n/4", n // 4), ("n/2", n // 2), ("3n/4", 3 * n // 4), ("n − 8", n - 8), ("n − 1", n - 1))


if __name__ == "__main__":
    print(two_relevant(), many_relevant(), sep="\n\n")
