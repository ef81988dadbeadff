"""Mistakes that students make and that no proof need refuse: they are only named in hints.

They are apart from the chapters' foils, each of which some check must catch in a small game.
"""

from collections.abc import Iterator

from learncheck.learners.batch.boolean import DecisionListLearner
from learncheck.learners.batch.boosting import AdaBoost, AdaBoostStumps
from learncheck.learners.batch.stump import DecisionStump
from learncheck.learners.foils import Foil, edited
from learncheck.learners.online.experts import WeightedMajority
from learncheck.learners.online.perceptron import Perceptron
from learncheck.learners.online.winnow import Winnow

Eliminates = edited(
    "Eliminates",
    Winnow.update,
    "It sets the weights of the variables to 0 on a false alarm, where Winnow halves them.",
    ("self.w / factor", "self.w * (1 - x)"),
)
HalvesAll = edited(
    "HalvesAll",
    WeightedMajority.update,
    "It halves the weights of all experts on a mistake, which changes no prediction: only those who err lose half.",
    ("(1 - y * advice) / 2", "1"),
)
WithMargin = edited(
    "WithMargin",
    Perceptron.update,
    "It also updates where it was right with a margin below 1: the Perceptron updates on its mistakes alone.",
    ("<= 0", "< 1"),
)
Unweighted = edited(
    "Unweighted",
    DecisionStump.fit,
    "It ignores sample_weight, and counts the errors.",
    (" if sample_weight is None else np.asarray(sample_weight)", ""),
)
WrongSign = edited(
    "WrongSign",
    AdaBoost.round,
    "It multiplies D by exp(+w·y·h(x)), where exp(−w·y·h(x)) puts more weight on the errors.",
    ("exp(-w", "exp(w"),
)


class WrongSignStumps(AdaBoostStumps):
    round = WrongSign.round


WrongSignStumps.__doc__ = WrongSign.__doc__

OnePass = edited(
    "OnePass",
    DecisionListLearner.fit,
    "It goes through the literals once: a rule that was wrong on some example may be right on those that are left.",
    (
        "while len(y) > 0:\n            i, b, o = self.search(X, y)\n",
        "for i, b in ((i, b) for i in range(X.shape[1]) for b in (0, 1)):\n"
        "            o = self.agreed(X, y, i, b)\n"
        "            if o == 0:\n"
        "                continue\n",
    ),
)


def mistakes() -> Iterator[Foil]:
    """Yield them."""
    for each in (Eliminates, HalvesAll, WithMargin, Unweighted, WrongSign, WrongSignStumps, OnePass):
        yield Foil(each, (each.__doc__ or "").strip(), each.__bases__[0])
