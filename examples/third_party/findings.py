"""What stands and what falls of estimators that others published: the page docs/third-party.md.

    pip install scikit-learn river mlxtend FukuML imodels batch-perceptron ...
    python examples/third_party/findings.py > docs/third-party.md      all packages of the table that are installed
    python examples/third_party/findings.py river mlxtend              these alone

packages.toml is the table, in the order of the page: a package, the line that adapts its estimator, and what is to be
said where it falls. Anyone can add an entry. Each fault is also shown by a line that does without learncheck, which is
run whenever the page is written.
"""

import contextlib
import importlib
import io
import re
import sys
import tomllib
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import numpy as np

from learncheck import PROFILES, check
from learncheck.adapters import adapt, from_river, from_sklearn

TABLE = Path(__file__).parent / "packages.toml"

PROFILE = PROFILES["quick"].only()
"""Witnesses, ladders and all small cases: nothing is drawn, so a slow library ends in minutes."""


@dataclass(frozen=True)
class Entry:
    """An estimator of a package.

    package: its name on PyPI.
    imports: the modules that the adapter speaks of.
    adapter: the expression that makes the class that is judged.
    kind:    what a fall is, and `because` why, in a sentence; where all stands, what is worth knowing.
    line:    shows it without learncheck, as a maintainer can paste it.
    claims:  those that it is judged by, where not all: some libraries take their time for a round.
    """

    package: str
    imports: str
    adapter: str
    kind: Literal["", "bug", "convention", "limit of steps"] = ""
    because: str = ""
    line: str = ""
    claims: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """That of the installed package, "" where it is not installed."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return ""

    @property
    def estimator(self) -> str:
        """What the page calls it: the class that the adapter is handed."""
        named = re.search(r'[."]([A-Z]\w*)', self.adapter)
        assert named
        return named[1]

    def make(self) -> type:
        """The class that is judged."""
        names: dict[str, Any] = {"adapt": adapt, "from_sklearn": from_sklearn, "from_river": from_river, "fuku": fuku}
        for module in self.imports.split():
            importlib.import_module(module)
            names[module.partition(".")[0]] = sys.modules[module.partition(".")[0]]
        cls = eval(self.adapter, names)
        assert isinstance(cls, type)
        return cls

    def shown(self) -> str:
        """The last line that `line` prints, or the exception that it raises."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(self.line, {"np": np})
            except Exception as error:
                return f"{type(error).__name__}: {' '.join(str(error).split())}"
        return out.getvalue().strip().splitlines()[-1]


def fuku(module: str) -> type:
    """A class of FukuML, whose learners read files, with arrays in their place; its x₀ = 1 is the intercept."""

    class Fuku:
        def __init__(self, **settings: Any) -> None:
            self.settings = settings

        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> None:
            weights = {} if sample_weight is None else {"u": sample_weight / np.sum(sample_weight)}
            kind = "LinearRegression" if module == "LinearRegression" else "BinaryClassifier"
            model = self.model = getattr(importlib.import_module(f"FukuML.{module}"), kind)()
            model.train_X, model.train_Y = np.column_stack((np.ones(len(X)), X)), np.asarray(y, dtype=float)
            model.status = "load_train_data"
            if given := {**self.settings, **weights}:
                model.set_param(**given)
            model.init_W()
            model.train()

        def predict(self, X: Any) -> Any:
            rows = np.column_stack((np.ones(len(X)), X))
            return np.array([self.model.score_function(row, self.model.W) for row in rows])

    return Fuku


def section(number: int, entry: Entry) -> tuple[str, list[str]]:
    """The entry's row of the table, and its lines on the page."""
    report = check(entry.make(), claims=entry.claims or None, profile=PROFILE)
    ((learner, _),) = report.learners.items()
    results = [result for _, result in report.results]
    stand = [result.id for result in results if result.verdict == "stands"]
    fall = [result for result in results if result.failed]
    kind = (entry.kind or "not looked into") if fall else "–"
    called = f"{entry.package}: `{entry.estimator}`"
    row = f"| [{number}](#{number}) | {called} | {learner} | {len(stand)} | {len(fall)} | {kind} |"
    lines = ["", f'<a id="{number}"></a>', "", f"## {number} · {entry.estimator} of {entry.package} {entry.version}"]
    lines += ["", "```text", entry.adapter, "```"]
    if stand:
        lines += ["", f"**Stand**: {', '.join(f'`{name}`' for name in stand)}."]
    if fall:
        lines += ["", "**Fall**:", ""]
        lines += [
            f"- `{result.id}`: {result.verdict}, {result.message.strip().splitlines()[-1].rstrip('.')}."
            for result in fall
        ]
    if entry.because:
        lines += ["", f"**{(entry.kind or 'note').capitalize()}.** {entry.because}"]
    if entry.line:
        lines += ["", "```text", f">>> {entry.line}", entry.shown(), "```"]
    return row, lines


def page(entries: Iterable[Entry]) -> str:
    """The page for these entries, whose packages are installed."""
    sections = [section(number, entry) for number, entry in enumerate(entries, 1)]
    fallen = sum("**Fall**:" in lines for _, lines in sections)
    return f"""# Third-party implementations

Of {len(sections)} estimators, {len(sections) - fallen} keep all claims of the notes about them and {fallen} break one.
This page is written by `examples/third_party/findings.py` from the table beside it, `packages.toml`, which has for each
estimator its package on PyPI, the line that adapts it, and the explanation below. Install the packages and run the
script to write the page again.

None of these packages promises the theorems. An estimator that breaks one may do just what its documentation
says: it follows another *convention*, or stops at a *limit of steps* that the caller can raise. It is called
a *bug* only if it contradicts the estimator's own description. One that stands was not falsified by any game
that is not drawn at random, which is not a proof.

| | package | judged as | stand | fall | what it is |
|---|---|---|---|---|---|
""" + "\n".join([*(row for row, _ in sections), *(line for _, lines in sections for line in lines)])


def table() -> list[Entry]:
    """All entries of packages.toml."""
    return [
        Entry(**{**row, "claims": tuple(row.get("claims", ()))})
        for row in tomllib.loads(TABLE.read_text("utf-8"))["entry"]
    ]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = sys.argv[1:]
    entries = [entry for entry in table() if entry.version and (not asked or entry.package in asked)]
    with np.errstate(all="ignore"):
        print(page(entries))
