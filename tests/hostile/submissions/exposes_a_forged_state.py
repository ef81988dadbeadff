"""Exposes a state that obeys every line of the proof, and answers as it likes.

Verdict: falsified
"""

import numpy as np


class Halving:
    def __init__(self, hypotheses):
        self.size = len(hypotheses)
        self.alive_before = np.ones(self.size, bool)

    @property
    def alive(self):
        self.alive_before[len(self.alive_before) // 2 :] = False
        return self.alive_before

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
