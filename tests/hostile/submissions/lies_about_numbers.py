"""Answers with a number that is equal to every other.

Verdict: invalid
Says: an object of type Liar
"""


class Liar(int):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 1


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return Liar(1)

    def update(self, x, y):
        pass
