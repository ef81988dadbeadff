"""The file that `learncheck new` writes: a complete claim, short enough to read at once."""

import importlib.util
import keyword

from learncheck.oracle.files import Unusable

CLAIM_FILE = '''"""TITLE: say here what the theorem is, and whose."""

from learncheck import Claim, Premise, games
from learncheck.games import M, n


class LEARNER:
    """Predict the label that was seen with the instance, and +1 on a new one."""

    def __init__(self, points):
        self.known = {}

    def predict(self, x):
        return self.known.get(x, 1)

    def update(self, x, y):
        self.known = {**self.known, x: y}  # a new value, so that the state before the round is kept


def one_label_each(trace):
    """No point is shown with two labels."""
    return len(set(trace.case.rounds)) == len({x for x, y in trace.case.rounds})


CONSTANT = Claim(
    "ID",
    "Where every point has one label, LEARNER makes at most $n$ mistakes on $n$ points.",
    learner=LEARNER,
    cases=games.binary(points=5, rounds=8),
    assuming=(Premise("every point has one label", one_label_each),),
    bound=M <= n,
)
'''


def module_name(name: str) -> str:
    """Return the name as a module name. Raises Unusable if it cannot be one."""
    stem = name.removesuffix(".py").replace("-", "_")
    if not stem.isidentifier() or keyword.iskeyword(stem):
        raise Unusable(f"{name!r} is not a valid module name; use letters, digits and hyphens, for example my-theorem")
    if importlib.util.find_spec(stem) is not None:
        raise Unusable(f"{name!r} is the name of a module that is installed, which the file would hide; choose another")
    return stem


def claim_file(stem: str) -> str:
    """Return the text of the file."""
    words = stem.split("_")
    put = {
        "TITLE": " ".join(words).capitalize(),
        "LEARNER": "".join(word.capitalize() for word in words),
        "CONSTANT": stem.upper(),
        '"ID"': f'"{"-".join(words)}-mistakes"',
    }
    text = CLAIM_FILE
    for word, value in put.items():
        text = text.replace(word, value)
    return text
