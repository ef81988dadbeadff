"""The sequence against Winnow keeps what the steps of its proof rest on."""

from fractions import Fraction

import pytest

from learncheck.learners import Winnow
from learncheck.strategies.play.case import decode, encode
from learncheck_beyond.seesaws import Seesaw, seesaw
from learncheck_beyond.winnow_doublings import in_whole_doublings

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("n", "r"), [(6, 1), (17, 5), (40, 2)])
def test_a_seesaw_keeps_what_its_floor_rests_on(n: int, r: int) -> None:
    case = Seesaw(n, r)
    assert decode(encode(case), Seesaw) == case
    trace = case.play(Winnow, watch=("w",))
    assert trace.mistakes == len(trace.rounds)
    for round in trace.rounds:
        assert bool(round.instance[:r].any()) == (round.label == 1)
        irrelevant = round.after["w"][r:]
        assert irrelevant.max() <= min(4, 2 * irrelevant.min())


def shortfall(n: int, r: int) -> Fraction:
    """Return by how much the sequence is shorter than r(3k − 2^(k+1)/n), at most. Takes 1 ≤ r < n."""
    k, s = (n - 1).bit_length(), n - r
    c, j = Fraction(5 * n + 4, s), (-(-n // s) - 1).bit_length()
    return 4 * r * k * c / (n + c) + 2 * j


def test_no_seesaw_falls_further_short_of_the_bound_than_derived() -> None:
    for n in range(2, 33):
        for r in range(1, n):
            rounds = len(seesaw(n, r))
            assert in_whole_doublings(n, r) - shortfall(n, r) < rounds + 1
            assert rounds <= in_whole_doublings(n, r)


@pytest.mark.parametrize(("n", "r"), [(6, 2), (5, 1), (8, 0)])
def test_a_seesaw_has_few_relevant_variables(n: int, r: int) -> None:
    with pytest.raises(ValueError, match="give 1 <= r"):
        Seesaw(n, r)
