"""A submission as a student might hand it in. It has a bug; `learncheck grade examples/submission.py` finds it."""

import numpy as np


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses
        self.alive = np.ones(len(hypotheses), dtype=bool)

    def predict(self, x):
        votes = self.hypotheses[:, x].sum()
        return 1 if votes >= 0 else -1

    def update(self, x, y):
        self.alive &= self.hypotheses[:, x] == y
