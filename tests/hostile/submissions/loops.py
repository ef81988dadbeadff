"""Computes for ever.

Verdict: timed-out
Says: took longer than
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        while True:
            pass

    def update(self, x, y):
        pass
