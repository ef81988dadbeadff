"""The ellipsoid of a deep cut."""

from learncheck.learners import Ellipsoid
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import HalfCut
from learncheck_beyond.ellipsoid_deep_cut import deep_cut, depth


def test_a_deep_cut_is_half_a_cut_at_depth_zero() -> None:
    trace = HalfCut(((1, 0), (0, 1)), (0, 0), 1, (1, 0), 1).play(Ellipsoid)
    assert depth(trace) == 0
    centre, A = deep_cut(trace)
    assert (centre == trace.rounds[0].after["w"]).all()
    assert (A == trace.rounds[0].after["A"]).all()
