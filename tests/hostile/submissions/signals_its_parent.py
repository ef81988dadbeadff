"""Kills whoever started it.

Verdict: crashed
Says: may not start processes, open sockets, send signals
Needs: confinement
"""

import os
import signal


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        os.kill(os.getppid(), signal.SIGKILL)
        return 1

    def update(self, x, y):
        pass
