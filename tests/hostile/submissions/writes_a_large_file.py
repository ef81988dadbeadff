"""Writes a file of 100 MB.

Verdict: crashed
Says: the limit is 1 MB a file
Says where files are shared: or write to this place
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        with open("large", "wb") as file:
            for _ in range(100):
                file.write(bytes(1 << 20))
        return 1

    def update(self, x, y):
        pass
