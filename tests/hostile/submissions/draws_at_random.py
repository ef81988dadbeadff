"""Asks the system for random bytes, which no seed reaches.

Verdict: falsified
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return 1 if os.urandom(1)[0] & 1 else -1

    def update(self, x, y):
        pass
