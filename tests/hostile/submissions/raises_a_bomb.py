"""Raises an exception whose text is endless.

Verdict: crashed
Says: Bomb: b [31m
"""


class Bomb(Exception):
    def __str__(self):
        return "b\x1b[31m\n" * 10**6


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        raise Bomb

    def update(self, x, y):
        pass
