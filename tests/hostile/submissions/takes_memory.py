"""Takes memory until there is none.

Verdict: crashed
Says: MemoryError (the limit is 256 MB)
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        kept = []
        while True:
            kept.append(bytearray(1 << 26))

    def update(self, x, y):
        pass
