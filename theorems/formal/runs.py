"""Run a learner's own constructor and round on formal quantities, to make a proof's `code`.

- `vector_rounds`: the state is a vector w of any dimension (the Perceptron and its relatives);
- `kernel_rounds`: the state is a tuple of examples whose images add up to w;
- `potential_rounds`: the state is an array w of weights, one per expert or variable;
- `version_space_rounds`: the state is a mask of what is still alive;
- `number_rounds`: the state is a few numbers.

Each takes functions that read the proof's quantities off the state. They are written once, and run both on the formal
state, before and after the round, and on what the real constructor makes. What is given and meant in a round is stated
by functions of the round (`Happened`), with comparisons of formal quantities as relations:

    given=lambda each: {"separable": each.label * (each.target @ each.x) >= 1}
"""

from learncheck.theorems.formal.constructed import DYADIC
from learncheck.theorems.formal.games import SIZES
from learncheck.theorems.formal.number_runs import number_rounds
from learncheck.theorems.formal.round import Happened, Runs, Situation, every_round, mistake_or_none, update_or_none
from learncheck.theorems.formal.vector_runs import ANGLES, kernel_rounds, vector_rounds
from learncheck.theorems.formal.version_space_runs import version_space_rounds
from learncheck.theorems.formal.weight_runs import experts, potential_rounds, variables

__all__ = [
    "ANGLES",
    "DYADIC",
    "SIZES",
    "Happened",
    "Runs",
    "Situation",
    "every_round",
    "experts",
    "kernel_rounds",
    "mistake_or_none",
    "number_rounds",
    "potential_rounds",
    "update_or_none",
    "variables",
    "vector_rounds",
    "version_space_rounds",
]
