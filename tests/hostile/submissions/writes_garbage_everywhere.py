"""Writes garbage to every open file.

Verdict: crashed
Says: which is not a reply
"""

import contextlib
import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for fd in range(64):
            with contextlib.suppress(OSError):
                os.write(fd, b"garbage, and much of it" * 100)
        return 1

    def update(self, x, y):
        pass
