"""Conformance of the relatives of Perceptron to the algorithms of the notes."""

from learncheck.learners import KernelPerceptron, ModifiedPerceptron
from learncheck.strategies.halfspaces.families import every_kernel_game, every_unit_game, kernel_games, unit_games
from learncheck.strategies.halfspaces.ladders import kernel_ladder, sigma_ladder
from learncheck.theorems.language.claim import VEM, Family
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.rules.conformance import conforms

KERNEL_CONFORMS = conforms(
    "kernel-perceptron-conforms",
    KernelPerceptron,
    Family(
        kernel_games,
        exhaust=every_kernel_game,
        extent="all sequences of up to {rounds} nonzero points with integer coordinates up to ±{reach} in dimension "
        "{dimension:d = _} (of x and −x only one if longer than {signed:≤ _ rounds}), with any labels, with each of "
        "three kernels",
        search=dict(dimensions=2, reach=2, pool=4, rounds=8, degree=3),
        scout=dict(dimensions=4, reach=3, pool=6, rounds=20, degree=4),
        quick=dict(dimension=2, reach=1, rounds=2, signed=2),
        full=dict(dimension=2, reach=1, rounds=4, signed=3),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long(256)),
        ladder=kernel_ladder,
    ),
    VEM("8.3.1"),
)

MODIFIED_CONFORMS = conforms(
    "modified-perceptron-conforms",
    ModifiedPerceptron,
    Family(
        unit_games,
        exhaust=every_unit_game,
        extent="all sequences of up to {rounds} instances out of four unit vectors in the plane and their negatives "
        "(the four alone if longer than {signed:≤ _ rounds}), with any labels, from two starts, with two σ",
        search=dict(dimensions=3, reach=4, pool=4, rounds=8),
        scout=dict(dimensions=4, reach=4, pool=6, rounds=20),
        quick=dict(rounds=2, signed=2),
        full=dict(rounds=4, signed=3),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
        ladder=sigma_ladder,
    ),
    VEM("8.3.2, Algorithm 2"),
)
