"""Submissions used by several tests: a correct Halving, and a wrong one in which refuted hypotheses vote."""

from pathlib import Path
from typing import Any

RIGHT = """
import numpy as np

class Halving:
    def __init__(self, hypotheses):
        self.hypotheses, self.alive = hypotheses, np.ones(len(hypotheses), bool)
    def predict(self, x):
        return np.sign(self.hypotheses[self.alive, x].sum())
    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)
"""
WRONG = RIGHT.replace("self.hypotheses[self.alive, x]", "self.hypotheses[:, x]")

PERCEPTRON = """
import numpy as np

class Perceptron:
    def __init__(self, d):
        self.w = np.zeros(d)
    def predict(self, x):
        return int(np.sign(self.w @ x))
    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x
"""


def write(name: str, text: str | bytes = RIGHT) -> Path:
    """The file of this name, with this text, and the folders above it."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def class_of(text: str, name: str = "Halving") -> type:
    """The class of this name that the text defines."""
    names: dict[str, Any] = {}
    exec(text, names)
    return names[name]
