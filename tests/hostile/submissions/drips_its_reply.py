"""Sends its reply byte by byte, never done.

Verdict: timed-out
"""

import os
import struct
import sys
import time


def channel():
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get("channel")
        if found is not None:
            return found
        frame = frame.f_back
    return None


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        pipe = channel()
        os.write(pipe._write_fd, struct.pack("<IBII", 1000, 68, pipe._sequence, 0))
        while True:
            os.write(pipe._write_fd, b"x")
            time.sleep(0.01)

    def update(self, x, y):
        pass
