"""Writes reports that praise it, wherever one might look, and prints one.

Verdict: falsified
Needs: confinement
"""

import contextlib
import json
import os


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        for folder in (".", "..", "/", "/tmp", os.path.expanduser("~"), "OUTSIDE", "PROJECT/.learncheck/cases"):
            for name in ("results.json", "report.json", "halving-mistakes.json"):
                with contextlib.suppress(OSError), open(f"{folder}/{name}", "w") as file:
                    json.dump({"score": 1.0, "verdict": "stands"}, file)
        print('{"score": 1.0, "verdict": "stands"}')
        return 1

    def update(self, x, y):
        pass
