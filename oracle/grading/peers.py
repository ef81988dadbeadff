"""Estimators of scikit-learn and river, judged by the claims.

`learncheck docs OUT` writes the page where both libraries are installed.

PEERS       what is judged, why it falls where it falls, and the experiments that show the reasons
judged      the report on one of them
page        the page of the documentation

No reason is printed unchecked: each stands beside experiments, which run anew whenever the page is written.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from learncheck.oracle.engine.attack import Profile
from learncheck.oracle.grading.adapters import ONLINE, MissingLibrary, from_river, from_sklearn, library
from learncheck.oracle.grading.grade import check
from learncheck.oracle.grading.plain_python import Call
from learncheck.oracle.grading.results import ClaimResult, Report
from learncheck.oracle.judging.transcript import show

PROFILE = Profile("peers", "quick", scout=40, search=25, shrink=2000)
ONLINE_PROFILE = Profile("peers-online", "quick", scout=20, search=12, shrink=2000)
"""Libraries take some hundred times as long for a call as the reference learners, and online there are many calls."""

BARE_SGD = 'SGDClassifier(loss="perceptron", penalty=None, learning_rate="constant", eta0=1, fit_intercept=False)'
BARE_RIVER = "LogisticRegression(optimizer=optim.SGD(1), loss=optim.losses.Hinge(threshold=0.0), intercept_lr=0)"
BARE_LOGISTIC = 'LogisticRegression(C=float("inf"), fit_intercept=False)'
STRICT_LOGISTIC = 'LogisticRegression(C=float("inf"), fit_intercept=False, tol=1e-8)'


@dataclass(frozen=True)
class Peer:
    """An estimator of a library, and what is to be said of it.

    constructor: the expression that makes it, which is printed and evaluated.
    package:     "scikit-learn" or "river".
    learner:     what it is judged as.
    two_labels:  the option of `learncheck.adapters.from_sklearn`.
    because:     why it falls, or what is odd about it where it stands.
    experiments: each gives a sentence of what it measured.
    """

    constructor: str
    package: str
    learner: str
    two_labels: bool = False
    because: str = ""
    experiments: Sequence[Callable[[], str]] = ()

    @property
    def title(self) -> str:
        """The constructor and what else tells peers apart."""
        return f"{self.constructor} as {self.learner}" + (", two_labels" if self.two_labels else "")

    def make(self) -> type:
        """The class that is judged. Raises `grading.adapters.MissingLibrary`."""
        return adapted(self.constructor, self.package, self.learner, self.two_labels)


def adapted(constructor: str, package: str, learner: str, two_labels: bool = False) -> type:
    """The class that is judged as the learner, made of the estimator that the expression makes."""
    made = estimator(constructor, package)
    return from_river(made, learner) if package == "river" else from_sklearn(made, learner, two_labels=two_labels)


def estimator(constructor: str, package: str) -> Any:
    """What the expression makes; it is one of this file's own."""
    names: dict[str, Any] = {}
    for module in MODULES[package]:
        names |= vars(library(module))
    return eval(constructor, names)


MODULES = {
    "scikit-learn": ("sklearn.linear_model", "sklearn.ensemble", "sklearn.tree"),
    "river": ("river", "river.linear_model"),
}


def judged(peer: Peer, claims: Iterable[str] = ()) -> Report:
    """Judge the peer by all claims about its learner, or by those named."""
    with quiet():
        profile = ONLINE_PROFILE if peer.learner in ONLINE else PROFILE
        return check(peer.make(), claims=claims, profile=profile)


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings, and none of scikit-learn's checks of its arguments, which take most of its time."""
    with ExitStack() as held:
        held.enter_context(warnings.catch_warnings())
        with suppress(MissingLibrary):
            held.enter_context(library("sklearn").config_context(assume_finite=True, skip_parameter_validation=True))
        warnings.simplefilter("ignore")
        yield


# ---- experiments ----


def small_instances(constructor: str, package: str) -> Callable[[], str]:
    """An intercept is a coordinate of 1 that the bound does not count: it shows where instances are small."""

    def experiment() -> str:
        learner = adapted(constructor, package, "Perceptron")(1)
        mistakes = 0
        for x, y in ((0.1, 1), (-0.1, -1)):
            mistakes += learner.predict(np.array([x])) != y
            learner.update(np.array([x]), y)
        falls = " `perceptron-mistakes` falls on it, whether or not the games above found that." if mistakes > 1 else ""
        found = "1 mistake" if mistakes == 1 else f"{mistakes} mistakes"
        return f"On x = 1/10, y = +1 and x = −1/10, y = −1, where (RB)² = 1, it makes {found}.{falls}"

    return experiment


def after_twenty_rounds(constructor: str, change: str) -> Callable[[], str]:
    """Two updates twenty rounds apart count the same for the Perceptron: its w is a positive multiple of (1, 1)."""

    def experiment() -> str:
        learner = adapted(constructor, "scikit-learn", "Perceptron")(2)
        for x in [(1.0, 0.0)] * 21 + [(0.0, 1.0)]:
            learner.update(np.array(x), 1)
        answers = [f"{learner.predict(np.array([a, -1.0])):+d} at ({a:g}, −1)" for a in (0.99, 1.001)]
        return f"With {change}: w₂/w₁ = {learner.w[1] / learner.w[0]:.4f}, {' and '.join(answers)}.".replace("-", "−")

    return experiment


def gini_against_error() -> str:
    """The split of least Gini impurity is not the one of least error."""
    x, y, weights = np.array([0, 1, 1, 2]), np.array([-1, 1, -1, 1]), np.array([1, 3, 2, 4])
    tree = estimator("DecisionTreeClassifier(max_depth=1, random_state=0)", "scikit-learn")
    tree.fit(x[:, None], y, sample_weight=weights)
    error = weights[tree.predict(x[:, None]) != y].sum()
    chosen = float(tree.tree_.threshold[0])

    def impurity(threshold: float) -> float:
        total = 0.0
        for side in (x <= threshold, x > threshold):
            mass, plus = weights[side].sum(), weights[side & (y == 1)].sum()
            total += 2 * plus * (mass - plus) / mass
        return total

    def least_error(threshold: float) -> int:
        right = np.where(x > threshold, 1, -1)
        return int(min(weights[right != y].sum(), weights[right == y].sum()))

    other = 2.0 - chosen
    return (
        f"On x = {show(x)}, y = {show(y)} with the weights {show(weights)} it splits at {chosen:g}, with the Gini "
        f"impurity {impurity(chosen):.4g} and the error {error}. A stump at {other:g} has the impurity "
        f"{impurity(other):.4g} and the error {least_error(other)}."
    )


def least_of_one_label() -> str:
    """With one class AdaBoostClassifier takes every error above 0 for worse than random."""
    X, y = np.arange(4.0)[:, None], np.ones(4, dtype=int)
    outcomes = []
    for wrong in (0, 1):
        said = np.where(np.arange(4) < wrong, -1, 1)

        def weak_learner(X: Any, y: Any, D: Any, said: Any = said) -> Callable[[Any], Any]:
            return lambda Z: said[np.asarray(Z)[:, 0].astype(int)]

        learner = adapted("AdaBoostClassifier()", "scikit-learn", "AdaBoost")(weak_learner, 1)
        try:
            learner.fit(X, y)
            outcomes.append("is fitted")
        except ValueError as error:
            outcomes.append(f"raises “{error}”")
    return (
        f"On four examples of label +1 it {outcomes[0]} with a weak learner of error 0, and {outcomes[1]} with one of "
        "error ¼, which is better than ½."
    )


def weights_of_votes() -> str:
    """The weights of AdaBoostClassifier are twice the notes', which no vote can tell."""
    X, y = np.arange(4.0)[:, None], np.array([1, 1, -1, -1])
    errors: list[float] = []

    def weak_learner(X: Any, y: Any, D: Any) -> Callable[[Any], Any]:
        wrong = len(errors)
        errors.append(float(D[wrong]))
        labels = np.where(np.arange(4) == wrong, -y, y)
        return lambda Z: labels[np.asarray(Z)[:, 0].astype(int)]

    learner = adapted("AdaBoostClassifier()", "scikit-learn", "AdaBoost")(weak_learner, 3)
    learner.fit(X, y)
    due = [0.5 * np.log(1 / error - 1) for error in errors]
    factors = [f"{weight / each:.6g}" for weight, each in zip(learner.estimator_weights, due, strict=True)]
    return (
        f"In three rounds with ε = {', '.join(f'{e:.4g}' for e in errors)} its `estimator_weights_` are "
        f"{', '.join(factors)} times ½ ln(1/ε − 1)."
    )


def bias_of_regression() -> str:
    """An intercept fits a single example without the weights."""
    model = estimator("LinearRegression()", "scikit-learn").fit([[2.0]], [1.0])
    answers = model.predict([[2.0], [0.0]])
    return (
        f"On the one example x = 2, y = 1 its weight is {model.coef_[0]:g} and its intercept {model.intercept_:g}; "
        f"it answers {answers[1]:g} at 0, where x ↦ wx is 0."
    )


def bias_of_logistic_regression() -> str:
    """With an intercept the weights alone have another loss, and the answers are another function's."""
    X, y = np.array([[1.0], [1.0], [2.0], [2.0]]), np.array([1, -1, -1, -1])
    found = []
    for constructor in ('LogisticRegression(C=float("inf"))', BARE_LOGISTIC):
        model = estimator(constructor, "scikit-learn").fit(X, y)
        found.append(f"{model.coef_[0, 0]:.3g} and {model.intercept_[0] if np.ndim(model.intercept_) else 0:.3g}")
    return (
        f"On x = (1, 1, 2, 2), y = (1, −1, −1, −1) weight and intercept are {found[0]}; without an intercept they are "
        f"{found[1]}."
    )


def gradient_at_the_stop(constructor: str) -> Callable[[], str]:
    """The tolerance bounds the gradient, which shrinks with the instances; the loss to be gained does not."""

    def experiment() -> str:
        y, least = np.array([1, 1, -1]), np.log(3) - 2 / 3 * np.log(2)  # where σ(wx) = 2/3
        told = []
        for size in (1.0, 0.1, 0.01):
            X = np.full((3, 1), size)
            w = float(estimator(constructor, "scikit-learn").fit(X, y).coef_[0, 0])
            margins = y * X[:, 0] * w
            loss = float(np.logaddexp(0, -margins).mean())
            slope = abs(float((y * X[:, 0] / (1 + np.exp(margins))).mean()))
            gap = loss - least
            told.append(f"x = {size:g}: {'below 1e-9' if gap < 1e-9 else f'{gap:.1e}'} (gradient {_rough(slope)})")
        return (
            "Three times the same instance x with the labels +1, +1, −1. The loss lies above the least by: "
            f"{'; '.join(told)}."
        )

    return experiment


def stops_early(constructor: str) -> Callable[[], str]:
    """Whether the Perceptron separates a sample that takes it some epochs without progress."""

    def experiment() -> str:
        X, y = np.array([[5.0, 4.0], [4.0, 2.0]]), np.array([-1, 1])
        model = estimator(constructor, "scikit-learn").fit(X, y)
        margins = y * (X @ model.coef_[0])
        found = "separates the sample" if np.all(margins > 0) else "does not separate it"
        return (
            f"On x = (5, 4), y = −1 and x = (4, 2), y = +1 it stops after {model.n_iter_} epochs with w = "
            f"{show(model.coef_[0])} and the margins {show(margins)}: it {found}."
        )

    return experiment


def counts_no_updates() -> str:
    """scikit-learn's t_ counts the examples that were seen."""
    model = estimator("Perceptron(fit_intercept=False, tol=None, max_iter=20)", "scikit-learn")
    model.fit([[1.0], [-1.0]], [1, -1])
    return f"On x = 1, y = +1 and x = −1, y = −1, where one update is enough, 20 epochs give `t_` = {model.t_:g}."


def _rough(value: float) -> str:
    return "below 1e-9" if value < 1e-9 else f"{value:.1e}"


# ---- the peers ----

PEERS = (
    Peer(
        "Perceptron(fit_intercept=False)",
        "scikit-learn",
        "Perceptron",
        experiments=(small_instances("Perceptron(fit_intercept=False)", "scikit-learn"),),
    ),
    Peer(
        "Perceptron()",
        "scikit-learn",
        "Perceptron",
        because="It learns an intercept, which is one more coordinate of 1 in every instance. The theorems count no "
        "such coordinate in R.",
        experiments=(small_instances("Perceptron()", "scikit-learn"),),
    ),
    Peer(
        BARE_SGD,
        "scikit-learn",
        "Perceptron",
        experiments=(small_instances(BARE_SGD, "scikit-learn"),),
    ),
    Peer(
        'SGDClassifier(loss="perceptron")',
        "scikit-learn",
        "Perceptron",
        because="By default it learns an intercept, shrinks w in every round (an L2 penalty) and takes shorter steps "
        "from round to round. Each of the three alone is another algorithm. After the updates (1, 0) in round 1 and "
        "(0, 1) in round 22 the Perceptron has w₁ = w₂, so −1 is due at (0.99, −1) and +1 at (1.001, −1):",
        experiments=(
            after_twenty_rounds(BARE_SGD, "none of the three"),
            after_twenty_rounds(BARE_SGD.replace("fit_intercept=False", "fit_intercept=True"), "an intercept alone"),
            after_twenty_rounds(BARE_SGD.replace("penalty=None", 'penalty="l2"'), "the default penalty alone"),
            after_twenty_rounds(BARE_SGD.replace('"constant", eta0=1', '"optimal"'), "the default learning rate alone"),
        ),
    ),
    Peer(
        "Perceptron()",
        "river",
        "Perceptron",
        because="It learns an intercept, and no argument switches that off.",
        experiments=(small_instances("Perceptron()", "river"),),
    ),
    Peer(
        BARE_RIVER,
        "river",
        "Perceptron",
        because="This is what river's Perceptron is made of, with the intercept's learning rate 0 in the place of 1.",
        experiments=(small_instances(BARE_RIVER, "river"),),
    ),
    Peer(
        "Perceptron(fit_intercept=False, tol=None, max_iter=1000)",
        "scikit-learn",
        "BatchPerceptron",
        because="A sample of one label is refused.",
    ),
    Peer(
        "Perceptron(fit_intercept=False, tol=None, max_iter=1000)",
        "scikit-learn",
        "BatchPerceptron",
        two_labels=True,
        because="It does not tell how many updates it made, so the claims about them are skipped: `t_` counts the "
        "examples that it looked at.",
        experiments=(stops_early("Perceptron(fit_intercept=False, tol=None, max_iter=1000)"), counts_no_updates),
    ),
    Peer(
        "Perceptron(fit_intercept=False)",
        "scikit-learn",
        "BatchPerceptron",
        two_labels=True,
        because="By default (`tol=1e-3`, `n_iter_no_change=5`) it stops where the loss does not get better for some "
        "epochs, whether it separates or not. The games of this page do not show it; this sample does:",
        experiments=(stops_early("Perceptron(fit_intercept=False)"),),
    ),
    Peer(
        "DecisionTreeClassifier(max_depth=1, random_state=0)",
        "scikit-learn",
        "DecisionStump",
        because="It minimises the Gini impurity of the two sides and not the error.",
        experiments=(gini_against_error,),
    ),
    Peer(
        "AdaBoostClassifier()",
        "scikit-learn",
        "AdaBoost",
        because="A weak learner counts as worse than random where its error is at least 1 − 1/(number of classes), "
        "which is 0 on a sample of one label.",
        experiments=(least_of_one_label,),
    ),
    Peer(
        "AdaBoostClassifier()",
        "scikit-learn",
        "AdaBoost",
        two_labels=True,
        because="Its weights are twice the notes', a scaling that changes no vote.",
        experiments=(weights_of_votes,),
    ),
    Peer(
        "LinearRegression(fit_intercept=False)",
        "scikit-learn",
        "LeastSquares",
    ),
    Peer(
        "LinearRegression()",
        "scikit-learn",
        "LeastSquares",
        because="It learns an intercept, so its function is not x ↦ ⟨w,x⟩. An intercept can only lower the loss, "
        "so the claims about the loss stand.",
        experiments=(bias_of_regression,),
    ),
    Peer(
        BARE_LOGISTIC,
        "scikit-learn",
        "LogisticRegression",
        because="A sample of one label is refused.",
    ),
    Peer(
        BARE_LOGISTIC,
        "scikit-learn",
        "LogisticRegression",
        two_labels=True,
        because="The default tolerance does not always suffice, although the games of this page do not show it. "
        "`tol=1e-4` bounds the largest entry of the gradient, which is small where the instances are small, minimum or "
        "not. Due is a loss within 1e-6 of the least:",
        experiments=(gradient_at_the_stop(BARE_LOGISTIC),),
    ),
    Peer(
        STRICT_LOGISTIC,
        "scikit-learn",
        "LogisticRegression",
        two_labels=True,
        because="`tol=1e-8` repairs it.",
        experiments=(gradient_at_the_stop(STRICT_LOGISTIC),),
    ),
    Peer(
        'LogisticRegression(C=float("inf"))',
        "scikit-learn",
        "LogisticRegression",
        two_labels=True,
        because="It learns an intercept, so that its w has not the least loss of a homogeneous halfspace.",
        experiments=(bias_of_logistic_regression,),
    ),
)


# ---- the page ----


def page(peers: Sequence[Peer] = PEERS) -> str:
    """The page: a table of all peers, and a section for each."""
    reports = [judged(peer) for peer in peers]
    used = dict.fromkeys(peer.package for peer in peers)
    lines = [
        "# Third-party implementations",
        "",
        f"Estimators of {' and '.join(f'{name} {version(name)}' for name in used)}, judged by the claims of the notes.",
        "`learncheck.adapters` translates the calls and changes nothing else. A claim that stands has survived the",
        f"games of a small profile: all small cases, {PROFILE.scout} random ones and a search of {PROFILE.search}",
        f"({ONLINE_PROFILE.scout} and {ONLINE_PROFILE.search} for online learners). That is no proof. Where we know",
        "better the section says so.",
        "Every line under *Shown* is an experiment that ran when this page was written.",
        "",
        "`learncheck docs OUT` writes the page where both are installed: `pip install 'learncheck[peers]'`.",
        "",
        "How they are judged:",
        "",
        "- Learners of halfspaces are homogeneous: an instance brings a constant coordinate where one is wanted.",
        "- scikit-learn has no answer before the first `partial_fit`. That is a prediction of 0, which is a mistake.",
        "- Many classifiers refuse a sample of one label by an exception. The option `two_labels` of",
        "  `learncheck.adapters.from_sklearn` hands such a sample over with one more example of the other label and",
        "  the weight 0. Where it is needed, both variants are on this page.",
        '- `C=float("inf")` is logistic regression without a penalty.',
        "",
        "| | estimator | as | stands | falls | skipped |",
        "|---|---|---|---|---|---|",
        *(row(number, peer, report) for number, (peer, report) in enumerate(zip(peers, reports, strict=True), 1)),
        "",
    ]
    for number, (peer, report) in enumerate(zip(peers, reports, strict=True), 1):
        lines += section(number, peer, report)
    return "\n".join(lines).rstrip() + "\n"


def version(package: str) -> str:
    """The version of scikit-learn or river."""
    return str(library({"scikit-learn": "sklearn"}.get(package, package)).__version__)


def row(number: int, peer: Peer, report: Report) -> str:
    """The line of the table."""
    by = _by_verdict(report)
    name = f"`{peer.constructor}`" + (", `two_labels=True`" if peer.two_labels else "")
    counts = " | ".join(str(len(each)) for each in by)
    return f"| [{number}](#{number}) | {peer.package}: {name} | {peer.learner} | {counts} |"


def section(number: int, peer: Peer, report: Report) -> list[str]:
    """What is found out about one peer, with its smallest counterexamples and the reason."""
    stands, falls, skipped = _by_verdict(report)
    option = ", two_labels=True" if peer.two_labels else ""
    adapter = "from_river" if peer.package == "river" else "from_sklearn"
    lines = [
        f'<a id="{number}"></a>',
        "",
        f"## {number} · {peer.constructor.split('(')[0]} of {peer.package} as {peer.learner}",
        "",
        f"{peer.package} {version(peer.package)}",
        "",
        "```python",
        f'{adapter}({peer.constructor}, "{peer.learner}"{option})',
        "```",
        "",
    ]
    if stands:
        games = f"{sum(each.games for each in stands):,} games"
        everything = "All claims stand" if not falls and not skipped else "Stand"
        lines += [f"**{everything}**, in {games}: {', '.join(f'`{each.id}`' for each in stands)}.", ""]
    if skipped:
        lines += [f"**Skipped**: {', '.join(f'`{each.id}`' for each in skipped)} ({skipped[0].message}).", ""]
    if falls:
        lines += ["**Fall**, each with its smallest counterexample:", ""]
        for told, ids in _grouped(falls).items():
            lines += [f"- {', '.join(f'`{each}`' for each in ids)}: {told[0]}", f"  - {told[1]}"]
        lines += [""]
    if peer.because:
        lines += [f"**{'Why' if falls else 'Note'}.** {peer.because}", ""]
    with quiet():
        shown = [experiment() for experiment in peer.experiments]
    if shown:
        lines += ["**Shown.**", "", *(f"- {each}" for each in shown), ""]
    return lines


def findings(number: int, peer: Peer, report: Report) -> list[str]:
    """The lines of the page that say what stands and what falls."""
    told = "\n".join(section(number, replace(peer, because="", experiments=()), report))
    return [row(number, peer, report), *(line for line in told.splitlines() if line.startswith(("**", "- ", "  - ")))]


def _by_verdict(report: Report) -> tuple[list[ClaimResult], list[ClaimResult], list[ClaimResult]]:
    results = [each for _, each in report.results]
    stands = [each for each in results if each.passed]
    falls = [each for each in results if each.failed]
    return stands, falls, [each for each in results if not each.counts]


def _grouped(falls: Sequence[ClaimResult]) -> dict[tuple[str, str], list[str]]:
    """The claims that fall, those with the same words and the same game together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in falls:
        groups.setdefault((_words(each), game(each)), []).append(each.id)
    return groups


def _words(result: ClaimResult) -> str:
    """What fell, in figures; of an exception, its last line."""
    words = result.message.strip().splitlines()[-1]
    return f"{result.verdict}, {words}"


def game(result: ClaimResult) -> str:
    """The smallest game in a line: the rounds, or the sample that was handed over."""
    if result.rows:
        return "; ".join(f"x = {x}, y = {y}: {said}" for _, x, said, y, *_ in result.rows)
    return sample(result.calls)


def sample(calls: Sequence[Call]) -> str:
    """The sample of the first `fit`, and what the first weak hypothesis says of it."""
    fit = next(call for call in calls if call.method == "fit")
    X, y = fit.arguments[:2]
    told = f"X = {show(X[:, 0] if X.shape[1] == 1 else X)}, y = {show(y)}"
    weights = fit.named.get("sample_weight")
    if weights is not None:
        told += f", weights {show(weights)}"
    made = next((call for call in calls if call.method == "made"), None)
    answers = getattr(made.arguments[0], "answers", []) if made is not None and made.arguments else []
    if answers:
        told += f", first weak hypothesis {show(list(answers[0].values()))}"
    return told
