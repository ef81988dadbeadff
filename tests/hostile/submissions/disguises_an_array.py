"""Answers with an array that claims to be a scalar.

Verdict: invalid
Says: an object of type Disguised
"""

import numpy as np


class Disguised(np.ndarray):
    size = 1
    shape = ()
    ndim = 0

    def __array__(self, *arguments, **named):
        return np.int64(1)

    def __array_function__(self, *arguments, **named):
        return 1


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return np.array([1, -1]).view(Disguised)

    def update(self, x, y):
        pass
