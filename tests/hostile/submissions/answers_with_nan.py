"""Answers with what is not a number.

Verdict: invalid
Says: predict returned nan
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return float("nan")

    def update(self, x, y):
        pass
