"""Forks and lets both answer.

Verdict: crashed
Says: may not start processes
Needs: confinement
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        os.fork()
        return 1

    def update(self, x, y):
        pass
