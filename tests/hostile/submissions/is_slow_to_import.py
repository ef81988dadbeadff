"""Sleeps while it is imported.

Verdict: timed-out
Says: cannot be imported: it took longer than
"""

import time

time.sleep(60)


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
