"""Answers with an integer that takes minutes to print.

Verdict: invalid
Says: an int of 332193 bits
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return 10**100_000

    def update(self, x, y):
        pass
