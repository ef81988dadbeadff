"""Prints and prints.

Verdict: falsified
"""

import os
import sys


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        print("stands " * 10**5)
        print("stands " * 10**5, file=sys.stderr, flush=True)
        os.write(1, b"stands " * 10**6)
        return 1

    def update(self, x, y):
        pass
