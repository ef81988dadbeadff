"""The conventions of a class of a checkout, found by trying: those under which it answers small samples best.

    cls = Class(file, "PLA", folder)
    cls.lacks("BatchPerceptron")       what it lacks, so that it cannot be asked as such a learner
    tried(cls, "BatchPerceptron")      its conventions, as `--adapt` takes them

The class runs in the sandbox of `boundary.process` alone.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from learncheck.learners.batch.boosting import least_stump
from learncheck.oracle.boundary.conventions import ARGUMENTS, FITS, Conventions
from learncheck.oracle.boundary.failures import Crashed, LoadError, SubmissionError
from learncheck.oracle.boundary.handed import HandedIn, hand_in
from learncheck.oracle.boundary.process import RemoteLearner, Submission
from learncheck.oracle.boundary.sandbox import choose

NAMES = {
    "n_rounds": r"n_?(clf|est\w*|rounds?|iter\w*|(weak_)?learners?|weak\w*|stumps?|classifiers?|models?)|"
    r"(num|max|no_of)_\w+|rounds?|T|M|iter(ation)?s?|epochs?",
    "max_updates": r"(n|max|num)_?(iter\w*|epochs?|updates?|steps?)|iter(ation)?s?|epochs?|updates?|T",
    "seed": r"(random_?)?(seed|state)|rng",
    "d": r"d|(input_)?(dim\w*|size)|(n|num|no_of|in)_?(features?|inputs?|dims?)|n",
    "n": r"n|d|(input_)?(dim\w*|size)|(n|num|no_of|in)_?(features?|inputs?|dims?|experts?|variables)",
    "epsilon": r"eps(ilon)?|eta",
    "weak_learner": r"(?!n_|num)\w*(weak|base)\w*|\w*(learner|estimator|classifier)",
}
"""What others call the constructor arguments of the contract."""

STEPS = r"(n|max|num)?_?(iter\w*|epochs?|steps|passes)"
"""What others call a limit on passes."""

MOST_PASSES = 100_000

TOO_MANY = 100 * MOST_PASSES
"""Nobody makes so many passes in the time of a try."""

INTERCEPT = r"(fit|use|add|include|with)?_?(intercept|bias|constant)"
"""What others call the option of a bias."""

FILLED = (
    (INTERCEPT, False),
    (r"lr|eta\d*|(learning_?)rate|alpha|step(_size)?|l_rate", 0.1),
    (STEPS, 1000),
    (r"tol(erance)?|eps(ilon)?", 1e-9),
    (r"verbose|debug|plot|shuffle|print\w*", False),
    (r"(random_?)?(seed|state)", 0),
    (r"lambda_?|lam|reg\w*|l[12]\w*|C", 0),
)
"""Values for parameters without a default, the first that fits."""

SECONDS = 1.0
"""Processor time of a try."""

PASSES = 10
"""So often an online learner is told a sample."""

LABELS = (
    Conventions(),
    Conventions(labels=(0, 1)),
    Conventions(threshold=0),
    Conventions(threshold=0.5),
    Conventions(labels=(0, 1), threshold=0),
    Conventions(labels=(0, 1), threshold=0.5),
)
"""How labels are written, both ways: the first that is answered best."""

LOOK = """
class LookedAt:
    def __init__(self):
        import inspect

        def parameters(function):
            try:
                given = inspect.signature(function).parameters.values()
            except (TypeError, ValueError):
                return []
            return [[each.name, each.default is each.empty, each.kind.name] for each in given]

        self.asks_for = parameters({name})
        self.methods = [
            [name, parameters(getattr({name}, name))]
            for kind in reversed({name}.__mro__[:-1])
            for name in vars(kind)
            if callable(getattr({name}, name, None))
        ]
"""
"""Runs in the class's own process, and says what parameters and methods it has."""

Name = Annotated[str, msgspec.Meta(pattern=r"^[^\W\d]\w*\Z", max_length=200)]
Parameter = tuple[Name, bool, str]
"""Its name, whether it has no default, and its kind: what may be believed of a class that says anything."""


@dataclass(frozen=True)
class Class:
    """A class of a checkout.

    methods:  the names of the parameters of each, with `self`, and whether they have no default.
    asks_for: those of the constructor, without `self`.

    Raises LoadError where the file cannot be imported.
    """

    file: Path
    name: str
    folder: Path
    trust: bool = False

    @property
    def package(self) -> tuple[Path, str | None]:
        """The folder that holds the file's package, and its module there; its own folder and None where it has none."""
        top, names = self.file.resolve().parent, [self.file.stem]
        while (top / "__init__.py").exists():
            top, names = top.parent, [top.name, *names]
        return top, ".".join(names) if len(names) > 1 else None

    @property
    def paths(self) -> list[str]:
        """The folders from which it may import."""
        top, module = self.package
        return [*dict.fromkeys(map(str, (self.file.parent, self.folder, top)))] if module is None else [str(top)]

    @cached_property
    def handed(self) -> HandedIn:
        """What is handed in to ask it: its file or, as its relative imports need a package, an import of it."""
        _, module = self.package
        if module is None:
            return hand_in(self.file)
        return HandedIn(self.file.name, ((self.file.name, f"from {module} import {self.name}\n".encode()),))

    @cached_property
    def _told(self) -> tuple[dict[str, list[Parameter]], list[Parameter]]:
        look = ("looked_at.py", LOOK.replace("{name}", self.name).encode())
        handed = HandedIn(self.handed.name, (*self.handed.parts, look), self.handed.modules)
        with self.submission({"LookedAt": "LookedAt"}, handed=handed) as submission:
            learner = submission.make("LookedAt")
            try:
                methods = msgspec.convert(learner.attribute("methods"), list[tuple[Name, list[Parameter]]])
                return dict(methods), msgspec.convert(learner.attribute("asks_for"), list[Parameter])
            except msgspec.ValidationError:
                raise LoadError(f"{self.name}: its methods and their parameters are not told in Python") from None

    @property
    def methods(self) -> dict[str, dict[str, bool]]:
        return {name: _named(given) for name, given in self._told[0].items()}

    @property
    def asks_for(self) -> dict[str, bool]:
        return _named(self._told[1])

    @property
    def takes_weights(self) -> bool:
        """Whether `fit` can be handed weights by keyword."""
        return any(name == "sample_weight" or kind == "VAR_KEYWORD" for name, _, kind in self._told[0]["fit"])

    def submission(self, classes: dict[str, str], handed: HandedIn | None = None, **more: Any) -> Submission:
        """The class, to be asked in a process of its own."""
        return Submission(
            self.file, handed=handed or self.handed, time_limit=SECONDS, classes=classes, names=classes,
            confinement=choose(self.trust), paths=self.paths, **more,
        )  # fmt: skip

    def lacks(self, learner: str) -> list[str]:
        """The methods of such a learner that the class has not, and parameters that nothing is known to fill."""
        methods = self.methods
        teach = "fit" if "fit" in methods or learner not in FITS["replay"] else "update"
        lacks = [f"`{name}`" for name in (teach, "predict") if name not in methods]
        if lacks:
            return lacks
        if learner == "DecisionStump" and sum(methods["fit"].values()) > 3 and not self.takes_weights:
            lacks = ["`sample_weight`"]
        renamed = self.renamed(learner).values()
        unknown = [name for name, needed in self.asks_for.items() if needed and name not in renamed]
        return lacks + [f"a value for `{name}`" for name in unknown if value_of(name) is None]

    def renamed(self, learner: str) -> dict[str, str]:
        """What the class calls each argument of the contract; "" where it takes none."""
        asks, found = self.asks_for, dict[str, str]()
        for place, ours in enumerate(ARGUMENTS.get(learner, ())):
            free = [name for name in asks if name not in found.values()]
            fitting = [name for name in free if name == ours] or [
                name for name in free if ours in NAMES and re.fullmatch(NAMES[ours], name)
            ]
            if not fitting and place < len(asks):  # by its place, unless it is known to be something else
                name = [*asks][place]
                fitting = [name] if name in free and asks[name] and value_of(name) is None else []
            found[ours] = fitting[0] if fitting else ""
        return found


def _named(given: list[Parameter]) -> dict[str, bool]:
    return {name: needed for name, needed, kind in given if not kind.startswith("VAR")}


def value_of(name: str) -> Any:
    """A value for a parameter of such a name; None where nothing is known of it."""
    return next((value for pattern, value in FILLED if re.fullmatch(pattern, name)), None)


# ---- what is tried ----


@dataclass(frozen=True)
class Try:
    """A sample, and the label of each row of `asked` after it."""

    X: Any
    y: Any
    asked: Any
    due: Any


def sample(X: Any, y: Any, asked: Any = None, due: Any = None) -> Try:
    """The rows are asked again, unless others are given."""
    rows, labels = np.array(X), np.array(y)
    return Try(rows, labels, rows if asked is None else np.array(asked), labels if due is None else np.array(due))


MAJORITY = [sample([[1.0, 0.5]] * 3, y, due=[sum(y)] * 3) for y in ([1, 1, -1], [-1, -1, 1])]
BETWEEN = [sample([[1.0], [2.0], [3.0]], [1, -1, 1])]
SEPARATED = [sample([[3.0, 1.0], [-3.0, 1.0], [-1.0, 5.0]], [1, -1, -1])]
SAMPLES = {
    "LogisticRegression": MAJORITY,
    "AdaBoost": BETWEEN,
    "AdaBoostStumps": BETWEEN,
    "Winnow": [sample([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]], [1, 1, -1, -1])],
    "WeightedMajority": [sample([[1, -1, -1], [-1, 1, 1], [1, -1, 1]], [1, -1, 1])],
    "Halving": [sample([0, 1], [1, -1])],
}
"""Samples that their learner gets right. The others get right what a halfspace, a stump and a rectangle separate."""

HOMOGENEOUS = [
    sample([[1.0], [2.0], [-3.0]], [1, 1, -1], [[-0.01]], [-1]),
    sample([[1.0], [2.0], [-3.0]], [-1, -1, 1], [[-0.01]], [1]),
]
"""Without a bias, the sign changes at 0; with one, the two examples of three outweigh the other there."""

AT_ZERO = {-1: sample([[2.0, -2.0]], [-1], [[-2.0, 2.0]], [1]), 1: sample([[2.0, -2.0]], [1], [[-2.0, 2.0]], [-1])}
"""By the label for which a zero margin is taken to be right: an example that has it at first, with this label."""

ALIKE = sample([[3.0, 1.0], [2.0, 1.0]], [1, 1])


class Trying:
    """A class that is tried as this learner, in one process for as long as its conventions are the same."""

    def __init__(self, cls: Class, learner: str) -> None:
        self.cls, self.learner = cls, learner
        self.online = learner in FITS["replay"]
        self.was_handed = False
        self._asked: tuple[Conventions, Submission] | None = None

    def close(self) -> None:
        """End its process."""
        if self._asked is not None:
            self._asked[1].close()

    def made(self, held: Conventions, arguments: tuple[Any, ...]) -> RemoteLearner:
        """A new learner that keeps to these conventions, with time for one try."""
        if self._asked is None or self._asked[0] != held:
            self.close()
            self._asked = held, self.cls.submission({self.learner: self.cls.name}, held={self.learner: held})
        self._asked[1].new_budget()
        return self._asked[1].make(self.learner, *arguments)

    def arguments(self, X: NDArray[Any]) -> tuple[Any, ...]:
        """Those of the contract, for instances like these."""

        def weak_learner(*given: Any) -> Any:
            self.was_handed = True
            return least_stump(*given)

        size = X.shape[-1]
        values = {"d": size, "n": size, "epsilon": 0.5, "n_rounds": 10, "max_updates": 100, "seed": 0,
                  "hypotheses": np.array([[1, -1], [-1, 1], [1, 1]]), "kernel": np.dot,
                  "weak_learner": weak_learner}  # fmt: skip
        return tuple(values[name] for name in ARGUMENTS.get(self.learner, ()))

    def answers(self, held: Conventions, given: Try) -> NDArray[Any]:
        """What it says of what it is asked. Raises SubmissionError where it fails."""
        learner = self.made(held, self.arguments(given.X))
        if not self.online:
            learner.fit(given.X, given.y)
            reals = self.learner == "LeastSquares"
            return np.sign(learner.predict_reals(given.asked)) if reals else learner.predict_many(given.asked)
        for x, y in [*zip(given.X, given.y.tolist(), strict=True)] * PASSES:
            if not held.replay:
                learner.predict(as_handed(x))
            learner.update(as_handed(x), y)
        return np.array([learner.predict(as_handed(x)) for x in given.asked])

    def right(self, held: Conventions, *tries: Try) -> float:
        """The share of right answers; less than none where it fails."""
        try:
            return float(np.mean([self.answers(held, each) == each.due for each in tries]))
        except SubmissionError:
            return -1.0

    def refuses_one_label(self, held: Conventions) -> bool:
        """Whether it raises a ValueError of its own for a sample of one label."""
        try:
            self.answers(held, ALIKE)
        except Crashed as error:
            return error.raised_in_submission and "ValueError" in error.exception_names
        except SubmissionError:
            pass
        return False

    def conventions(self) -> Conventions:
        """Those that it answers best under."""
        cls, learner = self.cls, self.learner
        renamed, asks = cls.renamed(learner), cls.asks_for
        parameters: dict[str, Any] = {ours: theirs for ours, theirs in renamed.items() if ours != theirs}
        others = [name for name in asks if name not in renamed.values()]
        parameters |= {name: value_of(name) for name in others if asks[name]}
        held = Conventions(parameters=parameters, replay=self.online and "update" not in cls.methods)
        if learner == "DecisionStump":
            held = replace(held, replicate=not cls.takes_weights)
        if learner == "RandomizedWeightedMajority":
            return held
        tries = SAMPLES.get(learner, SEPARATED)
        if learner != "LeastSquares":
            held = self.best((replace(held, labels=each.labels, threshold=each.threshold) for each in LABELS), tries)
        if not learner.startswith("AdaBoost") and (not self.online or held.replay):
            held = replace(held, both_labels=self.refuses_one_label(held))
        for name in [each for each in others if re.fullmatch(STEPS, each)][:1]:
            if self.right(_with(held, name, TOO_MANY), *tries) == 1:
                held = _with(held, name, MOST_PASSES)
        if learner == "BatchPerceptron":
            wrong = [label for label, each in AT_ZERO.items() if self.right(held, each) == 0]
            held = replace(held, ties=wrong[0] if len(wrong) == 1 else 0)
        if learner in FITS["intercept"] and 0 <= self.right(held, *HOMOGENEOUS) < 1:
            without = [_with(held, name, False) for name in others if re.fullmatch(INTERCEPT, name)]
            fair = (each for each in without if self.right(each, *HOMOGENEOUS) == 1)
            held = next(fair, replace(held, intercept=True))
        return held

    def best(self, many: Iterator[Conventions], tries: list[Try]) -> Conventions:
        """The first under which all answers are right, else the first under which most are."""
        found: list[tuple[float, Conventions]] = []
        for each in many:
            found.append((self.right(each, *tries), each))
            if found[-1][0] == 1:
                break
        return max(found, key=lambda pair: pair[0])[1]


def as_handed(x: Any) -> Any:
    """An instance as it is handed over."""
    return int(x) if np.ndim(x) == 0 else x


def _with(held: Conventions, name: str, value: Any) -> Conventions:
    return replace(held, parameters={**held.parameters, name: value})


def tried(cls: Class, learner: str) -> tuple[str, Conventions]:
    """The conventions under which it answers best, and as what: one that makes stumps itself is handed no weak learner.

    Raises SubmissionError where the class cannot be loaded.
    """
    with closing(Trying(cls, learner)) as asked:
        held = asked.conventions()
    if learner == "AdaBoost" and not asked.was_handed and not cls.asks_for[cls.renamed(learner)["weak_learner"]]:
        return tried(cls, "AdaBoostStumps")
    return learner, held
