"""What the course hands out: labels are 0 and 1, and every model has an intercept."""

import numpy as np


class LinearModel:
    def scores(self, X):
        return X @ self.theta + self.intercept

    def predict(self, X):
        return (self.scores(X) > 0).astype(int)


def accuracy(y, answers):
    return np.mean(y == answers)
