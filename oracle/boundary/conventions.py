"""Conventions of other people's code, translated on the way in and out of a learner.

`Conventions` describes how a learner differs from the contract; `adapted` wraps a constructor that has such
conventions as one of the contract's. What a convention changes about the judging itself is in `grading.conventional`.
This also runs in the submission's process, so it imports only the standard library and numpy, and numpy only when it
translates labels: the command line reads conventions at startup.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from typing import Any

ARGUMENTS = {
    "Perceptron": ("d",),
    "Ellipsoid": ("d",),
    "Winnow": ("n",),
    "WinnowKOfR": ("n", "epsilon"),
    "WeightedMajority": ("n",),
    "RandomizedWeightedMajority": ("n", "epsilon"),
    "ExpertsMajority": ("n",),
    "ExpertsRestart": ("n",),
    "ThresholdHalving": ("n",),
    "DisjunctionElimination": ("n",),
    "Halving": ("hypotheses",),
    "Consistent": ("hypotheses",),
    "KernelPerceptron": ("kernel",),
    "ModifiedPerceptron": ("sigma", "w0"),
    "Pocket": ("max_updates", "seed"),
    "AdaBoost": ("weak_learner", "n_rounds"),
    "AdaBoostStumps": ("n_rounds",),
    "BoostingByMajority": ("weak_learner", "gamma", "n_rounds"),
}
"""The constructor arguments of the contract's learners; the others take none."""

FITTED = ("AdaBoost", "AdaBoostStumps", "BoostingByMajority", "Pocket")
"""The learners among these that are fitted to a sample."""

ONLINE = tuple(name for name in ARGUMENTS if name not in FITTED)
"""The learners that learn one label after the other."""

ADVISED = ("ExpertsMajority", "ExpertsRestart", "RandomizedWeightedMajority", "WeightedMajority")
"""The learners whose instances are labels: the experts' advice."""

FITS = {
    "ties": ("BatchPerceptron",),
    "intercept": ("BatchPerceptron", "HalfspaceLP", "LeastSquares", "LogisticRegression", "Perceptron", "Pocket"),
    "tolerance": ("LeastSquares", "LogisticRegression"),
    "replicate": ("DecisionStump",),
    "epochs": ("BatchPerceptron",),
    "replay": ONLINE,
}
"""Conventions that apply only to these learners."""

EXCEPT = {
    "labels": ("LeastSquares",),
    "threshold": ("LeastSquares", "RandomizedWeightedMajority"),
    "both_labels": ("LeastSquares", *ONLINE),
    "column": ONLINE,
}
"""Conventions that apply to all learners but these."""

MOST_COPIES = 256
"""The most examples that weights are replicated to."""


class BadConventions(ValueError):
    """Conventions that cannot be used; the message names the convention, the rule and the alternatives."""


@dataclass(frozen=True)
class Conventions:
    """How a learner differs from the contract. Each field changes only a convention, and the report names it.

    labels:      the numbers it uses for −1 and +1, in this order, wherever a label stands: in `y` and its answers, in
                 the table of hypotheses, the experts' advice, and what a booster and its weak learner tell each other.
    threshold:   its answers are numbers (probabilities, say): +1 above the threshold and −1 below.
    intercept:   it adds a bias of its own: the last coordinate, a constant 1, is removed from instances.
    ties:        −1 or +1, what it takes the sign of 0 to be: a zero margin is right for an example with that label.
    both_labels: it is never given a sample with only one label.
    column:      `y` is handed to it as a column of shape (m, 1), and its answers may be such columns.
    replay:      it can only be fitted: it is fitted to the history before each prediction.
    epochs:      it can only update: the most passes over the sample, in order, until all answers are right.
    replicate:   it takes no weights: each example is repeated according to its weight.
    tolerance:   by how much its loss may exceed the least, if the contract's own tolerance is finer.
    parameters:  its names for constructor arguments ("" if it takes none), and values of further parameters.
    """

    labels: tuple[float, float] | None = None
    threshold: float | None = None
    intercept: bool = False
    ties: int = 0
    both_labels: bool = False
    column: bool = False
    replay: bool = False
    epochs: int = 0
    replicate: bool = False
    tolerance: float = 0.0
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.labels is not None:
            given: object = self.labels
            labels = tuple(given) if isinstance(given, list | tuple) else (given,)
            object.__setattr__(self, "labels", labels)
            if len(labels) != 2 or labels[0] == labels[1] or not all(map(_is_number, labels)):
                raise BadConventions(f"labels={labels}: give the numbers for −1 and +1, 0 and 1 for example")
        for names, holds, remedy in RULES:
            for name in names:
                if not holds(getattr(self, name)):
                    raise BadConventions(f"{name}={getattr(self, name)!r}: {remedy}")

    def __bool__(self) -> bool:
        return self != Conventions()

    def __hash__(self) -> int:
        return hash(self.as_text())

    def as_text(self) -> str:
        """The conventions that differ from the contract's, as JSON that `from_text` reads back."""
        usual = asdict(Conventions())
        return json.dumps({name: value for name, value in asdict(self).items() if value != usual[name]}, sort_keys=True)

    def words(self) -> list[str]:
        """Each convention in words."""
        usual = Conventions()
        words = [say(value) for name, say in WORDS.items() if (value := getattr(self, name)) != getattr(usual, name)]
        given = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return [*words, f"its parameters are {given}"] if given else words

    def theirs(self, y: Any) -> Any:
        """Labels as the learner writes them."""
        if self.labels is None:
            return y
        import numpy as np

        low, high = self.labels
        return np.where(np.asarray(y) > 0, high, low) if np.ndim(y) else (high if y > 0 else low)

    def theirs_of(self, y: object) -> Any:
        """The labels of a sample as the learner is handed them."""
        return column(self.theirs(y)) if self.column else self.theirs(y)

    def handed(self, learner: str, X: Any) -> Any:
        """Instances as the learner is handed them."""
        if learner in ADVISED:
            return self.theirs(X)
        return X[..., :-1] if self.intercept else X

    def ours(self, answers: object) -> object:
        """The labels that answers stand for. Raises InvalidAnswer if one is not an answer by this convention."""
        if self.column and (values := numbers(answers)) is not None and values.ndim == 2 and values.shape[1] == 1:
            answers = values[:, 0]
        if self.threshold is None:
            return self.meant(answers)
        import numpy as np

        from learncheck.exact.answers import InvalidAnswer

        values = numbers(answers)
        if values is None:
            return answers
        if not np.isfinite(values).all():
            raise InvalidAnswer(f"{values.ravel()[:4].tolist()}, of which a threshold makes no labels")
        return np.sign(values - self.threshold).astype(int)

    def meant(self, labels: object) -> object:
        """The labels −1 and +1 that the learner's own labels stand for. Raises InvalidAnswer if one is neither."""
        if self.labels is None:
            return labels
        import numpy as np

        from learncheck.exact.answers import InvalidAnswer

        values = numbers(labels)
        if values is None:
            return labels
        low, high = self.labels
        unknown = values[(values != low) & (values != high)]
        if unknown.size:
            raise InvalidAnswer(f"{unknown.ravel()[0]}; its labels are said to be {low:g} and {high:g}")
        return np.where(values == high, 1, -1)

    def named(self, learner: str, arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The constructor's arguments, by position and by name."""
        names = ARGUMENTS.get(learner, ())
        if self.intercept and names == ("d",):
            arguments = (arguments[0] - 1,)
        if names == ("hypotheses",):
            arguments = (self.theirs(arguments[0]),)
        if not self.parameters:
            return arguments, {}
        fixed = {name: value for name, value in self.parameters.items() if name not in names}
        given = {self.parameters.get(name, name): value for name, value in zip(names, arguments, strict=False)}
        return (), {**fixed, **{name: value for name, value in given.items() if name}}


WORDS: dict[str, Callable[[object], str]] = {
    "labels": "its labels are {0[0]:g} and {0[1]:g} instead of −1 and +1".format,
    "threshold": "an answer above {0:g} is +1, one below it −1".format,
    "intercept": "it adds a bias of its own, so it is judged on instances with a last coordinate of 1".format,
    "ties": "it reads the sign of 0 as {:+d}, and a zero margin is right for that label".format,
    "both_labels": "it is judged only on samples with both labels".format,
    "column": "y is passed as a column of shape (m, 1), and its answers may be columns".format,
    "replay": (
        "it is fitted to the history before every prediction; where it cannot be fitted to nothing, it is not judged "
        "before the first example"
    ).format,
    "epochs": "it sees a sample until all of it is right and a pass changes nothing, at most {} times".format,
    "replicate": (
        "weights are passed as copies of the examples; it is not asked about samples whose weights cannot be expressed "
        f"by {MOST_COPIES} copies"
    ).format,
    "tolerance": "its loss may exceed the least by {:g}".format,
}
"""What each convention says, in the order of reports."""


def numbers(answers: object) -> Any:
    """The answers as an array of numbers; None if they do not form one, as lists of different lengths do not."""
    import numpy as np

    try:
        array = np.asarray(answers)
    except ValueError:
        return None
    return array if array.dtype.kind in "biuf" else None


def column(y: Any) -> Any:
    """Labels as a column of shape (m, 1)."""
    import numpy as np

    return np.reshape(y, (-1, 1))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and isfinite(value)


RULES: list[tuple[tuple[str, ...], Callable[[object], bool], str]] = [
    (("threshold",), lambda value: value is None or _is_number(value), "give a number, 0.5 for example"),
    (("intercept", "both_labels", "column", "replay", "replicate"), (True, False).__contains__, "give true or false"),
    (("epochs", "tolerance"), _is_number, "give a number"),
    (("epochs", "tolerance"), lambda value: isinstance(value, int | float) and value >= 0, "give a number above 0"),
    (("parameters",), lambda value: isinstance(value, Mapping), "give a table, a value for each name"),
    (("ties",), (-1, 0, 1).__contains__, "give −1 or +1, as which the learner reads the sign of 0"),
]
"""What the values of conventions may be, apart from `labels`, and what to give instead."""


def from_text(text: str) -> Conventions:
    """What `as_text` wrote. Raises BadConventions."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise BadConventions(f'{text[:80]!r} is no JSON object; write {{"labels": [0, 1]}}, for example')
    return conventions(given)


def conventions(given: Mapping[str, Any]) -> Conventions:
    """Conventions by their names. Raises BadConventions if a name or a value is not valid."""
    names = [convention.name for convention in fields(Conventions)]
    for name in given:
        if name not in names:
            example = f"parameters = {{ {name} = {json.dumps(given[name], default=str)} }}"
            raise BadConventions(
                f"there is no convention {name!r}; there are {', '.join(names)}. "
                f"A parameter of the class's own is given by {example}"
            )
    try:
        return Conventions(**given)
    except TypeError as error:
        raise BadConventions(f"{dict(given)}: {error}") from None


def fits(name: str, learner: str) -> bool:
    """Whether the convention applies to the learner."""
    return learner in FITS.get(name, (learner,)) and learner not in EXCEPT.get(name, ())


def meant_for(name: str) -> str:
    """The learners to which a convention of `FITS` or `EXCEPT` applies, in words."""
    return ", ".join(FITS[name]) if name in FITS else f"all learners but {', '.join(EXCEPT[name])}"


def checked(learner: str, held: Conventions) -> None:
    """Raise BadConventions if a convention does not apply to the learner."""
    for name in (*FITS, *EXCEPT):
        if getattr(held, name) != getattr(Conventions(), name) and not fits(name, learner):
            raise BadConventions(f"{name} says nothing of {learner}; it is for {meant_for(name)}")


def idle(held: Iterable[str], learners: Sequence[str]) -> list[str]:
    """A line for each convention that was given for all learners and applies to none of these."""
    return [
        f"{name} has no effect on {', '.join(learners)}; it is for {meant_for(name)}"
        for name in held
        if learners and not any(fits(name, learner) for learner in learners)
    ]
