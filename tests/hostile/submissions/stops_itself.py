"""Stops its process, as a debugger would.

Verdict: timed-out
"""

import os
import signal


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        os.kill(os.getpid(), signal.SIGSTOP)
        return 1

    def update(self, x, y):
        pass
