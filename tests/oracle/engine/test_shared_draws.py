"""What submissions of one process share: the cases that are drawn, and verdicts on games in which they answer alike."""

import json
from pathlib import Path
from typing import Any

import pytest
from submissions import RIGHT, WRONG

from learncheck.learners import Perceptron
from learncheck.oracle.boundary.sandbox import LIMITS
from learncheck.oracle.engine import plays, shared_draws
from learncheck.oracle.grading import grade as grading
from learncheck.strategies.halfspaces.games import FreeGame
from learncheck.strategies.play.games import CONTRADICT


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_draws, "_drawn", shared_draws.Memory(8))
    monkeypatch.setattr(plays, "_alike", plays.Memory(plays.MOST))
    monkeypatch.setattr(grading, "choose", lambda trust: LIMITS)


def graded(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "a.py"
    path.write_text(text)
    report = json.loads(json.dumps(grading.grade(grading.Grading(path, ids=["halving-mistakes"])).as_json()))
    for entry in (report, *report["learners"]["Halving"]["claims"]):
        entry.pop("seconds")
    return dict(report)


@pytest.mark.slow
def test_what_others_did_changes_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = graded(tmp_path, WRONG)
    nothing_known.__wrapped__(monkeypatch)
    graded(tmp_path, RIGHT)
    assert graded(tmp_path, WRONG) == alone
    assert alone["score"] == 0


@pytest.mark.parametrize("watch", [(), ("w",)])
def test_verdicts_are_shared_where_answers_and_watched_states_agree_bit_by_bit(watch: tuple[str, ...]) -> None:
    class Doubled(Perceptron):
        """It answers as a Perceptron does, by other weights."""

        def update(self, x: Any, y: int) -> None:
            super().update(2 * x, y)

    game = FreeGame(((1, 2), (3, -1), (1, 1)), 1, tuple((t % 3, CONTRADICT) for t in range(9)))
    first, again, doubled = (plays.alike(game.play(make, watch)) for make in (Perceptron, Perceptron, Doubled))
    assert again is first
    assert (doubled is first) == (not watch)


def test_verdicts_are_not_shared_where_states_are_exposed_in_other_rounds() -> None:
    class Sometimes(Perceptron):
        """It has weights in every other round."""

        round, has = 0, 0

        def __getattribute__(self, name: str) -> Any:
            if name == "w" and object.__getattribute__(self, "round") % 2 != object.__getattribute__(self, "has"):
                raise AttributeError(name)
            return object.__getattribute__(self, name)

        def predict(self, x: Any) -> int:
            return 0

        def update(self, x: Any, y: int) -> None:
            self.round += 1

    class Otherwise(Sometimes):
        has = 1

    class Never(Sometimes):
        has = 2

    game = FreeGame(((1, 2), (3, -1)), 1, tuple((t % 2, CONTRADICT) for t in range(8)))
    traces = [plays.alike(game.play(make, ("w",))) for make in (Sometimes, Otherwise, Never)]
    unwatched = plays.alike(game.play(Never))
    assert len({id(trace) for trace in (*traces, unwatched)}) == 4
    assert not unwatched.rounds.snapshots
