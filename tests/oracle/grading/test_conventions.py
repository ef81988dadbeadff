"""Learners that keep to other conventions than the contract: translated, judged all the same, and told of."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from learncheck import adapters, check
from learncheck.exact.answers import InvalidAnswer
from learncheck.learners import BatchPerceptron, Perceptron
from learncheck.oracle.boundary.conventions import BadConventions, Conventions, conventions, from_text
from learncheck.oracle.boundary.failures import Crashed, LoadError
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import LIMITS, BadPath, project, shown
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.files import Unusable
from learncheck.oracle.grading.assignment import Allowance, Assignment
from learncheck.oracle.grading.assignment_file import read
from learncheck.oracle.grading.conventional import conventional, with_constant
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.shared import IN_COMPANY
from learncheck.oracle.grading.wanted import Unjudgeable, claims_about
from learncheck.strategies.halfspaces.ladders import narrow
from learncheck.strategies.halfspaces.linear_samples import SeparableSample
from learncheck.theorems.notes.halfspaces.perceptron_batch import separable_ladder

COURSE = Path(__file__).parent / "course"
BRISK = Profile("quick", scout=0, search=0, shrink=0)
CONFORMS = ["batch-perceptron-conforms"]


class CoursePLA:
    """Labels 0 and 1, a bias of its own, and a sentence for the terminal."""

    def __init__(self, rate: float = 1.0) -> None:
        self.rate = rate

    def fit(self, X: Any, y: Any) -> None:
        assert set(y) <= {0, 1}
        self.theta = np.zeros(X.shape[1] + 1)
        X = np.column_stack((X, np.ones(len(X))))
        while (wrong := (2 * y - 1) * (X @ self.theta) <= 0).any():
            i = wrong.argmax()
            self.theta += self.rate * (2 * y[i] - 1) * X[i]
        print("done")

    def predict(self, X: Any) -> Any:
        return (X @ self.theta[:-1] + self.theta[-1] > 0).astype(int)


class Backwards(CoursePLA):
    def predict(self, X: Any) -> Any:
        return 1 - super().predict(X)


def judged(cls: type, claims: list[str] | None = CONFORMS, as_: str = "BatchPerceptron", **given: Any) -> Any:
    return check(adapters.adapt(cls, as_, **given), claims=claims, profile=BRISK)


@pytest.mark.slow
def test_labels_and_an_intercept_are_translated_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    report = judged(CoursePLA, labels=(0, 1), intercept=True, rate=0.5)
    assert report.passed
    assert capsys.readouterr().out == ""
    (note,) = report.notes
    for words in ("its labels are 0 and 1", "a last coordinate of 1", "rate=0.5"):
        assert words in note


def test_a_wrong_learner_falls_behind_its_adapter() -> None:
    report = judged(Backwards, labels=(0, 1), intercept=True)
    assert [result.verdict for _, result in report.results] == ["falsified"]
    assert not judged(CoursePLA, labels=(0, 1)).passed  # a bias that nobody owned up to
    assert "[1.0" not in (report.results[0][1].script or "")


def test_an_answer_that_is_no_word_of_the_learners_is_invalid() -> None:
    held = Conventions(labels=(0, 1))
    with pytest.raises(InvalidAnswer, match="-1; its labels are said to be 0 and 1"):
        held.ours(np.array([0, -1]))
    assert held.ours(np.array([0, 1])).tolist() == [-1, 1]
    assert Conventions(threshold=0.5).ours(np.array([0.2, 0.5, 0.7])).tolist() == [-1, 0, 1]


class ReadsZeroAsMinus(BatchPerceptron):
    """Corrects where its answer is not the label, and answers −1 at 0."""

    def fit(self, X: Any, y: Any) -> "ReadsZeroAsMinus":
        self.w, self.n_updates = np.zeros(X.shape[1]), 0
        while (wrong := np.where(X @ self.w > 0, 1, -1) != y).any():
            i = wrong.argmax()
            self.w = self.w + y[i] * X[i]
            self.n_updates += 1
        return self

    def predict(self, X: Any) -> Any:
        return np.where(X @ self.w > 0, 1, -1)


class DrawsAnAdviser:
    """Randomized Weighted Majority that predicts 0 or 1 as an expert that it draws advises."""

    def __init__(self, n: int, epsilon: float) -> None:
        self.w, self.factor = np.ones(n), 1 - epsilon

    def predict(self, advice: Any, rng: Any) -> int:
        assert set(advice) <= {0, 1}
        return int(advice[rng.choice(len(self.w), p=self.shares())])

    def shares(self) -> Any:
        return self.w / self.w.sum()

    def update(self, advice: Any, y: int) -> None:
        self.w[advice != y] *= self.factor


class DrawsUniformly(DrawsAnAdviser):
    def shares(self) -> Any:
        return np.full(len(self.w), 1 / len(self.w))


def test_what_is_drawn_is_translated_as_well() -> None:
    (claim,) = claims_about("RandomizedWeightedMajority", ["randomized-weighted-majority-samples"])
    few = [replace(claim, cases=replace(claim.cases, exhaust=None, quick={}, full={}, extent=""))]
    for cls, verdict in ((DrawsAnAdviser, "stands"), (DrawsUniformly, "falsified")):
        learner = adapters.adapt(cls, "RandomizedWeightedMajority", labels=(0, 1))
        report = check(learner, claims=few, profile=BRISK)
        assert [result.verdict for _, result in report.results] == [verdict]


@pytest.mark.slow
def test_a_zero_margin_is_told_of_and_is_right_by_convention() -> None:
    fallen = check(ReadsZeroAsMinus, "BatchPerceptron", claims=CONFORMS, profile=BRISK)
    assert "it answers as if a zero margin were correct where the label is −1" in fallen.results[0][1].message
    assert judged(ReadsZeroAsMinus, ["batch-perceptron-conforms", "perceptron-batch-halts"], ties=-1).passed
    assert not judged(ReadsZeroAsMinus, ties=1).passed


class FitsOnly:
    """The Perceptron's weights from the history, whose examples come in the order of the rounds."""

    def fit(self, X: Any, y: Any) -> None:
        self.w = np.zeros(X.shape[1])
        for x, label in zip(X, y, strict=True):
            if label * (self.w @ x) <= 0:
                self.w = self.w + label * x

    def predict(self, X: Any) -> Any:
        return np.sign(X @ self.w)


class SaysNoAtZero(Perceptron):
    """It answers −1 at a zero margin, and corrects such an example all the same; it counts its examples."""

    seen = 0

    def predict(self, x: Any) -> int:
        return 1 if self.w @ x > 0 else -1

    def update(self, x: Any, y: int) -> None:
        self.seen += 1
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x


@pytest.mark.slow
def test_what_can_only_be_fitted_plays_online_and_what_plays_online_is_fitted() -> None:
    for parameters in ({"d": ""}, {}):  # a class without arguments is handed none, whether or not that is said
        online = judged(FitsOnly, ["perceptron-conforms"], "Perceptron", replay=True, parameters=parameters)
        assert online.passed, str(online)
    assert judged(Perceptron, epochs=100_000).passed
    assert judged(SaysNoAtZero, epochs=100_000).passed
    fallen = judged(Perceptron, epochs=20)
    assert [result.verdict for _, result in fallen.results] == ["falsified"]
    assert "at most 20 times" in fallen.notes[0]


def test_a_constant_coordinate_is_1_whatever_the_denominator() -> None:
    case = SeparableSample(narrow(3), (1, -1), denominator=8)
    assert with_constant(case).handed().X[:, -1].tolist() == [1, 1]
    adapted = [with_constant(claim) for claim in separable_ladder()]
    assert any(adapted)
    assert None in adapted  # a bias of 1 beside instances of 2⁻¹⁰ takes millions of updates


def test_conventions_are_read_back_as_they_are_written() -> None:
    held = Conventions(labels=(0, 1), intercept=True, parameters={"eta": 0.1, "d": ""})
    assert from_text(held.as_text()) == held
    for wrong in ('{"label": 1}', '["labels"]', "labels=0,1", "[" * 100_000):
        with pytest.raises(BadConventions, match=r"no convention 'label'|no JSON object"):
            from_text(wrong)
    with pytest.raises(BadConventions, match="give the numbers for −1 and"):
        Conventions(labels=("no", "yes"))  # type: ignore[arg-type]
    with pytest.raises(BadConventions, match="intercept says nothing of Halving"):
        adapters.adapt(object, "Halving", intercept=True)
    for name, wrong in {"labels": 0, "threshold": "x", "intercept": "maybe"}.items():
        with pytest.raises(BadConventions, match=name):
            conventions({name: wrong})


@pytest.mark.parametrize(
    "text",
    ["[adapt.all]\nn_iter = 9\n[learners.Perceptron]\n", "[learners.Perceptron]\nadapt = { n_iter = 9 }\n",
     "[adapt.Perceptron]\nn_iter = 9\n"],
)  # fmt: skip
def test_an_assignment_is_told_where_parameters_of_the_class_go(text: str, tmp_path: Path) -> None:
    (tmp_path / "hw.toml").write_text(text)
    with pytest.raises(Unusable, match=r"no convention 'n_iter'.*is given by parameters = { n_iter = 9 }"):
        read(tmp_path / "hw.toml")


def test_a_tolerance_leaves_the_loss_alone() -> None:
    adapted = [conventional(claim, Conventions(tolerance=1e-3)) for claim in claims_about("LogisticRegression")]
    assert [str(claim.bound) for claim in adapted if claim] == ["L_S(w) <= L_min + 1/1000", "Eq(F, 0)"]
    adapted = [conventional(claim, Conventions(tolerance=1e-3)) for claim in claims_about("LeastSquares")]
    assert [str(claim.bound).endswith("+ 1/1000") for claim in adapted if claim] == [True]


@pytest.mark.parametrize(("tolerance", "message"), [(1e-3, "10⁻³"), (0.05, "0.05"), (2.5e-7, "2.5 · 10⁻⁷"), (1, "1")])
@pytest.mark.parametrize("learner", ["LogisticRegression", "LeastSquares"])
def test_a_statement_names_the_tolerance_that_is_asked_for(learner: str, tolerance: float, message: str) -> None:
    adapted = [conventional(claim, Conventions(tolerance=tolerance)) for claim in claims_about(learner)]
    statements = [str(claim.statement) for claim in adapted if claim]
    assert statements
    assert all(
        statement.endswith(f", up to {message}.") and statement.count("up to") == 1 for statement in statements
    ), statements


class AlmostLeast:
    """Logistic regression by so few steps that its labels are off where several weights are nearly as good."""

    def __init__(self, steps: int = 20) -> None:
        self.steps = steps

    def fit(self, X: Any, y: Any) -> None:
        X = np.column_stack((np.ones(len(X)), X))
        step = 4 * len(y) / np.linalg.eigvalsh(X.T @ X)[-1]
        self.b = np.zeros(X.shape[1])
        for _ in range(self.steps):
            self.b = self.b + step * X.T @ (y / (1 + np.exp(np.clip(y * (X @ self.b), -500, 500)))) / len(y)

    def predict(self, X: Any) -> Any:
        return np.sign(np.column_stack((np.ones(len(X)), X)) @ self.b)


@pytest.mark.slow
def test_labels_are_judged_up_to_a_tolerance_where_the_weights_are_not_shown() -> None:
    given: dict[str, Any] = dict(as_="LogisticRegression", claims=None, intercept=True)
    assert not judged(AlmostLeast, **given).passed
    assert judged(AlmostLeast, **given, tolerance=0.05).passed
    assert not judged(AlmostLeast, **given, tolerance=0.01).passed


@pytest.mark.slow
def test_conventions_that_leave_nothing_to_judge_are_named(tmp_path: Path) -> None:
    biased = adapters.adapt(AlmostLeast, "LogisticRegression", intercept=True)
    report = check(biased, claims=["logistic-erm"])
    assert report.error.startswith(
        "AlmostLeast: no claim about LogisticRegression can be judged under its conventions: it adds"
    )
    file = tmp_path / "a.py"
    file.write_text("class LogisticRegression:\n fit = predict = None\n")
    asked = Assignment(adapt={"LogisticRegression": {"intercept": True}})
    with pytest.raises(Unjudgeable, match="can be judged under its conventions"):
        grade(Grading(file, ids=["logistic-erm"], assignment=asked, trust=True))


@pytest.mark.slow
def test_a_course_is_graded_by_one_assignment_file() -> None:
    asked = read(COURSE / "assignment.toml")
    report = grade(Grading(COURSE / "pla.py", assignment=asked, trust=True))
    assert report.score == 1, report.results[0][1].message
    assert any("could be read" in note for note in report.notes)


class OnlineWithBias:
    """A course's online Perceptron: labels 0 and 1, and a bias that it adds itself."""

    def __init__(self, d: int) -> None:
        self.theta, self.bias = np.zeros(d), 0.0

    def predict(self, x: Any) -> int:
        return int(self.theta @ x + self.bias > 0)

    def update(self, x: Any, y: int) -> None:
        error = y - self.predict(x)
        self.theta = self.theta + error * x
        self.bias += error


@pytest.mark.slow
def test_a_claim_of_which_the_constant_coordinate_leaves_no_case_is_left_out() -> None:
    """With a last coordinate of 1 no instance but 0 lies in the unit ball, whatever the submission answers."""
    held = Conventions(intercept=True)
    ids = {claim.id for claim in claims_about("Perceptron") if conventional(claim, held)}
    assert "perceptron-margin" not in ids
    assert {"perceptron-mistakes", "perceptron-margin-general", "perceptron-conforms"} <= ids
    report = check(
        adapters.adapt(OnlineWithBias, "Perceptron", labels=(0, 1), intercept=True),
        claims=["perceptron-margin", "perceptron-conforms"],
        profile=BRISK,
    )
    assert [result.id for _, result in report.results] == ["perceptron-conforms"]
    assert "do not apply under them and are left out: perceptron-margin" in report.notes[0]


@pytest.mark.slow
def test_a_convention_for_all_that_applies_to_none_is_told_of_and_a_chosen_class_is_not(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class MyPerceptron:\n    def __init__(self, d): pass\n    def predict(self, x): return 1\n"
                    "    def update(self, x, y): pass\n")  # fmt: skip
    asked = Assignment(adapt={"all": {"ties": -1}})
    report = grade(
        Grading(file, assignment=asked, classes={"Perceptron": "MyPerceptron"}, ids=["perceptron-conforms"], trust=True)
    )
    assert report.notes == ["ties has no effect on Perceptron; it is for BatchPerceptron"]


def test_no_folder_shows_the_reference_learners(tmp_path: Path) -> None:
    for folder in project(), os.path.dirname(project()), "/":
        with pytest.raises(BadPath, match="contains this program with its reference learners"):
            shown(folder)
    (tmp_path / "__init__.py").touch()
    assert shown(str(tmp_path)) == (str(tmp_path.resolve()), str(tmp_path.resolve().parent))


class RefusesLabels:
    def __init__(self, d: int) -> None:
        pass

    def predict(self, x: Any) -> int:
        return 1

    def update(self, x: Any, y: Any) -> None:
        raise ValueError(f"no label {y}")


def test_a_traceback_names_the_file_of_the_class_behind_an_adapter() -> None:
    message = judged(RefusesLabels, ["perceptron-conforms"], "Perceptron", labels=(0, 1)).results[0][1].message
    assert "test_conventions.py" in message
    assert "adapted.py" not in message


class ProbabilitiesAsProperty:
    def __init__(self, n: int, epsilon: float) -> None:
        self.w = np.ones(n)

    @property
    def probabilities(self) -> Any:
        return self.w / self.w.sum()

    def update(self, advice: Any, y: int) -> None:
        pass


def test_a_property_in_the_place_of_a_method_is_explained() -> None:
    claims = ["randomized-weighted-majority-conforms"]
    report = check(ProbabilitiesAsProperty, "RandomizedWeightedMajority", claims=claims, profile=BRISK)
    assert "probabilities are methods: no @property" in report.results[0][1].message


class OldNames:
    def __init__(self, d: int) -> None:
        self.w = np.zeros(d, dtype=np.float_)  # type: ignore[attr-defined]


def test_a_name_that_numpy_dropped_is_explained() -> None:
    (result,) = (
        result for _, result in check(OldNames, "Perceptron", claims=["perceptron-conforms"], profile=BRISK).results
    )
    assert result.verdict == "crashed"
    assert "was written for an older numpy" in result.message


CROWDED = """
import numpy as np
class Perceptron:
    alive = 0
    def __init__(self, d):
        self.w = np.zeros(d); Perceptron.alive += 1
    def __del__(self):
        Perceptron.alive -= 1
    def predict(self, x):
        return 1 if self.w @ x > 0 and Perceptron.alive < 5 else -1
    def update(self, x, y):
        if y * (self.w @ x) <= 0: self.w = self.w + y * x
"""


@pytest.mark.slow
def test_objects_that_err_only_when_many_are_alive_share_state(tmp_path: Path) -> None:
    (tmp_path / "crowded.py").write_text(CROWDED)
    asked = Assignment(limits=Allowance(time=60.0))  # half of it is for the games in company, also on a busy machine
    report = grade(Grading(tmp_path / "crowded.py", ids=["perceptron-conforms"], assignment=asked, trust=True))
    (fallen,) = (result for _, result in report.results)
    assert (fallen.verdict, fallen.message, fallen.shared) == ("falsified", IN_COMPANY, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import nowhere", "cannot be imported: linear.py, line 2: ModuleNotFoundError"),
        ("def :", r"cannot be imported: SyntaxError: .*linear.py, line 2"),
    ],
)
def test_an_error_in_a_module_of_a_path_is_told_where_it_is(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "linear.py").write_text(f"x = 1\n{line}\n")
    (tmp_path / "alice.py").write_text("import linear\nclass Perceptron: pass\n")
    with (
        Submission(tmp_path / "alice.py", confinement=LIMITS, paths=[str(tmp_path / "kit")]) as submission,
        pytest.raises(LoadError, match=message),
    ):
        assert submission.defines


@pytest.mark.slow
def test_a_traceback_shows_the_modules_of_a_path(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    model = "class Model:\n    def __init__(self, d): pass\n    def predict(self, x):\n        raise ValueError(x)\n"
    (tmp_path / "kit" / "linear.py").write_text(model)
    (tmp_path / "alice.py").write_text("from linear import Model\nclass Perceptron(Model): pass\n")
    with Submission(tmp_path / "alice.py", confinement=LIMITS, paths=[str(tmp_path / "kit")]) as submission:
        with pytest.raises(Crashed, match=r'File "linear\.py", line 4, in predict') as caught:
            submission.make("Perceptron", 2).predict(np.ones(2))
        assert caught.value.raised_in_submission
