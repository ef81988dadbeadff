"""Classes of a checkout that look like known learners: each under the conventions that trying it suggests, judged.

looked_at(folder)        the classes that look like learners, each asked in a process of its own; and unreadable files
judged(candidates)       each candidate graded in a process of its own
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
    why the class cannot be asked or judged. lacks: what it lacks to be asked at all, though its name, or its file's,
    is a learner's.
    """

    cls: Class
    learner: str
    adapt: str = ""
    verdicts: Mapping[str, str] = field(default_factory=dict)
    sample: str = ""
    message: str = ""
    lacks: tuple[str, ...] = ()

    @property
    def options(self) -> list[str]:
        """With which `learncheck grade` judges it."""
        more = ["--adapt", f"{self.learner}: {self.adapt}"] if self.adapt else []
        return ["--learner", f"{self.learner}={self.cls.name}", *more]


def looked_at(folder: Path, trust: bool = False) -> tuple[list[Candidate], list[Path]]:
    """The classes below the folder that look like known learners, and the files that are no Python. None is imported
    here.
    """
    found: list[Candidate] = []
    unread: list[Path] = []
    for file in sorted(folder.rglob("*.py")):
        if any(part.startswith((".", "test")) for part in file.relative_to(folder).parts):
            continue
        names = classes_of(file)
        if names is None:
            unread.append(file)
        for name in names or ():
            cls = Class(file, name, folder, trust)
            try:
                learner = learner_of(cls)
                if learner is None:
                    continue
                if lacks := cls.lacks(learner):
                    found.append(Candidate(cls, learner, lacks=tuple(lacks)))
                    continue
                learner, held = tried(cls, learner)
            except SubmissionError as error:
                found.append(Candidate(cls, known_as(cls) or "", message=last_line(str(error))))
            else:
                found.append(Candidate(cls, learner, written(held)))
    return found, unread


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
        if each.message or each.lacks:
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


def checkout_page(folder: Path, found: Iterable[Candidate], unread: Iterable[Path]) -> str:
    """The same table for a checkout, each class with the command that judges it alone, and what was passed over."""
    every = list(found)
    rows = [each for each in every if not each.lacks]
    lines = [f"# Learners in {folder.name or folder.resolve().name}", ""]
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
    if passed := [each for each in every if each.lacks]:
        lines += ["", "## Not judged", ""]
        lines += ["These look like learners but cannot be used as one. A class of your own that has the methods and"]
        lines += ["calls theirs can be graded; `--path` lets it import them.", ""]
    for each in passed:
        has = ", ".join(f"`{name}`" for name in each.cls.methods if not name.startswith("_")) or "none"
        named_in = f"`{each.cls.name}` in {each.cls.file.relative_to(folder)}, perhaps {each.learner}"
        lines += [f"- {named_in}: lacks {', '.join(each.lacks)}; its methods are {has}"]
    if names := ", ".join(str(each.relative_to(folder)) for each in unread):
        lines += ["", f"Could not be read as Python of this version: {printable(names)}."]
    return "\n".join(lines) + "\n"
