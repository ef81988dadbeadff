"""Nests tuples until a built-in function overflows the stack.

Verdict: crashed
Says: ended without an answer
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        nested = ()
        for _ in range(10**6):
            nested = (nested,)
        return hash(nested)

    def update(self, x, y):
        pass
