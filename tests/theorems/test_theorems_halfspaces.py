"""The claims on Perceptron and Ellipsoid: worked numbers, hypotheses that matter, states at any scale, errata."""

import functools
import math
from dataclasses import replace

import numpy as np
import pytest
from cases import drawn
from chosen import few

from learncheck.learners import Ellipsoid, Perceptron
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.strategies.halfspaces.families import grid_games
from learncheck.strategies.halfspaces.games import AxesGame, FreeGame, GridGame
from learncheck.strategies.halfspaces.vectors import directions, lines
from learncheck.strategies.play.games import AGREE, CONTRADICT
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.readings import readings
from learncheck.theorems.notes.halfspaces import ellipsoid, perceptron, separators
from learncheck.theorems.rules.halfspaces import PERCEPTRON

CLAIMS = {
    value.id: value for module in (perceptron, ellipsoid) for value in vars(module).values() if isinstance(value, Claim)
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hypothesis"),
    [(name, premise) for name, claim in CLAIMS.items() if claim.refuted_by is None for premise in claim.assuming],
    ids=str,
)
def test_every_hypothesis_is_needed(name, hypothesis):
    claim = replace(CLAIMS[name].without(hypothesis), steps=())
    evidence = attack(claim, claim.learner, "reference", replace(PROFILES["quick"], shrink=0))
    assert evidence.verdict == "falsified"
    assert judge(CLAIMS[name], claim.learner, evidence.counterexample.smallest.case).outside


# ---- Perceptron ----


def test_the_bound_of_a_worked_sample():
    """x = (1, 0), (1, 1), −(0, 1): the least w with ⟨w,yx⟩ >= 1 is (2, −1)."""
    game = GridGame(((1, 0), (1, 1), (0, 1)), 1, ((0, 0), (1, AGREE), (2, 0), (1, CONTRADICT)), 2)
    trace = game.play(Perceptron)
    values = perceptron.radius_and_separator(trace)
    w, norm = separators.separator(trace)
    assert norm == sum(v * v for v in w) == values[separators.B2]
    assert all(sum(a * b for a, b in zip(w, x, strict=True)) >= 1 for x in separators.signed_instances(trace))


class Scaled(Perceptron):
    """Right: multiplies w by another factor in every round."""

    factor = 1.0

    def update(self, x, y):
        super().update(x, y * self.factor) if self.predict(x) != y else None
        self.factor, self.w = self.factor * 0.7, self.w * 0.7


class ScaledAndForgetful(Scaled):
    """Wrong in its third round: forgets to update."""

    rounds = 0

    def update(self, x, y):
        self.rounds += 1
        if self.rounds != 3:
            super().update(x, y)


def test_a_scaled_state_is_read_as_the_algorithms():
    game = FreeGame(((1, 2), (3, -1), (1, 1)), 1, tuple((i % 3, CONTRADICT) for i in range(9)))
    trace = game.play(functools.partial(LocalLearner, Scaled), ("w",))
    read = readings(trace, PERCEPTRON)
    plain = game.play(Perceptron, ("w",))
    for round_, due in zip(trace.rounds, plain.rounds, strict=True):
        assert read[id(round_.after)].exact["w"].tolist() == due.after["w"].tolist()


def test_the_explanation_names_the_round_and_not_the_scale():
    for make, broken in ((Scaled, None), (ScaledAndForgetful, 3)):
        game = AxesGame(4)
        outcome = judge(perceptron.MISTAKES, functools.partial(LocalLearner, make), game, steps=False, explain=True)
        assert (outcome.broken_step and outcome.broken_step.round) == broken


# ---- Ellipsoid ----


def consistent_ball(trace):
    """The centre u = w*/s and the radius 1/(dn²+1) of the ball that stays inside (see halfspaces.ellipsoid)."""
    size, n = trace.case.dimension, trace.case.n
    root = math.sqrt(size)
    return np.array(trace.facts.target) / n / (root + 1 / (n * n * root)), 1 / (size * n * n + 1)


def test_the_ball_of_the_proof_stays_inside():
    """The support function of E is no less than that of the ball, in random directions."""
    generator = np.random.default_rng(0)
    for case in drawn(grid_games, 100, dimensions=4, n=3, pool=8, rounds=15, realizable=True, on_grid=True):
        trace = case.play(Ellipsoid, ("w", "A"))
        centre, radius = consistent_ball(trace)
        g = generator.normal(size=(50, case.dimension))
        for round_ in trace.rounds:
            w, A = round_.after["w"], round_.after["A"]
            reach = g @ w + np.sqrt(np.einsum("ij,jk,ik->i", g, A, g))
            assert (g @ centre + radius * np.linalg.norm(g, axis=1) <= reach * (1 + 1e-12) + 1e-12).all()


def worst(d, n, most_states=10_000):
    """The most mistakes that an adversary on G^d can force, by following every state of the learner."""
    instances, targets = np.array(lines(d, n)), directions(d, n)
    signs = np.sign(instances @ targets.T)
    states = [(Ellipsoid(d), np.ones(len(targets), dtype=bool))]
    mistakes = 0
    while True:
        after = {}
        for learner, alive in states:
            for i, x in enumerate(instances / n):
                for y in {1, -1} - {learner.predict(x)}:
                    left = alive & (signs[i] == y)
                    if left.any():
                        other = Ellipsoid(d)
                        other.w, other.A = learner.w, learner.A
                        other.update(x, y)
                        key = (*np.round(other.w, 9), *np.round(other.A, 9).ravel(), left.tobytes())
                        after[key] = other, left
        if not after:
            return mistakes
        assert len(after) <= most_states
        states, mistakes = list(after.values()), mistakes + 1


@few(2)
@pytest.mark.parametrize(("n", "mistakes"), [(1, 2), (2, 3), (3, 5)])
def test_the_worst_games_in_the_plane(n, mistakes):
    assert worst(2, n) == mistakes


def test_the_printed_factor_falls_just_where_n_is_at_most_d_minus_two():
    for d in range(2, 6):
        for n in range(1, 5):  # the environment keeps all (2n+1)^d targets
            game = GridGame(((1,) + (0,) * (d - 1),), n, ((0, 0),), n)
            outcome = judge(ellipsoid.SHRINKS_AS_PRINTED, Ellipsoid, game)
            assert outcome.verdict == ("falsified" if n <= d - 2 else "stands")


class LargerEveryRound(Ellipsoid):
    """Right: (w, A) is kept at another factor (c, c²) in every round."""

    def update(self, x, y):
        super().update(x, y)
        self.w, self.A = 3 * self.w, 9 * self.A


class LargerAndWrong(LargerEveryRound):
    """Wrong, at a scale: the cut takes nothing off."""

    def update(self, x, y):
        A = self.A
        super().update(x, y)
        self.A = 9 * A


class Flat:
    """Right; its A is a vector."""

    def __init__(self, d):
        self.inner = Ellipsoid(d)

    @property
    def A(self):
        return self.inner.A.ravel()

    def predict(self, x):
        return self.inner.predict(x)

    def update(self, x, y):
        self.inner.update(x, y)


@pytest.mark.parametrize(
    ("make", "verdict"), [(LargerEveryRound, "stands"), (LargerAndWrong, "falsified"), (Flat, "skipped")]
)
def test_volumes_are_judged_up_to_the_scale_of_the_state(make, verdict):
    claim = ellipsoid.SHRINKS
    game = FreeGame(((1, 2, 0), (3, -1, 1)), 1, tuple((i % 2, CONTRADICT) for i in range(6)))
    outcome = judge(claim, functools.partial(LocalLearner, make), game, steps=False)
    assert outcome.verdict == verdict
