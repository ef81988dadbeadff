"""Puts another Python in its place, which answers in its name.

Verdict: crashed
Says: may not start processes
Needs: confinement
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        os.execv("PYTHON", ["python", "-c", "print(1)"])

    def update(self, x, y):
        pass
