"""Sends a second reply with each of its answers.

Verdict: crashed
Says: which is not a reply
"""

import os
import struct
import sys


def channel():
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get("channel")
        if found is not None:
            return found
        frame = frame.f_back
    return None


def say(body, kind=68, ahead=0):
    pipe = channel()
    os.write(pipe._write_fd, struct.pack("<IBII", len(body), kind, pipe._sequence + ahead, 0) + body)


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        say(b"\x01")
        return -1

    def update(self, x, y):
        pass
