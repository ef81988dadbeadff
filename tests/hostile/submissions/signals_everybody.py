"""Kills everybody that it can find.

Verdict: falsified
Needs: confinement
"""

import contextlib
import os
import signal


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for process in (-1, 0, 1, *range(3, 2000), int("PARENT")):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.killpg(abs(process), signal.SIGTERM)
        return 1

    def update(self, x, y):
        pass
