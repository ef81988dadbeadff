"""Pages of the documentation: the errata, the ledger, and the learners."""

import contextlib
import inspect
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from learncheck.learners import LEARNERS
from learncheck.oracle.engine.recorder import Recorder
from learncheck.oracle.grading.plain_python import script
from learncheck.oracle.grading.wanted import claims_about
from learncheck.oracle.report import api, html
from learncheck.oracle.report.ledger import fallen
from learncheck.oracle.report.ledger import markdown as markdown_of_ledger
from learncheck.oracle.report.lines import escaped
from learncheck.strategies.play.choices import at_random
from learncheck.theorems.ledger import VERDICTS
from learncheck.theorems.ledger import rows as rows_of_ledger

NOTE = "<!-- Written by `python tests/record.py`; edit the claims, not this page. -->"


def errata(entries: Mapping[str, Iterable[tuple[str, Sequence[str]]]]) -> str:
    """Return the page of printed statements that are false, from what is on record of each."""
    lines = [
        NOTE,
        "",
        "# Errata of the notes",
        "",
        "Each printed statement, the smallest counterexample found, and the repaired statement with its evidence.",
        "`learncheck verify CLAIM` plays an entry again, and fails if a stored counterexample no longer refutes its",
        "statement.",
        "",
        "| source | as printed | counterexample | repaired |",
        "|---|---|---|---|",
        *(_summary(name, parts) for name, parts in entries.items() if parts),
        "",
        *(line for name, parts in entries.items() if parts for line in _erratum(name, parts)),
        "## Sentences refuted by a small case",
        "",
        "No claim of the catalogue is about these. A small case refutes each of them, which the formula beside it in "
        "`theorems/ledger` checks exactly.",
        "",
        *fallen(),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _summary(name: str, parts: Iterable[tuple[str, Sequence[str]]]) -> str:
    """One row of the table at the top of the page."""

    def cell(head: str, start: int = 0) -> str:
        return escaped("; ".join(" ".join(lines[start:]) for heading, lines in parts if heading == head))

    cells = (f"[{cell('where')}](#{name})", cell("as printed", 1), cell("false for"), cell("repaired", 1))
    return f"| {' | '.join(cells)} |"


HEADS = {
    "where": "Source",
    "as printed": "As printed",
    "false for": "Counterexample",
    "because": "Why",
    "repaired": "Repaired",
    "known by": "Evidence for the repair",
}
"""The heads of a section, by those of the terminal."""


def _erratum(name: str, parts: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    yield from (f"## `{name}`", "")
    for part, lines in parts:
        head, (first, *rest) = HEADS.get(part, part.capitalize()), lines
        if part in ("as printed", "repaired"):  # the bound, and the statement
            yield from (f"**{head}.** `{first}`. {' '.join(map(escaped, rest))}", "")
        elif rest:
            yield from (f"**{head}**", "", *(f"- {_line(line)}" for line in lines), "")
        else:
            yield from (f"**{head}.** {escaped(first)}", "")


def _line(line: str) -> str:
    command = line.removeprefix("again: ")
    return escaped(line) if command == line else f"Check it again: `{command}`"


def ledger() -> str:
    """Return the page on what became of every checkable sentence of the notes."""
    lines = [
        "# The ledger of the notes",
        "",
        "The checkable sentences of the five sets of notes, paraphrased, in their order, each with a verdict:",
        "",
        "- *claim*: true, as a claim of the catalogue.",
        "- *erratum*: false; see its entry in the [errata](errata.md).",
        "- *false*: refuted by a small case, without a claim of its own.",
        "- *convention*: true or not, depending on a convention that the entry names.",
        "- *obvious*: true, in one line.",
        "- *definition*, *opinion*: nothing to check.",
        "- *report*: about publications, experiments or figures.",
        "- *open*: not settled; the entry says what is missing.",
        "",
        "`learncheck errata` prints the false ones.",
        "",
        html.rendered("verdicts.html", verdicts=VERDICTS),
        "",
        *markdown_of_ledger(rows_of_ledger()),
    ]
    return "\n".join(lines).rstrip() + "\n"


MOST_TRIED, MOST_LINES = 12, 22


def example(name: str) -> list[str]:
    """Return a short game of the learner as a program, with its output."""
    claim = claims_about(name)[0]
    programs = []
    for case, _ in itertools.islice(at_random(claim.build(claim.cases.search), 1), MOST_TRIED):
        recorder = Recorder(LEARNERS[name])
        try:
            trace = case.play(recorder)
        except Exception:  # the learner rightly raises on some cases
            continue
        text = script(recorder.calls, "submission.py", name).replace("from submission", "from learncheck.learners")
        telling = any(call.method == "fit" for call in recorder.calls) or len(trace.rounds) >= 3
        if telling and text.count("\n") <= MOST_LINES:
            programs.append(text)
    for program in sorted(programs, key=len):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(program, f"<an example of {name}>", "exec"), {})
        except ValueError:  # raised by a learner that finds no hypothesis
            continue
        return ["```python", *program.splitlines(), "```", "", "```text", *printed.getvalue().splitlines(), "```", ""]
    return []


def learners() -> str:
    """Return the page on what a submission may define: each class with its constructor, instances, state and claims."""
    lines = [
        "# The learners",
        "",
        "A submission may define any of these classes, under these names. The requirements that they share are in",
        "[For students](students.md#requirements). Each entry is the docstring of the reference learner. It gives the",
        "arguments, which are passed by position, the instances, the state, and the source in the notes. A submission",
        "need not expose the state, nor raise the errors.",
        "",
    ]
    for heading, online in (("Online: `predict(x)` and `update(x, y)`", True), ("Batch: `fit(X, y)`", False)):
        lines += [f"**{heading}**", ""]
        for name, learner in LEARNERS.items():
            if hasattr(learner, "update") is online:
                paragraphs = map(in_code, (inspect.getdoc(learner) or "").split("\n\n"))
                judges = ", ".join(f"[`{claim.id}`](claims/{claim.id}.md)" for claim in claims_about(name))
                arguments = ", ".join(inspect.signature(learner).parameters)
                lines += [
                    f"## `{name}({arguments})`",
                    "",
                    *(line for paragraph in paragraphs for line in (paragraph, "")),
                ]
                lines += [f"Judged by {judges}.", "", *example(name)]
    return "\n".join(lines).rstrip() + "\n"


def in_code(words: str) -> str:
    """Return a paragraph of a docstring in Markdown, its parts on lines of their own.

    What it has between backticks stays code, the rest is words.
    """
    return api.prose(re.sub(r"(?<=[.)])\s+(?=State: |Raises |Source: )", "  \n", words))
