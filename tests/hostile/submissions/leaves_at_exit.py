"""Registers a last word and leaves with a status that says all is well.

Verdict: crashed
Says: SystemExit: 0
"""

import atexit
import sys


@atexit.register
def praise():
    print("stands")


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        sys.exit(0)

    def update(self, x, y):
        pass
