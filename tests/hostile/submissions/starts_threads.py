"""Starts threads until no more start.

Verdict: crashed
Says: can't start new thread
"""

import threading
import time


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        while True:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()

    def update(self, x, y):
        pass
