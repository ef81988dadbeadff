"""Opens files until no more open.

Verdict: crashed
Says: the limit is 64 open files
"""

import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        kept = []
        while True:
            kept.append(os.open(os.devnull, os.O_RDONLY))

    def update(self, x, y):
        pass
