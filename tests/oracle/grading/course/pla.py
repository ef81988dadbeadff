"""A course's Perceptron: until the sample is separated, so many epochs at most."""

import numpy as np
from course_tools.linear import LinearModel, accuracy


class PLA(LinearModel):
    def __init__(self, max_iter=1000):
        self.max_iter = max_iter

    def fit(self, X, y):
        self.theta, self.intercept = np.zeros(X.shape[1]), 0.0
        for epoch in range(self.max_iter):
            wrong = 0
            for x, label in zip(X, y, strict=True):
                sign = 2 * label - 1
                if sign * (x @ self.theta + self.intercept) <= 0:
                    self.theta += sign * x
                    self.intercept += sign
                    wrong += 1
            if wrong == 0:
                print("separated after", epoch + 1, "epochs, accuracy", accuracy(y, self.predict(X)))
                break
