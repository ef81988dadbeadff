"""Has a thread send answers all the time.

Verdict: crashed
Says: which is not a reply
"""

import os
import struct
import sys
import threading


def channel():
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get("channel")
        if found is not None:
            return found
        frame = frame.f_back
    return None


def flood(fd):
    while True:
        os.write(fd, struct.pack("<IBIIb", 1, 68, 2, 0, 1))


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        pipe = channel()
        threading.Thread(target=flood, args=(pipe._write_fd,), daemon=True).start()
        return 1

    def update(self, x, y):
        pass
