"""What `learncheck show LEARNER` prints."""

from pathlib import Path

import pytest
from calls import learncheck

from learncheck.learners import LEARNERS
from learncheck.oracle.grading.grade import check
from learncheck.oracle.report.learner import methods, parameters, show_learner, skeleton


def test_a_learner_is_shown_with_its_interface_its_claims_and_a_skeleton():
    told = "\n".join(show_learner("Perceptron"))
    assert "Perceptron(d)" in told
    assert "update(x, y)" in told
    assert "State: w" in told
    assert "perceptron-conforms" in told
    assert "class Perceptron:" in told


@pytest.mark.parametrize("name", LEARNERS)
def test_every_skeleton_has_the_interface_of_its_learner(name):
    made: dict[str, type] = {}
    exec(skeleton(name), made)
    assert methods(made[name]) == methods(LEARNERS[name])
    for method in ("__init__", *methods(made[name])):
        assert parameters(made[name], method) == parameters(LEARNERS[name], method)


@pytest.mark.parametrize(("name", "claim"), [("Perceptron", "perceptron-mistakes"), ("DecisionStump", "stump-erm")])
def test_a_skeleton_is_judged_and_does_not_crash(name, claim):
    made: dict[str, type] = {}
    exec(skeleton(name), made)
    (result,) = check(made[name], as_=name, claims=[claim]).learners[name].claims
    assert result.verdict == "falsified"


@pytest.mark.slow
def test_show_and_list_suggest_learners_for_misspelt_names(tmp_path: Path):
    for call in (["show", "Perceptrn"], ["list", "Perceptrn"]):
        done = learncheck(*call, cwd=tmp_path)
        assert done.returncode == 2
        assert "did you mean Perceptron" in done.stderr
