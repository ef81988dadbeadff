"""Run a learner's own constructor and round on formal quantities, to make a proof's `code`.

- `vector_rounds`: the state is a vector w of any dimension (the Perceptron and its relatives);
- `kernel_rounds`: the state is a tuple of examples whose images add up to w;
- `potential_rounds`: the state is an array w of weights, one per expert or variable;
- `version_space_rounds`: the state is a mask of what is still alive;
- `number_rounds`: the state is a few numbers.

Each takes functions that read the proof's quantities off the state. They are written once, and run both on the formal
state, before and after the round, and on what the real constructor makes. What is given and meant in a round is stated
by functions of the round (`Happened`), with comparisons of formal quantities as relations:

    assuming=lambda round: {SEPARABLE: round.label * (round.target @ round.x) >= 1}

A claim gives its `code` as a function, `code=lambda: formal.vector_runs.vector_rounds(...)`, which is called when
somebody proves it. The modules are imported when they are first looked up here, so who only plays the claim loads none.
"""

from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from learncheck.theorems.formal import boosting as boosting
    from learncheck.theorems.formal import constructed as constructed
    from learncheck.theorems.formal import corrections as corrections
    from learncheck.theorems.formal import games as games
    from learncheck.theorems.formal import language as language
    from learncheck.theorems.formal import lists as lists
    from learncheck.theorems.formal import number_runs as number_runs
    from learncheck.theorems.formal import numbers as numbers
    from learncheck.theorems.formal import positives as positives
    from learncheck.theorems.formal import quantities as quantities
    from learncheck.theorems.formal import round as round
    from learncheck.theorems.formal import rows as rows
    from learncheck.theorems.formal import vector_runs as vector_runs
    from learncheck.theorems.formal import vectors as vectors
    from learncheck.theorems.formal import version_space_runs as version_space_runs
    from learncheck.theorems.formal import weight_runs as weight_runs

DYADIC = (Fraction(1, 2), Fraction(349_525, 2**20), Fraction(1, 1024), Fraction(1, 4), Fraction(11, 2**14))
"""Steps and margins with which constructors are called: exact as floats, but not as decimals of a few digits. The
longest games, those of size 8, take the fourth, whose powers are short.
"""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"theorems.formal has no module {name!r}") from None
