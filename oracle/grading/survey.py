"""A survey of implementations that can be installed: estimators of libraries, judged by the claims.

    surveyed(entries())    what stands and what falls of each estimator, with its smallest sample
    page(found)            docs/third-party.md

surveyed.toml has the entries in the order of the page. An entry is a package, the line that adapts its estimator, what
it is judged as, and what is to be said of it where it falls: whether that is a bug, a convention that no adapter
expresses, or a limit of steps. Each fault is shown by a line without this package, which runs whenever the page is
written.
"""

import contextlib
import importlib
import importlib.metadata
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import msgspec
import numpy as np

from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.recorder import Call
from learncheck.oracle.grading.adapters import MissingLibrary, adapt, from_river, from_sklearn, library
from learncheck.oracle.grading.grade import check
from learncheck.oracle.grading.results import ClaimResult, Report
from learncheck.oracle.judging.transcript import show

PROFILE = Profile("survey", "quick", scout=0, search=0, shrink=6_000)
"""Witnesses, ladders and all small cases: what is found depends on no seed."""

MOST_ROUNDS = 6
"""So many of a game are shown."""

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


def entries() -> list[Entry]:
    """All estimators that are surveyed."""
    told = files(__package__).joinpath("surveyed.toml").read_bytes()
    return msgspec.toml.decode(told, type=dict[str, list[Entry]])["entry"]


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
    """What was found out about an entry: the verdicts by claim, the smallest sample and what falls on it, and what the
    entry's line printed.
    """

    entry: Entry
    version: str
    learner: str
    verdicts: Mapping[str, str]
    sample: str = ""
    message: str = ""
    shown: str = ""

    @property
    def falls(self) -> list[str]:
        return [name for name, verdict in self.verdicts.items() if verdict not in ("stands", "skipped")]


def surveyed(entries: Iterable[Entry]) -> Iterator[Found]:
    """The entries whose packages are installed, each judged."""
    for entry in entries:
        if entry.installed:
            with quiet(), np.errstate(all="ignore"):
                report = check(entry.make(), claims=entry.claims or None, profile=PROFILE)
            (learner,) = report.learners
            version = importlib.metadata.version(entry.package)
            yield Found(entry, version, learner, *judgement(report), entry.shown if entry.line else "")


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """No warnings, and none of scikit-learn's checks of its arguments, which take most of its time."""
    with contextlib.ExitStack() as held:
        held.enter_context(warnings.catch_warnings())
        with contextlib.suppress(MissingLibrary):
            held.enter_context(library("sklearn").config_context(assume_finite=True, skip_parameter_validation=True))
        warnings.simplefilter("ignore")
        yield


def judgement(report: Report) -> tuple[dict[str, str], str, str]:
    """The verdicts by claim, and the smallest sample with what falls on it, both empty where nothing does."""
    verdicts = {each.id: each.verdict for _, each in report.results}
    fallen = [each for _, each in report.results if each.failed]
    if not fallen:
        return verdicts, "", ""
    least = min(fallen, key=lambda each: (each.counterexample is None, len(str(each.counterexample))))
    return verdicts, "" if least.counterexample is None else sample_of(least), f"`{least.id}`: {words(least)}"


def sample_of(result: ClaimResult) -> str:
    """The smallest game in a line: the rounds, or the sample that was handed over."""
    if result.rows:
        told = [f"x = {x}, y = {y}: {said}" for _, x, said, y, *_ in result.rows]
        more = [f"… ({len(told)} rounds)"] if len(told) > MOST_ROUNDS else []
        return "; ".join([*told[: MOST_ROUNDS - len(more)], *more])
    try:
        return first_fit(result.calls)
    except (StopIteration, IndexError, TypeError):
        return str(result.counterexample)


def first_fit(calls: Sequence[Call]) -> str:
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


def words(result: ClaimResult) -> str:
    """What fell, in a line."""
    last = last_line(result.message)
    return f"{result.verdict}, {last}" if result.verdict != "falsified" else last


def last_line(message: str) -> str:
    """The last line, which says what was raised where the others say by which lines."""
    return (message.strip().splitlines() or [""])[-1]


# ---- the page ----


def page(found: Sequence[Found]) -> str:
    """docs/third-party.md: a table, and a section for each estimator that falls."""
    packages = dict.fromkeys(f"{each.entry.package} {each.version}" for each in found)
    whole = [each for each in found if not each.falls]
    lines = [
        "# Third-party implementations",
        "",
        f"Of {len(found)} estimators from {len(packages)} packages, {len(whole)} keep all claims of the notes about",
        f"them and {len(found) - len(whole)} break one. `learncheck survey` writes this page for the packages that are",
        f"installed, here {', '.join(packages)}.",
        "",
        "None of these packages promises the theorems. An estimator that breaks one may do just what its documentation",
        "says: it follows another *convention*, or stops at a *limit of steps* that the caller can raise. It is called",
        "a *bug* only if it contradicts the estimator's own description. One that stands was not falsified by any game",
        "of the usual sizes or by any small case, which is not a proof.",
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
