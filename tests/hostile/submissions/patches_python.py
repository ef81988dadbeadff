"""Replaces Python's own functions, as if the judge counted with them.

Verdict: crashed
Says: cannot be imported
"""

import builtins

builtins.len = builtins.sum = lambda *arguments: 0
builtins.isinstance = lambda *arguments: True


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
