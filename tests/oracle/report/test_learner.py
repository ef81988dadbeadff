"""What `learncheck show LEARNER` prints."""

from pathlib import Path

import pytest
from calls import learncheck

from learncheck.learners import LEARNERS
from learncheck.oracle.grading.classes import check
from learncheck.oracle.report.learner import methods, parameters, show_learner, skeleton


def test_a_learner_is_shown_with_its_interface_its_claims_and_a_skeleton():
    printed = "\n".join(show_learner("Perceptron"))
    assert "Perceptron(d)" in printed
    assert "update(x, y)" in printed
    assert "State: w" in printed
    assert "perceptron-conforms" in printed
    assert "class Perceptron:" in printed


@pytest.mark.parametrize("name", LEARNERS)
def test_every_skeleton_has_the_interface_of_its_learner(name):
    names: dict[str, type] = {}
    exec(skeleton(name), names)
    assert methods(names[name]) == methods(LEARNERS[name])
    for method in ("__init__", *methods(names[name])):
        assert parameters(names[name], method) == parameters(LEARNERS[name], method)


@pytest.mark.parametrize(("name", "claim"), [("Perceptron", "perceptron-mistakes"), ("DecisionStump", "stump-erm")])
def test_a_skeleton_is_judged_and_does_not_crash(name, claim):
    names: dict[str, type] = {}
    exec(skeleton(name), names)
    (result,) = check(names[name], as_=name, claims=[claim]).learners[name].claims
    assert result.verdict == "falsified"


@pytest.mark.slow
def test_show_and_list_suggest_learners_for_misspelt_names(tmp_path: Path):
    for call in (["show", "Perceptrn"], ["list", "Perceptrn"]):
        done = learncheck(*call, cwd=tmp_path)
        assert done.returncode == 2
        assert "did you mean Perceptron" in done.stderr
