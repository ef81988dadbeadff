"""Classes of a checkout that look like known learners: each with the conventions that its source suggests, judged.

looked_at(folder)        what is found, and what only looks like a learner; nothing is imported
judged(folder, …)        each candidate graded in a process of its own
checkout_page(folder, …) a table, for each class the command that judges it alone, and why others are not in it
"""

import ast
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from learncheck.oracle.boundary.conventions import FITS
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.handed import MOST_BYTES
from learncheck.oracle.boundary.names import printable, shell_line
from learncheck.oracle.boundary.sandbox import BadPath
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.conventional import parsed
from learncheck.oracle.grading.grade import Unjudgeable, grade
from learncheck.oracle.grading.survey import judgement
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

OTHERS = r"regressor|ridge|lasso|bayes|variational|multi|kernel_logistic|l2|svm|blend"
"""Names of classes that are none of them."""


GENERIC = r"classifier|regress|model|learner|solver|algorithm"
"""Names of classes that say nothing: their file's name may."""


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


@dataclass(frozen=True)
class PassedOver:
    """A class that looks like a learner by its name or its file's, and lacks methods of one."""

    file: Path
    name: str
    learner: str
    lacks: tuple[str, ...]
    has: tuple[str, ...]


@dataclass(frozen=True)
class Looked:
    """What a checkout holds: so many files and classes, some of them like learners; and files that are no Python."""

    files: int
    classes: int
    candidates: list[Candidate]
    passed_over: list[PassedOver]
    unread: list[Path]


def looked_at(folder: Path) -> Looked:
    """The classes below the folder that look like known learners by name and methods. Nothing is imported."""
    files, classes = 0, 0
    found: list[Candidate] = []
    passed: list[PassedOver] = []
    unread: list[Path] = []
    for file in sorted(folder.rglob("*.py")):
        if any(part.startswith((".", "test")) for part in file.relative_to(folder).parts):
            continue
        files += 1
        tree = _parsed(file)
        if tree is None:
            unread.append(file)
            continue
        for node in tree.body:
            if not isinstance(node, ast.ClassDef):
                continue
            classes += 1
            learner = learner_of(node, tree, file.stem)
            lacks = lacking(node, tree, learner) if learner else []
            if learner and not lacks:
                found.append(Candidate(file, node.name, learner, conventions_of(node, tree, learner)))
            elif learner:
                has = (name for name in methods_of(node, tree) if not name.startswith("_"))
                passed.append(PassedOver(file, node.name, learner, tuple(lacks), tuple(has)))
    return Looked(files, classes, found, passed, unread)


def _parsed(file: Path) -> ast.Module | None:
    """The syntax tree; None if this is no regular file, cannot be read, is no Python, or is too long or too deep."""
    try:
        if not file.is_file() or file.stat().st_size > MOST_BYTES:
            return None
        return ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def learner_of(node: ast.ClassDef, tree: ast.Module, stem: str = "") -> str | None:
    """The learner that the class is taken for by its name, or its file's where its own says nothing; None for none."""
    methods = methods_of(node, tree)
    own, learner = snake(node.name), named(node.name)
    if re.search(OTHERS, own):
        return None
    if learner is None and re.search(GENERIC, own) and not re.search(OTHERS, snake(stem)):
        learner = named(stem)
    if learner == "Perceptron" and "update" not in methods:
        learner = "BatchPerceptron"
    if learner == "AdaBoost" and not any(
        re.search(r"weak|base|learner|estimator$", each) for each in asks_for(methods)
    ):
        learner = "AdaBoostStumps"
    return learner


def snake(name: str) -> str:
    """The words of a name, in small letters with _ between them."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def named(name: str) -> str | None:
    """The first learner that a name suggests."""
    return next((known for pattern, known in LOOKS_LIKE if re.search(pattern, snake(name))), None)


def lacking(node: ast.ClassDef, tree: ast.Module, learner: str) -> list[str]:
    """The methods of such a learner that the class has not."""
    asked = ["update" if learner in FITS["replay"] else "fit", "predict"]
    here = {each.name for each in tree.body if isinstance(each, ast.ClassDef)} | {"object", "ABC"}
    if any(not isinstance(base, ast.Name) or base.id not in here for base in node.bases):
        asked.remove("predict")  # which a class of another file may bring
    methods = methods_of(node, tree)
    return [name for name in asked if name not in methods]


def methods_of(node: ast.ClassDef, tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """The methods of a class, with those of the classes of its file that it is made from."""
    found: dict[str, ast.FunctionDef] = {}
    for base in node.bases:
        for other in tree.body:
            if isinstance(base, ast.Name) and isinstance(other, ast.ClassDef) and other.name == base.id != node.name:
                found |= methods_of(other, tree)
    return found | {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def asks_for(methods: Mapping[str, ast.FunctionDef]) -> list[str]:
    """The names of what the constructor takes."""
    return [each.arg for each in methods["__init__"].args.args] if "__init__" in methods else []


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
    asked = asks_for(methods)
    most = [each for each in asked if re.search(r"iter|epoch", each)]
    if most:
        found.append(f"{most[0]}=100000")
    rounds = [each for each in asked if re.search(r"n_(clf|est|round)|rounds", each)]
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


def judged(folder: Path, candidates: Iterable[Candidate], trust: bool = False) -> Iterator[Judged]:
    """The candidates of a checkout, each graded in a process of its own that may read the checkout."""
    for each in candidates:
        _, said = parsed(f"{each.learner}: {each.adapt}")
        top, module = package_of(each.file)
        paths = dict.fromkeys(map(str, (each.file.parent, folder, top)))
        asked = Assignment(adapt={each.learner: said}, path=[*paths] if module is None else [str(top)])
        try:
            with tempfile.TemporaryDirectory() as beside:
                file = each.file
                if module is not None:  # whose relative imports need a package
                    file = Path(beside) / each.file.name
                    file.write_text(f"from {module} import {each.name}\n", "utf-8")
                report = grade(file, classes={each.learner: each.name}, assignment=asked, trust=trust)
        except (LoadError, Unjudgeable, BadPath) as error:
            yield Judged(each, {}, message=str(error))
            continue
        yield Judged(each, *judgement(report))


def package_of(file: Path) -> tuple[Path, str | None]:
    """The folder that holds the file's package, and its module there; its own folder and None where it has none."""
    top, names = file.resolve().parent, [file.stem]
    while (top / "__init__.py").exists():
        top, names = top.parent, [top.name, *names]
    return top, ".".join(names) if len(names) > 1 else None


def command_of(made: Candidate, folder: Path) -> str:
    """What judges the class alone, from the checkout's folder."""
    top, module = package_of(made.file)
    if module is None:
        place = str(made.file.relative_to(folder))
        return shell_line(["learncheck", "grade", place, *made.options, "--path", "."])
    line = shell_line(["echo", f"from {module} import {made.name}"])
    graded = shell_line(["learncheck", "grade", "mine.py", *made.options, "--path", str(top)])
    return f"{line} > mine.py && {graded}"


def checkout_page(folder: Path, looked: Looked, found: Iterable[Judged]) -> str:
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
        made, verdicts = each.candidate, each.verdicts.values()
        counts = (sum(v == "stands" for v in verdicts), sum(v not in ("stands", "skipped") for v in verdicts))
        told = " | ".join(map(str, counts)) if each.verdicts else "– | –"
        lines += [f"| `{made.name}` | {made.learner} | {made.adapt or '–'} | {told} |"]
    for each in rows:
        made = each.candidate
        place = made.file.relative_to(folder)
        command = command_of(made, folder)
        lines += ["", f"## {made.name} in {place}", "", "```sh", command, "```"]
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
        lines += ["These look like learners, and cannot be asked as one. A class of your own that has the methods and"]
        lines += ["calls theirs can be graded; `--path` lets it import them.", ""]
    for each in looked.passed_over:
        lacks, has = (", ".join(f"`{name}`" for name in names) for names in (each.lacks, each.has))
        place = each.file.relative_to(folder)
        lines += [f"- `{each.name}` in {place}, perhaps {each.learner}: no {lacks}; its methods are {has or 'none'}"]
    if looked.unread:
        names = ", ".join(str(each.relative_to(folder)) for each in looked.unread)
        lines += ["", f"Could not be read as Python of this version: {printable(names)}."]
    return lines
