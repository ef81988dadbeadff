"""The probabilities of two samples agree with going through all samples one by one."""

from fractions import Fraction
from itertools import product

import pytest

from learncheck.theorems.notes.vc.ghost_samples import GHOSTS, UNIFORM, GhostSample, TwoSamples

CASES = [
    ((1, 2), ((), (0,), (1,)), Fraction(1, 4), 3),
    ((1, 1, 2), ((0,), (1, 2), (0, 1, 2)), Fraction(1, 3), 2),
    ((3, 2), ((0,), (0, 1)), Fraction(1, 2), 4),
]


def _wrong(points, sample):
    return sum(sample.count(i) for i in points)


def _drawn(weights, samples):
    """All pairs of samples, each with its probability."""
    chance = [Fraction(w, sum(weights)) for w in weights]
    for both in product(range(len(weights)), repeat=2 * samples):
        of_both = Fraction(1)
        for i in both:
            of_both *= chance[i]
        yield both[:samples], both[samples:], of_both


@pytest.mark.parametrize(("weights", "errors", "epsilon", "m"), CASES)
def test_probabilities(weights, errors, epsilon, m):
    truth = {h: Fraction(sum(weights[i] for i in h), sum(weights)) for h in errors}
    survives = seen = strays = apart = Fraction(0)
    for first, second, chance in _drawn(weights, m):
        right = [h for h in errors if not _wrong(h, first)]
        survives += chance * any(truth[h] > epsilon for h in right)
        seen += chance * any(_wrong(h, second) >= epsilon * m / 2 for h in right)
        strays += chance * any(abs(Fraction(_wrong(h, first), m) - truth[h]) > epsilon for h in errors)
        apart += chance * any(abs(_wrong(h, first) - _wrong(h, second)) >= epsilon * m / 2 for h in errors)
    ghost = GhostSample(weights, errors, epsilon, m).play(None).facts
    assert (ghost.survives, ghost.seen) == (survives, seen)
    two = TwoSamples(weights, errors, epsilon, m).play(None).facts
    assert (two.strays, two.apart) == (strays, apart)


def test_labellings_and_dimension():
    facts = GhostSample((1, 1, 1), ((), (0,), (1,), (0, 1), (2,)), Fraction(1, 2), 1).play(None).facts
    assert (facts.labellings, facts.dimension) == (4, 2)
    assert GhostSample((1,), ((),), Fraction(1, 2), 1).play(None).facts.dimension == 0


@pytest.mark.parametrize("claim", [GHOSTS, UNIFORM], ids=lambda claim: claim.id)
def test_in_some_games_the_bound_says_something(claim):
    """A probability is at most 1 whatever is claimed of it."""
    bounds = [claim.bound.rhs.subs(dict(claim.measure(case.play(None)))) for case in claim.witnesses()]
    assert any(float(bound) < 1 for bound in bounds)
    assert any(float(bound) > 1 for bound in bounds)
