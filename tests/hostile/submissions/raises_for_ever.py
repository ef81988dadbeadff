"""Raises an exception that never finishes to say why.

Verdict: timed-out
"""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        raise Endless

    def update(self, x, y):
        pass
