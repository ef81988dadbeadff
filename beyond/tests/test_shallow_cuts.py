"""The adversary for Ellipsoid: its games are legal, and longer than those that every learner can be forced to lose."""

import numpy as np
import pytest

from learncheck.learners import Ellipsoid
from learncheck_beyond.grid_bisections import GridBisection
from learncheck_beyond.shallow_cuts import shallow_cuts

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("d", "n"), [(2, 1), (2, 2), (3, 5), (4, 2), (8, 64)])
def test_its_games_are_on_the_grid_with_the_least_margin(d: int, n: int) -> None:
    game = shallow_cuts(d, n)
    instances = np.array(game.instances)
    assert instances.shape[1] == d
    assert max(abs(instances).max(), *game.target) <= n
    assert set((instances[1:] @ np.array(game.target)).tolist()) <= {1}
    trace = game.play(Ellipsoid)
    assert trace.mistakes == len(game.moves)
    assert {round.label for round in trace.rounds} == {1}


def test_its_games_are_longer_from_four_dimensions_on() -> None:
    for d, n in [(4, 2), (4, 1024), (8, 2), (8, 64)]:
        assert len(shallow_cuts(d, n).moves) > 2 * GridBisection(d, n).rounds


def test_sizes_are_checked() -> None:
    with pytest.raises(ValueError, match="d = 1, n = 3, every = 3: give at least 2, 1 and 2"):
        shallow_cuts(1, 3)
