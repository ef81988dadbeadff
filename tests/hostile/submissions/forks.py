"""Forks until no process is left for anybody.

Verdict: crashed
Says: may not start processes
Needs: confinement
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        while True:
            os.fork()

    def update(self, x, y):
        pass
