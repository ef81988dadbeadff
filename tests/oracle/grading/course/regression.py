"""The course's least squares, with an intercept."""

import numpy as np


class OLS:
    def fit(self, X, y):
        self.theta = np.linalg.lstsq(np.column_stack((X, np.ones(len(X)))), y, rcond=None)[0]

    def predict(self, X):
        return np.column_stack((X, np.ones(len(X)))) @ self.theta
