"""A game of one's own with a proof: Misra and Gries count a stream with k counters.

An item that has a counter, or finds one free, is counted; otherwise all counters are lowered by 1. Let C be the sum of
the counters. A round that lowers them takes k from C, and any other adds 1. So after D lowerings in T rounds,
0 ≤ C ≤ T − (k + 1)D.
"""

from hypothesis import strategies as st
from sympy import symbols

from learncheck import Claim, Induction, Next, Oblivious, Step, always

D, T, C, s = symbols("D T C s", integer=True, nonnegative=True)
k = symbols("k", integer=True, positive=True)
"""Lowerings; rounds; the sum of the counters; 1 in a round that lowers them and 0 in others; the number of counters."""


class MisraGries:
    """Estimates how often each item has occurred."""

    def __init__(self, k):
        self.k, self.counts = k, {}

    def predict(self, item):
        return self.counts.get(item, 0)

    def update(self, item, label):
        if item in self.counts or len(self.counts) < self.k:
            self.counts = {**self.counts, item: self.counts.get(item, 0) + 1}
        else:
            self.counts = {other: count - 1 for other, count in self.counts.items() if count > 1}


class Stream(Oblivious, frozen=True, tag="stream"):
    """Items, for k counters. There are no labels."""

    k: int
    items: tuple[int, ...]

    def arguments(self):
        return (self.k,)

    def examples(self):
        return [(item, 0) for item in self.items]


def lowers(round):
    return int(sum(round.after["counts"].values()) < sum(round.before["counts"].values()))


HEAVY_HITTERS = Claim(
    "heavy-hitters",
    "With $k$ counters, Misra and Gries lower them at most $T/(k + 1)$ times, so no count is too low by more.",
    sources="Misra and Gries 1982",
    learner=MisraGries,
    cases=st.builds(Stream, st.integers(1, 4), st.lists(st.integers(0, 6), max_size=20).map(tuple)),
    measure=lambda trace: {D: sum(map(lowers, trace.rounds)), T: len(trace.rounds), k: trace.case.k},
    bound=(k + 1) * D <= T,
    watch=("counts",),
    judged=False,
    state=lambda snapshot, values, trace: {C: sum(snapshot["counts"].values())},
    during=lambda round, values, trace: {s: lowers(round)},
    steps=(Step("a round adds 1 to C, or takes k from it", Next(C) <= C + 1 - (k + 1) * s, when=always),),
    proof=Induction(),  # C + (k + 1)D ≤ T is derived
)
