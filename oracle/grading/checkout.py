"""Classes of a checkout that look like known learners: each under the conventions that trying it suggests, judged.

looked_at(folder)        what is found, and what only looks like a learner; each is asked in a process of its own
judged(folder, …)        each candidate graded in a process of its own
checkout_page(folder, …) a table, for each class the command that judges it alone, and why others are not in it
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from learncheck.oracle.boundary.failures import LoadError, SubmissionError
from learncheck.oracle.boundary.handed import MOST_BYTES
from learncheck.oracle.boundary.names import printable, shell_line
from learncheck.oracle.boundary.sandbox import BadPath
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.conventional import parsed, written
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.survey import judgement, last_line
from learncheck.oracle.grading.trying import NAMES, Class, tried
from learncheck.oracle.grading.wanted import Unjudgeable
from learncheck.oracle.notation import counted

LOOKS_LIKE = (
    (r"pocket", "Pocket"),
    (r"ada_?boost", "AdaBoost"),
    (r"stump", "DecisionStump"),
    (r"kernel_?perceptron", "KernelPerceptron"),
    (r"perceptron|(^|_)pla(_|$)", "Perceptron"),
    (r"winnow", "Winnow"),
    (r"randomi[sz]ed_?weighted_?majority", "RandomizedWeightedMajority"),
    (r"weighted_?majority", "WeightedMajority"),
    (r"halving", "Halving"),
    (r"logistic", "LogisticRegression"),
    (r"(linear|ols|least).*(regress|square)|linear_?regression|^ols$", "LeastSquares"),
    (r"rectangle", "RectangleERM"),
)
"""What a class of such a name is taken for, the first that fits."""

OTHERS = r"regressor|ridge|lasso|elastic|bayes|variational|multi|kernel_logistic|l2|svm|blend|loss|samme|boost_?r[t2]$"
"""Names of classes that are none of them."""


GENERIC = r"classifier|regress|model|learner|solver|algorithm"
"""Names of classes that say nothing: their file's name may."""


@dataclass(frozen=True)
class Candidate:
    """A class of a checkout that looks like a learner, and the conventions under which it answers best.

    verdicts: by claim, once it has been judged. sample: the smallest game that it loses. message: what falls in it, or
    why the class cannot be asked or judged.
    """

    cls: Class
    learner: str
    adapt: str = ""
    verdicts: Mapping[str, str] = field(default_factory=dict)
    sample: str = ""
    message: str = ""

    @property
    def options(self) -> list[str]:
        """With which `learncheck grade` judges it."""
        more = ["--adapt", f"{self.learner}: {self.adapt}"] if self.adapt else []
        return ["--learner", f"{self.learner}={self.cls.name}", *more]


@dataclass(frozen=True)
class PassedOver:
    """A class that looks like a learner by its name or its file's, and lacks something to be asked as one."""

    cls: Class
    learner: str
    lacks: tuple[str, ...]


@dataclass(frozen=True)
class Looked:
    """What a checkout holds: so many files and classes, some of them like learners; and files that are no Python."""

    files: int
    classes: int
    candidates: list[Candidate]
    passed_over: list[PassedOver]
    unread: list[Path]


def looked_at(folder: Path, trust: bool = False) -> Looked:
    """The classes below the folder that look like known learners by name and methods. None is imported here."""
    files, classes = 0, 0
    found: list[Candidate] = []
    passed: list[PassedOver] = []
    unread: list[Path] = []
    for file in sorted(folder.rglob("*.py")):
        if any(part.startswith((".", "test")) for part in file.relative_to(folder).parts):
            continue
        files += 1
        names = classes_of(file)
        if names is None:
            unread.append(file)
        for name in names or ():
            classes += 1
            cls = Class(file, name, folder, trust)
            try:
                learner = learner_of(cls)
                if learner is None:
                    continue
                if lacks := cls.lacks(learner):
                    passed.append(PassedOver(cls, learner, tuple(lacks)))
                    continue
                learner, held = tried(cls, learner)
            except SubmissionError as error:
                found.append(Candidate(cls, known_as(cls) or "", message=last_line(str(error))))
            else:
                found.append(Candidate(cls, learner, written(held)))
    return Looked(files, classes, found, passed, unread)


def classes_of(file: Path) -> list[str] | None:
    """The classes of the file's top level; None if this is no regular file, cannot be read, is no Python, or is too
    long or deep.
    """
    try:
        if not file.is_file() or file.stat().st_size > MOST_BYTES:
            return None
        body = ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return [each.name for each in body if isinstance(each, ast.ClassDef)]


def known_as(cls: Class) -> str | None:
    """The learner that a class is taken for by its name, or its file's where its own says nothing; None for none."""
    own, learner = snake(cls.name), named(cls.name)
    if re.search(OTHERS, own):
        return None
    if learner is None and re.search(GENERIC, own) and not re.search(OTHERS, snake(cls.file.stem)):
        learner = named(cls.file.stem)
    return learner


def learner_of(cls: Class) -> str | None:
    """The learner that a class is taken for by its name, its methods and its parameters; None for none."""
    learner = known_as(cls)
    if learner == "Perceptron" and "update" not in cls.methods:
        return "BatchPerceptron"
    if learner == "AdaBoost" and not any(re.fullmatch(NAMES["weak_learner"], each) for each in cls.asks_for):
        return "AdaBoostStumps"
    return learner


def snake(name: str) -> str:
    """The words of a name, in small letters with _ between them."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def named(name: str) -> str | None:
    """The first learner that a name suggests."""
    return next((known for pattern, known in LOOKS_LIKE if re.search(pattern, snake(name))), None)


def judged(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The candidates of a checkout, each graded in a process of its own that may read the checkout."""
    for each in candidates:
        if each.message:
            yield each
            continue
        cls = each.cls
        _, said = parsed(f"{each.learner}: {each.adapt}")
        asked = Assignment(adapt={each.learner: said}, path=cls.paths)
        classes = {each.learner: cls.name}
        try:
            report = grade(Grading(cls.file, asked, classes, trust=cls.trust, handed=cls.handed))
        except (LoadError, Unjudgeable, BadPath) as error:
            yield replace(each, message=last_line(str(error)))
            continue
        verdicts, sample, message = judgement(report)
        yield replace(each, verdicts=verdicts, sample=sample, message=message)


def command_of(made: Candidate, folder: Path) -> str:
    """What judges the class alone, from the checkout's folder."""
    top, module = made.cls.package
    if module is None:
        place = str(made.cls.file.relative_to(folder))
        return shell_line(["learncheck", "grade", place, *made.options, "--path", "."])
    line = shell_line(["echo", f"from {module} import {made.cls.name}"])
    graded = shell_line(["learncheck", "grade", "mine.py", *made.options, "--path", str(top)])
    return f"{line} > mine.py && {graded}"


def checkout_page(folder: Path, looked: Looked, found: Iterable[Candidate]) -> str:
    """The same table for a checkout, each class with the command that judges it alone, and what was passed over."""
    rows = list(found)
    lines = [f"# Learners in {folder.name or folder.resolve().name}", ""]
    classes = f"{looked.classes:,} class{'' if looked.classes == 1 else 'es'}"
    lines += [f"Looked at: {classes} in {counted(looked.files, 'file')}.", ""]
    if not rows:
        lines += ["No class looks like a known learner by its name, or its file's, and has that learner's methods.", ""]
    else:
        lines += ["| class | judged as | by the conventions | stand | fall |", "|---|---|---|---|---|"]
    for each in rows:
        verdicts = each.verdicts.values()
        counts = (sum(v == "stands" for v in verdicts), sum(v not in ("stands", "skipped") for v in verdicts))
        told = " | ".join(map(str, counts)) if verdicts else "– | –"
        lines += [f"| `{each.cls.name}` | {each.learner} | {each.adapt or '–'} | {told} |"]
    for each in rows:
        place = each.cls.file.relative_to(folder)
        lines += ["", f"## {each.cls.name} in {place}", "", "```sh", command_of(each, folder), "```"]
        if each.message:
            lines += ["", f"{each.message}."]
        if each.sample:
            lines += ["", f"> {each.sample}"]
    return "\n".join([*lines, *not_judged(folder, looked)]) + "\n"


def not_judged(folder: Path, looked: Looked) -> list[str]:
    """What looks like a learner and cannot be asked as one, with what it lacks; and files that could not be read."""
    lines: list[str] = []
    if looked.passed_over:
        lines += ["", "## Not judged", ""]
        lines += ["These look like learners but cannot be used as one. A class of your own that has the methods and"]
        lines += ["calls theirs can be graded; `--path` lets it import them.", ""]
    for each in looked.passed_over:
        cls, lacks = each.cls, ", ".join(each.lacks)
        has = ", ".join(f"`{name}`" for name in cls.methods if not name.startswith("_"))
        place = cls.file.relative_to(folder)
        lines += [f"- `{cls.name}` in {place}, perhaps {each.learner}: lacks {lacks}; its methods are {has or 'none'}"]
    if looked.unread:
        names = ", ".join(str(each.relative_to(folder)) for each in looked.unread)
        lines += ["", f"Could not be read as Python of this version: {printable(names)}."]
    return lines
