"""Ends its process with status 0 in the middle of a game, again and again.

Verdict: crashed
Says: ended without an answer
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        os._exit(0)

    def update(self, x, y):
        pass
