"""Common mistakes of students that no proof has to rule out; they are used only for hints.

The foils of the chapters, on the other hand, must each be caught by some check in a small game.
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
    "On a false positive it sets the weights of the active variables to 0, but Winnow halves them.",
    ("self.w / factor", "self.w * (1 - x)"),
)
HalvesAll = edited(
    "HalvesAll",
    WeightedMajority.update,
    "On a mistake it halves every expert's weight, which changes no prediction; only wrong experts should lose half.",
    ("(1 - y * advice) / 2", "1"),
)
WithMargin = edited(
    "WithMargin",
    Perceptron.update,
    "It also updates if it is right but the margin is below 1; the Perceptron updates only on mistakes.",
    ("<= 0", "< 1"),
)
Unweighted = edited(
    "Unweighted",
    DecisionStump.fit,
    "It ignores sample_weight and minimizes the number of errors, not their weight.",
    (" if sample_weight is None else np.asarray(sample_weight)", ""),
)
WrongSign = edited(
    "WrongSign",
    AdaBoost.round,
    "It multiplies D by exp(+w·y·h(x)); it should be exp(−w·y·h(x)), which puts more weight on the errors.",
    ("exp(-w", "exp(w"),
)


class WrongSignStumps(AdaBoostStumps):
    round = WrongSign.round


WrongSignStumps.__doc__ = WrongSign.__doc__

OnePass = edited(
    "OnePass",
    DecisionListLearner.fit,
    "It goes through the literals only once; a rule that was wrong on some example may be right on the rest.",
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
    for wrong in (Eliminates, HalvesAll, WithMargin, Unweighted, WrongSign, WrongSignStumps, OnePass):
        yield Foil(wrong, (wrong.__doc__ or "").strip(), wrong.__bases__[0])
