"""The conventions that a class's source suggests: what `--adapt` has to say so that the class is asked as it wants to.

suggested(cls, learner)    the words after "LEARNER:", as `learncheck survey` proposes them
wanting(cls, learner)      what the class lacks, so that it cannot be asked as such a learner
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator

from learncheck.oracle.boundary.conventions import ARGUMENTS, FITS
from learncheck.oracle.grading.reading import (
    LABEL,
    PROBABILITY,
    SCORES,
    UNKNOWN,
    Atoms,
    Reading,
    numbers,
    read,
)
from learncheck.oracle.grading.sources import Class, Function

NAMES = {
    "n_rounds": r"n_?(clf|est\w*|rounds?|iter\w*|(weak_)?learners?|weak\w*|stumps?|classifiers?|models?)|"
    r"(num|max|no_of)_\w+|rounds?|T|M|iter(ation)?s?|epochs?",
    "max_updates": r"(n|max|num)_?(iter\w*|epochs?|updates?|steps?)|iter(ation)?s?|epochs?|updates?|T",
    "seed": r"(random_?)?(seed|state)|rng",
    "d": r"d|(input_)?(dim\w*|size)|(n|num|no_of|in)_?(features?|inputs?|dims?)|n",
    "n": r"n|d|(input_)?(dim\w*|size)|(n|num|no_of|in)_?(features?|inputs?|dims?|experts?|variables)",
    "epsilon": r"eps(ilon)?|eta",
}
"""What others call the constructor arguments of the contract."""

STEPS = r"(n|max|num)?_?(iter\w*|epochs?|steps|passes)"
"""What others call a limit on passes."""

MOST_PASSES = 100_000

INTERCEPT = r"(fit|use|add|include|with)?_?(intercept|bias|constant)"
"""What others call the option of a bias."""

FILLED = (
    (r"lr|eta\d*|(learning_?)rate|alpha|step(_size)?|l_rate", 0.1),
    (STEPS, 1000),
    (r"tol(erance)?|eps(ilon)?", 1e-9),
    (r"verbose|debug|plot|shuffle|print\w*", False),
    (r"(random_?)?(seed|state)", 0),
    (r"lambda_?|lam|reg\w*|l[12]\w*|C", 0),
)
"""Values for parameters without a default, the first that fits."""


def suggested(cls: Class, learner: str) -> str:
    """The conventions that the source suggests, as --adapt takes them."""
    told = _Source(cls, learner)
    return " ".join([*told.labels(), *told.ways(), *told.intercept(), *told.parameters()])


def wanting(cls: Class, learner: str) -> list[str]:
    """The methods of such a learner that the class has not, and parameters that nothing is known to fill."""
    methods = cls.methods
    teach = "fit" if "fit" in methods or learner not in FITS["replay"] else "update"
    lacks = [f"`{name}`" for name in (teach, "predict") if name not in methods]
    if not cls.is_known:  # a class of another place may bring it
        lacks = [name for name in lacks if name != "`predict`"]
    if lacks:
        return lacks
    if learner == "DecisionStump" and "fit" in methods:
        given = methods["fit"].node.args
        if len(given.args) - len(given.defaults) > 3 and "sample_weight" not in [each.arg for each in given.args]:
            lacks.append("`sample_weight`")
    return lacks + [f"a value for `{name}`" for name in _Source(cls, learner).unfilled()]


def called_with_weights(cls: Class, name: str) -> bool:
    """Whether the class calls what its constructor takes under this name as a function of X, y and D."""
    known = _aliases(cls, name)
    return any(
        isinstance(node, ast.Call)
        and len(node.args) + len(node.keywords) >= 2
        and ast.unparse(node.func).removeprefix("self.") in known
        for function in cls.methods.values()
        for node in ast.walk(function.node)
    )


class _Source:
    """What the source of a class says about its conventions as a learner."""

    def __init__(self, cls: Class, learner: str) -> None:
        self.cls, self.learner = cls, learner
        methods = cls.methods
        self.teach = "update" if learner in FITS["replay"] and "update" in methods else "fit"
        sample = (UNKNOWN, frozenset({LABEL}))
        _, self.taught = read(cls, self.teach, sample, ("__init__",)) if self.teach in methods else (None, Reading())
        self.answers: Atoms = UNKNOWN
        self.asked = self.taught
        if "predict" in methods:
            self.answers, self.asked = read(cls, "predict", (UNKNOWN,), ("__init__", self.teach))

    @property
    def reached(self) -> list[Function]:
        """The functions that learn or answer."""
        return [*self.taught.reached, *self.asked.reached]

    def labels(self) -> list[str]:
        """How labels are written, both ways."""
        if self.learner in ("LeastSquares", "RandomizedWeightedMajority"):
            return []
        told, taught = numbers(self.answers), self.taught
        zero_and_one = ["labels=0,1"] if taught.bits and not taught.signs else []
        if told and told[0] < 0:
            return [*zero_and_one, "threshold=0"] if zero_and_one else []
        if len(told) == 2:
            if taught.signs or (taught.margins and not taught.bits):
                return [f"threshold={sum(told) / 2:g}"]
            return [f"labels={told[0]:g},{told[1]:g}"]
        if PROBABILITY in self.answers:
            return [*zero_and_one, "threshold=0.5"]
        return [*zero_and_one, "threshold=0"] if self.answers == SCORES else zero_and_one

    def ways(self) -> list[str]:
        """How it is taught, and what it takes the sign of 0 for."""
        found = []
        taught = self.taught
        if self.learner == "BatchPerceptron" and taught.plus != taught.minus and not taught.tested:
            found.append("ties=1" if taught.plus else "ties=-1")
        if self.learner in FITS["replay"] and self.teach == "fit":
            found.append("replay")
        if self.learner == "DecisionStump" and self.teach in self.cls.methods:
            given = self.cls.methods[self.teach].node.args
            if given.kwarg is None and "sample_weight" not in [each.arg for each in (*given.args, *given.kwonlyargs)]:
                found.append("replicate")
        if any(_refuses_one_label(node) for function in taught.reached for node in ast.walk(function.node)):
            found.append("both_labels")
        return found

    def intercept(self) -> list[str]:
        """Whether it adds a bias: by an option that can be switched off, or always."""
        if self.learner not in FITS["intercept"]:
            return []
        for name, default in self.cls.asks_for.items():
            if re.fullmatch(INTERCEPT, name) and self._is_tested(name):
                off = isinstance(default, ast.Constant) and not default.value
                return [] if off else [f"{name}=False"]
        return ["intercept"] if self.asked.bias else []

    def parameters(self) -> list[str]:
        """The names of the contract's arguments, and values of others."""
        return [*(f"{ours}={theirs}" for ours, theirs in self._renamed().items() if ours != theirs), *self._fixed()]

    def unfilled(self) -> list[str]:
        """The parameters without a default of which nothing is known."""
        return [name for name in self._required() if self._value(name) is None]

    def _renamed(self) -> dict[str, str]:
        """What the class calls each argument of the contract; "" where it takes none."""
        asks, found = self.cls.asks_for, dict[str, str]()
        for place, ours in enumerate(ARGUMENTS.get(self.learner, ())):
            free = [name for name in asks if name not in found.values()]
            fitting = [name for name in free if name == ours] or [
                name for name in free if ours in NAMES and re.fullmatch(NAMES[ours], name)
            ]
            if not fitting and place < len(asks):  # by its place, unless it is known to be something else
                name = [*asks][place]
                fitting = [name] if name in free and asks[name] is None and self._value(name) is None else []
            found[ours] = fitting[0] if fitting else ""
        return found

    def _required(self) -> list[str]:
        renamed = self._renamed().values()
        return [name for name, default in self.cls.asks_for.items() if default is None and name not in renamed]

    def _value(self, name: str) -> object:
        if re.fullmatch(INTERCEPT, name):
            return False
        return next((value for pattern, value in FILLED if re.fullmatch(pattern, name)), None)

    def _fixed(self) -> list[str]:
        """Values: as many passes as are needed, where the class can stop earlier, and what has no default."""
        renamed = self._renamed().values()
        most = [
            name
            for name in self.cls.asks_for
            if re.fullmatch(STEPS, name) and name not in renamed and self._may_end_before(name)
        ][:1]
        passes = [f"{name}={MOST_PASSES}" for name in most]
        said = self.intercept()
        others = (name for name in self._required() if name not in most and f"{name}=False" not in said)
        return passes + [f"{name}={value}" for name in others if (value := self._value(name)) is not None]

    def _may_end_before(self, name: str) -> bool:
        """Whether a loop up to this limit can be left earlier."""
        known = _aliases(self.cls, name)
        return any(_ends_early(node, known) for function in self.taught.reached for node in ast.walk(function.node))

    def _is_tested(self, name: str) -> bool:
        known = _aliases(self.cls, name)
        functions = (function.node for function in self.cls.methods.values())
        tests = (node.test for each in functions for node in ast.walk(each) if isinstance(node, ast.If | ast.IfExp))
        return any(_mentions(test, known) for test in tests)


def _aliases(cls: Class, name: str) -> set[str]:
    """The names under which a parameter of the constructor is kept."""
    found = {name}
    for node in ast.walk(cls.methods["__init__"].node) if "__init__" in cls.methods else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == name:
            found |= {each.attr for each in node.targets if isinstance(each, ast.Attribute)}
    return found


def _mentions(node: ast.AST, names: Collection[str]) -> bool:
    return any(
        (isinstance(each, ast.Attribute) and each.attr in names) or (isinstance(each, ast.Name) and each.id in names)
        for each in ast.walk(node)
    )


def _ends_early(node: ast.AST, names: Collection[str]) -> bool:
    """Whether this is a loop over these many passes, and one that something else can end."""
    if isinstance(node, ast.For) and _mentions(node.iter, names):
        return any(isinstance(each, ast.Break | ast.Return) for each in _of_the_loop(node.body))
    if isinstance(node, ast.While) and _mentions(node, names):
        whole = isinstance(node.test, ast.BoolOp) or not _mentions(node.test, names)
        return whole or any(isinstance(each, ast.Break | ast.Return) for each in _of_the_loop(node.body))
    return False


def _of_the_loop(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a loop's body, without those of loops and functions inside it, but with their returns."""
    for each in body:
        yield each
        inside = [part for name in ("body", "orelse", "finalbody") for part in getattr(each, name, [])]
        inside += [part for handler in getattr(each, "handlers", []) for part in handler.body]
        if isinstance(each, ast.For | ast.While):
            yield from (part for part in _of_the_loop(inside) if isinstance(part, ast.Return))
        elif not isinstance(each, ast.FunctionDef):
            yield from _of_the_loop(inside)


def _refuses_one_label(node: ast.AST) -> bool:
    """Whether this raises an exception for a sample whose labels are not of two kinds."""
    return (
        isinstance(node, ast.If)
        and any(isinstance(each, ast.Raise) for each in node.body)
        and re.search(r"(classes|unique|set\(|labels).*(!= 2|< 2|== 1)", ast.unparse(node.test)) is not None
    )
