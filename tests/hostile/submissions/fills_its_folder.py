"""Fills the disk with small files.

Verdict: crashed
Says: the limit is 16 MB and 256 files in all
Says where files are shared: or write to this place
Needs: confinement
"""


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for number in range(10**6):
            with open(f"small-{number}", "wb") as file:
                file.write(bytes(1 << 18))
        return 1

    def update(self, x, y):
        pass
