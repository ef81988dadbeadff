"""Runs another program.

Verdict: crashed
Says: may not start processes
Needs: confinement
"""

import subprocess


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        subprocess.run(["/bin/sh", "-c", "touch OUTSIDE/shell"], check=True)
        return 1

    def update(self, x, y):
        pass
