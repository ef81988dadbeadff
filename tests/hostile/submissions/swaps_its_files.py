"""Puts each of its open files in the place of the other.

Verdict: crashed
Says: ended without an answer
"""

import os


def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


class Halving:
    def __init__(self, hypotheses):
        self.hypotheses = hypotheses

    def predict(self, x):
        pipes = [fd for fd in range(3, 64) if is_open(fd)]
        os.dup2(pipes[0], 60)
        os.dup2(pipes[1], pipes[0])
        os.dup2(60, pipes[1])
        return 1

    def update(self, x, y):
        pass
