"""Answers with a list within a list within a list, 100,000 deep.

Verdict: invalid
Says: list of 1
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        nested = []
        for _ in range(100_000):
            nested = [nested]
        return nested

    def update(self, x, y):
        pass
