"""Raises its limits first, and then takes memory.

Verdict: crashed
Says: MemoryError (the limit is 256 MB)
Needs: confinement
"""

import contextlib
import resource


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NOFILE):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        kept = []
        while True:
            kept.append(bytearray(1 << 26))

    def update(self, x, y):
        pass
