"""Sleeps.

Verdict: timed-out
Says: took longer than
"""

import time


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        time.sleep(60)

    def update(self, x, y):
        pass
