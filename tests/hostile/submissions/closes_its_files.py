"""Closes all of its files and goes on.

Verdict: crashed
Says: ended without an answer
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        os.closerange(0, 64)
        return 1

    def update(self, x, y):
        pass
