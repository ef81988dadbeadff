"""Conformance of the relatives of Perceptron to the algorithms of the notes."""

from learncheck.learners import KernelPerceptron, ModifiedPerceptron
from learncheck.strategies.halfspaces.families import every_kernel_game, every_unit_game, kernel_games, unit_games
from learncheck.strategies.halfspaces.ladders import kernel_ladder, sigma_ladder
from learncheck.theorems.language.claim import VEM, sized
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.rules.conformance import conforms

KERNEL_CONFORMS = conforms(
    "kernel-perceptron-conforms",
    KernelPerceptron,
    sized(
        kernel_games,
        "all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}^{dimension:d = _}, of more "
        "than {signed:≤ _ rounds} up to their signs, contradicted or "
        "not, with each of three kernels",
        exhaust=every_kernel_game,
        drawn=dict(dimensions=(2, 4), reach=(2, 3), pool=(4, 6), rounds=(8, 20), degree=(3, 4)),
        every=dict(dimension=(2, 2), reach=(1, 1), rounds=(2, 4), signed=(2, 3)),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long(256)),
        ladder=kernel_ladder,
    ),
    VEM("8.3.1"),
)

MODIFIED_CONFORMS = conforms(
    "modified-perceptron-conforms",
    ModifiedPerceptron,
    sized(
        unit_games,
        "all sequences of up to {rounds} instances out of four unit vectors in the plane and their negatives, "
        "of more than {signed:≤ _ rounds} out of the four alone, contradicted or not, from two starts, with two σ",
        exhaust=every_unit_game,
        drawn=dict(dimensions=(3, 4), reach=(4, 4), pool=(4, 6), rounds=(8, 20)),
        every=dict(rounds=(2, 4), signed=(2, 3)),
        ladder=sigma_ladder,
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
    ),
    VEM("8.3.2, Algorithm 2"),
)
