"""A survey of implementations that can be installed, and of classes in a checkout that look like known learners.

    surveyed(ENTRIES)      what stands and what falls of each estimator, with its smallest sample
    page(found)            docs/third-party.md
    candidates(folder)     the classes of a checkout, each with the adapter that is proposed for it

An entry is a package, the line that adapts its estimator, what it is judged as, and what is to be said of it where it
falls: whether that is a bug, a convention that no adapter of ours expresses, or a limit of steps. Each fault is shown
by a line without this package, which runs whenever the page is written.
"""

import ast
import contextlib
import importlib
import importlib.metadata
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from learncheck.oracle.boundary.conventions import FITS
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.names import shell_line
from learncheck.oracle.boundary.sandbox import BadPath
from learncheck.oracle.engine.plan import Profile
from learncheck.oracle.grading.adapters import adapt, from_river, from_sklearn
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.conventional import parsed
from learncheck.oracle.grading.grade import Unjudgeable, check, grade
from learncheck.oracle.grading.peers import game, quiet
from learncheck.oracle.grading.results import ClaimResult, Report

PROFILE = Profile("survey", "quick", scout=0, search=0, shrink=0)
"""Witnesses, ladders and all small cases: what is found depends on no seed."""

Kind = Literal["", "bug", "convention", "limit of steps"]


@dataclass(frozen=True)
class Entry:
    """An estimator of a package.

    imports:  the modules that the adapter and the line speak of.
    adapter:  the expression that makes the class that is judged.
    kind:     what a fall is, and `because` why, in a sentence; where all stands, what is worth knowing.
    line:     shows it without this package, as a maintainer can paste it.
    claims:   those that it is judged by, where not all: a library takes its time for a round.
    """

    package: str
    imports: str
    adapter: str
    kind: Kind = ""
    because: str = ""
    line: str = ""
    claims: tuple[str, ...] = ()

    def make(self) -> type:
        """The class that is judged. Raises ImportError where the package is not installed."""
        made = eval(self.adapter, self.names())
        assert isinstance(made, type)
        return made

    def names(self) -> dict[str, Any]:
        """What the adapter and the line may speak of."""
        found: dict[str, Any] = {"adapt": adapt, "from_sklearn": from_sklearn, "from_river": from_river, "fuku": fuku}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for module in self.imports.split():
                importlib.import_module(module)
                top = module.partition(".")[0]
                found[top] = importlib.import_module(top)
        return found | {"np": np}

    @property
    def installed(self) -> bool:
        """Whether its package is there."""
        try:
            importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return False
        return True

    @property
    def shown(self) -> str:
        """What the line prints, or the exception that it raises."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(self.line, {"np": np})
            except Exception as error:
                return f"{type(error).__name__}: {' '.join(str(error).split())}"
        return out.getvalue().strip().splitlines()[-1]


def fuku(module: str, **settings: Any) -> type:
    """A class of FukuML, whose learners read files, with arrays in their place; its x₀ = 1 is the intercept."""

    class Fuku:
        def __init__(self, **more: Any) -> None:
            self.settings = {**settings, **more}

        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> None:
            given = dict(self.settings)
            if sample_weight is not None:
                given["u"] = sample_weight / np.sum(sample_weight)  # its weights have the total 1
            kind = "LinearRegression" if module == "LinearRegression" else "BinaryClassifier"
            model = self.model = getattr(importlib.import_module(f"FukuML.{module}"), kind)()
            model.train_X, model.train_Y = np.column_stack((np.ones(len(X)), X)), np.asarray(y, dtype=float)
            model.status = "load_train_data"
            if given:
                model.set_param(**given)
            model.init_W()
            model.train()

        def predict(self, X: Any) -> Any:
            rows = np.column_stack((np.ones(len(X)), X))
            return np.array([self.model.score_function(row, self.model.W) for row in rows])

    return Fuku


@dataclass(frozen=True)
class Found:
    """What was found out about an entry: `verdicts` by claim, and the smallest sample with what falls on it."""

    entry: Entry
    version: str
    verdicts: Mapping[str, str]
    learner: str
    sample: str = ""
    message: str = ""
    shown: str = ""
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def falls(self) -> list[str]:
        return [name for name, verdict in self.verdicts.items() if verdict not in ("stands", "skipped")]


def surveyed(entries: Iterable[Entry]) -> Iterator[Found]:
    """The entries whose packages are installed, each judged."""
    for entry in entries:
        if entry.installed:
            with quiet(), np.errstate(all="ignore"):
                yield found_of(entry, check(entry.make(), claims=entry.claims, profile=PROFILE))


def found_of(entry: Entry, report: Report) -> Found:
    """What the report says of the entry."""
    ((learner, _),) = report.learners.items()
    verdicts, sample, message = judgement(report)
    return Found(
        entry,
        importlib.metadata.version(entry.package),
        verdicts,
        learner,
        sample,
        message,
        entry.shown if entry.line else "",
        tuple(report.notes),
    )


def judgement(report: Report) -> tuple[dict[str, str], str, str]:
    """The verdicts by claim, and the smallest sample with what falls on it, both empty where nothing does."""
    verdicts = {each.id: each.verdict for _, each in report.results}
    fallen = [each for _, each in report.results if each.failed]
    if not fallen:
        return verdicts, "", ""
    least = min(fallen, key=lambda each: len(str(each.counterexample)))
    return verdicts, sample_of(least), f"`{least.id}`: {words(least)}"


def sample_of(result: ClaimResult) -> str:
    """The smallest game in a line."""
    try:
        return game(result)
    except (StopIteration, IndexError, TypeError):
        return str(result.counterexample)


def words(result: ClaimResult) -> str:
    """What fell, in a line."""
    last = (result.message.strip().splitlines() or [""])[-1]
    return f"{result.verdict}, {last}" if result.verdict != "falsified" else last


# ---- the page ----


def page(found: Sequence[Found]) -> str:
    """docs/third-party.md: a table, and a section for each estimator that falls."""
    packages = dict.fromkeys(f"{each.entry.package} {each.version}" for each in found)
    whole = [each for each in found if not each.falls]
    lines = [
        "# Third-party implementations",
        "",
        f"{len(found)} estimators of {len(packages)} packages, judged by the claims of the notes: {len(whole)} stand",
        f"and {len(found) - len(whole)} fall. `learncheck survey` makes this page from what is installed:",
        f"{', '.join(packages)}.",
        "",
        "Nobody promised us these theorems. An estimator that falls may do what its documentation says: where that is",
        "another convention, or a number of steps that its caller can raise, it says so, and only what contradicts the",
        "estimator's own description is called a bug. What stands has survived the ladders and all small cases, which",
        "is no proof.",
        "",
        "| | package | judged as | stand | fall | what it is |",
        "|---|---|---|---|---|---|",
    ]
    for number, each in enumerate(found, 1):
        counts = f"{sum(v == 'stands' for v in each.verdicts.values())} | {len(each.falls)}"
        name = f"`{called(each.entry)}`"
        lines += [
            f"| [{number}](#{number}) | {each.entry.package}: {name} | {each.learner} | {counts} | {kind_of(each)} |"
        ]
    for number, each in enumerate(found, 1):
        lines += ["", *section(number, each)]
    return "\n".join(lines) + "\n"


def kind_of(found: Found) -> str:
    """What a fall is, in the table's words."""
    return found.entry.kind or "not looked into" if found.falls else "–"


def called(entry: Entry) -> str:
    """What the table calls the estimator."""
    inside = entry.adapter.partition("(")[2].removeprefix("from_sklearn(")
    named = re.match(r'fuku\("(\w+)', inside)
    return named[1] if named else re.split(r"[,(]", inside)[0].rpartition(".")[2]


def section(number: int, found: Found) -> list[str]:
    """An estimator: its adapter, what stands and falls, why, and the line that shows it."""
    entry = found.entry
    told = [f'<a id="{number}"></a>', "", f"## {number} · {called(entry)} of {entry.package} {found.version}", ""]
    told += ["```text", entry.adapter, "```", ""]
    stand = [f"`{name}`" for name, verdict in found.verdicts.items() if verdict == "stands"]
    if stand:
        told += [f"**Stand**: {', '.join(stand)}.", ""]
    if found.falls:
        told += [f"**Fall**: {', '.join(f'`{name}`' for name in found.falls)}.", ""]
        told += [f"The smallest: {found.message.rstrip('.')}.", "", f"> {found.sample}", ""]
    if entry.because:
        told += [f"**{(entry.kind or 'note').capitalize()}.** {entry.because}", ""]
    if entry.line:
        told += ["Without this package:", "", "```text", f">>> {entry.line}", found.shown, "```", ""]
    return told[:-1]


# ---- a checkout ----

LOOKS_LIKE = (
    (r"pocket", "Pocket"),
    (r"ada_?boost", "AdaBoost"),
    (r"stump", "DecisionStump"),
    (r"perceptron|(^|_)pla(_|$)", "Perceptron"),
    (r"winnow", "Winnow"),
    (r"weighted_?majority", "WeightedMajority"),
    (r"halving", "Halving"),
    (r"logistic", "LogisticRegression"),
    (r"(linear|ols|least).*(regress|square)|linear_?regression|^ols$", "LeastSquares"),
    (r"rectangle", "RectangleERM"),
    (r"kernel_?perceptron", "KernelPerceptron"),
)
"""What a class of such a name is taken for, the first that fits."""


@dataclass(frozen=True)
class Candidate:
    """A class of a checkout that looks like a learner, and the conventions that its source suggests."""

    file: Path
    name: str
    learner: str
    adapt: str

    @property
    def options(self) -> list[str]:
        """With which `learncheck grade` judges it."""
        more = ["--adapt", f"{self.learner}: {self.adapt}"] if self.adapt else []
        return ["--learner", f"{self.learner}={self.name}", *more]


def candidates(folder: Path) -> list[Candidate]:
    """The classes below the folder that look like known learners by name and methods. Nothing is imported."""
    found = []
    for file in sorted(folder.rglob("*.py")):
        if any(part.startswith((".", "test")) for part in file.relative_to(folder).parts):
            continue
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and (learner := learner_of(node, tree)):
                found.append(Candidate(file, node.name, learner, conventions_of(node, tree, learner)))
    return found


def learner_of(node: ast.ClassDef, tree: ast.Module) -> str | None:
    """The learner that the class is taken for; None where its name or its methods are no learner's."""
    methods = methods_of(node, tree)
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name).lower()
    learner = next((known for pattern, known in LOOKS_LIKE if re.search(pattern, name)), None)
    if learner == "Perceptron" and "fit" in methods and "update" not in methods:
        learner = "BatchPerceptron"
    asked = {"predict", "update" if learner in FITS["replay"] else "fit"}
    here = {each.name for each in tree.body if isinstance(each, ast.ClassDef)} | {"object", "ABC"}
    if any(not isinstance(base, ast.Name) or base.id not in here for base in node.bases):
        asked.remove("predict")  # which a class of another file may bring
    return learner if learner and asked <= methods.keys() else None


def methods_of(node: ast.ClassDef, tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """The methods of a class, with those of the classes of its file that it is made from."""
    found: dict[str, ast.FunctionDef] = {}
    for base in node.bases:
        for other in tree.body:
            if isinstance(base, ast.Name) and isinstance(other, ast.ClassDef) and other.name == base.id != node.name:
                found |= methods_of(other, tree)
    return found | {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def conventions_of(node: ast.ClassDef, tree: ast.Module, learner: str) -> str:
    """The conventions that the source suggests, as --adapt takes them."""
    methods = methods_of(node, tree)
    text = "\n".join(ast.unparse(each) for each in methods.values())
    found = []
    if learner not in ("LeastSquares",) and re.search(
        r"2 \* \w+ - 1|astype\(int\)|, 1, 0\)|, 0, 1\)|1 if .* else 0|== 0, -1|in \(0, 1\)|\{0, 1\}", text
    ):
        found.append("labels=0,1")
    if learner in FITS["intercept"] and re.search(
        r"\b(self\.)?(bias|intercept_?|b_?)\b|np\.ones|np\.c_|insert\(", text
    ):
        found.append("intercept")
    init = methods.get("__init__")
    most = [each.arg for each in init.args.args if re.search(r"iter|epoch", each.arg)] if init else []
    if most:
        found.append(f"{most[0]}=100000")
    rounds = [each.arg for each in init.args.args if re.search(r"n_(clf|est|round)|rounds", each.arg)] if init else []
    if learner.startswith("AdaBoost") and rounds and rounds[0] != "n_rounds":
        found.append(f"n_rounds={rounds[0]}")
    return " ".join(found)


@dataclass(frozen=True)
class Judged:
    """What was found out about a candidate, or why it could not be judged."""

    candidate: Candidate
    verdicts: Mapping[str, str]
    sample: str = ""
    message: str = ""


def judged(folder: Path, trust: bool = False) -> Iterator[Judged]:
    """The candidates of a checkout, each graded in a process of its own that may read the checkout."""
    for each in candidates(folder):
        _, said = parsed(f"{each.learner}: {each.adapt}")
        asked = Assignment(adapt={each.learner: said}, path=[str(each.file.parent), str(folder)])
        try:
            report = grade(each.file, classes={each.learner: each.name}, assignment=asked, trust=trust)
        except (LoadError, Unjudgeable, BadPath) as error:
            yield Judged(each, {}, message=str(error))
            continue
        yield Judged(each, *judgement(report))


def checkout_page(folder: Path, found: Iterable[Judged]) -> str:
    """The same table for a checkout, each class with the command that judges it alone."""
    rows = list(found)
    lines = [f"# Learners in {folder.name or folder.resolve().name}", ""]
    if not rows:
        return "\n".join([*lines, "No class looks like a known learner, by its name and its methods.", ""])
    lines += ["| class | judged as | by the conventions | stand | fall |", "|---|---|---|---|---|"]
    for each in rows:
        made, verdicts = each.candidate, each.verdicts.values()
        counts = (sum(v == "stands" for v in verdicts), sum(v not in ("stands", "skipped") for v in verdicts))
        told = " | ".join(map(str, counts)) if each.verdicts else "– | –"
        lines += [f"| `{made.name}` | {made.learner} | {made.adapt or '–'} | {told} |"]
    for each in rows:
        made = each.candidate
        place = made.file.relative_to(folder)
        command = shell_line(["learncheck", "grade", str(place), *made.options, "--path", "."])
        lines += ["", f"## {made.name} in {place}", "", "```sh", command, "```"]
        if each.message:
            lines += ["", f"{each.message}."]
        if each.sample:
            lines += ["", f"> {each.sample}"]
    return "\n".join(lines) + "\n"
