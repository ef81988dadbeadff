"""Searches all objects of its process for the game, its labels or its environment.

Verdict: falsified
"""

import gc


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for thing in gc.get_objects():
            if type(thing).__name__ in ("FiniteClassGame", "VersionSpace", "Trace", "Claim", "Outcome"):
                return thing.label(x)
            if isinstance(thing, dict) and type(thing.get("label")) is int:
                return thing["label"]
        return 1

    def update(self, x, y):
        pass
